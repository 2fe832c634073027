"""Faults of a void: only for a wrong number dealt or a set not whole, and then always."""

from collections.abc import Iterator

from projections.replay.games.player_bank.settling import BankRound
from projections.replay.settlement import Found


def check_void(jogada: BankRound) -> Iterator[Found]:
    """Void only for a wrong number dealt or a set that is not whole, and then always."""
    record = jogada.record
    if record.void is not None and not jogada.ground:
        yield Found(
            code="VOID-BAD",
            rule=jogada.law.number,
            recorded=record.void.cause,
            amount=sum(stake.bet.valor for stake in jogada.stakes),
        )
    if record.void is None and jogada.ground:
        yield Found(code="VOID-MISS", rule=jogada.ground, expected="jogada anulada")
