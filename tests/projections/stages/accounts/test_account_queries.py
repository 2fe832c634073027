"""Tables by day and the tax of a period, as finance asks for them.

The table's figures are those of contabilidade_de_mesa.md: resultado 2 400 of a drop of 2 300; the
tax is 10 % of it in the law's six parts.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from ledger.events.registry import CasinoRegistered, ParameterSet
from ledger.events.reviews import Correction, GamingDayClosed
from ledger.events.rounds import Payout, RoundClosed, RoundOpened
from ledger.events.tables import Credit, DropCounted, Fill, StaffChanged, TableClosed
from projections.reads.files.exports import EXPORTS, Export, opened
from projections.stages.accounts.queries import AccountQueries, TaxPaper
from tests.fixtures.casino import AT, DAY, Casino, plain_enrolment
from tests.projections.stages.accounts.test_accounts import (
    LOST,
    PLACE,
    TABLE,
    WHO,
    Table,
    declared,
    table_opened,
)
from tests.projections.stages.machines.hall import Hall, play

NEXT = "2026-11-21"


@pytest.fixture
def table(casino: Casino) -> Table:
    return Table(casino)


@contextmanager
def asking(casino: Casino, known: int | None = None) -> Iterator[AccountQueries]:
    casino.project()
    with casino.reading() as connection:
        yield AccountQueries(connection, known)


def close_day(casino: Casino, day: str) -> None:
    """Let finance close a day other than the evening's."""
    segment = casino.source("financas", "finance").say(GamingDayClosed(), AT, day=day)
    (answer,) = casino.door.submit([segment])
    assert answer.receipt is not None, answer


def paper(casino: Casino, *period: str | None, known: int | None = None) -> TaxPaper:
    with asking(casino, known) as asked:
        (found,) = asked.papers(*period)
    return found


def test_a_table_has_both_results_and_its_hold(table: Table) -> None:
    """The rules' example: 2 400 by count and by rounds; hold 2 400 / 2 300 = 104.3478… %."""
    table.day()
    with asking(table.casino) as asked:
        (one,) = asked.tables(day=DAY)
        assert asked.tables(day=NEXT) == asked.tables(place="RA-02") == []
    assert (one.opening, one.fills, one.credits) == (500_000, 100_000, 50_000)
    assert (one.drop, one.closing) == (230_000, 560_000)
    assert (one.by_count, one.by_rounds, one.quebra) == (240_000, 240_000, 0)
    assert one.hold_ppm == 1_043_478
    assert (one.rounds, one.settled, one.profile) == (1, True, "cv-2017@1")


def test_what_was_not_counted_has_no_result(table: Table) -> None:
    """An open table has neither closing nor drop: no result by count, no quebra, no hold."""
    table.signed(table_opened())
    with asking(table.casino) as asked:
        (one,) = asked.tables()
    assert (one.drop, one.closing, one.by_count, one.quebra, one.hold_ppm) == (None,) * 5
    assert not one.settled


def test_an_open_table_shows_what_its_rounds_made_so_far(table: Table) -> None:
    """Two coups of 10.00 and 5.00 after the last slip; at the first one's close there was one."""
    table.signed(table_opened())
    table.slip(Fill, 1, 100_000)
    table.lose(1_000)
    known = table.casino.last
    table.lose(500)
    with asking(table.casino) as asked:
        (one,) = asked.tables()
    assert (one.by_rounds, one.rounds, one.by_count, one.settled) == (1_500, 2, None, False)
    with asking(table.casino, known) as asked:
        (one,) = asked.tables()
    assert (one.by_rounds, one.rounds) == (1_000, 1)
    with asking(table.casino, known - 1) as asked:
        (one,) = asked.tables()
    assert (one.by_rounds, one.rounds) == (0, 0)


@pytest.mark.parametrize("settled", [False, True])
def test_the_export_of_tables_is_the_query(table: Table, settled: bool) -> None:
    """Two coups of 10.00 and 5.00 after the last slip: the file has them, now and as it was known.

    Counted or not, both roads say the same at every position.
    """
    table.signed(table_opened())
    table.slip(Fill, 1, 100_000)
    table.lose(1_000)
    known = table.casino.last
    table.lose(500)
    if settled:
        table.say(TableClosed(count=600_000, counted_by=WHO))
        table.say(DropCounted(cash=1_500))
    table.casino.project()
    for position, made in ((None, (1_500, 2)), (known, (1_000, 1)), (known - 1, (0, 0))):
        with table.casino.reading() as connection:
            (one,) = AccountQueries(connection, position).tables()
            with opened(connection, EXPORTS["table-days"], {"place": PLACE}, position) as file:
                (row,) = (dict(zip(_names(file.export), row, strict=True)) for row in file.rows)
        assert (row["by_rounds"], row["rounds"]) == (one.by_rounds, one.rounds) == made
        assert (row["settled"], row["cagnotte"]) == (one.settled, one.cagnotte)
        assert one.settled == (settled and position is None)


def _names(export: Export) -> list[str]:
    return [column.name for column in export.columns]


@pytest.mark.recorded
def test_a_demonstration_is_none_of_a_tables_rounds(table: Table) -> None:
    """It is for no money: one coup counts while the table is open, and when it is counted."""
    table.say(table_opened())
    table.lose(1_000)
    for payload in (RoundOpened(mode="demo"), RoundClosed()):
        table.casino.say(TABLE, payload, round_id=f"{PLACE}/{DAY}/2")
    with asking(table.casino) as asked:
        (one,) = asked.tables()
    assert (one.by_rounds, one.rounds, one.settled) == (1_000, 1, False)
    assert len(table.casino.rows("SELECT round FROM {s}.verdict WHERE known_until IS NULL")) == 2
    table.say(TableClosed(count=500_000, counted_by=WHO))
    table.say(DropCounted(cash=1_000))
    with asking(table.casino) as asked:
        (one,) = asked.tables()
    assert (one.by_rounds, one.rounds, one.settled) == (1_000, 1, True)


def test_no_hold_where_no_bank_plays(table: Table) -> None:
    """In poker players stake against each other: there is a drop, and no bank that could win."""
    table.day(opened=table_opened(game="poquer_holdem", options={}, records=("bets",)))
    with asking(table.casino) as asked:
        (one,) = asked.tables()
    assert (one.drop, one.by_count, one.hold_ppm) == (230_000, 240_000, None)


def test_a_papers_events_are_all_that_its_figures_come_from(table: Table) -> None:
    """Counted by hand: 11 at the table, the cage's two slips, four confirmations, are 17.

    An opening, two slips, a coup of six, a closing, a drop. A stranger's confirmation is no less
    one; a slip of another table, and what another table says, are not of it.
    """
    opened = table.signed(table_opened(), ())
    table.slip(Fill, 1, 100_000)
    table.lose(LOST)
    table.slip(Credit, 1, 50_000)
    table.signed(TableClosed(count=560_000, counted_by=WHO))
    table.say(DropCounted(cash=230_000))
    with asking(table.casino) as asked:
        found = asked.tables()
        assert asked.table_events(found) == 11 + 2 + 2
    table.casino.say("caixa", Fill(side="cage", slip=2, amount=5, table="RA-02"), place="CX-1")
    table.casino.say("mesa-ra-02", table_opened(), place="RA-02")
    approvals = [table.casino.approve(person, opened).position for person in (*WHO, "eva")]
    with asking(table.casino) as asked:
        (one, _) = asked.tables()
        assert asked.table_events([one]) == 11 + 2 + 2 + 3
        assert set(approvals) < set(one.positions)
    with asking(table.casino, approvals[0]) as asked:
        assert asked.table_events(asked.tables(place=PLACE)) == 11 + 2 + 2 + 1


def test_a_paper_of_a_late_opening_has_its_own_events_and_no_others(table: Table) -> None:
    """Opened again after the day was closed, still naming it: booked on the next, events and all.

    Of the first opening 10: opening, a coup of six, a post taken, closing, drop. Of the second 11,
    a post taken twice. Its day is that of its figures, and theirs is the list.
    """
    for posts in (1, 2):
        table.signed(table_opened(), ())
        for _ in range(posts):
            table.say(StaffChanged(post="pagador", person="ana"))
        table.lose(LOST)
        table.signed(TableClosed(count=740_000, counted_by=WHO), ())
        table.say(DropCounted(cash=0))
        table.casino.project()
        close_day(table.casino, DAY)
    with asking(table.casino) as asked:
        (first,), (late,) = asked.tables(day=DAY), asked.tables(day=NEXT)
        assert (first.by_rounds, late.by_rounds) == (LOST, LOST)
        assert (asked.table_events([first]), asked.table_events([late])) == (10, 11)
        assert asked.table_events([first, late]) == 21


def test_what_names_an_earlier_day_is_of_that_days_paper(table: Table) -> None:
    """The box of the evening is counted when the table plays on: of the day it names, not of both.

    Three of the evening, the late count among them; one of the next day, its opening.
    """
    table.signed(table_opened(), ())
    table.signed(TableClosed(count=500_000, counted_by=WHO), ())
    opening = table.casino.source(TABLE).say(table_opened(), AT, day=NEXT, place=PLACE)
    (answer,) = table.casino.door.submit([opening])
    assert answer.accepted
    table.say(DropCounted(cash=0))
    with asking(table.casino) as asked:
        evening, after = asked.tables()
        assert (evening.drop, after.drop) == (0, None)
        assert (asked.table_events([evening]), asked.table_events([after])) == (3, 1)


@pytest.mark.recorded
def test_what_corrected_a_round_is_an_event_of_its_tables_paper(table: Table) -> None:
    """Eight of table and coup, the payout that was wrong, its correction, and who agreed: eleven.

    A correction that nobody agreed to changed no figure.
    """
    table.say(table_opened())
    table.lose(LOST)
    wrong = table.casino.say(
        TABLE, Payout(seat=1, bets=(1,), amount=1_000), round_id=f"{PLACE}/{DAY}/1"
    )
    table.say(TableClosed(count=560_000, counted_by=WHO))
    withdrawn = Correction(
        target=f"{wrong.source}:{wrong.first}", link=wrong.link, replacement=None, reason="erro"
    )
    act = table.casino.say("fiscal", withdrawn)
    with asking(table.casino) as asked:
        assert asked.table_events(asked.tables()) == 9
    table.casino.approve("chefe", act)
    with asking(table.casino) as asked:
        (one,) = asked.tables()
        assert (one.by_rounds, asked.table_events([one])) == (LOST, 11)


def test_tables_are_as_they_were_known(table: Table) -> None:
    """At the position of its opening a table had no closing yet; openings come page by page."""
    opened = table.signed(table_opened())
    table.signed(table_opened(), ())
    with asking(table.casino, opened.position) as asked:
        (one,) = asked.tables()
        assert (one.opened, one.closing) == (opened.position, None)
    with asking(table.casino) as asked:
        first, second = asked.tables()
        assert asked.tables(limit=1) == [first]
        assert asked.tables(after=first.opened) == [second]


def test_what_nobody_declared_is_computed_by_the_law(table: Table) -> None:
    """10 % of 2 400.00 is 240.00: 120 State, 36 tourism, 24 sport, culture, municipalities, 12."""
    table.day()
    found = paper(table.casino)
    (span,) = found.spans
    assert (span.declared, span.base, span.rate_ppm, span.tax) == (None, LOST, 100_000, 24_000)
    assert span.rate_known is None  # the law's
    assert list(span.shares.values()) == [12_000, 3_600, 2_400, 2_400, 2_400, 1_200]
    assert span.bases == {"mesas": LOST}
    assert (found.casino, found.profiles, found.currency) == ("*", ("cv-2017@1",), "CVE")
    assert (found.first, found.last, found.bases) == (DAY, DAY, {"CVE": LOST})
    assert found.adjustments == ()


def test_a_parameter_gives_the_rate_from_its_date(table: Table) -> None:
    """15 % in force before the day ends: 360.00; before it was set the law's 10 %: 240.00."""
    table.day()
    for rate, since in ((150_000, AT), (990_000, f"{NEXT}T05:00:00.000000Z")):
        setting = ParameterSet(
            scope="*", name="imposto_especial_ppm", value=rate, since=since, reason="law"
        )
        known = table.casino.approve("direccao", table.say(setting, "financas"))
        if rate == 150_000:
            first = known.position
    (span,) = paper(table.casino).spans
    assert (span.rate_ppm, span.rate_known, span.tax) == (150_000, first, 36_000)
    (before,) = paper(table.casino, known=first - 1).spans
    assert (before.rate_ppm, before.tax) == (100_000, 24_000)


def test_no_tax_is_computed_by_another_countrys_rate(table: Table) -> None:
    """Portugal's law taxes otherwise: without a parameter there is a base, and no tax."""
    table.day(opened=table_opened(profile="pt-2007@1"))
    (span,) = paper(table.casino).spans
    assert (span.base, span.rate_ppm, span.tax, span.shares) == (LOST, None, None, {})


@pytest.mark.parametrize(
    ("others", "findings"),
    [({}, ()), ({"base": LOST - 5, "tax": 23_999}, ("TAX-BASE",))],
)
def test_the_declared_stands_beside_the_due(
    table: Table, others: dict[str, Any], findings: tuple[str, ...]
) -> None:
    """A declaration covers its days: nothing is left undeclared, and its faults are named."""
    table.day()
    table.say(GamingDayClosed(), "financas")
    position = table.say(declared(**others), "financas").position
    (span,) = paper(table.casino).spans
    assert (span.declared, span.first, span.last) == (position, DAY, DAY)
    assert (span.base, span.tax, span.base_then) == (LOST, 24_000, LOST)
    assert (span.declared_base, span.declared_tax) == (
        others.get("base", LOST),
        others.get("tax", 24_000),
    )
    assert list(span.shares) == [
        "estado", "turismo", "desporto", "cultura", "municipios", "educacao",
    ]  # fmt: skip
    assert span.findings == findings


def test_a_declaration_of_one_category_leaves_the_others_undeclared(table: Table) -> None:
    """Who declared the bingo has not declared the tables."""
    table.day()
    table.say(declared(category="bingo", base=0, tax=0, shares=()), "financas")
    bingo, rest = paper(table.casino).spans
    assert (bingo.category, bingo.base, bingo.tax, bingo.bases) == ("bingo", 0, 0, {})
    assert (rest.declared, rest.category, rest.base, rest.tax) == (None, None, LOST, 24_000)


def test_what_came_late_is_an_adjustment_of_the_next_day(table: Table) -> None:
    """The closed day keeps its 2 400.00; a payment of 10.00 made after it is in the next day's."""
    table.day()
    table.say(GamingDayClosed(), "financas")
    late = table.casino.say(
        TABLE, Payout(seat=1, bets=(1,), amount=1_000), round_id=f"{PLACE}/{DAY}/1"
    )
    closed, after = paper(table.casino, DAY, DAY), paper(table.casino, NEXT, NEXT)
    assert (closed.bases, closed.adjustments) == ({"CVE": LOST}, ())
    of_round = [one for one in after.adjustments if one.reason == "round"]
    (one,) = of_round
    assert (one.amount, one.of_day, one.day) == (-1_000, DAY, NEXT)
    assert (one.category, one.place, one.position) == ("mesas", PLACE, late.position)
    # The count was complete: what the rounds lost by it is a quebra, of the same late event.
    assert sum(one.amount for one in after.adjustments) == after.bases["CVE"] == 0


def test_late_plays_stand_each_on_the_day_they_are_booked_on(casino: Casino) -> None:
    """A jogada of 1.00 booked a day late, one that lost the house 2.00 booked two days late.

    The close they missed has a version for each; what each adds is of the day of that one alone.
    """
    hall = Hall(casino)
    hall.open()
    hall.say(play())
    hall.end_day()
    first = hall.say(play())
    close_day(casino, NEXT)
    second = hall.say(play(stops=(1, 1, 1), cg=300))
    found = [
        (one.day, one.of_day, one.amount, one.position, one.place)
        for one in paper(casino).adjustments
    ]
    assert found == [
        (NEXT, DAY, 100, first.position, "MQ-01"),
        ("2026-11-22", DAY, -200, second.position, "MQ-01"),
    ]
    assert [one.amount for one in paper(casino, NEXT, NEXT).adjustments] == [100]
    with asking(casino) as asked:
        days = {one.day: one.amount for one in asked.revenue() if one.reason == "receita_bruta"}
    assert days == {DAY: 100, NEXT: 100}  # the third is not closed


def test_two_late_plays_of_one_day_are_two_adjustments(casino: Casino) -> None:
    """Each has its position, and together they are what the day it is booked on has too much."""
    hall = Hall(casino)
    hall.open()
    hall.end_day()
    late = [hall.say(play()), hall.say(play(stops=(2, 2, 0), cg=200)), hall.say(play())]
    close_day(casino, NEXT)
    found = [(one.position, one.amount) for one in paper(casino, NEXT, NEXT).adjustments]
    # The second came to -1.00; each of the others to 1.00.
    assert found == [
        (late[0].position, 100),
        (late[1].position, -100),
        (late[2].position, 100),
    ]


def test_a_loss_bears_no_tax_and_reduces_no_other_period(table: Table) -> None:
    """A bank that lost has a base below zero and owes nothing."""
    table.signed(table_opened())
    table.lose(1_000)
    table.casino.say(TABLE, Payout(seat=1, bets=(1,), amount=5_000), round_id=f"{PLACE}/{DAY}/1")
    (span,) = paper(table.casino).spans
    assert (span.base, span.tax) == (-4_000, 0)


def test_money_of_another_currency_is_said(table: Table) -> None:
    """The revenue converts nothing: a table in patacas in a casino of escudos is named."""
    registered = CasinoRegistered(casino="c-1", operator="o", currency="CVE", profile="cv-2017@1")
    table.casino.installation.send(
        plain_enrolment(table.casino.installation, TABLE, "table", "c-1")
    )
    table.casino.say("direccao", registered)
    table.day(opened=table_opened(currency="MOP"))
    papers = paper(table.casino)
    assert papers.foreign == (f"{PLACE} (MOP)",)
