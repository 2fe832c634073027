"""Faults of stakes: numbers, chips, limits of each chance (PB R8)."""

from collections.abc import Sequence

from msgspec import structs

from projections.replay.games.bacara.punto_banco.record import Aposta, PuntoBancoRecord
from projections.replay.games.bacara.punto_banco.rules import Cites, PuntoBancoRules
from projections.replay.games.bacara.punto_banco.settling import window_of
from projections.replay.kit.bets import Bet, limit_faults, within_law
from projections.replay.kit.coups.faults import standing_bets
from projections.replay.kit.coups.window import bets_in_time
from projections.replay.settlement import Found, Settlement, money_text


def standing(record: PuntoBancoRecord, cites: Cites, settlement: Settlement) -> Sequence[Aposta]:
    """Return the bets that lay on a chance when the cards came, as changed in time."""
    if not record.alteracoes and not settlement.found:
        return record.bets
    bets, _ = bets_in_time(record.bets, record.alteracoes, window_of(record, cites), [])
    return [bet for bet in standing_bets(bets, settlement) if isinstance(bet, Aposta)]


def bettor(bet: Aposta) -> str | int:
    """Return the owner of a bet: a player, or his place where he has no name."""
    if bet.player is not None:
        return bet.player
    return bet.by if bet.by is not None else bet.seat


def check_stakes(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    bets: Sequence[Aposta],
    found: list[Found],
) -> None:
    """R8: stakes that are nothing or not their chips' value, and the limits of each chance.

    Where the law leaves bets unlimited (PM R8), a maximum is the table's fault and not the bet's.
    """
    totals: dict[tuple[str | int, str, str], tuple[Bet, int]] = {}
    for bet in bets:
        chips = bet.chips
        if chips is not None and chips.count * chips.value != bet.valor:
            value = f"{chips.count} x {money_text(chips.value)}"
            found.append(_stake("BET-MULT", cites, bet, value))
        if bet.valor <= 0:
            found.append(_stake("BET-MIN", cites, bet, ">" + money_text(0)))
            continue
        key = (bettor(bet), bet.tipo, "")
        totals[key] = bet, bet.valor + totals.get(key, (bet, 0))[1]
    limits = within_law(record.limites, rules.maximum_per_minimum)
    if not rules.maximum_per_minimum:
        limits = {tipo: structs.replace(one, maximum=0) for tipo, one in limits.items()}
    found.extend(limit_faults(totals, limits, cites.rule("R8")))


def _stake(code: str, cites: Cites, bet: Bet, expected: str) -> Found:
    return Found(
        code=code,
        rule=cites.rule("R8"),
        seat=bet.seat,
        bet=bet.bet,
        expected=expected,
        recorded=money_text(bet.valor),
    )
