"""Acts that take effect: handed on to the stages, and learned from."""

from typing import Final

import msgspec

from ledger.events import kinds_of
from ledger.events.bingo import Complaint
from ledger.events.registry import ParameterSet
from ledger.events.reviews import Approval, Correction, TaxDeclared
from ledger.keys import TRUST_AND_TIME_KINDS
from projections.authority.parameters import EVERYWHERE
from projections.base.event import Event, Suspect
from projections.base.produced import Fault, Produced
from projections.stages.authority.corrections import Corrections
from projections.stages.authority.counted import Counted
from projections.stages.authority.memory import evidence
from projections.stages.authority.memory.known import LEARNED, READIED
from projections.stages.authority.memory.memory import ALWAYS, Memory
from projections.stages.authority.memory.trust import TRUST, Settled
from projections.stages.authority.parts import Parts
from projections.stages.authority.witnessed import Witnessed

_OF_TRUST: Final = TRUST_AND_TIME_KINDS - kinds_of(ParameterSet, Approval)


class Effects:
    """Effects of events and acts, where they have any."""

    def __init__(
        self, memory: Memory, parts: Parts, corrections: Corrections, witnessed: Witnessed
    ) -> None:
        """Tell the stage's memory."""
        self._memory = memory
        self._parts = parts
        self._corrections = corrections
        self._witnessed = witnessed
        self.counted = Counted(memory)

    def take_effect(
        self, act: Event, position: int, produced: Produced, approval: Event | None = None
    ) -> None:
        """Hand on an act that takes effect at a position."""
        self._memory.acts.take_effect(act, position)
        if isinstance(act.payload, Correction):
            assert approval is not None
            produced.effective.append(act)
            before = len(produced.changes)
            self._corrections.change(approval, act, produced)
            for change in produced.changes[before:]:
                self._witnessed.change(change.target, change.payload, produced)
                self.counted.change(change.target, change.payload)
                if change.payload is not None and self._memory.version:
                    told, now = change.target, change.payload
                    self._parts.bars_instead(act, told, now, produced, stands=True)
                    self._parts.play_instead(told, now, position)
            return
        if act.kind in ALWAYS:
            produced.effective.append(act)
            if isinstance(act.payload, ParameterSet):
                self._memory.set(act.payload, position, produced)
        else:
            produced.delayed.append(msgspec.structs.replace(act, position=position))
        self.learn(act, produced)

    def propose_trust(self, event: Event, produced: Produced) -> None:
        """Let registrars' act wait for others of them, unless they have agreed already."""
        settled = self._memory.trust.fold(event)
        if settled is not None and settled.why is None and event.kind not in ALWAYS:
            self.doubt(settled, produced)
            self._memory.learn_of(event)
            return
        self._memory.acts.wait(event)
        self.settle(settled, event, produced)
        if event.name in self._memory.acts.waiting and (
            event.kind not in ALWAYS or self._memory.version
        ):
            produced.withheld = True

    def settle(self, settled: Settled | None, event: Event, produced: Produced) -> None:
        """Let a proposal take effect on which registrars have agreed; else say why it does not."""
        if settled is None:
            return
        act = settled.act
        if settled.why is not None:
            self._memory.acts.take_effect(act, event.position)
            produced.faults.append(_of_no_effect(act, event, settled.why))
        elif isinstance(act.payload, ParameterSet):
            self.take_effect(act, event.position, produced)
        else:
            self._memory.acts.take_effect(act, event.position)
            produced.delayed.append(msgspec.structs.replace(act, position=event.position))
            self.doubt(settled, produced)
            self._memory.learn_of(act)

    def doubt(self, settled: Settled, produced: Produced) -> None:
        """Hand on the events that a revocation in effect says may be a thief's.

        Acts of trust and ticks are not among them: registrars answer for these, by their number.
        """
        memory, act = self._memory, settled.act
        span = memory.trust.keyring.suspect.get(act.name)
        if span is None:
            return
        for event in memory.source.said_between(act.payload.source, span.start, span.stop):
            about = self._about(event)
            if about.kind in _OF_TRUST:
                continue
            produced.suspects.append(
                Suspect(event=event, about=about, casino=memory.casino_of(event), since=span.start)
            )

    def _about(self, event: Event) -> Event:
        """Return the event that one agrees to or corrects; itself where it is no such act."""
        about = event
        while about.place is None and isinstance(about.payload, (Approval, Correction)):
            target = self._memory.told_before(about.payload.target, about)
            if target is None:
                break
            about = target
        return about

    def learn(self, event: Event, produced: Produced) -> None:
        """Learn from an event in effect whom to trust, and what sources may speak about."""
        if self._memory.version:
            self._parts.play(event, event.position)
            self._witnessed.take(event, produced)
            self.counted.take(event, produced)
            if isinstance(event.payload, Complaint):
                self._memory.known.hear(event, event.payload)
            if event.kind in READIED:
                self._memory.ready(event)
            if event.kind in evidence.TOLD:
                finding = getattr(event.payload, "finding", None)
                found = None if finding is None else self._memory.known.finding(finding)
                self._memory.evidence.take(event, found)
            if isinstance(event.payload, TaxDeclared):
                casino = event.payload.casino or self._memory.casino_of(event)
                self._memory.evidence.declare(casino or EVERYWHERE, event.payload)
        if event.kind in TRUST:
            settled = self._memory.trust.fold(event)
            if settled is not None and settled.why is not None:
                produced.faults.append(_of_no_effect(settled.act, event, settled.why))
            elif settled is not None:
                self.doubt(settled, produced)
            self._memory.known.service = self._memory.trust.service
        if event.kind in LEARNED:
            self._memory.learn_of(event)


def _of_no_effect(act: Event, event: Event, why: str) -> Fault:
    """Return the finding about a key on which registrars agreed, and which nobody may be given."""
    return Fault(
        code="OP-ACCESS",
        positions=tuple(sorted({act.position, event.position})),
        expected="a key that its holder may be given",
        recorded=why,
        facts={"act": act.name},
    )
