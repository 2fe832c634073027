"""Faults of bets: late bets and changes, numbers used twice, bets and places that cannot be.

Rules: BJ R2, R16, R62.
"""

from projections.replay.games.house_cards.blackjack.record import Aposta, BlackjackRecord
from projections.replay.games.house_cards.blackjack.table import Mesa, as_bet, unknown_bets
from projections.replay.kit.bets import Bet, repeated_numbers
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found


def _when(fact: object) -> str:
    return getattr(fact, "at", None) or ""


def check_bets(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R16, R62: late bets and changes. A number used twice, a bet or a place that cannot be."""
    closed = record.jogo_feito or (record.cartas[0] if record.cartas else None)
    found.extend(
        Found(
            code="BET-LATE",
            rule=_closing_rule(record, bet),
            seat=bet.seat,
            bet=bet.bet,
            expected=f"<= {_when(closed)}",
            recorded=_when(bet),
            amount=bet.valor,
            facts={"tipo": bet.tipo},
        )
        for bet in mesa.late
    )
    bets = {bet.bet: bet for bet in reversed(record.bets)} if mesa.late_changes else {}
    found.extend(
        Found(
            code="BET-LATE",
            rule=_closing_rule(record, bets[change.bet]),
            seat=bets[change.bet].seat,
            bet=change.bet,
            expected=f"<= {_when(closed)}",
            recorded=_when(change),
            facts={"fact": "alteracao"},
        )
        for change in mesa.late_changes
        if change.bet in bets
    )
    every: list[Bet] = list(record.bets)
    if mesa.postas or mesa.seguros:
        made = (as_bet(posta) for posta in (*mesa.postas, *mesa.seguros))
        every += [bet for bet in made if bet is not None]
    found.extend(repeated_numbers(every))
    found.extend(
        _impossible(bet, "BJ R2 a", f"1-{record.lugares}", "lugar")
        for bet in record.bets
        if not 1 <= bet.seat <= record.lugares
    )
    found.extend(
        _impossible(bet, "BJ R16", "principal, complementar, jackpot", "aposta")
        for bet in unknown_bets(mesa.bets)
    )


def _closing_rule(record: BlackjackRecord, bet: Aposta) -> str:
    if record.mode != PHYSICAL:
        return "BJ R70"
    return "BJ R62" if bet.tipo == "jackpot" else "BJ R16"


def _impossible(bet: Aposta, rule: str, expected: str, fact: str) -> Found:
    return Found(
        code="RES-IMPOSS",
        rule=rule,
        seat=bet.seat,
        bet=bet.bet,
        expected=expected,
        recorded=f"{bet.tipo} {bet.seat}",
        amount=bet.valor,
        facts={"fact": fact},
    )
