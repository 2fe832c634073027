"""Every finding: severity, rule, evidence, and one sentence in Portuguese and English.

``CODES`` is the one table; its modules follow the families of games. One fact is one finding: where
several codes fit it, the game's own goes before ``JP-``, and ``JP-`` before the cross-cutting ones;
several rules broken by one event are several findings.
"""

from collections.abc import Iterable
from typing import Final

from projections.replay.codes import cross_cutting, jackpots, machines, rounds, tables
from projections.replay.codes.code import Code, Severity
from projections.replay.codes.games import (
    bacara,
    bingo,
    blackjack,
    dice,
    poquer_nao_bancado,
    poquer_sem_descarte,
    roulette,
    stud_and_cards,
    wheels_and_tiles,
)

__all__ = ["CODES", "Code", "Severity", "first", "precedence"]

CODES: Final[dict[str, Code]] = {
    **cross_cutting.CODES,
    **rounds.CODES,
    **roulette.CODES,
    **dice.CODES,
    **blackjack.CODES,
    **bacara.CODES,
    **poquer_sem_descarte.CODES,
    **poquer_nao_bancado.CODES,
    **stud_and_cards.CODES,
    **wheels_and_tiles.CODES,
    **bingo.CODES,
    **machines.CODES,
    **jackpots.CODES,
    **tables.CODES,
}
"""Every finding by its code."""


def precedence(name: str) -> int:
    """Return 0 for a game's own code, 1 for a jackpot's, 2 for a cross-cutting one."""
    if name in cross_cutting.CODES:
        return 2
    return 1 if name in jackpots.CODES else 0


def first(names: Iterable[str]) -> str:
    """Return the one code that a fact carries when several fit it.

    >>> first(["PAY-DIFF", "JP-PAYDIFF", "SD-JP-SPLIT"])
    'SD-JP-SPLIT'
    """
    return min(names, key=precedence)
