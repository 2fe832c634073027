"""A browser leaves pages open, and they follow the ledger."""

import shutil
from typing import Any

import pytest

from api.services.api_keys import Role
from tests.api.conftest import Site
from tests.api.console.test_live import followed
from tests.projections.stages.machines.hall import Hall

pytest.importorskip(
    "playwright.sync_api", reason="no playwright: uv run --group browser pytest -m deep"
)
CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(CHROMIUM is None, reason="no browser: apt-get install chromium"),
]


def open_page(browser: Any, at: tuple[str, int], site: Site, path: str) -> Any:
    """Come in as an inspector and open a page."""
    context = browser.new_context(base_url=f"http://{at[0]}:{at[1]}", reduced_motion="reduce")
    page = context.new_page()
    page.goto("/entrar?para=/menu")
    page.fill("#key", site.keys[Role.INSPECTOR])
    with page.expect_navigation(url="**/menu"):
        page.keyboard.press("Enter")
    page.goto(path)
    return page


def test_figures_change_in_place_lists_wait_to_be_asked_and_silence_is_said(
    browser: Any, site: Site
) -> None:
    """What was summed is put in its place and marked, announced once; no row jumps."""
    hall = Hall(site.casino)
    hall.open("MQ-01")
    site.casino.project()
    with followed(site) as at:
        home = open_page(browser, at, site, "/")
        events = open_page(browser, at, site, "/eventos")
        events.evaluate("document.querySelector('tbody a').focus()")
        before = events.locator("tbody tr").count()
        was = home.locator(".figures > :last-child b").inner_text()
        seen = home.evaluate_handle(
            """() => { const seen = new Set(); new MutationObserver((all) => all.forEach((one) => {
              if (one.target.classList?.contains("live-new")) seen.add(one.target.className);
            })).observe(document.body, {subtree: true, attributes: true}); return seen; }"""
        )
        hall.open("MQ-02")
        site.casino.project()
        home.wait_for_function(
            "was => document.querySelector('.figures > :last-child b').innerText !== was", arg=was
        )
        assert seen.evaluate("seen => seen.size") > 0
        assert home.locator("#live-said").inner_text().strip()
        home.wait_for_selector(".live-new", state="detached")
        button = events.locator(".live-bar button")
        button.wait_for()
        assert "novas, mostrar" in button.inner_text()
        assert events.locator("tbody tr").count() == before
        assert events.evaluate("document.activeElement.closest('tr') !== null")
        button.click()
        assert events.locator("tbody tr").count() > before
        assert events.locator(".live-bar").count() == 0
        assert home.locator("#lost").is_hidden()
    home.locator("#lost").wait_for()
    said = home.locator("#lost").inner_text()
    assert "Sem ligação desde as" in said
    assert "a página não muda sozinha" in said
    home.context.close()
    events.context.close()
