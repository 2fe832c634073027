"""One text, looked for as everything that it may name; what it was taken for stands beside."""

from collections.abc import Callable, Mapping
from typing import Annotated, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query

from api.answers.problems import READING, documented
from api.answers.shapes.house import Found
from api.requests.auth import ACCESS, Reader
from api.requests.floor import event_is_of_the_floor, is_of_the_floor
from api.services.api_keys import Caller, Role
from api.services.deps import Reads, View
from projections.reads.search import Hit, search

router: Final = APIRouter(tags=["house"])

Text = Annotated[
    str,
    Query(
        alias="q",
        min_length=1,
        max_length=200,
        pattern=r"^[^\x00-\x1f\x7f]*$",
        description="A position, event, round, finding, amount, or the beginning of a name.",
        examples=["BJ-04 17"],
    ),
]


@router.get(
    "/v1/search",
    operation_id="searchLedger",
    summary="Whatever a text may name",
    response_model=Found,
    responses=documented(*READING),
)
def get_found(caller: Reader, view: Reads, text: Text) -> Found:
    """Return the kinds of thing that a text was looked for as, and what was found of each."""
    found = search(view.connection, text)
    items = [
        {
            **{name: getattr(hit, name) for name in hit.__struct_fields__},
            "address": address_of(hit),
        }
        for hit in found.hits
        if _is_told(view, caller, hit)
    ]
    return Found.model_validate(
        {**view.standing(), "understood": list(found.understood), "items": items}
    )


def _is_told(view: View, caller: Caller, hit: Hit) -> bool:
    """Tell whether whoever asks may read what was found: else it is as if it were not."""
    operation = WHERE[hit.kind][0]
    roles = ACCESS[operation] if operation is not None else None
    if roles is not None and caller.role not in roles:
        return False
    if hit.kind in ("event", "position") and caller.role is Role.FLOOR:
        return is_of_the_floor(hit.more) and event_is_of_the_floor(view, hit.name)
    return True


def address_of(hit: Hit) -> str | None:
    """Return where a thing is told; None where nowhere.

    >>> address_of(Hit(kind="machine", name="MQ-01")), address_of(Hit(kind="ticket", name="T-1"))
    ('/v1/machines/MQ-01/counters', None)
    """
    make = WHERE[hit.kind][1]
    return None if make is None else make(hit)


def _event(hit: Hit) -> str:
    source, _colon, seq = hit.name.rpartition(":")
    return f"/v1/events/{quote(source, safe='')}/{seq}"


def _listed(path: str, name: str) -> Callable[[Hit], str]:
    return lambda hit: f"{path}?{urlencode({name: hit.name})}"


WHERE: Final[Mapping[str, tuple[str | None, Callable[[Hit], str] | None]]] = {
    "event": ("getEvent", _event),
    "position": ("getEvent", _event),
    "finding": ("getFinding", lambda hit: f"/v1/findings/{hit.name}"),
    "amount": ("getFinding", lambda hit: f"/v1/findings/{hit.name}"),
    "code": ("listFindings", _listed("/v1/findings", "code")),
    "round": ("getRound", lambda hit: f"/v1/rounds/{quote(hit.name)}"),
    "place": ("listRounds", _listed("/v1/rounds", "place")),
    "machine": (
        "listMachineCounters",
        lambda hit: f"/v1/machines/{quote(hit.name, safe='')}/counters",
    ),
    "pool": ("getPool", lambda hit: f"/v1/pools/{quote(hit.name)}"),
    "session": (
        "getActa",
        lambda hit: f"/v1/actas/{quote(hit.name)}?{urlencode({'place': hit.more})}",
    ),
    "dispute": ("getDispute", lambda hit: f"/v1/disputes/{quote(hit.name)}"),
    "source": ("listEvents", _listed("/v1/events", "source")),
    "player": ("listEvents", _listed("/v1/events", "player")),
    "ticket": (None, None),
}
"""Kind of a thing to the operation that tells it, and its address."""
