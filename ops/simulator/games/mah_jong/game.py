"""The tables of mah-jong that are seated: the conventional game and the simplified one."""

from collections.abc import Mapping
from typing import ClassVar

from ops.simulator.games.mah_jong.faults import CONVENTIONAL, SIMPLIFIED
from ops.simulator.games.mah_jong.play import MahJongCourse
from ops.simulator.kit import tiles
from ops.simulator.parties.fault import Wrong


class MahJong(MahJongCourse):
    """A table of conventional mah-jong."""

    WRONGS: ClassVar[Mapping[str, Wrong]] = CONVENTIONAL
    FAULTS: ClassVar[tuple[str, ...]] = tuple(CONVENTIONAL)


class MahJongSimplificado(MahJong):
    """A table of simplified mah-jong."""

    WRONGS: ClassVar[Mapping[str, Wrong]] = SIMPLIFIED
    FAULTS: ClassVar[tuple[str, ...]] = tuple(SIMPLIFIED)
    VARIANT: ClassVar[str] = "simplificado"
    STOCK: ClassVar[tuple[str, ...]] = tiles.SIMPLIFIED
    SETS: ClassVar[int] = 1
    DICE: ClassVar[int] = 2
