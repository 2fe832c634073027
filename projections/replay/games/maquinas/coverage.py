"""How the code stands to each rule of Jogos de máquinas, and of the page on the contadores."""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, watched

COVERAGE: Final[tuple[Rule, ...]] = (
    *not_checkable("it says what a machine is, and orders nothing", "R1"),
    *watched(
        "MQ-HAND; prizes move credits, money, tickets or accounts, each with its counter", "R2"
    ),
    *watched("MQ-HOM, MQ-RTP-CFG: what was homologated, and whether it is what runs", "R3"),
    *not_checkable("a person sees it: MQ-ID", "R4", "R5", "R8", "R10"),
    *watched("MQ-HOM", "R6"),
    *watched("MQ-RTP-CFG", "R7", "R9"),
    *implemented("what_it_may_come_to; MQ-COMP", "R11"),
    *watched("MQ-HAND, MQ-TICKET", "R12"),
    *implemented("Reels.best; MQ-LINE", "R13"),
    *implemented("table_prizes; MQ-LINE", "R14"),
    *watched("MQ-HAND, MQ-METER-EVT: the machine's register goes before slips", "R15"),
    *not_checkable("how a figure is shown; books hold minor units and the denomination", "R16"),
    *implemented("theoretical_return; MQ-RTP-PLAN, MQ-RTP-ACT", "R17"),
    *watched("JP-INC, JP-UNAPP, MQ-RTP-PLAN", "R18"),
    *watched("JP-LINK, JP-UNAPP, JP-RATECHG", "R19"),
    *watched("JP-RESET, JP-BASE-REV", "R20"),
    *watched("JP-COVER", "R21"),
    *watched("MQ-JP-SIG", "R22"),
    *watched("JP-XFER-MODEL, JP-XFER-VAL, JP-XFER-WHY", "R23"),
    *watched("JP-END", "R24"),
    *watched(
        "MQ-METER-MISS, MQ-METER-DEC, MQ-METER-AGE, MQ-METER-JUMP, MQ-METER-BAL, MQ-METER-EVT,"
        " MQ-METER-CROSS, MQ-DROP, MQ-INTERDICT",
        "R25",
    ),
    *implemented("settle: one settlement for both, told apart by ``mode``", "R26"),
    *not_checkable("how things are drawn on a screen", "R27"),
    *watched("INT-CLOCK: the times of plays and readings", "R28"),
    *not_checkable("a person sees it: ONL-INFO", "R29", "R30", "R31", "R40"),
    *watched("MQ-ONL-AUTO", "R32"),
    *watched("MQ-ONL-PAY", "R33"),
    *watched("ONL-HIST", "R34"),
    *watched("ONL-EXCL, MQ-ONL-ALARM", "R35"),
    *implemented("is_null; MQ-ONL-VOID, VOID-BAD", "R36"),
    *watched("VOID-NET", "R37"),
    *watched("MQ-ONL-ALARM", "R38"),
    *watched("ONL-DEMO", "R39"),
    *watched("MQ-METER-BAL: credit balance", "contadores n.1"),
    *watched("MQ-METER-BAL: gross revenue", "contadores n.2"),
    *watched("MQ-METER-BAL: cash", "contadores n.3"),
    *watched("MQ-TICKET: bilhetes em circulação", "contadores n.4"),
    *watched("MQ-METER-BAL: receita of the ledger by machine and day", "contadores n.5"),
    *watched("MQ-DROP", "contadores n.6"),
    *watched("MQ-METER-BAL: denominations and totals", "contadores n.7"),
    *watched("MQ-METER-BAL: a prize counted twice breaks the identities", "contadores n.8"),
    *watched("MQ-RTP-CFG", "contadores n.9"),
    *watched("MQ-METER-EVT", "contadores n.10"),
    *watched("MQ-METER-DEC, MQ-METER-JUMP", "contadores n.11"),
    *watched("MQ-METER-DEC", "contadores n.12"),
    *watched("INT-CLOCK: what reaches a closed day", "contadores n.13"),
    *watched("JP-LINK", "contadores n.14"),
)
