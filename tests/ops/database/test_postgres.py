"""The embedded server: what it promises, and what it survives."""

import contextlib
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from ops.database import cluster, postgres
from ops.database.cluster import Folders, choose_server_user, server_processes
from ops.database.postgres import (
    DatabaseUnreachableError,
    DatabaseUnsuitableError,
    DatabaseUrls,
    EmbeddedServerError,
    Server,
    release_kept,
    report_server,
    use_database,
)
from ops.database.supervisor import State, is_supervised
from ops.settings import InvalidSettingError, Settings
from tests.fixtures.postgres import temporary_home

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="what happens to root only")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the kernel ends the server")


@pytest.fixture(scope="module")
def made_home() -> Iterator[Path]:
    """Make one home with a cluster, since making it is most of a first start."""
    with temporary_home() as home:
        Server(home).stop()
        yield home


@pytest.fixture
def home(made_home: Path) -> Iterator[Path]:
    """Give a test a home whose server is down, and see that it leaves no server."""
    assert is_gone(made_home)
    yield made_home
    assert is_gone(made_home)


OWNER = """
import sys
from pathlib import Path
from ops.database.postgres import Server
with Server(Path(sys.argv[1])) as server:
    print(server.pid, flush=True)
    sys.stdin.read()
"""
"""Uses a home's server until its standard input ends."""


def until(condition: Callable[[], bool], seconds: float = 15) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"did not come true within {seconds} s"
        time.sleep(0.02)


def is_gone(home: Path) -> bool:
    """Say whether neither a supervisor nor any process of the server is left."""
    folders = Folders.of(home)
    return not is_supervised(folders) and not processes_of(home)


def processes_of(home: Path) -> set[int]:
    """Return the server's processes."""
    return server_processes(data_of(home), choose_server_user())


def data_of(home: Path) -> Path:
    """Return the data folder, wherever it is."""
    root = home / "postgres"
    return Path((root / "place").read_text() if (root / "place").exists() else root) / "data"


def state_of(home: Path) -> State:
    """Return what the supervisor last said."""
    state = State.read(Folders.of(home))
    assert state is not None
    return state


def start_owner(home: Path) -> subprocess.Popen[str]:
    """Start another process that uses a home's server."""
    return subprocess.Popen(
        [sys.executable, "-c", OWNER, home],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def pid_seen_by(owner: subprocess.Popen[str]) -> int:
    """Wait until another process has the server; return the server's number."""
    assert owner.stdout is not None
    return int(owner.stdout.readline())


def end(owner: subprocess.Popen[str]) -> None:
    """Let another process leave; wait for it."""
    owner.communicate(timeout=30)


def count(urls: DatabaseUrls) -> int:
    """Count the rows that ``fill`` committed."""
    with psycopg.connect(urls.superuser) as connection:
        row = connection.execute("SELECT count(*) FROM kept").fetchone()
    assert row is not None
    return row[0]


def fill(urls: DatabaseUrls) -> None:
    """Commit a hundred rows, one by one."""
    with psycopg.connect(urls.superuser, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS kept; CREATE TABLE kept (number integer)")
        for number in range(100):
            connection.execute("INSERT INTO kept VALUES (%s)", [number])


class Mode(NamedTuple):
    """A file's owner and mode."""

    owner: int
    mode: str


def mode(path: Path) -> Mode:
    """Return a file's owner and mode."""
    found = path.lstat()
    return Mode(found.st_uid, stat.filemode(found.st_mode))


# -- what it is ----------------------------------------------------------------


def test_it_is_durable_and_takes_two_hundred_connections(postgres_urls: DatabaseUrls) -> None:
    """A receipt says that an event is on disk: nothing that makes this true is switched off."""
    expected = {
        "data_checksums": "on",
        "fsync": "on",
        "full_page_writes": "on",
        "synchronous_commit": "on",
        "listen_addresses": "",
        "max_connections": "200",
        "TimeZone": "UTC",
    }
    with psycopg.connect(postgres_urls.login) as connection:
        rows = connection.execute(
            "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(expected)]
        ).fetchall()
        assert connection.info.server_version >= 18_00_00
    assert dict(rows) == expected


def test_the_login_is_an_ordinary_one(postgres_urls: DatabaseUrls) -> None:
    """Whoever has the login's password can neither administer nor make tables in ``public``."""
    with psycopg.connect(postgres_urls.login) as connection:
        row = connection.execute(
            "SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls"
            " FROM pg_roles WHERE rolname = current_user"
        ).fetchone()
        assert row == (False,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("CREATE TABLE public.mine ()")


@pytest.mark.parametrize("role", ["superuser", "login"])
def test_a_wrong_password_is_refused(postgres_urls: DatabaseUrls, role: str) -> None:
    """The socket trusts nobody, whichever user of the machine connects, root included."""
    wrong = make_conninfo(getattr(postgres_urls, role), password="wrong")
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(wrong)


def test_only_passwords_by_scram_let_anybody_in(postgres_urls: DatabaseUrls) -> None:
    """No line of pg_hba.conf opens a network, or trusts, or takes a weaker method."""
    with psycopg.connect(postgres_urls.superuser) as connection:
        rows = connection.execute("SELECT DISTINCT type, auth_method FROM pg_hba_file_rules")
        assert rows.fetchall() == [("local", "scram-sha-256")]


def test_printed_urls_hide_their_passwords(postgres_urls: DatabaseUrls) -> None:
    """A log or a traceback may show the object, and must not show what opens the database."""
    assert repr(postgres_urls) == "DatabaseUrls()"


def test_what_it_makes_is_private(razao_home: Path) -> None:
    """Passwords are their owner's alone, the data and the socket the server's alone."""
    with Server(razao_home):
        root = razao_home / "postgres"
        server = choose_server_user().uid_effective
        for role in ("postgres", "razao"):
            assert mode(root / f"{role}.password") == (os.geteuid(), "-rw-------")
        assert mode(root / "state.json") == (os.geteuid(), "-rw-------")
        assert mode(root / "postgres.log") == (os.geteuid(), "-rw-------")
        assert mode(root / "data") == (server, "drwx------")
        assert mode(root / "socket") == (server, "drwx------")
        passage = "drwx--x--x" if os.geteuid() == 0 else "drwx------"
        assert mode(root) == mode(razao_home) == (os.geteuid(), passage)


# -- where it is ---------------------------------------------------------------


@pytest.mark.deep
def test_two_homes_share_nothing(razao_home: Path) -> None:
    """Two installations on one machine run at once, and one's password is no use with the other."""
    with Server(razao_home / "a") as one, Server(razao_home / "b") as other:
        assert one.pid != other.pid
        host = report_server(razao_home / "b").socket
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(make_conninfo(one.urls.login, host=host))
    assert is_gone(razao_home / "a")
    assert is_gone(razao_home / "b")


@pytest.mark.parametrize("name", ["deep" * 30, "a, b"])
@pytest.mark.deep
def test_a_home_where_no_socket_can_be(razao_home: Path, name: str) -> None:
    """Too long for a Unix socket, or split by libpq: the socket gets a private folder elsewhere."""
    with Server(razao_home / name) as server:
        folder = Path(report_server(razao_home / name).socket)
        assert not folder.is_relative_to(razao_home)
        assert mode(folder) == (choose_server_user().uid_effective, "drwx------")
        address = server.urls.login
        fill(server.urls)
    assert not folder.exists()
    with Server(razao_home / name) as server:
        assert server.urls.login == address
        assert count(server.urls) == 100


@pytest.mark.deep
@as_root
def test_under_root_a_closed_home_stays_closed(razao_home: Path) -> None:
    """The server's user gets a folder of its own, and no folder that was there changes its mode."""
    closed = razao_home.parent / "closed"
    closed.mkdir(mode=0o700)
    before = [mode(path) for path in (closed, *closed.parents)]
    home = closed / "home"
    with Server(home) as server:
        place = Path(report_server(home).place)
        try:
            assert place.is_relative_to(cluster.SYSTEM_FOLDER)
            assert processes_of(home)
            for pid in processes_of(home):
                assert Path(f"/proc/{pid}").stat().st_uid == choose_server_user().uid_effective != 0
            assert count_databases(server.urls) == 1
        finally:
            server.stop()
            shutil.rmtree(place)
    assert [mode(path) for path in (closed, *closed.parents)] == before


def count_databases(urls: DatabaseUrls) -> int:
    """Count the databases that are ours."""
    with psycopg.connect(urls.login) as connection:
        row = connection.execute("SELECT count(*) FROM pg_database WHERE datname = 'razao'")
        return row.fetchall()[0][0]


@pytest.mark.deep
@as_root
def test_under_root_binaries_in_a_closed_folder_are_copied(
    razao_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ``uv tool install`` puts under /root runs, from a copy that is made once."""
    monkeypatch.setattr(cluster, "SYSTEM_FOLDER", razao_home.parent / "system")
    package = postgres.installed_binaries().parent
    closed = razao_home.parent / "closed"
    closed.mkdir(mode=0o700)
    copy = closed / package.name
    needed = shutil.ignore_patterns("include", "*.a")
    shutil.copytree(package / "pginstall18", copy / "pginstall18", ignore=needed)
    shutil.copytree(package.with_name(f"{package.name}.libs"), closed / f"{package.name}.libs")
    user = choose_server_user()
    assert not cluster.run_as_answers(user, copy / "pginstall18")
    made = cluster.runnable_binaries(user, copy / "pginstall18")
    assert made.is_relative_to(cluster.SYSTEM_FOLDER)
    assert cluster.run_as_answers(user, made)
    assert cluster.runnable_binaries(user, copy / "pginstall18") == made
    assert mode(closed) == (0, "drwx------")


def test_a_strangers_socket_folder_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the temporary folder anybody may have made a folder of the name we would take."""
    user = cluster.ServerUser("me")
    folders = Folders(tmp_path / ("deep" * 30))
    expected = cluster.make_socket_folder(folders, folders.root, user)
    try:
        assert cluster.make_socket_folder(folders, folders.root, user) == expected
        expected.chmod(0o755)
        other = cluster.make_socket_folder(folders, folders.root, user)
        other.rmdir()
        assert other != expected
        assert other.parent == expected.parent
    finally:
        expected.rmdir()
    monkeypatch.setattr(cluster, "SOCKET_PATH_BYTES_MAX", 3)
    with pytest.raises(cluster.ClusterError, match="short enough for a socket"):
        cluster.make_socket_folder(folders, folders.root, user)


# -- who uses it ---------------------------------------------------------------


@pytest.mark.deep
def test_processes_that_start_at_once_share_one_server(razao_home: Path) -> None:
    """Whoever comes first starts it, everybody has the same one, and the last to leave stops it."""
    owners = [start_owner(razao_home) for _ in range(4)]
    assert len({pid_seen_by(owner) for owner in owners}) == 1
    for owner in owners[:-1]:
        end(owner)
    assert report_server(razao_home).running
    end(owners[-1])
    assert is_gone(razao_home)


def test_a_killed_owner_leaves_no_server_behind(home: Path) -> None:
    """Nobody is left to stop it, so its supervisor does."""
    owner = start_owner(home)
    pid_seen_by(owner)
    owner.kill()
    owner.communicate()
    until(lambda: is_gone(home))


@pytest.mark.deep
def test_a_killed_owner_takes_nothing_from_other_users(home: Path) -> None:
    """The server stays as long as somebody is left, then goes as if nobody had been killed."""
    owner = start_owner(home)
    pid = pid_seen_by(owner)
    with Server(home) as server:
        owner.kill()
        owner.communicate()
        time.sleep(0.3)
        assert server.pid == pid
        fill(server.urls)
    assert is_gone(home)


def test_a_server_that_is_kept_needs_no_user(home: Path) -> None:
    """It stays up after the last user has left, until it is released."""
    with Server(home) as server:
        server.keep()
    assert report_server(home).running
    with Server(home):
        assert not release_kept(home)
    assert is_gone(home)


@pytest.mark.deep
def test_a_home_that_passes_goes_with_a_killed_owner(tmp_path: Path) -> None:
    """A program that read a backup back is killed: the copy goes, and nobody has to know of it."""
    tmp_path.chmod(0o711)
    program = (
        "from pathlib import Path; from ops.database.backup import scratch_server\n"
        "import sys\n"
        "with scratch_server(Path(sys.argv[1])):\n    print('here', flush=True); input()"
    )
    for number in (signal.SIGTERM, signal.SIGKILL):
        with subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as owner:
            assert owner.stdout is not None
            assert owner.stdout.readline() == "here\n"
            assert [one.name.startswith("razao-backup-") for one in tmp_path.iterdir()] == [True]
            owner.send_signal(number)
        until(lambda: not list(tmp_path.iterdir()))


def test_a_kept_server_goes_with_its_home(home: Path) -> None:
    """Who deletes the home has nothing left to stop the server with."""
    with Server(home) as server:
        server.keep()
        pids = {state_of(home).supervisor, server.pid}
    gone = home.rename(home.with_name("gone"))
    until(lambda: not any(map(is_alive, pids)))
    (gone / "postgres" / "kept").unlink()
    gone.rename(home)


def is_alive(pid: int) -> bool:
    """Say whether a process runs; one that has ended may wait long for its parent to look."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_another_users_home_is_refused(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two users cannot share a home: one could not read the other's passwords."""
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(EmbeddedServerError, match=r"not this user's \(12345\)"):
        Server(home)


# -- what it survives ----------------------------------------------------------


def test_a_killed_server_comes_back_with_every_row(home: Path) -> None:
    """Asked for at once after a kill -9, it has recovered all that was committed."""
    with Server(home) as server:
        fill(server.urls)
        killed = server.pid
        os.kill(killed, signal.SIGKILL)
        with Server(home) as again:
            assert again.pid != killed
            assert again.urls == server.urls
            assert count(again.urls) == 100


@pytest.mark.deep
def test_a_busy_process_of_a_killed_server_does_not_keep_the_next_one_out(
    home: Path,
) -> None:
    """It notices only when it is done, so it is ended: the shared memory it holds is in the way."""
    with (
        Server(home) as server,
        contextlib.closing(psycopg.connect(server.urls.superuser, autocommit=True)) as busy,
    ):
        busy.pgconn.send_query(b"DO $$ BEGIN LOOP END LOOP; END $$")
        killed = server.pid
        os.kill(killed, signal.SIGKILL)
        with Server(home) as again:
            assert again.pid != killed
            assert count_databases(again.urls) == 1


@on_linux
@pytest.mark.one_in(2)
@pytest.mark.parametrize("server_too", [False, True])
def test_a_killed_supervisor_is_replaced(home: Path, server_too: bool) -> None:
    """Its server ends with it, or before it; the next user starts both again and has every row."""
    with Server(home) as server:
        fill(server.urls)
        killed = state_of(home)
        os.kill(killed.supervisor, signal.SIGKILL)
        if server_too:
            os.kill(killed.postmaster, signal.SIGKILL)
        until(lambda: not is_supervised(Folders.of(home)))
        with Server(home) as again:
            assert state_of(home).supervisor != killed.supervisor
            assert again.pid != killed.postmaster
            assert count(again.urls) == 100
    assert is_gone(home)


@on_linux
def test_a_killed_supervisor_leaves_no_server_behind(home: Path) -> None:
    """Even if nobody ever uses the home again."""
    with Server(home):
        os.kill(state_of(home).supervisor, signal.SIGKILL)
        until(lambda: is_gone(home))


@pytest.fixture
def stranger() -> Iterator[subprocess.Popen[bytes]]:
    """Run a process of the server's user that has nothing to do with the server."""
    user = choose_server_user()
    process = subprocess.Popen(
        ["/bin/sleep", "600"], user=user.uid, group=user.gid, extra_groups=user.groups, cwd="/"
    )
    yield process
    process.kill()
    process.wait()


@pytest.mark.deep
@on_linux
def test_a_stranger_with_the_old_number_lives_on(
    home: Path, stranger: subprocess.Popen[bytes]
) -> None:
    """A stale pid file may name any process by now: it is neither killed nor waited for."""
    with Server(home) as server:
        fill(server.urls)
        killed = state_of(home)
        os.kill(killed.supervisor, signal.SIGKILL)
        os.kill(killed.postmaster, signal.SIGKILL)
        until(lambda: is_gone(home))
        for name in (data_of(home) / "postmaster.pid", *Path(killed.socket).glob(".s*.lock")):
            old = name.read_text()
            name.write_text(old.replace(str(killed.postmaster), str(stranger.pid), 1))
        with Server(home) as again:
            assert count(again.urls) == 100
            assert again.pid != stranger.pid
    assert stranger.poll() is None


@pytest.mark.deep
def test_a_first_start_that_was_cut_off_is_done_again(home: Path) -> None:
    """Half a cluster does not have the name of a whole one."""
    data = data_of(home)
    half = data.rename(data.with_name("data.new"))
    (half / "PG_VERSION").unlink()
    with Server(home) as server:
        assert count_databases(server.urls) == 1
    assert not half.exists()


@contextlib.contextmanager
def changed(file: Path, text: str | None) -> Iterator[None]:
    """Change or remove a file for a while."""
    before = file.read_text()
    file.unlink() if text is None else file.write_text(text)
    try:
        yield
    finally:
        file.write_text(before)


def test_a_lost_password_is_named(home: Path) -> None:
    """Without it nobody gets at the data, and a new cluster beside the old one would hide that."""
    password = home / "postgres" / "razao.password"
    with (
        changed(password, None),
        pytest.raises(EmbeddedServerError, match=f"not its password {password}"),
    ):
        Server(home)


def test_a_changed_password_is_named(home: Path) -> None:
    """The error says which file does not fit, instead of trying for ever."""
    password = home / "postgres" / "razao.password"
    with (
        changed(password, "another"),
        pytest.raises(EmbeddedServerError, match=f"{password} is not the server's password"),
    ):
        Server(home)
    until(lambda: is_gone(home))


def test_a_server_that_does_not_start_says_why(home: Path) -> None:
    """The server's own last words are in the error."""
    with (
        changed(data_of(home) / "postgresql.auto.conf", "no_such_setting = 1"),
        pytest.raises(EmbeddedServerError, match="no_such_setting"),
    ):
        Server(home)


def test_a_cluster_of_another_version_is_named(home: Path) -> None:
    """An upgrade of the wheel does not fail with a server's riddle."""
    with (
        changed(data_of(home) / "PG_VERSION", "17"),
        pytest.raises(EmbeddedServerError, match="expected a cluster of PostgreSQL 18; got one of"),
    ):
        Server(home)


# -- a PostgreSQL of one's own -------------------------------------------------


def test_a_url_takes_the_embedded_servers_place(
    razao_home: Path, postgres_urls: DatabaseUrls
) -> None:
    """With RAZAO_DATABASE_URL nothing is started, and that URL serves for both ways in."""
    settings = Settings(home=razao_home, database_url=postgres_urls.login)
    with use_database(settings) as urls:
        assert urls == DatabaseUrls(postgres_urls.login, postgres_urls.login)
    assert not razao_home.exists()


def test_without_a_url_the_home_decides(home: Path) -> None:
    """The embedded server runs as long as the block lasts."""
    with use_database(Settings(home=home, database_url=None)) as urls:
        assert count_databases(urls) == 1
    assert is_gone(home)


def test_another_servers_port_in_the_environment_leads_nowhere_else(
    postgres_urls: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who works with a server of his own beside us has PGPORT and PGHOST set."""
    monkeypatch.setenv("PGPORT", "34209")
    monkeypatch.setenv("PGHOST", "elsewhere.invalid")
    psycopg.connect(postgres_urls.login).close()


def test_production_refuses_the_embedded_server(razao_home: Path) -> None:
    """The error names the variable that is missing."""
    settings = Settings(home=razao_home, database_url=None, production=True)
    with (
        pytest.raises(InvalidSettingError, match=r"RAZAO_DATABASE_URL: expected .* got nothing"),
        use_database(settings),
    ):
        pass
    assert not razao_home.exists()


def test_a_server_out_of_reach_is_named_without_its_password(tmp_path: Path) -> None:
    """The message goes to a screen or a log."""
    settings = Settings(database_url=f"postgresql://me:secret@/books?host={tmp_path}")
    with pytest.raises(DatabaseUnreachableError) as caught, use_database(settings):
        pass
    assert str(caught.value).startswith(f"database 'books' at {tmp_path}: ")
    assert "secret" not in str(caught.value)


def test_an_old_server_is_refused(
    postgres_urls: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the first query fails for want of something newer."""
    monkeypatch.setattr(postgres, "_VERSION_MIN", 99_00_00)
    settings = Settings(database_url=postgres_urls.login)
    with (
        pytest.raises(DatabaseUnsuitableError, match="expected PostgreSQL 99 or later; got 18"),
        use_database(settings),
    ):
        pass


def test_a_machine_without_useradd_falls_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under root the server then runs as ``nobody``; without that, the error names both."""
    names = {"nobody": pwd.struct_passwd(("nobody", "x", 65534, 65534, "", "/", "/bin/false"))}
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(pwd, "getpwall", list)
    monkeypatch.setattr(pwd, "getpwnam", names.__getitem__)
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    assert choose_server_user() == cluster.ServerUser("nobody", 65534, 65534)
    names.clear()
    with pytest.raises(cluster.ClusterError, match="razao-postgres or nobody; got neither"):
        choose_server_user()
