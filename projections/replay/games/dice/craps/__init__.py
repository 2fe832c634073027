"""Craps: two dice thrown by the players, bets that one throw decides and bets that wait.

Rules: Portaria 1/2017, Anexo, Craps, regras 1-40, cited as ``CR R20``; the sub-rules of R20, R22
and R23 by their printed numbers: ``CR R20 2.3``, ``CR R22 1.1``, ``CR R23 a``.

==============================  ====================================================================
tipo                            selecao
==============================  ====================================================================
``pass_line dont_pass_line``    empty
``come dont_come``              empty; carried over from the round before: its number
``odds``                        empty; ``base`` is the bet they lean on
``big_6 big_8``                 empty
``under_seven over_seven``      empty
``craps field``                 empty
``total_2 _3 _7 _11 _12``       empty
``hardway``                     the pair's total, ``4 6 8 10``, or ``duques ternos quadras quinas``
``numero_favor numero_contra``  the number: ``4 5 6 8 9 10``
==============================  ====================================================================
"""

from typing import Final

from projections.replay.game import Game
from projections.replay.games.dice.craps.checks import verify
from projections.replay.games.dice.craps.coverage import COVERAGE
from projections.replay.games.dice.craps.payment_names import name_payment, payment_code
from projections.replay.games.dice.craps.record import (
    NAME,
    Anterior,
    Aposta,
    CrapsRecord,
    CrapsRules,
    Designacao,
    Escolha,
    PontoFixado,
)
from projections.replay.games.dice.craps.settling import settle

__all__ = [
    "COVERAGE",
    "GAME",
    "Anterior",
    "Aposta",
    "CrapsRecord",
    "CrapsRules",
    "Designacao",
    "Escolha",
    "PontoFixado",
    "settle",
    "verify",
]

GAME: Final = Game(
    name=NAME,
    section="CR",
    record=CrapsRecord,
    settle=settle,
    verify=verify,
    rules=CrapsRules,
    coverage=COVERAGE,
    payment_code=payment_code,
    relabel=name_payment,
)
