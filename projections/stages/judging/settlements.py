"""Settlements: each ``settlement-paid``, held against the debt that it names.

A payment names a decided case, or a finding that says a player got too little. What is open of the
debt is the case's sum, or the finding's shortfall, less what was paid of it before; a finding of a
round never opens more than the round's verdict still leaves due. A payment is divided into lines:

- ``verdict``: what replay leaves due of a round's bets. The table kept it, so the receita falls.
- ``prize``: a pool's prize that was won and not paid (J6).
- ``beyond``: what a decision gives over that. It is the house's cost, and no receita.
- ``over``: more than is open. It was paid all the same, and is a finding (``PAY-DIFF``).

Paid in full, a finding is *remedied*; paid in part, the rest stays open. Where nothing is open the
word is recorded and moves nothing (``OP-ACCESS``).

**DECISION**: money moves where the parameter ``autoridade`` is in force; a ledger without it folds
as before: the finding is remedied whatever was paid, and no figure moves.
"""

from collections.abc import Iterator
from typing import Any, Final, LiteralString

import msgspec
from typing_extensions import override

from ledger.events.reviews import SettlementPaid
from projections.base.event import Event
from projections.base.produced import Debt, Fault, Produced, Settled
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.replay.settlement import money_text

OPEN: Final = "open"
REMEDIED: Final = "remedied"


class Settlements(Stage):
    """One row a part of a payment after the fact."""

    name = "settlements"
    tables = (("settlement", "position, line"),)
    kinds = frozenset({SettlementPaid.KIND})

    def __init__(self) -> None:
        """Begin with nothing paid."""
        self._page: list[Settled] = []
        self._read: Schema | None = None

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._read = schema

    @override
    def begin(self, produced: Produced) -> None:
        produced.settled_for = self.settled_for

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        if isinstance(event.payload, SettlementPaid) and produced.matrix:
            self._pay(event, event, event.payload, produced)
        for change in produced.changes:
            if isinstance(change.target.payload, SettlementPaid):
                self._correct(event, change.target, change.payload, produced)

    def settled_for(self, round_id: str, seat: int | None) -> int:
        """Return the sum settled of a round's bets, to a seat or to all seats."""
        return sum(
            one.amount
            for one in self._lines("round", round_id)
            if one.part == "verdict" and (seat is None or one.seat in (seat, None))
        )

    # --- payments ------------------------------------------------------------------------------

    def _pay(self, event: Event, told: Event, payload: SettlementPaid, produced: Produced) -> None:
        """Book a payment at an event; ``told`` says it: this event, or one that is corrected."""
        debts = _debts(payload, produced)
        left = self._left(payload, debts, produced)
        if left <= 0:
            produced.faults.append(_nothing_open(event, told, payload))
            return
        debt = debts[0]
        counted = min(payload.amount, left)
        parts = list(self._divide(counted, debt, produced))
        if payload.amount > counted:
            parts.append(("over", _first(debt.rounds), payload.amount - counted))
            produced.faults.append(_too_much(event, told, debt, left, payload.amount))
        for part, round_id, amount in parts:
            one = Settled(
                position=event.position,
                of=told.position,
                event=told.name,
                part=part,
                amount=amount,
                currency=debt.currency,
                day=produced.day or event.day or event.at[:10],
                casino=produced.casino,
                place=debt.place,
                round=round_id,
                seat=debt.seat,
                dispute=payload.dispute,
                finding=debts[-1].name if payload.finding is not None else None,
                means=payload.means,
                slip=payload.slip,
            )
            self._page.append(one)
            produced.settled.append(one)
        if payload.finding is not None and payload.amount >= left:
            produced.moved.append((debts[-1].name, REMEDIED))

    def _left(self, payload: SettlementPaid, debts: tuple[Debt, ...], produced: Produced) -> int:
        """Return the open sum of the debts that a payment names: the least of them."""
        if not debts or len(debts) < (payload.dispute is not None) + (payload.finding is not None):
            return 0
        rests: list[int] = []
        if payload.dispute is not None:
            rests.append(debts[0].amount - _paid(self._lines("dispute", payload.dispute)))
        if payload.finding is not None:
            rests.append(debts[-1].amount - _paid(self._lines("finding", debts[-1].name)))
        if payload.finding is not None and debts[-1].rounds:
            round_id, seat = debts[-1].rounds[0], debts[-1].seat
            if produced.open_for(round_id, seat) is not None:
                prize = produced.prize_owed(round_id, seat)
                rests.append(self._of_verdict(round_id, seat, produced) + prize)
        return min(rests)

    def _divide(
        self, counted: int, debt: Debt, produced: Produced
    ) -> Iterator[tuple[str, str | None, int]]:
        """Yield the parts of a payment that is owed: a prize first where the debt is a prize."""
        for part in ("prize", "verdict") if debt.prize else ("verdict", "prize"):
            for round_id in debt.rounds:
                if part == "prize":
                    owed = produced.prize_owed(round_id, debt.seat)
                else:
                    owed = self._of_verdict(round_id, debt.seat, produced)
                amount = min(counted, max(0, owed))
                if amount:
                    yield part, round_id, amount
                    counted -= amount
        if counted:
            yield "beyond", _first(debt.rounds), counted

    def _of_verdict(self, round_id: str, seat: int | None, produced: Produced) -> int:
        """Return the sum due of a round's bets by its verdict, less the sum settled since."""
        due = produced.open_for(round_id, seat) or 0
        return max(0, due - self.settled_for(round_id, seat))

    # --- corrections ---------------------------------------------------------------------------

    def _correct(
        self, event: Event, target: Event, instead: Any | None, produced: Produced
    ) -> None:
        """Take a payment's lines back from here on, and book it as it reads now."""
        was = self._lines("of", target.position)
        for one in _standing(was):
            undone = msgspec.structs.replace(
                one,
                position=event.position,
                amount=-one.amount,
                day=produced.day or event.day or event.at[:10],
            )
            self._page.append(undone)
            produced.settled.append(undone)
        for finding in {one.finding for one in was if one.finding is not None}:
            debt = produced.short_by(finding)
            if debt is not None and debt.state == REMEDIED:
                produced.moved.append((finding, OPEN))
        if instead is not None and produced.matrix:
            self._pay(event, target, instead, produced)

    # --- rows ----------------------------------------------------------------------------------

    def _lines(self, column: LiteralString, value: str | int) -> list[Settled]:
        """Return the lines written and of this page in which a column has a value, in order."""
        rows = []
        if self._read is not None:
            rows = self._read.cursor.execute(
                self._read.query(
                    f"SELECT {_SELECT} FROM {{s}}.settlement WHERE {column} = %s "  # noqa: S608 - our own names
                    "ORDER BY position, line"
                ),
                (value,),
            ).fetchall()
        written = [Settled(**dict(zip(_COLUMNS, row, strict=True))) for row in rows]
        return written + [one for one in self._page if getattr(one, column) == value]

    @override
    def flush(self, writes: Writes) -> None:
        numbers: dict[int, int] = {}
        rows: list[tuple[Any, ...]] = []
        for one in self._page:
            line = numbers[one.position] = numbers.get(one.position, -1) + 1
            rows.append((*msgspec.structs.astuple(one), line))
        writes.copy("settlement", (*_COLUMNS, "line"), rows)
        self._page.clear()


_COLUMNS: Final = Settled.__struct_fields__
_SELECT: Final[LiteralString] = (
    "position, of, event, part, amount, currency, day::text, casino, place, round, seat, dispute, "
    "finding, means, slip"
)


def _first(rounds: tuple[str, ...]) -> str | None:
    return rounds[0] if rounds else None


def _debts(payload: SettlementPaid, produced: Produced) -> tuple[Debt, ...]:
    """Return the debts that a payment names and that there are: the case's, the finding's."""
    case = produced.awarded_in(payload.dispute) if payload.dispute is not None else None
    short = produced.short_by(payload.finding) if payload.finding is not None else None
    return tuple(one for one in (case, short) if one is not None)


def _paid(lines: list[Settled]) -> int:
    return sum(one.amount for one in lines if one.part != "over")


def _standing(lines: list[Settled]) -> list[Settled]:
    """Return the lines of a payment that no correction took back."""
    left: list[Settled] = []
    for one in lines:
        undone = next(
            (
                old
                for old in left
                if (old.part, old.round, old.amount) == (one.part, one.round, -one.amount)
            ),
            None,
        )
        if undone is None:
            left.append(one)
        else:
            left.remove(undone)
    return left


def _nothing_open(event: Event, told: Event, payload: SettlementPaid) -> Fault:
    return Fault(
        code="OP-ACCESS",
        positions=tuple(sorted({told.position, event.position})),
        place=told.place,
        expected="a debt that is open: a case decided with a sum, or a finding of too little paid",
        recorded=money_text(payload.amount),
        facts={"kind": SettlementPaid.KIND, "of": payload.dispute or payload.finding or ""},
    )


def _too_much(event: Event, told: Event, debt: Debt, left: int, paid: int) -> Fault:
    return Fault(
        code="PAY-DIFF",
        positions=tuple(sorted({*debt.positions, told.position, event.position})),
        place=debt.place,
        round=_first(debt.rounds),
        seat=debt.seat,
        expected=money_text(left),
        recorded=money_text(paid),
        amount=paid - left,
        currency=debt.currency,
        facts={"fact": "settlement"},
    )
