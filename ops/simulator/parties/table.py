"""The course of every gaming table: it opens, staff take turns, chips are sold, it is counted."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.jackpots import AwardPaid, JackpotIncrement
from ledger.events.rounds import Collection, Commission, Payout
from ledger.events.tables import (
    CagnotteBoxCounted,
    ChipsSold,
    DropCounted,
    StaffChanged,
    TableClosed,
    TableOpened,
)
from ledger.roles import Binding, Role
from ops.simulator.parties.counted import Counted
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table_book.book import Book
from ops.simulator.parties.terminal import Said

SHIFT: Final = timedelta(minutes=50)
"""After how long a pagador is relieved: within the hour of the rules."""
OPEN_FOR: Final = timedelta(hours=15)
"""After that a table closes, whatever was to be played: an hour before the gaming day is over."""
LAST_CALL: Final = timedelta(minutes=45)
"""So long before a table closes its last round begins, time enough for the longest."""
CURRENCY: Final = "XTS"
PROFILE: Final = "cv-2017@1"
RECORDS: Final = (
    "bets",
    "decisions",
    "cards",
    "payouts",
    "burns",
    "shuffles",
    "announcements",
    "staff",
    "equipment",
    "colours",
)


class Table(Counted):
    """A table and its terminal for one night; games say what a round is."""

    COUNTING: ClassVar[bool] = False
    """Whether some of its own faults show in the count alone: a wrong count besides hides them."""

    GOES_ON: ClassVar[frozenset[str]] = frozenset()
    """Faults that are not over before the next round: in a day's last none of them is begun."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        ours = faults or {}
        super().__init__(
            where, {one: fault for one, fault in ours.items() if fault not in Book.FAULTS}
        )
        self.book = Book(self, [ours[one] for one in sorted(ours) if ours[one] in Book.FAULTS])
        self.whims = Random(f"{where.seed}/whims/{where.place}")  # noqa: S311 - a seed, no secret
        """The luck of what is said beside the game, which changes nothing of the game's own."""
        self.tips: int = 0
        """Chips in the staff's own slot."""
        self.wrong_options: dict[str, Any] = {}
        """What the options say wrongly at this opening."""
        self._dealers = [f"{self.badge}-pagador-{n}" for n in (1, 2, 3)]
        self.relieved_at = where.start
        """Since when the pagador has been there."""
        self.closes = where.start
        """When the house closes the table."""
        self.last_round = False
        """Whether this is the day's last round."""

    @property
    @override
    def left(self) -> int:
        return super().left + self.book.left

    # --- the night -----------------------------------------------------------------------------

    @override
    def sources(self) -> dict[str, Binding]:
        chief, fiscal = self.counters
        return {
            **super().sources(),
            chief: Binding(role=Role.FLOOR_MANAGER),
            fiscal: Binding(role=Role.SUPERVISOR),
            **dict.fromkeys(self.box_counters, Binding(role=Role.CASHIER)),
            **self.book.sources(),
        }

    @override
    def prepare(self) -> Telling:
        yield from self.book.prepare()

    def night(self, rounds: int) -> Telling:
        """Play the first gaming day."""
        yield from self.gaming_day(self.where.day, self.where.start, rounds)

    @override
    def gaming_day(self, day: str, start: datetime, rounds: int) -> Telling:
        """Open the table, play so many rounds or until it closes, and count it."""
        self.closes = start + min(OPEN_FOR, self.hours(rounds))
        self.terminal.begin(day, start)
        self.book.begin()
        yield from self.open()
        for number in range(1, rounds + 1):
            yield from self.between()
            self.occasion += 1
            self.last_round = number == rounds or self.terminal.now >= self.closes - LAST_CALL
            clean = len(self.planted)
            self.book.round_begins()
            yield from self.play(number)
            yield from self.book.put_right()
            if len(self.planted) == clean:
                yield from self.book.round_over(self.round_id(number))
            if number == rounds // 2:
                yield from self.book.middle()
            if self.last_round:
                break
        yield from self.book.put_right(last=True)
        yield from self.close()
        yield from self.book.decided()

    @override
    def fault(self) -> str | None:
        fault = super().fault()
        if self.last_round and fault in self.GOES_ON:
            self.put_off(fault)
            return None
        return fault

    def hours(self, rounds: int) -> timedelta:
        """Return for how long the table is announced to be open, for so many rounds."""
        del rounds
        return OPEN_FOR

    def open(self) -> Telling:
        """Open the table, with its staff."""
        yield self.say(self.opening())
        self.relieved_at = self.terminal.now
        yield self.say(StaffChanged(post="pagador", person=self._dealers[0]))
        yield self.say(StaffChanged(post="fiscal", person=f"{self.badge}-fiscal"))

    def between(self) -> Telling:
        """Relieve the dealer between two rounds, when the shift is over."""
        self.terminal.wait(5, 15)
        if self.terminal.now - self.relieved_at > SHIFT:
            self.relieved_at = self.terminal.now
            old = self._dealers.pop(0)
            self._dealers.append(old)
            yield self.say(
                StaffChanged(post="pagador", person=self.dealer, replaced=old), after=(5, 20)
            )

    def play(self, number: int) -> Telling:
        """Play the day's round of that number."""
        raise NotImplementedError

    def close(self) -> Telling:
        """Close and count; what this opening said wrongly is over."""
        self.wrong_options = {}
        closed = TableClosed(count=self.float, counted_by=self.counters)
        yield self.say(closed, after=(60, 120))
        # In the middle of a night the box is counted at once, for players wait.
        counted = (600, 900) if self.last_round else (60, 120)
        team = self.box_counters
        yield self.say(DropCounted(cash=self.cash, counted_by=team), after=counted)
        if self.fees:
            slot = CagnotteBoxCounted(amount=self.fees, counted_by=team)
            yield self.say(slot, after=(60, 120))
        yield from self.book.cashed(self.fees + self.tips)
        self.cash = self.fees = self.tips = 0

    def open_with(self, wrong: dict[str, Any]) -> Telling:
        """Count the table, everybody staying, and open it again with these options wrong."""
        yield from Table.close(self)
        self.wrong_options = wrong
        yield from self.open()

    def opening(self) -> TableOpened:
        """Return the opening events of the table."""
        raise NotImplementedError

    def aside(self, payload: Payload, round_id: str | None = None) -> Said:
        """Return an event beside the game, which takes nothing of the game's luck."""
        self.terminal.now += timedelta(milliseconds=self.whims.randrange(1, 900))
        return self.terminal.say(payload, round_id)

    # --- for the games -------------------------------------------------------------------------

    @property
    def dealer(self) -> str:
        """Badge of the pagador."""
        return self._dealers[0]

    def round_id(self, number: int) -> str:
        """Return the id of the day's round of that number."""
        return f"{self.terminal.place}/{self.terminal.day}/{number}"

    @override
    def say(
        self,
        payload: Payload,
        round_id: str | None = None,
        *,
        after: tuple[int, int] = (0, 2),
        approved_by: tuple[str, ...] = (),
    ) -> Said:
        """Return an event some seconds after the last; the tray and the box follow."""
        payload, approved_by = self.book.signed(payload, approved_by)
        match payload:
            case ChipsSold():
                self.float -= payload.amount
                self.cash += payload.amount
            case Collection() if self.BANKED:
                self.float += payload.amount
            case Payout() if self.BANKED:
                self.float -= payload.amount
            case AwardPaid() if self.BANKED:  # out of the pool, not out of what the house earned
                self.float -= payload.amount
                self.earned += payload.amount
            case JackpotIncrement() if self.BANKED:
                self.earned -= payload.amount
            case Commission() if not self.BANKED:
                self.fees += payload.amount
                self.earned += payload.amount
            case _:
                pass
        self.terminal.wait(*after)
        return self.book.typed(self.terminal.say(payload, round_id, approved_by=approved_by))
