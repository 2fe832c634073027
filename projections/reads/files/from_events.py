"""Exports whose columns stand in the events alone: who read what, corrections, equipment.

The history says which events they are and to whom they are shown; their facts are decoded from the
log, page by page, where an archive holds them as well.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, LiteralString

import msgspec
import psycopg

from ledger.events.bingo import BallSetChecked, BallSetReplaced
from projections.reads.log.told import Told, told_at, told_of

PAGE: Final = 200
BALLS: Final = "ball_set"
Connection = psycopg.Connection[Any]
Tell = Callable[[Connection, Told], Mapping[str, Any]]
"""What gives an event's columns that the history has not."""
_UNTIL: Final[LiteralString] = "(%(known)s::bigint IS NULL OR h.position <= %(known)s)"

READINGS: Final[LiteralString] = (
    "(SELECT h.position, h.at, NULL::text AS person, NULL::text AS purpose, NULL::bigint AS count, "  # noqa: S608 - our own words
    "NULL::text AS since, NULL::text AS until, NULL::text AS subject FROM {s}.history AS h "
    "WHERE h.kind = 'access-recorded/1' AND " + _UNTIL + ") AS reading"
)
CORRECTIONS: Final[LiteralString] = (
    "(SELECT h.position, h.at, h.day, h.source, h.place, NULL::text AS target, "  # noqa: S608 - our own words
    "NULL::text AS kind, NULL::text AS reason, CASE WHEN %(known)s::bigint IS NULL "
    "OR a.effective <= %(known)s THEN a.effective END AS effective, NULL::text AS before, "
    "NULL::text AS after FROM {s}.history AS h "
    "LEFT JOIN {s}.act AS a ON a.position = h.position "
    "WHERE h.kind = 'correction/1' AND " + _UNTIL + ") AS correction"
)
EQUIPMENT: Final[LiteralString] = (
    "(SELECT h.position, h.at, h.day, h.place, h.source, h.kind, NULL::text AS item, "  # noqa: S608 - our own words
    "NULL::text AS id, NULL::text AS replaced, NULL::text AS reason, NULL::bigint AS count, "
    "NULL::text AS seal, NULL::text AS witnesses, NULL::text AS act FROM {s}.history AS h "
    "WHERE h.kind IN ('equipment-changed/1', 'ball-set-checked/1', 'ball-set-replaced/1') AND "
    + _UNTIL
    + ") AS equipment"
)


def filled(
    connection: Connection, names: Sequence[str], rows: Iterator[Sequence[Any]], tell: Tell
) -> Iterator[Sequence[Any]]:
    """Yield rows with the columns that their events tell; ``position`` is the event's."""
    at = names.index("position")
    while page := list(islice(rows, PAGE)):
        events = {one.position: one for one in told_at(connection, [row[at] for row in page])}
        for row in page:
            event = events.get(row[at])
            told: Mapping[str, Any] = {} if event is None else tell(connection, event)
            yield [told.get(name, value) for name, value in zip(names, row, strict=True)]


def reading(_: Connection, event: Told) -> Mapping[str, Any]:
    """Return who read what, how often in that minute."""
    said = event.payload
    names = ("person", "purpose", "count", "since", "until", "subject")
    return {name: said.get(name) for name in names}


def correction(connection: Connection, event: Told) -> Mapping[str, Any]:
    """Return an event's facts as they stood before its correction and as they should have been.

    Of an event that is not shown to whoever asks, nothing is told but its name.
    """
    said = event.payload
    target = str(said.get("target", ""))
    source, _, seq = target.rpartition(":")
    found = told_of(connection, source, int(seq), int(seq)) if seq.isdecimal() else []
    before = next((one for one in found if one.at is not None), None)
    after = said.get("replacement")
    return {
        "target": target,
        "kind": None if before is None else before.kind,
        "reason": said.get("reason"),
        "before": None if before is None else _json(before.payload),
        "after": None if after is None else _json(after),
    }


def equipment(_: Connection, event: Told) -> Mapping[str, Any]:
    """Return the equipment that was brought, taken out, changed or counted, and why."""
    said = event.payload
    told: dict[str, Any] = {name: said.get(name) for name in ("reason", "seal", "act")}
    who: Sequence[Any] = said.get("witnesses") or said.get("by") or ()
    match event.kind:
        case BallSetChecked.KIND:
            told |= {"id": said.get("set"), "count": said.get("balls")}
            told["reason"] = said.get("moment")
        case BallSetReplaced.KIND:
            told |= {"id": said.get("new"), "replaced": said.get("old"), "count": said.get("uses")}
        case _:
            told |= {name: said.get(name) for name in ("item", "id", "replaced", "count")}
    return {"item": BALLS, **told, "witnesses": " ".join(map(str, who)) or None}


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
