"""Repetição as people open it: a round at a step, what is not there, what each link leads to."""

import re

from api.services.api_keys import Role
from tests.api.conftest import Site
from tests.api.console.conftest import SignIn
from tests.helpers.each import each

STEP = re.compile(r'href="(/jogadas/[^"?]+\?passo=(\d+))')


def rounds_of(evening: Site) -> list[dict[str, str]]:
    """Return some rounds of the evening, with their verdict."""
    return evening.get("/v1/rounds?limit=200", Role.INSPECTOR).json()["items"]


def one_that(evening: Site, state: str) -> str:
    """Return a round of the evening whose verdict is this."""
    return next(row["round"] for row in rounds_of(evening) if row["state"] == state)


@each("language", ["pt", "en"])
@each("state", ["agrees", "differs"])
def test_a_round_opens_at_its_first_divergence_with_table_money_and_log(
    evening: Site, come_in: SignIn, state: str, language: str
) -> None:
    """Without a script: the drawing, the sums, the steps, each a link that carries its step."""
    name = one_that(evening, state)
    answer = evening.client.get(f"/jogadas/{name}", headers=come_in(Role.INSPECTOR, language))
    assert answer.status_code == 200
    text = answer.text
    assert text.count('<svg class="felt"') == 1
    assert ("Dinheiro" if language == "pt" else "Money") in text
    assert 'aria-current="step"' in text
    assert (("Diverge no passo" if language == "pt" else "Differs at step") in text) == (
        state == "differs"
    )
    assert {int(step) for _, step in STEP.findall(text)} >= {1}
    assert len(text.encode()) < 150_000


def test_every_step_of_a_round_has_its_own_address(evening: Site, come_in: SignIn) -> None:
    """The present step is the one asked for; beyond the last is the last; 0 is refused."""
    name = one_that(evening, "differs")
    cookies = come_in(Role.DISPUTE)
    first = evening.client.get(f"/jogadas/{name}?passo=1", headers=cookies).text
    assert 'rel="prev"' not in first
    assert 'rel="next"' in first
    last = evening.client.get(f"/jogadas/{name}?passo=9999", headers=cookies).text
    assert 'rel="next"' not in last
    assert evening.client.get(f"/jogadas/{name}?passo=0", headers=cookies).status_code == 422


def test_the_log_shows_all_steps_when_asked(evening: Site, come_in: SignIn) -> None:
    """Later steps are hidden until asked; ``todos`` shows each of them once."""
    name = one_that(evening, "agrees")
    cookies = come_in(Role.FINANCE)
    some = evening.client.get(f"/jogadas/{name}?passo=2", headers=cookies).text
    whole = evening.client.get(f"/jogadas/{name}?passo=2&todos=sim", headers=cookies).text
    assert some.count('class="log-number"') == 2
    count = int(re.findall(r"· (\d+) passos", whole)[0])
    assert whole.count('class="log-number"') == count


@each("address", ["/jogadas/XX-99/2026-11-20/1", "/jogadas-de-maquina/ninguem:1"])
def test_what_is_not_there_is_said(evening: Site, come_in: SignIn, address: str) -> None:
    """An unknown round, or play, is a page that names it."""
    answer = evening.client.get(address, headers=come_in(Role.INSPECTOR))
    assert answer.status_code == 404
    assert address.removeprefix("/jogadas/").removeprefix("/jogadas-de-maquina/") in answer.text


def test_an_unknown_round_leads_to_its_place_or_names_the_places_there_are(
    evening: Site, come_in: SignIn
) -> None:
    """A mistyped table names those of the casino; a wrong number leads to the table's events."""
    cookies = come_in(Role.INSPECTOR)
    mistyped = evening.client.get("/jogadas/ra-01/2026-11-20/1", headers=cookies)
    assert mistyped.status_code == 404
    assert "RA-01" in mistyped.text
    absent = evening.client.get("/jogadas/RA-01/2026-11-20/99", headers=cookies)
    assert absent.status_code == 404
    assert 'href="/eventos?lugar=RA-01"' in absent.text
