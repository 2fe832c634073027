"""One fact has one spelling: the door takes the canonical bytes and no others."""

import math
import unicodedata
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import MalformedError, NotCanonicalError, OversizeError, RejectedError
from ledger.events import KINDS
from ledger.events.outcomes import Announcement
from ledger.events.registry import ParameterSet
from ledger.events.reviews import Correction
from ledger.events.rounds import BetPlaced, RoundOpened
from ledger.ids import NO_LINK, Link, PlaceId, RoundId, SourceId
from ledger.money import INTEGER_MAX
from ledger.signed.canonical import (
    DEPTH_MAX,
    ENVELOPE_SIZE_MAX,
    Envelope,
    decode,
    decode_body,
    decode_header,
    decode_stored,
    encode,
)
from ledger.text.spelling import parting
from tests.helpers.each import each
from tests.helpers.strategies import envelopes, instants, names

PREVIOUS = Link(bytes(range(0xA0, 0xC0)))
BET = Envelope(
    origin="santa-maria",
    source=SourceId("mesa-bf-01"),
    seq=312,
    previous=PREVIOUS,
    kind="bet-placed/1",
    at="2026-11-20T22:15:31.123456Z",
    day="2026-11-20",
    place=PlaceId("BF-01"),
    round=RoundId("BF-01/2026-11-20/17"),
    payload=BetPlaced(bet=1, seat=3, player="Aço", chance="grande", amount=500),
)
BODY = (
    '{"at":"2026-11-20T22:15:31.123456Z","day":"2026-11-20","place":"BF-01",'
    '"round":"BF-01/2026-11-20/17",'
    '"payload":{"bet":1,"seat":3,"player":"Aço","chance":"grande","amount":500}}'
)
HEADER = f"razao/1 santa-maria\nmesa-bf-01\n312\n{PREVIOUS.hex()}\nbet-placed/1\n\n"
CANONICAL = (HEADER + BODY).encode()
FUTURE = HEADER.replace("bet-placed/1", "bet-blessed/1")


def changed(old: str, new: str) -> bytes:
    """Return the canonical bet with one thing spelt otherwise."""
    text = HEADER + BODY
    assert text.count(old) == 1, old
    return text.replace(old, new).encode()


def test_the_bytes_are_what_the_page_says() -> None:
    """Design, Envelope: five LF-ended lines, an empty one, keys in schema order, no blanks."""
    assert encode(BET) == CANONICAL
    assert decode(CANONICAL) == BET


@given(envelopes())
def test_what_is_encoded_decodes_to_itself(envelope: Envelope) -> None:
    """Decode → encode is the identity on everything that encode makes, of every kind."""
    data = encode(envelope)
    again = decode(data)
    assert again == envelope
    assert encode(again) == data
    assert decode_body(envelope.kind, data.partition(b"\n\n")[2]).payload == envelope.payload
    assert decode_stored(envelope.kind, data).payload == envelope.payload
    assert decode_header(data).seq == envelope.seq


@given(envelopes(), st.data())
def test_one_changed_byte_is_another_event_or_none(envelope: Envelope, data: st.DataObject) -> None:
    """No two byte strings are one event: a changed byte is refused, or says something else."""
    raw = encode(envelope)
    at = data.draw(st.integers(0, len(raw) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != raw[at]))
    other = raw[:at] + bytes([byte]) + raw[at + 1 :]
    try:
        event = decode(other)
    except RejectedError:
        return
    assert event != envelope
    assert encode(event) == other


@given(st.binary(max_size=400))
def test_any_bytes_are_refused_with_an_error_of_ours(data: bytes) -> None:
    """Whatever comes, the door answers with its own error and never with a crash."""
    with pytest.raises(RejectedError):
        decode(data)


@given(st.text(max_size=200))
def test_any_body_is_refused_with_an_error_of_ours(body: str) -> None:
    """A good header excuses nothing."""
    with pytest.raises(RejectedError):
        decode((HEADER + body).encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param('{"at"', '{ "at"', id="blank after a brace"),
        pytest.param('"at":', '"at" :', id="blank before a colon"),
        pytest.param('"at":', '"at": ', id="blank after a colon"),
        pytest.param(',"day"', ', "day"', id="blank after a comma"),
        pytest.param(',"day"', ",\n" + '"day"', id="newline between fields"),
        pytest.param('"amount":500}}', '"amount":500}} ', id="blank at the end"),
        pytest.param('"amount":500}}', '"amount":500}}\n', id="newline at the end"),
        pytest.param('{"at"', '\t{"at"', id="blank at the beginning"),
        pytest.param('"bet":1,"seat":3', '"seat":3,"bet":1', id="keys in another order"),
        pytest.param(
            '"day":"2026-11-20","place":"BF-01"',
            '"place":"BF-01","day":"2026-11-20"',
            id="body keys in another order",
        ),
        pytest.param('"bet":1', '"bet":2,"bet":1', id="duplicate key"),
        pytest.param('"bet":1', '"bet":1,"bet":1', id="the same key and value twice"),
        pytest.param('"amount":500', '"amount":500,"means":null', id="null for an absent field"),
        pytest.param('"amount":500', '"amount":500,"line":false', id="a default written out"),
        pytest.param('"grande"', '"gr\\u0061nde"', id="escaped letter"),
        pytest.param("Aço", "A\\u00e7o", id="escaped letter with a cedilla"),
        pytest.param('"grande"', '"gr\\/nde"', id="escaped slash"),
        pytest.param("Aço", unicodedata.normalize("NFD", "Aço"), id="text in NFD"),
        pytest.param('"amount":500', '"amount":-0', id="minus nought"),
    ],
)
def test_another_spelling_of_the_same_fact_is_not_canonical(old: str, new: str) -> None:
    """The facts are well formed; only their spelling is not: its own error, and where."""
    with pytest.raises(NotCanonicalError) as caught:
        decode(changed(old, new))
    assert caught.value.code == "not-canonical"
    assert "mesa-bf-01:312" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '"amount":500',
            '"amount":500,"line":false',
            "payload.line: false is its default, and a default is left out",
        ),
        (
            '"amount":500',
            '"amount":500,"means":null',
            "payload.means: null says nothing, and that is left out",
        ),
        ('"bet":1', '"bet":1,"bet":1', "payload.bet: stands twice"),
        (
            '"day":"2026-11-20","place":"BF-01"',
            '"place":"BF-01","day":"2026-11-20"',
            "keys of the body: expected at, day, place, round, payload; got at, place, day",
        ),
        ('"bet":1,"seat":3', '"seat":3,"bet":1', "keys of payload: expected bet, seat,"),
        ('"grande"', '"gr\\u0061nde"', "byte "),
    ],
)
def test_another_spelling_is_named_by_its_field(old: str, new: str, told: str) -> None:
    """Which field, what was sent, and what becomes of it; the byte only where no field tells."""
    with pytest.raises(NotCanonicalError) as caught:
        decode(changed(old, new))
    assert told in str(caught.value)


def test_a_key_of_another_hand_is_shown_and_cannot_move_the_line() -> None:
    """Keys of open tables are anybody's: no control of theirs is printed, and none fills a page."""
    for name in ("a\u202eb", "x" * 60_000):
        text = parting(b'{"z":1}', f'{{"z":1,"{name}":0}}'.encode())
        assert text.isprintable()
        assert len(text) < 500


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param('"amount":500', '"amount":1.0', id="float that is whole"),
        pytest.param('"amount":500', '"amount":0.5', id="float"),
        pytest.param('"amount":500', '"amount":1e3', id="exponent"),
        pytest.param('"amount":500', '"amount":9007199254740992', id="2^53"),
        pytest.param('"amount":500', '"amount":-9007199254740992', id="-2^53"),
        pytest.param('"amount":500', '"amount":123456789012345678901234567890', id="over 64 bits"),
        pytest.param('"amount":500', '"amount":0500', id="leading zero"),
        pytest.param('"amount":500', '"amount":+500', id="plus sign"),
        pytest.param('"amount":500', '"amount":"500"', id="number as text"),
        pytest.param('"amount":500', '"amount":NaN', id="NaN"),
        pytest.param('"amount":500', '"amount":true', id="boolean as number"),
        pytest.param('"amount":500', '"amount":500,"colour":"azul"', id="unknown field"),
        pytest.param(',"amount":500', "", id="missing field"),
        pytest.param('"seat":3', '"seat":null', id="null for a required field"),
        pytest.param('"grande"', '""', id="empty code"),
        pytest.param('"grande"', f'"{"g" * 81}"', id="code too long"),
        pytest.param('"grande"', '"gr\nande"', id="raw control character"),
        pytest.param('"grande"', '"\\ud800"', id="lone surrogate"),
        pytest.param('"grande"', '"gr\\u0000nde"', id="NUL"),
        pytest.param('{"at"', '\ufeff{"at"', id="byte order mark"),
        pytest.param("500}}", "500}}{}", id="two objects"),
        pytest.param("500}}", "500}", id="unclosed object"),
        pytest.param("500}}", "500,}}", id="trailing comma"),
        pytest.param('"payload":{', '"note":1,"payload":{', id="unknown field of the body"),
        pytest.param(',"day":"2026-11-20"', "", id="missing field of the body"),
        pytest.param("22:15:31.123456Z", "22:15:31.123Z", id="milliseconds"),
        pytest.param("22:15:31.123456Z", "22:15:31.123456+00:00", id="offset"),
        pytest.param("22:15:31.123456Z", "24:15:31.123456Z", id="hour 24"),
        pytest.param('"at":"2026-11-20', '"at":"2026-02-30', id="30 February"),
        pytest.param('"day":"2026-11-20"', '"day":"20-11-2026"', id="day the other way round"),
        pytest.param('"place":"BF-01"', '"place":"BF 01"', id="blank in a place"),
        pytest.param('2026-11-20/17"', '2026-11-20/017"', id="round number with a zero"),
        pytest.param('2026-11-20/17"', '17"', id="round without a day"),
        pytest.param('2026-11-20/17"', '2026-02-30/17"', id="round of no day"),
        pytest.param("razao/1 ", "razao/2 ", id="another format"),
        pytest.param("razao/1 ", "razao/1  ", id="two blanks before the origin"),
        pytest.param("razao/1 santa-maria", "razao/1", id="no origin"),
        pytest.param("mesa-bf-01\n", "mesa-bf-01 \n", id="blank after the source"),
        pytest.param("mesa-bf-01\n", "mesa-bf-01\r\n", id="CRLF in the header"),
        pytest.param("mesa-bf-01\n", "mêsa-bf-01\n", id="header outside ASCII"),
        pytest.param("mesa-bf-01\n", "\n", id="empty source"),
        pytest.param("\n312\n", "\n0312\n", id="leading zero in seq"),
        pytest.param("\n312\n", "\n0\n", id="seq nought"),
        pytest.param("\n312\n", "\n-1\n", id="negative seq"),
        pytest.param("\n312\n", "\n9007199254740992\n", id="seq 2^53"),
        pytest.param("\na0a1a2", "\nA0A1A2", id="upper-case link"),
        pytest.param("\na0a1a2", "\na1a2", id="short link"),
        pytest.param("bet-placed/1\n", "bet-placed/01\n", id="leading zero in the version"),
        pytest.param("bet-placed/1\n", "Bet-Placed/1\n", id="upper-case kind"),
        pytest.param("bet-placed/1\n", "bet-placed\n", id="kind without a version"),
        pytest.param("bet-placed/1\n", "bet-placed/1\nextra\n", id="six header lines"),
        pytest.param("312\n", "", id="four header lines"),
        pytest.param("\n\n", "\n", id="no empty line"),
        pytest.param("\n\n", "\r\n\r\n", id="empty line with CR"),
    ],
)  # fmt: skip
def test_what_is_no_event_of_its_kind_is_malformed(old: str, new: str) -> None:
    """Neither envelope nor payload allows it: its own error."""
    with pytest.raises(MalformedError) as caught:
        decode(changed(old, new).decode().encode())
    assert caught.value.code == "malformed"


def test_bytes_outside_utf_8_are_malformed() -> None:
    """A body is UTF-8: Latin-1 and overlong forms are refused."""
    for wrong in (b"A\xe7o", b"A\xc0\xafo", b"A\xed\xa0\x80o"):
        with pytest.raises(MalformedError):
            decode(CANONICAL.replace("Aço".encode(), wrong))


def test_the_largest_envelope_has_65535_bytes() -> None:
    """One byte more is refused, when it is made as when it comes in."""
    size = len(encode_note(b""))
    largest = encode_note(b"x" * (ENVELOPE_SIZE_MAX - size))
    assert len(largest) == 65_535
    assert encode(decode(largest)) == largest
    over = encode_note(b"x" * (ENVELOPE_SIZE_MAX - size + 1))
    assert len(over) == 65_536
    with pytest.raises(OversizeError) as caught:
        decode(over)
    assert caught.value.code == "oversize"
    with pytest.raises(OversizeError):
        encode(msgspec.structs.replace(decode(largest), source=SourceId("mesa-bf-001")))


def encode_note(text: bytes) -> bytes:
    """Return an envelope of an unknown kind that holds a text."""
    return (
        FUTURE.encode() + BODY.partition('"payload":')[0].encode() + b'"payload":{"n":"%b"}}' % text
    )


@pytest.mark.parametrize(
    "payload",
    [
        "{}",
        '{"b":1,"a":[1,null,true,"x",{"deep":[[]]}]}',
        '{"n":9007199254740991,"m":-9007199254740991}',
    ],
)
def test_an_unknown_kind_is_kept_as_it_came(payload: str) -> None:
    """Design, Kinds: unknown kinds are stored, proved and shown raw, keys in their own order."""
    data = (FUTURE + BODY.partition('"payload":')[0] + f'"payload":{payload}}}').encode()
    event = decode(data)
    assert event.kind == "bet-blessed/1"
    assert event.payload == msgspec.json.decode(payload)
    assert encode(event) == data


def test_a_payload_is_no_deeper_than_every_reader_can_go() -> None:
    """32 objects and lists within each other are kept; one more, or 20,000, are refused alike."""
    for opening, closing in (('{"a":', "}"), ("[", "]")):
        for depth in (DEPTH_MAX - 1, DEPTH_MAX, 900, 20_000 // len(opening)):
            value = opening * depth + "1" + closing * depth
            data = FUTURE + BODY.partition('"payload":')[0] + f'"payload":{{"n":{value}}}}}'
            if depth < DEPTH_MAX:
                assert encode(decode(data.encode())) == data.encode()
                continue
            with pytest.raises(MalformedError, match=r"bet-blessed/1 of .* at most 32 deep"):
                decode(data.encode())


@each(
    ("payload", "error"),
    [
        ('{"n":1.5}', MalformedError),
        ('{"n":1.0}', MalformedError),
        ('{"n":1e3}', MalformedError),
        ('{"a":[{"n":[0.1]}]}', MalformedError),
        ('{"n":9007199254740992}', MalformedError),
        (f'{{"n":{2**64}}}', MalformedError),
        ('{"n":1e400}', MalformedError),
        ("[]", MalformedError),
        ("null", MalformedError),
        ('{"n": 1}', NotCanonicalError),
        ('{"n":1,"n":2}', NotCanonicalError),
        ('{"n":"\\u0041"}', NotCanonicalError),
        ('{"n":"e\u0301"}', NotCanonicalError),
        ('{"e\u0301":1}', NotCanonicalError),
    ],
)
def test_an_unknown_kind_obeys_the_same_spelling(payload: str, error: type[RejectedError]) -> None:
    """The generic decode has the same test: no floats, no large integers, one spelling."""
    with pytest.raises(error):
        decode((FUTURE + BODY.partition('"payload":')[0] + f'"payload":{payload}}}').encode())


def test_keys_of_open_maps_are_sorted() -> None:
    """Options and parameter values are maps without a schema: their keys stand in order."""
    payload = ParameterSet(
        scope="mah_jong",
        name="unidades",
        value={"b": 2, "a": 1},
        since="2026-11-20T00:00:00.000000Z",
    )
    data = encode(msgspec.structs.replace(BET, kind=ParameterSet.KIND, payload=payload))
    assert b'"value":{"a":1,"b":2},"from":' in data
    with pytest.raises(NotCanonicalError):
        decode(data.replace(b'{"a":1,"b":2}', b'{"b":2,"a":1}'))


@pytest.mark.parametrize(
    "amount", ["1.0", "1e3", "9007199254740992", str(2**64), '{"n":[0.5]}', f'{{"n":[{10**30}]}}']
)
def test_a_correction_hides_no_float(amount: str) -> None:
    """The replacement is an open JSON object, and obeys the same rule to its depth."""
    payload = Correction(
        target="mesa-bf-01:12", link="a0" * 32, replacement={"amount": 7}, reason="wrong_amount"
    )
    data = encode(msgspec.structs.replace(BET, kind=Correction.KIND, payload=payload))
    assert decode(data).payload == payload
    with pytest.raises(MalformedError):
        decode(data.replace(b'"amount":7', b'"amount":' + amount.encode()))


def test_a_mode_that_is_the_default_is_left_out() -> None:
    """Words with a default are members of a closed list, so that the default has one object."""
    physical = msgspec.structs.replace(BET, kind=RoundOpened.KIND, payload=RoundOpened())
    data = encode(physical)
    assert data.endswith(b'"payload":{}}')
    with pytest.raises(NotCanonicalError):
        decode(data.replace(b"{}}", b'{"mode":"physical"}}'))
    with pytest.raises(MalformedError):
        decode(data.replace(b"{}}", b'{"mode":"by_post"}}'))


@given(names(), instants(), st.integers(1, 2**53 - 1))
def test_the_first_event_of_a_chain_links_to_nothing(source: str, at: str, seq: int) -> None:
    """Seq 1's previous link is 64 zeros, an event's name is source:seq, and nulls are written."""
    event = Envelope(
        origin="o",
        source=SourceId(source),
        seq=seq,
        previous=NO_LINK,
        kind=Announcement.KIND,
        at=at,
        payload=Announcement(what="nada_mais"),
    )
    data = encode(event)
    assert data.split(b"\n")[3] == b"0" * 64
    assert b'"day":null,"place":null,"round":null' in data
    assert decode(data) == event


def unbounded(schema: Any, where: str) -> Iterator[str]:
    """Yield where a schema takes integers that an envelope may not hold."""
    if isinstance(schema, dict):
        if schema.get("type") == "integer" and not (
            schema.get("minimum", -math.inf) >= -INTEGER_MAX
            and schema.get("maximum", math.inf) <= INTEGER_MAX
        ):
            yield where
        for name, one in schema.items():
            yield from unbounded(one, f"{where}/{name}")
    elif isinstance(schema, list):
        for one in schema:
            yield from unbounded(one, where)


def test_every_integer_of_every_kind_is_bounded() -> None:
    """No field of any kind takes a number beyond 2^53 - 1: the door refuses it by its name."""
    named = [msgspec.json.schema(kind) for kind in KINDS.values()]
    assert [one for schema in named for one in unbounded(schema, "")] == []


def test_an_integer_without_a_bound_would_be_found() -> None:
    """A field of any size is named, wherever it stands."""
    kind = msgspec.defstruct("Kind", [("deep", list[dict[str, int]])])
    assert len(list(unbounded(msgspec.json.schema(kind), "kind"))) == 1
