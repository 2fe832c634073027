"""Cases of players: the list by deadline, and one as far as it has come."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request

from api.answers.problems import READING, documented
from api.answers.shapes.cases import Dispute, DisputePage, Word
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Reader
from api.services.deps import Pages, Reads, working
from projections.reads.disputes.case_file import (
    CaseCursor,
    CaseFile,
    CaseLine,
    Paid,
    case_file,
    case_lines,
    course_of,
)
from projections.reads.disputes.window import heard_of
from projections.reads.floor.house import currencies_of
from projections.reads.floor.round_again import round_again

ROUNDS_HEARD: Final = 4
"""Rounds of a case whose windows are looked at, as its page does."""

router: Final = APIRouter(tags=["disputes"])

DisputePath = Annotated[
    str, Path(pattern=p.SIGNED, description="The case's name.", examples=["D-2026-0001"])
]
After = Annotated[
    str | None,
    Query(
        pattern=r"^([01]),([^,\x00]{0,40}),(0|[1-9][0-9]{0,14})$",
        description="Whether the last row seen is decided, its `due` if it is not, its `opened`.",
        examples=["0,2026-11-27T20:00:00.000000Z,1133"],
    ),
]


@router.get(
    "/v1/disputes",
    operation_id="listDisputes",
    summary="Cases by deadline",
    response_model=DisputePage,
    responses=documented(*READING),
)
def list_disputes(
    _: Reader,
    view: Reads,
    pages: Pages,
    state: p.State = None,
    after: After = None,
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> DisputePage:
    """Return the cases, those to decide first by the time their answer is due; the newest then."""
    rows = case_lines(view.connection, state=state, after=_cursor(after), limit=limit)
    currencies = currencies_of(view.connection)
    items = [{**_plain(row), "currency": currencies.of(row.place) or None} for row in rows]
    last = _text(rows[-1].cursor) if rows else ""
    return DisputePage.model_validate(
        {**view.standing(), "items": items, "next": pages.next(rows, limit, last)}
    )


def _plain(row: CaseLine) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


def _cursor(after: str | None) -> CaseCursor | None:
    if after is None:
        return None
    decided, due, opened = after.split(",")
    return CaseCursor(decided=decided == "1", due=due or None, opened=int(opened))


def _text(cursor: CaseCursor) -> str:
    """Return a cursor as an address has it.

    >>> _text(CaseCursor(decided=True, due=None, opened=12))
    '1,,12'
    """
    return f"{cursor.decided:d},{cursor.due or ''},{cursor.opened}"


@router.get(
    "/v1/disputes/{dispute:path}",
    operation_id="getDispute",
    summary="One case, as far as it has come",
    response_model=Dispute,
    responses=documented(*READING, "not-found"),
)
def get_dispute(_: Reader, request: Request, view: Reads, dispute: DisputePath) -> Dispute:
    """Return a case: claim, term, every word said of it, what stands, decision, what was paid.

    Papers and proof: `/v1/disputes/…/pdf`, `/v1/disputes/…/letter/pdf`, `/v1/bundles/dispute/…`.
    """
    file = case_file(view.connection, dispute)
    if file is None:
        raise ProblemError("not-found", f"no dispute {dispute} is known")
    conninfo = working(request).services.conninfo
    closed = [
        again.closed
        for name in file.case.rounds[:ROUNDS_HEARD]
        if (again := round_again(conninfo, name)) is not None
    ]
    heard = heard_of(view.connection, file, closed)
    case = file.case
    place = case.machine or (case.rounds[0].rsplit("/", 2)[0] if case.rounds else None)
    return Dispute.model_validate(
        {
            **view.standing(),
            **{name: getattr(case, name) for name in _OF_CASE},
            "awarded": case.paid,
            "currency": currencies_of(view.connection).of(place) or None,
            "settled": file.settled,
            "owed": file.owed,
            "course": [
                {"step": one.step, "state": one.state, "position": one.position}
                for one in course_of(file, heard=heard.came != "unknown")
            ],
            "heard": {name: getattr(heard, name) for name in ("came", "rule", "until", "at")},
            "words": _words(file),
            "paid": [{name: getattr(one, name) for name in _OF_PAID} for one in file.paid],
        }
    )


_OF_CASE: Final = (
    *("dispute", "subject", "state", "rounds", "machine", "ticket", "seat", "complainant"),
    *("amount", "due", "overdue", "decision", "missing"),
)
_OF_PAID: Final = Paid.__struct_fields__


def _words(file: CaseFile) -> list[dict[str, Any]]:
    names = [name for name in Word.model_fields if name not in ("event", "stands")]
    return [
        {
            **{name: getattr(one, name) for name in names},
            "event": one.name,
            "stands": file.stands(one),
        }
        for one in file.words
    ]
