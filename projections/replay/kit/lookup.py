"""The lines and payments of a round by bet and by seat: found at once, however many there are."""

from collections.abc import Iterable

from projections.replay.kit.memo import once
from projections.replay.record import Payment, Record
from projections.replay.settlement import Line, Settlement


class Lookup:
    """Where the lines and payments of a round stand."""

    def __init__(self, record: Record, settlement: Settlement) -> None:
        """Read the settlement and the payments once."""
        self._lines = settlement.lines
        self._payments = record.payments
        self._lines_of_bet: dict[int, list[int]] = {}
        self._lines_of_seat: dict[int | None, list[Line]] = {}
        for at, line in enumerate(settlement.lines):
            if line.bet is None:
                self._lines_of_seat.setdefault(line.seat, []).append(line)
            else:
                self._lines_of_bet.setdefault(line.bet, []).append(at)
        self._payments_of_bet: dict[int, list[int]] = {}
        self._payments_of_seat: dict[int | None, list[Payment]] = {}
        for at, payment in enumerate(record.payments):
            if not payment.bets:
                self._payments_of_seat.setdefault(payment.seat, []).append(payment)
            for bet in dict.fromkeys(payment.bets):
                self._payments_of_bet.setdefault(bet, []).append(at)

    def lines(self, bets: Iterable[int]) -> list[Line]:
        """Return the lines of these bets, in the settlement's order."""
        of_bet = self._lines_of_bet
        return [
            self._lines[at]
            for at in sorted({at for bet in set(bets) for at in of_bet.get(bet, ())})
        ]

    def lines_of_seat(self, seat: int | None) -> list[Line]:
        """Return the lines of a seat that are of no bet, in the settlement's order."""
        return list(self._lines_of_seat.get(seat, ()))

    def payments(self, bets: Iterable[int]) -> list[Payment]:
        """Return the payments that name some of these bets, in the record's order."""
        of_bet = self._payments_of_bet
        places = {at for bet in set(bets) for at in of_bet.get(bet, ())}
        return [self._payments[at] for at in sorted(places)]

    def payments_of_seat(self, seat: int | None) -> list[Payment]:
        """Return the payments of a seat that name no bet, in the record's order."""
        return list(self._payments_of_seat.get(seat, ()))


@once
def lookup(record: Record, settlement: Settlement) -> Lookup:
    """Return where the lines and payments of a round stand."""
    return Lookup(record, settlement)
