"""Faults by subject at the position at hand: the last word on a subject counts."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from projections.base.event import Event
from projections.base.produced import Fault

ONCE: Final = ("pool-act ", "reading ")
"""How subjects begin that are one event, judged when it comes."""


class Findings:
    """Everything wrong with the subjects judged at a position."""

    def __init__(self) -> None:
        """Begin with nothing found."""
        self.about: dict[str, list[Fault]] = {}
        """Subject to its faults."""
        self.correcting = False
        """Whether a subject is judged that was judged before."""

    def find(self, subject: str, faults: Sequence[Fault]) -> None:
        """Let these be all faults of a subject; the last word at a position counts.

        An event judged for the first time and found right is no subject at all.
        """
        once = subject.startswith(ONCE)
        if faults or not once or self.correcting or subject in self.about:
            self.about[subject] = list(faults)

    @contextmanager
    def again(self) -> Generator[None]:
        """Judge subjects again: within, no faults withdraw the faults that were found before."""
        was, self.correcting = self.correcting, True
        try:
            yield
        finally:
            self.correcting = was


def event_fault(code: str, event: Event, expected: str, recorded: str, **others: Any) -> Fault:
    """Return a fault that one event proves."""
    return Fault(
        code=code,
        positions=others.pop("positions", (event.position,)),
        place=event.place,
        round=event.round,
        expected=expected,
        recorded=recorded,
        **others,
    )
