"""Logs of a serving process are lines for a program, and hold nothing that opens anything."""

import json
import logging
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from ops.commands.running.serving.logs import BLOT, blotted, keep_logs
from ops.settings import Form
from tests.api.test_serve import ask, eventually, free_port
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao

KEY = "razao_" + "k3Y-" * 10
PASSWORD = "open-sesame"
PRIVATE = (
    "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIEnoughOfThis\n-----END PRIVATE KEY-----"
)


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    """Give the root of all loggers; it is afterwards as it was."""
    one = logging.getLogger()
    before, level = one.handlers[:], one.level
    yield one
    one.handlers[:] = before
    one.setLevel(level)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (f"Authorization: Bearer {KEY}", f"Authorization: {BLOT}"),
        (f"key {KEY} unknown", f"key {BLOT} unknown"),
        (f"postgresql://me:{PASSWORD}@db/x", f"postgresql://me:{BLOT}@db/x"),
        (f"host=db password={PASSWORD} user=me", f"host=db password={BLOT} user=me"),
        (f"password='{PASSWORD} two' user=me", f"password={BLOT} user=me"),
        (f'{{"password": "{PASSWORD}"}}', f'{{"password": {BLOT}}}'),
        (f"cannot read {PRIVATE} in a line", f"cannot read {BLOT} in a line"),
        ("mesa-ra:12 at RA-01: 100 CVE", "mesa-ra:12 at RA-01: 100 CVE"),
        ("http://127.0.0.1:8008/v1/events", "http://127.0.0.1:8008/v1/events"),
        ("the token of razao_inspector", "the token of razao_inspector"),
    ],
)
def test_what_opens_something_is_blotted_out(said: str, left: str) -> None:
    """Keys, passwords in addresses and settings, private keys; nothing else of the line."""
    assert blotted(said) == left


def fail() -> None:
    """Raise an error with a private key, caused by one with a password."""
    try:
        int(f"postgresql://me:{PASSWORD}@db/x")
    except ValueError as error:
        raise OSError(PRIVATE) from error


@pytest.mark.parametrize("form", list(Form))
def test_no_entry_holds_a_secret_wherever_it_stands(
    root: logging.Logger, capsys: pytest.CaptureFixture[str], form: Form
) -> None:
    """In the message, its values, what is said besides, an exception's words and its cause."""
    keep_logs(form)
    assert root.handlers
    try:
        fail()
    except OSError:
        logging.getLogger("api.x").exception("no %s", KEY, extra={"sent": {"password": PASSWORD}})
    said = capsys.readouterr().err
    assert "Traceback" in said
    assert BLOT in said
    for secret in (KEY, PASSWORD, "EnoughOfThis"):
        assert secret not in said


def test_an_entry_that_cannot_be_written_tells_no_secret(
    root: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    """A message that does not fit its values is an error that names the logger, not the values."""
    keep_logs(Form.JSON)
    assert len(root.handlers) == 1
    logging.getLogger("api.x").error("no %d", KEY)
    said = capsys.readouterr().err
    assert said == "api.x: an entry could not be written: TypeError\n"


def test_an_entry_is_an_object_with_time_level_and_logger(
    root: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, whatever stands in it; ours are heard from level info on, others' warnings."""
    keep_logs(Form.JSON)
    assert root.handlers
    logging.getLogger("api.x").info("two\nlines", extra={"position": 7})
    logging.getLogger("strange.library").info("prattle")
    (line,) = capsys.readouterr().err.splitlines()
    entry = json.loads(line)
    assert entry.pop("timestamp").endswith("Z")
    assert entry == {"event": "two\nlines", "level": "info", "logger": "api.x", "position": 7}


@pytest.mark.deep
def test_a_served_night_logs_no_key_and_no_password(
    recorded_casino: Casino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys that are refused, an error within, the database away: each is logged, none is told."""
    home = recorded_casino.installation.home
    url = recorded_casino.conninfo
    password = str(conninfo_to_dict(url)["password"])
    done = razao(url, home, "keys", "api", "insp-ana", "--role", "inspector")
    key = done.stdout.strip()
    port = free_port()
    for name, value in (("HOME", str(home)), ("DATABASE_URL", url), ("LOG", "json")):
        monkeypatch.setenv(f"RAZAO_{name}", value)
    log = tmp_path / "log"
    with log.open("w") as written:
        process = subprocess.Popen(
            [sys.executable, "-m", "ops.cli", "serve", "--port", str(port)],
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        eventually(lambda: ask(f"{address}/health")[0] == 200, "health is green")
        ask(f"{address}/v1/events?key={key}", key)
        ask(f"{address}/v1/events", "razao_" + secrets.token_urlsafe(32))
        with psycopg.connect(recorded_casino.superuser, autocommit=True) as connection:
            connection.execute("ALTER TABLE projections.finding RENAME TO gone")
        ask(f"{address}/v1/findings", key)
        assert process.poll() is None
    finally:
        process.terminate()
        process.wait(20)
    said = log.read_text()
    entries = [json.loads(line) for line in said.splitlines()]
    assert any("serves razao.test" in entry["event"] for entry in entries)
    assert any("a table is missing" in entry["event"] for entry in entries)
    assert password not in said
    assert key not in said
    for path in recorded_casino.installation.keys.held():
        assert path.read_text().strip() not in said
