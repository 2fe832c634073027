"""The books beside a table's game: its capital, slips with the cage, counts, and complaints.

Honest books balance: the opener is the closer before, each slip has both sides, two people sign
each count, the box holds what was paid for chips. A fault (``faults``) breaks one of these; a table
makes one a day at most.

Rules: contabilidade_de_mesa.md; TB-* and DS-* of the findings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from msgspec import structs, to_builtins

from ledger.events.base import Payload
from ledger.events.registry import ParameterSet
from ledger.events.reviews import (
    Correction,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
)
from ledger.events.rounds import BetPlaced, Collection, Payout
from ledger.events.tables import (
    ChipsRedeemed,
    Credit,
    DropCounted,
    Fill,
    StaffChanged,
    TableClosed,
    TableOpened,
)
from ledger.roles import Binding, Role
from ops.simulator.parties.counted import Counted
from ops.simulator.parties.fault import AsksFaults
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import LAST_LINK, Said, Terminal, instant

SLIP: Final = 5_000_000
"""What a fill or a credit carries."""
MISSING: Final = 50_000
"""What is missing where something is."""
CASHIER: Final = "CX-01"
CASHED_PERCENT: Final = 60
"""Of the chips that players carry away from a table, how many they cash at once."""
COMPLAINTS: Final = 80
"""One round in so many is disputed."""
MISTAKES: Final = 20
"""In one round in so many something is typed wrongly."""
WAITS: Final = 3
"""One mistake in so many is seen only a round later."""
TYPED: Final = (BetPlaced, Collection, Payout)
"""What may be typed wrongly: its amount."""

Signed = tuple[Payload, tuple[str, ...]]
"""What the table says, and who signs it."""


@dataclass
class Day:
    """A day of the book."""

    fault: str | None = None
    """What is still to be done wrong in it."""
    done: bool = False
    """Whether what is wrong in it has been done."""
    round: str = ""
    """The round that is over, or in dispute."""
    case: str = ""
    """The complaint that is taken down."""


class BookCourse(AsksFaults):
    """A table's book through the days; it knows none of its faults."""

    NAME: Final = "table_book"
    """Under which the catalogue has its faults: the books of all tables are alike."""

    def __init__(self, table: Counted, faults: Sequence[str]) -> None:
        """Begin the book of a table; its faults are done one a day, in this order."""
        self.table = table
        self._faults = list(faults)
        self.planned = frozenset(faults)
        """All that will be done wrong in these days."""
        self.day = Day()
        where = table.where
        self._rng = Random(f"{where.seed}/book/{where.place}")  # noqa: S311 - a seed, no secret
        self.cage = self._terminal("caixa")
        self._office = self._terminal("gerencia")
        self._office.now -= timedelta(days=1)
        self._manager = self._terminal("chefia")
        """Takes complaints down, and answers for the house."""
        self._disputes = self._terminal("litigios")
        self._director = f"{table.badge}-direccao"
        self.slips = {"fill": 0, "credit": 0}
        """The numbers of the last slips."""
        self._cases = 0
        self.waiting: list[tuple[str, str]] = []
        """Complaints that were not answered yet, with the rounds they are about."""
        self.mistypes = False
        """Whether the dealer types something wrongly now and then, and corrects it."""
        self._mistake: type[Payload] | None = None
        """Of what kind the event is that will be typed wrongly in this round."""
        self._wrong: tuple[Said, Payload] | None = None
        """What was typed wrongly, and what should have been."""
        self.last: Said | None = None
        """What the table said last."""
        self.second_key = f"{table.badge}-chefe-b"
        """The chief's, as who watches the table."""
        self.confirmed = 0
        """How often the second key has confirmed a count."""
        self.days = 0
        self._net = 0
        """Opener and fills less credits: what the float would be if nothing were won or lost."""

    def _terminal(self, post: str) -> Terminal:
        where = self.table.where
        return Terminal(
            f"{post}-{self.table.badge}", where.place, where.day, where.start, self._rng
        )

    def sources(self) -> dict[str, Binding]:
        """Return who signs in the book."""
        return {
            self.cage.source: self.table.device(Role.CAGE, CASHIER),
            self._office.source: Binding(role=Role.FINANCE),
            self._manager.source: Binding(role=Role.FLOOR_MANAGER),
            self._disputes.source: Binding(role=Role.DISPUTE),
            self._director: Binding(role=Role.DIRECTOR),
        }

    def prepare(self) -> Telling:
        """Let the approved capital be set (RF R10, CR R5)."""
        midnight = self.table.where.start.replace(hour=0, minute=0, second=0, microsecond=0)
        yield self.approve_capital(midnight)
        if self.table.ADMITTED is not None:
            yield self.admit(self.table.ADMITTED, midnight)

    def admit(self, profile: str, now: datetime) -> Said:
        """Let an act admit games of a profile at the table, from now on."""
        self.office_at(now)
        admitted = ParameterSet(
            scope=self.table.where.place,
            name="profile",
            value=profile,
            since=instant(self._office.now),
            act="despacho-mesa",
        )
        return self.office_says(admitted)

    def approve_capital(self, now: datetime) -> Said:
        """Let the approved capital be what the table's is, from now on."""
        self.office_at(now)
        self._office.day = None
        capital = ParameterSet(
            scope=self.table.where.place,
            name="capital_inicial",
            value=self.table.capital,
            since=instant(self._office.now),
            act="despacho-capital",
        )
        return self.office_says(capital)

    def office_at(self, now: datetime) -> None:
        """Let the office's clock be at a time."""
        self._office.now = max(now, self._office.now)

    def office_says(self, payload: Payload) -> Said:
        """Return an act of the table's office, that another person approves."""
        return self._office.say(payload, approved_by=(self._director,))

    @property
    def left(self) -> int:
        """How many faults have found no occasion so far."""
        return len(self._faults) + (self.day.fault is not None and not self.day.done)

    # --- the day -------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a day: take what is done wrongly in it."""
        self.days += 1
        if self.day.fault is not None and not self.day.done:
            self._faults.insert(0, self.day.fault)
        self.day = Day(next(filter(self._ready, self._faults), None))
        if self.day.fault is not None:
            self._faults.remove(self.day.fault)

    def _ready(self, fault: str) -> bool:
        ready = self.WRONGS[fault].ready
        return ready is None or ready(self)

    def signed(self, payload: Payload, by: tuple[str, ...]) -> Signed:
        """Return the table's words about its counts, and their signer, as the day's fault has."""
        match payload:
            case TableOpened():
                return self._opened(payload, by)
            case TableClosed():
                closed: Signed = payload, by
                return self.instead("closed", self.day, closed)
            case DropCounted():
                return self._dropped(payload), by
            case StaffChanged():
                return self.instead("post", self.day, payload), by
            case _:
                return payload, by

    def _dropped(self, dropped: DropCounted) -> DropCounted:
        dropped = self.instead("dropped", self.day, dropped)
        if self.table.BANKED:
            self.table.earned += self.table.float - self._net + dropped.cash
        return dropped

    def cashed(self, fees: int) -> Telling:
        """Let the cage take most of the chips that players carried away; some bring theirs back.

        What the slot took of them is ``fees``.
        """
        gone = self._net - self.table.float - fees
        amount = gone * CASHED_PERCENT // 100
        if amount > 0:
            table = self.table.where.place
            redeemed = ChipsRedeemed(amount=amount, means="cash", table=table)
            yield structs.replace(self._say(self.cage, redeemed), place=CASHIER)

    def _opened(self, opened: TableOpened, by: tuple[str, ...]) -> Signed:
        table = self.table
        table.float = self.instead("float", self.day, table.float)
        capital = self.instead("capital", self.day, table.capital)
        said: Signed = opened, by
        _, by = self.instead("opened", self.day, said)
        self._net = table.float
        if not (by or opened.counted_by):
            by = table.counters[:1]  # the chief answers for what the table opens with
        act = opened.act or "despacho-mesa"
        return structs.replace(opened, capital=capital, count=table.float, act=act), by

    def middle(self) -> Telling:
        """Bring chips from the cage, and back."""
        yield from self.instead("slips", self.day, self._slips_of_the_day())

    def _slips_of_the_day(self) -> Telling:
        """Take chips back to the cage where there are more than the capital, or bring some."""
        yield from self.pair(Credit if self.table.float > self.table.capital else Fill)

    def pair(self, kind: type[Fill] | type[Credit]) -> Telling:
        """Tell both sides of a slip."""
        yield self.slip(kind, "cage")
        yield self.slip(kind, "table", again=True)

    def slip(
        self,
        kind: type[Fill] | type[Credit],
        side: str,
        amount: int = SLIP,
        *,
        voided: bool = False,
        again: bool = False,
        staff: tuple[str, ...] = (),
    ) -> Said:
        """Tell one side of a slip: a new one, or the last one again."""
        name = "fill" if kind is Fill else "credit"
        self.slips[name] += not again
        table = self.table
        slip = kind(
            side=side,
            slip=self.slips[name],
            table=table.where.place if side == "cage" else None,
            amount=amount,
            voided=voided,
            staff=staff,
        )
        if side == "cage":
            return self._say(self.cage, slip)
        if not voided:
            moved = amount if kind is Fill else -amount
            table.float += moved
            self._net += moved
        return table.say(slip)

    # --- corrections ---------------------------------------------------------------------------

    def round_begins(self) -> None:
        """Let something be typed wrongly in a round now and then, where all else is right."""
        table = self.table
        due = min(table.faults, default=table.occasion + 1) <= table.occasion
        if self.mistypes and not due and self._wrong is None and not self._rng.randrange(MISTAKES):
            self._mistake = self._rng.choice(TYPED)

    def typed(self, said: Said) -> Said:
        """Return the table's event as the dealer has typed it."""
        self.last = said
        right = said.payload
        if self._mistake is None or said.round is None or not isinstance(right, self._mistake):
            return said
        self._mistake = None
        self._wrong = said, right
        wrong: Any = right
        typed = structs.replace(wrong, amount=wrong.amount * 10)
        return structs.replace(said, payload=typed, named=True)

    def put_right(self, *, last: bool = False) -> Telling:
        """Correct, with the chefe's leave, what was typed wrongly; some see it a round later."""
        self._mistake = None
        if self._wrong is None or not (last or self._rng.randrange(WAITS)):
            return
        said, right = self._wrong
        self._wrong = None
        yield self.correct(said.name, said.round, right)

    def correct(
        self, target: str, of_round: str | None, right: Payload | None, link: str = LAST_LINK
    ) -> Said:
        """Correct an event with the chefe's leave; without a right payload it is withdrawn."""
        replacement = None if right is None else to_builtins(right)
        correction = Correction(target=target, link=link, replacement=replacement, reason="engano")
        chefe = self.table.counters[0]
        return self.table.say(correction, of_round, after=(20, 60), approved_by=(chefe,))

    # --- complaints ----------------------------------------------------------------------------

    def round_over(self, name: str) -> Telling:
        """Let somebody dispute a round now and then; one that was played rightly."""
        self.day.round = name
        yield from self.instead("round-over", self.day, self._disputed(name))

    def _disputed(self, name: str) -> Telling:
        asked = self.instead("disputed", self.day, False)  # noqa: FBT003 - what chance does not ask
        if not asked and self._rng.randrange(COMPLAINTS):
            return
        if self._wrong is not None:
            return  # what is in dispute is evidence, which nobody here puts right
        self._cases += 1
        self.day.case = f"L-{self.table.where.place}-{self._cases}"
        yield from self.instead("complaint", self.day, self._complaint(self.day.case, name))

    def _complaint(self, case: str, name: str) -> Telling:
        self.waiting.append((case, name))
        yield self.complained(case, name)

    def complained(self, case: str, name: str, due: str | None = None) -> Said:
        """Take a complaint about a round down."""
        opened = DisputeOpened(
            dispute=case, subject="round", rounds=(name,), amount=MISSING, due=due
        )
        return self._say(self._manager, opened)

    def decided(self) -> Telling:
        """Answer and decide what was disputed: replay found nothing owing, so nothing is paid."""
        for case, name in self.waiting:
            yield self._say(self._manager, DisputeAnswered(dispute=case, position="rejected"))
            self.day.round = name
            amount = self.instead("decision", self.day, 0)
            decision = "settled" if amount else "rejected"
            decided = DisputeDecided(dispute=case, decision=decision, amount=amount, due=0)
            yield self._say(self._disputes, decided)
        self.waiting.clear()

    # --- helpers -------------------------------------------------------------------------------

    def _say(self, terminal: Terminal, payload: Payload) -> Said:
        terminal.now, terminal.day = self.table.terminal.now, self.table.terminal.day
        return terminal.say(payload)

    def plant_hand(self, event: str, before: str, now: str, *, stands: bool) -> None:
        """Plant the finding that one person plays two parts in the book."""
        facts = {"parts": [before, now], "effect": stands}
        self.plant("OP-ACCESS", event=event, facts=facts)

    def plant(self, code: str, **more: Any) -> None:
        """Plant a finding of the day's fault, which is done now."""
        self.day.done = True
        place = self.table.where.place
        more = {"place": place, "id": f"{place}/{self.day.fault}", **more}
        self.table.plant(self.day.fault or "", code, more.pop("round", None), **more)
