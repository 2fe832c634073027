"""Jackpot pools, their journal and the trial balance."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.answers import papers
from api.answers.problems import READING, documented
from api.answers.shapes.figures import (
    PoolAnswer,
    PoolAwards,
    PoolList,
    PoolReconciliation,
    PoolStatement,
    PostingPage,
    TrialBalance,
)
from api.documents.jackpots import statement_document
from api.documents.prize import prize_document
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Exporter, Reader
from api.services.deps import Pages, Reads, working
from ledger.money import INTEGER_MAX
from projections.reads.jackpots.prize_file import prize_of
from projections.stages.pools.books.pool import Pool
from projections.stages.pools.queries import PoolQueries

router: Final = APIRouter(tags=["pools"])

Award = Annotated[
    str | None,
    Query(
        pattern=r"^[^\x00]{1,200}$",
        description="The prize's id, as the list of prizes has it; without it, the last one.",
        examples=["BJ-04/2026-11-20/17#1"],
    ),
]


@router.get(
    "/v1/pools",
    operation_id="listPools",
    summary="Every jackpot pool",
    response_model=PoolList,
    responses=documented(*READING),
)
def list_pools(_: Reader, view: Reads) -> PoolList:
    """Return every pool as it stands, with its balance per account."""
    return PoolList.model_validate(
        {**view.standing(), "items": [_shown(view, one) for one in view.queries.pools()]}
    )


@router.get(
    "/v1/pools/{pool:path}/postings",
    operation_id="listPoolPostings",
    summary="A pool's journal",
    response_model=PostingPage,
    responses=documented(*READING, "not-found"),
)
def list_postings(
    _: Reader,
    view: Reads,
    pages: Pages,
    pool: p.PoolPath,
    after: p.AfterPosting = None,
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> PostingPage:
    """Return a pool's postings in the order of the journal, each with the event it came from."""
    position, line = p.pair_of(after, (0, "0"))
    rows = view.queries.postings(pool=pool, after=(position, int(line)), limit=limit)
    if not rows and view.queries.pool(pool) is None:
        raise ProblemError("not-found", f"no pool {pool} is known")
    names = view.names([row["position"] for row in rows])
    last = f"{rows[-1]['position']},{rows[-1]['line']}" if rows else ""
    return PostingPage.model_validate(
        {
            **view.standing(),
            "items": [{**row, "event": names.get(row["position"])} for row in rows],
            "elsewhere": view.elsewhere(pool),
            "next": pages.next(rows, limit, last),
        }
    )


@router.get(
    "/v1/pools/{pool:path}/statement",
    operation_id="getPoolStatement",
    summary="A pool's days",
    response_model=PoolStatement,
    responses=documented(*READING, "not-found"),
)
def get_statement(
    _: Reader,
    view: Reads,
    pool: p.PoolPath,
    period: p.Span,
    known: p.Known = None,
) -> PoolStatement:
    """Return opening, movements and closing of each day, beside display and cover."""
    found = _pool_of(view, pool, known)
    rows = PoolQueries(view.connection, known).statement(found, period.first, period.last)
    items = [msgspec.to_builtins(row) for row in rows]
    return PoolStatement.model_validate({**view.standing(), "items": items})


@router.get(
    "/v1/pools/{pool:path}/statement/pdf",
    operation_id="exportPoolStatementPdf",
    summary="A pool's days as PDF/A",
    response_class=Response,
    responses={**papers.PDF, **documented(*READING, "not-found")},
)
def get_statement_pdf(
    _: Exporter,
    request: Request,
    view: Reads,
    pool: p.PoolPath,
    period: p.Span,
    known: p.Known = None,
    lang: papers.Lang = "pt",
) -> Response:
    """Return the statement as finance files it, with the proof reference of its events."""
    queries = PoolQueries(view.connection, known)
    found = _pool_of(view, pool, known)
    rows = queries.statement(found, period.first, period.last)
    awards, events = queries.awards(pool), queries.sources(pool, period.first, period.last)
    of = papers.source(request, view, known)
    members = view.members(found.names)
    document = statement_document(
        found, period, rows, awards, events, of.position, lang, of.zone, members=members
    )
    return papers.answer(document, of, "jackpot-statement")


@router.get(
    "/v1/pools/{pool:path}/awards/pdf",
    operation_id="exportPoolAwardPdf",
    summary="How a prize came about, as PDF/A",
    response_class=Response,
    responses={**papers.PDF, **documented(*READING, "not-found")},
)
def get_award_pdf(
    _: Exporter,
    request: Request,
    view: Reads,
    pool: p.PoolPath,
    award: Award = None,
    known: p.Known = None,
    lang: papers.Lang = "pt",
) -> Response:
    """Return one prize explained to the cent, for the winner's file: by seat and pseudonym only."""
    found = _pool_of(view, pool, known)
    queries = PoolQueries(view.connection, known)
    won = queries.last_award(found.name) if award is None else queries.award(award)
    if won is None or won.pool != found.name:
        raise ProblemError("not-found", f"no such prize of pool {pool} is known{_then(known)}")
    prize = prize_of(view.connection, working(request).services.conninfo, won, known)
    of = papers.source(request, view, known)
    document = prize_document(prize, of.position, lang, of.zone)
    return papers.answer(document, of, "jackpot-prize")


@router.get(
    "/v1/pools/{pool:path}/awards",
    operation_id="listPoolAwards",
    summary="A pool's prizes, explained",
    response_model=PoolAwards,
    responses=documented(*READING, "not-found"),
)
def list_awards(_: Reader, view: Reads, pool: p.PoolPath, known: p.Known = None) -> PoolAwards:
    """Return every prize of a pool and how it came about since the full award before it."""
    found = _pool_of(view, pool, known)
    asked = PoolQueries(view.connection, known)
    items = [msgspec.to_builtins(asked.explained(won)) for won in asked.awards(found.name)]
    return PoolAwards.model_validate({**view.standing(), "items": items})


@router.get(
    "/v1/pools/{pool:path}/reconciliation",
    operation_id="getPoolReconciliation",
    summary="Where ledger, controller, display and money part",
    response_model=PoolReconciliation,
    responses=documented(*READING, "not-found"),
)
def get_reconciliation(_: Reader, view: Reads, pool: p.PoolPath) -> PoolReconciliation:
    """Return the four sides, each with the first event at which it parts from the ledger."""
    found = _pool_of(view, pool)
    sides = PoolQueries(view.connection).reconciliation(found)
    agrees = all(side.parted is None for side in sides)
    items = [msgspec.to_builtins(side) for side in sides]
    return PoolReconciliation.model_validate({**view.standing(), "agrees": agrees, "items": items})


def _shown(view: Reads, row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, "members": view.members(row["members"])}


def _pool_of(view: Reads, name: str, known: int | None = None) -> Pool:
    found = PoolQueries(view.connection, known).pool(name)
    if found is None:
        raise ProblemError("not-found", f"no pool {name} is known{_then(known)}")
    return found


def _then(known: int | None) -> str:
    return "" if known is None else f" at position {known}"


@router.get(
    "/v1/pools/{pool:path}",
    operation_id="getPool",
    summary="One jackpot pool",
    response_model=PoolAnswer,
    responses=documented(*READING, "not-found"),
)
def get_pool(_: Reader, view: Reads, pool: p.PoolPath) -> PoolAnswer:
    """Return a pool as it stands, with its balance per account."""
    row = view.queries.pool(pool)
    if row is None:
        raise ProblemError("not-found", f"no pool {pool} is known")
    return PoolAnswer.model_validate({**view.standing(), "pool": _shown(view, row)})


@router.get(
    "/v1/trial-balance",
    operation_id="getTrialBalance",
    summary="The trial balance at a position",
    response_model=TrialBalance,
    responses=documented(*READING),
)
def get_trial_balance(
    _: Reader,
    view: Reads,
    position: Annotated[
        int | None,
        Query(ge=0, le=INTEGER_MAX, description="Up to this event; without it, up to the last."),
    ] = None,
) -> TrialBalance:
    """Return each account's sum; together they are zero at every position."""
    standing = view.standing()
    rows = view.queries.trial_balance(position=position)
    reached = standing["position"]
    return TrialBalance.model_validate(
        {
            **standing,
            "until": reached if position is None else min(position, reached),
            "total": sum(row["amount"] for row in rows),
            "items": rows,
        }
    )
