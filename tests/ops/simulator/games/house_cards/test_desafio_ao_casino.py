"""Desafio ao casino through the door: honest days, and every fault."""

import pytest

from ops.simulator.games.house_cards.desafio_ao_casino.game import DesafioAoCasino
from ops.simulator.games.house_cards.desafio_ao_casino.rules import Hand, OnCard, decide
from ops.simulator.parties.guests import Guest
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where

ANA = Guest(1, "ana", 500)


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Ties, halves, challenges noted in three ways, voids: nothing is wrong with cards or money."""
    score = rehearsed([DesafioAoCasino(where("mesa-dc", "DC-01", seed))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(DesafioAoCasino, every=2)
    table = DesafioAoCasino(where("mesa-dc", "DC-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert {one.fault for one in table.planted} >= set(DesafioAoCasino.FAULTS)


@pytest.mark.parametrize(
    ("hand", "bank", "net"),
    [
        (Hand("As"), "Kd", 50),
        (Hand("2s"), "3d", -50),
        (Hand("7s"), "7d", -25),
        (Hand("7s", duel="Kh", bank="Qd"), "7d", 50),
        (Hand("7s", duel="Kh", bank="Kd"), "7d", 100),
        (Hand("7s", duel="2h", bank="Kd"), "7d", -100),
    ],
)
def test_an_initial_bet_of_50(hand: Hand, bank: str, net: int) -> None:
    """DC R9 to R14, the rule's own example: 50 becomes 150; +50, +100 or -100, half lost is 25."""
    bet = OnCard(ANA, "inicial", 50, added=50 if hand.duel else 0)
    decide(bet, hand, bank, on_tie=False)
    assert bet.due - bet.stake == net


@pytest.mark.parametrize(("card", "due"), [("Ks", 0), ("9s", 0), ("Ts", 110)])
def test_a_bet_of_10_on_the_tie(card: str, due: int) -> None:
    """DC R9 to R11: 10 to 1, and the initial bet goes back; else it loses."""
    bet, first = OnCard(ANA, "empate", 10), OnCard(ANA, "inicial", 50)
    for one in (bet, first):
        decide(one, Hand(card), "Td", on_tie=True)
    assert bet.due == due
    assert first.due == {"Ks": 100, "9s": 0, "Ts": 50}[card]
