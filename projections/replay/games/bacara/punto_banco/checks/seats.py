"""Faults of bets on another's seat: over the maximum, or against it (PB R21)."""

from collections.abc import Mapping, Sequence
from typing import Final

from projections.replay.games.bacara.points import BANCA, PONTO
from projections.replay.games.bacara.punto_banco.checks.bets import bettor
from projections.replay.games.bacara.punto_banco.record import Aposta, PuntoBancoRecord
from projections.replay.games.bacara.punto_banco.rules import Cites, PuntoBancoRules
from projections.replay.kit.bets import Limit, within_law
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, money_text

AGAINST: Final[Mapping[str, str]] = {PONTO: BANCA, BANCA: PONTO}


def complements(bet: Aposta, holders: Mapping[int, str]) -> bool:
    """Tell whether a bet lies on another's seat (R21)."""
    if bet.by is not None:
        return bet.by != bet.seat
    holder = holders.get(bet.seat)
    return holder is not None and bet.player is not None and bet.player != holder


def check_seats(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    bets: Sequence[Aposta],
    found: list[Found],
) -> None:
    """R21: who stands may add to a seat's bet up to the maximum, and never bet against it."""
    holders = record.titulares
    added = [bet for bet in bets if complements(bet, holders)]
    if not added or record.mode != PHYSICAL:
        return
    own = {(bet.seat, bet.tipo) for bet in bets if not complements(bet, holders)}
    for bet in added:
        other = AGAINST.get(bet.tipo, "")
        if (bet.seat, other) in own and (bet.seat, bet.tipo) not in own:
            found.append(_contra(cites, bet, other, bet.tipo, bet.valor, "contra"))
    if rules.maximum_per_minimum:
        limits = within_law(record.limites, rules.maximum_per_minimum)
        for seat, tipo in dict.fromkeys((bet.seat, bet.tipo) for bet in added):
            on_it = [bet for bet in bets if (bet.seat, bet.tipo) == (seat, tipo)]
            _check_seat_total(cites, on_it, limits.get(tipo), found)
    standing_players = {bettor(bet) for bet in added}
    most = rules.standing.get(record.mesa)
    if most is not None and len(standing_players) > most:
        last = added[-1]
        found.append(_contra(cites, last, str(most), str(len(standing_players)), None, "em_pe"))


def _check_seat_total(
    cites: Cites, bets: Sequence[Aposta], limit: Limit | None, found: list[Found]
) -> None:
    """Note a seat's total over the maximum; a single player's excess is BET-MAX."""
    if limit is None or not limit.maximum:
        return
    by_player: dict[str | int, int] = {}
    for bet in bets:
        by_player[bettor(bet)] = by_player.get(bettor(bet), 0) + max(bet.valor, 0)
    total = sum(min(laid, limit.maximum) for laid in by_player.values())
    if total > limit.maximum:
        most, over = money_text(limit.maximum), total - limit.maximum
        found.append(_contra(cites, bets[-1], most, money_text(total), over, "maximo"))


def _contra(
    cites: Cites, bet: Aposta, expected: str, recorded: str, amount: int | None, fact: str
) -> Found:
    return Found(
        code="PB-CONTRA",
        rule=cites.rule("R21"),
        seat=bet.seat,
        bet=bet.bet,
        expected=expected,
        recorded=recorded,
        amount=amount,
        facts={"fact": fact},
    )
