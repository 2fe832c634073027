"""How the code stands to each rule of Jogos de máquinas, and of the page on the contadores."""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, procedural

COVERAGE: Final[tuple[Rule, ...]] = (
    *not_checkable("it says what a machine is, and orders nothing", "R1"),
    *procedural(
        "MQ-HAND; prizes move credits, money, tickets or accounts, each with its counter", "R2"
    ),
    *procedural("MQ-HOM, MQ-RTP-CFG: what was homologated, and whether it is what runs", "R3"),
    *not_checkable("a person sees it: MQ-ID", "R4", "R5", "R8", "R10"),
    *procedural("MQ-HOM", "R6"),
    *procedural("MQ-RTP-CFG", "R7", "R9"),
    *implemented("what_it_may_come_to; MQ-COMP", "R11"),
    *procedural("MQ-HAND, MQ-TICKET", "R12"),
    *implemented("Reels.best; MQ-LINE", "R13"),
    *implemented("table_prizes; MQ-LINE", "R14"),
    *procedural("MQ-HAND, MQ-METER-EVT: the machine's register goes before slips", "R15"),
    *not_checkable("how a figure is shown; books hold minor units and the denomination", "R16"),
    *implemented("theoretical_return; MQ-RTP-PLAN, MQ-RTP-ACT", "R17"),
    *procedural("JP-INC, JP-UNAPP, MQ-RTP-PLAN", "R18"),
    *procedural("JP-LINK, JP-UNAPP, JP-RATECHG", "R19"),
    *procedural("JP-RESET, JP-BASE-REV", "R20"),
    *procedural("JP-COVER", "R21"),
    *procedural("MQ-JP-SIG", "R22"),
    *procedural("JP-XFER-MODEL, JP-XFER-VAL, JP-XFER-WHY", "R23"),
    *procedural("JP-END", "R24"),
    *procedural(
        "MQ-METER-MISS, MQ-METER-DEC, MQ-METER-AGE, MQ-METER-JUMP, MQ-METER-BAL, MQ-METER-EVT,"
        " MQ-METER-CROSS, MQ-DROP, MQ-INTERDICT",
        "R25",
    ),
    *implemented("settle: one settlement for both, told apart by ``mode``", "R26"),
    *not_checkable("how things are drawn on a screen", "R27"),
    *procedural("INT-CLOCK: the times of plays and readings", "R28"),
    *not_checkable("a person sees it: ONL-INFO", "R29", "R30", "R31", "R40"),
    *procedural("MQ-ONL-AUTO", "R32"),
    *procedural("MQ-ONL-PAY", "R33"),
    *procedural("ONL-HIST", "R34"),
    *procedural("ONL-EXCL, MQ-ONL-ALARM", "R35"),
    *implemented("is_null; MQ-ONL-VOID, VOID-BAD", "R36"),
    *procedural("VOID-NET", "R37"),
    *procedural("MQ-ONL-ALARM", "R38"),
    *procedural("ONL-DEMO", "R39"),
    *procedural("MQ-METER-BAL: credit balance", "contadores 1"),
    *procedural("MQ-METER-BAL: gross revenue", "contadores 2"),
    *procedural("MQ-METER-BAL: cash", "contadores 3"),
    *procedural("MQ-TICKET: bilhetes em circulação", "contadores 4"),
    *procedural("MQ-METER-BAL: receita of the ledger by machine and day", "contadores 5"),
    *procedural("MQ-DROP", "contadores 6"),
    *procedural("MQ-METER-BAL: denominations and totals", "contadores 7"),
)
