"""Macau: Portaria 104/85/M, whose article 9 was altered by Portaria 118/89/M: not known here."""

from collections.abc import Mapping
from typing import Any, Final

from projections.replay.games.poker.poquer_macau_5_cartas import MacauRules, Mesa

POQUER_MACAU_5_CARTAS: Final = MacauRules(
    mesas={  # A6
        2_000: Mesa(capital=200_000, minimo=50_000),
        10_000: Mesa(capital=500_000, minimo=100_000),
    },
    comissao_ppm=40_000,  # A9 as printed
    lugares=(2, 7),  # A3
    jogadas_do_baralho=10,  # A2
    corte_minimo=6,  # A2
    cortam=2,  # A2
    segundos=120,  # A11 b
)

GAMES: Final[Mapping[str, Any]] = {"poquer_macau_5_cartas": POQUER_MACAU_5_CARTAS}
