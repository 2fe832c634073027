"""``razao db``: plain answers on standard output, remarks on standard error, and the exit codes."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from ops.cli import main
from ops.commands.running import db
from ops.database.migrate import MIGRATIONS
from ops.database.postgres import DatabaseUrls, Server, release_kept, report_server
from tests.fixtures.postgres import temporary_home


class Answer(NamedTuple):
    """What a command wrote, and its exit code."""

    code: int
    out: str
    err: str


Run = Callable[..., Answer]


@pytest.fixture(scope="module")
def made_home() -> Iterator[Path]:
    """Make one home with a cluster, since making it is most of a first start."""
    with temporary_home() as home:
        Server(home).stop()
        yield home


@pytest.fixture
def home(made_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let the commands find the home, and see that they leave no server."""
    monkeypatch.setenv("RAZAO_HOME", str(made_home))
    monkeypatch.delenv("RAZAO_DATABASE_URL", raising=False)
    monkeypatch.delenv("RAZAO_PRODUCTION", raising=False)
    yield made_home
    release_kept(made_home)


@pytest.fixture
def razao(capfd: pytest.CaptureFixture[str]) -> Run:
    """Run ``razao db`` with arguments."""

    def run(*arguments: str) -> Answer:
        with pytest.raises(SystemExit) as caught:
            main(["db", *arguments])
        assert isinstance(caught.value.code, int)
        return Answer(caught.value.code, *capfd.readouterr())

    return run


@pytest.fixture
def external(postgres_urls: DatabaseUrls, home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let the commands find a server elsewhere."""
    assert not report_server(home).running
    monkeypatch.setenv("RAZAO_DATABASE_URL", postgres_urls.superuser)
    return postgres_urls.superuser


def test_up_leaves_it_running_until_down(home: Path, razao: Run) -> None:
    """The command ends and the server stays, for whichever commands come between."""
    assert razao("up").code == 0
    assert report_server(home).running
    assert razao("up").code == 0
    assert razao("down") == Answer(0, "", "")
    assert not report_server(home).running
    assert razao("down") == Answer(0, "", "")


def test_down_says_when_somebody_still_uses_it(home: Path, razao: Run) -> None:
    """It takes nothing from anybody: the server stops when the last user has left."""
    razao("up")
    with Server(home):
        answer = razao("down")
        assert (answer.code, answer.out) == (0, "")
        assert answer.err == "still in use: it stops when its last user has left\n"
        assert report_server(home).running
    assert not report_server(home).running


def test_the_url_opens_the_database(home: Path, razao: Run) -> None:
    """Standard output is the URL alone, the ordinary login's unless asked otherwise."""
    with Server(home):
        for arguments, expected in (("url",), "razao"), (("url", "--superuser"), "postgres"):
            answer = razao(*arguments)
            assert (answer.code, answer.err) == (0, "")
            with psycopg.connect(answer.out.strip()) as connection:
                assert connection.execute("SELECT current_user").fetchall() == [(expected,)]


@pytest.mark.usefixtures("home")
def test_the_url_of_a_server_that_is_down_is_not_told(razao: Run) -> None:
    """Nothing answers there; exit 3, and the remark says what to do."""
    answer = razao("url")
    assert (answer.code, answer.out) == (3, "")
    assert "razao db up" in answer.err


def test_the_status_is_scriptable(home: Path, razao: Run) -> None:
    """One fact a line or one JSON document; exit 0 when the database answers, 3 when not."""
    assert razao("status") == Answer(3, f"server: embedded\nstate: down\nhome: {home}\n", "")
    with Server(home) as server:
        answer = razao("status")
        assert answer.code == 0
        assert f"pid: {server.pid}\n" in answer.out
        assert "kept: no\n" in answer.out
        answer = razao("status", "--json")
        assert answer.code == 0
        status = json.loads(answer.out)
        assert status["state"] == "up"
        assert status["data"] == f"{home}/postgres/data"
        assert status["version"].startswith("18.")


@pytest.mark.usefixtures("home")
def test_migrate_prints_what_it_applied(razao: Run) -> None:
    """One name a line, so nothing the second time; the server runs as long as it takes."""
    names = sorted(path.name for path in MIGRATIONS.glob("*.sql"))
    assert razao("migrate") == Answer(0, "".join(f"{name}\n" for name in names), "")
    assert razao("migrate") == Answer(0, "", "up to date\n")


@pytest.mark.usefixtures("home")
def test_migrate_names_the_file_that_is_wrong(razao: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Something was found, which is exit 1 and no traceback."""

    def refuse(_conninfo: str) -> list[str]:
        raise db.MigrationError("0001_roles.sql: expected the text that was applied")

    monkeypatch.setattr(db, "migrate", refuse)
    answer = razao("migrate")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == "0001_roles.sql: expected the text that was applied\n"


@pytest.mark.usefixtures("home")
def test_the_shell_is_psql(razao: Run) -> None:
    """Arguments and exit code pass through, and the password is in no process's arguments."""
    answer = razao("shell", "-X", "-At", "-c", "SELECT current_user")
    assert answer == Answer(0, "razao\n", "")
    answer = razao("shell", "--superuser", "-X", "-At", "-c", "SELECT current_user")
    assert answer == Answer(0, "postgres\n", "")
    own = "\\! tr '\\0' '\\n' < /proc/$PPID/cmdline"
    assert "password" not in razao("shell", "-X", "-c", own).out
    assert razao("shell", "-X", "-c", "SELECT 1/0").code == 1


def test_a_server_elsewhere_is_only_asked(external: str, home: Path, razao: Run) -> None:
    """With RAZAO_DATABASE_URL the embedded server is neither started nor stopped."""
    assert razao("url") == Answer(0, f"{external}\n", "")
    assert "nothing to start" in razao("up").err
    assert "not this command's to stop" in razao("down").err
    answer = razao("status")
    assert answer.code == 0
    assert answer.out.startswith("server: external\nstate: up\nversion: 18.")
    assert not report_server(home).running


def test_a_server_elsewhere_that_does_not_answer_is_exit_3(
    home: Path, razao: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command that needs it says where it looked."""
    monkeypatch.setenv("RAZAO_DATABASE_URL", f"postgresql:///books?host={home}")
    for command in ("status", "up", "migrate", "shell"):
        answer = razao(command)
        assert answer.code == 3, command
        assert f"database 'books' at {home}" in answer.err.replace("\n", "")


@pytest.mark.usefixtures("home")
def test_misuse_is_exit_2(razao: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown word, a variable that is not understood, or production without a database."""
    assert razao("nothing").code == 2
    monkeypatch.setenv("RAZAO_PRODUCTION", "perhaps")
    assert razao("status").code == 2
    monkeypatch.setenv("RAZAO_PRODUCTION", "true")
    answer = razao("up")
    assert (answer.code, answer.out) == (2, "")
    assert "RAZAO_DATABASE_URL" in answer.err
