"""Faults of the order of payment: chance by chance, but for players who are paid jointly.

Rules: RA R37, R41; RF R25, R26.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from projections.replay.games.wheels.roulette.record import Law, RouletteRecord
from projections.replay.kit.bets import Bet
from projections.replay.settlement import Found, Outcome, Settlement


def check_order(
    record: RouletteRecord,
    law: Law,
    bets: Sequence[Bet],
    settlement: Settlement,
    found: list[Found],
) -> None:
    """RA R37, R41; RF R25, R26: chance by chance; of a player paid jointly, his own prizes.

    It is prizes that have an order: a stake that only goes back, as when a round is called void,
    has none. A number that two bets bear does not say of which a payment is.
    """
    rank = law.pay_rank
    tipos = {bet.bet: bet.tipo for bet in bets}
    if len(tipos) < len(bets):
        counts = Counter(bet.bet for bet in bets)
        tipos = {number: tipo for number, tipo in tipos.items() if counts[number] == 1}
    won = {line.bet for line in settlement.lines if line.outcome is Outcome.GANHA}
    paid: list[Paid] = []
    for payment in record.payments:
        if not payment.amount:
            continue
        ranks = [rank[tipos[bet]] for bet in payment.bets if bet in won and tipos.get(bet) in rank]
        if ranks:
            paid.append(Paid(payment.seat, min(ranks), payment.bets[0], len(ranks)))
    for together in _in_order(paid):
        for before, one in pairwise(together):
            if one.rank < before.rank:
                found.append(
                    Found(
                        code="PAY-ORDER",
                        rule=law.cites.order,
                        seat=one.seat,
                        bet=one.bet,
                        expected=tipos.get(one.bet, ""),
                        recorded=", ".join(tipos.get(other.bet, "") for other in paid),
                    )
                )
                return


class Paid(NamedTuple):
    """A payment of prizes, in the order in which they were made."""

    seat: int
    rank: int
    """Of the chance that goes first of those it pays."""
    bet: int
    bets: int
    """How many winning bets it pays."""


def _in_order(paid: Sequence[Paid]) -> Iterator[Sequence[Paid]]:
    """Yield payments that go chance by chance among themselves.

    A player who is paid jointly, in one payment or in payments in a row, stands for himself (R41):
    no order among players is judged of him. All others are paid bet by bet.
    """
    runs = [list(run) for _, run in groupby(paid, key=attrgetter("seat"))]
    times = Counter(run[0].seat for run in runs)
    one_by_one: list[Paid] = []
    for run in runs:
        if times[run[0].seat] == 1 and sum(one.bets for one in run) > 1:
            yield run
        else:
            one_by_one += run
    yield one_by_one
