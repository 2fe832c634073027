"""No game escapes the contracts of imports: each is named in those of replay and simulator."""

import tomllib
from pathlib import Path

from projections.replay.registry import GAMES
from tests.helpers.each import each

ROOT = Path(__file__).parents[3]
FAMILIES = frozenset({"bingo", "mah_jong", "maquinas"})
"""Families of one game: held by what holds families."""


def named(contract: str) -> set[str]:
    """Return the games that a contract of independence names, by module or by their folder."""
    text = (ROOT / "pyproject.toml").read_text()
    (found,) = [
        one
        for one in tomllib.loads(text)["tool"]["importlinter"]["contracts"]
        if one["name"] == contract
    ]
    games: set[str] = set()
    for module in found["modules"]:
        path = ROOT / module.removesuffix(".*").replace(".", "/")
        inside = path.iterdir() if module.endswith(".*") else [path]
        games |= {one.name.removesuffix(".py") for one in inside}
    return games


@each("contract", ["no game knows another: replay", "no game knows another: the simulator"])
def test_every_game_is_held_apart_from_the_others(contract: str) -> None:
    """A new game is named in both, or stands in a folder of which all that is there is."""
    assert set(GAMES) - FAMILIES - named(contract) == set()


def test_families_of_one_game_are_held_by_their_folder() -> None:
    """The contracts of families take whatever folder there is."""
    assert named("no family of games knows another: replay") >= FAMILIES
    assert named("no family of games knows another: the simulator") >= FAMILIES
