"""Rounds: their verdicts, and one of them explained."""

from typing import Final

from fastapi import APIRouter, Request

from api import parameters as p
from api.auth import Reader
from api.deps import Pages, Reads, working
from api.errors import ProblemError
from api.problems import READING, documented
from api.routes.findings import finding_rows
from api.schemas import Round, RoundPage
from projections.queries import LIMIT_MAX, Row, described, judge_round

router: Final = APIRouter(tags=["rounds"])


@router.get(
    "/v1/rounds",
    operation_id="listRounds",
    summary="Verdicts of rounds",
    response_model=RoundPage,
    responses=documented(*READING),
)
def list_rounds(
    _: Reader,
    view: Reads,
    pages: Pages,
    place: p.Place = None,
    state: p.State = None,
    known: p.Known = None,
    after: p.AfterRound = None,
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> RoundPage:
    """Return rounds in the order in which their verdicts became known."""
    rows = _after(
        lambda position, count: view.queries.rounds(
            place=place, state=state, after=position, limit=count, known=known
        ),
        *p.pair_of(after, (1, "")),
        limit,
    )
    last = f"{rows[-1]['known_from']},{rows[-1]['round']}" if rows else ""
    return RoundPage.model_validate(
        {**view.standing(), "items": rows, "next": pages.next(rows, limit, last)}
    )


@router.get(
    "/v1/rounds/{round_id:path}",
    operation_id="getRound",
    summary="One round, explained",
    response_model=Round,
    responses=documented(*READING, "not-found"),
)
def get_round(
    request: Request, _: Reader, view: Reads, round_id: p.RoundPath, known: p.Known = None
) -> Round:
    """Return a round's verdict, what is due per bet, what is wrong, and every step of why."""
    row = view.queries.round(round_id, known=known)
    if row is None or (known is not None and row["opened"] > known):
        raise ProblemError("not-found", f"no round {round_id} is known")
    names = view.names(row["positions"])
    explained = None
    if known is None and row["verdict"] is not None:
        verdict = judge_round(working(request).services.conninfo, round_id)
        explained = None if verdict is None else described(verdict)
    return Round.model_validate(
        {
            **row,
            **view.standing(),
            "events": [names[position] for position in row["positions"] if position in names],
            "findings": finding_rows(view, row["findings"]),
            "explained": explained,
        }
    )


def _after(
    read: Callable[[int, int], list[Row]], position: int, seen: str, limit: int
) -> list[Row]:
    """Return the rows after one that was seen.

    Several verdicts may become known at one position, and the query's key is the position alone: so
    ask from the position before, and pass over what earlier pages had.
    """
    for count in (limit + 1, LIMIT_MAX):
        rows = read(position - 1, count)
        ends = [n for n, row in enumerate(rows) if (row["known_from"], row["round"]) == (position, seen)]
        if ends:
            rows = rows[ends[0] + 1 :]
        found = bool(ends) or not seen or rows[:1] and rows[0]["known_from"] > position
        if found and (len(rows) >= limit or len(rows) + sum(e + 1 for e in ends) < count):
            break
    return rows[:limit]
