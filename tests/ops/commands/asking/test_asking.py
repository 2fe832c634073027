"""``razao events | rounds | search | disputes | parameters``, in each form, and completion."""

import csv
import io
import json
from pathlib import Path

from ledger.events.registry import ParameterSet
from ledger.events.reviews import DisputeAnswered, DisputeDecided, DisputeOpened
from ops.commands.completing import candidates
from ops.commands.forms import fields_of
from tests.fixtures.casino import AT, DAY, Casino
from tests.fixtures.command import razao
from tests.helpers.each import each
from tests.projections.stages.accounts.test_accounts import TABLE, Table

ROUND = f"RA-01/{DAY}/1"
EVIL = "=HYPERLINK(1)"


def test_events_are_listed_shown_and_the_newest_come_last(casino: Casino, tmp_path: Path) -> None:
    """By filters; whole by name or position; the last ones of a place; none where none is."""
    Table(casino).day()
    url = casino.superuser
    lines = razao(url, tmp_path, "events", "list", "--place", "RA-01", "--format", "jsonl").stdout
    listed = [json.loads(line) for line in lines.splitlines()]
    assert [one["kind"] for one in listed][:1] == ["table-opened/1"]
    newest = razao(
        url, tmp_path, "events", "tail", "-n", "2", "--place", "RA-01", "--format", "json"
    )
    assert json.loads(newest.stdout) == listed[-2:]
    position = listed[0]["position"]
    by_position = razao(url, tmp_path, "events", "show", str(position), "--format", "json").stdout
    assert razao(url, tmp_path, "events", "show", f"{TABLE}:1", "--format", "json").stdout == (
        by_position
    )
    assert json.loads(by_position)[0]["body"]["payload"]["count"] == 500_000
    assert "count: 500000" in razao(url, tmp_path, "events", "show", f"{TABLE}:1").stdout
    for name, told in (("999999", "nothing is recorded"), ("what", "expected SOURCE:NUMBER")):
        wrong = razao(url, tmp_path, "events", "show", name)
        assert (wrong.returncode, told in wrong.stderr) == (2, True), wrong.stderr
    follow = razao(url, tmp_path, "events", "tail", "-f", "--format", "csv")
    assert (follow.returncode, "table or jsonl" in follow.stderr) == (2, True)


def test_a_round_is_shown_with_each_bet_and_its_rule(casino: Casino, tmp_path: Path) -> None:
    """The stake of 2 400.00 lost, by RA R37; ends with 1 where a finding stands."""
    Table(casino).day()
    url = casino.superuser
    shown = razao(url, tmp_path, "rounds", "show", ROUND)
    assert shown.returncode in (0, 1)
    assert "Roleta americana  confere" in shown.stdout
    assert "apostado 2.400$00 CVE, devido 0$00 CVE" in shown.stdout
    shown = razao(url, tmp_path, "rounds", "show", ROUND, "--lang", "en")
    assert "stake 2.400$00 CVE, due 0$00 CVE" in shown.stdout
    (line,) = csv.DictReader(
        io.StringIO(razao(url, tmp_path, "rounds", "show", ROUND, "--format", "csv").stdout)
    )
    assert (line["seat"], line["stake"], line["due"], line["outcome"]) == (
        "1",
        "240000",
        "0",
        "perde",
    )
    (whole,) = json.loads(razao(url, tmp_path, "rounds", "show", ROUND, "--format", "json").stdout)
    assert whole["judged"]["record"]["game"] == "roleta_americana"
    listed = razao(url, tmp_path, "rounds", "list", "--format", "jsonl").stdout.splitlines()
    assert [json.loads(one)["round"] for one in listed] == [ROUND]
    wrong = razao(url, tmp_path, "rounds", "show", f"RA-02/{DAY}/1")
    assert (wrong.returncode, "near: RA-01" in wrong.stderr) == (2, True)


def test_a_text_is_looked_for_and_a_parameter_stands_with_its_act(
    casino: Casino, tmp_path: Path
) -> None:
    """What was looked through is told; nothing found ends with 1; a later value is marked."""
    Table(casino).day()
    for value, since in ((3, AT), (5, "2030-01-01T00:00:00.000000Z")):
        act = ParameterSet(scope="RA-01", name="limite", value=value, since=since)
        casino.approve("financas", casino.say("direccao", act))
    url = casino.superuser
    found = razao(url, tmp_path, "search", "RA-01", "--format", "jsonl").stdout.splitlines()
    assert ("place", "RA-01") in [(one["kind"], one["name"]) for one in map(json.loads, found)]
    nothing = razao(url, tmp_path, "search", "zz-nada")
    assert (nothing.returncode, "looked for as: place" in nothing.stderr) == (1, True)
    asked = ("parameters", "--day", "2026-12-01", "--name", "limite", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(razao(url, tmp_path, *asked).stdout)))
    assert [(one["value"], one["state"], one["act"]) for one in rows] == [
        ("3", "in force", "direccao:1"),
        ("5", "later", "direccao:2"),
    ]
    assert "parameter" not in razao(url, tmp_path, "parameters", "--name", "limite").stderr


def test_a_case_is_listed_shown_and_written(casino: Casino, tmp_path: Path) -> None:
    """Its words in their order; record and letter as papers; an unknown one with the near name."""
    Table(casino).day()
    casino.say("litigios", DisputeOpened(dispute=EVIL, subject="round", rounds=(ROUND,), seat=1))
    casino.say("litigios", DisputeOpened(dispute="D-1", subject="round", rounds=(ROUND,), seat=1))
    casino.say("chefia", DisputeAnswered(dispute="D-1", position="rejected"))
    casino.say("litigios", DisputeDecided(dispute="D-1", decision="rejected"))
    url = casino.superuser
    rows = list(
        csv.DictReader(
            io.StringIO(razao(url, tmp_path, "disputes", "list", "--format", "csv").stdout)
        )
    )
    assert {one["dispute"] for one in rows} == {f"'{EVIL}", "D-1"}
    shown = razao(url, tmp_path, "disputes", "show", "D-1").stdout
    assert shown.index("dispute-opened/1") < shown.index("dispute-decided/1")
    for extra in ((), ("--letter",)):
        out = tmp_path / f"paper{len(extra)}.pdf"
        done = razao(url, tmp_path, "disputes", "paper", "D-1", "--pdf", str(out), *extra)
        assert done.returncode == 0, done.stderr
        assert out.read_bytes().startswith(b"%PDF")
    wrong = razao(url, tmp_path, "disputes", "show", "D-2")
    assert (wrong.returncode, "near: D-1" in wrong.stderr) == (2, True)


@each(
    ("words", "offered"),
    [
        (["ev"], {"events"}),
        (["accounts", "da"], {"daily"}),
        (["accounts", "daily", "--fo"], {"--format"}),
        (["accounts", "daily", "--format", "json"], {"json", "jsonl"}),
        (["accounts", "declare", "cl"], {"closing"}),
        (["events", "tail", "--follow", "--pl"], {"--place"}),
        (["nothing", ""], set[str]()),
        (["export", "--format", "x; rm"], set[str]()),
    ],
)
def test_a_line_is_completed_by_commands_options_and_choices(
    words: list[str], offered: set[str]
) -> None:
    """From the commands themselves: what is added there is completed here."""
    assert set(candidates(words)) == offered


def test_each_shell_has_its_lines(tmp_path: Path) -> None:
    """They ask this very command for words."""
    for shell in ("bash", "zsh", "fish"):
        told = razao("", tmp_path, "completion", shell)
        assert told.returncode == 0
        assert "razao completion words -- " in told.stdout


def test_a_row_keeps_the_names_of_its_fields() -> None:
    """A struct and a mapping alike."""
    assert fields_of({"a": 1, "b": [EVIL]}) == {"a": 1, "b": [EVIL]}
