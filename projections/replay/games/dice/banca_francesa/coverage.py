"""How the code stands to every rule of the chapter."""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, watched

_FURNITURE: Final = "manner or furniture, which no record shows"
_SHOWN: Final = "what a screen shows, which no record of a round shows"

COVERAGE: Final[tuple[Rule, ...]] = (
    *not_checkable("what the game is", "R1"),
    *not_checkable(_FURNITURE, "R2", "R4", "R9", "R11", "R25"),
    *watched("STAFF-MIN", "R3"),
    *implemented("dice_faults: three dice; RES-IMPOSS", "R5"),
    *implemented("deciding, settle; RES-IMPOSS", "R6"),
    *implemented("in_play, impossible; BF-HALF", "R7", "R8", "R10"),
    *implemented("check_limits, check_stakes; BF-MAX, BET-MIN, BET-MAX", "R12"),
    *implemented("deciding, bets_at; BF-DEC, BET-LATE", "R13"),
    *implemented("check_announcement, settle; RES-IMPOSS", "R14"),
    *watched("PAY-ORDER; by which way round the racket goes is a manner", "R15"),
    *watched("BF-SET; whether a die is loaded a person sees", "R16", "R17", "R18"),
    *not_checkable("who bore the cost of a test: a person sees it: BF-COST", "R19"),
    *implemented("is_abafo, fates_of, null_faults; VOID-BAD", "R20"),
    *watched("STAFF-1H", "R21"),
    *implemented("deciding, null_faults; VOID-BAD", "R22"),
    *implemented("deciding; BF-DEC", "R23"),
    *watched("BF-PAY, PAY-NONE", "R24"),
    *implemented("settle; BF-PAY", "R26"),
    *not_checkable("the physical rules, adapted", "R27"),
    *not_checkable(_SHOWN, "R28", "R29", "R35"),
    *not_checkable("play in real time is a property of the server", "R30"),
    *not_checkable("a permission", "R31", "R34"),
    *watched("ONL-TIME", "R32"),
    *implemented("close_rule, bets_at; BET-LATE", "R33"),
    *implemented("decide_void; VOID-BAD, VOID-MISS, VOID-REFUND", "R36", "R38"),
    *implemented("decide_void; VOID-NET", "R37"),
    *watched("ONL-HIST", "R39"),
    *watched("ONL-EXCL", "R40", "R41"),
    *watched("ONL-DEMO", "R42"),
    *not_checkable("what a player was shown: a person sees it: ONL-INFO", "R43"),
)
