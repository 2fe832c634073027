"""Póquer sem descarte under Portugal's law, through the door."""

import pytest

from ops.simulator.games.house_cards.poquer_sem_descarte.portugal import (
    AT_ONCE,
    SMALL,
    PoquerPortugal,
)
from tests.ops.simulator.conftest import Rehearse, shown, where


@pytest.mark.deep
def test_honest_days_under_another_profile_raise_nothing(rehearsed: Rehearse) -> None:
    """The same game by pt-2007: nothing is wrong with it, nor with its capital."""
    score = rehearsed([PoquerPortugal(where("mesa-sp", "SP-01"))], 20, days=2)
    assert score.exact, shown(score)


def test_a_small_capital_and_sudden_limits_are_found(rehearsed: Rehearse) -> None:
    """DL 422/89 art. 58: each chance over 5.5 % with its amount; limits of the day after next."""
    table = PoquerPortugal(where("mesa-sp", "SP-01"), {1: SMALL, 2: AT_ONCE, 3: SMALL})
    score = rehearsed([table], 15, days=4)
    assert score.exact, shown(score)
    assert {one.code for one in table.planted} == {"PT-58", "PT-58-8D"}
