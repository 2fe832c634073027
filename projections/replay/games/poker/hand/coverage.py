"""How the code stands to the rules that hold'em and Omaha share: one row a rule number.

The general rules of póquer não bancado (NB R), those of Omaha e Hold'em (R) and Portaria 217/2007
(001 n.); what only one of the two games has stands in its own module.
"""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, watched

_PERSONS: Final = "conduct and gestures: only a person at the table sees them"
_FURNITURE: Final = "table, deck and staff: not part of a hand's record"
_OPERATOR: Final = "the operator's freedom: every choice is lawful"
_SHOWN: Final = "what a screen shows, which no record of a hand shows: a person sees it: ONL-INFO"
_TABLES: Final = (
    "which suits were drawn for which table, who played in the last sessão, whether another table"
    " could be opened: no event tells it, a person sees it"
)
_STAFF: Final = "who decides what at the table"

HAND_COVERAGE: Final[tuple[Rule, ...]] = (
    *not_checkable("names and definitions", "NB R1", "NB R2", "001 n.1", "001 n.2", "001 n.3"),
    *not_checkable("which deck lies on the table: only a person sees it worn", "NB R3"),
    *watched("NB-SHUF; that a card is damaged a person sees", "NB R7", "001 n.4"),
    *watched("NB-SEATS", "NB R4", "NB R8", "001 n.6", "001 n.10"),
    *not_checkable(_FURNITURE, "NB R5", "NB R6", "NB R20", "NB R21", "NB R44", "NB R56", "001 n.5"),
    *not_checkable(_STAFF, "001 n.8", "001 n.9"),
    *watched("NB-PLACE", "NB R9", "NB R13", "001 n.11", "001 n.12"),
    *watched("NB-PLACE; the balance between tables a person sees", "NB R11", "001 n.26"),
    *not_checkable(_TABLES, "NB R10", "NB R12", "001 n.25", "001 n.27"),
    *watched("NB-MIN4", "001 n.24"),
    *watched("NB-CAVE", "NB R14", "001 n.28"),
    *watched("NB-BTN", "NB R15", "001 n.29", "001 n.30"),
    *watched("NB-SHUF", "NB R16", "NB R17", "001 n.31", "001 n.32"),
    *not_checkable("how cards are shuffled again and slid over the table", "NB R18", "NB R19"),
    *not_checkable(_FURNITURE, "001 n.33", "001 n.34", "001 n.59", "001 n.60", "001 n.61"),
    *watched("NB-MIS, RES-IMPOSS", "NB R22", "001 n.35"),
    *watched("NB-TURN", "NB R23", "NB R31", "NB R33", "NB R35", "NB R37"),
    *watched("NB-TURN", "001 n.36", "001 n.37", "001 n.40", "001 n.42", "001 n.44", "001 n.46"),
    *not_checkable(_PERSONS, "NB R24", "NB R27", "NB R49", "NB R50", "NB R52"),
    *watched("NB-OUT; what he did a person sees", "NB R46", "001 n.58"),
    *not_checkable(_PERSONS, "001 n.15", "001 n.16", "001 n.52", "001 n.54"),
    *not_checkable(_PERSONS, "001 n.63"),
    *implemented("settle", "NB R25", "001 n.53"),
    *watched("NB-RAISE", "NB R26", "NB R38", "001 n.47", "001 n.55", "001 n.57"),
    *implemented("settle", "NB R28", "NB R40", "NB R41", "001 n.38", "001 n.49", "001 n.50"),
    *watched("NB-TURN, NB-EQ, NB-RAISE", "NB R29", "001 n.39"),
    *watched("NB-LIM", "NB R30"),
    *watched(
        "NB-BURN, RES-IMPOSS", "NB R32", "NB R34", "NB R36", "001 n.41", "001 n.43", "001 n.45"
    ),
    *implemented("settle: who does not equal is out; NB-EQ", "NB R39", "001 n.48"),
    *not_checkable("the order of showing decides nothing: all are compared", "NB R42", "001 n.62"),
    *implemented("settle", "NB R43", "001 n.51"),
    *not_checkable("agreements between players: a person sees it: COLL", "NB R45", "001 n.56"),
    *watched("NB-REST; repeated requests are a person's to judge", "NB R47", "001 n.13"),
    *watched("NB-CAVE; loans and shared pots a person sees: COLL", "NB R48", "001 n.14"),
    *watched("REG-MOD, REG-RULE", "NB R51", "001 n.23"),
    *implemented("settle", "NB R53", "NB R54", "NB R55"),
    *implemented("settle", "001 n.64", "001 n.65", "001 n.66", "001 n.67"),
    *not_checkable(_FURNITURE, "001 n.68"),
    *implemented("settle, verify: NB-EXPO, NB-BURN, NB-MIS", "NB R57", "001 n.70"),
    *implemented("settle, verify: NB-RAISE, NB-EQ, NB-TURN", "NB R58", "001 n.71"),
    *implemented("settle", "NB R59", "NB R60", "001 n.17", "001 n.18"),
    *watched("CREDIT", "NB R61", "001 n.19"),
    *watched("NB-LIM, BET-MIN", "NB R62", "001 n.20"),
    *watched("NB-LIM, NB-RAISE", "NB R63", "001 n.21"),
    *watched("REG-LIMIT-CHG; of parameters set for the past, their fold", "NB R64", "001 n.22"),
    *implemented("settle: by the hand; NB-RAKE: by the session, too", "NB R65", "001 n.7"),
    *implemented("settle; NB-MIS, VOID-BAD", "NB R66", "001 n.69"),
    *implemented("settle; RES-IMPOSS", "R2", "001 n.72"),
    *not_checkable(_OPERATOR, "R3", "R4", "001 n.74", "001 n.76"),
    *watched("NB-CAVE", "R5", "R7", "R8", "001 n.75", "001 n.78", "001 n.79"),
    *watched("NB-BTN", "R9", "001 n.80"),
    *watched("NB-BLIND", "R10", "R11", "R12", "001 n.81", "001 n.82", "001 n.83"),
    *watched("NB-TURN", "R13", "R14", "001 n.84", "001 n.85"),
    *watched("NB-RAISE", "R15", "R16", "001 n.86", "001 n.87", "001 n.88"),
    *watched("NB-BLIND", "R17", "R18", "001 n.89", "001 n.90"),
    *implemented("settle: the pot as it lies; NB-BLIND", "R19", "001 n.91"),
    *not_checkable("the physical rules, adapted", "R60"),
    *watched("NB-SEATS", "R61"),
    *not_checkable("play in real time is a property of the server", "R62"),
    *watched("NB-ONL", "R63", "R67"),
    *watched("NB-REST; of an online table never: it may grant any rest", "R64"),
    *watched("NB-MIN4", "R65"),
    *not_checkable(_SHOWN, "R66", "R70", "R75"),
    *implemented("settle; VOID-BAD, VOID-NET", "R68", "R69"),
    *watched("ONL-HIST", "R71"),
    *watched("ONL-EXCL", "R72", "R73"),
    *watched("ONL-DEMO", "R74"),
)
