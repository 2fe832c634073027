"""The head of every answer, and what no other site can do: over all routes, not one by one."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.routing import APIRoute
from httpx2 import Response

from api.app import routes_of
from api.console.pages import routes as pages_of
from api.services.api_keys import Role
from api.services.people.limits import Limit, Limits
from tests.api.conftest import Site, opened
from tests.api.console.conftest import SignIn, cookie_of
from tests.api.requests.test_access import OPERATIONS

FILES = (
    "/static/console.css",
    "/static-offline-docs/swagger-ui.css",
    "/docs",
    "/docs/oauth2-redirect",
    "/openapi.json",
)
PUBLIC = {
    "getTile",
    "getSchema",
    "getSchemaChanges",
    "getKind",
    "getAsyncApi",
    "getStamps",
    "getDailySchema",
}
"""Of what is everybody's, a copy may be kept."""
STREAMS = {"followLedger"}
"""An answer that lasts: ``test_live`` reads its head."""


def addresses() -> Iterator[tuple[str, str, str]]:
    """Yield operation, method and an address of every route of app and console."""
    for route in (*routes_of(), *pages_of()):
        known = OPERATIONS.get(route.operation_id or "")
        address = known[1] if known else re.sub(r"\{[^}]*\}", "1", route.path)
        for method in sorted(route.methods - {"HEAD"}):
            yield route.operation_id or "", method, address


def check(answer: Response, what: str, *, public: bool = False) -> None:
    """Check the head of an answer."""
    head, where = answer.headers, f"{what}: {answer.status_code} {answer.url}"
    assert head["x-content-type-options"] == "nosniff", where
    assert head["referrer-policy"] in {"same-origin", "no-referrer"}, where
    policy = head["content-security-policy"]
    assert "frame-ancestors 'none'" in policy, where
    assert "unsafe" not in policy, where
    assert "*" not in policy, where
    console = "default-src 'self'; script-src 'self'; style-src 'self';"
    assert policy.startswith(console if _is_page(answer) else ("default-src 'none'", console))
    if answer.url.path.startswith(("/static/", "/static-offline-docs/")):
        assert head["cache-control"] == "no-cache"
    elif not public or not answer.is_success:
        assert "no-store" in head["cache-control"], where
    for cookie in head.get_list("set-cookie"):
        said = cookie.lower()
        assert "httponly" in said, where
        assert "samesite=" in said, where
        assert "secure" in said, where


def _is_page(answer: Response) -> bool:
    kind = answer.headers.get("content-type", "")
    return kind.startswith("text/html") and not answer.url.path.startswith("/docs")


@pytest.fixture
def asking(evening: Site) -> Iterator[Any]:
    """Ask as a browser elsewhere does, which keeps cookies by TLS alone."""
    client = evening.client

    def ask(method: str, address: str, **headers: str) -> Response:
        client.cookies.clear()
        sent = {"Host": "casino.example", "Accept": "text/html", **headers}
        return client.request(method, address, headers=sent, follow_redirects=False)

    yield ask
    client.cookies.clear()


def test_each_status_has_the_whole_head(evening: Site, come_in: SignIn, asking: Any) -> None:
    """A page, an API's route and a file: 200, 303, 401, 403, 404, 405, 422; with cookies."""
    cookies = come_in(Role.FINANCE)
    asked = [
        (200, asking("GET", "/menu", **cookies)),
        (303, asking("GET", "/menu")),
        (303, asking("GET", "/lingua/en")),
        (303, asking("GET", "/tema/auto")),
        (403, asking("GET", "/leituras", **cookies)),
        (404, asking("GET", "/nada")),
        (404, asking("GET", "/v1/nada")),
        (405, asking("POST", "/menu", **cookies)),
        (422, asking("GET", "/eventos?x=1", **cookies)),
        (401, asking("GET", "/v1/pools")),
        (403, asking("GET", "/metrics", **cookies)),
        (422, asking("GET", "/v1/pools?x=1", **cookies)),
        (405, asking("DELETE", "/v1/pools")),
        *((200, asking("GET", one)) for one in FILES),
        (404, asking("GET", "/static/none.css")),
    ]
    for status, answer in asked:
        assert answer.status_code == status, answer.url
        check(answer, "each status")
    few = Limits(caller=Limit(rate=0.01, burst=1), stranger=Limit(rate=0.01, burst=9))
    with opened(evening.casino, suffix="heads", limits=few) as site:
        assert site.get("/v1/codes").status_code == 200
        check(site.get("/v1/codes"), "429")
        assert site.get("/v1/codes").status_code == 429
    with opened(evening.casino, suffix="heads", gate=_Broken()) as site:
        for address in ("/v1/pools", "/menu"):
            answer = site.client.get(
                address, headers={"Authorization": "Bearer x", "Cookie": "razao_session=x"}
            )
            assert answer.status_code == 500
            check(answer, "500")


class _Broken:
    """A store of keys that fails."""

    def __getattr__(self, name: str) -> Any:
        """Fail, whatever is asked."""
        raise RuntimeError(name)


@pytest.mark.deep
def test_every_route_has_the_whole_head_whatever_becomes_of_it(
    come_in: SignIn, asking: Any
) -> None:
    """Route × (nobody, each role) × (as it is, an unknown filter, another method)."""
    seen: set[int] = set()
    for operation, method, address in addresses():
        if operation in STREAMS:
            continue
        for role in (None, Role.INSPECTOR, Role.ADMIN):
            cookies = {} if role is None else come_in(role)
            if operation == "leave":
                cookies = {}
            for asked, how in ((address, method), (f"{address}?zz=1", method), (address, "PUT")):
                answer = asking(how, asked, **cookies)
                seen.add(answer.status_code)
                check(answer, f"{operation} {role} {how}", public=operation in PUBLIC)
    assert {200, 303, 401, 403, 404, 405, 422} <= seen


WRITING = {
    "enter": 403, "leave": 303, "verify": 303, "endSession": 303, "prepareAct": 422,
    "traceAct": 422, "deliverAct": 422, "endAtProvider": 503, "prepareReport": 303,
    "cancelReport": 303, "keepReport": 303, "keepSubscription": 303,
}  # fmt: skip
"""Each route of the console that writes, and what a form without the session's token comes to."""


def written(site: Site) -> tuple[Any, ...]:
    """Return what a form could change: the log, the sessions, a verification, files."""
    (head,) = site.casino.rows("SELECT position FROM ledger.head")
    work = site.client.app.state.working  # type: ignore[attr-defined]
    sessions = sorted(one.id for one in work.sessions.living())
    return head["position"], sessions, work.proofs.progress, work.proofs.last, len(work.prepared)


def test_no_form_without_its_token_changes_anything(evening: Site) -> None:
    """Every writing route, with a living session: nothing happens without the token.

    And with it nothing happens for a page of another site.
    """
    with opened(evening.casino, suffix="forms") as site:
        cookies = {"Cookie": f"razao_session={cookie_of(site, Role.INSPECTOR)}"}
        page = site.client.get("/acessos", headers=cookies).text
        token = page.partition('name="token" value="')[2].partition('"')[0]
        id_ = page.partition('name="id" value="')[2].partition('"')[0]
        before = written(site)
        writing = [
            (route.operation_id or "", method, route.path)
            for route in pages_of()
            for method in route.methods - {"GET", "HEAD"}
        ]
        assert {operation for operation, _, _ in writing} == set(WRITING)
        for operation, method, path in writing:
            sent: dict[str, Any] = {
                "data": {"id": id_, "all": "1", "role": "inspector", "table": "rounds"}
            }
            answer = _send(site, method, path, sent, cookies)
            assert answer.status_code == WRITING[operation], (operation, answer.text)
            assert written(site) == before, operation
            sent["data"]["token"] = token
            for told in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://other.example"}):
                headers = {**cookies, **told, "X-Razao-Form": token}
                answer = _send(site, method, path, sent, headers)
                assert answer.status_code == 403, operation
                assert written(site) == before, operation


def _send(
    site: Site, method: str, path: str, sent: dict[str, Any], headers: dict[str, str]
) -> Response:
    site.client.cookies.clear()
    return site.client.request(method, path, headers=headers, follow_redirects=False, **sent)


def test_a_cookie_writes_nothing_at_the_api(evening: Site, come_in: SignIn) -> None:
    """Each route of the API that is no GET wants a key: a browser's session is none there."""
    routes: list[APIRoute] = routes_of()
    writing = [
        (method, OPERATIONS[route.operation_id or ""][1])
        for route in routes
        for method in route.methods - {"GET", "HEAD"}
    ]
    assert len(writing) >= 4
    for method, address in writing:
        answer = evening.client.request(method, address, headers=come_in(Role.INSPECTOR))
        assert answer.status_code == 401, address
