"""Errors that stop the projections.

``HaltedError``        — the projections stopped at an event
├── ``HeldError``      — another runner holds them
├── ``UnnotedError``   — an event must be set aside, and this build's process could not note it
└── ``OutdatedError``  — they have the tables of another version
``CannotFoldError``    — a stage cannot fold an event
``UnwritableError``    — a page of rows cannot be written because of a value in it
"""

from typing import Final

import psycopg
from typing_extensions import override

from ledger.errors import ArchiveAlteredError, ArchiveAwayError
from projections.base.event import JUDGED_LATE, Event


class HaltedError(Exception):
    """The projections stopped at an event."""


class HeldError(HaltedError):
    """Another runner holds the projections and keeps them up to date."""


class UnnotedError(HaltedError):
    """An event must be set aside, and no stage of this process could note it."""


class OutdatedError(HaltedError):
    """The projections have the tables of another version; a rebuild makes them anew."""


HALTING: Final = (
    *(HaltedError, MemoryError, RecursionError, OSError, psycopg.Error),
    *(ArchiveAwayError, ArchiveAlteredError),
)
"""Errors that say nothing of the event: the machine, the database, the archive or a page before is
at fault.
Everything stops; the same event may fold well tomorrow."""
_TOLD_MAX: Final = 200


def told(error: BaseException) -> str:
    """Return an error as it is kept beside the event: its type, and the beginning of its text."""
    return f"{type(error).__name__}: {error}"[:_TOLD_MAX]


class UnwritableError(Exception):
    """A page holds a value that no column takes: a sum beyond its range, a text that is none."""

    def __init__(self, table: str | None, why: str) -> None:
        """Name the table, where the statement tells it, and what the database says."""
        super().__init__(table, why)
        self.table = table

    @override
    def __str__(self) -> str:
        table, why = self.args
        return f"{table or 'a table'}: {why}"


class CannotFoldError(Exception):
    """A stage cannot fold an event: the event is set aside for the stage, or everything stops."""

    def __init__(self, stage: str, event: Event, error: Exception) -> None:
        """Name the stage, the event and what went wrong."""
        super().__init__(
            f"{stage} cannot fold {event.kind} {event.name} at position {event.position}: "
            f"{told(error)}"
        )
        self.stage = stage
        self.event = event
        late = event.round if event.kind == JUDGED_LATE else None
        self.what: str | tuple[str, str] = stage if late is None else (stage, late)
        """What is set aside at the event's position: the stage, or the stage for a round that
        waited and is judged there before the event is taken."""
