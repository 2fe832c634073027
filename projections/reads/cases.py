"""Findings as people take them up: those of one round or thing and of one cause are one case.

A null coup that was paid to four seats is four findings and one case; its money is their sum.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final

import psycopg
from msgspec import Struct
from msgspec.structs import replace
from psycopg import sql
from psycopg.rows import tuple_row

from projections.running.runner import LIVE

CASES_MAX: Final = 2_000
"""Findings that a list takes in; the page says how many there are beyond."""
_RECORD: Final = ("INT-", "CLK-", "FL-")
"""How codes begin that are about the record and its clocks."""


class Group(StrEnum):
    """The subjects of a case, in the order of the inbox."""

    ROUNDS = "rounds"
    """Rounds with money in question."""
    THINGS = "things"
    """Tables, machines and jackpots with money in question."""
    PROCEDURE = "procedure"
    RECORD = "record"


class Case(Struct, frozen=True, kw_only=True):
    """Findings of one cause."""

    id: str
    """Of the finding that stands for all: the one known first."""
    code: str
    severity: str
    rule: str
    place: str | None
    round: str | None
    currency: str | None
    amount: int | None
    """Sum of what was paid wrongly, whichever way."""
    group: Group
    ids: tuple[str, ...]
    seats: tuple[int, ...]
    last: int
    """The position of the event that made it known."""
    states: tuple[str, ...]
    at: datetime | None = None


def cases_of(findings: Iterable[dict[str, Any]]) -> list[Case]:
    """Return the cases that findings make, by group and most money first."""
    groups: dict[tuple[object, ...], list[dict[str, Any]]] = {}
    for row in findings:
        cause = row["round"] or row["subject"] or row["id"]
        groups.setdefault((row["place"], cause, row["code"], row["state"]), []).append(row)
    order = list(Group)
    return sorted(
        map(_case, groups.values()),
        key=lambda case: (order.index(case.group), -(case.amount or 0), case.last, case.id),
    )


def most_money_first(cases: Iterable[Case]) -> list[Case]:
    """Return cases as a morning begins: by money, whatever they are about; the inbox has groups."""
    return sorted(cases, key=lambda case: -(case.amount or 0))


def _case(rows: Sequence[dict[str, Any]]) -> Case:
    first = rows[0]
    amounts = [abs(row["amount"]) for row in rows if row["amount"] is not None]
    amount = sum(amounts) if amounts else None
    return Case(
        id=first["id"],
        code=first["code"],
        severity=first["severity"],
        rule=first["rule"],
        place=first["place"],
        round=first["round"],
        currency=first["currency"],
        amount=amount,
        group=_group(first, amount),
        ids=tuple(row["id"] for row in rows),
        seats=tuple(sorted({row["seat"] for row in rows if row["seat"] is not None})),
        last=max((max(row["positions"], default=0) for row in rows), default=0),
        states=tuple(dict.fromkeys(row["state"] for row in rows)),
    )


def _group(row: dict[str, Any], amount: int | None) -> Group:
    if row["code"].startswith(_RECORD):
        return Group.RECORD
    if not amount:
        return Group.PROCEDURE
    return Group.ROUNDS if row["round"] is not None else Group.THINGS


def open_cases(
    connection: psycopg.Connection[Any],
    *,
    state: str | None = "open",
    severity: str | None = None,
    place: str | None = None,
    code: str | None = None,
    round_id: str | None = None,
    day: date | None = None,
    schema: str = LIVE,
) -> tuple[int, list[Case]]:
    """Return how many findings are as wanted, and the cases of the first of them with their hours.

    In the order in which they became known, critical before ordinary. A finding's day is the
    gaming day of the first event that it rests on.
    """
    text = sql.SQL(
        "SELECT f.id, f.code, f.severity, f.rule, f.place, f.round, f.currency, f.amount, f.seat, "
        "f.positions, f.state, f.subject, count(*) OVER () FROM {s}.finding AS f "
        "WHERE f.known_until IS NULL AND (%(state)s::text IS NULL OR f.state = %(state)s) "
        "AND (%(severity)s::text IS NULL OR f.severity = %(severity)s) "
        "AND (%(place)s::text IS NULL OR f.place = %(place)s) "
        "AND (%(code)s::text IS NULL OR f.code = %(code)s) "
        "AND (%(round)s::text IS NULL OR f.round = %(round)s) "
        "AND (%(day)s::date IS NULL OR %(day)s = ("
        "SELECT coalesce(h.day, (h.at AT TIME ZONE 'UTC')::date) FROM {s}.history AS h "
        "WHERE h.position = coalesce(f.positions[1], f.known_from))) "
        "ORDER BY f.severity <> 'critical', f.known_from, f.id LIMIT %(most)s"
    ).format(s=sql.Identifier(schema))
    names = (
        "id", "code", "severity", "rule", "place", "round", "currency", "amount", "seat",
        "positions", "state", "subject",
    )  # fmt: skip
    values = {
        "state": state,
        "severity": severity,
        "place": place,
        "code": code,
        "round": round_id,
        "day": day,
        "most": CASES_MAX,
    }
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(text, values).fetchall()
    cases = cases_of(dict(zip(names, row[:12], strict=True)) for row in rows)
    hours = hours_of(connection, [case.last for case in cases], schema)
    return (rows[0][12] if rows else 0), [replace(one, at=hours.get(one.last)) for one in cases]


def hours_of(
    connection: psycopg.Connection[Any], positions: Sequence[int], schema: str = LIVE
) -> dict[int, datetime]:
    """Return when the events at these positions happened, as their sources say."""
    text = sql.SQL("SELECT position, at FROM {s}.history WHERE position = ANY(%s)").format(
        s=sql.Identifier(schema)
    )
    with connection.cursor(row_factory=tuple_row) as cursor:
        return dict(cursor.execute(text, (list(positions),)).fetchall())


def counted(connection: psycopg.Connection[Any], schema: str = LIVE) -> dict[tuple[str, str], int]:
    """Return how many findings hold now, by state and severity."""
    text = sql.SQL(
        "SELECT state, severity, count(*) FROM {s}.finding WHERE known_until IS NULL GROUP BY 1, 2"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        return {(state, severity): n for state, severity, n in cursor.execute(text).fetchall()}
