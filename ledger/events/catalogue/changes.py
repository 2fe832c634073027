"""The vocabulary by version: which kinds each brought, their fields, what differs from before.

``changes.toml`` is the record. A kind that was released never changes, so that each field came with
its kind; what differs from the version before is reckoned from the kinds themselves.
"""

import inspect
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from msgspec import Struct

from ledger.events import KINDS
from ledger.events.catalogue.schema import json_schema

RECORD: Final = Path(__file__).parent / "changes.toml"


class Brought(Struct, frozen=True, kw_only=True):
    """A kind as a version brought it."""

    kind: str
    meaning: str
    follows: str | None
    """The version of the kind that stood before it."""
    fields: tuple[str, ...]
    """All of them; within a structure ``field.of_it``."""
    added: tuple[str, ...] = ()
    """Those that the kind before has not."""
    gone: tuple[str, ...] = ()
    """Those of the kind before that it has not."""


class Release(Struct, frozen=True, kw_only=True):
    """A version of Razão, and the kinds that joined the vocabulary in it."""

    version: str
    released: str | None
    """The day; null before it comes."""
    kinds: tuple[Brought, ...]


@cache
def changes() -> tuple[Release, ...]:
    """Return every version with the kinds that it brought, the newest first."""
    found = [
        Release(
            version=version,
            released=str(told["released"]) if "released" in told else None,
            kinds=tuple(_brought(kind) for kind in told["kinds"]),
        )
        for version, told in recorded().items()
    ]
    return tuple(reversed(found))


@cache
def recorded() -> dict[str, dict[str, Any]]:
    """Return the versions as ``changes.toml`` has them, the oldest first."""
    return tomllib.loads(RECORD.read_text("utf-8"))


def since() -> dict[str, str]:
    """Return of each recorded kind the version that brought it."""
    return {kind: version for version, told in recorded().items() for kind in told["kinds"]}


def fields_of(kind: str) -> tuple[str, ...]:
    """Return the names of a kind's fields, and of those within them.

    >>> fields_of("bets-opened/1")
    ('seconds',)
    """
    definitions = json_schema()["$defs"]
    return tuple(dict.fromkeys(_names(definitions[KINDS[kind].__name__], definitions, "")))


def _names(schema: dict[str, Any], definitions: dict[str, Any], before: str) -> Iterator[str]:
    for name, inner in schema.get("properties", {}).items():
        yield before + name
        for struct in _structs(inner):
            yield from _names(definitions[struct], definitions, f"{before}{name}.")


def _structs(value: object) -> Iterator[str]:
    """Yield the structures to which a field's schema refers."""
    match value:
        case {"$ref": str(ref)}:
            yield ref.rpartition("/")[2]
        case dict():
            for inner in cast("dict[str, object]", value).values():
                yield from _structs(inner)
        case list():
            for inner in cast("list[object]", value):
                yield from _structs(inner)
        case _:
            pass


def _brought(kind: str) -> Brought:
    name, _, version = kind.partition("/")
    before = f"{name}/{int(version) - 1}"
    fields = fields_of(kind)
    formerly = fields_of(before) if before in KINDS else ()
    follows = before if before in KINDS else None
    return Brought(
        kind=kind,
        meaning=(inspect.getdoc(KINDS[kind]) or "").partition("\n")[0],
        follows=follows,
        fields=fields,
        added=tuple(one for one in fields if one not in formerly) if follows else (),
        gone=tuple(one for one in formerly if one not in fields),
    )
