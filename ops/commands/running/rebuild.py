"""``razao rebuild``: every projection anew from the events alone.

Where the live projections were made by another version of the rules, every verdict and figure that
is another now is listed with the reason before anything takes their place, and what stood before is
kept (``razao rules differences``).
"""

import sys
import time
from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
import psycopg
import typer

from ops.commands.common import tell_unproved
from ops.commands.law.differing import line_of
from ops.commands.progress import Progress
from ops.commands.screen import Screen, styled
from ops.installation import open_installation
from ops.settings import Settings
from projections.base.errors import HeldError, OutdatedError
from projections.base.store import connect as connect_writer
from projections.law.differences import Difference, differences, keep
from projections.law.version import law_version
from projections.reads.floor.house import Currencies, currencies_of
from projections.reads.queries import Queries, connect
from projections.running.building import PROCESSES_MAX, rebuild
from projections.running.exchange import WAIT_SECONDS
from projections.running.figures.evidence import altered_rows, keep_altered
from projections.running.figures.recomputing import fault_of
from projections.running.figures.rows_again import Differing
from projections.running.runner import LIVE, NEXT, PAGE_EVENTS, Runner, law_of

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
SHOWN: Final = 50
"""How many differences are listed on a screen; as JSON all are."""
_LOOK_SECONDS: Final = 0.05
_FAR_EVENTS: Final = 100_000
"""Events behind the log from which the live set is not folded on to be compared."""


class NotAdoptedError(Exception):
    """Figures would become others by rules that nobody adopted."""


@app.command()
def main(
    page: Annotated[int, typer.Option(min=1, help="Events a transaction.")] = PAGE_EVENTS,
    processes: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=PROCESSES_MAX,
            help="Processes that take part; by default by the log's length and the cores.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    accept: Annotated[
        bool,
        typer.Option("--accept", help="Swap though figures differ by rules that nobody adopted."),
    ] = False,
) -> None:
    """Build all projections beside the live ones, compare, swap; exit 1 if they differ.

    Rows that stood and that the events do not give are kept: `razao verify figures --kept`.

    If another version of the rules made the live ones, each verdict and figure that differs is
    listed; they are swapped only if that version was adopted (`razao rules adopt`), or with
    --accept; else the exit code is 1 and the live ones stay.
    """
    found = _Found()
    with open_installation(Settings()) as installation, Progress() as progress:
        conninfo = installation.urls.login
        law = _law_before(conninfo)
        other = law is not None and law != law_version().mark
        live = _Live(conninfo, progress)
        stands = 0 if law is None else _position(conninfo)
        behind = not other and installation.reader.last_position() - stands > _FAR_EVENTS

        def before_swap(position: int) -> None:
            if other:
                found.settle(conninfo, accept=accept)
            elif stands and not behind:
                live.stand(position)

        def compare(position: int) -> None:
            if other:
                found.compare(conninfo, law or "", position)
            else:
                live.stand(position)

        try:
            after = rebuild(
                conninfo,
                page=page,
                processes=processes,
                progress=lambda done, last: progress.step("rebuild", done, last),
                # What is far behind is compared where it stands, and not folded on to be compared.
                until=stands if other or (behind and stands) else None,
                compare=compare if other or (behind and stands) else None,
                before_swap=before_swap,
            )
        except NotAdoptedError:
            _tell(found, as_json=as_json)
            raise typer.Exit(1) from None
        with connect(conninfo) as connection:
            position = Queries(connection).position()
            tell_unproved(connection)
    _tell_swapped(found, live, position, after, as_json=as_json)
    raise typer.Exit(1 if live.altered else 0)


class _Found:
    """The figures that differ between the live projections and those beside."""

    def __init__(self) -> None:
        self.differences: list[Difference] = []
        self.left_out: list[str] = []
        self.law_before = ""
        self.position = 0
        self.adopted = True
        self.currencies = Currencies(casinos={}, places={})

    def compare(self, conninfo: str, law: str, position: int) -> None:
        """Find the figures that differ in the two sets at a position."""
        self.law_before, self.position = law, position
        with connect_writer(conninfo) as connection:
            self.differences, self.left_out = differences(connection, LIVE, NEXT)
            self.currencies = currencies_of(connection, NEXT)

    def settle(self, conninfo: str, *, accept: bool) -> None:
        """Keep the figures that differ, or stop a swap to rules that nobody adopted.

        Raises:
            NotAdoptedError: figures differ, and the log adopts no such rules.

        """
        with connect_writer(conninfo) as connection:
            self.adopted = accept or not self.differences or _is_adopted(connection)
            if not self.adopted:
                raise NotAdoptedError
            keep(
                connection,
                self.differences,
                position=self.position,
                before=self.law_before,
                after=law_version().mark,
            )


def _is_adopted(connection: psycopg.Connection[tuple[object, ...]]) -> bool:
    """Tell whether this program's rules are those that the log, as the set beside has it, adopts.

    Now is the ledger's clock: an adoption from a later time does not hold yet, and one that others
    followed holds no more: an older program takes no newer one's figures away.
    """
    law = law_version()
    row = connection.execute(
        f"SELECT rules, matrix FROM {NEXT}.adoption "  # noqa: S608 - our own name
        f"WHERE since <= coalesce((SELECT max(at) FROM {NEXT}.clock), since) "
        "ORDER BY since DESC, effective DESC, position DESC LIMIT 1"
    ).fetchone()
    return row == (law.rules, law.matrix)


def _tell(found: _Found, *, as_json: bool) -> None:
    """List the figures that differ; none where the live projections were of the same version."""
    if as_json:
        document = {
            "law_before": found.law_before,
            "law_after": law_version().mark,
            "adopted": found.adopted,
            "differences": found.differences,
            "not_compared": found.left_out,
        }
        sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
        return
    console = Screen(soft_wrap=True)
    for one in found.differences[:SHOWN]:
        console.print(line_of(one, found.currencies))
    more = len(found.differences) - SHOWN
    if more > 0:
        console.print(f"and {more} more; --json lists all")
    for one in found.left_out:
        console.print(f"not compared: {one}")
    if found.law_before or found.differences:
        before = found.law_before or "an older law"
        console.print(
            f"{len(found.differences)} figures differ: {before} before, {law_version().mark} now"
        )
    if not found.adopted:
        console.print(
            f"nobody adopted {law_version().mark}: the live projections stay. "
            "`razao rules adopt` adopts it, --accept swaps without"
        )


def _tell_swapped(
    found: _Found, live: "_Live", position: int, digests: Mapping[str, str], *, as_json: bool
) -> None:
    """Tell the figures of the new projections, which stand in the live ones' place now."""
    if as_json:
        document = {
            "position": position,
            "digests": digests,
            "differs": [one.table for one in live.altered],
            "altered": [fault_of(one) for one in live.altered],
            "differences": found.differences,
            "not_compared": found.left_out,
        }
        sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
        return
    _tell(found, as_json=False)
    console = Screen(soft_wrap=True)
    for one in live.altered:
        told = f"{len(one.stands)} rows stood that the events do not give, {len(one.lacks)} lacked"
        console.print(styled((one.table, "red"), f"  {told}"))
    if live.altered:
        console.print("what stood is kept: `razao verify figures --kept`")
    compared = ", the same as before" if live.compared and not live.altered else ""
    console.print(f"rebuilt from {position} events, {len(digests)} tables{compared}, swapped in")


class _Live:
    """Rows of the live tables that the events do not give; none of another version's tables."""

    def __init__(self, conninfo: str, progress: Progress) -> None:
        self._conninfo = conninfo
        self._progress = progress
        self.altered: list[Differing] = []
        self.compared = False

    def stand(self, position: int) -> None:
        """Bring the live tables to a position, compare them there, and keep what differs."""
        try:
            with self._opened() as live:
                live.catch_up(
                    until=position, progress=lambda at, last: self._progress.step("live", at, last)
                )
                if live.position != position:  # another command's may be beyond by now
                    return
                self.altered = altered_rows(self._conninfo)
                self.compared = True
        except OutdatedError:  # the tables of another version, by the same law
            return
        with connect_writer(self._conninfo) as connection:
            keep_altered(connection, self.altered, position=position)

    def _opened(self) -> Runner:
        """Open the live set; a service that begins to follow right now sees it wanted, and goes."""
        until = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                return Runner(self._conninfo)
            except HeldError:
                if time.monotonic() > until:
                    raise
                time.sleep(_LOOK_SECONDS)


def _law_before(conninfo: str) -> str | None:
    with connect_writer(conninfo) as connection:
        return law_of(connection)


def _position(conninfo: str) -> int:
    """Return the position that the live projections of another version had reached."""
    with connect(conninfo) as connection:
        return Queries(connection).position()
