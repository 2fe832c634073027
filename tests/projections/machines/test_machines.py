"""Machines day by day: the twelve contadores, closes, receita, voids, what may run."""

import pytest

from ledger.events.machines import CreditsOut, LineWin
from tests.fixtures.casino import Casino
from tests.projections.machines.hall import Hall, play, reading


@pytest.fixture
def hall(casino: Casino) -> Hall:
    return Hall(casino)


def test_an_ordinary_day_has_its_twelve_and_nothing_wrong(hall: Hall) -> None:
    """100.00 in; 1.00 lost, 1.00 wins 10.00 by three sevens; 50.00 out: RB -8.00, SC 58.00."""
    hall.open()
    hall.say(play(balance=9_900))
    wins = (LineWin(line=1, combination="setes", amount=1_000),)
    hall.say(play(stops=(0, 0, 0), cg=1_000, wins=wins, balance=10_800))
    hall.say(CreditsOut(amount=5_000, means="machine", balance=5_800))
    hall.say(reading(CJ=200, CG=1_000, JE=2, DE=10_000, CC=5_000, SC=5_800))
    hall.end_day()
    hall.project()
    assert hall.codes() == []
    row = hall.one("machine_close")
    assert [int(row[name]) for name in ("cj", "cg", "je", "rb", "de", "cc", "sc")] == [
        200,
        1_000,
        2,
        -800,
        10_000,
        5_000,
        5_800,
    ]
    revenue = hall.casino.rows("SELECT category, place, amount FROM {s}.revenue")
    assert revenue == [{"category": "maquinas", "place": "MQ-01", "amount": -800}]
