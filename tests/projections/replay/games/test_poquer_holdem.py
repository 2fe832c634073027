"""Hold'em: hands worked by hand from the rules, each fault with and without, real hands."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from phevaluator import evaluate_cards
from pokerkit import StandardHighHand

from projections.replay.betting import Action, Burn, Player, Shown
from projections.replay.cards import DECK
from projections.replay.codes import CODES
from projections.replay.games.poquer_holdem import (
    COVERAGE,
    HoldemRecord,
    HoldemRules,
    settle,
    values_of,
)
from projections.replay.hand_ranking import Combination, value_of, word_of
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Found, Outcome, Settlement, describe
from tests.projections.replay.games import pluribus

WORDS = {"pequena": "pequena_aposta", "grande": "grande_aposta", "reposto": "valor_reposto"}
COMMON = (0, 3, 4, 5)
BOARD = ("Ah", "Kd", "Qs", "7c", "2h")
HOLES = (("As", "Ks"), ("9s", "9d"), ("8s", "8d"), ("6s", "6d"), ("5s", "5d"), ("4s", "4d"))
"""The lowest seat has two pairs; the others a pair each, falling."""
BLINDS = "1 pequena 50, 2 grande 100"
CALLS = f"{BLINDS}, 3 acompanhar 100, 4 acompanhar 100, 1 acompanhar 50, 2 passar"
PASSES = "1 passar, 2 passar, 3 passar, 4 passar"
CHECKED = f"{CALLS} | {PASSES} | {PASSES} | {PASSES}"
"""Four players pay the minimum and pass to the end."""


def cards(text: str) -> list[str]:
    """Read cards with blanks between."""
    return text.split()


def acts(text: str) -> tuple[Action, ...]:
    """Read ``seat word chips``, commas between acts, bars between turns; ``=`` is a sum said."""
    made: list[Action] = []
    for common, turn in zip(COMMON, text.split("|"), strict=False):
        for act in turn.split(","):
            if not act.strip():
                continue
            seat, word, *numbers = act.split()
            chips = [int(number) for number in numbers if not number.startswith("=")]
            said = [int(number[1:]) for number in numbers if number.startswith("=")]
            made.append(
                Action(
                    seat=int(seat),
                    action=WORDS.get(word, word),
                    added=chips[0] if chips else 0,
                    announced=said[0] if said else None,
                    common=common,
                )
            )
    return tuple(made)


def players(*stacks: int | None, **changes: dict[int, Any]) -> tuple[Player, ...]:
    """Seat players from 1 on; ``changes`` gives fields by seat."""
    return tuple(
        Player(
            **{
                "seat": seat,
                "stack": stack,
                "cards": HOLES[seat - 1],
                **{field: by_seat[seat] for field, by_seat in changes.items() if seat in by_seat},
            }
        )
        for seat, stack in enumerate(stacks, 1)
    )


def hand(text: str = CHECKED, **fields: object) -> HoldemRecord:
    """Return a hand of four with 100.00 each, minimum 1.00, mão at seat 1, all as it should be."""
    phases = text.count("|")
    options: dict[str, Any] = {
        "minimum": 100,
        "limit": "sem_limite",
        "mao": 1,
        "players": players(10_000, 10_000, 10_000, 10_000),
        "actions": acts(text),
        "board": BOARD[: COMMON[phases]],
        "burns": tuple(Burn(common=common) for common in COMMON[:phases]),
        **fields,
    }
    record = HoldemRecord(**options)
    return record if "payments" in fields else structs.replace(record, payments=paid(record))


def paid(record: HoldemRecord) -> tuple[Payment, ...]:
    """Return the payments that are due, as a pagador without fault makes them."""
    return tuple(
        Payment(seat=line.seat, amount=line.prize, returned=line.returned)
        for line in settled(record).lines
        if line.due
    )


def settled(record: HoldemRecord, rules: HoldemRules | None = None) -> Settlement:
    """Settle, under Cape Verde's values unless others are given."""
    return settle(record, rules or HoldemRules())


def dues(record: HoldemRecord) -> dict[int, int]:
    """Return what each seat must get."""
    return {line.seat: line.due for line in settled(record).lines if line.due}


def codes(record: HoldemRecord) -> list[tuple[str, int | None]]:
    """Return the faults of a hand, each with its seat."""
    found = judge(record).found
    assert all(one.code in CODES for one in found)
    assert all(one.rule for one in found)
    return [(one.code, one.seat) for one in found]


def only(record: HoldemRecord) -> Found:
    """Return the one fault of a hand."""
    found = judge(record).found
    assert len(found) == 1, found
    assert found[0].code in CODES
    return found[0]


# Ranking.


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


@pytest.mark.parametrize(
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


def test_seven_cards_are_ordered_as_an_independent_evaluator_orders_them() -> None:
    """Over 60,000 hands every two compare as phevaluator compares them, ties included."""
    theirs: dict[int, int] = {}
    for seven in sevens(60_000, 1):
        ours = value_of(seven)
        assert values_of(seven[:5], [seven[5:]]) == [ours]
        assert theirs.setdefault(ours, evaluate_cards(*seven)) == evaluate_cards(*seven)
    ranks = [theirs[value] for value in sorted(theirs)]
    assert ranks == sorted(set(ranks), reverse=True)
    assert len(ranks) > 3_000


def test_seven_cards_are_ordered_as_pokerkit_orders_them() -> None:
    """Each hand compares with the next as PokerKit compares them."""
    before: tuple[int, StandardHighHand] | None = None
    for seven in sevens(400, 2):
        ours = value_of(seven), StandardHighHand.from_game("".join(seven))
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


def three_encavados() -> HoldemRecord:
    """Return a hand of six with three encavados, equal hands, odd chips and a cagnotte.

    Minimum 1.00; mão at seat 3, so the order is 3, 4, 5, 6, 1, 2.
    Caves: 3 has 50.00, 4 has 120.30, 5 has 25.50, the others 200.00.
    Seat 5 puts in his 25.50, 6 follows, 1 gives up, 2 follows; 3 puts in his 50.00, 4 his 120.30;
    6 follows to 120.30 and 2 gives up his 25.50.
    """
    return hand(
        "3 pequena 50, 4 grande 100, 5 repicar 2550, 6 acompanhar 2550, 1 desistir,"
        " 2 acompanhar 2550, 3 repicar 4950, 4 repicar 11930, 6 acompanhar 9480, 2 desistir |||",
        mao=3,
        players=players(
            20_000,
            20_000,
            5_000,
            12_030,
            2_550,
            20_000,
            cards={
                1: ("7s", "7d"),
                2: ("8s", "8d"),
                3: ("Th", "3c"),
                4: ("As", "9h"),
                5: ("Td", "4c"),
                6: ("Tc", "5d"),
            },
        ),
        board=("Ah", "Kd", "Qs", "Jc", "2h"),
        cagnotte_ppm=50_000,
        cagnotte_maximum=1_500,
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
        "cagnotte da mão: 50000 milionésimos de 341.60 = 15.00; desta parte 3.56 [NB R65 a]",
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
    assert [code for code, _ in codes(record) if code not in {"NB-TURN", "NB-EQ"}] == []


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
    assert codes(record) == [("VOID-BAD", None)]
    assert codes(hand(void=Void(cause="outra", rule="R66 b"))) == []


def test_a_void_hands_stakes_must_all_go_back() -> None:
    """VOID-REFUND names who is still owed."""
    record = hand(void=Void(cause="carta_danificada"))
    short = structs.replace(record, payments=record.payments[1:])
    assert codes(short) == [("VOID-REFUND", 1)]


def online(text: str = CHECKED, **fields: object) -> HoldemRecord:
    """Return a hand at a shared table online."""
    return hand(text, mode="shared", **fields)


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
    assert dues(record) == {1: 200, 2: 100, 3: 100, 4: 100}
    assert "VOID-BAD" not in {code for code, _ in codes(record)}


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


# Faults of the betting: each once with, and the usual hand without.


def test_the_usual_hand_has_no_fault() -> None:
    """Four players pay the minimum, pass to the end, and the pagador pays what is due."""
    assert codes(hand()) == []
    assert dues(hand()) == {1: 400}


@pytest.mark.parametrize(
    ("text", "seat", "rule"),
    [
        ("1 pequena 40, 2 grande 100", 1, "OH R10, R11"),
        ("1 pequena 60, 2 grande 100", 1, "OH R10, R11"),
        ("2 grande 100", 1, "OH R10, R11"),
        ("1 grande 100, 2 grande 100", 1, "OH R10, R11"),
        ("1 pequena 50, 2 grande 90", 2, "OH R10, R12"),
        ("1 pequena 50, 2 grande 200", 2, "OH R10, R12"),
        ("1 pequena 50", 2, "OH R10, R12"),
        ("1 pequena 50, 3 grande 100", 2, "OH R10, R12"),
        ("2 pequena 50, 2 grande 100", 1, "OH R10, R11"),
    ],
)
def test_wrong_forced_bets(text: str, seat: int, rule: str) -> None:
    """O10-O12: half the minimum by the mão, the minimum at its left, neither more nor less."""
    found = judge(hand(f"{text}, 3 desistir, 4 desistir")).found
    blinds = [one for one in found if one.code == "NB-BLIND"]
    assert [(one.seat, one.rule) for one in blinds][:1] == [(seat, rule)]


def test_forced_bets_need_a_table_that_records_bets() -> None:
    """What a table does not record is not assessed."""
    text = "3 desistir, 4 desistir, 1 desistir"
    assert ("NB-BLIND", 1) in codes(hand(text))
    assert "NB-BLIND" not in {
        code for code, _ in codes(hand(text, records=("decisions", "payouts")))
    }


def test_a_cave_shorter_than_the_forced_bet_is_all_that_is_due() -> None:
    """O12 cannot ask for more than there is: 0.70 are the whole grande aposta."""
    text = "1 pequena 50, 2 grande 70, 3 desistir, 4 desistir, 1 acompanhar 50 |||"
    record = hand(text, players=players(10_000, 70, 10_000, 10_000))
    assert codes(record) == [("NB-CAVE", 2)]
    assert dues(record) == {1: 170}


def test_half_of_an_odd_minimum_is_either_way() -> None:
    """O11: half of 0.25 is 0.12 or 0.13."""
    for half in (12, 13):
        text = f"1 pequena {half}, 2 grande 25, 3 desistir, 4 desistir, 1 desistir"
        assert codes(hand(text, minimum=25)) == []


def test_a_forced_bet_after_ones_word_is_late() -> None:
    """O19: who missed it pays it to take part, not after he has spoken."""
    late = "2 grande 100, 3 acompanhar 100, 4 desistir, 1 pequena 50, 1 acompanhar 50, 2 passar"
    assert codes(hand(late + "| 1 passar, 2 passar, 3 passar" * 3)) == []
    after = f"{CALLS} | 1 pequena 50, {PASSES} | {PASSES} | {PASSES}"
    assert ("NB-BLIND", 1) in codes(hand(after))


def idle(**hands: int) -> tuple[Player, ...]:
    """Seat four of whom some made no bet in the hands before."""
    by_seat = {int(seat[1:]): count for seat, count in hands.items()}
    return players(*[10_000] * 4, hands_without_bet=by_seat)


def test_five_hands_without_a_bet_ask_for_a_grande_aposta() -> None:
    """O17: in the next hand he makes one, and the order of speaking stays."""
    made = f"{BLINDS}, 4 grande 100, 3 acompanhar 100, 4 passar, 1 acompanhar 50, 2 passar"
    rest = f"| {PASSES} | {PASSES} | {PASSES}"
    assert codes(hand(made + rest, players=idle(s4=5))) == []
    assert codes(hand(CHECKED, players=idle(s4=5))) == [("NB-BLIND", 4)]
    assert codes(hand(CHECKED, players=idle(s4=4))) == []
    assert codes(hand(made + rest, players=idle(s4=4))) == [("NB-BLIND", 4)]
    assert codes(hand(made + rest)) == [], "how many hands he missed is not known"


def test_the_mao_after_five_hands_makes_the_grande_aposta() -> None:
    """O17 at the mão: the grande aposta instead of the pequena."""
    text = "1 grande 100, 2 grande 100, 3 acompanhar 100, 4 acompanhar 100, 1 passar, 2 passar"
    rest = f"| {PASSES} | {PASSES} | {PASSES}"
    assert codes(hand(text + rest, players=idle(s1=5))) == []
    assert codes(hand(text + rest, players=idle(s1=0))) == [("NB-BLIND", 1)]


def test_what_was_missed_must_be_made_good() -> None:
    """O18: what seat 4 missed while away is due in the hand in which he is back."""
    assert codes(hand(players=players(*[10_000] * 4, owed={4: 150}))) == [("NB-BLIND", 4)]
    assert codes(hand(players=players(*[10_000] * 4, owed={4: 0}))) == []
    text = CHECKED.replace(BLINDS, f"{BLINDS}, 4 reposto 150")
    assert codes(hand(text, players=players(*[10_000] * 4, owed={4: 100}))) == [("NB-BLIND", 4)]


def test_one_who_is_away_posts_nothing_and_is_not_asked() -> None:
    """O18: the mão rests; nobody posts the pequena aposta, and the next in line speaks."""
    text = (
        "2 grande 100, 3 acompanhar 100, 4 acompanhar 100, 2 passar |"
        + " 2 passar, 3 passar, 4 passar |" * 2
        + " 2 passar, 3 passar, 4 passar"
    )
    record = hand(text, players=players(*[10_000] * 4, absent={1: True}, cards={1: ()}))
    assert codes(record) == []
    assert dues(record) == {2: 300}


def test_the_next_may_post_the_grande_aposta_of_one_away() -> None:
    """The place at the mão's left is away: the one after him may stand in."""
    text = "1 pequena 50, 3 grande 100, 4 desistir, 1 desistir"
    away = players(*[10_000] * 4, absent={2: True}, cards={2: ()})
    assert codes(hand(text, players=away)) == []
    assert codes(hand("1 pequena 50, 3 acompanhar 100, 4 desistir, 1 desistir", players=away)) == []


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        (f"{BLINDS}, 4 desistir, 3 desistir, 1 desistir", 4),  # O13
        (f"{BLINDS}, 1 desistir, 3 desistir, 4 desistir", 1),
        (f"{CALLS} | 2 passar, 1 passar, 3 passar, 4 passar | {PASSES} | {PASSES}", 2),  # O14
        (f"{CALLS} | {PASSES} | 3 passar, 4 passar, 1 passar, 2 passar | {PASSES}", 3),
        (f"{CALLS} | 1 passar, 2 passar, 4 passar, 3 passar | {PASSES} | {PASSES}", 4),
    ],
)
def test_an_act_out_of_turn_is_one_fault(text: str, seat: int) -> None:
    """R23, O13, O14: whom he passed over may still speak, which is no second fault."""
    assert codes(hand(text)) == [("NB-TURN", seat)]


def test_an_act_out_of_turn_counts() -> None:
    """R58 g: a bet out of turn stands."""
    text = f"{BLINDS}, 4 repicar 300, 3 acompanhar 300, 1 desistir, 2 desistir"
    rest = "| 3 passar, 4 passar" * 3
    assert dues(hand(text + rest)) == {3: 750}
    assert codes(hand(text + rest)) == [("NB-TURN", 4)]


def test_without_the_mao_nobody_can_tell_whose_turn_it_is() -> None:
    """A record that does not name the mão is not judged by the order of speaking."""
    text = f"{CALLS} | 2 passar, 1 passar, 3 passar, 4 passar | {PASSES} | {PASSES}"
    assert codes(hand(text, mao=0)) == []


def test_who_gave_up_has_no_word() -> None:
    """R29 a: he is out of the hand."""
    text = CHECKED.replace("3 acompanhar 100", "3 desistir", 1).replace("3 passar, ", "")
    assert codes(hand(text)) == []
    again = text.replace("| 1 passar, 2 passar, 4", "| 1 passar, 3 passar, 2 passar, 4", 1)
    assert codes(hand(again)) == [("NB-TURN", 3)]


def test_a_bet_after_giving_up_is_in_the_pot_and_wins_nothing() -> None:
    """R29 a: he renounces; his chips are the others'."""
    text = f"{BLINDS}, 3 desistir, 3 acompanhar 100, 4 desistir, 1 desistir"
    record = hand(text)
    assert [code for code, _ in codes(record)] == ["NB-TURN"]
    assert dues(record)[2] == 250


def test_nobody_speaks_after_the_turn_is_closed() -> None:
    """All have spoken and their stakes are equal: no more acts before the next card."""
    more = CHECKED.replace(" |", ", 3 passar |", 1)
    assert codes(hand(more)) == [("NB-TURN", 3)]
    raised_again = f"{CALLS}, 3 repicar 100, 4 desistir, 1 desistir, 2 desistir"
    assert codes(hand(raised_again)) == [("NB-TURN", 3), ("NB-RAISE", 3)]


def test_an_encavado_has_nothing_to_decide() -> None:
    """R28: he put in all he had; a pass of his is harmless, another act is not."""
    start = f"{BLINDS}, 3 repicar 500, 4 desistir, 1 desistir, 2 acompanhar 400 |"
    caves = players(10_000, 10_000, 500, 10_000)
    assert codes(hand(f"{start} 3 passar ||", players=caves)) == []
    assert ("NB-TURN", 3) in codes(hand(f"{start} 3 repicar 100 ||", players=caves))


def test_a_player_who_was_not_asked() -> None:
    """R23: each is admitted to bet in turn; the flop came before the grande aposta could speak."""
    text = CHECKED.replace(", 2 passar |", " |", 1)
    assert codes(hand(text)) == [("NB-TURN", 2)]


def test_a_turn_nobody_was_asked_in() -> None:
    """R35: turn and rio were dealt at once, without the third turn of bets."""
    assert codes(hand(f"{CALLS} | {PASSES} || {PASSES}")) == [("NB-TURN", 1)]
    assert codes(hand(f"{CALLS} | {PASSES} ||")) == [("NB-TURN", 1), ("NB-TURN", 1)]


def test_a_pass_before_a_bet_is_a_fault_even_if_made_good() -> None:
    """R29 b: passing is open only while nobody has bet."""
    passed = f"{CALLS} | 1 apostar 100, 2 passar, 3 desistir, 4 desistir"
    assert codes(
        hand(passed + ", 2 acompanhar 100 | 1 passar, 2 passar" + " | 1 passar, 2 passar")
    ) == [("NB-EQ", 2)]
    assert codes(hand(passed + " | 1 passar, 2 passar" * 2)) == [("NB-EQ", 2)]


def test_unequal_stakes_at_the_end_of_a_turn() -> None:
    """R39: a short call of one who has more, and nothing done about it."""
    text = f"{CALLS} | 1 apostar 200, 2 acompanhar 150, 3 desistir, 4 desistir"
    found = only(hand(text + " | 1 passar, 2 passar" * 2))
    assert (found.code, found.seat, found.rule) == ("NB-EQ", 2, "NB R39")
    assert (found.expected, found.recorded, found.amount) == ("2.00", "1.50", 50)


def test_a_short_call_may_be_completed() -> None:
    """R58 d: he adds what is missing."""
    text = f"{CALLS} | 1 apostar 200, 2 acompanhar 150, 2 acompanhar 50, 3 desistir, 4 desistir"
    assert codes(hand(text + " | 1 passar, 2 passar" * 2)) == []


def test_an_encavado_need_not_equal() -> None:
    """R40: his cave is too short, and he stays in with it."""
    text = f"{CALLS} | 1 apostar 200, 2 acompanhar 150, 3 desistir, 4 desistir ||"
    record = hand(text, players=players(10_000, 250, 10_000, 10_000))
    assert codes(record) == []
    assert dues(record) == {1: 750}


def test_an_undeclared_cave_may_be_too_short() -> None:
    """Where no cave was declared a short call is taken for all he has, if he never acts again."""
    text = f"{CALLS} | 1 apostar 200, 2 acompanhar 150, 3 desistir, 4 desistir"
    assert codes(hand(f"{text} ||", players=players(10_000, None, 10_000, 10_000))) == []
    on = text + " | 1 passar, 2 passar" * 2
    assert codes(hand(on, players=players(10_000, None, 10_000, 10_000))) == [("NB-EQ", 2)]


def test_more_chips_than_the_cave_held() -> None:
    """R48 e: nobody adds chips in a hand."""
    text = f"{CALLS} | 1 apostar 200, 2 acompanhar 200, 3 desistir, 4 desistir ||"
    found = only(hand(text, players=players(10_000, 250, 10_000, 10_000)))
    assert (found.code, found.seat, found.rule, found.amount) == ("NB-CAVE", 2, "NB R48 e", 50)


def test_a_bet_above_the_cave_without_limit() -> None:
    """R63 c: without limit the cave is the limit."""
    text = f"{BLINDS}, 3 repicar 600, 4 desistir, 1 desistir, 2 desistir"
    found = only(hand(text, players=players(10_000, 10_000, 500, 10_000)))
    assert (found.code, found.seat, found.rule) == ("NB-LIM", 3, "NB R63 c")


def raised(extra: int, **fields: object) -> HoldemRecord:
    """Return a hand in which the first to speak raises by ``extra`` beyond the minimum."""
    text = f"{BLINDS}, 3 repicar {100 + extra}, 4 desistir, 1 desistir, 2 desistir"
    return hand(text, **fields)


def opened(bet: int, **fields: object) -> HoldemRecord:
    """Return a hand in which the mão bets on the flop into a pot of 4.00."""
    return hand(f"{CALLS} | 1 apostar {bet}, 2 desistir, 3 desistir, 4 desistir", **fields)


def test_the_least_repique_is_the_minimum() -> None:
    """O15: at least the table's minimum beyond equalling."""
    assert codes(raised(100)) == []
    found = only(raised(99))
    assert (found.code, found.rule, found.amount) == ("NB-RAISE", "OH R15", 1)


def test_the_least_first_bet_is_the_minimum() -> None:
    """R62: a bet is never below the minimum."""
    assert codes(opened(100)) == []
    found = only(opened(99))
    assert (found.code, found.rule, found.seat) == ("BET-MIN", "NB R62", 1)


def test_the_rest_of_a_cave_may_be_less_than_the_minimum() -> None:
    """The whole cave is always allowed, as bet and as repique."""
    assert codes(raised(30, players=players(10_000, 10_000, 130, 10_000))) == []
    assert codes(opened(40, players=players(140, 10_000, 10_000, 10_000))) == []


@pytest.mark.parametrize(
    ("limit", "k", "highest"),
    [
        # The pot is 1.50; who speaks first must add 1.00 to equal.
        ("pote", 1, 150),  # 1.50
        ("pote", 2, 250),  # 1.50 + 1.00: the pot after equalling
        ("pote", 3, 350),  # 1.50 + 2.00
        ("com_limite", 1, 100),  # half of 1.50 is 0.75: below the minimum, which stays allowed
        ("com_limite", 2, 125),
        ("com_limite", 3, 175),
    ],
)
def test_the_highest_repique(limit: str, k: int, highest: int) -> None:
    """O15, R63: the pot with the last bet counted once, twice or three times, or half of that."""
    assert codes(raised(highest, limit=limit, k=k)) == []
    found = only(raised(highest + 1, limit=limit, k=k))
    code, letter = ("NB-RAISE", "b") if limit == "pote" else ("NB-LIM", "a")
    assert (found.code, found.amount) == (code, 1)
    assert found.rule.endswith(f"NB R63 {letter}")


@pytest.mark.parametrize(("limit", "highest"), [("pote", 400), ("com_limite", 200)])
def test_the_highest_first_bet(limit: str, highest: int) -> None:
    """R63 a, b: the pot of 4.00, or half of it."""
    assert codes(opened(highest, limit=limit)) == []
    assert codes(opened(highest + 1, limit=limit)) == [("NB-LIM", 1)]


def test_a_first_bet_may_be_called_repicar() -> None:
    """R29 d: "jogo mais" is said of the first bet too; it is no repique."""
    text = f"{CALLS} | 1 repicar 300, 2 desistir, 3 desistir, 4 desistir"
    assert codes(hand(text, limit="pote")) == []


def test_a_limit_that_was_not_declared_is_not_judged() -> None:
    """Without the table's way to fix the maximum there is none to break."""
    assert codes(raised(9_000, limit=None)) == []


def test_the_declared_maximum() -> None:
    """R30: no further than the table's maximum in money."""
    assert codes(raised(250, maximum=250)) == []
    assert codes(raised(251, maximum=250)) == [("NB-LIM", 3)]


@pytest.mark.parametrize(
    ("maximum", "good"), [(500, True), (250, True), (501, False), (249, False)]
)
def test_the_minimum_is_twenty_to_forty_per_cent_of_the_maximum(
    maximum: int, *, good: bool
) -> None:
    """R62: 1.00 is 20 % of 5.00 and 40 % of 2.50."""
    assert codes(hand(maximum=maximum)) == ([] if good else [("NB-LIM", None)])


def reraised(*extras: int, before: str = BLINDS, **fields: object) -> HoldemRecord:
    """Return a hand in which 3, 4, 1, 2, 3 … each raise by so much, then all others give up."""
    chips = {1: 50, 2: 100, 3: 0, 4: 0}
    level, said, order = 100, [before], [3, 4, 1, 2] * 2
    for seat, extra in zip(order, extras, strict=False):
        level += extra
        said.append(f"{seat} repicar {level - chips[seat]}")
        chips[seat] = level
    last = order[len(extras) - 1]
    position = order.index(last)
    said.extend(f"{seat} desistir" for seat in order[position + 1 : position + 4])
    return hand(", ".join(said), **fields)


def test_three_repiques_a_turn() -> None:
    """O16: a fourth is one too many while more than two are in the hand."""
    assert codes(reraised(100, 100, 100)) == []
    found = only(reraised(100, 100, 100, 100))
    assert (found.code, found.seat, found.rule) == ("NB-RAISE", 2, "OH R16")
    assert (found.expected, found.recorded) == ("3", "4")


def test_the_number_of_repiques_is_the_tables() -> None:
    """A record from outside the law may declare another number, or none."""
    assert codes(reraised(100, 100, 100, 100, repiques=None)) == []
    assert codes(reraised(100, 100, repiques=1)) == [("NB-RAISE", 4)]


def test_two_in_the_hand_may_raise_without_end() -> None:
    """O16, R38: only two are left, the others gave up before."""
    text = (
        f"{BLINDS}, 3 desistir, 4 desistir, 1 repicar 150, 2 repicar 200, 1 repicar 200,"
        " 2 repicar 200, 1 repicar 200, 2 desistir"
    )
    assert codes(hand(text)) == []


def test_each_turn_has_its_own_repiques() -> None:
    """O16: the count begins again after the flop, and a first bet is none."""
    text = (
        f"{BLINDS}, 3 repicar 200, 4 repicar 300, 1 repicar 350, 2 desistir, 3 acompanhar 200,"
        " 4 acompanhar 100 | 1 apostar 100, 3 repicar 200, 4 repicar 300, 1 repicar 300,"
        " 3 desistir, 4 desistir"
    )
    assert codes(hand(text)) == []


def test_nobody_raises_his_own_bet() -> None:
    """R26: 3 raised, 4 went in with less than a full repique, so 3 may only follow."""
    start = f"{BLINDS}, 3 repicar 300, 4 repicar 350, 1 desistir, 2 desistir"
    caves = players(10_000, 10_000, 10_000, 350)
    rest = " |||"
    assert codes(hand(f"{start}, 3 acompanhar 50{rest}", players=caves)) == []
    found = judge(hand(f"{start}, 3 repicar 150{rest}", players=caves)).found
    assert [(one.code, one.seat, one.rule) for one in found] == [("NB-RAISE", 3, "NB R26")]


def test_a_full_repique_gives_all_the_four_options_again() -> None:
    """R31: 4 raised in full, so 3 may raise again."""
    text = (
        f"{BLINDS}, 3 repicar 300, 4 repicar 500, 1 desistir, 2 desistir, 3 repicar 400, 4 desistir"
    )
    assert codes(hand(text)) == []


def test_the_forced_bet_is_no_bet_of_ones_own() -> None:
    """R26 with the page's decision: the grande aposta may raise though nobody raised it."""
    text = f"{CALLS.replace('2 passar', '2 repicar 100')}, 3 desistir, 4 desistir, 1 desistir"
    assert codes(hand(text)) == []


def test_a_pass_is_no_bet_of_ones_own() -> None:
    """R29 b: who passed may raise the bet of another."""
    text = f"{CALLS} | 1 passar, 2 apostar 100, 3 desistir, 4 desistir, 1 repicar 300, 2 desistir"
    assert codes(hand(text)) == []


def test_a_raise_not_announced() -> None:
    """R58 e: who says nothing equals; what he put in beyond should have gone back."""
    text = f"{CALLS} | 1 apostar 100, 2 acompanhar 300, 3 desistir, 4 desistir, 1 desistir"
    found = only(hand(text))
    assert (found.code, found.rule, found.amount) == ("NB-RAISE", "NB R58 e", 200)


def test_chips_with_a_word_that_puts_none_in() -> None:
    """R29 a, b: giving up and passing put nothing in."""
    text = f"{CALLS} | 1 passar 10, 2 desistir, 3 desistir, 4 desistir"
    assert codes(hand(text)) == [("NB-TURN", 1)]
    assert codes(hand(f"{BLINDS}, 3 desistir 10, 4 desistir, 1 desistir")) == [("NB-TURN", 3)]


def test_betting_needs_a_table_that_records_decisions() -> None:
    """A table that records no decisions is not judged by them."""
    text = f"{BLINDS}, 4 repicar 30, 1 passar"
    assert codes(hand(text, records=("payouts",))) == []


# Faults of table, caves, cards.


def test_seats_of_the_table() -> None:
    """R4 c, R8: ten places, one player each."""
    good = structs.replace(players(10_000)[0], seat=10, cards=HOLES[4], absent=True)
    assert codes(hand(players=(*players(*[10_000] * 4), good))) == []
    eleven = structs.replace(good, seat=11)
    assert codes(hand(players=(*players(*[10_000] * 4), eleven))) == [("NB-SEATS", 11)]
    twice = structs.replace(good, seat=4, cards=())
    assert codes(hand(players=(*players(*[10_000] * 4), twice))) == [("NB-SEATS", 4)]


HEADS_UP = "1 pequena 50, 2 grande 100, 1 acompanhar 50, 2 passar" + " | 1 passar, 2 passar" * 3


def test_four_players_are_the_least_two_online() -> None:
    """001 n.24, R11; online O65. Resting players are still seated."""
    three = players(*[10_000] * 3)
    text = f"{BLINDS}, 3 desistir, 1 desistir"
    assert codes(hand(text, players=three)) == [("NB-MIN4", None)]
    away = structs.replace(players(10_000)[0], seat=4, absent=True, cards=())
    assert codes(hand(text, players=(*three, away))) == []
    assert codes(online(HEADS_UP, players=players(10_000, 10_000))) == []
    assert ("NB-MIN4", None) in codes(online("", players=players(10_000)))


def test_portugal_knows_no_online_variant() -> None:
    """001 has no online section; the hand is settled by the physical rules, under its numbers."""
    record = online(profile="pt-2007@1")
    assert codes(record) == [("ONL-NONE", None)]
    verdict = judge(structs.replace(record, mode="physical"))
    assert verdict.found == ()
    assert verdict.settlement.lines[0].rules == ("001 n.17", "001 n.18", "001 n.94", "001 n.65")


def test_two_players_the_mao_posts_the_pequena_and_speaks_first() -> None:
    """The page's decision for two: the mão speaks first in every turn."""
    assert codes(online(HEADS_UP, players=players(10_000, 10_000))) == []


def test_the_cave_at_the_start_of_a_hand() -> None:
    """O8: below the minimum a player restores his cave or leaves."""
    short = "1 pequena 50, 2 grande 100, 3 desistir, 4 desistir, 1 desistir"
    assert codes(hand(short, players=players(10_000, 10_000, 100, 10_000))) == []
    assert codes(hand(short, players=players(10_000, 10_000, 99, 10_000))) == [("NB-CAVE", 3)]


def test_a_newcomers_cave_is_the_average() -> None:
    """R14: the mean of those seated before, rounded down, and never below O7's minimum."""
    caves = (1_000, 2_000, 2_001, 1_667)
    text = "1 pequena 50, 2 grande 100, 3 desistir, 4 desistir, 1 desistir"
    assert codes(hand(text, players=players(*caves, entered={4: True}))) == []
    low = players(1_000, 2_000, 2_001, 1_666, entered={4: True})
    assert codes(hand(text, players=low)) == [("NB-CAVE", 4)]
    new = players(*caves, entered={4: True})
    assert codes(hand(text, players=new, entry_minimum=3_000)) == [("NB-CAVE", 4)]
    all_new = players(*caves, entered=dict.fromkeys(range(1, 5), True))
    assert codes(hand(text, players=all_new)) == [], "the first hand: the initial caves"


@pytest.mark.parametrize(
    ("before", "away", "good"),
    [
        (4, (), True),
        (3, (), False),  # seat 4 was passed over
        (1, (), False),  # the marker stayed
        (2, (), False),  # it went back
        (3, (4,), True),  # seat 4 is away
        (2, (3, 4), True),
    ],
)
def test_the_mao_passes_to_the_next_who_plays(
    before: int, away: tuple[int, ...], *, good: bool
) -> None:
    """R15, O9: clockwise, over places whose players do not play."""
    seated = players(
        *[10_000] * 4,
        absent=dict.fromkeys(away, True),
        cards=dict.fromkeys(away, ()),
    )
    text = ", ".join(act for act in BLINDS.split(", ") if int(act[0]) not in away)
    acts_ = [f"{seat} desistir" for seat in (3, 4, 1, 2) if seat not in away][:-1]
    found = codes(hand(", ".join([text, *acts_]), mao_before=before, players=seated))
    assert found == ([] if good else [("NB-BTN", 1)])


def test_the_mao_sits_at_the_table() -> None:
    """R15: the marker stands before a player."""
    assert codes(hand(mao=7)) == [("NB-BTN", 7)]


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"board": (*BOARD[:4], "As")}, "As"),
        ({"board": (*BOARD[:4], "1x")}, "1x"),
        ({"burns": (Burn(card="As"), Burn(common=3), Burn(common=4))}, "As"),
        ({"burns": (Burn(card="2d"), Burn(card="2d", common=3), Burn(common=4))}, "2d"),
    ],
)
def test_cards_that_cannot_be(fields: dict[str, Any], what: str) -> None:
    """O2: one of each of 52; a card seen twice, or none of them, is impossible."""
    found = [one for one in judge(hand(**fields)).found if one.code == "RES-IMPOSS"]
    assert [one.recorded for one in found] == [what]


def test_impossible_common_cards_decide_nothing() -> None:
    """A board with a card that somebody holds: nobody can say who has won."""
    result = settled(hand(board=(*BOARD[:4], "As"), payments=()))
    assert {line.outcome for line in result.lines} == {Outcome.PENDENTE}


def test_unknown_cards_are_not_impossible() -> None:
    """A card nobody could know is no fault."""
    hidden = {4: (None, None)}
    assert codes(hand(players=players(*[10_000] * 4, cards=hidden))) == []


@pytest.mark.parametrize("own", [("9s",), ("9s", "9d", "9c")])
def test_a_hand_of_another_number_of_cards(own: tuple[str, ...]) -> None:
    """R66 b: two own cards each, or the hand is void."""
    record = hand(players=players(*[10_000] * 4, cards={2: own}))
    assert codes(record) == [("NB-MIS", 2)]
    assert codes(hand(void=Void(cause="numero_de_cartas"), players=record.players)) == []


def test_cards_shown_are_cards_dealt() -> None:
    """Nobody can show what he was not dealt, nor a card that lies elsewhere."""
    hidden = players(*[10_000] * 4, cards={2: ("9s", None)})
    assert codes(hand(players=hidden, shown=(Shown(seat=2, cards=("9d", "9s")),))) == []
    two = (Shown(seat=2, cards=("9d", "2s")),)
    assert codes(hand(players=hidden, shown=two)) == [("RES-IMPOSS", 2)]
    common = (Shown(seat=2, cards=("Ah", "9s")),)
    assert codes(hand(players=hidden, shown=common)) == [("RES-IMPOSS", None)]
    assert codes(hand(shown=(Shown(seat=2, cards=("9d", "9s")),))) == []
    assert codes(hand(shown=(Shown(seat=2, cards=("9d", "2s")),))) == [("RES-IMPOSS", 2)]


@pytest.mark.parametrize(
    ("text", "count", "good"),
    [
        (CHECKED, 5, True),
        (CHECKED, 4, False),
        (CHECKED, 3, False),
        (BLINDS + ", 3 desistir, 4 desistir, 1 desistir", 0, True),
        (BLINDS + ", 3 desistir, 4 desistir, 1 desistir", 3, False),
        (f"{CALLS} | 1 apostar 100, 2 desistir, 3 desistir, 4 desistir", 3, True),
        (f"{CALLS} | 1 apostar 100, 2 desistir, 3 desistir, 4 desistir", 4, False),
        (f"{CALLS} | 1 apostar 100, 2 desistir, 3 desistir, 4 desistir", 0, False),
    ],
)
def test_common_cards_missing_or_too_many(text: str, count: int, *, good: bool) -> None:
    """R32-R36, R43: five at a showdown, and none turned after only one was left."""
    burns = tuple(Burn(common=common) for common in (0, 3, 4)[: {0: 0, 3: 1, 4: 2, 5: 3}[count]])
    found = codes(hand(text, board=BOARD[:count], burns=burns))
    assert found == ([] if good else [("RES-IMPOSS", None)])


def test_cards_need_a_table_that_records_them() -> None:
    """No cards recorded, no fault of cards."""
    assert codes(hand(board=(), records=("bets", "decisions"))) == []


@pytest.mark.parametrize(
    ("burns", "rules"),
    [
        ((0, 3, 4), []),
        ((3, 4), ["NB R32"]),
        ((0, 4), ["NB R34"]),
        ((0, 3), ["NB R36"]),
        ((), ["NB R32", "NB R34", "NB R36"]),
        ((0, 0, 3, 4), ["NB R32"]),
        ((0, 3, 4, 5), ["NB R36"]),
    ],
)
def test_one_card_is_burned_before_each_phase(burns: tuple[int, ...], rules: list[str]) -> None:
    """R32, R34, R36: neither none nor two."""
    record = hand(burns=tuple(Burn(common=common) for common in burns))
    assert [(one.code, one.rule) for one in judge(record).found] == [
        ("NB-BURN", rule) for rule in rules
    ]


def test_burns_need_a_table_that_records_them() -> None:
    """Most tables do not record burned cards."""
    assert codes(hand(burns=(), records=("bets", "decisions", "cards", "payouts"))) == []


def test_nonsense_is_a_fault_and_the_hand_goes_on() -> None:
    """Words that mean nothing, seats nobody sits at, chips below nothing, cards turned back."""
    assert ("RES-IMPOSS", 3) in codes(hand(CHECKED.replace("3 passar", "3 cantar", 1)))
    assert ("RES-IMPOSS", 9) in codes(hand(CHECKED.replace("3 passar", "9 apostar 100", 1)))
    assert ("RES-IMPOSS", 3) in codes(hand(CHECKED.replace("3 passar", "3 apostar -100", 1)))
    turned = structs.replace(
        hand(), actions=(*hand().actions, Action(seat=1, action="passar", common=3))
    )
    assert ("RES-IMPOSS", 1) in codes(turned)
    assert judge(HoldemRecord()).settlement.lines == ()


# Money: cagnotte, side pots, splits.


def test_the_cagnottes_rate_is_five_per_cent_at_most() -> None:
    """R65 a: a higher rate is a fault, and no more than five per cent is due to the house."""
    assert codes(hand(cagnotte_ppm=50_000)) == []
    record = hand(cagnotte_ppm=60_000)
    assert codes(record) == [("NB-RAKE", None)]
    assert [one.amount for one in settled(record).commissions] == [20]


def test_a_cagnotte_that_was_not_the_hands() -> None:
    """R65 a: 5 % of 4.00 is 0.20; who took 0.30 and paid 3.70 made one fault, not two."""
    record = hand(cagnotte_ppm=50_000, cagnotte_taken=20)
    assert codes(record) == []
    taken = structs.replace(record, cagnotte_taken=30, payments=(Payment(seat=1, amount=370),))
    found = only(taken)
    assert (found.code, found.expected, found.recorded, found.amount) == (
        "NB-RAKE",
        "0.20",
        "0.30",
        10,
    )
    short = structs.replace(taken, payments=(Payment(seat=1, amount=360),))
    assert codes(short) == [("NB-RAKE", None), ("PAY-DIFF", 1)]


def test_the_cagnotte_has_the_houses_maximum() -> None:
    """R65 a: "pode fixar o quantitativo máximo"."""
    assert [
        one.amount for one in settled(hand(cagnotte_ppm=50_000, cagnotte_maximum=7)).commissions
    ] == [7]


def test_an_encavado_paid_beyond_his_pots() -> None:
    """R40, R41: he plays for 3 times 2.50 only; who gave him all broke that rule."""
    text = f"{CALLS} | 1 apostar 150, 2 repicar 300, 3 acompanhar 300, 4 desistir"
    text += " | 2 passar, 3 passar" * 2
    caves = players(250, 10_000, 10_000, 10_000)
    record = hand(text, players=caves)
    assert dues(record) == {1: 850, 2: 300}
    wrong = structs.replace(record, payments=(Payment(seat=1, amount=1_150),))
    assert codes(wrong) == [("NB-SIDE", 1), ("NB-SIDE", 2)]
    other = structs.replace(
        record, payments=(Payment(seat=1, amount=850), Payment(seat=3, amount=300))
    )
    assert codes(other) == [("PAY-NONE", 2), ("PAY-DIFF", 3)]


def split_hand(**fields: object) -> HoldemRecord:
    """Return a hand whose pot of 6.00 goes to seats 1 and 2 alike."""
    text = f"{CALLS} | {PASSES} | {PASSES} | 1 passar, 2 apostar 100, 3 desistir, 4 desistir,"
    own = {1: ("Ac", "9s"), 2: ("As", "9d"), 3: ("6s", "6d"), 4: ("5s", "5d")}
    return hand(
        f"{text} 1 acompanhar 100",
        players=players(*[10_000] * 4, cards=own),
        **fields,
    )


def test_a_pot_split_otherwise() -> None:
    """R55: 6.00 for two in chips of 1.00 is 3.00 each; of 2.00 the mão has 4.00, the other 2.00."""
    even = split_hand()
    assert dues(even) == {1: 300, 2: 300}
    odd = split_hand(unit=200)
    assert dues(odd) == {1: 400, 2: 200}
    assert codes(odd) == []
    halves = (Payment(seat=1, amount=300), Payment(seat=2, amount=300))
    found = judge(structs.replace(odd, payments=halves)).found
    assert [(one.code, one.seat, one.rule, one.amount) for one in found] == [
        ("NB-SPLIT", 1, "NB R55", -100),
        ("NB-SPLIT", 2, "NB R55", 100),
    ]
    swapped = (Payment(seat=1, amount=200), Payment(seat=2, amount=400))
    assert [code for code, _ in codes(structs.replace(odd, payments=swapped))] == ["NB-SPLIT"] * 2


def test_a_pot_paid_to_the_wrong_player() -> None:
    """R57 a: the cards decide; who was paid instead is PAY-DIFF, who was not is PAY-NONE."""
    record = structs.replace(hand(), payments=(Payment(seat=2, amount=400),))
    assert codes(record) == [("PAY-NONE", 1), ("PAY-DIFF", 2)]


def test_pots_may_be_paid_one_by_one() -> None:
    """Payments of several pots are compared by their sum for the seat."""
    record = three_encavados()
    third = [Payment(seat=3, amount=4_350 - 191, pot=0), Payment(seat=3, amount=3_750 - 165, pot=1)]
    rest = [payment for payment in record.payments if payment.seat != 3]
    assert codes(structs.replace(record, payments=(*third, *rest))) == []


# Properties.


def play(rng: random.Random) -> HoldemRecord:  # noqa: C901, PLR0912, PLR0915 - one hand in one go
    """Play a hand by the rules, without limit, and record it.

    Written as a table plays, not as the product checks: whose turn it is comes from a queue of
    those who still have to speak, which a bet refills.
    """
    count = rng.randint(4, 9)
    seats = sorted(rng.sample(range(1, 11), count))
    start = rng.randrange(count)
    order = seats[start:] + seats[:start]
    minimum = 2 * rng.randint(1, 30)
    cave = {seat: minimum * rng.randint(1, 40) + rng.randint(0, 9) for seat in seats}
    stacks = dict(cave)
    deck = rng.sample(DECK, len(DECK))
    own = {seat: (deck.pop(), deck.pop()) for seat in seats}
    folded: set[int] = set()
    actions: list[Action] = []
    board: list[str] = []
    burns: list[Burn] = []

    for turn, common in enumerate(COMMON):
        bet = dict.fromkeys(seats, 0)
        may_raise = dict.fromkeys(seats, True)
        level, repiques = 0, 0

        def put(seat: int, chips: int, word: str) -> None:
            cave[seat] -= chips
            bet[seat] += chips  # noqa: B023 - used within this turn only
            actions.append(Action(seat=seat, action=word, added=chips, common=common))  # noqa: B023

        queue = list(order)
        if not turn:
            put(order[0], min(minimum // 2, cave[order[0]]), "pequena_aposta")
            put(order[1], min(minimum, cave[order[1]]), "grande_aposta")
            level = minimum
            queue = order[2:] + order[:2]
        while queue:
            seat = queue.pop(0)
            others = [one for one in seats if one != seat and one not in folded]
            if seat in folded or not cave[seat] or not others:
                continue
            highest = max(bet[one] for one in others)
            if not any(cave[one] for one in others) and bet[seat] >= highest:
                continue
            missing = level - bet[seat]
            options = ["passar"] if not missing else ["desistir", "acompanhar", "acompanhar"]
            least = missing + minimum
            if may_raise[seat] and (repiques < 3 or len(others) == 1):
                options.append("repicar")
            word = rng.choice(options)
            if word == "repicar" and cave[seat] < least:
                word = rng.choice(["tudo", options[0]])
            if word == "desistir":
                folded.add(seat)
                actions.append(Action(seat=seat, action=word, common=common))
            elif word == "passar":
                actions.append(Action(seat=seat, action=word, common=common))
            elif word == "acompanhar":
                put(seat, min(missing, cave[seat]), word)
                may_raise[seat] = False
            else:
                most = cave[seat]
                chips = (
                    most if word == "tudo" else rng.choice([least, rng.randint(least, most), most])
                )
                if chips <= missing:
                    put(seat, chips, "acompanhar")
                    continue
                full = chips >= least
                put(seat, chips, "repicar" if level else "apostar")
                if full:
                    repiques += bool(level)
                    may_raise = dict.fromkeys(seats, True)
                may_raise[seat] = False
                level = bet[seat]
                place = order.index(seat)
                queue = order[place + 1 :] + order[:place]
        if len(folded) == count - 1 or turn == 3:
            break
        burns.append(Burn(card=deck.pop(), common=common))
        board.extend(deck.pop() for _ in range(3 if not turn else 1))
    return HoldemRecord(
        minimum=minimum,
        limit="sem_limite",
        unit=rng.choice([None, 1, 5, 2 * minimum]),
        method=rng.choice([None, "proporcional"]),
        cagnotte_ppm=rng.choice([0, 50_000, 33_333]),
        cagnotte_maximum=rng.choice([None, 7]),
        mao=order[0],
        players=tuple(Player(seat=seat, stack=stacks[seat], cards=own[seat]) for seat in seats),
        actions=tuple(actions),
        board=tuple(board),
        burns=tuple(burns),
    )


played = st.integers(0, 2**32).map(lambda seed: play(random.Random(seed)))


def put_in(record: HoldemRecord) -> Counter[int]:
    """Add up each seat's chips from the acts alone."""
    chips: Counter[int] = Counter()
    for action in record.actions:
        chips[action.seat] += max(action.added, 0)
    return chips


def assert_conserved(record: HoldemRecord, result: Settlement) -> None:
    """Σ stakes = Σ due + cagnotte, and every stake has its line."""
    assert {line.seat: line.stake for line in result.lines if line.stake} == +put_in(record)
    if any(line.outcome is Outcome.PENDENTE for line in result.lines):
        assert not any(line.due for line in result.lines)
        return
    due = sum(line.due for line in result.lines)
    taken = sum(one.amount for one in result.commissions)
    assert sum(line.stake for line in result.lines) == due + taken
    assert all(line.due >= 0 and line.prize >= 0 for line in result.lines)


@given(played)
def test_a_hand_played_by_the_rules_has_no_fault(record: HoldemRecord) -> None:
    """Whatever is played, with any number of encavados, every act is found legal."""
    record = structs.replace(record, payments=paid(record))
    assert codes(record) == []


@given(played)
def test_money_is_conserved(record: HoldemRecord) -> None:
    """What was put in is paid out, but for the cagnotte."""
    assert_conserved(record, settled(record))


def by_hand(record: HoldemRecord) -> Counter[int]:
    """Divide a hand chip by chip, with another evaluator: layers, no cagnotte."""
    stakes = put_in(record)
    order = [player.seat for player in record.players]
    while order[0] != record.mao:
        order.append(order.pop(0))
    own = {player.seat: player.cards for player in record.players}
    folded = {action.seat for action in record.actions if action.action == "desistir"}
    live = [seat for seat in order if seat not in folded]
    due: Counter[int] = Counter()
    first, second = sorted(stakes.values(), reverse=True)[:2]
    for seat in live:
        if stakes[seat] == first > second:
            due[seat] += first - second
            stakes[seat] = second
    pots: Counter[tuple[int, ...]] = Counter()
    top = max(stakes[seat] for seat in live)
    for stake in stakes.values():
        for chip in range(1, stake + 1):
            pots[tuple(seat for seat in live if stakes[seat] >= min(chip, top))] += 1
    unit = record.unit or record.minimum
    for eligible, amount in pots.items():
        winners = list(eligible)
        if len(eligible) > 1:
            rank = {
                seat: evaluate_cards(*[card for card in (*own[seat], *record.board) if card])
                for seat in eligible
            }
            winners = [seat for seat in eligible if rank[seat] == min(rank.values())]
        for chip in range(amount // unit):
            due[winners[chip % len(winners)]] += unit
        due[winners[0]] += amount % unit
    return +due


@given(played)
def test_dividing_chip_by_chip_gives_the_same(record: HoldemRecord) -> None:
    """R28, R39, R40, R55 over random hands, against a method that knows no layers."""
    record = structs.replace(record, method="camadas", cagnotte_ppm=0)
    assert dues(record) == by_hand(record)


@given(played)
def test_nobody_wins_more_from_another_than_his_own_stake(record: HoldemRecord) -> None:
    """R40: an encavado gets of each stake no more than he put in himself (layers)."""
    record = structs.replace(record, method="camadas", cagnotte_ppm=0)
    stakes = put_in(record)
    for line in settled(record).lines:
        assert line.due <= sum(min(stake, line.stake) for stake in stakes.values())


@given(played, st.integers(0, 9), st.permutations("cdhs"))
def test_where_the_list_begins_and_which_suits_change_nothing(
    record: HoldemRecord, turn: int, suits: list[str]
) -> None:
    """Players may be listed from any seat on, and suits are but names."""
    expected = settled(record)
    turn %= len(record.players)
    recoloured = dict(zip("cdhs", suits, strict=True))

    def changed(cards: tuple[str | None, ...]) -> tuple[str | None, ...]:
        return tuple(card and card[0] + recoloured[card[1]] for card in reversed(cards))

    other = structs.replace(
        record,
        board=changed(record.board),
        burns=tuple(structs.replace(one, card=None) for one in record.burns),
        players=tuple(
            structs.replace(one, cards=changed(one.cards))
            for one in record.players[turn:] + record.players[:turn]
        ),
    )
    result = settled(other)
    assert {line.seat: line.due for line in result.lines} == {
        line.seat: line.due for line in expected.lines
    }
    assert result.pots == expected.pots
    assert judge(structs.replace(other, payments=paid(other))).found == ()


@given(played, st.randoms(use_true_random=False))
def test_the_order_of_acts_moves_no_money(record: HoldemRecord, rng: random.Random) -> None:
    """Acts in disorder are faults of the betting; the pots come from chips and cards alone."""
    out = {action.seat for action in record.actions if action.action == "desistir"}
    acts_ = list(record.actions)
    rng.shuffle(acts_)
    mixed = structs.replace(record, actions=tuple(acts_))
    if len(out) < len(record.players):
        assert settled(mixed).lines == settled(record).lines
    judge(mixed)


@given(played, st.data())
def test_two_acts_exchanged_are_found(record: HoldemRecord, data: st.DataObject) -> None:
    """O13, O14: if two players who spoke one after the other had spoken the other way round."""
    pairs = [
        index
        for index, (one, two) in enumerate(zip(record.actions, record.actions[1:], strict=False))
        if one.seat != two.seat and one.common == two.common and not one.action.endswith("_aposta")
    ]
    if pairs:
        at = data.draw(st.sampled_from(pairs))
        acts_ = list(record.actions)
        acts_[at], acts_[at + 1] = acts_[at + 1], acts_[at]
        assert judge(structs.replace(record, actions=tuple(acts_), payments=())).found


@given(played, st.lists(st.builds(Payment, seat=st.integers(1, 10), amount=st.integers(0, 999))))
def test_payments_decide_nothing(record: HoldemRecord, payments: list[Payment]) -> None:
    """What is due is the same whatever was paid, or whatever the box holds."""
    other = structs.replace(record, payments=tuple(payments), cagnotte_taken=len(payments))
    assert settled(other) == settled(record)


@given(played, st.integers(1, 500), st.data())
def test_any_wrong_payment_is_found(record: HoldemRecord, amount: int, data: st.DataObject) -> None:
    """One unit too much or too little, to a winner or to anybody, never passes."""
    payments = list(paid(record))
    seat = data.draw(st.sampled_from([player.seat for player in record.players]))
    extra = Payment(seat=seat, amount=amount)
    assert codes(structs.replace(record, payments=(*payments, extra)))
    assert codes(structs.replace(record, payments=tuple(payments[1:])))


WORD = st.sampled_from(
    [
        "desistir",
        "passar",
        "acompanhar",
        "repicar",
        "apostar",
        "pequena_aposta",
        "grande_aposta",
        "valor_reposto",
        "xyz",
    ]
)
CARD = st.one_of(st.sampled_from([*DECK, "1x", ""]), st.none())
AMOUNT = st.integers(-50, 400)
WILD = st.builds(
    HoldemRecord,
    minimum=st.integers(0, 50),
    maximum=st.none() | AMOUNT,
    limit=st.sampled_from(["com_limite", "pote", "sem_limite", None]),
    k=st.integers(-1, 4),
    repiques=st.none() | st.integers(0, 3),
    unit=st.none() | AMOUNT,
    method=st.sampled_from(["camadas", "proporcional", None]),
    cagnotte_ppm=st.integers(0, 90_000),
    cagnotte_maximum=st.none() | AMOUNT,
    cagnotte_taken=st.none() | AMOUNT,
    mao=st.integers(0, 6),
    mao_before=st.none() | st.integers(0, 12),
    mode=st.sampled_from(["physical", "shared"]),
    void=st.none()
    | st.builds(
        Void,
        cause=st.sampled_from(["carta_danificada", "avaria"]),
        side=st.sampled_from(["operator", "player", "unknown"]),
    ),
    players=st.lists(
        st.builds(
            Player,
            seat=st.integers(0, 6),
            stack=st.none() | AMOUNT,
            cards=st.lists(CARD, max_size=3).map(tuple),
            absent=st.booleans(),
            entered=st.booleans(),
            owed=st.none() | AMOUNT,
            hands_without_bet=st.none() | st.integers(0, 9),
        ),
        max_size=6,
    ).map(tuple),
    actions=st.lists(
        st.builds(
            Action,
            seat=st.integers(0, 7),
            action=WORD,
            added=AMOUNT,
            common=st.sampled_from([0, 0, 0, 1, 3, 4, 5, 6]),
        ),
        max_size=14,
    ).map(tuple),
    board=st.lists(CARD, max_size=6).map(tuple),
    burns=st.lists(st.builds(Burn, card=CARD, common=st.integers(0, 6)), max_size=4).map(tuple),
    shown=st.lists(
        st.builds(
            Shown,
            seat=st.integers(0, 7),
            cards=st.lists(st.sampled_from([*DECK, "1x"]), max_size=3).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
    payments=st.lists(st.builds(Payment, seat=st.integers(0, 7), amount=AMOUNT), max_size=3).map(
        tuple
    ),
)


@given(WILD)
def test_nonsense_is_faults_never_an_exception(record: HoldemRecord) -> None:
    """A record no table could make is judged all the same, and its money conserved."""
    verdict = judge(record)
    assert_conserved(record, verdict.settlement)
    assert {one.code for one in verdict.found} <= set(CODES)
    describe(verdict.settlement)


@given(WILD, st.integers(-10, 300))
def test_sums_said_in_nonsense_lose_no_money(record: HoldemRecord, said: int) -> None:
    """R25 in a record no table could make: what is due is what the stakes are."""
    actions = tuple(structs.replace(one, announced=said) for one in record.actions)
    result = judge(structs.replace(record, actions=actions)).settlement
    if any(line.outcome is Outcome.PENDENTE for line in result.lines):
        return
    due = sum(line.due for line in result.lines) + sum(one.amount for one in result.commissions)
    assert sum(line.stake for line in result.lines) == due


@given(played)
def test_a_record_is_the_same_after_json(record: HoldemRecord) -> None:
    """``razao replay`` takes records as JSON, told apart by the field ``game``."""
    assert decode_record(msgspec.json.encode(record)) == record


# Rules accounted for.


def test_every_rule_number_is_accounted_for() -> None:
    """General rules 1-66, Omaha e Hold'em 1-19 and online 60-75."""
    rules = {one.rule for one in COVERAGE}
    assert {f"R{number}" for number in range(1, 67)} <= rules
    assert {f"O{number}" for number in (*range(1, 20), *range(60, 76))} <= rules


def test_no_rule_is_missing() -> None:
    """Every rule is applied, raises a code, or says why nobody can check it."""
    assert [one.rule for one in COVERAGE if one.status == "missing"] == []
    numbers = {f"001 n.{number}" for number in range(1, 95)} - {"001 n.7"}
    assert numbers | {"001 n.7 a", "001 n.7 b"} <= {one.rule for one in COVERAGE}


# Real hands.


@pytest.fixture(scope="module")
def real() -> list[dict[str, Any]]:
    """Give the 4,000 hands, if the data lie beside the repository."""
    if not pluribus.PATH.exists():
        pytest.skip(f"the real hands are not at {pluribus.PATH}")
    return list(pluribus.hands())


def test_real_hands_are_paid_as_replay_says_and_have_no_fault(real: list[dict[str, Any]]) -> None:
    """4,000 hands: collected and returned agree seat by seat, and every act was legal."""
    assert len(real) == 4_000
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
