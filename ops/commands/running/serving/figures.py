"""How a service records what it states of its figures: through its door, once the log agrees."""

from typing import Any

from ledger.events.registry import FiguresStated
from ops.installation import Installation
from projections.base.errors import HaltedError
from projections.running.figures.stating import Say


def say_figures(installation: Installation) -> Say:
    """Return a way to record statements, if the events that were folded are the log's own."""

    def say(statement: FiguresStated) -> Any:
        tree = installation.log.tree
        if tree.noted() < statement.as_of:
            return None  # the next tick notes it, in a second
        root = tree.at(statement.as_of).root()
        if root.hex() != statement.root:
            raise HaltedError(
                f"what was folded up to position {statement.as_of} has the root {statement.root}, "
                f"the log {root.hex()}: no figures are stated; `razao verify` says more"
            )
        return installation.door.say(statement).receipt

    return say


def nobody_says(_: FiguresStated) -> None:
    """Record nothing."""
