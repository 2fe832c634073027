"""Blackjack/21: under which name a wrong payment stands, and where PAY-DIFF is the right one."""

import pytest
from msgspec import structs

from projections.replay.games.house_cards.blackjack import settle
from projections.replay.games.house_cards.blackjack.payment_names import paid_less_due
from projections.replay.record import Payment, Void
from projections.replay.registry import judge
from tests.projections.replay.games.house_cards.blackjack.blackjack_table import (
    CV,
    complementar,
    jogada,
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
