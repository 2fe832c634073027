"""How people are told amounts, shares and seconds: with the decimal mark of their language."""

import re
from collections.abc import Mapping
from typing import Final

OTHER_MARK: Final[Mapping[str, re.Pattern[str]]] = {
    "en": re.compile(r"(?<![\w.,])\S{0,12}\d,\d\S{0,12}"),
    "pt": re.compile(
        r"(?<![\w.,$-])[+\u2212-]?\d[\d\u00a0]*\.\d+(?:[\s\u00a0]%)?(?![\w.$]|,\d)(?!\.\d)"
    ),
}
"""A number with the other language's decimal mark: escudos (``1.234$50``) are the same in both."""
NUMBERED: Final = re.compile(
    r"(?<=[A-Z]{2} R)\d+ \d+\.\d+|\b(?:Razão|razao|versão|version|Art\.) \d[\d.]*"
    r"|\b\d+\.\d+\.\d+\S*"
)
"""Numbers of rules, articles and versions, which have points in both."""


def other_decimals(words: str, language: str) -> list[str]:
    """Return the numbers of a text that have the other language's decimal mark.

    >>> other_decimals("86.00 of 1\u00a0234.50, 71,2345\u00a0%", "en")
    ['71,2345']
    >>> other_decimals("86,00 e 1.234$50, 34.50 pela CR R22 1.3 de Razão 0.2.0", "pt")
    ['34.50']
    """
    return OTHER_MARK[language].findall(NUMBERED.sub("", words))
