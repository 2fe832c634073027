"""Faults of limits and stakes (RA R20, R21, R26; RF R20)."""

from collections.abc import Sequence

from projections.replay.games.wheels.roulette.checks.call_bets import (
    check_endings,
    check_neighbours,
    check_place,
    check_series,
)
from projections.replay.games.wheels.roulette.cloth import selection
from projections.replay.games.wheels.roulette.record import (
    SIMPLES,
    Law,
    RouletteRecord,
    RouletteRules,
    is_call,
)
from projections.replay.kit.bets import Bet, limit_faults, who, within_law
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, money_text


def check_table_limits(record: RouletteRecord, rules: RouletteRules, found: list[Found]) -> None:
    """RA R21 a, b; RF R20: a chance's maximum is at most so many times its minimum."""
    cites = rules.law.cites
    for tipo, limit in record.limites.items():
        times = rules.maximum_per_minimum.get(tipo)
        if times is None or not limit.minimum or limit.maximum <= times * limit.minimum:
            continue
        found.append(
            Found(
                code="RA-R21",
                rule=cites.ratio_simple if tipo in SIMPLES else cites.ratio_multiple,
                expected=money_text(times * limit.minimum),
                recorded=money_text(limit.maximum),
                amount=limit.maximum - times * limit.minimum,
                facts={"tipo": tipo, "minimum": limit.minimum},
            )
        )


def check_stakes(
    record: RouletteRecord, rules: RouletteRules, bets: Sequence[Bet], found: list[Found]
) -> None:
    """RA R20, R21, R26: limits of each chance, chips of series and neighbours, whole chips."""
    law = rules.law
    special = False
    for bet in bets:
        if (chips := bet.chips) is not None and chips.count * chips.value != bet.valor:
            found.append(not_whole(law, bet, f"{chips.count} x {money_text(chips.value)}"))
        if bet.valor <= 0:
            found.append(_no_stake(law, bet))
        special = special or is_call(law, bet.tipo)
    if record.limites:
        limits = within_law(record.limites, rules.maximum_per_minimum)
        found.extend(limit_faults(totals_of(law, bets), limits, law.cites.limits))
    if special:
        if law.calls_online_only and record.mode == PHYSICAL:
            check_place(record, law, bets, found)
        check_series(record, rules, bets, found)
        if law.endings:
            check_endings(law, bets, found)
        check_neighbours(record, rules, bets, found)


def totals_of(law: Law, bets: Sequence[Bet]) -> dict[tuple[str | int, str, str], tuple[Bet, int]]:
    """Return each player's stake on each chance and selection, with his last bet on it."""
    totals: dict[tuple[str | int, str, str], tuple[Bet, int]] = {}
    for bet in bets:
        text = bet.selecao
        if "-" in text and not is_call(law, bet.tipo):
            text = selection(text.split("-"))
        key = (who(bet), bet.tipo, text)
        known = totals.get(key)
        totals[key] = bet, bet.valor if known is None else known[1] + bet.valor
    return totals


def _no_stake(law: Law, bet: Bet) -> Found:
    return Found(
        code="BET-MIN",
        rule=law.cites.limits,
        seat=bet.seat,
        bet=bet.bet,
        expected=">" + money_text(0),
        recorded=money_text(bet.valor),
    )


def not_whole(law: Law, bet: Bet, expected: str) -> Found:
    """Return the fault of a stake that is no whole number of its chips."""
    return Found(
        code="BET-MULT",
        rule=law.cites.chips,
        seat=bet.seat,
        bet=bet.bet,
        expected=expected,
        recorded=money_text(bet.valor),
    )
