"""How the code stands to every rule of the chapter."""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, watched

_FURNITURE: Final = "manner or furniture, which no record shows"
_ONLINE_SHOWN: Final = "what a screen shows, which no record of a round shows"

COVERAGE: Final[tuple[Rule, ...]] = (
    *not_checkable("a permission", "R1", "R24", "R47", "R50"),
    *watched("STAFF-MIN", "R2"),
    *watched("RA-WHEEL", "R3", "R4"),
    *not_checkable(_FURNITURE, "R5", "R6", "R7"),
    *watched("RES-IMPOSS", "R8"),
    *not_checkable(_FURNITURE, "R9", "R11", "R12"),
    *not_checkable("which table's chips lie there: a person sees it: RA-CHIPVAL", "R10"),
    *implemented("settle", "R13", "R14"),
    *watched("BET-EARLY", "R15"),
    *implemented("bets_in_time; BET-LATE", "R16"),
    *watched("RES-IMPOSS", "R17"),
    *implemented("fate_of; RA-GEOM", "R18", "R19"),
    *implemented("check_series, check_neighbours; RA-SER, RA-NB", "R20"),
    *watched("RA-R21, BET-MIN, BET-MAX, RA-SER, RA-NB; REG-LIMIT-CHG of parameters", "R21"),
    *watched("RA-COLOR", "R22"),
    *not_checkable(_FURNITURE, "R23"),
    *watched("RA-3G", "R25"),
    *watched("RA-COLOR, BET-MULT", "R26"),
    *watched("RA-LATECHIP", "R27"),
    *not_checkable("of which kind a chip is: a person sees it: RA-CHIPVAL", "R28", "R29"),
    *watched("BET-EARLY, RA-DIR", "R30"),
    *not_checkable("how the plate turns: a person sees it: RA-DIR", "R31"),
    *watched("RA-BALL", "R32"),
    *watched("EQ-BAD", "R33"),
    *watched("STAFF-1H", "R34"),
    *implemented("decide_null; RA-NUL, VOID-BAD, VOID-MISS", "R35"),
    *watched("RES-IMPOSS", "R36"),
    *watched("PAY-ORDER, PAY-NONE", "R37"),
    *not_checkable(_FURNITURE, "R38"),
    *implemented("settle; RA-ZERO", "R39"),
    *implemented("rebuilt", "R40"),
    *not_checkable("that prizes go out together: a person sees it: RA-JOINT", "R41"),
    *implemented("settle; RA-PAY", "R42"),
    *implemented("settle", "R43"),
    *not_checkable(_ONLINE_SHOWN, "R44", "R45", "R46", "R51", "R52"),
    *watched("ONL-TIME", "R48"),
    *implemented("bets_in_time; BET-LATE", "R49"),
    *implemented("decide_void; VOID-BAD, VOID-MISS", "R53"),
    *implemented("decide_void; VOID-NET", "R54"),
    *implemented("decide_void; VOID-REFUND", "R55"),
    *watched("ONL-HIST", "R56"),
    *watched("ONL-EXCL", "R57", "R58"),
    *watched("ONL-DEMO", "R59"),
    *not_checkable("what is shown of the rules: a person sees it: ONL-INFO", "R60"),
)
