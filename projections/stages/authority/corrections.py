"""Corrections: who may say them, what they correct, and what they change where they take effect."""

from typing import Any, Final

import msgspec

from ledger.events.base import Payload
from ledger.events.claims import payload_of
from ledger.events.registry import ParameterSet
from ledger.events.reviews import Correction
from projections.authority.actor import Actor
from projections.authority.corrections import Corrected, correcting_of, correction_fault
from projections.authority.judging import Answer, judge
from projections.authority.matrix import Row, row_of
from projections.base.corrected import change_of
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.stages.authority.memory.memory import ALWAYS, Memory
from projections.stages.authority.memory.trust import is_proposal
from projections.stages.authority.parts import Parts


class Corrections:
    """Corrections under the matrix."""

    def __init__(self, memory: Memory, parts: Parts) -> None:
        """Ask the stage's memory."""
        self._memory = memory
        self._parts = parts

    def propose(
        self, event: Event, payload: Correction, actor: Actor, row: Row, produced: Produced
    ) -> None:
        """Let a correction wait; of one that its source may not say it is found."""
        what = self.corrected(event, payload, produced)
        if what is not None and correcting_of(what) is None:
            produced.withheld = True
            produced.faults.append(_corrects_nothing(event, _OF_NOBODY))
            return
        if what is not None:
            why = correction_fault(actor, what, self._memory.known)
            if why is not None:
                self._memory.refuse(event, actor, Answer("W", row, why), produced)
                return
            target = self._memory.told_before(payload.target, event)
            if target is not None and what.replacement is not None:
                instead = what.replacement
                if self._parts.bars_instead(event, target, instead, produced):
                    produced.withheld = True
                    return
        self._memory.acts.wait(event)
        produced.withheld = True

    def corrected(self, event: Event, payload: Correction, produced: Produced) -> Corrected | None:
        """Return the event that a correction names, with the rest; None where there is none."""
        target = self._memory.told_before(payload.target, event)
        if target is None or row_of(target.kind) is None:
            return None
        casino = self._memory.known.casino_of(target.place) if target.place is not None else None
        author = self._memory.actor(target.source)
        first = produced.first_open(casino or author.casino or "*")
        day = target.day or target.at[:10]
        return Corrected(
            author=author,
            kind=target.kind,
            payload=target.payload,
            place=target.place,
            round=target.round,
            replacement=replacement_of(target, payload),
            of_a_closed_day=(first is not None and day < first)
            or self._memory.evidence.has_acta(target.round)
            or self._memory.evidence.is_declared(casino or author.casino, day),
            is_evidence=self._memory.known.is_disputed(target.round, target.place)
            or self._memory.evidence.is_decided(target),
        )

    def _was_refused(self, target: Event) -> bool:
        """Tell whether an event never had effect: the matrix forbade it, or barred who said it.

        Of what the matrix forbids only the span is noted, so that its source is asked for, too.
        """
        author, known = self._memory.actor(target.source), self._memory.known
        payload, place = target.payload, target.place
        if not isinstance(payload, Payload):
            return False
        if self._memory.refused.may_hold(target):
            answer = judge(author, target.kind, payload, place, target.round, known)
            if answer.outcome == "W":
                return True
        return self._memory.version > 0 and self._parts.was_barred(target, author)

    def change(self, event: Event, act: Event, produced: Produced) -> None:
        """Hand on what a correction in effect changes; one that can change nothing is a finding."""
        found = change_of(event, act, self._memory.source)
        if isinstance(found, Fault):
            produced.faults.append(found)
            return
        target = found.target
        if target.kind == ParameterSet.KIND and is_proposal(target):
            produced.faults.append(_corrects_nothing(act, _NOT_OF_THE_MATRIX))
            return
        if self._was_refused(target):
            produced.faults.append(_corrects_nothing(act, _WITHOUT_EFFECT))
            return
        if target.name in self._memory.acts.waiting:
            if self._memory.version or isinstance(target.payload, ParameterSet):
                self._memory.acts.mend(target.name, found.payload, found.plain)
            if target.kind not in ALWAYS:
                return  # nobody has taken it yet
            found = msgspec.structs.replace(found, waits=True)
        elif self._memory.version and target.kind not in ALWAYS:
            effective = self._memory.acts.effective(target.name)
            if effective is not None:  # whoever took it knows it by that position
                target = msgspec.structs.replace(target, position=effective)
                found = msgspec.structs.replace(found, target=target)
        produced.changes.append(found)

    def is_of_nobody(self, act: Event, produced: Produced) -> bool:
        """Tell whether an act corrects what nobody may: that was found where it was said."""
        if not isinstance(act.payload, Correction):
            return False
        what = self.corrected(act, act.payload, produced)
        return what is not None and correcting_of(what) is None

    def shown_by(self, act: Event) -> Any:
        """Return the payload that may bear the number of the authority's act."""
        if not isinstance(act.payload, Correction):
            return act.payload
        told = self._memory.told_before(act.payload.target, act)
        if told is None:
            return act.payload
        return replacement_of(told, act.payload) or told.payload


def replacement_of(target: Event, correction: Correction) -> Any:
    """Return the payload that a correction puts in an event's place; None where there is none."""
    if correction.replacement is None:
        return None
    try:
        return payload_of(target.kind, correction.replacement)
    except (msgspec.ValidationError, KeyError):
        return None  # where it takes effect that is a finding


_NOT_OF_THE_MATRIX: Final = "no correction of the matrix that judges the ledger"
_OF_NOBODY: Final = "an event of a kind that may be corrected"
_WITHOUT_EFFECT: Final = "an event that had effect; who may say it says it anew"


def _corrects_nothing(act: Event, expected: str) -> Fault:
    return Fault(
        code="INT-CORR",
        positions=(act.position,),
        place=act.place,
        round=act.round,
        expected=expected,
        recorded=act.payload.target,
    )
