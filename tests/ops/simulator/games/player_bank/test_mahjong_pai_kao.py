"""Mahjong pai kao through the door: honest days, and every fault; hands by hand."""

import pytest

from ops.simulator.games.player_bank.mahjong_pai_kao import MahjongPaiKao
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: still nothing is wrong, at the table or with its money."""
    score = rehearsed([MahjongPaiKao(where("mesa-pk", "PK-01", seed))], 25, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(MahjongPaiKao, every=1)
    table = MahjongPaiKao(where("mesa-pk", "PK-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 10, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(MahjongPaiKao.FAULTS)


@pytest.mark.parametrize(
    ("hand", "bank", "expected"),
    [
        ("branca 7", "9 8", (True, False)),
        ("9 8", "1 6", (True, False)),
        ("1 1", "9 branca", (True, False)),
        ("branca branca", "9 9", (True, False)),
        ("1 9", "branca branca", (False, False)),
        ("2 8", "1 9", (False, True)),
        ("9 1", "3 7", (False, True)),
        ("4 5", "4 5", (False, True)),
        ("1 8", "4 5", (True, False)),
    ],
)
def test_two_pieces_against_the_bankers(hand: str, bank: str, expected: tuple[bool, bool]) -> None:
    """PK III.4, III.7, IV.27, IV.28: pairs, points, the greater piece; what is equal is his."""
    table = MahjongPaiKao(where("mesa-pk", "PK-01"))
    assert table.compare(hand.split(), bank.split()) == expected
