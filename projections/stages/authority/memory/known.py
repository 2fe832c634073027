"""Casinos, places, pools and cases that sources speak about, as events in effect told them."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, cast

import msgspec
from msgspec import Struct
from typing_extensions import override

from ledger.events import kinds_of
from ledger.events.bingo import (
    BallDrawn,
    BallSetChecked,
    BallSetReplaced,
    CardsSold,
    Complaint,
    SeriesOnSale,
)
from ledger.events.jackpots import PoolMemberAdded, PoolMemberRemoved, PoolOpened
from ledger.events.machines import MachineInterdicted, MachineReleased
from ledger.events.registry import (
    CasinoRegistered,
    PlaceScheduled,
    PlaceWithdrawn,
    SourceEnrolled,
    SourceEnrolled2,
)
from ledger.events.reviews import (
    Appeal,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    EvidenceAttached,
)
from ledger.roles import Role
from projections.authority.actor import Actor, CaseView, ComplaintView, PoolView, World
from projections.authority.subject import places_of_case
from projections.base.event import Event
from projections.base.produced import FindingView
from projections.base.rows import Schema, Writes
from projections.replay.registry import GAMES

LEARNED: Final = kinds_of(
    CasinoRegistered,
    PlaceScheduled,
    PlaceWithdrawn,
    SourceEnrolled,
    PoolOpened,
    PoolMemberAdded,
    PoolMemberRemoved,
    MachineInterdicted,
    MachineReleased,
    DisputeOpened,
    DisputeAnswered,
    EvidenceAttached,
    DisputeDecided,
    Appeal,
)
"""Kinds that tell, where they have effect, what sources may speak about."""
READIED: Final = kinds_of(BallSetChecked, BallSetReplaced, SeriesOnSale)
"""Kinds that tell what a bingo room is going to play with."""
CASES_KEPT: Final = 10_000
"""Cases held in memory between pages."""

CASINO: Final = "casino"
PLACE: Final = "place"
SPEAKER: Final = "speaker"
POOL: Final = "pool"
MACHINE: Final = "machine"
CASE: Final = "case"
TEXT: Final = "text"
COMPLAINT: Final = "complaint"
ROOM: Final = "room"
WITNESS: Final = "witness"
COUNT: Final = "count"
BALL_SET: Final = "ball_set"
SERIES: Final = "series"
_ASKED_FOR: Final = frozenset({TEXT, COMPLAINT})
"""What is read where somebody asks for it."""


class Case(Struct, frozen=True, kw_only=True):
    """A dispute: where it is, what it is about, how far it has come."""

    places: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    """Its rounds, and its machine."""
    rounds: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    appeal: int | None = None
    decided: bool = False


class Awaited(Struct, frozen=True, kw_only=True):
    """A payment above the limit that its witness has not confirmed."""

    position: int
    casino: str | None
    day: str
    limit: int


class Counting(Struct, frozen=True, kw_only=True):
    """A count of a float or a box that those who made it have not all confirmed."""

    position: int
    casino: str | None
    day: str
    signed: tuple[str, ...] = ()
    """Persons among its counters who have."""
    of_floor: bool = False
    """Whether one of them is of the floor."""


class Unplayed(Struct, frozen=True, kw_only=True):
    """Balls and series that a bingo room has ready, and has not played with."""

    ball_set: str | None = None
    series: tuple[str, ...] = ()


OfCase = DisputeOpened | DisputeAnswered | EvidenceAttached | DisputeDecided | Appeal


class Known(World):
    """The world before an event."""

    def __init__(self) -> None:
        """Know nothing."""
        self.service: str | None = None
        self.act_number_is_enough = True
        self.games: Collection[str] = GAMES.keys()
        self.profiles: dict[str, str] = {}
        """Casino to its profile."""
        self.casinos: Collection[str] = self.profiles.keys()
        self.actor_of: Callable[[str], Actor | None] = lambda _source: None
        self.played: Callable[[str, str], bool] = lambda _subject, _name: False
        self.sides: Callable[[], bool] = lambda: False
        self.classes: Callable[[], bool] = lambda: False
        self.finding_of: Callable[[str], FindingView | None] = lambda _finding: None
        self._places: dict[str, str] = {}
        self._speakers: dict[str, frozenset[str]] = {}
        self._pools: dict[str, PoolView] = {}
        self._machines: dict[str, Role] = {}
        self._cases: dict[str, Case] = {}
        self._texts: dict[str, str] = {}
        self._complaints: dict[str, ComplaintView] = {}
        self._rooms: dict[str, Unplayed] = {}
        self._awaited: dict[str, Awaited] = {}
        self._counted: dict[str, Counting] = {}
        self._open: dict[str, set[str]] = {}
        """Round or machine to the open cases that are about it."""
        self._kept: dict[str, dict[str, Any]] = {
            CASINO: self.profiles,
            PLACE: self._places,
            SPEAKER: self._speakers,
            POOL: self._pools,
            MACHINE: self._machines,
            TEXT: self._texts,
            COMPLAINT: self._complaints,
            ROOM: self._rooms,
            WITNESS: self._awaited,
            COUNT: self._counted,
        }
        """By what it is, all but cases."""
        self._touched: dict[tuple[str, str], Any] = {}
        self._read: Schema | None = None
        self._whole = False
        """Whether memory has all that was ever written."""

    def load(self, schema: Schema) -> None:
        """Read all rows but texts, complaints and decided cases, which are read when asked for."""
        self._read, self._whole = schema, schema.new
        rows = schema.cursor.execute(
            schema.query(
                "SELECT what, name, data FROM {s}.known WHERE data <> 'null' "
                "AND (open OR what NOT IN ('case', 'text', 'complaint'))"
            )
        )
        for what, name, data in rows.fetchall():
            self._keep(what, name, msgspec.json.decode(data, type=KNOWN_AS[what]))
        self._touched.clear()

    def _keep(self, what: str, name: str, value: Any) -> None:
        self._touched[what, name] = value
        if what == CASE:
            self._keep_case(name, value)
        elif value is None:
            self._kept[what].pop(name, None)
        else:
            self._kept[what][name] = Role(value) if what == MACHINE else value

    def _keep_case(self, name: str, case: Case) -> None:
        self._cases[name] = case
        for one in case.about:
            names = self._open.setdefault(one, set())
            if case.decided:
                names.discard(name)
            else:
                names.add(name)
            if not names:
                del self._open[one]

    # --- learning ------------------------------------------------------------------------------

    def learn(self, event: Event, role: Role | None, casino: str | None) -> None:
        """Learn from an event in effect; ``role`` and ``casino`` are its source's."""
        payload = event.payload
        match payload:
            case CasinoRegistered():
                if payload.casino not in self.profiles:
                    self._keep(CASINO, payload.casino, payload.profile)
            case SourceEnrolled2(casino=str(of)):
                for place in payload.places:
                    self._keep(PLACE, place, of)
            case PoolOpened() | PoolMemberAdded() | PoolMemberRemoved():
                self._learn_pool(payload, casino)
            case (
                DisputeOpened()
                | DisputeAnswered()
                | EvidenceAttached()
                | DisputeDecided()
                | Appeal()
            ):
                self._learn_case(event, payload)
            case _ if event.place is not None:
                self._learn_of_place(payload, event.place, role)
            case _:
                pass

    def _learn_of_place(self, payload: Any, place: str, role: Role | None) -> None:
        match payload:
            case PlaceScheduled():
                if payload.casino is not None:
                    self._keep(PLACE, place, payload.casino)
                self._speaks(payload.source, place)
            case PlaceWithdrawn():
                for source in list(self._speakers) if payload.source is None else [payload.source]:
                    self._speaks_no_more(source, place)
            case MachineInterdicted() if role is not None:
                self._keep(MACHINE, place, role)
            case MachineReleased():
                self._keep(MACHINE, place, None)
            case _:
                pass

    def _speaks(self, source: str, place: str) -> None:
        known = self._speakers.get(source, frozenset())
        if place not in known:
            self._keep(SPEAKER, source, known | {place})

    def _speaks_no_more(self, source: str, place: str) -> None:
        known = self._speakers.get(source, frozenset())
        if place in known:
            self._keep(SPEAKER, source, known - {place})

    def _learn_pool(
        self, payload: PoolOpened | PoolMemberAdded | PoolMemberRemoved, casino: str | None
    ) -> None:
        known = self._pools.get(payload.pool)
        if isinstance(payload, PoolOpened):
            if known is None:
                view = PoolView(
                    home=casino,
                    scope=payload.scope,
                    members=frozenset(payload.members),
                    types=(payload.game, payload.bet_type),
                )
                self._keep(POOL, payload.pool, view)
        elif known is not None:
            one = frozenset((payload.member,))
            added = isinstance(payload, PoolMemberAdded)
            members = known.members | one if added else known.members - one
            self._keep(POOL, payload.pool, msgspec.structs.replace(known, members=members))

    def _learn_case(self, event: Event, payload: OfCase) -> None:
        known = self._case(payload.dispute)
        if isinstance(payload, DisputeOpened):
            if known is None:
                self._keep(CASE, payload.dispute, _new_case(event, payload))
        elif known is None:
            return
        elif isinstance(payload, Appeal):
            appealed = msgspec.structs.replace(known, appeal=event.position, decided=False)
            self._keep(CASE, payload.dispute, appealed)
        elif isinstance(payload, DisputeDecided):
            self._keep(CASE, payload.dispute, msgspec.structs.replace(known, decided=True))
        text = payload.hash if isinstance(payload, EvidenceAttached) else payload.text
        if text is not None and self._case_of(text) is None:
            self._keep(TEXT, text, payload.dispute)

    def hear(self, event: Event, complaint: Complaint) -> None:
        """Learn the jogada and the called card of a complaint; its first telling counts."""
        if self.complaint(complaint.complaint) is None:
            view = ComplaintView(round=event.round, claim=complaint.claim)
            self._keep(COMPLAINT, complaint.complaint, view)

    def await_witness(self, payment: str, waits: Awaited | None) -> None:
        """Let a payment wait for its witness; with None no longer."""
        if waits is not None or payment in self._awaited:
            self._keep(WITNESS, payment, waits)

    def awaits(self, payment: str) -> bool:
        """Tell whether a payment waits for its witness."""
        return payment in self._awaited

    def awaited(self, casino: str | None, day: str) -> list[tuple[str, Awaited]]:
        """Return the payments of a casino, up to a gaming day, that no witness confirmed."""
        return [
            (name, one)
            for name, one in sorted(self._awaited.items())
            if one.day <= day and (casino is None or one.casino in {None, casino})
        ]

    def await_counters(self, count: str, waits: Counting | None) -> None:
        """Let a count wait for those who made it; with None no longer."""
        if waits is not None or count in self._counted:
            self._keep(COUNT, count, waits)

    def counting(self, count: str) -> Counting | None:
        """Return a count that waits for those who made it; None where it waits for nobody."""
        return self._counted.get(count)

    def uncounted(self, casino: str | None, day: str) -> list[tuple[str, Counting]]:
        """Return the counts of a casino, up to a gaming day, that wait for those who made them."""
        return [
            (name, one)
            for name, one in sorted(self._counted.items())
            if one.day <= day and (casino is None or one.casino in {None, casino})
        ]

    def ready(self, event: Event) -> bool:
        """Learn of balls or series that a room has ready for the first time; tell whether any."""
        payload, place = event.payload, event.place
        if place is None:
            return False
        was = now = self._rooms.get(place, Unplayed())
        match payload:
            case BallSetChecked(set=name) | BallSetReplaced(new=name):
                new = None if self.has_played(BALL_SET, name) else name
                now = msgspec.structs.replace(was, ball_set=new)
            case SeriesOnSale(series=name) if not self.has_played(SERIES, name):
                series = tuple(sorted({*was.series, name}))
                now = msgspec.structs.replace(was, series=series)
            case _:
                pass
        if now != was:
            self._keep(ROOM, place, now)
        return now != was

    def first_played(self, event: Event) -> tuple[str, str] | None:
        """Return the balls or the series that a room first plays with; else None."""
        payload, room = event.payload, self._rooms.get(event.place or "")
        if room is None:
            return None
        if isinstance(payload, BallDrawn) and room.ball_set is not None:
            self._keep(ROOM, event.place or "", msgspec.structs.replace(room, ball_set=None))
            return BALL_SET, room.ball_set
        if isinstance(payload, CardsSold) and payload.series in room.series:
            left = tuple(one for one in room.series if one != payload.series)
            self._keep(ROOM, event.place or "", msgspec.structs.replace(room, series=left))
            return SERIES, payload.series
        return None

    def has_unsold(self, event: Event) -> bool:
        """Tell whether a room has a series on sale that was never sold before."""
        room = self._rooms.get(event.place or "")
        return isinstance(event.payload, CardsSold) and room is not None and bool(room.series)

    # --- asking --------------------------------------------------------------------------------

    @property
    @override
    def knows_sides(self) -> bool:
        return self.sides()

    @property
    @override
    def has_classes(self) -> bool:
        return self.classes()

    @override
    def actor(self, source: str) -> Actor | None:
        return self.actor_of(source)

    def places_of(self, source: str) -> frozenset[str] | None:
        """Return the places whose schedules name a source; None where none does."""
        return self._speakers.get(source) or None

    @override
    def casino_of(self, place: str) -> str | None:
        return self._places.get(place)

    @override
    def profile_of(self, scope: str) -> str | None:
        return self.profiles.get(scope) or self.profiles.get(self._places.get(scope, ""))

    @override
    def pool(self, name: str) -> PoolView | None:
        return self._pools.get(name)

    @override
    def has_played(self, subject: str, name: str) -> bool:
        return self.played(subject, name)

    @override
    def case(self, dispute: str) -> CaseView | None:
        found = self._case(dispute)
        if found is None:
            return None
        return CaseView(
            name=dispute,
            places=found.places,
            rounds=found.rounds,
            claims=found.claims,
            appeal=found.appeal,
            decided=found.decided,
        )

    @override
    def case_of_text(self, text: str) -> CaseView | None:
        dispute = self._case_of(text)
        return None if dispute is None else self.case(dispute)

    def complaint(self, name: str) -> ComplaintView | None:
        """Return a complaint in a bingo room; None where nobody told of it."""
        known = self._complaints.get(name)
        if known is not None:
            return known
        data = self._written(COMPLAINT, name)
        return None if data is None else msgspec.json.decode(data, type=ComplaintView)

    def _case_of(self, text: str) -> str | None:
        known = self._texts.get(text)
        if known is not None:
            return known
        data = self._written(TEXT, text)
        return None if data is None else msgspec.json.decode(data, type=str)

    def _case(self, dispute: str) -> Case | None:
        known = self._cases.get(dispute)
        if known is not None:
            return known
        data = self._written(CASE, dispute)
        return None if data is None else msgspec.json.decode(data, type=Case)

    def _written(self, what: str, name: str) -> str | None:
        if self._read is None or self._whole:
            return None
        row = self._read.cursor.execute(
            self._read.query("SELECT data FROM {s}.known WHERE key = %s"), (f"{what} {name}",)
        ).fetchone()
        return None if row is None else row[0]

    def is_disputed(self, round_id: str | None, place: str | None) -> bool:
        """Tell whether a round, or a machine, is in an open case."""
        return round_id in self._open or (round_id is None and place in self._open)

    @override
    def finding(self, finding: str) -> FindingView | None:
        return self.finding_of(finding)

    @override
    def interdicted_by(self, machine: str) -> Role | None:
        return self._machines.get(machine)

    # --- rows ----------------------------------------------------------------------------------

    def flush(self, writes: Writes) -> None:
        """Add the rows that this page changed to its writes."""
        writes.replace(
            "known",
            "key",
            ("key", "what", "name", "open", "data"),
            [
                (
                    f"{what} {name}",
                    what,
                    name,
                    what not in _ASKED_FOR and not (isinstance(value, Case) and value.decided),
                    _json(value),
                )
                for (what, name), value in self._touched.items()
            ],
        )
        self._touched.clear()
        if max(map(len, (self._cases, self._texts, self._complaints))) > CASES_KEPT:
            self._whole = False
        if len(self._cases) > CASES_KEPT:
            self._cases = {name: one for name, one in self._cases.items() if not one.decided}
        if len(self._texts) > CASES_KEPT:
            self._texts.clear()
        if len(self._complaints) > CASES_KEPT:
            self._complaints.clear()


def _new_case(event: Event, opened: DisputeOpened) -> Case:
    rounds = opened.rounds or ((event.round,) if event.round is not None else ())
    machine = () if opened.machine is None else (opened.machine,)
    places = {*places_of_case(opened), *(() if event.place is None else (event.place,))}
    return Case(
        places=tuple(sorted(places)),
        about=(*rounds, *machine),
        rounds=rounds,
        claims=opened.claims,
    )


def _json(value: Any) -> str:
    if isinstance(value, PoolView):
        value = {
            "home": value.home,
            "scope": value.scope,
            "members": sorted(value.members),
            "types": value.types,
        }
    elif isinstance(value, frozenset):
        value = sorted(cast("frozenset[str]", value))
    return msgspec.json.encode(value, order="deterministic").decode()


KNOWN_AS: Final[Mapping[str, Any]] = {
    CASINO: str,
    PLACE: str,
    SPEAKER: frozenset[str],
    POOL: PoolView,
    MACHINE: str | None,
    CASE: Case,
    TEXT: str,
    COMPLAINT: ComplaintView,
    ROOM: Unplayed,
    WITNESS: Awaited | None,
    COUNT: Counting | None,
}
"""What is known of each thing, as its row holds it."""
