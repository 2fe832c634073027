"""A range's leaving as everything around it sees it, and seals and drops that are broken off."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from shutil import copytree, rmtree

import psycopg
import pytest

from api.services.api_keys import Role
from api.services.checkpoints import Checkpoints
from ledger.audit.auditor import audit_database
from ledger.errors import ArchiveAwayError
from ledger.events.outcomes import BallLanded
from ledger.events.reviews import Correction, DisputeDecided, DisputeOpened
from ledger.log.log import Log
from ledger.signed.witnesses.policy import read_policy
from ledger.store.reader import Reader, Row
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls, Server
from ops.database.replica import follow, publish, state_of
from ops.errors import UnreachableError
from ops.outside.archive.checking import Asked, check_range
from ops.outside.archive.dropping import drop
from ops.outside.archive.folder import NOTE, SEAL, Archive, events_name
from ops.outside.archive.sealing import House, seal
from ops.outside.archive.whole import join
from ops.outside.publishing.publisher import Publisher
from ops.outside.publishing.witnesses import Witnesses
from ops.outside.watch.monitor import Bounds, Monitor
from projections.reads.queries import connect
from tests.acceptance.machine.test_full_disk import exhaust, fill
from tests.api.conftest import opened
from tests.fixtures.casino import DAY, ORIGIN, Casino, open_casino
from tests.fixtures.command import razao
from tests.fixtures.disk import small_disk
from tests.fixtures.elsewhere import Elsewhere
from tests.fixtures.outside import Outsider, policy_text
from tests.fixtures.postgres import Database, empty_database
from tests.fixtures.replicas import caught_up, database_at, let_go, promote, until_state
from tests.fixtures.sealed import Two, forget, gone, marked, told_until
from tests.fixtures.serving import served

pytestmark = [pytest.mark.recorded, pytest.mark.deep]
ROUND = f"RA-01/{DAY}/1"


@pytest.fixture
def fresh(
    postgres_urls: DatabaseUrls, postgres_maintenance: psycopg.Connection
) -> Iterator[Database]:
    """Have a database without anything in it."""
    with empty_database(postgres_urls, postgres_maintenance) as database:
        yield database


# --- other copies of the ledger ------------------------------------------------------------------


def test_a_regulators_replica_keeps_what_the_house_let_go(
    house: Casino, database: Database, fresh: Database, tmp_path: Path
) -> None:
    """What was there, and what the feed brings after it left: whole, without any archive."""
    publish(house.superuser)
    follow(house.superuser, database.superuser)
    with psycopg.connect(database.superuser, autocommit=True) as connection:
        connection.execute("ALTER SUBSCRIPTION razao_replica DISABLE")
    two = Two(house, tmp_path / "archives")  # the replica hears nothing of this night yet
    before = told_until(house, house.last)
    two.drop()
    assert marked(house) > 0
    rmtree(two.folders[1])
    away = two.folders[0].rename(tmp_path / "away")
    forget()
    state = state_of(database.superuser)
    assert state.stopped is None or "left this ledger for an archive" in state.stopped
    assert "expected link" not in (state.stopped or "")
    with psycopg.connect(database.superuser, autocommit=True) as connection:
        connection.execute("ALTER SUBSCRIPTION razao_replica ENABLE")
    until_state(database, caught_up)
    with Reader(database.login) as reader:
        assert [*reader.page(after=0, limit=house.last)] == before
    report = audit_database(database.superuser)
    assert (report.clean, report.unread) == (True, [])
    done = razao(database.superuser, tmp_path / "office", "replica", "status")
    assert (done.returncode, done.stdout.startswith("follows  ")) == (0, True), done
    # A replica that begins after it left takes it out of the archive, or says what it lacks.
    migrate(fresh.superuser)
    done = razao(fresh.superuser, tmp_path / "office", "replica", "follow", house.superuser)
    assert (done.returncode, "left this ledger for an archive" in done.stderr) == (3, True), done
    away.rename(two.folders[0])
    follow(house.superuser, fresh.superuser)
    with Reader(fresh.login) as reader:
        assert [*reader.page(after=0, limit=house.last)] == before
    let_go(database)
    let_go(fresh)


def test_a_standby_that_takes_over_in_the_middle_goes_on(
    primary: Elsewhere, standby: Elsewhere, tmp_path: Path
) -> None:
    """Half of a range left: readers there are told the same, and the rest leaves."""
    first, second = database_at(primary), database_at(standby)
    migrate(first.superuser)
    with open_casino(first, tmp_path / "house") as casino:
        two = Two(casino, tmp_path / "archives")
        before = told_until(casino, casino.last)
        steps: list[int] = []
        with pytest.MonkeyPatch.context() as patch, suppress(psycopg.OperationalError):
            patch.setattr("ops.outside.archive.dropping._BATCH", 10)
            with (
                psycopg.connect(first.superuser, autocommit=True) as owner,
                casino.reading() as login,
            ):

                def step(done: int, _every: int) -> None:
                    steps.append(done)
                    if len(steps) == 3:
                        data = str(primary.folder / "data")
                        primary.run("pg_ctl", "-D", data, "-m", "immediate", "stop")

                with pytest.raises(UnreachableError, match="the same command goes on"):
                    drop(owner, login, *two.archives, two.places[0], step)
        casino.door.service = None  # its database is gone: it says no last word
    promote(primary, standby)
    forget()
    with Reader(second.login) as reader:
        assert [*reader.page(after=0, limit=len(before))] == before
    with (
        psycopg.connect(second.superuser, autocommit=True) as owner,
        connect(second.login) as login,
    ):
        left = [
            drop(owner, login, *two.archives, place, lambda _done, _every: None)
            for place in two.places
        ]
    assert left[0].before > 0
    assert left[0].left + left[0].before == left[0].events - left[0].kinds - left[0].held
    with Reader(second.login) as reader:
        assert [*reader.page(after=0, limit=len(before))] == before
    assert audit_database(second.superuser).clean


def test_a_backup_says_what_it_has_not(two: Two, fresh: Database, tmp_path: Path) -> None:
    """With the archive it is verified whole; without it, exit 4, and restored it says so too."""
    two.drop()
    backups = tmp_path / "backups"
    good = two.run("backup", "--folder", str(backups), "--json")
    assert (good.returncode, json.loads(good.stdout)["unread"]) == (0, 0), good
    path = next(backups.glob("*.dump"))
    away = [one.rename(tmp_path / f"away {one.name}") for one in two.folders]
    forget()
    done = two.run("backup", "check", str(path))
    assert (done.returncode, "not looked at: 28 events" in done.stdout) == (4, True), done
    done = razao(fresh.superuser, tmp_path / "other", "restore", str(path))
    assert (done.returncode, "not looked at: 28 events" in done.stdout) == (4, True), done
    assert "RAZAO_ARCHIVE" in done.stdout
    done = razao(fresh.superuser, tmp_path / "other", "rebuild")
    assert (done.returncode, "RAZAO_ARCHIVE" in done.stderr) == (3, True), done
    away[0].rename(two.folders[0])
    forget()
    done = two.run("backup", "check", str(path))
    assert (done.returncode, "read back and verified" in done.stdout) == (0, True), done
    assert razao(fresh.superuser, tmp_path / "other", "verify").returncode == 0
    back = razao(
        fresh.superuser, tmp_path / "other", "archive", "restore", str(two.folders[0]), "1",
        str(two.places[1].first),
    )  # fmt: skip
    assert back.returncode == 0, back
    rmtree(two.folders[0])
    forget()
    assert audit_database(fresh.superuser).clean


def test_the_doctor_asks_each_copy(two: Two) -> None:
    """Both answer, one, none: ok, a warning, broken; nothing left: no word of it."""

    def told() -> tuple[str, str] | None:
        checks = json.loads(two.run("doctor", "--json").stdout)["checks"]
        return next(
            ((one["state"], one["found"]) for one in checks if one["name"] == "archive"), None
        )

    assert told() is None
    two.drop()
    state, found = told() or ("", "")
    assert (state, found.startswith("2 ranges left, up to ")) == ("ok", True)
    seal_file = two.file(1, 0, SEAL)
    kept = seal_file.read_bytes()
    seal_file.write_bytes(kept[:-1])
    state, found = told() or ("", "")
    assert (state, f"/{two.places[0].folder}/{SEAL}: expected SHA-256" in found) == (
        "warning",
        True,
    )
    seal_file.write_bytes(kept)
    for one in two.folders:
        rmtree(one)
    state, found = told() or ("", "")
    assert (state, "no copy answers: " in found) == ("broken", True)


# --- who watches, and who disputes ---------------------------------------------------------------


def test_watch_and_witness_go_on_over_a_drop(two: Two, tmp_path: Path) -> None:
    """The log grows before and after it: cosigned, proved a continuation, and no alarm."""
    casino = two.casino
    log = casino.installation.log
    outsider = Outsider(tmp_path, "regulador", casino.log_keys)
    with ExitStack() as stack:
        site = stack.enter_context(opened(casino, checkpoints=Checkpoints(log, witnessed=True)))
        house = stack.enter_context(served(site.client.app))
        place = stack.enter_context(served(outsider.app()))
        policy = read_policy(policy_text(casino.log_keys, [(outsider, place)]))
        witnesses = Witnesses(policy, log.consistency)
        stack.callback(witnesses.close)
        for left in (0, 0, 28, 28):
            casino.tick()
            Publisher(casino.conninfo, log, witnesses).look(10_000)
            monitor = Monitor(
                house, policy, tmp_path / "watch", token=site.keys[Role.INSPECTOR],
                bounds=Bounds(silence_seconds=1e9, drift_seconds=1e9, growth_max=1e9),
            )  # fmt: skip
            assert monitor.look() == []
            assert (monitor.memory.size, marked(casino)) == (casino.last, left)
            if not left and casino.last > two.places[1].last + 1:
                two.drop()


def test_a_dispute_and_a_late_correction_reach_what_left(two: Two, tmp_path: Path) -> None:
    """The case has its record and bundle as if nothing had left; the round is judged again."""
    casino = two.casino
    two.drop()
    casino.say("litigios", DisputeOpened(dispute="D-1", subject="round", rounds=(ROUND,), seat=1))
    casino.project()
    shown = two.run("disputes", "show", "D-1")
    assert (shown.returncode, "dispute-opened/1" in shown.stdout) == (0, True), shown
    paper = two.run("disputes", "paper", "D-1", "--pdf", str(tmp_path / "case.pdf"))
    assert (paper.returncode, (tmp_path / "case.pdf").stat().st_size > 1_000) == (0, True), paper
    proved = two.run("prove", "round", ROUND, "--out", str(tmp_path / "round.zip"))
    assert proved.returncode == 0, proved
    assert two.run("verify", "bundle", str(tmp_path / "round.zip")).returncode == 0
    # Of a round whose dispute is open nothing more leaves; what left before stays away, and reads.
    ball = landed(casino)
    act = Correction(
        target=f"{ball.source}:{ball.seq}",
        link=ball.link.hex(),
        replacement={"number": 18, "colour": "encarnado"},
        reason="erro_de_registo",
    )
    casino.approve("chefe", casino.say("fiscal", act))
    casino.say("litigios", DisputeDecided(dispute="D-1", decision="upheld"))
    casino.project()
    assert casino.rows(
        "SELECT target FROM {s}.corrected WHERE target = %s", f"{ball.source}:{ball.seq}"
    )
    live = casino.rows("SELECT count(*) AS n FROM {s}.finding")
    done = two.run("verify", "figures")
    assert (done.returncode, done.stdout.startswith("clean")) == (0, True), done
    done = two.run("rebuild")
    assert (done.returncode, "the same as before" in done.stdout) == (0, True), done
    assert casino.rows("SELECT count(*) AS n FROM {s}.finding") == live
    # A third range, which reaches back to what left, is sealed, checked alone, and leaves.
    with closing(Log(casino.conninfo, ORIGIN, casino.log_signer)) as log:
        house = House(casino.conninfo, ORIGIN, log, casino.log_signer)
        made = seal(house, two.archives[0], casino.last)
    assert made is not None
    copytree(two.folders[0], two.folders[1], dirs_exist_ok=True)
    checked = check_range(two.archives[1], made[0], Asked(server=casino.superuser))
    assert (checked.faults, checked.unproved) == ((), ())
    before = told_until(casino, casino.last)
    two.drop(made[0])
    assert told_until(casino, casino.last) == before


def landed(casino: Casino) -> Row:
    """Return a ball that landed on a number, and left."""
    with Reader(casino.conninfo) as reader:
        return next(row for row in reader.at(gone(casino)) if row.kind == BallLanded.KIND)


# --- broken off ----------------------------------------------------------------------------------

BROKEN = """
import os, signal, sys
import psycopg
from ledger.log.log import Log
from ops.cli import main
from ops.commands.running import archive as _
from ops.outside.archive import dropping, sealing
from ops.outside.archive.folder import Archive

dropping._BATCH = 20
import ops.commands.running.archive as command
command.check_twice = lambda *_: None
dropping._fault = lambda *_: None
SAYS = ("begin_drop", "drop_events", "put_back", "VACUUM")
left = 0

def point():
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

def around(owner, name, wanted=lambda *_: True):
    plain = getattr(owner, name)
    def called(*arguments, **named):
        if wanted(*arguments): point()
        return plain(*arguments, **named)
    setattr(owner, name, called)

says = lambda _self, query, *_: any(one in str(query) for one in SAYS)
around(psycopg.Connection, "execute", says)
around(os, "replace", lambda old, *_: str(old).endswith(".part"))
for name in ("note_changes", "read_changes", "_Rows"):
    around(sealing, name)
around(Log, "checkpoint")
around(Archive, "settle")

print("ready", flush=True)
for line in sys.stdin:
    left = int(line)
    child = os.fork()
    if child == 0:
        sys.stdout = sys.stderr = open(os.devnull, "w")
        try:
            main(sys.argv[1:])
            point()
        except SystemExit as ending:
            os._exit(ending.code or 0)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@contextmanager
def broken_off(two: Two, *arguments: str) -> Generator[Callable[[int], int]]:
    """Give a command that is killed at its so manieth step; it returns how it ended."""
    environment = {
        **os.environ,
        "RAZAO_DATABASE_URL": two.casino.superuser,
        "RAZAO_HOME": str(two.casino.installation.keys.folder.parent.parent),
    }
    with subprocess.Popen(
        [sys.executable, "-c", BROKEN, "archive", *arguments],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"

        def run(step: int) -> int:
            print(step, file=program.stdin, flush=True)
            return int(program.stdout.readline())

        yield run
        program.stdin.close()


def until_it_ends(run: Callable[[int], int], look: Callable[[], None]) -> int:
    """Kill a command at its first step, begin it again, kill it at the second …; count them."""
    for step in range(1, 200):
        code = run(step)
        look()
        if code == 0:
            return step - 1
        assert code == -signal.SIGKILL, (step, code)
    raise AssertionError("it never ends")


def test_a_seal_that_is_killed_anywhere_is_sealed_by_the_next(two: Two, tmp_path: Path) -> None:
    """At each file and each write: another run finishes the same range; then all is proved."""
    casino = two.casino
    fresh_archive = Archive(str(tmp_path / "anew"))
    before = told_until(casino, casino.last)

    def look() -> None:
        assert told_until(casino, two.places[1].last) == before

    with broken_off(two, "seal", fresh_archive.url, "--until", str(two.places[0].last)) as run:
        assert until_it_ends(run, look) > 12
    with broken_off(two, "seal", fresh_archive.url, "--until", str(two.places[1].last)) as run:
        assert run(10) == -signal.SIGKILL
        casino.tick()
        assert run(0) == 0
    places = fresh_archive.ranges(ORIGIN)
    assert [(one.first, one.last) for one in places] == [
        (one.first, one.last) for one in two.places
    ]
    for place in places:
        assert NOTE in fresh_archive.names(place)
        checked = check_range(fresh_archive, place, Asked(server=casino.superuser))
        assert (checked.faults, checked.unproved) == ((), ())
    assert join(fresh_archive, ORIGIN).faults == ()


def test_a_drop_that_is_killed_anywhere_is_done_by_the_next(two: Two) -> None:
    """At each step of it, and of the way back: no event is lost, and `verify` is clean."""
    casino = two.casino
    before, count = told_until(casino, casino.last), marked(casino)
    one, other = map(str, two.folders)

    def look() -> None:
        forget()
        assert told_until(casino, casino.last) == before

    with broken_off(two, "drop", one, "--copy", other) as run:
        assert until_it_ends(run, look) > 10
    assert marked(casino) > count
    assert audit_database(casino.conninfo).clean
    with broken_off(two, "restore", one, "1", str(two.places[1].first)) as run:
        assert until_it_ends(run, look) > 5
    assert marked(casino) == 0
    assert audit_database(casino.conninfo).clean


def test_a_seal_that_was_broken_off_is_finished_first(two: Two, tmp_path: Path) -> None:
    """The log went on meanwhile: no folder stays that nobody could prove or pass by."""
    casino = two.casino
    archive = Archive(str(tmp_path / "anew"))
    signer = casino.log_signer
    with closing(Log(casino.conninfo, ORIGIN, signer)) as log:
        house = House(casino.conninfo, ORIGIN, log, signer)
        begun = seal(house, archive, two.places[0].last)
        assert begun is not None
        (tmp_path / "anew" / begun[0].folder / NOTE).unlink()
        again = seal(house, archive, casino.last)
        assert again is not None
        assert again[0] == begun[0]
        rest = seal(house, archive, casino.last)
    assert rest is not None
    assert rest[0].first == begun[0].last + 1
    # What left into a seal is not sealed again over it.
    two.drop()
    two.file(0, 1, NOTE).unlink()
    kept = two.file(0, 1, SEAL).read_bytes()
    code, said = seal_by_hand(two, two.folders[0], str(casino.last))
    assert (code, "its events left the ledger, and seal.note is gone" in said) == (2, True), said
    assert two.file(0, 1, SEAL).read_bytes() == kept


@contextmanager
def tiny_disk(folder: Path, size: str) -> Generator[Path]:
    """Have a file system in memory of a size; skip where nobody may mount one."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=711", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("needs root and the right to mount a file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)  # noqa: S607 - root's own


def test_a_full_disk_under_the_archive_is_said(two: Two, tmp_path: Path) -> None:
    """Exit 3 with the place and why; nothing half stays, and with room the same command seals."""
    until = str(two.places[0].last)
    with tiny_disk(tmp_path / "small", "48k") as disk:
        done = seal_by_hand(two, disk, until)
        assert (done[0], "No space left on device" in done[1]) == (3, True), done
        assert not list(disk.rglob("*.part"))
        assert not list(disk.rglob(NOTE))
        subprocess.run(["mount", "-o", "remount,size=8m", str(disk)], check=True)  # noqa: S607 - as above
        assert seal_by_hand(two, disk, until) == (0, "")
        archive = Archive(str(disk))
        (place,) = archive.ranges()
        assert check_range(archive, place, Asked(server=two.casino.superuser)).clean


def seal_by_hand(two: Two, folder: Path, until: str) -> tuple[int, str]:
    """Seal as the house does; return exit code and what it said is wrong."""
    home = two.casino.installation.keys.folder.parent.parent
    done = razao(two.casino.superuser, home, "archive", "seal", str(folder), "--until", until)
    return done.returncode, done.stderr


def test_a_full_disk_under_the_ledger_is_said(tmp_path: Path) -> None:
    """A drop makes new rows before the old go: it stops, and goes on where there is room."""
    with ExitStack() as stack:
        disk = stack.enter_context(small_disk("size=200m"))
        server = stack.enter_context(Server(disk / "home"))
        migrate(server.urls.superuser)
        database = Database("razao", server.urls.superuser, server.urls.login)
        casino = stack.enter_context(open_casino(database, tmp_path / "house"))
        two = Two(casino, tmp_path / "archives")
        last = casino.last
        before = told_until(casino, last)
        fillers: list[Path] = []

        def step(_done: int, _every: int) -> None:
            if not fillers:
                fillers.append(fill(disk))
                exhaust(casino.superuser)

        with (
            pytest.MonkeyPatch.context() as patch,
            psycopg.connect(casino.superuser, autocommit=True) as owner,
            casino.reading() as login,
        ):
            patch.setattr("ops.outside.archive.dropping._BATCH", 10)
            with pytest.raises(UnreachableError, match="the same command goes on where it was"):
                drop(owner, login, *two.archives, two.places[0], step)
        fillers[0].unlink()
        Server(disk / "home").stop()  # once it answers again
        assert told_until(casino, last) == before
        two.drop()
        assert marked(casino) == 28
        assert told_until(casino, last) == before
        assert audit_database(casino.superuser).clean
        casino.door.service = None  # its server went once: it says no last word


def test_a_folder_that_may_not_be_read_or_written_is_said(two: Two, tmp_path: Path) -> None:
    """By whoever seals, drops, or reads what left: the place, and that permission is denied."""
    if os.geteuid() != 0:
        pytest.skip("needs root, who may do without")
    casino = two.casino
    for one in (tmp_path, *tmp_path.parents[:2]):
        one.chmod(0o711)
    closed = tmp_path / "closed"
    closed.mkdir(0o755)
    signer = casino.log_signer
    with closing(Log(casino.conninfo, ORIGIN, signer)) as log:
        house = House(casino.conninfo, ORIGIN, log, signer)
        with as_nobody(), pytest.raises(UnreachableError, match=r"closed: .*Permission denied"):
            seal(house, Archive(str(closed)), two.places[0].last)
    assert list(closed.iterdir()) == []
    for copy in (0, 1):
        two.file(copy, 0, events_name(0)).chmod(0o600)
    with as_nobody(), pytest.raises(UnreachableError, match=r"(one|two): .*Permission denied"):
        two.drop()
    assert marked(casino) == 0
    two.drop()
    forget()
    with as_nobody(), pytest.raises(ArchiveAwayError, match=r"Permission denied.*RAZAO_ARCHIVE"):
        told_until(casino, casino.last)
    forget()
    assert len(told_until(casino, casino.last)) == casino.last


@contextmanager
def as_nobody() -> Generator[None]:
    """Meet an archive's files as a user without any right does; the database is met as ever."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("write", "read_part", "settle", "names", "ranges"):
            patch.setattr(Archive, name, by_nobody(getattr(Archive, name)))
        yield


def by_nobody(plain: Callable[..., object]) -> Callable[..., object]:
    """Return a function that is called with nobody's rights."""

    def called(*arguments: object) -> object:
        os.seteuid(65_534)
        try:
            return plain(*arguments)
        finally:
            os.seteuid(0)

    return called
