"""Boule: Portaria 1/2017, Anexo, regras 1-15."""

from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.wheels.boule import (
    COVERAGE,
    ESTRELA,
    NUMBERS,
    SIMPLES,
    SIZES,
    BouleRecord,
    Marca,
    Reconstituida,
    Resultado,
    colour_of,
    settle_any,
    settle_ordinary,
)
from projections.replay.kit.bets import BetChange, Limit, Moment
from projections.replay.kit.coups.voids import GolpeNulo
from projections.replay.profiles.cabo_verde_2017 import BOULE as RULES
from projections.replay.record import Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Line
from tests.helpers.each import each
from tests.projections.replay.games.coup_table import (
    DEVOLVIDA,
    GANHA,
    PENDENTE,
    PERDE,
    PLACES,
    SEATS,
    TIMES,
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

PLATE: Final = (*NUMBERS, ESTRELA)


def coup(numero: str | None, *bets: Any, **more: Any) -> BouleRecord:
    """Return the record of a coup that ended on a number."""
    result = Resultado(numero=numero) if numero is not None else None
    return BouleRecord(**{"resultado": result, "bets": bets, **more})


def only_line(numero: str, tipo: str, selecao: str = "", **more: Any) -> Line:
    """Return the line of a coup's single bet of 100."""
    (line,) = settled(coup(numero, bet(1, tipo, selecao), **more)).lines
    return line


# --- a whole coup, worked out by hand ------------------------------------------------------------


def test_a_coup_worked_out_by_hand() -> None:
    """R8: 7 comes up, red, low. Each stake and prize below was reckoned on paper."""
    bets = (
        bet(1, "pleno", "7", 500),  # 23 x 500 = 11 500
        bet(2, "dois_numeros", "7-8", 200),  # 11 x 200 = 2 200
        bet(3, "vermelho", "", 1000, seat=2),  # 1 000
        bet(4, "grande", "", 1000, seat=2),  # lost
        bet(5, "doze_numeros", "1-2-3-4-5-6-7-8-9-10-11-12", 300, seat=3),  # 300
        bet(6, "pleno", "estrela", 100, seat=3),  # lost
        bet(7, "tres_numeros", "6-7-9", 100, seat=4),  # 700
        bet(8, "quatro_numeros", "4-5-7-10", 100, seat=4),  # 500
        bet(9, "seis_numeros", "1-2-3-7-8-9", 100, seat=4),  # 300
        bet(10, "oito_numeros", "7-8-9-10-11-12-13-14", 100, seat=4),  # 200
        bet(11, "pequeno", "", 400, seat=5),  # 400
        bet(12, "preto", "", 50, seat=5),  # lost
    )
    record = coup("7", *bets)
    assert nets(record) == [
        11_500, 2_200, 1_000, -1_000, 300, -100, 700, 500, 300, 200, 400, -50,
    ]  # fmt: skip
    lines = settled(record).lines
    assert sum(line.stake for line in lines) == 3_950
    assert sum(line.due for line in lines) == 17_100 + 2_800
    assert settled(record).result == {"numero": "7", "cor": "vermelho"}
    text = lines[0].why[0].text("pt", lines[0])
    assert text == (
        "Saiu o 7 (vermelho): o pleno 7 ganha 23 × 5.00 = 115.00; a aposta, 5.00, é do jogador."
        " [BO R8 a]"
    )
    # In the order of R10 the plenos come last; then nothing is wrong.
    order = paid_exactly(record, lambda line: line.bet == 1)
    assert judge(order).found == ()


@each(
    ("tipo", "selecao", "numero", "prize"),
    [
        ("pleno", "24", "24", 2300),
        ("pleno", "estrela", "estrela", 2300),
        ("dois_numeros", "1-24", "24", 1100),
        ("tres_numeros", "2-13-20", "13", 700),
        ("quatro_numeros", "1-2-3-4", "4", 500),
        ("seis_numeros", "1-2-3-4-5-6", "6", 300),
        ("oito_numeros", "1-2-3-4-5-6-7-8", "8", 200),
        ("doze_numeros", "2-4-6-8-10-12-14-16-18-20-22-24", "24", 100),
        ("pequeno", "", "12", 100),
        ("grande", "", "13", 100),
        ("vermelho", "", "1", 100),
        ("preto", "", "24", 100),
    ],
)
def test_each_chance_pays_its_odds_and_keeps_the_stake(
    tipo: str, selecao: str, numero: str, prize: int
) -> None:
    """R8: 23, 11, 7, 5, 3, 2 and, for the simple chances, 1; and the stake is the player's."""
    line = only_line(numero, tipo, selecao)
    assert (line.outcome, line.prize, line.returned) == (GANHA, prize, 100)


def edge(tipo: str, selecao: str) -> Fraction:
    """Return what the player of a chance loses on average, by trying all 25 pockets."""
    due = sum(only_line(numero, tipo, selecao).due for numero in PLATE)
    return 1 - Fraction(due, 100 * 25)


@each("selecao", PLATE)
def test_the_house_edge_of_every_pleno_is_one_in_25(selecao: str) -> None:
    """Section 6: 4 % on every chance, the star included."""
    assert edge("pleno", selecao) == Fraction(1, 25)


@pytest.mark.parametrize("tipo", SIMPLES)
def test_the_house_edge_of_every_simple_chance_is_one_in_25(tipo: str) -> None:
    """R3 b, R8, R9: twelve numbers at even money against 25 pockets."""
    assert edge(tipo, "") == Fraction(1, 25)


@pytest.mark.parametrize("tipo", SIZES)
def test_the_house_edge_of_every_set_is_one_in_25(tipo: str) -> None:
    """R8: whichever numbers a set has. All 276 of two; of the larger ones sixty drawn at random."""
    sets = list(combinations(NUMBERS, 2))
    if SIZES[tipo] > 2:
        random = Random(7)
        sets = [tuple(random.sample(NUMBERS, SIZES[tipo])) for _ in range(60)]
    for numbers in sets:
        assert edge(tipo, "-".join(numbers)) == Fraction(1, 25), numbers


# --- the star, the colours, the cloth ------------------------------------------------------------


@pytest.mark.parametrize(
    ("tipo", "selecao"),
    [("pleno", "7"), ("dois_numeros", "1-2"), ("doze_numeros", "-".join(NUMBERS[:12])),
     ("pequeno", ""), ("grande", ""), ("vermelho", ""), ("preto", "")],
)  # fmt: skip
def test_the_star_takes_every_chance_but_its_pleno(tipo: str, selecao: str) -> None:
    """R9: all other chances lose."""
    line = only_line("estrela", tipo, selecao)
    assert (line.outcome, line.due, line.rules) == (PERDE, 0, ("BO R9",))
    assert only_line("estrela", "pleno", "estrela").outcome is GANHA


def test_the_star_is_in_no_set() -> None:
    """R3: a set is of numbers; the star is a pleno."""
    assert only_line("estrela", "dois_numeros", "24-estrela").outcome is DEVOLVIDA
    assert codes(coup("1", bet(1, "dois_numeros", "24-estrela"))) == ["RES-IMPOSS"]


def test_odd_is_red_and_even_is_black_unless_the_plate_says_otherwise() -> None:
    """DECISION of the page: R2 d says only “alternately”."""
    assert [colour_of(number, {}) for number in ("1", "2", "estrela")] == ["vermelho", "preto", ""]
    swapped = {str(n): "preto" if n % 2 else "vermelho" for n in range(1, 25)}
    assert only_line("7", "vermelho").outcome is GANHA
    assert only_line("7", "vermelho", cores=swapped).outcome is PERDE
    assert only_line("7", "preto", cores=swapped).outcome is GANHA
    assert codes(coup("7", cores=swapped)) == []


def test_a_plate_has_twelve_of_each_colour() -> None:
    """R2 d: by turns red and black; thirteen of one cannot be."""
    record = coup("8", cores={"2": "vermelho"})
    (fault,) = found(record)
    assert (fault.code, fault.rule, fault.recorded) == (
        "RES-IMPOSS",
        "BO R2 d",
        "vermelho 13, preto 11",
    )


@pytest.mark.parametrize(
    ("numero", "cor", "wrong"),
    [
        ("7", "vermelho", False),
        ("7", "vermelha", False),
        ("7", "preto", True),
        ("8", "preto", False),
        ("8", "encarnado", True),
        ("estrela", "azul", False),
        ("estrela", None, False),
    ],
)
def test_the_colour_shown_is_the_numbers(numero: str, cor: str | None, *, wrong: bool) -> None:
    """R2 d: another colour cannot be; the number decides, and the star has neither."""
    record = coup(None, bet(1, "pleno", "7"), resultado=Resultado(numero=numero, cor=cor))
    assert codes(record) == (["RES-IMPOSS"] if wrong else [])
    assert settled(record).result["numero"] == numero


@pytest.mark.parametrize("numero", ["0", "25", "07", "fora", ""])
def test_a_pocket_that_the_plate_lacks_decides_nothing(numero: str) -> None:
    """R2 c: 25 pockets, 1 to 24 and the star."""
    record = coup(numero, bet(1, "pequeno"), bet(2, "pleno", numero))
    assert outcomes(record) == [PENDENTE, DEVOLVIDA]
    assert codes(record) == ["RES-IMPOSS", "RES-IMPOSS"]


def test_numbers_of_a_set_in_another_order_mean_the_same_set() -> None:
    """A set is one whatever order its numbers are said in, for its prize and for its limit."""
    bets = (bet(1, "dois_numeros", "3-17"), bet(2, "dois_numeros", "17-3"))
    record = coup("17", *bets, limites={"dois_numeros": Limit(maximum=150)})
    assert nets(record) == [1100, 1100]
    (fault,) = found(record)
    assert (fault.code, fault.expected, fault.recorded, fault.amount) == (
        "BET-MAX",
        "1.50",
        "2.00",
        50,
    )


@pytest.mark.parametrize(
    ("tipo", "selecao"),
    [
        ("dois_numeros", "3"),
        ("dois_numeros", "3-3"),
        ("dois_numeros", "3-25"),
        ("dois_numeros", "3-4-5"),
        ("pleno", ""),
        ("pleno", "0"),
        ("vermelho", "7"),
        ("cinco_numeros", "1-2-3-4-5"),
        ("par", ""),
    ],
)
def test_what_is_no_chance_goes_back(tipo: str, selecao: str) -> None:
    """R3 lists the chances; the stake of another goes back, and the fact is a finding."""
    record = coup("3", bet(1, tipo, selecao), bet(2, "pequeno"))
    assert outcomes(record) == [DEVOLVIDA, GANHA]
    (fault,) = found(record)
    assert (fault.code, fault.rule, fault.bet, fault.amount) == ("RES-IMPOSS", "BO R3", 1, 100)


def test_the_cloth_prints_the_sets_that_may_be_bet_on() -> None:
    """DECISION of the page: the table's data list them; of a size it does not list, any may."""
    pano = ("2-1", "7-8", "1-2-3")
    assert only_line("2", "dois_numeros", "1-2", pano=pano).outcome is GANHA
    assert only_line("2", "dois_numeros", "2-3", pano=pano).outcome is DEVOLVIDA
    assert only_line("2", "quatro_numeros", "2-3-5-7", pano=pano).outcome is GANHA


# --- when bets are taken -------------------------------------------------------------------------


def test_a_bet_after_the_bell_goes_back() -> None:
    """R5: up to the bell, its own place in the chain included; BO-BELL goes before BET-LATE."""
    bets = (bet(1, "pequeno", seq=4), bet(2, "pequeno", seq=5), bet(3, "pequeno", seq=6))
    record = coup("1", *bets, campainha=(Moment(seq=5),))
    assert outcomes(record) == [GANHA, GANHA, DEVOLVIDA]
    (fault,) = found(record)
    assert (fault.code, fault.rule, fault.bet, fault.amount) == ("BO-BELL", "BO R5", 3, 100)


def test_a_bet_after_the_number_is_late_whoever_forgot_the_bell() -> None:
    """R5: the bell comes before the ball rests, so what comes after the number is late."""
    result = Resultado(numero="1", at=at("21:00:30"))
    late = bet(1, "pleno", "1", at=at("21:00:31"))
    assert codes(coup(None, late, resultado=result)) == ["BO-BELL"]
    assert codes(coup(None, bet(1, "pleno", "1", at=at("21:00:29")), resultado=result)) == []


def test_a_change_after_the_bell_changes_nothing() -> None:
    """R5: the mark stays as it lay at the bell; in time it is changed, or taken back."""
    bets = (bet(1, "pequeno", seq=2), bet(2, "grande", seq=3), bet(3, "pleno", "9", seq=4))
    changes = (
        BetChange(bet=3, retirada=True, seq=5),
        BetChange(bet=1, valor=300, seq=6),
        BetChange(bet=2, tipo="pequeno", seq=8),
        BetChange(bet=1, retirada=True, seq=9),
    )
    record = coup("1", *bets, alteracoes=changes, campainha=(Moment(seq=7),))
    assert [(line.stake, line.outcome) for line in settled(record).lines] == [
        (300, GANHA),
        (100, PERDE),
    ]
    faults = found(record)
    assert [(one.code, one.rule, one.bet) for one in faults] == [
        ("BET-LATE", "BO R5", 2),
        ("BET-LATE", "BO R5", 1),
    ]
    assert [one.facts["fact"] for one in faults] == ["alteracao", "retirada"]


def test_a_bet_before_the_opening_is_early_and_plays() -> None:
    """R4: the game begins with the bets; what lay there before is a fact and plays."""
    record = coup("1", bet(1, "pequeno", seq=1), apostas_abertas=Moment(seq=2))
    assert outcomes(record) == [GANHA]
    assert [(one.code, one.rule) for one in found(record)] == [("BET-EARLY", "BO R4")]
    assert codes(coup("1", bet(1, "pequeno", seq=3), apostas_abertas=Moment(seq=2))) == []


# --- null coups ----------------------------------------------------------------------------------

NULL: Final = GolpeNulo(causa="objeto", seq=6)
LAUNCHES: Final = (Moment(seq=3), Moment(seq=8))
BELLS: Final = (Moment(seq=5), Moment(seq=10))


def repeated(*bets: Any, **more: Any) -> BouleRecord:
    """Return a coup null once and thrown again: bell 5, null 6, launch 8, bell 10, number 11."""
    facts = {
        "golpe_nulo": (NULL,),
        "bola_lancada": LAUNCHES,
        "campainha": BELLS,
        "resultado": Resultado(numero="7", seq=11),
        **more,
    }
    return BouleRecord(bets=bets, **facts)


def test_after_a_null_coup_marks_stay_and_new_ones_may_be_made() -> None:
    """R13, R15: before the bell, between the null and the next bell; not between bell and null."""
    bets = (
        bet(1, "pequeno", seq=2),
        bet(2, "pleno", "7", seq=7),
        bet(3, "pequeno", seq=12),
    )
    record = repeated(*bets)
    assert outcomes(record) == [GANHA, GANHA, DEVOLVIDA]
    assert codes(record) == ["BO-BELL"]


def test_a_mark_that_lay_when_the_coup_was_null_is_frozen() -> None:
    """R15: it may be neither changed nor taken back; a new one may, until the next bell."""
    bets = (bet(1, "pequeno", seq=2), bet(2, "grande", seq=7))
    changes = (
        BetChange(bet=1, tipo="grande", seq=8),
        BetChange(bet=2, tipo="pequeno", seq=9),
        BetChange(bet=2, retirada=True, seq=11),
    )
    record = repeated(*bets, alteracoes=changes)
    assert outcomes(record) == [GANHA, GANHA]
    assert [(one.code, one.rule, one.bet) for one in found(record)] == [
        ("BET-LATE", "BO R15", 1),
        ("BET-LATE", "BO R5", 2),
    ]


def test_a_null_coup_before_the_bell_leaves_the_bets_open() -> None:
    """R13 says nothing of the bell: an object may fall while bets are still taken."""
    record = repeated(
        bet(1, "pequeno", seq=2), bet(2, "pequeno", seq=7), campainha=(Moment(seq=10),)
    )
    assert codes(record) == []


def test_a_null_coup_that_was_not_thrown_again_decides_nothing() -> None:
    """R13, R14: a number without a new launch is none, and to pay it is a fault."""
    record = repeated(bet(1, "pequeno", seq=2), bola_lancada=LAUNCHES[:1])
    assert outcomes(record) == [PENDENTE]
    assert blamed(record, pay(1, 100, 100)) == [("VOID-MISS", "BO R13-14")]
    assert told(record) == [("VOID-MISS", "BO R13-14")]
    assert told(repeated(bola_lancada=LAUNCHES[:1])) == []


def test_without_launches_the_number_after_the_null_coup_decides() -> None:
    """A table that does not record launches shows the repetition by its number."""
    assert outcomes(repeated(bet(1, "pequeno", seq=2), bola_lancada=())) == [GANHA]


@pytest.mark.parametrize(
    ("null", "number", "bad"),
    [
        (GolpeNulo(causa="objeto", seq=6), "7", False),
        (GolpeNulo(causa="fichas", seq=6), "7", False),
        (GolpeNulo(causa="bola", seq=6, anulado="fora"), "7", False),
        (GolpeNulo(causa="protesto", seq=6), "7", True),
        (GolpeNulo(causa="objeto", seq=6, anulado="9"), "9", True),
        (GolpeNulo(causa="bola", seq=6, anulado="estrela"), "estrela", True),
    ],
)
def test_a_null_coup_needs_its_ground_and_comes_before_the_ball_rests(
    null: GolpeNulo, number: str, *, bad: bool
) -> None:
    """R13, R14: an object while the ball moves, or no pocket; a number that stood stands."""
    record = repeated(bet(1, "pequeno", seq=2), golpe_nulo=(null,))
    assert settled(record).result["numero"] == number
    assert codes(record) == (["VOID-BAD"] if bad else [])


def test_a_null_call_after_the_number_leaves_the_number() -> None:
    """R13 ends when the ball rests: the number recorded before the call decides."""
    record = repeated(bet(1, "pequeno", seq=2), golpe_nulo=(GolpeNulo(causa="objeto", seq=12),))
    assert outcomes(record) == [GANHA]
    assert codes(record) == ["VOID-BAD"]


@pytest.mark.parametrize("number", ["?", "31"])
def test_a_number_that_nobody_can_read_after_a_null_coup_is_no_coup_left_out(number: str) -> None:
    """R13: it was thrown again; what came out is not known, so nobody is accused of stopping."""
    record = repeated(bet(1, "pequeno", seq=2), resultado=Resultado(numero=number, seq=11))
    assert codes(record) == ["RES-IMPOSS"]
    never = repeated(bet(1, "pequeno", seq=2), resultado=None, bola_lancada=LAUNCHES[:1])
    assert codes(never) == ["VOID-MISS"]


def test_a_null_call_after_the_ball_rested_opens_no_bets() -> None:
    """R5, R15: the 9 stands, so nobody may bet on it when it is known, nor change a mark."""
    wrong = GolpeNulo(causa="objeto", seq=6, anulado="9")
    bets = (bet(1, "pequeno", seq=2), bet(2, "pleno", "9", seq=7))
    change = BetChange(bet=1, valor=900, seq=8)
    record = repeated(*bets, golpe_nulo=(wrong,), alteracoes=(change,))
    assert [(line.stake, line.outcome) for line in settled(record).lines] == [
        (100, GANHA),
        (100, DEVOLVIDA),
    ]
    assert sorted(codes(record)) == ["BET-LATE", "BO-BELL", "VOID-BAD"]
    silent = structs.replace(record, campainha=())
    assert outcomes(silent) == [GANHA, DEVOLVIDA]


# --- void rounds and online play -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "outcome", "expected"),
    [
        ({"resultado": None}, DEVOLVIDA, ["VOID-BAD"]),
        ({}, GANHA, ["VOID-BAD"]),
        ({"resultado": None, "golpe_nulo": (NULL,)}, DEVOLVIDA, []),
    ],
)
def test_a_round_is_void_only_on_a_null_coup_without_a_number(
    more: dict[str, Any], outcome: Any, expected: list[str]
) -> None:
    """R13, R14: with its number it is settled as played; without either the stakes go back."""
    record = coup("7", bet(1, "pequeno"), void=Void(cause="avaria"), **more)
    assert outcomes(record) == [outcome]
    assert codes(record) == expected


def test_a_void_round_gives_every_stake_back() -> None:
    """Less than all of them is VOID-REFUND."""
    record = coup(
        None, bet(1, "pequeno"), bet(2, "pleno", "3", 50),
        golpe_nulo=(NULL,), void=Void(cause="objeto"),
    )  # fmt: skip
    assert settled(record).void
    assert blamed(record, pay(1, 0, 100), pay(2, 0, 50)) == []
    assert blamed(record, pay(1, 0, 100), pay(2, 0, 40)) == [("VOID-REFUND", "BO R13-14")]


@pytest.mark.parametrize("mode", ["shared", "exclusive", "demo"])
def test_boule_has_no_online_game(mode: str) -> None:
    """It is a finding, and the round is settled by the physical rules, the void included."""
    record = coup("7", bet(1, "pequeno"), mode=mode)
    assert outcomes(record) == [GANHA]
    assert codes(record) == ["ONL-NONE"]
    void = coup("7", bet(1, "pequeno"), mode=mode, void=Void(cause="x", side="player"))
    assert sorted(codes(void)) == ["ONL-NONE", "VOID-BAD"]
    assert codes(coup("7", bet(1, "pequeno"))) == []


# --- marks put back ------------------------------------------------------------------------------


def test_marks_taken_off_are_put_back() -> None:
    """R12: as the pagador could rebuild them; where he could not, by the players' word."""
    word = Marca(tipo="pleno", selecao="7", valor=300)
    sure = Marca(tipo="pleno", selecao="7", valor=200)
    for one, due in (
        (Reconstituida(bet=5, seat=2, jogador=word), 300 * 24),
        (Reconstituida(bet=5, seat=2, pagador=sure, jogador=word), 200 * 24),
    ):
        line = settled(coup("7", bet(1, "grande"), reconstituidas=(one,))).lines[1]
        assert (line.bet, line.seat, line.due) == (5, 2, due)
    known = settled(coup("7", bet(5, "pequeno"), reconstituidas=(one,)))
    assert [line.due for line in known.lines] == [200 * 24]
    empty = coup("7", bet(1, "pequeno"), reconstituidas=(Reconstituida(bet=1, seat=1),))
    assert nets(empty) == [100]


# --- limits and stakes ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("valor", "expected"),
    [(100, []), (99, ["BET-MIN"]), (500, []), (550, ["BET-MAX"]), (130, ["BET-MULT"])],
)
def test_the_tables_limits(valor: int, expected: list[str]) -> None:
    """The law sets none; the table's minimum, maximum and multiple hold for each chance."""
    limit = Limit(minimum=100, maximum=500, multiple=1 if valor == 99 else 50)
    record = coup("7", bet(1, "pequeno", valor=valor), limites={"pequeno": limit})
    assert codes(record) == expected


def test_a_maximum_holds_for_the_player_on_one_chance_and_selection() -> None:
    """Sum of one player's lines on one tipo and selecao, not of two players or two selections."""
    limits = {"pleno": Limit(maximum=150)}
    two_players = (bet(1, "pleno", "7"), bet(2, "pleno", "7", seat=2))
    two_numbers = (bet(1, "pleno", "7"), bet(2, "pleno", "8"))
    one = (bet(1, "pleno", "7", player="ana"), bet(2, "pleno", "7", seat=2, player="ana"))
    assert codes(coup("9", *two_players, limites=limits)) == []
    assert codes(coup("9", *two_numbers, limites=limits)) == []
    assert codes(coup("9", *one, limites=limits)) == ["BET-MAX"]


def test_a_stake_is_money_and_its_chips() -> None:
    """Nothing, or less, is no stake; five chips of 20 are 100."""
    assert codes(coup("9", bet(1, "pequeno", valor=0))) == ["BET-MIN"]
    assert settled(coup("7", bet(1, "pequeno", valor=-5))).lines[0].due == 0
    chips = {"count": 5, "value": 20}
    assert codes(coup("9", bet(1, "pequeno", chips=chips))) == []
    assert codes(coup("9", bet(1, "pequeno", valor=90, chips=chips))) == ["BET-MULT"]


# --- payments ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numero", "tipo", "selecao", "payment", "expected"),
    [
        ("estrela", "grande", "", (0, 100), [("BO-PAY", "BO R9")]),
        ("estrela", "grande", "", (0, 50), [("BO-PAY", "BO R9")]),
        ("estrela", "pleno", "estrela", (2300, 100), []),
    ],
)
def test_a_payment_where_the_star_came_up(
    numero: str,
    tipo: str,
    selecao: str,
    payment: tuple[int, int],
    expected: list[tuple[str, str]],
) -> None:
    """R9: whatever goes back of a stake that the star took has the game's code; its pleno wins."""
    assert blamed(coup(numero, bet(1, tipo, selecao)), pay(1, *payment)) == expected


def test_a_prize_beside_a_stake_that_the_star_took_is_a_prize_at_wrong_odds() -> None:
    """R8, R9: of one sum for both it is the winner's odds that the payment got wrong."""
    record = coup("estrela", bet(1, "pleno", "estrela"), bet(2, "grande"))
    both = Payment(seat=1, bets=(1, 2), amount=2300, stake_returned=200)
    assert blamed(record, both) == [("BO-PAY", "BO R8")]


def test_the_pleno_is_paid_last() -> None:
    """R10, and R11: but a player may be paid all his prizes as one total."""
    bets = (bet(1, "pleno", "7"), bet(2, "pequeno"), bet(3, "pequeno", seat=2))
    record = coup("7", *bets)
    assert blamed(record, pay(2, 100, 100), pay(3, 100, 100, 2), pay(1, 2300, 100)) == []
    first = blamed(record, pay(1, 2300, 100), pay(2, 100, 100), pay(3, 100, 100, 2))
    assert first == [("PAY-ORDER", "BO R10")]
    total = Payment(seat=1, bets=(1, 2), amount=2400, stake_returned=200)
    assert blamed(record, total, pay(3, 100, 100, 2)) == []


def test_stakes_that_only_go_back_have_no_order() -> None:
    """R10 orders prizes: the stakes of a round called void go back as they lie."""
    record = coup("7", bet(1, "pleno", "7"), bet(2, "pequeno"), void=Void(cause="fecho"))
    back = blamed(record, pay(1, 0, 100), pay(2, 0, 100))
    assert [code for code, _ in back] == ["VOID-BAD", "BO-PAY", "BO-PAY"]


def test_a_number_used_again_is_one_fault() -> None:
    """Both bets are settled as they lie; the second is RES-IMPOSS."""
    record = coup("7", bet(1, "pequeno"), bet(1, "grande", seat=2))
    assert outcomes(record) == [GANHA, PERDE]
    assert codes(record) == ["RES-IMPOSS"]


# --- properties ----------------------------------------------------------------------------------


@st.composite
def coups(draw: st.DrawFn) -> BouleRecord:
    """Give a coup of possible bets, now and then with a bell and places in the chain."""
    random = draw(st.randoms(use_true_random=False))
    bets = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        tipo = draw(st.sampled_from(["pleno", *SIZES, *SIMPLES]))
        size = SIZES.get(tipo, 0)
        selecao = "-".join(random.sample(NUMBERS, size))
        if tipo == "pleno":
            selecao = draw(st.sampled_from(PLATE))
        seat, valor = draw(st.integers(1, 4)), draw(st.integers(1, 10_000))
        bets.append(bet(number, tipo, selecao, valor, seat=seat, seq=number))
    bell = draw(st.sampled_from([(), (Moment(seq=4),), (Moment(seq=9),)]))
    return coup(draw(st.sampled_from(PLATE)), *bets, campainha=bell)


@given(coups())
@settings(max_examples=60)
def test_the_quick_road_and_the_long_one_meet(record: BouleRecord) -> None:
    """Speed changes no verdict."""
    quick = settle_ordinary(record, RULES)
    assert quick is None or quick == settle_any(record, RULES)


def test_the_quick_road_is_taken() -> None:
    """Of a plain coup, once its bets are known."""
    record = coup("7", bet(1, "pequeno", seq=1), campainha=(Moment(seq=2),),
                  )  # fmt: skip
    record = structs.replace(record, resultado=Resultado(numero="7", cor="vermelho", seq=3))
    settled(record)
    assert settle_ordinary(record, RULES) is not None


@given(coups())
@settings(max_examples=60)
def test_every_stake_is_accounted_for(record: BouleRecord) -> None:
    """Lost whole, or the player's whole; a prize only beside a stake that won."""
    assert len(settled(record).lines) == len(record.bets)
    kept_and_paid(record)


@given(coups(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_bets_do_not_touch_one_another(record: BouleRecord, random: Random) -> None:
    """In another order each bet is worth the same."""
    bets = list(record.bets)
    random.shuffle(bets)
    before = {line.bet: line for line in settled(record).lines}
    after = settled(structs.replace(record, bets=tuple(bets))).lines
    assert {line.bet: line for line in after} == before


@given(coups())
@settings(max_examples=40)
def test_a_void_returns_everything(record: BouleRecord) -> None:
    """Without a number, whatever was bet."""
    void = structs.replace(record, resultado=None, void=Void(cause="x"), golpe_nulo=(NULL,))
    lines = settled(void).lines
    assert [line.due for line in lines] == [one.valor for one in record.bets]
    assert not any(line.prize for line in lines)


@given(coups())
@settings(max_examples=40)
def test_what_is_due_and_paid_is_no_fault(record: BouleRecord) -> None:
    """Paid exactly, the plenos last: only late bets are left to find."""
    tipos = {one.bet: one.tipo for one in record.bets}
    paid = paid_exactly(record, lambda line: tipos[line.bet or 0] == "pleno")
    assert {one.code for one in judge(paid).found} <= {"BO-BELL"}


WORDS: Final = st.sampled_from(["pleno", *SIZES, *SIMPLES, "", "x", "objeto", "bola", "vermelho"])
TEXTS: Final = st.sampled_from([*NUMBERS[:4], ESTRELA, "1-2", "2-1", "1-2-3", "", "x", "-", "1-1"])
MARKS: Final = st.none() | st.builds(Marca, tipo=WORDS, valor=st.integers(-5, 1000), selecao=TEXTS)
ANY_RECORD: Final = st.builds(
    BouleRecord,
    **shared(WORDS, TEXTS),
    cores=st.dictionaries(TEXTS, WORDS, max_size=3),
    pano=st.lists(TEXTS, max_size=2).map(tuple),
    reconstituidas=few(
        Reconstituida, bet=st.integers(0, 5), seat=SEATS, pagador=MARKS, jogador=MARKS
    ),
    bola_lancada=few(Moment),
    campainha=few(Moment),
    golpe_nulo=few(GolpeNulo, causa=WORDS, anulado=st.none() | TEXTS),
    resultado=st.none()
    | st.builds(Resultado, numero=TEXTS, cor=st.none() | WORDS, at=TIMES, seq=PLACES),
)


@given(ANY_RECORD)
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_no_fact_is_too_strange_to_judge(record: BouleRecord) -> None:
    """Accept facts, flag faults: nothing that a table records raises, and all can be said."""
    judged_without_harm(record)
    quick = settle_ordinary(record, RULES)
    assert quick is None or quick == settle_any(record, RULES)


# --- the record and the register -----------------------------------------------------------------


def test_a_record_is_read_from_json() -> None:
    """The field names of the page; numbers are texts."""
    record = decode_record(
        '{"game": "boule", "resultado": {"numero": "estrela"},'
        ' "bets": [{"bet": 1, "seat": 3, "tipo": "pleno", "selecao": "estrela", "valor": 250}]}'
    )
    assert isinstance(record, BouleRecord)
    assert nets(record) == [23 * 250]


def test_every_rule_is_accounted_for_once() -> None:
    """R1 to R15, none missing."""
    assert sorted(int(one.rule[1:]) for one in COVERAGE) == list(range(1, 16))
    assert not [one.rule for one in COVERAGE if one.status == "missing"]


def test_every_outcome_of_every_chance_has_words_in_both_languages() -> None:
    """Each line says what came up and the rule."""
    for numero, tipo in product(("7", ESTRELA), ("pequeno", "vermelho", "pleno")):
        line = only_line(numero, tipo, "7" if tipo == "pleno" else "")
        for language in ("pt", "en"):
            assert "[BO R" in line.why[0].text(language, line)


@pytest.mark.parametrize(
    ("sides", "expected"),
    [((), []), (("esquerda",), []), (("direita",), ["BO-DIR"]), (("ao centro",), [])],
)
def test_the_ball_goes_from_right_to_left(sides: tuple[str, ...], expected: list[str]) -> None:
    """R6: BO-DIR where it is told that the ball went to the right."""
    assert codes(coup("1", bet(1, "pequeno"), sentidos=sides)) == expected
