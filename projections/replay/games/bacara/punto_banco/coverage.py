"""How the code stands to the rules that both games share, number for number: R1-R7, R9-R25."""

from typing import Final

from projections.replay.game import implemented, not_checkable, watched

TABLE_COVERAGE: Final = (
    *not_checkable("what the game is", "R1", "R11"),
    *not_checkable("the shape of the table and its places", "R2"),
    *watched("PB-DECK, EQ-BAD", "R3"),
    *not_checkable("furniture, which no record shows", "R4", "R5", "R6", "R14"),
    *implemented("settle; RES-IMPOSS for any other chance", "R7"),
)
COUP_COVERAGE: Final = (
    *implemented("points_of", "R9", "R10"),
    *watched("PB-SHOE; a cut left out", "R12"),
    *not_checkable("to whom the cut was offered decides nothing; the cut itself is R12", "R13"),
    *watched("PB-DECK, PB-SHOE", "R15"),
    *watched("PB-SHOE", "R16", "R17"),
    *implemented("null_fate: a card face up is no slip; VOID-BAD", "R18"),
    *implemented("settle; RES-IMPOSS for a pair not offered", "R19"),
    *implemented("pair; PB-PAIR", "R20"),
    *watched("PB-CONTRA", "R21"),
    *watched("BET-LATE", "R22"),
    *implemented("deal_of; RES-IMPOSS", "R23"),
    *watched("PB-SHOE", "R24"),
    *implemented("banca_draws, deal_of; PB-3RD", "R25"),
)
