"""Erasures carried out: what the ledger says is erased is destroyed, with its salt and key."""

from typing import Final

import psycopg

from ledger.store.texts.texts import Texts
from projections.reads.queries import connect
from projections.reads.texts import erased, standings

UNUSED_DAYS: Final = 30
"""So long a text may wait for the event that commits to it."""


def carry_out(texts: Texts, conninfo: str) -> int:
    """Destroy every text whose erasure has taken effect; return of how many anything was there.

    Where no projections stand, or others are being exchanged for them, nothing is known to be
    erased: it is, the next time.
    """
    try:
        with connect(conninfo) as connection:
            ordered = erased(connection)
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
        return 0
    kept = texts.kept() if ordered else frozenset[str]()
    return texts.erase([one for one in ordered if one in kept])


def drop_unused(texts: Texts, conninfo: str) -> int:
    """Destroy every text that no event named in time; return how many."""
    with connect(conninfo) as connection:
        known = standings(connection)
    return texts.erase([one for one in texts.older_than(UNUSED_DAYS) if one not in known])
