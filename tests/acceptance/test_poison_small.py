"""A small poison night, in memory: nothing stops, nobody else is touched, and the test can fail.

The deep tier plays longer ones into databases of their own, and asks for every page.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from random import Random
from typing import Any, Final
from unittest.mock import patch

import msgspec
import psycopg
import pytest
from msgspec import Struct, structs
from typing_extensions import override

from ledger.errors import LedgerError
from ledger.events.base import Payload
from ledger.events.bingo import ActaGateGranted
from ledger.events.claims import payload_of
from ledger.events.registry import Heartbeat
from ledger.events.rounds import BetPlaced, RoundClosed
from ledger.money import INTEGER_MAX
from ledger.signed.canonical import instant
from ledger.text.times import is_day, is_instant
from ops.simulator.night.casino import Casino as Floor
from ops.simulator.night.casino import seatings
from ops.simulator.night.origin import DAY, founded_at
from ops.simulator.night.poison import HOWS, Altered, Poisoner, values_in
from ops.simulator.night.rehearsal import Inside, play
from projections.base.event import Event, JudgedRound
from projections.running.pipeline import all_stages, events_of
from projections.running.runner import LIVE
from projections.stages.actas.checks.gate import gate
from projections.stages.actas.queries import room_of
from projections.stages.actas.room import Room
from projections.stages.judging.verdicts import Verdicts
from projections.stages.rounds.rows import Round
from projections.stages.rounds.stage import Rounds
from tests.acceptance.poisoned import (
    COMPARED,
    Night,
    Stood,
    differing,
    early_rounds,
    poisoned,
    pools_of,
    stood,
)
from tests.fixtures.memory import InMemory, MemoryCasino, Store

SEED: Final = 3
SIZE: Final = 0.05
"""Three rounds a table."""
RATE: Final = 0.2


class Alone(Inside):
    """A ledger in memory, whose bingo rooms hear what they heard in another night.

    Where the gate says no after all, the service says something else in the stead of its grant, so
    that both logs have the same positions.
    """

    def __init__(self, casino: MemoryCasino, heard: list[bool] | None) -> None:
        super().__init__(casino.installation)
        self._casino = casino
        self._heard = heard
        self.said: list[bool] = []

    @override
    def gate(self, place: str, wanted: str | None) -> bool:
        self._casino.project()
        with self._casino.reading() as connection:
            room = room_of(connection, LIVE, place) or Room(place=place)
        last = room.session.last if room.session is not None else None
        granted = not gate(room, wanted)
        self.said.append(granted)
        then = granted if self._heard is None else self._heard[len(self.said) - 1]
        grant = ActaGateGranted(
            previous=None if last is None else last.round, next=wanted, through=self._casino.last
        )
        if then and granted:
            self._installation.door.say(grant, place=place)
        elif then:
            self._installation.door.say(Heartbeat())
        return then


class Played(Struct, frozen=True):
    """A night that was said, and not folded yet."""

    installation: InMemory
    altered: list[Altered]
    heard: list[bool]


def played(
    connection: psycopg.Connection, since: dict[str, str], heard: list[bool] | None
) -> Played:
    """Play a night into a ledger in memory; with what rooms heard in an honest one, alter it."""
    with ExitStack() as stack, connection.transaction(force_rollback=True):
        installation = InMemory(stack, at=founded_at(DAY), whole_floor=True)
        casino = MemoryCasino(installation, connection)
        installation.let_authority_hold(instant(founded_at(DAY)))
        poisoner = Poisoner(poisoned(SEED), SEED, 0 if heard is None else RATE, since)
        house = Alone(casino, heard)
        play(house, Floor(seatings(SIZE), seed=SEED), seed=SEED, alter=poisoner.alter)
        return Played(installation, poisoner.altered, house.said)


@contextmanager
def folded(connection: psycopg.Connection, night: Played) -> Iterator[Night]:
    """Fold a night in one page, and take it back afterwards; whatever a stage raises is raised."""
    with connection.transaction(force_rollback=True):
        casino = MemoryCasino(night.installation, connection)
        casino.project(page=casino.last)
        events = events_of(night.installation.store.told)
        yield Night(casino, night.altered, events, pools_of(casino))


def late(store: Store) -> dict[str, str]:
    """Return when the first round of every second poisoned place closed."""
    ends: dict[str, str] = {}
    for event in events_of(store.told):
        if isinstance(event.payload, RoundClosed) and event.place is not None:
            ends.setdefault(event.place, event.at)
    return {place: ends.get(place, "") for place in sorted(poisoned(SEED))[::2]}


@pytest.fixture(scope="module")
def honest(projections: psycopg.Connection) -> Played:
    """Play the night as everybody means it."""
    return played(projections, {}, None)


@pytest.fixture(scope="module")
def was(projections: psycopg.Connection, honest: Played) -> Stood:
    """Keep what it came to."""
    with folded(projections, honest) as night:
        return stood(night, poisoned(SEED))


@pytest.fixture(scope="module")
def poison(projections: psycopg.Connection, honest: Played) -> Played:
    """Play it again, half of its places altered."""
    return played(projections, late(honest.installation.store), honest.heard)


@pytest.fixture(scope="module")
def known(projections: psycopg.Connection, poison: Played) -> set[str]:
    """Return its rounds of poisoned places that closed before anything was altered there."""
    with folded(projections, poison) as after:
        return early_rounds(after)


def test_poison_stops_nothing_and_leaves_the_others_alone(
    projections: psycopg.Connection, poison: Played, was: Stood
) -> None:
    """Altered in every way, half the places neither stop a stage nor touch the other half."""
    assert {one.how for one in poison.altered} == HOWS
    with folded(projections, poison) as after:
        early = early_rounds(after)
        assert early
        assert was.rows.keys() >= COMPARED
        assert differing(was, after, early) == set()


def test_one_row_that_is_missing_is_seen_in_every_table(
    projections: psycopg.Connection, poison: Played, was: Stood
) -> None:
    """Of each table a row of a place that was left alone is taken away: no comparison is idle."""
    with folded(projections, poison) as after:
        for table, rows in was.rows.items():
            after.casino.rows(
                f"DELETE FROM {{s}}.{table} AS t WHERE t::text = %s RETURNING 1", rows[0]
            )
        assert differing(was, after, set()) == was.rows.keys()


@pytest.mark.deep
def test_a_bet_that_a_stage_loses_is_seen(
    projections: psycopg.Connection, poison: Played, was: Stood
) -> None:
    """Rounds made to forget one bet of a place that was left alone: its verdict is another."""
    add, lost = Rounds._add, list[Event]()

    def forgetful(self: Rounds, one: Round, event: Event) -> None:
        if not lost and isinstance(event.payload, BetPlaced) and one.place in was.left:
            lost.append(event)
        else:
            add(self, one, event)

    with patch.object(Rounds, "_add", forgetful), folded(projections, poison) as after:
        assert differing(was, after, set()) >= {"due", "verdict"}
    assert len(lost) == 1


@pytest.mark.deep
@pytest.mark.parametrize("early", [True, False])
def test_a_stake_that_a_stage_alters_is_seen(
    projections: psycopg.Connection,
    poison: Played,
    was: Stood,
    known: set[str],
    *,
    early: bool,
) -> None:
    """Verdicts made to count a unit more in one round: of a place left alone, of an early one."""
    note, altered = Verdicts._note, list[str]()

    def generous(
        self: Verdicts, position: int, judged: JudgedRound, *how: str, **more: bool
    ) -> None:
        note(self, position, judged, *how, **more)
        name = judged.closed.round
        if not altered and (name in known if early else judged.closed.place in was.left):
            row = self._rounds[name]
            self._rounds[name] = (*row[:3], row[3] + 1, *row[4:])
            altered.append(name)

    with patch.object(Verdicts, "_note", generous), folded(projections, poison) as after:
        assert differing(was, after, known) == ({"early"} if early else {"verdict"})
    assert len(altered) == 1


SUITE: Final = 1
"""So many seeds in the default suite."""
DEEP: Final = 5
SEEDS: Final = tuple(
    pytest.param(seed, marks=[pytest.mark.deep] * (seed > SUITE)) for seed in range(1, DEEP + 1)
)


def set_aside(events: Sequence[Event], random: Random) -> dict[int, dict[str, str]]:
    """Return for one event of each place a stage that cannot fold it."""
    by_place: dict[str, list[tuple[int, str]]] = {}
    stages = all_stages()
    for event in events:
        if event.place is not None:
            closes = isinstance(event.payload, RoundClosed)
            able = [
                (event.position, stage.name)
                for stage in stages
                if stage.name not in NOTING
                and (
                    stage.kinds is None or event.kind in stage.kinds or (closes and stage.by_round)
                )
            ]
            by_place.setdefault(event.place, []).extend(able)
    return {
        position: {stage: "ValueError: no such card"}
        for position, stage in (random.choice(able) for able in by_place.values())
    }


NOTING: Final = ("quarantine", "findings", "history")
TOLD: Final = "SELECT code, place, round, expected, recorded FROM {s}.finding ORDER BY id"
Finding = tuple[Any, ...]


def found_in(
    night: Played, connection: psycopg.Connection, aside: Mapping[int, Mapping[str, str]]
) -> set[Finding]:
    """Return the findings of a night of which stages could not fold some events."""
    with connection.transaction(force_rollback=True):
        casino = MemoryCasino(night.installation, connection)
        casino.fold(events_of(night.installation.store.told), aside=aside)
        return {tuple(row.values()) for row in casino.rows(TOLD)}


@pytest.fixture(scope="module")
def sound(projections: psycopg.Connection, honest: Played) -> set[Finding]:
    """Return the findings of the honest night, folded whole."""
    return found_in(honest, projections, {})


@pytest.mark.deep
@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_accused_where_a_stage_could_not_fold_an_event(
    projections: psycopg.Connection, honest: Played, sound: set[Finding], seed: int
) -> None:
    """Of an honest night, whatever one stage lacks at each place, only that is found."""
    told = events_of(honest.installation.store.told)
    aside = set_aside(told, Random(seed))
    found = found_in(honest, projections, aside)
    assert {one for one in found - sound if one[0] != "INT-FOLD"} == set()


def of_the_house(events: Sequence[Event]) -> dict[tuple[str, str], list[int]]:
    """Return by kind and stage that folds it the positions of events without a place."""
    found: dict[tuple[str, str], list[int]] = {}
    stages = all_stages()
    for event in events:
        if event.place is None and event.round is None:
            for stage in stages:
                if stage.name not in NOTING and (stage.kinds is None or event.kind in stage.kinds):
                    found.setdefault((event.kind, stage.name), []).append(event.position)
    return found


@pytest.mark.long
@pytest.mark.deep
def test_nobody_is_accused_where_a_stage_could_not_fold_an_event_of_the_house(
    projections: psycopg.Connection,
    honest: Played,
    sound: set[Finding],
    subtests: pytest.Subtests,
) -> None:
    """An enrolment, a tick, a parameter, an act about a pool or a case: only that is found.

    Each alone, since a mark that lasts would hide the next one: the first of its kind, or any. Of
    the stages that fold a kind every second one lacks it, of the next kind the others.
    """
    cases = of_the_house(events_of(honest.installation.store.told))
    random = Random(SEED)
    for number, (kind, stage) in enumerate(sorted(cases)[::2]):
        at = cases[kind, stage]
        position = at[0] if number % 2 else random.choice(at)
        with subtests.test(kind=kind, stage=stage, position=position):
            aside = {position: {stage: "ValueError: no such name"}}
            found = found_in(honest, projections, aside)
            assert {one for one in found - sound if one[0] != "INT-FOLD"} == set()


AMOUNTS: Final = (INTEGER_MAX, -INTEGER_MAX, 2**40, 2**31, -(2**31), 1000, 1, 0, -1)


@pytest.mark.one_in(10)
@pytest.mark.parametrize("rate", [0.02, 0.3])
@pytest.mark.parametrize("seed", SEEDS)
def test_amounts_up_to_the_vocabularys_bounds_raise_nowhere(
    projections: psycopg.Connection, honest: Played, seed: int, rate: float
) -> None:
    """Of every game and stage: numbers are any that their fields take, and each row is written."""
    random, names = Random(f"{seed}/{rate}"), set(poisoned(SEED))
    told = [
        structs.replace(event, payload=with_amounts(event.payload, random, rate))
        if event.place is not None and (seed % 2 == 0) == (event.place in names)
        else event
        for event in events_of(honest.installation.store.told)
    ]
    with projections.transaction(force_rollback=True):
        MemoryCasino(honest.installation, projections).fold(told)


def with_amounts(payload: Payload, random: Random, rate: float) -> Payload:
    """Return a payload of which some numbers are others that its fields take."""
    plain: dict[str, Any] = msgspec.to_builtins(payload)
    for holder, key in [*values_in(plain)]:
        was = holder[key]
        if isinstance(was, int) and not isinstance(was, bool) and random.random() < rate:
            among = random.randint(-INTEGER_MAX, INTEGER_MAX)
            holder[key] = random.choice((*AMOUNTS, among))
            with suppress(msgspec.ValidationError, LedgerError):
                payload_of(payload.KIND, plain)
                continue
            holder[key] = was
    return payload_of(payload.KIND, plain)


FIRST_DAY, LAST_DAY = "0001-01-01", "9999-12-31"
TIMES: Final = (
    f"{FIRST_DAY}T00:00:00.000000Z",
    f"{FIRST_DAY}T23:59:59.999999Z",
    f"{LAST_DAY}T00:00:00.000000Z",
    f"{LAST_DAY}T23:59:59.999999Z",
)
"""The calendar's ends: a second before the first, or after the last, is no time."""
MANY: Final = 40


def at_the_ends(event: Event, random: Random, rate: float) -> Event:
    """Return an event told at an end of the calendar, now and then, with what it tells."""
    if random.random() < rate:
        event = structs.replace(event, at=random.choice(TIMES))
    if event.day is not None and random.random() < rate:
        event = structs.replace(event, day=random.choice((FIRST_DAY, LAST_DAY)))
    return structs.replace(event, payload=with_times_and_lists(event.payload, random, rate))


def with_times_and_lists(
    payload: Payload, random: Random, rate: float, many: int = MANY
) -> Payload:
    """Return a payload of which some times are the calendar's ends, and some lists are long."""
    plain: dict[str, Any] = msgspec.to_builtins(payload)
    for holder, key in [*values_in(plain)]:
        if (isinstance(holder, list) and key >= len(holder)) or random.random() >= rate:
            continue
        was = holder[key]
        if isinstance(was, str) and is_instant(was):
            holder[key] = random.choice(TIMES)
        elif isinstance(was, str) and is_day(was):
            holder[key] = random.choice((FIRST_DAY, LAST_DAY))
        elif isinstance(was, list | tuple) and was:
            holder[key] = [*was] * many
        else:
            continue
        with suppress(msgspec.ValidationError, LedgerError):
            payload_of(payload.KIND, plain)
            continue
        holder[key] = was
    return payload_of(payload.KIND, plain)


def on_day(event: Event, day: str) -> Event:
    """Return an event of another gaming day, its rounds' names too."""
    text = msgspec.json.encode(event.payload).decode()
    named = None if event.round is None else event.round.replace(DAY, day)
    payload = msgspec.json.decode(text.replace(f"/{DAY}/", f"/{day}/"), type=type(event.payload))
    told = None if event.day is None else day
    at = f"{day}{event.at[10:]}"
    return structs.replace(event, day=told, round=named, at=at, payload=payload)


CASES: Final = ((1, 0.3), (2, 0.3), (3, 0.02), (4, 0.1))
"""Seeds, and how often something is at an end."""


@pytest.mark.deep
@pytest.mark.parametrize(("seed", "rate"), CASES)
def test_times_at_the_calendars_ends_raise_nowhere(
    projections: psycopg.Connection, honest: Played, seed: int, rate: float
) -> None:
    """A clock may say any time that there is, and a key sign it; and lists may be long."""
    random, names = Random(f"{seed}/{rate}"), set(poisoned(SEED))
    told = [
        at_the_ends(event, random, rate)
        if event.place is not None and (seed % 2 == 0) == (event.place in names)
        else event
        for event in events_of(honest.installation.store.told)
    ]
    with projections.transaction(force_rollback=True):
        MemoryCasino(honest.installation, projections).fold(told)


@pytest.mark.deep
@pytest.mark.parametrize("day", [FIRST_DAY, LAST_DAY])
def test_a_night_at_the_calendars_end_raises_nowhere(
    projections: psycopg.Connection, honest: Played, day: str
) -> None:
    """Every table, machine and room plays on the calendar's first day, or on its last."""
    told = [
        on_day(event, day) if event.place is not None else event
        for event in events_of(honest.installation.store.told)
    ]
    with projections.transaction(force_rollback=True):
        MemoryCasino(honest.installation, projections).fold(told)
