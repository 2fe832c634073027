"""The names of the faults of a table of desafio ao casino."""

from typing import Final

from ops.simulator.parties.guests import LOSER_KEPT, LOSER_PAID, PAYMENTS

TIE_WRONG: Final = "tie-overpaid"
TIE_SHORT: Final = "tie-underpaid"
HALF_WRONG: Final = "half-all-taken"
HALF_KEPT: Final = "half-not-taken"
NO_OPTION: Final = "option-not-offered"
OPTION_UNDUE: Final = "option-without-tie"
WAR_OVERPAID: Final = "challenge-overpaid"
WAR_NO_EXTRA: Final = "challenge-tie-without-extra"
WAR_BURN: Final = "challenge-too-few-burned"
WAR_NO_BURN: Final = "challenge-none-burned"
WAR_STAKE: Final = "challenge-unequal-stake"
WAR_NO_CARD: Final = "challenge-without-card"
AVISO_WRONG: Final = "aviso-in-wrong-place"
NOT_CUT: Final = "not-cut"
ORDER: Final = "dealt-out-of-order"
NO_CARD: Final = "bettor-without-card"
SPARE_CARD: Final = "card-too-many"
TOO_MANY: Final = "card-dealt-too-often"
IMPOSSIBLE_BET: Final = "impossible-bet"
SAME_NUMBER: Final = "same-number"
LATE_REFUSED: Final = "late-bet-refused"
LATE_PAID: Final = "late-bet-paid"
LATE_CHANGE: Final = "late-change"
EARLY_BET: Final = "early-bet"
UNDER_MINIMUM: Final = "under-minimum"
OVER_MAXIMUM: Final = "over-maximum"
WRONG_CHIPS: Final = "wrong-chips"
NOT_VOIDED: Final = "incurable-error-played"
VOID_GROUNDLESS: Final = "void-without-ground"
VOID_DECIDED: Final = "void-though-decided"
VOID_EXPOSED: Final = "void-for-exposed-card"
VOID_SHORT: Final = "void-not-refunded"
HALVES: Final = frozenset({HALF_WRONG, HALF_KEPT})
WARS: Final = frozenset({WAR_OVERPAID, WAR_NO_EXTRA, WAR_BURN, WAR_NO_BURN, WAR_STAKE, WAR_NO_CARD})
TIES: Final = frozenset({TIE_WRONG, TIE_SHORT, NO_OPTION}) | HALVES | WARS
"""Faults for which the target's card must be equal to the bank's."""
LOSES: Final = frozenset({LOSER_PAID, LOSER_KEPT, OPTION_UNDUE, SPARE_CARD})
WINS: Final = frozenset(PAYMENTS) - LOSES | {LATE_PAID}

FAULTS: Final = (
    *PAYMENTS,
    TIE_WRONG,
    TIE_SHORT,
    HALF_WRONG,
    HALF_KEPT,
    NO_OPTION,
    OPTION_UNDUE,
    WAR_OVERPAID,
    WAR_NO_EXTRA,
    WAR_BURN,
    WAR_NO_BURN,
    WAR_STAKE,
    WAR_NO_CARD,
    AVISO_WRONG,
    NOT_CUT,
    ORDER,
    NO_CARD,
    SPARE_CARD,
    TOO_MANY,
    IMPOSSIBLE_BET,
    SAME_NUMBER,
    LATE_REFUSED,
    LATE_PAID,
    LATE_CHANGE,
    EARLY_BET,
    UNDER_MINIMUM,
    OVER_MAXIMUM,
    WRONG_CHIPS,
    NOT_VOIDED,
    VOID_GROUNDLESS,
    VOID_DECIDED,
    VOID_EXPOSED,
    VOID_SHORT,
)
