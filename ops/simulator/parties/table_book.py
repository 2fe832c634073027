"""The books beside a table's game: its capital, slips with the cage, counts, and complaints.

Honest books balance: the opener is the closer before, each slip has both sides, two people sign
each count, the box holds what was paid for chips. ``FAULTS`` break one of these; a table makes one
a day at most.

Rules: contabilidade_de_mesa.md; TB-* and DS-* of the findings.
"""

from collections.abc import Sequence
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
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import LAST_LINK, Said, Terminal, instant

SLIP: Final = 5_000_000
"""What a fill or a credit carries."""
UNISSUED: Final = 9_000
"""How far from the cage's numbers that of a slip is which it never made out."""
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

OPENER: Final = "opener-differs"
OPENER_UNSIGNED: Final = "opener-unsigned"
CAPITAL: Final = "capital-differs"
CLOSER_UNSIGNED: Final = "closer-unsigned"
CLOSER_MISSING: Final = "closer-missing"
DROP_SHORT: Final = "drop-short"
FILL_TABLE_ONLY: Final = "fill-table-only"
FILL_CAGE_ONLY: Final = "fill-cage-only"
FILL_DIFFERS: Final = "fill-differs"
FILL_GAP: Final = "fill-gap"
FILL_VOID: Final = "fill-voided-without-reason"
SLIP_IN_ONE_HAND: Final = "slip-in-one-hand"
CLOSER_IN_ONE_HAND: Final = "closer-in-one-hand"
DROP_BY_POST: Final = "drop-counted-from-post"
UNANSWERED: Final = "complaint-unanswered"
DEVIATES: Final = "decision-deviates"
WRONG_LINK: Final = "correction-under-another-link"
TWICE: Final = "correction-of-the-correction"


class Book:
    """A table's book through the days."""

    NAME: Final = "table_book"
    """Under which the catalogue has its faults: the books of all tables are alike."""
    FAULTS: Final = (
        OPENER,
        OPENER_UNSIGNED,
        CAPITAL,
        CLOSER_UNSIGNED,
        CLOSER_MISSING,
        DROP_SHORT,
        FILL_TABLE_ONLY,
        FILL_CAGE_ONLY,
        FILL_DIFFERS,
        FILL_GAP,
        FILL_VOID,
        SLIP_IN_ONE_HAND,
        CLOSER_IN_ONE_HAND,
        DROP_BY_POST,
        UNANSWERED,
        DEVIATES,
        WRONG_LINK,
        TWICE,
    )

    def __init__(self, table: Counted, faults: Sequence[str]) -> None:
        """Begin the book of a table; its faults are done one a day, in this order."""
        self._table = table
        self._faults = list(faults)
        self._fault: str | None = None
        self._done = False
        """Whether what is wrong today has been done."""
        where = table.where
        self._rng = Random(f"{where.seed}/book/{where.place}")  # noqa: S311 - a seed, no secret
        self._cage = self._terminal("caixa")
        self._office = self._terminal("gerencia")
        self._office.now -= timedelta(days=1)
        self._manager = self._terminal("chefia")
        """Takes complaints down, and answers for the house."""
        self._disputes = self._terminal("litigios")
        self._director = f"{table.badge}-direccao"
        self._slips = {"fill": 0, "credit": 0}
        self._cases = 0
        self._waiting: list[tuple[str, str]] = []
        """Complaints that were not answered yet, with the rounds they are about."""
        self.mistypes = False
        """Whether the dealer types something wrongly now and then, and corrects it."""
        self._mistake: type[Payload] | None = None
        """Of what kind the event is that will be typed wrongly in this round."""
        self._wrong: tuple[Said, Payload] | None = None
        """What was typed wrongly, and what should have been."""
        self._last: Said | None = None
        self._second_key = f"{table.badge}-chefe-b"
        """The chief's, as who watches the table."""
        self._in_one_hand = CLOSER_IN_ONE_HAND in faults
        self._confirmed = 0
        """How often the second key has confirmed a count."""
        self._days = 0
        self._net = 0
        """Opener and fills less credits: what the float would be if nothing were won or lost."""

    def _terminal(self, post: str) -> Terminal:
        where = self._table.where
        return Terminal(
            f"{post}-{self._table.badge}", where.place, where.day, where.start, self._rng
        )

    def sources(self) -> dict[str, Binding]:
        """Return who signs in the book."""
        chief = Binding(role=Role.SUPERVISOR, person=self._table.counters[0])
        second = {self._second_key: chief} if self._in_one_hand else {}
        return {
            **second,
            self._cage.source: self._table.device(Role.CAGE, CASHIER),
            self._office.source: Binding(role=Role.FINANCE),
            self._manager.source: Binding(role=Role.FLOOR_MANAGER),
            self._disputes.source: Binding(role=Role.DISPUTE),
            self._director: Binding(role=Role.DIRECTOR),
        }

    def prepare(self) -> Telling:
        """Let the approved capital be set (RF R10, CR R5)."""
        midnight = self._table.where.start.replace(hour=0, minute=0, second=0, microsecond=0)
        yield self.approve_capital(midnight)
        if self._table.ADMITTED is not None:
            yield self.admit(self._table.ADMITTED, midnight)

    def admit(self, profile: str, now: datetime) -> Said:
        """Let an act admit games of a profile at the table, from now on."""
        self.office_at(now)
        admitted = ParameterSet(
            scope=self._table.where.place,
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
            scope=self._table.where.place,
            name="capital_inicial",
            value=self._table.capital,
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
        return len(self._faults) + (self._fault is not None and not self._done)

    # --- the day -------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a day: take what is done wrongly in it."""
        self._days += 1
        if self._fault is not None and not self._done:
            self._faults.insert(0, self._fault)
        self._done = False
        can = (one for one in self._faults if one != OPENER or self._days > 1)
        self._fault = next(can, None)
        if self._fault is not None:
            self._faults.remove(self._fault)

    def signed(self, payload: Payload, by: tuple[str, ...]) -> tuple[Payload, tuple[str, ...]]:
        """Return the table's words about its counts, and their signer, as the day's fault has."""
        match payload:
            case TableOpened():
                return self._opened(payload, by)
            case TableClosed() if self._fault == CLOSER_MISSING:
                self._plant("TB-CLOSE", facts={"fact": "count"})
                return TableClosed(), ()
            case TableClosed() if self._fault == CLOSER_IN_ONE_HAND:
                return self._closed_by_one(payload), by
            case TableClosed() if self._fault == CLOSER_UNSIGNED:
                self._plant("TB-CLOSE", facts={"fact": "signatures"})
                return payload, payload.counted_by[1:]
            case DropCounted():
                return self._dropped(payload), by
            case _:
                self._post(payload)
                return payload, by

    @property
    def _next(self) -> str:
        """Return the name of what the table says next."""
        return f"{self._table.terminal.source}:{self._table.terminal.seq + 1}"

    def _post(self, payload: Payload) -> None:
        """Plant that who counted the day's box goes on post: the table may open anew that day."""
        counted = self._fault == DROP_BY_POST and self._done
        fiscal = self._table.counters[1]
        if counted and isinstance(payload, StaffChanged) and payload.person == fiscal:
            self._plant_hand(self._next, "counted", "on post", stands=True)

    def _closed_by_one(self, closed: TableClosed) -> TableClosed:
        """Let one person count the float by two keys."""
        name = self._next
        self._plant_hand(name, "counted too", "counted too", stands=True)
        self._confirmed += 1  # a table that opens anew counts its float again
        own = f"{self._second_key}:{self._confirmed}"
        self._plant_hand(own, "confirmed", "approved", stands=False)
        self._plant("TB-CLOSE", event=name, facts={"fact": "signatures"})
        return structs.replace(closed, counted_by=(self._table.counters[0], self._second_key))

    def _dropped(self, dropped: DropCounted) -> DropCounted:
        if self._fault == DROP_BY_POST:
            self._plant_hand(self._next, "on post", "counted", stands=True)
            fiscal = self._table.counters[1]
            team = (fiscal, self._table.box_counters[0])
            dropped = structs.replace(dropped, counted_by=team)
        if self._fault == DROP_SHORT:
            self._plant("TB-WIN", due=MISSING, paid=0)
            dropped = structs.replace(dropped, cash=dropped.cash - MISSING)
        if self._table.BANKED:
            self._table.earned += self._table.float - self._net + dropped.cash
        return dropped

    def cashed(self, fees: int) -> Telling:
        """Let the cage take most of the chips that players carried away; some bring theirs back.

        What the slot took of them is ``fees``.
        """
        gone = self._net - self._table.float - fees
        amount = gone * CASHED_PERCENT // 100
        if amount > 0:
            table = self._table.where.place
            redeemed = ChipsRedeemed(amount=amount, means="cash", table=table)
            yield structs.replace(self._say(self._cage, redeemed), place=CASHIER)

    def _opened(
        self, opened: TableOpened, by: tuple[str, ...]
    ) -> tuple[TableOpened, tuple[str, ...]]:
        table = self._table
        capital = table.capital
        if self._fault == OPENER:
            table.float -= MISSING
            self._plant("TB-OPEN", due=MISSING, paid=0)
        if self._fault == CAPITAL:
            capital += MISSING
            self._plant("TB-FLOAT", due=0, paid=MISSING)
        if self._fault == OPENER_UNSIGNED:
            by = opened.counted_by[:1]
            self._plant("TB-OPEN", facts={"fact": "signatures"})
        self._net = table.float
        if not (by or opened.counted_by):
            by = table.counters[:1]  # the chief answers for what the table opens with
        act = opened.act or "despacho-mesa"
        return structs.replace(opened, capital=capital, count=table.float, act=act), by

    def middle(self) -> Telling:
        """Bring chips from the cage, and back."""
        table, fault = self._table, self._fault
        if fault == FILL_TABLE_ONLY:
            usual = self._slips["fill"]
            self._slips["fill"] += UNISSUED  # the cage knows nothing of it, and never will
            yield self._slip(Fill, "table")
            self._plant("TB-FILL", facts={"fact": f"fill {self._slips['fill']}"})
            self._slips["fill"] = usual
        elif fault == FILL_CAGE_ONLY:
            yield self._slip(Fill, "cage")
            self._plant("TB-FILL", facts={"fact": f"fill {self._slips['fill']}"})
        elif fault == SLIP_IN_ONE_HAND:
            staff = (self._table.counters[0],)
            yield self._slip(Fill, "cage", staff=staff)
            said = self._slip(Fill, "table", staff=staff, again=True)
            self._plant_hand(said.name, "cage side", "table side", stands=True)
            yield said
        elif fault == FILL_DIFFERS:
            yield self._slip(Fill, "cage")
            yield self._slip(Fill, "table", SLIP - MISSING, again=True)
            slip = f"fill {self._slips['fill']}"
            self._plant("TB-FILL", facts={"slip": slip}, due=SLIP, paid=SLIP - MISSING)
        elif fault == FILL_VOID:
            yield self._slip(Fill, "cage", voided=True)
            yield self._slip(Fill, "table", voided=True, again=True)
            self._plant("TB-FILL", facts={"fact": f"fill {self._slips['fill']}"})
        elif fault == FILL_GAP:
            yield from self._pair(Fill)
            self._slips["fill"] += 1
            yield from self._pair(Fill)
            self._plant("TB-FILL", facts={"fact": "gap", "of": f"{self._cage.source} fill"})
        elif table.float > table.capital:
            yield from self._pair(Credit)
        else:
            yield from self._pair(Fill)

    def _pair(self, kind: type[Fill] | type[Credit]) -> Telling:
        yield self._slip(kind, "cage")
        yield self._slip(kind, "table", again=True)

    def _slip(
        self,
        kind: type[Fill] | type[Credit],
        side: str,
        amount: int = SLIP,
        *,
        voided: bool = False,
        again: bool = False,
        staff: tuple[str, ...] = (),
    ) -> Said:
        name = "fill" if kind is Fill else "credit"
        self._slips[name] += not again
        table = self._table
        slip = kind(
            side=side,
            slip=self._slips[name],
            table=table.where.place if side == "cage" else None,
            amount=amount,
            voided=voided,
            staff=staff,
        )
        if side == "cage":
            return self._say(self._cage, slip)
        if not voided:
            moved = amount if kind is Fill else -amount
            table.float += moved
            self._net += moved
        return table.say(slip)

    # --- corrections ---------------------------------------------------------------------------

    def round_begins(self) -> None:
        """Let something be typed wrongly in a round now and then, where all else is right."""
        table = self._table
        due = min(table.faults, default=table.occasion + 1) <= table.occasion
        if self.mistypes and not due and self._wrong is None and not self._rng.randrange(MISTAKES):
            self._mistake = self._rng.choice(TYPED)

    def typed(self, said: Said) -> Said:
        """Return the table's event as the dealer has typed it."""
        self._last = said
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
        yield self._correct(said.name, said.round, right)

    def _correct(
        self, target: str, of_round: str | None, right: Payload | None, link: str = LAST_LINK
    ) -> Said:
        replacement = None if right is None else to_builtins(right)
        correction = Correction(target=target, link=link, replacement=replacement, reason="engano")
        chefe = self._table.counters[0]
        return self._table.say(correction, of_round, after=(20, 60), approved_by=(chefe,))

    def _correct_wrongly(self, name: str) -> Telling:
        """Correct the last event under another event's link, or correct that correction."""
        last = self._last
        if last is None or last.seq != self._table.terminal.seq:
            return  # in another round
        if self._fault == WRONG_LINK:
            said = self._correct(last.name, name, None, link="ab" * 32)
        else:
            first = self._correct(last.name, name, last.payload)
            yield first
            said = self._correct(first.name, name, None)
        self._plant("INT-CORR", event=said.name)
        self._fault = None
        yield said

    # --- complaints ----------------------------------------------------------------------------

    def round_over(self, name: str) -> Telling:
        """Let somebody dispute a round now and then; one that was played rightly."""
        if self._fault in {WRONG_LINK, TWICE}:
            yield from self._correct_wrongly(name)
            return
        unanswered = self._fault == UNANSWERED
        asked = unanswered or (self._fault == DEVIATES and not self._waiting)
        if not asked and self._rng.randrange(COMPLAINTS):
            return
        if self._wrong is not None:
            return  # what is in dispute is evidence, which nobody here puts right
        self._cases += 1
        case = f"L-{self._table.where.place}-{self._cases}"
        due = instant(self._table.terminal.now + timedelta(minutes=10)) if unanswered else None
        said = self._say(
            self._manager,
            DisputeOpened(dispute=case, subject="round", rounds=(name,), amount=MISSING, due=due),
        )
        if unanswered:
            self._plant("DS-DEADLINE", place=None, event=said.name)
            self._fault = None
        else:
            self._waiting.append((case, name))
        yield said

    def decided(self) -> Telling:
        """Answer and decide what was disputed: replay found nothing owing, so nothing is paid."""
        for case, name in self._waiting:
            yield self._say(self._manager, DisputeAnswered(dispute=case, position="rejected"))
            amount = 0
            if self._fault == DEVIATES:
                amount = MISSING
                self._plant("DS-DEV", place=None, round=name, due=0, paid=amount)
                self._fault = None
            decision = "settled" if amount else "rejected"
            decided = DisputeDecided(dispute=case, decision=decision, amount=amount, due=0)
            yield self._say(self._disputes, decided)
        self._waiting.clear()

    # --- helpers -------------------------------------------------------------------------------

    def _say(self, terminal: Terminal, payload: Payload) -> Said:
        terminal.now, terminal.day = self._table.terminal.now, self._table.terminal.day
        return terminal.say(payload)

    def _plant_hand(self, event: str, before: str, now: str, *, stands: bool) -> None:
        """Plant the finding that one person plays two parts in the book."""
        facts = {"parts": [before, now], "effect": stands}
        self._plant("OP-ACCESS", event=event, facts=facts)

    def _plant(self, code: str, **more: Any) -> None:
        self._done = True
        place = self._table.where.place
        more = {"place": place, "id": f"{place}/{self._fault}", **more}
        self._table.plant(self._fault or "", code, more.pop("round", None), **more)
