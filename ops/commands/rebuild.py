"""``razao rebuild``: every projection anew from the events alone."""

import sys
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from ops.installation import open_installation
from ops.progress import Progress
from ops.settings import Settings
from projections.runner import PAGE_EVENTS, Runner, rebuild

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    page: Annotated[int, typer.Option(min=1, help="Events a transaction.")] = PAGE_EVENTS,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Build all projections beside the live ones, compare, swap; exit 1 if they differ."""
    with open_installation(Settings()) as installation, Progress() as progress:
        conninfo = installation.urls.login
        with Runner(conninfo) as live:
            position = live.catch_up(progress=lambda done, last: progress.step("live", done, last))
            before = live.digests()
        after = rebuild(
            conninfo, page=page, progress=lambda done, last: progress.step("rebuild", done, last)
        )
    differs = sorted(name for name in after if before.get(name) != after[name])
    if as_json:
        document = {"position": position, "digests": after, "before": before, "differs": differs}
        sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
    else:
        console = Console(highlight=False)
        for name, digest in after.items():
            mark = "[red]differs[/red]" if name in differs else "same"
            console.print(f"{name:<12} {digest}  {mark}", soft_wrap=True)
        console.print(f"rebuilt from {position} events, swapped in")
    raise typer.Exit(1 if differs else 0)
