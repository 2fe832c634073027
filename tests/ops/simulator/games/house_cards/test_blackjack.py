"""Blackjack/21 through the door: honest days, every fault, and its own arithmetic."""

from types import SimpleNamespace
from typing import Any

import pytest

from ops.simulator.games.house_cards.blackjack.game import Blackjack
from ops.simulator.games.house_cards.blackjack.jogada import DOUBLE, SPLIT
from ops.simulator.games.house_cards.blackjack.rules import (
    Box,
    Hand,
    Player,
    Stake,
    bank_total,
    combination,
    doubled_total,
    due,
    is_special,
    prizes,
    special,
    total,
)
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where

ANA = Player(1, "ana", 500)
RUI = Player(2, "rui", 500)


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: still nothing is wrong, at the table or with its money."""
    score = rehearsed([Blackjack(where("mesa-bj", "BJ-01", seed))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game and of its jackpot, planted once over two days."""
    faults = each_fault(Blackjack, every=1)
    table = Blackjack(where("mesa-bj", "BJ-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 10, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(Blackjack.FAULTS)


# --- the simulator's own arithmetic, by the rules page ----------------------------------------


@pytest.mark.parametrize(
    ("cards", "player", "bank"),
    [
        ("Ac 6d", 17, 17),
        ("Ac 5d", 16, 6),
        ("Ac 5d Ks", 16, 16),
        ("As Ad 9c", 21, 21),
        ("As Ad", 12, 2),
        ("Kc Qd 2s", 22, 22),
    ],
)
def test_what_hands_count(cards: str, player: int, bank: int) -> None:
    """R4: the bank's ace is 11 where that makes 17 to 21 and no sooner."""
    assert (total(cards.split()), bank_total(cards.split())) == (player, bank)


@pytest.mark.parametrize(
    ("cards", "points"),
    [("Ac 8d 5s", 14), ("Ac 9d As", 21), ("5c 6d As", 12), ("Ac 8d Kd", 19)],
)
def test_an_ace_that_made_nine_or_ten_stays_one(cards: str, points: int) -> None:
    """R27: of a doubled hand; an ace drawn as the third card counts as usual."""
    assert doubled_total(cards.split()) == points


def worth(cards: str, bank: str, amount: int = 505, **more: bool) -> tuple[int, int]:
    """Return what a stake on a hand is due."""
    hand = Hand(1, cards.split(), **more)
    return due(Stake(ANA, 1, "principal", amount, 1), hand, bank.split())


def test_what_a_hand_is_due() -> None:
    """R28, R39 to R47: 3:2 and halves are rounded down; a split 21 is no blackjack."""
    assert worth("Ac Kd", "Tc 5d 6s") == (757, 505)
    assert worth("Ac Kd", "Tc Ad") == (0, 505)
    assert worth("Ac Kd", "Tc 9d", split=True) == (505, 505)
    assert worth("Ac Kd", "Tc Ad", split=True) == (0, 0)
    assert worth("Tc 6d", "Tc 9d", surrendered=True) == (0, 252)
    assert worth("Tc 6d", "Tc Ad", surrendered=True) == (0, 252)
    assert worth("Tc 6d", "Tc 6h Kd") == (505, 505)
    assert worth("Tc 6d 8h", "Tc 6h Kd") == (0, 0)
    assert worth("Tc 9d", "Tc 9h") == (0, 505)
    assert worth("7c 7d 7h", "Tc Ad") == (0, 0)


def test_even_money_is_its_bettors_own() -> None:
    """R47: who asked has his stake once more; another bettor on the hand waits."""
    hand = Hand(1, ["Ac", "Kd"], even={1})
    bank = ["Ad", "Kh"]
    assert due(Stake(ANA, 1, "principal", 500, 1), hand, bank) == (500, 500)
    assert due(Stake(RUI, 1, "complementar", 500, 2), hand, bank) == (0, 500)


def test_the_special_prize_is_the_titulars() -> None:
    """R48: three cards, 6-7-8 of one suit or sevens; three times the stake of that hand."""
    assert is_special(["8d", "6d", "7d"])
    assert is_special(["7c", "7d", "7d"])
    assert not is_special(["8d", "6d", "7s"])
    assert not is_special(["6d", "7d", "4d", "4h"])
    hand = Hand(1, ["8d", "6d", "7d"])
    box = Box(1, ANA, [hand], ANA)
    assert special(Stake(ANA, 1, "principal", 500, 1), hand, box) == 1_500
    assert special(Stake(RUI, 1, "complementar", 500, 2), hand, box) == 0


def test_combinations_are_of_the_first_cards() -> None:
    """R56, R60: a knave that came fifth is none of them."""
    assert combination(["Js", "As"]) == "as_e_valete"
    assert combination(["As", "2d", "3c", "4h", "Js"]) is None
    assert combination(["7c", "7c", "7c", "Kd"]) == "setes_de_naipe"
    assert combination(["7h", "7d", "7h"]) == "setes_de_cor"
    assert combination(["7h", "7c", "7h"]) is None


def test_prizes_of_the_jackpot() -> None:
    """R64: lower prizes whole to each, from the smallest; the top divides what is left.

    Of 10,001.25: twice 50.00, once 15 % = 1,500.18, and the rest, 8,401.07, in two parts.
    """
    found = prizes(
        1_000_125,
        [
            (6, "setes_de_naipe"),
            (2, "setes_de_naipe"),
            (4, "setes_de_cor"),
            (5, "as_e_valete"),
            (1, "as_e_valete"),
        ],
    )
    assert [(one.seat, one.amount) for one in found] == [
        (1, 5_000),
        (5, 5_000),
        (4, 150_018),
        (2, 420_054),
        (6, 420_053),
    ]


def test_a_script_is_left_when_the_cards_come_otherwise() -> None:
    """Eights to be parted twice, and 8 and 3 came: the doubling was not for the next hand's 18."""
    table = Blackjack(where("mesa-bj", "BJ-01"))
    jogada: Any = SimpleNamespace(scripts={1: [SPLIT, DOUBLE]}, fault=None, opened="6h")
    box: Any = SimpleNamespace(seat=1, hands=[None, None])
    first: Any = SimpleNamespace(cards=["8h", "3d"], split=True, natural=False)
    second: Any = SimpleNamespace(cards=["8s", "Kd"], split=True, natural=False)
    table.choose(jogada, box, first)
    assert table.choose(jogada, box, second) != DOUBLE
