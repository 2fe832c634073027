"""Faults of voids without a ground (MÁQ R36, R37)."""

from collections.abc import Iterator

from projections.replay.games.maquinas.record import MaquinasRecord
from projections.replay.games.maquinas.settling import is_null
from projections.replay.settlement import Found


def void_faults(record: MaquinasRecord) -> Iterator[Found]:
    """Find voids without a ground (R36, R37): the outcome known, the player's side, resumed."""
    void = record.void
    if void is None or is_null(record):
        return
    if record.conhecida:
        code, rule, expected = "VOID-BAD", "MÁQ R36", "a play without an outcome"
    elif void.side == "player":
        code, rule, expected = "VOID-NET", "MÁQ R37", "a fault of the operator's system"
    else:
        code, rule, expected = "MQ-ONL-VOID", "MÁQ R36", "a play that was not resumed"
    yield Found(code=code, rule=rule, expected=expected, recorded=void.cause)
