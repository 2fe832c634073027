"""The errors that end a command."""


class MisuseError(Exception):
    """The command was called with something it cannot take (exit 2)."""


class UnreachableError(Exception):
    """Something needed could not be reached: a database, a file server (exit 3)."""
