"""The console by keyboard alone: the three walks, every key of the list, focus seen wherever it is.

No mouse and no focus that a script sets: what is not reached by Tab, Enter and the keys of `?` is
not reached here.
"""

import os
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip(
    "playwright.sync_api", reason="no playwright: uv run --group browser pytest -m deep"
)

from api.services.api_keys import Role
from ops.outside.verifier.whole import check_bundle
from tests.api.conftest import POOL, Site
from tests.api.console.walks.test_act_walk import (
    CHROMIUM,
    address,
    come_with_a_key,
    enter,
)
from tests.fixtures.casino import DAY

__all__ = ["address"]
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(CHROMIUM is None, reason="no browser: apt-get install chromium"),
]
TABS_MAX = 150
"""Stops of a page; one that has more is no page for a keyboard."""
ROUND = f"RA-01/{DAY}/5"
RING = """() => {
    const node = document.activeElement;
    if (!node || node === document.body) return "";
    const ringed = (one) => {
        const style = getComputedStyle(one);
        return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    };
    const near = [node, node.nextElementSibling].filter(Boolean);
    const box = node.getBoundingClientRect();
    const there = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return near.some(ringed) && there ? "" : node.outerHTML.slice(0, 160);
}"""
"""What the focus is on, where nobody sees that it is."""
NEXT = """() => {
    const node = document.activeElement, before = window.lastStop;
    window.lastStop = node;
    if (!node || node === document.body) return "end";
    node.dataset.stopped = "1";
    if (before && before !== document.body && before.isConnected
        && !(before.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING))
        return node === before ? "same" : "back";
    return "on";
}"""
STOP = f"() => [({NEXT})(), ({RING})(), document.activeElement.outerHTML.slice(0, 120)]"
MISSED = """() => Array.from(document.querySelectorAll(
        "a[href], button:not(:disabled), input:not([type=hidden]), select, textarea, summary"))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.dataset.stopped
        && one.type !== "radio" && one.tabIndex >= 0)
    .map((one) => one.outerHTML.slice(0, 120))"""


class Keys:
    """Somebody who has a keyboard and no mouse."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def go(self, letter: str, address: str) -> None:
        """Go to a page by ``g`` and its letter."""
        self.press("g", letter)
        self.page.wait_for_url(re.compile(address))

    def tab_to(self, what: str) -> None:
        """Press Tab until the focus is on something; it is seen wherever it stops."""
        for _ in range(TABS_MAX):
            self.press("Tab")
            assert self.page.evaluate(RING) == "", "the focus is not seen"
            if self.page.evaluate("(what) => document.activeElement.matches(what)", what):
                return
        raise AssertionError(f"{self.page.url}: no Tab comes to {what}")

    def open(self, what: str, leads: str) -> None:
        """Come to a link by Tab, and follow it."""
        self.tab_to(what)
        self.press("Enter")
        self.page.wait_for_url(re.compile(leads))

    def take(self, what: str) -> bytes:
        """Come to a link by Tab, and take the file behind it."""
        self.tab_to(what)
        with self.page.expect_download() as told:
            self.press("Enter")
        return Path(told.value.path()).read_bytes()

    def type(self, text: str) -> None:
        """Type."""
        self.page.keyboard.type(text)


@pytest.mark.parametrize("language", ["pt", "en"])
def test_the_inspector_takes_an_event_s_proof_home(
    browser: Any, address: str, acting: Site, language: str
) -> None:
    """`g` `e`, the day and table in the filters, `j` and Enter, the proof: it checks offline."""
    page = enter(browser, address, acting, Role.INSPECTOR, language=language)
    keys = Keys(page)
    page.goto("/")
    keys.go("e", "/eventos")
    keys.tab_to("main summary.chip")
    keys.press("Enter")
    keys.tab_to('main form [name="lugar"]')
    keys.type("RA-01")
    keys.press("Enter")
    page.wait_for_url("**lugar=RA-01**")
    keys.press("j", "j", "Enter")
    page.wait_for_url("**/eventos/*/*")
    data = keys.take('a[href^="/v1/bundles/event/"]')
    assert check_bundle(data).faults == []
    page.context.close()


@pytest.mark.parametrize("language", ["pt", "en"])
def test_the_controller_goes_from_a_jackpot_to_its_paper_and_its_other_sides(
    browser: Any, address: str, acting: Site, language: str
) -> None:
    """`g` `p`, `j` and Enter, the statement as a paper; then the four sides beside each other."""
    page = enter(browser, address, acting, Role.FINANCE, language=language)
    keys = Keys(page)
    page.goto("/")
    keys.go("p", "/premios$")
    keys.press("j", "Enter")
    page.wait_for_url(f"**/premios/{POOL}")
    assert keys.take('a[href*="/statement/pdf"]')[:5] == b"%PDF-"
    page.goto("/")
    keys.open('a[href="/reconciliacao"]', "/reconciliacao")
    assert POOL in page.inner_text("main")
    page.context.close()


@pytest.mark.parametrize("language", ["pt", "en"])
def test_the_dispute_officer_goes_from_a_round_to_a_signed_case_and_its_paper(
    browser: Any, address: str, acting: Site, tmp_path: Path, language: str
) -> None:
    """`/`, the round, its divergence, the claim in words, what is signed, the case, its paper."""
    page = come_with_a_key(
        browser,
        address,
        acting,
        Role.DISPUTE,
        tmp_path,
        source="dispute-1.dispute",
        language=language,
    )
    keys = Keys(page)
    page.goto("/")
    keys.press("/")
    keys.type(ROUND)
    keys.press("Enter")
    page.wait_for_url("**/pesquisa?**")
    keys.open("main .results a", "/jogadas/")
    assert page.locator("#palco .ribbon [aria-current]").count() == 1
    keys.open('a[href^="/disputas/nova"]', "/disputas/nova")
    keys.tab_to('form.act [name="seat"]')
    keys.type("1")
    keys.tab_to('form.act [name="text"]')
    keys.type("Não me pagaram tudo.")
    keys.tab_to("form.act button")
    keys.press("Enter")
    page.wait_for_selector("dialog[open]")
    dialog = page.inner_text("dialog")
    assert "Não me pagaram tudo." in dialog
    assert page.evaluate("document.activeElement.id") == "signing-head"
    stops = shut_in(keys)
    assert stops > 2
    keys.tab_to("dialog [data-sign]")
    keys.press("Enter")
    page.wait_for_selector("form [data-told] a")
    assert page.evaluate("document.activeElement.matches('[data-told]')")
    acting.casino.project()
    keys.open('form [data-told] a[href^="/disputas/"]', "/disputas/D-")
    assert keys.take('a[href^="/v1/bundles/dispute/"][href*="/pdf"]')[:5] == b"%PDF-"
    keys.open('a[href^="/textos/"]', "/textos/")
    assert "Não me pagaram tudo." in page.inner_text("main")
    page.context.close()


def shut_in(keys: Keys) -> int:
    """Press Tab all round a dialog; the focus never comes to the page behind it."""
    stops = set[str]()
    for _ in range(25):
        keys.press("Tab")
        where = keys.page.evaluate(
            "() => document.activeElement === document.body ? '' : "
            "document.activeElement.closest('dialog') ? document.activeElement.outerHTML : 'behind'"
        )
        assert where != "behind"
        stops.add(where)
    return len(stops)


PAGES = (
    "/",
    "/constatacoes",
    "/eventos",
    f"/jogadas/{ROUND}",
    f"/hipotese/{ROUND}?facto=bets.0.valor&valor=10",
    "/premios",
    f"/premios/{POOL}",
    "/reconciliacao",
    "/disputas",
    f"/disputas/nova?jogada={ROUND}",
    "/fecho",
    "/relatorios",
    "/atos",
    "/chave",
    "/menu",
    "/acessos",
    "/pesquisa?q=RA-01",
)


@pytest.mark.parametrize(("language", "width"), [("pt", 1280), ("en", 390)])
def test_tab_goes_through_each_page_in_its_order_and_the_focus_is_seen(
    browser: Any, address: str, acting: Site, language: str, width: int
) -> None:
    """The skip link first, every link, button and field once, forwards, and out at the end."""
    page = enter(
        browser,
        address,
        acting,
        Role.INSPECTOR,
        language=language,
        viewport={"width": width, "height": 900},
    )
    page.route("**/novas*", lambda route: route.abort())  # what is renewed forgets its marks
    keys, found = Keys(page), dict[str, list[str]]()
    for one in PAGES:
        page.goto(one)
        wrong: list[str] = []
        for stop in range(TABS_MAX * 3):
            keys.press("Tab")
            went, unseen, what = page.evaluate(STOP)
            if went == "end" or (went == "back" and "skip" in what):
                break
            if stop == 0 and "skip" not in what:
                wrong.append(f"the first stop is {what}")
            wrong += [f"not seen: {unseen}"] if unseen else []
            if went == "back":
                wrong.append(f"{went}: {what}")
                break
        wrong += [f"missed: {missed}" for missed in page.evaluate(MISSED)]
        if wrong:
            found[one] = wrong[:6]
    page.context.close()
    assert found == {}, "\n".join(f"{one}: {wrong}" for one, wrong in found.items())


def test_every_key_of_the_list_does_what_it_says(browser: Any, address: str, acting: Site) -> None:
    """Each single key that `?` shows: pages, rows, search, export, print, and all off by a box."""
    page = enter(browser, address, acting, Role.INSPECTOR)
    keys = Keys(page)
    page.goto("/")
    keys.press("Tab", "Enter")
    keys.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('main'))"), "the skip link skips"
    keys.press("?")
    page.wait_for_url("**/menu#teclas")
    goes = dict(
        re.findall(r"<kbd>g</kbd> <kbd>(\w)</kbd></td><td><a href=\"([^\"]+)\"", page.content())
    )
    assert len(goes) >= 7
    for letter, leads in goes.items():
        page.goto("/menu")
        keys.go(letter, f"{re.escape(leads)}$")
    for one in ("/eventos", "/premios", "/mesas", "/relatorios", "/atos"):
        page.goto(one)
        keys.press("j")
        assert page.evaluate("Boolean(document.activeElement.closest('main tr, main li'))"), one
    page.goto("/constatacoes")
    keys.press("j")
    first = page.evaluate("document.activeElement.getAttribute('href')")
    keys.press("j")
    second = page.evaluate("document.activeElement.getAttribute('href')")
    assert first
    assert second not in {None, first}
    keys.press("k")
    assert page.evaluate("document.activeElement.getAttribute('href')") == first
    keys.press("x")
    page.wait_for_url(f"**{first}")
    page.goto("/constatacoes")
    keys.press("e")
    assert page.evaluate("document.activeElement.closest('details').open")
    keys.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('.menu-list'))")
    keys.press("Escape")
    assert page.locator("details.menu[open]").count() == 0, "Esc closes what e opened"
    assert page.evaluate("document.activeElement.dataset.key") == "e"
    page.evaluate("window.print = () => { window.printed = true; }")
    keys.press("p")
    assert page.evaluate("window.printed")
    page.goto("/menu")
    keys.tab_to("[data-keys-off]")
    keys.press("Space")
    keys.press("Tab", "g", "e")
    assert page.url.endswith("/menu")
    page.goto("/menu")
    keys.tab_to("[data-keys-off]")
    keys.press("Space")
    page.context.close()


def test_the_replay_goes_step_by_step(browser: Any, address: str, acting: Site) -> None:
    """Arrows, Home, End, chapters, the divergence, and Space, each as the list says."""
    page = enter(browser, address, acting, Role.INSPECTOR)
    keys = Keys(page)
    page.goto(f"/jogadas/{ROUND}")

    def step() -> int:
        text = page.locator("#palco .ribbon [aria-current]").first.get_attribute("href") or ""
        found = re.search(r"passo=(\d+)", text)
        return int(found[1]) if found else 0

    def press(key: str) -> int:
        before = page.url
        keys.press(key)
        page.wait_for_url(lambda now: now != before)
        page.wait_for_load_state()
        return step()

    diverges = step()
    first = press("Home")
    last = press("End")
    assert first < diverges <= last
    assert press("ArrowLeft") == last - 1
    assert press("ArrowRight") == last
    assert press("n") == diverges
    assert press("1") == first
    assert press("2") > first
    before = step()
    keys.press(" ")
    page.wait_for_url(lambda now: f"passo={before + 1}" in now, timeout=5000)
    keys.press(" ")
    if shots := os.environ.get("SHOTS"):
        page.screenshot(path=f"{shots}/keyboard-replay.png")
    page.context.close()
