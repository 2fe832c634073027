"""Faults of the order of payment: chance by chance, or player by player.

Rules: RA R37, R41; RF R25, R26.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

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
    """RA R37, R41; RF R25, R26: chance by chance; or player by player, each chance by chance.

    It is prizes that have an order: a stake that only goes back, as when a round is called void,
    has none. A number that two bets bear does not say of which a payment is.
    """
    rank = law.pay_rank
    tipos = {bet.bet: bet.tipo for bet in bets}
    if len(tipos) < len(bets):
        counts = Counter(bet.bet for bet in bets)
        tipos = {number: tipo for number, tipo in tipos.items() if counts[number] == 1}
    won = {line.bet for line in settlement.lines if line.outcome is Outcome.GANHA}
    paid: list[tuple[int, int, int]] = []
    for payment in record.payments:
        if not payment.amount:
            continue
        ranks = [rank[tipos[bet]] for bet in payment.bets if bet in won and tipos.get(bet) in rank]
        if ranks:
            paid.append((payment.seat, min(ranks), payment.bets[0]))
    if _by_chance(paid) or _by_player(paid):
        return
    highest = 0
    for seat, place, bet in paid:
        if place < highest:
            found.append(
                Found(
                    code="PAY-ORDER",
                    rule=law.cites.order,
                    seat=seat,
                    bet=bet,
                    expected=tipos.get(bet, ""),
                    recorded=", ".join(tipos.get(number, "") for _, _, number in paid),
                )
            )
            return
        highest = place


def _by_chance(paid: Sequence[tuple[int, int, int]]) -> bool:
    return all(one[1] <= other[1] for one, other in pairwise(paid))


def _by_player(paid: Sequence[tuple[int, int, int]]) -> bool:
    """Tell whether each player is paid at one go, the players by their first chance."""
    firsts: list[tuple[int, int, int]] = []
    for index, one in enumerate(paid):
        if index and paid[index - 1][0] == one[0]:
            if paid[index - 1][1] > one[1]:
                return False
        else:
            firsts.append(one)
    return len({seat for seat, _, _ in firsts}) == len(firsts) and _by_chance(firsts)
