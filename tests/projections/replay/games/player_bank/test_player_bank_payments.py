"""The bank of a player, in póquer de 3 cartas: whose fault a wrong payment is, and which are one.

Against the banker's hand at place 3 those of 1, 2, 4 and 5 win, those of 6, 7 and 8 lose; of a
bet of 10.00 the prize is 9.50 and the commission 0.50 (R29).
"""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.player_bank.jogada import Associacao, Cobrada
from projections.replay.kit.bets import Moment
from projections.replay.record import Payment
from tests.projections.replay.games.player_bank.player_bank_table import (
    blamed,
    due,
    faults,
    on,
    paid_exactly,
)
from tests.projections.replay.games.player_bank.poquer_3_cartas_table import (
    HANDS,
    jogada,
    pay,
    with_hands,
)


def told(record: Any, *payments: Payment, **more: Any) -> list[tuple[str, int | None, int | None]]:
    """Return code, seat and amount of the faults of a jogada paid so."""
    made = structs.replace(record, payments=payments, **more)
    return [(one.code, one.seat, one.amount) for one in faults(made)]


# --- the order -----------------------------------------------------------------------------------


def test_a_stake_that_goes_back_has_no_place_in_the_order() -> None:
    """R17, R24: the bank's 20.00 are won by 1 and 2; the 5.00 of 4 went back between them."""
    record = jogada(on(1, 1), on(2, 2), on(4, 4, 500), capital=2_000)
    assert due(record)[2] == (4, "devolvida", 0, 500)
    paid = (pay(1, 1, 950, 1_000), pay(4, 4, 0, 500), pay(2, 2, 950, 1_000))
    charged = tuple(Cobrada(valor=50, seat=seat) for seat in (1, 2))
    assert told(record, *paid, comissoes=charged) == []


def test_a_late_bet_behind_the_banker_goes_back_when_it_is_seen() -> None:
    """R18, R20: it bears nothing and is no part of the bank, which is paid last."""
    record = jogada(on(1, 1, seq=1), on(2, 3, 500, seq=9), dados_agitados=Moment(seq=5))
    paid = (pay(2, 3, 0, 500), pay(1, 1, 950, 1_000))
    assert [code for code, _, _ in told(record, *paid, comissoes=(Cobrada(valor=50, seat=1),))] == [
        "BET-LATE"
    ]


# --- one place, several sums ---------------------------------------------------------------------


def test_a_wrong_bank_beside_others_that_were_paid_whole() -> None:
    """R20: 1.00 too much for the banker, too little for the bet behind him; place 4 is right."""
    record = paid_exactly(jogada(on(1, 4, 1_000), on(2, 3, 500)))
    moved = []
    for one in record.payments:
        change = 0 if one.seat != 3 else -100 if one.bets else 100
        bets = () if one.seat == 4 else one.bets
        moved.append(structs.replace(one, bets=bets, stake_returned=one.stake_returned + change))
    record = structs.replace(record, payments=tuple(moved))
    found = [one for one in faults(record) if one.code == "PAY-DIFF"]
    assert [(one.seat, one.amount, one.rule) for one in found] == [(3, 100, "P3 R17")]


def test_a_place_paid_in_part_by_number_has_no_bank_to_compare() -> None:
    """R26: two bets on place 4, one named, the other in the place's sum: together they are due."""
    record = jogada(on(1, 4), on(2, 4, 500))
    charged = (Cobrada(valor=75, seat=4),)
    paid = (pay(1, 4, 950, 1_000), Payment(seat=4, amount=475, stake_returned=500))
    assert told(record, *paid, comissoes=charged) == []


# --- the bank's capital --------------------------------------------------------------------------


def test_only_too_much_is_beyond_the_capital() -> None:
    """R17: 10.00 of 50.00 played against a bank of 10.00; 9.00 for 9.50 is another fault."""
    record = jogada(on(1, 5, 5_000), capital=1_000)
    assert due(record)[0] == (1, "ganha", 950, 5_000)
    assert [code for code, _ in blamed(record, pay(1, 5, 900, 5_000))] == ["PAY-DIFF"]
    assert blamed(record, pay(1, 5, 1_900, 5_000)) == [("P3-BANK", "P3 R17")]


def test_a_bet_that_the_bank_did_not_cover_was_no_hand_counted_wrongly() -> None:
    """R17: nothing of it played, so neither hand decided it; whoever kept it, or paid it double.

    Of 50.00 that win of a bank of 10.00 the 40.00 that did not play are the bettor's, too.
    """
    lost = jogada(on(7, 7), on(8, 8), capital=1_000)
    assert due(lost)[1] == (8, "devolvida", 0, 1_000)
    assert blamed(lost, pay(8, 8, 1_000, 1_000)) == [("P3-BANK", "P3 R17")]
    assert blamed(lost, pay(8, 8, 0, 0)) == [("P3-BANK", "P3 R17")]
    won = jogada(on(1, 1), on(2, 2, 500), capital=1_000)
    assert blamed(won, pay(2, 2, 0, 0)) == [("P3-BANK", "P3 R17")]
    assert [code for code, _ in blamed(won, pay(2, 2, 0, 400))] == ["PAY-DIFF"]
    part = jogada(on(1, 5, 5_000), capital=1_000)
    assert blamed(part, pay(1, 5, 950, 1_000)) == [("P3-BANK", "P3 R17")]


def test_a_zero_paid_in_part_was_not_pushed() -> None:
    """R10: the whole stake back is a draw that there is not; half of it is a wrong sum."""
    record = with_hands(on(1, 1), hands={1: "Th Ts Td", 3: "4h 5s Ad"})
    assert [code for code, _ in blamed(record, pay(1, 1, 0, 500))] == ["PAY-DIFF"]


def test_a_late_bet_that_was_kept_is_not_beyond_the_capital() -> None:
    """R18: it never played, though the hand of its place lost."""
    record = jogada(on(1, 7, seq=9), dados_agitados=Moment(seq=5))
    assert sorted(code for code, _ in blamed(record, pay(1, 7, 0, 0))) == ["BET-LATE", "PAY-DIFF"]


def test_a_bet_behind_the_banker_has_no_hand() -> None:
    """R20: its 5.00 bore nothing and go back; kept, by number, the sum is wrong.

    That the banker's own chips lie on the table says nothing of it.
    """
    record = jogada(on(1, 4), on(2, 3, 500))
    paid = (pay(1, 4, 950, 1_000), pay(2, 3, 0, 400))
    assert told(record, *paid, comissoes=(Cobrada(valor=50, seat=4),)) == [("PAY-DIFF", 3, -100)]


def test_chips_that_lie_on_the_table_whatever_else_was_paid_whole() -> None:
    """R19: place 4 had its sum without a number, the bet at his place by number; he nothing."""
    record = jogada(on(1, 4), on(2, 3, 500))
    paid = (Payment(seat=4, amount=950, stake_returned=1_000), pay(2, 3, 0, 500))
    assert told(record, *paid, comissoes=(Cobrada(valor=50, seat=4),)) == []


# --- what nobody can decide ----------------------------------------------------------------------


def test_a_decided_bet_of_one_whose_other_bet_waits() -> None:
    """R28: he of place 4 bet on place 2, too, which won 9.50; his own hand was never opened."""
    record = with_hands(on(1, 4), on(2, 2, por=4), hands={2: HANDS[2], 3: HANDS[3]})
    paid = Payment(seat=4, bets=(2,), amount=900, stake_returned=1_000)
    assert ("PAY-DIFF", -50) in [(code, amount) for code, _, amount in told(record, paid)]


# --- commissions ---------------------------------------------------------------------------------


def test_the_bank_s_commission_paid_besides_is_said_of_the_bank() -> None:
    """R29: the banker won 10.00 of 7, had them whole, and paid 0.50 besides, as the bank's."""
    record = jogada(on(1, 7))
    whole = Payment(seat=3, amount=1_000, stake_returned=10_000)
    assert told(record, whole, comissoes=(Cobrada(valor=50, seat=0, por_fora=True),)) == []


def test_what_the_bank_paid_besides_is_no_other_s_commission() -> None:
    """R29: of 4 his 0.50 was taken, and handed back with his prize; the bank's 0.50 is its own."""
    record = jogada(on(1, 4), on(2, 7, 2_000))
    paid = (
        pay(1, 4, 1_000, 1_000),
        Payment(seat=3, amount=1_000, stake_returned=10_000),
    )
    charged = (Cobrada(valor=50, seat=4), Cobrada(valor=50, seat=0, por_fora=True))
    assert told(record, *paid, comissoes=charged) == [("P3-COM", 4, 50)]


def test_a_commission_of_a_place_that_is_none() -> None:
    """R29: taken at place 12, due of place 4."""
    record = paid_exactly(jogada(on(1, 4)))
    wrong = structs.replace(record, comissoes=(Cobrada(valor=50, seat=12),))
    found = [(one.code, one.seat, one.amount) for one in faults(wrong)]
    assert found == [("P3-COM", 4, -50), ("P3-COM", 12, 50)]


@pytest.mark.parametrize(
    ("taken", "prize", "expected"),
    [
        # Taken 0.40 of 0.50: the other 0.10 in the prize are the same fault, told once ...
        (Cobrada(valor=40, seat=4), 960, [("P3-COM", 4, -10)]),
        (Cobrada(valor=40), 960, [("P3-COM", None, -10)]),
        # ... and 0.20 are a fault of the payment besides.
        (Cobrada(valor=40, seat=4), 970, [("P3-COM", 4, -10), ("PAY-DIFF", 4, 20)]),
        # Paid besides, all of it: no fault; with the prize 5.00 too high the payment's.
        (Cobrada(valor=50, seat=4, por_fora=True), 1_000, []),
        (Cobrada(valor=50, seat=4, por_fora=True), 1_500, [("PAY-DIFF", 4, 550)]),
        # Taken out of the prize and paid back with it.
        (Cobrada(valor=50, seat=4), 1_000, [("P3-COM", 4, 50)]),
    ],
)
def test_what_of_a_prize_is_the_commissions_fault(
    taken: Cobrada, prize: int, expected: list[tuple[str, int | None, int]]
) -> None:
    """R29: a commission that lacks is not found a second time in the payment it was left in."""
    record = jogada(on(1, 4))
    found = told(record, pay(1, 4, prize, 1_000), comissoes=(taken,))
    assert sorted(found, key=str) == sorted(expected, key=str)


def test_two_prizes_of_one_place_paid_whole() -> None:
    """R29: 0.50 of each were not taken: 1.00 of place 4, and no payment is wrong."""
    record = jogada(on(1, 4), on(2, 4))
    paid = (pay(1, 4, 1_000, 1_000), pay(2, 4, 1_000, 1_000))
    assert told(record, *paid) == [("P3-COM", 4, -100)]


def test_another_players_commission_paid_besides_excuses_nobody() -> None:
    """R29: 2 paid his besides; of 4 it was taken, and his prize was handed over whole."""
    record = jogada(on(1, 4), on(2, 2))
    paid = (pay(1, 4, 1_000, 1_000), pay(2, 2, 1_000, 1_000))
    charged = (Cobrada(valor=50, seat=4), Cobrada(valor=50, seat=2, por_fora=True))
    found = [one for one in told(record, *paid, comissoes=charged) if one[0] != "PAY-ORDER"]
    assert found == [("P3-COM", 4, 50)]


def test_a_commission_that_lacks_hides_no_cent_paid_for_a_lost_bet() -> None:
    """R8, R29: of 4 the 0.40 taken were 0.10 too little; 7 lost, and has 0.01 all the same."""
    record = jogada(on(1, 4), on(2, 7))
    paid = (pay(1, 4, 950, 1_000), pay(2, 7, 0, 1))
    found = told(record, *paid, comissoes=(Cobrada(valor=40),))
    assert sorted(found, key=str) == [("P3-COM", None, -10), ("PAY-DIFF", 7, 1)]


def test_a_prize_paid_whole_for_want_of_its_commission_is_one_fault() -> None:
    """R29: nothing was taken of 4, whose 10.00 were handed over whole: 0.50, told once."""
    record = jogada(on(1, 4))
    assert told(record, pay(1, 4, 1_000, 1_000)) == [("P3-COM", 4, -50)]


def test_a_cent_for_a_place_that_owes_no_commission_is_a_fault() -> None:
    """R8, R29: of 4 all was taken; 7 lost, owes nothing, and has 0.01 all the same."""
    record = jogada(on(1, 4), on(2, 7))
    paid = (pay(1, 4, 950, 1_000), pay(2, 7, 0, 1))
    assert told(record, *paid, comissoes=(Cobrada(valor=50, seat=4),)) == [("PAY-DIFF", 7, 1)]


def test_commissions_are_told_by_place_in_order() -> None:
    """R29: nothing was taken of 5, 1 and 4, each 0.50; the finding of each stands in its place."""
    record = jogada(on(1, 5), on(2, 1), on(3, 4))
    paid = tuple(pay(bet, seat, 950, 1_000) for bet, seat in ((2, 1), (3, 4), (1, 5)))
    found = told(record, *paid, comissoes=())
    assert found == [("P3-COM", 1, -50), ("P3-COM", 4, -50), ("P3-COM", 5, -50)]


def test_money_for_one_who_had_nothing_in_play() -> None:
    """R25: place 5 did not bet; that as much of the commissions lacks does not explain it."""
    record = jogada(on(1, 4), on(2, 2))
    paid = (pay(1, 4, 950, 1_000), Payment(seat=5, amount=75), pay(2, 2, 950, 1_000))
    found = told(record, *paid, comissoes=(Cobrada(valor=25),))
    assert ("P3-COM", None, -75) in found
    assert ("PAY-DIFF", 5, 75) in found


def test_a_partners_commission_paid_besides_is_his() -> None:
    """R20, R29: the associate's 2.50 besides, and the banker's 5.00, each handed over whole."""
    record = jogada(on(1, 7, 15_000), associacoes=(Associacao(valor=6_000, seat=6),))
    paid = (
        Payment(seat=3, amount=10_000, stake_returned=10_000),
        Payment(seat=6, amount=5_000, stake_returned=6_000),
    )
    both = (
        Cobrada(valor=500, seat=3, por_fora=True),
        Cobrada(valor=250, seat=6, por_fora=True),
    )
    assert told(record, *paid, comissoes=both) == []
    assert told(record, *paid, comissoes=both[:1]) == [("P3-COM", 6, -250)]
