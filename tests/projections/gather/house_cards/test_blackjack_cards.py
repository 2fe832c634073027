"""Blackjack: whose each card is in the end: the bank's, a hand's, put away, or shown later."""

import pytest

from ledger.events.base import Payload
from ledger.events.outcomes import CardDealt, CardExposed, CardsCollected, HandShown
from ledger.events.rounds import BetPlaced, Decision, RoundOpened
from projections.replay.games.house_cards.blackjack import BlackjackRecord
from tests.helpers.casino import Log


def to_seat(card: str | None, seat: int = 1, hand: int = 1) -> CardDealt:
    """Return a card dealt to a hand."""
    return CardDealt(to="seat", seat=seat, hand=hand, card=card)


def to_bank(card: str | None) -> CardDealt:
    """Return a card dealt to the bank."""
    return CardDealt(to="bank", card=card)


BET = BetPlaced(bet=1, seat=1, chance="principal", amount=1_000)
FIRST = (to_seat("8c"), to_bank("9d"), to_seat("8c"), to_bank(None))
"""Two equal cards to place 1, the bank's nine, and its second card that nobody saw."""


def gathered(*said: Payload) -> BlackjackRecord:
    """Return the record of a jogada of these events."""
    log = Log("blackjack")
    log.play(RoundOpened(seats=(1,)), BET, *said)
    record = log.gather()
    assert isinstance(record, BlackjackRecord)
    return record


def cards(*said: Payload) -> list[tuple[str, int | None, str | None]]:
    """Return to whom each card went, and which it was."""
    return [(one.to, one.seat, one.card) for one in gathered(*said).cartas]


DEALT = [("seat", 1, "8c"), ("bank", None, "9d"), ("seat", 1, "8c"), ("bank", None, None)]


def test_a_card_to_place_0_is_the_banks() -> None:
    """R20: the pagador's place is 0 where a table numbers it; only of cards that go to a place."""
    said = (to_seat("8c"), CardDealt(to="seat", seat=0, card="9d"))
    assert cards(*said) == [("seat", 1, "8c"), ("bank", None, "9d")]
    away = (to_seat("8c"), CardDealt(to="discard", seat=0, card="9d"))
    assert [one[0] for one in cards(*away)] == ["seat", "discard"]


# --- cards put away ------------------------------------------------------------------------------


def puts_away(*cards: str, into: str = "discard", **of: object) -> CardsCollected:
    """Return cards that were taken from a hand."""
    return CardsCollected(**{"cards": cards, "into": into, **of})


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ((to_seat("5h"), puts_away("5h", seat=1)), [4]),
        ((to_seat("8c"), puts_away("8c", seat=1)), [4]),  # of equal ones the last drawn
        ((to_seat("5h"), puts_away("8c", "5h", seat=1)), [2, 4]),
        ((to_seat("5h"), puts_away("2s", seat=1)), []),  # which it never had
        ((to_seat("5h"), puts_away("8c", "8c", "5h", seat=1)), []),  # the whole hand, at its end
        ((to_bank("5h"), puts_away("5h", of="bank")), [4]),
        ((to_bank("5h"), puts_away("5h")), [4]),  # of no place: the bank's
        ((to_bank("5h"), puts_away("Kd", of="bank")), [3]),  # the one that nobody had seen
        ((to_seat("5h"), puts_away("5h", seat=1, into="shuffler")), []),
        ((to_seat("5h"), puts_away("5h", seat=2)), []),
    ],
)
def test_a_card_drawn_by_mistake_is_nobodys(said: tuple[Payload, ...], gone: list[int]) -> None:
    """R21, R22: it goes to the canto de descarte, and with it the name that was told of it."""
    found = cards(*FIRST, *said)
    assert [at for at, one in enumerate(found) if one[0] == "discard"] == gone
    if "Kd" in str(said):
        assert found[3][2] == "Kd"


# --- cards shown later ---------------------------------------------------------------------------


def test_the_banks_hidden_card_is_the_one_it_showed() -> None:
    """R20: of the cards laid open the one that was not seen in the deal; drawn ones apart."""
    shown = HandShown(of="bank", cards=("9d", "Kd"))
    assert cards(*FIRST, shown)[3] == ("bank", None, "Kd")
    assert cards(*FIRST, shown, to_bank("2s"))[3:] == [("bank", None, "Kd"), ("bank", None, "2s")]
    by_seat = HandShown(seat=0, cards=("9d", "Kd"))
    assert cards(*FIRST, by_seat)[3] == ("bank", None, "Kd")
    again = HandShown(of="bank", cards=("9d", "Ah"))
    assert cards(*FIRST, shown, again)[3] == ("bank", None, "Kd")  # the first word counts
    less = HandShown(of="bank", cards=("9d",))
    assert cards(*FIRST, less) == DEALT


def test_a_places_hand_shown_tells_nothing_of_the_bank() -> None:
    """R63: each hand by itself, and the bank's was not yet shown."""
    hidden = (to_seat(None), *FIRST[1:])
    record = gathered(*hidden, HandShown(seat=1, cards=("8c", "Ts")))
    assert [one.card for one in record.cartas] == ["Ts", "9d", "8c", None]
    assert record.banca_descoberta is None
    turned = gathered(*FIRST, HandShown(of="bank", cards=("9d", "Kd")), HandShown(of="bank"))
    assert turned.banca_descoberta is not None
    assert turned.banca_descoberta.seq == 8  # table, round, bet, four cards, first showing


# --- the second card turned ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "exposed", "seen"),
    [
        ((), CardExposed(of="bank", card="Kd"), ("Kd", True)),
        ((), CardExposed(of="bank", card="Kd", index=2), ("Kd", True)),
        ((), CardExposed(of="bank", card="Kd", index=1), (None, False)),
        ((), CardExposed(of="seat", seat=1, card="8c"), (None, False)),
        ((Decision(seat=1, action="fica"),), CardExposed(of="bank", card="Kd"), (None, False)),
        ((to_bank("2s"),), CardExposed(of="bank", card="Kd"), (None, False)),
    ],
)
def test_only_the_second_card_turned_before_anybody_decided_is_one_turned_by_mistake(
    before: tuple[Payload, ...], exposed: CardExposed, seen: tuple[str | None, bool]
) -> None:
    """R20: afterwards the bank's cards are turned as they must be."""
    card = gathered(*FIRST, *before, exposed).cartas[3]
    assert (card.card, card.open) == seen


# --- insurance told twice ------------------------------------------------------------------------


def insurance(*said: Payload) -> list[tuple[int, int | None, int]]:
    """Return seat, number and amount of each insurance."""
    found = gathered(*FIRST, *said).decisoes
    return [(one.seat, one.bet, one.valor) for one in found if one.decisao == "seguro"]


def test_an_insurance_told_as_bet_and_as_decision_is_one() -> None:
    """R50: in either order; another number, or another place, is another insurance."""
    placed = BetPlaced(bet=5, seat=1, chance="seguro", amount=500)
    decided = Decision(seat=1, action="seguro", bet=5, added=500)
    one = [(1, 5, 500)]
    assert insurance(placed) == insurance(decided) == one
    assert insurance(placed, decided) == insurance(decided, placed) == one
    assert insurance(placed, decided, decided) == [*one, *one]
    other = Decision(seat=1, action="seguro", bet=6, added=500)
    assert insurance(placed, other) == [(1, 5, 500), (1, 6, 500)]
    elsewhere = Decision(seat=2, action="seguro", bet=5, added=500)
    assert insurance(placed, elsewhere) == [(1, 5, 500), (2, 5, 500)]
    stands = Decision(seat=1, action="fica", bet=5)
    record = gathered(*FIRST, placed, stands)
    assert [one.decisao for one in record.decisoes] == ["seguro", "fica"]
    doubled = BetPlaced(bet=5, seat=1, chance="principal", amount=500)
    assert 5 in [one.bet for one in gathered(*FIRST, decided, doubled).bets]
