"""What was paid beside what is due: sums of bets, seats and jackpots, and a fault's name."""

import json
from typing import Any

import pytest

from projections.replay.record import Payment
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Award, Line, Outcome, Settlement
from projections.replay.verify import compare_payments
from tests.helpers.each import each


def line(bet: int | None, due: int, seat: int = 1, back: int = 0, rule: str = "X R1") -> Line:
    """Return a line of which a part is a prize and a part the stake."""
    outcome = Outcome.GANHA if due or back else Outcome.PERDE
    return Line(
        seat=seat, bet=bet, outcome=outcome, stake=100, prize=due, returned=back, rules=(rule,)
    )


def pay(amount: int, *bets: int, seat: int = 1, **more: Any) -> Payment:
    """Return a payment."""
    return Payment(seat=seat, amount=amount, bets=bets, **more)


def compared(
    lines: list[Line], payments: list[Payment], **more: Any
) -> list[tuple[str, int | None, int | None, int | None]]:
    """Return code, seat, bet and amount of each fault."""
    settlement = Settlement(game="x", round="", currency="XTS", lines=tuple(lines), **more)
    found = compare_payments(settlement, payments)
    return [(one.code, one.seat, one.bet, one.amount) for one in found]


PENDING = Line(seat=2, bet=2, outcome=Outcome.PENDENTE, stake=100)


@each(
    ("lines", "payments", "expected"),
    [
        ([], [], []),
        ([line(1, 300, back=100)], [pay(300, 1, stake_returned=100)], []),
        ([line(1, 300, back=100)], [pay(350, 1, stake_returned=50)], []),  # one sum
        ([line(1, 300, back=100)], [pay(300, 1)], [("PAY-DIFF", 1, 1, -100)]),
        ([line(1, 300, back=100)], [pay(300, 1, stake_returned=101)], [("PAY-DIFF", 1, 1, 1)]),
        ([line(1, 300, back=100)], [], [("PAY-NONE", 1, 1, -400)]),
        ([line(1, 0)], [], []),
        ([line(1, 0)], [pay(5, 1)], [("PAY-DIFF", 1, 1, 5)]),
        ([line(1, 0)], [pay(0, 1)], []),
        # in two parts, and twice
        ([line(1, 300)], [pay(100, 1), pay(200, 1)], []),
        ([line(1, 300)], [pay(300, 1), pay(300, 1)], [("PAY-DIFF", 1, 1, 300)]),
        # a chip taken back again
        ([line(1, 300)], [pay(400, 1), pay(-100, 1)], []),
        # each bet is its own unless they are paid together
        (
            [line(1, 300), line(2, 200)],
            [pay(200, 1), pay(300, 2)],
            [("PAY-DIFF", 1, 1, -100), ("PAY-DIFF", 1, 2, 100)],
        ),
        ([line(1, 300), line(2, 200)], [pay(500, 1, 2)], []),
        ([line(1, 300), line(2, 200)], [pay(499, 1, 2)], [("PAY-DIFF", 1, None, -1)]),
        ([line(1, 300), line(2, 200), line(3, 7)], [pay(500, 1, 2)], [("PAY-NONE", 1, 3, -7)]),
        # together by a chain of payments
        ([line(1, 300), line(2, 200), line(3, 7)], [pay(400, 1, 2), pay(107, 3, 2)], []),
        # what nothing was due for
        ([line(1, 0)], [pay(9, 77, seat=5)], [("PAY-DIFF", 5, None, 9)]),
        # two lines of one bet are one sum
        ([line(1, 300), line(1, 200)], [pay(500, 1)], []),
        ([line(1, 300), line(1, 200)], [pay(300, 1)], [("PAY-DIFF", 1, None, -200)]),
    ],
)
def test_each_bet_is_paid_its_sum(
    lines: list[Line], payments: list[Payment], expected: list[tuple[str, int, int, int]]
) -> None:
    """Prize and stake are one sum, parts add up, and no bet is paid by another's payment."""
    assert compared(lines, payments) == expected


@pytest.mark.parametrize(
    ("lines", "payments", "expected"),
    [
        ([line(None, 300, back=100)], [pay(300, returned=100)], []),
        ([line(None, 300, back=100)], [pay(300)], [("PAY-DIFF", 1, None, -100)]),
        ([line(None, 300), line(None, 50)], [pay(350)], []),
        ([line(None, 300), line(None, 50)], [pay(300)], [("PAY-DIFF", 1, None, -50)]),
        (
            [line(None, 300), line(None, 50, seat=2)],
            [pay(50), pay(300, seat=2)],
            [("PAY-DIFF", 1, None, -250), ("PAY-DIFF", 2, None, 250)],
        ),
        ([line(None, 300)], [], [("PAY-NONE", 1, None, -300)]),
        ([], [pay(1, seat=4)], [("PAY-DIFF", 4, None, 1)]),
        # a seat paid as a whole for its numbered bets
        ([line(1, 300), line(2, 200)], [pay(500)], []),
        ([line(1, 300), line(2, 200), line(3, 5, seat=2)], [pay(505)], [
            ("PAY-DIFF", 1, None, 5), ("PAY-NONE", 2, 3, -5)
        ]),
        # one of them by its number besides
        ([line(1, 300), line(2, 200)], [pay(200), pay(300, 1)], []),
    ],
)  # fmt: skip
def test_each_seat_is_paid_its_sum(
    lines: list[Line], payments: list[Payment], expected: list[tuple[str, int, int, int]]
) -> None:
    """Shares of pots, and seats that the table pays as a whole."""
    assert compared(lines, payments) == expected


def test_what_is_not_decided_is_not_compared() -> None:
    """A pending line is due nothing and owes nothing; money handed over for it is a fault."""
    assert compared([PENDING], []) == []
    assert compared([PENDING, line(1, 300)], [pay(300, 1)]) == []
    assert compared([PENDING, line(1, 300)], [pay(299, 1)]) == [("PAY-DIFF", 1, 1, -1)]
    assert compared([PENDING], [pay(100, 2, seat=2)]) == [("PAY-DIFF", 2, None, 100)]


@pytest.mark.parametrize(
    ("payments", "expected"),
    [
        ([], [("VOID-REFUND", 1, 1, -100)]),
        ([pay(0, 1, stake_returned=99)], [("VOID-REFUND", 1, 1, -1)]),
        ([pay(0, 1, stake_returned=100)], []),
        ([pay(0, 1, stake_returned=101)], [("PAY-DIFF", 1, 1, 1)]),
    ],
)
def test_of_a_void_round_what_is_missing_is_a_refund(
    payments: list[Payment], expected: list[tuple[str, int, int, int]]
) -> None:
    """VOID-REFUND where less goes back; more is a payment that differs."""
    back = Line(seat=1, bet=1, outcome=Outcome.DEVOLVIDA, stake=100, returned=100)
    assert compared([back], payments, void=True) == expected


def award(pool: str, amount: int, seat: int = 1) -> Award:
    """Return a jackpot's prize."""
    return Award(
        pool=pool, seat=seat, combination="c", amount=amount, from_pool=amount, rules=("J R1",)
    )


@pytest.mark.parametrize(
    ("payments", "expected"),
    [
        ([pay(300, 1), pay(900, award="A"), pay(50, seat=2, award="B")], []),
        ([pay(300, 1), pay(400, award="A"), pay(500, award="A"), pay(50, seat=2, award="B")], []),
        ([pay(300, 1), pay(900, award="A")], [("PAY-NONE", 2, None, -50)]),
        (
            [pay(300, 1), pay(899, award="A"), pay(50, seat=2, award="B")],
            [("PAY-DIFF", 1, None, -1)],
        ),
        ([pay(300, 1)], [("PAY-NONE", 1, None, -900), ("PAY-NONE", 2, None, -50)]),
        # from the other pool, and to the other seat
        (
            [pay(300, 1), pay(900, award="B"), pay(50, seat=2, award="B")],
            [("PAY-NONE", 1, None, -900), ("PAY-DIFF", 1, None, 900)],
        ),
        (
            [pay(300, 1), pay(900, award="A"), pay(50, seat=3, award="B")],
            [("PAY-NONE", 2, None, -50), ("PAY-DIFF", 3, None, 50)],
        ),
        # a bet's prize is no jackpot's
        ([pay(1_200, 1), pay(50, seat=2, award="B")], [
            ("PAY-DIFF", 1, 1, 900), ("PAY-NONE", 1, None, -900)
        ]),
        ([pay(900, 1, award="A"), pay(50, seat=2, award="B")], [("PAY-NONE", 1, 1, -300)]),
    ],
)  # fmt: skip
def test_each_jackpot_prize_is_paid_from_its_pool_to_its_winner(
    payments: list[Payment], expected: list[tuple[str, int, int, int]]
) -> None:
    """By pool and seat, apart from the bets; the fault cites the award's rule."""
    awards = (award("A", 900), award("B", 50, seat=2))
    assert compared([line(1, 300)], payments, awards=awards) == expected


def test_a_fault_says_what_was_due_and_by_which_rules() -> None:
    """Amounts with two decimals, each rule once, and which bets the sum is of."""
    settlement = Settlement(
        game="x",
        round="",
        currency="XTS",
        lines=(line(1, 300, rule="X R1"), line(2, 200, rule="X R1"), line(3, 1, rule="X R2")),
    )
    (one,) = compare_payments(settlement, [pay(512, 1, 2, 3)])
    assert (one.rule, one.expected, one.recorded) == ("X R1, X R2", "5.01", "5.12")
    assert one.facts == {"bets": [1, 2, 3]}
    (other,) = compare_payments(
        Settlement(game="x", round="", currency="XTS", lines=()), [pay(512, 8, 9, seat=4)]
    )
    assert (other.seat, other.facts) == (4, {"bets": [], "paid": [8, 9]})


def test_a_game_names_only_payments_that_were_made() -> None:
    """``own`` is asked with lines, due and paid; of what nobody paid it is not asked."""
    asked: list[tuple[int, int, int]] = []

    def own(lines: Any, due: int, paid: int) -> tuple[str, str] | None:
        asked.append((len(lines), due, paid))
        return ("X-PAY", "X R9") if paid > due else None

    settlement = Settlement(
        game="x", round="", currency="XTS", lines=(line(1, 300), line(2, 200), line(3, 100))
    )
    found = compare_payments(settlement, [pay(301, 1), pay(199, 2)], own)
    assert [(one.code, one.rule) for one in found] == [
        ("X-PAY", "X R9"),
        ("PAY-DIFF", "X R1"),
        ("PAY-NONE", "X R1"),
    ]
    assert asked == [(1, 300, 301), (1, 200, 199)]


READING: dict[str, Any] = {
    "game": "cussec",
    "resultado": [{"dados": [1, 2, 9]}],
    "bets": [
        {"bet": 1, "seat": 1, "tipo": "pequeno", "valor": 500},
        {"bet": 2, "seat": 2, "tipo": "pequeno", "valor": 500},
    ],
    "payments": [{"seat": 1, "bets": [1], "amount": 500, "stake_returned": 500}],
}


def read(**more: Any) -> list[str]:
    """Return the codes of what is found in the coup above, said otherwise."""
    return [one.code for one in judge(decode_record(json.dumps(READING | more))).found]


def test_a_face_that_no_die_has_leaves_every_payment_open() -> None:
    """CU R1: with a 4 the small would win and seat 2 be short, with a 6 seat 1 paid too much."""
    assert read() == ["RES-IMPOSS"]
    assert read(resultado=[{"dados": [1, 2, 4]}]) == ["PAY-NONE"]
    assert read(resultado=[]) != ["RES-IMPOSS"]


def test_of_a_chance_that_nobody_can_read_the_others_are_judged() -> None:
    """CU R7: whatever seat 1 betted on, seat 2 won on the small and was not paid."""
    first, second = READING["bets"]
    bets = [{**first, "tipo": "?"}, second]
    assert read(resultado=[{"dados": [1, 2, 4]}], bets=bets) == ["RES-IMPOSS", "PAY-NONE"]
    bets = [{**first, "tipo": "?"}, {**second, "seat": 1}]
    together = [{"seat": 1, "bets": [1, 2], "amount": 1, "stake_returned": 5}]
    assert read(resultado=[{"dados": [1, 2, 4]}], bets=bets, payments=together) == ["RES-IMPOSS"]
