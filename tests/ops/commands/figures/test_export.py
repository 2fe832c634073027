"""``razao export``: what there is, a file whole or not at all, and what it refuses."""

from pathlib import Path

import psycopg
import pytest

from ledger.events.registry import Heartbeat
from projections.reads.files.exports import EXPORTS
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao


def test_without_a_name_it_lists_what_there_is(tmp_path: Path) -> None:
    """Every export by name; no database is asked."""
    done = razao("", tmp_path, "export")
    assert done.returncode == 0
    assert all(name in done.stdout for name in EXPORTS)


def test_a_file_is_written_whole(casino: Casino, tmp_path: Path) -> None:
    """What was recorded is projected first; the file has its rows and their count."""
    casino.say("mesa", Heartbeat())
    out = tmp_path / "history.csv"
    done = razao(casino.superuser, tmp_path, "export", "history", "--out", str(out))
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    text = out.read_text(encoding="utf-8")
    assert "heartbeat/1,mesa" in text
    assert text.endswith("# rows,4\n")  # founded, enrolled, approved, said
    assert [one.name for one in tmp_path.glob("*history*")] == ["history.csv"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nothing",), "export: expected one of"),
        (
            ("rounds", "--format", "pdf"),
            "expected one of csv, csv-pt, json, jsonl, parquet, xlsx, xlsx-pt, got 'pdf'",
        ),
        (("rounds", "--where", "player=p-1"), "expected one of place=…"),
        (("rounds", "--where", "place"), "got 'place'"),
        (("history", "--where", "day=20-11-2026"), "expected a day such as 2026-11-20"),
        (("history", "--where", "since=soon"), "expected a time such as"),
        (("history", "--where", "since=2026-11-20T22:00:00"), "such as 2026-11-20T22:00:00Z"),
        (("history", "--where", "since=0001-01-01T00:00:00+05:00"), "expected a time such as"),
        (
            ("history", "--where", "since=2026-11-21T00:00Z", "--where", "until=2026-11-20T00:00Z"),
            "expected a time not after until",
        ),
        (("schedule", "--known", "1"), "kept as it stands now; history has what was scheduled"),
        (
            ("revenue", "--where", "from=2026-11-21", "--where", "to=2026-11-20"),
            "--where from: expected a day not after to",
        ),
        (("tax", "--where", "to=soon"), "--where to: expected a day such as"),
    ],
)
def test_misuse_is_named_and_exits_with_two(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    """An unknown table, format or filter, and a value that is none of its kind."""
    done = razao("", tmp_path, "export", *arguments)
    assert done.returncode == 2
    assert said in done.stderr


def test_where_nothing_can_be_written_is_said(casino: Casino, tmp_path: Path) -> None:
    """A folder that is not there: no file, no traceback."""
    casino.say("mesa", Heartbeat())
    out = tmp_path / "missing" / "x.csv"
    done = razao(casino.superuser, tmp_path, "export", "history", "--out", str(out))
    assert done.returncode == 2
    assert "No such file or directory" in done.stderr


def test_a_database_of_another_version_is_told_in_a_sentence(
    casino: Casino, tmp_path: Path
) -> None:
    """A migration that was applied with another text: exit 3 and its name, no traceback."""
    with psycopg.connect(casino.superuser) as connection:
        connection.execute(
            "UPDATE ledger_migrations.applied SET sha256 = decode(repeat('00', 32), 'hex') "
            "WHERE name = '0002_ledger.sql'"
        )
    done = razao(casino.superuser, tmp_path, "export", "history")
    assert done.returncode == 3
    assert "0002_ledger.sql: expected the text that was applied" in done.stderr
    assert "Traceback" not in done.stderr
