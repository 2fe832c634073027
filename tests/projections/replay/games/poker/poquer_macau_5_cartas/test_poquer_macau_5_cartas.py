"""Macau five-card poker: the order of hands, who speaks, and what every stake is worth.

Every figure is worked by hand from the Portaria's articles, cited by number.
"""

from collections import Counter
from itertools import combinations_with_replacement, pairwise, permutations
from math import comb, prod

import pytest
from msgspec import structs

from projections.replay.games.poker.poquer_macau_5_cartas import (
    COVERAGE,
    Cobrada,
    Jogador,
    Lance,
    MacauRecord,
    Mostrada,
    Queimada,
    Revelada,
    settle,
)
from projections.replay.games.poker.poquer_macau_5_cartas.ranking import (
    CARDS,
    COMBINATIONS,
    Jogo,
    value_of,
    value_of_counts,
    word_of,
)
from projections.replay.games.poker.poquer_macau_5_cartas.speaking import (
    EXIBIDO,
    ordem_de_fala,
    ordem_de_mostrar,
    valor_exibido,
)
from projections.replay.kit.hands import COUNT_KEY
from projections.replay.profiles.macau_1985 import POQUER_MACAU_5_CARTAS as RULES
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import judge
from projections.replay.settlement import Outcome, describe
from tests.helpers.each import each
from tests.projections.replay.games.poker.poquer_macau_5_cartas.macau_hands import (
    CHECKED,
    ENTRY,
    LAST_PASSED,
    OPENED,
    PASSED,
    RANKS,
    acts,
    codes,
    dues,
    entries,
    jogada,
    jogadores,
    rank,
)

# --- the order of hands (A1, A5) -----------------------------------------------------------------

# By hand, of C(40, 5) = 658,008. Runs: six from A-K-Q-J-10 to 9-8-7-6-5, and A-5-6-7-8: seven.
COUNTS = {
    "naipe_real": 4,
    "sequencia_de_naipe": 6 * 4,
    "quatro_iguais": 10 * 36,
    "trio_par": 10 * 4 * 9 * 6,
    "cor": 4 * (comb(10, 5) - 7),
    "sequencia": 7 * (4**5 - 4),
    "trio": 10 * 4 * comb(9, 2) * 4**2,
    "dois_pares": comb(10, 2) * 6 * 6 * 8 * 4,
    "par": 10 * 6 * comb(9, 3) * 4**3,
    "maior_carta": (comb(10, 5) - 7) * (4**5 - 4),
}
# How many values each combination has: what does not count for A5.3, A5.4 and A5.7 makes no value.
VALUES = {
    "naipe_real": 1,
    "sequencia_de_naipe": 6,
    "quatro_iguais": 10,
    "trio_par": 10,
    "cor": comb(10, 5) - 7,
    "sequencia": 7,
    "trio": 10,
    "dois_pares": comb(10, 2) * 8,
    "par": 10 * comb(9, 3),
    "maior_carta": comb(10, 5) - 7,
}


def all_hands() -> list[tuple[int, tuple[str, ...], bool]]:
    """Return every class of hands: how many there are, one of them, whether of one suit."""
    made: list[tuple[int, tuple[str, ...], bool]] = []
    for ranks in combinations_with_replacement(RANKS, 5):
        held = Counter(ranks)
        if max(held.values()) > 4:
            continue
        suits: Counter[str] = Counter()
        cards: list[str] = []
        for one in ranks:
            cards.append(one + "shdc"[suits[one]])
            suits[one] += 1
        number = prod(comb(4, count) for count in held.values())
        if len(held) == 5:
            mixed = (*cards[:4], cards[4][0] + "h")
            made += [(4, tuple(one + "s" for one in ranks), True), (number - 4, mixed, False)]
        else:
            made.append((number, tuple(cards), False))
    return made


def test_every_hand_of_forty_cards_is_counted() -> None:
    """A5: the 658,008 hands fall into the ten combinations as combinatorics has them."""
    counts: Counter[str] = Counter()
    values: dict[str, set[int]] = {word: set() for word in COUNTS}
    for number, cards, suited in all_hands():
        key = sum(COUNT_KEY[card] for card in cards)
        value = value_of_counts(key, suited=suited)
        assert value == value_of(cards)
        counts[word_of(value)] += number
        values[word_of(value)].add(value)
    assert counts == COUNTS
    assert sum(counts.values()) == comb(40, 5) == 658_008
    assert {word: len(found) for word, found in values.items()} == VALUES


def test_the_order_is_the_articles_for_every_pair_of_hands() -> None:
    """A5.1-10: the integers order all classes of hands as an independent reading of A5 does."""
    classes = sorted((rank(cards), value_of(cards)) for _, cards, _ in all_hands())
    for (lower, value), (higher, next_value) in pairwise(classes):
        assert (value < next_value) == (lower < higher)
        assert (value == next_value) == (lower == higher)


def test_the_combinations_stand_as_the_article_numbers_them() -> None:
    """A5: from naipe real down to maior carta; full house above flush."""
    assert list(reversed(COMBINATIONS)) == list(COUNTS)


@each(
    ("higher", "lower"),
    [
        ("Ts 9s 8s 7s 6s", "9h 8h 7h 6h 5h"),  # 2: the sequence of ten beats that of nine
        ("9h 8h 7h 6h 5h", "As 5s 6s 7s 8s"),  # 6: with the ace as four the lowest, suited, too
        ("As 5s 6s 7s 8s", "As Ah Ad Ac Ks"),  # 2 above 3
        ("As Ah Ad Ac 5s", "Ks Kh Kd Kc As"),  # 3
        ("8s 8h 8d 5s 5h", "As Ks Qs Js 9s"),  # 4 above 5
        ("8s 8h 8d 5s 5h", "7s 7h 7d As Ah"),  # 4: whatever the pair
        ("Ts 9s 8s 7s 5s", "Th 9h 8h 6h 5h"),  # 5: the fourth card
        ("6s 7h 8d 9c Ts", "9s 8s 7d 6c 5h"),  # 6
        ("5s 6h 7d 8c 9s", "As 5h 6d 7c 8s"),  # 6
        ("As 5h 6d 7c 8s", "As Ah Ad Kc Qs"),  # 6 above 7
        ("Ks Kh Kd 6c 5s", "Qs Qh Qd Ac Js"),  # 7
        ("Ts Th 6d 6c 5s", "9s 9h 8d 8c As"),  # 8: the higher pair
        ("Ts Th 7d 7c 5s", "Td Tc 6d 6c As"),  # 8: the second pair
        ("Ts Th 7d 7c 6s", "Td Tc 7h 7s 5s"),  # 8: the odd card
        ("Ts Th 9d 7c 6s", "Td Tc 9h 7s 5s"),  # 9: the third odd card
        ("As Th 7d 6c 5s", "Ks Qh Jd Tc 8s"),  # 10
    ],
)
def test_which_hand_is_higher(higher: str, lower: str) -> None:
    """A5, by the examples of the article and one of each step."""
    assert value_of(higher.split()) > value_of(lower.split())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Ks Qs Js Ts", "Ad Kd Qd Jd Td"),  # 1: suits are equal
        ("Ts 9s 8s 7s 6s", "Td 9d 8d 7d 6d"),  # 2
        ("As Ah Ad Ac 5s", "As Ah Ad Ac Kh"),  # 3: the odd card counts for nothing
        ("8s 8h 8d 5s 5h", "8s 8h 8d As Ah"),  # 4: only the trio
        ("Ts 9s 8s 7s 5s", "Td 9d 8d 7d 5d"),  # 5
        ("Ts 9h 8d 7c 6s", "Td 9c 8s 7h 6d"),  # 6
        ("Ks Kh Kd 6c 5s", "Ks Kh Kc Ad Qs"),  # 7: the other cards count for nothing
        ("Ts Th 6d 6c 5s", "Td Tc 6h 6s 5d"),  # 8
        ("Ts Th 9d 7c 6s", "Td Tc 9h 7s 6d"),  # 9
        ("As Th 7d 6c 5s", "Ad Tc 7h 6s 5d"),  # 10
    ],
)
def test_which_hands_are_equal(one: str, other: str) -> None:
    """A5.1-10: no suit decides, and what does not count does not."""
    assert value_of(one.split()) == value_of(other.split())


def test_what_is_no_hand() -> None:
    """A1: the deck goes down to the five; A5: a hand has five different cards."""
    assert len(CARDS) == 40
    with pytest.raises(KeyError):
        value_of(["As", "Ks", "Qs", "Js", "4s"])
    for wrong in ("As Ks Qs Js", "As Ks Qs Js Ts 9s", "As Ks Qs Js Js"):
        with pytest.raises(ValueError, match="expected 5"):
            value_of(wrong.split())


def test_hands_in_words() -> None:
    """Only what counts is named."""
    said = {
        "As Ks Qs Js Ts": ("naipe real", "royal flush"),
        "As 5s 6s 7s 8s": ("sequência de naipe de 8", "straight flush to 8"),
        "As Ah Ad Ac 5s": ("quatro ases", "four aces"),
        "8s 8h 8d 5s 5h": ("trio-par, trio de 8", "full house, three 8"),
        "Ks Kh Kd 6c 5s": ("trio de reis", "three kings"),
        "Ts Th 6d 6c 5s": ("dois pares, 10 e 6, com 5", "two pairs, 10 and 6, with 5"),
        "Qs Qh 9d 7c 6s": ("par de damas, com 9, 7, 6", "pair of queens, with 9, 7, 6"),
        "As Th 7d 6c 5s": ("maior carta: ás, 10, 7, 6, 5", "high card: ace, 10, 7, 6, 5"),
        "Js 9s 7s 6s 5s": ("cor: valete, 9, 7, 6, 5", "flush: jack, 9, 7, 6, 5"),
        "Js Ts 9h 8s 7s": ("sequência de valete", "straight to jack"),
    }
    for cards, (pt, en) in said.items():
        hand = Jogo(value_of(cards.split()))
        assert (f"{hand:pt}", f"{hand:en}") == (pt, en)


# --- who speaks (A10 b-e) ------------------------------------------------------------------------


def speaking(*hands: str) -> list[int] | None:
    """Return the order in which players, from 0, speak by their open cards."""
    opened = {place: tuple(hand.split()) for place, hand in enumerate(hands)}
    return ordem_de_fala(opened, len(hands[0].split()))


@each(
    ("hands", "order"),
    [
        # A10 b: the highest card; of equal ones espadas, copas, paus, ouros.
        (("Kd", "As", "Qh"), [1, 0, 2]),
        (("9d", "9s", "9c", "9h"), [1, 3, 2, 0]),
        # A10 c i: the highest pair; else the highest *second* card, whatever the first.
        (("As Kd", "5h 5d", "Ks Qd"), [1, 0, 2]),
        (("6h 6d", "5h 5d"), [0, 1]),
        (("As 7d", "6s 9h", "Kh 9d"), [1, 2, 0]),
        (("8h 8c", "8s 8d"), [1, 0]),
        # A10 c v: a trio; a pair made with the third card; else the highest third card.
        (("Kh 5d Ks", "6h 6d 6s"), [1, 0]),
        (("Ah Ad 7s", "5h 9d 5s", "Kh Qd Js"), [1, 2, 0]),
        (("5h 9d 9s", "9h Td 9c"), [0, 1]),
        (("Ah Ad 9s", "Kh Qd 9c"), [0, 1]),
        # A10 d, each combination above the next.
        (("Tc Jc Qc Kc", "9s 8s 7s 6s"), [0, 1]),
        (("9s 8s 7s 6s", "Ah Ad As Ac"), [0, 1]),
        (("5h 5d 5s 5c", "As Ks Qs 9s"), [0, 1]),
        (("9s 7s 6s 5s", "Jh Td 9c 8d"), [0, 1]),
        (("8h 7d 6c 5d", "Ah Ad As Kc"), [0, 1]),
        (("5h 5d 5s 9c", "Ah Ad Ks Kc"), [0, 1]),
        (("6h 6d 5s 5c", "Ah Kd 9s Ac"), [0, 1]),
        (("5h Kd 9s 5c", "Ah Ad 9c Kc"), [0, 1]),
        (("Ah Ad 9c Kc", "Kh Qd 9s Jc"), [0, 1]),
        # The example: 10-9-6-7 is no possible sequência; its last card speaks.
        (("Td 9s 6h 7c", "Kh 5d 6s 8c"), [1, 0]),
        # A-5-6-7 is one, the lowest; A-6-7-8 is none.
        (("Ah 5d 7s 6c", "8h 7d 6s 5c", "Ac 6d 7h 8s"), [1, 0, 2]),
        # Any four of A K Q J 10 in one suit are a possible naipe real; a gap matters to runs only.
        (("Ah Kh Qh Th", "Ks Qs Js Ts"), [0, 1]),
        (("Ah Kh Qs Th", "9d 9c 8d 9s"), [1, 0]),
        # Equal ones: rank, then the suit of the highest card of pair, run or hand.
        (("9h 8h 7h 6h", "9s 8s 7s 6s"), [1, 0]),
        (("Kd Kh 6c 6h", "Ks Kc 6s 6d"), [1, 0]),
        (("Jh Ts 9c 8d", "Js Td 9d 8c"), [1, 0]),
        (("Kh Qh 9h 8h", "Ks Qs 9s 7s"), [0, 1]),
        (("Kd Kh 6c 6h", "Kc Ks 7s 7d"), [1, 0]),
    ],
)
def test_who_speaks_before_whom(hands: tuple[str, ...], order: list[int]) -> None:
    """A10 b, c i, c v, d."""
    assert speaking(*hands) == order


def test_each_thing_shown_has_its_name() -> None:
    """A10 d: nine things that four open cards may show, as the article lists them."""
    hands = [
        "As Ks Qs Ts",
        "9s 8s 7s 6s",
        "9s 9h 9d 9c",
        "As Ks Qs 9s",
        "9s 8h 7s 6s",
        "9s 9h 9d 6s",
        "9s 9h 6d 6s",
        "9s 8h 6d 6s",
        "6d 6s 9h 8s",
    ]
    named = [EXIBIDO[valor_exibido(hand.split())[0][0]] for hand in hands]
    assert named == list(reversed(EXIBIDO))


def test_a_card_that_nobody_knows_gives_no_order() -> None:
    """A10: where an open card was not recorded, or is none of the forty, nobody can be blamed."""
    assert ordem_de_fala({0: ("As",), 1: (None,)}, 1) is None
    assert ordem_de_fala({0: ("As",), 1: ("4s",)}, 1) is None
    assert ordem_de_fala({0: ("As", "Ks"), 1: ("Kd",)}, 2) is None


def test_who_turns_the_chave_first() -> None:
    """A10 e: from the right of the best shown, anticlockwise; suits do not count for it."""
    two_pairs = ("Kd", "Kh", "6c", "6h")
    better_suits = ("Ks", "Kc", "6s", "6d")
    pair = ("Ah", "8c", "5c", "As")
    assert ordem_de_mostrar({0: two_pairs, 1: better_suits, 2: pair}) == [1, 2, 0]
    assert ordem_de_mostrar({0: pair, 1: better_suits, 2: two_pairs}) == [2, 0, 1]
    assert ordem_de_mostrar({0: pair, 1: (None, "Kc", "6s", "6d")}) is None
    assert ordem_de_mostrar({}) is None


# --- a jogada from the entry to the payments -----------------------------------------------------

HANDS = {
    3: "Kd 9s Kh 6c 6h",  # kings and sixes, with nine
    7: "Ks 9h Kc 6s 6d",  # the same
    2: "Ah Ad 8c 5c As",  # three aces
    5: "Qc 5d Jd 5h 8s",
}


def page_long() -> MacauRecord:
    """Four at the table, from the dealer's right 3, 7, 2, 5; entry 100.00; seat 2 has 250.00.

    1. Open K♦, K♠, A♥, Q♣: seat 2 must open and bets 50.00, keeping 100.00. At his right sits 5,
       who accepts; 3 raises by 100.00 to 150.00; 7 accepts; 2 puts in his last 100.00 and is
       desfalcado; 5 completes. The third card is dealt from seat 2 on.
    2. 3 shows K♦ K♥, 7 shows K♠ K♣: the pair with espadas speaks. 7 bets 200.01, 5 and 3 accept.
       The fourth card is dealt from 7 on.
    3. Third open cards 6♣, 6♠, 5♣, 5♥; the pairs of kings were not made with them. 7, 3 pass, 5
       bets 100.00, 3 and 7, who passed, accept. The fifth card is dealt from 7 on.
    4. 3 and 7 show kings and sixes; espadas speak. 7 bets 300.01, 5 gives up, 3 raises by the same
       to 600.02, 7 accepts.
    """
    text = (
        "2 apostar 5000, 5 aceitar 5000, 3 elevar 15000, 7 aceitar 15000, 2 aceitar 10000,"
        " 5 aceitar 10000"
        "| 7 apostar 20001, 5 aceitar 20001, 3 aceitar 20001"
        "| 7 passar, 3 passar, 5 apostar 10000, 3 aceitar 10000, 7 aceitar 10000"
        "| 7 apostar 30001, 5 desistir, 3 elevar 60002, 7 aceitar 30001"
    )
    return MacauRecord(
        entrada=ENTRY,
        jogadores=jogadores(HANDS, capital={2: 25_000}),
        lances=entries([3, 7, 2, 5]) + acts(text),
        dadas=(3, 7, 2, 5, 3, 7, 2, 5, 2, 5, 3, 7, 7, 2, 5, 3, 7, 2, 5, 3),
        queimadas=(Queimada(),),
        # The house: 100.00 before the first card; at the end 4% of 3,000.07, which is 120.00.
        comissoes=(Cobrada(valor=10_000, modo="inicial"), Cobrada(valor=12_000)),
        # Seat 2, three aces, the bolo up to his 250.00:
        #   400.00 entries - 100.00 + 4 x 150.00 = 900.00.
        # 3 and 7, equal, the separate one: 3 x 200.01 + 3 x 100.00 + 2 x 600.02 = 2,100.07,
        #   the odd cent to 3, who is first from the dealer's right: 1,050.04 and 1,050.03.
        # Of the 120.00: 12,000 x 90,000 / 300,007 = 3,599.9, 4,200.06 and 4,200.02, so 36.00,
        #   42.00 and 42.00.
        payments=(
            Payment(seat=2, amount=86_400),
            Payment(seat=3, amount=100_804),
            Payment(seat=7, amount=100_803),
        ),
    )


def test_a_jogada_worked_by_hand() -> None:
    """A4-A11: opening, raise, desfalcado, voice by value, who passed calls, tie, commissions."""
    record = page_long()
    assert codes(record) == []
    result = settle(record, RULES)
    assert [(pot.amount, pot.eligible, pot.winners, pot.shares) for pot in result.pots] == [
        (90_000, (3, 7, 2), (2,), (90_000,)),
        (210_007, (3, 7), (3, 7), (105_004, 105_003)),
    ]
    assert {line.seat: (line.stake, line.due) for line in result.lines} == {
        3: (115_003, 100_804),
        7: (115_003, 100_803),
        2: (25_000, 86_400),
        5: (55_001, 0),
    }
    assert [(one.seat, one.amount) for one in result.commissions] == [
        (0, 10_000),
        (2, 3_600),
        (3, 4_200),
        (7, 4_200),
    ]
    assert result.result == {
        "vencedores": [2, 3, 7],
        "combinacoes": {3: "dois_pares", 7: "dois_pares", 2: "trio"},
        "mostram": [7, 2, 3],
    }


def test_the_jogada_in_words() -> None:
    """Each step of the arithmetic is said, in both languages, with its article."""
    told = describe(settle(page_long(), RULES))
    by_seat = {line["seat"]: line["why"] for line in told["lines"]}
    assert by_seat[3]["en"] == [
        "holds two pairs, kings and 6, with 9 [M5 A5]",
        "the bolo: what each holds between 0.00 and 250.00, 900.00 in all [M5 A11 a]",
        "the bolo of 900.00 goes to seat 2, with three aces [M5 A5]",
        "separate bolo 1: what each holds between 250.00 and 1150.03, 2100.07 in all [M5 A11 a]",
        "separate bolo 1 of 2100.07 in equal parts among seats 3 and 7: 1050.04 [M5 A4]",
        "the house's commission: 4\xa0% of 3000.07 = 120.00; of this part 42.00 [M5 A9]",
        "receives 1008.04 of the bolo and 0.00 back: 1008.04 [M5 A7]",
    ]
    assert by_seat[5]["pt"] == ["desistiu: perde 550.01 que pôs no bolo [M5 A10 b 1]"]
    assert "comissão inicial da jogada, tirada do bolo: 100.00 [M5 A8]" in by_seat[2]["pt"]


# --- what a stake is worth -----------------------------------------------------------------------


def test_a_jogada_passed_to_the_end() -> None:
    """A4, A8, A9: 400.00 - 100.00 + 200.00 = 500.00, less 20.00, to three fives."""
    assert dues(jogada()) == {4: 48_000}
    assert codes(jogada()) == []


def test_who_is_left_alone_wins_without_showing() -> None:
    """A10 c iii, A9: the bet that nobody called goes back without commission: 4% of 300.00."""
    record = jogada("1 apostar 77777, 2 desistir, 3 desistir, 4 desistir")
    (line,) = [line for line in settle(record, RULES).lines if line.due]
    assert (line.seat, line.prize, line.returned) == (1, 30_000 - 1_200, 77_777)


def test_the_uncalled_part_of_a_raise_goes_back() -> None:
    """A9: 2 called 50.00 of 150.00; the bolo is 300.00 + 100.00, the commission 16.00."""
    record = jogada("1 apostar 5000, 2 elevar 15000, 3 desistir, 4 desistir, 1 desistir")
    assert dues(record) == {2: 30_000 + 10_000 - 1_600 + 10_000}


def test_an_uncalled_bet_of_an_earlier_lanco() -> None:
    """A9: the final lanço is the one that ends the jogada, here the second."""
    record = jogada(f"{OPENED} | 1 apostar 9999, 2 desistir, 3 desistir, 4 desistir")
    assert dues(record) == {1: 50_000 - 2_000 + 9_999}


def test_what_goes_beyond_a_desfalcado_goes_back() -> None:
    """A9, A11 a: seat 4 follows with his last 20.00; 30.00 of the bet of 50.00 were not called."""
    record = jogada(
        "1 apostar 5000, 2 desistir, 3 desistir, 4 aceitar 2000 |||",
        jogadores=jogadores(capital={4: 12_000}),
    )
    # Bolo 400.00 - 100.00 + 2 x 20.00 = 340.00, less 13.60.
    assert dues(record) == {4: 34_000 - 1_360, 1: 3_000}
    assert codes(record) == []


def test_several_desfalcados() -> None:
    """A11 a: "o mesmo princípio" for each further one; the best hand takes what it plays for.

    4 (three fives) has 10.00 beyond the entry, 3 (sixes) 30.00, 2 (eights) 60.00, 1 (ace high)
    enough. Bolos: 300.00 + 4 x 10.00 = 340.00 for 4; 3 x 20.00 for 2, who beats 3; 2 x 30.00 for
    2; 40.00 that nobody called go back to 1. Commission: 4% of 460.00 = 18.40: 13.60, 2.40, 2.40.
    """
    record = jogada(
        "1 apostar 10000, 2 aceitar 6000, 3 aceitar 3000, 4 aceitar 1000 |||",
        jogadores=jogadores(capital={2: 16_000, 3: 13_000, 4: 11_000}),
    )
    assert codes(record) == []
    assert [pot.amount for pot in settle(record, RULES).pots] == [34_000, 6_000, 6_000]
    assert dues(record) == {4: 32_640, 2: 12_000 - 480, 1: 4_000}


def test_a_desfalcado_by_the_entry_alone() -> None:
    """A6, A11 a: who has no more than the entry plays for the entries, and is asked nothing."""
    record = jogada(
        "1 apostar 5000, 2 aceitar 5000, 3 desistir | 1 passar, 2 passar | 1 passar, 2 passar"
        " | 1 passar, 2 passar",
        jogadores=jogadores(capital={4: 10_000}),
    )
    # 4 wins 300.00; 1 and 2 contest 100.00: eights beat ace high. 4% of 400.00 = 16.00.
    assert dues(record) == {4: 30_000 - 1_200, 2: 10_000 - 400}
    assert codes(record) == []


def test_an_entry_is_no_bet_that_goes_back() -> None:
    """A9: only a bet goes back without commission; the entry of 100.00 beside one of 50.00 stays.

    Bolo of both 2 x 50.00 - 100.00 = 0.00; the other 50.00 are contested by nobody: less 2.00.
    """
    players = jogadores({1: "As 7d Ks Qs Js", 2: "Qd 8c 9d 8d 7h"}, capital={2: 5_000})
    lances = (*entries([1]), *entries([2], 5_000))
    record = jogada("|||", jogadores=players, lances=lances)
    assert dues(record) == {1: 4_800}


EQUAL = {6: "As 6d Kh Qc 8s", 1: "Ad 6c Ks Qh 8d", 4: "Ah 6s Kd Qs 8h", 2: "5s 7d 5h 9c Jd"}
"""Three hands of A K Q 8 6, and a pair of fives."""


def test_equal_hands_divide_equally_and_odd_cents_go_in_the_order_of_the_deal() -> None:
    """A4: 3 x 0.01 over four entries of 100.00, one of whom gave up: 400.03 in three parts.

    4% of 400.03 is 16.0012; 16.00 in proportion to 133.35, 133.34, 133.34 is 5.33 each and one
    cent more for the largest remainder: 1600 x 13335 / 40003 = 533.36, 533.32, 533.32.
    """
    record = jogada(
        "6 apostar 1, 1 aceitar 1, 4 aceitar 1, 2 desistir | 1 passar, 6 passar, 4 passar"
        " | 4 passar, 1 passar, 6 passar | 6 passar, 4 passar, 1 passar",
        jogadores=jogadores(EQUAL),
        comissao_inicial="nenhuma",
    )
    assert codes(record) == []
    assert settle(record, RULES).pots[0].shares == (13_335, 13_334, 13_334)
    assert dues(record) == {6: 13_335 - 534, 1: 13_334 - 533, 4: 13_334 - 533}


@pytest.mark.parametrize(
    ("inicial", "due", "commissions"),
    [
        ("jogada", 50_000 - 2_000, [(0, 10_000), (4, 2_000)]),
        ("nenhuma", 60_000 - 2_400, [(4, 2_400)]),
        (
            "jogador",
            60_000 - 2_400,
            [(1, 10_000), (2, 10_000), (3, 10_000), (4, 10_000), (4, 2_400)],
        ),
    ],
)
def test_who_bears_the_initial_commission(
    inicial: str, due: int, commissions: list[tuple[int, int]]
) -> None:
    """A8: one a jogada out of the bolo, one of each player besides the entry, or none."""
    record = jogada(comissao_inicial=inicial)
    assert dues(record) == {4: due}
    assert [(one.seat, one.amount) for one in settle(record, RULES).commissions] == commissions
    assert codes(record) == []


def test_the_initial_commission_of_a_player_leaves_his_capital() -> None:
    """A8, A11 a: with 250.00, 100.00 entry and 100.00 commission, 50.00 are all he can bet."""
    short = jogada(
        "1 apostar 6000, 2 aceitar 5000, 3 desistir, 4 desistir |||",
        comissao_inicial="jogador",
        jogadores=jogadores(capital={2: 25_000}),
    )
    assert codes(short) == []
    # Eights beat ace high: 400.00 + 100.00, less 20.00; 10.00 go back.
    assert dues(short) == {2: 48_000, 1: 1_000}


def test_the_commission_is_rounded_down_once() -> None:
    """A9: 4% of 500.12 is 20.0048: 20.00, the house's half cent is the player's."""
    text = "1 apostar 5003, 2 aceitar 5003, 3 aceitar 5003, 4 aceitar 5003"
    record = jogada(f"{text} | {PASSED} | {PASSED} | {LAST_PASSED}")
    assert dues(record) == {4: 50_012 - 2_000}


def test_who_does_not_open_has_given_up() -> None:
    """A10 b: seat 1 shows the ace and does not bet; 2, with the queen, opens and alone stays."""
    record = jogada("1 passar, 2 apostar 5000, 3 desistir, 4 desistir")
    assert codes(record) == []
    assert dues(record) == {2: 30_000 - 1_200 + 5_000}
    (first, *_) = settle(record, RULES).lines
    assert (first.outcome, first.due, first.rules) == (Outcome.PERDE, 0, ("M5 A10 b",))
    assert "cabia-lhe abrir" in first.why[0].text("pt", first)


def test_the_right_to_open_goes_down_to_the_last() -> None:
    """A10 b: where three do not open, the fourth has won; 300.00 less 12.00."""
    record = jogada("1 passar, 2 desistir, 3 passar")
    assert codes(record) == []
    assert dues(record) == {4: 28_800}


def test_a_chave_revealed_in_the_deal() -> None:
    """A11 d: the hand is out and the entry goes back: 400.00 - 100.00 - 100.00 + 150.00."""
    record = jogada(
        "1 apostar 5000, 2 aceitar 5000, 3 aceitar 5000"
        " | 1 passar, 2 passar, 3 passar | 1 passar, 2 passar, 3 passar"
        " | 1 passar, 2 passar, 3 passar",
        reveladas=(Revelada(seat=4, lances=4),),
    )
    assert codes(record) == []
    assert dues(record) == {4: 10_000, 2: 35_000 - 1_400}
    (line,) = [line for line in settle(record, RULES).lines if line.seat == 4]
    assert (line.outcome, line.rules) == (Outcome.DEVOLVIDA, ("M5 A11 d",))


def test_a_chave_revealed_with_a_later_card() -> None:
    """A11 d: only the entry goes back; what he bet in the first lanço stays in the bolo."""
    record = jogada(
        f"{OPENED} | 1 passar, 2 passar, 3 passar | 1 passar, 2 passar, 3 passar"
        " | 1 passar, 2 passar, 3 passar",
        reveladas=(Revelada(seat=4, by="dealer", lances=8),),
    )
    assert codes(record) == []
    assert dues(record) == {4: 10_000, 2: 40_000 - 1_600}


def test_a_chave_that_its_player_shows_changes_nothing() -> None:
    """A11 d: only one revealed in the deal takes the hand out."""
    record = jogada(reveladas=(Revelada(seat=4, by="player", lances=9),))
    assert dues(record) == {4: 48_000}
    assert codes(record) == []


def test_two_players_one_chave_revealed() -> None:
    """A11 d, A8: 200.00 - 100.00 commission - 100.00 back: the other wins an empty bolo."""
    hands = {1: "As 7d", 2: "Qd 8c"}
    record = jogada(
        "", jogadores=jogadores(hands), reveladas=(Revelada(seat=1, lances=2),), dealt=2
    )
    assert dues(record) == {1: 10_000}
    assert codes(record) == []
    both = structs.replace(
        record, reveladas=(Revelada(seat=1, lances=2), Revelada(seat=2, lances=2))
    )
    assert dues(both) == {1: 10_000}  # seat 2 had won already


def test_an_error_noted_tells_the_same_as_a_card_exposed() -> None:
    """A11 d, as the table notes it."""
    text = "1 apostar 5000, 2 aceitar 5000, 3 aceitar 5000"
    seen = jogada(text, reveladas=(Revelada(seat=4, lances=4),), dealt=5)
    noted = jogada(text, errors=(ErrorNoted(error="A11d", seat=4),), dealt=5)
    assert dues(noted) == dues(seen) == {4: 10_000, 2: 33_600}


def test_a_void_jogada_gives_everything_back() -> None:
    """An incomplete deck: entries and bets go back, and the house keeps no commission."""
    record = jogada(
        OPENED,
        errors=(ErrorNoted(error="baralho_incompleto"),),
        void=Void(cause="baralho_incompleto"),
    )
    assert dues(record) == {1: 15_000, 2: 15_000, 3: 15_000, 4: 15_000}
    result = settle(record, RULES)
    assert result.void
    assert result.commissions == ()
    assert codes(record) == []


def test_the_chave_is_known_when_it_is_turned() -> None:
    """A10 e: the table did not know the closed cards; the players turned them."""
    usual = {one.seat: [*map(str, one.cartas)] for one in jogadores()}
    closed = {seat: " ".join([cards[0], "-", *cards[2:]]) for seat, cards in usual.items()}
    shown = tuple(Mostrada(seat=seat, cartas=(cards[1],)) for seat, cards in usual.items())
    record = jogada(jogadores=jogadores(closed), mostradas=shown)
    assert dues(record) == {4: 48_000}
    assert codes(record) == []
    whole = tuple(Mostrada(seat=seat, cartas=tuple(cards)) for seat, cards in usual.items())
    assert dues(structs.replace(record, mostradas=whole)) == {4: 48_000}
    # Who turned nothing where others did is not compared: the eights win.
    without = structs.replace(record, mostradas=shown[:3])
    assert dues(without) == {2: 48_000}
    # Nobody's chave is known: nobody can say who won, and no payment is blamed.
    silent = structs.replace(record, mostradas=())
    assert dues(silent) == {}
    assert {line.outcome for line in settle(silent, RULES).lines} == {Outcome.PENDENTE}
    assert codes(silent) == []


def test_a_capital_that_nobody_declared() -> None:
    """A11 a: who calls with less, and bets no more, had no more; then he plays for his part."""
    record = jogada(
        "1 apostar 5000, 2 desistir, 3 desistir, 4 aceitar 2000 |||",
        jogadores=jogadores(capital={4: None}),
    )
    assert dues(record) == {4: 32_640, 1: 3_000}
    assert codes(record) == []


def test_the_entry_is_the_highest_paid_where_the_table_does_not_say() -> None:
    """A8: the commission is one entry."""
    record = jogada(entrada=0, lances=entries([1, 2, 3, 4], 2_000) + acts(CHECKED))
    assert dues(record) == {4: 8_000 - 2_000 + 20_000 - 1_040}
    assert codes(record) == []


def test_seats_in_any_numbering_are_worth_the_same() -> None:
    """A10 a: only the order from the dealer's right counts, not the numbers of the places."""
    base = dues(page_long())
    for seats in permutations((3, 7, 2, 5)):
        renamed = dict(zip((3, 7, 2, 5), seats, strict=True))
        record = page_long()
        changed = structs.replace(
            record,
            jogadores=tuple(
                structs.replace(one, seat=renamed[one.seat]) for one in record.jogadores
            ),
            lances=tuple(structs.replace(one, seat=renamed[one.seat]) for one in record.lances),
        )
        assert dues(changed) == {renamed[seat]: due for seat, due in base.items()}


def test_every_article_is_accounted_for_once() -> None:
    """A1-A11 with all their points, each once, and nothing is missing."""
    expected = [
        *(f"A{number}" for number in range(1, 10)),
        *(f"A5.{number}" for number in range(1, 11)),
        *(f"A10 {point}" for point in ("a", "b", "b 1", "b 2", "b 3", "b 4", "c", "d", "e")),
        *(f"A10 c {point}" for point in ("i", "i 1", "i 2", "i 3", "ii", "iii", "iv", "v")),
        *(f"A11 {letter}" for letter in "abcdef"),
    ]
    assert sorted(rule.rule for rule in COVERAGE) == sorted(expected)
    assert not [rule for rule in COVERAGE if rule.status == "missing"]


def test_a_record_has_the_profile_that_knows_the_game() -> None:
    """The game stands in the Portaria of Macau alone: its records are judged by it."""
    assert MacauRecord().profile == "mo-1985@1"
    assert MacauRecord().currency == "MOP"
    assert judge(MacauRecord(jogadores=(Jogador(seat=1),), lances=(Lance(seat=1, accao="x"),)))
