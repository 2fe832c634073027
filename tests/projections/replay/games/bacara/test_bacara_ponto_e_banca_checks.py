"""Ponto e banca: each check one step beside its rule, worked out from it."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.bacara.punto_banco.record import Mostrada, Resultado, Troca
from projections.replay.kit.bets import BetChange, Chips, Limit, Moment
from projections.replay.kit.shoe import Burned, Shoe
from projections.replay.record import Payment
from projections.replay.registry import judge
from projections.replay.settlement import Outcome
from tests.projections.replay.games.bacara.punto_banco_table import (
    PONTO_WINS,
    bet,
    codes,
    coup,
    found,
    paid,
    paid_exactly,
    settled,
)

BANCA_WINS = "P7s BKd PKc B9h"
"""7 against 9: banca wins, and with no 5."""
TIE = "P8s BKd PKc B8h"


# --- burned cards, packs, words ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "unsaid", "expected"),
    [
        (8, 0, []),
        (3, 5, []),
        (0, 8, []),
        (3, 6, [("PB R24", "0", "1")]),
        (3, 4, [("PB R16", "8", "7")]),
        (9, 0, [("PB R16", "8", "9")]),
    ],
)
def test_eight_cards_leave_a_new_shoe(
    opening: int, unsaid: int, expected: list[tuple[str, str, str]]
) -> None:
    """R16: eight, and before its first coup no other; a cause that is not said may be either."""
    burned = (Burned(count=opening, cause="opening", seq=1), Burned(count=unsaid, seq=2))
    shoe = Shoe(decks=6, burned=burned)
    # The call of the first coup comes after them: R24 orders only the card of every other coup.
    record = coup(
        PONTO_WINS, bet(1, "ponto"), sabot=shoe, primeiro=True, nada_mais=Moment(seq=5),
        mesa="simples",
    )  # fmt: skip
    assert [(one.rule, one.expected, one.recorded) for one in found(record)] == expected


def test_all_packs_are_replaced_together() -> None:
    """R3: a single card, or three packs of six; of packs not known the card all the same."""
    six = {"sabot": Shoe(decks=6), "mesa": "simples"}
    one = Troca(cartas=("Ks",), razao="marcada")
    few = Troca(baralhos=3)
    (fault,) = found(coup(PONTO_WINS, trocas=(one,)))
    assert (fault.code, fault.rule, fault.expected, fault.recorded) == ("EQ-BAD", "PB R3", "", "Ks")
    assert fault.facts["reason"] == "marcada"
    (fault,) = found(coup(PONTO_WINS, trocas=(few,), **six))
    assert (fault.expected, fault.recorded, fault.facts["reason"]) == ("6", "3", "")
    assert codes(coup(PONTO_WINS, trocas=(Troca(baralhos=6), Troca()), **six)) == []


def test_cards_uncovered_are_compared_with_cards_that_are_known() -> None:
    """R23: of a hand that is not on record, or not whole, nobody can tell."""
    shown = (Mostrada(grupo="ponto", cartas=("9s", "Kc")),)
    assert codes(coup("P9s BKd PKc B7h", bet(1, "ponto"), mostradas=shown)) == []
    assert codes(coup("P2s BKd PKc B7h P5d", bet(1, "empate"), mostradas=shown)) == ["RES-IMPOSS"]
    assert codes(coup("", mostradas=shown)) == []


THIRD = "P2s BKd PKc B7h P5d"
"""Two draws a five and has seven, as banca has."""


@pytest.mark.parametrize(
    ("shows", "expected"),
    [
        (["2s Kc 5d"], []),
        (["2s Kc"], []),  # as it is uncovered before the third card
        (["2s Kc", "5d"], []),
        (["2s", "Kc"], []),
        (["2s", "2s Kc"], []),
        (["2s 6c"], ["RES-IMPOSS"]),
        (["2s 2s"], ["RES-IMPOSS"]),
        (["2s Kc", "6d"], ["RES-IMPOSS"]),
    ],
)
def test_the_first_two_cards_are_uncovered_before_the_third(
    shows: list[str], expected: list[str]
) -> None:
    """R23, R25: whole or one by one; only a card that was not dealt there is another."""
    shown = tuple(Mostrada(grupo="ponto", cartas=tuple(text.split())) for text in shows)
    assert codes(coup(THIRD, bet(1, "empate"), mostradas=shown)) == expected


def test_two_hidden_cards_are_those_uncovered_beside_an_open_third() -> None:
    """R23, R25: the third lies face up; the first two are known when they are uncovered."""
    hidden = "P? B? P? B? P5d"
    ponto = Mostrada(grupo="ponto", cartas=("2s", "Kc"))
    banca = Mostrada(grupo="banca", cartas=("Kd", "7h"))
    bets = (bet(1, "empate"), bet(2, "par_do_ponto"), bet(3, "ponto"))
    lines = settled(coup(hidden, *bets, mostradas=(ponto, banca))).lines
    assert [line.due for line in lines] == [9_000, 0, 1_000]
    whole = Mostrada(grupo="ponto", cartas=("5d", "2s", "Kc"))
    lines = settled(coup(hidden, *bets, mostradas=(whole, banca))).lines
    assert [line.due for line in lines] == [9_000, 0, 1_000]
    one = settled(coup(hidden, *bets, mostradas=(Mostrada(grupo="ponto", cartas=("2s",)), banca)))
    assert {line.outcome for line in one.lines} == {Outcome.PENDENTE}


def test_what_is_said_of_hands_that_left_the_table_is_not_held_against_it() -> None:
    """R23, R28: ponto had six and took a four; it was said as it lay, and the slip is the fault."""
    told = Resultado(vencedor="banca", ponto=0, banca=7)
    record = coup("P6s BKd PKc B7h P4d", bet(1, "banca"), resultado=told)
    assert set(codes(record)) == {"PB-3RD"}


def test_another_fault_excuses_no_wrong_word() -> None:
    """R23: a bet came late, and the points that were said are wrong besides."""
    told = Resultado(vencedor="ponto", ponto=8, banca=7)
    bets = (bet(1, "ponto", seq=1), bet(2, "ponto", seq=9))
    record = coup(PONTO_WINS, *bets, nada_mais=Moment(seq=5), resultado=told)
    assert sorted(codes(record)) == ["BET-LATE", "RES-IMPOSS"]


def test_a_deduction_of_what_nobody_can_tell_is_not_compared() -> None:
    """R32: a card of banca is not known, so neither is its prize."""
    record = coup(
        "P7s BKd PKc B?", bet(1, "banca"), deducao="5pct", deducao_comunicada=True, deduzido=50
    )
    assert "PB-COMM" not in [one.code for one in judge(record).found]


# --- stakes --------------------------------------------------------------------------------------


def test_stakes_are_those_that_lay_when_the_cards_came() -> None:
    """R8: raised over the maximum in time, and one too small that was taken back."""
    limits = {"ponto": Limit(minimum=500, maximum=2_000)}
    changes = (BetChange(bet=1, valor=3_000, seq=3), BetChange(bet=2, retirada=True, seq=4))
    record = coup(
        PONTO_WINS,
        bet(1, "ponto", 1_000, seq=1),
        bet(2, "ponto", 100, seat=2, seq=2),
        alteracoes=changes,
        nada_mais=Moment(seq=5),
        limites=limits,
    )
    assert [(one.code, one.bet, one.amount) for one in found(record)] == [("BET-MAX", 1, 1_000)]


def test_chips_that_are_the_stake_are_no_fault() -> None:
    """R8: three of 1.00 are 3.00; a stake of one cent is one; nothing is none, hiding no other."""
    assert codes(coup(PONTO_WINS, bet(1, "ponto", 300, chips=Chips(count=3, value=100)))) == []
    assert codes(coup(PONTO_WINS, bet(1, "ponto", 1))) == []
    limits = {"ponto": Limit(minimum=500)}
    record = coup(PONTO_WINS, bet(1, "ponto", 0), bet(2, "ponto", 400, seat=2), limites=limits)
    assert [(one.bet, one.expected) for one in found(record)] == [(1, ">0.00"), (2, "5.00")]


HELD: dict[str, Any] = {"titulares": {1: "ana"}}


def test_who_stands_is_named_and_not_who_sits() -> None:
    """R21: ana holds the place and bets on ponto; rui, standing, bets on banca."""
    bets = (bet(1, "ponto", player="ana"), bet(2, "banca", player="rui"))
    for order in (bets, bets[::-1]):
        assert [(one.code, one.bet) for one in found(coup(PONTO_WINS, *order, **HELD))] == [
            ("PB-CONTRA", 2)
        ]


def test_online_nobody_stands() -> None:
    """R21 is of a table with seats."""
    bets = (bet(1, "ponto"), bet(2, "banca", by=30))
    assert "PB-CONTRA" in codes(coup(PONTO_WINS, *bets))
    assert "PB-CONTRA" not in codes(coup(PONTO_WINS, *bets, mode="shared"))


@pytest.mark.parametrize(
    ("limit", "added", "expected"),
    [
        (Limit(minimum=100, maximum=1_000), 500, []),
        (Limit(minimum=100, maximum=1_000), 600, [("PB-CONTRA", 3, 100)]),
        (Limit(minimum=100), 6_500, []),
        (Limit(minimum=100), 6_600, [("PB-CONTRA", 3, 100)]),
        (Limit(), 900_000, []),
    ],
)
def test_a_seats_total_is_counted_chance_by_chance(
    limit: Limit, added: int, expected: list[tuple[str, int, int]]
) -> None:
    """R21: the holder's 5.00 on ponto and what is added to it; his tie is another chance.

    Without a declared maximum the law's holds, seventy times the minimum (R8).
    """
    bets = (
        bet(1, "ponto", 500, player="ana"),
        bet(2, "empate", 500, player="ana"),
        bet(3, "ponto", added, player="rui"),
        bet(4, "ponto", 900, seat=2, player="eva"),
    )
    record = coup(PONTO_WINS, *bets, limites={"ponto": limit}, **HELD)
    assert [(one.code, one.bet, one.amount) for one in found(record)] == expected


# --- payments ------------------------------------------------------------------------------------


def test_both_pairs_paid_at_one_go_are_pairs() -> None:
    """R31: eleven to one each; ten were paid for one of them."""
    record = paid_exactly(coup("P4s B9d P4c B9h", bet(1, "par_do_ponto"), bet(2, "par_da_banca")))
    short = Payment(seat=1, bets=(1, 2), amount=21_000, stake_returned=2_000)
    assert [one.code for one in judge(structs.replace(record, payments=(short,))).found] == [
        "PB-PAIR"
    ]


def test_a_pair_beside_the_tie_is_no_payment_of_the_tie_alone() -> None:
    """R31: a payment of both that is wrong may be wrong in either."""
    record = paid_exactly(coup("P4s B9d P4c B9h", bet(1, "ponto")))
    assert codes(record) == []
    tie = coup("P4s B4d P4c B4h", bet(1, "empate"), bet(2, "par_do_ponto"))
    short = Payment(seat=1, bets=(1, 2), amount=18_000, stake_returned=2_000)
    assert [one.code for one in judge(structs.replace(tie, payments=(short,))).found] == [
        "PAY-DIFF"
    ]
    both = coup(TIE, bet(1, "empate"), bet(2, "ponto"), bet(3, "banca"))
    short = Payment(seat=1, bets=(1, 2, 3), amount=7_000, stake_returned=3_000)
    assert [one.code for one in judge(structs.replace(both, payments=(short,))).found] == ["PB-TIE"]


def test_nineteen_twentieths_are_a_deduction_of_banca_alone() -> None:
    """R32: taken though none was announced; of ponto it is simply too little."""
    record = coup(BANCA_WINS, bet(1, "banca"), bet(2, "banca", 2_000, seat=2))
    assert [(one.code, one.bet) for one in paid(record, 1, 950)] == [("PB-COMM", 1)]
    assert [one.code for one in paid(coup(PONTO_WINS, bet(1, "ponto")), 1, 950)] == ["PAY-DIFF"]


def test_a_table_without_cards_or_words_is_not_told_what_it_should_pay() -> None:
    """Where cards are recorded and none came, nothing is to be paid."""
    payment = Payment(seat=1, bets=(1,), amount=1_000, stake_returned=1_000)
    silent = coup("", bet(1, "ponto"), payments=(payment,), records=("bets", "payouts"))
    assert judge(silent).found == ()
    dealt = structs.replace(silent, records=("bets", "payouts", "cards"))
    assert judge(dealt).found != ()
