"""The console's frame: who comes in, in which words, with which files of others."""

import re
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha512
from pathlib import Path
from tomllib import loads
from typing import Any

import psycopg
import pytest
from babel.messages.extract import extract_from_dir
from msgspec.structs import replace

from api.console.contents import CONTENTS, ROLES
from api.console.language import words
from api.console.pages import routes
from api.console.standing import Facts, State, strip_of
from api.services.api_keys import Gate, Keeper, Role
from api.services.people.sessions import EACH_MAX, IDLE_SECONDS, LIFE_SECONDS, Sessions
from api.services.proofs import Checked
from ledger.audit.diagnosis import Problem, Report, Unread
from ledger.events.catalogue.entries import catalogue
from tests.api.conftest import POOL, Site
from tests.api.console.conftest import SignIn
from tests.fixtures.casino import Casino
from tests.helpers.each import each

CONSOLE = Path(words.__file__).parents[1]
READERS = {Role.INSPECTOR, Role.FINANCE, Role.DISPUTE}
OF_PLAY = {*READERS, Role.FLOOR}
OFFICES = {*READERS, Role.ADMIN}
PEOPLE = {*OF_PLAY, Role.ADMIN}
PAGES = {
    "showHome": ("/", PEOPLE),
    "showFindings": ("/constatacoes", OF_PLAY),
    "showFinding": ("/constatacoes/{finding}", OF_PLAY),
    "showText": (f"/textos/{'0' * 64}", {Role.INSPECTOR, Role.DISPUTE}),
    "showEvents": ("/eventos?lugar=RA-01", READERS),
    "showEvent": ("/eventos/mesa-ra/5", OF_PLAY),
    "showPools": ("/premios", READERS),
    "showPool": (f"/premios/{POOL}", READERS),
    "showTables": ("/mesas", OF_PLAY),
    "showTable": ("/mesas/RA-01", OF_PLAY),
    "showActas": ("/actas", READERS),
    "showDisputes": ("/disputas", OF_PLAY),
    "showClaim": ("/disputas/nova?jogada=RA-01/2026-11-20/2", OF_PLAY),
    "showDispute": ("/disputas/D-404", OF_PLAY),
    "showWhatIf": ("/hipotese/RA-01/2026-11-20/2", READERS),
    "showCounters": ("/contadores?periodo=mes", OF_PLAY),
    "showReconciliation": ("/reconciliacao", READERS),
    "showClosing": ("/fecho?mes=2026-11", READERS),
    "showSources": ("/fontes", OFFICES),
    "showAccess": ("/acessos", PEOPLE),
    "showReadings": ("/leituras", {Role.INSPECTOR, Role.DISPUTE}),
    "showRetention": ("/conservacao", OFFICES),
    "showReports": ("/relatorios", READERS),
    "exportPrepared": ("/relatorios/nada", READERS),
    "showRules": ("/regras", PEOPLE),
    "showRule": ("/regras/RA%20R35", PEOPLE),
    "showCatalogue": ("/catalogo", PEOPLE),
    "showKind": ("/catalogo/bet-placed/1", PEOPLE),
    "showState": ("/estado", OFFICES),
    "showSearch": ("/pesquisa?q=RA-01", OF_PLAY),
    "showVerification": ("/verificacao", PEOPLE),
    "showMachinePlay": ("/jogadas-de-maquina/ninguem:1", OF_PLAY),
    "showMenu": ("/menu", PEOPLE),
    "showKey": ("/chave", PEOPLE),
    "showActs": ("/atos", PEOPLE),
    "showAct": ("/atos/finding-decided?finding={finding}", PEOPLE),
    "showReplay": ("/jogadas/RA-01/2026-11-20/2", OF_PLAY),
}
OF_THINGS = {"showMachine", "showActa"}
"""Pages of things that the evening has none of: their own tests are in ``test_floor``."""
STREAMS = {"followLedger"}
"""Answers that last: ``test_live`` has them."""
FORMS = {
    "verify",
    "prepareAct",
    "traceAct",
    "deliverAct",
    "endSession",
    "prepareReport",
    "cancelReport",
    "keepReport",
    "keepSubscription",
}
"""What a page's form sends, by the roles of its page."""
"""Address and roles of each page, written out once more: the table cannot change by accident."""
OF_NOTHING = {"showMachinePlay", "showText", "showDispute", "exportPrepared"}
"""Pages whose address above names a thing that the evening has not: they say so."""
OPEN_TO_ALL = {
    "showEntrance", "enter", "leave", "setLanguage", "setTheme",
    "beginSignIn", "finishSignIn", "endAtProvider",
}  # fmt: skip
NOON = datetime(2026, 11, 22, 12, 6, tzinfo=UTC)


def address_of(site: Site, operation: str) -> str:
    """Return a page's address over the evening."""
    address = PAGES[operation][0]
    if "{finding}" not in address:
        return address
    return address.format(finding=site.get("/v1/findings?limit=1").json()["items"][0]["id"])


@each(
    ("operation", "role", "language"),
    [
        (operation, role, language)
        for operation, (_, allowed) in PAGES.items()
        for role in sorted(PEOPLE)
        for language in ("pt", "en")
        if language == "pt" or role not in allowed or role == min(allowed)
    ],
    share=10,
)
def test_each_page_answers_the_roles_of_the_table_and_no_other(
    evening: Site, come_in: SignIn, operation: str, role: Role, language: str
) -> None:
    """Page × role: 200 or, for another's page, 403 with whose it is, in both languages.

    In English one role that may read the page opens it.
    """
    allowed = PAGES[operation][1]
    answer = evening.client.get(address_of(evening, operation), headers=come_in(role, language))
    told = 404 if operation in OF_NOTHING else 200
    assert answer.status_code == (told if role in allowed else 403)
    assert f'<html lang="{language}"' in answer.text
    if role not in allowed:
        assert ("O pedido ficou registado" if language == "pt" else "was recorded") in answer.text


def test_the_table_names_every_page() -> None:
    """Every route of the console stands above and in the table of contents, or is open to all."""
    named = {route.operation_id for route in routes()}
    assert named == set(ROLES) | OPEN_TO_ALL
    assert {entry.operation for entry in CONTENTS} <= named
    assert set(PAGES) | OF_THINGS | FORMS | STREAMS == set(ROLES)


def test_who_has_not_come_in_is_shown_the_door_and_then_the_page_asked_for(evening: Site) -> None:
    """Without a session every page leads to the form, which leads back to that page alone."""
    answer = evening.client.get("/menu?x=1", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/entrar?para=%2Fmenu%3Fx%3D1"
    form = evening.client.get("/entrar?para=https://elsewhere.example/").text
    assert 'name="para" value="/"' in form


@each("key", ["", "razao_000000000000_" + "A" * 43, "device"])
def test_a_key_that_is_none_and_a_devices_open_nothing(evening: Site, key: str) -> None:
    """Unknown keys and keys of sources are refused, and no cookie is set."""
    given = evening.keys[Role.SOURCE] if key == "device" else key
    answer = evening.client.post("/entrar", data={"key": given}, follow_redirects=False)
    assert answer.status_code == 403
    assert not answer.cookies


def test_the_cookie_is_for_this_site_and_no_script(evening: Site) -> None:
    """The session's cookie is HttpOnly and SameSite=Strict, and Secure away from this machine."""
    for host, secure in (("127.0.0.1", False), ("casino.example", True)):
        answer = evening.client.post(
            "/entrar",
            data={"key": evening.keys[Role.FINANCE]},
            headers={"Host": host},
            follow_redirects=False,
        )
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert ("secure" in cookie) is secure
        evening.client.cookies.clear()


def test_a_form_on_another_site_brings_nobody_in(evening: Site) -> None:
    """A sign-in sent from another origin's page is none."""
    for told in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}):
        answer = evening.client.post(
            "/entrar",
            data={"key": evening.keys[Role.FINANCE]},
            headers=told,
            follow_redirects=False,
        )
        assert answer.status_code == 403


def test_only_the_demonstration_lets_in_without_a_key(evening: Site) -> None:
    """A role's button is nowhere but in the demonstration, and sending its form does nothing."""
    assert 'name="role"' not in evening.client.get("/entrar").text
    answer = evening.client.post("/entrar", data={"role": "inspector"}, follow_redirects=False)
    assert answer.status_code == 403


def test_leaving_takes_the_forms_own_token(evening: Site) -> None:
    """A form without the session's token ends no session; with it, the session is gone."""
    answer = evening.client.post(
        "/entrar", data={"key": evening.keys[Role.DISPUTE]}, follow_redirects=False
    )
    cookies = {"Cookie": f"razao_session={answer.cookies['razao_session']}"}
    evening.client.cookies.clear()
    page = evening.client.get("/menu", headers=cookies)
    assert page.status_code == 200
    token = re.search(r'name="token" value="([^"]+)"', page.text)
    assert token is not None
    for sent, status in (("other", 200), (token[1], 303)):
        evening.client.post("/sair", data={"token": sent}, headers=cookies, follow_redirects=False)
        after = evening.client.get("/menu", headers=cookies, follow_redirects=False)
        assert after.status_code == status
    evening.client.cookies.clear()


def test_a_session_ends_with_its_key_with_idleness_and_with_age(casino: Casino) -> None:
    """Revoked, an hour without a request, or twelve hours old: the cookie opens nothing more."""
    clock = [datetime(2026, 11, 20, tzinfo=UTC)]
    with Keeper(casino.conninfo) as keeper, Gate(casino.conninfo) as gate:
        key = keeper.issue("ana", Role.FINANCE)
        sessions = Sessions(gate, now=lambda: clock[0])
        opened = sessions.open(key)
        assert opened is not None
        cookie = opened[0]
        assert sessions.find(cookie) is not None
        keeper.revoke("ana")
        assert sessions.find(cookie) is None
        assert sessions.open(key) is None
        key = keeper.issue("ana", Role.FINANCE)
        assert sessions.find(cookie) is None, "a session that ended does not come back"
        idle = sessions.open(key)
        assert idle is not None
        clock[0] += timedelta(seconds=IDLE_SECONDS + 1)
        assert sessions.find(idle[0]) is None
        old = sessions.open(key)
        assert old is not None
        begun = clock[0]
        while (clock[0] - begun).total_seconds() <= LIFE_SECONDS:
            assert sessions.find(old[0]) is not None
            clock[0] += timedelta(seconds=IDLE_SECONDS - 1)
        assert sessions.find(old[0]) is None


def test_a_session_outlives_the_process_and_its_cookie_is_stored_nowhere(casino: Casino) -> None:
    """Another process finds it; the table has a SHA-256, and an id that opens nothing."""
    with Keeper(casino.conninfo) as keeper, Gate(casino.conninfo) as gate:
        opened = Sessions(gate).open(keeper.issue("ana", Role.FINANCE))
        assert opened is not None
        with Gate(casino.conninfo) as elsewhere:
            found = Sessions(elsewhere).find(opened[0])
            assert found is not None
            assert Sessions(elsewhere).find(found.id) is None
            (listed,) = Sessions(elsewhere).living()
    assert (listed.name, listed.role, listed.id) == ("ana", "finance", found.id)
    with psycopg.connect(casino.superuser) as connection:
        (row,) = connection.execute("SELECT session::text FROM access.session").fetchall()
    assert opened[0] not in row[0]
    assert found.form_token not in row[0]


def test_a_name_has_so_many_sessions_and_whoever_ends_one_ends_it_for_good(casino: Casino) -> None:
    """The oldest goes when there are too many; one that was ended opens nothing, once and ever."""
    with Keeper(casino.conninfo) as keeper, Gate(casino.conninfo) as gate:
        key, sessions = keeper.issue("ana", Role.FINANCE), Sessions(gate)
        cookies = [opened[0] for _ in range(EACH_MAX + 1) if (opened := sessions.open(key))]
        assert [sessions.find(one) is None for one in cookies] == [True] + [False] * EACH_MAX
        assert len(sessions.living()) == EACH_MAX
        last = sessions.find(cookies[-1])
        assert last is not None
        assert sessions.end(last.id)
        assert not sessions.end(last.id)
        assert sessions.find(cookies[-1]) is None
    with (
        psycopg.connect(casino.superuser) as connection,
        pytest.raises(psycopg.DatabaseError, match="has ended already"),
    ):
        connection.execute("UPDATE access.session SET ended = NULL WHERE id = %s", (last.id,))


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(evening: Site, come_in: SignIn) -> None:
    """No page has a script, a style or a handler of its own, or an address of another host."""
    for operation in PAGES:
        address = address_of(evening, operation)
        answer = evening.client.get(address, headers=come_in(Role.INSPECTOR))
        assert answer.status_code == (404 if operation in OF_NOTHING else 200)
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert "unsafe-inline" not in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|https?://", answer.text)
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", answer.text))


def test_the_first_page_and_its_files_stay_below_150_kb(evening: Site, come_in: SignIn) -> None:
    """Page, stylesheets, scripts and fonts together, as they are sent without compression."""
    fonts = {f"/static/fonts/{path.name}" for path in (CONSOLE / "static/fonts").glob("*.woff2")}
    for role in PEOPLE:
        page = evening.client.get("/", headers=come_in(role))
        named = set(re.findall(r'(?:href|\ssrc)="(/static/[^"]+)"', page.text))
        sizes = {one: len(evening.client.get(one).content) for one in named | fonts}
        assert min(sizes.values()) > 100
        assert sum(sizes.values()) + len(page.content) < 150_000, (role, sizes)


def test_files_of_others_are_the_ones_that_were_pinned() -> None:
    """Each vendored file is pinned by its hash, each package by npm's integrity and its licence."""
    pinned = loads((CONSOLE / "vendored.toml").read_text())["package"]
    files = {name: pin for package in pinned for name, pin in package["files"].items()}
    for name, pin in files.items():
        digest = b64encode(sha512((CONSOLE / "static" / name).read_bytes()).digest())
        assert pin == f"sha512-{digest.decode()}", name
    there = {
        str(path.relative_to(CONSOLE / "static"))
        for folder in ("fonts", "vendor")
        for path in (CONSOLE / "static" / folder).iterdir()
    }
    assert there == set(files)
    for package in pinned:
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package["integrity"])
        assert any(name.endswith(".LICENSE") for name in package["files"]), package["name"]


def messages() -> Iterator[Any]:
    """Yield every message of code and templates, with the place where it stands."""
    found = extract_from_dir(
        str(CONSOLE),
        [("**.py", "python"), ("templates/**.html", "jinja2.ext:babel_extract")],
        {"templates/**.html": {"trimmed": "true", "extensions": "jinja2.ext.i18n"}},
        {"_": None, "mark": None, "gettext": None, "ngettext": (1, 2)},
    )
    for file, line, message, _, _ in found:
        yield message if isinstance(message, str) else tuple(message[:2]), f"{file}:{line}"
    for entry in catalogue().values():
        for said in (entry.meaning, entry.more, *(field.meaning for field in entry.fields)):
            if said:
                yield said, entry.kind


def test_every_message_has_its_portuguese_and_none_is_left_over() -> None:
    """The catalogue has each message of code, templates and vocabulary, and no other."""
    wanted = dict(messages())
    translated = {
        one.id if isinstance(one.id, str) else tuple(one.id): one
        for one in words.catalogue("pt")
        if one.id
    }
    assert len(wanted) > 60
    assert {key: place for key, place in wanted.items() if key not in translated} == {}
    assert set(translated) - set(wanted) == set()
    for key, one in translated.items():
        texts = (one.string,) if isinstance(one.string, str) else tuple(one.string or ())
        assert all(texts), key
        assert not one.fuzzy, key
        for text in texts:
            assert holes(text) == holes(key if isinstance(key, str) else key[1]), key


def holes(text: str) -> list[str]:
    """Return the places of a message that values fill."""
    return sorted(re.findall(r"%\(\w+\)s", text))


def report(*problems: Problem, size: int = 20_426) -> Report:
    """Return a verification's report with these problems."""
    return Report(
        covered=0,
        origin="x",
        events=size,
        size=size,
        root="624071c95ad3" + "0" * 52,
        signatures=16_832,
        problems=list(problems),
        unassessed=[],
    )


CLEAN = Checked(report=report(), at=NOON)
ALTERED = Checked(report=report(Problem(kind="link", position=4_310, detail="")), at=NOON)
GONE = Checked(report=report(Problem(kind="missing", position=20_400, detail="")), at=NOON)
OTHER_FIGURES = Checked(
    report=report(Problem(kind="figures", source="table projections.finding", detail="")), at=NOON
)
CUT = Checked(
    report=replace(report(Problem(kind="missing", position=20_307, detail="")), events=20_306),
    at=NOON,
)
KEY = Problem(kind="api-key", source="API key ana", detail="")
OTHER_KEYS = Checked(report=report(KEY), at=NOON)
BOTH = Checked(report=report(KEY, Problem(kind="link", position=7, detail="")), at=NOON)
OTHER_ARCHIVE = Checked(
    report=report(Problem(kind="archive", source="a/events-00000.parquet", detail="")), at=NOON
)
AWAY = Checked(
    report=replace(CLEAN.report, unread=[Unread(first=1, last=9, events=8, because="away")]),
    at=NOON,
)
CASES: dict[str, tuple[Facts, State]] = {
    "clean": (Facts(position=20_426, last=20_426, checked=CLEAN), "proved"),
    "own ticks since": (Facts(position=20_430, last=20_430, checked=CLEAN), "proved"),
    "others since": (
        Facts(position=20_464, last=20_464, checked=CLEAN, others_since=True),
        "unchecked",
    ),
    "never": (Facts(position=5, last=5), "unchecked"),
    "late": (Facts(position=20_400, last=20_426, checked=CLEAN), "late"),
    "late by one": (Facts(position=20_425, last=20_426, checked=CLEAN), "late"),
    "late for long": (
        Facts(position=1_204_331, last=1_204_543, behind=14.2, checked=CLEAN),
        "late",
    ),
    "late by one for hours": (Facts(position=8, last=9, behind=10_000), "late"),
    "one never": (Facts(position=1, last=1), "unchecked"),
    "stopped": (Facts(position=9_119, last=20_426, stopped=9_120, checked=CLEAN), "stopped"),
    "altered": (Facts(position=9_119, last=20_426, stopped=9_120, checked=ALTERED), "altered"),
    "missing": (Facts(position=20_426, last=20_426, checked=GONE), "missing"),
    "missing and counted": (Facts(position=20_426, last=20_426, checked=CUT), "missing"),
    "figures": (Facts(position=20_426, last=20_426, checked=OTHER_FIGURES), "figures"),
    "keys": (Facts(position=20_426, last=20_426, checked=OTHER_KEYS), "figures"),
    "keys and an event": (Facts(position=20_426, last=20_426, checked=BOTH), "altered"),
    "archive": (Facts(position=20_426, last=20_426, checked=OTHER_ARCHIVE), "missing"),
    "away": (Facts(position=20_426, last=20_426, checked=AWAY), "unchecked"),
}


@each("case", CASES)
def test_the_strip_says_the_worst_that_is_true(case: str) -> None:
    """Altered before stopped before late before unchecked; proved only where nothing is open."""
    facts, state = CASES[case]
    strip = strip_of(facts, UTC)
    assert strip.state == state
    assert strip.proved is (state == "proved")


def test_the_strips_words_are_the_designs() -> None:
    """The sentences of the states, to the letter, in both languages."""
    said = words.translations("pt").gettext
    lines = {
        case: " ".join((said(strip.said), said(strip.more))) % strip.values
        for case, (facts, _) in CASES.items()
        for strip in (strip_of(facts, UTC),)
    }
    assert lines == {
        "clean": "Registo íntegro conferido às 12:06",
        "own ticks since": "Registo íntegro conferido às 12:06",
        "others since": "Ainda não conferido 38 eventos desde as 12:06; "
        "os números valem como ditos",
        "never": "Ainda não conferido 5 eventos; os números valem como ditos",
        "late": "Dados até ao evento 20\xa0400 faltam 26 eventos",
        "late by one": "Dados até ao evento 20\xa0425 falta 1 evento",
        "late for long": "Dados até ao evento 1\xa0204\xa0331 14\xa0s de atraso, "
        "faltam 212 eventos",
        "late by one for hours": "Dados até ao evento 8 2\xa0h de atraso, falta 1 evento",
        "one never": "Ainda não conferido 1 evento; os números valem como ditos",
        "stopped": "Contas paradas no evento 9\xa0120 o que se segue não está somado; "
        "a história está completa",
        "altered": "Registo alterado o evento 4\xa0310 não é o que foi assinado",
        "missing": "Faltam eventos o registo não tem tudo o que foi assinado",
        "missing and counted": "Faltam eventos o registo assinado tem 120 que aqui não estão",
        "figures": "Números alterados há tabelas com linhas que ninguém escreveu",
        "keys": "Tabelas alteradas há tabelas com linhas que ninguém escreveu",
        "keys and an event": "Registo alterado o evento 7 não é o que foi assinado",
        "archive": "Arquivo alterado um ficheiro do que saiu não está como foi selado",
        "away": "Nem tudo foi conferido não se chegou ao que saiu para um arquivo",
    }


def test_an_address_that_is_none_is_a_page_for_people_and_a_problem_for_programs(
    evening: Site, come_in: SignIn
) -> None:
    """A browser gets words in its language; whoever asks for JSON, and /v1, the one shape."""
    cookies = come_in(Role.INSPECTOR)
    page = evening.client.get("/nada", headers={**cookies, "Accept": "text/html"})
    assert page.status_code == 404
    assert "Não há página neste endereço." in page.text
    for address, accept in (("/nada", "*/*"), ("/v1/nada", "text/html")):
        answer = evening.client.get(address, headers={"Accept": accept})
        assert answer.json()["code"] == "no-such-route"
