"""Blackjack/21: under which name a wrong payment stands, and where PAY-DIFF is the right one."""

import pytest
from msgspec import structs

from projections.replay.games.house_cards.blackjack import settle
from projections.replay.games.house_cards.void import paid_less_due
from projections.replay.record import Payment, Void
from projections.replay.registry import judge
from tests.projections.replay.games.house_cards.blackjack.blackjack_table import (
    CV,
    complementar,
    faults,
    jogada,
    lines,
    named,
    payments_of,
    principal,
    said,
)

DOUBLE = said(1, "duplica", bet=20, valor=1000)


def codes(found: list[tuple[str, str, int | None]]) -> list[tuple[str, str]]:
    """Return codes and rules."""
    return [(code, rule) for code, rule, _ in found]


@pytest.mark.parametrize(
    ("hand", "bank", "paid", "code", "rule"),
    [
        ("As Kc", "Ac 8d", 2500, "BJ-BJ", "BJ R47"),  # he had asked for 1:1
        ("Tc 9d", "Td 9h", 500, "PAY-DIFF", "BJ R39"),  # a tie paid too little
        ("Tc 9d", "Td 8h", 2500, "PAY-DIFF", "BJ R44, BJ R40, BJ R49"),  # 3:2 on no 21 at all
        ("7c 7d 7h", "Td 8h", 2500, "BJ-678", "BJ R48"),
        ("8c 6d 7h", "Td 8h", 2500, "PAY-DIFF", "BJ R44, BJ R40, BJ R49"),  # 21 in three cards
    ],
)
def test_names_of_wrong_payments(hand: str, bank: str, paid: int, code: str, rule: str) -> None:
    """R39, R42, R44, R47, R48: the rule that was broken, where one was."""
    decisions = (said(1, "par_dinheiro"),) if "R47" in rule else ()
    assert codes(named(jogada({1: hand}, bank, *decisions), b1=paid)) == [(code, rule)]


def test_three_to_two_is_a_split_hands_fault_only_in_two_cards_of_21() -> None:
    """R42: ten and ace of a split pair of tens are 21; three cards, or 20, are no such thing."""

    def blamed(second: str) -> list[tuple[str, str]]:
        split = said(1, "desdobra", bet=20, valor=1000)
        record = jogada({1: "Tc 9d", (1, 2): second}, "9c 8h", split)
        return codes(named(record, b20=2500))

    assert blamed("Td Ah") == [("BJ-BJ", "BJ R42")]
    assert [code for code, _ in blamed("Td Kh")] == ["PAY-DIFF"]
    assert [code for code, _ in blamed("Td 5h 6s")] == ["PAY-DIFF"]


@pytest.mark.parametrize(
    ("hand", "bank", "paid", "code"),
    [
        ("Ac 8d 2s", "9c 9d", 2000, "BJ-DOUBLE"),  # 21 instead of 11 beside 18
        ("Ac 8d Th", "9c 9d", 1000, "PAY-DIFF"),  # 19 either way: a win paid as a tie
        ("Ac 8d 9h", "9c 9d", 2000, "BJ-BJ"),  # 18 either way: a tie paid as a win
    ],
)
def test_an_ace_counted_anew_is_named_only_where_that_is_what_was_paid(
    hand: str, bank: str, paid: int, code: str
) -> None:
    """R27: the ace that made 9 stays 1; the name fits only where 11 explains the payment."""
    record = jogada({1: hand}, bank, DOUBLE)
    assert [one for one, _ in codes(named(record, b1=paid))] == [code]


@pytest.mark.parametrize(
    ("mode", "bank", "code"),
    [
        ("shared", "Tc", "VOID-MISS"),
        ("physical", "Tc", "PAY-DIFF"),
        ("shared", "Tc 8d", "PAY-DIFF"),
    ],
)
def test_money_for_no_bet_while_nothing_is_decided_online(mode: str, bank: str, code: str) -> None:
    """R74: online a jogada that nobody can decide is void, and pays nothing to anybody."""
    record = jogada({1: "Ts 9c", 2: "Ts 5c Td"}, bank, mode=mode)
    lost = structs.replace(
        record, payments=(*payments_of(record), Payment(seat=5, bets=(77,), amount=100))
    )
    assert [one.code for one in judge(lost).found if one.amount == 100] == [code]


def test_a_void_that_gave_the_stakes_back_is_one_fault() -> None:
    """R74: VOID-BAD tells that all went back; what is more or less than that is told besides."""
    record = jogada(
        {1: "Ts 9c", 2: "Ts 7c"},
        "Tc 8d",
        mode="shared",
        void=Void(cause="avaria", side="operator"),
        bets=(principal(1), principal(2, 500)),
    )

    def told(first: int, second: int) -> list[tuple[str, int | None]]:
        paid = (
            Payment(seat=1, bets=(1,), amount=0, stake_returned=first),
            Payment(seat=2, bets=(2,), amount=0, stake_returned=second),
        )
        found = judge(structs.replace(record, payments=paid)).found
        return [(one.code, one.bet) for one in found]

    assert told(1000, 500) == [("VOID-BAD", None)]
    assert told(999, 500) == [("VOID-BAD", None), ("PAY-DIFF", 1)]
    assert told(1000, 499) == [("VOID-BAD", None), ("PAY-DIFF", 2)]
    assert told(2000, 500) == [("VOID-BAD", None)]  # 1 was paid what he had won


def test_paid_less_due_of_the_whole_jogada() -> None:
    """All payments, stakes included, less all that was due: 20.00 due, 20.03 paid."""
    record = jogada({1: "Ts 9c"}, "Tc 8d")
    paid = (
        Payment(seat=1, bets=(1,), amount=1001, stake_returned=1000),
        Payment(seat=1, bets=(1,), amount=0, returned=2),
    )
    made = structs.replace(record, payments=paid)
    assert paid_less_due(made, settle(made, CV)) == 3


@pytest.mark.parametrize(
    ("stakes", "paid", "expected"),
    [
        ((25, 25), 50 + 75, []),  # 3:2 of 0.50
        ((25, 25), 50 + 74, []),  # 0.37 each
        ((25, 25), 50 + 76, [("BJ-BJ", "BJ R45", 2)]),
        ((25, 25), 50 + 73, [("BJ-BJ", "BJ R45", -1)]),
        ((25, 35, 45), 105 + 157, []),  # 3:2 of 1.05 is 1.575
        ((25, 35, 45), 105 + 37 + 52 + 67, []),
    ],
)
def test_several_chips_on_a_blackjack_are_paid_together_or_one_by_one(
    stakes: tuple[int, ...], paid: int, expected: list[tuple[str, str, int]]
) -> None:
    """R45: three to two, rounded down for each bet or, paid as one sum, for their sum."""
    chips = tuple(principal(1, stake, bet=n) for n, stake in enumerate(stakes, 1))
    record = jogada({1: "As Kd"}, "9c 8d", bets=chips)
    back = sum(stakes)
    whole = Payment(
        seat=1,
        bets=tuple(one.bet for one in chips),
        amount=paid - back,
        stake_returned=back,
    )
    found = judge(structs.replace(record, payments=(whole,))).found
    assert [(one.code, one.rule, one.amount) for one in found] == expected


def test_chips_of_two_bettors_on_a_blackjack_are_no_one_sum() -> None:
    """R45: 0.25 of the titular's and 0.25 of another's are each 0.37, and not 0.75 together."""
    chips = (principal(1, 25), complementar(2, 1, 2, 25))
    record = jogada({1: "As Kd"}, "9c 8d", bets=chips)
    whole = Payment(seat=1, bets=(1, 2), amount=75, stake_returned=50)
    found = judge(structs.replace(record, payments=(whole,))).found
    assert "BJ-BJ" in {one.code for one in found}


@pytest.mark.parametrize(
    ("hand", "bank", "right", "with_card", "sums"),
    [
        # 21 of 6, 5 and 10 beats 17: 10.00 and the stake; with the 2 it is over.
        ("6c 5d Ts 2h", "Td 7h", 2_000, 0, {"without": 21, "with": 23}),
        # Ace, 4 and 6 are 21; with a 3 the ace is 1 and they make 14: both lose to a blackjack.
        ("Ac 4d 6h 3s", "Td Ah", 0, 0, {"without": 21, "with": 14}),
        # 7 7 7 has 30.00 besides (R48); with the ace it is 22 and has nothing.
        ("7c 7d 7h As", "Td 8h", 5_000, 0, {"without": 21, "with": 22}),
        # A blackjack pays 25.00; with a 5 it is 16 beside 18.
        ("Ac Kd 5h", "Td 8h", 2_500, 0, {"without": 21, "with": 16}),
        # Ace, 9 and ace are 21; with a 9 they are 20 beside 20: the stake goes back.
        ("Ac 9d As 9h", "Td Th", 2_000, 1_000, {"without": 21, "with": 20}),
    ],
)
def test_a_card_that_came_to_21_is_void(
    hand: str, bank: str, right: int, with_card: int, sums: dict[str, int]
) -> None:
    """R21, R22: 21 stays 21; who paid by either sum did no second wrong, who paid a third did."""
    record = jogada({1: hand}, bank)
    assert [one.due for one in lines(record).values()] == [right]
    stood = ("BJ-STAND", "BJ R21")
    for paid in {right, with_card}:
        assert codes(named(record, b1=paid)) == [stood]
    (fault,) = faults(record)
    assert {name: fault.facts[name] for name in ("without", "with")} == sums
    assert fault.recorded == hand
    third = codes(named(record, b1=right + 500))
    assert len(third) == 2
    assert stood in third


def test_one_payment_for_two_hands_may_count_each_void_card_or_not() -> None:
    """R21: both hands of a split have 21 and a card too many: 40.00, 20.00 or nothing fits."""
    split = said(1, "desdobra", bet=20, valor=1000)
    record = jogada({1: "Tc Ad 5h", (1, 2): "Th Ac 4d 9s"}, "Td 7h", split)
    for amount, wrong in ((4_000, 0), (2_000, 0), (3_000, 1)):
        told = structs.replace(record, payments=(Payment(seat=1, bets=(1, 20), amount=amount),))
        assert len([one for one in judge(told).found if one.code != "BJ-STAND"]) == wrong, amount


@pytest.mark.parametrize("bank", ["Td 6h", "Td 6h 5c"])
def test_for_a_hand_with_a_void_card_alone_the_bank_may_draw_or_not(bank: str) -> None:
    """R21, R43: counted as 23 it was out and the bank drew for nobody; counted as 21 it was in."""
    assert {one.code for one in faults(jogada({1: "6c 5d Ts 2h"}, bank))} == {"BJ-STAND"}
