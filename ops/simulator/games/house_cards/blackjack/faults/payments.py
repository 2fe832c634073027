"""Wrong payments of one place's stakes (R28, R39 to R50)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from ledger.events.rounds import Payout
from ops.simulator.games.house_cards.blackjack.faults.plays import insure_half
from ops.simulator.games.house_cards.blackjack.faults.rigs import (
    INSURED,
    LOSE,
    NATURAL,
    SPECIAL,
    TIE,
    TIRED,
    WIN,
    Fault,
    rig,
    rigged,
)
from ops.simulator.games.house_cards.blackjack.jogada import PlayedBlackjack
from ops.simulator.games.house_cards.blackjack.money import Owed
from ops.simulator.games.house_cards.blackjack.table import Jogada, Rig
from ops.simulator.parties.fault import Deed, Wrong
from ops.simulator.parties.party import Telling

Given = Callable[[int], tuple[int, int]]
"""From a stake to the prize and the part of it that goes back."""


def _paid(
    cards: Rig,
    given: Given,
    code: str,
    kinds: tuple[str, ...] = ("principal",),
    **instead: Callable[..., Any],
) -> Fault:
    """Return the fault of a wrong payment of some of the first place's stakes."""

    def pay(table: PlayedBlackjack, jogada: Jogada, right: Owed) -> Owed:
        stake = right.stake
        if stake.kind not in kinds:
            return right
        prize, back = given(stake.amount)
        sums = {"due": right.prize + right.back, "paid": prize + back}
        table.note(jogada, code, jogada.target, bet=stake.number, **sums)
        return replace(right, prize=prize, back=back)

    does: Mapping[str, Deed[PlayedBlackjack, Jogada]] = (
        {"insure": insure_half} if "seguro" in kinds else {}
    )
    return Wrong(does=does, instead={**rigged(cards), "owed": pay, **instead})


def _nothing(_: int) -> tuple[int, int]:
    return 0, 0


def _even(stake: int) -> tuple[int, int]:
    return stake, stake


def _times(prize: int, part: int = 1) -> Given:
    """Return a prize of so many times the stake, divided by a part, beside the whole stake."""
    return lambda stake: (stake * prize // part, stake)


def _back(part: int) -> Given:
    """Return a part of the stake, and no prize."""
    return lambda stake: (0, stake // part)


def _leave(table: PlayedBlackjack, jogada: Jogada, right: Telling) -> Telling:
    """Leave a lost stake on the table."""
    del table, jogada, right
    yield from ()


def _elsewhere(table: PlayedBlackjack, jogada: Jogada, right: Payout) -> Payout:
    """Pay the first stake to the next place."""
    seat = right.seat % table.places + 1
    paid = right.amount + right.stake_returned
    first = jogada.target.hands[0].stakes[0]
    table.note(jogada, "PAY-DIFF", seat=seat, bet=first.number, due=0, paid=paid)
    return structs.replace(right, seat=seat, player=None)


PAYMENTS: Final[Mapping[str, Fault]] = {
    "unpaid": _paid(WIN, _nothing, "PAY-NONE"),
    "tie-taken": _paid(TIE, _nothing, "PAY-NONE"),
    "special-loser-unpaid": _paid(rig("6h 8h", "Tc Ad", "pede", "7h"), _nothing, "PAY-NONE"),
    "surrender-nothing-back": _paid(TIRED, _nothing, "PAY-NONE"),
    "insurance-unpaid": _paid(INSURED, _nothing, "PAY-NONE", ("seguro",)),
    "overpaid": _paid(WIN, _times(2), "PAY-DIFF"),
    "underpaid": _paid(WIN, _times(1, 2), "PAY-DIFF"),
    "loser-paid": _paid(LOSE, _even, "PAY-DIFF"),
    "busted-paid": _paid(rig("Ts 6d", "Tc 7d", "pede", "Th"), _even, "PAY-DIFF", lose=_leave),
    "tie-paid": _paid(TIE, _even, "BJ-BJ"),
    "natural-paid-even": _paid(NATURAL, _even, "BJ-EVEN"),
    "natural-paid-double": _paid(NATURAL, _times(2), "BJ-BJ"),
    "natural-six-to-five": _paid(rig("As Kd", "6c"), _times(6, 5), "BJ-BJ"),
    "natural-tie-paid": _paid(rig("As Kd", "Tc Ad"), _times(3, 2), "BJ-BJ"),
    "split-21-as-natural": _paid(rig("Ts Kd", "9c 9d", "desdobra", "Ah 5c"), _times(3, 2), "BJ-BJ"),
    "special-not-paid": _paid(SPECIAL, _even, "BJ-678"),
    "special-paid-twice": _paid(rig("7h 7s", "9c 9d", "pede", "7d"), _times(3), "BJ-678"),
    "special-to-follower": _paid(
        rig("6h 8h", "9c 9d", "pede", "7h", followers=1), _times(4), "PAY-DIFF", ("complementar",)
    ),
    "surrender-a-third-back": _paid(TIRED, _back(3), "BJ-SURR"),
    "surrender-all-back": _paid(TIRED, _back(1), "BJ-SURR"),
    "insurance-paid-even": _paid(INSURED, _even, "BJ-INS", ("seguro",)),
    "insurance-lost-paid": _paid(rig("Ts 9d", "Ad 7h", "fica"), _times(2), "BJ-INS", ("seguro",)),
    "doubled-ace-as-eleven": _paid(
        rig("As 8d", "9c 9d", "duplica", "2c"), _even, "BJ-DOUBLE", ("principal", "duplica")
    ),
}
ELSEWHERE: Final[Mapping[str, Fault]] = {
    "wrong-seat": Wrong(instead={**rigged(WIN), "payout": _elsewhere}),
}
