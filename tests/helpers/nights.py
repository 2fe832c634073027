"""Honest rounds of every game in memory: the simulator's events, judged without a database.

A property over all games alters the events of honest rounds and says what must be found then.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from typing import Final

from msgspec import structs

from ledger.events.base import Payload
from ops.simulator.night.roster import GAMES
from ops.simulator.parties.party import Party, Place
from ops.simulator.parties.terminal import Ask, Said
from projections.base.event import Event, JudgedRound
from tests.helpers.casino import judged

DAY: Final = "2026-11-20"
START: Final = datetime(2026, 11, 20, 20, tzinfo=UTC)
ROUNDS: Final = 6
TABLES: Final[Mapping[str, type[Party]]] = {
    place: party for place, party, role, _ in GAMES if role in ("table", "bingo_room")
}
"""By place: every party whose rounds are gathered."""

Alteration = Callable[[list[Event]], Iterable[Event] | None]
"""Returns the events of a round told otherwise; None where the round is not fit for it."""


@cache
def honest_night(place: str, rounds: int = ROUNDS, seed: int = 7) -> tuple[Event, ...]:
    """Return all that an honest party said in a short night, as it was said."""
    party = TABLES[place](Place(source="terminal", place=place, day=DAY, start=START, seed=seed))
    events: list[Event] = []
    for said in (*party.prepare(), *_answered(party, rounds)):
        if isinstance(said, Said):
            events.append(event_of(said, len(events) + 1))
    return tuple(events)


def event_of(said: Said, position: int) -> Event:
    """Return what a party said as the event that stands at a position."""
    return Event(
        position=position,
        source=said.source,
        seq=said.seq,
        kind=said.payload.KIND,
        at=said.at,
        day=said.day,
        place=said.place,
        round=said.round,
        payload=said.payload,
        link=sha256(said.name.encode()).digest(),
    )


def _answered(party: Party, rounds: int) -> Iterator[object]:
    for said in party.gaming_day(DAY, START, rounds):
        if isinstance(said, Ask):
            said.granted = said.expected
        yield said


def renumbered(events: Iterable[Event]) -> list[Event]:
    """Return the events as one log: positions, times and each source's numbers only grow.

    What is told in another order than it was said has the time of its new neighbour.
    """
    told: list[Event] = []
    seqs: dict[str, int] = {}
    last = ""
    for event in events:
        seq = seqs[event.source] = seqs.get(event.source, 0) + 1
        last = max(last, event.at)
        told.append(
            structs.replace(
                event,
                position=len(told) + 1,
                seq=seq,
                at=last,
                link=sha256(f"{event.source}:{seq}".encode()).digest(),
            )
        )
    return told


def said_otherwise(event: Event, payload: Payload) -> Event:
    """Return an event that says something else at the same time and place."""
    return structs.replace(event, payload=payload, kind=payload.KIND)


def rounds_of(events: Sequence[Event]) -> list[str]:
    """Return the rounds that were played, in their order."""
    return list(dict.fromkeys(event.round for event in events if event.round is not None))


def last_verdicts(events: Sequence[Event]) -> dict[str, JudgedRound]:
    """Return the last verdict of each round."""
    rounds, _ = judged(events)
    return {one.closed.round: one for one in rounds}


def codes_of(events: Sequence[Event]) -> list[tuple[str, str]]:
    """Return round and code of every fault that the verdicts of a night found."""
    return [
        (name, found.code)
        for name, one in last_verdicts(events).items()
        for found in one.verdict.found
    ]


def altered_rounds(
    place: str, alter: Alteration, rounds: int = ROUNDS
) -> Iterator[tuple[str, list[Event]]]:
    """Yield for each round of a night its name and the night with this one round told otherwise."""
    night = honest_night(place, rounds)
    for name in rounds_of(night):
        own = [event for event in night if event.round == name]
        other = alter(list(own))
        if other is None:
            continue
        first = night.index(own[0])
        before = night[:first]
        after = (event for event in night[first:] if event.round != name)
        yield name, renumbered([*before, *other, *after])
