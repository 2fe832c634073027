"""How the code stands to every rule of the chapter, of the IGJ's text and of a casino's summary.

R is Portaria 1/2017; ``000 n.`` the IGJ's text; ``003`` the summary, which has no numbers.
"""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, procedural

_CONDUCT: Final = "what players say, show and advise: a person sees it: COLL"
_SCREEN: Final = "what a screen shows and offers: a person sees it: ONL-INFO"
_MARKER: Final = "the marker left for each bettor: a person sees it: SD-JP-MARK"
_TABLE: Final = "the make of the table and its cloth"

COVERAGE: Final[tuple[Rule, ...]] = (
    *not_checkable("what the game is", "R1"),
    *implemented("evaluate; RES-IMPOSS", "R2"),
    *procedural("EQ-BAD; that a card is worn a person sees", "R3", "000 n.24"),
    *not_checkable(_TABLE, "R4", "000 n.2"),
    *implemented("settle: three areas a seat, other bets go back; REG-RULE", "R5", "000 n.3"),
    *implemented("evaluate", "R6"),
    *procedural("SD-SEATS; that one stands a person sees", "R7", "000 n.5"),
    *procedural("SD-BURN, BET-MIN, BET-MAX", "R8"),
    *procedural("SD-DEAL, BET-LATE", "R9"),
    *procedural("SD-DEAL, SD-BURN", "R10"),
    *procedural("SD-2X", "R11"),
    *implemented("settle: infraction", "R12", "R22"),
    *implemented("settle: passed; SD-2X", "R13", "R23", "000 n.17"),
    *procedural("BET-LATE", "R14"),
    *implemented("settle: the bank plays with ace-king or higher; SD-QUAL", "R15", "000 n.18"),
    *implemented("settle: compared; SD-CMP", "R16"),
    *not_checkable(_CONDUCT, "R17", "R18", "R24", "000 n.20", "000 n.21", "000 n.23"),
    *procedural("REG-LIMIT-CHG of parameters", "R19"),
    *procedural("SD-R20; in Portugal against the minimum authorised", "R20", "000 n.14"),
    *procedural("BET-MIN, BET-MAX, CREDIT", "R21", "000 n.13"),
    *procedural("SD-ABST", "R25", "000 n.22"),
    *implemented("settle: compared; SD-CMP", "R26", "R29"),
    *implemented("evaluate; SD-CMP", "R27", "000 n.1", "000 n.7"),
    *implemented("evaluate, three_of_suit; SD-CMP", "R28"),
    *implemented("settle: PRIZES; SD-PAY", "R30", "R31"),
    *implemented("evaluate, three_of_suit, settle; SD-PAY, SD-CMP", "000 n.6"),
    *implemented("pay; SD-JP-SPLIT", "R32", "000 n.12"),
    *implemented("settle: the maximum; SD-CAP", "R33", "000 n.15"),
    *implemented("deal_error; SD-MIS, VOID-BAD, VOID-REFUND", "R34", "000 n.19"),
    *procedural("SD-JP-COMM; of the IGJ's text none is asked for", "R35"),
    *implemented("take: a bet of its own", "R36"),
    *procedural("SD-JP-VAL", "R37", "000 n.8"),
    *not_checkable(_MARKER, "R38", "000 n.4"),
    *implemented("refuse; SD-JP-MAIN", "R39"),
    *implemented("take, pay; SD-JP-COMB, SD-JP-UNQ", "R40", "000 n.9"),
    *procedural("SD-JP-BASE", "R41", "000 n.10"),
    *procedural("SD-JP-EXP", "R42", "000 n.11"),
    *implemented("settle: the physical rules hold, but for R52 to R54", "R43"),
    *procedural("SD-SEATS; the picture on a screen no record shows", "R44"),
    *not_checkable("that a jogada ran in real time: its events carry their times", "R45"),
    *procedural("REG-RULE: one player at an exclusive table", "R46"),
    *procedural("ONL-TIME", "R47"),
    *procedural("BET-LATE", "R48"),
    *not_checkable("a permission: who starts the deal", "R49"),
    *not_checkable(_SCREEN, "R50", "R59"),
    *not_checkable("whose hand marked a bet, which no record shows", "R51"),
    *implemented("goes_on, ran_out; SD-ONL", "R52"),
    *implemented("settle; VOID-BAD, VOID-REFUND", "R53"),
    *implemented("settle; VOID-NET", "R54"),
    *procedural("ONL-HIST", "R55"),
    *procedural("ONL-EXCL", "R56", "R57"),
    *procedural("ONL-DEMO", "R58"),
    *procedural(
        "SD-BURN, SD-DEAL, SD-JP-MAIN, BET-LATE; no code is for the deck shown before play",
        "000 n.16",
    ),
    *implemented("settle: equal high cards neither win nor lose; SD-SEATS: seven places", "003"),
)
