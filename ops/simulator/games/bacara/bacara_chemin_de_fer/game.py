"""Bacará chemin de fer as the roster seats it: the table's course, bound to its faults."""

from collections.abc import Mapping
from typing import Any, ClassVar

from typing_extensions import override

from ops.simulator.games.bacara.bacara_chemin_de_fer.faults.all import FAULTS
from ops.simulator.games.bacara.bacara_chemin_de_fer.faults.shoe import late_shoe
from ops.simulator.games.bacara.bacara_chemin_de_fer.table import CheminDeFerTable
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling


class BacaraCheminDeFer(CheminDeFerTable):
    """A table of bacará chemin de fer at which faults can be planted."""

    WRONGS: ClassVar[Mapping[str, Wrong[Any, Any]]] = FAULTS
    FAULTS: ClassVar[tuple[str, ...]] = tuple(FAULTS)

    @override
    def close(self) -> Telling:
        yield from late_shoe(self)
        yield from super().close()
