"""Days at a table of craps, with what can be done wrongly at it."""

from typing import ClassVar

from ops.simulator.craps_play import CrapsTable


class Craps(CrapsTable):
    """A table of craps, on request with faults."""

    FAULTS: ClassVar[tuple[str, ...]] = ()
