"""A seal: what a range of the log is, and what its files are, signed by the log's keys.

The seal stands in ``seal.json``; ``seal.note`` is a signed note in the form of a checkpoint of
``<origin>/seals``, whose size is the range's last position and whose root is the seal's SHA-256. So
both keys of the log sign it, and no reader can take it for a checkpoint of the log itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct, structs

from ledger.errors import UNREADABLE, BrokenProofError
from ledger.signed.logs import LogSigner, open_log
from ledger.signed.merkle import Frontier
from ledger.signed.notes import NoteKey

FORMAT: Final = "razao-seal/1"
_SEALS: Final = "/seals"
_PAGE_MAX: Final = 1_000_000
CAME: Final = "came"
WENT: Final = "went"
_SIGNS: Final = {CAME: b"+", WENT: b"-"}
Changed = tuple[str, str, str]
"""A row of a projection: what became of it, its table, the row as JSON."""


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a range."""

    size: int
    sha256: str

    @classmethod
    def of(cls, data: bytes) -> "Kept":
        """Return the line of a seal about a file."""
        return cls(len(data), sha256(data).hexdigest())


class Seal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A range's positions, roots, carries, figures and files, and who folded it."""

    format: str = FORMAT
    origin: str
    after: int
    """The position before its first."""
    last: int
    frontier: tuple[str, ...]
    """The subtrees of the log's right edge before its first event, in hex, largest first."""
    root_before: str
    root: str
    """Of the log at its last position."""
    carry_in: str
    carry_out: str
    """The SHA-256 of what stages carry before and behind it."""
    figures: str
    """The SHA-256 of the rows that came and went, in order."""
    page: int
    """How many events its rows were written at a time."""
    law: str
    shape: str
    """The law, and the version of the tables, that made its figures."""
    code: str
    not_sealed: tuple[str, ...]
    """Projections of which it holds no figures, because its events say the same."""
    files: dict[str, Kept]

    @property
    def data(self) -> bytes:
        """The bytes of ``seal.json``."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    @property
    def hash(self) -> str:
        """The SHA-256 of those, in hex: the range's name in other programs."""
        return sha256(self.data).hexdigest()

    @property
    def edge(self) -> Frontier:
        """The log's tree before its first event."""
        return Frontier(self.after, [bytes.fromhex(one) for one in self.frontier])


def read_seal(data: bytes) -> Seal:
    """Return the seal that a file says.

    Raises:
        BrokenProofError: it is none, or contradicts itself.

    """
    try:
        seal = msgspec.json.decode(data, type=Seal)
    except UNREADABLE as error:
        raise BrokenProofError(f"seal.json: {error}") from None
    if seal.format != FORMAT or seal.data != data:
        raise BrokenProofError(f"seal.json: expected {FORMAT} in its one spelling")
    if not 1 <= seal.page <= _PAGE_MAX:
        raise BrokenProofError(f"seal.json: page: expected 1 to {_PAGE_MAX}, got {seal.page}")
    if not 0 <= seal.after < seal.last or len(seal.frontier) != seal.after.bit_count():
        raise BrokenProofError(f"seal.json: no range ({seal.after}, {seal.last}] has this edge")
    try:
        root = seal.edge.root().hex()
    except ValueError:
        raise BrokenProofError("seal.json: frontier: expected hashes in hex") from None
    if root != seal.root_before:
        raise BrokenProofError(
            f"seal.json: root_before: expected {root}, as its edge gives, got {seal.root_before}"
        )
    return seal


def sign_seal(seal: Seal, signer: LogSigner) -> str:
    """Return the signed note over a seal."""
    return signer.named(f"{seal.origin}{_SEALS}").sign(seal.last, bytes.fromhex(seal.hash))


def signed_hash(seal: Seal, note: str, keys: Sequence[NoteKey]) -> str:
    """Return the hash of the seal that a log's keys signed for a seal's range.

    Raises:
        BrokenProofError: they did not, or for another range.

    """
    named = [structs.replace(key, name=f"{key.name}{_SEALS}") for key in keys]
    said = open_log(note, named)
    expected = f"{seal.origin}{_SEALS}", seal.last
    got = said.origin, said.size
    if got != expected:
        raise BrokenProofError(f"seal.note: expected {expected}, it signs {got}")
    return said.root.hex()


class FiguresHash:
    """The SHA-256 over the rows that came and went, in order, as they pass by."""

    def __init__(self) -> None:
        """Begin before the first row."""
        self._digest = sha256()

    def over(self, rows: Iterable[Changed]) -> Iterator[Changed]:
        """Yield rows as they come, and hash each."""
        for one in rows:
            change, table, row = one
            sign = _SIGNS.get(change)
            if sign is not None:
                self._digest.update(b"%b\t%b\t%b\n" % (sign, table.encode(), row.encode()))
            yield one

    @property
    def hash(self) -> str:
        """Of the rows that passed, in hex."""
        return self._digest.hexdigest()
