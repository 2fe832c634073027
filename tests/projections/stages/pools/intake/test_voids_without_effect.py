"""A void that can take nothing back: the jogada stands, for the machine and for its pools (R36).

Base 500.00 at 0.5 %: a stake of 100.00 adds 0.50. The jogada won 200.00, which were paid out.
"""

from typing import Any, cast

import pytest
from msgspec.structs import replace

from ledger.events.machines import CreditsIn, CreditsOut, PlayVoided
from projections.base.event import Event
from projections.base.rows import Schema
from projections.stages.machines import Machines
from projections.stages.machines.measures.contadores import figure
from tests.helpers.casino import Nothing
from tests.projections.stages.pools.hall import Hall, _Log


class Floor(Hall):
    """A hall whose machines count."""

    def __init__(self) -> None:
        super().__init__()
        self.machines = Machines()
        self.machines.load(Schema(cast("Any", Nothing()), "none"), _Log(self.log))
        self._stages.append(cast("Any", self.machines))
        self.open("p", "M-1")
        self.put_in(10_000)

    def put_in(self, amount: int) -> None:
        self.say(CreditsIn(amount=amount, means="note"), source="M-1", place="M-1")

    def void(self, play: Event) -> Event:
        gone = PlayVoided(play=play.name, cause="avaria", side="operator", returned=10_000)
        return self.say(gone, source="M-1", place="M-1")

    def stands(self) -> tuple[int, int, int]:
        """Return the increments in the pool, their receita, and CJ of the machine."""
        counters = self.machines._counting.machines["M-1"].totals
        return self.pool().holds("J2"), self.total("increment"), figure(counters, "CJ")

    def voids_found(self) -> int:
        return self.codes().count("VOID-BAD")


@pytest.fixture
def floor() -> Floor:
    return Floor()


def cashed(floor: Floor) -> Event:
    """Play 100.00, win 200.00 and have them paid out."""
    play = floor.play(10_000, cg=20_000)
    out = CreditsOut(amount=20_000, means="machine")
    floor.say(out, source="M-1", place="M-1")
    return play


def test_a_void_without_effect_leaves_the_increment_in_the_pool(floor: Floor) -> None:
    """The 200.00 are gone, so nothing goes back: neither the stake, nor its 0.50."""
    play = cashed(floor)
    void = floor.void(play)
    assert floor.stands() == (50, -50, 10_000)
    assert floor.voids_found() == 1
    floor.correct(void, None)
    assert (floor.stands(), floor.voids_found()) == ((50, -50, 10_000), 0)


def test_a_jogada_whose_void_had_no_effect_is_corrected_as_any(floor: Floor) -> None:
    """It was 50.00 that were played, not 100.00: half of the increment, and of what is counted."""
    play = cashed(floor)
    floor.void(play)
    floor.correct(play, replace(play.payload, stake=5_000))
    assert floor.stands() == (25, -25, 5_000)
    floor.correct(play, None)
    assert floor.stands() == (0, 0, 0)


def test_a_second_void_has_effect_where_the_money_is_there(floor: Floor) -> None:
    """100.00 are put in and the jogada is void again: stake, prize and increment go back, once."""
    play = cashed(floor)
    floor.void(play)
    floor.put_in(10_000)
    second = floor.void(play)
    assert floor.stands() == (0, 0, 0)
    assert floor.voids_found() == 1  # the first, when the money was not there
    floor.void(play)
    assert (floor.stands(), floor.voids_found()) == ((0, 0, 0), 2)
    floor.correct(second, None)
    assert floor.stands() == (50, -50, 10_000)


def test_a_void_of_another_machine_takes_nothing_back(floor: Floor) -> None:
    """M-2 has no say about what was played at M-1."""
    play = floor.play(10_000)
    gone = PlayVoided(play=play.name, cause="avaria", side="operator", returned=10_000)
    floor.say(gone, source="M-2", place="M-2")
    assert (floor.stands(), floor.voids_found()) == ((50, -50, 10_000), 1)
