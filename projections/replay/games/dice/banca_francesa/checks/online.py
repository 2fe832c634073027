"""Faults of online play: betting time, histories, sessions, demonstrations (BF R32, R39-R42)."""

from projections.replay.games.dice.banca_francesa.record import BancaFrancesaRecord
from projections.replay.kit.player_sessions import demo_faults, session_faults
from projections.replay.kit.throws import time_faults
from projections.replay.settlement import Found


def check_online(record: BancaFrancesaRecord, found: list[Found]) -> None:
    """R32, R39-R42: one betting time for all; histories, sessions and demonstrations."""
    found += time_faults(
        record.mode, record.apostas_abertas, record.nada_mais, record.tempo_apostas, "BF R32"
    )
    found += session_faults(record.sessoes, history="BF R39", decides="BF R40", ending="BF R41")
    if record.mode == "demo":
        found += demo_faults(record.meios, "BF R42")
