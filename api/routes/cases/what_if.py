"""A round asked otherwise: its facts, and what would have been due with one of them changed."""

from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request

from api.answers.problems import READING, documented
from api.answers.shapes.cases import FactList, WhatIf
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Reader
from api.services.deps import Reads, working
from ledger.text.near import unknown_text
from projections.reads.disputes.hypothesis import value_for, why_unasked
from projections.reads.floor.round_again import round_again
from projections.replay.asked.facts import Fact, facts_of
from projections.replay.asked.what_if import Change, Stop, WhatIfError, shifts, what_if
from projections.replay.record import Record
from projections.replay.settlement import describe

FACTS_MAX: Final = 400
"""Facts that are listed; a jogada of bingo has as many balls and cards as that."""

router: Final = APIRouter(tags=["disputes"])

FactName = Annotated[
    str,
    Query(
        pattern=r"^[A-Za-z0-9_.-]{1,120}$",
        description="A fact of `GET /v1/rounds/…/facts`.",
        examples=["resultado.numero"],
    ),
]
Value = Annotated[
    str | None,
    Query(
        max_length=80,
        pattern=r"^[^\x00]+$",
        description="What it would have been, amounts in minor units; without it the fact is "
        "taken away: nobody bet, no card fell.",
        examples=["17"],
    ),
]
Cards = Annotated[
    Literal["stay", "shift"],
    Query(description="Whether later cards of the shoe stay where they fell, or move by one."),
]


@router.get(
    "/v1/rounds/{round_id:path}/facts",
    operation_id="listFacts",
    summary="The facts of a round that may be asked otherwise",
    response_model=FactList,
    responses=documented(*READING, "not-found"),
)
def list_facts(_: Reader, request: Request, view: Reads, round_id: p.RoundPath) -> FactList:
    """Return the facts of a closed round's record, each with its name, whose it is, its value."""
    record = _record(request, round_id)
    facts = facts_of(record)
    return FactList.model_validate(
        {
            **view.standing(),
            "round": round_id,
            "items": [
                {
                    "fact": one.name,
                    "sort": one.sort,
                    "seat": one.seat,
                    "to": one.to,
                    "value": one.value,
                    "shifts": shifts(record, one.path),
                }
                for one in facts[:FACTS_MAX]
            ],
            "left_out": max(0, len(facts) - FACTS_MAX),
        }
    )


@router.get(
    "/v1/rounds/{round_id:path}/what-if",
    operation_id="replayWhatIf",
    summary="A round with one fact changed",
    response_model=WhatIf,
    responses=documented(*READING, "not-found"),
)
def get_what_if(
    _: Reader,
    request: Request,
    view: Reads,
    round_id: p.RoundPath,
    fact: FactName,
    value: Value = None,
    cards: Cards = "stay",
) -> WhatIf:
    """Return both settlements, and each seat's sums beside each other; nothing is recorded."""
    record = _record(request, round_id)
    facts = facts_of(record)
    told = next((one for one in facts if one.name == fact), None)
    if told is None:
        raise ProblemError("not-found", f"fact: {unknown_text(fact, [one.name for one in facts])}")
    wanted = _wanted(told, value)
    try:
        found = what_if(record, Change(path=told.path, value=wanted, following=cards))
    except WhatIfError as error:
        raise ProblemError("invalid-request", f"value: {error}") from error
    return WhatIf.model_validate(
        {
            **view.standing(),
            "round": round_id,
            "fact": fact,
            "was": told.value,
            "value": wanted,
            "cards": cards,
            "currency": found.real.currency,
            "seats": [
                {
                    **{name: getattr(one, name) for name in one.__struct_fields__},
                    "difference": one.difference,
                }
                for one in found.seats
            ],
            "stop": None if found.stop is None else _stopped(found.stop),
            "notes": [one.code for one in found.notes],
            "record": msgspec.to_builtins(found.record, str_keys=True),
            "real": describe(found.real),
            "hypothesis": None if found.hypothesis is None else describe(found.hypothesis),
        }
    )


def _record(request: Request, round_id: str) -> Record:
    """Return the record of a closed round of which something can be asked.

    Raises:
        ProblemError: there is none, it is not settled by this version, or it is too long.

    """
    again = round_again(working(request).services.conninfo, round_id)
    if again is None:
        raise ProblemError("not-found", f"no closed round {round_id} is known")
    why = why_unasked(again)
    if why is not None or again.verdict is None:
        raise ProblemError("not-found", f"nothing can be asked of round {round_id}: it is {why}")
    return again.verdict.record


def _wanted(fact: Fact, value: str | None) -> Any:
    if value is None:
        return None
    wanted = value_for(fact, value)
    if wanted is None:
        raise ProblemError("invalid-request", f"value: expected a whole number, got {value!r}")
    return wanted


def _stopped(stop: Stop) -> dict[str, Any]:
    return {
        "why": stop.why,
        "fact": ".".join(map(str, stop.path)) or None,
        "seat": stop.seat,
        "code": None if stop.found is None else stop.found.code,
    }
