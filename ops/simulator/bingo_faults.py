"""What can be done wrong in a bingo room, and what must be found of it."""

from typing import ClassVar

from ops.simulator.bingo_play import Play


class Bingo(Play):
    """A bingo room in which everything can go wrong."""

    FAULTS: ClassVar[tuple[str, ...]] = ()
