"""The right names of wrong payments: null coups paid, what zero takes left, wrong odds."""

from collections.abc import Sequence

from projections.replay.games.wheels.roulette.record import Law, RouletteRecord
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Line, Outcome, Settlement


def payment_code(
    law: Law,
    record: RouletteRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name a wrong payment: a null coup paid, what zero takes left standing, wrong odds."""
    cites = law.cites
    if not lines and not settlement.result:
        if record.golpe_nulo:
            return "RA-NUL", cites.null
        return ("VOID-MISS", cites.void[0]) if record.mode != PHYSICAL else None
    lost_to_zero = [line.stake for line in lines if cites.zero in line.rules]
    if lost_to_zero and paid > due:
        kept = {*lost_to_zero, sum(lost_to_zero)}
        won = any(line.outcome is Outcome.GANHA for line in lines)
        if not won or paid - due in {part for one in kept for part in (one, one // 2, 2 * one)}:
            return "RA-ZERO", cites.zero
    if any(line.outcome is Outcome.GANHA for line in lines):
        return "RA-PAY", cites.pays
    return None
