"""What it costs to judge a round grows with its events, not with their square.

Steps are counted, not seconds: every call and every line that runs, a comprehension's turns too.
Each round of ``cost_rounds.jsonl`` is grown to as many as ``MANY`` and twice as many of everything
in its lists, each with a number and a place in the chain of its own.
"""

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

from projections.replay.record import Record
from projections.replay.registry import GAMES, decode_record, judge

MANY: Final = 40
MOST: Final = 2.5
"""How many times the steps of a round twice as long may be those of the round."""
NUMBERED: Final = frozenset({"bet", "bets", "seat", "seq", "lancamento"})
ROUNDS: Final[list[dict[str, Any]]] = [
    json.loads(line)
    for line in Path(__file__).with_name("cost_rounds.jsonl").read_text().splitlines()
]


def steps(record: Record) -> int:
    """Return how many calls and lines it takes to judge a record."""
    return steps_of(lambda: judge(record))


def steps_of(act: Callable[[], object]) -> int:
    """Return how many calls and lines it takes to do something."""
    count = 0

    def trace(_: FrameType, __: str, ___: object) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(before)
    return count


def lists(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield where in a record lists stand that can grow."""
    if isinstance(value, list) and value and path != ("records",):
        yield path
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from lists(inner, (*path, key))


def numbered(value: Any, by: int) -> Any:
    """Return a fact with its numbers raised, so that no two are the same fact."""
    if isinstance(value, dict):
        return {
            key: inner
            if isinstance(inner, int | list) and key not in NUMBERED
            # A face or a card stays what it is.
            else numbered(inner, by)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [numbered(inner, by) for inner in value]
    return value + by if isinstance(value, int) and not isinstance(value, bool) else value


def grown(value: Any, path: tuple[str, ...], count: int) -> Any:
    """Return a record with so many in the list at a path."""
    if path:
        return {**value, path[0]: grown(value[path[0]], path[1:], count)}
    length = len(value)
    return [numbered(value[at % length], at // length * (length + 3)) for at in range(count)]


def test_every_game_has_a_round_that_grows() -> None:
    """No game is left out."""
    assert {one["game"] for one in ROUNDS} == set(GAMES)


@pytest.mark.parametrize(
    "base", ROUNDS, ids=[f"{one['game']}-{at}" for at, one in enumerate(ROUNDS)]
)
def test_a_round_twice_as_long_costs_about_twice(base: dict[str, Any]) -> None:
    """Everything in the round grown together: bets, payments, throws, cards, calls, decisions."""
    counts: list[int] = []
    for count in (MANY, 2 * MANY):
        record = base
        for path in lists(base):
            record = grown(record, path, count)
        counts.append(steps(decode_record(json.dumps(record))))
    assert counts[1] <= MOST * counts[0]


def lying(count: int, tipo: str) -> dict[str, Any]:
    """Return a round of craps whose bets lie through as many throws, none of which decides."""
    bets = [{"bet": one, "seat": one % 900 + 1, "tipo": tipo, "valor": 100} for one in range(count)]
    throws = [{"dados": [1, 1], "by": one * 7 % 900 + 1} for one in range(count)]
    return {"game": "craps", "bets": bets, "lancamentos": [{"dados": [2, 3]}, *throws]}


def leaning(count: int) -> dict[str, Any]:
    """Return the same with odds that come one before each throw, all on one bet."""
    base = {"bet": 0, "seat": 1, "tipo": "pass_line", "valor": 100, "lancamento": 1}
    odds = [
        {**base, "bet": one, "tipo": "odds", "base": 0, "lancamento": one + 1}
        for one in range(1, count)
    ]
    return {**lying(count, "pass_line"), "bets": [base, *odds]}


def changing(count: int) -> dict[str, Any]:
    """Return the same with a bet changed before each throw, at a table that has limits."""
    changes = [{"bet": one, "valor": 100 + one, "lancamento": one + 2} for one in range(count)]
    limits = {"big_6": {"minimum": 1, "maximum": 50, "multiple": 3}}
    return {**lying(count, "big_6"), "alteracoes": changes, "limites": limits}


LYING: Final = (partial(lying, tipo="pass_line"), partial(lying, tipo="come"), leaning, changing)


@pytest.mark.parametrize("made", LYING, ids=("line", "come", "odds", "changes"))
def test_bets_that_lie_through_many_throws_cost_as_many(
    made: Callable[[int], dict[str, Any]],
) -> None:
    """Nobody looks at a bet that a throw does nothing to."""
    few, many = (steps(decode_record(json.dumps(made(count)))) for count in (100, 200))
    assert many <= MOST * few


def test_a_variant_of_bingo_that_is_none_takes_no_memory() -> None:
    """As many numbers as a record says are not laid out before anybody asks whether there are."""
    record = {"game": "bingo", "variante": 2**63 - 1, "actos": []}
    assert steps(decode_record(json.dumps(record))) < 10_000
