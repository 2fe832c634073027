"""The two roads through admission: whatever is sent, both come to the same rows, or words."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.door.admission import Admitted, admit, read, read_wholly, rows_of
from ledger.door.plain import WATCHED, read_plainly
from ledger.errors import RejectedError, UnauthenticError
from ledger.events import KINDS
from ledger.ids import NO_LINK, Link, SourceId
from ledger.money import INTEGER_MAX
from ledger.signed.canonical import ENVELOPE_SIZE_MAX, Envelope, encode
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment, Signed, sign_segment
from ledger.signed.signing import KeySigner
from tests.helpers.strategies import payloads_of

ORIGIN = "casa"
SIGNER = KeySigner.from_seed(bytes(range(32)))
GOLDEN = Path(__file__).parents[3] / "ledger" / "events" / "catalogue" / "golden"
BODIES = [
    (header.split(b"\n")[4], body)
    for path in sorted(GOLDEN.glob("*.txt"))
    for header, _, body in [path.read_bytes().partition(b"\n\n")]
]
"""Kind and body of an event of every kind, as devices send them."""
BET = next(one for one in BODIES if one[0] == b"bet-placed/1")
UNUSUAL = (
    BET,
    (b"bet-placed/1", BET[1].replace(b'"chance":"', '"chance":"Ação '.encode())),
    (b"bet-placed/1", BET[1].replace(b'"chance":"', b'"chance":"\\"')),
    (b"bet-placed/1", BET[1].replace(b'"chance":"', b'"chance":"\\u0000')),
    (b"bet-blessed/1", BET[1]),
    (b"bet-blessed/1", BET[1].replace(b'"payload":{', b'"payload":{"a":0.5,')),
)


def chain(bodies: list[tuple[bytes, bytes]], *, first: int = 1, form: int = 2) -> list[bytes]:
    """Return consecutive envelopes of one source that hold these bodies."""
    made: list[bytes] = []
    link = NO_LINK if first == 1 else Link(bytes(range(32)))
    for seq, (kind, body) in enumerate(bodies, first):
        blind = f"{seq:028x}beef\n" if form == 2 else ""
        head = f"razao/{form} {ORIGIN}\nmesa-1\n{seq}\n{link.hex()}\n{kind.decode()}\n{blind}\n"
        made.append(head.encode() + body)
        link = link_of(made[-1])
    return made


def segment_of(envelopes: list[bytes]) -> Segment:
    """Return envelopes under a signature that nobody looks at."""
    return Segment(key=SIGNER.public_key, signature=bytes(64), envelopes=tuple(envelopes))


def told(road: Any, segment: Segment, *, blinded: bool) -> Any:
    """Return what a road says of a segment: everything that the door goes by."""
    try:
        one: Admitted = road(segment, ORIGIN, blinded=blinded)
    except RejectedError as error:
        return type(error), str(error)
    rows = rows_of([one])
    unknown = [it.kind for it in one.envelopes if type(it.payload) is dict]
    guarded = [it.seq for it in one.guarded]
    facts = (one.source, one.first, one.last, one.previous, one.links[-1], one.size, one.turning)
    return rows.packed(), facts, str(one.unfit), unknown, guarded


def both(envelopes: list[bytes], *, blinded: bool) -> Any:
    """Return what both roads say; it must be the same."""
    segment = segment_of(envelopes)
    whole = told(read_wholly, segment, blinded=blinded)
    assert told(read, segment, blinded=blinded) == whole
    return whole


def is_plain(envelopes: list[bytes], *, blinded: bool = False) -> bool:
    """Tell whether a segment goes the short road."""
    return read_plainly(tuple(envelopes), ORIGIN, blinded=blinded) is not None


def test_a_segment_of_each_kind_is_the_same_on_both_roads() -> None:
    """Every kind alone and behind a bet, in both formats; most of them go the short road."""
    short: set[bytes] = set()
    for kind, body in BODIES:
        for form in (1, 2):
            for bodies in ([(kind, body)], [BET, (kind, body)]):
                made = chain(bodies, form=form)
                both(made, blinded=False)
                if is_plain(made):
                    short.add(kind)
    whole = {name.encode() for name in WATCHED}
    whole |= {name.encode() for name, kind in KINDS.items() if kind.ALONE}
    assert not short & whole
    assert len(short) > len(KINDS) / 2
    beyond = {kind for kind, _ in BODIES} - short - whole
    assert all(not body.isascii() or b"\\" in body for kind, body in BODIES if kind in beyond)


@settings(max_examples=300)
@given(st.data())
def test_every_payload_is_the_same_on_both_roads(data: st.DataObject) -> None:
    """Also with values that no device sends, and at a time that there is not."""
    kind = KINDS[data.draw(st.sampled_from(sorted(KINDS)))]
    payload = data.draw(payloads_of(kind))
    at = data.draw(st.sampled_from(["2026-11-20T22:00:00.000000Z", "2026-11-31T22:00:00.000000Z"]))
    envelope = Envelope(
        origin=ORIGIN,
        source=SourceId("mesa-1"),
        seq=1,
        previous=NO_LINK,
        kind=kind.KIND,
        blind=bytes(16),
        at=at,
        payload=payload,
    )
    both([encode(envelope)], blinded=True)


def mutations(envelopes: list[bytes], chance: random.Random) -> Iterator[list[bytes]]:
    """Yield the segment with something about it altered: bytes, lines, events, their order."""
    index = chance.randrange(len(envelopes))
    data = envelopes[index]

    def put(other: bytes) -> list[bytes]:
        return [other if at == index else was for at, was in enumerate(envelopes)]

    head, _, body = data.partition(b"\n\n")
    lines = head.split(b"\n")
    for _ in range(3):  # of the header, where the short road takes less apart
        at = chance.randrange(len(head) + 2)
        yield put(data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :])
    at = chance.randrange(len(data))
    yield put(
        data[:at] + bytes([chance.choice(b'\x00\n\\" {}[],:019aAz\xc3\xff')]) + data[at + 1 :]
    )
    yield put(data[:at] + data[at + 1 :])
    yield put(data[:at] + chance.choice([b"\n", b" ", b"0", b"\\", b"\n\n"]) + data[at:])
    yield put(data[:at])
    for number in range(len(lines)):
        for other in (b"", lines[number] + b" ", lines[number].upper(), b"0" + lines[number]):
            yield put(b"\n".join([*lines[:number], other, *lines[number + 1 :]]) + b"\n\n" + body)
        yield put(b"\n".join([*lines[:number], *lines[number + 1 :]]) + b"\n\n" + body)
        yield put(b"\n".join([*lines[:number], lines[number], *lines[number:]]) + b"\n\n" + body)
    for seq in (b"1", b"2", b"%d" % INTEGER_MAX, b"%d" % (INTEGER_MAX + 1), b"9" * 17):
        yield put(b"\n".join([*lines[:2], seq, *lines[3:]]) + b"\n\n" + body)
    yield put(b"\n".join([*lines[:3], b"0" * 64, *lines[4:]]) + b"\n\n" + body)
    yield put(data.replace(b"\n\n", b"\nx", 1))
    yield put(data.replace(b" casa\n", b" casb\n", 1))
    for old, new in ((b'":', b'": '), (b"}}", b" }}"), (b'"day"', b'"d\\u0061y"'), (b"}}", b"},}")):
        yield put(data.replace(old, new, 1))
    yield put(head + b"\n\n" + _reordered(body))
    yield put(b"")
    yield envelopes[::-1]
    yield [*envelopes, data]
    yield envelopes[:index] + envelopes[index + 1 :] or [b"x"]


def _reordered(body: bytes) -> bytes:
    """Return a body with its first field last, where it is an object."""
    try:
        first, *others = json.loads(body).items()
    except (ValueError, AttributeError):
        return body
    return json.dumps(dict([*others, first]), separators=(",", ":"), ensure_ascii=False).encode()


def test_whatever_is_altered_both_roads_say_the_same() -> None:
    """The same rows, or the same error in the same words, byte by byte and line by line."""
    ordinary = [one for one in BODIES if is_plain(chain([one]))]
    for seed in range(80):
        chance = random.Random(seed)
        bodies = chance.choices(ordinary, k=chance.choice([1, 1, 2, 4]))
        if chance.random() < 0.3:
            bodies.insert(chance.randrange(len(bodies)), chance.choice([*BODIES, *UNUSUAL]))
        first = chance.choice([1, 2, 10, INTEGER_MAX + 1 - len(bodies)])
        form = chance.choice([1, 2])
        made = chain(bodies, first=first, form=form)
        both(made, blinded=form == 2)
        for other in mutations(made, chance):
            for blinded in (form == 2, True):
                both(other, blinded=blinded)


def test_ordinary_segments_go_the_short_road_and_others_do_not() -> None:
    """Or nothing above would say anything about it."""
    for form in (1, 2):
        for count in (1, 2, 1_000):
            assert is_plain(chain([BET] * count, form=form))
        for one in UNUSUAL[1:]:
            assert not is_plain(chain([one], form=form))
            assert not is_plain(chain([BET, one, BET], form=form))
    assert is_plain(chain([BET], form=2), blinded=True)
    assert not is_plain(chain([BET], form=1), blinded=True)
    mixed = chain([BET], form=1)
    mixed += [chain([BET, BET], form=2)[1].replace(
        link_of(chain([BET], form=2)[0]).hex().encode(), link_of(mixed[0]).hex().encode()
    )]  # fmt: skip
    assert not is_plain(mixed)
    assert both(mixed, blinded=False)[1][2] == 2
    assert is_plain(chain([BET], first=INTEGER_MAX))
    assert not is_plain(chain([BET, BET], first=INTEGER_MAX))


def test_an_event_of_any_kind_has_at_most_so_many_bytes() -> None:
    """A machine's figures may be any: one byte more than an envelope holds goes neither road."""
    kind, body = next(
        one for one in BODIES if one[0] == b"meters-read/1" and b'"device":{' in one[1]
    )
    start = body.index(b'"device":{') + len(b'"device":{')
    for size in (ENVELOPE_SIZE_MAX, ENVELOPE_SIZE_MAX + 1):
        room = size - len(chain([(kind, body)])[0])
        count = (room - 20) // 11
        figures = b"".join(b'"a%05d":1,' % number for number in range(count))
        figures += b'"b%b":1,' % (b"0" * (room - len(figures) - 6))
        made = chain([(kind, body[:start] + figures + body[start:])])
        assert len(made[0]) == size
        assert is_plain(made) is (size == ENVELOPE_SIZE_MAX)
        both(made, blinded=True)


def test_a_signature_is_asked_for_on_both_roads() -> None:
    """Of a bet and of an event that stands alone: with another byte it does not fit."""
    alone = next(one for one in BODIES if one[0] == b"approval/1")
    for bodies in ([BET, BET], [alone]):
        made = chain(bodies)
        names = Signed.of(ORIGIN, "mesa-1", SIGNER.public_key)
        signature = sign_segment(SIGNER, names, 1, NO_LINK, [link_of(data) for data in made])
        good = Segment(key=SIGNER.public_key, signature=signature, envelopes=tuple(made))
        assert admit(good, ORIGIN, blinded=True).last == len(made)
        other = Segment(key=bytes(32), signature=signature, envelopes=tuple(made))
        for bad in (segment_of(made), other):
            with pytest.raises(UnauthenticError, match="mesa-1:1: the signature does not fit"):
                admit(bad, ORIGIN, blinded=True)
