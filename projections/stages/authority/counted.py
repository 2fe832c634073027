"""Counts of floats and boxes: which persons confirm them, by the closing of their gaming day.

A count stands. A box that fewer than two of its counters have confirmed (cashiers, finance or the
floor) when its gaming day is closed is ``TB-CLOSE``; a float that two have, none of them of the
floor, ``TB-OPEN`` or ``TB-CLOSE``. That fewer than two signed a float the table's day tells.
"""

from typing import Any, Final

import msgspec

from ledger.events import kinds_of
from ledger.events.reviews import GamingDayClosed
from ledger.events.tables import CagnotteBoxCounted, DropCounted, TableClosed, TableOpened
from ledger.roles import FLOOR, Role
from projections.authority.actor import Actor
from projections.authority.seconds import COUNTERS, badges_of, names
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.stages.authority.memory.known import Counting
from projections.stages.authority.memory.memory import Memory

BOXES: Final = kinds_of(DropCounted, CagnotteBoxCounted)
FLOATS: Final = kinds_of(TableOpened, TableClosed)
_OF_BOXES: Final = FLOOR | {Role.CASHIER, Role.FINANCE}


class Counted:
    """Counts that wait for who made them."""

    def __init__(self, memory: Memory) -> None:
        """Ask the stage's memory."""
        self._memory = memory

    def take(self, event: Event, produced: Produced) -> None:
        """Take a count in effect, or the closing of a gaming day."""
        if event.kind in BOXES or (event.kind in FLOATS and event.payload.count is not None):
            counting = Counting(
                position=event.position,
                casino=self._memory.casino_of(event),
                day=event.day or event.at[:10],
            )
            self._memory.known.await_counters(event.name, counting)
            self.confirm(event, self._memory.actor(event.source))
        elif isinstance(event.payload, GamingDayClosed):
            self._close(event, event.payload, produced)

    def change(self, count: Event, payload: Any) -> None:
        """Forget a count that was withdrawn."""
        if payload is None:
            self._memory.known.await_counters(count.name, None)

    def confirm(self, count: Event, actor: Actor) -> None:
        """Take the word of a person who made a count."""
        counting = self._memory.known.counting(count.name)
        if counting is None or actor.is_device or not names(badges_of(count.payload), actor):
            return
        is_box = count.kind in BOXES
        if is_box and actor.role not in _OF_BOXES:
            return
        counting = msgspec.structs.replace(
            counting,
            signed=tuple(sorted({*counting.signed, actor.person or actor.source})),
            of_floor=counting.of_floor or actor.role in FLOOR,
        )
        done = len(counting.signed) >= COUNTERS if is_box else counting.of_floor
        self._memory.known.await_counters(count.name, None if done else counting)

    def _close(self, closing: Event, payload: GamingDayClosed, produced: Produced) -> None:
        casino = payload.casino or self._memory.casino_of(closing)
        day = closing.day or closing.at[:10]
        for name, waits in self._memory.known.uncounted(casino, day):
            (count,) = self._memory.source.events([waits.position])
            is_box = count.kind in BOXES
            if is_box or len(waits.signed) >= COUNTERS:
                produced.faults.append(_unsigned(count, closing, waits, is_box=is_box))
            self._memory.known.await_counters(name, None)


def _unsigned(count: Event, closing: Event, waits: Counting, *, is_box: bool) -> Fault:
    return Fault(
        code="TB-OPEN" if count.kind == TableOpened.KIND else "TB-CLOSE",
        positions=(count.position, closing.position),
        place=count.place,
        expected=f"{COUNTERS} signatures" if is_box else f"{COUNTERS} signatures, one of the floor",
        recorded=", ".join(waits.signed) or "none",
        facts={"fact": "signatures", "count": count.name},
    )
