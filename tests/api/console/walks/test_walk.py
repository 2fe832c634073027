"""A browser walks through the console: every page, both languages, two widths, light and dark."""

import shutil
import subprocess
import sys
import zipfile
from base64 import b64encode
from hashlib import sha512
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from api.console.contents import CONTENTS
from tests.api.conftest import POOL
from tests.fixtures.casino import DAY, Casino
from tests.projections.stages.actas.bingo_hall import PLACE

pytest.importorskip(
    "playwright.sync_api", reason="no playwright: uv run --group browser pytest -m deep"
)
CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(CHROMIUM is None, reason="no browser: apt-get install chromium"),
]
AXE = Path(__file__).parent / "axe" / "axe-4.14.1.min.js"
AXE_PIN = "5j5ln5gG165b1AiZBDsIcaUGLFRCsBs/Gj7fXq9Qv1w6cQSnJGMpO0rRt3xmGg1OQOhQ3sid6dbs5wqME6mvFw=="
CLICKS_MAX = 5
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
"""Tags of what axe looks at."""
OF_COLOUR = """tags => axe.getRules(tags)
    .filter(one => one.tags.includes('cat.color')).map(one => one.ruleId)"""
LOOK = """names => axe.run(document, {
    runOnly: names, resultTypes: ['violations'],
})"""
"""Of what passes no list is made, which takes longer than to look."""
LOOKED_AT = {("pt", 390), ("en", 1280)}
ADDRESSES = (
    "/",
    "/constatacoes",
    "/constatacoes?codigo=RA-NUL",
    "/eventos",
    "/eventos?lugar=RA-01&dia=2031-01-01",
    "/eventos/mesa-ra/5",
    f"/jogadas/RA-01/{DAY}/1",
    "/mesas",
    "/mesas?periodo=30",
    "/mesas/RA-01",
    "/actas",
    "/premios",
    f"/premios/{POOL}",
    f"/contadores?dia={DAY}",
    f"/contadores/MQ-01?dia={DAY}",
    "/jogadas-de-maquina/mq-01:4",
    f"/actas/{PLACE}/S-1",
    f"/jogadas/{PLACE}/{DAY}/1",
    "/disputas",
    "/reconciliacao",
    "/fecho",
    f"/fecho?mes={DAY[:7]}&dia={DAY}",
    "/fontes",
    "/leituras",
    "/conservacao",
    "/acessos",
    "/relatorios",
    "/regras",
    "/regras/RA",
    "/regras/RA%20R35",
    "/regras/jackpots%20n.5",
    "/catalogo",
    "/catalogo/bet-placed/1",
    "/catalogo/parameter-set/1",
    "/estado",
    "/pesquisa",
    "/pesquisa?q=RA-01",
    "/verificacao",
    "/chave",
    "/atos",
    "/atos/parameter-set",
    "/menu",
    "/nada",
)


def visit(browser: Any, address: str, role: str = "inspector", **given: Any) -> Any:
    """Come in as a role, in a window of its own; return its page."""
    language = given.pop("language", "pt")
    context = browser.new_context(base_url=address, **given)
    context.add_cookies([{"name": "razao_lang", "value": language, "url": address}])
    page = context.new_page()
    page.goto("/entrar?para=/menu")
    page.click(f'form:has(input[value="{role}"]) button')
    return page


def test_the_walk_comes_to_every_page(browser: Any, address: str) -> None:
    """Each page of the navigation is in the walk, and each address but ``/nada`` answers."""
    assert {entry.address for entry in CONTENTS} <= {one.partition("?")[0] for one in ADDRESSES}
    page = visit(browser, address)
    for one in ADDRESSES:
        assert page.goto(one).status == (404 if one == "/nada" else 200), one
    page.context.close()


PICTURES = """() => Array.from(document.querySelectorAll('main svg.chart[role=img]'), (one) => {
    const own = one.closest('section, td, .verdict');
    const told = own && own.querySelector('table, dl') || one.closest('table');
    const words = one.getAttribute('aria-label');
    const said = /quadro/.test(words) && document.querySelector('main table');
    return [words, Boolean(told || said)];
})"""
"""Each picture's words, and whether its numbers stand in a table beside it or named by it."""


def test_each_picture_has_its_table(browser: Any, address: str) -> None:
    """No picture of any page is the only place where its numbers stand."""
    seen: dict[str, bool] = {}
    for role in ("inspector", "finance", "dispute", "floor"):
        page = visit(browser, address, role)
        for one in ADDRESSES if role == "inspector" else ("/",):
            page.goto(one)
            for label, told in page.evaluate(PICTURES):
                assert label, one
                seen[f"{one}: {label}"] = told
        page.context.close()
    assert [one for one, told in seen.items() if not told] == []
    assert len(seen) >= 5, seen


def test_axe_is_the_pinned_one() -> None:
    """The checker of accessibility is the file of npm's axe-core 4.14.1."""
    assert b64encode(sha512(AXE.read_bytes()).digest()).decode() == AXE_PIN


def violations(page: Any, address: str, rules: list[str]) -> list[str]:
    """Return what axe finds on a page as it stands, by the rules of these names or tags."""
    outcome = page.evaluate(LOOK, rules)
    assert outcome["passes"], f"{address}: axe looked at nothing"
    return [
        f"{address}: {rule['id']}: {node['html'][:120]}"
        for rule in outcome["violations"]
        for node in rule["nodes"][:2]
    ]


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("language", ["pt", "en"])
def test_no_page_violates_wcag_or_overflows_or_calls_elsewhere(
    browser: Any, address: str, language: str, width: int
) -> None:
    """axe-core finds nothing, nothing is wider than the window, no request leaves the host.

    In the light by every rule, in the dark by those of colour: nothing else is another there. axe
    looks at each language and each width once: what it says of one does not hang on the other.
    """
    page = visit(
        browser,
        address,
        language=language,
        viewport={"width": width, "height": 900},
        bypass_csp=True,
    )
    asked: list[Any] = []
    said: list[Any] = []

    def ask(request: Any) -> None:
        asked.append(request)

    def fail(error: Any) -> None:
        said.append(error)

    page.on("request", ask)
    page.on("pageerror", fail)
    found: list[str] = []
    for one in ADDRESSES:
        page.emulate_media(color_scheme="light")
        page.goto(one)
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        found += [f"{one}: wider than {width}"] * wide
        if (language, width) not in LOOKED_AT:
            continue
        page.add_script_tag(content=AXE.read_text(encoding="utf-8"))
        found += violations(page, one, RULES)
        page.emulate_media(color_scheme="dark")
        found += [
            f"{told} (dark)" for told in violations(page, one, page.evaluate(OF_COLOUR, RULES))
        ]
    page.context.close()
    assert found == []
    assert said == []
    assert {one.url.split("/")[2] for one in asked if one.url.startswith("http")} == {address[7:]}


def test_the_inspector_reaches_the_event_of_a_fault_in_four_clicks(
    browser: Any, address: str
) -> None:
    """From the door: the role, Começar, a case, the event that proves it with its bytes."""
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto("/")
    page.click('form:has(input[value="inspector"]) button')
    page.click(".btn-first")
    page.click(".inbox li:nth-child(2) a")
    page.click(".detail .rows li a")
    assert "/eventos/" in page.url
    assert page.locator(".bytes").is_visible()
    context.close()


def test_without_a_script_every_page_reads_the_same(browser: Any, address: str) -> None:
    """Pages made on the server need no script: their heads are there with scripts off."""
    page = visit(browser, address, java_script_enabled=False)
    for one in ADDRESSES:
        page.goto(one)
        assert page.locator("h1, .state h2").first.inner_text().strip(), one
    page.context.close()


def test_the_keyboard_alone_opens_a_case(browser: Any, address: str) -> None:
    """``g`` ``c`` leads to the inbox, ``j`` to its second case, Enter opens it, ``/`` searches."""
    page = visit(browser, address, viewport={"width": 1280, "height": 900})
    page.goto("/")
    page.keyboard.press("g")
    page.keyboard.press("c")
    page.wait_for_url("**/constatacoes")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/constatacoes/*")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "seek"
    page.context.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_month_end_is_three_clicks_from_the_beginning(
    browser: Any, address: str, width: int
) -> None:
    """Beginning, checklist, the day, and its closing's form, which has the day in its address."""
    page = visit(browser, address, "finance", viewport={"width": width, "height": 900})
    page.goto("/menu" if width == 390 else "/")
    page.click('a[href="/fecho"]:visible')
    page.click(f'a[href="/fecho?mes={DAY[:7]}&dia={DAY}"]')
    assert page.locator("text=Caixas contadas").first.is_visible()
    page.locator(f'a[href="/atos/gaming-day-closed?dia={DAY}"]').first.click()
    page.wait_for_url(f"**/atos/gaming-day-closed?dia={DAY}")
    page.context.close()


ROUND_OF = "SELECT round FROM {s}.round WHERE %s = ANY(positions)"


class Clicks:
    """A walk through the console, whose clicks are counted: a task has five at most."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.count = 0

    def click(self, what: str) -> None:
        """Click on what is seen, once more."""
        self.count += 1
        assert self.count <= CLICKS_MAX, f"{what}: the {self.count}th click"
        self.page.locator(f"{what} >> visible=true").first.click()
        self.page.wait_for_load_state()

    def take(self, what: str) -> bytes:
        """Click for a file."""
        with self.page.expect_download() as told:
            self.click(what)
        return Path(told.value.path()).read_bytes()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_inspector_takes_a_proof_home_and_checks_it_there(
    browser: Any, address: str, width: int, tmp_path: Path
) -> None:
    """The morning, a case, its event, its proof: one file, which the program inside it checks."""
    page = visit(browser, address, viewport={"width": width, "height": 900})
    page.goto("/")
    walk = Clicks(page)
    walk.click(".btn-first")
    walk.click(".inbox li:nth-child(1) a")
    walk.click(".detail .rows li a")
    bundle = tmp_path / "proof.zip"
    bundle.write_bytes(walk.take('a[href^="/v1/bundles/event/"]'))
    page.context.close()
    with zipfile.ZipFile(bundle) as archive:
        program = next(name for name in archive.namelist() if name.endswith("razao_verify.py"))
        archive.extract(program, tmp_path)
    checked = subprocess.run(
        [sys.executable, str(tmp_path / program), str(bundle)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("width", [1280, 390])
def test_finance_goes_from_a_jackpot_to_its_paper_and_to_its_other_sides(
    browser: Any, address: str, width: int
) -> None:
    """Jackpots, the jackpot, a day that is not over yet, its statement on paper; and both sides."""
    page = visit(browser, address, "finance", viewport={"width": width, "height": 900})
    page.goto("/menu" if width == 390 else "/")
    walk = Clicks(page)
    walk.click('a[href="/premios"]')
    walk.click(f'main a[href="/premios/{POOL}"]')
    page.fill("#dia", "2031-01-01")
    walk.click("main form button")
    assert "O registo não chega até lá." in page.inner_text("main")
    walk.click("text=Sem filtros")
    assert walk.take('a[href*="/statement/pdf"]')[:5] == b"%PDF-"
    walk.count = 0
    page.goto("/menu" if width == 390 else "/")
    walk.click('a[href="/reconciliacao"]')
    assert POOL in page.inner_text("main")
    page.context.close()


def test_the_dispute_officer_pastes_a_round_and_comes_to_its_divergence(
    browser: Any, address: str
) -> None:
    """One box, the hit, the table at the step that differs, and the form with the round in it."""
    page = visit(browser, address, "dispute", viewport={"width": 1280, "height": 900})
    page.goto("/")
    walk = Clicks(page)
    page.keyboard.press("/")
    page.keyboard.type(f"RA-01/{DAY}/5")
    page.keyboard.press("Enter")
    page.wait_for_url("**/pesquisa?**")
    walk.click("main .results a")
    assert "Diverge" in page.inner_text(".verdict")
    assert page.locator("#palco .ribbon [aria-current]").count() == 1
    walk.click("text=Abrir uma disputa")
    assert f"RA-01/{DAY}/5" in page.url.replace("%2F", "/")
    page.context.close()


@pytest.mark.parametrize("language", ["pt", "en"])
def test_an_altered_event_is_told_in_red_on_every_page(
    browser: Any, floor: Casino, address: str, language: str
) -> None:
    """Somebody with the database's password moves a payment: one click verifies, and all say so."""
    words = {"pt": ("Registo alterado", "NÃO VERIFICADO"), "en": ("Record altered", "NOT VERIFIED")}
    page = visit(browser, address, language=language, viewport={"width": 1280, "height": 900})
    other = page.context.new_page()
    other.goto("/premios")
    position, was = floor.rows(
        "SELECT notification_id AS at, state FROM ledger.events WHERE topic = 'payout/1' "
        "ORDER BY notification_id LIMIT 1"
    )[0].values()
    try:
        rewrite(floor, position, bytes(was).replace(b'"amount":', b'"amount":1'))
        page.goto("/verificacao")
        page.click("main .btn-first")
        page.wait_for_selector(".strip-bad", timeout=60_000)
        assert words[language][0] in page.inner_text(".strip-bad")
        page.click(".strip-bad a")
        assert page.locator("main tr.diff a").count() == 1
        other.wait_for_selector(".strip-bad", timeout=30_000)
        for one in ("/", "/mesas/RA-01"):
            page.goto(one)
            assert page.locator(".strip-bad").is_visible()
        page.goto(f"/jogadas/{floor.rows(ROUND_OF, position)[0]['round']}")
        assert words[language][0] in page.inner_text("main")
        page.goto("/")
        page.click('summary[data-key="e"]')
        assert words[language][1] in page.inner_text(".menu-list")
    finally:
        rewrite(floor, position, bytes(was))
        page.goto("/verificacao")
        page.click("main .btn-first")
        page.wait_for_selector(".strip-ok, .strip-warn", timeout=60_000)
        page.context.close()


def rewrite(floor: Casino, position: int, state: bytes) -> None:
    """Put other bytes in an event's place, as its database's superuser can."""
    with psycopg.connect(floor.superuser) as connection:
        triggers = connection.execute(
            "SELECT tgname FROM pg_catalog.pg_trigger "
            "WHERE tgrelid = 'ledger.events'::regclass AND NOT tgisinternal AND tgenabled = 'A'"
        ).fetchall()
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER USER")
        connection.execute(
            "UPDATE ledger.events SET state = %s WHERE notification_id = %s", (state, position)
        )
        connection.execute("ALTER TABLE ledger.events ENABLE TRIGGER USER")
        for (name,) in triggers:
            connection.execute(
                sql.SQL("ALTER TABLE ledger.events ENABLE ALWAYS TRIGGER {}").format(
                    sql.Identifier(name)
                )
            )
