"""What whoever works the floor reads: what is played and found there, and no books."""

import html
import re

from api.console.pages.decide.forms import OFFERED
from api.requests.addresses import Addresses, links_of, without
from api.requests.floor import FLOOR_PEOPLE, is_of_the_floor
from api.services.api_keys import Role
from ledger.events import KINDS
from projections.authority.judging import sayers
from tests.api.conftest import POOL, Site
from tests.api.console.conftest import SignIn

BOOKS = {
    "access-granted", "access-recorded", "access-withdrawn", "acta-gate-granted", "base-funded",
    "casino-registered", "charity-paid", "checkpoint-sealed", "clock-ticked", "concession-ended",
    "cover-declared", "cover-moved", "figures-stated", "gaming-day-closed", "inter-casino-settled",
    "ledger-founded", "log-key-replaced", "pool-adjusted", "pool-extinguished",
    "pool-member-added", "pool-member-removed", "pool-opened", "registrars-changed",
    "report-issued", "rules-adopted", "source-enrolled", "submission-refused", "tax-declared",
    "text-erased", "verification-done",
}  # fmt: skip
"""Written out once more: a kind that comes is of the floor, or stands here."""


def test_each_kind_is_of_the_floor_or_of_the_books() -> None:
    """What the floor may not read is a list; whatever its own people may say they read."""
    assert {kind.partition("/")[0] for kind in KINDS if not is_of_the_floor(kind)} == BOOKS
    for kind in OFFERED:
        assert is_of_the_floor(kind) or sayers(kind).isdisjoint(FLOOR_PEOPLE), kind


def event_of(site: Site, kind: str, about: str = "") -> str:
    """Return the name of the newest event of a kind that names another."""
    (row,) = site.casino.rows(
        "SELECT originator_id || ':' || originator_version AS name FROM ledger.events "
        "WHERE topic LIKE %s AND position(convert_to(%s, 'UTF8') IN state) > 0 "
        "ORDER BY notification_id DESC LIMIT 1",
        f"{kind}/%",
        about,
    )
    return str(row["name"])


def test_an_event_of_the_books_is_not_read_by_its_address(evening: Site, come_in: SignIn) -> None:
    """Page, route, form and search: a round's event is there, a pool's funds and an approval not.

    An approval is whatever it approves.
    """
    signed = come_in(Role.FLOOR)
    funds = event_of(evening, "pool-opened")
    for kind, about, status in (("payout", "", 200), ("pool", "", 403), ("approval", funds, 403)):
        name = funds if kind == "pool" else event_of(evening, kind, about)
        source, _, seq = name.rpartition(":")
        answers = (
            evening.get(f"/v1/events/{source}/{seq}", Role.FLOOR),
            evening.client.get(f"/eventos/{source}/{seq}", headers=signed),
            evening.client.get(f"/atos/correction?target={name}", headers=signed),
        )
        assert [one.status_code for one in answers] == [status] * 3, kind
        assert evening.get(f"/v1/events/{source}/{seq}").status_code == 200
        found = evening.client.get(f"/pesquisa?q={name}", headers=signed).text
        assert (f'href="/eventos/{source}/{seq}"' in found) is (status == 200)
    (_, page, _) = answers
    assert "Este evento é da inspeção" in page.text
    assert "O pedido ficou registado" in page.text


def test_the_floor_sees_rounds_and_no_takings(evening: Site, come_in: SignIn) -> None:
    """A table's rounds are there with what was staked and paid; what it made and its counts not."""
    for address in ("/mesas", "/mesas/RA-01"):
        pages = {
            role: evening.client.get(address, headers=come_in(role)).text
            for role in (Role.FLOOR, Role.FINANCE)
        }
        for words in ("Do apostado", "Apuramento em PDF", "Margem do acaso"):
            assert (words in pages[Role.FLOOR], words in pages[Role.FINANCE]) == (False, True)
    assert 'href="/jogadas/RA-01/' in pages[Role.FLOOR]


def test_nothing_is_offered_that_a_role_may_not(evening: Site, come_in: SignIn) -> None:
    """Each link of the pages that open for the floor or an administrator leads to what is his."""
    for role in (Role.FLOOR, Role.ADMIN):
        asked = ("/", "/menu", "/atos", "/regras", "/catalogo", "/verificacao", "/acessos")
        more = ("/mesas/RA-01", "/constatacoes", "/disputas", f"/pesquisa?q={POOL}", "/contadores")
        seen: set[str] = set()
        for address in (*asked, *(more if role is Role.FLOOR else ())):
            answer = evening.client.get(address, headers=come_in(role))
            assert answer.status_code == 200, address
            begins = answer.text.count("conferir agora")
            assert (begins > 0) == (role is Role.ADMIN), "who may begin a check is told of it"
            found = {html.unescape(one) for one in re.findall(r'href="(/[^"#]*)"', answer.text)}
            seen |= {one for one in found if not one.startswith(("/static", "/lingua", "/tema"))}
        assert len(seen) > 20
        for one in sorted(seen)[:: max(1, len(seen) // 15)]:
            status = evening.client.get(one, headers=come_in(role)).status_code
            assert status != 403, (role, one)


def test_a_barred_button_goes_and_the_words_of_a_barred_link_stay() -> None:
    """No reader meets a link that would refuse him, and no sentence loses its words."""
    text = '<p><a class="btn" href="/a">Files</a> in <a class="x" href="/b?c=1&amp;d">words</a></p>'
    assert links_of(text) == {"/a", "/b?c=1&amp;d"}
    gone = '<p> in <span class="x">words</span></p>'
    assert without(text, links_of(text)).replace("  ", " ") == gone
    assert without(text, ()) == text


def test_an_address_is_known_by_its_route(evening: Site) -> None:
    """The way back from a link to its operation, of pages and of the API; of elsewhere none."""
    known: Addresses = evening.client.app.state.addresses  # type: ignore[attr-defined]
    for address, operation in (
        ("/eventos?lugar=RA-01", "showEvents"),
        ("/eventos/mesa-ra/5", "showEvent"),
        ("/disputas/nova?jogada=x", "showClaim"),
        ("/v1/exports/history?format=csv", "exportHistory"),
        (f"/v1/bundles/pool/{POOL}/2026-11-20", "exportPoolBundle"),
        ("/static/console.css", None),
        ("https://elsewhere.example/eventos", None),
    ):
        assert known.operation_of(address) == operation, address
