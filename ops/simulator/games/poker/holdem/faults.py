"""What can be done wrongly at a table of hold'em or Omaha: names of faults, scripts of hands."""

from typing import Final

from ops.simulator.games.poker.table import (
    ACOMPANHAR,
    APOSTAR,
    DESISTIR,
    MINIMUM,
    PASSAR,
    REPICAR,
    Act,
)

# What is paid.
OVERPAID: Final = "overpaid"
UNDERPAID: Final = "underpaid"
UNPAID: Final = "unpaid"
WRONG_SEAT: Final = "wrong-seat"
BAD_SPLIT: Final = "bad-split"
SIDE_IGNORED: Final = "side-pot-ignored"
FEE_HIGH: Final = "fee-too-high"
FEE_LOW: Final = "fee-too-low"
FEE_NEGATIVE: Final = "fee-negative"
RATE_HIGH: Final = "rate-too-high"
# Forced bets.
PEQUENA_WHOLE: Final = "pequena-whole"
GRANDE_SHORT: Final = "grande-short"
OWED_UNPAID: Final = "owed-unpaid"
CASH_BET: Final = "cash-bet"
# The betting.
LOW_RAISE: Final = "low-raise"
LOW_BET: Final = "low-bet"
ABOVE_POT: Final = "above-pot"
ABOVE_HALF: Final = "above-half-pot"
FOURTH_REPIQUE: Final = "fourth-repique"
SHORT_CALL: Final = "short-call"
PASSED_A_BET: Final = "passed-a-bet"
SILENT_RAISE: Final = "silent-raise"
OUT_OF_TURN: Final = "out-of-turn"
AFTER_FOLD: Final = "after-fold"
NOT_ASKED: Final = "not-asked"
LIMIT_ANNOUNCED: Final = "limit-announced"
# The table.
MAO_STAYS: Final = "mao-stays"
SEAT_TOO_MANY: Final = "seat-too-many"
SEAT_SHARED: Final = "seat-shared"
THREE_PLAY: Final = "three-play"
LOW_ENTRY: Final = "low-entry"
CHIPS_IN_HAND: Final = "chips-in-hand"
BACK_WITH_LESS: Final = "back-with-less"
BELOW_MINIMUM: Final = "below-minimum"
ODD_REPOSICAO: Final = "odd-reposicao"
OTHER_START: Final = "other-start"
LONG_REST: Final = "long-rest"
BAD_MAXIMUM: Final = "bad-maximum"
BOX_SHORT: Final = "box-short"
LATE_FEE: Final = "session-fee-at-hand-table"
# Cards.
NO_BURN: Final = "no-burn"
FLOP_BURNED: Final = "exposed-flop-burned"
FLOP_UNSHUFFLED: Final = "exposed-flop-unshuffled"
RAISED_EXPOSED: Final = "raised-after-exposure"
DEAL_ORDER: Final = "deal-order"
THREE_CARDS: Final = "one-card-too-many"
CARD_TWICE: Final = "card-twice"
NO_RIVER: Final = "no-rio"
MISDEAL_PLAYED: Final = "misdeal-played"
VOID_GROUNDLESS: Final = "void-groundless"
VOID_KEPT: Final = "void-stake-kept"
# Online.
CLOCK_FOLDS: Final = "clock-gives-up"
NO_WARNING: Final = "no-warning"
SHORT_HISTORY: Final = "history-short"
ENDED_BY_HOUSE: Final = "session-ended"
RESTRICTED: Final = "restricted"
DEMO_PRIZE: Final = "demo-prize"
VOID_NET: Final = "void-player-network"
VOID_DECIDED: Final = "void-though-decided"
NOT_ONLINE: Final = "no-online-variant"

ONLINE: Final = {"@mode": "shared"}
COMMON_FAULTS: Final = (
    OVERPAID, UNDERPAID, UNPAID, WRONG_SEAT, BAD_SPLIT, SIDE_IGNORED,
    FEE_HIGH, FEE_LOW, FEE_NEGATIVE, RATE_HIGH,
    PEQUENA_WHOLE, GRANDE_SHORT, OWED_UNPAID, CASH_BET,
    LOW_RAISE, LOW_BET, ABOVE_POT, ABOVE_HALF, FOURTH_REPIQUE, SHORT_CALL, PASSED_A_BET,
    SILENT_RAISE, OUT_OF_TURN, AFTER_FOLD, NOT_ASKED, LIMIT_ANNOUNCED,
    MAO_STAYS, SEAT_TOO_MANY, SEAT_SHARED, THREE_PLAY, LOW_ENTRY, CHIPS_IN_HAND, BACK_WITH_LESS,
    BELOW_MINIMUM, ODD_REPOSICAO, OTHER_START, LONG_REST, BAD_MAXIMUM, LATE_FEE, BOX_SHORT,
    NO_BURN, FLOP_BURNED, FLOP_UNSHUFFLED, RAISED_EXPOSED, DEAL_ORDER, THREE_CARDS, CARD_TWICE,
    NO_RIVER, MISDEAL_PLAYED, VOID_GROUNDLESS, VOID_KEPT,
    CLOCK_FOLDS, NO_WARNING, SHORT_HISTORY, ENDED_BY_HOUSE, RESTRICTED, DEMO_PRIZE,
    VOID_NET, VOID_DECIDED, NOT_ONLINE,
)  # fmt: skip

EXTRA: Final = 7
"""Minor units by which a payment differs: so few that they can be nothing else."""
SCRIPTS: Final[dict[str, dict[tuple[int, int], Act]]] = {
    SIDE_IGNORED: {(1, 0): (APOSTAR, 2 * MINIMUM)},
    LOW_RAISE: {(1, 0): (APOSTAR, MINIMUM), (1, 1): (REPICAR, MINIMUM // 2)},
    LOW_BET: {(1, 0): (APOSTAR, MINIMUM // 2)},
    ABOVE_HALF: {(1, 0): (APOSTAR, 12 * MINIMUM)},
    ABOVE_POT: {(1, 0): (APOSTAR, MINIMUM), (1, 1): (REPICAR, 20 * MINIMUM)},
    FOURTH_REPIQUE: {
        (1, 0): (APOSTAR, MINIMUM),
        **{(1, at): (REPICAR, MINIMUM) for at in (1, 2, 3, 4)},
    },
    SHORT_CALL: {(3, 0): (APOSTAR, 2 * MINIMUM), (3, 1): (ACOMPANHAR, MINIMUM)},
    PASSED_A_BET: {(3, 0): (APOSTAR, MINIMUM), (3, 1): (PASSAR, MINIMUM)},
    SILENT_RAISE: {(1, 0): (APOSTAR, MINIMUM), (1, 1): (ACOMPANHAR, MINIMUM)},
    RAISED_EXPOSED: {(0, 2): (REPICAR, MINIMUM)},
    AFTER_FOLD: {(0, 0): (DESISTIR, 0)},
    THREE_CARDS: {(0, 0): (DESISTIR, 0)},
    CARD_TWICE: {(0, 0): (DESISTIR, 0)},
    CLOCK_FOLDS: {(1, 0): (DESISTIR, 0)},
    NO_WARNING: {(1, 0): (APOSTAR, MINIMUM), (1, 1): (DESISTIR, 0)},
}
"""What is done otherwise than by equalling and passing, by turn and number of the word in it."""
BAD_ACTS: Final[dict[str, tuple[tuple[int, int], str]]] = {
    LOW_RAISE: ((1, 1), "NB-RAISE"),
    LOW_BET: ((1, 0), "BET-MIN"),
    ABOVE_HALF: ((1, 0), "NB-LIM"),
    ABOVE_POT: ((1, 1), "NB-RAISE"),
    FOURTH_REPIQUE: ((1, 4), "NB-RAISE"),
    SHORT_CALL: ((3, 1), "NB-EQ"),
    PASSED_A_BET: ((3, 1), "NB-EQ"),
    SILENT_RAISE: ((1, 1), "NB-RAISE"),
    RAISED_EXPOSED: ((0, 2), "NB-EXPO"),
    CLOCK_FOLDS: ((1, 0), "NB-ONL"),
    NO_WARNING: ((1, 1), "NB-ONL"),
}
"""Which of those words is the fault, and what it is called."""


TWO_STEPS: Final = frozenset({OWED_UNPAID, BACK_WITH_LESS, LONG_REST})


SIMPLE: Final = {
    RATE_HIGH: "NB-RAKE",
    BAD_MAXIMUM: "NB-LIM",
    LIMIT_ANNOUNCED: "REG-LIMIT-CHG",
    NO_BURN: "NB-BURN",
    FLOP_BURNED: "NB-EXPO",
    FLOP_UNSHUFFLED: "NB-EXPO",
    DEAL_ORDER: "NB-MIS",
    CARD_TWICE: "RES-IMPOSS",
    NO_RIVER: "RES-IMPOSS",
    MISDEAL_PLAYED: "NB-MIS",
    VOID_GROUNDLESS: "VOID-BAD",
    DEMO_PRIZE: "ONL-DEMO",
    NOT_ONLINE: "ONL-NONE",
}
"""Faults that are of the hand as a whole, without a sum."""
