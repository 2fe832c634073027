"""What a source signs: the statement, its encoding, and that nothing about it can be exchanged."""

from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import MalformedError
from ledger.ids import NO_LINK, Link
from ledger.signed.merkle import root_of
from ledger.signed.segments import (
    SEGMENT_EVENTS_MAX,
    STATEMENT_TYPE,
    Segment,
    Signed,
    check_shape,
    possession_statement,
    pre_authentication,
    segment_fits,
    sign_segment,
)
from ledger.signed.signing import KeySigner
from tests.helpers.each import each

KEY = KeySigner.from_seed(bytes(range(32)))
OTHER_KEY = KeySigner.from_seed(bytes(range(1, 33)))


def link(number: int) -> Link:
    """Return some link."""
    return Link(sha256(number.to_bytes(4, "big")).digest())


LINKS = tuple(link(number) for number in range(10))


@dataclass(frozen=True)
class Said:
    """Everything that a statement binds."""

    origin: str = "casa"
    source: str = "mesa-1"
    key: bytes = KEY.public_key
    first: int = 5
    previous: Link = LINKS[4]
    links: tuple[Link, ...] = LINKS[5:8]

    def statement(self) -> bytes:
        """Return the bytes that are signed."""
        names = Signed.of(self.origin, self.source, self.key)
        return names.statement(self.first, self.previous, self.links)

    def fits(self, signature: bytes) -> bool:
        """Tell whether a signature is one over this."""
        names = Signed.of(self.origin, self.source, self.key)
        return segment_fits(names, signature, self.first, self.previous, self.links)


SAID = Said()
OTHERWISE = {
    "origin": replace(SAID, origin="casb"),
    "source": replace(SAID, source="mesa-2"),
    "key": replace(SAID, key=OTHER_KEY.public_key),
    "first": replace(SAID, first=6),
    "previous": replace(SAID, previous=link(3)),
    "first link": replace(SAID, links=(link(9), link(6), link(7))),
    "middle link": replace(SAID, links=(link(5), link(9), link(7))),
    "last link": replace(SAID, links=(link(5), link(6), link(9))),
    "order of links": replace(SAID, links=(link(6), link(5), link(7))),
    "one event less": replace(SAID, links=(link(5), link(6))),
    "one event more": replace(SAID, links=(link(5), link(6), link(7), link(8))),
    "without its first event": replace(SAID, first=6, previous=link(5), links=(link(6), link(7))),
    "source and origin exchanged": replace(SAID, origin="mesa-1", source="casa"),
}


def test_pre_authentication_is_dsse() -> None:
    """The vector of the DSSE specification."""
    assert (
        pre_authentication(b"http://example.com/HelloWorld", b"hello world")
        == b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    )


def test_a_statement_is_fixed_fields_under_their_type() -> None:
    """Each field at its place and of its length: what a verifier in another language must build."""
    payload = b"".join(
        (
            sha256(b"casa").digest(),
            sha256(b"mesa-1").digest(),
            KEY.public_key,
            (5).to_bytes(8, "big"),
            (3).to_bytes(4, "big"),
            link(4),
            root_of([link(5), link(6), link(7)]),
        )
    )
    assert len(payload) == 172
    assert SAID.statement() == b"DSSEv1 %d %b 172 %b" % (
        len(STATEMENT_TYPE),
        STATEMENT_TYPE,
        payload,
    )


def test_a_segment_of_one_has_its_link_as_root() -> None:
    """RFC 6962: the root of one leaf is the leaf; the fast way must say the same."""
    one = replace(SAID, links=(link(5),))
    assert one.statement().endswith(link(5))
    assert root_of([link(5)]) == link(5)


def test_a_signature_fits_what_was_signed() -> None:
    """The way there and back."""
    names = Signed.of("casa", "mesa-1", KEY.public_key)
    assert SAID.fits(sign_segment(KEY, names, 5, link(4), SAID.links))


@each("what", OTHERWISE)
def test_whatever_is_changed_breaks_the_signature(what: str) -> None:
    """No field of a signed segment can be exchanged and the signature kept."""
    signature = KEY.sign(SAID.statement())
    assert SAID.fits(signature)
    assert not OTHERWISE[what].fits(signature)


def test_no_bit_of_a_signature_can_change() -> None:
    """One signature, one spelling: any other 64 bytes, or fewer, are refused."""
    signature = KEY.sign(SAID.statement())
    for at in range(64):
        altered = signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1 :]
        assert not SAID.fits(altered)
    assert not SAID.fits(signature[:63])
    assert not SAID.fits(signature + b"\x00")
    assert not SAID.fits(b"")


def test_different_segments_never_share_bytes() -> None:
    """Each of the changed segments signs something else than each other one."""
    for left, right in combinations([SAID, *OTHERWISE.values()], 2):
        assert left.statement() != right.statement()


names = st.text(alphabet="abcdefghijklmnopqrstuvwxyz-.:0123456789", min_size=1, max_size=64)
said = st.builds(
    Said,
    origin=names,
    source=names,
    key=st.sampled_from([KEY.public_key, OTHER_KEY.public_key]),
    first=st.integers(1, 2**53 - 1),
    previous=st.integers(0, 9).map(link),
    links=st.lists(st.integers(0, 9).map(link), min_size=1, max_size=6).map(tuple),
)


@given(said, said)
def test_two_segments_share_bytes_only_if_they_are_one(left: Said, right: Said) -> None:
    """Fixed lengths and hashed names leave no way to read one statement as another."""
    assert (left.statement() == right.statement()) == (left == right)
    assert len(left.statement()) == len(right.statement())


def test_possession_and_segments_cannot_be_exchanged() -> None:
    """A key's proof of possession has another type: it is never a signed event, nor the reverse."""
    proof = KEY.sign(possession_statement("casa", "mesa-1", KEY.public_key))
    assert not SAID.fits(proof)
    assert possession_statement("casa", "mesa-1", KEY.public_key) != possession_statement(
        "casa", "mesa-2", KEY.public_key
    )


def test_a_segment_has_at_most_a_thousand_events() -> None:
    """More is a programming error of the signer; the door refuses it of others."""
    names = Signed.of("casa", "mesa-1", KEY.public_key)
    links = [link(n) for n in range(SEGMENT_EVENTS_MAX)]
    assert segment_fits(names, sign_segment(KEY, names, 1, NO_LINK, links), 1, NO_LINK, links)
    with pytest.raises(AssertionError):
        sign_segment(KEY, names, 1, NO_LINK, [*links, link(0)])


@pytest.mark.parametrize(
    ("field", "segment"),
    [
        ("key", Segment(key=bytes(31), signature=bytes(64), envelopes=(b"x",))),
        ("signature", Segment(key=bytes(32), signature=bytes(65), envelopes=(b"x",))),
        ("at least one event", Segment(key=bytes(32), signature=bytes(64), envelopes=())),
    ],
)
def test_impossible_shapes_are_malformed(field: str, segment: Segment) -> None:
    """The message names the field."""
    with pytest.raises(MalformedError, match=field):
        check_shape(segment)
