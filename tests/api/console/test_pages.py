"""The console's pages: what they say, that their links answer, that stored words stay words."""

import html
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

from api.console.frame import environment
from api.console.language.words import catalogue
from api.console.pages.findings import STATES as CHIPS
from api.documents.cases.findings import STATES as PAPER_WORDS
from api.services.api_keys import Role
from ledger.events.catalogue.entries import catalogue as kinds
from ledger.events.registry import CasinoRegistered, ParameterSet
from ledger.events.reviews import GamingDayClosed, InspectionNoted
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import TableOpened
from projections.reads.basis.known_names import STATES
from projections.reads.cases import Group, cases_of, most_money_first
from projections.reads.floor.closing import DAILY
from projections.replay.rulebook.citation import rules_cited
from tests.api.conftest import POOL, Site, opened
from tests.api.console.conftest import SignIn, cookie_of
from tests.fixtures.casino import DAY, Casino
from tests.helpers.each import each
from tests.helpers.times import OTHER_STYLE, other_decimals
from tests.projections.stages.floor.test_floor import scheduled

PEOPLE = [Role.INSPECTOR, Role.FINANCE, Role.DISPUTE, Role.FLOOR, Role.ADMIN]
LINKS_MAX = 60
AS_THEY_ARE = re.compile(
    r'(?s)<(script|style|code|pre|textarea|option)\b.*?</\1>|<div class="bytes">.*?</dl>'
)
"""What a page shows of bytes, commands and addresses."""
HOSTILE = "<img src=x onerror=alert(1)>"


def test_every_state_of_a_finding_has_words_on_pages_and_papers() -> None:
    """A finding that was paid afterwards is *saldada* in a paper too; each state has its chip."""
    known = STATES["findings"].fixed
    assert {state for state, _words in CHIPS} == known
    assert set(PAPER_WORDS) == known
    macros: Any = environment("pt").get_template("parts/macros.html").make_module()
    assert all(state in macros.STATES for state in known)


def read_by_people(page: str) -> str:
    """Return a page's words: neither its marks nor the bytes that it shows."""
    return html.unescape(re.sub(r"<[^>]*>", " ", AS_THEY_ARE.sub(" ", page)))


def shape(address: str) -> str:
    """Return an address without its names: links of one shape lead to one page."""
    path, _, query = address.partition("?")
    path = re.sub(r"(?<=/eventos/).+|(?<=/premios/)[^/]+|(?<=/constatacoes/)\w+", "*", path)
    return path + "?" + ",".join(sorted(re.findall(r"(\w+)=", query)))


@each("role", PEOPLE, share=5)
def test_every_link_of_every_page_answers(evening: Site, come_in: SignIn, role: Role) -> None:
    """From the first page on: each address that a page links to is there for who sees the link.

    Each page writes days and times in one style, the house's, and decimals in its language's.
    """
    language = "en" if PEOPLE.index(role) % 2 else "pt"
    cookies = come_in(role, language)
    waiting, seen = ["/"], set[str]()
    while waiting and len(seen) < LINKS_MAX:
        address = waiting.pop(0)
        if shape(address) in seen:
            continue
        seen.add(shape(address))
        answer = evening.client.get(address, headers=cookies, follow_redirects=True)
        assert answer.status_code == 200, (address, answer.text[:500])
        if "text/html" in answer.headers["content-type"]:
            if not address.startswith("/catalogo/"):  # which tells how bytes spell a time
                others = OTHER_STYLE.findall(read_by_people(answer.text))
                assert not others, (address, others[:5])
                if not address.startswith("/regras"):  # the law's own words, in Portuguese
                    marks = other_decimals(read_by_people(answer.text), language)
                    assert not marks, (address, marks[:5])
            found = re.findall(r'href="(/[^"#]*)"', answer.text)
            waiting.extend(html.unescape(one) for one in found if not one.startswith("/static"))
    assert len(seen) >= 6
    evening.client.cookies.clear()


def test_retention_says_what_must_stay_and_guesses_no_years(evening: Site, come_in: SignIn) -> None:
    """Without a parameter each class is to be confirmed, but for what stays for ever."""
    page = evening.client.get(
        f"/conservacao?mes={DAY[:7]}", headers=come_in(Role.INSPECTOR, "pt")
    ).text
    assert "<h1>Todos os eventos do mês têm de ficar</h1>" in page
    assert page.count("para sempre") == 1
    assert page.count("a confirmar</span>") >= 3
    assert "O regulador não retém nada como prova." in page
    other = evening.client.get("/conservacao?mes=2020-01", headers=come_in(Role.ADMIN, "en")).text
    assert "Nothing was recorded in this month." in other


def test_retention_tells_years_texts_and_evidence(site: Site) -> None:
    """A text of no years is to be erased, another is held by the regulator's act."""
    casino, texts = site.casino, ("ab" * 32, "cd" * 32)
    for text in texts:
        casino.say("fiscal", InspectionNoted(code="BF-ABAFO", text=text), place="BF-01")
    years = (("conservacao_textos_anos", {"ocorrencia": 0}), ("conservacao_anos", {"revisao": 1}))
    for name, value in (*years, ("prova_retida", (texts[1],))):
        act = ParameterSet(scope="*", name=name, value=value, since="2026-01-01T00:00:00.000000Z")
        casino.installation.send(casino.installation.agreed(act))
    casino.tick()
    casino.project()
    cookie = {"Cookie": f"razao_session={cookie_of(site, Role.INSPECTOR)}; razao_lang=en"}
    page = site.client.get(f"/conservacao?mes={DAY[:7]}", headers=cookie).text
    assert "1 year" in page
    assert '<td data-l="All may leave from">20-11-2027</td>' in page
    assert '<td class="num" data-l="To be erased">1</td>' in page
    assert f'<li class="mono wrap">{texts[1]}</li>' in page


def test_the_first_page_of_each_role_says_what_waits(evening: Site, come_in: SignIn) -> None:
    """Inspection: the three planted findings; finance: the day; disputes: no case; never both."""
    said = {
        role: evening.client.get("/", headers=come_in(role)).text
        for role in (Role.INSPECTOR, Role.FINANCE, Role.DISPUTE, Role.FLOOR)
    }
    heads = {role: re.search("<h1>(.*?)</h1>", text) for role, text in said.items()}
    words = {role: head[1] for role, head in heads.items() if head is not None}
    open_findings = evening.casino.rows(
        "SELECT count(*) AS n FROM {s}.finding WHERE known_until IS NULL AND state = 'open'"
    )[0]["n"]
    assert open_findings >= 3
    assert words[Role.INSPECTOR].startswith(f"{open_findings} constatações por ver")
    assert "20-11-2026" in words[Role.FINANCE]
    assert words[Role.DISPUTE] == "Nenhum caso por decidir"
    assert words[Role.FLOOR] == f"{open_findings} constatações por ver"


def test_the_first_page_and_the_closing_say_the_same_of_a_day(
    evening: Site, come_in: SignIn
) -> None:
    """Finance's points of the day are the closing's: as many, done as far, none left out."""
    signed = come_in(Role.FINANCE)
    home = evening.client.get("/", headers=signed).text.partition('<ul class="rows">')[2]
    told = re.findall(
        r"<li><span>([^<]+)</span><span class=\"tag[^>]*>.*?</svg>([^<]+)</span>", home
    )
    closing = evening.client.get(f"/fecho?mes={DAY[:7]}&dia={DAY}", headers=signed).text
    listed = re.findall(
        r'<tr><td class="full">([^<]+)</td><td><span class="tag[^>]*>.*?</svg>([^<]+)</span>',
        closing,
    )
    assert len(told) == len(DAILY)
    assert listed[: len(told)] == told


def test_a_finding_shows_both_figures_its_rule_and_its_events(
    evening: Site, come_in: SignIn
) -> None:
    """What was recorded stands beside what was due, with links to the events that prove it."""
    (row,) = evening.get("/v1/findings?code=RA-PAY&limit=1").json()["items"]
    page = evening.client.get(f"/constatacoes/{row['id']}", headers=come_in(Role.INSPECTOR)).text
    for figure in (row["recorded"], row["expected"]):
        assert figure.replace(".", ",") in page
    assert html.escape(row["rule"]) in page
    (rule, *_more) = rules_cited(row["rule"])
    unmarked = page.replace("<mark>", "").replace("</mark>", "")
    assert html.escape(rule.words.partition("\n")[0]) in unmarked
    assert rule.spoken("pt") in page
    for event in row["events"]:
        source, _, seq = event.rpartition(":")
        assert f'href="/eventos/{source}/{seq}"' in page


def test_the_inbox_has_the_findings_of_a_gaming_day(evening: Site, come_in: SignIn) -> None:
    """All of the evening's are of its day; the day before has none, and the other filters stay."""
    cookies = come_in(Role.INSPECTOR)
    every = evening.client.get("/constatacoes", headers=cookies).text.count(
        '<li><a href="/constatacoes/'
    )
    for day, count in ((DAY, every), ("2026-11-19", 0)):
        address = f"/constatacoes?gravidade=critical&dia={day}"
        page = evening.client.get(address, headers=cookies).text
        assert page.count('<li><a href="/constatacoes/') == count, day
        assert 'name="gravidade" value="critical"' in page
    assert evening.client.get("/constatacoes?dia=2026-02-30", headers=cookies).status_code == 404


def test_every_finding_shows_the_words_of_the_law_that_decide(
    evening: Site, come_in: SignIn
) -> None:
    """On its page, marked within the rule's own sentences, as many rules as it quotes."""
    signed = come_in(Role.INSPECTOR)
    found = evening.casino.rows("SELECT id, rule FROM {s}.finding WHERE known_until IS NULL")
    of_law = [one for one in found if rules_cited(one["rule"])]
    assert len(of_law) >= 3
    for one in of_law:
        page = evening.client.get(f"/constatacoes/{one['id']}", headers=signed).text
        marks = {html.unescape(mark) for mark in re.findall(r"<mark>(.*?)</mark>", page)}
        first = rules_cited(one["rule"])[0]
        assert set(first.decisive) <= marks, (one["rule"], marks)
        assert first.decisive, one["rule"]


def test_a_rule_stands_in_its_own_words_with_what_guards_it(evening: Site, come_in: SignIn) -> None:
    """Its chapter lists it; its page has its words, its status and the codes that cite it."""
    cookies = come_in(Role.DISPUTE)
    chapter = evening.client.get("/regras/RA", headers=cookies).text
    assert 'href="/regras/RA%20R35"' in chapter
    page = evening.client.get("/regras/RA%20R35", headers=cookies).text
    assert "repõe a bola no número do golpe anterior" in page.replace("<mark>", "")
    for words in ("Roleta americana, regra 35", "Recalculada", "Golpe nulo pago ou mal repetido"):
        assert words in page
    unknown = evening.client.get("/regras/RA%20R350", headers=cookies)
    assert unknown.status_code == 404
    assert "Não há a regra RA R350." in unknown.text
    assert "RA R35" in unknown.text


def test_a_jackpot_closes_with_what_its_book_holds(evening: Site, come_in: SignIn) -> None:
    """The shown amount is the ledger's own, and the picture has its numbers in a table."""
    page = evening.client.get(f"/premios/{POOL}", headers=come_in(Role.FINANCE)).text
    balances = evening.get(f"/v1/pools/{POOL}").json()["pool"]["balances"]
    shown = balances.get("J1", 0) + balances.get("J2", 0)
    major = f"{shown // 100:,}".replace(",", "\xa0")
    assert f"<b>{major},{shown % 100:02}</b><span>mostrado aos jogadores" in page
    assert "O eixo começa em" in page
    assert "Ver os números em quadro" in page


def test_an_event_shows_its_very_bytes_and_says_what_is_not_checked(
    evening: Site, come_in: SignIn
) -> None:
    """Nobody verified the evening: the page says so of signature and tree."""
    page = evening.client.get("/eventos/mesa-ra/5", headers=come_in(Role.INSPECTOR)).text
    stored = evening.get("/v1/events/mesa-ra/5").json()
    assert stored["link"] in page
    assert stored["header"]["previous"] in page
    assert "ainda não foram conferidas" in page
    assert "O elo é o destes bytes." in page
    assert "Não verificado" in page
    assert "Provado" not in page


def test_an_event_shows_the_way_to_the_signed_root(evening: Site, come_in: SignIn) -> None:
    """The hashes of its inclusion proof, recomputed from its bytes, and the proof as a file."""
    note = evening.get("/checkpoint", None).text
    text = evening.client.get("/eventos/mesa-ra/3", headers=come_in(Role.INSPECTOR)).text
    proof = evening.get("/v1/events/mesa-ra/3/proof").text
    hashes = [b64decode(line).hex() for line in proof.partition("\n\n")[0].split("\n")[2:]]
    assert hashes
    at = [text.index(one) for one in hashes]
    assert at == sorted(at)
    assert b64decode(note.split("\n")[2]).hex() in text
    assert "resumos levam destes bytes à raiz assinada" in text
    assert 'href="/v1/events/mesa-ra/3/proof"' in text


def test_an_events_time_stands_in_local_time_and_in_utc(evening: Site, come_in: SignIn) -> None:
    """A whole second too has its milliseconds, in both: no zone's sign is cut into them."""
    page = evening.client.get("/eventos/registo-1/1", headers=come_in(Role.INSPECTOR)).text
    assert re.search(r"\d\d:\d\d:\d\d,\d{3} <span[^>]*>[^<]* · \d\d:\d\d:\d\d,\d{3} UTC<", page)
    assert "+00: UTC" not in page


def test_what_is_not_there_is_said_with_what_is_near(evening: Site, come_in: SignIn) -> None:
    """An unknown place, event, jackpot or filter is a page with words, and no empty list."""
    cookies = come_in(Role.INSPECTOR)
    for address, status, words in (
        ("/eventos?lugar=RA-02", 404, ("Não há o lugar RA-02.", "RA-01")),
        ("/eventos?lugar=RA-01&dia=2031-01-01", 200, ("na mesa RA-01.", "Ir para 20-11-2026")),
        ("/eventos/mesa-ra/9999999", 404, ("Não há o evento mesa-ra:9999999.", "O mais recente")),
        ("/premios/nenhum", 404, ("Não há o prémio nenhum.", POOL)),
        ("/constatacoes/" + "0" * 24, 404, ("Não há tal constatação.",)),
        ("/eventos?luga=RA-01", 422, ("Sem filtros",)),
        ("/constatacoes?codigo=RA-NUL", 200, ("Nada por ver.",)),
        ("/pesquisa?q=nada-disto", 200, ("Nada se chama", "Procurado até ao evento")),
    ):
        answer = evening.client.get(address, headers=cookies)
        assert answer.status_code == status, (address, answer.text)
        for one in words:
            assert one in answer.text, (address, one)


def test_one_box_says_what_it_understood(evening: Site, come_in: SignIn) -> None:
    """A round, an event, a position, an amount, a name: each is found as what it is."""
    cookies = come_in(Role.DISPUTE)
    for text, words, link in (
        ("RA-01, jogada 2", "jogada", "/jogadas/RA-01/"),
        ("ra-01 2", "jogada", "/jogadas/RA-01/"),
        ("mesa-ra:5", "evento", "/eventos/mesa-ra/5"),
        ("1", "posição no registo", "/eventos/"),
        (POOL, "prémio", f"/premios/{POOL}"),
        ("RA-PAY", "código de constatação", "/constatacoes?codigo=RA-PAY"),
    ):
        page = evening.client.get("/pesquisa", params={"q": text}, headers=cookies).text
        assert words in page.partition("Entendi:")[2].partition("</p>")[0], text
        assert f'href="{link}' in page, text


def test_stored_words_stay_words(casino: Casino) -> None:
    """A name or sentence that looks like a tag is shown as it was written, on every page."""
    casino.say("inspeccao", InspectionNoted(code=HOSTILE, rule=HOSTILE))
    casino.tick()
    casino.project()
    with opened(casino) as site:
        cookies = {"Cookie": f"razao_session={cookie_of(site, Role.INSPECTOR)}"}
        seen = 0
        for address in (
            "/",
            "/constatacoes?estado=all",
            "/eventos",
            "/eventos?fonte=inspeccao",
            "/eventos/inspeccao/1",
            f"/pesquisa?q={HOSTILE}",
            f"/eventos?jogador={HOSTILE}",
            f"/premios/{HOSTILE}",
        ):
            page = site.client.get(address, headers=cookies)
            assert page.status_code in (200, 404), page.text
            assert "<img" not in page.text
            seen += "&lt;img" in page.text
        assert seen >= 4


def test_no_template_lets_anything_pass_unescaped() -> None:
    """No template marks a text as safe, and each compiles."""
    folder = Path(environment.__wrapped__.__code__.co_filename).parent / "templates"
    for path in sorted(folder.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\|\s*safe\b|autoescape|Markup", text), path.name
        environment("pt").get_template(str(path.relative_to(folder)))


@each("kind", ["link-lost/1", "bet-placed/1", "source-enrolled/2"])
def test_the_page_of_a_kind_tells_it_whole(evening: Site, come_in: SignIn, kind: str) -> None:
    """Its example byte by byte, each field, the words of closed ones, who says it, the version."""
    answer = evening.client.get(f"/catalogo/{kind}", headers=come_in(Role.INSPECTOR))
    page, entry = html.unescape(answer.text), kinds()[kind]
    assert entry.envelope in page
    assert f"/v1/schema/{kind}" in page
    assert entry.since in page
    assert "Quem o pode dizer" in page
    for field in entry.fields:
        assert f'<span class="mono">{field.name}</span>' in page
        assert all(word in page for word in field.words)
    index = evening.client.get("/catalogo", headers=come_in(Role.INSPECTOR)).text
    assert all(one.kind in index for one in kinds().values() if one.newest)


def test_with_portuguese_chosen_nothing_of_the_catalogue_is_english(
    evening: Site, come_in: SignIn
) -> None:
    """No message of several words stands on a Portuguese page as it stands in the code."""
    english = {
        one.id
        for one in catalogue("pt")
        if isinstance(one.id, str) and one.id.count(" ") > 1 and one.id != one.string
    }
    english = {one for one in english if "%(" not in one}
    assert len(english) > 60
    for address in ("/", "/constatacoes", "/eventos?lugar=RA-01", "/premios", f"/premios/{POOL}"):
        for role in (Role.INSPECTOR, Role.FINANCE, Role.DISPUTE, Role.FLOOR):
            page = html.unescape(evening.client.get(address, headers=come_in(role)).text)
            assert [one for one in english if f">{one}<" in page] == []


def finding(number: int, **given: object) -> dict[str, object]:
    """Return a finding as the list has it."""
    return {
        "id": f"{number:024}",
        "code": "RA-NUL",
        "severity": "critical",
        "rule": "RA R35",
        "place": "RA-01",
        "round": "RA-01/2026-11-20/8",
        "currency": "XTS",
        "amount": 1_800,
        "seat": number,
        "positions": [877, 882],
        "state": "open",
        "subject": None,
        **given,
    }


def test_findings_of_one_round_and_cause_are_one_case() -> None:
    """One null coup paid to four seats is one case of their sum; another code is another case."""
    paid = [finding(1), finding(2), finding(3, amount=750), finding(4, amount=3_600)]
    other = finding(5, code="RA-PAY", amount=-9_000)
    table = finding(6, code="TB-WIN", round=None, subject="table-day 5", amount=-50_000)
    late = finding(7, code="PB-3RD", amount=None)
    forked = finding(8, code="INT-CHAIN", amount=None, round=None, place=None)
    cases = cases_of([late, *paid, forked, other, table])
    assert [(one.code, one.amount, one.group, len(one.ids)) for one in cases] == [
        ("RA-PAY", 9_000, Group.ROUNDS, 1),
        ("RA-NUL", 7_950, Group.ROUNDS, 4),
        ("TB-WIN", 50_000, Group.THINGS, 1),
        ("PB-3RD", None, Group.PROCEDURE, 1),
        ("INT-CHAIN", None, Group.RECORD, 1),
    ]
    assert cases[1].seats == (1, 2, 3, 4)
    assert [one.amount for one in most_money_first(cases)] == [50_000, 9_000, 7_950, None, None]


def test_what_a_finding_expected_and_met_reads_in_the_readers_language(casino: Casino) -> None:
    """A check that writes English is read in Portuguese, and in English by the switch."""
    casino.say("inspeccao", InspectionNoted(code="COLL", rule="NB R1"))
    casino.tick()
    casino.project()
    with opened(casino) as site:
        session = cookie_of(site, Role.INSPECTOR)
        (row,) = site.get("/v1/findings?code=COLL").json()["items"]
        for language, words, other in (
            ("pt", "anotado por inspeccao", "noted by"),
            ("en", "noted by inspeccao", "anotado por"),
        ):
            cookies = {"Cookie": f"razao_session={session}; razao_lang={language}"}
            page = site.client.get(f"/constatacoes/{row['id']}", headers=cookies).text
            assert words in page
            assert other not in page


def test_the_night_shows_what_was_told_after_the_day_was_closed(casino: Casino) -> None:
    """A round that closed before the day did and was told after it stands at its hour, counted."""
    opening = TableOpened(
        profile="cv-2017@1", game="roleta_americana", options={}, currency="CVE", records=("bets",)
    )
    casino.say("registo", CasinoRegistered(casino="sal", currency="CVE", profile="cv-2017@1"))
    casino.say("direccao", scheduled(casino="sal"), place="RA-01")
    casino.say("mesa-ra", opening, place="RA-01")
    casino.say("mesa-ra", RoundOpened(), round_id=f"RA-01/{DAY}/1")
    casino.tick()
    casino.say("financas", GamingDayClosed(casino="sal"))
    casino.say("mesa-ra", RoundClosed(), round_id=f"RA-01/{DAY}/1")
    casino.tick()
    casino.project()
    with opened(casino) as site:
        session = cookie_of(site, Role.INSPECTOR)
        for language, words in (("pt", "dito depois do fecho"), ("en", "told after the closing")):
            cookies = {"Cookie": f"razao_session={session}; razao_lang={language}"}
            page = site.client.get("/", headers=cookies).text
            assert words in page
            assert page.count('<path class="late"') == 2, "the legend's and the round's"
