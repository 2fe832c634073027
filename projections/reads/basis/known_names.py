"""Which names there are for a filter to name: places, games, kinds, codes, states and the like.

A filter that names nothing would answer "there is none" to another question than the one that was
meant. What nobody knows is refused with the near names, whoever asks: command, address or page.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, LiteralString, get_args

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from ledger.events import KINDS
from ledger.text.near import near_names, unknown_text
from projections.replay.codes import CODES
from projections.replay.registry import GAMES
from projections.running.runner import LIVE
from projections.stages.judging import verdicts
from projections.stages.reviews import reviews


class Names(Struct, frozen=True, kw_only=True):
    """The names of one sort: those of the program, and those that the ledger tells of."""

    fixed: frozenset[str] = frozenset()
    told: LiteralString = ""
    """Returns every name that the ledger tells of; for the near ones."""
    one: LiteralString = ""
    """Returns a row if the ledger tells of ``%(name)s``, where that is quicker than all names."""


class Unknown(Struct, frozen=True, kw_only=True):
    """A filter that names nothing, with the names that there are."""

    filter: str
    name: str
    known: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return the sentence that refuses the name."""
        return unknown_text(self.name, self.known)

    @property
    def near(self) -> list[str]:
        """Return the near names."""
        return near_names(self.name, self.known)


_PLACES: Final[LiteralString] = (
    "SELECT place FROM {s}.place UNION SELECT place FROM {s}.table_state "
    "UNION SELECT place FROM {s}.session UNION SELECT machine FROM {s}.machine "
    "UNION SELECT place FROM {s}.scheduled"
)
_BY_FILTER: Final[Mapping[str, Names]] = {
    "place": Names(told=_PLACES, one="SELECT 1 FROM {s}.history WHERE place = %(name)s LIMIT 1"),
    "machine": Names(told="SELECT machine FROM {s}.machine"),
    "game": Names(fixed=frozenset(GAMES), told="SELECT DISTINCT game FROM {s}.table_day"),
    "kind": Names(
        fixed=frozenset(KINDS),
        one="SELECT 1 FROM {s}.history WHERE kind = %(name)s LIMIT 1",
    ),
    "code": Names(fixed=frozenset(CODES)),
    "severity": Names(fixed=frozenset(("critical", "ordinary", "information"))),
    "source": Names(
        told="SELECT source FROM {s}.speaker UNION SELECT source FROM {s}.role",
        one="SELECT 1 FROM ledger.events WHERE originator_id = %(name)s LIMIT 1",
    ),
    # No list of players: it is long, and nobody's to see who mistook a name.
    "player": Names(
        one="SELECT 1 FROM {s}.history WHERE player = %(name)s LIMIT 1",
    ),
    "pool": Names(told="SELECT pool FROM {s}.pool"),
    "casino": Names(
        fixed=frozenset("*"), told="SELECT casino FROM {s}.casino UNION SELECT casino FROM {s}.home"
    ),
    "category": Names(
        fixed=frozenset(("mesas", "cagnotte", "bingo", "maquinas")),
        told="SELECT DISTINCT category FROM {s}.revenue",
    ),
}
STATES: Final[Mapping[str, Names]] = {
    "rounds": Names(fixed=frozenset(get_args(verdicts.State))),
    # What the authority decides is in its own words, which no list of ours closes.
    "findings": Names(
        fixed=frozenset(
            (
                "open",
                "acknowledged",
                "explained",
                "remedied",
                "accepted",
                "sanctioned",
                "void",
                "reopened",
            )
        ),
        told="SELECT DISTINCT state FROM {s}.finding",
    ),
    "disputes": Names(fixed=frozenset(get_args(reviews.State))),
    "tickets": Names(fixed=frozenset(("issued", "taken", "wrong"))),
}
"""The states of each subject that has some."""
FILTERS: Final = frozenset((*_BY_FILTER, "state"))
"""Filters whose values are names."""


def unknown_names(
    connection: psycopg.Connection[Any],
    given: Mapping[str, str],
    of: str = "",
    schema: str = LIVE,
) -> Iterator[Unknown]:
    """Find the filters that name nothing; ``of`` says whose states are meant.

    What no name can hold, such as the character NUL, is refused by the types of addresses.
    """
    for name, value in given.items():
        names = STATES.get(of) if name == "state" else _BY_FILTER.get(name)
        if names is not None and value not in names.fixed and value.isprintable():
            known = _told(connection, names, value, schema)
            if known is not None and value not in known:
                yield Unknown(
                    filter=name, name=value, known=tuple(sorted((known | names.fixed) - {"*"}))
                )


def _told(
    connection: psycopg.Connection[Any], names: Names, value: str, schema: str
) -> set[str] | None:
    """Return the names that the ledger tells of; None where it is known to tell of this one."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        if names.one:
            asked = sql.SQL(names.one).format(s=sql.Identifier(schema))
            if cursor.execute(asked, {"name": value}).fetchone() is not None:
                return None
        if not names.told:
            return set()
        every = sql.SQL(names.told).format(s=sql.Identifier(schema))
        return {name for (name,) in cursor.execute(every).fetchall() if name is not None}


def states_of(operation: str) -> str:
    """Return the subject whose states an operation filters; nothing where it has none.

    >>> states_of("listRounds"), states_of("exportFindingsPdf"), states_of("listPools")
    ('rounds', 'findings', '')
    """
    return next((one for one in STATES if one.removesuffix("s") in operation.lower()), "")
