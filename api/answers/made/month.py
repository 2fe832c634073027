"""All papers and files of a month in one job: each is made when its turn comes, and named.

Daily records, tables, tax, pools, prizes, machines, actas and the journals; every one of them as
known at the same position, so that together they are of one moment.
"""

import shlex
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256
from typing import IO, Any, Final, NamedTuple, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import psycopg
from msgspec import Struct
from psycopg.rows import dict_row

from api.answers.daily import daily_xml
from api.answers.papers import file_name
from api.answers.sheets import SUFFIXES, Format, Sheet, written
from api.documents.accounts.counters import TWELVE, MachineSums, counters_document
from api.documents.accounts.daily import daily_document
from api.documents.accounts.journal import journal_document, owed_document, period_filters
from api.documents.accounts.tables import tables_document
from api.documents.accounts.tax import tax_document
from api.documents.acta import acta_pdf
from api.documents.document import Document, Language, Source, pdf_of
from api.documents.jackpots import statement_document
from api.documents.prize import prize_document
from api.requests.period import Period
from projections.reads.basis.scope import members_shown
from projections.reads.files.exports import EXPORTS, export_rows, opened
from projections.reads.floor.daily import DailyRecord, daily_records, record_events
from projections.reads.floor.house import casino_of, currencies_of
from projections.reads.jackpots.prize_file import prize_of
from projections.running.runner import LIVE
from projections.stages.accounts.queries import AccountQueries
from projections.stages.actas.queries import acta_of, versions_of
from projections.stages.pools.books.award import Won
from projections.stages.pools.queries import PoolQueries

JOURNALS: Final[Mapping[str, str]] = {
    "general-ledger": "diario-contabilidade",
    "owed": "responsabilidades",
    "table-days": "mesas-por-dia",
    "contadores": "contadores-por-dia",
    "pool-statements": "extractos-jackpots",
}
"""Exports that go with the papers of a month, and their files' names, as the papers' Portuguese."""
INDEX: Final = "SHA256SUMS"
"""The last file: the hash of each of the others, as ``sha256sum --check`` reads it."""


class Month(Struct, frozen=True, kw_only=True):
    """A month whose papers are made, and for whom."""

    first: date
    last: date
    source: Source
    known: int
    """The position at which all of it is known."""
    language: Language
    casino: str | None
    """None: every casino."""
    generated: datetime
    by: str

    @property
    def name(self) -> str:
        """The month as files name it: ``2026-11``."""
        return self.first.isoformat()[:7]

    @property
    def period(self) -> Period:
        """Its gaming days."""
        return Period(first=self.first.isoformat(), last=self.last.isoformat())

    @property
    def command(self) -> str:
        """The command that makes its papers again."""
        whose = "" if self.casino is None else f" --casino {shlex.quote(self.casino)}"
        folder = "PASTA" if self.language == "pt" else "FOLDER"
        return (
            f"razao accounts papers --month {self.name}{whose} --known {self.known} "
            f"--lang {self.language} --out {folder}"
        )


def month_span(name: str) -> tuple[date, date]:
    """Return the first and the last day of a month.

    >>> month_span("2028-02")[1]
    datetime.date(2028, 2, 29)
    """
    first = date.fromisoformat(f"{name}-01")
    return first, first.replace(day=monthrange(first.year, first.month)[1])


class Paper(NamedTuple):
    """A file of a month, not made yet."""

    name: str
    make: Callable[[], bytes]


def month_papers(connection: psycopg.Connection[Any], conninfo: str, month: Month) -> list[Paper]:
    """Return the files of a month in their order; whoever makes them asks the connection."""
    days = [*_days(connection, month)]
    return [
        paper
        for group in (
            *(_of_day(connection, month, day) for day in days),
            _tax(connection, month),
            _pools(connection, conninfo, month),
            _machines(connection, month),
            _actas(connection, month),
            _books(connection, month),
            _journals(connection, month),
        )
        for paper in group
    ]


def made(papers: Sequence[Paper]) -> Iterator[tuple[str, bytes]]:
    """Yield each file with its name, and at the end the index of them all."""
    index: list[str] = []
    for paper in papers:
        data = paper.make()
        index.append(f"{sha256(data).hexdigest()}  {paper.name}\n")
        yield paper.name, data
    yield INDEX, "".join(index).encode()


def zipped(files: Iterable[tuple[str, bytes]], at: datetime, into: IO[bytes]) -> None:
    """Write files into a zip whose entries all have the same time."""
    moment = at.timetuple()[:6]
    with ZipFile(into, "w", ZIP_DEFLATED) as archive:
        for name, data in files:
            one = ZipInfo(name, (max(moment[0], 1980), *moment[1:]))
            one.compress_type = ZIP_DEFLATED
            archive.writestr(one, data)


def _days(connection: psycopg.Connection[Any], month: Month) -> Iterator[date]:
    """Yield the gaming days of a month on which anything was said."""
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(
            "SELECT day FROM generate_series(%s::date, %s::date, '1 day') AS one(day) WHERE EXISTS "
            "(SELECT FROM projections.history AS h WHERE h.day = one.day::date "
            "AND h.position <= %s) ORDER BY day",
            (month.first, month.last, month.known),
        ).fetchall()
    for row in rows:
        yield cast("datetime", row["day"]).date()


def _of_day(connection: psycopg.Connection[Any], month: Month, day: date) -> Iterator[Paper]:
    records = daily_records(connection, day, month.casino, month.known)
    events = record_events(connection, day, month.known)
    for record in records:
        name = file_name(f"fecho-{day}-{record.casino}")
        yield Paper(f"{name}.xml", _xml(record, month, events))
        document = daily_document(record, events, month.known, month.language, month.source.zone)
        yield Paper(f"{name}.pdf", _pdf(document, month))
    asked = AccountQueries(connection, month.known)
    tables = [
        one for one in asked.tables(day=day.isoformat()) if month.casino in (None, one.casino)
    ]
    if tables:
        document = tables_document(
            day.isoformat(), None, tables, asked.table_events(tables), month.known, month.language
        )
        yield Paper(f"mesas-{day}.pdf", _pdf(document, month))


def _xml(record: DailyRecord, month: Month, events: int) -> Callable[[], bytes]:
    return lambda: daily_xml(record, month.source, events)


def _pdf(document: Document, month: Month) -> Callable[[], bytes]:
    return lambda: pdf_of(document, month.source)


def _tax(connection: psycopg.Connection[Any], month: Month) -> Iterator[Paper]:
    asked = AccountQueries(connection, month.known)
    period = month.period
    found = asked.papers(period.first, period.last, month.casino)
    for paper in found:
        events = asked.tax_events(period.first, period.last, paper.casino)
        document = tax_document([paper], period, paper.casino, events, month.known, month.language)
        yield Paper(
            f"{file_name(f'imposto-{month.name}-{paper.casino}')}.pdf", _pdf(document, month)
        )


def _pools(connection: psycopg.Connection[Any], conninfo: str, month: Month) -> Iterator[Paper]:
    asked = PoolQueries(connection, month.known)
    period = month.period
    for pool in asked.pools():
        if month.casino not in (None, pool.casino):
            continue
        days = asked.statement(pool, period.first, period.last)
        if not days:
            continue
        events = asked.sources(pool.name, period.first, period.last)
        awards = asked.awards(pool.name)
        document = statement_document(
            pool,
            period,
            days,
            awards,
            events,
            month.known,
            month.language,
            month.source.zone,
            members=members_shown(connection, pool.names),
        )
        yield Paper(f"{file_name(f'jackpot-{pool.name}')}.pdf", _pdf(document, month))
        for won in awards:
            if str(period.first) <= str(won.day or "") <= str(period.last):
                name = file_name(f"premio-{won.award}")
                yield Paper(f"{name}.pdf", _prize(connection, conninfo, month, won))


def _prize(
    connection: psycopg.Connection[Any], conninfo: str, month: Month, won: Won
) -> Callable[[], bytes]:
    def make() -> bytes:
        prize = prize_of(connection, conninfo, won, month.known)
        document = prize_document(prize, month.known, month.language, month.source.zone)
        return pdf_of(document, month.source)

    return make


def _machines(connection: psycopg.Connection[Any], month: Month) -> Iterator[Paper]:
    currencies = currencies_of(connection)
    for casino, machines in _sums(connection, month).items():
        document = counters_document(
            [machines[name] for name in sorted(machines)],
            month.period,
            casino,
            currencies.of(None, casino),
            sum(one.days for one in machines.values()),
            month.command,
            month.language,
        )
        yield Paper(f"{file_name(f'contadores-{month.name}-{casino}')}.pdf", _pdf(document, month))


def _sums(
    connection: psycopg.Connection[Any], month: Month
) -> Mapping[str, dict[str, MachineSums]]:
    """Return the closed days of each machine added up, by casino."""
    found: dict[str, dict[str, MachineSums]] = {}
    names = (*TWELVE, "receita")
    with opened(connection, EXPORTS["contadores"], _within(month), month.known) as reading:
        columns = [one.name for one in reading.export.columns]
        for values in reading.rows:
            row = dict(zip(columns, values, strict=True))
            if month.casino not in (None, row["casino"]):
                continue
            machines = found.setdefault(row["casino"], {})
            none = MachineSums(machine=row["machine"], days=0, sums=dict.fromkeys(names, 0))
            so_far = machines.get(row["machine"], none)
            machines[row["machine"]] = MachineSums(
                machine=so_far.machine,
                days=so_far.days + 1,
                sums={name: so_far.sums[name] + int(row[name]) for name in names},
            )
    return found


def _within(month: Month) -> dict[str, str | int]:
    return {"from": month.first.isoformat(), "to": month.last.isoformat()}


def _actas(connection: psycopg.Connection[Any], month: Month) -> Iterator[Paper]:
    with opened(connection, EXPORTS["bingo-sessions"], _within(month), month.known) as reading:
        columns = [one.name for one in reading.export.columns]
        rows = [dict(zip(columns, values, strict=True)) for values in reading.rows]
    for row in rows:
        name = file_name(f"acta-{row['place']}-{row['session']}")
        yield Paper(f"{name}.pdf", _acta(connection, month, row["session"], row["place"]))


def _acta(
    connection: psycopg.Connection[Any], month: Month, session: str, place: str
) -> Callable[[], bytes]:
    def make() -> bytes:
        acta = acta_of(connection, LIVE, session, place=place, known=month.known)
        assert acta is not None, f"session {session} of {place} is listed"
        versions = {
            one.round: versions_of(connection, LIVE, one.round, known=month.known)
            for _, one in acta.jogadas
        }
        casino = casino_of(connection, place)
        return acta_pdf(acta, month.source, versions, month.language, casino=casino)

    return make


def _books(connection: psycopg.Connection[Any], month: Month) -> Iterator[Paper]:
    """Yield the journal for the general ledger and what is owed, as papers."""

    def journal() -> bytes:
        filters = period_filters(month.period, month.casino)
        rows = export_rows(connection, "general-ledger", filters, month.known)
        document = journal_document(rows, month.period, month.casino, month.known, month.language)
        return pdf_of(document, month.source)

    def owed() -> bytes:
        rows = export_rows(connection, "owed", {}, month.known)
        return pdf_of(owed_document(rows, month.known, month.language), month.source)

    yield Paper(f"{JOURNALS['general-ledger']}-{month.name}.pdf", journal)
    yield Paper(f"{JOURNALS['owed']}-{month.name}.pdf", owed)


def _journals(connection: psycopg.Connection[Any], month: Month) -> Iterator[Paper]:
    form: Format = "csv-pt" if month.language == "pt" else "csv"
    for name, file in JOURNALS.items():
        export = EXPORTS[name]
        chosen = {one: value for one, value in _within(month).items() if one in export.filters}
        if month.casino is not None and "casino" in export.filters:
            chosen["casino"] = month.casino
        path = f"{file}-{month.name}.{SUFFIXES[form]}"
        yield Paper(path, _sheet(connection, month, (name, form), chosen))


def _sheet(
    connection: psycopg.Connection[Any],
    month: Month,
    what: tuple[str, Format],
    filters: Mapping[str, str | int],
) -> Callable[[], bytes]:
    name, form = what

    def make() -> bytes:
        with opened(connection, EXPORTS[name], filters, month.known) as reading:
            sheet = Sheet(
                opened=reading,
                generated=month.generated,
                by=month.by,
                version=month.source.software.removeprefix("razao "),
            )
            return b"".join(written(sheet, form))

    return make
