"""Stud póquer: Portaria 1/2017, Stud Poker, regras 1-28: hands, stakes, the progressivo."""

import random
from collections import Counter
from itertools import combinations, pairwise
from typing import Final

import msgspec
import pytest
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.house_cards.stud_poker import (
    GAME,
    Lugar,
    StudRecord,
    combination_of,
    evaluate,
    left_over,
    settle,
)
from projections.replay.games.house_cards.stud_poker.ranking import ACE_KING
from projections.replay.kit.bets import BetChange
from projections.replay.kit.cards import DECK, RANKS
from projections.replay.profiles import PROFILES
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record
from projections.replay.settlement import Outcome, describe
from tests.helpers.each import each
from tests.projections.replay.games.house_cards.stud_poker.stud_table import (
    ACES,
    CV,
    FLUSH,
    FOUR,
    FULL,
    KINGS,
    QUEEN_HIGH,
    QUEENS,
    ROYAL,
    ROYAL_HEARTS,
    STRAIGHT_FLUSH,
    at,
    at_seat,
    bet,
    carried,
    due,
    fed,
    gives_up,
    goes,
    hand,
    jogada,
    lines,
    outcomes,
    pool,
    right,
    with_bets,
    won,
)


def value(text: str) -> int:
    """Return a hand's value."""
    found = evaluate(hand(text))
    assert found is not None
    return found


# --- ranking: every hand there is -----------------------------------------------------------------

BIT: Final = {card: 1 << place for place, card in enumerate(DECK)}


class Class:
    """All hands of one value."""

    def __init__(self, cards: tuple[str, ...]) -> None:
        """Begin with the first of them."""
        self.one = cards
        self.count = 0
        self.shared = (1 << len(DECK)) - 1
        """The cards that all of them have."""
        self.threes: set[str] = set()
        """Of trios and full houses, the ranks of which they have three."""


Classes = dict[int, Class]


def every_hand() -> Classes:
    """Return the hands by their value."""
    classes: Classes = {}
    for cards in combinations(DECK, 5):
        one, two, three, four, five = cards
        found = evaluate(cards)
        assert found is not None
        mine = classes.get(found) or classes.setdefault(found, Class(cards))
        mine.count += 1
        mine.shared &= BIT[one] | BIT[two] | BIT[three] | BIT[four] | BIT[five]
        if combination_of(found) in {"trio", "trio_par"}:
            held = [card[0] for card in cards]
            mine.threes.add(max(held, key=held.count))
    return classes


def check_frequencies(classes: Classes) -> None:
    """R17: the frequencies of the ten combinations among all 2,598,960 hands."""
    counts: Counter[str] = Counter()
    for found, hands in classes.items():
        counts[combination_of(found)] += hands.count
    assert counts.total() == 2_598_960
    assert counts == {
        "naipe_real": 4,
        "sequencia_de_naipe": 36,
        "quatro_iguais": 624,
        "trio_par": 3_744,
        "cor": 5_108,
        "sequencia": 10_200,
        "trio": 54_912,
        "dois_pares": 123_552,
        "par": 1_098_240,
        "cinco_diferentes": 1_302_540,
    }


def check_how_many_values_there_are(classes: Classes) -> None:
    """R17 a-j: counted by hand, 21,489 values.

    Suits: 4 reais; 9 sequências de naipe x 4; 1,277 flushes x 4; 10 straights x 4 suits of the top
    card. No suits, no other cards: 13 fours, 13 full houses, 13 trios. Two pairs: 78 x 11 x the 3
    suits that can be the better of two; pairs: 13 x 220 x 3; five different: 1,277 x 4.
    """
    counts = Counter(combination_of(found) for found in classes)
    assert counts == {
        "naipe_real": 4,
        "sequencia_de_naipe": 9 * 4,
        "quatro_iguais": 13,
        "trio_par": 13,
        "cor": 1_277 * 4,
        "sequencia": 10 * 4,
        "trio": 13,
        "dois_pares": 78 * 11 * 3,
        "par": 13 * 220 * 3,
        "cinco_diferentes": 1_277 * 4,
    }
    assert counts.total() == 21_489


def check_that_no_two_hands_of_one_deck_are_equal(classes: Classes) -> None:
    """R17: there is no tie. Any two hands of one value have a card in common.

    All hands of a value share one card at least, but for trios and full houses: of those, all of a
    value have three of the same four cards, and two of them three each, so they share two.
    """
    for hands in classes.values():
        assert hands.shared or len(hands.threes) == 1, hands.one


def by_r17(cards: tuple[str, ...]) -> tuple[int, ...]:
    """Return what R17 compares, in its order: written beside the law, not beside the product."""
    faces = {**{str(n): n for n in range(2, 10)}, "T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
    suits = {"s": 4, "h": 3, "c": 2, "d": 1}
    ranks = sorted((faces[card[0]] for card in cards), reverse=True)
    times = Counter(ranks)
    groups = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    shape = sorted(times.values(), reverse=True)
    one_suit = len({card[1] for card in cards}) == 1
    wheel = ranks == [14, 5, 4, 3, 2]
    run = wheel or (len(times) == 5 and ranks[0] - ranks[4] == 4)
    top = 5 if wheel else ranks[0]

    def suit(rank: int) -> int:
        return max(suits[card[1]] for card in cards if faces[card[0]] == rank)

    of_groups = {
        (4, 1): (7, groups[0]),
        (3, 2): (6, groups[0]),
        (3, 1, 1): (3, groups[0]),
        (2, 2, 1): (2, *groups, suit(groups[0])),
        (2, 1, 1, 1): (1, *groups, suit(groups[0])),
    }
    if run:
        straight = (8 if top < 14 else 9) if one_suit else 4
        return straight, top, suit(top)
    return of_groups.get(tuple(shape), (5 if one_suit else 0, *ranks, suit(ranks[0])))


def check_the_order_of_all_values(classes: Classes) -> None:
    """R17: one hand of each value, from the lowest to the highest, written out beside the law."""
    told = [by_r17(classes[found].one) for found in sorted(classes)]
    assert all(low < high for low, high in pairwise(told))


def test_any_two_hands_compare_as_r17_says() -> None:
    """R17: of two hands dealt from one deck one is the higher, the same one by both ways."""
    rng = random.Random(17)
    for _ in range(3_000):
        deck = rng.sample(DECK, 10) if rng.random() < 0.5 else rng.sample(DECK[28:], 10)
        one, other = tuple(deck[:5]), tuple(deck[5:])
        mine, theirs = evaluate(one) or 0, evaluate(other) or 0
        assert mine != theirs
        assert (mine > theirs) is (by_r17(one) > by_r17(other))


def check_with_how_many_hands_the_pagador_opens(classes: Classes) -> None:
    """R12: ace and king or better, 1,463,700 of 2,598,960 hands.

    A pair or better 1,296,420; ace and king with three others: C(11,3) - 1 straight = 164 ranks x
    (4^5 - 4 of one suit) = 167,280.
    """
    opens = sum(hands.count for found, hands in classes.items() if found >= ACE_KING)
    assert opens == 1_296_420 + 164 * 1_020 == 1_463_700


@pytest.mark.deep
def test_every_hand_there_is() -> None:
    """R12, R17 over all 2,598,960 hands: what each check above says, gone through once."""
    classes = every_hand()
    check_frequencies(classes)
    check_how_many_values_there_are(classes)
    check_that_no_two_hands_of_one_deck_are_equal(classes)
    check_the_order_of_all_values(classes)
    check_with_how_many_hands_the_pagador_opens(classes)


@pytest.mark.parametrize("cards", [(), ("As",), ("As", "Ks", "Qs", "Js", None), ("As",) * 5])
def test_what_are_not_five_known_cards_has_no_value(cards: tuple[str | None, ...]) -> None:
    """A hand that nobody could see, or five times one rank, is not guessed."""
    assert evaluate(cards) is None


@each(
    ("higher", "lower", "rule", "suit"),
    [
        ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "ST R17 a", True),
        ("Kd Qd Jd Td 9d", "Qs Js Ts 9s 8s", "ST R17 b", False),
        ("6d 5d 4d 3d 2d", "5s 4s 3s 2s As", "ST R17 b", False),
        ("9c 8c 7c 6c 5c", "9d 8d 7d 6d 5d", "ST R17 b", True),
        ("5h 4h 3h 2h Ah", "5c 4c 3c 2c Ac", "ST R17 b", True),
        ("9c 9d 9h 9s 2c", "8c 8d 8h 8s Ac", "ST R17 c", False),
        ("9c 9d 9h 2s 2c", "8c 8d 8h As Ac", "ST R17 d", False),
        ("Ac Jc 9c 6c 4c", "Ad Jd 9d 6d 3d", "ST R17 e", False),
        ("Ac Jc 9c 6c 3c", "Ad Jd 9d 6d 3d", "ST R17 e", True),
        ("6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac", "ST R17 f", False),
        ("9h 8c 7d 6s 5c", "9c 8s 7s 6h 5s", "ST R17 f", True),
        ("5c 4d 3h 2s Ad", "5d 4s 3s 2c As", "ST R17 f", True),
        ("9c 9d 9h 3s 2c", "8c 8d 8h As Kc", "ST R17 g", False),
        ("Kc Kd 4h 4s 2c", "Qh Qs Jh Js Ac", "ST R17 h", False),
        ("Kc Kd 4h 4s 2c", "Kh Ks 3h 3s Ac", "ST R17 h", False),
        ("Kc Kd 4h 4s 9c", "Kh Ks 4c 4d 8c", "ST R17 h", False),
        ("Ks Kd 4c 4d 9c", "Kh Kc 4h 4s 9s", "ST R17 h", True),
        ("Qc Qd 9h 8s 7c", "Jh Js Ad Kc Tc", "ST R17 i", False),
        ("Qc Qd 9h 8s 7c", "Qh Qs 9d 8c 6c", "ST R17 i", False),
        ("Qs Qd 9h 8c 7c", "Qh Qc 9d 8s 7s", "ST R17 i", True),
        ("Ac Kd 9h 8s 7c", "Ah Ks 9d 8c 6c", "ST R17 j", False),
        ("Ac Kd 9h 8d 7d", "Ad Ks 9s 8s 7s", "ST R17 j", True),
    ],
)
def test_equal_combinations_are_decided_by_r17(
    higher: str, lower: str, rule: str, *, suit: bool
) -> None:
    """R17 a-j: the better hand wins from either side, under its rule's number, never a tie."""
    record = jogada(goes(1, higher), pagador=lower)
    settlement = settle(record, CV)
    assert settlement.lines[0].outcome is Outcome.GANHA
    assert settlement.lines[0].rules == (rule, "ST R15")
    assert settlement.result.get("decide_o_naipe", []) == ([1] if suit else [])
    other = jogada(goes(1, lower), pagador=higher)
    assert outcomes(other) == {11: "perde", 12: "perde"}
    assert lines(other)[11].rules == (rule, "ST R14")


@pytest.mark.parametrize(
    ("best", "second"),
    [("s", "h"), ("h", "c"), ("c", "d"), ("s", "d")],
)
def test_the_suits_rank_from_espadas_to_ouros(best: str, second: str) -> None:
    """R5 a: espadas, copas, paus, ouros."""
    reais = ["".join(f"{rank}{suit} " for rank in "AKQJT") for suit in (best, second)]
    assert value(reais[0]) > value(reais[1])


# --- main bets ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "rate"),
    [
        ("Ah Kh 9h 8s 7c", 1),
        ("3c 3h 9h 8s 7c", 1),
        ("3c 3h 4h 4s 7c", 2),
        ("3c 3h 3s 8s 7c", 3),
        ("3c 4h 5s 6s 7c", 4),
        ("3h 4h 9h 6h 7h", 5),
        ("3c 3h 3s 7s 7c", 7),
        ("3c 3h 3s 3d 7c", 20),
        ("3h 4h 5h 6h 7h", 50),
        ("Th Jh Qh Kh Ah", 100),
    ],
)
def test_the_table_of_prizes(cards: str, rate: int) -> None:
    """R15: the inicial 1 to 1, the adicional by the player's combination; stakes are kept."""
    record = jogada(goes(1, cards, 300), pagador="Ad Kd 6c 5c 2s")
    assert due(record) == {11: 600, 12: 600 + 600 * rate}


@pytest.mark.parametrize(("table", "rate"), [(None, 100), (50, 50), (75, 75), (40, 50), (120, 100)])
def test_the_reals_multiplier_is_the_tables_within_the_law(table: int | None, rate: int) -> None:
    """R15 i: 50 to 100, 100 where the table sets none; what is out of the range is its end."""
    record = jogada(goes(1, ROYAL, 100), multiplicador_real=table)
    assert lines(record)[12].prize == 200 * rate
    plain = jogada(goes(1, STRAIGHT_FLUSH, 100), multiplicador_real=table)
    assert lines(plain)[12].prize == 200 * 50


@pytest.mark.parametrize(
    ("cards", "prize"),
    [(FULL, 14_000), (FOUR, 15_000), (STRAIGHT_FLUSH, 15_000), (ROYAL, 15_000)],
)
def test_the_maximum_per_game_is_of_the_three_highest_only(cards: str, prize: int) -> None:
    """R15 g-i: four of 10.00 at 20 to 1 would be 400.00, the maximum is 150.00."""
    record = jogada(goes(1, cards), maximo_por_jogo=15_000)
    assert due(record) == {11: 2_000, 12: 2_000 + prize}


def test_the_maximum_is_of_each_hand_and_shared_by_its_bets() -> None:
    """R15 g: two bets of one hand win the maximum together, and another hand its own."""
    record = jogada(goes(1, FOUR, 150), goes(2, STRAIGHT_FLUSH, 100), maximo_por_jogo=1_001)
    record = with_bets(
        record, bet(1, "adicional", 100, bet=14), bet(1, "adicional", 200), without=(12,)
    )
    prizes = {number: line.prize for number, line in lines(record).items()}
    assert prizes == {11: 150, 14: 334, 12: 667, 21: 100, 22: 1_001}


def test_a_pagador_below_ace_and_king_gives_the_adicional_back() -> None:
    """R12: the adicional is void and returned, the inicial 1 to 1, whatever the hands."""
    record = jogada(goes(1, "Ts 8c 6h 4c 3d"), gives_up(2), pagador=QUEEN_HIGH)
    assert due(record) == {11: 2_000, 12: 2_000, 21: 0}
    assert outcomes(record) == {11: "ganha", 12: "devolvida", 21: "perde"}
    assert lines(record)[12].rules == ("ST R12",)


@pytest.mark.parametrize(
    ("cards", "opens"),
    [("Ad Kc 4h 3s 2d", True), ("As Qs Jh 9s 8d", False), ("2c 2d 3h 4s 5d", True)],
)
def test_ace_and_king_is_the_least_with_which_the_pagador_opens(cards: str, *, opens: bool) -> None:
    """R12: ás e rei with the lowest others opens, ace and queen does not."""
    assert settle(jogada(goes(1, FLUSH), pagador=cards), CV).result["pagador_abre"] is opens


def test_without_an_adicional_the_hand_is_lost_unseen() -> None:
    """R9: even if it would have won."""
    record = jogada(gives_up(1, cards=ROYAL), goes(2, QUEENS))
    assert due(record) == {11: 0, 21: 0, 22: 0}
    assert lines(record)[11].rules == ("ST R9",)


def test_the_stake_decides_where_no_decision_is_recorded() -> None:
    """R9: an adicional on the cloth is a hand that goes on; none is a hand given up."""
    seats = tuple(structs.replace(goes(seat, ACES)[0], decisao=None) for seat in (1, 2))
    bets = (bet(1, "inicial", 100), bet(1, "adicional", 200), bet(2, "inicial", 100))
    record = jogada(seats=seats, bets=bets)
    assert outcomes(record) == {11: "ganha", 12: "ganha", 21: "perde"}


def test_the_last_word_counts() -> None:
    """R9: after a desistência no adicional is taken; one that lies there goes back."""
    place, bets = goes(1, ACES)
    record = jogada((structs.replace(place, decisao="desistencia"), bets))
    assert outcomes(record) == {11: "perde", 12: "devolvida"}


def test_an_adicional_after_the_hand_was_taken_is_too_late() -> None:
    """R9: once the pagador took the hand it is lost."""
    place, bets = goes(1, ACES)
    late = structs.replace(bets[1], seq=8)
    record = jogada((structs.replace(place, recolhida=at(7)), [bets[0], late]))
    assert outcomes(record) == {11: "perde", 12: "devolvida"}
    in_time = jogada((structs.replace(place, recolhida=at(9)), [bets[0], late]))
    assert outcomes(in_time) == {11: "ganha", 12: "ganha"}


def test_late_bets_go_back() -> None:
    """R7 b, c: before the first card, or the call; R10: before the pagador turns his cards."""
    bets = [bet(1, "inicial", 100, seq=4), bet(1, "progressivo", 100, seq=6)]
    bets += [bet(1, "adicional", 200, seq=30)]
    record = jogada(
        (goes(1, ACES)[0], bets), primeira_carta=at(5), pagador_descobre=at(29), pool=pool()
    )
    assert outcomes(record) == {11: "perde", 12: "devolvida", 13: "devolvida"}
    assert settle(record, CV).increments == ()
    called = structs.replace(record, jogo_feito=at(3), pagador_descobre=None)
    assert outcomes(called) == {11: "devolvida", 12: "devolvida", 13: "devolvida"}


def test_bets_without_an_inicial_and_bets_that_do_not_exist_go_back() -> None:
    """R4, R7 b: three areas, and the inicial first."""
    record = jogada(goes(1, ACES), pool=pool())
    more = bet(2, "adicional", 200), bet(3, "progressivo", 100), bet(1, "bonus", 50)
    record = with_bets(record, *more)
    assert outcomes(record) == {
        11: "ganha",
        12: "ganha",
        14: "devolvida",
        22: "devolvida",
        33: "devolvida",
    }
    assert lines(record)[33].rules == ("ST R18 a",)


def test_changes_in_time_count_and_late_ones_do_not() -> None:
    """R7: a bet is what lies there when the cards are dealt."""
    record = structs.replace(
        jogada(goes(1, ACES)),
        primeira_carta=at(10),
        pagador_descobre=at(40),
        alteracoes=(
            BetChange(bet=11, valor=500, seq=9),
            BetChange(bet=11, valor=900, seq=11),
            BetChange(bet=12, valor=1_000, seq=39),
            BetChange(bet=12, retirada=True, seq=41),
        ),
    )
    assert due(record) == {11: 1_000, 12: 2_000}


def test_cards_nobody_could_know_decide_nothing() -> None:
    """A hand or a pagador unseen is pending; a pagador who does not open needs no hand."""
    unseen = (None,) * 5
    record = at_seat(jogada(goes(1, ACES)), 1, cartas=unseen)
    assert outcomes(record) == {11: "pendente", 12: "pendente"}
    assert outcomes(structs.replace(record, pagador=hand(QUEEN_HIGH)))[11] == "ganha"
    hidden = structs.replace(jogada(goes(1, ACES)), pagador=unseen)
    assert outcomes(hidden) == {11: "pendente", 12: "pendente"}


def test_equal_hands_which_no_deck_has_are_no_tie() -> None:
    """R17: a card dealt twice is a fault; nothing is decided by it, least of all a push."""
    record = jogada(goes(1, KINGS), pagador=KINGS)
    assert outcomes(record) == {11: "pendente", 12: "pendente"}


def test_a_hand_dealt_to_somebody_who_had_not_bet_is_void() -> None:
    """R27: it counts for nothing, and the round goes on."""
    record = jogada(goes(1, ACES), (Lugar(seat=2, cartas=hand(ROYAL_HEARTS)), []))
    assert due(record) == {11: 2_000, 12: 4_000}
    tried = with_bets(record, bet(2, "adicional", 200))
    assert lines(tried)[22].rules == ("ST R27",)
    assert due(tried)[22] == 200


# --- the progressivo ------------------------------------------------------------------------------


def worked() -> StudRecord:
    """Return the round of the rules page: two sequências de naipe, a flush, a real.

    500.00 + four bets of 1.00 at 75 % = 503.00.
    """
    return jogada(
        goes(2, ROYAL, 100, chip=100),
        goes(3, STRAIGHT_FLUSH, 100, chip=100),
        goes(5, "5c 6c 7c 8c 9c", 100, chip=100),
        goes(7, FLUSH, 100, chip=100),
        goes(1, QUEENS, 100),
        pool=pool(),
    )


def test_the_worked_case_of_the_rules_page() -> None:
    """jackpots.md: 50.30 each, 5.00 fixed, the real the rest, 397.40; restart at 500.00."""
    settlement = settle(worked(), CV)
    assert [(one.seat, one.amount, one.full) for one in settlement.awards] == [
        (3, 5_030, False),
        (5, 5_030, False),
        (7, 500, False),
        (2, 39_740, True),
    ]
    assert all(one.from_house == 0 for one in settlement.awards)
    assert settlement.result["progressivo"] == {
        "saldo": 50_300,
        "resta": 0,
        "reposicao": 50_000,
        "recomeca": 50_000,
    }
    assert fed(worked()) == {2: 100, 3: 100, 5: 100, 7: 100}
    assert lines(worked())[23].outcome is Outcome.GANHA
    assert due(worked())[23] == 0  # the prize is an award; the chip does not go back


def test_a_fixed_sum_that_is_larger_than_the_share_counts() -> None:
    """R18 b: sequência de naipe max(fixed, 10 %), real max(fixed, 100 %)."""
    record = jogada(
        goes(1, STRAIGHT_FLUSH, chip=100),
        goes(2, ROYAL, chip=100),
        pool=pool(balance=30_000, base=20_000),
    )
    # 301.50: 10 % are 30.15, the fixed sum 40.00; left 261.50, the fixed sum 300.00.
    assert won(record) == {1: 4_000, 2: 30_000}
    real = settle(record, CV).awards[1]
    assert (real.from_pool, real.from_house, real.full) == (26_150, 3_850, True)


def test_two_reais_divide_and_the_odd_cent_is_the_firsts() -> None:
    """R21: max(pool, fixed) in equal parts."""
    record = jogada(
        goes(4, ROYAL, chip=100), goes(6, ROYAL_HEARTS, chip=100), pool=pool(balance=50_001)
    )
    assert won(record) == {4: 25_076, 6: 25_075}  # 501.51
    small = structs.replace(record, pool=pool(balance=10_000, base=10_000))
    assert won(small) == {4: 15_000, 6: 15_000}  # the fixed sum of 300.00
    assert [one.full for one in settle(small, CV).awards] == [False, True]
    assert sum(one.from_pool for one in settle(small, CV).awards) == 10_150


def test_after_a_partial_prize_the_pool_is_topped_up_to_its_minimum() -> None:
    """R24: max(minimum, what is left), after any award."""
    record = jogada(goes(1, FOUR, chip=100), pool=pool())
    result = settle(record, CV).result["progressivo"]
    assert result == {"saldo": 50_075, "resta": 47_575, "reposicao": 2_425, "recomeca": 50_000}
    rich = jogada(goes(1, FOUR, chip=100), pool=pool(balance=90_000))
    result = settle(rich, CV).result["progressivo"]
    assert result == {"saldo": 90_075, "resta": 87_575, "reposicao": 0, "recomeca": 87_575}


def test_the_casino_covers_what_the_pool_lacks_or_all_fixed_sums() -> None:
    """R18 b: fixed sums come from the pool; with ``fixos_pagos_por`` casa from the casino."""
    record = jogada(
        goes(1, FOUR, chip=100),
        goes(2, FULL, chip=100),
        pool=pool(balance=2_600, base=2_000, ppm=0),
    )
    shares = [(one.from_pool, one.from_house) for one in settle(record, CV).awards]
    assert shares == [(2_500, 0), (100, 900)]
    house = structs.replace(record, pool=pool(balance=2_600, base=2_000, house_pays_fixed=True))
    shares = [(one.from_pool, one.from_house) for one in settle(house, CV).awards]
    assert shares == [(0, 2_500), (0, 1_000)]
    real = jogada(goes(1, ROYAL, chip=100), pool=pool(balance=100, house_pays_fixed=True))
    (award,) = settle(real, CV).awards
    assert (award.amount, award.from_pool, award.full) == (30_000, 0, False)
    # R21, R24: the fixed sum was paid instead of the progressivo, of which nothing is gone.
    assert settle(real, CV).result["progressivo"]["resta"] == 175
    share = jogada(goes(1, STRAIGHT_FLUSH, chip=100), pool=pool(house_pays_fixed=True))
    assert settle(share, CV).awards[0].from_pool == 5_007  # 10 % of 500.75


def test_the_progressivo_is_paid_whatever_the_pagador_holds() -> None:
    """R18 b looks at the player's hand only."""
    for pagador in (QUEEN_HIGH, "Ad Kd Qd Jd Td"):
        assert won(jogada(goes(1, FULL, chip=100), pagador=pagador, pool=pool())) == {1: 1_000}


def test_a_hand_given_up_wins_nothing_of_it() -> None:
    """R9: its cards are collected; its increment stays."""
    record = jogada(gives_up(1, chip=100, cards=ROYAL), pool=pool())
    assert (won(record), fed(record)) == ({}, {1: 100})
    assert lines(record)[13].rules == ("ST R9",)


def test_a_straight_or_less_wins_nothing_of_it() -> None:
    """R18 b: five combinations only."""
    record = jogada(goes(1, "3c 4h 5s 6s 7c", chip=100), pool=pool())
    assert (won(record), outcomes(record)[13]) == ({}, "perde")


def test_the_law_gives_the_shares_not_the_pool() -> None:
    """R18 b: 100 % and 10 %, whatever the register says; a finding tells that it differs."""
    terms = {"naipe_real": 500_000, "trio_par": 900_000}
    record = jogada(goes(1, ROYAL, chip=100), pool=pool(combinations=terms))
    assert won(record) == {1: 50_075}
    assert won(jogada(goes(1, FULL, chip=100), pool=pool(combinations=terms))) == {1: 1_000}


def test_a_fixed_sum_that_nobody_set_leaves_the_chip_pending() -> None:
    """R19: the sum cannot be guessed."""
    record = jogada(goes(1, FULL, chip=100), pool=pool(fixed={}))
    assert (won(record), outcomes(record)[13]) == ({}, "pendente")
    assert won(jogada(goes(1, STRAIGHT_FLUSH, chip=100), pool=pool(fixed={}))) == {1: 5_007}


def test_a_second_chip_goes_back_without_an_increment() -> None:
    """jackpots.md: one chip a hand."""
    record = with_bets(
        jogada(goes(1, FLUSH, chip=100), pool=pool()), bet(1, "progressivo", 100, bet=19)
    )
    assert outcomes(record)[19] == "devolvida"
    assert (fed(record), won(record)) == ({1: 100}, {1: 500})


# --- void rounds and what comes over --------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "rule"),
    [
        ("numero_de_cartas", "ST R25"),
        ("distribuicao_incorrecta", "ST R25"),
        ("cartas_expostas", "ST R25"),
        ("avaria_do_baralhador", "ST R28"),
    ],
)
def test_a_void_round_gives_stakes_back_and_carries_the_chips(error: str, rule: str) -> None:
    """R25, R28: inicial and adicional go back; the chip goes on, its increment stays in the pool.

    The explanation names the rule and the carry-over.
    """
    record = jogada(
        goes(1, ACES, chip=100), gives_up(2), errors=(ErrorNoted(error=error),), pool=pool()
    )
    settlement = settle(record, CV)
    assert settlement.void
    assert due(record) == {11: 1_000, 12: 2_000, 13: 0, 21: 1_000}
    assert outcomes(record)[13] == "pendente"
    assert fed(record) == {1: 100}
    assert settlement.result["transitam"] == {1: 100}
    said = describe(settlement)["lines"][2]
    assert said["rules"] == [rule]
    assert "1.00 no progressivo não volta: passa à jogada seguinte." in said["why"]["pt"][1]
    assert [(one.seat, one.valor) for one in left_over(record)] == [(1, 100)]


def exposures(*seats: int | None) -> tuple[ErrorNoted, ...]:
    """Return one card exposed of each hand named."""
    return tuple(
        ErrorNoted(error="carta_exposta", seat=seat, cards=(f"{RANKS[place]}c",))
        for place, seat in enumerate(seats)
    )


@each(
    ("errors", "mode", "lie_open", "void"),
    [
        ((), "sabot", (5,), False),
        ((), "baralhador", (1,), False),
        ((), "baralhador", (3,), False),
        ((1,), "sabot", (5,), False),
        ((1, 1), "sabot", (5,), True),
        ((1, 2), None, None, True),
        ((None,), "sabot", (2,), False),
        ((None,), "sabot", (2, 5), True),
        ((), "sabot", (2, 5), True),
        ((), "sabot", (2, 4), True),
        ((1,), "sabot", (2,), True),
        ((), "baralhador", (1, 2), False),
        ((), "baralhador", (1, 2, 3), True),
        ((1,), "baralhador", (4,), False),
        ((1,), "baralhador", (1, 4), True),
        ((), None, (2, 5), False),
        ((), None, (1, 2, 5), True),
    ],
)
def test_one_exposed_card_does_not_void_two_do(
    errors: tuple[int | None, ...],
    mode: str | None,
    lie_open: tuple[int, ...] | None,
    *,
    void: bool,
) -> None:
    """R25, R26: a pagador's exposed card stays open, and then no other may be, the fifth included.

    R11: by rule the fifth from the sabot, or one from the shuffler, lies open.
    """
    record = jogada(
        goes(1, ACES),
        errors=exposures(*errors),
        modo_distribuicao=mode,
        abertas=lie_open,
    )
    assert settle(record, CV).void is void


def test_a_card_noted_twice_is_one_card() -> None:
    """R25: cards count, not notes."""
    twice = (ErrorNoted(error="carta_exposta", seat=1, cards=("As",)),) * 2
    assert not settle(jogada(goes(1, ACES), errors=twice), CV).void
    both = (ErrorNoted(error="carta_exposta", seat=1, cards=("As", "Ad")),)
    assert settle(jogada(goes(1, ACES), errors=both), CV).void


@pytest.mark.parametrize(
    ("mode", "order", "void"),
    [
        ("sabot", (1, 3, 0) * 5, False),
        ("sabot", (3, 1, 0) * 5, True),
        ("sabot", (1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0), True),
        ("baralhador", (1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0), False),
        ("baralhador", (0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3), True),
        (None, (1, 3, 0) * 5, False),
        (None, (1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0), False),
        ("sabot", (1, 2, 3, 0) * 5, False),
        ("sabot", (1, 3, 0) * 5 + (1,), True),
        ("sabot", (1, 3, 0) * 4, True),
    ],
)
def test_the_order_of_the_deal(mode: str | None, order: tuple[int, ...], *, void: bool) -> None:
    """R11, R25: from the pagador's left, he last; R27: a hand to one who had not bet is no error.

    Seats 1 and 3 have bet.
    """
    record = jogada(goes(1, ACES), goes(3, QUEENS), modo_distribuicao=mode, ordem=order)
    assert settle(record, CV).void is void


def test_a_wrong_number_of_cards_voids() -> None:
    """R25: a player's or the pagador's; not that of a hand that counts for nothing (R27)."""
    assert settle(at_seat(jogada(goes(1, ACES)), 1, cartas=hand("As Ad 9h 6c")), CV).void
    assert settle(structs.replace(jogada(goes(1, ACES)), pagador=hand("As Ad 9h 6c")), CV).void
    stray = jogada(goes(1, ACES), (Lugar(seat=2, cartas=hand("2h 3h")), []))
    assert not settle(stray, CV).void
    unrecorded = structs.replace(stray, records=("bets",), pagador=hand("As Ad 9h 6c"))
    assert not settle(unrecorded, CV).void


def test_a_declared_void_stands_where_the_record_shows_nobody_wins() -> None:
    """R25: what was not played cannot be settled; what was played out is settled all the same."""
    void = Void(cause="desconhecida")
    played = jogada(goes(1, ACES), void=void)
    assert not settle(played, CV).void
    stopped = at_seat(structs.replace(played, pagador=()), 1, cartas=())
    assert settle(stopped, CV).void
    assert due(stopped) == {11: 1_000, 12: 2_000}


def test_a_chip_that_came_over_plays_without_another_and_without_an_increment() -> None:
    """R25, R18 a: no second bet asked, no second increment."""
    record = with_bets(jogada(goes(1, FLUSH), pool=pool()), carried(1))
    for rights in (None, (right(1),)):
        record = structs.replace(record, transitadas=rights)
        assert (fed(record), won(record)) == ({}, {1: 500})
        assert outcomes(record)[13] == "ganha"
    assert "não se paga outra" in lines(record)[13].why[0].text("pt", lines(record)[13])


def test_a_chip_that_came_over_lies_there_however_late_it_is_recorded() -> None:
    """R25: it was laid before the void round's first card."""
    record = with_bets(jogada(goes(1, FLUSH), primeira_carta=at(5), pool=pool()), carried(1, seq=9))
    assert won(record) == {1: 500}


def test_who_places_no_inicial_gets_his_chip_back_and_the_pool_gives_its_increment_back() -> None:
    """R18 a: with its increment reversed; so does he who left."""
    record = with_bets(jogada(goes(1, FLUSH), pool=pool()), carried(2))
    record = structs.replace(record, transitadas=(right(2), right(4)))
    assert outcomes(record) == {11: "ganha", 12: "ganha", 23: "devolvida", None: "devolvida"}
    assert due(record)[23] == due(record)[None] == 100
    assert lines(record)[None].seat == 4
    assert fed(record) == {2: -100, 4: -100}


def test_the_balance_of_a_percentage_counts_what_goes_back() -> None:
    """500.00 + 0.75 (a new chip) - 0.75 (one that goes back) = 500.00, of which 10 %."""
    record = structs.replace(
        jogada(goes(1, STRAIGHT_FLUSH, chip=100), pool=pool()), transitadas=(right(4),)
    )
    assert won(record) == {1: 5_000}


def test_a_chip_of_which_the_table_recorded_nothing_plays_by_law() -> None:
    """R25: the bettor who places an inicial plays for the progressivo; a new chip is a second."""
    record = structs.replace(jogada(goes(1, FLUSH), pool=pool()), transitadas=(right(1),))
    assert (won(record), fed(record)) == ({1: 500}, {})
    charged = structs.replace(
        jogada(goes(1, FLUSH, chip=100), pool=pool()), transitadas=(right(1),)
    )
    assert (won(charged), fed(charged)) == ({1: 500}, {})
    assert outcomes(charged)[13] == "devolvida"


def test_a_chip_belongs_to_a_player_not_to_a_seat() -> None:
    """R25: ana's chip follows her to seat 3; rui, who sits at 1 now, has none."""
    bets = [bet(1, "inicial", 100, player="rui"), bet(1, "adicional", 200, player="rui")]
    bets += [bet(3, "inicial", 100, player="ana"), bet(3, "adicional", 200, player="ana")]
    record = jogada(
        seats=(goes(1, FLUSH)[0], goes(3, FULL)[0]),
        bets=tuple(bets),
        transitadas=(right(1, player="ana"),),
        pool=pool(),
    )
    assert won(record) == {3: 1_000}
    alone = structs.replace(record, bets=tuple(bets[:2]), seats=record.seats[:1])
    assert (won(alone), due(alone)[None]) == ({}, 100)


def test_a_chip_is_carried_through_two_void_rounds_with_one_increment() -> None:
    """R25: void, void, valid."""
    first = jogada(goes(1, FLUSH, chip=100), void=Void(cause="cartas_expostas"), pool=pool())
    second = structs.replace(
        with_bets(first, carried(1), without=(13,)), transitadas=left_over(first)
    )
    third = structs.replace(second, void=None, transitadas=left_over(second))
    assert [settle(one, CV).void for one in (first, second, third)] == [True, True, False]
    assert [fed(one) for one in (first, second, third)] == [{1: 100}, {}, {}]
    assert won(third) == {1: 500}


def test_who_leaves_the_void_round_takes_his_chip_along() -> None:
    """R25: it goes back, its increment is not kept, and nothing is left over."""
    record = jogada(
        goes(1, FLUSH, chip=100), errors=(ErrorNoted(error="cartas_expostas"),), pool=pool()
    )
    record = at_seat(record, 1, saiu=True)
    assert (due(record)[13], fed(record), left_over(record)) == (100, {}, ())
    came = with_bets(record, carried(1), without=(13,))
    assert (due(came)[13], fed(came)) == (100, {1: -100})


def test_what_was_given_back_in_the_void_round_is_not_left_over() -> None:
    """R25: whether or not that was right, the chip came to an end; a seat paid whole as well."""
    record = jogada(goes(1, FLUSH, 100, chip=100), void=Void(cause="cartas_expostas"), pool=pool())
    for payment, left in (
        (Payment(seat=1, amount=0, bets=(13,), stake_returned=100), 0),
        (Payment(seat=1, amount=0, bets=(11, 12, 13), stake_returned=400), 0),
        (Payment(seat=1, amount=0, stake_returned=400), 0),
        (Payment(seat=1, amount=0, stake_returned=300), 1),
        (Payment(seat=1, amount=0, bets=(11, 12), stake_returned=300), 1),
    ):
        assert len(left_over(structs.replace(record, payments=(payment,)))) == left


def test_a_valid_round_leaves_nothing_over() -> None:
    """R25 speaks of void rounds only."""
    assert left_over(jogada(goes(1, FLUSH, chip=100), pool=pool())) == ()


# --- a round told from end to end -----------------------------------------------------------------


def test_a_round_from_end_to_end() -> None:
    """Five players, minimum 5.00, from their bets to every cent; worked out by hand.

    The pagador has A-K-8-5-2, ace of clubs: he opens.
    Seat 1: A-K-8-5-2 with the ace of spades: equal cards, the higher suit. 10.00 and 20.00 win
    1 to 1: 20.00 + 40.00 back.
    Seat 2: A-K-8-5-2 with the ace of diamonds: the lower suit. 10.00 and 20.00 lost.
    Seat 3: nines full of fours, chip carried over. 5.00 and 10.00: 10.00 + 10.00 + 70.00 = 80.00;
    of the progressivo the fixed 10.00.
    Seat 5: gives up, 15.00 and a chip of 1.00 lost.
    Seat 7: straight flush to the seven of hearts, and a chip. 5.00 and 10.00: 10.00 + 10.00 +
    500.00 = 520.00, but 300.00 is the maximum per game: 320.00. Progressivo: 800.00 + 0.75 x 2 =
    801.50, of which 80.15.
    Left: 801.50 - 10.00 - 80.15 = 711.35, above the minimum.
    """
    record = jogada(
        goes(1, "As Kd 8c 5c 2s", 1_000),
        goes(2, "Ad Kh 8s 5d 2h", 1_000),
        goes(3, "9c 9d 9s 4c 4s", 500),
        gives_up(5, 1_500, chip=100),
        goes(7, "6h 5h 4h 3h 7h", 500, chip=100),
        pagador="Ac Ks 8d 5s 2d",
        pool=pool(balance=80_000),
        transitadas=(right(3),),
        maximo_por_jogo=30_000,
        modo_distribuicao="sabot",
        ordem=(1, 2, 3, 5, 7, 0) * 5,
        abertas=(5,),
    )
    record = with_bets(record, carried(3))
    assert due(record) == {
        11: 2_000,
        12: 4_000,
        21: 0,
        22: 0,
        31: 1_000,
        32: 8_000,
        33: 0,
        51: 0,
        53: 0,
        71: 1_000,
        72: 31_000,
        73: 0,
    }
    settlement = settle(record, CV)
    assert won(record) == {3: 1_000, 7: 8_015}
    assert fed(record) == {5: 100, 7: 100}
    assert settlement.result == {
        "maos": {
            1: "cinco_diferentes",
            2: "cinco_diferentes",
            3: "trio_par",
            7: "sequencia_de_naipe",
        },
        "pagador": "cinco_diferentes",
        "pagador_abre": True,
        "decide_o_naipe": [1, 2],
        "vieram": {3: 100},
        "progressivo": {"saldo": 80_150, "resta": 71_135, "reposicao": 0, "recomeca": 71_135},
    }
    assert [step.text("pt", lines(record)[72]) for step in lines(record)[72].why] == [
        "O pagador tem Ac Ks 8d 5s 2d, ás e rei, e abre as mãos. [ST R13]",
        "O jogador tem 6h 5h 4h 3h 7h, sequência de naipe.",
        "A combinação do jogador é superior à do pagador. [ST R17]",
        (
            "Aposta adicional, sequência de naipe: 10.00 a 50 para 1, prémio 500.00; a aposta"
            " conserva-se. [ST R15 h]"
        ),
        (
            "O máximo por jogo é 300.00: os 500.00 da mão reduzem-se a ele, os desta aposta a"
            " 300.00. [ST R15 h]"
        ),
    ]
    assert [step.text("en", settlement.awards[1]) for step in settlement.awards[1].why] == [
        ("The progressive held 800.00; bets of 2.00 at 75\xa0% add 1.50: 801.50. [ST R18 b]"),
        (
            "The prize for a straight flush is the larger of 10\xa0% of the balance,"
            " 80.15, and the fixed sum, 40.00: 80.15. [ST R18 b, R22]"
        ),
        "711.35 are left; the minimum is 500.00: the progressive starts again at 711.35. [ST R24]",
    ]


# --- rules accounted for, records as text ---------------------------------------------------------


def test_every_rule_of_the_chapter_is_accounted_for() -> None:
    """R1 to R28, each once, none missing."""
    rules = [rule.rule for rule in GAME.coverage]
    assert sorted(rules, key=lambda rule: int(rule[1:])) == [f"R{n}" for n in range(1, 29)]
    assert not [rule for rule in GAME.coverage if rule.status == "missing"]
    named = {
        word.strip(",;:")
        for rule in GAME.coverage
        for word in rule.where.split()
        if word.strip(",;:").isupper() and "-" in word
    }
    assert named <= set(CODES)


def test_a_record_is_read_and_written_as_json() -> None:
    """``razao replay FILE`` takes a jogada as text; nothing is lost on the way."""
    record = structs.replace(
        with_bets(worked(), carried(1)),
        transitadas=(right(1, player="ana"),),
        void=Void(cause="cartas_expostas"),
        primeira_carta=at(5),
    )
    assert decode_record(msgspec.json.encode(record)) == record
    assert msgspec.json.encode(describe(settle(record, CV)))


def test_a_record_with_an_unknown_field_is_refused() -> None:
    """A spelling mistake must not pass for a fact that is missing."""
    with pytest.raises(msgspec.ValidationError, match="adicionais"):
        decode_record('{"game":"stud_poker","seats":[{"seat":1,"adicionais":5}]}')


def test_only_cape_verdes_profile_has_the_game() -> None:
    """The Portuguese texts and Macau's do not know it."""
    assert [name for name, games in PROFILES.items() if GAME.name in games] == ["cv-2017@1"]
