"""What commands print for people: every amount with its currency, every hour with its zone."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import typer.main

from ledger.events.registry import CasinoRegistered, ParameterSet
from ops.cli import VERBS
from ops.commands.telling import money_text, sums_text, time_text, value_text
from projections.base.times import zone_named
from tests.api.conftest import POOL, play
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.helpers.each import each
from tests.helpers.times import OTHER_STYLE
from tests.ops.commands.test_names import commands_of
from tests.projections.stages.actas.bingo_hall import Hall as Room
from tests.projections.stages.machines.hall import Hall
from tests.projections.stages.machines.hall import play as machine_play

AMOUNT = re.compile(r"(?<![\w.])-?[\d.,]*\d[.,$]\d\d\b(?!\s?%|[\w.]*\d)")
"""What looks like an amount of a currency with two decimals."""
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d|\d\d:\d\d:\d\d(?!\S* \(UTC)")
"""A time that no zone stands beside."""
CURRENCY = re.compile(r"\b(CVE|EUR|MOP|XTS)\b")
READS = (
    "findings",
    "findings --lang en",
    "jackpots list",
    f"jackpots statement {POOL}",
    f"jackpots explain {POOL}",
    "jackpots reconcile",
    "jackpots trial",
    "machines list",
    "machines counters",
    "machines tickets",
    "machines returns",
    "machines play mq-01:4",
    "accounts tables",
    "accounts chips",
    "accounts tax",
    "accounts close --from 2026-11-01 --to 2026-11-03",
    "accounts daily --day 2026-11-20",
    "accounts journal",
    "accounts owed",
    "acta list",
    "acta show S-1",
    "events list",
    "events show 600",
    "events tail",
    "rounds list",
    "rounds show RA-01/2026-11-20/2",
    "disputes list",
)
"""Each command that prints figures or times of a ledger, asked in the way that shows most."""
OTHERS = {
    "accounts": {"declare": "an act's facts, as it says them", "papers": "files"},
    "acta": {"pdf": "a file", "gate": "one word"},
    "agent": "another program",
    "archive": "positions, files and counts",
    "bench": "counts and seconds",
    "ceremony": "names, fingerprints and commands",
    "checkpoint": "a signed note",
    "backup": "files and their sizes",
    "db": "the database's own words",
    "doctor": "sizes, versions and what is wrong with an installation",
    "completion": "words of commands",
    "conform": "words about a device's events: test_mistakes",
    "disputes": {"show": "words of a case: test_asking", "paper": "a file"},
    "parameters": "values as they were set",
    "search": "names",
    "demo": "the same parts, and a night of its own: test_demo",
    "export": "a file",
    "hub": "ranges and counts; `ask` prints what somebody else's SQL says",
    "import": "a file of hands: test_import",
    "keys": "names of sources",
    "prove": "a file",
    "rebuild": "counts",
    "replica": "positions and servers",
    "retention": "classes, days and counts",
    "reports": "what people saved, with hours",
    "subscriptions": "where findings are told, with counts and hours",
    "restore": "files, and what was lost by positions",
    "sign": "the facts of an act, as it says them",
    "texts": "what people wrote, with days",
    "replay": "a file of records: test_replay",
    "rules": "the law",
    "schema": "a schema",
    "serve": "answers over HTTP",
    "simulate": "counts, and money at stake: test_simulate",
    "verify": "counts and bytes",
    "watch": "another program",
    "witness": "another program",
}
"""Commands that print no figures of a ledger, each with what it prints."""


@each(
    "said",
    [
        (("CVE", 123_450), "1.234$50 CVE", "1.234$50 CVE"),
        (("CVE", -5), "-0$05 CVE", "-0$05 CVE"),
        (("EUR", 123_450), "1 234.50 EUR", "1 234,50 EUR"),
        (("MOP", -100_000_000), "-1 000 000.00 MOP", "-1 000 000,00 MOP"),
        (("XTS", 1), "0.01 XTS", "0,01 XTS"),
        (("JPY", 1_234), "1 234 JPY", "1 234 JPY"),
        (("XTS", None), "—", "—"),
    ],
)
def test_a_terminal_writes_money_by_currency_and_language(
    said: tuple[tuple[str, int | None], str, str],
) -> None:
    """Escudos are the same in both languages; nothing that a keyboard has not."""
    (currency, units), english, portuguese = said
    assert money_text(units, currency) == english
    assert money_text(units, currency, "pt") == portuguese


def test_amounts_of_two_currencies_are_never_added() -> None:
    """They stand side by side."""
    assert sums_text({"MOP": 500, "CVE": 250}) == "5.00 MOP + 2$50 CVE"


def test_one_instant_reads_by_the_clocks_of_each_zone() -> None:
    """A doubled hour is told apart by its distance from UTC; a leap day is a day; Praia is west."""
    lisbon, praia = zone_named("Europe/Lisbon"), zone_named("Atlantic/Cape_Verde")
    assert lisbon is not None
    assert praia is not None
    first, second = "2026-10-25T00:30:00.000000Z", "2026-10-25T01:30:00.000000Z"
    assert time_text(first, lisbon) == "25-10-2026 01:30:00 (UTC+01:00)"
    assert time_text(second, lisbon) == "25-10-2026 01:30:00 (UTC+00:00)"
    # 01:30 is missing on the last Sunday of March: the clocks go from 00:59:59 to 02:00.
    assert time_text("2026-03-29T01:00:00.000000Z", lisbon) == "29-03-2026 02:00:00 (UTC+01:00)"
    assert time_text("2028-02-29T00:30:00.000000Z", praia) == "28-02-2028 23:30:00 (UTC-01:00)"
    assert time_text("2028-02-29T00:30:00.000000Z", lisbon) == "29-02-2028 00:30:00 (UTC+00:00)"
    assert value_text("até 2026-10-25T01:30:00.250000Z", "", praia, "pt") == (
        "até 25-10-2026 00:30:00,250 (UTC-01:00)"
    )


def commands() -> Iterator[str]:
    """Yield every command of every verb."""
    for verb, one in VERBS.items():
        command = typer.main.get_command(import_module(f"ops.commands.{one.module}").app)
        for words, _ in commands_of(command, (verb,)):
            yield " ".join(words)


def test_every_command_is_walked_or_prints_no_figures() -> None:
    """A new command is asked for its currency, or says here what it prints."""
    for command in commands():
        verb, _, inner = command.partition(" ")
        other = OTHERS.get(verb, {})
        exempt = isinstance(other, str) or inner in other
        walked = any(read == command or read.startswith(f"{command} ") for read in READS)
        assert walked != exempt, command


@pytest.fixture
def house(casino: Casino) -> Casino:
    """Play two tables with faults, a machine and a bingo session, by Praia's clocks."""
    zone = ParameterSet(
        scope="sal", name="zone", value="Atlantic/Cape_Verde", since="2026-11-01T00:00:00.000000Z"
    )
    casino.say("registo", CasinoRegistered(casino="sal", currency="CVE", profile="cv-2017@1"))
    casino.approve("direccao", casino.say("financas", zone))
    play(casino)
    hall = Hall(casino)
    hall.open()
    hall.say(machine_play(stops=(1, 1, 1), cg=300))
    Room(casino).jogada()
    casino.project()
    return casino


@pytest.mark.deep
def test_every_line_with_an_amount_has_its_currency_and_every_time_its_zone(
    house: Casino, tmp_path: Path
) -> None:
    """Over a night of tables, a machine, a jackpot and bingo, whatever command is asked.

    Days are in one style, too.
    """
    amounts = 0
    for read in READS:
        done = razao(house.superuser, tmp_path, *read.split())
        assert done.returncode in (0, 1), (read, done)
        for line in done.stdout.splitlines():
            assert not INSTANT.search(line), (read, line)
            assert not OTHER_STYLE.search(line), (read, line)
            if AMOUNT.search(line):
                amounts += 1
                assert CURRENCY.search(line), (read, line)
    assert amounts > 40, amounts
