"""Figures for people: statements that chain, prizes explained, the first event where sides part."""

import pytest

from ledger.events.jackpots import ControllerRead, DisplayRead, PoolAdjusted
from projections.stages.pools.books.lookups import PoolDay
from projections.stages.pools.figures import Cover, explain, held_of, reconcile, statements
from tests.projections.stages.pools.hall import Hall


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_a_day_opens_with_what_the_one_before_closed_with() -> None:
    """500.00 base and 3.00; then 2.00 more, 1.00 of it hidden, and a prize of 50.00."""
    days = [
        PoolDay(pool="p", day="2026-11-21", increments=200, wins=-5_000, hidden=100, first=9),
        PoolDay(pool="p", day="2026-11-20", base=50_000, increments=300, display=50_290),
    ]
    first, second = statements(days, {"2026-11-20": (50_300, 60_000)})
    assert (first.opening, first.closing, first.shown) == (0, 50_300, 50_300)
    assert (first.held, first.cover, second.cover) == (50_300, 60_000, None)
    assert (second.opening, second.closing, second.shown) == (50_300, 45_500, 45_400)


def test_a_statement_of_a_night_is_the_pool_s(hall: Hall) -> None:
    """Two plays, a reading that lags, a prize, an adjustment: each in its column."""
    hall.open()
    hall.play(10_000)
    hall.say(DisplayRead(pool="p", amount=49_000), source="visor")
    hall.play(10_000, pool="p", pap_m=50_100)
    hall.act(PoolAdjusted(pool="p", component="accumulated", amount=7, reason="x"))
    (day,) = statements(hall.books.journal.days.values())
    assert (day.base, day.increments, day.wins, day.resets) == (50_000, 100, -50_100, 50_000)
    assert (day.corrections, day.closing, day.shown) == (7, 50_007, 50_007)
    assert (day.stakes, day.staked, day.rates) == (2, 20_000, {"5000": 20_000})
    assert (day.display, day.difference) == (49_000, -1_050)


def test_a_prize_is_explained_from_the_one_before(hall: Hall) -> None:
    """500.00 put back, 1.00 and 0.50 of increments, 0.07 corrected: 501.57; exactly 150 cents."""
    hall.open()
    hall.play(100, pool="p", pap_m=50_000)
    first = hall.log[-1].position
    hall.play(20_000)
    hall.act(PoolAdjusted(pool="p", component="accumulated", amount=7, reason="x"))
    won = hall.play(9_999, pool="p", pap_m=50_157)
    found = explain(hall.books.awards.page[won.name], 50_157)
    assert (found.since, found.base, found.carried, found.increments) == (first, 50_000, 0, 150)
    assert (found.corrections, found.balance, found.amount) == (7, 50_157, 50_157)
    assert (found.exact, found.stakes, found.rates) == ("149.995000", 2, {"5000": 29_999})
    assert found.agrees
    assert not explain(hall.books.awards.page[won.name], 50_156).agrees


def test_the_first_event_at_which_a_display_parts_is_named(hall: Hall) -> None:
    """Right, wrong, wrong: the second reading is where it parted; money is short at last."""
    hall.open()
    hall.play(10_000)
    right = hall.say(DisplayRead(pool="p", amount=50_050), source="visor")
    wrong = hall.say(DisplayRead(pool="p", amount=50_550), source="visor")
    hall.say(DisplayRead(pool="p", amount=50_551), source="visor")
    read = hall.say(ControllerRead(pool="p", amount=50_050), source="controlador")
    cover = [
        Cover(day="2026-11-19", position=1, held=10, declared=10),
        Cover(day="2026-11-20", position=2, held=10, declared=9),
    ]
    balances = hall.pool().balances
    sides = reconcile(balances, balances, hall.books.records.readings, cover, read.position)
    assert [(one.side, one.difference, one.agreed, one.parted) for one in sides] == [
        ("ledger", 0, read.position, None),
        ("controller", 0, read.position, None),
        ("display", 501, right.position, wrong.position),
        ("money", -1, 1, 2),
    ]


def test_books_that_part_from_their_own_journal_are_named(hall: Hall) -> None:
    """A line changed in the database: the ledger's own two roads differ."""
    hall.open()
    balances = hall.pool().balances
    ledger, controller, display, money = reconcile(balances, {**balances, "J2": 5}, (), (), 9)
    assert (ledger.difference, ledger.parted) == (5, 9)
    assert {one.amount for one in (controller, display, money)} == {None}


def test_what_is_held_leaves_revenue_and_casinos_out() -> None:
    """J1 to J4, J6 to J9 must be covered; J10, J11 and the operator's own are not."""
    accounts = {"J1": 1, "J6": 2, "J7": 3, "J8": 4, "J9:i": 5, "J10": 6, "J11:a": 7, "P1": 8}
    assert sum(held_of(accounts).values()) == 15
