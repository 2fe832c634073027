"""The ledger before there is a matrix: any other source approves what always waited."""

from typing import Any

from ledger.events.reviews import Approval
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.stages.authority.effects import Effects
from projections.stages.authority.memory.known import LEARNED
from projections.stages.authority.memory.memory import ALWAYS, Memory
from projections.stages.authority.memory.trust import TRUST, is_proposal
from projections.stages.authority.seconds import SecondPersons, other_link


class Before:
    """Events while no matrix is in force."""

    def __init__(self, memory: Memory, effects: Effects, seconds: SecondPersons) -> None:
        """Ask the stage's memory."""
        self._memory = memory
        self._effects = effects
        self._seconds = seconds

    def fold(self, event: Event, produced: Produced) -> None:
        """Fold as before there was a matrix: any other source approves."""
        kind, payload = event.kind, event.payload
        if kind in TRUST:
            settled = None if self._is_of_matrix(payload) else self._memory.trust.fold(event)
            self._memory.known.service = self._memory.trust.service
            if settled is not None and settled.why is None:
                self._effects.doubt(settled, produced)
                self._memory.learn_of(settled.act)
        elif kind in LEARNED and kind not in ALWAYS:
            self._memory.learn_of(event)
        if kind in ALWAYS:
            self._memory.acts.wait(event)
        elif isinstance(payload, Approval):
            self._approve_before(event, payload, produced)

    def _is_of_matrix(self, payload: Any) -> bool:
        """Tell whether an approval is of the parameter that lets the matrix hold."""
        waiting = (
            self._memory.acts.waiting.get(payload.target) if isinstance(payload, Approval) else None
        )
        return waiting is not None and is_proposal(waiting.event)

    def _approve_before(self, event: Event, approval: Approval, produced: Produced) -> None:
        waiting = self._memory.acts.waiting.get(approval.target)
        if waiting is None:
            return
        act = waiting.event
        if is_proposal(act):
            self._seconds.approve(event, approval, self._memory.actor(event.source), produced)
        elif act.source == event.source:
            produced.faults.append(
                Fault(
                    code="OP-ACCESS",
                    positions=(act.position, event.position),
                    expected="approval by another person's key",
                    recorded=f"{act.name} approved by its own author",
                )
            )
        elif act.link.hex() != approval.link:
            produced.faults.append(other_link(act, event, approval))
        elif act.payload is None:
            self._memory.acts.take_effect(
                act, event.position
            )  # withdrawn before anybody approved it
        else:
            self._effects.take_effect(act, event.position, produced, event)
