"""Blackjack/21: decisions that the rules do not allow, each by its rule, and those they do."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.house_cards.blackjack import BlackjackRecord, Lugar
from projections.replay.kit.bets import Moment
from tests.projections.replay.games.house_cards.blackjack.blackjack_table import (
    complementar,
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
