"""The table of desafio ao casino that is seated, with every fault that can be made at it."""

from collections.abc import Mapping
from typing import ClassVar

from ops.simulator.games.house_cards.desafio_ao_casino.faults import DESAFIO
from ops.simulator.games.house_cards.desafio_ao_casino.table import DesafioTable
from ops.simulator.parties.fault import Wrong


class DesafioAoCasino(DesafioTable):
    """A table of desafio ao casino, on request with faults."""

    WRONGS: ClassVar[Mapping[str, Wrong]] = DESAFIO
    FAULTS: ClassVar[tuple[str, ...]] = tuple(DESAFIO)
