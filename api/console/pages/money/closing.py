"""Fecho: what a month and each of its gaming days want before they are closed, and where."""

from calendar import monthrange
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response

from api.console.frame import Frame, NothingSuchError, Page, PageRoute
from api.console.language.words import mark as _
from api.console.pages.reference.reports import files_of
from projections.reads.files.exports import EXPORTS
from projections.reads.floor.closing import DAILY, Closing, Task, by_day, checklist, left

SUBJECTS: Final[Mapping[str, str]] = {
    "tables": _("Tables counted"),
    "drops": _("Boxes counted"),
    "cagnottes": _("Cagnotte boxes counted"),
    "rounds": _("Rounds judged"),
    "machines": _("Machines closed"),
    "counters": _("Machines whose counters agree"),
    "hand pays": _("Payments by hand settled"),
    "actas": _("Jogadas entered in the actas"),
    "cover": _("Casinos with their jackpots covered"),
    "findings": _("Findings seen to"),
    "disputes": _("Disputes decided"),
    "closed": _("Gaming day closed"),
    "summed": _("Events summed"),
    "tax": _("Tax declared"),
    "signatures": _("Signed by two persons"),
}
WHERE: Final[Mapping[str, str]] = {
    "tables": "/mesas?dia={day}",
    "drops": "/mesas?dia={day}",
    "cagnottes": "/mesas?dia={day}",
    "rounds": "/mesas?dia={day}",
    "machines": "/contadores?dia={day}",
    "counters": "/contadores?dia={day}&excepcoes=sim",
    "hand pays": "/contadores?dia={day}",
    "actas": "/actas?dia={day}",
    "cover": "/atos/cover-declared?dia={day}",
    "findings": "/constatacoes",
    "disputes": "/disputas",
    "closed": "/atos/gaming-day-closed?dia={day}",
    "summed": "/estado",
    "tax": "/atos/tax-declared",
    "signatures": "/atos",
}
"""Where one does what a line wants, of its day."""
MONTHLY_FILES: Final = ("general-ledger", "table-days", "contadores", "pool-statements")
"""Exports of a month that a closing takes along."""
SHOWN: Final = 60
"""Lines of the whole month that still want something; the page says how many there are beyond."""

router: Final = APIRouter(route_class=PageRoute)

MonthOf = Annotated[str | None, Query(alias="mes", pattern=r"^(\d{4}-\d\d)?$")]
DayOf = Annotated[str | None, Query(alias="dia", pattern=r"^(\d{4}-\d\d-\d\d)?$")]


@router.get("/fecho", operation_id="showClosing")
def show_closing(page: Page, month: MonthOf = None, day: DayOf = None) -> Response:
    """Show a month's checklist, day by day, and where each point is done."""
    chosen = _date(page, day)
    first = _month(page, month, chosen)
    last = first.replace(day=monthrange(first.year, first.month)[1])
    lines = checklist(Closing(page.view.connection, trust=page.trust).facts(first, last))
    wanting = left(lines)
    days = by_day(lines)
    if chosen is None or not first <= chosen <= last:
        chosen = page.house.day if page.house.day in days else max(days, default=None)
    return page.answer(
        "money/closing.html",
        month=first,
        last=last,
        lines=lines,
        whole=[one for one in lines if one.day is None],
        wanting=wanting,
        most=SHOWN,
        chosen=chosen,
        daily=[] if chosen is None else [*days.get(chosen, {}).values()],
        days=[(one, _summed(tasks)) for one, tasks in sorted(days.items())],
        subjects=SUBJECTS,
        address=_address,
        of=len(DAILY),
        files=files_of(page, first.isoformat()[:7]),
        exports=[(name, EXPORTS[name].title[page.language]) for name in MONTHLY_FILES],
    )


def _address(task: Task) -> str:
    """Return where a line is done."""
    return WHERE[task.subject].format(day="" if task.day is None else task.day.isoformat())


def _summed(tasks: Mapping[str, Task]) -> dict[str, Any]:
    """Return how many of a day's lines are in each state."""
    states = [one.state for one in tasks.values()]
    return {state: states.count(state) for state in ("done", "missing", "unproved", "none")}


def _month(page: Frame, month: str | None, chosen: date | None) -> date:
    """Return a month's first day: the one asked for, the chosen day's, or the newest played."""
    if month:
        return _parsed(page, f"{month}-01", month)
    return (chosen or page.house.day or datetime.now(UTC).date()).replace(day=1)


def _date(page: Frame, day: str | None) -> date | None:
    return _parsed(page, day, day) if day else None


def _parsed(page: Frame, text: str, said: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NothingSuchError(
            page.say(_("%(day)s is no day of any calendar."), day=said), back="/fecho"
        ) from None
