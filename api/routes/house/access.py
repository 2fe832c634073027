"""Who may come in: sessions at the console and API keys, as far as whoever asks may see them."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response

from api.answers.problems import READING, WITH_KEY, documented
from api.answers.shapes.proof import KeyList, KeyRow, SessionList, SessionRow
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Authorised, Reader
from api.services.deps import Pages, working
from api.services.people.sitting import keys_for, sittings_for
from ledger.signed.canonical import instant

router: Final = APIRouter(tags=["house"])

T = TypeVar("T")
After = Annotated[
    str | None,
    Query(
        pattern=r"^\d{4}-\d\d-\d\dT[0-9:.]{8,15}Z,[0-9A-Za-z_-]{1,80}$",
        description="When the last row seen began or was issued, and its id or prefix.",
        examples=["2026-11-20T22:15:31.123456Z,3f8a11c0b2d4"],
    ),
]
SessionId = Annotated[str, Path(max_length=80, description="As `/v1/sessions` lists it.")]


@router.get(
    "/v1/sessions",
    operation_id="listSessions",
    summary="Who sits at the console",
    response_model=SessionList,
    responses=documented(*READING),
)
def list_sessions(
    caller: Reader,
    request: Request,
    pages: Pages,
    after: After = None,
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> SessionList:
    """Return the sessions of whoever asks, the newest first; to an overseer those of his casinos.

    The pages of the console, which are for people, have the one used last first.
    """
    all_of_them = sittings_for(caller, working(request).sessions.living(most=None))
    seen, last = _page(all_of_them, lambda one: (one.begun, one.id), after, limit)
    same = ("id", "name", "role", "casinos", "by_provider", "address", "begun", "used")
    return SessionList(
        items=[
            SessionRow.model_validate(
                {"key": one.prefix, **{name: getattr(one, name) for name in same}}
            )
            for one in seen
        ],
        next=pages.next(seen, limit, last),
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
def list_keys(
    caller: Reader,
    request: Request,
    pages: Pages,
    after: After = None,
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> KeyList:
    """Return the keys that whoever asks may see, the newest first.

    They are made and revoked by `razao keys api`.
    """
    all_of_them = keys_for(caller, working(request).services.gate.issued())
    seen, last = _page(all_of_them, lambda one: (one.issued, one.prefix), after, limit)
    now = datetime.now(UTC)
    names = ("prefix", "name", "role", "sources", "casinos", "issued", "expires", "revoked", "used")
    return KeyList(
        items=[
            KeyRow.model_validate(
                {"state": one.state(now), **{name: getattr(one, name) for name in names}}
            )
            for one in seen
        ],
        next=pages.next(seen, limit, last),
    )


def _page(
    rows: Sequence[T], key: Callable[[T], tuple[datetime, str]], after: str | None, limit: int
) -> tuple[list[T], str]:
    """Return the rows after a cursor, the newest first, and the cursor of the last of them."""
    told = {_cursor(*key(one)): one for one in sorted(rows, key=key, reverse=True)}
    chosen = [cursor for cursor in told if after is None or cursor < after][:limit]
    return [told[cursor] for cursor in chosen], chosen[-1] if chosen else ""


def _cursor(at: datetime, name: str) -> str:
    return f"{instant(at.astimezone(UTC))},{name}"
