"""Errors that stop the projections.

``HaltedError``        — the projections stopped at an event
├── ``HeldError``      — another runner holds them
└── ``OutdatedError``  — they have the tables of another version
``CannotFoldError``    — a stage cannot fold an event
"""

from projections.base.event import Event


class HaltedError(Exception):
    """The projections stopped at an event."""


class HeldError(HaltedError):
    """Another runner holds the projections and keeps them up to date."""


class OutdatedError(HaltedError):
    """The projections have the tables of another version; a rebuild makes them anew."""


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
