"""Nights at a table of roleta francesa: who launches and who pays are two (RF R3); calls online."""

from collections.abc import Mapping
from typing import ClassVar

from typing_extensions import override

from ledger.events.tables import StaffChanged
from ops.simulator.games.wheels.roulette.cloth import EVEN, GRANDE, PEQUENA, VADIOS, Parts
from ops.simulator.games.wheels.roulette.faults import FRENCH_FAULTS
from ops.simulator.games.wheels.roulette.table import Roulette
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

ORDER = (
    ("coluna",),
    ("duzia",),
    EVEN,
    ("linha",),
    ("rua",),
    ("quadro",),
    ("cavalo",),
    ("pleno",),
)
"""R26, which names no place for cavalos of dozens and columns, nor for what is played online."""


class RoletaFrancesa(Roulette):
    """A table of roleta francesa."""

    GAME: ClassVar[str] = "roleta_francesa"
    WRONGS: ClassVar[Mapping[str, Wrong]] = FRENCH_FAULTS
    FAULTS: ClassVar[tuple[str, ...]] = tuple(FRENCH_FAULTS)
    SERIES: ClassVar[Mapping[str, Parts]] = {
        "serie_0_2_3": GRANDE,
        "serie_5_8": PEQUENA,
        "orfaos": VADIOS,
    }
    CALLS_ONLINE_ONLY: ClassVar[bool] = True
    RANK: ClassVar[Mapping[str, int]] = {
        tipo: rank for rank, tipos in enumerate(ORDER) for tipo in tipos
    }
    STYLES: ClassVar[tuple[str, ...]] = ("line",)
    """R25, R30: a player's prizes go out together, told apart."""
    NULL_RULE: ClassVar[str] = "RF R27"
    VOID_RULE: ClassVar[str] = "RF R47"

    @property
    @override
    def thrower(self) -> str:
        return self._dealers[1]

    @override
    def open(self) -> Telling:
        opening = super().open()
        yield next(opening)
        yield self.say(StaffChanged(post="lancador", person=self.thrower))
        yield from opening

    @override
    def staff_turns(self) -> Telling:
        """Let the pagador rest within the hour and the lancador pay; a third launches."""
        before = self.dealer
        yield from super().staff_turns()
        if self.dealer != before:
            yield self.say(StaffChanged(post="lancador", person=self.thrower, replaced=self.dealer))
