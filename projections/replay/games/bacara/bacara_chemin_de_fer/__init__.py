"""Bacará chemin de fer: the players hold the bank in turn, the casino takes the cagnotte.

Rules: Portaria 1/2017, Anexo, Bacará chemin de fer, regras 1-123, cited as ``CF R70``.

A record is one coup, with what was done with the bank since the coup before. Seats grow from the
pagador's right, and so does the order of right; from 101 on they are the ranks of those who stand.

- ``record``    what is recorded
- ``rules``     what a law might fix differently, and the banker's table
- ``words``     every outcome, said in two languages
- ``drawing``   the cards: who draws, and what every error of the deal does
- ``nulling``   the errors noted, and which of them annul the coup
- ``covering``  the bets: order of right, bancô, cuts
- ``settling``  what every stake is worth
- ``bank_between_coups``   the bank from coup to coup: garage, passing, auction
- ``checks``    faults, a module a subject
- ``payment_names``  the right names of wrong payments
- ``coverage``  how the code stands to every rule
"""

from typing import Final

from projections.replay.game import Game
from projections.replay.games.bacara.bacara_chemin_de_fer.checks import verify
from projections.replay.games.bacara.bacara_chemin_de_fer.coverage import COVERAGE
from projections.replay.games.bacara.bacara_chemin_de_fer.covering import cover
from projections.replay.games.bacara.bacara_chemin_de_fer.drawing import play
from projections.replay.games.bacara.bacara_chemin_de_fer.payment_names import payment_code, relabel
from projections.replay.games.bacara.bacara_chemin_de_fer.record import NAME, CheminDeFerRecord
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import (
    CheminDeFerRules,
    must_draw,
    table_of,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.settling import settle

__all__ = [
    "GAME",
    "CheminDeFerRecord",
    "CheminDeFerRules",
    "cover",
    "must_draw",
    "play",
    "settle",
    "table_of",
    "verify",
]

GAME: Final = Game(
    name=NAME,
    section="CF",
    record=CheminDeFerRecord,
    settle=settle,
    verify=verify,
    rules=CheminDeFerRules,
    coverage=COVERAGE,
    payment_code=payment_code,
    relabel=relabel,
)
