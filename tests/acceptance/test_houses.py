"""What a reader for one casino is told: its own, totals of what it shares, and no other's name.

Every page, route, export and paper, from the route table itself, is asked by readers of one house
for each thing of both, and grepped for the mark that every name of the other house bears.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote
from zipfile import ZipFile
from zlib import crc32

import psycopg
import pytest

from api.app import routes_of
from api.console import pages
from api.requests.reach import OF_PATHS
from api.services.api_keys import Role
from api.services.deps import reading_pool
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation, found_if_new
from projections.base.store import connect
from projections.reads.basis.scope import Scope, enter
from projections.running.houses import HIDDEN, POLICIES, confine
from projections.running.runner import LIVE
from tests.acceptance.every_answer import DAILY, Asked, everything
from tests.acceptance.test_planted_names import words_of
from tests.acceptance.two_houses import MARK, OWN, SHARED, two_houses
from tests.api.conftest import Site, opened
from tests.api.console.conftest import cookie_of
from tests.api.services.receiver import receiving
from tests.api.services.test_notices import office
from tests.fixtures.casino import DAY, ORIGIN, Casino
from tests.fixtures.postgres import empty_database
from tests.helpers.papers import said
from tests.helpers.times import style_faults

EACH: Final = 5
"""Of each kind of thing so many, at random, of either house."""


@pytest.fixture(scope="module")
def houses(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Casino]:
    """Play an evening in two houses once, for tests that only read."""
    home = tmp_path_factory.mktemp("houses")
    with empty_database(postgres_urls, postgres_maintenance) as database, ExitStack() as stack:
        migrate(database.superuser)
        urls = DatabaseUrls(superuser=database.superuser, login=database.login)
        found_if_new(urls, home, ORIGIN)
        casino = Casino(Installation(urls, home, stack))
        two_houses(casino)
        with connect(casino.conninfo) as connection:
            confine(connection, LIVE)
        yield casino


def told_of(asked: Asked) -> str:
    """Return an answer's words without those that the question itself brought."""
    words = words_of(asked.answer).decode("utf-8", "replace").casefold()
    brought = re.findall(rf"[\w:.-]*{MARK}[\w:.-]*", unquote(asked.address).casefold())
    for one in sorted(brought, key=len, reverse=True):
        words = words.replace(one, "").replace(one.replace(":", "%3a"), "")
    return words


def faults_of(asked: Asked) -> Iterator[str]:
    """Say what is wrong with an answer to a reader of the first house."""
    foreign = MARK in unquote(asked.address).casefold()
    found = asked.template.startswith(("/pesquisa", "/v1/search"))
    allowed = {403, 404, 422, *([200] if found else [])} if foreign else {200, 403, 404}
    if asked.answer.status_code not in allowed:
        yield f"{asked.address}: {asked.answer.status_code} {asked.answer.text[:300]}"
    words = told_of(asked)
    if MARK in words:
        at = words.index(MARK)
        yield f"{asked.address}: …{words[max(0, at - 80) : at + 40]}…"


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.deep)])
def test_no_answer_to_a_house_names_another(houses: Casino, every: bool) -> None:
    """Route × role × casino: of another house's things 404, 403 or 422; of its own no such name.

    The suite asks a sixth of the addresses; deep: all, and several of each kind of thing.
    """
    asked = list(
        everything(
            houses,
            EACH if every else 1,
            scope=Scope(frozenset({OWN})),
            wanted=lambda one: every or crc32(one.encode()) % 6 == 0,
        )
    )
    assert [fault for one in asked for fault in faults_of(one)] == []
    answered = [one for one in asked if one.answer.status_code == 200]
    assert len({one.template for one in answered}) > (90 if every else 15)


def test_what_is_told_elsewhere_is_of_the_houses_of_whoever_asked(
    houses: Casino, tmp_path: Path
) -> None:
    """A receiver of one house's findings gets no word of another's; of all, of both."""
    for scope, both in ((Scope(frozenset({OWN})), False), (Scope(None), True)):
        with receiving() as receiver, office(houses, tmp_path) as at:
            at.scope = scope
            id_, secret = at.subscribe(receiver.url)
            at.notices.table.begin_again(id_, scope, 0)
            at.notices.look(thorough=True)
            words = str(receiver.verified(secret)).casefold()
            assert "finding.open" in words
            assert (MARK in words) is both
            at.notices.remove(at.only.owner, id_)


def test_who_reads_every_casino_reads_both_names(houses: Casino) -> None:
    """What the grep looks for is there: a reader of all casinos is told it, list by list."""
    with opened(houses) as site:
        for address in ("/v1/rounds", "/v1/findings", "/v1/pools", "/v1/exports/history"):
            assert MARK in site.get(address).text.casefold(), address


def test_a_shared_prize_shows_its_totals_and_other_houses_as_one(houses: Casino) -> None:
    """The pool's balance is the whole one; the lines are one's own, the others' a sum."""
    with opened(houses, suffix="whole") as site:
        every = site.get(f"/v1/pools/{SHARED}/postings?limit=500").json()
        whole = site.get(f"/v1/pools/{SHARED}").json()["pool"]
    with opened(houses, scope=Scope(frozenset({OWN}))) as site:
        mine = site.get(f"/v1/pools/{SHARED}/postings?limit=500").json()
        shown = site.get(f"/v1/pools/{SHARED}").json()["pool"]
        assert site.get(f"/v1/bundles/pool/{SHARED}/{DAY}").status_code == 403
        page = site.client.get(f"/premios/{SHARED}", headers=site_cookie(site)).text
    assert "items" in mine, mine
    assert shown["balances"] == whole["balances"]
    assert shown["members"] == ["PS-01", "outras casas"]
    assert "outras casas" in page
    assert 0 < len(mine["items"]) < len(every["items"])
    lines = sum(one["lines"] for one in mine["elsewhere"])
    assert len(mine["items"]) + lines == len(every["items"])
    for account in {one["account"] for one in every["items"]}:
        parts = [*mine["items"], *mine["elsewhere"]]
        assert sum(one["amount"] for one in parts if one["account"] == account) == sum(
            one["amount"] for one in every["items"] if one["account"] == account
        )


def test_a_page_of_another_houses_place_says_so_and_what_is_nowhere_does_not(
    houses: Casino,
) -> None:
    """In the design's words, without the other's name; the request is written down."""
    foreign = f"{MARK.upper()}-RA-01"
    with opened(houses, scope=Scope(frozenset({OWN}))) as site:
        cookies = site_cookie(site)
        english = {"Cookie": cookies["Cookie"].replace("lang=pt", "lang=en")}
        for address in (
            f"/mesas/{foreign}",
            f"/eventos?lugar={foreign}",
            f"/jogadas/{foreign}/{DAY}/1",
            f"/disputas/nova?jogada={foreign}/{DAY}/1",
            f"/contadores/{MARK.upper()}-MQ-01",
            f"/constatacoes?lugar={foreign}",
        ):
            for sent, said in (
                (cookies, "Este lugar é de outro casino."),
                (english, "This place belongs to another casino."),
            ):
                answer = site.client.get(address, headers=sent)
                assert answer.status_code == 403, address
                assert f"{said}</h2>" in answer.text, address
        for address in ("/mesas/ZZ-01", f"/disputas/D-{MARK}"):
            answer = site.client.get(address, headers=cookies)
            assert answer.status_code == 404, address
            assert "outro casino" not in answer.text


PDF: Final = "application/pdf"
PACKED: Final = "application/zip"


def paper_routes(site: Site) -> set[str]:
    """Return the templates of the routes that answer with a paper, or with a month of them."""
    paths: Mapping[str, Mapping[str, Any]] = site.client.get("/openapi.json").json()["paths"]
    return {
        path
        for path, operations in paths.items()
        if "get" in operations
        and {PDF, PACKED} & operations["get"]["responses"]["200"].get("content", {}).keys()
        and (PDF in operations["get"]["responses"]["200"]["content"] or path.endswith("/papers"))
    }


def papers_of(answer: Any) -> Iterator[bytes]:
    """Yield the papers of an answer: itself, or those that it packs."""
    kind = answer.headers["content-type"].partition(";")[0]
    if kind == PDF:
        yield answer.content
    elif kind == PACKED:
        with ZipFile(BytesIO(answer.content)) as packed:
            for name in packed.namelist():
                if name.endswith(".pdf"):
                    yield packed.read(name)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.deep)])
def test_every_paper_tells_days_in_one_style_and_hours_with_the_zone_of_the_houses(
    houses: Casino, every: bool
) -> None:
    """Each route that answers with a paper, of one thing of each kind, in both languages.

    An acta is Portuguese. The suite asks a sixth of the routes.
    """
    with opened(houses, suffix="papers") as site:
        due = {one for one in paper_routes(site) if every or crc32(one.encode()) % 6 == 0}
        assert due
        asked = [
            one
            for one in everything(houses, 1, wanted=lambda one: one.partition("?")[0] in due)
            if any(papers_of(one.answer))
        ]
        assert {one.template.partition("?")[0] for one in asked} == due - {DAILY}
        daily = f"{DAILY}?day={DAY}&casino={OWN}&format=pdf"
        for address in (*(one.address for one in asked), daily):
            mark = "&" if "?" in address else "?"
            acta = "/acta/" in address or "/actas/" in address
            for language in ("pt",) if acta else ("pt", "en"):
                answer = site.get(address if acta else f"{address}{mark}lang={language}")
                papers = [*papers_of(answer)]
                assert papers, (address, answer.text[:300])
                for paper in papers:
                    found = [*style_faults(said(paper), "+08:00")]
                    assert found == [], (address, language)


def site_cookie(site: Site) -> dict[str, str]:
    """Return what somebody of finance sends who came in, in Portuguese."""
    return {"Cookie": f"razao_session={cookie_of(site, Role.FINANCE)}; razao_lang=pt"}


def test_a_finding_that_joins_houses_is_for_the_authority(houses: Casino) -> None:
    """One that rests on events of both is in no house's list; each house's own one is in its."""
    (joined,) = houses.rows(
        "SELECT array_agg(DISTINCT position ORDER BY position) AS positions FROM ("
        "SELECT max(position) AS position FROM {s}.history WHERE place = ANY(%s) GROUP BY place"
        ") AS p",
        ["RA-01", f"{MARK.upper()}-RA-01"],
    )
    with psycopg.connect(houses.conninfo, autocommit=True) as connection, connection.transaction():
        enter(connection, Scope(frozenset({OWN})))
        for positions, joins in ((joined["positions"], True), (joined["positions"][:0], False)):
            row = connection.execute(
                "SELECT projections.joins_houses(%s::bigint[])", (positions,)
            ).fetchone()
            assert row == (joins,)


def test_a_connection_sees_nothing_before_it_is_told_whose(houses: Casino) -> None:
    """Without a scope a query has no row, and of what is no house's not even a table."""
    with reading_pool(houses.conninfo) as pool, pool.connection() as connection:
        for table in ("projections.verdict", "projections.history", "ledger.events"):
            row = connection.execute(
                f"SELECT count(*) AS rows FROM {table} AS t "
                "WHERE NOT t::text ~ 'clock-|founded'".encode()
            ).fetchone()
            assert row is not None
            assert row["rows"] == 0, table
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT FROM projections.trust")


def test_every_table_says_whose_its_rows_are(houses: Casino) -> None:
    """A table of the projections has a policy, or is named as one that no house sees."""
    rows = houses.rows(
        "SELECT relname::text AS name FROM pg_catalog.pg_class WHERE relkind = 'r' "
        "AND relnamespace = 'projections'::regnamespace"
    )
    assert {row["name"] for row in rows} == POLICIES.keys() | HIDDEN
    assert not POLICIES.keys() & HIDDEN


def test_every_part_of_an_address_says_what_it_names() -> None:
    """No page and no route has a part that nobody looks at for a reader of one house."""
    named = {
        name
        for route in (*routes_of(), *pages.routes())
        for name in re.findall(r"{(\w+)(?::\w+)?}", route.path)
    }
    assert named <= OF_PATHS.keys()
