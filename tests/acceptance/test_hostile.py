"""Hostile words that a key may sign: nothing stops, and every list, file and paper answers."""

from collections.abc import Callable

import msgspec
import pytest
from msgspec import structs

from api.services.api_keys import Role
from ledger.events.base import Payload
from ledger.events.outcomes import CardDealt
from ledger.events.reviews import InspectionNoted
from ledger.events.rounds import BetPlaced
from ledger.events.tables import TableOpened
from ledger.money import INTEGER_MAX
from projections.running.building import rebuild
from tests.api.conftest import opened
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.helpers.nights import honest_night
from tests.projections.stages.machines.hall import Hall
from tests.projections.stages.machines.hall import play as machine_play
from tests.projections.stages.rounds.test_rounds import open_table, play

LISTS = ("/v1/events", "/v1/rounds", "/v1/findings", "/v1/machines", "/v1/findings/pdf")


def assert_all_answers(casino: Casino) -> None:
    """Fold, ask, export, run a command, rebuild; no stage may have set an event aside."""
    casino.project()
    rows = casino.rows("SELECT DISTINCT stage, error FROM {s}.unfolded")
    assert rows == []
    with opened(casino) as site:
        for address in LISTS:
            answer = site.get(address)
            assert answer.status_code == 200, (address, answer.text)
        for name in ("findings", "rounds", "contadores"):
            answer = site.get(f"/v1/exports/{name}?format=xlsx", Role.FINANCE)
            assert answer.status_code == 200, answer.text
    done = razao(casino.superuser, casino.installation.home, "findings")
    assert done.returncode in (0, 1), done.stderr
    before = casino.rows("SELECT * FROM {s}.unfolded ORDER BY position, stage")
    rebuild(casino.conninfo)
    assert casino.rows("SELECT * FROM {s}.unfolded ORDER BY position, stage") == before


def test_inspection_with_an_unknown_code(casino: Casino) -> None:
    """A code that is none is recorded, and is a finding about the word, not by it."""
    casino.say("inspeccao", InspectionNoted(code="NADA-DISSO"))
    assert_all_answers(casino)
    (row,) = casino.rows("SELECT code, recorded FROM {s}.finding")
    assert row == {"code": "INT-SCHEMA", "recorded": "NADA-DISSO"}


def test_plays_of_huge_amounts(casino: Casino) -> None:
    """Amounts whose sums no rate can be made of are recorded and folded all the same."""
    hall = Hall(casino)
    hall.open()
    for field in ("cg", "pa", "pam", "pap_m", "pap_h", "stake", "balance"):
        for value in (INTEGER_MAX, -INTEGER_MAX):
            for _ in range(3):
                hall.say(msgspec.structs.replace(machine_play(), **{field: value}))
    casino.tick()
    assert_all_answers(casino)


def test_bets_of_huge_amounts(casino: Casino) -> None:
    """35 to 1 of 2^53 is more than the database can hold."""
    open_table(casino)
    for number, stake in enumerate((INTEGER_MAX, -INTEGER_MAX, 0), 1):
        play(casino, number, stake=stake, paid=INTEGER_MAX)
        play(casino, 10 + number, stake=stake, paid=-INTEGER_MAX)
    casino.tick()
    assert_all_answers(casino)
    rows = casino.rows("SELECT state, due FROM {s}.verdict WHERE stake = %s", INTEGER_MAX)
    assert {(row["state"], row["due"]) for row in rows} == {("differs", 0)}


def retold(casino: Casino, place: str, alter: Callable[[Payload], Payload]) -> None:
    """Say through the door what an honest table said in a short night, altered."""
    for event in honest_night(place, 2):
        if event.source == "terminal":
            payload, round_id = alter(event.payload), event.round
            casino.say("terminal", payload, at=event.at, place=event.place, round_id=round_id)
    casino.tick()


@pytest.mark.parametrize("place", ["HE-01", pytest.param("OH-01", marks=pytest.mark.deep)])
def test_cards_of_one_character(casino: Casino, place: str) -> None:
    """Of each card the suit is lost: the hands are impossible, and nothing stops."""

    def cut(payload: Payload) -> Payload:
        return structs.replace(payload, card="A") if isinstance(payload, CardDealt) else payload

    retold(casino, place, cut)
    assert_all_answers(casino)
    assert casino.rows("SELECT 1 FROM {s}.finding WHERE code = 'RES-IMPOSS'")


@pytest.mark.parametrize("place", ["PM-01", pytest.param("PB-01", marks=pytest.mark.deep)])
@pytest.mark.deep
def test_stakes_below_nothing_at_a_table_with_a_largest_difference(
    casino: Casino, place: str
) -> None:
    """PM R39, PB R8: nobody has staked less than nothing on one side than on the other."""

    def turned(payload: Payload) -> Payload:
        if isinstance(payload, TableOpened):
            options = {**payload.options, "diferenca_maxima": 1}
            return structs.replace(payload, options=options)
        return structs.replace(payload, amount=-1) if isinstance(payload, BetPlaced) else payload

    retold(casino, place, turned)
    assert_all_answers(casino)
    found = casino.rows("SELECT DISTINCT recorded FROM {s}.finding WHERE code = 'RES-IMPOSS'")
    assert found == [{"recorded": "-0.01"}]
