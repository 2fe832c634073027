"""The command line as its users call it, wrong arguments too."""

import json
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from ledger.signed.logs import LogSigner
from ledger.signed.signing import KeySigner
from ops.cli import VERBS, main
from tests.helpers.each import each

REPOSITORY = Path(__file__).parents[2]


def razao(*arguments: str, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "RAZAO_HOME": str(home)} if home else dict(os.environ)
    return subprocess.run(
        [sys.executable, "-m", "ops.cli", *arguments],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


BROKEN = """
import sys, typer, ops.cli
app = typer.Typer()
@app.command()
def send() -> None:
    print("sending", flush=True)
    if sys.argv[1] == "elsewhere":
        raise BrokenPipeError(32, "Broken pipe")
    while True:
        print("more", flush=True)
ops.cli._run(app, "send", [])
"""


def test_a_connection_that_broke_is_told_and_a_reader_that_has_gone_is_not() -> None:
    """What a command sends may break off: exit 3, in words; ``| head`` ends it in silence."""
    command = [sys.executable, "-c", BROKEN, "elsewhere"]
    told = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert told.returncode == 3
    assert "the other end closed a connection" in told.stderr
    with subprocess.Popen(
        [sys.executable, "-c", BROKEN, "here"],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as printing:
        assert printing.stdout is not None
        assert printing.stderr is not None
        assert printing.stdout.readline() == "sending\n"
        printing.stdout.close()
        assert printing.stderr.read() == ""
    assert printing.returncode == 1


@pytest.mark.parametrize("asked", [("--kinds",), ("bet-placed",)])
def test_what_is_printed_onto_a_full_disk_is_told(asked: tuple[str, ...]) -> None:
    """Exit 3 with the system's words, whether lines go out as they come or all at the end."""
    command = [sys.executable, "-m", "ops.cli", "schema", *asked]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command, cwd=REPOSITORY, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 3
    assert done.stderr == "razao: what was written to: No space left on device\n"


def test_a_reader_that_has_gone_is_not_told_of_what_is_drawn() -> None:
    """Rich would hide the end of a pipe; ``razao rules coverage | head`` complained of it."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "ops.cli", "schema", "bet-placed"]
    done = subprocess.run(
        command, cwd=REPOSITORY, stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


@each("verb", VERBS)
def test_every_verb_has_its_module(verb: str) -> None:
    """What the help lists can be run."""
    assert import_module(f"ops.commands.{VERBS[verb].module}").app is not None


def test_every_command_of_the_readme_exists() -> None:
    """The tour promises nothing that is not there."""
    text = (REPOSITORY / "README.md").read_text()
    named = set(re.findall(r"^razao (\w+)", text, re.MULTILINE))
    assert named
    assert named <= VERBS.keys()


def test_an_unknown_command_is_misuse() -> None:
    """Exit 2, and the message says what is expected."""
    done = razao("frobnicate")
    assert done.returncode == 2
    assert "expected one of: demo" in done.stderr
    assert done.stdout == ""


def test_help_lists_every_verb_and_exits_clean() -> None:
    """The first thing anybody types."""
    done = razao("--help")
    assert done.returncode == 0
    assert all(f"  {verb}" in done.stdout for verb in VERBS)


def test_a_wrong_option_is_misuse() -> None:
    """A value out of a closed list names the list."""
    done = razao("import", "hands", "nowhere.jsonl", "--limit", "some")
    assert done.returncode == 2
    assert "expected one of none, half-pot, pot" in done.stderr


@each(
    "arguments",
    [
        ("witness", "init", "w.example", "--folder", "{file}"),
        ("witness", "init", "w.example", "--folder", "{file}/below"),
        ("watch", "follow", "http://127.0.0.1:1", "--policy", "{policy}", "--folder", "{file}"),
    ],
)
def test_a_folder_that_cannot_be_made_is_misuse(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file stands where the folder is to be: one sentence names the place, no traceback."""
    file, policy = tmp_path / "file", tmp_path / "policy"
    file.touch()
    key = LogSigner("casa", KeySigner.generate()).keys.keys[0].text
    policy.write_text(f"log {key}\nquorum none\n")
    with pytest.raises(SystemExit) as stopped:
        main([one.format(file=file, policy=policy) for one in arguments])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.startswith(f"razao: {file}")


def test_a_database_that_is_not_there_is_exit_three(tmp_path: Path) -> None:
    """What cannot be reached is another thing than misuse or a finding."""
    environment = {
        **os.environ,
        "RAZAO_HOME": str(tmp_path),
        "RAZAO_DATABASE_URL": f"postgresql://razao@/razao?host={tmp_path}",
    }
    done = subprocess.run(
        [sys.executable, "-m", "ops.cli", "findings"],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr


def assert_exact(home: Path) -> None:
    """Play the demonstration; nothing else may be found than was planted, and exit 0."""
    done = razao("demo", "--size", "0.3", "--json", home=home)
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout)
    assert figures["planted"] == figures["found"] == 12
    assert figures["invented"] == figures["amounts_off"] == 0
    assert figures["verified"] is True


@pytest.mark.long
@pytest.mark.deep
def test_the_demonstration_finds_just_what_it_planted_and_goes_on(razao_home: Path) -> None:
    """From nothing: a server, a ledger, twelve faults, exit 0; its findings are there after it.

    A second run plays the next evening into the same ledger, and tells it to people.
    """
    assert_exact(razao_home)
    found = razao("findings", "--json", home=razao_home)
    assert found.returncode == 1
    assert len(found.stdout.splitlines()) >= 12
    again = razao("demo", "--size", "0.3", home=razao_home)
    assert again.returncode == 0, again.stdout + again.stderr
    assert "planted 12, found 12, invented 0" in again.stdout
    assert "the evening of 23-11-2026" in again.stdout
    assert "acta-" in again.stdout
