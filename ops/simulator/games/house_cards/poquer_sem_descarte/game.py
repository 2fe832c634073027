"""Póquer sem descarte as the roster seats it: the table's course, bound to its faults."""

from collections.abc import Mapping
from typing import Any, ClassVar

from typing_extensions import override

from ledger.events.jackpots import PoolOpened
from ops.simulator.games.house_cards.poquer_sem_descarte import faults
from ops.simulator.games.house_cards.poquer_sem_descarte.jogada import SemDescarteJogada
from ops.simulator.games.house_cards.poquer_sem_descarte.table import SemDescarteTable
from ops.simulator.games.house_cards.seat_faults import opened_wrongly
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling


class PoquerSemDescarte(SemDescarteTable):
    """A table of póquer sem descarte at which faults can be planted."""

    WRONGS: ClassVar[Mapping[str, Wrong[Any, Any]]] = faults.FAULTS
    FAULTS: ClassVar[tuple[str, ...]] = tuple(faults.FAULTS)

    @override
    def terms(self) -> PoolOpened:
        return faults.wrong_terms(self, super().terms())

    @override
    def options(self) -> dict[str, Any]:
        return {**super().options(), **opened_wrongly(self)}

    @override
    def over(self, jogada: SemDescarteJogada) -> None:
        faults.count_abstention(self, jogada)
        super().over(jogada)

    @override
    def close(self) -> Telling:
        """Close; an abstention that is not told yet is told another day."""
        if self.abstainer is not None:
            self.put_off(faults.ABSTAINS)
            self.abstainer = None
        yield from super().close()
