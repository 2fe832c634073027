"""``razao accounts papers``: every paper and file of a month in one job."""

import re
from datetime import UTC, date, datetime
from getpass import getuser
from pathlib import Path
from typing import Annotated, Final

import typer

from api.answers.made.month import Month, made, month_papers, month_span
from ops.commands.common import asking_as_known, refuse_unknown
from ops.commands.figures.papers import KnownOption, LangOption, language_of, source, write_whole
from ops.commands.progress import Progress
from ops.commands.screen import Screen
from ops.errors import MisuseError

_is_month: Final = re.compile(r"\d{4}-\d\d").fullmatch


def register(app: typer.Typer) -> None:
    """Add the command of a month's papers to ``razao accounts``."""
    app.command()(papers)


def papers(
    month: Annotated[str, typer.Option(help="The month, such as 2026-11.")],
    out: Annotated[Path, typer.Option(help="The folder to write into; made where it is not.")],
    casino: Annotated[str | None, typer.Option(help="Only this casino.")] = None,
    known: KnownOption = None,
    language: LangOption = "pt",
) -> None:
    """Write a month's papers and files, all known at one position, with their hashes.

    Daily records, tables, tax, pools, prizes, machines, actas, journals. A file that is there
    already is written anew; the last one, SHA256SUMS, is written when all the others are.
    """
    first, last = month_of(month)
    speaks = language_of(language)
    with asking_as_known(known) as (installation, connection, then), Progress() as progress:
        refuse_unknown(connection, {"casino": casino})
        of = source(installation, connection, then)
        asked = Month(
            first=first,
            last=last,
            source=of,
            known=of.position,
            language=speaks,
            casino=casino,
            generated=datetime.now(UTC),
            by=getuser(),
        )
        listed = month_papers(connection, installation.urls.login, asked)
        _make_folder(out)
        count = 0
        for count, (name, data) in enumerate(made(listed), 1):
            write_whole([data], out / name)
            progress.step("papers", count, len(listed) + 1)
    Screen(stderr=True, soft_wrap=True).print(f"{out}: {count} files, known at {of.position}")


def month_of(text: str) -> tuple[date, date]:
    """Return the first and the last day of a month.

    Raises:
        MisuseError: it is none.

    >>> month_of("2028-02")[1]
    datetime.date(2028, 2, 29)
    """
    try:
        return month_span(text if _is_month(text) else "")
    except ValueError:
        raise MisuseError(f"--month: expected a month such as 2026-11, got {text!r}") from None


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MisuseError(f"--out {out}: {error.strerror or error}") from None
