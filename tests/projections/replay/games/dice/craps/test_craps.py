"""Craps: Portaria 1/2017, Anexo, regras 1-40."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.dice.craps import (
    COVERAGE,
    Anterior,
    Aposta,
    CrapsRecord,
    Designacao,
    Escolha,
    PontoFixado,
    settle,
)
from projections.replay.kit.bets import Chips, Limit, Moment, Shift
from projections.replay.kit.dice import Throw
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.kit.throws import Call, ThrowChange
from projections.replay.profiles.cabo_verde_2017 import CRAPS as RULES
from projections.replay.record import Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Found, Line, Outcome, Settlement, describe
from tests.helpers.each import each
from tests.projections.replay.games.coup_table import SIDES, judged_in_words, strange_payments

GANHA, PERDE, NULA, DEVOLVIDA, PENDENTE = (
    Outcome.GANHA,
    Outcome.PERDE,
    Outcome.NULA,
    Outcome.DEVOLVIDA,
    Outcome.PENDENTE,
)
Pair = tuple[int, int]
ALL_THROWS: Final = list(product(range(1, 7), repeat=2))
WAY: Final[dict[int, Pair]] = {
    2: (1, 1),
    3: (1, 2),
    4: (1, 3),
    5: (2, 3),
    6: (2, 4),
    7: (3, 4),
    8: (2, 6),
    9: (4, 5),
    10: (4, 6),
    11: (5, 6),
    12: (6, 6),
}
"""A way to each total; 4, 6, 8 and 10 not by a pair."""
NUMBERS: Final = (4, 5, 6, 8, 9, 10)


def bet(
    number: int, tipo: str, valor: int = 1000, before: int | None = None, **more: Any
) -> Aposta:
    """Return a bet placed before that throw."""
    return Aposta(bet=number, tipo=tipo, valor=valor, lancamento=before, **{"seat": 1, **more})


def throws(*made: int | Pair | Throw) -> tuple[Throw, ...]:
    """Return throws of these totals, or of these dice."""
    return tuple(
        one if isinstance(one, Throw) else Throw(dados=WAY[one] if isinstance(one, int) else one)
        for one in made
    )


def play(made: Sequence[int | Pair | Throw], *bets: Aposta, **more: Any) -> CrapsRecord:
    """Return the record of a round with these throws."""
    return CrapsRecord(**{"lancamentos": throws(*made), "bets": bets, **more})


def change(number: int, before: int, **terms: Any) -> ThrowChange:
    """Return a change made before that throw."""
    return ThrowChange(bet=number, lancamento=before, **terms)


def settled(record: CrapsRecord) -> Settlement:
    """Settle by the rules of Cape Verde."""
    return settle(record, RULES)


def lines(record: CrapsRecord) -> dict[int | None, tuple[Outcome, int]]:
    """Return what became of each bet: its outcome, and what is due."""
    return {line.bet: (line.outcome, line.due) for line in settled(record).lines}


def only(record: CrapsRecord) -> Line:
    """Return the line of a record's single bet."""
    (line,) = settled(record).lines
    return line


def paid_exactly(record: CrapsRecord) -> CrapsRecord:
    """Return the record with each bet paid what is due."""
    payments = tuple(
        Payment(
            seat=line.seat, bets=(line.bet or 0,), amount=line.prize, stake_returned=line.returned
        )
        for line in settled(record).lines
        if line.due
    )
    return structs.replace(record, payments=payments)


def found(record: CrapsRecord) -> list[Found]:
    """Return the faults of a round whose bets were paid exactly."""
    return list(judge(paid_exactly(record)).found)


def codes(record: CrapsRecord) -> list[str]:
    """Return the codes of a round whose bets were paid exactly."""
    return [one.code for one in found(record)]


def at(clock: str) -> str:
    """Return a time of the evening."""
    return f"2026-11-20T{clock}.000000Z"


# --- lines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "pass_line", "dont"),
    [
        (2, PERDE, GANHA),
        (3, PERDE, GANHA),
        *((number, PENDENTE, PENDENTE) for number in NUMBERS),
        (7, GANHA, PERDE),
        (11, GANHA, PERDE),
        (12, PERDE, NULA),
    ],
)
def test_the_first_throw(total: int, pass_line: Outcome, dont: Outcome) -> None:
    """R20 20.1, 2.2 with the bar at 12: 7 and 11 against 2, 3 and 12; the rest is the point."""
    record = play([total], bet(1, "pass_line"), bet(2, "dont_pass_line"), bar=12)
    assert [line.outcome for line in settled(record).lines] == [pass_line, dont]


@pytest.mark.parametrize(("bar", "two", "twelve"), [(12, GANHA, NULA), (2, NULA, GANHA)])
@pytest.mark.parametrize("tipo", ["dont_pass_line", "dont_come"])
def test_the_bar(tipo: str, bar: int, two: Outcome, twelve: Outcome) -> None:
    """R20 2.2, 2.4: on the bar's total nothing is won or lost, and the stake goes back."""
    before = 1 if tipo == "dont_pass_line" else 2
    outcomes = [
        only(play([4, total][2 - before :], bet(1, tipo, before=before), bar=bar))
        for total in (2, 12)
    ]
    assert [line.outcome for line in outcomes] == [two, twelve]
    assert [line.due for line in outcomes] == [
        2000 if outcome is GANHA else 1000 for outcome in (two, twelve)
    ]


@pytest.mark.parametrize("point", NUMBERS)
def test_the_point_or_seven(point: int) -> None:
    """R20 20.1, 2.2: after the first throw only the point and seven decide."""
    bets = bet(1, "pass_line"), bet(2, "dont_pass_line")
    others = [total for total in range(2, 13) if total not in (7, point)]
    assert set(lines(play([point, *others], *bets)).values()) == {(PENDENTE, 0)}
    assert lines(play([point, *others, point], *bets)) == {1: (GANHA, 2000), 2: (PERDE, 0)}
    assert lines(play([point, *others, 7], *bets)) == {1: (PERDE, 0), 2: (GANHA, 2000)}


@pytest.mark.parametrize("box", NUMBERS)
def test_come_has_its_own_number(box: int) -> None:
    """R20 2.3, 2.4: the next throw is its first; then its number or seven, whatever the point."""
    point = 4 if box != 4 else 10
    bets = bet(1, "come", before=2), bet(2, "dont_come", before=2)
    assert set(lines(play([point, box, point], *bets)).values()) == {(PENDENTE, 0)}
    assert lines(play([point, box, point, box], *bets)) == {1: (GANHA, 2000), 2: (PERDE, 0)}
    assert lines(play([point, box, 7], *bets)) == {1: (PERDE, 0), 2: (GANHA, 2000)}
    # The same seven that loses the box of an old come wins a new one.
    newer = bet(3, "come", before=3)
    assert lines(play([point, box, 7], bets[0], newer)) == {1: (PERDE, 0), 3: (GANHA, 2000)}


def test_a_bet_that_waits_outlives_the_point() -> None:
    """R20 2.3: a come stays when the point is made; a seven of the new series takes it."""
    record = play([6, 9, 6, 7], bet(1, "pass_line"), bet(2, "come", before=2))
    assert lines(record) == {1: (GANHA, 2000), 2: (PERDE, 0)}


# --- what one throw decides, and what waits ------------------------------------------------------

ONE_THROW: Final = {
    "under_seven": (range(2, 7), 1),
    "over_seven": (range(8, 13), 1),
    "craps": ((2, 3, 12), 7),
    "total_7": ((7,), 4),
    "total_2": ((2,), 30),
    "total_3": ((3,), 15),
    "total_11": ((11,), 15),
    "total_12": ((12,), 30),
}
"""R20 2.7, 2.8, R22 1.2, 1.4-1.8, written out here a second time."""


@each("tipo", ONE_THROW)
@each("total", WAY)
def test_bets_of_one_throw(tipo: str, total: int) -> None:
    """R20 2.7, 2.8, R22: they win with their totals and lose with every other, seven included."""
    wins, times = ONE_THROW[tipo]
    line = only(play([total], bet(1, tipo, 100)))
    assert (line.outcome, line.due) == ((GANHA, 100 + 100 * times) if total in wins else (PERDE, 0))


@pytest.mark.parametrize("total", WAY)
def test_field(total: int) -> None:
    """R24: even on 3, 4, 9, 10 and 11, double on 2 and 12, lost on 5 to 8."""
    due = {2: 300, 12: 300, **dict.fromkeys((3, 4, 9, 10, 11), 200)}.get(total, 0)
    assert only(play([total], bet(1, "field", 100))).due == due


@pytest.mark.parametrize(("tipo", "own"), [("big_6", 6), ("big_8", 8)])
def test_big(tipo: str, own: int) -> None:
    """R20 2.5, 2.6: the total before seven; no other total touches it."""
    others = [total for total in WAY if total not in (7, own)]
    assert only(play(others, bet(1, tipo))).outcome is PENDENTE
    assert only(play([*others, own], bet(1, tipo))).due == 2000
    assert only(play([*others, 7], bet(1, tipo))).outcome is PERDE


@pytest.mark.parametrize(
    ("selecao", "total", "times"),
    [
        *(("4", 4, 7), ("6", 6, 9), ("8", 8, 9), ("10", 10, 7)),
        *(("duques", 4, 7), ("ternos", 6, 9), ("quadras", 8, 9), ("quinas", 10, 7)),
    ],
)
def test_hardways(selecao: str, total: int, times: int) -> None:
    """R22 1.3: the pair wins; seven and the same total otherwise made lose."""
    one = bet(1, "hardway", 100, selecao=selecao)
    pair = (total // 2, total // 2)
    others = [other for other in WAY if other not in (7, total)]
    assert only(play(others, one)).outcome is PENDENTE
    assert only(play([*others, pair], one)).due == 100 + 100 * times
    assert only(play([*others, total], one)).outcome is PERDE
    assert only(play([*others, 7], one)).outcome is PERDE


FAVOR: Final = {4: (9, 5), 5: (7, 5), 6: (7, 6), 8: (7, 6), 9: (7, 5), 10: (9, 5)}
CONTRA: Final = {4: (5, 11), 5: (5, 8), 6: (4, 5), 8: (4, 5), 9: (5, 8), 10: (5, 11)}


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers(number: int) -> None:
    """R23: before seven, or seven before it, at any time of the game; tables of the page."""
    favor = bet(1, "numero_favor", 33_000, selecao=str(number))
    contra = bet(2, "numero_contra", 33_000, selecao=str(number), seat=2)
    others = [total for total in WAY if total not in (7, number)]
    assert set(lines(play(others, favor, contra)).values()) == {(PENDENTE, 0)}
    up, down = FAVOR[number]
    assert lines(play([*others, number], favor, contra)) == {
        1: (GANHA, 33_000 + 33_000 * up // down),
        2: (PERDE, 0),
    }
    up, down = CONTRA[number]
    assert lines(play([*others, 7], favor, contra)) == {
        1: (PERDE, 0),
        2: (GANHA, 33_000 + 33_000 * up // down),
    }


def test_a_prize_is_rounded_down_for_each_line() -> None:
    """DECISION of mesas_comum: 7/6 of 1.00 are 1.16, twice, and not 2.33 once."""
    bets = [bet(number, "numero_favor", 100, selecao="6") for number in (1, 2)]
    assert [line.prize for line in settled(play([6], *bets)).lines] == [116, 116]
    contra = bet(1, "numero_contra", 1, selecao="4")
    assert (only(play([7], contra)).prize, only(play([7], contra)).returned) == (0, 1)


# --- odds ----------------------------------------------------------------------------------------


@each(
    ("number", "prize", "against"),
    [
        (4, 12_000, 3_000),
        (5, 9_000, 4_000),
        (6, 7_200, 5_000),
        (8, 7_200, 5_000),
        (9, 9_000, 4_000),
        (10, 12_000, 3_000),
    ],
)
@each("come", [False, True])
def test_odds(number: int, prize: int, against: int, *, come: bool) -> None:
    """R22 1.1: 2:1, 3:2, 6:5 with the number; 1:2, 2:3, 5:6 against it; with their bet."""
    start: list[int | Pair | Throw] = [5 if number != 5 else 9] if come else []
    line, dont = ("come", "dont_come") if come else ("pass_line", "dont_pass_line")
    first = len(start) + 1
    bets = (
        bet(1, line, 6_000, first),
        bet(2, "odds", 6_000, first + 1, base=1),
        bet(3, dont, 6_000, first, seat=2),
        bet(4, "odds", 6_000, first + 1, base=3, seat=2),
    )
    won = lines(play([*start, number, number], *bets))
    assert (won[2], won[4]) == ((GANHA, 6_000 + prize), (PERDE, 0))
    lost = lines(play([*start, number, 7], *bets))
    assert (lost[2], lost[4]) == ((PERDE, 0), (GANHA, 6_000 + against))
    waits = lines(play([*start, number, 3], *bets))
    assert (waits[2], waits[4]) == ((PENDENTE, 0), (PENDENTE, 0))
    assert codes(play([*start, number, number], *bets)) == []


def test_odds_may_be_changed_and_withdrawn_until_the_decision() -> None:
    """R22 1.1: at any time before it."""
    bets = bet(1, "pass_line"), bet(2, "odds", 1000, 2, base=1)
    less = play([4, 5, 4], *bets, alteracoes=(change(2, 3, valor=500),))
    assert lines(less)[2] == (GANHA, 1_500)
    gone = play([4, 5, 4], *bets, alteracoes=(change(2, 3, retirada=True),))
    assert lines(gone) == {1: (GANHA, 2000)}
    assert codes(less) == codes(gone) == []


def test_odds_before_there_is_a_number() -> None:
    """R22 1.1: a fault; they play once the number is there, and fall with their bet before."""
    bets = bet(1, "pass_line"), bet(2, "odds", 1000, 1, base=1)
    assert lines(play([7], *bets)) == {1: (GANHA, 2000), 2: (DEVOLVIDA, 1000)}
    assert lines(play([4, 4], *bets)) == {1: (GANHA, 2000), 2: (GANHA, 3000)}
    (fault,) = found(play([4, 4], *bets))
    assert (fault.code, fault.rule, fault.bet, fault.expected) == (
        "CR-ODDS",
        "CR R22 1.1",
        2,
        "ponto",
    )


@pytest.mark.parametrize("base", [None, 9, 3])
def test_odds_on_nothing(base: int | None) -> None:
    """R22 1.1: on no bet, on one that is not there, on one that is no line bet."""
    bets = bet(1, "pass_line"), bet(3, "big_6"), bet(2, "odds", 1000, 2, base=base, seat=2)
    record = play([4, 4], *bets)
    assert lines(record)[2] == (DEVOLVIDA, 1000)
    assert [(one.code, one.bet) for one in found(record)] == [("CR-ODDS", 2)]


@pytest.mark.parametrize("base", [None, 9])
def test_odds_of_which_nobody_can_read_on_what_they_lean(base: int | None) -> None:
    """R22 1.1: the player's own bet waits on 4, and 2 to 1 may be due for the odds, or not."""
    bets = bet(1, "pass_line"), bet(2, "odds", 1000, 2, base=base)
    assert lines(play([4, 4], *bets))[2] == (PENDENTE, 0)
    # What the line bet won is known: 10.00, and 5.00 is too little.
    for odds, won, expected in ((0, 1000, []), (2000, 1000, []), (2000, 500, [("CR-PAY", 1)])):
        payments = (
            Payment(seat=1, amount=won, bets=(1,), stake_returned=1000),
            Payment(seat=1, amount=odds, bets=(2,), stake_returned=1000),
        )
        told = judge(play([4, 4], *bets, payments=payments)).found
        assert [(one.code, one.bet) for one in told] == [("RES-IMPOSS", 2), *expected]


@pytest.mark.parametrize("box", ["", "?", "7"])
def test_a_come_carried_over_from_a_box_that_nobody_can_read_waits(box: str) -> None:
    """R20 2.3: it may have won with the 6, or not; a come laid now without a point is too early."""
    carried = bet(1, "come", selecao=box, transportada=True)
    record = play([6, 7], carried, payments=(Payment(seat=1, amount=1000, bets=(1,)),))
    assert lines(record) == {1: (PENDENTE, 0)}
    assert [(one.code, one.bet) for one in judge(record).found] == [("RES-IMPOSS", 1)]
    assert "BET-EARLY" in codes(play([6, 7], bet(1, "come")))


def test_a_come_moved_to_a_box_that_nobody_can_read_is_locked_by_nobody() -> None:
    """R20 2.3: the dice give it the 5; another box is a fault, a word that is none is misspelt."""
    said = {"5": [], "?": ["RES-IMPOSS"], "9": ["CR-LOCK"]}
    for box, expected in said.items():
        moved = (change(1, 3, selecao=box),)
        record = play([6, 5], bet(1, "come", 1000, 2), alteracoes=moved)
        assert [one.code for one in found(record) if one.code != "CR-SHOOT"] == expected


@pytest.mark.parametrize("tipo", ["come", "pass_line", "dont_pass_line"])
def test_odds_on_a_line_bet_that_is_moved_to_another_chance_go_back(tipo: str) -> None:
    """R22 1.1: laid before the bet's first throw, which then lies on the field and is lost."""
    bets = bet(1, tipo), bet(2, "odds", 1000, 1, base=1)
    record = play([5, 4], *bets, alteracoes=(change(1, 1, tipo="field"),))
    assert lines(record)[2] == (DEVOLVIDA, 1000)
    assert [line.outcome for line in settled(record).lines if line.bet == 1] == [Outcome.PERDE]


def test_odds_after_the_decision_or_on_another_players_bet() -> None:
    """R22 1.1: those who bet on the line may also play odds, until it is decided."""
    late = play([4, 4], bet(1, "pass_line"), bet(2, "odds", 1000, 3, base=1))
    assert lines(late)[2] == (DEVOLVIDA, 1000)
    assert codes(late) == ["CR-ODDS"]
    other = play([4, 4], bet(1, "pass_line"), bet(2, "odds", 1000, 2, base=1, seat=2))
    assert lines(other)[2] == (GANHA, 3000)
    assert [(one.code, one.seat) for one in found(other)] == [("CR-ODDS", 2)]


def test_odds_beside_a_bet_whose_chance_nobody_can_read() -> None:
    """R22 1.1: it may have been a line bet: what is due nobody knows, but whose bet it is."""
    for seat, expected in ((1, []), (2, ["CR-ODDS"])):
        bets = bet(1, "?"), bet(2, "odds", 1000, 2, base=1, seat=seat)
        record = play([4, 4], *bets)
        assert lines(record)[2] == (PENDENTE, 0)
        paid = Payment(seat=seat, amount=2000, bets=(2,), stake_returned=1000)
        told = judge(structs.replace(record, payments=(paid,))).found
        assert [one.code for one in told if one.code != "RES-IMPOSS"] == expected


def test_a_stake_that_grew_in_chips_that_nobody_told_is_no_odd_stake() -> None:
    """R8: five chips of 2,00 lie there, then 12,00 in chips of which nobody spoke."""
    five = Chips(count=5, value=200)
    grown = change(1, 1, valor=1200)
    record = play([4, 3], structs.replace(bet(1, "field"), chips=five), alteracoes=(grown,))
    assert codes(record) == []
    same = structs.replace(grown, chips=five)
    wrong = play([4, 3], structs.replace(bet(1, "field"), chips=five), alteracoes=(same,))
    assert codes(wrong) == ["BET-MULT"]


def test_odds_above_their_bet() -> None:
    """R22 1.1: no more than the bet, all odds on it together; settled as they lie."""
    bets = bet(1, "pass_line"), bet(2, "odds", 600, 2, base=1), bet(3, "odds", 500, 2, base=1)
    record = play([4, 4], *bets)
    assert lines(record)[3] == (GANHA, 1500)
    (fault,) = found(record)
    assert (fault.code, fault.recorded, fault.amount) == ("CR-ODDS", "11.00", 100)
    assert codes(play([4, 4], *bets[:2])) == []
    raised = play([4, 5, 4], *bets[:2], alteracoes=(change(2, 3, valor=1_001),))
    assert [one.amount for one in found(raised)] == [1]


def test_odds_above_what_the_law_lets_be_paid() -> None:
    """R22 1.1: their payment may not exceed the maximum allowed by law, where there is one."""
    rules = structs.replace(RULES, odds_maximo=1_999)
    record = play([4, 4], bet(1, "pass_line"), bet(2, "odds", 1000, 2, base=1))
    (fault,) = settle(record, rules).found
    assert (fault.code, fault.amount) == ("CR-ODDS", 1)
    assert settle(record, structs.replace(RULES, odds_maximo=2_000)).found == ()


# --- the house edge ------------------------------------------------------------------------------


def worth(tipo: str, selecao: str = "", bar: int = 12) -> Fraction:
    """Return what a unit staked on a bet brings, by enumerating all throws.

    A bet that a throw leaves undecided is worth what the deciding throws of the next bring.
    """
    stake = 66_000
    come = tipo in ("come", "dont_come")
    point: list[int | Pair | Throw] = [4] if come else []
    one = bet(1, tipo, stake, len(point) + 1, selecao=selecao)

    def net(made: Sequence[int | Pair | Throw]) -> Fraction | None:
        line = only(play([*point, *made], one, bar=bar))
        return None if line.outcome is PENDENTE else Fraction(line.due - stake, stake)

    total = Fraction(0)
    for first in ALL_THROWS:
        brings = net([first])
        if brings is None:
            nexts = [net([first, then]) for then in ALL_THROWS]
            decided = [value for value in nexts if value is not None]
            brings = sum(decided, Fraction(0)) / len(decided)
        total += brings
    return total / 36


def per_decision(tipo: str, selecao: str = "") -> Fraction:
    """Return what a unit brings in the throws that decide a bet which waits."""
    stake = 66_000
    nets = [
        Fraction(line.due - stake, stake)
        for dice in ALL_THROWS
        if (line := only(play([dice], bet(1, tipo, stake, selecao=selecao)))).outcome
        is not PENDENTE
    ]
    return sum(nets, Fraction(0)) / len(nets)


@pytest.mark.parametrize("tipo", ["pass_line", "come"])
def test_the_edge_of_pass_and_come(tipo: str) -> None:
    """1.41 %: the house keeps 7 of 495."""
    assert worth(tipo) == Fraction(-7, 495)


@pytest.mark.parametrize("bar", [2, 12])
@pytest.mark.parametrize("tipo", ["dont_pass_line", "dont_come"])
def test_the_edge_of_dont(tipo: str, bar: int) -> None:
    """1.36 %: 27 of 1980 with either bar."""
    assert worth(tipo, bar=bar) == Fraction(-27, 1980)


@pytest.mark.parametrize(
    ("tipo", "edge"),
    [
        ("craps", (1, 9)),
        ("total_3", (1, 9)),
        ("total_11", (1, 9)),
        ("total_2", (5, 36)),
        ("total_12", (5, 36)),
        ("total_7", (1, 6)),
        ("over_seven", (1, 6)),
        ("under_seven", (1, 6)),
        ("field", (1, 18)),
    ],
)
def test_the_edge_of_one_throw(tipo: str, edge: tuple[int, int]) -> None:
    """11.11, 13.89, 16.67 and 5.56 %."""
    assert worth(tipo) == -Fraction(*edge)


@each(
    ("tipo", "selecao", "edge"),
    [
        ("hardway", "4", (1, 9)),
        ("hardway", "10", (1, 9)),
        ("hardway", "6", (1, 11)),
        ("hardway", "8", (1, 11)),
        ("big_6", "", (1, 11)),
        ("big_8", "", (1, 11)),
        ("numero_favor", "4", (1, 15)),
        ("numero_favor", "5", (1, 25)),
        ("numero_favor", "6", (1, 66)),
        ("numero_contra", "4", (1, 33)),
        ("numero_contra", "5", (1, 40)),
        ("numero_contra", "6", (1, 55)),
    ],
)
def test_the_edge_of_what_waits(tipo: str, selecao: str, edge: tuple[int, int]) -> None:
    """11.11 and 9.09 % a decision; the numbers by the page's tables."""
    assert per_decision(tipo, selecao) == -Fraction(*edge)


@each("number", NUMBERS)
@each("line", ["pass_line", "dont_pass_line"])
def test_odds_are_fair(line: str, number: int) -> None:
    """The tables that the print lost pay odds at what they are worth."""
    bets = bet(1, line, 6_000), bet(2, "odds", 6_000, 2, base=1)
    nets = [
        lines(play([number, dice], *bets))[2][1] - 6_000
        for dice in ALL_THROWS
        if lines(play([number, dice], *bets))[2][0] is not PENDENTE
    ]
    assert nets
    assert sum(nets) == 0


# --- a page of a round ---------------------------------------------------------------------------


def evening() -> CrapsRecord:
    """Return a turn of seven throws, worked by hand. The bar is 12; seat 1 throws.

    Before 1: ana (1) 10.00 pass-line, rui (2) 20.00 don't pass.
    1: 2-4 = 6, the point. Ana adds 10.00 odds; rui comes with 5.00; eva (3) enters: 2.00 field,
       6.00 on the 8 in favour.
    2: 4-5 = 9. Rui's come moves to 9. Field wins 2.00. Rui adds 4.00 odds to the come.
    3: off the table, null. Eva lays 3.00 on the hard 8.
    4: 2-6 = 8. 6.00 on the 8 win 7/6 = 7.00. The hard 8 lost: not by a pair. Eva: 10.00 craps.
    5: 4-5 = 9. The come wins 5.00, its odds 3/2 of 4.00 = 6.00. Craps lost.
    6: 3-3 = 6. The pass-line wins 10.00, its odds 6/5 of 10.00 = 12.00; don't pass lost. A new
       series: ana 10.00 pass-line, rui 10.00 don't pass.
    7: 6-6 = 12. The pass-line lost; don't pass is barred: 10.00 go back.
    """
    ana, rui, eva = (
        {"seat": seat, "player": name} for seat, name in enumerate(["ana", "rui", "eva"], 1)
    )
    bets = (
        bet(1, "pass_line", 1_000, 1, **ana),
        bet(2, "dont_pass_line", 2_000, 1, **rui),
        bet(3, "odds", 1_000, 2, base=1, **ana),
        bet(4, "come", 500, 2, **rui),
        bet(5, "field", 200, 2, **eva),
        bet(6, "numero_favor", 600, 2, selecao="8", **eva),
        bet(7, "odds", 400, 3, base=4, **rui),
        bet(8, "hardway", 300, 4, selecao="8", **eva),
        bet(9, "craps", 1_000, 5, **eva),
        bet(10, "pass_line", 1_000, 7, **ana),
        bet(11, "dont_pass_line", 1_000, 7, **rui),
    )
    rolled = (
        *(Throw(dados=dice, by=1) for dice in ((2, 4), (4, 5))),
        Throw(dados=(5,), nulo="off_table", by=1),
        *(Throw(dados=dice, by=1) for dice in ((2, 6), (4, 5), (3, 3), (6, 6))),
    )
    dues = {
        1: (1_000, 1_000),
        3: (1_200, 1_000),
        4: (500, 500),
        5: (200, 200),
        6: (700, 600),
        7: (600, 400),
        11: (0, 1_000),
    }
    return CrapsRecord(
        bar=12,
        lancador=1,
        bets=bets,
        alteracoes=(change(4, 3, selecao="9"),),
        lancamentos=rolled,
        ponto_fixado=(PontoFixado(numero="6", lancamento=2),),
        payments=tuple(
            Payment(
                seat=next(one.seat for one in bets if one.bet == number),
                bets=(number,),
                amount=amount,
                stake_returned=back,
            )
            for number, (amount, back) in dues.items()
        ),
    )


def test_a_page_of_a_round() -> None:
    """Every bet by its rule, paid as the hand-made sums say: nothing is amiss."""
    verdict = judge(evening())
    assert verdict.found == ()
    outcomes = {line.bet: line.outcome for line in verdict.settlement.lines}
    assert [number for number, outcome in outcomes.items() if outcome is GANHA] == [
        1,
        3,
        4,
        5,
        6,
        7,
    ]
    assert [number for number, outcome in outcomes.items() if outcome is PERDE] == [2, 8, 9, 10]
    assert outcomes[11] is NULA
    assert verdict.settlement.result == {
        "totais": [6, 9, None, 8, 9, 6, 12],
        "ponto": None,
    }


def test_it_is_explained_in_both_languages() -> None:
    """The throw, the number, the odds and the rule."""
    said = {line["bet"]: line["why"] for line in describe(settled(evening()))["lines"]}
    (odds,) = said[7]["pt"]
    assert odds == (
        "5.º lançamento, 4-5 = 9: com o número 9, a aposta odds ganha 3/2 × 4.00 = 6.00; a aposta,"
        " 4.00, é do jogador. [CR R22 1.1]"
    )
    assert said[8]["en"] == ["Throw 4, 2-6 = 8: hard 8 does not win; 3.00 are lost. [CR R22 1.3]"]
    (barred,) = said[11]["en"]
    assert barred == (
        "Throw 7, 6-6 = 12: that is the bar: the don't pass line neither wins nor loses and 10.00"
        " go back. [CR R20 2.2]"
    )


# --- when bets may be placed and changed ---------------------------------------------------------


@pytest.mark.parametrize("tipo", ["pass_line", "dont_pass_line"])
def test_the_line_takes_nothing_after_the_point(tipo: str) -> None:
    """R20 20.1, 2.2: the first throw decides it, so a later bet goes back."""
    record = play([6, 6], bet(1, "pass_line"), bet(2, tipo, 500, 2))
    assert lines(record)[2] == (DEVOLVIDA, 500)
    assert [(one.code, one.bet, one.rule) for one in found(record)] == [("BET-LATE", 2, "CR R20")]
    again = play([6, 6, 7], bet(1, "pass_line"), bet(2, tipo, 500, 3))
    assert lines(again)[2][0] is (GANHA if tipo == "pass_line" else PERDE)
    assert codes(again) == []


@pytest.mark.parametrize("tipo", ["come", "dont_come"])
def test_come_needs_a_point(tipo: str) -> None:
    """R20 2.3: a fault before the point; it plays as it lies."""
    record = play([3], bet(1, tipo))
    assert only(record).outcome is (PERDE if tipo == "come" else GANHA)
    assert [(one.code, one.rule) for one in found(record)] == [("BET-EARLY", "CR R20 2.3")]
    assert codes(play([6, 3], bet(1, "pass_line"), bet(2, tipo, 1000, 2))) == []


@pytest.mark.parametrize("tipo", ["pass_line", "dont_pass_line", "come", "dont_come"])
@pytest.mark.parametrize(
    ("terms", "fact"), [({"retirada": True}, "retirada"), ({"valor": 100}, "alteracao")]
)
def test_line_bets_are_locked_after_their_first_throw(
    tipo: str, terms: dict[str, Any], fact: str
) -> None:
    """R21: neither withdrawn nor changed; the bet is settled as it was."""
    before = 1 if "pass" in tipo else 2
    bets = [bet(1, tipo, 1000, before), bet(2, "big_6", seat=2)]
    made = [4, 5, 9, 5, 4][1 - (before == 1) :]
    record = play(made, *bets, alteracoes=(change(1, before + 1, **terms),))
    same = play(made, *bets)
    assert lines(record) == lines(same)
    (fault,) = [one for one in found(record) if one.code != "BET-EARLY"]
    assert (fault.code, fault.rule, fault.facts["fact"]) == ("CR-LOCK", "CR R21", fact)


def test_before_its_first_throw_a_line_bet_is_free() -> None:
    """R21 locks it only from its first throw on; a null throw is none (R18)."""
    null = Throw(dados=(6,), nulo="off_table")
    record = play([null, 7], bet(1, "pass_line"), alteracoes=(change(1, 2, valor=300),))
    assert lines(record) == {1: (GANHA, 600)}
    assert codes(record) == []


def test_other_bets_are_free_between_throws() -> None:
    """DECISION of the page: R21 locks the four line bets only."""
    bets = (
        bet(1, "hardway", 100, selecao="6"),
        bet(2, "numero_favor", 600, selecao="5"),
        bet(3, "big_8", 100),
    )
    changes = (
        change(1, 2, selecao="8"),
        change(2, 2, valor=1_200),
        change(3, 2, retirada=True),
    )
    record = play([9, (4, 4), 5], *bets, alteracoes=changes)
    assert lines(record) == {1: (GANHA, 1000), 2: (GANHA, 1200 + 1680)}
    assert codes(record) == []


def test_a_come_goes_to_its_own_box() -> None:
    """R20 2.3: to the number that came; the dice decide, whatever box it was put in."""
    bets = bet(1, "pass_line"), bet(2, "come", 1000, 2)
    right = play([6, 9, 9], *bets, alteracoes=(change(2, 3, selecao="9"),))
    assert codes(right) == []
    wrong = play([6, 9, 9], *bets, alteracoes=(change(2, 3, selecao="8"),))
    assert lines(wrong)[2] == (GANHA, 2000)
    (fault,) = found(wrong)
    assert (fault.code, fault.expected, fault.recorded) == ("CR-LOCK", "9", "8")


def test_nothing_is_changed_after_it_was_decided() -> None:
    """R20: a bet raised, or taken off, after the throw that decided it."""
    changes = change(1, 2, valor=9_000), change(2, 2, retirada=True)
    record = play([3, 4], bet(1, "field", 100), bet(2, "total_7", 100), alteracoes=changes)
    assert lines(record) == {1: (GANHA, 200), 2: (PERDE, 0)}
    assert [(one.code, one.bet, one.facts["fact"]) for one in found(record)] == [
        ("BET-LATE", 1, "alteracao"),
        ("BET-LATE", 2, "retirada"),
    ]


def test_a_bet_after_the_call_plays_from_the_next_throw_on() -> None:
    """Between the closing call and the throw nothing is taken (mesas_comum)."""
    rolled = Throw(dados=WAY[3], seq=10), Throw(dados=WAY[7], seq=20)
    record = play(
        [*rolled],
        bet(1, "field", seq=6),
        bet(2, "total_7", seq=16),
        bet(3, "field", seq=2),
        nada_mais=(Call(seq=5), Call(seq=15)),
    )
    assert lines(record) == {1: (PERDE, 0), 2: (DEVOLVIDA, 1000), 3: (GANHA, 2000)}
    assert [(one.code, one.bet) for one in found(record)] == [("BET-LATE", 1), ("BET-LATE", 2)]


def test_a_late_line_bet_is_told_once() -> None:
    """Late for the first throw, it comes after the point: one fault, and the stake goes back."""
    rolled = Throw(dados=WAY[6], seq=10), Throw(dados=WAY[6], seq=20)
    record = play([*rolled], bet(1, "pass_line", seq=6), nada_mais=(Call(seq=5),))
    assert lines(record) == {1: (DEVOLVIDA, 1000)}
    assert codes(record) == ["BET-LATE"]
    back = structs.replace(record, alteracoes=(ThrowChange(bet=1, retirada=True, seq=7),))
    assert lines(back) == {}
    assert codes(back) == ["BET-LATE"]


@pytest.mark.parametrize(
    ("before", "expected"), [(1, []), (2, []), (3, ["CR-ENTRY"]), (4, ["CR-ENTRY"]), (5, [])]
)
def test_a_newcomer_waits_for_the_next_turn(before: int, expected: list[str]) -> None:
    """R14: until the throw after the point was set, or when a new series begins; it is settled."""
    newcomer = bet(2, "numero_contra", 1100, before, selecao="10", seat=2)
    record = play([6, 5, 8, 6, 7], bet(1, "pass_line"), newcomer)
    assert codes(record) == expected
    assert lines(record)[2] == (GANHA, 1600)


def test_who_is_in_already_bets_at_any_throw() -> None:
    """R14: players may enter, not bet, only at some times."""
    bets = bet(1, "field"), bet(2, "field", 1000, 4)
    assert codes(play([6, 5, 8, 5], *bets)) == []
    known = Anterior(jogadores=(2,))
    other = bet(3, "field", 1000, 4, seat=2)
    assert codes(play([6, 5, 8, 5], bets[0], other)) == ["CR-ENTRY"]
    assert codes(play([6, 5, 8, 5], bets[0], other, anterior=known)) == []


def test_a_null_throw_does_not_resume_the_game() -> None:
    """R14, R18: the shooter has resumed when a throw counts."""
    null = Throw(dados=(), nulo="not_past_middle")
    record = play([6, null, 5], bet(1, "pass_line"), bet(2, "field", 1000, 3, seat=2))
    assert codes(record) == []


# --- a round that begins with a point ------------------------------------------------------------


def test_bets_carried_over() -> None:
    """A round may begin with a point set and bets in their boxes: they wait for their numbers."""
    bets = (
        bet(1, "pass_line", 1000, 1, transportada=True),
        bet(2, "come", 1000, 1, transportada=True, selecao="9"),
        bet(3, "odds", 1000, 1, base=2),
        bet(4, "dont_pass_line", 1000, 1),
    )
    assert lines(play([9, 6], *bets, ponto=6)) == {
        1: (GANHA, 2000),
        2: (GANHA, 2000),
        3: (GANHA, 2500),
        4: (PERDE, 0),
    }
    assert codes(play([9, 6], *bets, ponto=6)) == []
    locked = play([6], bets[0], ponto=6, alteracoes=(change(1, 1, valor=1),))
    assert codes(locked) == ["CR-LOCK"]


def test_what_is_left_waits() -> None:
    """A bet that no throw decided is on the table at the end of the round, and nothing is due."""
    record = play([6, 9], bet(1, "pass_line"), bet(2, "come", 1000, 2), bet(3, "field", 1000, 3))
    assert set(lines(record).values()) == {(PENDENTE, 0)}
    assert codes(record) == []
    assert settled(record).result["ponto"] == 6


# --- dice ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("cause", ["off_table", "not_past_middle"])
def test_a_null_throw_changes_nothing(cause: str) -> None:
    """R18: no bet, no point."""
    null = Throw(dados=WAY[7], nulo=cause)
    bets = bet(1, "pass_line"), bet(2, "field")
    assert lines(play([null, 6, null, 6], *bets)) == lines(play([6, 6], *bets))
    assert codes(play([null, 6, null, 6], *bets)) == []


def test_no_throw_is_null_for_another_reason() -> None:
    """R18 lists two: for anything else the dice that lie there count."""
    record = play([Throw(dados=WAY[7], nulo="azar"), 6], bet(1, "pass_line"))
    assert lines(record) == {1: (GANHA, 2000)}
    assert [(one.code, one.rule) for one in found(record)] == [("VOID-BAD", "CR R18")]


@pytest.mark.parametrize("dice", [(7, 1), (0, 6), (3,), (1, 2, 3), ()])
def test_dice_that_cannot_be(dice: tuple[int, ...]) -> None:
    """R6, R11: two dice of six faces; what cannot be decides nothing."""
    record = play([Throw(dados=dice), 7], bet(1, "pass_line"))
    assert lines(record) == {1: (GANHA, 2000)}
    assert [(one.code, one.rule) for one in found(record)] == [("RES-IMPOSS", "CR R6")]


def test_the_announced_point_is_the_dices() -> None:
    """R16 c."""
    record = play([6, 5], bet(1, "pass_line"))
    right = (PontoFixado(numero="6", lancamento=2), PontoFixado(numero="6", lancamento=3))
    assert codes(structs.replace(record, ponto_fixado=right)) == []
    wrong = (PontoFixado(numero="8", lancamento=2),)
    (fault,) = found(structs.replace(record, ponto_fixado=wrong))
    assert (fault.code, fault.expected, fault.recorded) == ("RES-IMPOSS", "6", "8")


@pytest.mark.parametrize(
    ("tipo", "selecao"),
    [("horn", ""), ("hardway", "5"), ("hardway", ""), ("numero_favor", "7"), ("field", "3")],
)
def test_a_bet_that_the_cloth_lacks_goes_back(tipo: str, selecao: str) -> None:
    """R8, R23: the seed's list of chances is closed."""
    record = play([7], bet(1, tipo, 700, selecao=selecao))
    assert lines(record) == {1: (DEVOLVIDA, 700)}
    assert [(one.code, one.rule, one.amount) for one in found(record)] == [
        ("RES-IMPOSS", "CR R8", 700)
    ]


def test_a_number_used_twice() -> None:
    """A number names one bet; odds lean on the first that bears it."""
    bets = bet(1, "pass_line"), bet(1, "dont_pass_line", seat=2), bet(2, "odds", 1000, 2, base=1)
    record = play([4, 4], *bets)
    assert [line.outcome for line in settled(record).lines] == [GANHA, PERDE, GANHA]
    assert "RES-IMPOSS" in [one.code for one in judge(record).found]


# --- limits --------------------------------------------------------------------------------------


def test_limits_hold_for_what_lies_there_at_a_throw() -> None:
    """A field bet at each throw is no sum; two at one throw are, and each fault is told once."""
    limits = {"field": Limit(minimum=100, maximum=1_500)}
    each = [bet(number, "field", 1_000, number) for number in (1, 2, 3)]
    assert codes(play([3, 3, 3], *each, limites=limits)) == []
    both = [bet(number, "field", 1_000, 1) for number in (1, 2)]
    (fault,) = found(play([3], *both, limites=limits))
    assert (fault.code, fault.amount) == ("BET-MAX", 500)
    low = play([3], bet(1, "field", 99), limites=limits)
    assert [(one.code, one.amount) for one in found(low)] == [("BET-MIN", -1)]
    waits = {"big_6": Limit(maximum=500)}
    assert codes(play([3, 4, 5], bet(1, "big_6"), limites=waits)) == ["BET-MAX"]


@pytest.mark.parametrize(
    ("valor", "expected"),
    [(600, []), (1_200, []), (1_000, ["CR-PLACE"]), (599, ["BET-MIN"])],
)
@pytest.mark.parametrize("tipo", ["numero_favor", "numero_contra"])
def test_numbers_take_multiples_of_the_minimum(tipo: str, valor: int, expected: list[str]) -> None:
    """R23, note: the bets there must be multiples of the minima."""
    limits = {tipo: Limit(minimum=600)}
    record = play([6], bet(1, tipo, valor, selecao="6"), limites=limits)
    assert codes(record) == expected


def test_stakes_of_nothing_and_chips_that_do_not_add_up() -> None:
    """A stake is money, and the money of its chips."""
    bets = bet(1, "field", 0), bet(2, "field", 500, chips=Chips(count=2, value=200))
    assert codes(play([3], *bets)) == ["BET-MIN", "BET-MULT"]


# --- payments ------------------------------------------------------------------------------------


def paid(record: CrapsRecord, number: int, amount: int, back: int) -> list[tuple[str, str]]:
    """Return the faults of a round in which that bet alone was paid so."""
    payment = Payment(seat=1, bets=(number,), amount=amount, stake_returned=back)
    verdict = judge(structs.replace(record, payments=(payment,)))
    return [(one.code, one.rule) for one in verdict.found if one.bet == number]


def test_a_winner_at_other_odds() -> None:
    """R20, R22, R24: the game's own code, with the rule of the chance."""
    assert paid(play([3], bet(1, "total_3", 100)), 1, 1_400, 100) == [("CR-PAY", "CR R22 1.6")]
    assert paid(play([3], bet(1, "total_3", 100)), 1, 1_500, 100) == []
    assert paid(play([2], bet(1, "field", 100)), 1, 100, 100) == [("CR-PAY", "CR R24")]
    assert paid(play([6], bet(1, "field", 100)), 1, 100, 100) == [("PAY-DIFF", "CR R24")]
    unpaid = judge(play([7], bet(1, "pass_line"))).found
    assert [(one.code, one.amount) for one in unpaid] == [("PAY-NONE", -2000)]


def test_odds_paid_too_much_or_too_little() -> None:
    """R22 1.1: above the rule is the odds' own fault; below it is a wrong payment."""
    record = play([6, 6], bet(1, "pass_line"), bet(2, "odds", 1000, 2, base=1))
    assert paid(record, 2, 2_000, 1_000) == [("CR-ODDS", "CR R22 1.1")]
    assert paid(record, 2, 1_000, 1_000) == [("CR-PAY", "CR R22 1.1")]
    assert paid(record, 2, 1_200, 1_000) == []


@pytest.mark.parametrize(
    ("bar", "total", "amount", "expected"),
    [
        (12, 12, 1000, ["CR-BAR"]),
        (12, 2, 0, ["CR-BAR"]),
        (2, 12, 0, ["CR-BAR"]),
        (2, 2, 1000, ["CR-BAR"]),
        (12, 12, 0, []),
        (12, 2, 1000, []),
        (12, 3, 0, ["CR-PAY"]),
        (12, 2, 500, ["CR-PAY"]),
    ],
)
def test_paid_by_the_other_bar(bar: int, total: int, amount: int, expected: list[str]) -> None:
    """R20 2.2: the barred total is the table's own."""
    record = play([total], bet(1, "dont_pass_line"), bar=bar)
    assert [code for code, _ in paid(record, 1, amount, 1000)] == expected


def test_a_bar_that_no_rule_knows() -> None:
    """R20 2.2: par de senas or par de ases; it is a fault of the table, told once an opening."""
    assert codes(play([3], bar=3)) == ["CR-BAR"]
    assert CODES["CR-BAR"].of_table == ("bar",)
    assert lines(play([12], bet(1, "dont_pass_line"), bar=3)) == {1: (NULA, 1000)}


def test_paid_before_it_is_decided() -> None:
    """A bet that waits is owed nothing."""
    assert paid(play([6], bet(1, "pass_line")), 1, 1000, 1000) == []
    payment = Payment(seat=1, bets=(1,), amount=1000, stake_returned=1000)
    verdict = judge(play([6], bet(1, "pass_line"), payments=(payment,)))
    assert [(one.code, one.amount) for one in verdict.found] == [("PAY-DIFF", 2000)]


# --- who throws ----------------------------------------------------------------------------------


def by(seat: int, *totals: int) -> Iterator[Throw]:
    """Give throws by a seat."""
    return (Throw(dados=WAY[total], by=seat) for total in totals)


def seats(*numbers: int, tipo: str = "big_8", before: int = 1) -> list[Aposta]:
    """Return a bet at each of these seats."""
    return [bet(10 * before + seat, tipo, 1000, before, seat=seat) for seat in numbers]


def test_the_shooter_has_a_bet_at_his_place() -> None:
    """R12: any bet will do; without one the dice are not his, told once."""
    assert codes(play([*by(1, 3, 4)], *seats(1, 2))) == []
    (fault,) = found(play([*by(5, 3, 4)], *seats(1, 2)))
    assert (fault.code, fault.rule, fault.seat) == ("CR-SHOOT", "CR R12", 5)
    assert codes(play([*by(5, 3, 4)], *seats(1, 2), mode="shared")) == []
    assert codes(play([*by(5, 3, 4)], *seats(1, 2), records=("payouts",))) == []


def test_the_dice_pass_after_a_seven_that_loses() -> None:
    """R15 b: after a seven against the point, not after a seven or craps of the first throw."""
    line = seats(1, 2, tipo="numero_contra", before=1)
    line = [structs.replace(one, selecao="5") for one in line]
    waits = [*line, *seats(1, 2, before=3), *seats(1, 2, before=4)]
    kept = play([*by(1, 6, 7), *by(1, 4)], *waits)
    assert [(one.rule, one.expected) for one in found(kept)] == [("CR R15", "2")]
    assert codes(play([*by(1, 6, 7), *by(2, 4)], *waits)) == []
    assert codes(play([*by(1, 7, 3), *by(1, 4)], *waits, *seats(1, 2, before=2))) == []


def test_the_only_player_keeps_the_dice() -> None:
    """R12, R15: they go to those who have bet; where nobody else has, they come back to him."""
    bets = [*seats(1), *seats(1, before=3)]
    assert codes(play([*by(1, 6, 7), *by(1, 4)], *bets)) == []


def test_the_dice_go_round() -> None:
    """R12: to the next who has bet, those on the pass-line preferred; who refuses is passed by."""
    bets = [*seats(1), *seats(1, 2, 4, before=3), *seats(5, tipo="pass_line", before=3)]
    for seat, expected in [(2, []), (5, []), (4, ["CR-SHOOT"])]:
        assert codes(play([*by(1, 6, 7), *by(seat, 4)], *bets)) == expected
    refused = (Designacao(seat=4, recusas=(2, 5), lancamento=3),)
    assert codes(play([*by(1, 6, 7), *by(4, 4)], *bets, designacoes=refused)) == []


def test_the_dice_stay_while_the_shooter_bets() -> None:
    """R15 a: another may not throw before he stops betting, or gives them up."""
    (fault,) = found(play([*by(1, 4), *by(2, 5)], *seats(1, 2)))
    assert (fault.rule, fault.expected, fault.recorded) == ("CR R15", "1", "2")
    stopped = [*seats(1, tipo="field"), *seats(2)]
    assert codes(play([*by(1, 4), *by(2, 5)], *stopped)) == []
    given_up = (Designacao(seat=2, recusas=(1,), lancamento=2),)
    assert codes(play([*by(1, 4), *by(2, 5)], *seats(1, 2), designacoes=given_up)) == []


def test_the_round_before_says_who_is_next() -> None:
    """R15 b: a seven that ended the round before passes the dice on."""
    before = Anterior(lancador=1, sete_fora=True)
    assert codes(play([*by(1, 4)], *seats(1, 2), anterior=before)) == ["CR-SHOOT"]
    assert codes(play([*by(2, 4)], *seats(1, 2), anterior=before)) == []
    goes_on = Anterior(lancador=1)
    assert codes(play([*by(2, 4)], *seats(1, 2), anterior=goes_on)) == ["CR-SHOOT"]


def test_who_threw_is_known_by_the_dice_he_was_given() -> None:
    """Where the throw does not say, the last who was given the dice threw."""
    record = play([4, 5], *seats(1, 2), lancador=7)
    assert [one.seat for one in found(record)] == [7]
    given = (Designacao(seat=1, lancamento=1),)
    assert codes(structs.replace(record, designacoes=given)) == []


# --- staff, the last play ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("large", "posts", "lacking"),
    [
        (True, ("dealer", "dealer", "boxman", "stickman"), ""),
        (True, ("dealer", "boxman", "stickman"), "dealer"),
        (None, ("stickman",), ""),
        (None, ("dealer",), "stickman"),
        (False, ("stickman", "dealer"), ""),
    ],
)
def test_who_runs_the_table(*, large: bool | None, posts: tuple[str, ...], lacking: str) -> None:
    """R3: four at the larger tables."""
    staff = tuple(Shift(person=f"p{place}", role=role) for place, role in enumerate(posts))
    record = play([3], mesa_grande=large, pessoal=staff)
    assert [one.expected for one in found(record)] == ([lacking] if lacking else [])
    assert codes(structs.replace(record, records=("bets",))) == []


@pytest.mark.parametrize(
    ("clock", "point", "expected"),
    [
        ("03:55:00", None, []),
        ("03:55:01", None, ["CR-LAST"]),
        ("03:58:00", 6, []),
    ],
)
def test_the_last_play(clock: str, point: int | None, expected: list[str]) -> None:
    """R17: five minutes before the room closes; one that runs may go on."""
    record = play(
        [5],
        inicio=Moment(at=at(clock)),
        encerramento=at("04:00:00"),
        ponto=point,
    )
    assert codes(record) == expected
    assert codes(structs.replace(record, mode="shared")) == []
    assert codes(structs.replace(record, encerramento=None)) == []


def test_a_new_series_in_the_last_five_minutes() -> None:
    """R17: it is the next play, though the round be the same."""
    rolled = [
        Throw(dados=WAY[total], at=at(f"03:{minute}:00")) for total, minute in [(6, 50), (6, 56)]
    ]
    record = play(rolled, inicio=Moment(at=at("03:49:00")), encerramento=at("04:00:00"))
    assert codes(record) == []
    again = (*record.lancamentos, Throw(dados=WAY[9], at=at("03:57:00")))
    assert codes(structs.replace(record, lancamentos=again)) == ["CR-LAST"]


# --- null rounds and play online -----------------------------------------------------------------


def test_a_void_leaves_what_was_decided() -> None:
    """R33, R35: void is the throw that could not be shown; undecided stakes are credited."""
    record = play(
        [6, 9],
        bet(1, "pass_line"),
        bet(2, "field", 1000, 2),
        bet(3, "come", 500, 2),
        bet(4, "odds", 200, 2, base=1),
        mode="shared",
        void=Void(cause="avaria", side="operator"),
    )
    assert lines(record) == {
        1: (DEVOLVIDA, 1000),
        2: (GANHA, 2000),
        3: (DEVOLVIDA, 500),
        4: (DEVOLVIDA, 200),
    }
    assert settled(record).void
    assert codes(record) == []
    assert sorted((one.code, one.bet) for one in judge(record).found) == [
        ("PAY-NONE", 2),
        ("VOID-REFUND", 1),
        ("VOID-REFUND", 3),
        ("VOID-REFUND", 4),
    ]


def test_a_void_after_everything_was_decided() -> None:
    """R33: the throw is in the record, so it was validly shown."""
    record = play([7], bet(1, "pass_line"), mode="shared", void=Void(cause="avaria"))
    assert lines(record) == {1: (GANHA, 2000)}
    assert [(one.code, one.rule, one.expected) for one in found(record)] == [
        ("VOID-BAD", "CR R33", "7")
    ]


@pytest.mark.parametrize(("total", "outcome"), [(7, GANHA), (6, PENDENTE)])
def test_the_players_network_voids_nothing(total: int, outcome: Outcome) -> None:
    """R34: the round stands."""
    record = play(
        [total], bet(1, "pass_line"), mode="exclusive", void=Void(cause="rede", side="player")
    )
    assert only(record).outcome is outcome
    assert [(one.code, one.rule) for one in found(record)] == [("VOID-NET", "CR R34")]


def test_in_the_room_no_rule_voids_a_round() -> None:
    """R18: a null throw is thrown again; undecided stakes go back, and it is a fault."""
    record = play([6], bet(1, "pass_line"), void=Void(cause="engano"))
    assert lines(record) == {1: (DEVOLVIDA, 1000)}
    assert [(one.code, one.rule) for one in found(record)] == [("VOID-BAD", "CR R18")]


def test_sessions_and_demonstrations() -> None:
    """R36-R39."""
    whole = PlayerSession(session="s", ended_by="operator", cause="idle", rounds=2, history=2)
    record = play([7], bet(1, "pass_line"), mode="shared", sessoes=(whole,))
    assert codes(record) == []
    short = (structs.replace(whole, history=1, cause="won"),)
    assert codes(structs.replace(record, sessoes=short)) == ["ONL-HIST", "ONL-EXCL"]
    demo = play([7], bet(1, "pass_line"), mode="demo", meios=("cash",))
    assert codes(demo) == ["ONL-DEMO"]
    assert codes(structs.replace(demo, meios=("free_play",))) == []


# --- what holds for any round --------------------------------------------------------------------

TIPOS: Final = st.sampled_from(
    [
        *("pass_line", "dont_pass_line", "come", "dont_come", "odds", "big_6", "field", "craps"),
        *("hardway", "numero_favor", "numero_contra", "total_7", "under_seven", "horn", ""),
    ]
)
SELECOES: Final = st.sampled_from(["", "", "4", "6", "7", "quinas", "x"])
DICE: Final = st.tuples(st.integers(1, 6), st.integers(1, 6)) | st.sampled_from([(7, 0), (1,), ()])
WHEN: Final = {
    "lancamento": st.none() | st.integers(-1, 8),
    "at": st.sampled_from([None, at("20:00:00"), at("21:00:00"), "nunca"]),
    "seq": st.none() | st.integers(1, 12),
}
THROWS: Final = st.lists(
    st.builds(
        Throw,
        dados=DICE,
        nulo=st.sampled_from([None, None, None, "off_table", "azar"]),
        by=st.none() | st.integers(0, 4),
        at=WHEN["at"],
        seq=WHEN["seq"],
    ),
    max_size=7,
).map(tuple)
AMOUNTS: Final = st.integers(-5, 5_000)


def bets_of(
    number: st.SearchStrategy[int], amounts: st.SearchStrategy[int] = AMOUNTS
) -> st.SearchStrategy[Aposta]:
    """Give bets of any kind."""
    return st.builds(
        Aposta,
        bet=number,
        seat=st.integers(0, 4),
        tipo=TIPOS,
        valor=amounts,
        selecao=SELECOES,
        player=st.sampled_from([None, "ana"]),
        base=st.none() | st.integers(0, 5),
        transportada=st.booleans(),
        **WHEN,
    )


CHANGES: Final = st.lists(
    st.builds(
        ThrowChange,
        bet=st.integers(1, 5),
        retirada=st.booleans(),
        tipo=st.none() | TIPOS,
        selecao=st.none() | SELECOES,
        valor=st.none() | AMOUNTS,
        **WHEN,
    ),
    max_size=4,
).map(tuple)


@st.composite
def rounds(draw: st.DrawFn) -> CrapsRecord:
    """Give rounds whose bets have numbers of their own and stakes of some money."""
    bets = draw(st.lists(bets_of(st.just(0), st.integers(1, 5_000)), max_size=6))
    return CrapsRecord(
        lancamentos=draw(THROWS),
        bets=tuple(structs.replace(one, bet=number) for number, one in enumerate(bets, start=1)),
        alteracoes=draw(CHANGES),
        mode=draw(st.sampled_from(["physical", "shared"])),
        ponto=draw(st.sampled_from([None, None, 6, 7])),
        bar=draw(st.sampled_from([None, 2, 12])),
        nada_mais=draw(st.lists(st.builds(Call, **WHEN), max_size=2).map(tuple)),
    )


@given(rounds())
@settings(max_examples=40)
def test_every_stake_is_accounted_for(record: CrapsRecord) -> None:
    """What was staked is won, lost, given back or still there; a prize only with the stake."""
    result = settled(record)
    for line in result.lines:
        assert line.stake >= 0
        match line.outcome:
            case Outcome.GANHA:
                assert line.prize >= 0
                assert line.returned == line.stake
            case Outcome.PERDE | Outcome.PENDENTE:
                assert line.due == 0
            case _:
                assert (line.prize, line.returned) == (0, line.stake)
    said = describe(result)
    assert all("{" not in text for line in said["lines"] for text in line["why"]["pt"])


@given(rounds(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_the_order_of_bets_changes_no_line(record: CrapsRecord, random: Random) -> None:
    """Which of the bets of a window was recorded first decides nothing."""
    shuffled = list(record.bets)
    random.shuffle(shuffled)
    again = settled(structs.replace(record, bets=tuple(shuffled))).lines
    assert {line.bet: line for line in again} == {line.bet: line for line in settled(record).lines}


@given(rounds())
@settings(max_examples=40)
def test_null_throws_can_be_left_out(record: CrapsRecord) -> None:
    """R18: where bets name no throw, a round without its null throws is the same round."""
    bets = tuple(structs.replace(one, lancamento=1) for one in record.bets)
    record = structs.replace(record, bets=bets, alteracoes=(), nada_mais=())
    kept = tuple(one for one in record.lancamentos if one.nulo != "off_table")
    assert lines(structs.replace(record, lancamentos=kept)) == lines(record)


@given(rounds())
@settings(max_examples=40)
def test_a_void_returns_everything_undecided(record: CrapsRecord) -> None:
    """R33, R35: what no throw decided goes back; what one did stands as without the void."""
    void = structs.replace(record, mode="shared", void=Void(cause="avaria", side="operator"))
    plain = settled(structs.replace(record, mode="shared")).lines
    for before, after in zip(plain, settled(void).lines, strict=True):
        if before.outcome is PENDENTE:
            assert (after.outcome, after.due) == (DEVOLVIDA, after.stake)
        else:
            assert after == before


@given(rounds())
@settings(max_examples=40)
def test_what_is_due_and_paid_is_no_fault(record: CrapsRecord) -> None:
    """Exact payments raise no finding about payments."""
    assert not [one.code for one in found(record) if one.facts.get("bets")]


ANY_RECORD: Final = st.builds(
    CrapsRecord,
    mode=st.sampled_from(["physical", "shared", "exclusive", "demo", "x"]),
    records=st.sampled_from([None, ("bets",), ("payouts", "staff")]),
    limites=st.dictionaries(
        TIPOS, st.builds(Limit, minimum=AMOUNTS, maximum=AMOUNTS, multiple=AMOUNTS), max_size=3
    ),
    bar=st.none() | st.integers(-1, 13),
    mesa_grande=st.none() | st.booleans(),
    pessoal=st.lists(
        st.builds(Shift, person=st.just("p"), role=st.sampled_from(["stickman", "x"])), max_size=2
    ).map(tuple),
    encerramento=WHEN["at"],
    inicio=st.none() | st.builds(Moment, at=WHEN["at"]),
    anterior=st.none()
    | st.builds(Anterior, lancador=st.none() | st.integers(0, 4), sete_fora=st.booleans()),
    ponto=st.none() | st.integers(-1, 13),
    lancador=st.none() | st.integers(0, 4),
    designacoes=st.lists(
        st.builds(
            Designacao,
            seat=st.integers(0, 4),
            recusas=st.lists(st.integers(0, 4), max_size=2).map(tuple),
            **WHEN,
        ),
        max_size=3,
    ).map(tuple),
    bets=st.lists(bets_of(st.integers(0, 3)), max_size=5).map(tuple),
    alteracoes=CHANGES,
    apostas_abertas=st.lists(st.builds(Call, **WHEN), max_size=2).map(tuple),
    nada_mais=st.lists(st.builds(Call, **WHEN), max_size=2).map(tuple),
    lancamentos=THROWS,
    ponto_fixado=st.lists(st.builds(PontoFixado, numero=SELECOES, **WHEN), max_size=2).map(tuple),
    meios=st.sampled_from([(), ("cash",)]),
    void=st.none() | st.builds(Void, cause=st.just("avaria"), side=SIDES),
    payments=strange_payments(st.integers(0, 4), st.integers(0, 4), AMOUNTS, most=3),
)


@given(ANY_RECORD)
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_no_fact_is_too_strange_to_judge(record: CrapsRecord) -> None:
    """Accept facts, flag faults: nothing that a table records raises, and all can be said."""
    judged_in_words(record)


# --- the record and the register -----------------------------------------------------------------


def test_a_record_is_read_from_json() -> None:
    """The field names of the page."""
    record = decode_record(
        '{"game": "craps", "bar": 2, "ponto": 6,'
        ' "bets": [{"bet": 1, "seat": 3, "tipo": "pass_line", "valor": 1000},'
        ' {"bet": 2, "seat": 3, "tipo": "odds", "base": 1, "valor": 1000, "lancamento": 1}],'
        ' "lancamentos": [{"dados": [6, 6], "nulo": "off_table", "by": 3}, {"dados": [2, 4]}]}'
    )
    assert isinstance(record, CrapsRecord)
    assert lines(record) == {1: (GANHA, 2_000), 2: (GANHA, 2_200)}


def test_every_rule_is_accounted_for() -> None:
    """R1 to R40, each once, none missing."""
    assert sorted(int(rule.rule[1:]) for rule in COVERAGE) == list(range(1, 41))
    assert not [rule.rule for rule in COVERAGE if rule.status == "missing"]


@pytest.mark.parametrize(
    ("offered", "taken", "expected"), [(5, 2, []), (3, 2, ["CR-2OF5"]), (5, 1, ["CR-2OF5"])]
)
def test_two_dice_are_chosen_out_of_five(offered: int, taken: int, expected: list[str]) -> None:
    """R11: each throw is of two dice that the player chose among the five handed to him."""
    one = Escolha(seat=3, oferecidos=offered, tirados=taken, lancamento=1)
    assert codes(CrapsRecord(escolhas=(one,))) == expected
