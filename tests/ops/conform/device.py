"""A device that makes a mistake of ``mistakes.toml``: what it sends, body by body, and when.

It is written from the wire guide alone, with nothing of the ledger but its random blinds made from
a seed, so that what it writes is no echo of the code under test.
"""

import base64
import json
import tomllib
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ORIGIN = "razao.test"
SOURCE = "mesa-ra-04"
CASINO = "casino-1"
PLACE = "RA-04"
DAY = "2026-11-20"
BEGAN = datetime(2026, 11, 20, 22, 15, 31, 123456, tzinfo=UTC)
ZEROS = "0" * 64
TYPE = b"application/vnd.razao.segment.v1"
POSSESSION = b"application/vnd.razao.possession.v1"

_PAGE = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text("utf-8"))
MISTAKES: dict[str, dict[str, Any]] = {one["says"]: one for one in _PAGE["mistake"]}
RIGHT: dict[str, Any] = {"says": "Nothing is wrong."}
EVENTS: list[dict[str, Any]] = _PAGE["event"]
SEGMENTS: list[list[int]] = _PAGE["segments"]


@dataclass
class Written:
    """An event as the device wrote it."""

    number: float
    seq: int
    previous: str
    envelope: bytes
    link: str
    at: datetime


@dataclass
class Device:
    """A table's terminal, with its key and its mistake."""

    mistake: dict[str, Any]
    key: Ed25519PrivateKey = field(
        default_factory=lambda: Ed25519PrivateKey.from_private_bytes(sha256(b"device").digest())
    )

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes_raw()

    @property
    def proof(self) -> str:
        """What it proves with that it holds its key."""
        names = sha256(ORIGIN.encode()).digest() + sha256(SOURCE.encode()).digest()
        return self.key.sign(dsse(POSSESSION, names + self.public)).hex()

    def bodies(self) -> Iterator[tuple[datetime, bytes]]:
        """Yield what it sends, each with the true time."""
        written = self._written()
        if self.mistake.get("session") == "long-segment":
            yield BEGAN, self._line(written)
            return
        segments = [
            self._segment(written, numbers) for numbers in self.mistake.get("segments", SEGMENTS)
        ]
        segments = [one for one in segments if one]
        match self.mistake.get("session"):
            case "wrong-order":
                segments[0], segments[1] = segments[1], segments[0]
            case "lost-segment":
                del segments[1]
            case "resent-longer":
                segments.insert(1, written[:4])
            case "blind-anew":
                fresh = Device({"header": {"blind": sha256(b"anew").hexdigest()[:32]}, "at": 11})
                segments.append(self._segment(fresh._written(), [11]))
            case "restarts-at-one":
                segments.append(Device({"blinds": "restart"})._written()[:3])
            case _:
                pass
        for segment in segments:
            last = segment[-1].number
            yield true_time(last) + timedelta(seconds=1), self._line(segment)

    def _segment(self, written: list[Written], numbers: list[int]) -> list[Written]:
        return [one for one in written if int(one.number) in numbers]

    def _written(self) -> list[Written]:
        found: list[Written] = []
        seq, previous = self._first_seq(), ZEROS
        for number, event in self._events():
            wrong = self._is_wrong(number)
            if wrong and self.mistake.get("session") == "seq-hops" and number == self.mistake["at"]:
                seq += 1
            one = self._write(number, event, seq, previous, wrong=wrong)
            found.append(one)
            seq, previous = seq + 1, one.link
        return found

    def _first_seq(self) -> int:
        return 0 if self.mistake.get("session") == "seq-from-zero" else 1

    def _events(self) -> list[tuple[float, dict[str, Any]]]:
        events: list[tuple[float, dict[str, Any]]] = list(enumerate(EVENTS, 1))
        what, _, which = self.mistake.get("session", "").partition(":")
        match what:
            case "without":
                return [one for one in events if one[0] != int(which)]
            case "moved":
                moved, after = map(int, which.split(":"))
                one = events.pop(moved - 1)
                events.insert(after - 1, one)
                return events
            case "twice":
                at = int(which)
                return [*events[:at], (at + 0.5, EVENTS[at - 1]), *events[at:]]
            case "long-segment":
                return [(number, EVENTS[2]) for number in range(1, 1002)]
            case _:
                return events

    def _is_wrong(self, number: float) -> bool:
        if "at" not in self.mistake:
            return True
        first = self.mistake["at"]
        return number >= first if self.mistake.get("every") else number == first

    def _write(
        self, number: float, event: dict[str, Any], seq: int, previous: str, *, wrong: bool
    ) -> Written:
        mistake = self.mistake if wrong else {}
        header = {
            "format": f"razao/2 {ORIGIN}",
            "source": SOURCE,
            "seq": str(seq),
            "previous": previous,
            "kind": event["kind"],
            "blind": sha256(f"{self.mistake.get('blinds', '')}{number}".encode()).hexdigest()[:32],
            **mistake.get("header", {}),
        }
        spell = mistake.get("spell", "")
        if spell == "counted-blind":
            header["blind"] = f"{seq:032x}"
        at = self._claimed(number)
        payload = {**event["payload"], **mistake.get("payload", {})}
        payload = {
            name: one for name, one in payload.items() if name not in mistake.get("absent", ())
        }
        if "order" in mistake:
            payload = {name: payload[name] for name in mistake["order"]}
        round_ = event.get("round")
        body: dict[str, Any] = {
            "at": at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            "day": DAY,
            "place": PLACE,
            "round": None if round_ is None else f"{PLACE}/{DAY}/{round_}",
            "payload": payload,
            **mistake.get("body", {}),
        }
        if spell == "body-by-alphabet":
            body = dict(sorted(body.items()))
        lines = list(header.values())
        if spell == "razao/1":
            lines[0] = f"razao/1 {ORIGIN}"
        if spell in {"razao/1", "no-blind"}:
            del lines[-1]
        envelope = self._spelt(spell, lines, body, mistake)
        link = sha256(b"\0" + envelope).hexdigest()
        if wrong or self._is_wrong(number + 1):
            link = self._link(envelope, link, number)
        return Written(number, seq, header["previous"], envelope, link, at)

    def _spelt(
        self, spell: str, lines: list[str], body: dict[str, Any], mistake: dict[str, Any]
    ) -> bytes:
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        if spell == "blanks":
            text = json.dumps(body, ensure_ascii=False)
        if spell == "nfd":
            text = unicodedata.normalize("NFD", text)
        if spell == "large":
            text = text.replace('"cash"', '"' + "c" * 66_000 + '"')
        if "text" in mistake:
            old, new = mistake["text"]
            assert old in text, (old, text)
            text = text.replace(old, new)
        end = "\r\n" if spell == "crlf-header" else "\n"
        head = "".join(line + end for line in lines)
        whole = head + ("" if spell == "no-empty-line" else end) + text
        whole += "\n" if spell == "line-end" else ""
        match spell:
            case "bom":
                return b"\xef\xbb\xbf" + whole.encode()
            case "utf-16":
                return whole.encode("utf-16")
            case "latin-1":
                return whole.encode("latin-1")
            case _:
                return whole.encode()

    def _link(self, envelope: bytes, link: str, number: float) -> str:
        """Return what the next envelope names as previous."""
        if not self._is_wrong(number + 1):
            return link
        match self.mistake.get("link"):
            case "without-zero-byte":
                return sha256(envelope).hexdigest()
            case "body-alone":
                return sha256(b"\0" + envelope.partition(b"\n\n")[2]).hexdigest()
            case "capitals":
                return link.upper()
            case _:
                return link

    def _claimed(self, number: float) -> datetime:
        """Return the time that the device's clock shows."""
        true = true_time(number)
        match self.mistake.get("session"):
            case "clock-ahead":
                return true + timedelta(hours=2)
            case "clock-1970" if self._is_wrong(number):
                return datetime(1970, 1, 1, 0, 0, int(number), 123456, tzinfo=UTC)
            case "clock-behind":
                return true - timedelta(hours=1)
            case "clock-back" if self._is_wrong(number):
                return true - timedelta(minutes=10)
            case _:
                return true

    # --- what is sent ----------------------------------------------------------------------------

    def _line(self, segment: list[Written]) -> bytes:
        key, signature = self.public, self._signature(segment)
        if self.mistake.get("sign") == "der-key":
            key = self.key.public_key().public_bytes(
                serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
            )
        if self.mistake.get("sign") == "own-key":
            key = self._other().public_key().public_bytes_raw()
        envelopes = [one.envelope for one in segment]
        how = self.mistake.get("line")
        encode = base64.urlsafe_b64encode if how == "base64url" else base64.b64encode
        told: dict[str, Any] = {
            "key": encode(key).decode(),
            "signature": encode(signature).decode(),
            "envelopes": [encode(one).decode() for one in envelopes],
        }
        told |= self._fields(how, key, envelopes)
        if how == "no-key":
            del told["key"]
        if how == "events":
            told["events"] = told.pop("envelopes")
        if how == "indented":
            return json.dumps(told, indent=2).encode() + b"\n"
        if how == "array":
            return json.dumps([told]).encode() + b"\n"
        return json.dumps(told, separators=(",", ":")).encode() + b"\n"

    def _fields(self, how: str | None, key: bytes, envelopes: list[bytes]) -> dict[str, Any]:
        """Return the fields of a line that are written otherwise."""
        written: dict[str | None, Callable[[], dict[str, Any]]] = {
            "hex": lambda: {"envelopes": [one.hex() for one in envelopes]},
            "key-hex": lambda: {"key": key.hex()},
            "base64-unpadded": lambda: {"key": base64.b64encode(key).decode().rstrip("=")},
            "base64-folded": lambda: {
                "envelopes": [base64.encodebytes(one).decode() for one in envelopes]
            },
            "one-envelope": lambda: {"envelopes": base64.b64encode(envelopes[0]).decode()},
            "text": lambda: {"envelopes": [one.decode() for one in envelopes]},
            "no-envelopes": lambda: {"envelopes": []},
        }
        return written.get(how, dict)()

    def _other(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(sha256(b"another").digest())

    def _signature(self, segment: list[Written]) -> bytes:
        links = [sha256(b"\0" + one.envelope).digest() for one in segment]
        how = self.mistake.get("sign")
        order = "little" if how == "little-endian" else "big"
        key = self._other() if how == "own-key" else self.key
        source = SOURCE
        if "source" in self.mistake.get("header", {}) and self.mistake.get("every"):
            source = self.mistake["header"]["source"]
        origin = ORIGIN
        if "outra.casa" in self.mistake.get("header", {}).get("format", ""):
            origin = "outra.casa"
        before = bytes.fromhex(segment[0].previous or ZEROS)
        if how == "previous-zeros":
            before = bytes(32)
        root = {"root-doubled": doubled, "root-last": lambda of: of[-1]}.get(how, merkle)(links)
        count = 1 if how == "counts-one" else len(links)
        statement = b"".join(
            (
                sha256(origin.encode()).digest(),
                sha256(source.encode()).digest(),
                key.public_key().public_bytes_raw(),
                segment[0].seq.to_bytes(8, order),
                count.to_bytes(4, order),
                before,
                root,
            )
        )
        statement = altered(how, statement, segment)
        signed = dsse(POSSESSION if how == "other-type" else TYPE, statement)
        match how:
            case "the-envelope":
                return key.sign(segment[0].envelope)
            case "without-dsse":
                return key.sign(statement)
            case "digest":
                return key.sign(sha256(signed).digest())
            case "hex":
                return key.sign(signed.hex().encode())
            case "ecdsa":
                return ec.generate_private_key(ec.SECP256R1()).sign(
                    signed, ec.ECDSA(hashes.SHA256())
                )
            case _:
                return key.sign(signed)


def altered(how: str | None, statement: bytes, segment: list[Written]) -> bytes:
    """Return a statement with one of its parts otherwise."""
    names, key, first, rest = statement[:64], statement[64:96], statement[96:104], statement[104:]
    match how:
        case "names-swapped":
            names = names[32:] + names[:32]
        case "key-digest":
            key = sha256(key).digest()
        case "last-seq":
            first = segment[-1].seq.to_bytes(8)
        case _:
            pass
    return names + key + first + rest


def true_time(number: float) -> datetime:
    """Return when an event of the session happened."""
    return BEGAN + timedelta(seconds=number - 1)


def dsse(type_: bytes, payload: bytes) -> bytes:
    """Return DSSE's pre-authentication encoding."""
    return b"DSSEv1 %d %b %d %b" % (len(type_), type_, len(payload), payload)


def merkle(links: list[bytes]) -> bytes:
    """Return the RFC 6962 root over links, which are the leaves' hashes."""
    if len(links) == 1:
        return links[0]
    split = 1
    while split * 2 < len(links):
        split *= 2
    return sha256(b"\1" + merkle(links[:split]) + merkle(links[split:])).digest()


def doubled(links: list[bytes]) -> bytes:
    """Return the root of those who double the last leaf where their number is odd."""
    row = links
    while len(row) > 1:
        row = row + row[-1:] if len(row) % 2 else row
        row = [sha256(b"\1" + a + b).digest() for a, b in zip(row[::2], row[1::2], strict=True)]
    return row[0]
