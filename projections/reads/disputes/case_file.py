"""A case as it stands, with every word that was said of it and what was paid on it."""

from datetime import datetime
from typing import Any, Final, Literal, LiteralString

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.rows import class_row, tuple_row

from ledger.events import kinds_of
from ledger.events.reviews import (
    Appeal,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    EvidenceAttached,
    SettlementPaid,
)
from projections.reads.log.told import Told, told_at
from projections.running.runner import LIVE
from projections.stages.reviews.reviews import Dispute

WORDS_MAX: Final = 200
"""Words said of a case that a page shows, the first ones."""
_OF_A_CASE: Final = sorted(
    kinds_of(
        DisputeOpened, DisputeAnswered, DisputeDecided, Appeal, EvidenceAttached, SettlementPaid
    )
)


class Paid(Struct, frozen=True, kw_only=True):
    """A line of what was paid on a case: which money it moves."""

    position: int
    event: str
    part: str
    """verdict, prize, beyond (more than replay says), over (more than the debt)."""
    amount: int
    currency: str | None
    means: str
    slip: str | None


class CaseFile(Struct, frozen=True, kw_only=True):
    """A case with all that was said of it, in the order of the log."""

    case: Dispute
    words: tuple[Told, ...]
    paid: tuple[Paid, ...]
    appeal: int | None
    """Position of the appeal that stands."""

    def of(self, kind: type[Any]) -> list[Told]:
        """Return the words of a kind, without regard to its version, oldest first."""
        name = kind.KIND.partition("/")[0]
        return [one for one in self.words if one.kind.partition("/")[0] == name]

    def stands(self, word: Told) -> bool:
        """Tell whether a word is the one that stands: another may lack effect, or be overtaken."""
        case = self.case
        if word.kind.startswith(("evidence-attached", "settlement-paid")):
            return True
        return word.position in {case.opened, case.answered, case.decided, self.appeal}

    @property
    def settled(self) -> int:
        """The sum paid of what the decision awards."""
        return sum(one.amount for one in self.paid if one.part != "over")

    @property
    def owed(self) -> int:
        """The sum that the decision awards and nobody paid yet; nothing while none stands."""
        return (self.case.paid or 0) - self.settled if self.case.state == "decided" else 0


StepName = Literal["opened", "admitted", "answered", "decided", "appeal", "paid"]


class Step(Struct, frozen=True, kw_only=True):
    """A step of a case's way."""

    step: StepName
    state: Literal["done", "now", "to come"]
    position: int | None = None
    """Of the event that made it, where one did."""


def course_of(file: CaseFile, *, heard: bool) -> list[Step]:
    """Return the way of a case, step by step; ``heard``: whether a rule's window is told of."""
    case = file.case
    done: dict[StepName, tuple[bool, int | None]] = {
        "opened": (True, case.opened),
        "admitted": (heard, None),
        "answered": (case.answered is not None, case.answered),
        "decided": (case.state == "decided", case.decided if case.state == "decided" else None),
        "appeal": (file.appeal is not None, file.appeal),
        "paid": (bool(file.paid) and file.owed <= 0, None),
    }
    now = _step_now(file)
    return [
        Step(
            step=step,
            state="now" if step == now else "done" if over else "to come",
            position=position,
        )
        for step, (over, position) in done.items()
    ]


def _step_now(file: CaseFile) -> StepName | None:
    match file.case.state:
        case "open":
            return "answered"
        case "answered" | "appealed":
            return "decided"
        case "decided":
            return "paid" if file.owed > 0 else None


class CaseLine(Struct, frozen=True, kw_only=True):
    """A case in the list."""

    dispute: str
    subject: str
    state: str
    decision: str | None
    seat: int | None
    amount: int | None
    paid: int | None
    due: str | None
    overdue: bool
    round: str | None
    machine: str | None
    ticket: str | None
    at: datetime | None
    """When it was opened."""
    opened: int
    """Position of its opening."""

    @property
    def cursor(self) -> "CaseCursor":
        """The key by which the list goes on after it."""
        decided = self.state == "decided"
        return CaseCursor(decided=decided, due=None if decided else self.due, opened=self.opened)

    @property
    def place(self) -> str | None:
        """The table or machine that it is about."""
        return self.round.rsplit("/", 2)[0] if self.round else self.machine


CASES_MAX: Final = 200


class CaseCursor(Struct, frozen=True, kw_only=True):
    """Where a page of the list of cases ends: the key of its last row."""

    decided: bool
    due: str | None
    """Of a case that is decided, None: those go by their opening alone."""
    opened: int


def case_lines(
    connection: psycopg.Connection[Any],
    schema: str = LIVE,
    *,
    state: str | None = None,
    after: CaseCursor | None = None,
    limit: int = CASES_MAX,
) -> list[CaseLine]:
    """Return the cases, those to decide first by the time their answer is due; the newest then."""
    text = sql.SQL(_LINES).format(s=sql.Identifier(schema))
    values = {
        "state": state,
        "begun": after is not None,
        "decided": after is not None and after.decided,
        "due": None if after is None else after.due,
        "opened": 0 if after is None else after.opened,
        "limit": limit,
    }
    with connection.cursor(row_factory=class_row(CaseLine)) as cursor:
        return cursor.execute(text, values).fetchall()


_LINES: Final[LiteralString] = """
SELECT dispute, subject, state, decision, seat, amount, paid, due, overdue, round, machine, ticket,
    at, opened
FROM (
    SELECT d.dispute, d.subject, d.state, d.decision, d.seat, d.amount::bigint AS amount,
        d.paid, d.due, d.overdue, d.case_file::json -> 'rounds' ->> 0 AS round,
        d.case_file::json ->> 'machine' AS machine, d.case_file::json ->> 'ticket' AS ticket,
        h.at, d.opened, d.state = 'decided' AS decided,
        CASE WHEN d.state <> 'decided' THEN d.due END AS wanted
    FROM {s}.dispute AS d LEFT JOIN {s}.history AS h ON h.position = d.opened
    WHERE %(state)s::text IS NULL OR d.state = %(state)s
) AS one
WHERE NOT %(begun)s OR (
    decided, wanted IS NULL, coalesce(wanted, ''), -opened
) > (%(decided)s, %(due)s::text IS NULL, coalesce(%(due)s::text, ''), -%(opened)s::bigint)
ORDER BY decided, wanted IS NULL, coalesce(wanted, ''), opened DESC
LIMIT %(limit)s
"""


def next_name(connection: psycopg.Connection[Any], year: int, schema: str = LIVE) -> str:
    """Return a name that no case has: ``D-<year>-<number>``."""
    begins = f"D-{year}-"
    text = sql.SQL(
        "SELECT coalesce(max(substr(dispute, %s)::integer), 0) + 1 FROM {s}.dispute "
        "WHERE dispute ~ %s"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(text, (len(begins) + 1, f"^{begins}[0-9]{{1,8}}$")).fetchone()
    assert row is not None
    return f"{begins}{row[0]:04}"


def cases_of_round(
    connection: psycopg.Connection[Any], round_id: str, schema: str = LIVE
) -> list[tuple[str, str]]:
    """Return the cases about a round, each with its state, the oldest first."""
    text = sql.SQL(
        "SELECT dispute, state FROM {s}.dispute WHERE (case_file::jsonb -> 'rounds') ? %s "
        "ORDER BY opened"
    ).format(s=sql.Identifier(schema))
    with connection.cursor(row_factory=tuple_row) as cursor:
        return [(one, state) for one, state in cursor.execute(text, (round_id,)).fetchall()]


def case_file(
    connection: psycopg.Connection[Any], dispute: str, schema: str = LIVE
) -> CaseFile | None:
    """Return a case with all that was said of it; None where nobody opened it."""
    rows = _rows(
        connection, "SELECT case_file FROM {s}.dispute WHERE dispute = %s", (dispute,), schema
    )
    if not rows:
        return None
    case = msgspec.json.decode(rows[0][0], type=Dispute)
    # The name as every envelope spells it: within it stands nothing that JSON would escape.
    spelt = b'"dispute":' + msgspec.json.encode(dispute)
    found = _rows(
        connection,
        "SELECT h.position FROM {s}.history AS h JOIN ledger.events AS e "
        "ON e.notification_id = h.position WHERE h.kind = ANY(%s) AND h.position >= %s "
        "AND position(%s::bytea IN e.state) > 0 ORDER BY h.position LIMIT %s",
        (_OF_A_CASE, case.opened, spelt, WORDS_MAX),
        schema,
    )
    words = told_at(connection, [position for (position,) in found], schema)
    with connection.cursor(row_factory=class_row(Paid)) as cursor:
        paid = cursor.execute(_named(_PAID, schema), (dispute,)).fetchall()
    return CaseFile(
        case=case,
        words=tuple(one for one in words if one.payload.get("dispute") == dispute),
        paid=tuple(paid),
        appeal=_appeal(connection, dispute, schema),
    )


_PAID: Final[LiteralString] = (
    "SELECT position, event, part, amount::bigint AS amount, currency, means, slip "
    "FROM {s}.settlement WHERE dispute = %s ORDER BY position, line"
)


def _appeal(connection: psycopg.Connection[Any], dispute: str, schema: str) -> int | None:
    rows = _rows(
        connection,
        "SELECT data FROM {s}.known WHERE what = 'case' AND name = %s",
        (dispute,),
        schema,
    )
    if not rows:
        return None
    return msgspec.json.decode(rows[0][0], type=_Appealed).appeal


class _Appealed(Struct):
    """A case as authority knows it, as far as it was appealed."""

    appeal: int | None = None


def _rows(
    connection: psycopg.Connection[Any], text: LiteralString, values: tuple[Any, ...], schema: str
) -> list[tuple[Any, ...]]:
    with connection.cursor(row_factory=tuple_row) as cursor:
        return cursor.execute(_named(text, schema), values).fetchall()


def _named(text: LiteralString, schema: str) -> sql.Composed:
    return sql.SQL(text).format(s=sql.Identifier(schema))
