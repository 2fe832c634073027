"""A gaming table as those see it who count its money: the tray, the drop box, the slot of fees."""

from collections.abc import Mapping
from typing import ClassVar, Final

from ledger.events.base import Payload
from ops.simulator.parties.party import Party, Place
from ops.simulator.parties.terminal import Said

FLOAT: Final = 100_000_000


class Counted(Party):
    """A party with chips in a tray and notes in a box, which two people count."""

    BANKED: ClassVar[bool] = True
    """Whether the house plays: stakes and prizes go to its tray and come from it. Where players
    play each other, only what they buy leaves it, and the house's share goes to a slot of its own.
    """

    ADMITTED: ClassVar[str | None] = None
    """A profile other than the house's own, which an act admits at this table."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Fill the tray with the approved capital."""
        super().__init__(where, faults)
        self.capital: int = FLOAT
        """The approved initial capital."""
        self.float: int = FLOAT
        """Chips in the bank's tray."""
        self.cash: int = 0
        """Notes in the drop box."""
        self.fees: int = 0
        """Chips in the slot of cagnotte and commissions, where the house does not play."""

    @property
    def counters(self) -> tuple[str, str]:
        """Badges of those who count the float; each confirms it with his own key."""
        return f"{self.badge}-chefe", f"{self.badge}-fiscal"

    @property
    def box_counters(self) -> tuple[str, str]:
        """Badges of the count team, who open the box and the slot: none of them was on post."""
        return f"{self.badge}-recolha-1", f"{self.badge}-recolha-2"

    def say(
        self,
        payload: Payload,
        round_id: str | None = None,
        *,
        after: tuple[int, int] = (0, 2),
        approved_by: tuple[str, ...] = (),
    ) -> Said:
        """Return an event of the table's terminal, some seconds after the last."""
        raise NotImplementedError
