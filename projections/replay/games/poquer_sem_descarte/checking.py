"""Faults of a jogada, and the right names of wrong payments."""

from projections.replay.games.poquer_sem_descarte.record import SemDescarteRecord
from projections.replay.games.poquer_sem_descarte.rules import SemDescarteRules
from projections.replay.settlement import Found, Settlement


def verify(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of a jogada, payments apart."""
    del record, rules
    return settlement.found
