"""``razao conform``: a device's own events held against the ledger, before anybody installs it."""

import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer
from rich.table import Table

from ledger.errors import LedgerError
from ledger.events.registry import SourceEnrolled2
from ops.commands.figures.papers import LangOption, language_of
from ops.commands.playing.conforming.listening import LINES_FOLLOW, Heard, hear
from ops.commands.playing.conforming.rehearsal import rehearsal_of
from ops.commands.screen import Screen, styled
from ops.commands.telling import time_text
from ops.errors import EXIT_FOUND, MisuseError
from ops.outside.conform.examination import Examination, Report
from ops.outside.conform.headers import told_by
from ops.outside.conform.lines import lines_of
from ops.outside.conform.rehearsed import Sent
from ops.outside.conform.statements import Statement, state
from ops.outside.conform.vectors import vectors
from ops.outside.registrar.requests import Request, RequestError, read_request

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

EVENTS_SHOWN: Final = 5
RULES_SHOWN: Final = 14
_OLDEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""What a clock says that began anew is no time at which a ledger was founded."""
_WORDS: Final = {
    "pt": {
        "head": "{origin}: {sources}; {events} eventos em {segments} segmentos",
        "kind": "tipo", "said": "ditos", "right": "certos", "refused": "recusados",
        "unjudged": "por julgar", "found": "com falta",
        "group_refused": "recusado", "group_unjudged": "por julgar", "group_found": "constatado",
        "door": "a porta diz: {door}", "rule": "regra: {rule}", "and": "e mais {more}",
        "unchecked": "não se verifica, por a abertura da mesa não nomear o registo:",
        "without": "{game}, sem {record}{needed}: {rules}", "needed": " (sem isto nada se julga)",
        "clean": "nada recusado, nada constatado",
        "wrong": "faltas: {count}",
        "codes": "códigos {codes}",
    },
    "en": {
        "head": "{origin}: {sources}; {events} events in {segments} segments",
        "kind": "kind", "said": "said", "right": "right", "refused": "refused",
        "unjudged": "not judged", "found": "found",
        "group_refused": "refused", "group_unjudged": "not judged", "group_found": "found",
        "door": "the door says: {door}", "rule": "rule: {rule}", "and": "and {more} more",
        "unchecked": "not assessed, because the table's opening does not name the record:",
        "without": "{game}, without {record}{needed}: {rules}",
        "needed": " (nothing is judged without it)",
        "clean": "nothing refused, nothing found",
        "wrong": "mistakes: {count}",
        "codes": "codes {codes}",
    },
}  # fmt: skip


@app.command()
def main(
    target: Annotated[
        str | None,
        typer.Argument(
            help="A file of segments, one a line, as the device sends them; or an address of this "
            "machine, such as http://127.0.0.1:8010, at which a rehearsal ledger is to listen."
        ),
    ] = None,
    request: Annotated[
        list[Path] | None,
        typer.Option(
            help="The device's request to be enrolled (`razao keys request`, or the wire guide's "
            "section 8); once for each device."
        ),
    ] = None,
    quiet: Annotated[
        float | None,
        typer.Option(
            min=0.1, help="At an address: end so many seconds after the last request; else Ctrl-C."
        ),
    ] = None,
    language: LangOption = "pt",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    as_vectors: Annotated[
        bool, typer.Option("--vectors", help="Print the golden vectors, as JSON, instead.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="Write the vectors to a file.")] = None,
) -> None:
    """Say kind by kind what of a device's events is right, refused, found, and left unchecked.

    What comes after something refused is not judged: mend that, and ask again.
    The door and the rules are the real ones, over a ledger that is gone afterwards. Exit 1 where
    anything is refused or found.
    """
    if as_vectors:
        _print_vectors(out)
        return
    speaks = language_of(language)
    if target is None:
        raise MisuseError("expected a file of segments, or an address at which to listen")
    if out is not None:
        raise MisuseError("--out: only the vectors are written to a file (--vectors)")
    requests = _requests(request or [])
    heard = _heard(target, requests, quiet)
    report = examined(heard, requests)
    if as_json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        show(report, speaks)
    raise typer.Exit(0 if report.clean else EXIT_FOUND)


def _print_vectors(out: Path | None) -> None:
    text = msgspec.json.format(msgspec.json.encode(vectors(version("razao"))), indent=1) + b"\n"
    if out is None:
        sys.stdout.buffer.write(text)
    else:
        out.write_bytes(text)


def _requests(paths: Sequence[Path]) -> list[Request]:
    """Return the requests of the devices.

    Raises:
        MisuseError: there is none, one is no request for a source, or they are of several ledgers.

    """
    if not paths:
        raise MisuseError(
            "--request: expected the file by which the device asks to be enrolled: `razao keys "
            "request` makes one, and so does section 8 of ops/outside/devices/WIRE.md"
        )
    found: list[Request] = []
    for path in paths:
        try:
            one = read_request(path)
        except RequestError as error:
            raise MisuseError(f"--request: {error}") from error
        if not isinstance(one.act, SourceEnrolled2):
            raise MisuseError(
                f"--request: {path}: expected a request for {SourceEnrolled2.KIND}, "
                f"got {one.act.KIND}"
            )
        found.append(one)
    origins = sorted({one.origin for one in found})
    if len(origins) > 1:
        raise MisuseError(f"--request: expected requests to one ledger, got {', '.join(origins)}")
    names = Counter(one.source for one in _enrolled(found))
    for name, times in names.items():
        if times > 1:
            raise MisuseError(f"--request: {name} is asked for {times} times")
    return found


def _heard(target: str, requests: Sequence[Request], quiet: float | None) -> Heard:
    if target.startswith(("http:", "https:")):
        return _listened(target, requests, quiet)
    if quiet is not None:
        raise MisuseError("--quiet: only at an address there is something to wait for")
    path = Path(target)
    body = sys.stdin.buffer.read() if target == "-" else path.read_bytes()
    if not body.strip():
        raise MisuseError(f"{target}: expected segments, one a line; the file is empty")
    return Heard([Sent(body)], [])


def _listened(url: str, requests: Sequence[Request], quiet: float | None) -> Heard:
    screen = Screen(stderr=True, soft_wrap=True)

    def ready(token: str) -> None:
        sources = ", ".join(one.source for one in _enrolled(requests))
        screen.print(f"rehearsal ledger {requests[0].origin} listens at {url}/v1/events")
        screen.print(f"token for {sources}: {token}")
        screen.print("let the device play; Ctrl-C ends it and tells what it said")

    def told(status: int, answer: bytes) -> None:
        lines = answer.splitlines() if status in LINES_FOLLOW else []
        outcomes = Counter(_outcome(line) for line in lines)
        said = ", ".join(f"{count} {name}" for name, count in outcomes.items())
        screen.print(f"{time_text(datetime.now(UTC), UTC)} {status} {said}")

    origin, enrolled = requests[0].origin, _enrolled(requests)
    return hear(url, origin, enrolled, quiet=quiet, ready=ready, told=told)


def _outcome(line: bytes) -> str:
    return str(msgspec.json.decode(line).get("outcome", "?"))


def _enrolled(requests: Sequence[Request]) -> list[SourceEnrolled2]:
    return [one.act for one in requests if isinstance(one.act, SourceEnrolled2)]


def examined(heard: Heard, requests: Sequence[Request]) -> Report:
    """Hold the heard bodies against a rehearsal ledger in which these devices are enrolled."""
    enrolled = _enrolled(requests)
    try:
        with rehearsal_of(requests[0].origin, enrolled, _first(heard.sent)) as ledger:
            examination = Examination(ledger, enrolled)
            for one in heard.refused:
                examination.add(_answered(one.status, one.answer))
            return examination.of(heard.sent)
    except LedgerError as error:
        raise MisuseError(f"the devices cannot be enrolled: {error}") from error


def _first(sent: Sequence[Sent]) -> datetime:
    """Return before when a ledger is to be founded for these events."""
    known = [one.at for one in sent if one.at is not None]
    for one in sent:
        for line in lines_of(one.body):
            for data in line.segment.envelopes if line.segment is not None else ():
                known += _claimed(data)
    return min(known, default=datetime.now(UTC)) - timedelta(seconds=1)


def _claimed(data: bytes) -> list[datetime]:
    """Return the time that an envelope claims; none where it claims none that can be."""
    if not told_by(data).kind:
        return []
    try:
        at: Any = msgspec.json.decode(data.partition(b"\n\n")[2])["at"]
        moment = datetime.fromisoformat(at)
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError):
        return []
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return [aware] if _OLDEST < aware < datetime.now(UTC) else []


def _answered(status: int, answer: str) -> Statement:
    return state("refused", f"http-{status}", "http", status=status, door=answer[:300])


# --- for people -----------------------------------------------------------------------------------


def show(report: Report, language: str) -> None:
    """Print a report, for people."""
    words, screen = _WORDS[language], Screen()
    head = words["head"].format(
        origin=report.origin,
        sources=", ".join(report.sources),
        events=report.events,
        segments=report.segments,
    )
    screen.print(styled((head, "bold")), soft_wrap=True)
    screen.print(_kinds(report, words))
    for one in report.statements:
        _show_statement(screen, one, words, language)
    if report.unchecked:
        screen.print(words["unchecked"], style="dim")
    for one in report.unchecked:
        rules = ", ".join(one.rules[:RULES_SHOWN]) + (" …" if len(one.rules) > RULES_SHOWN else "")
        told = words["without"].format(
            game=one.game,
            record=one.record,
            needed=words["needed"] if one.needed else "",
            rules=rules or words["codes"].format(codes=", ".join(one.codes)),
        )
        screen.print(styled("  ", told), soft_wrap=True)
    clean = words["clean"] if report.clean else words["wrong"].format(count=report.mistakes)
    screen.print(styled((clean, "green" if report.clean else "red")))


def _kinds(report: Report, words: dict[str, str]) -> Table:
    table = Table(box=None)
    for name in ("kind", "said", "right", "refused", "unjudged", "found"):
        table.add_column(words[name], justify="left" if name == "kind" else "right")
    for row in report.kinds:
        figures = (row.said, row.right, row.refused, row.unjudged, row.found)
        table.add_row(row.kind, *(str(one) if one else "" for one in figures))
    return table


def _show_statement(screen: Screen, one: Statement, words: dict[str, str], language: str) -> None:
    group = words[f"group_{one.group}"]
    events = ", ".join(one.events[:EVENTS_SHOWN])
    if len(one.events) > EVENTS_SHOWN:
        events += " " + words["and"].format(more=len(one.events) - EVENTS_SHOWN)
    style = "yellow" if one.group == "unjudged" else "red"
    head = styled((group, style), f" {one.code}", (f"  {one.kind}  {events}", "dim"))
    screen.print(head, soft_wrap=True)
    screen.print(styled("  ", one.text(language)), soft_wrap=True)
    if one.rule:
        screen.print(styled("  ", (words["rule"].format(rule=one.rule), "dim")), soft_wrap=True)
    if one.door:
        screen.print(styled("  ", (words["door"].format(door=one.door), "dim")), soft_wrap=True)
