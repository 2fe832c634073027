"""Chips in circulation: what was given out and has not come back (contabilidade_de_mesa.md).

The evening is the page's example: opening 5 000, fill 1 000, drop 2 300, credit 500, close 5 600,
so that 2 400 were won from the players and the float gave out 5 000 + 1 000 - 500 - 5 600 = -100.
"""

from typing import Any

import pytest

from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded
from ledger.events.registry import OpeningDeclared
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    Collection,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.tables import ChipsRedeemed, ChipsSold, DropCounted, TableClosed
from projections.running.building import rebuild
from projections.running.runner import Runner
from projections.stages.accounts.chips.queries import ChipDay, ChipQueries
from tests.fixtures.casino import DAY, Casino
from tests.projections.stages.accounts.test_accounts import (
    LOST,
    PLACE,
    TABLE,
    WHO,
    Table,
    end_day,
    table_opened,
)
from tests.projections.stages.accounts.test_table_counts import corrected

pytestmark = pytest.mark.usefixtures("reckoned_twice")

DROP = 230_000
CAGE = "caixa"
NEXT = "2026-11-21"


@pytest.fixture
def table(casino: Casino) -> Table:
    return Table(casino)


def at_cage(table: Table, payload: Payload) -> Any:
    return table.casino.say(CAGE, payload, place="CX-1")


def chips(table: Table, known: int | None = None, *, booked: bool = False) -> list[ChipDay]:
    table.casino.project()
    with table.casino.reading() as connection:
        return ChipQueries(connection, known).chips(booked=booked)


def moved(one: ChipDay) -> tuple[int, ...]:
    """Return what moved the chips of a day, and what circulates at its end."""
    return one.declared, one.sold, one.redeemed, one.played, one.cagnotte, one.circulating


def test_sold_and_won_less_redeemed_and_lost_is_in_circulation(table: Table) -> None:
    """3 000 declared, 2 300 sold at the table, 400 cashed at the cage, 2 400 lost: 2 500 are out.

    The float's counts say the same: it gave out -100, which with the 400 cashed makes -500.
    """
    at_cage(table, OpeningDeclared(subject="chips", name="*", values={"amount": 300_000}))
    table.say(ChipsSold(amount=DROP, means="cash"))
    at_cage(table, ChipsRedeemed(amount=40_000, means="cash"))
    table.day()
    (one,) = chips(table)
    assert moved(one) == (300_000, DROP, -40_000, -LOST, 0, 250_000)
    assert (one.brought, one.counted, one.difference, one.tables, one.events) == (
        0, 300_000 - 10_000 - 40_000, 0, 1, 3,
    )  # fmt: skip
    assert table.codes() == []


def test_a_drop_that_no_sale_explains_is_the_difference(table: Table) -> None:
    """Without a sale of the 2 300 of the drop, counts and events differ by just that."""
    table.day()
    (one,) = chips(table)
    assert (one.circulating, one.counted, one.difference) == (-LOST, -10_000, DROP)


def test_chips_for_chips_move_nothing(table: Table) -> None:
    """A colour taken back against chips of value leaves as many out as before (RA R27)."""
    table.say(ChipsSold(amount=10_000, means="cash", seat=1))
    table.say(ChipsRedeemed(amount=4_000, means="chips", seat=1, colour="azul"))
    (one,) = chips(table)
    assert moved(one) == (0, 10_000, 0, 0, 0, 10_000)


def test_a_float_that_was_not_counted_leaves_no_count(table: Table) -> None:
    """While a table plays its close is not known, and so is what the counts say."""
    table.say(ChipsSold(amount=DROP, means="cash"))
    table.signed(table_opened())
    table.lose(LOST)
    (one,) = chips(table)
    assert moved(one) == (0, DROP, 0, -LOST, 0, DROP - LOST)
    assert (one.counted, one.difference, one.tables) == (None, None, 1)


@pytest.mark.recorded
def test_a_corrected_sale_counts_from_its_approval(table: Table) -> None:
    """150 instead of 100: known before as 100; a withdrawn one as none; the rebuild says so too."""
    sold = table.say(ChipsSold(amount=10_000, means="cash"))
    approval = corrected(table, sold, ChipsSold(amount=15_000, means="cash"))
    assert [one.circulating for one in chips(table)] == [15_000]
    assert [one.circulating for one in chips(table, approval.position - 1)] == [10_000]
    corrected(table, sold, None)
    assert [one.circulating for one in chips(table)] == [0]
    rows = table.casino.rows("SELECT position, of, amount FROM {s}.chip_move ORDER BY position")
    assert [row["amount"] for row in rows] == [10_000, 5_000, -15_000]
    assert len({row["of"] for row in rows}) == 1
    _rebuilt(table)


@pytest.mark.recorded
def test_what_a_correction_makes_of_an_exchange_is_booked(table: Table) -> None:
    """Chips said to be given for chips that were sold for cash are in circulation since then."""
    sold = table.say(ChipsSold(amount=10_000, means="chips"))
    corrected(table, sold, ChipsSold(amount=10_000, means="cash"))
    table.casino.project()
    (row,) = table.casino.rows("SELECT reason, amount FROM {s}.chip_move")
    assert (row["reason"], row["amount"]) == ("sold", 10_000)
    corrected(table, sold, ChipsSold(amount=7_000, means="cash"))
    assert [one.circulating for one in chips(table)] == [7_000]
    _rebuilt(table)


@pytest.mark.recorded
def test_the_cage_takes_a_table_s_chips_for_what_they_are(table: Table) -> None:
    """Of a table in patacas its chips are patacas at the cage too, where it is named (RA R10)."""
    table.say(table_opened())
    table.say(ChipsSold(amount=10_000, means="cash"))
    opened = table_opened(currency="MOP", game="poquer_macau_5_cartas")
    table.casino.say("mesa-m", opened, place="M5-01")
    table.casino.say("mesa-m", ChipsSold(amount=50_000, means="cash"), place="M5-01")
    at_cage(table, ChipsRedeemed(amount=20_000, means="cash", table="M5-01"))
    at_cage(table, ChipsRedeemed(amount=3_000, means="cash", table="RA-01"))
    assert [(one.currency, one.redeemed, one.circulating) for one in chips(table)] == [
        ("CVE", -3_000, 7_000),
        ("MOP", -20_000, 30_000),
    ]
    _rebuilt(table)


def test_a_late_sale_is_booked_on_the_next_open_day(table: Table) -> None:
    """One told after its day was closed: booked on the next, and known now to be of its own."""
    table.say(ChipsSold(amount=10_000, means="cash"))
    end_day(table.casino)
    table.say(ChipsSold(amount=2_000, means="cash"))
    assert [(one.day, one.brought, one.sold, one.circulating) for one in booked(table)] == [
        (DAY, 0, 10_000, 10_000),
        (NEXT, 10_000, 2_000, 12_000),
    ]
    assert [(one.day, one.sold, one.circulating) for one in chips(table)] == [(DAY, 12_000, 12_000)]


def booked(table: Table) -> list[ChipDay]:
    return chips(table, booked=True)


def earned(table: Table) -> dict[str, int]:
    rows = table.casino.rows(
        "SELECT day::text, sum(amount)::bigint AS made FROM {s}.revenue "
        "WHERE reason = 'round' GROUP BY 1"
    )
    return {row["day"]: row["made"] for row in rows}


def test_a_closed_day_keeps_its_chips_as_its_revenue_does(table: Table) -> None:
    """10.00 paid late: the revenue has them on the 21st, and so have the chips as booked.

    As known now they are the 20th's. Either way 2 390.00 were brought back in all.
    """
    table.say(ChipsSold(amount=DROP, means="cash"))
    table.day()
    end_day(table.casino)
    before = booked(table)
    table.casino.say(TABLE, Payout(seat=1, bets=(1,), amount=1_000), round_id=f"{PLACE}/{DAY}/1")
    first, second = booked(table)
    assert [first] == before
    assert (first.played, second.played) == (-LOST, 1_000)
    assert {one.day: -one.played for one in (first, second)} == earned(table)
    (known,) = chips(table)
    assert (known.day, known.played) == (DAY, 1_000 - LOST)
    assert known.circulating == second.circulating == DROP - LOST + 1_000
    assert (first.counted, first.difference) == (None, None)
    assert known.difference == -1_000  # the count was before the payment


def test_a_sale_corrected_after_the_close_is_of_its_day_as_known_now(table: Table) -> None:
    """150 instead of 100: the 50 are booked on the 21st, and were sold on the 20th."""
    sold = table.say(ChipsSold(amount=10_000, means="cash"))
    end_day(table.casino)
    corrected(table, sold, ChipsSold(amount=15_000, means="cash"))
    assert [(one.day, one.sold) for one in booked(table)] == [(DAY, 10_000), (NEXT, 5_000)]
    assert [(one.day, one.sold) for one in chips(table)] == [(DAY, 15_000)]


def test_players_stakes_in_the_tray_do_not_circulate(table: Table) -> None:
    """A winner's 10.00 swept in and owed: out of circulation with the 24.00 won, in both bases."""
    table.signed(table_opened())
    for payload in (
        RoundOpened(),
        BetPlaced(bet=1, seat=1, chance="pleno", selection="18", amount=1_000),
        BetPlaced(bet=2, seat=2, chance="pleno", selection="17", amount=2_400),
        BetsClosed(),
        BallLanded(number=18, colour="encarnado"),
        Collection(amount=3_400),
        RoundClosed(),
    ):
        table.casino.say(TABLE, payload, round_id=f"{PLACE}/{DAY}/1")
    table.signed(TableClosed(count=503_400, counted_by=WHO))
    table.say(DropCounted(cash=0))
    (known,), (as_booked,) = chips(table), booked(table)
    assert (known.played, known.difference) == (-3_400, 0)
    assert (as_booked.played, as_booked.circulating) == (-3_400, -3_400)
    assert (known.events, as_booked.events) == (0, 0)


def _rebuilt(table: Table) -> None:
    with Runner(table.casino.conninfo) as runner:
        runner.catch_up()
        before = runner.digests()
    assert rebuild(table.casino.conninfo) == before
