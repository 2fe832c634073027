"""Two people act in the console: key request, approval, first act, a finding's state changed."""

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip(
    "playwright.sync_api", reason="no playwright: uv run --group browser pytest -m deep"
)

from api.services.api_keys import Keeper, Role
from ledger.events.registry import SourceEnrolled2
from ops.outside.registrar.requests import fingerprint, read_request
from tests.api.conftest import POOL, Site, app_over
from tests.api.console.conftest import HOUSE, give_way
from tests.api.console.walks.test_walk import AXE, RULES
from tests.fixtures.casino import ORIGIN
from tests.fixtures.serving import served

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(CHROMIUM is None, reason="no browser: apt-get install chromium"),
]
SMALL = {"width": 390, "height": 844}
WIDE = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def address(acting: Site) -> Iterator[str]:
    """Serve the acting."""
    with served(app_over(acting.services)) as address:
        yield address


def enter(browser: Any, address: str, acting: Site, role: Role, **given: Any) -> Any:
    """Come in with the key of a role, in a browser profile of its own; return its page."""
    language = given.pop("language", "pt")
    context = browser.new_context(base_url=address, **{"viewport": WIDE, **given})
    context.add_cookies([{"name": "razao_lang", "value": language, "url": address}])
    page = context.new_page()
    page.goto("/entrar?para=/chave")
    page.fill("#key", acting.keys[role])
    page.keyboard.press("Enter")
    page.wait_for_selector("#key-page")
    return page


def ask_for_a_key(page: Any, source: str, folder: Path) -> Path:
    """Make a key in the browser; return the file of its request."""
    page.goto("/chave")
    page.wait_for_selector("[data-keys] li")
    page.select_option(
        "[data-offer]",
        index=page.eval_on_selector_all(
            "[data-offer] option",
            "(all, name) => all.findIndex((one) => one.dataset.source === name)",
            source,
        ),
    )
    page.click("[data-ask] button")
    asked = f'li[data-source="{source}"]:not([data-state="effect"]) a'
    page.wait_for_selector(asked)
    with page.expect_download() as told:
        page.click(asked)
    path = folder / told.value.suggested_filename
    told.value.save_as(path)
    return path


def approve(acting: Site, path: Path) -> None:
    """Let registrars agree to a request's file, as they do, and send their words to the door."""
    installation, asked = acting.casino.installation, read_request(path)
    assert isinstance(asked.act, SourceEnrolled2)
    assert asked.act.person is not None
    give_way(acting, asked.act.person, asked.act.role)
    for name in ("registo-1", "registo-2"):
        asked = asked.agreed(installation.chain(name), "2026-11-20T22:00:00.000000Z")
    installation.send(list(asked.words))
    acting.casino.project()


def sign(page: Any, address: str, **typed: str) -> Any:
    """Fill in the form of an act and look at what will be signed; return the dialog."""
    page.goto(address)
    for name, value in typed.items():
        node = page.locator(f'[name="{name}"]')
        if node.evaluate("(one) => one.tagName") == "SELECT":
            node.select_option(value)
        else:
            node.fill(value)
    assert page.locator("form.act").count(), page.inner_text("main")
    page.click("form.act button")
    page.wait_for_selector("dialog[open]")
    return page.locator("dialog")


def check_page(page: Any) -> list[str]:
    """Return what axe finds against a page, and whether it is wider than its window."""
    page.evaluate(AXE.read_text(encoding="utf-8") + "; 0")
    outcome = page.evaluate(
        "rules => axe.run(document, {runOnly: {type: 'tag', values: rules}})", RULES
    )
    assert len(outcome["passes"]) > 5, "axe looked at nothing"
    found = [
        f"{rule['id']}: {node['html'][:160]}"
        for rule in outcome["violations"]
        for node in rule["nodes"][:3]
    ]
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return found + ["wider than the window"] * wide


@pytest.mark.parametrize("language", ["pt", "en"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_of_acts_violates_wcag_or_overflows(
    browser: Any, address: str, acting: Site, tmp_path: Path, language: str, width: int
) -> None:
    """Keys, list, form, dialog and what stands in the way: axe finds nothing, nothing overflows."""
    finding = acting.get("/v1/findings?code=RA-PAY&limit=1").json()["items"][0]["id"]
    page = enter(
        browser,
        address,
        acting,
        Role.DISPUTE,
        language=language,
        viewport={"width": width, "height": 900},
        bypass_csp=True,
    )
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        found[name] = check_page(page)
        if shots := os.environ.get("SHOTS"):
            page.screenshot(path=f"{shots}/{name}-{language}-{width}.png", full_page=True)

    look("key-none")
    source = "dispute-1.dispute"
    approve_once(acting, ask_for_a_key(page, source, tmp_path))
    look("key-asked")
    page.goto("/chave")
    page.wait_for_selector("[data-keys] li")
    look("key-effect")
    page.goto("/atos")
    look("acts")
    page.goto(f"/constatacoes/{finding}")
    look("finding")
    page.goto(f"/atos/finding-explained?finding={finding}")
    look("barred")
    (row,) = acting.casino.rows(
        "SELECT name FROM (SELECT originator_id || '%%3A' || originator_version AS name "
        "FROM ledger.events WHERE topic = 'base-funded/1' LIMIT 1) AS one"
    )
    page.goto(f"/atos/correction?target={row['name']}")
    look("correction")
    page.goto("/atos/dispute-opened")
    page.fill('[name="dispute"]', f"caso-{language}-{width}")
    page.select_option('[name="subject"]', "round")
    page.fill('[name="amount"]', "1234,50")
    look("form")
    page.keyboard.press("Escape")
    page.click("form.act button")
    page.wait_for_selector("dialog[open]")
    assert "1.234$50\u00a0CVE" in page.inner_text("dialog")
    look("dialog")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="hidden")
    assert page.evaluate("document.activeElement.textContent").strip()
    page.context.close()
    assert {name: one for name, one in found.items() if one} == {}


def approve_once(acting: Site, path: Path) -> None:
    """Let registrars agree to a request, unless its source lives: then its key is another's."""
    known = acting.casino.door.keyring.sources.get(read_request(path).act.source)  # type: ignore[attr-defined]
    if known is None:
        approve(acting, path)


def state_of(acting: Site, finding: str) -> str:
    """Return the state of a finding as it stands."""
    acting.casino.project()
    (row,) = acting.casino.rows(
        "SELECT state FROM {s}.finding WHERE id = %s AND known_until IS NULL", finding
    )
    return str(row["state"])


def come_with_a_key(
    browser: Any, address: str, acting: Site, role: Role, folder: Path, **given: str
) -> Any:
    """Come in, make a key, let registrars agree to its request's file; return the page."""
    source = given.pop("source")
    name, of, *_house = source.split(".")
    give_way(acting, name, of)
    acting.casino.project()
    page = enter(browser, address, acting, role, **given)
    page.goto("/atos/dispute-opened")
    assert page.locator("form.act").count() == 0, "not in effect yet"
    path = ask_for_a_key(page, source, folder)
    told = json.loads(path.read_text())
    assert fingerprint(bytes.fromhex(told["payload"]["key"])) in page.inner_text("[data-keys]")
    approve(acting, path)
    page.goto("/chave")
    page.wait_for_selector(f'li[data-source="{source}"][data-state="effect"]')
    return page


def press_sign(page: Any) -> str:
    """Press the button that signs; return what the page says then."""
    page.click("dialog [data-sign]")
    page.wait_for_selector("form [data-told] a")
    return str(page.inner_text("form [data-told]"))


def test_a_finding_goes_from_hand_to_hand_by_three_people(
    browser: Any, address: str, acting: Site, tmp_path: Path
) -> None:
    """Seen and explained by the house; decided by an inspector whom another one confirms."""
    finding = acting.get("/v1/findings?code=RA-PAY&limit=1").json()["items"][0]["id"]
    with Keeper(acting.casino.conninfo) as keeper:
        keys = {Role.INSPECTOR: keeper.issue("rita", Role.INSPECTOR)}
    other = replace(acting, keys=keys)
    mine, theirs = f"finance-1.finance.{HOUSE}", "inspector-1.inspector"
    house = come_with_a_key(browser, address, acting, Role.FINANCE, tmp_path, source=mine)
    inspector = come_with_a_key(
        browser, address, acting, Role.INSPECTOR, tmp_path, source=theirs, language="en"
    )
    second = come_with_a_key(
        browser, address, other, Role.INSPECTOR, tmp_path, source="rita.inspector"
    )
    house.goto(f"/constatacoes/{finding}")
    house.click("text=Tomar conhecimento")
    house.wait_for_url("**/atos/**")
    text = sign(house, house.url).inner_text()
    for words in ("Constatação vista", finding, mine, "Terá efeito logo"):
        assert words in text
    assert "Registado: evento" in press_sign(house)
    assert state_of(acting, finding) == "acknowledged"

    inspector.goto(f"/atos/finding-decided?finding={finding}")
    dialog = sign(house, f"/atos/finding-explained?finding={finding}", reason="engano")
    assert "um engano" in dialog.inner_text()
    press_sign(house)
    assert state_of(acting, finding) == "explained"
    inspector.select_option('[name="state"]', "accepted")
    inspector.click("form.act button")
    inspector.wait_for_selector("[data-told] b")
    told = inspector.inner_text("[data-told]")
    assert "Changed meanwhile." in told
    assert mine in told

    dialog = sign(inspector, f"/atos/finding-decided?finding={finding}", state="accepted")
    assert "wait for a second person" in dialog.inner_text()
    press_sign(inspector)
    assert state_of(acting, finding) == "explained", "of a critical one a second must agree"
    second.goto("/atos")
    second.click(f'a[href*="target={theirs}"]')
    second.wait_for_url("**/atos/approval**")
    assert theirs in sign(second, second.url).inner_text()
    press_sign(second)
    assert state_of(acting, finding) == "accepted"
    for page in (house, inspector, second):
        page.context.close()


def test_a_key_made_in_the_browser_cannot_be_taken_out(
    browser: Any, address: str, acting: Site, tmp_path: Path
) -> None:
    """WebCrypto itself refuses to export the private key, and the key file holds none."""
    page = enter(browser, address, acting, Role.ADMIN)
    told = ask_for_a_key(page, "admin-1.admin", tmp_path).read_text()
    script = """async (origin) => {
        const { keys } = await import("/static/acts/signing.js");
        const [one] = await keys(origin);
        const form = [];
        for (const how of ["pkcs8", "jwk"]) {
            try { await crypto.subtle.exportKey(how, one.secret); form.push(how); }
            catch (error) { form.push(error.name); }
        }
        return form;
    }"""
    assert page.evaluate(script, ORIGIN) == ["InvalidAccessError", "InvalidAccessError"]
    assert set(json.loads(told)["payload"]) == {"source", "role", "person", "key", "proof"}
    page.context.close()


def test_the_keyboard_alone_signs_and_leaves(
    browser: Any, address: str, acting: Site, tmp_path: Path
) -> None:
    """Enter opens what will be signed with the focus in it, Esc leaves, and focus comes back."""
    source = f"finance-1.finance.{HOUSE}"
    page = enter(browser, address, acting, Role.FINANCE)
    path = ask_for_a_key(page, source, tmp_path)
    approve(acting, path)
    page.goto("/atos/base-funded")
    page.focus('[name="pool"]')
    page.keyboard.type(POOL)
    page.keyboard.press("Tab")
    page.keyboard.type("10")
    page.select_option('[name="funds"]', "operator")
    page.focus("form.act button")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    assert page.evaluate("document.activeElement.id") == "signing-head"
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="hidden")
    assert page.evaluate("document.activeElement.form?.dataset.act") == "base-funded/1"
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("'sign' in document.activeElement.dataset"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("form [data-told] a")
    assert "Registado" in page.inner_text("form [data-told]")

    event = page.get_attribute("form [data-told] a", "href")
    page.goto(event)
    acting.casino.project()
    page.click("text=Corrigir")
    page.wait_for_url("**/atos/correction**")
    typed = {"correct": "replace", "r.amount": "25,50", "reason": "engano"}
    text = sign(page, page.url, **typed).inner_text()
    for words in ("Fica em seu lugar", "25$50", "da concessionária", "director"):
        assert words in text
    assert "Registado" in press_sign(page)
    page.context.close()


def test_an_answer_that_is_lost_leaves_nothing_half_done(
    browser: Any, address: str, acting: Site, tmp_path: Path
) -> None:
    """The server recorded and its answer was cut off: the same bytes again get the one receipt."""
    source = f"finance-1.finance.{HOUSE}"
    page = come_with_a_key(browser, address, acting, Role.FINANCE, tmp_path, source=source)
    fields = {"pool": POOL, "amount": "7", "funds": "operator"}
    cut: list[int] = []

    def lose(route: Any) -> None:
        cut.append(route.fetch().status)
        route.abort()

    sign(page, "/atos/base-funded", **fields)
    page.route("**/atos/entregar", lose, times=1)
    last = acting.casino.last
    page.click("dialog [data-sign]")
    page.wait_for_selector("dialog [data-refused] b")
    assert "Não veio resposta." in page.inner_text("dialog [data-refused]")
    assert cut == [200]
    assert "Registado" in press_sign(page)
    assert acting.casino.last == last + 1
    page.context.close()


def test_who_lost_the_answer_and_opens_the_page_again_is_told_what_became_of_it(
    browser: Any, address: str, acting: Site, tmp_path: Path
) -> None:
    """Recorded: it says so, once. Not recorded: the same is sent again, or dropped, and is one."""
    source = f"finance-1.finance.{HOUSE}"
    page = come_with_a_key(browser, address, acting, Role.FINANCE, tmp_path, source=source)

    def lose(route: Any) -> None:
        route.fetch()
        route.abort()

    def cut(route: Any) -> None:
        route.abort()

    def lost(amount: str, how: Any) -> None:
        sign(page, "/atos/base-funded", pool=POOL, amount=amount, funds="operator")
        page.route("**/atos/entregar", how, times=1)
        page.click("dialog [data-sign]")
        page.wait_for_selector("dialog [data-refused] b")
        page.goto("/atos")
        page.wait_for_selector("#unanswered:not([hidden]) b")

    last = acting.casino.last
    lost("61", lose)
    assert acting.casino.last == last + 1
    assert f"Registado: evento {last + 1}" in page.inner_text("#unanswered")
    if shots := os.environ.get("SHOTS"):
        page.screenshot(path=f"{shots}/unanswered-recorded.png", full_page=True)
    page.reload()
    assert page.locator("#unanswered").is_hidden(), "told once"

    lost("62", cut)
    assert acting.casino.last == last + 1
    assert "Não está no registo: nada ficou feito." in page.inner_text("#unanswered")
    assert check_page(page) == []
    page.click("#unanswered >> text=Enviar o mesmo outra vez")
    page.wait_for_selector("#unanswered a")
    assert acting.casino.last == last + 2
    lost("63", cut)
    page.click("#unanswered >> text=Deixar cair")
    page.reload()
    assert page.locator("#unanswered").is_hidden()
    assert acting.casino.last == last + 2
    acting.casino.project()
    again = sign(page, "/atos/base-funded", pool=POOL, amount="61", funds="operator").inner_text()
    assert "O mesmo já está no registo" in again
    page.context.close()


def test_evidence_stays_in_the_browser_and_gives_its_hash(
    browser: Any, address: str, acting: Site, tmp_path: Path
) -> None:
    """A chosen file fills in hash, size and kind; not a byte of it is sent."""
    page = come_with_a_key(
        browser, address, acting, Role.DISPUTE, tmp_path, source="dispute-1.dispute"
    )
    sent: list[bytes] = []
    page.on("request", lambda request: sent.append(request.post_data_buffer or b""))
    page.goto("/atos/evidence-attached?dispute=caso-7")
    page.set_input_files(
        "[data-evidence]", {"name": "sala.txt", "mimeType": "text/plain", "buffer": b"so aqui"}
    )
    page.wait_for_function("document.querySelector('[name=size]').value === '7'")
    assert page.input_value('[name="hash"]') == sha256(b"so aqui").hexdigest()
    assert page.input_value('[name="media"]') == "text/plain"
    page.click("form.act button")
    page.wait_for_selector("dialog[open]")
    assert sha256(b"so aqui").hexdigest() in page.inner_text("dialog")
    assert not [body for body in sent if b"so aqui" in body]
    page.context.close()
