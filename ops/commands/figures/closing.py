"""``razao accounts close`` and ``declare``: what a period wants; its acts, to be signed."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from secrets import token_bytes
from typing import Annotated, Any, Literal

import msgspec
import psycopg
import typer

from ledger.events.base import Payload
from ledger.events.reviews import GamingDayClosed, TaxDeclared, TaxShare
from ledger.ids import SourceId
from ledger.signed.canonical import BLIND_SIZE, Envelope, decode, encode, instant
from ledger.signed.chain import link_of
from ledger.text.near import unknown_text
from ops.commands.common import FromOption, ToOption, asking, period_of, refuse_unknown
from ops.commands.forms import Form, FormOption, write_rows
from ops.commands.screen import Screen
from ops.commands.telling import day_word
from ops.errors import EXIT_FOUND, MisuseError
from ops.outside.registrar.acts import FORMAT, Prepared, facts_of
from projections.base.event import Event
from projections.reads.basis.document_origin import origin_at
from projections.reads.floor.closing import Closing, Task, checklist, left
from projections.reads.log.foreseen import foresee
from projections.reads.log.persons import PersonsSource, signing_sources, source_named
from projections.stages.accounts.queries import AccountQueries, TaxPaper, TaxSpan
from projections.stages.accounts.tax import EVERYWHERE


def register(app: typer.Typer) -> None:
    """Add the commands of a closing to ``razao accounts``."""
    app.command()(close)
    app.command()(declare)


def close(
    first: FromOption = None,
    last: ToOption = None,
    form: FormOption = "table",
    only: Annotated[
        bool, typer.Option("--missing", help="Only what still wants something.")
    ] = False,
) -> None:
    """Show a period's checklist before its closing; ends with 1 while a point is missing.

    The closing itself is an act that a person signs: on the page Fecho, or by accounts declare.
    """
    begin, end = _days(first, last)
    with asking() as (_, connection):
        lines = checklist(Closing(connection).facts(begin, end))
    wanting = left(lines)
    _write_tasks(wanting if only else lines, form)
    if wanting:
        raise typer.Exit(EXIT_FOUND)


def _days(first: str | None, last: str | None) -> tuple[date, date]:
    period = period_of(first, last)
    if period.first is None or period.last is None:
        raise MisuseError("expected --from and --to, the first and the last gaming day")
    return date.fromisoformat(period.first), date.fromisoformat(period.last)


def _write_tasks(lines: Sequence[Task], form: Form) -> None:
    write_rows(
        lines,
        form,
        ("day", "subject", "state", "done", "of"),
        lambda one: (
            day_word(one.day, ""),
            one.subject,
            one.state,
            str(one.done),
            str(one.of),
        ),
        text=(0, 1, 2),
        nothing="nothing is missing",
        of="closing",
    )


# --- acts ----------------------------------------------------------------------------------------


def declare(
    what: Annotated[
        Literal["tax", "closing"],
        typer.Argument(help="The tax of a period, or the closing of a gaming day."),
    ],
    by: Annotated[str, typer.Option(help="The source that will sign it.")],
    out: Annotated[Path, typer.Option(help="The act's file; never overwritten.")],
    first: FromOption = None,
    last: ToOption = None,
    casino: Annotated[
        str | None, typer.Option(help="Whose; may be left out where there is one alone.")
    ] = None,
) -> None:
    """Write an act of a period with what the ledger knows, for razao sign; nothing is recorded.

    The tax is that of the days which no declaration covers yet; of a closing --to is the day. What
    was signed is handed in on the console, or sent to POST /v1/events.
    """
    if out.exists() or out.is_symlink():
        raise MisuseError(f"--out {out}: is there already")
    begin, end = _days(first or last, last)
    with asking() as (installation, connection):
        refuse_unknown(connection, {"casino": casino})
        source = _source(connection, by)
        whose = casino or _alone(connection, source)
        payload: Payload
        if what == "closing":
            payload = GamingDayClosed(casino=_named(whose))
        else:
            payload = _tax(connection, begin, end, whose)
        envelope = _envelope(installation.origin, source, payload, end.isoformat())
        _refuse_without_effect(connection, source, payload, envelope)
    _write(out, Prepared(format=FORMAT, envelope=envelope, key=source.key))
    console = Screen(soft_wrap=True)
    for line in facts_of(decode(envelope)):
        console.print(line)
    console.print(f"written: {out}; sign it by: razao sign {out} --key KEY --out SIGNED")


def _source(connection: psycopg.Connection[Any], name: str) -> PersonsSource:
    """Return the source that will sign.

    Raises:
        MisuseError: no person signs by it, or its key was ended.

    """
    found = source_named(connection, name)
    if found is None:
        raise MisuseError(f"--by: {unknown_text(name, signing_sources(connection))}")
    if not found.living:
        raise MisuseError(f"--by {name}: its key was ended, at position {found.since} or later")
    return found


def _alone(connection: psycopg.Connection[Any], source: PersonsSource) -> str:
    """Return the casino that nobody named: the source's own, or the only one of the ledger."""
    if source.casino is not None:
        return source.casino
    names = origin_at(connection).licensed
    if len(names) > 1:
        told = ", ".join(sorted(one.casino for one in names))
        raise MisuseError(f"--casino: expected one of the ledger's: {told}")
    return names[0].casino if names else EVERYWHERE


def _tax(connection: psycopg.Connection[Any], begin: date, end: date, casino: str) -> TaxDeclared:
    """Return the declaration of a casino's days that none covers yet.

    Raises:
        MisuseError: nothing is left to declare, or it cannot be computed.

    """
    papers = AccountQueries(connection).papers(begin.isoformat(), end.isoformat(), casino)
    told = f"{casino}, {day_word(begin)} to {day_word(end)}"
    spans = [
        span
        for paper in papers
        for span in paper.spans
        if span.declared is None and span.currency == paper.currency
    ]
    if not spans:
        raise MisuseError(f"{told}: nothing is left to declare{_declared(papers)}")
    (span,) = spans
    if span.tax is None:
        raise MisuseError(f"{told}: no rate is in force on some of the days; nothing is computed")
    for one in (one for paper in papers for one in paper.spans):
        if one.declared is not None and _overlap(one, span):
            raise MisuseError(
                f"{told}: what is left reaches from {day_word(span.first)} to "
                f"{day_word(span.last)}, and position {one.declared} declares "
                f"{day_word(one.first)} to {day_word(one.last)}: narrow --from and --to"
            )
    return TaxDeclared(
        casino=_named(casino),
        first=span.first,
        last=span.last,
        tax_name=span.tax_name,
        category=span.category,
        base=span.base,
        tax=span.tax,
        shares=tuple(TaxShare(to=name, amount=part) for name, part in span.shares.items()),
    )


def _named(casino: str) -> str | None:
    """Return a casino as an act names it: none where no casino is registered."""
    return None if casino == EVERYWHERE else casino


def _overlap(one: TaxSpan, other: TaxSpan) -> bool:
    of_both = None in (one.category, other.category) or one.category == other.category
    return (
        one.tax_name == other.tax_name
        and one.currency == other.currency
        and of_both
        and one.first <= other.last
        and other.first <= one.last
    )


def _declared(papers: Sequence[TaxPaper]) -> str:
    """Return which declarations there are, for whoever asks for one more."""
    found = [
        str(span.declared) for paper in papers for span in paper.spans if span.declared is not None
    ]
    return f"; declared at position {', '.join(found)}" if found else ""


def _envelope(origin: str, source: PersonsSource, payload: Payload, day: str) -> bytes:
    return encode(
        Envelope(
            origin=origin,
            source=SourceId(source.name),
            seq=source.seq + 1,
            previous=source.link,
            kind=payload.KIND,
            blind=token_bytes(BLIND_SIZE),
            at=instant(datetime.now(UTC)),
            day=day,
            place=None,
            round=None,
            payload=payload,
        )
    )


def _refuse_without_effect(
    connection: psycopg.Connection[Any], source: PersonsSource, payload: Payload, envelope: bytes
) -> None:
    """Refuse an act that the source's role may not say: it would be recorded and move nothing."""
    said = decode(envelope)
    event = Event(
        _last(connection) + 1,
        source.name,
        source.seq + 1,
        payload.KIND,
        said.at,
        said.day,
        None,
        None,
        payload,
        bytes(link_of(envelope)),
    )
    told = foresee(connection, event)
    if told.outcome == "without":
        raise MisuseError(
            f"--by {source.name}: it would be without effect: expected {told.expected}, "
            f"got {told.recorded}"
        )


def _last(connection: psycopg.Connection[Any]) -> int:
    row = connection.execute(
        "SELECT coalesce(max(notification_id), 0) AS last FROM ledger.events"
    ).fetchone()
    assert row is not None, "the question has one answer"
    return row["last"]


def _write(out: Path, prepared: Prepared) -> None:
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(msgspec.json.encode(prepared).decode() + "\n")
    except OSError as error:
        raise MisuseError(f"--out {out}: {error.strerror or error}") from None
