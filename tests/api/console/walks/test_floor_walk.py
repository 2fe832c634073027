"""A browser comes in as whoever works the floor: what is to be done there, and no books."""

import shutil
from typing import Any

import pytest

from tests.api.conftest import POOL
from tests.fixtures.casino import DAY

pytest.importorskip(
    "playwright.sync_api", reason="no playwright: uv run --group browser pytest -m deep"
)
from tests.api.console.walks.test_walk import Clicks, visit

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(CHROMIUM is None, reason="no browser: apt-get install chromium"),
]
BOOKS = ("/premios", "/reconciliacao", "/fecho", "/relatorios", "/eventos", "/leituras", "/fontes")
"""Pages of other roles, of those that their navigation names."""


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("language", ["pt", "en"])
def test_the_floor_goes_from_its_morning_to_the_round_that_is_asked_about(
    browser: Any, address: str, language: str, width: int
) -> None:
    """Its first page, a table, a round at its divergence, the form of a claim, an act: in clicks.

    No page offers a figure of the books, and whoever types such an address is told whose it is.
    """
    words = {
        "pt": (
            "Nada se deve a jogadores.",
            "Diverge",
            "Esta página é da inspeção",
            "ficou registado",
        ),
        "en": (
            "Nothing is owed to a player.",
            "Differs",
            "This page is for inspection",
            "was recorded",
        ),
    }[language]
    size: Any = {"width": width, "height": 900}
    page = visit(browser, address, "floor", language=language, viewport=size)
    page.goto("/")
    main = page.inner_text("main")
    assert words[0] in main
    assert page.locator('main a[href="/chave"]').count() == 1, "without a key one only reads"
    walk = Clicks(page)
    if width == 390:
        page.goto("/menu")
    walk.click('a[href="/mesas"]')
    walk.click('main a[href^="/mesas/RA-01"]')
    assert page.locator("text=PDF").count() == 0
    walk.click("main .dots a.bad")
    assert words[1] in page.inner_text(".verdict")
    walk.click('main a[href^="/disputas/nova?jogada="]')
    assert f"RA-01/{DAY}/" in page.url.replace("%2F", "/")
    page.goto("/menu")
    offered = page.eval_on_selector_all(
        "main a, nav a", "links => links.map(one => one.getAttribute('href'))"
    )
    assert {"/mesas", "/contadores", "/constatacoes", "/disputas", "/atos"} <= set(offered)
    assert not set(BOOKS) & set(offered)
    for one in (*BOOKS, f"/premios/{POOL}"):
        answer = page.goto(one)
        assert answer.status == 403, one
        said = page.inner_text("main")
        assert words[2] in said, one
        assert words[3] in said, one
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.context.close()


def test_the_floor_reads_a_machine_a_finding_and_the_event_that_proves_it(
    browser: Any, address: str
) -> None:
    """A machine's contadores and a case are read; the event that proves it opens."""
    page = visit(browser, address, "floor", viewport={"width": 1280, "height": 900})
    page.goto("/contadores")
    walk = Clicks(page)
    walk.click('main a[href^="/contadores/MQ-01"]')
    assert "MQ-01" in page.inner_text("h1")
    assert page.locator('main a[href^="/v1/exports/"]').count() == 0
    page.goto("/")
    walk = Clicks(page)
    walk.click('main a[href^="/constatacoes/"]')
    assert page.locator(".detail .law").count() >= 1
    walk.click(".detail .rows li a")
    assert "/eventos/" in page.url
    assert page.locator(".bytes").is_visible()
    page.context.close()
