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
_OF_ALL: Final = frozenset({"event_triggers", "roles"})
"""Queries that ask of the whole database, and not of a schema."""
_SQL: Final = load(Path(__file__).with_name("relations.sql"))


def read_relations(connection: Connection[Any], schemas: Sequence[str] = SCHEMAS) -> dict[str, str]:
    """Return every object of schemas, the ledger's own, with its definition in PostgreSQL's words.

    With the ledger's own come what is of the whole database: event triggers, the ledger's roles.
    """
    found: dict[str, str] = {}
    with connection.cursor(row_factory=tuple_row) as cursor:
        for name, query in _SQL.items():
            if name not in _OF_ALL:
                found.update(cursor.execute(query, (list(schemas),)).fetchall())
            elif schemas is SCHEMAS:
                found.update(cursor.execute(query).fetchall())
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
    for name, detail in altered_relations(found, expected, makes="the migrations"):
        if not name.endswith(f".{REPLICA}") or name in expected:
            yield Problem(kind="catalogue", source=name, detail=detail)


def altered_relations(
    found: Mapping[str, str], expected: Mapping[str, Sequence[str]], *, makes: str
) -> Iterator[tuple[str, str]]:
    """Yield each database object that is not as ``makes`` makes it, and what is wrong.

    Of a table that is missing, or one too many, nothing more is said.
    """
    whole = {_path(one) for one in {*found, *expected} if _is_whole(one, found, expected)}
    for name in sorted({*found, *expected}):
        is_, should = found.get(name), expected.get(name)
        path = _path(name)
        if is_ in (should or ()) or (path.rpartition(".")[0] in whole and path not in whole):
            continue
        if is_ is None:
            detail = f"{name} is missing"
        elif should is None:
            detail = f"{name} is not of {makes}: {_shown(is_)}"
        else:
            detail = f"{name}: {_difference(should[0], is_, makes)}"
        yield name, detail


def _is_whole(name: str, found: Mapping[str, str], expected: Mapping[str, Sequence[str]]) -> bool:
    return name.startswith("table ") and ((name in found) != (name in expected))


def _path(name: str) -> str:
    return name.partition(" ")[2]


def relations_altered(conninfo: str) -> list[Problem]:
    """Return the same of a database, as the inspector sees it."""
    with connect_inspector(conninfo) as connection:
        return list(relation_problems(read_relations(connection), expected_relations()))


def _difference(should: str, is_: str, makes: str) -> str:
    """Return the first part that differs of two definitions."""
    for one, other in zip(should.split("; "), is_.split("; "), strict=False):
        if one != other:
            if one.startswith("body "):
                return f"its body is another than {makes} give it"
            return f"expected {_shown(one)}, got {_shown(other)}"
    return f"expected {_shown(should)}, got {_shown(is_)}"


def _shown(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN_MAX else f"{flat[:_SHOWN_MAX]}…"
