"""Open pages follow the ledger over HTTP, for as long as their session lasts."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlsplit

import psycopg
import pytest

from api.app import end_streams
from api.services.api_keys import Keeper, Role
from api.services.people.sessions import IDLE_SECONDS, Sessions
from tests.api.conftest import Site, app_over
from tests.api.console.conftest import cookie_of
from tests.fixtures.serving import served
from tests.projections.stages.machines.hall import Hall

SECONDS = 20


@contextmanager
def followed(site: Site) -> Iterator[tuple[str, int]]:
    """Serve a site's app at a port of its own, and end its streams before it stops."""
    app = app_over(site.services)
    with served(app) as address:
        at = urlsplit(address)
        assert at.hostname is not None
        assert at.port is not None
        yield at.hostname, at.port
        end_streams(app)


class Client:
    """Somebody who asks over connections of his own, and closes them in the end."""

    def __init__(self, at: tuple[str, int], stack: ExitStack) -> None:
        self.at = at
        self.stack = stack

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> HTTPResponse:
        """Ask; return the answer as it comes in."""
        connection = HTTPConnection(*self.at, timeout=SECONDS)
        self.stack.callback(connection.close)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        self.stack.callback(answer.close)
        return answer

    def come_in(self, site: Site, role: Role) -> str:
        """Come in with the key of a role; return the session's cookie."""
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = self.ask("POST", "/entrar", f"key={site.keys[role]}", **form)
        return str(answer.headers["set-cookie"]).split("=", 1)[1].split(";")[0]

    def follow(self, cookie: str, **headers: str) -> HTTPResponse:
        """Ask for the stream as a browser does."""
        return self.ask("GET", "/novas", Cookie=f"razao_session={cookie}", **headers)


def told(stream: HTTPResponse) -> dict[str, str]:
    """Read an event of a stream; nothing where it ended."""
    found: dict[str, str] = {}
    for line in iter(stream.readline, b""):
        text = line.decode().rstrip("\n")
        if not text:
            return found
        name, _colon, value = text.partition(":")
        found[name] = value.strip()
    return {}


def test_a_page_hears_that_the_ledger_moved_until_its_session_ends(site: Site) -> None:
    """The standing at once and the next as it is folded, by name no word twice; then no more."""
    hall = Hall(site.casino)
    with followed(site) as at, Keeper(site.casino.conninfo) as keeper, ExitStack() as stack:
        client = Client(at, stack)
        cookie = client.come_in(site, Role.FINANCE)
        stream = client.follow(cookie)
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-store"
        assert told(stream) == {"retry": "3000"}
        first = told(stream)
        assert first["event"] == "standing"
        hall.open("MQ-01")
        site.casino.project()
        second = told(stream)
        assert int(second["data"]) > int(first["data"])
        again = client.follow(cookie, **{"Last-Event-ID": second["id"]})
        assert told(again) == {"retry": "3000"}
        assert told(again) == {"event": "beat", "data": ""}
        keeper.revoke("finance-1")
        hall.open("MQ-02")
        site.casino.project()
        assert told(stream) == {}
        assert client.follow(cookie).status == 303
        # Ends with the service, which does not wait for it.
        waits = client.follow(client.come_in(site, Role.DISPUTE))
        assert told(waits) == {"retry": "3000"}


def test_a_page_behind_the_log_says_by_how_much(site: Site) -> None:
    """One event that nobody summed yet: since it happened, or since the clock's newest tick."""
    site.casino.tick()
    site.casino.project()
    Hall(site.casino).open("MQ-01")
    cookies = {"Cookie": f"razao_session={cookie_of(site, Role.FINANCE)}; razao_lang=pt"}
    text = site.client.get("/verificacao", headers=cookies).text.replace("\xa0", " ")
    assert re.search(r"<b>Dados até ao evento \d+</b> <span>\d+ s de atraso, faltam? \d+ ev", text)


def test_a_page_that_follows_keeps_no_session_alive(evening: Site) -> None:
    """What a page asks by itself is a reading like another, and no sign that somebody is there."""
    now = datetime.now(UTC)
    sessions = Sessions(evening.services.gate, now=lambda: now)
    opened = sessions.open(evening.keys[Role.INSPECTOR])
    assert opened is not None
    cookie, _caller = opened
    begun = now
    now = begun + timedelta(seconds=IDLE_SECONDS - 1)
    assert sessions.find(cookie, waking=False) is not None
    now = begun + timedelta(seconds=IDLE_SECONDS + 1)
    assert sessions.find(cookie, waking=False) is None


@pytest.mark.parametrize("kept", [True, False])
def test_a_page_asked_for_by_itself_wakes_nobody(evening: Site, kept: bool) -> None:
    """The head that a page's script sends decides; the page is the same."""
    sessions = evening.client.app.state.working.sessions
    cookie = cookie_of(evening, Role.FINANCE)
    found = sessions.find(cookie)
    assert found is not None
    headers = {"Cookie": f"razao_session={cookie}", **({"X-Razao-Live": "1"} if kept else {})}
    before = datetime.now(UTC) - timedelta(seconds=100)
    with psycopg.connect(evening.casino.superuser, autocommit=True) as connection:
        connection.execute("UPDATE access.session SET used = %s WHERE id = %s", (before, found.id))
        assert evening.client.get("/premios", headers=headers).status_code == 200
        row = connection.execute(
            "SELECT used FROM access.session WHERE id = %s", (found.id,)
        ).fetchone()
    assert row is not None
    assert (row[0] == before) is kept
