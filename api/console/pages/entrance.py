"""Coming in and going out: a key on a form, the roles of the demonstration, language and theme.

Who comes in by a login provider begins here, too: :mod:`api.console.pages.provider` has the rest.
"""

from typing import Annotated, Final, Literal
from urllib.parse import parse_qs

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import RedirectResponse

from api.console.frame import (
    HEADERS,
    LANGUAGE_COOKIE,
    ROLE_WORDS,
    THEME_COOKIE,
    THEMES,
    Page,
    PageRoute,
    public,
    safe_target,
)
from api.console.language.words import LANGUAGES
from api.console.language.words import mark as _
from api.requests.origin import address_of
from api.services.api_keys import Role
from api.services.deps import working
from api.services.people.sessions import COOKIE, DEMONSTRATION, LIFE_SECONDS, is_form_of

FORM_BYTES_MAX: Final = 4_096
YEAR_SECONDS: Final = 31_536_000
_LOOPBACK: Final = frozenset(("localhost", "127.0.0.1", "::1", "testserver"))

router: Final = APIRouter(route_class=PageRoute)

Target = Annotated[str | None, Query(alias="para", max_length=2_000)]


async def _form(request: Request) -> dict[str, str]:
    """Return the fields of a form; of one that is too large, none."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > FORM_BYTES_MAX:
            return {}
    return {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}


Form = Annotated[dict[str, str], Depends(_form)]


@router.get("/entrar", operation_id="showEntrance")
def show_entrance(
    request: Request,
    para: Target = None,
    left: Annotated[str | None, Query(alias="saiu", max_length=1)] = None,
) -> Response:
    """Show the provider's button, the form for a key, or the roles of the demonstration."""
    return entrance(request, para, left=left is not None)


@router.post("/entrar", operation_id="enter")
def enter(request: Request, form: Form) -> Response:
    """Open a session for the holder of a key, or in a role of the demonstration."""
    sessions = working(request).sessions
    para = safe_target(form.get("para"))
    said = form.get("role")
    if said in set(Role):
        cookie = sessions.open_demonstration(Role(said), address_of(request))
    else:
        opened = sessions.open(form.get("key", "").strip(), address_of(request))
        cookie = None if opened is None else opened[0]
    if cookie is None:
        said = public(request).say(
            _("This key opens nothing here: it is unknown, was revoked, or is a device’s.")
        )
        return entrance(request, para, refused=said, status=403)
    sessions.close(request.cookies.get(COOKIE))
    answer = RedirectResponse(para, 303, dict(HEADERS))
    keep_session(request, answer, cookie)
    return answer


def keep_session(request: Request, answer: Response, cookie: str) -> None:
    """Hand a session's cookie to the browser."""
    keep(request, answer, COOKIE, cookie, seconds=int(LIFE_SECONDS), site="strict")


def keep(
    request: Request,
    answer: Response,
    name: str,
    value: str,
    *,
    seconds: int,
    site: Literal["lax", "strict"] = "lax",
    path: str = "/",
) -> None:
    """Hand a cookie to the browser, for no script and no other site."""
    answer.set_cookie(
        name,
        value,
        max_age=seconds,
        path=path,
        httponly=True,
        samesite=site,
        secure=not is_here(request),
    )


def forget(request: Request, answer: Response, name: str, path: str = "/") -> None:
    """Let the browser forget a cookie."""
    keep(request, answer, name, "", seconds=0, site="strict", path=path)


def is_here(request: Request) -> bool:
    """Tell whether a browser of this machine asks, which keeps a cookie over plain HTTP.

    From elsewhere TLS stands before, or no cookie is kept.
    """
    return request.url.hostname in _LOOPBACK


@router.post("/sair", operation_id="leave")
def leave(request: Request, form: Form) -> Response:
    """End the session whose form this is."""
    sessions = working(request).sessions
    cookie = request.cookies.get(COOKIE)
    session = sessions.find(cookie)
    ended = session is not None and is_form_of(session, form.get("token", ""))
    if ended:
        sessions.close(cookie)
    door = "/entrar?saiu=1" if ended else "/entrar"
    answer: Response = RedirectResponse(door, 303, dict(HEADERS))
    if ended and session is not None and session.by_provider:
        answer = _farewell(request) or answer
    forget(request, answer, COOKIE)
    return answer


def _farewell(request: Request) -> Response | None:
    """Return the page that goes on to the provider, where a session goes on without this one.

    Not by an answer's head: a form of this console leads nowhere else (``form-action``).
    """
    provider = working(request).services.provider
    address = None if provider is None else provider.farewell()
    if provider is None or address is None:
        return None
    page = public(request, signed=False)
    title = page.say(_("You have left"))
    words = page.say(_("End the session at %(provider)s, too"), provider=provider.config.title)
    return page.answer("entrance/going.html", title=title, target=address, words=words)


@router.get("/lingua/{value}", operation_id="setLanguage")
def set_language(request: Request, value: str, para: Target = None) -> Response:
    """Keep the language in a cookie and go back."""
    return _kept(request, LANGUAGE_COOKIE, value if value in LANGUAGES else None, para)


@router.get("/tema/{value}", operation_id="setTheme")
def set_theme(request: Request, value: str, para: Target = None) -> Response:
    """Keep light or dark in a cookie and go back; anything else follows the device again."""
    return _kept(request, THEME_COOKIE, value if value in THEMES else None, para)


@router.get("/menu", operation_id="showMenu")
def show_menu(page: Page) -> Response:
    """Show the navigation as a page of its own, for phones."""
    return page.answer("entrance/menu.html")


def _kept(request: Request, name: str, value: str | None, para: str | None) -> Response:
    answer = RedirectResponse(safe_target(para), 303, dict(HEADERS))
    if value is None:
        forget(request, answer, name)
    else:
        keep(request, answer, name, value, seconds=YEAR_SECONDS)
    return answer


def entrance(
    request: Request,
    para: str | None,
    *,
    refused: str | None = None,
    left: bool = False,
    status: int = 200,
) -> Response:
    """Answer with the ways in, and why the last one led nowhere."""
    page = public(request)
    provider = page.work.services.provider
    demonstration = page.work.sessions.demonstration
    return page.answer(
        "entrance/entrance.html",
        status,
        target=safe_target(para),
        refused=refused,
        left=left,
        provider=None if provider is None else provider.config.title,
        roles=[(role, page.say(ROLE_WORDS[role])) for role in DEMONSTRATION if demonstration],
    )
