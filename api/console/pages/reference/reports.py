"""Relatórios: every table that can be had as a file, and files that are made while one goes on."""

import re
from datetime import date
from importlib.util import find_spec
from typing import Annotated, Final, Literal, NamedTuple, cast, get_args

import msgspec
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import FileResponse, RedirectResponse

from api.answers.made.making import media_of
from api.answers.sheets import Format
from api.console.frame import HEADERS, Frame, NothingSuchError, Page, PageRoute, Signed, public
from api.console.language import formats
from api.console.language.words import language_of
from api.console.language.words import mark as _
from api.console.pages.entrance import Form
from api.console.pages.reference.notices import choices, subscriptions_of
from api.console.pages.reference.saved import SPANS, saved_of, whens
from api.requests.auth import ACCESS, export_operation
from api.services.api_keys import OF_THE_AUTHORITY, Caller
from api.services.deps import Working, working
from api.services.people.prepared import KEPT_HOURS, FullError, Order, Prepared
from api.services.people.sessions import is_form_of
from projections.reads.files.export_counts import ROWS_LARGE, rows_of
from projections.reads.files.exports import EXPORTS

ADDRESS: Final = "/relatorios"
CLOSING: Final = "/fecho"
"""The page of a month, to which who asked there for its papers comes back."""
FULL: Final = "cheio"
"""Of the page's address: that no further file was begun."""
STATES: Final = {
    "waiting": _("waits its turn"),
    "making": _("is being made"),
    "ready": _("is ready"),
    "failed": _("could not be made"),
    "cancelled": _("was cancelled"),
}
REASONS: Final = {
    "interrupted": _("the service ended three times while it was made; ask for less at once"),
    "no-room": _("the service's disk has no room"),
    "too-large": _("it is larger than a file may be; ask for less at once"),
    "error": _("the service's log has the reason"),
}
"""Why a file could not be made."""
PARTS: Final = {
    "fecho": _("daily record"),
    "mesas": _("tables of a day"),
    "imposto": _("tax"),
    "jackpot": _("statement of a jackpot"),
    "premio": _("file of a prize"),
    "contadores": _("contadores of the machines"),
    "acta": _("acta of bingo"),
}
"""What a paper of a month is, by the first word of its name; the others are tables for programs."""

COUNTED_MAX: Final = 200_000
"""Rows that are counted of each of all tables; the button of one table's page counts on."""
_is_month: Final = re.compile(r"\d{4}-\d\d").fullmatch
_MAKING: Final = STATES["making"]
router: Final = APIRouter(route_class=PageRoute)


@router.get(ADDRESS, operation_id="showReports")
def show_reports(
    page: Page, full: Annotated[Literal["", "1", "2", "3"], Query(alias=FULL)] = ""
) -> Response:
    """Show each export with its rows and formats, the papers of a day, and one's own files."""
    session = page.session
    assert session is not None, "a page that reads has a session"
    return page.answer(
        "reference/reports.html",
        exports=[
            (export.name, export.title[page.language], _rows(page, export.name), export.takes_known)
            for export in EXPORTS.values()
            if _may(page, export.name)
        ],
        uncounted={one.name for one in EXPORTS.values() if one.work_out is not None},
        most=COUNTED_MAX,
        large=ROWS_LARGE,
        day=page.house.day,
        forms=_forms(),
        files=files_of(page),
        token=session.form_token,
        kept=KEPT_HOURS,
        full=full,
        saved=saved_of(page),
        spans=[(name, page.say(words)) for name, words in SPANS.items()],
        whens=whens(page),
        subscribed=subscriptions_of(page),
        among=choices(page),
    )


def _rows(page: Frame, name: str) -> int | None:
    """Return how many rows a table has; None of more than are counted.

    The history has a row an event, so that its rows are the position of whoever sees all of it.
    """
    if name == "history" and page.view.reach is None and page.role in OF_THE_AUTHORITY:
        return page.origin.position
    found = rows_of(page.view.connection, name, most=COUNTED_MAX)
    return None if found > COUNTED_MAX else found


class File(NamedTuple):
    """A file that somebody asked for, as his pages show it."""

    one: Prepared
    title: str
    state: str
    """In words; while it is made, which part of how many."""


def files_of(page: Frame, month: str | None = None) -> list[File]:
    """Return the files that whoever asks for a page asked for, of a month or all of them."""
    session = page.session
    assert session is not None, "a page that reads has a session"
    return [
        File(one, _title(page, one.order), _how_far(page, one))
        for one in page.work.prepared.of(session.caller)
        if (month is None and one.report is None)
        or (one.order.what, one.order.name) == ("month", month)
    ]


def files_told(page: Frame, work: Working, caller: Caller) -> str:
    """Return how far a person's files are that are under way, as JSON; nothing where none is."""
    told = [
        {"id": one.id, "done": one.done, "of": one.of, "said": _how_far(page, one)}
        for one in work.prepared.of(caller)
        if one.under_way
    ]
    return msgspec.json.encode(told).decode() if told else ""


def _how_far(page: Frame, one: Prepared) -> str:
    """Return how far a file is: which part of how many, or how many bytes, or its state."""
    done = formats.whole(one.done)
    if one.reason:
        return f"{page.say(STATES[one.state])}: {page.say(REASONS[one.reason])}"
    if one.state != "making":
        return page.say(STATES[one.state])
    if one.of:
        part = PARTS.get(one.part.partition("-")[0]) if one.part.endswith((".pdf", ".xml")) else ""
        return page.say(
            _("paper %(number)s of %(of)s, %(part)s"),
            number=formats.whole(min(one.done + 1, one.of)),
            of=formats.whole(one.of),
            part=page.say(part or _("table for programs")),
        )
    return page.say(_("%(count)s bytes so far"), count=done) if one.done else page.say(_MAKING)


def _may(page: Frame, export: str) -> bool:
    """Tell whether a role takes an export away: who read what is not for all."""
    return page.role in (ACCESS[export_operation(export)] or ())


def _forms() -> list[tuple[str, Format]]:
    """Return the forms that a table can be had in here, each with its word."""
    words = {"csv-pt": "CSV", "xlsx-pt": "XLSX", "jsonl": "JSON Lines", "parquet": "Parquet"}
    every = cast("tuple[Format, ...]", get_args(Format))
    there: list[Format] = [one for one in every if one != "parquet" or find_spec("pyarrow")]
    return [(words.get(str(one), one.upper()), one) for one in there]


def _title(page: Frame, order: Order) -> str:
    if order.what == "month":
        year, _dash, month = order.name.partition("-")
        return page.say(_("All papers of %(month)s"), month=f"{month}-{year}")
    days = [formats.day(str(order.filters[one])) for one in ("from", "to") if one in order.filters]
    return ", ".join((EXPORTS[order.name].title[page.language], *dict.fromkeys(days)))


@router.post(ADDRESS, operation_id="prepareReport")
def prepare_report(session: Signed, request: Request, form: Form) -> Response:
    """Begin to make a file that takes long; what is under way already is not begun again."""
    month, told = form.get("month", ""), ""
    if is_form_of(session, form.get("token", "")):
        try:
            working(request).prepared.ask(session.caller, _order(public(request), form))
        except FullError:
            told = f"?{FULL}=1"
    back = f"{ADDRESS}{told}#files"
    if "closing" in form and _is_month(month) and not told:
        back = f"{CLOSING}?mes={month}#files"
    return RedirectResponse(back, 303, dict(HEADERS))


@router.post(f"{ADDRESS}/{{prepared}}", operation_id="cancelReport")
def cancel_report(session: Signed, request: Request, prepared: str, form: Form) -> Response:
    """Make a file of one's own no further, or let it go."""
    if is_form_of(session, form.get("token", "")):
        working(request).prepared.cancel(prepared, session.caller)
    month = form.get("month", "")
    back = f"{CLOSING}?mes={month}" if "closing" in form and _is_month(month) else ADDRESS
    return RedirectResponse(f"{back}#files", 303, dict(HEADERS))


def _order(page: Frame, form: dict[str, str]) -> Order:
    """Return the file that a form asks for.

    Raises:
        NothingSuchError: there is none of that name, form or day.

    """
    language = language_of(page.language)
    if month := form.get("month"):
        _day(page, f"{month}-01")
        return Order(what="month", name=month, form="zip", language=language)
    export, chosen = EXPORTS.get(form.get("table", "")), form.get("format", "csv")
    if (
        export is None
        or not _may(page, export.name)
        or chosen not in {one for _word, one in _forms()}
    ):
        raise NothingSuchError(page.say(_("There is no such file.")), back=ADDRESS)
    filters: dict[str, str | int] = {
        name: _day(page, form[name])
        for name in ("from", "to")
        if form.get(name) and name in export.filters
    }
    return Order(what="export", name=export.name, form=chosen, filters=filters, language=language)


def _day(page: Frame, text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        said = page.say(_("%(day)s is no day of any calendar."), day=text)
        raise NothingSuchError(said, back=ADDRESS) from None


@router.get(f"{ADDRESS}/{{prepared}}", operation_id="exportPrepared")
def take_report(session: Signed, request: Request, prepared: str) -> Response:
    """Hand a file out to whoever asked for it; that he took it is written down first."""
    work = working(request)
    found = work.prepared.take(prepared, session.caller)
    if found is None:
        page = public(request)
        raise NothingSuchError(
            page.say(_("There is no such file.")),
            page.say(_("A file is kept for %(hours)s hours."), hours=KEPT_HOURS),
            back=ADDRESS,
        )
    work.reads.flush(everything=True)
    one, path = found
    media, suffix = media_of(one.order)
    name = f"{one.order.file}.{suffix}"
    return FileResponse(path, media_type=media, filename=name, headers={**_KEPT, "ETag": one.id})


_KEPT: Final = {"Cache-Control": "no-store"}
