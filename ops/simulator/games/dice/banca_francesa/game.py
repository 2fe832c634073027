"""The table of banca francesa that is seated, with every fault that can be made at it."""

from collections.abc import Mapping
from typing import ClassVar

from ops.simulator.games.dice.banca_francesa.faults import BANCA_FRANCESA
from ops.simulator.games.dice.banca_francesa.table import BancaFrancesaTable
from ops.simulator.parties.fault import Wrong


class BancaFrancesa(BancaFrancesaTable):
    """A table of banca francesa, on request with faults."""

    WRONGS: ClassVar[Mapping[str, Wrong]] = BANCA_FRANCESA
    FAULTS: ClassVar[tuple[str, ...]] = tuple(BANCA_FRANCESA)
    OPENINGS: ClassVar[frozenset[str]] = frozenset(
        name for name, wrong in BANCA_FRANCESA.items() if "opening" in wrong.instead
    )
