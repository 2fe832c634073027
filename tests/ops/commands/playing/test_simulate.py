"""``razao simulate`` as its users call it: nights, faults, score, store, and over HTTP."""

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pytest

from ops.cli import main
from tests.ops.test_cli import REPOSITORY, razao

FAULTS = """\
[[fault]]
place = "RA-01"
fault = "overpaid"

[[fault]]
place = "RA-01"
fault = "late-bet"
occasion = 9

[[fault]]
place = "SALA"
fault = "equivocation"
"""


class Here(Protocol):
    """Runs the command in this process, which has loaded it already."""

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        """Return the exit code, and what was said on both streams."""
        ...


@pytest.fixture
def here(
    razao_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Here:
    """Return what runs ``razao`` with the test's home."""
    monkeypatch.setenv("RAZAO_HOME", str(razao_home))

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
        said = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return left.value.code, said.out, said.err

    return run


@pytest.mark.long
@pytest.mark.deep
def test_what_is_planted_is_found_and_a_changed_store_is_named(
    razao_home: Path, tmp_path: Path, here: Here
) -> None:
    """A file of three faults: exact; then seven faults of the store in copies, each named."""
    file = tmp_path / "faults.toml"
    file.write_text(FAULTS)
    done = razao("simulate", "--size", "0.05", "--plant", str(file), "--json", home=razao_home)
    assert done.returncode == 0, done.stderr
    run = json.loads(done.stdout)
    assert (run["planted"], run["left"]) == (3, 0)
    scored = razao("simulate", "score", "--json", home=razao_home)
    assert scored.returncode == 0, scored.stdout + scored.stderr
    counts = json.loads(scored.stdout)
    assert (counts["planted"], counts["found"], counts["invented"]) == (3, 3, 0)
    code, shown, _ = here("simulate", "score", run["manifest"])
    assert code == 0
    assert "RA-PAY" in shown
    assert "INT-CHAIN" in shown
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    code, unexplained, _ = here("simulate", "score", str(empty))
    assert code == 1
    assert "invented  RA-PAY" in unexplained
    store = razao("simulate", "store", "--json", home=razao_home)
    assert store.returncode == 0, store.stdout + store.stderr
    altered = json.loads(store.stdout)
    assert (altered["planted"], altered["found"], altered["invented"]) == (7, 7, 0)
    assert here("verify")[0] == 0  # the ledger itself is as it was


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--plant", "everything"), "expected all, a number or a file"),
        (("--from", "yesterday"), "expected a day such as"),
        (("--url", "ftp://x"), "expected such as http://"),
        (("--days", "0"), "greater than or equal to 1"),
    ],
)
def test_what_is_asked_wrongly_is_misuse(
    razao_home: Path, here: Here, arguments: tuple[str, ...], said: str
) -> None:
    """Exit 2, a sentence with what was expected, and no ledger is founded."""
    code, _, error = here("simulate", *arguments)
    assert (code, said in " ".join(error.split())) == (2, True), error
    assert not razao_home.exists()


@pytest.mark.deep
def test_without_a_ledger_there_is_nothing_to_score(razao_home: Path) -> None:
    """As its user calls it: exit 2, and what is missing."""
    done = razao("simulate", "score", home=razao_home)
    assert done.returncode == 2, done.stdout + done.stderr
    text = " ".join(done.stderr.split())
    assert "no manifest of this ledger" in text or "holds no ledger" in text, text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[fault]]\nplace = "XX-01"\nfault = "overpaid"\n', "no place 'XX-01'; there are: SALA"),
        ('[[fault]]\nplace = "RA-01"\nfault = "theft"\n', "RA-01 has no fault 'theft'"),
        ('[[fault]]\nplace = "SO-01"\nfault = "opener-differs"\n', "SO-01 has no fault"),
        ('[[fault]]\nplace = "RA-01"\n', "missing required field `fault`"),
        ('[[fault]]\nplace = "RA-01"\nfault = "overpaid"\noccasion = 0\n', "occasion 0"),
        ("[[fault]\n", "Expected"),
    ],
)
def test_a_file_of_faults_that_cannot_be_is_named(
    razao_home: Path, tmp_path: Path, here: Here, text: str, said: str
) -> None:
    """With the file, the place and the fault; no ledger is founded."""
    file = tmp_path / "faults.toml"
    file.write_text(text)
    code, _, error = here("simulate", "--plant", str(file))
    assert (code, said in " ".join(error.split())) == (2, True), error
    assert str(file) in error.replace("\n", "")
    assert not razao_home.exists()


def test_the_faults_are_listed_with_their_codes(here: Here) -> None:
    """What a file may name, and what must be found of it."""
    code, listed, _ = here("simulate", "faults", "--json")
    known = json.loads(listed)
    assert code == 0
    assert known["RA-01"]["overpaid"] == ["RA-PAY"]
    assert known["SALA"]["equivocation"] == ["INT-CHAIN"]
    assert "overpaid" in here("simulate", "faults")[1]


@contextmanager
def rehearsing(home: Path) -> Iterator[str]:
    """Run a server that rehearses; give its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "ops.cli", "serve", "--rehearsal", "--port", str(port)]
    environment = {"RAZAO_HOME": str(home), "PATH": ""}
    server = subprocess.Popen(command, cwd=REPOSITORY, env=environment, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{url}/health", timeout=1)
                break
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.1)
        yield url
    finally:
        server.terminate()
        server.wait(30)


@pytest.mark.long
@pytest.mark.deep
def test_a_night_over_http_is_the_same_night(razao_home: Path) -> None:
    """A server that rehearses takes everything, forgeries too; what was planted is found."""
    with rehearsing(razao_home) as url:
        done = razao(
            "simulate", "--size", "0.05", "--plant", "12", "--seed", "3", "--url", url, "--json",
            home=razao_home,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        wrong = urllib.request.Request(f"{url}/rehearsal/clock", data=b"now", method="POST")
        with pytest.raises(urllib.error.HTTPError, match="400"):
            urllib.request.urlopen(wrong)
    run = json.loads(done.stdout)
    assert run["events"] > 3_000
    scored = razao("simulate", "score", "--json", home=razao_home)
    assert scored.returncode == 0, scored.stdout + scored.stderr
    assert json.loads(scored.stdout)["planted"] == run["planted"]


@pytest.mark.parametrize(
    ("arguments", "production", "said"),
    [
        (("--host", "0.0.0.0"), None, "own address"),  # noqa: S104 - what is refused
        (("--host", "192.0.2.7"), None, "own address"),
        ((), "1", "RAZAO_PRODUCTION"),
    ],
)
def test_only_this_machine_rehearses(
    razao_home: Path,
    here: Here,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    production: str | None,
    said: str,
) -> None:
    """A clock that anybody may set is not for the network, nor for production."""
    if production is not None:
        monkeypatch.setenv("RAZAO_PRODUCTION", production)
    code, out, error = here("serve", "--rehearsal", *arguments)
    assert (code, out) == (2, "")
    assert "--rehearsal" in error
    assert said in " ".join(error.split())
    assert not razao_home.exists()
