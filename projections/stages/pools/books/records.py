"""Awards, rounds, acts, transfers, covers and readings: at hand while they are open, or looked up.

Everything a page changes of them is kept here until the stage writes it. What is bounded by what is
open stays; what is closed is looked up again.
"""

from typing import Any, cast

import msgspec

from projections.base.event import Event
from projections.stages.pools.books.as_known import CoverVersion, Noted
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.lookups import (
    Booked,
    CoverDay,
    Lookup,
    Owed,
    Read,
    Transfer,
    Undone,
)
from projections.stages.pools.books.moments import Key, Move
from projections.stages.pools.books.now import Now
from projections.stages.pools.books.pool import Pool


class Awards:
    """Awards that are not closed, and those of this page."""

    def __init__(self, look: Lookup, noted: Noted) -> None:
        """Begin with no award."""
        self._look, self._noted = look, noted
        self.open: dict[str, Won] = {}
        """Awards that are not paid in full, nor refused."""
        self.page: dict[str, Won] = {}
        """Awards that this page changed."""
        self.read: dict[str, Won] = {}
        """Closed awards that this page looked up: whoever asks gets the same one."""

    def get(self, award: str) -> Won | None:
        """Return an award by its id."""
        found = self.open.get(award) or self.page.get(award)
        if found is None:
            found = self.read.get(award)
        if found is None:
            found = self._look.award(award)
            if found is not None:
                self.read[award] = found
        return found

    def keep(self, won: Won) -> None:
        """Write an award's state, and keep it at hand while it is open."""
        self.page[won.award] = self._noted.changed[won.award] = won
        if won.open:
            self.open[won.award] = won
        else:
            self.open.pop(won.award, None)


class Records:
    """Rounds, acts, transfers, covers and readings at hand; debts and devices."""

    def __init__(self, look: Lookup, now: Now, noted: Noted) -> None:
        """Begin with nothing recorded."""
        self._look, self._now, self._noted = look, now, noted
        self.page_booked: dict[str, Booked] = {}
        self.page_undone: dict[str, Undone] = {}
        self.page_stakes: dict[tuple[str, str], list[int]] = {}
        self.transfers: dict[str, Transfer] = {}
        """Transfers under way, and those of this page."""
        self.touched_transfers: set[str] = set()
        self.covers: dict[tuple[str, str], CoverDay] = {}
        self.touched_covers: set[tuple[str, str]] = set()
        self.readings: list[Read] = []
        self.read_again: dict[int, Read] = {}
        """By position, readings that were judged once more."""
        self.owed: dict[str, Owed] = {}
        self.declared: dict[str, str] = {}
        """Pool not opened yet to the event that declared its opening balances."""
        self.service: str | None = None
        """Whose ticks count."""
        self.devices: dict[str, int] = {}
        """``pool device`` to the highest number of its stakes so far."""
        self.general = False
        """Whether the clock, owed, declared or devices changed in this page."""

    # --- events --------------------------------------------------------------------------------

    def event(self, name: str) -> Event | None:
        """Return a recorded event by its name."""
        return self._look.event(name)

    def at(self, position: int) -> Event | None:
        """Return the event at a position."""
        return self._look.at(position)

    def said(self, name: str) -> Event | None:
        """Return an event that was recorded so far; a build has the whole log before it."""
        found = self._look.event(name)
        return found if found is not None and found.position <= self._now.position else None

    def payload_of(self, event: Event) -> Any:
        """Return the payload that stands for an event: as recorded, or as it was corrected.

        None if it was withdrawn.
        """
        undone = self.undone(event.name)
        if not undone.corrected:
            return event.payload
        if undone.replacement is None:
            return None
        kind = cast("type[Any]", type(event.payload))
        return msgspec.json.decode(undone.replacement, type=kind)

    # --- rounds, stakes and acts ---------------------------------------------------------------

    def booked(self, round_id: str) -> Booked:
        """Return a round's increments and awards as they were booked."""
        found = self.page_booked.get(round_id)
        return found if found is not None else self._look.booked(round_id)

    def undone(self, name: str) -> Undone:
        """Return the fate of a stake or act: void, corrected, in effect."""
        return self.page_undone.get(name) or self._look.undone(name) or Undone()

    def set_undone(self, name: str, **changes: Any) -> None:
        """Change the fate of a stake or act."""
        self.page_undone[name] = msgspec.structs.replace(self.undone(name), **changes)

    def credited(self, pool: str, stake: str) -> list[int]:
        """Return the positions at which a stake of a device elsewhere was credited."""
        return [*self._look.credited(pool, stake), *self.page_stakes.get((pool, stake), ())]

    # --- readings ------------------------------------------------------------------------------

    def reading(self, pool: Pool, position: int) -> Read | None:
        """Return a reading that was judged, as it is known now."""
        mine = [one for one in self.readings if one.position == position]
        found = self.read_again.get(position) or next(iter(mine), None)
        return found if found is not None else self._look.reading(pool.name, position)

    def last_reading(self, pool: Pool, day: str, source: str) -> Read | None:
        """Return a day's last reading of a display, or of a controller, that stands."""
        mine = {one.position: one for one in self.readings} | self.read_again
        found = [
            one
            for one in mine.values()
            if (one.pool, one.day, one.source) == (pool.name, day, source) and one.withdrawn is None
        ]
        stored = self._look.last_reading(pool.name, day, source, list(mine))
        found += [stored] if stored is not None else []
        return max(found, key=lambda one: (one.at, one.position), default=None)

    def neighbours(self, pool: Pool, device: str, key: Key) -> tuple[Read | None, Read | None]:
        """Return the readings that stand of a device (kind and name) before and after a moment."""
        source, _, name = device.partition(" ")
        mine = {one.position: one for one in self.readings} | self.read_again
        of_it = [
            one
            for one in mine.values()
            if (one.pool, one.source, one.name) == (pool.name, source, name)
            and one.withdrawn is None
        ]
        of_it += self._look.neighbours(pool.name, source, name, key, list(mine))
        before = [one for one in of_it if (one.at, one.position) < (key.at, key.order)]
        later = [one for one in of_it if (one.at, one.position) > (key.at, key.order)]
        return (
            max(before, key=lambda one: (one.at, one.position), default=None),
            min(later, key=lambda one: (one.at, one.position), default=None),
        )

    def moved(self, pool: Pool, since: str, until: str) -> list[Move]:
        """Return a pool's changes from one time to another that were put away."""
        moves = self._look.past(pool.name, since, until)
        moves += [move for one in self._noted.past if one.pool == pool.name for move in one.moves]
        return [move for move in moves if since <= move.at <= until]

    # --- transfers and covers ------------------------------------------------------------------

    def transfer(self, number: str) -> Transfer | None:
        """Return a transfer by its order's number."""
        return self.transfers.get(number) or self._look.transfer(number)

    def cover_of(self, casino: str, day: str) -> CoverDay:
        """Return a day's cover to look at."""
        found = self.covers.get((casino, day)) or self._look.cover_day(casino, day)
        return found or CoverDay(casino=casino, day=day)

    def cover_day(self, casino: str, day: str) -> CoverDay:
        """Return a day's cover to change it."""
        found = self.covers.setdefault((casino, day), self.cover_of(casino, day))
        self.touched_covers.add((casino, day))
        self._noted.covered.add((casino, day))
        return found

    # --- versions ------------------------------------------------------------------------------

    def note(self) -> None:
        """Note a version of each award and cover that the event changed."""
        noted, position = self._noted, self._now.position
        if noted.changed:
            noted.prizes(position)
        for casino, day in sorted(noted.covered):
            one = self.covers[casino, day]
            if one.held is not None and one.closed is not None:
                version = CoverVersion(casino, day, position, one.held, one.total, one.closed)
                noted.covers.append(version)
        noted.covered.clear()
