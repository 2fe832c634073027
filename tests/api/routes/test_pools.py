"""A pool's statement, prizes and reconciliation over the API, whatever its name."""

from datetime import datetime
from urllib.parse import quote

from ledger.events.jackpots import AwardPaid, BaseFunded, PoolOpened
from ledger.events.machines import Play
from tests.api.conftest import POOL, Site
from tests.fixtures.casino import minute

NAME = "sala 1/mini"


def test_a_statement_adds_up_and_is_the_pool_s(evening: Site) -> None:
    """Opening and movements give the closing, which is what the pool holds now."""
    (day,) = evening.get(f"/v1/pools/{POOL}/statement").json()["items"]
    names = ("declared", "base", "increments", "voided", "wins", "resets", "transfers")
    moved = sum(day[name] for name in (*names, "corrections", "ended"))
    assert day["opening"] + moved == day["closing"] > 0
    pool = evening.get(f"/v1/pools/{POOL}").json()["pool"]
    assert day["closing"] == sum(pool["balances"].get(part, 0) for part in ("J1", "J2"))
    assert pool["status"] == "activo"
    empty = evening.get(f"/v1/pools/{POOL}/statement?from=2026-11-21").json()["items"]
    assert empty == []
    assert evening.get(f"/v1/pools/{POOL}/statement?to=2026-11-20").json()["items"] == [day]


def test_prizes_are_explained_and_add_up(evening: Site) -> None:
    """What the cycle's parts give is what the journal's lines give."""
    items = evening.get(f"/v1/pools/{POOL}/awards").json()["items"]
    assert items
    for one in items:
        parts = ("base", "funded", "carried", "increments", "transfers", "corrections", "wins")
        assert sum(one[part] for part in parts) == one["balance"] == one["journal"]
        assert one["from_pool"] + one["from_house"] == one["amount"]


def test_four_sides_are_compared(evening: Site) -> None:
    """Nothing parts on an honest evening."""
    answer = evening.get(f"/v1/pools/{POOL}/reconciliation").json()
    sides = [one["side"] for one in answer["items"]]
    assert sides == sorted(sides, key=("ledger", "controller", "display", "money").index)
    assert set(sides) == {"ledger", "controller", "display", "money"}
    assert answer["agrees"]


def test_a_pool_whose_name_has_a_stroke_can_be_asked_for(site: Site) -> None:
    """Names are as the casino gives them."""
    opened = PoolOpened(
        pool=NAME, scope="machines", members=("M-1",), currency="CVE", base=100, ppm=1, act="x"
    )
    site.casino.approve("direccao", site.casino.say("financas", opened))
    site.casino.say("financas", BaseFunded(pool=NAME, amount=100, funds="operator"))
    site.casino.project()
    for what in ("", "/postings", "/statement", "/awards", "/reconciliation"):
        for name in (quote(NAME), quote(NAME, safe="")):
            answer = site.get(f"/v1/pools/{name}{what}")
            assert answer.status_code == 200, answer.text
        missing = site.get(f"/v1/pools/{quote('sala 1/maxi')}{what}")
        assert (missing.status_code, missing.json()["code"]) == (404, "not-found")


def test_the_journal_has_the_hour_of_each_line_and_an_order_within_a_position(
    evening: Site,
) -> None:
    """Each line has the hour of its event; of one position the lines are numbered and sum to 0."""
    items = evening.get(f"/v1/pools/{POOL}/postings?limit=500").json()["items"]
    assert items == sorted(items, key=lambda one: (one["position"], one["line"]))
    lines: dict[int, list[tuple[int, int]]] = {}
    for one in items:
        lines.setdefault(one["position"], []).append((one["line"], one["amount"]))
    for told in lines.values():
        assert len({line for line, _ in told}) == len(told) > 1
        assert sum(amount for _, amount in told) == 0
    for one in (items[0], items[-1]):
        source, _colon, seq = one["event"].rpartition(":")
        body = evening.get(f"/v1/events/{source}/{seq}").json()["body"]
        assert datetime.fromisoformat(one["at"]) == datetime.fromisoformat(body["at"])


def test_a_statement_says_when_its_sides_were_read(evening: Site) -> None:
    """The hour of the day's last reading stands beside what it showed; of an earlier one before."""
    (day,) = evening.get(f"/v1/pools/{POOL}/statement").json()["items"]
    told = evening.get("/v1/events?kind=display-read/1&limit=500").json()["items"]
    assert day["display"] == told[-1]["amount"]
    assert day["display_at"] == told[-1]["at"] != told[0]["at"]
    assert (day["controller"], day["controller_at"]) == (None, None)
    for position, at in ((told[0]["position"], told[0]["at"]), (told[0]["position"] - 1, None)):
        address = f"/v1/pools/{POOL}/statement?known={position}"
        assert evening.get(address).json()["items"][0]["display_at"] == at


def test_a_day_that_is_none_is_refused(evening: Site) -> None:
    """422, naming the parameter."""
    answer = evening.get(f"/v1/pools/{POOL}/statement?from=ontem")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["where"] == "query.from"


def test_statement_and_prizes_are_told_again_as_they_were_known(site: Site) -> None:
    """200.00 at 0.5 % add 1.00; 501.00 are won, and paid later: neither is there before its event.

    A document of a position has the same bytes whatever came since; what was not there is 404.
    """
    casino = site.casino
    opened = PoolOpened(
        pool="p", scope="machines", members=("M-1",), currency="CVE", base=50_000, ppm=5_000
    )
    casino.approve("direccao", casino.say("financas", opened, at=minute(1)), at=minute(2))
    casino.say("financas", BaseFunded(pool="p", amount=50_000, funds="operator"), at=minute(3))
    plain, winning = (
        Play(stake=10_000, denomination=1, configuration="ab" * 32, **others)
        for others in ({}, {"pool": "p", "pap_h": 50_100})
    )
    first = casino.say("M-1", plain, place="M-1", at=minute(4)).position
    won = casino.say("M-1", winning, place="M-1", at=minute(5))
    prize = f"M-1:{won.first}"
    casino.project()
    then = f"known={won.position}"
    addresses = (f"/v1/pools/p/statement/pdf?{then}", f"/v1/pools/p/awards/pdf?{then}&lang=en")
    documents = [site.get(address).content for address in addresses]
    assert documents == [
        site.get(address.replace(then, "")).content for address in addresses
    ]  # nothing came yet
    paid = AwardPaid(award=prize, pool="p", amount=50_100, means="cash")
    casino.say("caixa", paid, at=minute(6))
    casino.say("M-1", plain, place="M-1", at=minute(7))
    casino.project()
    assert [site.get(address).content for address in addresses] == documents
    assert site.get(addresses[0].replace(then, "")).content != documents[0]
    assert site.get(addresses[1].replace(then, "")).content != documents[1]

    def closing(known: str) -> int:
        (day,) = site.get(f"/v1/pools/p/statement{known}").json()["items"]
        return day["closing"]

    last = site.get("/v1/pools/p/statement").json()["position"]
    asked = (f"?known={first}", f"?{then}", "", f"?known={last}")
    assert [closing(known) for known in asked] == [50_050, 50_000, 50_050, 50_050]
    states = [
        [one["state"] for one in site.get(f"/v1/pools/p/awards{known}").json()["items"]]
        for known in asked
    ]
    assert states == [[], ["won"], ["paid"], ["paid"]]
    for address in (
        f"/v1/pools/p/awards/pdf?known={first}",
        f"/v1/pools/p/awards/pdf?award={prize}&known={first}",
        "/v1/pools/p/statement?known=0",
        "/v1/pools/p/statement/pdf?known=1",
        "/v1/pools/p/awards?known=1",
    ):
        answer = site.get(address)
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
        assert answer.json()["detail"].endswith(f"at position {address.rpartition('=')[2]}")
    assert site.get("/v1/pools/p/statement?known=-1").status_code == 422
