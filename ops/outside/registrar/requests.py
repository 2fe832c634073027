"""Requests: an act that registrars are to agree on, as a file that is passed from hand to hand.

It holds the act as it will be said, and the words of those who have agreed: the first of them says
the act as an event of his own, each further one approves that event by name and link. Nothing of it
is secret. Each word is signed; a file that somebody alters is refused by the next, or by the door.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, cast

import msgspec
from msgspec import Struct

from ledger.errors import UNREADABLE, LedgerError
from ledger.events import KINDS, Payload
from ledger.events.registry import (
    KeyRevoked,
    LogKeyReplaced,
    ParameterSet,
    RegistrarsChanged,
    RegistrarsRecovered,
    SourceEnrolled2,
)
from ledger.events.reviews import Approval
from ledger.ids import Link, is_name
from ledger.keys import LOG, RECOVERY
from ledger.signed.canonical import Envelope, decode
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment, Signed, possession_statement, segment_fits
from ledger.signed.signing import fits
from ledger.signed.sources import SourceChain

FORMAT: Final = "razao-request/1"
ACTS: Final = (
    SourceEnrolled2,
    KeyRevoked,
    RegistrarsChanged,
    RegistrarsRecovered,
    LogKeyReplaced,
    ParameterSet,
)
"""The acts of trust that a file may ask for."""
_ED25519: Final = 32
_KINDS: Final = {act.KIND: act for act in ACTS}


class RequestError(LedgerError):
    """A file is no request, or not the one that was signed."""


class Request(Struct, frozen=True, kw_only=True):
    """An act of trust, and who has agreed to it so far."""

    origin: str
    act: Payload
    words: tuple[Segment, ...] = ()
    """Each a segment of one event: the act itself, then approvals of it."""

    def named(self) -> list[tuple[str, Envelope, Link]]:
        """Return each word's source, its event and that event's link, checked against the act.

        Raises:
            RequestError: a word is of another act, or its signature does not fit.

        """
        found: list[tuple[str, Envelope, Link]] = []
        for word in self.words:
            event, link = _read_word(self.origin, word)
            if not found and event.payload != self.act:
                raise RequestError(f"{event.source}:{event.seq} says another act than the file")
            if found:
                _, first, said = found[0]
                expected = Approval(target=f"{first.source}:{first.seq}", link=said.hex())
                if event.payload != expected:
                    raise RequestError(
                        f"{event.source}:{event.seq}: expected an approval of {expected.target} "
                        f"with link {expected.link[:16]}…, got {event.kind}"
                    )
            if any(event.source == source for source, _, _ in found):
                raise RequestError(f"{event.source} has agreed already")
            found.append((str(event.source), event, link))
        return found

    def agreed(self, chain: SourceChain, at: str) -> "Request":
        """Return the request with the word of one more, who signs as the next event of his chain.

        Raises:
            RequestError: he has agreed already, is of another ledger, or a word does not hold.

        """
        told = self.named()
        if chain.origin != self.origin:
            raise RequestError(f"origin: expected {chain.origin!r}, got {self.origin!r}")
        if any(str(chain.source) == source for source, _, _ in told):
            raise RequestError(f"{chain.source} has agreed already")
        if not told:
            word = chain.say(self.act, at)
        else:
            _, first, link = told[0]
            word = chain.say(Approval(target=f"{first.source}:{first.seq}", link=link.hex()), at)
        return msgspec.structs.replace(self, words=(*self.words, word))

    def fault(self) -> str | None:
        """Return which name is none, or whose key lacks its proof of possession; else None."""
        for name in _names_of(self):
            if not is_name(name):
                return f"expected a name of letters, digits and . _ : -, got {name!r}"
        for name, key, proof in _keys_of(self.act):
            statement = possession_statement(self.origin, name, key)
            # The log's two keys are proved together, by the first.
            if not fits(key[:_ED25519], bytes.fromhex(proof), statement):
                return f"{name}: who asks has not proved to hold the key {fingerprint(key)}"
        return None


def _keys_of(act: Payload) -> list[tuple[str, bytes, str]]:
    """Return the names, public keys and proofs that an act brings."""
    match act:
        case SourceEnrolled2():
            return [(act.source, bytes.fromhex(act.key), act.proof)]
        case RegistrarsChanged() | RegistrarsRecovered():
            found = [(one.source, bytes.fromhex(one.key), one.proof) for one in act.named]
            if act.recovery is not None:
                sealed = act.recovery
                found.append((RECOVERY, bytes.fromhex(sealed.key), sealed.proof))
            return found
        case LogKeyReplaced():
            return [(LOG, bytes.fromhex(act.key + (act.mldsa44 or "")), act.proof)]
        case _:
            return []


def _names_of(request: "Request") -> list[str]:
    """Return every name that an act tells; signed words hold their own."""
    act, found = request.act, [request.origin]
    match act:
        case SourceEnrolled2():
            found += [act.source, act.person or "", act.casino or "", *act.places, *act.pools]
        case KeyRevoked():
            found += [act.source]
        case RegistrarsChanged() | RegistrarsRecovered():
            found += [*act.removed, *(one.source for one in act.named)]
            found += [one.person or "" for one in act.named]
        case _:
            pass
    return [one for one in found if one]


def fingerprint(key: bytes) -> str:
    """Return a public key's fingerprint, as people compare it aloud: its first 16 bytes in fours.

    >>> fingerprint(bytes(range(32)))
    '0001 0203 0405 0607 0809 0a0b 0c0d 0e0f'
    """
    text = key[:16].hex()
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


_SHOWN_APART: Final = frozenset({"proof", "key", "mldsa44", "named", "recovery", "signature"})


def _shown(value: Any) -> str:
    return (
        " ".join(map(str, cast("list[Any]", value)))
        if isinstance(value, (list, tuple))
        else str(value)
    )


def facts_of(request: Request) -> list[str]:
    """Return the facts of a request, one a line, for whoever is to agree."""
    act = request.act
    lines = [f"ledger: {request.origin}", f"act: {act.KIND}"]
    told: dict[str, Any] = msgspec.to_builtins(act)
    lines += [
        f"{field}: {_shown(value)}"
        for field, value in told.items()
        if field not in _SHOWN_APART and value not in (None, [], ())
    ]
    if isinstance(act, KeyRevoked):
        lines.append(f"key: {fingerprint(bytes.fromhex(act.key))}")
    if isinstance(act, RegistrarsChanged | RegistrarsRecovered):
        lines += [
            f"registrar: {one.source}, {one.person or one.source}, {one.side}" for one in act.named
        ]
    lines += [f"key of {name}: {fingerprint(key)}" for name, key, _ in _keys_of(act)]
    if isinstance(act, LogKeyReplaced) and act.mldsa44 is not None:
        second = sha256(bytes.fromhex(act.mldsa44)).digest()
        lines.append(f"mldsa44, by SHA-256: {fingerprint(second)}")
    lines += [f"agreed: {source}" for source, _, _ in request.named()]
    return [one if one.isprintable() else repr(one) for one in lines]  # a fact is one line


def _read_word(origin: str, word: Segment) -> tuple[Envelope, Link]:
    if len(word.envelopes) != 1:
        raise RequestError(f"a word is one event, this has {len(word.envelopes)}")
    (data,) = word.envelopes
    try:
        event = decode(data)
    except LedgerError as error:
        raise RequestError(f"a word is no event: {error}") from error
    name, link = f"{event.source}:{event.seq}", link_of(data)
    if event.origin != origin:
        raise RequestError(f"{name}: expected the ledger {origin!r}, got {event.origin!r}")
    signed = Signed.of(origin, event.source, word.key)
    if not segment_fits(signed, word.signature, event.seq, event.previous, [link]):
        raise RequestError(f"{name}: the signature does not fit; the file was altered")
    return event, link


# --- files -------------------------------------------------------------------------------------


class _File(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: str
    origin: str
    kind: str
    payload: msgspec.Raw
    words: tuple[Segment, ...] = ()


def request_text(request: Request) -> str:
    """Return a request as its file holds it."""
    told: dict[str, Any] = {
        "format": FORMAT,
        "origin": request.origin,
        "kind": request.act.KIND,
        "payload": msgspec.to_builtins(request.act),
        "words": msgspec.to_builtins(request.words),
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def read_request(path: Path) -> Request:
    """Read a request's file.

    Raises:
        RequestError: it cannot be read, is none, or holds a word that does not fit.

    """
    try:
        file = msgspec.json.decode(path.read_bytes(), type=_File)
    except OSError as error:
        raise RequestError(f"{path}: {error.strerror}") from error
    except UNREADABLE as error:
        raise RequestError(f"{path}: expected a request for a key ({FORMAT}): {error}") from None
    if file.format != FORMAT:
        raise RequestError(f"{path}: format: expected {FORMAT!r}, got {file.format!r}")
    if file.kind not in _KINDS or file.kind not in KINDS:
        raise RequestError(
            f"{path}: kind: expected one of {', '.join(sorted(_KINDS))}, got {file.kind!r}"
        )
    try:
        act = msgspec.json.decode(bytes(file.payload), type=_KINDS[file.kind])
    except UNREADABLE as error:
        raise RequestError(f"{path}: payload: {error}") from None
    request = Request(origin=file.origin, act=act, words=file.words)
    try:
        request.named()
        fault = request.fault()
    except (RequestError, ValueError) as error:
        raise RequestError(f"{path}: {error}") from None
    if fault is not None:
        raise RequestError(f"{path}: {fault}")
    return request
