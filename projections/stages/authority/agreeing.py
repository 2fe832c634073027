"""Whom an act, or what he did before in its case, bars from agreeing to it."""

from typing import Any, Final

from msgspec import Struct

from ledger.events import kinds_of
from ledger.events.base import Payload
from ledger.events.jackpots import AwardPaid
from ledger.events.machines import (
    HandPaid,
    MachineEnrolled,
    MachineHomologated,
    MachineReconfigured,
    MachineReleased,
    RamCleared,
)
from ledger.events.registry import (
    AccessGranted,
    KeyRevoked,
    OpeningDeclared,
    ParameterSet,
    RegistrarsChanged,
    SourceEnrolled2,
    TextErased,
)
from ledger.events.reviews import Correction, FindingDecided
from ledger.events.tables import CagnotteBoxCounted, DropCounted, TableClosed, TableOpened
from projections.authority.actor import Actor
from projections.authority.matrix import Row
from projections.authority.segregation import (
    BARRED,
    Hand,
    Part,
    of_day,
    of_dispute,
    of_finding,
    of_machine,
)
from projections.base.event import Event
from projections.stages.authority.memory.memory import Memory
from projections.stages.authority.parts import Parts

_OF_MACHINES: Final = kinds_of(
    MachineEnrolled, MachineHomologated, MachineReconfigured, MachineReleased, RamCleared
)
COUNTS: Final = kinds_of(TableOpened, TableClosed, DropCounted, CagnotteBoxCounted, OpeningDeclared)
"""Counts, which several persons confirm, each with a key of his own."""
_PAID: Final = kinds_of(AwardPaid, HandPaid)


class Bar(Struct, frozen=True):
    """The part that bars a person from agreeing to an act, and the case."""

    case: str
    hand: Hand


class Agreeing:
    """Whom segregation bars from agreeing."""

    def __init__(self, memory: Memory, parts: Parts) -> None:
        """Ask the stage's memory."""
        self._memory = memory
        self._parts = parts

    def bar(self, act: Event, approver: Actor, row: Row | None, approval: Event) -> Bar | None:
        """Return the part that bars a person from agreeing to an act; None where none does."""
        person, payload = approver.person, act.payload
        if person is None:
            return None
        author = self._memory.actor(act.source)
        if author.person == person:
            return self._of(act, "said", person)
        if act.kind in COUNTS:
            return self._confirmed(act, approver, person, approval)
        if act.kind in _PAID:
            witnesses = row is not None and approver.role in row.confirms
            return self._payer(act, person) if witnesses else None
        return self._of_act(act, payload, person)

    def _of_act(self, act: Event, payload: Any, person: str) -> Bar | None:
        match payload:
            case Correction():
                return self._of_correction(act, payload, person)
            case AccessGranted() | SourceEnrolled2() | KeyRevoked() | RegistrarsChanged():
                return self._of_own_right(act, payload, person)
            case TextErased():
                case = self._memory.known.case_of_text(payload.text)
                return (
                    None if case is None else self._played(of_dispute(case.name), "erased", person)
                )
            case FindingDecided():
                return self._of_finding(payload.finding, person)
            case _ if act.kind in _OF_MACHINES:
                return self._played(of_machine(act.place), "released", person)
            case _:
                return None

    def _payer(self, act: Event, person: str) -> Bar | None:
        cashier = act.payload.cashier
        payer = self._parts.persons(() if cashier is None else (cashier,))
        return self._of(act, "paid", person) if person in payer else None

    def _of(self, act: Event, word: str, person: str) -> Bar:
        return Bar(act.name, Hand(word, person, act.position))

    def _played(self, case: str, word: str, person: str) -> Bar | None:
        """Return the part in a case that bars a person from another."""
        excluded = BARRED[word]
        for one in self._memory.hands.of(case):
            if one.person == person and one.word in excluded:
                return Bar(case, one)
        return None

    def _of_correction(self, act: Event, payload: Correction, person: str) -> Bar | None:
        """Tell of who said the corrected event, stood on post there, or closed its day."""
        target = self._memory.told_before(payload.target, act)
        if target is None or not isinstance(target.payload, Payload):
            return None
        author = self._memory.actor(target.source)
        if person in self._parts.said_by(target, author):
            return self._of(target, "said", person)
        if author.is_device:
            for one in self._parts.on_post_at(target):
                if one.person == person:
                    return Bar(target.name, one)
        if isinstance(target.payload, ParameterSet):
            return None  # a parameter is of no day
        case = of_day(self._memory.casino_of(target), target.day or target.at[:10])
        for one in self._memory.hands.of(case):
            if (one.person, one.word) == (person, "closed"):
                return Bar(case, one)
        return None

    def _of_own_right(
        self,
        act: Event,
        payload: AccessGranted | SourceEnrolled2 | KeyRevoked | RegistrarsChanged,
        person: str,
    ) -> Bar | None:
        """Tell of who agrees to a right, or the loss of one, of his own."""
        match payload:
            case SourceEnrolled2():
                whose = {payload.person}
            case RegistrarsChanged():
                whose = {one.person or one.source for one in payload.named}
            case _:
                whose = {self._memory.actor(payload.source).person}
        return self._of(act, "given", person) if person in whose else None

    def _of_finding(self, finding: str, person: str) -> Bar | None:
        found = self._played(of_finding(finding), "decided", person)
        if found is not None:
            return found
        for one in self._parts.causing(finding):
            if one.person == person:
                return Bar(of_finding(finding), one)
        return None

    def _confirmed(self, act: Event, approver: Actor, person: str, approval: Event) -> Bar | None:
        """Tell of who confirmed a count by another of his keys."""
        case = f"count {act.name}"
        for one in self._memory.hands.of(case):
            if one.person != person or one.position == approval.position:
                continue
            (before,) = self._memory.source.events([one.position])
            if before.source != approver.source:
                return Bar(case, one)
        return None

    def play(self, act: Event, approver: Actor, position: int) -> None:
        """Take note of who confirmed a count."""
        if act.kind in COUNTS and approver.person is not None:
            part = Part(case=f"count {act.name}", word="confirmed")
            self._memory.hands.play(part, frozenset({approver.person}), position)
