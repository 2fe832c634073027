"""Private keys in files: encrypted, or as older ones are; what does not open is named."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from ledger.signed.key_files import KeyFileError, load_key, save_encrypted
from ledger.signed.signing import KeySigner


def word(_path: Path) -> bytes:
    """Say the passphrase."""
    return b"uma frase"


def test_an_encrypted_key_opens_by_its_passphrase_alone(tmp_path: Path) -> None:
    """The same key comes back; another passphrase, or a byte altered, gives none."""
    path = tmp_path / "k"
    made = save_encrypted(path, b"uma frase")
    assert load_key(path, word).public_key == made.public_key
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(KeyFileError, match="another passphrase"):
        load_key(path, lambda _: b"outra")
    data = path.read_bytes()
    (tmp_path / "altered").write_bytes(data[:-60] + b"AAAA" + data[-56:])
    with pytest.raises(KeyFileError, match="altered"):
        load_key(tmp_path / "altered", word)


def test_an_older_file_in_hex_opens_and_nobody_is_asked(tmp_path: Path) -> None:
    """Keys of installations of before are read as they are."""
    signer = KeySigner.generate()
    signer.save(tmp_path / "k")

    def never(_path: Path) -> bytes:
        raise AssertionError

    assert load_key(tmp_path / "k", never).public_key == signer.public_key


def test_a_key_is_never_overwritten_and_never_without_a_passphrase(tmp_path: Path) -> None:
    """A second at the same place, and an empty word, make none."""
    save_encrypted(tmp_path / "k", b"w")
    with pytest.raises(FileExistsError):
        save_encrypted(tmp_path / "k", b"w")
    with pytest.raises(KeyFileError, match="empty"):
        save_encrypted(tmp_path / "l", b"")
    assert not (tmp_path / "l").exists()


@pytest.mark.parametrize("holds", [b"", b"abc", b"\xff\xfe", b"-----BEGIN NOTHING-----\n"])
def test_what_is_no_key_is_said_to_be_none(tmp_path: Path, holds: bytes) -> None:
    """An empty file, rubbish, a PEM of nothing, no file: each an error that names the file."""
    (tmp_path / "k").write_bytes(holds)
    with pytest.raises(KeyFileError, match="k: "):
        load_key(tmp_path / "k", word)
    with pytest.raises(KeyFileError, match="No such file"):
        load_key(tmp_path / "none", word)


def test_a_truncated_file_is_named_wherever_it_ends(tmp_path: Path) -> None:
    """A disk that was full: each beginning of a key's file is an error of ours."""
    save_encrypted(tmp_path / "k", b"uma frase")
    data = (tmp_path / "k").read_bytes().rstrip()
    for size in range(0, len(data), 5):
        (tmp_path / "k").write_bytes(data[:size])
        with pytest.raises(KeyFileError, match="k: "):
            load_key(tmp_path / "k", word)


def test_a_passphrase_that_is_too_long_makes_no_key(tmp_path: Path) -> None:
    """More than 1,023 bytes cannot encrypt a file; there is none then."""
    with pytest.raises(KeyFileError, match="k: "):
        save_encrypted(tmp_path / "k", b"w" * 2_000)
    assert not (tmp_path / "k").exists()


def test_no_key_is_read_or_written_through_what_is_no_file(tmp_path: Path) -> None:
    """A folder, a link to nowhere: named; a new key never follows a link."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "target")
    for name in ("folder", "link"):
        with pytest.raises(KeyFileError, match=name):
            load_key(tmp_path / name, word)
    with pytest.raises(FileExistsError):
        save_encrypted(tmp_path / "link", b"w")
    assert not (tmp_path / "target").exists()


def test_a_key_of_another_kind_is_named(tmp_path: Path) -> None:
    """A key that cannot sign as sources do."""
    data = X25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    (tmp_path / "k").write_bytes(data)
    with pytest.raises(KeyFileError, match="expected an Ed25519 key, got X25519PrivateKey"):
        load_key(tmp_path / "k", word)
