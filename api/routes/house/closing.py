"""The closing of a month, and what each table and dealer made of the stakes."""

from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request

from api.answers.problems import READING, documented
from api.answers.shapes.house import Chance, Closing, HoldList, HoldRow, TaskRow
from api.requests import parameters as p
from api.requests.auth import Reader
from api.services.deps import Reads, working
from ledger.text.times import days_before
from projections.reads.floor import closing as asked
from projections.reads.floor.expected import Expected, Reckoned, expected_of, reckon
from projections.reads.floor.hold import (
    ROUNDS_MAX,
    Hold,
    Played,
    by_dealer,
    by_table,
    played,
)

DAYS_MAX: Final = 31

router: Final = APIRouter(tags=["accounts"])

Days = Annotated[
    int, Query(ge=1, le=DAYS_MAX, description="So many gaming days that end with `day`.")
]


@router.get(
    "/v1/accounts/closing",
    operation_id="getClosing",
    summary="The checklist of a month and its gaming days",
    response_model=Closing,
    responses=documented(*READING),
)
def get_closing(_: Reader, view: Reads, month: p.OneMonth) -> Closing:
    """Return the checklist of each gaming day of a month, and of the month as a whole."""
    first = date.fromisoformat(f"{month}-01")
    last = first.replace(day=monthrange(first.year, first.month)[1])
    facts = asked.Closing(view.connection, trust=view.trust).facts(first, last)
    lines = asked.checklist(facts)
    return Closing.model_validate(
        {
            **view.standing(),
            "month": month,
            "wanting": len(asked.left(lines)),
            "items": [{name: getattr(one, name) for name in TaskRow.model_fields} for one in lines],
        }
    )


@router.get(
    "/v1/accounts/holds",
    operation_id="listHolds",
    summary="The hold of each table and dealer, beside what is expected",
    response_model=HoldList,
    responses=documented(*READING),
)
def list_holds(
    _: Reader,
    request: Request,
    view: Reads,
    day: p.OneDay,
    days: Days = 1,
    place: p.Place = None,
) -> HoldList:
    """Return the house's part of the stakes, with the width of chance: it accuses nobody.

    `expected` is what the rules expect over every outcome, where a coup is one draw of a wheel or
    one throw of dice.
    """
    last = date.fromisoformat(day)
    first = days_before(last, days - 1)
    rounds = played(view.connection, first, last, place)
    reckoned = reckon(view.connection, working(request).services.conninfo, rounds)
    return HoldList.model_validate(
        {
            **view.standing(),
            "first": first,
            "last": last,
            "full": len(rounds) == ROUNDS_MAX,
            "items": [
                *_rows("table", by_table(rounds), rounds, reckoned),
                *_rows("dealer", by_dealer(rounds), rounds, reckoned),
            ],
        }
    )


def _rows(
    by: str, holds: Sequence[Hold], rounds: Sequence[Played], reckoned: Mapping[str, Reckoned]
) -> Iterator[dict[str, Any]]:
    plain = [name for name in HoldRow.model_fields if name not in ("by", "expected")]
    for one in holds:
        told = expected_of(one, rounds, reckoned, by_place=by == "table")
        yield {
            "by": by,
            **{name: getattr(one, name) for name in plain},
            "expected": None if told is None else _expected(told),
        }


def _expected(told: Expected) -> dict[str, Any]:
    return {name: getattr(told, name) for name in Chance.model_fields}
