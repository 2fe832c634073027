"""The link between an event and the one before it."""

from hashlib import sha256

from ledger.ids import LINK_SIZE, NO_LINK
from ledger.signed.chain import link_of
from ledger.signed.merkle import node_of, root_of


def test_a_link_is_the_rfc_6962_leaf_of_the_whole_envelope() -> None:
    """One hash serves as chain hash and as leaf of the log: SHA-256(0x00 ‖ envelope)."""
    assert link_of(b"").hex() == (
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"  # RFC 6962's empty leaf
    )
    assert link_of(b"razao/1 x") == sha256(b"\x00razao/1 x").digest()


def test_before_the_first_event_there_are_64_zeros() -> None:
    """Seq 1 names no event before it, and no envelope can have that link by chance."""
    assert NO_LINK.hex() == "0" * 64
    assert len(NO_LINK) == LINK_SIZE


def test_any_changed_byte_changes_the_link() -> None:
    """No byte of an envelope can be altered without its link showing it."""
    envelope = b"razao/1 casa\nmesa\n1\n" + b"0" * 64 + b'\nheartbeat/1\n\n{"at":"x"}'
    link = link_of(envelope)
    for at in range(len(envelope)):
        altered = envelope[:at] + bytes([envelope[at] ^ 1]) + envelope[at + 1 :]
        assert link_of(altered) != link
    assert link_of(envelope[:-1]) != link
    assert link_of(envelope + b" ") != link


def test_an_envelope_is_never_taken_for_an_inner_node() -> None:
    """A leaf starts with 0x00 and a node with 0x01, so two links cannot pose as an event."""
    left, right = link_of(b"a"), link_of(b"b")
    assert link_of(left + right) != node_of(left, right) == root_of([left, right])
