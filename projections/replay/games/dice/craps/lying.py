"""The bets that lie on a table of craps, found by what a throw does to them and by whose they are.

Nobody looks at a bet that nothing happens to: a round costs about its bets and its throws, however
long the bets lie. What is asked for here changes with each bet that comes, goes or is moved.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct

from ledger.money import Minor
from projections.replay.games.dice.craps.record import (
    BIG,
    FIELD,
    LINES,
    ODDS,
    ONE_THROW,
    Aposta,
    number_of,
)
from projections.replay.kit.bets import who
from projections.replay.kit.throws import Standing
from projections.replay.settlement import Outcome, Step

SEVEN: Final = 7
THE_LINE: Final = "pass_line"

Key = tuple[str | int, str, str]
"""A player, a chance, and which of it."""


class Fate(Struct, frozen=True, gc=False):
    """The fate of a stake."""

    outcome: Outcome
    rules: tuple[str, ...]
    why: tuple[Step, ...]
    times: tuple[int, int] = (0, 1)
    """The prize, as numerator and denominator of the stake."""


class Running(Struct, gc=False):
    """A bet while it is on the table."""

    standing: Standing
    bet: Aposta
    """As it lies now."""
    where: int
    """Its place in the record's bets."""
    number: int | None = None
    """The number on which a line bet waits: its point, or its box."""
    thrown: bool = False
    """Whether a line bet has had its first throw."""
    fate: Fate | None = None
    decided: int = 0
    """The throw that decided it."""
    unread: bool = False
    """Whether nobody can read its box, or the bet that it leans on: nothing decides it."""

    @property
    def lies(self) -> bool:
        """Whether the bet is on the table, undecided."""
        return self.fate is None and not self.standing.withdrawn


class Seats:
    """The places from which bets of some kind lie on the table, around it."""

    def __init__(self) -> None:
        """Begin with none."""
        self._count: dict[int, int] = {}
        self._around: list[int] = []

    def __contains__(self, seat: int) -> bool:
        """Tell whether a bet of this place lies there."""
        return seat in self._count

    def add(self, seat: int, count: int) -> None:
        """Count a bet of a place, or one less."""
        now = self._count.get(seat, 0) + count
        if not now:
            del self._count[seat], self._around[bisect_left(self._around, seat)]
            return
        if seat not in self._count:
            insort(self._around, seat)
        self._count[seat] = now

    def following(self, last: int, but: Collection[int]) -> int | None:
        """Return the first place after another, around the table, that is none of some others."""
        around = self._around
        after = bisect_right(around, last)
        for at in range(len(around)):
            seat = around[(after + at) % len(around)]
            if seat != last and seat not in but:
                return seat
        return None


class _Place(Struct, frozen=True, gc=False):
    """The number, the chance and the base by which a bet is found."""

    decides: int | None
    """The number that decides it, beside seven; 0: the next throw; None: no throw by itself."""
    key: Key
    valor: Minor
    base: int | None
    """Of odds: where the bet stands on which they lean."""


class Lying:
    """The bets on the table."""

    def __init__(self, first: dict[int, int]) -> None:
        """Begin with none; ``first`` tells where the first bet of each number stands."""
        self._first = first
        self._places: dict[int, _Place] = {}
        self._by_number: dict[int, set[int]] = {}
        self.seats = Seats()
        """Where anything lies."""
        self.on_the_line = Seats()
        """Where something lies on the pass-line."""
        self.totals: dict[Key, Minor] = {}
        self.members: dict[Key, set[int]] = {}
        self.moved: set[Key] = set()
        """Chances of players whose sum was another since somebody looked."""
        self.odds: dict[int, Minor] = {}
        """By where a bet stands the odds that lean on it."""
        self.leaning: dict[int, set[int]] = {}
        """And where those odds stand."""
        self.leant: set[int] = set()
        """Bets of which the odds, or the bet itself, changed since somebody looked."""

    def __contains__(self, where: int) -> bool:
        """Tell whether the bet that stands there in the record has come, and lies."""
        return where in self._places

    def put(self, one: Running) -> None:
        """Note a bet as it is now: laid, moved, decided or taken off."""
        if (was := self._places.pop(one.where, None)) is not None:
            self._count(one, was, -1)
        if one.lies:
            place = self._places[one.where] = self._place(one)
            self._count(one, place, 1)

    def decided_by(self, total: int) -> list[int]:
        """Return where the bets stand that a throw decides or gives their number, odds apart."""
        numbers: Iterable[int] = self._by_number if total == SEVEN else (0, total)
        return sorted(where for one in numbers for where in self._by_number.get(one, ()))

    def _place(self, one: Running) -> _Place:
        bet = one.bet
        tipo, base = bet.tipo, None
        number = number_of(bet)
        decides: int | None = number
        if one.unread:
            decides = None
        elif tipo in LINES:
            number = one.number
            decides = number or 0
        elif tipo == ODDS:
            number, decides = bet.base, None
            base = self._first.get(bet.base) if bet.base is not None else None
        elif tipo in BIG:
            decides = BIG[tipo]
        elif tipo == FIELD or tipo in ONE_THROW:
            decides = 0
        key = (who(bet), tipo, "" if number is None else str(number))
        return _Place(decides, key, max(bet.valor, 0), base)

    def _count(self, one: Running, place: _Place, sign: int) -> None:
        change = set[int].add if sign > 0 else set[int].discard
        where, key = one.where, place.key
        if place.decides is not None:
            change(self._by_number.setdefault(place.decides, set()), where)
        change(self.members.setdefault(key, set()), where)
        self.totals[key] = self.totals.get(key, 0) + sign * place.valor
        self.moved.add(key)
        self.seats.add(one.bet.seat, sign)
        if key[1] == THE_LINE:
            self.on_the_line.add(one.bet.seat, sign)
        if place.base is not None:
            change(self.leaning.setdefault(place.base, set()), where)
            self.odds[place.base] = self.odds.get(place.base, 0) + sign * place.valor
            self.leant.add(place.base)
