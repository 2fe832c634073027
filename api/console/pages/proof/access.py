"""Sessões e chaves: who sits at the console now, and which API keys let in.

Everybody ends his own sessions; an inspector or administrator those of others within his casinos.
Keys are made and revoked by registrars (the matrix), whose keys are not of this server: the page
says so, and how.
"""

from datetime import UTC, datetime
from functools import partial
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from api.console.frame import HEADERS, ROLE_WORDS, Frame, Page, PageRoute, Signed
from api.console.language.words import mark as _
from api.console.pages.entrance import Form, forget
from api.services.api_keys import Role
from api.services.deps import working
from api.services.people.sessions import COOKIE, is_form_of
from api.services.people.sitting import OVERSEERS, keys_for, sittings_for

ADDRESS: Final = "/acessos"
KEYS_SHOWN: Final = 200
STATES: Final = {
    "living": _("lets in"),
    "expired": _("has ended"),
    "revoked": _("was revoked"),
}
SOURCE: Final = _("Device")

router: Final = APIRouter(route_class=PageRoute)


@router.get(ADDRESS, operation_id="showAccess")
def show_access(page: Page) -> Response:
    """Show the sessions that let in, and the keys, as far as whoever asks may see them."""
    session = page.session
    assert session is not None, "a page that reads has a session"
    now = datetime.now(UTC)
    keys = keys_for(session.caller, page.work.services.gate.issued())
    keys.sort(key=lambda one: one.state(now) != "living")
    return page.answer(
        "proof/access.html",
        sittings=sittings_for(session.caller, page.work.sessions.living()),
        own=session,
        oversees=page.role in OVERSEERS,
        keys=[(one, STATES[one.state(now)], one.state(now)) for one in keys[:KEYS_SHOWN]],
        living=sum(one.state(now) == "living" for one in keys),
        more=max(0, len(keys) - KEYS_SHOWN),
        role_of=partial(role_word, page),
    )


def role_word(page: Frame, role: str) -> str:
    """Write the role of a key or a session."""
    return page.say(SOURCE if role == Role.SOURCE else ROLE_WORDS[Role(role)])


@router.post(f"{ADDRESS}/sessoes", operation_id="endSession")
def end_session(session: Signed, request: Request, form: Form) -> Response:
    """End a session that whoever asks may see, or every session of his own."""
    sessions = working(request).sessions
    answer = RedirectResponse(ADDRESS, 303, dict(HEADERS))
    if not is_form_of(session, form.get("token", "")):
        return answer
    if form.get("all") == "1":
        sessions.end_all_of(session.caller.name)
    else:
        seen = {one.id for one in sittings_for(session.caller, sessions.living())}
        if form.get("id", "") in seen:
            sessions.end(form["id"])
    if sessions.find(request.cookies.get(COOKIE)) is None:
        answer = RedirectResponse("/entrar?saiu=1", 303, dict(HEADERS))
        forget(request, answer, COOKIE)
    return answer
