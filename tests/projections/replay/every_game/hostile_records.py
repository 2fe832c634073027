"""Records of honest tables, and the same altered as no table writes them."""

import json
from collections.abc import Iterable, Iterator
from copy import deepcopy
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from projections.replay.registry import GAMES, decode_record

HONEST = Path(__file__).with_name("honest.jsonl").read_text(encoding="utf-8").splitlines()
"""A few records of each game, as its table writes them."""
FAR = 2**53 - 1
AMOUNTS = (-FAR, FAR, 2**31, -1, 0, 1, 7, 1000)
WORDS = ("", "A", "s", "As", "1x", "Ás", "?", "bambu-", "-3", "1e5", "A" * 200)

NONE_OF_A_TYPE = (None, True, "x", "", -1, 1.5, 1e300, 2**53, 2**63, 10**30, [], [[]], {"a": 1})
TEXTS = ("\x1b[2J", "[/red]", "a\nb", "\u202e", "\ud800", "9" * 5_000, "{0}", "%s")
FUZZED = 12
"""Records of a game in one run, and as many whose values are of another type."""


def places_in(plain: Any) -> Iterator[tuple[Any, Any]]:
    """Yield where each value of a record stands: what holds it, and its key or index."""
    keys: Iterable[Any] = plain if hasattr(plain, "keys") else range(len(plain))
    for key in keys:
        value: Any = plain[key]
        if key not in ("game", "profile"):
            yield plain, key
        if isinstance(value, dict | list):
            yield from places_in(value)


def alter(record: dict[str, Any], random: Random) -> None:
    """Make one value of a record another one of its kind, or take it away."""
    places = list(places_in(record))
    if not places:
        return
    holder, key = random.choice(places)
    value = holder[key]
    if random.random() < 0.15:
        del holder[key]
    elif isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = random.choice((*AMOUNTS, -value, value + 1, value * 1000))
    elif isinstance(value, str):
        holder[key] = random.choice((*WORDS, value[:1], value[1:], value[::-1], value * 3, None))
    elif isinstance(value, list):
        way = random.choice(
            (slice(0), slice(None, None, -1), slice(1), slice(1, None), slice(None))
        )
        holder[key] = [*value[way], *(value if way == slice(None) else ())]
    else:
        holder[key] = None


def altered(game: str, random: Random) -> Iterator[str]:
    """Yield records of a game of which one to three values were altered, and that decode."""
    lines = [line for line in HONEST if json.loads(line)["game"] == game]
    while True:
        record = json.loads(random.choice(lines))
        for _ in range(random.randint(1, 3)):
            alter(record, random)
        line = json.dumps(record)
        try:
            decode_record(line)
        except msgspec.ValidationError:
            continue
        yield line


def mixed(game: str, random: Random) -> Iterator[str]:
    """Yield records of a game whose facts are those of others, or come once more; they decode."""
    records = [json.loads(line) for line in HONEST if json.loads(line)["game"] == game]
    lent: dict[str, list[Any]] = {}
    for record in records:
        for holder, key in places_in(record):
            if isinstance(key, str):
                value = holder[key]
                lent.setdefault(key, []).extend(value if isinstance(value, list) else [value])
    while True:
        record = json.loads(json.dumps(random.choice(records)))
        for _ in range(random.randint(1, 8)):
            lend(record, lent, random)
        line = json.dumps(record)
        try:
            decode_record(line)
        except msgspec.ValidationError:
            continue
        yield line


def lend(record: dict[str, Any], lent: dict[str, list[Any]], random: Random) -> None:
    """Give one value of a record that of another, or one of its lists an item of another's."""
    holder, key = random.choice([place for place in places_in(record) if place[1] in lent])
    other = json.loads(json.dumps(random.choice(lent[key])))
    if isinstance(holder[key], list):
        holder[key].insert(random.randint(0, len(holder[key])), other)
    else:
        holder[key] = other


def of_another_type(game: str, random: Random) -> Iterator[str]:
    """Yield records of a game of which one or two values are of any type."""
    lines = [line for line in HONEST if json.loads(line)["game"] == game]
    while True:
        record = json.loads(random.choice(lines))
        for _ in range(random.randint(1, 2)):
            holder, key = random.choice(list(places_in(record)))
            holder[key] = deepcopy(random.choice((*NONE_OF_A_TYPE, *TEXTS)))
        yield json.dumps(record)


def hostile(seed: int) -> list[str]:
    """Return records of all games as no table writes them."""
    random = Random(seed)
    ways = (altered, mixed, of_another_type)
    return [line for game in GAMES for way in ways for line in islice(way(game, random), FUZZED)]
