"""``razao verify``: recompute everything from the stored bytes; name whatever was changed.

It only reads, and as the inspector: it opens no door, brings no schema up to date, writes no tick.
"""

import os
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import msgspec
import psycopg
import typer

from api.services.proofs import around_altered
from ledger.audit.auditor import audit_database, read_stamps
from ledger.audit.beside import checkpoints_emptied
from ledger.audit.diagnosis import Problem, Report
from ledger.errors import BrokenProofError
from ledger.signed.notes import NoteKey
from ledger.store.texts.text_keys import TextKeys
from ledger.store.texts.texts import Texts
from ops.commands.common import read_pinned
from ops.commands.log.verify_figures import figures
from ops.commands.progress import Progress
from ops.commands.screen import Screen, styled
from ops.database.postgres import use_database
from ops.errors import EXIT_FOUND, EXIT_PARTLY, MisuseError, UnreachableError
from ops.installation import kept_checkpoint, text_keys_in
from ops.outside.publishing.papers import check_paper
from ops.outside.publishing.stamps import Authority, read_authorities, stamp_faults
from ops.outside.verifier.razao_verify import plain, report
from ops.outside.verifier.whole import check_bundle, read_bundle
from ops.settings import Settings

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
app.command()(figures)


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    since: Annotated[
        Path | None,
        typer.Option(help="A checkpoint, a proof, or receipts (JSON Lines) that somebody kept."),
    ] = None,
    log_key: Annotated[
        str | None,
        typer.Option(
            "--log-key",
            help="The log's verifier keys, or a file or policy that holds them, kept elsewhere.",
        ),
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="By default one for each core.")
    ] = None,
    stamps: Annotated[
        Path | None,
        typer.Option(help="Authorities whose stamps of time are checked, else RAZAO_STAMPS."),
    ] = None,
    signatures: Annotated[
        bool, typer.Option("--signatures/--no-signatures", help="Check signatures, too.")
    ] = True,
) -> None:
    """Check every event, link, signature, position and root; exit 1 if one is not as recorded.

    Exit 4: nothing is, but what left for an archive could not be reached and was not looked at.
    """
    if context.invoked_subcommand is not None:
        return
    kept = _read(since) if since is not None else None
    pinned = read_pinned(log_key) if log_key is not None else []
    authorities = _authorities(stamps)
    start = time.perf_counter()
    settings = Settings()
    with use_database(settings) as urls, ExitStack() as stack:
        report = _verify(
            urls.login,
            processes or os.cpu_count() or 1,
            _Bar(stack),
            kept,
            pinned,
            signatures=signatures,
        )
        kept_note = kept_checkpoint(settings.checkpoints, settings.home, report.origin)
        keys = TextKeys(text_keys_in(settings.text_keys, settings.home))
        texts = stack.enter_context(Texts(urls.login, keys))
        beside = [
            *checkpoints_emptied(urls.login, kept_note),
            *around_altered(urls.login, texts),
        ]
        report = msgspec.structs.replace(report, problems=[*report.problems, *beside])
        if authorities:
            faults = list(stamp_faults(read_stamps(urls.login), authorities))
            report = msgspec.structs.replace(
                report, problems=[*report.problems, *map(_of_stamp, faults)]
            )
    seconds = time.perf_counter() - start
    if as_json:
        sys.stdout.write(_document(report, seconds) + "\n")
    else:
        _print(report, seconds)
    raise typer.Exit(0 if report.clean else EXIT_FOUND if report.problems else EXIT_PARTLY)


@app.command()
def bundle(
    file: Annotated[Path, typer.Argument(help="What `razao prove` made.")],
    log_key: Annotated[
        list[str] | None,
        typer.Option("--log-key", help="The log's verifier key, kept elsewhere; several by turns."),
    ] = None,
    witness: Annotated[
        list[str] | None, typer.Option(help="The verifier key of a witness that you believe.")
    ] = None,
    policy: Annotated[
        Path | None,
        typer.Option(
            help="A policy: the log's keys, witnesses, how many of them must have signed."
        ),
    ] = None,
    stamps: Annotated[
        Path | None,
        typer.Option(help="Authorities whose stamps of time are checked, else RAZAO_STAMPS."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Check a bundle offline: as its one file does, the keys by every rule, what is due anew."""
    believed = None if policy is None else _read_policy(policy)
    result = check_bundle(
        read_bundle(file), log_key or [], witness or [], believed, _authorities(stamps)
    )
    if as_json:
        sys.stdout.write(msgspec.json.encode(vars(result)).decode() + "\n")
    else:
        sys.stdout.write(report(result) + "\n")
    raise typer.Exit(EXIT_FOUND if result.faults else 0)


@app.command()
def paper(
    file: Annotated[Path, typer.Argument(help="A signed PDF, as `razao prove --pdf` made it.")],
    certificate: Annotated[
        Path | None,
        typer.Option(help="Certificates in PEM that you believe, of its signer or above him."),
    ] = None,
    fingerprint: Annotated[
        str | None, typer.Option(help="The SHA-256 of its signer's certificate, in hex.")
    ] = None,
) -> None:
    """Check a paper's signature (PAdES), and each bundle inside it; exit 1 if one does not hold."""
    roots = None if certificate is None else read_bundle(certificate)
    found = check_paper(read_bundle(file), roots=roots, fingerprint=fingerprint)
    if found.fingerprint:
        sys.stdout.write(f"{plain(found.signer)}, certificate {found.fingerprint}\n")
    if found.fingerprint and not found.faults and roots is None and fingerprint is None:
        sys.stdout.write(
            "whole since it was signed; whose the certificate is you know by --fingerprint or "
            "--certificate alone\n"
        )
    sys.stdout.writelines(f"FAILS: {plain(one)}\n" for one in found.faults)
    bundles = [check_bundle(data) for name, data in found.files.items() if name.endswith(".zip")]
    sys.stdout.writelines(f"\n{report(one)}\n" for one in bundles)
    failed = bool(found.faults) or any(one.faults for one in bundles)
    raise typer.Exit(EXIT_FOUND if failed else 0)


def _authorities(path: Path | None) -> list[Authority]:
    """Return the authorities of a file, else those by which this installation is stamped."""
    given = path or Settings().stamps
    return [] if given is None else read_authorities(given)


def _of_stamp(fault: tuple[int, str]) -> Problem:
    size, why = fault
    detail = f"ledger.stamps, {size} events: {why}"
    return Problem(kind="stamp", source=f"stamp of {size}", detail=detail)


class _Bar:
    """A bar that appears with the first slice done: workers are forked before it has a thread."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._progress: Progress | None = None
        self._done = self._total = 0

    def begin(self, total: int) -> None:
        self._done, self._total = 0, total

    def advance(self, more: int) -> None:
        self._done += more
        if self._progress is None:
            self._progress = self._stack.enter_context(Progress())
        self._progress.step("verify", self._done, self._total)


def _verify(
    conninfo: str,
    processes: int,
    bar: _Bar,
    since: str | None,
    pinned: Sequence[NoteKey],
    *,
    signatures: bool,
) -> Report:
    try:
        report = audit_database(
            conninfo,
            processes=processes,
            signatures=signatures,
            since=since,
            pinned=pinned,
            begin=bar.begin,
            progress=bar.advance,
        )
    except BrokenProofError as error:
        raise MisuseError(f"--since: {error}") from error
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName) as error:
        raise MisuseError("this database holds no ledger") from error
    except (psycopg.OperationalError, psycopg.errors.InsufficientPrivilege) as error:
        raise UnreachableError(f"the ledger cannot be read: {str(error).strip()}") from error
    if not report.origin:
        raise MisuseError("this database holds no ledger yet: none was founded")
    return report


def _read_policy(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MisuseError(f"--policy: {error}") from error


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MisuseError(f"--since: {path} cannot be read: {error}") from error


def _document(report: Report, seconds: float) -> str:
    document = {
        **msgspec.to_builtins(report),
        "clean": report.clean,
        "seconds": round(seconds, 3),
    }
    return msgspec.json.encode(document).decode()


def _print(report: Report, seconds: float) -> None:
    console = Screen(soft_wrap=True)
    for problem in report.problems:
        console.print(
            styled(
                (_where(problem), "bold red"),
                f"  {problem.kind}: {problem.detail}{_below(problem, report)}",
            )
        )
    for one in report.unassessed:
        which = f"{one.source}:{one.first} to {one.source}:{one.last}"
        console.print(styled((which, "yellow"), f"  signatures not assessable: {one.because}"))
    for one in report.unread:
        console.print(
            styled(
                (f"positions {one.first} to {one.last}", "yellow"),
                f"  not looked at: {one.events} events that left, {one.signatures} signatures; "
                f"their order and links are as recorded. {one.because}",
            )
        )
    found = len(report.problems)
    verdict = "1 problem" if found == 1 else f"{found} problems"
    if not found:
        verdict = "clean" if report.clean else "cannot say, the rest is clean"
    root = report.root or "cannot be computed"
    console.print(
        styled(
            (verdict, "bold red" if found else "bold green" if report.clean else "bold yellow"),
            f"  {report.origin}: {report.events} events, {report.signatures} signatures, "
            f"root {root}, {seconds:.1f} s",
        )
    )


def _below(problem: Problem, report: Report) -> str:
    """Say that a place lies below a checkpoint that the log itself signed."""
    if problem.position is None or problem.position > report.covered:
        return ""
    return f" (below a checkpoint of {report.covered} events that the log signed)"


def _where(problem: Problem) -> str:
    event = f"{problem.source}:{problem.seq}" if problem.seq is not None else problem.source
    if problem.position is None:
        return event or "the ledger"
    place = f"position {problem.position}"
    return f"{place} ({event})" if event else place
