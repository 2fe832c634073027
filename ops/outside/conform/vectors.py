"""Golden vectors: envelopes, links, roots, statements, signatures, segments, good and bad.

A program in any language reads them and says the same of each. The envelopes of the kinds are the
golden ones, frozen with them; keys and chain are made from fixed seeds, so that a version gives the
same vectors for ever. What is said of the bad ones is written here by hand, not asked of the door:
a test holds both together.
"""

import base64
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from ledger.events.catalogue.entries import GOLDEN, catalogue, example_of
from ledger.events.registry import Heartbeat
from ledger.ids import NO_LINK, Link, PlaceId, SourceId
from ledger.signed.canonical import (
    ENVELOPE_SIZE_MAX,
    Envelope,
    body_of,
    decode_header,
    encode,
)
from ledger.signed.chain import link_of
from ledger.signed.merkle import root_of
from ledger.signed.segments import (
    SEGMENT_EVENTS_MAX,
    Segment,
    Signed,
    possession_statement,
    sign_segment,
)
from ledger.signed.signing import KeySigner

FORMAT: Final = "razao-vectors/1"
ORIGIN: Final = "cv.casino-praia"
SOURCE: Final = "mesa-ra-04"
PLACE: Final = "RA-04"
SEED: Final = bytes.fromhex("5ffd3b6ea1a7ab85773eba267bb71794e161a49879e139721daa01d969925975")
"""Of the wire guide's key: nobody's, for examples alone."""
OTHER_SEED: Final = sha256(b"razao-vectors/1 another key").digest()
AT: Final = "2026-11-20T22:15:31.123456Z"
DAY: Final = "2026-11-20"
ROOTS: Final = (1, 2, 3, 5, 8, 13, SEGMENT_EVENTS_MAX)
"""Numbers of leaves: powers of two, and between them."""
OK: Final = "ok"

Vector = dict[str, Any]
Change = Callable[[bytes], bytes]


def vectors(version: str) -> Vector:
    """Return the whole document."""
    chain = _chain()
    return {
        "format": FORMAT,
        "version": version,
        "origin": ORIGIN,
        "source": SOURCE,
        "place": PLACE,
        "key": _signer().public_key.hex(),
        "seed": SEED.hex(),
        "envelopes": [*_golden_envelopes(), *_bad_envelopes()],
        "roots": _roots(),
        "statements": [_statement(one) for one in chain],
        "signatures": _signatures(chain),
        "possessions": [_possession()],
        "segments": [*_good_segments(chain), *_bad_segments(chain)],
    }


# --- envelopes -----------------------------------------------------------------------------------


def _golden_envelopes() -> Iterable[Vector]:
    """Yield each kind's example as new devices write it, and as older ones did."""
    for kind in catalogue():
        name, _, number = kind.partition("/")
        golden = (GOLDEN / f"{name}.{number}.txt").read_bytes()
        for data in dict.fromkeys((example_of(kind), golden)):
            yield _good_envelope(data)


def _good_envelope(data: bytes) -> Vector:
    header = decode_header(data)
    return {
        "name": f"{header.kind} {header.format}",
        "kind": header.kind,
        "envelope": _base64(data),
        "header": {
            "format": header.format,
            "origin": header.origin,
            "source": header.source,
            "seq": header.seq,
            "previous": header.previous.hex(),
            "kind": header.kind,
            "blind": None if header.blind is None else header.blind.hex(),
        },
        "body": msgspec.json.decode(body_of(data)),
        "link": link_of(data).hex(),
        "outcome": OK,
    }


def _bad_envelopes() -> Iterable[Vector]:
    """Yield spellings of one event that the ledger does not take, each with why."""
    right = _envelope(1, NO_LINK)
    for name, outcome, why, change in _CHANGES:
        data = change(right)
        assert data != right, name
        yield {
            "name": name,
            "kind": "heartbeat/1",
            "envelope": _base64(data),
            "link": link_of(data).hex(),
            "outcome": outcome,
            "why": why,
        }


def _replaced(old: str, new: str) -> Change:
    return lambda data: data.replace(old.encode(), new.encode())


_BLIND: Final = 5
"""Its line in the header, from 0."""


def _without_blind(data: bytes) -> bytes:
    lines = data.split(b"\n")
    return b"\n".join((*lines[:_BLIND], *lines[_BLIND + 1 :]))


def _blind_in_capitals(data: bytes) -> bytes:
    lines = data.split(b"\n")
    return b"\n".join((*lines[:_BLIND], lines[_BLIND].upper(), *lines[_BLIND + 1 :]))


_MALFORMED: Final = "malformed"
_OTHERWISE: Final = "not-canonical"
_ZEROS: Final = "0" * 64
_CHANGES: Final[tuple[tuple[str, str, str, Change], ...]] = (
    (
        "another format",
        _MALFORMED,
        "the first line is razao/2 and the ledger's name",
        _replaced("razao/2", "razao/3"),
    ),
    ("no blind", _MALFORMED, "the sixth line is the blind", _without_blind),
    ("blind in capitals", _MALFORMED, "hex is written in small letters", _blind_in_capitals),
    (
        "seq with a leading zero",
        _MALFORMED,
        "a seq has no leading zeros",
        _replaced("\n1\n", "\n01\n"),
    ),
    ("seq 0", _MALFORMED, "the first seq is 1", _replaced("\n1\n", "\n0\n")),
    ("previous link too short", _MALFORMED, "64 hex digits", _replaced(_ZEROS, _ZEROS[:-2])),
    ("kind without version", _MALFORMED, "name/version", _replaced("heartbeat/1", "heartbeat")),
    ("CR LF", _MALFORMED, "lines end in LF alone", lambda data: data.replace(b"\n", b"\r\n")),
    (
        "byte order mark",
        _MALFORMED,
        "the first byte is the r of razao",
        lambda data: b"\xef\xbb\xbf" + data,
    ),
    ("UTF-16", _MALFORMED, "the envelope is UTF-8", lambda data: data.decode().encode("utf-16")),
    ("line end after the body", _OTHERWISE, "nothing follows the body", lambda data: data + b"\n"),
    ("blanks", _OTHERWISE, "no blanks between keys and values", _replaced('":', '": ')),
    (
        "other order",
        _OTHERWISE,
        "keys in the schema's order: at, day, place, round, payload",
        _replaced(f'"at":"{AT}","day":"{DAY}"', f'"day":"{DAY}","at":"{AT}"'),
    ),
    ("key twice", _OTHERWISE, "each key once", _replaced('"waiting":3', '"waiting":3,"waiting":3')),
    ("float", _MALFORMED, "numbers are whole", _replaced('"waiting":3', '"waiting":3.5')),
    (
        "whole float",
        _MALFORMED,
        "numbers are whole, and written so",
        _replaced('"waiting":3', '"waiting":3.0'),
    ),
    (
        "absent as null",
        _MALFORMED,
        "a field that is absent is left out",
        _replaced('"waiting":3', '"waiting":null'),
    ),
    ("escaped letter", _OTHERWISE, "letters stand as they are", _replaced("RA-04", "RA\\u002d04")),
    (
        "no round",
        _MALFORMED,
        "at, day, place, round and payload are always there",
        _replaced('"round":null,', ""),
    ),
    ("time without fraction", _MALFORMED, "six decimals and Z", _replaced(".123456Z", "Z")),
    (
        "unknown field",
        _MALFORMED,
        "the kind has no such field",
        _replaced('"waiting":3', '"waiting":3,"queue":1'),
    ),
    (
        "text for a number",
        _MALFORMED,
        "a number is no text",
        _replaced('"waiting":3', '"waiting":"3"'),
    ),
    (
        "beyond 2^53",
        _MALFORMED,
        "whole numbers within ±(2^53-1)",
        _replaced('"waiting":3', '"waiting":9007199254740993'),
    ),
    (
        "too large",
        "oversize",
        f"at most {ENVELOPE_SIZE_MAX} bytes",
        lambda data: data + b" " * ENVELOPE_SIZE_MAX,
    ),
    (
        "another ledger",
        "wrong-origin",
        f"the ledger's name is {ORIGIN}",
        _replaced(ORIGIN, "outra.casa"),
    ),
)
"""What is wrong, what the door says, why, and how the right envelope becomes it."""


# --- roots, statements, signatures ----------------------------------------------------------------


def _roots() -> list[Vector]:
    found: list[Vector] = []
    for count in ROOTS:
        links = [Link(sha256(b"leaf %d" % number).digest()) for number in range(count)]
        found.append({"links": [one.hex() for one in links], "root": root_of(links).hex()})
    return found


class _Part(msgspec.Struct, frozen=True):
    """Some events of the chain that are signed together."""

    first: int
    previous: Link
    envelopes: tuple[bytes, ...]

    @property
    def links(self) -> list[Link]:
        return [link_of(one) for one in self.envelopes]

    @property
    def signed(self) -> bytes:
        names = Signed.of(ORIGIN, SOURCE, _signer().public_key)
        return names.statement(self.first, self.previous, self.links)

    def segment(self, signer: KeySigner) -> Segment:
        names = Signed.of(ORIGIN, SOURCE, signer.public_key)
        signature = sign_segment(signer, names, self.first, self.previous, self.links)
        return Segment(key=signer.public_key, signature=signature, envelopes=self.envelopes)


def _statement(one: _Part) -> Vector:
    links = one.links
    return {
        "origin": ORIGIN,
        "source": SOURCE,
        "key": _signer().public_key.hex(),
        "first": one.first,
        "count": len(links),
        "previous": one.previous.hex(),
        "root": root_of(links).hex(),
        "signed": one.signed.hex(),
    }


def _signatures(chain: Sequence[_Part]) -> list[Vector]:
    signer, other = _signer(), KeySigner.from_seed(OTHER_SEED)
    found = [
        _signature(f"segment {number}", one.signed, signer.sign(one.signed), signer, fits=True)
        for number, one in enumerate(chain, 1)
    ]
    first = chain[0].signed
    right = signer.sign(first)
    altered = right[:-1] + bytes([right[-1] ^ 1])
    found += [
        _signature("one bit of the signature", first, altered, signer, why="it was altered"),
        _signature(
            "the envelope is signed", first, signer.sign(chain[0].envelopes[0]), signer,
            why="the statement is signed, not the envelope",
        ),
        _signature(
            "without DSSE", first, signer.sign(first[-172:]), signer,
            why="the pre-authentication encoding is signed, not the 172 bytes alone",
        ),
        _signature(
            "the digest is signed", first, signer.sign(sha256(first).digest()), signer,
            why="Ed25519 takes the bytes themselves",
        ),
        _signature(
            "another key", first, other.sign(first), signer, why="by a key that is not named",
        ),
    ]  # fmt: skip
    return found


def _signature(
    name: str,
    signed: bytes,
    signature: bytes,
    signer: KeySigner,
    *,
    fits: bool = False,
    why: str = "",
) -> Vector:
    told: Vector = {
        "name": name,
        "key": signer.public_key.hex(),
        "signed": signed.hex(),
        "signature": signature.hex(),
        "fits": fits,
    }
    return told | ({"seed": SEED.hex()} if fits else {"why": why})


def _possession() -> Vector:
    signer = _signer()
    statement = possession_statement(ORIGIN, SOURCE, signer.public_key)
    return {
        "origin": ORIGIN,
        "source": SOURCE,
        "seed": SEED.hex(),
        "key": signer.public_key.hex(),
        "signed": statement.hex(),
        "proof": signer.sign(statement).hex(),
    }


# --- segments -------------------------------------------------------------------------------------


def _good_segments(chain: Sequence[_Part]) -> Iterable[Vector]:
    """Yield the chain as it is sent: segments of one event, three, and five."""
    for number, one in enumerate(chain, 1):
        last = one.first + len(one.envelopes) - 1
        yield _sent(f"segment {number}", one.segment(_signer()), "admitted") | {
            "receipt": {
                "origin": ORIGIN,
                "source": SOURCE,
                "first": one.first,
                "count": len(one.envelopes),
                "link": one.links[-1].hex(),
            },
            "next": {"seq": last + 1, "previous": one.links[-1].hex()},
        }


def _bad_segments(chain: Sequence[_Part]) -> Iterable[Vector]:
    """Yield segments that the door refuses after all the good ones, each with why."""
    signer, other, end = _signer(), KeySigner.from_seed(OTHER_SEED), chain[-1]
    seq, link = end.first + len(end.envelopes), end.links[-1]
    following = _run(seq, link, 3)
    right = following.segment(signer)
    replace = msgspec.structs.replace
    yield _sent(
        "repeated", chain[0].segment(signer), "repeated", "it is recorded: the same receipt"
    )
    yield _sent(
        "gap", _run(seq + 1, link, 1).segment(signer), "gap", f"seq {seq} was never received"
    )
    yield _sent(
        "fork", _run(1, NO_LINK, 1, waiting=9).segment(signer), "fork",
        "other bytes are recorded at seq 1",
    )  # fmt: skip
    yield _sent(
        "overlap",
        _Part(end.first, end.previous, (*end.envelopes, *following.envelopes)).segment(signer),
        "overlap",
        f"the events up to {seq - 1} are recorded",
    )
    yield _sent(
        "two at one seq",
        replace(right, envelopes=(*right.envelopes[:1], *right.envelopes[:1])),
        _MALFORMED,
        "each event's seq is the one before and one",
    )
    yield _sent(
        "link left out",
        _Part(
            seq, link, (following.envelopes[0], _envelope(seq + 1, link), following.envelopes[2])
        ).segment(signer),
        _MALFORMED,
        "each event names the link of the one before",
    )
    yield _sent("altered", replace(right, signature=bytes(64)), "unauthentic", "zeros fit nothing")
    yield _sent(
        "an event left out",
        replace(right, envelopes=right.envelopes[:2]),
        "unauthentic",
        "the signature is over three events",
    )
    yield _sent("another key", following.segment(other), "unknown-key", "nobody enrolled it")
    yield _sent("no events", replace(right, envelopes=()), _MALFORMED, "a segment has an event")
    yield _sent(
        "short key", replace(right, key=right.key[:31]), _MALFORMED, "a public key is 32 bytes"
    )


def _sent(name: str, segment: Segment, outcome: str, why: str = "") -> Vector:
    told = {"name": name, "line": msgspec.json.encode(segment).decode(), "outcome": outcome}
    return told | ({"why": why} if why else {})


def _chain() -> list[_Part]:
    """Return a source's first segments: of one event, three, five."""
    parts: list[_Part] = []
    seq, link = 1, NO_LINK
    for count in (1, 3, 5):
        parts.append(_run(seq, link, count))
        seq, link = seq + count, parts[-1].links[-1]
    return parts


def _run(first: int, previous: Link, count: int, waiting: int = 3) -> _Part:
    envelopes: list[bytes] = []
    link = previous
    for seq in range(first, first + count):
        envelopes.append(_envelope(seq, link, waiting))
        link = link_of(envelopes[-1])
    return _Part(first, previous, tuple(envelopes))


def _envelope(seq: int, previous: Link, waiting: int = 3) -> bytes:
    return encode(
        Envelope(
            origin=ORIGIN,
            source=SourceId(SOURCE),
            seq=seq,
            previous=previous,
            kind=Heartbeat.KIND,
            blind=sha256(b"blind %d" % seq).digest()[:16],
            at=AT,
            day=DAY,
            place=PlaceId(PLACE),
            payload=Heartbeat(waiting=waiting),
        )
    )


def _signer() -> KeySigner:
    return KeySigner.from_seed(SEED)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
