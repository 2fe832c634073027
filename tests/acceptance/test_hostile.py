"""Hostile words that a key may sign: nothing stops, and every list, file and paper answers."""

import msgspec

from api.services.api_keys import Role
from ledger.events.reviews import InspectionNoted
from ledger.money import INTEGER_MAX
from projections.running.building import rebuild
from tests.api.conftest import opened
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.projections.stages.machines.hall import Hall
from tests.projections.stages.machines.hall import play as machine_play
from tests.projections.stages.rounds.test_rounds import open_table, play

LISTS = ("/v1/events", "/v1/rounds", "/v1/findings", "/v1/machines", "/v1/findings/pdf")


def answers(casino: Casino) -> None:
    casino.project()
    assert casino.rows("SELECT position, stage, error FROM {s}.unfolded") == []
    with opened(casino) as site:
        for address in LISTS:
            answer = site.get(address)
            assert answer.status_code == 200, (address, answer.text)
        for role, name in (
            (Role.FINANCE, "findings"),
            (Role.FINANCE, "rounds"),
            (Role.FINANCE, "contadores"),
        ):
            assert site.get(f"/v1/exports/{name}?format=xlsx", role).status_code == 200
    done = razao(casino.superuser, casino.installation.home, "findings")
    assert done.returncode in (0, 1), done.stderr
    rebuild(casino.conninfo)


def test_inspection_with_an_unknown_code(casino: Casino) -> None:
    """A code that is none is recorded and is no finding, or one that every page can show."""
    casino.say("inspeccao", InspectionNoted(code="NADA-DISSO"))
    casino.say("inspeccao", InspectionNoted(code="RA-PAY"))
    answers(casino)


def test_plays_of_huge_amounts(casino: Casino) -> None:
    """Amounts near 2^53, many times over, fit in no column of the database."""
    hall = Hall(casino)
    hall.open()
    for field in ("cg", "pa", "pam", "pap_m", "pap_h", "stake", "balance"):
        for value in (INTEGER_MAX, -INTEGER_MAX):
            for _ in range(3):
                hall.say(msgspec.structs.replace(machine_play(), **{field: value}))
    casino.tick()
    answers(casino)


def test_bets_of_huge_amounts(casino: Casino) -> None:
    """35 to 1 of 2^53 is more than the database can hold."""
    open_table(casino)
    for number, stake in enumerate((INTEGER_MAX, -INTEGER_MAX, 0), 1):
        play(casino, number, stake=stake, paid=INTEGER_MAX)
        play(casino, 10 + number, stake=stake, paid=-INTEGER_MAX)
    casino.tick()
    answers(casino)
