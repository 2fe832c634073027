"""Nights of Omaha: exactly two of four own cards and three of five common ones (O1)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from typing_extensions import override

from ledger.events.rounds import Payout
from ops.simulator.games.poker.betting import Division
from ops.simulator.games.poker.hands import Value, any_five, two_and_three
from ops.simulator.games.poker.holdem.faults import COMMON_FAULTS
from ops.simulator.games.poker.holdem.faulty import HoldemFaults
from ops.simulator.games.poker.holdem.table import Hand

FIVE_OF_NINE: Final = "any-five-of-nine"
HEARTS: Final[Mapping[int, list[str]]] = {1: ["Ah", "3c", "4d", "9s"], 2: ["Kd", "Kc", "5s", "6c"]}
"""The ace alone makes a flush with four common hearts, which is none in Omaha."""


class PoquerOmaha(HoldemFaults):
    """A table of Omaha, its players and their luck."""

    GAME: ClassVar[str] = "poquer_omaha"
    OWN: ClassVar[int] = 4
    FAULTS: ClassVar[tuple[str, ...]] = (*COMMON_FAULTS, FIVE_OF_NINE)

    @staticmethod
    @override
    def value(own: Sequence[str], board: Sequence[str]) -> Value:
        return two_and_three(own, board)

    @override
    def prepare_hand(self, name: str) -> Hand:
        hand = super().prepare_hand(name)
        if self.taken == FIVE_OF_NINE:
            own = {hand.players[at].seat: cards for at, cards in HEARTS.items()}
            self.rig(hand, own, "Th Jh 7h 2h Qs")
        return hand

    @override
    def payouts(self, hand: Hand, division: Division) -> list[Payout]:
        if hand.fault != FIVE_OF_NINE:
            return super().payouts(hand, division)
        values = {one.seat: any_five(hand.cards[one.seat], hand.board) for one in hand.live}
        wrong = self.divide(hand, values)
        due, paid = division.due(), wrong.due()
        for seat in {*due, *paid}:
            if due.get(seat, 0) != paid.get(seat, 0):
                self.plant(
                    FIVE_OF_NINE,
                    "OH-23",
                    hand.name,
                    seat=seat,
                    due=due.get(seat, 0),
                    paid=paid.get(seat, 0),
                )
        return super().payouts(hand, wrong)
