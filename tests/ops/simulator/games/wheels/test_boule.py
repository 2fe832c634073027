"""Boule through the door: honest days, and every fault."""

from itertools import pairwise

import pytest

from ops.simulator.games.wheels.boule import SETS, SIZES, Boule
from ops.simulator.games.wheels.coup import Laid, Player
from tests.helpers.each import each
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: still nothing is wrong, at the table or with its money."""
    score = rehearsed([Boule(where("mesa-bo", "BO-01", seed))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(Boule, every=2)
    table = Boule(where("mesa-bo", "BO-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(Boule.FAULTS)


@each(
    ("tipo", "selection", "number", "net"),
    [
        ("pleno", "7", "7", 23),
        ("pleno", "estrela", "estrela", 23),
        ("pleno", "7", "estrela", -1),
        ("dois_numeros", "3-4", "4", 11),
        ("tres_numeros", "3-4-5", "5", 7),
        ("quatro_numeros", "3-4-5-6", "3", 5),
        ("seis_numeros", "1-2-3-4-5-6", "6", 3),
        ("oito_numeros", "1-2-3-4-5-6-7-8", "8", 2),
        ("doze_numeros", "1-2-3-4-5-6-7-8-9-10-11-12", "12", 1),
        ("pequeno", "", "12", 1),
        ("grande", "", "12", -1),
        ("grande", "", "13", 1),
        ("grande", "", "estrela", -1),
        ("preto", "", "estrela", -1),
    ],
)
def test_nets_of_boule(tipo: str, selection: str, number: str, net: int) -> None:
    """BO R8, R9: what a player has more, or less, after the coup, in stakes; the star takes all."""
    table = Boule(where("mesa-bo", "BO-01"))
    bet = Laid(Player(seat=1, name="ana", value=1), tipo, selection, 1, 1)
    assert sum(table.due(bet, number)) - 1 == net


def test_the_plate_has_twelve_of_each_colour_by_turns() -> None:
    """BO R2 d: neighbours differ, and one of the two simple chances of colour wins."""
    colours = [Boule(where("mesa-bo", "BO-01")).colours[str(n)] for n in range(1, 25)]
    assert sorted(colours) == ["preto"] * 12 + ["vermelho"] * 12
    assert all(one != other for one, other in pairwise(colours))


def test_the_cloth_prints_sets_of_their_sizes() -> None:
    """BO R3: of two, three, four, six, eight and twelve numbers, none twice in one set."""
    for tipo, texts in SETS.items():
        assert texts
        assert all(len(set(text.split("-"))) == SIZES[tipo] for text in texts)
