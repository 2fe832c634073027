"""Cussec through the door: honest days, and every fault."""

import pytest

from ops.simulator.games.dice.cussec.faults import OPENED_UNPAID
from ops.simulator.games.dice.cussec.game import Cussec
from ops.simulator.games.dice.cussec.rules import CLOTH, times
from tests.helpers.each import each
from tests.ops.simulator.conftest import (
    DAY,
    FAULTY,
    HONEST,
    START,
    Rehearse,
    day_of,
    each_fault,
    shown,
    where,
)


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Null coups, repetitions, voids with refunds: nothing is wrong with bets, dice or money."""
    score = rehearsed([Cussec(where("mesa-cu", "CU-01", seed))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(Cussec, every=1)
    table = Cussec(where("mesa-cu", "CU-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert {one.fault for one in table.planted} >= set(Cussec.FAULTS)


def test_what_the_next_coup_ends_is_not_begun_in_the_last_of_a_day() -> None:
    """A prize that is paid when the bets are open again would never be paid that night."""
    table = Cussec(where("mesa-cu", "CU-01"), {4: OPENED_UNPAID})
    for _ in table.gaming_day(DAY, START, 4):
        pass
    assert (table.planted, table.faults) == ([], {5: OPENED_UNPAID})
    for _ in table.gaming_day(*day_of(table, 1), 4):
        pass
    assert [(one.code, one.id) for one in table.planted if not one.may] == [
        ("BET-EARLY", f"CU-01/{OPENED_UNPAID}/5")
    ]


@each(
    ("chance", "selection", "dice", "prize"),
    [
        ("pequeno", "", (1, 1, 2), 1),
        ("pequeno", "", (2, 2, 2), 0),
        ("grande", "", (6, 6, 5), 1),
        ("grande", "", (5, 5, 5), 0),
        ("numero", "4", (4, 1, 4), 2),
        ("numero", "4", (4, 4, 4), 3),
        ("dois_dados", "2-5", (5, 5, 2), 5),
        ("dois_dados", "2-5", (5, 5, 1), 0),
        ("par", "3", (3, 1, 3), 10),
        ("par", "3", (3, 3, 3), 30),
        ("trio", "6", (6, 6, 6), 190),
        ("qualquer_trio", "", (1, 1, 1), 32),
        ("total", "6", (2, 2, 2), 19),
        ("total", "17", (6, 6, 5), 65),
        ("total", "11", (6, 4, 1), 6),
    ],
)
def test_prizes_by_the_rules_own_figures(
    chance: str, selection: str, dice: tuple[int, int, int], prize: int
) -> None:
    """CU R7 to R9: so many times the stake."""
    assert times(chance, selection, dice) == prize


def test_the_cloth_wins_as_often_as_the_page_says() -> None:
    """CU R8: of 216 throws each chance keeps the house the edge of the rules page."""
    throws = [(a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    back = {
        (chance, selection): sum(
            (won := times(chance, selection, dice)) + (won > 0) for dice in throws
        )
        for chance, selections in CLOTH.items()
        for selection in selections
    }
    assert {back["pequeno", ""], back["grande", ""]} == {210}
    assert {back["numero", face] for face in "123456"} == {199}
    assert back["dois_dados", "1-2"] == 180
    assert back["par", "5"] == 196
    assert back["trio", "5"] == 191
    assert back["qualquer_trio", ""] == 198
    assert [back["total", str(total)] for total in range(4, 11)] == [
        198,
        198,
        200,
        195,
        189,
        200,
        189,
    ]
