"""Sets of balls: which set is in use, how many jogadas a set served, and whether it may serve more.

Rules: BI R22, R25, R26.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from ledger.events.bingo import BallSetReplaced
from projections.base.event import Event
from projections.base.produced import Fault

USES_MAX: Final = 2_000
"""R25: jogadas a set of balls may serve."""


class Balls(Struct, kw_only=True):
    """The set in use; a room has one for each variant that it plays."""

    name: str | None = None
    uses: int = 0
    others: dict[str, int] = field(default_factory=dict[str, int])
    """Sets that rest, with the jogadas that they served."""

    def take(self, name: str) -> None:
        """Use another set; the one in use rests."""
        if name == self.name:
            return
        if self.name is not None:
            self.others[self.name] = self.uses
        self.name, self.uses = name, self.others.pop(name, 0)

    def served(self, name: str, more: int) -> None:
        """Add jogadas to a ball set's count of use, or take some off."""
        if name == self.name:
            self.uses += more
        elif name in self.others:
            self.others[name] += more

    def replace(self, name: str) -> None:
        """Use another set; the one in use is done with."""
        self.name = None
        self.take(name)


def is_first(payload: BallSetReplaced, balls: Balls) -> bool:
    """Tell whether a set is taken into use without another being done with."""
    return payload.old is None and payload.new in (balls.name, *balls.others)


def change_set(payload: BallSetReplaced, balls: Balls) -> None:
    """Use the set that a room's event names; the set before it rests, or is done with."""
    (balls.take if is_first(payload, balls) else balls.replace)(payload.new)


def replaced_set_faults(event: Event, payload: BallSetReplaced, balls: Balls) -> Iterator[Fault]:
    """Find a ball set replaced otherwise than the room's count has it, or by none approved."""
    counted = balls.name is None or (payload.old, payload.uses) == (balls.name, balls.uses)
    if not (is_first(payload, balls) or counted):
        yield _ballset(event, f"{balls.name} after {balls.uses}", f"{payload.old} {payload.uses}")
    if payload.act is None:
        yield _ballset(event, "an approved set", payload.new)


def worn_set_faults(event: Event, balls: Balls) -> Iterator[Fault]:
    """Find a jogada drawn with a set that has served all the jogadas it may (R25)."""
    if balls.uses >= USES_MAX:
        expected = f"{balls.name} for {USES_MAX} jogadas"
        yield _ballset(event, expected, str(balls.uses + 1))


def _ballset(event: Event, expected: str, recorded: str) -> Fault:
    return Fault(
        code="BI-BALLSET",
        positions=(event.position,),
        place=event.place,
        round=event.round,
        expected=expected,
        recorded=recorded,
    )
