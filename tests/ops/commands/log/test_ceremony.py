"""Founding by requests, and ``razao ceremony``: no registrar's key is where the ledger is."""

from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from ledger.door.opening import read_keyring
from ledger.store.reader import Reader
from ops.outside.registrar.requests import fingerprint
from tests.fixtures.casino import ORIGIN, Casino
from tests.fixtures.command import Done, razao
from tests.fixtures.postgres import Database

NOWHERE: Final = "postgresql://nobody@127.0.0.1:1/none"
HOLDERS: Final = {"ana": "house", "eva": "authority", "rui": "house"}


@pytest.fixture
def asked(tmp_path: Path) -> dict[str, Path]:
    """Let each registrar make his key in a folder of his own, and hand in a request."""
    found: dict[str, Path] = {}
    (tmp_path / "frase").write_text("uma frase longa")
    for name, side in HOLDERS.items():
        found[name] = tmp_path / f"{name}.json"
        done = apart(
            tmp_path, "request", name, "--origin", ORIGIN, "--role", "registrar", "--side", side,
            "--key", str(tmp_path / name / "key.pem"), "--out", str(found[name]), *word(tmp_path),
        )  # fmt: skip
        assert done.returncode == 0, done
    return found


def word(folder: Path) -> tuple[str, str]:
    return ("--passphrase-file", str(folder / "frase"))


def apart(folder: Path, *arguments: str) -> Done:
    """Run ``razao keys`` where there is no database."""
    return razao(NOWHERE, folder / "elsewhere", "keys", *arguments)


def found(database: Database, folder: Path, *arguments: str) -> Done:
    return razao(database.superuser, folder / "home", "keys", "found", ORIGIN, *arguments)


def agree(folder: Path, name: str, before: Path, *, said: int = 0) -> Path:
    """Let a registrar agree to a request on his own machine."""
    out = before.with_name(f"{before.name}-{name}")
    head = ("--head", "0") if not said else ()
    done = apart(
        folder, "approve", str(before), "--as", name, "--key", str(folder / name / "key.pem"),
        "--out", str(out), "--yes", *head, *word(folder),
    )  # fmt: skip
    assert done.returncode == 0, done
    return out


def test_a_ledger_is_founded_by_requests_and_holds_no_key_of_a_registrar(
    database: Database, tmp_path: Path, asked: dict[str, Path]
) -> None:
    """They agree to the matrix, and to the first change of registrars with the sealed key."""
    matrix = tmp_path / "matriz"
    named = [part for path in asked.values() for part in ("--registrar", str(path))]
    done = found(database, tmp_path, *named, "--threshold", "2", "--out", str(matrix))
    assert done.returncode == 0, done
    held = {path.stem for path in (tmp_path / "home").rglob("*.key")}
    assert held == {"servico", "log", "log-mldsa44"}

    def sent(path: Path) -> str:
        told = razao(database.superuser, tmp_path / "home", "keys", "send", str(path))
        assert told.returncode == 0, told
        return told.stdout

    one = agree(tmp_path, "ana", matrix)
    assert "it waits for more" in sent(one)
    assert "parameter-set/1: in effect" in sent(agree(tmp_path, "eva", one))
    ours = ("--origin", ORIGIN, "--out")
    seal, change = tmp_path / "selo.json", tmp_path / "muda"
    key = ("--key", str(tmp_path / "selo.pem"))
    assert apart(tmp_path, "seal", *ours, str(seal), *key, *word(tmp_path)).returncode == 0
    told = ("--threshold", "2", "--sealed", str(seal))
    assert apart(tmp_path, "replace", *ours, str(change), *told).returncode == 0
    one = agree(tmp_path, "ana", change, said=1)
    assert "2 of 2 have agreed; it waits for more" in sent(agree(tmp_path, "rui", one))
    last = agree(tmp_path, "eva", one, said=1)
    assert "registrars-changed/1: in effect" in sent(last)
    with Reader(database.login) as reader:
        keyring = read_keyring(reader)
    assert (keyring.threshold, keyring.authority, keyring.classes) == (2, 1, True)
    assert {one.name: one.side for one in keyring.living_registrars()} == HOLDERS
    assert keyring.recovery is not None
    for language, words in (("pt", "2 de 3 registadores"), ("en", "2 of 3 registrars")):
        done = razao(database.superuser, tmp_path / "home", "ceremony", "--lang", language)
        assert (done.returncode, words in done.stdout) == (0, True), done
        for one in keyring.sources.values():
            assert fingerprint(one.keys[-1].public) in done.stdout
        assert fingerprint(keyring.recovery) in done.stdout
        assert fingerprint(keyring.log_key) in done.stdout
        assert fingerprint(sha256(keyring.log_mldsa44 or b"").digest()) in done.stdout


IMPOSSIBLE: Final = (
    (("ana", "eva"), (), "needs --threshold"),
    (("ana", "eva"), ("--threshold", "3"), "3 are to agree, and there are 2"),
    (("ana", "rui"), ("--threshold", "2"), "expected one of the side authority"),
    (("ana", "eva", "eva"), ("--threshold", "2"), "expected 3 names, got 2"),
    ((), ("--threshold", "2"), "go with --registrar"),
)


def test_registrars_who_could_not_agree_found_nothing(
    database: Database, tmp_path: Path, asked: dict[str, Path], subtests: pytest.Subtests
) -> None:
    """Too few, of one side, or one twice: it is said, and the database holds no ledger."""
    for names, others, why in IMPOSSIBLE:
        named = [part for name in names for part in ("--registrar", str(asked[name]))]
        out = ("--out", str(tmp_path / "m")) if others else ()
        with subtests.test(why=why):
            done = found(database, tmp_path, *named, *others, *out)
            assert (done.returncode, why in done.stderr.replace("\n", " ")) == (2, True), done
            assert not (tmp_path / "m").exists()
    with Reader(database.login) as reader:
        assert reader.last_position() == 0


def test_who_was_founded_before_stays_with_his_registrars(
    casino: Casino, tmp_path: Path, asked: dict[str, Path]
) -> None:
    """Of a ledger that is there nobody writes a request as if it were new."""
    named = [part for path in asked.values() for part in ("--registrar", str(path))]
    out = tmp_path / "m"
    done = razao(
        casino.superuser, tmp_path, "keys", "found", ORIGIN, *named, "--threshold", "2",
        "--out", str(out),
    )  # fmt: skip
    assert done.returncode == 2
    assert "founded before" in done.stderr.replace("\n", " ")
    assert not out.exists()
