"""Verificação: the newest recomputation of the whole log, and the button that begins another."""

from functools import partial
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from api.console.frame import HEADERS, Page, PageRoute, Signed
from api.console.language.checks import FAULTS, check_words
from api.console.pages.entrance import Form
from api.services.deps import working
from api.services.people.sessions import is_form_of

PROBLEMS_SHOWN: Final = 100

router: Final = APIRouter(route_class=PageRoute)


@router.get("/verificacao", operation_id="showVerification")
def show_verification(page: Page) -> Response:
    """Show the finds of the newest verification, or how far a running one is."""
    proofs = page.work.proofs
    report = None if proofs.last is None else proofs.last.report
    problems = [] if report is None else report.problems
    return page.answer(
        "proof/verification.html",
        checked=proofs.last,
        progress=proofs.progress,
        failed=proofs.failed,
        problems=problems[:PROBLEMS_SHOWN],
        more=max(0, len(problems) - PROBLEMS_SHOWN),
        faults=FAULTS,
        told=partial(check_words, language=page.language),
    )


@router.post("/verificacao", operation_id="verify")
def verify(session: Signed, request: Request, form: Form) -> Response:
    """Begin a verification; two people who ask at once get one."""
    if is_form_of(session, form.get("token", "")):
        working(request).proofs.start()
    return RedirectResponse("/verificacao", 303, dict(HEADERS))
