"""How the code stands to every rule of the chapter."""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, watched

COVERAGE: Final[tuple[Rule, ...]] = (
    *not_checkable("what the game is", "R1"),
    *watched("RES-IMPOSS, JP-DISP; the make of sabot and shuffler: no event tells it", "R2"),
    *watched("RES-IMPOSS: a place that the table has not", "R3"),
    *implemented("settle: three areas a hand, other bets go back; RES-IMPOSS", "R4"),
    *implemented("evaluate", "R5"),
    *not_checkable(
        "the shuffle, the cut and the cut card: no remedy and no finding names them", "R6"
    ),
    *watched(
        "ST-ANTE, BET-LATE, BET-MIN, BET-MAX, BET-MULT; cards inside the area: no event tells it",
        "R7",
    ),
    *watched("ST-ANTE", "R8"),
    *implemented("settle, goes_on: a hand without an adicional is lost", "R9"),
    *watched("BET-LATE", "R10"),
    *implemented("deal_error, right_orders; ST-VOID", "R11"),
    *implemented("settle: the pagador opens with ás e rei or better; ST-QUAL", "R12"),
    *implemented("settle: compared", "R13", "R14"),
    *implemented("settle; ST-PAY", "R15"),
    *not_checkable("talk and notes at the table: a person sees them: COLL", "R16"),
    *implemented("evaluate, suit_decides; ST-SUIT", "R17"),
    *implemented("Progressive.pay, chips; ST-JP-SHARE, ST-CARRY", "R18"),
    *watched("ST-JP-FIX; that the sums are announced a person sees", "R19"),
    *implemented("Progressive.pay: seats from the pagador's left; ST-JP-ORD", "R20"),
    *implemented("Progressive.pay; ST-JP-ORD", "R21", "R22", "R23"),
    *implemented("Progressive.pay; ST-JP-RESET", "R24"),
    *implemented("deal_error, left_over; ST-VOID, VOID-REFUND, ST-CARRY", "R25"),
    *implemented("exposed; ST-VOID", "R26"),
    *implemented("hands_without_bet; ST-NOBET", "R27"),
    *implemented("deal_error, left_over; VOID-MISS, VOID-BAD, ST-CARRY", "R28"),
)
