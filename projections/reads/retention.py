"""How long events are kept: classes by kind, years by the house's law, and what open cases hold.

Nothing here erases. No event leaves the log one by one: a whole day may go to an archive once every
class in it may leave, and what an open case or finding rests on stays until that is decided, or
what the authority holds as evidence (``prova_retida``) until it lets go. How
many years each class is kept is law that nobody guesses: a parameter, and *a confirmar* until then.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final, cast

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import class_row, tuple_row

from ledger.events import FAMILIES, KINDS
from ledger.events.personal import TextClass
from ledger.keys import TRUST_AND_TIME_KINDS
from projections.reads.texts import held_as_evidence, now_of, parameter, standings
from projections.reads.texts import years_of as years_of_texts
from projections.running.runner import LIVE

YEARS: Final = "conservacao_anos"
"""A map of classes of events to the years that each is kept after its gaming day; scope ``*``."""
DECIDED: Final = ("accepted", "remedied", "sanctioned", "void")
"""States in which a finding holds its events no more."""
TRUST: Final = "confianca"
UNKNOWN: Final = "desconhecidos"
_SERVICE: Final = frozenset(
    (
        *("clock-ticked", "heartbeat", "submission-refused", "access-recorded"),
        *("verification-done", "link-lost", "link-restored"),
    )
)
_FOR_EVER: Final = frozenset(
    ("casino-registered", "parameter-set", "approval", "correction", "opening-declared")
)
"""Beside keys and clock: what tells what every other event meant."""


class RetentionClass(Struct, frozen=True, kw_only=True):
    """A class of events that one term holds for."""

    name: str
    pt: str
    en: str
    leaves: bool = True
    """Whether its events ever leave: everything else is proved by those that do not."""
    law: str = ""
    """The text that gives the term; empty where it is to be confirmed."""


CLASSES: Final[Mapping[str, RetentionClass]] = {
    one.name: one
    for one in (
        RetentionClass(
            name=TRUST,
            pt="chaves, parâmetros, aprovações e correções",
            en="keys, parameters, approvals and corrections",
            leaves=False,
        ),
        RetentionClass(
            name="servico",
            pt="relógio, sinais de vida e leituras",
            en="clock, heartbeats, readings",
        ),
        RetentionClass(
            name="registo", pt="fontes, lugares e escala", en="sources, places and schedule"
        ),
        RetentionClass(name="mesas", pt="caixa e pessoal das mesas", en="tables' cash and staff"),
        RetentionClass(name="jogadores", pt="lugares e sessões", en="seats and sessions"),
        RetentionClass(
            name="jogo", pt="apostas, resultados e pagamentos", en="bets, outcomes and payments"
        ),
        RetentionClass(name="jackpots", pt="acumulados e prémios", en="pools and prizes"),
        RetentionClass(name="bingo", pt="sessões e actas de bingo", en="bingo sessions and actas"),
        RetentionClass(name="maquinas", pt="máquinas e contadores", en="machines and counters"),
        RetentionClass(
            name="revisao", pt="faltas, litígios e fecho", en="findings, cases, closing"
        ),
        RetentionClass(
            name=UNKNOWN, pt="tipos que este programa não conhece", en="kinds not known here"
        ),
    )
}
"""By name, in the order in which people are shown them."""
_BY_FAMILY: Final = {
    "registry": "registo",
    "tables": "mesas",
    "seats": "jogadores",
    "rounds": "jogo",
    "outcomes": "jogo",
    "jackpots": "jackpots",
    "bingo": "bingo",
    "machines": "maquinas",
    "reviews": "revisao",
}
_FAMILY_OF: Final = {kind.KIND: family for family, kinds in FAMILIES.items() for kind in kinds}


class DayOfClass(Struct, frozen=True, kw_only=True):
    """The events of a class on a gaming day, and what becomes of them."""

    retention: str
    """The class."""
    day: date
    events: int
    held: int
    """Those that an open case or finding rests on; all of a day that the authority holds."""
    until: date | None
    """When their years are over; None: never, or to be confirmed."""
    due: bool
    """Whether their years are over, by the ledger's own clock."""

    @property
    def leaving(self) -> int:
        """How many may leave."""
        return self.events - self.held if self.due else 0

    @property
    def staying(self) -> int:
        """How many must stay."""
        return self.events - self.leaving


def class_of(kind: str) -> str:
    """Return the class of a kind's events.

    >>> class_of("payout/1"), class_of("parameter-set/1"), class_of("heartbeat/1")
    ('jogo', 'confianca', 'servico')
    """
    name = kind.partition("/")[0]
    if kind not in KINDS:
        return UNKNOWN
    if name in _SERVICE:
        return "servico"
    if kind in TRUST_AND_TIME_KINDS or name in _FOR_EVER:
        return TRUST
    return _BY_FAMILY[_FAMILY_OF[kind]]


def days_of_classes(
    connection: psycopg.Connection[Any],
    *,
    first: str | None = None,
    last: str | None = None,
    now: str | None = None,
) -> list[DayOfClass]:
    """Return every class's days, oldest first, with the events that may leave or are held.

    The years are those in force ``now``, by default by the ledger's own clock.
    """
    now = now or now_of(connection)
    today, years = now[:10], years_of(connection, now)
    evidence = held_as_evidence(connection, now)
    found: dict[tuple[date, str], tuple[int, int]] = {}
    values = {"first": first, "last": last, "decided": list(DECIDED), "tickets": TICKETS}
    query = sql.SQL(_DAYS).format(s=sql.Identifier(LIVE))
    with connection.cursor(row_factory=class_row(_Counted)) as cursor:
        for row in cursor.execute(query, values):
            of = (row.day, class_of(row.kind))
            events, held = found.get(of, (0, 0))
            found[of] = (events + row.events, held + row.held)
    order = list(CLASSES)
    days: list[DayOfClass] = []
    for (day, name), (events, held) in sorted(
        found.items(), key=lambda one: (one[0][0], order.index(one[0][1]))
    ):
        until = _until(day, years.get(name)) if CLASSES[name].leaves else None
        due = until is not None and until.isoformat() <= today
        whole = day.isoformat() in evidence
        days.append(
            DayOfClass(
                retention=name,
                day=day,
                events=events,
                held=events if whole else held,
                until=until,
                due=due,
            )
        )
    return days


def years_of(connection: psycopg.Connection[Any], now: str) -> dict[str, int]:
    """Return the years that each class is kept, where the parameter in force says."""
    told = parameter(connection, YEARS, now)
    named = cast("dict[str, Any]", told) if isinstance(told, dict) else {}
    return {
        one: years
        for one, years in named.items()
        if one in CLASSES and type(years) is int and 0 <= years <= _YEARS_MAX
    }


class ClassOfEvents(Struct, frozen=True, kw_only=True):
    """A class of events in a period: how many, and what becomes of them."""

    name: str
    law: str
    """The text that gives its years; empty where it is to be confirmed."""
    ever: bool
    """Whether its events stay for ever."""
    years: int | None
    events: int
    held: int
    leaving: int
    until: date | None
    """When the years of its newest day are over."""


class ClassOfTexts(Struct, frozen=True, kw_only=True):
    """A class of texts: how many stand, and what becomes of them."""

    name: str
    ever: bool = False
    """No class of texts stays for ever."""
    years: int | None
    texts: int
    held: int
    due: int
    until: str | None
    """When the years of the next of them are over."""


def classes_of_events(days: Sequence[DayOfClass], years: Mapping[str, int]) -> list[ClassOfEvents]:
    """Return the classes of some days, each added up, in the order in which people see them."""
    found: list[ClassOfEvents] = []
    for name, told in CLASSES.items():
        of = [one for one in days if one.retention == name]
        if of:
            found.append(
                ClassOfEvents(
                    name=name,
                    law=told.law,
                    ever=not told.leaves,
                    years=years.get(name),
                    events=sum(one.events for one in of),
                    held=sum(one.held for one in of),
                    leaving=sum(one.leaving for one in of),
                    until=max((one.until for one in of if one.until is not None), default=None),
                )
            )
    return found


def classes_of_texts(connection: psycopg.Connection[Any], now: str) -> list[ClassOfTexts]:
    """Return the classes of all texts that were not erased."""
    standing = [one for one in standings(connection, now=now).values() if not one.erasure]
    years = years_of_texts(connection, now)
    found: list[ClassOfTexts] = []
    for name in TextClass:
        of = [one for one in standing if one.text_class == name]
        if of:
            found.append(
                ClassOfTexts(
                    name=name.value,
                    years=years.get(name.value),
                    texts=len(of),
                    held=sum(one.held for one in of),
                    due=sum(one.is_due(now) for one in of),
                    until=min((one.until for one in of if one.until is not None), default=None),
                )
            )
    return found


def leaving_days(days: Sequence[DayOfClass]) -> list[date]:
    """Return the gaming days of which everything may leave: but for what never does."""
    by_day: dict[date, list[DayOfClass]] = {}
    for one in days:
        by_day.setdefault(one.day, []).append(one)
    return [
        day
        for day, classes in sorted(by_day.items())
        if (leave := [one for one in classes if CLASSES[one.retention].leaves])
        and all(one.due and not one.held for one in leave)
    ]


def last_positions(connection: psycopg.Connection[Any], days: Sequence[date]) -> dict[date, int]:
    """Return the position of the last event of each gaming day, as far as it has any."""
    query = sql.SQL(_LAST).format(s=sql.Identifier(LIVE))
    with connection.cursor(row_factory=tuple_row) as cursor:
        return dict(cursor.execute(query, (list(days),)).fetchall())


def held_between(connection: psycopg.Connection[Any], first: int, last: int) -> list[int]:
    """Return the positions, from one to another, that an open case or finding rests on."""
    query = sql.SQL(_HELD_POSITIONS).format(s=sql.Identifier(LIVE))
    values = {"first": first, "last": last, "decided": list(DECIDED), "tickets": TICKETS}
    with connection.cursor(row_factory=tuple_row) as cursor:
        return [int(position) for (position,) in cursor.execute(query, values)]


def evidence_between(
    connection: psycopg.Connection[Any], first: int, last: int
) -> list[tuple[str, int]]:
    """Return the gaming days and texts that the authority holds, and where each begins there."""
    evidence = held_as_evidence(connection, now_of(connection))
    if not evidence:
        return []
    query = sql.SQL(_EVIDENCE).format(s=sql.Identifier(LIVE))
    values = {"first": first, "last": last, "evidence": sorted(evidence)}
    with connection.cursor(row_factory=tuple_row) as cursor:
        return [(str(named), int(position)) for named, position in cursor.execute(query, values)]


_LAST: Final = """
SELECT coalesce(day, (at AT TIME ZONE 'UTC')::date), max(position) FROM {s}.history
WHERE coalesce(day, (at AT TIME ZONE 'UTC')::date) = ANY (%s) GROUP BY 1
"""
_YEARS_MAX: Final = 1_000


def _until(day: date, years: int | None) -> date | None:
    """Return the day on which so many years after a day are over."""
    if years is None or day.year + years > date.max.year:
        return None
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # the 29th of February
        return date(day.year + years, 3, 1)


class _Counted(Struct, frozen=True):
    kind: str
    day: date
    events: int
    held: int


TICKETS: Final = sorted(one for one in KINDS if one.startswith("ticket-"))
_HELD: Final = """
WITH standing AS (
    SELECT round, positions FROM {s}.finding
    WHERE known_until IS NULL AND state <> ALL(%(decided)s)
), cases AS (
    SELECT opened, case_file::jsonb AS file FROM {s}.dispute WHERE state <> 'decided'
), rounds AS (
    SELECT regexp_match(one.round, '^(.*)/([^/]+)/([0-9]+)$') AS part FROM (
        SELECT round FROM standing WHERE round IS NOT NULL
        UNION
        SELECT jsonb_array_elements_text(file -> 'rounds') FROM cases WHERE file ? 'rounds'
    ) AS one
), held AS (
    SELECT unnest(positions) AS position FROM standing
    UNION
    SELECT opened FROM cases
    UNION
    SELECT h.position FROM rounds AS r JOIN {s}.history AS h
        ON h.place = r.part[1] AND h.day = r.part[2]::date AND h.round = r.part[3]::integer
    UNION
    -- A machine's case names a time span that its table has not: all of the machine's is held.
    SELECT h.position FROM cases JOIN {s}.history AS h ON h.place = file ->> 'machine'
    UNION
    SELECT h.position FROM {s}.history AS h WHERE h.kind = ANY(%(tickets)s)
        AND EXISTS (SELECT FROM cases WHERE file ->> 'ticket' IS NOT NULL)
)
"""
_DAYS: Final = (
    _HELD
    + """
SELECT h.kind, coalesce(h.day, (h.at AT TIME ZONE 'UTC')::date) AS day, count(*) AS events,
    count(held.position) AS held
FROM {s}.history AS h LEFT JOIN held ON held.position = h.position
WHERE (%(first)s::date IS NULL OR coalesce(h.day, (h.at AT TIME ZONE 'UTC')::date) >= %(first)s)
    AND (%(last)s::date IS NULL OR coalesce(h.day, (h.at AT TIME ZONE 'UTC')::date) <= %(last)s)
GROUP BY 1, 2
"""
)
_HELD_POSITIONS: Final = (
    _HELD
    + """
SELECT DISTINCT position FROM held WHERE position BETWEEN %(first)s AND %(last)s ORDER BY 1
"""
)
_EVIDENCE: Final = """
SELECT named, min(position) FROM (
    SELECT coalesce(day, (at AT TIME ZONE 'UTC')::date)::text AS named, position FROM {s}.history
    UNION ALL
    SELECT commitment, position FROM {s}.text_use
) AS said
WHERE named = ANY(%(evidence)s) AND position BETWEEN %(first)s AND %(last)s
GROUP BY 1 ORDER BY 2, 1
"""
