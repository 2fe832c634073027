"""Ranges that leave the ledger for an archive that has them twice, and ranges that come back."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg import sql

from ledger.store.cold import STAYS
from ops.errors import MisuseError, UnreachableError
from ops.outside.archive.checking import Asked, check_range
from ops.outside.archive.folder import NOTE, SEAL, Archive, Place
from ops.outside.archive.restoring import NotRestoredError, batches
from ops.outside.archive.statement import read_seal
from projections.reads.queries import Queries
from projections.reads.retention import evidence_between, held_between

Step = Callable[[int, int], None]
_BATCH: Final = 1_000


class NotDroppedError(MisuseError):
    """A range may not leave the ledger; nothing of it left now."""


class Left(Struct, frozen=True, kw_only=True):
    """The outcome of a range's leaving."""

    range: str
    events: int
    left: int
    """Those that left now."""
    before: int
    """Those that had left before."""
    kinds: int
    """Those that stay because of their kind."""
    held: int
    """Those that stay because an open case or finding rests on them."""


def ranges_to_drop(archive: Archive, copy: Archive, origin: str, until: int | None) -> list[Place]:
    """Return the sealed ranges up to a position, from the first event on, which both copies have.

    Raises:
        NotDroppedError: one is not sealed, or sealed once, or the copies' seals differ.

    """
    if archive.place == copy.place:
        raise NotDroppedError("--copy: expected another place than the archive itself")
    found: list[Place] = []
    there = set(copy.ranges(origin))
    after = 0
    for place in archive.ranges(origin):
        if until is not None and place.last > until:
            break
        if place.first != after + 1:
            raise NotDroppedError(
                f"{place.folder}: expected a range that begins at {after + 1}; one is missing"
            )
        for one in (archive, copy):
            if one is copy and place not in there:
                raise NotDroppedError(
                    f"{place.folder}: sealed once: {copy.url} has no copy of it; copy its folder"
                )
            if NOTE not in one.names(place) or SEAL not in one.names(place):
                raise NotDroppedError(f"{place.folder}: not sealed: {one.url} has no whole seal")
        if archive.read(place, SEAL) != copy.read(place, SEAL):
            raise NotDroppedError(
                f"{place.folder}: the seals differ: {copy.url} holds another than {archive.url}; "
                "copy the folder, do not seal it again"
            )
        found.append(place)
        after = place.last
    if not found or (until is not None and after < until):
        upto = f"sealed are positions up to {after}" if found else "no range is sealed"
        wanted = "" if until is None else f"position {until}: "
        raise NotDroppedError(f"{wanted}not sealed: {upto} of {origin} in {archive.url}")
    return found


def check_held(connection: psycopg.Connection[Any], places: Sequence[Place]) -> None:
    """See that figures are of these ranges, and that the authority holds nothing in them.

    Raises:
        NotDroppedError: it does, or nobody knows yet.

    """
    known = Queries(connection).position()
    for place in places:
        if known < place.last:
            raise NotDroppedError(
                f"{place.folder}: figures are true up to position {known}: what cases hold is not "
                "known beyond; `razao rebuild` first"
            )
        for named, position in evidence_between(connection, place.first, place.last):
            raise NotDroppedError(
                f"{place.folder}: {named} is held as evidence (prova_retida), from position "
                f"{position} on; it stays until the authority lets go of it"
            )


def check_twice(archive: Archive, copy: Archive, places: Sequence[Place], asked: Asked) -> None:
    """Verify ranges in both copies, each by a process of its own.

    Raises:
        NotDroppedError: one does not verify.

    """
    spawn = get_context("spawn")  # a fork would have Arrow's threads' locks and not the threads
    with ProcessPoolExecutor(2, spawn) as pool:
        coming = [
            (one.url, place, pool.submit(_fault, one.url, place, asked))
            for place in places
            for one in (archive, copy)
        ]
        for url, place, one in coming:
            fault = one.result()
            if fault is not None:
                raise NotDroppedError(f"{url}/{place.folder}/{fault}")


def _fault(url: str, place: Place, asked: Asked) -> str | None:
    checked = check_range(Archive(url), place, asked)
    return next((f"{one.file}: {one.detail}" for one in checked.faults), None)


def drop(
    owner: psycopg.Connection[Any],
    login: psycopg.Connection[Any],
    archive: Archive,
    copy: Archive,
    place: Place,
    step: Step,
) -> Left:
    """Let a range leave that was checked twice; killed anywhere, what has left is in the archives.

    ``owner`` is a connection of the ledger's owner, ``login`` one that reads the figures.

    Raises:
        NotDroppedError: the ledger has other events, or takes the range for another's turn.
        UnreachableError: its server could not go on.

    """
    for one in (archive, copy):
        one.settle(place)
    seal = read_seal(archive.read(place, SEAL))
    held = set(held_between(login, place.first, place.last))
    kinds = left = before = kept = done = 0
    try:
        owner.execute(
            "SELECT ledger.begin_drop(%s, %s, %s, %s)",
            (place.first, place.last, bytes.fromhex(seal.hash), [archive.place, copy.place]),
        )
        for rows in batches(archive, place, _BATCH):
            may = [row for row in rows if row.kind.partition("/")[0] not in STAYS]
            kinds += len(rows) - len(may)
            go = [row for row in may if row.position not in held]
            kept += len(may) - len(go)
            done += len(rows)
            if go:
                ((now,),) = owner.execute(
                    "SELECT ledger.drop_events(%s, %s, %s)",
                    (
                        [row.position for row in go],
                        [row.link for row in go],
                        [row.signature for row in go],
                    ),
                ).fetchall()
                left += now
                before += len(go) - now
            step(done, place.last - place.first + 1)
    except psycopg.OperationalError as error:
        raise UnreachableError(_broken_off(place, error)) from None
    except psycopg.Error as error:
        if not (error.sqlstate or "").startswith("RZ"):
            raise
        raise NotDroppedError(f"{place.folder}: {error.diag.message_primary}") from None
    return Left(range=place.folder, events=done, left=left, before=before, kinds=kinds, held=kept)


def _broken_off(place: Place, error: psycopg.Error) -> str:
    """Say that the server could not go on: its disk is full, or it went."""
    told = error.diag.message_primary or " ".join(str(error).split())
    return (
        f"{place.folder}: the ledger's server could not go on: {told}; nothing is lost, and the "
        "same command goes on where it was"
    )


def sweep(owner: psycopg.Connection[Any]) -> None:
    """Let the server use the room again that events left."""
    owner.execute(sql.SQL("VACUUM (ANALYZE) ledger.events"))


def put_back(
    owner: psycopg.Connection[Any], archive: Archive, place: Place, asked: Asked, step: Step
) -> int:
    """Put the envelopes of a range that left back into the ledger; return how many.

    Raises:
        NotRestoredError: the range does not verify, or the ledger has other events there.
        UnreachableError: its server could not go on.

    """
    fault = _fault(archive.url, place, asked)
    if fault is not None:
        raise NotRestoredError(f"{place.folder}: {fault}")
    done = put = 0
    try:
        for rows in batches(archive, place, _BATCH):
            ((now,),) = owner.execute(
                "SELECT ledger.put_back(%s, %s, %s)",
                (
                    [row.position for row in rows],
                    [row.envelope for row in rows],
                    [row.signature for row in rows],
                ),
            ).fetchall()
            put += now
            done += len(rows)
            step(done, place.last - place.first + 1)
    except psycopg.OperationalError as error:
        raise UnreachableError(_broken_off(place, error)) from None
    except psycopg.Error as error:
        if not (error.sqlstate or "").startswith("RZ"):
            raise
        raise NotRestoredError(f"{place.folder}: {error.diag.message_primary}") from None
    return put
