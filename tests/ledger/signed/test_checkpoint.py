"""Checkpoints are C2SP signed notes: others' notes can be read, and ours are read by others."""

from base64 import b64decode, b64encode

import pytest

from ledger.errors import BrokenProofError
from ledger.signed.checkpoint import (
    Checkpoint,
    body_of,
    log_key,
    open_checkpoint,
    read_checkpoint,
    sign_checkpoint,
)
from ledger.signed.merkle import EMPTY_ROOT
from ledger.signed.signing import KeySigner, fits

KEY = KeySigner.from_seed(bytes(range(32)))
OTHER_KEY = KeySigner.from_seed(bytes(range(1, 33)))
CHECKPOINT = Checkpoint(origin="casa.example", size=20_852_163, root=bytes(range(32)))


def test_the_note_of_the_go_documentation() -> None:
    """The example of golang.org/x/mod/sumdb/note: key hash, line and signature, byte for byte."""
    seed = b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
    signer = KeySigner.from_seed(seed)
    assert log_key("PeterNeumann", signer.public_key).id.hex() == "c74f20a3"
    encoded = b"\x01" + signer.public_key
    assert b64encode(encoded) == b"ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    text = (
        "If you think cryptography is the answer to your problem,\n"
        "then you don't know what your problem is.\n"
    )
    stamp = b64decode(
        "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
    )
    assert log_key("PeterNeumann", signer.public_key).id + signer.sign(text.encode()) == stamp
    assert fits(signer.public_key, stamp[4:], text.encode())


def test_a_checkpoint_that_another_program_signed() -> None:
    """A note of the transparency-dev test log opens with its published key, and with no other."""
    note = (
        "example.com/log/testdata\n"
        "100270\n"
        "GRV1O0dCqmjjPvYi7CtOT79zb/fPwLNsMFWsynwU8Ac=\n"
        "\n"
        "— example.com/log/testdata M9e0lkcvy5bAe7rrC8tCyAP+my+CLzswA91zOpBNWVU7qCojkUOHnfdQzDIm"
        "oYeYH8G8PJSwOqsx0RkSa261OmKVwwM=\n"
    )
    key = b64decode("AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx")[1:]
    checkpoint = open_checkpoint(note, key)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/log/testdata", 100_270)
    assert body_of(checkpoint) == note.partition("\n\n")[0] + "\n"
    with pytest.raises(BrokenProofError, match="no signature of the log's key"):
        open_checkpoint(note, KEY.public_key)


def test_our_note_has_the_published_form() -> None:
    """Origin, size in decimal, root in base64, an empty line, an em dash with name and stamp."""
    lines = sign_checkpoint(CHECKPOINT, KEY).split("\n")
    assert lines[:4] == ["casa.example", "20852163", b64encode(bytes(range(32))).decode(), ""]
    assert lines[4].startswith("— casa.example ")
    assert b64decode(lines[4].split(" ")[2])[:4] == log_key("casa.example", KEY.public_key).id
    assert lines[5:] == [""]


def test_what_was_signed_is_read_back() -> None:
    """The way there and back, for an empty log, too."""
    for checkpoint in (CHECKPOINT, Checkpoint(origin="x", size=0, root=EMPTY_ROOT)):
        note = sign_checkpoint(checkpoint, KEY)
        assert open_checkpoint(note, KEY.public_key) == read_checkpoint(note) == checkpoint


def test_no_character_of_a_note_can_change() -> None:
    """Text, key hash and signature: altering any one character leaves no valid checkpoint."""
    note = sign_checkpoint(CHECKPOINT, KEY)
    for at in range(len(note) - 1):
        if note[at] == "=":
            continue  # padding carries nothing
        replacement = "A" if note[at] != "A" else "B"
        altered = note[:at] + replacement + note[at + 1 :]
        with pytest.raises(BrokenProofError):
            open_checkpoint(altered, KEY.public_key)


def test_witnesses_lines_do_not_disturb() -> None:
    """A witness appends its signature; the log's own is found among them, in any order."""
    note = sign_checkpoint(CHECKPOINT, KEY)
    text, _, ours = note.partition("\n\n")
    stamp = b64encode(bytes(4 + 8 + 64)).decode()
    for lines in (f"— witness.example {stamp}\n{ours}", f"{ours}— witness.example {stamp}\n"):
        assert open_checkpoint(f"{text}\n\n{lines}", KEY.public_key) == CHECKPOINT


def test_a_signature_under_another_name_does_not_count() -> None:
    """The key hash binds the name: a witness with the log's key is not the log."""
    note = sign_checkpoint(CHECKPOINT, KEY)
    renamed = note.replace("— casa.example", "— casb.example")
    with pytest.raises(BrokenProofError, match="no signature of the log's key"):
        open_checkpoint(renamed, KEY.public_key)
    with pytest.raises(BrokenProofError):
        open_checkpoint(sign_checkpoint(CHECKPOINT, OTHER_KEY), KEY.public_key)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "casa",
        "casa\n5",
        "casa\n05\n" + b64encode(bytes(32)).decode(),
        "casa\n-5\n" + b64encode(bytes(32)).decode(),
        "casa\n\u0665\n" + b64encode(bytes(32)).decode(),
        "casa\n5\n" + b64encode(bytes(31)).decode(),
        "casa\n5\nnot base64!",
        "casa\n5\n" + b64encode(bytes(32)).decode() + "\nextension",
    ],
)
def test_what_is_no_checkpoint_is_said_to_be_none(text: str) -> None:
    """Malformed notes surface as the ledger's own error, whatever is wrong with them."""
    with pytest.raises(BrokenProofError):
        read_checkpoint(f"{text}\n\n— casa AAAA\n")


def test_a_stamp_that_is_not_base64_is_refused() -> None:
    """Also beside a good signature nothing unreadable stands."""
    note = sign_checkpoint(CHECKPOINT, KEY)
    text = note.partition("\n\n")[0]
    with pytest.raises(BrokenProofError):
        open_checkpoint(f"{text}\n\n— casa.example ???\n", KEY.public_key)
