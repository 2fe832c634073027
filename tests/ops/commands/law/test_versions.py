"""A ledger of another version: each command that opens it says so, and ends with exit 3."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from tests.fixtures.casino import DAY, Casino
from tests.fixtures.command import razao
from tests.ops.commands.test_forms import commands

LATER: Final = """
INSERT INTO ledger_migrations.applied (name, sha256) VALUES ('9999_later.sql', sha256(''))
ON CONFLICT DO NOTHING"""
LAW: Final = """
DO $$ BEGIN
    EXECUTE format('COMMENT ON SCHEMA projections IS %L', replace(
        obj_description('projections'::regnamespace, 'pg_namespace'), 'rules@', 'rules@9'));
END $$"""
LEFT: Final = {
    "tables": ("COMMENT ON SCHEMA projections IS 'shape 0'", "tables of another version"),
    "law": (LAW, "of a newer Razão"),
    "migrations": (LATER, "newer Razão"),
}
"""What another version leaves behind, and words by which that is told."""
ELSEWHERE: Final = frozenset(
    {"bench", "demo", "doctor", "replica", "restore", "serve", "simulate", "witness"}
)
"""Verbs that make a ledger of their own, run until they are stopped, or tell all that is wrong."""
ENDLESS: Final = frozenset({"down", "follow", "migrate", "rebuild", "run", "shell", "up"})
"""Last words of those that mend it, and of others that run until they are stopped."""
VALUES: Final = {"--day": DAY, "--month": DAY[:7]}
LEAST: Final = {"tables": 25, "law": 25, "migrations": 25}
"""So many commands open a ledger, at least."""
SOME: Final = (["findings"], ["verify", "figures"], ["events", "list"])


def asked() -> Iterator[list[str]]:
    """Yield each command with something for each argument that it wants."""
    for path, command in commands():
        if path[0] not in ELSEWHERE and path[-1] not in ENDLESS:
            yield [*path, *(word for one in command.params if one.required for word in words(one))]


def words(one: Any) -> list[str]:
    """Return the words for an argument or an option that a command wants."""
    value = VALUES.get(one.opts[0], "1")
    return [value] if one.param_type_name == "argument" else [one.opts[0], value]


def told(casino: Casino, folder: Path, left: str, every: list[list[str]]) -> dict[str, int]:
    """Return the exit of each command that says of the ledger that another version was here."""
    found: dict[str, int] = {}
    statement, says = LEFT[left]
    for arguments in every:
        with psycopg.connect(casino.superuser) as connection:
            connection.execute(statement)
        done = razao(casino.superuser, folder / "home", *arguments)
        if says in done.stderr:
            found[" ".join(arguments)] = done.returncode
    return found


def test_some_commands_on_figures_of_another_version(casino: Casino, tmp_path: Path) -> None:
    """Nothing was found: nobody could look."""
    casino.project()
    assert set(told(casino, tmp_path, "tables", [*SOME]).values()) == {3}


@pytest.mark.deep
@pytest.mark.parametrize("left", list(LEFT))
def test_each_command_on_a_ledger_of_another_version(
    casino: Casino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: str
) -> None:
    """Tables, law, migrations: whoever opens it cannot go on; exit 1 would say that it is bad."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", StringIO())
    casino.project()
    found = told(casino, tmp_path, left, list(asked()))
    assert {name: code for name, code in found.items() if code != 3} == {}
    assert len(found) >= LEAST[left], sorted(found)
