"""Blackjack/21: the players against the bank, with splitting, doubling, insurance and a jackpot.

Rules: Portaria 1/2017, Anexo, Blackjack/21, regras 1-81, cited as ``BJ R45``.

A bet is a ``tipo``: ``principal``, ``complementar`` (on another player's place) or ``jackpot``.
Insurance and the stakes of splitting and doubling are made by decisions.

- ``record``           what is recorded
- ``rules``            what a text may fix otherwise
- ``counting``         the points of hands
- ``words``            every outcome, said in two languages
- ``table``            the hands as they were split, doubled and given up; the bank's
- ``settling``         what every stake is worth
- ``jackpot``          who wins how much of the pool
- ``checks``           faults, a module a subject: bets, limits, deal, drawing, decisions, shoe …
- ``payment_names``    the right names of wrong payments
- ``quick``            the quick road for jogadas without a fault
- ``coverage``         how the code stands to every rule
"""

from typing import Final

from projections.replay.game import Game
from projections.replay.games.house_cards.blackjack.checks import verify
from projections.replay.games.house_cards.blackjack.coverage import COVERAGE
from projections.replay.games.house_cards.blackjack.payment_names import payment_code, relabel
from projections.replay.games.house_cards.blackjack.quick import quick
from projections.replay.games.house_cards.blackjack.record import (
    NAME,
    Aposta,
    Aprovado,
    BlackjackRecord,
    Combinacao,
    Decisao,
    Lugar,
    Reclamacao,
)
from projections.replay.games.house_cards.blackjack.rules import BlackjackRules
from projections.replay.games.house_cards.blackjack.settling import settle

__all__ = [
    "GAME",
    "Aposta",
    "Aprovado",
    "BlackjackRecord",
    "BlackjackRules",
    "Combinacao",
    "Decisao",
    "Lugar",
    "Reclamacao",
    "payment_code",
    "relabel",
    "settle",
    "verify",
]

GAME: Final = Game(
    name=NAME,
    section="BJ",
    record=BlackjackRecord,
    settle=settle,
    verify=verify,
    rules=BlackjackRules,
    coverage=COVERAGE,
    alone=True,
    payment_code=payment_code,
    relabel=relabel,
    quick=quick,
)
