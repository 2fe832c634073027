"""The peer: the stock ``eventsourcing`` library on the same server, on its own default path."""

import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final, cast
from uuid import UUID, uuid4

import psycopg
from eventsourcing.application import Application
from eventsourcing.dispatch import singledispatchmethod
from eventsourcing.domain import Aggregate, DomainEventProtocol, event
from eventsourcing.persistence import StoredEvent, Tracking
from eventsourcing.postgres import (
    PostgresApplicationRecorder,
    PostgresDatastore,
    PostgresFactory,
    PostgresTrackingRecorder,
)
from eventsourcing.projection import Projection, ProjectionRunner
from eventsourcing.utils import Environment
from psycopg.sql import SQL, Identifier

from ops.bench.casino import parts
from ops.database.postgres import DatabaseUrls

WAIT_SECONDS: Final = 600


def environment(urls: DatabaseUrls, **more: str) -> dict[str, str]:
    """Return the library's settings for a database."""
    given = parts(urls)
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": given["dbname"],
        "POSTGRES_HOST": given["host"],
        "POSTGRES_PORT": given.get("port", "5432"),
        "POSTGRES_USER": given["user"],
        "POSTGRES_PASSWORD": given["password"],
        **more,
    }


@contextmanager
def recorder(
    urls: DatabaseUrls, *, functions: bool = False
) -> Generator[PostgresApplicationRecorder]:
    """Have the stock recorder; with ``functions`` in its mode for large batches.

    Without, it sends a statement for each event in one pipeline, which can wait for ever on a large
    batch when the server's answers fill the socket.
    """
    name = "functions" if functions else "statements"
    with psycopg.connect(urls.superuser, autocommit=True) as connection:
        connection.execute(SQL("CREATE SCHEMA {}").format(Identifier(name)))
    settings = environment(
        urls, POSTGRES_ENABLE_DB_FUNCTIONS="y" if functions else "n", POSTGRES_SCHEMA=name
    )
    factory = PostgresFactory(Environment("stock", settings))
    try:
        yield cast("PostgresApplicationRecorder", factory.application_recorder())
    finally:
        factory.close()


def stored(envelopes: Sequence[bytes], kind: str) -> list[StoredEvent]:
    """Return the same bytes as the library's rows, of a new originator."""
    originator = uuid4()
    return [
        StoredEvent(originator, version, kind, envelope)
        for version, envelope in enumerate(envelopes, 1)
    ]


# --- its projection runner ----------------------------------------------------------------------


class Table(Aggregate):
    """A table as the library's users write it."""

    def __init__(self, name: str) -> None:
        """Open the peer's application."""
        self.name = name
        self.total = 0

    @event("BetPlaced")
    def bet(self, seat: int, chance: str, amount: int) -> None:
        """Take a bet."""
        self.total += amount if seat and chance else 0


class Tables(Application[UUID]):
    """The library's application."""


class Counter(PostgresTrackingRecorder):
    """One counter beside the position, written in one transaction an event."""

    def __init__(self, datastore: PostgresDatastore, **more: Any) -> None:
        """Make the counter's table, too."""
        super().__init__(datastore, **more)
        self.sql_create_statements.append(
            SQL(
                "CREATE TABLE IF NOT EXISTS view.counter "
                "(name text PRIMARY KEY, amount bigint NOT NULL)"
            ).format()
        )

    def add(self, name: str, amount: int, tracking: Tracking) -> None:
        """Add to the counter."""
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            cursor.execute(
                "INSERT INTO view.counter AS c VALUES (%s, %s) ON CONFLICT (name) "
                "DO UPDATE SET amount = c.amount + excluded.amount",
                (name, amount),
                prepare=True,
            )


class Counting(Projection[Counter]):
    """The library's projection."""

    name = "counting"

    @singledispatchmethod
    def process_event(self, domain_event: DomainEventProtocol[Any], tracking: Tracking) -> None:
        """Count every event."""
        self.view.add("bets", getattr(domain_event, "amount", 0), tracking)


class StockProjection:
    """An application with events, projected anew each time."""

    def __init__(self, urls: DatabaseUrls, events: int) -> None:
        """Record so many events."""
        self._urls = urls
        self._events = events
        self._settings = environment(urls)
        application = Tables(self._settings)
        tables = max(1, events // 100)
        for number in range(tables):
            table = Table(f"ROL-{number}")
            share = events // tables + (number < events % tables)
            for _ in range(share - 1):
                table.bet(4, "cavalo", 500)
            application.save(table)
        application.close()

    def rate(self) -> float:
        """Project all of them and return the rate."""
        with psycopg.connect(self._urls.superuser, autocommit=True) as connection:
            connection.execute("DROP SCHEMA IF EXISTS view CASCADE")
            connection.execute("CREATE SCHEMA view")
        start = time.perf_counter()
        with ProjectionRunner(
            application_class=Tables,
            projection_class=Counting,
            view_class=Counter,
            env=self._settings | {"COUNTING_POSTGRES_SCHEMA": "view"},
        ) as runner:
            runner.wait(self._events, timeout=WAIT_SECONDS)
            return self._events / (time.perf_counter() - start)
