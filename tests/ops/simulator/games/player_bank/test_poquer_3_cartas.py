"""Póquer de 3 cartas through the door: honest days, and every fault; hands by hand."""

import pytest

from ops.simulator.games.player_bank.jogada import Jogada, Part, Player, Stake
from ops.simulator.games.player_bank.poquer_3_cartas import Poquer3Cartas, number
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: still nothing is wrong, at the table or with its money."""
    score = rehearsed([Poquer3Cartas(where("mesa-p3", "P3-01", seed))], 25, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
@pytest.mark.deep
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(Poquer3Cartas, every=1)
    table = Poquer3Cartas(where("mesa-p3", "P3-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 10, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(Poquer3Cartas.FAULTS)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Kh Qs Jd", 1),
        ("Kh Qs 9d", 2),
        ("Kd Ts 9d", 3),
        ("2h 3s 4d", 4),
        ("Jh 7h Ah", 6),
        ("Ah Ad Ks", 24),
        ("Kh Qs Td", 29),
        ("Kh Ts Td", 30),
        ("5c 5d Td", 31),
    ],
)
def test_numbers_of_combinations(cards: str, expected: int) -> None:
    """P3 R7: points down, and with the same points the figures; a ten is no figure."""
    assert number(cards.split()) == expected


@pytest.mark.parametrize(
    ("hand", "bank", "expected"),
    [
        ("Ks 9h Td", "Kh 9d Tc", (True, False)),
        ("2d 7h Td", "Ah 8d Ts", (False, False)),
        ("5c 5d Ts", "Ah 9d Td", (False, True)),
        ("Kh Td Tc", "5c 5d Th", (True, False)),
    ],
)
def test_the_highest_card_decides(hand: str, bank: str, expected: tuple[bool, bool]) -> None:
    """P3 R5, R6, R9, R10: rank, then espadas, copas, paus, ouros; nothing at all is the bank's."""
    table = Poquer3Cartas(where("mesa-p3", "P3-01"))
    assert table.compare(hand.split(), bank.split()) == expected


def test_the_bank_neither_wins_nor_loses_beyond_its_capital() -> None:
    """P3 R17, R20, R29: with 100.00 and an associate's 50.00, of 120.00 and 60.00 lost 150.00 play.

    The banker gains 100.00, his associate 50.00; the house takes 5 % of both.
    """
    table = Poquer3Cartas(where("mesa-p3", "P3-01"))
    people = [Player(seat, f"j{seat}") for seat in (1, 2, 3, 4)]
    parts = [Part("banker", people[0], 10_000), Part("associate", people[1], 5_000)]
    stakes = [Stake(people[2], 3, 12_000), Stake(people[3], 4, 6_000)]
    jogada = Jogada("P3-01/2026-11-20/1", people[0], parts, stakes, {}, (1, 1, 1, 3), 3)
    table.settle(jogada)
    assert [(one.played, one.due) for one in stakes] == [(12_000, 0), (3_000, 3_000)]
    assert [(part.net, part.fee) for part in parts] == [(10_000, 500), (5_000, 250)]
