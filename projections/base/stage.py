"""Stage: a step of the pipeline; Source: where stages read recorded events again.

A stage folds each event with what earlier stages produced at its position, keeps its state in
memory, and writes rows once a page. It reads its own tables and the ledger, never another stage's
tables. Nothing here reads a clock: time is the service's ``clock-ticked``.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from msgspec import structs

from ledger.events.reviews import Approval
from projections.base.errors import HALTING, CannotFoldError, HaltedError, told
from projections.base.event import ClosedRound, Event
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes

_AGAIN: Final = 1_000
"""How many events are read again at a time."""


class Source(ABC):
    """Where a stage reads recorded events again: to judge anew, to load its state."""

    @abstractmethod
    def events(self, positions: Sequence[int]) -> list[Event]:
        """Return the events at these positions, ascending."""

    @abstractmethod
    def named(self, name: str) -> Event | None:
        """Return the event ``source:seq``; None if there is none."""

    def said_by(self, source: str, first: int, last: int) -> Iterator[Event]:
        """Yield a source's events, from one of their numbers to another."""
        for seq in range(first, last + 1):
            event = self.named(f"{source}:{seq}")
            if event is not None:
                yield event

    def said_between(self, source: str, first: int, end: int) -> Iterator[Event]:
        """Yield a source's events from one position on and before another."""
        step = 1
        while self._stands_before(source, step, first):
            step *= 2
        low, high = step // 2, step  # of ``low`` it is known that it stands before
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (
                (middle, high) if self._stands_before(source, middle, first) else (low, middle)
            )
        number = high
        while True:
            page = list(self.said_by(source, number, number + _AGAIN - 1))
            for event in page:
                if event.position >= end:
                    return
                yield event
            if len(page) < _AGAIN:
                return
            number += _AGAIN

    def _stands_before(self, source: str, seq: int, position: int) -> bool:
        event = self.named(f"{source}:{seq}")
        return event is not None and event.position < position

    def taken_at(self, position: int) -> Event | None:
        """Return the event that stages took at a position: an act where its approval let it."""
        event = next(iter(self.events([position])), None)
        if event is None or not isinstance(event.payload, Approval):
            return event
        act = self.named(event.payload.target)
        return None if act is None else structs.replace(act, position=position)


class Stage(ABC):
    """A projection of the pipeline."""

    name: ClassVar[str]
    """The name of its SQL file and its digest."""
    tables: ClassVar[tuple[tuple[str, str], ...]]
    """Its tables, each with the columns that order it for the digest."""
    states: ClassVar[tuple[Any, ...]] = ()
    """Types of the values that its rows hold as JSON: rows of another shape are not read."""
    kinds: ClassVar[frozenset[str] | None] = None
    """Kinds of events it folds even if no earlier stage hands on a value; None is every kind."""
    unknown_kinds: ClassVar[bool] = False
    """Whether it also folds kinds that this version does not know."""
    alone: ClassVar[bool] = False
    """Whether it takes nothing from other stages and hands nothing on: a long build folds it in a
    process of its own."""

    watches: ClassVar[bool] = False
    """Whether it takes events without effect, too: to keep them, to hear who spoke, to find."""
    resumes: ClassVar[bool] = True
    """Whether it takes an act again where that takes effect, after it was recorded."""

    def begin(self, produced: Produced) -> None:  # noqa: B027 - most stages hand on nothing lasting
        """Set the values that this stage hands on at every position."""

    @abstractmethod
    def load(self, schema: Schema, source: Source) -> None:
        """Read the state of open rounds, pools and the like into memory."""

    @abstractmethod
    def fold(self, event: Event, produced: Produced) -> None:
        """Take an event and earlier stages' values; may read the schema and source of ``load``."""

    remembers: ClassVar[bool] = True
    """Whether the stage keeps anything in memory from event to event. Of a stage that does not,
    nothing need be taken back when it raises."""
    by_round: ClassVar[bool] = False
    """Whether the stage takes closed rounds one after another: all stages that do take one round,
    in their order, before any of them takes the next. They stand side by side in the pipeline."""

    def fold_round(  # noqa: B027 - most stages take rounds all together
        self, event: Event, closed: ClosedRound, produced: Produced
    ) -> None:
        """Fold one round that is judged at an event; ``fold`` follows after the last."""

    @abstractmethod
    def flush(self, writes: Writes) -> None:
        """Add the page's rows to its writes, and begin the next page."""


def hand_on(stages: Sequence[Stage], event: Event, produced: Produced) -> None:
    """Take an event through stages in their order, its rounds one by one where stages ask for it.

    Of an event that is withheld only those that watch take note, wherever that was decided. Stages
    named in ``produced.aside`` do not take it, and of their rounds nobody does who stands
    behind them: what was not judged is neither told nor booked.

    Raises:
        CannotFoldError: naming stage and event.
        HaltedError: what a stage wanted to read could not be written.

    """
    stage = None
    try:
        for stage, closed in _steps(stages, produced):
            if produced.overdue:
                _take_overdue(stages[stages.index(stage) :], produced)
            if closed is None:
                stage.fold(event, produced)
            elif stage.remembers or produced.judged:
                stage.fold_round(event, closed, produced)
            else:
                _fold_first_round(stage, event, closed, produced)
    except (HaltedError, CannotFoldError):
        raise  # not by this event: a page before it could not be written, or a round that waited
    except Exception as error:
        assert stage is not None
        raise CannotFoldError(stage.name, event, error) from error


def _take_overdue(stages: Sequence[Stage], produced: Produced) -> None:
    """Take rounds that waited through stages, each as if its last late fact were told here."""
    behind = [stage for stage in stages if not stage.alone]
    overdue, produced.overdue = produced.overdue, []
    for one in overdue:
        hand_on(behind, one.event, produced.of_overdue(one))


def _fold_first_round(stage: Stage, event: Event, closed: ClosedRound, produced: Produced) -> None:
    """Let a stage without memory take a round; if it raises, it never took the event."""
    try:
        stage.fold_round(event, closed, produced)
    except HALTING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it costs this round and no more
        produced.aside[stage.name] = told(error)


def _steps(
    stages: Sequence[Stage], produced: Produced
) -> Iterator[tuple[Stage, ClosedRound | None]]:
    """Yield the stages in order, with None; before the first by round, those with each round."""
    by_round = [stage for stage in stages if stage.by_round]
    for stage in stages:
        if by_round and stage is by_round[0]:
            for closed in produced.rounds:
                for one in by_round:
                    if one.name not in produced.aside:
                        yield one, closed
                    if one.name in produced.aside:  # before, or because it raised just now
                        break
        if stage.name not in produced.aside and (stage.watches or not produced.withheld):
            yield stage, None
