"""The accounts' stage: folds openings, slips, counts and judged rounds into days and revenue.

A round's result is booked when it is judged, and what differs when it is judged again; when a
table's count is complete the difference is booked beside it, as ``quebra``. So the revenue of a day
is at every position what the events say until there, and a late event moves the first open day.

**DECISION** (the law taxes receita bruta and names no currency): a declaration says none either, so
it is in its casino's registered currency and is held against entries in that currency only. Money
of another currency is never added to it nor converted; it stands in lines of its own, in its own
currency, at the same rate, as not declared: no declaration there is can cover it.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

import msgspec
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.registry import CasinoRegistered, OpeningDeclared, ParameterSet
from ledger.events.reviews import Approval, GamingDayClosed, TaxDeclared
from ledger.events.rounds import Commission
from ledger.events.tables import (
    CagnotteBoxCounted,
    ChipsRedeemed,
    ChipsSold,
    Credit,
    DropCounted,
    Fill,
    Gratuity,
    TableClosed,
    TableOpened,
)
from projections.base.event import ClosedRound, Event, JudgedRound
from projections.base.gaming_day import last_moment
from projections.base.produced import (
    Change,
    Fault,
    Produced,
    Revenue,
    RevenueReason,
    Settled,
)
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.replay.settlement import money_text
from projections.stages.accounts.casino_terms import TermsOfCasinos
from projections.stages.accounts.chips.circulation import FOR_CHIPS, SUBJECT, ChipMoves
from projections.stages.accounts.chips.late import check_late
from projections.stages.accounts.debts import RoundDebt, RoundDebts
from projections.stages.accounts.declarations import Declarations
from projections.stages.accounts.journal import Entry, Journal
from projections.stages.accounts.results import (
    BINGO,
    CAGNOTTE,
    MESAS,
    PORTUGAL,
    Chips,
    chips_of,
    over_capital,
    receita,
    taken_unseen,
)
from projections.stages.accounts.tables.counts import (
    COUNTS,
    move_slip,
    put_in,
    slip_of,
    table_of,
    take_out,
)
from projections.stages.accounts.tables.openings import TABLE, Openings
from projections.stages.accounts.tables.table_day import (
    NOT_BANKED,
    WITH_SLOT,
    Slip,
    TableDay,
    Tolerance,
    band_of,
    faults_of,
)
from projections.stages.accounts.tax import DayRate

LIMITS: Final = frozenset({"minimos", "maximos", "multiplos", "maximo_golpe"})
BASE_QUEBRAS, ALL_QUEBRAS = "base_quebras", "todas"
"""The parameter of the authority by which a shortage lowers the tax's base; else it does not."""
NOTICE_DAYS: Final = 8
"""DL 422/89 art. 58: limits change with eight days' notice."""


class Accounts(Stage):
    """Table days, the journal of revenue, and declared taxes."""

    name = "accounts"
    states = (DayRate, RoundDebt, Slip, TableDay)
    tables = (
        ("table_day", "opened, known_from"),
        ("table_state", "opened"),
        ("revenue", "position, line"),
        ("tax_declared", "position, known_from"),
        ("chip_move", "of, position"),
        ("declared_float", "place"),
        ("early_slips", "place"),
        ("slip_number", "cage"),
        ("home", "position"),
        ("round_debt", "round"),
    )
    kinds = frozenset(
        kind.KIND
        for kind in (
            TableOpened,
            Fill,
            Credit,
            DropCounted,
            CagnotteBoxCounted,
            ChipsSold,
            ChipsRedeemed,
            Gratuity,
            TableClosed,
            Approval,
            GamingDayClosed,
            TaxDeclared,
            CasinoRegistered,
            Commission,
            OpeningDeclared,
        )
    )

    def __init__(self) -> None:
        """Begin with no table open and nothing earned."""
        self._openings = Openings()
        self._journal = Journal()
        self._terms = TermsOfCasinos()
        self._declarations = Declarations(self._journal, self._terms)
        self._chips = ChipMoves(self._openings, self._terms)
        self._debts = RoundDebts()
        self._slips: dict[str, tuple[int, int]] = {}
        self._touched_slips: set[str] = set()
        self._source: Source | None = None
        self._position = self._line = 0
        """Where an entry was made last, and how many were: several acts may share a position."""

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._source = source
        self._openings.load(schema)
        self._journal.load(schema)
        self._declarations.load(schema)
        self._terms.load(schema)
        self._chips.load(schema)
        self._debts.load(schema)
        rows = schema.cursor.execute(
            schema.query("SELECT cage, number, position FROM {s}.slip_number")
        )
        self._slips = {cage: (number, position) for cage, number, position in rows.fetchall()}

    # --- folding -------------------------------------------------------------------------------

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        self._fold_kind(event, produced)
        for judged in produced.judged:
            self._judge(event, judged, produced)
        for closed in produced.no_longer_judged:
            self._leave(event, closed, produced)
        for act in produced.effective:
            if isinstance(act.payload, ParameterSet):
                self._notice(act, act.payload, produced)
        for change in produced.changes:
            self._correct(event, change, produced)
        self._chips.settled(produced.settled)
        for part in produced.settled:
            self._settle(part, produced)
        if event.position != self._position:
            self._position, self._line = event.position, 0
        entries = [
            Entry(
                position=event.position,
                line=line,
                day=one.day or produced.day or event.day or event.at[:10],
                casino=self._casino(one, produced),
                currency=self._currency(one, produced),
                of=one,
            )
            for line, one in enumerate(produced.revenue, self._line)
        ]
        self._line += len(entries)
        for entry in entries:
            self._journal.add(entry)
        self._declarations.moved(event, entries, produced)
        if isinstance(event.payload, TaxDeclared):
            self._declarations.declare(event, event.payload, produced)

    def _casino(self, entry: Revenue, produced: Produced) -> str:
        """Return an entry's casino: what it says, else its table's, else the event's.

        Who approves a correction, or closes a day, need not be of the house it is about.
        """
        if entry.casino is not None:
            return entry.casino
        day = self._openings.last(entry.place)
        return produced.casino if day is None else day.casino

    def _currency(self, entry: Revenue, produced: Produced) -> str | None:
        """Return an entry's currency: its table's, its place's by the last opening, its casino's.

        A round is in the currency of the opening it was played at, also when it is late.
        """
        if entry.currency is not None:
            return entry.currency
        for closed in produced.rounds:
            if closed.round == entry.round and closed.table is not None:
                return closed.table.opened.payload.currency
        day = self._openings.last(entry.place)
        if day is not None:
            return day.currency
        return self._terms.currency(self._casino(entry, produced))

    def _fold_kind(self, event: Event, produced: Produced) -> None:
        payload = event.payload
        match payload:
            case TableOpened():
                self._terms.open(payload)
                self._open(event, payload, produced)
            case CasinoRegistered():
                self._terms.register(event.position, payload)
            case OpeningDeclared(subject="table"):
                self._openings.held(event, payload)
            case ChipsSold() | ChipsRedeemed() | OpeningDeclared(subject="chips"):
                self._chips.take(event, payload, produced)
                self._late(event, payload, produced)
            case Approval():
                day = self._openings.confirmed_by(payload.target)
                if day is not None:
                    day.confirmed.setdefault(payload.target, []).append(event.source)
                    day.approvals.append(event.position)
                    self._changed(event, day, produced)
            case GamingDayClosed() if produced.closes:
                for day in self._openings.kept():
                    if not day.ended and _same(day, payload, event):
                        self._end(event, day, produced)
            case _:
                self._fold_count(event, produced)

    def _late(self, event: Event, payload: Any, produced: Produced) -> None:
        """Judge chips that were brought late, as the redemption reads now."""
        assert self._source is not None
        check_late(event, payload, self._openings, self._source, produced)

    def _fold_count(self, event: Event, produced: Produced) -> None:
        payload = event.payload
        match payload:
            case Fill() | Credit():
                if payload.side == "cage":
                    kind = "fill" if isinstance(payload, Fill) else "credit"
                    self._number(event, f"{event.source} {kind}", payload.slip, produced)
                self._count(event, event, payload, produced)
            case DropCounted() | CagnotteBoxCounted():
                self._count(event, event, payload, produced)
            case Commission() if event.round is None and _has_pot(self._openings.last(event.place)):
                self._count(event, event, payload, produced)
            case Gratuity():
                day = self._openings.last(event.place)
                if day is not None:
                    day.gratuities += payload.amount
                    self._openings.touch(day)
            case TableClosed():
                self._close(event, payload, produced)
            case _:
                pass

    def _end(self, event: Event, day: TableDay, produced: Produced) -> None:
        """Take the end of a table's gaming day: what was not counted by then is a finding.

        Where nobody ever counts a float (an online table, a bingo room) none is due, and the table
        may stay open.
        """
        if day.closed is None and day.opener is None:
            return
        day.ended = True
        uncounted = day.by_count is None or (day.game in WITH_SLOT and day.box is None)
        changes = uncounted or not day.settled  # a count may have been withdrawn since
        day.settled = True
        if changes:
            self._changed(event, day, produced)
        else:
            self._openings.touch(day)

    def _count(
        self,
        event: Event,
        told: Event,
        payload: Payload,
        produced: Produced,
        taken: TableDay | None = None,
    ) -> TableDay | None:
        """Put a count or a slip into the opening it is of, and return that.

        ``told`` is the event that says it: this one, or an earlier one that is corrected here.
        ``taken`` is the opening that a corrected event was taken out of.
        """
        table = table_of(told, payload)
        day = taken
        if taken is None or taken.place != table:
            day = self._openings.that_counts(told, payload, table)
        if day is None:
            if table is not None and isinstance(payload, (Fill, Credit)):
                self._openings.wait(table, slip_of(told, payload))
            return None
        if isinstance(payload, (Fill, Credit)):
            slip = slip_of(told, payload)
            before = self._openings.left_behind(day, slip)
            if before is not None:
                move_slip(slip, before, day)
                self._changed(event, before, produced)
        put_in(day, told, payload)
        self._changed(event, day, produced)
        return day

    def _close(self, event: Event, payload: TableClosed, produced: Produced) -> None:
        day = self._openings.last(event.place)
        if day is None:
            return
        if day.closed is not None:
            produced.faults.append(
                Fault(
                    code="TB-CLOSE",
                    positions=(day.closed, event.position),
                    place=day.place,
                    expected="one closing",
                    recorded="none" if payload.count is None else money_text(payload.count),
                    currency=day.currency,
                    facts={"fact": "again"},
                )
            )
            return
        put_in(day, event, payload)
        self._openings.confirm(event.name, day)
        self._changed(event, day, produced)

    def _open(self, event: Event, payload: TableOpened, produced: Produced) -> None:
        place = event.place or ""
        before = self._openings.last(place)
        if before is not None and before.closed is None and before.opener is not None:
            before.settled = True  # its float will not be counted any more
            self._changed(event, before, produced)
        approved = produced.book.value("capital_inicial", (place, "*"), event.at, event.position)
        day = TableDay(
            opened=event.position,
            opening=event.name,
            place=place,
            day=produced.day or event.at[:10],
            claimed=event.day,
            game=payload.game,
            profile=payload.profile,
            currency=payload.currency,
            casino=produced.casino,
            approved=approved if isinstance(approved, int) else None,
            previous=self._openings.closer_before(place),
        )
        put_in(day, event, payload)
        self._openings.begin(day)
        self._changed(event, day, produced)

    def _number(self, event: Event, cage: str, number: int, produced: Produced) -> None:
        last, position = self._slips.get(cage, (number - 1, event.position))
        if number > last + 1:
            produced.faults.append(
                Fault(
                    code="TB-FILL",
                    positions=(position, event.position),
                    place=event.place,
                    expected=str(last + 1),
                    recorded=str(number),
                    facts={"fact": "gap", "of": cage},
                )
            )
        if number > last:
            self._slips[cage] = (number, event.position)
            self._touched_slips.add(cage)

    # --- rounds --------------------------------------------------------------------------------

    def _judge(self, event: Event, judged: JudgedRound, produced: Produced) -> None:
        closed = judged.closed
        if closed.table is None or judged.verdict.record.mode == "demo":
            return
        day = self._openings.opened_at(closed.table.opened.position)
        if day is None:
            return
        chips = chips_of(judged)
        earned = receita(judged, chips)
        self._earn(closed, day, earned, produced)
        owes = self._owe(event, closed, day, chips, produced)
        day.rounds += not closed.again
        found = [
            *_negative(closed, day, earned[CAGNOTTE]),
            *taken_unseen(judged, chips, day),
            *over_capital(judged, day, produced),
        ]
        if found or closed.again:  # of a round judged again what it no longer shows is withdrawn
            produced.about.append((f"table-round {closed.round}", found))
        if day.settled or owes:
            self._changed(event, day, produced)

    def _leave(self, event: Event, closed: ClosedRound, produced: Produced) -> None:
        """Take back what a round earned that nobody may judge any more."""
        table = closed.table
        day = self._openings.opened_at(table.opened.position) if table is not None else None
        if day is None:
            return
        self._earn(closed, day, {}, produced)
        owes = self._owe(event, closed, day, Chips(won=0), produced)
        produced.about.append((f"table-round {closed.round}", []))
        if day.settled or owes:
            self._changed(event, day, produced)

    def _earn(
        self, closed: ClosedRound, day: TableDay, earned: Mapping[str, int], produced: Produced
    ) -> None:
        """Book the difference between a round's revenue, by category, and its earlier booking."""
        before = self._journal.booked(closed.round) if closed.again else {}
        more = {
            category: earned.get(category, 0) - before.get(category, 0)
            for category in (MESAS, CAGNOTTE, BINGO)
        }
        day.by_rounds += more[MESAS]
        day.cagnotte += more[CAGNOTTE]
        self._openings.touch(day)
        for category, amount in more.items():
            if amount:
                produced.revenue.append(
                    Revenue(
                        category=category,
                        amount=amount,
                        reason="round",
                        place=day.place,
                        round=closed.round,
                        currency=day.currency,
                    )
                )

    def _owe(
        self,
        event: Event,
        closed: ClosedRound,
        day: TableDay,
        chips: Chips,
        produced: Produced,
    ) -> bool:
        """Note the players' stakes that a round leaves; True where those in the tray change."""
        self._bear(
            self._debts.leave(closed.round, chips.own, again=closed.again),
            Revenue(
                category=MESAS,
                amount=0,
                reason="settlement",
                place=day.place,
                round=closed.round,
                currency=day.currency,
            ),
            produced,
        )
        own = sum(chips.own.values())
        changes = day.own_by.get(closed.round, 0) != own
        if changes:
            day.own_by[closed.round] = own
            if not own:
                del day.own_by[closed.round]
        more = chips.owed - day.owed_by.get(closed.round, 0)
        if not more:
            return changes
        at = event.position, produced.day or event.day or event.at[:10]
        self._chips.owe(closed, day, more, at)
        day.owed_by[closed.round] = chips.owed
        if not chips.owed:
            del day.owed_by[closed.round]
        return True

    def _settle(self, part: Settled, produced: Produced) -> None:
        """Book the part of a payment after the fact that the table had kept of its own.

        The bank's result was booked as it was paid, so that it falls by what replay says was due,
        save the players' own stakes, which were never won. Where no bank plays, and at bingo, whose
        receita is what replay says whatever was paid, it does not; nor for what was given beyond
        the verdict.
        """
        day = self._openings.last(part.place)
        if part.part != "verdict" or day is None or day.game in (*NOT_BANKED, BINGO):
            return
        borne = part.amount
        if part.round is not None:
            borne = self._debts.settle(part.round, part.seat, part.amount)
        self._bear(
            borne,
            Revenue(
                category=MESAS,
                amount=0,
                reason="settlement",
                place=part.place,
                round=part.round,
                currency=part.currency,
            ),
            produced,
        )

    @staticmethod
    def _bear(amount: int, entry: Revenue, produced: Produced) -> None:
        if amount:
            produced.revenue.append(msgspec.structs.replace(entry, amount=-amount))

    # --- corrections ---------------------------------------------------------------------------

    def _correct(self, event: Event, change: Change, produced: Produced) -> None:
        """Apply a correction to its count, slip or declaration, from here on.

        What the table's day is booked at here is the difference: the days before it keep theirs.
        """
        target, instead = change.target, change.payload
        if isinstance(instead, CasinoRegistered):
            self._terms.correct(target.position, instead)
            return
        if not _is_counted(target):
            return
        if isinstance(target.payload, TaxDeclared):
            self._declarations.correct(event, target, instead, produced)
            return
        if isinstance(target.payload, OpeningDeclared) and target.payload.subject == TABLE:
            right = instead if isinstance(instead, OpeningDeclared) else None
            for day in self._openings.held_instead(target, target.payload.name, right):
                day.approvals += (change.act.position, event.position)
                self._changed(event, day, produced)
            return
        if isinstance(target.payload, (*FOR_CHIPS, OpeningDeclared)):
            self._chips.correct(event, target, instead, produced)
            self._late(target, instead, produced)
            return
        place = table_of(target, target.payload) or ""
        taken = self._openings.with_count(place, target.position)
        days = [taken]
        if taken is not None:
            take_out(taken, target.position)
        self._openings.forget(place, target.position)
        if instead is not None:
            right = msgspec.structs.replace(target, payload=instead)
            days.append(self._count(event, right, instead, produced, taken))
        for day in {one.opened: one for one in days if one is not None}.values():
            day.approvals += (change.act.position, event.position)
            self._changed(event, day, produced)
            self._carry(event, day, produced)

    def _carry(self, event: Event, day: TableDay, produced: Produced) -> None:
        """Compare the place's next opening with the corrected closer."""
        after = self._openings.after(day)
        if after is not None and after.previous != day.closer:
            after.previous = day.closer
            self._changed(event, after, produced)

    # --- versions ------------------------------------------------------------------------------

    def _changed(self, event: Event, day: TableDay | None, produced: Produced) -> None:
        """Write a new version of a table's day, say what is wrong with it, and book its quebra."""
        if day is None:
            return
        self._openings.version(day, event.position)
        charged = day.by_session - day.fees_booked
        if charged:
            day.fees_booked += charged
            self._book(day, CAGNOTTE, charged, "session", produced)
        if not day.settled:
            return
        tolerance = _tolerance(day, event, produced)
        subject = f"table-day {day.opened}"
        produced.about.append((subject, faults_of(day, tolerance)))
        quebra = day.quebra or 0
        more = quebra - day.booked
        if more:
            day.booked += more
            self._book(day, MESAS, more, "quebra", produced)
        kept = 0 if _lowers_the_base(day, event, produced) else max(0, -quebra)
        again = kept - day.kept_booked
        if again:
            day.kept_booked += again
            self._book(day, MESAS, again, "shortage", produced)

    def _book(
        self, day: TableDay, category: str, amount: int, reason: RevenueReason, produced: Produced
    ) -> None:
        produced.revenue.append(
            Revenue(
                category=category,
                amount=amount,
                reason=reason,
                place=day.place,
                currency=day.currency,
            )
        )

    # --- limits ------------------------------------------------------------------------------

    def _notice(self, act: Event, payload: ParameterSet, produced: Produced) -> None:
        """Find limits changed without eight days' notice, where Portugal's law holds."""
        if payload.name not in LIMITS or not any(
            day.profile.startswith(PORTUGAL) and payload.scope in (day.place, day.game, "*")
            for day in self._openings.lasts()
        ):
            return
        told = payload.notified or act.at
        days = _days_between(told, payload.since)
        if days is None or days < NOTICE_DAYS:
            produced.faults.append(
                Fault(
                    code="PT-58-8D",
                    positions=(act.position,),
                    expected=f"{NOTICE_DAYS} days between notice and change",
                    recorded=f"told {told}, from {payload.since}",
                    facts={"scope": payload.scope, "name": payload.name},
                )
            )

    # --- rows ----------------------------------------------------------------------------------

    @override
    def flush(self, writes: Writes) -> None:
        self._openings.flush(writes)
        self._journal.flush(writes)
        self._terms.flush(writes)
        self._declarations.flush(writes)
        self._chips.flush(writes)
        self._debts.flush(writes)
        writes.replace(
            "slip_number",
            "cage",
            ("cage", "number", "position"),
            [(cage, *self._slips[cage]) for cage in sorted(self._touched_slips)],
        )
        self._touched_slips.clear()


def _is_counted(event: Event) -> bool:
    """Tell whether an event is one whose correction changes these accounts."""
    match event.payload:
        case ChipsSold() | ChipsRedeemed():
            return True
        case OpeningDeclared(subject=subject):
            return subject in (SUBJECT, TABLE)
        case payload:
            return event.round is None and isinstance(payload, (*COUNTS, TaxDeclared))


def _has_pot(day: TableDay | None) -> bool:
    """Tell whether a table's fees come from the players and not from its own float."""
    return day is not None and day.game in NOT_BANKED


def _negative(closed: ClosedRound, day: TableDay, fees: int) -> Iterator[Fault]:
    """Find a round that says it gave cagnotte or commissions away (TB-NEG)."""
    if fees < 0:
        yield Fault(
            code="TB-NEG",
            positions=(closed.opened, closed.closed),
            place=day.place,
            round=closed.round,
            expected="0.00 or more",
            recorded=money_text(fees),
            amount=fees,
            currency=day.currency,
        )


def _same(day: TableDay, payload: GamingDayClosed, event: Event) -> bool:
    return event.day is not None and day.day <= event.day and payload.casino in (None, day.casino)


def _tolerance(day: TableDay, event: Event, produced: Produced) -> Tolerance:
    def parameter(name: str) -> Any:
        scopes = (day.place, day.game, day.casino, "*")
        return produced.book.value(name, scopes, event.at, event.position)

    def whole(name: str) -> int:
        found = parameter(name)
        return found if isinstance(found, int) else 0

    return Tolerance(
        count=whole("diferenca_contagem_max"),
        result=whole("quebra_max"),
        hold=band_of(parameter("hold_ppm")),
    )


def _lowers_the_base(day: TableDay, event: Event, produced: Produced) -> bool:
    """Tell whether the authority lets a shortage of a table's day lower the tax's base."""
    book, before = produced.book, event.position
    scopes = (day.place, day.game, day.casino, "*")
    at = last_moment(book, day.casino, day.of_day, before)
    return book.value(BASE_QUEBRAS, scopes, at, before) == ALL_QUEBRAS


def _days_between(first: str, second: str) -> int | None:
    """Return how many whole days lie between two times; None where one is no time of the log's.

    >>> _days_between("2026-11-01T12:00:00.000000Z", "2026-11-09T11:59:59.999999Z")
    7
    >>> _days_between("2026-11-01T12:00:00.000000Z", "2026-11-31T12:00:00.000000Z") is None
    True
    """
    try:
        return (datetime.fromisoformat(second) - datetime.fromisoformat(first)).days
    except (ValueError, TypeError):  # not well formed, no such day; without its zone
        return None
