"""Hold'em: the order of hands, pots worked by hand from the rules, voids, real hands."""

import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from typing import Any

import pytest
from msgspec import structs
from phevaluator import evaluate_cards

from projections.replay.games.poker.betting.record import Shown
from projections.replay.games.poker.poquer_holdem import COVERAGE, HoldemRules, values_of
from projections.replay.games.poker.ranking import Combination, value_of, word_of
from projections.replay.kit.cards import DECK
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import judge
from projections.replay.settlement import Outcome, describe
from tests.helpers.each import each
from tests.projections.replay.games.poker import pluribus
from tests.projections.replay.games.poker.told import (
    BLINDS,
    CALLS,
    HOLES,
    PASSES,
    cards,
    codes,
    dues,
    hand,
    online,
    players,
    settled,
    three_encavados,
)

# Ranking.


@pytest.mark.deep
def test_every_five_cards_fall_into_the_combinations_as_often_as_known() -> None:
    """R59: of the 2,598,960 hands of five cards each combination has its known number."""
    values: Counter[int] = Counter()
    for one, two, three in combinations(range(50), 3):
        common = DECK[one], DECK[two], DECK[three]
        values.update(values_of(common, list(combinations(DECK[three + 1 :], 2))))
    counts: Counter[str] = Counter()
    for value, count in values.items():
        counts[word_of(value)] += count
    assert len(values) == 7_462
    assert counts == {
        "sequencia_maxima_da_cor": 4,
        "sequencia_da_cor": 36,
        "poquer": 624,
        "fullen": 3_744,
        "cor": 5_108,
        "sequencia": 10_200,
        "trio": 54_912,
        "dois_pares": 123_552,
        "par": 1_098_240,
        "carta_maior": 1_302_540,
    }


@each(
    ("higher", "lower"),
    [
        ("As Ks Qs Js Ts", "Ks Qs Js Ts 9s"),  # R59 a over b
        ("6s 5s 4s 3s 2s", "5s 4s 3s 2s As"),  # O2: the ace below the 2 ends at the 5
        ("5s 4s 3s 2s As", "As Ad Ac Ah Ks"),  # b over c
        ("2s 2d 2c 2h 3s", "As Ad Ac Ks Kd"),  # c over d
        ("2s 2d 2c 3s 3d", "As Ks Qs Js 9s"),  # d over e
        ("7s 5s 4s 3s 2s", "As Kd Qs Js Ts"),  # e over f
        ("5s 4d 3s 2s As", "As Ad Ac Ks Qd"),  # f over g
        ("2s 2d 2c 4s 3d", "As Ad Ks Kd Qs"),  # g over h
        ("3s 3d 2s 2d 4s", "As Ad Ks Qs Js"),  # h over i
        ("2s 2d 5s 4s 3s", "As Ks Qd Js 9s"),  # i over j
        ("2s 2d 2c 2h As", "2s 2d 2c 2h Ks"),  # R60 a, of common cards
        ("3s 3d 3c 2s 2d", "2c 2h 2s As Ad"),  # R60 b: the trio first
        ("3s 3d 3c Ks Kd", "3s 3d 3c Qs Qd"),  # R60 b: then the pair
        ("As 9s 8s 7s 5s", "Ad 9d 8d 7d 4d"),  # R60 d, card by card
        ("As Kd Qs Jc 9h", "Ad Ks Qd Jh 8s"),  # R59 j, card by card
        ("7s 7d 7c As 3d", "7s 7d 7c Ks Qd"),  # R60 e
        ("7s 7d 7c Ks 4d", "7s 7d 7c Kd 3c"),  # R60 e: the fifth card
        ("Ks Kd 3s 3d 2s", "Qs Qd Js Jd As"),  # R60 f
        ("Ks Kd 4s 4d 2s", "Kc Kh 3s 3d As"),
        ("Ks Kd 4s 4d 7s", "Kc Kh 4c 4h 6s"),
        ("Ks Kd 9s 4d 3s", "Kc Kh 9d 4c 2s"),  # R60 g, to the fifth card
    ],
)
def test_the_order_of_combinations_and_ties(higher: str, lower: str) -> None:
    """R59, R60: each combination beats the next, and each tie has its own way out."""
    assert value_of(cards(higher)) > value_of(cards(lower))


def test_suits_decide_nothing() -> None:
    """No rule names a higher suit: two colours of the same ranks are equal."""
    assert value_of(cards("As Ks 9s 5s 3s")) == value_of(cards("Ad Kd 9d 5d 3d"))


def test_the_best_five_of_seven_may_be_the_common_ones() -> None:
    """O1, 001 n.94: any five of the seven, the board alone included."""
    board = cards("As Ks Qs Js Ts")
    low, high = values_of(board, [("2c", "2d"), ("Ac", "Ad")])
    assert low == high
    assert word_of(low) == "sequencia_maxima_da_cor"


def test_three_pairs_keep_the_highest_card_left_over() -> None:
    """R60 f with seven cards: the third pair may be the fifth card, or give way to a higher one."""
    value = value_of(cards("As Ad Ks Kd Qs Qd 2c"))
    assert value == value_of(cards("As Ad Ks Kd Qc"))
    assert value_of(cards("9s 9d 8s 8d 7s 7d Ac")) == value_of(cards("9s 9d 8s 8d Ac"))


def test_two_trios_are_a_fullen() -> None:
    """R59 d with seven cards: the lower trio is the pair."""
    assert value_of(cards("9s 9d 9c 8s 8d 8c Ac")) == value_of(cards("9s 9d 9c 8s 8d"))


def sevens(count: int, seed: int) -> Iterator[list[str]]:
    """Yield hands of seven cards, many of them with common ranks and suits."""
    rng = random.Random(seed)
    narrow = [card for card in DECK if card[1] in "hs" or card[0] in "9TJQKA"]
    for index in range(count):
        yield rng.sample(narrow if index % 2 else DECK, 7)


@pytest.mark.parametrize(
    ("count", "least"), [(12_000, 2_000), pytest.param(60_000, 3_000, marks=pytest.mark.deep)]
)
def test_seven_cards_are_ordered_as_an_independent_evaluator_orders_them(
    count: int, least: int
) -> None:
    """Of thousands of hands every two compare as phevaluator compares them, ties included."""
    theirs: dict[int, int] = {}
    for seven in sevens(count, 1):
        ours = value_of(seven)
        assert values_of(seven[:5], [seven[5:]]) == [ours]
        assert theirs.setdefault(ours, evaluate_cards(*seven)) == evaluate_cards(*seven)
    ranks = [theirs[value] for value in sorted(theirs)]
    assert ranks == sorted(set(ranks), reverse=True)
    assert len(ranks) > least


def test_seven_cards_are_ordered_as_pokerkit_orders_them() -> None:
    """Each hand compares with the next as PokerKit compares them."""
    hand = import_module(
        "pokerkit"
    ).StandardHighHand  # half a second, which other tests need not wait for
    before: tuple[int, Any] | None = None
    for seven in sevens(400, 2):
        ours = value_of(seven), hand.from_game("".join(seven))
        if before:
            assert (ours[0] > before[0], ours[0] == before[0]) == (
                ours[1] > before[1],
                ours[1] == before[1],
            )
        before = ours


# Settlement, worked by hand.


SPLIT_MAIN = (
    "o pote principal de 127.50 dividido entre os lugares 3, 5 e 6, a começar na mão, em fichas de"
    " 1.00: 43.50 [NB R55]"
)
SPLIT_SIDE = (
    "o pote lateral 1 de 73.50 dividido entre os lugares 3 e 6, a começar na mão, em fichas de"
    " 1.00: 37.50 [NB R55]"
)


def test_three_encavados_equal_hands_odd_chips_and_cagnotte() -> None:
    """R28, R40, R55, R54, R65 a, worked on paper.

    Stakes: 3: 5000, 4: 12030, 5: 2550, 6: 12030, 2 gave up 2550; together 34160.
    Main pot, up to 2550: five times 2550 = 12750, for 3, 4, 5, 6.
    First side pot, 2550 to 5000: three times 2450 = 7350, for 3, 4, 6.
    Second, 5000 to 12030: twice 7030 = 14060, for 4, 6.
    Seats 3, 5 and 6 have the straight to the ace; 4 a pair of aces.
    Main pot: 127 chips of 100 and 50: 42 each, the spare chip and the 50 to the mão, seat 3:
    4350, 4200, 4200. First side pot: 73 chips and 50 for 3 and 6: 3750, 3600. Second: 14060 to 6.
    Cagnotte: 5 % of 34160 is 1708, at most 1500. In proportion to the payments 4350, 4200, 4200,
    3750, 3600, 14060: 191, 184, 184, 164, 158, 617, sum 1498; the two left go to the largest
    remainders, 3750's (22760) and the first 4200's (14560): 191, 185, 184, 165, 158, 617.
    """
    record = three_encavados()
    result = settled(record)
    assert [(pot.amount, pot.eligible, pot.winners, pot.shares) for pot in result.pots] == [
        (12_750, (3, 4, 5, 6), (3, 5, 6), (4_350, 4_200, 4_200)),
        (7_350, (3, 4, 6), (3, 6), (3_750, 3_600)),
        (14_060, (4, 6), (6,), (14_060,)),
    ]
    assert {one.seat: one.amount for one in result.commissions} == {3: 356, 5: 185, 6: 959}
    lines = {
        line.seat: (line.outcome, line.stake, line.prize, line.returned) for line in result.lines
    }
    assert lines == {
        2: (Outcome.PERDE, 2_550, 0, 0),
        3: (Outcome.GANHA, 5_000, 8_100 - 356, 0),
        4: (Outcome.PERDE, 12_030, 0, 0),
        5: (Outcome.GANHA, 2_550, 4_200 - 185, 0),
        6: (Outcome.GANHA, 12_030, 21_860 - 959, 0),
    }
    assert codes(record) == []


def test_the_explanation_shows_the_arithmetic_in_both_languages() -> None:
    """Each line says its pots, its part, the cagnotte and what it receives, with rule numbers."""
    said = describe(settled(three_encavados()))
    third = next(line for line in said["lines"] if line["seat"] == 3)
    assert third["why"]["pt"] == [
        "tem sequência até ás [NB R59]",
        "o pote principal: o que cada aposta tem entre 0.00 e 25.50, 127.50 ao todo [NB R28]",
        SPLIT_MAIN,
        "o pote lateral 1: o que cada aposta tem entre 25.50 e 50.00, 73.50 ao todo [NB R28]",
        SPLIT_SIDE,
        "cagnotte da mão: 5\xa0% de 341.60 = 15.00; desta parte 3.56 [NB R65 a]",
        "recebe 77.44 do pote e 0.00 de volta: 77.44 [NB R54]",
    ]
    assert third["why"]["en"][0] == "holds straight to ace [NB R59]"
    assert third["why"]["en"][-1] == "receives 77.44 of the pot and 0.00 back: 77.44 [NB R54]"
    fourth = next(line for line in said["lines"] if line["seat"] == 4)
    assert fourth["why"]["pt"][2] == (
        "o pote principal de 127.50 fica para os lugares 3, 5 e 6, com sequência até ás [NB R60]"
    )
    assert said["result"]["combinacoes"] == {
        3: "sequencia",
        4: "par",
        5: "sequencia",
        6: "sequencia",
    }


@pytest.mark.parametrize(
    ("five", "pt", "en"),
    [
        ("As Ks Qs Js Ts", "sequência máxima da cor", "royal flush"),
        ("9s 8s 7s 6s 5s", "sequência da cor até 9", "straight flush to 9"),
        ("Qs Qd Qc Qh 2s", "póquer de damas, com 2", "four queens, with 2"),
        ("7s 7d 7c 5s 5d", "fullen de 7 com 5", "full house, 7 with 5"),
        ("As Ts 8s 4s 2s", "cor: ás, 10, 8, 4, 2", "flush: ace, 10, 8, 4, 2"),
        ("5s 4d 3s 2s As", "sequência até 5", "straight to 5"),
        ("Js Jd Jc As 2d", "trio de valetes, com ás, 2", "three jacks, with ace, 2"),
        ("As Ad Ks Kd 9s", "dois pares, ases e reis, com 9", "two pairs, aces and kings, with 9"),
        ("9s 9d Ks 5d 2s", "par de 9, com rei, 5, 2", "pair of 9, with king, 5, 2"),
        ("Ks Qd 9s 5d 2s", "carta maior: rei, dama, 9, 5, 2", "high card: king, queen, 9, 5, 2"),
    ],
)
def test_combinations_are_named_as_the_law_names_them(five: str, pt: str, en: str) -> None:
    """R59's words in Portuguese, the usual ones in English."""
    name = Combination(value_of(cards(five)))
    assert (f"{name:pt}", f"{name:en}") == (pt, en)


def test_a_lone_player_takes_the_pot_without_showing() -> None:
    """R43: of what he bet last nobody matched 200.00; it goes back first, the pot is 2.50."""
    record = hand(f"{BLINDS}, 3 repicar 300, 4 desistir, 1 desistir, 2 desistir")
    result = settled(record)
    assert [(line.seat, line.prize, line.returned) for line in result.lines] == [
        (1, 0, 0),
        (2, 0, 0),
        (3, 250, 200),
    ]
    assert result.pots[0].amount == 250
    assert codes(record) == []


def test_what_nobody_matched_pays_no_cagnotte() -> None:
    """R39, R65 a: the percentage is of the pot of 2.50, not of the 2.00 that go back."""
    record = hand(
        f"{BLINDS}, 3 repicar 300, 4 desistir, 1 desistir, 2 desistir", cagnotte_ppm=50_000
    )
    assert [one.amount for one in settled(record).commissions] == [12]
    assert dues(record) == {3: 438}


def test_the_larger_part_goes_to_the_nearest_winner_from_the_mao() -> None:
    """R55: the mão, seat 4, gave up; of seats 1 and 2 the first after it gets what is odd."""
    text = (
        "4 pequena 50, 1 grande 100, 2 acompanhar 100, 3 acompanhar 100, 4 desistir, 1 passar"
        + "| 1 passar, 2 passar, 3 passar" * 3
    )
    own = {1: ("As", "Jd"), 2: ("Ad", "Jh"), 3: ("3s", "3d")}
    record = hand(text, mao=4, players=players(*[10_000] * 4, cards=own))
    assert dues(record) == {1: 250, 2: 100}
    assert codes(record) == []


def test_the_unit_of_a_split_may_be_another_chip() -> None:
    """R55 with a smaller chip declared: 3.50 in chips of 0.01 is 1.75 each."""
    text = (
        "4 pequena 50, 1 grande 100, 2 acompanhar 100, 3 acompanhar 100, 4 desistir, 1 passar"
        + "| 1 passar, 2 passar, 3 passar" * 3
    )
    own = {1: ("As", "Jd"), 2: ("Ad", "Jh"), 3: ("3s", "3d")}
    record = hand(text, mao=4, unit=1, players=players(*[10_000] * 4, cards=own))
    assert dues(record) == {1: 175, 2: 175}


def test_the_proportional_method_is_the_tables_or_the_profiles() -> None:
    """R41 by the letter: C with 40 of 100 has 124 of the pot where layers give him 130."""
    text = (
        "1 pequena 5, 2 grande 10, 3 repicar 40, 4 acompanhar 10, 1 repicar 95, 2 acompanhar 90,"
        " 4 desistir |||"
    )
    own = {1: ("8s", "8d"), 2: ("9s", "9d"), 3: ("As", "Ks"), 4: ("4s", "4d")}
    options: dict[str, Any] = {
        "minimum": 10,
        "unit": 1,
        "players": players(100, 100, 40, 100, cards=own),
    }
    assert dues(hand(text, **options)) == {3: 130, 2: 120}
    lines = describe(settled(hand(text, **options)))["lines"]
    (third,) = (line["why"]["pt"] for line in lines if line["seat"] == 3)
    assert (
        "o pote principal: o que cada aposta tem entre 0.00 e 0.40, 1.30 ao todo [NB R28]" in third
    )
    assert dues(hand(text, method="proporcional", **options)) == {3: 124, 2: 126}
    changed = settled(hand(text, **options), HoldemRules(method="proporcional"))
    assert {line.seat: line.due for line in changed.lines if line.due} == {3: 124, 2: 126}


def test_a_missed_bet_made_good_is_in_the_pot_but_no_bet() -> None:
    """O18: seat 4 restores 1.50, which does not count for equalling; the pot has it."""
    text = (
        f"{BLINDS}, 4 reposto 150, 3 acompanhar 100, 4 acompanhar 100, 1 acompanhar 50, 2 passar |"
        f" {PASSES} | {PASSES} | {PASSES}"
    )
    record = hand(text, players=players(*[10_000] * 4, owed={4: 150}))
    assert dues(record) == {1: 550}
    assert {line.seat: line.stake for line in settled(record).lines}[4] == 250
    assert codes(record) == []


def test_the_sum_said_counts_not_the_chips() -> None:
    """R25: "jogo mais 3.00" with too few chips is a repique of 3.00, and 4.00 are due from him."""
    text = f"{BLINDS}, 3 repicar 250 =300, 4 acompanhar 400, 1 desistir, 2 desistir"
    rest = "| 3 passar, 4 passar | 3 passar, 4 passar | 3 passar, 4 passar"
    record = hand(text + rest)
    assert {line.seat: line.stake for line in settled(record).lines} == {
        1: 50,
        2: 100,
        3: 400,
        4: 400,
    }
    assert dues(record) == {3: 950}
    assert codes(record) == []


def test_a_sum_said_beyond_the_cave_is_the_cave() -> None:
    """R25, R28: nobody can bet what he has not; the rest of his cave is his bet."""
    text = f"{BLINDS}, 3 repicar 700 =900, 4 desistir, 1 desistir, 2 desistir"
    record = hand(text, players=players(10_000, 10_000, 800, 10_000))
    assert {line.seat: line.stake for line in settled(record).lines}[3] == 800
    assert dues(record) == {3: 950}


def test_only_cards_decide() -> None:
    """R52, R53, R57 a: hands shown or not, what was announced plays no part."""
    record = hand()
    assert dues(record) == dues(structs.replace(record, shown=(Shown(seat=2, cards=HOLES[1]),)))


def test_an_unknown_hand_that_is_shown_is_compared() -> None:
    """A table that sees no cards before the end knows those that were turned."""
    hidden = dict.fromkeys(range(1, 5), (None, None))
    shown = (Shown(seat=2, cards=HOLES[1]), Shown(seat=3, cards=HOLES[2]))
    record = hand(players=players(*[10_000] * 4, cards=hidden), shown=shown)
    assert dues(record) == {2: 400}
    first = settled(record).lines[0]
    assert first.why[0].text() == "não mostrou cartas: a sua mão não foi comparada [NB R42]"


def test_nothing_is_decided_without_cards() -> None:
    """Where no hand can be compared all stakes stay in the pot, and no payment is judged."""
    hidden = dict.fromkeys(range(1, 5), (None, None))
    record = hand(
        players=players(*[10_000] * 4, cards=hidden), records=("bets", "decisions", "payouts")
    )
    result = settled(record)
    assert {line.outcome for line in result.lines} == {Outcome.PENDENTE}
    assert codes(structs.replace(record, payments=(Payment(seat=2, amount=400),))) == []


def test_who_gives_up_last_and_alone_has_won() -> None:
    """Nobody can renounce a pot that is his already (R43); the word is a fault."""
    record = hand(f"{BLINDS}, 3 desistir, 4 desistir, 1 desistir, 2 desistir")
    assert dues(record) == {2: 150}
    assert codes(record) == [("NB-TURN", 2)]


# Voids.


@pytest.mark.parametrize(
    ("cause", "rule"),
    [
        ("ordem_irregular", "NB R66 a"),
        ("numero_de_cartas", "NB R66 b"),
        ("carta_alheia_vista", "NB R66 c"),
        ("cartas_viradas_no_baralho", "NB R66 d"),
        ("baralho_incompleto", "NB R66 e"),
        ("carta_danificada", "NB R66 f"),
        ("cartas_viradas_na_distribuicao", "NB R66 g"),
    ],
)
def test_a_misdeal_gives_all_stakes_back(cause: str, rule: str) -> None:
    """R66: the hand is void on each of its grounds, and takes no cagnotte."""
    record = hand(f"{BLINDS}, 3 acompanhar 100", void=Void(cause=cause), cagnotte_ppm=50_000)
    result = settled(record)
    assert result.void
    assert result.commissions == ()
    assert dues(record) == {1: 50, 2: 100, 3: 100}
    assert {line.outcome for line in result.lines} == {Outcome.DEVOLVIDA}
    assert result.lines[0].rules == (rule,)
    assert result.lines[0].why[0].text().startswith("jogada nula")
    assert codes(record) == [], "what was still to come is nobody's fault"


def test_a_misdeal_noted_voids_the_hand_though_it_was_played_on() -> None:
    """R66: the stakes are due back, and that it was not voided is the fault."""
    record = hand(errors=(ErrorNoted(error="carta_danificada"),))
    assert settled(record).void
    assert codes(record) == [("NB-MIS", None)]
    assert codes(structs.replace(record, void=Void(cause="carta_danificada"))) == []


def test_a_void_without_ground_gives_the_stakes_back_and_is_a_fault() -> None:
    """R66 names what voids a hand; "the player asked" is not among it."""
    record = hand(void=Void(cause="pedido_do_jogador"))
    assert settled(record).void
    assert {line.rules for line in settled(record).lines} == {("NB R66",)}
    assert codes(record) == [("VOID-BAD", None)]
    assert codes(hand(void=Void(cause="outra", rule="R66 b"))) == []


def test_a_void_hands_stakes_must_all_go_back() -> None:
    """VOID-REFUND names who is still owed."""
    record = hand(void=Void(cause="carta_danificada"))
    short = structs.replace(record, payments=record.payments[1:])
    assert codes(short) == [("VOID-REFUND", 1)]


def test_online_a_hand_the_record_decides_is_not_void() -> None:
    """O68 with the page's decision: the winner can be determined, so he is paid."""
    record = online(void=Void(cause="avaria", side="operator"))
    assert not settled(record).void
    assert dues(record) == {1: 400}
    assert codes(record) == [("VOID-BAD", None)]


def test_online_a_hand_cut_off_by_the_operators_system_is_void() -> None:
    """O68: nobody can tell who would have won; the stakes go back."""
    record = online(f"{CALLS} | 1 apostar 100", void=Void(cause="avaria", side="operator"))
    assert settled(record).void
    assert {line.rules for line in settled(record).lines} == {("OH R68",)}
    assert dues(record) == {1: 200, 2: 100, 3: 100, 4: 100}
    assert codes(record) == []


def test_online_the_players_own_fault_voids_nothing() -> None:
    """O69: his network failed; the hand stands and is settled."""
    record = online(void=Void(cause="rede", side="player"))
    assert dues(record) == {1: 400}
    assert codes(record) == [("VOID-NET", None)]


def test_online_an_unknown_side_counts_as_the_systems_if_the_hand_is_not_complete() -> None:
    """rules/online.md: the player's only if the server has the complete round."""
    cut = online(f"{CALLS} | 1 apostar 100", void=Void(cause="rede"))
    assert settled(cut).void
    assert not settled(online(void=Void(cause="rede"))).void


# Rules accounted for.


def test_every_rule_number_is_accounted_for() -> None:
    """General rules NB R1-R66, Omaha e Hold'em OH R1-R19 and online OH R60-R75."""
    rules = {one.rule for one in COVERAGE}
    assert {f"NB R{number}" for number in range(1, 67)} <= rules
    assert {f"R{number}" for number in (*range(1, 20), *range(60, 76))} <= rules


def test_every_regulation_number_is_accounted_for() -> None:
    """Portaria 217/2007's 001: n. 1-94."""
    numbers = {f"001 n.{number}" for number in range(1, 95)}
    assert numbers <= {one.rule for one in COVERAGE}


# Real hands.


@pytest.fixture(scope="module", params=[5, pytest.param(1, marks=pytest.mark.deep)])
def real(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    """Give each fifth of 4,000 hands, in the deep tier all, if they lie beside the repository."""
    if not pluribus.PATH.exists():
        pytest.skip(f"the real hands are not at {pluribus.PATH}")
    return list(pluribus.hands(request.param))


def test_real_hands_are_paid_as_replay_says_and_have_no_fault(real: list[dict[str, Any]]) -> None:
    """Collected and returned agree seat by seat, and every act was legal."""
    assert len(real) in {800, 4_000}
    for raw in real:
        record = pluribus.record_of(raw, pluribus.OUTSIDE_THE_LAW)
        verdict = judge(record)
        assert verdict.found == (), raw["hand"]
        seat_of = {one["player"]: one["seat"] for one in raw["seats"]}
        assert {line.seat: line.prize for line in verdict.settlement.lines if line.prize} == {
            seat_of[player]: 2 * chips for player, chips in raw["collected"].items()
        }
        assert {line.seat: line.returned for line in verdict.settlement.lines if line.returned} == {
            seat_of[player]: 2 * chips for player, chips in raw["returned"].items()
        }


def too_many_raises(raw: dict[str, Any]) -> bool:
    """Tell whether somebody raised a fourth time in a turn with three or more in the hand."""
    left = len(raw["seats"])
    for street in raw["streets"]:
        raises = 0
        for act in street["actions"]:
            raises += act["action"] == "raise"
            if act["action"] == "raise" and raises > 3 and left > 2:
                return True
            left -= act["action"] == "fold"
    return False


def broken_minimum_bets(raw: dict[str, Any]) -> bool:
    """Tell whether a pot was split into parts that are no whole minimum bets."""
    parts = raw["collected"].values()
    return len(parts) > 1 and any(part % raw["big_blind"] for part in parts)


def test_under_the_laws_own_options_exactly_those_that_break_them_are_found(
    real: list[dict[str, Any]],
) -> None:
    """O16's three repiques and R55's smallest chip, counted beside over the raw hands."""
    found: dict[str, set[int]] = {"NB-RAISE": set(), "NB-SPLIT": set()}
    for raw in real:
        for one in judge(pluribus.record_of(raw, {})).found:
            found[one.code].add(raw["hand"])
    assert found == {
        "NB-RAISE": {raw["hand"] for raw in real if too_many_raises(raw)},
        "NB-SPLIT": {raw["hand"] for raw in real if broken_minimum_bets(raw)},
    }
    assert found["NB-RAISE"]
    assert found["NB-SPLIT"]


def over_the_pot(raw: dict[str, Any]) -> Counter[tuple[int, float]]:
    """Count the bets and raises above the pot after calling: seat, and by how many chips.

    From the raw hand alone: all chips put in so far, and what the player must add to call.
    """
    seat_of = {one["player"]: one["seat"] for one in raw["seats"]}
    pot = raw["small_blind"] + raw["big_blind"]
    put = {
        raw["seats"][0]["player"]: raw["small_blind"],
        raw["seats"][1]["player"]: raw["big_blind"],
    }
    over: Counter[tuple[int, float]] = Counter()
    for street in raw["streets"]:
        put = put if street["street"] == "preflop" else {}
        level = raw["big_blind"] if street["street"] == "preflop" else 0
        for act in street["actions"]:
            player = act["player"]
            before = put.get(player, 0)
            now = act.get("to", before + act.get("amount", 0))
            if act["action"] in ("bet", "raise"):
                most = pot + (level - before)
                if now - level > most:
                    over[seat_of[player], now - level - most] += 1
            pot += now - before
            put[player] = now
            level = max(level, now)
    return over


def test_at_a_pot_limit_table_exactly_the_bets_above_the_pot_are_found(
    real: list[dict[str, Any]],
) -> None:
    """R63 b, O15: one finding for each, by seat and excess, counted beside over the raw hands."""
    total = 0
    for raw in real:
        record = pluribus.record_of(raw, pluribus.OUTSIDE_THE_LAW)
        found = judge(structs.replace(record, limit="pote")).found
        expected = over_the_pot(raw)
        total += expected.total()
        assert {one.code for one in found} <= {"NB-LIM", "NB-RAISE"}
        assert Counter((one.seat, one.amount / 2) for one in found) == expected, raw["hand"]
    assert total == {800: 187, 4_000: 870}[len(real)]
