"""Tables that stand beside the events, and what the events say of them.

Refused bytes that prove a second story (``fork``) are kept for ever, and the service says their
hash, or of a flood of them how many more of the source were kept (:mod:`stories`); a key for the
HTTP API is granted and withdrawn by registrars' events, which since ``access-granted/2`` hold all
that its row says. So the one cannot be deleted or falsified unseen, nor the other slipped in or
altered. Refused bytes that prove nothing are kept within a quota: of those what no longer fits its
own hash is seen here, and that bytes are gone. Who alters their count as well is named by what the
service stated of them with its figures (``projections/running/figures/evidence.py``).
"""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import msgspec
import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import tuple_row

from ledger.audit.auditor import PostgresStore, connect_inspector
from ledger.audit.diagnosis import Problem
from ledger.audit.stories import Kept, story_problems
from ledger.audit.trust import fold_trust
from ledger.events.registry import (
    STORY,
    AccessGranted,
    AccessGranted2,
    AccessWithdrawn,
    SubmissionRefused,
    SubmissionRefused2,
)
from ledger.events.reviews import Approval
from ledger.signed.canonical import decode, instant
from ledger.store.stored import Row

GATE: Final = "razao_gate"
_SENDS: Final = "source"
"""The role of a key that only lets in what devices sign themselves."""


def beside_altered(conninfo: str) -> list[Problem]:
    """Return each kept submission and each API key that is not what the events say.

    Keys are left out at a copy, whose readers are its own owner's affair, and for a login that may
    not see them.
    """
    with connect_inspector(conninfo) as connection:
        refused = _said(connection, SubmissionRefused.KIND, SubmissionRefused2.KIND)
        access = _said(connection, AccessGranted.KIND, AccessGranted2.KIND, AccessWithdrawn.KIND)
        agreed = _agreed(connection) if access else frozenset[str]()
        with connection.cursor(row_factory=tuple_row) as cursor:
            rows = cursor.execute(
                "SELECT received, hash, source, code, bytes FROM ledger.kept_submission"
            ).fetchall()
            ((member, copied, held),) = cursor.execute(
                "SELECT pg_has_role(session_user, %s, 'MEMBER'), EXISTS "
                "(SELECT FROM pg_catalog.pg_trigger WHERE tgname = 'take_copied'), "
                "(SELECT sum(bytes)::bigint FROM ledger.kept_size)",
                (GATE,),
            ).fetchall()
        kept = list(map(Kept._make, rows))
        trust = fold_trust(PostgresStore(connection).trust_rows(ticks=False) if kept else ())
    problems = [
        *_of_kept(kept, None if copied else held),
        *story_problems(kept, refused, trust.origin, trust.keys.lives),
    ]
    if member and not copied:
        problems += _of_keys(_keys(conninfo), access, agreed)
    return problems


def checkpoints_emptied(conninfo: str, outside: Path) -> list[Problem]:
    """Return each table of checkpoints that has none, where a file outside shows that one was.

    No process signs a log without leaving a row in both.
    """
    if not os.access(outside, os.R_OK):
        return []
    with connect_inspector(conninfo) as connection, connection.cursor(row_factory=tuple_row) as one:
        counted = one.execute(
            "SELECT 'published', EXISTS (SELECT FROM ledger.published) UNION ALL "
            "SELECT 'checkpoints', EXISTS (SELECT FROM ledger.checkpoints)"
        ).fetchall()
    return [
        Problem(
            kind="checkpoint",
            source=f"ledger.{table}",
            detail=f"it holds none, and the log was signed: {outside}",
        )
        for table, stands in counted
        if not stands
    ]


def _said(connection: psycopg.Connection[Any], *kinds: str) -> list[tuple[Row, Any]]:
    """Return all events of some kinds, with their payloads; none that cannot be read."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            "SELECT notification_id, originator_id, originator_version, topic, state, link, "
            "signature FROM ledger.events WHERE topic = ANY(%s) ORDER BY notification_id",
            (list(kinds),),
        ).fetchall()
    found: list[tuple[Row, Any]] = []
    for row in rows:
        try:
            found.append((Row(*row), decode(row[4]).payload))
        except (ValueError, TypeError, msgspec.MsgspecError):
            continue  # an altered event, which is named as such
    return found


def _agreed(connection: psycopg.Connection[Any]) -> frozenset[str]:
    """Return the names of the acts that somebody else approved."""
    return frozenset(
        payload.target
        for row, payload in _said(connection, Approval.KIND)
        if payload.target.rpartition(":")[0] != row.source
    )


def _of_kept(kept: Sequence[Kept], held: int | None) -> Iterator[Problem]:
    """Find refused bytes that are not those of their hash, and that some were taken away.

    ``held`` is how many bytes were kept that prove nothing; None where nobody counts.
    """
    for one in kept:
        if sha256(one.data).digest() != one.hash:
            yield Problem(
                kind="kept",
                source=f"kept submission {one.received}",
                detail=f"of {one.source}, {one.code}: its bytes are not those of its hash "
                f"{one.hash.hex()}",
            )
    there = sum(len(one.data) for one in kept if one.code != STORY)
    if held is not None and held != there:
        yield Problem(
            kind="kept",
            source="ledger.kept_submission",
            detail=f"{held} bytes were kept that prove nothing by themselves, and {there} stand",
        )


class _Key(NamedTuple):
    """A row of the keys for the HTTP API."""

    prefix: str
    hash: bytes
    name: str
    role: str
    sources: list[str]
    casinos: list[str] | None
    expires: datetime | None
    issued: datetime
    revoked: datetime | None


def _keys(conninfo: str) -> list[_Key]:
    """Return the keys for the HTTP API."""
    given = conninfo_to_dict(conninfo)
    given["options"] = f"{given.get('options') or ''} -c role={GATE} -c timezone=UTC".strip()
    with psycopg.connect(**given) as connection:  # pyright: ignore[reportArgumentType]
        rows = connection.execute(
            "SELECT prefix, hash, name, role, sources, casinos, expires, issued, revoked "
            "FROM access.api_key ORDER BY issued, prefix"
        ).fetchall()
    return [_Key(*row) for row in rows]


def _of_keys(
    keys: Sequence[_Key], access: Sequence[tuple[Row, Any]], agreed: frozenset[str]
) -> Iterator[Problem]:
    """Find keys that no event granted, or withdrew, or granted otherwise."""
    grants = [one for row, one in access if isinstance(one, AccessGranted) and row.name in agreed]
    whole = [one for one in grants if isinstance(one, AccessGranted2)]
    found = {one.prefix: one for one in whole} | {one.hash: one for one in whole}
    granted = Counter((one.source, one.role) for one in grants)
    withdrawn = Counter(
        (one.source, one.role) for _, one in access if isinstance(one, AccessWithdrawn)
    )
    made, living, ended = (Counter[tuple[str, str]]() for _ in range(3))
    for key in keys:
        grant = found.get(key.prefix) or found.get(key.hash.hex())
        whose = (key.name, key.role)
        if grant is not None:
            yield from _altered(key, grant)
            whose = (grant.source, grant.role)
        elif key.revoked is None or key.role != _SENDS:
            made[whose] += 1
        (living if key.revoked is None else ended)[whose] += 1
    granted_whole = Counter((one.source, one.role) for one in whole)
    for name, role in sorted({*made, *living, *ended}):
        whose = (name, role)
        allowed = granted[whose] - granted_whole[whose]
        if made[whose] > allowed:
            detail = f"{made[whose]} keys of role {role}, and {allowed} were granted"
        elif living[whose] > max(0, granted[whose] - withdrawn[whose]) and granted[whose]:
            detail = f"its key of role {role} lets in, and was withdrawn"
        elif granted_whole[whose] and ended[whose] > withdrawn[whose]:
            detail = f"its key of role {role} was ended, and no event says so"
        else:
            continue
        yield Problem(kind="api-key", source=f"API key {name}", detail=detail)


def _altered(key: _Key, grant: AccessGranted2) -> Iterator[Problem]:
    """Compare a key's row with the event that granted it, column by column."""
    pairs: Mapping[str, tuple[object, object]] = {
        "prefix": (key.prefix, grant.prefix),
        "hash": (key.hash.hex(), grant.hash),
        "name": (key.name, grant.source),
        "role": (key.role, grant.role),
        "sources": (tuple(key.sources), grant.sources),
        "casinos": (tuple(key.casinos or ()), grant.casinos),
        "expires": (None if key.expires is None else instant(key.expires), grant.until),
        "issued": (instant(key.issued), grant.made),
    }
    for column, (there, said) in pairs.items():
        if there != said:
            detail = f"its {column} is {_told(there)}, and {_told(said)} was granted"
            yield Problem(kind="api-key", source=f"API key {grant.source}", detail=detail)


def _told(value: object) -> str:
    """Write a column's value; where there is none, so."""
    if isinstance(value, tuple):
        return ", ".join(map(str, cast("tuple[object, ...]", value))) or "none"
    return "none" if value is None else str(value)
