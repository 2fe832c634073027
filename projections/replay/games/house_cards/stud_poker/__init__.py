"""Stud póquer: five cards each, the players against the house; suits rank, so nobody ever ties.

Rules: Portaria 1/2017, Anexo, Stud Poker, regras 1-28, cited as ``ST R15``.

Combinations, upwards: ``cinco_diferentes``, ``par``, ``dois_pares``, ``trio``, ``sequencia``,
``cor``, ``trio_par``, ``quatro_iguais``, ``sequencia_de_naipe``, ``naipe_real``; a progressivo's
table names them so. A bet is a ``tipo``: ``inicial``, ``adicional`` or ``progressivo``.

- ``record``    what is recorded
- ``rules``     what the law fixes
- ``ranking``   which of two hands is the higher
- ``words``     every outcome, said in two languages
- ``deal``      bets in time, and errors that make the jogada void
- ``chips``     which bets on the progressivo play, and which came over from a void jogada
- ``settling``  what every stake is worth
- ``jackpot``   who wins how much of the progressivo
- ``checks``    faults, a module a subject: bets, ante, void, carried chips, progressivo
- ``payment_names``  the right names of wrong payments
- ``coverage``  how the code stands to every rule
"""

from typing import Final

from projections.replay.game import Game
from projections.replay.games.house_cards.stud_poker.checks import verify
from projections.replay.games.house_cards.stud_poker.chips import left_over
from projections.replay.games.house_cards.stud_poker.coverage import COVERAGE
from projections.replay.games.house_cards.stud_poker.payment_names import relabel
from projections.replay.games.house_cards.stud_poker.ranking import (
    COMBINATIONS,
    combination_of,
    evaluate,
)
from projections.replay.games.house_cards.stud_poker.record import (
    NAME,
    Aposta,
    Lugar,
    StudRecord,
    Transitada,
)
from projections.replay.games.house_cards.stud_poker.rules import CHAPTER, StudRules
from projections.replay.games.house_cards.stud_poker.settling import settle

__all__ = [
    "COMBINATIONS",
    "GAME",
    "Aposta",
    "Lugar",
    "StudRecord",
    "StudRules",
    "Transitada",
    "combination_of",
    "evaluate",
    "left_over",
    "relabel",
    "settle",
    "verify",
]

GAME: Final = Game(
    name=NAME,
    section=CHAPTER,
    record=StudRecord,
    settle=settle,
    verify=verify,
    rules=StudRules,
    coverage=COVERAGE,
    alone=True,
    relabel=relabel,
)
