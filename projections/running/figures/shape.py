"""The relations of the figures, compared with those that this program makes.

Rows are counted and folded again (:mod:`recomputing`); what can lie beside them is the relation: a
column more, a constraint that is gone, a default, a trigger that loses what a page writes. Their
definitions in PostgreSQL's words stand in ``shape.json``, which `just catalogue` makes anew: as a
runner makes them, and what is otherwise once each house was confined to its own rows.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import psycopg
from msgspec import Struct

from ledger.audit.relations import altered_relations, read_relations
from projections.running.exchange import LIVE
from projections.running.figures.evidence import SUPERSEDED, TABLES

EXPECTED: Final = Path(__file__).with_suffix(".json")
SCHEMAS: Final = (LIVE, SUPERSEDED)
Definitions = dict[str, list[str]]


class Shape(Struct, frozen=True, kw_only=True):
    """The figures' database objects, each with its definition, a restored dump's words too."""

    made: Definitions
    confined: Definitions
    """What is otherwise, or there besides, once each house sees its own rows alone."""


def expected_shape() -> Shape:
    """Return the relations that this program makes."""
    return msgspec.json.decode(EXPECTED.read_bytes(), type=Shape)


def read_shape(connection: psycopg.Connection[Any]) -> dict[str, str]:
    """Return the relations of the live set and of what rebuilds kept, as they stand."""
    return read_relations(connection, SCHEMAS)


def shape_faults(found: Mapping[str, str], expected: Shape) -> Iterator[tuple[str, str]]:
    """Yield each database object that is not as this program makes it, and what is wrong.

    Tables of evidence are made with the first row that they get; that stated ones are gone is told
    by what was stated of them.
    """
    should = dict(expected.made)
    if any(name.startswith("policy ") for name in found):
        should |= expected.confined
    for table in TABLES:
        if f"table {table}" not in found:
            should = {name: one for name, one in should.items() if table not in name}
    if f"schema {SUPERSEDED}" not in found:
        should.pop(f"schema {SUPERSEDED}", None)
    return altered_relations(found, should, makes="this program")
