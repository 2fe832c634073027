"""One jogada of bingo as the room will play it: offer, sale, balls, claims, winners, prizes.

Computed from the rules' own words (R5 to R10, R36 to R50), apart from replay.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from ops.simulator.games.bingo.cards import FIGURE, NEVER, Edition, Symbol, complete_at
from ops.simulator.games.bingo.prizes import BINGO_SHARE, LINHA, LINHA_SHARE, Parts, shares

Key = tuple[str, int]
"""A card in play: its series and its number."""
BINGO: Final = "bingo"
CORNERS: Final = "quatro_cantos"
LINES: Final = ("horizontal", "vertical", "diagonal")
NOT_WHOLE: Final = "rasurado"


@dataclass(frozen=True)
class Offer:
    """Which prizes a jogada has: the words announced, and what they mean."""

    words: tuple[str, ...]
    lines: tuple[str, ...] = ()
    """The kinds of line that win the linha."""
    figure: tuple[int, ...] = ()

    @property
    def main(self) -> str:
        """The bingo, or the figura that is the bingo (R73 b)."""
        return "figura" if self.figure else BINGO

    @property
    def names(self) -> list[str]:
        """The prizes, the main one last."""
        corners = [CORNERS] if CORNERS in self.words else []
        return [*([LINHA] if self.lines else []), *corners, self.main]

    def kinds(self, prize: str) -> tuple[str, ...]:
        """Return for which shapes a prize is given."""
        return self.lines if prize == LINHA else (prize,)


OFFERS: Final = {
    90: (Offer((LINHA, BINGO), ("horizontal",)),),
    80: (
        Offer((LINHA, BINGO), LINES),
        Offer((LINHA, "horizontal", BINGO), ("horizontal",)),
        Offer(("diagonal", BINGO), ("diagonal",)),
        Offer(("horizontal", "coluna", BINGO), ("horizontal", "vertical")),
    ),
    75: (
        Offer((BINGO,)),
        Offer((LINHA, CORNERS, BINGO), LINES),
        Offer((LINHA, "diagonal", BINGO), ("diagonal",)),
        Offer((CORNERS, BINGO)),
        Offer(("figura",), (), FIGURE),
    ),
    30: (
        Offer((BINGO,)),
        Offer((LINHA, BINGO), LINES),
        Offer(("coluna", BINGO), ("vertical",)),
        Offer((CORNERS, BINGO)),
    ),
}
"""R5, R66, R67, R73 to R75, R83, R84."""


@dataclass
class Series:
    """Cards of an edition as they are put on sale: which is the next number."""

    names: tuple[str, str]
    """Two prints of the edition, that follow one another."""
    edition: Edition
    next: int = 1
    print: int = 0

    @property
    def name(self) -> str:
        """The print on sale."""
        return self.names[self.print]

    @property
    def left(self) -> int:
        """How many cards of it are left."""
        return self.edition.size - self.next + 1

    def turn(self) -> None:
        """Go on to the other print."""
        self.print = 1 - self.print
        self.next = 1


@dataclass
class Lot:
    """Cards of one series in a jogada."""

    series: str
    edition: Edition
    price: int
    first: int
    """The first that is put on sale."""
    cards: int
    """How many are put on sale."""
    second: bool = False
    double: bool = False
    limit: int | None = None
    inherited: bool = False


@dataclass
class Sale:
    """Cards sold together."""

    lot: Lot
    first: int
    last: int
    player: str
    double: bool = False
    inherited: bool = False
    means: str = "cash"
    amount: int = 0
    number: int = 0
    """Which sale of the jogada, those inherited first."""

    @property
    def numbers(self) -> range:
        """The cards' numbers."""
        return range(self.first, self.last + 1)

    @property
    def face(self) -> int:
        """The prizes of the cards in one jogada."""
        return len(self.numbers) * self.lot.price


@dataclass
class Call:
    """Somebody says that he has a prize."""

    prize: str
    card: Key
    valid: bool = True
    marked: bool = True
    reason: str | None = None


@dataclass
class Stop:
    """The draw stands still for claims."""

    calls: list[Call]
    asked: bool = True
    """Whether the second question was put (R46)."""


@dataclass
class Prize:
    """What one card is to get."""

    name: str
    """As it is paid: the prize whose money it is."""
    card: Key
    amount: int
    pool: str | None = None


@dataclass
class Jogada:
    """A jogada before it is told, and what has been told of it."""

    name: str
    variant: int
    offer: Offer
    price: int
    fault: str | None = None
    last: bool = False
    """Announced as the session's last (R53)."""
    lots: list[Lot] = field(default_factory=list[Lot])
    sales: list[Sale] = field(default_factory=list[Sale])
    order: list[Symbol] = field(default_factory=list[Symbol])
    """The balls as they come."""
    acts: list[Symbol | Stop] = field(default_factory=list[Symbol | Stop])
    won: dict[str, tuple[int, list[Key]]] = field(default_factory=dict[str, tuple[int, list[Key]]])
    """Prize to the ball and the cards."""
    parts: Parts | None = None
    limit: int | None = None
    """At most so many balls for the accumulator."""
    pooled: int = 0
    """The accumulator's prize, this jogada's increment included; 0 where it is not won."""
    pool: str | None = None
    tax: int = 0
    """Withheld from prizes, in millionths."""
    void: str | None = None
    """The rule by which it was annulled."""
    paid: int = 0
    ended: str = ""
    opened: str = ""
    due: list[Prize] = field(default_factory=list[Prize])
    given: dict[str, int] = field(default_factory=dict[str, int])
    """Heading of the acta to what was paid under it."""
    withheld: int = 0
    claims: list[str] = field(default_factory=list[str])
    """Calls that were verified, by the names of their events."""
    complaints: list[str] = field(default_factory=list[str])
    pending: bool = False
    """Whether a complaint was not decided when the jogada ended."""
    sets: list[str] = field(default_factory=list[str])
    breakdowns: int = 0
    incidents: int = 0
    drawn: int = 0
    short: bool = False
    """Whether less was paid than is due: then the record cannot be complete."""
    plan: tuple[int, int] = (LINHA_SHARE, BINGO_SHARE)
    """The parts of the sales for linha and for bingo."""
    facts: dict[str, Any] = field(default_factory=dict[str, Any])
    """What a fault keeps from one step to the next."""

    @property
    def doubles(self) -> bool:
        """Whether cards for two jogadas were sold here (R45)."""
        return any(sale.double and not sale.inherited for sale in self.sales)

    @property
    def total(self) -> int:
        """V: the face of the cards in play."""
        return sum(sale.face for sale in self.sales)

    @property
    def cards(self) -> int:
        """How many are in play."""
        return sum(len(sale.numbers) for sale in self.sales)

    @property
    def series(self) -> list[str]:
        """Series in the order of sale."""
        return list(dict.fromkeys(sale.lot.series for sale in self.sales))

    def in_play(self) -> list[Key]:
        """Return the cards in the order of sale: by series, then by number."""
        return [
            (name, number)
            for name in self.series
            for number in sorted(n for s in self.sales if s.lot.series == name for n in s.numbers)
        ]

    def runs(self) -> list[tuple[str, int, int]]:
        """Return the sold cards as intervals."""
        return intervals(self.in_play())

    def edition(self, series: str) -> Edition:
        """Return the edition of a series."""
        return next(sale.lot.edition for sale in self.sales if sale.lot.series == series)

    # --- the draw ------------------------------------------------------------------------------

    def completions(self, prize: str) -> list[tuple[int, Key]]:
        """Return at which ball each card in play has a prize's shape, the earliest first."""
        order = {number: index for index, number in enumerate(self.order, 1)}
        kinds, figure = self.offer.kinds(prize), self.offer.figure
        sets = {name: self.edition(name).sets(kinds, figure) for name in self.series}
        found = [
            (complete_at(sets[series][number - 1], order), (series, number))
            for series, number in self.in_play()
        ]
        return sorted((one for one in found if one[0] < NEVER), key=lambda one: one[0])

    def play_out(self, rng: Random, *, silent: Iterable[str] = (), plain: bool = False) -> None:
        """Let the balls come and people call; whoever is silent does not call that prize."""
        self.acts, self.won = [], {}
        names = self.offer.names
        calls = {prize: self._calls(rng, prize, plain=plain) for prize in names}
        for prize in silent:
            calls[prize] = []
        wrong = 0 if plain or rng.randrange(8) else rng.randrange(10, 20)
        for ball, number in enumerate(self.order, 1):
            self.acts.append(number)
            stop = Stop([])
            for prize in names:
                if prize not in self.won:
                    stop.calls += self._called(rng, prize, ball, calls[prize], plain=plain)
            if ball == wrong:
                stop.calls += self._mistaken(rng, ball)
            if stop.calls:
                self.acts.append(stop)
                self._decide(stop, ball)
            if self.offer.main in self.won:
                return

    def online(self) -> None:
        """Let the balls come; the first complete cards win, and nobody calls (R97)."""
        self.acts, self.won = [], {}
        end = self.completions(self.offer.main)[0][0]
        for prize in self.offer.names:
            made = self.completions(prize)
            if made and made[0][0] <= end:
                first = made[0][0]
                self.won[prize] = first, [card for ball, card in made if ball == first]
        self.acts = list(self.order[:end])

    def _calls(self, rng: Random, prize: str, *, plain: bool) -> list[list[int | Key]]:
        """Return for each card when it is complete, and when its holder calls."""
        found: list[list[int | Key]] = []
        for ball, card in self.completions(prize):
            late = 0 if plain or rng.randrange(12) else rng.choice((1, 2, 3, NEVER))
            found.append([ball, ball + late, card])
        return found

    def _called(
        self, rng: Random, prize: str, ball: int, calls: list[list[int | Key]], *, plain: bool
    ) -> list[Call]:
        """Return who calls a prize now: who has it and says so, and whom the question wakes."""
        ready = [one for one in calls if one[0] <= ball]  # type: ignore[operator]
        if not any(one[1] == ball for one in ready):
            return []
        found: list[Call] = []
        for _, when, card in ready:
            if when != ball and not rng.randrange(6):
                continue
            assert isinstance(card, tuple)
            call = Call(prize, card)
            if not plain and not rng.randrange(60):
                call.valid, call.marked, call.reason = False, False, "nao_marcado"
            elif not plain and not rng.randrange(80):
                call.valid, call.reason = False, NOT_WHOLE
            found.append(call)
        for call in found:
            if not call.valid:  # that card has lost its chance
                calls[:] = [one for one in calls if one[2] != call.card]
        return found

    def _mistaken(self, rng: Random, ball: int) -> list[Call]:
        """Return a call by somebody who does not have it yet."""
        prize = next(one for one in self.offer.names if one not in self.won)
        card = rng.choice(self.in_play())
        made = {card: ball for ball, card in self.completions(prize)}
        if made.get(card, NEVER) <= ball:
            return []
        return [Call(prize, card, valid=False, reason="incompleto")]

    def _decide(self, stop: Stop, ball: int) -> None:
        order = self.in_play()
        for prize in self.offer.names:
            cards = {call.card for call in stop.calls if call.prize == prize and call.valid}
            if cards and prize not in self.won:
                self.won[prize] = ball, [card for card in order if card in cards]

    # --- the prizes ----------------------------------------------------------------------------

    def award(self) -> list[Prize]:
        """Return the share of each winning card.

        What nobody claimed is the bingo's: the linha shared apart (R7), another added to it.
        """
        assert self.parts is not None
        main = self.offer.main
        money = dict(self.parts.prizes)
        for prize in list(money):
            if prize not in self.won and main not in self.won:
                del money[prize]  # without a bingo nothing decides it
            elif prize not in self.won and prize != LINHA:
                money[main] += money.pop(prize)
        found: list[Prize] = []
        for prize, amount in money.items():
            _, cards = self.won.get(prize) or self.won[main]
            parts = shares(amount, len(cards))
            found += [Prize(prize, card, part) for card, part in zip(cards, parts, strict=True)]
        ball, cards = self.won.get(main, (NEVER, []))
        if self.pool is not None and self.limit is not None and ball <= self.limit:
            parts = shares(self.pooled, len(cards))
            found += [
                Prize(main, card, part, self.pool) for card, part in zip(cards, parts, strict=True)
            ]
        self.due = found
        return found


def intervals(cards: Iterable[Key]) -> list[tuple[str, int, int]]:
    """Return cards as runs of one series.

    >>> intervals([("A", 1), ("A", 2), ("A", 5), ("B", 6)])
    [('A', 1, 2), ('A', 5, 5), ('B', 6, 6)]
    """
    found: list[tuple[str, int, int]] = []
    for series, number in cards:
        if found and found[-1][0] == series and found[-1][2] == number - 1:
            found[-1] = series, found[-1][1], number
        else:
            found.append((series, number, number))
    return found
