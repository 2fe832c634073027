"""The right names of wrong payments: of a challenge, of a tie."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import structs

from projections.replay.games.house_cards.desafio_ao_casino.record import (
    DesafioAoCasinoRecord,
    DesafioAoCasinoRules,
)
from projections.replay.kit.lookup import lookup
from projections.replay.kit.memo import once
from projections.replay.settlement import Found, Line, Outcome, Settlement, money_text


def payment_code(
    record: DesafioAoCasinoRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name a wrong payment: of a challenge, of a tie."""
    del record, due, paid
    if settlement.void:
        return None
    cited = [rule for line in lines for rule in line.rules]
    duels = [rule for rule in cited if rule.startswith("DC R14")]
    if duels:
        return "DC-WAR", duels[0]
    ties = [rule for rule in cited if rule in ("DC R11", "DC R12 a")]
    return ("DC-TIE", ties[0]) if ties else None


def relabel(
    record: DesafioAoCasinoRecord,
    rules: DesafioAoCasinoRules,
    settlement: Settlement,
    fault: Found,
) -> Found | None:
    """Compare both stakes of a challenge as a sum; leave undecidable payments alone.

    A tie of which nothing says what the player chose, or a hand without its cards, has its finding
    where the table records such facts; what was paid for it is right or wrong by nothing.
    """
    del rules
    bets = fault.facts.get("bets", [])
    if not bets:
        return None if _is_pending(record, settlement, fault) else fault
    pair, numbers, paid = _challenges(record, settlement).get(fault.seat, _NONE)
    if not numbers.issuperset(bets) or len(pair) == len(bets):
        return fault
    due, total, wrong = _sums(record, settlement)[fault.seat]
    if total == due:
        return None
    if wrong is None:  # of a number that two of the bets bear, only the sum is wrong
        return fault
    if bets[0] != wrong:
        return None
    return structs.replace(
        fault,
        code="PAY-NONE" if not paid else "DC-WAR",
        bet=None,
        expected=money_text(due),
        recorded=money_text(total),
        amount=total - due,
        facts={"bets": sorted(numbers)},
    )


class _Challenge(NamedTuple):
    """The stakes of a seat's challenge, their numbers, and what was paid for each."""

    lines: list[Line]
    numbers: set[int]
    paid: dict[int | None, int]


_NONE: Final = _Challenge([], set(), {})


@once
def _challenges(
    record: DesafioAoCasinoRecord, settlement: Settlement
) -> dict[int | None, _Challenge]:
    """Return the stake and the payment of each seat that challenged the house."""
    found: dict[int | None, _Challenge] = {}
    for line in settlement.lines:
        if line.bet is not None and "DC R13" in line.rules:
            one = found.setdefault(line.seat, _Challenge([], set(), {}))
            one.lines.append(line)
            one.numbers.add(line.bet)
    for one in found.values():
        for payment in lookup(record, settlement).payments(one.numbers):
            if one.numbers.issuperset(payment.bets):
                bet = payment.bets[0]
                one.paid[bet] = one.paid.get(bet, 0) + payment.total
    return found


@once
def _sums(
    record: DesafioAoCasinoRecord, settlement: Settlement
) -> dict[int | None, tuple[int, int, int | None]]:
    """Return the due and the paid of each challenge, and its first bet that was paid wrongly."""
    return {
        seat: (
            sum(line.due for line in one.lines),
            sum(one.paid.values()),
            next((line.bet for line in one.lines if line.due != one.paid.get(line.bet, 0)), None),
        )
        for seat, one in _challenges(record, settlement).items()
    }


def _is_pending(record: DesafioAoCasinoRecord, settlement: Settlement, fault: Found) -> bool:
    """Tell whether a payment is of a bet that nothing in the record decides."""
    return fault.seat in _pending_seats(record, settlement)


@once
def _pending_seats(record: DesafioAoCasinoRecord, settlement: Settlement) -> set[int]:
    """Return the seats of which some bet is undecided, and some payment of that or of all."""
    waiting: dict[int, set[int | None]] = {}
    for line in settlement.lines:
        if line.outcome is Outcome.PENDENTE:
            waiting.setdefault(line.seat, set()).add(line.bet)
    return {
        one.seat
        for one in record.payments
        if one.seat in waiting and (not one.bets or not waiting[one.seat].isdisjoint(one.bets))
    }
