"""The money of a round by seat: declared beside recalculated, with why and the rules' numbers.

A payment of one bet stands on that bet's line. One of several bets, or of a seat as a whole, stands
on the seat alone: what each of its bets got of it, nobody said.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from api.console.drawings.felt import Felt
from api.console.drawings.words import Words
from projections.replay.record import Payment
from projections.replay.registry import Verdict
from projections.replay.settlement import Award, Line, Outcome, Step

FEW: Final = 40
"""Lines of a seat that are written out; of more it is said how many there are."""
SALES: Final = 100_000_000
"""Of bingo, below this a line's number is a sale's."""


@dataclass(frozen=True)
class Why:
    """A sentence of an explanation, with the rule it applies."""

    text: str
    rule: str


@dataclass(frozen=True)
class MoneyLine:
    """One stake, or a seat's share."""

    what: str
    why: tuple[Why, ...]
    stake: int
    due: int | None
    """None where the rules could not say."""
    paid: int | None
    """None where it was paid together with others."""

    @property
    def difference(self) -> int | None:
        """Paid less due; None where either is not known."""
        return None if self.due is None or self.paid is None else self.paid - self.due


@dataclass(frozen=True)
class SeatMoney:
    """All the money of a seat."""

    seat: int
    name: str
    colour: int
    lines: tuple[MoneyLine, ...]
    more: int
    stake: int
    due: int | None
    paid: int | None
    """None where the table records no payouts: then nothing is compared."""

    @property
    def difference(self) -> int | None:
        """Paid less due; None where either is not known."""
        return None if self.due is None or self.paid is None else self.paid - self.due

    @property
    def one(self) -> MoneyLine | None:
        """The seat's line, where it has just one."""
        return self.lines[0] if len(self.lines) == 1 and not self.more else None


@dataclass(frozen=True)
class Money:
    """All the money of a round."""

    seats: tuple[SeatMoney, ...]
    commission_due: int
    commission_taken: int

    @property
    def stake(self) -> int:
        """The sum of the stakes."""
        return sum(one.stake for one in self.seats)

    @property
    def due(self) -> int:
        """The sum due by the rules."""
        return sum(one.due or 0 for one in self.seats)

    @property
    def paid(self) -> int | None:
        """The sum of the payments; None where the table records none."""
        return sum(one.paid or 0 for one in self.seats) if self.compared else None

    @property
    def compared(self) -> bool:
        """Whether payments are recorded here, so that they can be compared."""
        return all(one.paid is not None for one in self.seats)

    @property
    def known(self) -> bool:
        """Whether the rules could say all that is due."""
        return all(one.due is not None for one in self.seats)

    @property
    def difference(self) -> int | None:
        """Paid less due; None where either is not known."""
        return self.paid - self.due if self.known and self.paid is not None else None


def why_of(steps: Iterable[Step], of: Struct, words: Words) -> tuple[Why, ...]:
    """Put an explanation into words, its amounts as the page writes money."""
    return tuple(Why(step.sentence(words.language, of, words.money), step.rule) for step in steps)


def money_of(verdict: Verdict, felt: Felt, words: Words) -> Money:
    """Return the money of a round by seat; ``felt`` is the table at its end."""
    settlement, payments = verdict.settlement, verdict.record.payments
    by_seat: dict[int, list[tuple[int, Line]]] = {}
    for at, line in enumerate(settlement.lines):
        by_seat.setdefault(line.seat, []).append((at, line))
    paid = _paid_by_seat(settlement.lines, payments)
    alone = _paid_alone(settlement.lines, payments)
    awards = _awards(settlement.awards, payments, words)
    compared = not verdict.not_compared or bool(payments)
    colours = _colours(felt)
    seats: list[SeatMoney] = []
    for seat in dict.fromkeys([*by_seat, *paid, *awards]):
        lines = by_seat.get(seat, [])
        stays = sum(line.due for _, line in lines if line.stays) if not paid.get(seat) else 0
        shown = [
            MoneyLine(
                what=_what(line, felt, words),
                why=why_of(line.why, line, words),
                stake=line.stake,
                due=_due(line, verdict.aside.get(at, 0), paid.get(seat, 0)),
                paid=_on_line(at, line, lines, alone, paid.get(seat, 0), stays)
                if compared
                else None,
            )
            for at, line in _worth_showing(lines)
        ]
        extra = awards.get(seat, [])
        dues = [_due(line, verdict.aside.get(at, 0), paid.get(seat, 0)) for at, line in lines]
        known = [one for one in dues if one is not None]
        seats.append(
            SeatMoney(
                seat=seat,
                name=_seat_name(seat, words, felt),
                colour=colours.get(seat, 0),
                lines=(*shown[:FEW], *extra),
                more=max(0, len(lines) - len(shown[:FEW])),
                stake=sum(line.stake for _, line in lines),
                due=None
                if len(known) < len(dues) and not known
                else sum(known) + sum(one.due or 0 for one in extra),
                paid=paid.get(seat, 0) + stays + sum(one.paid or 0 for one in extra)
                if compared
                else None,
            )
        )
    return Money(
        seats=tuple(seats),
        commission_due=sum(one.amount for one in settlement.commissions),
        commission_taken=felt.commission,
    )


def _colours(felt: Felt) -> dict[int, int]:
    order = dict.fromkeys(stake.seat for stake in felt.bets.values())
    return {seat: number for number, seat in enumerate(order, 1) if number <= 4}


def _worth_showing(lines: Sequence[tuple[int, Line]]) -> Sequence[tuple[int, Line]]:
    """Leave out the sales of bingo where prizes stand beside them: they are too many."""
    prizes = [(at, line) for at, line in lines if line.bet is None or line.bet >= SALES]
    return prizes if prizes and len(lines) > FEW else lines


def _seat_name(seat: int, words: Words, felt: Felt) -> str:
    if felt.game == "bingo":
        return words("Sala", "Room")
    if felt.game == "maquinas":
        return words("Jogador", "Player")
    name = words.seat(seat)
    return name[:1].upper() + name[1:]


def _what(line: Line, felt: Felt, words: Words) -> str:
    stake = felt.bets.get(line.bet) if line.bet is not None else None
    if stake is None:
        return "" if line.bet is None or line.bet >= SALES else f"n.º {line.bet}"
    return words.chance(stake.chance, stake.selection.split("/", maxsplit=1)[0])


def _due(line: Line, aside: int, paid_seat: int) -> int | None:
    """Return the amount due of a line; an undecided line of a seat that was paid is due nothing."""
    if line.outcome is Outcome.PENDENTE:
        return 0 if paid_seat else None
    return line.due + aside


def _paid_by_seat(lines: Sequence[Line], payments: Iterable[Payment]) -> dict[int, int]:
    """Return the sum paid to each seat; a payment of bets goes to the seat of the bets."""
    seat_of = {line.bet: line.seat for line in lines if line.bet is not None}
    paid: dict[int, int] = {}
    for payment in payments:
        if payment.award is None:
            named = next((seat_of[bet] for bet in payment.bets if bet in seat_of), payment.seat)
            paid[named] = paid.get(named, 0) + payment.total
    return paid


def _paid_alone(lines: Sequence[Line], payments: Iterable[Payment]) -> Mapping[int, int | None]:
    """Return by bet what was paid for it alone; None of bets that were paid with others."""
    counts: dict[int, int] = {}
    for line in lines:
        if line.bet is not None:
            counts[line.bet] = counts.get(line.bet, 0) + 1
    found: dict[int, int | None] = {bet: None for bet, count in counts.items() if count > 1}
    for payment in payments:
        if payment.award is not None:
            continue
        for bet in payment.bets:
            before = found.get(bet, 0)
            joint = len(payment.bets) > 1 or before is None
            found[bet] = None if joint else (before or 0) + payment.total
    return found


def _on_line(
    at: int,
    line: Line,
    lines: Sequence[tuple[int, Line]],
    alone: Mapping[int, int | None],
    of_seat: int,
    stays: int,
) -> int | None:
    if len(lines) == 1:
        return of_seat + stays
    if line.bet is None:
        return None
    whole_seat = any(other.bet is None for n, other in lines if n != at)
    return None if whole_seat else alone.get(line.bet, 0)


def _awards(
    awards: Iterable[Award], payments: Iterable[Payment], words: Words
) -> dict[int, list[MoneyLine]]:
    """Return by seat the prizes of jackpots, due and paid."""
    due: dict[tuple[str, int], list[Award]] = {}
    for award in awards:
        due.setdefault((award.pool, award.seat), []).append(award)
    paid: dict[tuple[str, int], int] = {}
    for payment in payments:
        if payment.award is not None:
            key = payment.award, payment.seat
            paid[key] = paid.get(key, 0) + payment.amount
    found: dict[int, list[MoneyLine]] = {}
    for key in dict.fromkeys([*due, *paid]):
        told = due.get(key, [])
        found.setdefault(key[1], []).append(
            MoneyLine(
                what=words("acumulado", "jackpot"),
                why=tuple(why for award in told for why in why_of(award.why, award, words)),
                stake=0,
                due=sum(award.amount for award in told),
                paid=paid.get(key, 0),
            )
        )
    return found
