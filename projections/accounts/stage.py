"""The accounts' stage: folds openings, slips, counts and judged rounds into days and revenue.

A round's result is booked when it is judged, and what differs when it is judged again; when a
table's count is complete the difference is booked beside it, as ``quebra``. So the revenue of a day
is at every position what the events say until there, and a late event moves the first open day.

**DECISION** (the law taxes receita bruta and names no currency): a declaration says none either, so
it is in its casino's registered currency and is held against entries in that currency only. Money
of another currency is never added to it nor converted; it stands in lines of its own, in its own
currency, at the same rate, as not declared: no declaration there is can cover it.
"""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, Final

import msgspec
from typing_extensions import override

from ledger.events.registry import CasinoRegistered, ParameterSet
from ledger.events.reviews import Approval, GamingDayClosed, TaxDeclared
from ledger.events.tables import (
    CagnotteBoxCounted,
    Credit,
    DropCounted,
    Fill,
    Gratuity,
    TableClosed,
    TableOpened,
)
from projections.accounts.homes import Homes
from projections.accounts.journal import Entry, Journal
from projections.accounts.results import CAGNOTTE, MESAS, PORTUGAL, over_capital, receita
from projections.accounts.table_day import (
    NOT_BANKED,
    Count,
    Slip,
    TableDay,
    Tolerance,
    band_of,
    faults_of,
)
from projections.accounts.tax import rate_of, tax_at, tax_faults
from projections.base import (
    Event,
    Fault,
    JudgedRound,
    Produced,
    Revenue,
    Source,
    Stage,
    Tables,
    Writes,
)
from projections.replay.settlement import money_text

LIMITS: Final = frozenset({"minimos", "maximos", "multiplos", "maximo_golpe"})
NOTICE_DAYS: Final = 8
"""DL 422/89 art. 58: limits change with eight days' notice."""


class Accounts(Stage):
    """Table days, the journal of revenue, and declared taxes."""

    name = "accounts"
    tables = (
        ("table_day", "opened, known_from"),
        ("table_state", "opened"),
        ("revenue", "position, line"),
        ("tax_declared", "position"),
        ("slip_number", "cage"),
        ("home", "position"),
    )
    kinds = frozenset(
        kind.KIND
        for kind in (
            TableOpened,
            Fill,
            Credit,
            DropCounted,
            CagnotteBoxCounted,
            Gratuity,
            TableClosed,
            Approval,
            GamingDayClosed,
            TaxDeclared,
            CasinoRegistered,
        )
    )

    def __init__(self) -> None:
        """Begin with no table open and nothing earned."""
        self._of_place: dict[str, TableDay] = {}
        """The last opening of each place."""
        self._touched: dict[int, TableDay] = {}
        self._versions: list[list[Any]] = []
        self._ended: list[tuple[int, int]] = []
        self._journal = Journal()
        self._homes = Homes()
        self._declared: list[tuple[Any, ...]] = []
        self._slips: dict[str, tuple[int, int]] = {}
        self._touched_slips: set[str] = set()
        self._confirming: dict[str, TableDay] = {}
        """Name of an opening or closing to its table."""
        self._read: Tables | None = None

    @override
    def load(self, tables: Tables, source: Source) -> None:
        self._read = tables
        self._journal.load(tables)
        self._homes.load(tables)
        execute = tables.cursor.execute
        rows = execute(
            tables.query(
                "SELECT DISTINCT ON (place) state FROM {s}.table_state ORDER BY place, opened DESC"
            )
        ).fetchall()
        for (state,) in rows:
            self._keep(msgspec.json.decode(state, type=TableDay))
        rows = execute(tables.query("SELECT cage, number, position FROM {s}.slip_number"))
        self._slips = {cage: (number, position) for cage, number, position in rows.fetchall()}

    def _keep(self, day: TableDay) -> None:
        self._of_place[day.place] = day
        for name in (day.opening, day.closing):
            if name is not None:
                self._confirming[name] = day

    # --- folding -------------------------------------------------------------------------------

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        self._fold_kind(event, produced)
        for judged in produced.judged:
            self._judge(event, judged, produced)
        for act in produced.effective:
            if isinstance(act.payload, ParameterSet):
                self._notice(act, act.payload, produced)
        for line, one in enumerate(produced.revenue):
            self._journal.add(
                Entry(
                    position=event.position,
                    line=line,
                    day=one.day or produced.day or event.day or event.at[:10],
                    casino=self._casino(one, produced),
                    currency=self._currency(one, produced),
                    of=one,
                )
            )
        if isinstance(event.payload, TaxDeclared):
            self._tax(event, event.payload, produced)

    def _casino(self, entry: Revenue, produced: Produced) -> str:
        """Return an entry's casino: what it says, else its table's, else the event's.

        Who approves a correction, or closes a day, need not be of the house it is about.
        """
        if entry.casino is not None:
            return entry.casino
        day = self._of_place.get(entry.place or "")
        return produced.casino if day is None else day.casino

    def _currency(self, entry: Revenue, produced: Produced) -> str | None:
        """Return an entry's currency: its table's, its place's by the last opening, its casino's.

        A round is in the currency of the opening it was played at, also when it is late.
        """
        if entry.currency is not None:
            return entry.currency
        for judged in produced.judged:
            table = judged.closed.table
            if judged.closed.round == entry.round and table is not None:
                return table.opened.payload.currency
        day = self._of_place.get(entry.place or "")
        if day is not None:
            return day.currency
        return self._homes.currency(self._casino(entry, produced))

    def _fold_kind(self, event: Event, produced: Produced) -> None:
        payload = event.payload
        match payload:
            case TableOpened():
                self._homes.open(payload)
                self._open(event, payload, produced)
                return
            case CasinoRegistered():
                self._homes.register(event.position, payload)
                return
            case Fill() | Credit():
                self._slip(event, payload, produced)
                return
            case Approval():
                day = self._confirming.get(payload.target)
                if day is not None:
                    day.confirmed.setdefault(payload.target, []).append(event.source)
                    day.approvals.append(event.position)
                    self._changed(event, day, produced)
                return
            case GamingDayClosed():
                for day in list(self._of_place.values()):
                    if day.closed is not None and not day.settled and _same(day, payload, event):
                        day.settled = True
                        self._changed(event, day, produced)
                return
            case _:
                pass
        day = self._of_place.get(event.place or "")
        if day is not None:
            self._count(event, day, produced)

    def _count(self, event: Event, day: TableDay, produced: Produced) -> None:
        payload = event.payload
        match payload:
            case DropCounted():
                amount = payload.cash + payload.tickets
                day.drops.append(_counted(event, amount, payload.counted_by))
                day.settled = day.settled or day.closed is not None
            case CagnotteBoxCounted():
                day.boxes.append(_counted(event, payload.amount, payload.counted_by))
            case Gratuity():
                day.gratuities += payload.amount
                self._touched[day.opened] = day
                return
            case TableClosed() if day.closed is None:
                day.closed, day.closing = event.position, event.name
                self._confirming[event.name] = day
                if payload.count is not None:
                    day.closer = _counted(event, payload.count, payload.counted_by)
                day.settled = day.settled or bool(day.drops)
            case _:
                return
        self._changed(event, day, produced)

    def _open(self, event: Event, payload: TableOpened, produced: Produced) -> None:
        place = event.place or ""
        before = self._of_place.get(place)
        if before is not None:
            self._confirming.pop(before.opening, None)
            self._confirming.pop(before.closing or "", None)
        approved = produced.book.value("capital_inicial", (place, "*"), event.at, event.position)
        day = TableDay(
            opened=event.position,
            opening=event.name,
            place=place,
            day=produced.day or event.at[:10],
            game=payload.game,
            profile=payload.profile,
            currency=payload.currency,
            casino=produced.casino,
            capital=payload.capital,
            approved=approved if isinstance(approved, int) else None,
            previous=before.closer if before is not None else None,
        )
        if payload.count is not None:
            day.opener = _counted(event, payload.count, payload.counted_by)
        self._keep(day)
        self._changed(event, day, produced)

    def _slip(self, event: Event, payload: Fill | Credit, produced: Produced) -> None:
        """Take one side of a fill or credit; the cage's numbers run without gaps."""
        kind = "fill" if isinstance(payload, Fill) else "credit"
        cage = payload.side == "cage"
        if cage:
            self._number(event, f"{event.source} {kind}", payload.slip, produced)
        day = self._of_place.get((payload.table if cage else event.place) or "")
        if day is None:
            return
        day.slips.append(
            Slip(
                kind=kind,
                side=payload.side,
                number=payload.slip,
                amount=payload.amount,
                position=event.position,
                voided=payload.voided,
                reason=payload.reason,
            )
        )
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
        day = self._day_of(closed.table.opened.position)
        if day is None:
            return
        earned = receita(judged)
        before = self._journal.booked(closed.round) if closed.again else {}
        more = {category: now - before.get(category, 0) for category, now in earned.items()}
        fees = earned[CAGNOTTE]
        day.by_rounds += more[MESAS]
        day.cagnotte += more[CAGNOTTE]
        day.rounds += not closed.again
        self._touched[day.opened] = day
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
        if fees < 0:
            produced.faults.append(
                Fault(
                    code="TB-NEG",
                    positions=(closed.opened, closed.closed),
                    place=day.place,
                    round=closed.round,
                    expected="0.00 or more",
                    recorded=money_text(fees),
                    amount=fees,
                    currency=day.currency,
                )
            )
        produced.faults.extend(over_capital(judged, day, produced))
        if day.settled:
            self._changed(event, day, produced)

    def _day_of(self, opened: int) -> TableDay | None:
        for day in (*self._touched.values(), *self._of_place.values()):
            if day.opened == opened:
                return day
        assert self._read is not None
        row = self._read.cursor.execute(
            self._read.query("SELECT state FROM {s}.table_state WHERE opened = %s"), (opened,)
        ).fetchone()
        return None if row is None else msgspec.json.decode(row[0], type=TableDay)

    # --- versions ------------------------------------------------------------------------------

    def _changed(self, event: Event, day: TableDay, produced: Produced) -> None:
        """Write a new version of a table's day, say what is wrong with it, and book its quebra."""
        self._touched[day.opened] = day
        row = _row(day, event.position)
        # Of several rounds that one event judges again the last word is the version.
        self._versions = [
            old for old in self._versions if (old[0], old[1]) != (day.opened, event.position)
        ]
        for old in self._versions:
            if old[0] == day.opened and old[2] is None:
                old[2] = event.position
        self._ended.append((event.position, day.opened))
        self._versions.append(row)
        if not day.settled:
            return
        tolerance = _tolerance(day, event, produced)
        subject = f"table-day {day.opened}"
        produced.about.append((subject, faults_of(day, tolerance)))
        if day.game in NOT_BANKED:
            return
        more = (day.quebra or 0) - day.booked
        if more:
            day.booked += more
            produced.revenue.append(
                Revenue(
                    category=MESAS,
                    amount=more,
                    reason="quebra",
                    place=day.place,
                    currency=day.currency,
                )
            )

    # --- tax and limits ------------------------------------------------------------------------

    def _tax(self, event: Event, payload: TaxDeclared, produced: Produced) -> None:
        """Compare a declaration with what the revenue of its days gives in its currency.

        What is declared of no days there are, or of days turned round, has no base to be held to.
        """
        if not _are_days(payload.first, payload.last):
            produced.faults.append(
                Fault(
                    code="TAX-BASE",
                    positions=(event.position,),
                    expected="gaming days, the first not after the last",
                    recorded=f"{payload.first} to {payload.last}",
                    facts={"tax": payload.tax_name, "figure": "days"},
                )
            )
            return
        home = self._homes.of(payload.casino)
        currency, profile = (None, None) if home is None else (home.currency, home.profile)
        rate = rate_of(
            produced.book,
            payload.tax_name,
            payload.casino,
            profile,
            day=payload.last,
            before=event.position,
        )
        found = tax_at(self._journal.base(payload, self._homes, currency), rate)
        declared = {one.to: one.amount for one in payload.shares}
        self._declared.append(
            (
                event.position,
                payload.casino or "*",
                payload.first,
                payload.last,
                payload.tax_name,
                payload.category,
                currency,
                payload.base,
                found.base,
                payload.tax,
                found.tax,
                rate.ppm,
                msgspec.json.encode(declared, order="deterministic").decode(),
                msgspec.json.encode(found.shares, order="deterministic").decode(),
            )
        )
        produced.faults.extend(tax_faults(event, payload, found, currency))

    def _notice(self, act: Event, payload: ParameterSet, produced: Produced) -> None:
        """Find limits changed without eight days' notice, where Portugal's law holds."""
        if payload.name not in LIMITS or not any(
            day.profile.startswith(PORTUGAL) and payload.scope in (day.place, day.game, "*")
            for day in self._of_place.values()
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
        writes.end("table_day", "opened", self._ended)
        writes.copy("table_day", _DAY, self._versions)
        writes.replace(
            "table_state",
            "opened",
            ("opened", "place", "state"),
            [
                (day.opened, day.place, msgspec.json.encode(day, order="deterministic").decode())
                for day in self._touched.values()
            ],
        )
        self._journal.flush(writes)
        self._homes.flush(writes)
        writes.copy("tax_declared", _TAX, self._declared)
        writes.replace(
            "slip_number",
            "cage",
            ("cage", "number", "position"),
            [(cage, *self._slips[cage]) for cage in sorted(self._touched_slips)],
        )
        for rows in (self._versions, self._ended, self._declared):
            rows.clear()
        self._touched.clear()
        self._touched_slips.clear()


_DAY: Final = (
    "opened",
    "known_from",
    "known_until",
    "place",
    "day",
    "game",
    "currency",
    "abertura",
    "reforcos",
    "retornos",
    "drop_counted",
    "fecho",
    "resultado",
    "by_rounds",
    "quebra",
    "cagnotte",
    "cagnotte_counted",
    "rounds",
    "settled",
    "positions",
)
_TAX: Final = (
    "position",
    "casino",
    "first_day",
    "last_day",
    "tax_name",
    "category",
    "currency",
    "declared_base",
    "base",
    "declared_tax",
    "tax",
    "rate_ppm",
    "declared_shares",
    "shares",
)


def _row(day: TableDay, position: int) -> list[Any]:
    return [
        day.opened,
        position,
        None,
        day.place,
        day.day,
        day.game,
        day.currency,
        day.opener.amount if day.opener is not None else None,
        day.fills,
        day.credits,
        day.drop,
        day.closer.amount if day.closer is not None else None,
        day.by_count,
        day.by_rounds,
        day.quebra,
        day.cagnotte,
        day.box,
        day.rounds,
        day.settled,
        sorted(_positions(day)),
    ]


def _positions(day: TableDay) -> Iterator[int]:
    """Return the events that make the counts; the rounds' are found by their opening."""
    yield day.opened
    if day.closed is not None:
        yield day.closed
    yield from day.approvals
    for one in (*day.drops, *day.boxes, *day.slips):
        yield one.position


def _counted(event: Event, amount: int, by: tuple[str, ...]) -> Count:
    return Count(amount=amount, position=event.position, counted_by=by)


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


def _are_days(first: str, last: str) -> bool:
    """Tell whether these are two days as the log writes them, the second not before the first.

    >>> _are_days("2026-11-20", "2026-11-20"), _are_days("2026-11-20", "2026-02-30")
    (True, False)
    >>> _are_days("2026-W47-5", "2026-11-20")
    False
    """
    try:
        days = [date.fromisoformat(day).isoformat() for day in (first, last)]
    except ValueError:
        return False
    return days == [first, last] and first <= last


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
