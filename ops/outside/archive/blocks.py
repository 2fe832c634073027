"""Files of events read by place: each block of theirs has a hash, which stands beside the range.

``blocks.json`` has of each file of events the SHA-256 of every 64 KiB, and the seal names it. So
whoever wants one event of 65,536 reads the blocks that hold it, and looks at no byte that was not
sealed.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Final

import msgspec
from typing_extensions import override

from ledger.errors import UNREADABLE, ArchiveAlteredError, BrokenProofError

BLOCK: Final = 65_536
_HASH: Final = 32

ReadPart = Callable[[int, int], bytes]
"""Returns a file's bytes from one place to another."""


def hashes_of(data: bytes) -> str:
    """Return the hashes of a file's blocks, one behind the other, in hex."""
    blocks = (data[at : at + BLOCK] for at in range(0, len(data), BLOCK))
    return b"".join(sha256(block).digest() for block in blocks).hex()


def write_blocks(files: Mapping[str, str]) -> bytes:
    """Return the file that says the hashes of the blocks of files, by name."""
    return msgspec.json.encode(dict(sorted(files.items())))


def read_blocks(data: bytes, name: str) -> list[bytes]:
    """Return the hashes of a file's blocks; none where it is not named.

    Raises:
        BrokenProofError: these are no hashes.

    """
    try:
        hashes = bytes.fromhex(msgspec.json.decode(data, type=dict[str, str]).get(name, ""))
    except UNREADABLE as error:
        raise BrokenProofError(f"blocks.json: {error}") from None
    return [hashes[at : at + _HASH] for at in range(0, len(hashes), _HASH)]


class SealedFile(io.RawIOBase):
    """A file of a range, of which only the blocks are read that somebody asks for."""

    def __init__(self, name: str, size: int, hashes: Sequence[bytes], read: ReadPart) -> None:
        """Read a file of a size through ``read``; its blocks must have these hashes."""
        super().__init__()
        self._name = name
        self._size = size
        self._hashes = hashes
        self._read = read
        self._at = 0

    @override
    def readable(self) -> bool:
        return True

    @override
    def seekable(self) -> bool:
        return True

    @override
    def tell(self) -> int:
        return self._at

    @override
    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = max(0, start + offset)
        return self._at

    @override
    def read(self, size: int | None = -1) -> bytes:  # pyright: ignore[reportIncompatibleMethodOverride]
        end = self._size if size is None or size < 0 else min(self._size, self._at + size)
        if self._at >= end:
            return b""
        first = self._at // BLOCK * BLOCK
        data = self._read(first, min(self._size, -(-end // BLOCK) * BLOCK))
        for number, start in enumerate(range(first, end, BLOCK), first // BLOCK):
            block = data[start - first : start - first + BLOCK]
            if [sha256(block).digest()] != self._hashes[number : number + 1]:
                raise ArchiveAlteredError(
                    f"{self._name}: bytes {start} to {min(self._size, start + BLOCK) - 1} are not "
                    "those that were sealed"
                )
        found = data[self._at - first : end - first]
        self._at = end
        return found
