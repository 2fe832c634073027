"""Cussec: Portaria 1/2017, Anexo, regras 1-25."""

from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.dice.cussec import (
    COVERAGE,
    Agitacao,
    Anterior,
    CussecRecord,
    settle_any,
    settle_ordinary,
)
from projections.replay.kit.bets import BetChange, Limit, Moment
from projections.replay.kit.dice import Throw
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.profiles.cabo_verde_2017 import CUSSEC as RULES
from projections.replay.record import Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Line
from tests.helpers.each import each
from tests.projections.replay.games.coup_table import (
    DEVOLVIDA,
    GANHA,
    MOMENTS,
    PENDENTE,
    PERDE,
    at,
    bet,
    blamed,
    codes,
    few,
    found,
    judged_without_harm,
    kept_and_paid,
    nets,
    outcomes,
    paid_exactly,
    pay,
    settled,
    shared,
    told,
)

FACES: Final = range(1, 7)
THROWS: Final = tuple(product(FACES, repeat=3))
Dice = tuple[int, ...]


def coup(dados: Dice | None, *bets: Any, **more: Any) -> CussecRecord:
    """Return the record of a coup of these dice."""
    throws = () if dados is None else (Throw(dados=dados),)
    return CussecRecord(**{"resultado": throws, "bets": bets, **more})


def only_line(dados: Dice, tipo: str, selecao: str = "") -> Line:
    """Return the line of a coup's single bet of 100."""
    (line,) = settled(coup(dados, bet(1, tipo, selecao))).lines
    return line


# --- a whole coup, worked out by hand ------------------------------------------------------------


def test_a_coup_worked_out_by_hand() -> None:
    """R7-R10: 5-2-5, total 12. Each prize below was reckoned on paper."""
    bets = (
        bet(1, "grande", "", 1000),  # 12 is big: 1 000
        bet(2, "pequeno", "", 1000),  # lost
        bet(3, "numero", "5", 200),  # on two dice: 2 x 200 = 400
        bet(4, "numero", "2", 200),  # on one: 200
        bet(5, "numero", "6", 200),  # lost
        bet(6, "dois_dados", "2-5", 100, seat=2),  # once, whichever five: 5 x 100 = 500
        bet(7, "par", "5", 100, seat=2),  # 10 x 100 = 1 000
        bet(8, "par", "2", 100, seat=2),  # lost
        bet(9, "trio", "5", 100, seat=3),  # lost
        bet(10, "qualquer_trio", "", 100, seat=3),  # lost
        bet(11, "total", "12", 100, seat=3),  # 7 x 100 = 700
        bet(12, "total", "11", 100, seat=3),  # lost
    )
    record = coup((5, 2, 5), *bets)
    assert nets(record) == [
        1_000, -1_000, 400, 200, -200, 500, 1_000, -100, -100, -100, 700, -100,
    ]  # fmt: skip
    assert settled(record).result == {"dados": [2, 5, 5], "total": 12}
    lines = settled(record).lines
    assert sum(line.due for line in lines) == 3_800 + 1_700
    assert judge(paid_exactly(record)).found == ()
    assert lines[5].why[0].text("pt", lines[5]) == (
        "Saíram 2-5-5, total 12: a combinação 2-5 ganha 5 × 1.00 = 5.00; a aposta, 1.00, é do"
        " jogador. [CU R8 d]"
    )


def test_a_triple_worked_out_by_hand() -> None:
    """R8 e-h, R9: 2-2-2 pays the total 6 and thirty for the pair, and takes the small."""
    bets = (
        bet(1, "pequeno"),
        bet(2, "grande"),
        bet(3, "numero", "2"),
        bet(4, "par", "2"),
        bet(5, "trio", "2"),
        bet(6, "qualquer_trio"),
        bet(7, "total", "6"),
        bet(8, "dois_dados", "2-3"),
    )
    record = coup((2, 2, 2), *bets)
    assert nets(record) == [-100, -100, 300, 3_000, 19_000, 3_200, 1_900, -100]
    assert [line.rules for line in settled(record).lines[:2]] == [("CU R9",), ("CU R9",)]


@each(
    ("total", "times", "letter"),
    [
        (4, 65, "h"), (5, 32, "i"), (6, 19, "j"), (7, 12, "k"), (8, 8, "l"), (9, 7, "m"),
        (10, 6, "n"), (11, 6, "n"), (12, 7, "m"), (13, 8, "l"), (14, 12, "k"), (15, 19, "j"),
        (16, 32, "i"), (17, 65, "h"),
    ],
)  # fmt: skip
def test_each_total_pays_its_odds(total: int, times: int, letter: str) -> None:
    """R8 h-n, whichever dice make the sum, three equal ones included (DECISION of the page)."""
    for dados in THROWS:
        line = only_line(dados, "total", str(total))
        if sum(dados) == total:
            assert (line.prize, line.rules) == (100 * times, (f"CU R8 {letter}",))
        else:
            assert (line.outcome, line.due) == (PERDE, 0)


# --- the house edge of every chance, over all 216 throws -----------------------------------------


def edge(tipo: str, selecao: str = "") -> Fraction:
    """Return what the player of a chance loses on average."""
    due = sum(only_line(dados, tipo, selecao).due for dados in THROWS)
    return 1 - Fraction(due, 100 * len(THROWS))


EDGES: Final = {
    "pequeno": (Fraction(1, 36), [""]),
    "grande": (Fraction(1, 36), [""]),
    "numero": (Fraction(17, 216), list("123456")),
    "dois_dados": (Fraction(1, 6), [f"{a}-{b}" for a, b in combinations(FACES, 2)]),
    "par": (Fraction(5, 54), list("123456")),
    "trio": (Fraction(25, 216), list("123456")),
    "qualquer_trio": (Fraction(1, 12), [""]),
}


@pytest.mark.parametrize("tipo", EDGES)
def test_the_house_edge_of_every_chance(tipo: str) -> None:
    """Section 6: 2.78, 7.87, 16.67, 9.26, 11.57 and 8.33 %."""
    expected, selections = EDGES[tipo]
    assert [edge(tipo, selecao) for selecao in selections] == [expected] * len(selections)


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((4, 17), Fraction(1, 12)),
        ((5, 16), Fraction(1, 12)),
        ((6, 15), Fraction(2, 27)),
        ((7, 14), Fraction(7, 72)),
        ((8, 13), Fraction(1, 8)),
        ((9, 12), Fraction(2, 27)),
        ((10, 11), Fraction(1, 8)),
    ],
)
def test_the_house_edge_of_every_total(totals: tuple[int, int], expected: Fraction) -> None:
    """Section 6: 8.33, 8.33, 7.41, 9.72, 12.50, 7.41, 12.50 %."""
    assert [edge("total", str(total)) for total in totals] == [expected, expected]


def test_the_order_of_the_dice_says_nothing() -> None:
    """R3: the faces that lie upwards, in no order."""
    bets = [bet(1, "dois_dados", "1-4"), bet(2, "par", "4"), bet(3, "total", "9")]
    assert {tuple(nets(coup(dados, *bets))) for dados in permutations((4, 1, 4))} == {
        (500, 1000, 700)
    }


def test_the_two_dice_in_another_order_mean_the_same() -> None:
    """R7 d: a combination; its limit holds for both spellings together."""
    bets = [bet(1, "dois_dados", "5-2"), bet(2, "dois_dados", "2-5")]
    record = coup((2, 5, 1), *bets, limites={"dois_dados": Limit(maximum=150)})
    assert nets(record) == [500, 500]
    assert codes(record) == ["BET-MAX"]


@pytest.mark.parametrize(
    ("tipo", "selecao"),
    [
        ("numero", "7"),
        ("numero", ""),
        ("dois_dados", "3-3"),
        ("dois_dados", "3"),
        ("dois_dados", "1-2-3"),
        ("total", "3"),
        ("total", "18"),
        ("pequeno", "4"),
        ("duplo", "3"),
    ],
)
def test_what_is_no_chance_goes_back(tipo: str, selecao: str) -> None:
    """R7 lists the chances: no total of 3 or 18, no two equal dice as a combination of two."""
    record = coup((1, 1, 3), bet(1, tipo, selecao), bet(2, "pequeno"))
    assert outcomes(record) == [DEVOLVIDA, GANHA]
    assert [(one.code, one.rule, one.bet) for one in found(record)] == [("RES-IMPOSS", "CU R7", 1)]


@pytest.mark.parametrize("dados", [(1, 2, 7), (0, 1, 1), (1, 2), (1, 2, 3, 4), ()])
def test_dice_that_cannot_be_decide_nothing(dados: Dice) -> None:
    """R1: three dice of six faces."""
    record = coup(dados, bet(1, "pequeno"), bet(2, "total", "10"))
    assert outcomes(record) == [PENDENTE, PENDENTE]
    assert codes(record) == ["RES-IMPOSS"]


# --- when bets are taken -------------------------------------------------------------------------


def test_a_bet_after_the_bell_goes_back() -> None:
    """R3: “Nada mais. Vou abrir”; a change after it changes nothing."""
    bets = (bet(1, "pequeno", seq=4), bet(2, "pequeno", seq=6))
    changes = (BetChange(bet=1, valor=200, seq=5), BetChange(bet=1, retirada=True, seq=7))
    record = coup((1, 2, 3), *bets, nada_mais=(Moment(seq=5),), alteracoes=changes)
    assert [(one.stake, one.outcome) for one in settled(record).lines] == [
        (200, GANHA),
        (100, DEVOLVIDA),
    ]
    assert [(one.code, one.rule, one.bet) for one in found(record)] == [
        ("BET-LATE", "CU R3", 1),
        ("BET-LATE", "CU R3", 2),
    ]


def test_a_bet_on_dice_that_lie_open_is_late_whoever_forgot_the_bell() -> None:
    """R3: the bell comes before the cover is lifted."""
    throws = (Throw(dados=(1, 2, 3), seq=5),)
    assert codes(coup(None, bet(1, "trio", "1", seq=6), resultado=throws)) == ["BET-LATE"]
    assert codes(coup(None, bet(1, "trio", "1", seq=4), resultado=throws)) == []


def test_the_bets_open_when_the_dice_are_shaken() -> None:
    """R2: the light that opens them goes on by the shaking; a bet before it is early and plays."""
    shaken = (Agitacao(vezes=3, seq=3),)
    record = coup((1, 2, 3), bet(1, "pequeno", seq=2), dados_agitados=shaken)
    assert outcomes(record) == [GANHA]
    assert [(one.code, one.rule, one.bet) for one in found(record)] == [("BET-EARLY", "CU R2", 1)]
    opened = structs.replace(record, bets=(), apostas_abertas=Moment(seq=2))
    assert [(one.code, one.bet) for one in found(opened)] == [("BET-EARLY", None)]
    right = structs.replace(opened, bets=(bet(1, "pequeno", seq=5),))
    assert codes(structs.replace(right, apostas_abertas=Moment(seq=4))) == []
    between = structs.replace(right, bets=(bet(1, "pequeno", seq=4),))
    assert codes(structs.replace(between, apostas_abertas=Moment(seq=5))) == ["BET-EARLY"]


def test_the_bets_open_when_the_last_coup_is_paid() -> None:
    """R4: a coup ends when all its prizes are paid."""
    before = Anterior(pagamentos_fim=Moment(at=at("21:00:05")))
    for clock, expected in (("21:00:04", ["BET-EARLY"]), ("21:00:05", [])):
        opened = Moment(at=at(clock))
        record = coup((1, 2, 3), anterior=before, apostas_abertas=opened)
        assert codes(record) == expected
    assert found(coup((1, 2, 3), anterior=before, apostas_abertas=Moment(at=at("21:00:00"))))[
        0
    ].rule == ("CU R4")


# --- null coups ----------------------------------------------------------------------------------


def repeated(*bets: Any, **more: Any) -> CussecRecord:
    """Return a coup null once: bell 4, dice 5, null 6; bell 9, dice 10."""
    facts = {
        "resultado": (
            Throw(dados=(4, 4), nulo="overlapping", seq=5),
            Throw(dados=(1, 2, 3), seq=10),
        ),
        "golpe_nulo": (Moment(seq=6),),
        "nada_mais": (Moment(seq=4), Moment(seq=9)),
        **more,
    }
    return CussecRecord(bets=bets, **facts)


def test_after_a_null_coup_bets_are_kept_taken_back_or_changed() -> None:
    """R5, R6: all is repeated, with new bets too; between bell and null nothing is taken."""
    bets = (
        bet(1, "pequeno", seq=2),
        bet(2, "grande", seq=2),
        bet(3, "grande", seq=3),
        bet(4, "pequeno", seq=5),
        bet(5, "pequeno", seq=8),
        bet(6, "pequeno", seq=11),
    )
    changes = (
        BetChange(bet=2, tipo="total", selecao="6", seq=7),
        BetChange(bet=3, retirada=True, seq=8),
    )
    record = repeated(*bets, alteracoes=changes)
    assert [(one.bet, one.outcome, one.prize) for one in settled(record).lines] == [
        (1, GANHA, 100),
        (2, GANHA, 1900),
        (4, DEVOLVIDA, 0),
        (5, GANHA, 100),
        (6, DEVOLVIDA, 0),
    ]
    assert [(one.code, one.bet) for one in found(record)] == [("BET-LATE", 4), ("BET-LATE", 6)]


def test_without_the_call_the_null_throw_itself_frees_the_bets() -> None:
    """R6: a device that sees the dice overlap may send no separate call."""
    record = repeated(bet(1, "pequeno", seq=7), golpe_nulo=())
    assert (outcomes(record), codes(record)) == ([GANHA], [])


def test_a_null_coup_that_was_not_repeated_decides_nothing() -> None:
    """R6: to pay it, or to close on it, is a fault."""
    null = (Throw(dados=(4, 4, 4), nulo="sobrepostos"),)
    record = coup(None, bet(1, "trio", "4"), resultado=null)
    assert outcomes(record) == [PENDENTE]
    assert blamed(record, pay(1, 19_000, 100)) == [("VOID-MISS", "CU R5")]
    assert told(record) == [("VOID-MISS", "CU R6")]
    assert told(coup(None, resultado=null)) == []


@pytest.mark.parametrize("cause", ["object", "leaning", "erro"])
def test_dice_that_can_be_read_are_the_result(cause: str) -> None:
    """R5: only dice that lie on one another make a coup null; another call undoes nothing."""
    throws = (Throw(dados=(6, 6, 5), nulo=cause), Throw(dados=(1, 2, 3)))
    record = coup(None, bet(1, "grande"), resultado=throws)
    assert outcomes(record) == [GANHA]
    assert [(one.code, one.rule) for one in found(record)] == [("VOID-BAD", "CU R5")]


def test_a_null_call_on_dice_that_can_be_read_frees_no_bets() -> None:
    """R5, R6: 6-6-5 stands, so nobody may bet on it when it lies open."""
    throws = (Throw(dados=(6, 6, 5), nulo="erro", seq=5), Throw(dados=(1, 2, 3), seq=10))
    bets = (bet(1, "grande", seq=2), bet(2, "total", "17", seq=7))
    for called in ((Moment(seq=6),), ()):
        record = coup(None, *bets, resultado=throws, golpe_nulo=called)
        assert outcomes(record) == [GANHA, DEVOLVIDA]
        assert sorted(codes(record)) == ["BET-LATE", "VOID-BAD"]


def test_a_coup_is_not_played_again_without_a_null() -> None:
    """R5: the first dice stand."""
    throws = (Throw(dados=(6, 6, 5)), Throw(dados=(1, 2, 3)))
    record = coup(None, bet(1, "grande"), resultado=throws)
    assert outcomes(record) == [GANHA]
    assert [(one.code, one.expected, one.recorded) for one in found(record)] == [
        ("VOID-BAD", "6-6-5", "1-2-3")
    ]
    shown = structs.replace(record, resultado=throws[:1])
    assert codes(shown) == []


# --- void rounds and online play -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "side", "dados", "outcome", "expected"),
    [
        ("physical", "unknown", (1, 2, 3), GANHA, [("VOID-BAD", "CU R5")]),
        ("physical", "unknown", None, DEVOLVIDA, [("VOID-BAD", "CU R5")]),
        ("shared", "operator", None, DEVOLVIDA, []),
        ("shared", "unknown", None, DEVOLVIDA, []),
        ("exclusive", "operator", (1, 2, 3), GANHA, [("VOID-BAD", "CU R18")]),
        ("shared", "player", None, PENDENTE, [("VOID-NET", "CU R19")]),
        ("shared", "player", (1, 2, 3), GANHA, [("VOID-NET", "CU R19")]),
    ],
)
def test_a_void_round(
    mode: str, side: str, dados: Dice | None, outcome: Any, expected: list[tuple[str, str]]
) -> None:
    """R18-R20: void for the operator's failure if no dice were shown; never for the player's."""
    record = coup(dados, bet(1, "pequeno"), mode=mode, void=Void(cause="avaria", side=side))
    assert outcomes(record) == [outcome]
    assert [(one.code, one.rule) for one in found(record)] == expected


def test_a_null_coup_may_end_in_a_void() -> None:
    """R5: the ground is there, and the stakes go back, all of them."""
    null = (Throw(dados=(4, 4), nulo="overlapping"),)
    record = coup(None, bet(1, "pequeno"), resultado=null, void=Void(cause="sobrepostos"))
    assert codes(record) == []
    assert blamed(record, pay(1, 0, 50)) == [("VOID-REFUND", "CU R5")]


def test_online_a_void_gives_every_stake_back() -> None:
    """R20: credited to the account."""
    record = coup(None, bet(1, "pequeno"), bet(2, "trio", "1", 50), mode="shared",
                  void=Void(cause="avaria", side="operator"))  # fmt: skip
    assert settled(record).void
    assert [line.rules for line in settled(record).lines] == [("CU R18", "CU R20")] * 2
    assert blamed(record, pay(1, 0, 100)) == [("VOID-REFUND", "CU R18, CU R20")]


def test_online_a_round_without_dice_is_not_paid() -> None:
    """R18: it is void; to pay it is VOID-MISS."""
    assert blamed(coup(None, bet(1, "pequeno"), mode="shared"), pay(1, 100, 100)) == [
        ("VOID-MISS", "CU R18")
    ]


@pytest.mark.parametrize("mode", ["physical", "shared", "exclusive", "demo"])
def test_cussec_is_played_online_by_the_same_rules(mode: str) -> None:
    """R11: what each chance pays is the same, and nothing is wrong with it."""
    record = coup((5, 2, 5), bet(1, "par", "5"), mode=mode)
    assert (nets(record), codes(record)) == ([1000], [])


def session(**more: Any) -> PlayerSession:
    """Return a session that the operator ended."""
    return PlayerSession(**{"session": "s1", "ended_by": "operator", "cause": "idle", **more})


@pytest.mark.parametrize(
    ("mode", "one", "expected"),
    [
        ("exclusive", session(), []),
        ("shared", session(cause="idle_rounds"), []),
        ("shared", session(), [("ONL-EXCL", "CU R23")]),
        ("exclusive", session(cause="idle_rounds"), [("ONL-EXCL", "CU R23")]),
        ("exclusive", session(cause="winning"), [("ONL-EXCL", "CU R23")]),
        ("exclusive", session(ended_by="player", cause="own"), []),
        ("exclusive", session(restricted=True, diagnosed=True), []),
        ("exclusive", session(restricted=True), [("ONL-EXCL", "CU R22")]),
        ("exclusive", session(rounds=9, history=9), []),
        ("exclusive", session(rounds=9, history=8), [("ONL-HIST", "CU R21")]),
        ("physical", session(cause="winning"), []),
    ],
)
def test_players_sessions_online(
    mode: str, one: PlayerSession, expected: list[tuple[str, str]]
) -> None:
    """R21-R23: a whole history; ended on the ground of its kind of table; a diagnosis."""
    assert told(coup((1, 2, 3), mode=mode, sessoes=(one,))) == expected


def test_a_demonstration_gives_free_play_alone() -> None:
    """R24: anything else as its prize is a fault; of play for money it is none."""
    paid = {"meios": ("free_play", "account")}
    assert told(coup((1, 2, 3), mode="demo", **paid)) == [("ONL-DEMO", "CU R24")]
    assert told(coup((1, 2, 3), mode="demo", meios=("free_play",))) == []
    assert told(coup((1, 2, 3), mode="shared", **paid)) == []


# --- limits and payments -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("valor", "expected"),
    [(100, []), (50, ["BET-MIN"]), (500, []), (600, ["BET-MAX"]), (125, ["BET-MULT"])],
)
def test_the_tables_limits(valor: int, expected: list[str]) -> None:
    """The law sets none; what the table's data say holds for each chance."""
    limits = {"grande": Limit(minimum=100, maximum=500, multiple=50)}
    assert codes(coup((1, 1, 2), bet(1, "grande", valor=valor), limites=limits)) == expected


@pytest.mark.parametrize(
    ("dados", "tipo", "selecao", "payment", "expected"),
    [
        ((2, 2, 2), "pequeno", "", (100, 100), [("CU-TRI", "CU R9")]),
        ((2, 2, 2), "pequeno", "", (0, 100), [("CU-TRI", "CU R9")]),
        ((2, 2, 2), "pequeno", "", None, []),
        ((4, 5, 6), "grande", "", None, [("PAY-NONE", "CU R8 b")]),
        ((4, 5, 6), "pequeno", "", (0, 100), [("PAY-DIFF", "CU R7 a")]),
        ((2, 2, 2), "par", "2", (1000, 100), [("CU-PAY", "CU R8")]),
        ((2, 2, 2), "par", "2", (3000, 100), []),
    ],
)
def test_a_payment_that_is_not_the_rules(
    dados: Dice,
    tipo: str,
    selecao: str,
    payment: tuple[int, int] | None,
    expected: list[tuple[str, str]],
) -> None:
    """R8, R9: the game's codes go first; par pays thirty on three equal dice."""
    payments = () if payment is None else (pay(1, *payment),)
    assert blamed(coup(dados, bet(1, tipo, selecao)), *payments) == expected


def test_a_triple_and_odds_are_told_apart_in_one_payment() -> None:
    """R9: what is over is the small's stake and prize; R8: another sum is the odds."""
    record = coup((2, 2, 2), bet(1, "pequeno"), bet(2, "total", "6"))

    def both(amount: int) -> list[tuple[str, str]]:
        return blamed(record, Payment(seat=1, bets=(1, 2), amount=amount, stake_returned=100))

    assert both(1900) == []
    assert both(2100) == [("CU-TRI", "CU R9")]
    assert both(1950) == [("CU-PAY", "CU R8")]


def test_a_number_used_again_is_one_fault() -> None:
    """RES-IMPOSS for the second bet of a number."""
    assert codes(coup((1, 2, 3), bet(1, "pequeno"), bet(1, "grande"))) == ["RES-IMPOSS"]


# --- properties ----------------------------------------------------------------------------------

SELECTIONS: Final = {
    **{tipo: selections for tipo, (_, selections) in EDGES.items()},
    "total": [str(total) for total in range(4, 18)],
}


@st.composite
def coups(draw: st.DrawFn) -> CussecRecord:
    """Give a coup of possible bets."""
    bets = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        tipo = draw(st.sampled_from(sorted(SELECTIONS)))
        selecao = draw(st.sampled_from(SELECTIONS[tipo]))
        seat, valor = draw(st.integers(1, 4)), draw(st.integers(1, 10_000))
        bets.append(bet(number, tipo, selecao, valor, seat=seat, seq=number))
    throw = Throw(dados=draw(st.sampled_from(THROWS)), seq=10)
    bell = draw(st.sampled_from([(), (Moment(seq=4),), (Moment(seq=9),)]))
    return coup(None, *bets, resultado=(throw,), nada_mais=bell)


@given(coups())
@settings(max_examples=60)
def test_the_quick_road_and_the_long_one_meet(record: CussecRecord) -> None:
    """Speed changes no verdict, and plain coups take the quick road."""
    quick = settle_ordinary(record, RULES)
    assert quick is None or quick == settle_any(record, RULES)
    assert (quick is None) == (Moment(seq=4) in record.nada_mais and len(record.bets) > 4)


@given(coups(), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_every_stake_is_accounted_for(record: CussecRecord, random: Random) -> None:
    """Lost whole or the player's whole, whatever the order of the bets."""
    kept_and_paid(record)
    bets = list(record.bets)
    random.shuffle(bets)
    before = {line.bet: line for line in settled(record).lines}
    after = settled(structs.replace(record, bets=tuple(bets))).lines
    assert {line.bet: line for line in after} == before


@given(coups())
@settings(max_examples=40)
def test_a_void_returns_everything(record: CussecRecord) -> None:
    """Without dice, whatever was bet."""
    void = structs.replace(record, resultado=(), void=Void(cause="x", side="operator"))
    lines = settled(structs.replace(void, mode="shared")).lines
    assert [(line.prize, line.returned) for line in lines] == [
        (0, one.valor) for one in record.bets
    ]


@given(coups())
@settings(max_examples=40)
def test_what_is_due_and_paid_is_no_fault(record: CussecRecord) -> None:
    """Paid exactly, only late bets are left to find."""
    assert {one.code for one in judge(paid_exactly(record)).found} <= {"BET-LATE"}


WORDS: Final = st.sampled_from([*SELECTIONS, "", "x", "overlapping", "sobrepostos"])
TEXTS: Final = st.sampled_from(["", "1", "6", "7", "1-2", "2-1", "1-1", "4", "18", "x", "-"])
ANY_RECORD: Final = st.builds(
    CussecRecord,
    **shared(WORDS, TEXTS),
    anterior=st.none() | st.builds(Anterior, pagamentos_fim=MOMENTS),
    dados_agitados=few(Agitacao, vezes=st.none() | st.integers(-1, 4)),
    nada_mais=few(Moment),
    golpe_nulo=few(Moment),
    resultado=few(
        Throw,
        dados=st.lists(st.integers(0, 7), max_size=4).map(tuple),
        nulo=st.none() | WORDS,
        by=st.none(),
    ),
)


@given(ANY_RECORD)
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_no_fact_is_too_strange_to_judge(record: CussecRecord) -> None:
    """Accept facts, flag faults: nothing that a table records raises, and all can be said."""
    judged_without_harm(record)
    quick = settle_ordinary(record, RULES)
    assert quick is None or quick == settle_any(record, RULES)


# --- the record and the register -----------------------------------------------------------------


def test_a_record_is_read_from_json() -> None:
    """The field names of the page."""
    record = decode_record(
        '{"game": "cussec", "resultado": [{"dados": [6, 6, 6]}],'
        ' "bets": [{"bet": 1, "seat": 3, "tipo": "trio", "selecao": "6", "valor": 250}]}'
    )
    assert isinstance(record, CussecRecord)
    assert nets(record) == [190 * 250]


def test_every_rule_is_accounted_for_once() -> None:
    """R1 to R25, none missing."""
    assert sorted(int(one.rule[1:]) for one in COVERAGE) == list(range(1, 26))
    assert not [one.rule for one in COVERAGE if one.status == "missing"]


@pytest.mark.parametrize(
    ("pressed", "expected"),
    [
        ((3,), []),
        ((1, 1, 1), []),
        ((2,), ["CU-SEQ"]),
        ((2, 2), ["CU-SEQ"]),
        ((None,), []),
        ((), []),
    ],
)
def test_the_lever_is_pressed_three_times(
    pressed: tuple[int | None, ...], expected: list[str]
) -> None:
    """R2: one note may tell of one press, or of all; what is not told accuses nobody."""
    shaken = tuple(Agitacao(vezes=times, seq=2 + n) for n, times in enumerate(pressed))
    record = coup((1, 2, 4), dados_agitados=shaken, apostas_abertas=Moment(seq=10))
    assert codes(record) == expected


def test_the_lever_is_pressed_anew_for_a_coup_that_is_repeated() -> None:
    """R2, R6: what is pressed after the first bell is of the coup that begins anew."""
    shaken = (Agitacao(vezes=3, seq=2), Agitacao(vezes=3, seq=8))
    record = coup((1, 2, 4), dados_agitados=shaken, nada_mais=(Moment(seq=5), Moment(seq=10)))
    assert "CU-SEQ" not in codes(record)
