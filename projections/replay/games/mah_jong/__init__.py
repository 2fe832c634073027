"""Mah-jong, conventional and simplified: four sets and a pair, or one set and a pair.

Rules: Portaria 1/2017, Anexo, Jogo "Mah-jong", regras 1-45 (conventional) and 46-77 (simplified),
cited as ``MJ R28 d``. Pieces are named in ``projections.replay.kit.tiles``.

Players pay each other; the house takes a commission of the prize. So a line is a player's gain
(``prize``, net of the commission) or his loss (``stake``), and there are no bets.

- ``record``     what is recorded
- ``rules``      in what the variants differ
- ``hand``       which pieces win, and all the ways to cut them
- ``fan``        what a winning hand counts
- ``table``      what lies before each player
- ``turns``      the acts in their order, up to the declared win
- ``deciding``   who won, who declared a win that is none, who has the bank next
- ``liability``  who bears the others' loss
- ``money``      who pays whom how much
- ``words``      sentences and names
- ``settling``   lines and their explanations
- ``checks``     faults, a module a subject
- ``payment_names``  the right names of wrong payments
- ``coverage``   how the code stands to every rule
"""

from typing import Final

from projections.replay.game import Game
from projections.replay.games.mah_jong.checks import verify
from projections.replay.games.mah_jong.coverage import COVERAGE
from projections.replay.games.mah_jong.payment_names import relabel
from projections.replay.games.mah_jong.record import (
    NAME,
    Capital,
    Cobranca,
    Comissao,
    Escalao,
    Lance,
    MahJongRecord,
    Mostrada,
    Responsavel,
)
from projections.replay.games.mah_jong.rules import Cites, MahJongRules, Variant
from projections.replay.games.mah_jong.settling import settle

__all__ = [
    "COVERAGE",
    "GAME",
    "Capital",
    "Cites",
    "Cobranca",
    "Comissao",
    "Escalao",
    "Lance",
    "MahJongRecord",
    "MahJongRules",
    "Mostrada",
    "Responsavel",
    "Variant",
    "relabel",
    "settle",
    "verify",
]

GAME: Final = Game(
    name=NAME,
    section="MJ",
    record=MahJongRecord,
    settle=settle,
    verify=verify,
    rules=MahJongRules,
    coverage=COVERAGE,
    relabel=relabel,
)
