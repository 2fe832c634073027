"""Payments by hand above the parameter that asks for a second person: whose witness confirms them.

The payment stands. Where the witness whom it names has not confirmed it with his key by the closing
of its gaming day, or it names none, that is found (``MQ-HAND``, ``JP-PAYDIFF``).
"""

from typing import Any, Final

from ledger.events import kinds_of
from ledger.events.jackpots import AwardPaid
from ledger.events.machines import HandPaid
from ledger.events.reviews import GamingDayClosed
from ledger.roles import DESK, FLOOR
from projections.authority.actor import Actor
from projections.authority.parameters import EVERYWHERE
from projections.authority.seconds import names
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.replay.settlement import money_text
from projections.stages.authority.memory.known import Awaited
from projections.stages.authority.memory.memory import Memory

LIMIT: Final = "pagamento_segunda_pessoa"
PAID: Final = kinds_of(AwardPaid, HandPaid)
_CODES: Final = {HandPaid.KIND: "MQ-HAND", AwardPaid.KIND: "JP-PAYDIFF"}


class Witnessed:
    """Payments that wait for their witness."""

    def __init__(self, memory: Memory) -> None:
        """Ask the stage's memory."""
        self._memory = memory

    def take(self, event: Event, produced: Produced) -> None:
        """Take a payment of the desk in effect, or the closing of a gaming day."""
        if event.kind in PAID:
            self.look(event, event.payload, produced)
        elif isinstance(event.payload, GamingDayClosed):
            self._close(event, event.payload, produced)

    def look(self, event: Event, payload: Any, produced: Produced) -> None:
        """Let a payment wait for its witness if it is above the limit; None is a withdrawn one."""
        known, actor = self._memory.known, self._memory.actor(event.source)
        casino = self._memory.casino_of(event)
        waits = None
        if payload is not None and actor.role in DESK:
            scopes = tuple(one for one in (event.place, casino, EVERYWHERE) if one is not None)
            limit = produced.book.value(LIMIT, scopes, event.at, event.position)
            if type(limit) is int and payload.amount > limit:
                day = event.day or event.at[:10]
                waits = Awaited(position=event.position, casino=casino, day=day, limit=limit)
        known.await_witness(event.name, waits)

    def change(self, payment: Event, payload: Any, produced: Produced) -> None:
        """Look again at a payment that waits and was corrected; None is a withdrawn one."""
        if payment.kind in PAID and self._memory.known.awaits(payment.name):
            self.look(payment, payload, produced)

    def confirm(self, payment: Event, approver: Actor) -> None:
        """Take the word of a payment's witness."""
        witness = payment.payload.witness
        if approver.role in FLOOR and names(frozenset({witness}), approver):
            self._memory.known.await_witness(payment.name, None)

    def _close(self, closing: Event, payload: GamingDayClosed, produced: Produced) -> None:
        casino = payload.casino or self._memory.casino_of(closing)
        day = closing.day or closing.at[:10]
        for name, waits in self._memory.known.awaited(casino, day):
            (paid,) = self._memory.source.events([waits.position])
            produced.faults.append(_unwitnessed(paid, closing, waits))
            self._memory.known.await_witness(name, None)


def _unwitnessed(paid: Event, closing: Event, waits: Awaited) -> Fault:
    return Fault(
        code=_CODES[paid.kind],
        positions=(paid.position, closing.position),
        place=paid.place,
        round=paid.round,
        expected=f"confirmed by its witness, above {money_text(waits.limit)}",
        recorded=f"{money_text(paid.payload.amount)}, {paid.payload.witness or '-'}",
        facts={"fact": "witness", "payment": paid.name},
    )
