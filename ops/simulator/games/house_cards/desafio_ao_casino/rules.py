"""A bet of desafio ao casino and its prize, by the rules' own words (DC R3, R9 to R14)."""

from dataclasses import dataclass
from typing import Final

from typing_extensions import override

from ops.simulator.kit.cards import rank
from ops.simulator.parties.guests import Laid

TIE_PAYS: Final = 10
"""R11."""


@dataclass(eq=False)
class OnCard(Laid):
    """A bet, and the stake that a challenge adds to it."""

    added: int = 0
    """The stake that a guest adds to challenge (R13)."""
    challenge: int = 0
    """The number of the added stake, where it has a number of its own."""
    rule: str = ""
    """Of its outcome: ``tie``, ``half``, ``war`` or nothing special."""

    @property
    @override
    def stake(self) -> int:
        return self.amount + self.added


@dataclass
class Hand:
    """A guest's card, and those of his challenge."""

    card: str
    duel: str = ""
    bank: str = ""


def higher(card: str, bank: str) -> int:
    """Return 1, 0 or -1 as a card is higher than the bank's, equal or lower (R3).

    >>> higher("As", "Kd"), higher("7c", "7d"), higher("2s", "Th")
    (1, 0, -1)
    """
    return (rank(card) > rank(bank)) - (rank(card) < rank(bank))


def decide(bet: OnCard, hand: Hand, bank: str, *, on_tie: bool) -> None:
    """Work out the prize of an initial bet with its added stake, or of a tie bet (R9 to R14)."""
    sign = higher(hand.card, bank)
    bet.prize = bet.back = 0
    bet.rule = ""
    if bet.chance == "empate":
        if sign == 0:
            bet.prize, bet.back, bet.rule = TIE_PAYS * bet.amount, bet.amount, "tie"
    elif sign > 0:
        bet.prize, bet.back = bet.amount, bet.amount
    elif sign == 0 and on_tie:
        bet.back, bet.rule = bet.amount, "tie"
    elif sign == 0 and not hand.duel:
        bet.back, bet.rule = bet.amount // 2, "half"
    elif sign == 0:
        bet.rule = "war"
        won = higher(hand.duel, hand.bank)
        if won >= 0:
            bet.prize, bet.back = bet.amount * (2 if won == 0 else 1), bet.stake
