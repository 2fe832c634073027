"""Every rule of the law once, with the account that each game gives of it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from msgspec import Struct

from projections.replay.game import Game, Rule, Status
from projections.replay.registry import GAMES
from projections.replay.rulebook.book import LawRule, chapters, rule_book
from projections.replay.rulebook.general import GENERAL

STATUS_WORDS: Final[Mapping[Status, tuple[str, str]]] = {
    "implemented": ("recalculada", "recalculated"),
    "watched": ("vigiada", "watched"),
    "not-checkable": ("não se vê no registo", "not seen in the record"),
    "missing": ("por fazer", "missing"),
}
"""How the program stands to a rule, in the words of people, Portuguese and English."""


class Account(Struct, frozen=True, gc=False):
    """The account that one game, or several in the same words, give of a rule."""

    games: tuple[str, ...]
    """Their names; none where the rule is of no one game."""
    status: Status
    where: str


class Row(Struct, frozen=True, gc=False):
    """A rule of the law with the accounts given of it."""

    rule: LawRule
    accounts: tuple[Account, ...]

    @property
    def status(self) -> Status:
        """Return the rule's status: recalculated where any game recalculates it, and so on down."""
        found = {account.status for account in self.accounts}
        return next(status for status in STATUS_WORDS if status in found)


def name_of(section: str, number: str) -> str:
    """Return the one name of a rule as a chapter's account writes it.

    >>> name_of("OH", "R60"), name_of("OH", "NB R4"), name_of("M5", "A10 b")
    ('OH R60', 'NB R4', 'M5 A10 b')
    """
    return number if number.partition(" ")[0] in chapters() else f"{section} {number}"


def accounts_of(game: Game) -> Iterator[tuple[str, Rule]]:
    """Yield a game's account of each rule, with the rule's one name."""
    for rule in game.coverage:
        yield name_of(game.section, rule.rule), rule


@cache
def rule_table() -> Mapping[str, Row]:
    """Return a row for every rule of the book, in the book's order, by the rule's name."""
    said: dict[str, dict[tuple[Status, str], list[str]]] = {name: {} for name in rule_book()}
    for rule in GENERAL:
        said[rule.rule].setdefault((rule.status, rule.where), [])
    for game in GAMES.values():
        for name, rule in accounts_of(game):
            said[name].setdefault((rule.status, rule.where), []).append(game.name)
    return {
        name: Row(
            rule_book()[name],
            tuple(Account(tuple(games), *how) for how, games in found.items()),
        )
        for name, found in said.items()
    }


def counted() -> Mapping[str, Counter[Status]]:
    """Return by chapter how many of its rules stand how; each rule is counted once."""
    found: dict[str, Counter[Status]] = {code: Counter() for code in chapters()}
    for row in rule_table().values():
        found[row.rule.chapter.code][row.status] += 1
    return found
