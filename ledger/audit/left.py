"""Ranges that left for archives: whether the files of each copy are those that were sealed."""

from collections.abc import Iterator

import psycopg
from psycopg.rows import tuple_row

from ledger.audit.auditor import connect_inspector
from ledger.audit.diagnosis import Problem
from ledger.store.cold import DROPPED, Dropped, faults_of, ranges_of


def archives_altered(conninfo: str) -> list[Problem]:
    """Return each file of a range that left, in each copy, which is not the one that was sealed.

    A copy that cannot be reached is whoever's reads events there; what was put back stands here.
    """
    return [
        Problem(kind="archive", source=name, detail=why)
        for of in ranges_away(conninfo)
        for name, why in faults_of(of)
    ]


def ranges_away(conninfo: str) -> list[Dropped]:
    """Return the ranges of which events are away now, in order, each as it left last."""
    with connect_inspector(conninfo) as connection:
        return sorted(_gone(connection))


def _gone(connection: psycopg.Connection) -> Iterator[Dropped]:
    """Yield the ranges of which events are away now, each as it left last."""
    with connection.cursor(row_factory=tuple_row, binary=True) as cursor:
        newest = {
            (one.first, one.last): one
            for one in reversed(ranges_of(cursor.execute(DROPPED).fetchall()))
        }
        for of in newest.values():
            ((is_gone,),) = cursor.execute(
                "SELECT EXISTS (SELECT FROM ledger.events WHERE notification_id BETWEEN %s AND %s "
                "AND state = '')",
                (of.first, of.last),
            ).fetchall()
            if is_gone:
                yield of
