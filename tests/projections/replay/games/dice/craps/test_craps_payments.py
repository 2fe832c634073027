"""Craps: how a wrong payment is named, and what is no fault. Worked out from the rules."""

from typing import Any

import pytest

from projections.replay.games.dice.craps import Aposta, CrapsRecord
from projections.replay.games.dice.craps.record import PontoFixado
from projections.replay.kit.bets import Moment
from projections.replay.kit.dice import Throw
from projections.replay.record import Payment, Void
from projections.replay.registry import judge
from tests.projections.replay.games.coup_table import at

WAY = {2: (1, 1), 3: (1, 2), 6: (2, 4), 9: (4, 5), 12: (6, 6)}


def bet(number: int, tipo: str, valor: int = 1_000, **more: Any) -> Aposta:
    """Return a bet of seat 1."""
    return Aposta(**{"bet": number, "seat": 1, "tipo": tipo, "valor": valor, **more})


def play(*totals: int, **more: Any) -> CrapsRecord:
    """Return a round with throws of these totals."""
    made = tuple(Throw(dados=WAY[total]) for total in totals)
    return CrapsRecord(**{"lancamentos": made, **more})


def told(record: CrapsRecord) -> list[tuple[str, str]]:
    """Return codes and rules of a round's faults."""
    return [(one.code, one.rule) for one in judge(record).found]


def paid(amount: int, back: int, *bets: int, seat: int = 1) -> Payment:
    """Return a payment of these bets."""
    return Payment(seat=seat, bets=bets, amount=amount, stake_returned=back)


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (1_000 + 1_200, []),  # evens on the line; 6 to 5 on 10.00 of odds
        (1_000 + 1_300, [("CR-ODDS", "CR R22 1.1")]),
        (1_000 + 1_100, [("CR-PAY", "CR R20")]),
    ],
)
def test_line_and_odds_paid_at_one_go(amount: int, expected: list[tuple[str, str]]) -> None:
    """R19 a, R22 1.1: too much is the odds' fault, too little is no odds too high."""
    bets = (bet(1, "pass_line"), bet(2, "odds", base=1, lancamento=2))
    record = play(6, 6, bets=bets, payments=(paid(amount, 2_000, 1, 2),))
    assert [(code, rule[:5]) for code, rule in told(record)] == [
        (code, rule[:5]) for code, rule in expected
    ]


def test_too_much_for_another_bet_is_no_fault_of_odds() -> None:
    """R22 1.5: fifteen to one on three, and sixteen were paid."""
    record = play(3, bets=(bet(1, "total_3", 100),), payments=(paid(1_600, 100, 1),))
    assert [code for code, _ in told(record)] == ["CR-PAY"]


def test_only_a_bet_against_the_shooter_knows_a_bar() -> None:
    """R20 2.2, R22 1.5: twelve pays thirty to one; the stake alone is the wrong odds."""
    record = play(12, bets=(bet(1, "total_12", 100),), payments=(paid(0, 100, 1),))
    assert [code for code, _ in told(record)] == ["CR-PAY"]
    both = (bet(1, "dont_pass_line"), bet(2, "total_12", 100))
    # Null and 3 100 are due: 4 100. What the other bar would make of the first is 2 000.
    assert told(play(12, bets=both, payments=(paid(3_000, 1_100, 1, 2),))) == []
    assert [code for code, _ in told(play(12, bets=both, payments=(paid(2_100, 0, 1, 2),)))] == [
        "CR-PAY"
    ]


@pytest.mark.parametrize(
    ("payments", "expected"),
    [
        ((), ["PAY-NONE"]),
        ((paid(900, 100, 1),), ["CR-PAY"]),
        ((paid(900, 100, seat=1),), ["CR-PAY"]),  # to the seat, whichever bet
        ((paid(50, 0, seat=2),), ["PAY-DIFF", "PAY-NONE"]),  # nothing of it was the bet's
        ((paid(50, 0, 9),), ["PAY-DIFF", "PAY-NONE"]),
        ((paid(1_500, 100, 1),), []),
    ],
)
def test_a_void_excuses_no_prize_that_was_won_before(
    payments: tuple[Payment, ...], expected: list[str]
) -> None:
    """R33, R35: three came and won 1 500; only what was undecided is a void's refund."""
    record = play(
        3,
        bets=(bet(1, "total_3", 100), bet(2, "big_6", 0, seat=3)),
        payments=payments,
        mode="shared",
        void=Void(cause="avaria", side="operator"),
    )
    codes = [code for code, _ in told(record) if code not in {"BET-MIN", "VOID-BAD"}]
    assert sorted(codes) == expected


@pytest.mark.parametrize(
    ("payments", "expected"),
    [
        ((), ["PAY-NONE"]),
        ((paid(0, 600, 1),), ["PAY-DIFF"]),
        ((paid(0, 600, seat=1),), ["PAY-DIFF"]),
        ((paid(0, 60, 9),), ["PAY-DIFF", "PAY-NONE"]),
        ((paid(0, 1_000, 1),), []),
    ],
)
def test_a_stake_that_a_bar_gave_back_is_no_refund_of_a_void(
    payments: tuple[Payment, ...], expected: list[str]
) -> None:
    """R20 2.2, R33: twelve made the bet null; the void after it gives back only what waited."""
    record = play(
        12,
        bets=(bet(1, "dont_pass_line"), bet(2, "big_6", 500, seat=2)),
        payments=(*payments, paid(0, 500, 2, seat=2)),
        mode="shared",
        void=Void(cause="avaria", side="operator"),
    )
    assert sorted(code for code, _ in told(record)) == expected


def test_a_null_throw_begins_no_play() -> None:
    """R17: at 03:56 a die left the table; nothing was begun after 03:55."""
    null = Throw(dados=(4, 5), nulo="off_table", at=at("03:56:00"))
    first = Throw(dados=WAY[3], at=at("03:54:00"))
    more: dict[str, Any] = {"inicio": Moment(at=at("03:53:00")), "encerramento": at("04:00:00")}
    assert told(CrapsRecord(lancamentos=(first, null), **more)) == []
    thrown = Throw(dados=WAY[9], at=at("03:56:00"))
    found = judge(CrapsRecord(lancamentos=(first, thrown), **more)).found
    assert [(one.code, one.recorded) for one in found] == [("CR-LAST", at("03:56:00"))]


def test_a_point_called_without_its_number_is_not_another() -> None:
    """R16 c: only a number that is said can be the wrong one."""
    assert told(play(6, ponto_fixado=(PontoFixado(numero="", lancamento=2),))) == []
    assert told(play(6, ponto_fixado=(PontoFixado(numero="9", lancamento=2),))) == [
        ("RES-IMPOSS", "CR R16")
    ]
