"""The rules that a text names: ``RA R15, R30; RF R21`` is three, ``CF R13-14`` two.

A citation may name a part of a rule, as ``RA R21 c``: the rule is RA R21. Where the law has no
rule, the text says so: ``practice: Maryland 36.05.03.25`` names the source of a good practice;
``law: DL 422/89 art. 58`` a law of which the book has no words.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec import Struct

from projections.replay.rulebook.book import LawRule, chapters, rule_book

PRACTICE: Final = "practice: "
"""What a source of good practice is named after, where no rule of the law asks for a check."""
LAW: Final = "law: "
"""What a law outside the book is named after."""
_PART: Final = re.compile(r"[a-z](-[a-z])?|[ivx]+|\d+(\.\d+)?|aviso|queimadas").fullmatch
"""Of a rule: a line, as ``c`` of RA R21 c."""
_RANGE: Final = re.compile(r"(R|n\.|A|IV\.|III\.)?(\d+)-(?:R|n\.|A|IV\.|III\.)?(\d+)\b(.*)")


class Cited(Struct, frozen=True, gc=False):
    """The rules, the sources of good practice, and the unknown names that a text cites."""

    rules: tuple[str, ...]
    """Names of rules, in the order of the text, each once."""
    practices: tuple[str, ...]
    laws: tuple[str, ...]
    """Laws that are not in the book, and chapters that are cited whole."""
    unknown: tuple[str, ...]
    """Pieces of the text that name no rule of the book."""


@cache
def cited(text: str) -> Cited:
    """Return the rules, practices and laws that a text cites.

    >>> cited("RA R21 a-c, R26; CF R13-14").rules
    ('RA R21', 'RA R26', 'CF R13', 'CF R14')
    >>> cited("MÁQ R25; practice: Louisiana III-2825").practices
    ('Louisiana III-2825',)
    >>> cited("RA R99").unknown
    ('RA R99',)
    """
    rules: dict[str, None] = {}
    practices: list[str] = []
    laws: list[str] = []
    unknown: list[str] = []
    chapter = last = ""
    for group in filter(None, (one.strip() for one in text.split(";"))):
        if group.startswith(PRACTICE):
            practices.append(group.removeprefix(PRACTICE))
            continue
        if group.startswith(LAW):
            laws.append(group.removeprefix(LAW))
            continue
        for piece in filter(None, (one.strip() for one in group.split(","))):
            code, number = _parted(piece)
            chapter = code or chapter
            names = list(_names(chapter, number))
            if names:
                last = number.partition(" ")[0]
            else:
                names = list(_names(chapter, f"{last} {number}"))
            if not names and piece in chapters():
                laws.append(chapters()[piece].title)
                continue
            if not names:
                unknown.append(piece)
                continue
            rules.update(dict.fromkeys(names))
    return Cited(tuple(rules), tuple(practices), tuple(laws), tuple(unknown))


def citation_text(text: str, language: str) -> str:
    """Return a citation as people read it, good practice and laws named in their language.

    >>> citation_text("MÁQ R25; practice: Louisiana III-2825", "pt")
    'MÁQ R25; boa prática: Louisiana III-2825'
    >>> citation_text("law: DL 422/89 art. 58", "en")
    'law: DL 422/89 art. 58'
    """
    if language == "en":
        return text.replace(PRACTICE, "good practice: ")
    return text.replace(PRACTICE, "boa prática: ").replace(LAW, "lei: ")


def rules_cited(text: str) -> tuple[LawRule, ...]:
    """Return the rules that a text cites, with their words."""
    book = rule_book()
    return tuple(book[name] for name in cited(text).rules)


def _parted(piece: str) -> tuple[str, str]:
    """Part ``RA R16`` into chapter and number; the chapter is empty where the text goes on."""
    code, _space, number = piece.partition(" ")
    return (code, number) if code in chapters() else ("", piece)


def _names(chapter: str, number: str) -> Iterator[str]:
    """Yield the rules of a chapter that a number names: several for a range, or for an article."""
    book = rule_book()
    found = _RANGE.fullmatch(number)
    if found is not None:
        prefix, first, last, part = found.groups()
        names = [f"{chapter} {prefix or ''}{one}" for one in range(int(first), int(last) + 1)]
        if not part and all(name in book for name in names):
            yield from names
            return
    said = number
    while f"{chapter} {said}" not in book:
        within = [
            name for name in book if name.startswith((f"{chapter} {said} ", f"{chapter} {said}."))
        ]
        if within:
            yield from within
            return
        said, _space, part = said.rpartition(" ")
        if not said or not _PART(part):
            return
    yield f"{chapter} {said}"
