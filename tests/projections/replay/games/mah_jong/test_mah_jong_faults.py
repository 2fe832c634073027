"""Mah-jong: wrong money, impossible material, voids; and what holds for every record."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.mah_jong import (
    COVERAGE,
    GAME,
    Capital,
    Cobranca,
    Comissao,
    Escalao,
    Lance,
    MahJongRecord,
    Mostrada,
    Responsavel,
    settle,
    verify,
)
from projections.replay.kit.bets import Bet
from projections.replay.kit.tiles import MAH_JONG, MAH_JONG_SIMPLIFIED
from projections.replay.profiles.cabo_verde_2017 import MAH_JONG as RULES
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import judge
from projections.replay.settlement import Outcome, Settlement, describe
from tests.helpers.each import each
from tests.projections.replay.games.mah_jong.mah_jong_cases import (
    BY_3_FROM_2,
    ESTE,
    KAI_VU,
    NORTE,
    OESTE,
    SHOWN,
    SUL,
    UNITS,
    WALL,
    WRONG,
    buys,
    capital,
    codes,
    deal,
    drops,
    facts,
    found,
    game,
    kai_vu,
    lays,
    moved,
    named,
    paid,
    pieces,
    result,
    shows,
    small,
    taken,
    wins,
    won_by_oeste,
)

# --- money that went another way -------------------------------------------------------------


def test_right_money_has_no_fault() -> None:
    """R30: 200 of the banker and 100 of each other, 400 to the winner; in one sum or in several."""
    assert named(won_by_oeste()) == []
    assert named(won_by_oeste(payments=paid(p3=300) + paid(p3=100))) == []


@pytest.mark.parametrize(
    ("payments", "cobrancas", "expected"),
    [
        # Counted as one fán.
        (
            paid(p3=800),
            taken(p1=400, p2=200, p4=200),
            [
                ("MJ-FAN", "MJ R30", 1, 200),
                ("MJ-FAN", "MJ R30", 2, 100),
                ("MJ-FAN", "MJ R30", 4, 100),
                ("MJ-FAN", "MJ R30", 3, 400),
            ],
        ),
        # The banker did not pay double.
        (
            paid(p3=300),
            taken(p1=100, p2=100, p4=100),
            [("MJ-FAN", "MJ R30", 1, -100), ("MJ-FAN", "MJ R30", 3, -100)],
        ),
        # Another sum, for which no count is a reason.
        (
            paid(p3=401),
            taken(p1=201, p2=100, p4=100),
            [("PAY-DIFF", "MJ R30", 1, 1), ("PAY-DIFF", "MJ R17, MJ R30", 3, 1)],
        ),
        # Sul was charged with all, and nobody had ruled it.
        (
            paid(p3=400),
            taken(p2=400),
            [
                ("MJ-LIAB", "", 1, -200),
                ("MJ-LIAB", "", 2, 300),
                ("MJ-LIAB", "", 4, -100),
            ],
        ),
        # Norte was forgotten.
        (
            paid(p3=300),
            taken(p1=200, p2=100),
            [("PAY-NONE", "MJ R30", 4, -100), ("MJ-FAN", "MJ R30", 3, -100)],
        ),
        # Paid to nobody, or to somebody who had won nothing.
        ((), taken(p1=200, p2=100, p4=100), [("PAY-NONE", "MJ R17, MJ R30", 3, -400)]),
        (
            paid(p3=400, p2=50),
            taken(p1=200, p2=100, p4=100),
            [("PAY-DIFF", "MJ R17, MJ R30", 2, 50)],
        ),
        # What Sul gave went to Norte.
        (
            paid(p3=400),
            (*taken(p1=200, p4=100), Cobranca(seat=2, valor=100, to=4)),
            [("PAY-DIFF", "", 2, 100)],
        ),
    ],
)
def test_wrong_money(
    payments: tuple[Payment, ...],
    cobrancas: tuple[Cobranca, ...],
    expected: list[tuple[str, str, int | None, int | None]],
) -> None:
    """R30: each fault by its own name, to whom and by how much."""
    record = won_by_oeste(payments=payments, cobrancas=cobrancas)
    assert sorted(named(record), key=str) == sorted(expected, key=str)


def test_a_win_above_the_capital() -> None:
    """R35: MJ-CAP where the winner got, and a loser gave, what no capital limited."""
    capitals = capital(p3=200)
    right = won_by_oeste(
        capitais=capitals, payments=paid(p3=200), cobrancas=taken(p1=100, p2=50, p4=50)
    )
    assert named(right) == []
    assert named(won_by_oeste(capitais=capitals)) == [
        ("MJ-CAP", "MJ R35", 1, 100),
        ("MJ-CAP", "MJ R35", 2, 50),
        ("MJ-CAP", "MJ R35", 4, 50),
        ("MJ-CAP", "MJ R35", 3, 200),
    ]


def test_commission_faults() -> None:
    """R31: MJ-COM where the table's percentage was not taken, or where there is no table."""
    five = (Escalao(ppm=50_000),)
    right = won_by_oeste(
        comissao=five, payments=paid(p3=380), comissoes=(Comissao(valor=20, seat=3),)
    )
    assert named(right) == []
    assert named(structs.replace(right, comissoes=())) == [("MJ-COM", "MJ R31", 3, -20)]
    gross = structs.replace(right, payments=paid(p3=400))
    assert named(gross) == [("MJ-COM", "MJ R31", 3, 20)]
    more = structs.replace(right, comissoes=(Comissao(valor=21, seat=3),))
    assert named(more) == [("MJ-COM", "MJ R31", 3, 1)]
    assert named(won_by_oeste(comissoes=(Comissao(valor=9),))) == [("MJ-COM", "MJ R31", 3, 9)]
    session = structs.replace(right, comissoes=(Comissao(valor=20, mode="session"),))
    assert [(one.code, one.facts) for one in found(session)] == [("MJ-COM", {"modes": ["session"]})]


def test_indemnities_wrongly_paid() -> None:
    """R43: MJ-FALSE where the indemnity is not the rule's, or a false winner was paid."""
    record = game(
        wins(3, None, "b5"),
        mostradas=(shows(3, *WRONG),),
        records=("payouts", "collections"),
        payments=paid(p1=400, p2=200, p4=200),
        cobrancas=taken(p3=800),
    )
    assert codes(record) == ["MJ-WIN"]
    short = structs.replace(record, payments=paid(p1=200, p2=200, p4=200), cobrancas=taken(p3=600))
    assert named(short)[1:] == [("MJ-FALSE", "MJ R43", 3, -200), ("MJ-FALSE", "MJ R43", 1, -200)]
    as_a_win = structs.replace(
        record, payments=paid(p3=400), cobrancas=taken(p1=200, p2=100, p4=100)
    )
    assert {one.code for one in found(as_a_win)[1:]} == {"MJ-FALSE"}


def test_amounts_are_not_judged_without_a_table_of_units() -> None:
    """No unit, no amount: lines are pending; a table that pays more for less is REG-RULE."""
    record = won_by_oeste(unidades=())
    assert {line.outcome for line in settle(record, RULES).lines} == {Outcome.PENDENTE}
    assert codes(record) == []
    for units in ((100, 200), (-1, 2, 4), (400, 200, 100)):
        assert facts(won_by_oeste(unidades=units)) == [("REG-RULE", "MJ R30", "unidades")]


def test_a_grade_that_hangs_on_an_unknown_wind() -> None:
    """R28 b: with a set of Sul shown by Oeste the roda decides, and it is not recorded."""
    hand = ("SSS", "n456", "c789", "b67", "n99")
    record = kai_vu(vento=None, mostradas=(shows(3, *hand),))
    assert {line.outcome for line in settle(record, RULES).lines} == {Outcome.PENDENTE}
    assert result(record) == {"vencedor": 3, "banca_seguinte": 2}
    assert moved(kai_vu(vento="sul", mostradas=(shows(3, *hand),)))[3] == 800
    assert moved(kai_vu(vento=None))[3] == 400  # kai vu in any roda


def test_a_hand_that_was_not_shown() -> None:
    """R17: who wins presents his pieces; where the record has none, MJ-WIN and no amount."""
    record = game(*BY_3_FROM_2)
    assert facts(record) == [("MJ-WIN", "MJ R17", "sem_pedras")]
    assert {line.outcome for line in settle(record, RULES).lines} == {Outcome.PENDENTE}
    assert "banca_seguinte" not in result(record)


# --- material --------------------------------------------------------------------------------


@each(
    ("fields", "expected"),
    [
        ({"pedras": 136, "dados": (1, 2, 3)}, []),
        ({"pedras": 135}, [("MJ-SET", "MJ R4", "pedras")]),
        ({"dados": (1, 2, 3, 4)}, [("MJ-SET", "MJ R3", "dados")]),
        ({"dados": (1, 2)}, [("RES-IMPOSS", "", "dados")]),  # the third was not read
        ({"dados": (1, 2, 7)}, [("RES-IMPOSS", "", "dados")]),
        ({"lugares": (1, 2, 3)}, [("MJ-SET", "MJ R5", "jogadores")]),
        ({"lugares": (1, 2, 3, 4, 4)}, [("MJ-SET", "MJ R5", "jogadores")]),
        ({"lugares": ()}, [("MJ-SET", "MJ R5", "jogadores")]),
        ({"vento": "nordeste"}, [("RES-IMPOSS", "", "vento")]),
        ({"mode": "shared"}, [("ONL-NONE", "Art. 2", None)]),
        ({"mostradas": (shows(4, "EEEEE"),)}, [("RES-IMPOSS", "", "pedra")]),
        ({"mostradas": (Mostrada(seat=4, pedras=("dragao",)),)}, [("RES-IMPOSS", "", "pedra")]),
        ({"lances": (Lance(seat=9, tipo="descarte"),)}, [("MJ-SET", "MJ R5", "lugar")]),
        ({"lances": (Lance(seat=1, tipo="salto"),)}, [("RES-IMPOSS", "", "lance")]),
    ],
)
def test_material(fields: dict[str, Any], expected: list[tuple[str, str, object]]) -> None:
    """R3-R5: players, dice and pieces; what cannot be is a finding."""
    assert facts(game(**fields)) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"pedras": 112, "dados": (6, 6), "lugares": (1, 2)}, []),
        ({"lugares": (1, 2, 3, 4)}, []),
        ({"pedras": 136}, [("MJ-SET", "MJ R47", "pedras")]),
        ({"dados": (1, 2, 3)}, [("MJ-SET", "MJ R46", "dados")]),
        ({"lugares": (1,)}, [("MJ-SET", "MJ R48", "jogadores")]),
        ({"mostradas": (shows(2, "E"),)}, [("RES-IMPOSS", "", "pedra")]),
    ],
)
def test_material_of_the_simplified_game(
    fields: dict[str, Any], expected: list[tuple[str, str, object]]
) -> None:
    """R46-R48: two dice, 112 pieces without winds, two to four players."""
    assert facts(small(**fields)) == expected


def walled(*lances: Lance, wall: tuple[str, ...] = WALL) -> MahJongRecord:
    """Return a game dealt from a known wall: 13 pieces each, one more for the banker."""
    order = [seat for _ in range(3) for seat in (1, 2, 3, 4) for _ in range(4)] + [1, 1, 2, 3, 4]
    draws = [
        Lance(seat=seat, tipo="compra", pedra=tile) for seat, tile in zip(order, WALL, strict=False)
    ]
    return game(*draws, *lances, muralha=wall)


def test_a_known_wall_gives_its_pieces_in_order() -> None:
    """R9-R12, R25: from the front, for k'ongs from the end; RES-IMPOSS where another came."""
    assert codes(walled()) == []
    # The first 53 are bambus, números 1-4 and one 5; the next is a 5, the last a norte.
    first = (drops(1, "b1"), buys(2, "n5"))
    assert codes(walled(*first)) == []
    (fault,) = found(walled(first[0], buys(2, "n6")))
    assert (fault.code, fault.expected, fault.recorded) == ("RES-IMPOSS", "numero-5", "numero-6")
    short = walled(wall=WALL[:-1])
    assert facts(short) == [("MJ-SET", "MJ R4", "pedras")]
    double = walled(wall=(*WALL[:-1], "este"))
    assert facts(double) == [("RES-IMPOSS", "", "pedra")]


def test_the_replacement_is_the_walls_last_piece() -> None:
    """R25: it is Norte, the end of the last row, and not the next of the front."""
    # Este was dealt the four ones of bambus at once (R10: two groups).
    kong = lays(1, "k_ong_fechado", "b1111")
    assert codes(walled(kong, buys(1, "V", substituicao=True)))[0] == "RES-IMPOSS"
    last = WALL[-1]
    record = walled(kong, Lance(seat=1, tipo="compra", pedra=last, substituicao=True))
    assert codes(record) == []


def test_a_deal_in_another_order() -> None:
    """R11, R12: each draws four in his turn; MJ-PRIO at the first that was another's."""
    draws = deal(ESTE, SUL, OESTE, NORTE)
    assert codes(game(*draws)) == []
    swapped = (draws[4], *draws[1:4], draws[0], *draws[5:])
    assert facts(game(*swapped)) == [("MJ-PRIO", "MJ R11", "vez")]
    unequal = (structs.replace(draws[0], seat=2), *draws[1:])
    assert [(one.code, one.rule) for one in found(game(*unequal))] == [
        ("MJ-SET", "MJ R11"),
        ("MJ-SET", "MJ R11"),
        ("MJ-PRIO", "MJ R11"),
    ]


def test_pieces_that_a_known_hand_does_not_hold() -> None:
    """RES-IMPOSS where a player discards, lays or shows what he was never dealt."""
    draws = deal(ESTE, SUL, OESTE, NORTE)
    assert facts(game(*draws, drops(1, "V"))) == [("RES-IMPOSS", "", "mao")]
    laid = (*draws, drops(1, "S"), lays(4, "p_ong", "SSS", de=1))
    assert facts(game(*laid)) == [("RES-IMPOSS", "", "mao")]
    shown = game(*draws, drops(1, "S"), buys(2, "c1"), wins(2), mostradas=(shows(2, *KAI_VU),))
    assert ("RES-IMPOSS", "", "mao") in facts(shown)


def test_more_pieces_than_the_wall_has() -> None:
    """R4: 136 are all there are; MJ-SET at the 137th draw."""
    lances = [drops(1, "N")]
    for step in range(83):
        lances += [buys((step + 1) % 4 + 1), Lance(seat=(step + 1) % 4 + 1, tipo="descarte")]
    full = [one for one in found(game(*lances, records=("cards",))) if one.code == "MJ-SET"]
    assert full == []
    over = game(*lances, buys(1))
    assert [one.facts["fact"] for one in found(over) if one.code == "MJ-SET"] == ["muralha"]


def test_a_winning_piece_that_was_not_the_discard() -> None:
    """RES-IMPOSS: Sul discarded b5, and the win names b8; what lies on the table counts."""
    record = game(*BY_3_FROM_2[:3], wins(3, 2, "b8"), mostradas=SHOWN)
    assert facts(record) == [("RES-IMPOSS", "", "pedra_do_ganho")]
    assert result(record)["vencedor"] == 3


def test_no_bets() -> None:
    """What is staked on a chance goes back: the game has none, and REG-RULE says so."""
    bet = Bet(bet=1, seat=2, tipo="pleno", valor=500)
    record = won_by_oeste(bets=(bet,))
    line = settle(record, RULES).lines[-1]
    assert (line.outcome, line.due) == (Outcome.DEVOLVIDA, 500)
    back = Payment(seat=2, amount=0, bets=(1,), stake_returned=500)
    assert codes(structs.replace(record, payments=(*paid(p3=400), back))) == ["REG-RULE"]


# --- voids -----------------------------------------------------------------------------------


def test_a_void_without_a_ground() -> None:
    """The section has no void but a false win: a won game stands as played, with VOID-BAD."""
    void = Void(cause="engano")
    assert moved(kai_vu(void=void)) == moved(kai_vu())
    assert codes(kai_vu(void=void)) == ["VOID-BAD"]
    unfinished = game(drops(1, "N"), void=void)
    settlement = settle(unfinished, RULES)
    assert settlement.void
    assert {line.due for line in settlement.lines} == {0}
    assert codes(unfinished) == ["VOID-BAD"]


def test_a_void_with_a_ground() -> None:
    """R42, R4: the game of a false win is null; nor can one be played with 135 pieces."""
    void = Void(cause="falso ganho", rule="MJ R42")
    assert codes(kai_vu(mostradas=(shows(3, *WRONG),), void=void)) == ["MJ-WIN"]
    assert codes(game(drops(1, "N"), pedras=135, void=void)) == ["MJ-SET"]


# --- for every record ------------------------------------------------------------------------

TILES = st.sampled_from([*MAH_JONG, "dragao", "bambu-10", ""])
SEATS = st.integers(-1, 5)
AMOUNTS = st.integers(-500, 5_000)
WORDS = st.sampled_from(
    ["compra", "descarte", "ch_i", "p_ong", "k_ong", "k_ong_fechado", "ganho", "outro"]
)
WILD_LANCES = st.builds(
    Lance,
    seat=SEATS,
    tipo=WORDS,
    pedra=st.none() | TILES,
    pedras=st.lists(TILES, max_size=5).map(tuple) | TILES.map(lambda tile: (tile,) * 4),
    de=st.none() | SEATS,
    substituicao=st.booleans(),
    ultima=st.booleans(),
    roubo=st.booleans(),
    feito=st.booleans(),
)


def several(one: st.SearchStrategy[Any], most: int = 4) -> st.SearchStrategy[tuple[Any, ...]]:
    """Give a few of a kind."""
    return st.lists(one, max_size=most).map(tuple)


WILD = st.builds(
    MahJongRecord,
    mode=st.sampled_from(["physical", "shared", "demo"]),
    variante=st.sampled_from(["convencional", "simplificado"]),
    lugares=st.just((1, 2, 3, 4)) | several(SEATS, 5),
    vento=st.sampled_from([None, "este", "sul", "x"]),
    dados=several(st.integers(-3, 9)),
    pedras=st.none() | st.integers(0, 200),
    muralha=st.just(()) | st.just(WALL) | several(TILES),
    lances=several(WILD_LANCES, 14),
    mostradas=several(
        st.builds(Mostrada, seat=SEATS, pedras=st.just(pieces("b123", "VV")) | several(TILES, 14))
    ),
    capitais=several(st.builds(Capital, seat=SEATS, valor=AMOUNTS)),
    unidades=st.just(UNITS) | several(AMOUNTS),
    comissao=several(
        st.builds(Escalao, desde=AMOUNTS, ppm=st.integers(0, 1_000_000), fixo=AMOUNTS)
    ),
    responsaveis=several(
        st.builds(
            Responsavel, seat=SEATS, rule=st.sampled_from(["R36", "MJ R37", "R40", "R74", ""])
        )
    ),
    bets=several(
        st.builds(Bet, bet=st.integers(1, 3), seat=SEATS, tipo=st.just("x"), valor=AMOUNTS)
    ),
    cobrancas=several(st.builds(Cobranca, seat=SEATS, valor=AMOUNTS, to=st.none() | SEATS)),
    comissoes=several(st.builds(Comissao, valor=AMOUNTS, mode=st.sampled_from([None, "session"]))),
    payments=several(st.builds(Payment, seat=SEATS, amount=AMOUNTS)),
    void=st.none() | st.just(Void(cause="x")),
    errors=several(st.just(ErrorNoted(error="viu_pedras", seat=2))),
)


def conserved(settlement: Settlement) -> bool:
    """Tell whether what some lose is what others win and the house keeps."""
    plain = [line for line in settlement.lines if line.bet is None]
    lost = sum(line.stake - line.returned for line in plain)
    won = sum(line.prize for line in plain)
    return lost == won + sum(one.amount for one in settlement.commissions)


@settings(max_examples=100)
@given(WILD)
def test_no_record_is_too_wild(record: MahJongRecord) -> None:
    """Impossible facts are findings: nothing raises, every code exists, money is conserved."""
    verdict = judge(record)
    assert all(one.code in CODES for one in verdict.found)
    assert conserved(verdict.settlement)
    describe(verdict.settlement)


HANDS = st.sampled_from(
    [KAI_VU, WRONG, ("VVV", "n456", "c789", "b67", "n99"), ("b1234446666789",), ("b12", "VV")]
)


@given(
    st.permutations([1, 2, 3, 4]),
    st.integers(1, 3),
    HANDS,
    HANDS,
    st.lists(st.integers(0, 3_000), min_size=4, max_size=4),
    st.integers(0, 1_000_000),
    st.booleans(),
)
def test_money_is_conserved(
    seats: list[int],
    winners: int,
    hand: tuple[str, ...],
    other: tuple[str, ...],
    capitals: list[int],
    rate: int,
    limited: bool,
) -> None:
    """Zero sum but for the commission, whatever was shown; nobody wins or loses over his capital.

    Indemnities apart: they know no capital.
    """
    discarder, *others = seats
    said = [wins(seat, discarder, "b5") for seat in others[:winners]]
    record = game(
        *said,
        mostradas=tuple(
            shows(seat, *(hand if at else other)) for at, seat in enumerate(others[:winners])
        ),
        capitais=tuple(
            Capital(seat=seat, valor=valor) for seat, valor in zip(seats, capitals, strict=True)
        )
        if limited
        else (),
        comissao=(Escalao(ppm=rate),),
        records=(),
    )
    settlement = settle(record, RULES)
    assert conserved(settlement)
    if limited and not result(record).get("falsos"):
        limits = dict(zip(seats, capitals, strict=True))
        assert all(
            line.stake <= limits[line.seat] and line.prize <= limits[line.seat]
            for line in settlement.lines
        )


@given(HANDS, st.permutations([1, 2, 3, 4]), st.booleans())
def test_the_money_does_not_read_what_was_paid(
    hand: tuple[str, ...],
    seats: list[int],
    simplified: bool,
) -> None:
    """Payments, collections and commissions recorded change nothing of what is due."""
    maker = small if simplified else game
    record = maker(wins(2, 1, "b5"), mostradas=(shows(2, *hand),), records=())
    told = structs.replace(
        record,
        payments=tuple(Payment(seat=seat, amount=seat) for seat in seats),
        comissoes=(Comissao(valor=77),),
    )
    assert settle(record, RULES) == settle(told, RULES)


# --- the game's own account ------------------------------------------------------------------


def test_coverage_is_of_every_rule_once() -> None:
    """R1 to R77, nothing missing."""
    assert sorted(rule.rule for rule in COVERAGE) == sorted(f"R{n}" for n in range(1, 78))
    assert not [rule for rule in COVERAGE if rule.status == "missing"]
    assert GAME.section == "MJ"


def test_explanations_are_in_both_languages() -> None:
    """Each step of a win with all that can happen to it, in words."""
    record = won_by_oeste(
        capitais=capital(p1=150, p3=300),
        comissao=(Escalao(ppm=100_000),),
        records=("cards",),
    )
    lines = describe(settle(record, RULES))["lines"]
    said: Iterable[str] = lines[2]["why"]["en"]
    assert list(said) == [
        (
            "Seat 3 has mah-jong: 3x bambu-1, bambu-5-6-7, numero-4-5-6, circulo-7-8-9,"
            " pair of numero-9. [MJ R17]"
        ),
        "It is worth kai vu: no fán. The unit is 1.00.",
        "Seat 1 pays 1.00 x 2 = 2.00. [MJ R30]",
        "2.00 was owed; the capital in play lets 1.28 be paid. [MJ R35]",
        "Seat 2 pays 1.00 x 1 = 1.00. [MJ R30]",
        "1.00 was owed; the capital in play lets 0.86 be paid. [MJ R35]",
        "Seat 4 pays 1.00 x 1 = 1.00. [MJ R30]",
        "1.00 was owed; the capital in play lets 0.86 be paid. [MJ R35]",
        "Nobody wins more than the capital he put in play: 3.00. [MJ R35]",
        "Of the prize of 3.00 the commission takes 0.30; 2.70 is left. [MJ R31]",
    ]
    false = game(wins(1, None, "b5"), mostradas=(shows(1, *WRONG),), records=())
    assert describe(settle(false, RULES))["lines"][1]["why"]["pt"] == [
        (
            "O lugar 1 declarou um ganho que o não é (as pedras não fazem o jogo): indemniza os"
            " outros. [MJ R17]"
        ),
        "O lugar 1 paga 4.00 ao lugar 2 (fán dobrado). [MJ R43]",
    ]


def test_the_simplified_stock_has_no_winds() -> None:
    """R47: so a win on a wind is an impossible fact, not an exception."""
    assert "este" not in MAH_JONG_SIMPLIFIED
    record = small(wins(2, 1, "E"), mostradas=(shows(2, "b123", "E"),), records=())
    assert ("RES-IMPOSS", "", "pedra") in facts(record)


def test_verify_is_what_judge_adds() -> None:
    """The game's own faults come from its ``verify``, payments apart."""
    record = won_by_oeste(mode="demo")
    assert [one.code for one in verify(record, RULES, settle(record, RULES))] == ["ONL-NONE"]
