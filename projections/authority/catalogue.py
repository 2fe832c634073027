"""The vocabulary for other programs: AsyncAPI 3, and one kind whole."""

from typing import Any, Final, cast

import msgspec

from ledger.events import KINDS
from ledger.events.catalogue.entries import Entry, catalogue
from ledger.events.catalogue.schema import json_schema
from projections.authority.speakers import speakers_of

ASYNCAPI: Final = "3.0.0"
_HEADERS: Final = {
    "type": "object",
    "description": "The lines of an envelope's header, in this order; then an empty line and the "
    "body. What is linked and signed are the bytes, not this object.",
    "required": ["format", "origin", "source", "seq", "previous", "kind", "blind"],
    "properties": {
        "format": {"const": "razao/2", "description": "Stands before the origin, in its line."},
        "origin": {"type": "string", "description": "The ledger's name."},
        "source": {"type": "string", "description": "The device's or person's source id."},
        "seq": {"type": "integer", "minimum": 1, "description": "1, 2, 3 … of the source."},
        "previous": {
            "type": "string",
            "pattern": "^[0-9a-f]{64}$",
            "description": "The link of the source's event before; zeros before its first.",
        },
        "kind": {"type": "string"},
        "blind": {
            "type": "string",
            "pattern": "^[0-9a-f]{32}$",
            "description": "16 random bytes, fresh for each event.",
        },
    },
}


def whole_kind(kind: str) -> dict[str, Any]:
    """Return a kind's document for programs: its entry, who says it, its JSON Schema.

    Raises:
        KeyError: there is no such kind.

    """
    entry = catalogue()[kind]
    return {
        **msgspec.to_builtins(entry),
        "said_by": msgspec.to_builtins(speakers_of(kind)),
        "schema": _closed(entry),
    }


def asyncapi(version: str) -> dict[str, Any]:
    """Return the AsyncAPI 3 document of what devices send; ``version`` is the program's."""
    schema = json_schema()
    entries = catalogue()
    refs = {kind: _key(kind) for kind in entries}
    body = {name: one for name, one in schema["properties"].items() if name != "kind"}
    return {
        "asyncapi": ASYNCAPI,
        "info": {
            "title": "Razão: what sources say",
            "version": version,
            "description": "Signed events of a casino floor. A kind that is not listed is "
            "recorded and proved, judged by nobody, and its answer says so (`unknown`).",
        },
        "defaultContentType": "application/json",
        "channels": {
            "events": {
                "address": "/v1/events",
                "title": "Segments of signed envelopes, one JSON object a line, by HTTP POST",
                "messages": {
                    key: {"$ref": f"#/components/messages/{key}"} for key in refs.values()
                },
            }
        },
        "operations": {
            "submitEvents": {
                "action": "receive",
                "channel": {"$ref": "#/channels/events"},
                "summary": "The ledger takes what a source signed; each line has its answer, with "
                "the receipt once it is on disk.",
            }
        },
        "components": {
            "messages": {refs[kind]: _message(entry, body) for kind, entry in entries.items()},
            "schemas": _moved({**schema["$defs"], "Header": _HEADERS}),
        },
    }


def _message(entry: Entry, body: dict[str, Any]) -> dict[str, Any]:
    payload = {"$ref": f"#/components/schemas/{_struct(entry.kind)}"}
    description = "\n\n".join(
        text
        for text in (
            entry.more,
            "Must be a segment of its own." if entry.alone else "",
            "" if entry.newest else "A newer version of this kind stands beside it.",
        )
        if text
    )
    return {
        "name": entry.kind,
        "title": entry.kind,
        "summary": entry.meaning,
        **({"description": description} if description else {}),
        "headers": {"$ref": "#/components/schemas/Header"},
        "payload": {
            "type": "object",
            "properties": _moved({**body, "payload": payload}),
            "required": [*body],
            "additionalProperties": False,
        },
        "examples": [{"name": "filled", "payload": entry.example}],
        "x-said-by": msgspec.to_builtins(speakers_of(entry.kind)),
        "x-rules": list(entry.rules),
        "x-since": entry.since,
    }


def _closed(entry: Entry) -> dict[str, Any]:
    """Return the schema of a kind's payload with all that it refers to."""
    schema = json_schema()
    name = _struct(entry.kind)
    wanted, found = [name], dict[str, Any]()
    while wanted:
        one = wanted.pop()
        if one not in found:
            found[one] = schema["$defs"][one]
            wanted += [ref.rpartition("/")[2] for ref in _refs(found[one])]
    return {
        "$schema": schema["$schema"],
        **found.pop(name),
        **({"$defs": found} if found else {}),
    }


def _struct(kind: str) -> str:
    return KINDS[kind].__name__


def _key(kind: str) -> str:
    return kind.replace("/", ".")


def _refs(value: object) -> list[str]:
    match value:
        case {"$ref": str(own)}:
            return [own]
        case dict():
            return [ref for one in _values(value) for ref in _refs(one)]
        case list():
            return [ref for one in cast("list[object]", value) for ref in _refs(one)]
        case _:
            return []


def _values(table: Any) -> list[object]:
    return list(cast("dict[str, object]", table).values())


def _moved(value: Any) -> Any:
    """Return a schema whose references lead into an AsyncAPI document's components."""
    if isinstance(value, str):
        return value.replace("#/$defs/", "#/components/schemas/")
    if isinstance(value, dict):
        table = cast("dict[str, object]", value)
        return {name: _moved(one) for name, one in table.items()}
    if isinstance(value, list):
        return [_moved(one) for one in cast("list[object]", value)]
    return value
