"""Verdicts: amounts due by replay beside amounts paid, per round and bet, in versions.

A winner who has not been paid when the round closes is *unpaid* until the payout, or until the
deadline by the ledger's clock; only then is it a finding. Where bingo's doubles were sold, prizes
wait until the second jogada, the next of their variant, is over (BI R45), and the deadline runs
from there.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, LiteralString

import msgspec
from msgspec import Struct
from typing_extensions import override

from ledger.events import kinds_of
from ledger.events.registry import ClockTicked, LedgerFounded
from ledger.events.tables import TableClosed, TableOpened
from projections.base.event import ClosedRound, Event, JudgedRound
from projections.base.parameter_book import ParameterBook
from projections.base.produced import Fault, Produced
from projections.base.rows import Schema, Writes, or_null
from projections.base.stage import Source, Stage
from projections.base.times import after
from projections.gather import gathering_of
from projections.replay.codes import CODES
from projections.replay.record import Payment
from projections.replay.registry import Verdict
from projections.replay.settlement import Found, Settlement

DEADLINE_SECONDS: Final = 3_600
"""Seconds for which a winner may wait after the close of the round, of a jogada with doubles after
the close of the next jogada (BI R45); parameter ``payout_deadline_seconds``."""
UNPAID: Final = "PAY-NONE"
UNPROVED: Final = "unproved"
"""The state of a round of which an event could not be folded: the verdict accuses nobody."""
UNCOMPARED: Final = "uncompared"
"""The state of a round of which nothing is amiss, and whose payments nobody could compare: its
table does not record payouts."""
PENDING: Final = "pending"
"""The state of a round of which something told late was not judged yet: nothing of it is final."""
State = Literal["agrees", "differs", "unpaid", "void", "uncompared", "unproved", "pending"]
"""Every state of a round that was judged."""
SETTLED: Final = ("agrees", "void")
"""States of a round of which nothing is owed."""


class _Waiting(Struct):
    """A round's payments that were due and not made when it closed."""

    place: str
    since: str | None
    """The ledger's clock when the round closed; None until it ticks."""
    seconds: int
    faults: list[Fault]
    following: bool = False
    """Whether a later round must be over first (BI R45): the deadline does not run yet."""


class Verdicts(Stage):
    """Rows of rounds and of bets, in versions by the positions between which they hold."""

    name = "verdicts"
    states = (_Waiting,)
    tables = (
        ("verdict", "round, known_from"),
        ("due", "round, known_from, line"),
        ("unpaid", "round"),
        ("clock", "at"),
    )
    kinds = kinds_of(ClockTicked, LedgerFounded, TableOpened, TableClosed)
    by_round = True

    def __init__(self) -> None:
        """Begin with nothing judged."""
        self._clock: str | None = None
        self._service: str | None = None
        self._clock_moved = False
        self._rounds: dict[str, tuple[Any, ...]] = {}
        """Versions of this page that hold."""
        self._ended: list[tuple[Any, ...]] = []
        """Versions of this page that another version ended already."""
        self._lines: dict[str, list[tuple[Any, ...]]] = {}
        """By round, as its verdict."""
        self._ended_lines: list[tuple[Any, ...]] = []
        self._replaced: list[tuple[int, str]] = []
        self._replaced_lines: list[tuple[int, str]] = []
        self._pending: set[str] = set()
        """Rounds whose verdict says that it is not final."""
        self._waiting: dict[str, _Waiting] = {}
        self._changed: set[str] = set()
        self._read: Schema | None = None

    @override
    def begin(self, produced: Produced) -> None:
        produced.open_for = self.open_for
        produced.is_pending = self._pending.__contains__

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._read = schema
        first = source.events([1])
        if first and isinstance(first[0].payload, LedgerFounded):
            self._service = first[0].source
        rows = schema.cursor.execute(schema.query("SELECT round, waiting FROM {s}.unpaid"))
        for name, waiting in rows.fetchall():
            self._waiting[name] = msgspec.json.decode(waiting, type=_Waiting)
        rows = schema.cursor.execute(
            schema.query(
                "SELECT round FROM {s}.verdict WHERE state = 'pending' AND known_until IS NULL"
            )
        )
        self._pending.update(name for (name,) in rows.fetchall())
        row = schema.cursor.execute(schema.query("SELECT max(at) FROM {s}.clock")).fetchone()
        self._clock = row[0] if row else None

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        if isinstance(event.payload, LedgerFounded) and self._service is None:
            self._service = event.source
        if isinstance(event.payload, ClockTicked) and event.source == self._service:
            self._tick(event, produced)
        if isinstance(event.payload, (TableOpened, TableClosed)):
            for name, waiting in self._waiting.items():
                if waiting.place == event.place:  # no round follows any more
                    self._begin(name, waiting)
        for name in produced.waiting:
            if name not in self._pending and self._say(name, event.position, PENDING):
                self._pending.add(name)
        if produced.suspects:
            self._doubt(event.position, produced)

    def _doubt(self, position: int, produced: Produced) -> None:
        """Say from here on that rounds which rest on suspect events are not proved.

        Of an event outside rounds these are the rounds of its place that were judged since, of the
        day that it names. Amounts stand as they did.
        """
        rounds = dict.fromkeys(one.about.round for one in produced.suspects if one.about.round)
        since: dict[tuple[str, str], int] = {}
        for one in produced.suspects:
            if one.about.round is None and one.about.place is not None:
                day = one.about.day or one.about.at[:10]
                since.setdefault((one.about.place, day), one.event.position)
        for (place, day), first in since.items():
            rounds.update(dict.fromkeys(self._judged_since(place, day, first)))
        for name in rounds:
            if name not in self._pending:  # it is judged again, and then not proved
                self._say(name, position, UNPROVED)
        produced.doubted.extend(rounds)

    def _judged_since(self, place: str, day: str, first: int) -> list[str]:
        """Return the rounds of a place and day that were judged since a position."""
        found = {
            row[0] for row in self._rounds.values() if row[6:8] == (place, day) and row[1] >= first
        }
        assert self._read is not None
        stored = self._read.cursor.execute(
            self._read.query(
                "SELECT round FROM {s}.verdict WHERE place = %s AND day = %s AND known_from >= %s"
            ),
            (place, day, first),
        )
        return sorted(found.union(name for (name,) in stored.fetchall()))

    def _say(self, round_id: str, position: int, state: State) -> bool:
        """Say from here on another state of a round's verdict; its lines stand meanwhile."""
        row = self._rounds.pop(round_id, None)
        if row is None:
            assert self._read is not None
            row = self._read.cursor.execute(
                self._read.query(
                    f"SELECT {_ROUND_SELECT} FROM {{s}}.verdict "  # noqa: S608 - our own names
                    "WHERE round = %s AND known_until IS NULL"
                ),
                (round_id,),
            ).fetchone()
            if row is None:  # nobody may judge it
                return False
            self._replaced.append((position, round_id))
        elif row[1] < position:  # else it never held
            self._ended.append((*row[:2], position, *row[3:]))
        self._rounds[round_id] = (round_id, position, None, *row[3:10], state, *row[11:])
        return True

    @override
    def fold_round(self, event: Event, closed: ClosedRound, produced: Produced) -> None:
        judged = produced.judgement
        if judged is not None:
            self._judge(event, judged, produced)
        elif closed.again:
            self._leave(closed.round, event.position)

    def _leave(self, round_id: str, position: int) -> None:
        """End the verdict of a round that nobody judges any more."""
        self._replace(round_id, position)
        if self._waiting.pop(round_id, None) is not None:
            self._changed.add(round_id)

    def open_for(self, round_id: str, seat: int | None) -> int | None:
        """Return the amount that a round's verdict leaves due and unpaid; None without a verdict.

        It is of bets: prizes of pools are owed by their pools (J6). None, too, where no payments
        were compared. Nothing, where it agrees. A commission that was paid besides is none of the
        prize; and a player's bank that was left lying on the table is owed to nobody, whatever else
        differs. A line that shares its payment with others counts as not paid apart: then all of
        the round is compared by its sums.
        """
        row = self._rounds.get(round_id)
        lines = [_owed(line) for line in self._lines.get(round_id, ())]
        if round_id in self._pending:
            return None  # cannot be said yet
        if row is not None:
            due, paid, state, aside, prizes, prizes_paid = (row[4], row[5], *row[10:])
        else:
            assert self._read is not None
            execute, query = self._read.cursor.execute, self._read.query
            stored = execute(
                query(
                    "SELECT due, paid, state, aside, prizes, prizes_paid FROM {s}.verdict "
                    "WHERE round = %s AND known_until IS NULL"
                ),
                (round_id,),
            ).fetchone()
            if stored is None:
                return None
            due, paid, state, aside, prizes, prizes_paid = stored
            lines = execute(
                query(
                    "SELECT seat, due + aside, paid, stays FROM {s}.due "
                    "WHERE round = %s AND known_until IS NULL"
                ),
                (round_id,),
            ).fetchall()
        if state == UNCOMPARED:
            return None
        if state in SETTLED:
            return 0
        own = [(owed, given) for place, owed, given, stays in lines if place == seat and not stays]
        if seat is None or any(given is None and owed for owed, given in own):
            lying = sum(owed for _, owed, _, stays in lines if stays)
            return (due - prizes) + aside - (paid - prizes_paid) - lying
        return sum(owed - (given or 0) for owed, given in own)

    def _judge(self, event: Event, judged: JudgedRound, produced: Produced) -> None:
        closed, record = judged.closed, judged.verdict.record
        gathering = gathering_of(closed.game)
        faults = [
            *(_fault(closed, one.found, one.terms) for one in closed.of_table),
            *(_fault_of(closed, found, produced.book) for found in judged.verdict.found),
        ]
        held = [fault for fault in faults if fault.code == UNPAID]
        now = [fault for fault in faults if fault.code != UNPAID]
        for before in gathering.releases(closed, record):
            if before in self._waiting:
                self._begin(before, self._waiting[before])
        was_waiting = self._waiting.pop(closed.round, None)
        if was_waiting is not None:
            self._changed.add(closed.round)
        if held and closed.again and not closed.closed_anew and was_waiting is None:
            now, held = faults, []  # its deadline is over: what is unpaid now is a finding at once
        proved = produced.is_proved(closed.round, closed.place)
        if held and proved:
            seconds = produced.book.value(
                "payout_deadline_seconds", (closed.place, "*"), event.at, event.position
            )
            self._waiting[closed.round] = _Waiting(
                place=closed.place,
                since=was_waiting.since if was_waiting is not None else self._clock,
                seconds=seconds if isinstance(seconds, int) else DEADLINE_SECONDS,
                faults=held,
                following=was_waiting.following
                if was_waiting is not None
                else gathering.prizes_wait(record),
            )
            self._changed.add(closed.round)
        pending = produced.waits(closed.round)
        if not pending:  # what is found before all is judged accuses nobody
            produced.verdicts.append((closed.round, now))
        # A round's state is about its play and its payments: a fault of the table is not its own.
        agrees = not any(not fault.terms for fault in now)
        state = state_of(
            agrees=agrees,
            unpaid=bool(held),
            compared=judged.verdict.record.has("payouts"),
            void=judged.verdict.settlement.void,
            proved=proved,
            pending=pending,
        )
        self._note(event.position, judged, state)

    def _begin(self, name: str, waiting: _Waiting) -> None:
        """Start the payment deadline of a round that waited for the next jogada to close."""
        if waiting.following:
            waiting.following, waiting.since = False, self._clock
            self._changed.add(name)

    def _tick(self, event: Event, produced: Produced) -> None:
        if self._clock is None or event.at > self._clock:
            self._clock = event.at
            self._clock_moved = True
        clock = self._clock
        for name in list(self._waiting):
            waiting = self._waiting[name]
            if waiting.following or name in self._pending:
                continue
            if waiting.since is None:
                waiting.since = clock
                self._changed.add(name)
            elif after(waiting.since, waiting.seconds) <= clock:
                del self._waiting[name]
                self._changed.add(name)
                produced.faults.extend(
                    fault for fault in waiting.faults if not _paid_since(fault, produced)
                )

    def _note(self, position: int, judged: JudgedRound, state: State) -> None:
        closed, settlement = judged.closed, judged.verdict.settlement
        if closed.again:
            self._replace(closed.round, position)
        payments = judged.verdict.record.payments
        paid = _paid_per_line(settlement, payments)
        handed = {one.seat for one in payments if not one.bets and one.award is None}
        if state == PENDING:
            self._pending.add(closed.round)
        stays = [line.stays and line.seat not in handed for line in settlement.lines]
        aside = _aside_per_line(judged.verdict, paid, stays)
        prizes = sum(award.amount for award in settlement.awards)
        self._rounds[closed.round] = (
            closed.round,
            position,
            None,
            sum(line.stake for line in settlement.lines),
            sum(line.due for line in settlement.lines) + prizes,
            sum(one.total for one in payments),
            closed.place,
            closed.day,
            settlement.game,
            settlement.currency,
            state,
            sum(aside.values()),
            prizes,
            sum(one.total for one in payments if one.award is not None),
        )
        self._lines[closed.round] = [
            (
                closed.round,
                position,
                None,
                number,
                line.seat,
                line.bet,
                line.stake,
                line.due,
                paid.get(number),
                line.outcome.value,
                ", ".join(line.rules),
                stays[number],
                aside.get(number, 0),
            )
            for number, line in enumerate(settlement.lines)
        ]

    def _replace(self, round_id: str, position: int) -> None:
        """End the versions of a round that hold now, in this page or before."""
        self._pending.discard(round_id)
        row, lines = self._rounds.pop(round_id, None), self._lines.pop(round_id, None)
        if row is None:
            self._replaced.append((position, round_id))
        elif row[1] < position:  # else it never held
            self._ended.append((*row[:2], position, *row[3:]))
        if lines is None:  # those of a verdict that is not final may be of a page before it
            self._replaced_lines.append((position, round_id))
        else:
            self._ended_lines += [
                (*line[:2], position, *line[3:]) for line in lines if line[1] < position
            ]

    @override
    def flush(self, writes: Writes) -> None:
        writes.end("verdict", "round", self._replaced)
        writes.end("due", "round", self._replaced_lines)
        self._replaced.clear()
        self._replaced_lines.clear()
        writes.copy("verdict", _ROUND_COLUMNS, [*self._ended, *self._rounds.values()])
        writes.copy_lines("due", _LINE_COLUMNS, [*map(_line_text, self._every_line())])
        self._ended.clear()
        self._rounds.clear()
        self._lines.clear()
        self._ended_lines.clear()
        self._flush_waiting(writes)

    def _every_line(self) -> Iterator[tuple[Any, ...]]:
        yield from self._ended_lines
        for lines in self._lines.values():
            yield from lines

    def _flush_waiting(self, writes: Writes) -> None:
        if self._clock_moved:
            writes.delete("clock")
            writes.copy("clock", ("at",), [(self._clock,)])
            self._clock_moved = False
        writes.delete("unpaid", "t.round = ANY(%s)", (list(self._changed),))
        writes.copy(
            "unpaid",
            ("round", "waiting"),
            [
                (name, msgspec.json.encode(self._waiting[name], order="deterministic").decode())
                for name in sorted(self._changed)
                if name in self._waiting
            ],
        )
        self._changed.clear()


def state_of(
    *, agrees: bool, unpaid: bool, compared: bool, void: bool, proved: bool, pending: bool = False
) -> State:
    """Return the state of a round: nothing is said of one not proved, not final, not compared."""
    if not proved:
        return UNPROVED
    if pending:
        return PENDING
    if not agrees:
        return "differs"
    if unpaid:
        return "unpaid"
    if not compared:
        return UNCOMPARED
    return "void" if void else "agrees"


_ROUND_COLUMNS: Final = (
    "round",
    "known_from",
    "known_until",
    "stake",
    "due",
    "paid",
    "place",
    "day",
    "game",
    "currency",
    "state",
    "aside",
    "prizes",
    "prizes_paid",
)
_ROUND_SELECT: Final[LiteralString] = ", ".join(
    "day::text" if column == "day" else column for column in _ROUND_COLUMNS
)
_LINE_COLUMNS: Final = (
    "round",
    "known_from",
    "known_until",
    "line",
    "seat",
    "bet",
    "stake",
    "due",
    "paid",
    "outcome",
    "rules",
    "stays",
    "aside",
)


def _line_text(line: tuple[Any, ...]) -> str:
    """Return a row of ``due`` as COPY takes it; none of its texts needs an escape.

    There are more of these than of any other row of a round.
    """
    name, since, until, number, seat, bet, stake, due, paid, outcome, rules, stays, aside = line
    return (
        f"{name}\t{since}\t{or_null(until)}\t{number}\t{seat}\t{or_null(bet)}\t{stake}\t{due}\t"
        f"{or_null(paid)}\t{outcome}\t{rules}\t{'t' if stays else 'f'}\t{aside}"
    )


def _paid_since(fault: Fault, produced: Produced) -> bool:
    """Tell whether the sum that a fault misses has been settled since."""
    if fault.round is None or fault.amount is None:
        return False
    if "pool" in fault.facts:
        return produced.prize_owed(fault.round, fault.seat) == 0
    return produced.settled_for(fault.round, fault.seat) >= -fault.amount > 0


def _owed(line: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a line's seat, amount due, amount paid, and whether its stake stays on the table.

    What was given back besides is due with the prize.
    """
    return line[4], line[7] + line[12], line[8], line[11]


def _fault_of(closed: ClosedRound, found: Found, book: ParameterBook) -> Fault:
    return _fault(closed, found, _terms(closed, found, book))


def _fault(closed: ClosedRound, found: Found, terms: tuple[int, ...]) -> Fault:
    assert closed.record is not None
    return Fault(
        code=found.code,
        positions=(*terms, closed.opened, closed.closed),
        terms=terms,
        rule=found.rule,
        place=closed.place,
        round=closed.round,
        seat=found.seat,
        bet=found.bet,
        expected=found.expected,
        recorded=found.recorded,
        amount=found.amount,
        currency=closed.record.currency,
        facts=found.facts,
    )


def _terms(closed: ClosedRound, found: Found, book: ParameterBook) -> tuple[int, ...]:
    """Return the positions that prove a fault of the table; none of a round's own fault."""
    code = CODES.get(found.code)
    if code is None or code.of_table is None or found.seat is not None or found.bet is not None:
        return ()
    if closed.table is None:
        return ()
    opening = closed.table.opened
    approvals: set[int] = set()
    at, before = closed.events[0].at, closed.opened
    # Under a matrix of authority what is in force goes before what the opening says.
    casinos = () if closed.table.terms is None else (closed.table.terms.casino,)
    for name in code.of_table:
        setting = book.setting(name, (closed.place,), at, before)
        if setting is None and (casinos or name not in opening.payload.options):
            general = (*([closed.game] if closed.game else []), *casinos, "*")
            setting = book.setting(name, general, at, before)
        if setting is not None:
            approvals.add(setting.known)
    return tuple(sorted({opening.position, *approvals}))


def _paid_per_line(settlement: Settlement, payments: tuple[Payment, ...]) -> dict[int, int]:
    """Return the amount paid for each line alone; a payment of several bets counts for none."""
    of_bet: dict[int, int | None] = {}
    for number, line in enumerate(settlement.lines):
        if line.bet is not None:
            # Of two bets of one number none is paid alone.
            of_bet[line.bet] = None if line.bet in of_bet else number
    of_seat: dict[int, list[int]] = {}
    for number, line in enumerate(settlement.lines):
        of_seat.setdefault(line.seat, []).append(number)
    paid: dict[int, int] = {}
    for payment in payments:
        if payment.award is not None:
            continue
        if len(payment.bets) == 1:
            number = of_bet.get(payment.bets[0])
        else:
            lines = () if payment.bets else of_seat.get(payment.seat, ())
            number = lines[0] if len(lines) == 1 else None
        if number is not None:
            paid[number] = paid.get(number, 0) + payment.total
    return paid


def _aside_per_line(
    verdict: Verdict, paid: Mapping[int, int], stays: Sequence[bool]
) -> dict[int | None, int]:
    """Return the commissions paid besides that a prize handed over before, by line.

    Of a line paid alone no more than it was paid above what is due: the rest is the commission's
    own fault. The bank's that stays on the table was handed to nobody.
    """
    found: dict[int | None, int] = {}
    for at, amount in verdict.aside.items():
        if at is None:
            found[at] = amount
        elif not stays[at]:
            over = paid[at] - verdict.settlement.lines[at].due if at in paid else amount
            found[at] = min(amount, max(0, over))
    return found
