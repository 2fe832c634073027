"""Bingo of 90, 80, 75 and 30 numbers, in the room and online.

Rules: Portaria 1/2017, Anexo, Jogo do Bingo, regras 1-103, cited as ``BI R38 c``. Players share
80 % of what they paid: a line is a sale, or a card's share of a prize.

What several jogadas decide (the acta and its gate, the ball sets, the first card of a day) is other
stages' business, who use the same modules of ``parts``: ``facts`` what is recorded, ``cards`` the
cards and shapes, ``sale`` what is in play, ``draw`` who wins, ``prizes`` the money.

- ``record``       a jogada
- ``rules``        the numbers in which profiles differ
- ``voiding``      annulments
- ``settling``     lines and their explanations
- ``words``        sentences
- ``sale_checks``  faults of the sale
- ``payments``     prizes and refunds held against what is due
- ``checking``     all other faults
- ``coverage``     how the code stands to every rule
"""

from typing import Any, Final

from projections.replay.game import Game
from projections.replay.games.bingo.checking import verify
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
