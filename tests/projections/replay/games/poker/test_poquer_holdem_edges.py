"""Hold'em: whether the record decides a hand, where one card or one word makes the difference."""

import pytest
from msgspec import structs

from projections.replay.games.poker.betting.record import Shown
from projections.replay.games.poker.hand.cagnotte import cagnotte_of
from projections.replay.record import Payment, Void
from projections.replay.settlement import Outcome
from tests.helpers.each import each
from tests.projections.replay.games.poker.told import (
    BLINDS,
    BOARD,
    CALLS,
    CHECKED,
    HOLES,
    codes,
    dues,
    hand,
    online,
    paid,
    players,
    settled,
)

FOLDED = f"{BLINDS}, 3 desistir, 4 desistir, 1 desistir"


def test_online_a_hand_won_by_the_last_one_left_is_decided_without_cards() -> None:
    """O68, R43: all but one gave up, so the winner is known, whatever the system did afterwards."""
    hidden = players(*[10_000] * 4, cards=dict.fromkeys((1, 2, 3, 4), ()))
    record = online(FOLDED, players=hidden, void=Void(cause="avaria", side="operator"))
    assert not settled(record).void
    assert dues(record) == {2: 150}
    assert ("VOID-BAD", None) in codes(record)


def test_online_a_players_own_fault_does_not_void_a_hand_that_was_cut_off() -> None:
    """O69: nothing goes back for his network, and those who had still to act lost nothing yet."""
    cut = f"{CALLS} | 1 apostar 100"
    record = online(cut, void=Void(cause="rede", side="player"))
    assert not settled(record).void
    assert {line.outcome for line in settled(record).lines} == {Outcome.PENDENTE}
    assert dues(record) == {}
    assert ("VOID-NET", None) in codes(record)


@pytest.mark.parametrize("seen", [("As", None), (None, None), ()])
def test_what_was_shown_completes_what_the_deal_does_not_tell(
    seen: tuple[str | None, ...],
) -> None:
    """R52, R53: a hand of which one card, or none, was seen in the deal counts as it was shown."""
    told = players(*[10_000] * 4, cards={1: seen})
    record = hand(players=told, shown=(Shown(seat=1, cards=HOLES[0]),))
    assert dues(record) == {1: 400}
    assert dues(hand(players=told, payments=())) != {1: 400}


@each("unknown", [("As", "?"), ("As", None), ("As", "1x"), ("?", "Ks")])
def test_one_card_that_nobody_can_read_decides_nothing(unknown: tuple[str | None, ...]) -> None:
    """R53: aces and kings win 4.00; with one of the two cards unread nobody is short, nor overpaid.

    Seat 2, who gave up, is paid a euro that no card could give him: that is told all the same.
    """
    told = players(*[10_000] * 4, cards={1: unknown})
    record = structs.replace(hand(), players=told)
    assert dues(record) == {}
    assert {code for code, _ in codes(record)} <= {"RES-IMPOSS"}
    turned = hand(players=told, shown=(Shown(seat=1, cards=HOLES[0]),))
    assert dues(turned) == {1: 400}
    away = CHECKED.replace("2 passar", "2 desistir", 1).replace(", 2 passar", "")
    more = (*paid(hand()), Payment(seat=2, amount=100))
    assert ("PAY-DIFF", 2) in codes(hand(away, players=told, payments=more))
    assert ("PAY-DIFF", 1) not in codes(hand(away, players=told, payments=more))


@each("place", range(5))
def test_a_common_card_that_nobody_knows_decides_nothing(place: int) -> None:
    """O2: of four common cards nobody can make the hands of five."""
    record = structs.replace(hand(), board=(*BOARD[:place], None, *BOARD[place + 1 :]))
    assert dues(record) == {}
    assert codes(record) == []


SIDE = "1 pequena 50, 2 grande 100, 3 tudo 300, 4 repicar 600, 1 acompanhar 550, 2 desistir"
"""Seat 3 has 3.00 in all: he plays for the main pot; 4 and 1 alone for a side pot of 6.00."""


@pytest.mark.parametrize(("known", "decided"), [((1, 3), True), ((3, 4), True), ((3,), False)])
def test_each_pot_needs_a_hand_that_is_known(known: tuple[int, ...], *, decided: bool) -> None:
    """R28, R53: a main pot that could be given leaves the side pot open, and so the hand waits."""
    cards = {seat: HOLES[seat - 1] if seat in known else (None, None) for seat in (1, 2, 3, 4)}
    text = f"{SIDE} | 1 passar, 4 passar | 1 passar, 4 passar | 1 passar, 4 passar"
    record = hand(text, players=players(10_000, 10_000, 300, 10_000, cards=cards), payments=())
    outcomes = {line.outcome for line in settled(record).lines}
    assert (Outcome.PENDENTE not in outcomes) is decided


def test_what_nobody_matched_goes_back_to_the_winner_by_its_own_rule() -> None:
    """R39, R43: of the 3.00 of who is left alone 2.00 were matched by nobody."""
    record = hand(f"{BLINDS}, 3 repicar 300, 4 desistir, 1 desistir, 2 desistir")
    winner = next(line for line in settled(record).lines if line.seat == 3)
    assert (winner.prize, winner.returned) == (250, 200)
    called = hand(f"{BLINDS}, 3 acompanhar 100, 4 desistir, 1 desistir, 2 desistir")
    extra = {*winner.rules} - {*next(x for x in settled(called).lines if x.seat == 3).rules}
    assert extra == {"NB R39"}


@pytest.mark.parametrize(("maximum", "taken"), [(None, 500), (501, 500), (499, 499), (0, 0)])
def test_a_cagnotte_stops_at_the_houses_maximum(maximum: int | None, taken: int) -> None:
    """R65 a: five per cent of 100.00, or less where the house takes less; 0 takes nothing."""
    assert cagnotte_of(10_000, 50_000, maximum) == taken
