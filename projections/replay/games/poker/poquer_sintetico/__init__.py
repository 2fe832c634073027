"""Póquer sintético: 28 cards, two own and three of five common ones, an order of hands of its own.

Rules: Portaria 1/2017, Anexo, Póquer não bancado, regras gerais R1-R66, and Póquer sintético
S1-S92, which verdicts cite as ``SI R1`` to ``SI R92``; Portaria 217/2007, n. 1-71, names the game
and gives it 11 places, but the text at hand lacks its subsection: the profile applies Cape Verde's
under its own key and its verdicts say ``fonte em falta``.
"""

from typing import Final

from projections.replay.game import Game
from projections.replay.games.poker.poquer_sintetico.checks import verify
from projections.replay.games.poker.poquer_sintetico.coverage import COVERAGE
from projections.replay.games.poker.poquer_sintetico.payment_names import relabel
from projections.replay.games.poker.poquer_sintetico.ranking import Combination, value_of, values_of
from projections.replay.games.poker.poquer_sintetico.record import NAME, SinteticoRecord
from projections.replay.games.poker.poquer_sintetico.rules import (
    SinteticoCites,
    SinteticoRules,
    cites_of_missing_source,
)
from projections.replay.games.poker.poquer_sintetico.settling import settle

__all__ = [
    "COVERAGE",
    "GAME",
    "Combination",
    "SinteticoCites",
    "SinteticoRecord",
    "SinteticoRules",
    "cites_of_missing_source",
    "settle",
    "value_of",
    "values_of",
    "verify",
]

GAME: Final = Game(
    name=NAME,
    section="SI",
    record=SinteticoRecord,
    settle=settle,
    verify=verify,
    rules=SinteticoRules,
    coverage=COVERAGE,
    relabel=relabel,
)
