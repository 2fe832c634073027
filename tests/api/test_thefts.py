"""Thefts: what a stolen key may have said is told as such by every answer, file, paper and page."""

from api.services.api_keys import Role
from tests.api.conftest import Site
from tests.api.console.conftest import cookie_of
from tests.api.test_unproved import LISTS, PAPERS
from tests.fixtures.command import razao
from tests.helpers.papers import said
from tests.projections.stages.integrity.test_theft import revoke
from tests.projections.stages.rounds.test_rounds import open_table, play, round_name


def test_what_a_thief_may_have_said_is_told_as_such(site: Site) -> None:
    """An answer counts it apart; file, paper, page and command name the suspect key."""
    open_table(site.casino)
    first = play(site.casino, 1)["opened"]
    play(site.casino, 2)
    revoke(site.casino, first.position)
    site.casino.may_set_aside = True
    site.casino.project()
    for address in LISTS:
        told = site.get(address).json()["unproved"]
        assert (told["count"], told["suspect"], told["since"]) == (14, 14, first.position), address
        assert {mark["stage"] for mark in told["items"]} == {"key"}
    csv = site.get("/v1/exports/rounds?format=csv", Role.FINANCE)
    assert '# unproved,"14 events signed by a suspect key since position' in csv.text
    assert "14 events signed by a suspect key" in said(site.get(PAPERS[0], Role.FINANCE).content)
    done = razao(site.casino.superuser, site.casino.installation.home, "findings", "--json")
    assert "not proved: 14 events signed by a suspect key since" in done.stderr
    cookie = {"Cookie": f"razao_session={cookie_of(site, Role.INSPECTOR)}; razao_lang=en"}
    page = site.client.get(f"/jogadas/{round_name(2)}", headers=cookie).text
    assert "14 events could not be summed or may be a thief’s" in page
    assert "Not proved since event" in page
