"""Bingo's actas, and the gate that a room asks before it goes on."""

from datetime import date
from functools import partial
from typing import Annotated, Any, Final

import anyio
import anyio.to_thread
import msgspec
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from api.answers import papers
from api.answers.problems import READING, documented
from api.answers.schemas import ActaAnswer, GateReply
from api.answers.shapes.figures import ActaLine, ActaPage
from api.documents.acta import acta_pdf
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Authorised, Exporter, Reader
from api.services import gate as gate_times
from api.services.api_keys import Caller, Role
from api.services.deps import Pages, Reads, working
from api.services.gate import BehindError, Gate, GateAnswer, NotTheirRoomError
from projections.reads.floor.acta_list import sessions
from projections.reads.floor.house import casino_of
from projections.running.runner import LIVE
from projections.stages.actas.queries import Acta, acta_of, versions_of

router: Final = APIRouter(tags=["bingo"])

GATE_WAITING_MAX: Final = 32
"""Requests that may wait for an answer of the gate; a house has a few rooms."""

_NAME: Final = r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$"
SessionPath = Annotated[
    str, Path(pattern=p.SIGNED, description="The session's name.", examples=["S-2026-11-20"])
]
RoomPath = Annotated[str, Path(pattern=_NAME, description="The bingo room.", examples=["SALA-1"])]
Next = Annotated[
    str | None,
    Query(
        alias="next",
        pattern=p.ROUND,
        description="The jogada that wants to open; without it, the session's closing.",
        examples=["SALA-1/2026-11-20/2"],
    ),
]


@router.get(
    "/v1/actas",
    operation_id="listActas",
    summary="Sessions of bingo and the sums of their actas",
    response_model=ActaPage,
    responses=documented(*READING),
)
def list_actas(
    _: Reader,
    view: Reads,
    pages: Pages,
    day: p.Day = None,
    place: p.Place = None,
    after: p.PositionAfter = 0,
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> ActaPage:
    """Return sessions, the newest first; each one's acta is at `/v1/actas/{session}`."""
    _total, rows = sessions(
        view.connection,
        None if day is None else date.fromisoformat(day),
        place=place,
        before=after or None,
        limit=limit,
    )
    return ActaPage.model_validate(
        {
            **view.standing(),
            "items": [{name: getattr(one, name) for name in ActaLine.model_fields} for one in rows],
            "next": pages.next(rows, limit, str(rows[-1].opened) if rows else ""),
        }
    )


@router.get(
    "/v1/actas/{session:path}/pdf",
    operation_id="exportActaPdf",
    summary="A bingo session's acta as PDF/A",
    response_class=Response,
    responses={
        200: {
            "description": "PDF/A; the same acta gives the same bytes.",
            "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}},
        },
        **documented(*READING, "not-found"),
    },
)
def get_acta_pdf(
    _: Exporter,
    request: Request,
    view: Reads,
    session: SessionPath,
    place: p.Place = None,
    known: p.Known = None,
    lang: papers.Lang = "pt",
) -> Response:
    """Return the acta as it is printed, with the proof reference of its events."""
    acta = _acta(view.connection, session, place, known)
    versions = {
        one.round: versions_of(view.connection, LIVE, one.round, known=known)
        for _, one in acta.jogadas
    }
    of = papers.source(request, view, known)
    casino = casino_of(view.connection, acta.place)
    return papers.file(acta_pdf(acta, of, versions, lang, casino=casino), f"acta-{session}")


@router.get(
    "/v1/actas/{session:path}",
    operation_id="getActa",
    summary="A bingo session's acta",
    response_model=ActaAnswer,
    responses=documented(*READING, "not-found"),
)
def get_acta(
    _: Reader, view: Reads, session: SessionPath, place: p.Place = None, known: p.Known = None
) -> ActaAnswer:
    """Return a session's acta, jogada by jogada, with all data of R61."""
    acta = _acta(view.connection, session, place, known)
    return ActaAnswer.model_validate({**view.standing(), "acta": msgspec.to_builtins(acta)})


@router.get(
    "/v1/bingo/{room}/gate",
    operation_id="getGate",
    summary="May the next jogada open?",
    response_model=GateReply,
    responses=documented(*READING, "projections-behind", "busy"),
)
async def get_gate(
    caller: Reader, request: Request, room: RoomPath, wanted: Next = None
) -> GateReply:
    """Return the present answer of the gate of BI R60; nothing is granted."""
    return await _reply(request, caller, room, wanted, grant=False)


@router.post(
    "/v1/bingo/{room}/gate",
    operation_id="askGate",
    summary="Ask the gate for its yes",
    response_model=GateReply,
    responses=documented(*READING, "projections-behind", "busy"),
)
async def ask_gate(
    caller: Authorised, request: Request, room: RoomPath, wanted: Next = None
) -> GateReply:
    """Ask whether a jogada may open, or the session close; the yes is recorded and given once.

    Of two who ask at the same time one passes: the other reads that it was given before.
    """
    return await _reply(request, caller, room, wanted, grant=True)


async def _reply(
    request: Request, caller: Caller, room: str, wanted: str | None, *, grant: bool
) -> GateReply:
    """Answer a room in a thread of the gate's own, and within bounds.

    Who waits for the projections must not keep those waiting who only read.

    Raises:
        ProblemError: too many rooms wait, nobody could answer in time, or a device asks for
            another's room.

    """
    work = working(request)
    if work.gates.statistics().tasks_waiting >= GATE_WAITING_MAX:
        raise ProblemError("busy", f"{GATE_WAITING_MAX} requests wait at the gate already")
    gate = Gate(work.services.conninfo, work.services.door.say)
    sources = caller.sources if caller.role is Role.SOURCE else None
    ask = partial(gate.ask if grant else gate.look, room, wanted, sources=sources)
    answer: GateAnswer | None = None
    # Whoever has a thread already is answered: a yes that was recorded is told.
    with anyio.move_on_after(gate_times.WAIT_SECONDS):
        try:
            answer = await anyio.to_thread.run_sync(ask, limiter=work.gates)
        except BehindError as error:
            work.metrics.gate.labels("behind").inc()
            raise ProblemError("projections-behind", str(error)) from error
        except NotTheirRoomError as error:
            raise ProblemError("forbidden", str(error)) from error
    if answer is None:
        work.metrics.gate.labels("behind").inc()
        raise ProblemError("projections-behind", "other rooms were answered all the while")
    work.metrics.gate.labels("granted" if answer.granted else "refused").inc()
    return GateReply.model_validate(msgspec.to_builtins(answer))


def _acta(connection: Any, session: str, place: str | None, known: int | None) -> Acta:
    found = acta_of(connection, LIVE, session, place=place, known=known)
    if found is None:
        raise ProblemError("not-found", f"no session {session} is known")
    return found
