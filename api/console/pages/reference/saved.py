"""Reports that a person saved: on the page of reports, saved, made at once and removed there."""

import re
from datetime import time
from typing import Final, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from api.answers.made.ordering import MONTH, checked_span, order_of
from api.console.frame import HEADERS, Frame, NothingSuchError, PageRoute, Signed, public
from api.console.language.words import language_of
from api.console.language.words import mark as _
from api.console.pages.entrance import Form
from api.errors import ProblemError
from api.requests.auth import may_take
from api.services.api_keys import Role
from api.services.deps import working
from api.services.people.prepared import Prepared
from api.services.people.reports import (
    TITLE_LENGTH_MAX,
    Owner,
    Saved,
    Told,
    TooManyError,
    Wanted,
)
from api.services.people.schedules import MONTHDAY_MAX, Every, Schedule, Span
from api.services.people.sessions import is_form_of
from projections.reads.files.exports import EXPORTS

PAGE: Final = "/relatorios"
ADDRESS: Final = f"{PAGE}/guardados"
TOO_MANY: Final = "2"
"""Of the page's address: that no further report was saved."""
SPANS: Final[dict[Span, str]] = {
    "all": _("all days"),
    "yesterday": _("the day before"),
    "last-week": _("the week before"),
    "this-month": _("the month until then"),
    "last-month": _("the month before"),
}
WEEKDAYS: Final = (
    _("each Monday"),
    _("each Tuesday"),
    _("each Wednesday"),
    _("each Thursday"),
    _("each Friday"),
    _("each Saturday"),
    _("each Sunday"),
)
TOLD: Final[dict[Told, str]] = {
    "": _("never made yet"),
    "made": _("last made for %(moment)s"),
    "full": _("waits: too many files are under way"),
    "no-right": _("not made for %(moment)s: its owner may take no files; sign in again"),
}
_when_of: Final = re.compile(r"(never|daily|weekly|monthly)(?:-(\d{1,2}))?").fullmatch
router: Final = APIRouter(route_class=PageRoute)


class Shown(NamedTuple):
    """A saved report as its page shows it."""

    one: Saved
    what: str
    span: str
    when: str
    told: str
    files: list[Prepared]


def saved_of(page: Frame) -> list[Shown]:
    """Return the reports that whoever asks for a page saved, each with its files."""
    session, reports = page.session, page.work.reports
    assert session is not None, "a page that reads has a session"
    return [
        Shown(
            one,
            _what(page, one),
            page.say(SPANS[one.span]),
            _when(page, one),
            page.say(TOLD[one.told], moment=page.moment(one.ran)),
            reports.files_of(one, session.caller),
        )
        for one in reports.table.of(Owner.of_session(session))
    ]


def whens(page: Frame) -> list[tuple[str, str]]:
    """Return when a report may be made by itself, each with its words."""
    return [
        ("never", page.say(_("only when I ask"))),
        ("daily", page.say(_("each day"))),
        *((f"weekly-{number}", page.say(words)) for number, words in enumerate(WEEKDAYS, 1)),
        *(
            (f"monthly-{day}", page.say(_("each month on day %(day)s"), day=day))
            for day in range(1, MONTHDAY_MAX + 1)
        ),
    ]


@router.post(ADDRESS, operation_id="keepReport")
def keep_report(session: Signed, request: Request, form: Form) -> Response:
    """Save a report of one's own, have it made at once, or forget it."""
    told = ""
    if is_form_of(session, form.get("token", "")):
        reports, owner, id_ = (
            working(request).reports,
            Owner.of_session(session),
            form.get("id", ""),
        )
        match form.get("do"):
            case "run":
                told = "?cheio=1" if reports.run(owner, id_) == "full" else ""
            case "remove":
                reports.remove(owner, id_)
            case _:
                try:
                    reports.save(owner, _wanted(public(request), session.caller.role, form))
                except TooManyError:
                    told = f"?cheio={TOO_MANY}"
    return RedirectResponse(f"{PAGE}{told}#guardados", 303, dict(HEADERS))


def _wanted(page: Frame, role: Role, form: dict[str, str]) -> Wanted:
    """Return the report that a form saves.

    Raises:
        NothingSuchError: it has no title, or there is no such table, day or hour.

    """
    title, hour = form.get("title", "").strip()[:TITLE_LENGTH_MAX], form.get("hour", "8")
    when = _when_of(form.get("when", "never"))
    span: Span | None = next((one for one in SPANS if one == form.get("span")), None)
    if not title or span is None or when is None or hour not in map(str, range(24)):
        raise NothingSuchError(page.say(_("The report was not saved.")), back=PAGE)
    every: Every = next(one for one in ("never", "daily", "weekly", "monthly") if one == when[1])
    number = min(max(int(when[2] or 1), 1), 7 if every == "weekly" else MONTHDAY_MAX)
    language = language_of(page.language)
    try:
        order = order_of(form.get("table", ""), form.get("format", "csv"), language, {})
        days = checked_span(order, span)
    except ProblemError as error:
        said = page.say(_("Papers are of a month, and some tables are of no days: choose others."))
        raise NothingSuchError(page.say(_("The report was not saved.")), said, back=PAGE) from error
    if not may_take(role, order):
        raise NothingSuchError(page.say(_("There is no such file.")), back=PAGE)
    schedule = Schedule(
        every=every,
        hour=int(hour),
        weekday=number if every == "weekly" else 1,
        monthday=number if every == "monthly" else 1,
    )
    return Wanted(title=title, order=order, span=days, schedule=schedule)


def _what(page: Frame, one: Saved) -> str:
    order = one.order
    if order.what == MONTH:
        return page.say(_("All papers and files of a month"))
    export = EXPORTS.get(order.name)
    title = order.name if export is None else export.title[page.language]
    return f"{title}, {order.form.upper().partition('-')[0]}"


def _when(page: Frame, one: Saved) -> str:
    if one.every == "never":
        return page.say(_("only when I ask"))
    if one.every == "daily":
        words = page.say(_("each day"))
    elif one.every == "weekly":
        words = page.say(WEEKDAYS[one.weekday - 1])
    else:
        words = page.say(_("each month on day %(day)s"), day=one.monthday)
    return page.say(
        _("%(when)s at %(hour)s, next on %(moment)s"),
        when=words,
        hour=time(one.hour).isoformat("minutes"),
        moment=page.moment(one.due),
    )
