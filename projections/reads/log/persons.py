"""A person's sources, and where the chain of each stands: what an act is prepared from."""

from typing import Any

import psycopg
from msgspec import Struct
from psycopg.rows import tuple_row

from ledger.ids import NO_LINK, Link, SourceId
from ledger.keys import Source
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
    return [
        _source(connection, name, source, role.value)
        for name, source in sorted(keyring.sources.items())
        if source.person == person and (role := role_of(source.role)) is not None
    ]


def signing_sources(connection: psycopg.Connection[Any], schema: str = LIVE) -> list[str]:
    """Return the names of the sources that persons sign by and whose keys live."""
    keyring = trust_of(connection, schema).keyring
    return sorted(
        name
        for name, source in keyring.sources.items()
        if source.person is not None and source.is_living and role_of(source.role) is not None
    )


def source_named(
    connection: psycopg.Connection[Any], name: str, schema: str = LIVE
) -> PersonsSource | None:
    """Return a source by its name; None where no person signs by it."""
    source = trust_of(connection, schema).keyring.sources.get(SourceId(name))
    role = None if source is None or source.person is None else role_of(source.role)
    return None if source is None or role is None else _source(connection, name, source, role.value)


def _source(
    connection: psycopg.Connection[Any], name: str, source: Source, role: str
) -> PersonsSource:
    key = source.keys[-1]
    seq, link = head_of(connection, name)
    return PersonsSource(
        name=name,
        role=role,
        casino=source.casino,
        key=key.public.hex(),
        since=key.since,
        living=source.is_living,
        revoked=key.revoked,
        seq=seq,
        link=link,
    )


def head_of(connection: psycopg.Connection[Any], source: str) -> tuple[int, Link]:
    """Return the number and the link of a source's newest event; 0 where it never spoke."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(
            "SELECT originator_version, link FROM ledger.events WHERE originator_id = %s "
            "ORDER BY originator_version DESC LIMIT 1",
            (source,),
        ).fetchone()
    return (0, NO_LINK) if row is None else (row[0], Link(bytes(row[1])))
