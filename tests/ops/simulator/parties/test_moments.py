"""Each moment that a fault waits for is one at which some course asks."""

import re
from functools import cache
from pathlib import Path

import pytest

import ops.simulator
from ops.simulator.night.roster import GAMES
from ops.simulator.parties.party import Party

PARTIES = sorted({party for _, party, *_ in GAMES}, key=lambda one: one.__name__)
ROOT = Path(ops.simulator.__file__).parent
SAID = re.compile(r'(?<!f)"([a-z][a-z0-9 -]*)"(?!\s*:)')
"""A word where it is no key: a fault's table has its moments as keys, a course as arguments."""
MADE = re.compile(r'\bf"([a-z-]+)\{')
"""A word that is put together where it is asked."""


@cache
def asked(family: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the words said in a family's courses and shared modules, whole or begun."""
    whole, begun = set[str](), set[str]()
    for folder in (ROOT / "games" / family, ROOT / "kit", ROOT / "parties"):
        for path in folder.rglob("*.py"):
            text = path.read_text("utf-8")
            whole.update(SAID.findall(text))
            begun.update(MADE.findall(text))
    return frozenset(whole), tuple(sorted(begun))


def unasked(party: type[Party]) -> set[str]:
    """Return the moments in a party's table of faults that its course never names."""
    named = {moment for wrong in party.WRONGS.values() for moment in (*wrong.does, *wrong.instead)}
    family = party.__module__.removeprefix("ops.simulator.games.").partition(".")[0]
    whole, begun = asked(family)
    return {one for one in named if one not in whole and not one.startswith(begun)}


@pytest.mark.parametrize("party", PARTIES)
def test_each_moment_of_a_fault_is_one_that_its_course_names(party: type[Party]) -> None:
    """A misspelt moment would never be asked for, and a part of the fault never be told."""
    assert unasked(party) == set()


def test_a_misspelt_moment_is_seen() -> None:
    """The look above finds a word that no course says."""
    party = next(one for one in PARTIES if one.WRONGS)
    name, wrong = next((name, one) for name, one in party.WRONGS.items() if one.does)

    table = {name: type(wrong)(does={"clozed": next(iter(wrong.does.values()))})}
    misspelt = type("Misspelt", (party,), {"WRONGS": table, "__module__": party.__module__})
    assert unasked(misspelt) == {"clozed"}
