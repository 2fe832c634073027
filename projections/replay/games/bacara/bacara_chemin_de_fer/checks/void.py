"""Faults of a coup annulled without a ground, or not annulled with one."""

from projections.replay.games.bacara.bacara_chemin_de_fer.nulling import null_rule
from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import CheminDeFerRules
from projections.replay.settlement import Found, Settlement


def check_void(
    record: CheminDeFerRecord, rules: CheminDeFerRules, settlement: Settlement
) -> list[Found]:
    """VOID-BAD, VOID-MISS: a coup is annulled on a ground of the rules, and then always."""
    rule = null_rule(record, rules)
    if record.void is not None and not rule:
        return [
            Found(
                code="VOID-BAD",
                rule="CF R76, R102 c, R104 c, d",
                recorded=record.void.cause,
                amount=sum(line.stake for line in settlement.lines if line.bet is not None),
            )
        ]
    if record.void is None and rule:
        return [Found(code="VOID-MISS", rule=rule, expected="golpe anulado")]
    return []
