"""Ranges that left the ledger for two archives: hot and cold read as one, and nothing is lost."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from shutil import copytree, rmtree

import psycopg
import pytest

from api.services.api_keys import Role
from ledger.audit.auditor import audit_database
from ledger.errors import ArchiveAwayError
from ledger.events import KINDS
from ledger.events.registry import ParameterSet
from ledger.events.reviews import Correction
from ledger.log.log import Log
from ledger.store.cold import DROPPED, STAYS
from ledger.store.reader import Reader
from ops.outside.archive import cold
from ops.outside.archive.checking import Asked
from ops.outside.archive.dropping import put_back
from ops.outside.archive.folder import SEAL, events_name
from ops.outside.archive.sealing import House, seal
from projections.base.errors import HaltedError
from tests.api.conftest import opened
from tests.fixtures.casino import DAY, ORIGIN
from tests.fixtures.sealed import Two, answers, folded, forget, gone, marked, told_until

pytestmark = pytest.mark.recorded


READS = re.compile(
    r"SELECT[^;]{0,300}\bstate\b[^;=]{0,200}\bledger\.events\b(?! import)"
    r"|\bledger\.events\b(?! import)[^;]{0,400}\be\.state\b"
)


def test_readers_do_not_see_the_seam(two: Two) -> None:
    """Every road gives the same events and verification, after one range left, and after both."""
    before = answers(two.casino)
    with psycopg.connect(two.casino.superuser) as connection:
        kinds = connection.execute(
            "SELECT kind FROM unnest(%s::text[]) AS kind WHERE ledger.stays(kind)", ([*KINDS],)
        ).fetchall()
    # The database and its readers agree on what stays.
    assert {kind for (kind,) in kinds} == {one for one in KINDS if one.split("/")[0] in STAYS}
    assert {one.split("/")[0] for one in KINDS} >= STAYS
    ((left, _),) = two.drop(two.places[0])
    assert 0 < left < two.places[0].last
    assert marked(two.casino) == left
    assert answers(two.casino) == before
    assert two.drop() == [(0, left), (marked(two.casino) - left, 0)]
    assert answers(two.casino) == before
    place = two.places[0]
    with psycopg.connect(two.casino.superuser, autocommit=True) as owner:
        back = put_back(owner, two.archives[1], place, Asked(), lambda _done, _every: None)
    assert back == left
    assert answers(two.casino) == before
    assert two.drop(place) == [(left, 0)]


KIND_STAYS = {
    "ledger/audit/beside.py",
    "projections/reads/basis/document_origin.py",
    "projections/reads/basis/scope.py",
    "projections/reads/disputes/case_file.py",
    "projections/reads/floor/hold.py",
    "projections/reads/machines/counters.py",
    "projections/reads/texts.py",
    "projections/stages/accounts/tables/queries.py",
}
"""Modules whose statements read envelopes of kinds that stay."""


def test_whoever_reads_envelopes_puts_back_what_left() -> None:
    """A statement of its own over `ledger.events` would answer less, and not say so."""
    root = Path(cold.__file__).parents[3]
    found = set[str]()
    for room in ("ledger", "projections", "api", "ops"):
        for path in (root / room).rglob("*.py"):
            text = path.read_text("utf-8")
            if READS.search(text) and "fill_by" not in text and " fill(" not in text:
                found.add(path.relative_to(root).as_posix())
    found = {one for one in found if not one.startswith(("ops/bench/", "ops/simulator/"))}
    assert found == KIND_STAYS


@pytest.mark.deep
def test_figures_are_folded_alike_from_cold_and_hot(two: Two) -> None:
    """A rebuild reads what left from the archive: every table has the digest it had."""
    before = folded(two.casino)
    two.drop()
    assert folded(two.casino) == before


@pytest.mark.deep
def test_the_command_drops_and_every_other_reads_on(two: Two) -> None:
    """Events, proofs, verification: word for word as before; then the ranges come back."""
    asked = (
        ("events", "list", "--json"),
        *(("events", "show", str(one), "--json") for one in two.places[0][1:]),
        ("verify", "figures"),
        ("prove", "round", f"RA-01/{DAY}/1", "--out", str(two.home / "round.zip")),
        ("verify", "bundle", str(two.home / "round.zip")),
    )
    before = [two.run(*one) for one in asked]
    one, other = map(str, two.folders)
    done = two.run("archive", "drop", one, "--copy", other)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("events left, 0 had left before") == 2
    assert marked(two.casino) > 0
    assert [two.run(*one) for one in asked] == before
    assert two.run("verify").returncode == 0
    back = two.run("archive", "restore", other, "1", str(two.places[1].first))
    assert (back.returncode, marked(two.casino)) == (0, 0), back
    rmtree(two.folders[0])
    rmtree(two.folders[1])
    assert [two.run(*one) for one in asked] == before
    assert two.run("verify").returncode == 0


@pytest.mark.deep
def test_what_may_not_leave_is_refused_in_words(two: Two) -> None:
    """Each reason by its own words; nothing left."""
    copy = two.folders[1] / two.places[1].folder
    parked = copy.rename(copy.parent / "parked")
    assert "sealed once: " in two.refused()
    parked.rename(copy)

    seal = two.file(1, 1, SEAL)
    kept = seal.read_bytes()
    seal.write_bytes(kept.replace(b'"code"', b'"Code"'))
    assert "the seals differ: " in two.refused()
    seal.write_bytes(kept)

    events = two.file(1, 1, events_name(0))
    kept = events.read_bytes()
    events.write_bytes(kept[:-1])
    assert f"/{two.places[1].folder}/{events_name(0)}: " in two.refused()
    events.write_bytes(kept)

    first = two.folders[0] / two.places[0].folder
    parked = first.rename(first.parent / "parked")
    assert "expected a range that begins at 1; one is missing" in two.refused()
    parked.rename(first)

    beyond = str(two.casino.last + 1)
    assert f"position {beyond}: not sealed: sealed are positions up to" in two.refused(
        "--until", beyond
    )
    same = two.run("archive", "drop", str(two.folders[0]), "--copy", str(two.folders[0]))
    assert (same.returncode, "expected another place" in same.stderr) == (2, True)
    none = two.run("archive", "drop", str(two.home / "none"), "--copy", str(two.folders[0]))
    assert (none.returncode, "no range is sealed" in none.stderr) == (2, True)


@pytest.mark.deep
def test_what_the_authority_holds_stays(two: Two) -> None:
    """A gaming day that is held as evidence: no range that has of it leaves."""
    casino = two.casino
    act = ParameterSet(
        scope="*", name="prova_retida", value=[DAY], since="2026-01-01T00:00:00.000000Z"
    )
    casino.approve("registo-2", casino.say("registo-1", act))
    casino.tick()
    casino.project()
    assert f"{DAY} is held as evidence (prova_retida), from position " in two.refused()


@pytest.mark.deep
def test_a_touched_archive_is_named(two: Two) -> None:
    """By `verify`, whichever copy it is, while the other one answers; both touched: no answer."""
    two.drop()
    before = answers(two.casino)
    name = events_name(0)
    first, second = two.file(0, 0, name), two.file(1, 0, name)
    kept = first.read_bytes()
    middle = len(kept) // 2
    touched = kept[:middle] + bytes([kept[middle] ^ 1]) + kept[middle + 1 :]
    for one in (first, second):
        one.write_bytes(touched)
        forget()
        found = two.run("verify")
        assert (found.returncode, f"{one}  archive: " in found.stdout) == (1, True), found.stdout
        assert found.stdout.count("archive: ") == 1
        assert answers(two.casino) == before
        one.write_bytes(kept)
    for one in (first, second):
        one.write_bytes(touched)
    forget()
    found = two.run("verify")
    assert (found.returncode, found.stdout.count("archive: ")) == (1, 2)
    shown = two.run("rebuild")
    assert (shown.returncode, "are not those that were sealed" in shown.stderr) == (1, True), shown


@pytest.mark.deep
def test_a_mark_that_nobody_dropped_is_named(two: Two) -> None:
    """Whoever empties an envelope by hand: in a range that did not leave, of a kind that stays."""
    two.drop(two.places[0])
    with psycopg.connect(two.casino.superuser) as connection:
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER USER")
        connection.execute(
            "UPDATE ledger.events SET state = '' WHERE notification_id IN (1, %s)",
            (two.places[1].last,),
        )
        for name in ("refuse_change", "refuse_change_of_row"):
            connection.execute(f"ALTER TABLE ledger.events ENABLE ALWAYS TRIGGER {name}".encode())
    found = {one.position for one in audit_database(two.casino.conninfo).problems}
    assert {1, two.places[1].last} <= found


@pytest.mark.deep
def test_an_archive_that_is_away_is_said(two: Two, tmp_path: Path) -> None:
    """Both copies gone: no answer, and `verify` says what it saw; then one stands elsewhere."""
    two.drop()
    moved = two.folders[0].rename(tmp_path / "moved")
    rmtree(two.folders[1])
    forget()
    one = str(gone(two.casino)[0])
    found = two.run("verify")
    assert found.returncode == 4, found
    assert found.stdout.count("not looked at: ") == 2
    assert "left this ledger for an archive: " in found.stdout
    assert "cannot say, the rest is clean" in found.stdout
    for arguments in (("events", "show", one), ("rebuild",)):
        done = two.run(*arguments)
        assert done.returncode == 3, (arguments, done)
        assert "left this ledger for an archive: " in done.stderr
    asked = {**os.environ, "RAZAO_DATABASE_URL": two.casino.superuser, "RAZAO_HOME": str(two.home)}
    command = [sys.executable, "-m", "ops.cli", "verify"]
    done = subprocess.run(
        command, env={**asked, "RAZAO_ARCHIVE": str(moved)}, capture_output=True, check=False
    )
    assert done.returncode == 0, done
    # A base installation has no Parquet: it says what it lacks.
    without = (
        "import sys; sys.modules['pyarrow'] = None; from ops.cli import main; main(['verify'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", without],
        env={**asked, "RAZAO_ARCHIVE": str(moved)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, b"needs the extra `archive`" in done.stdout) == (4, True), done


@pytest.mark.deep
def test_a_drop_that_is_killed_loses_nothing(two: Two) -> None:
    """Killed at many moments and begun again: readers are told the same each time."""
    before = answers(two.casino)
    chance = random.Random(20)
    environment = {
        **os.environ,
        "RAZAO_DATABASE_URL": two.casino.superuser,
        "RAZAO_HOME": str(two.home),
    }
    one, other = map(str, two.folders)
    program = (
        "import time; from ops.outside.archive import dropping; dropping._BATCH = 1\n"
        "rows = dropping.batches\n"
        "slow = lambda *of: (time.sleep(0.01) or one for one in rows(*of))\n"
        "dropping.batches = slow\n"
        f"import sys; sys.argv = ['razao', 'archive', 'drop', {one!r}, '--copy', {other!r}]\n"
        "dropping.check_twice = lambda *_: None\n"
        "from ops.cli import main\nmain(sys.argv[1:])"
    )
    seen: set[int] = set()
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        here = marked(two.casino)
        deadline = time.monotonic() + 20
        while marked(two.casino) == here and process.poll() is None:
            assert time.monotonic() < deadline
        time.sleep(chance.random() / 10)
        process.send_signal(signal.SIGKILL)
        process.wait()
        seen.add(marked(two.casino))
        assert answers(two.casino) == before
    assert len(seen) > 3, seen
    two.drop()
    assert answers(two.casino) == before


@pytest.mark.deep
def test_two_drops_at_once_while_the_house_writes(two: Two) -> None:
    """Each event leaves once, who appends waits, and what is read is the same."""
    casino, before = two.casino, two.casino.last
    told = told_until(casino, before)
    with ThreadPoolExecutor(3) as pool:
        drops = [pool.submit(two.drop) for _ in range(2)]
        for _ in range(20):
            casino.tick()
        left = [[now for now, _ in one.result()] for one in drops]
    assert sum(map(sum, left)) == marked(casino) > 0
    assert casino.last == before + 20
    assert told_until(casino, before) == told
    assert audit_database(casino.conninfo).clean


@pytest.mark.deep
def test_wherever_it_is_cut_readers_are_told_the_same(two: Two, tmp_path: Path) -> None:
    """Sealed, copied and dropped range by range, cut at any event: no answer changes."""
    casino, chance = two.casino, random.Random(7)
    before = answers(casino)
    two.folders = tmp_path / "cut", tmp_path / "cut again"
    signer, archive = casino.log_signer, two.archives[0]
    until = 0
    with closing(Log(casino.conninfo, ORIGIN, signer)) as log:
        while until < casino.last:
            wanted = min(casino.last, until + chance.randint(1, 30))
            made = seal(House(casino.conninfo, ORIGIN, log, signer), archive, wanted)
            assert made is not None
            place = made[0]
            assert place.first == until + 1
            until = place.last
            copytree(two.folders[0], two.folders[1], dirs_exist_ok=True)
            two.drop(place)
            assert answers(casino) == before
    assert marked(casino) > 0


@pytest.mark.deep
def test_a_fold_that_asks_for_what_is_away_stops(two: Two, tmp_path: Path) -> None:
    """Nothing is set aside and no figure is less: it goes on where the archive answers again."""
    casino = two.casino
    two.drop()
    with Reader(casino.conninfo) as reader:
        paid = next(row for row in reader.at(gone(casino)) if row.kind.startswith("payout/"))
    act = Correction(
        target=f"{paid.source}:{paid.seq}",
        link=paid.link.hex(),
        replacement={"seat": 1, "amount": 3_400, "bets": [1], "stake_returned": 100},
        reason="erro_de_registo",
    )
    casino.approve("chefe", casino.say("fiscal", act))
    forget()
    away = [one.rename(tmp_path / f"away {one.name}") for one in two.folders]
    with pytest.raises((HaltedError, ArchiveAwayError), match="left this ledger for an archive"):
        casino.project()
    assert casino.rows("SELECT kind FROM {s}.unfolded") == []
    for one, folder in zip(away, two.folders, strict=True):
        one.rename(folder)
    casino.project()
    assert casino.rows(
        "SELECT target FROM {s}.corrected WHERE target = %s", f"{paid.source}:{paid.seq}"
    )


@pytest.mark.deep
def test_the_api_reads_across_the_seam(two: Two) -> None:
    """One event, all of them, tiles of their bytes, as before; a house's reader may ask, too."""
    casino = two.casino
    with Reader(casino.conninfo) as reader:
        names = [f"{row.source}/{row.seq}" for row in reader.page(after=0, limit=casino.last)]
    paths = [
        f"/v1/events?limit={casino.last}",
        *(f"/v1/events/{name}" for name in names),
        f"/v1/rounds/RA-01/{DAY}/1/events",
    ]
    entries = f"/tile/entries/000.p/{casino.last}"

    def told() -> list[bytes]:
        with opened(casino) as site:
            found = [site.get(path).content for path in paths]
            return [*found, site.get(entries, Role.INSPECTOR).content]

    before = told()
    assert len(before[-1]) > len(names) * 200
    assert sum(b'"intact":true' in one for one in before) == len(names)
    two.drop()
    for one, other in zip(before, told(), strict=True):
        assert without_request(one) == without_request(other)
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("SET ROLE razao_house")
        assert len(connection.execute(DROPPED).fetchall()) == 2


def without_request(body: bytes) -> bytes:
    """Return an answer without the number of its request."""
    return re.sub(rb"urn:razao:request:[^\"]+", b"", body)
