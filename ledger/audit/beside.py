"""Tables that stand beside the events, and what the events say of them.

Refused bytes that prove a second story (``fork``) are kept for ever, and the service says their
hash; a key for the HTTP API is granted and withdrawn by registrars' events. So the one cannot be
deleted or falsified unseen, nor the other slipped in. Refused bytes that prove nothing are kept
within a quota, and no event says which: of those only what no longer fits its own hash is seen.
"""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import tuple_row

from ledger.audit.auditor import connect_inspector
from ledger.audit.diagnosis import Problem
from ledger.errors import ForkError
from ledger.events.registry import (
    AccessGranted,
    AccessWithdrawn,
    SubmissionRefused,
    SubmissionRefused2,
)
from ledger.events.reviews import Approval
from ledger.signed.canonical import decode
from ledger.store.stored import Row

GATE: Final = "razao_gate"
_SIGNED_BY: Final = 32 + 64
"""Bytes of key and signature before the envelopes of a second story."""
_SENDS: Final = "source"
"""The role of a key that only lets in what devices sign themselves."""


def beside_altered(conninfo: str) -> list[Problem]:
    """Return each kept submission and each API key that is not what the events say.

    Keys are left out at a copy, whose readers are its own owner's affair, and for a login that may
    not see them.
    """
    with connect_inspector(conninfo) as connection:
        refused = _said(connection, SubmissionRefused.KIND, SubmissionRefused2.KIND)
        access = _said(connection, AccessGranted.KIND, AccessWithdrawn.KIND)
        agreed = _agreed(connection) if access else frozenset[str]()
        with connection.cursor(row_factory=tuple_row) as cursor:
            kept = cursor.execute(
                "SELECT received, hash, source, code, bytes FROM ledger.kept_submission"
            ).fetchall()
            asked = cursor.execute(
                "SELECT pg_has_role(session_user, %s, 'MEMBER') AND NOT EXISTS "
                "(SELECT FROM pg_catalog.pg_trigger WHERE tgname = 'take_copied')",
                (GATE,),
            ).fetchone()
    problems = list(_of_kept(kept, refused))
    if asked is not None and asked[0]:
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


def _of_kept(
    kept: Sequence[tuple[int, bytes, str, str, bytes]], refused: Sequence[tuple[Row, Any]]
) -> Iterator[Problem]:
    stories: set[str] = set()
    for received, hash_of, source, code, data in kept:
        if sha256(data).digest() != hash_of:
            yield Problem(
                kind="kept",
                source=f"kept submission {received}",
                detail=f"of {source}, {code}: its bytes are not those of its hash {hash_of.hex()}",
            )
        if code == ForkError.code:
            stories |= {sha256(data[_SIGNED_BY:]).hexdigest(), sha256(data).hexdigest()}
    for row, payload in refused:
        if payload.code == ForkError.code and payload.hash not in stories:
            yield Problem(
                kind="kept",
                position=row.position,
                source=row.source,
                seq=row.seq,
                detail=f"{payload.source} told a second story with the hash {payload.hash}, "
                "and its bytes are not kept any more",
            )


def _keys(conninfo: str) -> list[tuple[str, str, bool]]:
    """Return the keys for the HTTP API: name, role, whether it lets in."""
    given = conninfo_to_dict(conninfo)
    given["options"] = f"{given.get('options') or ''} -c role={GATE}".strip()
    with psycopg.connect(**given) as connection:  # pyright: ignore[reportArgumentType]
        return connection.execute(
            "SELECT name, role, revoked IS NULL FROM access.api_key ORDER BY issued, prefix"
        ).fetchall()


def _of_keys(
    keys: Sequence[tuple[str, str, bool]],
    access: Sequence[tuple[Row, Any]],
    agreed: frozenset[str],
) -> Iterator[Problem]:
    granted = _count(access, AccessGranted, agreed)
    withdrawn = _count(access, AccessWithdrawn, agreed)
    made = Counter((name, role) for name, role, lets_in in keys if lets_in or role != _SENDS)
    living = Counter((name, role) for name, role, lets_in in keys if lets_in)
    for (name, role), number in sorted(made.items()):
        allowed = granted[name, role]
        left = max(0, allowed - withdrawn[name, role])
        if number > allowed:
            detail = f"{number} keys of role {role}, and {allowed} were granted"
        elif living[name, role] > left:
            detail = f"its key of role {role} lets in, and was withdrawn"
        else:
            continue
        yield Problem(kind="api-key", source=f"API key {name}", detail=detail)


def _count(
    access: Sequence[tuple[Row, Any]], kind: type[Any], agreed: frozenset[str]
) -> Mapping[tuple[str, str], int]:
    return Counter(
        (payload.source, payload.role)
        for row, payload in access
        if isinstance(payload, kind) and (kind is AccessWithdrawn or row.name in agreed)
    )
