"""The one pipeline: every stage in its order, folded event by event."""

import hashlib
from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any, Final

from ledger.canonical import decode_stored
from ledger.events import KINDS
from projections.accounts import Accounts
from projections.actas import Actas
from projections.base import Event, Produced, Source, Stage, Tables, Writes
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
        self._folding = {kind: self._who_folds(kind) for kind in KINDS}
        self._folding_unknown = self._who_folds(None)

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
        for number, stage in self._folding.get(event.kind, self._folding_unknown):
            try:
                stage.fold(event, produced)
            except Exception as error:
                raise CannotFoldError(stage.name, event, error) from error
            if produced:
                self._hand_on(event, number + 1)
                return

    def _hand_on(self, event: Event, first: int) -> None:
        """Take an event of which a stage has made something through all stages after that one."""
        produced = self._produced
        for stage in self.stages[first:]:
            try:
                stage.fold(event, produced)
            except Exception as error:
                raise CannotFoldError(stage.name, event, error) from error
        produced.clear()

    def _who_folds(self, kind: str | None) -> list[tuple[int, Stage]]:
        """Return the stages that fold a kind whether or not another makes something of it."""
        return [
            (number, stage)
            for number, stage in enumerate(self.stages)
            if stage.kinds is None or (stage.unknown_kinds if kind is None else kind in stage.kinds)
        ]

    def shape(self) -> str:
        """Return what tells the tables of these stages from those of another version."""
        digest = hashlib.sha256()
        for name in (*(stage.name for stage in self.stages), "runner"):
            digest.update(f"{name}\n{sql_of(name)}\n".encode())
        return f"shape {digest.hexdigest()}"

    def flush(self, writes: Writes) -> None:
        """Say what the page writes, of every stage."""
        for stage in self.stages:
            stage.flush(writes)


def sql_of(name: str) -> str:
    """Return the SQL that makes the tables of a stage, or of the runner."""
    return resources.files("projections").joinpath(f"sql/{name}.sql").read_text()


def event_of(
    position: int, source: str, seq: int, kind: str, envelope: bytes, link: bytes
) -> Event:
    """Return a stored event as stages see it."""
    body: Any = decode_stored(kind, envelope)
    return Event(
        position, source, seq, kind, body.at, body.day, body.place, body.round, body.payload, link
    )
