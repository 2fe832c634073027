"""``razao hub``: the archives of many ledgers, checked on many cores, asked together."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ledger.errors import BrokenProofError
from ledger.signed.logs import open_log
from ledger.signed.notes import NoteKey
from ops.commands.common import read_pinned
from ops.commands.progress import Progress
from ops.commands.running.archive import AsJson, open_archive, print_checked
from ops.errors import EXIT_FOUND, MisuseError
from ops.outside.archive.folder import Archive
from ops.outside.archive.whole import join
from ops.outside.hub.asking import QUESTIONS, Hub
from ops.outside.hub.running import Dask, Here, run
from ops.outside.hub.tasks import Results, tasks_of
from ops.settings import Settings

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="The archives of many ledgers: checked on Dask's workers, asked in SQL.",
)

Archives = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ARCHIVE]...", help="By default those that `razao hub add` named."),
]


@app.command()
def add(where: Annotated[str, typer.Argument(metavar="ARCHIVE", help="A folder or URL.")]) -> None:
    """Name an archive that `check` and `ask` look at from now on."""
    archive = open_archive(where)
    ledgers = sorted({place.origin for place in archive.ranges()})
    if not ledgers:
        raise MisuseError(f"archive {where}: no sealed range is there")
    path = _list_path()
    known = _known()
    if where not in known:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{one}\n" for one in [*known, where]), encoding="utf-8")
    print(f"{where}: {', '.join(ledgers)}")


@app.command()
def check(
    archives: Archives = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            envvar="RAZAO_SCHEDULER",
            help="Dask's scheduler, such as tcp://host:8786; its workers "
            "must reach the archives by the same names.",
        ),
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Of this machine; by default one a core.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Processes of this machine without Dask.")
    ] = False,
    results: Annotated[
        Path | None, typer.Option(help="Where results stand; by default below RAZAO_HOME.")
    ] = None,
    log_key: Annotated[
        list[str] | None, typer.Option("--log-key", help="A log's verifier key, kept elsewhere.")
    ] = None,
    since: Annotated[
        list[Path] | None,
        typer.Option(help="A ledger's checkpoint that was kept outside.", exists=True),
    ] = None,
    figures: Annotated[
        bool, typer.Option("--figures/--no-figures", help="Fold figures again.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Check every range of these archives, and how they follow each other; exit 1 if not.

    A range that was checked before and was not touched since is not checked again.
    """
    if plain and scheduler is not None:
        raise MisuseError("--plain: expected no --scheduler beside it")
    urls = _named(archives)
    keys = [key for one in log_key or () for key in read_pinned(one)]
    kept = _kept(since or [], keys)
    workers = Here(processes) if plain else Dask(scheduler, processes)
    told = Results(results or Settings().home / "hub" / "results")
    tasks = tasks_of(urls, keys, figures=figures)
    with Progress() as progress:
        checked = run(tasks, told, workers, lambda done, every: progress.step("check", done, every))
    joints = [
        join(
            archive,
            origin,
            since=kept.get(origin),
            keys=[key for key in keys if key.name == origin],
        )
        for archive in map(Archive, urls)
        for origin in sorted({place.origin for place in archive.ranges()})
    ]
    clean = all(one.clean for one in checked) and not any(one.faults for one in joints)
    if as_json:
        document = {"clean": clean, "ranges": checked, "ledgers": joints}
        sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
    else:
        print_checked(checked, joints)
    raise typer.Exit(0 if clean else EXIT_FOUND)


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help=f"SQL, or a saved one: {', '.join(QUESTIONS)}.")],
    archives: Archives = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON Lines instead of a table.")] = False,
) -> None:
    """Ask all archives: `events`, and each table of the projections, every row with its origin."""
    answer = Hub(_named(archives)).ask(question)
    if as_json:
        for row in answer.rows:
            told = dict(zip(answer.columns, row, strict=True))
            sys.stdout.write(msgspec.json.encode(told, enc_hook=str).decode() + "\n")
        return
    sys.stdout.write("\t".join(answer.columns) + "\n")
    for row in answer.rows:
        sys.stdout.write("\t".join("" if one is None else str(one) for one in row) + "\n")


def _kept(paths: list[Path], keys: list[NoteKey]) -> dict[str, str]:
    """Return checkpoints that were kept outside, by their ledgers."""
    kept: dict[str, str] = {}
    for path in paths:
        try:
            text = path.read_text("utf-8")
            origin = text.partition("\n")[0]
            open_log(text, [key for key in keys if key.name == origin])
        except (BrokenProofError, OSError, UnicodeDecodeError) as error:
            raise MisuseError(f"--since: {path}: {error}; --log-key names its keys") from None
        kept[origin] = text
    return kept


def _list_path() -> Path:
    return Settings().home / "hub" / "archives"


def _known() -> list[str]:
    path = _list_path()
    return path.read_text("utf-8").split("\n")[:-1] if path.exists() else []


def _named(archives: list[str] | None) -> list[str]:
    """Return the archives that are looked at, each of which is one."""
    urls = archives or _known()
    if not urls:
        raise MisuseError("expected an archive, or `razao hub add ARCHIVE` before")
    for url in urls:
        if not open_archive(url).ranges():
            raise MisuseError(f"archive {url}: no sealed range is there")
    return urls
