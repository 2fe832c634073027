"""One event of a large file is read by the blocks that hold it, and no byte that was not sealed."""

import io
import random
from hashlib import sha256
from typing import BinaryIO, cast

import pyarrow.parquet as pq
import pytest

from ledger.errors import ArchiveAlteredError
from ledger.store.stored import RowTuple
from ops.outside.archive.blocks import BLOCK, SealedFile, hashes_of, read_blocks, write_blocks
from ops.outside.archive.tables import (
    GROUP,
    ROWS_GROUP,
    UnreadableTableError,
    read_events,
    read_group,
    read_layout,
    read_rows,
    write_events,
    write_rows,
)

NAME = "events-00000.parquet"


class Opened:
    """A file whose blocks were sealed, and how many of its bytes were read."""

    def __init__(self, data: bytes) -> None:
        """Seal a file's blocks."""
        self.data = data
        self.read = 0
        self._size = len(data)
        self._hashes = read_blocks(write_blocks({NAME: hashes_of(data)}), NAME)

    def file(self) -> SealedFile:
        return SealedFile(NAME, self._size, self._hashes, self._part)

    @property
    def table(self) -> BinaryIO:
        return cast("BinaryIO", self.file())

    def _part(self, start: int, end: int) -> bytes:
        self.read += end - start
        return self.data[start:end]


def rows_of(count: int) -> list[RowTuple]:
    """Return events whose envelopes no compression makes small."""
    chance = random.Random(20)
    return [
        (at, "mesa-1", at, "bet/1", chance.randbytes(400), bytes(32), chance.randbytes(64))
        for at in range(1, count + 1)
    ]


def test_any_part_is_read_as_it_stands() -> None:
    """Wherever it begins and however long it is, also beyond the end."""
    chance = random.Random(1)
    data = chance.randbytes(3 * BLOCK + 17)
    opened, plain = Opened(data).file(), io.BytesIO(data)
    for _ in range(200):
        whence = chance.choice((io.SEEK_SET, io.SEEK_END))
        offset = chance.randint(0, len(data)) * (1 if whence == io.SEEK_SET else -1)
        size = chance.choice((-1, 0, 1, BLOCK, chance.randint(0, len(data))))
        assert opened.seek(offset, whence) == plain.seek(offset, whence)
        assert (opened.read(size), opened.tell()) == (plain.read(size), plain.tell())


@pytest.mark.parametrize("at", [0, BLOCK - 1, BLOCK, 2 * BLOCK + 5])
def test_an_altered_byte_is_refused_with_its_block(at: int) -> None:
    """By the block that holds it; the others are read as before."""
    data = bytes(2 * BLOCK + 6)
    opened = Opened(data)
    opened.data = data[:at] + b"\x01" + data[at + 1 :]
    for block in range(3):
        file = opened.file()
        file.seek(block * BLOCK)
        if block == at // BLOCK:
            with pytest.raises(ArchiveAlteredError, match=f"{NAME}: bytes {block * BLOCK} to "):
                file.read(1)
        else:
            assert file.read(6) == bytes(6)


def test_a_file_that_is_cut_or_longer_than_its_hashes_is_refused() -> None:
    """Bytes for which no hash was sealed are not read."""
    opened = Opened(bytes(BLOCK + 1))
    opened.data = bytes(BLOCK)
    with pytest.raises(ArchiveAlteredError):
        opened.file().read()
    opened.data = bytes(2 * BLOCK + 1)
    longer = SealedFile(NAME, 2 * BLOCK + 1, [sha256(bytes(BLOCK)).digest()] * 2, opened._part)
    with pytest.raises(ArchiveAlteredError):
        longer.read()


def test_one_event_is_read_with_its_group_alone() -> None:
    """A file of many groups gives each event as it stands, and few of its bytes for one."""
    rows = rows_of(6 * GROUP + 1)
    opened = Opened(write_events(rows))
    assert read_events(opened.data)[0] == rows
    layout = read_layout(opened.table)
    assert layout.ends == (*range(GROUP, 6 * GROUP + 1, GROUP), 6 * GROUP + 1)
    for group, end in enumerate(layout.ends):
        envelopes, signatures = read_group(opened.table, layout, group, ("envelope", "signature"))
        of = rows[group * GROUP : end]
        assert (envelopes, signatures) == ([row[4] for row in of], [row[6] for row in of])
    opened.read = 0
    read_group(opened.table, read_layout(opened.table), 3, ("envelope", "signature"))
    assert opened.read < len(opened.data) / 4


def test_a_file_of_one_group_has_that_one_spelling() -> None:
    """As an older program sealed them; of any other grouping a file is refused."""
    rows = rows_of(3 * GROUP)
    table = pq.read_table(io.BytesIO(write_events(rows)))
    for group, is_read in ((len(rows), True), (GROUP, True), (GROUP - 1, False)):
        sink = io.BytesIO()
        pq.write_table(table, sink, compression="zstd", row_group_size=group)
        if is_read:
            assert read_events(sink.getvalue())[0] == rows
        else:
            with pytest.raises(UnreadableTableError, match="spelled otherwise"):
                read_events(sink.getvalue())


def test_a_file_of_rows_is_read_as_any_program_sealed_it() -> None:
    """Whole, as older ones did, or in groups; of any other grouping it is refused."""
    rows = [("came", "round", f"{number:06}") for number in range(2 * ROWS_GROUP + 1)]
    table = pq.read_table(io.BytesIO(write_rows(rows)))
    expected = {"came": {"round": [row for *_, row in rows]}}
    for group, is_read in ((len(rows), True), (ROWS_GROUP, True), (ROWS_GROUP - 1, False)):
        sink = io.BytesIO()
        pq.write_table(table, sink, compression="zstd", row_group_size=group)
        if is_read:
            assert read_rows(sink.getvalue()) == expected
        else:
            with pytest.raises(UnreadableTableError, match="spelled otherwise"):
                read_rows(sink.getvalue())
