"""A table's book: slips, counts and complaints through the door."""

from ops.simulator.games.roleta_americana import RoletaAmericana
from ops.simulator.table_book import Book
from tests.ops.simulator.conftest import Rehearse, shown, where


def test_what_is_wrong_with_a_table_s_books_is_found(rehearsed: Rehearse) -> None:
    """TB-* and DS-*: one fault a day for thirteen days, each with its amount, none invented."""
    faults = dict(enumerate(Book.FAULTS, 1))
    table = RoletaAmericana(where("mesa-ra", "RA-01"), faults)
    score = rehearsed([table], 6, days=len(faults) + 1)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(faults)
    assert {one.code for one in table.planted} == {
        "TB-OPEN",
        "TB-CLOSE",
        "TB-FLOAT",
        "TB-FILL",
        "TB-WIN",
        "DS-DEADLINE",
        "DS-DEV",
    }
