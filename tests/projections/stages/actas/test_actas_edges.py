"""The acta where a day is not like others: nothing sold, told late, withdrawn, in between."""

import json
from typing import Any

import pytest

from api.services.gate import Gate
from ledger.events.base import Interval, Payload
from ledger.events.bingo import (
    BallSetReplaced,
    BingoSessionClosed,
    Breakdown,
    CardsSold,
    Complaint,
    Incident,
    JogadaAnnulled,
    PrizePaid,
    PrizesPaid,
    SeriesOnSale,
)
from ledger.events.registry import OpeningDeclared
from ledger.events.reviews import Correction
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.money import INTEGER_MAX
from projections.replay.left_open.amounts import AMOUNTS
from projections.running.building import rebuild
from projections.running.runner import LIVE, Runner
from projections.stages.actas.jogada import Jogada
from projections.stages.actas.queries import Acta, acta_of
from projections.stages.actas.sessions import Check, Session, session_faults
from tests.fixtures.casino import DAY, Casino
from tests.projections.stages.actas.bingo_hall import PLACE, Hall


@pytest.fixture
def hall(casino: Casino) -> Hall:
    return Hall(casino)


def acta(hall: Hall) -> Acta:
    hall.casino.project()
    with hall.casino.reading() as connection:
        found = acta_of(connection, LIVE, "S-1")
    assert found is not None
    return found


def sums(hall: Hall) -> list[str]:
    """Return the fields of R61 in which a record differs from the events."""
    hall.casino.project()
    rows = hall.casino.rows(
        "SELECT facts::json ->> 'field' AS field FROM {s}.finding "
        "WHERE code = 'BI-ACTA-SUM' AND known_until IS NULL ORDER BY 1"
    )
    return [row["field"] for row in rows]


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"started": "2026-11-20T20:00:00.000000Z"}, "a"),
        ({"sold": (Interval(series="A", first=1, last=9),)}, "d intervalos"),
        (
            {
                "sold": (
                    Interval(series="A", first=6, last=10),
                    Interval(series="A", first=1, last=5),
                )
            },
            None,
        ),
        ({"ball_sets": ("B-3",)}, "k"),
        ({}, None),
    ],
)
def test_hour_intervals_and_sets_are_held_against_the_events(
    hall: Hall, said: dict[str, Any], field: str | None
) -> None:
    """R61 a, d, k: the session's own start, cards 1 to 10 however they are told, the set B-2."""
    hall.jogada(record=False)
    hall.room(BallSetReplaced(old="B-1", new="B-2", uses=1, act="IGJ-9"))
    hall.record(**{"ball_sets": ("B-2",), **said})
    assert sums(hall) == ([] if field is None else [field])


def test_what_is_told_after_the_record_does_not_make_it_wrong(hall: Hall) -> None:
    """R59, R61: a complaint made after the record was signed stands in the acta beside it."""
    hall.jogada()
    hall.play(Complaint(complaint="R-1", about="win"))
    hall.play(Incident(code="desordem"))
    assert sums(hall) == []
    (_, one), *_ = acta(hall).jogadas
    assert ([this.nome for this in one.reclamacoes], one.ocorrencias) == (["R-1"], ["desordem"])


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(5_000, marks=pytest.mark.deep)])
def test_what_happens_between_two_jogadas_is_of_the_next_one(hall: Hall, page: int) -> None:
    """R61 k to m: before the first, and after a record is signed: it is in the next record.

    What happens after the last record is the last jogada's, and makes no record wrong.
    """
    hall.room(Breakdown(equipment="extractor"))
    hall.jogada(record=False)
    hall.record(breakdowns=1)
    hall.room(Breakdown(equipment="painel"))
    hall.room(BallSetReplaced(old="B-1", new="B-2", uses=1, act="IGJ-9"))
    hall.casino.project(page=page)
    hall.jogada(record=False)
    hall.record(breakdowns=1, ball_sets=("B-2",))
    hall.room(Incident(code="desordem"))
    hall.casino.project(page=page)
    hall.room(BingoSessionClosed(session="S-1"))
    hall.casino.project(page=page)
    assert sums(hall) == []
    first, second = (one for _, one in acta(hall).jogadas)
    assert (first.avarias, second.avarias) == (["extractor"], ["painel"])
    assert ([one.novo for one in first.bolas], [one.novo for one in second.bolas]) == ([], ["B-2"])
    assert (first.ocorrencias, second.ocorrencias) == ([], ["desordem"])
    with Runner(hall.casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(hall.casino.conninfo) == digests


def test_a_breakdown_between_two_jogadas_may_not_be_left_out(hall: Hall) -> None:
    """R61 l: the record of the jogada after it says none."""
    hall.jogada()
    hall.room(Breakdown(equipment="painel"))
    hall.jogada()
    assert sums(hall) == ["l"]


SHAPES = ("linha", "bingo")


@pytest.mark.parametrize(
    ("column", "said"),
    [
        (
            "collected",
            [
                SeriesOnSale(series="A", edition="E1", cards=90, price=INTEGER_MAX, shapes=SHAPES),
                CardsSold(series="A", first=1, last=2, amount=2_000, means="cash"),
            ],
        ),
        (
            "bingo",
            [
                PrizesPaid(
                    prizes=tuple(
                        PrizePaid(series="A", card=1, shape="bingo", amount=amount, means="cash")
                        for amount in (INTEGER_MAX, 1)
                    )
                )
            ],
        ),
        (
            "tax",
            [
                PrizesPaid(
                    prizes=tuple(
                        PrizePaid(series="A", card=1, shape=shape, amount=1, tax=tax, means="cash")
                        for shape, tax in (("linha", INTEGER_MAX), ("bingo", 1))
                    )
                )
            ],
        ),
    ],
    ids=["collected", "bingo", "tax"],
)
def test_a_column_without_its_sum_is_of_a_jogada_found_impossible(
    hall: Hall, column: str, said: list[Payload]
) -> None:
    """2^53 - 1 and more on top: two cards at that price, two prizes of a bingo, two taxes."""
    hall.begin()
    for one in said:
        hall.play(one)
    hall.end()
    hall.casino.project()
    (row,) = hall.casino.rows("SELECT * FROM {s}.acta WHERE known_until IS NULL")
    assert row[column] == 0
    assert str(INTEGER_MAX) in row["jogada"]
    found = hall.casino.rows("SELECT facts FROM {s}.finding WHERE code = 'RES-IMPOSS'")
    assert [json.loads(one["facts"])["fact"] for one in found] == [AMOUNTS]


def test_a_jogada_of_which_nothing_was_sold_has_nothing_to_destroy(hall: Hall) -> None:
    """R51: no card, no paper; its record is wanted all the same (R60)."""
    hall.jogada()
    hall.destroy()
    hall.begin(last=True)
    hall.end()
    hall.record(series=(), sold=(), cards=0, collected=0, linha=0, bingo=0)
    hall.close()
    assert hall.codes() == []
    hall.casino.project()
    (_, one) = acta(hall).jogadas[-1]
    assert (one.cartoes, one.recolhido, one.registada) == (0, 0, True)


def test_an_annulment_that_was_withdrawn_is_in_the_acta_no_more(hall: Hall) -> None:
    """R61 i: the jogada was annulled by mistake, its prizes were paid; what now holds is told."""
    hall.begin()
    hall.sell()
    hall.draw()
    hall.pay()
    wrong = hall.play(JogadaAnnulled(cause="anuncio", rule="BI R57", refunded=10_000))
    hall.end()
    (_, one), *_ = acta(hall).jogadas
    assert (one.state, one.anulada, one.devolvido) == ("anulada", "BI R57", 10_000)
    act = hall.casino.say(
        "fiscal",
        Correction(
            target=f"{wrong.source}:{wrong.first}", link=wrong.link, reason="erro_de_registo"
        ),
    )
    hall.casino.approve("chefe", act)
    (_, one), *_ = acta(hall).jogadas
    assert (one.state, one.anulada, one.motivo, one.devolvido) == ("terminada", None, None, 0)
    assert one.ended == hall.ended
    hall.record()
    assert sums(hall) == []


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [(11, 40, []), (31, 40, ["start"]), (11, 19, ["end"]), (31, 19, ["start", "end"])],
)
def test_all_balls_are_shown_at_the_start_and_at_the_end(
    start: int, end: int, expected: list[str]
) -> None:
    """R23: a start's showing after the first jogada, or an end's before the last, is neither."""
    session = Session(
        session="S-1", place=PLACE, day=DAY, opened=10, started="", variant=90, mode="physical",
        closed=50, ended="",
    )  # fmt: skip
    session.jogadas = [Jogada(round="r", session="S-1", opened=20, started="", closed=30)]
    session.checks = [
        Check(moment=moment, balls=90, missing=0, position=position)
        for moment, position in (("start", start), ("end", end))
    ]
    found = [one.expected for one in session_faults(session) if one.code == "BI-PASS"]
    assert found == [f"all 90 balls shown at the {moment}" for moment in expected]


@pytest.mark.parametrize(
    ("mode", "allowed", "expected"),
    [("continuous", True, []), ("continuous", False, ["BI-LAST"]), ("session", True, ["BI-LAST"])],
)
def test_in_continuous_mode_no_jogada_is_the_last(
    *, mode: str, allowed: bool, expected: list[str]
) -> None:
    """R53, R90: it is there at all times, where the authority approved it; a session has an end."""
    session = Session(
        session="S-1", place=PLACE, day=DAY, opened=10, started="", variant=90, mode=mode,
        allowed=allowed, closed=50, ended="",
    )  # fmt: skip
    session.jogadas = [Jogada(round="r", session="S-1", opened=20, started="", closed=30)]
    assert [one.code for one in session_faults(session) if one.code == "BI-LAST"] == expected


@pytest.mark.parametrize(("mode", "expected"), [("physical", 1), ("session", 0)])
def test_online_no_balls_wear(casino: Casino, mode: str, expected: int) -> None:
    """R25, R86: a set that served 2,000 jogadas; online numbers are drawn without one."""
    hall = Hall(casino, opened=False)
    hall.open(mode=mode)
    casino.say(
        "fiscal", OpeningDeclared(subject="ball_set", name="B-1", values={"uses": 2_000}),
        place=PLACE,
    )  # fmt: skip
    hall.number = 1
    hall.play(RoundOpened(session="S-1", mode="physical" if mode == "physical" else "shared"))
    hall.sell()
    hall.draw()
    hall.play(RoundClosed())
    assert hall.codes().count("BI-BALLSET") == expected


@pytest.mark.recorded
def test_the_gate_of_a_room_is_for_its_own_jogadas(hall: Hall) -> None:
    """R60: the yes is bound to room and jogada; another room's is none of its own."""
    gate = Gate(hall.casino.conninfo, hall.casino.door.say, hall.casino.project)
    answer = gate.ask(PLACE, f"SALA-2/{DAY}/1")
    assert not answer.granted
    assert answer.reasons == (f"SALA-2/{DAY}/1 is no jogada of {PLACE}",)
    assert gate.ask(PLACE, f"{PLACE}/{DAY}/1").granted


@pytest.mark.parametrize(
    ("last", "annulled", "expected"),
    [
        ((False, True), (False, False), []),
        ((True, True), (False, False), [(20, 40)]),
        ((True, True), (True, False), []),
        ((True, True, True), (False, False, False), [(20, 40), (20, 60)]),
    ],
)
def test_one_jogada_of_a_session_is_announced_as_the_last(
    last: tuple[bool, ...], annulled: tuple[bool, ...], expected: list[tuple[int, int]]
) -> None:
    """R53: each further one is BI-LAST, beside the first; one that was annulled comes again."""
    session = Session(
        session="S-1", place=PLACE, day=DAY, opened=10, started="", variant=90, mode="session"
    )
    session.jogadas = [
        Jogada(round=f"r{n}", session="S-1", opened=20 + 20 * n, started="", last=one, nula=null)
        for n, (one, null) in enumerate(zip(last, annulled, strict=True))
    ]
    found = [one for one in session_faults(session) if one.code == "BI-LAST"]
    assert [one.positions[-2:] for one in found] == expected
