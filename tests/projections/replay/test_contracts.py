"""No game escapes the contracts of imports: whatever folder it stands in is held, on each floor."""

import tomllib
from pathlib import Path
from typing import Any

from projections.replay.registry import GAMES
from tests.helpers.each import each

ROOT = Path(__file__).parents[3]
ALONE = frozenset({"bingo", "mah_jong", "maquinas"})
"""Families of one game: held by what holds families."""
FLOORS = ("replay", "gather", "the simulator")


def contract(name: str) -> dict[str, Any]:
    """Return a contract of the import linter by its name."""
    text = (ROOT / "pyproject.toml").read_text()
    contracts = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    (found,) = [one for one in contracts if one["name"] == name]
    return found


def independent(name: str) -> set[str]:
    """Return what a contract of independence holds apart, by the names of modules and folders."""
    games: set[str] = set()
    for module in contract(name)["modules"]:
        assert module.endswith(".*"), f"{name}: {module} is named by hand"
        folder = ROOT / module.removesuffix(".*").replace(".", "/")
        games |= {one.name.removesuffix(".py") for one in folder.iterdir()}
    return games


@each("floor", FLOORS)
def test_every_game_is_held_apart_from_the_others(floor: str) -> None:
    """All that stands in a family's folder is held apart, so that a new game needs no line."""
    held = independent(f"no game knows another: {floor}")
    if floor != "gather":  # whose roulettes stand beside each other
        held |= independent(f"no roulette knows the other: {floor}")
    assert set(GAMES) - ALONE - held == set()


@each("floor", FLOORS)
def test_no_game_is_what_a_family_shares(floor: str) -> None:
    """What the contract lets a family import is no game, nor inside one."""
    ignored = contract(f"no game knows another: {floor}")["ignore_imports"]
    shared = {part for line in ignored for part in line.partition(" -> ")[2].split(".")}
    assert shared & (set(GAMES) - ALONE) == set()


def test_families_of_one_game_are_held_by_their_folder() -> None:
    """The contracts of families take whatever folder there is; gather's lets no family be left."""
    assert independent("no family of games knows another: replay") >= ALONE
    assert independent("no family of games knows another: the simulator") >= ALONE
    layers = contract("gather's own layers")
    assert layers["exhaustive"]
    assert {*layers["layers"][0].split(" | ")} >= ALONE
