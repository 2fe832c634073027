"""Reads a device's lines: which are segments, and why the others are none."""

import base64
import binascii
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

import msgspec
from msgspec import Struct

from ledger.errors import UNREADABLE
from ledger.signed.segments import SEGMENT_EVENTS_MAX, Segment
from ledger.signed.signing import PUBLIC_KEY_SIZE, SIGNATURE_SIZE
from ops.outside.conform.statements import Statement, state

MALFORMED: Final = "malformed"
FIELDS: Final = ("key", "signature", "envelopes")
_ADDRESS_LETTERS: Final = re.compile(r"[-_]")
_HEX: Final = re.compile(r"(?:[0-9a-fA-F]{2})+")
_DER: Final = 0x30
_decoder: Final = msgspec.json.Decoder(Segment)


class Line(Struct, frozen=True):
    """A line of what was sent: a segment, or why it is none."""

    number: int
    segment: Segment | None
    wrong: tuple[Statement, ...] = ()


def lines_of(body: bytes) -> Iterator[Line]:
    """Yield the lines of a body, blank ones left out."""
    rows = [(number, row) for number, row in enumerate(body.split(b"\n"), 1) if row.strip()]
    if len(rows) > 1 and _is_json(body) and not _is_json(rows[0][1]):
        yield Line(1, None, (state("refused", MALFORMED, "many-lines", lines=len(rows)),))
        return
    for number, row in rows:
        yield _line(number, row)


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _line(number: int, row: bytes) -> Line:
    try:
        segment = _decoder.decode(row)
    except UNREADABLE as error:
        door = f"line {number} is no segment: {error}"
        found = tuple(_explained(number, row, door)) or (
            state("refused", MALFORMED, "refused", door=door),
        )
        return Line(number, None, found)
    return Line(number, segment, tuple(_sizes(number, row, segment)))


def _explained(number: int, row: bytes, door: str) -> Iterator[Statement]:
    """Yield why a line is no segment."""

    def say(word: str, **values: Any) -> Statement:
        return state("refused", MALFORMED, word, door=door, line=number, **values)

    try:
        told: Any = json.loads(row)
    except (ValueError, RecursionError) as error:
        yield say("not-json", error=error)
        return
    if isinstance(told, list):
        yield say("array", count=len(cast("list[Any]", told)))
        return
    if not isinstance(told, dict):
        yield say("no-object", got=type(told).__name__)
        return
    fields = cast("Mapping[str, Any]", told)
    yield from (say("no-field", field=name) for name in FIELDS if name not in fields)
    yield from (say("odd-field", field=name) for name in fields if name not in FIELDS)
    envelopes = fields.get("envelopes", [])
    if not isinstance(envelopes, list):
        yield say("envelopes-no-list", got=type(envelopes).__name__)
    for name, value in _base64_fields(fields):
        word = _not_base64(value)
        if word is not None:
            yield say(word, field=name, got=type(value).__name__)


def _base64_fields(fields: Mapping[str, Any]) -> list[tuple[str, Any]]:
    values = [(name, fields[name]) for name in FIELDS[:2] if name in fields]
    envelopes = fields.get("envelopes", [])
    if isinstance(envelopes, list):
        listed = enumerate(cast("list[Any]", envelopes), 1)
        values += [(f"envelopes[{at}]", one) for at, one in listed]
    return values


def _not_base64(value: Any) -> str | None:
    """Return the word for how a value is not base64; None where it is."""
    if not isinstance(value, str):
        return "base64-no-text"
    if value.startswith("razao/"):
        return "base64-text"
    if _is_hex(value):
        return "base64-hex"
    return None if _is_base64(value) else _other_base64(value)


def _other_base64(value: str) -> str:
    """Return the word for how a text is nearly base64."""
    if _is_base64("".join(value.split())):
        return "base64-folded"
    if _ADDRESS_LETTERS.search(value):
        return "base64-url"
    return "base64-unpadded" if _is_base64(value + "=" * (-len(value) % 4)) else "base64-other"


def _is_base64(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def _is_hex(text: str) -> bool:
    """Tell whether a text of some length is hex: so long a base64 has other letters, too."""
    return len(text) >= PUBLIC_KEY_SIZE * 2 and _HEX.fullmatch(text) is not None


def _sizes(number: int, row: bytes, segment: Segment) -> Iterator[Statement]:
    """Yield the faults in the sizes of a segment's fields."""
    written = cast("Mapping[str, Any]", json.loads(row))
    for name, data, size in (
        ("key", segment.key, PUBLIC_KEY_SIZE),
        ("signature", segment.signature, SIGNATURE_SIZE),
    ):
        if len(data) != size and _is_hex(written[name]):
            yield state("refused", MALFORMED, "base64-hex", line=number, field=name)
        elif len(data) != size:
            der = data[:1] == bytes([_DER])
            yield state(
                "refused", MALFORMED, "size", field=name, expected=size, got=len(data),
                hint_pt=": isto é DER, esperavam-se os bytes puros" if der else "",
                hint_en=": this is DER, expected are the raw bytes" if der else "",
                door=f"{name}: expected {size} bytes, got {len(data)}",
            )  # fmt: skip
    count = len(segment.envelopes)
    if not count:
        yield state(
            "refused", MALFORMED, "no-envelopes", line=number,
            door="a segment has at least one event",
        )  # fmt: skip
    if count > SEGMENT_EVENTS_MAX:
        yield state("refused", "oversize", "long-segment", count=count)
    for at, one in enumerate(written.get("envelopes", []), 1):
        if isinstance(one, str) and _is_hex(one):
            yield state("refused", MALFORMED, "base64-hex", line=number, field=f"envelopes[{at}]")
