"""Bundles: events with everything that proves them, in one archive that is checked offline.

The format is ``razao-bundle/1``; ``razao_verify.py``, which stands in each bundle, reads it and
says what it proves and what not. The same question under the same checkpoint gives the same
bytes. Of an event that is not asked for a bundle holds nothing but hashes.
"""

import io
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
import psycopg

from api.services.log import OpenLog, Signed
from ledger.errors import LedgerError
from ledger.events.base import Payload
from ledger.events.registry import (
    ClockTicked,
    KeyRevoked,
    KeyRotated,
    LedgerFounded,
    LedgerFounded2,
    LogKeyReplaced,
    ParameterSet,
    RegistrarsChanged,
    RegistrarsRecovered,
    SourceEnrolled,
    SourceEnrolled2,
)
from ledger.events.reviews import Approval
from ledger.keys import AUTHORITY_PARAMETER, Keyring
from ledger.signed.canonical import FORMAT as BLINDED
from ledger.signed.canonical import decode_header, decode_stored
from ledger.signed.merkle import inclusion_proof
from ledger.signed.tiles import TiledTree
from ledger.store.reader import Reader, Row
from projections.law.version import law_version
from projections.reads.basis.unproved import Unproved, unproved
from projections.reads.floor.round_again import round_again
from projections.reads.queries import connect
from projections.replay.reader import describe_found
from projections.replay.settlement import describe

FORMAT: Final = "razao-bundle/1"
WHAT: Final = ("event", "round", "acta", "pool", "day")
"""What a bundle is about."""
EVENTS_MAX: Final = 20_000
VERIFIER: Final = "razao_verify.py"
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_STAMPS: Final = 200


class BundleError(LedgerError):
    """A bundle cannot be made of what was asked for; says why."""


class NothingRecordedError(BundleError):
    """No event of a bundle's subject is recorded."""


class TooManyEventsError(BundleError):
    """The subject of a bundle has more events than a bundle holds."""


class NotSignedError(BundleError):
    """No signed checkpoint covers the events of a bundle yet."""


class Asked(NamedTuple):
    """A bundle's subject, by its name, and the positions of its events in order."""

    what: str
    name: str
    positions: Sequence[int]


def make_bundle(conninfo: str, what: str, name: str, verifier: bytes) -> bytes:
    """Return the archive about an event, a round, an acta, a pool's day or a place's day.

    ``name`` is ``source:seq``, a round's name, ``room session``, ``pool day`` or ``place day``.
    ``verifier`` is the program that checks it, which is put inside.

    Raises:
        BundleError: nothing of that name is recorded, no signed checkpoint covers it yet, or it
            has more than 20,000 events.

    """
    with connect(conninfo) as connection, connection.transaction(), Reader(conninfo) as reader:
        asked = Asked(what, name, _positions(connection, reader, what, name))
        if not asked.positions:
            raise NothingRecordedError(f"{what} {name}: nothing is recorded of it")
        if len(asked.positions) > EVENTS_MAX:
            raise TooManyEventsError(f"{what} {name}: expected at most {EVENTS_MAX} events")
        log = OpenLog(connection)
        signed = log.covering(asked.positions[-1])
        if signed is None:
            raise NotSignedError(
                f"{what} {name}: no signed checkpoint covers position {asked.positions[-1]} yet; "
                "one is signed about every second while the service runs, or by `razao checkpoint`"
            )
        events = reader.at(asked.positions)
        tree = log.tree(signed)
        rows = [(row, _said(row)) for row in reader.trust()]
        marks = unproved(connection)
        trust = _trust_of(reader, rows, events, signed.checkpoint.size)
        told = _Told(reader, tree, _keyring(rows))
        files = {
            "events.jsonl": told.lines(events),
            "trust.jsonl": told.lines(trust),
            "checkpoint": signed.note.encode(),
            VERIFIER: verifier,
            "LEIA-ME.txt": _README.encode(),
            **_older(log, signed, tree, asked.positions[-1]),
        }
    if what == "round":
        files |= _judged(conninfo, name)
    return _archive(files, asked, signed, blinded=told.blinded, unproved=marks)


def bundle_name(what: str, name: str) -> str:
    """Return the name of a bundle's file.

    >>> bundle_name("round", "RA-01/2026-11-20/1"), bundle_name("acta", "SALA S:1")
    ('round-RA-01-2026-11-20-1.zip', 'acta-SALA-S-1.zip')
    """
    return f"{_UNNAMED.sub('-', f'{what}-{name}')}.zip"


_UNNAMED: Final = re.compile(r"[^A-Za-z0-9._-]+")

# --- which events --------------------------------------------------------------------------------


def _positions(
    connection: psycopg.Connection[Any], reader: Reader, what: str, name: str
) -> Sequence[int]:
    match what:
        case "event":
            source, _, seq = name.rpartition(":")
            row = reader.one(source, int(seq)) if seq.isascii() and seq.isdigit() else None
            return [] if row is None else [row.position]
        case "round":
            place, _, rest = name.rpartition("/")[0].rpartition("/")
            number = name.rpartition("/")[2]
            return _of(connection, _ROUND, place, _day(rest, name), _number(number, name))
        case "day":
            place, _, day = name.partition(" ")
            return _of(connection, _DAY, place, _day(day, name))
        case "pool":
            pool, _, day = name.rpartition(" ")
            return _of(connection, _POOL, pool, _day(day, name))
        case "acta":
            room, _, session = name.partition(" ")
            return _of(connection, _ACTA, room, session)
        case _:
            raise BundleError(f"expected one of {', '.join(WHAT)}, got {what!r}")


_ROUND: Final = "SELECT position FROM {s}.history WHERE place = %s AND day = %s AND round = %s"
_DAY: Final = "SELECT position FROM {s}.history WHERE place = %s AND day = %s"
_POOL: Final = "SELECT DISTINCT position FROM {s}.posting WHERE pool = %s AND day = %s"
_ACTA: Final = (
    "SELECT h.position FROM {s}.session AS s JOIN {s}.history AS h "
    "ON h.place = s.place AND h.day = s.day AND h.position >= s.opened "
    "AND (s.closed IS NULL OR h.position <= s.closed) WHERE s.place = %s AND s.session = %s"
)


def _of(connection: psycopg.Connection[Any], statement: str, *values: object) -> list[int]:
    asked = f"{statement} ORDER BY position LIMIT {EVENTS_MAX + 1}".replace("{s}", "projections")
    rows = connection.execute(asked.encode(), values).fetchall()
    return [row["position"] for row in rows]


def _day(text: str, name: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise BundleError(f"{name}: expected a gaming day YYYY-MM-DD, got {text!r}") from None


def _number(text: str, name: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < len(str(2**31)):
        return int(text)
    raise BundleError(f"{name}: expected a round's number, got {text!r}")


# --- key history ---------------------------------------------------------------------------------


def _keyring(rows: Iterable[tuple[Row, Any]]) -> Keyring:
    keyring = Keyring()
    for row, said in rows:
        if isinstance(said, Payload):
            keyring.apply(row.position, _name(row), row.link, said)
    return keyring


def _trust_of(
    reader: Reader, rows: Sequence[tuple[Row, Any]], events: Sequence[Row], size: int
) -> list[Row]:
    """Return the events that say who might sign these, and who might say so: nobody else's.

    Up to the checkpoint: what came after the events may say that a key was a thief's by then, and
    which key signs the log.
    """
    rows = [one for one in rows if one[0].position <= size]
    wanted = {row.source for row in events}
    registrars = _registrars_of(said for _, said in rows)
    while True:
        acts = [
            row
            for row, said in rows
            if _subjects(row, said) & (wanted | registrars) or _is_of_all(said)
        ]
        names = {_name(row) for row in acts}
        agreed = [row for row, said in rows if isinstance(said, Approval) and said.target in names]
        signers = {row.source for row in (*acts, *agreed)}
        if signers <= wanted | registrars:
            break
        wanted |= signers
    found = {row.position: row for row in (*acts, *agreed)}
    found |= _ticks(reader, rows, events)
    return [found[position] for position in sorted(found)]


def _name(row: Row) -> str:
    return f"{row.source}:{row.seq}"


def _said(row: Row) -> Any:
    try:
        return decode_stored(row.kind, row.envelope).payload
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None  # altered: whoever checks the bundle is told


def _registrars_of(said: Iterable[Any]) -> set[str]:
    found: set[str] = set()
    for one in said:
        match one:
            case LedgerFounded():
                found |= {registrar.source for registrar in one.registrars} | {one.service}
            case RegistrarsChanged() | RegistrarsRecovered():
                found |= {registrar.source for registrar in one.named}
            case SourceEnrolled(role="registrar") | SourceEnrolled2(role="registrar"):
                found.add(one.source)
            case _:
                pass
    return found


def _subjects(row: Row, said: Any) -> set[str]:
    """Return the sources whose keys an act is about."""
    match said:
        case SourceEnrolled() | KeyRevoked():
            return {said.source}
        case KeyRotated():
            return {row.source}
        case _:
            return set()


def _is_of_all(said: Any) -> bool:
    match said:
        case ParameterSet():
            return (said.scope, said.name) == ("*", AUTHORITY_PARAMETER)
        case _:
            return isinstance(
                said,
                LedgerFounded
                | LedgerFounded2
                | RegistrarsChanged
                | RegistrarsRecovered
                | LogKeyReplaced,
            )


def _ticks(
    reader: Reader, rows: Sequence[tuple[Row, Any]], events: Sequence[Row]
) -> dict[int, Row]:
    """Return the last word of the ledger's clock before the events, where a key has an end."""
    if not any(getattr(said, "not_after", None) for _, said in rows):
        return {}
    newest = reader.newest(ClockTicked.KIND, until=events[-1].position)
    return {} if newest is None else {newest.position: newest}


# --- how each is proved --------------------------------------------------------------------------


class _Told:
    """Writes events as lines, each with its segment's signature and its way up to the root."""

    def __init__(self, reader: Reader, tree: TiledTree, keyring: Keyring) -> None:
        self._reader = reader
        self._keyring = keyring
        self._tree = tree
        self._segments: dict[str, Sequence[Row]] = {}
        self.blinded = True
        """Whether none of the hashes shown is of an envelope ``razao/1``, whose link tells it."""
        self._alone: set[str] = set()

    def lines(self, rows: Sequence[Row]) -> bytes:
        self._alone = self._reader.alone([row.position for row in rows])
        # Beside the leaf of position 1 stands that of 2, beside 3 that of 4, and so on.
        self._see(self._reader.at([row.position - 1 + 2 * (row.position % 2) for row in rows]))
        return b"".join(_encoded(self._line(row)) + b"\n" for row in rows)

    def _line(self, row: Row) -> dict[str, Any]:
        segment = self._segment(row)
        first, links = segment[0], [one.link for one in segment]
        signature = segment[-1].signature
        return {
            "position": row.position,
            "envelope": b64encode(row.envelope).decode(),
            "hashes": [one.hex() for one in self._tree.inclusion(row.position - 1)],
            "segment": {
                "first": first.seq,
                "count": len(segment),
                "previous": decode_header(first.envelope).previous.hex(),
                "key": self._key(first).hex(),
                "signature": b64encode(signature or b"").decode(),
                "hashes": [one.hex() for one in inclusion_proof(links, row.seq - first.seq)],
            },
        }

    def _segment(self, row: Row) -> Sequence[Row]:
        if row.signature is not None and _name(row) in self._alone:
            return [row]
        held = self._segments.get(row.source)
        if held is None or not held[0].seq <= row.seq <= held[-1].seq:
            held = self._segments[row.source] = self._reader.segment(row.source, row.seq)
            self._see(held)
        return held

    def _see(self, rows: Iterable[Row]) -> None:
        self.blinded &= all(one.envelope.startswith(f"{BLINDED} ".encode()) for one in rows)

    def _key(self, row: Row) -> bytes:
        """Return the key that the source had at a position: which signed, as the door saw to."""
        known = self._keyring.sources.get(row.source)
        held = [] if known is None else known.keys
        for key in reversed(held):
            if key.since < row.position or row.position == 1:
                return key.public
        return bytes(32)


# --- what is beside the events -------------------------------------------------------------------


def _older(log: OpenLog, signed: Signed, tree: TiledTree, last: int) -> Mapping[str, bytes]:
    """Return the oldest stamped checkpoint that covers the events: how it begins this log."""
    size = signed.checkpoint.size
    stamped = [
        (covered, authority, note, token)
        for covered, authority, note, token in log.stamps(_STAMPS)
        if last <= covered <= size and sha256(note.encode()).digest() in token
    ]
    if not stamped:
        return {}
    covered, authority, note, token = min(stamped, key=lambda one: (one[0], one[1]))
    told = {
        "note": "older-checkpoint",
        "stamp": "older-checkpoint.tsr",
        "authority": authority,
        "hashes": [one.hex() for one in tree.consistency(covered)],
    }
    return {
        "older.json": _encoded({"checkpoints": [told]}),
        "older-checkpoint": note.encode(),
        "older-checkpoint.tsr": token,
    }


def _judged(conninfo: str, name: str) -> Mapping[str, bytes]:
    """Return a closed round's record, and what is due by it with its arithmetic."""
    found = round_again(conninfo, name)
    if found is None or found.verdict is None:
        return {}
    verdict = found.verdict
    told = {
        **describe(verdict.settlement),
        "found": [describe_found(one) for one in verdict.found],
        "not_compared": list(verdict.not_compared),
        "unproved_since": found.unproved,
        "rules": law_version().rules,
        "profile": verdict.record.profile,
    }
    return {
        "record.jsonl": msgspec.json.encode(verdict.record) + b"\n",
        "settlement.json": _encoded(told),
    }


@cache
def program() -> Mapping[str, Any]:
    """Return the program's versions, a hash of all its files, and the packages beside it."""
    law = law_version()
    digest = sha256()
    for package in ("api", "ledger", "ops", "projections"):
        folder = Path(__file__).parents[2] / package
        for path in sorted(folder.rglob("*")):
            if path.suffix in _OF_THE_PROGRAM and path.is_file():
                name = path.relative_to(folder.parent).as_posix().encode()
                digest.update(len(name).to_bytes(4, "big") + name)
                digest.update(sha256(path.read_bytes()).digest())
    packages = {one.metadata["Name"]: one.version for one in metadata.distributions()}
    return {
        "code": law.code,
        "rules": law.rules,
        "matrix": law.matrix,
        "files": digest.hexdigest(),
        "packages": dict(sorted(packages.items())),
    }


_OF_THE_PROGRAM: Final = frozenset({".py", ".sql", ".toml", ".json"})


# --- the archive ---------------------------------------------------------------------------------


def _archive(
    files: Mapping[str, bytes],
    asked: Asked,
    signed: Signed,
    *,
    blinded: bool,
    unproved: Unproved,
) -> bytes:
    manifest = {
        "format": FORMAT,
        "about": {"what": asked.what, "name": asked.name},
        "origin": signed.checkpoint.origin,
        "size": signed.checkpoint.size,
        "events": len(asked.positions),
        "hashes": _BLINDED if blinded else _UNBLINDED,
        "not_proved": unproved.text() if unproved.count else None,
        "program": program(),
        "files": {name: sha256(data).hexdigest() for name, data in sorted(files.items())},
    }
    said = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        for name, data in sorted({**files, "manifest.json": said}.items()):
            entry = ZipInfo(name, _EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, ZIP_DEFLATED, 6)
    return written.getvalue()


def _encoded(said: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(said)


_BLINDED: Final = "blinded: they tell nothing of what they cover"
_UNBLINDED: Final = "not blinded (razao/1): what they cover can be guessed; for readers with a role"

_README: Final = """\
Prova de um livro Razão. Para a conferir, sem o servidor e sem o programa:

    pip install cryptography
    unzip -p ESTE_FICHEIRO.zip razao_verify.py > razao_verify.py
    python razao_verify.py ESTE_FICHEIRO.zip

Se o manifest.json diz que os hashes são "not blinded", alguns são de eventos vizinhos no formato
razao/1, cujo conteúdo se adivinha por eles: não publique então este ficheiro.

Melhor: use um razao_verify.py que obteve de outra parte, e dê-lhe a chave do livro (--log-key) e
as das testemunhas (--witness) que guardou. Os eventos estão em events.jsonl, byte a byte.

Proof of a Razão ledger. To check it, without the server and without the program: as above. Better:
use a razao_verify.py that you had from somebody else, and give it the log's key (--log-key) and the
witnesses' (--witness) that you kept. The events stand in events.jsonl, byte by byte. Where
manifest.json says that hashes are "not blinded", some are of neighbours in the format razao/1,
whose content can be guessed by them: do not publish this file then.
"""
