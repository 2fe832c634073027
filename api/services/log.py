"""The log for outsiders: its tiles, its newest signed checkpoint, and proofs up to that."""

from base64 import b64encode
from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg.rows import tuple_row

from ledger.errors import BrokenProofError
from ledger.ids import LINK_SIZE
from ledger.log.tree import LOG_SQL, StoredTree
from ledger.signed.checkpoint import Checkpoint, read_checkpoint
from ledger.signed.notes import read_note
from ledger.signed.tiles import Tile, TiledTree, width_at
from ledger.store.cold import fill_by

_LENGTH_SIZE: Final = 2
"""Bytes before each envelope of a bundle of entries."""


class Signed(Struct, frozen=True):
    """The newest signed checkpoint, and the note it stands in."""

    note: str
    checkpoint: Checkpoint


class Proved(Struct, frozen=True):
    """The place of an event under a signed checkpoint, and the hashes that prove it."""

    signed: Signed
    hashes: tuple[bytes, ...]

    @property
    def cosigners(self) -> list[str]:
        """The names under the checkpoint beside the log's own."""
        own = self.signed.checkpoint.origin
        names = {one.name for one in read_note(self.signed.note).signatures}
        return sorted(names - {own})


class OpenLog:
    """The log as one transaction of a reader sees it."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        """Read through the connection's transaction."""
        self._connection = connection
        self._tree = StoredTree(self._ask)

    def blinded(self) -> bool:
        """Tell whether links tell nothing of what they cover, so that everybody may see them."""
        row = self._connection.execute("SELECT blinded FROM ledger.head").fetchone()
        return row is not None and bool(row["blinded"])

    def signed(self) -> Signed | None:
        """Return the newest signed checkpoint; None before the first."""
        rows = self._ask("newest_checkpoint")
        return Signed(rows[0][0], read_checkpoint(rows[0][0])) if rows else None

    def tile(self, tile: Tile) -> bytes | None:
        """Return a tile of the signed tree; None if that tree has none so wide there."""
        signed = self.signed()
        if signed is None or width_at(tile.level, tile.number, signed.checkpoint.size) < tile.width:
            return None
        found = self._tree.tile(tile)
        return found if len(found) == tile.width * LINK_SIZE else None

    def entries(self, tile: Tile) -> bytes | None:
        """Return the envelopes under a tile of level 0, each behind its length in two bytes."""
        if self.tile(tile) is None:
            return None
        first = tile.number * 256 + 1
        with self._connection.cursor(row_factory=tuple_row) as cursor:
            rows = cursor.execute(
                "SELECT notification_id, originator_id, originator_version, topic, state, link "
                "FROM ledger.events WHERE notification_id BETWEEN %s AND %s "
                "ORDER BY notification_id",
                (first, first + tile.width - 1),
            ).fetchall()
        envelopes = [bytes(row[4]) for row in fill_by(self._connection, rows)]
        return b"".join(len(one).to_bytes(_LENGTH_SIZE, "big") + one for one in envelopes)

    def proof(self, position: int) -> str | None:
        """Return the proof that an event stands at a position (C2SP tlog-proof).

        None if no signed checkpoint covers it yet.

        Raises:
            BrokenProofError: the stored tree does not give the signed root.

        """
        proved = self.proved(position)
        if proved is None:
            return None
        hashes = "".join(f"{b64encode(one).decode()}\n" for one in proved.hashes)
        return f"c2sp.org/tlog-proof@v1\nindex {position - 1}\n{hashes}\n{proved.signed.note}"

    def proved(self, position: int) -> Proved | None:
        """Return the hashes from a position up to a signed root; None if none covers it yet.

        Raises:
            BrokenProofError: the stored tree does not give the signed root.

        """
        signed = self.covering(position)
        return (
            None
            if signed is None
            else Proved(signed, tuple(self.tree(signed).inclusion(position - 1)))
        )

    def tree(self, signed: Signed) -> TiledTree:
        """Return the tree that a checkpoint signed.

        Raises:
            BrokenProofError: the stored tree does not give the signed root.

        """
        tree: TiledTree = self._tree.at(signed.checkpoint.size)
        if tree.root() != signed.checkpoint.root:
            raise BrokenProofError("the stored tree does not give the root that was signed")
        return tree

    def stamps(self, limit: int) -> list[tuple[int, str, str, bytes]]:
        """Return the newest stamps over checkpoints: size, authority, note, answer."""
        return [(row[0], row[1], row[2], row[3]) for row in self._ask("newest_stamps", limit)]

    def covering(self, position: int) -> Signed | None:
        """Return a checkpoint that covers a position: a cosigned one if there is one."""
        rows = self._ask("published", "cosigned")
        cosigned = Signed(rows[0][0], read_checkpoint(rows[0][0])) if rows else None
        for one in (cosigned, self.signed()):
            if one is not None and one.checkpoint.size >= position:
                return one
        return None

    def _ask(self, name: str, *values: object) -> list[tuple[Any, ...]]:
        with self._connection.cursor(row_factory=tuple_row, binary=True) as cursor:
            return cursor.execute(LOG_SQL[name], values).fetchall()
