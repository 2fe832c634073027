"""Money as people write it, and as files and findings hold it: one place for both.

Amounts are whole minor units; how many of them make a unit is ISO 4217's exponent of the currency.
Escudos have their sign between escudos and centavos: ``1.234$50``.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal

Style = Literal["pt", "en"]
"""Of the reader's language: a comma or a point before decimals; escudos are the same in both."""

UNKNOWN: Final = "\u2014"
MINUS: Final = "\u2212"
_SPACE: Final = "\u00a0"
_DECIMALS: Final = 2
EXPONENTS: Final[Mapping[str, int]] = {
    **dict.fromkeys(
        (
            *("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND"),
            *("VUV", "XAF", "XOF", "XPF"),
        ),
        0,
    ),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}
"""ISO 4217's exponents that are not two; ``XTS``, for tests, has two here."""
_MARKS: Final[Mapping[Style, tuple[str, str]]] = {"pt": (_SPACE, ","), "en": (_SPACE, ".")}
"""What stands between thousands, and before decimals: no comma means two things."""
_ESCUDO: Final = "CVE"
_PLAIN: Final = re.compile(r"(?<![\w.])-?\d{1,15}\.\d\d(?![\w.]*\d|\s?%)")
"""An amount as ``plain_text`` writes it, and nothing that only looks like one."""


def exponent_of(currency: str) -> int:
    """Return how many decimals a currency's minor unit has.

    >>> exponent_of("CVE"), exponent_of("JPY"), exponent_of("TND")
    (2, 0, 3)
    """
    return EXPONENTS.get(currency, _DECIMALS)


def figure_text(units: int | None, currency: str, style: Style, *, signed: bool = False) -> str:
    r"""Write an amount without its currency, for columns whose head names it.

    >>> figure_text(123450, "EUR", "pt"), figure_text(-5, "MOP", "pt"), figure_text(None, "", "pt")
    ('1\xa0234,50', '−0,05', '—')
    >>> [figure_text(123450, one, "en") for one in ("CVE", "EUR", "JPY")]
    ['1.234$50', '1\xa0234.50', '123\xa0450']
    >>> [figure_text(one, "XTS", "en", signed=True) for one in (337, 0)]
    ['+3.37', '0.00']
    """
    if units is None:
        return UNKNOWN
    thousands, point = (".", "$") if currency == _ESCUDO else _MARKS[style]
    text = _written(abs(units), exponent_of(currency), thousands, point)
    if units < 0:
        return f"{MINUS}{text}"
    return f"+{text}" if signed and units > 0 else text


def amount_text(units: int | None, currency: str, style: Style, *, signed: bool = False) -> str:
    r"""Write an amount with its currency.

    >>> [amount_text(*one, "pt") for one in ((123450, "EUR"), (500, "XTS"), (123450, "CVE"))]
    ['1\xa0234,50\xa0EUR', '5,00\xa0XTS', '1.234$50\xa0CVE']
    """
    text = figure_text(units, currency, style, signed=signed)
    return text if units is None or not currency else f"{text}{_SPACE}{currency}"


def plain_text(units: int, currency: str = "") -> str:
    """Write an amount for files, terminals and findings: no thousands, a point, a hyphen.

    >>> plain_text(-123456), plain_text(1234, "JPY"), plain_text(5, "CVE")
    ('-1234.56', '1234', '0.05')
    """
    text = _written(abs(units), exponent_of(currency), "", ".")
    return f"-{text}" if units < 0 else text


def with_amounts(text: str, write: Callable[[int], str]) -> str:
    """Return the text of a finding with its plain amounts written otherwise; the rest stays.

    >>> with_amounts("2 × 1200.50 at 15:27:06.077174Z, 12.50 %", lambda units: f"<{units}>")
    '2 × <120050> at 15:27:06.077174Z, 12.50 %'
    """
    return _PLAIN.sub(lambda found: write(int(found[0].replace(".", ""))), text)


def exact_text(millionths: int, currency: str, style: Style) -> str:
    """Write millionths of a minor unit as an amount with all its decimals.

    >>> exact_text(60_900_000, "", "en"), exact_text(-60_900_000, "CVE", "pt")
    ('0.60900000', '−0$60900000')
    >>> exact_text(60_900_000, "JPY", "pt")
    '60,900000'
    """
    units, part = divmod(abs(millionths), 1_000_000)
    point = "" if exponent_of(currency) else _MARKS[style][1]
    text = f"{figure_text(units, currency, style)}{point}{part:06d}"
    return f"{MINUS}{text}" if millionths < 0 else text


def chip_text(units: int, currency: str, style: Style) -> str:
    """Write an amount as short as it fits a chip: no cents where there are none.

    >>> [chip_text(one, "", "pt") for one in (500, 1250, 10_000_000, 2_500_000_000)]
    ['5', '12,5', '100k', '25M']
    >>> chip_text(1250, "", "en"), chip_text(1250, "CVE", "en")
    ('12.5', '12$5')
    """
    exponent = exponent_of(currency)
    whole, part = divmod(abs(units), 10**exponent)
    mark = MINUS if units < 0 else ""
    if whole >= 10_000:  # noqa: PLR2004 - from here on thousands are short
        return f"{mark}{whole // 1000}k" if whole < 10**7 else f"{mark}{whole // 10**6}M"
    cents = f"{part:0{exponent}d}".rstrip("0") if exponent else ""
    point = "$" if currency == _ESCUDO else _MARKS[style][1]
    return f"{mark}{whole}{point}{cents}" if cents else f"{mark}{whole}"


def _written(units: int, exponent: int, thousands: str, point: str) -> str:
    whole, part = divmod(units, 10**exponent)
    grouped = f"{whole:,}".replace(",", thousands)
    return f"{grouped}{point}{part:0{exponent}d}" if exponent else grouped
