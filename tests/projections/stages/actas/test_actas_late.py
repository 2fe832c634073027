"""Many late facts of one jogada of bingo: its acta is not written anew for each of them."""

from typing import Any, cast

from msgspec import structs

from ledger.events.bingo import Complaint, Incident
from ledger.events.registry import ClockTicked
from projections.base.event import Event
from projections.base.rows import Schema
from projections.running.pipeline import Pipeline, all_stages
from projections.stages.actas.stage import Actas
from tests.helpers.casino import Nothing, Told
from tests.helpers.corrected_nights import SERVICE, night


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
