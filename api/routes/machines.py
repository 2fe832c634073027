"""Machines, their contadores, and one jogada again."""

from datetime import date
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request

from api.answers.problems import READING, documented
from api.answers.shapes.figures import CounterPage, MachinePage, MachinePlay
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Reader
from api.services.deps import Pages, Reads, working
from projections.reads.machines import lists as machine_lists
from projections.reads.machines.plays import play_again

router: Final = APIRouter(tags=["machines"])

_NAME: Final = r"[^\x00-\x1f\x7f/,]{1,64}"
MachinePath = Annotated[
    str, Path(pattern=f"^{_NAME}$", description="The machine's place.", examples=["MQ-0117"])
]
AfterMachine = Annotated[
    str,
    Query(
        pattern=f"^{_NAME}$", description="`machine` of the last row seen.", examples=["MQ-0117"]
    ),
]
AfterCounter = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]),(0|[1-9][0-9]{0,14})$",
        description="`day,denomination` of the last row seen.",
        examples=["2026-11-20,100"],
    ),
]
PlayPath = Annotated[
    str,
    Path(
        pattern=r"^[^\x00-\x1f\x7f/,:]{1,64}:[1-9][0-9]{0,15}$",
        description="The play's event, `source:seq`.",
        examples=["mq-0117:512"],
    ),
]


@router.get(
    "/v1/machines",
    operation_id="listMachines",
    summary="Every machine",
    response_model=MachinePage,
    responses=documented(*READING),
)
def list_machines(
    _: Reader,
    view: Reads,
    pages: Pages,
    after: AfterMachine = "",
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> MachinePage:
    """Return machines by name: lifetime counters by the events, readings, returns."""
    rows = machine_lists.machines(view.connection, after=after, limit=limit)
    last = rows[-1]["machine"] if rows else ""
    return MachinePage.model_validate(
        {**view.standing(), "items": rows, "next": pages.next(rows, limit, last)}
    )


@router.get(
    "/v1/machines/{machine}/counters",
    operation_id="listMachineCounters",
    summary="A machine's contadores by day",
    response_model=CounterPage,
    responses=documented(*READING, "not-found"),
)
def list_counters(
    _: Reader,
    view: Reads,
    pages: Pages,
    machine: MachinePath,
    day: p.Day = None,
    after: AfterCounter = None,
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> CounterPage:
    """Return the twelve by gaming day and denomination; money in and out stands at 0.

    Each row names the first and the last event that moved it: the history of the machine and the
    day between them is its proof.
    """
    if machine_lists.machine(view.connection, machine) is None:
        raise ProblemError("not-found", f"no machine {machine} has spoken")
    key = ("", "0001-01-01", -1)
    if after is not None:
        last_day, _comma, denomination = after.partition(",")
        key = (machine, _day_of(last_day), int(denomination))
    rows = machine_lists.counters(view.connection, name=machine, day=day, after=key, limit=limit)
    last = f"{rows[-1]['day']},{rows[-1]['denomination']}" if rows else ""
    return CounterPage.model_validate(
        {**view.standing(), "items": rows, "next": pages.next(rows, limit, last)}
    )


@router.get(
    "/v1/machines/{machine}/plays/{play}",
    operation_id="getMachinePlay",
    summary="One jogada of a machine, explained",
    response_model=MachinePlay,
    responses=documented(*READING, "not-found"),
)
def get_play(
    request: Request, _: Reader, view: Reads, machine: MachinePath, play: PlayPath
) -> MachinePlay:
    """Return a jogada settled again by the pay table it ran under, and who voided it, if anybody.

    A void that was not lawful, or gave back another sum, has its findings beside it.
    """
    found = play_again(working(request).services.conninfo, play)
    if found is None or found.machine != machine:
        raise ProblemError("not-found", f"no play of {machine} is named {play}")
    told = found.described()
    of_verdict = ("record", "settlement", "found", "not_compared")
    explained = {name: told.pop(name) for name in of_verdict}
    return MachinePlay.model_validate({**view.standing(), **told, "explained": explained})


def _day_of(text: str) -> str:
    """Return a cursor's day; the pattern lets days through that no month has."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ProblemError("invalid-request", f"after: {text} is no day") from None
