"""``razao backup``: a copy of the database that was read back; ``razao restore`` brings it back."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ledger.audit.auditor import audit_database
from ops.commands.screen import Screen, styled
from ops.database.backup import (
    BackupError,
    Manifest,
    load_backup,
    prune,
    read_manifest,
    scratch_server,
    write_backup,
    write_manifest,
)
from ops.database.postgres import check_database, owned_database
from ops.errors import EXIT_PARTLY, MisuseError
from ops.settings import Settings

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document.")]
Scratch = Annotated[
    Path | None,
    typer.Option(
        help="A folder with room for the copy that is read back; by default the temporary one.",
        exists=True,
        file_okay=False,
    ),
]


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    folder: Annotated[
        Path | None, typer.Option(help="Where the backup arrives, else RAZAO_BACKUPS.")
    ] = None,
    keep: Annotated[
        int, typer.Option(min=1, help="So many are kept; older ones go once the new one is good.")
    ] = 30,
    check: Annotated[
        bool,
        typer.Option(
            "--check/--no-check", help="Read it back into a server of its own and verify it."
        ),
    ] = True,
    scratch: Scratch = None,
    as_json: AsJson = False,
) -> None:
    """Write a backup, read it back, verify every event in it; exit 1 if it is not good.

    Exit 4: what is in it is good, but events that left for an archive could not be looked at; then
    no older one goes.
    """
    if context.invoked_subcommand is not None:
        return
    settings = Settings()
    into = folder or settings.backups
    if into is None:
        raise MisuseError("expected a folder for the backup: --folder, or RAZAO_BACKUPS names one")
    with _readable(settings) as url:
        path, manifest = write_backup(url, into.absolute(), datetime.now(UTC))
    if check:
        manifest = _read_back(path, scratch)
    gone = prune(into, keep) if check and not manifest.unread else []
    _say(path, manifest, gone, as_json=as_json)


@contextmanager
def _readable(settings: Settings) -> Generator[str]:
    """Have the database by a login that reads all of it."""
    if settings.backup_url is not None:
        check_database(settings.backup_url, secure=settings.production)
        yield settings.backup_url
        return
    with owned_database(settings) as urls:
        yield urls.superuser


@app.command("check")
def check_(
    file: Annotated[Path, typer.Argument(help="A backup, its manifest beside it.")],
    scratch: Scratch = None,
    as_json: AsJson = False,
) -> None:
    """Read a backup back into a server of its own, and verify every event in it."""
    _say(file, _read_back(file, scratch), [], as_json=as_json)


def _read_back(path: Path, scratch: Path | None) -> Manifest:
    """Restore a backup into a server that exists for that alone; state its root.

    Raises:
        BackupError: it cannot be restored, or is not the ledger that its manifest names.

    """
    manifest = read_manifest(path)
    with scratch_server(scratch) as url:
        load_backup(path, url)
        report = audit_database(url)
    if (report.origin, report.size) != (manifest.origin, manifest.events):
        raise BackupError(
            f"{path}: expected {manifest.events} events of {manifest.origin}, it has "
            f"{report.size} of {report.origin}"
        )
    if report.problems:
        first = report.problems[0]
        where = "" if first.position is None else f" at position {first.position}"
        raise BackupError(
            f"{path}: the copy does not verify{where}: {first.kind}: {first.detail} "
            f"({len(report.problems)} in all); `razao verify` tells whether the ledger does"
        )
    unread = sum(one.events for one in report.unread)
    checked = msgspec.structs.replace(manifest, root=report.root, unread=unread)
    if checked != manifest:
        write_manifest(path, checked)
    return checked


def _say(path: Path, manifest: Manifest, gone: list[Path], *, as_json: bool) -> None:
    if as_json:
        document = {"file": str(path), **msgspec.to_builtins(manifest)}
        document["removed"] = [str(one) for one in gone]
        sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
    else:
        _print(path, manifest, gone)
    if manifest.unread:
        raise typer.Exit(EXIT_PARTLY)


def _print(path: Path, manifest: Manifest, gone: list[Path]) -> None:
    console = Screen(soft_wrap=True)
    good = manifest.root is not None
    state = ("read back and verified", "bold green") if good else ("not read back", "yellow")
    if manifest.unread:
        state = ("read back, the rest is verified", "yellow")
    console.print(
        styled(
            state,
            f"  {path}: {manifest.events} events of {manifest.origin}, "
            f"{manifest.bytes / 1e6:.1f} MB" + (f", root {manifest.root}" if good else ""),
        )
    )
    if manifest.unread:
        console.print(
            f"not looked at: {manifest.unread} events that left for an archive, which could not be "
            "reached; RAZAO_ARCHIVE names where a copy stands now, `razao backup check` looks again"
        )
    for one in gone:
        console.print(f"removed {one}")
