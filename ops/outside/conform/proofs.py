"""Explains links and signatures that do not fit, by what programs reckon in their place."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256, sha512
from typing import Final

from ledger.ids import NO_LINK, Link
from ledger.signed.chain import link_of
from ledger.signed.merkle import root_of
from ledger.signed.segments import (
    POSSESSION_TYPE,
    STATEMENT_TYPE,
    Segment,
    pre_authentication,
)
from ledger.signed.signing import fits
from ops.outside.conform.headers import Word

_DIGEST: Final = 32
_LEAF: Final = b"\0"
_NODE: Final = b"\1"


def link_fault(previous: str, before: bytes, older: dict[str, str]) -> Word | None:
    """Return why a previous link is not that of the envelope ``before``; None where it is.

    ``older`` has the links of other events, with their names.
    """
    expected = link_of(before).hex()
    if previous == expected:
        return None
    if previous == NO_LINK.hex():
        return "link-zeros", {}
    body = before.partition(b"\n\n")[2]
    if previous == sha256(before).hexdigest():
        return "link-no-zero-byte", {}
    if previous in {sha256(body).hexdigest(), sha256(_LEAF + body).hexdigest()}:
        return "link-body", {}
    if previous in older:
        return "link-older", {"other": older[previous]}
    return "link-other", {"got": f"{previous[:16]}…", "expected": f"{expected[:16]}…"}


def signature_fault(segment: Segment, origin: str, source: str, first: int, previous: Link) -> Word:
    """Return why a segment's signature does not fit, as far as a known mistake explains it."""
    links = [link_of(one) for one in segment.envelopes]
    made = _Statement(origin, source, segment.key, first, previous, links)
    for word, signed, values in _others(made, segment.envelopes):
        if fits(segment.key, segment.signature, signed):
            return word, dict(values)
    return "sig-other", {"signed": made.signed().hex()}


class _Statement:
    """The statement of a segment, each of its parts to be made otherwise."""

    def __init__(
        self, origin: str, source: str, key: bytes, first: int, previous: Link, links: list[Link]
    ) -> None:
        self.plain = (origin + source).encode()
        self.names = sha256(origin.encode()).digest() + sha256(source.encode()).digest()
        self.key, self.first, self.previous, self.links = key, first, previous, links

    def payload(
        self,
        *,
        order: str = "big",
        count: int | None = None,
        previous: Link | None = None,
        root: bytes | None = None,
        names: bytes | None = None,
        key: bytes | None = None,
        first: int | None = None,
    ) -> bytes:
        number = len(self.links) if count is None else count
        endian = "little" if order == "little" else "big"
        return b"".join(
            (
                self.names if names is None else names,
                self.key if key is None else key,
                (self.first if first is None else first).to_bytes(8, endian),
                number.to_bytes(4, endian),
                self.previous if previous is None else previous,
                root_of(self.links) if root is None else root,
            )
        )

    def signed(self, **parts: object) -> bytes:
        return pre_authentication(STATEMENT_TYPE, self.payload(**parts))  # pyright: ignore[reportArgumentType]


def _others(
    made: _Statement, envelopes: Sequence[bytes]
) -> Iterator[tuple[str, bytes, dict[str, object]]]:
    """Yield the bytes that programs sign by mistake, each with its word."""
    signed = made.signed()
    for data in (envelopes[0], b"".join(envelopes), envelopes[-1]):
        yield "sig-envelope", data, {}
    yield "sig-no-dsse", made.payload(), {}
    for digest in (sha256, sha512):
        yield "sig-digest", digest(signed).digest(), {}
        yield "sig-digest", digest(signed).hexdigest().encode(), {}
    yield "sig-endian", made.signed(order="little"), {}
    number = len(made.links)
    for count in {0, 1, number - 1, number + 1} - {number}:
        values: dict[str, object] = {"got": count, "expected": number}
        yield "sig-count", made.signed(count=max(count, 0)), values
    yield "sig-previous", made.signed(previous=NO_LINK), {}
    yield from _other_parts(made)
    for root, word in _ROOTS:
        yield word, made.signed(root=root(made.links)), {}


def _other_parts(made: _Statement) -> Iterator[tuple[str, bytes, dict[str, object]]]:
    """Yield the statement with its names, its key, its seq or its type otherwise."""
    ledger, source = made.names[:_DIGEST], made.names[_DIGEST:]
    yield "sig-names", made.signed(names=source + ledger), {}
    yield "sig-plain-names", made.signed(names=made.plain), {}
    yield "sig-key", made.signed(key=sha256(made.key).digest()), {}
    for first in {0, made.first - 1, made.first + len(made.links) - 1} - {made.first}:
        values: dict[str, object] = {"got": first, "expected": made.first}
        yield "sig-first", made.signed(first=max(first, 0)), values
    for type_ in (POSSESSION_TYPE, b"application/vnd.razao.segment", b""):
        values = {"got": repr(type_.decode()), "expected": STATEMENT_TYPE.decode()}
        yield "sig-type", pre_authentication(type_, made.payload()), values
    yield "sig-hex", made.signed().hex().encode(), {}


def _doubled(links: Sequence[Link]) -> bytes:
    row: list[bytes] = list(links)
    while len(row) > 1:
        row = [*row, row[-1]] if len(row) % 2 else row
        pairs = zip(row[::2], row[1::2], strict=True)
        row = [sha256(_NODE + a + b).digest() for a, b in pairs]
    return row[0]


def _hashed(links: Sequence[Link]) -> bytes:
    return root_of([Link(sha256(_LEAF + one).digest()) for one in links])


def _last(links: Sequence[Link]) -> bytes:
    return links[-1]


_ROOTS: Final[tuple[tuple[Callable[[Sequence[Link]], bytes], str], ...]] = (
    (_doubled, "sig-root-doubled"),
    (_last, "sig-root-last"),
    (_hashed, "sig-root-hashed"),
)
