"""Faults of a table of banca francesa: their names."""

from typing import Final

from ops.simulator.parties.guests import PAYMENTS, WRONG_SUM

HALF_LOW: Final = "line-under-twice-minimum"
HALF_HIGH: Final = "line-over-twice-maximum"
HALF_STEP: Final = "line-no-multiple"
HALF_PLAYED: Final = "line-excess-played"
LINE_FULL: Final = "line-paid-in-full"
MAX_RATIO: Final = "maximum-too-high"
THROWN_AGAIN: Final = "thrown-again"
LEFT_OPEN: Final = "left-undecided"
SET_LATE: Final = "set-not-rotated"
SET_FOREIGN: Final = "foreign-set"
SET_UNSEALED: Final = "suspected-set-unsealed"
PAID_FIRST: Final = "paid-before-collected"
ORDER: Final = "ases-collected-last"
WRONG_SPOT: Final = "wrong-spot-announced"
IMPOSSIBLE_DICE: Final = "impossible-dice"
IMPOSSIBLE_BET: Final = "impossible-bet"
SAME_NUMBER: Final = "same-number"
LATE_REFUSED: Final = "late-bet-refused"
LATE_WAITS: Final = "late-bet-waits"
LATE_DECIDED: Final = "bet-after-decision"
CHANGE_DECIDED: Final = "change-after-decision"
UNDER_MINIMUM: Final = "under-minimum"
OVER_MAXIMUM: Final = "over-maximum"
WRONG_CHIPS: Final = "wrong-chips"
NULL_QUIET: Final = "null-without-ground"
NULL_DECISIVE: Final = "decisive-throw-nulled"
VOID_GROUNDLESS: Final = "void-without-ground"
VOID_DECIDED: Final = "void-though-decided"
VOID_SHORT: Final = "void-not-refunded"
VOID_NETWORK: Final = "void-for-players-network"
UNSHOWN_PAID: Final = "paid-without-outcome"
ABAFO_COLLECTED: Final = "abafo-collected"
DONE: Final = "done"
"""In place of a fault that was made."""
GRANDE_WINS: Final = frozenset({WRONG_SUM, HALF_PLAYED, LINE_FULL, ORDER, PAID_FIRST})
"""Faults of which grande must win."""

FAULTS: Final = (
    MAX_RATIO,
    *PAYMENTS,
    HALF_LOW,
    HALF_HIGH,
    HALF_STEP,
    HALF_PLAYED,
    LINE_FULL,
    THROWN_AGAIN,
    LEFT_OPEN,
    SET_LATE,
    SET_FOREIGN,
    SET_UNSEALED,
    PAID_FIRST,
    ORDER,
    WRONG_SPOT,
    IMPOSSIBLE_DICE,
    IMPOSSIBLE_BET,
    SAME_NUMBER,
    LATE_REFUSED,
    LATE_WAITS,
    LATE_DECIDED,
    CHANGE_DECIDED,
    UNDER_MINIMUM,
    OVER_MAXIMUM,
    WRONG_CHIPS,
    NULL_QUIET,
    NULL_DECISIVE,
    VOID_GROUNDLESS,
    VOID_DECIDED,
    VOID_SHORT,
    VOID_NETWORK,
    UNSHOWN_PAID,
    ABAFO_COLLECTED,
)
