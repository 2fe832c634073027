"""What was told of a jogada in no round, corrected: the acta has it as it should have been told.

R61 k), l), m): sets of balls, breakdowns, incidents; what is told between two jogadas is of the
next one.
"""

from typing import Any

import msgspec
import pytest

from ledger.events.base import Payload
from ledger.events.bingo import (
    BallSetChecked,
    BallSetReplaced,
    BingoSessionOpened,
    Breakdown,
    Complaint,
    ComplaintDecided,
    Incident,
)
from ledger.events.registry import OpeningDeclared
from ledger.events.reviews import Correction
from ledger.events.rounds import RoundClosed, RoundOpened
from projections.running.building import rebuild
from projections.running.runner import LIVE, Runner
from projections.stages.actas.jogada import Jogada
from projections.stages.actas.queries import acta_of
from tests.fixtures.casino import Casino
from tests.projections.stages.actas.bingo_hall import Hall


@pytest.fixture
def hall(casino: Casino) -> Hall:
    return Hall(casino)


def corrected(hall: Hall, wrong: Any, right: Payload | None) -> int:
    """Correct an event, or withdraw it, with another person's approval; return its position."""
    correction = hall.casino.say(
        "fiscal",
        Correction(
            target=f"{wrong.source}:{wrong.first}",
            link=wrong.link,
            replacement=None if right is None else msgspec.to_builtins(right),
            reason="erro_de_registo",
        ),
    )
    return hall.casino.approve("chefe", correction).position


def jogadas(hall: Hall, known: int | None = None) -> list[Jogada]:
    hall.casino.project()
    with hall.casino.reading() as connection:
        found = acta_of(connection, LIVE, "S-1", known=known)
    assert found is not None
    return [one for _, one in found.jogadas]


def sums(hall: Hall) -> list[str]:
    return [code for code in hall.codes() if code == "BI-ACTA-SUM"]


def session(**others: Any) -> BingoSessionOpened:
    given: dict[str, Any] = {
        "session": "S-1",
        "variant": 90,
        "mode": "physical",
        "equipment_checked": True,
        **others,
    }
    return BingoSessionOpened(**given)


def test_a_session_is_as_its_opening_is_corrected(hall: Hall) -> None:
    """Equipment not tested (R32), continuous without an act (R90): both were typed wrongly."""
    opened = hall.room(session(session="S-2", equipment_checked=False, mode="continuous"))
    hall.casino.project()
    assert sorted(hall.codes()) == ["BI-MODE", "BI-PASS"]
    corrected(hall, opened, session(session="S-2", mode="continuous"))
    hall.casino.project()
    assert hall.codes() == ["BI-MODE"]
    corrected(hall, opened, session(session="S-2", mode="continuous", act="igj-1"))
    hall.casino.project()
    assert hall.codes() == []


def test_balls_that_were_miscounted_are_counted_anew(hall: Hall) -> None:
    """89 typed for 90 at the start: a check put right is a whole one; withdrawn, there was none."""
    hall.room(session(session="S-2"))
    wrong = hall.room(BallSetChecked(set="B-1", moment="start", balls=89))
    hall.number += 1
    hall.play(RoundOpened(session="S-2"))
    hall.casino.project()
    assert hall.codes() == ["BI-PASS"]
    corrected(hall, wrong, BallSetChecked(set="B-1", moment="start", balls=90))
    hall.casino.project()
    assert hall.codes() == []
    corrected(hall, wrong, None)
    hall.casino.project()
    assert hall.codes() == ["BI-PASS"]


def test_a_breakdown_that_never_was_stands_in_no_acta(hall: Hall) -> None:
    """Told twice of one jogada, once in truth; the record that says one is right, then and now."""
    hall.begin()
    hall.sell()
    hall.draw()
    hall.pay()
    hall.end()
    hall.room(Breakdown(equipment="painel"))
    wrong = hall.room(Breakdown(equipment="extractor"))
    incident = hall.room(Incident(code="desordem"))
    hall.record(breakdowns=1, incidents=1)
    hall.casino.project()
    assert sums(hall) == ["BI-ACTA-SUM"]
    position = corrected(hall, wrong, None)
    corrected(hall, incident, Incident(code="furto"))
    (one,) = jogadas(hall)
    assert (one.avarias, one.ocorrencias) == (["painel"], ["furto"])
    assert sums(hall) == []
    (then,) = jogadas(hall, position - 1)
    assert then.avarias == ["painel", "extractor"]


def test_what_is_corrected_stays_so_when_the_jogada_is_judged_again(hall: Hall) -> None:
    """Withdrawn, then the prizes are paid: it does not come back; put right again, it does."""
    hall.begin()
    hall.sell()
    hall.draw()
    hall.end()
    wrong = hall.room(Breakdown(equipment="extractor"))
    corrected(hall, wrong, None)
    hall.pay()
    (one,) = jogadas(hall)
    assert one.avarias == []
    corrected(hall, wrong, Breakdown(equipment="painel"))
    (one,) = jogadas(hall)
    assert one.avarias == ["painel"]


def test_a_complaint_in_no_round_is_corrected_with_its_decision(hall: Hall) -> None:
    """R61 j): about the win and not a bet, and granted where it was said to be refused."""
    hall.jogada()
    first = hall.room(Complaint(complaint="R-1", about="bet"))
    decided = hall.room(ComplaintDecided(complaint="R-1", decision="improcedente"))
    corrected(hall, first, Complaint(complaint="R-1", about="win"))
    corrected(hall, decided, ComplaintDecided(complaint="R-1", decision="procedente"))
    (one,) = jogadas(hall)
    assert [(this.nome, this.sobre, this.decisao) for this in one.reclamacoes] == [
        ("R-1", "win", "procedente")
    ]


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(5_000, marks=pytest.mark.deep)])
def test_what_was_told_between_two_jogadas_is_of_the_next_as_corrected(
    hall: Hall, page: int
) -> None:
    """Corrected before the next jogada begins; live page by page as rebuilt in one go."""
    hall.jogada()
    wrong = hall.room(Breakdown(equipment="extractor"))
    never = hall.room(Incident(code="furto"))
    hall.casino.project(page=page)
    corrected(hall, wrong, Breakdown(equipment="painel"))
    corrected(hall, never, None)
    hall.casino.project(page=page)
    hall.jogada(record=False)
    hall.record(breakdowns=1)
    hall.casino.project(page=page)
    first, second = jogadas(hall)
    assert (first.avarias, second.avarias, second.ocorrencias) == ([], ["painel"], [])
    assert sums(hall) == []
    with Runner(hall.casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(hall.casino.conninfo) == digests


@pytest.mark.parametrize(
    ("right", "found"),
    [
        (None, 0),
        ({"uses": 199}, 0),
        ({"uses": 1_999}, 1),  # the second jogada is its two thousand and first
    ],
)
def test_a_set_of_balls_has_served_as_often_as_it_should_have_been_declared(
    hall: Hall, right: dict[str, int] | None, found: int
) -> None:
    """R25: two jogadas by a set declared with 2,000 on day one, a slip of the pen (or not)."""
    wrong = hall.room(OpeningDeclared(subject="ball_set", name="B-1", values={"uses": 2_000}))
    declared = (
        None if right is None else OpeningDeclared(subject="ball_set", name="B-1", values=right)
    )
    corrected(hall, wrong, OpeningDeclared(subject="ball_set", name="B-1", values={"uses": 7}))
    corrected(hall, wrong, declared)
    hall.jogada()
    hall.casino.project(page=1)
    hall.jogada()
    hall.casino.project()
    assert [code for code in hall.codes() if code == "BI-BALLSET"] == ["BI-BALLSET"] * found


def test_a_jogada_that_was_not_over_goes_on_and_is_counted_once(hall: Hall) -> None:
    """Closed after the bingo by mistake, before it was paid: open again, then paid and closed.

    R25: its balls served one jogada. R37: the next one is sold from card 11 on. Its acta has the
    end of the second closing (R61 h), and 20.00 and 60.00 paid.
    """
    hall.begin()
    hall.sell()
    hall.draw()
    closing = hall.play(RoundClosed())
    assert jogadas(hall)[0].state == "terminada"
    corrected(hall, closing, None)
    (one,) = jogadas(hall)
    assert (one.state, one.ended, one.closed, one.due) == ("aberta", None, None, 0)
    hall.pay()
    hall.end()
    hall.record()
    (one,) = jogadas(hall)
    assert (one.state, one.ended, one.pago(linha=True), one.pago(bingo=True)) == (
        "terminada", hall.ended, 2_000, 6_000
    )  # fmt: skip
    hall.room(BallSetReplaced(old="B-1", new="B-2", uses=1, act="IGJ-9"))
    hall.jogada(record=False)
    hall.record(ball_sets=("B-2",))
    hall.destroy()
    assert [code for code in hall.codes() if code != "BI-DESTROY"] == []


def test_a_set_of_balls_that_was_never_replaced_is_in_use_still(hall: Hall) -> None:
    """BI R25: B-1 served one jogada, not three; the replacement was none, and B-1 serves two.

    Said with the right count it is no fault; withdrawn, the next one is of B-1 after two jogadas.
    """
    hall.jogada()
    replaced = hall.room(BallSetReplaced(old="B-1", new="B-2", uses=3, act="IGJ-9"))
    assert hall.codes().count("BI-BALLSET") == 1
    corrected(hall, replaced, BallSetReplaced(old="B-1", new="B-2", uses=1, act="IGJ-9"))
    assert "BI-BALLSET" not in hall.codes()
    hall.jogada(record=False)
    corrected(hall, replaced, None)
    hall.room(BallSetReplaced(old="B-1", new="B-3", uses=2, act="IGJ-9"))
    assert "BI-BALLSET" not in hall.codes()
