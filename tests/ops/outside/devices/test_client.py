"""The client's bytes are those of the ledger, and its vocabulary is the door's."""

import base64
import json
import keyword
import stat
import unicodedata
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import MalformedError, NotCanonicalError
from ledger.events import KINDS
from ledger.events.base import Chips
from ledger.events.claims import TIMED, time_fault
from ledger.events.rounds import BetPlaced
from ledger.ids import NO_LINK, Link
from ledger.signed.canonical import decode
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment as LedgerSegment
from ledger.signed.segments import Signed, possession_statement
from ops.outside.conform.vectors import vectors
from ops.outside.devices.razao_client import Device, EventError, Key, KeyFileError, kinds, wire
from ops.outside.devices.razao_client.keys import fits, request
from ops.outside.devices.razao_client.vocabulary import vocabulary
from ops.outside.registrar.requests import read_request
from tests.fixtures.casino import AT, DAY, ORIGIN
from tests.helpers.each import each
from tests.ledger.events.test_golden import GOLDEN, read
from tests.ops.outside.devices.agents import WORD
from tests.ops.outside.devices.made import CLIENT, kinds_json, kinds_py

PLACE = wire.Place(at=AT, day=DAY, place="RA-04", round=f"RA-04/{DAY}/7")


def envelope(kind: str, payload: object) -> bytes:
    """Return an event as the client writes it."""
    canonical = vocabulary().canonical(kind, payload)
    return wire.encode(ORIGIN, "mesa", 1, wire.NO_LINK, kind, bytes(16), PLACE, canonical)


def test_the_vocabulary_is_the_ledgers() -> None:
    """What the client has is what the ledger would write today (`python -m …devices.made`)."""
    assert (CLIENT / "kinds.json").read_text("utf-8") == kinds_json()
    assert vocabulary().kinds.keys() == KINDS.keys()
    assert all(vocabulary().is_alone(name) == kind.ALONE for name, kind in KINDS.items())


@each("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_envelopes_are_spelt_alike(path: Path) -> None:
    """From fields in another order, defaults written out, the payload's bytes are those signed."""
    (_, _, _, _, kind), body = read(path)
    schema = vocabulary().kinds[kind]
    defaults = {
        name: one["default"] for name, one in schema["properties"].items() if "default" in one
    }
    shuffled = {**defaults, **dict(reversed(body["payload"].items()))}
    written = envelope(kind, shuffled)
    assert (
        json.dumps(body["payload"], ensure_ascii=False, separators=(",", ":")) in written.decode()
    )
    decode(written)


def test_the_typed_events_are_the_ledgers() -> None:
    """A class for each kind, with its fields and their meanings."""
    assert (CLIENT / "kinds.py").read_text("utf-8") == kinds_py()
    typed = {one.KIND: one for one in kinds.Event.__subclasses__()}
    assert typed.keys() == KINDS.keys()
    for path in GOLDEN:
        (*_, kind), body = read(path)
        fields = {
            f"{name}_" if keyword.iskeyword(name) else name: value
            for name, value in body["payload"].items()
        }
        assert vocabulary().canonical(kind, typed[kind](**fields).plain()) == body["payload"]


def test_a_typed_event_is_said_whole(device: Device) -> None:
    """Structures within it, and a field whose name Python keeps for itself."""
    chips = kinds.Chips(count=5, value=50_000)
    bet = kinds.BetPlaced(bet=1, seat=3, chance="pleno", amount=250_000, chips=chips)
    device.tell(bet, round="RA-04/2026-11-20/1")
    device.tell(kinds.ParameterSet(scope="*", name="teto", value=[1, [2]], from_=AT))
    one, two = device.waiting(2, 100_000)
    said = decode(wire.Segment.read(one.line).envelopes[0]).payload
    assert said == BetPlaced(
        bet=1, seat=3, chance="pleno", amount=250_000, chips=Chips(count=5, value=50_000)
    )
    assert b'"from":"2026' in wire.Segment.read(two.line).envelopes[0]


_TEXTS = st.text(max_size=12)
_SCALARS = st.integers(-(2**53), 2**53) | st.booleans() | _TEXTS | st.none() | st.floats()
_VALUES = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXTS, inner, max_size=3)
)


def _fields_of(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    names = list(vocabulary().kinds[kind]["properties"])
    return st.dictionaries(st.sampled_from([*names, "other"]) if names else _TEXTS, _VALUES)


@given(st.data())
def test_what_the_client_takes_the_door_takes(data: st.DataObject) -> None:
    """Of any kind and any facts: an envelope that the client writes is canonical to the ledger."""
    kind = data.draw(st.sampled_from(sorted(KINDS)))
    golden = [path for path in GOLDEN if read(path)[0][4] == kind]
    facts = {**read(golden[0])[1]["payload"], **data.draw(_fields_of(kind))}
    try:
        written = envelope(kind, facts)
    except EventError:
        return
    decode(written)


@given(st.data())
def test_what_the_client_refuses_the_door_refuses(data: st.DataObject) -> None:
    """A payload of one altered field that the ledger would take is none that the client refuses."""
    kind = data.draw(st.sampled_from(sorted(KINDS)))
    golden = [path for path in GOLDEN if read(path)[0][4] == kind]
    facts = {**read(golden[0])[1]["payload"], **data.draw(_fields_of(kind))}
    try:
        envelope(kind, facts)
    except EventError:
        pass
    else:
        return
    plain = {name: value for name, value in facts.items() if value is not None}
    try:
        payload = msgspec.convert(plain, KINDS[kind])
        body = msgspec.json.encode(payload, order="deterministic")
    except (msgspec.ValidationError, UnicodeEncodeError, OverflowError):
        return
    head = wire.encode(ORIGIN, "mesa", 1, wire.NO_LINK, kind, bytes(16), PLACE, {})[: -len("{}}")]
    with pytest.raises((MalformedError, NotCanonicalError)):
        _admit(head + body + b"}", kind, payload)


def _admit(written: bytes, kind: str, payload: Any) -> None:
    """Decode as the door does, times and NFC included."""
    decode(written)
    fault = time_fault(kind, payload) if kind in TIMED else None
    if fault is not None:
        raise MalformedError(fault)


@given(st.dictionaries(_TEXTS, _VALUES, max_size=4))
def test_an_unknown_kind_stays_in_its_own_order(facts: dict[str, Any]) -> None:
    """Of a kind that nobody knows yet, what the client takes is canonical to the ledger, too."""
    try:
        written = envelope("never-seen/1", facts)
    except EventError:
        return
    decode(written)


@given(st.integers(1, 40), st.integers(1, 2**53 - 1))
def test_statements_and_lines_are_the_ledgers(count: int, first: int) -> None:
    """Root, statement and line of a segment of any length."""
    key = Key.from_seed(bytes(32))
    envelopes = tuple(envelope("heartbeat/1", {"waiting": number}) for number in range(count))
    links = [wire.link_of(one) for one in envelopes]
    assert links == [link_of(one) for one in envelopes]
    said = wire.statement(ORIGIN, "mesa", key.public, first, wire.NO_LINK, links)
    signed = Signed.of(ORIGIN, "mesa", key.public)
    assert said == signed.statement(first, NO_LINK, [Link(one) for one in links])
    segment = wire.Segment(key.public, key.sign(said), envelopes)
    assert fits(key.public, segment.signature, said)
    assert not fits(key.public, segment.signature, said + b"\0")
    told = msgspec.json.decode(segment.line(), type=LedgerSegment)
    assert (told.key, told.signature, told.envelopes) == (
        key.public, segment.signature, envelopes,
    )  # fmt: skip
    assert wire.Segment.read(segment.line()) == segment


def test_the_golden_vectors_come_out_the_same() -> None:
    """Envelopes, links, roots, statements and lines of every kind, from their fields and seeds."""
    document = vectors("0.0.test")
    for one in document["envelopes"]:
        header, data = one.get("header"), base64.b64decode(one["envelope"])
        assert wire.link_of(data).hex() == one["link"]
        if header is not None and header["format"] == wire.FORMAT:
            body = one["body"]
            where = wire.Place(**{name: body[name] for name in ("at", "day", "place", "round")})
            facts = vocabulary().canonical(one["kind"], dict(reversed(body["payload"].items())))
            previous, blind = bytes.fromhex(header["previous"]), bytes.fromhex(header["blind"])
            names = header["origin"], header["source"], header["seq"]
            assert wire.encode(*names, previous, one["kind"], blind, where, facts) == data
    for one in document["roots"]:
        assert wire.root_of([bytes.fromhex(link) for link in one["links"]]).hex() == one["root"]
    key = Key.from_seed(bytes.fromhex(document["seed"]))
    for told, sent in zip(document["statements"], document["segments"], strict=False):
        envelopes = wire.Segment.read(sent["line"].encode()).envelopes
        links = [wire.link_of(envelope) for envelope in envelopes]
        names, previous = (told["origin"], told["source"]), bytes.fromhex(told["previous"])
        said = wire.statement(*names, key.public, told["first"], previous, links)
        assert said.hex() == told["signed"]
        line = wire.Segment(key.public, key.sign(said), envelopes).line()
        assert line.decode() == sent["line"]
    for one in document["signatures"]:
        given = (bytes.fromhex(one[name]) for name in ("key", "signature", "signed"))
        assert fits(*given) is one["fits"]


def test_text_is_put_into_one_form() -> None:
    """A letter and its accent apart are one letter; what is no character is refused."""
    apart = unicodedata.normalize("NFD", "véspera")
    canonical = vocabulary().canonical("never-seen/1", {"texto": apart})
    assert canonical == {"texto": "véspera"}
    for bad in ("\ud800", "a\x00b"):
        with pytest.raises(EventError, match="expected a text"):
            vocabulary().canonical("never-seen/1", {"texto": bad})


@each(
    ("kind", "payload", "en", "pt"),
    [
        ("heartbeat/1", {"wating": 3}, "no field 'wating'; near: waiting", "parecidos: waiting"),
        ("heartbeat/1", {"waiting": 2.0}, "expected a whole number, got 2.0", "número inteiro"),
        ("heartbeat/1", [], "payload: expected an object, got []", "um objecto"),
        ("bet-placed/1", {}, "payload: bet is missing", "payload: falta bet"),
        ("bets-closed/1", {"by": 7}, "payload.by: expected", "payload.by: esperava-se"),
        ("round-opened/1", {"mode": "manual"}, "one of: demo, exclusive", "uma de: demo"),
        (
            "source-enrolled/1",
            {"source": "s", "role": "r", "key": "0" * 64, "proof": "0" * 128, "not_after": "soon"},
            "a text of 27 to 27 characters",
            "27 caracteres",
        ),
    ],
)
def test_a_mistake_is_told_in_both_languages(kind: str, payload: object, en: str, pt: str) -> None:
    """The place, what was expected and what was there."""
    with pytest.raises(EventError) as told:
        vocabulary().canonical(kind, payload)
    assert en in told.value.en
    assert pt in told.value.pt


@each(
    ("field", "value"),
    [
        ("at", "2026-11-20"),
        ("at", None),
        ("day", "2026-11-31"),
        ("place", "mesa 4"),
        ("round", "RA-04/7"),
        ("round", "RA-04/2026-02-30/7"),
    ],
)
def test_a_place_that_is_none_is_refused(field: str, value: str | None) -> None:
    """As the door would."""
    with pytest.raises(EventError, match=f"{field}: expected"):
        wire.check_place(wire.Place(**{"at": AT, field: value}))


def test_an_event_of_too_many_bytes_is_refused() -> None:
    """At most 65,535."""
    with pytest.raises(EventError, match="at most 65535 bytes"):
        envelope("never-seen/1", {f"n{number}": "x" * 200 for number in range(400)})


def test_a_key_is_encrypted_and_the_owners_alone(tmp_path: Path) -> None:
    """It is never overwritten, and another passphrase opens nothing."""
    path = tmp_path / "key.pem"
    made = Key.make(path, WORD)
    assert b"ENCRYPTED" in path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Key.load(path, lambda _: WORD).public == made.public
    with pytest.raises(KeyFileError, match="another passphrase"):
        Key.load(path, lambda _: b"no")
    with pytest.raises(KeyFileError, match="never overwritten"):
        Key.make(path, WORD)
    with pytest.raises(KeyFileError, match="got an empty one"):
        Key.make(tmp_path / "other.pem", b"")


def test_a_request_is_one_that_registrars_can_agree_to(tmp_path: Path) -> None:
    """Its proof of possession fits, and its names are names."""
    key = Key.from_seed(b"\7" * 32)
    text = request(
        key, origin=ORIGIN, source="mesa", role="table", casino="casino-1", places=("RA-04",)
    )
    (tmp_path / "request.json").write_text(text)
    assert read_request(tmp_path / "request.json").fault() is None
    assert key.sign(wire.possession(ORIGIN, "mesa", key.public)) == key.sign(
        possession_statement(ORIGIN, "mesa", key.public)
    )
    with pytest.raises(EventError, match="source: expected a name"):
        request(key, origin=ORIGIN, source="mesa 4", role="table")
