"""Póquer sem descarte through the door: honest days, and every fault."""

import pytest

from ops.simulator.games.house_cards.jogada import Player
from ops.simulator.games.house_cards.poquer_sem_descarte import hands
from ops.simulator.games.house_cards.poquer_sem_descarte.game import PoquerSemDescarte
from ops.simulator.games.house_cards.poquer_sem_descarte.jogada import SemDescarteJogada, prizes
from ops.simulator.games.house_cards.poquer_sem_descarte.online import PoquerSemDescarteOnline
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: nothing is wrong, at the table, in its pool or its money."""
    score = rehearsed([PoquerSemDescarte(where("mesa-sd", "SD-01", seed))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
@pytest.mark.deep
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(PoquerSemDescarte, every=2)
    table = PoquerSemDescarte(where("mesa-sd", "SD-01", seed), faults=faults)
    score = rehearsed([table], max(faults) // 2 + 9, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(PoquerSemDescarte.FAULTS)


# --- the simulator's own arithmetic, by the figures of the rules page ----------------------------


@pytest.mark.parametrize(
    ("mine", "bank", "result"),
    [
        ("Ah 2c 3d 4s 5h", "2h 3c 4d 5s 6h", -1),
        ("As Ks Qs Js Ts", "9h 8h 7h 6h 5h", 1),
        ("Ah Kc 9d 7s 2h", "Ad Kh 9c 7d 2s", 0),
        ("Ah Kh 9h 7s 2h", "Ad Kc 9c 7d 2s", 1),
        ("Ah Kc 9d 7s 2h", "Ad Kh 9c 7d 2d", -1),
        ("8h 8c 3d 3s Kh", "8d 8s 3h 3c Qh", 1),
        ("Th 8h 7h 5h 2h", "Ts 8s 7s 5s 3s", -1),
    ],
)
def test_comparison_of_hands(mine: str, bank: str, result: int) -> None:
    """SD R27, R28: the low straight is worth five; three of a suit decide equal high cards."""
    assert hands.compare(mine.split(), bank.split()) == result


def test_what_the_bank_plays_with() -> None:
    """SD R15: ace and king, or any combination; ace and queen are not enough."""
    assert hands.bank_plays(["Ah", "Kc", "4d", "3s", "2h"])
    assert hands.bank_plays(["2h", "2c", "4d", "5s", "7h"])
    assert not hands.bank_plays(["Ah", "Qc", "Jd", "Ts", "8h"])


def test_prizes_of_a_hand() -> None:
    """SD R30, R31: a real on 10.00 and 20.00 wins 10.00 and 2,000.00; an idle bank pays 10.00."""
    player = Player(seat=1, name="ana", stake=1_000, second=2_000, goes=True)
    player.cards = ["As", "Ks", "Qs", "Js", "Ts"]
    assert prizes(player, ["Ah", "Kc", "4d", "3s", "2h"], plays=True) == (1_000, 200_000)
    assert prizes(player, ["Ah", "Qc", "4d", "3s", "2h"], plays=False) == (1_000, 0)


def test_prizes_above_the_maximum_are_reduced_in_proportion() -> None:
    """SD R33: prizes of 2,512,500 and 25,000 within 1,500,000, largest remainder first."""
    bank = ["Ah", "Kc", "9d", "3s", "2h"]
    real = Player(seat=1, name="ana", stake=12_500, second=25_000, goes=True)
    real.cards = ["As", "Ks", "Qs", "Js", "Ts"]
    pair = Player(seat=2, name="rui", stake=12_500, second=12_500, goes=True)
    pair.cards = ["8s", "8d", "4d", "5c", "6h"]
    due = SemDescarteJogada(players=[real, pair], bank=bank).due()
    assert due == {1: (0, 1_485_222), 2: (0, 14_778)}


# --- online --------------------------------------------------------------------------------------


@pytest.mark.deep
def test_online_honest_days_raise_nothing(rehearsed: Rehearse) -> None:
    """SD R43 to R54: lapses after a warning and extra time, jogadas void for a failure."""
    score = rehearsed([PoquerSemDescarteOnline(where("posto-sd", "SD-ON"))], 30, days=2)
    assert score.exact, shown(score)


def test_online_every_fault_is_found_and_none_invented(rehearsed: Rehearse) -> None:
    """Each fault of the clock, of a void and of a payment, planted once."""
    faults = each_fault(PoquerSemDescarteOnline, every=2)
    table = PoquerSemDescarteOnline(where("posto-sd", "SD-ON"), faults)
    score = rehearsed([table], max(faults) + 3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(PoquerSemDescarteOnline.FAULTS)
