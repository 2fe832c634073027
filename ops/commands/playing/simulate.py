"""``razao simulate``: a casino's nights from a seed, faults on request, and their score."""

import sys
import time
from datetime import date
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from ops.bench.country import (
    ARCHIVE,
    Country,
    Plan,
    Told,
    country_in,
    make_country,
    told_by_archive,
)
from ops.catch_up import judge_all
from ops.commands.common import tell_unproved
from ops.commands.progress import Progress
from ops.commands.screen import Screen, styled
from ops.commands.telling import day_word, sums_text, totals_of
from ops.database.postgres import use_database
from ops.errors import MisuseError
from ops.installation import open_installation
from ops.settings import Settings
from ops.simulator.night.casino import seatings
from ops.simulator.night.night import NightPlan, Run, faults_asked, faults_of, manifests, simulate
from ops.simulator.night.origin import DAY, SIMULATED_ORIGIN, founded_at
from ops.simulator.night.outside import host_of
from ops.simulator.night.rehearsal import found_in
from ops.simulator.night.store_faults import FAULTS as STORE_FAULTS
from ops.simulator.night.store_faults import StoreFault, plant_in_copies
from ops.simulator.parties.manifest import Planted, Score, read_manifest, score
from projections.reads.queries import connect

EVENTS_A_DAY: Final = 65_000
"""About so many events has a day of the whole floor at size 1, and twice the size twice as many:
what the bar moves towards where nobody asked for a number of events."""
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
JsonFlag = Annotated[bool, typer.Option("--json", help="One JSON document.")]


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    days: Annotated[
        int | None, typer.Option(min=1, help="Gaming days; 1 without --events.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed, the same nights.")] = 7,
    plant: Annotated[
        str | None, typer.Option(help="Faults: all (each kind once), a number, or a TOML file.")
    ] = None,
    events: Annotated[
        int, typer.Option(min=0, help="Play days until there are so many events.")
    ] = 0,
    first: Annotated[
        str | None, typer.Option("--from", help="First gaming day, YYYY-MM-DD.")
    ] = None,
    size: Annotated[float, typer.Option(min=0.05, help="Rounds a day, times this.")] = 1.0,
    calm: Annotated[
        bool, typer.Option(help="Devices never late, in bursts or out of reach.")
    ] = False,
    url: Annotated[
        str | None, typer.Option(help="Send over HTTP to `razao serve --rehearsal`.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Play a casino's gaming days into the ledger; each device signs for itself.

    The manifest of what was planted is written beside the keys, apart from the ledger;
    ``razao simulate score`` compares it with what was found.
    """
    if context.invoked_subcommand is not None:
        return
    asked = NightPlan(
        seed=seed,
        days=days if days is not None or events else 1,
        events=events,
        plant=plant,
        first=first,
        size=size,
        calm=calm,
        url=url,
    )
    _check(asked)
    began = time.monotonic()
    run = _play(asked)
    _tell(run, time.monotonic() - began, as_json=as_json)


def _check(asked: NightPlan) -> None:
    """Refuse wrong options before a ledger is founded."""
    if asked.first is not None:
        _check_day(asked.first)
    faults_asked(asked.plant, seatings(asked.size), asked.days or 1, asked.seed)
    if asked.url is not None:
        host_of(asked.url)


def _play(asked: NightPlan) -> Run:
    expected = asked.events or round(EVENTS_A_DAY * asked.size * (asked.days or 1))
    founded = founded_at(asked.first or DAY)
    with (
        open_installation(Settings(), found=SIMULATED_ORIGIN, at=founded) as installation,
        Progress() as progress,
    ):
        return simulate(
            installation,
            asked,
            lambda done: progress.step("simulate", done, max(expected, done)),
        )


def _tell(run: Run, seconds: float, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(_document(run, seconds) + "\n")
        return
    console = Screen()
    for line in (
        (
            f"{run.events} signed events from {day_word(run.first_day)} on, in {seconds:.1f} s; "
            f"{run.planted} faults planted{_left(run)}"
        ),
        f"manifest: {run.manifest}",
        styled("next: ", ("razao simulate score", "bold"), " compares it with what is found"),
    ):
        console.print(line, soft_wrap=True)


def _left(run: Run) -> str:
    return f", {run.left} found no occasion in these days" if run.left else ""


def _check_day(day: str) -> None:
    try:
        date.fromisoformat(day)
    except ValueError:
        raise MisuseError(f"--from: expected a day such as {DAY}, got {day!r}") from None


def _document(run: Run, seconds: float) -> str:
    return msgspec.json.encode(
        {
            "first_day": run.first_day,
            "events": run.events,
            "planted": run.planted,
            "left": run.left,
            "manifest": str(run.manifest),
            "seconds": round(seconds, 1),
        }
    ).decode()


@app.command("faults")
def list_faults(as_json: JsonFlag = False) -> None:
    """List the faults that can be planted at each place, and the codes each leads to."""
    known = faults_of(seatings())
    if as_json:
        sys.stdout.write(msgspec.json.encode(known).decode() + "\n")
        return
    console = Screen()
    for place, faults in known.items():
        console.print(place, style="bold")
        for fault, found in faults.items():
            console.print(styled(f"  {fault:<34} ", (" ".join(found), "dim")), soft_wrap=True)
    console.print()
    console.print("faults.toml:", style="dim")
    for line in ("[[fault]]", 'place = "RA-01"', 'fault = "overpaid"'):
        console.print(line)


@app.command("score")
def compare(
    manifest: Annotated[
        list[Path] | None, typer.Argument(help="Manifests; without, all of this ledger's runs.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Compare planted faults with findings; exit 1 if they are not the same."""
    settings = Settings()
    planted: list[Planted] = []
    with open_installation(settings) as installation, Progress() as progress:
        paths = manifest or manifests(settings.home, installation.origin)
        if not paths:
            raise MisuseError("no manifest of this ledger; `razao simulate` writes one")
        for path in paths:
            planted.extend(_read(path))
        conninfo = installation.urls.login
        judge_all(conninfo, lambda done, last: progress.step("judge", done, last))
        with connect(conninfo) as connection:
            tell_unproved(connection)
        result = score(planted, found_in(conninfo))
    if as_json:
        sys.stdout.write(msgspec.json.encode(_scored(result)).decode() + "\n")
    else:
        _show(result)
    raise typer.Exit(0 if result.exact else 1)


@app.command("store")
def tamper(
    seed: Annotated[int, typer.Option(help="Chooses the events.")] = 7,
    as_json: JsonFlag = False,
) -> None:
    """Plant faults of the store in copies of the database; exit 1 unless verify names just them.

    Edited, deleted and exchanged events, and a restored backup, which is held against a checkpoint
    that is made first and kept outside.
    """
    settings = Settings()
    with open_installation(settings) as installation:
        kept = installation.log.checkpoint()
    done: list[StoreFault] = []
    with use_database(settings) as urls, Progress() as progress:
        for number, one in enumerate(plant_in_copies(urls, kept, seed=seed), 1):
            done.append(one)
            progress.step("store", number, len(STORE_FAULTS))
    found = sum(one.found for one in done)
    invented = sum(one.invented for one in done)
    if as_json:
        document = {
            "planted": len(done),
            "found": found,
            "missed": len(done) - found,
            "invented": invented,
            "faults": done,
        }
        sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
    else:
        console = Screen()
        table = Table("fault", "event", "verify says", box=None)
        for one in done:
            style = "" if one.found and not one.invented else "red"
            said = styled((", ".join(one.problems), style))
            table.add_row(one.fault, str(one.position), said)
        console.print(table)
        console.print(f"planted {len(done)}  found {found}  invented {invented}")
    raise typer.Exit(0 if found == len(done) and not invented else 1)


@app.command("country")
def country(
    folder: Annotated[Path, typer.Argument(help="Where it stands, or is made.")],
    ledgers: Annotated[int, typer.Option(min=1)] = 6,
    days: Annotated[int, typer.Option(min=3)] = 5,
    seed: Annotated[int, typer.Option(help="The same seed, the same nights.")] = 1,
    size: Annotated[float, typer.Option(min=0.05, help="Rounds a day, times this.")] = 0.1,
    plant: Annotated[str, typer.Option(help="Faults of the first ledger.")] = "40",
    as_json: JsonFlag = False,
) -> None:
    """Play the nights of several ledgers, each day sealed, for `razao hub` to check and to ask.

    The first ledger has planted faults, the last a day that its house rewrote and signed by all of
    its keys. Where a country stands already, its archive alone is compared with what each house
    had; exit 1 where they are not the same, as the rewritten one's cannot be.
    """
    plan = Plan(ledgers=ledgers, days=days, seed=seed, size=size, plant=plant)
    with Progress() as progress:
        made = country_in(folder) or make_country(folder, plan, progress.step)
    told = [told_by_archive(folder, one) for one in made.ledgers]
    if as_json:
        document = {
            "events": made.events,
            "ledgers": [
                {
                    "origin": one.origin,
                    "events": one.events,
                    "rewritten": one.rewritten,
                    "tables": len(one.tables),
                    "other_tables": said.other,
                    "score": said.score.counts(),
                }
                for one, said in zip(made.ledgers, told, strict=True)
            ],
        }
        sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
    else:
        _tell_country(made, told, folder)
    raise typer.Exit(0 if all(one.same for one in told) else 1)


def _tell_country(made: Country, told: list[Told], folder: Path) -> None:
    console = Screen()
    table = Table("ledger", "events", "tables as the house's", "planted", "found", box=None)
    for one, said in zip(made.ledgers, told, strict=True):
        counts = said.score.counts()
        same = f"{len(one.tables) - len(said.other)} of {len(one.tables)}"
        style = "" if said.same else "red"
        row = (one.origin, str(one.events), same, str(counts["planted"]), str(counts["found"]))
        table.add_row(*(styled((text, style)) for text in row))
    console.print(table)
    for one in made.ledgers:
        if one.rewritten is not None:
            console.print(f"rewritten: {one.rewritten}", soft_wrap=True)
    line = styled("next: ", (f"razao hub check {folder / ARCHIVE}", "bold"))
    console.print(line, soft_wrap=True)


def _read(path: Path) -> list[Planted]:
    try:
        return read_manifest(path)
    except OSError as error:
        raise MisuseError(f"{path}: {error.strerror}") from error
    except msgspec.DecodeError as error:
        raise MisuseError(f"{path}: {error}") from error


def _scored(result: Score) -> dict[str, object]:
    return {
        **result.counts(),
        "missed_findings": result.missed,
        "invented_findings": [
            {"id": one.id, "code": one.code, "place": one.place, "round": one.round}
            for one in result.invented
        ],
        "off": [
            {"fault": one.planted.fault, "code": one.planted.code, "off": one.off}
            for one in result.off
        ],
    }


def _show(result: Score) -> None:
    console = Screen()
    counts = result.counts()
    console.print(
        Text("  ").join(
            styled(f"{name.replace('_', ' ')} ", (str(count), "bold"))
            for name, count in counts.items()
        )
    )
    by_code: dict[str, list[int]] = {}
    stakes: dict[str, list[tuple[str, int]]] = {}
    for pair in result.pairs:
        if not pair.planted.may:
            row = by_code.setdefault(pair.planted.code, [0, 0])
            row[0] += 1
            row[1] += pair.found is not None
            if pair.found is not None and pair.found.amount:
                of = (pair.found.currency or "", abs(pair.found.amount))
                stakes.setdefault(pair.planted.code, []).append(of)
    table = Table("code", "planted", "found", "money at stake", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for code, (asked, found) in sorted(by_code.items()):
        amount = sums_text(totals_of(stakes[code])) if code in stakes else ""
        style = "" if asked == found else "red"
        table.add_row(code, str(asked), styled((str(found), style)), amount)
    if by_code:
        console.print(table)
    for one in result.missed:
        where = one.round or one.place or ""
        console.print(styled(("missed", "red"), f"    {one.code} {where} ({one.id})"))
    for one in result.invented:
        where = one.round or one.place or ""
        console.print(styled(("invented", "red"), f"  {one.code} {where}"))
    for pair in result.off:
        said = f"    {pair.planted.code} {pair.planted.id}: {pair.off}"
        console.print(styled(("amount", "red"), said))
