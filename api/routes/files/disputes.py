"""The papers of a dispute: its decision, and the letter to the player."""

from collections.abc import Callable
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from api.answers import papers
from api.answers.problems import READING, documented
from api.documents.cases.dispute import Case, decision_document, letter_document
from api.documents.cases.reading import read_case
from api.documents.document import Document, Language, pdf_of
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Exporter
from api.services.deps import Reads, View, working

router: Final = APIRouter(tags=["disputes"])

DisputePath = Annotated[
    str,
    Path(
        pattern=p.SIGNED,
        description="The case's name.",
        examples=["D-2026-0001"],
    ),
]


@router.get(
    "/v1/disputes/{dispute:path}/letter/pdf",
    operation_id="exportDisputeLetterPdf",
    summary="The letter to the complainant, as PDF/A",
    response_class=Response,
    responses={**papers.PDF, **documented(*READING, "not-found")},
)
def get_letter_pdf(
    _: Exporter, request: Request, view: Reads, dispute: DisputePath, lang: papers.Lang = "pt"
) -> Response:
    """Return the letter to the player: of him alone, his seat's sums, answer and decision."""
    return _paper(request, view, dispute, lang, letter_document)


@router.get(
    "/v1/disputes/{dispute:path}/pdf",
    operation_id="exportDisputePdf",
    summary="A dispute and its decision, as PDF/A",
    response_class=Response,
    responses={**papers.PDF, **documented(*READING, "not-found")},
)
def get_dispute_pdf(
    _: Exporter, request: Request, view: Reads, dispute: DisputePath, lang: papers.Lang = "pt"
) -> Response:
    """Return a case: claim, term, rounds by seat, answer, decision, appeal, payment, evidence."""
    return _paper(request, view, dispute, lang, decision_document)


def _paper(
    request: Request,
    view: View,
    dispute: str,
    lang: Language,
    made: Callable[[Case, Language, str], Document],
) -> Response:
    services = working(request).services
    case = read_case(view.connection, services.conninfo, dispute)
    if case is None:
        raise ProblemError("not-found", f"no dispute {dispute} is known")
    of = papers.source(request, view)
    kind = "letter" if made is letter_document else "dispute"
    pdf = pdf_of(made(case, lang, of.zone), of)
    if services.sign_paper is not None:
        pdf = services.sign_paper(pdf)
    return papers.file(pdf, f"{kind}-{dispute}")
