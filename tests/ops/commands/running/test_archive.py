"""``razao archive`` as its people run it: the house seals, somebody else verifies."""

import json
from pathlib import Path

import pytest

from ledger.events.registry import ParameterSet
from ledger.events.rounds import RoundOpened
from ops.commands.asking.retention import sealed_until
from ops.outside.archive.folder import Place
from projections.reads.retention import CLASSES, YEARS
from tests.fixtures.casino import DAY, ORIGIN, Casino
from tests.fixtures.command import Done, razao
from tests.projections.running.test_runner import a_night

pytestmark = pytest.mark.recorded
FIRST = f"origin={ORIGIN}/range=000000001-"


def run(casino: Casino, home: Path, *arguments: str) -> Done:
    return razao(casino.superuser, home, "archive", *arguments)


def sealed(casino: Casino, home: Path) -> tuple[str, int]:
    """Seal a night in two ranges; return the archive, and where the first one ends."""
    a_night(casino)
    casino.project()
    archive = str(home / "archive")
    done = run(casino, home, "seal", archive, "--until", str(casino.last // 2), "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["range"].startswith(FIRST)
    done = run(casino, home, "seal", archive, "--until", str(casino.last))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"-{casino.last:09}: " in done.stdout
    return archive, int(told["range"].rpartition("-")[2])


def test_the_house_seals_and_whoever_has_the_files_verifies(
    recorded_casino: Casino, tmp_path: Path
) -> None:
    """Nothing is asked of the ledger; a range that was touched is named, and only that."""
    archive, end = sealed(recorded_casino, tmp_path)
    key = recorded_casino.log_keys[0].text
    done = run(recorded_casino, tmp_path, "verify", archive, "--no-figures", "--log-key", key)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("proved  ") == 2
    assert f"follow each other  {ORIGIN}: 2 ranges" in done.stdout

    (path,) = Path(archive).glob(f"{FIRST}*/figures.parquet")
    path.write_bytes(path.read_bytes()[:-1])
    done = run(recorded_casino, tmp_path, "verify", archive, "--no-figures", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["clean"]) == (1, False)
    first, second = told["ranges"]
    assert {one["file"] for one in first["faults"]} == {"figures.parquet"}
    assert second["faults"] == []
    done = run(recorded_casino, tmp_path, "verify", archive, str(end + 1), "--no-figures")
    assert done.returncode == 0, done.stdout


def test_retention_tells_which_days_that_may_leave_are_sealed(
    recorded_casino: Casino, tmp_path: Path
) -> None:
    """A day whose years are over: yet to be sealed, and sealed once a range holds all of it."""
    casino, archive = recorded_casino, str(tmp_path / "archive")
    for number in range(1, 5):
        casino.say("mesa", RoundOpened(), round_id=f"RA-01/{DAY}/{number}")
    years = dict.fromkeys((name for name, one in CLASSES.items() if one.leaves), 0)
    act = ParameterSet(scope="*", name=YEARS, value=years, since="2026-01-01T00:00:00.000000Z")
    casino.approve("registo-2", casino.say("registo-1", act))
    casino.tick()
    casino.project()
    asked = ("retention", "--from", DAY, "--to", DAY, "--archive", archive, "--lang", "en")
    for until, lacking in ((casino.last // 2, True), (casino.last, False)):
        assert run(casino, tmp_path, "seal", archive, "--until", str(until)).returncode == 0
        told = razao(casino.superuser, tmp_path, *asked)
        assert told.returncode == 0, told.stderr
        day, none = "20-11-2026", "—"
        assert f"of these, sealed in {archive}: {none if lacking else day}" in told.stdout
        assert f"yet to be sealed: {day if lacking else none} (" in told.stdout
    places = [Place("x", 1, 5), Place("x", 6, 9), Place("x", 12, 20)]
    assert (sealed_until(places), sealed_until(places[1:])) == (9, 0)


@pytest.mark.deep
def test_the_list_tells_each_range(recorded_casino: Casino, tmp_path: Path) -> None:
    """With its events, its law and its seal; what was sealed is not sealed again."""
    archive, end = sealed(recorded_casino, tmp_path)
    done = run(recorded_casino, tmp_path, "list", archive, "--json")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["events"], second["events"]) == (end, recorded_casino.last - end)
    assert first["signed"]
    assert second["signed"]
    last = str(recorded_casino.last)
    again = run(recorded_casino, tmp_path, "seal", archive, "--until", last)
    assert again.stdout.startswith("nothing to seal")


def test_what_is_asked_wrongly_is_said(recorded_casino: Casino, tmp_path: Path) -> None:
    """An archive that is none, a position beyond the log, a checkpoint without the log's key."""
    nowhere = run(recorded_casino, tmp_path, "verify", str(tmp_path / "none"))
    assert (nowhere.returncode, "no sealed range is there" in nowhere.stderr) == (2, True)
    beyond = run(recorded_casino, tmp_path, "seal", str(tmp_path / "a"), "--until", "999999")
    assert (beyond.returncode, "expected a position up to" in beyond.stderr) == (2, True)
    unknown = run(recorded_casino, tmp_path, "list", "nosuch://bucket")
    assert (unknown.returncode, "nosuch" in unknown.stderr) == (2, True)
