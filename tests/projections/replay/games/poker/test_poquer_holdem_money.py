"""Póquer não bancado: cards and money that differ by one fact, each case told from its rule."""

import pytest
from msgspec import structs

from projections.replay.games.poker.betting.record import Shown
from projections.replay.record import Payment, Void
from projections.replay.registry import judge
from tests.projections.replay.games.poker.told import (
    BOARD,
    CALLS,
    CHECKED,
    PASSES,
    codes,
    dues,
    hand,
    only,
    players,
)


def test_of_players_whose_cards_are_not_known_no_number_is_wrong() -> None:
    """R66 b: seat 2 had three; what seats 3 and 4 had nobody recorded."""
    own = {2: ("9s", "9d", "9c"), 3: (), 4: ()}
    assert codes(hand(players=players(*[10_000] * 4, cards=own))) == [("NB-MIS", 2)]


VOID = Void(cause="ordem_irregular", rule="NB R66 a")
BACK = tuple(Payment(seat=seat, amount=0, returned=100) for seat in (1, 2, 3, 4))


@pytest.mark.parametrize(
    ("text", "count", "good"),
    [
        (CALLS, 0, True),
        (CALLS, 3, True),  # the flop lay there, and nobody had spoken yet
        (CALLS, 2, False),
        (f"{CALLS} | 1 passar", 0, False),
        (f"{CALLS} | 1 passar", 3, True),
        (f"{CALLS} | 1 passar", 4, True),
    ],
)
def test_a_void_hand_has_the_cards_of_its_last_turn_at_least(
    text: str, count: int, *, good: bool
) -> None:
    """R66: it may stop anywhere; who had spoken after the flop had seen it."""
    record = hand(text, board=BOARD[:count], void=VOID, payments=BACK, records=("cards", "payouts"))
    assert codes(record) == ([] if good else [("RES-IMPOSS", None)])


def test_a_void_hand_pays_by_the_rule_that_voids_it() -> None:
    """R66: the stakes go back; who had none gets nothing."""
    fifth = (*BACK, Payment(seat=5, amount=100))
    found = judge(hand(CALLS, board=(), burns=(), void=VOID, payments=fifth)).found
    assert [(one.code, one.seat, one.rule) for one in found] == [("PAY-DIFF", 5, "NB R66")]


def test_what_nobody_can_tell_is_not_compared_with_the_box() -> None:
    """R65 a: a card of the board cannot be, so nobody knows who won, nor what the house has."""
    record = hand(board=(*BOARD[:4], "As"), cagnotte_ppm=50_000, cagnotte_taken=7, payments=())
    assert codes(record) == [("RES-IMPOSS", None)]


def test_a_cagnotte_that_was_not_taken_is_one_fault() -> None:
    """R65 a: 0.20 of 4.00 were due, nothing was taken, and the winner has all."""
    record = hand(cagnotte_ppm=50_000, cagnotte_taken=0, payments=(Payment(seat=1, amount=400),))
    assert (only(record).code, only(record).amount) == ("NB-RAKE", -20)


def test_a_cagnotte_that_is_the_whole_pot_is_one_fault() -> None:
    """R65 a: the box has the 4.00, and nobody was paid."""
    record = hand(cagnotte_ppm=50_000, cagnotte_taken=400, payments=())
    assert codes(record) == [("NB-RAKE", None)]
    beyond = structs.replace(record, cagnotte_taken=401)
    assert codes(beyond) == [("NB-RAKE", None), ("PAY-NONE", 1)]


def test_too_much_for_who_plays_for_all_is_not_beyond_his_pots() -> None:
    """R40: a single pot of 4.00, of which he was paid 5.00; and a seat that plays for nothing."""
    record = hand(CHECKED)
    over = structs.replace(record, payments=(Payment(seat=1, amount=500),))
    assert codes(over) == [("PAY-DIFF", 1)]
    text = f"{CALLS} | 1 apostar 150, 2 repicar 300, 3 acompanhar 300, 4 desistir"
    text += " | 2 passar, 3 passar" * 2
    side = hand(text, players=players(250, 10_000, 10_000, 10_000))
    assert dues(side) == {1: 850, 2: 300}
    gone = (Payment(seat=1, amount=850), Payment(seat=4, amount=300))
    assert codes(structs.replace(side, payments=gone)) == [("PAY-NONE", 2), ("PAY-DIFF", 4)]


def test_a_half_of_a_pot_paid_short_is_no_other_split() -> None:
    """R55: 3.00 each; what lacks went to nobody, so it is no odd chip that went astray."""
    text = f"{CALLS} | {PASSES} | {PASSES} | 1 passar, 2 apostar 100, 3 desistir, 4 desistir,"
    own = {1: ("Ac", "9s"), 2: ("As", "9d"), 3: ("6s", "6d"), 4: ("5s", "5d")}
    record = hand(f"{text} 1 acompanhar 100", players=players(*[10_000] * 4, cards=own))
    assert dues(record) == {1: 300, 2: 300}
    short = (Payment(seat=1, amount=300), Payment(seat=2, amount=200))
    assert codes(structs.replace(record, payments=short)) == [("PAY-DIFF", 2)]


@pytest.mark.parametrize(
    ("shows", "expected"),
    [
        (["9d", "9s"], []),
        (["9d", "9d 9s"], []),
        (["9d 9s", "9s"], []),
        (["9d 9d"], [("RES-IMPOSS", None)]),
        (["9d 2s", "9s"], [("RES-IMPOSS", 2)]),
    ],
)
@pytest.mark.parametrize("own", [(None, None), ()])
def test_a_card_shown_again_is_the_same_card(
    shows: list[str], expected: list[tuple[str, int | None]], own: tuple[None, ...]
) -> None:
    """R53: who turns one card and then both has shown two; nobody can show three of two."""
    shown = tuple(Shown(seat=2, cards=tuple(text.split())) for text in shows)
    record = hand(players=players(*[10_000] * 4, cards={2: own}), shown=shown, payments=())
    assert [one for one in codes(record) if one[0] == "RES-IMPOSS"] == expected


def test_a_hand_shown_card_by_card_is_compared() -> None:
    """R53: seat 2 turned the aces one after the other: three of a kind win."""
    shown = (Shown(seat=2, cards=("As",)), Shown(seat=2, cards=("Ad",)))
    own = {1: ("Ks", "4c"), 2: (None, None)}
    assert dues(hand(players=players(*[10_000] * 4, cards=own), shown=shown)) == {2: 400}


def test_a_cagnotte_above_five_per_cent_by_a_millionth_is_above_it() -> None:
    """R65 a: five per cent is the most."""
    assert codes(hand(cagnotte_ppm=50_000)) == []
    assert codes(hand(cagnotte_ppm=50_001)) == [("NB-RAKE", None)]
