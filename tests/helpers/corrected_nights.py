"""Honest nights in which one event is said wrongly and put right, beside those that said it right.

The simulator's parties speak in memory; whatever stage folds the event, the books and the findings
must be the same in the end. No matrix judges these nights, so that anybody's approval lets a
correction count: who may say one is asked elsewhere.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Any, Final, NamedTuple, cast

import msgspec
from msgspec import convert, structs, to_builtins
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.registry import ClockTicked, Heartbeat, LedgerFounded, Registrar
from ledger.events.reviews import Approval, Correction, GamingDayClosed
from ops.simulator.night.casino import Casino, seatings
from ops.simulator.night.courier import merged
from ops.simulator.parties.terminal import Ask, AskReceita, Said
from projections.base.event import Event
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.running.pipeline import Pipeline, all_stages
from projections.stages.findings.stage import Findings
from projections.stages.machines import Machines
from projections.stages.pools import Pools
from tests.helpers.casino import Nothing, Told

SERVICE: Final = "servico"
ROUNDS: Final = {"MQ-01": 90, "JP-01": 40, "BI-01": 4, "RA-01": 10, "SD-01": 6, "HE-01": 6}
"""By place, how many rounds its night has."""
ELSEWHERE: Final = {
    "BF-01": (
        "dice-rolled/1",
        "gratuity/1",
    ),
    "BL-01": (
        "incident/1",
        "one-to-go-alerted/1",
    ),
    "BO-01": ("coup-nulled/1",),
    "CF-01": (
        "banco-called/1",
        "bank-changed/1",
        "bank-passed/1",
        "bank-refused/1",
        "bank-taken/1",
    ),
    "CR-01": (
        "dice-chosen/1",
        "marker-moved/1",
    ),
    "CU-01": ("dice-shaken/1",),
    "M5-01": (
        "card-exposed/1",
        "turn-given/1",
    ),
    "MJ-01": ("liability-ruled/1",),
    "MS-01": (
        "tile-claimed/1",
        "tile-discarded/1",
        "tile-drawn/1",
        "wall-built/1",
    ),
    "OH-01": ("place-requested/1",),
    "P3-01": (
        "bank-shared/1",
        "hand-seen/1",
    ),
    "PK-01": ("tiles-rearranged/1",),
    "RS-01": ("wheel-stopped/1",),
    "SI-01": ("pot-declared/1",),
    "SO-01": ("player-warned/1",),
    "ST-01": (
        "error-noted/1",
        "round-voided/1",
    ),
}
"""By place, the kinds that the nights of the places above do not tell, and its own does."""
FAULTY: Final = {
    "CF-01": ("bank-bid/1", "claim-decided/1", "claim/1", "cut-card-drawn/1"),
    "JP-01": (
        "charity-paid/1",
        "concession-ended/1",
        "pool-adjusted/1",
        "pool-extinguished/1",
        "pool-member-removed/1",
        "pool-transferred/1",
    ),
    "MQ-01": (
        "machine-reconfigured/1",
        "player-session-restricted/1",
        "ram-cleared/1",
        "ticket-paid/1",
    ),
}
"""By place, the kinds that only its night with each of its faults tells."""
FEW_ROUNDS: Final = 6
SOON: Final = 16
"""How many events later the wrong one is put right."""
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")


class Books(NamedTuple):
    """What a night leaves, whatever order or position it came in."""

    findings: Counter[tuple[Any, ...]]
    revenue: dict[tuple[Any, ...], int]
    pools: dict[str, Any]
    machines: dict[str, Any]


class _Tap(Stage):
    """Sums the receita that the stages hand on."""

    name = "tap"
    tables = ()
    kinds = frozenset()

    def __init__(self) -> None:
        self.revenue = Counter[tuple[Any, ...]]()

    @override
    def load(self, schema: Schema, source: Source) -> None:
        pass

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        for one in produced.revenue:
            self.revenue[one.category, one.currency, one.casino] += one.amount

    @override
    def flush(self, writes: Writes) -> None:
        pass


class _Log:
    """Numbers events as one log."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._seqs: dict[str, int] = {}

    def add(self, event: Event) -> Event:
        """Take an event at the log's end."""
        seq = self._seqs[event.source] = self._seqs.get(event.source, 0) + 1
        link = sha256(f"{event.source}:{seq}".encode()).digest()
        here = structs.replace(event, position=len(self.events) + 1, seq=seq, link=link)
        self.events.append(here)
        return here

    def say(self, source: str, payload: Payload, at: str) -> Event:
        """Take what somebody says of no place."""
        return self.add(Event(0, source, 0, payload.KIND, at, None, None, None, payload))


@cache
def night(place: str, seed: int, *, faulty: bool = False) -> tuple[Event, ...]:
    """Return what a party and the office say in a short night, ticks in between.

    It is honest, or has each fault of its place once.
    """
    floor = [
        structs.replace(one, rounds=ROUNDS.get(place, FEW_ROUNDS))
        for one in seatings(0.1)
        if one.place == place
    ]
    names = floor[0].game.FAULTS if faulty else ()
    faults = {place: {2 + 2 * at: name for at, name in enumerate(names)}} if faulty else None
    casino = Casino(floor, seed=seed, faults=faults)
    log, minute = _Log(), ""
    key = "0" * 64
    founded = LedgerFounded(
        origin="t",
        service=SERVICE,
        service_key=key,
        log_key=key,
        registrars=(Registrar(source="r", key=key),),
        threshold=1,
    )
    log.say(SERVICE, founded, "2026-11-01T00:00:00.000000Z")
    for telling in (casino.prepare(), casino.day(0)):
        for _, one in merged(telling):
            if isinstance(one, Ask):
                one.granted = one.expected
            if isinstance(one, AskReceita):
                one.amount = 0
            if not isinstance(one, Said):
                continue
            if one.at[:16] > minute:
                minute = one.at[:16]
                log.say(SERVICE, ClockTicked(), f"{minute}:00.000000Z")
            _add(log, one)
    return tuple(log.events)


def _add(log: _Log, one: Said) -> None:
    payload = one.payload
    if isinstance(payload, Correction):
        link = sha256(payload.target.encode()).hexdigest()
        payload = structs.replace(payload, link=link)
    event = log.add(
        Event(0, one.source, 0, payload.KIND, one.at, one.day, one.place, one.round, payload)
    )
    for badge in one.approvers:
        approval = Approval(target=event.name, link=event.link.hex())
        log.add(Event(0, badge, 0, approval.KIND, one.at, one.day, one.place, None, approval))


# --- wrong and right -----------------------------------------------------------------------------


def altered(payload: Payload, others: Sequence[Payload]) -> Iterator[tuple[str, Payload | None]]:
    """Yield a payload told otherwise in one field after another, and withdrawn.

    ``others`` of its kind lend their words; amounts are a little more.
    """
    yield "withdrawn", None
    plain, kind = to_builtins(payload), type(payload)
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        for value in _otherwise(plain.get(name), name, others):
            try:
                found = convert({**plain, name: value}, type=kind)
            except msgspec.ValidationError:
                continue
            if found != payload:
                yield name, found
                break


def _otherwise(value: Any, name: str, others: Sequence[Payload]) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int():
            yield value + 7
        case [*items] if items:
            yield items[:-1]
        case {**items} if items:
            first = next(iter(items))
            yield {**items, first: items[first] + 7} if isinstance(items[first], int) else {}
        case _:
            pass
    for other in others:
        said = to_builtins(other).get(name)
        if said != value and said is not None:
            yield said
    yield None


def both(events: Sequence[Event], number: int, *told: Payload | None) -> tuple[Books, Books]:
    """Return the books of a night that put an event right, and of one that had said it right.

    It is corrected to each word in turn; the last one is right.
    """
    wrong, right = events[number], told[-1]
    cut = _until(events, number)
    put_right, said_right = _Log(), _Log()
    at = events[cut - 1].at
    for one in events[:cut]:
        put_right.add(one)
        said_right.add(_said(one, right) if one is wrong else one)
    for word in told:
        correction = Correction(
            target=wrong.name,
            link=wrong.link.hex(),
            replacement=None if word is None else to_builtins(word),
            reason="erro",
        )
        act = put_right.say("corrige", correction, at)
        put_right.say("aprova", Approval(target=act.name, link=act.link.hex()), at)
        for source in ("corrige", "aprova"):
            said_right.say(source, Heartbeat(), at)
    for log in (put_right, said_right):
        for one in events[cut:]:
            log.add(one)
        end = datetime.fromisoformat(events[-1].at)
        for hours in (1, 10, 19, 28):
            log.say(SERVICE, ClockTicked(), _instant(end + timedelta(hours=hours)))
    return books(put_right.events), books(said_right.events)


def _until(events: Sequence[Event], number: int) -> int:
    """Return where a wrong event is put right: soon, and while its day is open."""
    end = min(len(events), number + SOON)
    closing = (
        at for at in range(number + 1, end) if isinstance(events[at].payload, GamingDayClosed)
    )
    end = next(closing, end)
    while end > number + 1 and isinstance(events[min(end, len(events) - 1)].payload, Approval):
        end -= 1
    return end


def _said(event: Event, right: Payload | None) -> Event:
    if right is None:
        return structs.replace(event, kind=Heartbeat.KIND, payload=Heartbeat(), round=None)
    return structs.replace(event, payload=right)


def _instant(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def books(events: Sequence[Event]) -> Books:
    """Fold a night by all stages, and return what it leaves."""
    tap = _Tap()
    stages = _folded(events, tap)
    pools = cast("Any", stages[Pools])._books.pools
    machines = cast("Any", stages[Machines])._counting.machines
    standing = _standing(stages)
    return Books(
        findings=Counter(
            (
                one.code,
                one.place,
                one.round,
                one.seat,
                one.bet,
                _TIME.sub("then", one.expected),
                _TIME.sub("then", one.recorded),
                one.amount,
                one.state,
            )
            for one in standing
        ),
        revenue={of: amount for of, amount in tap.revenue.items() if amount},
        pools={
            name: (
                {account: held for account, held in pool.balances.items() if held},
                pool.residue,
                pool.status,
                pool.staked,
                pool.generation,
            )
            for name, pool in pools.items()
        },
        machines={name: (one.totals, one.credits) for name, one in machines.items()},
    )


def _folded(events: Sequence[Event], tap: _Tap) -> dict[type[Stage], Stage]:
    pipeline = Pipeline(lambda: [*all_stages()[:-1], tap, all_stages()[-1]])
    pipeline.load(Schema(cast("Any", Nothing()), "none"), Told(events))
    pipeline.fold(events)
    return {type(stage): stage for stage in pipeline.stages}


def _standing(stages: dict[type[Stage], Stage]) -> list[Any]:
    return [one for one in cast("Any", stages[Findings])._page if one.known_until is None]


def findings_of(events: Sequence[Event], code: str) -> list[str]:
    """Return the ids of the findings of a code that a night leaves standing."""
    return sorted(one.id for one in _standing(_folded(events, _Tap())) if one.code == code)


def with_told(
    events: Sequence[Event], at: int, source: str, payload: Payload, place: str | None = None
) -> tuple[Event, ...]:
    """Return a night in which somebody says one thing more, behind the event of a number."""
    log = _Log()
    for number, one in enumerate(events):
        log.add(one)
        if number == at:
            log.add(Event(0, source, 0, payload.KIND, one.at, one.day, place, None, payload))
    return tuple(log.events)


def told_in(kind: str, seed: int) -> tuple[tuple[Event, ...], int] | None:
    """Return the shortest night that tells a kind, and where; None where no night does."""
    nights = [night(place, seed) for place, kinds in ELSEWHERE.items() if kind in kinds]
    nights += [night(place, seed, faulty=True) for place, kinds in FAULTY.items() if kind in kinds]
    for events in nights or sorted((night(place, seed) for place in ROUNDS), key=len):
        found = [number for number, event in enumerate(events) if event.kind == kind]
        if found:
            return events, found[len(found) // 2]
    return None
