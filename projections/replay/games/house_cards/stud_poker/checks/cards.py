"""Faults of cards: one deck of 52, each card once (ST R2 a)."""

from collections.abc import Iterator

from projections.replay.games.house_cards.stud_poker.record import StudRecord
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.kit.cards import impossible_cards
from projections.replay.settlement import Found, Settlement


def check_cards(record: StudRecord, _: StudRules, __: Settlement) -> Iterator[Found]:
    """RES-IMPOSS: one deck of 52, each card once (R2 a)."""
    if not record.has("cards"):
        return
    cards = [card for place in record.seats for card in place.cartas]
    for card in impossible_cards((*cards, *record.pagador)):
        yield Found(code="RES-IMPOSS", rule="ST R2", recorded=card, facts={"card": card})
