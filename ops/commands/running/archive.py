"""``razao archive``: sealed ranges of the log, outside of the database, that prove each other."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import msgspec
import psycopg
import typer

from ledger.errors import BrokenProofError
from ledger.signed.notes import NoteKey
from ledger.signed.witnesses.policy import Policy, read_policy
from ledger.store.reader import Reader
from ops.commands.common import read_pinned
from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.commands.progress import Progress
from ops.commands.screen import Screen, styled
from ops.database.backup import scratch_server
from ops.database.migrate import migrate
from ops.database.postgres import owned_database, use_database
from ops.errors import EXIT_FOUND, MisuseError
from ops.installation import Keys, log_signing, open_log
from ops.outside.archive.checking import Asked, Checked, check_range
from ops.outside.archive.dropping import (
    Left,
    check_held,
    check_twice,
    drop,
    put_back,
    ranges_to_drop,
    sweep,
)
from ops.outside.archive.folder import NOTE, SEAL, Archive, Place
from ops.outside.archive.restoring import restore
from ops.outside.archive.sealing import House, closed_until, seal
from ops.outside.archive.statement import Seal, read_seal
from ops.outside.archive.whole import Joint, join
from ops.settings import Settings
from projections.reads.queries import connect

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Sealed ranges of the log in a folder or an object store; each is checked alone.",
)

Where = Annotated[
    str,
    typer.Argument(
        envvar="RAZAO_ARCHIVE",
        metavar="ARCHIVE",
        help="A folder, or a URL such as s3://bucket/razao.",
    ),
]
Ledger = Annotated[str | None, typer.Option("--ledger", help="Of this ledger alone.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document.")]
LogKey = Annotated[
    str | None,
    typer.Option(
        "--log-key", help="The log's verifier keys, or a file that holds them, kept elsewhere."
    ),
]


@app.command("seal")
def seal_(
    where: Where,
    until: Annotated[
        int | None,
        typer.Option(
            min=1, help="Up to this position; by default as far as gaming days are closed."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write the events since the last seal with all that proves them, signed by the log."""
    archive = open_archive(where)

    settings = Settings()
    made: list[tuple[Place, Seal]] = []
    with use_database(settings) as urls, Progress() as progress:
        origin, keys = _origin(urls.login), None
        keys = Keys(settings.home, origin, settings.keys)
        kept = (settings.checkpoints or settings.home / "checkpoints") / f"{origin}.note"
        if until is None:
            with connect(urls.login) as connection:
                until = closed_until(connection)
        log = open_log(urls.login, origin, keys, kept)
        with log:
            signer = log_signing(origin, keys, urls.login).at(until or 1)
            house = House(urls.login, origin, log, signer)

            def step(done: int, every: int) -> None:
                progress.step("fold", done, every)

            # What a killed command began is finished first, and ends where that said.
            while (one := seal(house, archive, until, progress=step)) is not None:
                made.append(one)
                if one[0].last >= until:
                    break
    if as_json:
        told = [{"range": place.folder, "seal": one.hash, "root": one.root} for place, one in made]
        _write(told[-1] if told else {"range": None})
        return
    for place, one in made:
        print(f"{place.folder}: {place.last - place.first + 1} events sealed, {one.hash}")
    if not made:
        print("nothing to seal: no gaming day was closed since the last seal; --until goes further")


@app.command()
def verify(
    where: Where,
    ranges: Annotated[
        list[int] | None,
        typer.Argument(metavar="[POSITION]...", help="The ranges of these positions alone."),
    ] = None,
    ledger: Ledger = None,
    log_key: LogKey = None,
    policy: Annotated[
        Path | None,
        typer.Option(
            help="A policy: which witnesses must have cosigned.", exists=True, dir_okay=False
        ),
    ] = None,
    since: Annotated[
        Path | None,
        typer.Option(help="A checkpoint that was kept outside.", exists=True, dir_okay=False),
    ] = None,
    figures: Annotated[
        bool,
        typer.Option(
            "--figures/--no-figures", help="Fold figures again, on a server made for that alone."
        ),
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Check each range by itself, then that all of them follow each other; exit 1 if not.

    Nothing is asked of the ledger: the archive, and the keys that you kept, are enough.
    """
    archive = open_archive(where)

    places = _places(archive, ledger, ranges)
    keys = _pinned(log_key)
    believed = None if policy is None else _policy(policy)
    if since is not None and not keys:
        raise MisuseError("--since: expected --log-key beside it: whose checkpoint is it?")
    checked: list[Checked] = []
    with _server(wanted=figures) as server, Progress() as progress:
        asked = Asked(keys=keys, policy=believed, server=server)
        for number, place in enumerate(places, 1):
            checked.append(check_range(archive, place, asked))
            progress.step("check", number, len(places))
    joints: list[Joint] = []
    if not ranges:
        text = None if since is None else since.read_text("utf-8")
        try:
            origins = sorted({place.origin for place in places})
            joints += [join(archive, origin, since=text, keys=keys) for origin in origins]
        except BrokenProofError as error:
            raise MisuseError(f"--since: {error}") from None
    clean = all(one.clean for one in checked) and not any(one.faults for one in joints)
    if as_json:
        _write({"clean": clean, "ranges": checked, "ledgers": joints})
    else:
        print_checked(checked, joints)
    raise typer.Exit(0 if clean else EXIT_FOUND)


@app.command("list")
def list_(
    where: Where, ledger: Ledger = None, form: FormOption = "table", as_json: JsonOption = False
) -> None:
    """List the sealed ranges: positions, events, bytes, the law that judged them."""
    form = form_of(form, as_json)
    archive = open_archive(where)

    told: list[dict[str, Any]] = []
    for place in _places(archive, ledger, None):
        try:
            seal = read_seal(archive.read(place, SEAL))
        except (BrokenProofError, FileNotFoundError) as error:
            told.append({"range": place.folder, "fault": str(error)})
            continue
        told.append(
            {
                "range": place.folder,
                "events": seal.last - seal.after,
                "bytes": sum(one.size for one in seal.files.values()),
                "law": seal.law,
                "seal": seal.hash,
                "signed": NOTE in archive.names(place),
            }
        )
    if form != "table":
        write_plain(told, form)
        return
    for one in told:
        if "fault" in one:
            print(f"{one['range']}: {one['fault']}")
            continue
        signed = "" if one["signed"] else ", not signed"
        print(
            f"{one['range']}: {one['events']} events, {one['bytes']} bytes, {one['law']}, "
            f"seal {one['seal'][:16]}{signed}"
        )


@app.command("drop")
def drop_(
    where: Where,
    copy: Annotated[
        str, typer.Option("--copy", metavar="ARCHIVE", help="Another place, with the same ranges.")
    ],
    until: Annotated[
        int | None,
        typer.Option(min=1, help="Ranges that end by this position; by default all sealed ones."),
    ] = None,
    log_key: LogKey = None,
    as_json: AsJson = False,
) -> None:
    """Let sealed ranges leave the database: each verified in two places first, and read from there.

    By the ledger's owner (RAZAO_OWNER_URL). Order, links and what cases rest on stay.
    """
    archive, other = open_archive(where), open_archive(copy)

    settings = Settings()
    asked = Asked(keys=_pinned(log_key))
    done: list[Left] = []
    with owned_database(settings) as urls, Progress() as progress:
        login = settings.database_url or urls.login
        places = ranges_to_drop(archive, other, _origin(login), until)
        with connect(login) as reading, psycopg.connect(urls.superuser, autocommit=True) as owner:
            check_held(reading, places)
            check_twice(archive, other, places, asked)
            for place in places:

                def step(count: int, every: int) -> None:
                    progress.step("drop", count, every)

                done.append(drop(owner, reading, archive, other, place, step))
            sweep(owner)
    if as_json:
        _write({"ranges": done})
        return
    for one in done:
        print(
            f"{one.range}: {one.left} events left, {one.before} had left before; {one.kinds} stay "
            f"by their kind, {one.held} because open cases and findings rest on them"
        )


@app.command("restore")
def restore_(
    where: Where,
    ranges: Annotated[
        list[int] | None,
        typer.Argument(
            metavar="[POSITION]...",
            help="Put the ranges of these positions back that left by `razao archive drop`.",
        ),
    ] = None,
    ledger: Ledger = None,
    log_key: LogKey = None,
) -> None:
    """Record an archive's events again, in their places, in an empty ledger or one that lacks some.

    Each range is checked first; then: `razao verify`, `razao rebuild`.
    """
    archive = open_archive(where)

    if ranges:
        _put_back(archive, _places(archive, ledger, ranges), Asked(keys=_pinned(log_key)))
        return

    origins = sorted({place.origin for place in _places(archive, ledger, None)})
    if len(origins) > 1:
        raise MisuseError(f"--ledger: expected one of {', '.join(origins)}")
    settings = Settings()
    asked = Asked(keys=_pinned(log_key))
    with owned_database(settings) as urls, Progress() as progress:
        migrate(urls.superuser)
        login = settings.database_url or urls.login

        def step(done: int, every: int) -> None:
            progress.step("record", done, every)

        done = restore(archive, origins[0], login, asked, step)
    print(
        f"{done} events of {origins[0]} are recorded again; next: `razao verify`, `razao rebuild`"
    )


def _put_back(archive: Archive, places: list[Place], asked: Asked) -> None:
    with owned_database(Settings()) as urls, Progress() as progress:
        origin = _origin(Settings().database_url or urls.login)
        with psycopg.connect(urls.superuser, autocommit=True) as owner:
            for place in places:
                if place.origin != origin:
                    raise MisuseError(f"this ledger is {origin}, {place.folder} is another's")

                def step(count: int, every: int) -> None:
                    progress.step("put back", count, every)

                count = put_back(owner, archive, place, asked, step)
                print(f"{place.folder}: {count} events are back in the ledger")


# --- what commands share -------------------------------------------------------------------------


def open_archive(where: str) -> Archive:
    """Open an archive.

    Raises:
        MisuseError: this installation has not the extra.

    """
    lacking = [one for one in ("fsspec", "pyarrow", "sqlglot") if find_spec(one) is None]
    if lacking:
        raise MisuseError("an archive needs the extra `archive`: `uv sync --extra archive`")

    return Archive(where)


def _places(archive: Archive, ledger: str | None, positions: list[int] | None) -> list[Place]:
    places = archive.ranges(ledger)
    if not places:
        of = "" if ledger is None else f" of {ledger}"
        raise MisuseError(f"archive {archive.url}: no sealed range{of} is there")
    if not positions:
        return places
    found = [one for one in places if any(one.first <= at <= one.last for at in positions)]
    for at in positions:
        if not any(one.first <= at <= one.last for one in found):
            raise MisuseError(f"no range holds position {at}: the last ends at {places[-1].last}")
    return found


def _origin(login: str) -> str:

    with Reader(login) as reader:
        origin = reader.origin()
    if origin is None:
        raise MisuseError("this database holds no ledger yet: none was founded")
    return origin


def _pinned(log_key: str | None) -> list[NoteKey]:

    return [] if log_key is None else read_pinned(log_key)


def _policy(path: Path) -> Policy:
    try:
        return read_policy(path.read_text("utf-8"))
    except (BrokenProofError, OSError, UnicodeDecodeError) as error:
        raise MisuseError(f"--policy: {error}") from None


@contextmanager
def _server(*, wanted: bool) -> Generator[str | None]:
    """Have a server for folding, which is gone afterwards; None where nothing is folded."""
    if not wanted:
        yield None
        return
    with scratch_server() as url:
        migrate(url)
        yield url


def _write(document: object) -> None:
    sys.stdout.write(msgspec.json.encode(document).decode() + "\n")


def print_checked(checked: list[Checked], joints: list[Joint]) -> None:
    """Print how ranges were found, and how they follow each other."""
    console = Screen(soft_wrap=True)
    for one in checked:
        good = ("proved", "bold green") if one.clean else ("altered", "bold red")
        console.print(
            styled(good, f"  {one.place}: {one.events} events, {one.signatures} signatures")
        )
        for fault in one.faults:
            at = "" if fault.position is None else f", position {fault.position}"
            console.print(styled((f"  {fault.file}{at}: {fault.detail}", "red")))
        for text in one.unproved:
            console.print(f"  not proved: {text}")
    for joint in joints:
        good = ("follow each other", "bold green") if not joint.faults else ("part", "bold red")
        console.print(
            styled(good, f"  {joint.origin}: {joint.ranges} ranges up to position {joint.last}")
        )
        for place, fault in joint.faults:
            console.print(styled((f"  {place}: {fault.file}: {fault.detail}", "red")))
        for text in joint.unproved:
            console.print(f"  not proved: {text}")
