"""People who came in at the console of an evening."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from typing import Final

import psycopg
import pytest

from api.services.api_keys import Role
from ledger.events.registry import CasinoRegistered, KeyRevoked, ParameterSet
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation, found_if_new
from tests.api.conftest import Site, opened, play
from tests.fixtures.casino import AT, ORIGIN, Casino
from tests.fixtures.postgres import empty_database

SignIn = Callable[..., dict[str, str]]
HOUSE: Final = "casino"
"""The casino in whose name the simulator's sources are enrolled."""


@pytest.fixture(scope="session")
def acting(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """Play an evening with faults in a registered casino under the matrix, for people who act."""
    home = tmp_path_factory.mktemp("acts")
    with empty_database(postgres_urls, postgres_maintenance) as database, ExitStack() as stack:
        migrate(database.superuser)
        urls = DatabaseUrls(superuser=database.superuser, login=database.login)
        found_if_new(urls, home, ORIGIN)
        casino = Casino(Installation(urls, home, stack))
        registered = CasinoRegistered(casino=HOUSE, currency="CVE", profile="cv-2017@1", act="1")
        casino.installation.send(casino.installation.agreed(registered))
        play(casino)
        matrix = ParameterSet(scope="*", name="autoridade", value=1, since=AT)
        casino.installation.send(casino.installation.agreed(matrix))
        casino.project()
        yield stack.enter_context(opened(casino))


@pytest.fixture(scope="session")
def come_in(evening: Site) -> SignIn:
    """Return the cookies of somebody who came in at the evening's console with a key."""
    made: dict[Role, str] = {}

    def cookies(role: Role, language: str = "pt") -> dict[str, str]:
        if role not in made or has_ended(evening, made[role]):
            made[role] = cookie_of(evening, role)
        return {"Cookie": f"razao_session={made[role]}; razao_lang={language}"}

    return cookies


def has_ended(site: Site, cookie: str) -> bool:
    """Tell whether a session is over: whoever comes in often ends the oldest of his own."""
    query = "SELECT 1 AS one FROM access.session WHERE hash = %s AND ended IS NULL"
    return not site.casino.rows(query, sha256(cookie.encode()).digest())


def cookie_of(site: Site, role: Role) -> str:
    """Come in with the key of a role; return the session's cookie."""
    answer = site.client.post("/entrar", data={"key": site.keys[role]}, follow_redirects=False)
    assert answer.status_code == 303
    cookie = answer.cookies["razao_session"]
    site.client.cookies.clear()
    return cookie


def give_way(site: Site, person: str, role: str) -> None:
    """Let registrars revoke the living keys of a person in a role, as when they are lost."""
    installation = site.casino.installation
    for one in list(installation.door.keyring.living_of(person)):
        if one.role == role:
            lost = KeyRevoked(source=one.name, key=one.keys[-1].public.hex(), reason="perda")
            installation.send(installation.agreed(lost))
