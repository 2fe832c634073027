"""A ledger by hand, of whoever holds all its keys, and bundles of it: honest ones and forged."""

import io
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from ledger.events.base import Payload
from ledger.events.registry import ClockTicked
from ledger.ids import Link
from ledger.keys import Keyring
from ledger.signed.canonical import decode_header
from ledger.signed.chain import link_of
from ledger.signed.logs import LogSigner
from ledger.signed.merkle import inclusion_proof, root_of
from ledger.signed.segments import Segment
from ledger.signed.sources import SourceChain
from ops.outside.verifier import program_text
from ops.outside.verifier.razao_verify import Event, Trust
from tests.ledger.test_keys import ORIGIN, History, signer

AT = "2026-11-20T22:00:00.000000Z"
DAY = "2026-11-20"
FOUNDER = "casa-service"


class Twins(History):
    """A short history of trust that the ledger's keyring and the one file fold side by side."""

    def __init__(self, **told: Any) -> None:
        self.trust = Trust()
        super().__init__(**told)

    def say(self, source: str, payload: Payload) -> tuple[str, str]:
        """Tell both; what they think of each source's key may then be compared."""
        name, link = super().say(source, payload)
        event = event_of(self.position, name, bytes.fromhex(link), payload)
        if self.position == 1:
            self.trust.found(event)
        else:
            self.trust.fold(event)
        return name, link

    def keys(self) -> tuple[dict[str, bytes], dict[str, bytes]]:
        """Return whose key holds, by the ledger's rules and by the one file."""
        ring = {one.name: one.keys[-1].public for one in self.living()}
        alone = {name: self.trust.key_of(name) for name in self.trust.keys}
        return ring, {name: one.public for name, one in alone.items() if one is not None}

    def living(self) -> list[Any]:
        """Return the sources whose key holds."""
        return [one for one in self.keyring.sources.values() if one.is_living]


def event_of(position: int, name: str, link: bytes, payload: Payload, at: str = AT) -> Event:
    """Return an event as the one file reads it from a line, without its proofs."""
    source, _, seq = name.rpartition(":")
    return Event(
        where=name,
        position=position,
        origin=ORIGIN,
        source=source,
        seq=int(seq),
        previous=bytes(32),
        kind=payload.KIND,
        body={"at": at, "payload": msgspec.to_builtins(payload)},
        link=link,
        key=bytes(32),
        hashes=[],
        envelope=b"",
    )


class Forge:
    """A ledger in memory: every source signs by the key of its own name until it rotates."""

    def __init__(self, founding: Payload) -> None:
        self.keyring = Keyring()
        self.log = LogSigner(ORIGIN, signer("log"))
        self.said: list[tuple[str, Segment, Link]] = []
        self._chains: dict[str, SourceChain] = {}
        self.chain(FOUNDER, "service")
        self.say(FOUNDER, founding)

    def chain(self, source: str, key: str | None = None) -> SourceChain:
        """Return a source's chain; it begins by the key of a name, its own by default."""
        if source not in self._chains:
            self._chains[source] = SourceChain(ORIGIN, source, signer(key or source))
        return self._chains[source]

    def say(self, source: str, payload: Payload, **told: Any) -> tuple[str, str]:
        """Record an event, whoever may say it; return its name and link."""
        chain = self.chain(source)
        previous = chain.link
        segment = chain.say(payload, told.pop("at", AT), **told)
        self.said.append((source, segment, previous))
        self.keyring.apply(len(self.said), chain.name_of_last(), chain.link, payload)
        if isinstance(payload, ClockTicked):
            self.keyring.tick(source, AT)
        return chain.name_of_last(), chain.link.hex()

    def say_raw(self, source: str, kind: str, body: bytes) -> None:
        """Record an event of any bytes, as no door would: linked, signed, in the log."""
        chain = self.chain(source)
        previous = chain.link
        head = f"razao/2 {ORIGIN}\n{source}\n{chain.seq + 1}\n{previous.hex()}\n{kind}\n"
        envelope = f"{head}{'ab' * 16}\n\n".encode() + body
        chain.seq += 1
        chain.link = link_of(envelope)
        self.said.append((source, chain.sign((envelope,), chain.seq, previous), previous))

    def restart(self) -> None:
        """Begin every chain, and the log, anew."""
        self.said.clear()
        self._chains.clear()
        self.chain(FOUNDER, "service")

    @property
    def links(self) -> list[Link]:
        """The log's leaves."""
        return [link_of(segment.envelopes[0]) for _, segment, _ in self.said]

    def line(self, position: int) -> dict[str, Any]:
        """Return an event's line with its proofs under the log as it is now."""
        _, segment, previous = self.said[position - 1]
        (envelope,) = segment.envelopes
        return {
            "position": position,
            "envelope": b64encode(envelope).decode(),
            "hashes": [one.hex() for one in inclusion_proof(self.links, position - 1)],
            "segment": {
                "first": decode_header(envelope).seq,
                "count": 1,
                "previous": previous.hex(),
                "key": segment.key.hex(),
                "signature": b64encode(segment.signature).decode(),
                "hashes": [],
            },
        }

    def note(self) -> str:
        """Return the checkpoint of the log as it is now."""
        return self.log.sign(len(self.said), root_of(self.links))

    def files(
        self, about: Mapping[str, Any], events: Sequence[int], trust: Sequence[int]
    ) -> dict[str, bytes]:
        """Return the files of a bundle of some positions."""
        manifest = {
            "format": "razao-bundle/1",
            "about": about,
            "origin": ORIGIN,
            "size": len(self.said),
            "events": len(events),
        }
        return {
            "manifest.json": json.dumps(manifest).encode(),
            "events.jsonl": self._lines(events),
            "trust.jsonl": self._lines(trust),
            "checkpoint": self.note().encode(),
            "razao_verify.py": program_text(),
            "LEIA-ME.txt": b"",
        }

    def _lines(self, positions: Sequence[int]) -> bytes:
        return b"".join(json.dumps(self.line(one)).encode() + b"\n" for one in positions)


def files_in(data: bytes) -> dict[str, bytes]:
    """Return the files of an archive."""
    with ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files: Mapping[str, bytes], *, honest: bool = True) -> bytes:
    """Return an archive of files; its manifest says what they are now, if ``honest``."""
    if honest and "manifest.json" in files:
        manifest = json.loads(files["manifest.json"])
        manifest["files"] = {
            name: sha256(data).hexdigest()
            for name, data in sorted(files.items())
            if name != "manifest.json"
        }
        files = {**files, "manifest.json": json.dumps(manifest).encode()}
    written = io.BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return written.getvalue()
