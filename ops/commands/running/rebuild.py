"""``razao rebuild``: every projection anew from the events alone."""

import sys
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from ops.installation import open_installation
from ops.progress import Progress
from ops.settings import Settings
from projections.base.errors import OutdatedError
from projections.reads.queries import Queries, connect
from projections.running.building import rebuild
from projections.running.runner import PAGE_EVENTS, Runner

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    page: Annotated[int, typer.Option(min=1, help="Events a transaction.")] = PAGE_EVENTS,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Build all projections beside the live ones, compare, swap; exit 1 if they differ.

    The projections of another version have other tables: there is nothing to compare them with.
    """
    with open_installation(Settings()) as installation, Progress() as progress:
        conninfo = installation.urls.login
        before = _standing(conninfo, progress)
        after = rebuild(
            conninfo, page=page, progress=lambda done, last: progress.step("rebuild", done, last)
        )
        with connect(conninfo) as connection:
            position = Queries(connection).position()
    differs = sorted(name for name in after if before and before.get(name) != after[name])
    if as_json:
        document = {"position": position, "digests": after, "before": before, "differs": differs}
        sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
    else:
        console = Console(highlight=False)
        for name, digest in after.items():
            mark = "[red]differs[/red]" if name in differs else "same" if before else "new"
            console.print(f"{name:<12} {digest}  {mark}", soft_wrap=True)
        console.print(f"rebuilt from {position} events, swapped in")
    raise typer.Exit(1 if differs else 0)


def _standing(conninfo: str, progress: Progress) -> dict[str, str]:
    """Return the live projections' digests at the log's end; none of another version's."""
    try:
        with Runner(conninfo) as live:
            live.catch_up(progress=lambda done, last: progress.step("live", done, last))
            return live.digests()
    except OutdatedError:
        return {}
