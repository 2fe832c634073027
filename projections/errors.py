"""What stops the projections."""


class HaltedError(Exception):
    """The projections stopped at an event, or another runner holds them."""
