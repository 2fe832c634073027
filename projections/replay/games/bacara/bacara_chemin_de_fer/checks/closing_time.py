"""Faults of play after closing time (CF R105)."""

from datetime import timedelta

from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import CheminDeFerRules
from projections.replay.kit.bets import instant
from projections.replay.settlement import Found


def check_close(record: CheminDeFerRecord, rules: CheminDeFerRules) -> list[Found]:
    """CF-CLOSE: after closing time only a shoe begun early enough is played out (R105)."""
    closes, began = instant(record.fecha), instant(record.sabot_iniciado)
    coup = instant(record.aberta)
    if closes is None or began is None or coup is None or coup <= closes:
        return []
    if closes - began >= timedelta(minutes=rules.extension_minutes):
        return []
    return [
        Found(
            code="CF-CLOSE",
            rule="CF R105",
            expected=f"{rules.extension_minutes} min",
            recorded=record.sabot_iniciado or "",
        )
    ]
