"""Wrong payments of a pot that every game of poker between players may show."""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from msgspec import structs

from ledger.events.rounds import Payout
from ops.simulator.games.poker.betting import Stakes

EXTRA: Final = 7
"""Minor units by which a payment differs: so few that they can be nothing else."""

Payouts = Sequence[Payout]


class Noting(Protocol):
    """A table of poker that plants findings."""

    def note(
        self, hand: Any, code: str, seat: int | None = None, amount: int | None = None
    ) -> None:
        """Plant a finding about a hand, with the sum that differs."""
        ...

    def plant(self, fault: str, code: str, round_id: str | None = None, **more: Any) -> None:
        """Plant a finding of a fault."""
        ...


def overpay(table: Noting, hand: Stakes, right: Payouts) -> Payouts:
    """Pay the only winner too much."""
    return [_other_sum(table, hand, right[0], EXTRA)]


def underpay(table: Noting, hand: Stakes, right: Payouts) -> Payouts:
    """Pay the only winner too little."""
    return [_other_sum(table, hand, right[0], -EXTRA)]


def _other_sum(table: Noting, hand: Stakes, one: Payout, more: int) -> Payout:
    table.note(hand, "PAY-DIFF", one.seat, more)
    return with_more(one, more)


def with_more(one: Payout, more: int) -> Payout:
    """Return a payment that is larger by ``more``."""
    return structs.replace(one, amount=one.amount + more)


def unpay(table: Noting, hand: Stakes, right: Payouts) -> Payouts:
    """Pay the only winner nothing."""
    table.note(hand, "PAY-NONE", right[0].seat, -right[0].amount)
    return []


def pay_other_seat(table: Noting, hand: Stakes, right: Payouts) -> Payouts:
    """Pay another than the only winner."""
    unpay(table, hand, right)
    one = right[0]
    other = next(player.seat for player in hand.live if player.seat != one.seat)
    table.note(hand, "PAY-DIFF", other, one.amount)
    return [structs.replace(one, seat=other)]


def ignore_side_pot(table: Noting, hand: Stakes, right: Payouts) -> Payouts:
    """Pay the winner of the main pot all pots."""
    due, seat = hand.divided.due(), right[0].seat
    for other, amount in due.items():
        paid = sum(due.values()) if other == seat else 0
        table.plant(hand.fault, "NB-SIDE", hand.name, seat=other, due=amount, paid=paid)
    return [Payout(seat=seat, amount=sum(due.values()), pot=0)]
