"""Bilhetes codificados: what each is worth, who took it, and what is wrong with it (R12).

A ticket is issued once and taken once, at a machine or at a desk, for what stands on it. It is owed
from its issue until it is taken, and by default never expires.
"""

from operator import attrgetter
from typing import Final

from msgspec import Struct, field

from projections.base.produced import Fault
from projections.replay.settlement import money_text

RULE: Final = "MÁQ R12"


class Move(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A ticket issued or taken."""

    position: int
    amount: int
    place: str | None
    at: str
    by: str
    """``machine``, ``desk``, or ``declared`` where it ran before the ledger."""
    first: int | None = None
    """Where it was said first, if it was corrected since."""

    @property
    def order(self) -> int:
        """The place of this move among the moves of its ticket."""
        return self.position if self.first is None else self.first


class Ticket(Struct, kw_only=True):
    """One bilhete."""

    ticket: str
    until: str | None = None
    issues: list[Move] = field(default_factory=list[Move])
    taken: list[Move] = field(default_factory=list[Move])

    @property
    def owed(self) -> int:
        """The ticket's part in the sum in circulation; below zero where too much was taken."""
        return sum(one.amount for one in self.issues) - sum(one.amount for one in self.taken)

    @property
    def state(self) -> str:
        """``issued``, ``taken`` or ``wrong``."""
        if len(self.issues) != 1 or len(self.taken) > 1 or (self.taken and self.owed):
            return "wrong"
        return "taken" if self.taken else "issued"

    def in_order(self) -> None:
        """Sort the moves by when they were first said: a corrected move keeps its place."""
        self.issues.sort(key=attrgetter("order"))
        self.taken.sort(key=attrgetter("order"))

    def without(self, position: int) -> None:
        """Take out what an event said, because it was corrected."""
        self.issues = [one for one in self.issues if one.position != position]
        self.taken = [one for one in self.taken if one.position != position]


def faults_of(ticket: Ticket) -> list[Fault]:
    """Return everything that is wrong with a ticket now."""
    found: list[Fault] = []
    first = ticket.issues[0] if ticket.issues else None
    for again in ticket.issues[1:]:
        assert first is not None
        found.append(
            _fault(ticket, "issued_twice", (first, again), "one issue", money_text(again.amount))
        )
    for number, one in enumerate(ticket.taken):
        if first is None:
            found.append(_fault(ticket, "unknown", (one,), "an issue", money_text(one.amount)))
        elif number == 0 and one.amount != first.amount:
            expected, recorded = money_text(first.amount), money_text(one.amount)
            amount = one.amount - first.amount
            found.append(_fault(ticket, "altered", (first, one), expected, recorded, amount))
        in_time = ticket.until is None or one.at <= ticket.until
        if first is not None and number == 0 and not in_time:
            found.append(_fault(ticket, "expired", (first, one), f"until {ticket.until}", one.at))
        if number > 0:
            before = ticket.taken[0]
            found.append(
                _fault(
                    ticket,
                    "taken_twice",
                    (before, one),
                    f"once, at {before.place}",
                    f"again, at {one.place}",
                    one.amount,
                )
            )
    return found


def _fault(
    ticket: Ticket,
    fact: str,
    moves: tuple[Move, ...],
    expected: str,
    recorded: str,
    amount: int | None = None,
) -> Fault:
    return Fault(
        code="MQ-TICKET",
        rule=RULE,
        positions=tuple(sorted({one.position for one in moves})),
        place=moves[-1].place,
        expected=expected,
        recorded=recorded,
        amount=amount,
        facts={"fact": fact, "ticket": ticket.ticket},
    )
