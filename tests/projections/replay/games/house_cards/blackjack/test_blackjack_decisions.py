"""Blackjack/21: decisions that the rules do not allow, each by its rule, and those they do."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.house_cards.blackjack import BlackjackRecord, Decisao, Lugar
from projections.replay.kit.bets import Moment
from tests.projections.replay.games.house_cards.blackjack.blackjack_table import (
    Hands,
    complementar,
    due,
    faults,
    jogada,
    principal,
    said,
)


def told(record: BlackjackRecord) -> list[tuple[str, str, Any]]:
    """Return code, rule and fact of every fault but payments'."""
    return [(one.code, one.rule, one.facts.get("fact")) for one in faults(record)]


# --- insurance -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seq", "expected"),
    [
        (12, [("BJ-INS", "BJ R50", "cedo")]),  # the bank's second card is the fourth dealt
        (14, []),
        (31, [("BJ-INS", "BJ R50", "tarde")]),
    ],
)
def test_insurance_is_taken_between_the_second_cards_and_their_showing(
    seq: int, expected: list[tuple[str, str, str]]
) -> None:
    """R50: after the second cards, on the pagador's invitation; before the bank's is shown."""
    plain = jogada(
        {1: "Tc 9d"}, "Ac 8d", said(1, "seguro", bet=20, valor=500, seq=seq, at=f"t{seq}"),
        banca_descoberta=Moment(seq=30, at="t30"),
    )  # fmt: skip
    cards = tuple(
        structs.replace(card, seq=10 + at, at=f"t{10 + at}") for at, card in enumerate(plain.cartas)
    )
    record = structs.replace(plain, cartas=cards)
    assert told(record) == expected
    if expected:
        (fault,) = faults(record)
        limit = ">= t13" if seq == 12 else "<= t30"
        assert (fault.expected, fault.recorded) == (limit, f"t{seq}")


def test_a_table_that_records_no_bets_is_not_asked_for_their_halves() -> None:
    """R23, R50: sums of stakes that are not recorded are not compared."""
    insured = jogada({1: "Tc 9d"}, "Ac 9c", said(1, "seguro", bet=20, valor=900))
    assert [one[0] for one in told(insured)] == ["BJ-INS"]
    silent = ("cards", "decisions", "payouts")
    assert told(structs.replace(insured, records=silent)) == []
    split = jogada({1: "8c 9d", (1, 2): "8d 9h"}, "Tc 7d", said(1, "desdobra", bet=20, valor=900))
    assert [one[0] for one in told(split)] == ["BJ-SPLIT"]
    assert told(structs.replace(split, records=silent)) == []


# --- stakes of splits and doubles ----------------------------------------------------------------

PAIR = {1: "8c 9d", (1, 2): "8d 9h"}


def test_unequal_stakes_by_their_rule() -> None:
    """R23 of the titular's second hand, R24 of who follows it, R25 of a doubling."""
    split = said(1, "desdobra", bet=20, valor=1000)
    bets = (principal(1), complementar(10, 1, by=3, valor=400))
    follows = said(1, "desdobra", bet=21, valor=300, by=3)
    assert told(jogada(PAIR, "Tc 7d", split, follows, bets=bets)) == [
        ("BJ-SPLIT", "BJ R24", "valor")
    ]
    low = said(1, "desdobra", bet=20, valor=999)
    assert told(jogada(PAIR, "Tc 7d", low)) == [("BJ-SPLIT", "BJ R23", "valor")]
    half = said(1, "duplica", bet=20, valor=500)
    assert told(jogada({1: "6c 5d Th"}, "Tc 7d", half)) == [("BJ-DOUBLE", "BJ R25", "valor")]


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ("8d 3h Th", []),
        ("8d 4h Th", [("BJ-DOUBLE", "BJ R26", "pontos")]),
    ],
)
def test_a_hand_that_was_split_doubles_nine_ten_or_eleven_too(
    second: str, expected: list[tuple[str, str, str]]
) -> None:
    """R26: of 8 and 3, not of 8 and 4."""
    record = jogada(
        {1: "8c 9d", (1, 2): second}, "Tc 7d",
        said(1, "desdobra", bet=20, valor=1000),
        said(1, "duplica", bet=21, valor=1000, hand=2),
    )  # fmt: skip
    assert told(record) == expected


def test_a_doubling_of_cards_that_nobody_saw_is_not_judged() -> None:
    """R25: one of the two is not known, or the table records no cards at all."""
    double = said(1, "duplica", bet=20, valor=1000)
    record = jogada({1: "6c 4d 9h"}, "Tc 7d", double)
    assert told(record) == []
    wrong = jogada({1: "6c 2d 9h"}, "Tc 7d", double)
    assert told(wrong) == [("BJ-DOUBLE", "BJ R25", "pontos")]
    hidden = tuple(
        structs.replace(card, card=None) if card.card == "2d" else card for card in wrong.cartas
    )
    assert told(structs.replace(wrong, cartas=hidden)) == []
    unrecorded = structs.replace(wrong, records=("bets", "decisions", "payouts"))
    assert told(unrecorded) == []


def test_what_was_decided_is_not_decided_again() -> None:
    """R25: one doubling a hand; R28: a surrender cannot be changed."""
    twice = jogada(
        {1: "6c 5d 9h"}, "Tc 7d",
        said(1, "duplica", bet=20, valor=1000), said(1, "duplica", bet=21, valor=1000),
    )  # fmt: skip
    assert ("BJ-DOUBLE", "BJ R25", "outra_vez") in told(twice)
    back = jogada({1: "Tc 6d 3h"}, "Tc 7d", said(1, "desiste"), said(1, "pede"))
    assert ("BJ-SURR", "BJ R28", "alterada") in told(back)


# --- who decides ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bets", "seats", "expected"),
    [
        # the titular holds the place
        (
            (principal(1), complementar(10, 1, by=3)),
            (Lugar(seat=1), Lugar(seat=3)),
            [("REG-RULE", "BJ R18", "decisor")],
        ),
        # the place is vacant, and 4 laid more than 3
        (
            (complementar(10, 1, by=3, valor=500), complementar(11, 1, by=4)),
            (Lugar(seat=3), Lugar(seat=4)),
            [("BJ-VACANT", "BJ R19", "decisor")],
        ),
        # somebody sits there and has not bet: the law names nobody
        (
            (complementar(10, 1, by=3, valor=500), complementar(11, 1, by=4)),
            (Lugar(seat=1), Lugar(seat=3), Lugar(seat=4)),
            [],
        ),
    ],
)
def test_who_may_decide_for_a_place(
    bets: tuple[Any, ...], seats: tuple[Lugar, ...], expected: list[tuple[str, str, str]]
) -> None:
    """R18, R19: 3 asks for a card on place 1."""
    record = jogada({1: "Tc 4d 5h"}, "Tc 7d", said(1, "pede", by=3), bets=bets, seats=seats)
    assert told(record) == expected


# --- several chips of one bettor -----------------------------------------------------------------


def two_chips(*decisions: Decisao, **hands: str) -> BlackjackRecord:
    """Return a jogada of one player with chips of 6.00 and 4.00 on his place."""
    dealt = {1: hands["one"], **({(1, 2): hands["two"]} if "two" in hands else {})}
    chips = (principal(1, 600), principal(1, 400, bet=2))
    return jogada(dealt, "Tc 7d", *decisions, bets=chips)


@pytest.mark.parametrize("parts", [(1000,), (600, 400), (400, 600)])
def test_who_has_two_chips_doubles_and_splits_with_both(parts: tuple[int, ...]) -> None:
    """R23, R25: a stake equal to his is laid at once or chip by chip; each is settled for itself.

    6 + 5 and 9 are 20 against 17: both chips and the 10.00 of the doubling are paid one to one.
    8 and 10 are 18, 8 and 9 are 17: the first hand's 10.00 win, the second's are a tie.
    """
    doubles = [said(1, "duplica", bet=10 + n, valor=one) for n, one in enumerate(parts)]
    record = two_chips(*doubles, one="6c 5d 9h")
    assert told(record) == []
    assert sum(due(record).values()) == 4_000
    splits = [said(1, "desdobra", bet=10 + n, valor=one) for n, one in enumerate(parts)]
    record = two_chips(*splits, one="8c Th", two="8d 9h")
    assert told(record) == []
    assert sum(due(record).values()) == 2_000 + 1_000


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ((600, 300), [("valor", -100)]),
        ((600,), [("valor", -400)]),
        ((600, 500), [("valor", -400), ("outra_vez", None), ("valor", -500)]),
        ((500, 300, 200), [("valor", -200), ("outra_vez", None), ("valor", -800)]),
    ],
)
def test_chips_that_are_not_his_stake_are_no_whole_doubling(
    parts: tuple[int, ...], expected: list[tuple[str, int | None]]
) -> None:
    """R25: together too little; more than the stake, or more pieces than chips, is another one."""
    doubles = [said(1, "duplica", bet=10 + n, valor=one) for n, one in enumerate(parts)]
    found = faults(two_chips(*doubles, one="6c 5d 9h"))
    assert {one.code for one in found} == {"BJ-DOUBLE"}
    assert sorted((str(one.facts["fact"]), one.amount or 0) for one in found) == sorted(
        (fact, amount or 0) for fact, amount in expected
    )


def test_who_has_seen_a_card_lays_no_second_chip() -> None:
    """R25: one card only, for the whole stake; 4.00 more after the 9 are a second doubling."""
    record = two_chips(
        said(1, "duplica", bet=10, valor=600, seq=20),
        said(1, "duplica", bet=11, valor=400, seq=22),
        one="6c 5d 9h",
    )
    seen = tuple(
        structs.replace(card, seq=21 if card.card == "9h" else 10 + at)
        for at, card in enumerate(record.cartas)
    )
    late = structs.replace(record, cartas=seen)
    assert ("BJ-DOUBLE", "BJ R25", "outra_vez") in told(late)
    early = tuple(
        structs.replace(card, seq=23 if card.card == "9h" else 10 + at)
        for at, card in enumerate(record.cartas)
    )
    assert told(structs.replace(record, cartas=early)) == []


def test_a_complementary_bettor_follows_with_each_of_his_chips() -> None:
    """R24, R25: seat 2 has 3.00 and 2.00 on place 1, and doubles with both when its player does."""
    record = jogada(
        {1: "6c 5d 9h"},
        "Tc 7d",
        said(1, "duplica", bet=10, valor=1000),
        said(1, "duplica", bet=11, valor=300, by=2),
        said(1, "duplica", bet=12, valor=200, by=2),
        bets=(principal(1), complementar(2, 1, 2, 300), complementar(3, 1, 2, 200)),
    )
    assert told(record) == []
    assert sum(due(record).values()) == 2 * 2 * (1_000 + 500)


@given(st.lists(st.integers(1, 900), min_size=1, max_size=5), st.booleans())
def test_any_chips_doubled_one_by_one_are_worth_what_they_are_together(
    chips: list[int], split: bool
) -> None:
    """R23, R25: however many chips a stake is made of, telling the choice of each is no fault."""
    bets = tuple(principal(1, one, bet=1 + n) for n, one in enumerate(chips))
    what = "desdobra" if split else "duplica"
    hands: Hands = {1: "8c Th", (1, 2): "8d 9h"} if split else {1: "6c 5d 9h"}

    def played(*valores: int) -> BlackjackRecord:
        decisions = [said(1, what, bet=10 + n, valor=one) for n, one in enumerate(valores)]
        return jogada(hands, "Tc 7d", *decisions, bets=bets)

    apart, together = played(*chips), played(sum(chips))
    assert told(apart) == told(together) == []
    assert sum(due(apart).values()) == sum(due(together).values())
