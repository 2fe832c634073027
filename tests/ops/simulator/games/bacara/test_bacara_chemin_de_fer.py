"""Bacará chemin de fer through the door: honest days, and every fault; shares by hand."""

import pytest

from ops.simulator.games.bacara.bacara_chemin_de_fer import table as course
from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import (
    Coup,
    Player,
    Stake,
    banker_must,
    cagnotte,
)
from ops.simulator.games.bacara.bacara_chemin_de_fer.faults.shoe import LATE_SHOE, SHUFFLER
from ops.simulator.games.bacara.bacara_chemin_de_fer.game import BacaraCheminDeFer
from ops.simulator.parties.fault import Wrong
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
    """Late, in bursts and repeated: still nothing is wrong, at the table or with its money."""
    score = rehearsed([BacaraCheminDeFer(where("mesa-cf", "CF-01", seed))], 30, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(BacaraCheminDeFer, every=2)
    table = BacaraCheminDeFer(where("mesa-cf", "CF-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 20, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(BacaraCheminDeFer.FAULTS)


@pytest.mark.deep
def test_a_bank_too_small_is_wrong_in_one_coup(rehearsed: Rehearse) -> None:
    """Where the coup is tied the hand is given up: who kept it would be wrong once more."""
    faults = dict.fromkeys(range(2, 120, 3), "bank-below-minimum")
    table = BacaraCheminDeFer(where("mesa-cf", "CF-01"), faults)
    score = rehearsed([table], 160)
    assert score.exact, shown(score)


def test_a_fault_for_which_no_coup_comes_waits(
    rehearsed: Rehearse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table plays on without it, honestly, and does not look for such a coup for ever."""
    verbal = "verbal-bet"
    monkeypatch.setattr(course, "TRIES", 3)
    monkeypatch.setattr(BacaraCheminDeFer, "WRONGS", {verbal: Wrong(fits=lambda *_: False)})
    table = BacaraCheminDeFer(where("mesa-cf", "CF-01"), {2: verbal})
    score = rehearsed([table], 5)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0
    assert verbal in table.faults.values()


def test_with_the_coup_of_a_late_shoe_nothing_else_is_wrong() -> None:
    """Of R105 alone it tells; a shoe mixed wrongly is the next day's, not one more before it."""
    table = BacaraCheminDeFer(where("mesa-cf", "CF-01"), {2: LATE_SHOE, 13: SHUFFLER})
    for _ in table.gaming_day(DAY, START, 12):
        pass
    assert [one.code for one in table.planted] == ["CF-CLOSE"]
    assert table.faults == {13: SHUFFLER}


@pytest.mark.parametrize(
    ("points", "third", "expected"),
    [
        (0, 9, "T"),
        (2, None, "T"),
        (3, 8, "R"),
        (3, 9, "F"),
        (4, 1, "R"),
        (4, None, "T"),
        (5, 4, "F"),
        (5, 7, "T"),
        (6, 6, "T"),
        (6, None, "R"),
        (7, 0, "R"),
    ],
)
def test_the_bankers_table(points: int, third: int | None, expected: str) -> None:
    """CF R70: below 3 he draws, from 7 he stands; two cases are his to choose."""
    assert banker_must(points, third) == expected


def test_the_cagnotte_keeps_what_a_cent_cannot_share() -> None:
    """CF R123: of 1.01 won the banker is credited 0.95, and 0.06 are the casino's."""
    assert [cagnotte(covered) for covered in (0, 101, 10_000)] == [0, 6, 500]


def test_what_overflows_goes_back() -> None:
    """CF R17, R33, R36: 20.00 against 15.00, half of 10.00 on the line and 5.00: 5.00 overflow."""
    table = BacaraCheminDeFer(where("mesa-cf", "CF-01"))
    table.bank.banker, table.bank.capital = 3, 2_000
    people = {seat: Player(seat, f"j{seat}") for seat in (1, 2, 3, 4)}
    stakes = [
        Stake(people[1], 1_000, line=True),
        Stake(people[2], 500),
        Stake(people[4], 1_500),
    ]
    table.cover(Coup("CF-01/2026-11-20/1", stakes))
    assert [one.covered for one in stakes] == [500, 0, 1_500]
    assert [one.due("perde") for one in stakes] == [(500, 1_000), (0, 500), (1_500, 1_500)]
    assert [one.due("ganha") for one in stakes] == [(0, 500), (0, 500), (0, 0)]


def test_a_lost_bank_is_shared_with_its_associate() -> None:
    """CF R62: of 40.00 in equal parts 15.01 are lost: 7.51 by the banker, 7.50 by the other."""
    table = BacaraCheminDeFer(where("mesa-cf", "CF-01"))
    table.bank.banker, table.bank.partner, table.bank.capital = 3, 5, 4_000
    assert table.bank.rest(1_501) == {3: 1_249, 5: 1_250}
