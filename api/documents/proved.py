"""Papers that carry their own proof: of a round, an acta, a pool's day, a dispute; its bundle."""

from typing import Any, Final

import psycopg

from api.documents.acta import acta_pdf
from api.documents.cases.dispute import decision_document
from api.documents.cases.reading import read_case
from api.documents.document import Attached, Language, Source, pdf_of
from api.documents.jackpots import statement_document
from api.documents.round import round_document
from api.requests.period import Period
from ledger.errors import LedgerError
from projections.reads.basis.scope import members_shown
from projections.reads.floor.house import casino_of
from projections.reads.floor.round_again import round_again
from projections.running.runner import LIVE
from projections.stages.actas.queries import acta_of, versions_of
from projections.stages.pools.queries import PoolQueries

PAPERS: Final = ("round", "acta", "pool", "dispute")
"""What has a paper; of an event, or a place's day, there is the bundle alone."""


class NoPaperError(LedgerError):
    """No paper can be made of what was asked for: it was not closed, or is not known."""


def proved_paper(
    connection: psycopg.Connection[Any],
    conninfo: str,
    source: Source,
    about: tuple[str, str],
    attached: Attached,
    language: Language = "pt",
) -> bytes:
    """Return the paper on what a bundle is about, the bundle inside.

    Raises:
        NoPaperError: there is no such paper.

    """
    what, name = about
    match what:
        case "round":
            again = round_again(conninfo, name)
            if again is None:
                raise NoPaperError(f"round {name} is not closed")
            casino = casino_of(connection, again.closed.place)
            document = round_document(again, language, source.zone, casino)
            return pdf_of(document, source, attached)
        case "acta":
            return _acta(connection, source, name, attached, language)
        case "pool":
            return _pool(connection, source, name, attached, language)
        case "dispute":
            case = read_case(connection, conninfo, name)
            if case is None:
                raise NoPaperError(f"no dispute {name} is known")
            return pdf_of(decision_document(case, language, source.zone), source, attached)
        case _:
            raise NoPaperError(f"expected one of {', '.join(PAPERS)}, got {what!r}")


def _acta(
    connection: psycopg.Connection[Any],
    source: Source,
    name: str,
    attached: Attached,
    language: Language,
) -> bytes:
    room, _, session = name.partition(" ")
    acta = acta_of(connection, LIVE, session, place=room)
    if acta is None:
        raise NoPaperError(f"no session {session} of {room} is known")
    versions = {one.round: versions_of(connection, LIVE, one.round) for _, one in acta.jogadas}
    casino = casino_of(connection, acta.place)
    return acta_pdf(acta, source, versions, language, attached, casino=casino)


def _pool(
    connection: psycopg.Connection[Any],
    source: Source,
    name: str,
    attached: Attached,
    language: Language,
) -> bytes:
    asked, _, day = name.rpartition(" ")
    queries = PoolQueries(connection)
    pool = queries.pool(asked)
    if pool is None:
        raise NoPaperError(f"no pool {asked} is known")
    document = statement_document(
        pool,
        Period(first=day, last=day),
        queries.statement(pool, day, day),
        queries.awards(pool.name),
        queries.sources(pool.name, day, day),
        source.position,
        language,
        source.zone,
        members=members_shown(connection, pool.names),
    )
    return pdf_of(document, source, attached)
