"""A passphrase comes from a file, a systemd credential or a person, and from nowhere else."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ops.errors import MisuseError
from ops.outside.registrar import custody
from ops.outside.registrar.custody import make_key, open_key, passphrase_from

Typing = Callable[..., None]


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Let somebody sit at a terminal who types these words."""

    def types(*words: str) -> None:
        told = iter(words)
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr(custody, "getpass", lambda _: next(told))

    return types


def test_a_credential_that_systemd_handed_over_opens_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the key's own name, its last line's end left out; another's credential opens nothing."""
    handed = tmp_path / "credentials"
    handed.mkdir()
    (handed / "servico.passphrase").write_text("uma frase\n")
    (handed / "log.passphrase").write_text("outra\n")
    monkeypatch.setenv(custody.CREDENTIALS, str(handed))
    made = make_key(str(tmp_path / "servico.key"), passphrase_from())
    assert open_key(str(tmp_path / "servico.key"), passphrase_from()).public_key == made.public_key
    assert b"PRIVATE" in (tmp_path / "servico.key").read_bytes()
    assert b"ENCRYPTED" in (tmp_path / "servico.key").read_bytes()
    (tmp_path / "servico.key").rename(tmp_path / "log.key")
    with pytest.raises(MisuseError, match="another passphrase"):
        open_key(str(tmp_path / "log.key"), passphrase_from())


def test_a_file_that_is_named_goes_before_a_credential(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who names a file means that one; one that is not there is named."""
    (tmp_path / "k.passphrase").write_text("errada")
    (tmp_path / "frase").write_text("certa\r\n")
    monkeypatch.setenv(custody.CREDENTIALS, str(tmp_path))
    make_key(str(tmp_path / "k.pem"), passphrase_from(tmp_path / "frase"))
    open_key(str(tmp_path / "k.pem"), passphrase_from(tmp_path / "frase"))
    with pytest.raises(MisuseError, match="another passphrase"):
        open_key(str(tmp_path / "k.pem"), passphrase_from())
    with pytest.raises(MisuseError, match="nowhere"):
        open_key(str(tmp_path / "k.pem"), passphrase_from(tmp_path / "nowhere"))


def test_who_sits_at_a_terminal_is_asked_and_twice_for_a_new_key(
    tmp_path: Path, at_a_terminal: Typing
) -> None:
    """Two words that differ make no key; where nobody sits it is said how to give one."""
    where = str(tmp_path / "k.pem")
    with pytest.raises(MisuseError, match=r"--passphrase-file, by the systemd credential k\.pass"):
        make_key(where, passphrase_from(twice=True))
    at_a_terminal("uma", "outra")
    with pytest.raises(MisuseError, match="differ; no key was made"):
        make_key(where, passphrase_from(twice=True))
    assert not Path(where).exists()
    at_a_terminal("uma", "uma", "uma")
    made = make_key(where, passphrase_from(twice=True))
    assert open_key(where, passphrase_from()).public_key == made.public_key
