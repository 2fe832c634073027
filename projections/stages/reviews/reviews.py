"""Disputes from their opening to their decision, and who may do what.

- ``DS-DEADLINE``: no answer when it was due: the time the case names, else the parameter
  ``dispute_answer_days`` from the first tick after its opening. Answered late, it stays a finding.
- ``DS-DEV``: the decision pays another sum than replay's verdict and the pools' prizes leave open
  for the rounds and the seat in dispute, or states another due, without a written reason.
- ``CLAIM-NOREC``: it was decided though the ledger has no such round, or no such machine; known no
  more once the round is opened here, or the machine speaks.
- ``DS-EVID``: cards destroyed of a jogada whose case is open (BI R51-R52).
- ``OP-ACCESS``: an inspector's key opened a round; somebody who is no inspector closed a finding.

Time is the service's ``clock-ticked``.
"""

from typing import Final, Literal

import msgspec
from msgspec import Struct
from typing_extensions import override

from ledger.events import kinds_of
from ledger.events.bingo import CardsDestroyed, CardsSold
from ledger.events.machines import MachineEnrolled, Play
from ledger.events.registry import ClockTicked, LedgerFounded, SourceEnrolled
from ledger.events.reviews import (
    Appeal,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    FindingDecided,
)
from ledger.events.rounds import RoundOpened
from projections.base.event import Event
from projections.base.produced import Debt, Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.base.times import DAY_SECONDS, after, is_time
from projections.replay.settlement import money_text

INSPECTOR: Final = "inspector"
OPEN: Final = "open"
DECIDED: Final = "decided"
REOPENED: Final = "appealed"


State = Literal["open", "answered", "decided", "appealed"]
"""Every state of a case."""


class Dispute(Struct, kw_only=True):
    """A case."""

    dispute: str
    opened: int
    subject: str
    rounds: tuple[str, ...] = ()
    machine: str | None = None
    ticket: str | None = None
    seat: int | None = None
    complainant: str | None = None
    amount: int | None = None
    due: str | None = None
    """When the answer is due; None until the clock ticked, where the case names no time."""
    state: State = OPEN
    answered: int | None = None
    decided: int | None = None
    decision: str | None = None
    paid: int | None = None
    """What the decision awards."""
    overdue: bool = False
    missing: tuple[str, ...] = ()
    """Of what it is about, what the ledger had not when it was decided, and has not yet."""

    @property
    def unrecorded(self) -> bool:
        """Whether something of it is missing."""
        return bool(self.missing)


class Reviews(Stage):
    """One row a case, and one a source with its role."""

    name = "reviews"
    states = (Dispute,)
    tables = (("dispute", "opened"), ("role", "source"))
    kinds = kinds_of(
        LedgerFounded,
        SourceEnrolled,
        ClockTicked,
        DisputeOpened,
        DisputeAnswered,
        DisputeDecided,
        Appeal,
        FindingDecided,
        CardsDestroyed,
        RoundOpened,
        Play,
        CardsSold,
        MachineEnrolled,
    )

    def __init__(self) -> None:
        """Begin with no case."""
        self._cases: dict[str, Dispute] = {}
        """Those that are not decided."""
        self._unrecorded: dict[str, Dispute] = {}
        """Those that were decided though the ledger lacks what they are about."""
        self._roles: dict[str, str] = {}
        self._service: str | None = None
        self._touched: dict[str, Dispute] = {}
        self._new_roles: list[str] = []
        self._read: Schema | None = None

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._read = schema
        first = source.events([1])
        if first and isinstance(first[0].payload, LedgerFounded):
            self._service = first[0].source
        execute = schema.cursor.execute
        rows = execute(
            schema.query("SELECT case_file FROM {s}.dispute WHERE state <> 'decided' OR unrecorded")
        )
        for (data,) in rows.fetchall():
            one = msgspec.json.decode(data, type=Dispute)
            if one.state != DECIDED:
                self._cases[one.dispute] = one
            if one.missing:
                self._unrecorded[one.dispute] = one
        rows = execute(schema.query("SELECT source, role FROM {s}.role")).fetchall()
        self._roles = dict(rows)

    @override
    def begin(self, produced: Produced) -> None:
        produced.awarded_in = self.awarded_in

    def awarded_in(self, dispute: str) -> Debt | None:
        """Return the sum that a case's decision gives; None where it is not decided."""
        case = self._find(dispute)
        if case is None or case.state != DECIDED or case.decided is None:
            return None
        first = case.rounds[0] if case.rounds else None
        return Debt(
            name=dispute,
            amount=case.paid or 0,
            positions=(case.opened, case.decided),
            rounds=case.rounds,
            place=case.machine or (first.rsplit("/", 2)[0] if first is not None else None),
            seat=case.seat,
        )

    # --- folding -------------------------------------------------------------------------------

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        payload = event.payload
        match payload:
            case LedgerFounded() if self._service is None:
                self._service = event.source
            case SourceEnrolled():
                self._roles[payload.source] = payload.role
                self._new_roles.append(payload.source)
            case ClockTicked() if event.source == self._service:
                self._tick(event, produced)
            case DisputeOpened():
                self._open(event, payload)
            case DisputeAnswered():
                self._answer(event, payload)
            case DisputeDecided():
                self._decide(event, payload, produced)
            case Appeal():
                self._appeal(payload)
            case CardsDestroyed():
                self._destroy(event, produced)
            case _:
                if not produced.matrix:
                    self._look_at_role(event, produced)
                self._look_for_missing(event, produced)

    def _look_at_role(self, event: Event, produced: Produced) -> None:
        """Find play by an inspector's key, and findings closed by any other."""
        inspector = self._roles.get(event.source) == INSPECTOR
        if isinstance(event.payload, FindingDecided):
            if not inspector:
                closed = f"{event.payload.finding} closed by"
                produced.faults.append(_access(event, "an inspector's decision", closed))
        elif inspector and isinstance(event.payload, (RoundOpened, Play, CardsSold)):
            produced.faults.append(_access(event, "play by a device", "play by"))

    # --- cases ---------------------------------------------------------------------------------

    def _open(self, event: Event, payload: DisputeOpened) -> None:
        if self._find(payload.dispute) is not None:
            return
        self._keep(
            Dispute(
                dispute=payload.dispute,
                opened=event.position,
                subject=payload.subject,
                rounds=payload.rounds or ((event.round,) if event.round is not None else ()),
                machine=payload.machine,
                ticket=payload.ticket,
                seat=payload.seat,
                complainant=payload.complainant,
                amount=payload.amount,
                due=payload.due if is_time(payload.due) else None,
            )
        )

    def _answer(self, event: Event, payload: DisputeAnswered) -> None:
        case = self._cases.get(payload.dispute)
        if case is not None:
            case.answered, case.state = event.position, "answered"
            self._keep(case)

    def _appeal(self, payload: Appeal) -> None:
        case = self._find(payload.dispute)
        if case is not None:
            case.state = REOPENED
            self._keep(case)

    def _decide(self, event: Event, payload: DisputeDecided, produced: Produced) -> None:
        case = self._find(payload.dispute)
        if case is None:
            return
        owed = self._owed(case, produced)
        written = payload.reason is not None or payload.text is not None
        said = {payload.amount, payload.due if payload.due is not None else payload.amount}
        if owed is not None and said != {owed} and not written:
            produced.faults.append(
                Fault(
                    code="DS-DEV",
                    positions=(case.opened, event.position),
                    place=event.place,
                    round=case.rounds[0],
                    seat=case.seat,
                    expected=money_text(owed),
                    recorded=money_text(payload.amount),
                    amount=payload.amount - owed,
                    facts={"dispute": case.dispute},
                )
            )
        case.decided, case.state = event.position, DECIDED
        case.decision, case.paid = payload.decision, payload.amount
        self._keep(case)
        del self._cases[case.dispute]
        lacking = [name for name in case.rounds if not produced.has_round(name)]
        if case.machine is not None and not produced.has_machine(case.machine):
            lacking.append(case.machine)
        self._lacks(case, lacking, produced)

    def _look_for_missing(self, event: Event, produced: Produced) -> None:
        """Take that a round or machine of which a decided case spoke is recorded now."""
        if not self._unrecorded or isinstance(event.payload, FindingDecided):
            return
        found = event.round if isinstance(event.payload, RoundOpened) else event.place
        for case in [one for one in self._unrecorded.values() if found in one.missing]:
            self._lacks(case, [name for name in case.missing if name != found], produced)
            self._touched[case.dispute] = case

    def _lacks(self, case: Dispute, names: list[str], produced: Produced) -> None:
        """Replace the findings about a decided case's missing records."""
        if not names and not case.missing:
            return
        case.missing = tuple(names)
        self._unrecorded[case.dispute] = case
        if not names:
            del self._unrecorded[case.dispute]
        assert case.decided is not None
        found = [
            Fault(
                code="CLAIM-NOREC",
                positions=(case.opened, case.decided),
                place=name if name == case.machine else name.rsplit("/", 2)[0],
                round=None if name == case.machine else name,
                seat=case.seat,
                expected="recorded",
                recorded="not in the ledger",
                facts={"dispute": case.dispute},
            )
            for name in names
        ]
        produced.about.append((f"record of {case.dispute}", found))

    def _owed(self, case: Dispute, produced: Produced) -> int | None:
        """Return the sum that replay's verdicts leave open for the case; None without a verdict.

        Prizes of pools that were won in those rounds and are not paid are of it.
        """
        if not case.rounds:
            return None
        left = [produced.open_for(name, case.seat) for name in case.rounds]
        known = [
            one - produced.settled_for(name, case.seat) + produced.prize_owed(name, case.seat)
            for name, one in zip(case.rounds, left, strict=True)
            if one is not None
        ]
        return sum(known) if len(known) == len(left) else None

    def _destroy(self, event: Event, produced: Produced) -> None:
        for case in self._cases.values():
            if event.round is not None and event.round in case.rounds:
                produced.faults.append(
                    Fault(
                        code="DS-EVID",
                        positions=(case.opened, event.position),
                        place=event.place,
                        round=event.round,
                        expected=f"cards kept until {case.dispute} is decided",
                        recorded="destroyed",
                        facts={"dispute": case.dispute},
                    )
                )

    def _tick(self, event: Event, produced: Produced) -> None:
        for case in self._cases.values():
            if case.answered is not None or case.overdue:
                continue
            if case.due is None:
                days = produced.book.value("dispute_answer_days", ("*",), event.at, event.position)
                if isinstance(days, int):
                    case.due = after(event.at, days * DAY_SECONDS)
                    self._touched[case.dispute] = case
            elif event.at > case.due:
                case.overdue = True
                self._touched[case.dispute] = case
                produced.faults.append(
                    Fault(
                        code="DS-DEADLINE",
                        positions=(case.opened, event.position),
                        expected=f"an answer until {case.due}",
                        recorded=f"none at {event.at}",
                        facts={"dispute": case.dispute},
                    )
                )

    # --- rows ----------------------------------------------------------------------------------

    def _keep(self, case: Dispute) -> None:
        self._cases[case.dispute] = case
        self._touched[case.dispute] = case

    def _find(self, name: str) -> Dispute | None:
        """Return an open case, from this page or from its row."""
        known = self._cases.get(name) or self._unrecorded.get(name) or self._touched.get(name)
        if known is not None or self._read is None:
            return known
        row = self._read.cursor.execute(
            self._read.query("SELECT case_file FROM {s}.dispute WHERE dispute = %s"), (name,)
        ).fetchone()
        return None if row is None else msgspec.json.decode(row[0], type=Dispute)

    @override
    def flush(self, writes: Writes) -> None:
        writes.replace(
            "dispute",
            "dispute",
            (*_CASE, "case_file"),
            [
                (
                    *(getattr(one, name) for name in _CASE),
                    msgspec.json.encode(one, order="deterministic").decode(),
                )
                for one in self._touched.values()
            ],
        )
        writes.replace(
            "role",
            "source",
            ("source", "role"),
            [(name, self._roles[name]) for name in dict.fromkeys(self._new_roles)],
        )
        self._touched.clear()
        self._new_roles.clear()


_CASE: Final = (
    "dispute",
    "opened",
    "subject",
    "seat",
    "complainant",
    "amount",
    "due",
    "state",
    "answered",
    "decided",
    "decision",
    "paid",
    "overdue",
    "unrecorded",
)


def _access(event: Event, expected: str, recorded: str) -> Fault:
    return Fault(
        code="OP-ACCESS",
        positions=(event.position,),
        place=event.place,
        round=event.round,
        expected=expected,
        recorded=f"{recorded} {event.source}",
    )
