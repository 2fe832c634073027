"""Blackjack/21: hands, limits, shoe: each case one step beside a rule, worked out from it."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.house_cards.blackjack import (
    Aposta,
    BlackjackRecord,
    Lugar,
    Reclamacao,
)
from projections.replay.kit.bets import Limit, Moment
from projections.replay.kit.shoe import Burned, Cut, Dealt, Shoe, Shuffled
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.projections.replay.games.house_cards.blackjack.blackjack_table import (
    codes,
    complementar,
    deal,
    faults,
    jogada,
    payments_of,
    principal,
    said,
)


def plain(**more: Any) -> BlackjackRecord:
    """Return a jogada without a fault: 19 beside 18."""
    return jogada({1: "Tc 9d"}, "Td 8h", **more)


def told(record: BlackjackRecord) -> list[tuple[str, str]]:
    """Return codes and rules of what verifying raises, payments apart."""
    return [(one.code, one.rule) for one in faults(record)]


# --- stakes (R8, R17, R18) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "valor", "expected"),
    [
        (Limit(minimum=500), 500, []),
        (Limit(minimum=500), 15_000, []),
        (Limit(minimum=500), 15_500, [("BJ-R8", "<= 150.00", 500)]),
        (Limit(maximum=5_000), 4_321, []),  # a table without a minimum asks no multiple
        (Limit(maximum=5_000), 5_000, []),
        (Limit(maximum=5_000), 6_000, [("BET-MAX", "<= 50.00", 1_000)]),
        (Limit(minimum=500, maximum=5_000), 15_000, [("BET-MAX", "<= 50.00", 10_000)]),
        (Limit(minimum=500, maximum=5_750), 5_750, [("BJ-R8", "n x 5.00", None)]),
        (Limit(), 1, []),
    ],
)
def test_each_limit_by_itself(
    limit: Limit, valor: int, expected: list[tuple[str, str, int | None]]
) -> None:
    """R8: thirty minima at most, or what the table sets; R17: multiples of the minimum."""
    record = plain(bets=(principal(1, valor),), limites={"principal": limit})
    assert [(one.code, one.expected, one.amount) for one in faults(record)] == expected


@pytest.mark.parametrize(
    ("valor", "expected"),
    [(1_000, []), (500, [("BET-MIN", -500)]), (2_000, []), (3_000, [("BET-MAX", 1_000)])],
)
def test_another_places_bet_has_limits_of_its_own(
    valor: int, expected: list[tuple[str, int]]
) -> None:
    """R18: 10.00 to 20.00 on another's place, where the titulars play from 5.00 to 150.00."""
    limits = {
        "principal": Limit(minimum=500, maximum=15_000),
        "complementar": Limit(minimum=1_000, maximum=2_000),
    }
    bets = (principal(1, 500), complementar(10, 1, 3, valor))
    record = plain(bets=bets, limites=limits)
    assert [(one.code, one.amount) for one in faults(record)] == expected


def test_a_stake_too_small_is_named_by_its_own_bet() -> None:
    """R8: the principal's number; neither the jackpot's chip nor another's bet is it."""
    bets = (
        principal(1, 400),
        Aposta(bet=9, seat=1, tipo="jackpot", valor=100),
        complementar(10, 1, 3, 1_000),
    )
    record = plain(bets=bets, limites={"principal": Limit(minimum=500, maximum=15_000)})
    assert [(one.code, one.bet, one.facts["by"]) for one in faults(record)] == [("BET-MIN", 1, 1)]


def test_only_a_place_that_another_adds_to_is_above_its_maximum() -> None:
    """R18: 155.00 on the first of three places; 150.00 on each of the others.

    150.00 is also the law's maximum, thirty times 5.00 (R8), where none is declared.
    """
    bets = (
        principal(1, 10_000),
        complementar(10, 1, 3, 5_500),
        principal(2, 15_000),
        principal(3, 10_000),
        complementar(11, 3, 1, 5_000),
    )
    record = jogada(
        {1: "Tc 9d", 2: "Ts 9h", 3: "Th 9c"},
        "Td 8h",
        bets=bets,
        limites={"principal": Limit(minimum=500, maximum=15_000)},
    )
    assert [(one.rule, one.seat, one.amount) for one in faults(record)] == [("BJ R18", 1, 500)]
    endless = structs.replace(record, limites={"principal": Limit(minimum=500)})
    assert faults(endless) == faults(record)
    assert faults(structs.replace(record, limites={})) == ()


def test_a_stake_of_a_decision_has_a_number_of_its_own() -> None:
    """A number names one bet: that of the second hand, or of the insurance, is another."""
    hands: Any = {1: "8c Td", (1, 2): "8s Kd"}
    split = jogada(hands, "Td 7h", said(1, "desdobra", bet=1, valor=1_000))
    assert codes(split) == ["RES-IMPOSS"]
    insured = jogada({1: "Tc 9d"}, "Ad 9h", said(1, "seguro", bet=1, valor=500))
    assert codes(insured) == ["RES-IMPOSS"]
    own = jogada({1: "Tc 9d"}, "Ad 9h", said(1, "seguro", bet=2, valor=500))
    assert codes(own) == []


# --- hands (R21 to R28) ---------------------------------------------------------------------------


def test_a_card_put_away_is_drawn_for_nobody() -> None:
    """R21: drawn by a misheard wish between the first place's card and the second's."""
    record = jogada({1: "5c 6d 7h", 2: "4c 5d Th"}, "Td 8h")
    away = Dealt(to="discard", card="2s")
    cards = (*record.cartas[:7], away, *record.cartas[7:])
    assert codes(structs.replace(record, cartas=cards)) == []


def test_a_surrendered_hand_takes_no_card() -> None:
    """R28: with the first two cards, and final."""
    assert codes(jogada({1: "Tc 6d"}, "Td 8h", said(1, "desiste"))) == []
    (fault,) = faults(jogada({1: "Tc 6d 2h"}, "Td 8h", said(1, "desiste")))
    assert (fault.code, fault.rule, fault.seat, fault.recorded) == (
        "BJ-SURR",
        "BJ R28",
        1,
        "Tc 6d 2h",
    )


def test_twenty_one_in_two_cards_of_a_split_takes_no_third() -> None:
    """R21, R42: no blackjack after a split, and twenty-one all the same."""
    hands: Any = {1: "Tc Ad 5h", (1, 2): "Th 9d"}
    (fault,) = faults(jogada(hands, "Td 8h", said(1, "desdobra", bet=20, valor=1_000)))
    assert (fault.code, fault.expected, fault.recorded) == ("BJ-STAND", "< 21", "Tc Ad 5h")
    assert fault.facts["hand"] == 1
    hands = {1: "Th 9d", (1, 2): "Tc Ad 5h"}
    (fault,) = faults(jogada(hands, "Td 8h", said(1, "desdobra", bet=20, valor=1_000)))
    assert fault.facts["hand"] == 2


def test_a_right_hand_before_hides_no_wrong_one() -> None:
    """R21: the first place stays on nineteen, the second drew on its blackjack."""
    record = jogada({1: "Tc 9d", 2: "Tc Ad 5h"}, "Td 8h")
    assert [(one.code, one.seat) for one in faults(record)] == [("BJ-STAND", 2)]


def test_a_hand_of_which_a_card_is_not_known_is_not_judged() -> None:
    """R21: nobody can tell on what it stayed; nor what the bank had to do for it alone."""
    cards = list(deal({1: "Tc 9d"}, "Td 6h 5c"))
    cards[2] = structs.replace(cards[2], card=None)
    assert codes(plain(cartas=tuple(cards))) == []


@pytest.mark.parametrize(
    ("bank", "expected"),
    [
        ("Td 3h 4c", []),  # seventeen in three cards stays
        ("Td 3h 3c", [("BJ-DEALER", "BJ R22")]),
        ("Td 7h", []),
        ("Td 6h", [("BJ-DEALER", "BJ R22")]),
        ("Td 7h 2c", [("BJ-DEALER", "BJ R22")]),
        ("Ad 6h", []),  # its ace is eleven where that makes seventeen
        ("Ad 5h", [("BJ-DEALER", "BJ R22")]),
    ],
)
def test_the_bank_stays_on_seventeen_and_draws_on_sixteen(
    bank: str, expected: list[tuple[str, str]]
) -> None:
    """R4 a, R22, beside a hand of twenty."""
    assert told(jogada({1: "Tc Js"}, bank)) == expected


def test_a_bank_that_draws_on_seventeen_for_one_of_two_hands_is_told() -> None:
    """R22: the second hand's card is not known; the first is compared all the same."""
    record = jogada({1: "Tc 9d", 2: "Tc 9d"}, "Td 7h 4c")
    cards = list(record.cartas)
    cards[4] = structs.replace(cards[4], card=None)
    assert told(structs.replace(record, cartas=tuple(cards))) == [("BJ-DEALER", "BJ R22")]


def test_a_bank_that_draws_when_all_are_over_draws_for_nobody() -> None:
    """R41, R43: whatever it holds."""
    over = {1: "Tc 6d Kh"}
    assert told(jogada(over, "Td 7h 4c")) == [("BJ-DRAW3", "BJ R43")]
    assert told(jogada(over, "Td 6h 4c")) == [("BJ-DRAW3", "BJ R43")]
    assert told(jogada(over, "Td 6h")) == []


# --- packs and shoe (R2, R9 to R14, R29 to R38) --------------------------------------------------


def test_a_card_that_no_pack_has_is_told_alone() -> None:
    """R2 b: of a table whose shoe is not recorded."""
    record = jogada({1: "Tc 1x"}, "Td 8h", sabot=None)
    assert [(one.code, one.recorded) for one in faults(record)] == [("RES-IMPOSS", "1x")]


def test_the_burned_card_is_one_of_the_packs() -> None:
    """R2 b, R13: three kings of spades had come, one was burned, one is dealt: of four packs."""
    shoe = Shoe(decks=4, out={"Ks": 3}, burned=(Burned(card="Ks", cause="opening"),))
    record = jogada({1: "Ks 9d"}, "Td 8h", sabot=shoe)
    (fault,) = faults(record)
    assert (fault.code, fault.expected, fault.recorded, fault.seat) == ("BJ-DECK", "<= 4", "Ks", 1)
    paid = structs.replace(record, payments=payments_of(record))
    assert [one.code for one in judge(paid).found] == ["BJ-DECK"]
    fewer = structs.replace(shoe, out={"Ks": 2})
    assert codes(structs.replace(record, sabot=fewer)) == []


def fresh(**more: Any) -> Shoe:
    """Return six packs just shuffled, cut and begun as R9 to R13 have it for one player."""
    facts: dict[str, Any] = {
        "fresh": True,
        "shuffles": (Shuffled(shown=True, seq=1),),
        "cuts": (Cut(cut_card=156, seq=2),),
        "burned": (Burned(cause="opening", seq=3),),
    }
    return Shoe(decks=6, **{**facts, **more})


@pytest.mark.parametrize(
    ("behind", "seats", "places", "wrong"),
    [
        (60, 2, 0, False),
        (40, 2, 0, False),
        (61, 2, 0, True),
        (39, 2, 0, True),
        (156, 1, 0, False),  # the middle of 312 cards
        (50, 1, 0, True),
        (50, 1, 2, False),  # two hold a place, of whom one bets
    ],
)
def test_the_cut_card_lies_near_the_fiftieth(
    behind: int, seats: int, places: int, *, wrong: bool
) -> None:
    """R12: or in the middle for a single player."""
    hands: Any = {1: "Tc 9d", 2: "Ts 9h"} if seats > 1 else {1: "Tc 9d"}
    record = jogada(
        hands,
        "Td 8h",
        sabot=fresh(cuts=(Cut(cut_card=behind, seq=2),)),
        seats=tuple(Lugar(seat=seat) for seat in range(1, places + 1)),
    )
    assert told(record) == ([("BJ-SHOE", "BJ R12")] if wrong else [])


def test_the_cards_are_shown_at_the_tables_first_jogada() -> None:
    """R9: not at each shuffle."""
    hidden = fresh(shuffles=(Shuffled(seq=1),))
    assert told(plain(sabot=hidden, primeira=True)) == [("BJ-SHOE", "BJ R9")]
    assert told(plain(sabot=hidden, primeira=False)) == []
    assert told(plain(sabot=hidden)) == []


def test_one_card_is_burned_before_the_deal() -> None:
    """R13: what was put away in the middle of it is another matter."""
    later = Burned(cause=None, after=3, seq=9)
    first = Burned(cause="opening", seq=3)
    assert told(plain(sabot=fresh(burned=(first, later)))) == []
    assert told(plain(sabot=fresh(burned=(later,)))) == [("BJ-SHOE", "BJ R13")]


def test_after_the_cut_card_the_cards_are_shuffled() -> None:
    """R14: a jogada that was not dealt, or dealt from packs shuffled since, is none too many."""
    out = Shoe(decks=6, cut_card_before=True)
    assert told(plain(sabot=out)) == [("BJ-SHOE", "BJ R14")]
    assert told(plain(sabot=out, cartas=())) == []
    assert told(plain(sabot=structs.replace(out, shuffles=(Shuffled(seq=1),)))) == []


@pytest.mark.parametrize(
    ("seq", "heard", "expected"),
    [
        (9, True, [("recusada", "admitida")]),
        (9, False, []),
        (7, False, [("admitida", "recusada")]),
        (7, True, []),
    ],
)
def test_a_complaint_is_heard_until_the_cards_are_in_the_shuffler(
    seq: int, expected: list[tuple[str, str]], *, heard: bool
) -> None:
    """R38: the cards went in at 8."""
    record = plain(
        sabot=Shoe(decks=6, shuffler=True),
        no_baralhador=Moment(seq=8),
        reclamacoes=(Reclamacao(seat=1, admitida=heard, seq=seq, at="21:00"),),
    )
    assert [(one.expected, one.recorded) for one in faults(record)] == expected
    assert {(one.code, one.facts["at"]) for one in faults(record)} <= {("BJ-CLAIM", "21:00")}


def test_what_a_table_does_not_record_is_not_held_against_it() -> None:
    """A code that needs what is not recorded is not assessed."""
    mended = plain(cartas_trocadas=("Ks",))
    assert codes(mended) == ["EQ-BAD"]
    assert codes(structs.replace(mended, records=("bets", "cards"))) == []
    demo = plain(mode="demo", meios=("account",))
    assert codes(demo) == ["ONL-DEMO"]
    assert codes(structs.replace(demo, mode="exclusive")) == []
    assert codes(structs.replace(demo, records=("bets", "cards", "decisions"))) == []
    unsaid = plain(mode="shared", segundos=20)
    assert codes(unsaid) == []
    astray = plain(payments=(Payment(seat=2, bets=(1,), amount=2_000),), records=("bets", "cards"))
    assert judge(astray).found == ()
