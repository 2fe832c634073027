"""Nights of póquer sintético: 28 cards, both own cards and three of the five common ones.

All put in an ante (S7); an estardilho may be announced and raised again before the first common
card (S13); five turns, one after each common card (S14, S15); a card turned too soon costs a turn
(S17); void on stricter grounds (S16).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Value as Option
from ledger.events.outcomes import ErrorNoted
from ledger.events.rounds import Decision
from ops.simulator.games.poker.betting import Sitting
from ops.simulator.games.poker.hands import Value, general, sintetico, two_and_three
from ops.simulator.games.poker.holdem.faults import HOLDEM, pay_by, pay_void
from ops.simulator.games.poker.holdem.seat_faults import opened_with
from ops.simulator.games.poker.holdem.table import Forced, Hand, HoldemTable
from ops.simulator.games.poker.table import ACOMPANHAR, DESISTIR, MINIMUM
from ops.simulator.kit.cards import shuffled
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling


class SinteticoTable(HoldemTable):
    """A table of sintético, at which all is right unless a fault is asked for."""

    GAME: ClassVar[str] = "poquer_sintetico"
    PLACES: ClassVar[int] = 11
    NEWCOMERS_HAVE_THE_MAO: ClassVar[bool] = True
    LAST: ClassVar[int] = 4
    KEEP: ClassVar[bool] = True
    COURSES: ClassVar[tuple[str, ...]] = ("R58c", "R58e", "R66", "S17", "S17")
    TIE: ClassVar[str] = "Ah Kh Kc 9s 8d"
    BEST: ClassVar[str] = "Ah Ac 9d Ts 8c"
    OPTIONS: ClassVar[Mapping[str, Option]] = {"estardilho": True}

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

    # --- antes and estardilho ------------------------------------------------------------------

    @override
    def force(self, hand: Hand) -> Telling:
        hand.begin()
        for player in hand.players:
            yield from self.post(hand, player, "ante", MINIMUM)

    @override
    def deal(self, hand: Hand) -> Telling:
        yield from super().deal(hand)
        usual = not hand.fault and hand.course != "R66" and hand.script is None
        if self.instead("advances", hand, usual and self.rng.randrange(15) == 0):
            yield from self.advance(hand)

    def advance(self, hand: Hand) -> Telling:
        """Announce an estardilho, and now and then a restardilho (S13)."""
        rich = [one for one in hand.players if one.cave > 3 * MINIMUM]
        if len(rich) < 2:  # noqa: PLR2004 - one may announce it, another raise it
            return
        first, second = self.rng.sample(rich, 2)
        hand.begin()
        yield self.announce(hand, first, "estardilho", MINIMUM)
        again = not hand.fault and self.rng.randrange(3) == 0
        chips = self.instead("raises", hand, 2 * MINIMUM if again else 0)
        if chips:
            yield self.announce(hand, second, "restardilho", chips)
        last = second if chips else first
        player = hand.waiting(hand.ring(last)[1])
        while player is not None:
            folds = hand.script is None and self.rng.random() > player.luck + 0.2
            word = DESISTIR if folds else ACOMPANHAR
            yield self.act(hand, player, (word, 0), hand.name)
            player = hand.waiting(hand.ring(player)[1])

    def announce(self, hand: Hand, player: Sitting, word: str, chips: int) -> Any:
        """Advance some chips: who plays puts in twice as much."""
        hand.take(player, chips)
        hand.level, hand.asked = 2 * chips, set()
        said = Decision(seat=player.seat, action=word, added=chips, looked=False)
        return self.say(self.instead(word, hand, said), hand.name, after=(2, 6))

    # --- the turns -----------------------------------------------------------------------------

    @override
    def turns(self, hand: Hand) -> Telling:
        hand.opener = hand.players[1].seat
        excess = self.rng.randrange(self.LAST) if hand.course == "S17" else -1
        excess = self.instead("excess", hand, excess)
        turns = self.instead("turns-in-all", hand, self.LAST + (excess < 0))
        for turn in range(self.LAST + 1):
            if len(hand.live) <= 1:
                return
            leader = hand.leader if turn else 0
            hand.turn, hand.opener = turn, leader or hand.opener
            if turn == turns:
                break
            if excess < 0 or turn != self.LAST:
                yield self.common(hand, hand.deck.pop())
            else:
                yield from self.at("turn-too-many", hand)
            if turn == excess:
                card = hand.deck.pop()
                yield self.common(hand, card)
                yield self.say(ErrorNoted(error="S17", cards=(card,), by="pagador"), hand.name)
            hand.begin()
            yield from self.ask(hand)

    @override
    def first_to_speak(self, hand: Hand) -> Sitting:
        """Return who opens a turn: at the mão's left, later who had bet most (S14, S15)."""
        if not hand.board:
            return hand.players[1]
        return next(one for one in hand.players if one.seat == hand.opener)


# --- what can be done wrong ----------------------------------------------------------------------


def flush_of_figures(table: HoldemTable, hand: Hand) -> bool:
    """Let a cor stand against a fullen, which is worth more by the general order."""
    one, other = hand.players[1].seat, hand.players[2].seat
    own = {one: ["Qh", "Th"], other: ["As", "Ac"]}
    while True:
        table.rig(hand, own, "Ah Kh 9h Kd 8c")
        values = {seat: table.value(cards, hand.deck[-5:]) for seat, cards in hand.cards.items()}
        if max(values, key=lambda seat: values[seat]) == one:
            return True


def ante_short(table: HoldemTable, hand: Hand, right: Forced) -> Forced:
    """Let the third put in half an ante."""
    if right.player is not hand.players[2] or hand.script is None:
        return right
    hand.script[0, 1] = DESISTIR, 0
    table.note(hand, "NB-BLIND", right.player.seat, MINIMUM // 2 - MINIMUM)
    return replace(right, chips=MINIMUM // 2)


def advance(table: HoldemTable, hand: Hand, right: object) -> bool:
    """Let an estardilho be announced."""
    del table, hand, right
    return True


def note_estardilho(table: HoldemTable, hand: Hand, right: Decision) -> Decision:
    """Plant who announced an estardilho or a restardilho."""
    table.note(hand, "SI-EST", right.seat, right.added)
    return right


def look_first(table: HoldemTable, hand: Hand, right: Decision) -> Decision:
    """Let somebody announce an estardilho after looking at his cards."""
    return structs.replace(note_estardilho(table, hand, right), looked=True)


def raise_threefold(table: HoldemTable, hand: Hand, right: int) -> int:
    """Let a restardilho be three times the estardilho, and not twice."""
    del table, hand, right
    return 3 * MINIMUM


def excess_in_second(table: HoldemTable, hand: Hand, right: int) -> int:
    """Let a card be turned too soon in the second turn."""
    del table, hand, right
    return 1


def one_turn_more(table: HoldemTable, hand: Hand, right: int) -> int:
    """Let all turns be played though a card was turned too soon."""
    del table, hand
    return right + 1


def note_turn(table: HoldemTable, hand: Hand) -> Telling:
    """Plant the turn that there should not be."""
    table.note(hand, "SI-TURN", table.first_to_speak(hand).seat)
    yield from ()


def by_general_order(own: Sequence[str], board: Sequence[str]) -> Value:
    """Return the value of a hand by the general order of hands."""
    return two_and_three(own, board, general)


NOT_OF_SINTETICO: Final = frozenset(
    {
        "pequena-whole",
        "grande-short",
        "owed-unpaid",
        "low-raise",
        "fourth-repique",
        "below-minimum",
        "no-burn",
        "exposed-flop-burned",
        "exposed-flop-unshuffled",
        "raised-after-exposure",
        "no-rio",
        "player-cuts",
    }
)
"""Blinds, burned cards, flop and rio, and the rules O8 and O15 to O18 are not of this game."""


def _voided(wrong: Wrong) -> Wrong:
    """Return a fault for which this game's law voids the hand that was played (S16)."""
    return replace(wrong, instead={**wrong.instead, "payouts": pay_void})


SINTETICO: Final[Mapping[str, Wrong]] = {
    **{fault: wrong for fault, wrong in HOLDEM.items() if fault not in NOT_OF_SINTETICO},
    "deal-order": _voided(HOLDEM["deal-order"]),
    "one-card-too-many": _voided(HOLDEM["one-card-too-many"]),
    "general-order-of-hands": Wrong(
        fits=flush_of_figures, instead={"payouts": pay_by("SI-RANK", by_general_order)}
    ),
    "estardilho-after-looking": Wrong(instead={"advances": advance, "estardilho": look_first}),
    "restardilho-not-double": Wrong(
        instead={"advances": advance, "raises": raise_threefold, "restardilho": note_estardilho}
    ),
    "estardilho-not-offered": Wrong(
        reopens=opened_with({"estardilho": False}),
        instead={"advances": advance, "estardilho": note_estardilho},
    ),
    "turn-too-many": Wrong(
        instead={"excess": excess_in_second, "turns-in-all": one_turn_more},
        does={"turn-too-many": note_turn},
    ),
    "ante-short": Wrong(instead={"forced-bet": ante_short}),
}
"""Every fault of a table of sintético."""


class PoquerSintetico(SinteticoTable):
    """A table of sintético, its players and their luck."""

    WRONGS: ClassVar[Mapping[str, Wrong]] = SINTETICO
    FAULTS: ClassVar[tuple[str, ...]] = tuple(SINTETICO)
