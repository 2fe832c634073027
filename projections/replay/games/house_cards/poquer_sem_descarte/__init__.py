"""Póquer sem descarte (Caribbean Stud): five cards each, the players against the bank.

Rules: Portaria 1/2017, Anexo, Póquer sem descarte, regras 1-59, cited as ``SD R15``; the IGJ's text
as ``000 n.18``; a casino's own summary as ``003 n.8``.

Combinations, upwards: ``cartas_maiores``, ``par``, ``dois_pares``, ``trio``, ``sequencia``,
``cor``, ``full``, ``poquer``, ``sequencia_de_cor``, ``real``; a jackpot's table names them so.
A bet is a ``tipo``: ``inicial``, ``segunda`` or ``acumulado``.

- ``record``          what is recorded
- ``rules``           what the texts fix differently
- ``ranking``         which of two hands is the higher
- ``words``           every outcome, said in two languages
- ``deal``            errors that void the jogada
- ``deciding``        who goes on; online, what the clock does for who does not decide
- ``settling``        what every stake is worth
- ``maximum``         the most that the bank pays in a jogada
- ``jackpot``         who wins how much of the pool
- ``checks``          every fault: of deal, stakes, jackpot and online play
- ``payment_names``   the right names of wrong payments
- ``coverage``        how the code stands to every rule
"""

from typing import Final

from projections.replay.game import Game
from projections.replay.games.house_cards.poquer_sem_descarte.checks import verify
from projections.replay.games.house_cards.poquer_sem_descarte.coverage import COVERAGE
from projections.replay.games.house_cards.poquer_sem_descarte.payment_names import relabel
from projections.replay.games.house_cards.poquer_sem_descarte.ranking import (
    COMBINATIONS,
    combination_of,
    evaluate,
)
from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    NAME,
    Aprovado,
    Aviso,
    Lugar,
    Meio,
    SemDescarteRecord,
)
from projections.replay.games.house_cards.poquer_sem_descarte.rules import (
    CITES_000,
    CITES_003,
    Cites,
    SemDescarteRules,
)
from projections.replay.games.house_cards.poquer_sem_descarte.settling import settle

__all__ = [
    "CITES_000",
    "CITES_003",
    "COMBINATIONS",
    "GAME",
    "Aprovado",
    "Aviso",
    "Cites",
    "Lugar",
    "Meio",
    "SemDescarteRecord",
    "SemDescarteRules",
    "combination_of",
    "evaluate",
    "relabel",
    "settle",
    "verify",
]

GAME: Final = Game(
    name=NAME,
    section="SD",
    record=SemDescarteRecord,
    settle=settle,
    verify=verify,
    rules=SemDescarteRules,
    coverage=COVERAGE,
    alone=True,
    relabel=relabel,
)
