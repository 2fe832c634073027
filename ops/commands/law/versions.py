"""``razao rules version | adopt | differences``: versions of our own law."""

import sys
from itertools import groupby
from typing import Annotated, Any

import msgspec
import typer
from psycopg import Connection

from ledger.events.registry import RulesAdopted
from ledger.signed.canonical import instant
from ledger.text.near import unknown_text
from ledger.text.times import is_day
from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.commands.law.differing import line_of
from ops.commands.screen import Screen
from ops.errors import MisuseError
from ops.installation import open_installation
from ops.settings import Settings
from projections.base.times import is_time
from projections.law.components import bill
from projections.law.differences import Superseded, superseded
from projections.law.version import law_version
from projections.reads.basis.known_names import unknown_names
from projections.reads.floor.house import currencies_of
from projections.reads.queries import connect


def version(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    sbom: Annotated[
        bool,
        typer.Option("--sbom", help="The bill of materials that bundles name, CycloneDX 1.6."),
    ] = False,
) -> None:
    """Show the version of code, rules and matrix that this program judges by."""
    if sbom:
        sys.stdout.buffer.write(bill())
        return
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
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Show the figures that versions of the rules before gave otherwise, as they stood then."""
    form = form_of(form, as_json)
    if day is not None and not is_day(day):
        raise MisuseError(f"--day: expected a day as 2026-11-20, got {day!r}")
    with open_installation(Settings()) as installation, connect(installation.urls.login) as found:
        _refuse_unknown_thing(found, place)
        rows = superseded(found, day=day, place=place)
        currencies = currencies_of(found)
    if form != "table":
        write_plain(rows, form)
        return
    console = Screen(soft_wrap=True)
    if not rows:
        console.print("no version of the rules gave such a figure otherwise")
    for (position, before, after), figures in groupby(rows, key=_swap_of):
        console.print(f"up to position {position}: {before or 'an older law'} -> {after}")
        for one in figures:
            console.print(f"  {line_of(one, currencies)}")


def _swap_of(one: Superseded) -> tuple[int, str, str]:
    """Return the exchange at which a figure was superseded."""
    return one.position, one.law_before, one.law_after


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
