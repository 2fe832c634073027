"""Each state of a page, brought about for real, in the design's words, in both languages."""

import html
import re
from datetime import UTC, datetime
from typing import Any, Final

import psycopg
import pytest
from fastapi import FastAPI

from api.services.api_keys import Role
from api.services.proofs import Checked
from ledger.audit.auditor import audit_database
from ledger.events.rounds import BetPlaced, RoundClosed, RoundOpened
from tests.api.conftest import Site
from tests.api.console.conftest import cookie_of
from tests.api.routes.test_service import halt
from tests.projections.stages.rounds.test_rounds import PLACE, TABLE, open_table, play, round_name

STRIP: Final = re.compile(
    r'<div class="strip strip-\w+" role="status">(.*?)<span class="far">', re.DOTALL
)


def read(site: Site, address: str, role: Role = Role.INSPECTOR) -> tuple[str, str]:
    """Return what a page shows in Portuguese and in English, as words alone."""
    cookie = cookie_of(site, role)
    found: list[str] = []
    for language in ("pt", "en"):
        cookies = {"Cookie": f"razao_session={cookie}; razao_lang={language}"}
        page = site.client.get(address, headers=cookies).text
        assert f'<html lang="{language}"' in page, page[:300]
        found.append(page)
    return found[0], found[1]


def words(markup: str) -> str:
    """Return the words of a page, one space between them."""
    plain = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", markup, flags=re.DOTALL)
    return re.sub(r"[ \n]+", " ", html.unescape(plain)).replace(" .", ".").strip()


def strips(site: Site) -> tuple[str, str]:
    """Return the strip of a page in both languages, its hours as HH:MM."""
    told = [STRIP.search(page) for page in read(site, "/catalogo")]
    said = [re.sub(r"\d\d:\d\d", "HH:MM", words(one[1])) for one in told if one]
    return said[0], said[1]


def verify(site: Site) -> None:
    """Verify the log of a running app, as its page does: tests' keys have no event of theirs."""
    app = site.client.app
    assert isinstance(app, FastAPI)
    report = audit_database(site.casino.conninfo)
    app.state.working.proofs.last = Checked(report=report, at=datetime.now(UTC))


def owner(site: Site, statement: str) -> None:
    """Do to the database what only its superuser can."""
    with psycopg.connect(site.casino.superuser) as connection:
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER ALL")
        connection.execute(statement.encode())


def test_the_strip_goes_through_its_states_with_the_ledger(site: Site) -> None:
    """Not checked, proved, told since, late, stopped, altered: each comes of the ledger."""
    open_table(site.casino)
    site.casino.project()
    last = site.casino.last
    assert strips(site) == (
        f"Ainda não conferido {last} eventos; os números valem como ditos",
        f"Not yet checked {last} events; figures stand as told",
    )
    verify(site)
    proved = strips(site)
    assert proved[0].startswith("Registo íntegro conferido às HH:MM")
    assert proved[1].startswith("Record intact checked at HH:MM")
    play(site.casino, 1)
    site.casino.project()
    assert strips(site) == (
        "Ainda não conferido 7 eventos desde as HH:MM; os números valem como ditos",
        "Not yet checked 7 events since HH:MM; figures stand as told",
    )
    play(site.casino, 2)
    late = strips(site)
    assert re.fullmatch(rf"Dados até ao evento {last + 7} .+ de atraso, faltam 7 eventos", late[0])
    assert re.fullmatch(rf"Data up to event {last + 7} .+ behind, 7 events to go", late[1])
    stopped = halt(site.casino)
    assert strips(site) == (
        (
            f"Contas paradas no evento {stopped} o que se segue não está somado; "
            "a história está completa"
        ),
        f"Books stopped at event {stopped} what follows is not summed; history is complete",
    )
    altered = last + 3
    owner(
        site,
        "UPDATE ledger.events SET state = set_byte(state, octet_length(state) - 3, 7) "
        f"WHERE notification_id = {altered}",
    )
    verify(site)
    assert strips(site) == (
        f"Registo alterado o evento {altered} não é o que foi assinado",
        f"Record altered event {altered} is not what was signed",
    )
    pt, en = read(site, "/eventos")
    assert "NÃO VERIFICADO" in pt
    assert "NOT VERIFIED" in en


def test_the_newest_events_are_missed(site: Site) -> None:
    """Rows that were taken from the end are counted by what was signed of them."""
    open_table(site.casino)
    play(site.casino, 1)
    site.casino.project()
    owner(
        site,
        f"DELETE FROM ledger.events WHERE notification_id > {site.casino.last - 3}",
    )
    verify(site)
    assert strips(site) == (
        "Faltam eventos o registo assinado tem 3 que aqui não estão",
        "Events missing the signed record has 3 that are not here",
    )


def test_what_is_not_there_is_said_with_where_it_was_looked_for(site: Site) -> None:
    """No event of a day, no table of a name, nothing to see to: three sentences, and the way on."""
    open_table(site.casino)
    play(site.casino, 1)
    site.casino.project()
    for page, parts in zip(
        read(site, f"/eventos?lugar={PLACE}&dia=2026-11-21"),
        (
            (
                f"Nenhum evento em 21-11-2026 na mesa {PLACE}.",
                "Procurado:",
                "O último é de 20-11-2026,",
                "Ir para 20-11-2026",
            ),
            (
                f"No event on 21-11-2026 at table {PLACE}.",
                "Searched:",
                "The last is of 20-11-2026,",
                "Go to 20-11-2026",
            ),
        ),
        strict=True,
    ):
        for part in parts:
            assert part in words(page), part
    pt, en = read(site, "/mesas/BJ-44")
    assert f"Não há mesa BJ-44. Há {PLACE}." in words(pt)
    assert f"There is no table BJ-44. There is {PLACE}." in words(en)
    pt, en = read(site, "/constatacoes")
    assert "Nada por ver. 1 jogada repetida, confere." in words(pt)
    assert "Nothing to see to. 1 round replayed, it agrees." in words(en)
    play(site.casino, 2)
    site.casino.project()
    pt, en = read(site, "/constatacoes")
    assert "Nada por ver. 2 jogadas repetidas, todas conferem." in words(pt)
    assert "Nothing to see to. 2 rounds replayed, all agree." in words(en)


def test_another_roles_page_says_whose_it_is(site: Site) -> None:
    """Whose it is, as whom one came in, and that the request was recorded."""
    pt, en = read(site, "/leituras", Role.FINANCE)
    assert (
        "Esta página é da inspeção e dos litígios. Entrou como finanças. O pedido ficou registado."
    ) in words(pt)
    assert (
        "This page is for inspection and disputes. You came in as finance. "
        "The request was recorded."
    ) in words(en)


def test_a_table_of_too_many_rows_is_made_meanwhile(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the limit a page offers no link: it says how many rows, and where the file will be."""
    open_table(site.casino)
    play(site.casino, 1)
    site.casino.project()
    (row,) = site.casino.rows("SELECT count(*) AS rows FROM {s}.history")
    monkeypatch.setattr("api.console.frame.Frame.rows_large", 5)
    monkeypatch.setattr("api.console.pages.reference.reports.ROWS_LARGE", 5)
    pt, en = read(site, "/relatorios")
    assert f"São {row['rows']} linhas. Fica pronto em Relatórios; pode sair desta página." in words(
        pt
    )
    assert (
        f"These are {row['rows']} rows. It will be in Reports; you may leave this page."
        in words(en)
    )
    monkeypatch.setattr("api.console.pages.reference.reports.COUNTED_MAX", 5)
    pt, en = read(site, "/relatorios")
    assert f"São {row['rows']} linhas." in words(pt), "known without counting"
    pt, en = read(site, "/relatorios", Role.FINANCE)
    assert "São mais de 5 linhas. Fica pronto em Relatórios; pode sair desta página." in words(pt)
    assert "These are more than 5 rows." in words(en)
    pt, en = read(site, f"/mesas/{PLACE}?dia=2026-11-20")
    assert "São 8 linhas. Fica pronto em Relatórios; pode sair desta página." in words(pt)
    assert "These are 8 rows. It will be in Reports; you may leave this page." in words(en)
    assert "/v1/exports/history" not in pt


def test_an_act_that_fails_says_that_nothing_is_half_done(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page's script is told in words, with a number to quote, and never what went wrong."""
    cookie = cookie_of(site, Role.FINANCE)

    def failing(*_: object) -> Any:
        raise RuntimeError("secret")

    monkeypatch.setattr("api.console.pages.decide.acts.kind_of", failing)
    for language, expected in (
        (
            "pt",
            (
                "Não foi possível gravar. Nada ficou a meio; o texto está guardado neste "
                r"formulário. Ao pedir ajuda, diga E-\w{6}\."
            ),
        ),
        (
            "en",
            (
                "It could not be saved. Nothing is half done; your text is kept in this form. "
                r"When asking for help, say E-\w{6}\."
            ),
        ),
    ):
        cookies = {"Cookie": f"razao_session={cookie}; razao_lang={language}"}
        form = site.client.get("/menu", headers=cookies).text
        token = form.partition('name="token" value="')[2].partition('"')[0]
        answer = site.client.post(
            "/atos/preparar",
            content=b'{"kind": "base-funded"}',
            headers={**cookies, "X-Razao-Form": token},
        )
        told = answer.json()
        assert (answer.status_code, told["outcome"]) == (500, "error")
        assert re.fullmatch(expected, f"{told['title']} {told['said']}"), told


def test_a_round_that_cannot_be_judged_says_what_its_record_lacks(site: Site) -> None:
    """A coup closed without its ball: the page names what nobody told."""
    open_table(site.casino)
    name = round_name(1)
    say = site.casino.say
    say(TABLE, RoundOpened(), round_id=name)
    say(TABLE, BetPlaced(bet=1, seat=1, chance="par", amount=100), round_id=name)
    say(TABLE, RoundClosed(), round_id=name)
    site.casino.project()
    pt, en = read(site, f"/jogadas/{name}")
    assert "Não se pode recalcular: " in words(pt)
    assert "Cannot be recalculated: " in words(en)
