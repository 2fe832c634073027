"""Where a registrar's own chain stands, in a file beside his key: what he signs next follows it."""

from pathlib import Path

import msgspec
from msgspec import Struct

from ledger.errors import UNREADABLE
from ledger.ids import NO_LINK, Link
from ledger.signed.signing import Signer
from ledger.signed.sources import SourceChain
from ops.errors import MisuseError


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
    """Return a head as ``razao keys list`` tells it, ``SEQ:LINK``; ``0`` before any event.

    Raises:
        MisuseError: it is none.

    """
    if text == "0":
        return Head(origin=origin, source=source)
    seq, _, link = text.partition(":")
    try:
        at, data = int(seq), bytes.fromhex(link)
    except ValueError:
        at, data = -1, b""
    if at < 0 or len(data) != len(NO_LINK):
        raise MisuseError(f"--head: expected SEQ:LINK as `razao keys list` tells it, got {text!r}")
    return Head(origin=origin, source=source, seq=at, link=data.hex())


def read_head(folder: Path, origin: str, source: str) -> Head:
    """Return where a source's chain stands by its file.

    Raises:
        MisuseError: the file is not there, of another chain, or none. Without it nobody knows here
            whether he has spoken before, and a second first event would be a fork of his chain.

    """
    path = head_path(folder, origin, source)
    if not path.is_file():
        raise MisuseError(
            f"{path}: is not there, so --head is needed: SEQ:LINK as `razao keys list` tells it, "
            f"or 0 if {source} has said nothing yet"
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
    head = Head(origin=chain.origin, source=str(chain.source), seq=chain.seq, link=chain.link.hex())
    path = head_path(folder, head.origin, head.source)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(msgspec.json.encode(head))
    fresh.replace(path)
