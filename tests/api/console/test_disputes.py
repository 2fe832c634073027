"""Disputas as people open them: the list, the claim, and a case at each of its steps."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from api.services.api_keys import Role
from ledger.events import reviews
from ledger.events.catalogue.entries import example_of
from ledger.events.reviews import (
    Appeal,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    EvidenceAttached,
    SettlementPaid,
)
from ledger.signed.canonical import decode
from tests.api.conftest import Site
from tests.api.console.conftest import SignIn, cookie_of
from tests.fixtures.casino import minute
from tests.projections.stages.judging.test_settlements import judged_by_matrix
from tests.projections.stages.reviews.test_reviews import ROUND, coup


def page_of(site: Site, address: str, role: Role = Role.DISPUTE, language: str = "pt") -> str:
    """Return the words of a page, its marks left out."""
    cookie = cookie_of(site, role)
    answer = site.client.get(
        address, headers={"Cookie": f"razao_session={cookie}; razao_lang={language}"}
    )
    assert answer.status_code == 200, answer.text[:400]
    return " ".join(re.sub(r"<[^>]+>", " ", answer.text).replace("\xa0", " ").split())


def steps_of(site: Site) -> dict[str, str]:
    """Return the steps of the case's way, each done, now or to come."""
    cookie = cookie_of(site, Role.DISPUTE)
    text = site.client.get(
        "/disputas/D-1", headers={"Cookie": f"razao_session={cookie}; razao_lang=pt"}
    ).text
    track = text.partition('<ol class="track">')[2].partition("</ol>")[0]
    found = re.findall(r'<li(?: class="(\w+)")?[^>]*><b>([^<]*)</b>', track)
    return {word: stage for stage, word in found}


def test_a_case_goes_from_claim_to_payment_and_each_step_is_said(site: Site) -> None:
    """30,00 paid of 35,00, and 1,00 staked: 36,00 beside 31,00; each word; 5,00 paid at last."""
    casino = site.casino
    judged_by_matrix(casino)
    coup(casino, paid=3_000)
    case: dict[str, Any] = {"dispute": "D-1"}
    casino.say(
        "inspecao",
        DisputeOpened(
            subject="round", rounds=(ROUND,), seat=1, amount=500, complainant="j-7", **case
        ),
        at=minute(5),
    )
    casino.project()
    text = page_of(site, "/disputas/D-1")
    for words in ("D-1: uma jogada", "pede 5$00", "j-7", "36$00", "31$00", "−5$00", "em disputa"):
        assert words in text, words
    assert "nenhuma regra fixa prazo" in text
    assert "Ainda não há decisão." in text
    assert steps_of(site) == {
        "Aberto": "done",
        "Admissibilidade": "done",
        "Resposta do casino": "now",
        "Decisão": "",
        "Recurso": "",
        "Pagamento": "",
    }
    casino.say("chefe", DisputeAnswered(position="rejected", **case), at=minute(6))
    casino.say("litigios", DisputeDecided(decision="upheld", amount=500, **case), at=minute(7))
    casino.project()
    text = page_of(site, "/disputas/D-1")
    assert "Dá razão ao jogador · 5$00" in text
    assert "Por pagar 5$00" in text
    assert steps_of(site)["Pagamento"] == "now"
    casino.say("caixa", SettlementPaid(amount=500, seat=1, means="chips", **case), at=minute(8))
    casino.project()
    text = page_of(site, "/disputas/D-1")
    assert "devido pelo apuramento da jogada" in text
    assert "Por pagar 0$00" in text
    assert steps_of(site)["Pagamento"] == "done"
    told = site.get("/v1/disputes/D-1", Role.DISPUTE).json()
    assert [one["state"] for one in told["course"]] == [*["done"] * 4, "to come", "done"]
    assert (told["awarded"], told["settled"], told["owed"]) == (500, 500, 0)
    assert [(one["kind"], one["stands"]) for one in told["words"]] == [
        ("dispute-opened/1", True),
        ("dispute-answered/1", True),
        ("dispute-decided/1", True),
        ("settlement-paid/1", True),
    ]
    (row,) = site.get("/v1/disputes?state=decided", Role.DISPUTE).json()["items"]
    assert (row["dispute"], row["round"], row["paid"]) == ("D-1", ROUND, 500)
    listed = page_of(site, "/disputas")
    assert "Nenhum caso por decidir" in listed
    assert "D-1" in listed


def test_a_decision_that_was_appealed_and_another_is_told_as_overtaken(site: Site) -> None:
    """Two decisions: the second stands, the first is shown and says that it does not."""
    casino = site.casino
    coup(casino, paid=3_000)
    words = [
        DisputeOpened(dispute="D-1", subject="round", rounds=(ROUND,), seat=1),
        DisputeDecided(dispute="D-1", decision="rejected", reason="tarde"),
        Appeal(dispute="D-1", by="player"),
        DisputeDecided(dispute="D-1", decision="upheld", amount=500),
    ]
    for number, word in enumerate(words):
        casino.say(f"pessoa-{number}", word, at=minute(number))
    casino.project()
    text = page_of(site, "/disputas/D-1", language="en")
    assert text.count("Not the one that stands") == 1
    assert "Rejected · reason: tarde" in text
    assert "The player is right" in text


def test_a_claim_says_its_term_and_brings_the_form_filled_in(site: Site) -> None:
    """From the round: no rule of roulette sets a term; the round is in the form, no sum is."""
    coup(site.casino, paid=3_000)
    site.casino.project()
    cookie = cookie_of(site, Role.DISPUTE)
    headers = {"Cookie": f"razao_session={cookie}; razao_lang=pt"}
    replay = site.client.get(f"/jogadas/{ROUND}", headers=headers).text
    (address,) = re.findall(r'href="(/disputas/nova\?jogada=[^"]+)"', replay)
    claim = site.client.get(address, headers=headers).text
    assert "nenhuma regra fixa prazo" in claim
    assert "Nenhum parâmetro fixa o prazo" in claim
    text = page_of(site, f"/disputas/nova?jogada={ROUND}", Role.FINANCE)
    assert "RA-01, jogada 1" in text
    unknown = site.client.get("/disputas/nova?jogada=RA-01/2026-11-20/99", headers=headers)
    assert unknown.status_code == 404


def test_a_fact_is_changed_in_the_page_and_kept_in_the_case(site: Site) -> None:
    """Number 18 instead of 17: nothing is due; the same hash each time, and its act near."""
    casino = site.casino
    coup(casino, paid=3_000)
    casino.say("banca", DisputeOpened(dispute="D-1", subject="round", rounds=(ROUND,), seat=1))
    casino.project()
    asked = f"/hipotese/{ROUND}?facto=resultado.numero&disputa=D-1"
    text = page_of(site, f"{asked}&valor=18")
    for words in ("Hipótese", "não altera o registo", "36$00", "−36$00"):
        assert words in text, words
    same = page_of(site, f"{asked}&valor=17")
    assert "−36$00" not in same
    cannot = page_of(site, f"{asked}&valor=99")
    assert "Não pode ser" in cannot
    assert "Devido na hipótese" not in cannot
    cookie = cookie_of(site, Role.DISPUTE)
    headers = {"Cookie": f"razao_session={cookie}; razao_lang=pt"}
    page = site.client.get(f"{asked}&valor=18", headers=headers).text
    (keep,) = re.findall(r'href="(/atos/evidence-attached[^"]+)"', page)
    query = parse_qs(urlsplit(unescape(keep)).query)
    assert query["media"] == ["hipotese:facto=resultado.numero;valor=18"]
    again = site.client.get(f"{asked}&valor=18", headers=headers).text
    assert keep in again
    casino.say(
        "perito",
        EvidenceAttached(
            dispute="D-1",
            hash=query["hash"][0],
            size=int(query["size"][0]),
            media=query["media"][0],
        ),
        at=minute(3),
    )
    casino.project()
    case = site.client.get("/disputas/D-1", headers=headers).text
    (back,) = re.findall(r'href="(/hipotese/[^"?]+\?facto[^"]+)"', case)
    assert "−36$00" in page_of(site, unescape(back))


def test_what_is_typed_and_is_no_value_is_said(site: Site) -> None:
    """A stake that is no amount, an unknown fact, a round that there is not: each in words."""
    coup(site.casino, paid=3_000)
    site.casino.project()
    address = f"/hipotese/{ROUND}?facto=bets.0.valor"
    assert "Esperava-se uma quantia como 1234,50" in page_of(site, f"{address}&valor=muito")
    assert "2$00" in page_of(site, f"{address}&valor=2")
    cookie = cookie_of(site, Role.DISPUTE)
    headers = {"Cookie": f"razao_session={cookie}; razao_lang=pt"}
    for wrong in (f"/hipotese/{ROUND}?facto=nada", f"/hipotese/{ROUND[:-1]}99"):
        assert site.client.get(wrong, headers=headers).status_code == 404


def test_what_there_is_not_is_said(evening: Site, come_in: SignIn) -> None:
    """An unknown case is a page that names it and leads back to the list."""
    answer = evening.client.get("/disputas/D-404", headers=come_in(Role.INSPECTOR))
    assert answer.status_code == 404
    assert "Não há a disputa D-404." in answer.text
    assert 'href="/disputas"' in answer.text


def test_a_case_of_which_as_little_is_said_as_may_be_has_its_pages(site: Site) -> None:
    """Each kind that speaks of a case, with the fields it must have and no other."""
    casino = site.casino
    kinds = [kind for kind in reviews.KINDS if "dispute" in kind.__struct_fields__]
    assert len(kinds) > 5
    for number, kind in enumerate(sorted(kinds, key=lambda kind: kind is not DisputeOpened)):
        whole = msgspec.to_builtins(decode(example_of(kind.KIND)).payload)
        fields = {one.encode_name: one for one in msgspec.structs.fields(kind)}
        least = {name: whole[name] for name, field in fields.items() if field.required}
        said = msgspec.convert({**least, "dispute": "D-1"}, kind)
        casino.say(f"pessoa-{number}", said, at=minute(number))
    casino.project()
    assert "D-1" in page_of(site, "/disputas")
    assert "prova" in page_of(site, "/disputas/D-1")
    for paper in ("pdf", "letter/pdf"):
        assert site.get(f"/v1/disputes/D-1/{paper}", Role.DISPUTE).status_code == 200
