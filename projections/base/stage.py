"""What a stage of the pipeline is, and where it reads recorded events again.

A stage folds each event with what earlier stages produced at its position, keeps its state in
memory, and writes rows once a page. It reads its own tables and the ledger, never another stage's
tables. Nothing here reads a clock: time is the service's ``clock-ticked``.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from projections.base.event import Event
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes


class Source(ABC):
    """Where a stage reads recorded events again: to judge anew, to load its state."""

    @abstractmethod
    def events(self, positions: Sequence[int]) -> list[Event]:
        """Return the events at these positions, ascending."""

    @abstractmethod
    def named(self, name: str) -> Event | None:
        """Return the event ``source:seq``; None if there is none."""


class Stage(ABC):
    """One projection of the pipeline."""

    name: ClassVar[str]
    """Of its SQL file and its digest."""
    tables: ClassVar[tuple[tuple[str, str], ...]]
    """Its tables, each with the columns that order it for the digest."""
    kinds: ClassVar[frozenset[str] | None] = None
    """The kinds it folds even if no earlier stage hands it anything; None is every kind."""
    unknown_kinds: ClassVar[bool] = False
    """Whether it also folds kinds that this version does not know."""
    alone: ClassVar[bool] = False
    """Whether it takes nothing from other stages and hands nothing on: a long build folds it in a
    process of its own."""

    def begin(self, produced: Produced) -> None:  # noqa: B027 - most stages hand on nothing lasting
        """Put into what is handed on what this stage says at every position."""

    @abstractmethod
    def load(self, schema: Schema, source: Source) -> None:
        """Bring the state of what is open into memory."""

    @abstractmethod
    def fold(self, event: Event, produced: Produced) -> None:
        """Take one event and what earlier stages produced; may read through what ``load`` got."""

    @abstractmethod
    def flush(self, writes: Writes) -> None:
        """Say what the page writes, and begin the next one."""
