"""Conservação: the classes of events and texts, how long each is kept, and what may leave when."""

from calendar import monthrange
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response
from msgspec import Struct

from api.console.frame import Frame, Page, PageRoute
from api.console.pages.proof.texts import CLASSES as TEXTS
from ledger.events.personal import TextClass
from projections.reads import texts as of_texts
from projections.reads.retention import CLASSES, YEARS, DayOfClass, days_of_classes, leaving_days
from projections.reads.retention import years_of as years_of_events

router: Final = APIRouter(route_class=PageRoute)

MonthOf = Annotated[str | None, Query(alias="mes", pattern=r"^([1-9]\d{3}-(0[1-9]|1[0-2]))?$")]


class ClassOfEvents(Struct, frozen=True, kw_only=True):
    """A class of events in a month: how many, and what becomes of them."""

    name: str
    words: str
    law: str
    """The text that gives its years; empty where it is to be confirmed."""
    ever: bool
    """Whether its events stay for ever."""
    years: int | None
    events: int
    held: int
    leaving: int
    until: date | None
    """When the years of its newest day are over."""


class ClassOfTexts(Struct, frozen=True, kw_only=True):
    """A class of texts: how many stand, and what becomes of them."""

    words: str
    ever: bool = False
    years: int | None
    texts: int
    held: int
    due: int
    until: str | None
    """When the years of the next of them are over."""


@router.get("/conservacao", operation_id="showRetention")
def show_retention(page: Page, month: MonthOf = None) -> Response:
    """Show a month's events by class, and all texts: how long they are kept, what is held."""
    today = page.house.day or datetime.now(UTC).date()
    first = date.fromisoformat(f"{month}-01") if month else today.replace(day=1)
    last = first.replace(day=monthrange(first.year, first.month)[1])
    connection = page.view.connection
    now = of_texts.now_of(connection)
    days = days_of_classes(connection, first=first.isoformat(), last=last.isoformat(), now=now)
    years = years_of_events(connection, now)
    return page.answer(
        "proof/retention.html",
        month=first,
        parameter=YEARS,
        of_texts=of_texts.YEARS,
        events=_of_events(days, years, page.language),
        texts=_of_texts(page, now),
        whole=leaving_days(days),
        evidence=sorted(of_texts.held_as_evidence(connection, now)),
    )


def _of_events(
    days: Sequence[DayOfClass], years: dict[str, int], language: str
) -> list[ClassOfEvents]:
    found: list[ClassOfEvents] = []
    for name, told in CLASSES.items():
        of = [one for one in days if one.retention == name]
        if of:
            found.append(
                ClassOfEvents(
                    name=name,
                    words=told.en if language == "en" else told.pt,
                    law=told.law,
                    ever=not told.leaves,
                    years=years.get(name),
                    events=sum(one.events for one in of),
                    held=sum(one.held for one in of),
                    leaving=sum(one.leaving for one in of),
                    until=max((one.until for one in of if one.until is not None), default=None),
                )
            )
    return found


def _of_texts(page: Frame, now: str) -> list[ClassOfTexts]:
    connection = page.view.connection
    standing = [one for one in of_texts.standings(connection, now=now).values() if not one.erasure]
    years = of_texts.years_of(connection, now)
    found: list[ClassOfTexts] = []
    for name, words in TEXTS.items():
        of = [one for one in standing if TextClass(one.text_class) == name]
        if of:
            found.append(
                ClassOfTexts(
                    words=page.say(words),
                    years=years.get(name.value),
                    texts=len(of),
                    held=sum(one.held for one in of),
                    due=sum(one.is_due(now) for one in of),
                    until=min((one.until for one in of if one.until is not None), default=None),
                )
            )
    return found
