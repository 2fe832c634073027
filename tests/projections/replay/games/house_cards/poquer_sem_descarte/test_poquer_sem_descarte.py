"""Póquer sem descarte: Portaria 1/2017 regras 1-59, the IGJ's text, a casino's summary."""

import random
from collections import Counter
from importlib import import_module
from itertools import combinations
from typing import Final

import pytest
from msgspec import structs
from phevaluator import evaluate_cards

from projections.replay.games.house_cards.poquer_sem_descarte import (
    Lugar,
    SemDescarteRecord,
    combination_of,
    evaluate,
    settle,
)
from projections.replay.games.house_cards.poquer_sem_descarte.ranking import ACE_KING, PRIZES
from projections.replay.kit.bets import BetChange, Moment
from projections.replay.kit.cards import DECK
from projections.replay.record import ErrorNoted, Unread, Void
from projections.replay.settlement import Outcome
from tests.projections.replay.games.house_cards.poquer_sem_descarte.sem_descarte_table import (
    CASINO,
    CLUBS,
    CV,
    FLUSH,
    HEARTS,
    LOSES,
    PAIR_OF_KINGS,
    PT,
    QUEEN_HIGH,
    ROYAL,
    WINS,
    at,
    bet,
    careful,
    codes,
    due,
    goes,
    hand,
    jogada,
    line_of,
    more_bets,
    outcomes,
    paid,
    passes,
    pool,
    value,
    void_by_a_short_hand,
    worked,
)

# --- ranking --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def every_hand() -> tuple[Counter[int], dict[int, tuple[str, ...]]]:
    """Return how often each value comes among all hands, and a hand of each."""
    one: dict[int, tuple[str, ...]] = {}
    values: list[int] = []
    for cards in combinations(DECK, 5):
        found = evaluate(cards)
        assert found is not None
        values.append(found)
        one[found] = cards
    return Counter(values), one


@pytest.mark.deep
def test_every_combination_comes_as_often_as_it_must(
    every_hand: tuple[Counter[int], dict[int, tuple[str, ...]]],
) -> None:
    """R6: the frequencies of the ten combinations among all 2,598,960 hands."""
    counts: Counter[str] = Counter()
    for found, count in every_hand[0].items():
        counts[combination_of(found)] += count
    assert counts.total() == 2_598_960
    assert counts == {
        "real": 4,
        "sequencia_de_cor": 36,
        "poquer": 624,
        "full": 3_744,
        "cor": 5_108,
        "sequencia": 10_200,
        "trio": 54_912,
        "dois_pares": 123_552,
        "par": 1_098_240,
        "cartas_maiores": 1_302_540,
    }


@pytest.mark.deep
def test_the_bank_plays_with_1463700_hands(
    every_hand: tuple[Counter[int], dict[int, tuple[str, ...]]],
) -> None:
    """R15: P(the bank plays) = 1,463,700 / 2,598,960 = 0.563187."""
    plays = sum(count for found, count in every_hand[0].items() if found >= ACE_KING)
    assert plays == 1_463_700
    assert round(plays / 2_598_960, 6) == 0.563187


@pytest.mark.deep
def test_the_order_of_all_values_is_the_known_one(
    every_hand: tuple[Counter[int], dict[int, tuple[str, ...]]],
) -> None:
    """R27, R28 give the usual order: each of 7,462 values stands where phevaluator has it."""
    hands = every_hand[1]
    assert [evaluate_cards(*hands[one]) for one in sorted(hands)] == list(range(7_462, 0, -1))


def test_the_order_agrees_with_pokerkit() -> None:
    """R27, R28: of any two hands the same is higher, or neither."""
    hand = import_module(
        "pokerkit"
    ).StandardHighHand  # half a second, which other tests need not wait for
    rng = random.Random(27)
    for _ in range(1_000):
        cards = rng.sample(DECK, 10)
        mine, other = cards[:5], cards[5:]
        theirs = hand("".join(mine)), hand("".join(other))
        ours = evaluate(mine) or 0, evaluate(other) or 0
        assert (ours[0] > ours[1]) is (theirs[0] > theirs[1])
        assert (ours[0] == ours[1]) is (theirs[0] == theirs[1])


def test_the_ace_is_one_in_the_lowest_straight_only() -> None:
    """R27 c: A-2-3-4-5 is a straight to the five; Q-K-A-2-3 is none."""
    assert combination_of(value("Ah 2c 3d 4s 5h")) == "sequencia"
    assert value("Ah 2c 3d 4s 5h") < value("2c 3d 4s 5h 6d")
    assert combination_of(value("Qh Kc Ad 2s 3h")) == "cartas_maiores"
    assert value("5h 4h 3h 2h Ah") < value("6c 5c 4c 3c 2c")


def test_a_royal_is_a_combination_of_its_own() -> None:
    """R6 a, b: where poker knows one straight flush, the table has two prizes."""
    assert combination_of(value("Ts Js Qs Ks As")) == "real"
    assert combination_of(value("9s Ts Js Qs Ks")) == "sequencia_de_cor"


@pytest.mark.parametrize("cards", [(), ("As",), ("As", "Ks", "Qs", "Js", None), ("As",) * 5])
def test_what_are_not_five_known_cards_has_no_value(cards: tuple[str | None, ...]) -> None:
    """A hand that nobody could see, or five times one rank, is not guessed."""
    assert evaluate(cards) is None


ALIKE: Final = "As Kd 9c 6h 4d"
ALIKE_SUITED: Final = "Ad Kh 9h 6c 4h"


@pytest.mark.parametrize(
    ("player", "bank", "expected"),
    [
        (ALIKE_SUITED, ALIKE, "ganha"),
        (ALIKE, ALIKE_SUITED, "perde"),
        ("Ac Kc 9s 6s 4c", ALIKE_SUITED, "nula"),
        ("Ac Ks 9s 6s 4s", "Ad Kh 9h 6c 4h", "nula"),
        ("As Kc 9d 6s 4c", ALIKE, "nula"),
    ],
)
def test_three_of_a_suit_decide_between_equal_high_cards(
    player: str, bank: str, expected: str
) -> None:
    """R28, 000 n.6 j: three or four of one suit win, for the bank too; both or neither tie."""
    record = jogada(goes(1, player), banca=bank)
    assert outcomes(record, CV) == {11: expected, 12: expected}
    assert outcomes(record, PT) == {11: expected, 12: expected}


def test_the_casinos_summary_knows_no_suit() -> None:
    """003: equal high cards neither win nor lose, whatever their suits."""
    record = jogada(goes(1, ALIKE_SUITED), banca=ALIKE)
    assert outcomes(record, CASINO) == {11: "nula", 12: "nula"}


def test_suits_never_break_another_tie() -> None:
    """R28 speaks of single cards: equal pairs and straights stay a tie."""
    record = jogada(goes(1, "9c 9d Kh 7h 4h"), banca="9h 9s Kc 7d 4s")
    assert outcomes(record) == {11: "nula", 12: "nula"}
    record = jogada(goes(1, "9c 8c 7c 6h 5c"), banca="9h 8d 7s 6d 5s")
    assert outcomes(record) == {11: "nula", 12: "nula"}


@pytest.mark.parametrize(
    ("higher", "lower", "rule"),
    [
        ("3c 3d 3h 3s 2c", "2h 2s 2d As Ks", "SD R26"),
        ("9c 9d 9h 9s 2c", "8c 8d 8h 8s Ac", "SD R27 a"),
        ("9c 9d 9h 2s 2c", "8c 8d 8h As Ac", "SD R27 b"),
        ("6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac", "SD R27 c"),
        ("Ac Jc 9c 6c 4c", "Ad Jd 9d 6d 3d", "SD R27 d, R28"),
        ("9c 9d 9h 3s 2c", "8c 8d 8h As Kc", "SD R27 e"),
        ("Kc Kd 4h 4s 2c", "Kh Ks 3h 3s Ac", "SD R27 f"),
        ("Kc Kd 4h 4s 9c", "Kh Ks 4c 4d 8c", "SD R27 f"),
        ("Qc Qd 9h 8s 7c", "Qh Qs 9d 8c 6c", "SD R27 g, R28"),
        ("Ac Kd 9h 8s 7c", "Ah Ks 9d 8c 6c", "SD R28"),
    ],
)
def test_equal_combinations_are_decided_by_their_cards(higher: str, lower: str, rule: str) -> None:
    """R27 a-g and R28: the better hand wins from either side, under its rule's number."""
    line = line_of(jogada(goes(1, higher), banca=lower), 11)
    assert (line.outcome, line.rules) == (Outcome.GANHA, (rule, "SD R31"))
    assert line_of(jogada(goes(1, lower), banca=higher), 11).outcome is Outcome.PERDE


# --- settlement -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "rate"),
    [
        ("Ac Kh 9h 8s 7c", 1),
        ("2c 2h 9h 8s 7c", 1),
        ("2c 2h 3h 3s 7c", 2),
        ("2c 2h 2s 8s 7c", 3),
        ("6c 5h 4s 3s 2c", 4),
        ("9h 7h 6h 4h 2h", 5),
        ("2c 2h 2s 3s 3c", 7),
        ("2c 2h 2s 2d 7c", 20),
        ("6h 5h 4h 3h 2h", 50),
        ("Ah Kh Qh Jh Th", 100),
    ],
)
def test_the_table_pays_the_second_bet_and_the_initial_one_even_money(
    cards: str, rate: int
) -> None:
    """R30, R31: 100, 50, 20, 7, 5, 4, 3, 2, 1, 1 times the segunda; a win keeps its stakes."""
    record = jogada(goes(1, cards, 1000), banca="Ad Ks 3d 4c 6s")
    lines = settle(record, CV).lines
    assert [line.prize for line in lines] == [1000, 2000 * rate]
    assert [line.returned for line in lines] == [1000, 2000]
    assert rate in PRIZES


def test_a_royal_on_ten_pays_two_thousand_and_ten() -> None:
    """R30 a: with inicial 10.00 a real pays 10.00 + 20.00 × 100, stakes back besides."""
    record = jogada(goes(1, "Ah Kh Qh Jh Th", 1000))
    assert sum(line.prize for line in settle(record, CV).lines) == 1000 + 2000 * 100
    assert sum(due(record).values()) == 201_000 + 3000


@pytest.mark.parametrize(
    ("bank", "plays"),
    [
        ("Ah Kd 4c 3s 2h", True),
        ("2h 2d 4c 3s 5h", True),
        ("Ah Qd Jc 9s 8h", False),
        ("Kh Qd Jc 9s 8h", False),
    ],
)
def test_the_bank_plays_from_ace_king_upwards(bank: str, plays: bool) -> None:
    """R15: any pair plays, ace-queen does not."""
    assert settle(jogada(goes(1, WINS), banca=bank), CV).result["banca_joga"] is plays


def test_a_bank_that_does_not_play_pays_the_initial_bet_only() -> None:
    """R15: inicial 1:1 whatever the hand, the segunda goes back; who passed has lost."""
    record = jogada(
        goes(1, "Ah Kh Ts Js Qs"), goes(2, "4h 4s 4d 2s 2h"), passes(3), banca=QUEEN_HIGH
    )
    assert due(record) == {11: 2000, 12: 2000, 21: 2000, 22: 2000, 31: 0}
    assert outcomes(record) == {11: "ganha", 12: "nula", 21: "ganha", 22: "nula", 31: "perde"}


def test_a_bank_that_plays_takes_beats_or_ties() -> None:
    """R26, R29: higher wins, lower loses both bets, equal keeps both."""
    record = jogada(goes(1, WINS), goes(2, LOSES), goes(3, "Ks Kh 8d 5c 2h"), banca=PAIR_OF_KINGS)
    assert due(record) == {11: 2000, 12: 4000, 21: 0, 22: 0, 31: 1000, 32: 2000}
    assert [line.outcome.value for line in settle(record, CV).lines] == [
        *("ganha", "ganha"),
        *("perde", "perde"),
        *("nula", "nula"),
    ]


def test_who_passes_loses_the_initial_bet_whatever_he_holds() -> None:
    """R13: the pass decides before any card."""
    place, bets = passes(1)
    record = jogada((structs.replace(place, cartas=hand("Ah Kh Qh Jh Th")), bets))
    assert outcomes(record) == {11: "perde"}
    assert line_of(record, 11).rules == ("SD R13",)


def test_a_player_who_shows_his_cards_loses_all_main_stakes() -> None:
    """R12, R22: also when the bank does not play; it stands before R15."""
    place, bets = goes(1, WINS)
    record = jogada((structs.replace(place, infracao="cartas_mostradas"), bets), banca=QUEEN_HIGH)
    assert outcomes(record) == {11: "perde", 12: "perde"}
    assert line_of(record, 12).rules == ("SD R12",)


def test_a_segunda_means_that_the_player_goes_on() -> None:
    """R13: where no decision is recorded the chips tell it."""
    place, bets = goes(1, WINS)
    assert outcomes(jogada((structs.replace(place, decisao=None), bets)))[11] == "ganha"
    assert outcomes(jogada((structs.replace(place, decisao=None), bets[:1])))[11] == "perde"


def test_a_segunda_after_a_pass_goes_back() -> None:
    """R11: a pass is irreversible, so the stake placed after it is no bet."""
    place, bets = goes(1, WINS)
    record = jogada((structs.replace(place, decisao="passo", depois="vou"), bets))
    assert outcomes(record) == {11: "perde", 12: "devolvida"}


def test_a_vou_without_its_stake_may_still_become_a_pass() -> None:
    """R13: staying is done by the stake."""
    place, bets = goes(1, WINS)
    record = jogada((structs.replace(place, depois="passo"), bets[:1]))
    assert outcomes(record) == {11: "perde"}
    record = jogada((structs.replace(place, depois="passo"), bets))
    assert outcomes(record) == {11: "ganha", 12: "ganha"}


def test_a_wrong_segunda_is_settled_as_it_lay() -> None:
    """A stake taken against a rule is settled as recorded, beside its finding."""
    place, bets = goes(1, WINS)
    record = jogada((place, [bets[0], bet(1, "segunda", 1500)]))
    assert due(record) == {11: 2000, 12: 3000}


def test_unknown_cards_leave_the_bets_open() -> None:
    """Nothing is guessed: pending where a card that decides is not in the record."""
    place, bets = goes(1, WINS)
    blind = structs.replace(place, cartas=(None,) * 5)
    assert outcomes(jogada((blind, bets))) == {11: "pendente", 12: "pendente"}
    assert outcomes(jogada((blind, bets), banca=QUEEN_HIGH)) == {11: "ganha", 12: "nula"}
    assert outcomes(jogada((place, bets), banca="")) == {11: "pendente", 12: "pendente"}
    assert outcomes(jogada(passes(2), banca="")) == {21: "perde"}


def test_a_bet_that_the_game_does_not_have_goes_back() -> None:
    """R5: three areas; also a segunda without an initial bet."""
    place, bets = goes(1, WINS)
    record = jogada((place, [*bets, bet(1, "pares", 500)]), (Lugar(seat=2), [bet(2, "segunda", 9)]))
    assert outcomes(record) == {11: "ganha", 12: "ganha", 14: "devolvida", 22: "devolvida"}


def test_late_bets_go_back() -> None:
    """R9: after the call nothing may be placed; without the inicial there is no game."""
    call = Moment(seq=50)
    place, bets = goes(1, WINS, chip=100)
    late = [structs.replace(bets[0], seq=51), structs.replace(bets[1], seq=49), bets[2]]
    record = jogada((place, late), jogo_feito=call, pool=pool())
    assert outcomes(record) == {11: "devolvida", 13: "devolvida", 12: "devolvida"}
    assert settle(record, CV).increments == ()
    late = [structs.replace(bets[0], seq=49), structs.replace(bets[1], seq=51), bets[2]]
    record = jogada((place, late), jogo_feito=call, pool=pool())
    assert outcomes(record) == {11: "ganha", 13: "devolvida", 12: "ganha"}
    assert settle(record, CV).increments == ()


def test_a_late_bet_gives_no_other_payment_another_name() -> None:
    """R9: beside a late bet that went back, a wrong payment of the hand is named as ever."""
    late = bet(1, "inicial", 500, bet=19, at=at(11).at)
    record = paid(more_bets(careful(), late))
    assert codes(record) == ["BET-LATE"]
    assert codes(paid(record, b12=6000)) == ["BET-LATE", "SD-PAY"]
    assert codes(paid(record, b11=1000, b12=2000)) == ["BET-LATE", "SD-CMP", "SD-CMP"]
    assert codes(paid(record, b19=1000)) == ["BET-LATE", "PAY-DIFF"]


def test_a_change_after_the_call_does_not_count() -> None:
    """R9: the bet stays as it lay; a change in time counts."""
    changes = (BetChange(bet=11, valor=5000, seq=60), BetChange(bet=21, valor=2000, seq=40))
    record = jogada(goes(1, WINS), goes(2, LOSES), alteracoes=changes, jogo_feito=Moment(seq=50))
    assert line_of(record, 11).stake == 1000
    assert line_of(record, 21).stake == 2000


def test_a_bet_taken_back_in_time_is_none() -> None:
    """R8: until the call stakes are free; who takes his initial bet back is not dealt in."""
    place, bets = goes(2, LOSES)
    back = (BetChange(bet=21, retirada=True, seq=40),)
    record = jogada(
        goes(1, WINS),
        (structs.replace(place, cartas=(), decisao=None), bets[:1]),
        alteracoes=back,
        jogo_feito=Moment(seq=50),
        ordem=(1, 0) * 5,
    )
    assert due(record) == {11: 2000, 12: 4000}
    assert codes(record) == []
    late = (structs.replace(back[0], seq=60),)
    assert due(structs.replace(record, alteracoes=late, ordem=()))[21] == 0


def test_the_same_text_of_another_country_cites_its_own_numbers() -> None:
    """The IGJ's points and the casino's letters stand in place of the Portaria's rules."""
    record = jogada(goes(1, WINS))
    assert [line.rules for line in settle(record, CV).lines] == [
        ("SD R27 g, R28", "SD R31"),
        ("SD R27 g, R28", "SD R30 i"),
    ]
    assert [line.rules for line in settle(record, PT).lines] == [
        ("000 n.7 g", "000 n.18"),
        ("000 n.7 g", "000 n.6 i"),
    ]
    assert [line.rules for line in settle(record, CASINO).lines] == [
        ("003 n.9", "003 n.8"),
        ("003 n.9", "003 n.10 i"),
    ]


def test_a_line_tells_its_arithmetic_in_two_languages() -> None:
    """Every line says the bank's hand, the player's, the comparison and the money, with rules."""
    line = line_of(jogada(goes(1, "2c 2h 2s 3s 3c")), 12)
    assert [step.text("pt", line) for step in line.why] == [
        "A banca tem Kc Kd 8h 5s 2d, um par, e vai a jogo. [SD R15]",
        "O jogador tem 2c 2h 2s 3s 3c, full.",
        "A combinação do jogador é superior à da banca. [SD R26]",
        "Segunda aposta, full: 20.00 a 7 para 1, prémio 140.00; a aposta conserva-se. [SD R30 d]",
    ]
    assert [step.text("en", line) for step in line.why] == [
        "The bank has Kc Kd 8h 5s 2d, a pair, and plays. [SD R15]",
        "The player has 2c 2h 2s 3s 3c, a full house.",
        "The player's combination is higher than the bank's. [SD R26]",
        "Second bet, a full house: 20.00 at 7 to 1, prize 140.00; the stake is kept. [SD R30 d]",
    ]


# --- the most that the bank pays ------------------------------------------------------------------


def test_above_the_maximum_each_players_prizes_are_reduced_in_proportion() -> None:
    """R33: 10.00 + 100.00, 5.00 + 5.00 × 2 and 10.00, capped at 50.00, largest remainder first."""
    record = jogada(
        goes(1, FLUSH, 1000),
        goes(2, WINS, 500),
        goes(3, LOSES),
        banca="Kc Kd 8h 5s 2d",
        maximo_golpe=5000,
    )
    # before: seat 1 1000 + 2000 x 5 = 11000; seat 2 500 + 1000 x 1 = 1500; together 12500
    # seat 1: 5000 x 11000 / 12500 = 4400; seat 2: 600; seat 1's bets 4400 x 1000 / 11000 = 400
    assert [line.prize for line in settle(record, CV).lines] == [400, 4000, 200, 400, 0, 0]
    assert due(record)[12] == 4000 + 2000
    assert settle(record, CV).result["maximo_golpe_aplicado"] is True
    line = line_of(record, 12)
    assert line.rules[-1] == "SD R33"
    assert [step.text("en", line) for step in line.why[-2:]] == [
        "Second bet, a flush: 20.00 at 5 to 1, prize 100.00; the stake is kept. [SD R30 e]",
        (
            "The round's prizes sum to 125.00 and the bank pays 50.00 at most: this player's are"
            " reduced in proportion, from 110.00 to 44.00; this bet's from 100.00 to 40.00."
            " [SD R33]"
        ),
    ]


def test_odd_units_of_the_maximum_go_to_the_largest_remainder_then_by_seat() -> None:
    """R33: three equal prizes of 10.00 under a maximum of 10.01: 3.34, 3.34, 3.33 by seat."""
    record = jogada(
        goes(7, "6c 6h 5h 3s 7d"),
        goes(1, "4c 4h Ah 3h 7c"),
        goes(4, "9c 9h As 3c 7h"),
        banca=QUEEN_HIGH,
        maximo_golpe=1001,
    )
    prizes = {line.seat: line.prize for line in settle(record, CV).lines if line.prize}
    assert prizes == {1: 334, 4: 334, 7: 333}


def test_prizes_up_to_the_maximum_are_paid_whole() -> None:
    """R33: the maximum itself is allowed; the prizes of R15 count, the jackpot does not."""
    record = jogada(goes(1, WINS), maximo_golpe=3000)
    assert [line.prize for line in settle(record, CV).lines] == [1000, 2000]
    assert "maximo_golpe_aplicado" not in settle(record, CV).result
    record = jogada(
        goes(1, "6h 5h 4h 3h 2h", 1000, chip=100), banca=QUEEN_HIGH, maximo_golpe=600, pool=pool()
    )
    settlement = settle(record, CV)
    assert [line.prize for line in settlement.lines] == [600, 0, 0]
    assert [award.amount for award in settlement.awards] == [100_007]


@pytest.mark.parametrize(
    ("cap", "prizes"),
    [
        # Known: seat 1 10.00 + 20.00. Seat 2 has 5.00 + 10.00 on four cards of which no straight
        # or flush comes: three sevens at most, 5.00 + 10.00 x 3 = 35.00, together 65.00.
        (6500, {11: 1000, 12: 2000}),
        # One cent less, and a third seven would have reduced what seat 1 gets.
        (6499, {}),
    ],
)
def test_a_hand_nobody_can_read_leaves_open_what_others_get_near_the_maximum(
    cap: int, prizes: dict[int, int]
) -> None:
    """R33: nobody knows by how much the prizes are reduced, so nobody is paid too little."""
    place, bets = goes(2, "7h 7s 4c 2c ??", 500)
    record = jogada(goes(1, WINS), (place, bets), banca=PAIR_OF_KINGS, maximo_golpe=cap)
    lines = {line.bet: line for line in settle(record, CV).lines}
    assert {bet: line.prize for bet, line in lines.items() if line.prize} == prizes
    open_ones = {bet for bet, line in lines.items() if line.outcome is Outcome.PENDENTE}
    assert open_ones == {21, 22} | ({11, 12} - prizes.keys())


def test_stakes_nobody_can_read_leave_open_what_others_get_near_the_maximum() -> None:
    """R33: 5.00 might win 1,005.00 on cards that nobody knows, and 15.00 on a pair."""
    cases = (
        ((None,) * 5, 103_500, [1000, 2000]),
        ((None,) * 5, 103_499, []),
        (hand("7h 7s 4c 2c 9s"), 4500, [1000, 2000]),
        (hand("7h 7s 4c 2c 9s"), 4499, []),
    )
    for cards, cap, prizes in cases:
        record = jogada(goes(1, WINS), banca=PAIR_OF_KINGS, maximo_golpe=cap)
        record = structs.replace(
            record,
            seats=(*record.seats, Lugar(seat=2, cartas=cards)),
            bets=(*record.bets, bet(2, "??", 500)),
            unread=(Unread(fact="aposta", word="??", seat=2, bet=24),),
        )
        lines = settle(record, CV).lines
        assert [line.prize for line in lines if line.prize] == prizes


# --- void -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "record",
    [
        void_by_a_short_hand(),
        structs.replace(void_by_a_short_hand(), void=Void(cause="numero_de_cartas")),
        jogada(goes(1, WINS), banca="Kc Kd 8h 5s 2d 3d"),
        jogada(goes(1, WINS), errors=(ErrorNoted(error="carta_descoberta", seat=1),)),
        jogada(goes(1, WINS), errors=(ErrorNoted(error="numero_de_cartas"),)),
        jogada(goes(1, WINS), abertas=(3, 5)),
        jogada(goes(1, WINS), ordem=(1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0)),
        jogada(goes(1, WINS), void=Void(cause="carta_descoberta")),
    ],
    ids=[
        *("short hand", "short hand, declared", "six cards of the bank", "card exposed"),
        *("number noted", "two of the bank's cards open", "order tells it", "declared exposed"),
    ],
)
def test_an_error_of_the_deal_returns_everything(record: SemDescarteRecord) -> None:
    """R34: inicial, segunda and jackpot bet go back, of who passed too; no increment stands."""
    settlement = settle(record, CV)
    assert settlement.void
    assert {line.outcome for line in settlement.lines} == {Outcome.DEVOLVIDA}
    assert sum(line.due for line in settlement.lines) == sum(bet.valor for bet in record.bets)
    assert {line.rules for line in settlement.lines} == {("SD R34",)}
    assert settlement.increments == ()
    assert settlement.awards == ()


def test_a_bank_card_uncovered_before_the_last_is_its_open_card() -> None:
    """R34, 000 n.19: the exception; the jogada stands."""
    record = jogada(
        goes(1, WINS), abertas=(3,), errors=(ErrorNoted(error="carta_da_banca_descoberta"),)
    )
    assert not settle(record, CV).void
    assert codes(record) == []


def test_a_hand_of_five_unknown_cards_is_no_error_of_the_deal() -> None:
    """R12: who passes does not show his cards; that there are five is enough."""
    assert not settle(jogada(passes(1), goes(2, WINS)), CV).void
    place, bets = passes(1)
    assert not settle(jogada((structs.replace(place, cartas=()), bets), goes(2, WINS)), CV).void


def test_a_void_without_a_ground_is_settled_as_played() -> None:
    """Replay trusts nobody: what the cards decide is due, though the table declared it void."""
    record = jogada(goes(1, WINS), void=Void(cause="reclamacao"))
    assert due(record) == {11: 2000, 12: 4000}


def test_a_void_that_the_record_cannot_decide_returns_everything() -> None:
    """Where cards or decisions are missing, the declared void is all there is to settle by."""
    record = jogada(goes(1, WINS), banca="", void=Void(cause="interrupcao"))
    assert settle(record, CV).void
    undecided = (Lugar(seat=1, cartas=hand(WINS)), [bet(1, "inicial", 1000)])
    assert settle(jogada(undecided, void=Void(cause="interrupcao")), CV).void


@pytest.mark.parametrize(
    ("side", "banca", "void"),
    [
        ("operator", PAIR_OF_KINGS, False),
        ("operator", "", True),
        ("unknown", PAIR_OF_KINGS, False),
        ("unknown", "", True),
        ("player", PAIR_OF_KINGS, False),
        ("player", "", False),
    ],
)
def test_online_only_a_failure_that_hides_the_winner_voids(
    side: str,
    banca: str,
    void: bool,
) -> None:
    """R53, R54: never for the player's own network; never where the record shows who won."""
    record = jogada(goes(1, WINS), banca=banca, mode="shared", void=Void(cause="avaria", side=side))
    assert settle(record, CV).void is void


# --- jackpot --------------------------------------------------------------------------------------


def test_a_jogada_worked_by_hand() -> None:
    """R15, R26, R30-R32, R40: the figures of the rules' stud example, divided by this game's rules.

    The pool stands at its base of 10,000.00; four bets of 1.00 at 75 % add 3.00: 10,003.00.
    The bank has two pairs, kings and twos, and plays.

    =====  ==================  =======================  ==========================================
    seat   hand                main bets 10.00 + 20.00  jackpot
    =====  ==================  =======================  ==========================================
    3      cor                 10.00 + 20.00 × 5        5.00, fixed
    1, 2   sequência de cor    10.00 + 20.00 × 50       10 % of 10,003.00 = 1,000.30, **one** prize
                                                        for both: 500.15 each (R32 c)
    5      real                10.00 + 20.00 × 100      the rest (R32 a):
                                                        10,003.00 less 5.00 less 1,000.30 = 8,997.70
    4      passes              loses 10.00              no bet
    6      pair of aces        loses 30.00              no bet
    =====  ==================  =======================  ==========================================

    The pool is empty and goes back to its base.
    """
    settlement = settle(worked(), CV)
    assert settlement.result == {
        "banca": "dois_pares",
        "banca_joga": True,
        "maos": {
            1: "sequencia_de_cor",
            2: "sequencia_de_cor",
            3: "cor",
            5: "real",
            6: "par",
        },
    }
    assert {line.bet: (line.prize, line.returned) for line in settlement.lines} == {
        11: (1_000, 1_000),
        13: (0, 0),
        12: (100_000, 2_000),
        21: (1_000, 1_000),
        23: (0, 0),
        22: (100_000, 2_000),
        31: (1_000, 1_000),
        33: (0, 0),
        32: (10_000, 2_000),
        41: (0, 0),
        51: (1_000, 1_000),
        53: (0, 0),
        52: (200_000, 2_000),
        61: (0, 0),
        62: (0, 0),
    }
    assert [
        (award.seat, award.combination, award.amount, award.from_pool, award.from_house, award.full)
        for award in settlement.awards
    ] == [
        (3, "cor", 500, 500, 0, False),
        (1, "sequencia_de_cor", 50_015, 50_015, 0, False),
        (2, "sequencia_de_cor", 50_015, 50_015, 0, False),
        (5, "real", 899_770, 899_770, 0, True),
    ]
    assert [(one.seat, one.stake, one.bet) for one in settlement.increments] == [
        (1, 100, 13),
        (2, 100, 23),
        (3, 100, 33),
        (5, 100, 53),
    ]
    assert sum(award.from_pool for award in settlement.awards) == 1_000_300
    assert [step.text("en", settlement.awards[1]) for step in settlement.awards[1].why] == [
        "The jackpot held 10000.00; bets of 4.00 at 75\xa0% add 3.00: 10003.00. [SD R37]",
        "The prize for a straight flush is 10\xa0% of the balance: 1000.30. [SD R40]",
        "The prize of 1000.30 is divided among 2 winners: 500.15. [SD R32 c]",
    ]
    assert settlement.awards[3].why[1].text("pt", settlement.awards[3]) == (
        "Cabe-lhe o que resta depois dos prémios menores: 8997.70. [SD R32 a]"
    )
    assert codes(worked()) == []


def awards(record: SemDescarteRecord) -> list[tuple[int, int]]:
    """Return seat and amount of each jackpot prize, in the order of payment."""
    return [(award.seat, award.amount) for award in settle(record, CV).awards]


def test_several_with_the_maximum_prize_divide_it_and_the_base_is_restored_once() -> None:
    """R32 b: odd units one each from the pagador's left; only the last award restores the base."""
    record = jogada(
        goes(5, ROYAL, chip=100),
        goes(2, "Ah Kh Qh Jh Th", chip=100),
        goes(3, "Ac Kc Qc Jc Tc", chip=100),
        pool=pool(balance=1_000_000, ppm=10_000),
    )
    settlement = settle(record, CV)
    assert awards(record) == [(2, 333_335), (3, 333_334), (5, 333_334)]
    assert [award.full for award in settlement.awards] == [False, False, True]
    assert settlement.awards[0].rules == ("SD R37", "SD R32 a", "SD R32 b")


def test_a_lone_lower_combination_never_takes_the_remainder() -> None:
    """R32 a: the maximum is the top of the table, not the best hand of the jogada."""
    record = jogada(goes(1, HEARTS, chip=100), pool=pool())
    assert awards(record) == [(1, 100_007)]
    assert [award.full for award in settle(record, CV).awards] == [False]


def test_the_jackpot_is_paid_though_the_bank_does_not_play_or_the_hand_loses() -> None:
    """R40: a bet on the player's own five cards."""
    record = jogada(goes(1, CLUBS, chip=100), banca=QUEEN_HIGH, pool=pool())
    assert awards(record) == [(1, 500)]
    record = jogada(goes(1, CLUBS, chip=100), banca="Ad Kd Qd Jd Td", pool=pool())
    assert outcomes(record) == {11: "perde", 13: "ganha", 12: "perde"}
    assert awards(record) == [(1, 500)]


def test_who_passes_or_breaks_a_rule_has_no_claim() -> None:
    """R12, R42: a prize is paid on cards left face up, which he may not show."""
    place, bets = passes(1, chip=100)
    record = jogada((structs.replace(place, cartas=hand(ROYAL)), bets), pool=pool())
    assert awards(record) == []
    assert outcomes(record) == {11: "perde", 13: "perde"}
    assert len(settle(record, CV).increments) == 1
    place, bets = goes(1, ROYAL, chip=100)
    record = jogada((structs.replace(place, infracao="cartas_mostradas"), bets), pool=pool())
    assert awards(record) == []


def test_the_residue_is_carried_exactly() -> None:
    """A percentage is of the balance with this jogada's increments, whole cents and residue."""
    terms = pool(balance=1_000_000, ppm=5_000, residue=500_000, bet=75)
    record = jogada(goes(1, HEARTS, chip=75), goes(2, LOSES, chip=75), pool=terms)
    # 150 x 0.5 % = 0.75; with 0.5 carried 1.25: one cent moves
    assert awards(record) == [(1, 100_000)]
    record = jogada(
        goes(1, HEARTS, chip=75), pool=pool(balance=1_000_009, ppm=5_000, residue=625_000, bet=75)
    )
    # 0.375 + 0.625 = 1 cent: 10,000.10 in all, a tenth of it is 1,000.01
    assert awards(record) == [(1, 100_001)]


def test_the_casino_covers_what_the_balance_lacks() -> None:
    """Fixed prizes from the smallest: the pool gives what it has, the operator the rest."""
    terms = pool(balance=10_300, fixed={"cor": 500, "full": 10_000}, combinations={}, ppm=0)
    record = jogada(
        goes(1, "4c 4s 4d 9c 9s", chip=100),
        goes(2, CLUBS, chip=100),
        pool=terms,
    )
    settlement = settle(record, CV)
    assert [(one.seat, one.from_pool, one.from_house) for one in settlement.awards] == [
        (2, 500, 0),
        (1, 9_800, 200),
    ]
    assert settlement.awards[1].why[-1].text("en", settlement.awards[1]) == (
        "The jackpot gives 98.00; the casino covers 2.00. [SD R40]"
    )


def test_the_house_may_pay_all_fixed_sums() -> None:
    """Parameter ``fixos_pagos_por`` = casa: they do not lower the remainder."""
    record = jogada(
        goes(1, ROYAL, chip=100),
        goes(2, CLUBS, chip=100),
        pool=pool(house_pays_fixed=True, ppm=0),
    )
    assert [(one.from_pool, one.from_house) for one in settle(record, CV).awards] == [
        (0, 500),
        (1_000_000, 0),
    ]


def test_a_share_beside_a_fixed_sum_gives_the_larger() -> None:
    """A combination may have both: the larger counts, for the maximum prize too."""
    terms = pool(balance=100, ppm=0, fixed={"real": 900, "sequencia_de_cor": 200})
    assert awards(jogada(goes(1, HEARTS, chip=100), pool=terms)) == [(1, 200)]
    settlement = settle(jogada(goes(1, ROYAL, chip=100), pool=terms), CV)
    (award,) = settlement.awards
    assert (award.amount, award.from_pool, award.from_house, award.full) == (900, 100, 800, True)


def test_the_remainder_is_handed_over_though_the_house_pays_the_fixed_sums() -> None:
    """R32 a: 9.00 are sure beside a remainder of 1.00; the casino adds 8.00, the pool is empty."""
    terms = pool(
        balance=100, ppm=0, fixed={"real": 900, "sequencia_de_cor": 200}, house_pays_fixed=True
    )
    record = jogada(goes(1, ROYAL, chip=100), goes(2, HEARTS, chip=100), pool=terms)
    assert [
        (one.seat, one.amount, one.from_pool, one.from_house, one.full)
        for one in settle(record, CV).awards
    ] == [(2, 200, 0, 200, False), (1, 900, 100, 800, True)]


def test_a_top_prize_that_is_not_the_whole_leaves_the_rest_in_the_pool() -> None:
    """Shares are data: a table whose top has half the balance gives half, and restores nothing."""
    terms = pool(combinations={"real": 500_000, "sequencia_de_cor": 100_000}, fixed={}, ppm=0)
    settlement = settle(jogada(goes(1, ROYAL, chip=100), goes(2, HEARTS, chip=100), pool=terms), CV)
    assert [(one.seat, one.amount, one.full) for one in settlement.awards] == [
        (2, 100_000, False),
        (1, 500_000, False),
    ]


def test_without_a_main_bet_or_with_a_second_chip_there_is_no_jackpot_bet() -> None:
    """R39, and one chip a seat: due back, no increment."""
    alone = (Lugar(seat=2, cartas=hand(ROYAL)), [bet(2, "acumulado", 100)])
    place, bets = goes(1, CLUBS, chip=100)
    record = jogada((place, [*bets, bet(1, "acumulado", 100, bet=19)]), alone, pool=pool())
    assert outcomes(record)[19] == "devolvida"
    assert outcomes(record)[23] == "devolvida"
    assert [one.bet for one in settle(record, CV).increments] == [13]
    assert awards(record) == [(1, 500)]


def test_a_jackpot_bet_without_a_known_pool_stays_open() -> None:
    """What the record does not say is not guessed."""
    record = jogada(goes(1, CLUBS, chip=100))
    assert outcomes(record)[13] == "pendente"
    assert settle(record, CV).increments == ()
