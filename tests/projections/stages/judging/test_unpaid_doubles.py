"""How long prizes beside doubles may stay unpaid (BI R15, R44, R45): PAY-NONE.

The hour runs from the end of the second jogada. Here it is of no length: the ledger's next tick
after the moment from which it runs ends it.
"""

import pytest

from ledger.events.registry import ParameterSet
from ledger.events.rounds import RoundClosed
from ledger.events.tables import TableClosed
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.projections.stages.actas.test_actas_doubles import PLACE, SECOND, Doubles

LINHA_AND_BINGO = [-6_000, -2_000]
"""Of the first jogada, V = 100.00: 20.00 and 60.00 (R7)."""


class Unpaid(Doubles):
    """Two jogadas whose winners have no time to wait for their prizes."""

    def __init__(self, casino: Casino) -> None:
        """Set the deadline to nothing, and open the room."""
        casino.tick()
        setting = casino.say(
            "fiscal",
            ParameterSet(
                scope="*",
                name="payout_deadline_seconds",
                value=0,
                since="2026-01-01T00:00:00.000000Z",
            ),
            at="2025-12-01T00:00:00.000000Z",
        )
        casino.approve("chefe", setting)
        super().__init__(casino)

    def second(self) -> None:
        """Play the second jogada and pay its prizes."""
        self.begin()
        self.sold(11, double=False)
        self.drawn("A", SECOND)
        self.play(self.prizes(2))
        self.play(RoundClosed())

    def unpaid(self, number: int = 1, page: int = 5_000) -> list[int]:
        """Let the clock tick; return what a jogada's winners were found to wait for."""
        self.casino.tick()
        with Runner(self.casino.conninfo, page=page) as runner:
            runner.catch_up()
        rows = self.casino.rows(
            "SELECT amount FROM {s}.finding WHERE known_until IS NULL AND code = 'PAY-NONE' "
            "AND round = %s ORDER BY amount",
            f"{PLACE}/2026-11-20/{number}",
        )
        return [one["amount"] for one in rows]


@pytest.fixture
def hall(casino: Casino) -> Unpaid:
    """Return the room."""
    return Unpaid(casino)


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(5_000, marks=pytest.mark.deep)])
def test_the_hour_runs_from_the_second_jogada_s_end(hall: Unpaid, page: int) -> None:
    """R45: nobody waits too long before the second is over; unpaid then, linha and bingo are."""
    hall.first()
    hall.play(RoundClosed())
    assert hall.unpaid(page=page) == []
    hall.begin()
    assert hall.unpaid(page=page) == []
    hall.sold(11, double=False)
    hall.drawn("A", SECOND)
    hall.play(hall.prizes(2))
    hall.play(RoundClosed())
    assert hall.unpaid(page=page) == LINHA_AND_BINGO


@pytest.mark.recorded
def test_prizes_paid_when_the_second_jogada_is_over_are_in_time(hall: Unpaid) -> None:
    """R45: paid after the second jogada, however long after the first: nothing is wrong."""
    hall.first()
    hall.play(RoundClosed())
    assert hall.unpaid() == []
    hall.second()
    hall.room(hall.prizes(1), round_id=f"{PLACE}/2026-11-20/1")
    assert hall.unpaid() == []
    assert hall.of_doubles() == []


@pytest.mark.recorded
def test_doubles_whose_second_jogada_never_comes_wait_until_the_room_closes(hall: Unpaid) -> None:
    """R45: there is no second jogada to wait for any more when the room is closed."""
    hall.first()
    hall.play(RoundClosed())
    assert hall.unpaid() == []
    hall.room(TableClosed())
    assert hall.unpaid() == LINHA_AND_BINGO


@pytest.mark.recorded
def test_without_doubles_the_hour_runs_from_the_jogada_s_own_end(hall: Unpaid) -> None:
    """R44: ten single cards; linha and bingo are unpaid at the jogada's own end."""
    hall.begin()
    hall.sell()
    hall.draw()
    hall.end()
    assert hall.unpaid() == LINHA_AND_BINGO
