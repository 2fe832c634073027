"""The books: all pools with their journal, and how a posting changes them.

Everything a page changes is kept here until the stage writes it. What is bounded by what is open
(pools, awards not paid, transfers under way) stays; what is closed is looked up again.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, cast

import msgspec

from ledger.events.jackpots import PoolTransferred
from ledger.events.reviews import GamingDayClosed
from ledger.money import take_share
from projections.base.event import Event
from projections.base.parameter_book import ParameterBook
from projections.base.produced import Fault, Produced, Revenue
from projections.replay.settlement import money_text
from projections.stages.pools.books.agenda import Agenda
from projections.stages.pools.books.as_known import CoverVersion, Noted
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.journal import (
    DIFFERENCES,
    NOTHING,
    PARTS,
    SHOWN,
    Entry,
    Of,
    Posting,
    column_of,
    is_liability,
)
from projections.stages.pools.books.lookups import (
    Booked,
    CoverDay,
    Lookup,
    Owed,
    PoolDay,
    Read,
    Transfer,
    Undone,
)
from projections.stages.pools.books.moments import Move
from projections.stages.pools.books.pool import ACTIVE, EVERYWHERE, Pool

TAX_RATE: Final = "taxa_premio_ppm"
"""Parameter: what is withheld from a prize; 0 where none is set."""
ONCE: Final = ("pool-act ", "reading ")
"""How subjects begin that are one event, judged when it comes."""


def no_day(_casino: str) -> str | None:
    """Say of every casino that no day of it was closed."""
    return None


class Books:
    """Pools, journal, and what is open."""

    def __init__(self) -> None:
        """Begin with no pool."""
        self.pools: dict[str, Pool] = {}
        self.feeds: dict[str, list[Pool]] = {}
        """Member to the active pools it feeds, in the order in which they began."""
        self.entries: list[Entry] = []
        self.touched: set[str] = set()
        self.days: dict[tuple[str, str], PoolDay] = {}
        self.touched_days: set[tuple[str, str]] = set()
        self.open: dict[str, Won] = {}
        """Awards that are not paid in full, nor refused."""
        self.page_awards: dict[str, Won] = {}
        self.read_awards: dict[str, Won] = {}
        """Those of this page that are closed: whoever asks gets the same one."""
        self.page_booked: dict[str, Booked] = {}
        self.page_undone: dict[str, Undone] = {}
        self.page_stakes: dict[tuple[str, str], int] = {}
        self.transfers: dict[str, Transfer] = {}
        """Those under way, and those of this page."""
        self.touched_transfers: set[str] = set()
        self.covers: dict[tuple[str, str], CoverDay] = {}
        self.touched_covers: set[tuple[str, str]] = set()
        self.readings: list[Read] = []
        self.read_again: dict[int, Read] = {}
        """By position, those that were judged once more."""
        self.noted = Noted()
        self.owed: dict[str, Owed] = {}
        self.waiting: dict[str, str] = {}
        """Pool not opened yet to the event that declared its opening balances."""
        self.clock: str | None = None
        self.service: str | None = None
        """Whose ticks count."""
        self.devices: dict[str, int] = {}
        """``pool device`` to the highest number of its stakes so far."""
        self.general = False
        """Whether clock, owed, waiting or devices changed in this page."""
        self.position = self.line = 0
        self.day: str | None = None
        self.at = ""
        self.casino = EVERYWHERE
        self.about: dict[str, list[Fault]] = {}
        self.agenda = Agenda()
        self.correcting = False
        """Whether an event is judged that was judged before."""
        self.revenue: list[Revenue] = []
        self.first_open: Callable[[str], str | None] = no_day
        """Casino to the first day that is open for it, where one was closed."""
        self.look: Lookup | None = None
        self.book = ParameterBook()

    def begin(self, event: Event, produced: Produced) -> None:
        """Go on to an event's position."""
        self.position, self.line = event.position, 0
        self.day = produced.day or event.day or event.at[:10]
        self.at, self.casino, self.book = event.at, produced.casino, produced.book
        closes = isinstance(event.payload, GamingDayClosed)  # what it books is of the day it closes
        self.first_open = no_day if closes else produced.first_open

    # --- posting -------------------------------------------------------------------------------

    def post(
        self, pool: Pool, debit: str, credit: str, amount: int, reason: str, of: Of = NOTHING
    ) -> None:
        """Move an amount from one account to another; a negative one moves back."""
        if amount < 0:
            debit, credit, amount = credit, debit, -amount
        if amount == 0:
            return
        self.write(pool.name, debit, amount, reason, of)
        self.write(pool.name, credit, -amount, reason, of)
        balances = pool.balances
        balances[debit] = balances.get(debit, 0) - amount
        balances[credit] = balances.get(credit, 0) + amount
        moved = (credit in PARTS) - (debit in PARTS)
        seen = (credit in SHOWN) - (debit in SHOWN)
        self._moved(pool, moved * amount, seen * amount, reason)
        self.touched.add(pool.name)

    def write(self, pool: str, account: str, amount: int, reason: str, of: Of) -> None:
        """Write a line into the journal."""
        self.line += 1
        posting = Posting(pool=pool, account=account, amount=amount, reason=reason, of=of)
        self.entries.append(Entry(self.position, self.line, self.day_of(pool), posting))

    def reverse(self, postings: Sequence[Posting], reason: str, of: Of) -> None:
        """Take back what stands of these postings; no liability falls below zero.

        What a pool has given away since cannot come back from it: the difference is the
        operator's (P4), by the correction's two signatures.
        """
        sums: dict[str, dict[str, int]] = {}
        for one in postings:
            pool_sums = sums.setdefault(one.pool, {})
            pool_sums[one.account] = pool_sums.get(one.account, 0) - one.amount
        for name, lines in sorted(sums.items()):
            pool = self.pools.get(name)
            for account, amount in lines.items():
                if pool is not None and amount > 0 and is_liability(account):
                    lines[account] = min(amount, pool.holds(account))
            lines[DIFFERENCES] = lines.get(DIFFERENCES, 0) - sum(lines.values())
            self.compound(name, lines, reason, of)

    def compound(self, name: str, lines: Mapping[str, int], reason: str, of: Of) -> None:
        """Book several accounts of one pool at once; the lines sum to zero."""
        pool = self.pools.get(name)
        moved = seen = 0
        for account, amount in sorted(lines.items()):
            if amount == 0:
                continue
            self.write(name, account, amount, reason, of)
            if pool is not None:
                pool.balances[account] = pool.balances.get(account, 0) - amount
            moved -= amount if account in PARTS else 0
            seen -= amount if account in SHOWN else 0
        if pool is None:
            return
        self.touched.add(name)
        self._moved(pool, moved, seen, reason)

    def _moved(self, pool: Pool, moved: int, seen: int, reason: str) -> None:
        """Note in the pool's day what its parts, and what players see of them, changed by."""
        self.agenda.stirred.add(pool.name)
        if moved or seen:
            day = self.pool_day(pool)
            if day is not None:
                column = column_of(reason)
                setattr(day, column, getattr(day, column) + moved)
                day.hidden += moved - seen

    def correct_cycle(self, pool: Pool, before: int) -> None:
        """Book into the cycle whatever J1 + J2 changed since ``before`` by a correction."""
        pool.cycle.corrections += pool.shown - before

    # --- days ----------------------------------------------------------------------------------

    def day_of(self, name: str) -> str | None:
        """Return the day of a pool on which this position is booked.

        That is the event's, unless the pool's own casino has closed it: of casinos that share a
        pool one may close its day before another.
        """
        pool = self.pools.get(name)
        if pool is None or self.day is None:
            return self.day
        return max(self.day, self.first_open(pool.casino) or self.day)

    def pool_day(self, pool: Pool) -> PoolDay | None:
        """Return the pool's row of the accounting day, to book what moves it."""
        found = self.read_day(pool)
        if found is not None:
            found.residue = pool.residue
            self.noted.day(self.position, pool.name, found.day).residue = pool.residue
        return found

    def read_day(self, pool: Pool) -> PoolDay | None:
        """Return the pool's row of the accounting day, to note what was read on it."""
        this = self.day_of(pool.name)
        if this is None:
            return None
        key = (pool.name, this)
        found = self.days.get(key)
        if found is None:
            found = self.look.pool_day(*key) if self.look is not None else None
            if found is None:
                found = PoolDay(pool=pool.name, day=this, first=self.position)
            self.days[key] = found
        found.last = max(found.last, self.position)
        self.touched_days.add(key)
        self.noted.day(self.position, *key)
        return found

    # --- members -------------------------------------------------------------------------------

    def feed(self, pool: Pool, member: str) -> None:
        """Let a member's stakes qualify from here on."""
        feeds = self.feeds.setdefault(member, [])
        if pool.status == ACTIVE and pool not in feeds:
            feeds.append(pool)
            feeds.sort(key=lambda one: (one.began, one.name))

    def starve(self, pool: Pool, member: str) -> None:
        """Let a member's stakes qualify no more."""
        feeds = self.feeds.get(member, [])
        if pool in feeds:
            feeds.remove(pool)
        if not feeds:
            self.feeds.pop(member, None)

    def close(self, pool: Pool, status: str) -> None:
        """Let a pool take no more stakes."""
        pool.status = status
        pool.statuses.append((self.position, status))
        for name in pool.names:
            self.starve(pool, name)
        self.touched.add(pool.name)

    def reopen(self, pool: Pool) -> None:
        """Let a pool take stakes again."""
        pool.status = ACTIVE
        pool.statuses.append((self.position, ACTIVE))
        for name in pool.names:
            self.feed(pool, name)
        self.touched.add(pool.name)

    # --- what was written ----------------------------------------------------------------------

    def award(self, award: str) -> Won | None:
        """Return an award by its id."""
        found = self.open.get(award) or self.page_awards.get(award)
        if found is None:
            found = self.read_awards.get(award)
        if found is None and self.look is not None:
            found = self.look.award(award)
            if found is not None:
                self.read_awards[award] = found
        return found

    def said(self, name: str) -> Event | None:
        """Return an event that was recorded so far; a build has the whole log before it."""
        found = self.look.event(name) if self.look is not None else None
        return found if found is not None and found.position <= self.position else None

    def keep(self, won: Won) -> None:
        """Write an award's state, and keep it at hand while it is open."""
        self.page_awards[won.award] = self.noted.changed[won.award] = won
        if won.open:
            self.open[won.award] = won
        else:
            self.open.pop(won.award, None)

    def booked(self, round_id: str) -> Booked:
        """Return what of a round was booked."""
        found = self.page_booked.get(round_id)
        if found is None:
            found = self.look.booked(round_id) if self.look is not None else Booked()
        return found

    def undone(self, name: str) -> Undone:
        """Return what became of a stake or act."""
        found = self.page_undone.get(name)
        if found is None and self.look is not None:
            found = self.look.undone(name)
        return found or Undone()

    def standing(self, event: Event) -> Any:
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

    def posted_by(self, act: str) -> list[Posting]:
        """Return everything that an act's event posted, in this page and before."""
        stored = self.look.of_act(act) if self.look is not None else ()
        mine = [one.posting for one in self.entries if one.posting.of.act == act]
        return [*stored, *mine]

    def reading(self, pool: Pool, position: int) -> Read | None:
        """Return a reading that was judged, as it is known now."""
        mine = [one for one in self.readings if one.position == position]
        found = self.read_again.get(position) or next(iter(mine), None)
        if found is None and self.look is not None:
            found = self.look.reading(pool.name, position)
        return found

    def last_reading(self, pool: Pool, day: str, source: str) -> Read | None:
        """Return a day's last reading of a display, or of a controller, that stands."""
        mine = {one.position: one for one in self.readings} | self.read_again
        found = [
            one
            for one in mine.values()
            if (one.pool, one.day, one.source) == (pool.name, day, source) and one.withdrawn is None
        ]
        if self.look is not None:
            stored = self.look.last_reading(pool.name, day, source, list(mine))
            found += [stored] if stored is not None else []
        return max(found, key=lambda one: (one.at, one.position), default=None)

    def moved(self, pool: Pool, since: str, until: str) -> list[Move]:
        """Return a pool's changes from one time to another that were put away."""
        moves = self.look.past(pool.name, since, until) if self.look is not None else []
        moves += [move for one in self.noted.past if one.pool == pool.name for move in one.moves]
        return [move for move in moves if since <= move.at <= until]

    def transfer(self, number: str) -> Transfer | None:
        """Return a transfer by its order's number."""
        found = self.transfers.get(number)
        if found is None and self.look is not None:
            found = self.look.transfer(number)
        return found

    def cover_of(self, casino: str, day: str) -> CoverDay:
        """Return a day's cover to look at."""
        found = self.covers.get((casino, day))
        if found is None and self.look is not None:
            found = self.look.cover_day(casino, day)
        return found or CoverDay(casino=casino, day=day)

    def cover_day(self, casino: str, day: str) -> CoverDay:
        """Return a day's cover to change it."""
        found = self.covers.setdefault((casino, day), self.cover_of(casino, day))
        self.touched_covers.add((casino, day))
        self.noted.covered.add((casino, day))
        return found

    def note(self) -> None:
        """Note awards and covers as the event left them."""
        noted = self.noted
        if noted.changed:
            noted.prizes(self.position)
        for casino, day in sorted(noted.covered):
            one = self.covers[casino, day]
            if one.held is not None and one.closed is not None:
                noted.covers.append(
                    CoverVersion(casino, day, self.position, one.held, one.total, one.closed)
                )
        noted.covered.clear()
        self.agenda.borne.clear()

    # --- parameters and findings ---------------------------------------------------------------

    def value(self, name: str, *scopes: str) -> Any:
        """Return a parameter as it is in force at this event."""
        found = (*scopes, self.casino, EVERYWHERE)
        return self.book.value(name, found, self.at, self.position)

    def reserve_pays(self, pool: Pool) -> bool:
        """Tell whether reserve and overflow pay for the base (``reserva_paga_base``)."""
        return self.value("reserva_paga_base", pool.name) is True

    def tax_fault(self, event: Event, pool: str, amount: int, tax: int) -> Fault | None:
        """Return a fault if what was withheld is not what the profile says (BI R61 g)."""
        ppm = self.value(TAX_RATE, pool, event.place or EVERYWHERE)
        due, _ = take_share(amount, ppm if isinstance(ppm, int) else 0)
        if tax == due:
            return None
        return event_fault("JP-TAX", event, money_text(due), money_text(tax), amount=tax - due)

    @contextmanager
    def again(self) -> Generator[None]:
        """Let what is judged be what was judged before: that nothing is wrong with it is told."""
        was, self.correcting = self.correcting, True
        try:
            yield
        finally:
            self.correcting = was

    def find(self, subject: str, faults: Sequence[Fault]) -> None:
        """Let these be all that is wrong with a subject; the last word at a position counts.

        Of what one event says, nothing wrong is nothing to tell, unless the event was corrected.
        """
        once = subject.startswith(ONCE)
        if faults or not once or self.correcting or subject in self.about:
            self.about[subject] = list(faults)


def said_of(payload: PoolTransferred) -> dict[str, int]:
    """Return what a side of a transfer says of each component."""
    return {
        "base": payload.base,
        "accumulated": payload.accumulated,
        "reserve": payload.reserve,
        "overflow": payload.overflow,
    }


def event_fault(code: str, event: Event, expected: str, recorded: str, **others: Any) -> Fault:
    """Return a fault that one event proves."""
    return Fault(
        code=code,
        positions=others.pop("positions", (event.position,)),
        place=event.place,
        round=event.round,
        expected=expected,
        recorded=recorded,
        **others,
    )
