"""``razao disputes``: cases by deadline, one whole, its record and the letter as papers."""

from pathlib import Path
from typing import Annotated, Any, Final

import psycopg
import typer

from api.documents.cases.dispute import decision_document, letter_document
from api.documents.cases.reading import read_case
from api.documents.document import pdf_of
from ledger.text.near import unknown_text
from ops.commands.common import asking, refuse_unknown
from ops.commands.figures.papers import (
    LangOption,
    language_of,
    paper_signer,
    source,
    write_whole,
)
from ops.commands.forms import FormOption, write_rows
from ops.commands.screen import Screen, styled
from ops.commands.telling import money_text, time_text, zone_in
from ops.errors import MisuseError
from ops.settings import Settings
from projections.reads.disputes.case_file import CaseFile, case_file, case_lines
from projections.reads.floor.house import currencies_of

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
HEADS: Final = ("dispute", "state", "subject", "about", "seat", "claimed", "decision", "due")
Name = Annotated[str, typer.Argument(help="The case's name.")]


@app.callback()
def disputes() -> None:
    """Cases of players: by deadline, one whole, and their papers."""


@app.command("list")
def list_disputes(
    state: Annotated[str | None, typer.Option(help="Only in this state.")] = None,
    form: FormOption = "table",
) -> None:
    """List cases, those to decide first, by the time their answer is due."""
    with asking() as (_, connection):
        refuse_unknown(connection, {"state": state}, "disputes")
        lines = [one for one in case_lines(connection) if state in (None, one.state)]
        zone, currencies = zone_in(connection), currencies_of(connection)
    write_rows(
        lines,
        form,
        HEADS,
        lambda one: (
            one.dispute,
            f"{one.state}, overdue" if one.overdue else one.state,
            one.subject,
            one.round or one.machine or one.ticket or "",
            str(one.seat or ""),
            money_text(one.amount, currencies.of(one.place)),
            one.decision or "",
            time_text(one.due, zone),
        ),
        text=(0, 1, 2, 3, 6, 7),
        nothing="no case was opened",
        of="disputes",
    )


@app.command()
def show(name: Name, form: FormOption = "table") -> None:
    """Show a case: the claim, every word said of it and which of them stands, what was paid."""
    with asking() as (_, connection):
        found = _case(connection, name)
        zone, currencies = zone_in(connection), currencies_of(connection)
    if form != "table":
        write_rows([found], form, (), lambda _: (), of="disputes")
        return
    case, console = found.case, Screen(soft_wrap=True)
    place = case.machine or (case.rounds[0].rsplit("/", 2)[0] if case.rounds else None)
    currency = currencies.of(place)
    console.print(styled((case.dispute, "bold"), f"  {case.subject}  {case.state}"))
    about = ", ".join(case.rounds) or case.machine or ""
    console.print(f"  about: {about}{'' if case.seat is None else f', seat {case.seat}'}")
    if case.state == "decided":
        told = f"awarded {money_text(case.paid or 0, currency)}"
        console.print(f"  {told}, owed {money_text(found.owed, currency)}")
    for word in found.words:
        stands = "" if found.stands(word) else "  (does not stand)"
        when = time_text(word.at, zone)
        console.print(f"  {word.position}  {when}  {word.kind}  {word.source}{stands}")
    for paid in found.paid:
        sum_of = money_text(paid.amount, paid.currency or currency)
        console.print(f"  {paid.position}  paid {sum_of}  {paid.part}  {paid.means}")


@app.command()
def paper(
    name: Name,
    pdf: Annotated[Path, typer.Option("--pdf", help="The file to write.")],
    letter: Annotated[
        bool, typer.Option("--letter", help="The letter to the player instead of the record.")
    ] = False,
    language: LangOption = "pt",
) -> None:
    """Write the record of a case, or the letter to the player, as PDF/A.

    Signed (PAdES) where RAZAO_PAPERS_KEY names a key: razao verify paper.
    """
    speaks = language_of(language)
    with asking() as (installation, connection):
        case = read_case(connection, installation.urls.login, name)
        if case is None:
            _case(connection, name)
            return
        of = source(installation, connection)
        made = letter_document if letter else decision_document
        signer = paper_signer(Settings(), of.origin)
        data = pdf_of(made(case, speaks, of.zone), of)
        write_whole([data if signer is None else signer.sign(data)], pdf, "--pdf")
        by = "not signed" if signer is None else f"signed by {signer.fingerprint}"
        Screen(stderr=True, soft_wrap=True).print(f"{pdf}: {name}; {by}")


def _case(connection: psycopg.Connection[Any], name: str) -> CaseFile:
    """Return a case.

    Raises:
        MisuseError: there is none of this name; the near ones are named.

    """
    found = case_file(connection, name)
    if found is None:
        there = [one.dispute for one in case_lines(connection)]
        raise MisuseError(f"dispute: {unknown_text(name, there)}")
    return found
