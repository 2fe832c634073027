"""Conservação: the classes of events and texts, how long each is kept, and what may leave when."""

from calendar import monthrange
from datetime import UTC, date, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response

from api.console.frame import Page, PageRoute
from api.console.pages.proof.texts import CLASSES as TEXTS
from projections.reads import texts as of_texts
from projections.reads.retention import (
    CLASSES,
    YEARS,
    classes_of_events,
    classes_of_texts,
    days_of_classes,
    leaving_days,
)
from projections.reads.retention import years_of as years_of_events

router: Final = APIRouter(route_class=PageRoute)

MonthOf = Annotated[str | None, Query(alias="mes", pattern=r"^([1-9]\d{3}-(0[1-9]|1[0-2]))?$")]


@router.get("/conservacao", operation_id="showRetention")
def show_retention(page: Page, month: MonthOf = None) -> Response:
    """Show a month's events by class, and all texts: how long they are kept, what is held."""
    today = page.house.day or datetime.now(UTC).date()
    first = date.fromisoformat(f"{month}-01") if month else today.replace(day=1)
    last = first.replace(day=monthrange(first.year, first.month)[1])
    connection = page.view.connection
    now = of_texts.now_of(connection)
    days = days_of_classes(connection, first=first.isoformat(), last=last.isoformat(), now=now)
    return page.answer(
        "proof/retention.html",
        month=first,
        parameter=YEARS,
        of_texts=of_texts.YEARS,
        events=classes_of_events(days, years_of_events(connection, now)),
        words={
            name: told.en if page.language == "en" else told.pt for name, told in CLASSES.items()
        },
        texts=classes_of_texts(connection, now),
        text_words={name.value: page.say(words) for name, words in TEXTS.items()},
        whole=leaving_days(days),
        evidence=sorted(of_texts.held_as_evidence(connection, now)),
    )
