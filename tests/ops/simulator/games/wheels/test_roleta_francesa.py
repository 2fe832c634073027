"""Roleta francesa through the door: honest days, and every fault."""

import pytest

from ops.simulator.games.wheels.coup import Laid, Player
from ops.simulator.games.wheels.roulette.roleta_francesa import RoletaFrancesa
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: still nothing is wrong, at the table or with its money."""
    score = rehearsed([RoletaFrancesa(where("mesa-rf", "RF-01", seed))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
@pytest.mark.deep
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(RoletaFrancesa, every=2)
    table = RoletaFrancesa(where("mesa-rf", "RF-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(RoletaFrancesa.FAULTS)


@pytest.mark.parametrize(
    ("tipo", "selection", "count", "number", "net"),
    [
        ("serie_0_2_3", "", 9, "0", 15),
        ("serie_0_2_3", "", 9, "29", 9),
        ("serie_5_8", "", 6, "33", 12),
        ("orfaos", "", 5, "17", 31),
        ("orfaos", "", 5, "20", 13),
        ("vizinhos", "19", 5, "32", 31),
        ("terminacao", "4", 4, "34", 32),
        ("terminacao", "7", 3, "27", 33),
        ("terminacao", "7", 3, "7", 33),
        ("terminacao", "0", 4, "1", -4),
        ("encarnado", "", 2, "0", -2),
    ],
)
def test_nets_of_what_is_called(
    tipo: str, selection: str, count: int, number: str, net: int
) -> None:
    """RF R29, R40, R41: series as in roleta americana, a final digit one chip on each number."""
    table = RoletaFrancesa(where("mesa-rf", "RF-01"))
    player = Player(seat=1, name="ana", value=1)
    assert sum(table.due(Laid(player, tipo, selection, count, count), number)) - count == net
