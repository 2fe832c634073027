"""Poison nights: half the places' events are altered at random, and still taken by the door."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec
import psycopg
import pytest
from msgspec import Struct
from typing_extensions import override

from ledger.events.registry import Heartbeat
from ledger.ids import split_round
from ledger.signed.canonical import instant
from ledger.store.reader import Reader
from ops.catch_up import judge_all
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation, found_if_new
from ops.simulator.night.casino import Casino as Floor
from ops.simulator.night.casino import seatings
from ops.simulator.night.origin import DAY, founded_at
from ops.simulator.night.poison import Poisoner
from ops.simulator.night.rehearsal import Inside, play
from projections.base.event import Event
from projections.running.pipeline import events_of
from projections.running.runner import LIVE
from tests.acceptance.every_answer import asked_for_everything
from tests.acceptance.test_hostile import assert_all_answers
from tests.fixtures.casino import ORIGIN, Casino
from tests.fixtures.postgres import empty_database
from tests.same.ledgers import seeded_keys

SIZE = 0.1
LATER = f"{DAY}T16:40"
"""From when on every second poisoned place is: what it closed before stands."""

Row = dict[str, Any]
Parties = Mapping[str, set[str | None]]
"""Source to the place that has it alone."""


class Night(Struct, frozen=True):
    """A night that was played and folded."""

    casino: Casino
    poisoner: Poisoner
    heard: dict[str, list[bool]]
    """What bingo rooms were answered by the gate."""
    events: list[Event]
    pools: dict[str, set[str | None]]
    """Pool to the places whose stakes and words it rests on."""

    def place_at(self, position: int) -> str | None:
        """Return the place of an event, named or its device's; None of the house's."""
        event = self.events[position - 1]
        return event.place or (None if event.round is None else split_round(event.round)[0])


class Prompted(Inside):
    """A ledger whose bingo rooms hear from the gate of R60 what they heard in another night.

    Where the gate says no after all, the service says something else in the stead of its grant, so
    that both logs have the same positions.
    """

    def __init__(self, installation: Installation, heard: dict[str, list[bool]] | None) -> None:
        super().__init__(installation)
        self._heard = heard
        self.said: dict[str, list[bool]] = {}

    @override
    def gate(self, place: str, wanted: str | None) -> bool:
        granted = super().gate(place, wanted)
        told = self.said.setdefault(place, [])
        told.append(granted)
        then = granted if self._heard is None else self._heard[place][len(told) - 1]
        if then and not granted:
            self._installation.door.say(Heartbeat())
        return then


def poisoned(seed: int) -> list[str]:
    """Return half of the places."""
    places = sorted(one.place for one in seatings(SIZE))
    return Random(seed).sample(places, len(places) // 2)


@contextmanager
def night(
    urls: DatabaseUrls,
    maintenance: psycopg.Connection,
    home: Path,
    seed: int,
    rate: float,
    heard: dict[str, list[bool]] | None = None,
) -> Iterator[Night]:
    """Play a night into a database of its own, some of it altered.

    The matrix of authority judges every second seed. Of the poisoned places every second one is
    left alone until late. Keys are made from their names: what is not altered is the same.
    """
    bad = poisoned(seed)
    with (
        empty_database(urls, maintenance) as database,
        seeded_keys(),
        ExitStack() as stack,
    ):
        migrate(database.superuser)
        ways = DatabaseUrls(superuser=database.superuser, login=database.login)
        found_if_new(ways, home, ORIGIN, founded_at(DAY))
        # Two nights of one name are two ledgers: neither knows what the other signed.
        kept = Path(stack.enter_context(TemporaryDirectory()))
        casino = Casino(Installation(ways, home, stack, kept=kept))
        if seed % 2:
            casino.installation.let_authority_hold(instant(founded_at(DAY)))
        poisoner = Poisoner(bad, seed, rate, dict.fromkeys(sorted(bad)[::2], LATER))
        house = Prompted(casino.installation, heard)
        stack.callback(house.close)
        floor = Floor(seatings(SIZE), seed=seed)
        play(house, floor, days=1, seed=seed, alter=poisoner.alter)
        house.close()
        casino.installation.log.checkpoint()
        judge_all(ways.login)
        with Reader(ways.login) as reader:
            events = events_of(reader.told(after=0, limit=reader.last_position()))
        yield Night(casino, poisoner, house.said, events, _pools(casino))


def _pools(casino: Casino) -> dict[str, set[str | None]]:
    rows = casino.rows("SELECT pool, members FROM {s}.pool")
    return {row["pool"]: set(row["members"]) or {None} for row in rows}


COMPARED: Final = frozenset(
    {
        "due",
        "history",
        "posting",
        "revenue",
        "round",
        "scheduled",
        "table_day",
        "verdict",
    }
)
"""Tables of which every night has rows that rest on one place alone."""
POSITIONS: Final = ("position", "opened", "of", "act", "issued", "first", "correction")


def rests_on(night: Night, row: Row, parties: Parties) -> set[str | None]:
    """Return the places on whose words a row rests: by its names, and by who said its events."""
    found: set[str | None] = {row[name] for name in ("place", "machine", "cage") if row.get(name)}
    if isinstance(row.get("round"), str):
        found.add(split_round(row["round"])[0])
    if row.get("pool"):
        found |= night.pools.get(row["pool"], {None})
    if "source" in row:
        found |= parties.get(row["source"]) or (set() if found else {None})
    named = bool(found)
    for name in POSITIONS:
        if isinstance(row.get(name), int) and 0 < row[name] <= len(night.events):
            event = night.events[row[name] - 1]
            if not named:
                found.add(night.place_at(row[name]))
            found |= parties.get(event.source, set())
    return found


def _parties(night: Night) -> Parties:
    """Return the places whose names sources bear: nobody else speaks as they."""
    places = {one.place for one in seatings(SIZE)}
    sources = {event.source for event in night.events}
    return {one: {place for place in places if place.lower() in one} for one in sources}


def restricted(night: Night, left: set[str | None]) -> dict[str, list[str]]:
    """Return the rows of each table that rest on places alone that were left alone."""
    parties = _parties(night)
    casino, kept = night.casino, dict[str, list[str]]()
    tables = casino.rows(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = %s "
        "AND table_type = 'BASE TABLE' ORDER BY 1",
        LIVE,
    )
    for name in (row["name"] for row in tables):
        rows = casino.rows(f"SELECT t::text AS told, t.* FROM {{s}}.{name} AS t ORDER BY 1")
        for row in rows:
            on = rests_on(night, row, parties)
            if on and on <= left:
                kept.setdefault(name, []).append(row["told"])
    return kept


def early_rounds(night: Night) -> set[str]:
    """Return the rounds of poisoned places that closed before anything there was altered.

    Those that an altered event names are left out: a payment told again for an old round is about
    that round.
    """
    altered = {one.name: one.place for one in night.poisoner.altered}
    first: dict[str, int] = {}
    named: list[str] = []
    for event in night.events:
        if event.name in altered:
            first.setdefault(altered[event.name], event.position)
            named.append(f'"{event.round}" {msgspec.json.encode(event.payload).decode()}')
    words = "\n".join(named)
    judged = night.casino.rows(
        "SELECT round, place, min(known_from) AS at FROM {s}.verdict GROUP BY round, place"
    )
    return {
        row["round"]
        for row in judged
        if row["at"] < first.get(row["place"], 0) and f'"{row["round"]}"' not in words
    }


def verdicts(casino: Casino) -> list[tuple[str, str]]:
    """Return each version of each verdict and amount due, with its round."""
    told: list[tuple[str, str]] = []
    for name in ("verdict", "due"):
        rows = casino.rows(f"SELECT round, t::text AS told FROM {{s}}.{name} AS t ORDER BY 2")
        told += [(row["round"], row["told"]) for row in rows]
    return told


def walked(
    urls: DatabaseUrls,
    maintenance: psycopg.Connection,
    folder: Path,
    seed: int,
    rate: float,
    most: int,
    *,
    early_needed: bool = False,
) -> None:
    """Play a night twice, once with half of its places altered, and hold the two together."""
    bad = poisoned(seed)
    with night(urls, maintenance, folder / "honest", seed, 0) as honest:
        left = {honest.place_at(event.position) for event in honest.events} - {None, *bad}
        told, stood, heard = restricted(honest, left), verdicts(honest.casino), honest.heard
        names = [event.name for event in honest.events]
    with night(urls, maintenance, folder / "poisoned", seed, rate, heard) as after:
        assert len(after.poisoner.altered) > 50
        assert [event.name for event in after.events] == names
        assert_all_answers(after.casino)
        assert asked_for_everything(after.casino, most, seed) > 100
        now = restricted(after, left)
        assert now.keys() >= COMPARED
        for name in sorted(now.keys() | told.keys()):
            assert now.get(name) == told.get(name), name
        early = early_rounds(after)
        assert early or not early_needed
        assert [one for one in verdicts(after.casino) if one[0] in early] == [
            one for one in stood if one[0] in early
        ]


@pytest.mark.long
@pytest.mark.deep
def test_poison_stops_nothing_and_leaves_the_others_alone(
    postgres_urls: DatabaseUrls, postgres_maintenance: psycopg.Connection, tmp_path: Path
) -> None:
    """No stage raises, all that can be asked answers, and the other half is as if alone."""
    walked(postgres_urls, postgres_maintenance, tmp_path, 3, 0.1, most=3, early_needed=True)


@pytest.mark.deep
@pytest.mark.parametrize("seed", [1, 2, 4, 5, 6])
def test_poison_of_other_seeds(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path: Path,
    seed: int,
) -> None:
    """The same of five more nights, three times as many of their events altered."""
    walked(postgres_urls, postgres_maintenance, tmp_path, seed, 0.3, most=60)
