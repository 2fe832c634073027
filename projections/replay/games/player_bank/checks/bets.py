"""Faults of bets: late, changed late, below nothing, outside the table's limits."""

from collections.abc import Iterator

from projections.replay.games.player_bank.jogada import betting_ended
from projections.replay.games.player_bank.settling import BankRound
from projections.replay.kit.coups.faults import stake_faults
from projections.replay.kit.coups.window import when
from projections.replay.settlement import Found


def check_bets(jogada: BankRound) -> Iterator[Found]:
    """Bets late or changed late, below nothing, outside the table's limits."""
    record, law = jogada.record, jogada.law
    closed = betting_ended(record)
    for stake in jogada.stakes:
        if stake.late:
            yield Found(
                code="BET-LATE",
                rule=law.close,
                seat=stake.bet.seat,
                bet=stake.bet.bet,
                expected=when(closed),
                recorded=when(stake.bet),
                amount=stake.bet.valor,
            )
    late = {stake.bet.bet for stake in jogada.stakes if stake.late}
    seats = {bet.bet: bet.seat for bet in reversed(record.bets)}
    for change in jogada.late_changes:
        if not (change.retirada and change.bet in late):
            yield Found(
                code="BET-LATE",
                rule=law.close,
                seat=seats.get(change.bet),
                bet=change.bet,
                expected=when(closed),
                recorded=when(change),
                amount=change.valor,
                facts={"fact": "retirada" if change.retirada else "alteracao"},
            )
    standing = [stake.bet for stake in jogada.stakes if not stake.late and not stake.impossible]
    yield from stake_faults(standing, record.limites, lambda bet: str(bet.seat))
