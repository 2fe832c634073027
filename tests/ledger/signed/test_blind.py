"""Blinded envelopes: six header lines, and a link that nobody can guess what it covers from."""

import re
from hashlib import sha256

import pytest

from ledger.errors import MalformedError
from ledger.events.outcomes import CardDealt
from ledger.ids import Link, PlaceId, RoundId, SourceId
from ledger.signed.canonical import Envelope, begins, decode, decode_header, encode
from ledger.signed.chain import link_of
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain

BLIND = bytes.fromhex("000102030405060708090a0b0c0d0e0f")
BODY = b'{"at":"2026-11-20T22:15:31.123456Z","day":null,"place":null,"round":null,"payload":{}}'
LINES = b" casa\nmesa\n7\n" + b"3f" * 32 + b"\nbets-closed/1\n"
BLINDED = b"razao/2" + LINES + BLIND.hex().encode() + b"\n\n" + BODY
UNBLINDED = b"razao/1" + LINES + b"\n" + BODY
SUITS, RANKS = "CEOP", ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R")


def test_a_blinded_envelope_is_read_and_written_as_it_stands() -> None:
    """Six lines, the last of them 32 hex digits, give the event and its blind, and come back."""
    event = decode(BLINDED)
    assert event.blind == BLIND
    assert (event.source, event.seq, event.kind) == ("mesa", 7, "bets-closed/1")
    assert encode(event) == BLINDED
    assert decode_header(BLINDED).format == "razao/2"


def test_the_older_format_is_read_and_written_as_it_stands() -> None:
    """An envelope of ``razao/1`` has five lines and no blind, for ever."""
    event = decode(UNBLINDED)
    assert event.blind is None
    assert encode(event) == UNBLINDED
    assert decode_header(UNBLINDED).format == "razao/1"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"razao/2" + LINES + b"\n" + BODY, "the header has 5 lines, expected 6 of razao/2"),
        (b"razao/1" + BLINDED[7:], "the header has 6 lines, expected 5 of razao/1"),
        (b"razao/3" + BLINDED[7:], "format: expected 'razao/2', got 'razao/3'"),
        (BLINDED.replace(BLIND.hex().encode(), b"0" * 31), "blind: not well formed"),
        (BLINDED.replace(BLIND.hex().encode(), b"A" * 32), "blind: not well formed"),
        (BLINDED.replace(b"\n\n{", b"\nmore\n\n{"), "the header has 7 lines, expected 6"),
    ],
)
def test_a_header_that_is_neither_format_says_which_line(data: bytes, said: str) -> None:
    """A line too few, too many, or a blind that is no 32 hex digits is malformed, and named."""
    with pytest.raises(MalformedError, match=re.escape(said)):
        decode_header(data)


def test_the_quick_look_agrees_with_the_whole_one() -> None:
    """``begins`` says yes to exactly the two formats, and with ``blinded`` to the newer alone."""
    assert begins(BLINDED, LINES, blinded=True)
    assert begins(BLINDED, LINES, blinded=False)
    assert begins(UNBLINDED, LINES, blinded=False)
    assert not begins(UNBLINDED, LINES, blinded=True)
    for data in (
        b"razao/2" + LINES + b"\n" + BODY,
        b"razao/1" + BLINDED[7:],
        b"razao/3" + BLINDED[7:],
        BLINDED.replace(b"mesa", b"nesa"),
        BLINDED.replace(BLIND.hex().encode(), b"A" * 32),
    ):
        assert not begins(data, LINES, blinded=False), data[:120]


def dealt(card: str, blind: bytes | None) -> bytes:
    """Return the envelope of a card dealt face down, whose every other byte the guesser knows."""
    return encode(
        Envelope(
            origin="casa",
            source=SourceId("mesa"),
            seq=7,
            previous=Link(bytes(32)),
            kind=CardDealt.KIND,
            blind=blind,
            at="2026-11-20T22:15:31.123456Z",
            day="2026-11-20",
            place=PlaceId("HE-01"),
            round=RoundId("HE-01/2026-11-20/4"),
            payload=CardDealt(to="seat:3", card=card),
        )
    )


def test_who_knows_all_but_the_card_finds_it_in_an_unblinded_link_only() -> None:
    """All 52 cards tried: one gives the older format's link, none the newer's."""
    secret = f"{RANKS[8]}{SUITS[1]}"
    cards = [f"{rank}{suit}" for rank in RANKS for suit in SUITS]
    guessed = [card for card in cards if link_of(dealt(card, None)) == link_of(dealt(secret, None))]
    assert guessed == [secret]
    shown = link_of(dealt(secret, sha256(b"of the source alone").digest()[:16]))
    guesses = [dealt(card, blind) for card in cards for blind in (None, bytes(16), BLIND)]
    assert shown not in {link_of(guess) for guess in guesses}


def test_a_source_blinds_each_event_anew() -> None:
    """The same word twice has two blinds, and neither is the other's."""
    chain = SourceChain("casa", "mesa", KeySigner.generate())
    word = CardDealt(to="seat:3", card="9E")
    at = "2026-11-20T22:15:31.123456Z"
    blinds = {decode(chain.event(word, at)).blind for _ in range(50)}
    assert len(blinds) == 50
    assert all(blind is not None and len(blind) == 16 for blind in blinds)
