"""The faults that the games of one outcome look for alike: in stakes, bets and payments."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from projections.replay.game import PaymentCode
from projections.replay.kit.bets import (
    Bet,
    Limit,
    Placed,
    is_after,
    limit_faults,
    paid_to_another,
    repeated_numbers,
    who,
)
from projections.replay.kit.coups.window import when
from projections.replay.record import PHYSICAL, Record
from projections.replay.settlement import Found, Line, Outcome, Settlement, money_text


def standing_bets(bets: Sequence[Bet], settlement: Settlement) -> Sequence[Bet]:
    """Return the bets that lie on a chance: what settling refused has its finding already."""
    if settlement.void or not settlement.found:
        return bets
    return [
        bet
        for bet, line in zip(bets, settlement.lines, strict=True)
        if line.outcome is not Outcome.DEVOLVIDA
    ]


def stake_faults(
    bets: Sequence[Bet],
    limits: Mapping[str, Limit],
    spelt: Callable[[Bet], str] = lambda bet: bet.selecao,
) -> list[Found]:
    """Return stakes that are nothing, not their chips' value, or outside the table's limits.

    ``spelt`` gives a selection the one spelling by which a player's bets on it are summed.
    """
    found: list[Found] = []
    totals: dict[tuple[str | int, str, str], tuple[Bet, int]] = {}
    for bet in bets:
        chips = bet.chips
        if chips is not None and chips.count * chips.value != bet.valor:
            expected = f"{chips.count} x {money_text(chips.value)}"
            found.append(_stake("BET-MULT", bet, expected))
        if bet.valor <= 0:
            found.append(_stake("BET-MIN", bet, ">" + money_text(0)))
        elif limits:
            key = (who(bet), bet.tipo, spelt(bet))
            totals[key] = bet, bet.valor + totals.get(key, (bet, 0))[1]
    found.extend(limit_faults(totals, limits, ""))
    return found


def _stake(code: str, bet: Bet, expected: str) -> Found:
    return Found(
        code=code, seat=bet.seat, bet=bet.bet, expected=expected, recorded=money_text(bet.valor)
    )


def early_bets(bets: Sequence[Bet], opened: Placed | None, rule: str) -> list[Found]:
    """Return a fault for each bet placed before the bets were opened; it plays all the same."""
    if opened is None:
        return []
    return [early(rule, opened, bet, bet) for bet in bets if is_after(opened, bet)]


def early(rule: str, mark: Placed, fact: Placed, bet: Bet | None = None) -> Found:
    """Return the fault of a bet, or an opening of the bets, before its time."""
    return Found(
        code="BET-EARLY",
        rule=rule,
        seat=bet.seat if bet is not None else None,
        bet=bet.bet if bet is not None else None,
        expected=f">= {when(mark)}",
        recorded=when(fact),
        amount=bet.valor if bet is not None else None,
    )


def no_online(record: Record, rule: str = "Art. 2") -> list[Found]:
    """Return the fault of a round played online of a game that has no online section.

    No rule says so: the text as a whole does, which knows the game and no variant of it. Of
    Portaria 1/2017 its Art. 2 names the games; of another text ``rule`` is its name.
    """
    if record.mode == PHYSICAL:
        return []
    return [Found(code="ONL-NONE", rule=rule, expected=PHYSICAL, recorded=record.mode)]


def bet_faults(record: Record, bets: Sequence[Bet], settlement: Settlement) -> list[Found]:
    """Return bets that share a number, and payments of a bet that went to another's seat."""
    found = repeated_numbers(bets)
    if record.payments and record.has("payouts"):
        found.extend(paid_to_another(settlement, record.payments, bets))
    return found


def not_repeated(record: Record, settlement: Settlement, rule: str, recorded: str) -> list[Found]:
    """Return the fault of a round closed on no outcome, its stakes neither decided nor given back.

    Where bets were paid on it, each of those payments shows it instead.
    """
    if record.void is not None or record.payments:
        return []
    if any(line.outcome is Outcome.PENDENTE for line in settlement.lines):
        return [Found(code="VOID-MISS", rule=rule, recorded=recorded)]
    return []


def code_of_payments(
    void_rule: Callable[[Any], str],
    odds: tuple[str, str],
    taken: Callable[[Sequence[Line], int, int], tuple[str, str] | None] | None = None,
) -> PaymentCode:
    """Return the namer of wrong payments for a game in which an outcome decides every stake.

    ``void_rule`` gives the rule by which a record's coup was null, so that nothing is due, or an
    empty text; ``odds`` are code and rule of a prize that is not the rule's; ``taken`` may name,
    from the lines, due and paid, what the outcome takes and the table left standing.
    """

    def payment_code(
        record: Record, settlement: Settlement, lines: Sequence[Line], due: int, paid: int
    ) -> tuple[str, str] | None:
        if not lines and not settlement.result:
            rule = void_rule(record)
            return ("VOID-MISS", rule) if rule else None
        left = taken(lines, due, paid) if taken is not None else None
        if left is not None:
            return left
        return odds if won(lines) else None

    return payment_code


def won(lines: Iterable[Line]) -> bool:
    """Tell whether any of the lines wins."""
    return any(line.outcome is Outcome.GANHA for line in lines)
