"""``razao demo``: one evening of a casino, from nothing to what was found, in a minute."""

import sys
import time
import webbrowser
from datetime import UTC, datetime, tzinfo
from typing import Annotated, Any, Final, NamedTuple

import msgspec
import psycopg
import typer
from rich.table import Table

from api.app import create_app, end_streams
from api.services.proofs import Checked
from ledger.text.amounts import UNKNOWN
from ops.catch_up import FindingRow
from ops.commands.figures.acta import sessions, show_acta, write_pdf
from ops.commands.figures.jackpots import currency_of_accounts, show_days
from ops.commands.playing.evening import EXPECTED, SIZE, Evening, play_evening
from ops.commands.progress import Progress
from ops.commands.running.serve import listen, running
from ops.commands.screen import Screen, styled
from ops.commands.telling import (
    day_word,
    money_text,
    style_of,
    sums_text,
    totals_of,
    value_text,
    zone_in,
)
from ops.errors import MisuseError
from ops.installation import DEMO_ORIGIN, Installation, open_installation
from ops.settings import Settings
from ops.simulator.night.origin import DAY, founded_at
from ops.simulator.parties.manifest import Pair
from projections.reads.floor.house import Currencies, currencies_of
from projections.reads.queries import Queries, connect
from projections.replay.codes import CODES
from projections.replay.rulebook.citation import citation_text
from projections.running.runner import LIVE
from projections.stages.actas.queries import acta_of
from projections.stages.machines.measures.contadores import twelve
from projections.stages.pools.queries import PoolQueries

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
SEAT: Final = {"en": "seat", "pt": "lugar"}
DUE: Final = {"en": ("due", "recorded"), "pt": ("esperado", "registado")}
CONTADORES: Final = {
    "cj": "créditos jogados",
    "cg": "créditos ganhos",
    "je": "jogadas efectuadas",
    "rb": "receita bruta",
    "de": "dinheiro entrado",
    "be": "bilhetes codificados entrados",
    "pa": "prémios acumulados",
    "cc": "cancelamento de créditos",
    "bp": "bilhetes codificados pagos",
    "pap": "prémios acumulados progressivos",
    "pam": "prémio acumulado manual",
    "ccm": "cancelamento de créditos manual",
}
"""The twelve of MÁQ R25."""


@app.command()
def main(
    size: Annotated[
        float, typer.Option(min=0.3, help=f"{SIZE} is about {EXPECTED} events.")
    ] = SIZE,
    language: Annotated[str, typer.Option("--lang", help="Of the findings: pt or en.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    opens: Annotated[
        bool, typer.Option("--open", help="Open the console at the faults that were found.")
    ] = False,
    port: Annotated[
        int, typer.Option(min=1, max=65_535, help="Where the console listens, with --open.")
    ] = 8008,
) -> None:
    """Play an evening with twelve faults and show what is found; exit 0 if just those are."""
    if language not in SEAT:
        raise MisuseError(f"--lang: expected pt or en, got {language!r}")
    console = Screen(stderr=as_json)
    began = time.monotonic()
    console.print(
        styled(("Razão", "bold"), ": the book of record of a casino's floor, and what checks it")
    )
    console.print()
    console.print("starting a PostgreSQL of its own, founding the ledger, enrolling the devices …")
    founded = founded_at(DAY)
    with open_installation(Settings(), found=DEMO_ORIGIN, at=founded) as installation:
        with Progress() as progress:
            evening = play_evening(installation, progress.step, size)
        seconds = time.monotonic() - began
        if as_json:
            sys.stdout.write(msgspec.json.encode(_document(evening, seconds)).decode() + "\n")
        else:
            _show(console, installation, evening, seconds, language)
        if opens:
            _open(console, installation, evening, port)
    raise typer.Exit(0 if evening.exact else 1)


def _open(console: Screen, installation: Installation, evening: Evening, port: int) -> None:
    """Serve the console of the evening until interrupted, in a browser where there is one."""
    address = f"http://127.0.0.1:{port}/entrar?para=%2Fconstatacoes"
    checked = Checked(report=evening.report, at=datetime.now(UTC))
    with running(installation, ticking=False, demonstration=True, checked=checked) as services:
        console.print()
        console.print(styled(("the console", "bold"), f" is at {address}"), soft_wrap=True)
        console.print("each role is one click away; interrupt (Ctrl-C) ends it", soft_wrap=True)
        app = create_app(services)
        listen(app, "127.0.0.1", port, lambda: _browse(address), lambda: end_streams(app))


def _browse(address: str) -> None:
    webbrowser.open(address)


def _document(evening: Evening, seconds: float) -> dict[str, Any]:
    return {
        **evening.score.counts(),
        "events": evening.report.events,
        "rounds": evening.rounds,
        "verified": evening.report.clean,
        "root": evening.report.root,
        "manifest": str(evening.run.manifest),
        "seconds": round(seconds, 1),
    }


def _show(
    console: Screen, installation: Installation, evening: Evening, seconds: float, language: str
) -> None:
    with connect(installation.urls.login) as connection:
        zone, currencies = zone_in(connection), currencies_of(connection)
    console.print()
    for line in (
        (
            f"{evening.run.events} signed events of the evening of "
            f"{day_word(evening.run.first_day)}: every "
            "game of the law, a slot floor, a bingo room."
        ),
        (
            f"{evening.rounds} rounds and plays re-run by the rules in {seconds:.1f} s; twelve "
            "faults were planted. What was found:"
        ),
        "",
    ):
        console.print(line, soft_wrap=True)
    _show_findings(console, evening, _Words(language, zone, currencies))
    counts = evening.score.counts()
    console.print()
    console.print(
        f"planted {counts['planted']}, found {counts['found']}, invented {counts['invented']}"
    )
    report = evening.report
    console.print(
        styled(
            f"the log: {report.events} events and {report.signatures} signatures recomputed from "
            "the stored bytes: ",
            ("clean", "green") if report.clean else ("not as it was recorded", "red"),
            f", root {(report.root or '')[:16]}…",
        ),
        soft_wrap=True,
    )
    console.print()
    with connect(installation.urls.login) as connection:
        _show_pool(console, connection, evening)
        _show_slot(console, connection, evening)
        _show_acta(console, installation, connection, evening)
    console.print()
    console.print("Look further:")
    for command, purpose in (
        ("razao demo --open", "the console: the evening's faults, every figure to its events"),
        ("razao serve", "console and HTTP API on this ledger; --demonstration needs no key"),
        ("razao findings", "each finding in words, with rule and proof"),
        ("razao simulate score", "the manifest beside the findings, code by code"),
        ("razao simulate store", "edit, delete, swap events in copies: verify names each"),
        ("razao rebuild", "all figures again from the events alone: the same to the byte"),
        ("razao import hands", "real poker hands through the same door"),
    ):
        console.print(styled("  ", (f"{command:<22}", "bold"), f" {purpose}"), soft_wrap=True)


class _Words(NamedTuple):
    """How the evening's findings are written: language, zone, and the currency of each place."""

    language: str
    zone: tzinfo
    currencies: Currencies


def _show_findings(console: Screen, evening: Evening, words: _Words) -> None:
    """Print each planted fault, and below it what was found of it."""
    by_id = {row.id: row for row in evening.findings}
    faults: dict[str, list[Pair]] = {}
    for pair in evening.score.pairs:
        if pair.found is not None or not pair.planted.may:
            faults.setdefault(pair.planted.id, []).append(pair)
    for number, pairs in enumerate(faults.values(), 1):
        planted = pairs[0].planted
        place = planted.id.split("/", 1)[0]
        console.print(styled(f"{number:>2}. ", (planted.fault, "bold"), f" at {place}"))
        said: set[str] = set()
        for pair in pairs:
            if pair.found is not None:
                _show_finding(console, by_id[pair.found.id], words, said)
            else:
                console.print(styled("    ", ("missed", "red"), f" {pair.planted.code}"))
    for found in evening.score.invented:
        console.print("invented", style="red")
        _show_finding(console, by_id[found.id], words, set())


def _show_finding(console: Screen, row: FindingRow, words: _Words, said: set[str]) -> None:
    language, style = words.language, style_of(words.language)
    currency = row.currency or words.currencies.of(row.place)
    where = row.round or row.place or ""
    seat = "" if row.seat is None else f" {SEAT[language]} {row.seat}"
    amount = "" if row.amount is None else f" ({money_text(row.amount, currency, style)})"
    due, recorded = DUE[language]
    expected, told = (
        value_text(one, currency, words.zone, style) or UNKNOWN
        for one in (row.expected, row.recorded)
    )
    console.print(
        styled(
            "    ",
            (f"{row.code:<13}", "red"),
            f" {where}{seat}  {due} {expected}, {recorded} {told}{amount}  ",
            (citation_text(row.rule, style), "dim"),
        ),
        soft_wrap=True,
    )
    if row.code not in said:
        said.add(row.code)
        code = CODES[row.code]
        text = code.pt if language == "pt" else code.en
        console.print(f"    {'':<13} {text}", style="dim", soft_wrap=True)


def _show_pool(console: Screen, connection: psycopg.Connection[Any], evening: Evening) -> None:
    queries = PoolQueries(connection)
    pools = queries.pools()
    if not pools:
        return
    shown = [str(pair.found.facts.get("pool")) for pair in evening.score.pairs if pair.found]
    pool = next((one for one in pools if one.name in shown), pools[0])
    console.print(styled((f"jackpot {pool.name}", "bold"), ", its statement of the day"))
    of_day = queries.statement(pool, evening.run.first_day, evening.run.first_day)
    show_days(of_day, pool.terms.currency)
    of = currency_of_accounts(connection, pools)
    balances = totals_of(
        (of(row["pool"], row["account"]), row["amount"])
        for row in Queries(connection).trial_balance()
    )
    console.print(f"all pools' accounts together: {sums_text(balances)}")
    console.print()


def _show_slot(console: Screen, connection: psycopg.Connection[Any], evening: Evening) -> None:
    """Show the twelve contadores of the machine that was played most, and what it says itself."""
    row = connection.execute(
        "SELECT machine, casino, cj, cg, je, rb, de, be, pa, cc, bp, pap, pam, ccm, totals, device "
        "FROM projections.machine_close WHERE day = %s AND known_until IS NULL "
        "ORDER BY je DESC, machine LIMIT 1",
        (evening.run.first_day,),
    ).fetchone()
    if row is None:
        return
    lifetime = {name.lower(): one for name, one in twelve(_decoded(row["totals"])).items()}
    device = {name.lower(): one for name, one in _decoded(row["device"]).items()}
    console.print(styled((f"machine {row['machine']}", "bold"), ", its contadores by the events"))
    currency = currencies_of(connection).of(row["machine"], row["casino"])
    table = Table("contador", "of the day", "lifetime", "the device says", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, text in CONTADORES.items():
        said = device.get(name)
        table.add_row(
            f"{name.upper():<4} {text}",
            *(_figure(name, one, currency) for one in (int(row[name]), lifetime[name])),
            "" if said is None else _figure(name, said, currency),
        )
    console.print(table)


def _decoded(text: str) -> Any:
    return msgspec.json.decode(text)


def _figure(name: str, amount: int, currency: str) -> str:
    return str(amount) if name == "je" else money_text(amount, currency)


def _show_acta(
    console: Screen,
    installation: Installation,
    connection: psycopg.Connection[Any],
    evening: Evening,
) -> None:
    of_day = [row for row in sessions(connection) if str(row["day"]) == evening.run.first_day]
    if not of_day:
        return
    acta = acta_of(connection, LIVE, of_day[0]["session"], place=of_day[0]["place"], known=None)
    if acta is None:
        return
    console.print()
    show_acta(console, acta, zone_in(connection))
    out = installation.home / f"acta-{acta.session}.pdf"
    write_pdf(installation, connection, acta, out)
    console.print(f"the whole acta, with its proof: {out}", soft_wrap=True)
