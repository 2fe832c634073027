"""``razao replica``: a copy of a house's ledger on a server of the regulator's, checked."""

import sys
from typing import Annotated

import msgspec
import typer

from ops.commands.progress import Progress
from ops.commands.screen import Screen, styled
from ops.database.migrate import migrate
from ops.database.postgres import owned_database
from ops.database.replica import follow, publish, state_of
from ops.errors import EXIT_FOUND
from ops.settings import Settings

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="A replica of a house's ledger on a server of one's own.",
)


@app.command("publish")
def publish_() -> None:
    """At the house: publish what is recorded, insertions alone; RAZAO_OWNER_URL may do so."""
    with owned_database(Settings()) as urls:
        publish(urls.superuser)
    print("published: a login with REPLICATION that may read the ledger can follow")


@app.command("follow")
def follow_(
    house: Annotated[
        str,
        typer.Argument(envvar="RAZAO_HOUSE_URL", help="The house's database, by such a login."),
    ],
) -> None:
    """Become the replica of a house's ledger, or go on: fetch what is there, then be fed."""
    with owned_database(Settings()) as urls, Progress() as progress:
        migrate(urls.superuser)
        events = follow(
            house, urls.superuser, step=lambda done, every: progress.step("fetch", done, every)
        )
    print(f"{events} events are here; the feed brings what comes")


@app.command()
def status(
    *, as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False
) -> None:
    """Say how far the replica is; exit 1 if it stands still, and name what it did not take."""
    with owned_database(Settings()) as urls:
        state = state_of(urls.superuser)
    good = state.feeding and state.stopped is None
    if as_json:
        sys.stdout.write(msgspec.json.encode(state).decode() + "\n")
    else:
        there = "the house does not answer" if state.there is None else f"of {state.there}"
        console = Screen(soft_wrap=True)
        console.print(
            styled(
                ("follows" if good else "stopped", "bold green" if good else "bold red"),
                f"  {state.origin}: {state.here} events, {there}",
            )
        )
        if state.stopped is not None:
            console.print(f"not taken: {state.stopped}")
        elif not good:
            console.print(
                "its next event could be taken: `razao replica follow` goes on; the server's log "
                "says what closed the feed"
            )
        if not good:
            console.print("`razao verify` here says whether what arrived is whole")
    raise typer.Exit(0 if good else EXIT_FOUND)
