"""A replica on somebody else's server: what was recorded arrives there, and nothing is taken back.

The house publishes insertions alone, so that what its owner updates, deletes or truncates never
leaves his server. The replica's triggers look at each event as ``ledger.append`` would: one that
does not continue the log stops the feed, and nothing of it is stored.
"""

import secrets
from contextlib import suppress
from typing import Final, LiteralString

import psycopg
from msgspec import Struct
from psycopg import sql

from ledger.audit.auditor import connect_inspector
from ledger.errors import ArchiveAlteredError, ArchiveAwayError, LedgerError
from ledger.store.cold import fill_by
from ops.database.missing import Step, fetch_missing
from ops.errors import MisuseError

PUBLICATION: Final = "razao_replica"
SUBSCRIPTION: Final = "razao_replica"
EVENTS: Final = "events"
BESIDE: Final = ("checkpoints", "stamps", "kept_submission")
"""What stands beside the events and proves something; texts stay where they can be erased."""
_TRIGGER: Final = "take_copied"
_ROWS: Final = 10_000


class ReplicaError(LedgerError):
    """A replica's feed stands still, or could not be made."""


class State(Struct, frozen=True, kw_only=True):
    """How far a replica is."""

    origin: str
    here: int
    """Events that arrived and continue the log."""
    there: int | None
    """Events that the house has; None if it cannot be asked."""
    feeding: bool
    """Whether the feed is open: what it cannot take closes it."""
    stopped: str | None
    """Why the next event of the house is not taken; None if it could be, or is not known."""


def publish(url: str) -> None:
    """Publish the insertions into a house's ledger, by the tables' owner, for replicas to follow.

    Raises:
        MisuseError: the server keeps too little of its log for that.

    """
    with psycopg.connect(url, autocommit=True) as connection:
        _check_level(connection)
        if connection.execute(
            "SELECT 1 FROM pg_publication WHERE pubname = %s", (PUBLICATION,)
        ).fetchone():
            return
        tables = sql.SQL(", ").join(map(_table, (EVENTS, *BESIDE)))
        connection.execute(
            sql.SQL("CREATE PUBLICATION {} FOR TABLE {} WITH (publish = 'insert')").format(
                sql.Identifier(PUBLICATION), tables
            )
        )


def follow(house: str, url: str, *, step: Step = lambda _done, _all: None) -> int:
    """Make a database the replica of a house's ledger, or go on with one; return its events.

    ``url`` is the owner's of a database that was migrated and holds no other ledger. What is there
    already is fetched first; the feed brings what comes since, beginning before the fetch ended.

    Raises:
        ReplicaError: the feed cannot be made, or the copies contradict each other.

    """
    with connect_inspector(house) as connection:
        _check_level(connection)
        if not connection.execute(
            "SELECT 1 FROM pg_publication WHERE pubname = %s", (PUBLICATION,)
        ).fetchone():
            raise MisuseError("the house publishes nothing yet: `razao replica publish` there")
    with psycopg.connect(url, autocommit=True) as connection:
        drop_feed(connection)
        _drop_triggers(connection)
        _subscribe(connection, house)
        fetch_missing(house, url, verify=False, step=step)
        with connect_inspector(house) as source:
            for table in BESIDE:
                _copy_beside(source, connection, table)
        _make_triggers(connection)
        connection.execute(
            sql.SQL("ALTER SUBSCRIPTION {} ENABLE").format(sql.Identifier(SUBSCRIPTION))
        )
        return _position(connection)


def state_of(url: str) -> State:
    """Return how far a replica is, and why it stands still if it does.

    Raises:
        MisuseError: the database is no replica.

    """
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(
            "SELECT subenabled, subconninfo FROM pg_subscription "
            "WHERE subname = %s AND subdbid = (SELECT oid FROM pg_database "
            "WHERE datname = current_database())",
            (SUBSCRIPTION,),
        ).fetchone()
        if row is None:
            raise MisuseError(
                "this database is no replica: `razao replica follow URL` makes it one"
            )
        head = connection.execute("SELECT origin, position FROM ledger.head").fetchone()
        assert head is not None
        there, stopped = None, None
        with suppress(psycopg.OperationalError), connect_inspector(row[1]) as house:
            there = _position(house)
            if not row[0] or there < head[1]:
                stopped = _why(house, connection, head[1])
        return State(origin=head[0], here=head[1], there=there, feeding=row[0], stopped=stopped)


def is_replica(conninfo: str) -> bool:
    """Tell whether a ledger is fed from elsewhere, and takes nothing from anybody here."""
    with connect_inspector(conninfo) as connection:
        found = connection.execute(
            "SELECT 1 FROM pg_trigger WHERE tgname = %s "
            "AND tgrelid = to_regclass('ledger.events') AND NOT tgisinternal",
            (_TRIGGER,),
        ).fetchone()
    return found is not None


def drop_feed(connection: psycopg.Connection) -> None:
    """Let go of a feed, if there is one; the house's slot goes, too, if it can be reached."""
    if not connection.execute(
        "SELECT 1 FROM pg_subscription WHERE subname = %s AND subdbid = "
        "(SELECT oid FROM pg_database WHERE datname = current_database())",
        (SUBSCRIPTION,),
    ).fetchone():
        return
    name = sql.Identifier(SUBSCRIPTION)
    connection.execute(sql.SQL("ALTER SUBSCRIPTION {} DISABLE").format(name))
    try:
        connection.execute(sql.SQL("DROP SUBSCRIPTION {}").format(name))
    except psycopg.Error:  # the house is away, or its slot: what it still holds is its own affair
        connection.execute(sql.SQL("ALTER SUBSCRIPTION {} SET (slot_name = NONE)").format(name))
        connection.execute(sql.SQL("DROP SUBSCRIPTION {}").format(name))


def _check_level(connection: psycopg.Connection) -> None:
    level = connection.execute("SHOW wal_level").fetchone()
    if level is None or level[0] != "logical":
        raise MisuseError(
            f"the house's server has wal_level = {level and level[0]}; expected logical: set it in "
            "postgresql.conf and start the server anew"
        )


def _subscribe(connection: psycopg.Connection, house: str) -> None:
    slot = f"{SUBSCRIPTION}_{secrets.token_hex(4)}"
    try:
        connection.execute(
            sql.SQL(
                "CREATE SUBSCRIPTION {} CONNECTION {} PUBLICATION {} WITH (copy_data = false, "
                "enabled = false, slot_name = {}, disable_on_error = true, streaming = off)"
            ).format(
                sql.Identifier(SUBSCRIPTION),
                sql.Literal(house),
                sql.Identifier(PUBLICATION),
                sql.Literal(slot),
            )
        )
    except psycopg.Error as error:
        raise ReplicaError(f"the feed cannot be made: {error.diag.message_primary}") from None


def _drop_triggers(connection: psycopg.Connection) -> None:
    for table in (EVENTS, *BESIDE):
        connection.execute(
            sql.SQL("DROP TRIGGER IF EXISTS {} ON {}").format(
                sql.Identifier(_TRIGGER), _table(table)
            )
        )


def _make_triggers(connection: psycopg.Connection) -> None:
    for table in (EVENTS, *BESIDE):
        function = "take_copied" if table == EVENTS else "pass_known"
        connection.execute(
            sql.SQL(
                "CREATE TRIGGER {name} BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION "
                "ledger.{function}()"
            ).format(
                name=sql.Identifier(_TRIGGER),
                table=_table(table),
                function=sql.Identifier(function),
            )
        )
        # ALWAYS, because the apply worker passes ordinary triggers by.
        connection.execute(
            sql.SQL("ALTER TABLE {} ENABLE ALWAYS TRIGGER {}").format(
                _table(table), sql.Identifier(_TRIGGER)
            )
        )


def _copy_beside(source: psycopg.Connection, target: psycopg.Connection, table: str) -> None:
    """Copy the rows of a table beside the events that the replica lacks."""
    with source.transaction(), source.cursor(name="beside") as rows:
        rows.execute(sql.SQL("SELECT * FROM {}").format(_table(table)))
        while page := rows.fetchmany(_ROWS):
            values = sql.SQL(", ").join([sql.Placeholder()] * len(page[0]))
            with target.cursor() as cursor:
                cursor.executemany(
                    sql.SQL(
                        "INSERT INTO {} OVERRIDING SYSTEM VALUE VALUES ({}) ON CONFLICT DO NOTHING"
                    ).format(_table(table), values),
                    page,
                )


def _why(house: psycopg.Connection, replica: psycopg.Connection, here: int) -> str | None:
    """Return why the house's next event is not taken, by trying it without storing it."""
    rows = house.execute(
        "SELECT notification_id, originator_id, originator_version, topic, state, link, signature "
        "FROM ledger.events WHERE notification_id > %s ORDER BY notification_id LIMIT 1",
        (here,),
    ).fetchall()
    if not rows:
        there = _position(house)
        if there < here:
            return f"the house has {there} events, {here} arrived here: its end was cut"
        return None
    try:
        # What left since is not what the feed brings: that comes as it was recorded.
        (row,) = fill_by(house, rows)
        with replica.transaction(force_rollback=True):
            replica.execute(_INSERT, row)
    except (ArchiveAlteredError, ArchiveAwayError) as error:
        return f"position {here + 1} cannot be tried: at the house, {error}"
    except psycopg.Error as error:
        return str(error.diag.message_primary)
    return None


_INSERT: Final[LiteralString] = (
    "INSERT INTO ledger.events (notification_id, originator_id, originator_version, topic, state, "
    "link, signature) VALUES (%s, %s, %s, %s, %s, %s, %s)"
)


def _position(connection: psycopg.Connection) -> int:
    row = connection.execute("SELECT position FROM ledger.head").fetchone()
    assert row is not None
    return row[0]


def _table(name: str) -> sql.Composed:
    return sql.SQL("ledger.{}").format(sql.Identifier(name))
