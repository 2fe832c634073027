"""Findings, and the table of their codes."""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.answers import papers
from api.answers.problems import READING, WITH_KEY, documented
from api.answers.schemas import CodeList, Finding, FindingPage
from api.documents.cases.findings import ROWS_MAX, findings_document, too_many
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Authorised, Exporter, Reader
from api.services.deps import Pages, Reads, View
from projections.reads.queries import Row
from projections.replay.codes import CODES, title_of

router: Final = APIRouter(tags=["findings"])


@router.get(
    "/v1/findings",
    operation_id="listFindings",
    summary="What is wrong",
    response_model=FindingPage,
    responses=documented(*READING),
)
def list_findings(
    _: Reader,
    view: Reads,
    pages: Pages,
    code: p.Code = None,
    place: p.Place = None,
    round: p.RoundOf = None,  # noqa: A002 - the filter's name
    severity: p.Severity = None,
    state: p.State = None,
    known: p.Known = None,
    after: p.AfterFinding = None,
    limit: p.Limit = p.LIMIT_DEFAULT,
) -> FindingPage:
    """Return findings in the order in which they became known."""
    rows = view.queries.findings(
        code=code,
        place=place,
        round_id=round,
        severity=severity,
        state=state,
        after=p.pair_of(after, (0, "")),
        limit=limit,
        known=known,
    )
    last = f"{rows[-1]['known_from']},{rows[-1]['id']}" if rows else ""
    return FindingPage.model_validate(
        {
            **view.standing(),
            "items": finding_rows(view, rows),
            "next": pages.next(rows, limit, last),
        }
    )


@router.get(
    "/v1/findings/pdf",
    operation_id="exportFindingsPdf",
    summary="What is wrong, as PDF/A",
    response_class=Response,
    responses={**papers.PDF, **documented(*READING, "too-many")},
)
def get_findings_pdf(
    _: Exporter,
    request: Request,
    view: Reads,
    code: p.Code = None,
    place: p.Place = None,
    round: p.RoundOf = None,  # noqa: A002 - the filter's name
    severity: p.Severity = None,
    state: p.State = None,
    known: p.Known = None,
    lang: papers.Lang = "pt",
) -> Response:
    """Return the findings with rule and proof; a list too long for a document is refused whole."""
    of = papers.source(request, view, known)
    count, rows = view.queries.chosen_findings(
        most=ROWS_MAX,
        code=code,
        place=place,
        round_id=round,
        severity=severity,
        state=state,
        known=known,
    )
    refusal = too_many(count)
    if refusal is not None:
        raise ProblemError("too-many", refusal)
    given = {"code": code, "place": place, "round": round, "severity": severity, "state": state}
    filters = {name: value for name, value in given.items() if value is not None}
    asked = urlencode({**filters, "known": of.position, "lang": lang})
    again = f"GET {request.url.path}?{asked}"
    document = findings_document(rows, filters, again, lang, of.zone)
    return papers.answer(document, of, "findings")


@router.get(
    "/v1/findings/{finding_id}",
    operation_id="getFinding",
    summary="One finding, in every version",
    response_model=Finding,
    responses=documented(*READING, "not-found"),
)
def get_finding(_: Reader, view: Reads, finding_id: p.FindingPath) -> Finding:
    """Return a finding as it was known from the first time on; nothing of it is ever removed."""
    rows = view.queries.finding(finding_id)
    if not rows:
        raise ProblemError("not-found", f"no finding {finding_id} is known")
    return Finding.model_validate({**view.standing(), "versions": finding_rows(view, rows)})


@router.get(
    "/v1/codes",
    operation_id="listCodes",
    summary="Every code of a finding",
    response_model=CodeList,
    responses=documented(*WITH_KEY),
)
def list_codes(_: Authorised) -> CodeList:
    """Return the table of codes: severity, rule, evidence, title and sentence in both languages."""
    return CodeList.model_validate(
        {
            "items": [
                {
                    "code": one.code,
                    "severity": one.severity,
                    "rule": one.rule,
                    "evidence": one.evidence,
                    "manual": one.manual,
                    "title": {
                        "pt": title_of(one.code, "pt"),
                        "en": title_of(one.code, "en"),
                    },
                    "text": {"pt": one.pt, "en": one.en},
                }
                for one in CODES.values()
            ]
        }
    )


def finding_rows(view: View, rows: Sequence[Row]) -> list[Row]:
    """Return findings with the names of the events that prove them and their sentences."""
    names = view.names(sorted({position for row in rows for position in row["positions"]}))
    return [
        {
            **row,
            "events": [names[position] for position in row["positions"] if position in names],
            "facts": msgspec.json.decode(row["facts"], type=dict[str, Any]),
            "text": {"pt": CODES[row["code"]].pt, "en": CODES[row["code"]].en},
        }
        for row in rows
    ]
