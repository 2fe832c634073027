"""Bundles: events with everything that proves them, in one archive that is checked offline.

The format is ``razao-bundle/1``; ``razao_verify.py``, which stands in each bundle, reads it and
says what it proves and what not. The same question under the same checkpoint gives the same
bytes. Of an event that is not asked for a bundle holds nothing but hashes.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache, lru_cache
from hashlib import sha256
from struct import Struct
from typing import Any, Final, NamedTuple
from zlib import DEFLATED, MAX_WBITS, compressobj, crc32

import msgspec
import psycopg

from api.services.log import OpenLog
from api.services.log import Signed as SignedNote
from ledger.errors import LedgerError
from ledger.events.registry import ClockTicked
from ledger.log.key_history import Act, KeyHistory, behind, keys_named
from ledger.signed.canonical import FORMAT as BLINDED
from ledger.signed.canonical import Header, decode_header
from ledger.signed.merkle import HeldTree
from ledger.signed.segments import Signed
from ledger.signed.signing import PUBLIC_KEY_SIZE, fits
from ledger.signed.tiles import TiledTree, split_hashes
from ledger.store.reader import LinkedSegment, Reader, Row
from projections.law.components import bill, files_hash, wheel_hash
from projections.law.version import law_version
from projections.reads.basis.unproved import Unproved, unproved
from projections.reads.disputes.case_file import case_file
from projections.reads.floor.round_again import round_again_by
from projections.reads.queries import connect
from projections.replay.asked.reader import describe_found
from projections.replay.settlement import describe

FORMAT: Final = "razao-bundle/1"
WHAT: Final = ("event", "round", "acta", "pool", "day", "dispute")
"""What a bundle is about."""
EVENTS_MAX: Final = 20_000
VERIFIER: Final = "razao_verify.py"
SBOM: Final = "sbom.cdx.json"
"""Of what the program that made a bundle is made: CycloneDX 1.6."""
_STAMPS: Final = 200


class BundleError(LedgerError):
    """A bundle cannot be made of what was asked for; says why."""


class NothingRecordedError(BundleError):
    """No event of a bundle's subject is recorded."""


class TooManyEventsError(BundleError):
    """The subject of a bundle has more events than a bundle holds."""


class NotSignedError(BundleError):
    """No signed checkpoint covers the events of a bundle yet."""


class GuessedError(BundleError):
    """A bundle would show links by which its neighbours are guessed, to who may not read them."""


class Asked(NamedTuple):
    """A bundle's subject, by its name, and the positions of its events in order."""

    what: str
    name: str
    positions: Sequence[int]


def make_bundle(conninfo: str, what: str, name: str, verifier: bytes) -> bytes:
    """Return the archive about an event, a round, an acta, a pool's or a place's day, a dispute.

    ``name`` is ``source:seq``, a round's name, ``room session``, ``pool day``, ``place day``, a
    case's name.
    ``verifier`` is the program that checks it, which is put inside.

    Raises:
        BundleError: nothing of that name is recorded, no signed checkpoint covers it yet, or it
            has more than 20,000 events.

    """
    with connect(conninfo) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        return make_bundle_by(connection, what, name, verifier)


def make_bundle_by(
    connection: psycopg.Connection[Any],
    what: str,
    name: str,
    verifier: bytes,
    history: KeyHistory | None = None,
    *,
    sees_all: bool = True,
) -> bytes:
    """Return the same by a connection that sees all houses, whose transactions see one moment.

    One that stands already saves half of what a bundle takes: a server's new process knows no table
    yet. A ``history`` that is kept is read on; without one all acts of trust are read.
    Whoever does not see all events is shown no link of another one that can be guessed.

    Raises:
        BundleError: as ``make_bundle`` says.

    """
    with connection.transaction():
        reader = Reader.within(connection)
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
        acts = (history or KeyHistory()).read(reader)
        marks = unproved(connection)
        trust = _trust(reader, acts, events, signed.checkpoint.size)
        told = _Told(reader, tree, acts)
        told.look([*events, *trust])
        files = {
            "events.jsonl": told.lines(events),
            "trust.jsonl": told.lines(trust),
            "checkpoint": signed.note.encode(),
            VERIFIER: verifier,
            SBOM: bill(),
            _README_NAME: _README.encode(),
            **_older(log, signed, tree, asked.positions[-1]),
        }
        if what == "round":
            files |= _judged(connection, reader, name)
    if not told.blinded and not sees_all:
        raise GuessedError(f"{what} {name}: its proof shows links that can be guessed (razao/1)")
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
        case "dispute":
            return _of_case(connection, reader, name)
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


def _of_case(connection: psycopg.Connection[Any], reader: Reader, name: str) -> list[int]:
    """Return every word of a case, and all that was said of its rounds."""
    found = case_file(connection, name)
    if found is None:
        return []
    positions = {word.position for word in found.words}
    for one in found.case.rounds:
        with suppress(BundleError):  # a round that is named so, and that no calendar has
            positions.update(_positions(connection, reader, "round", one))
    return sorted(positions)


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


# --- how each is proved --------------------------------------------------------------------------


def _name(row: Row) -> str:
    return f"{row.source}:{row.seq}"


def _trust(reader: Reader, every: Sequence[Act], events: Sequence[Row], size: int) -> list[Row]:
    """Return the acts of trust behind events, and, where a key has an end, the last tick before."""
    acts = behind(every, {row.source for row in events}, size)
    found = {one.row.position: one.row for one in acts}
    if any(one.has_end for one in every if one.row.position <= size):
        newest = reader.newest(ClockTicked.KIND, until=events[-1].position)
        found |= {} if newest is None else {newest.position: newest}
    return [found[position] for position in sorted(found)]


class _Segment(NamedTuple):
    """A segment as each of its events' lines tells it."""

    first: int
    tree: HeldTree
    """Over its links: its root was signed, and neighbours share what proves them."""
    previous: bytes
    key: bytes
    signature: str


class _Told:
    """Writes events as lines, each with its segment's signature and its way up to the root."""

    def __init__(self, reader: Reader, tree: TiledTree, acts: Sequence[Act]) -> None:
        self._reader = reader
        self._acts = acts
        self._keys: dict[str, Sequence[bytes]] = {}
        self._tree = tree
        self._segments: dict[str, _Segment] = {}
        self.blinded = True
        """Whether none of the hashes shown is of an envelope ``razao/1``, whose link tells it."""
        self._alone: set[str] = set()

    def look(self, rows: Sequence[Row]) -> None:
        """Find out about all that is to be told: which are alone, what stands beside them."""
        self._alone = self._reader.alone([row.position for row in rows])
        # Beside the leaf of position 1 stands that of 2, beside 3 that of 4, and so on.
        self._see(self._reader.at([row.position - 1 + 2 * (row.position % 2) for row in rows]))

    def lines(self, rows: Sequence[Row]) -> bytes:
        return b"".join(_encoded(self._line(row)) + b"\n" for row in rows)

    def _line(self, row: Row) -> dict[str, Any]:
        signed = self._segment(row)
        number = row.seq - signed.first
        return {
            "position": row.position,
            "envelope": b64encode(row.envelope).decode(),
            "hashes": [one.hex() for one in self._tree.inclusion(row.position - 1)],
            "segment": {
                "first": signed.first,
                "count": signed.tree.size,
                "previous": signed.previous.hex(),
                "key": signed.key.hex(),
                "signature": signed.signature,
                "hashes": [one.hex() for one in signed.tree.inclusion(number)],
            },
        }

    def _segment(self, row: Row) -> "_Segment":
        if row.signature is not None and _name(row) in self._alone:
            whole = LinkedSegment(row.seq, row.envelope, row.link, row.signature, blinded=True)
            return self._signed(whole)
        held = self._segments.get(row.source)
        if held is None or not held.first <= row.seq < held.first + held.tree.size:
            whole = self._reader.linked_segment(row.source, row.seq)
            held = self._segments[row.source] = self._signed(whole)
            self.blinded &= whole.blinded
        return held

    def _signed(self, told: LinkedSegment) -> "_Segment":
        header = decode_header(told.head)
        tree = HeldTree(split_hashes(told.links))
        return _Segment(
            first=told.first,
            tree=tree,
            previous=header.previous,
            key=self._key(header, tree, told.signature or b""),
            signature=b64encode(told.signature or b"").decode(),
        )

    def _see(self, rows: Iterable[Row]) -> None:
        self.blinded &= all(one.envelope.startswith(f"{BLINDED} ".encode()) for one in rows)

    def _key(self, header: Header, tree: HeldTree, signature: bytes) -> bytes:
        """Return the key that signed a segment; none fits one that was altered."""
        root = tree.root()
        for key in self._keys_of(header.source):
            statement = Signed.of(header.origin, header.source, key).statement_of(
                header.seq, tree.size, header.previous, root
            )
            if fits(key, signature, statement):
                return key
        return bytes(PUBLIC_KEY_SIZE)

    def _keys_of(self, source: str) -> Sequence[bytes]:
        known = self._keys.get(source)
        if known is None:
            known = self._keys[source] = keys_named(self._acts, source)
        return known


# --- what is beside the events -------------------------------------------------------------------


def _older(log: OpenLog, signed: SignedNote, tree: TiledTree, last: int) -> Mapping[str, bytes]:
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


def _judged(connection: psycopg.Connection[Any], reader: Reader, name: str) -> Mapping[str, bytes]:
    """Return a closed round's record, and what is due by it with its arithmetic."""
    found = round_again_by(connection, reader, name)
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
    """Return the program's versions, the hashes of its files and wheel, and of what it runs on."""
    law = law_version()
    return {
        "code": law.code,
        "rules": law.rules,
        "matrix": law.matrix,
        "files": files_hash(),
        "wheel": wheel_hash(),
        "sbom": sha256(bill()).hexdigest(),
    }


# --- the archive ---------------------------------------------------------------------------------


def _archive(
    files: Mapping[str, bytes],
    asked: Asked,
    signed: SignedNote,
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
    return zipped({**files, "manifest.json": said})


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of files in the order of their names, as ``zipfile`` would write it.

    What stands in every bundle is deflated once a process: half of what deflating takes.
    """
    entries: list[bytes] = []
    central: list[bytes] = []
    at = 0
    for name, data in sorted(files.items()):
        deflated = _deflated_once(data) if name in _IN_EVERY_ONE else _deflated(data)
        told = name.encode("ascii")
        sizes = (crc32(data), len(deflated), len(data), len(told))
        entries += (_LOCAL.pack(b"PK\3\4", _DEFLATES, 0, 8, 0, _EPOCH, *sizes, 0), told, deflated)
        whole = (b"PK\1\2", _MADE_BY, _DEFLATES, 0, 8, 0, _EPOCH, *sizes, 0, 0, 0, 0, _PLAIN, at)
        central += (_CENTRAL.pack(*whole), told)
        at += _LOCAL.size + len(told) + len(deflated)
    listed = b"".join(central)
    end = _END_OF_ZIP.pack(b"PK\5\6", 0, 0, len(files), len(files), len(listed), at, 0)
    return b"".join((*entries, listed, end))


def _deflated(data: bytes) -> bytes:
    deflating = compressobj(6, DEFLATED, -MAX_WBITS)
    return deflating.compress(data) + deflating.flush()


@lru_cache(maxsize=8)
def _deflated_once(data: bytes) -> bytes:
    return _deflated(data)


_LOCAL: Final = Struct("<4s5H3I2H")
_CENTRAL: Final = Struct("<4s6H3I5H2I")
_END_OF_ZIP: Final = Struct("<4s4H2IH")
_DEFLATES: Final = 20
"""The version of the format that knows of deflating."""
_MADE_BY: Final = 3 << 8 | _DEFLATES
_PLAIN: Final = 0o644 << 16
_EPOCH: Final = 1 << 5 | 1
"""The first day of 1980, before which the format has none."""
_README_NAME: Final = "LEIA-ME.txt"
_IN_EVERY_ONE: Final = frozenset((VERIFIER, SBOM, _README_NAME))


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
