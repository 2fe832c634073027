"""The catalogue of faults: every fault of every party, and every code that events can decide."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from ops.simulator.night.casino import OFFICE, Seating, plan, seatings
from ops.simulator.night.catalogue import codes, retold
from ops.simulator.night.night import faults_of
from ops.simulator.parties.floor import Floor
from ops.simulator.parties.manifest import INFORMATION
from ops.simulator.parties.party import Place
from ops.simulator.parties.table_book.book import Book
from projections.replay.codes import CODES

NOT_PLANTED = {
    "JP-XFER-MODEL": "under the matrix a transfer across models without the act moves nothing",
    "NB-MIN4": "of the texts only the Portuguese, which no party plays by, ask for four players",
    "INT-FOLD": "no event is known that a stage cannot fold: test_quarantine breaks a stage",
}
"""Codes that are not manual and that no party plants, with the reason."""
RETOLD = ("BO-01", "CU-01", "P3-01", "M5-01", "SP-01")
"""Small parties whose entries are told anew here; the others' were when the file was made."""


def test_every_code_that_events_decide_is_planted() -> None:
    """Each code of the table is manual, statistical, excused by name, or has a fault."""
    planted = {code for game in codes().values() for found in game.values() for code in found}
    assert planted <= set(CODES)
    due = {name for name, code in CODES.items() if not code.manual}
    assert due - planted - INFORMATION == set(NOT_PLANTED)


def test_every_fault_of_every_party_is_in_it() -> None:
    """A party's new fault wants its line, and a fault that is gone wants none."""
    known = codes()
    parties = {Floor.GAME: set(Floor.FAULTS), Book.NAME: set(Book.FAULTS)}
    for one in seatings():
        parties.setdefault(one.game.GAME, set()).update(one.game.FAULTS)
    assert {game: set(faults) for game, faults in known.items()} == parties


def seating(place: str) -> Seating:
    """Return a place of the floor."""
    return next(one for one in seatings() if one.place == place)


@pytest.mark.parametrize("place", RETOLD)
def test_what_it_says_is_what_the_party_plants(place: str) -> None:
    """Told anew: the same codes for the same faults."""
    game = seating(place).game
    where = Place(
        source="mesa",
        place=place,
        day="2026-11-20",
        start=datetime(2026, 11, 20, 20, tzinfo=UTC),
        seed=7,
    )
    faults = {2 + 3 * number: fault for number, fault in enumerate(game.FAULTS)}
    days = 3
    told = retold([game(where, faults=faults)], [max(faults) // days + 10], days)
    for fault, found in told[game.GAME].items():
        assert set(found) <= set(codes()[game.GAME][fault]), fault
    assert set(told[game.GAME]) == set(game.FAULTS)


def kinds() -> Iterator[tuple[str, str]]:
    """Yield every place with each of its faults."""
    for place, faults in faults_of(seatings()).items():
        for fault in faults:
            yield place, fault


@pytest.mark.parametrize("seed", range(4))
def test_five_hundred_faults_plant_every_code(seed: int) -> None:
    """Whatever the seed: fewer faults than there are kinds, and no code without one."""
    planned = plan(seatings(), 500, 3, seed)
    assert sum(map(len, planned.values())) == 500
    offered = faults_of(seatings())
    found = {
        code
        for place, of_place in planned.items()
        for fault in of_place.values()
        for code in offered[place][fault]
    }
    assert found == {code for place, fault in kinds() for code in offered[place][fault]}


def test_all_plants_every_kind_once() -> None:
    """Of the office and of each place; of the tables' books each kind somewhere."""
    planned = plan(seatings(), None, 3, 7)
    assert set(planned[OFFICE].values()) == set(Floor.FAULTS)
    books = [one for of in planned.values() for one in of.values() if one in Book.FAULTS]
    assert sorted(books) == sorted(Book.FAULTS)
    for one in seatings():
        own = [fault for fault in planned[one.place].values() if fault not in Book.FAULTS]
        assert sorted(own) == sorted(one.game.FAULTS)
