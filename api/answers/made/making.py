"""Files made while one goes on: an export or the papers of a month, each of one moment."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, tzinfo
from typing import IO, Any, Final, cast

import psycopg

from api.answers.made.month import INDEX, Month, made, month_papers, month_span, zipped
from api.answers.sheets import MEDIA_TYPES, SUFFIXES, Format, Sheet, written
from api.documents.source import source_of
from api.services.api_keys import Caller
from api.services.deps import Working, open_view
from api.services.people.prepared import Make, Order, Step
from projections.base.times import zone_named
from projections.reads.basis.document_origin import origin_at
from projections.reads.basis.scope import EVERY_CASINO
from projections.reads.files.exports import EXPORTS, opened

ZIP: Final = "application/zip"


def maker(work: Working, caller: Caller, order: Order) -> Make:
    """Return the function that makes a file of one moment, of the caller's casinos."""
    make: Callable[[Working, Caller, Order, IO[bytes], Step], None]
    make = _month if order.what == "month" else _table
    return lambda into, step: make(work, caller, order, into, step)


def media_of(order: Order) -> tuple[str, str]:
    """Return the media type and the ending of a file."""
    if order.what == "month":
        return ZIP, "zip"
    form = cast("Format", order.form)
    return MEDIA_TYPES[form], SUFFIXES[form]


def zone_of(work: Working) -> tzinfo:
    """Return the zone of the casinos' clocks; UTC where they declare none, or several."""
    with open_view(work, EVERY_CASINO) as view:
        return zone_in(view.connection)


def zone_in(connection: psycopg.Connection[Any]) -> tzinfo:
    """Return the zone of the casinos' clocks, as the projections have it now."""
    name = origin_at(connection).zone
    return (zone_named(name) if name else None) or UTC


def _table(work: Working, caller: Caller, order: Order, into: IO[bytes], step: Step) -> None:
    with (
        open_view(work, caller.sight) as view,
        opened(
            view.connection,
            EXPORTS[order.name],
            order.filters,
            order.known,
            whole=view.beyond(work.services.conninfo),
        ) as reading,
    ):
        sheet = Sheet(
            opened=reading,
            generated=datetime.now(UTC),
            by=caller.name,
            version=work.services.version,
        )
        for piece in written(sheet, cast("Format", order.form)):
            into.write(piece)
            step(into.tell(), 0, "")


def _month(work: Working, caller: Caller, order: Order, into: IO[bytes], step: Step) -> None:
    services = work.services
    first, last = month_span(order.name)
    with open_view(work, caller.sight) as view:
        of = source_of(view.connection, services.origin, services.version, order.known)
        month = Month(
            first=first,
            last=last,
            source=of,
            known=of.position,
            language=order.language,
            casino=order.casino,
            generated=datetime.now(UTC),
            by=caller.name,
        )
        papers = month_papers(view.connection, services.conninfo, month)

        def stepping() -> Iterator[tuple[str, bytes]]:
            names = [*(paper.name for paper in papers), INDEX]
            step(0, len(names), names[0])
            for count, paper in enumerate(made(papers), 1):
                yield paper
                step(count, len(names), "".join(names[count : count + 1]))

        zipped(stepping(), month.generated, into)
