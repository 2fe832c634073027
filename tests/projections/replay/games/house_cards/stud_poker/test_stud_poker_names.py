"""Stud póquer: by which name a wrong payment is found where chips came over or others were paid.

Sums by hand: inicial 10.00, adicional 20.00, a chip 1.00; against kings a flush is due 20.00 and
20.00 + 5 x 20.00 = 120.00 (R15 a, e), and of the progressivo 5.00 (R18 b).
"""

import pytest
from msgspec import structs

from projections.replay.games.house_cards.stud_poker import Lugar, StudRecord
from projections.replay.record import ErrorNoted, Payment, Void
from tests.helpers.each import each
from tests.projections.replay.games.house_cards.stud_poker.stud_table import (
    ACES,
    FLUSH,
    QUEENS,
    ROYAL,
    ROYAL_HEARTS,
    STRAIGHT_FLUSH,
    at,
    at_seat,
    bet,
    carried,
    codes,
    found,
    gives_up,
    goes,
    hand,
    jogada,
    only,
    paid,
    pool,
    right,
    with_bets,
)

CLUBS = "Jc Tc 7c 5c 2c"


def named(record: StudRecord, **amounts: int) -> list[tuple[str, str | None, int | None]]:
    """Return code, rule and seat of each fault; what is not said is paid rightly."""
    whole = record if record.payments else paid(record, **amounts)
    return [(one.code, one.rule, one.seat) for one in found(whole)]


def idle(*players: tuple[Lugar, list[object]]) -> StudRecord:
    """Return a jogada with a chip of seat 4 that came over; he has cards and no inicial."""
    record = with_bets(jogada(*players, pool=pool()), carried(4))
    return structs.replace(record, seats=(*record.seats, Lugar(seat=4, cartas=hand(CLUBS))))


def came_over(cards: str, *players: tuple[Lugar, list[object]]) -> StudRecord:
    """Return a jogada in which seat 1 plays with the chip that came over."""
    place, bets = goes(1, cards)
    return jogada((place, [*bets, carried(1)]), *players, transitadas=(right(1),), pool=pool())


# --- declared voids ------------------------------------------------------------------------------


def test_what_was_paid_wrongly_in_a_jogada_declared_void_without_a_ground() -> None:
    """R25, R15: the stakes going back is the void itself; another sum is a fault of its own."""
    record = jogada(goes(3, FLUSH), void=Void(cause="erro"))
    assert codes(record) == ["VOID-BAD"]
    assert codes(record, b31=1_000, b32=2_000) == ["VOID-BAD"]
    assert codes(record, b32=10_000) == ["ST-PAY", "VOID-BAD"]


# --- hands without a bet -------------------------------------------------------------------------


def test_an_adicional_kept_from_a_hand_without_a_bet() -> None:
    """R27: that the hand played is one fact, that its money was kept another."""
    stray = Lugar(seat=5, cartas=hand("Ah Kh 5h 5c Jd"))
    record = with_bets(jogada(goes(1, QUEENS), (stray, [])), bet(5, "adicional", 100))
    assert codes(record) == ["ST-NOBET"]
    assert sorted(codes(record, b52=0)) == ["PAY-DIFF", "ST-NOBET"]


# --- prizes of the progressivo -------------------------------------------------------------------


def test_whose_chip_played_without_an_inicial() -> None:
    """R18 a: the one of seat 4; that seat 1 plays with a chip of his own changes nothing."""
    record = idle(goes(1, QUEENS, chip=100))
    assert named(record) == []
    assert named(record, j4=500) == [("ST-CARRY", "ST R18 a", 4)]


def test_a_prize_to_a_hand_without_a_chip_is_not_of_anothers_chip() -> None:
    """R18 a: seat 2 has no chip on the progressivo at all."""
    record = idle(goes(1, QUEENS), goes(2, FLUSH))
    assert [(code, seat) for code, _, seat in named(record, j2=500)] == [("PAY-DIFF", 2)]


def test_a_chip_laid_without_an_inicial_did_not_come_over() -> None:
    """R18 a: ST-ANTE tells the bet; its prize, or that it was kept, is a difference."""
    record = with_bets(jogada(goes(1, QUEENS), pool=pool()), bet(4, "progressivo", 100))
    record = structs.replace(record, seats=(*record.seats, Lugar(seat=4, cartas=hand(CLUBS))))
    assert codes(record) == ["ST-ANTE"]
    assert codes(record, j4=500) == ["PAY-DIFF", "ST-ANTE"]
    assert codes(record, b43=0) == ["PAY-DIFF", "ST-ANTE"]


def test_a_wrong_prize_of_a_chip_that_came_over() -> None:
    """R18 b, R19: 6.00 for a cor of 5.00, though the difference is one chip."""
    assert named(came_over(FLUSH), j1=600) == [("ST-JP-FIX", "ST R18 b, R19", 1)]


CLUB_RUN = "5c 6c 7c 8c 9c"


@each(
    ("hands", "seat", "expected"),
    [
        ((FLUSH,), 1, ("ST-JP-FIX", "ST R18 b, R19")),
        ((FLUSH, ROYAL), 1, ("ST-JP-FIX", "ST R18 b, R19")),
        ((ROYAL,), 1, ("ST-JP-SHARE", "ST R18 b")),  # alone, in no order
        ((STRAIGHT_FLUSH,), 1, ("ST-JP-SHARE", "ST R18 b")),
        ((STRAIGHT_FLUSH, FLUSH), 1, ("ST-JP-SHARE", "ST R18 b")),
        ((FLUSH, ROYAL), 2, ("ST-JP-ORD", "ST R23")),  # of what the fixed sums leave
        ((STRAIGHT_FLUSH, ROYAL), 1, ("ST-JP-ORD", "ST R23")),
        ((STRAIGHT_FLUSH, ROYAL), 2, ("ST-JP-ORD", "ST R23")),
        ((STRAIGHT_FLUSH, ROYAL, FLUSH), 1, ("ST-JP-ORD", "ST R23")),
        ((STRAIGHT_FLUSH, CLUB_RUN), 2, ("ST-JP-ORD", "ST R22")),
        ((STRAIGHT_FLUSH, CLUB_RUN, ROYAL), 1, ("ST-JP-ORD", "ST R22")),
        ((ROYAL, ROYAL_HEARTS), 2, ("ST-JP-ORD", "ST R21")),
        ((ROYAL, ROYAL_HEARTS, STRAIGHT_FLUSH), 1, ("ST-JP-ORD", "ST R21")),
    ],
)
def test_the_rule_of_a_wrong_prize(
    hands: tuple[str, ...], seat: int, expected: tuple[str, str]
) -> None:
    """R18-R23: by what it had to be shared with, and in which order."""
    players = (goes(at_, cards, 100, chip=100) for at_, cards in enumerate(hands, 1))
    record = jogada(*players, pagador="Kc Kd 8h 3s 2d", pool=pool())
    assert named(record) == []
    wrong = tuple(
        structs.replace(one, amount=7) if one.award is not None and one.seat == seat else one
        for one in paid(record).payments
    )
    assert named(structs.replace(record, payments=wrong)) == [(*expected, seat)]


# --- chips that came over ------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "code"), [(100, "ST-CARRY"), (37, "PAY-DIFF")])
def test_a_chip_that_came_over_played_and_was_given_back(amount: int, code: str) -> None:
    """R25, R28: it plays once, and does not go back besides."""
    assert codes(came_over(QUEENS), b13=amount) == [code]


def test_a_chip_of_this_jogada_given_back_came_from_nowhere() -> None:
    """R25 speaks of a void jogada; here the chip played and was lost."""
    assert codes(jogada(goes(1, QUEENS, chip=100), pool=pool()), b13=100) == ["PAY-DIFF"]


def test_a_second_chip_of_a_void_jogada_paid_twice_was_not_to_go_on() -> None:
    """R18 a, R25: only what plays goes on; this one goes back, once."""
    void = Void(cause="cartas_expostas")
    record = jogada(
        goes(1, ACES, chip=100),
        errors=(ErrorNoted(error="cartas_expostas"),),
        void=void,
        pool=pool(),
    )
    record = with_bets(record, bet(1, "progressivo", 100, bet=14))
    right_ones = codes(record)
    wrong = found(paid(record, b14=200))
    assert [one.code for one in wrong if one.bet == 14 or 14 in one.facts.get("bets", ())]
    assert codes(record, b14=200).count("ST-CARRY") == right_ones.count("ST-CARRY")


def test_the_rule_of_a_chip_that_was_kept() -> None:
    """R18 a where its bettor sits there without an inicial, R25 where he left."""
    laid = idle(goes(1, QUEENS))
    assert named(laid, b43=0) == [("ST-CARRY", "ST R18 a", 4)]
    gone = jogada(
        goes(1, ACES, chip=100),
        errors=(ErrorNoted(error="cartas_expostas"),),
        void=Void(cause="cartas_expostas"),
        pool=pool(),
    )
    assert named(at_seat(gone, 1, saiu=True), b13=0) == [("ST-CARRY", "ST R25", 1)]


def test_a_chip_charged_again_hides_no_other_payment() -> None:
    """R25: ST-CARRY tells of the 1.00 of seat 4 alone; seat 5 lacks 1.00 of his own."""
    record = jogada(goes(4, QUEENS, chip=100), goes(5, ACES), transitadas=(right(4),), pool=pool())
    assert codes(record) == ["ST-CARRY"]
    assert codes(record, b43=0) == ["ST-CARRY"]
    assert codes(record, b51=1_900) == ["ST-CARRY", "ST-PAY"]
    assert codes(record, b43=50) == ["PAY-DIFF", "ST-CARRY"]


def test_a_chip_charged_again_and_kept_in_a_void_jogada_is_one_finding() -> None:
    """R25, R28: void or not, ST-CARRY tells of the 1.00; the 10.00 not given back are another."""
    place, bets = goes(4, QUEENS, chip=100)
    record = jogada(
        (place, [*bets, carried(4, bet=49)]),
        transitadas=(right(4),),
        errors=(ErrorNoted(error="cartas_expostas"),),
        void=Void(cause="cartas_expostas"),
        pool=pool(),
    )
    assert codes(record) == ["ST-CARRY"]
    assert codes(record, b43=0) == ["ST-CARRY"]
    assert codes(record, b41=0) == ["ST-CARRY", "VOID-REFUND"]


def test_a_wrong_payment_beside_a_chip_that_came_over_keeps_its_name() -> None:
    """R15 e: seat 1 got 1.00 too much for his cor; his prize and seat 2's money are right."""
    record = came_over(FLUSH, goes(2, ACES))
    whole = paid(record, b12=12_100)
    mine = tuple(one for one in whole.payments if one.seat == 1)
    together = Payment(seat=2, amount=3_000, stake_returned=3_000)
    assert named(structs.replace(whole, payments=(*mine, together))) == [("ST-PAY", "ST R15 e", 1)]


def test_a_wrong_payment_beside_another_seats_chip_that_goes_back() -> None:
    """R15 e: seat 4 had his chip back; seat 1's cor was paid four times."""
    assert named(idle(goes(1, FLUSH)), b12=10_000) == [("ST-PAY", "ST R15 e", 1)]


# --- main bets -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amounts", "code"),
    [
        ({"b32": 10_000}, "ST-PAY"),
        ({"b31": 2_000, "b32": 2_000}, "ST-QUAL"),
        ({"b31": 1_000, "b32": 2_000}, "PAY-DIFF"),
    ],
)
def test_a_chip_is_no_main_bet(amounts: dict[str, int], code: str) -> None:
    """R12, R15: what inicial and adicional were paid is compared without the chip's 1.00."""
    record = jogada(gives_up(1), goes(3, FLUSH, chip=100), pool=pool())
    assert {one for one, _, _ in named(record, **amounts)} == {code}


def test_who_laid_no_adicional_has_given_up_whatever_the_others_did() -> None:
    """R9: no decision was recorded of seat 1, nor an adicional: no rule of prizes is his."""
    place, bets = gives_up(1)
    record = jogada((structs.replace(place, decisao=None), bets), goes(3, FLUSH))
    assert codes(record, b11=2_000) == ["PAY-DIFF"]
    place, bets = goes(1, FLUSH)
    laid = jogada((structs.replace(place, decisao=None), bets), gives_up(3))
    assert codes(laid, b12=10_000) == ["ST-PAY"]


def test_an_adicional_that_was_not_paid_where_the_inicial_was() -> None:
    """R15: the hand was compared and half of it paid: less than the table of prizes says."""
    whole = paid(jogada(goes(3, FLUSH)))
    half = tuple(one for one in whole.payments if 32 not in one.bets)
    assert only(structs.replace(whole, payments=half)).code == "ST-PAY"
    assert {one.code for one in found(structs.replace(whole, payments=()))} == {"PAY-NONE"}


def test_a_late_adicional_beside_a_wrong_payment() -> None:
    """R10, R15 e: the late one goes back and is no part of what the cor was paid."""
    record = jogada(goes(3, FLUSH), pagador_descobre=at(20))
    late = with_bets(record, bet(3, "adicional", 500, bet=35, seq=30))
    assert codes(late) == ["BET-LATE"]
    assert named(late, b32=10_000) == [("BET-LATE", "ST R10", 3), ("ST-PAY", "ST R15 e", 3)]


def test_one_sum_for_main_bets_and_a_late_one_names_no_rule_of_prizes() -> None:
    """R10, R15: which of the three bets was paid wrongly the sum does not say."""
    record = jogada(goes(3, FLUSH), pagador_descobre=at(20))
    late = with_bets(record, bet(3, "adicional", 500, bet=35, seq=30))
    together = Payment(seat=3, bets=(31, 32, 35), amount=8_000, stake_returned=3_500)
    told = {one.code for one in found(structs.replace(late, payments=(together,)))}
    assert told == {"BET-LATE", "PAY-DIFF"}
