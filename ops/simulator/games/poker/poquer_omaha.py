"""Nights of Omaha: exactly two of four own cards and three of five common ones (O1)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from typing_extensions import override

from ops.simulator.games.poker.hands import Value, any_five, two_and_three
from ops.simulator.games.poker.holdem.faults import HOLDEM, pay_by
from ops.simulator.games.poker.holdem.table import Hand, HoldemTable
from ops.simulator.parties.fault import Wrong

HEARTS: Final[Mapping[int, list[str]]] = {1: ["Ah", "3c", "4d", "9s"], 2: ["Kd", "Kc", "5s", "6c"]}
"""The ace alone makes a flush with four common hearts, which is none in Omaha."""


def four_hearts(table: HoldemTable, hand: Hand) -> bool:
    """Let four common hearts make a flush with an ace, where any five cards counted."""
    own = {hand.players[at].seat: cards for at, cards in HEARTS.items()}
    table.rig(hand, own, "Th Jh 7h 2h Qs")
    return True


OMAHA: Final[Mapping[str, Wrong]] = {
    **HOLDEM,
    "any-five-of-nine": Wrong(fits=four_hearts, instead={"payouts": pay_by("OH-23", any_five)}),
}
"""Every fault of a table of Omaha."""


class PoquerOmaha(HoldemTable):
    """A table of Omaha, its players and their luck."""

    GAME: ClassVar[str] = "poquer_omaha"
    WRONGS: ClassVar[Mapping[str, Wrong]] = OMAHA
    FAULTS: ClassVar[tuple[str, ...]] = tuple(OMAHA)
    OWN: ClassVar[int] = 4

    @staticmethod
    @override
    def value(own: Sequence[str], board: Sequence[str]) -> Value:
        return two_and_three(own, board)
