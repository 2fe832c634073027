"""Faults of a game, each subject in a module of its own; ``verify`` asks them all."""

from projections.replay.games.mah_jong.checks.collections import collection_faults
from projections.replay.games.mah_jong.checks.commissions import commission_faults
from projections.replay.games.mah_jong.checks.declared_wins import declared_faults
from projections.replay.games.mah_jong.checks.material import (
    material_faults,
    piece_faults,
    wall_faults,
)
from projections.replay.games.mah_jong.checks.units import unit_faults
from projections.replay.games.mah_jong.checks.void import void_faults
from projections.replay.games.mah_jong.record import MahJongRecord
from projections.replay.games.mah_jong.rules import MahJongRules
from projections.replay.games.mah_jong.settling import settled
from projections.replay.kit.coups.faults import no_online
from projections.replay.settlement import Found, Settlement


def verify(record: MahJongRecord, rules: MahJongRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return the faults of a game, the payments to players apart."""
    done = settled(record, rules)
    found = [
        *material_faults(done),
        *piece_faults(done),
        *wall_faults(done),
        *declared_faults(done),
        *no_online(record),
        *void_faults(done, settlement),
        *unit_faults(done),
        *_bets(record),
    ]
    if record.has("payouts"):
        found += commission_faults(done)
        if record.cobrancas or record.has("collections"):
            found += collection_faults(done, rules)
    return tuple(found)


def _bets(record: MahJongRecord) -> list[Found]:
    """Return every stake: mah-jong has no chances to bet on."""
    return [
        Found(
            code="REG-RULE",
            seat=bet.seat,
            bet=bet.bet,
            recorded=bet.tipo,
            amount=bet.valor,
            facts={"fact": "aposta"},
        )
        for bet in record.bets
    ]
