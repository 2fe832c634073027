"""The law's own words as pages show them: marked, cut where a part is cited, source beneath."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from projections.replay.rulebook.book import LawRule
from projections.replay.rulebook.citation import cited, rules_cited

SHOWN_MAX: Final = 2
"""So many rules of a citation are quoted; the others are links."""
WHOLE_MAX: Final = 420
"""A rule of so many letters is quoted whole."""
CUT: Final = "[…]"
PLAIN: Final = 3
"""Of a rule without marks so many paragraphs are quoted."""
_PART: Final = re.compile(r"^([a-z])\) ")
_LINE: Final = re.compile(r"(?:(\S+) )?((?:R|n\.|A|IV\.|III\.)\d+)(?: ([a-z]))?")


class Quoted(Struct, frozen=True, kw_only=True):
    """A rule as a page quotes it."""

    name: str
    said: str
    """Chapter and number, as people say them."""
    parts: tuple[tuple[str, bool], ...]
    """Texts, each with whether it decides."""
    ours: bool
    """Whether its words are this project's decision."""


class Ground(Struct, frozen=True, kw_only=True):
    """The ground of a finding: rules quoted, rules only named, and what stands outside the book."""

    quoted: tuple[Quoted, ...]
    named: tuple[tuple[str, str], ...]
    """Names with what people say."""
    laws: tuple[str, ...]
    practices: tuple[str, ...]


def ground_of(citation: str, language: str) -> Ground:
    """Return the ground that a text cites, its first rules quoted."""
    said = cited(citation)
    rules = rules_cited(citation)
    letters = _letters_of(citation)
    return Ground(
        quoted=tuple(quoted(rule, language, letters.get(rule.name)) for rule in rules[:SHOWN_MAX]),
        named=tuple((rule.name, rule.spoken(language)) for rule in rules[SHOWN_MAX:]),
        laws=said.laws,
        practices=said.practices,
    )


def quoted(
    rule: LawRule, language: str, letter: str | None = None, *, whole: bool = False
) -> Quoted:
    """Return a rule as it is quoted: whole, or what decides and the line that is cited."""
    paragraphs = rule.marked.split("\n")
    if not whole and len(rule.words) > WHOLE_MAX:
        paragraphs = list(_cut(paragraphs, letter))
    return Quoted(
        name=rule.name,
        said=rule.spoken(language),
        parts=marked_parts("\n".join(paragraphs)),
        ours=rule.chapter.ours,
    )


def marked_parts(text: str) -> tuple[tuple[str, bool], ...]:
    """Part a text at its marks.

    >>> marked_parts("a **b** c")
    (('a ', False), ('b', True), (' c', False))
    """
    pieces = text.split("**")
    return tuple((piece, bool(at % 2)) for at, piece in enumerate(pieces) if piece)


def _cut(paragraphs: list[str], letter: str | None) -> Iterator[str]:
    """Yield the first paragraph, those that decide and the cited line; ``[…]`` for the others."""
    decides = any("**" in one for one in paragraphs)
    missing = False
    for at, one in enumerate(paragraphs):
        line = _PART.match(one)
        cited_line = letter is not None and line is not None and line[1] == letter
        taken = (
            at == 0 or "**" in one or cited_line or (letter is None and not decides and at < PLAIN)
        )
        if not taken:
            missing = True
            continue
        if missing:
            yield CUT
        missing = False
        yield one
    if missing:
        yield CUT


def _letters_of(citation: str) -> dict[str, str]:
    """Return the lines that a citation names, by rule: ``RA R21 c`` is the line c of RA R21."""
    found: dict[str, str] = {}
    chapter = ""
    for piece in re.split(r"[;,]", citation):
        line = _LINE.fullmatch(piece.strip())
        if line is not None:
            chapter = line[1] or chapter
            if line[3]:
                found[f"{chapter} {line[2]}"] = line[3]
    return found
