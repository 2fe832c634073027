"""The checklist of a gaming day and a month before they are closed.

The checklist is a pure function of :class:`Facts`; :class:`Closing` reads those. A line of a day on
which an event could not be folded is never done: what lacks the event cannot prove it. Rules:
contabilidade_de_mesa.md (table day, tax), contadores.md, BI R60 and R61, authority.md 4 and 7.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final, Literal, LiteralString

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import tuple_row

from projections.reads.log.sources import trust_of
from projections.running.runner import LIVE
from projections.stages.accounts.queries import AccountQueries
from projections.stages.authority.memory.trust import Trust

State = Literal["done", "missing", "unproved", "none"]
"""All of it is done; some is not; an event behind it could not be folded; does not apply."""

DAILY: Final = (
    *("tables", "drops", "cagnottes", "rounds", "machines", "counters", "hand pays"),
    *("actas", "cover", "findings", "disputes", "closed"),
)
"""Subjects of a day, in the order in which a house does them."""
MONTHLY: Final = ("summed", "tax", "signatures")
"""Subjects of a period as a whole."""
PLAYED: Final = frozenset(DAILY) - {"findings", "disputes", "closed"}
"""Subjects that make a gaming day of a date: a finding may be of a date on which nobody played."""
SIGNATURES: Final = 2
"""Persons who sign a period: who closes the days and who declares the tax are not one alone."""


class Counted(Struct, frozen=True, kw_only=True):
    """How much of a subject there was on a gaming day, and how much of it is done."""

    day: date
    subject: str
    of: int
    done: int


class Doubt(Struct, frozen=True, kw_only=True):
    """Gaming days whose figures lack an event that could not be folded."""

    first: date
    last: date | None
    """None: every day since."""


class Facts(Struct, frozen=True, kw_only=True):
    """A period as the projections know it."""

    counted: Sequence[Counted] = ()
    doubts: Sequence[Doubt] = ()
    position: int = 0
    """Up to which the projections are true."""
    head: int = 0
    """The newest event's."""
    taxes: int = 0
    """Declarations that the period wants."""
    declared: int = 0
    """Those that were made and in which no fault stands."""
    signers: frozenset[str] = frozenset()
    """Persons who closed its days or declared its tax."""


class Task(Struct, frozen=True, kw_only=True):
    """A line of the checklist."""

    day: date | None
    """None: of the whole period."""
    subject: str
    state: State
    done: int
    of: int


def checklist(facts: Facts) -> list[Task]:
    """Return the lines of a period: each day's in their order, then those of the whole."""
    found = {(one.day, one.subject): one for one in facts.counted}
    days = sorted({one.day for one in facts.counted})
    lines: list[Task] = []
    for day in days:
        doubted = any(_covers(one, day) for one in facts.doubts)
        for subject in DAILY:
            one = found.get((day, subject))
            lines.append(
                _line(
                    day,
                    subject,
                    0 if one is None else one.done,
                    0 if one is None else one.of,
                    doubted=doubted,
                )
            )
    whole = {
        "summed": (facts.position, facts.head),
        "tax": (facts.declared, facts.taxes),
        "signatures": (min(len(facts.signers), SIGNATURES), SIGNATURES if days else 0),
    }
    doubted = any(_covers(one, day) for one in facts.doubts for day in days)
    return lines + [
        _line(None, subject, *whole[subject], doubted=doubted and subject != "signatures")
        for subject in MONTHLY
    ]


def left(lines: Sequence[Task]) -> list[Task]:
    """Return the lines that still want something."""
    return [one for one in lines if one.state in ("missing", "unproved")]


def by_day(lines: Sequence[Task]) -> Mapping[date, Mapping[str, Task]]:
    """Return the lines of each day by subject."""
    found: dict[date, dict[str, Task]] = {}
    for one in lines:
        if one.day is not None:
            found.setdefault(one.day, {})[one.subject] = one
    return found


def _line(day: date | None, subject: str, done: int, of: int, *, doubted: bool) -> Task:
    return Task(day=day, subject=subject, state=_state(done, of, doubted=doubted), done=done, of=of)


def _state(done: int, of: int, *, doubted: bool) -> State:
    if done < of:
        return "missing"
    if doubted:
        return "unproved"
    return "done" if of else "none"


def _covers(doubt: Doubt, day: date) -> bool:
    return doubt.first <= day and (doubt.last is None or day <= doubt.last)


# --- reading -------------------------------------------------------------------------------------

_COUNTED: Final = (
    "WITH played AS (SELECT DISTINCT m.machine, m.day, "
    "EXISTS (SELECT 1 FROM {s}.machine_close AS c WHERE c.machine = m.machine "
    "AND c.day = m.day AND c.known_until IS NULL) AS closed, "
    "EXISTS (SELECT 1 FROM {s}.meter_variance AS v WHERE v.machine = m.machine "
    "AND v.day = m.day) AS apart FROM {s}.machine_day AS m "
    "WHERE m.day BETWEEN %(first)s AND %(last)s) "
    "SELECT day, 'tables', count(*), count(fecho) FROM {s}.table_day "
    "WHERE day BETWEEN %(first)s AND %(last)s AND known_until IS NULL GROUP BY day "
    "UNION ALL SELECT day, 'drops', count(*), count(drop_counted) FROM {s}.table_day "
    "WHERE day BETWEEN %(first)s AND %(last)s AND known_until IS NULL GROUP BY day "
    "UNION ALL SELECT day, 'cagnottes', count(*), count(cagnotte_counted) FROM {s}.table_day "
    "WHERE day BETWEEN %(first)s AND %(last)s AND known_until IS NULL "
    "AND (cagnotte <> 0 OR cagnotte_counted IS NOT NULL) GROUP BY day "
    "UNION ALL SELECT day, 'rounds', count(*), "
    "count(*) FILTER (WHERE state <> 'pending') FROM {s}.verdict "
    "WHERE day BETWEEN %(first)s AND %(last)s AND known_until IS NULL GROUP BY day "
    "UNION ALL SELECT day, 'machines', count(*), count(*) FILTER (WHERE closed) "
    "FROM played GROUP BY day "
    "UNION ALL SELECT day, 'counters', count(*), count(*) FILTER (WHERE NOT apart) "
    "FROM played GROUP BY day "
    "UNION ALL SELECT day, 'hand pays', count(*), count(*) FILTER (WHERE NOT open) "
    "FROM {s}.hand_pay WHERE day BETWEEN %(first)s AND %(last)s GROUP BY day "
    "UNION ALL SELECT day, 'actas', count(*), "
    "count(*) FILTER (WHERE state NOT IN ('terminada', 'aberta')) FROM {s}.acta "
    "WHERE day BETWEEN %(first)s AND %(last)s AND known_until IS NULL GROUP BY day "
    "UNION ALL SELECT day, 'cover', count(*), "
    "count(*) FILTER (WHERE held IS NOT NULL AND declared >= held) FROM {s}.cover_day "
    "WHERE day BETWEEN %(first)s AND %(last)s GROUP BY day "
    # An event's day by its position, one after another (OFFSET 0): no reading of all the history.
    "UNION ALL SELECT h.of, 'findings', count(*), "
    "count(*) FILTER (WHERE f.state NOT IN ('open', 'reopened')) FROM ("
    # Worked out before (OFFSET 0): where policies hide rows, no index is asked with a coalesce.
    "SELECT state, coalesce(positions[1], known_from) AS position FROM {s}.finding "
    "WHERE known_until IS NULL AND severity <> 'information' OFFSET 0) AS f "
    "CROSS JOIN LATERAL (SELECT coalesce(h.day, h.at::date) AS of FROM {s}.history AS h "
    "WHERE h.position = f.position OFFSET 0) AS h "
    "WHERE h.of BETWEEN %(first)s AND %(last)s GROUP BY 1 "
    "UNION ALL SELECT h.of, 'disputes', count(*), "
    "count(*) FILTER (WHERE d.state = 'decided') FROM {s}.dispute AS d "
    "CROSS JOIN LATERAL (SELECT coalesce(h.day, h.at::date) AS of FROM {s}.history AS h "
    "WHERE h.position = d.opened OFFSET 0) AS h "
    "WHERE h.of BETWEEN %(first)s AND %(last)s GROUP BY 1 "
    "UNION ALL SELECT day, 'closed', count(*), count(*) FILTER (WHERE closed) FROM ("
    "SELECT day, false AS closed FROM {s}.open_day UNION ALL "
    "SELECT day, true FROM {s}.closed_day) AS one "
    "WHERE day BETWEEN %(first)s AND %(last)s GROUP BY day"
)


class Closing:
    """Questions about the closing of a period over one connection, as known now."""

    def __init__(
        self,
        connection: psycopg.Connection[Any],
        schema: str = LIVE,
        trust: Callable[[], Trust] | None = None,
    ) -> None:
        """Ask through the connection; of one that sees a house alone, the keyring elsewhere."""
        self._connection = connection
        self._schema = schema
        self._trust = trust or (lambda: trust_of(connection, schema))

    def facts(self, first: date, last: date) -> Facts:
        """Return the facts of the gaming days from one to another, both included."""
        ((position, head),) = self._many(
            "SELECT coalesce((SELECT max(notification_id) FROM {s}.tracking), 0), "
            "coalesce((SELECT position FROM ledger.head), 0)"
        )
        asked = AccountQueries(self._connection)
        spans = [
            span
            for paper in asked.papers(first.isoformat(), last.isoformat())
            for span in paper.spans
        ]
        return Facts(
            counted=self._counted(first, last),
            doubts=self._doubts(),
            position=position,
            head=head,
            taxes=len(spans),
            declared=sum(one.declared is not None and not one.findings for one in spans),
            signers=self._signers(first, last),
        )

    def day(self, day: date) -> list[Task]:
        """Return the lines of a gaming day alone, as those of its month have them."""
        return self.days(day, day)

    def days(self, first: date, last: date) -> list[Task]:
        """Return the lines of each gaming day from one to another, and none of the whole."""
        facts = Facts(counted=self._counted(first, last), doubts=self._doubts())
        return [one for one in checklist(facts) if one.day is not None]

    def _counted(self, first: date, last: date) -> list[Counted]:
        rows = self._many(_COUNTED, first=first, last=last)
        found = [
            Counted(day=day, subject=subject, of=of, done=done) for day, subject, of, done in rows
        ]
        return found + self._closed_with_later(first, last, found)

    def _closed_with_later(
        self, first: date, last: date, found: Sequence[Counted]
    ) -> list[Counted]:
        """Return the played days that no closing names: closed with a later one, or open."""
        told = {one.day for one in found if one.subject == "closed"}
        ((end,),) = self._many("SELECT max(day) FROM {s}.closed_day")
        return [
            Counted(day=day, subject="closed", of=1, done=int(end is not None and day <= end))
            for day in sorted({one.day for one in found if one.subject in PLAYED} - told)
            if first <= day <= last
        ]

    def _doubts(self) -> list[Doubt]:
        """Return which days lack an event; of a round or a case its own day alone."""
        rows = self._many(
            "SELECT DISTINCT least(coalesce(u.claimed, u.day), u.day), "
            "CASE WHEN u.scope IN ('round', 'case') "
            "THEN greatest(coalesce(u.claimed, u.day), u.day) ELSE h.day::text END "
            "FROM {s}.unfolded AS u LEFT JOIN {s}.history AS h ON h.position = u.until"
        )
        return [
            Doubt(
                first=date.fromisoformat(first) if first else date.min,
                last=date.fromisoformat(last) if last else None,
            )
            for first, last in rows
        ]

    def _signers(self, first: date, last: date) -> frozenset[str]:
        """Return the persons who closed days of the period or declared its tax."""
        rows = self._many(
            "SELECT source FROM {s}.closed_day WHERE day BETWEEN %(first)s AND %(last)s "
            "UNION SELECT h.source FROM {s}.tax_declared AS t "
            "JOIN {s}.history AS h ON h.position = t.position WHERE t.known_until IS NULL "
            "AND t.first_day <= %(last)s AND t.last_day >= %(first)s",
            first=first,
            last=last,
        )
        if not rows:
            return frozenset()
        sources = self._trust().keyring.sources
        return frozenset(
            (sources[name].person if name in sources else None) or name for (name,) in rows
        )

    def _many(self, text: LiteralString, **values: Any) -> list[tuple[Any, ...]]:
        statement = sql.SQL(text).format(s=sql.Identifier(self._schema))
        with self._connection.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute(statement, values).fetchall()
