"""The one pipeline: every stage in its order, folded event by event."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from ledger.canonical import decode_stored
from projections.accounts import Accounts
from projections.actas import Actas
from projections.base import Event, Produced, Source, Stage, Tables
from projections.findings import Findings
from projections.floor import Floor
from projections.history import History
from projections.integrity import Integrity
from projections.machines import Machines
from projections.parameters import Parameters
from projections.pools import Pools
from projections.reviews import Reviews
from projections.rounds import Rounds
from projections.verdicts import Verdicts

STAGES: Final[tuple[Callable[[], Stage], ...]] = (
    Parameters,
    Floor,
    Integrity,
    Rounds,
    Pools,
    Machines,
    Accounts,
    Actas,
    Verdicts,
    Reviews,
    History,
    Findings,
)
"""In the order in which they hand on; a new projection is a line here and a module."""


class CannotFoldError(Exception):
    """A stage cannot fold an event: everything stops here, and every page says where."""

    def __init__(self, stage: str, event: Event, error: Exception) -> None:
        """Name the stage, the event and what went wrong."""
        super().__init__(
            f"{stage} cannot fold {event.kind} {event.name} at position {event.position}: "
            f"{type(error).__name__}: {error}"
        )
        self.stage = stage
        self.event = event


class Pipeline:
    """The stages with their state in memory."""

    def __init__(self, stages: Sequence[Stage] | None = None) -> None:
        """Start from nothing; ``load`` brings the state of an earlier run."""
        self.stages = [make() for make in STAGES] if stages is None else list(stages)
        self._produced = Produced()

    def load(self, tables: Tables, source: Source) -> None:
        """Bring each stage's state into memory."""
        for stage in self.stages:
            stage.load(tables, source)

    def fold(self, event: Event) -> None:
        """Take one event through all stages.

        Raises:
            CannotFoldError: naming stage and event.

        """
        produced = self._produced
        kind = event.kind
        for stage in self.stages:
            # Most events concern two stages of six: the others are asked for their kinds only.
            if stage.kinds is not None and kind not in stage.kinds and not produced:
                continue
            try:
                stage.fold(event, produced)
            except Exception as error:
                raise CannotFoldError(stage.name, event, error) from error
        if produced:
            produced.clear()

    def flush(self, tables: Tables) -> None:
        """Write the page's rows of every stage."""
        for stage in self.stages:
            stage.flush(tables)


def event_of(
    position: int, source: str, seq: int, kind: str, envelope: bytes, link: bytes
) -> Event:
    """Return a stored event as stages see it."""
    body: Any = decode_stored(kind, envelope)
    return Event(
        position, source, seq, kind, body.at, body.day, body.place, body.round, body.payload, link
    )
