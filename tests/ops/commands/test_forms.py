"""``--format table|json|jsonl|csv`` and its short word ``--json``, of every command that lists."""

import csv
import io
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, get_args

import pytest
import typer.main

from api.documents.words.columns import HEADS
from api.documents.words.fields import FIELDS
from ops.commands import VERBS
from ops.commands.forms import Form, write_plain
from tests.fixtures.casino import DAY, Casino
from tests.fixtures.command import razao
from tests.helpers.each import each
from tests.projections.stages.accounts.test_accounts import Table

JSON: Final = {
    "The same as --format jsonl.": True,
    "One JSON document.": False,
    "JSON Lines, as they come.": False,
}
"""What ``--json`` may say of itself, and whether ``--format`` stands beside it."""
LISTS: Final = ("list", "api-list", "tail")
"""Names of commands that list."""
ASKED: Final = (
    ("findings",),
    ("events", "list"),
    ("rounds", "list"),
    ("disputes", "list"),
    ("parameters",),
    ("retention",),
    ("accounts", "tables"),
    ("accounts", "chips"),
    ("accounts", "tax"),
    ("accounts", "daily", "--day", DAY),
    ("acta", "list"),
    ("jackpots", "list"),
    ("jackpots", "reconcile"),
    ("jackpots", "trial"),
    ("machines", "list"),
    ("machines", "counters"),
    ("machines", "tickets"),
    ("machines", "returns"),
    ("keys", "list"),
    ("keys", "api-list"),
    ("texts", "list"),
    ("reports", "list"),
    ("subscriptions", "list"),
    ("rules", "coverage"),
    ("rules", "authority"),
    ("rules", "differences"),
)


def commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Find every command that does something, with the words that lead to it."""
    for verb, told in VERBS.items():
        module = import_module(f"ops.commands.{told.module}")
        yield from _within((verb,), typer.main.get_command(module.app))


def _within(path: tuple[str, ...], command: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    inner = getattr(command, "commands", {})
    if not inner:
        yield path, command
    for name, one in inner.items():
        yield from _within((*path, name), one)


def test_every_command_that_lists_takes_the_same_forms() -> None:
    """Whatever is named so has ``--format``; each ``--json`` is that, or one document, or grows."""
    seen = 0
    for path, command in commands():
        options = {name: one for one in command.params for name in one.opts}
        form = options.get("--format")
        if "--json" in options:
            assert options["--json"].help in JSON, path
            assert JSON[options["--json"].help] == (form is not None), path
        if path[-1] in LISTS:
            assert form is not None, path
            assert form.type_descriptor.annotation is Form, path
            seen += 1
    assert seen >= 10
    assert {"table", "json", "jsonl", "csv"} <= set(get_args(Form))


OF_PROGRAMS: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d|_ppm|^(True|False)$")
"""What programs read, and no person's spreadsheet shows."""


@pytest.mark.deep
def test_every_form_has_the_same_rows(casino: Casino, tmp_path: Path) -> None:
    """The table, an array, lines, cells: the same rows and fields, and the same exit.

    A spreadsheet in Portuguese has a Portuguese head for each field, its days and its percentages.
    """
    Table(casino).day()
    casino.project()
    for asked in ASKED:
        told = {
            form: razao(casino.superuser, tmp_path, *asked, "--format", form)
            for form in get_args(Form)
        }
        codes = {one.returncode for one in told.values()}
        assert codes in ({0}, {1}), (asked, [one.stderr for one in told.values()])
        rows = json.loads(told["json"].stdout)
        assert [json.loads(one) for one in told["jsonl"].stdout.splitlines()] == rows, asked
        names = {name for row in rows for name in row}
        cells = list(csv.DictReader(io.StringIO(told["csv"].stdout, newline="")))
        assert [set(one) for one in cells] == [names] * len(rows), asked
        text = told["csv-pt"].stdout.removeprefix("\ufeff")
        sheet = csv.DictReader(io.StringIO(text, newline=""), delimiter=";")
        heads, local = list(sheet.fieldnames or ()), list(sheet)
        assert [len(one) for one in local] == [len(names)] * len(rows), asked
        assert names <= {*HEADS, *FIELDS}, asked
        # A structure within a cell is JSON, for programs: its fields are those of the ledger.
        plain = [*heads, *(cell for one in local for cell in one.values() if cell[:1] not in "[{")]
        assert not [cell for cell in plain if OF_PROGRAMS.search(cell)], asked
        assert told["table"].stdout.strip(), asked


@each(
    ("arguments", "said"),
    [
        (("findings", "--format", "pdf"), "is not one of"),
        (("findings", "--format", "csv", "--json"), "--json and --format csv: expected one"),
        (("findings", "--json", "--pdf", "x.pdf"), "--pdf and --json: expected one of them"),
        (("findings", "--format", "csv", "--pdf", "x.pdf"), "--pdf and --format: expected one"),
    ],
)
def test_two_forms_at_once_are_misuse(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    """Named, before anything is asked of the ledger."""
    done = razao("", tmp_path, *arguments)
    assert (done.returncode, said in " ".join(done.stderr.split())) == (2, True), done.stderr


def test_a_list_for_spreadsheets_in_portuguese_has_its_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Heads, states, games, days, amounts, percentages; no text is a formula."""
    row = {
        "round": "RA-01/2026-11-20/7",
        "day": DAY,
        "game": "roleta_americana",
        "state": "differs",
        "stake": 123450,
        "hold_ppm": -110_727,
        "settled": True,
        "place": "=1+1",
        "positions": [8, 9],
        "due": None,
    }
    write_plain([row], "csv-pt", "rounds")
    text = capsys.readouterr().out.removeprefix("\ufeff")
    (found,) = csv.DictReader(io.StringIO(text), delimiter=";")
    assert found == {
        "jogada": "RA-01/2026-11-20/7",
        "dia de jogo": "20-11-2026",
        "jogo": "Roleta americana",
        "estado": "diverge",
        "apostado": "1234,50",
        "retenção": "-11,0727%",
        "saldado": "sim",
        "lugar": "'=1+1",
        "posições": "8, 9",
        "devido": "",
    }
