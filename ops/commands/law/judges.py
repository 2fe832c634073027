"""Which modules judge a rule: those of the functions that its account names, or of its codes."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Final

import projections
from projections.replay.codes import CODES
from projections.replay.game import Game, Rule

PROJECTIONS: Final = Path(str(projections.__file__)).parent
JUDGED: Final = ("implemented", "watched")
WHOLE: Final = frozenset({"settle", "verify", "settle, verify"})
"""Accounts that name no part of a game: whichever modules cite the rule judge it."""
SILENT: Final = frozenset({"__init__.py", "record.py", "rules.py", "facts.py", "words.py"})
"""Modules of a game that judge nothing."""
SHARED: Final = ("replay/games", "replay/kit")
"""Rooms of which a game has what it imports, and no more."""
_WORD: Final = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*\b")
_IMPORT: Final = re.compile(r"^from (projections[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)
_ACCOUNT: Final = re.compile(r"\*(?:implemented|watched|not_checkable|missing)\([^)]*\)")


def judges_of(game: Game, rule: Rule) -> tuple[str, ...]:
    """Return the paths within ``projections`` of the modules that judge a rule; () if none does.

    A code that only a person reports is judged by nobody.
    """
    if rule.status not in JUDGED:
        return ()
    home, number = home_of(game), rule.rule.removeprefix("NB ")
    found = list(_of_functions(home, rule.where))
    shared = list(_of_family(home, rule.where))
    if shared:  # they give the numbers that a game tells them, and cite none
        return tuple(dict.fromkeys([*found, *shared]))
    if rule.where in WHOLE:
        found = _of_number(home, number) or found
    if rule.status == "watched" or not found:
        found += [path for code in _codes_in(rule.where) for path in _of_code(home, code)]
    found = list(dict.fromkeys(found))
    named = [path for path in found if _names(path, number)]
    return tuple(named or found)


def judges_of_general(rule: Rule) -> tuple[str, ...]:
    """Return the paths of the modules that raise the codes of a rule of no one game."""
    if rule.status not in JUDGED:
        return ()
    raised = [path for code in _codes_in(rule.where) for path in _raising().get(code, ())]
    beside = [path for path in raised if not path.startswith("replay/")]
    return tuple(dict.fromkeys(beside or raised))


def _names(path: str, number: str) -> bool:
    """Tell whether a module's text cites a rule by its number."""
    return (
        number in _cited_in(path)
        or re.search(rf"\b{re.escape(number)}\b", _texts()[path]) is not None
    )


@cache
def _cited_in(path: str) -> frozenset[str]:
    """Return the rules of the ranges that a module cites: ``R39-R41`` is three."""
    ranges = re.findall(r"\bR(\d+)(?:-| to )R?(\d+)\b", _texts()[path])
    return frozenset(f"R{one}" for low, high in ranges for one in range(int(low), int(high) + 1))


def home_of(game: Game) -> str:
    """Return the dotted name of the module or package that a game is."""
    parts = game.record.__module__.split(".")
    return ".".join(parts[: parts.index(game.name) + 1])


def _of_functions(home: str, where: str) -> Iterator[str]:
    """Yield where the functions stand that an account names first."""
    for name in _functions_in(where):
        for module in _modules_in(home):
            try:
                function = attrgetter(name)(module)
            except AttributeError:
                continue
            if callable(function):
                at = str(getattr(function, "__module__", "") or "")
                yield _path_of(at if at.startswith("projections.") else module.__name__)
                break


def _of_family(home: str, where: str) -> Iterator[str]:
    """Yield where functions stand that an account names and only the game's family has."""
    own = str(Path(*home.split(".")[1:]))
    for name in _functions_in(where):
        if any(hasattr(module, name) for module in _modules_in(home)):
            continue
        defined = re.compile(rf"^(?:def|class) {re.escape(name)}\b", re.MULTILINE)
        for path in sorted(_reached(own)):
            if any(_is_in(path, room) for room in _family_of(own)) and defined.search(
                _texts()[path]
            ):
                yield path


def _functions_in(where: str) -> list[str]:
    """Return the names of functions with which an account begins, before its codes and words."""
    return re.split(r",\s*", re.split(r"[:;]", where, maxsplit=1)[0])


@cache
def _modules_in(home: str) -> tuple[ModuleType, ...]:
    module = import_module(home)
    within = walk_packages(getattr(module, "__path__", []), f"{home}.")
    return module, *(import_module(one.name) for one in within)


def _path_of(module: str) -> str:
    path = Path(*module.split(".")[1:])
    package = PROJECTIONS / path / "__init__.py"
    return str(path / "__init__.py" if package.exists() else path.with_suffix(".py"))


def _codes_in(where: str) -> Iterator[str]:
    """Yield the finding codes that an account names."""
    yield from (word for word in _WORD.findall(where) if word in CODES)


def _of_code(home: str, code: str) -> tuple[str, ...]:
    """Return the modules that raise a code: the game's; else those nearest to it that do.

    Of what games share only what it reaches: another game may raise the same code.
    """
    own = str(Path(*home.split(".")[1:]))
    reached = _reached(own)
    raised = [
        path
        for path in _raising().get(code, ())
        if path in reached or not any(_is_in(path, room) for room in SHARED)
    ]
    for room in (own, *_family_of(own), "replay/kit", "replay/verify", "stages", "base"):
        near = [one for one in raised if _is_in(one, room)]
        if near:
            return tuple(near)
    return ()


def _family_of(own: str) -> tuple[str, ...]:
    """Return the room that a game shares with its family; none where it is a family by itself."""
    family = Path(own).parent
    return () if family.name == "games" else (str(family),)


def _is_in(path: str, room: str) -> bool:
    """Tell whether a module is a room, or stands in it."""
    return path == f"{room}.py" or path.startswith(f"{room}/")


def _of_number(home: str, number: str) -> list[str]:
    """Return the modules of a game, or of its family where it uses them, that cite a rule."""
    own = str(Path(*home.split(".")[1:]))
    rooms = [f"{own}/", *_used_by(own)]
    return [
        path
        for path in _texts()
        if any(_is_in(path, room.rstrip("/")) for room in rooms)
        and Path(path).name not in SILENT
        and path != f"{own}.py"
        and _names(path, number)
    ]


def _used_by(own: str) -> set[str]:
    """Return the rooms and modules of its family that a game imports."""
    found: set[str] = set()
    for family in _family_of(own):
        inside = re.compile(rf"projections\.{family.replace('/', '.')}\.(\w+)")
        for path, text in _texts().items():
            if _is_in(path, own):
                found |= {f"{family}/{name}" for name in inside.findall(text)}
    return found


@cache
def _reached(own: str) -> frozenset[str]:
    """Return the modules that a game is, and those that it imports, they too, and so on."""
    found: set[str] = set()
    waiting = [path for path in _texts() if _is_in(path, own)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported_by(path)
    return frozenset(found)


def _imported_by(path: str) -> Iterator[str]:
    """Yield the modules of ``projections`` that a module's text imports from, or imports."""
    for module, names in _IMPORT.findall(_texts()[path]):
        for name in ("", *re.findall(r"\w+", names)):
            of = Path(*module.split(".")[1:], name)
            yield from {str(of / "__init__.py"), f"{of}.py"} & _texts().keys()


@cache
def _raising() -> dict[str, tuple[str, ...]]:
    """Return by code the modules that have it in their text, accounts of rules left out."""
    found: dict[str, list[str]] = {}
    for path, text in _texts().items():
        if "codes" not in Path(path).parts:
            for code in set(re.findall(r'"([A-Z0-9-]+)"', text)) & CODES.keys():
                found.setdefault(code, []).append(path)
    return {code: tuple(paths) for code, paths in found.items()}


@cache
def _texts() -> dict[str, str]:
    """Return the text of each module, accounts of rules left out."""
    return {
        str(file.relative_to(PROJECTIONS)): _ACCOUNT.sub("", file.read_text(encoding="utf-8"))
        for file in sorted(PROJECTIONS.rglob("*.py"))
        if file.name != "coverage.py"
    }
