"""Craps through the door: honest days, and every fault."""

import pytest

from ops.simulator.games.dice.craps.game import Craps
from ops.simulator.games.dice.craps.table import CrapsTable, OnCraps, fall_all
from ops.simulator.parties.guests import Guest
from tests.helpers.blur import rounds_of
from tests.helpers.each import each
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where

ANA = Guest(1, "ana", 100)


@pytest.mark.parametrize("seed", [1434, 2382])
def test_nobody_lays_the_last_bet_who_has_to_wait(seed: int) -> None:
    """CR R14: where nothing lies before a throw, one bets who may: newcomers wait for the point."""
    told = [fault for one in rounds_of(CrapsTable, seed, 2) for fault in one.verdict.found]
    assert told == []


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Bets carried from round to round, null throws, dice from hand to hand: nothing is wrong."""
    score = rehearsed([Craps(where("mesa-cr", "CR-01", seed))], 20, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(Craps, every=1)
    table = Craps(where("mesa-cr", "CR-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert {one.fault for one in table.planted} >= set(Craps.FAULTS)


def play(chance: str, selection: str, *throws: tuple[int, int], bar: int = 12) -> list[int]:
    """Return what a bet of 10.00, and odds of 10.00 once it has its number, get back."""
    bets = [OnCraps(ANA, chance, 1_000, selection)]
    fallen: list[OnCraps] = []
    for dice in throws:
        if bets and len(bets) == 1 and bets[0].point is not None:
            bets.append(OnCraps(ANA, "odds", 1_000, base=bets[0]))
        gone = fall_all(bets, dice, bar)
        bets = [bet for bet in bets if bet not in gone]
        fallen += gone
    return [bet.due for bet in fallen]


@each(
    ("chance", "throws", "due"),
    [
        ("pass_line", [(3, 4)], [2_000]),
        ("pass_line", [(6, 5)], [2_000]),
        ("pass_line", [(6, 6)], [0]),
        ("pass_line", [(2, 2), (5, 6), (1, 3)], [2_000, 3_000]),
        ("pass_line", [(4, 5), (6, 3)], [2_000, 2_500]),
        ("pass_line", [(4, 4), (2, 6)], [2_000, 2_200]),
        ("pass_line", [(4, 4), (5, 2)], [0, 0]),
        ("dont_pass_line", [(1, 1)], [2_000]),
        ("dont_pass_line", [(6, 6)], [1_000]),
        ("dont_pass_line", [(5, 6)], [0]),
        ("dont_pass_line", [(2, 2), (3, 4)], [2_000, 1_500]),
        ("dont_pass_line", [(4, 5), (3, 4)], [2_000, 1_666]),
        ("dont_come", [(3, 3), (3, 4)], [2_000, 1_833]),
        ("come", [(3, 3), (3, 4)], [0, 0]),
    ],
)
def test_lines_and_odds(chance: str, throws: list[tuple[int, int]], due: list[int]) -> None:
    """CR R20, R22 1.1, bar 12: won at par, odds as the number, rounded down, the stake kept."""
    assert play(chance, "", *throws) == due


def test_the_other_bar() -> None:
    """CR R20 2.2: where the bar is the par de ases, 2 is null and 12 wins."""
    assert play("dont_pass_line", "", (1, 1), bar=2) == [1_000]
    assert play("dont_pass_line", "", (6, 6), bar=2) == [2_000]


@each(
    ("chance", "selection", "throws", "due"),
    [
        ("field", "", [(6, 6)], 3_000),
        ("field", "", [(2, 2)], 2_000),
        ("field", "", [(4, 4)], 0),
        ("under_seven", "", [(3, 4)], 0),
        ("over_seven", "", [(4, 4)], 2_000),
        ("craps", "", [(1, 2)], 8_000),
        ("total_7", "", [(5, 2)], 5_000),
        ("total_2", "", [(1, 1)], 31_000),
        ("total_3", "", [(1, 2)], 16_000),
        ("total_11", "", [(5, 6)], 16_000),
        ("total_12", "", [(6, 6)], 31_000),
        ("hardway", "duques", [(5, 6), (2, 2)], 8_000),
        ("hardway", "8", [(4, 4)], 10_000),
        ("hardway", "8", [(5, 3)], 0),
        ("hardway", "ternos", [(5, 2)], 0),
        ("big_6", "", [(2, 2), (5, 1)], 2_000),
        ("big_8", "", [(5, 1), (6, 1)], 0),
        ("numero_favor", "4", [(2, 2)], 2_800),
        ("numero_favor", "9", [(6, 3)], 2_400),
        ("numero_favor", "6", [(5, 1)], 2_166),
        ("numero_contra", "10", [(6, 1)], 1_454),
        ("numero_contra", "5", [(6, 1)], 1_625),
        ("numero_contra", "8", [(6, 1)], 1_800),
        ("numero_contra", "8", [(6, 2)], 0),
    ],
)
def test_other_bets(chance: str, selection: str, throws: list[tuple[int, int]], due: int) -> None:
    """CR R20 2.5 to 2.8, R22, R23, R24: what 10.00 get back by the page's tables."""
    assert play(chance, selection, *throws) == [due]
