"""Banca francesa: three dice against three spots, thrown until one of the spots comes.

Rules: Portaria 1/2017, Anexo, Banca francesa, regras 1-43, cited as ``BF R26``.

``ases`` wins with the sum 3, ``pequeno`` with 5, 6 and 7, ``grande`` with 14, 15 and 16; no other
sum decides. A bet has no selection. Laid on the line (``risco``), half of its chips' value plays.
"""

from typing import Final

from projections.replay.game import Game
from projections.replay.games.dice.banca_francesa.checks import verify
from projections.replay.games.dice.banca_francesa.coverage import COVERAGE
from projections.replay.games.dice.banca_francesa.payment_names import name_payment, payment_code
from projections.replay.games.dice.banca_francesa.record import (
    NAME,
    Alteracao,
    Anterior,
    Anuncio,
    Aposta,
    BancaFrancesaRecord,
    BancaFrancesaRules,
    Recolha,
)
from projections.replay.games.dice.banca_francesa.settling import settle

__all__ = [
    "COVERAGE",
    "GAME",
    "Alteracao",
    "Anterior",
    "Anuncio",
    "Aposta",
    "BancaFrancesaRecord",
    "BancaFrancesaRules",
    "Recolha",
    "settle",
    "verify",
]

GAME: Final = Game(
    name=NAME,
    section="BF",
    record=BancaFrancesaRecord,
    settle=settle,
    verify=verify,
    rules=BancaFrancesaRules,
    coverage=COVERAGE,
    payment_code=payment_code,
    relabel=name_payment,
)
