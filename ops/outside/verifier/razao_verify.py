"""Checks a bundle of a Razão ledger: without the ledger, its server or its program.

    python razao_verify.py BUNDLE.zip [--log-key KEY]... [--witness KEY]... [--policy FILE] [--json]

This file needs Python 3.11 and the package ``cryptography``, and nothing else; it is meant to be
read in one sitting by whoever has to believe it. It says, in Portuguese and in English, what a
bundle proves and what it does not, and names what fails. Exit 0: all of it holds; 1: something
fails; 2: wrong arguments.

What it checks, in this order:

1. the archive holds the files that its manifest lists, byte by byte, and the bill of materials
   that the program which made it names;
2. each event's bytes give the link by which it is known; the segment that it was sent in bears the
   signature of one key (Ed25519 over DSSE's encoding of a statement of fixed lengths);
3. links of one source that follow each other fit;
4. each event stands at its position under the root of the log (RFC 6962);
5. the keys: founding, enrolments by as many registrars as must agree (one of the Authority where
   it must be), rotations, ends, recovery by the sealed key; each event was signed by the key that
   its source had at that position;
6. the checkpoint bears the signatures of the log's own keys, and whose besides;
7. an older checkpoint that somebody stamped is a beginning of the same log.
"""

import argparse
import hashlib
import io
import json
import re
import sys
import zipfile
import zlib
from base64 import b64decode
from binascii import Error as NotBase64
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, cast

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

try:  # the second signature of a checkpoint; older packages do not know it
    from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PublicKey
except ImportError:
    MLDSA44PublicKey = None  # type: ignore[assignment,misc]

FORMAT = "razao-bundle/1"
MANIFEST, EVENTS, TRUST, CHECKPOINT = "manifest.json", "events.jsonl", "trust.jsonl", "checkpoint"
OLDER, VERIFIER, README = "older.json", "razao_verify.py", "LEIA-ME.txt"
RECORD, SETTLEMENT = "record.jsonl", "settlement.json"
OLDER_NOTE, STAMP, SBOM = "older-checkpoint", "older-checkpoint.tsr", "sbom.cdx.json"
FILES = {MANIFEST, EVENTS, TRUST, CHECKPOINT, OLDER, OLDER_NOTE, STAMP, VERIFIER, README, RECORD,
         SETTLEMENT, SBOM}  # fmt: skip
"""What this version knows of a bundle's files."""
LATER = re.compile(r"[a-z0-9][a-z0-9-]{0,59}(\.([a-z0-9-]{1,20}\.){0,2}(json|jsonl|txt|tsr))?")
"""What a bundle of a later version may hold beside them: the manifest lists it, nothing of it is
checked here, and this is said. No name that another tool takes for a program, or for one of ours.
What changes the meaning of what is known has another FORMAT, and is refused."""
WHAT = {"event", "round", "acta", "pool", "day", "dispute"}
FILES_MAX, FILE_BYTES_MAX, ALL_BYTES_MAX = 64, 64 << 20, 256 << 20
SEGMENT_MAX = 1_000
NAME_MAX, NAMED_MAX = 200, 20
HASH_SIZE = 32
ED25519, COSIGNED_ED25519, COSIGNED_MLDSA44 = 1, 4, 6
HEADER = re.compile(
    rb"razao/([12]) ([A-Za-z0-9][A-Za-z0-9._:-]{0,63})\n([A-Za-z0-9][A-Za-z0-9._:-]{0,63})\n"
    rb"([1-9][0-9]{0,15})\n([0-9a-f]{64})\n([a-z][a-z0-9-]{0,59}/[1-9][0-9]{0,3})\n"
    rb"(?:([0-9a-f]{32})\n)?\n"
)


class BundleError(Exception):
    """Something of a bundle does not hold: where, in Portuguese and in English."""

    def __init__(self, where: str, pt: str, en: str) -> None:
        """Keep the place and both sentences."""
        super().__init__(f"{where}: {en}")
        self.where, self.pt, self.en = where, pt, en


class Result:
    """A bundle's result: each sentence in Portuguese and in English."""

    def __init__(self) -> None:
        """Begin with nothing proved, and nothing wrong."""
        self.about = self.origin = ""
        self.proved: list[tuple[str, str]] = []
        self.open: list[tuple[str, str]] = []
        """What the bundle does not prove."""
        self.faults: list[tuple[str, str, str]] = []
        """Where, and what is wrong there."""


class Event(NamedTuple):
    """An event of a bundle: its bytes taken apart, and how it is proved."""

    where: str
    position: int
    origin: str
    source: str
    seq: int
    previous: bytes
    kind: str
    body: dict[str, Any]
    link: bytes
    key: bytes
    hashes: list[bytes]
    envelope: bytes

    @property
    def name(self) -> str:
        """``source:seq``, by which everybody names it."""
        return f"{self.source}:{self.seq}"

    @property
    def payload(self) -> dict[str, Any]:
        """The event's own facts, of its kind."""
        said = self.body.get("payload")
        return cast("dict[str, Any]", said) if isinstance(said, dict) else {}


# --- 1. the archive ------------------------------------------------------------------------------


def read_archive(data: bytes) -> dict[str, bytes]:
    """Return the files of an archive, each bounded, none twice, none outside of its folder."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            check_entries(archive.infolist())
            check_layout(data, archive)
            files: dict[str, bytes] = {}
            for name in archive.namelist():
                with archive.open(name) as stream:
                    files[name] = stream.read(FILE_BYTES_MAX + 1)
                if len(files[name]) > FILE_BYTES_MAX:
                    raise bad(name, "demasiado grande", "too large")
                if sum(map(len, files.values())) > ALL_BYTES_MAX:
                    raise bad("zip", "demasiado grande", "too large")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError,
            ValueError, zlib.error) as error:  # fmt: skip
        raise bad("zip", f"não se lê: {error}", f"cannot be read: {error}") from error
    return files


def check_entries(entries: list[zipfile.ZipInfo]) -> None:
    """Check that an archive lists files of a bundle, each once, from its first byte on."""
    if len(entries) > FILES_MAX:
        raise bad("zip", f"mais de {FILES_MAX} ficheiros", f"more than {FILES_MAX} files")
    if min((entry.header_offset for entry in entries), default=0):
        raise bad("zip", "há bytes antes dos ficheiros", "has bytes before its files")
    names: set[str] = set()
    for entry in entries:
        name = entry.filename
        if name not in FILES and not is_of_later(name):
            raise bad("zip", f"não é de uma prova: {name!r}", f"of no bundle: {name!r}")
        if name in names:
            raise bad("zip", f"vem duas vezes: {name}", f"comes twice: {name}")
        if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise bad(name, "compressão que aqui não há", "a compression that is not ours")
        names.add(name)


def is_of_later(name: str) -> bool:
    """Tell whether a bundle of a later version may have a file of this name: harmless, and new."""
    return LATER.fullmatch(name) is not None and name not in {one.lower() for one in FILES}


def check_layout(data: bytes, archive: zipfile.ZipFile) -> None:
    """Check that an archive is its plain files and nothing else: every tool unpacks these.

    Some go from file to file and ask no directory; some take another name, or a link, from what
    may stand beside a file.
    """
    at = listed = 0
    for entry in sorted(archive.infolist(), key=lambda one: one.header_offset):
        size = len(entry.filename)
        kind = entry.external_attr >> 16 & 0o170000
        if entry.flag_bits & 0b1001 or kind not in {0, 0o100000} or entry.external_attr & 0x10:
            raise bad(entry.filename, "não é um ficheiro simples", "is no plain file")
        heads = data[at + 26 : at + 30]
        if entry.header_offset != at or heads != size.to_bytes(2, "little") + b"\0\0":
            raise bad("zip", "há bytes entre os ficheiros", "has bytes between its files")
        at += 30 + size + entry.compress_size
        listed += 46 + size
    if archive.start_dir != at or len(data) != at + listed + 22:
        raise bad("zip", "há bytes fora dos ficheiros", "has bytes beside its files")


def read_manifest(files: dict[str, bytes]) -> dict[str, Any]:
    """Return the manifest; each other file is listed in it with its hash, and no file is absent."""
    if MANIFEST not in files:
        raise bad(MANIFEST, "falta", "is missing")
    manifest = read_json(files[MANIFEST], MANIFEST)
    if manifest.get("format") != FORMAT:
        said = str(manifest.get("format"))[:40]
        raise bad(MANIFEST, f"formato {said}: este {VERIFIER} lê {FORMAT}; tome outro",
                  f"format {said}: this {VERIFIER} reads {FORMAT}; take another one")  # fmt: skip
    files_listed = manifest.get("files")
    if not isinstance(files_listed, dict) or not isinstance(manifest.get("about"), dict):
        raise bad(MANIFEST, "sem lista de ficheiros", "has no list of files")
    listed = cast("dict[str, str]", files_listed)
    for name in sorted(files.keys() - listed.keys() - {MANIFEST}):
        raise bad(name, "não está no manifesto", "is not in the manifest")
    for name, said in sorted(listed.items()):
        if name not in files:
            raise bad(name, "está no manifesto e falta", "is in the manifest, and missing")
        if hashlib.sha256(files[name]).hexdigest() != said:
            raise bad(name, "não é o que o manifesto diz", "is not what the manifest says")
    for name in (EVENTS, TRUST, CHECKPOINT):
        if name not in files:
            raise bad(name, "falta", "is missing")
    check_program(manifest.get("program"), listed.get(SBOM))
    return manifest


def check_program(program: object, listed: str | None) -> None:
    """See that the bill of materials is the one that the program names; old bundles have none."""
    said = cast("dict[str, Any]", program).get("sbom") if isinstance(program, dict) else None
    if said != listed:
        raise bad(SBOM, "não é a lista de peças de que o programa fala",
                  "is not the bill of materials that the program names")  # fmt: skip


def subject_of(manifest: dict[str, Any]) -> dict[str, str]:
    """Return a manifest's subject: a word of :data:`WHAT`, and a name on one line."""
    about = cast("dict[str, str]", manifest["about"])
    if about.get("what") not in WHAT or not is_name(about.get("name")):
        raise bad(MANIFEST, "não diz de que é a prova", "does not say what the bundle is about")
    return about


# --- 2. events and their signatures --------------------------------------------------------------


def read_events(data: bytes, file: str) -> list[Event]:
    """Return the events of a file of lines, in order of position; each signature was checked."""
    events: list[Event] = []
    for number, line in enumerate(data.splitlines(), 1):
        where = f"{file}, line {number}"
        try:
            event = read_event(read_json(line, where), where)
        except (KeyError, TypeError, ValueError, NotBase64, OverflowError) as error:
            raise bad(where, f"não se lê: {error}", f"cannot be read: {error}") from error
        if events and event.position <= events[-1].position:
            raise bad(where, "fora de ordem ou repetido", "out of order, or twice")
        events.append(event)
    if not events:
        raise bad(file, "não há eventos", "there are no events")
    return events


def read_event(said: dict[str, Any], where: str) -> Event:
    """Return one event of a line; the signature of its segment was checked."""
    envelope = b64decode(said["envelope"], validate=True)
    found = HEADER.match(envelope)
    if found is None or (found[1] == b"2") != (found[7] is not None):
        raise bad(where, "o envelope não tem cabeçalho", "the envelope has no header")
    body = read_json(envelope[found.end() :], where)
    segment = said["segment"]
    first, count = whole(segment["first"]), whole(segment["count"])
    seq, source, origin = int(found[4]), found[3].decode(), found[2].decode()
    link = hashlib.sha256(b"\0" + envelope).digest()
    key, previous = bytes.fromhex(segment["key"]), bytes.fromhex(segment["previous"])
    if not 1 <= count <= SEGMENT_MAX or not 0 <= seq - first < count or len(previous) != HASH_SIZE:
        raise bad(where, "não cabe no seu segmento", "does not fit into its segment")
    root = climb(link, seq - first, count, hashes_of(segment["hashes"]), where)
    if seq == first and previous != bytes.fromhex(found[5].decode()):
        raise bad(where, "o segmento não continua a cadeia", "its segment does not go on the chain")
    statement = b"".join((
        hashlib.sha256(origin.encode()).digest(), hashlib.sha256(source.encode()).digest(), key,
        first.to_bytes(8, "big"), count.to_bytes(4, "big"), previous, root,
    ))  # fmt: skip
    signature = b64decode(segment["signature"], validate=True)
    if not fits(key, signature, authenticated("segment", statement)):
        raise bad(where, f"a assinatura de {source}:{seq} não confere",
                  f"the signature of {source}:{seq} does not fit")  # fmt: skip
    return Event(
        where=where, position=whole(said["position"]), origin=origin, source=source, seq=seq,
        previous=bytes.fromhex(found[5].decode()), kind=found[6].decode(), body=body, link=link,
        key=key, hashes=hashes_of(said["hashes"]),
        envelope=envelope,
    )  # fmt: skip


# --- 3. and 4. chains and the log ----------------------------------------------------------------


def check_chains(events: list[Event]) -> None:
    """Check that links of one source that follow each other fit, and no place is told twice."""
    heads: dict[str, Event] = {}
    for event in sorted(events, key=lambda one: (one.source, one.seq)):
        before = heads.get(event.source)
        if before is not None and before.seq == event.seq and before.link != event.link:
            raise bad(event.where, f"{event.name} tem dois conteúdos", f"{event.name} twice")
        if before is not None and before.seq == event.seq - 1 and before.link != event.previous:
            raise bad(event.where, f"{event.name} não continua a cadeia",
                      f"{event.name} does not go on the chain")  # fmt: skip
        if before is not None and (before.seq < event.seq) != (before.position < event.position):
            raise bad(event.where, "posição fora da ordem da cadeia", "position against the chain")
        heads[event.source] = event


def climb(leaf: bytes, index: int, size: int, hashes: list[bytes], where: str) -> bytes:
    """Return the root that a leaf and the hashes beside its way give (RFC 9162, 2.1.3.2)."""
    node, last, rest = leaf, size - 1, list(hashes)
    while last:
        if index & 1 or index < last:
            if not rest:
                raise bad(where, "a prova é curta demais", "the proof is too short")
            beside = rest.pop(0)
            node = inner(beside, node) if index & 1 else inner(node, beside)
        index >>= 1
        last >>= 1
    if rest:
        raise bad(where, "a prova é longa demais", "the proof is too long")
    return node


def extends(old: int, old_root: bytes, size: int, root: bytes, hashes: list[bytes]) -> bool:
    """Tell whether a tree extends an older one (RFC 9162, 2.1.4.2)."""
    if old == size:
        return not hashes and old_root == root
    if not 0 < old < size or (not hashes and old & (old - 1)):
        return False
    rest = [old_root, *hashes] if old & (old - 1) == 0 else list(hashes)
    index, last = old - 1, size - 1
    while index & 1:
        index, last = index >> 1, last >> 1
    first = second = rest[0]
    for node in rest[1:]:
        if last == 0:
            return False
        if index & 1 or index == last:
            first, second = inner(node, first), inner(node, second)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            second = inner(second, node)
        index, last = index >> 1, last >> 1
    return last == 0 and first == old_root and second == root


def inner(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node."""
    return hashlib.sha256(b"\x01" + left + right).digest()


# --- 5. keys -------------------------------------------------------------------------------------


class Key:
    """A key in a source's life."""

    def __init__(self, public: bytes, since: int, not_after: str | None = None, *,
                 rotated: bool = False) -> None:  # fmt: skip
        """Begin at a position."""
        self.public, self.since, self.not_after, self.rotated = public, since, not_after, rotated
        self.ended: int | None = None


class Act(NamedTuple):
    """An act of registrars that waits for enough of them, and who agreed at which position."""

    event: Event
    agreed: dict[str, int]


class Trust:
    """Who may sign, as the events of a bundle tell it, one position after another.

    Acts of registrars take effect where as many persons as must agree have said so, one of the
    Authority's side among them where the act needs one; a new key is nobody else's, and its holder
    proved to have it. The finer rules (which roles one person may hold, to which places a key is
    bound) the complete program checks: ``razao verify bundle``.
    """

    def __init__(self) -> None:
        """Trust nobody."""
        self.origin = self.service = self.clock = ""
        self.keys: dict[str, list[Key]] = {}
        self.owned: set[bytes] = set()
        self.persons: dict[str, str] = {}
        self.roles: dict[str, str] = {}
        self.sides: dict[str, str | None] = {}
        self.registrars: set[str] = set()
        self.threshold = 1
        self.log: list[tuple[int, bytes, bytes | None]] = []
        self.sealed: bytes | None = None
        self.authority = self.classes = False
        self.waiting: dict[str, Act] = {}
        self.suspect: list[tuple[str, str, range]] = []
        """The revocation, the source, and where its words may be a thief's."""

    def check(self, event: Event) -> None:
        """Check that an event was signed by the key that its source had then; fold it."""
        if not self.origin:
            self.found(event)
        if event.origin != self.origin:
            raise bad(event.where, f"é de outro livro: {event.origin}", f"is of {event.origin}")
        key = self.key_of(event.source)
        if key is None or key.public != event.key:
            raise bad(event.where, f"a chave que assinou não era a de {event.source} nessa posição",
                      f"the key that signed was not that of {event.source} then")  # fmt: skip
        if key.not_after is not None and self.clock > key.not_after:
            raise bad(event.where, f"a chave de {event.source} tinha acabado em {key.not_after}",
                      f"the key of {event.source} had ended at {key.not_after}")  # fmt: skip
        if event.position > 1:
            self.fold(event)

    def key_of(self, source: str) -> Key | None:
        """Return the one key that may sign for a source now."""
        held = self.keys.get(source)
        return None if not held or held[-1].ended is not None else held[-1]

    def found(self, event: Event) -> None:
        """Begin with the founding, which names service, log and registrars."""
        said = event.payload
        if event.position != 1 or not event.kind.startswith("ledger-founded/"):
            raise bad(event.where, "não é a fundação do livro", "is not the ledger's founding")
        self.origin, self.service = event.origin, said["service"]
        self.threshold = whole(said["threshold"])
        self.give_log(1, said["log_key"], said.get("log_mldsa44"))
        self.give(1, said["service"], said["service_key"], "service")
        for one in said["registrars"]:
            self.give_registrar(1, one)

    def give(self, position: int, source: str, key: str, role: str, person: str | None = None,
             side: str | None = None, end: str | None = None) -> None:  # fmt: skip
        """Give a source its key, until it ends."""
        public = bytes.fromhex(key)
        self.keys.setdefault(source, []).append(Key(public, position, end))
        self.owned.add(public)
        self.roles.setdefault(source, role)
        self.persons[source] = person or source
        self.sides[source] = side or self.sides.get(source)

    def give_registrar(self, position: int, one: dict[str, Any]) -> None:
        """Give a registrar his key."""
        self.give(position, one["source"], one["key"], "registrar", one.get("person"),
                  one.get("side"))  # fmt: skip
        self.registrars.add(one["source"])

    def give_log(self, position: int, key: str, second: str | None) -> None:
        """Give the log its keys, the second of ML-DSA-44."""
        public = bytes.fromhex(key)
        self.log.append((position, public, bytes.fromhex(second) if second else None))
        self.owned.add(public)

    def is_new(self, name: str, key: str, proof: str, more: str = "") -> bool:
        """Tell whether a key is nobody's yet, and its holder proved to have it."""
        try:
            public, shown = bytes.fromhex(key), bytes.fromhex(proof)
        except ValueError:
            return False  # recorded, and nobody's key
        names = b"".join(hashlib.sha256(one.encode()).digest() for one in (self.origin, name))
        statement = names + public + bytes.fromhex(more)
        return public not in self.owned and fits(
            public, shown, authenticated("possession", statement)
        )

    def fold(self, event: Event) -> None:
        """Fold an event of keys or time; no other changes who may sign."""
        kind, said = event.kind.partition("/")[0], event.payload
        if kind == "clock-ticked" and event.source == self.service:
            self.clock = max(self.clock, str(event.body.get("at")))
        elif kind == "key-rotated" and self.is_new(event.source, said["key"], said["proof"]):
            held = self.keys[event.source]
            held[-1].ended = event.position
            public = bytes.fromhex(said["key"])
            held.append(Key(public, event.position, said.get("not_after"), rotated=True))
            self.owned.add(public)
        elif kind == "key-revoked" and said["source"] == event.source and self.authority:
            self.revoke(event, event.position)
        elif kind == "registrars-recovered":
            self.recover(event)
        elif (kind in ACTS or is_authority(event)) and event.source in self.registrars:
            self.waiting[event.name] = Act(event, {event.source: event.position})
            self.settle(event.name, event.position)
        elif kind == "approval" and event.source in self.registrars:
            waits = self.waiting.get(said["target"])
            if waits is not None and waits.event.link.hex() == said.get("link"):
                waits.agreed.setdefault(event.source, event.position)
                self.settle(said["target"], event.position)

    def settle(self, name: str, position: int) -> None:
        """Let a waiting act take effect if enough persons have agreed."""
        act = self.waiting[name]
        agreed = [one for one in act.agreed if one in self.registrars]
        sides = {self.sides[one] for one in agreed}
        known = any(self.sides[one] is not None for one in self.registrars)
        if known and "authority" not in sides and self.needs_authority(act.event):
            return
        if len({self.persons[one] for one in agreed} - self.barred(act.event)) < self.threshold:
            return
        del self.waiting[name]
        kind, said = act.event.kind.partition("/")[0], act.event.payload
        if kind == "source-enrolled":
            self.enrol(act.event, position)
        elif kind == "key-revoked":
            self.revoke(act.event, position)
            if not known or "authority" in sides:
                self.suspects(act.event, position)
        elif kind == "parameter-set":
            self.authority = True
        elif kind == "registrars-changed":
            self.change(act.event, position)
        elif self.is_new("log", said["key"], said["proof"], said.get("mldsa44") or ""):
            self.give_log(position, said["key"], said.get("mldsa44"))

    def barred(self, act: Event) -> set[str]:
        """Return the persons who do not count: nobody agrees to a key of his own, or its end."""
        said = act.payload
        if act.kind == "source-enrolled/2":
            return {said.get("person") or ""}
        if act.kind.startswith("registrars-changed/"):
            return {one.get("person") or one["source"] for one in said.get("named", ())}
        if act.kind.startswith("key-revoked/") and self.authority:
            return {self.persons.get(said["source"], "")}
        return set()

    def needs_authority(self, act: Event) -> bool:
        """Tell whether one whom the Authority named must be among those who agree."""
        kind, said = act.kind.partition("/")[0], act.payload
        if kind in {"registrars-changed", "log-key-replaced"}:
            return True
        if kind == "source-enrolled":
            if self.classes and said["role"] == "registrar":
                return True
            of = said["role"] in AUTHORITY_SIDE
            return self.classes and of if act.kind.endswith("/1") else (
                of or said.get("side") == "authority")  # fmt: skip
        if kind == "key-revoked":
            of = self.roles.get(said["source"]) in AUTHORITY_SIDE
            return self.classes and (of or self.sides.get(said["source"]) == "authority")
        return self.classes

    def enrol(self, act: Event, position: int) -> None:
        """Give a source without a key the one that an enrolment names."""
        said = act.payload
        if act.kind.endswith("/1") and self.authority:
            return  # it names neither person nor places
        if self.key_of(said["source"]) is None and self.is_new(
            said["source"], said["key"], said["proof"]
        ):
            self.give(position, said["source"], said["key"], said["role"], said.get("person"),
                      said.get("side"), said.get("not_after"))  # fmt: skip
            if said["role"] == "registrar":
                self.registrars.add(said["source"])

    def revoke(self, act: Event, position: int) -> None:
        """End a key; and where registrars' classes bind, those it named since it was suspect."""
        said = act.payload
        since, held = said.get("since"), self.keys.get(said["source"], [])
        from_it = [n for n, one in enumerate(held) if one.public.hex() == said["key"]]
        rest = held[from_it[0] :] if from_it else []
        suspect = act.position if since is None else min(act.position, since)
        line = rest[:1]
        if line and line[0].ended is not None and self.classes:
            for one in rest[1:]:
                if not one.rotated or one.since < suspect:
                    break
                line.append(one)
            if line[-1] is not rest[-1]:
                return
        if not line or line[-1].ended is not None:
            return
        for one in line:
            one.ended = position
        if self.classes or since is not None:
            self.disagree(said["source"], 0 if self.classes else whole(since))

    def suspects(self, act: Event, position: int) -> None:
        """Note from where to where words under a revoked key may be a thief's."""
        said, since = act.payload, act.payload.get("since")
        held = self.keys.get(said["source"], [])
        from_it = [n for n, one in enumerate(held) if one.public.hex() == said["key"]]
        if not from_it or since is None:
            return
        line, *rest = held[from_it[0] :]
        first = max(min(act.position, since), line.since)
        for one in rest:
            if not (self.classes and one.rotated and one.since >= first):
                break
            line = one
        until = position if line.ended is None else line.ended
        self.suspect.append((act.name, said["source"], range(first, until)))

    def disagree(self, source: str, since: int) -> None:
        """Forget agreements of a key that ended, where the act has not taken effect yet."""
        for act in self.waiting.values():
            if act.agreed.get(source, -1) >= since:
                del act.agreed[source]

    def change(self, act: Event, position: int) -> bool:
        """Change the registrars; tell whether they could be changed so."""
        said, sealed = act.payload, act.payload.get("recovery")
        named, removed = list(said.get("named", ())), list(said.get("removed", ()))
        staying = [one for one in self.registrars if one not in removed and self.key_of(one)]
        if (
            not set(removed) <= self.registrars
            or len(staying) + len(named) < whole(said["threshold"])
            or not all(self.is_new(one["source"], one["key"], one["proof"]) for one in named)
            or any(self.key_of(one["source"]) and one["source"] not in removed for one in named)
            or (sealed and not self.is_new("recuperacao", sealed["key"], sealed["proof"]))
        ):
            return False
        for gone in removed:
            self.registrars.discard(gone)
            self.disagree(gone, 0)
            if self.key_of(gone):
                self.keys[gone][-1].ended = position
        for one in named:
            self.give_registrar(position, one)
        if sealed:
            self.sealed = bytes.fromhex(sealed["key"])
            self.owned.add(self.sealed)
        self.threshold, self.classes = whole(said["threshold"]), True
        return True

    def recover(self, act: Event) -> None:
        """Change the registrars by the Authority's sealed key alone."""
        said = act.payload
        lines = [
            self.origin,
            f"threshold {said['threshold']}",
            *(f"named {one['source']} {one['side']} {one.get('person') or one['source']} "
              f"{one['key']}" for one in said.get("named", ())),
            *(f"removed {one}" for one in said.get("removed", ())),
            f"recovery {said['recovery']['key']}",
        ]  # fmt: skip
        statement = authenticated("recovery", "".join(f"{one}\n" for one in lines).encode())
        signature = bytes.fromhex(said["signature"])
        sealed = self.sealed is not None and fits(self.sealed, signature, statement)
        if sealed and self.change(act, act.position):
            self.waiting.clear()

    def log_keys(self, size: int) -> tuple[bytes, bytes | None]:
        """Return the keys that sign a log of a size."""
        return next((a, b) for since, a, b in reversed(self.log) if since <= max(size, 1))


def is_authority(event: Event) -> bool:
    """Tell whether an act lets the matrix of authority hold."""
    said = event.payload
    return (
        event.kind == "parameter-set/1"
        and (said["scope"], said["name"]) == ("*", "autoridade")
        and type(said["value"]) is int
        and said["value"] > 0
    )


def authenticated(what: str, statement: bytes) -> bytes:
    """Return the bytes that are signed of a statement (DSSE), its type first."""
    kind = f"application/vnd.razao.{what}.v1".encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(statement), statement)


ACTS = {"source-enrolled", "key-revoked", "registrars-changed", "log-key-replaced"}
AUTHORITY_SIDE = {"inspector", "authority", "dispute", "auditor", "witness"}


# --- 6. checkpoints (C2SP signed notes) ----------------------------------------------------------


class Note(NamedTuple):
    """A checkpoint: the log's name, size and root, its text, and the lines that sign it."""

    origin: str
    size: int
    root: bytes
    text: str
    lines: list[tuple[str, bytes]]
    """The name of each key, and the bytes behind it."""


def read_note(data: bytes, where: str) -> Note:
    """Return a checkpoint, its signatures not checked."""
    try:
        text, empty, signed = data.decode().rpartition("\n\n")
        origin, size, root = text.split("\n")
        lines: list[tuple[str, bytes]] = []
        for line in signed.splitlines():
            dash, name, stamp = line.split(" ")
            if dash != "—":
                raise bad(where, "não é um ponto de controlo", "is no checkpoint")
            lines.append((name, b64decode(stamp, validate=True)))
        note = Note(origin, int(size), b64decode(root, validate=True), text + "\n", lines)
    except (ValueError, UnicodeDecodeError, NotBase64) as error:
        raise bad(where, f"não é um ponto de controlo: {error}",
                  f"is no checkpoint: {error}") from error  # fmt: skip
    if not empty or str(note.size) != size or len(note.root) != HASH_SIZE or not note.lines:
        raise bad(where, "não é um ponto de controlo", "is no checkpoint")
    return note


def key_id(name: str, kind: int, public: bytes) -> bytes:
    """Return the four bytes by which notes know a key."""
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]


def signed_by(note: Note, name: str, kind: int, public: bytes) -> int | None:
    """Return when a key signed a checkpoint (0 where it does not say); None if it did not."""
    known = key_id(name, kind, public)
    for signer, data in note.lines:
        if signer != name or data[:4] != known:
            continue
        if kind == ED25519:
            return 0 if fits(public, data[4:], note.text.encode()) else None
        seconds, signature = int.from_bytes(data[4:12], "big"), data[12:]
        if kind == COSIGNED_ED25519:
            message = f"cosignature/v1\ntime {seconds}\n{note.text}".encode()
            return seconds if fits(public, signature, message) else None
        message = b"".join((
            b"subtree/v1\n\0", bytes([len(name.encode())]), name.encode(), data[4:12],
            bytes([len(note.origin.encode())]), note.origin.encode(), bytes(8),
            note.size.to_bytes(8, "big"), note.root,
        ))  # fmt: skip
        return seconds if fits_mldsa44(public, signature, message) else None
    return None


def check_log(note: Note, keys: tuple[bytes, bytes | None], where: str, result: Result) -> None:
    """Check that the log's own keys signed a checkpoint."""
    if signed_by(note, note.origin, ED25519, keys[0]) is None:
        raise bad(where, "não está assinado pela chave do livro", "the log's key did not sign it")
    if keys[1] is None:
        return
    if MLDSA44PublicKey is None:
        result.open.append((
            "A assinatura ML-DSA-44 do ponto de controlo (instale cryptography 50 ou posterior).",
            "The checkpoint's signature by ML-DSA-44 (install cryptography 50 or later).",
        ))  # fmt: skip
    elif signed_by(note, note.origin, COSIGNED_MLDSA44, keys[1]) is None:
        raise bad(where, "falta a assinatura ML-DSA-44 do livro", "the log's ML-DSA-44 is missing")


def read_key(text: str) -> tuple[str, int, bytes]:
    """Return the name, kind and bytes of a verifier key ``name+id+key``."""
    name, ident, encoded = text.split("+", 2)
    data = b64decode(encoded, validate=True)
    if not data:
        raise ValueError(f"{text[:60]}: has no key")
    if key_id(name, data[0], data[1:]).hex() != ident:
        raise ValueError(f"{text[:60]}: its id is not its own")
    return name, data[0], data[1:]


# --- all of it -----------------------------------------------------------------------------------


def check(
    data: bytes,
    log_keys: list[str] | None = None,
    witnesses: list[str] | None = None,
    policy: str | None = None,
) -> Result:
    """Check a bundle; what fails first ends the check, and stands in ``faults``.

    ``policy`` is the text of a C2SP policy: logs, witnesses, groups and a quorum.
    """
    return look(data, log_keys or [], witnesses or [], policy)[0]


def look(
    data: bytes, log_keys: list[str], witnesses: list[str], policy: str | None
) -> tuple[Result, dict[str, bytes], list[Event]]:
    """Return the same with the files and events of a bundle, none where something fails."""
    result = Result()
    files: dict[str, bytes] = {}
    events: list[Event] = []
    try:
        files, events = check_all(data, log_keys, witnesses, policy, result)
    except BundleError as error:
        result.faults.append((error.where, error.pt, error.en))
    except Exception as error:  # noqa: BLE001 - whatever a hostile file provokes is an answer
        said = f"{type(error).__name__}: {error}"
        result.faults.append(("bundle", f"não se lê: {said}", f"cannot be read: {said}"))
    if result.faults:
        result.proved.clear()
    return result, files, events


def check_all(data: bytes, pinned: list[str], witnesses: list[str], policy: str | None,
              result: Result) -> tuple[dict[str, bytes], list[Event]]:  # fmt: skip
    """Check everything in order, return files and events; whatever fails is raised."""
    files = read_archive(data)
    manifest = read_manifest(files)
    about = subject_of(manifest)
    result.about = f"{about['what']} {about['name']}"
    events, trust = read_events(files[EVENTS], EVENTS), read_events(files[TRUST], TRUST)
    every = {(one.position, one.link): one for one in (*trust, *events)}
    ordered = sorted(every.values(), key=lambda one: one.position)
    for one, other in pairwise(ordered):
        if one.position == other.position:
            raise bad(other.where, f"dois eventos na posição {one.position}", "two at one position")
    check_chains(ordered)
    keys = Trust()
    for event in ordered:
        keys.check(event)
    result.origin = keys.origin
    note = read_note(files[CHECKPOINT], CHECKPOINT)
    if note.origin != keys.origin:
        raise bad(CHECKPOINT, f"é de {note.origin}", f"is of {note.origin}")
    check_log(note, keys.log_keys(note.size), CHECKPOINT, result)
    for event in ordered:
        if not 0 < event.position <= note.size:
            raise bad(event.where, "fora do registo", "outside of the log")
        if climb(event.link, event.position - 1, note.size, event.hashes, event.where) != note.root:
            raise bad(event.where, f"{event.name} não está na posição {event.position} do registo",
                      f"{event.name} is not at position {event.position} of the log")  # fmt: skip
    claimed = (manifest.get("origin"), manifest.get("size"), manifest.get("events"))
    if claimed != (note.origin, note.size, len(events)):
        raise bad(MANIFEST, "não é o resumo do que aqui está", "does not sum up what is here")
    check_about(about, events)
    tell(result, keys, ordered, events, note)
    tell_suspect(result, keys, events)
    tell_rest(result, manifest, files)
    check_pinned(result, pinned, note, keys)
    check_witnesses(result, witnesses, read_policy(policy) if policy is not None else None, note)
    check_older(result, files, note, keys)
    return files, ordered


def check_about(about: dict[str, Any], events: list[Event]) -> None:
    """Check that the events are of what the bundle says it is about."""
    for event in events:
        said = {"event": event.name, "round": event.body.get("round"),
                "day": f"{event.body.get('place')} {event.body.get('day')}",
                "acta": f"{event.body.get('place')} {about['name'].partition(' ')[2]}"}  # fmt: skip
        if about["what"] in said and said[about["what"]] != about["name"]:
            raise bad(event.where, f"{event.name} não é de {about['name']}",
                      f"{event.name} is not of {about['name']}")  # fmt: skip


def tell(result: Result, keys: Trust, every: list[Event], events: list[Event], note: Note) -> None:
    """Add the sentences on events, keys and log."""
    who = ", ".join(sorted({f"{one.source} ({keys.roles.get(one.source)})" for one in events}))
    result.proved += [
        (f"{len(events)} evento(s), byte a byte, assinados por {who}.",
         f"{len(events)} event(s), byte by byte, signed by {who}."),
        (f"Cada chave foi inscrita por {keys.threshold} registador(es), desde a fundação "
         f"{every[0].link.hex()}.",
         f"Each key was enrolled by {keys.threshold} registrar(s), from the founding "
         f"{every[0].link.hex()} on."),
        (f"Estão nas posições {events[0].position} a {events[-1].position} do registo de "
         f"{note.origin}, que tinha {note.size} eventos quando a sua chave o assinou.",
         f"They stand at positions {events[0].position} to {events[-1].position} of the log of "
         f"{note.origin}, which had {note.size} events when its key signed it."),
    ]  # fmt: skip
    gaps = list(gaps_of(events))
    if gaps:
        text = ", ".join(gaps)
        result.open.append((
            f"O que dizem os eventos que aqui não estão: {text}.",
            f"What the events say that are not here: {text}.",
        ))  # fmt: skip


def tell_suspect(result: Result, keys: Trust, events: list[Event]) -> None:
    """Say which events a thief may have signed: their key was revoked as suspect since then."""
    for act, source, span in keys.suspect:
        names = [one.name for one in events if one.source == source and one.position in span]
        if names:
            text = ", ".join(names[:NAMED_MAX]) + (" …" if len(names) > NAMED_MAX else "")
            result.open.append((
                f"Quem assinou {text}: {act} diz que a chave podia já ser de outrem.",
                f"Who signed {text}: {act} says that the key may have been a thief's by then.",
            ))  # fmt: skip


def tell_rest(result: Result, manifest: dict[str, Any], files: dict[str, bytes]) -> None:
    """Add the sentences on what no bundle proves."""
    name, said = result.about, manifest.get("not_proved")
    if isinstance(said, str):
        result.open.append((
            f"O que o programa diz não ter provado: {said[:1000]}.",
            f"What the program says that it has not proved: {said[:1000]}.",
        ))  # fmt: skip
    later = ", ".join(sorted(files.keys() - FILES))
    if later:
        result.open.append((
            f"O que está em {later}: esta versão não o conhece, e nada disso confere; há um "
            f"{VERIFIER} mais novo.",
            f"What is in {later}: this version does not know it, and checks nothing of it; there "
            f"is a newer {VERIFIER}.",
        ))  # fmt: skip
    if manifest["about"]["what"] in {"pool", "acta", "dispute"}:
        result.open.append((
            f"Que estes eventos são os de {name}: escolheu-os o programa, pelas regras.",
            f"That these events are those of {name}: the program chose them, by the rules.",
        ))  # fmt: skip
    if SETTLEMENT in files or RECORD in files:
        result.open.append((
            f"O que é devido ({RECORD}, {SETTLEMENT}): é conta do programa; refaça-a com `razao "
            f"replay {RECORD}`, ou à mão pela regra citada, e confronte o registo com os eventos.",
            f"What is due ({RECORD}, {SETTLEMENT}): it is the program's sum; do it again by `razao "
            f"replay {RECORD}`, or by hand from the rule cited; hold the record beside the events.",
        ))  # fmt: skip
    if files.get(VERIFIER, b"") != own_text():
        result.open.append((
            f"O que faz o {VERIFIER} que aqui vem: não é este que o conferiu.",
            f"What the {VERIFIER} in here does: it is not the one that checked this.",
        ))  # fmt: skip
    if manifest["about"]["what"] != "event":
        result.open.append((
            f"Que nada de {name} houve antes do primeiro destes eventos ou depois do último.",
            f"That nothing of {name} was before the first of these events, or after the last.",
        ))  # fmt: skip
    result.open += [
        ("Que papéis cabem a uma pessoa e lugares a uma chave: veja `razao verify bundle`.",
         "Which roles one person may have, and places a key: see `razao verify bundle`."),
        (f"Que programa fez este ficheiro, e o que diz o {README}: di-lo ele de si próprio.",
         f"Which program made this file, and what {README} says: it says so of itself."),
        *([] if SBOM not in files else [(
            f"De que peças se diz feito: {SBOM} é o ficheiro que nomeia (SHA-256 "
            f"{manifest['files'][SBOM]}); confronte-o com o programa que inspeccionou.",
            f"What it says it is made of: {SBOM} is the file that it names (SHA-256 "
            f"{manifest['files'][SBOM]}); hold it beside the program that you inspected.",
        )]),
        ("Que este é o livro que julga ser: compare a fundação com o que guardou, ou dê --log-key.",
         "That this is the ledger you think: compare the founding with what you kept, or give "
         "--log-key."),
        ("O que nunca foi dito a nenhum livro; e o fim de uma chave que esta prova não mostre.",
         "What was never told to any ledger; and the end of a key that this bundle does not show."),
    ]  # fmt: skip


def own_text() -> bytes:
    """Return the text of this file."""
    return Path(__file__).read_bytes()


def gaps_of(events: list[Event]) -> list[str]:
    """Return the stretches of each source's chain that lie between what is shown."""
    heads: dict[str, int] = {}
    gaps: list[str] = []
    for event in sorted(events, key=lambda one: (one.source, one.seq)):
        last = heads.get(event.source, event.seq - 1)
        if event.seq > last + 1:
            gaps.append(f"{event.source}:{last + 1}–{event.seq - 1}")
        heads[event.source] = event.seq
    return gaps


def check_pinned(result: Result, pinned: list[str], note: Note, keys: Trust) -> None:
    """Check that the log's key is one that the reader knows from elsewhere."""
    if not pinned:
        return
    found = [read_key(text) for text in pinned]
    if not any(
        name == note.origin and signed_by(note, name, kind, public) is not None
        for name, kind, public in found
    ):
        raise bad(CHECKPOINT, "nenhuma das chaves dadas o assinou", "no key that was given signed")
    result.open = [one for one in result.open if "--log-key" not in one[1]]
    result.proved.append((
        f"É o livro {keys.origin} da chave que deu.", f"It is {keys.origin}, by the key you gave.",
    ))  # fmt: skip


def check_witnesses(result: Result, witnesses: list[str], policy: "Policy | None", note: Note
                    ) -> None:  # fmt: skip
    """Say who cosigned the checkpoint: proved of those whose keys the reader gave.

    Each of ``witnesses`` must have; of a policy's as many as its quorum asks.
    """
    given = {text: read_key(text) for text in witnesses}
    known = {**given, **(policy.witnesses if policy is not None else {})}
    signed = {name: signed_by(note, *key) for name, key in known.items()}
    names = {name for name, _ in note.lines} - {note.origin}
    for name in sorted(names - {key[0] for key in known.values()}):
        result.open.append((
            f"A assinatura da testemunha {name}: dê a sua chave com --witness.",
            f"The signature of the witness {name}: give its key with --witness.",
        ))  # fmt: skip
    for label, (name, _, _) in sorted(known.items(), key=lambda one: one[1]):
        at = signed[label]
        if at is not None:
            when = moment(at)
            result.proved.append((
                f"A testemunha {name} viu este registo em {when}: nada antes mudou desde então.",
                f"The witness {name} saw this log at {when}: nothing before it changed since.",
            ))  # fmt: skip
        elif label in given:
            raise bad(CHECKPOINT, f"não tem assinatura de {name} que confira",
                      f"has no signature of {name} that fits")  # fmt: skip
    if policy is None:
        return
    logs = [key for key in policy.logs if key[0] == note.origin]
    signing = {
        kind for name, kind, public in logs if signed_by(note, name, kind, public) is not None
    }
    if not logs or signing != {kind for _, kind, _ in logs}:  # of each kind one
        raise bad(CHECKPOINT, "não é assinado pelo livro que a política nomeia",
                  "is not signed by the log that the policy names")  # fmt: skip
    present = {label for label, at in signed.items() if at is not None}
    if not policy.met_by(policy.quorum, present):
        text = ", ".join(sorted(present)) or "0"
        raise bad(CHECKPOINT, f"não chega ao quórum {policy.quorum} da política: {text}",
                  f"does not meet the policy's quorum {policy.quorum}: {text}")  # fmt: skip
    result.open = [one for one in result.open if "--log-key" not in one[1]]
    result.proved.append((
        f"A política que deu está cumprida: quórum {policy.quorum}.",
        f"The policy you gave is met: quorum {policy.quorum}.",
    ))  # fmt: skip


def moment(seconds: int) -> str:
    """Return a POSIX time as people read it; what is beyond the calendar, by its number."""
    try:
        at = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return str(seconds)
    return f"{at.day:02}-{at.month:02}-{at.year:04} {at:%H:%M:%S} (UTC+00:00)"


class Policy:
    """Which logs are believed, which witnesses, and how many of them (C2SP tlog-policy)."""

    def __init__(self) -> None:
        """Believe nobody."""
        self.logs: list[tuple[str, int, bytes]] = []
        self.witnesses: dict[str, tuple[str, int, bytes]] = {}
        self.groups: dict[str, tuple[int, list[str]]] = {}
        self.quorum = ""

    def met_by(self, name: str, present: set[str]) -> bool:
        """Tell whether a witness, or enough of a group, is among those present."""
        if name not in self.groups:
            return name == "none" or name in present
        needed, members = self.groups[name]
        return sum(self.met_by(one, present) for one in members) >= needed


def read_policy(text: str) -> Policy:
    """Return the policy that a text says; ValueError where a line is none."""
    policy = Policy()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words and not words[0].startswith("#") and not take_line(policy, words):
            raise ValueError(f"policy, line {number}: cannot be read: {line[:80]!r}")
    if not policy.quorum:
        raise ValueError("policy: expected one line `quorum <name>`")
    return policy


def take_line(policy: Policy, words: list[str]) -> bool:
    """Add a log, witness, group or quorum to a policy; False if the line fits none."""
    defined = policy.witnesses.keys() | policy.groups.keys()
    match words:
        case ["log", text] | ["log", text, _]:
            policy.logs.append(read_key(text))
        case ["witness", name, text] | ["witness", name, text, _]:
            key = read_key(text)
            if name in defined | {"none"} or key in policy.witnesses.values():
                return False
            policy.witnesses[name] = key
        case ["group", name, needed, *members]:
            used = [one for _, others in policy.groups.values() for one in others]
            count = {"any": "1", "all": str(len(members))}.get(needed, needed)
            if (
                name in defined | {"none"}
                or not set(members) <= defined
                or len({*used, *members}) < len(used) + len(members)
                or not re.fullmatch("[1-9][0-9]{0,3}", count)
                or int(count) > len(members)
            ):
                return False
            policy.groups[name] = int(count), members
        case ["quorum", name] if not policy.quorum and name in defined | {"none"}:
            policy.quorum = name
        case _:
            return False
    return True


def check_older(result: Result, files: dict[str, bytes], note: Note, keys: Trust) -> None:
    """Check that an older checkpoint, which somebody stamped, begins the same log."""
    if OLDER not in files:
        for name in sorted({OLDER_NOTE, STAMP} & files.keys()):
            raise bad(name, f"vem sem {OLDER}", f"comes without {OLDER}")
        return
    said = read_json(files[OLDER], OLDER)
    for one in said["checkpoints"]:
        if one["note"] != OLDER_NOTE or one.get("stamp", STAMP) != STAMP:
            raise bad(OLDER, "nomeia outros ficheiros", "names other files")
        older = read_note(files[one["note"]], one["note"])
        check_log(older, keys.log_keys(older.size), one["note"], Result())
        hashes = hashes_of(one["hashes"])
        if older.origin != note.origin or not extends(
            older.size, older.root, note.size, note.root, hashes
        ):
            raise bad(one["note"], "não é o começo do mesmo registo", "begins another log")
        result.proved.append((
            f"O registo de {older.size} eventos em {one['note']} é o começo deste.",
            f"The log of {older.size} events in {one['note']} is the beginning of this one.",
        ))  # fmt: skip
        if "stamp" in one:
            digests = [hashlib.new(name, files[OLDER_NOTE]).digest()
                       for name in ("sha256", "sha384", "sha512")]  # fmt: skip
            if not any(digest in files[STAMP] for digest in digests):
                raise bad(
                    STAMP, f"não é um carimbo de {OLDER_NOTE}", f"is no stamp of {OLDER_NOTE}"
                )
            result.open.append((
                f"A hora do carimbo {one['stamp']} (RFC 3161): `openssl ts -verify -data "
                f"{one['note']} -in {one['stamp']} -CAfile …`.",
                f"The time of the stamp {one['stamp']} (RFC 3161): `openssl ts -verify -data "
                f"{one['note']} -in {one['stamp']} -CAfile …`.",
            ))  # fmt: skip


# --- small tools ---------------------------------------------------------------------------------


def bad(where: str, pt: str, en: str) -> BundleError:
    """Return an error that names its place."""
    return BundleError(where, pt, en)


def read_json(data: bytes, where: str) -> dict[str, Any]:
    """Return a JSON object without floats and without a name twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in pairs}) < len(pairs):
            raise ValueError("a name twice")
        return dict(pairs)

    def none(text: str) -> Any:
        raise ValueError(f"no whole number: {text}")

    try:
        said = json.loads(
            data.decode(), object_pairs_hook=once, parse_float=none, parse_constant=none
        )
    except (ValueError, RecursionError) as error:
        raise bad(where, f"não é JSON: {error}", f"is no JSON: {error}") from error
    if not isinstance(said, dict):
        raise bad(where, "não é um objecto JSON", "is no JSON object")
    return cast("dict[str, Any]", said)


def is_name(value: Any) -> bool:
    """Tell whether a value is a name that people read on one line."""
    return isinstance(value, str) and 0 < len(value) <= NAME_MAX and value.isprintable()


def whole(value: Any) -> int:
    """Return a whole number, and no truth value."""
    if type(value) is not int:
        raise ValueError(f"expected a whole number, got {value!r}")
    return value


def hashes_of(said: list[str]) -> list[bytes]:
    """Return hashes written in hex."""
    found = [bytes.fromhex(one) for one in said]
    if any(len(one) != HASH_SIZE for one in found):
        raise ValueError("a hash has 32 bytes")
    return found


PRIME = 2**255 - 19
ORDER_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDER = {0, 1, PRIME - 1, ORDER_8, PRIME - ORDER_8}
"""The y of the curve's eight points of small order: what such a key signs fits any message."""


def is_weak(point: bytes) -> bool:
    """Tell whether the bytes of a key, or of an R, spell a point that no signature may have."""
    y = int.from_bytes(point, "little") & (1 << 255) - 1
    return y in SMALL_ORDER or y >= PRIME


def fits(key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether an Ed25519 signature is a key's over a message, by the rule of the ledger.

    Libraries differ about points of small order, which nobody has by accident: neither a key nor
    a signature's R may be one. The rest is the library's: S below the group's order, and the
    equation itself, not eight times that.
    """
    if is_weak(key) or is_weak(signature[:HASH_SIZE]):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def fits_mldsa44(key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether an ML-DSA-44 signature is a key's over a message."""
    if MLDSA44PublicKey is None:
        return False
    try:
        MLDSA44PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def report(result: Result) -> str:
    """Return a result as people read it, in Portuguese and then in English."""
    head = f"{result.about} · {result.origin}" if result.about else "?"
    parts: list[str] = [head]
    for language, titles in (
        (0, ("PROVADO", "NÃO PROVADO POR ESTE FICHEIRO", "FALHA")),
        (1, ("PROVED", "NOT PROVED BY THIS FILE", "FAILS")),
    ):
        faults = [f"{where}: {(pt, en)[language]}" for where, pt, en in result.faults]
        for title, lines in (
            (titles[2], faults),
            (titles[0], [one[language] for one in result.proved]),
            (titles[1], [] if faults else [one[language] for one in result.open]),
        ):
            if lines:
                parts += ["", title, *(f"  - {line}" for line in lines)]
    return "\n".join(map(plain, parts))


def plain(line: str) -> str:
    """Return a line whose signs all print: a hostile name neither ends it nor paints it over."""
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in line)


def main() -> int:
    """Check the file that the arguments name; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("bundle")
    parser.add_argument(
        "--log-key", action="append", default=[], help="name+id+key, kept elsewhere"
    )
    parser.add_argument("--witness", action="append", default=[], help="a witness's name+id+key")
    parser.add_argument("--policy", help="a file: log, witness, group, quorum (C2SP tlog-policy)")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    try:
        with Path(given.bundle).open("rb") as file:
            data = file.read(ALL_BYTES_MAX + 1)
        for text in (*given.log_key, *given.witness):
            read_key(text)
        policy = None if given.policy is None else Path(given.policy).read_text(encoding="utf-8")
        if policy is not None:
            read_policy(policy)
    except (OSError, ValueError) as error:
        print(f"razao_verify: {error}", file=sys.stderr)
        return 2
    result = check(data, given.log_key, given.witness, policy)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if given.json:
        print(json.dumps(vars(result), ensure_ascii=False, indent=1))
    else:
        print(report(result))
    return 1 if result.faults else 0


if __name__ == "__main__":
    sys.exit(main())
