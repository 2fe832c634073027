"""A browser goes to the login provider and back, with the cookies and forms of a browser."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from api.services.people.provider import OidcProvider
from tests.api.conftest import Site, app_over
from tests.api.test_serve import free_port
from tests.fixtures.provider import SECRET, HouseProvider, provider
from tests.fixtures.serving import served

pytest.importorskip(
    "playwright.sync_api", reason="no playwright: uv run --group browser pytest -m deep"
)
CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(CHROMIUM is None, reason="no browser: apt-get install chromium"),
]


@pytest.fixture
def console(evening: Site) -> Iterator[tuple[str, HouseProvider]]:
    """Serve the evening's console, and a provider with a page of its own."""
    with provider() as house:
        house.login_page = True
        port = free_port()
        here = f"http://127.0.0.1:{port}"
        asking = OidcProvider(house.config(here), SECRET)
        with served(app_over(replace(evening.services, provider=asking)), port) as address:
            assert address == here
            yield address, house


def test_a_person_comes_in_by_the_provider_and_leaves_both(
    browser: Any, console: tuple[str, HouseProvider]
) -> None:
    """From a page that is asked for, to the provider, back to that page, and out of both."""
    address, house = console
    context = browser.new_context(base_url=address)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto("/premios")
    page.get_by_role("link", name="Entrar por Casino Praia").click()
    assert page.url.startswith(house.issuer)
    with page.expect_navigation(url="**/premios"):
        page.click("#ok")
    assert "insp-ana" in page.inner_text("header")
    page.goto("/menu")
    page.locator("main form[action='/sair'] button, form[action='/sair'] button").last.click()
    page.wait_for_url("**/entrar?saiu=1")
    assert "A sessão terminou" in page.inner_text("main")
    assert "/logout" in house.asked
    page.goto("/premios")
    assert page.url == f"{address}/entrar?para=%2Fpremios"
    assert not [one for one in said if "Content Security Policy" in one]
    context.close()


def test_whoever_has_no_role_here_reads_why(
    browser: Any, console: tuple[str, HouseProvider]
) -> None:
    """Known to the provider, unknown to the mapping: no session, and the page says so."""
    address, house = console
    house.person["groups"] = ["cozinha"]
    page = browser.new_page(base_url=address)
    page.goto("/entrar")
    page.get_by_role("link", name="Entrar por Casino Praia").click()
    page.click("#ok")
    assert "nenhum dos seus grupos tem papel aqui" in page.inner_text("[role=alert]")
    assert [one["name"] for one in page.context.cookies(address)] == []
    page.context.close()
