"""The law in a paper: of each rule that its findings cite, the words that decide, as they stand."""

from collections.abc import Iterable, Iterator
from typing import Final

from api.documents.document import Fields, Teller
from projections.replay.rulebook.citation import rules_cited

QUOTED: Final = (
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}{}\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
)
RULES_MAX: Final = 8
"""So many rules are quoted below a table; all of them have their pages."""


def law_of(citations: Iterable[str], tell: Teller) -> Iterator[Fields]:
    """Yield the decisive words of the rules that findings cite, each rule once; or nothing.

    The law speaks Portuguese in every language.
    """
    rules = {rule.name: rule for text in dict.fromkeys(citations) for rule in rules_cited(text)}
    said = [
        (rule.spoken(tell.language), " […] ".join(map(QUOTED.format, rule.decisive)))
        for rule in rules.values()
        if rule.decisive
    ]
    if said:
        yield Fields(said[:RULES_MAX])
