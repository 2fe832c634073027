"""The values of bingo in which profiles differ."""

from msgspec import Struct

from ledger.money import Count, Ppm
from projections.replay.games.bingo.prizes import BINGO_PPM, INCREMENT_PPM, LINHA_PPM


class BingoRules(Struct, frozen=True, kw_only=True):
    """The numbers that the text fixes for bingo."""

    linha_ppm: Ppm = LINHA_PPM
    """Of the sales, for linha and additional prizes (R7)."""
    bingo_ppm: Ppm = BINGO_PPM
    """Of the sales, for bingo (R7)."""
    total_least_ppm: Ppm = 800_000
    """R7: an authorised plan may divide otherwise, not distribute less."""
    bingo_least_ppm: Ppm = 550_000
    """R7: the bingo paid, after the deduction."""
    increment_ppm: Ppm = INCREMENT_PPM
    """Of the prizes, for the accumulator (R10)."""
    suspension_seconds: Count = 900
    """R55: without a solution before the first ball, cards are collected and refunded."""
    interval_seconds: Count = 1
    """R88: online, between two numbers."""
