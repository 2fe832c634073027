"""How the code stands to every rule of the chapter."""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, watched

_FURNITURE = "tables, cards' make and utensils: a person sees them"
_STANDING = "where those who stand place themselves: a person sees it"
_SAID = "what the pagador says or repeats aloud decides nothing: a person hears it"
_HANDLING = "how cards are laid out, shown and handed: a person sees it"

COVERAGE: Final[tuple[Rule, ...]] = (
    *implemented("play", "R1"),
    *not_checkable(_FURNITURE, "R2", "R5", "R6"),
    *watched("RES-IMPOSS; the colours of the backs a person sees", "R3"),
    *watched("EQ-BAD; that a card is bad a person sees", "R4"),
    *watched("CF-BANK", "R7", "R8", "R15", "R19"),
    *watched("CF-GARAGE, CF-BANK", "R9", "R20"),
    *watched("BET-LATE", "R10", "R12", "R13"),
    *implemented("cover; BET-LATE", "R14"),
    *not_checkable(_SAID, "R11", "R69", "R96", "R106", "R107", "R109", "R110", "R111", "R112"),
    *not_checkable("notes changed for chips after a win: a person sees it", "R16"),
    *implemented("cover", "R17", "R18", "R21", "R22", "R23", "R33"),
    *implemented("cover; CF-BANCO", "R24", "R25", "R26", "R27", "R28", "R29", "R30", "R31", "R32"),
    *not_checkable("whose money is in a bet: a person sees pooled bets, COLL", "R34"),
    *implemented("cover; CF-HAND", "R35", "R36"),
    *implemented("points_of", "R37", "R38", "R39"),
    *not_checkable(_HANDLING, "R40", "R41", "R71", "R72"),
    *watched("CF-SHOE", "R42", "R45", "R51"),
    *not_checkable("who declined to cut: a person sees it", "R43", "R44"),
    *watched("CF-PASS", "R46", "R63", "R78", "R79", "R80", "R81", "R82", "R83"),
    *watched("CF-BANK: the banker's own bet", "R47"),
    *watched("CF-MIN4", "R48"),
    *not_checkable("who sits at another table: a person sees it", "R49"),
    *not_checkable("the rest of the shoe spread face up: a person sees it", "R50"),
    *implemented("play: a card drawn is given, taken or burned", "R52"),
    *watched("CF-PLACE", "R53", "R54", "R55", "R57"),
    *not_checkable("what the word vacant means: CF-PLACE goes by it", "R56"),
    *not_checkable("what somebody said of his turn before he sat down: a person hears it", "R58"),
    *not_checkable(_STANDING, "R59", "R60", "R61", "R94"),
    *implemented("settle; CF-PASS", "R62"),
    *watched("CF-GARAGE", "R64", "R65"),
    *watched("CF-ERR", "R66"),
    *implemented("play; CF-PONTO", "R67", "R68"),
    *implemented("must_draw; CF-TABLE", "R70"),
    *implemented("play", "R73", "R74", "R76", "R98", "R99"),
    *not_checkable("who puts the cards in the discard counts by R76, and is a person's", "R75"),
    *implemented("settle; CF-GARAGE", "R77"),
    *watched("CF-PASS", "R84", "R85", "R86", "R87", "R88", "R89", "R91", "R92", "R93", "R95"),
    *implemented("cover; CF-PASS", "R90"),
    *implemented("play; advice between players a person sees, COLL", "R97"),
    *watched("CF-HAND", "R100"),
    *implemented("must_draw; CF-TABLE", "R101"),
    *implemented("play; CF-ERR", "R102", "R103", "R104"),
    *watched("CF-CLOSE", "R105"),
    *watched("CF-PASS; the announcements a person hears", "R108"),
    *not_checkable("the announcement of a passed hand: a person hears it", "R113"),
    *implemented("play", "R114", "R116", "R120"),
    *implemented("null_rule; VOID-BAD, VOID-MISS", "R115", "R117", "R118", "R119"),
    *implemented("settle", "R121"),
    *watched("PAY-ORDER", "R122"),
    *implemented("gain_of; CF-CAG", "R123"),
)
