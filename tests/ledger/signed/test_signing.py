"""Whether a signature fits: one rule, by either library, also where libraries differ.

Run at every upgrade of ``cryptography`` or ``pynacl``: what the door takes, whoever has OpenSSL
alone must take for ever, and the other way round.
"""

from itertools import product

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.signed import signing
from ledger.signed.signing import (
    Check,
    KeySigner,
    fits,
    fits_by_libsodium,
    fits_by_openssl,
    is_weak,
    keeps_the_rule,
)
from ops.outside.verifier import razao_verify
from tests.helpers.each import each
from tests.ledger.signed.edwards import BASE, SMALL, L, P, fits_eightfold, sign, spell, x_of

CHECKS: dict[str, Check] = {
    "libsodium": fits_by_libsodium,
    "OpenSSL": fits_by_openssl,
    "the verifier for outsiders": razao_verify.fits,
}


def answers(key: bytes, signature: bytes, message: bytes) -> set[bool]:
    """Return what the checks say, each in its turn."""
    return {check(key, signature, message) for check in CHECKS.values()}


def by_openssl_alone(key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell what OpenSSL takes of itself."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


# Published as "Taming the many EdDSAs" (Chalkias, Garillot, Nikolaenko, 2020), cases 0 to 9.
SMALL_KEY = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"
MIXED_KEY = "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43"
OTHER_MIXED_KEY = "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d"
PLAIN_KEY = "442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623"
PUBLISHED = {
    "key and R of small order, S nothing": (
        "8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6",
        SMALL_KEY,
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a" + "00" * 32,
    ),
    "key of small order": (
        "9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
        SMALL_KEY,
        (
            "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43"
            "a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04"
        ),
    ),
    "R of small order": (
        "aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab",
        MIXED_KEY,
        (
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"
            "8c4bd45aecaca5b24fb97bc10ac27ac8751a7dfe1baff8b953ec9f5833ca260e"
        ),
    ),
    "key and R of mixed order, the equation holds": (
        "9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
        OTHER_MIXED_KEY,
        (
            "9046a64750444938de19f227bb80485e92b83fdb4b6506c160484c016cc1852f"
            "87909e14428a7a1d62e9f22f3d3ad7802db02eb2e688b6c52fcd6648a98bd009"
        ),
    ),
    "key and R of mixed order, only eight times the equation holds": (
        "e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c",
        OTHER_MIXED_KEY,
        (
            "160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed512"
            "5ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09"
        ),
    ),
    "R of mixed order, only eight times the equation holds": (
        "e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c",
        OTHER_MIXED_KEY,
        (
            "21122a84e0b5fca4052f5b1235c80a537878b38f3142356b2c2384ebad4668b7"
            "e40bc836dac0f71076f9abe3a53f9c03c1ceeeddb658d0030494ace586687405"
        ),
    ),
    "S and the order more": (
        "85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40",
        PLAIN_KEY,
        (
            "e96f66be976d82e60150baecff9906684aebb1ef181f67a7189ac78ea23b6c0e"
            "547f7690a0e2ddcd04d87dbc3490dc19b3b3052f7ff0538cb68afb369ba3a514"
        ),
    ),
    "S far above the order": (
        "85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40",
        PLAIN_KEY,
        (
            "8ce5b96c8f26d0ab6c47958c9e68b937104cd36e13c33566acd2fe8d38aa1942"
            "7e71f98a473474f2f13f06f97c20d58cc3f54b8bd0d272f42b695dd7e89a8c22"
        ),
    ),
    "R of small order in another spelling": (
        "fdaebc429f4a735932a160da1301080c13280eea8bc280d1b392c6b9e6ba3a5a",
        MIXED_KEY,
        (
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
            "454d370c8d9fc323a41450f8d513eafeb5b0697390c1e505a0d4ddc71f566607"
        ),
    ),
    "R of small order in another spelling, hashed in the one": (
        "84b698d39be126ff55fe45079e6c8bf64a0d7db6994560b4e96b7021eb39c1a1",
        MIXED_KEY,
        (
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
            "084d5b99c2a9463d9c8bd5026916996984eeec87ddf1d3be329006ace1b37b09"
        ),
    ),
}
FITTING = "key and R of mixed order, the equation holds"


@each("name", PUBLISHED)
def test_published_signatures_are_judged_by_the_rule(name: str) -> None:
    """Of the ten on which libraries differ one fits, and every check says so."""
    message, key, signature = map(bytes.fromhex, PUBLISHED[name])
    assert answers(key, signature, message) == {name == FITTING}


def test_libraries_agree_on_every_part_of_small_order() -> None:
    """Key and R with each of the eight small points added, over messages that meet each case."""
    seen: set[tuple[bool, bool, bool]] = set()
    for key, r, number in product(range(8), range(8), range(3)):
        message = b"mesa-%d" % number
        public, signature = sign(7, 11, message, key=key, r=r)
        (fit,) = answers(public, signature, message)
        assert fit is by_openssl_alone(public, signature, message)
        seen.add((key > 0, r > 0, fit))
    assert {(True, True, True), (True, False, True), (True, True, False)} <= seen
    assert (False, True, True) not in seen


def test_what_a_weak_key_signs_fits_nowhere() -> None:
    """OpenSSL alone takes one signature of such a key over every message that there is."""
    forged = spell(BASE) + (1).to_bytes(32, "little")  # [1]B = B + [k]0
    for message in (b"", b"aposta de 5", b"aposta de 5000"):
        assert by_openssl_alone(spell(SMALL[0]), forged, message)
        assert answers(spell(SMALL[0]), forged, message) == {False}


def spellings(y: int) -> list[bytes]:
    """Return the ways to spell the points of a y."""
    return [
        (number | sign << 255).to_bytes(32, "little")
        for number in (y, y + P)
        if number < 2**255
        for sign in (0, 1)
    ]


def test_weak_points_are_the_eight_and_every_other_spelling() -> None:
    """Each small point in each spelling, and whatever is spelt past the prime; no other point."""
    weak = {data for _, y in SMALL for data in spellings(y)}
    assert all(map(is_weak, weak))
    assert all(is_weak(spellings(y)[-1]) for y in range(19))
    plain = [y for y in range(2, 60) if x_of(y, 0) is not None]
    assert not any(is_weak(data) for y in plain for data in spellings(y)[:2])


@pytest.mark.parametrize("check", CHECKS)
def test_keys_and_signatures_of_other_lengths_fit_nothing(check: str) -> None:
    """A byte more or less is a refusal, never a reading past the end."""
    signer = KeySigner.from_seed(bytes(range(32)))
    key, signature = signer.public_key, signer.sign(b"facto")
    judge = CHECKS[check]
    assert judge(key, signature, b"facto")
    for other in (b"", key[:31], key + b"\0", key * 2):
        assert not judge(other, signature, b"facto")
    for other in (b"", signature[:32], signature[:63], signature + b"\0"):
        assert not judge(key, other, b"facto")
    assert not judge(key, signature + b"f", b"acto"), "what is signed begins after the signature"


special = st.sampled_from(
    [data for _, y in SMALL for data in spellings(y)] + [spell(BASE), bytes(32), b"\xff" * 32]
)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[bytes, bytes, bytes, bool]:
    """Draw a key, a signature and a message, some of them altered, and whether any is."""
    signer = KeySigner.from_seed(draw(st.binary(min_size=32, max_size=32)))
    message = draw(st.binary(max_size=40))
    key, signature = signer.public_key, signer.sign(message)
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    how = draw(st.sampled_from(["none", "bit", "key", "r", "s", "both", "negated", "message"]))
    match how:
        case "bit":
            bit = draw(st.integers(0, 8 * 96 - 1))
            whole = bytearray(key + signature)
            whole[bit // 8] ^= 1 << bit % 8
            return bytes(whole[:32]), bytes(whole[32:]), message, True
        case "key":
            key = draw(special)
        case "r":
            r = draw(special)
        case "s":
            s = draw(st.sampled_from([s + L, s + 7 * L, 0, 1, L, L - 1, L - s, 2**256 - 1]))
        case "both":
            key, r, s = draw(special), draw(special), draw(st.sampled_from([0, 1, s]))
        case "negated":
            r = r[:31] + bytes([r[31] ^ 0x80])
        case "message":
            message += b"\0"
        case _:
            return key, signature, message, False
    return key, r + s.to_bytes(32, "little"), message, True


@settings(max_examples=600)
@given(mutated())
def test_checks_agree_on_whatever_is_altered(case: tuple[bytes, bytes, bytes, bool]) -> None:
    """What the door takes the verifier for outsiders takes, and nothing else; OpenSSL takes it."""
    key, signature, message, altered = case
    (fit,) = answers(key, signature, message)
    assert fit is not altered
    assert not fit or by_openssl_alone(key, signature, message)


def test_the_library_here_keeps_the_rule() -> None:
    """So it is asked; one that multiplies by eight, or takes weak keys, or anything, is not."""
    assert keeps_the_rule(fits_by_libsodium)
    assert keeps_the_rule(fits_by_openssl)
    assert fits is fits_by_libsodium
    assert not keeps_the_rule(fits_eightfold)
    assert not keeps_the_rule(by_openssl_alone)
    assert not keeps_the_rule(lambda *_: True)
    assert not keeps_the_rule(lambda *_: False)


@each("name", signing._KNOWN)
def test_known_signatures_are_what_their_names_say(name: str) -> None:
    """Each is refused for its own reason: only the one of eight times the equation holds so."""
    key, signature = map(bytes.fromhex, signing._KNOWN[name])
    message = signing._KNOWN_MESSAGE
    assert answers(key, signature, message) == {name == "good"}
    eightfold = {"good", "only eight times the equation holds"}
    assert fits_eightfold(key, signature, message) is (name in eightfold)
    weak = {"good", "R of small order", "key of small order"}
    assert by_openssl_alone(key, signature, message) is (name in weak)
