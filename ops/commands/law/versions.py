"""``razao rules version | adopt | differences``: versions of our own law."""

import sys
from typing import Annotated, Any

import msgspec
import typer
from psycopg import Connection
from rich.table import Table

from ledger.events.registry import RulesAdopted
from ledger.signed.canonical import instant
from ledger.text.near import unknown_text
from ledger.text.times import is_day
from ops.commands.screen import Screen
from ops.errors import MisuseError
from ops.installation import open_installation
from ops.settings import Settings
from projections.base.times import is_time
from projections.law.differences import Figures, superseded
from projections.law.version import law_version
from projections.reads.basis.known_names import unknown_names
from projections.reads.queries import connect


def version(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Show the version of code, rules and matrix that this program judges by."""
    found = law_version()
    if as_json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        return
    console = Screen()
    for name in ("code", "rules", "matrix"):
        console.print(f"{name} {getattr(found, name)}")


def adopt(
    since: Annotated[
        str | None, typer.Option(help="From when it holds, UTC; by default from now.")
    ] = None,
    act: Annotated[str | None, typer.Option(help="The authority's act, if it was asked.")] = None,
) -> None:
    """Adopt the rules of this program, as many registrars agreeing as the ledger asks."""
    if since is not None and not is_time(since):
        raise MisuseError(f"--since: expected a time as 2026-11-20T22:00:00.000000Z, got {since!r}")
    found = law_version()
    with open_installation(Settings()) as installation:
        told = RulesAdopted(
            rules=found.rules,
            matrix=found.matrix,
            code=found.code,
            since=since or instant(installation.now()),
            act=act,
        )
        receipt = installation.send(installation.agreed(told))[-1].receipt
        assert receipt is not None
        Screen().print(f"{found.mark} is adopted at position {receipt.position}")


def differences(
    day: Annotated[str | None, typer.Option(help="Only figures of this gaming day.")] = None,
    place: Annotated[str | None, typer.Option(help="Only of this table, machine or pool.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON Lines, one figure each.")] = False,
) -> None:
    """Show the figures that versions of the rules before gave otherwise, as they stood then."""
    if day is not None and not is_day(day):
        raise MisuseError(f"--day: expected a day as 2026-11-20, got {day!r}")
    with open_installation(Settings()) as installation, connect(installation.urls.login) as found:
        _refuse_unknown_thing(found, place)
        rows = superseded(found, day=day, place=place)
    if as_json:
        for row in rows:
            sys.stdout.write(msgspec.json.encode(row).decode() + "\n")
        return
    table = Table("position", "figure", "key", "day", "before", "after", "reason", "law")
    for row in rows:
        table.add_row(
            str(row.position),
            row.figure,
            row.key,
            f"{row.day or ''}{' closed' if row.closed else ''}",
            *map(_figures_text, (row.before, row.after)),
            row.reason,
            f"{row.law_before or 'older'} -> {row.law_after}",
        )
    nothing = "no version of the rules gave a figure otherwise"
    Screen().print(table if rows else nothing)


def _refuse_unknown_thing(connection: Connection[Any], name: str | None) -> None:
    """Refuse a name that no table, machine or pool has.

    Raises:
        MisuseError: with the near names.

    """
    asked = [{"place": name}, {"pool": name}] if name else []
    found = [one for given in asked for one in unknown_names(connection, given)]
    if found and len(found) == len(asked):
        known = [each for one in found for each in one.known]
        raise MisuseError(f"--place: {unknown_text(found[0].name, known)}")


def _figures_text(figures: Figures | None) -> str:
    return "" if figures is None else msgspec.json.encode(figures).decode()
