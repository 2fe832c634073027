"""The house's own routes: a what-if, the law, sources, the hold, the search, a closing."""

from time import monotonic
from typing import Any

from api.services.api_keys import Role
from projections.replay.rulebook.book import rule_book
from tests.api.conftest import Site
from tests.api.routes.test_lists import pages
from tests.fixtures.casino import DAY

ROUND = f"RA-01/{DAY}/2"


def test_a_round_asked_otherwise_has_both_settlements(evening: Site) -> None:
    """Each fact has its name; another number pays other seats, and nothing is recorded."""
    before = evening.get("/v1/rounds").json()["position"]
    facts = evening.get(f"/v1/rounds/{ROUND}/facts").json()["items"]
    number = next(one for one in facts if one["sort"] == "number")
    asked = f"/v1/rounds/{ROUND}/what-if?fact={number['fact']}"
    same = evening.get(f"{asked}&value={number['value']}").json()
    assert {one["difference"] for one in same["seats"]} == {0}
    others = [evening.get(f"{asked}&value={n}").json() for n in ("0", "17", "32")]
    assert any(one["difference"] for other in others for one in other["seats"])
    for other in others:
        due = sum(one["due"] for one in other["hypothesis"]["lines"])
        assert sum(one["hypothesis"] for one in other["seats"]) == due
    assert evening.get("/v1/rounds").json()["position"] == before


def test_a_fact_that_is_none_is_named_with_the_near_ones(evening: Site) -> None:
    """Of a mistyped name those near it, of a value what was expected."""
    facts = evening.get(f"/v1/rounds/{ROUND}/facts").json()["items"]
    stake = next(one["fact"] for one in facts if one["sort"] == "stake")
    wrong = evening.get(f"/v1/rounds/{ROUND}/what-if?fact={stake}x&value=1")
    assert (wrong.status_code, stake in wrong.json()["detail"]) == (404, True)
    told = evening.get(f"/v1/rounds/{ROUND}/what-if?fact={stake}&value=much")
    assert told.json()["detail"] == "value: expected a whole number, got 'much'"


def walked(site: Site, address: str, name: str) -> list[Any]:
    """Return a value of each row of a list, page by page."""
    found: list[Any] = []
    following: str | None = address
    while following is not None:
        page = site.get(following).json()
        found += [one[name] for one in page["items"]]
        following = page["next"]
    return found


def test_lists_of_law_and_sources_are_walked_whole(evening: Site) -> None:
    """Page by page each row once, in order."""
    for path, name in (("/v1/sources", "source"), ("/v1/parameters", "act")):
        whole = walked(evening, f"{path}?limit=500", name)
        assert walked(evening, f"{path}?limit=2", name) == whole
        assert len(set(whole)) == len(whole)
    assert {"mesa-ra", "mesa-psd"} <= set(walked(evening, "/v1/sources", "source"))


def test_the_hold_is_of_the_rounds_and_the_expected_of_the_wheel(evening: Site) -> None:
    """A roulette's expected part is 1/37 of the stakes; a table of cards has none."""
    told = evening.get(f"/v1/accounts/holds?day={DAY}").json()["items"]
    tables = {one["name"]: one for one in told if one["by"] == "table"}
    assert tables["RA-01"]["expected"]["share_ppm"] == 27_027
    assert tables["PSD-01"]["expected"] is None
    rounds = evening.casino.rows(
        "SELECT sum(stake - paid) AS won FROM {s}.verdict WHERE place = 'RA-01' "
        "AND known_until IS NULL AND state IN ('agrees', 'differs', 'unpaid')"
    )
    assert tables["RA-01"]["won"] == rounds[0]["won"]


def test_a_search_says_what_it_understood_and_where_it_is_told(evening: Site) -> None:
    """Every address that it gives is answered, and the floor is told of no books."""
    found = evening.get(f"/v1/search?q={ROUND}").json()
    assert "round" in found["understood"]
    for said in (ROUND, "RA-01", "1", "psd-01-j4", "acum"):
        for role in (Role.INSPECTOR, Role.FLOOR):
            for one in evening.get(f"/v1/search?q={said}", role).json()["items"]:
                assert evening.get(one["address"], role).status_code == 200, one
    assert evening.get("/v1/search?q=acum", Role.FLOOR).json()["items"] == []


def test_a_closing_says_what_a_month_wants(evening: Site) -> None:
    """Each day's lines and the month's; a retention's classes add up to the month's events."""
    told = evening.get(f"/v1/accounts/closing?month={DAY[:7]}").json()
    states = [one["state"] for one in told["items"]]
    assert told["wanting"] == states.count("missing") + states.count("unproved") > 0
    kept = evening.get(f"/v1/retention?month={DAY[:7]}").json()
    (history,) = evening.casino.rows(
        "SELECT count(*) AS events FROM {s}.history "
        f"WHERE coalesce(day, at::date)::text LIKE '{DAY[:7]}%%'"
    )
    assert sum(one["events"] for one in kept["events"]) == history["events"]


def test_a_verification_is_begun_and_told_by_the_api(site: Site) -> None:
    """Before: not yet. Asked for: 202, and soon all events are read, up to a named root."""
    told = site.get("/v1/verification", Role.FLOOR).json()
    assert (told["state"], told["checked"], told["root"]) == ("not yet", None, None)
    assert site.post("/v1/verification", b"", Role.ADMIN).status_code == 202
    until = monotonic() + 60
    while told["state"] == "not yet" and monotonic() < until:
        told = site.get("/v1/verification", Role.ADMIN).json()
    # Keys of tests are made beside the record, which a verification tells one by one.
    assert (told["state"], told["problems"], told["failed"]) == ("altered", len(Role), None)
    assert {(one["kind"], one["position"]) for one in told["items"]} == {("api-key", None)}
    assert told["size"] == told["events"] <= told["last"] == site.casino.last
    assert len(bytes.fromhex(told["root"])) == 32


def test_a_rule_is_told_in_the_law_s_own_words(evening: Site) -> None:
    """The words of the book, what decides among them, who judges it, the codes that cite it."""
    lines = evening.get("/v1/rules?chapter=RA").json()["items"]
    assert [one["name"] for one in lines] == [
        name for name, rule in rule_book().items() if rule.chapter.code == "RA"
    ]
    told = evening.get("/v1/rules/RA%20R35", Role.ADMIN).json()
    assert told["words"] == rule_book()["RA R35"].words
    assert all(one in told["words"] for one in told["decisive"])
    assert "RA-NUL" in told["codes"]
    assert {"roleta_americana"} <= {game for one in told["accounts"] for game in one["games"]}
    wrong = evening.get("/v1/rules/RA%20R355")
    assert (wrong.status_code, "RA R35" in wrong.json()["detail"]) == (404, True)


def test_sessions_and_keys_are_told_to_whose_they_are_and_ended_once(evening: Site) -> None:
    """An overseer sees those of others, anybody else his own; one that is ended lets nobody in."""
    key = {"key": evening.keys[Role.FINANCE]}
    entered = evening.client.post("/entrar", data=key, follow_redirects=False)
    evening.client.cookies.clear()
    evening.client.post("/entrar", data=key, follow_redirects=False)
    cookie = {"Cookie": f"razao_session={entered.cookies['razao_session']}"}
    evening.client.cookies.clear()
    seen = {
        role: {one["id"]: one["name"] for one in evening.get("/v1/sessions", role).json()["items"]}
        for role in (Role.INSPECTOR, Role.FINANCE, Role.DISPUTE)
    }
    assert set(seen[Role.FINANCE].values()) == {"finance-1"}
    assert seen[Role.FINANCE].items() <= seen[Role.INSPECTOR].items()
    assert "finance-1" not in seen[Role.DISPUTE].values()
    keys = {one["name"] for one in evening.get("/v1/keys", Role.DISPUTE).json()["items"]}
    assert keys == {"dispute-1"}
    assert "hash" not in evening.get("/v1/keys", Role.ADMIN).text
    for listed in ("/v1/sessions", "/v1/keys"):
        whole = pages(evening, listed)
        times = [one.get("begun") or one["issued"] for one in whole]
        assert len(whole) > 1
        assert times == sorted(times, reverse=True)
        assert pages(evening, f"{listed}?limit=1") == whole
        assert evening.get(f"{listed}?after=1").status_code == 422
    for one in seen[Role.FINANCE]:
        for role, status in ((Role.DISPUTE, 404), (Role.FINANCE, 204), (Role.FINANCE, 404)):
            address = f"/v1/sessions/{one}"
            answer = evening.client.delete(address, headers=evening.headers(role))
            assert answer.status_code == status, role
    gone = evening.client.get("/menu", headers=cookie, follow_redirects=False)
    assert gone.headers["location"].startswith("/entrar")
