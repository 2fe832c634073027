"""Closings of rounds put right: where a round is closed, and what of its owner's words is of it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from ledger.events.rounds import RoundClosed
from projections.base.corrected import Corrections
from projections.base.event import Event
from projections.base.produced import Fault
from projections.base.stage import Source
from projections.stages.rounds.kinds import AFTER_CLOSE, PLAY
from projections.stages.rounds.rows import Round

SAID_SINCE: Final = 1_000
"""How many of its owner's events after a closing are looked at for play of the round, where that
closing is withdrawn: so much costs a withdrawal, whatever night it is of."""


def by_closing(
    said: Sequence[Event], corrections: Corrections
) -> tuple[int | None, list[Event], list[Event]]:
    """Return where a round is closed now, its events, and what was said after that close."""
    closed: int | None = None
    of: list[Event] = []
    beyond: list[Event] = []
    for event in said:
        (of if closed is None or event.kind in AFTER_CLOSE else beyond).append(event)
        if closed is None and event.kind == RoundClosed.KIND:
            closed = event.position if corrections.mended(event) is not None else None
    return closed, of, beyond


def play_since(one: Round, source: Source, until: int) -> Iterator[Event]:
    """Yield the play that the owner of a round told between its first closing and a position."""
    known = {event.position for event in one.events}
    first = next(event for event in one.events if event.kind == RoundClosed.KIND)
    for event in source.said_by(one.owner, first.seq + 1, first.seq + SAID_SINCE):
        if event.position >= until:
            return
        if event.round == one.round and event.kind in PLAY and event.position not in known:
            yield event


def rounds_before(rounds: Sequence[Round]) -> Iterator[tuple[Round, str | None]]:
    """Yield the rounds of an opening, as opened, each with the one closed last before it opened."""
    closings = sorted((one.closed, one.round) for one in rounds if one.closed is not None)
    ends = [closed for closed, _ in closings]
    for one in rounds:
        at = bisect_left(ends, one.opened)
        yield one, closings[at - 1][1] if at else None


def after_close(event: Event, closed: int | None) -> Fault:
    """Return the fault of what was said of a round after its close."""
    return Fault(
        code="RND-CLOSED",
        positions=(event.position,),
        place=event.place,
        round=event.round,
        expected=f"nothing after {closed}",
        recorded=event.kind,
    )
