"""The page of sessions and keys: who sees which, and who ends what."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from api.services.api_keys import Caller, Keeper, Role
from api.services.people.sitting import may_see
from projections.reads.basis.scope import EVERY_CASINO, Scope
from tests.api.conftest import Site, opened
from tests.helpers.each import each

PEOPLE = (Role.INSPECTOR, Role.FINANCE, Role.DISPUTE, Role.FLOOR, Role.ADMIN)
OVERSEERS = {Role.INSPECTOR, Role.ADMIN}


@pytest.fixture
def office(evening: Site) -> Iterator[Site]:
    """Run the console for people of this test alone."""
    with opened(evening.casino, suffix="office") as site:
        yield site


def came_in(site: Site, role: Role) -> dict[str, str]:
    """Come in with the key of a role; return what its browser sends."""
    answer = site.client.post("/entrar", data={"key": site.keys[role]}, follow_redirects=False)
    site.client.cookies.clear()
    return {"Cookie": f"razao_session={answer.cookies['razao_session']}; razao_lang=pt"}


def page_of(site: Site, cookies: dict[str, str]) -> str:
    """Return the page as a person sees it."""
    answer = site.client.get("/acessos", headers=cookies)
    assert answer.status_code == 200
    return answer.text


def token_in(page: str) -> str:
    """Return what the page's forms bring back."""
    return page.partition('name="token" value="')[2].partition('"')[0]


def sessions_in(page: str) -> dict[str, str]:
    """Return the id of the newest session of each name on a page."""
    row = r"<tr><td>([\w-]+)(?:(?!</tr>).)*?name=\"id\" value=\"(\w+)\""
    return dict(reversed(re.findall(row, page, re.DOTALL)))


def lives(site: Site, cookies: dict[str, str]) -> bool:
    """Tell whether a session lets in."""
    answer = site.client.get("/menu", headers=cookies, follow_redirects=False)
    return answer.status_code == 200


@each("role", PEOPLE)
def test_each_role_sees_and_ends_what_it_may(office: Site, role: Role) -> None:
    """Everybody his own; inspection and administration all; and a form without token ends none."""
    mine, others = came_in(office, role), came_in(office, Role.FINANCE)
    page = page_of(office, mine)
    seen = sessions_in(page)
    assert f"{role}-office" in seen
    theirs = sessions_in(page_of(office, others))["finance-office"]
    sees = role in OVERSEERS
    assert (theirs in page) is (sees or role is Role.FINANCE)
    keys = page.partition("Chaves de acesso</h2>")[2]
    assert f"{role}-office" in keys
    assert ("source-office" in keys) is sees
    for token, ends in (("other", False), (token_in(page), sees or role is Role.FINANCE)):
        sent = {"token": token, "id": theirs}
        office.client.post("/acessos/sessoes", data=sent, headers=mine, follow_redirects=False)
        assert lives(office, others) is not ends


def test_who_ends_all_of_his_is_out_everywhere(office: Site) -> None:
    """Three of one name end at once, this one too; those of others stay."""
    first, second = came_in(office, Role.DISPUTE), came_in(office, Role.DISPUTE)
    other = came_in(office, Role.FINANCE)
    sent = {"token": token_in(page_of(office, first)), "all": "1"}
    answer = office.client.post(
        "/acessos/sessoes", data=sent, headers=first, follow_redirects=False
    )
    assert answer.headers["location"] == "/entrar?saiu=1"
    assert [lives(office, one) for one in (first, second, other)] == [False, False, True]


def test_a_key_that_expired_opens_nothing_and_ends_its_sessions(office: Site) -> None:
    """Until its end it lets in, here and at the API; then neither, nor what it opened."""
    casino, end = office.casino, datetime.now(UTC) + timedelta(hours=1)
    with Keeper(casino.conninfo) as keeper:
        token = keeper.issue("por-uma-hora", Role.INSPECTOR, expires=end)
    bearer = {"Authorization": f"Bearer {token}"}
    came = office.client.post("/entrar", data={"key": token}, follow_redirects=False)
    office.client.cookies.clear()
    session = {"Cookie": f"razao_session={came.cookies['razao_session']}"}
    assert lives(office, session)
    assert office.client.get("/v1/events", headers=bearer).status_code == 200

    with psycopg.connect(casino.superuser) as connection:
        # Only the clock ends a key before its revocation: nobody else may move its end.
        connection.execute("SET session_replication_role = replica")
        connection.execute(
            "UPDATE access.api_key SET expires = clock_timestamp() WHERE name = 'por-uma-hora'"
        )
    assert not lives(office, session)
    assert office.client.get("/v1/events", headers=bearer).status_code == 401
    again = office.client.post("/entrar", data={"key": token}, follow_redirects=False)
    assert "razao_session" not in again.cookies


def test_the_page_says_scope_end_and_last_use_of_a_key(office: Site) -> None:
    """A key that was used, one that never was, one that was revoked."""
    casino = office.casino
    with Keeper(casino.conninfo) as keeper:
        keeper.issue("de-uma-casa", Role.FINANCE, scope=Scope(frozenset(("praia",))))
        keeper.revoke("de-uma-casa")
    page = page_of(office, came_in(office, Role.ADMIN))
    keys = page.partition("Chaves de acesso</h2>")[2]
    rows = dict(reversed(re.findall(r"<tr><td>([\w-]+)</td>(.*?)</tr>", keys, re.DOTALL)))
    assert "foi revogada" in rows["de-uma-casa"]
    assert "praia" in rows["de-uma-casa"]
    assert rows["de-uma-casa"].count("nunca") == 2, "it never ends by itself, and was never used"
    assert rows["admin-office"].count("nunca") == 1
    assert "todos os casinos" in rows["admin-office"]
    assert office.keys[Role.ADMIN] not in page


HOUSES = Scope(frozenset(("praia", "mindelo")))
SEEN = {
    "his own": (Role.FINANCE, HOUSES, "eu", None, True),
    "another's": (Role.FINANCE, EVERY_CASINO, "outro", ("praia",), False),
    "of his casinos": (Role.INSPECTOR, HOUSES, "outro", ("praia",), True),
    "of another casino": (Role.ADMIN, HOUSES, "outro", ("sal",), False),
    "of his and another": (Role.ADMIN, HOUSES, "outro", ("praia", "sal"), False),
    "of every casino": (Role.INSPECTOR, HOUSES, "outro", None, False),
    "by the Authority": (Role.INSPECTOR, EVERY_CASINO, "outro", None, True),
}


@each("case", SEEN)
def test_a_house_sees_nobody_of_another(case: str) -> None:
    """A session or key is seen by whoever oversees every casino that it is for."""
    role, scope, name, casinos, sees = SEEN[case]
    caller = Caller(name="eu", role=role, sources=frozenset(), scope=scope)
    assert may_see(caller, name, casinos) is sees
