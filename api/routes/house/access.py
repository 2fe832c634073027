"""Who may come in: sessions at the console and API keys, as far as whoever asks may see them."""

from datetime import UTC, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response

from api.answers.problems import READING, WITH_KEY, documented
from api.answers.shapes.proof import KeyList, KeyRow, SessionList, SessionRow
from api.errors import ProblemError
from api.requests.auth import Authorised, Reader
from api.services.deps import working
from api.services.people.sitting import keys_for, sittings_for

router: Final = APIRouter(tags=["house"])

SessionId = Annotated[str, Path(max_length=80, description="As `/v1/sessions` lists it.")]


@router.get(
    "/v1/sessions",
    operation_id="listSessions",
    summary="Who sits at the console",
    response_model=SessionList,
    responses=documented(*READING),
)
def list_sessions(caller: Reader, request: Request) -> SessionList:
    """Return the sessions of whoever asks; to an overseer, those of his casinos."""
    seen = sittings_for(caller, working(request).sessions.living())
    same = ("id", "name", "role", "casinos", "by_provider", "address", "begun", "used")
    return SessionList(
        items=[
            SessionRow.model_validate(
                {"key": one.prefix, **{name: getattr(one, name) for name in same}}
            )
            for one in seen
        ]
    )


@router.delete(
    "/v1/sessions/{session}",
    operation_id="revokeSession",
    summary="End a session at the console",
    status_code=204,
    response_class=Response,
    responses={204: {"description": "It lets nobody in."}, **documented(*WITH_KEY, "not-found")},
)
def revoke_session(caller: Authorised, request: Request, session: SessionId) -> Response:
    """End a session that whoever asks may see."""
    sessions = working(request).sessions
    if session not in {one.id for one in sittings_for(caller, sessions.living())}:
        raise ProblemError("not-found", f"session: there is no living {session} that you may see")
    sessions.end(session)
    return Response(status_code=204)


@router.get(
    "/v1/keys",
    operation_id="listKeys",
    summary="API keys, and when each last let in",
    response_model=KeyList,
    responses=documented(*READING),
)
def list_keys(caller: Reader, request: Request) -> KeyList:
    """Return the keys that whoever asks may see. They are made and revoked by `razao keys api`."""
    now = datetime.now(UTC)
    names = ("prefix", "name", "role", "sources", "casinos", "issued", "expires", "revoked", "used")
    return KeyList(
        items=[
            KeyRow.model_validate(
                {"state": one.state(now), **{name: getattr(one, name) for name in names}}
            )
            for one in keys_for(caller, working(request).services.gate.issued())
        ]
    )
