"""Faults of stakes and limits: a spot's maximum, what a player has there, chips on a line.

Rules: BF R8, R12.
"""

from collections.abc import Sequence

from ledger.money import Minor
from projections.replay.games.dice.banca_francesa.record import (
    SPOTS,
    BancaFrancesaRecord,
    BancaFrancesaRules,
)
from projections.replay.games.dice.banca_francesa.settling import Laid, line_totals, step_of
from projections.replay.kit.bets import Bet, limit_faults, maxima_above_law, who, within_law
from projections.replay.settlement import Found, money_text


def check_limits(
    record: BancaFrancesaRecord, rules: BancaFrancesaRules, found: list[Found]
) -> None:
    """R12: a spot's maximum is at most so many times its minimum."""
    rules_of = {tipo: f"BF R12 {'a' if tipo == SPOTS[0] else 'b'}" for tipo in record.limites}
    found += maxima_above_law("BF-MAX", record.limites, rules.maximum_per_minimum, rules_of)


def check_stakes(
    record: BancaFrancesaRecord,
    rules: BancaFrancesaRules,
    standing: Sequence[Laid],
    found: list[Found],
) -> None:
    """R12: what a player has in play on a spot, on its line and beside it, is within its limits.

    Chips on the line alone that are too few or too many are told as such.
    """
    if not record.limites:
        return
    totals: dict[tuple[str | int, str, str], tuple[Bet, Minor]] = {}
    full: set[tuple[str | int, str, str]] = set()
    for one in standing:
        key = (who(one.bet), one.bet.tipo, "")
        known = totals.get(key)
        totals[key] = one.bet, one.stake + (known[1] if known is not None else 0)
        if not one.bet.risco:
            full.add(key)
    own = {key: total for key, total in totals.items() if key in full and total[1] > 0}
    limits = within_law(record.limites, rules.maximum_per_minimum)
    found += limit_faults(own, limits, "BF R12")


def check_lines(
    record: BancaFrancesaRecord,
    rules: BancaFrancesaRules,
    standing: Sequence[Laid],
    found: list[Found],
) -> None:
    """R8: chips on a line make twice the minimum to twice the maximum, in full multiples."""
    if not any(one.bet.risco for one in standing):
        return
    step = step_of(record, rules)
    limits = within_law(record.limites, rules.maximum_per_minimum)
    last = {(who(one.bet), one.bet.tipo): one.bet for one in standing if one.bet.risco}
    for (player, tipo, _), total in line_totals(standing).items():
        limit = limits.get(tipo)
        expected, amount = "", 0
        if limit is not None and total < 2 * limit.minimum:
            expected, amount = f">= {money_text(2 * limit.minimum)}", total - 2 * limit.minimum
        elif limit is not None and limit.maximum and total > 2 * limit.maximum:
            expected, amount = f"<= {money_text(2 * limit.maximum)}", total - 2 * limit.maximum
        elif step and total % step:
            expected, amount = f"n x {money_text(step)}", total % step
        if expected:
            bet = last[player, tipo]
            found.append(
                Found(
                    code="BF-HALF",
                    rule="BF R8",
                    seat=bet.seat,
                    bet=bet.bet,
                    expected=expected,
                    recorded=money_text(total),
                    amount=amount,
                    facts={"tipo": tipo},
                )
            )
