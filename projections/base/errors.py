"""What stops the projections."""


class HaltedError(Exception):
    """The projections stopped at an event."""


class HeldError(HaltedError):
    """Another runner holds the projections and keeps them up to date."""


class OutdatedError(HaltedError):
    """The projections have the tables of another version; a rebuild makes them anew."""
