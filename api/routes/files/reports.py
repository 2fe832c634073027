"""Reports that people save: made at once or by themselves, each file a job of theirs."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request

from api.answers.made.ordering import MONTH, checked_span, order_of
from api.answers.problems import WITH_KEY, documented
from api.answers.shapes.jobs import Report, ReportList
from api.answers.sheets import Format
from api.errors import ProblemError
from api.requests.auth import Authorised, may_take, session_of
from api.services.api_keys import Caller
from api.services.deps import working
from api.services.people.reports import Owner, Saved, TooManyError, Wanted
from api.services.people.schedules import MONTHDAY_MAX, Every, Schedule, Span
from projections.reads.files.exports import EXPORTS

router: Final = APIRouter(tags=["exports"])
ReportPath = Annotated[
    str,
    Path(pattern=r"^[0-9a-f]{16}$", description="The report's id.", examples=["0f3a5c7e9b1d2f40"]),
]
Title = Annotated[
    str,
    Query(
        pattern=r"^[^\x00-\x1f]{1,80}$",
        description="By what its owner knows it; another of this title is replaced.",
        examples=["Receita de ontem"],
    ),
]


@router.get(
    "/v1/reports",
    operation_id="listReports",
    summary="One's own saved reports",
    response_model=ReportList,
    responses=documented(*WITH_KEY),
)
def list_reports(caller: Authorised, request: Request) -> ReportList:
    """Return the reports that this person saved, each with its files that are kept."""
    found = working(request).reports.table.of(owner_of(request, caller))
    return ReportList.model_validate({"items": [_told(request, caller, one) for one in found]})


@router.post(
    "/v1/reports",
    operation_id="saveReport",
    summary="Save a report, with its schedule",
    response_model=Report,
    responses=documented(*WITH_KEY, "invalid-request", "busy"),
)
def save_report(
    caller: Authorised,
    request: Request,
    title: Title,
    export: Annotated[
        str,
        Query(
            description=f"An export's name, or `{MONTH}`: all papers.",
            examples=["revenue-days"],
            json_schema_extra={"enum": [MONTH, *EXPORTS]},
        ),
    ],
    form: Annotated[Format, Query(alias="format", description="The form of its files.")] = "csv",
    span: Annotated[
        Span, Query(description="Its days, told by the day on which it is made.")
    ] = "all",
    lang: Annotated[Literal["pt", "en"], Query(description="Of a month's papers.")] = "pt",
    place: Annotated[str | None, Query(max_length=80, description="Of this place alone.")] = None,
    casino: Annotated[str | None, Query(max_length=80, description="Of this casino alone.")] = None,
    every: Annotated[Every, Query(description="How often it is made by itself.")] = "never",
    hour: Annotated[int, Query(ge=0, le=23, description="By the casino's clock.")] = 8,
    weekday: Annotated[int, Query(ge=1, le=7, description="1 is Monday.")] = 1,
    monthday: Annotated[int, Query(ge=1, le=MONTHDAY_MAX, description="Of a monthly one.")] = 1,
) -> Report:
    """Save a report of this person; it is made with the role and casinos that he then has."""
    filters = {name: value for name, value in (("place", place), ("casino", casino)) if value}
    order = order_of(export, form, lang, filters)
    if not may_take(caller.role, order):
        raise ProblemError("forbidden", f"export: {export} is not for this key's role")
    schedule = Schedule(every=every, hour=hour, weekday=weekday, monthday=monthday)
    wanted = Wanted(title=title, order=order, span=checked_span(order, span), schedule=schedule)
    owner = owner_of(request, caller)
    try:
        id_ = working(request).reports.save(owner, wanted)
    except TooManyError as error:
        raise ProblemError("busy", str(error)) from error
    return _one(request, caller, id_)


@router.post(
    "/v1/reports/{report}/run",
    operation_id="runReport",
    summary="Make a saved report now",
    response_model=Report,
    responses=documented(*WITH_KEY, "not-found"),
)
def run_report(caller: Authorised, request: Request, report: ReportPath) -> Report:
    """Have a saved report made now; `told` says what became of that, `files` where it is."""
    if working(request).reports.run(owner_of(request, caller), report) is None:
        raise _no_such(report)
    return _one(request, caller, report)


@router.delete(
    "/v1/reports/{report}",
    operation_id="removeReport",
    summary="Forget a saved report, with its files",
    response_model=Report,
    responses=documented(*WITH_KEY, "not-found"),
)
def remove_report(caller: Authorised, request: Request, report: ReportPath) -> Report:
    """Forget a saved report of this person; its files go with it."""
    told = _one(request, caller, report)
    working(request).reports.remove(owner_of(request, caller), report)
    return told


def owner_of(request: Request, caller: Caller) -> Owner:
    """Return whoever asks as the owner of reports: by the key that came along, or by a session."""
    session = None if "Authorization" in request.headers else session_of(request)
    return Owner(name=caller.name, comes="key") if session is None else Owner.of_session(session)


def _no_such(report: str) -> ProblemError:
    return ProblemError("not-found", f"this person saved no report {report}")


def _one(request: Request, caller: Caller, id_: str) -> Report:
    found = working(request).reports.table.of(owner_of(request, caller))
    one = next((one for one in found if one.id == id_), None)
    if one is None:
        raise _no_such(id_)
    return Report.model_validate(_told(request, caller, one))


def _told(request: Request, caller: Caller, one: Saved) -> dict[str, Any]:
    order, reports = one.order, working(request).reports
    names = ("id", "title", "span", "every", "hour", "weekday", "monthday", "due", "ran", "told")
    return {
        **{name: getattr(one, name) for name in names},
        "export": MONTH if order.what == "month" else order.name,
        "format": order.form,
        "filters": dict(order.filters) | ({"casino": order.casino} if order.casino else {}),
        "files": [f"/v1/jobs/{file.id}" for file in reports.files_of(one, caller)],
    }
