"""``razao bench hostile``: seconds to judge the longest round that a body of records may hold.

Each round of ``ops/data/hostile_rounds.jsonl`` is grown to as many of everything in its lists, each
with a number and a place in the chain of its own: what cost most before costs were counted. There
is neither limit nor peer: no round may take longer than the goal, whoever signed it.
"""

import json
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib import resources
from typing import Any, Final, cast

from ledger.events.base import Payload
from ledger.events.bingo import BingoSessionOpened, Complaint
from ledger.events.registry import ClockTicked
from ledger.events.rounds import RoundOpened
from ops.bench.casino import Bench
from ops.bench.frame import Comparison, Goal, Plan
from projections.base.event import Event
from projections.base.produced import Produced
from projections.replay.registry import decode_record, judge
from projections.stages.actas.stage import Actas

MANY: Final = 2_000
"""Of everything in a round."""
BOUNDED: Final = Goal("rate", most=5, text="s")
NUMBERED: Final = frozenset({"bet", "bets", "seat", "seq", "lancamento"})
ROOM: Final = "SALA-1"
MONSTROUS: Final[dict[str, Any]] = {"game": "bingo", "variante": 2**63 - 1, "actos": []}
"""A bingo of more numbers than any memory holds."""


@contextmanager
def plan(bench: Bench) -> Generator[Plan]:
    """Prepare the rounds."""
    count = bench.at_most(MANY)
    text = resources.files("ops").joinpath("data/hostile_rounds.jsonl").read_text("utf-8")
    rounds = [grown(json.loads(line), count) for line in text.splitlines()]
    told = {f"{one['game']}, {count} of everything": json.dumps(one) for one in rounds}
    told[f"craps, {count} bets that lie through {count} throws"] = json.dumps(lying(count))
    told["bingo, a variant of 2^63 - 1 numbers"] = json.dumps(MONSTROUS)
    made = Plan()
    for name, line in told.items():
        made.measures[name] = lambda line=line: seconds(line)
        made.rows.append(Comparison(name=name, own=name, goals=(BOUNDED,), unit="s"))
    late = f"bingo, {10 * count} facts told late of one jogada"
    made.measures[late] = lambda: told_late(10 * count)
    made.rows.append(Comparison(name=late, own=late, goals=(BOUNDED,), unit="s"))
    yield made


def told_late(count: int) -> float:
    """Return how long it takes to write an acta with that many facts told after its jogada."""
    stage, produced = Actas(), Produced()
    named = f"{ROOM}/2026-11-20/1"
    opened = BingoSessionOpened(session="S", variant=90, mode="physical", equipment_checked=True)
    told: list[tuple[Payload, str | None]] = [(opened, None), (RoundOpened(session="S"), named)]
    told += [(Complaint(complaint=f"R-{one}", about="win"), None) for one in range(count)]
    told.append((ClockTicked(), None))
    start = time.perf_counter()
    for position, (payload, round_id) in enumerate(told, 1):
        at = "2026-11-20T20:00:00.000000Z"
        event = Event(position, "sala", position, payload.KIND, at, None, ROOM, round_id, payload)
        stage.fold(event, produced)
        produced.clear()
    return time.perf_counter() - start


def lying(count: int) -> dict[str, Any]:
    """Return a craps round of line bets that lie through as many throws, none of which decides."""
    bets = [{"bet": one, "seat": 1, "tipo": "pass_line", "valor": 100} for one in range(count)]
    throws = [{"dados": [2, 3]}, *({"dados": [1, 1]} for _ in range(count))]
    return {"game": "craps", "bets": bets, "lancamentos": throws}


def seconds(line: str) -> float:
    """Return how long it takes to read a record and to judge it."""
    start = time.perf_counter()
    judge(decode_record(line))
    return time.perf_counter() - start


def grown(record: dict[str, Any], count: int) -> dict[str, Any]:
    """Return a record with so many of everything in its lists."""
    for path in list(_lists(record)):
        record = _with_many(record, path, count)
    return record


def _lists(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(value, list) and value and path != ("records",):
        yield path
    elif isinstance(value, dict):
        for key, inner in cast("dict[str, Any]", value).items():
            yield from _lists(inner, (*path, key))


def _with_many(value: Any, path: tuple[str, ...], count: int) -> Any:
    if path:
        return {**value, path[0]: _with_many(value[path[0]], path[1:], count)}
    there = cast("list[Any]", value)
    length = len(there)
    return [_numbered(there[at % length], at // length * (length + 3)) for at in range(count)]


def _numbered(value: Any, by: int) -> Any:
    """Return a fact with its numbers raised; faces, cards and amounts stay as they are."""
    if isinstance(value, dict):
        found: dict[str, Any] = {
            key: _numbered(inner, by)
            if key in NUMBERED or not isinstance(inner, int | list)
            else inner
            for key, inner in cast("dict[str, Any]", value).items()
        }
        return found
    if isinstance(value, list):
        return [_numbered(inner, by) for inner in cast("list[Any]", value)]
    return value + by if isinstance(value, int) and not isinstance(value, bool) else value
