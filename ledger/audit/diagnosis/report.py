"""The input of a verification beside the slices, and its report."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from ledger.audit.statements import Statement
from ledger.audit.trust import Trust
from ledger.audit.verification import Part, Unread
from ledger.signed.checkpoint import Checkpoint
from ledger.signed.notes import NoteKey
from ledger.store.stored import RowTuple


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of the log that was altered since it was recorded."""

    kind: str
    """envelope, link, source, seq, kind, position, exchanged, signature, key, missing, inserted,
    head, source-head, tile, tree, root, checkpoint, stamp, since: what was changed; log-key: the
    log is another's; entitlement: what was let in though its source has no right to it;
    catalogue: a database object; kept, api-key, text: a row beside the events; archive: a file of
    what left; figures: a table of the projections."""
    position: int | None = None
    source: str | None = None
    seq: int | None = None
    detail: str
    """What was expected, what is there."""
    also: tuple[int, ...] = ()
    """Other positions of the same act: the other half of an exchange, the end of a range."""


class Unassessed(Struct, frozen=True, kw_only=True):
    """Signatures that could not be judged, and because of what."""

    source: str
    first: int
    last: int
    because: str


class Report(Struct, frozen=True, kw_only=True):
    """The outcome of a verification."""

    origin: str
    events: int
    """Rows that were read."""
    size: int
    """Positions that the log has."""
    root: str | None
    """RFC 6962 root over the stored links in hex; None if a row is missing."""
    signatures: int
    """Signatures that were checked."""
    covered: int
    """Positions under a checkpoint that the log signed and the ledger keeps."""
    problems: list[Problem]
    unassessed: list[Unassessed]
    unread: list[Unread] = []
    """Of ranges that left, what could not be reached."""

    @property
    def clean(self) -> bool:
        """Whether all of the log was looked at, and no part of it was altered."""
        return not self.problems and not self.unread


class Heads(Struct, frozen=True):
    """How many events there are, by the tables beside them."""

    position: int
    origin: str | None
    blinded: bool
    sources: dict[str, tuple[int, bytes]]
    noted: int = 0
    """Positions that the order memo covers."""


class KeptReceipt(Struct, frozen=True, kw_only=True):
    """A receipt that a source kept, as the door gave it."""

    origin: str
    source: str
    first: int
    count: int
    link: str
    position: int


class Since(Struct, frozen=True, kw_only=True):
    """Statements about the log at an earlier moment, which somebody kept outside."""

    checkpoint: Checkpoint | None = None
    receipts: tuple[KeptReceipt, ...] = ()
    foreign: str | None = None
    """Why a checkpoint of this log's name is not signed by this log's keys."""


class Lookup(Protocol):
    """Rows by their place, in the same snapshot that was examined."""

    def at(self, first: int, last: int) -> list[RowTuple]:
        """Return the rows at these positions."""
        ...

    def of(self, source: str, first: int, last: int) -> list[RowTuple]:
        """Return the rows with these columns, in order of seq."""
        ...

    def memo(self, number: int) -> bytes:
        """Return a tile of the order memo; empty if there is none."""
        ...


class Case(Struct, frozen=True, kw_only=True):
    """Everything beside the slices."""

    origin: str
    size: int
    """Positions that were examined, from 1."""
    heads: Heads
    trust: Trust
    trust_rows: Sequence[RowTuple] = ()
    """The rows that trust was folded from."""
    lookup: Lookup
    strays: Part | None = None
    """Rows outside the positions that were examined."""
    since: Since | None = None
    signatures: bool = True
    statements: Sequence[Statement] = ()
    """The checkpoints that the ledger keeps, by size."""
    tree: Sequence[tuple[int, int, bytes]] = ()
    """The stored tiles above the memo, of the moment at which sizes were read."""
    pinned: Sequence[NoteKey] = ()
    """The log's keys as whoever verifies knows them."""
