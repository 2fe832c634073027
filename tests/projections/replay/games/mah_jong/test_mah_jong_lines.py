"""Mah-jong: how each place ends, by which rules, and the units that a table may have."""

import pytest
from msgspec import structs

from projections.replay.games.mah_jong import MahJongRecord, Responsavel, settle
from projections.replay.profiles.cabo_verde_2017 import MAH_JONG as RULES
from projections.replay.record import Void
from projections.replay.registry import judge
from projections.replay.settlement import Line, Outcome
from tests.projections.replay.games.mah_jong.mah_jong_cases import (
    BY_3_FROM_2,
    KAI_VU,
    WRONG,
    capital,
    drops,
    game,
    kai_vu,
    lays,
    moved,
    shows,
    turn,
    wins,
)


def lines(record: MahJongRecord) -> dict[int, Line]:
    """Return the line of each place, which has one here."""
    found = settle(record, RULES).lines
    assert len({line.seat for line in found}) == len(found)
    return {line.seat: line for line in found}


def outcomes(record: MahJongRecord) -> list[Outcome]:
    """Return how each place ends, from the banker on."""
    return [lines(record)[seat].outcome for seat in (1, 2, 3, 4)]


PERDE, GANHA, NULA = Outcome.PERDE, Outcome.GANHA, Outcome.NULA


def test_who_pays_loses_and_a_hand_without_fan_is_cited_as_a_hand() -> None:
    """R17 that Oeste has won, R30 what each pays him; kai vu counts nothing of R28 and R29."""
    record = kai_vu()
    assert outcomes(record) == [PERDE, PERDE, GANHA, PERDE]
    assert {line.rules for line in lines(record).values()} == {("MJ R17", "MJ R30")}
    one_fan = game(*BY_3_FROM_2, mostradas=(shows(3, "VVV", "n456", "c789", "b67", "n99"),))
    assert lines(one_fan)[3].rules == ("MJ R28 a", "MJ R30")


def test_who_is_spared_neither_wins_nor_loses() -> None:
    """R36: Sul answers for all; Este and Oeste pay nothing, by the rule that obliges Sul."""
    bambus = (
        drops(1, "b3"),
        lays(4, "p_ong", "b333", de=1),
        drops(4, "O"),
        *turn(1, "b1"),
        lays(4, "p_ong", "b111", de=1),
        drops(4, "O"),
        *turn(1, "b7"),
        lays(4, "p_ong", "b777", de=1),
        drops(4, "O"),
        *turn(1, "E"),
    )
    record = game(
        *bambus,
        *turn(2, "b6"),
        wins(4, 2),
        mostradas=(shows(4, "b4588"),),
        responsaveis=(Responsavel(seat=2, rule="MJ R36"),),
    )
    assert outcomes(record) == [NULA, PERDE, NULA, GANHA]
    assert {line.rules[-2:] for line in lines(record).values()} == {("MJ R30", "MJ R36")}


def test_a_prize_that_the_winners_capital_cuts_cites_the_rule() -> None:
    """R35: 4.00 are due, and he has put 2.50 in play; with 4.00 nothing is cut."""
    cut = lines(kai_vu(capitais=capital(p3=250)))[3]
    assert (cut.prize, cut.rules) == (250, ("MJ R17", "MJ R30", "MJ R35"))
    whole = lines(kai_vu(capitais=capital(p3=400)))[3]
    assert (whole.prize, whole.rules) == (400, ("MJ R17", "MJ R30"))


def test_a_loser_without_capital_neither_wins_nor_loses() -> None:
    """R35: nobody pays what he has not put in play; Este had nothing left."""
    record = kai_vu(capitais=capital(p1=0))
    assert moved(record) == {1: 0, 2: -100, 3: 200, 4: -100}
    assert outcomes(record) == [NULA, PERDE, GANHA, PERDE]


def test_a_false_win_is_lost_by_who_declared_it() -> None:
    """R43: Oeste pays the banker a fán dobrado, the others a fán; each receives."""
    record = game(*BY_3_FROM_2, mostradas=(shows(3, *WRONG),))
    assert moved(record) == {1: 400, 2: 200, 3: -800, 4: 200}
    assert outcomes(record) == [GANHA, GANHA, PERDE, GANHA]
    assert all(line.rules[-1] == "MJ R43" for line in lines(record).values())
    assert outcomes(structs.replace(record, unidades=(0, 0, 0))) == [NULA] * 4


def test_without_a_table_of_commissions_none_is_taken() -> None:
    """R31: the authority approves it; where there is none the house has no line."""
    assert settle(kai_vu(), RULES).commissions == ()


def test_a_void_game_has_no_result_but_that() -> None:
    """R42 and who wins are nothing where the game was annulled before its end."""
    void = settle(game(*BY_3_FROM_2[:1], void=Void(cause="erro")), RULES)
    assert void.void
    assert dict(void.result) == {"anulada": True}
    assert {line.outcome for line in void.lines} == {NULA}


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ((0, 100, 200), 0),  # nobody need pay for a kai vu
        ((1, 1, 1), 4),  # no grade need pay more than the one below
        ((100, 200, 400, 50), 400),  # what stands beyond the highest grade is no grade's
        ((-100, 200, 400), None),
        ((100, 50, 400), None),
        ((100, 200), None),
    ],
)
def test_units_that_a_table_may_have(units: tuple[int, ...], expected: int | None) -> None:
    """R27-R29: three grades, none below nothing, and a higher one never pays less."""
    record = game(*BY_3_FROM_2, mostradas=(shows(3, *KAI_VU),), unidades=units)
    if expected is None:
        assert {line.outcome for line in lines(record).values()} == {Outcome.PENDENTE}
    else:
        assert moved(record)[3] == expected


def test_a_piece_shown_again_is_the_same_piece() -> None:
    """R34: three brancas laid open, and laid open again with the rest, are three and not six."""
    shown = (shows(2, "BBB"), shows(2, "BBB", "n111"))
    found = judge(game(*turn(1, "n9"), mostradas=shown)).found
    assert "RES-IMPOSS" not in [one.code for one in found]
    five = (shows(2, "BBB"), shows(4, "BB"))
    found = judge(game(*turn(1, "n9"), mostradas=five)).found
    assert "RES-IMPOSS" in [one.code for one in found]
