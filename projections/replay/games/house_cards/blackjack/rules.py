"""The values of blackjack that countries' texts may fix otherwise."""

from msgspec import Struct


class BlackjackRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    decks: tuple[int, ...] = (4, 6)
    """With how many packs it is played (R2 b)."""
    maximum_per_minimum: int = 30
    """How many times the minimum an initial bet may be (R8)."""
    cut_card: int = 50
    """How many cards lie behind the carta-aviso (R12)."""
    cut_card_margin: int = 10
    """As near as a hand can put it: within so many cards nobody is blamed."""
