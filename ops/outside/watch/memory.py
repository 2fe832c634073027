"""A watch's memory: the links of all events seen, as tiles in files, and the newest checkpoint.

The checkpoint is written last: after a power cut the tiles may be further than it, never behind.
"""

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from ledger.errors import UNREADABLE, BrokenProofError
from ledger.ids import LINK_SIZE
from ledger.log.kept import replace_file
from ledger.signed.checkpoint import checkpoint_of
from ledger.signed.merkle import Frontier
from ledger.signed.notes import Note, read_note
from ledger.signed.tiles import WIDTH, Tile, TiledTree, split_hashes, tiles_over

STATE: Final = "state.json"


class State(Struct, kw_only=True):
    """The newest checkpoint that a watch verified, and its times."""

    note: str | None = None
    grown: float | None = None
    """When the log was last seen to grow, by the watch's clock."""
    looked: float | None = None
    """When the watch looked last."""
    said: int | None = None
    """The log's own time of that checkpoint."""


class Memory:
    """Keeps the links and the newest checkpoint of one log in a folder."""

    def __init__(self, folder: Path) -> None:
        """Go on where the folder ends; it is made if need be.

        Raises:
            BrokenProofError: what is kept there is not what was verified.

        """
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.state = self._read_state()
        self._tiles = tiles_over(self.tile)
        self.edge = Frontier()
        note = self.newest
        if note is not None:
            checkpoint = checkpoint_of(note.text)
            for number in range(-(-checkpoint.size // WIDTH)):
                width = min(WIDTH, checkpoint.size - number * WIDTH)
                self.edge.extend(split_hashes(self.tile(Tile(0, number, width))))
            if (self.edge.size, self.edge.root()) != (checkpoint.size, checkpoint.root):
                raise BrokenProofError(
                    f"{folder}: the links kept there do not give the root that was verified"
                )

    @property
    def newest(self) -> Note | None:
        """The newest checkpoint that was verified; None before the first."""
        return None if self.state.note is None else read_note(self.state.note)

    @property
    def size(self) -> int:
        """How many events the newest checkpoint covers."""
        return self.edge.size

    def tree(self, size: int) -> TiledTree:
        """Return the tree of the first so many events that were seen."""
        return TiledTree(size, self._tiles)

    def tile(self, tile: Tile) -> bytes:
        """Return the links of a level-0 tile; fewer where the file holds fewer."""
        path = self._path(tile.number)
        return path.read_bytes()[: tile.width * LINK_SIZE] if path.exists() else b""

    def links(self, first: int, count: int) -> list[bytes]:
        """Return links from an index on."""
        found: list[bytes] = []
        for number in range(first // WIDTH, -(-(first + count) // WIDTH)):
            found += split_hashes(self.tile(Tile(0, number)))
        start = first % WIDTH
        return found[start : start + count]

    def extend(self, note: Note, links: list[bytes], edge: Frontier) -> None:
        """Keep a verified checkpoint and the links that are new with it."""
        first = self.edge.size
        kept = first % WIDTH
        data = b"".join([*self.links(first - kept, kept), *links])
        for at in range(0, len(data), WIDTH * LINK_SIZE):
            path = self._path(first // WIDTH + at // (WIDTH * LINK_SIZE))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data[at : at + WIDTH * LINK_SIZE])
        self.edge = edge
        self.state.note = note.whole

    def save(self) -> None:
        """Write the state, so that a restart goes on from it."""
        replace_file(self.folder / STATE, msgspec.json.encode(self.state).decode())

    def _path(self, number: int) -> Path:
        return self.folder / "tile" / Tile(0, number).path

    def _read_state(self) -> State:
        path = self.folder / STATE
        if not path.exists():
            return State()
        try:
            return msgspec.json.decode(path.read_bytes(), type=State)
        except UNREADABLE as error:
            raise BrokenProofError(f"{path}: no state of a watch: {error}") from error
