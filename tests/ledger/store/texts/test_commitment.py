"""The commitment to a text: two lines of arithmetic that anybody can repeat."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.store.texts.commitment import SALT_SIZE, TEXT_SIZE_MAX, TextError, commit


@given(
    st.binary(min_size=SALT_SIZE, max_size=SALT_SIZE),
    st.text(min_size=1, alphabet=st.characters(codec="utf-8")),
)
def test_it_is_the_hash_of_salt_and_text(salt: bytes, text: str) -> None:
    """Whoever holds salt and text finds the event's commitment with any SHA-256."""
    assert commit(salt, text) == sha256(salt + text.encode()).hexdigest()


def test_one_text_has_as_many_commitments_as_salts() -> None:
    """Without its salt a short text cannot be found by trying."""
    assert commit(b"a" * SALT_SIZE, "sim") != commit(b"b" * SALT_SIZE, "sim")


@pytest.mark.parametrize(
    ("salt", "text", "said"),
    [
        (b"", "x", "salt: expected 32 bytes, got 0"),
        (bytes(31), "x", "salt: expected 32 bytes, got 31"),
        (bytes(32), "", "text: expected 1 to 64000 bytes, got 0"),
        (bytes(32), "x" * (TEXT_SIZE_MAX + 1), "text: expected 1 to 64000 bytes, got 64001"),
        (bytes(32), "\ud800", "text: expected Unicode, got half a character"),
    ],
)
def test_what_is_no_text_is_named_without_a_word_of_it(salt: bytes, text: str, said: str) -> None:
    """The error says what was expected and what was there, and never the text."""
    with pytest.raises(TextError, match=said):
        commit(salt, text)
