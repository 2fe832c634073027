"""Roleta americana: procedure, order of payments and their names, each case told from its rule."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.wheels.roulette.roleta_americana import (
    Anterior,
    BolaLancada,
    BolaReposta,
    BolaTrocada,
    GolpeNulo,
    Resultado,
    RoletaAmericanaRecord,
)
from projections.replay.kit.bets import BetChange, Limit, Moment, Shift
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import judge
from projections.replay.settlement import Found
from tests.projections.replay.games.coup_table import at, bet, pay


def coup(numero: str | None, *bets: Any, **more: Any) -> RoletaAmericanaRecord:
    """Return a coup that ended on a number."""
    result = Resultado(numero=numero) if numero is not None else None
    return RoletaAmericanaRecord(**{"resultado": result, "bets": bets, **more})


def found(record: RoletaAmericanaRecord) -> list[Found]:
    """Return the faults of a coup of whose payments nothing is recorded."""
    return list(judge(structs.replace(record, records=WITHOUT_PAYMENTS)).found)


WITHOUT_PAYMENTS = ("bets", "equipment", "announcements", "staff")


def cited(record: RoletaAmericanaRecord) -> list[tuple[str, str]]:
    """Return codes and rules of a coup whose payments are not recorded."""
    return [(one.code, one.rule) for one in found(record)]


def blamed(record: RoletaAmericanaRecord, *payments: Payment) -> list[tuple[str, str]]:
    """Return codes and rules of a coup paid so."""
    verdict = judge(structs.replace(record, payments=payments))
    return [(one.code, one.rule) for one in verdict.found]


# --- opening, ball, staff ------------------------------------------------------------------------


def test_the_first_ball_alone_waits_for_the_last_coups_payments() -> None:
    """R30: where a coup was null, its second ball is no second fault."""
    record = coup(
        "1",
        anterior=Anterior(pagamentos_fim=Moment(seq=5)),
        bola_lancada=(BolaLancada(seq=3), BolaLancada(seq=4)),
    )
    assert cited(record) == [("BET-EARLY", "RA R30")]


def test_a_ball_kept_too_long_says_since_when_and_how_long() -> None:
    """R32: at 22:30 the ball of 20:00 has missed two changes, of which 21:59 showed the first."""
    record = coup(
        "1",
        bola_trocada=BolaTrocada(at=at("20:00:00")),
        bola_lancada=(BolaLancada(at=at("22:30:00")),),
        anterior=Anterior(lancada=at("21:59:00")),
    )
    (fault,) = found(record)
    assert (fault.code, fault.recorded) == ("RA-BALL", at("22:30:00"))
    assert fault.facts == {"since": at("20:00:00"), "hours": 2}


def test_a_silent_change_between_two_coups_is_the_seconds_fault() -> None:
    """R32: changed at 20:00, after the ball of 19:59; where calls are not recorded, nothing."""
    record = coup(
        "1",
        bola_trocada=BolaTrocada(at=at("20:00:00"), anunciada=False),
        bola_lancada=(BolaLancada(at=at("20:01:00")),),
        anterior=Anterior(lancada=at("19:59:00")),
    )
    assert cited(record) == [("RA-BALL", "RA R32")]
    unheard = structs.replace(record, records=("bets", "equipment"))
    assert judge(unheard).found == ()


@pytest.mark.parametrize(
    ("causa", "expected"),
    [("defeito", ["EQ-BAD"]), ("desaparecimento", ["EQ-BAD"]), ("fichas", []), ("objeto", [])],
)
def test_only_a_ball_that_failed_is_replaced(causa: str, expected: list[str]) -> None:
    """R33: chips among the numbers make a coup null, and the same ball runs again."""
    record = coup(
        "1",
        golpe_nulo=(GolpeNulo(causa=causa, at=at("20:10:00")),),
        bola_trocada=BolaTrocada(at=at("20:00:00")),
    )
    assert [one.code for one in found(record)] == expected


@pytest.mark.parametrize(
    ("error", "clock", "expected"),
    [
        ("fratura", "20:05:00", [("EQ-BAD", "RA R33")]),
        ("outro", "20:05:00", []),
        ("fratura", "20:15:00", []),  # seen when the ball of this coup had been launched
        ("fratura", "19:55:00", []),  # and replaced since
    ],
)
def test_a_failure_noted_before_the_launch_asks_for_another_ball(
    error: str, clock: str, expected: list[tuple[str, str]]
) -> None:
    """R33: broken at 20:05, launched at 20:10 all the same."""
    record = coup(
        "1",
        errors=(ErrorNoted(error=error, at=at(clock)),),
        bola_trocada=BolaTrocada(at=at("20:00:00")),
        bola_lancada=(BolaLancada(at=at("20:10:00")),),
    )
    assert cited(record) == expected


def test_of_two_pagadores_nobody_is_blamed_where_none_is_named() -> None:
    """R34: the hour is that of who launches; which of them did is not recorded."""
    staff = (
        Shift(person="p1", role="pagador", since=at("20:00:00")),
        Shift(person="p2", role="pagador", since=at("21:00:00")),
        Shift(person="f1", role="fiscal", since=at("20:00:00")),
    )

    def launched(by: str | None) -> list[Any]:
        ball = (BolaLancada(at=at("21:30:00"), by=by),)
        faults = found(coup("1", pessoal=staff, bola_lancada=ball))
        return [(one.code, one.recorded, one.facts["person"]) for one in faults]

    assert launched(None) == []
    assert launched("p2") == []
    assert launched("p1") == [("STAFF-1H", at("21:30:00"), "p1")]


# --- null coups ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "laid", "before", "expected"),
    [
        (None, "8", "8", []),
        ("7", "8", "8", ["7"]),
        ("7", "7", "8", ["7"]),
        (None, "7", "8", ["7"]),
        ("7", "9", "8", ["7", "9"]),
        ("7", "9", None, []),  # the number of the coup before is not known
    ],
)
def test_the_ball_goes_back_on_the_last_number(
    said: str | None, laid: str, before: str | None, expected: list[str]
) -> None:
    """R35: one fault for each number that is another, called or laid."""
    record = coup(
        "17",
        golpe_nulo=(GolpeNulo(causa="bola", previous=said),),
        bola_reposta=(BolaReposta(numero=laid),),
        anterior=Anterior(numero=before),
    )
    assert [(one.code, one.recorded) for one in found(record)] == [
        ("RA-NUL", number) for number in expected
    ]


def test_what_fell_in_is_not_held_against_a_round_that_was_voided() -> None:
    """R35: the void has its own fault, and a null that was not called is no second one."""
    record = coup(
        "17",
        bet(1, "par"),
        void=Void(cause="objeto"),
        errors=(ErrorNoted(error="objeto", at=at("20:00:05")),),
        bola_lancada=(BolaLancada(at=at("20:00:00")),),
    )
    assert [code for code, _ in cited(record)] == ["VOID-BAD"]


def test_a_null_coup_launched_again_is_not_one_that_was_not_repeated() -> None:
    """R35: the second ball ran; that its number is not on record is another matter."""
    again = {"golpe_nulo": (GolpeNulo(causa="bola", seq=4),)}
    ran = (BolaLancada(seq=2), BolaLancada(seq=6))
    assert found(coup(None, bet(1, "par"), **again, bola_lancada=ran)) == []
    assert cited(coup(None, bet(1, "par"), **again)) == [("VOID-MISS", "RA R35")]


# --- limits of bets that changed -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (BetChange(bet=1, valor=40, seq=3), ["BET-MIN"]),
        (BetChange(bet=1, valor=200, seq=3), []),
        (BetChange(bet=2, retirada=True, seq=3), []),
    ],
)
def test_limits_hold_for_bets_as_they_lay_at_the_call(
    change: BetChange, expected: list[str]
) -> None:
    """R21: what was altered in time counts as altered, and what was taken back not at all."""
    bets = (bet(1, "par", valor=100, seq=1), bet(2, "impar", valor=50, seq=2))
    kept = bets if change.retirada else bets[:1]
    limits = {tipo: Limit(minimum=100, maximum=500) for tipo in ("par", "impar")}
    record = coup("17", *kept, alteracoes=(change,), nada_mais=Moment(seq=5), limites=limits)
    assert [one.code for one in found(record)] == expected


def test_a_late_bet_is_late_and_not_too_small_as_well() -> None:
    """R16, R21: it does not stand, so the limits are not asked."""
    record = coup(
        "17",
        bet(1, "par", valor=50, seq=6),
        nada_mais=Moment(seq=5),
        limites={"par": Limit(minimum=100, maximum=500)},
    )
    assert [one.code for one in found(record)] == ["BET-LATE"]


# --- online --------------------------------------------------------------------------------------


def test_a_betting_time_cut_short_says_how_long_it_was() -> None:
    """R48: 12.5 seconds of the twenty; without the opening nobody can tell."""
    times = {"mode": "shared", "tempo_apostas": 20, "nada_mais": Moment(at=at("20:00:12"))}
    closed = Moment(at="2026-11-20T20:00:12.500000Z")
    record = coup("1", **{**times, "nada_mais": closed}, apostas_abertas=Moment(at=at("20:00:00")))
    (fault,) = found(record)
    assert (fault.code, fault.expected, fault.recorded) == ("ONL-TIME", "20 s", "12.500 s")
    assert found(coup("1", **times)) == []


# --- the order of payments -----------------------------------------------------------------------

FOUR = coup(
    "17",
    bet(1, "coluna", "35", seat=1),
    bet(2, "coluna", "35", seat=2),
    bet(3, "preto", seat=1),
    bet(4, "preto", seat=2),
    bet(5, "cavalo", "17-20", seat=1),
    bet(6, "cavalo", "14-17", seat=1),
    bet(7, "par", seat=3),
)
"""Seventeen is odd and black, of the middle column: bets 1 to 6 win 200, 200, 100, 100, 1700."""
PRIZES = {1: (1, 200), 2: (2, 200), 3: (1, 100), 4: (2, 100), 5: (1, 1700), 6: (1, 1700)}


def in_order(*numbers: int) -> list[Found]:
    """Return the faults when these bets are paid in this order."""
    payments = tuple(pay(n, PRIZES[n][1], 100, PRIZES[n][0]) for n in numbers)
    return list(judge(structs.replace(FOUR, payments=payments)).found)


def test_two_players_may_be_paid_chance_by_chance() -> None:
    """R37: both columns, then both blacks, then the cavalos."""
    assert in_order(1, 2, 3, 4, 5, 6) == []
    assert in_order(2, 1, 4, 3, 6, 5) == []


def test_one_players_two_cavalos_have_no_order_of_their_own() -> None:
    """R37, R41: player by player, and two prizes of one chance come as they will."""
    assert in_order(1, 3, 5, 6, 2, 4) == []
    assert in_order(1, 3, 6, 5, 2, 4) == []


def test_a_players_own_prizes_keep_the_order_too() -> None:
    """R41 puts one player's prizes together; R37 orders them: the black waits for the column."""
    (fault,) = in_order(3, 1, 5, 6, 2, 4)
    assert (fault.code, fault.rule, fault.seat, fault.bet) == ("PAY-ORDER", "RA R37", 1, 1)
    assert (fault.expected, fault.recorded) == (
        "coluna",
        "preto, coluna, cavalo, cavalo, coluna, preto",
    )


def test_a_stake_that_only_goes_back_hides_no_disorder() -> None:
    """R37 orders prizes: after a stake laid back, the black still comes after the columns."""
    stake = pay(1, 0, 100, 1)
    rest = [pay(n, PRIZES[n][1], 100, PRIZES[n][0]) for n in (3, 2, 4, 5, 6)]
    late = pay(1, 200, 0, 1)
    record = structs.replace(FOUR, payments=(stake, *rest, late))
    assert [one.code for one in judge(record).found] == ["PAY-ORDER"]


def test_prizes_paid_at_one_go_stand_where_the_first_of_them_does() -> None:
    """R41: column and cavalos to one player together, then the other's column."""
    whole = Payment(seat=1, bets=(1, 3, 5, 6), amount=3700, stake_returned=400)
    payments = (whole, pay(2, 200, 100, 2), pay(4, 100, 100, 2))
    assert judge(structs.replace(FOUR, payments=payments)).found == ()


def test_a_number_that_two_bets_bear_has_no_place_in_the_order() -> None:
    """R37: of which of the two a payment is, nobody can tell; the others keep their order."""
    twice = coup(
        "17",
        bet(1, "coluna", "35"),
        bet(1, "cavalo", "17-20"),
        bet(2, "preto"),
        bet(3, "duzia", "2"),
    )
    both = pay(1, 1900, 200)
    black, dozen = pay(2, 100, 100), pay(3, 200, 100)
    assert [code for code, _ in blamed(twice, both, black, dozen)] == ["RES-IMPOSS"]
    assert [code for code, _ in blamed(twice, both, dozen, black)] == ["RES-IMPOSS", "PAY-ORDER"]


# --- the names of wrong payments -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (3500, []),
        (3500 + 1000, [("RA-ZERO", "RA R39")]),  # the black's stake left
        (3500 + 500, [("RA-ZERO", "RA R39")]),  # half of it, as elsewhere
        (3500 + 2000, [("RA-ZERO", "RA R39")]),  # paid as if it had won
        (3500 + 3000, [("RA-PAY", "RA R42")]),
        (3500 - 1000, [("RA-PAY", "RA R42")]),
    ],
)
def test_what_zero_took_and_what_it_paid_are_told_apart(
    amount: int, expected: list[tuple[str, str]]
) -> None:
    """R39, R42: the pleno of zero wins 3 500, and the black's 1 000 are lost."""
    record = coup("0", bet(1, "pleno", "0"), bet(2, "preto", "", 1000))
    together = Payment(seat=1, bets=(1, 2), amount=amount, stake_returned=100)
    assert blamed(record, together) == expected


def test_whatever_was_paid_on_what_zero_took_is_named_by_it() -> None:
    """R39: nothing wins there, so no odds can be wrong."""
    assert blamed(coup("0", bet(1, "preto")), pay(1, 30)) == [("RA-ZERO", "RA R39")]


def test_a_late_stake_kept_back_is_no_fault_of_zeros() -> None:
    """R16, R39: what is missing of a late bet's stake was not paid on what zero took."""
    bets = (bet(1, "preto", seq=2), bet(2, "par", seq=6))
    record = coup("0", *bets, nada_mais=Moment(seq=5))
    short = Payment(seat=1, bets=(1, 2), amount=0, stake_returned=60)
    assert [code for code, _ in blamed(record, short)] == ["BET-LATE", "PAY-DIFF"]


def test_a_late_stake_is_due_though_the_coup_was_null() -> None:
    """R16, R35: to pay too little of it is not to pay a null coup."""
    bets = (bet(1, "preto", seq=2), bet(2, "par", seq=6))
    null = {"nada_mais": Moment(seq=5), "golpe_nulo": (GolpeNulo(causa="bola", seq=7),)}
    assert [code for code, _ in blamed(coup(None, *bets, **null), pay(2, 0, 60))] == [
        "BET-LATE",
        "PAY-DIFF",
    ]


def test_a_payment_for_no_bet_is_not_the_payment_of_a_null_coup() -> None:
    """R35: the second ball decided, and what was paid was nobody's."""
    record = coup("17", bet(1, "par"), golpe_nulo=(GolpeNulo(causa="bola", seq=4),))
    again = structs.replace(record, bola_lancada=(BolaLancada(seq=2), BolaLancada(seq=6)))
    assert [code for code, _ in blamed(again, pay(9, 100))] == ["PAY-DIFF"]
