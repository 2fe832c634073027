"""``razao reports``: reports that people saved; the service makes them, here they are kept.

Whoever has this command has the server: he sees everybody's reports, and takes none of their files
by it. A report is made by the service that runs, with the role and casinos that its owner has then.
"""

from collections.abc import Generator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any

import typer
from rich.table import Table

from api.answers.made.making import zone_in
from api.answers.made.ordering import MONTH, checked_span, order_of
from api.answers.sheets import Format
from api.errors import ProblemError
from api.services.people.job_table import Desk
from api.services.people.reports import Owner, ReportTable, Saved, TooManyError, Wanted
from api.services.people.schedules import MONTHDAY_MAX, Every, Schedule, Span
from ops.commands.asking.kept import ROLES, OfPerson, Person, Title, check_title
from ops.commands.common import print_whole
from ops.commands.figures.papers import LangOption, language_of
from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.commands.screen import Screen
from ops.errors import MisuseError
from ops.installation import Installation, open_installation
from ops.settings import Settings
from projections.reads.queries import connect

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
Id = Annotated[str, typer.Argument(help="The report's id, as the list has it.")]


@app.command("list")
def list_reports(
    person: OfPerson = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """List saved reports: whose, of what, when each is made next, what became of the last."""
    form = form_of(form, as_json)
    with _table() as (_, table):
        found = [one for one in table.of(None) if person in (None, one.name)]
    if form != "table":
        write_plain([_row(one) for one in found], form)
        return
    if not found:
        Screen().print("no report is saved")
        return
    shown = Table("id", "of", "title", "what", "days", "made", "next", "last", box=None)
    for row in map(_row, found):
        shown.add_row(
            row["id"],
            row["of"],
            row["title"],
            row["export"],
            row["span"],
            row["every"],
            row["due"] or "",
            " ".join(filter(None, (row["told"], row["ran"]))),
        )
    print_whole(shown)


@app.command()
def save(
    export: Annotated[str, typer.Argument(help=f"An export, or `{MONTH}`: all papers of one.")],
    title: Title,
    person: Person,
    span: Annotated[Span, typer.Option(help="Its days, told by the day it is made.")] = "all",
    form: Annotated[Format, typer.Option("--format", help="The file's form.")] = "csv",
    language: LangOption = "pt",
    every: Annotated[Every, typer.Option(help="How often it is made by itself.")] = "never",
    hour: Annotated[int, typer.Option(min=0, max=23, help="By the casino's clock.")] = 8,
    weekday: Annotated[int, typer.Option(min=1, max=7, help="1 is Monday.")] = 1,
    monthday: Annotated[int, typer.Option(min=1, max=MONTHDAY_MAX)] = 1,
) -> None:
    """Save a report for a person who comes in by an API key; print its id."""
    check_title(title)
    try:
        order = order_of(export, form, language_of(language), {})
        days = checked_span(order, span)
    except ProblemError as error:
        raise MisuseError(error.detail) from error
    schedule = Schedule(every=every, hour=hour, weekday=weekday, monthday=monthday)
    with _table() as (installation, table):
        now = datetime.now(UTC)
        with connect(installation.urls.login) as connection, connection.transaction():
            due = None if every == "never" else schedule.next(now, zone_in(connection))
        wanted = Wanted(title=title, order=order, span=days, schedule=schedule)
        try:
            id_ = table.save(Owner(name=person, comes="key"), wanted, now, due)
        except TooManyError as error:
            raise MisuseError(str(error)) from error
    Screen().print(id_)


@app.command()
def run(report: Id) -> None:
    """Have the running service make a report at its next look, within half a minute."""
    with _table() as (_, table):
        if not table.want(report, datetime.now(UTC)):
            raise _no_such(report, table)
    Screen().print("asked for: the service makes it within half a minute, while one runs")


@app.command()
def remove(report: Id) -> None:
    """Forget a report; its files go when their time is over."""
    with _table() as (_, table):
        if not table.drop(report, None):
            raise _no_such(report, table)
    Screen().print(f"{report} is forgotten")


@contextmanager
def _table() -> Generator[tuple[Installation, ReportTable]]:
    with (
        open_installation(Settings(), roles=ROLES) as installation,
        closing(Desk(installation.urls.login)) as desk,
    ):
        yield installation, ReportTable(desk)


def _no_such(report: str, table: ReportTable) -> MisuseError:
    near = [one.id for one in table.of(None)][:5]
    there = f"; there are {', '.join(near)}" if near else "; none is saved"
    return MisuseError(f"no report is {report}{there}")


def _row(one: Saved) -> dict[str, Any]:
    order = one.order
    return {
        "id": one.id,
        "of": one.name,
        "comes": one.comes,
        "title": one.title,
        "export": MONTH if order.what == MONTH else order.name,
        "format": order.form,
        "span": one.span,
        "every": one.every,
        "hour": one.hour,
        "due": None if one.due is None else one.due.isoformat(timespec="minutes"),
        "ran": None if one.ran is None else one.ran.isoformat(timespec="minutes"),
        "told": one.told,
    }
