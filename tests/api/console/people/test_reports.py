"""Relatórios: files that take long are made while one goes on, and are for whoever asked."""

import io
import re
import time
from hashlib import sha256
from zipfile import ZipFile

from api.console.language.formats import whole
from api.services.api_keys import Role
from tests.api.conftest import Site
from tests.api.console.conftest import cookie_of
from tests.fixtures.casino import DAY

TOKEN = re.compile(r'name="token" value="([^"]+)"')
READY = re.compile(r'href="(/relatorios/[0-9a-f]{16})"')


def asked(site: Site, role: Role, **form: str) -> tuple[dict[str, str], str]:
    """Send the page's form, wait for its file; return the cookies, and the page that has it."""
    cookies = {"Cookie": f"razao_session={cookie_of(site, role)}; razao_lang=pt"}
    token = TOKEN.search(site.client.get("/relatorios", headers=cookies).text)
    assert token is not None
    sent = site.client.post(
        "/relatorios", data={"token": token[1], **form}, headers=cookies, follow_redirects=False
    )
    assert (sent.status_code, sent.headers["location"]) == (303, "/relatorios#files")
    for _ in range(600):
        page = site.client.get("/relatorios", headers=cookies).text
        if 'http-equiv="refresh"' not in page:
            return cookies, page
        time.sleep(0.02)
    raise AssertionError("the file was never ready")


def test_a_table_is_made_meanwhile_and_is_nobody_elses(site: Site) -> None:
    """The rows of the export of those days, with size and hash; another role has no such file."""
    cookies, page = asked(
        site, Role.FINANCE, table="history", format="jsonl", **{"from": DAY, "to": DAY}
    )
    (address,) = READY.findall(page)
    assert "Histórico dos eventos, 20-11-2026<" in page
    taken = site.client.get(address, headers=cookies)
    assert sha256(taken.content).hexdigest() in page
    assert taken.headers["content-disposition"] == 'attachment; filename="history.jsonl"'
    direct = site.get(f"/v1/exports/history?format=jsonl&from={DAY}&to={DAY}").text.splitlines()
    assert taken.text.splitlines()[1:] == direct[1:]
    other = {"Cookie": f"razao_session={cookie_of(site, Role.INSPECTOR)}; razao_lang=pt"}
    assert site.client.get(address, headers=other).status_code == 404
    assert "Não tem aqui nenhum ficheiro" in site.client.get("/relatorios", headers=other).text


def test_a_months_papers_are_followed_on_the_page_of_its_closing(evening: Site) -> None:
    """Which paper of how many as long as it is made; then its size and hash; of no other month."""
    cookies = {"Cookie": f"razao_session={cookie_of(evening, Role.FINANCE)}; razao_lang=pt"}
    page = evening.client.get(f"/fecho?mes={DAY[:7]}", headers=cookies).text
    assert "http-equiv" not in page
    token = TOKEN.search(page)
    assert token is not None
    form = {"token": token[1], "month": DAY[:7], "closing": "1"}
    sent = evening.client.post("/relatorios", data=form, headers=cookies, follow_redirects=False)
    assert sent.headers["location"] == f"/fecho?mes={DAY[:7]}#files"
    seen = set[str]()
    for _ in range(2_000):
        page = evening.client.get(f"/fecho?mes={DAY[:7]}", headers=cookies).text
        seen |= set(re.findall(r"documento \d+ de \d+, [a-zç ]+", page.replace("\xa0", " ")))
        if "data-file" not in page:
            break
    assert seen
    (address,) = READY.findall(page)
    taken = evening.client.get(address, headers=cookies).content
    assert f"SHA-256 {sha256(taken).hexdigest()}" in page
    assert f"{whole(len(taken))} bytes" in page
    assert READY.findall(evening.client.get("/fecho?mes=2026-10", headers=cookies).text) == []


def test_a_months_papers_are_one_file_with_their_hashes(site: Site) -> None:
    """The zip of the month's route, made meanwhile."""
    cookies, page = asked(site, Role.INSPECTOR, month=DAY[:7])
    (address,) = READY.findall(page)
    assert "Todos os papéis de 11-2026" in page
    taken = site.client.get(address, headers=cookies)
    with ZipFile(io.BytesIO(taken.content)) as month:
        assert month.namelist()[-1] == "SHA256SUMS"


def test_a_file_that_cannot_be_is_refused_in_words(site: Site) -> None:
    """No table of that name, no such form, no day: 404, and nothing is begun."""
    cookies = {"Cookie": f"razao_session={cookie_of(site, Role.FINANCE)}; razao_lang=pt"}
    token = TOKEN.search(site.client.get("/relatorios", headers=cookies).text)
    assert token is not None
    for form, said in (
        ({"table": "nada"}, "Não há tal ficheiro."),
        ({"table": "rounds", "format": "pdf"}, "Não há tal ficheiro."),
        ({"table": "rounds", "from": "ontem"}, "ontem não é dia de calendário nenhum."),
        ({"month": "2026-13"}, "2026-13-01 não é dia de calendário nenhum."),
    ):
        sent = site.client.post("/relatorios", data={"token": token[1], **form}, headers=cookies)
        assert (sent.status_code, said in sent.text) == (404, True), form
    without = site.client.post(
        "/relatorios", data={"table": "rounds"}, headers=cookies, follow_redirects=False
    )
    assert without.status_code == 303
    assert "Não tem aqui nenhum ficheiro" in site.client.get("/relatorios", headers=cookies).text
