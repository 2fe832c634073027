"""The documents over HTTP: as files, the same again at the same position, and what is refused."""

import re
from urllib.parse import quote

import pytest

from api.documents.cases import findings as report
from api.services.api_keys import Role
from ledger.events.jackpots import AwardRefused, BaseFunded, PoolOpened
from ledger.events.machines import Play
from ledger.events.registry import ParameterSet
from ledger.events.rounds import Payout
from ledger.events.tables import ChipsRedeemed, ChipsSold
from projections.stages.pools.books.award import Won
from projections.stages.pools.queries import Movement, PoolQueries
from tests.api.conftest import POOL, Site, opened
from tests.fixtures.casino import DAY, Casino
from tests.helpers.papers import said
from tests.helpers.times import other_decimals
from tests.projections.stages.accounts.test_accounts import PLACE, TABLE, Table

ADDRESSES = (
    f"/v1/pools/{POOL}/statement/pdf?from={DAY}",
    f"/v1/pools/{POOL}/awards/pdf?lang=en",
    f"/v1/accounts/tables/pdf?day={DAY}",
    "/v1/accounts/tax/pdf?lang=en",
    f"/v1/accounts/daily?day={DAY}&format=pdf",
    f"/v1/accounts/journal/pdf?from={DAY}",
    "/v1/accounts/owed/pdf?lang=en",
    "/v1/findings/pdf?severity=critical",
    f"/v1/bundles/round/RA-01/{DAY}/1/pdf",
)

COMMAND = re.compile(r"razao [a-z]+ .{0,200}?(?:FILE|FICHEIRO|FOLDER|PASTA)|\S+ ?\.zip")
"""What makes a paper again, and the name of the file inside it: programs read them."""
MACHINES_DAY = re.compile(r"(?<![/\d])(?<!--day )(?<!--from )(?<!--to )\d{4}-\d\d-\d\d(?!/)")
"""A day as machines write it, outside of the names of rounds and of the command printed below."""


@pytest.mark.one_in(3)
@pytest.mark.parametrize("address", ADDRESSES)
def test_each_document_is_a_file_that_comes_out_the_same(evening: Site, address: str) -> None:
    """PDF/A as an attachment; asked twice, the same bytes; each language has its own words.

    No paper holds a name that the ledger alone knows, nor the other language's decimal mark.
    """
    first, second = (evening.get(address, Role.FINANCE) for _ in range(2))
    assert first.status_code == 200, first.text
    assert first.headers["content-type"] == "application/pdf"
    assert first.headers["content-disposition"].startswith('attachment; filename="')
    assert first.content == second.content
    assert b"pdfaid" in first.content
    mark = "&" if "?" in address else "?"
    other = address.replace("?lang=en", "") if "lang=en" in address else f"{address}{mark}lang=en"
    english, portuguese = first.content, evening.get(other, Role.FINANCE).content
    if "lang=en" not in address:
        english, portuguese = portuguese, english
    assert "Source events" in said(english)
    assert "Source events" not in said(portuguese)
    assert "Eventos de origem" in said(portuguese)
    for words in (COMMAND.sub("", said(one)) for one in (english, portuguese)):
        assert MACHINES_DAY.search(words) is None, MACHINES_DAY.findall(words)
        assert raw_ids(evening.casino, words) == []
    assert other_decimals(said(english), "en") == []
    assert other_decimals(said(portuguese), "pt") == []


def raw_ids(casino: Casino, words: str) -> list[str]:
    """Return the names by which the ledger alone knows sources and events, that a paper holds."""
    sources = casino.rows("SELECT DISTINCT originator_id AS source FROM ledger.events")
    named = [re.escape(one["source"]) for one in sources]
    assert len(named) > 10
    found = re.findall(rf"(?<![\w/.-])(?:{'|'.join(named)}):\d+|(?<!\w)[a-z]+_[a-z_]+-\S+", words)
    device = [one for one in named if re.search(r"\d", one)]
    return found + re.findall(rf"(?<![\w/.-])(?:{'|'.join(device)})(?![\w-])", words)


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/v1/pools/nothing/statement/pdf", 404, "not-found"),
        ("/v1/pools/nothing/awards/pdf", 404, "not-found"),
        (f"/v1/pools/{POOL}/awards/pdf?award=nothing", 404, "not-found"),
        ("/v1/accounts/tables/pdf", 422, "invalid-request"),
        ("/v1/accounts/tables/pdf?day=2026-13-01", 422, "invalid-request"),
        ("/v1/accounts/tax/pdf?lang=fr", 422, "invalid-request"),
        ("/v1/findings/pdf?limit=5", 422, "invalid-request"),
    ],
)
def test_what_is_not_there_or_not_asked_rightly_is_refused(
    evening: Site, address: str, status: int, code: str
) -> None:
    """The one shape of errors, and no half of a document."""
    answer = evening.get(address)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_prize_is_asked_for_by_its_id(evening: Site) -> None:
    """Each prize of the pool has its own; without an id it is the last that stands."""
    items = evening.get(f"/v1/pools/{POOL}/awards").json()["items"]
    address = f"/v1/pools/{POOL}/awards/pdf"
    standing = [one["award"] for one in items if one["state"] not in ("refused", "reversed")]
    last = evening.get(f"{address}?award={quote(standing[-1])}").content
    assert evening.get(address).content == last
    if len(standing) > 1:
        assert evening.get(f"{address}?award={quote(standing[0])}").content != last


def test_the_last_prize_is_the_last_that_stands_and_of_this_pool(casino: Casino) -> None:
    """Two prizes of p; the second is refused, and stood before that. Neither is a prize of q."""
    for pool, machine in (("p", "M-1"), ("q", "M-2")):
        terms = PoolOpened(
            pool=pool,
            scope="machines",
            members=(machine,),
            currency="CVE",
            base=50_000,
            ppm=5_000,
            act="x",
        )
        casino.approve("direccao", casino.say("financas", terms))
        casino.say("financas", BaseFunded(pool=pool, amount=50_000, funds="operator"))
    won = Play(stake=10_000, denomination=1, configuration="ab" * 32, pool="p", pap_m=50_050)
    first = casino.say("M-1", won, place="M-1")
    second = casino.say("M-1", won, place="M-1")
    refusal = AwardRefused(award="M-1:2", pool="p", reason="avaria")
    casino.approve("direccao", casino.say("financas", refusal))
    casino.project()
    with opened(casino) as site:
        address = "/v1/pools/p/awards/pdf"
        last = f"Prémio M-1, posição {second.position}"
        assert f"Prémio M-1, posição {first.position}" in said(site.get(address).content)
        assert last in said(site.get(f"{address}?known={second.position}").content)
        assert last in said(site.get(f"{address}?award=M-1:2").content)
        assert site.get("/v1/pools/q/awards/pdf").status_code == 404
        assert site.get("/v1/pools/q/awards/pdf?award=M-1:1").status_code == 404


def test_a_prizes_journal_is_read_once_for_its_paper(
    evening: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole journal before a prize is summed for its explanation, and for nothing else."""
    asked: list[int] = []
    before = PoolQueries._before

    def counted(self: PoolQueries, won: Won, since: int) -> list[Movement]:
        asked.append(since)
        return before(self, won, since)

    monkeypatch.setattr(PoolQueries, "_before", counted)
    assert evening.get(f"/v1/pools/{POOL}/awards/pdf").status_code == 200
    assert asked.count(0) == 1
    assert len(asked) == 2


def test_too_many_findings_are_refused_not_cut(
    evening: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list longer than a document takes: 422, with the export that has them all."""
    count = len(evening.get("/v1/findings").json()["items"])
    assert count > 1
    monkeypatch.setattr(report, "ROWS_MAX", count - 1)
    monkeypatch.setattr("api.routes.cases.findings.ROWS_MAX", count - 1)
    answer = evening.get("/v1/findings/pdf")
    assert (answer.status_code, answer.json()["code"]) == (422, "too-many")
    assert "/v1/exports/findings" in answer.json()["detail"]
    monkeypatch.setattr(report, "ROWS_MAX", count)
    monkeypatch.setattr("api.routes.cases.findings.ROWS_MAX", count)
    assert evening.get("/v1/findings/pdf").status_code == 200


def test_chips_in_circulation_as_they_were_known(casino: Casino) -> None:
    """100.00 sold, then 40.00 redeemed: 60.00 are out now, and were 100.00 before."""
    sold = casino.say(TABLE, ChipsSold(amount=10_000, means="cash"), place=PLACE)
    casino.say(TABLE, ChipsRedeemed(amount=4_000, means="cash"), place=PLACE)
    casino.project()
    with opened(casino) as site:
        (now,) = site.get("/v1/accounts/chips").json()["items"]
        (then,) = site.get(f"/v1/accounts/chips?known={sold.position}").json()["items"]
        assert site.get("/v1/accounts/chips?to=2026-11-19").json()["items"] == []
    assert (now["circulating"], now["redeemed"], then["circulating"]) == (6_000, -4_000, 10_000)


def test_accounts_as_json_and_as_they_were_known(casino: Casino) -> None:
    """The rules' 2 400 as rows; a later payment of 10$00 changes the papers, not those of then."""
    table = Table(casino)
    table.day()
    casino.project()
    (row,) = casino.rows(
        "SELECT notification_id AS position FROM {s}.tracking WHERE application_name = 'pipeline'"
    )
    then = f"known={row['position']}"
    with opened(casino) as site:
        (found,) = site.get(f"/v1/accounts/tables?day={DAY}").json()["items"]
        assert (found["by_count"], found["by_rounds"]) == (240_000, 240_000)
        (paper,) = site.get("/v1/accounts/tax").json()["items"]
        assert [one["tax"] for one in paper["spans"]] == [24_000]
        addresses = (f"/v1/accounts/tables/pdf?day={DAY}", f"/v1/accounts/tax/pdf?from={DAY}")
        first = [site.get(address).content for address in addresses]
        casino.say(TABLE, Payout(seat=1, bets=(1,), amount=1_000), round_id=f"{PLACE}/{DAY}/1")
        casino.project()
        assert [site.get(f"{address}&{then}").content for address in addresses] == first
        (found,) = site.get(f"/v1/accounts/tables?day={DAY}").json()["items"]
        assert found["quebra"] == 1_000
        tables, tax = (said(site.get(address).content) for address in addresses)
        tables_then, tax_then = map(said, first)
    # By rounds 10$00 less, so the count has a quebra of 10$00; in the revenue the two cancel out.
    assert "2.400$00 2.390$00 0$00 10$00" in tables
    assert "2.400$00 2.400$00 0$00 0$00" in tables_then
    reason = "quebra entre contagem e jogadas"
    assert (reason in tax, reason in tax_then) == (True, False)
    assert "Mesas resultado das jogadas 2" in tax
    assert "2.390$00" in tax
    assert "2.390$00" not in tax_then
    assert "2.400$00 10 % 240$00" in tax  # the tax due is what it was
    assert "2.400$00 10 % 240$00" in tax_then


def test_times_are_in_the_zone_the_casino_declares(casino: Casino) -> None:
    """Ten in the evening UTC is six in the morning in Macau; Cape Verde's nine where none is."""
    Table(casino).day()
    casino.project()
    address = f"/v1/accounts/tables/pdf?day={DAY}"
    with opened(casino) as site:
        before = said(site.get(address).content)
        setting = ParameterSet(
            scope="*", name="zone", value="Asia/Macau", since="2026-11-20T10:00:00.000000Z"
        )
        casino.approve("direccao", casino.say("financas", setting))
        casino.project()
        after = said(site.get(address).content)
    assert "20-11-2026 21:00:00 (UTC-01:00)" in before
    assert "21-11-2026 06:00:00 (UTC+08:00)" in after
