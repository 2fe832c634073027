"""How commands tell what they were asked."""

import json
from pathlib import Path

import pytest
from rich.table import Table

from ledger.events.registry import Heartbeat
from ops.commands.common import print_whole
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao


def test_a_table_wider_than_the_terminal_is_told_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each cell stands in its line to the last letter, however narrow the terminal is."""
    monkeypatch.setenv("COLUMNS", "20")
    table = Table("session", "started", "ended", box=None)
    table.add_row("bi-01-1", "2026-11-20T17:14:12", "2026-11-20T18:40:30")
    print_whole(table)
    heads, row = capsys.readouterr().out.splitlines()
    assert heads.split() == ["session", "started", "ended"]
    assert row.split() == ["bi-01-1", "2026-11-20T17:14:12", "2026-11-20T18:40:30"]


AS_KNOWN = (
    ("accounts", "tables"),
    ("accounts", "chips"),
    ("accounts", "tax"),
    ("acta", "show", "S-1"),
    ("acta", "pdf", "S-1", "--out", "x.pdf"),
    ("export", "findings"),
    ("findings",),
    ("jackpots", "statement", "p"),
    ("jackpots", "explain", "p"),
)


def test_what_was_known_by_a_time_is_what_stood_at_the_clocks_last_tick_before_it(
    casino: Casino, tmp_path: Path
) -> None:
    """Two heartbeats, a tick between them: by the second tick's time the first was known."""
    casino.say("mesa", Heartbeat())
    casino.tick()
    casino.say("mesa", Heartbeat())
    casino.tick()
    asked = ("export", "history", "--where", "kind=clock-ticked/1", "--format", "json")
    url = casino.superuser
    (*_, first, last) = json.loads(razao(url, tmp_path, *asked).stdout)["rows"]
    done = razao(url, tmp_path, "export", "history", "--format", "json", "--known", last["at"])
    answer = json.loads(done.stdout)
    assert answer["rows"][-1]["position"] == first["position"]
    assert answer["known"] == str(first["position"])


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.deep)])
def test_nobody_is_told_what_will_be_known_where_the_log_is_not_yet(
    casino: Casino, tmp_path: Path, share: int
) -> None:
    """One beyond the last event is misuse and names the last, whatever else is wrong; it is not."""
    casino.say("mesa", Heartbeat())
    url, last = casino.superuser, casino.installation.reader.last_position()
    for command in AS_KNOWN[::share]:
        beyond = razao(url, tmp_path, *command, "--known", str(last + 1))
        said = f"--known {last + 1}: expected at most {last}"
        assert (beyond.returncode, said in " ".join(beyond.stderr.split())) == (2, True), command
        there = razao(url, tmp_path, *command, "--known", str(last))
        assert "expected at most" not in there.stderr, command
    beyond = razao(url, tmp_path, "jackpots", "trial", "--at", str(last + 1))
    assert (beyond.returncode, f"at most {last}" in beyond.stderr) == (2, True)
