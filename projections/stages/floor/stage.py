"""The floor: which casinos there are, which gaming days are closed, and who should be speaking.

- An event belongs to the gaming day it claims, if that is still open where the event stands in the
  log, else to the first open day. What comes late is told with the closing it missed
  (``INT-CLOCK``), once a source and closing; each late event has its row. A source whose events
  are from the future, or before its own last, is told once, until its clock is right again. An
  event that claims no day is of the day in which its time lies, by its casino's cut-off and zone.
- Closing a gaming day closes the casino's days before it, too. Each of these on which something was
  played and that nobody had closed is a finding (``INT-CLOCK``).
- Where a casino has declared its cut-off or zone, a round that opens on a gaming day which by its
  own time has not begun is from the future (``INT-CLOCK``), told once a source until its rounds
  are of days that have begun. One that opens after the cut-off of the day it claims is of that day
  while it is open (``gaming_day``).
- ``place-scheduled`` says who should speak for a place on a day. From its opening to its closing a
  source that is silent for longer than its heartbeat is a finding (``INT-SILENT``), one for each
  silence; whether it spoke later shows in its row. Where no heartbeat is set, it is one that says
  nothing at all from the opening to the closing. A schedule without a closing hour ends where the
  next one of its place and source opens, and at the latest where its gaming day is closed: who has
  said nothing at all of that day by then is a finding, too.

Time is the service's ``clock-ticked``; nothing here reads a clock.
"""

from typing import Any, Final, LiteralString

from msgspec import Struct
from typing_extensions import override

from ledger.events import kinds_of
from ledger.events.machines import Play
from ledger.events.registry import (
    CasinoRegistered,
    ClockTicked,
    LedgerFounded,
    PlaceScheduled,
    PlaceWithdrawn,
    SourceEnrolled,
)
from ledger.events.reviews import GamingDayClosed
from ledger.events.rounds import RoundOpened
from ledger.events.tables import TableOpened
from projections.base import gaming_day
from projections.base.event import Event
from projections.base.produced import Change, Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.base.times import DAY_SECONDS, after, is_time

EVERYWHERE: Final = "*"
SKEW: Final = "clock_skew_seconds"
SKEW_SECONDS: Final = 300
HEARTBEAT: Final = "heartbeat_seconds"
"""The parameter where none is set: how far a source's clock may be from the service's, and its
events from their order."""

_CLOCK: Final = ("future", "back")
"""What is wrong with a clock by its own events, whatever day they claim."""

_DAY: Final = "day"
"""Its rounds are of a gaming day that has not begun."""

OWN: Final = kinds_of(
    CasinoRegistered,
    ClockTicked,
    GamingDayClosed,
    LedgerFounded,
    PlaceScheduled,
    PlaceWithdrawn,
    SourceEnrolled,
)
"""What is said about the floor itself."""
PLAYED: Final = kinds_of(Play, RoundOpened, TableOpened)
"""What makes a gaming day one that has to be closed."""


class Scheduled(Struct, kw_only=True):
    """A place that is to be open on a day, and who speaks for it."""

    day: str
    place: str
    source: str
    category: str
    casino: str | None
    opens: str | None
    closes: str | None
    heartbeat: int | None
    """Seconds after which a silence is a finding; None where none is set."""
    position: int
    """Of the schedule."""
    heard: int | None = None
    """Position of the last event of the source in this opening, as far as a tick has seen."""
    silent: int | None = None
    """Position of the tick, or the day's closing, at which the silence that lasts was found."""
    withdrawn: int | None = None


class Floor(Stage):
    """One row a casino, a closed day, a late event, and a place scheduled for a day."""

    name = "floor"
    watches = True
    tables = (
        ("casino", "casino"),
        ("closed_day", "position"),
        ("open_day", "casino, day"),
        ("late", "position"),
        ("scheduled", "position"),
        ("speaker", "source"),
        ("floor_clock", "at"),
    )

    def __init__(self) -> None:
        """Begin with an empty floor, and no day closed."""
        self._casinos: dict[str, str] = {}
        """Casino to the profile of its registration."""
        self._registered: dict[str, int] = {}
        """Casino to the position of its registration."""
        self._casinos_again: list[tuple[Any, ...]] = []
        self._read: Schema | None = None
        self._closed: dict[str, tuple[str, int]] = {}
        """Casino, or everywhere, to the last day closed and the position of its closing."""
        self._played: dict[tuple[str, str], int] = {}
        """Casino and gaming day that is not closed to the first event played on it."""
        self._new_played: list[tuple[str, str, int]] = []
        self._gone_played: list[tuple[str, str]] = []
        self._casino_of: dict[str, str] = {}
        """Place or source to its casino."""
        self._scheduled: dict[tuple[str, str, str], Scheduled] = {}
        """By place, source and day, those not over."""
        self._heard: dict[str, tuple[str, int]] = {}
        """Source to the time and position of the event that says the latest time."""
        self._astray: dict[str, str] = {}
        """Source to what is wrong with its clock: ``future``, ``back``, ``day`` or the closing it
        missed."""
        self._clock: str | None = None
        self._service: str | None = None
        self._new_casinos: list[tuple[Any, ...]] = []
        self._closings: list[tuple[Any, ...]] = []
        self._late: list[tuple[Any, ...]] = []
        self._touched: dict[int, Scheduled] = {}
        self._touched_speakers: set[str] = set()

    @override
    def load(self, schema: Schema, source: Source) -> None:
        first = source.events([1])
        if first and isinstance(first[0].payload, LedgerFounded):
            self._service = first[0].source
        self._read = schema
        execute = schema.cursor.execute
        for casino, profile, position in execute(
            schema.query("SELECT casino, profile, position FROM {s}.casino")
        ).fetchall():
            self._casinos[casino], self._registered[casino] = profile, position
        rows = execute(
            schema.query(
                "SELECT DISTINCT ON (casino) position, casino, day FROM {s}.closed_day "
                "ORDER BY casino, day DESC, position"
            )
        )
        for position, casino, day in rows.fetchall():
            self._close(casino, str(day), position)
        rows = execute(schema.query("SELECT casino, day::text, position FROM {s}.open_day"))
        self._played = {(casino, day): position for casino, day, position in rows.fetchall()}
        columns: LiteralString = ", ".join(Scheduled.__struct_fields__)  # type: ignore[assignment]
        rows = execute(
            schema.query(
                f"SELECT {columns} FROM {{s}}.scheduled WHERE NOT over ORDER BY position"  # noqa: S608 - our own names
            )
        )
        for row in rows.fetchall():
            one = Scheduled(**dict(zip(Scheduled.__struct_fields__, row, strict=True)))
            one.day = str(one.day)
            self._scheduled[one.place, one.source, one.day] = one
        rows = execute(schema.query("SELECT source, casino, at, position, astray FROM {s}.speaker"))
        for name, casino, at, position, astray in rows.fetchall():
            if astray is not None:
                self._astray[name] = astray
            if at is not None:
                self._heard[name] = (at, position)
            if casino is not None:
                self._casino_of[name] = casino
        for one in self._scheduled.values():
            self._place_in(one.place, one.casino)
        row = execute(schema.query("SELECT at FROM {s}.floor_clock")).fetchone()
        self._clock = row[0] if row is not None else None

    # --- folding -------------------------------------------------------------------------------

    @override
    def begin(self, produced: Produced) -> None:
        produced.first_open = self._first_open
        produced.profile_of = self._casinos.get
        produced.home_of = self._home_of

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        casinos = self._casino_of
        found = casinos.get(event.place) if event.place is not None else None
        produced.casino = found or casinos.get(event.source, EVERYWHERE)
        produced.closes = True
        claimed = event.day
        certain = claimed is not None and not self._closed
        produced.day = claimed if certain else self._accounting_day(event, produced)
        for change in produced.changes:
            self._correct(change, produced)
        kind = event.kind
        if kind in PLAYED and not produced.withheld and produced.day == claimed is not None:
            self._note_played(event, produced)
        if produced.resumed:
            self._fold_own(event, produced)  # when it was said it was heard
            return
        if produced.withheld:
            self._hear(event, produced)
            return
        if kind in OWN and self._fold_own(event, produced):
            return
        if kind == _OPENED and gaming_day.declared(produced.book):
            self._begun(event, produced)
        self._hear(event, produced)

    def _home_of(self, place: str | None) -> str:
        return self._casino_of.get(place or "", EVERYWHERE)

    def _fold_own(self, event: Event, produced: Produced) -> bool:
        """Take an act about the floor; True where it is the clock's own."""
        match event.payload:
            case ClockTicked() if event.source == self._service:
                self._tick(event, produced)
                return True
            case LedgerFounded() if self._service is None:
                self._service = event.source
            case SourceEnrolled(source=source, casino=str(casino)):
                self._casino_of[source] = casino
                self._touched_speakers.add(source)
            case CasinoRegistered():
                self._register(event, event.payload)
            case PlaceScheduled():
                self._schedule(event, event.payload, produced)
            case PlaceWithdrawn():
                self._withdraw(event, event.payload)
            case GamingDayClosed():
                self._end_day(event, event.payload, produced)
            case _:
                pass
        return False

    def _register(self, event: Event, payload: CasinoRegistered) -> None:
        row = (payload.casino, payload.operator, payload.currency, payload.profile, event.position)
        if payload.casino not in self._casinos:
            self._casinos[payload.casino] = payload.profile
            self._registered[payload.casino] = event.position
            self._new_casinos.append(row)

    # --- corrections ---------------------------------------------------------------------------

    def _correct(self, change: Change, produced: Produced) -> None:
        """Let a registration, or a schedule, be from here on as it is corrected."""
        target = change.target
        match change.payload:
            case CasinoRegistered(casino=casino) as now:
                if self._registered.get(casino) == target.position:
                    self._casinos[casino] = now.profile
                    self._casinos_again.append(
                        (casino, now.operator, now.currency, now.profile, target.position)
                    )
            case PlaceScheduled() | None if isinstance(target.payload, PlaceScheduled):
                self._schedule_again(target, change.payload, produced)
            case _:
                pass

    def _schedule_again(
        self, target: Event, now: PlaceScheduled | None, produced: Produced
    ) -> None:
        """Let a schedule read as it is corrected; what was silent before by it is so no more."""
        if target.place is None or target.day is None:
            return
        standing = [one for one in self._scheduled.values() if one.position == target.position]
        silent = standing[0].silent if standing else self._silent_by(target.position)
        if silent is not None:
            produced.about.append((f"silence {target.position} {silent}", []))
        for one in standing:
            del self._scheduled[one.place, one.source, one.day]
            if now is None:
                one.withdrawn = produced.changes[0].act.position
            self._touched[one.position] = one
        if now is None:
            return
        self._place_in(target.place, now.casino)
        if standing:
            self._schedule(target, now, produced)

    def _silent_by(self, position: int) -> int | None:
        """Return where the silence of a schedule that is over was found; None where none was."""
        if position in self._touched or self._read is None:
            one = self._touched.get(position)
            return None if one is None else one.silent
        query = self._read.query("SELECT silent FROM {s}.scheduled WHERE position = %s")
        row = self._read.cursor.execute(query, (position,)).fetchone()
        return None if row is None else row[0]

    # --- days ----------------------------------------------------------------------------------

    def _accounting_day(self, event: Event, produced: Produced) -> str | None:
        day = event.day
        if isinstance(event.payload, GamingDayClosed):
            return day
        if day is None:
            day = gaming_day.day_at(produced.book, produced.casino, event.at, event.position)
        last = self._last_closed(produced.casino) if self._closed else None
        if last is None or day > last[0]:
            return day
        first_open = gaming_day.day_after(last[0])
        if event.day is None or produced.resumed or produced.withheld:
            return first_open
        self._late.append((event.position, last[1], day, first_open))
        if not self._goes_astray(event, f"closing {last[1]}"):
            return first_open
        produced.faults.append(
            Fault(
                code="INT-CLOCK",
                positions=(last[1], event.position),
                place=event.place,
                round=event.round,
                expected=f"a day after {last[0]}, which is closed",
                recorded=day,
                facts={"fact": "closed_day", "booked": first_open},
            )
        )
        return first_open

    def _first_open(self, casino: str) -> str | None:
        """Return the first day that is not closed for a casino; None where none was closed."""
        last = self._last_closed(casino)
        return None if last is None else gaming_day.day_after(last[0])

    def _last_closed(self, casino: str) -> tuple[str, int] | None:
        """Return the last day closed for a casino, alone or with all others."""
        own, everywhere = self._closed.get(casino), self._closed.get(EVERYWHERE)
        if own is None or everywhere is None:
            return own or everywhere
        return max(own, everywhere)

    def _end_day(self, event: Event, payload: GamingDayClosed, produced: Produced) -> None:
        if event.day is None:
            return
        casino = payload.casino or EVERYWHERE
        if self._too_early(event, payload.casino, produced):
            produced.closes = False
            return
        everywhere = self._closed.get(EVERYWHERE)
        produced.closes = self._close(casino, event.day, event.position)
        if everywhere is not None and event.day <= everywhere[0]:
            produced.closes = False  # it was closed for all
        if produced.closes:
            self._closings.append((event.position, casino, event.day, event.source))
            self._end_schedules(casino, event, event.day, produced)
            self._end_open_days(casino, event, event.day, produced)

    def _note_played(self, event: Event, produced: Produced) -> None:
        """Note that something was played on a gaming day that is not closed."""
        assert event.day is not None
        key = produced.casino, event.day
        if key not in self._played:
            self._played[key] = event.position
            self._new_played.append((*key, event.position))

    def _end_open_days(self, casino: str, event: Event, day: str, produced: Produced) -> None:
        """End a casino's days with a closing; those before it had been left open."""
        ended = sorted(
            (of, position, home)
            for (home, of), position in self._played.items()
            if of <= day and casino in (EVERYWHERE, home)
        )
        for of, position, home in ended:
            del self._played[home, of]
            if of < day:
                produced.faults.append(
                    Fault(
                        code="INT-CLOCK",
                        positions=tuple(sorted({position, event.position})),
                        expected=f"{of} closed before {day}",
                        recorded="left open",
                        facts={"fact": "left_open", "casino": home, "day": of},
                    )
                )
        self._gone_played += [(home, of) for of, _, home in ended]

    def _too_early(self, event: Event, casino: str | None, produced: Produced) -> bool:
        """Find a closing of a gaming day that has not begun: it closes nothing.

        Where no hours were declared a day may have begun one before the calendar's of UTC.
        """
        assert event.day is not None
        eve = gaming_day.not_begun_at(produced.book, casino, event.day, event.position)
        if eve is not None and not gaming_day.declared(produced.book):
            eve = after(eve, -DAY_SECONDS)
        if eve is None or event.at > self._limit(eve, -1, event, produced):
            return False
        self._clock_fault(event, produced, f"after {eve}", _DAY, ())
        return True

    def _close(self, casino: str, day: str, position: int) -> bool:
        """Close a day and all before it; False if it was closed already."""
        known = self._closed.get(casino)
        if known is not None and day <= known[0]:
            return False
        self._closed[casino] = (day, position)
        return True

    # --- who speaks ----------------------------------------------------------------------------

    def _schedule(self, event: Event, payload: PlaceScheduled, produced: Produced) -> None:
        if event.place is None or event.day is None:
            return
        self._place_in(event.place, payload.casino)
        one = Scheduled(
            day=event.day,
            place=event.place,
            source=payload.source,
            category=payload.category,
            casino=payload.casino,
            opens=payload.opens if is_time(payload.opens) else None,
            closes=payload.closes if is_time(payload.closes) else None,
            heartbeat=self._heartbeat(event, payload, produced),
            position=event.position,
        )
        key = (event.place, payload.source, event.day)
        if key in self._scheduled:  # its hours were changed
            self._over(self._scheduled[key])
        self._scheduled[key] = one
        self._touched[event.position] = one

    def _heartbeat(self, event: Event, payload: PlaceScheduled, produced: Produced) -> int | None:
        """Return after how long a silence is found: under a matrix no longer than what is in force.

        Who is watched does not set by how much; a schedule that says more is ``REG-RULE``.
        """
        said, place = payload.heartbeat_seconds, event.place
        if not produced.matrix or place is None:
            return said
        scopes = (place, payload.casino or self._casino_of.get(place, EVERYWHERE), EVERYWHERE)
        setting = produced.book.setting(HEARTBEAT, scopes, event.at, event.position)
        most = None if setting is None else setting.value
        if setting is None or type(most) is not int or most <= 0:
            return said
        if said is not None and said > most:
            produced.faults.append(
                Fault(
                    code="REG-RULE",
                    positions=tuple(sorted({setting.known, event.position})),
                    place=place,
                    expected=f"{HEARTBEAT} up to {most}",
                    recorded=str(said),
                    facts={"option": HEARTBEAT},
                )
            )
        return most if said is None else min(said, most)

    def _place_in(self, place: str, casino: str | None) -> None:
        if casino is not None:
            self._casino_of[place] = casino

    def _withdraw(self, event: Event, payload: PlaceWithdrawn) -> None:
        for (place, source, day), one in list(self._scheduled.items()):
            if event.day is not None and day > event.day:
                continue
            if place == event.place and payload.source in (None, source):
                one.withdrawn = event.position
                self._over(one)

    def _over(self, one: Scheduled) -> None:
        del self._scheduled[one.place, one.source, one.day]
        self._touched[one.position] = one

    def _end_schedules(self, casino: str, event: Event, until: str, produced: Produced) -> None:
        """End the schedules without a closing hour, of a closed day and the days before."""
        for one in list(self._scheduled.values()):
            home = one.casino or self._casino_of.get(one.source, EVERYWHERE)
            if one.closes is not None or one.day > until or casino not in (EVERYWHERE, home):
                continue
            begun = one.opens is None or self._clock is None or one.opens <= self._clock
            if begun and one.silent is None and not self._spoke(one, home, produced):
                one.silent = event.position
                self._silence(one, event, produced, (), f"a word on {one.day}", "none")
            self._over(one)

    def _spoke(self, one: Scheduled, casino: str, produced: Produced) -> bool:
        """Tell whether the source of a schedule said anything since it, or of its day."""
        heard, position = self._heard.get(one.source, ("", 0))
        if one.opens is not None:
            return heard >= one.opens
        eve = gaming_day.not_begun_at(produced.book, casino, one.day, one.position)
        return position >= one.position or (eve is not None and heard > eve)

    def _hear(self, event: Event, produced: Produced) -> None:
        """Take note of when a source spoke, and whether its clock can be right."""
        source, at = event.source, event.at
        last = self._heard.get(source)
        if self._clock is not None and at > self._clock:
            limit = self._limit(self._clock, 1, event, produced)
            if at > limit:
                if self._goes_astray(event, "future"):
                    self._clock_fault(event, produced, f"not after {limit}", "future", ())
                return  # a time that cannot be is not when it spoke
        if last is not None and at < last[0]:
            limit = self._limit(last[0], -1, event, produced)
            if at >= limit:
                self._comes_right(event)
            elif self._goes_astray(event, "back"):
                self._clock_fault(event, produced, f"not before {limit}", "back", (last[1],))
            return
        if source in self._astray:
            self._comes_right(event)
        self._heard[source] = (at, event.position)
        self._touched_speakers.add(source)

    def _begun(self, event: Event, produced: Produced) -> None:
        """Find a round opened on a gaming day that by the round's own time has not begun."""
        if event.day is None or self._astray.get(event.source) in _CLOCK:
            return  # of a clock that is wrong that was said
        eve = gaming_day.not_begun_at(produced.book, produced.casino, event.day, event.position)
        if eve is None or event.at > self._limit(eve, -1, event, produced):
            if self._astray.get(event.source) == _DAY:
                del self._astray[event.source]
                self._touched_speakers.add(event.source)
        elif self._goes_astray(event, _DAY):
            self._clock_fault(event, produced, f"after {eve}", _DAY, ())

    def _goes_astray(self, event: Event, how: str) -> bool:
        """Take note of what is wrong with a source's clock; False where that is known already."""
        if self._astray.get(event.source) == how:
            return False
        self._astray[event.source] = how
        self._touched_speakers.add(event.source)
        return True

    def _comes_right(self, event: Event) -> None:
        if self._astray.get(event.source) in _CLOCK:
            del self._astray[event.source]
            self._touched_speakers.add(event.source)

    def _skew(self, event: Event, produced: Produced) -> int:
        scopes = (event.place or EVERYWHERE, produced.casino, EVERYWHERE)
        found = produced.book.value(SKEW, scopes, event.at, event.position)
        return found if isinstance(found, int) else SKEW_SECONDS

    def _limit(self, at: str, sign: int, event: Event, produced: Produced) -> str:
        """Return the time that an event may reach, given another."""
        if SKEW not in produced.book.settings:
            return after(at, sign * SKEW_SECONDS)
        return after(at, sign * self._skew(event, produced))

    def _clock_fault(
        self, event: Event, produced: Produced, expected: str, fact: str, with_: tuple[int, ...]
    ) -> None:
        produced.faults.append(
            Fault(
                code="INT-CLOCK",
                positions=(*with_, event.position),
                place=event.place,
                round=event.round,
                expected=expected,
                recorded=event.at,
                facts={"fact": fact, "source": event.source},
            )
        )

    def _tick(self, event: Event, produced: Produced) -> None:
        if self._clock is None or event.at > self._clock:
            self._clock = event.at
        begun = [
            one for one in self._scheduled.values() if one.opens is None or event.at >= one.opens
        ]
        last = {(one.place, one.source): one.day for one in sorted(begun, key=lambda one: one.day)}
        for one in begun:
            if one.closes is None and one.day < last[one.place, one.source]:
                self._over(one)
            elif one.closes is not None and event.at >= one.closes:
                self._listen(one, event, produced, until=one.closes)
                self._over(one)
            elif one.heartbeat is not None:
                self._listen(one, event, produced, until=event.at)

    def _listen(self, one: Scheduled, tick: Event, produced: Produced, *, until: str) -> None:
        """Find out at a tick whether a place was silent for too long up to a time, while open.

        Where no heartbeat is set, that is all the time it was open.
        """
        heard, position = self._heard.get(one.source, ("", one.position))
        since = max(heard, one.opens or "")
        if one.heartbeat is None:
            expected, spoke = f"a word until {until}", since == heard != ""
        elif since:
            expected = f"a word within {one.heartbeat} s of {since}"
            spoke = until <= after(since, one.heartbeat)
        else:
            return
        if spoke:
            if one.silent is not None or (heard >= (one.opens or "") and one.heard is None):
                one.silent, one.heard = None, position
                self._touched[one.position] = one
            return
        if one.silent is None:
            one.silent = tick.position
            self._touched[one.position] = one
            self._silence(one, tick, produced, (position,), expected, f"none until {until}")

    def _silence(
        self,
        one: Scheduled,
        event: Event,
        produced: Produced,
        with_: tuple[int, ...],
        expected: str,
        recorded: str,
    ) -> None:
        found = Fault(
            code="INT-SILENT",
            positions=tuple(sorted({one.position, *with_, event.position})),
            place=one.place,
            expected=expected,
            recorded=recorded,
            facts={"source": one.source},
        )
        produced.about.append((f"silence {one.position} {event.position}", [found]))

    # --- rows ----------------------------------------------------------------------------------

    @override
    def flush(self, writes: Writes) -> None:
        writes.copy("casino", _CASINO, self._new_casinos)
        again = {row[0]: row for row in self._casinos_again}
        writes.replace("casino", "casino", _CASINO, list(again.values()))
        writes.copy("closed_day", ("position", "casino", "day", "source"), self._closings)
        written = [one for one in self._new_played if one[:2] in self._played]
        if self._gone_played:
            homes, days = zip(*self._gone_played, strict=True)
            writes.delete(
                "open_day",
                "(t.casino, t.day) IN (SELECT * FROM unnest(%s::text[], %s::date[]))",
                (list(homes), list(days)),
            )
        writes.copy("open_day", ("casino", "day", "position"), written)
        writes.copy("late", ("position", "closing", "claimed", "booked"), self._late)
        standing = {one.position for one in self._scheduled.values()}
        writes.replace(
            "scheduled",
            "position",
            (*_SCHEDULED, "over"),
            [
                (*(getattr(one, name) for name in _SCHEDULED), one.position not in standing)
                for one in self._touched.values()
            ],
        )
        writes.replace(
            "speaker",
            "source",
            ("source", "casino", "at", "position", "astray"),
            [
                (
                    name,
                    self._casino_of.get(name),
                    *self._heard.get(name, (None, None)),
                    self._astray.get(name),
                )
                for name in sorted(self._touched_speakers)
            ],
        )
        if self._clock is not None:
            writes.delete("floor_clock")
            writes.copy("floor_clock", ("at",), [(self._clock,)])
        for rows in (
            self._new_casinos,
            self._casinos_again,
            self._closings,
            self._late,
            self._new_played,
            self._gone_played,
        ):
            rows.clear()
        self._touched.clear()
        self._touched_speakers.clear()


_OPENED: Final = RoundOpened.KIND
_CASINO: Final = ("casino", "operator", "currency", "profile", "position")
_SCHEDULED: Final = ("position", *(n for n in Scheduled.__struct_fields__ if n != "position"))
