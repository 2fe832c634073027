"""The effect of an event recorded next, asked of the matrix before anybody signs.

The stage ``authority`` itself is asked, as the projections have it, and what it learns is thrown
away. So no second table says who may do what; but what others record before the event still counts.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final, Literal

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

WAITING_MAX: Final = 100
"""Acts that wait, of a list; the newest."""
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


class WaitingAct(Struct, frozen=True, kw_only=True):
    """An act that waits for a second person, and the roles of whom somebody must agree."""

    position: int
    source: str
    agreeing: frozenset[Role]


def foresee(connection: psycopg.Connection[Any], event: Event, schema: str = LIVE) -> Foreseen:
    """Return the effect of an event at the position after the last one."""
    with _asking(connection, schema) as (stage, produced):
        stage.fold(event, produced)
        if stage.waits(event.name):
            return Foreseen(outcome="waits", agreeing=stage.agreeing(event, produced))
    faults = [one for one in produced.faults if one.code == "OP-ACCESS"]
    expected, recorded = (faults[0].expected, faults[0].recorded) if faults else ("", "")
    outcome: Outcome = "without" if produced.withheld else "effect"
    return Foreseen(outcome=outcome, expected=expected, recorded=recorded)


def waiting_acts(connection: psycopg.Connection[Any], schema: str = LIVE) -> list[WaitingAct]:
    """Return the acts that wait for a second person, the newest first."""
    statement = sql.SQL(
        "SELECT position FROM {s}.act WHERE effective IS NULL ORDER BY position DESC LIMIT {most}"
    ).format(s=sql.Identifier(schema), most=WAITING_MAX)
    with connection.cursor(row_factory=tuple_row) as cursor:
        positions = [position for (position,) in cursor.execute(statement).fetchall()]
    if not positions:
        return []
    with _asking(connection, schema) as (stage, produced):
        return [
            WaitingAct(
                position=event.position,
                source=event.source,
                agreeing=stage.agreeing(event, produced),
            )
            for event in reversed(Stored(connection).events(positions))
        ]


@contextmanager
def _asking(
    connection: psycopg.Connection[Any], schema: str
) -> Generator[tuple[Authority, Produced]]:
    """Load the stage that judges, and the findings it asks for, as the projections have them."""
    stage, findings, produced = Authority(), Findings(), Produced()
    with connection.cursor(row_factory=tuple_row) as cursor:
        for one in (stage, findings):
            one.load(Schema(cursor, schema), Stored(connection))
            one.begin(produced)
        yield stage, produced
