"""Faults of seats: fewer than four seated (CF R48)."""

from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import CheminDeFerRules
from projections.replay.settlement import Found


def check_seats(record: CheminDeFerRecord, rules: CheminDeFerRules) -> list[Found]:
    """CF-MIN4: four seated at least (R48)."""
    seated = record.sentados
    if seated is None or len(set(seated)) >= rules.minimum_seated:
        return []
    return [
        Found(
            code="CF-MIN4",
            rule="CF R48",
            expected=str(rules.minimum_seated),
            recorded=str(len(set(seated))),
        )
    ]
