"""Findings: one list of everything that is wrong, with its rule, its proof and its state.

A finding's id is the hash of its code, its subject and the events that prove it: the same in every
rebuild. It never vanishes: what no longer holds is known until a position, what was paid afterwards
is *remedied*, what somebody explained or decided carries that.
"""

from hashlib import sha256
from typing import Any, Final, LiteralString

import msgspec
from typing_extensions import override

from ledger.events.reviews import (
    FindingAcknowledged,
    FindingDecided,
    FindingExplained,
    InspectionNoted,
    SettlementPaid,
)
from projections.base import Event, Fault, Produced, Source, Stage, Tables
from projections.replay.codes import CODES

COLUMNS: Final = (
    "id",
    "known_from",
    "known_until",
    "amount",
    "seat",
    "bet",
    "code",
    "severity",
    "rule",
    "place",
    "round",
    "expected",
    "recorded",
    "currency",
    "state",
    "origin",
    "positions",
    "facts",
)
_SELECT: LiteralString = (
    "SELECT id, known_from, known_until, amount, seat, bet, code, severity, rule, place, round, "
    "expected, recorded, currency, state, origin, positions, facts "
    "FROM {s}.finding WHERE known_until IS NULL AND "
)
_BY_ID: LiteralString = _SELECT + "id = %s"
_BY_ROUND: LiteralString = _SELECT + "round = %s"
REPLAY: Final = "replay"
FOLD: Final = "fold"
ID_DIGITS: Final = 24


class _Row(msgspec.Struct, kw_only=True):
    """One version of one finding."""

    id: str
    known_from: int
    known_until: int | None = None
    amount: int | None
    seat: int | None
    bet: int | None
    code: str
    severity: str
    rule: str
    place: str | None
    round: str | None
    expected: str
    recorded: str
    currency: str | None
    state: str = "open"
    origin: str
    positions: list[int]
    facts: str

    def values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, column) for column in COLUMNS)


class Findings(Stage):
    """One row a version of a finding."""

    name = "findings"
    tables = (("finding", "id, known_from"),)
    kinds = frozenset(
        kind.KIND
        for kind in (
            FindingAcknowledged,
            FindingDecided,
            FindingExplained,
            InspectionNoted,
            SettlementPaid,
        )
    )

    def __init__(self) -> None:
        """Begin with nothing found."""
        self._page: list[_Row] = []
        self._ended: list[tuple[int, str]] = []
        self._read: Tables | None = None

    @override
    def load(self, tables: Tables, source: Source) -> None:
        self._read = tables

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        for fault in produced.faults:
            self._add(event.position, fault, FOLD)
        for round_id, faults in produced.verdicts:
            self._reconcile(event.position, round_id, faults, produced)
        match event.payload:
            case FindingAcknowledged():
                self._move(event.position, event.payload.finding, "acknowledged")
            case FindingExplained():
                self._move(event.position, event.payload.finding, "explained")
            case FindingDecided():
                self._move(event.position, event.payload.finding, event.payload.state)
            case SettlementPaid() if event.payload.finding is not None:
                self._move(event.position, event.payload.finding, "remedied")
            case InspectionNoted():
                self._inspect(event, event.payload)
            case _:
                pass

    def _add(self, position: int, fault: Fault, origin: str) -> None:
        row = _row(position, fault, origin)
        if any(one.id == row.id and one.known_until is None for one in self._page):
            return
        if not self._holds(row.id):
            self._page.append(row)

    def _reconcile(
        self, position: int, round_id: str, faults: list[Fault], produced: Produced
    ) -> None:
        """Let the round's findings be exactly what replay finds now."""
        again = any(one.closed.again for one in produced.judged if one.closed.round == round_id)
        if not again:
            self._page.extend(_row(position, fault, REPLAY) for fault in faults)
            return
        now = {row.id: row for row in (_row(position, fault, REPLAY) for fault in faults)}
        for old in self._standing(round_id):
            if old.id in now:
                del now[old.id]
            else:
                self._end(old, position)
        self._page.extend(now.values())

    def _inspect(self, event: Event, noted: InspectionNoted) -> None:
        self._add(
            event.position,
            Fault(
                code=noted.code,
                positions=(event.position,),
                rule=noted.rule or "",
                place=event.place,
                round=event.round,
                seat=noted.seat,
                recorded=f"noted by {event.source}",
            ),
            FOLD,
        )

    def _move(self, position: int, finding: str, state: str) -> None:
        """Give a finding another state from here on."""
        old = next((row for row in self._page if row.id == finding and _holds(row)), None)
        if old is None:
            old = next(iter(self._stored(_BY_ID, finding)), None)
        if old is None:
            return
        self._end(old, position)
        self._page.append(
            msgspec.structs.replace(old, known_from=position, known_until=None, state=state)
        )

    # --- versions ------------------------------------------------------------------------------

    def _end(self, row: _Row, position: int) -> None:
        row.known_until = position
        if all(row is not one for one in self._page):
            self._ended.append((position, row.id))

    def _standing(self, round_id: str) -> list[_Row]:
        """Return replay's findings of a round that hold now."""
        in_page = [
            row
            for row in self._page
            if row.round == round_id and row.origin == REPLAY and _holds(row)
        ]
        stored = [row for row in self._stored(_BY_ROUND, round_id) if row.origin == REPLAY]
        return in_page + stored

    def _holds(self, finding: str) -> bool:
        return bool(self._stored(_BY_ID, finding))

    def _stored(self, statement: LiteralString, value: str) -> list[_Row]:
        """Return the written versions that hold and that this page did not end."""
        if self._read is None:
            return []
        rows = self._read.cursor.execute(self._read.query(statement), (value,)).fetchall()
        ended = {one for _, one in self._ended}
        found = [_Row(**dict(zip(COLUMNS, row, strict=True))) for row in rows]
        return [row for row in found if row.id not in ended]

    @override
    def flush(self, tables: Tables) -> None:
        for position, finding in self._ended:
            tables.cursor.execute(
                tables.query(
                    "UPDATE {s}.finding SET known_until = %s WHERE id = %s AND known_until IS NULL"
                ),
                (position, finding),
            )
        self._ended.clear()
        tables.copy("finding", COLUMNS, [row.values() for row in self._page])
        self._page.clear()


def _holds(row: _Row) -> bool:
    return row.known_until is None


def _row(position: int, fault: Fault, origin: str) -> _Row:
    code = CODES.get(fault.code)
    facts = msgspec.json.encode(fault.facts, order="deterministic").decode()
    return _Row(
        id=finding_id(fault),
        known_from=position,
        amount=fault.amount,
        seat=fault.seat,
        bet=fault.bet,
        code=fault.code,
        severity=code.severity if code is not None else "ordinary",
        rule=fault.rule or (code.rule if code is not None else ""),
        place=fault.place,
        round=fault.round,
        expected=fault.expected,
        recorded=fault.recorded,
        currency=fault.currency,
        origin=origin,
        positions=list(fault.positions),
        facts=facts,
    )


def finding_id(fault: Fault) -> str:
    """Return the id of a finding: the hash of code, subject and proving events."""
    subject = (
        fault.code,
        fault.place,
        fault.round,
        fault.seat,
        fault.bet,
        fault.expected,
        fault.recorded,
        list(fault.positions),
        fault.facts,
    )
    data = msgspec.json.encode(subject, order="deterministic")
    return sha256(data).hexdigest()[:ID_DIGITS]
