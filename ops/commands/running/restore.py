"""``razao restore``: a backup brought back, and what was lost told against what was signed."""

import sys
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from msgspec import Struct

from ledger.audit.auditor import audit_database
from ledger.errors import BrokenProofError
from ledger.signed.checkpoint import Checkpoint, read_checkpoint
from ops.commands.screen import Screen, styled
from ops.database.backup import SourceHead, heads_of, identity_of, load_backup, read_manifest
from ops.database.missing import fetch_missing
from ops.database.postgres import DatabaseUrls, owned_database
from ops.errors import EXIT_FOUND, EXIT_PARTLY, MisuseError
from ops.settings import Settings

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_SHOWN_MAX: Final = 20


class Outcome(Struct, frozen=True, kw_only=True):
    """The state of a ledger after a restore."""

    origin: str
    events: int
    root: str | None
    problems: list[str]
    unread: int
    """Events that left for an archive that could not be reached."""
    signed: int | None
    """Events under the last checkpoint that was kept outside the database; None without one."""
    lost: int | None
    """Events that were signed and are not here; None where nothing outside says."""
    fetched: int
    """Events that another copy gave back."""
    sources: list[SourceHead]


@app.command()
def main(
    file: Annotated[
        Path | None, typer.Argument(help="A backup, its manifest beside it; none to fetch alone.")
    ] = None,
    missing_from: Annotated[
        str | None,
        typer.Option(
            envvar="RAZAO_COPY_URL",
            help="The URL of another copy, such as the regulator's replica: what this one lacks "
            "is taken from there, event by event as it was.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Bring a backup back into an empty database, verify it, and tell what was lost since.

    Exit 1 if events that were signed are missing, or the copy does not verify; exit 4 if events
    that had left for an archive could not be looked at.
    """
    if file is None and missing_from is None:
        raise MisuseError("expected a backup, or --missing-from with the URL of another copy")
    settings = Settings()
    manifest = None if file is None else read_manifest(file)
    with owned_database(settings) as urls:
        if manifest is not None and file is not None:
            load_backup(file, urls.superuser)
        login = settings.database_url or urls.login
        fetched = 0 if missing_from is None else fetch_missing(missing_from, login)
        outcome = _judge(urls, settings, fetched)
    if as_json:
        sys.stdout.write(msgspec.json.encode(outcome).decode() + "\n")
    else:
        _print(outcome)
    if outcome.problems or outcome.lost:
        raise typer.Exit(EXIT_FOUND)
    raise typer.Exit(EXIT_PARTLY if outcome.unread else 0)


def _judge(urls: DatabaseUrls, settings: Settings, fetched: int) -> Outcome:
    """Return how a restored ledger verifies, and how it stands to its last signed checkpoint."""
    origin, events = identity_of(urls.superuser)
    text = _kept(settings, origin)
    kept = None if text is None else _checkpoint(text, settings, origin)
    lost = None if kept is None else max(kept.size - events, 0)
    since = text if kept is not None and not lost else None
    report = audit_database(urls.superuser, since=since)
    return Outcome(
        origin=origin,
        events=events,
        root=report.root,
        problems=[f"{one.kind}: {one.detail}" for one in report.problems],
        unread=sum(one.events for one in report.unread),
        signed=None if kept is None else kept.size,
        lost=lost,
        fetched=fetched,
        sources=heads_of(urls.superuser),
    )


def _kept(settings: Settings, origin: str) -> str | None:
    """Return the last signed checkpoint that stands outside the database; None without one."""
    path = (settings.checkpoints or settings.home / "checkpoints") / f"{origin}.note"
    if not path.exists():
        return None
    return path.read_text("utf-8").rpartition("\n")[0]  # its last line are subtrees


def _checkpoint(text: str, settings: Settings, origin: str) -> Checkpoint:
    try:
        return read_checkpoint(text)
    except BrokenProofError as error:
        folder = settings.checkpoints or settings.home / "checkpoints"
        raise MisuseError(f"{folder / origin}.note is no checkpoint: {error}") from None


def _print(outcome: Outcome) -> None:
    console = Screen(soft_wrap=True)
    state = ("restored", "bold green")
    if outcome.problems:
        state = ("restored, and not clean", "red")
    elif outcome.unread:
        state = ("restored, the rest is clean", "yellow")
    console.print(
        styled(
            state, f"  {outcome.origin}: {outcome.events} events, root {outcome.root or 'unknown'}"
        )
    )
    if outcome.unread:
        console.print(
            f"not looked at: {outcome.unread} events that had left for an archive, of which a "
            "backup has order and links alone: RAZAO_ARCHIVE names where a copy stands now, "
            "`razao verify` looks again, `razao archive restore` puts them back"
        )
    if outcome.fetched:
        console.print(f"{outcome.fetched} of them were fetched from the other copy")
    for one in outcome.problems[:_SHOWN_MAX]:
        console.print(styled((one, "bold red")))
    if outcome.lost is None:
        console.print(
            "no checkpoint is kept outside this database: whether events are missing only a "
            "witness, a monitor or a receipt can say (`razao verify --since`)"
        )
    elif not outcome.lost:
        console.print(f"nothing that was signed is missing ({outcome.signed} events)")
    else:
        _print_lost(console, outcome)
    console.print("next: `razao rebuild`, `razao db grant LOGIN`, `razao doctor`")


def _print_lost(console: Screen, outcome: Outcome) -> None:
    first = outcome.events + 1
    console.print(
        styled(
            ("LOST", "bold red"),
            f"  {outcome.lost} events, positions {first} to {outcome.signed}, were signed and are "
            "not here. The service signs nothing until they are back, each in its place:",
        )
    )
    console.print("  1. `razao restore --missing-from URL` takes them from a replica as they were.")
    console.print(
        "  2. Or restore a newer backup into another database; what devices recorded since "
        "stands in their outboxes with its receipts, and in the bundles that people hold."
    )
    console.print(
        f"Each of the {len(outcome.sources)} sources goes on after the last of its events that is "
        "here; --json lists them."
    )
