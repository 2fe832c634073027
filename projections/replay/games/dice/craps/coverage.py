"""How the code stands to every rule of the chapter."""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, watched

_FURNITURE: Final = "manner or furniture, which no record shows"
_SHOWN: Final = "what a screen shows, which no record of a round shows"

COVERAGE: Final[tuple[Rule, ...]] = (
    *not_checkable("what the game is", "R1"),
    *not_checkable(_FURNITURE, "R2", "R4", "R5", "R7"),
    *watched("STAFF-MIN", "R3"),
    *implemented("dice_faults: two dice of six faces; RES-IMPOSS", "R6"),
    *implemented("impossible; RES-IMPOSS", "R8"),
    *watched("CR-SHOOT; only players throw", "R9"),
    *not_checkable("how the stickman looks at the dice", "R10"),
    *watched("CR-2OF5", "R11"),
    *implemented("Shooters.watch; CR-SHOOT", "R12", "R15"),
    *not_checkable("how the dice roll; those that do not pass the middle are null", "R13"),
    *watched("CR-ENTRY", "R14"),
    *implemented("check_point; RES-IMPOSS", "R16"),
    *watched("CR-LAST", "R17"),
    *implemented("counts, null_faults; VOID-BAD", "R18"),
    *not_checkable("sorts the payments that R20 to R24 fix one by one", "R19"),
    *implemented("Play.run; CR-BAR, CR-PAY, BET-LATE, BET-EARLY", "R20"),
    *watched("CR-LOCK", "R21"),
    *implemented("Play.run; CR-ODDS, CR-PAY", "R22"),
    *implemented("Play.run, Stakes.watch; CR-PLACE", "R23"),
    *implemented("Play.run; CR-PAY", "R24"),
    *implemented("line_of", "R25"),
    *not_checkable("the physical rules, adapted", "R26"),
    *not_checkable(_SHOWN, "R27", "R28", "R32"),
    *not_checkable("play in real time is a property of the server", "R29"),
    *not_checkable("a permission", "R30"),
    *not_checkable("whose hand marked a bet on a screen, which no record shows", "R31"),
    *implemented("decide_void; VOID-BAD, VOID-MISS, VOID-REFUND", "R33", "R35"),
    *implemented("decide_void; VOID-NET", "R34"),
    *watched("ONL-HIST", "R36"),
    *watched("ONL-EXCL", "R37", "R38"),
    *watched("ONL-DEMO", "R39"),
    *not_checkable("what a player was shown: a person sees it: ONL-INFO", "R40"),
)
