"""Many late facts of one jogada of bingo: its acta is not written anew for each of them."""

from collections.abc import Callable
from typing import Any, Final, cast
from unittest.mock import patch

import msgspec
import pytest
from msgspec import structs

from ledger.events.base import Interval, Payload
from ledger.events.bingo import (
    ActaCompleted,
    BingoSessionOpened,
    Breakdown,
    CardsDestroyed,
    Complaint,
    ComplaintDecided,
    Incident,
)
from ledger.events.registry import ClockTicked
from projections.base.event import Event
from projections.base.produced import Produced
from projections.base.rows import Schema
from projections.running.pipeline import Pipeline, all_stages
from projections.stages.actas import stage as actas
from projections.stages.actas.jogada import Jogada
from projections.stages.actas.stage import Actas
from tests.helpers.casino import Nothing, Told
from tests.helpers.corrected_nights import SERVICE, night
from tests.projections.replay.every_game.test_cost import MOST, steps_of


def late_night(many: int) -> list[Event]:
    """Return a bingo night, so many complaints of its last jogada behind it, and a tick."""
    events = list(night("BI-01", 8))
    last = next(one for one in reversed(events) if one.kind == "acta-completed/1")
    seq = max(one.seq for one in events if one.source == last.source)
    first = len(events)
    for number in range(1, many + 1):
        told = Complaint(complaint=f"R-{number}", about="win") if number % 2 else Incident(code="x")
        events.append(
            structs.replace(
                last, position=first + number, seq=seq + number, kind=told.KIND, payload=told
            )
        )
    tick = max(one.seq for one in events if one.source == SERVICE) + 1
    at = "2026-11-22T00:00:00.000000Z"
    position = len(events) + 1
    ticked = Event(position, SERVICE, tick, ClockTicked.KIND, at, None, None, None, ClockTicked())
    return [*events, ticked]


def folded(events: list[Event]) -> Actas:
    pipeline = Pipeline(all_stages)
    pipeline.load(Schema(cast("Any", Nothing()), "none"), Told(events))
    pipeline.fold(events)
    return next(one for one in pipeline.stages if isinstance(one, Actas))


def written(stage: Actas) -> tuple[list[int], int]:
    """Return since when each version of the last jogada's acta holds, and how much all say."""
    name = max(row[0] for row in stage._versions)
    rows = [row for row in stage._versions if row[0] == name]
    return [row[1] for row in rows], sum(len(str(row)) for row in rows)


def test_twice_as_many_late_facts_are_written_in_about_twice_as_much() -> None:
    """700 and 1,400 of one jogada: all stand in the acta of the next tick, few have their own."""
    amounts: list[int] = []
    for many in (700, 1_400):
        events = late_night(many)
        stage = folded(events)
        (room,) = stage._rooms.values()
        assert room.session is not None
        last = room.session.jogadas[-1]
        assert (len(last.reclamacoes), len(last.ocorrencias)) == (many // 2, many // 2)
        since, amount = written(stage)
        assert since[-1] == events[-1].position
        amounts.append(amount)
    assert amounts[1] <= 2.5 * amounts[0]


# --- what a late fact costs ----------------------------------------------------------------------

Says = Callable[[int, int, ActaCompleted], Payload]
"""What is told as the so-manieth of so many, of a jogada with a signed record."""


def _decided(at: int, many: int, _: ActaCompleted) -> Payload:
    if at < many // 2:
        return Complaint(complaint=f"R-{at}", about="win")
    return ComplaintDecided(complaint=f"R-{at - many // 2}", decision="no", by="fiscal")


def _destroyed(at: int, _many: int, record: ActaCompleted) -> Payload:
    series = record.series[0]
    return CardsDestroyed(cards=(Interval(series=series, first=2 * at + 1, last=2 * at + 1),))


def _destroyed_after_complaints(at: int, many: int, record: ActaCompleted) -> Payload:
    if at < many * 2 // 3:
        return _decided(at, many * 2 // 3, record)
    return _destroyed(at, many, record)


SAID: Final[dict[str, Says]] = {
    "complaints": lambda at, _many, _: Complaint(complaint=f"R-{at}", about="win"),
    "complaints and their decisions": _decided,
    "breakdowns": lambda at, _many, _: Breakdown(equipment=f"painel {at}"),
    "cards destroyed one by one": _destroyed,
    "cards destroyed after decided complaints": _destroyed_after_complaints,
    "its record signed again": lambda _at, _many, record: record,
}


def steps_of_late(said: Says, many: int) -> int:
    """Return how many steps it takes to take so many late facts, and a tick, after a night."""
    events = list(night("BI-01", 8))
    stage = folded(events)
    last = next(one for one in reversed(events) if one.kind == ActaCompleted.KIND)
    late: list[Event] = []
    for at in range(many):
        payload = said(at, many, last.payload)
        position = last.position + 1_000 + at
        late.append(structs.replace(last, position=position, kind=payload.KIND, payload=payload))
    tick = structs.replace(
        last, position=last.position + 1_000 + many, source=SERVICE, kind=ClockTicked.KIND,
        place=None, round=None, payload=ClockTicked(),
    )  # fmt: skip

    def take() -> None:
        for event in (*late, tick):
            stage.fold(event, Produced())

    return steps_of(take)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", SAID)
def test_twice_as_many_late_facts_cost_about_twice(name: str) -> None:
    """Each kind that is told of a jogada after its end, its credit spent soon."""
    with patch.object(actas, "CREDIT_MAX", 50), patch.object(actas, "LENGTH_FREE", 10):
        once, twice = (steps_of_late(SAID[name], many) for many in (90, 180))
    assert twice <= MOST * once


def test_what_waits_is_not_lost_with_its_session() -> None:
    """A session opened meanwhile, a page ended: at the tick the acta has all that was told."""
    events = list(night("BI-01", 8))
    with patch.object(actas, "CREDIT_MAX", 50), patch.object(actas, "LENGTH_FREE", 10):
        stage = folded(events)
        last = next(one for one in reversed(events) if one.kind == ActaCompleted.KIND)

        def say(payload: Payload, at: int, **where: Any) -> None:
            one = structs.replace(
                last, position=last.position + 1_000 + at, kind=payload.KIND, payload=payload,
                **where,
            )  # fmt: skip
            stage.fold(one, Produced())

        for at in range(60):
            say(Complaint(complaint=f"R-{at}", about="win"), at)
        opened = BingoSessionOpened(
            session="S-9", variant=90, mode="physical", equipment_checked=True
        )
        say(opened, 60, round=None)
        stage._earlier.clear()  # as at the end of a page
        for at in range(61, 70):
            say(Complaint(complaint=f"R-{at}", about="win"), at)
            stage._earlier.clear()
        say(ClockTicked(), 70, source=SERVICE, place=None, round=None)
    rows = [row for row in stage._versions if row[0] == last.round]
    assert isinstance(last.round, str)
    now = msgspec.json.decode(rows[-1][-1], type=Jogada)
    assert len(now.reclamacoes) == 69
