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

from projections.authority.parameters import EVERYWHERE

SUPERSEDED: Final = "superseded"
Figures = dict[str, Any]
Row = dict[str, Any]
"""A figure that differs, as it was read: key, day, place, before, after, and shape."""


class Figure(Struct, frozen=True, kw_only=True):
    """A kind of figure: where its rows stand, what names each, and what it says."""

    name: str
    rows: LiteralString
    """SELECT of key, day, place and figures (jsonb) from a set's tables; of a casino's figures,
    which have no place, the casino is the key's first word."""


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
        rows="SELECT id AS key, coalesce(split_part(f.round, '/', 2), h.day::text) AS day, "
        "f.place, jsonb_build_object('code', code, 'rule', rule, 'round', f.round, "
        "'seat', f.seat, 'amount', f.amount, 'currency', f.currency, 'state', state) AS figures "
        "FROM {s}.finding AS f LEFT JOIN {s}.history AS h ON h.position = f.positions[1] "
        "WHERE known_until IS NULL",
    ),
    Figure(
        name="revenue",
        rows="SELECT concat_ws(' ', casino, day, category, currency) AS key, day::text AS day, "
        "NULL::text AS place, jsonb_build_object('amount', sum(amount), 'currency', currency) "
        "AS figures FROM {s}.revenue GROUP BY casino, day, category, currency",
    ),
    Figure(
        name="tax",
        rows="SELECT concat_ws(' ', casino, event, tax_name, category, currency) AS key, "
        "last_day::text AS day, NULL::text AS place, jsonb_build_object('base', base, 'tax', tax, "
        "'shares', shares, 'currency', currency) AS figures "
        "FROM {s}.tax_declared WHERE known_until IS NULL",
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
        "NULL::text AS place, jsonb_build_object('amount', sum(amount), 'currency', currency) "
        "AS figures FROM {s}.chip_move GROUP BY casino, day, currency, reason",
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

    The verdicts come first, then what rests on them; each in the order of its key. Of what could
    not be compared, since its tables have another shape, all that stood before is among them.
    """
    raw: list[tuple[Figure, Row]] = []
    left_out: list[str] = []
    for figure in FIGURES:
        try:
            with connection.transaction():
                raw += [(figure, row) for row in _differing(connection, figure, before, after)]
        except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn) as error:
            left_out.append(f"{figure.name}: {error.diag.message_primary}")
            raw += [(figure, row) for row in _as_they_stood(connection, figure, before)]
    houses = _Houses(connection, before)
    reasons = _Reasons(raw, houses)
    return [
        Difference(
            figure=of.name,
            key=row["key"],
            day=row["day"] or None,
            place=row["place"],
            before=row["before"],
            after=row["after"],
            reason=NOT_COMPARED if row["shape"] else reasons.of(of.name, row),
            closed=houses.has_closed(row),
        )
        for of, row in raw
    ], left_out


NOT_COMPARED: Final = "its tables have another shape: not compared, kept as it stood"


def _differing(
    connection: psycopg.Connection[Any], figure: Figure, before: str, after: str
) -> Iterator[Row]:
    """Find the figures that differ; a finding's rule cited in other words is no other figure."""
    statement = sql.SQL(
        "SELECT coalesce(a.key, b.key) AS key, coalesce(a.day, b.day) AS day, "
        "coalesce(a.place, b.place) AS place, a.figures AS before, b.figures AS after, "
        "false AS shape FROM ({old}) AS a FULL JOIN ({new}) AS b ON a.key = b.key "
        "WHERE a.figures - 'rule' IS DISTINCT FROM b.figures - 'rule' ORDER BY 1"
    ).format(
        old=sql.SQL(figure.rows).format(s=sql.Identifier(before)),
        new=sql.SQL(figure.rows).format(s=sql.Identifier(after)),
    )
    with connection.cursor(row_factory=dict_row) as cursor:
        yield from cursor.execute(statement)


def _as_they_stood(
    connection: psycopg.Connection[Any], figure: Figure, schema: str
) -> Iterator[Row]:
    """Read the rows of a figure's table as they are, whatever their columns; none without it."""
    table = figure.rows.partition("{s}.")[2].split()[0]
    with connection.cursor(row_factory=dict_row) as cursor:
        known = cursor.execute("SELECT to_regclass(%s) AS table", (f"{schema}.{table}",)).fetchone()
        if known is None or known["table"] is None:
            return
        statement = sql.SQL("SELECT to_jsonb(t) AS stood FROM {} AS t ORDER BY 1").format(
            sql.Identifier(schema, table)
        )
        for row in cursor.execute(statement).fetchall():
            stood: Figures = row["stood"]
            names = (str(stood[one]) for one in _NAMING if stood.get(one) is not None)
            yield {
                "key": " ".join(names),
                "day": stood.get("last_day") or stood.get("day"),
                "place": stood.get("place"),
                "before": stood,
                "after": None,
                "shape": True,
            }


_NAMING: Final = (
    *("casino", "round", "place", "machine", "pool", "event", "position", "id"),
    *("tax_name", "category", "currency"),
)
"""Columns that name a row, in the order in which a key has them."""


class _Houses:
    """The casino of each place as scheduled last, and the days that each casino closed."""

    def __init__(self, connection: psycopg.Connection[Any], schema: str) -> None:
        """Read schedules and closings from a set of projections."""
        where = sql.Identifier(schema)
        with connection.cursor(row_factory=tuple_row) as cursor:
            places = sql.SQL(
                "SELECT place, casino FROM {}.scheduled WHERE casino IS NOT NULL ORDER BY position"
            ).format(where)
            self._of: dict[str, str] = dict(cursor.execute(places).fetchall())
            days = sql.SQL("SELECT casino, max(day)::text FROM {}.closed_day GROUP BY casino")
            self._closed: dict[str, str] = dict(cursor.execute(days.format(where)).fetchall())

    def of(self, row: Row) -> str | None:
        """Return the casino of a figure; None where its place is of none that is known."""
        place = row["place"]
        return row["key"].partition(" ")[0] if place is None else self._of.get(place)

    def has_closed(self, row: Row) -> bool:
        """Tell whether a figure's day is closed: by its casino, by all, or, if unknown, by any."""
        day, casino = row["day"], self.of(row)
        known = casino in self._closed or casino in self._of.values()
        return bool(day) and any(
            day <= last
            for of, last in self._closed.items()
            if not known or of in {casino, EVERYWHERE}
        )


class _Reasons:
    """Why figures are others: the findings that differ, or the figures that one rests on."""

    def __init__(self, raw: Sequence[tuple[Figure, Row]], houses: _Houses) -> None:
        """Learn the codes and the amounts of figures that differ."""
        self._houses = houses
        self._codes: dict[str, list[str]] = {}
        """By round, which finding codes came and went."""
        self._moved: dict[tuple[str | None, str | None], dict[str, None]] = {}
        """By gaming day and place, or casino, which figures have other amounts."""
        for figure, row in raw:
            if figure.name == "finding":
                self._learn_codes(row)
            elif row["place"] is not None and set(_changed(row)) - {"state"}:
                casino = houses.of(row)
                named = f"{figure.name} of {row['place']}"
                self._moved.setdefault((row["day"], casino), {})[named] = None
                if figure.name == "verdict":
                    self._moved.setdefault((row["day"], row["place"]), {})["verdicts"] = None

    def _learn_codes(self, row: Row) -> None:
        for mark, side in (("-", row["before"]), ("+", row["after"])):
            if side is not None and side.get("round") is not None:
                told = f"{mark}{side['code']} ({side['rule']})"
                self._codes.setdefault(side["round"], []).append(told)

    def of(self, figure: str, row: Row) -> str:
        """Return why a figure is another."""
        before: Figures = row["before"] or {}
        after: Figures = row["after"] or {}
        of_round = (before or after).get("round") if figure == "seat" else row["key"]
        if figure in ("verdict", "seat", "acta") and of_round in self._codes:
            return "findings " + ", ".join(sorted(self._codes[of_round]))
        if figure == "verdict":
            return "amount due" if before.get("due") != after.get("due") else "state"
        if figure == "finding":
            return str((after or before)["rule"])
        of_it = row["place"] or self._houses.of(row)
        rests = self._moved.get((row["day"], of_it)) or self._moved.get((row["day"], None), {})
        named = ", ".join(_changed(row))
        return f"{', '.join(rests)}: {named}" if rests else f"booking: {named}"


def _changed(row: Row) -> list[str]:
    """Return the names of the values that are others."""
    before: Figures = row["before"] or {}
    after: Figures = row["after"] or {}
    names = {*before, *after} - {"currency", "rule"}
    return sorted(name for name in names if before.get(name) != after.get(name))


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
