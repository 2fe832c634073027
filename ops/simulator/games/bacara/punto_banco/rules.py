"""Ponto e banca, as the law and its page say it: who draws, who wins, what a bet is due.

Apart from replay, so that agreement of the two means something. Rules: PB R7 to R33; PM the same.
"""

from collections.abc import Sequence
from typing import Final

from ops.simulator.kit.cards import BACARA, bacara_points

PONTO: Final = "ponto"
BANCA: Final = "banca"
EMPATE: Final = "empate"
PAR_DO_PONTO: Final = "par_do_ponto"
PAR_DA_BANCA: Final = "par_da_banca"
CHANCES: Final = (PONTO, BANCA, EMPATE, PAR_DO_PONTO, PAR_DA_BANCA)
PAIRS: Final = {PAR_DO_PONTO: PONTO, PAR_DA_BANCA: BANCA}
OTHER: Final = {PONTO: BANCA, BANCA: PONTO}
TIMES: Final = {PONTO: 1, BANCA: 1, EMPATE: 8, PAR_DO_PONTO: 11, PAR_DA_BANCA: 11}
"""R30, R31: so many times the stake."""
MAXIMUM_TIMES: Final = {PONTO: 70, BANCA: 70, EMPATE: 15, PAR_DO_PONTO: 8, PAR_DA_BANCA: 8}
"""R8: the maximum is so many times the minimum."""
FIVE_PER_CENT: Final = "5pct"
HALF_ON_FIVE: Final = "50pct_5"
BEHIND_AVISO: Final = 12
OPENING_BURN: Final = 8
NATURAL: Final = 8
BANCA_DRAWS: Final = {3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}
"""R25: with these points banca draws beside these third cards of ponto; below 3 always."""


def ponto_draws(ponto: Sequence[str], banca: Sequence[str]) -> bool:
    """Tell whether ponto draws: up to 5, and nobody beside a natural (R25)."""
    return bacara_points(ponto) <= 5 and bacara_points(banca) < NATURAL


def banca_draws(ponto: Sequence[str], banca: Sequence[str]) -> bool:
    """Tell whether banca draws, ponto having all its cards (R25).

    >>> banca_draws(["2c", "2d", "8s"], ["Kc", "3d"]), banca_draws(["6c", "Kd"], ["Kc", "5d"])
    (False, True)
    """
    mine = bacara_points(banca)
    if max(mine, bacara_points(ponto[:2])) >= NATURAL:
        return False
    if len(ponto) == 2:  # it stood
        return mine <= 5
    return mine not in BANCA_DRAWS or str(BACARA[ponto[2][0]]) in BANCA_DRAWS[mine]


def is_pair(cards: Sequence[str]) -> bool:
    """Tell whether the first two cards are of one denomination (R20)."""
    return cards[0][0] == cards[1][0]


def winner(ponto: Sequence[str], banca: Sequence[str]) -> str:
    """Return the side with more points, or the tie (R29)."""
    mine, theirs = bacara_points(ponto), bacara_points(banca)
    return EMPATE if mine == theirs else PONTO if mine > theirs else BANCA


def per_cent(deduction: str, banca: Sequence[str]) -> int:
    """Return how many per cent of banca's prizes are deducted (R32).

    >>> per_cent("50pct_5", ["2c", "3d"]), per_cent("50pct_5", ["2c", "4d"])
    (50, 0)
    """
    if deduction == FIVE_PER_CENT:
        return 5
    return 50 if deduction == HALF_ON_FIVE and bacara_points(banca) == 5 else 0


def due(
    tipo: str, stake: int, ponto: Sequence[str], banca: Sequence[str], deduction: str
) -> tuple[int, int]:
    """Return a bet's prize and what goes back of the stake (R30 to R33).

    >>> due("banca", 505, ["2c", "2d"], ["3c", "2s"], "50pct_5")
    (252, 505)
    >>> due("ponto", 500, ["2c", "2d"], ["3c", "As"], "5pct")
    (0, 500)
    """
    won = winner(ponto, banca)
    if tipo in PAIRS:
        wins = is_pair(ponto if PAIRS[tipo] == PONTO else banca)
    else:
        wins = tipo == won
        if won == EMPATE and not wins:
            return 0, stake
    if not wins:
        return 0, 0
    prize = TIMES[tipo] * stake
    if tipo == BANCA:
        prize = prize * (100 - per_cent(deduction, banca)) // 100
    return prize, stake
