"""The scene of a drawn table: the facts told, what the rules make of them, what diverges.

``Stage`` is a canvas: it places the pieces that several games share, and says each in words.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from api.console.drawings.felt import BANK, SEAT, Dealt, Felt, Stake
from api.console.drawings.pieces import (
    BESIDE,
    CARD_H,
    CARD_W,
    CHANGED,
    GOLD,
    RED,
    TILE_W,
    Box,
    Card,
    Chip,
    Die,
    Drawing,
    Label,
    Piece,
    Pill,
    Tile,
)
from api.console.drawings.words import COLOURS, NBSP, Words
from projections.replay.kit.tiles import HONOURS, NUMBERED
from projections.replay.settlement import Outcome, Settlement

FACES: Final = frozenset({*NUMBERED, *HONOURS})
PAI_KAO_FACES: Final = frozenset({"branca", *map(str, range(1, 10))})
COLOUR_COUNT: Final = 4


@dataclass(frozen=True)
class Marks:
    """Bets, seats and cards that diverge at a step."""

    bets: frozenset[int] = frozenset()
    seats: frozenset[int] = frozenset()
    steps: frozenset[int] = frozenset()
    """The steps that brought what diverges: the card that was dealt there is framed."""
    whole: bool = False
    """Whether something of the coup itself diverges: no seat and no bet is named."""


NO_MARKS: Final = Marks()


@dataclass(frozen=True)
class Scene:
    """A table at a step, ready to be drawn."""

    felt: Felt
    language: str = "pt"
    currency: str = ""
    settled: Settlement | None = None
    """What the rules make of what was told so far."""
    marks: Marks = NO_MARKS
    changed: frozenset[int] = frozenset()
    """The steps of which a hypothesis changed the fact."""
    extra: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What a game needs besides: bingo's cards, a machine's sheet."""

    @property
    def result(self) -> Mapping[str, Any]:
        """The outcome in the game's own words; empty until there is one."""
        return {} if self.settled is None else self.settled.result

    def won_bets(self) -> frozenset[int]:
        """Return the bets that win by what was told so far."""
        lines = () if self.settled is None else self.settled.lines
        return frozenset(
            line.bet for line in lines if line.outcome is Outcome.GANHA and line.bet is not None
        )

    def won_seats(self) -> frozenset[int]:
        """Return the seats of which a bet, or the hand, wins by what was told so far."""
        lines = () if self.settled is None else self.settled.lines
        return frozenset(line.seat for line in lines if line.outcome is Outcome.GANHA)

    def outcome(self, seat: int) -> Outcome | None:
        """Return the outcome of a seat's stakes, where all came to the same."""
        lines = () if self.settled is None else self.settled.lines
        found = {line.outcome for line in lines if line.seat == seat}
        return found.pop() if len(found) == 1 else None


class Stage:
    """A canvas of a scene."""

    def __init__(self, scene: Scene, *, width: int = BESIDE) -> None:
        """Begin with an empty cloth."""
        self.scene = scene
        self.felt = scene.felt
        self.words = Words(scene.language, scene.currency)
        self.width = width
        self.pieces: list[Piece] = []
        self._faces: dict[str, None] = {}
        self._colours: dict[int, int] = {}
        for stake in scene.felt.bets.values():
            self._colours.setdefault(stake.seat, len(self._colours) + 1)

    def add(self, *pieces: Piece) -> None:
        """Lay pieces upon those before."""
        self.pieces.extend(pieces)

    def done(self, height: float, sentence: str) -> Drawing:
        """Return the drawing."""
        return Drawing(
            sentence=sentence,
            pieces=tuple(self.pieces),
            height=round(height),
            width=self.width,
            tiles=tuple(self._faces),
        )

    # --- words ---------------------------------------------------------------------------------

    def label(
        self, x: float, y: float, text: str, style: str = "", anchor: str = "middle", size: int = 13
    ) -> None:
        """Write words on the cloth."""
        self.add(Label(x, y, text, style, anchor, size))

    def colour(self, seat: int) -> int:
        """Return a seat's colour of chips, 1 to 4; 0 where there are more players."""
        number = self._colours.get(seat, 0)
        return number if number <= COLOUR_COUNT else 0

    def colour_word(self, seat: int) -> str:
        """Return the colour of a seat's chips in words, empty where it has none of its own."""
        return self.words(*COLOURS[self.colour(seat)]) if self.colour(seat) else ""

    # --- materials -----------------------------------------------------------------------------

    def mark_of(self, dealt: Dealt, mark: str = "") -> str:
        """Return the frame of a card: changed before diverging before what counts."""
        if dealt.step in self.scene.changed:
            return CHANGED
        return RED if dealt.step in self.scene.marks.steps else mark

    def card(
        self,
        x: float,
        y: float,
        dealt: Dealt,
        mark: str = "",
        w: float = CARD_W,
        *,
        closed: bool = False,
        turned: bool = False,
        faint: bool = False,
    ) -> None:
        """Lay a card; with ``closed`` by its back unless the table saw it."""
        hidden = closed and not dealt.open and not self.felt.closed
        rank, suit = self.words.rank(None if hidden else dealt.card)
        title = self.words.card(None if hidden else dealt.card)
        frame = self.mark_of(dealt, mark)
        self.add(Card(x, y, rank, suit, title, w, frame, turned, faint))

    def back(self, x: float, y: float, w: float = CARD_W, *, faint: bool = False) -> None:
        """Lay a card by its back."""
        self.add(Card(x, y, "", "", self.words.card(None), w, "", turned=False, faint=faint))

    def hand(
        self,
        x: float,
        y: float,
        cards: Sequence[Dealt],
        *,
        w: float = CARD_W,
        fan: float | None = None,
        closed: bool = False,
        gold: Iterable[str] = (),
        faint: bool = False,
    ) -> float:
        """Lay a hand from left to right; return where it ends."""
        step = w + 4 if fan is None else fan
        counted = list(gold)
        for at, one in enumerate(cards):
            mark = ""
            if one.card is not None and one.card in counted:
                counted.remove(one.card)
                mark = GOLD
            self.card(x + at * step, y, one, mark, w, closed=closed, faint=faint)
        return x + max(0, len(cards) - 1) * step + (w if cards else 0)

    def hand_width(self, count: int, w: float = CARD_W, fan: float | None = None) -> float:
        """Return how wide a hand lies."""
        step = w + 4 if fan is None else fan
        return max(0, count - 1) * step + (w if count else 0)

    def stake_title(self, stake: Stake) -> str:
        """Say a stake whole."""
        words = self.words
        return (
            f"{words.seat(stake.seat)}: {words.chance(stake.chance, stake.selection)}, "
            f"{words.money(stake.amount)}"
        )

    def stake_mark(self, stakes: Sequence[Stake]) -> str:
        """Return the frame of stakes that lie together."""
        bets = {stake.bet for stake in stakes}
        if bets & self.scene.marks.bets:
            return RED
        if {stake.step for stake in stakes} & self.scene.changed:
            return CHANGED
        return GOLD if bets & self.scene.won_bets() else ""

    def chip(
        self, x: float, y: float, stakes: Sequence[Stake], *, r: float = 15, gold: bool = True
    ) -> None:
        """Lay stakes of one place as a chip with their sum."""
        if not stakes:
            return
        mark = self.stake_mark(stakes)
        self.add(
            Chip(
                x,
                y,
                self.words.chip(sum(stake.amount for stake in stakes)),
                "; ".join(map(self.stake_title, stakes)),
                5 if stakes[0].account else self.colour(stakes[0].seat),
                r,
                mark if gold or mark != GOLD else "",
                faint=all(stake.gone for stake in stakes) and not mark,
            )
        )

    def pot(self, x: float, y: float, amount: int, title: str, r: float = 17) -> None:
        """Lay a heap of chips as one of gold."""
        self.add(Chip(x, y, self.words.chip(amount), title, 0, r))

    def die(self, x: float, y: float, face: int, w: float = 40, turn: int = 0, **look: Any) -> None:
        """Lay a die."""
        self.add(Die(x, y, face, self.words(f"dado, {face}", f"die, {face}"), w, turn, **look))

    def tile(
        self,
        x: float,
        y: float,
        name: str | None,
        w: float = TILE_W,
        mark: str = "",
        *,
        pai_kao: bool = False,
        faint: bool = False,
        turned: bool = False,
    ) -> None:
        """Lay a piece of mah-jong, or of pai kao; None is its back."""
        face = ""
        if name is not None:
            known = PAI_KAO_FACES if pai_kao else FACES
            face = name if name in known else "ilegivel"
            if pai_kao and face.isdigit():
                face = f"ponto-{face}"
            elif pai_kao and face == "branca":
                face = "liso"
            self._faces[face] = None
        title = self.words.tile(name)
        if face == "ilegivel":
            title = self.words(f"pedra ilegível: {name}", f"unreadable piece: {name}")
        self.add(Tile(x, y, face, title, w, mark, faint, turned))

    def pill(self, x: float, y: float, text: str, style: str = "", w: float = 92) -> None:
        """Write a count under a hand."""
        self.add(Pill(x - w / 2, y, w, text, style))

    def seat_frame(self, seat: int, x: float, y: float, w: float, h: float) -> None:
        """Frame a seat that diverges, that wins, or whose turn it is."""
        felt = self.felt
        if seat in self.scene.marks.seats:
            self.add(Box(x, y, w, h, "seat-red", 8))
        elif seat in self.scene.won_seats():
            self.add(Box(x, y, w, h, "seat-gold", 8))
        elif seat == felt.turn and not felt.closed and felt.settled_nothing():
            self.add(Box(x, y, w, h, "seat-turn", 8))

    def shoe(self, x: float, y: float, words: str) -> None:
        """Draw the shoe."""
        self.add(Box(x, y, 50, 38, "well", 4))
        self.label(x + 25, y + 55, words, "q")

    def status(self, y: float, x: float | None = None) -> None:
        """Write that the round is void, or was called null, where it is."""
        felt, words = self.felt, self.words
        text = ""
        if felt.void:
            text = words("Anulada: ", "Void: ") + words.cause(felt.void)
        elif felt.null:
            text = words("Nulo: ", "Null: ") + words.cause(felt.null)
        if text:
            width = min(self.width - 20, 20 + 8 * len(text))
            at = self.width / 2 if x is None else x
            self.add(Box(at - width / 2, y - 17, width, 26, "plaque", 4))
            self.label(at, y + 1, text, "plaque-ink")

    def who_pays(self, x: float, y: float) -> None:
        """Write whose colour is whose, for the chips of a cloth."""
        seats = list(self._colours)[:COLOUR_COUNT]
        for at, seat in enumerate(seats):
            left = x + at * 118
            self.add(Chip(left, y, str(seat), self.words.seat(seat), self.colour(seat), 11))
            self.label(
                left + 16, y + 4, f"{self.words.seat(seat)}, {self.colour_word(seat)}", "q", "start"
            )


def side(felt: Felt, who: str) -> list[Dealt]:
    """Return the cards of a side that has no seat."""
    return felt.at(who)


def own(felt: Felt, seat: int, hand: int = 1) -> list[Dealt]:
    """Return the cards of a seat."""
    return felt.at(SEAT, seat, hand)


def bank(felt: Felt) -> list[Dealt]:
    """Return the bank's cards."""
    return felt.at(BANK)


def known(cards: Iterable[Dealt]) -> list[str]:
    """Return the cards of a hand that can be read."""
    return [one.card for one in cards if one.card is not None]


def joined(words: Sequence[str]) -> str:
    """Return a list in words."""
    return ", ".join(word for word in words if word)


__all__ = [
    "CARD_H",
    "CARD_W",
    "NBSP",
    "NO_MARKS",
    "Marks",
    "Scene",
    "Stage",
    "bank",
    "joined",
    "known",
    "own",
    "side",
]
