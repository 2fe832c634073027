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

from projections.replay.games.player_bank.jogada import Associacao
from projections.replay.games.player_bank.poquer_3_cartas import (
    COVERAGE,
    Combination,
    Poquer3CartasRecord,
    combination,
    compare,
)
from projections.replay.kit.cards import DECK
from projections.replay.kit.dice import Throw
from projections.replay.kit.shoe import Dealt
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record
from projections.replay.settlement import Outcome
from tests.projections.replay.games.coup_table import judged_in_words
from tests.projections.replay.games.player_bank.player_bank_table import (
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
from tests.projections.replay.games.player_bank.poquer_3_cartas_table import (
    HANDS,
    SHORT,
    jogada,
    with_hands,
)

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


ANY_CARDS: Final = ("Kh", "Qs", "9d", "Td", "1x", "Ac", "")


@given(
    st.builds(Poquer3CartasRecord, **any_fields(ANY_CARDS), cartas=any_deal(ANY_CARDS)),
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_fact_is_too_strange_to_judge(record: Poquer3CartasRecord) -> None:
    """Accept facts, flag faults: nothing that a table records raises, and all can be said."""
    judged_in_words(record)


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
