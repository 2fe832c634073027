"""Devices of one pool that are out of reach each for itself, ten times as often as elsewhere."""

import pytest

from ops.simulator.games.jackpots.game import Jackpots
from ops.simulator.night import courier
from tests.fixtures.casino import Casino
from tests.ops.simulator.conftest import SEEDS, Rehearse, shown, where
from tests.ops.simulator.games.maquinas.test_maquinas import bank


@pytest.fixture(autouse=True)
def often_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every line be away in a tenth of the windows."""
    monkeypatch.setattr(courier, "OUT_OF_REACH", 0.1)


def ever_found(casino: Casino) -> list[str]:
    """Return what was ever found of the pools, what is known no more included."""
    rows = casino.rows("SELECT code FROM {s}.finding WHERE code LIKE 'JP-%%' ORDER BY code")
    return [row["code"] for row in rows]


def test_linked_machines_and_their_controller_accuse_nobody(
    rehearsed: Rehearse, casino: Casino
) -> None:
    """Prizes, increments, readings: each is compared by the devices' own times."""
    score = rehearsed(bank(SEEDS[1]), 200, window=courier.WINDOW)
    assert score.exact, shown(score)
    assert ever_found(casino) == []


def test_an_office_whose_controller_is_late_accuses_nobody(
    rehearsed: Rehearse, casino: Casino
) -> None:
    """Finance speaks of prizes, transfers and members before the controller does."""
    office = Jackpots(where("financas-jk", "JK-01", SEEDS[1]))
    score = rehearsed([office], 50, window=courier.WINDOW)
    assert score.exact, shown(score)
    assert ever_found(casino) == []
