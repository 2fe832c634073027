"""The tax working paper: the declared split beside the due, and each currency by itself."""

from typing import get_args

from api.documents.accounts.tax import tax_document
from api.documents.document import Fields
from api.documents.words.reasons import REVENUE_REASONS
from api.requests.period import Period
from projections.base.produced import RevenueReason
from projections.stages.accounts.queries import RevenueDay
from projections.stages.accounts.tax import DayRate
from tests.api.documents.test_documents import (
    DAY,
    SPACE,
    grids,
    notes,
    span,
    tax_paper,
    texts,
    wrong,
)


def test_every_reason_of_an_entry_has_its_words() -> None:
    """No word of the program's own stands on the paper: each reason is said in both languages."""
    assert REVENUE_REASONS.keys() == set(get_args(RevenueReason))
    assert all(pt != en for pt, en in REVENUE_REASONS.values())


def test_the_declared_split_is_marked_where_it_is_not_the_due() -> None:
    """Ten moved from the State to tourism; who declares no division has a dash."""
    shifted = span(
        declared=77,
        declared_base=240_000,
        declared_tax=24_000,
        declared_shares={"estado": 11_000, "turismo": 13_000},
    )
    silent = span(declared=78, declared_base=240_000, declared_tax=24_000, category="bingo")
    document = tax_document(
        [tax_paper(spans=(shifted, silent))], Period(first=DAY, last=DAY), None, 3, 88, "en"
    )
    parts = grids(document)["How the tax is divided"]
    due, declared, again, nothing = parts.rows
    assert texts(due)[1:] == texts(again)[1:] == ["due", "120$00", "120$00", "240$00"]
    assert texts(declared)[1:] == ["declared", "110$00", "130$00", "240$00"]
    assert wrong(due) == []
    assert wrong(declared) == ["110$00", "130$00"]
    assert texts(nothing)[1:] == ["not declared", "—", "—", "—"]
    assert [texts(row)[1:] for row in parts.totals] == [
        ["due", "240$00", "240$00", "480$00"],
        ["declared", "110$00", "130$00", "240$00"],
    ]


def test_each_currency_has_grids_of_its_own() -> None:
    """2 400$00 escudos and 1 000$00 patacas: no grid adds both, and each says which it is of."""
    entry = {"casino": "*", "day": DAY, "entries": 1, "first": 5, "last": 9, "reason": "round"}
    revenue = (
        RevenueDay(category="cagnotte", currency="MOP", amount=100_000, **entry),
        RevenueDay(category="mesas", currency="CVE", amount=240_000, **entry),
    )
    other = span(currency="MOP", base=100_000, tax=10_000, shares={"estado": 10_000})
    paper = tax_paper(revenue=revenue, spans=(span(), other), foreign=("PM-01 (MOP)",))
    document = tax_document([paper], Period(first=DAY, last=DAY), None, 3, 88, "en")
    found = grids(document)
    assert texts(found["Base by day and category (CVE)"].totals[0])[1:] == ["2.400$00", "2.400$00"]
    assert texts(found["Base by day and category (MOP)"].totals[0])[1:] == [
        f"1{SPACE}000.00",
        f"1{SPACE}000.00",
    ]
    (row,) = found["Due and declared (MOP)"].rows
    assert texts(row)[2:7] == [f"1{SPACE}000.00", f"10{SPACE}%", "100.00", "—", "—"]
    assert "PM-01 (MOP)" in notes(document)[0][0]
    assert not any(
        "3.400$00" in text for grid in found.values() for row in grid.totals for text in texts(row)
    )


def test_each_rate_has_what_gives_it() -> None:
    """The law's beside a parameter's, declared or not; where nothing gives one, that is said."""
    spans = (
        span(declared=77, declared_base=240_000, declared_tax=24_000),
        span(
            declared=78, declared_base=240_000, declared_tax=36_000, rate_ppm=150_000, rate_known=40
        ),
        span(rate_ppm=150_000, rate_known=40, tax=36_000),
        span(rate_ppm=None, tax=None, shares={}),
    )
    document = tax_document([tax_paper(spans=spans)], Period(), None, 3, 88, "en")
    assert grids(document)["Due and declared"].note.endswith(
        f"as known when declared: 10{SPACE}%, the law's (cv-2017); "
        f"15{SPACE}%, of the parameter at position 40; not known."
    )


def test_several_rates_stand_each_with_its_days() -> None:
    """10 % by the law up to the 15th, 15 % by a parameter after it: both are on the paper."""
    rates = (
        DayRate(first="2026-11-01", last="2026-11-15", ppm=100_000),
        DayRate(first="2026-11-16", last="2026-11-30", ppm=150_000, known=40),
    )
    paper = tax_paper(spans=(span(rate_ppm=None, rates=rates, tax=39_000),))
    document = tax_document([paper], Period(), None, 3, 88, "en")
    due = grids(document)["Due and declared"]
    assert texts(due.rows[0])[3] == f"10{SPACE}% / 15{SPACE}%"
    assert due.note.endswith(
        f"10{SPACE}%, the law's (cv-2017) (from 01-11-2026 to 15-11-2026); "
        f"15{SPACE}%, of the parameter at position 40 (from 16-11-2026 to 30-11-2026)."
    )


def test_a_paper_says_when_its_gaming_days_end() -> None:
    """The casino's hour, and the place whose hours it declared, in words."""
    paper = tax_paper(day_ends="06:00 Atlantic/Cape_Verde")
    document = tax_document([paper], Period(), None, 3, 88, "pt")
    terms = next(block for block in document.blocks if isinstance(block, Fields))
    assert dict(terms.rows)["Fim do dia de jogo"] == "06:00 (Cabo Verde)"
