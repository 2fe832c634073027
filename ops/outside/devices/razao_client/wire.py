"""Bytes of the wire: envelopes, links, statements, segments, as ``WIRE.md`` has them. Pure."""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any, Final, cast

from .errors import EventError

FORMAT: Final = "razao/2"
BLIND_SIZE: Final = 16
LINK_SIZE: Final = 32
NO_LINK: Final = bytes(LINK_SIZE)
ENVELOPE_SIZE_MAX: Final = 65_535
SEGMENT_EVENTS_MAX: Final = 1_000
SEGMENT_TYPE: Final = b"application/vnd.razao.segment.v1"
POSSESSION_TYPE: Final = b"application/vnd.razao.possession.v1"

_NAME: Final = r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}"
_DAY: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
is_name: Final = re.compile(_NAME).fullmatch
is_kind: Final = re.compile(r"[a-z][a-z0-9-]{0,59}/[1-9][0-9]{0,3}").fullmatch
_is_round: Final = re.compile(rf"{_NAME}/({_DAY})/[1-9][0-9]{{0,8}}").fullmatch
_is_day: Final = re.compile(_DAY).fullmatch
_is_instant: Final = re.compile(
    rf"({_DAY})T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{{6}}Z"
).fullmatch


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where and when something happened, by the device's word."""

    at: str
    """``2026-11-20T22:15:31.123456Z``."""
    day: str | None = None
    """The gaming day."""
    place: str | None = None
    round: str | None = None
    """``<place>/<gaming day>/<number>``."""


@dataclass(frozen=True)
class Segment:
    """Consecutive events of one source under one signature."""

    key: bytes
    signature: bytes
    envelopes: tuple[bytes, ...]

    def line(self) -> bytes:
        """Return the segment as it is sent, without the line's end."""
        told = {
            "key": b64encode(self.key).decode(),
            "signature": b64encode(self.signature).decode(),
            "envelopes": [b64encode(one).decode() for one in self.envelopes],
        }
        return json.dumps(told, separators=(",", ":")).encode()

    @classmethod
    def read(cls, line: bytes) -> "Segment":
        """Read a line that :meth:`line` wrote.

        Raises:
            ValueError: it is none.

        """
        try:
            told = json.loads(line)
            return cls(
                b64decode(told["key"], validate=True),
                b64decode(told["signature"], validate=True),
                tuple(b64decode(one, validate=True) for one in told["envelopes"]),
            )
        except (KeyError, TypeError, RecursionError) as error:
            raise ValueError(f"no segment: {error!r}") from error

    def links(self) -> list[bytes]:
        """Return the links of its events."""
        return [link_of(one) for one in self.envelopes]


def now() -> str:
    """Return the time by this machine's clock, as envelopes spell it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def is_day(text: str) -> bool:
    """Tell whether a word is a day of the calendar, as events spell it.

    >>> is_day("2028-02-29"), is_day("2026-02-29"), is_day("20260228")
    (True, False, False)
    """
    if _is_day(text) is None:
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_instant(text: str) -> bool:
    """Tell whether a word is a time as events spell it.

    >>> is_instant("2026-11-20T22:15:31.123456Z"), is_instant("2026-11-20T22:15:31Z")
    (True, False)
    """
    found = _is_instant(text)
    return found is not None and is_day(found[1])


def is_round(text: str) -> bool:
    """Tell whether a word is the id of a round.

    >>> is_round("RA-04/2026-11-20/17"), is_round("RA-04/17")
    (True, False)
    """
    found = _is_round(text)
    return found is not None and is_day(found[1])


def check_place(where: Place) -> None:
    """Refuse a time, day, place or round that is none.

    Raises:
        EventError: naming the field.

    """
    checks = (
        ("at", where.at, is_instant, "2026-11-20T22:15:31.123456Z"),
        ("day", where.day, is_day, "2026-11-20"),
        ("place", where.place, is_name, "RA-04"),
        ("round", where.round, is_round, "RA-04/2026-11-20/17"),
    )
    for name, value, fits, example in checks:
        given = cast("object", value)  # whoever calls may have read it from JSON
        if given is None and name != "at":
            continue
        if not isinstance(given, str) or not fits(given):
            raise EventError(
                "malformed",
                en=f"{name}: expected such as {example}, got {given!r:.80}",
                pt=f"{name}: esperava-se algo como {example}, veio {given!r:.80}",
            )


def encode(
    origin: str,
    source: str,
    seq: int,
    previous: bytes,
    kind: str,
    blind: bytes,
    where: Place,
    payload: Mapping[str, Any],
) -> bytes:
    """Return the canonical bytes of an event.

    ``payload`` is canonical already: ``Vocabulary.canonical`` makes it so.

    Raises:
        EventError: they are more than 65,535.

    """
    assert len(previous) == LINK_SIZE
    assert len(blind) == BLIND_SIZE
    header = (
        f"{FORMAT} {origin}\n{source}\n{seq}\n{previous.hex()}\n{kind}\n{blind.hex()}\n\n"
    ).encode("ascii")
    body = {
        "at": where.at,
        "day": where.day,
        "place": where.place,
        "round": where.round,
        "payload": payload,
    }
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    envelope = header + text.encode()
    if len(envelope) > ENVELOPE_SIZE_MAX:
        raise EventError(
            "oversize",
            en=f"an event has at most {ENVELOPE_SIZE_MAX} bytes, this one {len(envelope)}",
            pt=f"um evento tem no máximo {ENVELOPE_SIZE_MAX} bytes, este {len(envelope)}",
        )
    return envelope


def link_of(envelope: bytes) -> bytes:
    """Return SHA-256(0x00 ‖ envelope)."""
    return sha256(b"\x00" + envelope).digest()


def root_of(links: Sequence[bytes]) -> bytes:
    """Return the root of RFC 6962 over the links; of a single event its link."""
    assert links
    level = list(links)
    while len(level) > 1:
        above = [
            sha256(b"\x01" + level[at] + level[at + 1]).digest()
            for at in range(0, len(level) - 1, 2)
        ]
        if len(level) % 2:
            above.append(level[-1])
        level = above
    return level[0]


def pre_authentication(payload_type: bytes, payload: bytes) -> bytes:
    """Return DSSE's PAE: type and payload with their lengths.

    >>> pre_authentication(b"http://example.com/HelloWorld", b"hello world")
    b'DSSEv1 29 http://example.com/HelloWorld 11 hello world'
    """
    return b"DSSEv1 %d %b %d %b" % (len(payload_type), payload_type, len(payload), payload)


def statement(
    origin: str, source: str, key: bytes, first: int, previous: bytes, links: Sequence[bytes]
) -> bytes:
    """Return the bytes that are signed for a segment whose first event has seq ``first``."""
    fields = (
        sha256(origin.encode()).digest(),
        sha256(source.encode()).digest(),
        key,
        first.to_bytes(8, "big"),
        len(links).to_bytes(4, "big"),
        previous,
        root_of(links),
    )
    return pre_authentication(SEGMENT_TYPE, b"".join(fields))


def possession(origin: str, source: str, key: bytes) -> bytes:
    """Return the bytes by which a new key shows that its holder has it."""
    names = sha256(origin.encode()).digest() + sha256(source.encode()).digest()
    return pre_authentication(POSSESSION_TYPE, names + key)
