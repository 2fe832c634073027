"""Coming in and going out: a key on a form, the roles of the demonstration, language and theme."""

from typing import Annotated, Final
from urllib.parse import parse_qs, urlsplit

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
from api.services.api_keys import Role
from api.services.deps import working
from api.services.people.sessions import COOKIE, DEMONSTRATION, LIFE_SECONDS, is_form_of

FORM_BYTES_MAX: Final = 4_096
YEAR_SECONDS: Final = 31_536_000
_LOOPBACK: Final = frozenset(("localhost", "127.0.0.1", "::1", "testserver"))

router: Final = APIRouter(route_class=PageRoute)

Target = Annotated[str | None, Query(alias="para", max_length=2_000)]


async def _form(request: Request) -> dict[str, str]:
    """Return the fields of a form that a page of this console sent; of another's page, none."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > FORM_BYTES_MAX:
            return {}
    if not is_from_here(request):
        return {}
    return {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}


Form = Annotated[dict[str, str], Depends(_form)]


def is_from_here(request: Request) -> bool:
    """Tell whether the browser says that the form stood on a page of this host."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


@router.get("/entrar", operation_id="showEntrance")
def show_entrance(request: Request, para: Target = None) -> Response:
    """Show the form for a key, or the roles of the demonstration."""
    return _entrance(request, para)


@router.post("/entrar", operation_id="enter")
def enter(request: Request, form: Form) -> Response:
    """Open a session for the holder of a key, or in a role of the demonstration."""
    sessions = working(request).sessions
    para = safe_target(form.get("para"))
    said = form.get("role")
    if said in set(Role):
        cookie = sessions.open_demonstration(Role(said))
    else:
        opened = sessions.open(form.get("key", "").strip())
        cookie = None if opened is None else opened[0]
    if cookie is None:
        return _entrance(request, para, refused=True, status=403)
    sessions.close(request.cookies.get(COOKIE))
    answer = RedirectResponse(para, 303, dict(HEADERS))
    answer.set_cookie(
        COOKIE,
        cookie,
        max_age=int(LIFE_SECONDS),
        httponly=True,
        samesite="strict",
        # A browser keeps it over plain HTTP on this machine only; elsewhere TLS stands before.
        secure=request.url.hostname not in _LOOPBACK,
    )
    return answer


@router.post("/sair", operation_id="leave")
def leave(request: Request, form: Form) -> Response:
    """End the session whose form this is."""
    sessions = working(request).sessions
    cookie = request.cookies.get(COOKIE)
    session = sessions.find(cookie)
    if session is not None and is_form_of(session, form.get("token", "")):
        sessions.close(cookie)
    answer = RedirectResponse("/entrar", 303, dict(HEADERS))
    answer.delete_cookie(COOKIE)
    return answer


@router.get("/lingua/{value}", operation_id="setLanguage")
def set_language(value: str, para: Target = None) -> Response:
    """Keep the language in a cookie and go back."""
    return _kept(LANGUAGE_COOKIE, value if value in LANGUAGES else None, para)


@router.get("/tema/{value}", operation_id="setTheme")
def set_theme(value: str, para: Target = None) -> Response:
    """Keep light or dark in a cookie and go back; anything else follows the device again."""
    return _kept(THEME_COOKIE, value if value in THEMES else None, para)


@router.get("/menu", operation_id="showMenu")
def show_menu(page: Page) -> Response:
    """Show the navigation as a page of its own, for phones."""
    return page.answer("menu.html")


def _kept(name: str, value: str | None, para: str | None) -> Response:
    answer = RedirectResponse(safe_target(para), 303, dict(HEADERS))
    if value is None:
        answer.delete_cookie(name)
    else:
        answer.set_cookie(name, value, max_age=YEAR_SECONDS, httponly=True, samesite="lax")
    return answer


def _entrance(
    request: Request, para: str | None, *, refused: bool = False, status: int = 200
) -> Response:
    page = public(request)
    demonstration = page.work.sessions.demonstration
    return page.answer(
        "entrance.html",
        status,
        target=safe_target(para),
        refused=refused,
        roles=[(role, page.say(ROLE_WORDS[role])) for role in DEMONSTRATION if demonstration],
    )
