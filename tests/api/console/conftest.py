"""People who came in at the console of an evening."""

from collections.abc import Callable

import pytest

from api.services.api_keys import Role
from tests.api.conftest import Site

SignIn = Callable[..., dict[str, str]]


@pytest.fixture(scope="session")
def come_in(evening: Site) -> SignIn:
    """Return the cookies of somebody who came in at the evening's console with a key."""
    made: dict[Role, str] = {}

    def cookies(role: Role, language: str = "pt") -> dict[str, str]:
        if role not in made:
            made[role] = cookie_of(evening, role)
        return {"Cookie": f"razao_session={made[role]}; razao_lang={language}"}

    return cookies


def cookie_of(site: Site, role: Role) -> str:
    """Come in with the key of a role; return the session's cookie."""
    answer = site.client.post("/entrar", data={"key": site.keys[role]}, follow_redirects=False)
    assert answer.status_code == 303
    cookie = answer.cookies["razao_session"]
    site.client.cookies.clear()
    return cookie
