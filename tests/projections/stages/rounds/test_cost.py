"""What it costs to fold a round grows with its events, and with what is told of it late.

Folded are all stages that make and judge rounds, the gathering of the record among them, over a
round of each game in which everything that was said is said again and again, each bet with a number
of its own. Steps are counted as for replay alone: every call and every line that runs.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final
from unittest.mock import patch

import msgspec
import pytest

from ledger.events.base import Payload
from ledger.events.claims import payload_of
from ledger.events.reviews import Approval, Correction
from ledger.events.rounds import Payout, RoundClosed, RoundOpened
from ledger.ids import split_round
from ops.simulator.night.roster import GAMES, OWN_CASINO
from ops.simulator.parties.party import Party, Place
from ops.simulator.parties.terminal import Ask, Said
from projections.base.event import Event
from projections.stages.rounds import late
from tests.helpers.casino import DAY, judged
from tests.projections.replay.every_game.test_cost import steps_of

MANY: Final = 600
MOST: Final = 2.5
"""How many times the steps of a round twice as long may be those of the round."""
SEATS: Final = 900
NUMBERED: Final = frozenset({"bet", "bets", "carried_from"})
"""Numbers of bets; a seat has one of so many."""
PARTIES: Final = [
    (place, party) for place, party, category, _ in GAMES if category not in (OWN_CASINO, "machine")
]


def said_by(party: type[Party], place: str) -> list[Said]:
    """Return what a party says of two rounds."""
    start = datetime(2026, 11, 20, 20, tzinfo=UTC)
    made = party(Place(source="mesa", place=place, day=DAY, start=start, seed=8))
    said: list[Said] = []
    for telling in (made.prepare(), made.gaming_day(DAY, start, 2)):
        for one in telling:
            if isinstance(one, Ask):
                one.granted = one.expected
            elif isinstance(one, Said):
                said.append(one)
    return said


def longest(said: list[Said]) -> tuple[int, int]:
    """Return where the round of the most events opens and where it closes."""
    ends = {one.round: at for at, one in enumerate(said) if isinstance(one.payload, RoundClosed)}
    opens = {
        at: ends[one.round]
        for at, one in enumerate(said)
        if isinstance(one.payload, RoundOpened) and one.round in ends
    }
    first = max(opens, key=lambda at: opens[at] - at)
    return first, opens[first]


def again(payload: Payload, time: int) -> Payload:
    """Return what is said once more: of another bet, at another seat."""
    return payload_of(payload.KIND, numbered(msgspec.to_builtins(payload), 7 * time))


def numbered(value: Any, by: int, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: numbered(inner, by, key) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [numbered(inner, by, name) for inner in value]
    if not isinstance(value, int) or isinstance(value, bool):
        return value
    if name == "seat":
        return (value + by - 1) % SEATS + 1 if value else value
    return value + by if name in NUMBERED else value


def grown(said: list[Said], times: int) -> list[Event]:
    """Return the ledger of the evening up to a round's end, all its facts said so many times."""
    first, last = longest(said)
    told = said[: first + 1]
    for one in said[first + 1 : last]:
        of_round = one.round == said[first].round
        told += [one] * (1 if not of_round else 0)
        told += [
            msgspec.structs.replace(one, payload=again(one.payload, time))
            for time in range(times if of_round else 0)
        ]
    return list(_recorded([*told, said[last]]))


def _recorded(told: list[Said]) -> Iterator[Event]:
    seqs: dict[str, int] = {}
    for position, one in enumerate(told, 1):
        seqs[one.source] = seqs.get(one.source, 0) + 1
        yield Event(
            position=position,
            source=one.source,
            seq=seqs[one.source],
            kind=one.payload.KIND,
            at=one.at,
            day=one.day,
            place=one.place or (split_round(one.round)[0] if one.round else None),
            round=one.round,
            payload=one.payload,
            link=bytes(32),
        )


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("place", "party"), PARTIES)
def test_to_fold_a_round_twice_as_long_costs_about_twice(place: str, party: type[Party]) -> None:
    """Everything said in it grown together; what came before it is taken off both counts."""
    said = said_by(party, place)
    first, last = longest(said)
    times = -(-MANY // (last - first - 1))
    before, once, twice = (
        steps_of(partial(judged, grown(said, count))) for count in (0, times, 2 * times)
    )
    assert twice - before <= MOST * (once - before)


FEW: Final = 40
LATE: Final = 30


def with_late_facts(events: list[Event], count: int) -> list[Event]:
    """Return a ledger in which so many late payments and corrections follow its last round."""
    last = events[-1]
    bets = [
        one
        for one in events
        if one.round == last.round and not isinstance(one.payload, (RoundOpened, RoundClosed))
    ]
    told = list(events)

    def say(source: str, payload: Payload) -> Event:
        one = msgspec.structs.replace(
            last,
            position=len(told) + 1,
            source=source,
            seq=len(told) + 1,
            kind=payload.KIND,
            payload=payload,
        )
        told.append(one)
        return one

    for time in range(count):
        say(last.source, Payout(seat=1, amount=100))
        target = bets[time % len(bets)]
        act = say(
            "chefe",
            Correction(
                target=target.name,
                link=target.link.hex(),
                replacement=msgspec.to_builtins(target.payload),
                reason="engano",
            ),
        )
        say("director", Approval(target=act.name, link=act.link.hex()))
    return told


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("place", "party"),
    [
        pytest.param(place, party, id=place, marks=[pytest.mark.deep] * (number % 4 > 0))
        for number, (place, party) in enumerate(PARTIES)
    ],
)
def test_late_facts_twice_as_many_of_a_round_twice_as_long_cost_about_twice(
    place: str, party: type[Party]
) -> None:
    """As many late payments and corrections: four times as much were each judged at once."""
    said = said_by(party, place)
    first, last = longest(said)
    times = -(-FEW // (last - first - 1))
    counts: list[int] = []
    with patch.object(late, "CREDIT_MAX", 2 * FEW), patch.object(late, "CREDIT_OF_FACT", 2):
        for by in (1, 2):
            round_alone = grown(said, by * times)
            with_late = with_late_facts(round_alone, by * LATE)
            counts.append(
                steps_of(partial(judged, with_late)) - steps_of(partial(judged, round_alone))
            )
    assert counts[1] <= MOST * counts[0]
