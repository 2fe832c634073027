"""Banca francesa: what its checks say, fault by fault, worked out from the rules."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.dice.banca_francesa import (
    Alteracao,
    Anterior,
    Aposta,
    BancaFrancesaRecord,
    Recolha,
)
from projections.replay.kit.bets import Limit
from projections.replay.kit.dice import DiceSet, Throw
from projections.replay.record import Payment
from projections.replay.registry import judge
from projections.replay.settlement import Found
from tests.projections.replay.games.coup_table import at

NOTHING = Throw(dados=(4, 4, 3))
ASES = Throw(dados=(1, 1, 1))
PEQUENO = Throw(dados=(1, 2, 3))


def bet(number: int, tipo: str, valor: int = 1_000, **more: Any) -> Aposta:
    """Return a bet of the seat of its number."""
    return Aposta(**{"bet": number, "seat": number, "tipo": tipo, "valor": valor, **more})


def faults(*bets: Aposta, throws: tuple[Throw, ...] = (PEQUENO,), **more: Any) -> list[Found]:
    """Return the faults of a coup of whose payments nothing is recorded."""
    more.setdefault("records", ("bets", "equipment", "staff"))
    return list(judge(BancaFrancesaRecord(lancamentos=throws, bets=bets, **more)).found)


def paid(number: int, amount: int, back: int = 0) -> Payment:
    """Return the payment of one bet."""
    return Payment(seat=number, bets=(number,), amount=amount, stake_returned=back)


def blamed(
    *bets: Aposta,
    payments: tuple[Payment, ...],
    throws: tuple[Throw, ...] = (PEQUENO,),
    **more: Any,
) -> list[Found]:
    """Return the faults of a coup paid so."""
    record = BancaFrancesaRecord(lancamentos=throws, bets=bets, payments=payments, **more)
    return list(judge(record).found)


# --- limits --------------------------------------------------------------------------------------


def test_a_maximum_above_its_ratio_is_told_by_its_own_line() -> None:
    """R12 a: six minima for ases; R12 b: two hundred for the others; no minimum, no ratio."""
    limits = {
        "nada": Limit(minimum=1, maximum=9_999),
        "pequeno": Limit(maximum=100_000),
        "ases": Limit(minimum=500, maximum=3_100),
        "grande": Limit(minimum=500, maximum=100_500),
    }
    assert [(one.code, one.rule, one.expected, one.amount) for one in faults(limites=limits)] == [
        ("BF-MAX", "BF R12 a", "30.00", 100),
        ("BF-MAX", "BF R12 b", "1000.00", 500),
    ]


LIMITS = {tipo: Limit(minimum=500, maximum=4_000) for tipo in ("pequeno", "grande")}


def test_a_bet_that_does_not_stand_is_not_held_to_the_limits() -> None:
    """R12: what the cloth lacks goes back; a stake of nothing is that and no more."""
    assert [one.code for one in faults(bet(1, "zebra", 100), limites=LIMITS)] == ["RES-IMPOSS"]
    assert [one.code for one in faults(bet(1, "grande", 0), limites=LIMITS)] == ["BET-MIN"]


@pytest.mark.parametrize(
    ("chips", "expected"),
    [
        (8_000, []),  # twice the maximum itself
        (8_100, [("<= 80.00", "81.00", 100)]),
        (1_000, []),  # twice the minimum itself
        (900, [(">= 10.00", "9.00", -100)]),
        (3_700, [("n x 10.00", "37.00", 700)]),
    ],
)
def test_a_line_takes_twice_the_limits(chips: int, expected: list[tuple[str, str, int]]) -> None:
    """R8: two minima to two maxima in full multiples; a full bet beside it changes nothing."""
    bets = (bet(1, "pequeno", chips, risco=True), bet(2, "grande", 500))
    found = faults(*bets, limites=LIMITS)
    assert {(one.code, one.rule, one.bet) for one in found} <= {("BF-HALF", "BF R8", 1)}
    assert [(one.expected, one.recorded, one.amount) for one in found] == expected


@pytest.mark.parametrize(("amount", "codes"), [(200_000, []), (201_000, ["BF-HALF"])])
def test_without_a_declared_maximum_the_law_s_holds_on_a_line(
    amount: int, codes: list[str]
) -> None:
    """R12 b: 200 times the minimum of 5.00, on a line twice that, 2,000.00."""
    limits = {"pequeno": Limit(minimum=500)}
    found = faults(bet(1, "pequeno", amount, risco=True), limites=limits)
    assert [one.code for one in found] == codes


def test_without_limits_any_full_multiple_is_taken_on_a_line() -> None:
    """R8: nothing is above a maximum that no minimum gives."""
    assert faults(bet(1, "pequeno", 900_000, risco=True), limites={"pequeno": Limit()}) == []


def test_the_line_that_is_wrong_is_named_by_its_own_bet() -> None:
    """R8: of a player's two bets on one spot, the chips on the line."""
    bets = (
        bet(1, "pequeno", 3_700, risco=True, player="ana"),
        bet(2, "pequeno", 1_000, player="ana"),
    )
    assert [(one.code, one.bet) for one in faults(*bets, limites=LIMITS)] == [("BF-HALF", 1)]


# --- how a coup ends -----------------------------------------------------------------------------


def test_a_coup_that_was_left_says_what_waits() -> None:
    """R13: eleven decides nothing; a null throw after it is not what the dice showed."""
    null = Throw(dados=(5, 5), nulo="off_table")
    bets = (bet(1, "pequeno"), bet(2, "zebra", 700), bet(3, "ases", 500))
    found = [one for one in faults(*bets, throws=(NOTHING, null)) if one.code != "RES-IMPOSS"]
    assert [(one.code, one.recorded, one.amount) for one in found] == [
        ("BF-DEC", "4-4-3 = 11", 1_500)
    ]


def test_online_dice_that_decided_nothing_are_thrown_again() -> None:
    """R13, R36: eleven could be shown, so it is not a coup that had to be annulled."""
    assert [one.code for one in faults(bet(1, "ases"), throws=(NOTHING,), mode="shared")] == [
        "BF-DEC"
    ]
    assert [one.code for one in faults(bet(1, "ases"), throws=(), mode="shared")] == ["VOID-MISS"]


# --- sets of dice --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("current", "more", "expected"),
    [
        ("d", {"ternos": ("a", "b", "c")}, ["a, b, c"]),
        ("d", {"ternos": ("a", "b", "d")}, []),  # the register goes before what was brought in
        ("d", {}, ["a, b, c"]),  # the first three that came are those of the opening
        ("", {}, []),
        ("d", {"anterior": Anterior(lancado=at("21:30:00"))}, []),  # told by that round
        ("d", {"anterior": Anterior(lancado=at("20:30:00"))}, ["a, b, c"]),
    ],
)
def test_the_sets_of_the_opening_stay(
    current: str, more: dict[str, Any], expected: list[str]
) -> None:
    """R16: a fourth set is a fault of the first round in which it plays."""
    opening = tuple(DiceSet(id=one, since=at("20:00:00")) for one in "abc")
    brought = (DiceSet(id="z", reason="worn", since=at("19:00:00")), *opening)
    terno = DiceSet(id=current, since=at("21:00:00"))
    found = faults(terno=terno, trocas=(*brought, terno), **more)
    assert [one.expected for one in found if one.rule == "BF R16"] == expected


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"seal": "selo-1", "witnesses": 2}, False),
        ({"seal": None, "witnesses": 2}, True),
        ({"seal": "selo-1", "witnesses": 1}, True),
        ({"reason": "worn"}, False),
    ],
)
def test_a_suspected_set_is_sealed_before_two(more: dict[str, Any], *, wrong: bool) -> None:
    """R18: told by the round in which the other set plays first; worn dice need no seal."""
    fields = {"id": "d", "since": at("21:00:00"), "reason": "suspected", "replaced": "a", **more}
    terno = DiceSet(**fields)
    found = faults(terno=terno, trocas=(terno,))
    assert [one.rule for one in found if one.code == "BF-SET"] == (["BF R18"] if wrong else [])
    told = Anterior(lancado=at("21:30:00"))
    assert "BF R18" not in [one.rule for one in faults(terno=terno, trocas=(terno,), anterior=told)]
    silent = faults(terno=terno, trocas=(terno,), records=("bets",))
    assert "BF R18" not in [one.rule for one in silent]


# --- collecting ----------------------------------------------------------------------------------

FIVE = (
    bet(1, "grande"),
    bet(2, "ases"),
    bet(3, "pequeno"),
    bet(4, "grande"),
    bet(5, "zebra"),
)
"""Of a pequeno the third wins 1 000; the first, second and fourth are lost; the fifth goes back."""
WINNER = paid(3, 1_000, 1_000)
BACK = paid(5, 0, 1_000)


@pytest.mark.parametrize(
    ("taken", "payments", "expected"),
    [
        ([((2,), 0), ((1,), 0), ((4,), 0)], (WINNER, BACK), []),
        ([((2, 1, 4), 0)], (WINNER, BACK), []),
        ([((4,), 1)], (WINNER, BACK), [("BF-PAY", "4", "3")]),
        ([((5,), 1)], (WINNER, BACK), []),  # what goes back was not lost
        ([((3,), 1)], (WINNER, BACK), []),  # nor what won
        ([((4,), 1)], (BACK, WINNER), []),  # a stake that goes back is no prize
        ([((), 1)], (WINNER, BACK), [("BF-PAY", "", "3")]),
        ([((1,), 0), ((2,), 0)], (WINNER, BACK), [("PAY-ORDER", "ases", "ases")]),
        ([((1,), 0), ((4, 2), 0)], (WINNER, BACK), [("PAY-ORDER", "ases", "grande, ases")]),
        ([((1,), 0), ((5,), 0), ((2,), 0)], (WINNER, BACK), [("PAY-ORDER", "ases", "ases")]),
        ([((2, 1), 0), ((2,), 0)], (WINNER, BACK), [("PAY-ORDER", "ases", "ases")]),
    ],
)
def test_losses_first_and_ases_first_of_them(
    taken: list[tuple[tuple[int, ...], int]],
    payments: tuple[Payment, ...],
    expected: list[tuple[str, str, str]],
) -> None:
    """R15: ases, then the others; R24: every loss before any prize."""
    recolha = tuple(Recolha(bets=bets, pagamentos=before) for bets, before in taken)
    found = blamed(*FIVE, payments=payments, recolha=recolha)
    assert [(one.code, one.expected, one.recorded) for one in found if one.bet != 5] == expected


# --- payments ------------------------------------------------------------------------------------


def test_a_payment_for_no_bet_of_a_decided_coup_is_no_missing_void() -> None:
    """R36: the dice were shown, so nothing was to be annulled."""
    found = blamed(bet(1, "grande"), payments=(paid(9, 100),), mode="shared")
    assert [one.code for one in found] == ["PAY-DIFF"]


def test_of_a_spot_that_nobody_can_read_no_payment_is_judged() -> None:
    """R6: a misspelt spot is told as impossible; what it was, and so what it is worth, is open."""
    for throws in ((), (PEQUENO,)):
        found = blamed(bet(1, "zebra"), throws=throws, payments=(paid(1, 0, 600),), mode="shared")
        assert "PAY-DIFF" not in [one.code for one in found]
        assert "RES-IMPOSS" in [one.code for one in found]


def test_of_two_lines_the_one_that_played_too_much_is_named() -> None:
    """R8: of 37.00 on a line 15.00 play; the second was paid as if 18.50 did, the first was right.

    The house paid 3.50 too much.
    """
    bets = (
        bet(1, "pequeno", 3_700, risco=True),
        bet(2, "pequeno", 3_700, risco=True),
        bet(3, "pequeno", 1_000),
    )
    payments = (paid(1, 1_500, 3_700), paid(2, 1_850, 3_700), paid(3, 1_000, 1_000))
    found = [one for one in blamed(*bets, payments=payments) if "excesso" in one.facts.values()]
    assert [(one.code, one.bet, one.amount) for one in found] == [("BF-HALF", 2, 350)]


def test_a_line_that_lost_too_much_says_how_much() -> None:
    """R8: 15.00 of 37.00 were lost and 22.00 stay; 18.50 were taken."""
    lost = bet(1, "grande", 3_700, risco=True)
    found = blamed(lost, payments=(paid(1, 0, 1_850),))
    assert [(one.code, one.amount) for one in found if "excesso" in one.facts.values()] == [
        ("BF-HALF", -350)
    ]


def test_a_seats_whole_payment_explains_its_line_alone() -> None:
    """R8, R10: the seat's payment without a bet; another seat's is not counted with it."""
    bets = (bet(1, "pequeno", 3_700, risco=True), bet(2, "pequeno", 1_000))
    whole = Payment(seat=1, amount=1_500, stake_returned=1_500, returned=2_200)
    other = Payment(seat=2, amount=1_000, stake_returned=1_000)
    found = blamed(*bets, payments=(whole, other))
    assert [one.expected for one in found] == ["n x 10.00"]  # the chips, not the payment


def test_a_change_that_puts_chips_on_the_line_counts() -> None:
    """R8, R13: what lay whole before the last throw and on its line at it plays by half."""
    change = Alteracao(bet=1, risco=True, lancamento=1)
    record = BancaFrancesaRecord(
        lancamentos=(NOTHING, PEQUENO), bets=(bet(1, "pequeno", 4_000),), alteracoes=(change,)
    )
    assert judge(structs.replace(record, payments=(paid(1, 2_000, 4_000),))).found == ()
