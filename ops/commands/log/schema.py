"""``razao schema``: the vocabulary of events for who builds a device, and every game's record."""

import sys
from importlib.metadata import version
from typing import Annotated

import msgspec
import typer

from ledger.events.catalogue.changes import Release, changes
from ledger.events.catalogue.entries import Entry, Field, catalogue, example_of
from ledger.events.catalogue.schema import json_schema
from ledger.text.near import unknown_text
from ops.commands.screen import Screen, styled
from ops.errors import MisuseError
from projections.authority.catalogue import asyncapi, whole_kind
from projections.authority.speakers import speakers_of
from projections.replay.registry import record_schema

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    kind: Annotated[
        str | None, typer.Argument(help="One kind alone, such as bet-placed or bet-placed/1.")
    ] = None,
    kinds: Annotated[bool, typer.Option("--kinds", help="The kinds, a line each.")] = False,
    records: Annotated[
        bool, typer.Option("--records", help="Of the records that `razao replay` takes.")
    ] = False,
    as_asyncapi: Annotated[
        bool, typer.Option("--asyncapi", help="AsyncAPI 3, every kind a message with its example.")
    ] = False,
    by_version: Annotated[
        bool, typer.Option("--changes", help="What each version brought; with --json for programs.")
    ] = False,
    example: Annotated[
        bool, typer.Option("--example", help="Only the example of the kind, byte by byte.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Print one kind of event in words, or the whole vocabulary as JSON Schema (2020-12).

    In words: its meaning, fields with units and closed words, who may say it, the rules it serves,
    an example. Begin with --kinds, which lists them.
    """
    if kind is not None:
        _print_kind(_known(kind), example=example, as_json=as_json)
    elif kinds:
        for entry in catalogue().values():
            print(f"{entry.kind:40}  {entry.meaning}")
    elif by_version:
        _print_changes(as_json=as_json)
    elif as_asyncapi:
        _document(asyncapi(version("razao")))
    else:
        _document(record_schema() if records else json_schema())


def _known(kind: str) -> Entry:
    """Return a kind's entry; without a version the newest's."""
    newest = {one.name: one for one in catalogue().values() if one.newest}
    entry = catalogue().get(kind) or newest.get(kind)
    if entry is None:
        raise MisuseError(f"kind: {unknown_text(kind, newest)}")
    return entry


def _print_changes(*, as_json: bool) -> None:
    if as_json:
        _document(changes())
        return
    screen = Screen(soft_wrap=True)
    for release in changes():
        _print_release(screen, release)


def _print_release(screen: Screen, release: Release) -> None:
    """Print a version's kinds; of the first, which brought all that stood then, the number."""
    told = f"released {release.released}" if release.released else "not released yet"
    screen.print(styled((release.version, "bold"), f"  {told}; {len(release.kinds)} kinds"))
    if release is changes()[-1]:
        return
    for one in release.kinds:
        screen.print(styled("  ", (one.kind, "bold"), f"  {one.meaning}"))
        beside = f"beside {one.follows}: " if one.follows else ""
        screen.print(f"      {beside}fields {', '.join(one.added if one.follows else one.fields)}")
        if one.gone:
            screen.print(f"      without {', '.join(one.gone)}")


def _print_kind(entry: Entry, *, example: bool, as_json: bool) -> None:
    if example:
        sys.stdout.buffer.write(example_of(entry.kind))
        return
    if as_json:
        _document(whole_kind(entry.kind))
        return
    screen = Screen(soft_wrap=True)
    screen.print(styled((entry.kind, "bold"), f"  {entry.meaning}"))
    _tell(
        screen,
        entry.more,
        "Must be a segment of its own." if entry.alone else "",
        "" if entry.newest else "There is a newer version of it.",
        f"Rules: {', '.join(entry.rules)}" if entry.rules else "",
    )
    screen.print("")
    for field in entry.fields:
        _print_field(screen, field)
    screen.print("")
    _tell(screen, *_said_by(entry.kind))
    screen.print("")
    _tell(screen, entry.envelope)


def _print_field(screen: Screen, field: Field) -> None:
    told = [field.type, *([field.unit] if field.unit else [])]
    if not field.needed:
        told.append("may be absent")
    if field.default:
        told.append(f"by default {field.default}, and then left out")
    meaning = " ".join(field.meaning.split())
    screen.print(styled("  ", (field.name, "bold"), f"  ({', '.join(told)})  {meaning}"))
    if field.words:
        screen.print(f"      one of: {', '.join(field.words)}")


def _said_by(kind: str) -> list[str]:
    said = speakers_of(kind)
    if said is None:
        return []
    roles = "; ".join(
        f"{one.role} ({', '.join(one.about)}{f', {one.condition}' if one.condition else ''})"
        for one in said.by
    )
    return [
        f"Said by: {roles}",
        f"Second person: {said.second}" if said.second else "",
        f"From anybody else: {said.otherwise}" if said.otherwise else "",
    ]


def _tell(screen: Screen, *texts: str) -> None:
    """Print texts that are not empty, line by line: a line end of theirs is one of ours."""
    for text in texts:
        for line in text.splitlines():
            screen.print(line)


def _document(document: object) -> None:
    text = msgspec.json.format(msgspec.json.encode(document), indent=2).decode()
    sys.stdout.write(text + "\n")
