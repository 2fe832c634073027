"""The tax of several days, of rates that change among them, and of declarations put right.

The bank takes 2 400.00 on the 20th and 1 000.00 on the 21st, from which on the rate is 15 %: 240.00
and 150.00, together 390.00 on 3 400.00; of it 195 State, 58.50, 39 thrice and 19.50.
"""

from typing import Any

import msgspec
import pytest

from ledger.events.outcomes import BallLanded
from ledger.events.registry import CasinoRegistered, ParameterSet
from ledger.events.reviews import Correction, TaxDeclared, TaxShare
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Payout,
    RoundClosed,
    RoundOpened,
)
from projections.reads.files.exports import EXPORTS, opened
from projections.running.building import rebuild
from projections.running.runner import Runner
from projections.stages.accounts.queries import AccountQueries, TaxSpan
from projections.stages.accounts.tax import SHARES, DayRate, shares_of, tax_at
from tests.fixtures.casino import AT, DAY, Casino
from tests.projections.stages.accounts.test_accounts import PLACE, TABLE, end_day, table_opened

pytestmark = pytest.mark.usefixtures("reckoned_twice")

NEXT = "2026-11-21"
MIDNIGHT = "2026-11-21T00:00:00.000000Z"
PARTS = (19_500, 5_850, 3_900, 3_900, 3_900, 1_950)


def coup(casino: Casino, day: str, number: int, stake: int, paid: int = 0) -> None:
    """Play a coup of a gaming day that the bank wins, or loses where the 18 was bet on."""
    payouts = (Payout(seat=1, bets=(1,), amount=paid, stake_returned=stake),) if paid else ()
    for payload in (
        RoundOpened(),
        BetsOpened(),
        BetPlaced(bet=1, seat=1, chance="pleno", selection="18" if paid else "17", amount=stake),
        BetsClosed(),
        BallLanded(number=18, colour="encarnado"),
        *payouts,
        RoundClosed(),
    ):
        name = f"{PLACE}/{day}/{number}"
        segment = casino.source(TABLE).say(payload, AT, day=day, place=PLACE, round_id=name)
        (answer,) = casino.door.submit([segment])
        assert answer.receipt is not None, answer


@pytest.fixture
def two_days(casino: Casino) -> Casino:
    """Play both days and close them; the new rate is set beforehand."""
    casino.say(TABLE, table_opened(count=None, counted_by=()), place=PLACE)
    rate_set(casino, 150_000, MIDNIGHT)
    coup(casino, DAY, 1, 240_000)
    coup(casino, NEXT, 1, 100_000)
    end_day(casino, NEXT)
    return casino


def rate_set(
    casino: Casino, ppm: int, since: str, name: str = "imposto_especial_ppm", by: str = "direccao"
) -> int:
    setting = ParameterSet(scope="*", name=name, value=ppm, since=since, reason="law")
    return casino.approve(by, casino.say("financas", setting)).position


def declared(**others: Any) -> TaxDeclared:
    given: dict[str, Any] = {
        "first": DAY,
        "last": NEXT,
        "tax_name": "imposto_especial",
        "base": 340_000,
        "tax": 39_000,
        "shares": tuple(TaxShare(to=to, amount=one) for to, one in zip(SHARES, PARTS, strict=True)),
        **others,
    }
    return TaxDeclared(**given)


def found(casino: Casino) -> list[tuple[str, int | None]]:
    casino.project()
    rows = casino.rows(
        "SELECT code, amount FROM {s}.finding WHERE known_until IS NULL "
        "AND code NOT IN ('PAY-NONE', 'INT-CLOCK') ORDER BY code, amount"
    )
    return [(row["code"], row["amount"]) for row in rows]


def spans(
    casino: Casino, first: str | None = None, last: str | None = None, known: int | None = None
) -> tuple[TaxSpan, ...]:
    casino.project()
    with casino.reading() as connection:
        (paper,) = AccountQueries(connection, known).papers(first, last)
    return paper.spans


def test_each_day_bears_its_own_rate(two_days: Casino) -> None:
    """Not declared yet: 390.00 on both days, 240.00 on the first, 150.00 on the second."""
    (both,) = spans(two_days)
    assert (both.base, both.tax, both.rate_ppm) == (340_000, 39_000, None)
    assert tuple(both.shares.values()) == PARTS
    assert [(one.first, one.last, one.ppm) for one in both.rates] == [
        (DAY, DAY, 100_000),
        (NEXT, NEXT, 150_000),
    ]
    assert both.rates[0].known is None  # the law's
    for day, tax, ppm in ((DAY, 24_000, 100_000), (NEXT, 15_000, 150_000)):
        (one,) = spans(two_days, day, day)
        assert (one.tax, one.rate_ppm) == (tax, ppm)


def test_a_rate_announced_ahead_holds_from_its_day_whatever_is_set_for_the_day_before(
    two_days: Casino,
) -> None:
    """12 % set afterwards for the 20th: 288.00 on 2 400.00; the 21st keeps its 15 %, 150.00."""
    known = rate_set(two_days, 120_000, f"{DAY}T00:00:00.000000Z")
    (both,) = spans(two_days)
    assert (both.base, both.tax) == (340_000, 43_800)
    assert [(one.first, one.last, one.ppm) for one in both.rates] == [
        (DAY, DAY, 120_000),
        (NEXT, NEXT, 150_000),
    ]
    announced = both.rates[1].known
    assert both.rates[0].known == known
    assert announced is not None
    assert announced < known, "each rate with the event that gives it"


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ({}, []),
        # All at the last day's rate: 510.00.
        ({"tax": 51_000, "shares": ()}, [("TAX-BASE", 12_000)]),
        ({"tax": 34_000, "shares": ()}, [("TAX-BASE", -5_000)]),
    ],
)
def test_a_declaration_of_both_days_is_held_to_both_rates(
    two_days: Casino, others: dict[str, Any], expected: list[Any]
) -> None:
    """390.00 is right; both days at one rate is not."""
    two_days.say("financas", declared(**others))
    assert found(two_days) == expected
    (span,) = spans(two_days)
    assert (span.tax, span.declared_tax) == (39_000, others.get("tax", 39_000))


def test_what_one_day_lost_another_bears_less() -> None:
    """1 000.00 lost at 10 % and 2 400.00 won at 15 %: 360.00 less 100.00; cents are cut once."""
    rates = (
        DayRate(first="2026-11-01", last="2026-11-15", ppm=100_000),
        DayRate(first="2026-11-16", last="2026-11-30", ppm=150_000),
    )
    assert tax_at({"2026-11-15": -100_000, "2026-11-16": 240_000}, rates, {}).tax == 26_000
    assert tax_at({"2026-11-15": 5, "2026-11-16": 5}, rates, {}).tax == 1  # 0.5 and 0.75 cents
    assert tax_at({"2026-11-15": -240_001, "2026-11-16": 160_000}, rates, {}).tax == 0


def test_a_tax_that_begins_among_the_days_is_on_those_after(two_days: Casino) -> None:
    """A contrapartida of 6 % from the 21st on: 60.00 of the 1 000.00, nothing of the day before."""
    rate_set(two_days, 60_000, MIDNIGHT, "contrapartida_ppm")
    right = declared(tax_name="contrapartida", tax=6_000, shares=())
    two_days.say("financas", right)
    assert found(two_days) == []
    two_days.say("financas", msgspec.structs.replace(right, tax=20_400))
    assert found(two_days) == [("TAX-BASE", 14_400)]


def test_a_rate_that_one_person_set_is_none(two_days: Casino) -> None:
    """Its author approves his own parameter: a finding, and the rates stay."""
    rate_set(two_days, 990_000, AT, by="financas")
    assert found(two_days) == [("OP-ACCESS", None)]
    assert spans(two_days)[0].tax == 39_000


def test_a_rate_set_for_days_gone_by_is_a_finding_and_is_shown(two_days: Casino) -> None:
    """Set on the 20th from the 1st on: what is not declared yet is computed by it."""
    position = rate_set(two_days, 200_000, "2026-11-01T00:00:00.000000Z")
    assert found(two_days) == [("REG-LIMIT-CHG", None)]
    (span,) = spans(two_days)
    # 20 % of 2 400.00; what was announced for the 21st holds there: 15 % of 1 000.00.
    assert (span.tax, span.rate_ppm, span.rates[0].known) == (63_000, None, position)
    (before,) = spans(two_days, known=position - 1)
    assert before.tax == 39_000


def test_odd_cents_go_in_the_laws_order_whoever_sets_the_parts() -> None:
    """Of 0.05: 2.5, 0.75, 0.5 thrice, 0.25: turismo, then estado and desporto have a cent more.

    A parameter comes with its names in the alphabet's order, in which cultura would have it.
    """
    parts = shares_of(dict(sorted(SHARES.items())))
    tenth = [DayRate(first=DAY, last=DAY, ppm=100_000)]
    assert list(tax_at({DAY: 50}, tenth, parts).shares.items()) == [
        ("estado", 3), ("turismo", 1), ("desporto", 1), ("cultura", 0), ("municipios", 0),
        ("educacao", 0),
    ]  # fmt: skip


# --- put right -----------------------------------------------------------------------------------


def corrected(casino: Casino, target: Any, right: TaxDeclared | None) -> int:
    """Correct a declaration with another person's approval; return its position."""
    correction = casino.say(
        "financas",
        Correction(
            target=f"{target.source}:{target.first}",
            link=target.link,
            replacement=None if right is None else msgspec.to_builtins(right),
            reason="engano",
        ),
    )
    return casino.approve("direccao", correction).position


def test_a_declaration_put_right_is_the_one_that_counts(two_days: Casino) -> None:
    """5.00 too few declared until the approval; then nothing is wrong, and what was known stays."""
    wrong = two_days.say("financas", declared(tax=38_500, shares=()))
    assert found(two_days) == [("TAX-BASE", -500)]
    position = corrected(two_days, wrong, declared())
    assert found(two_days) == []
    (now,) = spans(two_days)
    assert (now.declared, now.declared_tax, now.findings) == (wrong.position, 39_000, ())
    (then,) = spans(two_days, known=position - 1)
    assert (then.declared, then.declared_tax) == (wrong.position, 38_500)
    assert then.findings == ("TAX-BASE",)
    with (
        two_days.reading() as connection,
        opened(connection, EXPORTS["tax"], {}, position - 1) as then_file,
    ):
        columns = [one.name for one in then_file.export.columns]
        assert [row[columns.index("declared_tax")] for row in then_file.rows] == [38_500]


def test_a_declaration_withdrawn_declares_nothing(two_days: Casino) -> None:
    """Its days are not declared any more, and nothing is wrong with it."""
    wrong = two_days.say("financas", declared(tax=38_500))
    assert found(two_days) == [("TAX-BASE", -500)]
    corrected(two_days, wrong, None)
    assert found(two_days) == []
    (left,) = spans(two_days)
    assert (left.declared, left.tax) == (None, 39_000)


def test_a_wrong_correction_of_a_declaration_is_found(two_days: Casino) -> None:
    """What was right is put wrong by two people: the declaration as it stands is held."""
    right = two_days.say("financas", declared())
    corrected(two_days, right, declared(base=1))
    assert found(two_days) == [("TAX-BASE", 1 - 340_000)]


def test_what_can_be_no_declaration_corrects_none(two_days: Casino) -> None:
    """A day that is none, which the door would refuse in a declaration: INT-CORR, and it stays."""
    right = two_days.say("financas", declared())
    corrected(two_days, right, declared(last="2026-11-31"))
    assert found(two_days) == [("INT-CORR", None)]
    assert spans(two_days)[0].declared == right.position


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(9, marks=pytest.mark.deep)])
@pytest.mark.deep
def test_declarations_are_the_same_whatever_the_page(two_days: Casino, page: int) -> None:
    """Declared, corrected and withdrawn, in one page or with restarts: a rebuild agrees."""
    two_days.project(page=page)
    one = two_days.say("financas", declared(tax=1))
    corrected(two_days, one, declared())
    two = two_days.say("financas", declared(base=2))
    two_days.project(page=page)
    corrected(two_days, two, None)
    corrected(two_days, one, declared(tax=3))
    two_days.project(page=page)
    with Runner(two_days.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(two_days.conninfo) == digests


# --- declared early ------------------------------------------------------------------------------


def judged(casino: Casino) -> list[tuple[str, int | None, str]]:
    casino.project()
    rows = casino.rows(
        "SELECT code, amount, facts::json ->> 'figure' AS figure FROM {s}.finding "
        "WHERE known_until IS NULL AND starts_with(code, 'TAX-') ORDER BY code, amount"
    )
    return [(row["code"], row["amount"], row["figure"] or "") for row in rows]


def both_roads(casino: Casino, known: int | None = None) -> tuple[int, int | None]:
    """Return base and tax of the one declaration, which the paper and the file must agree on."""
    (span,) = (one for one in spans(casino, known=known) if one.declared is not None)
    with casino.reading() as connection, opened(connection, EXPORTS["tax"], {}, known) as file:
        names = [one.name for one in file.export.columns]
        (row,) = file.rows
    told = dict(zip(names, row, strict=True))
    assert (span.base, span.tax) == (told["base"], told["tax"])
    return span.base, span.tax


def test_a_tax_declared_in_the_morning_is_judged_when_the_day_ends(casino: Casino) -> None:
    """Base 0 declared, 69.00 earned since: 6.90 of tax too few, told when the day is closed.

    Until then it is early, and nothing is said of a figure that nobody can know; at each position
    the paper and the file have the base that was known there.
    """
    casino.say(TABLE, table_opened(count=None, counted_by=()), place=PLACE)
    told = casino.say("financas", declared(last=DAY, base=0, tax=0, shares=()))
    coup(casino, DAY, 1, 6_900)
    played = casino.last
    assert judged(casino) == [("TAX-BASE", None, "open")]
    assert both_roads(casino) == (6_900, 690)
    assert both_roads(casino, told.position) == (0, 0)
    ended = end_day(casino)
    assert judged(casino) == [
        ("TAX-BASE", -6_900, "base"),
        ("TAX-BASE", -690, "tax"),
        ("TAX-BASE", None, "open"),
    ]
    assert both_roads(casino) == both_roads(casino, played) == (6_900, 690)
    rows = casino.rows("SELECT known_from FROM {s}.finding WHERE amount IS NOT NULL")
    assert {row["known_from"] for row in rows} == {ended}


def test_a_guess_of_the_morning_that_comes_true_is_only_early(casino: Casino) -> None:
    """69.00 and 6.90 declared before a chip was laid, and right in the end: early alone."""
    casino.say(TABLE, table_opened(count=None, counted_by=()), place=PLACE)
    casino.say("financas", declared(last=DAY, base=6_900, tax=690, shares=()))
    coup(casino, DAY, 1, 6_900)
    end_day(casino)
    assert judged(casino) == [("TAX-BASE", None, "open")]


def test_an_early_declaration_put_right_after_the_close_is_early_no_more(casino: Casino) -> None:
    """Withdrawn and said anew with the day closed: from the approval on nothing is wrong."""
    casino.say(TABLE, table_opened(count=None, counted_by=()), place=PLACE)
    wrong = casino.say("financas", declared(last=DAY, base=0, tax=0, shares=()))
    coup(casino, DAY, 1, 6_900)
    end_day(casino)
    corrected(casino, wrong, declared(last=DAY, base=6_900, tax=690, shares=()))
    assert judged(casino) == []
    assert both_roads(casino) == (6_900, 690)


def test_a_day_closed_for_another_house_is_still_open(casino: Casino) -> None:
    """Closed for c-2 alone, the day of c-1 is open; closed for each of the two, for all."""
    for name in ("c-1", "c-2"):
        casino.say(
            "direccao",
            CasinoRegistered(casino=name, operator="o", currency="CVE", profile="cv-2017@1"),
        )
    end_day(casino, casino="c-2")
    casino.say("financas", declared(last=DAY, casino="c-1", base=1, tax=0, shares=()))
    casino.say("financas", declared(last=DAY, base=2, tax=0, shares=()))
    assert judged(casino) == [("TAX-BASE", None, "open")] * 2
    end_day(casino, casino="c-1")
    assert judged(casino) == [
        ("TAX-BASE", 1, "base"),
        ("TAX-BASE", 2, "base"),
        *[("TAX-BASE", None, "open")] * 2,
    ]


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(7, marks=pytest.mark.deep)])
def test_early_declarations_are_the_same_after_restarts(casino: Casino, page: int) -> None:
    """Each projection is a restart, which reads what stands: a rebuild agrees."""
    casino.say(TABLE, table_opened(count=None, counted_by=()), place=PLACE)
    casino.say("financas", declared(last=DAY, base=0, tax=0))
    casino.project(page=page)
    coup(casino, DAY, 1, 6_900)
    casino.project(page=page)
    coup(casino, DAY, 2, 100)
    end_day(casino)
    casino.project(page=page)
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo) == digests
