"""Poison nights: half the places' events are altered at random, and still taken by the door."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import psycopg
import pytest
from typing_extensions import override

from ops.catch_up import judge_all
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation, found_if_new
from ops.simulator.night.casino import Casino as Floor
from ops.simulator.night.casino import seatings
from ops.simulator.night.origin import DAY, founded_at
from ops.simulator.night.poison import Poisoner
from ops.simulator.night.rehearsal import Inside, play
from tests.acceptance.test_hostile import assert_all_answers
from tests.fixtures.casino import ORIGIN, Casino
from tests.fixtures.postgres import empty_database

SIZE = 0.1
SHARED = ("JP", "MQ", "CX")
"""How places begin whose figures rest on others' words: pools, linked machines, cages."""


class Prompted(Inside):
    """A ledger whose bingo rooms hear from the gate of R60 what they heard in another night."""

    def __init__(self, installation: Installation, heard: dict[str, list[bool]] | None) -> None:
        super().__init__(installation)
        self._heard = heard
        self.said: dict[str, list[bool]] = {}

    @override
    def gate(self, place: str, wanted: str | None) -> bool:
        granted = super().gate(place, wanted)
        told = self.said.setdefault(place, [])
        told.append(granted)
        return granted if self._heard is None else self._heard[place][len(told) - 1]


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
) -> Iterator[tuple[Casino, Poisoner, Prompted]]:
    """Play a night into a database of its own, some of it altered."""
    with empty_database(urls, maintenance) as database, ExitStack() as stack:
        migrate(database.superuser)
        ways = DatabaseUrls(superuser=database.superuser, login=database.login)
        found_if_new(ways, home, ORIGIN, founded_at(DAY))
        casino = Casino(Installation(ways, home, stack))
        poisoner = Poisoner(poisoned(seed), seed, rate)
        house = Prompted(casino.installation, heard)
        stack.callback(house.close)
        floor = Floor(seatings(SIZE), seed=seed)
        play(house, floor, days=1, seed=seed, alter=poisoner.alter)
        house.close()
        judge_all(ways.login)
        yield casino, poisoner, house


def verdicts(casino: Casino, bad: list[str]) -> dict[str, list[tuple[object, ...]]]:
    """Return the verdicts and what is due of the places that were left alone."""
    kept: dict[str, list[tuple[object, ...]]] = {}
    for table in ("verdict", "due"):
        order = "round, known_from" + ", line" * (table == "due")
        rows = casino.rows(f"SELECT * FROM {{s}}.{table} ORDER BY {order}")
        for row in rows:
            place = row["round"].partition("/")[0]
            if place not in bad and not place.startswith(SHARED):
                # Where the gate said no the log is an event shorter: positions move.
                said = (value for name, value in row.items() if not name.startswith("known"))
                kept.setdefault(f"{table} {place}", []).append(tuple(said))
    return kept


def walked(
    urls: DatabaseUrls, maintenance: psycopg.Connection, folder: Path, seed: int, rate: float
) -> None:
    bad = poisoned(seed)
    with night(urls, maintenance, folder / "honest", seed, 0) as (honest, _, house):
        told, heard = verdicts(honest, bad), house.said
    with night(urls, maintenance, folder / "poisoned", seed, rate, heard) as (casino, poisoner, _):
        assert len(poisoner.altered) > 50
        assert_all_answers(casino)
        now = verdicts(casino, bad)
        assert now.keys() == told.keys()
        for name, rows in told.items():
            assert now[name] == rows, name


@pytest.mark.long
def test_poison_stops_nothing_and_leaves_the_others_alone(
    postgres_urls: DatabaseUrls, postgres_maintenance: psycopg.Connection, tmp_path: Path
) -> None:
    """No stage raises, every list, file and paper answers, and the other half is as if alone."""
    walked(postgres_urls, postgres_maintenance, tmp_path, 1, 0.1)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(2, 7))
def test_poison_of_other_seeds(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path: Path,
    seed: int,
) -> None:
    """The same of five more nights, three times as many of their events altered."""
    walked(postgres_urls, postgres_maintenance, tmp_path, seed, 0.3)
