"""Days at a table of cussec, with whatever can be done wrongly there."""

from collections.abc import Mapping
from typing import ClassVar

from ops.simulator.games.dice.cussec.faults import CUSSEC, OPENED_UNPAID
from ops.simulator.games.dice.cussec.table import CussecTable
from ops.simulator.parties.fault import Wrong


class Cussec(CussecTable):
    """A table of cussec, rightly or wrongly."""

    WRONGS: ClassVar[Mapping[str, Wrong]] = CUSSEC
    FAULTS: ClassVar[tuple[str, ...]] = tuple(CUSSEC)
    GOES_ON: ClassVar[frozenset[str]] = frozenset({OPENED_UNPAID})
