"""Coming in by a login provider: there, back, and a logout that the provider tells of.

The session's cookie is of this site alone (SameSite=Strict), and the way back from a provider is
another site's: so whoever comes back gets a page of ours, which goes on by itself.
"""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Final
from urllib.parse import parse_qs

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import RedirectResponse

from api.console.frame import HEADERS, PageRoute, public, safe_target
from api.console.language.words import mark as _
from api.console.pages.entrance import entrance, forget, keep, keep_session
from api.requests.origin import address_of
from api.services.deps import working
from api.services.people.oidc import Provider, Refusal, SignInRefusedError
from api.services.people.sessions import COOKIE, SIGN_IN_SECONDS

SIGN_IN_COOKIE: Final = "razao_sign_in"
PATH: Final = "/entrar/fornecedor"
TOKEN_BYTES_MAX: Final = 16_384
_LOGGER = logging.getLogger(__name__)

router: Final = APIRouter(route_class=PageRoute)

REFUSALS: Final[Mapping[Refusal, str]] = {
    Refusal.AWAY: _("The login service does not answer. Nothing is lost; try again in a moment."),
    Refusal.STALE: _("This sign-in took too long, or was finished before. Begin again."),
    Refusal.DENIED: _("The login service let nobody in."),
    Refusal.UNTRUE: _("What came back was not the login service’s word about you. Begin again."),
    Refusal.NAMELESS: _("The login service knows you, and tells no name that can stand here."),
    Refusal.UNKNOWN: _(
        "The login service knows you, and none of your groups has a role here. Whoever runs it "
        "gives one."
    ),
    Refusal.SEVERAL: _(
        "Your groups have several roles here, and a person has one. Whoever runs the login "
        "service decides which."
    ),
}


def _provider(request: Request) -> Provider:
    """Return the provider of this house.

    Raises:
        SignInRefusedError: it has none.

    """
    provider = working(request).services.provider
    if provider is None:
        raise SignInRefusedError(Refusal.AWAY, "this house has no login service")
    return provider


@router.get(PATH, operation_id="beginSignIn")
def begin_sign_in(
    request: Request, para: Annotated[str | None, Query(max_length=2_000)] = None
) -> Response:
    """Send a person to the login provider."""
    secret = working(request).sessions.begin_sign_in(safe_target(para))
    try:
        address = _provider(request).begin(secret)
    except SignInRefusedError as error:
        return _refused(request, error)
    answer = RedirectResponse(address, 303, dict(HEADERS))
    # It has to come along on the way back, and is worth nothing without a code.
    keep(request, answer, SIGN_IN_COOKIE, secret, seconds=int(SIGN_IN_SECONDS), path=PATH)
    return answer


@router.get(f"{PATH}/volta", operation_id="finishSignIn")
def finish_sign_in(request: Request) -> Response:
    """Open a session for whoever comes back from the provider."""
    work = working(request)
    secret = request.cookies.get(SIGN_IN_COOKIE)
    target = work.sessions.finish_sign_in(secret)
    try:
        if secret is None or target is None:
            return _refused(request, SignInRefusedError(Refusal.STALE, "not begun here, or done"))
        identity = _provider(request).complete(secret, dict(request.query_params))
    except SignInRefusedError as error:
        return _refused(request, error)
    work.sessions.close(request.cookies.get(COOKIE))
    cookie = work.sessions.open_identity(identity, address_of(request))
    page = public(request)
    title, words = page.say(_("You have come in")), page.say(_("Go on"))
    answer = page.answer("entrance/going.html", title=title, target=target, words=words)
    answer.headers["Referrer-Policy"] = "no-referrer"
    forget(request, answer, SIGN_IN_COOKIE, PATH)
    keep_session(request, answer, cookie)
    return answer


async def _token(request: Request) -> str:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > TOKEN_BYTES_MAX:
            return ""
    return parse_qs(body.decode("ascii", "replace")).get("logout_token", [""])[0]


@router.post(f"{PATH}/fim", operation_id="endAtProvider")
def end_at_provider(request: Request, token: Annotated[str, Depends(_token)]) -> Response:
    """End the sessions of a logout that the provider tells of; its signature is who asks."""
    try:
        told = _provider(request).logged_out(token)
    except SignInRefusedError as error:
        _LOGGER.warning("a logout was refused: %s", error)
        status = HTTPStatus.SERVICE_UNAVAILABLE if error.refusal is Refusal.AWAY else 400
        return Response(status_code=status, headers=dict(HEADERS))
    ended = working(request).sessions.end_logged_out(told)
    _LOGGER.info("the login service ended %s sessions", ended)
    return Response(status_code=200, headers=dict(HEADERS))


def _refused(request: Request, error: SignInRefusedError) -> Response:
    _LOGGER.warning("a sign-in was refused: %s", error)
    away = error.refusal is Refusal.AWAY
    said = public(request).say(REFUSALS[error.refusal])
    answer = entrance(request, None, refused=said, status=503 if away else 403)
    forget(request, answer, SIGN_IN_COOKIE, PATH)
    return answer
