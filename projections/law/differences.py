"""Differences between two sets of projections: every verdict and figure, each with the reason.

A set built by a new version of the rules stands beside the live one before it takes its place.
What differs is kept for ever in a schema of its own (``superseded``): no rebuild may make a figure
of a closed day disappear that somebody declared, signed or was paid by.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, LiteralString

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import class_row, dict_row, tuple_row
from psycopg.types.json import Jsonb

SUPERSEDED: Final = "superseded"
Figures = dict[str, Any]


class Figure(Struct, frozen=True, kw_only=True):
    """A kind of figure: where its rows stand, what names each, and what it says."""

    name: str
    rows: LiteralString
    """SELECT of key, day, place and figures (jsonb) from a set's tables."""


FIGURES: Final = (
    Figure(
        name="verdict",
        rows="SELECT round AS key, day::text AS day, place, jsonb_build_object('state', state, "
        "'due', due, 'paid', paid, 'currency', currency) AS figures "
        "FROM {s}.verdict WHERE known_until IS NULL",
    ),
    Figure(
        name="seat",
        rows="SELECT concat_ws(' ', round, seat) AS key, split_part(round, '/', 2) AS day, "
        "split_part(round, '/', 1) AS place, jsonb_build_object('round', round, 'due', sum(due), "
        "'paid', sum(paid)) AS figures FROM {s}.due WHERE known_until IS NULL GROUP BY round, seat",
    ),
    Figure(
        name="finding",
        rows="SELECT id AS key, split_part(round, '/', 2) AS day, place, jsonb_build_object("
        "'code', code, 'rule', rule, 'round', round, 'seat', seat, 'amount', amount, "
        "'state', state) AS figures FROM {s}.finding WHERE known_until IS NULL",
    ),
    Figure(
        name="revenue",
        rows="SELECT concat_ws(' ', casino, day, category, currency) AS key, day::text AS day, "
        "NULL::text AS place, jsonb_build_object('amount', sum(amount)) AS figures "
        "FROM {s}.revenue GROUP BY casino, day, category, currency",
    ),
    Figure(
        name="tax",
        rows="SELECT concat_ws(' ', event, casino, tax_name, category, currency) AS key, "
        "last_day::text AS day, NULL::text AS place, jsonb_build_object('base', base, 'tax', tax, "
        "'shares', shares) AS figures FROM {s}.tax_declared WHERE known_until IS NULL",
    ),
    Figure(
        name="table-day",
        rows="SELECT opened::text AS key, day::text AS day, place, jsonb_build_object("
        "'resultado', resultado, 'by_rounds', by_rounds, 'quebra', quebra, 'cagnotte', cagnotte) "
        "AS figures FROM {s}.table_day WHERE known_until IS NULL",
    ),
    Figure(
        name="machine-day",
        rows="SELECT concat_ws(' ', machine, day) AS key, day::text AS day, machine AS place, "
        "jsonb_build_object('cj', cj, 'cg', cg, 'je', je, 'rb', rb, 'de', de, 'be', be, 'pa', pa, "
        "'cc', cc, 'bp', bp, 'pap', pap, 'receita', receita) AS figures "
        "FROM {s}.machine_close WHERE known_until IS NULL",
    ),
    Figure(
        name="pool-day",
        rows="SELECT concat_ws(' ', pool, day) AS key, day::text AS day, pool AS place, "
        "jsonb_build_object('base', base, 'increments', increments, 'voided', voided, "
        "'wins', wins, 'resets', resets, 'transfers', transfers, 'corrections', corrections) "
        "AS figures FROM {s}.pool_day",
    ),
    Figure(
        name="prize",
        rows="SELECT award AS key, day::text AS day, place, jsonb_build_object('amount', amount, "
        "'from_house', from_house, 'paid', paid, 'owed', owed, 'standing', standing) AS figures "
        "FROM {s}.award",
    ),
    Figure(
        name="settlement",
        rows="SELECT concat_ws(' ', event, part, round) AS key, min(day)::text AS day, "
        "min(place) AS place, jsonb_build_object('amount', sum(amount)) AS figures "
        "FROM {s}.settlement GROUP BY event, part, round",
    ),
    Figure(
        name="chips",
        rows="SELECT concat_ws(' ', casino, day, currency, reason) AS key, day::text AS day, "
        "NULL::text AS place, jsonb_build_object('amount', sum(amount)) AS figures "
        "FROM {s}.chip_move GROUP BY casino, day, currency, reason",
    ),
    Figure(
        name="cover",
        rows="SELECT concat_ws(' ', casino, day) AS key, day::text AS day, NULL::text AS place, "
        "jsonb_build_object('held', held, 'declared', declared, 'state', state) AS figures "
        "FROM {s}.cover_day",
    ),
    Figure(
        name="acta",
        rows="SELECT round AS key, day::text AS day, place, jsonb_build_object('state', state, "
        "'cards', cards, 'collected', collected, 'linha', linha, 'bingo', bingo, "
        "'additional', additional) AS figures FROM {s}.acta WHERE known_until IS NULL",
    ),
)


class Difference(Struct, frozen=True, kw_only=True):
    """A figure that two versions of the law give otherwise."""

    figure: str
    key: str
    day: str | None
    place: str | None
    before: Figures | None
    """None where only the new version says it."""
    after: Figures | None
    """None where only the version before said it."""
    reason: str
    closed: bool
    """Whether a casino had closed that gaming day: somebody may have declared or signed it."""


def differences(
    connection: psycopg.Connection[Any], before: str, after: str
) -> tuple[list[Difference], list[str]]:
    """Return the figures that differ in two schemas, and those that could not be compared.

    The verdicts come first, then what rests on them; each in the order of its key.
    """
    raw: list[tuple[Figure, dict[str, Any]]] = []
    left_out: list[str] = []
    for figure in FIGURES:
        try:
            with connection.transaction():
                raw += [(figure, row) for row in _differing(connection, figure, before, after)]
        except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn) as error:
            left_out.append(f"{figure.name}: {error.diag.message_primary}")
    codes = _codes_by_round(raw)
    moved = {(one["day"], one["place"]) for of, one in raw if of.name == "verdict"}
    closed = _last_closed(connection, before)
    return [
        Difference(
            figure=of.name,
            key=row["key"],
            day=row["day"] or None,
            place=row["place"],
            before=row["before"],
            after=row["after"],
            reason=_reason(of.name, row, codes, moved),
            closed=bool(row["day"]) and closed is not None and row["day"] <= closed,
        )
        for of, row in raw
    ], left_out


def _differing(
    connection: psycopg.Connection[Any], figure: Figure, before: str, after: str
) -> Iterator[dict[str, Any]]:
    statement = sql.SQL(
        "SELECT coalesce(a.key, b.key) AS key, coalesce(a.day, b.day) AS day, "
        "coalesce(a.place, b.place) AS place, a.figures AS before, b.figures AS after "
        "FROM ({old}) AS a FULL JOIN ({new}) AS b ON a.key = b.key "
        "WHERE a.figures IS DISTINCT FROM b.figures ORDER BY 1"
    ).format(
        old=sql.SQL(figure.rows).format(s=sql.Identifier(before)),
        new=sql.SQL(figure.rows).format(s=sql.Identifier(after)),
    )
    with connection.cursor(row_factory=dict_row) as cursor:
        yield from cursor.execute(statement)


def _codes_by_round(raw: Sequence[tuple[Figure, dict[str, Any]]]) -> dict[str, list[str]]:
    """Return by round which finding codes came and went: the reason why its verdict is another."""
    found: dict[str, list[str]] = {}
    for figure, row in raw:
        if figure.name != "finding":
            continue
        for mark, side in (("-", row["before"]), ("+", row["after"])):
            if side is not None and side["round"] is not None:
                found.setdefault(side["round"], []).append(f"{mark}{side['code']} ({side['rule']})")
    return found


def _reason(
    figure: str,
    row: dict[str, Any],
    codes: dict[str, list[str]],
    moved: set[tuple[str | None, str | None]],
) -> str:
    """Return why a figure is another: the findings that differ, or the verdicts it rests on."""
    before: Figures = row["before"] or {}
    after: Figures = row["after"] or {}
    of_round = (before or after).get("round") if figure == "seat" else row["key"]
    if figure in ("verdict", "seat", "acta") and of_round in codes:
        return "findings " + ", ".join(sorted(codes[of_round]))
    if figure == "verdict":
        return "amount due" if before.get("due") != after.get("due") else "state"
    if figure == "finding":
        said = after or before
        return f"{said['code']}: {said['rule']}"
    changed = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    days = {day for day, _ in moved}
    rests = (row["day"], row["place"]) in moved or (row["place"] is None and row["day"] in days)
    return ("verdicts of that day: " if rests else "booking: ") + ", ".join(changed)


def _last_closed(connection: psycopg.Connection[Any], schema: str) -> str | None:
    row = connection.execute(
        sql.SQL("SELECT max(day)::text FROM {}.closed_day").format(sql.Identifier(schema))
    ).fetchone()
    return row[0] if row is not None else None


# --- what was said before, for ever ---------------------------------------------------------------


def keep(
    connection: psycopg.Connection[Any],
    found: Sequence[Difference],
    *,
    position: int,
    before: str,
    after: str,
) -> None:
    """Write the figures that differ where no rebuild takes them away."""
    if not found:
        return
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(SUPERSEDED)))
        cursor.execute(_TABLE)
        cursor.execute(
            "GRANT USAGE ON SCHEMA superseded TO razao_inspector, razao_appender;"
            "GRANT SELECT ON superseded.difference TO razao_inspector, razao_appender"
        )
        cursor.executemany(
            "INSERT INTO superseded.difference (position, law_before, law_after, figure, key, day, "
            "place, before, after, reason, closed) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                (
                    position,
                    before,
                    after,
                    one.figure,
                    one.key,
                    one.day,
                    one.place,
                    None if one.before is None else Jsonb(one.before),
                    None if one.after is None else Jsonb(one.after),
                    one.reason,
                    one.closed,
                )
                for one in found
            ],
        )


_TABLE: LiteralString = """
CREATE TABLE IF NOT EXISTS superseded.difference (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Up to which the two sets were built when they were compared.
    position bigint NOT NULL,
    law_before text NOT NULL,
    law_after text NOT NULL,
    figure text NOT NULL,
    key text NOT NULL,
    day date,
    place text,
    before jsonb,
    after jsonb,
    reason text NOT NULL,
    closed boolean NOT NULL
)
"""


class Superseded(Struct, frozen=True, kw_only=True):
    """A figure that stood under a version of the law, and what took its place."""

    position: int
    law_before: str
    law_after: str
    figure: str
    key: str
    day: str | None
    place: str | None
    before: Figures | None
    after: Figures | None
    reason: str
    closed: bool


def superseded(
    connection: psycopg.Connection[Any], *, day: str | None = None, place: str | None = None
) -> list[Superseded]:
    """Return the figures of versions before, the oldest first; of a day or a place if asked."""
    with connection.cursor(row_factory=tuple_row) as plain:
        row = plain.execute("SELECT to_regclass('superseded.difference')").fetchone()
    if row is None or row[0] is None:
        return []
    with connection.cursor(row_factory=class_row(Superseded)) as cursor:
        return cursor.execute(
            "SELECT position, law_before, law_after, figure, key, day::text AS day, place, before, "
            "after, reason, closed FROM superseded.difference "
            "WHERE (%(day)s::date IS NULL OR day = %(day)s) "
            "AND (%(place)s::text IS NULL OR place = %(place)s) ORDER BY number",
            {"day": day, "place": place},
        ).fetchall()
