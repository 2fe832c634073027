"""Faults of a jogada, each subject in a module of its own; ``verify`` asks them all."""

from projections.replay.games.maquinas.checks.complementary_bets import complement_faults
from projections.replay.games.maquinas.checks.configuration import configuration_faults
from projections.replay.games.maquinas.checks.lines import line_faults
from projections.replay.games.maquinas.checks.online import online_faults
from projections.replay.games.maquinas.checks.void import void_faults
from projections.replay.games.maquinas.record import MaquinasRecord, MaquinasRules
from projections.replay.games.maquinas.settling import table_prizes
from projections.replay.settlement import Found, Settlement


def verify(
    record: MaquinasRecord, rules: MaquinasRules, _settlement: Settlement
) -> tuple[Found, ...]:
    """Return every fault but that of the amount credited, which the payments tell."""
    prizes = table_prizes(record)
    return (
        *configuration_faults(record),
        *line_faults(record, prizes),
        *complement_faults(record, rules, prizes),
        *void_faults(record),
        *online_faults(record),
    )
