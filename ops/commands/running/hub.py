"""``razao hub``: the archives of many ledgers, checked on many cores, asked together."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.errors import EXIT_FOUND, MisuseError
from ops.outside.archive.folder import Archive
from ops.outside.hub.asking import QUESTIONS, Hub

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
    ledgers = sorted({place.origin for place in Archive(where).ranges()})
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
        typer.Option(
            help="A ledger's checkpoint that was kept outside.", exists=True, dir_okay=False
        ),
    ] = None,
    figures: Annotated[
        bool, typer.Option("--figures/--no-figures", help="Fold figures again.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Check every range of these archives, and how they follow each other; exit 1 if not.

    A range that was checked before and was not touched since is not checked again.
    """
    if plain and scheduler is not None:
        raise MisuseError("--plain: expected no --scheduler beside it")
    urls = _named(archives)
    # What folds is slow to load, and whoever asks needs none of it.
    from ops.commands.common import read_pinned  # noqa: PLC0415 - see above
    from ops.commands.progress import Progress  # noqa: PLC0415 - see above
    from ops.commands.running.archive import print_checked  # noqa: PLC0415 - see above
    from ops.outside.hub.checking import Asked, check_all, read_kept  # noqa: PLC0415 - see above
    from ops.outside.hub.running import Dask, Here  # noqa: PLC0415 - see above

    keys = [key for one in log_key or () for key in read_pinned(one)]
    with Progress() as progress:
        found = check_all(
            urls,
            Asked(
                keys=keys,
                since=read_kept(since or [], keys),
                figures=figures,
                results=results or _home() / "results",
            ),
            Here(processes) if plain else Dask(scheduler, processes),
            lambda done, every: progress.step("check", done, every),
        )
    if as_json:
        told = {"clean": found.clean, "ranges": found.ranges, "ledgers": found.ledgers}
        sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    else:
        print_checked(found.ranges, found.ledgers)
    raise typer.Exit(0 if found.clean else EXIT_FOUND)


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help=f"SQL, or a saved one: {', '.join(QUESTIONS)}.")],
    archives: Archives = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Ask all archives: `events`, and each table of the projections, every row with its origin."""
    form = form_of(form, as_json)
    answer = Hub(_named(archives)).ask(question)
    if form != "table":
        rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
        write_plain(rows, form)
        return
    sys.stdout.write("\t".join(answer.columns) + "\n")
    for row in answer.rows:
        sys.stdout.write("\t".join("" if one is None else str(one) for one in row) + "\n")


def _home() -> Path:
    from ops.settings import Settings  # noqa: PLC0415 - whoever names archives needs none

    return Settings().home / "hub"


def _list_path() -> Path:
    return _home() / "archives"


def _known() -> list[str]:
    path = _list_path()
    return path.read_text("utf-8").split("\n")[:-1] if path.exists() else []


def _named(archives: list[str] | None) -> list[str]:
    """Return the archives that are looked at, each of which is one."""
    urls = archives or _known()
    if not urls:
        raise MisuseError("expected an archive, or `razao hub add ARCHIVE` before")
    for url in urls:
        if not Archive(url).ranges():
            raise MisuseError(f"archive {url}: no sealed range is there")
    return urls
