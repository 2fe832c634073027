"""A file or folder that a command cannot read or make is named, in words, with exit 2."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
import typer.main

from ops.cli import VERBS
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.ops.commands.test_names import commands_of

DATA: Final = "ops/data"
KEY: Final = "--key k.key --out o.json"
READ: Final = f"""
simulate score @
import meters @ --mapping {DATA}/meters.toml --check
import meters {DATA}/meters.csv --mapping @ --check
import hands @
conform {DATA}/meters.csv --request @
replay @
verify --since @
verify --stamps @
verify bundle @
verify bundle {DATA}/meters.csv --policy @
verify bundle {DATA}/meters.csv --stamps @
verify paper @
verify paper {DATA}/meters.csv --certificate @
watch follow http://127.0.0.1:9 --policy @
watch evidence @
keys approve @ --as registo-1 {KEY}
keys send @
keys replace --origin razao.test --threshold 2 --out o.json --add @
keys replace --origin razao.test --threshold 2 --out o.json --sealed @
keys seal --origin razao.test {KEY} --passphrase-file @
keys recover --origin razao.test --threshold 2 {KEY} --sealed @
keys found razao.other --threshold 2 --out o.json --registrar @
sign @ {KEY}
backup check @
restore @
archive verify {DATA} --policy @
archive verify {DATA} --since @
hub check {DATA} --since @
agent run @
agent status @
agent receipts @
agent recover @
agent say @ heartbeat/1
"""
"""Commands that read a file or a folder, which stands where ``@`` does."""
WRITTEN: Final = """
findings --pdf @
accounts tax --pdf @
accounts journal --pdf @
accounts owed --pdf @
accounts papers --month 2026-11 --out @
export findings --out @
conform --vectors --out @
witness init x --folder @
simulate country @
"""
"""Commands that make one."""
ELSEWHERE: Final = {
    "conform --out": "only with --vectors, above",
    "keys recover --add": "read once the sealed key is",
    "keys approve --heads": "read once the request is",
    "watch follow --head": "read once the policy is",
    "watch follow --stamps": "read once the policy is",
    "witness serve --policy": "read where a witness has keys",
    "hub check --results": "made once a range is sealed",
    "restore --scratch": "of a backup that is good",
}
"""Paths that are looked at after another thing was found good, which a test of that has."""
MAKERS: Final = frozenset({"--out", "--pdf", "--folder", "--scratch", "--passphrase-file"})
"""What is written by the same few functions as above, or read with the key beside it."""
BAD: Final = ("missing", "folder", "loop", "long", "below", "empty", "noise")
STREAMS: Final = frozenset({"simulate score", "replay"})
"""They judge what they are given, and say of an empty file that nothing was in it."""
JUDGES: Final = frozenset({"verify bundle", "verify paper", "backup check", "restore"})
"""They find a file wrong that can be read: exit 1."""

WRAPPED: Final = re.compile(r"\s*│\s*│\s*|\n")
"""Where a long path is broken in a frame."""


def lines(table: str) -> list[str]:
    """Return the commands of a table."""
    return table.strip().splitlines()


def bad_path(kind: str, folder: Path) -> Path:
    """Make what cannot be read as the file or folder that a command asks for."""
    match kind:
        case "missing":
            return folder / "none" / "x"
        case "folder":
            (folder / "x").mkdir()
        case "loop":
            (folder / "x").symlink_to(folder / "x")
        case "long":
            return folder / ("x" * 300)
        case "below":
            (folder / "file").touch()
            return folder / "file" / "x"
        case "empty":
            (folder / "x").touch()
        case _:
            (folder / "x").write_bytes(bytes(range(256)))
    return folder / "x"


def allowed(line: str, kind: str, *, written: bool) -> set[int]:
    """Return the exit codes that a command may end with."""
    words = " ".join(line.split()[:2])
    if written:
        return {2}
    if kind == "empty" and words.removesuffix(" @") in STREAMS:
        return {0}
    if kind == "noise" and "--passphrase-file" in line:
        return {0}
    if kind in {"empty", "noise"} and words.removesuffix(" @") in JUDGES and line.endswith(" @"):
        return {1, 2}
    return {2}


def cases() -> Iterator[tuple[str, str, bool]]:
    """Yield each command with each thing that cannot be read or made."""
    for line in lines(READ):
        for kind in BAD:
            if not (kind == "folder" and "agent" in line):
                yield line, kind, False
    for line in lines(WRITTEN):
        for kind in ("below", "long"):
            yield line, kind, True


@pytest.mark.parametrize("share", [9, pytest.param(1, marks=pytest.mark.deep)])
def test_each_command_names_the_path_that_it_cannot_read_or_make(
    casino: Casino, tmp_path: Path, share: int
) -> None:
    """Missing, a folder, a loop of links, too long a name, below a file, empty, noise."""
    wrong: list[str] = []
    for number, (line, kind, written) in list(enumerate(cases()))[::share]:
        place = tmp_path / f"n{number}"
        place.mkdir()
        path = str(bad_path(kind, place))
        words = [path if word == "@" else word for word in line.split()]
        words = [str(tmp_path / word) if word in {"k.key", "o.json"} else word for word in words]
        done = razao(casino.superuser, tmp_path / "home", *words)
        told = done.returncode in allowed(line, kind, written=written)
        named = kind in {"empty", "noise"} or place.name in WRAPPED.sub("", done.stderr)
        if not (told and named) or "Traceback" in done.stderr:
            wrong.append(f"{kind}: {line}: exit {done.returncode}: {done.stderr[-200:]}")
    assert wrong == [], "\n".join(wrong)


def test_each_path_of_each_command_is_tried_or_its_reason_told() -> None:
    """A new command that reads a file by name is red here until it stands in the table."""
    tried = [line.split() for line in (*lines(READ), *lines(WRITTEN))]
    missing: list[str] = []
    for verb, one in VERBS.items():
        command = typer.main.get_command(import_module(f"ops.commands.{one.module}").app)
        for words, inner in commands_of(command, (verb,)):
            for parameter in inner.params:
                option = parameter.opts[0]
                if "Path" not in repr(parameter.type_descriptor) or option in MAKERS:
                    continue
                name = " ".join(words)
                before = option if option.startswith("-") else None
                stands = any(
                    line[: len(words)] == list(words)
                    and (line[line.index("@") - 1] == before if before else line[len(words)] == "@")
                    for line in tried
                )
                if not stands and f"{name} {option}" not in ELSEWHERE:
                    missing.append(f"{name} {option}")
    assert missing == []
