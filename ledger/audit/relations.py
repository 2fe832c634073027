"""The relations of a ledger's database, compared with those that the migrations make.

What refuses a change (triggers, functions, grants) stands in the database itself, and whoever owns
the server can put something else in its place: a view for a table, a function that lets through
what it should refuse. So ``razao verify`` reads PostgreSQL's catalogue and names what is other than
``catalogue.json`` says, which a test makes anew from the migrations.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from psycopg import Connection
from psycopg.rows import tuple_row

from ledger.audit.auditor import connect_inspector
from ledger.audit.diagnosis import Problem
from ledger.store.sql_files import load

EXPECTED: Final = Path(__file__).parents[1] / "store" / "sql" / "catalogue.json"
SCHEMAS: Final = ("ledger", "access", "texts")
REPLICA: Final = "take_copied"
"""The trigger that a replica has, and a house's own ledger has not."""
_SHOWN_MAX: Final = 160
_SQL: Final = load(Path(__file__).with_name("relations.sql"))


def read_relations(connection: Connection[Any]) -> dict[str, str]:
    """Return every object of the ledger's schemas with its definition, as PostgreSQL has it."""
    found: dict[str, str] = {}
    with connection.cursor(row_factory=tuple_row) as cursor:
        for query in _SQL.values():
            found.update(cursor.execute(query, (list(SCHEMAS),)).fetchall())
    return dict(sorted(found.items()))


def expected_relations() -> dict[str, list[str]]:
    """Return the database objects that the migrations make, some in a restored dump's words too."""
    return msgspec.json.decode(EXPECTED.read_bytes(), type=dict[str, list[str]])


def relation_problems(
    found: Mapping[str, str], expected: Mapping[str, Sequence[str]]
) -> Iterator[Problem]:
    """Yield each database object that is missing, changed, or there besides the migrations' own.

    A replica's own triggers are expected where they stand, and nowhere missed.
    """
    for name in sorted({*found, *expected}):
        is_, should = found.get(name), expected.get(name)
        if is_ in (should or ()) or (should is None and name.endswith(f".{REPLICA}")):
            continue
        if is_ is None:
            detail = f"{name} is missing"
        elif should is None:
            detail = f"{name} is not of the migrations: {_shown(is_)}"
        else:
            detail = f"{name}: {_difference(should[0], is_)}"
        yield Problem(kind="catalogue", source=name, detail=detail)


def relations_altered(conninfo: str) -> list[Problem]:
    """Return the same of a database, as the inspector sees it."""
    with connect_inspector(conninfo) as connection:
        return list(relation_problems(read_relations(connection), expected_relations()))


def _difference(should: str, is_: str) -> str:
    """Return the first part that differs of two definitions."""
    for one, other in zip(should.split("; "), is_.split("; "), strict=False):
        if one != other:
            if one.startswith("body "):
                return "its body is another than the migrations give it"
            return f"expected {_shown(one)}, got {_shown(other)}"
    return f"expected {_shown(should)}, got {_shown(is_)}"


def _shown(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN_MAX else f"{flat[:_SHOWN_MAX]}…"
