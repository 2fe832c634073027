"""Póquer de 3 cartas, settled by hand from the rules and beside the money that must not vanish."""

from collections import Counter
from itertools import combinations, permutations, product
from math import comb
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.banked import BetChange, Limit, Moment
from projections.replay.cards import DECK
from projections.replay.codes import CODES
from projections.replay.dice import Throw
from projections.replay.games.poquer_3_cartas import (
    COVERAGE,
    Combination,
    Poquer3CartasRecord,
    combination,
    compare,
)
from projections.replay.player_bank import (
    Abertura,
    Acto,
    Anterior,
    Anunciado,
    Associacao,
    Cobrada,
    Vista,
)
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Outcome, describe
from projections.replay.shoe import Dealt
from tests.projections.replay.games.player_bank_table import (
    any_deal,
    any_fields,
    balance,
    blamed,
    deal,
    due,
    faults,
    line,
    on,
    paid_exactly,
    settled,
    told,
)

HANDS: Final = {
    1: "Kh Qs Jd",  # three figures: 1
    2: "Kd Ts 9d",  # nine with one figure: 3
    3: "Qh Js 8d",  # the banker: eight with two figures: 5
    4: "Ks Qd 8c",  # the same, and the king of espadas
    5: "2h 3s 4d",  # nine without figures: 4
    6: "Jh 7h Ah",  # eight with one figure: 6
    7: "Tc 9c 8h",  # seven without figures: 10
    8: "5c 5d Td",  # zero without figures: 31
}
SEVEN: Final = Throw(dados=(1, 2, 3, 1), by=3)
"""Counted from the banker at place 3, he being one: 3 4 5 6 7 8 1, so place 1 receives first."""


def jogada(*bets: Any, **more: Any) -> Poquer3CartasRecord:
    """Return a jogada as it should be: the banker at place 3 with 100.00."""
    fields: dict[str, Any] = {
        "banqueiro": 3,
        "capital": 10_000,
        "bets": bets,
        "dados": (SEVEN,),
        "primeiro_lugar": 1,
        "cartas": deal(HANDS),
        **more,
    }
    return Poquer3CartasRecord(**fields)


def with_hands(*bets: Any, hands: dict[int, str], **more: Any) -> Poquer3CartasRecord:
    """Return a jogada of which only these hands were opened, and nothing of the deal recorded."""
    opened = tuple(Abertura(seat=one, cartas=tuple(cards.split())) for one, cards in hands.items())
    return jogada(*bets, **{"cartas": (), "aberturas": opened, **more})


# --- the hands -----------------------------------------------------------------------------------

R7: Final = (
    "Kh Qs Jd",
    "Kh Qs 9d", "Kh Ts 9d", "2h 3s 4d",
    "Kh Qs 8d", "Kh 2s 6d", "9h 8s Ad",
    "Kh Qs 7d", "Jh 9s 8d", "2h 2s 3d",
    "Kh Js 6d", "Qh 5s Ad", "Th Ts 6d",
    "Kh Qs 5d", "Kh 9s 6d", "Ah As 3d",
    "Kh Qs 4d", "Kh Ts 4d", "9h 9s 6d",
    "Kh Qs 3d", "Qh As 2d", "Ah As Ad",
    "Kh Qs 2d", "Kh 7s 5d", "Th As Ad",
    "Kh Qs Ad", "Jh 8s 3d", "9h Ts 2d",
    "Kh Qs Td", "Kh 9s Ad", "Th Ts Td",
)  # fmt: skip
"""One hand of each combination of R7, in its order."""


def test_the_thirty_one_combinations() -> None:
    """R4, R7: each of the table's rows, by a hand worked out from its words."""
    numbers = [combination(hand.split()) for hand in R7]
    assert [one.number if one else None for one in numbers] == list(range(1, 32))


def test_how_many_hands_each_combination_has() -> None:
    """R7 over all 22,100 hands, counted by hand.

    Three of twelve figures: 220. Two figures, and one of the four cards of a value: 66 x 4. One
    figure, and two of the 40 others, whose values are ten residues with four cards each: for odd
    points five pairs of residues, 5 x 16; for even ones four, and two residues with themselves,
    4 x 16 + 2 x 6. None: 9880 hands that fall alike on ten residues, since three has an inverse.
    """
    counted = Counter[int]()
    for cards in combinations(DECK, 3):
        hand = combination(cards)
        assert hand is not None
        counted[hand.number] += 1
    assert counted.total() == comb(52, 3) == 22_100
    expected = {1: 220}
    for points in range(10):
        first = 2 + 3 * (9 - points)
        expected[first] = 66 * 4
        expected[first + 1] = 12 * (5 * 16 if points % 2 else 4 * 16 + 2 * 6)
        expected[first + 2] = comb(40, 3) // 10
    assert counted == expected


def test_ten_and_twenty_are_zero_and_a_ten_is_no_figure() -> None:
    """R4 with its decisions: 5-5-10 is zero; king, ten and nine are nine with one figure."""
    for cards, number in (("5c 5d Td", 31), ("9c 8d 3h", 31), ("Kh Ts 9d", 3), ("Th 9s Kd", 3)):
        hand = combination(cards.split())
        assert hand is not None
        assert hand.number == number


def test_no_hand_is_two_cards_or_an_unknown_one() -> None:
    """A hand that cannot be is none."""
    assert combination(("Kh", "Qs")) is None
    assert combination(("Kh", "Qs", "1x")) is None


ORDER: Final = [rank + suit for rank in "KQJT98765432A" for suit in "shcd"]
"""R5, R6 as printed: king down to ace, espadas, copas, paus, ouros."""


def test_equal_combinations_go_to_the_highest_card() -> None:
    """R9 over every pair of highest cards: rank before suit, the ace the lowest; no tie."""
    for number in (1, 5, 16, 29, 30):
        for (high, one), (low, other) in combinations(enumerate(ORDER), 2):
            assert high < low
            hand, bank = (Combination(number, 0, 0, card) for card in (one, other))
            assert compare(hand, bank) == (True, "P3 R9")
            assert compare(bank, hand) == (False, "P3 R9")


def test_the_highest_card_of_a_hand() -> None:
    """R5, R6: by rank and then by suit, of all 22,100 hands beside the printed order."""
    place = {card: at for at, card in enumerate(ORDER)}
    for cards in combinations(DECK, 3):
        hand = combination(cards)
        assert hand is not None
        assert hand.highest == min(cards, key=place.__getitem__)


def test_different_combinations_go_by_their_number() -> None:
    """R8 over every pair, three figures (zero points) first of all; 31 against 29 or 30 too."""
    hands = [combination(hand.split()) for hand in R7]
    for one, other in product(hands, repeat=2):
        assert one is not None
        assert other is not None
        if one.number != other.number:
            assert compare(one, other) == (one.number < other.number, "P3 R8")


def test_zero_without_figures_on_both_sides_is_the_bankers() -> None:
    """R10: whatever the cards, tens against the lowest."""
    low, high = combination(["4h", "5s", "Ad"]), combination(["Th", "Ts", "Td"])
    assert low is not None
    assert high is not None
    assert compare(high, low) == compare(low, high) == (False, "P3 R10")
    figures = combination(["Kh", "9s", "Ad"])
    assert figures is not None
    same = combination(["Qh", "8s", "2d"])
    assert same is not None
    assert compare(figures, same) == (True, "P3 R9")


# --- a whole jogada ------------------------------------------------------------------------------

BETS: Final = (
    on(1, 1, 6_000, player="ana"),
    on(2, 2, 5_000, player="rui"),
    on(3, 4, 4_000, player="ana", seq=3),
    on(4, 5, 8_000, player="rui"),
    on(5, 6, 1_000, player="ana"),
    on(6, 7, 2_500, player="luz"),
    on(7, 8, 500, player="rui"),
    on(9, 3, 2_000, player="eva", at="2026-11-20T20:00:02Z"),
)
PARTNERS: Final = (
    Associacao(papel="casa", valor=5_000, at="2026-11-20T20:00:01Z"),
    Associacao(papel="associado", seat=7, player="gil", valor=3_000, at="2026-11-20T20:00:03Z"),
)


def test_a_whole_jogada() -> None:
    """R8-R10, R17, R20, R24, R29, worked by hand.

    In the bank 100.00 of the banker, 50.00 of the house, 20.00 of eva, 30.00 of gil: 200.00. From
    place 1 on: -60, -50, -40, and of place 5's 80.00 only the 50.00 that are left; then +10, +25,
    +5. The bank loses 160.00: the banker all his 100.00, the house 50.00, eva 10.00, gil nothing.
    Commissions of 5 %: 3.00, 2.50, 2.00, 2.50.
    """
    record = jogada(*BETS, associacoes=PARTNERS)
    assert due(record) == [
        (1, "ganha", 5_700, 6_000),
        (2, "ganha", 4_750, 5_000),
        (3, "ganha", 3_800, 4_000),
        (4, "ganha", 4_750, 8_000),
        (5, "perde", 0, 0),
        (6, "perde", 0, 0),
        (7, "perde", 0, 0),
        (9, "perde", 0, 1_000),
        (None, "perde", 0, 0),
        (None, "nula", 0, 3_000),
    ]
    settlement = settled(record)
    assert [(one.seat, one.amount) for one in settlement.commissions] == [
        (1, 300),
        (2, 250),
        (4, 200),
        (5, 250),
    ]
    assert settlement.result == {
        "banqueiro": 3,
        "primeiro_lugar": 1,
        "banca": -16_000,
        "casa": -5_000,
        "seguram": {"1": "ana", "2": "rui", "4": "ana", "5": "rui", "6": "ana", "7": "luz",
                    "8": "rui"},
        "combinacoes": {"1": 1, "2": 3, "3": 5, "4": 5, "5": 4, "6": 6, "7": 10, "8": 31},
    }  # fmt: skip
    assert balance(settlement) == 0
    assert told(record) == []


def test_what_a_line_says() -> None:
    """Each line tells hands, rule and arithmetic in both languages."""
    said = line(jogada(*BETS, associacoes=PARTNERS), 4)
    assert said.rules == ("P3 R7", "P3 R8", "P3 R17", "P3 R29")
    assert [step.text("en", said) for step in said.why] == [
        "Place 5 holds 2h 3s 4d: nine without figures, combination 4. [P3 R7]",
        "The banker holds Qh Js 8d: eight with two figures, combination 5. [P3 R7]",
        "The better combination wins. [P3 R8]",
        "The bank has 200.00 in all: of 80.00 only 50.00 plays, the rest goes back. [P3 R17]",
        "It wins 50.00 from the bank, 1 to 1, and the stake of 80.00 is kept. [P3 R8]",
        "The house's commission: 5 % of 50.00, 2.50. [P3 R29]",
    ]
    assert said.why[0].text("pt", said).startswith("O lugar 5 tem 2h 3s 4d: nove sem figura,")


def test_the_bank_wins() -> None:
    """R20, R29: +12.00; 10.00 are the banker's, 2.00 the associate's, each less 5 %."""
    record = jogada(on(1, 6, 1_200), capital=1_000, associacoes=(Associacao(valor=500, seat=7),))
    assert due(record) == [
        (1, "perde", 0, 0),
        (None, "ganha", 950, 1_000),
        (None, "ganha", 190, 500),
    ]
    assert balance(settled(record)) == 0
    assert told(record) == []


def test_the_bank_wins_no_more_than_it_holds() -> None:
    """R17: of 25.00 and 5.00 that lose to a bank of 10.00, 10.00 are taken in and 20.00 go back."""
    record = jogada(on(1, 7, 2_500), on(2, 8, 500), capital=1_000)
    assert due(record)[:2] == [(1, "perde", 0, 1_500), (2, "devolvida", 0, 500)]
    assert line(record, None).prize == 950


def test_what_it_won_it_can_pay() -> None:
    """R17: the pass runs on: -10 at place 5, +10 at place 6, and the bank is as it was."""
    record = jogada(on(1, 5, 1_000), on(2, 6, 1_000), on(3, 7, 1_000), capital=1_000)
    assert [one[1:] for one in due(record)] == [
        ("ganha", 950, 1_000),
        ("perde", 0, 0),
        ("perde", 0, 0),
        ("ganha", 950, 1_000),
    ]


@pytest.mark.parametrize(
    ("dados", "first", "winner"),
    [((1, 1, 1, 1), 6, 2), ((1, 2, 3, 1), 1, 1), ((1, 1, 1, 2), 7, 2), ((1, 1, 1, 3), 8, 2)],
)
def test_who_is_paid_first(dados: tuple[int, ...], first: int, winner: int) -> None:
    """R15, R24: with 10.00 for two who win 10.00 each, the dice say who has them.

    From place 6, 7 or 8 on, place 8 (bet 2) comes before place 1 (bet 1); from place 1 on, after.
    """
    hands = {**HANDS, 8: "Qc Jc 9h"}
    record = jogada(
        on(1, 1, 1_000),
        on(2, 8, 1_000),
        capital=1_000,
        dados=(Throw(dados=dados),),
        primeiro_lugar=first,
        cartas=deal(hands, first),
    )
    outcomes = {one.bet: one.outcome.value for one in settled(record).lines}
    assert outcomes[winner] == "ganha"
    assert outcomes[3 - winner] == "devolvida"
    assert told(record) == []


def test_bets_of_one_place_in_the_order_placed() -> None:
    """R24, R25: the second of two on a place is the one that the bank no longer covers."""
    record = jogada(on(2, 1, 700), on(1, 1, 700), capital=1_000)
    assert due(record)[:2] == [(2, "ganha", 665, 700), (1, "ganha", 285, 700)]


def test_who_stands_behind_the_banker_in_the_order_placed() -> None:
    """R20: house, bet and associate after the banker, by the chain, or by time."""
    late, first = {"seq": 9}, {"seq": 4}
    for house, bet in ((late, first), (first, late)):
        record = jogada(
            on(1, 1, 1_500, seq=1),
            on(2, 3, 1_000, **bet),
            capital=1_000,
            associacoes=(Associacao(papel="casa", valor=1_000, **house),),
        )
        loses = -500 if house is first else 0
        assert settled(record).result["casa"] == loses
        assert line(record, 2).returned == (1_000 if house is first else 500)


def test_the_holder_of_a_hand() -> None:
    """R25: who bet most on a place, several bets together; of equals, who was first."""
    record = jogada(
        on(1, 1, 600, player="ana"),
        on(2, 1, 500, player="rui"),
        on(3, 1, 500, player="rui"),
        on(4, 2, 300, por=6),
        on(5, 2, 300, por=7),
    )
    assert settled(record).result["seguram"] == {"1": "rui", "2": 6}


def test_a_bet_counts_where_it_lies() -> None:
    """R28: on another's place it plays that place's cards; paid there, or to its bettor's own."""
    record = jogada(on(1, 1, 1_000, por=8))
    assert line(record, 1).prize == 950
    assert told(record) == []
    own = Payment(seat=8, bets=(1,), amount=950, stake_returned=1_000)
    assert blamed(record, own) == []
    assert blamed(record, structs.replace(own, seat=5)) == [("PAY-DIFF", "")]


def test_a_commission_is_rounded_down() -> None:
    """R29: of 0.99 it is 0.04, of 0.19 nothing."""
    assert [line(jogada(on(1, 1, valor)), 1).prize for valor in (99, 19, 20)] == [95, 19, 19]


# --- what is not known ---------------------------------------------------------------------------


def test_hands_as_they_were_opened() -> None:
    """R27: where nobody records the deal, the hands opened decide."""
    record = with_hands(on(1, 2), hands={2: HANDS[2], 3: HANDS[3]})
    assert line(record, 1).outcome is Outcome.GANHA
    assert told(record) == []


def test_an_unknown_hand_leaves_the_others_decided_while_the_bank_has_enough() -> None:
    """Nothing is guessed: its own bet waits, and the bank's result with it."""
    bets = (on(1, 2, 4_000), on(2, 4, 4_000))
    hands = {2: HANDS[2], 3: HANDS[3]}
    enough = with_hands(*bets, hands=hands)
    assert [one[1] for one in due(enough)] == ["ganha", "pendente", "pendente"]
    short = with_hands(*bets, hands=hands, capital=7_999)
    assert [one[1] for one in due(short)] == ["pendente"] * 3


def test_without_a_first_place_a_short_bank_decides_nothing() -> None:
    """R24: who comes first is not known, and it matters only where the bank is short."""
    bets = (on(1, 1, 1_000), on(2, 2, 1_000))
    hands = {1: HANDS[1], 2: HANDS[2], 3: HANDS[3]}
    unknown: dict[str, Any] = {"dados": (), "primeiro_lugar": None, "hands": hands}
    assert [one[1] for one in due(with_hands(*bets, **unknown))][:2] == ["ganha"] * 2
    short = with_hands(*bets, **unknown, capital=1_500)
    assert {one[1] for one in due(short)} == {"pendente"}


def test_without_a_banker_nothing_is_decided() -> None:
    """A record that names none."""
    assert {one[1] for one in due(jogada(on(1, 1), banqueiro=0))} == {"pendente"}


def test_without_his_capital_bets_play_whole_and_nobody_says_what_the_bank_holds() -> None:
    """R17: the capital must lie there; P3-BANK says it does not."""
    record = jogada(on(1, 1, 50_000), on(2, 3, 100), capital=None)
    assert due(record) == [(1, "ganha", 47_500, 50_000), (2, "pendente", 0, 0)]
    assert ("P3-BANK", "P3 R17") in told(record)


# --- void ----------------------------------------------------------------------------------------

SHORT: Final = deal(HANDS)[:-1]


@pytest.mark.parametrize(
    "more",
    [
        {"cartas": SHORT},
        {"cartas": (*deal(HANDS), Dealt(to="seat", seat=2, card="2c"))},
        {"cartas": (*SHORT, Dealt(to="seat", seat=9, card="2c"))},
        {"errors": (ErrorNoted(error="incompleto"),)},
        {"errors": (ErrorNoted(error="numero_errado"),)},
    ],
)
def test_a_wrong_number_or_an_incomplete_deck_is_void(more: dict[str, Any]) -> None:
    """R21: everything goes back, capital and all; no commission. Not declared: VOID-MISS."""
    record = jogada(*BETS, associacoes=PARTNERS, void=Void(cause="x"), **more)
    settlement = settled(record)
    assert settlement.void
    assert [one.due for one in settlement.lines] == [one.stake for one in settlement.lines]
    assert settlement.commissions == ()
    assert told(record) == []
    missed = [code for code, _ in told(structs.replace(record, void=None))]
    assert missed[0] == "VOID-MISS"
    assert set(missed[1:]) <= {"P3-DEAL"}


def test_void_without_a_ground() -> None:
    """R21: VOID-BAD; what the cards decided is due all the same, else everything goes back."""
    void = Void(cause="carta_virada")
    played = jogada(on(1, 1), void=void)
    assert line(played, 1).prize == 950
    assert told(played) == [("VOID-BAD", "P3 R21")]
    early = jogada(on(1, 1), void=void, cartas=(), dados=())
    assert [one[1] for one in due(early)] == ["devolvida", "devolvida"]
    assert told(early) == [("VOID-BAD", "P3 R21")]


def test_a_void_that_keeps_a_stake() -> None:
    """VOID-REFUND: less than everything went back."""
    record = jogada(on(1, 1), void=Void(cause="x"), cartas=SHORT)
    assert blamed(record, Payment(seat=1, bets=(1,), amount=0, stake_returned=900)) == [
        ("VOID-REFUND", "P3 R21")
    ]


def test_a_card_turned_by_chance_is_no_ground() -> None:
    """R23: it stays valid."""
    cards = tuple(structs.replace(one, open=True) for one in deal(HANDS))
    record = jogada(on(1, 1), cartas=cards)
    assert told(record) == []
    assert told(structs.replace(record, void=Void(cause="carta_virada"))) == [
        ("VOID-BAD", "P3 R21")
    ]


# --- dice and deal -------------------------------------------------------------------------------


def test_every_sum_names_its_place() -> None:
    """R15: from 4 to 24 with the banker at 3: 6 7 8 1 2 3 4 5, and round again."""
    names = {}
    for dados in product(range(1, 7), repeat=4):
        record = jogada(dados=(Throw(dados=dados),), cartas=(), primeiro_lugar=None)
        names[sum(dados)] = settled(record).result["primeiro_lugar"]
    assert [names[total] for total in range(4, 25)] == [
        6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2,
    ]  # fmt: skip


def test_places_that_are_not_numbered_anticlockwise() -> None:
    """R15, R24: the record says their order; from 3 downwards seven is place 5."""
    order = (8, 7, 6, 5, 4, 3, 2, 1)
    hands = {place: HANDS[place] for place in order}
    record = jogada(on(1, 4), on(2, 2), ordem=order, primeiro_lugar=5, cartas=deal(hands, 5))
    assert settled(record).result["primeiro_lugar"] == 5
    assert told(record) == []


NULL: Final = Throw(dados=(6, 6, 6, 6), nulo="leaning", by=3)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"dados": (NULL, SEVEN)}, []),
        ({"primeiro_lugar": 2}, [("P3-DEAL", "P3 R15")]),
        ({"cartas": deal(HANDS, 2)}, [("P3-DEAL", "P3 R15")]),
        ({"cartas": deal(HANDS, 2), "primeiro_lugar": 2}, [("P3-DEAL", "P3 R15")]),
        ({"dados": (structs.replace(SEVEN, by=4),)}, [("P3-DEAL", "P3 R16")]),
        ({"dados": (structs.replace(SEVEN, by=0),)}, []),
        ({"dados": (SEVEN, SEVEN)}, [("P3-DEAL", "P3 R16")]),
        ({"dados": (structs.replace(SEVEN, nulo="leaning"),)}, [("P3-DEAL", "P3 R16")]),
        (
            {"dados": (structs.replace(SEVEN, nulo="azar"), SEVEN)},
            [("VOID-BAD", "P3 R16"), ("P3-DEAL", "P3 R16")],
        ),
        ({"dados": (structs.replace(SEVEN, dados=(1, 2, 7)), SEVEN)}, [("RES-IMPOSS", "P3 R2")]),
    ],
)
def test_the_dice(more: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    """R15, R16: the first flat throw of the banker's decides, and nothing but it."""
    assert told(jogada(on(1, 1), **more)) == expected


def test_a_deal_from_the_wrong_place_is_settled_from_there() -> None:
    """R24: the cards lie as they lie; P3-DEAL tells what was wrong."""
    record = jogada(
        on(1, 1, 1_000), on(2, 2, 1_000), capital=1_000, cartas=deal(HANDS, 2), primeiro_lugar=2
    )
    assert [one[1] for one in due(record)][:2] == ["devolvida", "ganha"]


def shuffled(order: str) -> tuple[Dealt, ...]:
    """Deal the hands' cards in an order of places."""
    left = {place: cards.split() for place, cards in HANDS.items()}
    return tuple(Dealt(to="seat", seat=int(place), card=left[int(place)].pop(0)) for place in order)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (deal(HANDS), []),
        (shuffled("12345678" * 3), [("P3-DEAL", "P3 R21")]),
        (shuffled("111888777666555444333222"), [("P3-DEAL", "P3 R24")]),
        (SHORT, [("VOID-MISS", "P3 R21"), ("P3-DEAL", "P3 R21")]),
        ((*deal(HANDS), Dealt(to="discard", card="2c")), []),
    ],
)
def test_the_deal(cards: tuple[Dealt, ...], expected: list[tuple[str, str]]) -> None:
    """R21, R24: three running to each place, anticlockwise; not three: void."""
    assert told(jogada(on(1, 1), cartas=cards)) == expected


def test_the_bankers_cards_dealt_to_the_bank() -> None:
    """R21: the bank is the banker's place, under either name."""
    cards = tuple(Dealt(to="bank", card=one.card) if one.seat == 3 else one for one in deal(HANDS))
    assert told(jogada(on(1, 1), cartas=cards)) == []


def test_cards_that_cannot_be() -> None:
    """R2: a card twice, or none of the deck; of a hand that nobody can read, nothing is due."""
    twice = jogada(on(1, 1), cartas=deal({**HANDS, 8: "5c 5d Kh"}))
    assert told(twice) == [("RES-IMPOSS", "P3 R2")]
    strange = jogada(on(1, 1), cartas=deal({**HANDS, 1: "Kh Qs 1x"}))
    assert told(strange) == [("RES-IMPOSS", "P3 R2")]
    assert line(strange, 1).outcome is Outcome.PENDENTE


def test_a_hand_opened_other_than_dealt() -> None:
    """R22: the cards were changed, so nobody can tell; the same in another order is the same."""
    same = Abertura(seat=1, cartas=("Jd", "Qs", "Kh"))
    assert told(jogada(on(1, 1), aberturas=(same,))) == []
    other = jogada(on(1, 1), aberturas=(Abertura(seat=1, cartas=("Jd", "Qs", "2c")),))
    assert told(other) == [("RES-IMPOSS", "P3 R2")]
    assert line(other, 1).outcome is Outcome.PENDENTE


def test_the_same_highest_card_twice_decides_nothing() -> None:
    """R9: in one deck it cannot be, so the bet waits for who finds out."""
    record = jogada(on(1, 4), cartas=deal({**HANDS, 4: "Qh Jc 8c"}))
    assert line(record, 1).outcome is Outcome.PENDENTE


def test_the_banker_opens_last_to_have_seen() -> None:
    """R27: once all have seen theirs and laid them down."""
    opened = Abertura(seat=3, cartas=("Qh", "Js", "8d"), seq=9)
    for seq, expected in ((8, []), (10, [("P3-DEAL", "P3 R27")])):
        record = jogada(on(1, 1), vistas=(Vista(seat=1, seq=seq),), aberturas=(opened,))
        assert told(record) == expected
    banker = jogada(on(1, 1), vistas=(Vista(seat=3, seq=10),), aberturas=(opened,))
    assert told(banker) == []


def test_the_players_may_be_opened_before_the_banker() -> None:
    """R27 leaves that order open."""
    opened = (
        Abertura(seat=1, cartas=("Kh", "Qs", "Jd"), seq=8),
        Abertura(seat=3, cartas=("Qh", "Js", "8d"), seq=9),
    )
    assert told(jogada(on(1, 1), aberturas=opened)) == []
    assert told(jogada(on(1, 1), aberturas=opened[::-1])) == []


# --- bets ----------------------------------------------------------------------------------------

THROWN: Final = (structs.replace(SEVEN, seq=10, at="2026-11-20T20:10:00.000000Z"),)


def test_bets_end_when_the_dice_are_shaken() -> None:
    """R18: a later one goes back; the call alone ends nothing while the dice wait."""
    record = jogada(on(1, 1, seq=9), on(2, 1, seq=11), dados=THROWN, jogo_feito=Moment(seq=8))
    assert [one[1] for one in due(record)][:2] == ["ganha", "devolvida"]
    assert told(record) == [("BET-LATE", "P3 R18")]
    shaken = structs.replace(record, dados_agitados=Moment(seq=7))
    assert [one[1] for one in due(shaken)][:2] == ["devolvida"] * 2
    called = structs.replace(record, dados=())
    assert [one[1] for one in due(called)][:2] == ["devolvida"] * 2


@pytest.mark.parametrize(
    ("change", "prize", "expected"),
    [
        (BetChange(bet=1, valor=2_000, seq=9), 1_900, []),
        (BetChange(bet=1, valor=2_000, seq=11), 950, [("BET-LATE", "P3 R18")]),
        (BetChange(bet=1, retirada=True, seq=11), 950, [("BET-LATE", "P3 R18")]),
    ],
)
def test_bets_changed(change: BetChange, prize: int, expected: list[tuple[str, str]]) -> None:
    """R18: nothing is added, taken off or moved once the dice are shaken."""
    record = jogada(on(1, 1, seq=1), alteracoes=(change,), dados=THROWN)
    assert line(record, 1).prize == prize
    assert told(record) == expected


def test_a_bet_taken_off_in_time_is_none() -> None:
    """R18: it went back to its bettor."""
    change = BetChange(bet=1, retirada=True, seq=9)
    assert settled(jogada(on(1, 1, seq=1), alteracoes=(change,), dados=THROWN)).lines[0].bet is None


@pytest.mark.parametrize(
    ("bet", "expected"),
    [
        (on(1, 9), "RES-IMPOSS"),
        (on(1, 1, tipo="par"), "RES-IMPOSS"),
        (on(1, 1, 0), "BET-MIN"),
        (on(1, 1, 99), "BET-MIN"),
        (on(1, 1, 5_001), "BET-MAX"),
        (on(1, 1, 150), "BET-MULT"),
    ],
)
def test_bets_that_cannot_be_or_pass_a_limit(bet: Any, expected: str) -> None:
    """A place that is none, no stake, the table's limits; in order there is no fault."""
    limits = {"lugar": Limit(minimum=100, maximum=5_000, multiple=100)}
    if expected == "BET-MAX":
        bet = structs.replace(bet, valor=5_100)
    assert [code for code, _ in told(jogada(bet, limites=limits))] == (
        [expected, "BET-MULT"] if bet.valor == 99 else [expected]
    )
    assert told(jogada(on(1, 1, 500), limites=limits)) == []


def test_a_limit_is_of_one_player_on_one_place() -> None:
    """Two bets of a player on a place count together, on two places by themselves."""
    limits = {"lugar": Limit(maximum=1_000)}
    twice = (on(1, 1, 600, player="ana"), on(2, 1, 600, player="ana"))
    assert told(jogada(*twice, limites=limits)) == [("BET-MAX", "")]
    apart = (twice[0], structs.replace(twice[1], seat=2))
    assert told(jogada(*apart, limites=limits)) == []


def test_a_number_used_twice() -> None:
    """RES-IMPOSS; both are settled as they lie."""
    record = jogada(on(1, 1), on(1, 6))
    assert [one[1] for one in due(record)][:2] == ["ganha", "perde"]
    assert told(record) == [("RES-IMPOSS", "")]


def test_a_banker_at_no_place() -> None:
    """RES-IMPOSS, and nothing is decided; a record that names none is only silent."""
    assert told(jogada(banqueiro=9)) == [("RES-IMPOSS", "P3 R2")]
    assert told(jogada(banqueiro=0)) == []


def test_online_there_is_no_such_game() -> None:
    """ONL-NONE, and the physical rules."""
    record = jogada(on(1, 1), mode="shared")
    assert told(record) == [("ONL-NONE", "")]
    assert line(record, 1).prize == 950


# --- the bank ------------------------------------------------------------------------------------

BEFORE: Final = Anterior(banqueiro=3, fica=10_000, seguidas=2, apostaram=(1, 5))


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"anterior": structs.replace(BEFORE, seguidas=1)}, False),
        ({}, True),
        ({"actos": (Acto(acto="tomou", seat=3, valor=10_000, acordo=(1, 2)),)}, False),
        ({"actos": (Acto(acto="tomou", seat=3, valor=10_000, acordo=(1,)),)}, True),
        ({"anterior": structs.replace(BEFORE, acordo=(1, 2))}, False),
        ({"sentados": (1, 2, 3, 6), "anterior": structs.replace(BEFORE, acordo=(1, 2))}, True),
        ({"sentados": (1, 2, 3), "anterior": structs.replace(BEFORE, acordo=(1, 2))}, False),
        ({"sentados": (3,)}, False),
        ({"anterior": structs.replace(BEFORE, banqueiro=2, seguidas=5)}, False),
    ],
)
def test_two_jogadas_running(more: dict[str, Any], *, fault: bool) -> None:
    """R13: a third only if all the others agree; who sits is who bets where nobody says more."""
    record = jogada(on(1, 1), on(2, 2), **{"anterior": BEFORE, **more})
    assert told(record) == ([("P3-BANK", "P3 R13")] if fault else [])


def refusal(*seats: int) -> tuple[Acto, ...]:
    """Return refusals, and the bank taken at place 3."""
    refused = tuple(Acto(acto="recusou", seat=seat) for seat in seats)
    return (*refused, Acto(acto="tomou", seat=3, valor=10_000))


@pytest.mark.parametrize(
    ("before", "actos", "sentados", "fault"),
    [
        ((1, 2, 3), refusal(2), None, False),
        ((1, 2), refusal(2), None, True),
        ((1, 2, 3), refusal(1), None, True),
        ((1, 2, 3), refusal(1), (1, 3, 5), False),
        ((1, 2, 3), refusal(1, 2), None, False),
        ((1, 3), refusal(1), None, False),
        ((1, 2), refusal(), None, False),
        (None, refusal(2), None, False),
        ((3, 7, 8), refusal(6), None, True),
        ((3, 8), refusal(7), None, False),
    ],
)
def test_a_refused_bank(
    before: tuple[int, ...] | None,
    actos: tuple[Acto, ...],
    sentados: tuple[int, ...] | None,
    *,
    fault: bool,
) -> None:
    """R14: to the next place anticlockwise, and only to who bet the last time.

    Place 8 was the banker's; 8 is passed over, because its turn is over.
    """
    record = jogada(
        anterior=Anterior(banqueiro=8, fica=5_000, apostaram=before),
        actos=actos,
        sentados=sentados,
    )
    assert told(record) == ([("P3-BANK", "P3 R14")] if fault else [])


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"capital": 10_000}, False),
        ({"capital": 12_000}, False),
        ({"capital": 9_999}, True),
        ({"capital": 500, "anterior": structs.replace(BEFORE, seguidas=1, banqueiro=2)}, False),
        ({"capital": 500, "anterior": structs.replace(BEFORE, seguidas=1, fica=None)}, False),
        (
            {
                "capital": 500,
                "anterior": None,
                "actos": (
                    Acto(acto="tomou", seat=3, valor=900),
                    Acto(acto="mudou", seat=3, valor=500),
                ),
            },
            True,
        ),
    ],
)
def test_a_capital_reduced(more: dict[str, Any], *, fault: bool) -> None:
    """R19: who goes on keeps what he had and won; he may add to it."""
    fields = {"anterior": structs.replace(BEFORE, seguidas=1), **more}
    assert told(jogada(**fields)) == ([("P3-BANK", "P3 R19")] if fault else [])
    if fault and fields["capital"] == 9_999:
        (found,) = faults(paid_exactly(jogada(**fields)))
        assert found.amount == -1


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"actos": (Acto(acto="tomou", seat=3, valor=10_000, seq=9),)}, ""),
        ({"actos": (Acto(acto="tomou", seat=3, valor=10_000, seq=11),)}, "P3 R17"),
        ({"actos": (Acto(acto="mudou", seat=3, valor=20_000, seq=11),)}, "P3 R17"),
        ({"actos": (Acto(acto="tomou", seat=4, valor=10_000, seq=11),)}, ""),
        ({"capital": 0}, "P3 R17"),
        ({"associacoes": (Associacao(valor=500, seat=7, seq=11),)}, "P3 R20"),
        ({"associacoes": (Associacao(valor=500, seat=7, seq=9),)}, ""),
    ],
)
def test_capital_before_the_dice(more: dict[str, Any], rule: str) -> None:
    """R17, R20: all of it lies on the table when they are shaken; what comes later is not in."""
    record = jogada(dados=THROWN, **more)
    assert told(record) == ([("P3-BANK", rule)] if rule else [])


def test_capital_entrusted_late_bears_nothing() -> None:
    """R17, R20: it has no part in what was lost."""
    record = jogada(
        on(1, 1, 1_500, seq=1),
        capital=1_000,
        dados=THROWN,
        associacoes=(Associacao(valor=500, seat=7, seq=11),),
    )
    assert line(record, 1).prize == 950
    back = line(record, None, 7)
    assert (back.outcome, back.returned, back.prize) == (Outcome.DEVOLVIDA, 500, 0)


@pytest.mark.parametrize(
    ("bet", "fault"),
    [
        (on(1, 1, por=7), True),
        (on(1, 7), True),
        (on(1, 3, por=7), False),
        (on(1, 1, por=6), False),
        (on(1, 7, player="rui"), False),
        (on(1, 1, player="gil"), True),
    ],
)
def test_an_associate_bets_nowhere_else(bet: Any, *, fault: bool) -> None:
    """R20: but at the banker's place; a bet there bars nothing."""
    partner = Associacao(valor=500, seat=7, player="gil")
    assert told(jogada(bet, associacoes=(partner,))) == ([("P3-BANK", "P3 R20")] if fault else [])
    both = jogada(on(1, 3, player="ana"), on(2, 1, player="ana"))
    assert told(both) == []


# --- payments ------------------------------------------------------------------------------------


def pay(bet: int, seat: int, amount: int, returned: int) -> Payment:
    """Return a payment of a bet."""
    return Payment(seat=seat, bets=(bet,), amount=amount, stake_returned=returned)


@pytest.mark.parametrize(
    ("payment", "expected"),
    [
        (pay(1, 4, 950, 1_000), []),
        (pay(1, 4, 940, 1_000), [("PAY-DIFF", "P3 R7, P3 R9, P3 R8, P3 R29")]),
        (pay(1, 4, 0, 0), [("P3-RANK", "P3 R9")]),
        (pay(1, 4, 1_000, 1_000), [("P3-COM", "P3 R29")]),
        (pay(2, 6, 950, 1_000), [("P3-RANK", "P3 R8")]),
        (pay(2, 6, 1_000, 1_000), [("P3-RANK", "P3 R8")]),
        (pay(2, 6, 0, 1_000), [("PAY-DIFF", "P3 R7, P3 R8")]),
    ],
)
def test_a_wrong_payment_has_its_name(payment: Payment, expected: list[tuple[str, str]]) -> None:
    """R7-R9, R29: paid as if the other hand were the better, or whole, or otherwise."""
    assert blamed(jogada(on(1, 4), on(2, 6)), payment) == expected


def test_a_zero_pushed_is_counted_wrongly() -> None:
    """R10: both zero without figures is the banker's, not a draw."""
    hands = {1: "Th Ts Td", 3: "4h 5s Ad"}
    record = with_hands(on(1, 1), hands=hands)
    assert blamed(record, pay(1, 1, 0, 1_000)) == [("P3-RANK", "P3 R10")]


def test_a_bank_that_wins_beyond_its_capital() -> None:
    """R17: of 25.00 that lose to a bank of 10.00, 15.00 go back; kept, it is P3-BANK."""
    record = jogada(on(1, 7, 2_500), on(2, 8, 500), capital=1_000)
    assert blamed(record, pay(1, 7, 0, 1_500)) == []
    assert blamed(record, pay(1, 7, 0, 1_000)) == [("P3-BANK", "P3 R17")]
    kept = paid_exactly(record)
    kept = structs.replace(kept, payments=kept.payments[1:])
    assert [(one.code, one.amount) for one in faults(kept)] == [("P3-BANK", -1_500)]


def test_what_nobody_can_decide_was_paid_rightly_or_wrongly_by_nothing() -> None:
    """A hand that is not known: its payment is not compared; the others' are."""
    hands = {2: HANDS[2], 3: HANDS[3]}
    record = with_hands(on(1, 2), on(2, 4), hands=hands)
    whole = pay(2, 4, 950, 1_000)
    assert blamed(record, whole) == []
    assert blamed(record, whole, Payment(seat=3, amount=0, stake_returned=9_000)) == []
    assert blamed(record, whole, pay(1, 2, 0, 900))[0][0] == "PAY-DIFF"


def test_a_winner_not_paid() -> None:
    """PAY-NONE; if his stake was taken in as a loser's, the hands were counted wrongly."""
    record = structs.replace(paid_exactly(jogada(on(1, 4), on(2, 6))), payments=())
    assert [one.code for one in faults(record)] == ["PAY-NONE"]
    taken = structs.replace(record, recolhidas=(1, 2))
    assert [one.code for one in faults(taken)] == ["P3-RANK"]


def test_a_payment_beyond_the_capital() -> None:
    """R17: 80.00 won where the bank had 50.00."""
    record = jogada(on(1, 5, 8_000), capital=5_000)
    assert line(record, 1).due == 4_750 + 8_000
    assert blamed(record, pay(1, 5, 7_600, 8_000)) == [("P3-BANK", "P3 R17")]
    assert blamed(record, pay(1, 5, 4_750, 8_000)) == []


def test_a_commission_not_taken_is_one_fault() -> None:
    """R29: prizes paid whole and nothing charged is P3-COM by place, and no wrong payment."""
    record = paid_exactly(jogada(on(1, 4), on(2, 4, 500), on(3, 6)))
    whole = tuple(
        structs.replace(one, amount=amount)
        for one, amount in zip(record.payments, (1_000, 500, 0), strict=True)
    )
    nothing = structs.replace(record, comissoes=(), payments=whole)
    charged = [(one.code, one.seat, one.amount) for one in faults(nothing)]
    assert charged == [("P3-COM", 4, -75)]


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ((Cobrada(valor=50, seat=4), Cobrada(valor=10, seat=2)), []),
        ((Cobrada(valor=60),), []),
        ((Cobrada(valor=50, seat=4),), [("P3-COM", -10)]),
        ((Cobrada(valor=40, seat=4), Cobrada(valor=10, seat=2)), [("P3-COM", -10)]),
        ((Cobrada(valor=61),), [("P3-COM", 1)]),
    ],
)
def test_commissions(taken: tuple[Cobrada, ...], expected: list[tuple[str, int]]) -> None:
    """R29: 5 % of each prize, by the place of the payment, or in one sum."""
    record = structs.replace(paid_exactly(jogada(on(1, 4), on(2, 2, 200))), comissoes=taken)
    assert [(one.code, one.amount) for one in faults(record)] == expected


def test_a_commission_under_the_bettors_own_place() -> None:
    """R28, R29: who bets on another's place may be charged at his own."""
    record = paid_exactly(jogada(on(1, 4, por=8)))
    charged = structs.replace(record, comissoes=(Cobrada(valor=50, seat=8),))
    assert faults(charged) == []


def test_a_commission_paid_besides() -> None:
    """R29: the prize is handed over whole."""
    record = paid_exactly(jogada(on(1, 4)))
    apart = structs.replace(
        record,
        comissoes=(Cobrada(valor=50, seat=4, por_fora=True),),
        payments=(pay(1, 4, 1_000, 1_000), *record.payments[1:]),
    )
    assert faults(apart) == []


def test_the_banks_chips_lie_on_the_table() -> None:
    """R19: nothing handed over to the banker is no fault; what was, must be right."""
    record = jogada(on(1, 6))
    exact = paid_exactly(record)
    assert faults(structs.replace(exact, payments=())) == []
    wrong = Payment(seat=3, amount=960, stake_returned=10_000)
    assert [one.code for one in faults(structs.replace(exact, payments=(wrong,)))] == ["PAY-DIFF"]


def test_an_associates_capital_must_go_back() -> None:
    """R20: PAY-NONE, where the pagador kept it."""
    record = paid_exactly(jogada(on(1, 6), associacoes=(Associacao(valor=500, seat=7),)))
    kept = structs.replace(record, payments=record.payments[:-1])
    assert [(one.code, one.seat) for one in faults(kept)] == [("PAY-NONE", 7)]


def test_a_wrong_bank_hidden_by_a_bet_behind_it() -> None:
    """R20: 1.00 too much for the banker and too little for the bet at his place is PAY-DIFF."""
    record = paid_exactly(jogada(on(1, 1, 1_000), on(2, 3, 500)))
    moved = tuple(
        structs.replace(one, stake_returned=one.stake_returned + (-100 if one.bets else 100))
        if one.seat == 3
        else one
        for one in record.payments
    )
    assert [one.code for one in faults(structs.replace(record, payments=moved))] == ["PAY-DIFF"]
    assert faults(record) == []


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ((4, 5, 1, 3), []),
        ((1, 4, 5, 3), []),
        ((1, 5, 4, 3), ["P3 R24"]),
        ((3, 1, 4, 5), ["P3 R20"]),
        ((1, 3, 4, 5), ["P3 R20"]),
    ],
)
def test_the_order_of_payments(order: tuple[int, ...], expected: list[str]) -> None:
    """R20, R24: anticlockwise, once round; who bet on the banker's place after all."""
    record = paid_exactly(jogada(on(1, 1), on(4, 4), on(5, 5), on(3, 3, 9_000)))
    paid = {one.bets[0]: one for one in record.payments if one.bets}
    moved = structs.replace(record, payments=tuple(paid[number] for number in order))
    assert [one.rule for one in faults(moved) if one.code == "PAY-ORDER"] == expected
    assert {one.code for one in faults(moved)} <= {"PAY-ORDER"}


def test_bets_behind_the_banker_are_paid_in_the_order_placed() -> None:
    """R20: the first first."""
    record = paid_exactly(jogada(on(1, 1, 100), on(2, 3, 500), on(3, 3, 500)))
    assert faults(record) == []
    paid = record.payments
    swapped = structs.replace(record, payments=(paid[0], paid[2], paid[1], *paid[3:]))
    assert [(one.code, one.rule) for one in faults(swapped)] == [("PAY-ORDER", "P3 R20")]


def test_results_said_aloud() -> None:
    """R7-R10: P3-RANK where the hands say other; of the banker's place nothing is said."""
    said = (Anunciado(seat=4, resultado="ganha"), Anunciado(seat=6, resultado="perde"))
    assert told(jogada(on(1, 4), resultados=said)) == []
    wrong = (Anunciado(seat=4, resultado="perde"), Anunciado(seat=3, resultado="ganha"))
    assert told(jogada(on(1, 4), resultados=wrong)) == [("P3-RANK", "P3 R9")]


# --- properties ----------------------------------------------------------------------------------


@st.composite
def jogadas(draw: st.DrawFn) -> Poquer3CartasRecord:
    """Give a jogada of real cards, with bets, partners and a bank that may be too small."""
    random: Random = draw(st.randoms(use_true_random=False))
    cards = random.sample(DECK, 24)
    banker, dados = random.randint(1, 8), tuple(random.randint(1, 6) for _ in range(4))
    first = (banker + sum(dados) - 2) % 8 + 1
    hands = {place: " ".join(cards[3 * place - 3 : 3 * place]) for place in range(1, 9)}
    bets = [
        on(number, random.randint(1, 8), draw(st.integers(1, 5_000)), player=random.choice("abc"))
        for number in range(1, draw(st.integers(0, 9)) + 1)
    ]
    partners = [
        Associacao(papel=papel, valor=draw(st.integers(0, 3_000)), seat=place)
        for papel, place in (("casa", None), ("associado", 9))
        if draw(st.booleans())
    ]
    return jogada(
        *bets,
        banqueiro=banker,
        capital=draw(st.integers(1, 8_000)),
        dados=(Throw(dados=dados),),
        primeiro_lugar=first,
        cartas=deal(hands, first),
        associacoes=tuple(partners),
    )


@given(jogadas())
@settings(max_examples=120, deadline=None)
def test_no_money_is_made_or_lost(record: Poquer3CartasRecord) -> None:
    """What the players win the bank loses, but for the commission."""
    assert balance(settled(record)) == 0


@given(jogadas())
@settings(max_examples=120, deadline=None)
def test_the_bank_never_pays_or_wins_more_than_it_holds(record: Poquer3CartasRecord) -> None:
    """R17: nor does the banker, nor anybody behind him."""
    settlement = settled(record)
    behind = sum(bet.valor for bet in record.bets if bet.seat == record.banqueiro)
    partners = sum(one.valor for one in record.associacoes)
    total = (record.capital or 0) + behind + partners
    assert abs(settlement.result["banca"]) <= total
    for one in settlement.lines:
        assert 0 <= one.returned <= one.stake
        assert one.prize <= one.stake
    (banker,) = [
        one for one in settlement.lines if one.bet is None and one.seat == record.banqueiro
    ]
    partners_lost = settlement.result.get("casa", 0) < 0 or any(
        one.outcome is Outcome.PERDE
        for one in settlement.lines
        if (one.bet is None) == (one.seat != record.banqueiro)
    )
    assert banker.returned == 0 or not partners_lost


@given(jogadas())
@settings(max_examples=60, deadline=None)
def test_everything_paid_as_due_is_no_fault(record: Poquer3CartasRecord) -> None:
    """Nothing is found in a jogada that was dealt, paid and charged as it should be."""
    assert faults(paid_exactly(record)) == []


@given(jogadas(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_while_the_bank_suffices_no_bet_touches_another(
    record: Poquer3CartasRecord, random: Random
) -> None:
    """R17: with capital for all, the order of bets changes nothing."""
    rich = structs.replace(record, capital=10**9)
    bets = list(record.bets)
    random.shuffle(bets)
    before = {one.bet: one for one in settled(rich).lines if one.bet}
    after = {one.bet: one for one in settled(structs.replace(rich, bets=tuple(bets))).lines}
    plain = {number: one for number, one in before.items() if one.seat != rich.banqueiro}
    assert {number: after[number] for number in plain} == plain


@given(jogadas())
@settings(max_examples=60, deadline=None)
def test_a_void_returns_everything(record: Poquer3CartasRecord) -> None:
    """R21: stakes and capital, whatever lay there."""
    void = structs.replace(record, void=Void(cause="x"), cartas=record.cartas[:-1])
    settlement = settled(void)
    assert all((one.prize, one.returned) == (0, one.stake) for one in settlement.lines)
    assert settlement.commissions == ()


@given(jogadas(), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_payments_never_decide_what_is_due(record: Poquer3CartasRecord, amount: int) -> None:
    """Replay never reads a payment to decide."""
    paid = structs.replace(record, payments=(pay(1, 1, amount, 0),), recolhidas=(1,))
    assert settled(paid) == settled(record)


ANY_CARDS: Final = ("Kh", "Qs", "9d", "Td", "1x", "Ac", "")


@given(
    st.builds(Poquer3CartasRecord, **any_fields(ANY_CARDS), cartas=any_deal(ANY_CARDS)),
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_fact_is_too_strange_to_judge(record: Poquer3CartasRecord) -> None:
    """Accept facts, flag faults: nothing that a table records raises, and all can be said."""
    verdict = judge(record)
    describe(verdict.settlement)
    assert {one.code for one in verdict.found} <= set(CODES)
    assert not any(CODES[one.code].manual for one in verdict.found)


def test_any_three_places_settle_alike_whatever_their_names() -> None:
    """A place is only a place: with all hands moved one on, the same bets win."""
    for turn in range(8):
        moved = {(place + turn - 1) % 8 + 1: cards for place, cards in HANDS.items()}
        bets = [on(number, (number + turn - 1) % 8 + 1) for number in (1, 2, 4, 5, 6, 7, 8)]
        record = with_hands(*bets, hands=moved, banqueiro=(2 + turn) % 8 + 1, dados=(),
                            primeiro_lugar=None)  # fmt: skip
        assert [one[1] for one in due(record)][:7] == ["ganha"] * 4 + ["perde"] * 3


# --- the record and the register -----------------------------------------------------------------


def test_a_record_is_read_from_json() -> None:
    """The field names of the page."""
    record = decode_record(
        '{"game": "poquer_3_cartas", "banqueiro": 2, "capital": 5000,'
        ' "bets": [{"bet": 1, "seat": 1, "tipo": "lugar", "valor": 250}],'
        ' "dados": [{"dados": [1, 1, 1, 1]}],'
        ' "aberturas": [{"seat": 1, "cartas": ["Kh", "Qs", "Jd"]},'
        ' {"seat": 2, "cartas": ["Kd", "Qd", "9d"]}]}'
    )
    assert isinstance(record, Poquer3CartasRecord)
    assert line(record, 1).prize == 238


def test_every_rule_is_accounted_for_once() -> None:
    """R1 to R29, none missing."""
    assert sorted(int(one.rule[1:]) for one in COVERAGE) == list(range(1, 30))
    assert not [one.rule for one in COVERAGE if one.status == "missing"]


def test_the_order_of_cards_in_a_hand_is_nothing() -> None:
    """R4: three cards are three cards."""
    for cards in permutations(("Kh", "Ts", "9d")):
        assert combination(cards) == combination(("Kh", "Ts", "9d"))
