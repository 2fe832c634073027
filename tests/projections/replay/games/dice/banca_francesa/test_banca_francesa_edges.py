"""Banca francesa: the edges of lines, changes, abafo and void rounds, where one unit decides."""

from typing import Any, Final

import pytest

from projections.replay.games.dice.banca_francesa import (
    Alteracao,
    Anuncio,
    Aposta,
    BancaFrancesaRecord,
)
from projections.replay.kit.bets import Limit
from projections.replay.kit.dice import Throw
from projections.replay.kit.throws import Call
from projections.replay.record import Void
from projections.replay.registry import judge
from projections.replay.settlement import Found, Line, Outcome

GANHA, PERDE, NULA, DEVOLVIDA, PENDENTE = (
    Outcome.GANHA,
    Outcome.PERDE,
    Outcome.NULA,
    Outcome.DEVOLVIDA,
    Outcome.PENDENTE,
)
NOTHING: Final = (4, 4, 3)
PEQUENO: Final = (1, 2, 3)
GRANDE: Final = (6, 5, 4)


def bet(number: int, tipo: str, valor: int = 1_000, **more: Any) -> Aposta:
    """Return a bet."""
    return Aposta(**{"bet": number, "seat": number, "tipo": tipo, "valor": valor, **more})


def coup(throws: list[Any], *bets: Aposta, **more: Any) -> BancaFrancesaRecord:
    """Return a round with these throws; no payments are recorded."""
    made = tuple(one if isinstance(one, Throw) else Throw(dados=one) for one in throws)
    return BancaFrancesaRecord(**{"lancamentos": made, "bets": bets, "records": ("bets",), **more})


def lines(record: BancaFrancesaRecord) -> list[Line]:
    """Return the lines."""
    return list(judge(record).settlement.lines)


def found(record: BancaFrancesaRecord) -> list[Found]:
    """Return every fault but payments'."""
    return list(judge(record).found)


# --- half value on the line ----------------------------------------------------------------------

ODD: Final = {"pequeno": Limit(minimum=550, maximum=2_550)}
"""Twice the limits, 11.00 and 51.00, are no multiples of 10.00."""


@pytest.mark.parametrize(
    ("chips", "stake"),
    [
        (1_098, 549),  # below twice the minimum no multiple is asked
        (1_100, 500),
        (5_100, 2_500),
        (5_102, 2_551),  # nor above twice the maximum
    ],
)
def test_multiples_are_asked_at_both_limits_themselves(chips: int, stake: int) -> None:
    """R8, R10: from twice the minimum to twice the maximum, both included."""
    (line,) = lines(coup([PEQUENO], bet(1, "pequeno", chips, risco=True), limites=ODD))
    assert (line.stake, line.prize, line.returned) == (stake, stake, stake)


def test_a_stake_of_nothing_plays_for_nothing() -> None:
    """R12: whether all bets lie whole, or one of them on a line."""
    for other in ({}, {"risco": True}):
        record = coup([PEQUENO], bet(1, "pequeno", 0), bet(2, "pequeno", 2_000, **other))
        nothing, _ = lines(record)
        assert (nothing.stake, nothing.due) == (0, 0)


def test_only_half_of_the_line_is_explained_by_the_line() -> None:
    """R8, R14: of chips on the line, and of no others; what loses, loses by R14."""
    on, off = lines(coup([GRANDE], bet(1, "pequeno", 2_000, risco=True), bet(2, "pequeno", 2_000)))
    assert (on.stake, on.rules) == (1_000, ("BF R8", "BF R14"))
    assert (off.stake, off.rules) == (2_000, ("BF R14",))


def test_a_line_that_is_none_goes_back_by_the_rule_that_has_none() -> None:
    """R7: ases has no line; R6: there is no such spot at all, on a line or off it."""
    record = coup(
        [PEQUENO],
        bet(1, "ases", 700, risco=True),
        bet(2, "doze", 800, risco=True),
        bet(3, "doze", 900),
        bet(4, "pequeno", 500, selecao="6"),
    )
    assert [(one.outcome, one.stake, one.due) for one in lines(record)] == [
        (DEVOLVIDA, amount, amount) for amount in (700, 800, 900, 500)
    ]
    assert [(one.code, one.rule) for one in found(record)] == [
        ("RES-IMPOSS", "BF R7"),
        ("RES-IMPOSS", "BF R6"),
        ("RES-IMPOSS", "BF R6"),
        ("RES-IMPOSS", "BF R6"),
    ]


# --- changes -------------------------------------------------------------------------------------


def test_changes_before_the_first_throw_and_just_before_the_deciding_one_count() -> None:
    """R13: the stake that counts is the one standing at the throw that decides."""
    record = coup(
        [NOTHING, PEQUENO],
        bet(1, "pequeno"),
        bet(2, "pequeno"),
        bet(3, "pequeno", 3_000),
        bet(4, "pequeno", 3_000, risco=True),
        alteracoes=(
            Alteracao(bet=1, valor=200, lancamento=1),
            Alteracao(bet=2, valor=300, lancamento=2),
            Alteracao(bet=3, risco=True, lancamento=2),
            Alteracao(bet=4, valor=2_000, lancamento=2),  # the line stays
            Alteracao(bet=1, valor=9_999, lancamento=3),
        ),
    )
    assert [(one.outcome, one.stake) for one in lines(record)] == [
        (GANHA, 200),
        (GANHA, 300),
        (GANHA, 1_500),
        (GANHA, 1_000),
    ]


def test_after_the_deciding_throw_only_a_bet_that_came_after_it_may_go() -> None:
    """R13: a winner taken off afterwards is paid all the same, a late bet may be taken back."""
    record = coup(
        [Throw(dados=PEQUENO, at="2026-11-20T21:00:00Z", seq=5), Throw(dados=NOTHING, seq=8)],
        bet(1, "pequeno", seq=2),
        bet(2, "pequeno", seq=6),
        bet(3, "pequeno", seq=6),
        alteracoes=(
            Alteracao(bet=1, retirada=True, seq=7),
            Alteracao(bet=2, retirada=True, seq=7),
            Alteracao(bet=3, valor=5, seq=7, at="2026-11-20T21:00:30Z"),
        ),
    )
    assert [(one.bet, one.outcome, one.due) for one in lines(record)] == [
        (1, GANHA, 2_000),
        (3, DEVOLVIDA, 1_000),
    ]
    late = [one for one in found(record) if one.code == "BET-LATE"]
    assert [(one.bet, one.facts.get("fact"), one.amount) for one in late] == [
        (2, None, 1_000),
        (3, None, 1_000),
        (1, "retirada", None),
    ]
    assert {(one.expected, one.recorded) for one in late} == {
        ("<= 2026-11-20T21:00:00Z", "lançamento 2")
    }


def test_a_change_after_the_deciding_throw_is_named_as_one() -> None:
    """R13: altering is told from taking back, and the throw by its number where it has no time."""
    record = coup(
        [Throw(dados=PEQUENO, seq=5)],
        bet(1, "pequeno", seq=2),
        alteracoes=(Alteracao(bet=1, valor=5, seq=7, at="2026-11-20T21:00:30Z"),),
    )
    (late,) = found(record)
    assert (late.code, late.rule, late.facts["fact"]) == ("BET-LATE", "BF R13", "alteracao")
    assert (late.expected, late.recorded) == ("<= lançamento 1", "2026-11-20T21:00:30Z")


# --- abafo ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("touched", "outcome"),
    [
        (Call(seq=11), NULA),
        (Call(seq=7), PERDE),  # between the throws
        (Call(seq=21), PERDE),  # announced already
        (Call(at="2026-11-20T21:00:05Z"), PERDE),  # before the throw by its time
        (Call(at="2026-11-20T21:00:15Z"), NULA),
        (Call(), NULA),  # the table does not say when
    ],
)
def test_only_dice_touched_between_throw_and_call_are_abafo(
    touched: Call, outcome: Outcome
) -> None:
    """R20 d: after a winning combination, before its announcement."""
    record = coup(
        [
            Throw(dados=NOTHING, seq=5, at="2026-11-20T21:00:00Z"),
            Throw(dados=PEQUENO, seq=10, at="2026-11-20T21:00:10Z"),
        ],
        bet(1, "ases"),
        abafo=touched,
        chance_anunciada=Anuncio(seq=20, at="2026-11-20T21:00:20Z", chance="pequeno"),
    )
    assert lines(record)[0].outcome is outcome


# --- void rounds ---------------------------------------------------------------------------------


def test_who_may_void_and_by_which_rule() -> None:
    """R22 in the room, R36 and R38 online; R37 only online: in the room no network plays."""
    failed = Void(cause="rede", side="player")
    room = coup([], bet(1, "ases"), void=failed)
    assert [(one.code, one.rule) for one in found(room)] == [("VOID-BAD", "BF R22")]
    assert [(one.outcome, one.rules) for one in lines(room)] == [(DEVOLVIDA, ("BF R22",))]
    online = coup([], bet(1, "ases"), void=failed, mode="shared")
    assert [(one.code, one.rule) for one in found(online)] == [("VOID-NET", "BF R37")]
    assert [(one.outcome, one.rules) for one in lines(online)] == [(PENDENTE, ("BF R37",))]
    system = coup([], bet(1, "ases"), void=Void(cause="avaria", side="operator"), mode="shared")
    assert [(one.outcome, one.rules) for one in lines(system)] == [
        (DEVOLVIDA, ("BF R36", "BF R38"))
    ]


def test_in_the_room_one_null_throw_is_ground_enough() -> None:
    """R22: among several throws one that was null, and none that decided."""
    record = coup(
        [NOTHING, Throw(dados=(), nulo="off_table")], bet(1, "ases"), void=Void(cause="fecho")
    )
    assert "VOID-BAD" not in [one.code for one in found(record)]
    assert lines(record)[0].outcome is DEVOLVIDA


def test_a_void_of_decided_dice_names_the_dice_that_decided() -> None:
    """R36: the throw that decided stands, the first of several; VOID-BAD says it."""
    record = coup(
        [NOTHING, PEQUENO, GRANDE], bet(1, "pequeno"), void=Void(cause="avaria"), mode="shared"
    )
    bad = next(one for one in found(record) if one.code == "VOID-BAD")
    assert (bad.rule, bad.expected) == ("BF R36", "1-2-3 pequeno")
    assert lines(record)[0].outcome is GANHA
    in_room = next(
        one
        for one in found(coup([PEQUENO], bet(1, "pequeno"), void=Void(cause="avaria")))
        if one.code == "VOID-BAD"
    )
    assert in_room.rule == "BF R22"
