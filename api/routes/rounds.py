"""Rounds: their verdicts, and one of them explained."""

from collections.abc import Callable, Sequence
from typing import Final

from fastapi import APIRouter, Request

from api.answers.problems import READING, documented
from api.answers.schemas import Round, RoundEvents, RoundPage, ToldEvent
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Reader
from api.routes.cases.findings import finding_rows
from api.services.deps import Pages, Reads, View, working
from projections.reads.log.told import told_at
from projections.reads.queries import LIMIT_MAX, Row, described, judge_round

router: Final = APIRouter(tags=["rounds"])
_OF_TOLD: Final = tuple(name for name in ToldEvent.model_fields if name != "event")


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

    def read(position: int, count: int) -> list[Row]:
        return view.queries.rounds(
            place=place, state=state, after=position, limit=count, known=known
        )

    rows = read(0, limit) if after is None else _after(read, *p.pair_of(after, (0, "")), limit)
    last = f"{rows[-1]['known_from']},{rows[-1]['round']}" if rows else ""
    return RoundPage.model_validate(
        {**view.standing(), "items": rows, "next": pages.next(rows, limit, last)}
    )


@router.get(
    "/v1/rounds/{round_id:path}/events",
    operation_id="listRoundEvents",
    summary="What was said of a round",
    response_model=RoundEvents,
    responses=documented(*READING, "not-found"),
)
def list_round_events(
    _: Reader, view: Reads, round_id: p.RoundPath, known: p.Known = None
) -> RoundEvents:
    """Return every event of a round with its body, corrections and withdrawals among them."""
    row = _known_round(view, round_id, known)
    told = told_at(view.connection, row["positions"])
    items = [
        {**{name: getattr(one, name) for name in _OF_TOLD}, "event": one.name}
        for one in told
        if one.at is not None
    ]
    return RoundEvents.model_validate({**view.standing(), "items": items})


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
    row = _known_round(view, round_id, known)
    names = view.names(row["positions"])
    explained = None
    if row["verdict"] is not None:
        verdict = judge_round(working(request).services.conninfo, round_id, known)
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


def _known_round(view: View, round_id: str, known: int | None) -> Row:
    """Return a round's row.

    Raises:
        ProblemError: nothing is known of it, or was at that position.

    """
    row = view.queries.round(round_id, known=known)
    if row is None or (known is not None and row["opened"] > known):
        raise ProblemError("not-found", f"no round {round_id} is known")
    return row


def _after(
    read: Callable[[int, int], list[Row]], position: int, seen: str, limit: int
) -> list[Row]:
    """Return the rows after the last one seen.

    Several verdicts may become known at one position, and the query's key is the position alone: so
    ask from the position before, and pass over what earlier pages had. If the one seen last was
    replaced meanwhile, its neighbours come again: better twice than not at all.
    """
    rows = read(position - 1, limit + 1)
    begin = _place_after(rows, position, seen)
    if len(rows) > limit and (begin == 0 or len(rows) - begin < limit):
        rows = read(position - 1, LIMIT_MAX)
        begin = _place_after(rows, position, seen)
    return rows[begin : begin + limit]


def _place_after(rows: Sequence[Row], position: int, seen: str) -> int:
    return next(
        (
            number
            for number, row in enumerate(rows, 1)
            if (row["known_from"], row["round"]) == (position, seen)
        ),
        0,
    )
