"""A range's totals: counts and sums of its events, added up at the seal and again by a check."""

import pytest

from ledger.store.reader import Reader
from ops.outside.archive.folder import SEAL, TOTALS
from ops.outside.archive.statement import read_seal
from ops.outside.archive.totals import Total, Totals, read_totals, write_totals
from tests.fixtures.sealed import Sealed

pytestmark = pytest.mark.recorded


def test_totals_are_what_the_events_add_up_to(two_ranges: Sealed) -> None:
    """Of each kind, place and day; the seal has their file's hash."""
    place = two_ranges.places[1]
    told = read_totals(two_ranges.archive.read(place, TOTALS))
    with Reader(two_ranges.casino.conninfo) as reader:
        rows = [row for block in reader.blocks(place.first, place.last) for row in block]
    totals = Totals()
    totals.add(rows)
    assert told == totals.told()
    assert sum(one.events for one in told) == len(rows)
    assert any(one.amount for one in told)
    assert TOTALS in read_seal(two_ranges.archive.read(place, SEAL)).files


def one_more(totals: list[Total]) -> list[Total]:
    return [totals[0]._replace(events=totals[0].events + 1), *totals[1:]]


def more_money(totals: list[Total]) -> list[Total]:
    return [*totals[:-1], totals[-1]._replace(amount=totals[-1].amount + 1)]


def another_place(totals: list[Total]) -> list[Total]:
    return [totals[0]._replace(place="mesa-99"), *totals[1:]]


@pytest.mark.parametrize("change", [one_more, more_money, another_place])
def test_totals_of_other_events_are_named(touched: Sealed, change: object) -> None:
    """Though the seal agrees with them."""
    assert callable(change)
    place = touched.places[1]
    told = read_totals(touched.archive.read(place, TOTALS))
    touched.archive.write(place, TOTALS, write_totals(change(told)))
    touched.reseal()
    assert touched.named() == {TOTALS}


def test_a_range_without_totals_is_whole(touched: Sealed) -> None:
    """As an older program sealed it."""
    (touched.folder / touched.places[1].folder / TOTALS).unlink()
    touched.reseal(without={TOTALS})
    assert touched.named() == set()
