"""Stud póquer as the roster seats it: the table's course, bound to its faults."""

from collections.abc import Mapping
from typing import Any, ClassVar

from typing_extensions import override

from ledger.events.jackpots import PoolOpened
from ops.simulator.games.house_cards.seat_faults import opened_wrongly
from ops.simulator.games.house_cards.stud_poker.faults import CARRIED, FAULTS, wrong_terms
from ops.simulator.games.house_cards.stud_poker.table import StudTable
from ops.simulator.parties.fault import Wrong


class StudPoker(StudTable):
    """A table of stud póquer at which faults can be planted."""

    WRONGS: ClassVar[Mapping[str, Wrong[Any, Any]]] = FAULTS
    FAULTS: ClassVar[tuple[str, ...]] = tuple(FAULTS)

    @override
    def terms(self) -> PoolOpened:
        return wrong_terms(self, super().terms())

    @override
    def options(self) -> dict[str, Any]:
        return {**super().options(), **opened_wrongly(self)}

    @override
    def take_fault(self) -> str | None:
        """Take the fault that is due; first one that needs a chip that came over, if there is."""
        if self.waiting:
            due = [at for at, one in sorted(self.faults.items()) if one in CARRIED]
            if due and due[0] <= self.occasion:
                self.faults[0] = self.faults.pop(due[0])
        return super().take_fault()
