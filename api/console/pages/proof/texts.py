"""Um texto: what somebody wrote of an event, or where and by whose word it was erased."""

from typing import Final

from fastapi import APIRouter, Response

from api.answers.texts import told_text
from api.console.frame import NothingSuchError, Page, PageRoute
from api.console.language.words import mark as _
from api.requests import parameters as p
from ledger.events.personal import TextClass
from projections.reads.texts import CONTROLLER, now_of, parameter

TITLES: Final = {
    "held": _("The text of an event"),
    "erased": _("This text was erased"),
    "absent": _("This text was never handed in"),
    "unreadable": _("This text cannot be read: its key is gone"),
    "altered": _("What stands here is not what the event committed to"),
    "forbidden": _("This text is for inspectors"),
}
CLASSES: Final = {
    TextClass.CLAIM: _("claim, in somebody’s own words"),
    TextClass.DECISION: _("answer or decision, with its reasons"),
    TextClass.REPORT: _("report of what was seen"),
    TextClass.HEALTH: _("diagnosis"),
}

router: Final = APIRouter(route_class=PageRoute)


@router.get("/textos/{commitment}", operation_id="showText")
def show_text(page: Page, commitment: p.CommitmentPath) -> Response:
    """Show a text with the events that commit to it; the reading is written down."""
    connection = page.view.connection
    told = told_text(page.work.services.texts, connection, commitment, page.role)
    if told is None:
        raise NothingSuchError(page.say(_("No event commits to this text.")), back="/eventos")
    return page.answer(
        "proof/text.html",
        told=told,
        title=page.say(TITLES[told.state]),
        named=page.say(CLASSES[TextClass(told.standing.text_class)]),
        controller=parameter(connection, CONTROLLER, now_of(connection)),
    )
