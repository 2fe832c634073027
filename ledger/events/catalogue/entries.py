"""The catalogue of the vocabulary: each kind as somebody reads who builds a device.

Meaning, fields, units and closed words come from the kinds themselves; the examples are envelopes
filled by hand (``golden``) and frozen with their kinds.
"""

import inspect
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, cast

import msgspec
from msgspec import Struct

from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.events.catalogue.changes import since
from ledger.events.catalogue.schema import field_docs, field_types, json_schema

GOLDEN: Final = Path(__file__).parent / "golden"
_RULE: Final = re.compile(r"\b(?:[A-Z][A-Z0-9]{1,2} R\d+[a-z]?\b|00\d n\.\d+)")
_UNITS: Final = {
    "Minor": "minor units of the currency",
    "Ppm": "parts per million",
    "Day": "gaming day, YYYY-MM-DD",
    "Instant": "UTC, six decimals",
    "LinkHex": "64 hexadecimal digits, lower case",
    "Currency": "ISO 4217",
    "EventName": "source:seq",
    "RoundName": "place/gaming day/number",
}
"""Of a type's name, what its values are counted in or written as."""
_NAMED_UNITS: Final = ("seconds", "minutes", "hours", "days", "ppm", "bytes")


class Field(Struct, frozen=True, kw_only=True):
    """A field of a kind."""

    name: str
    type: str
    needed: bool
    meaning: str = ""
    unit: str = ""
    words: tuple[str, ...] = ()
    """All that may stand there, where the vocabulary is closed."""
    default: str = ""
    """As JSON, the value that is left out because it says nothing else than the field's absence."""


class Entry(Struct, frozen=True, kw_only=True):
    """A kind."""

    kind: str
    name: str
    """Without version."""
    version: int
    newest: bool
    since: str
    """The version of the vocabulary that brought it."""
    meaning: str
    more: str
    """What else its description says."""
    alone: bool
    """Whether it must be a segment of its own."""
    fields: tuple[Field, ...]
    rules: tuple[str, ...]
    """Rules of the law that its description names."""
    envelope: str
    """An example, whole."""
    example: dict[str, Any]
    """The same's body."""


@cache
def catalogue() -> dict[str, Entry]:
    """Return every kind's entry, by kind."""
    schema = json_schema()["$defs"]
    brought = since()
    newest: dict[str, int] = {}
    for kind in KINDS:
        name, _, version = kind.partition("/")
        newest[name] = max(newest.get(name, 0), int(version))
    return {
        kind: _entry(kind, struct, schema, newest, brought.get(kind, ""))
        for kind, struct in sorted(KINDS.items())
    }


def example_of(kind: str) -> bytes:
    """Return the example of a kind: an envelope, byte for byte.

    It is the golden one in the format that new sources write, its blind made from the kind's name.
    """
    name, _, version = kind.partition("/")
    header, _, body = (GOLDEN / f"{name}.{version}.txt").read_bytes().partition(b"\n\n")
    if header.startswith(b"razao/1 "):
        blind = sha256(kind.encode()).hexdigest()[:32]
        header = header.replace(b"razao/1 ", b"razao/2 ", 1) + f"\n{blind}".encode()
    return header + b"\n\n" + body


def _entry(
    kind: str, struct: type[Payload], schema: dict[str, Any], newest: dict[str, int], brought: str
) -> Entry:
    name, _, version = kind.partition("/")
    first, _, more = (inspect.getdoc(struct) or "").partition("\n")
    text = example_of(kind).decode()
    fields = tuple(_fields(struct, schema))
    told = " ".join([first, more, *(field.meaning for field in fields)])
    return Entry(
        kind=kind,
        name=name,
        version=int(version),
        newest=newest[name] == int(version),
        since=brought,
        meaning=first,
        more=more.strip(),
        alone=struct.ALONE,
        fields=fields,
        rules=tuple(dict.fromkeys(_RULE.findall(told))),
        envelope=text,
        example=msgspec.json.decode(text.partition("\n\n")[2]),
    )


def _fields(struct: type[Payload], schema: dict[str, Any]) -> list[Field]:
    properties = schema[struct.__name__]["properties"]
    needed = set(schema[struct.__name__].get("required", ()))
    docs, types = field_docs(struct), field_types(struct)
    encoded = zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True)
    return [
        Field(
            name=written,
            type=type_words(properties[written]),
            needed=written in needed,
            meaning=docs.get(name, ""),
            unit=_unit(written, types.get(name, ())),
            words=tuple(str(word) for word in properties[written].get("enum", ())),
            default=_default(properties[written]),
        )
        for name, written in encoded
    ]


def _default(property_: dict[str, Any]) -> str:
    if "default" not in property_:
        return ""
    return msgspec.json.encode(property_["default"]).decode()


def _unit(name: str, types: tuple[str, ...]) -> str:
    for one in types:
        if one in _UNITS:
            return _UNITS[one]
    return next((unit for unit in _NAMED_UNITS if name == unit or name.endswith(f"_{unit}")), "")


def type_words(schema: dict[str, Any]) -> str:
    """Return a property's type in a few words.

    >>> type_words({"type": "array", "items": {"type": "integer"}})
    'list of integer'
    >>> type_words({"$ref": "#/$defs/Chips"})
    'Chips'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return "word"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(type_words(one) for one in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        items: dict[str, Any] = schema.get("items") or schema.get("prefixItems", [{}])[0]
        return f"list of {type_words(items)}"
    if isinstance(kind, list):
        return " or ".join(str(one) for one in cast("list[object]", kind))
    return {"string": "text", "boolean": "true or false"}.get(str(kind), str(kind or "value"))
