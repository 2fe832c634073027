"""Boule: the order of payments, null coups and what the star takes, where one fact decides."""

from typing import Any

import pytest

from projections.replay.games.wheels.boule import BouleRecord, Resultado
from projections.replay.kit.bets import BetChange, Moment
from projections.replay.kit.coups.voids import GolpeNulo
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.projections.replay.games.coup_table import bet, blamed, pay, settled, told


def coup(numero: str | None, *bets: Any, **more: Any) -> BouleRecord:
    """Return the record of a coup that ended on a number."""
    result = Resultado(numero=numero) if numero is not None else None
    return BouleRecord(**{"resultado": result, "bets": bets, **more})


# --- the order of payments -----------------------------------------------------------------------

PLENO, PLENO_2, LOW = bet(1, "pleno", "7"), bet(2, "pleno", "7", seat=2), bet(3, "pequeno", seat=3)
LOST, RED = bet(4, "pleno", "8", seat=4), bet(5, "vermelho", seat=3)
ORDER = ("PAY-ORDER", "BO R10")


def total(amount: int, returned: int, *bets: int) -> Payment:
    """Return one payment of several bets of seat 3."""
    return Payment(seat=3, bets=bets, amount=amount, stake_returned=returned)


@pytest.mark.parametrize(
    ("bets", "payments", "expected"),
    [
        ((PLENO, LOW), (pay(3, 100, 100, 3), pay(1, 2_300, 100)), []),
        ((PLENO, LOW), (pay(1, 2_300, 100), pay(3, 100, 100, 3)), [ORDER]),
        # R11: a total that holds the pleno comes when it comes
        (
            (PLENO, bet(2, "pleno", "7", seat=3), LOW),
            (pay(1, 2_300, 100), total(2_400, 200, 2, 3)),
            [],
        ),
        # what only gives a stake back is no prize
        ((PLENO, LOW), (pay(1, 0, 100), pay(3, 100, 100, 3)), [("BO-PAY", "BO R8")]),
        # a pleno that did not win has no place in the order of prizes
        (
            (LOST, LOW),
            (pay(4, 50, 0, 4), pay(3, 100, 100, 3)),
            [("PAY-DIFF", "BO R10")],
        ),
        # a total of what won and what lost comes after the pleno: the winner of the two says so
        (
            (PLENO, LOW, bet(6, "preto", seat=3)),
            (pay(1, 2_300, 100), total(100, 100, 6, 3)),
            [ORDER],
        ),
    ],
)
def test_the_pleno_is_paid_last(
    bets: tuple[Any, ...], payments: tuple[Payment, ...], expected: list[tuple[str, str]]
) -> None:
    """R10, R11: among prizes that are told apart."""
    assert blamed(coup("7", *bets), *payments) == expected


def test_the_first_pleno_out_of_its_place_is_named() -> None:
    """R10: two plenos went before the low numbers; the fault is the first's, and said once."""
    record = coup("7", PLENO, PLENO_2, LOW, RED)
    paid = (pay(1, 2_300, 100), pay(2, 2_300, 100, 2), pay(5, 100, 100, 3), pay(3, 100, 100, 3))
    (fault,) = judge(BouleRecord(**{**_fields(record), "payments": paid})).found
    assert (fault.seat, fault.bet) == (1, 1)
    assert (fault.expected, fault.recorded) == ("vermelho, pleno", "pleno, vermelho")


def _fields(record: BouleRecord) -> dict[str, Any]:
    return {"resultado": record.resultado, "bets": record.bets}


def test_of_a_number_that_two_bets_bear_no_order_is_told() -> None:
    """Which of the two was paid nobody can say."""
    record = coup("7", PLENO, bet(1, "pequeno"), LOW)
    paid = (pay(1, 2_400, 200), pay(3, 100, 100, 3))
    assert "PAY-ORDER" not in [code for code, _ in blamed(record, *paid)]


# --- the star ------------------------------------------------------------------------------------


def test_what_the_star_takes_is_named_also_among_what_goes_back() -> None:
    """R9: of a late bet 1.00 goes back, of the star's 1.00 nothing: 2.00 handed over is BO-PAY."""
    record = coup(
        "estrela", bet(1, "vermelho", seq=1), bet(2, "preto", seq=9), campainha=(Moment(seq=5),)
    )
    both = Payment(seat=1, bets=(1, 2), amount=0, stake_returned=200)
    assert ("BO-PAY", "BO R9") in blamed(record, both)
    right = Payment(seat=1, bets=(1, 2), amount=0, stake_returned=100)
    assert "BO-PAY" not in [code for code, _ in blamed(record, right)]
    short = Payment(seat=1, bets=(1, 2), amount=0, stake_returned=50)
    assert ("BO-PAY", "BO R9") not in blamed(record, short)


# --- null coups ----------------------------------------------------------------------------------


def test_the_last_null_coup_is_the_one_that_nobody_repeated() -> None:
    """R13, R14: a prize paid for it is VOID-MISS; nothing is decided, so nothing is void."""
    record = coup(
        None,
        bet(1, "vermelho"),
        golpe_nulo=(GolpeNulo(causa="objeto", seq=4), GolpeNulo(causa="fichas", seq=8)),
        bola_lancada=(Moment(seq=2), Moment(seq=6)),
    )
    assert not settled(record).void
    assert told(record) == [("VOID-MISS", "BO R13-14")]
    (fault,) = judge(record).found
    assert fault.recorded == "fichas"
    again = coup(
        "7",
        bet(1, "vermelho"),
        golpe_nulo=(GolpeNulo(causa="objeto", seq=4),),
        bola_lancada=(Moment(seq=2), Moment(seq=6)),
        payments=(pay(1, 100, 100),),
    )
    assert told(again) == []


def test_what_was_changed_before_the_call_is_not_frozen_by_it() -> None:
    """R15: a mark made before the null coup stays as it then was; altered before it, in time."""

    def changed(seq: int) -> list[str]:
        """Return the codes of a coup in which the mark was altered at this place in the chain."""
        record = coup(
            None,
            bet(1, "vermelho", seq=1),
            bet(2, "vermelho", seq=7),
            alteracoes=(BetChange(bet=1, valor=300, seq=seq), BetChange(bet=2, valor=5, seq=8)),
            golpe_nulo=(GolpeNulo(causa="objeto", seq=5),),
            bola_lancada=(Moment(seq=4), Moment(seq=9)),
            resultado=Resultado(numero="8", seq=11),
        )
        return [code for code, _ in told(record)]

    assert changed(3) == []
    assert changed(6) == ["BET-LATE"]


@pytest.mark.parametrize(
    ("numero", "cor", "expected"),
    [
        ("7", "preto", [("RES-IMPOSS", "BO R2 d")]),
        ("7", "vermelho", []),
        ("estrela", "azul", []),
        ("25", "preto", [("RES-IMPOSS", "BO R2 c")]),
    ],
)
def test_pocket_and_colour_by_their_rules(
    numero: str, cor: str, expected: list[tuple[str, str]]
) -> None:
    """R2 c: 1 to 24 and the star; R2 d: red and black by turns, the star neither."""
    assert told(coup(None, resultado=Resultado(numero=numero, cor=cor))) == expected


def test_a_number_reached_before_the_call_stands_whatever_the_colour_said_of_another() -> None:
    """R13: the 8 had come to rest when the coup was called null; the 7's colour is not the 8's."""
    record = coup(
        None,
        bet(1, "preto"),
        resultado=Resultado(numero="7", cor="vermelho"),
        golpe_nulo=(GolpeNulo(causa="objeto", anulado="8"),),
        payments=(pay(1, 100, 100),),
    )
    assert told(record) == [("VOID-BAD", "BO R13-14")]
