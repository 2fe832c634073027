"""Texts as the ledger tells of them: what commits to each, until when it is kept, who erased it.

How many years each class is kept is the house's law, and so a parameter; a class without one waits
for it, and nothing of it is due.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import class_row, tuple_row

from ledger.audit.diagnosis import Problem
from ledger.store.texts.texts import TEXTS_ROLE, State, Texts
from projections.base.rows import Schema
from projections.reads.queries import connect
from projections.running.runner import LIVE
from projections.stages.parameters.stage import read_book

YEARS: Final = "conservacao_textos_anos"
"""A map of classes of text to the years that each is kept after its event; scope ``*``."""
CONTROLLER: Final = "responsavel_tratamento"
"""Who answers for the data of persons, as an access request names him; scope ``*``."""
HELD: Final = "prova_retida"
"""What the authority holds as evidence, whatever the years and who agreed to erase it: a list of
texts, by their commitments, and of gaming days; scope ``*``."""
TO_CONFIRM: Final = "a confirmar"
"""Stands where the law is not known: nobody guesses a term."""
_YEAR_LAST: Final = 9999


class TextUse(Struct, frozen=True, kw_only=True):
    """An event that commits to a text."""

    position: int
    event: str
    field: str
    commitment: str
    text_class: str
    kind: str
    at: str
    person: str | None
    dispute: str | None
    held: bool
    """Whether its case is open: then nobody agrees to its erasing."""


class Erasure(Struct, frozen=True, kw_only=True):
    """An erasure in effect."""

    position: int
    commitment: str
    at: str
    source: str
    reason: str


class Standing(Struct, frozen=True, kw_only=True):
    """A text as the ledger tells of it."""

    commitment: str
    uses: tuple[TextUse, ...]
    until: str | None
    """When its years are over; None: to be confirmed."""
    held: bool
    """Whether an open case or the authority's act holds it."""
    erasure: Erasure | None
    """The erasure in effect; None while the authority's act holds the text, too."""

    @property
    def text_class(self) -> str:
        """The class of the event that committed to it first."""
        return self.uses[0].text_class

    def is_due(self, now: str) -> bool:
        """Tell whether it is to be erased: its years are over, and no open case holds it."""
        over = self.until is not None and self.until <= now
        return over and not self.held and self.erasure is None


_USES: Final = """
SELECT u.position, u.event, u.field, u.commitment, u.class AS text_class, u.kind, u.at, u.person,
    u.dispute,
    coalesce(d.decided IS NULL AND d.dispute IS NOT NULL, false) AS held
FROM {s}.text_use AS u
LEFT JOIN {s}.dispute AS d ON d.dispute = u.dispute
WHERE %(one)s::text IS NULL OR u.commitment = %(one)s
ORDER BY u.position, u.field
"""
_ERASURES: Final = """
SELECT position, commitment, at, source, reason FROM {s}.text_erasure
WHERE %(one)s::text IS NULL OR commitment = %(one)s
ORDER BY position DESC
"""


def standings(
    connection: psycopg.Connection[Any], commitment: str | None = None, *, now: str | None = None
) -> dict[str, Standing]:
    """Return every text that events commit to, or the one, by its commitment, oldest first.

    The years are those in force ``now``, by default by the ledger's own clock.
    """
    asked, schema = {"one": commitment}, sql.Identifier(LIVE)
    with connection.cursor(row_factory=class_row(TextUse)) as cursor:
        uses = cursor.execute(sql.SQL(_USES).format(s=schema), asked).fetchall()
    with connection.cursor(row_factory=class_row(Erasure)) as cursor:
        rows = cursor.execute(sql.SQL(_ERASURES).format(s=schema), asked).fetchall()
    erasures = {one.commitment: one for one in rows}
    now = now or now_of(connection)
    years, evidence = years_of(connection, now), held_as_evidence(connection, now)
    by_text: dict[str, list[TextUse]] = {}
    for use in uses:
        by_text.setdefault(use.commitment, []).append(use)
    return {
        one: Standing(
            commitment=one,
            uses=tuple(found),
            until=_until(found, years),
            held=one in evidence or any(use.held for use in found),
            erasure=None if one in evidence else erasures.get(one),
        )
        for one, found in by_text.items()
    }


def erased(connection: psycopg.Connection[Any], *, now: str | None = None) -> list[str]:
    """Return the commitments of all texts whose erasure has taken effect, and that no act holds."""
    evidence = held_as_evidence(connection, now or now_of(connection))
    statement = sql.SQL("SELECT DISTINCT commitment FROM {s}.text_erasure ORDER BY 1")
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(statement.format(s=sql.Identifier(LIVE))).fetchall()
    return [str(one) for (one,) in rows if one not in evidence]


def texts_altered(conninfo: str, texts: Texts) -> list[Problem]:
    """Return the texts that events commit to, and that are gone or altered without an order.

    A row that was deleted is known by its key, which stands outside the database and goes first
    where a text is erased. Where neither stands nobody knows: the text may never have been handed
    in here. For a login that may not see texts nothing is looked at.
    """
    try:
        with connect(conninfo) as connection:
            if not _may_see(connection):
                return []
            events = _named(connection)
            # Read after the events, whose texts stood before; keys after the rows, since they go
            # first; what was ordered last of all, since it is ordered before anything goes.
            states, keyed = dict(texts.states()), texts.keyed()
            ordered = set(erased(connection))
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
        return []  # no figures say what commits to a text
    return list(_gone(events, states, keyed, ordered))


def _gone(
    events: Mapping[str, str], states: Mapping[str, State], keyed: set[str], ordered: set[str]
) -> Iterator[Problem]:
    for commitment, event in events.items():
        state = states.get(commitment)
        if state is None and commitment in keyed:
            why = "its row was deleted: its key stands, which erasing destroys first"
        elif state == "unreadable" and commitment not in ordered:
            why = "its key was destroyed, and nobody ordered that it be erased"
        elif state == "altered":
            why = "what stands there is not what was committed to"
        else:
            continue
        yield Problem(kind="text", source=f"text {commitment}", detail=f"of {event}: {why}")


def _may_see(connection: psycopg.Connection[Any]) -> bool:
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(
            "SELECT pg_has_role(session_user, %s, 'MEMBER')", (TEXTS_ROLE,)
        ).fetchone()
    return row is not None and bool(row[0])


def _named(connection: psycopg.Connection[Any]) -> dict[str, str]:
    """Return the commitments, each with the event that made it first."""
    statement = sql.SQL("SELECT commitment, event FROM {s}.text_use ORDER BY position DESC, field")
    with connection.cursor(row_factory=tuple_row) as cursor:
        return dict(cursor.execute(statement.format(s=sql.Identifier(LIVE))).fetchall())


def held_as_evidence(connection: psycopg.Connection[Any], now: str) -> frozenset[str]:
    """Return the texts and gaming days that the parameter in force holds as evidence."""
    told = parameter(connection, HELD, now)
    named = cast("list[Any]", told) if isinstance(told, list | tuple) else []
    return frozenset(map(str, named))


def years_of(connection: psycopg.Connection[Any], now: str) -> dict[str, int]:
    """Return the years that each class is kept, where the parameter in force says."""
    told = parameter(connection, YEARS, now)
    if not isinstance(told, dict):
        return {}
    named = cast("dict[str, Any]", told)
    return {one: years for one, years in named.items() if type(years) is int and years >= 0}


def parameter(connection: psycopg.Connection[Any], name: str, now: str) -> Any:
    """Return the value in force of a parameter of the whole ledger; None without one."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        book = read_book(Schema(cursor, LIVE))
    return book.value(name, ("*",), now, _AFTER_ALL)


_AFTER_ALL: Final = 2**62


def now_of(connection: psycopg.Connection[Any]) -> str:
    """Return the time by the ledger's own clock: that of its latest tick."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(_CLOCK).fetchone()
    return "" if row is None or row[0] is None else bytes(row[0]).decode("ascii", "replace")


_CLOCK: Final = """
SELECT substring(state FROM position('{"at":"'::bytea IN state) + 7 FOR 27)
FROM ledger.events WHERE topic = 'clock-ticked/1'
ORDER BY substring(state FROM position('{"at":"'::bytea IN state) + 7 FOR 27) DESC LIMIT 1
"""


def _until(uses: Sequence[TextUse], years: dict[str, int]) -> str | None:
    """Return when the longest of its uses is over; None where the years of any are not known."""
    ends: list[str] = []
    for use in uses:
        if use.text_class not in years:
            return None
        ends.append(_later(use.at, years[use.text_class]))
    return max(ends, default=None)


def _later(at: str, years: int) -> str:
    """Return a time some years later; they are compared as words, so no 29th is in the way.

    >>> _later("2026-02-28T10:00:00.000000Z", 5)
    '2031-02-28T10:00:00.000000Z'
    """
    return f"{min(int(at[:4]) + years, _YEAR_LAST):04}{at[4:]}"
