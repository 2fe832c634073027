"""``razao replay``: settles the rounds of a file of records again, without a ledger."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, tzinfo
from pathlib import Path
from typing import IO, Annotated, Any, Final

import msgspec
import typer
from msgspec import Struct

from ledger.text.amounts import UNKNOWN, Style
from ops.commands.screen import Screen
from ops.commands.telling import money_text, style_of, value_text
from ops.errors import EXIT_FOUND, EXIT_MISUSE, MisuseError
from projections.replay.asked.reader import BadLine, Judged, describe_line, read
from projections.replay.codes import CODES
from projections.replay.registry import Verdict
from projections.replay.settlement import Found, Line, Settlement, Step

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

WORDS: Final[dict[str, dict[str, str]]] = {
    "pt": {
        "seat": "lugar",
        "bet": "aposta",
        "pot": "pote",
        "award": "prémio do jackpot",
        "commission": "comissão",
        "void": "anulada",
        "expected": "esperado",
        "recorded": "registado",
        "line": "linha",
        "not compared": "não comparado: os pagamentos não são aqui registados",
        "total": "{rounds} jogadas, {found} infrações, {bad} linhas que não se leem",
    },
    "en": {
        "seat": "seat",
        "bet": "bet",
        "pot": "pot",
        "award": "jackpot award",
        "commission": "commission",
        "void": "void",
        "expected": "expected",
        "recorded": "recorded",
        "line": "line",
        "not compared": "not compared: payouts are not recorded here",
        "total": "{rounds} rounds, {found} findings, {bad} lines that cannot be read",
        "ganha": "won",
        "perde": "lost",
        "nula": "push",
        "devolvida": "returned",
        "pendente": "undecided",
    },
}
STYLES: Final = {"critical": "red", "ordinary": "yellow", "information": "cyan"}


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="One record a line; - is standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="JSON Lines, as they come.")] = False,
    language: Annotated[str, typer.Option("--lang", help="pt or en.")] = "pt",
) -> None:
    """Say for each round what is due, by which rule, and what is wrong.

    Exit 0 if nothing is, 1 with findings, 2 if a line is no record or cannot be judged (the others
    are judged).
    """
    if language not in WORDS:
        raise MisuseError(f"--lang: expected pt or en, got {language!r}")
    rounds = faults = bad = 0
    page = _Page(language)
    with _opened(file) as lines:
        for result in read(lines):
            if isinstance(result, BadLine):
                bad += 1
            else:
                rounds += 1
                faults += len(result.verdict.found)
            if as_json:
                sys.stdout.write(msgspec.json.encode(describe_line(result)).decode() + "\n")
            else:
                page.show(result)
    if not as_json:
        page.total(rounds=rounds, found=faults, bad=bad)
    raise typer.Exit(EXIT_MISUSE if bad else EXIT_FOUND if faults else 0)


def show_one(verdict: Verdict, language: str, currency: str, zone: tzinfo) -> None:
    """Print one verdict in the form of a file's line, in the currency and zone of its place."""
    _Page(language, currency, zone).show(Judged(line=1, verdict=verdict))


@contextmanager
def _opened(file: str) -> Generator[IO[bytes]]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        with Path(file).open("rb") as lines:
            yield lines
    except OSError as error:
        raise MisuseError(f"FILE: expected a file of records, got {file!r}: {error}") from None


class _Page:
    """Prints results for people."""

    def __init__(self, language: str, currency: str = "", zone: tzinfo = UTC) -> None:
        """Speak a language; amounts are of a currency, or of the one that a record names."""
        self._language = language
        self._style: Style = style_of(language)
        self._given = currency
        self._currency = currency
        self._zone = zone
        self._words = WORDS[language]
        self._console = Screen(soft_wrap=True)

    def show(self, result: Judged | BadLine) -> None:
        """Print a line's result."""
        if isinstance(result, BadLine):
            words = self._words
            self._console.print(
                f"{words['line']} {result.line}: {result.where}: {words['expected']}"
                f" {result.expected}; {words['recorded']} {result.recorded}",
                style="red",
            )
            return
        settlement = result.verdict.settlement
        self._currency = self._given or settlement.currency
        self._head(result.line, settlement)
        for line in settlement.lines:
            self._line(line)
        self._pots(settlement)
        if result.verdict.not_compared:
            self._console.print(f"  {self._words['not compared']}", style="yellow")
        for found in result.verdict.found:
            self._found(found)

    def total(self, **counts: int) -> None:
        """Print the counts of rounds, findings and unreadable lines."""
        self._console.print(self._words["total"].format(**counts), style="bold")

    def _head(self, number: int, settlement: Settlement) -> None:
        name = settlement.round or f"{self._words['line']} {number}"
        said = ", ".join(f"{key} {_plain(value)}" for key, value in settlement.result.items())
        void = f"  ({self._words['void']})" if settlement.void else ""
        self._console.print(f"{name}  {settlement.game}  {said}{void}", style="bold")

    def _line(self, line: Line) -> None:
        words = self._words
        outcome = words.get(line.outcome.value, line.outcome.value)
        bet = f" {words['bet']} {line.bet}" if line.bet is not None else ""
        sums = f"{self._money(line.stake)} → {self._money(line.due)}"
        self._console.print(f"  {words['seat']} {line.seat}{bet}  {sums}  {outcome}")
        for step in line.why:
            self._console.print(f"      {self._step(step, line)}", style="dim")

    def _pots(self, settlement: Settlement) -> None:
        words = self._words
        for pot in settlement.pots:
            shares = ", ".join(
                f"{words['seat']} {seat} {self._money(share)}"
                for seat, share in zip(pot.winners, pot.shares, strict=True)
            )
            amount = self._money(pot.amount)
            self._console.print(f"  {words['pot']} {pot.level}  {amount} → {shares}")
        for award in settlement.awards:
            amount = self._money(award.amount)
            self._console.print(
                f"  {words['award']} {award.pool} {award.combination}"
                f"  {words['seat']} {award.seat}  {amount}"
            )
            for step in award.why:
                self._console.print(f"      {self._step(step, award)}", style="dim")
        for one in settlement.commissions:
            amount = self._money(one.amount)
            self._console.print(f"  {words['commission']}  {words['seat']} {one.seat}  {amount}")
            for step in one.why:
                self._console.print(f"      {self._step(step, one)}", style="dim")

    def _found(self, found: Found) -> None:
        words, code = self._words, CODES[found.code]
        seat = f"  {words['seat']} {found.seat}" if found.seat is not None else ""
        bet = f" {words['bet']} {found.bet}" if found.bet is not None else ""
        self._console.print(
            f"  ! {found.code}  [{found.rule or code.rule}]{seat}{bet}",
            style=STYLES[code.severity],
        )
        self._console.print(f"      {code.en if self._language == 'en' else code.pt}")
        if found.expected or found.recorded:
            self._console.print(
                f"      {words['expected']} {self._value(found.expected)};"
                f" {words['recorded']} {self._value(found.recorded)}"
            )

    def _money(self, units: int) -> str:
        return money_text(units, self._currency, self._style)

    def _value(self, text: str) -> str:
        return value_text(text, self._currency, self._zone, self._style) or UNKNOWN

    def _step(self, step: Step, of: Struct) -> str:
        said = step.sentence(self._language, of, self._money)
        return f"{said} [{step.rule}]" if step.rule else said


def _plain(value: Any) -> str:
    if isinstance(value, str):
        return value or "—"
    return msgspec.json.encode(value).decode()
