"""What can be done wrongly in bacará chemin de fer: the names of the faults, and when."""

from typing import Final

OVERPAID: Final = "overpaid"
UNDERPAID: Final = "underpaid"
UNPAID: Final = "unpaid"
WRONG_SEAT: Final = "wrong-seat"
LOSER_PAID: Final = "loser-paid"
TIE_TAKEN: Final = "tie-taken"
REST_KEPT: Final = "rest-of-bank-kept"
BACKWARDS: Final = "paid-backwards"
CAG_SHORT: Final = "cagnotte-short"
CAG_OVER: Final = "cagnotte-over"
CAG_NONE: Final = "cagnotte-untaken"
CAG_ON_LOSS: Final = "cagnotte-of-a-lost-coup"
BELOW_MIN: Final = "bank-below-minimum"
ADDED: Final = "bank-raised"
OVERFLOW: Final = "overflow-left"
ODD_STAKE: Final = "odd-stake"
VERBAL: Final = "verbal-bet"
CHEQUE: Final = "cheque-bet"
BANKER_BETS: Final = "banker-bets"
LATE_BET: Final = "late-bet"
LATE_CHANGE: Final = "late-withdrawal"
HALF_EARLY: Final = "half-too-early"
NOT_HALF: Final = "other-than-half"
MISSTATED: Final = "garage-misstated"
MESA_SHORT: Final = "mesa-with-too-little"
BANCO_FAR: Final = "banco-to-the-farther"
BANCO_SHORT: Final = "banco-short"
WRONG_HAND: Final = "cards-to-a-lower-bet"
THREE: Final = "three-seated"
SMALL_CUT: Final = "small-cut"
AVISO: Final = "aviso-misplaced"
NO_BURN: Final = "no-burn"
BURN: Final = "burn-miscounted"
SHUFFLER: Final = "player-shuffles-last"
PAST_AVISO: Final = "past-the-aviso"
PONTO_DREW: Final = "ponto-draws-on-six"
PONTO_STOOD: Final = "ponto-stands-below-five"
PONTO_SILENT: Final = "ponto-does-not-show"
TABLE_DREW: Final = "banker-draws-wrongly"
NATURAL_DREW: Final = "banker-draws-on-natural"
PASSED_OVER: Final = "turn-passed-over"
KEPT_LOST: Final = "lost-hand-kept"
LEVEL: Final = "other-level"
SKIPPED: Final = "offer-skips"
NOT_PASSED: Final = "taken-unpassed"
PASSER_BIDS: Final = "passer-bids"
LOWER_BID: Final = "lower-bid-takes"
LOW_BASE: Final = "bid-below-base"
UNEQUAL: Final = "associate-unequal"
MIDHAND: Final = "associate-in-midhand"
DEAL_ORDER: Final = "dealt-out-of-order"
CLAIM: Final = "claim-heard-too-late"
VOIDED: Final = "voided-without-ground"
LATE_SHOE: Final = "late-shoe"
REMEDY: Final = "remedy-not-applied"

OF_LOST_BANK: Final = frozenset({BELOW_MIN, PASSED_OVER, KEPT_LOST, UNEQUAL})
OF_KEPT_BANK: Final = frozenset(
    {
        ADDED,
        HALF_EARLY,
        NOT_HALF,
        MISSTATED,
        THREE,
        LEVEL,
        SKIPPED,
        NOT_PASSED,
        PASSER_BIDS,
        LOWER_BID,
        LOW_BASE,
        MIDHAND,
    }
)
PASSING: Final = frozenset({LEVEL, SKIPPED, NOT_PASSED, PASSER_BIDS, LOWER_BID, LOW_BASE})
SHOES: Final = frozenset({SMALL_CUT, AVISO, NO_BURN, BURN, SHUFFLER})
RESULT: Final = {
    OVERPAID: "perde",
    UNDERPAID: "perde",
    UNPAID: "perde",
    WRONG_SEAT: "perde",
    REST_KEPT: "perde",
    CAG_ON_LOSS: "perde",
    BACKWARDS: "perde",
    LOSER_PAID: "ganha",
    CAG_SHORT: "ganha",
    CAG_OVER: "ganha",
    CAG_NONE: "ganha",
    VOIDED: "ganha",
    TIE_TAKEN: "nula",
}
"""What the coup must be, for a fault to be made in it."""
FAULTS: Final = (
    *RESULT,
    *sorted(OF_LOST_BANK),
    *sorted(OF_KEPT_BANK),
    *sorted(SHOES),
    PAST_AVISO,
    OVERFLOW,
    ODD_STAKE,
    VERBAL,
    CHEQUE,
    BANKER_BETS,
    LATE_BET,
    LATE_CHANGE,
    MESA_SHORT,
    BANCO_FAR,
    BANCO_SHORT,
    WRONG_HAND,
    PONTO_DREW,
    PONTO_STOOD,
    PONTO_SILENT,
    TABLE_DREW,
    NATURAL_DREW,
    DEAL_ORDER,
    CLAIM,
    REMEDY,
    LATE_SHOE,
)
STANDING: Final = 101
MINIMUM: Final = 500
NATURAL: Final = 8
FREE: Final = 5
FEW: Final = 40
"""Cards that must be left for a fault of the deal."""
