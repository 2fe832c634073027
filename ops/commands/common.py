"""How commands ask the projections: the days they take, what they read, and how they tell it."""

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer
from psycopg import Connection
from rich.measure import Measurement
from rich.table import Table

from api.requests.period import Period
from ledger.audit.statements import read_log_keys
from ledger.errors import BrokenProofError
from ledger.signed.notes import NoteKey
from ledger.text.near import unknown_text
from ops.catch_up import judge_all
from ops.commands.progress import Progress
from ops.commands.screen import Screen, styled
from ops.database.rights import WORKING
from ops.errors import MisuseError
from ops.installation import Installation, open_installation
from ops.settings import Settings
from projections.reads.basis.as_known import Moment, NotKnownError, position_known
from projections.reads.basis.known_names import unknown_names
from projections.reads.basis.unproved import unproved
from projections.reads.queries import connect

FromOption = Annotated[str | None, typer.Option("--from", help="From this gaming day.")]
ToOption = Annotated[str | None, typer.Option("--to", help="To this gaming day.")]


def known_name(option: str, name: str | None, known: Iterable[str]) -> None:
    """Refuse a name that nobody knows; None is not asked for.

    Raises:
        MisuseError: it is none of the known ones; the near ones are named.

    """
    if name is not None and name not in (names := set(known)):
        raise MisuseError(f"{option}: {unknown_text(name, names)}")


def refuse_unknown(
    connection: Connection[Any],
    given: Mapping[str, str | None],
    of: str = "",
    said: str = "--{}",
) -> None:
    """Refuse filters that name nothing; ``said`` is how an option is written before its filter.

    Raises:
        MisuseError: with the near names of the first.

    """
    asked = {name: value for name, value in given.items() if value}
    for one in unknown_names(connection, asked, of):
        raise MisuseError(f"{said.format(one.filter)}: {one.text}")


def day_of(option: str, text: str | None) -> str | None:
    """Return a gaming day that an option names; None where it names none.

    Raises:
        MisuseError: it is no day.

    """
    try:
        return None if text is None else date.fromisoformat(text).isoformat()
    except ValueError:
        raise MisuseError(f"{option}: expected a day such as 2026-11-20, got {text!r}") from None


def period_of(first: str | None, last: str | None) -> Period:
    """Return the gaming days that ``--from`` and ``--to`` name.

    Raises:
        MisuseError: one is no day, or the last is before the first: nothing could be in it.

    """
    period = Period(first=day_of("--from", first), last=day_of("--to", last))
    if period.first is not None and period.last is not None and period.first > period.last:
        raise MisuseError(f"--from {first}: expected a day not after --to {last}")
    return period


def known_at(
    connection: Connection[Any], said: Moment | None, option: str = "--known"
) -> int | None:
    """Return the position that an option means; None where it says nothing.

    Raises:
        MisuseError: it means none, or one that the log has not reached: nobody knows yet what will
            be known there.

    """
    try:
        return None if said is None else position_known(connection, said)
    except NotKnownError as error:
        raise MisuseError(f"{option} {_told(said)}: {error}") from None


def _told(said: Moment | None) -> str:
    named = None if said is None else said.named
    return named.isoformat() if isinstance(named, date) else str(named)


@contextmanager
def asking_as_known(
    said: Moment | None,
) -> Generator[tuple[Installation, Connection[Any], int | None]]:
    """Open installation and projections as ``asking`` does, with the position asked for; None: now.

    Raises:
        MisuseError: what was said means no position in the log.

    """
    with asking() as (installation, connection):
        yield installation, connection, known_at(connection, said)


@contextmanager
def asking(
    roles: Sequence[str] = WORKING,
) -> Generator[tuple[Installation, Connection[Any]]]:
    """Bring the projections up to the log's end; what is asked of them is of one moment.

    ``roles`` are those of the database that the command takes.
    """
    with open_installation(Settings(), roles=roles) as installation, Progress() as progress:
        conninfo = installation.urls.login
        judge_all(conninfo, lambda done, last: progress.step("judge", done, last))
        with connect(conninfo) as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            tell_unproved(connection)
            yield installation, connection


def tell_unproved(connection: Connection[Any]) -> None:
    """Say on standard error what is not proved; nothing where everything is."""
    marks = unproved(connection)
    if marks.count:
        told = styled(("not proved:", "yellow"), f" {marks.text()}")
        Screen(stderr=True).print(told, soft_wrap=True)


def figures_table(heads: Sequence[str], text: Collection[int] = (0,)) -> Table:
    """Return a table of figures to the right; ``text`` are its columns of words."""
    table = Table(box=None, pad_edge=False)
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number in text else "right", no_wrap=True)
    return table


def print_figures(
    heads: Sequence[str], rows: Iterable[Sequence[str]], text: Collection[int] = (0,)
) -> None:
    """Print rows of figures as a table, whole; ``text`` are its columns of words."""
    table = figures_table(heads, text)
    for row in rows:
        table.add_row(*row)
    print_whole(table)


def print_whole(table: Table, console: Screen | None = None) -> None:
    """Print a table whole: a figure that is cut to fit the terminal would be another figure.

    Without a console of its own, on standard output.
    """
    console = console or Screen()
    wide = Measurement.get(console, console.options.update(max_width=10_000), table).maximum
    width = console.width
    console.width = max(width, wide)
    console.print(table)
    console.width = width


def read_pinned(said: str) -> list[NoteKey]:
    """Return the log's keys that an option names: themselves, or a file that holds them.

    Raises:
        MisuseError: it names none.

    """
    path = Path(said)
    try:
        text = path.read_text(encoding="utf-8") if "+" not in said else said
        return read_log_keys(text)
    except (OSError, UnicodeDecodeError, BrokenProofError) as error:
        raise MisuseError(f"--log-key: {error}") from error
