"""Who read what, and how long events and texts are kept."""

from calendar import monthrange
from datetime import date
from typing import Any, Final

from fastapi import APIRouter

from api.answers.problems import READING, documented
from api.answers.shapes.house import EventClass, ReadingPage, Retention, TextsOfClass
from api.requests import parameters as p
from api.requests.auth import Reader
from api.services.deps import Pages, Reads
from ledger.money import INTEGER_MAX
from projections.reads.log.readings import Read, readings
from projections.reads.retention import (
    classes_of_events,
    classes_of_texts,
    days_of_classes,
    leaving_days,
    years_of,
)
from projections.reads.texts import held_as_evidence, now_of

router: Final = APIRouter(tags=["house"])


@router.get(
    "/v1/readings",
    operation_id="listReadings",
    summary="Who read what",
    response_model=ReadingPage,
    responses=documented(*READING),
)
def list_readings(
    _: Reader,
    view: Reads,
    pages: Pages,
    after: p.PositionAfter = 0,
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> ReadingPage:
    """Return who read what and why, by person, purpose and minute, the newest first."""
    rows = readings(view.connection, after or INTEGER_MAX, limit)
    last = str(rows[-1].position) if rows else ""
    return ReadingPage.model_validate(
        {
            **view.standing(),
            "items": [_reading(one) for one in rows],
            "next": pages.next(rows, limit, last),
        }
    )


def _reading(one: Read) -> dict[str, Any]:
    told = {name: getattr(one, name) for name in one.__struct_fields__}
    return {**told, "event": f"{told.pop('source')}:{told.pop('seq')}"}


@router.get(
    "/v1/retention",
    operation_id="getRetention",
    summary="How long events and texts are kept",
    response_model=Retention,
    responses=documented(*READING),
)
def get_retention(_: Reader, view: Reads, month: p.OneMonth) -> Retention:
    """Return a month's events by class, and all texts: their years, what is held, what may leave.

    Nothing is erased by asking. Years that no parameter sets are null: to be confirmed.
    """
    first = date.fromisoformat(f"{month}-01")
    last = first.replace(day=monthrange(first.year, first.month)[1])
    connection = view.connection
    now = now_of(connection)
    days = days_of_classes(connection, first=first.isoformat(), last=last.isoformat(), now=now)
    return Retention.model_validate(
        {
            **view.standing(),
            "month": month,
            "events": [
                {name: getattr(one, name) for name in EventClass.model_fields}
                for one in classes_of_events(days, years_of(connection, now))
            ],
            "texts": [
                {name: getattr(one, name) for name in TextsOfClass.model_fields}
                for one in classes_of_texts(connection, now)
            ],
            "whole_days": leaving_days(days),
            "evidence": sorted(held_as_evidence(connection, now)),
        }
    )
