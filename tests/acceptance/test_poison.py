"""Poison nights: half the places' events are altered at random, and still taken by the door."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final

import psycopg
import pytest
from msgspec import structs
from typing_extensions import override

from ledger.events.registry import Heartbeat
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
from ops.simulator.parties.terminal import Said
from projections.running.building import rebuild
from projections.running.checking import told_again
from projections.running.pipeline import events_of
from projections.running.runner import Runner
from tests.acceptance.every_answer import asked_for_everything, everything
from tests.acceptance.poisoned import (
    COMPARED,
    Night,
    differing,
    early_rounds,
    poisoned,
    pools_of,
    stood,
)
from tests.acceptance.test_hostile import assert_all_answers
from tests.acceptance.test_poison_small import TIMES, with_times_and_lists
from tests.fixtures.casino import ORIGIN, Casino
from tests.fixtures.postgres import empty_database
from tests.same.ledgers import seeded_keys

SIZE = 0.1
SINCE = 2
"""From the closing of which of its rounds every second poisoned place is altered: those before it
stand."""

Heard = dict[str, list[bool]]
"""Bingo room to how the gate answered it."""


class Prompted(Inside):
    """A ledger whose bingo rooms hear from the gate of R60 what they heard in another night.

    Where the gate says no after all, the service says something else in the stead of its grant, so
    that both logs have the same positions.
    """

    def __init__(self, installation: Installation, heard: Heard | None) -> None:
        super().__init__(installation)
        self._heard = heard
        self.said: Heard = {}

    @override
    def gate(self, place: str, wanted: str | None) -> bool:
        granted = super().gate(place, wanted)
        told = self.said.setdefault(place, [])
        told.append(granted)
        then = granted if self._heard is None else self._heard[place][len(told) - 1]
        if then and not granted:
            self._installation.door.say(Heartbeat())
        return then


@contextmanager
def night(
    urls: DatabaseUrls,
    maintenance: psycopg.Connection,
    home: Path,
    seed: int,
    rate: float,
    heard: Heard | None = None,
    later: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[Night, Heard]]:
    """Play a night into a database of its own, some of it altered; also what its rooms heard.

    The matrix of authority judges every second seed. Some of the poisoned places are left alone
    until ``later``. Keys are made from their names: what is not altered is the same.
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
        poisoner = Poisoner(bad, seed, rate, later)
        house = Prompted(casino.installation, heard)
        stack.callback(house.close)
        floor = Floor(seatings(SIZE), seed=seed)
        play(house, floor, days=1, seed=seed, alter=poisoner.alter)
        house.close()
        casino.installation.log.checkpoint()
        judge_all(ways.login)
        with Reader(ways.login) as reader:
            events = events_of(told_again(reader.page(after=0, limit=reader.last_position())))
        yield Night(casino, poisoner.altered, events, pools_of(casino)), house.said


def closings(night: Night) -> dict[str, str]:
    """Return when each place closed that round."""
    rows = night.casino.rows(
        "SELECT place, array_agg(closed ORDER BY closed) AS closed FROM {s}.round "
        "WHERE closed IS NOT NULL GROUP BY place"
    )
    ends = {row["place"]: row["closed"][:SINCE][-1] for row in rows}
    return {place: night.events[position - 1].at for place, position in ends.items()}


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
    """Play a night twice, once with half of its places altered, and hold the two together.

    Of the one with early rounds, which is asked for most, the rebuilds are held together, too.
    """
    bad = poisoned(seed)
    left_alone = sorted(bad)[::2]
    with night(urls, maintenance, folder / "honest", seed, 0) as (honest, heard):
        was, names = stood(honest, bad), [event.name for event in honest.events]
        later = {place: at for place, at in closings(honest).items() if place in left_alone}
    with night(urls, maintenance, folder / "poisoned", seed, rate, heard, later) as (after, _):
        assert len(after.altered) > 50
        assert [event.name for event in after.events] == names
        assert_all_answers(after.casino)
        assert asked_for_everything(after.casino, most, seed) > 100
        early = early_rounds(after)
        assert early or not early_needed
        assert was.rows.keys() >= COMPARED
        assert differing(was, after, early) == set()
        if early_needed:
            with Runner(after.casino.conninfo) as live:
                live.catch_up()  # who was asked also wrote down what was read
                before = live.digests()
            for processes in (1, 3):
                assert rebuild(after.casino.conninfo, processes=processes) == before


@pytest.mark.long
@pytest.mark.deep
def test_poison_stops_nothing_and_leaves_the_others_alone(
    postgres_urls: DatabaseUrls, postgres_maintenance: psycopg.Connection, tmp_path: Path
) -> None:
    """No stage raises, all that can be asked answers, and the other half is as if alone."""
    walked(postgres_urls, postgres_maintenance, tmp_path, 3, 0.1, most=3, early_needed=True)


@pytest.mark.long
@pytest.mark.deep
@pytest.mark.parametrize(("seed", "most"), [(1, 8), (2, 5)])
def test_poison_of_other_seeds(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path: Path,
    seed: int,
    most: int,
) -> None:
    """The same of two more nights, three times as many of their events altered."""
    walked(postgres_urls, postgres_maintenance, tmp_path, seed, 0.3, most)


# --- a sample, in the suite -----------------------------------------------------------------------

SAMPLED: Final = 5
SAMPLED_RATE: Final = 0.3
SAMPLED_PLACES: Final = ("RA-01", "SD-01", "BI-01", "MQ-01", "JP-01")
"""A wheel, cards with a jackpot, the bingo room, machines and their prizes: all of them altered."""
CALENDAR_RATE: Final = 0.1
EACH: Final = 16
"""Of the addresses of a kind each of this number is asked for, of one thing."""


class Granting(Inside):
    """A ledger whose bingo rooms go on, whatever their records lack."""

    @override
    def gate(self, place: str, wanted: str | None) -> bool:
        super().gate(place, wanted)
        return True


def _kind(template: str) -> str:
    """Return what an address answers with."""
    if "/exports/" in template or "format=" in template:
        return "file"
    if "pdf" in template:
        return "paper"
    return "route" if template.startswith("/v1") else "page"


def test_a_sample_of_all_that_can_be_asked_answers(recorded_casino: Casino) -> None:
    """Whatever five places say that the door takes: pages, routes, files and papers answer."""
    installation = recorded_casino.installation
    floor = [one for one in seatings(0.05) if one.place in SAMPLED_PLACES]
    seed, poisoner = SAMPLED, Poisoner(list(SAMPLED_PLACES), SAMPLED, SAMPLED_RATE, {})
    house = Granting(installation)
    play(house, Floor(floor, seed=seed), seed=seed, alter=poisoner.alter)
    house.close()
    assert len(poisoner.altered) > 100
    installation.log.checkpoint()
    judge_all(recorded_casino.conninfo)
    seen = Counter[str]()

    def wanted(template: str) -> bool:
        seen[_kind(template)] += 1
        return seen[_kind(template)] % EACH == seed % EACH

    asked = Counter[str]()
    for one in everything(recorded_casino, 1, seed, wanted=wanted):
        assert one.answer.status_code == 200, (one.address, one.answer.text[:500])
        asked[_kind(one.template)] += 1
    assert asked.keys() == {"page", "route", "file", "paper"}
    assert asked.total() > 10


@pytest.mark.deep
@pytest.mark.parametrize("seed", [4])
def test_all_that_can_be_asked_answers_of_times_at_the_calendars_ends(
    recorded_casino: Casino, seed: int
) -> None:
    """A clock in the year 1 or 9999 stops no page: no zone of it has such an hour."""
    installation, random = recorded_casino.installation, Random(seed)
    floor = [one for one in seatings(0.05) if one.place in SAMPLED_PLACES]

    def alter(said: Said) -> Said:
        if said.approvers or said.named or random.random() > CALENDAR_RATE:
            return said
        at = random.choice(TIMES) if random.random() < 0.5 else said.at
        payload = with_times_and_lists(said.payload, random, SAMPLED_RATE, many=1)
        return structs.replace(said, at=at, payload=payload)

    house = Granting(installation)
    play(house, Floor(floor, seed=seed), seed=seed, alter=alter)
    house.close()
    installation.log.checkpoint()
    judge_all(recorded_casino.conninfo)
    assert recorded_casino.rows("SELECT 1 FROM {s}.unfolded") == []
    assert asked_for_everything(recorded_casino, 1, seed) > 100
