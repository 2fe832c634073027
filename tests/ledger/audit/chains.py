"""Chains of events as the store sees them: links and headers count, bodies do not."""

from collections.abc import Iterator

import psycopg

from ledger.ids import NO_LINK
from ledger.signed.chain import link_of
from ledger.store.recorder import LedgerStore, Rows
from tests.fixtures.postgres import Database

ORIGIN = "casa"
KIND = "bet-placed/1"
COLUMNS = ("sources", "seqs", "previous", "kinds", "envelopes", "links", "signatures")
APPEND = "SELECT ledger.append(%s, %s, %s, %s, %s, %s, %s, NULL)"


def envelope(
    source: str,
    seq: int,
    previous: bytes,
    kind: str = KIND,
    *,
    body: bytes = b'{"n":0}',
    origin: str = ORIGIN,
    blind: bytes | None = None,
) -> bytes:
    """Return an envelope whose body nobody looks at."""
    form, last = ("razao/1", "") if blind is None else ("razao/2", f"{blind.hex()}\n")
    header = f"{form} {origin}\n{source}\n{seq}\n{previous.hex()}\n{kind}\n{last}\n"
    return header.encode() + body


class Chains:
    """Sources that speak when they are told to, each continuing its own chain."""

    def __init__(self) -> None:
        """Begin all chains."""
        self.heads: dict[str, tuple[int, bytes]] = {}

    def rows(
        self,
        *sources: str,
        kind: str = KIND,
        body: bytes = b'{"n":0}',
        blind: bytes | None = None,
    ) -> Rows:
        """Return the next event of each source named, in this order; a name may come again."""
        rows = Rows()
        for source in sources:
            seq, previous = self.heads.get(source, (0, NO_LINK))
            data = envelope(source, seq + 1, previous, kind, body=body, blind=blind)
            rows.sources.append(source)
            rows.seqs.append(seq + 1)
            rows.previous.append(previous)
            rows.kinds.append(kind)
            rows.envelopes.append(data)
            rows.links.append(link_of(data))
            rows.signatures.append(bytes(64))
            self.heads[source] = (seq + 1, rows.links[-1])
        return rows


def columns(rows: Rows) -> list[list[object]]:
    """Return the arrays of a batch, for a call past the recorder."""
    return [list(getattr(rows, name)) for name in COLUMNS]


def founded(database: Database, *sources: str) -> Iterator[LedgerStore]:
    """Found a ledger and let these sources begin."""
    store = LedgerStore(database.login)
    try:
        store.found(ORIGIN, blinded=False)
        store.enrol(sources)
        yield store
    finally:
        store.close()


def contents(connection: psycopg.Connection) -> tuple[list[tuple], int, list[tuple]]:
    """Return everything the ledger's tables hold about events and heads."""
    events = connection.execute(
        "SELECT notification_id, originator_id, originator_version, topic, state, link, signature "
        "FROM ledger.events ORDER BY notification_id"
    ).fetchall()
    head = connection.execute("SELECT position FROM ledger.head").fetchone()
    sources = connection.execute("SELECT source, seq, link FROM ledger.source_head ORDER BY source")
    assert head is not None
    return events, head[0], sources.fetchall()
