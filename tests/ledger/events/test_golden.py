"""Golden envelopes: the exact bytes of each released kind, filled by hand, never rewritten.

``ledger/events/catalogue/golden/<kind>.<version>[-<n>].txt`` is one envelope, byte for byte,
without a newline at its end; the first of a kind is its example in the catalogue.
A change of a released kind breaks its file here: that is the moment to make a new version instead.

A new kind gets its file once, with values a casino would send, all its fields filled over one or
several files::

    from pathlib import Path
    from ledger.signed.canonical import Envelope, encode
    from ledger.events.rounds import BetsOpened
    from ledger.ids import Link, PlaceId, RoundId, SourceId

    event = Envelope(
        origin="santa-maria.casinos.cv", source=SourceId("mesa-ra-04"), seq=311,
        previous=Link(bytes.fromhex("3f" * 32)), kind=BetsOpened.KIND,
        at="2026-11-20T22:15:31.123456Z", day="2026-11-20", place=PlaceId("RA-04"),
        round=RoundId("RA-04/2026-11-20/412"), payload=BetsOpened(seconds=15),
    )
    Path("ledger/events/catalogue/golden/bets-opened.1.txt").write_bytes(encode(event))

Then read the file: what stands there is what will be signed for ever.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ledger.events import KINDS
from ledger.ids import Link, PlaceId, RoundId, SourceId
from ledger.signed.canonical import Envelope, decode, encode
from tests.helpers.each import each

GOLDEN = sorted(
    (Path(__file__).parents[3] / "ledger" / "events" / "catalogue" / "golden").glob("*.txt")
)

each_golden = each("path", GOLDEN, ids=lambda path: path.stem)


def read(path: Path) -> tuple[list[str], dict[str, Any]]:
    """Return the header's lines and the body, read without any code of ours."""
    header, _, body = path.read_bytes().partition(b"\n\n")
    return header.decode("ascii").split("\n"), json.loads(body)


def kind_of(path: Path) -> str:
    """Return the kind that a file's name tells."""
    name, _, version = path.stem.rpartition(".")
    return f"{name}/{version.partition('-')[0]}"


def plain(value: Any) -> Any:
    """Return a decoded value as JSON has it, fields by their written names, defaults left out."""
    if isinstance(value, Struct):
        fields = msgspec.structs.fields(value)
        return {
            field.encode_name: plain(getattr(value, field.name))
            for field in fields
            if field.required or getattr(value, field.name) != default_of(field)
        }
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}  # pyright: ignore[reportUnknownVariableType]
    return value


def default_of(field: msgspec.structs.FieldInfo) -> object:
    """Return what an optional field is when it is absent."""
    made = field.default_factory
    return field.default if made is msgspec.NODEFAULT else made()


@each_golden
def test_decoding_gives_the_fields_that_are_written(path: Path) -> None:
    """Header and body, read by hand and by the standard library, say what ``decode`` says."""
    (form, source, seq, previous, kind), body = read(path)
    event = decode(path.read_bytes())
    assert f"razao/1 {event.origin}" == form
    assert (event.source, str(event.seq), event.previous.hex()) == (source, seq, previous)
    assert event.kind == kind == kind_of(path)
    assert type(event.payload) is KINDS[kind]
    assert [event.at, event.day, event.place, event.round] == [
        body[key] for key in ("at", "day", "place", "round")
    ]
    assert list(body) == ["at", "day", "place", "round", "payload"]
    assert plain(event.payload) == body["payload"]


@each_golden
def test_encoding_gives_the_bytes_that_were_signed(path: Path) -> None:
    """What is made from the written values is, byte for byte, the file."""
    (form, source, seq, previous, kind), body = read(path)
    event = Envelope(
        origin=form.removeprefix("razao/1 "),
        source=SourceId(source),
        seq=int(seq),
        previous=Link(bytes.fromhex(previous)),
        kind=kind,
        at=body["at"],
        day=body["day"],
        place=None if body["place"] is None else PlaceId(body["place"]),
        round=None if body["round"] is None else RoundId(body["round"]),
        payload=msgspec.convert(body["payload"], KINDS[kind]),
    )
    assert encode(event) == path.read_bytes()
    assert decode(path.read_bytes()) == event


@cache
def golden_bodies() -> dict[str, list[dict[str, Any]]]:
    """Return the bodies of the golden envelopes of each kind."""
    bodies: dict[str, list[dict[str, Any]]] = {}
    for (*_, kind), body in map(read, GOLDEN):
        bodies.setdefault(kind, []).append(body)
    return bodies


@each("kind", KINDS)
def test_every_kind_has_a_golden_envelope_with_each_of_its_fields(kind: str) -> None:
    """Design, Kinds: golden envelopes of each released kind stand in the tests, whole."""
    bodies = golden_bodies()[kind]
    assert bodies
    written = {name for body in bodies for name in body["payload"]}
    assert written == set(KINDS[kind].__struct_encode_fields__)
