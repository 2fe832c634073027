"""Constatações: the inbox by money, and one case with rule and proof beside it."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Response
from msgspec import Struct

from api.console import sentences
from api.console.frame import ALL, Frame, NothingSuchError, Page, PageRoute
from api.console.language.law import ground_of
from api.console.language.words import mark as _
from api.console.pages.decide.entitled import entitled
from api.requests import parameters as p
from projections.reads.cases import CASES_MAX, Case, Group, counted, hours_of, open_cases
from projections.reads.log.told import told_at
from projections.replay.codes import CODES

SHOWN_OF_GROUP: Final = 60
STATES: Final = (
    ("open", _("Unseen")),
    ("acknowledged", _("Seen")),
    ("explained", _("Explained")),
    ("remedied", _("Remedied")),
    ("accepted", _("Accepted")),
    ("sanctioned", _("Sanctioned")),
    ("void", _("No effect")),
    ("reopened", _("Reopened")),
)

ACTS: Final = (
    ("finding-acknowledged", _("Acknowledge")),
    ("finding-explained", _("Explain")),
    ("finding-decided", _("Decide")),
    ("settlement-paid", _("Pay what is owed")),
)
"""Acts that a finding may have, in the order in which it goes through them."""

PATH: Final = (
    ("open", _("Unseen")),
    ("acknowledged", _("Seen")),
    ("explained", _("Explained")),
    ("", _("Decided")),
)
"""The way of a finding; the last step has a word of its own for each end."""

router: Final = APIRouter(route_class=PageRoute)

State = Annotated[str, Query(alias="estado", pattern=r"^[a-z-]{1,20}$")]
Severity = Annotated[str | None, Query(alias="gravidade", pattern=r"^[a-z]{1,20}$")]
Place = Annotated[str | None, Query(alias="lugar", pattern=r"^[^\x00-\x1f\x7f]{1,80}$")]
CodeOf = Annotated[str | None, Query(alias="codigo", pattern=r"^[A-Z0-9-]{1,40}$")]
DayOf = Annotated[str | None, Query(alias="dia", pattern=r"^(\d{4}-\d\d-\d\d)?$")]


class Chosen(Struct, frozen=True, kw_only=True):
    """The filters of the inbox, as they stand in its address."""

    state: str
    severity: str | None
    place: str | None
    code: str | None
    day: date | None

    def address(self, base: str = "/constatacoes", **other: str | None) -> str:
        """Return the inbox with these filters, some of them changed."""
        now: Mapping[str, str | None] = {
            "estado": None if self.state == "open" else self.state,
            "gravidade": self.severity,
            "lugar": self.place,
            "codigo": self.code,
            "dia": None if self.day is None else self.day.isoformat(),
            **other,
        }
        query = urlencode({name: value for name, value in now.items() if value})
        return f"{base}?{query}" if query else base


@router.get("/constatacoes", operation_id="showFindings")
def show_findings(
    page: Page,
    state: State = "open",
    severity: Severity = None,
    place: Place = None,
    code: CodeOf = None,
    day: DayOf = None,
) -> Response:
    """Show the findings case by case, the one with most money open beside them."""
    chosen = Chosen(state=state, severity=severity, place=place, code=code, day=_day(page, day))
    return _inbox(page, chosen, None)


@router.get("/constatacoes/{finding_id}", operation_id="showFinding")
def show_finding(
    page: Page,
    finding_id: p.FindingPath,
    state: State = "open",
    severity: Severity = None,
    place: Place = None,
    code: CodeOf = None,
    day: DayOf = None,
) -> Response:
    """Show one case, beside the inbox it was opened from."""
    chosen = Chosen(state=state, severity=severity, place=place, code=code, day=_day(page, day))
    return _inbox(page, chosen, finding_id)


def _day(page: Frame, said: str | None) -> date | None:
    try:
        return date.fromisoformat(said) if said else None
    except ValueError:
        raise NothingSuchError(
            page.say(_("%(day)s is no day."), day=said), "", "/constatacoes"
        ) from None


def _inbox(page: Page, chosen: Chosen, finding_id: str | None) -> Response:
    connection = page.view.connection
    state = None if chosen.state == ALL else chosen.state
    total, cases = open_cases(
        connection,
        state=state,
        severity=chosen.severity,
        place=chosen.place,
        code=chosen.code,
        day=chosen.day,
    )
    numbers = counted(connection)
    here = next((case for case in cases if finding_id in case.ids), None)
    if finding_id is None and cases:
        here, finding_id = cases[0], cases[0].id
    detail = None if finding_id is None else _detail(page, finding_id, here)
    groups = [
        (group, page.say(sentences.GROUP_WORDS[group]), of)
        for group in Group
        if (of := [case for case in cases if case.group is group])
    ]
    day = page.house.day
    return page.answer(
        "decide/findings.html",
        chosen=chosen,
        chips=_chips(page, chosen, numbers),
        groups=groups,
        total=total,
        taken=min(total, CASES_MAX),
        most=SHOWN_OF_GROUP,
        detail=detail,
        here=here,
        alone=page.request.url.path != "/constatacoes",
        say=sentences,
        numbers=numbers,
        rounds={} if day is None or groups else page.view.queries.verdict_states(day),
        day=day,
    )


def _chips(
    page: Page, chosen: Chosen, numbers: Mapping[tuple[str, str], int]
) -> list[tuple[str, int, str, bool]]:
    """Return the filter chips: words, how many, address, whether chosen."""
    found: list[tuple[str, int, str, bool]] = []
    for state, words in STATES:
        count = sum(n for (one, _s), n in numbers.items() if one == state)
        if state in ("open", "acknowledged", chosen.state) or count:
            address = chosen.address(estado=None if state == "open" else state)
            found.append((page.say(words), count, address, chosen.state == state))
    every = sum(numbers.values())
    found.append((page.say(_("All")), every, chosen.address(estado=ALL), chosen.state == ALL))
    for severity, words in (("critical", _("Critical")), ("ordinary", _("Ordinary"))):
        count = sum(
            n for (one, of), n in numbers.items() if of == severity and chosen.state in (one, ALL)
        )
        on = chosen.severity == severity
        address = chosen.address(gravidade=None if on else severity)
        found.append((page.say(words), count, address, on))
    return found


def _track(page: Frame, versions: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, str]]:
    """Return the way of a finding: each step in words, its hour, whether done, now or to come."""
    state = versions[-1]["state"]
    words = dict(STATES)
    known = [one for one, _words in PATH]
    at = 0 if state == "reopened" else known.index(state) if state in known else len(PATH) - 1
    since: dict[str, int] = {}
    for one in versions:
        since.setdefault(one["state"], one["known_from"])
    hours = hours_of(page.view.connection, sorted(since.values()))
    steps: list[tuple[str, str, str]] = []
    for number, (step, said) in enumerate(PATH):
        name = state if number == at else step
        position = since.get(name)
        hour = "" if position is None else page.hour(hours.get(position))[:5]
        stage = "done" if number < at else "now" if number == at else ""
        steps.append((page.say(words.get(name, said)), hour if number <= at else "", stage))
    return steps


def _detail(page: Page, finding_id: str, case: Case | None) -> dict[str, Any]:
    """Return the contents of a case's sheet."""
    versions = page.view.queries.finding(finding_id)
    if not versions:
        raise NothingSuchError(page.say(_("There is no such finding.")), back="/constatacoes")
    ids = (finding_id,) if case is None else case.ids
    rows = [page.view.queries.finding(one)[-1] for one in ids]
    first = rows[0]
    positions = sorted({one for row in rows for one in row["positions"]})
    hours = hours_of(page.view.connection, positions[-1:])
    amounts = [row["amount"] for row in rows if row["amount"] is not None]
    return {
        "rows": rows,
        "first": first,
        "at": hours.get(positions[-1]) if positions else None,
        "amount": sum(map(abs, amounts)) if amounts else None,
        "events": told_at(page.view.connection, positions),
        "text": sentences.finding_text(page, first["code"]),
        "code": CODES.get(first["code"]),
        "ground": ground_of(first["rule"], page.language),
        "holds": first["known_until"] is None,
        "versions": versions,
        "track": _track(page, versions),
        "acts": [
            (entitled(page, kind), page.say(words))
            for kind, words in ACTS
            if amounts or kind != "settlement-paid"
        ],
    }
