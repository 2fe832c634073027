"""History, and one event as it is stored."""

from base64 import b64encode
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends

from api.answers.problems import READING, WITH_KEY, documented
from api.answers.schemas import EventHeader, EventPage, StoredEvent
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Reader
from api.services.deps import Pages, Reads
from ledger.errors import UNREADABLE, MalformedError
from ledger.signed.canonical import decode_header
from ledger.signed.chain import link_of
from projections.reads.queries import HistoryFilter

router: Final = APIRouter(tags=["events"])


def wanted(
    place: p.Place = None,
    kind: p.Kind = None,
    source: p.SourceName = None,
    player: p.Player = None,
    seat: p.Seat = None,
    round: p.RoundNumber = None,  # noqa: A002 - the filter's name
    day: p.Day = None,
    since: p.Since = None,
    until: p.Until = None,
    amount_min: p.Amount = None,
    amount_max: p.Amount = None,
) -> HistoryFilter:
    """Return the filter of the request."""
    return HistoryFilter(
        place=place,
        kind=kind,
        source=source,
        player=player,
        seat=seat,
        round=round,
        day=day,
        since=since,
        until=until,
        amount_min=amount_min,
        amount_max=amount_max,
    )


@router.get(
    "/v1/events",
    operation_id="listEvents",
    summary="Search the history",
    response_model=EventPage,
    responses=documented(*READING),
)
def list_events(
    _: Reader,
    view: Reads,
    pages: Pages,
    wanted: Annotated[HistoryFilter, Depends(wanted)],
    after: p.PositionAfter = 0,
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> EventPage:
    """Return events in the order of the log, by place, player, time, amount and more."""
    rows = view.queries.history(wanted, after=after, limit=limit)
    names = view.names([row["position"] for row in rows])
    last = str(rows[-1]["position"]) if rows else ""
    return EventPage.model_validate(
        {
            **view.standing(),
            "items": [{**row, "event": names.get(row["position"])} for row in rows],
            "next": pages.next(rows, limit, last),
        }
    )


@router.get(
    "/v1/events/{source}/{seq}",
    operation_id="getEvent",
    summary="One event as it is stored",
    response_model=StoredEvent,
    responses=documented(*WITH_KEY, "not-found"),
)
def get_event(_: Reader, view: Reads, source: p.SourcePath, seq: p.SeqPath) -> StoredEvent:
    """Return an event's exact bytes, what they say, and where they stand in chain and log."""
    row = view.stored(source, seq)
    if row is None:
        raise ProblemError("not-found", f"no event {source}:{seq} is recorded")
    envelope, signature = bytes(row["envelope"]), row["signature"]
    return StoredEvent(
        position=row["position"],
        event=f"{source}:{seq}",
        header=_header(envelope),
        body=_body(envelope),
        envelope=b64encode(envelope).decode(),
        link=bytes(row["link"]).hex(),
        intact=link_of(envelope) == row["link"],
        signature=None if signature is None else b64encode(signature).decode(),
    )


def _header(envelope: bytes) -> EventHeader | None:
    try:
        header = decode_header(envelope)
    except MalformedError:
        return None
    return EventHeader(
        origin=header.origin,
        source=header.source,
        seq=header.seq,
        previous=header.previous.hex(),
        kind=header.kind,
        blind=None if header.blind is None else header.blind.hex(),
    )


def _body(envelope: bytes) -> dict[str, Any] | None:
    """Return the body in the sender's spelling, also of a kind this version does not know."""
    try:
        return msgspec.json.decode(envelope.partition(b"\n\n")[2], type=dict[str, Any])
    except UNREADABLE:
        return None
