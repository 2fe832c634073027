"""Every finding: severity, rule, evidence, and one sentence in Portuguese and English.

``CODES`` is the one table; ``games`` has a module a family. One fact is one finding: where
several codes fit it, the game's own goes before ``JP-``, and ``JP-`` before the cross-cutting ones;
several rules broken by one event are several findings.
"""

from collections.abc import Iterable
from typing import Final

from projections.replay.codes import cross_cutting, jackpots, rounds, tables
from projections.replay.codes.code import Code, Severity
from projections.replay.codes.games import (
    bacara,
    bingo,
    dice,
    house_cards,
    mah_jong,
    maquinas,
    player_bank,
    poker,
    wheels,
)
from projections.replay.codes.titles import TITLES

__all__ = ["CODES", "Code", "Severity", "first", "precedence", "title_of"]

CODES: Final[dict[str, Code]] = {
    **cross_cutting.CODES,
    **rounds.CODES,
    **wheels.ROULETTE,
    **dice.CODES,
    **house_cards.BLACKJACK,
    **bacara.CODES,
    **house_cards.POQUER_SEM_DESCARTE,
    **poker.CODES,
    **house_cards.STUD_POKER,
    **house_cards.DESAFIO_AO_CASINO,
    **player_bank.POQUER_3_CARTAS,
    **wheels.BOULE_AND_RODA_DA_SORTE,
    **mah_jong.CODES,
    **player_bank.MAHJONG_PAI_KAO,
    **bingo.CODES,
    **maquinas.CODES,
    **jackpots.CODES,
    **tables.CODES,
}
"""Every finding by its code, in the order in which people are shown them."""


def title_of(name: str, language: str) -> str:
    """Return a code's title in a language; of an unknown code, the code.

    >>> title_of("BET-LATE", "pt"), title_of("BET-LATE", "en")
    ('Aposta depois de fechadas as apostas', 'Bet after bets were closed')
    """
    pt, en = TITLES.get(name, (name, name))
    return en if language == "en" else pt


def precedence(name: str) -> int:
    """Return 0 for a game's own code, 1 for a jackpot's, 2 for a cross-cutting one."""
    if name in cross_cutting.CODES:
        return 2
    return 1 if name in jackpots.CODES else 0


def first(names: Iterable[str]) -> str:
    """Return the code under which a fault is recorded when several codes fit.

    >>> first(["PAY-DIFF", "JP-PAYDIFF", "SD-JP-SPLIT"])
    'SD-JP-SPLIT'
    """
    return min(names, key=precedence)
