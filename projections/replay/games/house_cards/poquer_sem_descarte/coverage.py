"""How the code stands to every rule of the chapter, of the IGJ's text and of a casino's summary.

R is Portaria 1/2017; ``000 n.`` the IGJ's text; ``003 n.`` a casino's summary, whose paragraphs
have the numbers of their order.
"""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, watched

_CONDUCT: Final = "what players say, show and advise: a person sees it: COLL"
_SCREEN: Final = "what a screen shows and offers: a person sees it: ONL-INFO"
_MARKER: Final = "the marker left for each bettor: a person sees it: SD-JP-MARK"
_TABLE: Final = "the make of the table and its cloth"

COVERAGE: Final[tuple[Rule, ...]] = (
    *not_checkable("what the game is", "R1"),
    *implemented("evaluate; RES-IMPOSS", "R2"),
    *watched("EQ-BAD; that a card is worn a person sees", "R3", "000 n.24"),
    *not_checkable(_TABLE, "R4", "000 n.2"),
    *implemented("settle: three areas a seat, other bets go back; REG-RULE", "R5", "000 n.3"),
    *implemented("evaluate", "R6"),
    *watched("SD-SEATS; that one stands a person sees", "R7", "000 n.5"),
    *watched("SD-BURN, BET-MIN, BET-MAX", "R8"),
    *watched("SD-DEAL, BET-LATE", "R9"),
    *watched("SD-DEAL, SD-BURN", "R10"),
    *watched("SD-2X", "R11"),
    *implemented("settle: infraction", "R12", "R22"),
    *implemented("settle: passed; SD-2X", "R13", "R23", "000 n.17"),
    *watched("BET-LATE", "R14"),
    *implemented("settle: the bank plays with ace-king or higher; SD-QUAL", "R15", "000 n.18"),
    *implemented("settle: compared; SD-CMP", "R16"),
    *watched("SD-OUT; what was said or shown a person sees", "R17"),
    *not_checkable(_CONDUCT, "R18", "R24", "000 n.20", "000 n.21", "000 n.23"),
    *watched("REG-LIMIT-CHG of parameters", "R19"),
    *watched("SD-R20; in Portugal against the minimum authorised", "R20", "000 n.14"),
    *watched("BET-MIN, BET-MAX, CREDIT", "R21", "000 n.13"),
    *watched("SD-ABST", "R25", "000 n.22"),
    *implemented("settle: compared; SD-CMP", "R26", "R29"),
    *implemented("evaluate; SD-CMP", "R27", "000 n.1", "000 n.7"),
    *implemented("evaluate, three_of_suit; SD-CMP", "R28"),
    *implemented("settle: PRIZES; SD-PAY", "R30", "R31"),
    *implemented("evaluate, three_of_suit, settle; SD-PAY, SD-CMP", "000 n.6"),
    *implemented("pay; SD-JP-SPLIT", "R32", "000 n.12"),
    *implemented("settle: the maximum; SD-CAP", "R33", "000 n.15"),
    *implemented("deal_error; SD-MIS, VOID-BAD, VOID-REFUND", "R34", "000 n.19"),
    *watched("SD-JP-COMM; of the IGJ's text none is asked for", "R35"),
    *implemented("take: a bet of its own", "R36"),
    *watched("SD-JP-VAL", "R37", "000 n.8"),
    *not_checkable(_MARKER, "R38", "000 n.4"),
    *implemented("refuse; SD-JP-MAIN", "R39"),
    *implemented("take, pay; SD-JP-COMB, SD-JP-UNQ", "R40", "000 n.9"),
    *watched("SD-JP-BASE", "R41", "000 n.10"),
    *watched("SD-JP-EXP", "R42", "000 n.11"),
    *implemented("settle: the physical rules hold, but for R52 to R54", "R43"),
    *watched("SD-SEATS; the picture on a screen no record shows", "R44"),
    *not_checkable("that a jogada ran in real time: its events carry their times", "R45"),
    *watched("REG-RULE: one player at an exclusive table", "R46"),
    *watched("ONL-TIME", "R47"),
    *watched("BET-LATE", "R48"),
    *not_checkable("a permission: who starts the deal", "R49"),
    *not_checkable(_SCREEN, "R50", "R59"),
    *not_checkable("whose hand marked a bet, which no record shows", "R51"),
    *implemented("goes_on, ran_out; SD-ONL", "R52"),
    *implemented("settle, was_dealt; VOID-BAD, VOID-MISS, VOID-REFUND", "R53"),
    *implemented("settle; VOID-NET", "R54"),
    *watched("ONL-HIST", "R55"),
    *watched("ONL-EXCL", "R56", "R57"),
    *watched("ONL-DEMO", "R58"),
    *watched(
        "SD-BURN, SD-DEAL, SD-JP-MAIN, BET-LATE; no code is for the deck shown before play",
        "000 n.16",
    ),
    *not_checkable("what the game is", "003 n.1"),
    *implemented("evaluate; RES-IMPOSS", "003 n.2"),
    *watched("SD-SEATS: seven places; that one stands a person sees", "003 n.3"),
    *implemented("settle: three areas a seat, other bets go back; REG-RULE", "003 n.4"),
    *implemented("settle: passed; SD-2X, SD-DEAL", "003 n.5"),
    *watched("SD-DEAL: the bank's last card face up", "003 n.6"),
    *implemented("settle: the bank plays with ace-king or higher; SD-QUAL", "003 n.7"),
    *implemented("settle: compared; SD-PAY", "003 n.8"),
    *implemented("settle: equal high cards neither win nor lose; SD-CMP", "003 n.9"),
    *implemented("evaluate, settle; SD-PAY", "003 n.10"),
    *implemented("take: a bet of its own", "003 n.11"),
    *implemented("take, pay; SD-JP-UNQ", "003 n.12"),
)
