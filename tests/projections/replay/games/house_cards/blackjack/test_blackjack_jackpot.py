"""Blackjack/21: the jackpot, regras 51 to 64: combinations, prizes to the cent, faults."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.house_cards.blackjack import (
    Aposta,
    Aprovado,
    BlackjackRecord,
    Combinacao,
    Lugar,
    settle,
)
from projections.replay.games.house_cards.blackjack.jackpot import Pattern
from projections.replay.kit.bets import Chips, Moment
from projections.replay.kit.shoe import Dealt
from projections.replay.record import Payment, PoolState, Void
from projections.replay.registry import judge
from projections.replay.settlement import Outcome
from tests.helpers.each import each
from tests.projections.replay.games.house_cards.blackjack.blackjack_table import (
    CV,
    codes,
    due,
    faults,
    jogada,
    lines,
    payments_of,
    principal,
    said,
)

TABLE = {"777/naipe": 1_000_000, "AA/cor": 100_000}
FIXED = {"AX/espadas": 5000}


def pool(**more: Any) -> PoolState:
    """Return a pool of 500.00, 60 % of each chip of 1.00 added."""
    return PoolState(
        **{
            "pool": "JP-BJ",
            "balance": 50_000,
            "base": 50_000,
            "ppm": 600_000,
            "bet": 100,
            "combinations": TABLE,
            "fixed": FIXED,
            **more,
        }
    )


def chip(seat: int, **more: Any) -> Aposta:
    """Return a jackpot chip of 1.00; its number is 50 and the seat."""
    return Aposta(**{"bet": 50 + seat, "seat": seat, "tipo": "jackpot", "valor": 100, **more})


def played(hands: dict[int, str], bank: str = "Td 8h", **more: Any) -> BlackjackRecord:
    """Return a jogada in which every place has a chip on the jackpot."""
    bets = (*(principal(seat) for seat in hands), *(chip(seat) for seat in hands))
    return jogada({**hands}, bank, **{"bets": bets, "pool": pool(), **more})


def awards(record: BlackjackRecord) -> list[tuple[int, str, int, int, int]]:
    """Return seat, combination, amount, and what pool and house give, in order."""
    return [
        (one.seat, one.combination, one.amount, one.from_pool, one.from_house)
        for one in settle(record, CV).awards
    ]


def with_awards(record: BlackjackRecord, *amounts: tuple[int, int]) -> list[tuple[str, str]]:
    """Return code and rule of what is found where places were paid these jackpot prizes."""
    paid = (
        *payments_of(record),
        *(Payment(seat=seat, amount=amount, award="JP-BJ") for seat, amount in amounts),
    )
    return [(one.code, one.rule) for one in judge(structs.replace(record, payments=paid)).found]


# --- combinations (R56, R57, R60) -----------------------------------------------------------------


@each(
    ("pattern", "cards", "fits"),
    [
        ("777/naipe", "7s 7s 7s", True),
        ("777/naipe", "7s 7s 7d", False),
        ("777", "7s 7h 7d Ts", True),
        ("777", "7s 7h Td 7d", False),  # the first three
        ("AA/cor", "As Ac 5h", True),
        ("AA/cor", "As Ad 5h", False),
        ("AX/espadas", "Ks As", True),
        ("AX/espadas", "Ks Ac", False),
        ("AX", "Td Ac", True),
        ("678/vermelho", "8h 6d 7d", True),
        ("678/vermelho", "8h 6d 7s", False),
        ("A?", "5d Ac", True),
        ("AAAA", "As Ad Ac", False),
    ],
)
def test_patterns(pattern: str, cards: str, fits: bool) -> None:
    """The first two, three or four cards in any order, and what their suits must be."""
    found = Pattern.read(pattern)
    assert found is not None
    assert found.fits(tuple(cards.split())) is fits


@pytest.mark.parametrize("text", ["royal", "7", "77777", "77/verde", "", "1A"])
def test_what_is_no_pattern(text: str) -> None:
    """A name that says no cards."""
    assert Pattern.read(text) is None


def test_a_winner_takes_the_whole_and_the_base_comes_back() -> None:
    """R64 a: 500.00 and 60 % of two chips of 1.00 are 501.20."""
    record = played({1: "7s 7s 7s", 2: "Tc 9d"})
    assert awards(record) == [(1, "777/naipe", 50_120, 50_120, 0)]
    settlement = settle(record, CV)
    assert [one.stake for one in settlement.increments] == [100, 100]
    assert settlement.awards[0].full
    assert lines(record)[51].outcome is Outcome.GANHA
    assert due(record) == {1: 2000 + 3000, 2: 2000, 51: 0, 52: 0}


def test_it_is_paid_to_who_lost_surrendered_or_tied() -> None:
    """R57: three sevens beside a bank's blackjack; two aces given up; a tie at 12 … and 18."""
    lost = played({1: "7s 7s 7s"}, "Td Ah")
    assert due(lost)[1] == 3000
    assert awards(lost) == [(1, "777/naipe", 50_060, 50_060, 0)]
    gone = jogada(
        {1: "As Ac"}, "Td 9h", said(1, "desiste"), bets=(principal(1), chip(1)), pool=pool()
    )
    assert awards(gone) == [(1, "AA/cor", 5006, 5006, 0)]
    tied = played({1: "As Ac 6d"}, "Td 8h")
    assert due(tied)[1] == 1000
    assert awards(tied) == [(1, "AA/cor", 5006, 5006, 0)]


def test_several_winners_from_the_smallest_to_the_largest() -> None:
    """R64, to the cent: four chips make 502.40.

    Two with aces of one colour have 10 % each in full: 50.24. The blackjack in spades has its fixed
    50.00 first. The three sevens take what is left: 502.40 - 50.00 - 2 x 50.24 = 351.92.
    """
    record = played({1: "7s 7s 7s", 2: "As Ac 6d", 4: "Ad Ah 7d", 5: "Ks As"})
    assert awards(record) == [
        (5, "AX/espadas", 5000, 5000, 0),
        (2, "AA/cor", 5024, 5024, 0),
        (4, "AA/cor", 5024, 5024, 0),
        (1, "777/naipe", 35_192, 35_192, 0),
    ]
    assert [one.full for one in settle(record, CV).awards] == [False, False, False, True]


def test_the_maximum_combination_is_divided_and_odd_cents_go_to_the_first_places() -> None:
    """R64 b: 500.01 and three chips' 1.80 are 501.81: three times 167.27; 501.82 leaves one cent.

    Chips of 1.00 at 60 % from 500.02: 167.28, 167.27, 167.27. The base is restored once.
    """
    three = {6: "7s 7s 7s", 2: "7h 7h 7h", 4: "7d 7d 7d"}
    even = played(three, pool=pool(balance=50_001))
    assert [amount for _, _, amount, _, _ in awards(even)] == [16_727] * 3
    odd = played(three, pool=pool(balance=50_002))
    assert [(seat, amount) for seat, _, amount, _, _ in awards(odd)] == [
        (2, 16_728),
        (4, 16_727),
        (6, 16_727),
    ]
    assert [one.full for one in settle(odd, CV).awards] == [False, False, True]


def test_the_operator_covers_what_the_pool_lacks() -> None:
    """A fixed 50.00 out of a pool of 30.60: 19.40 are the casino's; all of it where it says so."""
    record = played({1: "Ks As"}, pool=pool(balance=3000))
    assert awards(record) == [(1, "AX/espadas", 5000, 3060, 1940)]
    house = played({1: "Ks As"}, pool=pool(balance=3000, house_pays_fixed=True))
    assert awards(house) == [(1, "AX/espadas", 5000, 0, 5000)]


def test_the_larger_of_share_and_fixed_sum_counts() -> None:
    """10 % of 500.60 is 50.06; a fixed 60.00 for the same is more."""
    record = played({1: "As Ac 6d"}, pool=pool(fixed={"AA/cor": 6000}))
    assert awards(record) == [(1, "AA/cor", 6000, 6000, 0)]


def test_cards_of_split_hands_count_in_the_order_dealt() -> None:
    """R56: 7 7, split, then 7: the first three are sevens of one suit."""
    record = jogada(
        {1: "7s 7s 5d", (1, 2): "7s Td"},
        "Td 8h",
        said(1, "desdobra", bet=20, valor=1000),
        bets=(principal(1), chip(1)),
        pool=pool(),
    )
    assert awards(record) == [(1, "777/naipe", 50_060, 50_060, 0)]


def test_a_fifth_card_does_not_count() -> None:
    """R56, R60: only the first two, three or four; a prize told on others is a fault."""
    hand = {1: "2s 2d 3c 7s 7s"}
    told = Combinacao(seat=1, combination="royal", cards=("7s", "7s"))
    record = played(hand, pool=pool(fixed={"royal": 700}), combinacoes=(told,))
    assert awards(record) == []
    (found,) = faults(record)
    assert (found.code, found.rule, found.recorded) == ("BJ-JP-CARDS", "BJ R56", "7s 7s")
    assert with_awards(record, (1, 700)) == [("BJ-JP-CARDS", "BJ R56")]


def test_a_combination_without_a_pattern_is_the_tables_word() -> None:
    """R57: its cards are among the first four: 7.00 are due; with a pattern the cards decide."""
    told = Combinacao(seat=1, combination="royal", cards=("2s", "2d"))
    record = played({1: "2s 2d 8c 9s"}, pool=pool(fixed={"royal": 700}), combinacoes=(told,))
    assert awards(record) == [(1, "royal", 700, 700, 0)]
    assert codes(record) == []
    other = structs.replace(record, padroes={"royal": "KQ/naipe"})
    assert awards(other) == []
    own = structs.replace(record, padroes={"royal": "22"}, combinacoes=())
    assert awards(own) == [(1, "royal", 700, 700, 0)]


def test_cards_that_nobody_knows() -> None:
    """The chip waits for them; so it does where the pool is not recorded."""
    record = played({1: "As Ac 6d"})
    cards = tuple(
        structs.replace(card, card=None) if card.card == "Ac" else card for card in record.cartas
    )
    assert lines(structs.replace(record, cartas=cards))[51].outcome is Outcome.PENDENTE
    assert lines(structs.replace(record, pool=None))[51].outcome is Outcome.PENDENTE


# --- chips (R59, R61, R62) ------------------------------------------------------------------------


def test_a_chip_without_a_main_bet_goes_back() -> None:
    """R59: no increment either."""
    record = jogada({1: "Tc 9d"}, "Td 8h", bets=(principal(1), chip(2)), pool=pool())
    assert codes(record) == ["BJ-JP-MAIN"]
    assert due(record)[52] == 100
    assert settle(record, CV).increments == ()


def test_one_chip_of_the_fixed_value() -> None:
    """R61: the second goes back and feeds nothing; another value plays and is told."""
    two = jogada({1: "Tc 9d"}, "Td 8h", bets=(principal(1), chip(1), chip(1, bet=60)), pool=pool())
    assert codes(two) == ["BJ-JP-CHIP"]
    assert due(two) == {1: 2000, 51: 0, 60: 100}
    assert len(settle(two, CV).increments) == 1
    more = jogada({1: "Tc 9d"}, "Td 8h", bets=(principal(1), chip(1, valor=200)), pool=pool())
    (found,) = faults(more)
    assert (found.code, found.amount) == ("BJ-JP-CHIP", 100)
    chips = chip(1, chips=Chips(count=2, value=50))
    halves = jogada({1: "Tc 9d"}, "Td 8h", bets=(principal(1), chips), pool=pool())
    assert codes(halves) == ["BJ-JP-CHIP"]
    assert codes(played({1: "Tc 9d"})) == []


def test_a_chip_after_the_call_goes_back() -> None:
    """R62: no increment, and no prize."""
    record = played({1: "7s 7s 7s"}, bets=(principal(1, seq=1), chip(1, seq=9)))
    late = structs.replace(record, jogo_feito=Moment(seq=5))
    (found,) = faults(late)
    assert (found.code, found.rule, found.bet) == ("BET-LATE", "BJ R62", 51)
    assert due(late)[51] == 100
    assert awards(late) == []


def test_a_void_takes_chip_and_increment_back() -> None:
    """R74: the stakes are credited; nothing is added to the pool."""
    record = played({1: "7s 7s 7s"}, "Td", mode="shared", void=Void(cause="x", side="operator"))
    settlement = settle(record, CV)
    assert settlement.void
    assert due(record) == {1: 1000, 51: 100}
    assert (settlement.increments, settlement.awards) == ((), ())


# --- terms and payments (R51, R54, R57, R58, R63, R64) --------------------------------------------


@pytest.mark.parametrize(
    ("approved", "code"),
    [
        ({"comunicado": True, "bet": 100, "ppm": 600_000, "base": 50_000}, None),
        ({"comunicado": False}, "BJ-JP-COMM"),
        ({"bet": 200}, "BJ-JP-VAL"),
        ({"ppm": 750_000}, "BJ-JP-VAL"),
        ({"base": 100_000}, "BJ-JP-BASE"),
        ({"combinations": TABLE, "fixed": FIXED}, None),
        ({"combinations": {**TABLE, "AA/cor": 50_000}}, "BJ-JP-COMB"),
        ({"fixed": {}}, "BJ-JP-COMB"),
    ],
)
def test_the_terms_are_those_approved(approved: dict[str, Any], code: str | None) -> None:
    """R51, R54, R57, R58: communication, chip, rate, combinations and starting value."""
    record = played({1: "Tc 9d"}, aprovado=Aprovado(**approved))
    assert codes(record) == ([code] if code else [])


def test_the_winners_cards_lie_open_until_he_is_paid() -> None:
    """R63: taken before the payment is a fault, after it none."""
    for taken, found in ((40, ["BJ-JP-EXP"]), (42, [])):
        place = Lugar(seat=1, premio_pago=Moment(seq=41), cartas_recolhidas=Moment(seq=taken))
        assert codes(played({1: "7s 7s 7s"}, seats=(place,))) == found


def test_wrong_payments_of_prizes() -> None:
    """R57, R64: not paid because he lost; the wrong division; another sum; a prize of nobody's."""
    lost = played({1: "7s 7s 7s"}, "Td Ah")
    assert with_awards(lost, (1, 50_060)) == []
    assert with_awards(lost) == [("BJ-JP-UNP", "BJ R57")]
    won = played({1: "7s 7s 7s"})
    assert [code for code, _ in with_awards(won)] == ["PAY-NONE"]
    assert with_awards(won, (1, 50_000)) == [("JP-PAYDIFF", "BJ R57")]
    two = played({1: "7s 7s 7s", 2: "7h 7h 7h"})
    assert with_awards(two, (1, 25_060), (2, 25_060)) == []
    assert [code for code, _ in with_awards(two, (1, 50_120))] == ["BJ-JP-SPLIT", "PAY-NONE"]
    assert with_awards(two, (1, 30_060), (2, 20_060)) == [("BJ-JP-SPLIT", "BJ R64")] * 2


# --- properties -----------------------------------------------------------------------------------


@given(
    st.lists(
        st.sampled_from(["7s 7s 7s", "7h 7h 7h", "As Ac 6d", "Ks As", "Tc 9d", "Ad Ah 9c"]),
        min_size=1,
        max_size=7,
    ),
    st.integers(0, 100_000),
    st.integers(0, 999_999),
)
@settings(max_examples=60, deadline=None)
def test_prizes_come_out_of_the_pool_to_the_cent(
    hands: list[str], balance: int, residue: int
) -> None:
    """The pool gives no more than it has, all of it to the maximum combination; parts sum up."""
    record = played(
        dict(enumerate(hands, 1)), pool=pool(balance=balance, residue=residue, fixed=FIXED)
    )
    whole = balance + (len(hands) * 100 * 600_000 + residue) // 1_000_000
    found = settle(record, CV).awards
    given = sum(one.from_pool for one in found)
    assert given <= whole
    assert all(one.from_pool + one.from_house == one.amount for one in found)
    full = [one for one in found if one.full]
    assert len(full) == any(hand in {"7s 7s 7s", "7h 7h 7h"} for hand in hands)
    if full:
        assert given == whole


# --- one unit more or less -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("combinations", "fixed", "expected"),
    [
        ({"AA/cor": 100_000, "A?": 10_000}, {}, ("AA/cor", 5_000)),
        ({"A?": 10_000, "AA/cor": 100_000}, {}, ("AA/cor", 5_000)),
        ({"AA/cor": 100_000}, {"A?": 5_001}, ("A?", 5_001)),
        ({"AA/cor": 100_000}, {"A?": 4_999}, ("AA/cor", 5_000)),
        ({"A?": 1_000_000, "AA/cor": 100_000}, {"AA/cor": 90_000}, ("A?", 50_000)),
    ],
)
def test_cards_that_make_several_combinations_win_the_largest_prize(
    combinations: dict[str, int], fixed: dict[str, int], expected: tuple[str, int]
) -> None:
    """R57: two black aces of 500.00, whatever the order of the table; the maximum goes first."""
    of = pool(combinations=combinations, fixed=fixed, ppm=0)
    record = played({1: "As Ac 6d"}, pool=of)
    assert [(name, amount) for _, name, amount, _, _ in awards(record)] == [expected]


def test_the_largest_prize_is_that_of_the_balance_with_this_coups_chips() -> None:
    """R64, DECISION: 10 % of 499.90 are 49.99, less than a fixed 50.00; of 500.50 50.05, more."""
    of = pool(balance=49_990, combinations={"AA/cor": 100_000}, fixed={"A?": 5_000})
    record = played({1: "As Ac 6d"}, pool=of)
    assert awards(record) == [(1, "AA/cor", 5_005, 5_005, 0)]


@pytest.mark.parametrize(
    ("fixed", "expected"),
    [
        (5_000, (5_000, 5_000, 0)),  # equal: the share it is, and the pool's
        (5_001, (5_001, 0, 5_001)),
    ],
)
def test_only_a_fixed_sum_is_the_houses(fixed: int, expected: tuple[int, int, int]) -> None:
    """R57: where the house pays fixed sums, shares still come from the pool."""
    of = pool(combinations={"AA/cor": 100_000}, fixed={"AA/cor": fixed}, ppm=0,
              house_pays_fixed=True)  # fmt: skip
    (award,) = settle(played({1: "As Ac 6d"}, pool=of), CV).awards
    assert (award.amount, award.from_pool, award.from_house) == expected
    assert award.rules == ("BJ R54", "BJ R57")


def test_a_maximum_that_is_sure_of_more_than_the_pool_has_is_completed() -> None:
    """R57, R64 b: two sevens' suits share a sure 2000.00; the pool's 501.20 go first, once."""
    of = pool(fixed={"777/naipe": 200_000})
    record = played({1: "7s 7s 7s", 2: "7h 7h 7h"}, pool=of)
    assert awards(record) == [
        (1, "777/naipe", 100_000, 50_120, 49_880),
        (2, "777/naipe", 100_000, 0, 100_000),
    ]
    first = settle(record, CV).awards[0]
    assert first.rules == ("BJ R54", "BJ R64 a", "BJ R64 b", "BJ R57")
    texts = [step.text("en", first) for step in first.why]
    assert texts[-1] == "The jackpot gives 501.20; the casino covers 498.80. [BJ R57]"
    alone = settle(played({1: "7s 7s 7s"}), CV).awards[0]
    assert alone.rules == ("BJ R54", "BJ R64 a")


@pytest.mark.parametrize(
    ("told", "wins"),
    [
        (Combinacao(seat=1, combination="royal", cards=("2s", "2d")), True),
        (Combinacao(seat=2, combination="royal", cards=("2s", "2d")), False),
        (Combinacao(seat=1, combination="outra", cards=("2s", "2d")), False),
        (Combinacao(seat=1, combination="royal", cards=("2s", "Kd")), False),
        (Combinacao(seat=1, combination="royal", cards=("2s", "2s")), False),
    ],
)
def test_a_combination_told_is_of_its_place_its_name_and_its_cards(
    told: Combinacao, *, wins: bool
) -> None:
    """R56, R57, R60: each of its cards among the first ones, as often as it is told."""
    hands = {1: "2s 2d 8c 9s", 2: "Tc 9d"}
    other = Combinacao(seat=2, combination="x", cards=("Tc",))
    record = played(hands, pool=pool(fixed={"royal": 700}), combinacoes=(told, other))
    assert bool(awards(record)) is wins


@pytest.mark.parametrize("cards", [(), ("As",), ("As", None), ("As", "Zz")])
def test_a_chip_waits_for_two_cards_that_are_known(cards: tuple[str | None, ...]) -> None:
    """R56: one card decides nothing, nor does one that no pack holds, nor what was discarded."""
    record = played({1: "As Ac 6d"})
    dealt = (
        Dealt(to="discard", seat=1, card="Ac"),
        *(Dealt(to="seat", seat=1, card=card) for card in cards),
        Dealt(to="bank", card="Td"),
    )
    made = structs.replace(record, cartas=dealt)
    assert lines(made)[51].outcome is Outcome.PENDENTE
    assert awards(made) == []
