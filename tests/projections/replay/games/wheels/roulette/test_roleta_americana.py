"""Roleta americana: Portaria 1/2017, Anexo, regras 1-60."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import convert, structs

from projections.replay.games.wheels.roulette.cloth import CLOTHS, sectors, selection
from projections.replay.games.wheels.roulette.roleta_americana import (
    COVERAGE,
    SERIES,
    Anterior,
    BolaLancada,
    BolaReposta,
    BolaTrocada,
    CorAtribuida,
    GolpeNulo,
    Marca,
    Reconstituida,
    Resultado,
    RoletaAmericanaRecord,
    settle,
    settle_any,
    settle_ordinary,
)
from projections.replay.games.wheels.roulette.wheels import PLATES, colour_of, neighbours
from projections.replay.kit.bets import Bet, BetChange, Chips, Limit, Moment, Shift
from projections.replay.profiles.cabo_verde_2017 import ROLETA_AMERICANA as RULES
from projections.replay.record import Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Found, Line, Outcome, Settlement, describe
from tests.helpers.each import each
from tests.projections.replay.games.coup_table import judged_in_words
from tests.projections.replay.games.wheels.roulette.series_nets import series_nets
from tests.projections.replay.games.wheels.roulette.strange_coups import NUMBERS, strange_coups

GANHA, PERDE, DEVOLVIDA, PENDENTE = (
    Outcome.GANHA,
    Outcome.PERDE,
    Outcome.DEVOLVIDA,
    Outcome.PENDENTE,
)
RODAS: Final = ("francesa37", "americana37", "americana38")


def bet(
    number: int,
    tipo: str,
    selecao: str = "",
    valor: int = 100,
    chips: int | Chips | None = None,
    seat: int = 1,
    **more: str | int | None,
) -> Bet:
    """Return a bet; so many chips, where a number is given, make it up."""
    made_up = Chips(count=chips, value=valor // chips) if isinstance(chips, int) else chips
    fields = {"bet": number, "seat": seat, "tipo": tipo, "selecao": selecao, "valor": valor}
    return convert({**fields, "chips": made_up, **more}, Bet)


def coup(
    numero: str | None,
    *bets: Bet,
    **more: Any,
) -> RoletaAmericanaRecord:
    """Return the record of a coup that ended on a number."""
    result = Resultado(numero=numero) if numero is not None else None
    return RoletaAmericanaRecord(**{"resultado": result, "bets": bets, **more})


def settled(record: RoletaAmericanaRecord) -> Settlement:
    """Settle by the rules of Cape Verde."""
    return settle(record, RULES)


def only_line(
    numero: str,
    tipo: str,
    selecao: str = "",
    valor: int = 100,
    chips: int | None = None,
    roda: str = "francesa37",
) -> Line:
    """Return the line of a coup's single bet."""
    (line,) = settled(coup(numero, bet(1, tipo, selecao, valor, chips), roda=roda)).lines
    return line


def at(clock: str) -> str:
    """Return a time of the evening."""
    return f"2026-11-20T{clock}.000000Z"


def paid_exactly(record: RoletaAmericanaRecord) -> RoletaAmericanaRecord:
    """Return the record with each bet paid what is due."""
    payments = tuple(
        Payment(
            seat=line.seat, bets=(line.bet or 0,), amount=line.prize, stake_returned=line.returned
        )
        for line in sorted(settled(record).lines, key=lambda line: payment_rank(record, line))
        if line.due
    )
    return structs.replace(record, payments=payments)


def payment_rank(record: RoletaAmericanaRecord, line: Line) -> int:
    """Return the place of a line's chance in R37, written out here a second time."""
    tipo = next(bet.tipo for bet in record.bets if bet.bet == line.bet)
    simple = ["par", "impar", "menor", "maior", "encarnado", "preto"]
    series = ["serie_grande", "serie_pequena", "vadios"]
    order = ["coluna", *simple, "duzia", "vizinhos", *series, "linha", "rua", "quadro", "cavalo"]
    return order.index(tipo) if tipo in order else 99


def found(record: RoletaAmericanaRecord) -> list[Found]:
    """Return the faults of a coup whose bets were paid exactly."""
    return list(judge(paid_exactly(record)).found)


def codes(record: RoletaAmericanaRecord) -> list[str]:
    """Return the codes of a coup whose bets were paid exactly."""
    return [one.code for one in found(record)]


# --- plates and cloth ----------------------------------------------------------------------------


def test_each_plate_has_every_number_once() -> None:
    """R3, R4: 37 numbers from 0 to 36, or these and 00."""
    numbers = {str(number) for number in range(37)}
    assert set(PLATES["francesa37"]) == set(PLATES["americana37"]) == numbers
    assert set(PLATES["americana38"]) == numbers | {"00"}
    assert [len(PLATES[roda]) for roda in RODAS] == [37, 37, 38]


def test_the_double_zero_lies_between_1_and_27() -> None:
    """R4: the American order with 00 added, and nothing else changed."""
    plate = PLATES["americana38"]
    assert plate[plate.index("00") - 1] == "1"
    assert plate[plate.index("00") + 1] == "27"
    assert tuple(number for number in plate if number != "00") == PLATES["americana37"]


def test_colours_alternate_around_the_plate_where_they_can() -> None:
    """R8: all around, but for 1 and 27 once 00 is taken out from between them."""
    for roda in RODAS:
        ring = [number for number in PLATES[roda] if number != "0"]
        touching = [
            (one, other) for one, other in pairwise(ring) if colour_of(one) == colour_of(other)
        ]
        assert touching == ([("1", "27")] if roda == "americana37" else [])


def test_the_colours_are_half_and_half() -> None:
    """R8: 18 encarnados, 18 pretos, and the zeros are neither."""
    colours = [colour_of(str(number)) for number in range(1, 37)]
    assert (colours.count("encarnado"), colours.count("preto")) == (18, 18)
    assert (colour_of("0"), colour_of("00")) == ("", "")


@pytest.mark.parametrize(
    ("double_zero", "counts"), [(False, (37, 60, 14, 23, 11)), (True, (38, 62, 15, 22, 11))]
)
def test_the_cloth_has_the_sectors_the_page_counts(
    *, double_zero: bool, counts: tuple[int, ...]
) -> None:
    """R13, R18: plenos, cavalos, ruas, quadros and linhas of both cloths."""
    cloth = sectors(double_zero=double_zero)
    inner = ("pleno", "cavalo", "rua", "quadro", "linha")
    assert tuple(len(cloth[tipo]) for tipo in inner) == counts
    sizes = (1, 2, 3, 4, 6)
    for tipo, size in zip(inner, sizes, strict=True):
        assert {len(covered) for covered in cloth[tipo].values()} == {size}
        assert all(selection(covered) == text for text, covered in cloth[tipo].items())


def test_outer_sectors_cover_what_the_rule_says() -> None:
    """R19: dozens, columns by their foot, their adjoining pairs, and the six simple chances."""
    cloth = CLOTHS[False]

    def numbers(tipo: str, text: str = "") -> list[int]:
        return sorted(map(int, cloth[tipo][text]))

    assert [numbers("duzia", text)[::11] for text in "123"] == [[1, 12], [13, 24], [25, 36]]
    assert numbers("coluna", "34") == [1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34]
    assert numbers("coluna", "36") == [3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36]
    assert list(cloth["cavalo_de_duzia"]) == ["1-2", "2-3"]
    assert list(cloth["cavalo_de_coluna"]) == ["34-35", "35-36"]
    assert numbers("cavalo_de_duzia", "2-3") == list(range(13, 37))
    assert numbers("par") == list(range(2, 37, 2))
    assert numbers("impar") == list(range(1, 37, 2))
    assert numbers("menor") == list(range(1, 19))
    assert numbers("maior") == list(range(19, 37))
    assert numbers("encarnado") == [n for n in range(1, 37) if colour_of(str(n)) == "encarnado"]


# --- what each chance is worth -------------------------------------------------------------------


@each(
    ("tipo", "selecao", "numero", "prize"),
    [
        ("pleno", "17", "17", 3500),
        ("pleno", "0", "0", 3500),
        ("cavalo", "17-20", "20", 1700),
        ("cavalo", "0-2", "0", 1700),
        ("rua", "13-14-15", "13", 1100),
        ("rua", "0-2-3", "3", 1100),
        ("quadro", "17-18-20-21", "21", 800),
        ("quadro", "0-1-2-3", "0", 800),
        ("linha", "31-32-33-34-35-36", "36", 500),
        ("duzia", "2", "24", 200),
        ("coluna", "35", "2", 200),
        ("cavalo_de_duzia", "1-2", "24", 50),
        ("cavalo_de_coluna", "35-36", "2", 50),
        ("par", "", "36", 100),
        ("impar", "", "35", 100),
        ("menor", "", "18", 100),
        ("maior", "", "19", 100),
        ("encarnado", "", "1", 100),
        ("preto", "", "17", 100),
    ],
)
def test_each_chance_pays_its_odds_and_keeps_the_stake(
    tipo: str, selecao: str, numero: str, prize: int
) -> None:
    """R42: 35, 17, 11, 8, 5, 2, 2, a half, a half, 1; and the stake is the player's."""
    line = only_line(numero, tipo, selecao)
    assert (line.outcome, line.prize, line.returned) == (GANHA, prize, 100)


@each("roda", RODAS)
@each("tipo", list(CLOTHS[False]))
def test_the_house_edge_of_every_sector_is_that_of_the_zeros(roda: str, tipo: str) -> None:
    """R39, R42: the player of any sector gives 1/37 of his stake on average; with 00, 1/19."""
    plate = PLATES[roda]
    edge = Fraction(1, 19) if "00" in plate else Fraction(1, 37)
    for selecao in CLOTHS["00" in plate][tipo]:
        due = sum(only_line(numero, tipo, selecao, roda=roda).due for numero in plate)
        assert 1 - Fraction(due, 100 * len(plate)) == edge, selecao


@pytest.mark.parametrize("tipo", list(SERIES))
def test_the_house_edge_of_a_series_is_one_in_37(tipo: str) -> None:
    """R20 a, R42 d: the chips of a series are worth no less laid together."""
    chips = RULES.series[tipo][0]
    plate = PLATES["francesa37"]
    due = sum(only_line(n, tipo, "", chips * 100, chips=chips).due for n in plate)
    assert 1 - Fraction(due, chips * 100 * len(plate)) == Fraction(1, 37)


@pytest.mark.parametrize("chips", [3, 5, 7])
@pytest.mark.parametrize("middle", ["0", "17", "26"])
def test_the_house_edge_of_neighbours_is_one_in_37(chips: int, middle: str) -> None:
    """R20 b, R42 e: and so with neighbours."""
    plate = PLATES["francesa37"]
    due = sum(only_line(n, "vizinhos", middle, chips * 100, chips=chips).due for n in plate)
    assert 1 - Fraction(due, chips * 100 * len(plate)) == Fraction(1, 37)


def test_half_a_stake_is_rounded_down_line_by_line() -> None:
    """The common page: each credited amount goes down to the cent, never a sum."""
    bets = (bet(1, "cavalo_de_duzia", "1-2", 101), bet(2, "cavalo_de_duzia", "1-2", 101))
    assert [line.prize for line in settled(coup("5", *bets)).lines] == [50, 50]


@each("zero", ["0", "00"])
@each(
    ("tipo", "selecao"),
    [
        *((tipo, "") for tipo in ("par", "impar", "menor", "maior", "encarnado", "preto")),
        ("duzia", "1"),
        ("coluna", "34"),
        ("cavalo_de_duzia", "1-2"),
        ("cavalo_de_coluna", "34-35"),
    ],
)
def test_zero_takes_simple_chances_dozens_columns_and_their_cavalos(
    zero: str, tipo: str, selecao: str
) -> None:
    """R39: all of it, with no la partage and no prison; 00 as 0."""
    line = only_line(zero, tipo, selecao, roda="americana38")
    assert (line.outcome, line.due, line.rules) == (PERDE, 0, ("RA R39",))


@pytest.mark.parametrize(
    ("tipo", "numbers", "net"),
    series_nets("serie_grande", "serie_pequena", "vadios"),
)
def test_series_net_what_the_page_works_out(tipo: str, numbers: str, net: int) -> None:
    """R20 a, R42 d: the winning component pays as its chance, the other chips are lost."""
    chips = RULES.series[tipo][0]
    for numero in numbers.split():
        line = only_line(numero, tipo, "", chips * 50, chips=chips)
        assert line.due - line.stake == net * 50, numero


def test_the_series_share_the_plate_out_among_them() -> None:
    """R20 a: 17, 12 and 8 numbers, together all 37 and none twice."""
    covered = {
        tipo: {number for sector, _ in parts for number in sector.split("-")}
        for tipo, parts in SERIES.items()
    }
    assert [len(numbers) for numbers in covered.values()] == [17, 12, 8]
    assert set.union(*covered.values()) == set(PLATES["francesa37"])


def test_several_sets_of_a_series_pay_alike() -> None:
    """R21 c: 27 chips of the large series are three on each sector of one."""
    line = only_line("0", "serie_grande", "", 27 * 50, chips=27)
    assert line.due - line.stake == 3 * 15 * 50


@pytest.mark.parametrize(("chips", "net"), [(3, 33), (5, 31), (7, 29)])
def test_neighbours_net_what_the_page_works_out(chips: int, net: int) -> None:
    """R42 e: the chip on the number pays 35 to 1, the others are lost."""
    for numero in neighbours(PLATES["francesa37"], "17", chips // 2):
        line = only_line(numero, "vizinhos", "17", chips * 20, chips=chips)
        assert line.due - line.stake == net * 20
    assert only_line("0", "vizinhos", "17", chips * 20, chips=chips).due == 0


def test_neighbours_are_those_of_the_plate() -> None:
    """R20 b: on the French plate 26 and 32 lie beside 0, not 1 and 2."""
    assert only_line("26", "vizinhos", "0", 300, chips=3).outcome is GANHA
    assert only_line("1", "vizinhos", "0", 300, chips=3).outcome is PERDE


def test_a_sector_may_be_spelt_in_any_order() -> None:
    """The numbers of a sector in another order mean the same sector."""
    assert only_line("20", "cavalo", "20-17").prize == 1700
    assert only_line("3", "rua", "3-2-0").prize == 1100


def test_a_whole_coup_by_hand() -> None:
    """Fourteen bets of three players, number 17 (preto, ímpar, menor, 2nd dozen, column of 35).

    Worked on paper from R42, in cents:

    ==========================  =====  =======================================  ======  ========
    bet                         stake  why                                       prize  returned
    ==========================  =====  =======================================  ======  ========
    1  pleno 17                   200  35 x 200                                   7000       200
    2  pleno 0                    100  not 17                                        0         0
    3  cavalo 17-20               300  17 x 300                                   5100       300
    4  rua 16-17-18               100  11 x 100                                   1100       100
    5  quadro 17-18-20-21         100  8 x 100                                     800       100
    6  linha 13-14-15-16-17-18    100  5 x 100                                     500       100
    7  duzia 2                   1000  2 x 1000                                   2000      1000
    8  coluna 34                 1000  17 stands in the column of 35                 0         0
    9  cavalo_de_coluna 34-35     555  half of 555 = 277.5, down                   277       555
    10 preto                     5000  1 x 5000                                   5000      5000
    11 par                       5000  17 is odd                                     0         0
    12 vadios, 10 chips of 100   1000  14-17 and 17-20, two chips each:           6800       400
                                       4 x 17 x 100; 4 chips stay
    13 vizinhos 25, 5 chips       500  2 21 25 17 34: 35 x 100; one chip stays    3500       100
    14 serie_pequena, 6 chips     600  17 is not among its 12 numbers                0         0
    ==========================  =====  =======================================  ======  ========

    Stakes 15555, prizes 32077, returned 7855.
    """
    record = coup(
        "17",
        bet(1, "pleno", "17", 200),
        bet(2, "pleno", "0", 100),
        bet(3, "cavalo", "17-20", 300, seat=2),
        bet(4, "rua", "16-17-18", 100, seat=2),
        bet(5, "quadro", "17-18-20-21", 100, seat=2),
        bet(6, "linha", "13-14-15-16-17-18", 100, seat=2),
        bet(7, "duzia", "2", 1000),
        bet(8, "coluna", "34", 1000),
        bet(9, "cavalo_de_coluna", "34-35", 555, seat=3),
        bet(10, "preto", "", 5000, seat=3),
        bet(11, "par", "", 5000, seat=3),
        bet(12, "vadios", "", 1000, seat=3, chips=10),
        bet(13, "vizinhos", "25", 500, seat=3, chips=5),
        bet(14, "serie_pequena", "", 600, seat=3, chips=6),
    )
    result = settled(record)
    assert [(line.prize, line.returned) for line in result.lines] == [
        (7000, 200),
        (0, 0),
        (5100, 300),
        (1100, 100),
        (800, 100),
        (500, 100),
        (2000, 1000),
        (0, 0),
        (277, 555),
        (5000, 5000),
        (0, 0),
        (6800, 400),
        (3500, 100),
        (0, 0),
    ]
    assert result.result == {"numero": "17", "cor": "preto"}
    assert not result.found
    assert not result.void
    assert sum(line.stake for line in result.lines) == 15555
    assert sum(line.prize for line in result.lines) == 32077
    assert sum(line.returned for line in result.lines) == 7855
    assert codes(record) == []


def test_each_line_is_explained_in_both_languages() -> None:
    """A line says the number, the arithmetic and the rule, in Portuguese and English."""
    record = coup("17", bet(1, "pleno", "17", 200), bet(2, "par"), bet(3, "vadios", valor=500))
    pleno, par, vadios = describe(settled(record))["lines"]
    assert pleno["why"] == {
        "pt": [
            (
                "Saiu o 17 (preto): o pleno 17 ganha 35 vezes 2.00 = 70.00; a aposta, 2.00, é do"
                " jogador. [RA R42 a]"
            )
        ],
        "en": [
            (
                "17 (black) came up: the straight-up 17 wins 35 times 2.00 = 70.00; the stake,"
                " 2.00, is the player's. [RA R42 a]"
            )
        ],
    }
    assert par["why"]["pt"] == [
        "Saiu o 17 (preto): par não o cobre; perdem-se 1.00. [RA R37]",
    ]
    assert vadios["why"]["en"] == [
        "the orphans, 5 chips: 1 6-9 14-17 17-20 31-34. [RA R20 a]",
        (
            "17 (black) came up: of 5 chips 14-17 (1 × 17), 17-20 (1 × 17) win; prize 34/5 of 5.00"
            " = 34.00; 2/5 go back = 2.00; the other chips are lost. [RA R42 d]"
        ),
    ]


def test_every_explanation_can_be_said() -> None:
    """No sentence lacks a value, whatever the number, the bet or the reason."""
    bets = [
        bet(index, tipo, text)
        for index, (tipo, text) in enumerate(
            (tipo, text) for tipo, by_text in CLOTHS[True].items() for text in by_text
        )
    ]
    odd = [
        bet(1001, "serie_grande", "", 900),
        bet(1002, "vizinhos", "17", 500, chips=5),
        bet(1003, "vizinhos", "17", 500),
        bet(1004, "cavalo", "1-36"),
        bet(1005, "pleno", "1", seq=9),
    ]
    records = [
        coup(numero, *bets, *odd, roda=roda, nada_mais=Moment(seq=8))
        for roda in RODAS
        for numero in ("0", "00", "17", "37")
    ]
    records += [
        coup(None, *bets, golpe_nulo=(GolpeNulo(causa="bola"),)),
        coup(None, *bets, mode="shared", void=Void(cause="avaria", side="operator")),
        coup(None, *bets, mode="shared", void=Void(cause="rede", side="player")),
    ]
    for record in records:
        for line in describe(settled(record))["lines"]:
            assert all(line["why"]["pt"]), line
            assert "{" not in "".join(line["why"]["pt"] + line["why"]["en"])
            assert line["why"]["pt"]
            assert line["rules"]


# --- null coups, void rounds, errors -------------------------------------------------------------


def test_a_late_bet_goes_back_and_wins_nothing() -> None:
    """R16: nothing may be placed after “nada mais”; the common page gives the stake back."""
    record = coup(
        "17",
        bet(1, "pleno", "17", seq=10),
        bet(2, "pleno", "17", seq=12),
        nada_mais=Moment(seq=11),
    )
    in_time, late = settled(record).lines
    assert (in_time.outcome, late.outcome, late.due) == (GANHA, DEVOLVIDA, 100)
    assert [(one.code, one.bet, one.rule) for one in found(record)] == [("BET-LATE", 2, "RA R16")]


def test_the_chain_decides_what_was_late_not_the_clock() -> None:
    """A bet signed after the call is late, whatever time it claims."""
    early_claim = bet(1, "pleno", "17", seq=12, at=at("20:00:00"))
    late_claim = bet(2, "pleno", "17", seq=9, at=at("20:00:09"))
    call = Moment(seq=11, at=at("20:00:05"))
    record = coup("17", early_claim, late_claim, nada_mais=call)
    assert [line.outcome for line in settled(record).lines] == [DEVOLVIDA, GANHA]


def test_without_the_chain_times_decide() -> None:
    """Where no place in the chain is known, a later time is late, an equal one is not."""
    call = Moment(at=at("20:00:05"))
    bets = (
        bet(1, "par", at=at("20:00:05")),
        bet(2, "par", at=at("20:00:06")),
        bet(3, "par"),
        bet(4, "par", at="2026-11-20T20:00:05.5Z"),
        bet(5, "par", at="soon"),
    )
    outcomes = [line.outcome for line in settled(coup("2", *bets, nada_mais=call)).lines]
    assert outcomes == [GANHA, DEVOLVIDA, GANHA, DEVOLVIDA, GANHA]


def test_bets_after_the_launch_stand_until_the_call() -> None:
    """R16: the ball may be running; the call closes the bets."""
    record = coup(
        "17",
        bet(1, "pleno", "17", seq=12),
        bola_lancada=(BolaLancada(seq=11),),
        nada_mais=Moment(seq=13),
    )
    assert settled(record).lines[0].outcome is GANHA
    assert codes(record) == []


def test_a_change_in_time_counts_and_a_late_one_does_not() -> None:
    """R16: bets may be altered until the call, not after it."""
    record = coup(
        "17",
        bet(1, "pleno", "17", 100, seq=1),
        bet(2, "pleno", "20", 100, seq=2),
        bet(3, "pleno", "20", 100, seq=3),
        alteracoes=(
            BetChange(bet=1, valor=300, seq=4),
            BetChange(bet=2, retirada=True, seq=5),
            BetChange(bet=3, selecao="17", seq=9),
            BetChange(bet=77, valor=5, seq=6),
        ),
        nada_mais=Moment(seq=8),
    )
    lines = settled(record).lines
    assert [(line.bet, line.stake, line.outcome) for line in lines] == [
        (1, 300, GANHA),
        (3, 100, PERDE),
    ]
    assert [(one.code, one.bet) for one in found(record)] == [("BET-LATE", 3)]


def test_a_late_change_leaves_the_bet_to_be_checked() -> None:
    """The bet stands as it lay, and its limits are judged; a late bet is on no chance."""
    limits = {"par": Limit(maximum=50)}
    late_change = (BetChange(bet=1, valor=300, seq=9),)
    closed = Moment(seq=8)
    stands = coup(
        "2", bet(1, "par", seq=1), alteracoes=late_change, nada_mais=closed, limites=limits
    )
    assert codes(stands) == ["BET-LATE", "BET-MAX"]
    late_bet = coup("2", bet(1, "par", seq=9), nada_mais=closed, limites=limits)
    assert codes(late_bet) == ["BET-LATE"]


@each(
    ("tipo", "selecao", "roda", "code"),
    [
        ("cavalo", "17-21", "francesa37", "RA-GEOM"),
        ("cavalo", "3-4", "francesa37", "RA-GEOM"),
        ("cavalo", "0-4", "francesa37", "RA-GEOM"),
        ("rua", "2-3-4", "francesa37", "RA-GEOM"),
        ("rua", "0-2-3", "americana38", "RA-GEOM"),
        ("quadro", "3-4-6-7", "francesa37", "RA-GEOM"),
        ("quadro", "0-1-2-3", "americana38", "RA-GEOM"),
        ("linha", "2-3-4-5-6-7", "francesa37", "RA-GEOM"),
        ("pleno", "37", "francesa37", "RA-GEOM"),
        ("pleno", "00", "francesa37", "RA-GEOM"),
        ("duzia", "4", "francesa37", "RA-GEOM"),
        ("coluna", "1", "francesa37", "RA-GEOM"),
        ("cavalo_de_duzia", "1-3", "francesa37", "RA-GEOM"),
        ("cavalo_de_coluna", "34-36", "francesa37", "RA-GEOM"),
        ("cinco_numeros", "0-00-1-2-3", "americana38", "RA-GEOM"),
        ("par", "17", "francesa37", "RA-GEOM"),
        ("serie_grande", "", "americana38", "RA-SER"),
        ("serie_grande", "0-5:2", "francesa37", "RA-SER"),
        ("serie_grande", "0-2-3:x", "francesa37", "RA-SER"),
        ("vizinhos", "17", "francesa37", "RA-NB"),
        ("vizinhos", "17-99-3", "francesa37", "RA-NB"),
    ],
)
def test_what_the_table_cannot_have_goes_back(
    tipo: str, selecao: str, roda: str, code: str
) -> None:
    """R18-R20: a selection that cloth or plate do not have is returned, and is one finding."""
    record = coup("2", bet(1, tipo, selecao), bet(2, "par"), roda=roda)
    line, other = settled(record).lines
    assert (line.outcome, line.due, other.outcome) == (DEVOLVIDA, 100, GANHA)
    assert codes(record) == [code]
    undecided = structs.replace(record, resultado=None)
    assert [line.outcome for line in settled(undecided).lines] == [DEVOLVIDA, PENDENTE]
    assert code in [one.code for one in settled(undecided).found]


@pytest.mark.parametrize("numero", ["37", "00", "-1", "", "dezassete"])
def test_a_number_the_plate_lacks_decides_nothing(numero: str) -> None:
    """R3: the ball cannot rest there: a finding, and the stakes stay undecided."""
    record = coup(numero, bet(1, "pleno", "17"), bet(2, "par"))
    assert [line.outcome for line in settled(record).lines] == [PENDENTE, PENDENTE]
    assert codes(record) == ["RES-IMPOSS"]


@pytest.mark.parametrize(
    ("numero", "cor", "wrong"),
    [
        ("17", "preto", False),
        ("17", "encarnado", True),
        ("1", "vermelho", False),
        ("0", "verde", False),
        ("0", "", False),
        ("0", "preto", True),
    ],
)
def test_the_colour_announced_is_the_numbers(numero: str, cor: str, *, wrong: bool) -> None:
    """R8, R17: a colour that is not the number's is a finding; the number settles."""
    record = coup(None, bet(1, "pleno", numero), resultado=Resultado(numero=numero, cor=cor))
    assert settled(record).lines[0].outcome is GANHA
    assert codes(record) == (["RES-IMPOSS"] if wrong else [])


def test_a_null_coup_repeated_is_decided_by_the_second_ball() -> None:
    """R35: stakes stay, the ball goes back on the number before, and is launched again."""
    record = coup(
        "17",
        bet(1, "pleno", "17", seq=1),
        bola_lancada=(BolaLancada(seq=2), BolaLancada(seq=6)),
        nada_mais=Moment(seq=3),
        golpe_nulo=(GolpeNulo(causa="fichas", previous="8", seq=4),),
        bola_reposta=(BolaReposta(numero="8", seq=5),),
        anterior=Anterior(numero="8"),
        resultado=Resultado(numero="17", seq=7),
    )
    assert settled(record).lines[0].outcome is GANHA
    assert codes(record) == []


def test_a_null_coup_not_repeated_decides_nothing() -> None:
    """R35: after the call no number counts until the ball was launched again: VOID-MISS."""
    record = coup(
        "17",
        bet(1, "pleno", "17", seq=1),
        bola_lancada=(BolaLancada(seq=2),),
        golpe_nulo=(GolpeNulo(causa="objeto", seq=4),),
        resultado=Resultado(numero="17", seq=7),
    )
    assert settled(record).lines[0].outcome is PENDENTE
    assert [(one.code, one.rule, one.recorded) for one in judge(record).found] == [
        ("VOID-MISS", "RA R35", "objeto")
    ]
    again = structs.replace(record, bola_lancada=(BolaLancada(seq=2), BolaLancada(seq=5)))
    assert codes(again) == []
    empty = structs.replace(record, bets=())
    assert codes(empty) == []


def test_stakes_that_only_go_back_have_no_order() -> None:
    """R37 orders prizes: the stakes of a round called void go back as they lie."""
    bets = (bet(1, "duzia", "2"), bet(2, "coluna", "35"))
    back = tuple(Payment(seat=1, bets=(n,), amount=0, stake_returned=100) for n in (1, 2))
    record = coup("17", *bets, void=Void(cause="fecho"), payments=back)
    found = [one.code for one in judge(record).found]
    assert found == ["VOID-BAD", "RA-PAY", "RA-PAY"]


def test_a_null_coup_paid_all_the_same() -> None:
    """RA-NUL: nothing was won, and yet a prize went out: one fact, one finding."""
    record = coup(
        "17",
        bet(1, "pleno", "17"),
        bola_lancada=(BolaLancada(),),
        golpe_nulo=(GolpeNulo(causa="bola"),),
        payments=(Payment(seat=1, bets=(1,), amount=3500, stake_returned=100),),
    )
    assert [(one.code, one.rule, one.amount) for one in judge(record).found] == [
        ("RA-NUL", "RA R35", 3600)
    ]


def test_the_ball_put_back_on_another_number() -> None:
    """RA-NUL: R35 puts it on the number of the coup before."""
    record = coup(
        "17",
        bet(1, "pleno", "1"),
        golpe_nulo=(GolpeNulo(causa="bola", previous="8"),),
        bola_reposta=(BolaReposta(numero="9"),),
        anterior=Anterior(numero="8"),
    )
    assert [(one.code, one.expected, one.recorded) for one in found(record)] == [
        ("RA-NUL", "8", "9")
    ]
    # 99 is no number of the plate: on which the ball lay, or had come before, was misread.
    misread = structs.replace(record, bola_reposta=(BolaReposta(numero="99"),))
    assert [one.code for one in found(misread)] == ["RES-IMPOSS"]
    unknown = structs.replace(record, anterior=Anterior(numero="99"))
    assert {one.code for one in found(unknown)} == {"RES-IMPOSS"}


def test_a_coup_cannot_be_null_once_the_ball_rested() -> None:
    """R35: only until the ball is at rest: the number it had reached stands (VOID-BAD)."""
    stood = coup(
        "5",
        bet(1, "pleno", "17"),
        bet(2, "pleno", "5"),
        golpe_nulo=(GolpeNulo(causa="fichas", anulado="17"),),
    )
    assert [line.outcome for line in settled(stood).lines] == [GANHA, PERDE]
    assert codes(stood) == ["VOID-BAD"]
    called_after = coup(
        None,
        bet(1, "pleno", "17"),
        golpe_nulo=(GolpeNulo(causa="fichas", seq=8),),
        resultado=Resultado(numero="17", seq=7),
    )
    assert settled(called_after).lines[0].outcome is GANHA
    assert codes(called_after) == ["VOID-BAD"]


def test_a_coup_is_null_for_the_rules_causes_only() -> None:
    """R35, R33: chips, another ball, an object, or the ball itself; nothing else."""
    for causa in ("fichas", "bola", "objeto", "defeito", "fratura", "desaparecimento"):
        assert codes(coup("17", bet(1, "par"), golpe_nulo=(GolpeNulo(causa=causa),))) == []
    whim = coup("17", bet(1, "pleno", "17"), golpe_nulo=(GolpeNulo(causa="capricho"),))
    assert codes(whim) == ["VOID-BAD"]
    assert settled(whim).lines[0].outcome is GANHA


def test_a_round_void_in_the_room_has_no_ground() -> None:
    """The chapter knows null coups, not void rounds: VOID-BAD, and the stakes go back."""
    record = coup(None, bet(1, "pleno", "17"), void=Void(cause="engano"))
    assert settled(record).void
    assert settled(record).lines[0].outcome is DEVOLVIDA
    assert codes(record) == ["VOID-BAD"]


def test_a_null_coup_that_nobody_repeated_may_be_closed_void() -> None:
    """R35: the cause is recorded; the stakes go back."""
    record = coup(
        None, bet(1, "par"), golpe_nulo=(GolpeNulo(causa="bola"),), void=Void(cause="fecho")
    )
    assert settled(record).lines[0].outcome is DEVOLVIDA
    assert codes(record) == []


def test_a_round_whose_number_stands_is_not_void() -> None:
    """online.md: what is in the signed ledger can be determined, and is paid."""
    for mode in ("physical", "shared"):
        record = coup("17", bet(1, "pleno", "17"), mode=mode, void=Void(cause="avaria"))
        assert not settled(record).void
        assert settled(record).lines[0].outcome is GANHA
        assert codes(record) == ["VOID-BAD"]


def test_an_online_round_without_a_number_is_void() -> None:
    """R53, R55: the operator's system failed: every stake is credited."""
    record = coup(
        None,
        bet(1, "pleno", "17"),
        bet(2, "par"),
        mode="shared",
        void=Void(cause="avaria", side="operator"),
    )
    result = settled(record)
    assert result.void
    assert [(line.outcome, line.due) for line in result.lines] == [(DEVOLVIDA, 100)] * 2
    assert result.lines[0].rules == ("RA R53", "RA R55")
    assert codes(record) == []
    unpaid = [one.code for one in judge(record).found]
    assert unpaid == ["VOID-REFUND", "VOID-REFUND"]


@pytest.mark.parametrize(("numero", "outcome"), [("17", GANHA), (None, PENDENTE)])
def test_the_players_own_network_voids_nothing(numero: str | None, outcome: Outcome) -> None:
    """R54: the round stands; it never gives a refund (VOID-NET)."""
    record = coup(
        numero,
        bet(1, "pleno", "17"),
        mode="exclusive",
        void=Void(cause="rede", side="player"),
    )
    assert settled(record).lines[0].outcome is outcome
    assert codes(record) == ["VOID-NET"]


def test_an_online_prize_without_a_number() -> None:
    """R53: no number was shown and the round was not void (VOID-MISS), whatever was paid."""
    record = coup(
        None,
        bet(1, "par"),
        mode="shared",
        payments=(Payment(seat=1, bets=(1,), amount=100, stake_returned=100),),
    )
    for other in (record, structs.replace(record, payments=())):
        assert [(one.code, one.rule) for one in judge(other).found] == [("VOID-MISS", "RA R53")]
    assert judge(structs.replace(record, payments=(), mode="physical")).found == ()


def test_marks_taken_off_are_rebuilt() -> None:
    """R40: by the technical means; where they show nothing, by the player's word."""
    says = Marca(tipo="pleno", selecao="17", valor=500)
    shows = Marca(tipo="pleno", selecao="17", valor=200)
    record = coup(
        "17",
        bet(1, "pleno", "20"),
        reconstituidas=(
            Reconstituida(bet=1, seat=1, tecnico=shows, jogador=says),
            Reconstituida(bet=2, seat=4, jogador=says),
            Reconstituida(bet=3, seat=4),
        ),
    )
    lines = settled(record).lines
    assert [(line.bet, line.seat, line.stake, line.prize) for line in lines] == [
        (1, 1, 200, 7000),
        (2, 4, 500, 17500),
    ]


# --- faults of bets ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("valor", "code"), [(99, "BET-MIN"), (100, None), (3000, None), (3001, "BET-MAX")]
)
def test_stakes_keep_to_the_tables_limits(valor: int, code: str | None) -> None:
    """R21: from the chance's minimum to its maximum, both included; the stake plays in full."""
    record = coup(
        "17",
        bet(1, "pleno", "17", valor),
        limites={"pleno": Limit(minimum=100, maximum=3000)},
    )
    assert settled(record).lines[0].prize == 35 * valor
    assert codes(record) == ([code] if code else [])


def test_limits_hold_for_the_sum_of_one_player_on_one_selection() -> None:
    """The common page: two lines of one player add up, those of two players do not."""
    limits = {"cavalo": Limit(minimum=100, maximum=600)}

    def placed(player: str, text: str) -> RoletaAmericanaRecord:
        one = bet(1, "cavalo", "17-20", 400, player="ana")
        return coup("1", one, bet(2, "cavalo", text, 400, player=player), limites=limits)

    over = found(placed("ana", "20-17"))
    assert [(one.code, one.recorded, one.amount) for one in over] == [("BET-MAX", "8.00", 200)]
    assert codes(placed("ana", "17-18")) == []
    assert codes(placed("rui", "17-20")) == []


def test_two_small_lines_may_reach_the_minimum_together() -> None:
    """The limit is checked on the sum, the minimum too."""
    limits = {"par": Limit(minimum=100)}
    assert codes(coup("1", bet(1, "par", valor=60), bet(2, "par", valor=60), limites=limits)) == []
    assert codes(coup("1", bet(1, "par", valor=60), limites=limits)) == ["BET-MIN"]


def test_a_stake_that_is_no_multiple() -> None:
    """BET-MULT: of the table's multiple, or of the chips that make it up (R26)."""
    limits = {"par": Limit(multiple=50)}
    assert codes(coup("1", bet(1, "par", valor=150), limites=limits)) == []
    assert codes(coup("1", bet(1, "par", valor=120), limites=limits)) == ["BET-MULT"]
    chips = Chips(count=3, value=50)
    assert codes(coup("1", bet(1, "par", valor=150, chips=chips))) == []
    assert codes(coup("1", bet(1, "par", valor=160, chips=chips))) == ["BET-MULT"]


def test_nothing_staked_is_no_stake() -> None:
    """BET-MIN even where the table sets no minimum; and it wins nothing, nor less."""
    for valor in (0, -100):
        record = coup("2", bet(1, "par", valor=valor))
        assert codes(record) == ["BET-MIN"]
        assert settled(record).lines[0].due == 0


@each("tipo", list(RULES.maximum_per_minimum))
def test_the_tables_own_limits_keep_the_rules_ratio(tipo: str) -> None:
    """R21 a, b: so many times the minimum, and not one cent more."""
    times = RULES.maximum_per_minimum[tipo]
    for maximum, expected in ((times * 25, []), (times * 25 + 1, ["RA-R21"])):
        record = coup("1", limites={tipo: Limit(minimum=25, maximum=maximum)})
        assert codes(record) == expected


def test_the_ratios_are_those_of_the_rule() -> None:
    """R21 a, b, chance by chance."""
    assert [RULES.maximum_per_minimum[tipo] for tipo in CLOTHS[False]] == [
        *(30, 60, 90, 120, 180, 360, 360, 720, 720),
        *(540,) * 6,
    ]


@each(
    ("tipo", "chips", "wrong"),
    [
        ("serie_grande", 9, False),
        ("serie_grande", 135, False),
        ("serie_grande", 144, True),
        ("serie_grande", 10, True),
        ("serie_pequena", 6, False),
        ("serie_pequena", 120, False),
        ("serie_pequena", 126, True),
        ("serie_pequena", 9, True),
        ("vadios", 5, False),
        ("vadios", 50, False),
        ("vadios", 55, True),
        ("vadios", 4, True),
    ],
)
def test_series_come_whole_and_in_bounds(tipo: str, chips: int, *, wrong: bool) -> None:
    """R21 c: 9 to 135 by nines, 6 to 120 by sixes, 5 to 50 by fives."""
    record = coup("36", bet(1, tipo, "", chips * 100, chips=chips))
    assert codes(record) == (["RA-SER"] if wrong else [])


def test_a_players_series_add_up() -> None:
    """R21 c: 30 and 25 chips of vadios are 55."""
    record = coup("0", bet(1, "vadios", "", 300, chips=30), bet(2, "vadios", "", 250, chips=25))
    assert [(one.code, one.recorded) for one in found(record)] == [("RA-SER", "55")]


def test_a_series_without_its_chips_is_known_by_its_value() -> None:
    """R21 c: nine equal chips cannot be worth 10 cents."""
    assert codes(coup("1", bet(1, "serie_grande", "", 900))) == []
    assert codes(coup("1", bet(1, "serie_grande", "", 10))) == ["RA-SER"]


def test_a_series_laid_otherwise_is_settled_as_it_lay() -> None:
    """R20 a: one chip on 0-2-3 instead of two: a finding, and that chip pays."""
    text = "0-2-3 4-7 12-15 18-21 19-22 25-26-28-29:3 32-35"
    record = coup("0", bet(1, "serie_grande", text, 900, chips=9))
    assert settled(record).lines[0].due == 1200
    assert codes(record) == ["RA-SER"]
    right = "25-26-28-29:2 3-2-0:2 4-7 12-15 18-21 19-22 32-35"
    assert codes(coup("0", bet(1, "serie_grande", right, 900, chips=9))) == []


def test_a_series_on_an_american_plate_is_settled_by_its_components() -> None:
    """R20: only on the French order; its components are chances of the cloth."""
    record = coup("17", bet(1, "vadios", "", 500, chips=5), roda="americana37")
    assert settled(record).lines[0].due == 2 * 1800
    assert codes(record) == ["RA-SER"]


@pytest.mark.parametrize(
    ("selecao", "chips", "wrong"),
    [
        ("17", 3, False),
        ("17", 5, False),
        ("17", 7, False),
        ("17", 4, True),
        ("17", 9, True),
        ("17-25-34", 3, False),
        ("17-34-25", 3, False),
        ("17-18-20", 3, True),
        ("17-25-34", 5, True),
        ("17-34", 2, True),
    ],
)
def test_neighbours_are_three_five_or_seven_side_by_side(
    selecao: str, chips: int, *, wrong: bool
) -> None:
    """R20 b: a number and one, two or three on each side of the plate."""
    record = coup("0", bet(1, "vizinhos", selecao, chips * 100, chips=chips))
    assert codes(record) == (["RA-NB"] if wrong else [])


def test_neighbours_that_do_not_lie_side_by_side_are_settled_as_they_lay() -> None:
    """R20 b: each listed number has its chip."""
    record = coup("20", bet(1, "vizinhos", "17-18-20", 300, chips=3))
    assert settled(record).lines[0].due == 3600


def test_neighbours_on_an_american_plate() -> None:
    """R20 b is for the French order: a finding, and the plate's own neighbours win."""
    record = coup("32", bet(1, "vizinhos", "17", 300, chips=3), roda="americana37")
    assert settled(record).lines[0].outcome is GANHA
    assert codes(record) == ["RA-NB"]


def test_neighbours_and_plenos_share_the_plenos_maximum() -> None:
    """R21 d: on one number a player's chips of both kinds may not pass it."""
    limits = {"pleno": Limit(minimum=100, maximum=1000)}
    chips = bet(1, "vizinhos", "17", 3 * 600, chips=3)

    def placed(*more: Bet) -> list[str]:
        return codes(coup("0", chips, *more, limites=limits))

    assert placed() == []
    assert placed(bet(2, "pleno", "34", 400)) == []
    assert placed(bet(2, "pleno", "34", 401)) == ["RA-NB"]
    assert placed(bet(2, "pleno", "6", 1000)) == []
    assert placed(bet(2, "pleno", "34", 401, player="rui")) == []
    assert placed(bet(2, "vizinhos", "34", 3 * 500, chips=3)) == ["RA-NB"]
    assert placed(bet(2, "pleno", "34", 1001)) == ["BET-MAX"]


# --- faults of the table -------------------------------------------------------------------------


def test_a_plate_is_one_of_three() -> None:
    """R3, R4: by name, or by its numbers from wherever one begins to read."""
    french = PLATES["francesa37"]
    assert codes(coup("1", roda="francesa37", prato=french[5:] + french[:5])) == []
    swapped = (*french[:1], french[2], french[1], *french[3:])
    assert codes(coup("1", prato=swapped)) == ["RA-WHEEL"]
    assert codes(coup("1", prato=(*french, "00"))) == ["RA-WHEEL"]
    assert codes(coup("1", roda="tripla39")) == ["RA-WHEEL"]


def test_a_wrong_plate_is_settled_as_it_is() -> None:
    """Its own neighbours win, its own zeros count."""
    french = PLATES["francesa37"]
    swapped = (french[0], french[2], french[1], *french[3:])
    record = coup("15", bet(1, "vizinhos", "0", 300, chips=3), prato=swapped)
    assert settled(record).lines[0].outcome is GANHA


@dataclass(frozen=True)
class Colours:
    """Who holds which colour, and what is wrong with it."""

    held: tuple[CorAtribuida, ...]
    used: tuple[Bet, ...]
    wrong: int


@pytest.mark.parametrize(
    "case",
    [
        Colours((CorAtribuida(cor="azul", seat=1, valor=50),), (bet(1, "par", cor="azul"),), 0),
        Colours(
            (CorAtribuida(cor="azul", seat=1, player="ana", valor=50),),
            (bet(1, "par", cor="azul"), bet(2, "par", cor="azul", player="ana")),
            0,
        ),
        Colours((), (bet(1, "par", cor="azul"), bet(2, "par", cor="azul", seat=2)), 1),
        Colours((), (bet(1, "par", cor="azul"), bet(2, "par", cor="rosa")), 1),
        Colours((CorAtribuida(cor="azul", seat=1),), (bet(1, "par", cor="azul"),), 1),
        Colours((CorAtribuida(cor="azul", seat=1),), (bet(1, "par"),), 1),
        Colours((CorAtribuida(cor="azul", seat=1),), (bet(1, "par", seat=2),), 0),
        Colours((CorAtribuida(cor="azul", seat=1),), (), 0),
        Colours((CorAtribuida(cor="azul", seat=1, valor=50),), (bet(1, "par", cor="rosa"),), 2),
        Colours(
            tuple(CorAtribuida(cor=cor, seat=n, valor=5) for n, cor in enumerate("abc", 1)),
            (),
            1,
        ),
    ],
)
def test_one_colour_one_player_one_value(case: Colours) -> None:
    """R22, R26: nobody shares a colour or has two; each has a value; two players on two colours."""
    record = coup("1", *case.used, cores_atribuidas=case.held, cores=2)
    assert codes(record) == ["RA-COLOR"] * case.wrong
    assert codes(structs.replace(record, records=("bets",))) == []


def test_a_stake_in_colour_is_whole_chips() -> None:
    """R26: the chip is worth what the display says."""
    held = (CorAtribuida(cor="azul", seat=1, valor=50),)
    record = coup("1", bet(1, "par", "", 120, cor="azul"), cores_atribuidas=held)
    assert codes(record) == ["BET-MULT"]


def test_bets_open_after_the_last_payment() -> None:
    """R15, R30: neither the call nor the ball may come before the payments' end."""
    before = Anterior(pagamentos_fim=Moment(seq=10))

    def opened(call: int, launch: int, placed: int) -> list[tuple[str, str]]:
        record = coup(
            "1",
            bet(1, "par", seq=placed),
            anterior=before,
            apostas_abertas=Moment(seq=call),
            bola_lancada=(BolaLancada(seq=launch),),
        )
        return [(one.code, one.rule) for one in found(record)]

    assert opened(call=11, launch=13, placed=12) == []
    assert opened(call=9, launch=13, placed=12) == [("BET-EARLY", "RA R15")]
    assert opened(call=8, launch=9, placed=12) == [
        ("BET-EARLY", "RA R15"),
        ("BET-EARLY", "RA R30"),
    ]


def test_a_bet_before_the_call_is_early_and_plays() -> None:
    """R15: taken against a rule, it is settled as recorded."""
    record = coup("2", bet(1, "par", seq=3), apostas_abertas=Moment(seq=4))
    assert settled(record).lines[0].outcome is GANHA
    assert [(one.code, one.bet) for one in found(record)] == [("BET-EARLY", 1)]


@pytest.mark.parametrize(
    ("launched", "before", "wrong"),
    [
        ("21:00:00", "20:58:00", False),
        ("21:00:01", "20:58:00", True),
        ("21:02:00", "21:00:01", False),
        ("22:01:00", "21:59:00", True),
        ("21:30:00", None, True),
    ],
)
def test_the_ball_is_changed_every_hour(launched: str, before: str | None, *, wrong: bool) -> None:
    """R32: the first coup over the hour shows it, and the first over each further hour."""
    record = coup(
        "1",
        bola_trocada=BolaTrocada(at=at("20:00:00")),
        bola_lancada=(BolaLancada(at=at(launched)),),
        anterior=Anterior(lancada=at(before) if before else None),
    )
    assert codes(record) == (["RA-BALL"] if wrong else [])
    assert codes(structs.replace(record, records=("bets",))) == []


def test_the_change_of_ball_is_said_aloud_once() -> None:
    """R32: a silent change is a fault of the first coup after it."""
    silent = BolaTrocada(at=at("20:00:00"), anunciada=False)
    launched = (BolaLancada(at=at("20:01:00")),)
    assert codes(coup("1", bola_trocada=silent, bola_lancada=launched)) == ["RA-BALL"]
    later = Anterior(lancada=at("20:00:30"))
    assert codes(coup("1", bola_trocada=silent, bola_lancada=launched, anterior=later)) == []


def test_a_ball_that_failed_is_replaced() -> None:
    """R33: a defect without a new ball on record is EQ-BAD."""
    null = (GolpeNulo(causa="fratura", at=at("20:10:00")),)
    old, new = BolaTrocada(at=at("20:00:00")), BolaTrocada(at=at("20:11:00"))
    assert codes(coup("1", golpe_nulo=null, bola_trocada=old)) == ["EQ-BAD"]
    assert codes(coup("1", golpe_nulo=null, bola_trocada=new)) == []


def test_who_launches_stays_an_hour_at_most() -> None:
    """R34: counted for the person who launched, from taking the post."""
    staff = (
        Shift(person="p1", role="pagador", since=at("20:00:00")),
        Shift(person="f1", role="fiscal", since=at("18:00:00")),
    )

    def launched(clock: str, by: str | None) -> list[str]:
        ball = (BolaLancada(at=at(clock), by=by),)
        return codes(coup("1", pessoal=staff, bola_lancada=ball))

    assert launched("21:00:00", "p1") == []
    assert launched("21:00:01", "p1") == ["STAFF-1H"]
    assert launched("21:00:01", None) == ["STAFF-1H"]
    assert launched("20:30:00", "f1") == ["STAFF-1H"]


def test_a_table_needs_a_pagador_and_a_fiscal() -> None:
    """R2: two posts; a table that records no staff is not assessed."""
    pagador, fiscal = Shift(person="p1", role="pagador"), Shift(person="f1", role="fiscal")
    assert codes(coup("1", pessoal=(pagador, fiscal))) == []
    assert codes(coup("1", pessoal=(pagador,))) == ["STAFF-MIN"]
    assert codes(coup("1")) == []
    assert codes(coup("1", pessoal=(pagador,), records=("bets", "payouts"))) == []


# --- payments ------------------------------------------------------------------------------------


def pay(number: int, amount: int, returned: int = 0, seat: int = 1) -> Payment:
    """Return a payment of one bet."""
    return Payment(seat=seat, bets=(number,), amount=amount, stake_returned=returned)


def blamed(record: RoletaAmericanaRecord, *payments: Payment) -> list[str]:
    """Return the codes of a coup with these payments."""
    return [one.code for one in judge(structs.replace(record, payments=payments)).found]


@pytest.mark.parametrize(
    ("amount", "returned", "code"),
    [(0, 0, None), (0, 100, "RA-ZERO"), (0, 50, "RA-ZERO"), (100, 100, "RA-ZERO")],
)
def test_what_survives_zero(amount: int, returned: int, code: str | None) -> None:
    """R39: no stake back, no half (la partage), no prize."""
    record = coup("0", bet(1, "preto"))
    payments = (pay(1, amount, returned),) if amount or returned else ()
    assert blamed(record, *payments) == ([code] if code else [])


def test_zero_and_odds_are_told_apart_in_one_payment() -> None:
    """A payment of several bets is compared by its sum, and blamed by what the excess is."""
    record = coup("0", bet(1, "pleno", "0"), bet(2, "preto", "", 1000))

    def together(amount: int) -> list[str]:
        return blamed(record, Payment(seat=1, bets=(1, 2), amount=amount, stake_returned=100))

    assert together(3500) == []
    assert together(3500 + 500) == ["RA-ZERO"]
    assert together(3500 + 70) == ["RA-PAY"]


ORDERED: Final = coup(
    "17",
    bet(1, "coluna", "35", seat=1),
    bet(2, "preto", seat=2),
    bet(3, "duzia", "2", seat=1),
    bet(4, "vizinhos", "17", 300, seat=3, chips=3),
    bet(5, "vadios", "", 500, seat=3, chips=5),
    bet(6, "linha", "13-14-15-16-17-18", seat=1),
    bet(7, "rua", "16-17-18", seat=2),
    bet(8, "quadro", "16-17-19-20", seat=2),
    bet(9, "cavalo", "17-20", seat=1),
    bet(10, "pleno", "17", seat=3),
)


def in_order(numbers: list[int]) -> list[str]:
    """Return the codes when the ordered coup's bets are paid in this order."""
    lines = {line.bet: line for line in settled(ORDERED).lines}
    return blamed(
        ORDERED, *(pay(n, lines[n].prize, lines[n].returned, lines[n].seat) for n in numbers)
    )


def test_payments_follow_the_order_of_the_chances() -> None:
    """R37: columns, simple chances, dozens, neighbours, series, linhas … plenos last."""
    assert in_order(list(range(1, 11))) == []
    assert in_order([10, *range(1, 10)]) == ["PAY-ORDER"]
    assert in_order([1, 3, 2, *range(4, 11)]) == ["PAY-ORDER"]


def test_payments_may_go_player_by_player() -> None:
    """R41: one player's prizes together; which player goes first the law does not say."""
    assert in_order([1, 3, 6, 9, 2, 7, 8, 4, 5, 10]) == []
    assert in_order([2, 7, 8, 1, 3, 6, 9, 4, 5, 10]) == []
    assert in_order([4, 5, 10, 2, 7, 8, 1, 3, 6, 9]) == []
    assert in_order([2, 8, 7, 1, 3, 6, 9, 4, 5, 10]) == ["PAY-ORDER"]  # his own, out of order


def test_one_payment_of_several_prizes_has_no_place_among_the_players() -> None:
    """R41: seats 3 and 1 are paid all at once, seat 2 bet by bet between them."""
    lines = {line.bet: line for line in settled(ORDERED).lines}

    def whole(seat: int) -> Payment:
        own = [line for line in lines.values() if line.seat == seat]
        return Payment(
            seat=seat,
            bets=tuple(line.bet for line in own if line.bet is not None),
            amount=sum(line.prize for line in own),
            stake_returned=sum(line.returned for line in own),
        )

    def single(*numbers: int) -> list[Payment]:
        return [pay(n, lines[n].prize, lines[n].returned, lines[n].seat) for n in numbers]

    assert blamed(ORDERED, whole(3), *single(2, 7, 8), whole(1)) == []
    assert blamed(ORDERED, *single(2), whole(3), *single(7), whole(1), *single(8)) == []
    assert blamed(ORDERED, *single(7), whole(3), *single(2, 8), whole(1)) == ["PAY-ORDER"]


# --- properties ----------------------------------------------------------------------------------

SECTORS: Final = {
    roda: [
        *((tipo, text) for tipo, by in CLOTHS[roda == "americana38"].items() for text in by),
        *((tipo, "") for tipo in SERIES),
        *(("vizinhos", number) for number in PLATES[roda]),
    ]
    for roda in RODAS
}


@st.composite
def coups(draw: st.DrawFn) -> RoletaAmericanaRecord:
    """Any coup: known and unknown bets, some late, any number."""
    roda = draw(st.sampled_from(RODAS))
    known = st.sampled_from(SECTORS[roda])
    anything = st.tuples(
        st.sampled_from(["pleno", "cavalo", "rua", "vadios", "vizinhos", "x"]),
        st.text("0123456789-: ", max_size=8),
    )
    bets: list[Bet] = []
    for number in range(draw(st.integers(0, 12))):
        tipo, text = draw(st.one_of(known, known, known, anything))
        count = draw(st.sampled_from([None, 1, 3, 5, 6, 7, 9]))
        bets.append(
            Bet(
                bet=number + 1,
                seat=draw(st.integers(1, 7)),
                tipo=tipo,
                selecao=text,
                valor=draw(st.integers(1, 10**6)),
                chips=None if count is None else Chips(count=count, value=1),
                seq=draw(st.integers(1, 30)),
            )
        )
    numero = draw(st.sampled_from([*PLATES[roda], "37"]))
    closed = draw(st.sampled_from([None, Moment(seq=25)]))
    return coup(numero, *bets, roda=roda, nada_mais=closed)


@given(coups())
def test_the_quick_road_and_the_long_one_meet(record: RoletaAmericanaRecord) -> None:
    """What is settled at once is what the whole procedure gives."""
    quick = settle_ordinary(record, RULES)
    assert quick is None or quick == settle_any(record, RULES)


def test_the_quick_road_is_taken() -> None:
    """A coup in which nothing is amiss needs no procedure; one with a late bet does."""
    record = coup("17", bet(1, "pleno", "17", seq=1), nada_mais=Moment(seq=2))
    assert settle_ordinary(record, RULES) is not None
    assert settle_ordinary(structs.replace(record, nada_mais=Moment(seq=0)), RULES) is None


@given(coups())
def test_every_stake_is_accounted_for(record: RoletaAmericanaRecord) -> None:
    """What was staked is returned, kept by the house or still on the table; no fault raises."""
    result = settled(record)
    assert [line.bet for line in result.lines] == [one.bet for one in record.bets]
    for line, one in zip(result.lines, record.bets, strict=True):
        assert line.stake == one.valor
        assert 0 <= line.returned <= line.stake
        match line.outcome:
            case Outcome.GANHA:
                assert line.prize >= 0
                assert line.returned >= 0
            case Outcome.DEVOLVIDA:
                assert (line.prize, line.returned) == (0, line.stake)
            case _:
                assert line.due == 0
    assert all("{" not in text for line in describe(result)["lines"] for text in line["why"]["pt"])


@given(coups(), st.randoms(use_true_random=False))
def test_bets_do_not_touch_one_another(record: RoletaAmericanaRecord, random: Random) -> None:
    """The order in which independent bets were placed changes no line."""
    shuffled = list(record.bets)
    random.shuffle(shuffled)
    lines = {line.bet: line for line in settled(record).lines}
    again = settled(structs.replace(record, bets=tuple(shuffled))).lines
    assert {line.bet: line for line in again} == lines


@given(coups())
def test_a_void_returns_everything(record: RoletaAmericanaRecord) -> None:
    """R55: with no number, every stake of a void round goes back, whatever else was wrong."""
    void = structs.replace(
        record, resultado=None, mode="shared", void=Void(cause="avaria", side="operator")
    )
    result = settled(void)
    assert result.void
    assert all(line.due == line.returned == line.stake for line in result.lines)


@given(coups())
def test_what_is_due_and_paid_is_no_fault(record: RoletaAmericanaRecord) -> None:
    """Exact payments raise no finding about payments."""
    about = {one.code for one in judge(paid_exactly(record)).found}
    assert not about & {"PAY-DIFF", "PAY-NONE", "RA-PAY", "RA-ZERO", "RA-NUL", "VOID-REFUND"}


WORDS: Final = st.sampled_from(
    [*CLOTHS[False], *SERIES, "vizinhos", "", "x", "fichas", "fratura", "pagador", "operator"]
)
TEXTS: Final = NUMBERS | st.sampled_from(["1-2", "0-2-3", "17-25-34", "-", "1-1", "0-2-3:2 1", ":"])
ANY_RECORD: Final = st.builds(
    RoletaAmericanaRecord,
    **strange_coups(WORDS, TEXTS),
)


@given(ANY_RECORD)
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
def test_no_fact_is_too_strange_to_judge(record: RoletaAmericanaRecord) -> None:
    """Accept facts, flag faults: nothing that a table records raises, and all can be said."""
    judged_in_words(record)
    quick = settle_ordinary(record, RULES)
    assert quick is None or quick == settle_any(record, RULES)


# --- the record and the register -----------------------------------------------------------------


def test_a_record_is_read_from_json() -> None:
    """The field names of the page; numbers are texts."""
    record = decode_record(
        '{"game": "roleta_americana", "roda": "americana38",'
        ' "bets": [{"bet": 1, "seat": 3, "tipo": "cavalo", "selecao": "0-00", "valor": 250}],'
        ' "resultado": {"numero": "00"}}'
    )
    assert isinstance(record, RoletaAmericanaRecord)
    assert settled(record).lines[0].prize == 17 * 250


def test_every_rule_is_accounted_for_once() -> None:
    """R1 to R60."""
    assert sorted(int(one.rule[1:]) for one in COVERAGE) == list(range(1, 61))


# --- a number that two bets bear ------------------------------------------------------------------

TWICE: Final = (bet(1, "pleno", "17", seq=5), bet(1, "par", valor=400, seat=2, seq=6))


def test_a_bet_number_used_again_is_one_fault_and_changes_no_bet() -> None:
    """Both are settled as they lie; a payment to either is right; the second is RES-IMPOSS."""
    record = coup("17", *TWICE, nada_mais=Moment(seq=7))
    lines = settled(record).lines
    assert [(line.seat, line.outcome) for line in lines] == [(1, GANHA), (2, PERDE)]
    (fault,) = found(record)
    assert (fault.code, fault.seat, fault.bet, fault.amount) == ("RES-IMPOSS", 2, 1, 400)
    assert codes(coup("18", *TWICE, nada_mais=Moment(seq=7))) == ["RES-IMPOSS"]


def test_a_number_used_again_after_the_close_leaves_the_first_bet_in_time() -> None:
    """R16: only the second is late and goes back; the limits still look at the first."""
    record = coup(
        "17",
        *TWICE,
        nada_mais=Moment(seq=5),
        records=("bets",),
        limites={"pleno": Limit(minimum=500)},
    )
    assert [line.outcome for line in settled(record).lines] == [GANHA, DEVOLVIDA]
    assert sorted(codes(record)) == ["BET-LATE", "BET-MIN", "RES-IMPOSS"]


def test_a_change_means_the_first_bet_of_its_number() -> None:
    """R16, R40: changed, taken back or rebuilt, the second stays as it lay."""
    other = TWICE[1]
    for more in (
        {"alteracoes": (BetChange(bet=1, retirada=True, seq=7),)},
        {"alteracoes": (BetChange(bet=1, valor=200, seq=7),)},
        {"reconstituidas": (Reconstituida(bet=1, seat=1, tecnico=Marca(tipo="impar", valor=50)),)},
    ):
        *_, last = settled(coup("18", *TWICE, **more)).lines
        assert (last.seat, last.stake, last.outcome) == (2, other.valor, GANHA)


@pytest.mark.parametrize(
    ("before", "now", "wrong"),
    [
        ("esquerda", "esquerda", True),
        ("direita", "direita", True),
        ("esquerda", "direita", False),
        (None, "esquerda", False),
        ("esquerda", None, False),
        ("norte", "norte", False),
    ],
)
def test_the_ball_goes_to_one_side_and_the_other_by_turns(
    before: str | None, now: str | None, *, wrong: bool
) -> None:
    """R30: RA-DIR where it goes to the side of the coup before; of a side untold nobody knows."""
    record = coup("1", bola_lancada=(BolaLancada(sentido=now),), anterior=Anterior(sentido=before))
    assert codes(record) == (["RA-DIR"] if wrong else [])


def test_the_side_of_a_coup_that_was_repeated_is_held_against_nobody() -> None:
    """R30: no rule says to which side the ball goes again after a null coup (DECISION)."""
    twice = (BolaLancada(sentido="esquerda", seq=1), BolaLancada(sentido="esquerda", seq=3))
    before = Anterior(sentido="esquerda")
    null = (GolpeNulo(causa="bola", seq=2),)
    record = coup("1", bola_lancada=twice, golpe_nulo=null, anterior=before)
    assert "RA-DIR" not in codes(record)
