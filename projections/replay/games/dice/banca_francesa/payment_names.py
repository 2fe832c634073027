"""The right names of wrong payments: undecided bets, odds, chips on a line."""

from collections.abc import Sequence

from projections.replay.games.dice.banca_francesa.record import (
    BancaFrancesaRecord,
    BancaFrancesaRules,
)
from projections.replay.games.dice.banca_francesa.settling import Laid, bets_at
from projections.replay.games.dice.banca_francesa.throws import deciding
from projections.replay.kit.lookup import lookup
from projections.replay.kit.memo import once
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Line, Outcome, Settlement


def payment_code(
    record: BancaFrancesaRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name a wrong payment: of bets on which nothing was decided online, or at wrong odds."""
    del due, paid
    if not lines and not settlement.result:
        return ("VOID-MISS", "BF R36") if record.mode != PHYSICAL else None
    if any(line.outcome is Outcome.GANHA for line in lines):
        return "BF-PAY", "BF R26"
    return None


@once
def _laid(record: BancaFrancesaRecord, rules: BancaFrancesaRules) -> dict[int, list[Laid]]:
    """Return the bets as they lay when the dice decided, by number."""
    found: dict[int, list[Laid]] = {}
    for one in bets_at(record, rules, deciding(record)):
        found.setdefault(one.bet.bet, []).append(one)
    return found


def name_payment(
    record: BancaFrancesaRecord,
    rules: BancaFrancesaRules,
    settlement: Settlement,
    found: Found,
) -> Found | None:
    """Judge a payment of chips on a line, of which only a part is the stake (R8, R10).

    The rest never was in play: a table may count it among what the player took back, or not.
    """
    bets = dict.fromkeys(found.facts.get("bets", ()))
    of_bet = _laid(record, rules)
    laid = [one for bet in bets for one in of_bet.get(bet, ())]
    outside = sum(max(one.bet.valor, 0) - one.stake for one in laid if one.bet.risco)
    if not outside:
        return found
    there = lookup(record, settlement)
    lines = there.lines(bets)
    payments = there.payments(bets)
    for seat in {line.seat for line in lines}:
        payments += there.payments_of_seat(seat)
    prize, back = sum(line.prize for line in lines), sum(line.returned for line in lines)
    paid = sum(one.amount for one in payments)
    kept = sum(one.stake_returned + one.returned for one in payments)
    if (paid, kept) == (prize, back + outside):
        return None
    # What would be due if no multiple were asked, on either reading of what goes back.
    excess = sum(max(one.bet.valor, 0) // 2 - one.stake for one in laid if one.bet.risco)
    won = any(line.outcome is Outcome.GANHA for line in lines)
    as_played = (
        {(prize + excess, back + excess), (prize + excess, back + outside)}
        if won
        else {(prize, back + outside - excess)}
    )
    if excess and (paid, kept) in as_played:
        return Found(
            code="BF-HALF",
            rule="BF R8",
            seat=found.seat,
            bet=found.bet,
            expected=found.expected,
            recorded=found.recorded,
            amount=excess if won else -excess,
            facts={**found.facts, "fact": "excesso"},
        )
    return found
