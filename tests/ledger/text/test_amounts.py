"""Money is written in one place: goldens by currency, and nothing else that puts a point in it."""

import re
from pathlib import Path

import pytest

from ledger.text.amounts import amount_text, exact_text, exponent_of, figure_text, plain_text

ROOT = Path(__file__).parents[3]
GOLDENS = [
    # currency, minor units, in a column, with its currency, in a file
    ("CVE", 123_450, "1.234$50", "1.234$50\xa0CVE", "1234.50"),
    ("CVE", 100, "1$00", "1$00\xa0CVE", "1.00"),
    ("CVE", -5, "−0$05", "−0$05\xa0CVE", "-0.05"),
    ("CVE", 123_456_789, "1.234.567$89", "1.234.567$89\xa0CVE", "1234567.89"),
    ("EUR", 123_450, "1\xa0234,50", "1\xa0234,50\xa0EUR", "1234.50"),
    ("EUR", 0, "0,00", "0,00\xa0EUR", "0.00"),
    ("MOP", 99_999, "999,99", "999,99\xa0MOP", "999.99"),
    ("MOP", -100_000_000, "−1\xa0000\xa0000,00", "−1\xa0000\xa0000,00\xa0MOP", "-1000000.00"),
    ("XTS", 1, "0,01", "0,01\xa0XTS", "0.01"),
    ("JPY", 1_234, "1\xa0234", "1\xa0234\xa0JPY", "1234"),
    ("TND", 1_234_567, "1\xa0234,567", "1\xa0234,567\xa0TND", "1234.567"),
]


@pytest.mark.parametrize(("currency", "units", "column", "whole", "plain"), GOLDENS)
def test_each_currency_is_written_as_its_people_write_it(
    currency: str, units: int, column: str, whole: str, plain: str
) -> None:
    """Escudos with their sign, the others with a comma; decimals by ISO 4217."""
    assert figure_text(units, currency, "pt") == column
    assert amount_text(units, currency, "pt") == whole
    assert plain_text(units, currency) == plain
    assert len(plain.partition(".")[2]) == exponent_of(currency)


def test_what_is_unknown_is_a_dash_and_never_nothing() -> None:
    """Without a currency, too: a dash of euros would be an amount."""
    assert figure_text(None, "EUR", "pt") == amount_text(None, "EUR", "en") == "—"


def test_differences_have_their_sign_and_a_dot_is_for_english() -> None:
    """Zero has none; escudos are the same in both languages."""
    assert figure_text(5, "EUR", "pt", signed=True) == "+0,05"
    assert figure_text(0, "CVE", "en", signed=True) == "0$00"
    assert figure_text(123_450, "EUR", "en") == "1\xa0234.50"
    assert figure_text(123_450, "CVE", "en") == "1.234$50"
    assert exact_text(60_900_000, "EUR", "pt") == "0,60900000"


WRITING = re.compile(
    r"divmod\([^)]*, 100\)|:0?2d?\}|// 100\b(?!\d|_)|/ 100\b(?!\d|_)|:\.2f|format_currency"
)
"""What a module does that parts an amount in units and cents, or writes two decimals."""
ELSEWHERE = {
    "api/answers/sheets.py": "a spreadsheet's number with a format of its own: regulatory.md 5",
    "api/console/drawings/render.py": "sizes of a drawing",
    "api/console/language/formats.py": "days and months",
    "api/console/pictures/charts.py": "a chart's room in hundredths",
    "ops/commands/figures/accounts.py": "a percentage",
    "ops/commands/figures/machines.py": "a percentage",
    "api/documents/document.py": "a percentage",
}
"""Modules that part something else by a hundred, each with what it is."""


def test_nothing_else_writes_money() -> None:
    """No module of the rim parts units and cents; each that looks so says what it is."""
    found: set[str] = set()
    for folder in ("api", "ops/commands", "projections/reads", "projections/stages"):
        for path in (ROOT / folder).rglob("*.py"):
            if WRITING.search(path.read_text(encoding="utf-8")):
                found.add(str(path.relative_to(ROOT)))
    assert found <= set(ELSEWHERE), found - set(ELSEWHERE)
