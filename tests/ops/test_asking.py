"""How commands tell what they were asked."""

import pytest
from rich.table import Table

from ops.asking import print_whole


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
