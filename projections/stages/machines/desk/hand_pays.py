"""Prizes and balances paid at the desk (R12), beside what the machine's register says is owed.

A prize that waits for a hand is owed from its jogada; a balance (CCM) from the slip itself. What
the machine's register says goes before what a slip says (R15).
"""

from typing import Final

from msgspec import Struct, field, structs

from projections.base.produced import Fault
from projections.replay.settlement import money_text

RULE: Final = "MÁQ R12, R15"
LAWFUL_MEANS: Final = frozenset({"cash", "cheque", "transfer", "account"})
"""Money, the operator's cheque, other lawful means; parameter ``meios_de_pagamento``."""
PRIZES: Final = ("PAM", "PAPh")
CANCELLED: Final = "CCM"


class Slip(Struct, frozen=True, kw_only=True, gc=False):
    """One payment at the desk."""

    position: int
    category: str
    amount: int
    means: str
    slip: str | None
    lawful: bool
    told: str = "desk"
    """By whose word: ``desk``, ``pool`` or ``both``."""
    also: int | None = None
    """Of both, where the second of them told it."""
    first: str = ""
    """Of both, who told it first."""

    def without(self, position: int) -> "Slip | None":
        """Return the slip without what was told at a position; None where nobody else tells it."""
        if self.also == position:
            return structs.replace(self, told=self.first, also=None, first="")
        if self.position != position:
            return self
        if self.also is None:
            return None
        other = "desk" if self.first == "pool" else "pool"
        return structs.replace(self, position=self.also, told=other, also=None, first="")


class HandPay(Struct, kw_only=True):
    """A hand payment: the register's debt and the desk's slips, of one jogada or of none."""

    subject: str
    """The play's name, or the slip's event where no play is known."""
    machine: str | None
    day: str
    play: int | None = None
    """Position of the jogada."""
    owed: dict[str, int] = field(default_factory=dict[str, int])
    """Category to what the register says."""
    slips: list[Slip] = field(default_factory=list[Slip])
    void: bool = False

    @property
    def paid(self) -> int:
        """The sum that the desk has paid."""
        return sum(one.amount for one in self.slips)

    @property
    def due(self) -> int:
        """The sum that the register says is to be paid."""
        return 0 if self.void else sum(self.owed.values())

    @property
    def open(self) -> bool:
        """Whether something is still to be paid."""
        return self.paid < self.due


def faults_of(one: HandPay) -> list[Fault]:
    """Return the present faults of a hand payment; a payment still awaited is no fault."""
    found: list[Fault] = []
    for slip in one.slips:
        if slip.slip is None:
            found.append(_fault(one, "slip", (slip.position,), "a guia or bilhete", "none"))
        if not slip.lawful:
            expected = ", ".join(sorted(LAWFUL_MEANS))
            found.append(_fault(one, "means", (slip.position,), expected, slip.means))
    prizes = [slip for slip in one.slips if slip.category in PRIZES]
    if not prizes:
        return found
    positions = tuple(
        sorted({*(slip.position for slip in prizes), *([one.play] if one.play else ())})
    )
    for category in sorted({slip.category for slip in prizes}):
        paid = sum(slip.amount for slip in prizes if slip.category == category)
        due = 0 if one.void else one.owed.get(category, 0)
        parts = len([slip for slip in prizes if slip.category == category])
        if paid > due or (parts == 1 and paid != due):
            found.append(
                _fault(
                    one,
                    "amount",
                    positions,
                    f"{category} {money_text(due)}",
                    money_text(paid),
                    paid - due,
                )
            )
    return found


def _fault(
    one: HandPay,
    fact: str,
    positions: tuple[int, ...],
    expected: str,
    recorded: str,
    amount: int | None = None,
) -> Fault:
    return Fault(
        code="MQ-HAND",
        rule=RULE,
        positions=positions,
        place=one.machine,
        expected=expected,
        recorded=recorded,
        amount=amount,
        facts={"fact": fact, "of": one.subject},
    )
