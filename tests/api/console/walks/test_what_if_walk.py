"""A card changed in the browser: both settlements, what becomes of later cards, where it ends."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest

pytest.importorskip(
    "playwright.sync_api", reason="no playwright: uv run --group browser pytest -m deep"
)

from api.app import create_app
from api.console.language.formats import money
from api.services.api_keys import Gate
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation, found_if_new
from ops.simulator.games.bacara.bacara_ponto_e_banca import BacaraPontoEBanca
from ops.simulator.games.house_cards.blackjack.game import Blackjack
from ops.simulator.night.courier import sources_of
from ops.simulator.parties.party import Place
from ops.simulator.parties.terminal import in_order, sign_approved
from projections.reads.floor.round_again import round_again
from projections.replay.asked.facts import facts_of, plain_of
from projections.replay.asked.what_if import Change, shifts, what_if
from projections.replay.record import Record
from tests.api.conftest import services_for
from tests.fixtures.casino import DAY, ORIGIN, Casino
from tests.fixtures.postgres import empty_database
from tests.fixtures.serving import served

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(CHROMIUM is None, reason="no browser: apt-get install chromium"),
]
START = datetime(2026, 11, 20, 15, tzinfo=UTC)
THIRD = 6
written = partial(money, currency="", language="pt")
"""Cards of a coup in which ponto and banca both drew: the last is the banca's."""


class Played(NamedTuple):
    """A round that was played, with its record."""

    name: str
    record: Record


@pytest.fixture(scope="module")
def tables(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Casino]:
    """Play bacará and blackjack, honestly."""
    with empty_database(postgres_urls, postgres_maintenance) as database, ExitStack() as stack:
        migrate(database.superuser)
        urls = DatabaseUrls(superuser=database.superuser, login=database.login)
        home = tmp_path_factory.mktemp("tables")
        found_if_new(urls, home, ORIGIN)
        casino = Casino(Installation(urls, home, stack))
        played = [
            table(Place(source=f"mesa-{name.lower()}", place=name, day=DAY, start=START, seed=8))
            for table, name in ((BacaraPontoEBanca, "PB-01"), (Blackjack, "BJ-01"))
        ]
        enrol = casino.installation.enrol
        chains = {source: enrol(source, one) for source, one in sources_of(played).items()}
        told = (chain(table.prepare(), table.night(16)) for table in played)
        for one in in_order(*told):
            casino.installation.send(list(sign_approved(chains, [one])))
        casino.project()
        yield casino


@pytest.fixture(scope="module")
def page(browser: Any, tables: Casino) -> Iterator[Any]:
    """Come in as who decides disputes."""
    with (
        Gate(tables.conninfo) as gate,
        served(create_app(services_for(tables, gate=gate, demonstration=True))) as address,
    ):
        context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 900})
        context.add_cookies([{"name": "razao_lang", "value": "pt", "url": address}])
        made = context.new_page()
        made.goto("/entrar?para=/menu")
        made.click('form:has(input[value="dispute"]) button')
        yield made
        context.close()


def rounds(casino: Casino, place: str) -> Iterator[Played]:
    """Yield the rounds of a table that were judged."""
    rows = casino.rows(
        "SELECT round FROM {s}.verdict WHERE place = %s AND known_until IS NULL ORDER BY round",
        place,
    )
    for row in rows:
        again = round_again(casino.conninfo, row["round"])
        if again is not None and again.verdict is not None:
            yield Played(row["round"], again.verdict.record)


def points(cards: list[str]) -> int:
    """Return the points of a hand at bacará: tens and figures count nothing."""
    return sum(" A23456789".index(one[0]) if one[0] in "A23456789" else 0 for one in cards) % 10


def asked(page: Any, name: str, fact: str, card: str, cards: str = "stay") -> str:
    """Change a fact of a round as a person does: choose it, choose the card, settle again."""
    page.goto(f"/hipotese/{name}")
    page.select_option("#facto", fact)
    page.click("text=Escolher este facto")
    page.select_option("#valor", card)
    if page.locator(f'[name="cartas"][value="{cards}"]').count():
        page.check(f'[name="cartas"][value="{cards}"]')
    page.click("text=Recalcular")
    if shots := os.environ.get("SHOTS"):
        number = len([*Path(shots).iterdir()])
        page.screenshot(path=f"{shots}/what-if-{number}.png", full_page=True)
    return " ".join(page.inner_text("main").replace("\xa0", " ").split())


def sums(page: Any) -> dict[str, list[str]]:
    """Return the figures of each line of the settlement: stake, as it was, otherwise, apart."""
    rows = page.locator("table.money tbody tr")
    return {
        rows.nth(at).locator("td").first.evaluate("(one) => one.firstChild.textContent").strip(): [
            one.strip() for one in rows.nth(at).locator("td.num").all_inner_texts()
        ]
        for at in range(rows.count())
    }


def test_another_third_card_lets_the_other_side_win(page: Any, tables: Casino) -> None:
    """PB R38: by the points of both hands ponto wins or loses even money, and the page says so."""
    for name, record in rounds(tables, "PB-01"):
        told = plain_of(record)
        dealt = [(one["to"], one["card"]) for one in told["cartas"]]
        on_ponto = {
            one["seat"]: one["valor"]
            for one in told["bets"]
            if one["tipo"] == "ponto"
            and [other["seat"] for other in told["bets"]].count(one["seat"]) == 1
        }
        if len(dealt) != THIRD or dealt[-1][0] != "banca" or not on_ponto:
            continue
        ponto = points([card for to, card in dealt if to == "ponto"])
        first = [card for to, card in dealt if to == "banca"][:2]
        for other in ("2s", "4s", "6s", "8s"):
            was, then = points([*first, dealt[-1][1]]), points([*first, other])
            if (ponto > was) != (ponto > then) and ponto not in (was, then):
                break
        else:
            continue
        text = asked(page, name, f"cartas.{THIRD - 1}.card", other)
        assert "Hipótese" in text
        assert "não altera o registo" in text
        lines = sums(page)
        for seat, stake in on_ponto.items():
            due = [2 * stake * (ponto > one) for one in (was, then)]
            apart = due[1] - due[0]
            expected = [written(stake), *map(written, due)]
            assert lines[f"Lugar {seat}"][:3] == expected, (name, seat, was, then, ponto)
            said = lines[f"Lugar {seat}"][3]
            assert said == ("+" if apart > 0 else "") + written(apart)
        return
    raise AssertionError("no coup has such a card")


def chosen(tables: Casino, why: str | None) -> tuple[str, str, str]:
    """Return round, fact and card of a hypothesis at blackjack that ends so, or does not."""
    for name, record in rounds(tables, "BJ-01"):
        for fact in facts_of(record):
            if fact.sort != "card" or not shifts(record, fact.path):
                continue
            for card in ("9s", "5d"):
                found = what_if(record, Change(path=fact.path, value=card))
                ends = None if found.stop is None else found.stop.why
                moved = any(one.difference for one in found.seats)
                if ends == why and (why is not None or moved) and card != fact.value:
                    return name, fact.name, card
    raise AssertionError(f"no card of the night leads to {why}")


def test_the_page_says_whether_later_cards_stay_or_the_shoe_moves(
    page: Any, tables: Casino
) -> None:
    """Asked either way, it says which; and each difference is the hypothesis less what was due."""
    name, fact, card = chosen(tables, None)
    text = asked(page, name, fact, card)
    assert "As cartas seguintes ficam como saíram." in text
    lines = sums(page)
    assert any(one[1] != one[2] for one in lines.values())
    for stake, was, then, apart in lines.values():
        assert stake != "—"
        assert cents(then) - cents(was) == cents(apart)
    text = asked(page, name, fact, card, "shift")
    moved = page.locator('[name="cartas"]:checked')
    assert moved.get_attribute("value") == "shift"
    assert "As cartas seguintes avançam uma." in text or "nada mais se pode calcular" in text


def cents(said: str) -> int:
    """Return a written amount in minor units."""
    return int("".join(one for one in said if one.isdecimal())) * (-1 if "\u2212" in said else 1)


def test_it_ends_where_a_decision_would_not_have_been_the_same(page: Any, tables: Casino) -> None:
    """A card before somebody's wish: the design's words, the seat and the wish, and no sum."""
    text = asked(page, *chosen(tables, "decision"))
    assert (
        "Daí em diante as decisões já não seriam as que foram tomadas, "
        "e nada mais se pode calcular." in text
    )
    assert "lugar" in text.partition("nada mais se pode calcular.")[2]
    assert "Devido na hipótese" not in text
    assert page.locator("table.money").count() == 0
