"""Versions of days, prizes and covers, so that each can be shown as known at a position.

The journal says which amounts moved and where. Beside it stand what a day has besides amounts
(stakes by rate, the fraction carried, readings), each prize after each event that changed it, and
each cover of a day. Of all of them the last one up to a position is what was known there. Changes
of a pool that are kept at hand no longer are put away here, too.
"""

import msgspec
from msgspec import Struct, field

from projections.stages.pools.books.award import Won
from projections.stages.pools.books.moments import Move, Past


class Note(Struct):
    """What one event noted in a pool's day besides the journal's lines."""

    rates: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    """Rate in ppm to how many stakes were counted at it, and their sum; voids below zero."""
    residue: int | None = None
    """Millionths carried; None where only a reading was noted."""
    display: int | None = None
    display_off: int | None = None
    controller: int | None = None
    unread: str | None = None
    """``display`` or ``controller``: of it no reading of the day is left."""


class AwardVersion(Struct, frozen=True):
    """A prize as it was after an event."""

    award: str
    pool: str
    position: int
    """Where the prize was won."""
    known: int
    """The event's position."""
    state: str
    """The whole prize, as JSON."""


class CoverVersion(Struct, frozen=True):
    """The cover of the pools on a closed gaming day, as it was after an event."""

    casino: str
    day: str
    known: int
    held: int
    declared: int
    closed: int
    """Position of the day's close."""


class Noted:
    """The versions that the events of a page made, until they are written."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.days: dict[tuple[int, str, str], Note] = {}
        """By position, pool and day."""
        self.awards: list[AwardVersion] = []
        self.covers: list[CoverVersion] = []
        self.past: list[Past] = []
        self.changed: dict[str, Won] = {}
        """Awards that the event at hand changed."""
        self.covered: set[tuple[str, str]] = set()
        """Days of cover that the event at hand may have changed."""

    def day(self, position: int, pool: str, day: str) -> Note:
        """Return the note that the event at a position makes in a pool's day."""
        found = self.days.get((position, pool, day))
        if found is None:
            found = self.days[position, pool, day] = Note()
        return found

    def put_away(self, position: int, pool: str, moves: list[Move]) -> None:
        """Put changes of a pool away into rows, to keep them at hand no longer."""
        last = self.past[-1] if self.past else None
        if last is not None and (last.pool, last.position) == (pool, position):
            last.moves += moves
        else:
            self.past.append(Past(pool=pool, position=position, moves=moves))

    def stake(self, position: int, pool: str, day: str, ppm: int, stakes: int, staked: int) -> None:
        """Note stakes counted at a rate, or taken out of the count."""
        counted = self.day(position, pool, day).rates.setdefault(ppm, [0, 0])
        counted[0] += stakes
        counted[1] += staked

    def prizes(self, position: int) -> None:
        """Note the changed prizes as they are after an event."""
        for won in self.changed.values():
            state = msgspec.json.encode(won, order="deterministic").decode()
            self.awards.append(AwardVersion(won.award, won.pool, won.position, position, state))
        self.changed.clear()
