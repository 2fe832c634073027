"""Roda da sorte through the door: honest days, and every fault."""

import pytest

from ops.simulator.games.wheels.coup import Laid, Player
from ops.simulator.games.wheels.roda_da_sorte import RodaDaSorte
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: still nothing is wrong, at the table or with its money."""
    score = rehearsed([RodaDaSorte(where("mesa-rs", "RS-01", seed))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(RodaDaSorte, every=2)
    table = RodaDaSorte(where("mesa-rs", "RS-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(RodaDaSorte.FAULTS)


@pytest.mark.parametrize(
    ("selection", "section", "net"),
    [
        ("a", "a", 1),
        ("b", "b", 3),
        ("c", "c", 5),
        ("d", "d", 10),
        ("e", "e", 20),
        ("f", "f", 45),
        ("g", "g", 45),
        ("coroa", "g", 45),
        ("f", "g", -1),
        ("a", "b", -1),
    ],
)
def test_nets_of_the_wheel(selection: str, section: str, net: int) -> None:
    """RS R10: what a player has more, or less, in stakes; a bet on f loses on g."""
    table = RodaDaSorte(where("mesa-rs", "RS-01"))
    bet = Laid(Player(seat=1, name="ana", value=1), "seccao", selection, 1, 1)
    assert sum(table.due(bet, section)) - 1 == net


def test_the_wheel_has_its_sections() -> None:
    """RS R3: 24, 12, 8, 4 and 2 of five symbols and one of each of two others, 52 in all."""
    order = RodaDaSorte(where("mesa-rs", "RS-01")).order
    assert [order.count(letter) for letter in "abcdefg"] == [24, 12, 8, 4, 2, 1, 1]
