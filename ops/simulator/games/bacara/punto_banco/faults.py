"""What can be done wrongly at a table of ponto e banca: names, and how a coup must end for it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ops.simulator.games.bacara.punto_banco.rules import (
    BANCA,
    EMPATE,
    PAR_DO_PONTO,
    PONTO,
    is_pair,
    winner,
)
from ops.simulator.kit.cards import bacara_points

Hand = Sequence[str]
Test = Callable[[Hand, Hand], bool]

OVERPAID: Final = "overpaid"
UNDERPAID: Final = "underpaid"
UNPAID: Final = "unpaid"
LOSER_PAID: Final = "loser-paid"
WRONG_SEAT: Final = "wrong-seat"
WRONG_BET: Final = "wrong-bet"
PAIR_LOW: Final = "pair-paid-eight"
PAIR_OF_FACES: Final = "pair-of-faces-paid"
PAIR_UNPAID: Final = "pair-unpaid"
TIE_HIGH: Final = "tie-paid-nine"
TIE_UNPAID: Final = "tie-unpaid"
TIE_TAKEN: Final = "side-taken-on-tie"
TIE_SIDE_PAID: Final = "side-paid-on-tie"
HALF_ON_SIX: Final = "half-on-six"
NOT_DEDUCTED: Final = "not-deducted"
BOTH_TAKEN: Final = "both-deductions-taken"
MISTOLD: Final = "deduction-told-wrongly"
BOTH_OPTIONS: Final = "both-deductions-set"
NOT_NOTIFIED: Final = "deduction-not-notified"
WRONG_DECKS: Final = "wrong-decks"
SHUFFLED_WRONG: Final = "wrong-decks-shuffled"
AVISO_MISPLACED: Final = "aviso-misplaced"
NO_CUT: Final = "no-cut"
SHORT_BURN: Final = "seven-burned"
NO_BURN: Final = "no-burn"
EARLY_BURN: Final = "burn-before-the-call"
AFTER_AVISO: Final = "coup-after-aviso"
BANCA_DREW: Final = "banca-drew-wrongly"
BANCA_STOOD: Final = "banca-stood-wrongly"
PONTO_DREW: Final = "ponto-drew-wrongly"
PONTO_STOOD: Final = "ponto-stood-wrongly"
DREW_AND_PAID: Final = "paid-by-a-wrong-card"
ORDER: Final = "wrong-order"
ANNOUNCED: Final = "wrong-winner-announced"
SHOWN: Final = "exchanged-card"
CARD_TOO_MANY: Final = "card-too-many"
AGAINST: Final = "bet-against-the-place"
TOO_MANY_STANDING: Final = "too-many-standing"
CORRECTABLE_VOID: Final = "void-though-correctable"
VOID_NO_GROUND: Final = "void-without-ground"
VOID_KEPT: Final = "void-and-a-stake-kept"
NOT_VOIDED: Final = "null-not-declared"
LATE_REFUSED: Final = "late-bet-refused"
LATE_PAID: Final = "late-bet-paid"
UNDER_MINIMUM: Final = "under-minimum"
CHIPS_DIFFER: Final = "chips-differ"
UNKNOWN_CHANCE: Final = "unknown-chance"
SINGLE_CARD: Final = "single-card-replaced"
FAULTS: Final = (
    *(UNPAID, PAIR_UNPAID, TIE_UNPAID, WRONG_BET, OVERPAID, UNDERPAID, LOSER_PAID),
    *(WRONG_SEAT, PAIR_LOW, PAIR_OF_FACES, TIE_HIGH, TIE_TAKEN, TIE_SIDE_PAID),
    *(HALF_ON_SIX, NOT_DEDUCTED, BOTH_TAKEN, MISTOLD, BOTH_OPTIONS, NOT_NOTIFIED),
    *(WRONG_DECKS, SHUFFLED_WRONG, AVISO_MISPLACED, NO_CUT, SHORT_BURN, NO_BURN),
    *(EARLY_BURN, AFTER_AVISO, BANCA_DREW, BANCA_STOOD, PONTO_DREW, PONTO_STOOD),
    *(DREW_AND_PAID, ORDER, ANNOUNCED, SHOWN, CARD_TOO_MANY, AGAINST, TOO_MANY_STANDING),
    *(CORRECTABLE_VOID, VOID_NO_GROUND, VOID_KEPT, NOT_VOIDED, LATE_REFUSED, LATE_PAID),
    *(UNDER_MINIMUM, CHIPS_DIFFER, UNKNOWN_CHANCE, SINGLE_CARD),
)


def PONTO_WINS(ponto: Hand, banca: Hand) -> bool:  # noqa: N802 - a condition by name
    """Ponto has more."""
    return winner(ponto, banca) == PONTO


def TIED(ponto: Hand, banca: Hand) -> bool:  # noqa: N802 - a condition by name
    """Both have the same."""
    return winner(ponto, banca) == EMPATE


def with_points(points: int) -> Test:
    """Return whether banca wins with so many points."""
    return lambda p, b: winner(p, b) == BANCA and bacara_points(b) == points


PAYMENTS: Final[Mapping[str, tuple[str, Test, Callable[[int], tuple[int, int]]]]] = {
    OVERPAID: (PONTO, PONTO_WINS, lambda stake: (2 * stake, stake)),
    UNDERPAID: (PONTO, PONTO_WINS, lambda stake: (stake // 2, stake)),
    UNPAID: (PONTO, PONTO_WINS, lambda _: (0, 0)),
    LOSER_PAID: (BANCA, PONTO_WINS, lambda stake: (stake, stake)),
    PAIR_LOW: (PAR_DO_PONTO, lambda p, _: is_pair(p), lambda stake: (8 * stake, stake)),
    PAIR_OF_FACES: (
        PAR_DO_PONTO,
        lambda p, _: {p[0][0], p[1][0]} == {"J", "K"},
        lambda stake: (11 * stake, stake),
    ),
    PAIR_UNPAID: (PAR_DO_PONTO, lambda p, _: is_pair(p), lambda _: (0, 0)),
    TIE_HIGH: (EMPATE, TIED, lambda stake: (9 * stake, stake)),
    TIE_UNPAID: (EMPATE, TIED, lambda _: (0, 0)),
    TIE_TAKEN: (BANCA, TIED, lambda _: (0, 0)),
    TIE_SIDE_PAID: (PONTO, TIED, lambda stake: (stake, stake)),
    HALF_ON_SIX: (BANCA, with_points(6), lambda stake: (stake * 50 // 100, stake)),
    NOT_DEDUCTED: (BANCA, with_points(5), lambda stake: (stake, stake)),
    BOTH_TAKEN: (BANCA, with_points(5), lambda stake: (stake * 4_750 // 10_000, stake)),
}
"""Of a wrong payment: on which chance, how the coup ends, what is given for a stake."""
OF_SHOE: Final = frozenset(
    {
        AVISO_MISPLACED,
        NO_CUT,
        SHORT_BURN,
        NO_BURN,
        EARLY_BURN,
        AFTER_AVISO,
        CARD_TOO_MANY,
    }
)
"""Faults of a shoe, which a shuffler cannot have."""
