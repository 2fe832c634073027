"""The points of blackjack hands on a drawn table."""

from collections.abc import Sequence

from api.console.drawings.felt import Dealt
from projections.replay.games.house_cards.blackjack.counting import UNKNOWN, key_of, points


def total_of(cards: Sequence[Dealt]) -> int | None:
    """Return the points of a hand of blackjack; None where a card cannot be read."""
    key = key_of([one.card for one in cards])
    return None if key == UNKNOWN or not cards else points(key)
