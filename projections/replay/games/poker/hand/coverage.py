"""How the code stands to the rules that hold'em and Omaha share: one row a rule number.

The general rules of póquer não bancado (R), those of Omaha e Hold'em (O) and Portaria 217/2007
(001 n.); what only one of the two games has stands in its own module.
"""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, procedural

_PERSONS: Final = "conduct and gestures: only a person at the table sees them"
_FURNITURE: Final = "table, deck and staff: not part of a hand's record"
_OPERATOR: Final = "the operator's freedom: every choice is lawful"
_SHOWN: Final = "what a screen shows, which no record of a hand shows: a person sees it: ONL-INFO"
_PLACES: Final = "the draw of places, the waiting list, changes of table"
_STAFF: Final = "who decides what at the table"

HAND_COVERAGE: Final[tuple[Rule, ...]] = (
    *not_checkable("names and definitions", "R1", "R2", "001 n.1", "001 n.2", "001 n.3"),
    *not_checkable("which deck lies on the table: only a person sees it worn", "R3", "001 n.4"),
    *procedural("NB-SEATS", "R4", "R8", "001 n.6", "001 n.10"),
    *not_checkable(_FURNITURE, "R5", "R6", "R7", "R20", "R21", "R44", "R56", "001 n.5"),
    *not_checkable(_STAFF, "001 n.8", "001 n.9"),
    *not_checkable(_PLACES, "R9", "R10", "R11", "R12", "R13", "001 n.11", "001 n.12"),
    *not_checkable(_PLACES, "001 n.25", "001 n.26", "001 n.27"),
    *procedural("NB-MIN4", "001 n.24"),
    *procedural("NB-CAVE", "R14", "001 n.28"),
    *procedural("NB-BTN", "R15", "001 n.29", "001 n.30"),
    *procedural("NB-SHUF", "R16", "R17", "001 n.31", "001 n.32"),
    *not_checkable("how cards are shuffled again and slid over the table", "R18", "R19"),
    *not_checkable(_FURNITURE, "001 n.33", "001 n.34", "001 n.59", "001 n.60", "001 n.61"),
    *procedural("NB-MIS, RES-IMPOSS", "R22", "001 n.35"),
    *procedural("NB-TURN", "R23", "R31", "R33", "R35", "R37"),
    *procedural("NB-TURN", "001 n.36", "001 n.37", "001 n.40", "001 n.42", "001 n.44", "001 n.46"),
    *not_checkable(_PERSONS, "R24", "R27", "R49", "R50", "R52"),
    *procedural("NB-OUT; what he did a person sees", "R46", "001 n.58"),
    *not_checkable(_PERSONS, "001 n.15", "001 n.16", "001 n.52", "001 n.54"),
    *not_checkable(_PERSONS, "001 n.63"),
    *implemented("settle", "R25", "001 n.53"),
    *procedural("NB-RAISE", "R26", "R38", "001 n.47", "001 n.55", "001 n.57"),
    *implemented("settle", "R28", "R40", "R41", "001 n.38", "001 n.49", "001 n.50"),
    *procedural("NB-TURN, NB-EQ, NB-RAISE", "R29", "001 n.39"),
    *procedural("NB-LIM", "R30"),
    *procedural("NB-BURN, RES-IMPOSS", "R32", "R34", "R36", "001 n.41", "001 n.43", "001 n.45"),
    *implemented("settle: who does not equal is out; NB-EQ", "R39", "001 n.48"),
    *not_checkable("the order of showing decides nothing: all are compared", "R42", "001 n.62"),
    *implemented("settle", "R43", "001 n.51"),
    *not_checkable("agreements between players: a person sees it: COLL", "R45", "001 n.56"),
    *procedural("NB-REST; repeated requests are a person's to judge", "R47", "001 n.13"),
    *procedural("NB-CAVE; loans and shared pots a person sees: COLL", "R48", "001 n.14"),
    *procedural("REG-MOD, REG-RULE", "R51", "001 n.23"),
    *implemented("settle", "R53", "R54", "R55"),
    *implemented("settle", "001 n.64", "001 n.65", "001 n.66", "001 n.67"),
    *not_checkable(_FURNITURE, "001 n.68"),
    *implemented("settle, verify: NB-EXPO, NB-BURN, NB-MIS", "R57", "001 n.70"),
    *implemented("settle, verify: NB-RAISE, NB-EQ, NB-TURN", "R58", "001 n.71"),
    *implemented("settle", "R59", "R60", "001 n.17", "001 n.18"),
    *procedural("CREDIT", "R61", "001 n.19"),
    *procedural("NB-LIM, BET-MIN", "R62", "001 n.20"),
    *procedural("NB-LIM, NB-RAISE", "R63", "001 n.21"),
    *procedural("REG-LIMIT-CHG; of parameters set for the past, their fold", "R64", "001 n.22"),
    *implemented("settle; NB-RAKE", "R65", "001 n.7 a"),
    *procedural("NB-RAKE", "R65 b", "001 n.7 b"),
    *implemented("settle; NB-MIS, VOID-BAD", "R66", "001 n.69"),
    *implemented("settle; RES-IMPOSS", "O2", "001 n.72"),
    *not_checkable(_OPERATOR, "O3", "O4", "001 n.74", "001 n.76"),
    *procedural("NB-CAVE", "O5", "O7", "O8", "001 n.75", "001 n.78", "001 n.79"),
    *procedural("NB-BTN", "O9", "001 n.80"),
    *procedural("NB-BLIND", "O10", "O11", "O12", "001 n.81", "001 n.82", "001 n.83"),
    *procedural("NB-TURN", "O13", "O14", "001 n.84", "001 n.85"),
    *procedural("NB-RAISE", "O15", "O16", "001 n.86", "001 n.87", "001 n.88"),
    *procedural("NB-BLIND", "O17", "O18", "001 n.89", "001 n.90"),
    *implemented("settle: the pot as it lies; NB-BLIND", "O19", "001 n.91"),
    *not_checkable("the physical rules, adapted", "O60"),
    *procedural("NB-SEATS", "O61"),
    *not_checkable("play in real time is a property of the server", "O62"),
    *procedural("NB-ONL", "O63", "O67"),
    *procedural("NB-REST; of an online table never: it may grant any rest", "O64"),
    *procedural("NB-MIN4", "O65"),
    *not_checkable(_SHOWN, "O66", "O70", "O75"),
    *implemented("settle; VOID-BAD, VOID-NET", "O68", "O69"),
    *procedural("ONL-HIST", "O71"),
    *procedural("ONL-EXCL", "O72", "O73"),
    *procedural("ONL-DEMO", "O74"),
)
