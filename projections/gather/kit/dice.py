"""Throws and sets of dice, as the records of dice games take them from events.

- ``dice-rolled`` is a throw; its ``null`` says why it does not count. ``coup-nulled`` after it says
  the same of the last throw, unless that has a reason already that can be read; before any throw it
  is one of which no die was legible.
- ``equipment-changed`` of item ``dice_set`` brings in the set in use; where it names no id, there
  is no set known. The set of the round is that of its last throw.
"""

from collections.abc import Mapping
from typing import ClassVar, Final

from msgspec import structs

from ledger.events.base import Payload
from ledger.events.outcomes import DiceRolled
from ledger.events.rounds import CoupNulled
from ledger.events.tables import EquipmentChanged
from projections.base.event import Event
from projections.gather.kit.bets import Facts
from projections.replay.kit.bets import Shift
from projections.replay.kit.dice import NULL_WORDS, DiceSet, Throw

DICE_SET: Final = "dice_set"


class DiceFacts(Facts):
    """The throws of a round, with the dice and the staff of the last of them."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **Facts.TAKES,
        DiceRolled: "on_throw",
        CoupNulled: "on_null",
        EquipmentChanged: "on_equipment",
    }

    def __init__(self, owner: str) -> None:
        """Begin with nothing thrown."""
        super().__init__(owner)
        self.throws: list[Throw] = []
        self.sets: list[DiceSet] = []
        """Every set brought in since the table opened."""
        self.set_in_use: DiceSet | None = None
        self.set_thrown: DiceSet | None = None
        """The set of the last throw."""
        self.staff_thrown: tuple[Shift, ...] | None = None
        """The staff at the table at the last throw."""

    @property
    def staff(self) -> tuple[Shift, ...]:
        """The staff at the table at the last throw, or now if there was no throw."""
        return tuple(self.shifts.values()) if self.staff_thrown is None else self.staff_thrown

    @property
    def dice_set(self) -> DiceSet | None:
        """The set of dice of the last throw, or the set in use if there was no throw."""
        return self.set_thrown if self.throws else self.set_in_use

    def on_throw(self, event: Event) -> None:
        """Take a throw."""
        payload: DiceRolled = event.payload
        self.throws.append(
            Throw(
                dados=payload.dice,
                nulo=payload.null,
                by=payload.by,
                at=event.at,
                seq=self.seq(event),
            )
        )
        self.set_thrown = self.set_in_use
        self.staff_thrown = tuple(self.shifts.values())

    def on_null(self, event: Event) -> None:
        """Take the call that the last throw was null."""
        payload: CoupNulled = event.payload
        if not self.throws:
            self.throws.append(
                Throw(dados=(), nulo=payload.cause, at=event.at, seq=self.seq(event))
            )
        elif self.throws[-1].nulo not in NULL_WORDS:
            self.throws[-1] = structs.replace(self.throws[-1], nulo=payload.cause)

    def on_equipment(self, event: Event) -> None:
        """Take a set of dice that was brought in or taken out."""
        payload: EquipmentChanged = event.payload
        if payload.item != DICE_SET:
            return
        if payload.id is None:
            self.set_in_use = None
            return
        self.set_in_use = DiceSet(
            id=payload.id,
            since=event.at,
            reason=payload.reason,
            replaced=payload.replaced,
            seal=payload.seal,
            witnesses=len(set(payload.witnesses)),
            seq=self.seq(event),
        )
        self.sets.append(self.set_in_use)
