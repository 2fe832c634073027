"""The errors that end a command, and the codes it exits with; 0 is clean."""

from typing import Final

EXIT_FOUND: Final = 1
EXIT_MISUSE: Final = 2
EXIT_UNREACHABLE: Final = 3
"""Something needed could not be reached, or is another version's."""
EXIT_PARTLY: Final = 4
"""Nothing was found, and not everything could be looked at."""


class MisuseError(Exception):
    """The command was called with something it cannot take (exit 2)."""


class UnreachableError(Exception):
    """Something needed could not be reached: a database, a file server (exit 3)."""
