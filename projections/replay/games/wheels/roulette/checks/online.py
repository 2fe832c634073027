"""Faults of online play: betting time, history, sessions, demonstration.

Rules: RA R48, R56-R59; RF R42, R50-R53.
"""

from datetime import timedelta
from typing import Final

from projections.replay.games.wheels.roulette.record import Law, RouletteRecord
from projections.replay.kit.bets import instant
from projections.replay.kit.player_sessions import demo_faults, ground_faults, session_faults
from projections.replay.settlement import Found

SHARED: Final = "shared"
DEMO: Final = "demo"
SECOND: Final = 1_000_000
"""In microseconds; and what clock and network may add to a time that is told in whole seconds."""


def check_online(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R48, R56-R59; RF R42, R50-R53: betting time, history, sessions, demonstration."""
    cites = law.cites
    if record.mode == SHARED:
        check_betting_time(record, law, found)
    found.extend(
        session_faults(
            record.sessoes, history=cites.history, decides=cites.decides, ending=cites.ending
        )
    )
    found.extend(ground_faults(record.sessoes, record.mode, cites.ending))
    if record.mode == DEMO:
        found.extend(demo_faults(record.meios, cites.demo))


def check_betting_time(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R48, RF R42: at a shared table the time is fixed beforehand and the same for all."""
    fixed, given = record.tempo_apostas, record.segundos
    if fixed is not None and given is not None and given != fixed:
        found.append(_time(law, fixed, f"{given} s", "anunciado"))
    due = given if given is not None else fixed
    opened = instant(record.apostas_abertas.at) if record.apostas_abertas is not None else None
    closed = instant(record.nada_mais.at) if record.nada_mais is not None else None
    if due is None or opened is None or closed is None:
        return
    took = (closed - opened) // timedelta(microseconds=1)
    if abs(took - due * SECOND) >= SECOND:
        whole, part = divmod(took, SECOND)
        found.append(_time(law, due, f"{whole}.{part // 1000:03d} s", "decorrido"))


def _time(law: Law, due: int, recorded: str, fact: str) -> Found:
    return Found(
        code="ONL-TIME",
        rule=law.cites.time,
        expected=f"{due} s",
        recorded=recorded,
        facts={"fact": fact},
    )
