"""Roleta francesa: Portaria 1/2017, Anexo, regras 1-54."""

from fractions import Fraction
from typing import Any, Final

import pytest
from msgspec import structs

from projections.replay.games.wheels.roulette.cloth import CLOTHS
from projections.replay.games.wheels.roulette.record import (
    Anterior,
    BolaLancada,
    BolaReposta,
    BolaTrocada,
    CorAtribuida,
    GolpeNulo,
    Marca,
    Reconstituida,
    Resultado,
)
from projections.replay.games.wheels.roulette.roleta_francesa import (
    COVERAGE,
    SERIES,
    RoletaFrancesaRecord,
)
from projections.replay.games.wheels.roulette.wheels import PLATES, neighbours
from projections.replay.kit.bets import Bet, BetChange, Limit, Moment, Shift
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.profiles.cabo_verde_2017 import ROLETA_FRANCESA as RULES
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Outcome, describe
from tests.helpers.each import each
from tests.projections.replay.games.wheels.roulette.roleta_francesa_table import (
    DEVOLVIDA,
    GANHA,
    PENDENTE,
    PERDE,
    PLATE,
    SHARED,
    SIMPLE,
    at,
    bet,
    cited,
    codes,
    coup,
    found,
    online,
    only_line,
    settled,
)
from tests.projections.replay.games.wheels.roulette.series_nets import series_nets

# --- what each chance is worth -------------------------------------------------------------------


@each(
    ("tipo", "selecao", "numero", "prize"),
    [
        ("pleno", "17", "17", 3500),
        ("pleno", "0", "0", 3500),
        ("cavalo", "17-20", "20", 1700),
        ("cavalo", "0-2", "0", 1700),
        ("rua", "13-14-15", "13", 1100),
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
    """R33: 35, 17, 11, 8, 5, 2, 2, a half, a half, 1; and the stake is the player's."""
    (line,) = settled(coup(numero, bet(1, tipo, selecao))).lines
    assert (line.outcome, line.prize, line.returned) == (GANHA, prize, 100)
    assert line.rules == (("RF R33 b",) if tipo in SIMPLE else ("RF R33 a",))


@each("tipo", list(CLOTHS[False]))
def test_the_house_edge_of_every_sector_is_one_in_37(tipo: str) -> None:
    """R29, R33: the even chances too, for the chapter knows no la partage and no prison."""
    for selecao in CLOTHS[False][tipo]:
        due = sum(
            line.due
            for numero in PLATE
            for line in settled(coup(numero, bet(1, tipo, selecao))).lines
        )
        assert 1 - Fraction(due, 100 * len(PLATE)) == Fraction(1, 37), selecao


CALLS: Final = [
    *((tipo, "", RULES.series[tipo][0]) for tipo in SERIES),
    *(("vizinhos", middle, width) for width in (3, 5, 7) for middle in ("0", "17", "26", "9")),
    *(("terminacao", str(digit), 4 if digit <= 6 else 3) for digit in range(10)),
]


@each(("tipo", "selecao", "chips"), CALLS)
def test_the_house_edge_of_every_call_bet_is_one_in_37(tipo: str, selecao: str, chips: int) -> None:
    """R41: paid as on the cloth, the chips are worth no less laid together."""
    due = sum(only_line(n, tipo, selecao, chips * 100, chips=chips).due for n in PLATE)
    assert 1 - Fraction(due, chips * 100 * len(PLATE)) == Fraction(1, 37)


def test_half_a_stake_is_rounded_down_line_by_line() -> None:
    """The common page: each credited amount goes down to the cent, never a sum."""
    bets = (bet(1, "cavalo_de_duzia", "1-2", 101), bet(2, "cavalo_de_coluna", "34-35", 103))
    assert [line.prize for line in settled(coup("5", *bets)).lines] == [50, 51]


@pytest.mark.parametrize(
    ("tipo", "selecao"),
    [
        *((tipo, "") for tipo in SIMPLE),
        ("duzia", "1"),
        ("coluna", "34"),
        ("cavalo_de_duzia", "1-2"),
        ("cavalo_de_coluna", "34-35"),
    ],
)
def test_zero_takes_all_of_it(tipo: str, selecao: str) -> None:
    """R29: simple chances, dozens, columns and their cavalos are lost, whole and at once."""
    (line,) = settled(coup("0", bet(1, tipo, selecao))).lines
    assert (line.outcome, line.due, line.rules) == (PERDE, 0, ("RF R29",))


# --- call bets -----------------------------------------------------------------------------------

PRINTED: Final = {
    "serie_0_2_3": "22 18 29 7 28 12 35 3 26 0 32 15 19 4 21 2 25",
    "serie_5_8": "27 13 36 11 30 8 23 10 5 24 16 33",
    "orfaos": "17 34 6 1 20 14 31 9",
}
"""R40 a, b, c as the law prints them."""


@pytest.mark.parametrize("tipo", list(PRINTED))
def test_a_series_covers_the_numbers_that_the_rule_prints(tipo: str) -> None:
    """R40: of the composition's chips one lies on each printed number, and on no other."""
    chips = RULES.series[tipo][0]
    winners = {n for n in PLATE if only_line(n, tipo, "", chips * 100, chips=chips).due}
    assert winners == set(PRINTED[tipo].split())


def test_the_three_sets_share_the_plate_out_in_its_order() -> None:
    """R40: 17, 12 and 8 numbers, grouped as they lie on the plate, and none left over."""
    first, second = (PRINTED[tipo].split() for tipo in ("serie_0_2_3", "serie_5_8"))
    ring = "-".join(PLATE * 2)
    assert "-".join(first) in ring
    assert "-".join(second) in ring
    assert len(first) == 17
    assert len(second) == 12
    assert {*first, *second, *PRINTED["orfaos"].split()} == set(PLATE)


@pytest.mark.parametrize(
    ("tipo", "numbers", "net"),
    series_nets("serie_0_2_3", "serie_5_8", "orfaos"),
)
def test_series_net_what_the_page_works_out(tipo: str, numbers: str, net: int) -> None:
    """R41, RA R20 a: rua and quadro with two chips net 22 - 7 and 16 - 7, a cavalo 17 - 8."""
    chips = RULES.series[tipo][0]
    for numero in numbers.split():
        line = only_line(numero, tipo, "", chips * 50, chips=chips)
        assert line.due - line.stake == net * 50, numero


@pytest.mark.parametrize(("chips", "net"), [(3, 33), (5, 31), (7, 29)])
def test_neighbours_net_one_chip_at_35(chips: int, net: int) -> None:
    """R40 d, R41: the chip on the number pays 35 to 1, the others are lost."""
    for numero in neighbours(PLATE, "17", chips // 2):
        line = only_line(numero, "vizinhos", "17", chips * 20, chips=chips)
        assert line.due - line.stake == net * 20
    assert only_line("0", "vizinhos", "17", chips * 20, chips=chips).due == 0


@pytest.mark.parametrize(
    ("digit", "numbers"),
    [
        ("0", "0 10 20 30"),
        ("1", "1 11 21 31"),
        ("6", "6 16 26 36"),
        ("7", "7 17 27"),
        ("9", "9 19 29"),
    ],
)
def test_a_final_digit_is_one_pleno_on_each_of_its_numbers(digit: str, numbers: str) -> None:
    """R40 e: four numbers for 0 to 6, three for 7 to 9; 36 chips come back for the one that won."""
    laid = numbers.split()
    for numero in PLATE:
        due = only_line(numero, "terminacao", digit, len(laid) * 100, chips=len(laid)).due
        assert due == (3600 if numero in laid else 0), numero


def test_a_digit_may_be_written_as_its_numbers() -> None:
    """R40 e: 7-17-27 is the final digit 7; other numbers play as they lie, and are RF-CALL."""
    right = online("17", bet(1, "terminacao", "7-17-27", 300))
    assert settled(right).lines[0].due == 3600
    assert codes(right) == []
    wrong = online("18", bet(1, "terminacao", "7-17-18", 300))
    assert settled(wrong).lines[0].due == 3600
    assert cited(wrong) == [("RF-CALL", "RF R40 e")]


@each(
    ("bet_of", "expected"),
    [
        (("serie_0_2_3", "", 900, 9), []),
        (("serie_0_2_3", "", 1000, 10), [("RA-SER", "RF R1, RA R21 c")]),
        (("serie_0_2_3", "", 13_500, 135), []),
        (("serie_0_2_3", "", 14_400, 144), [("RA-SER", "RF R1, RA R21 c")]),
        (("serie_5_8", "", 12_000, 120), []),
        (("serie_5_8", "", 12_600, 126), [("RA-SER", "RF R1, RA R21 c")]),
        (("orfaos", "", 5000, 50), []),
        (("orfaos", "", 5500, 55), [("RA-SER", "RF R1, RA R21 c")]),
        (("orfaos", "1 6-9 14-17 17-20 31-34", 500, 5), []),
        (("orfaos", "1:2 6-9 14-17 17-20", 500, 5), [("RF-CALL", "RF R40 c")]),
        (("vizinhos", "17", 300, 3), []),
        (("vizinhos", "17", 400, 4), [("RF-CALL", "RF R40 d")]),
        (("vizinhos", "17-34-25", 300, 3), []),
        (("vizinhos", "17-18-20", 300, 3), [("RF-CALL", "RF R40 d")]),
        (("terminacao", "7", 300, 3), []),
        (("terminacao", "7", 600, 6), []),
        (("terminacao", "7", 400, 4), [("RF-CALL", "RF R40 e")]),
        (("terminacao", "0", 300, 3), [("RF-CALL", "RF R40 e")]),
        (("terminacao", "0", 402, None), [("RF-CALL", "RF R40 e")]),
        (("terminacao", "x", 400, 4), [("RF-CALL", "RF R40 e")]),
        (("orfaos", "17-36", 500, 5), [("RF-CALL", "RF R40 c")]),
        (("serie_grande", "", 900, 9), [("RA-GEOM", "RF R17-18")]),
    ],
)
def test_call_bets_are_composed_as_the_rule_says(
    bet_of: tuple[Any, ...], expected: list[tuple[str, str]]
) -> None:
    """R40: numbers by the rule, chips by RA R20 and R21 c; what the cloth lacks is one finding."""
    assert cited(online("36", bet(1, *bet_of))) == expected


def test_what_a_call_bet_cannot_be_goes_back() -> None:
    """A digit that is none, a sector that the cloth lacks: the stake is returned."""
    for tipo, text in (("terminacao", "x"), ("orfaos", "17-36"), ("vizinhos", "17")):
        (line,) = settled(online("17", bet(1, tipo, text, 400))).lines
        assert (line.outcome, line.due) == (DEVOLVIDA, 400)


@pytest.mark.parametrize(
    ("tipo", "selecao", "chips"), [("orfaos", "", 5), ("vizinhos", "17", 3), ("terminacao", "7", 3)]
)
def test_a_table_of_wood_refuses_call_bets(tipo: str, selecao: str, chips: int) -> None:
    """R40 stands in the online section: a finding, and the components play (DECISION)."""
    laid = bet(1, tipo, selecao, chips * 100, chips=chips)
    record = coup("17", laid)
    line = settled(record).lines[0]
    assert line.outcome is GANHA
    assert line == settled(online("17", laid)).lines[0]
    (fault,) = found(record)
    assert (fault.code, fault.rule, fault.bet) == ("RF-CALL", "RF R40", 1)
    assert fault.facts["fact"] == "mesa_fisica"
    assert codes(online("17", laid)) == []


def test_chips_on_one_number_share_the_plenos_maximum() -> None:
    """R1, RA R21 d: neighbours, final digits and plenos of one player on one number."""
    limits = {"pleno": Limit(minimum=100, maximum=1000)}
    chips = bet(1, "vizinhos", "17", 3 * 600, chips=3)

    def placed(*more: Bet) -> list[str]:
        return codes(online("0", chips, *more, limites=limits))

    assert placed() == []
    assert placed(bet(2, "pleno", "34", 400)) == []
    assert placed(bet(2, "pleno", "34", 401)) == ["RA-NB"]
    assert placed(bet(2, "terminacao", "4", 4 * 400, chips=4)) == []
    assert placed(bet(2, "terminacao", "4", 4 * 401, chips=4)) == ["RA-NB"]
    assert placed(bet(2, "terminacao", "4", 4 * 401, chips=4, player="rui")) == []


# --- a whole coup by hand ------------------------------------------------------------------------


def test_a_whole_coup_at_a_table_by_hand() -> None:
    """Eleven bets of three players, number 23: encarnado, ímpar, maior, 2nd dozen, column of 35.

    Worked on paper from R33, in cents; 23 = 35 - 12, so it stands in the column of 35:

    ==========================  =====  =======================================  ======  ========
    bet                         stake  why                                       prize  returned
    ==========================  =====  =======================================  ======  ========
    1  pleno 23                   300  35 x 300                                  10500       300
    2  cavalo 23-26               200  17 x 200                                   3400       200
    3  cavalo 22-25               200  not 23                                        0         0
    4  rua 22-23-24               150  11 x 150                                   1650       150
    5  quadro 20-21-23-24         125  8 x 125                                    1000       125
    6  linha 19-...-24            110  5 x 110                                     550       110
    7  duzia 2                    700  2 x 700                                    1400       700
    8  coluna 36                  400  23 is not in the column of 36                 0         0
    9  cavalo_de_duzia 2-3        333  half of 333 = 166.5, down                   166       333
    10 encarnado                 2500  1 x 2500                                   2500      2500
    11 menor                     2500  23 is above 18                                0         0
    ==========================  =====  =======================================  ======  ========

    Stakes 7518, prizes 21166, returned 4418.

    R26: duzia (7), encarnado (10), linha (6), rua (4), quadro (5), cavalo (2), pleno (1); the rule
    names no place for the cavalo of dozens (9).
    """
    record = coup(
        "23",
        bet(1, "pleno", "23", 300),
        bet(2, "cavalo", "23-26", 200, seat=2),
        bet(3, "cavalo", "22-25", 200, seat=2),
        bet(4, "rua", "22-23-24", 150, seat=2),
        bet(5, "quadro", "20-21-23-24", 125),
        bet(6, "linha", "19-20-21-22-23-24", 110, seat=3),
        bet(7, "duzia", "2", 700, seat=3),
        bet(8, "coluna", "36", 400),
        bet(9, "cavalo_de_duzia", "2-3", 333, seat=2),
        bet(10, "encarnado", "", 2500),
        bet(11, "menor", "", 2500),
        resultado=Resultado(numero="23", cor="encarnado"),
    )
    result = settled(record)
    assert [(line.prize, line.returned) for line in result.lines] == [
        (10500, 300),
        (3400, 200),
        (0, 0),
        (1650, 150),
        (1000, 125),
        (550, 110),
        (1400, 700),
        (0, 0),
        (166, 333),
        (2500, 2500),
        (0, 0),
    ]
    assert (result.game, result.result) == ("roleta_francesa", {"numero": "23", "cor": "encarnado"})
    assert sum(line.stake for line in result.lines) == 7518
    assert sum(line.prize for line in result.lines) == 21166
    assert sum(line.returned for line in result.lines) == 4418
    lines = {line.bet: line for line in result.lines}
    in_order = tuple(
        Payment(
            seat=lines[n].seat, bets=(n,), amount=lines[n].prize, stake_returned=lines[n].returned
        )
        for n in (7, 9, 10, 6, 4, 5, 2, 1)
    )
    assert judge(structs.replace(record, payments=in_order)).found == ()


def test_a_whole_coup_online_by_hand() -> None:
    """Call bets, number 17: 14-17 and 17-20 of órfãos, 17 of 25 and neighbours, 17 of digit 7.

    órfãos, 10 chips of 50: 2 chips on each cavalo, 4 x 17 x 50 = 3400, 4 x 50 = 200 back.
    25 and 4 neighbours (21 2 25 17 34), 5 chips of 20: 35 x 20 = 700, 20 back.
    digit 7 (7 17 27), 3 chips of 40: 35 x 40 = 1400, 40 back. Both series lose, 900 and 600.
    """
    record = online(
        "17",
        bet(1, "orfaos", "", 500, chips=10),
        bet(2, "vizinhos", "25", 100, chips=5),
        bet(3, "terminacao", "7", 120, chips=3),
        bet(4, "serie_0_2_3", "", 900, chips=9),
        bet(5, "serie_5_8", "", 600, chips=6),
    )
    assert [(line.prize, line.returned) for line in settled(record).lines] == [
        (3400, 200),
        (700, 20),
        (1400, 40),
        (0, 0),
        (0, 0),
    ]
    assert codes(record) == []


def test_each_line_is_explained_in_both_languages() -> None:
    """A line says the number, the arithmetic and this chapter's rule."""
    record = online("17", bet(1, "pleno", "17", 200), bet(2, "par"), bet(3, "terminacao", "7", 300))
    pleno, par, digit = describe(settled(record))["lines"]
    assert pleno["why"]["pt"] == [
        (
            "Saiu o 17 (preto): o pleno 17 ganha 35 vezes 2.00 = 70.00; a aposta, 2.00, é do"
            " jogador. [RF R33 a]"
        )
    ]
    assert par["why"]["en"] == [
        "17 (black) came up: even does not cover it; 1.00 are lost. [RF R26]"
    ]
    assert digit["why"]["pt"] == [
        "terminação 7, 3 fichas: 7 17 27. [RF R40 e]",
        (
            "Saiu o 17 (preto): de 3 fichas ganham 17 (1 × 35); prémio 35/3 de 3.00 = 35.00; voltam"
            " 1/3 = 1.00; as outras fichas perdem-se. [RF R41]"
        ),
    ]


# --- null coups, void rounds, errors -------------------------------------------------------------


def test_a_null_coup_repeated_is_decided_by_the_second_ball() -> None:
    """R27: stakes stay, the ball goes back on the number before, and is launched again."""
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
    elsewhere = structs.replace(record, bola_reposta=(BolaReposta(numero="9", seq=5),))
    assert cited(elsewhere) == [("RA-NUL", "RF R27")]


NOT_REPEATED: Final[dict[str, Any]] = {
    "bola_lancada": (BolaLancada(seq=2),),
    "golpe_nulo": (GolpeNulo(causa="objeto", seq=4),),
    "resultado": None,
}


def test_a_null_coup_not_repeated_decides_nothing_at_a_table() -> None:
    """R27: the stakes lie there until the ball was launched again; a prize for it is RA-NUL."""
    record = coup(None, bet(1, "pleno", "17", seq=1), **NOT_REPEATED)
    assert settled(record).lines[0].outcome is PENDENTE
    assert [(one.code, one.rule) for one in judge(record).found] == [("VOID-MISS", "RF R27")]
    paid = (Payment(seat=1, bets=(1,), amount=3500, stake_returned=100),)
    verdict = judge(structs.replace(record, payments=paid))
    assert [(one.code, one.rule) for one in verdict.found] == [("RA-NUL", "RF R27")]


def test_a_null_coup_not_repeated_is_credited_online() -> None:
    """R49: “nas jogadas nulas ou anuladas” the stakes are credited."""
    record = online(None, bet(1, "pleno", "17", seq=1), bet(2, "par", seq=1), **NOT_REPEATED)
    result = settled(record)
    assert result.void
    assert [(line.outcome, line.due) for line in result.lines] == [(DEVOLVIDA, 100)] * 2
    assert result.lines[0].rules == ("RF R27", "RF R49")
    assert codes(record) == []
    assert [one.code for one in judge(record).found] == ["VOID-REFUND", "VOID-REFUND"]


def test_an_online_round_without_a_number_is_void() -> None:
    """R47, R49: the operator's system failed: every stake is credited."""
    record = online(None, bet(1, "orfaos", valor=500), void=Void(cause="avaria", side="operator"))
    result = settled(record)
    assert result.void
    assert (result.lines[0].outcome, result.lines[0].due) == (DEVOLVIDA, 500)
    assert result.lines[0].rules == ("RF R47", "RF R49")
    assert codes(record) == []


@pytest.mark.parametrize(("numero", "outcome"), [("17", GANHA), (None, PENDENTE)])
def test_the_players_own_network_voids_nothing(numero: str | None, outcome: Outcome) -> None:
    """R48: the round stands; it never gives a refund."""
    record = online(numero, bet(1, "pleno", "17"), void=Void(cause="rede", side="player"))
    assert settled(record).lines[0].outcome is outcome
    assert cited(record) == [("VOID-NET", "RF R48")]


def test_a_round_whose_number_stands_is_not_void() -> None:
    """online.md: what is in the signed ledger can be determined, and is paid."""
    for mode, rule in (("physical", "RF R27"), ("shared", "RF R47")):
        record = coup("17", bet(1, "pleno", "17"), mode=mode, void=Void(cause="avaria"))
        assert settled(record).lines[0].outcome is GANHA
        assert cited(record) == [("VOID-BAD", rule)]


def test_an_online_prize_without_a_number() -> None:
    """R47: no number was shown, the round was not void, and something was paid (VOID-MISS)."""
    paid = (Payment(seat=1, bets=(1,), amount=100, stake_returned=100),)
    record = online(None, bet(1, "par"), payments=paid)
    assert [(one.code, one.rule) for one in judge(record).found] == [("VOID-MISS", "RF R47")]


def test_what_fell_in_and_nobody_called_null() -> None:
    """R27: noted while the ball ran and not called null: VOID-MISS; the number settles."""
    noted = (ErrorNoted(error="objeto", at=at("20:00:05")),)
    ran = {
        "bola_lancada": (BolaLancada(at=at("20:00:00")),),
        "resultado": Resultado(numero="17", at=at("20:00:20")),
    }
    record = coup(None, bet(1, "pleno", "17"), errors=noted, **ran)
    assert settled(record).lines[0].outcome is GANHA
    assert cited(record) == [("VOID-MISS", "RF R27")]
    called = structs.replace(
        record,
        golpe_nulo=(GolpeNulo(causa="objeto", at=at("20:00:06")),),
        bola_lancada=(BolaLancada(at=at("20:00:00")), BolaLancada(at=at("20:00:10"))),
    )
    assert codes(called) == []


def test_marks_taken_off_are_rebuilt() -> None:
    """R32: by the technical means; where they show nothing, by the player's word."""
    says, shows = (Marca(tipo="pleno", selecao="17", valor=valor) for valor in (500, 200))
    record = coup(
        "17",
        bet(1, "pleno", "20"),
        reconstituidas=(
            Reconstituida(bet=1, seat=1, tecnico=shows, jogador=says),
            Reconstituida(bet=2, seat=4, jogador=says),
        ),
    )
    assert [line.prize for line in settled(record).lines] == [7000, 17500]


def test_a_late_bet_goes_back() -> None:
    """R16 at the table, R43 online: nothing after the call; the stake is returned."""
    for mode, rule in (("physical", "RF R16"), ("shared", "RF R43")):
        record = coup(
            "17",
            bet(1, "pleno", "17", seq=10),
            bet(2, "pleno", "17", seq=12),
            nada_mais=Moment(seq=11),
            mode=mode,
        )
        assert [line.outcome for line in settled(record).lines] == [GANHA, DEVOLVIDA]
        assert cited(record) == [("BET-LATE", rule)]


def test_a_change_after_the_call_does_not_count() -> None:
    """R16: bets may not be altered either."""
    record = coup(
        "17",
        bet(1, "pleno", "20", seq=1),
        alteracoes=(BetChange(bet=1, selecao="17", seq=9),),
        nada_mais=Moment(seq=8),
    )
    assert settled(record).lines[0].outcome is PERDE
    assert cited(record) == [("BET-LATE", "RF R16")]


# --- faults of bets and of the table -------------------------------------------------------------


@pytest.mark.parametrize(
    ("roda", "prato", "wrong"),
    [
        ("francesa37", (), False),
        ("francesa37", PLATE[7:] + PLATE[:7], False),
        ("americana37", (), True),
        ("americana38", (), True),
        ("francesa37", PLATES["americana37"], True),
        ("x", (), True),
    ],
)
def test_only_the_french_order_is_admitted(
    roda: str, prato: tuple[str, ...], *, wrong: bool
) -> None:
    """R4: roleta americana's other two plates are none of roleta francesa."""
    record = coup("17", bet(1, "par"), roda=roda, prato=prato)
    assert cited(record) == ([("RA-WHEEL", "RF R4")] if wrong else [])


@pytest.mark.parametrize(
    ("numero", "cor", "expected"),
    [
        ("17", "preto", []),
        ("17", "encarnado", [("RES-IMPOSS", "RF R28")]),
        ("1", "vermelho", []),
        ("0", "preto", [("RES-IMPOSS", "RF R28")]),
        ("00", None, [("RES-IMPOSS", "RF R4")]),
        ("37", None, [("RES-IMPOSS", "RF R4")]),
    ],
)
def test_the_number_and_its_colour_are_the_plates(
    numero: str, cor: str | None, expected: list[tuple[str, str]]
) -> None:
    """R4, R8, R28: 37 pockets with one zero, each with its colour."""
    record = coup(None, bet(1, "par"), resultado=Resultado(numero=numero, cor=cor))
    assert cited(record) == expected


@pytest.mark.parametrize(
    ("tipo", "selecao"),
    [
        ("cavalo", "17-21"),
        ("rua", "2-3-4"),
        ("quadro", "3-4-6-7"),
        ("pleno", "00"),
        ("cavalo_de_duzia", "1-3"),
        ("cavalo_de_coluna", "34-36"),
        ("vadios", ""),
    ],
)
def test_what_the_cloth_cannot_have_goes_back(tipo: str, selecao: str) -> None:
    """R17, R18: one finding, and the stake is returned."""
    record = coup("2", bet(1, tipo, selecao), bet(2, "par"))
    assert [line.outcome for line in settled(record).lines] == [DEVOLVIDA, GANHA]
    assert cited(record) == [("RA-GEOM", "RF R17-18")]


@each("tipo", list(RULES.maximum_per_minimum))
def test_the_tables_limits_keep_the_rules_ratio(tipo: str) -> None:
    """R20, with the part that stands displaced after R14: so many times the minimum."""
    times = {
        "pleno": 30,
        "cavalo": 60,
        "rua": 90,
        "quadro": 120,
        "linha": 180,
        **dict.fromkeys(("duzia", "coluna"), 360),
        **dict.fromkeys(("cavalo_de_duzia", "cavalo_de_coluna"), 720),
        **dict.fromkeys(SIMPLE, 540),
    }[tipo]
    rule = "RF R20 b" if tipo in SIMPLE else "RF R20 a"
    within = coup("1", limites={tipo: Limit(minimum=25, maximum=25 * times)})
    beyond = coup("1", limites={tipo: Limit(minimum=25, maximum=25 * times + 1)})
    assert (cited(within), cited(beyond)) == ([], [("RA-R21", rule)])


@pytest.mark.parametrize(
    ("valor", "code"), [(99, "BET-MIN"), (100, None), (3000, None), (3001, "BET-MAX")]
)
def test_stakes_keep_to_the_tables_limits(valor: int, code: str | None) -> None:
    """R19, R20: from the minimum to the maximum, both included; the stake plays in full."""
    limits = {"pleno": Limit(minimum=100, maximum=3000)}
    record = coup("17", bet(1, "pleno", "17", valor), limites=limits)
    assert settled(record).lines[0].prize == 35 * valor
    assert cited(record) == ([(code, "RF R19-20")] if code else [])


def test_colours_are_those_of_roleta_americana() -> None:
    """R1: where a table has colours, one is one player's, and worth what the display says."""
    held = (CorAtribuida(cor="azul", seat=1, valor=50),)
    right = coup("1", bet(1, "par", valor=150, cor="azul"), cores_atribuidas=held)
    assert codes(right) == []
    shared = coup("1", bet(1, "par", cor="azul"), bet(2, "par", cor="azul", seat=2))
    assert cited(shared) == [("RA-COLOR", "RF R1, RA R22")]
    part = coup("1", bet(1, "par", valor=120, cor="azul"), cores_atribuidas=held)
    assert cited(part) == [("BET-MULT", "RF R1, RA R26")]


def test_bets_and_ball_wait_for_the_last_payment() -> None:
    """R15, R21: neither the call nor the ball may come before it."""
    before = Anterior(pagamentos_fim=Moment(seq=10))
    late = coup("1", anterior=before, apostas_abertas=Moment(seq=11))
    assert codes(late) == []
    early = structs.replace(late, apostas_abertas=Moment(seq=8), bola_lancada=(BolaLancada(seq=9),))
    assert cited(early) == [("BET-EARLY", "RF R15"), ("BET-EARLY", "RF R21")]
    before_call = coup("1", bet(1, "par", seq=3), apostas_abertas=Moment(seq=4))
    assert cited(before_call) == [("BET-EARLY", "RF R15")]


def test_the_balls_take_turns_by_the_hour() -> None:
    """R11: an hour of one ball, not a second more, and the change is said aloud."""
    changed = BolaTrocada(at=at("20:00:00"))
    for clock, expected in (("21:00:00", []), ("21:00:01", [("RA-BALL", "RF R11")])):
        record = coup("1", bola_trocada=changed, bola_lancada=(BolaLancada(at=at(clock)),))
        assert cited(record) == expected
    silent = coup(
        "1",
        bola_trocada=structs.replace(changed, anunciada=False),
        bola_lancada=(BolaLancada(at=at("20:01:00")),),
    )
    assert cited(silent) == [("RA-BALL", "RF R11")]


def test_a_ball_that_failed_is_replaced() -> None:
    """R23: launched again after a defect was noted, with no new ball on record: EQ-BAD."""
    noted = (ErrorNoted(error="defeito", at=at("20:10:00")),)
    balls = (BolaLancada(at=at("20:12:00")),)
    old, new = BolaTrocada(at=at("20:00:00")), BolaTrocada(at=at("20:11:00"))
    same = coup("1", errors=noted, bola_lancada=balls, bola_trocada=old)
    assert cited(same) == [("EQ-BAD", "RF R23")]
    assert codes(structs.replace(same, bola_trocada=new)) == []
    # Noted after the launch: the next coup shows whether a new ball came.
    assert codes(structs.replace(same, bola_lancada=(BolaLancada(at=at("20:09:00")),))) == []


def staff(*roles: str, since: str = "20:00:00") -> tuple[Shift, ...]:
    """Return people at these posts."""
    return tuple(
        Shift(person=f"c{n}", role=role, since=at(since)) for n, role in enumerate(roles, 1)
    )


@pytest.mark.parametrize(
    ("roles", "wrong"),
    [
        (("lancador", "pagador", "fiscal"), False),
        (("pagador", "pagador", "fiscal"), False),
        (("lancador", "pagador", "fiscal", "chefe_de_banca"), False),
        (("pagador", "fiscal"), True),
        (("lancador", "pagador"), True),
        (("lancador", "fiscal", "chefe_de_banca"), True),
    ],
)
def test_three_people_run_the_table(roles: tuple[str, ...], *, wrong: bool) -> None:
    """R3: who launches, who pays, and a fiscal; a chefe de banca may join them."""
    record = coup("1", pessoal=staff(*roles))
    assert cited(record) == ([("STAFF-MIN", "RF R3")] if wrong else [])
    assert codes(structs.replace(record, records=("bets", "payouts"))) == []


def test_who_launches_stays_an_hour_at_most() -> None:
    """R24, R34: counted for whoever launched; who pays is not meant."""
    people = staff("lancador", "pagador", "fiscal")

    def launched(clock: str, by: str | None) -> list[tuple[str, str]]:
        return cited(coup("1", pessoal=people, bola_lancada=(BolaLancada(at=at(clock), by=by),)))

    assert launched("21:00:00", "c1") == []
    assert launched("21:00:01", "c1") == [("STAFF-1H", "RF R24, RF R34")]
    assert launched("21:00:01", None) == [("STAFF-1H", "RF R24, RF R34")]
    two_pagadores = coup(
        "1",
        pessoal=staff("pagador", "pagador", "fiscal"),
        bola_lancada=(BolaLancada(at=at("21:30:00")),),
    )
    assert codes(two_pagadores) == []  # which of them launched is not recorded


# --- payments ------------------------------------------------------------------------------------


def pay(number: int, amount: int, returned: int = 0, seat: int = 1) -> Payment:
    """Return a payment of one bet."""
    return Payment(seat=seat, bets=(number,), amount=amount, stake_returned=returned)


def blamed(record: RoletaFrancesaRecord, *payments: Payment) -> list[tuple[str, str]]:
    """Return codes and rules of a coup with these payments."""
    verdict = judge(structs.replace(record, payments=payments))
    return [(one.code, one.rule) for one in verdict.found]


def test_a_stake_or_half_of_it_left_to_who_lost_it_to_zero_is_named() -> None:
    """R29: zero takes a simple chance whole."""
    zero = coup("0", bet(1, "preto"))
    assert blamed(zero) == []
    assert blamed(zero, pay(1, 0, 50)) == [("RA-ZERO", "RF R29")]
    assert blamed(zero, pay(1, 0, 100)) == [("RA-ZERO", "RF R29")]


ORDERED: Final = coup(
    "17",
    bet(1, "coluna", "35", seat=1),
    bet(2, "duzia", "2", seat=2),
    bet(3, "preto", seat=1),
    bet(4, "linha", "13-14-15-16-17-18", seat=1),
    bet(5, "rua", "16-17-18", seat=2),
    bet(6, "quadro", "16-17-19-20", seat=2),
    bet(7, "cavalo", "17-20", seat=1),
    bet(8, "pleno", "17", seat=3),
    bet(9, "cavalo_de_duzia", "2-3", seat=3),
)


def in_order(*numbers: int) -> list[str]:
    """Return the codes when the ordered coup's bets are paid in this order."""
    lines = {line.bet: line for line in settled(ORDERED).lines}
    payments = (pay(n, lines[n].prize, lines[n].returned, lines[n].seat) for n in numbers)
    return [code for code, _ in blamed(ORDERED, *payments)]


def test_dozens_are_paid_before_simple_chances() -> None:
    """R26: the other way about than in roleta americana; a cavalo of dozens has no place."""
    assert in_order(1, 2, 3, 4, 5, 6, 7, 8, 9) == []
    assert in_order(9, 1, 2, 3, 4, 5, 6, 7, 8) == []
    assert in_order(1, 3, 2, 4, 5, 6, 7, 8, 9) == ["PAY-ORDER"]
    assert in_order(8, 1, 2, 3, 4, 5, 6, 7, 9) == ["PAY-ORDER"]


def test_one_players_prizes_may_go_together() -> None:
    """R25: “sem prejuízo”: player by player, each in the order; who goes first nobody says."""
    assert in_order(1, 3, 4, 7, 2, 5, 6, 8, 9) == []
    assert in_order(2, 5, 6, 1, 3, 4, 7, 8, 9) == []
    assert in_order(2, 6, 5, 1, 3, 4, 7, 8, 9) == ["PAY-ORDER"]


# --- online --------------------------------------------------------------------------------------


def test_the_betting_time_is_the_same_for_all() -> None:
    """R42: at a shared table the time is the one fixed, as said and as it went."""
    calls = {
        "apostas_abertas": Moment(seq=1, at=at("20:00:00")),
        "nada_mais": Moment(seq=9, at=at("20:00:30")),
    }
    right = online("17", bet(1, "par", seq=2), tempo_apostas=30, segundos=30, **calls)
    assert codes(right) == []
    assert cited(structs.replace(right, segundos=25, nada_mais=Moment(seq=9))) == [
        ("ONL-TIME", "RF R42")
    ]
    short = structs.replace(right, nada_mais=Moment(seq=9, at=at("20:00:20")))
    assert [(one.code, one.recorded) for one in found(short)] == [("ONL-TIME", "20.000 s")]
    assert codes(structs.replace(short, mode="exclusive")) == []


@pytest.mark.parametrize(
    ("session", "mode", "expected"),
    [
        (PlayerSession(session="s", rounds=9, history=9), SHARED, []),
        (PlayerSession(session="s", rounds=9, history=8), SHARED, [("ONL-HIST", "RF R50")]),
        (PlayerSession(session="s", ended_by="player", cause="own"), SHARED, []),
        (PlayerSession(session="s", ended_by="operator", cause="idle_rounds"), SHARED, []),
        (
            PlayerSession(session="s", ended_by="operator", cause="idle"),
            SHARED,
            [("ONL-EXCL", "RF R52")],
        ),
        (PlayerSession(session="s", ended_by="operator", cause="idle"), "exclusive", []),
        (
            PlayerSession(session="s", ended_by="operator", cause="idle_rounds"),
            "exclusive",
            [("ONL-EXCL", "RF R52")],
        ),
        (
            PlayerSession(session="s", ended_by="operator", cause="winning"),
            SHARED,
            [("ONL-EXCL", "RF R52")],
        ),
        (PlayerSession(session="s", restricted=True, diagnosed=True), SHARED, []),
        (PlayerSession(session="s", restricted=True), SHARED, [("ONL-EXCL", "RF R51")]),
    ],
)
def test_sessions_end_as_the_rules_allow(
    session: PlayerSession, mode: str, expected: list[tuple[str, str]]
) -> None:
    """R50-R52: a whole history; ended for idleness of the table's kind; restricted by diagnosis."""
    record = coup("17", mode=mode, sessoes=(session,))
    assert cited(record) == expected


def test_a_demonstration_gives_free_play_only() -> None:
    """R53: any other prize is a finding; a round for money may be paid in money."""
    record = coup("17", mode="demo", meios=("free_play", "account"))
    assert cited(record) == [("ONL-DEMO", "RF R53")]
    assert codes(structs.replace(record, meios=("free_play",))) == []
    assert codes(structs.replace(record, mode=SHARED)) == []


# --- the record and the register -----------------------------------------------------------------


def test_a_record_is_read_from_json() -> None:
    """The field names of the page; numbers are texts."""
    record = decode_record(
        '{"game": "roleta_francesa", "mode": "exclusive",'
        ' "bets": [{"bet": 1, "seat": 3, "tipo": "terminacao", "selecao": "7", "valor": 300}],'
        ' "resultado": {"numero": "27"}}'
    )
    assert isinstance(record, RoletaFrancesaRecord)
    assert settled(record).lines[0].due == 3600


def test_every_rule_is_accounted_for_once() -> None:
    """R1 to R54, none of them missing."""
    assert sorted(int(one.rule[1:]) for one in COVERAGE) == list(range(1, 55))
    assert not [one.rule for one in COVERAGE if one.status == "missing"]
