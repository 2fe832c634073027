"""Which rules of a game nobody can check where its table does not record what they need.

What a rule needs is read from the code that judges it: each check asks the record whether the table
keeps bets, cards, payouts …, and the game's account of its rules names the check, or its code.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from msgspec import Struct

import projections.replay
from projections.authority.tables import LEAST_RECORDS
from projections.replay.codes import CODES
from projections.replay.game import Game
from projections.replay.registry import GAMES
from projections.replay.rulebook.table import accounts_of

OUTCOMES: Final = "outcomes"
"""Numbers, dice, sectors: no rule asks whether they are recorded, for without them nothing is."""
RECORD_OF: Final[Mapping[str, str]] = {
    "bet-placed": "bets",
    "payout": "payouts",
    "card-dealt": "cards",
    "decision": "decisions",
    "card-burned": "burns",
    "deck-shuffled": "shuffles",
    "announcement": "announcements",
    "staff-changed": "staff",
    "equipment-changed": "equipment",
    "colour-assigned": "colours",
    "collection": "collections",
    "commission": "commissions",
    "one-to-go-alerted": "alerts",
}
"""By a kind's name the record that it is."""
PAYMENTS: Final = ("PAY-DIFF", "PAY-NONE", "PAY-ORDER", "VOID-REFUND")
_WORD: Final = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b")
_FUNCTION: Final = re.compile(r"\b[a-z_][a-z0-9_]*\b")
_ASKED: Final = re.compile(r"\.has\(\"([a-z_]+)\"\)")
_REPLAY: Final = Path(str(projections.replay.__file__)).parent
_ROOMS: Final = ("projections.replay.games", "projections.replay.kit")
_DEEP: Final = 2
"""So many calls down a check raises its codes, at most."""


class Unchecked(Struct, frozen=True, kw_only=True):
    """The rules of a game that want a record which its table does not keep."""

    game: str
    record: str
    needed: bool
    """Whether the game's rounds cannot be judged at all without it."""
    rules: tuple[str, ...]
    codes: tuple[str, ...]


def unchecked(game: str, kept: Sequence[str]) -> list[Unchecked]:
    """Return the rules of a game that are not checked at a table that keeps these records."""
    known = GAMES.get(game)
    if known is None:
        return []
    found: list[Unchecked] = []
    for record, needs in sorted(_needs(game).items()):
        if record in kept:
            continue
        rules = tuple(rule for rule, where in _accounts(known) if _rests_on(where, needs))
        codes = tuple(sorted(needs & CODES.keys()))
        if rules or codes:
            least = LEAST_RECORDS.get(game, ())
            found.append(
                Unchecked(
                    game=game, record=record, needed=record in least, rules=rules, codes=codes
                )
            )
    return found


@cache
def known_records() -> tuple[str, ...]:
    """Return every record that some rule asks for."""
    asked = (_ASKED.findall(one.read_text("utf-8")) for one in _REPLAY.rglob("*.py"))
    return tuple(
        sorted({OUTCOMES, *RECORD_OF.values(), *(name for names in asked for name in names)})
    )


def _accounts(game: Game) -> Iterator[tuple[str, str]]:
    for name, rule in accounts_of(game):
        if rule.status in ("implemented", "watched"):
            yield name, rule.where


def _rests_on(where: str, needs: frozenset[str]) -> bool:
    """Tell whether an account names a check, or a code, that asks for a record."""
    return not needs.isdisjoint((*_WORD.findall(where), *_FUNCTION.findall(where)))


@cache
def _needs(game: str) -> Mapping[str, frozenset[str]]:
    """Return by record the codes and the functions of a game that ask for it."""
    modules = _modules(GAMES[game].record.__module__, GAMES[game].settle.__module__)
    functions = {one.name: one for module in modules for one in _functions(module)}
    found: dict[str, set[str]] = {}
    for function in functions.values():
        for record, needs in _asked_in(function):
            found.setdefault(record, set()).update(_with_called(needs, functions))
    if "payouts" in LEAST_RECORDS.get(game, ()):
        own = {code for code in CODES if code.startswith(f"{GAMES[game].section}-PAY")}
        found.setdefault("payouts", set()).update(own, PAYMENTS)
    return {record: frozenset(needs) for record, needs in found.items()}


def _with_called(needs: set[str], functions: Mapping[str, ast.FunctionDef]) -> set[str]:
    """Add the codes of the functions that are called, and of those that they call."""
    found, called = set(needs), needs & functions.keys()
    for _ in range(_DEEP):
        within = {name for one in called for name in _named_in(functions[one])}
        found |= within & CODES.keys()
        called = within & functions.keys()
    return found


def _asked_in(function: ast.FunctionDef) -> Iterator[tuple[str, set[str]]]:
    """Yield each record that a function asks for, with the codes and calls that rest on it."""
    for node in ast.walk(function):
        if isinstance(node, ast.If):
            records = list(_records_in(node.test))
            returns = isinstance(node.body[-1], ast.Return)
            rest = {function.name, *_named_in(function)} if returns else set[str]()
            for record in records:
                yield record, rest | {one for part in node.body for one in _named_in(part)}
        elif isinstance(node, ast.BoolOp | ast.IfExp | ast.Assign | ast.Return):
            for record in _records_in(node):
                yield record, {function.name, *_codes_in(function)}


def _records_in(node: ast.AST) -> Iterator[str]:
    for one in ast.walk(node):
        match one:
            case ast.Call(func=ast.Attribute(attr="has"), args=[ast.Constant(value=str(record))]):
                yield record
            case _:
                pass


def _named_in(node: ast.AST) -> Iterator[str]:
    """Yield the codes that stand in a part of a function, and the functions that it calls."""
    yield from _codes_in(node)
    for one in ast.walk(node):
        match one:
            case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
                yield name
            case _:
                pass


def _codes_in(node: ast.AST) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and one.value in CODES:
            yield str(one.value)


@cache
def _functions(module: str) -> list[ast.FunctionDef]:
    tree = _tree(module)
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(_path(module).read_text("utf-8"))


def _path(module: str) -> Path:
    return Path(str(import_module(module).__file__))


@cache
def _modules(*first: str) -> tuple[str, ...]:
    """Return the modules of the rules that a game is made of: its own, and those they import."""
    waiting, found = list(first), dict[str, None]()
    while waiting:
        module = waiting.pop()
        if module in found:
            continue
        found[module] = None
        waiting += [one for one in _imported(module) if one.startswith(_ROOMS)]
    return tuple(found)


def _imported(module: str) -> Iterator[str]:
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            if node.module.startswith(_ROOMS) and _path(node.module).name == "__init__.py":
                folder = _path(node.module).parent
                for one in node.names:
                    if (folder / f"{one.name}.py").exists() or (folder / one.name).is_dir():
                        yield f"{node.module}.{one.name}"
