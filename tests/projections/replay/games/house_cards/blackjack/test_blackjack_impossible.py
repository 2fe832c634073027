"""Blackjack: words that are no decision, hands that nobody made, packs that nobody told."""

from typing import Any

from msgspec import convert

from projections.replay.games.house_cards.blackjack.record import BlackjackRecord
from projections.replay.registry import judge

HANDS = (
    *((1, "Tc"), (2, "Ts"), (0, "Td")),
    *((1, "9d"), (2, "8d"), (0, "8h")),
)
"""19 and 18 against 18, seat 0 the bank."""


def jogada(*more: tuple[int, int, str], **fields: Any) -> BlackjackRecord:
    """Return a jogada of two seats; ``more`` cards by seat and hand."""
    dealt = [*((seat, 1, card) for seat, card in HANDS), *more]
    return convert(
        {
            "sabot": {"decks": 6},
            "records": ["bets", "cards", "decisions"],
            "bets": [
                {"bet": seat, "seat": seat, "tipo": "principal", "valor": 1_000} for seat in (1, 2)
            ],
            "cartas": [
                {"to": "seat", "seat": seat, "hand": hand, "card": card}
                if seat
                else {"to": "bank", "card": card}
                for seat, hand, card in dealt
            ],
            **fields,
        },
        BlackjackRecord,
    )


def told(record: BlackjackRecord) -> list[tuple[str, str, str]]:
    """Return code, rule and what was recorded of each fault."""
    return [(one.code, one.rule, one.recorded) for one in judge(record).found]


def test_words_of_the_game_are_no_fault() -> None:
    """R21: standing on 19 and 18 is a decision that the rule knows."""
    said = [{"seat": seat, "decisao": "fica"} for seat in (1, 2)]
    assert told(jogada(decisoes=said)) == []


def test_a_word_that_the_game_does_not_know_is_impossible() -> None:
    """R21 to R28, R47, R50: seven decisions, and no other can have been said."""
    record = jogada(decisoes=[{"seat": 1, "decisao": "dobra"}, {"seat": 2, "decisao": "fica"}])
    assert told(record) == [("RES-IMPOSS", "BJ R21", "dobra")]


def test_a_card_at_a_hand_that_was_never_made_is_impossible() -> None:
    """R23: without a splitting a place has one hand; the 5 of a second lies nowhere."""
    codes = told(jogada((1, 2, "5c")))
    assert ("RES-IMPOSS", "BJ R23", "2") in codes


def test_packs_that_nobody_told_are_six_at_most() -> None:
    """R2 b: four or six packs; a seventh ten of clubs is in none."""
    six = jogada(*[(0, 1, "Tc")] * 5, sabot=None)
    seven = jogada(*[(0, 1, "Tc")] * 6, sabot=None)
    assert not [one for one in told(six) if one[0] == "BJ-DECK"]
    assert [one for one in told(seven) if one[0] == "BJ-DECK"] == [("BJ-DECK", "BJ R2 b", "Tc")]
