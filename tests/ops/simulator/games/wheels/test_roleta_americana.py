"""Roleta americana through the door: honest days, and every fault."""

import pytest

from ops.simulator.games.wheels.coup import Laid, Player
from ops.simulator.games.wheels.roulette.cloth import PLATES, beside, cloth
from ops.simulator.games.wheels.roulette.roleta_americana import RoletaAmericana
from ops.simulator.games.wheels.roulette.table import AMID_COLOURS
from ops.simulator.night.courier import WINDOW
from tests.helpers.each import each
from tests.ops.simulator.conftest import (
    DAY,
    FAULTY,
    HONEST,
    START,
    Rehearse,
    each_fault,
    shown,
    where,
)


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """By the minute, late, in bursts and repeated: still nothing is wrong, nor with its money.

    The third day is played on a wheel with two zeros.
    """
    score = rehearsed([RoletaAmericana(where("mesa-ra", "RA-01", seed))], 40, days=3, window=WINDOW)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(RoletaAmericana, every=2)
    table = RoletaAmericana(where("mesa-ra", "RA-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(RoletaAmericana.FAULTS)


@each("fault", sorted(AMID_COLOURS))
def test_who_plays_without_a_colour_comes_where_a_fault_wants_him(fault: str) -> None:
    """Four guests of whom each may have a colour: within ten coups the fault is played, always."""
    for seed in range(40):
        table = RoletaAmericana(where("mesa-ra", "RA-01", seed), {2: fault})
        for _ in table.gaming_day(DAY, START, 10):
            pass
        assert [one.fault for one in table.planted] == [fault], seed


# --- the table's own arithmetic, by the figures of the rules page --------------------------------


@each(
    ("tipo", "selection", "count", "number", "net"),
    [
        ("serie_grande", "", 9, "0", 15),
        ("serie_grande", "", 9, "3", 15),
        ("serie_grande", "", 9, "28", 9),
        ("serie_grande", "", 9, "22", 9),
        ("serie_grande", "", 9, "1", -9),
        ("serie_pequena", "", 6, "5", 12),
        ("vadios", "", 5, "17", 31),
        ("vadios", "", 5, "1", 31),
        ("vadios", "", 5, "9", 13),
        ("vizinhos", "0", 3, "26", 33),
        ("vizinhos", "0", 5, "3", 31),
        ("vizinhos", "0", 7, "35", 29),
        ("vizinhos", "0", 7, "28", -7),
        ("pleno", "00", 1, "00", 35),
        ("cavalo", "0-00", 1, "0", 17),
        ("rua", "00-2-3", 1, "00", 11),
        ("quadro", "0-1-2-3", 1, "2", 8),
        ("linha", "31-32-33-34-35-36", 1, "34", 5),
        ("cavalo_de_duzia", "1-2", 2, "24", 1),
        ("cavalo_de_coluna", "34-35", 2, "36", -2),
        ("coluna", "36", 2, "0", -2),
        ("duzia", "3", 2, "25", 4),
        ("menor", "", 2, "18", 2),
        ("par", "", 2, "00", -2),
    ],
)
def test_nets_of_the_roulette(tipo: str, selection: str, count: int, number: str, net: int) -> None:
    """RA R39, R42: what a player has more, or less, after the coup, in chips."""
    table = RoletaAmericana(where("mesa-ra", "RA-01"))
    player = Player(seat=1, name="ana", value=1)
    bet = Laid(player, tipo, selection, count, count)
    assert sum(table.due(bet, number)) - count == net


def test_half_a_cent_of_a_prize_stays_with_the_house() -> None:
    """RA R42 b: a stake of 25 on two dozens wins 12, each line rounded down."""
    table = RoletaAmericana(where("mesa-ra", "RA-01"))
    player = Player(seat=1, name="ana", value=25)
    assert table.due(Laid(player, "cavalo_de_duzia", "1-2", 25, 1), "1") == (12, 25)


def test_the_cloth_has_as_many_places_as_the_page_says() -> None:
    """RA R18, R19: 60 cavalos, 14 ruas, 23 quadros with a single zero; 62, 15, 22 with two."""
    for double, sizes in ((False, (60, 14, 23, 11)), (True, (62, 15, 22, 11))):
        places = {tipo: len(set(texts)) for tipo, texts in cloth(double_zero=double).items()}
        found = tuple(places[tipo] for tipo in ("cavalo", "rua", "quadro", "linha"))
        assert found == sizes


def test_the_plates_are_the_law_s() -> None:
    """RA R3, R4: each number once; 00 between 1 and 27; neighbours are those of the plate."""
    assert {name: len(set(plate)) for name, plate in PLATES.items()} == {
        "francesa37": 37,
        "americana37": 37,
        "americana38": 38,
    }
    assert set(beside("00", 3, PLATES["americana38"])) == {"1", "00", "27"}
    assert set(beside("1", 3, PLATES["americana37"])) == {"13", "1", "27"}
    assert set(beside("0", 5, PLATES["francesa37"])) == {"3", "26", "0", "32", "15"}
