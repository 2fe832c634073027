"""Events whose range left for an archive, read back as if they had not.

Of such an event position, source, seq, kind and link stand in the ledger, and a mark where envelope
and signature were: nothing. ``ledger.dropped`` says which range left, into which seal, and where
copies of it stood. Whoever reads events lets ``fill`` put back what the mark stands for. What comes
out of an archive is believed because its hash is the link that stands here.

What reads an archive is no part of the ledger, and may not be installed: it is found by its entry
point, in each process that meets a mark.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from operator import itemgetter
from typing import Any, Final, LiteralString, NamedTuple, Protocol, TypeVar, cast

import psycopg
from psycopg.rows import tuple_row

from ledger.errors import ArchiveAlteredError, ArchiveAwayError
from ledger.signed.chain import link_of

ENTRY_POINT: Final = "razao.archive"
MARK: Final = b""
STAYS: Final = frozenset(
    (
        *("ledger-founded", "source-enrolled", "key-rotated", "key-revoked"),
        *("registrars-changed", "registrars-recovered", "log-key-replaced", "parameter-set"),
        *("approval", "clock-ticked", "casino-registered", "correction", "opening-declared"),
        *("access-granted", "access-withdrawn", "submission-refused", "staff-changed"),
        *("table-opened", "machine-homologated", "dispute-opened", "dispute-answered"),
        *("dispute-decided", "appeal", "evidence-attached", "settlement-paid"),
    )
)
"""Kinds, without their version, that never leave: as ``ledger.stays`` has them."""
DROPPED: Final[LiteralString] = (
    "SELECT d.first, d.last, d.seal, d.archives, h.origin "
    "FROM ledger.dropped AS d, ledger.head AS h ORDER BY d.number DESC"
)


class Dropped(NamedTuple):
    """A range that left."""

    first: int
    last: int
    seal: bytes
    """The SHA-256 of the seal that holds it."""
    archives: tuple[str, ...]
    """Where copies of it stood when it left."""
    origin: str


class Taken(NamedTuple):
    """An event's envelope and signature, out of an archive."""

    envelope: bytes
    signature: bytes | None


class Shelf(Protocol):
    """Reads ranges out of their archives."""

    def take(self, where: str, dropped: Dropped, positions: Sequence[int]) -> list[Taken]:
        """Return envelopes and signatures of a range's events out of an archive.

        Raises:
            ArchiveAwayError: it cannot be reached, or not read by this installation.
            ArchiveAlteredError: its files are not those that were sealed.

        """
        ...

    def places(self, dropped: Dropped) -> list[str]:
        """Return where a range may stand, the likeliest first."""
        ...

    def reach(self, where: str, dropped: Dropped) -> None:
        """See that a copy of a range answers now, with the seal that the ledger names.

        Raises:
            ArchiveAwayError: it cannot be reached.
            ArchiveAlteredError: it has another seal.

        """
        ...

    def faults(self, where: str, dropped: Dropped) -> Iterator[tuple[str, str]]:
        """Find the files of a copy of a range that are not those that were sealed: name, and why.

        Raises:
            ArchiveAwayError: it cannot be reached.

        """
        ...


Ask = Callable[[], list[tuple[Any, ...]]]
"""Answers ``DROPPED``."""
Away = dict[tuple[int, int], str]
"""Of ranges that left by first and last position: why no archive that has them is reached."""
_Rows = TypeVar("_Rows", bound=tuple[Any, ...])
_ENVELOPE: Final = itemgetter(4)


def is_marked(row: Sequence[Any]) -> bool:
    """Tell whether an event's envelope may be in an archive: it is empty, of a kind that leaves."""
    return row[4] == MARK and str(row[3]).partition("/")[0] not in STAYS


def fill(rows: list[_Rows], ask: Ask, away: Away | None = None) -> list[_Rows]:
    """Return rows with envelopes and signatures put back, where marks stand for them.

    A row has position, source, seq, kind, envelope, and perhaps link and signature. A mark in a
    range that did not leave stays. Whoever checks hands in ``away``: then one for which no archive
    has what has its link stays, too, and shows as an envelope that is not its link's; and those of
    a range that cannot be reached, which is noted there.

    Raises:
        ArchiveAwayError: no archive that has it can be reached.
        ArchiveAlteredError: none has what has the event's link.

    """
    if all(map(_ENVELOPE, rows)):
        return rows
    wanted = [number for number, row in enumerate(rows) if is_marked(row)]
    if not wanted:
        return rows
    ranges = ranges_of(ask())
    filled = list(rows)
    while wanted:
        position = rows[wanted[0]][0]
        of = next((one for one in ranges if one.first <= position <= one.last), None)
        if of is None:
            wanted = wanted[1:]
            continue
        here = [number for number in wanted if of.first <= rows[number][0] <= of.last]
        wanted = [number for number in wanted if not of.first <= rows[number][0] <= of.last]
        for number, row in _filled([(number, rows[number]) for number in here], of, away):
            filled[number] = row
    return filled


def ranges_of(rows: list[tuple[Any, ...]]) -> list[Dropped]:
    """Return the ranges that left, as ``DROPPED`` answers: the newest said first."""
    return [
        Dropped(first, last, bytes(seal), tuple(archives), origin)
        for first, last, seal, archives, origin in rows
    ]


def faults_of(of: Dropped) -> Iterator[tuple[str, str]]:
    """Find the files of a range, in each copy that can be reached, that are not as sealed."""
    try:
        places = _shelf().places(of)
    except ArchiveAwayError:
        return
    for where in places:
        with suppress(ArchiveAwayError):
            yield from _shelf().faults(where, of)


def silent(of: Dropped) -> tuple[int, list[str]]:
    """Return how many copies of a range answer now, and why the others do not."""
    answering, why = 0, list[str]()
    try:
        places = _shelf().places(of)
    except ArchiveAwayError as error:
        return 0, [str(error)]
    for where in places:
        try:
            _shelf().reach(where, of)
            answering += 1
        except (ArchiveAwayError, ArchiveAlteredError) as error:
            why.append(str(error))
    return answering, why


def fill_by(connection: psycopg.Connection[Any], rows: list[_Rows]) -> list[_Rows]:
    """Return rows filled, as ``fill`` does, asking through a connection that may read.

    Raises:
        ArchiveAwayError: no archive that has it can be reached.
        ArchiveAlteredError: none has what has the event's link.

    """

    def ask() -> list[tuple[Any, ...]]:
        with connection.cursor(row_factory=tuple_row, binary=True) as cursor:
            return cursor.execute(DROPPED).fetchall()

    return fill(rows, ask)


def _filled(
    rows: list[tuple[int, _Rows]], of: Dropped, known: Away | None
) -> list[tuple[int, _Rows]]:
    """Return rows of a range, filled from the first of its copies that is whole."""
    if known is not None and (of.first, of.last) in known:
        return rows
    try:
        return _from_archives(rows, of)
    except ArchiveAlteredError:
        if known is None:
            raise
    except ArchiveAwayError as error:
        if known is None:
            raise
        known[of.first, of.last] = str(error)
    return rows


def _from_archives(rows: list[tuple[int, _Rows]], of: Dropped) -> list[tuple[int, _Rows]]:
    positions = [row[0] for _, row in rows]
    shelf, away, altered = _shelf(), list[str](), list[str]()
    for where in shelf.places(of):
        try:
            taken = shelf.take(where, of, positions)
            return [
                (number, _put(row, one)) for (number, row), one in zip(rows, taken, strict=True)
            ]
        except ArchiveAwayError as error:
            away.append(str(error))
        except ArchiveAlteredError as error:
            altered.append(str(error))
    told = "; ".join(dict.fromkeys((*altered, *away)))
    what = f"positions {of.first} to {of.last} left this ledger for an archive"
    if altered:
        raise ArchiveAlteredError(f"{what}: {told}")
    raise ArchiveAwayError(f"{what}: {told}; RAZAO_ARCHIVE names where a copy stands now")


def _put(row: _Rows, taken: Taken) -> _Rows:
    """Return a row with what was taken, which has its link.

    Raises:
        ArchiveAlteredError: it has not.

    """
    if len(row) > _LINK_AT and link_of(taken.envelope) != row[_LINK_AT]:
        raise ArchiveAlteredError(f"position {row[0]}: the archive has another envelope")
    values = [*row[:4], taken.envelope, *row[_LINK_AT:]]
    if len(row) > _SIGNATURE_AT and row[_SIGNATURE_AT] == MARK:
        values[_SIGNATURE_AT] = taken.signature
    if type(row) is tuple:
        return cast("_Rows", tuple(values))
    return cast("_Rows", cast("Any", type(row))._make(values))


_LINK_AT: Final = 5
_SIGNATURE_AT: Final = 6


@cache
def _shelf() -> Shelf:
    """Return the reader of archives of this installation.

    Raises:
        ArchiveAwayError: nothing does.

    """
    for one in entry_points(group=ENTRY_POINT):
        return cast("Shelf", one.load()())
    raise ArchiveAwayError("this installation has nothing that reads archives")
