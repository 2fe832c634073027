"""A table's book: slips, counts and complaints through the door."""

from ops.simulator.games.poker.poquer_omaha import PoquerOmaha
from ops.simulator.games.wheels.roulette.roleta_americana import RoletaAmericana
from ops.simulator.parties.table_book.book import Book
from ops.simulator.parties.table_book.faults import (
    CAPITAL,
    DROP_BY_POST,
    DROP_SHORT,
    OPENER,
    WRONG_LINK,
)
from tests.fixtures.casino import Casino
from tests.ops.simulator.conftest import Rehearse, day_of, shown, where


def test_what_is_wrong_with_a_table_s_books_is_found(rehearsed: Rehearse) -> None:
    """TB-*, DS-*, INT-CORR, one hand: a fault a day, each with its amount, none invented."""
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
        "INT-CORR",
        "OP-ACCESS",
    }


def test_what_a_day_had_no_occasion_for_is_left_for_the_next() -> None:
    """Who opens on the first day took over from nobody; a day has one fault of the book."""
    faults = {1: OPENER, 2: CAPITAL, 3: DROP_SHORT}
    table = RoletaAmericana(where("mesa-ra", "RA-01"), faults)
    left = []
    for number in range(3):
        for _ in table.gaming_day(*day_of(table, number), 2):
            pass
        left.append(table.left)
    assert left == [2, 1, 0]
    assert [one.fault for one in table.planted] == [CAPITAL, OPENER, DROP_SHORT]


def test_a_fault_that_wants_a_round_without_any_waits_for_the_next_day() -> None:
    """In each round of the first day something else is wrong, so that nothing is corrected."""
    table = RoletaAmericana(where("mesa-ra", "RA-01"), {1: WRONG_LINK, 2: "overpaid"})
    table.occasion = 1
    for _ in table.gaming_day(*day_of(table, 0), 1):
        pass
    assert [one.fault for one in table.planted] == ["overpaid"]
    assert table.left == 1
    for _ in table.gaming_day(*day_of(table, 1), 1):
        pass
    assert [one.fault for one in table.planted] == ["overpaid", WRONG_LINK]
    assert table.left == 0


def test_what_a_dealer_corrects_accuses_nobody(rehearsed: Rehearse, casino: Casino) -> None:
    """A bet, a payment or a collection ten times too high: found, and no more when it is put right.

    In a hundred and twenty rounds some are seen at once and some a round later.
    """
    score = rehearsed([RoletaAmericana(where("mesa-ra", "RA-01", 11))], 120)
    assert score.exact, shown(score)
    events = "FROM {s}.history WHERE source = 'mesa-ra'"
    (told,) = casino.rows(f"SELECT count(*) FILTER (WHERE kind = 'correction/1') AS count {events}")
    assert told["count"] >= 3
    rows = casino.rows("SELECT DISTINCT code, known_until IS NULL AS holds FROM {s}.finding")
    assert {"RA-PAY", "BET-MAX"} <= {row["code"] for row in rows}
    assert not any(row["holds"] for row in rows)


def test_who_counted_a_box_and_goes_on_post_as_the_table_opens_anew_is_expected(
    rehearsed: Rehearse,
) -> None:
    """S7: the fiscal on post counts the box in the middle of the night, goes on post, counts again.

    Another partida at the third round: two counts, and one post between them.
    """
    faults = {1: DROP_BY_POST, 3: "rate-too-high"}
    table = PoquerOmaha(where("mesa-oh", "OH-01"), faults)
    score = rehearsed([table], 6)
    assert score.exact, shown(score)
    hands = [one.facts["parts"] for one in table.planted if one.code == "OP-ACCESS"]
    assert hands[:3] == [["on post", "counted"], ["counted", "on post"], ["on post", "counted"]]
