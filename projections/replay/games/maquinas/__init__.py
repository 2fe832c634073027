"""Jogos de máquinas: a jogada by its homologated pay table, with its complementary bets.

Rules: Portaria 1/2017, Anexo, Jogos de máquinas, regras 1-40, cited as ``MÁQ R13``. A jogada is a
round of its own, told whole by one event; machines, counters and tickets are
:mod:`projections.stages.machines`.
"""

from projections.replay.game import Game
from projections.replay.games.maquinas.checks import verify
from projections.replay.games.maquinas.coverage import COVERAGE
from projections.replay.games.maquinas.payment_names import payment_code, relabel
from projections.replay.games.maquinas.record import MaquinasRecord, MaquinasRules
from projections.replay.games.maquinas.reels import Reels
from projections.replay.games.maquinas.settling import (
    is_null,
    settle,
    table_prizes,
    what_it_may_come_to,
)
from projections.replay.games.maquinas.theory import theoretical_return

__all__ = [
    "COVERAGE",
    "GAME",
    "MaquinasRecord",
    "MaquinasRules",
    "Reels",
    "is_null",
    "settle",
    "table_prizes",
    "theoretical_return",
    "what_it_may_come_to",
]

GAME = Game(
    name="maquinas",
    section="MÁQ",
    record=MaquinasRecord,
    settle=settle,
    verify=verify,
    rules=MaquinasRules,
    coverage=COVERAGE,
    payment_code=payment_code,
    relabel=relabel,
)
