"""Event ↔ the exact bytes that are linked, stored, signed and proved.

An envelope is a header of six lines, an empty line, and one JSON object::

    razao/2 <origin>
    <source>
    <seq>
    <previous link in hex>
    <kind>
    <blind: 16 random bytes of the source, in hex>

    {"at":…,"day":…,"place":…,"round":…,"payload":{…}}

The blind makes a link tell nothing of what it covers: without it, whoever sees the link of a card
dealt face down tries all 52. Envelopes of the older format, ``razao/1``, have no such line; they
are read for ever, and a ledger that was founded by one takes both.

There is one spelling of each fact: UTF-8 in NFC, keys in schema order (those of open maps sorted),
no blanks, no absent optional fields, no floats, integers within ±(2^53-1). The door accepts only
bytes that come out of decode → encode unchanged, and nothing re-encodes them afterwards. Whether
the times of a payload are times it asks besides (``ledger.events.claims``).
"""

import re
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, Generic, NoReturn, TypeVar

import msgspec
from msgspec import Struct

from ledger.errors import MalformedError, NotCanonicalError, OversizeError
from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.ids import LINK_SIZE, Link, PlaceId, RoundId, SourceId, is_name, is_round, split_round
from ledger.money import INTEGER_MAX
from ledger.text.spelling import parting
from ledger.text.times import is_day, is_instant

FORMAT: Final = "razao/2"
UNBLINDED_FORMAT: Final = "razao/1"
BLIND_SIZE: Final = 16
ENVELOPE_SIZE_MAX: Final = 65_535
DEPTH_MAX: Final = 32
"""Objects and lists within each other in the payload of a kind that is not known here."""
_HEADER_LINES: Final = {UNBLINDED_FORMAT: 5, FORMAT: 6}
_SEPARATOR: Final = b"\n\n"
_NUL: Final = rb"\u0000"
"""No database text holds it, and no id or code needs it."""

P = TypeVar("P")


class Body(Struct, Generic[P], frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """The body of an event: when and where by the source's word, and the kind's own facts."""

    at: str
    """Time of occurrence by the source's clock, ``YYYY-MM-DDTHH:MM:SS.ffffffZ``."""
    day: str | None
    """The gaming day as the source claims it."""
    place: str | None
    round: str | None
    payload: P


class Envelope(Struct, frozen=True, kw_only=True, gc=False):
    """One event, decoded. ``payload`` of an unknown kind is the plain JSON object."""

    origin: str
    source: SourceId
    seq: int
    previous: Link
    kind: str
    blind: bytes | None = None
    """16 random bytes; None in the older format, whose links can be guessed."""
    at: str
    day: str | None = None
    place: PlaceId | None = None
    round: RoundId | None = None
    payload: Payload | dict[str, Any]


class Header(Struct, frozen=True, gc=False):
    """The lines before the empty one."""

    origin: str
    source: SourceId
    seq: int
    previous: Link
    kind: str
    blind: bytes | None
    """None in the older format."""

    @property
    def format(self) -> str:
        """The envelope's format, as its first line says it."""
        return UNBLINDED_FORMAT if self.blind is None else FORMAT


_encoder = msgspec.json.Encoder(order="deterministic")
_plain_encoder = msgspec.json.Encoder()
_typed_decoders: dict[str, msgspec.json.Decoder[Body[Any]]] = {
    name: msgspec.json.Decoder(Body[kind]) for name, kind in KINDS.items()
}
_plain_decoder: msgspec.json.Decoder[Body[Any]] = msgspec.json.Decoder(Body[dict[str, Any]])
_is_kind = re.compile(r"[a-z][a-z0-9-]{0,59}/[1-9][0-9]{0,3}").fullmatch
_is_seq = re.compile(r"[1-9][0-9]{0,15}").fullmatch
_is_link = re.compile(r"[0-9a-f]{64}").fullmatch
_is_blind = re.compile(r"[0-9a-f]{32}").fullmatch


def encode(envelope: Envelope) -> bytes:
    """Return the canonical bytes of an event.

    Raises:
        OversizeError: if they are more than 65,535.

    """
    body = Body(
        at=envelope.at,
        day=envelope.day,
        place=envelope.place,
        round=envelope.round,
        payload=envelope.payload,
    )
    encoder = _encoder if isinstance(envelope.payload, Payload) else _plain_encoder
    data = _encode_header(envelope) + encoder.encode(body)
    _check_size(data)
    return data


def decode(data: bytes) -> Envelope:
    """Return the event that canonical bytes say.

    Raises:
        OversizeError: over 65,535 bytes.
        MalformedError: not an envelope, or not what its kind allows; says where.
        NotCanonicalError: another spelling of a well-formed event.

    """
    _check_size(data)
    header = decode_header(data)
    raw = body_of(data)
    known = header.kind in _typed_decoders
    if _NUL in raw:
        raise MalformedError(f"{header.source}:{header.seq}: a string holds the character NUL")
    try:
        body = decode_body(header.kind, raw)
    except msgspec.DecodeError as error:
        message = f"{header.kind} of {header.source}:{header.seq}: {error}"
        raise MalformedError(message) from error
    except UnicodeDecodeError as error:
        message = f"{header.kind} of {header.source}:{header.seq}: not UTF-8: {error}"
        raise MalformedError(message) from error
    except RecursionError as error:
        raise _too_deep(header) from error
    _check_body(header, body)
    if not known:
        _check_plain(header, body.payload, DEPTH_MAX)
    again = (_encoder if known else _plain_encoder).encode(body)
    if again != raw:
        where = f"{header.kind} of {header.source}:{header.seq}"
        raise NotCanonicalError(f"{where}, {parting(again, raw)}")
    if not raw.isascii() and not unicodedata.is_normalized("NFC", raw.decode()):
        raise NotCanonicalError(f"{header.source}:{header.seq}: text is not in Unicode form NFC")
    return Envelope(
        origin=header.origin,
        source=header.source,
        seq=header.seq,
        previous=header.previous,
        kind=header.kind,
        blind=header.blind,
        at=body.at,
        day=body.day,
        place=PlaceId(body.place) if body.place is not None else None,
        round=RoundId(body.round) if body.round is not None else None,
        payload=body.payload,
    )


def decode_header(data: bytes) -> Header:
    """Return the header of an envelope.

    Raises:
        MalformedError: naming the line that is not as it must be.

    """
    found = _header(data)
    if found is None:
        _explain_header(data)
    form, origin, source, seq, previous, kind, blind = found.groups()
    if (form == b"2") is (blind is None):
        _explain_header(data)
    if int(seq) > INTEGER_MAX:
        raise MalformedError(f"seq: expected at most {INTEGER_MAX}, got {seq.decode()}")
    return Header(
        origin.decode(),
        SourceId(source.decode()),
        int(seq),
        Link(bytes.fromhex(previous.decode())),
        kind.decode(),
        None if blind is None else bytes.fromhex(blind.decode()),
    )


_header = re.compile(
    rb"razao/([12]) ([A-Za-z0-9][A-Za-z0-9._:-]{0,63})\n([A-Za-z0-9][A-Za-z0-9._:-]{0,63})\n"
    rb"([1-9][0-9]{0,15})\n([0-9a-f]{64})\n([a-z][a-z0-9-]{0,59}/[1-9][0-9]{0,3})\n"
    rb"(?:([0-9a-f]{32})\n)?\n"
).match
"""The whole header at once."""


def begins(envelope: bytes, lines: bytes, *, blinded: bool) -> bool:
    """Tell whether an envelope's header is these lines, after the format's name.

    ``lines`` go from the blank before the origin to the end of the kind's line. With ``blinded``
    the older format does not count.
    """
    if not envelope.startswith(lines, _FORMAT_SIZE):
        return False
    if envelope.startswith(_BLINDED_MARK):
        return _blind_ends(envelope, _FORMAT_SIZE + len(lines)) is not None
    return (
        not blinded
        and envelope.startswith(_UNBLINDED_MARK)
        and envelope.startswith(b"\n", _FORMAT_SIZE + len(lines))
    )


_BLINDED_MARK: Final = FORMAT.encode()
_UNBLINDED_MARK: Final = UNBLINDED_FORMAT.encode()
_FORMAT_SIZE: Final = len(_BLINDED_MARK)
_blind_ends = re.compile(rb"[0-9a-f]{32}\n\n").match


def _explain_header(data: bytes) -> NoReturn:
    """Name the line of a header that is malformed."""
    end = data.find(_SEPARATOR)
    if end < 0:
        raise MalformedError("an envelope is six header lines, an empty line and a JSON object")
    try:
        lines = data[:end].decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise MalformedError(f"the header is not ASCII: {error}") from error
    form, _, origin = lines[0].partition(" ")
    count = _HEADER_LINES.get(form)
    if count is None:
        raise MalformedError(f"format: expected {FORMAT!r}, got {form[:40]!r}")
    if len(lines) != count:
        raise MalformedError(f"the header has {len(lines)} lines, expected {count} of {form}")
    source, seq, previous, kind, *blind = lines[1:]
    _check("origin", origin, is_name)
    _check("source", source, is_name)
    _check("seq", seq, _is_seq)
    _check("previous link", previous, _is_link)
    _check("kind", kind, _is_kind)
    for one in blind:
        _check("blind", one, _is_blind)
    raise AssertionError("every line is as it must be, and the whole is not")


def decode_body(kind: str, raw: bytes | memoryview) -> Body[Any]:
    """Return the body, without the tests of the door: for bytes that passed them once.

    Raises:
        msgspec.DecodeError: if the bytes are not what the kind allows.

    """
    return decoder_of(kind)(raw)


def decoder_of(kind: str) -> Callable[[bytes | memoryview], Body[Any]]:
    """Return a decoder of one kind's bodies, for callers that decode many."""
    return _typed_decoders.get(kind, _plain_decoder).decode


def is_plain_body(decode: Callable[[bytes], Body[Any]], raw: bytes) -> bool:
    """Tell whether bytes are the canonical body of a known kind, and plain: ASCII, no escapes.

    ``decode`` is the kind's. Of others than plain ones only ``decode`` of this module tells.
    """
    if b"\\" in raw or not raw.isascii():
        return False
    try:
        body = decode(raw)
    except msgspec.DecodeError:
        return False
    return _is_in_order(body) and _encoder.encode(body) == raw


def body_of(envelope: bytes) -> bytes:
    """Return the bytes after a stored envelope's header; none where no header ends."""
    return envelope.partition(_SEPARATOR)[2]


def decode_stored(kind: str, envelope: bytes) -> Body[Any]:
    """Return the body of a stored envelope whose kind is known from its column."""
    return decode_body(kind, body_of(envelope))


def instant(moment: datetime) -> str:
    """Return an aware time as envelopes spell it.

    >>> instant(datetime(2026, 11, 20, 22, 15, tzinfo=UTC))
    '2026-11-20T22:15:00.000000Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _encode_header(envelope: Envelope) -> bytes:
    assert len(envelope.previous) == LINK_SIZE
    blind = envelope.blind
    assert blind is None or len(blind) == BLIND_SIZE
    return (
        f"{UNBLINDED_FORMAT if blind is None else FORMAT} {envelope.origin}\n{envelope.source}\n"
        f"{envelope.seq}\n{envelope.previous.hex()}\n{envelope.kind}\n"
        f"{'' if blind is None else blind.hex() + chr(10)}\n"
    ).encode("ascii")


def _check_size(data: bytes) -> None:
    if len(data) > ENVELOPE_SIZE_MAX:
        raise OversizeError(f"an envelope has at most {ENVELOPE_SIZE_MAX} bytes, this {len(data)}")


def _check(name: str, value: str, matches: Any) -> None:
    if not matches(value):
        raise MalformedError(f"{name}: not well formed: {value[:80]!r}")


def _is_in_order(body: Body[Any]) -> bool:
    # The same days, places and rounds come again and again: each is looked at once.
    return (
        is_instant(body.at)
        and (body.day is None or is_day(body.day))
        and (body.place is None or _is_place(body.place))
        and (body.round is None or _is_round_of_a_day(body.round))
    )


def _check_body(header: Header, body: Body[Any]) -> None:
    if _is_in_order(body):
        return
    where = f"{header.source}:{header.seq}"
    if not is_instant(body.at):
        raise MalformedError(f"{where} at: no such time: {body.at[:80]!r}")
    if body.day is not None and not is_day(body.day):
        raise MalformedError(f"{where} day: no such day: {body.day[:80]!r}")
    if body.place is not None and not _is_place(body.place):
        raise MalformedError(f"{where} place: not well formed: {body.place[:80]!r}")
    if body.round is not None and not _is_round_of_a_day(body.round):
        raise MalformedError(f"{where} round: no such round: {body.round[:120]!r}")


@lru_cache(maxsize=16_384)
def _is_place(place: str) -> bool:
    return is_name(place) is not None


@lru_cache(maxsize=16_384)
def _is_round_of_a_day(round_id: str) -> bool:
    return is_round(round_id) is not None and is_day(split_round(round_id)[1])


def _check_plain(header: Header, value: Any, depth: int) -> None:
    """Refuse floats, large integers and deep nesting in the payload of an unknown kind.

    Whoever reads it later has less of Python's stack left than the door: what only just fits here
    would stop a reader.
    """
    match value:
        case bool() | None | str():
            return
        case int() if abs(value) <= INTEGER_MAX:
            return
        case dict() | list() if depth == 0:
            raise _too_deep(header)
        case dict():
            for item in value.values():  # pyright: ignore[reportUnknownVariableType]
                _check_plain(header, item, depth - 1)
        case list():
            for item in value:  # pyright: ignore[reportUnknownVariableType]
                _check_plain(header, item, depth - 1)
        case _:
            where = f"{header.kind} of {header.source}:{header.seq}"
            raise MalformedError(f"{where}: expected integers within ±(2^53-1), got {value!r:.60}")


def _too_deep(header: Header) -> MalformedError:
    return MalformedError(
        f"{header.kind} of {header.source}:{header.seq}: expected a payload of objects and lists "
        f"at most {DEPTH_MAX} deep, got a deeper one"
    )
