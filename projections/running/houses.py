"""Policies by which a house sees its own rows of the projections alone, and no office a reading.

The role ``razao_house`` sees rows of the casinos, places, sources, pools and cases that its
transaction names in :data:`SETTINGS`; of a table that has no line here it sees nothing, so that a
new one is shown to no house until somebody says whose its rows are. The role ``razao_office`` sees
all rows but those of who read what. All other readers see all rows.
"""

import hashlib
from collections.abc import Mapping
from typing import Any, Final, LiteralString

import psycopg
from psycopg import sql

HOUSE: Final = "razao_house"
OFFICE: Final = "razao_office"
"""Of whoever reads every casino and is not of the Authority's side."""
SETTINGS: Final = ("casinos", "places", "sources", "pools", "cases", "scopes", "positions")
"""What a house's transaction names as its own, each ``razao.<name>``, an array."""


def _mine(column: LiteralString, what: LiteralString) -> LiteralString:
    """Return the condition that a column names something of the house's."""
    return f"{column} IN (SELECT unnest(current_setting('razao.{what}', true)::text[]))"


def _shown(column: LiteralString) -> LiteralString:
    """Return the condition that the history shows the house the event at a position."""
    return f"EXISTS (SELECT FROM {{s}}.history AS shown WHERE shown.position = {column})"


def _of_round(column: LiteralString) -> LiteralString:
    """Return the condition that a round was played at a place of the house's."""
    return _mine(f"regexp_replace({column}, '/[^/]*/[^/]*$', '')", "places")


_PLACE: Final = _mine("place", "places")
_MACHINE: Final = _mine("machine", "places")
_CASINO: Final = _mine("casino", "casinos")
_EVERYWHERE: Final[LiteralString] = f"casino = '*' OR {_CASINO}"
_POOL: Final = _mine("pool", "pools")
_ROUND: Final = _of_round("round")
_SOURCE: Final = _mine("source", "sources")
_ALL: Final[LiteralString] = "true"

_HISTORY: Final[LiteralString] = (
    f"{_PLACE} OR (place IS NULL AND {_SOURCE}) "
    "OR split_part(kind, '/', 1) IN ('ledger-founded', 'clock-ticked', 'rules-adopted') "
    "OR position IN (SELECT unnest(current_setting('razao.positions', true)::bigint[]))"
)
_FINDING: Final[LiteralString] = (
    f"(CASE WHEN place IS NULL THEN EXISTS (SELECT FROM {{s}}.history AS shown "
    f"WHERE shown.position = ANY(positions)) ELSE {_PLACE} END) "
    "AND NOT {s}.joins_houses(positions)"
)

POLICIES: Final[Mapping[str, LiteralString]] = {
    # rounds and what was due of them
    "verdict": _PLACE,
    "due": _ROUND,
    "unpaid": _ROUND,
    "round": _PLACE,
    "place": _PLACE,
    "terms": "EXISTS (SELECT FROM {s}.place AS p WHERE p.opened = terms.opened)",
    "standing": "EXISTS (SELECT FROM {s}.place AS p WHERE p.opened = standing.opened)",
    "lasting": _PLACE,
    "corrected": _shown("correction"),
    "carried_until": _ROUND,
    "late_round": _of_round("name"),
    "judged_with": _ROUND,
    "shown": _ROUND,
    # the floor
    "casino": _CASINO,
    "closed_day": _EVERYWHERE,
    "open_day": _EVERYWHERE,
    "late": _shown("late.position"),
    "scheduled": _PLACE,
    "speaker": _SOURCE,
    "floor_clock": _ALL,
    "history": _HISTORY,
    "currency": _PLACE,
    "parameter": _mine("scope", "scopes"),
    "role": _SOURCE,
    "act": _shown("act.position"),
    "agreed": _shown("agreed.act"),
    "known": f"what = 'case' AND {_mine('name', 'cases')}",
    "refused": _SOURCE,
    "matrix_in_force": _ALL,
    "adoption": _ALL,
    # machines
    "machine": _MACHINE,
    "machine_day": _MACHINE,
    "machine_close": _MACHINE,
    "meter_reading": _MACHINE,
    "meter_variance": _MACHINE,
    "meter_context": _shown("meter_context.position"),
    "machine_void": _MACHINE,
    "machine_corrected": _shown("machine_corrected.position"),
    "machine_drop": _MACHINE,
    "ticket": _shown("coalesce(issued, taken)"),
    "hand_pay": _shown("hand_pay.first"),
    "award_signal": _shown("award_signal.position"),
    "machine_session": _MACHINE,
    # bingo
    "session": _PLACE,
    "acta": _PLACE,
    "room": _PLACE,
    "gate": _PLACE,
    # accounts
    "chance": _PLACE,
    "table_day": _PLACE,
    "table_state": _PLACE,
    "settlement": _CASINO,
    "revenue": _CASINO,
    "tax_declared": _CASINO,
    "round_debt": _ROUND,
    "declared_float": _PLACE,
    "early_slips": _PLACE,
    "chip_move": _CASINO,
    "slip_number": _mine("cage", "places"),
    "home": _CASINO,
    "clock": _ALL,
    # prizes: a pool that houses share shows each its own lines, and the pool's own totals
    "posting": f"{_POOL} AND {_shown('posting.position')}",
    "pool": _POOL,
    "award": f"{_POOL} AND {_shown('award.position')}",
    "award_version": "EXISTS (SELECT FROM {s}.award AS a WHERE a.award = award_version.award)",
    "pool_day": _POOL,
    "pool_reading": f"{_POOL} AND {_shown('pool_reading.position')}",
    "pool_note": f"{_POOL} AND {_shown('pool_note.position')}",
    "pool_stake": f"{_POOL} AND {_shown('pool_stake.position')}",
    "pool_transfer": f"{_mine('source', 'pools')} AND {_mine('target', 'pools')}",
    "cover_day": _CASINO,
    "cover_version": _CASINO,
    # what is wrong, cases, texts
    "finding": _FINDING,
    "dispute": _mine("dispute", "cases"),
    "text_use": _shown("text_use.position"),
    "text_erasure": (
        "EXISTS (SELECT FROM {s}.text_use AS u WHERE u.commitment = text_erasure.commitment)"
    ),
    "early_refusal": _SOURCE,
    "unfolded": f"(casino = '*' AND scope = 'house') OR {_CASINO}",
    # how far everything goes
    "tracking": _ALL,
    "halted": _ALL,
}
"""Table to the condition under which a row is the house's own."""
HIDDEN: Final = frozenset(
    {
        *("trust", "hand", "post", "kept"),  # who may act, as the stage that judges it remembers
        # of the log and the tables as a whole
        *("stated_root", "stated_figures", "integrity_state", "folded", "set_hash"),
        *("pool_past", "jackpot_undone", "jackpot_state"),  # the books' own memory, of all houses
    }
)
"""Tables of which no house sees anything."""

_JOINS: Final[LiteralString] = """
CREATE OR REPLACE FUNCTION {s}.joins_houses(positions bigint[]) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    places CONSTANT text[] := current_setting('razao.places', true)::text[];
    sources CONSTANT text[] := current_setting('razao.sources', true)::text[];
BEGIN
    RETURN EXISTS (
        SELECT FROM {s}.history AS h
        LEFT JOIN {s}.speaker AS s ON s.source = h.source
        WHERE h.position = ANY(positions)
        AND CASE WHEN h.place IS NULL THEN s.casino IS NOT NULL AND NOT h.source = ANY(sources)
            ELSE NOT h.place = ANY(places) END
    );
END
$$;
REVOKE ALL ON FUNCTION {s}.joins_houses(bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION {s}.joins_houses(bigint[]) TO razao_house;
"""
"""Tells whether a finding rests on events of another house: it is for who sees them all."""
_ELSEWHERE: Final[LiteralString] = f"""
CREATE VIEW {{s}}.posting_elsewhere AS
SELECT pool, day, account, reason, sum(amount) AS amount, count(*) AS lines
FROM {{s}}.posting AS p
WHERE {_POOL} AND NOT EXISTS (
    SELECT FROM {{s}}.history AS h WHERE h.position = p.position
    AND ({_PLACE} OR (h.place IS NULL AND {_SOURCE}))
)
GROUP BY pool, day, account, reason;
GRANT SELECT ON {{s}}.posting_elsewhere TO razao_house;
"""  # noqa: S608 - our own words
"""The lines of other houses in the pools that a house shares, summed: nobody's in particular."""

_READINGS: Final[LiteralString] = """
CREATE POLICY readings ON {s}.history AS RESTRICTIVE FOR SELECT TO razao_office
USING (kind NOT LIKE 'access-recorded/%')
"""
"""Who read what is for the Authority's side: as of the log itself, by ``0019_office.sql``."""


def digest(schema: str) -> str:
    """Return the comment by which a set of projections tells the policies that it has.

    The function's body keeps the name of the schema, which another name does not change.
    """
    told = "\n".join((*(f"{name} {text}" for name, text in POLICIES.items()), _JOINS, _ELSEWHERE))
    told += _READINGS
    return f"houses {schema} {hashlib.sha256(told.encode()).hexdigest()}"


def confine(connection: psycopg.Connection[tuple[Any, ...]], schema: str) -> None:
    """Let each house see its own rows of a set of projections, and no office who read what.

    Nothing is done where it is so already.

    A set that lacks tables, as while two processes build it, is left as it is: no house sees it.
    """
    if _said(connection, schema) == digest(schema):
        return
    tables = [
        str(name)
        for (name,) in connection.execute(
            "SELECT relname::text FROM pg_catalog.pg_class WHERE relkind = 'r' "
            "AND relnamespace = %s::regnamespace ORDER BY relname",
            (f'"{schema}"',),
        ).fetchall()
    ]
    if not POLICIES.keys() <= set(tables):
        return
    named = {"s": sql.Identifier(schema)}
    # All locks before the first row of the catalogue is touched: whoever vacuums or analyses a
    # table that was just built would wait for that row, and this transaction for his table.
    locked = sql.SQL(", ").join(sql.Identifier(schema, table) for table in tables)
    connection.execute(
        sql.SQL("; ").join(
            (
                sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(locked),
                *_taken_back(tables, named),
                sql.SQL(_JOINS).format(**named),
                sql.SQL(_ELSEWHERE).format(**named),
                *(_policy(name, named) for name in POLICIES),
                sql.SQL(_READINGS).format(**named),
                sql.SQL("GRANT USAGE ON SCHEMA {s} TO razao_house").format(**named),
                _comment(schema),
            )
        )
    )


def rename_confined(connection: psycopg.Connection[tuple[Any, ...]], schema: str) -> None:
    """Let the function of a set of projections that got another name ask that one's tables.

    Policies and views follow by themselves. No table is locked, which people read meanwhile.
    """
    if _said(connection, schema) is not None:
        joins = sql.SQL(_JOINS).format(s=sql.Identifier(schema))
        connection.execute(sql.SQL("; ").join((joins, _comment(schema))))


def _comment(schema: str) -> sql.Composed:
    return sql.SQL("COMMENT ON TABLE {s}.folded IS {said}").format(
        s=sql.Identifier(schema), said=sql.Literal(digest(schema))
    )


def _said(connection: psycopg.Connection[tuple[Any, ...]], schema: str) -> str | None:
    """Return which policies a set of projections says that it has."""
    row = connection.execute(
        "SELECT obj_description(to_regclass(%s))", (f'"{schema}".folded',)
    ).fetchone()
    return None if row is None else row[0]


def _taken_back(tables: list[str], named: Mapping[str, sql.Identifier]) -> list[sql.Composed]:
    """Return the statements that take back what an older version gave."""
    schema = named["s"]
    return [
        *(
            sql.SQL("DROP POLICY IF EXISTS {} ON {}.{}").format(
                sql.Identifier(policy), schema, sql.Identifier(table)
            )
            for table in tables
            for policy in ("whole", "of_house", "readings")
        ),
        sql.SQL("DROP VIEW IF EXISTS {s}.posting_elsewhere").format(**named),
        sql.SQL("DROP FUNCTION IF EXISTS {s}.joins_houses(bigint[])").format(**named),
        sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA {s} FROM razao_house").format(**named),
    ]


def _policy(name: str, named: Mapping[str, sql.Identifier]) -> sql.Composed:
    """Return the statements by which a house sees its own rows of a table, all others all rows."""
    return sql.SQL(
        "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY; "
        "CREATE POLICY whole ON {table} USING (current_user <> 'razao_house'); "
        "CREATE POLICY of_house ON {table} FOR SELECT TO razao_house USING ({condition}); "
        "GRANT SELECT ON {table} TO razao_house"
    ).format(
        table=sql.SQL("{s}.{name}").format(**named, name=sql.Identifier(name)),
        condition=sql.SQL(POLICIES[name]).format(**named),
    )
