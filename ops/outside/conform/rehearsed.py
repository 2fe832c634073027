"""A rehearsal ledger as the kit knows it: what is handed in, and what the ledger says of it."""

from datetime import datetime
from typing import Any, Protocol

from msgspec import Struct

from ledger.door.ingestion import Answer
from ledger.signed.segments import Segment


class Sent(Struct, frozen=True):
    """A body that a device sent; ``at`` is when, None where nobody knows."""

    body: bytes
    at: datetime | None = None


class Fault(Struct, frozen=True, kw_only=True):
    """A finding of the rehearsal ledger."""

    code: str
    rule: str
    place: str | None
    round: str | None
    seat: int | None
    bet: int | None
    expected: str
    recorded: str
    facts: dict[str, Any]
    events: tuple[str, ...]
    """Names of the events that prove it."""


class Due(Struct, frozen=True, kw_only=True):
    """A line of a judged round: the sum due by the rules beside the sum paid."""

    round: str
    state: str
    """Of the round's verdict."""
    seat: int
    bet: int | None
    stake: int
    due: int
    paid: int | None


class Aside(Struct, frozen=True, kw_only=True):
    """An event that a stage could not fold."""

    event: str
    kind: str
    stage: str
    error: str


class Rehearsal(Protocol):
    """A ledger that is there to be tried: the real door and the real stages."""

    origin: str

    def submit(self, segment: Segment, at: datetime | None) -> Answer:
        """Let the clock tick at a time, if it is known, and hand a segment in."""
        ...

    def fold(self) -> None:
        """Fold the recorded events."""
        ...

    def faults(self) -> list[Fault]:
        """Return the findings that hold."""
        ...

    def dues(self) -> list[Due]:
        """Return the dues of each judged round."""
        ...

    def asides(self) -> list[Aside]:
        """Return the events that could not be folded."""
        ...
