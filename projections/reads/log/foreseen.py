"""The effect of an event recorded next, asked of the matrix before anybody signs.

The stage ``authority`` itself is asked, as the projections have it, and what it learns is thrown
away. So no second table says who may do what; but what others record before the event still counts.
"""

from typing import Any, Literal

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from ledger.roles import Role
from projections.base.event import Event
from projections.base.produced import Produced
from projections.base.rows import Schema
from projections.reads.log.sources import Stored
from projections.running.runner import LIVE
from projections.stages.authority import Authority
from projections.stages.findings.stage import Findings

Outcome = Literal["effect", "waits", "without"]
"""In effect at once; waits for a second person; recorded, and without effect for ever."""


class Foreseen(Struct, frozen=True, kw_only=True):
    """The effect that an event would have, and why it would lack it."""

    outcome: Outcome
    expected: str = ""
    """Of a fault: what should have been, as its finding would say."""
    recorded: str = ""
    agreeing: frozenset[Role] = frozenset()
    """Of an act that waits: the roles of whom somebody must agree."""


def foresee(connection: psycopg.Connection[Any], event: Event, schema: str = LIVE) -> Foreseen:
    """Return the effect of an event at the position after the last one."""
    stage, findings, produced = Authority(), Findings(), Produced()
    with connection.cursor(row_factory=tuple_row) as cursor:
        for one in (stage, findings):
            one.load(Schema(cursor, schema), Stored(connection))
            one.begin(produced)
        stage.fold(event, produced)
        if stage.waits(event.name):
            return Foreseen(outcome="waits", agreeing=stage.agreeing(event, produced))
    faults = [one for one in produced.faults if one.code == "OP-ACCESS"]
    expected, recorded = (faults[0].expected, faults[0].recorded) if faults else ("", "")
    outcome: Outcome = "without" if produced.withheld else "effect"
    return Foreseen(outcome=outcome, expected=expected, recorded=recorded)


def waiting_acts(connection: psycopg.Connection[Any], schema: str = LIVE) -> list[int]:
    """Return the positions of acts that wait for a second person, the newest first."""
    statement = sql.SQL(
        "SELECT position FROM {s}.act WHERE effective IS NULL ORDER BY position DESC LIMIT 100"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        return [position for (position,) in cursor.execute(statement).fetchall()]
