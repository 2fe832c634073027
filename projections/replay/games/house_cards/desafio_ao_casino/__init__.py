"""Desafio ao casino: one card each against the bank's, the higher wins; a tie may be challenged.

Rules: Portaria 1/2017, Anexo, Desafio ao casino, regras 1-14, cited as ``DC R14``.

A bet's ``tipo`` is ``inicial`` or ``empate`` (on the tie). What a player adds who challenges the
house is no bet but a decision; a table may record it as one of ``tipo`` ``desafio``.

**The challenge.** The player adds his initial stake v and the house puts v: 3v lie there, of which
2v are his. Higher, he takes the 3v: a prize of v. Equal, the 3v and v more: a prize of 2v. Lower,
he loses the 2v. Where both stakes have numbers, the prize of v is the added one's, and what a tie
gives besides is the initial one's; what was paid is compared by the sum of both.

- ``record``    what is recorded, and the values in which laws may differ
- ``words``     every outcome, said in two languages
- ``settling``  what every stake is worth
- ``checks``    faults, a module a subject: deal, shoe, ties
- ``payment_names``  the right names of wrong payments
"""

from typing import Final

from projections.replay.game import Game, implemented, not_checkable, watched
from projections.replay.games.house_cards.desafio_ao_casino.checks import verify
from projections.replay.games.house_cards.desafio_ao_casino.payment_names import (
    payment_code,
    relabel,
)
from projections.replay.games.house_cards.desafio_ao_casino.record import (
    NAME,
    DesafioAoCasinoRecord,
    DesafioAoCasinoRules,
    Opcao,
)
from projections.replay.games.house_cards.desafio_ao_casino.settling import settle

__all__ = ["COVERAGE", "GAME", "DesafioAoCasinoRecord", "DesafioAoCasinoRules", "Opcao", "settle"]


COVERAGE: Final = (
    *not_checkable("what the game is", "R1"),
    *watched("RES-IMPOSS", "R2"),
    *implemented("compare", "R3"),
    *watched("DC-SHOE", "R4"),
    *implemented("check_shoe: nothing is asked of a shuffler", "R5"),
    *implemented("settle: an exposed card is no ground; VOID-BAD", "R6"),
    *implemented("read_deal, check_deal; VOID-MISS", "R7"),
    *implemented("settle, check_errors; VOID-BAD, VOID-MISS, VOID-REFUND", "R8"),
    *implemented("initial_bet, tie_bet", "R9", "R10"),
    *implemented("tie_bet; DC-TIE", "R11"),
    *implemented("initial_bet, check_options; DC-TIE", "R12"),
    *implemented("challenge, check_challenges; DC-WAR", "R13", "R14"),
)

GAME: Final = Game(
    name=NAME,
    section="DC",
    record=DesafioAoCasinoRecord,
    settle=settle,
    verify=verify,
    rules=DesafioAoCasinoRules,
    coverage=COVERAGE,
    alone=True,
    payment_code=payment_code,
    relabel=relabel,
)
