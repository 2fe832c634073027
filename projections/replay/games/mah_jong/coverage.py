"""How the code stands to every rule of the chapter: R1-R45 conventional, R46-R77 simplified."""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, watched

COVERAGE: Final[tuple[Rule, ...]] = (
    *not_checkable("what the game is", "R1"),
    *implemented("settle: the variant is the table's", "R2"),
    *watched("MJ-SET, RES-IMPOSS", "R3", "R4", "R5", "R46", "R47", "R48"),
    *implemented("decide: places from the banker", "R6", "R49"),
    *not_checkable("how the rows are piled and moved on the table", "R7", "R50"),
    *watched("RES-IMPOSS, MJ-SET: the throw", "R8", "R51"),
    *implemented("first_group", "R9", "R10", "R52", "R53"),
    *watched("MJ-SET, MJ-PRIO: how many each draws, and in which order", "R11", "R12", "R54"),
    *watched("MJ-PRIO", "R13", "R55"),
    *implemented("value_of: the roda's wind", "R14"),
    *not_checkable("a roda's name, which decides nothing without winds", "R56"),
    *not_checkable("how many games are played is only so in principle", "R15", "R57"),
    *implemented("decide: Decisao.next_banker", "R16", "R58"),
    *implemented("winning; MJ-WIN", "R17", "R59"),
    *implemented("set_of, cuts", "R18"),
    *implemented("origin", "R19", "R20"),
    *implemented("simplified_value_of", "R60", "R61"),
    *watched("MJ-PRIO", "R21", "R22"),
    *implemented("played; RES-IMPOSS", "R23", "R24", "R25"),
    *watched("MJ-WIN", "R62"),
    *implemented("played; RES-IMPOSS, MJ-PRIO", "R63", "R64"),
    *implemented("decide; MJ-PRIO", "R26", "R65"),
    *implemented("value_of, patterns; MJ-FAN", "R27", "R28", "R29"),
    *implemented("simplified_value_of; MJ-FAN", "R66", "R67"),
    *implemented("shares; MJ-FAN", "R30", "R68"),
    *implemented("commission_of; MJ-COM", "R31", "R69"),
    *watched("MJ-PRIO", "R32", "R34", "R70", "R71"),
    *implemented("judge; MJ-WIN", "R33"),
    *implemented("capped_shares; MJ-CAP", "R35", "R72"),
    *implemented("liable; MJ-LIAB", "R36", "R37", "R38", "R39", "R40", "R41", "R73", "R74"),
    *implemented("judge; MJ-WIN, MJ-PRIO", "R42", "R75"),
    *implemented("liquidate; MJ-FALSE", "R43", "R76"),
    *implemented("exempt; MJ-LIAB", "R44", "R45", "R77"),
)
