"""``razao machines``: machines, their contadores by day, tickets, returns, and one jogada again."""

import sys
from collections.abc import Callable
from datetime import tzinfo
from typing import Annotated, Final

import msgspec
import typer
from rich.table import Table

from ledger.text.amounts import UNKNOWN
from ops.commands.common import (
    asking,
    day_of,
    figures_table,
    known_name,
    print_whole,
    refuse_unknown,
)
from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.commands.law.replay import STYLES, WORDS, show_one
from ops.commands.screen import Screen
from ops.commands.telling import (
    day_word,
    figures_of,
    money_text,
    style_of,
    sums_text,
    time_text,
    totals_of,
    value_text,
    zone_in,
)
from ops.errors import EXIT_FOUND, MisuseError
from projections.reads.floor.house import currencies_of
from projections.reads.machines import lists as machine_lists
from projections.reads.machines.lists import COUNTER_NAMES, Connection, Row
from projections.reads.machines.plays import PlayAgain, VoidTold, play_again
from projections.replay.codes import CODES
from projections.stages.machines.measures.returns import PLAYS_MIN

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)

PAGE: Final = 500
STATES: Final = ("issued", "taken", "wrong")
OneMachine = Annotated[str | None, typer.Option("--machine", help="Only this one.")]


@app.callback()
def machines() -> None:
    """Machines: contadores of the law, tickets, returns, a jogada re-run."""


@app.command("list")
def list_machines(form: FormOption = "table", as_json: JsonOption = False) -> None:
    """List every machine with its balance, readings and what stands against it."""
    form = form_of(form, as_json)
    with asking() as (_, connection):
        rows = list(_all_machines(connection))
        currencies, zone = currencies_of(connection), zone_in(connection)
    if form != "table":
        write_plain(rows, form)
        return
    heads = ("machine", "maker", "model", "plays", "currency", "RB", "credits", "read", "apart")
    table = figures_table((*heads, "interdicted"))
    for row in rows:
        table.add_row(
            row["machine"],
            row["maker"] or "—",
            row["model"] or "—",
            str(row["je"]),
            currency := currencies.of(row["machine"], row["casino"]) or UNKNOWN,
            *figures_of(currency, row["rb"], row["sc"]),
            time_text(row["read_at"], zone, "never"),
            str(row["parted"]),
            "" if row["interdicted"] is None else f"since {row['interdicted']}",
        )
    _show(table, rows, "no machine has spoken")


@app.command()
def counters(
    machine: OneMachine = None,
    day: Annotated[str | None, typer.Option(help="Only this gaming day.")] = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Show the twelve contadores by machine, gaming day and denomination, by the events."""
    form = form_of(form, as_json)
    wanted = day_of("--day", day)
    with asking() as (_, connection):
        refuse_unknown(connection, {"machine": machine})
        currency = _currency_of_each(connection)
        rows: list[Row] = []
        after = ("", "0001-01-01", -1)
        while page := machine_lists.counters(
            connection, name=machine, day=wanted, after=after, limit=PAGE
        ):
            rows.extend(page)
            last = page[-1]
            after = (last["machine"], last["day"].isoformat(), last["denomination"])
    if form != "table":
        write_plain(rows, form, "contadores-by-denomination")
        return
    names = [name.upper() for name in COUNTER_NAMES]
    table = figures_table(
        ("machine", "day", "currency", "denomination", *names, "closed"), (0, 1, 2, 3)
    )
    for row in rows:
        said = currency(row["machine"])
        figures = (
            str(row[name]) if name == "je" else figures_of(said, row[name])[0]
            for name in COUNTER_NAMES
        )
        table.add_row(
            row["machine"],
            day_word(row["day"]),
            said,
            "money" if row["denomination"] == 0 else figures_of(said, row["denomination"])[0],
            *figures,
            "yes" if row["closed"] else "no",
        )
    _show(table, rows, "nothing has moved")


@app.command()
def tickets(
    state: Annotated[str | None, typer.Option(help=f"One of {', '.join(STATES)}.")] = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """List bilhetes codificados, and what is owed for those in circulation."""
    form = form_of(form, as_json)
    known_name("--state", state, STATES)
    with asking() as (_, connection):
        rows: list[Row] = []
        while page := machine_lists.tickets(
            connection, state=state, after=rows[-1]["ticket"] if rows else "", limit=PAGE
        ):
            rows.extend(page)
        currency = _currency_of_each(connection)
    if form != "table":
        write_plain(rows, form, "tickets")
        return
    table = figures_table(("ticket", "state", "amount", "issued at", "taken at", "by"), (0, 1))
    for row in rows:
        table.add_row(
            row["ticket"],
            row["state"],
            money_text(row["amount"], currency(row["issued_at"])),
            row["issued_at"] or "—",
            row["taken_at"] or "—",
            row["taken_by"] or "—",
        )
    _show(table, rows, "no ticket")
    issued = [row for row in rows if row["state"] == "issued"]
    owed = totals_of((currency(row["issued_at"]), row["owed"]) for row in rows if row["owed"])
    Screen().print(f"in circulation: {len(issued)} tickets; owed {sums_text(owed)}")


@app.command()
def returns(
    machine: OneMachine = None, form: FormOption = "table", as_json: JsonOption = False
) -> None:
    """Show prizes over stakes since the last change, with the 95 % band.

    The law's test is the pay plan's (MQ-RTP-PLAN); money proves nothing below 10,000 plays,
    and no percentage is shown before.
    """
    form = form_of(form, as_json)
    with asking() as (_, connection):
        refuse_unknown(connection, {"machine": machine})
        rows = [row for row in _all_machines(connection) if machine in (None, row["machine"])]
        currencies = currencies_of(connection)
    if form != "table":
        write_plain(rows, form)
        return
    table = figures_table(
        ("machine", "plays", "currency", "played", "returned", "observed %", "± %", "alarm")
    )
    for row in rows:
        table.add_row(
            row["machine"],
            str(row["window_plays"] or 0),
            currency := currencies.of(row["machine"], row["casino"]) or UNKNOWN,
            *figures_of(currency, row["window_staked"] or 0, row["window_returned"] or 0),
            *_observed(row),
            _alarm(row),
        )
    _show(table, rows, "no machine has spoken")


@app.command()
def play(
    name: Annotated[str, typer.Argument(help="The play's event, source:seq.")],
    record: Annotated[
        bool, typer.Option("--record", help="Only its record, as razao replay reads it.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    language: Annotated[str, typer.Option("--lang", help="pt or en.")] = "pt",
) -> None:
    """Re-run one jogada by the pay table it ran under, and tell who voided it, if anybody did.

    Exit 1 if something is wrong with it or with its void.
    """
    if language not in WORDS:
        raise MisuseError(f"--lang: expected pt or en, got {language!r}")
    source, colon, seq = name.rpartition(":")
    if not colon or not source or not seq.isdecimal():
        raise MisuseError(f"NAME: expected source:seq, got {name!r}")
    with asking() as (installation, connection):
        found = play_again(installation.urls.login, name)
        zone, currency = zone_in(connection), _currency_of_each(connection)
    if found is None:
        raise MisuseError(f"NAME: no play of a machine is named {name}")
    if record:
        sys.stdout.write(msgspec.json.encode(found.verdict.record).decode() + "\n")
        return
    if as_json:
        sys.stdout.write(msgspec.json.encode(found.described()).decode() + "\n")
    else:
        of = currency(found.machine)
        show_one(found.verdict, language, of, zone)
        _show_standing(found, language, of, zone)
    raise typer.Exit(EXIT_FOUND if found.found else 0)


STANDING: Final[dict[str, dict[str, str]]] = {
    "pt": {
        "corrected": "corrigida, na posição {position}",
        "withdrawn": "retirada por correção, na posição {position}: mostra-se o que se disse",
        "voided": "anulada por {source} em {at} ({event})",
        "why": "{cause}, devolvido {returned}; {effect}",
        "yes": "tem efeito",
        "no": "não tem efeito",
        "taken": "retirada na posição {withdrawn}",
        "expected": "esperado {expected}; registado {recorded}",
    },
    "en": {
        "corrected": "corrected, at position {position}",
        "withdrawn": "withdrawn by a correction, at position {position}: shown as it was told",
        "voided": "voided by {source} at {at} ({event})",
        "why": "{cause}, {returned} given back; {effect}",
        "yes": "it takes effect",
        "no": "it takes no effect",
        "taken": "withdrawn at position {withdrawn}",
        "expected": "expected {expected}; recorded {recorded}",
    },
}


def _show_standing(found: PlayAgain, language: str, currency: str, zone: tzinfo) -> None:
    """Print whether a jogada was corrected or voided, by whom, and what is wrong with that."""
    console = Screen(soft_wrap=True)
    words, style = STANDING[language], style_of(language)
    if found.corrected is not None:
        name = "withdrawn" if found.withdrawn else "corrected"
        console.print(f"  {words[name].format(position=found.corrected)}")
    shown = {(one.code, one.expected, one.recorded) for one in found.verdict.found}
    for one in found.voids:
        at = time_text(one.at, zone)
        console.print(f"  {words['voided'].format(source=one.source, at=at, event=one.event)}")
        cause = f"{one.cause} [{one.rule}]" if one.rule else one.cause
        told = words["why"].format(
            cause=cause,
            returned=money_text(one.returned, currency, style),
            effect=_effect(one, words),
        )
        console.print(f"      {told}")
        for fault in one.findings:
            if (fault["code"], fault["expected"], fault["recorded"]) in shown:
                continue  # told with the verdict
            code = CODES[fault["code"]]
            console.print(f"  ! {fault['code']}  [{fault['rule']}]", style=STYLES[code.severity])
            console.print(f"      {code.en if language == 'en' else code.pt}")
            said = {
                name: value_text(fault[name], currency, zone, style) or UNKNOWN
                for name in ("expected", "recorded")
            }
            console.print(f"      {words['expected'].format(**said)}")


def _effect(void: VoidTold, words: dict[str, str]) -> str:
    if void.withdrawn is not None:
        return words["taken"].format(withdrawn=void.withdrawn)
    return words["yes" if void.takes_effect else "no"]


def _currency_of_each(connection: Connection) -> Callable[[str | None], str]:
    """Return the currency in which each machine counts."""
    currencies = currencies_of(connection)
    casinos = {row["machine"]: row["casino"] for row in _all_machines(connection)}
    return lambda machine: currencies.of(machine, casinos.get(machine or "")) or UNKNOWN


def _all_machines(connection: Connection) -> list[Row]:
    rows: list[Row] = []
    while page := machine_lists.machines(
        connection, after=rows[-1]["machine"] if rows else "", limit=PAGE
    ):
        rows.extend(page)
    return rows


def _show(table: Table, rows: list[Row], nothing: str) -> None:
    if not rows:
        Screen().print(nothing)
        return
    print_whole(table)


def _observed(row: Row) -> tuple[str, str]:
    """Return a machine's returned share and its band, in percent, once they say something."""
    if (row["window_plays"] or 0) < PLAYS_MIN:
        return "—", "—"
    return _percent(row["observed_ppm"]), _percent(row["band_ppm"])


def _alarm(row: Row) -> str:
    """Return whether too little came back; of too few plays nothing can be said."""
    if (row["window_plays"] or 0) < PLAYS_MIN:
        return f"informative: under {PLAYS_MIN} plays"
    return "MQ-RTP-ACT" if row["low"] else ""


def _percent(ppm: int | None) -> str:
    return "—" if ppm is None else f"{ppm // 10_000}.{ppm % 10_000 // 100:02d}"
