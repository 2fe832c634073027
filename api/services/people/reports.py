"""Reports that people save: made at once, or by themselves at an hour of the casino's clock.

A report is its owner's, by his name and by what he comes in; his role and casinos are asked each
time it is made, so that who lost his role is made nothing. The one process that serves makes them:
an hour that passed while no service ran is caught up once, of the days that the hour meant.
"""

import logging
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Final, Literal, LiteralString, Self

import msgspec
import psycopg
from msgspec import Struct
from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from api.services.api_keys import Caller, Gatekeeper, Role, caller_from
from api.services.people.job_table import Desk
from api.services.people.prepared import FullError, Order, Prepared, PreparedFiles
from api.services.people.schedules import Every, Schedule, Span, days_of
from api.services.people.sessions import DEMONSTRATION, Session
from ledger.text.times import in_zone

EACH_MAX: Final = 20
"""Reports that one person saves."""
TITLE_LENGTH_MAX: Final = 80
"""Characters by which a person names what he keeps: a report, a subscription to findings."""
SIGNED_IN_DAYS: Final = 8
"""How long the role of a sign-in at the login provider holds for reports made by themselves: whom
the provider dropped signs in no more. A week and a day, so that who comes each Monday keeps it."""
TAKING: Final = frozenset((Role.INSPECTOR, Role.FINANCE, Role.DISPUTE))
"""Roles that take files."""
LOOK_SECONDS: Final = 20.0
Comes = Literal["key", "provider", "demonstration"]
Told = Literal["", "made", "full", "no-right"]
_LOGGER = logging.getLogger(__name__)


class Owner(Struct, frozen=True, kw_only=True):
    """The person whose a report is, or a subscription to findings."""

    name: str
    comes: Comes
    """By what he comes in: a name of one way is nobody of another."""

    @classmethod
    def of_session(cls, session: Session) -> Self:
        """Return the person of a session, by what it was opened.

        A session by a key is its key's: who comes in by it finds the reports saved with the key.
        """
        opened: Comes = "provider" if session.by_provider else "key"
        return cls(
            name=session.caller.name, comes="demonstration" if session.demonstration else opened
        )


class Wanted(Struct, frozen=True, kw_only=True):
    """A report as its owner saves it."""

    title: str
    order: Order
    """The file, but for its days; of a month's papers its name is empty."""
    span: Span = "all"
    schedule: Schedule = Schedule()


class Saved(Struct, frozen=True, kw_only=True):
    """A report as its row has it."""

    id: str
    name: str
    comes: Comes
    title: str
    asked_for: Any
    span: Span
    every: Every
    hour: int
    weekday: int
    monthday: int
    due: datetime | None
    wanted: datetime | None
    ran: datetime | None
    told: Told

    @property
    def owner(self) -> Owner:
        """The person whose a report is, or a subscription to findings."""
        return Owner(name=self.name, comes=self.comes)

    @property
    def order(self) -> Order:
        """The file, but for its days."""
        return msgspec.convert(self.asked_for, Order)

    @property
    def schedule(self) -> Schedule:
        """The hours at which the report is made by itself."""
        return Schedule(
            every=self.every, hour=self.hour, weekday=self.weekday, monthday=self.monthday
        )

    def order_at(self, at: datetime, zone: tzinfo, takes: Sequence[str]) -> Order:
        """Return the file that a moment's report is, by the filters that its table takes."""
        order, days = self.order, days_of(self.span, in_zone(at, zone).date())
        if days is None:
            return order
        first, last = (day.isoformat() for day in days)
        if order.what == "month":
            return msgspec.structs.replace(order, name=first[:7])
        told = {"from": first, "to": last} if "from" in takes else {}
        return msgspec.structs.replace(order, filters={**order.filters, **told})


class TooManyError(Exception):
    """Somebody saves more reports than one may have."""


class ReportTable:
    """Keeps the rows of saved reports."""

    def __init__(self, desk: Desk) -> None:
        """Keep the rows of reports at this desk."""
        self._desk = desk

    def of(self, owner: Owner | None) -> list[Saved]:
        """Return the reports of a person, or everybody's, by title."""
        values = {"name": owner and owner.name, "comes": owner and owner.comes}
        return self._asked(_OF, values)

    def due(self, now: datetime) -> list[Saved]:
        """Return the reports that are to be made now."""
        return self._asked(_DUE, {"now": now})

    def save(self, owner: Owner, wanted: Wanted, now: datetime, due: datetime | None) -> str:
        """Save a report in the place of another of its title; return its id.

        Raises:
            TooManyError: the person has as many as one may.

        """
        schedule = wanted.schedule
        values = {
            "id": secrets.token_hex(8),
            **msgspec.structs.asdict(owner),
            "title": wanted.title,
            "asked_for": Jsonb(msgspec.to_builtins(wanted.order)),
            "span": wanted.span,
            **msgspec.structs.asdict(schedule),
            "now": now,
            "due": due,
            "most": EACH_MAX,
        }
        with self._desk.connection() as connection:
            row = connection.execute(_SAVED, values).fetchone()
        if row is None:
            raise TooManyError(f"{EACH_MAX} reports of one person are saved; remove one")
        return str(row[0])

    def drop(self, id_: str, owner: Owner | None) -> bool:
        """Forget a report, of a person or of whoever has it; tell whether there was one."""
        values = {"id": id_, "name": owner and owner.name, "comes": owner and owner.comes}
        with self._desk.connection() as connection:
            return connection.execute(_DROPPED, values).rowcount > 0

    def want(self, id_: str, now: datetime) -> bool:
        """Have a report made by the service at its next look; tell whether there is one."""
        with self._desk.connection() as connection:
            return connection.execute(_WANTED, (now, id_)).rowcount > 0

    def ran(self, one: Saved, at: datetime, told: Told, due: datetime | None) -> None:
        """Note the outcome of a report's hour, and its next hour."""
        values = {"id": one.id, "at": at, "told": told, "due": due, "wanted": one.wanted}
        with self._desk.connection() as connection:
            connection.execute(_RAN, values)

    def _asked(self, query: LiteralString, values: Mapping[str, Any]) -> list[Saved]:
        with (
            self._desk.connection() as connection,
            connection.cursor(row_factory=class_row(Saved)) as cursor,
        ):
            return cursor.execute(query, values).fetchall()


class Reports:
    """Saves reports, and has the files made that are due."""

    def __init__(
        self,
        desk: Desk,
        gate: Gatekeeper,
        files: PreparedFiles,
        *,
        zone: Callable[[], tzinfo],
        takes: Callable[[str], Sequence[str]],
        may: Callable[[Role, Order], bool],
        note: Callable[[str, str], None],
        provider: bytes | None = None,
        demonstration: bool = False,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Ask nothing yet.

        ``takes`` gives the filters of an export, ``may`` tells whether a role takes a file away,
        ``note`` writes a reading down: who, and what.
        """
        self.table = ReportTable(desk)
        self._gate = gate
        self._files = files
        self._zone = zone
        self._takes = takes
        self.may = may
        self._note = note
        self._provider = provider
        self._demonstration = demonstration
        self._now = now
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="reports", daemon=True)

    def start(self) -> None:
        """Make the reports that are due, in a thread apart."""
        self._thread.start()

    def stop(self) -> None:
        """Begin no further report."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def save(self, owner: Owner, wanted: Wanted) -> str:
        """Save a report in the place of another of its title; return its id.

        Raises:
            TooManyError: the person has as many as one may.

        """
        now = self._now()
        due = None if wanted.schedule.every == "never" else wanted.schedule.next(now, self._zone())
        return self.table.save(owner, wanted, now, due)

    def remove(self, owner: Owner, id_: str) -> bool:
        """Forget a person's report with its files; tell whether there was one."""
        there = self.table.drop(id_, owner)
        if there:
            self._files.drop_of(id_)
        return there

    def run(self, owner: Owner, id_: str) -> Told | None:
        """Have a person's report made now; None where there is none of this id."""
        one = next((one for one in self.table.of(owner) if one.id == id_), None)
        return None if one is None else self._made(one, self._now(), one.due)

    def make_due(self) -> int:
        """Have each report made whose hour has come, once for all hours missed; return how many."""
        now, zone, made = self._now(), self._zone(), 0
        for one in self.table.due(now):
            at, due = one.wanted or now, one.due
            if one.due is not None and one.due <= now:
                at = one.schedule.last(now, zone) or one.due
                due = one.schedule.next(now, zone)
            try:
                made += self._made(one, at, due) == "made"
            except psycopg.OperationalError:
                raise
            except Exception:  # another's report is made all the same
                _LOGGER.exception("the report %s cannot be made", one.id)
        return made

    def caller_of(self, owner: Owner) -> Caller | None:
        """Return a person as his role and casinos are now; None where he takes no files any more.

        A person of the login provider is as his newest sign-in of the last week and a day was.
        """
        if owner.comes == "demonstration":
            role = next((role for role, name in DEMONSTRATION.items() if name == owner.name), None)
            found = (role, None) if role is not None and self._demonstration else None
        else:
            since = self._now() - timedelta(days=SIGNED_IN_DAYS)
            values = {"name": owner.name, "provider": self._provider, "since": since}
            with self._gate.connection() as connection:
                query = _BY_KEY if owner.comes == "key" else _BY_PROVIDER
                found = connection.execute(query, values).fetchone()
        if found is None or Role(found[0]) not in TAKING:
            return None
        return caller_from(owner.name, found[0], (), found[1])

    def files_of(self, one: Saved, caller: Caller) -> list[Prepared]:
        """Return a report's files, as far as they are still the caller's, the newest first."""
        return [file for file in self._files.of(caller) if file.report == one.id]

    def _made(self, one: Saved, at: datetime, due: datetime | None) -> Told:
        caller = self.caller_of(one.owner)
        if caller is None or not self.may(caller.role, one.order):
            self.table.ran(one, at, "no-right", due)
            return "no-right"
        order = one.order_at(at, self._zone(), self._takes(one.order.name))
        try:
            self._files.ask(caller, order, report=one.id, due=at)
        except FullError:
            # Its hour stays due: it is made when others are.
            self.table.ran(one, at, "full", one.due)
            return "full"
        self._note(caller.name, f"/v1/{order.what}/{order.name}?report={one.id}")
        self.table.ran(one, at, "made", due)
        return "made"

    def _run(self) -> None:
        while not self._stop.wait(LOOK_SECONDS):
            try:
                self.make_due()
            except psycopg.OperationalError as error:
                _LOGGER.warning("no report is made at present: %s", error)
            except Exception:
                _LOGGER.exception("no report is made at present")


_OF: Final[LiteralString] = """
SELECT id, name, comes, title, asked_for, span, every, hour, weekday, monthday, due, wanted, ran,
    told
FROM work.report
WHERE %(name)s::text IS NULL OR name = %(name)s AND comes = %(comes)s ORDER BY name, title
"""
_DUE: Final[LiteralString] = """
SELECT id, name, comes, title, asked_for, span, every, hour, weekday, monthday, due, wanted, ran,
    told
FROM work.report WHERE due <= %(now)s OR wanted IS NOT NULL ORDER BY due, id
"""
_SAVED: Final = """
INSERT INTO work.report AS r
(id, name, comes, title, asked_for, span, every, hour, weekday, monthday, saved, due)
SELECT %(id)s, %(name)s, %(comes)s, %(title)s, %(asked_for)s, %(span)s, %(every)s, %(hour)s,
    %(weekday)s, %(monthday)s, %(now)s, %(due)s
WHERE (
    SELECT count(*) FROM work.report AS o
    WHERE o.name = %(name)s AND o.comes = %(comes)s AND o.title <> %(title)s
) < %(most)s
ON CONFLICT (name, comes, title) DO UPDATE SET asked_for = excluded.asked_for,
    span = excluded.span, every = excluded.every, hour = excluded.hour,
    weekday = excluded.weekday, monthday = excluded.monthday, saved = excluded.saved,
    due = excluded.due
RETURNING id
"""
_DROPPED: Final = """
DELETE FROM work.report
WHERE id = %(id)s AND (%(name)s::text IS NULL OR name = %(name)s AND comes = %(comes)s)
"""
_WANTED: Final = "UPDATE work.report SET wanted = %s WHERE id = %s"
_RAN: Final = """
UPDATE work.report SET ran = %(at)s, told = %(told)s, due = %(due)s,
    wanted = CASE WHEN wanted = %(wanted)s AND %(told)s <> 'full' THEN NULL ELSE wanted END
WHERE id = %(id)s
"""
_BY_KEY: Final = """
SELECT role, casinos FROM access.api_key
WHERE name = %(name)s AND revoked IS NULL AND (expires IS NULL OR expires > clock_timestamp())
"""
_BY_PROVIDER: Final = """
SELECT role, casinos FROM access.session
WHERE name = %(name)s AND provider = %(provider)s AND begun > %(since)s
ORDER BY begun DESC LIMIT 1
"""
