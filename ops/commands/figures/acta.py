"""``razao acta``: the actas of bingo sessions: listed, shown, printed, and the gate of R60."""

import sys
from datetime import tzinfo
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from psycopg import Connection
from rich.table import Table

from api.documents.acta import acta_pdf
from api.documents.document import Language
from api.services.gate import BehindError, Gate
from ops.catch_up import judge_all
from ops.commands.common import (
    asking,
    asking_as_known,
    print_whole,
    refuse_unknown,
)
from ops.commands.figures.papers import KnownOption, LangOption, language_of, source, write_whole
from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.commands.screen import Screen, styled
from ops.commands.telling import day_word, figures_of, time_text, zone_in
from ops.errors import EXIT_FOUND, MisuseError, UnreachableError
from ops.installation import Installation, open_installation
from ops.settings import Settings
from projections.reads.files.exports import EXPORTS, opened
from projections.reads.floor.house import casino_of
from projections.reads.queries import connect
from projections.running.runner import LIVE
from projections.stages.actas.jogada import Jogada
from projections.stages.actas.queries import Acta, acta_of, rooms, versions_of

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
Session = Annotated[str, typer.Argument(help="The session's name, as its opening says it.")]
Place = Annotated[str | None, typer.Option(help="The room, where sessions share a name.")]


@app.command("list")
def list_sessions(form: FormOption = "table", as_json: JsonOption = False) -> None:
    """List every session, with how many jogadas it had and whether it is closed."""
    form = form_of(form, as_json)
    with asking() as (_, connection):
        rows, zone = sessions(connection), zone_in(connection)
    if form != "table":
        write_plain(rows, form, "bingo-sessions")
        return
    table = Table(box=None, pad_edge=False)
    for name in ("session", "place", "day", "variant", "jogadas", "started", "ended"):
        table.add_column(name, justify="right" if name == "jogadas" else "left")
    for row in rows:
        table.add_row(
            row["session"],
            row["place"],
            day_word(row["day"]),
            str(row["variant"]),
            str(row["jogadas"]),
            time_text(row["started"], zone),
            time_text(row["ended"], zone, "open"),
        )
    if rows:
        print_whole(table)
    else:
        Screen().print("no session of bingo was ever opened")


@app.command()
def show(
    session: Session,
    place: Place = None,
    known: KnownOption = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Show a session's acta, jogada by jogada (R61)."""
    form = form_of(form, as_json)
    with asking_as_known(known) as (_, connection, then):
        acta, zone = _acta(connection, session, place, then), zone_in(connection)
    if form != "table":
        write_plain([acta], form)
        return
    show_acta(Screen(), acta, zone)


def show_acta(console: Screen, acta: Acta, zone: tzinfo) -> None:
    """Print an acta jogada by jogada, what fits a terminal of it."""
    console.print(
        styled(
            (f"acta {acta.session}", "bold"),
            f", {acta.place}, {day_word(acta.day)}, bingo {acta.variant}, "
            f"from {time_text(acta.started, zone)} to {time_text(acta.ended, zone, 'now')}",
        ),
        soft_wrap=True,
    )
    table = Table(box=None, pad_edge=False)
    for name in (
        "jogada",
        "state",
        "cards",
        "currency",
        "collected",
        "linha",
        "bingo",
        "other",
        "tax",
        "ended",
    ):
        table.add_column(
            name, justify="left" if name in ("jogada", "state", "currency", "ended") else "right"
        )
    for _, one in acta.jogadas:
        table.add_row(
            one.round.rsplit("/", 1)[-1],
            _state(one),
            str(one.cartoes),
            acta.currency,
            *figures_of(
                acta.currency,
                one.recolhido,
                one.pago(linha=True),
                one.pago(bingo=True),
                one.pago() + one.pago(pool=True),
                one.imposto,
            ),
            time_text(one.ended, zone, ""),
        )
    print_whole(table, console)
    console.print("razao acta pdf prints all of R61; --json gives all of it")


def _state(jogada: Jogada) -> str:
    """Return how a jogada stands; of an annulled one the rule, and whether it has no effect."""
    if jogada.anulada is None:
        return "registada" if jogada.registada else jogada.state
    effect = () if jogada.nula else ("sem efeito",)
    recorded = ("registada",) if jogada.registada else ()
    return ", ".join((jogada.state, jogada.anulada, *effect, *recorded))


@app.command()
def pdf(
    session: Session,
    out: Annotated[Path, typer.Option(help="The file to write.")],
    place: Place = None,
    known: KnownOption = None,
    language: LangOption = "pt",
) -> None:
    """Write a session's acta as PDF/A."""
    speaks = language_of(language)
    with asking_as_known(known) as (installation, connection, then):
        acta = _acta(connection, session, place, then)
        write_pdf(installation, connection, acta, out, speaks, known=then)
    console = Screen(stderr=True, soft_wrap=True)
    console.print(f"{out}: {len(acta.jogadas)} jogadas")


def write_pdf(
    installation: Installation,
    connection: Connection[Any],
    acta: Acta,
    out: Path,
    language: Language = "pt",
    *,
    known: int | None = None,
) -> None:
    """Write an acta as PDF/A.

    Raises:
        MisuseError: the file cannot be written.

    """
    versions = {
        one.round: versions_of(connection, LIVE, one.round, known=known) for _, one in acta.jogadas
    }
    of = source(installation, connection, known)
    casino = casino_of(connection, acta.place)
    write_whole([acta_pdf(acta, of, versions, language, casino=casino)], out)


def sessions(connection: Connection[Any]) -> list[dict[str, Any]]:
    """Return every session of bingo, as its export has it."""
    with opened(connection, EXPORTS["bingo-sessions"], {}) as reading:
        names = [column.name for column in reading.export.columns]
        return [dict(zip(names, row, strict=True)) for row in reading.rows]


@app.command("gate")
def ask_gate(
    place: Annotated[str, typer.Argument(help="The bingo room.")],
    wanted: Annotated[
        str | None,
        typer.Option("--next", help="The jogada that wants to open; without it, the closing."),
    ] = None,
    grant: Annotated[
        bool, typer.Option("--grant", help="Record the yes: it is given once.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Ask whether a jogada may open, or the session close (R60); exit 1 if it may not."""
    with open_installation(Settings()) as installation:
        asked = _gate(installation)
        try:
            answer = asked.ask(place, wanted) if grant else asked.look(place, wanted)
        except BehindError as error:
            raise UnreachableError(str(error)) from error
        with connect(installation.urls.login) as connection:
            known = rooms(connection, LIVE)
    if place not in known:
        there = ", ".join(known) or "none"
        raise MisuseError(f"no bingo room {place!r}; there are: {there}")
    if as_json:
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
    else:
        what = wanted or f"the session in {place}"
        console = Screen(soft_wrap=True)
        if answer.granted:
            said = f"granted by {answer.event}" if answer.event else "may go on"
            console.print(styled(("yes", "green"), f": {what} {said}"))
        for reason in answer.reasons:
            console.print(styled(("no", "red"), f": {reason}"))
    raise typer.Exit(0 if answer.granted else EXIT_FOUND)


def _gate(installation: Installation) -> Gate:
    conninfo = installation.urls.login
    return Gate(conninfo, installation.door.say, lambda: judge_all(conninfo))


def _acta(connection: Any, session: str, place: str | None, known: int | None) -> Acta:
    found = acta_of(connection, LIVE, session, place=place, known=known)
    if found is None:
        refuse_unknown(connection, {"place": place})
        where = f" in {place}" if place else ""
        then = "" if known is None else f" was known at position {known}"
        raise MisuseError(f"no session {session!r}{where}{then}; razao acta list has them all")
    return found
