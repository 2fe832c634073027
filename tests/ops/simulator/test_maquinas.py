"""A bank of machines through the door: honest days, and every fault."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import pytest
from typing_extensions import override

from ledger.events.reviews import GamingDayClosed
from ops.simulator.maquinas import Maquinas
from ops.simulator.party import Party, Place, Telling
from tests.ops.simulator.conftest import SEEDS, Rehearse, each_fault, shown, where


class Closing(Party):
    """Who closes each gaming day, when everybody has gone."""

    GAME = "direcao"
    ROLE = "office"

    @override
    def gaming_day(self, day: str, start: datetime, rounds: int) -> Telling:
        self.terminal.begin(day, start + timedelta(hours=18))
        yield self.terminal.say(GamingDayClosed())


def bank(seed: int, faults: Mapping[int, str] | None = None) -> list[Party]:
    """Return a bank of machines, and who closes its days."""
    place = where("maq", "MQ-A", seed)
    office = Place(source="direcao", place="direcao", day=place.day, start=place.start, seed=seed)
    return [Maquinas(place, faults), Closing(office)]


@pytest.mark.parametrize("seed", SEEDS[:1])
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Voids, cleared memories, full meters, awards, lost links: nothing is wrong with them."""
    score = rehearsed(bank(seed), 300, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault, planted once over two days."""
    faults = each_fault(Maquinas)
    score = rehearsed(bank(seed, faults), max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(Maquinas.FAULTS)
