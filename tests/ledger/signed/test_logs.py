"""A log's two keys: what both signed is believed, and nothing that one of them did not."""

import re

import pytest

from ledger.errors import BrokenProofError
from ledger.signed.checkpoint import open_checkpoint
from ledger.signed.cosignatures import MLDSA44Cosigner
from ledger.signed.logs import LogSigner, open_log, signed_at
from ledger.signed.notes import Note, added, only, read_note
from ledger.signed.signing import KeySigner

ROOT = bytes(range(32))
LOG = KeySigner.from_seed(bytes(range(32)))
SEED = bytes(range(1, 33))
NOON = 1_795_000_000
SIGNER = LogSigner("casa", LOG, SEED, now=lambda: NOON)
KEYS = SIGNER.keys.keys
NOTE = read_note(SIGNER.sign(7, ROOT))


def test_both_keys_sign_and_older_readers_read_on() -> None:
    """Two lines under the origin's name; a reader of Ed25519 alone reads the same checkpoint."""
    assert [one.name for one in NOTE.signatures] == ["casa", "casa"]
    assert open_log(NOTE.whole, KEYS) == open_checkpoint(NOTE.whole, LOG.public_key)
    assert open_log(NOTE.whole, KEYS).size == 7
    assert signed_at(NOTE, KEYS) == NOON


def test_a_log_founded_with_one_key_signs_by_that_one() -> None:
    """No second line, no time, and the note is read by the one key."""
    alone = LogSigner("casa", LOG)
    note = read_note(alone.sign(7, ROOT))
    assert len(note.signatures) == 1
    assert open_log(note.whole, alone.keys.keys).root == ROOT
    assert signed_at(note, alone.keys.keys) is None


OTHER = LogSigner("casa", KeySigner.from_seed(bytes(32)), bytes(32), now=lambda: NOON)


@pytest.mark.parametrize(
    ("note", "said"),
    [
        (only(NOTE, KEYS[:1]), "no signature of the log's ML-DSA-44 key"),
        (only(NOTE, KEYS[1:]), "no signature of the log's Ed25519 key"),
        (read_note(OTHER.sign(7, ROOT)), "no signature of the log's Ed25519 and ML-DSA-44 key"),
        (Note(NOTE.text.replace("7", "8"), NOTE.signatures), "does not fit"),
        (
            added(
                only(read_note(SIGNER.sign(8, ROOT)), KEYS[:1]),
                [MLDSA44Cosigner("casa", SEED).cosign(NOTE.text, NOON)],
            ),
            "does not fit",
        ),
    ],
)
def test_who_has_but_one_of_the_keys_signs_nothing(note: Note, said: str) -> None:
    """Either line taken away, both of other keys, another text: refused, and which key is said."""
    with pytest.raises(BrokenProofError, match=re.escape(said)):
        open_log(note.whole, KEYS)


def test_after_a_change_of_keys_either_key_of_a_kind_is_enough() -> None:
    """Old and new key of a kind are known: what one of them signed is believed."""
    both = [*KEYS, *OTHER.keys.keys]
    assert open_log(NOTE.whole, both).size == 7
    assert open_log(OTHER.sign(9, ROOT), both).size == 9
    with pytest.raises(BrokenProofError, match="no signature"):
        open_log(NOTE.whole, [])
