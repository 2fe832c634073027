"""A dispute in the browser: from the round to its paper, by three people, none for another."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip(
    "playwright.sync_api", reason="no playwright: uv run --group browser pytest -m deep"
)

from api.services.api_keys import Role
from tests.api.conftest import Site
from tests.api.console.conftest import HOUSE
from tests.api.console.walks.test_act_walk import (
    CHROMIUM,
    address,
    check_page,
    come_with_a_key,
    enter,
    press_sign,
)
from tests.fixtures.casino import DAY
from tests.helpers.papers import said

__all__ = ["address"]
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(CHROMIUM is None, reason="no browser: apt-get install chromium"),
]
ROUND = f"RA-01/{DAY}/5"
"""A coup in which the simulator pays too little."""
CLICKS_MAX = 5


class Walker:
    """Somebody at the console, whose clicks are counted since his step began."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.clicks = 0

    def begin(self, address: str) -> None:
        """Begin a step at an address."""
        self.page.goto(address)
        self.clicks = 0

    def click(self, what: str) -> None:
        """Click once more; a step has five clicks at most."""
        self.clicks += 1
        assert self.clicks <= CLICKS_MAX, f"{what}: the {self.clicks}th click"
        self.page.click(what)
        self.page.wait_for_load_state()

    def type(self, **typed: str) -> None:
        """Fill in fields of the form."""
        for name, value in typed.items():
            node = self.page.locator(f'form.act [name="{name}"]')
            if node.evaluate("(one) => one.tagName") == "SELECT":
                node.select_option(value)
            else:
                node.fill(value)

    def look_at_what_he_signs(self) -> str:
        """Look at the act before it is signed."""
        self.click("form.act button")
        self.page.wait_for_selector("dialog[open]")
        return str(self.page.inner_text("dialog"))

    def sign(self) -> None:
        """Sign what was looked at."""
        self.clicks += 1
        assert self.clicks <= CLICKS_MAX
        assert "Registado" in press_sign(self.page)


def test_a_dispute_goes_from_its_round_to_its_paper(
    browser: Any, address: str, acting: Site, tmp_path: Path
) -> None:
    """Claim, hypothesis, answer, decision, paper: five clicks a step at most, by three people."""
    inspector, house, officer = (
        Walker(come_with_a_key(browser, address, acting, role, tmp_path, source=source))
        for role, source in (
            (Role.INSPECTOR, "inspector-1.inspector"),
            (Role.FINANCE, f"finance-1.finance.{HOUSE}"),
            (Role.DISPUTE, "dispute-1.dispute"),
        )
    )
    case = claimed(inspector, acting)
    tried(officer, case)
    house.begin(f"/disputas/{case}")
    house.click("text=Responder pelo casino")
    house.type(position="rejected")
    house.look_at_what_he_signs()
    house.sign()
    acting.casino.project()
    decided(officer, acting, case)
    opened_and_not_decided(officer, acting, case)
    for one in (inspector, house, officer):
        one.page.context.close()


def claimed(inspector: Walker, acting: Site) -> str:
    """Open a case from its round; return its name. Who opened it is not offered to decide it."""
    inspector.begin(f"/jogadas/{ROUND}")
    inspector.click("text=Abrir uma disputa")
    assert "nenhuma regra fixa prazo" in inspector.page.inner_text("main")
    case = inspector.page.input_value('[name="dispute"]')
    inspector.type(seat="1", amount="5")
    text = inspector.look_at_what_he_signs()
    for words in (case, ROUND, "5,00"):
        assert words in text
    inspector.sign()
    acting.casino.project()
    inspector.click("text=Ver o processo")
    assert f"{case}: uma jogada" in inspector.page.inner_text("h1")
    assert inspector.page.locator(f'a[href="/atos/dispute-decided?dispute={case}"]').count() == 0
    assert "Já teve outra parte neste processo" in inspector.page.inner_text("main")
    return case


def tried(officer: Walker, case: str) -> None:
    """Change a fact of the round from the case, and come to the act that keeps it there."""
    officer.begin(f"/disputas/{case}")
    officer.click("text=E se um facto tivesse sido outro?")
    officer.page.select_option("#facto", index=0)
    officer.click("text=Escolher este facto")
    officer.page.fill("#valor", "10")
    officer.click("text=Recalcular")
    assert "Devido na hipótese" in officer.page.inner_text("main")
    officer.click("text=Guardar no processo como hipótese")
    assert officer.page.input_value('[name="media"]').startswith("hipotese:")


def decided(officer: Walker, acting: Site, case: str) -> None:
    """Decide the case with its reason, and take its paper."""
    officer.begin(f"/disputas/{case}")
    officer.click("main >> text=/^Decidir$/")
    officer.type(decision="upheld", amount="5", reason="regra-42")
    assert "regra-42" in officer.look_at_what_he_signs()
    officer.sign()
    acting.casino.project()
    officer.begin(f"/disputas/{case}")
    page = officer.page.inner_text("main")
    for words in ("Dá razão ao jogador", "Por pagar", "regra-42"):
        assert words in page
    with officer.page.expect_download() as told:
        officer.click("text=Auto da disputa, PDF")
    assert "dá razão ao jogador" in said(Path(told.value.path()).read_bytes())


def opened_and_not_decided(officer: Walker, acting: Site, before: str) -> None:
    """Open another case about the round: who opened it signs no decision of it."""
    officer.begin(f"/disputas/nova?jogada={ROUND}")
    assert before in officer.page.inner_text("main"), "the round is in dispute already"
    other = officer.page.input_value('[name="dispute"]')
    officer.type(seat="1")
    officer.look_at_what_he_signs()
    officer.sign()
    acting.casino.project()
    officer.begin(f"/atos/dispute-decided?dispute={other}")
    officer.type(decision="rejected")
    assert "sem efeito" in officer.look_at_what_he_signs()
    assert officer.page.locator("dialog [data-sign]").is_disabled()


@pytest.mark.parametrize("language", ["pt", "en"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_of_disputes_violates_wcag_or_overflows(
    browser: Any, address: str, acting: Site, language: str, width: int
) -> None:
    """List, claim, case, and hypotheses, settled and ended: axe finds nothing in any."""
    page = enter(
        browser,
        address,
        acting,
        Role.DISPUTE,
        language=language,
        viewport={"width": width, "height": 900},
        bypass_csp=True,
    )
    page.goto("/disputas")
    cases = re.findall(r'href="(/disputas/(?!nova)[^"]+)"', page.content())
    addresses = [
        "/disputas",
        *cases[:1],
        f"/disputas/nova?jogada={ROUND}",
        f"/hipotese/{ROUND}",
        f"/hipotese/{ROUND}?facto=bets.0.valor&valor=10",
        f"/hipotese/{ROUND}?facto=resultado.numero&valor=99",
    ]
    found: dict[str, list[str]] = {}
    for number, one in enumerate(addresses):
        answer = page.goto(one)
        assert answer.status == 200, one
        found[one] = check_page(page)
        if shots := os.environ.get("SHOTS"):
            page.screenshot(path=f"{shots}/dispute-{number}-{language}-{width}.png", full_page=True)
    page.context.close()
    assert {name: one for name, one in found.items() if one} == {}
