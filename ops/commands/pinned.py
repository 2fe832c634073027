"""The log's keys as whoever verifies kept them, and names them to a command."""

from pathlib import Path

from ledger.audit.statements import read_log_keys
from ledger.errors import BrokenProofError
from ledger.signed.notes import NoteKey
from ops.errors import MisuseError


def read_pinned(said: str) -> list[NoteKey]:
    """Return the log's keys that an option names: themselves, or a file that holds them.

    Raises:
        MisuseError: it names none.

    """
    path = Path(said)
    try:
        text = path.read_text(encoding="utf-8") if "+" not in said else said
        return read_log_keys(text)
    except (OSError, UnicodeDecodeError, BrokenProofError) as error:
        raise MisuseError(f"--log-key: {error}") from error
