"""A filter that names nothing is refused with the near names, at every address and page."""

import re

from api.console.frame import _NAMED
from api.console.pages import parameters, routes
from api.services.api_keys import Role
from projections.reads.basis.known_names import FILTERS
from tests.api.conftest import POOL, Site
from tests.api.console.conftest import cookie_of

NOBODY = "zz-ninguem"
NAMES = {"{round_id}": "RA-01/2026-11-20/1", "{pool}": POOL, "{session}": "S-1", "{place}": "RA-01"}
WANTED = {
    **dict.fromkeys(("day", "from", "to"), "2026-11-20"),
    "month": "2026-11",
    "fact": "resultado.numero",
    "q": "RA-01",
}


def filters_of_addresses(site: Site) -> list[tuple[str, str]]:
    """Return every address with each of its filters that names something."""
    found: list[tuple[str, str]] = []
    for path, methods in site.get("/openapi.json").json()["paths"].items():
        given = methods.get("get", {}).get("parameters", ())
        address = path
        for name, value in NAMES.items():
            address = address.replace(name, value)
        wanted = "&".join(
            f"{one['name']}={WANTED[one['name']]}"
            for one in given
            if one["in"] == "query" and one.get("required")
        )
        found += [
            (f"{address}?{wanted}&", one["name"])
            for one in given
            if one["in"] == "query" and one["name"] in FILTERS
        ]
    return found


def test_every_filter_of_every_address_refuses_what_nobody_knows(evening: Site) -> None:
    """422 and not an empty answer; the refusal names the filter, and what there is."""
    walked = filters_of_addresses(evening)
    assert len(walked) > 60
    assert {name for _, name in walked} >= {"place", "kind", "code", "state", "game", "severity"}
    for address, name in walked:
        refused = evening.get(f"{address}{name}={NOBODY}")
        assert refused.status_code == 422, (address, name, refused.text[:200])
        (error,) = refused.json()["errors"]
        assert name in str(error), (address, error)
        assert f"got '{NOBODY}'" in str(error), (address, error)
        assert "near: " in str(error) or "none is known" in str(error), (address, error)


def test_near_names_come_first(evening: Site) -> None:
    """A place with another number, a code with a letter wrong, a state misspelt."""
    for query, near in (
        ("findings?place=RA-02", "near: RA-01"),
        ("findings?code=PAY-DIF", "near: PAY-DIFF"),
        ("findings?state=opne", "near: open"),
        ("rounds?state=difers", "near: differs"),
        ("events?kind=payuot/1", "near: payout/1"),
    ):
        refused = evening.get(f"/v1/{query}")
        assert refused.status_code == 422, query
        assert near in refused.text, (query, refused.text)


def test_what_the_ledger_never_told_but_the_program_knows_is_an_empty_answer(
    evening: Site,
) -> None:
    """A code, a kind or a game that there is, and that the evening has none of."""
    for query in ("findings?code=MJ-FAN", "events?kind=ram-cleared/1", "findings?state=sanctioned"):
        answer = evening.get(f"/v1/{query}")
        assert answer.status_code == 200, query
        assert answer.json()["items"] == [], query


def test_every_filter_of_every_page_refuses_what_nobody_knows(evening: Site) -> None:
    """A page with words and the near names, in both languages; no empty list."""
    walked, session = 0, cookie_of(evening, Role.INSPECTOR)
    addresses = {route.operation_id: route.path for route in routes() if "GET" in route.methods}
    for operation, names in parameters().items():
        for name in sorted(names & set(_NAMED)):
            address = addresses[operation].replace("{finding_id}", "0" * 24)
            for language, said in (("pt", "Não há"), ("en", "There is no")):
                value = "zzz" if name in ("estado", "gravidade") else NOBODY.upper()
                answer = evening.client.get(
                    f"{address}?{name}={value}",
                    headers={"Cookie": f"razao_session={session}; razao_lang={language}"},
                )
                assert answer.status_code == 404, (address, name, answer.text[:300])
                assert re.search(rf"{said} [^<]*{value}", answer.text), (address, name)
            walked += 1
    assert walked >= 10


def test_a_page_says_names_as_examples_and_none_where_it_may_list_none(evening: Site) -> None:
    """There are more places than the near ones; of players no name is told."""
    cookie = f"razao_session={cookie_of(evening, Role.INSPECTOR)}; razao_lang=en"
    said = {
        query: evening.client.get(f"/eventos?{query}", headers={"Cookie": cookie}).text
        for query in ("lugar=RA-99", "jogador=zz-ninguem")
    }
    assert "For example: RA-01" in said["lugar=RA-99"]
    assert "For example" not in said["jogador=zz-ninguem"]
    assert "There are: " not in "".join(said.values())
