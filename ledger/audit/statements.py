"""Checkpoints that the log signed, as the tables beside the events keep them.

Each statement is read and its signatures are checked here; whether the events are still those that
were signed is judged with everything else, in ``ledger.audit.diagnosis``.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from ledger.errors import BrokenProofError
from ledger.signed.checkpoint import read_checkpoint
from ledger.signed.logs import open_log
from ledger.signed.notes import NoteKey, read_key

KeptNote = tuple[str, int, str]
"""A row that keeps a signed checkpoint: its table, its size column, its note."""


class Statement(Struct, frozen=True):
    """A checkpoint that the ledger itself keeps."""

    table: str
    size: int
    root: bytes
    fault: str | None = None
    """Why it is no statement of this log; None if it is one."""

    @property
    def place(self) -> str:
        """The table and the size by which a checkpoint is named."""
        return f"ledger.{self.table}, {self.size} events"


def read_statements(
    rows: Iterable[KeptNote], keys_at: Callable[[int], Sequence[NoteKey]]
) -> list[Statement]:
    """Return the checkpoints that rows keep, each once.

    ``keys_at`` are the keys that may have signed a log of a size; without any, signatures are not
    checked.
    """
    found: dict[tuple[int, bytes, str | None], Statement] = {}
    for table, size, note in rows:
        one = _read(table, size, note, keys_at(size))
        found.setdefault((one.size, one.root, one.fault), one)
    return sorted(found.values(), key=lambda one: one.size)


def read_log_keys(text: str) -> list[NoteKey]:
    """Return the keys of a log that a text names: verifier keys, or a policy's lines ``log``.

    Raises:
        BrokenProofError: it names none.

    """
    keys: list[NoteKey] = []
    for line in text.splitlines():
        words = line.split()
        if len(words) == 1 and "+" in words[0]:
            keys.append(read_key(words[0]))
        elif words[:1] == ["log"] and len(words) > 1:
            keys.append(read_key(words[1]))
    if not keys:
        raise BrokenProofError("expected the log's verifier keys, as `razao checkpoint --key` says")
    return keys


def _read(table: str, size: int, note: str, keys: Sequence[NoteKey]) -> Statement:
    try:
        claimed = read_checkpoint(note)
        if claimed.size != size:
            return Statement(table, size, claimed.root, f"its note says {claimed.size} events")
        if keys:
            open_log(note, keys)
    except BrokenProofError as error:
        return Statement(table, size, b"", str(error))
    return Statement(table, size, claimed.root)
