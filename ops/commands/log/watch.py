"""``razao watch``: follow somebody's log from elsewhere, and prove what contradicts it."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from ledger.errors import BrokenProofError
from ledger.signed.witnesses.equivocation import check_equivocation, read_equivocation
from ledger.signed.witnesses.policy import Policy, read_policy
from ops.commands.common import read_pinned
from ops.errors import EXIT_FOUND, MisuseError
from ops.outside.publishing.http import check_address
from ops.outside.publishing.stamps import Authority, read_authorities
from ops.outside.watch.monitor import (
    DRIFT_SECONDS,
    GROWTH_MAX,
    SILENCE_SECONDS,
    Alarm,
    Bounds,
    Monitor,
)

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, help="A watch over a log.")

TOKEN: Final = "RAZAO_WATCH_KEY"  # noqa: S105 - a variable's name


@app.command()
def follow(
    address: Annotated[
        str, typer.Argument(help="Where the log is served: https://casino.example.")
    ],
    policy: Annotated[Path, typer.Option(help="A policy: the log's keys, witnesses, quorum.")],
    folder: Annotated[Path, typer.Option(help="Where what it saw is kept.")] = Path(
        "~/.razao-watch"
    ),
    head: Annotated[
        list[Path] | None,
        typer.Option(help="A checkpoint that somebody else kept; may be repeated."),
    ] = None,
    stamps: Annotated[
        Path | None,
        typer.Option(help="Authorities whose stamps of time are believed, as in RAZAO_STAMPS."),
    ] = None,
    every: Annotated[float, typer.Option(min=1, help="Seconds between two looks.")] = 30,
    once: Annotated[bool, typer.Option("--once", help="Look once; exit 1 if it alarms.")] = False,
    silence: Annotated[
        float, typer.Option(min=1, help="Seconds without growth before it alarms.")
    ] = SILENCE_SECONDS,
    growth: Annotated[
        float, typer.Option(min=1, help="Events a second beyond which it alarms.")
    ] = GROWTH_MAX,
    drift: Annotated[
        float, typer.Option(min=1, help="Seconds by which clocks may part.")
    ] = DRIFT_SECONDS,
    as_json: Annotated[bool, typer.Option("--json", help="JSON Lines, as they come.")] = False,
) -> None:
    """Look at a log and its witnesses, again and again; say what is not as it should be.

    RAZAO_WATCH_KEY may hold an API key, for a ledger whose tiles are for readers.
    """
    believed, others = _policy(policy), _heads(head or ())
    monitor = Monitor(
        check_address(address),
        believed,
        folder.expanduser(),
        bounds=Bounds(silence_seconds=silence, growth_max=growth, drift_seconds=drift),
        token=os.environ.get(TOKEN) or None,
        authorities=_authorities(stamps),
    )
    while True:
        alarms = monitor.look(others)
        _tell(alarms, monitor.memory.size, as_json=as_json)
        if once:
            raise typer.Exit(EXIT_FOUND if alarms else 0)
        time.sleep(every)


@app.command()
def evidence(
    file: Annotated[Path, typer.Argument(help="An evidence file of a watch.")],
    log_key: Annotated[
        str | None,
        typer.Option("--log-key", help="The log's verifier keys, or a file that holds them."),
    ] = None,
) -> None:
    """Check, without any server, that a file proves two histories of one log; exit 1 if it does."""
    pinned = read_pinned(log_key) if log_key is not None else []
    try:
        shown = check_equivocation(read_equivocation(file.read_bytes()), pinned)
    except OSError as error:
        raise MisuseError(f"{file} cannot be read: {error}") from error
    except BrokenProofError as error:
        raise MisuseError(f"{file} proves nothing: {error}") from error
    for one in (shown.smaller, shown.larger):
        sys.stdout.write(f"{one.origin} signed {one.size} events with root {one.root.hex()}\n")
    sys.stdout.write("the two contradict each other: one of them is not the log's history\n")
    for key in shown.keys:
        sys.stdout.write(f"by the key {key.text[:100]}{'' if pinned else ' (the file says)'}\n")
    raise typer.Exit(EXIT_FOUND)


def _policy(path: Path) -> Policy:
    try:
        believed = read_policy(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, BrokenProofError) as error:
        raise MisuseError(f"--policy {path}: {error}") from error
    if not believed.logs:
        raise MisuseError(f"--policy {path}: expected a line `log <key>`, found none")
    return believed


def _heads(paths: Sequence[Path]) -> list[tuple[str, str]]:
    try:
        return [(str(one), one.read_text(encoding="utf-8")) for one in paths]
    except (OSError, UnicodeDecodeError) as error:
        raise MisuseError(f"--head: {error}") from error


def _authorities(path: Path | None) -> list[Authority]:
    try:
        return [] if path is None else read_authorities(path)
    except MisuseError as error:
        raise MisuseError(f"--stamps {path}: {error}") from error


def _tell(alarms: list[Alarm], size: int, *, as_json: bool) -> None:
    if as_json:
        lines = [msgspec.json.encode(one).decode() for one in alarms]
    else:
        lines = [
            f"{one.kind}: {one.detail}" + (f" (proof: {one.evidence})" if one.evidence else "")
            for one in alarms
        ] or [f"{size} events, nothing to tell"]
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
