"""A service states its figures by itself, through its own door."""

import pytest

from ledger.events.registry import FiguresStated
from ledger.store.reader import Row
from ops.commands.running.serving.figures import say_figures
from ops.commands.running.serving.follower import Follower
from projections.base.errors import HaltedError
from projections.running.figures.recomputing import fold_again
from projections.running.figures.stating import statement_of
from projections.running.runner import Runner
from tests.api.test_serve import eventually
from tests.fixtures.casino import Casino
from tests.projections.stages.rounds.test_rounds import open_table, play

pytestmark = pytest.mark.recorded


def stated(casino: Casino) -> list[Row]:
    """Return the statements in the log."""
    return casino.installation.reader.of_kind(FiguresStated.KIND)


def test_a_follower_states_once_the_order_is_noted(casino: Casino) -> None:
    """Not before a tick notes what was folded; then at once, and the statement holds."""
    open_table(casino)
    play(casino, 1)
    follower = Follower(casino.conninfo, retry=(0.05,), say=say_figures(casino.installation))
    follower.start()
    try:
        eventually(lambda: follower.trouble() is None, "it follows")
        casino.tick()
        casino.tick()
        eventually(lambda: len(stated(casino)) == 1, "the figures are stated")
    finally:
        follower.stop()
    casino.project()
    found = fold_again(casino.conninfo)
    assert (found.faults, found.statements) == ((), 1)


def test_nothing_is_stated_of_events_that_are_not_the_logs(casino: Casino) -> None:
    """The root over what was folded must be the log's own at that size."""
    casino.tick()
    casino.project()
    casino.tick()
    with Runner(casino.conninfo) as runner:
        statement = statement_of(runner, runner.written())
    say = say_figures(casino.installation)
    false = FiguresStated(
        as_of=statement.as_of, root="ab" * 32, law=statement.law, shape=statement.shape, tables=()
    )
    with pytest.raises(HaltedError, match="no figures are stated"):
        say(false)
    assert stated(casino) == []
    assert say(statement) is not None
