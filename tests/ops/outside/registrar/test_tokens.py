"""Keys in a PKCS#11 token: SoftHSM2, where this machine has it."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.signed.signing import fits
from ops.errors import MisuseError
from ops.outside.registrar.custody import open_key, passphrase_from
from ops.outside.registrar.tokens import parts_of

LIBRARIES = (
    "/usr/lib/softhsm/libsofthsm2.so",
    "/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so",
    "/usr/local/lib/softhsm/libsofthsm2.so",
    "/opt/homebrew/lib/softhsm/libsofthsm2.so",
)
LIBRARY = next((one for one in LIBRARIES if Path(one).exists()), None)
needs_softhsm = pytest.mark.skipif(
    LIBRARY is None or shutil.which("softhsm2-util") is None,
    reason="SoftHSM2 is not installed (apt install softhsm2)",
)


@pytest.fixture(scope="module")
def token(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a new key in a new token, without its library and PIN."""
    pkcs11 = pytest.importorskip("pkcs11")
    folder = tmp_path_factory.mktemp("softhsm")
    (folder / "tokens").mkdir()
    (folder / "conf").write_text(f"directories.tokendir = {folder / 'tokens'}\nlog.level = ERROR\n")
    (folder / "pin").write_text("123456\n")
    before = os.environ.get("SOFTHSM2_CONF")
    os.environ["SOFTHSM2_CONF"] = str(folder / "conf")
    init = ["softhsm2-util", "--init-token", "--free", "--label", "registos"]
    pins = ["--pin", "123456", "--so-pin", "654321"]
    subprocess.run([*init, *pins], check=True, capture_output=True)
    session = pkcs11.lib(LIBRARY).get_token(token_label="registos").open(rw=True, user_pin="123456")
    parameters = session.create_domain_parameters(
        pkcs11.KeyType.EC_EDWARDS,
        {pkcs11.Attribute.EC_PARAMS: b"\x13\x0cedwards25519"},
        local=True,
    )
    parameters.generate_keypair(
        mechanism=pkcs11.Mechanism.EC_EDWARDS_KEY_PAIR_GEN, store=True, label="registo-1"
    )
    session.close()
    yield f"pkcs11:token=registos;object=registo-1?module-path={LIBRARY}&pin-source={folder}/pin"
    if before is None:
        del os.environ["SOFTHSM2_CONF"]
    else:
        os.environ["SOFTHSM2_CONF"] = before


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
