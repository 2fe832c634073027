"""Nights of póquer sintético: 28 cards, both own cards and three of the five common ones.

All put in an ante (S7); an estardilho may be announced and raised again before the first common
card (S13); five turns, one after each common card (S14, S15); a card turned too soon costs a turn
(S17); void on stricter grounds (S16).
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.base import Value as Option
from ledger.events.outcomes import ErrorNoted
from ledger.events.rounds import Decision, Payout
from ops.simulator.games.poker.betting import Division, Sitting
from ops.simulator.games.poker.hands import Value, general, sintetico, two_and_three
from ops.simulator.games.poker.holdem import faults
from ops.simulator.games.poker.holdem.faulty import HoldemFaults
from ops.simulator.games.poker.holdem.table import Hand
from ops.simulator.games.poker.table import ACOMPANHAR, DESISTIR, MINIMUM
from ops.simulator.kit.cards import shuffled
from ops.simulator.parties.party import Telling

OTHER_ORDER: Final = "general-order-of-hands"
LOOKED: Final = "estardilho-after-looking"
NOT_DOUBLE: Final = "restardilho-not-double"
NOT_OFFERED: Final = "estardilho-not-offered"
TURN_TOO_MANY: Final = "turn-too-many"
ANTE_SHORT: Final = "ante-short"
NOT_OF_SINTETICO: Final = frozenset(
    {
        faults.PEQUENA_WHOLE,
        faults.GRANDE_SHORT,
        faults.OWED_UNPAID,
        faults.LOW_RAISE,
        faults.FOURTH_REPIQUE,
        faults.BELOW_MINIMUM,
        faults.NO_BURN,
        faults.FLOP_BURNED,
        faults.FLOP_UNSHUFFLED,
        faults.RAISED_EXPOSED,
        faults.NO_RIVER,
    }
)
"""Blinds, burned cards, flop and rio, and the rules O8 and O15 to O18 are not of this game."""
ADVANCES: Final = (LOOKED, NOT_DOUBLE, NOT_OFFERED)


class PoquerSintetico(HoldemFaults):
    """A table of sintético, its players and their luck."""

    GAME: ClassVar[str] = "poquer_sintetico"
    PLACES: ClassVar[int] = 11
    NEWCOMERS_HAVE_THE_MAO: ClassVar[bool] = True
    LAST: ClassVar[int] = 4
    KEEP: ClassVar[bool] = True
    COURSES: ClassVar[tuple[str, ...]] = ("R58c", "R58e", "R66", "S17", "S17")
    TIE: ClassVar[str] = "Ah Kh Kc 9s 8d"
    BEST: ClassVar[str] = "Ah Ac 9d Ts 8c"
    VOIDING: ClassVar[frozenset[str]] = frozenset(
        {faults.MISDEAL_PLAYED, faults.DEAL_ORDER, faults.THREE_CARDS}
    )
    FAULTS: ClassVar[tuple[str, ...]] = (
        *(one for one in faults.COMMON_FAULTS if one not in NOT_OF_SINTETICO),
        OTHER_ORDER,
        *ADVANCES,
        TURN_TOO_MANY,
        ANTE_SHORT,
    )
    OPTIONS: ClassVar[Mapping[str, Option]] = {"estardilho": True}
    REOPENINGS: ClassVar[Mapping[str, Mapping[str, Option]]] = {
        **HoldemFaults.REOPENINGS,
        NOT_OFFERED: {"estardilho": False},
    }

    @staticmethod
    @override
    def value(own: Sequence[str], board: Sequence[str]) -> Value:
        return two_and_three(own, board, sintetico)

    @override
    def fresh(self) -> list[str]:
        return [card for card in shuffled(self.rng) if card[0] in "89TJQKA"]

    @override
    def stacked(self, common: Sequence[str], left: list[str]) -> list[str]:
        return left + [*common][::-1]

    @override
    def cutter(self, hand: Hand) -> int | None:
        """Return who cuts: at the mão's right, at the start the pagador's (S6)."""
        return hand.players[-1].seat

    @override
    def prepare_hand(self, name: str) -> Hand:
        hand = super().prepare_hand(name)
        while self.taken == OTHER_ORDER:
            one, other = hand.players[1].seat, hand.players[2].seat
            own = {one: ["Qh", "Th"], other: ["As", "Ac"]}
            self.rig(hand, own, "Ah Kh 9h Kd 8c")
            values = {seat: self.value(cards, hand.deck[-5:]) for seat, cards in hand.cards.items()}
            if max(values, key=lambda seat: values[seat]) == one:
                break
        return hand

    # --- antes and estardilho ------------------------------------------------------------------

    @override
    def force(self, hand: Hand) -> Telling:
        yield from self.noted_before(hand)
        hand.begin()
        for player in hand.players:
            chips = min(MINIMUM, player.cave)
            more = {}
            if hand.fault == ANTE_SHORT and player is hand.players[2]:
                chips = MINIMUM // 2
                assert hand.script is not None
                hand.script[0, 1] = DESISTIR, 0
                self.note(hand, "NB-BLIND", player.seat, chips - MINIMUM)
            elif hand.fault == faults.CASH_BET and player is hand.players[0]:
                more = {"means": "cash"}
                self.note(hand, "CREDIT", player.seat, chips)
            hand.take(player, chips)
            yield self.bet(hand, player, "ante", chips, **more)
        yield from self.added_after(hand)

    @override
    def deal(self, hand: Hand) -> Telling:
        yield from super().deal(hand)
        usual = not hand.fault and hand.course != "R66" and hand.script is None
        if hand.fault in ADVANCES or (usual and self.rng.randrange(15) == 0):
            yield from self.advance(hand)

    def advance(self, hand: Hand) -> Telling:
        """Announce an estardilho, and now and then a restardilho (S13)."""
        rich = [one for one in hand.players if one.cave > 3 * MINIMUM]
        if len(rich) < 2:  # noqa: PLR2004 - one may announce it, another raise it
            return
        first, second = self.rng.sample(rich, 2)
        hand.begin()
        looked = hand.fault == LOOKED
        yield self.announce(hand, first, "estardilho", MINIMUM, looked=looked)
        if hand.fault in (LOOKED, NOT_OFFERED):
            self.note(hand, "SI-EST", first.seat, MINIMUM)
        last = first
        if hand.fault == NOT_DOUBLE or (not hand.fault and self.rng.randrange(3) == 0):
            chips = 3 * MINIMUM if hand.fault == NOT_DOUBLE else 2 * MINIMUM
            yield self.announce(hand, second, "restardilho", chips)
            if hand.fault == NOT_DOUBLE:
                self.note(hand, "SI-EST", second.seat, chips)
            last = second
        player = hand.waiting(hand.ring(last)[1])
        while player is not None:
            folds = hand.script is None and self.rng.random() > player.luck + 0.2
            word = DESISTIR if folds else ACOMPANHAR
            yield self.act(hand, player, (word, 0), hand.name)
            player = hand.waiting(hand.ring(player)[1])

    def announce(
        self, hand: Hand, player: Sitting, word: str, chips: int, *, looked: bool = False
    ) -> Any:
        """Advance some chips: who plays puts in twice as much."""
        hand.take(player, chips)
        hand.level, hand.asked = 2 * chips, set()
        said = Decision(seat=player.seat, action=word, added=chips, looked=looked)
        return self.say(said, hand.name, after=(2, 6))

    # --- the turns -----------------------------------------------------------------------------

    @override
    def turns(self, hand: Hand) -> Telling:
        if hand.fault in (faults.VOID_GROUNDLESS, faults.VOID_KEPT):
            yield from super().turns(hand)
            return
        hand.opener = hand.players[1].seat
        excess = self.rng.randrange(self.LAST) if hand.course == "S17" else -1
        excess = 1 if hand.fault == TURN_TOO_MANY else excess
        for turn in range(self.LAST + 1):
            if len(hand.live) <= 1:
                return
            leader = hand.leader if turn else 0
            hand.turn, hand.opener = turn, leader or hand.opener
            if excess < 0 or turn != self.LAST:
                yield self.common(hand, hand.deck.pop())
            elif hand.fault != TURN_TOO_MANY:
                break
            else:
                self.note(hand, "SI-TURN", self.first_to_speak(hand).seat)
            if turn == excess:
                card = hand.deck.pop()
                yield self.common(hand, card)
                yield self.say(ErrorNoted(error="S17", cards=(card,), by="pagador"), hand.name)
            hand.begin()
            yield from self.speak(hand, exposing=False)
        if hand.fault in (faults.VOID_NET, faults.VOID_DECIDED):
            yield from self.void_online(hand)

    @override
    def first_to_speak(self, hand: Hand) -> Sitting:
        """Return who opens a turn: at the mão's left, later who had bet most (S14, S15)."""
        if not hand.board:
            return hand.players[1]
        return next(one for one in hand.players if one.seat == hand.opener)

    # --- the end -------------------------------------------------------------------------------

    @override
    def payouts(self, hand: Hand, division: Division) -> list[Payout]:
        if hand.fault != OTHER_ORDER:
            return super().payouts(hand, division)
        values = {
            one.seat: two_and_three(hand.cards[one.seat], hand.board, general) for one in hand.live
        }
        wrong = self.divide(hand, values)
        due, paid = division.due(), wrong.due()
        for seat in {*due, *paid}:
            self.plant(
                OTHER_ORDER,
                "SI-RANK",
                hand.name,
                seat=seat,
                due=due.get(seat, 0),
                paid=paid.get(seat, 0),
            )
        return super().payouts(hand, wrong)
