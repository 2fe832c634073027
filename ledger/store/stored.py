"""A row of ``ledger.events`` as it was selected, altered columns included."""

from typing import NamedTuple

from ledger.errors import MalformedError
from ledger.signed.canonical import Header, decode_header

RowTuple = tuple[int, str, int, str, bytes, bytes, bytes | None]


class Row(NamedTuple):
    """One row of ``ledger.events``, in the order in which it is selected."""

    position: int
    source: str
    seq: int
    kind: str
    envelope: bytes
    link: bytes
    signature: bytes | None

    @property
    def name(self) -> str:
        """``source:seq`` as the columns say."""
        return f"{self.source}:{self.seq}"


def whole(row: RowTuple) -> Row:
    """Return a row in which nothing is null but the signature, whatever became of its columns."""
    position, source, seq, kind, envelope, link, signature = row
    return Row(
        position, source or "", seq or 0, kind or "", envelope or b"", link or b"", signature
    )


def read_header(envelope: bytes) -> Header | None:
    """Return an envelope's header, or None if it has none."""
    try:
        return decode_header(envelope)
    except MalformedError:
        return None
