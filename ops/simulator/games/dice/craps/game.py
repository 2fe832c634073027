"""The table of craps that is seated, with every fault that can be made at it."""

from collections.abc import Mapping
from typing import ClassVar

from ops.simulator.games.dice.craps.faults import CRAPS
from ops.simulator.games.dice.craps.table import CrapsTable
from ops.simulator.parties.fault import Wrong


class Craps(CrapsTable):
    """A table of craps, on request with faults."""

    COUNTING: ClassVar[bool] = True
    WRONGS: ClassVar[Mapping[str, Wrong]] = CRAPS
    FAULTS: ClassVar[tuple[str, ...]] = tuple(CRAPS)
    OPENINGS: ClassVar[frozenset[str]] = frozenset(
        name for name, wrong in CRAPS.items() if "opening" in wrong.instead
    )
