"""Roleta americana: errors that the table noted, the online variant, and the quick road.

Portaria 1/2017, Anexo, regras 33, 35 and 43-60.
"""

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.wheels.roulette.cloth import CLOTHS
from projections.replay.games.wheels.roulette.roleta_americana import (
    COVERAGE,
    GAME,
    BolaLancada,
    BolaTrocada,
    CorAtribuida,
    GolpeNulo,
    Resultado,
    RoletaAmericanaRecord,
    quick,
    settle_any,
)
from projections.replay.games.wheels.roulette.wheels import PLATES
from projections.replay.kit.bets import Bet, Chips, Limit, Moment, Shift
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.profiles.cabo_verde_2017 import ROLETA_AMERICANA as RULES
from projections.replay.record import ErrorNoted, Payment
from projections.replay.registry import judge
from projections.replay.settlement import Outcome
from projections.replay.verify import verify as verify_round
from tests.helpers.each import each

SHARED: Final = "shared"


def at(clock: str) -> str:
    """Return a time of the evening."""
    return f"2026-11-20T{clock}.000000Z"


def coup(numero: str | None, *bets: Bet, **more: Any) -> RoletaAmericanaRecord:
    """Return the record of a coup that ended on a number."""
    result = Resultado(numero=numero) if numero is not None else None
    return RoletaAmericanaRecord(**{"resultado": result, "bets": bets, **more})


def cited(record: RoletaAmericanaRecord) -> list[tuple[str, str]]:
    """Return codes and rules of a coup."""
    return [(one.code, one.rule) for one in judge(record).found]


# --- errors that the table noted -----------------------------------------------------------------

RAN: Final[dict[str, Any]] = {
    "bola_lancada": (BolaLancada(at=at("20:00:00")),),
    "resultado": Resultado(numero="17", at=at("20:00:20")),
}


@pytest.mark.parametrize(
    ("error", "clock", "wrong"),
    [
        ("fichas", "20:00:05", True),
        ("bola", "20:00:05", True),
        ("objeto", "20:00:20", True),
        ("objeto", None, True),
        ("objeto", "19:59:59", False),
        ("objeto", "20:00:21", False),
        ("pagamento", "20:00:05", False),
    ],
)
def test_what_fell_in_while_the_ball_ran_makes_the_coup_null(
    error: str, clock: str | None, *, wrong: bool
) -> None:
    """R35: from the launch until the ball rests; noted and not called null, it is VOID-MISS."""
    noted = (ErrorNoted(error=error, at=at(clock) if clock else None),)
    record = coup(None, errors=noted, **RAN)
    assert cited(record) == ([("VOID-MISS", "RA R35")] if wrong else [])
    called = (GolpeNulo(causa="objeto", at=at("20:00:06")),)
    again = (BolaLancada(at=at("20:00:00")), BolaLancada(at=at("20:00:08")))
    assert cited(structs.replace(record, golpe_nulo=called, bola_lancada=again)) == []


def test_a_null_that_was_missed_is_settled_as_the_number_fell() -> None:
    """R35: the finding says it; the stakes were decided before everybody by the number."""
    noted = (ErrorNoted(error="fichas", at=at("20:00:05")),)
    bet = Bet(bet=1, seat=1, tipo="pleno", selecao="17", valor=100)
    record = coup(None, bet, errors=noted, records=("bets",), **RAN)
    verdict = judge(record)
    assert [one.code for one in verdict.found] == ["VOID-MISS"]
    assert [(one.outcome, one.due) for one in verdict.settlement.lines] == [(Outcome.GANHA, 3600)]


@pytest.mark.parametrize("error", ["defeito", "fratura", "desaparecimento"])
def test_a_ball_noted_as_bad_is_replaced_before_the_next_launch(error: str) -> None:
    """R33: the same ball launched after the note is EQ-BAD; a new one, or no launch, is not."""
    noted = (ErrorNoted(error=error, at=at("20:10:00")),)
    old, new = BolaTrocada(at=at("20:00:00")), BolaTrocada(at=at("20:11:00"))
    after, before = (BolaLancada(at=at("20:12:00")),), (BolaLancada(at=at("20:09:00")),)
    same = coup("1", errors=noted, bola_trocada=old, bola_lancada=after)
    assert cited(same) == [("EQ-BAD", "RA R33")]
    assert cited(structs.replace(same, bola_trocada=new)) == []
    assert cited(structs.replace(same, bola_lancada=before)) == []
    assert cited(structs.replace(same, records=("bets",))) == []


# --- online --------------------------------------------------------------------------------------

CALLS: Final[dict[str, Any]] = {
    "apostas_abertas": Moment(seq=1, at=at("20:00:00")),
    "nada_mais": Moment(seq=9, at=at("20:00:30")),
}


@pytest.mark.parametrize(
    ("more", "recorded"),
    [
        ({"tempo_apostas": 30, "segundos": 30}, []),
        ({"tempo_apostas": 30}, []),
        ({"segundos": 30}, []),
        ({}, []),
        ({"tempo_apostas": 25, "segundos": 30}, ["30 s"]),
        ({"tempo_apostas": 31}, ["30.000 s"]),
        ({"segundos": 20}, ["30.000 s"]),
        ({"tempo_apostas": 25, "segundos": 20}, ["20 s", "30.000 s"]),
    ],
)
def test_the_betting_time_is_fixed_beforehand(more: dict[str, int], recorded: list[str]) -> None:
    """R48: the time said is the table's, and the time that went is the one said."""
    record = coup("17", mode=SHARED, **CALLS, **more)
    found = judge(record).found
    assert [one.recorded for one in found] == recorded
    assert {(one.code, one.rule) for one in found} <= {("ONL-TIME", "RA R48")}
    alone = structs.replace(record, mode="exclusive")
    assert judge(alone).found == ()  # R50: at a table of one the player launches when he will


def test_less_than_a_second_is_clock_and_network() -> None:
    """R48: times are told in whole seconds."""
    late = Moment(seq=9, at="2026-11-20T20:00:30.999000Z")
    record = coup("17", mode=SHARED, segundos=30, **{**CALLS, "nada_mais": late})
    assert cited(record) == []


@pytest.mark.parametrize(
    ("session", "mode", "expected"),
    [
        (PlayerSession(session="s", rounds=9, history=9), SHARED, []),
        (PlayerSession(session="s", rounds=9, history=8), SHARED, [("ONL-HIST", "RA R56")]),
        (PlayerSession(session="s", ended_by="operator", cause="idle_rounds"), SHARED, []),
        (
            PlayerSession(session="s", ended_by="operator", cause="idle"),
            SHARED,
            [("ONL-EXCL", "RA R58")],
        ),
        (PlayerSession(session="s", ended_by="operator", cause="idle"), "exclusive", []),
        (
            PlayerSession(session="s", ended_by="operator", cause="idle_rounds"),
            "exclusive",
            [("ONL-EXCL", "RA R58")],
        ),
        (
            PlayerSession(session="s", ended_by="operator", cause="winning"),
            "exclusive",
            [("ONL-EXCL", "RA R58")],
        ),
        (PlayerSession(session="s", restricted=True), SHARED, [("ONL-EXCL", "RA R57")]),
        (PlayerSession(session="s", restricted=True, diagnosed=True), SHARED, []),
    ],
)
def test_sessions_end_as_the_rules_allow(
    session: PlayerSession, mode: str, expected: list[tuple[str, str]]
) -> None:
    """R56-R58: a whole history; idle at one's own table, coups without a bet at a shared one."""
    assert cited(coup("17", mode=mode, sessoes=(session,))) == expected


def test_a_demonstration_gives_free_play_only() -> None:
    """R59: money, or credit to the account, is more than more play."""
    record = coup("17", mode="demo", meios=("account", "free_play"))
    assert cited(record) == [("ONL-DEMO", "RA R59")]
    assert cited(structs.replace(record, meios=("free_play",))) == []
    assert cited(structs.replace(record, mode=SHARED)) == []


def test_what_only_people_see_is_theirs() -> None:
    """Every code that a rule is left to as watched is raised by replay, not by a person."""
    for rule in COVERAGE:
        if rule.status == "watched":
            named = rule.where.partition(";")[0].replace(",", " ").split()
            assert not any(CODES[name].manual for name in named), rule.rule


# --- the quick road ------------------------------------------------------------------------------

PLAIN: Final = [(tipo, text) for tipo, by in CLOTHS[False].items() for text in by]
BARE: Final = coup(
    "17",
    Bet(bet=1, seat=1, tipo="pleno", selecao="17", valor=100, seq=2),
    Bet(bet=2, seat=2, tipo="preto", valor=300, seq=3),
    Bet(bet=3, seat=2, tipo="par", valor=300, seq=4),
    apostas_abertas=Moment(seq=1),
    bola_lancada=(BolaLancada(seq=5),),
    nada_mais=Moment(seq=6),
    payments=(
        Payment(seat=2, bets=(2,), amount=300, stake_returned=300),
        Payment(seat=1, bets=(1,), amount=3500, stake_returned=100),
    ),
)


def test_a_coup_without_fault_is_settled_at_one_go() -> None:
    """Three bets in time, two winners paid in order: the long way round says the same."""
    clean = quick(BARE, RULES)
    assert clean == settle_any(BARE, RULES)
    assert judge(BARE).found == ()


@each(
    "change",
    [
        {"nada_mais": Moment(seq=3)},
        {"apostas_abertas": Moment(seq=3)},
        {"payments": BARE.payments[::-1]},
        {"payments": BARE.payments[:1]},
        {"payments": (*BARE.payments, Payment(seat=2, bets=(3,), amount=1))},
        {"payments": (structs.replace(BARE.payments[0], seat=1), BARE.payments[1])},
        {"payments": (structs.replace(BARE.payments[0], amount=299), BARE.payments[1])},
        {"bets": (*BARE.bets, BARE.bets[2])},
        {"bets": (*BARE.bets[:2], structs.replace(BARE.bets[2], valor=0))},
        {"bets": (*BARE.bets[:2], structs.replace(BARE.bets[2], tipo="quina"))},
        {"bets": (*BARE.bets[:2], structs.replace(BARE.bets[2], chips=Chips(count=2, value=7)))},
        {"roda": "x"},
        {"prato": PLATES["francesa37"][::-1]},
        {"limites": {"par": Limit(maximum=299)}},
        {"limites": {"pleno": Limit(minimum=1, maximum=31)}},
        {"cores_atribuidas": (CorAtribuida(cor="a", seat=1), CorAtribuida(cor="a", seat=2))},
        {"pessoal": (Shift(person="p", role="pagador"),)},
        {"resultado": Resultado(numero="17", cor="encarnado")},
        {"resultado": Resultado(numero="37")},
        {"errors": (ErrorNoted(error="fichas"),)},
        {"mode": "demo", "meios": ("cash",)},
        {"golpe_nulo": (GolpeNulo(causa="capricho", seq=5),)},
    ],
)
def test_a_coup_with_a_fault_never_is(change: dict[str, Any]) -> None:
    """Whatever is amiss goes the long way, where its finding is made."""
    record = structs.replace(BARE, **change)
    assert quick(record, RULES) is None
    assert judge(record).found != ()


@st.composite
def clean_coups(draw: st.DrawFn) -> RoletaAmericanaRecord:
    """Return a coup of plain bets, paid as due in the order of R37, perhaps with one fault."""
    bets = tuple(
        Bet(
            bet=number,
            seat=number % 3,
            tipo=(sector := draw(st.sampled_from(PLAIN)))[0],
            selecao=sector[1],
            valor=draw(st.integers(1, 5000)),
            seq=number + 1,
        )
        for number in range(1, draw(st.integers(0, 8)) + 1)
    )
    record = coup(
        draw(st.sampled_from(PLATES["francesa37"])),
        *bets,
        apostas_abertas=draw(st.sampled_from([None, Moment(seq=1), Moment(seq=4)])),
        nada_mais=draw(st.sampled_from([None, Moment(seq=20), Moment(seq=5)])),
        limites=draw(st.sampled_from([{}, {"pleno": Limit(minimum=2, maximum=60)}])),
    )
    order = ["coluna", "simples", "duzia", "linha", "rua", "quadro", "cavalo", "pleno"]
    tipos = {bet.bet: bet.tipo if bet.tipo in order else "simples" for bet in bets}
    lines = [line for line in settle_any(record, RULES).lines if line.due]
    lines.sort(key=lambda line: order.index(tipos[line.bet or 0]))
    payments = tuple(
        Payment(seat=line.seat, bets=(line.bet or 0,), amount=line.due) for line in lines
    )
    return structs.replace(record, payments=payments[draw(st.integers(0, 1)) :])


@given(clean_coups())
def test_the_quick_road_leads_where_the_long_one_leads(record: RoletaAmericanaRecord) -> None:
    """It is taken for coups without any fault only, and gives the same settlement."""
    thorough = settle_any(record, RULES)
    faults = verify_round(GAME, record, RULES, thorough)
    clean = quick(record, RULES)
    assert clean is None or (clean, faults) == (thorough, ())
