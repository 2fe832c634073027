"""``razao findings``: what is wrong, brought up to the log's last event first."""

import shlex
from datetime import tzinfo
from pathlib import Path
from typing import Annotated, Any

import typer
from psycopg import Connection

from api.documents.cases.findings import ROWS_MAX, findings_document, state_word, too_many
from api.documents.document import Language
from ledger.text.amounts import UNKNOWN
from ops.catch_up import FindingRow, findings_of
from ops.commands.common import asking_as_known, known_name
from ops.commands.figures.papers import (
    KnownOption,
    LangOption,
    PdfOption,
    language_of,
    source,
    write_document,
)
from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.commands.screen import Screen, styled
from ops.commands.telling import money_text, value_text, zone_in
from ops.errors import MisuseError
from ops.installation import Installation
from projections.reads.basis.known_names import unknown_names
from projections.reads.floor.house import Currencies, currencies_of
from projections.reads.queries import Queries
from projections.replay.codes import CODES
from projections.replay.rulebook.citation import citation_text

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
SHOWN_DEFAULT = 50
MARKS = {"critical": ("!", "red"), "ordinary": ("o", "yellow"), "information": "i"}


@app.command()
def findings(
    code: Annotated[str | None, typer.Option(help="Only this code, e.g. PAY-DIFF.")] = None,
    place: Annotated[str, typer.Option(help="Only places that begin so.")] = "",
    language: LangOption = "pt",
    show: Annotated[
        int, typer.Option(min=1, help="At most so many; other forms give all.")
    ] = SHOWN_DEFAULT,
    known: KnownOption = None,
    pdf: PdfOption = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """List the findings that hold now; exit 1 if there are any."""
    form = form_of(form, as_json, pdf)
    known_name("--code", code, CODES)
    speaks = language_of(language)
    with asking_as_known(known) as (installation, connection, then):
        _refuse_unknown_beginning(connection, place)
        if pdf is not None:
            found = _report(installation, connection, code, place, then, speaks, pdf)
            raise typer.Exit(1 if found else 0)
        rows = findings_of(installation.urls.login, (place,), then)
        zone, currencies = zone_in(connection), currencies_of(connection)
    rows = [row for row in rows if code is None or row.code == code]
    if form != "table":
        write_plain(rows, form, "findings")
    else:
        _print(rows[:show], speaks, zone, currencies)
        _print_left(len(rows), show, speaks)
    raise typer.Exit(1 if rows else 0)


def _refuse_unknown_beginning(connection: Connection[Any], place: str) -> None:
    """Refuse a beginning with which no place's name begins.

    Raises:
        MisuseError: with the near names.

    """
    for one in unknown_names(connection, {"place": place} if place else {}):
        if not any(name.startswith(place) for name in one.known):
            raise MisuseError(f"--place: {one.text}")


def _report(
    installation: Installation,
    connection: Connection[Any],
    code: str | None,
    place: str,
    known: int | None,
    language: Language,
    out: Path,
) -> int:
    """Write the findings as a document; return how many they are.

    Raises:
        MisuseError: they are too many for one, or it cannot be written.

    """
    of = source(installation, connection, known)
    count, rows = Queries(connection).chosen_findings(
        most=ROWS_MAX, code=code, place_begins=place or None, known=known
    )
    refusal = too_many(count)
    if refusal is not None:
        raise MisuseError(f"--pdf: {refusal}")
    filters = {name: value for name, value in (("code", code), ("place", place)) if value}
    options = "".join(f" --{name} {shlex.quote(value)}" for name, value in filters.items())
    name = "FICHEIRO" if language == "pt" else "FILE"
    command = f"razao findings{options} --known {of.position} --lang {language} --pdf {name}"
    write_document(findings_document(rows, filters, command, language, of.zone), of, out)
    return count


_WORDS = {
    "pt": {"seat": "lugar", "due": "esperado", "recorded": "registado", "positions": "posições"},
    "en": {"seat": "seat", "due": "expected", "recorded": "recorded", "positions": "positions"},
}
_NOTHING = {
    "pt": "Nada está errado, tanto quanto os eventos dizem.",
    "en": "Nothing is wrong, as far as the events tell.",
}


def _print(
    rows: list[FindingRow], language: Language, zone: tzinfo, currencies: Currencies
) -> None:
    console = Screen(soft_wrap=True)
    words = _WORDS[language]
    for row in rows:
        meaning = CODES[row.code]
        where = row.round or row.place or "—"
        seat = "" if row.seat is None else f", {words['seat']} {row.seat}"
        mark = MARKS[row.severity]
        state = state_word(row.state, language)
        console.print(styled(mark, " ", (row.code, "bold"), f"  {where}{seat}  ({state})"))
        console.print(f"    {meaning.en if language == 'en' else meaning.pt}")
        if row.expected or row.recorded:
            currency = row.currency or currencies.of(row.place)
            sums = money_text(row.amount, currency, language)
            amount = "" if row.amount is None else f"  ({sums})"
            due, recorded = (
                value_text(one, currency, zone, language) or UNKNOWN
                for one in (row.expected, row.recorded)
            )
            console.print(f"    {words['due']} {due}; {words['recorded']} {recorded}{amount}")
        positions = ", ".join(map(str, row.positions))
        rule = citation_text(row.rule, language)
        console.print(f"    {rule}; {words['positions']} {positions}; id {row.id}")


def _print_left(count: int, show: int, language: Language) -> None:
    """Print how many findings were not shown, or that there are none."""
    console = Screen(soft_wrap=True)
    if count > show:
        console.print(f"{show} / {count}; --show {count}, --json")
    elif not count:
        console.print(_NOTHING[language])
