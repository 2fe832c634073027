"""Benchmarks with tiny sizes: the document's shape and its arithmetic. Speed is never asserted."""

import json
import math
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from phevaluator import evaluate_cards
from typer.testing import CliRunner
from uvicorn import Config

from ledger.store.reader import Reader
from ops.bench import plain, records
from ops.bench.casino import Bench, load_rounds
from ops.bench.frame import Comparison, Goal, Plan, SkippedError, machine, noise_after, run
from ops.bench.run import SUBJECTS, Result, run_subjects
from ops.bench.serving import served
from ops.bench.subjects.queries import QUERIES
from ops.commands.running.bench import app
from ops.database.postgres import DatabaseUrls
from ops.errors import MisuseError
from projections.replay.registry import judge
from projections.running.runner import Runner
from tests.fixtures.casino import Casino, open_casino
from tests.fixtures.postgres import Database

ROW = {
    "name",
    "rate",
    "limit",
    "ratio_to_limit",
    "peer",
    "ratio_to_peer",
    "goal",
    "met",
}
MACHINE = {"cores", "cpu", "python", "postgresql", "probe_ms_before", "probe_ms_after", "notes"}

LATER = (pytest.mark.deep, pytest.mark.long)


@pytest.fixture(autouse=True)
def no_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask each thing twice, look for no garbage, and probe the machine briefly: nobody reads it."""
    monkeypatch.setattr("ops.bench.frame.gc", SimpleNamespace(collect=lambda: 0))
    monkeypatch.setattr("ops.bench.frame.PROBE_STEPS", 100)
    for subject in ("pages", "queries", "bundles"):
        monkeypatch.setattr(f"ops.bench.subjects.{subject}.TIMES", 2)
    monkeypatch.setattr("ops.bench.subjects.pages.WARM", 1)
    monkeypatch.setattr("ops.bench.subjects.bundles.STARTS", 2)


def bench(*args: str) -> tuple[int, str]:
    """Run the command and return its exit code and what it printed."""
    result = CliRunner().invoke(app, list(args))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout


@pytest.mark.parametrize("subject", [pytest.param(one, marks=LATER) for one in SUBJECTS])
def test_each_subject_gives_one_document(subject: str) -> None:
    """Machine and rows, nothing else; with one round the ratios are those of the rates."""
    code, out = bench(subject, "--events", "200", "--rounds", "1", "--json")
    document: dict[str, Any] = json.loads(out)
    assert set(document) == {"machine", "rows"}
    assert set(document["machine"]) >= MACHINE
    assert document["rows"]
    for row in document["rows"]:
        assert set(row) == ROW
        assert row["rate"] > 0
        for other, ratio in (("limit", "ratio_to_limit"), ("peer", "ratio_to_peer")):
            assert (row[other] is None) == (row[ratio] is None)
            if row[other] is not None:
                assert math.isclose(row["rate"] / row[other], row[ratio], rel_tol=1e-9)
        assert row["goal"] is None or isinstance(row["goal"], str)
    assert len({row["name"] for row in document["rows"]}) == len(document["rows"])
    assert code == (0 if all(row["met"] for row in document["rows"]) else 1)


@pytest.mark.deep
def test_a_run_leaves_nothing_behind() -> None:
    """The private server stops and its home goes, also when a measure fails."""
    run_of_its_own = Bench()

    def fail() -> None:
        with run_of_its_own:
            assert run_of_its_own.server.pid
            raise ZeroDivisionError

    home = run_of_its_own.home
    with pytest.raises(ZeroDivisionError):
        fail()
    assert not home.parent.exists()


@pytest.mark.deep
def test_a_connection_that_stood_idle_is_answered(recorded_casino: Casino) -> None:
    """However long other rows take, the service that a run asks lets no connection go meanwhile."""
    installation = recorded_casino.installation
    with (
        served(installation, installation.urls, installation.door) as (port, _),
        closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection,
    ):
        for pause in (Config("app").timeout_keep_alive + 1, 0):
            connection.request("GET", "/v1/health")
            assert connection.getresponse().read()
            time.sleep(pause)


def test_for_people_the_machine_stands_first() -> None:
    """Without --json: cores, noise and load, then each row with its limit and its goal."""
    rates = {"own": lambda: 40.0, "limit": lambda: 100.0}
    row = Comparison(name="settle", own="own", limit="limit", goals=(Goal("limit", least=0.3),))
    measured = Result(
        machine=machine() | noise_after() | {"postgresql": None, "rounds": 1, "notes": []},
        shown=run(Plan(measures=rates, rows=[row]), 1),
    )
    with patch("ops.commands.running.bench.run_subjects", return_value=measured):
        code, out = bench("replay", "--rounds", "1")
    first, second, _, *rows = out.splitlines()
    assert "cores" in first
    assert "noise probe" in second
    assert rows[0] == "settle"
    assert "limit: " in rows[2]
    assert "ratio 0.40" in rows[2]
    assert "goal ≥ 0.3 of limit  met" in rows[1]
    assert code == 0


def test_queries_ask_a_ledger_that_is_there_and_leave_it_as_it_was(
    recorded_casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With ``here`` nothing is loaded: the note tells that log's own size."""
    monkeypatch.setattr("ops.bench.subjects.queries.TIMES", 5)
    urls = recorded_casino.installation.urls
    load_rounds(Bench(), recorded_casino.installation, 200)
    with Runner(urls.login) as runner:
        reached, digests = runner.catch_up(), runner.digests()
    result = run_subjects(("queries",), rounds=1, here=urls)
    with Reader(urls.login) as reader, Runner(urls.login) as runner:
        assert (reader.last_position(), runner.position) == (reached, reached)
        assert runner.digests() == digests
    (note,) = result.machine["notes"]
    assert note.startswith(f"asked of {reached} events")
    assert len(result.shown) == 2 * len(QUERIES)


def test_queries_of_a_ledger_that_nobody_projected_are_misuse(
    database: Database, tmp_path: Path
) -> None:
    """There is nothing to ask: the message says what is expected."""
    urls = DatabaseUrls(superuser=database.superuser, login=database.login)
    with open_casino(database, tmp_path):
        pass
    with pytest.raises(MisuseError, match="expected a ledger with events and projections"):
        run_subjects(("queries",), rounds=1, here=urls)


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("speed",),
        ("append", "--rounds", "0"),
        ("all", "--events", "-1"),
        ("append", "--here"),
        ("queries", "--here", "--events", "5"),
        ("pages", "--here", "--events", "5"),
    ],
)
def test_misuse_is_exit_2(args: tuple[str, ...]) -> None:
    """A subject must be named and known, counts be above zero; two subjects ask what is there."""
    assert bench(*args)[0] == 2


def test_ratios_are_medians_of_the_rounds() -> None:
    """Each round's ratio is taken within the round: a slow round slows both sides."""
    rates = iter([100.0, 50.0, 10.0, 20.0, 100.0, 100.0])
    plan = Plan(
        measures={"own": lambda: next(rates), "limit": lambda: next(rates)},
        derived={"twice": lambda one: 2 * one["limit"]},
        rows=[
            Comparison(name="a", own="own", limit="limit", goals=(Goal("limit", least=1),)),
            Comparison(name="b", own="own", limit="twice", goals=(Goal("limit", least=1),)),
        ],
    )
    first, second = (one.row for one in run(plan, 3))
    assert (first.rate, first.limit, first.ratio_to_limit, first.met) == (100, 50, 1, True)
    assert (second.limit, second.ratio_to_limit, second.met) == (100, 0.5, False)


def test_a_goal_is_met_within_ten_percent() -> None:
    """0.80 is met by 0.72 and not by 0.71; 300 bytes by 330 and not by 331."""
    least, most = Goal("limit", least=0.80), Goal("rate", most=300, text="bytes")
    assert [least.met(value) for value in (0.73, 0.71)] == [True, False]
    assert [most.met(value) for value in (330, 331)] == [True, False]
    assert str(least) == "≥ 0.8 of limit"
    assert str(most) == "≤ 300 bytes"
    assert str(Goal("peer", least=2)) == "≥ 2 × peer"


def test_what_is_not_installed_is_skipped_with_a_note() -> None:
    """The row stays, without its peer; a goal against the peer is not judged."""

    def missing() -> float:
        raise SkippedError("not installed")

    row = Comparison(name="a", own="own", peer="peer", goals=(Goal("peer", least=2),))
    plan = Plan(measures={"own": lambda: 1.0, "peer": missing}, rows=[row])
    (shown,) = run(plan, 2)
    assert (shown.row.peer, shown.row.ratio_to_peer, shown.row.met) == (None, None, True)
    assert plan.notes == ["peer: skipped, not installed"]


def test_the_plain_rows_come_to_the_same_sums_as_replay() -> None:
    """A limit that settled other rounds would prove nothing: both pay the same."""
    chance = Random(11)
    for _ in range(200):
        coup, stakes, number = records.roulette(chance)
        verdict = judge(coup)
        assert not verdict.found
        assert [line.due for line in verdict.settlement.lines] == plain.roulette(stakes, number)
        jogada, squares, bank = records.five_cards(chance)
        verdict = judge(jogada)
        assert not verdict.found
        due = dict.fromkeys(range(1, records.SEATS + 1), 0)
        for line in verdict.settlement.lines:
            due[line.seat] += line.due
        assert list(due.values()) == plain.five_cards(evaluate_cards, squares, bank)
        hand, told = records.holdem(chance)
        verdict = judge(hand)
        assert not verdict.found
        left = plain.holdem(evaluate_cards, told, [records.STACK] * records.PLAYERS)
        put = sum(action.added for action in hand.actions if action.seat == 1)
        for line in verdict.settlement.lines:
            assert left[line.seat - 1] == records.STACK - put + line.due
