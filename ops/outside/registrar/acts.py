"""Acts that are prepared in one place and signed in another: the file between, and its facts."""

import json
from typing import Any, Final

import msgspec
from msgspec import Struct

from ledger.signed.canonical import Envelope

FORMAT: Final = "razao-act/1"
"""Of the file."""


class Prepared(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act as the console prepared it: its exact bytes, and the key in effect for its source."""

    format: str
    envelope: bytes
    key: str
    """In hex."""


def facts_of(event: Envelope) -> list[str]:
    """Return the facts of an act, all of them, printable, one a line."""
    payload: dict[str, Any] = msgspec.to_builtins(event.payload)
    told = {
        "ledger": event.origin,
        "act": event.kind,
        "signs": f"{event.source}:{event.seq}",
        "at": event.at,
        "day": event.day,
        "place": event.place,
        "round": event.round,
        **{f"  {name}": value for name, value in payload.items()},
    }
    lines = [
        f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in told.items()
        if value is not None
    ]
    return [one if one.isprintable() else repr(one) for one in lines]
