"""An option that names nothing is refused with the near names, whatever the command."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer.main

from ops.cli import VERBS
from projections.reads.basis.known_names import FILTERS
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.projections.stages.accounts.test_accounts import Table

NOBODY = "zz-ninguem"
OTHERS = {"role"}
"""Options that name a thing, and that are no filter of a table."""
CREATING = {"keys", "simulate", "import", "bench", "witness", "demo"}
"""Verbs whose options name what they make, or a place of another program."""
FIRST = {
    "statement": ("p",),
    "daily": ("--day", "2026-11-20"),
    "papers": ("--month", "2026-11", "--out", "papers"),
    "declare": ("tax", "--by", "financas", "--to", "2026-11-20", "--out", "act.json"),
    "gate": ("SALA-1",),
    "show": ("S-1",),
    "pdf": ("S-1", "--out", "acta.pdf"),
    "save": ("https://ganchos.cv/razao", "--title", "Avisos", "--of", "ana"),
}
"""Arguments that a command wants before its options."""


def options() -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each command with each option of it that names a place, a code, a state and so on."""
    for verb, one in VERBS.items():
        if verb in CREATING:
            continue
        command = typer.main.get_command(import_module(f"ops.commands.{one.module}").app)
        for words, inner in commands_of(command, (verb,)):
            for parameter in inner.params:
                if "Literal" in repr(parameter.type_descriptor):
                    continue  # a closed list, whose words typer prints with the refusal
                names = {name[2:] for name in parameter.opts if name.startswith("--")}
                for name in sorted(names & (FILTERS | OTHERS)):
                    yield words, name


def commands_of(command: Any, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the commands within a command, each with its words."""
    within = getattr(command, "commands", None)
    if within is None:
        yield words, command
        return
    for name, inner in within.items():
        yield from commands_of(inner, (*words, name))


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.deep)])
def test_every_option_of_every_command_refuses_what_nobody_knows(
    casino: Casino, tmp_path: Path, share: int
) -> None:
    """Exit 2, the option, what was said and what is near; nothing on standard output."""
    Table(casino).day()
    walked = list(options())
    assert len(walked) >= 8, walked
    for words, name in walked[::share]:
        arguments = (*words, *FIRST.get(words[-1], ()), f"--{name}", NOBODY)
        done = razao(casino.superuser, tmp_path, *arguments)
        assert (done.returncode, done.stdout) == (2, ""), (arguments, done)
        assert f"got '{NOBODY}'" in done.stderr, (arguments, done.stderr)
        near = "near: " in done.stderr or "none is known" in done.stderr
        assert near, (arguments, done.stderr)


def test_a_filter_of_an_export_is_refused_likewise(casino: Casino, tmp_path: Path) -> None:
    """``--where place=…``, and a state of another table than the one that is exported."""
    Table(casino).day()
    for export, where in (("table-days", "place=zz"), ("rounds", "state=open")):
        done = razao(casino.superuser, tmp_path, "export", export, "--where", where)
        assert (done.returncode, done.stdout) == (2, ""), done
        assert f"--where {where.partition('=')[0]}: expected one of" in done.stderr, done.stderr
