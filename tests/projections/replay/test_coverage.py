"""Every rule a game accounts for leads to code or to a finding that exists."""

import re
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

from projections.replay import games as games_of_replay
from projections.replay.codes import CODES
from projections.replay.game import Game
from projections.replay.registry import GAMES
from tests.helpers.each import each

games = each("game", GAMES.values(), ids=lambda game: game.name)


def codes_in(where: str) -> list[str]:
    """Return the words written like a finding's code."""
    words = re.findall(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*\b", where)
    return [word for word in words if "-" in word or word in CODES]


def functions_in(where: str) -> list[str]:
    """Return the names that come first, before a remark or the codes that also guard the rule."""
    return re.split(r",\s*", re.split(r"[:;]", where, maxsplit=1)[0])


@cache
def home_of(name: str) -> ModuleType:
    """Return the one module or package of replay's families that bears a game's name."""
    inside = walk_packages(games_of_replay.__path__, f"{games_of_replay.__name__}.")
    (found,) = (one.name for one in inside if one.name.rpartition(".")[2] == name)
    return import_module(found)


def modules_of(game: Game) -> list[ModuleType]:
    """Return the game's module, and those within it where it is a package."""
    module = home_of(game.name)
    within = walk_packages(getattr(module, "__path__", []), f"{module.__name__}.")
    return [module, *(import_module(one.name) for one in within)]


def is_function(module: ModuleType, name: str) -> bool:
    """Tell whether a name, dotted perhaps, is something that can be called there."""
    try:
        return callable(attrgetter(name)(module))
    except AttributeError:
        return False


@games
def test_implemented_rules_name_a_function_of_the_games_module(game: Game) -> None:
    """``where`` begins with a callable name, or several with commas between."""
    modules = modules_of(game)
    for rule in game.coverage:
        if rule.status == "implemented":
            for name in functions_in(rule.where):
                assert any(is_function(module, name) for module in modules), (rule.rule, name)


@games
def test_watched_rules_name_codes(game: Game) -> None:
    """``where`` has a finding's code at least."""
    for rule in game.coverage:
        if rule.status == "watched":
            assert codes_in(rule.where), rule.rule


def test_watched_rules_of_holdem_are_decided_by_replay() -> None:
    """Each code named before a remark stands in a module that judges, and none is a person's."""
    replay = Path(str(games_of_replay.__file__)).parents[1]
    judging = [one for one in replay.rglob("*.py") if "coverage" not in one.stem]
    said = "".join(one.read_text() for one in judging if "codes" not in one.parts)
    for rule in GAMES["poquer_holdem"].coverage:
        if rule.status == "watched":
            for name in codes_in(rule.where.partition(";")[0]):
                assert f'"{name}"' in said, (rule.rule, name)
                assert not CODES[name].manual, (rule.rule, name)


@games
def test_every_code_named_exists(game: Game) -> None:
    """Of rules implemented too, where a finding also guards them."""
    for rule in game.coverage:
        for name in codes_in(rule.where):
            assert name in CODES, (rule.rule, name)


@games
def test_no_rule_is_accounted_for_twice(game: Game) -> None:
    """One rule, one row; ranges are written out."""
    rules = [rule.rule for rule in game.coverage]
    assert len(rules) == len(set(rules))
    assert not [rule for rule in rules if re.search(r"\d\s*[-–]\s*\d", rule)]


@games
def test_what_is_not_checked_says_why(game: Game) -> None:
    """A reason in words."""
    for rule in game.coverage:
        if rule.status in ("not-checkable", "missing"):
            assert re.search(r"[a-z]{3}", rule.where), rule.rule


def test_a_games_name_is_its_records_and_its_modules() -> None:
    """One name everywhere: registry, record's tag, module; whichever family it stands in."""
    for name, game in GAMES.items():
        module = home_of(name)
        assert module.GAME is game
        assert game.record.__struct_config__.tag == name
