"""``razao events``: the history by filters, one event whole, and the newest as they come."""

import json
import re
import time
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Annotated, Any, Final

import psycopg
import typer

from ops.catch_up import judge_all
from ops.commands.common import asking, day_of, refuse_unknown
from ops.commands.forms import Form, FormOption, write_plain, write_rows
from ops.commands.screen import Screen, styled
from ops.commands.telling import day_word, money_text, time_text, zone_in
from ops.errors import MisuseError
from projections.reads.floor.house import Currencies, currencies_of
from projections.reads.log.told import Told, told_at, told_of
from projections.reads.queries import LIMIT_MAX, HistoryFilter, Queries, Row

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
HEADS: Final = ("position", "at", "day", "kind", "source", "place", "round", "seat", "amount")
WORDS: Final = (1, 2, 3, 4, 5)
"""Columns that are no figures."""
PAUSE: Final = 1.0
"""Seconds between two looks at the log."""
_is_name: Final = re.compile(r"(.+):([1-9][0-9]{0,15})").fullmatch
_is_position: Final = re.compile(r"[1-9][0-9]{0,15}").fullmatch

Telling = tuple[tzinfo, Currencies]
"""The zone and the currencies in which events are told."""
PlaceOption = Annotated[str | None, typer.Option(help="Only this table, machine or room.")]
KindOption = Annotated[str | None, typer.Option(help="Only this kind, such as payout/1.")]
SourceOption = Annotated[str | None, typer.Option(help="Only this source.")]


@app.callback()
def events() -> None:
    """Events in the order of the log: by filters, one whole, the newest."""


@app.command("list")
def list_events(
    place: PlaceOption = None,
    kind: KindOption = None,
    source: SourceOption = None,
    player: Annotated[str | None, typer.Option(help="Only this pseudonym.")] = None,
    day: Annotated[str | None, typer.Option(help="Only this gaming day.")] = None,
    number: Annotated[
        int | None, typer.Option("--number", min=1, help="Only rounds of this number.")
    ] = None,
    after: Annotated[int, typer.Option(min=0, help="Only after this position.")] = 0,
    limit: Annotated[int, typer.Option(min=1, max=LIMIT_MAX, help="At most so many.")] = 100,
    form: FormOption = "table",
) -> None:
    """List events by filters; the last position listed is the next --after."""
    wanted = HistoryFilter(
        place=place,
        kind=kind,
        source=source,
        player=player,
        day=day_of("--day", day),
        round=number,
    )
    with asking() as (_, connection):
        named = {"place": place, "kind": kind, "source": source, "player": player}
        refuse_unknown(connection, named)
        rows = Queries(connection).history(wanted, after=after, limit=limit)
        telling = zone_in(connection), currencies_of(connection)
    _write(rows, telling, form)
    if form == "table" and len(rows) == limit:
        note = f"there may be more: --after {rows[-1]['position']}"
        Screen(stderr=True, soft_wrap=True).print(note)


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="SOURCE:NUMBER, or its position.")],
    form: FormOption = "table",
) -> None:
    """Show an event whole: where it stands, and every fact it says."""
    with asking() as (_, connection):
        found = _found(connection, name)
        zone, currencies = zone_in(connection), currencies_of(connection)
    if form != "table":
        write_rows([_plain(found)], form, (), lambda _: (), of="history")
        return
    console = Screen(soft_wrap=True)
    console.print(styled((f"{found.kind}", "bold"), f"  {found.name}  position {found.position}"))
    for label, value in _facts(found, zone, found.currency or currencies.of(found.place)):
        console.print(f"  {label}: {value}")


def _facts(found: Told, zone: tzinfo, currency: str) -> Iterator[tuple[str, str]]:
    yield "at", time_text(found.at, zone)
    for name in ("day", "place", "round_id", "seat", "player"):
        value = getattr(found, name)
        if value is not None:
            yield name.removesuffix("_id"), day_word(value) if name == "day" else str(value)
    if found.amount is not None:
        yield "amount", money_text(found.amount, currency)
    yield "link", found.link
    if found.body is None:
        yield "body", "not readable"
    for name, value in found.payload.items():
        yield f"  {name}", value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _found(connection: psycopg.Connection[Any], name: str) -> Told:
    """Return the event of a name or position.

    Raises:
        MisuseError: nothing is recorded there, or it is neither.

    """
    parts = _is_name(name)
    if _is_position(name):
        found = told_at(connection, [int(name)])
    elif parts is not None:
        found = told_of(connection, parts[1], int(parts[2]), int(parts[2]))
        if not found:
            refuse_unknown(connection, {"source": parts[1]}, said="{}")
    else:
        raise MisuseError(f"expected SOURCE:NUMBER or a position, got {name!r}")
    if not found:
        raise MisuseError(f"nothing is recorded at {name!r}")
    return found[0]


def _plain(found: Told) -> dict[str, Any]:
    names = ("position", "name", "kind", "link", "at", "day", "place", "round_id", "body")
    return {name: getattr(found, name) for name in names}


@app.command()
def tail(
    place: PlaceOption = None,
    kind: KindOption = None,
    source: SourceOption = None,
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="So many.")] = 20,
    follow: Annotated[
        bool, typer.Option("-f", "--follow", help="Go on with what comes; ended by Ctrl-C.")
    ] = False,
    form: FormOption = "table",
) -> None:
    """Show the newest events; with --follow those that come, too."""
    if follow and form not in ("table", "jsonl"):
        raise MisuseError(f"--format: expected table or jsonl with --follow, got {form!r}")
    wanted = HistoryFilter(place=place, kind=kind, source=source)
    with asking() as (installation, connection):
        refuse_unknown(connection, {"place": place, "kind": kind, "source": source})
        telling = zone_in(connection), currencies_of(connection)
        queries = Queries(connection)
        rows, last = newest(queries, wanted, number), queries.position()
        conninfo = installation.urls.login
        if not follow:
            _write(rows, telling, form)
            return
        _write_each(rows, telling, form)
    while True:
        time.sleep(PAUSE)
        judge_all(conninfo)
        with asking() as (_, connection):
            queries = Queries(connection)
            rows = queries.history(wanted, after=last, limit=LIMIT_MAX)
            last = rows[-1]["position"] if len(rows) == LIMIT_MAX else queries.position()
        _write_each(rows, telling, form)


def newest(queries: Queries, wanted: HistoryFilter, number: int) -> list[Row]:
    """Return the last events of a filter, by windows of the log that grow backwards."""
    last = queries.position()
    reach = max(number, LIMIT_MAX)
    while True:
        after, rows = max(0, last - reach), list[Row]()
        begin = after
        while page := queries.history(wanted, after=begin, limit=LIMIT_MAX):
            rows = [*rows, *page][-number:]
            begin = page[-1]["position"]
        if len(rows) >= number or after == 0:
            return rows
        reach *= 8


def _write(rows: Sequence[Row], telling: Telling, form: Form) -> None:
    zone, currencies = telling
    write_rows(
        [_told(row, currencies) for row in rows],
        form,
        HEADS,
        lambda one: _cells(one, zone),
        text=WORDS,
        nothing="no event is like that",
        of="history",
    )


def _write_each(rows: Sequence[Row], telling: Telling, form: Form) -> None:
    """Write events a line each, without a head: more will come below."""
    zone, currencies = telling
    told = [_told(row, currencies) for row in rows]
    if form == "jsonl":
        write_plain(told, form, "history")
        return
    console = Screen(soft_wrap=True)
    for one in told:
        console.print("  ".join(cell for cell in _cells(one, zone) if cell))


def _told(row: Row, currencies: Currencies) -> dict[str, Any]:
    told = {name: row[name] for name in (*HEADS, "player")}
    return {**told, "currency": row["currency"] or currencies.of(row["place"]) or None}


def _cells(row: Row, zone: tzinfo) -> tuple[str, ...]:
    amount = row["amount"]
    return (
        str(row["position"]),
        time_text(row["at"], zone),
        day_word(row["day"], ""),
        str(row["kind"]),
        str(row["source"]),
        str(row["place"] or ""),
        str(row["round"] or ""),
        str(row["seat"] or ""),
        "" if amount is None else money_text(amount, row["currency"] or ""),
    )
