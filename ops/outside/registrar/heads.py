"""Where a registrar's own chain stands, in a file beside his key: what he signs next follows it."""

import sys
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from ledger.errors import UNREADABLE
from ledger.ids import NO_LINK, Link
from ledger.signed.signing import Signer
from ledger.signed.sources import SourceChain
from ledger.text.near import unknown_text
from ops.errors import MisuseError

WANTED: Final = (
    "SEQ:LINK as `razao keys list` tells it, 0 before any event, or the file that "
    "`razao keys list --json` wrote (- reads it)"
)
"""What ``--head`` takes."""


class Head(Struct, frozen=True, kw_only=True):
    """The newest event that a source has signed."""

    origin: str
    source: str
    seq: int = 0
    link: str = NO_LINK.hex()


def head_path(folder: Path, origin: str, source: str) -> Path:
    """Return the file of a source's head."""
    return folder / f"{origin}.{source}.head"


def told_head(origin: str, source: str, text: str) -> Head:
    """Return a head as ``razao keys list`` tells it, ``SEQ:LINK`` or its list; ``0`` before any.

    Raises:
        MisuseError: it is none.

    """
    if text == "0":
        return Head(origin=origin, source=source)
    seq, _, link = text.partition(":")
    try:
        at, data = int(seq), bytes.fromhex(link)
    except ValueError:
        if text == "-" or Path(text).is_file():
            return _listed(origin, source, text)
        at, data = -1, b""
    if at < 0 or len(data) != len(NO_LINK):
        raise MisuseError(f"--head: expected {WANTED}; got {text!r}")
    return Head(origin=origin, source=source, seq=at, link=data.hex())


class _Line(Struct, frozen=True):
    """A line of ``razao keys list --json``, as far as it tells a head."""

    source: str
    seq: int
    link: str


def _listed(origin: str, source: str, where: str) -> Head:
    """Return a source's head from a list of them."""
    try:
        data = sys.stdin.buffer.read() if where == "-" else Path(where).read_bytes()
        lines = msgspec.json.Decoder(_Line).decode_lines(data)
    except OSError as error:
        raise MisuseError(f"--head {where}: {error.strerror}") from error
    except UNREADABLE as error:
        raise MisuseError(f"--head {where}: expected {WANTED}: {error}") from None
    known = {one.source: one for one in lines}
    if source not in known:
        raise MisuseError(f"--head {where}: {unknown_text(source, known)}")
    return told_head(origin, source, f"{known[source].seq}:{known[source].link}")


def read_head(folder: Path, origin: str, source: str) -> Head:
    """Return where a source's chain stands by its file.

    Raises:
        MisuseError: the file is not there, of another chain, or none. Without it nobody knows here
            whether he has spoken before, and a second first event would be a fork of his chain.

    """
    path = head_path(folder, origin, source)
    if not path.is_file():
        raise MisuseError(
            f"{path}: is not there, so --head is needed: where {source} stands, {WANTED}"
        )
    try:
        head = msgspec.json.decode(path.read_bytes(), type=Head)
    except UNREADABLE as error:
        raise MisuseError(f"{path}: expected where a chain stands: {error}") from None
    if (head.origin, head.source) != (origin, source):
        raise MisuseError(f"{path}: expected {source} of {origin}, got {head.source}")
    return head


def newest_head(folder: Path, origin: str, source: str, told: str | None) -> Head:
    """Return where a source's chain stands: as told, unless its file knows of a later event.

    Raises:
        MisuseError: neither says it; or what is told is older than what was signed here, or
            another event of that number: to go on from there would be a fork of his chain.

    """
    if told is None:
        return read_head(folder, origin, source)
    head = told_head(origin, source, told)
    path = head_path(folder, origin, source)
    if path.is_file():
        kept = read_head(folder, origin, source)
        if kept.seq > head.seq or (kept.seq == head.seq and kept.link != head.link):
            raise MisuseError(
                f"--head: got event {head.seq}, {path} says that {source} signed "
                f"{kept.seq}:{kept.link}; leave --head out, or, where that word was never sent "
                f"and is lost, move {path} away"
            )
    return head


def chain_of(head: Head, signer: Signer) -> SourceChain:
    """Return a chain that goes on from a head."""
    link = Link(bytes.fromhex(head.link))
    return SourceChain(head.origin, head.source, signer, seq=head.seq, link=link)


def keep_head(folder: Path, chain: SourceChain) -> None:
    """Write where a chain stands now."""
    write_head(
        folder,
        Head(origin=chain.origin, source=str(chain.source), seq=chain.seq, link=chain.link.hex()),
    )


def write_head(folder: Path, head: Head) -> None:
    """Write a head into its file; the one before stands until it is whole."""
    path = head_path(folder, head.origin, head.source)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(msgspec.json.encode(head))
    fresh.replace(path)
