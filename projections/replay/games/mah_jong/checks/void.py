"""Faults of a void without a ground."""

from collections.abc import Iterator

from projections.replay.games.mah_jong.checks.material import material_faults, piece_faults
from projections.replay.games.mah_jong.settling import Acerto
from projections.replay.settlement import Found, Settlement


def void_faults(done: Acerto, settlement: Settlement) -> Iterator[Found]:
    """Return the fault of a void for which no rule gives a ground."""
    record = done.record
    if record.void is not None:
        grounds = (
            done.decided.false
            or any(one.code in ("RES-IMPOSS", "MJ-SET") for one in settlement.found)
            or any(True for _ in material_faults(done))
            or any(True for _ in piece_faults(done))
        )
        if done.decided.winner is not None or not grounds:
            yield Found(code="VOID-BAD", rule=record.void.rule, recorded=record.void.cause)
