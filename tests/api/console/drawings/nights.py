"""A whole floor's rounds in memory, honest and faulty, for the drawings: no key, no database."""

import heapq
from collections.abc import Iterable
from functools import cache
from random import Random

from ledger.events.machines import MachineHomologated, Play
from ops.simulator.night.casino import Casino, seatings
from ops.simulator.night.roster import GAMES
from ops.simulator.parties.terminal import Ask, Said, Told
from projections.base.event import Event, JudgedRound
from projections.gather.maquinas import record_of
from projections.replay.registry import Verdict, judge
from tests.helpers.casino import judged
from tests.helpers.nights import event_of

SIZE = 0.1
"""Of a night: six rounds a table, and as many more as the faults take."""
FAULTS_EACH = 3


def _said(tellings: Iterable[Iterable[Told]]) -> list[list[Said]]:
    """Return what each party says; the bingo room's gate says yes."""
    found: list[list[Said]] = []
    for telling in tellings:
        mine: list[Said] = []
        for one in telling:
            if isinstance(one, Ask):
                one.granted = one.expected
            if isinstance(one, Said):
                mine.append(one)
        found.append(mine)
    return found


@cache
def night(seed: int = 5) -> tuple[dict[str, list[JudgedRound]], list[Event]]:
    """Return the rounds of one night by place, the last judgement of each, and all its events."""
    floor = [one for one in seatings(SIZE) if one.place != "JP-01"]
    random = Random(seed)
    faults: dict[str, dict[int, str]] = {}
    for place, game, _, _ in GAMES:
        if place in {"JP-01", "MQ-01"}:
            continue
        names = list(game.FAULTS)
        random.shuffle(names)
        faults[place] = {3 + 3 * at: name for at, name in enumerate(names[:FAULTS_EACH])}
    casino = Casino(floor, seed=seed, faults=faults)
    *tables, _office = casino.prepare()
    *days, _office_day = casino.day(0)
    events: list[Event] = []
    for one in heapq.merge(*_said([*tables, *days]), key=lambda one: one.at):
        events.append(event_of(one, len(events) + 1))
    rounds, _ = judged(events)
    last = {one.closed.round: one for one in rounds}
    by_place: dict[str, list[JudgedRound]] = {}
    for one in last.values():
        by_place.setdefault(one.closed.place, []).append(one)
    return by_place, events


def two_of(place: str) -> list[JudgedRound]:
    """Return an honest round of a place, and one with a fault; of bingo two as they are."""
    rounds = night()[0][place]
    honest = [one for one in rounds if not one.verdict.found]
    faulty = [one for one in rounds if one.verdict.found]
    return [*honest[-1:], *faulty[-1:]]


def plays() -> list[tuple[Event, Verdict, MachineHomologated]]:
    """Return machines' plays with the homologation that each ran under."""
    found: list[tuple[Event, Verdict, MachineHomologated]] = []
    by_machine: dict[str | None, MachineHomologated] = {}
    for event in night()[1]:
        if isinstance(event.payload, MachineHomologated):
            by_machine[event.place] = event.payload
        elif isinstance(event.payload, Play) and event.place in by_machine:
            sheet = by_machine[event.place]
            found.append((event, judge(record_of(event.name, event.payload, sheet)), sheet))
    return found


PLACES = [place for place, *_ in GAMES if place not in {"JP-01", "MQ-01"}]
