"""A case as its papers need it: its file, its rounds settled again, whether it is heard."""

from typing import Any, Final

import psycopg

from api.documents.cases.dispute import Case
from projections.reads.disputes.case_file import case_file
from projections.reads.disputes.window import heard_of
from projections.reads.floor.house import casino_of, currencies_of
from projections.reads.floor.round_again import round_again

ROUNDS_MAX: Final = 20
"""Rounds of a case that its papers settle again; a longer one is not a case of a paper."""


def read_case(connection: psycopg.Connection[Any], conninfo: str, dispute: str) -> Case | None:
    """Return a case with what its papers show; None where nobody opened it."""
    found = case_file(connection, dispute)
    if found is None:
        return None
    names = found.case.rounds[:ROUNDS_MAX]
    rounds = tuple(one for name in names if (one := round_again(conninfo, name)) is not None)
    place = found.case.machine or (names[0].rsplit("/", 2)[0] if names else None)
    return Case(
        file=found,
        rounds=rounds,
        heard=heard_of(connection, found, [one.closed for one in rounds]),
        currency=currencies_of(connection).of(place),
        casino=casino_of(connection, place),
    )
