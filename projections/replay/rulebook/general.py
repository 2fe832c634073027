"""The account of rules that are of no one game: the Portaria's articles, jackpots, accounting."""

from typing import Final

from projections.replay.game import Rule, not_checkable, watched

_WORD: Final = "a definition: the rules that use the word are judged where they stand"

ARTICLES: Final[tuple[Rule, ...]] = (
    *not_checkable("it says what the Portaria is about", "Art. 1 n.1", "Art. 1 n.2"),
    *watched("REG-MOD", "Art. 2 n.1", "Art. 2 n.2"),
    *watched("REG-MOD, REG-RULE", "Art. 2 n.3"),
    *not_checkable("it introduces the definitions", "Art. 3"),
    *watched("BF-ABAFO", "Art. 3 I"),
    *watched("BF-NUL", "Art. 3 II", "Art. 3 XVI", "Art. 3 XVII"),
    *watched("CREDIT, BET-MIN, BET-MAX", "Art. 3 III", "Art. 3 XXXIX"),
    *not_checkable("mutual bets are no game of this annex", "Art. 3 IV"),
    *watched("PAY-DIFF", "Art. 3 V", "Art. 3 XIII", "Art. 3 XXVIII"),
    *watched("CF-BANK, P3-BANK, PK-BANK", "Art. 3 VI"),
    *watched("JP-RESET, BI-JP-BASE", "Art. 3 VII"),
    *watched("NB-RAKE", "Art. 3 VIII"),
    *not_checkable(_WORD, "Art. 3 IX", "Art. 3 XIV", "Art. 3 XIX"),
    *watched("NB-BURN, CF-SHOE, PB-SHOE, SD-BURN", "Art. 3 X"),
    *watched("BJ-SHOE, PB-SHOE, CF-SHOE", "Art. 3 XI"),
    *watched("BJ-SHOE, PB-SHOE, CF-SHOE, DC-SHOE", "Art. 3 XII"),
    *watched("NB-CAVE", "Art. 3 XV"),
    *watched("MQ-RTP-CFG, MQ-METER-BAL", "Art. 3 XVIII", "Art. 3 XX"),
    *watched("BJ-SPLIT", "Art. 3 XXI"),
    *watched("SI-EST", "Art. 3 XXII", "Art. 3 XLII"),
    *watched("BJ-BJ", "Art. 3 XXIII"),
    *watched("NB-BURN, NB-TURN", "Art. 3 XXIV", "Art. 3 XLIII", "Art. 3 XLVII"),
    *watched("NB-BLIND", "Art. 3 XXV", "Art. 3 XXXVIII"),
    *watched("RND-OPEN, RND-CLOSED, BI-ACTA-BLOCK", "Art. 3 XXVI"),
    *watched("NB-SIDE", "Art. 3 XXVII", "Art. 3 XL"),
    *watched("NB-RAKE, P3-COM, MJ-COM, PK-BANK", "Art. 3 XXIX"),
    *watched("NB-BTN", "Art. 3 XXX"),
    *watched("PB-PAIR", "Art. 3 XXXI", "Art. 3 XXXII"),
    *not_checkable(
        "how chips or cards are handled: a person sees it",
        "Art. 3 XXXIII", "Art. 3 XXXIV", "Art. 3 XXXV",
    ),
    *not_checkable("agreements between players: a person sees it: COLL", "Art. 3 XXXVI"),
    *watched("NB-TURN, NB-RAISE", "Art. 3 XXXVII", "Art. 3 XLI"),
    *watched("BJ-INS", "Art. 3 XLIV"),
    *watched("NB-RAKE: the fee of a session", "Art. 3 XLV"),
    *not_checkable(_WORD, "Art. 3 XLVI"),
    *watched("REG-RULE: a table opened under a profile before its day", "Art. 4"),
)  # fmt: skip
"""Portaria 1/2017 itself, with its definitions."""

JACKPOTS: Final[tuple[Rule, ...]] = (
    *watched("JP-UNAPP, JP-INC", "jackpots n.1"),
    *watched("JP-RATECHG, JP-INC", "jackpots n.2"),
    *watched("JP-INC, JP-DUP, JP-MISS", "jackpots n.3"),
    *watched("JP-CEIL, JP-UNAPP", "jackpots n.4"),
    *watched("JP-RESET, JP-BASE-REV", "jackpots n.5"),
    *watched("JP-WINBASIS, JP-MISS", "jackpots n.6"),
    *watched("JP-SIMUL", "jackpots n.7"),
    *watched("BJ-JP-SPLIT, SD-JP-SPLIT, ST-JP-ORD, BI-SHARE", "jackpots n.8"),
    *watched("JP-XFER-MODEL, JP-XFER-VAL, JP-XFER-WHY", "jackpots n.9"),
    *watched("JP-END", "jackpots n.10"),
    *watched("VOID-REFUND, JP-DEC", "jackpots n.11"),
    *watched("JP-LINK", "jackpots n.12"),
    *watched("JP-WINBASIS", "jackpots n.13"),
    *watched("JP-XFER-MODEL, JP-BASE-REV, JP-END", "jackpots n.14"),
    *watched("ST-CARRY", "jackpots n.15"),
    *watched("JP-DEC, JP-NEG, JP-COVER", "jackpots n.16"),
    *not_checkable("the order of one instant is reckoned, and is nobody's act", "jackpots n.17"),
)
"""What the law leaves open on progressive jackpots."""

ACCOUNTING: Final[tuple[Rule, ...]] = (
    *watched("TB-FILL, TB-FLOAT", "contabilidade n.1"),
    *watched("TB-WIN", "contabilidade n.2", "contabilidade n.4", "contabilidade n.5"),
    *watched("TB-WIN, TB-OPEN, TB-CLOSE", "contabilidade n.3"),
    *watched("TB-WIN", "contabilidade n.6"),
    *not_checkable("gratuities are counted apart, and are no receipt", "contabilidade n.7"),
    *watched("TAX-BASE, TB-WIN", "contabilidade n.8"),
    *watched("NB-RAKE, P3-COM, MJ-COM, M5-COM, PB-COMM", "contabilidade n.9"),
    *watched("NB-RAKE-BOX, CF-CAG, TB-NEG", "contabilidade n.10"),
    *watched("TAX-BASE", "contabilidade n.11", "contabilidade n.12", "contabilidade n.13"),
    *watched("TB-CLOSE", "contabilidade n.14"),
    *watched("TAX-SPLIT", "contabilidade n.15"),
    *watched("SD-CAP, PT-58", "contabilidade n.16"),
)
"""What the law leaves open on counts, results and tax of the tables."""

GENERAL: Final = (*ARTICLES, *JACKPOTS, *ACCOUNTING)
