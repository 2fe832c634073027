"""Macau five-card poker: forty cards, one chave and four open ones, four lanços of bets.

Rules: Portaria 104/85/M of 25 May 1985, artigos 1-11, cited as ``M5 A10 b``. The players bet
against each other; the house takes an initial commission and a share of the bolo. Everything goes
anticlockwise from the dealer's right.

- ``record``    what is recorded
- ``rules``     the values that the Portaria fixes
- ``ranking``   the order of five cards out of forty
- ``facts``     what a record says as a whole
- ``speaking``  who speaks first, by the open cards
- ``betting``   the lanços act by act
- ``settling``  bolos, commissions and what every stake is worth
- ``words``     every sentence, in two languages
- ``checks``    faults, a module a subject: places, capital, entries, commissions, deck, deal
- ``payment_names``  the right names of wrong payments
- ``coverage``  how the code stands to every rule
"""

from typing import Final

from projections.replay.game import Game
from projections.replay.games.poker.poquer_macau_5_cartas.checks import verify
from projections.replay.games.poker.poquer_macau_5_cartas.coverage import COVERAGE
from projections.replay.games.poker.poquer_macau_5_cartas.payment_names import relabel
from projections.replay.games.poker.poquer_macau_5_cartas.record import (
    NAME,
    NOBODYS,
    Cobrada,
    Corte,
    Desfalcado,
    Direito,
    Jogador,
    Lance,
    MacauRecord,
    Mostrada,
    Mudanca,
    Queimada,
    Revelada,
)
from projections.replay.games.poker.poquer_macau_5_cartas.rules import MacauRules, Mesa
from projections.replay.games.poker.poquer_macau_5_cartas.settling import settle

__all__ = [
    "COVERAGE",
    "GAME",
    "NOBODYS",
    "Cobrada",
    "Corte",
    "Desfalcado",
    "Direito",
    "Jogador",
    "Lance",
    "MacauRecord",
    "MacauRules",
    "Mesa",
    "Mostrada",
    "Mudanca",
    "Queimada",
    "Revelada",
    "relabel",
    "settle",
    "verify",
]

GAME: Final = Game(
    name=NAME,
    section="M5",
    record=MacauRecord,
    settle=settle,
    verify=verify,
    rules=MacauRules,
    coverage=COVERAGE,
    relabel=relabel,
)
