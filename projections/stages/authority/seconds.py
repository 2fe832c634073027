"""Second persons: acts that wait for them, and the approvals that count."""

from typing import Any, Final

from ledger.events.reviews import Approval, Correction
from ledger.events.tables import TableOpened
from ledger.roles import Role
from projections.authority.actor import Actor
from projections.authority.corrections import correction_needs
from projections.authority.judging import Answer
from projections.authority.matrix import Row, row_of
from projections.authority.seconds import NOTHING, Needs, approval_fault, lacks, needs_of
from projections.authority.subject import subject_of
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.stages.authority.agreeing import Agreeing
from projections.stages.authority.corrections import Corrections
from projections.stages.authority.effects import Effects
from projections.stages.authority.memory.memory import ALWAYS, Memory
from projections.stages.authority.memory.trust import is_proposal
from projections.stages.authority.memory.waiting import Waiting
from projections.stages.authority.parts import Parts
from projections.stages.authority.witnessed import PAID, Witnessed

CHIEFS: Final = frozenset((Role.FLOOR_MANAGER, Role.DIRECTOR))
"""Who may answer for the own options of a table's opening."""


class SecondPersons:
    """Acts that wait, and who agrees to them."""

    def __init__(
        self,
        memory: Memory,
        parts: Parts,
        corrections: Corrections,
        effects: Effects,
        witnessed: Witnessed,
    ) -> None:
        """Ask the stage's memory."""
        self._memory = memory
        self._parts = parts
        self._agreeing = Agreeing(memory, parts)
        self._corrections = corrections
        self._effects = effects
        self._witnessed = witnessed

    def wait_or_act(self, event: Event, actor: Actor, needs: Needs, produced: Produced) -> None:
        """Let an act wait for whom it needs; one that needs nobody takes effect."""
        if self._lacks(needs, actor, [], event.payload):
            self._memory.acts.wait(event)
            produced.withheld = True
        elif event.kind in ALWAYS:
            self._effects.take_effect(event, event.position, produced)
        else:
            self._effects.learn(event, produced)

    def approve(
        self, event: Event, approval: Approval, approver: Actor, produced: Produced
    ) -> None:
        """Count an approval, or find why it counts for nothing."""
        act = self._memory.acts.waiting.get(approval.target)
        target = act.event if act is not None else self._memory.told_before(approval.target, event)
        if target is None or self._corrections.is_of_nobody(target, produced):
            return
        if target.link.hex() != approval.link:
            produced.withheld = True
            produced.faults.append(other_link(target, event, approval))
            return
        if act is not None and target.payload is None:
            # It was withdrawn before anybody approved it.
            self._memory.acts.take_effect(target, event.position)
            return
        author = self._memory.actor(target.source)
        needs = self.needs(target, author, produced)
        row = self._row_of(target, produced)
        bar = self._agreeing.bar(target, approver, row, event) if self._memory.version else None
        why = None
        if bar is not None:
            produced.withheld = True
            self._parts.find(event, bar.case, "approved", bar.hand, produced, stands=False)
        else:
            subject, known = self._subject(target), self._memory.known
            why = approval_fault(approver, author, row, needs, target.payload, subject, known)
        if why is not None:
            self._memory.refuse(event, approver, Answer("W", row_of(event.kind), why), produced)
        elif is_proposal(target):  # the keyring itself leaves out who agrees to his own right
            self._effects.settle(self._memory.trust.fold(event), event, produced)
        elif bar is None:
            self._agree(event, target, act, needs, produced)

    def _agree(
        self, event: Event, target: Event, act: Waiting | None, needs: Needs, produced: Produced
    ) -> None:
        """Count an approval."""
        approver, author = self._memory.actor(event.source), self._memory.actor(target.source)
        self._agreeing.play(target, approver, event.position)
        if target.kind in PAID:
            self._witnessed.confirm(target, approver)
        self._effects.counted.confirm(target, approver)
        if act is None:
            if target.kind == TableOpened.KIND and approver.role in CHIEFS:
                produced.answered.append(target)
            return
        self._memory.acts.agree(act, event)
        agreed = [self._memory.actor(one.source) for one in act.agreed]
        if not self._lacks(needs, author, agreed, self._corrections.shown_by(target)):
            self._effects.take_effect(target, event.position, produced, event)

    def _row_of(self, act: Event, produced: Produced) -> Row | None:
        """Return the row that names who approves an act.

        None of a correction of nothing: whoever else approves it shows that it can be none.
        """
        corrects = isinstance(act.payload, Correction)
        if corrects and self._corrections.corrected(act, act.payload, produced) is None:
            return None
        return row_of(act.kind)

    def needs(self, act: Event, author: Actor, produced: Produced) -> Needs:
        """Return the persons that an act needs; of a correction those by what it corrects."""
        row = row_of(act.kind)
        if row is None or act.payload is None:
            return NOTHING
        if isinstance(act.payload, Correction):
            what = self._corrections.corrected(act, act.payload, produced)
            return NOTHING if what is None else correction_needs(what, self._memory.known)
        return needs_of(author, row, act.payload, act.place, self._memory.known)

    def _subject(self, act: Event) -> Any:
        """Return the subject of an act; of a correction the corrected event's."""
        payload, about = act.payload, act
        if isinstance(payload, Correction):
            about = self._memory.told_before(payload.target, act) or act
        kind = about.kind.partition("/")[0]
        return subject_of(kind, about.payload, about.place, about.round, self._memory.known)

    def _lacks(self, needs: Needs, author: Actor, agreed: list[Actor], payload: Any) -> bool:
        threshold = self._memory.trust.keyring.threshold
        return lacks(needs, author, agreed, payload, self._memory.known, threshold)


def other_link(act: Event, event: Event, approval: Approval) -> Fault:
    """Return the finding about an approval that names another link than the act's."""
    return Fault(
        code="INT-CORR",
        positions=(act.position, event.position),
        expected=act.link.hex(),
        recorded=approval.link,
    )
