"""Counts and slips that come late, twice, wrongly or not at all: each is of its own opening.

The figures are those of contabilidade_de_mesa.md: opening 5 000, fill 1 000, drop 2 300, credit
500, close 5 600: resultado 2 400. A second opening of 5 600 that nobody plays at makes nothing.
"""

from typing import Any

import msgspec
import pytest

from ledger.door.ingestion import Receipt
from ledger.events.base import Payload
from ledger.events.registry import OpeningDeclared
from ledger.events.reviews import Correction, GamingDayClosed
from ledger.events.rounds import Commission
from ledger.events.tables import (
    CagnotteBoxCounted,
    Credit,
    DropCounted,
    Fill,
    TableClosed,
)
from projections.running.building import rebuild
from projections.running.runner import Runner
from projections.stages.accounts.queries import AccountQueries
from projections.stages.accounts.tables.table_day import Count, Slip, TableDay, Tolerance, faults_of
from tests.fixtures.casino import AT, DAY, Casino
from tests.projections.stages.accounts.test_accounts import (
    LOST,
    PLACE,
    TABLE,
    WHO,
    Table,
    table_opened,
)

pytestmark = pytest.mark.usefixtures("reckoned_twice")

NEXT = "2026-11-21"
CLOSER = 560_000


@pytest.fixture
def table(casino: Casino) -> Table:
    return Table(casino)


def of_day(
    table: Table, day: str, payload: Payload, source: str = TABLE, place: str = PLACE
) -> Receipt:
    """Say something of a gaming day other than the evening's."""
    segment = table.casino.source(source).say(payload, AT, day=day, place=place)
    (answer,) = table.casino.door.submit([segment])
    assert answer.receipt is not None, answer
    return answer.receipt


def opened_again(table: Table, day: str = DAY, count: int = CLOSER) -> Receipt:
    """Open the table again, with what it was closed with, counted by two."""
    receipt = of_day(table, day, table_opened(count=count))
    for person in WHO:
        table.casino.approve(person, receipt)
    return receipt


def corrected(table: Table, target: Receipt, right: Payload | None, by: str = "chefe") -> Receipt:
    """Correct an event, with another person's approval; return that."""
    correction = table.say(
        Correction(
            target=f"{target.source}:{target.first}",
            link=target.link,
            replacement=None if right is None else msgspec.to_builtins(right),
            reason="erro_de_registo",
        ),
        "fiscal",
    )
    return table.casino.approve(by, correction)


def days(table: Table, known: int | None = None) -> list[tuple[Any, ...]]:
    """Return each opening's drop, slot, result by count and quebra."""
    table.casino.project()
    with table.casino.reading() as connection:
        found = AccountQueries(connection, known).tables()
    return [(one.drop, one.cagnotte_counted, one.by_count, one.quebra) for one in found]


def found(table: Table) -> list[tuple[str, str, str]]:
    """Return code, expected and recorded of what is wrong with tables now."""
    table.casino.project()
    rows = table.casino.rows(
        "SELECT code, expected, recorded FROM {s}.finding WHERE known_until IS NULL "
        "AND starts_with(code, 'TB-') ORDER BY code, expected, recorded"
    )
    return [(row["code"], row["expected"], row["recorded"]) for row in rows]


def booked(table: Table) -> list[tuple[str, str, int]]:
    """Return the day, reason and sum of what stands in the revenue."""
    table.casino.project()
    rows = table.casino.rows(
        "SELECT day::text, reason, sum(amount)::bigint AS amount FROM {s}.revenue "
        "GROUP BY 1, 2 ORDER BY 1, 2"
    )
    return [(row["day"], row["reason"], row["amount"]) for row in rows]


def played(table: Table) -> None:
    """Play the example's day up to its closing; its box is not counted yet."""
    table.signed(table_opened())
    table.slip(Fill, 1, 100_000)
    table.lose(LOST)
    table.slip(Credit, 1, 50_000)
    table.signed(TableClosed(count=CLOSER, counted_by=WHO))


# --- late, and to which opening ------------------------------------------------------------------


def test_last_nights_box_is_last_nights_though_the_table_is_open_again(table: Table) -> None:
    """Counted the morning after, when the table plays again: 2 400.00 of the first day."""
    played(table)
    opened_again(table, NEXT)
    table.say(DropCounted(cash=230_000))
    assert days(table) == [(230_000, None, LOST, 0), (None,) * 4]
    assert found(table) == []


def test_a_box_counted_of_today_is_todays(table: Table) -> None:
    """Both openings are of one day, the first's box was counted: the next count is the second's."""
    played(table)
    table.say(DropCounted(cash=230_000))
    opened_again(table)
    table.say(DropCounted(cash=700))
    assert [one[0] for one in days(table)] == [230_000, 700]


def test_the_box_of_an_opening_that_waits_goes_before_the_one_that_plays(table: Table) -> None:
    """One day, two openings: while the second plays, what is counted is the first's box."""
    played(table)
    opened_again(table)
    table.say(DropCounted(cash=230_000))
    table.signed(TableClosed(count=CLOSER, counted_by=WHO))
    table.say(DropCounted(cash=0))
    assert days(table) == [(230_000, None, LOST, 0), (0, None, 0, 0)]
    assert found(table) == []


def test_a_box_of_long_ago_is_found_in_what_is_written(table: Table) -> None:
    """Two openings later, and after a restart: the first night's box is still the first night's."""
    played(table)
    for day in (NEXT, "2026-11-22"):
        opened_again(table, day)
        closing = of_day(table, day, TableClosed(count=CLOSER, counted_by=WHO))
        for person in WHO:
            table.casino.approve(person, closing)
        of_day(table, day, DropCounted(cash=0))
    table.casino.project()
    table.say(DropCounted(cash=230_000))
    assert days(table) == [(230_000, None, LOST, 0), (0, None, 0, 0), (0, None, 0, 0)]
    assert found(table) == []


@pytest.mark.parametrize("late", [True, False])
def test_the_cages_half_of_a_slip_goes_to_where_the_tables_is(table: Table, late: bool) -> None:
    """It comes after the table was opened again, or before it was: both sides are there."""
    cage = Fill(side="cage", slip=7, amount=100_000, table=PLACE)
    other = Fill(side="table", slip=7, amount=100_000)
    table.signed(table_opened())
    if late:
        table.say(other)
    table.signed(TableClosed(count=600_000 if late else 500_000, counted_by=WHO))
    table.say(DropCounted(cash=0))
    if not late:
        table.say(cage, "caixa", "CX-1")
    opened_again(table, count=600_000 if late else 500_000)
    table.say(cage, "caixa", "CX-1") if late else table.say(other)
    table.signed(TableClosed(count=600_000, counted_by=WHO))
    table.say(DropCounted(cash=0))
    assert [one[2] for one in days(table)] == [0, 0]
    assert found(table) == []


def test_a_cages_half_of_another_amount_stays_where_it_came(table: Table) -> None:
    """The night's lone half of 1 000.00 is not the 900.00 that the table signs the night after."""
    table.signed(table_opened())
    table.signed(TableClosed(count=500_000, counted_by=WHO))
    table.say(DropCounted(cash=0))
    table.say(Fill(side="cage", slip=7, amount=100_000, table=PLACE), "caixa", "CX-1")
    opened_again(table, count=500_000)
    table.say(Fill(side="table", slip=7, amount=90_000))
    table.signed(TableClosed(count=590_000, counted_by=WHO))
    table.say(DropCounted(cash=0))
    assert found(table) == [
        ("TB-FILL", "both sides of the slip", "cage only"),
        ("TB-FILL", "both sides of the slip", "table only"),
    ]


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(5_000, marks=pytest.mark.deep)])
def test_the_cages_half_told_before_a_tables_first_opening_is_of_that(
    table: Table, page: int
) -> None:
    """The cage signs fill 1 and credit 1 before RA-01 ever opened: both sides are there, 2 400."""
    for payload in (Fill(side="cage", slip=1, amount=100_000, table=PLACE),
                    Credit(side="cage", slip=1, amount=50_000, table=PLACE)):  # fmt: skip
        table.say(payload, "caixa", "CX-1")
    table.casino.project(page=page)
    table.signed(table_opened())
    table.say(Fill(side="table", slip=1, amount=100_000))
    table.lose(LOST)
    table.say(Credit(side="table", slip=1, amount=50_000))
    table.signed(TableClosed(count=CLOSER, counted_by=WHO))
    table.say(DropCounted(cash=230_000))
    table.casino.project(page=page)
    assert days(table) == [(230_000, None, 240_000, 0)]
    assert found(table) == []
    with Runner(table.casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(table.casino.conninfo) == digests


def test_a_half_that_waits_for_the_first_opening_is_corrected_before_it(table: Table) -> None:
    """Of three told early, 900.00 was 1 000.00, one was of RA-02, one never was: one is left."""
    wrong = Fill(side="cage", slip=1, amount=90_000, table=PLACE)
    told = [
        table.say(msgspec.structs.replace(wrong, slip=slip), "caixa", "CX-1") for slip in (1, 2, 3)
    ]
    corrected(table, told[0], msgspec.structs.replace(wrong, amount=100_000))
    corrected(table, told[1], msgspec.structs.replace(wrong, slip=2, table="RA-02"))
    corrected(table, told[2], None)
    table.signed(table_opened())
    table.say(Fill(side="table", slip=1, amount=100_000))
    table.signed(TableClosed(count=600_000, counted_by=WHO))
    table.say(DropCounted(cash=0))
    assert [one[2] for one in days(table)] == [0]
    assert found(table) == []


# --- not counted ---------------------------------------------------------------------------------


def test_a_table_that_nobody_closed_is_found_when_its_day_is(table: Table) -> None:
    """Its float was counted at opening: at the day's end a closing is due, and ends the finding."""
    table.signed(table_opened())
    assert found(table) == []
    table.say(GamingDayClosed(), "financas")
    assert found(table) == [("TB-CLOSE", "a counted float", "none")]
    table.signed(TableClosed(count=500_000, counted_by=WHO))
    table.say(DropCounted(cash=0))
    assert found(table) == []
    assert days(table) == [(0, None, 0, 0)]


def test_a_table_without_a_float_may_stay_open(table: Table) -> None:
    """An online table has no chips: nobody counts it, and the day's end asks for nothing."""
    table.say(table_opened(count=None, counted_by=()))
    table.lose(1_000)
    table.say(GamingDayClosed(), "financas")
    assert found(table) == []
    with table.casino.reading() as connection:
        (one,) = AccountQueries(connection).tables()
    assert (one.by_rounds, one.settled) == (1_000, False)


def test_a_table_opened_again_without_a_closing_was_never_closed(table: Table) -> None:
    """What it held when play ended nobody counted, and nobody will."""
    table.signed(table_opened())
    table.signed(table_opened())
    assert found(table) == [("TB-CLOSE", "a counted float", "none")]


def test_a_table_is_closed_once(table: Table) -> None:
    """The first closing holds; another one is a finding, with what it says."""
    played(table)
    table.say(DropCounted(cash=230_000))
    assert found(table) == []
    table.signed(TableClosed(count=100, counted_by=WHO))
    assert found(table) == [("TB-CLOSE", "one closing", "1.00")]
    assert days(table) == [(230_000, None, LOST, 0)]


def test_a_box_that_nobody_counted_is_found_when_its_day_is_closed(table: Table) -> None:
    """Both floats are counted and the drop is not; counted after all, nothing is wrong."""
    played(table)
    assert found(table) == []
    table.say(GamingDayClosed(), "financas")
    assert found(table) == [("TB-WIN", "a counted drop", "none")]
    table.say(DropCounted(cash=230_000))
    assert found(table) == []
    assert booked(table) == [(DAY, "round", LOST)]


def test_a_box_whose_count_was_withdrawn_is_found_when_its_day_is_closed(table: Table) -> None:
    """The drop of 2,300.00 was another table's: of this one nobody counted it."""
    played(table)
    corrected(table, table.say(DropCounted(cash=230_000)), None)
    assert found(table) == []
    table.say(GamingDayClosed(), "financas")
    assert found(table) == [("TB-WIN", "a counted drop", "none")]


def test_what_was_closed_with_a_count_was_opened_with_one(table: Table) -> None:
    """A float that two people counted at the end and nobody at the beginning."""
    table.say(table_opened(count=None, counted_by=()))
    table.signed(TableClosed(count=500_000, counted_by=WHO))
    table.say(DropCounted(cash=0))
    assert found(table) == [("TB-OPEN", "a counted float", "none")]


def poker(**others: Any) -> TableDay:
    given: dict[str, Any] = {
        "opened": 1,
        "opening": "m:1",
        "place": "T",
        "day": DAY,
        "game": "poquer_holdem",
        "profile": "cv-2017@1",
        "currency": "CVE",
        "casino": "*",
        "settled": True,
        "cagnotte": 1_250,
        **others,
    }
    return TableDay(**given)


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ({}, []),  # its day is not over
        ({"ended": True}, [("NB-RAKE-BOX", "12.50", "none", -1_250)]),
        ({"ended": True, "boxes": [Count(amount=1_250, position=9)]}, []),
        ({"ended": True, "cagnotte": 0}, []),
        ({"ended": True, "game": "poquer_3_cartas"}, [("TB-WIN", "12.50", "none", -1_250)]),
        ({"ended": True, "game": "bingo"}, []),
    ],
)
def test_a_slot_that_nobody_counted_is_found_when_its_day_is_closed(
    others: dict[str, Any], expected: list[Any]
) -> None:
    """NB R65, Art. 87 B: the hands put 12.50 into it, and nobody says that it holds them."""
    faults = faults_of(poker(**others), Tolerance())
    assert [(one.code, one.expected, one.recorded, one.amount) for one in faults] == expected


@pytest.mark.parametrize(
    ("counted", "expected"), [(1_500, []), (1_000, [("NB-RAKE-BOX", "15.00", "10.00")])]
)
def test_what_is_charged_by_the_session_is_in_the_slot_and_in_the_base(
    table: Table, counted: int, expected: list[Any]
) -> None:
    """NB R65 b: 10.00 and 7.00 in no hand, the 7.00 put right to 5.00: 15.00 of cagnotte."""
    table.signed(table_opened(game="poquer_holdem", options={}))
    table.say(Commission(amount=1_000, mode="session"))
    wrong = table.say(Commission(amount=700, mode="session", seat=3))
    assert booked(table) == [(DAY, "session", 1_700)]
    with table.casino.reading() as connection:
        (one,) = AccountQueries(connection).tables()
    assert (one.cagnotte, one.settled) == (1_700, False)
    corrected(table, wrong, Commission(amount=500, mode="session", seat=3))
    table.signed(TableClosed(count=500_000, counted_by=WHO))
    table.say(DropCounted(cash=0))
    table.say(CagnotteBoxCounted(amount=counted))
    table.casino.project()
    rows = table.casino.rows(
        "SELECT code, expected, recorded FROM {s}.finding WHERE known_until IS NULL "
        "AND code = 'NB-RAKE-BOX'"
    )
    assert [(row["code"], row["expected"], row["recorded"]) for row in rows] == expected
    assert booked(table) == [(DAY, "session", 1_500)]
    (row,) = table.casino.rows("SELECT category, sum(amount) FROM {s}.revenue GROUP BY 1")
    assert row == {"category": "cagnotte", "sum": 1_500}


@pytest.mark.recorded
@pytest.mark.parametrize(
    ("held", "expected"), [(500_000, []), (490_000, [("TB-OPEN", "4900.00", "5000.00")])]
)
def test_the_first_opening_is_held_against_what_the_table_held(
    table: Table, held: int, expected: list[Any]
) -> None:
    """Day one: somebody said what was in the tray; the second opening has a closing before it."""
    declared = OpeningDeclared(subject="table", name=PLACE, values={"fecho": held})
    table.say(declared, "direccao")
    table.casino.project()  # what waits for the first opening is there after a restart
    table.day()
    assert found(table) == expected
    opened_again(table, NEXT)
    with Runner(table.casino.conninfo) as runner:
        runner.catch_up()
        digests = runner.digests()
    assert found(table) == expected
    assert rebuild(table.casino.conninfo) == digests


@pytest.mark.recorded
def test_what_a_table_held_is_corrected_before_and_after_it_opens(table: Table) -> None:
    """Day one: 4 900.00 declared for 5 000.00 is put right; withdrawn, nothing is held against."""
    declared = OpeningDeclared(subject="table", name=PLACE, values={"fecho": 490_000})
    said = table.say(declared, "direccao")
    corrected(table, said, msgspec.structs.replace(declared, values={"fecho": 495_000}))
    table.casino.project()
    table.day()
    assert found(table) == [("TB-OPEN", "4950.00", "5000.00")]
    corrected(table, said, msgspec.structs.replace(declared, values={"fecho": 500_000}))
    assert found(table) == []
    corrected(table, said, declared)
    opened_again(table, NEXT)
    assert found(table) == [("TB-OPEN", "4900.00", "5000.00")]
    corrected(table, said, None)
    assert found(table) == []
    with Runner(table.casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(table.casino.conninfo) == digests


def test_a_declaration_that_was_replaced_corrects_nothing(table: Table) -> None:
    """Day one: the last word about the tray holds, whatever becomes of the first."""
    declared = OpeningDeclared(subject="table", name=PLACE, values={"fecho": 490_000})
    first = table.say(declared, "direccao")
    table.say(msgspec.structs.replace(declared, values={"fecho": 500_000}), "direccao")
    corrected(table, first, None)
    table.day()
    assert found(table) == []


# --- slips ---------------------------------------------------------------------------------------


def fill(at: int, side: str, amount: int = 100, **others: Any) -> Slip:
    return Slip(kind="fill", side=side, number=1, amount=amount, position=at, **others)


@pytest.mark.parametrize(
    ("slips", "fills", "expected"),
    [
        ([fill(2, "table"), fill(3, "cage")], 100, []),
        # The table signs one slip twice: chips for 1.00 that no cage gave.
        ([fill(2, "table"), fill(3, "cage"), fill(4, "table")], 200, [("1.00", "2.00", 100)]),
        # Two cages may have one number: two slips of each side.
        ([fill(n, side) for n, side in enumerate(["table", "cage"] * 2, 2)], 200, []),
        # Voided afterwards by both, it moves nothing; by one alone it is no pair any more.
        (
            [
                fill(2, "table"),
                fill(3, "cage"),
                fill(4, "table", voided=True, reason="engano"),
                fill(5, "cage", voided=True, reason="engano"),
            ],
            0,
            [],
        ),
        (
            [fill(2, "table"), fill(3, "cage"), fill(4, "cage", voided=True, reason="engano")],
            100,
            [("0.00", "1.00", 100)],
        ),
    ],
)
def test_a_slip_moves_what_both_sides_let_stand(
    slips: list[Slip], fills: int, expected: list[Any]
) -> None:
    """The last word of each side about a number holds, and both sides' words are the same."""
    day = poker(game="boule", slips=slips)
    assert day.fills == fills
    faults = faults_of(day, Tolerance())
    assert [(one.expected, one.recorded, one.amount) for one in faults] == expected


# --- corrected -----------------------------------------------------------------------------------


def test_a_closing_typed_wrongly_is_corrected_by_two(table: Table) -> None:
    """6 500.00 for 5 600.00: 900.00 too many until the approval, then 2 400.00 and no fault."""
    table.signed(table_opened())
    table.slip(Fill, 1, 100_000)
    table.lose(LOST)
    table.slip(Credit, 1, 50_000)
    closing = table.signed(TableClosed(count=650_000, counted_by=WHO))
    table.say(DropCounted(cash=230_000))
    assert found(table) == [("TB-WIN", "2400.00", "3300.00")]
    assert booked(table) == [(DAY, "quebra", 90_000), (DAY, "round", LOST)]
    before = table.casino.last
    right = TableClosed(count=CLOSER, counted_by=WHO)
    corrected(table, closing, right)
    assert found(table) == []
    assert days(table) == [(230_000, None, LOST, 0)]
    assert days(table, before) == [(230_000, None, LOST + 90_000, 90_000)]
    assert booked(table) == [(DAY, "quebra", 0), (DAY, "round", LOST)]


def test_nothing_is_corrected_by_one(table: Table) -> None:
    """Without another person's approval the count is what it was."""
    played(table)
    drop = table.say(DropCounted(cash=250_000))
    corrected(table, drop, DropCounted(cash=230_000), by="fiscal")
    assert days(table) == [(250_000, None, LOST + 20_000, 20_000)]


def test_a_count_may_be_corrected_twice_and_withdrawn(table: Table) -> None:
    """The last correction holds; a count withdrawn is none, and may be put back."""
    played(table)
    drop = table.say(DropCounted(cash=250_000))
    corrected(table, drop, DropCounted(cash=240_000))
    assert days(table) == [(240_000, None, LOST + 10_000, 10_000)]
    corrected(table, drop, None)
    assert days(table) == [(None, None, None, None)]
    corrected(table, drop, DropCounted(cash=229_000, tickets=1_000))
    assert days(table) == [(230_000, None, LOST, 0)]
    assert found(table) == []


def test_openings_slips_and_slots_are_corrected_too(table: Table) -> None:
    """Opened with 4 000.00 for 5 000.00, 900.00 for 1 000.00 from the cage, a slip for RA-02."""
    opening = table.signed(table_opened(count=400_000))
    table.say(Fill(side="table", slip=1, amount=90_000))
    half = table.say(Fill(side="cage", slip=1, amount=90_000, table="RA-02"), "caixa", "CX-1")
    table.lose(LOST)
    table.slip(Credit, 1, 50_000)
    box = table.say(CagnotteBoxCounted(amount=7))
    table.signed(TableClosed(count=CLOSER, counted_by=WHO))
    table.say(DropCounted(cash=230_000))
    assert {one[0] for one in found(table)} == {"TB-FILL", "TB-WIN"}
    corrected(table, opening, table_opened())
    corrected(table, half, Fill(side="cage", slip=1, amount=90_000, table=PLACE))
    corrected(table, box, CagnotteBoxCounted(amount=8))
    assert days(table) == [(230_000, 8, LOST + 10_000, 10_000)]
    assert found(table) == [("TB-WIN", "2400.00", "2500.00")]


def test_the_next_opening_is_held_against_the_corrected_closing(table: Table) -> None:
    """Closed with 5 500.00 said and 5 600.00 in the tray: the opener of 5 600.00 is right after."""
    table.signed(table_opened())
    closing = table.signed(TableClosed(count=550_000, counted_by=WHO))
    table.say(DropCounted(cash=0))
    opened_again(table)
    table.signed(TableClosed(count=CLOSER, counted_by=WHO))
    table.say(DropCounted(cash=0))
    assert ("TB-OPEN", "5500.00", "5600.00") in found(table)
    corrected(table, closing, TableClosed(count=CLOSER, counted_by=WHO))
    assert found(table) == [("TB-WIN", "0.00", "600.00")]


def test_a_second_closing_corrected_does_not_stand_for_the_first(table: Table) -> None:
    """The opening was closed with 5 600.00; what is said of the other closing changes nothing."""
    played(table)
    table.say(DropCounted(cash=230_000))
    second = table.say(TableClosed(count=100))
    corrected(table, second, TableClosed(count=200))
    assert days(table) == [(230_000, None, LOST, 0)]


def test_a_correction_after_the_close_moves_the_next_day(table: Table) -> None:
    """The closed day keeps its 2 600.00; the 200.00 too many are taken back on the day after."""
    played(table)
    drop = table.say(DropCounted(cash=250_000))
    table.say(GamingDayClosed(), "financas")
    corrected(table, drop, DropCounted(cash=230_000))
    assert booked(table) == [
        (DAY, "quebra", 20_000),
        (DAY, "round", LOST),
        (NEXT, "quebra", -20_000),
    ]
    with table.casino.reading() as connection:
        (paper,) = AccountQueries(connection).papers(NEXT, NEXT)
    (late,) = paper.adjustments
    assert (late.amount, late.of_day, late.day, late.place) == (-20_000, DAY, NEXT, PLACE)


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(7, marks=pytest.mark.deep)])
@pytest.mark.deep
def test_late_and_corrected_counts_are_the_same_whatever_the_page(table: Table, page: int) -> None:
    """Live with restarts, and rebuilt in one go: the same digests."""

    def project() -> None:
        table.casino.project(page=page)

    opening = table.signed(table_opened(count=400_000))
    table.say(Fill(side="cage", slip=1, amount=100_000, table=PLACE), "caixa", "CX-1")
    project()
    table.say(Fill(side="table", slip=1, amount=100_000))
    table.lose(LOST)
    closing = table.signed(TableClosed(count=1, counted_by=WHO))
    table.say(Fill(side="cage", slip=2, amount=100, table=PLACE), "caixa", "CX-1")
    opened_again(table)
    project()
    table.say(Fill(side="table", slip=2, amount=100))
    table.say(DropCounted(cash=230_000))
    project()
    corrected(table, opening, table_opened())
    corrected(table, closing, TableClosed(count=610_000, counted_by=WHO))
    opened_again(table, NEXT)
    table.say(GamingDayClosed(), "financas")
    project()
    table.say(DropCounted(cash=5))
    corrected(table, opening, None)
    project()
    with Runner(table.casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(table.casino.conninfo) == digests
