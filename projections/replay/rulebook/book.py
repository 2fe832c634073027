"""The chapters of the law and their rules, in the words of the sources at hand."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct

SOURCES: Final = (
    "portaria_1_2017.toml",
    "portaria_217_2007.toml",
    "igj_poquer_sem_descarte.toml",
    "resumo_de_casino.toml",
    "portaria_104_85_m.toml",
    "paginas_da_razao.toml",
)
"""The files of words, in the order in which people are shown the law."""
OURS: Final = "paginas_da_razao.toml"
"""Decisions of this project where the law is silent: words of ours, not of the law."""
_NUMBER: Final = re.compile(r"([A-Za-z]+\.?)?(\d+)?(.*)")


_ENGLISH: Final[Mapping[str, str]] = {
    "Art.": "Articles of the Portaria",
    "RA": "American roulette",
    "RF": "French roulette",
    "BF": "French bank",
    "CR": "Craps",
    "CU": "Sic bo",
    "BJ": "Blackjack/21",
    "CF": "Baccarat chemin de fer",
    "PB": "Baccarat punto banco",
    "PM": "Macau baccarat",
    "SD": "Poker without discard",
    "NB": "Poker without a bank, general rules",
    "OH": "Omaha and Hold’em",
    "SI": "Sintético",
    "ST": "Stud poker",
    "BI": "Bingo",
    "MÁQ": "Machines",
    "DC": "Casino war",
    "P3": "Three card poker",
    "BO": "Boule",
    "MJ": "Mah-jong",
    "PK": "Mahjong pai kao",
    "RS": "Wheel of fortune",
    "001": "Poker without a bank, Portugal",
    "000": "Poker without discard, Portugal",
    "003": "Poker without discard, a casino’s summary",
    "M5": "Five card poker, Macau",
    "contadores": "Counters of machines",
    "jackpots": "Jackpots",
    "contabilidade": "Accounts of tables",
}
"""Titles of chapters for readers of English; the games by the names that they have there."""


class Chapter(Struct, frozen=True, gc=False):
    """A chapter of the law: the code its rules are cited by, its title, its source."""

    code: str
    title: str
    source: str
    ours: bool
    """Whether its words are this project's decisions, and no law's."""

    def named(self, language: str) -> str:
        """Return the chapter's title in a language: the law has it in Portuguese.

        >>> chapters()["SD"].named("pt"), chapters()["SD"].named("en")
        ('Póquer sem descarte', 'Poker without discard')
        """
        return _ENGLISH[self.code] if language == "en" else self.title


class LawRule(Struct, frozen=True, gc=False):
    """A rule of the law under its one name, in its own words."""

    name: str
    """``RA R16``."""
    chapter: Chapter
    number: str
    """Its number within the chapter: ``R16``, ``n.7``, ``A10 b``, ``IV.8``, ``3 VII``."""
    marked: str
    """Its words, paragraphs parted by line ends, the decisive ones between ``**``."""

    @property
    def words(self) -> str:
        """Return the rule's words without marks."""
        return self.marked.replace("**", "")

    @property
    def decisive(self) -> tuple[str, ...]:
        """Return the parts of its words that decide, in their order.

        >>> rule_book()["RA R34"].decisive
        ('por período superior a uma hora',)
        """
        return tuple(self.marked.split("**")[1::2])

    def spoken(self, language: str = "pt") -> str:
        """Return the rule's name as people say it.

        >>> rule_book()["RA R16"].spoken(), rule_book()["M5 A10 b"].spoken("en")
        ('Roleta americana, regra 16', 'Five card poker, Macau, article 10 b')
        """
        return f"{self.chapter.named(language)}, {_said(self.chapter.code, self.number, language)}"


def _said(code: str, number: str, language: str) -> str:
    english = language == "en"
    if code == "Art.":
        article, _space, rest = number.partition(" ")
        return f"{'article' if english else 'artigo'} {article} {rest}".rstrip()
    if number.startswith("R"):
        return f"{'rule' if english else 'regra'} {number[1:]}"
    if number.startswith("n."):
        return f"{'no.' if english else 'n.º'} {number[2:]}"
    if number.startswith("A"):
        return f"{'article' if english else 'artigo'} {number[1:]}"
    return f"{'rule' if english else 'regra'} {number}"


@cache
def chapters() -> Mapping[str, Chapter]:
    """Return the chapters of every source by their codes."""
    return {rule.chapter.code: rule.chapter for rule in rule_book().values()}


@cache
def rule_book() -> Mapping[str, LawRule]:
    """Return every rule of every source by its name; a name that comes twice is refused."""
    found: dict[str, LawRule] = {}
    for source in SOURCES:
        text = files(__name__.rpartition(".")[0]).joinpath(source).read_text(encoding="utf-8")
        for code, said in tomllib.loads(text).items():
            chapter = Chapter(code, said["title"], said["source"], source == OURS)
            for number, marked in said["rules"].items():
                name = f"{code} {number}"
                assert name not in found, name
                found[name] = LawRule(name, chapter, number, marked)
    return found
