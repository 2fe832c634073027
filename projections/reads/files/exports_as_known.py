"""Rows of exports that no table keeps as they were known: worked out from journal and versions."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, Protocol

import msgspec
import psycopg

from projections.stages.pools.queries import PoolQueries

Filters = Mapping[str, str | int]
INSTEAD: Final[Mapping[str, str]] = {
    "schedule": "history has what was scheduled by then (kind place-scheduled/1)",
    "disputes": "history has what was opened and decided by then (kinds dispute-opened/1, "
    "dispute-decided/1)",
    "debts": "findings has what was not paid by then, settlements what was paid of it",
    "contadores-by-denomination": "contadores has the days closed by then, all denominations "
    "together",
    "meter-variance": "findings has where device and events had parted by then (MQ-METER-EVT)",
    "tickets": "history has what was issued, taken and paid by then (kinds ticket-issued/1, "
    "ticket-redeemed/1, ticket-paid/1), contadores the BP and BE of the days closed by then",
    "hand-pays": "history has what was paid by then (kind hand-paid/1), findings what was wrong "
    "(MQ-HAND)",
    "machine-boxes": "history has what was counted by then (kind drop-counted/1), findings what "
    "differed (MQ-DROP)",
    "sources": "history has who was given which key by then (kinds source-enrolled/2, "
    "key-rotated/1, key-revoked/1)",
    "closing": "table-days has what was counted by then, findings what was open",
    "holds": "rounds has what was staked and paid as known then",
    "retention": "parameters has the years in force by then, history the events",
    "machine-voids": "history has what was voided by then (kind play-voided/1)",
    "pool-readings": "pool-statements has the last readings of each day by then",
}
"""Exports that are kept as they stand now, and which others tell the figure of then."""


class Then(Protocol):
    """A source of an export's rows, in the order of its columns, as known at a position."""

    def __call__(
        self,
        connection: psycopg.Connection[Any],
        columns: Sequence[str],
        filters: Filters,
        known: int,
        /,
    ) -> Iterator[Sequence[Any]]:
        """Return the rows in the export's order; the connection's own rows are dictionaries."""
        ...


def statements(
    connection: psycopg.Connection[Any], columns: Sequence[str], filters: Filters, known: int
) -> Iterator[Sequence[Any]]:
    """Return the days of every jackpot by the journal and the notes up to a position."""
    asked = PoolQueries(connection, known)
    for pool in asked.pools():
        if filters.get("pool", pool.name) != pool.name:
            continue
        for one in asked.statement(pool):
            if _on_days(filters, one.day):
                rates = msgspec.json.encode(one.rates, order="deterministic").decode()
                values = {
                    "day": date.fromisoformat(one.day),
                    "currency": pool.terms.currency,
                    "rates": rates,
                }
                yield [values.get(name, getattr(one, name, None)) for name in columns]


def awards(
    connection: psycopg.Connection[Any], columns: Sequence[str], filters: Filters, known: int
) -> Iterator[Sequence[Any]]:
    """Return the prizes of every jackpot, each in its last version up to a position."""
    asked = PoolQueries(connection, known)
    names = [pool.name for pool in asked.pools() if filters.get("pool", pool.name) == pool.name]
    won = [one for name in names for one in asked.awards(name)]
    for one in sorted(won, key=lambda one: (one.position, one.award)):
        if _on_days(filters, one.day) and filters.get("round", one.round) == one.round:
            values = {
                "day": None if one.day is None else date.fromisoformat(one.day),
                "from_house": one.house,
                "owed": max(one.owed, 0),
                "standing": one.state,
            }
            yield [values.get(name, getattr(one, name, None)) for name in columns]


def _on_days(filters: Filters, day: str | None) -> bool:
    """Tell whether a day is one of those asked for; what has none is of no day."""
    wanted = {name: str(filters[name]) for name in ("day", "from", "to") if name in filters}
    if not wanted:
        return True
    return (
        day is not None
        and wanted.get("day", day) == day
        and wanted.get("from", day) <= day <= wanted.get("to", day)
    )
