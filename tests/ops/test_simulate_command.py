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

import pytest

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


def test_what_is_planted_is_found_and_a_changed_store_is_named(
    razao_home: Path, tmp_path: Path
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
    shown = razao("simulate", "score", run["manifest"], home=razao_home)
    assert "RA-PAY" in shown.stdout
    assert "INT-CHAIN" in shown.stdout
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    unexplained = razao("simulate", "score", str(empty), home=razao_home)
    assert unexplained.returncode == 1
    assert "invented  RA-PAY" in unexplained.stdout
    store = razao("simulate", "store", "--json", home=razao_home)
    assert store.returncode == 0, store.stdout + store.stderr
    altered = json.loads(store.stdout)
    assert (altered["planted"], altered["found"], altered["invented"]) == (7, 7, 0)
    assert razao("verify", home=razao_home).returncode == 0  # the ledger itself is as it was


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--plant", "everything"), "expected all, a number or a file"),
        (("--from", "yesterday"), "expected a day such as"),
        (("score",), "no manifest of this ledger|holds no ledger"),
        (("--url", "ftp://x"), "expected such as http://"),
        (("--days", "0"), "greater than or equal to 1"),
    ],
)
def test_what_is_asked_wrongly_is_misuse(
    razao_home: Path, arguments: tuple[str, ...], said: str
) -> None:
    """Exit 2, and a sentence with what was expected."""
    done = razao("simulate", *arguments, home=razao_home)
    assert done.returncode == 2, done.stdout + done.stderr
    text = " ".join(done.stderr.split())
    assert any(one in text for one in said.split("|")), text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[fault]]\nplace = "XX-01"\nfault = "overpaid"\n', "no place 'XX-01'; there are: SALA"),
        ('[[fault]]\nplace = "RA-01"\nfault = "theft"\n', "RA-01 has no fault 'theft'"),
        ('[[fault]]\nplace = "RA-01"\n', "missing required field `fault`"),
        ('[[fault]]\nplace = "RA-01"\nfault = "overpaid"\noccasion = 0\n', "occasion 0"),
        ("[[fault]\n", "Expected"),
    ],
)
def test_a_file_of_faults_that_cannot_be_is_named(
    razao_home: Path, tmp_path: Path, text: str, said: str
) -> None:
    """With the file, the place and the fault; no ledger is founded."""
    file = tmp_path / "faults.toml"
    file.write_text(text)
    done = razao("simulate", "--plant", str(file), home=razao_home)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())
    assert str(file) in done.stderr.replace("\n", "")


def test_the_faults_are_listed_with_their_codes() -> None:
    """What a file may name, and what must be found of it."""
    done = razao("simulate", "faults", "--json")
    known = json.loads(done.stdout)
    assert known["RA-01"]["overpaid"] == ["RA-PAY"]
    assert known["SALA"]["equivocation"] == ["INT-CHAIN"]
    assert "overpaid" in razao("simulate", "faults").stdout


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
                urllib.request.urlopen(f"{url}/health", timeout=1)  # noqa: S310
                break
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.1)
        yield url
    finally:
        server.terminate()
        server.wait(30)


def test_a_night_over_http_is_the_same_night(razao_home: Path) -> None:
    """A server that rehearses takes everything, forgeries too; what was planted is found."""
    with rehearsing(razao_home) as url:
        done = razao(
            "simulate", "--size", "0.05", "--plant", "12", "--seed", "3", "--url", url, "--json",
            home=razao_home,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        wrong = urllib.request.Request(f"{url}/rehearsal/clock", data=b"now", method="POST")  # noqa: S310
        with pytest.raises(urllib.error.HTTPError, match="400"):
            urllib.request.urlopen(wrong)  # noqa: S310
    run = json.loads(done.stdout)
    assert run["events"] > 3_000
    scored = razao("simulate", "score", "--json", home=razao_home)
    assert scored.returncode == 0, scored.stdout + scored.stderr
    assert json.loads(scored.stdout)["planted"] == run["planted"]


def test_only_this_machine_rehearses(razao_home: Path) -> None:
    """A clock that anybody may set is not for the network."""
    done = razao("serve", "--rehearsal", "--host", "0.0.0.0", home=razao_home)  # noqa: S104
    assert done.returncode == 2
    assert "--rehearsal" in done.stderr
