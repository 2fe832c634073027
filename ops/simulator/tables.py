"""What happens at every gaming table: it opens, staff take turns, chips are sold, it is counted."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from random import Random
from typing import ClassVar, Final

from msgspec import Struct

from ledger.events.base import Payload
from ledger.events.jackpots import AwardPaid
from ledger.events.rounds import Collection, Payout
from ledger.events.tables import (
    ChipsSold,
    DropCounted,
    StaffChanged,
    TableClosed,
    TableOpened,
)
from ops.simulator.terminal import Planted, Said, Terminal

SHIFT: Final = timedelta(minutes=50)
"""After how long a pagador is relieved: within the hour of the rules."""
FLOAT: Final = 100_000_000
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


class Place(Struct, frozen=True, kw_only=True):
    """Where and when a table plays, and by which seed."""

    source: str
    """The table's terminal."""
    place: str
    day: str
    """The gaming day."""
    start: datetime
    seed: int
    seq: int = 0
    """That of the last event of the source's chain."""


class Table:
    """A table and its terminal for one night; games say what a round is."""

    GAME: ClassVar[str]
    FAULTS: ClassVar[tuple[str, ...]] = ()
    """What can be planted in a round of it."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up; ``faults`` names by round number what is done wrong in it."""
        seed = f"{where.seed}/{self.GAME}/{where.place}/{where.day}"
        self.rng = Random(seed)  # noqa: S311 - a seed, no secret
        self.terminal = Terminal(
            where.source, where.place, where.day, where.start, self.rng, where.seq
        )
        self.faults = dict(faults or {})
        unknown = set(self.faults.values()) - set(self.FAULTS)
        assert not unknown, f"{self.GAME} has no fault {', '.join(sorted(unknown))}"
        self.planted: list[Planted] = []
        """What the findings must say, for the rounds that were played."""
        self.float = FLOAT
        """Chips in the bank's tray."""
        self.cash = 0
        """Notes in the drop box."""
        self.badge = where.place.lower()
        """What the pseudonyms of this table's people begin with."""
        self._dealers = [f"{self.badge}-pagador-{n}" for n in (1, 2, 3)]
        self._relieved = where.start

    # --- the night -----------------------------------------------------------------------------

    def night(self, rounds: int) -> Iterator[Said]:
        """Open the table, play so many rounds, close and count it."""
        yield from self.open()
        for number in range(1, rounds + 1):
            yield from self.between()
            yield from self.play(number)
        yield from self.close()

    def open(self) -> Iterator[Said]:
        """Open the table, with its staff."""
        yield self.say(self.opening())
        self._relieved = self.terminal.now
        yield self.say(StaffChanged(post="pagador", person=self._dealers[0]))
        yield self.say(StaffChanged(post="fiscal", person=f"{self.badge}-fiscal"))

    def between(self) -> Iterator[Said]:
        """Do what is done between two rounds."""
        self.terminal.wait(5, 15)
        if self.terminal.now - self._relieved > SHIFT:
            self._relieved = self.terminal.now
            old = self._dealers.pop(0)
            self._dealers.append(old)
            yield self.say(
                StaffChanged(post="pagador", person=self.dealer, replaced=old), after=(5, 20)
            )

    def play(self, number: int) -> Iterator[Said]:
        """Play one round."""
        raise NotImplementedError

    def close(self) -> Iterator[Said]:
        """Close and count."""
        closed = TableClosed(count=self.float, counted_by=self.counters)
        yield self.say(closed, after=(60, 120))
        yield self.say(DropCounted(cash=self.cash), after=(600, 900))

    def opening(self) -> TableOpened:
        """Return what the table opens with."""
        raise NotImplementedError

    # --- for the games -------------------------------------------------------------------------

    @property
    def counters(self) -> tuple[str, str]:
        """Badges of those who count the float; each confirms it with his own key."""
        return f"{self.badge}-chefe", f"{self.badge}-fiscal"

    @property
    def dealer(self) -> str:
        """Badge of the pagador."""
        return self._dealers[0]

    def round_id(self, number: int) -> str:
        """Return the id of the night's round of that number."""
        return f"{self.terminal.place}/{self.terminal.day}/{number}"

    def say(
        self, payload: Payload, round_id: str | None = None, *, after: tuple[int, int] = (0, 2)
    ) -> Said:
        """Return an event some seconds after the last; the tray and the box follow."""
        match payload:
            case ChipsSold():
                self.float -= payload.amount
                self.cash += payload.amount
            case Collection():
                self.float += payload.amount
            case Payout() | AwardPaid():
                self.float -= payload.amount
            case _:
                pass
        self.terminal.wait(*after)
        return self.terminal.say(payload, round_id)

    def plant(
        self,
        fault: str,
        code: str,
        round_id: str,
        *,
        seat: int | None = None,
        bet: int | None = None,
        due: int | None = None,
        paid: int | None = None,
    ) -> None:
        """Write into the manifest what must be found."""
        self.planted.append(
            Planted(fault=fault, code=code, round=round_id, seat=seat, bet=bet, due=due, paid=paid)
        )
