"""A person's sources, and where the chain of each stands: what an act is prepared from."""

from typing import Any

import psycopg
from msgspec import Struct
from psycopg.rows import tuple_row

from ledger.ids import NO_LINK, Link
from ledger.roles import role_of
from projections.reads.log.sources import trust_of
from projections.running.runner import LIVE


class PersonsSource(Struct, frozen=True, kw_only=True):
    """A source of a person: its role, its key, and the newest event of its chain."""

    name: str
    role: str
    casino: str | None
    key: str
    """In hex; the newest one."""
    since: int
    living: bool
    revoked: bool
    seq: int
    """Of its newest event; 0 where it never spoke."""
    link: Link


def sources_of(
    connection: psycopg.Connection[Any], person: str, schema: str = LIVE
) -> list[PersonsSource]:
    """Return the sources of a person by name, those whose keys were ended among them."""
    keyring = trust_of(connection, schema).keyring
    found: list[PersonsSource] = []
    for name, source in sorted(keyring.sources.items()):
        role = role_of(source.role)
        if source.person != person or role is None:
            continue
        key = source.keys[-1]
        seq, link = head_of(connection, name)
        found.append(
            PersonsSource(
                name=name,
                role=role.value,
                casino=source.casino,
                key=key.public.hex(),
                since=key.since,
                living=source.is_living,
                revoked=key.revoked,
                seq=seq,
                link=link,
            )
        )
    return found


def head_of(connection: psycopg.Connection[Any], source: str) -> tuple[int, Link]:
    """Return the number and the link of a source's newest event; 0 where it never spoke."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(
            "SELECT originator_version, link FROM ledger.events WHERE originator_id = %s "
            "ORDER BY originator_version DESC LIMIT 1",
            (source,),
        ).fetchone()
    return (0, NO_LINK) if row is None else (row[0], Link(bytes(row[1])))
