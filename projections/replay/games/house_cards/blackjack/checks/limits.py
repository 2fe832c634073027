"""Faults of stakes against the table's limits, bet by bet and place by place.

Rules: BJ R8, R17, R18.
"""

from collections.abc import Mapping

from ledger.money import Minor
from projections.replay.games.house_cards.blackjack.record import (
    COMPLEMENTAR,
    PRINCIPAL,
    BlackjackRecord,
)
from projections.replay.games.house_cards.blackjack.rules import BlackjackRules
from projections.replay.games.house_cards.blackjack.table import Mesa, owner_of
from projections.replay.kit.bets import Limit
from projections.replay.settlement import Found, money_text


def check_limits(
    record: BlackjackRecord, rules: BlackjackRules, mesa: Mesa, found: list[Found]
) -> None:
    """R8, R17, R18: minimum, its multiples, thirty times it, and the sum on one place.

    Where a bet breaks two of these by being too high, thirty times the minimum goes first.
    """
    principal = record.limites.get(PRINCIPAL)
    if principal is None:
        return
    most = rules.maximum_per_minimum * principal.minimum
    if principal.minimum and principal.maximum > most:
        found.append(
            Found(
                code="BJ-R8",
                rule="BJ R8",
                expected=f"<= {money_text(most)}",
                recorded=money_text(principal.maximum),
                amount=principal.maximum - most,
                facts={"fact": "maximo"},
            )
        )
    _check_initial(mesa, principal, record.limites.get(COMPLEMENTAR, principal), most, found)
    top = min(principal.maximum or most, most) if most > 0 else principal.maximum
    _check_places(mesa, top, found)


def _check_initial(
    mesa: Mesa, principal: Limit, other: Limit, most: Minor, found: list[Found]
) -> None:
    """Hold each initial bet against its band: ``other`` where it lies on another's place."""
    last = {
        (bet.seat, owner_of(bet)): bet.bet
        for bet in mesa.bets
        if bet.tipo in (PRINCIPAL, COMPLEMENTAR)
    }
    for (seat, owner), staked in mesa.initial.items():
        limit = principal if seat == owner else other
        least = limit.minimum
        if (
            staked < least
            or (limit.maximum and staked > limit.maximum)
            or (least and (staked % least or staked > most))
        ):
            found.append(_limit_fault(last, limit, (seat, owner), staked, most))


def _check_places(mesa: Mesa, top: Minor, found: list[Found]) -> None:
    """Hold the sum on each place that several share against the maximum (R18)."""
    totals: dict[int, Minor] = {}
    for (seat, _), staked in mesa.initial.items():
        totals[seat] = totals.get(seat, 0) + staked
    if not top or max(totals.values(), default=0) <= top:
        return
    shared = {seat for seat, owner in mesa.initial if owner != seat}
    for seat, total in totals.items():
        if total > top and seat in shared:
            found.append(
                Found(
                    code="BJ-R8",
                    rule="BJ R18",
                    seat=seat,
                    expected=f"<= {money_text(top)}",
                    recorded=money_text(total),
                    amount=total - top,
                    facts={"fact": "casa"},
                )
            )


def _limit_fault(
    last: Mapping[tuple[int, int], int],
    limit: Limit,
    owned: tuple[int, int],
    staked: Minor,
    most: Minor,
) -> Found:
    seat, owner = owned
    least = limit.minimum
    if staked < least:
        code, rule, expected, amount = "BET-MIN", "BJ R8", f">= {money_text(least)}", staked - least
    elif least and staked > most:
        code, rule, expected, amount = "BJ-R8", "BJ R8", f"<= {money_text(most)}", staked - most
    elif limit.maximum and staked > limit.maximum:
        most = limit.maximum
        code, rule, expected, amount = "BET-MAX", "BJ R8", f"<= {money_text(most)}", staked - most
    else:
        code, rule, expected, amount = "BJ-R8", "BJ R17", f"n x {money_text(least)}", None
    return Found(
        code=code,
        rule=rule,
        seat=seat,
        bet=last[owned],
        expected=expected,
        recorded=money_text(staked),
        amount=amount,
        facts={"fact": "aposta", "by": owner},
    )
