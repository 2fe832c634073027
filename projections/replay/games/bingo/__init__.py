"""Bingo of 90, 80, 75 and 30 numbers, in the room and online.

Rules: Portaria 1/2017, Anexo, Jogo do Bingo, regras 1-103, cited as ``BI R38 c``. Players share
80 % of what they paid: a line is a sale, or a card's share of a prize.

What several jogadas decide (the acta and its gate, the ball sets, the first card of a day) is other
stages' business, who use the same modules: ``facts``, ``cards``, ``sale``, ``draw``, ``prizes``.

- ``record``    a jogada
- ``facts``     what is recorded of it: editions, series, sales, balls, claims
- ``rules``     the numbers in which profiles differ
- ``cards``     variants, shapes that win, the ball that completes a shape
- ``sale``      which cards are in play
- ``draw``      balls, claims and stops: which cards win
- ``prizes``    the sales divided
- ``voiding``   annulments
- ``settling``  lines and their explanations
- ``words``     sentences
- ``payments``  prizes and refunds held against what is due
- ``checks``    all other faults, a module a subject
- ``coverage``  how the code stands to every rule
"""

from typing import Any, Final

from projections.replay.game import Game
from projections.replay.games.bingo.checks import verify
from projections.replay.games.bingo.coverage import COVERAGE
from projections.replay.games.bingo.payments import numbered
from projections.replay.games.bingo.record import NAME, SHARE, BingoRecord, number_of
from projections.replay.games.bingo.rules import BingoRules
from projections.replay.games.bingo.settling import Apurada, settle, settled
from projections.replay.settlement import Found, Settlement

__all__ = [
    "COVERAGE",
    "GAME",
    "NAME",
    "SHARE",
    "Apurada",
    "BingoRecord",
    "BingoRules",
    "number_of",
    "numbered",
    "settle",
    "settled",
    "verify",
]


def relabel(record: Any, rules: Any, settlement: Settlement, fault: Found) -> Found | None:
    """Return nothing: ``verify`` compares prizes card by card, and refunds sale by sale."""
    del record, rules, settlement, fault
    return None


GAME: Final = Game(
    name=NAME,
    section="BI",
    record=BingoRecord,
    settle=settle,
    verify=verify,
    rules=BingoRules,
    coverage=COVERAGE,
    relabel=relabel,
)
