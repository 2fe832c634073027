"""What a stage could not fold is said by every answer, file, paper and command."""

import json

import msgspec
import pytest

from api.services.api_keys import Role
from tests.api.conftest import Site
from tests.fixtures.command import razao
from tests.helpers.papers import said
from tests.projections.running.test_quarantine import breaking
from tests.projections.stages.rounds.test_rounds import open_table, play, round_name

LISTS = ("/v1/events", "/v1/rounds", "/v1/findings", "/v1/pools", "/v1/machines")
PAPERS = ("/v1/findings/pdf?lang=en", "/v1/accounts/tax/pdf?lang=en")


@pytest.fixture
def marked(site: Site) -> Site:
    """Record two coups, a bet of the first of which the rounds' stage cannot fold."""
    open_table(site.casino)
    bet = play(site.casino, 1)["bet"]
    play(site.casino, 2)
    with breaking("rounds", bet.position):
        site.casino.may_set_aside = True
        site.casino.project()
    return site


def test_every_answer_says_since_when_it_is_not_proved(marked: Site) -> None:
    """The mark names the event, the stage, and the round that rests on it."""
    for address in LISTS:
        answer = marked.get(address).json()
        assert answer["unproved"]["count"] == 1, address
        (mark,) = answer["unproved"]["items"]
        assert (mark["scope"], mark["subject"]) == ("round", round_name(1))
        assert (mark["stage"], mark["since"]) == ("rounds", answer["unproved"]["since"])


def test_a_proved_ledger_says_nothing_of_it(evening: Site) -> None:
    """Where every event was folded there is no mark anywhere."""
    assert all(evening.get(address).json()["unproved"] is None for address in LISTS)
    assert "not folded" not in said(evening.get(PAPERS[0], Role.FINANCE).content)


def test_every_paper_says_it(marked: Site) -> None:
    """A document of a ledger with a mark names the round that is not proved."""
    for address in PAPERS:
        text = said(marked.get(address, Role.FINANCE).content)
        assert "Not proved" in text, address
        assert round_name(1) in text, address


def test_every_export_says_it(marked: Site) -> None:
    """In its head, in each format that has one to read."""
    csv = marked.get("/v1/exports/rounds?format=csv", Role.FINANCE)
    assert "# unproved,1 event not folded since position" in csv.text
    assert round_name(1) in csv.text
    document = marked.get("/v1/exports/rounds?format=json", Role.FINANCE)
    assert "1 event not folded" in json.dumps(document.json())


def test_a_command_says_it_on_standard_error(marked: Site) -> None:
    """Standard output stays the figures alone."""
    home = marked.casino.installation.home
    done = razao(marked.casino.superuser, home, "findings", "--json")
    assert "not proved: 1 event not folded since position" in done.stderr
    codes = [msgspec.json.decode(line)["code"] for line in done.stdout.splitlines()]
    assert codes == ["INT-FOLD"]
