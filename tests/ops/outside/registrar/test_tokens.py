"""Keys in a PKCS#11 token: SoftHSM2, where this machine has it."""

import pytest

from ledger.signed.signing import fits
from ops.errors import MisuseError
from ops.outside.registrar.custody import open_key, passphrase_from
from ops.outside.registrar.tokens import parts_of
from tests.fixtures.tokens import needs_softhsm


@needs_softhsm
def test_a_token_signs_as_a_file_does(token: str) -> None:
    """Its signature fits the public key that it shows, over these bytes and no others."""
    signer = open_key(token, passphrase_from())
    signature = signer.sign(b"mesa")
    assert fits(signer.public_key, signature, b"mesa")
    assert not fits(signer.public_key, signature, b"mesb")


@needs_softhsm
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("registo-1", "registo-9", "does not sign"),
        ("token=registos", "token=outro", "does not sign"),
        ("/pin", "/conf", "does not sign"),
        ("/pin", "/nada", "pin-source"),
    ],
    ids=["no such key", "no such token", "another PIN", "no file of a PIN"],
)
def test_what_does_not_open_is_named(token: str, old: str, new: str, told: str) -> None:
    """Misuse, with what was asked for; never a PIN."""
    with pytest.raises(MisuseError, match=told) as caught:
        open_key(token.replace(old, new), passphrase_from())
    assert "123456" not in str(caught.value)


def test_an_address_tells_token_key_and_library() -> None:
    """What lacks is named, before any library is loaded."""
    for address in ("pkcs11:object=a?module-path=b", "pkcs11:token=a", "pkcs11:token=a;object=b"):
        with pytest.raises(MisuseError, match="expected"):
            parts_of(address)
