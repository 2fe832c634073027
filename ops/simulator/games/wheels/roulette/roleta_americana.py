"""Nights at a table of roleta americana: three wheels, series and neighbours (RA R3, R20, R37)."""

from collections.abc import Mapping
from typing import ClassVar

from ops.simulator.games.wheels.roulette.cloth import EVEN, FRENCH, GRANDE, PEQUENA, VADIOS, Parts
from ops.simulator.games.wheels.roulette.faults import AMERICAN
from ops.simulator.games.wheels.roulette.table import Roulette
from ops.simulator.parties.fault import Wrong

SERIES: Mapping[str, Parts] = {
    "serie_grande": GRANDE,
    "serie_pequena": PEQUENA,
    "vadios": VADIOS,
}
ORDER = (
    ("coluna",),
    EVEN,
    ("duzia",),
    ("vizinhos",),
    tuple(SERIES),
    ("linha",),
    ("rua",),
    ("quadro",),
    ("cavalo",),
    ("pleno",),
)
"""R37, which names no place for the cavalos of dozens and columns."""


class RoletaAmericana(Roulette):
    """A table of roleta americana."""

    GAME: ClassVar[str] = "roleta_americana"
    WRONGS: ClassVar[Mapping[str, Wrong]] = AMERICAN
    FAULTS: ClassVar[tuple[str, ...]] = tuple(AMERICAN)
    SERIES: ClassVar[Mapping[str, Parts]] = SERIES
    RANK: ClassVar[Mapping[str, int]] = {
        tipo: rank for rank, tipos in enumerate(ORDER) for tipo in tipos
    }
    WHEELS: ClassVar[tuple[str, ...]] = (FRENCH, FRENCH, "americana38", FRENCH, "americana37")
    NULL_RULE: ClassVar[str] = "RA R35"
    VOID_RULE: ClassVar[str] = "RA R53"
