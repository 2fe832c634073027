"""The pages of the floor: contadores, actas of bingo, game and table, the closing."""

import html
import re
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date
from typing import Any

import pytest
from psycopg.sql import SQL, Identifier

from api.console.pages.money.counters import Period, span
from api.console.pictures.bands import bars
from api.services.api_keys import Role
from ledger.events.bingo import Incident
from ledger.events.reviews import DisputeOpened
from projections.base.store import connect
from projections.reads.files.export_counts import rows_of
from projections.reads.floor.closing import _COUNTED, Closing, Task, checklist
from projections.reads.floor.expected import expected, reckon
from projections.reads.floor.hold import Played, by_dealer, by_table, played
from projections.reads.queries import connect as read_only
from projections.running.runner import LIVE, Runner
from tests.api.conftest import POOL, Site, opened
from tests.api.conftest import play as play_evening
from tests.api.console.conftest import SignIn, cookie_of
from tests.fixtures.casino import DAY, Casino
from tests.helpers.each import each
from tests.projections.stages.accounts.test_accounts import Table, declared, end_day
from tests.projections.stages.actas.bingo_hall import PLACE
from tests.projections.stages.actas.bingo_hall import Hall as Room
from tests.projections.stages.machines.hall import Hall, play, reading

HOSTILE = "<img src=x onerror=alert(1)>"
NIGHT = date.fromisoformat(DAY)


def test_a_machine_and_an_acta_show_what_the_books_hold(casino: Casino) -> None:
    """Sums of the contadores, a) to m) of the law, links that answer; a stored tag stays text."""
    hall = Hall(casino)
    hall.open("MQ-01")
    hall.say(play(stops=(1, 1, 1), cg=300))
    hall.say(reading(CJ=100, CG=300, JE=1, DE=10_000, DEn=10_000))
    room = Room(casino)
    room.jogada()
    room.play(Incident(code=HOSTILE))
    casino.project()
    with ExitStack() as stack:
        site = stack.enter_context(opened(casino))
        for language in ("pt", "en"):
            cookie = cookie_of(site, Role.INSPECTOR)
            _machine_and_acta(site, {"Cookie": f"razao_session={cookie}; razao_lang={language}"})


def _machine_and_acta(site: Site, cookies: dict[str, str]) -> None:
    followed = set[str]()
    for address, said in (
        (f"/contadores?dia={DAY}", ("MQ-01", "−2$00")),
        (f"/contadores/MQ-01?dia={DAY}", ("CJ", "1$00", "3$00", "100$00", "−2$00")),
        (f"/contadores/MQ-01?dia={DAY}&periodo=inicio", ("100$00",)),
        ("/actas", ("S-1", "100$00")),
        ("/eventos/mq-01/4", ("/jogadas-de-maquina/mq-01",)),
        (f"/actas?dia={DAY}", ("S-1",)),
        ("/mesas?periodo=30&dia=0001-01-01", ()),
        (f"/actas/{PLACE}/S-1", ("100$00", "20$00", "60$00", "e)", "m)", "&lt;img")),
    ):
        answer = site.client.get(address, headers=cookies)
        assert answer.status_code == 200, (address, answer.text)
        assert "<img" not in answer.text
        for one in said:
            assert one in answer.text, (address, one)
        links = {html.unescape(one) for one in re.findall(r'href="(/[^"#]+)"', answer.text)}
        for link in sorted(links - followed):
            followed.add(link)
            if link.startswith(
                ("/v1/exports", "/actas", "/contadores", "/eventos?", "/mesas", "/jogadas-de")
            ):
                there = site.client.get(link, headers=cookies)
                assert there.status_code == 200, (address, link, there.text[:300])


def test_what_is_not_on_the_floor_is_said_with_what_is_near(evening: Site, come_in: SignIn) -> None:
    """An unknown machine, session, table or day is a page with words in both languages."""
    for role, language, words in (
        (Role.INSPECTOR, "pt", ("Não há a máquina X-9.", "Não há a sessão S-9", "Não há mesa X-9")),
        (Role.FINANCE, "en", ("There is no machine X-9.", "no session S-9", "no table X-9")),
    ):
        cookies = come_in(role, language)
        for address, word in zip(
            ("/contadores/X-9", "/actas/SALA-9/S-9", "/mesas/X-9"), words, strict=True
        ):
            answer = evening.client.get(address, headers=cookies)
            assert answer.status_code == 404, answer.text
            assert word in answer.text
        for address in (
            "/contadores?dia=2026-02-31",
            "/actas?dia=2026-02-31",
            "/mesas?dia=2026-02-31",
        ):
            assert evening.client.get(address, headers=cookies).status_code == 404
        assert evening.client.get("/actas?dia=2031-01-01", headers=cookies).status_code == 200


@pytest.mark.parametrize("address", ["/contadores/MQ-01", "/actas/SALA-1/S-1", "/mesas/RA-01"])
def test_the_floor_is_not_the_administrations(evening: Site, come_in: SignIn, address: str) -> None:
    """Whoever runs the service sees neither machines nor actas nor tables."""
    answer = evening.client.get(address, headers=come_in(Role.ADMIN))
    assert answer.status_code == 403
    assert "O pedido ficou registado" in answer.text


def test_a_table_shows_each_round_and_both_planted_faults(evening: Site, come_in: SignIn) -> None:
    """Twelve rounds, two of them overpaid and underpaid: two marks, and both figures beside."""
    page = evening.client.get("/mesas/RA-01", headers=come_in(Role.INSPECTOR)).text
    assert "<h1>RA-01: 2 jogadas divergem</h1>" in page
    dots = page.partition('<p class="dots">')[2].partition("</p>")[0]
    assert (dots.count("<a "), dots.count('class="bad"')) == (12, 2)
    assert "esperado 2,7\xa0% ±" in page, "twelve rounds of a wheel are held against the rules"
    assert "Informação" in page


def test_an_export_says_how_many_rows_it_has(evening: Site) -> None:
    """The number beside a button is that of the lines in the file."""
    with evening.casino.reading() as connection:
        for name, filters in (("rounds", {"place": "RA-01"}), ("findings", {}), ("history", {})):
            query = "&".join(f"{key}={value}" for key, value in filters.items())
            told = evening.get(f"/v1/exports/{name}?format=json&{query}").json()["count"]
            assert rows_of(connection, name, filters) == told > 0


def test_a_period_ends_with_its_day() -> None:
    """Day, month, year and since the start, each up to the day that was asked for."""
    day = date(2026, 11, 20)
    assert span(Period.DAY, day) == (day, day)
    assert span(Period.MONTH, day) == (date(2026, 11, 1), day)
    assert span(Period.YEAR, day) == (date(2026, 1, 1), day)
    assert span(Period.START, day) == (date.min, day)


def round_(number: int, **given: object) -> Played:
    """Return a round of 10.00 that the house lost or won."""
    values: dict[str, object] = {
        "round": f"RA-01/{DAY}/{number}",
        "place": "RA-01",
        "game": "roleta_americana",
        "currency": "CVE",
        "state": "agrees",
        "stake": 1_000,
        "due": 2_000 * (number % 2),
        "paid": 2_000 * (number % 2),
        "opened": number,
        "dealer": "ana" if number <= 40 else None,
        **given,
    }
    return Played(**values)  # type: ignore[arg-type]


def test_the_hold_is_of_stakes_that_were_played_for_against_the_house() -> None:
    """Void rounds, open ones and games among players are in no hold; chance has its width."""
    even = [round_(number) for number in range(1, 101)]
    (hold,) = by_table(
        [
            *even,
            round_(101, state="void"),
            round_(102, state="pending"),
            round_(103, game="poquer_holdem"),
        ]
    )
    # A hundred rounds, each all or nothing: ±1.96 · 1 / √100, rounded up.
    assert (hold.rounds, hold.staked, hold.won, hold.share_ppm) == (100, 100_000, 0, 0)
    assert hold.band_ppm == 196_001
    (dealer,) = by_dealer(even)
    assert (dealer.name, dealer.rounds) == ("ana", 40)
    (few,) = by_table(even[:29])
    assert few.band_ppm is None


def test_an_evening_at_the_wheel_is_held_against_its_own_bets(evening: Site) -> None:
    """1 in 37, whatever the players chose; what was won is what the hold says."""
    casino = evening.casino
    with casino.reading() as connection:
        rounds = played(connection, NIGHT, NIGHT, "RA-01")
        reckoned = reckon(connection, casino.conninfo, rounds)
        again = reckon(connection, casino.conninfo, rounds)
    told = expected(rounds, reckoned)
    assert told is not None
    assert again == reckoned
    assert told.share_ppm == 1_000_000 // 37
    (hold,) = by_table([one for one in rounds if one.round in reckoned])
    assert (told.won, told.staked) == (hold.won, hold.staked)


def test_bars_stand_on_the_line_of_nothing() -> None:
    """A loss hangs below the line where a gain stands; their sums are written beside."""
    chart = bars([("BJ-01", 10_000), ("RA-01", -5_000)], "", "pt")
    assert chart is not None
    up, down = chart.bars
    assert (up.y + up.height, down.y) == (chart.zero, chart.zero)
    assert (up.below, down.below) == (False, True)
    assert down.title == "RA-01: −50,00"
    assert bars([], "", "pt") is None
    gap = bars([("18-11", 5), ("19-11", None), ("20-11", 7)], "", "pt")
    assert gap is not None
    assert [one.title[:5] for one in gap.bars] == ["18-11", "20-11"]
    assert [one.text for one in gap.across] == ["18-11", "19-11", "20-11"]
    assert gap.bars[1].x - gap.bars[0].x > 2 * gap.bars[0].width


def test_the_pages_of_reference_say_what_the_ledger_holds(site: Site) -> None:
    """Four sides of the jackpot, sources that sign, exports with their rows, the summed event."""
    play_evening(site.casino)
    site.casino.project()
    cookies = {"Cookie": f"razao_session={cookie_of(site, Role.INSPECTOR)}"}
    for address, said in (
        ("/reconciliacao", (POOL, "ainda nada disse")),
        ("/fontes", ("mesa-ra", "mesa-psd", "Pode assinar", "Nenhuma chave terminou")),
        ("/relatorios", ("Veredictos das jogadas", "/v1/exports/rounds?format=csv-pt")),
        ("/regras", ("Em vigor", "Roleta americana", "Não está em vigor neste registo")),
        ("/estado", ("Em dia", "Tudo somado até ao evento")),
        ("/leituras", ("quem, para quê, quando",)),
    ):
        answer = site.client.get(address, headers=cookies)
        assert answer.status_code == 200
        for one in said:
            assert one in html.unescape(answer.text), (address, one)


def test_sources_come_in_pages_that_neither_skip_nor_repeat(
    evening: Site, come_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From page to page by its link: every source that the API tells, once, in its order."""
    monkeypatch.setattr("api.console.pages.proof.sources.SHOWN", 4)
    told = [one["source"] for one in evening.get("/v1/sources?limit=500").json()["items"]]
    following, found = "/fontes", []
    while following:
        text = evening.client.get(following, headers=come_in(Role.INSPECTOR)).text
        found += re.findall(r'href="/eventos\?fonte=([^"]+)"><b>', text)
        following = next(iter(re.findall(r'href="(/fontes\?depois=[^"]+)"', text)), "")
    assert found == told
    assert len(found) > 2 * 4


@each("address", ["/contadores?dia=ontem", "/mesas?dia=20-11-2026", "/actas?dia=<b>"])
def test_a_day_written_otherwise_is_told_how_days_are_written(
    evening: Site, come_in: SignIn, address: str
) -> None:
    """The page says what was given and what a day looks like, in the reader's language."""
    for language, words in (
        ("pt", ("não se entende", "Um dia escreve-se 2026-11-20.")),
        ("en", ("is not understood", "A day is written 2026-11-20.")),
    ):
        answer = evening.client.get(address, headers=come_in(Role.INSPECTOR, language))
        assert answer.status_code == 422
        said = address.partition("=")[2]
        assert all(word in answer.text for word in (*words, html.escape(said)))
        assert "String should" not in answer.text


def states(lines: list[Task]) -> dict[str, tuple[str, int, int]]:
    """Return each subject's state with how many of how many."""
    return {one.subject: (one.state, one.done, one.of) for one in lines}


def test_a_day_is_whole_when_counted_closed_and_declared(site: Site) -> None:
    """The rules' example: 2 400 at 10 % are 240; a dispute left open is all that is missing."""
    casino = site.casino
    table = Table(casino)
    table.day()
    casino.project()
    before = states(asked(casino))
    assert before["tables"] == ("done", 1, 1)
    assert before["drops"] == ("done", 1, 1)
    assert before["closed"][0] == "missing"
    assert before["tax"] == ("missing", 0, 1)
    assert before["signatures"] == ("missing", 0, 2)
    end_day(casino)
    table.say(declared(), "financas")
    casino.say("litigios", DisputeOpened(dispute="D-1", subject="machine", machine="MQ-01"))
    casino.project()
    after = states(asked(casino))
    assert after["closed"] == ("done", 1, 1)
    assert after["tax"] == ("done", 1, 1)
    assert after["signatures"] == ("missing", 1, 2)  # one person alone closed and declared
    assert after["disputes"] == ("missing", 0, 1)
    assert after["machines"] == ("none", 0, 0)


def test_a_date_on_which_nobody_played_wants_no_closing(site: Site) -> None:
    """A case of the 25th stands there; no gaming day of that date is to be closed."""
    late = DisputeOpened(dispute="D-1", subject="machine", machine="MQ-01")
    told = site.casino.source("litigios").say(late, "2026-11-25T10:00:00.000000Z", day=None)
    (answer,) = site.casino.door.submit([told])
    assert answer.receipt is not None, answer
    site.casino.project()
    found = states(asked(site.casino, date(2026, 11, 25)))
    assert (found["disputes"], found["closed"]) == (("missing", 0, 1), ("none", 0, 0))


def asked(casino: Casino, day: date = NIGHT) -> list[Task]:
    """Return a day's checklist."""
    with connect(casino.conninfo) as connection:
        return checklist(Closing(connection).facts(day, day))


def test_a_checklist_looks_events_up_and_reads_no_history_whole(site: Site) -> None:
    """In the role of pages: policies that hide rows keep an index from what is worked out there."""
    with Runner(site.casino.conninfo) as runner:
        runner.confine()
    statement = SQL("EXPLAIN (FORMAT JSON) " + _COUNTED).format(s=Identifier(LIVE))
    with read_only(site.casino.conninfo) as connection:
        connection.execute("SET enable_seqscan = off")
        row = connection.execute(statement, {"first": NIGHT, "last": NIGHT}).fetchone()
    assert row is not None
    found = list(nodes(row["QUERY PLAN"][0]["Plan"], "history"))
    assert len(found) == 2
    assert all("Index Cond" in one for one in found)


def nodes(plan: dict[str, Any], table: str) -> Iterator[dict[str, Any]]:
    """Yield the steps of a plan that read a table."""
    if plan.get("Relation Name") == table:
        yield plan
    for one in plan.get("Plans", ()):
        yield from nodes(one, table)


def test_the_page_says_what_is_missing_and_where_one_does_it(site: Site) -> None:
    """A day that was played and not closed: the act of closing stands beside it, the day in it."""
    Table(site.casino).day()
    site.casino.project()
    cookie = {"Cookie": f"razao_session={cookie_of(site, Role.FINANCE)}; razao_lang=pt"}
    text = html.unescape(site.client.get(f"/fecho?mes={DAY[:7]}", headers=cookie).text)
    for said in ("pontos para fechar o mês", "Caixas contadas", "Assinado por duas pessoas"):
        assert said in text
    address = f"/atos/gaming-day-closed?dia={DAY}"
    assert address in text
    assert site.client.get(address, headers=cookie).status_code == 200
    empty = site.client.get("/fecho?mes=2031-01", headers=cookie)
    assert "Nada se jogou neste mês." in empty.text


def test_a_month_that_is_none_is_told(evening: Site, come_in: SignIn) -> None:
    """A thirteenth month has no page; the answer says so, and leads back."""
    answer = evening.client.get("/fecho?mes=2026-13", headers=come_in(Role.FINANCE))
    assert answer.status_code == 404
    assert "2026-13 não é dia de calendário nenhum." in answer.text
