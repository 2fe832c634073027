"""What every simulated table has: hours."""

from datetime import datetime, timedelta

import pytest

from ledger.events.rounds import RoundOpened
from ledger.events.tables import TableClosed, TableOpened
from ops.simulator.games.dice.craps.game import Craps
from ops.simulator.games.wheels.boule import Boule
from ops.simulator.parties.table import LAST_CALL, OPEN_FOR, Table
from ops.simulator.parties.terminal import Said
from tests.ops.simulator.conftest import DAY, START, where

MORE = 1_000
"""Rounds for which no night is long enough."""


@pytest.mark.parametrize("game", [Boule, Craps])
def test_a_table_closes_in_time_whatever_was_to_be_played(game: type[Table]) -> None:
    """Its last round begins before the last call, and a fault for later finds no occasion."""
    table = game(where("mesa", "T-01"), {MORE: game.FAULTS[0]})
    said = [one for one in table.gaming_day(DAY, START, MORE) if isinstance(one, Said)]
    at = {type(one.payload): datetime.fromisoformat(one.at) for one in said}
    assert at[RoundOpened] < START + OPEN_FOR - LAST_CALL + timedelta(minutes=10)
    assert START + OPEN_FOR - 2 * LAST_CALL < at[TableClosed] < START + OPEN_FOR
    assert table.left == 1
    assert table.planted == []


def test_a_craps_table_announces_when_it_closes() -> None:
    """The hour at its opening is the one it keeps (CR R16)."""
    table = Craps(where("mesa", "T-01"))
    said = [one for one in table.gaming_day(DAY, START, MORE) if isinstance(one, Said)]
    (opened,) = [one.payload for one in said if isinstance(one.payload, TableOpened)]
    assert opened.closes is not None
    assert datetime.fromisoformat(opened.closes) == START + OPEN_FOR
