"""``razao retention``: the events that may leave the log, and those that must stay, by class."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Final

import typer
from psycopg import Connection

from ledger.text.times import day_text
from ops.commands.common import (
    FromOption,
    ToOption,
    asking,
    figures_table,
    known_name,
    period_of,
    print_whole,
)
from ops.commands.figures.papers import LangOption, language_of
from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.commands.screen import Screen
from ops.outside.archive.folder import Archive, Place
from projections.reads.retention import (
    CLASSES,
    YEARS,
    DayOfClass,
    days_of_classes,
    last_positions,
    leaving_days,
    years_of,
)
from projections.reads.texts import TO_CONFIRM, Standing, now_of, standings

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_WORDS: Final = {
    "pt": {
        "class": "classe", "days": "dias", "day": "dia", "events": "eventos",
        "years": "anos", "until": "até", "held": "retidos", "leaving": "podem sair",
        "staying": "ficam", "ever": "sempre", "confirm": TO_CONFIRM, "none": "—",
        "texts": "textos: {count}; {due} com o prazo findo (`razao texts list --due`), "
        "{held} retidos por um litígio",
        "whole": "dias inteiros que podem ir para o arquivo: {days}",
        "sealed": "destes, selados em {archive}: {days}",
        "unsealed": "por selar: {days} (`razao archive seal {archive}`)",
        "said": "prazos: parâmetro {name}; um evento só sai com o seu dia inteiro, e o que "
        "uma falta ou um litígio por decidir retém fica",
    },
    "en": {
        "class": "class", "days": "days", "day": "day", "events": "events", "years": "years",
        "until": "until", "held": "held", "leaving": "may leave", "staying": "stay",
        "ever": "for ever", "confirm": "to be confirmed", "none": "—",
        "texts": "texts: {count}; {due} whose years are over (`razao texts list --due`), "
        "{held} held by a case",
        "whole": "whole days that may go to the archive: {days}",
        "sealed": "of these, sealed in {archive}: {days}",
        "unsealed": "yet to be sealed: {days} (`razao archive seal {archive}`)",
        "said": "years: parameter {name}; an event leaves with its whole day alone, and what an "
        "undecided finding or case holds stays",
    },
}  # fmt: skip
_SHOWN: Final = 5


@app.command()
def main(
    first: FromOption = None,
    last: ToOption = None,
    name: Annotated[str | None, typer.Option("--class", help="Only this class.")] = None,
    by_day: Annotated[bool, typer.Option("--days", help="A line for each class and day.")] = False,
    archive: Annotated[
        str | None,
        typer.Option(help="Say which whole days that may leave are sealed in this archive."),
    ] = None,
    language: LangOption = "pt",
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Tell by class and gaming day what may leave the log and what must stay, and why.

    Open cases and findings hold the events that they rest on, whatever the years. Nothing is erased
    by this command: no event leaves but with its day, to an archive.
    """
    form = form_of(form, as_json)
    words = _WORDS[language_of(language)]
    known_name("--class", name, CLASSES)
    period = period_of(first, last)
    with asking() as (installation, connection):
        days = days_of_classes(connection, first=period.first, last=period.last)
        years = years_of(connection, now_of(connection))
        texts = _texts(connection)
        leaving = leaving_days(days)
        ends = {} if archive is None else last_positions(connection, leaving)
    chosen = [one for one in days if name is None or one.retention == name]
    if form != "table":
        write_plain([_plain(one, years) for one in chosen], form, "retention")
        return
    if by_day:
        _show_days(chosen, years, words)
    else:
        _show_classes(chosen, years, words, language)
    screen = Screen()
    screen.print(words["texts"].format(**texts), soft_wrap=True)
    screen.print(words["whole"].format(days=_listed(leaving, words)), soft_wrap=True)
    if archive is not None:
        until = sealed_until(Archive(archive).ranges(installation.origin))
        for word, sealed in (("sealed", True), ("unsealed", False)):
            of = [one for one in leaving if (ends[one] <= until) is sealed]
            told = words[word].format(days=_listed(of, words), archive=archive)
            screen.print(told, soft_wrap=True)
    screen.print(words["said"].format(name=YEARS), style="dim", soft_wrap=True)


def _listed(days: Sequence[date], words: dict[str, str]) -> str:
    """Write the first of some days, and how many they are where not all are shown."""
    shown = ", ".join(day_text(one) for one in days[:_SHOWN])
    return (shown + (f" … ({len(days)})" if len(days) > _SHOWN else "")) or words["none"]


def sealed_until(places: Sequence[Place]) -> int:
    """Return the position up to which sealed ranges follow each other from the first event on."""
    until = 0
    for place in sorted(places):
        if place.first == until + 1:
            until = place.last
    return until


def _texts(connection: Connection[Any]) -> dict[str, int]:
    """Count the texts that events commit to, with those due and those held."""
    now, found = now_of(connection), list[Standing](standings(connection).values())
    return {
        "count": sum(one.erasure is None for one in found),
        "due": sum(one.is_due(now) for one in found),
        "held": sum(one.held and one.erasure is None for one in found),
    }


def _plain(one: DayOfClass, years: dict[str, int]) -> dict[str, Any]:
    return {
        "class": one.retention,
        "day": one.day.isoformat(),
        "events": one.events,
        "years": years.get(one.retention),
        "for_ever": not CLASSES[one.retention].leaves,
        "until": None if one.until is None else one.until.isoformat(),
        "held": one.held,
        "leaving": one.leaving,
        "staying": one.staying,
    }


def _term(one: str, years: dict[str, int], words: dict[str, str]) -> str:
    if not CLASSES[one].leaves:
        return words["ever"]
    return str(years[one]) if one in years else words["confirm"]


def _show_days(days: Sequence[DayOfClass], years: dict[str, int], words: dict[str, str]) -> None:
    heads = ("class", "day", "years", "until", "events", "held", "leaving", "staying")
    table = figures_table([words[one] for one in heads], text=(0, 1, 2, 3))
    for one in days:
        table.add_row(
            one.retention,
            day_text(one.day),
            _term(one.retention, years, words),
            words["none"] if one.until is None else day_text(one.until),
            *map(str, (one.events, one.held, one.leaving, one.staying)),
        )
    print_whole(table)


def _show_classes(
    days: Sequence[DayOfClass], years: dict[str, int], words: dict[str, str], language: str
) -> None:
    heads = ("class", "", "days", "years", "events", "held", "leaving", "staying")
    table = figures_table([words.get(one, "") for one in heads], text=(0, 1, 3))
    for name, told in CLASSES.items():
        of = [one for one in days if one.retention == name]
        if of:
            sums = (
                sum(one.events for one in of),
                sum(one.held for one in of),
                sum(one.leaving for one in of),
                sum(one.staying for one in of),
            )
            table.add_row(
                name,
                told.en if language == "en" else told.pt,
                str(len(of)),
                _term(name, years, words),
                *map(str, sums),
            )
    print_whole(table)
