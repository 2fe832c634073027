"""Acts about what may run, put right: what was played since is judged anew, as if said so at once.

How a machine stood is kept before each of its last acts. From there everything that was said of
the machine since is folded twice by a stage of its own: with the act as it stood, and as it stands
now. What the two find differently is told, and what the act decides of the machine is as the second
leaves it. Money is no matter of these acts: both move it alike, and neither is booked.
A correction so costs what one machine has said since the act, and no other machine's word is read.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, structs

from ledger.events.machines import (
    AutoplayStarted,
    AutoplayStopped,
    MachineHomologated,
    MachineHomologated2,
    MachineInterdicted,
    MachineReconfigured,
    MachineReleased,
)
from ledger.events.registry import LinkLost, LinkRestored
from projections.base import gaming_day
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.stage import Source
from projections.stages.machines.corrections.events import note, now_of, text_of
from projections.stages.machines.corrections.readings import keep
from projections.stages.machines.days import Counting
from projections.stages.machines.machine import Machine

LASTING: Final = (
    MachineHomologated,
    MachineHomologated2,
    MachineReconfigured,
    MachineInterdicted,
    MachineReleased,
    LinkLost,
    LinkRestored,
)
"""Acts that hold until another one."""
RUNS: Final = (AutoplayStarted, AutoplayStopped)
ACTS: Final = (*LASTING, *RUNS)
LASTING_KEPT: Final = 32
"""Acts of a machine that may still be put right."""
RUNS_KEPT: Final = 4
DECIDED: Final = (
    "homologations",
    "configuration",
    "window",
    "interdicted",
    "barred",
    "barred_too",
    "forbidden",
    "offline",
    "resumed",
    "auto",
    "flagged",
)
"""What of a machine acts decide."""


class Course(Struct, kw_only=True):
    """A machine's time since an act, folded apart."""

    counting: Counting
    machine: Machine
    about: dict[str, list[Fault]]


Corrected = tuple[str, int, str | None]
"""An event's name, since which position it reads otherwise, and how; None: it was withdrawn."""
Apart = Callable[
    [Source, Machine, Mapping[str, Corrected], Sequence[Event], Callable[[Event], Produced]],
    Course,
]
"""Folds events in a stage of its own, from a machine as it stood, by corrections."""


def remember(counting: Counting, machine: Machine, event: Event) -> None:
    """Keep how a machine stands before an act about what it may run."""
    lasting = isinstance(event.payload, LASTING)
    kept, many = (machine.acts, LASTING_KEPT) if lasting else (machine.runs, RUNS_KEPT)
    keep(counting, machine, event.position)
    kept.append(event.position)
    while len(kept) > many:
        counting.rows.contexts[kept.pop(0)] = None


def act_again(
    counting: Counting,
    source: Source,
    apart: Apart,
    machine: Machine,
    change: tuple[Event, Event, Any],
    produced: Produced,
) -> bool:
    """Let an act read as it is corrected, at an event; False where it was too long ago."""
    event, target, instead = change
    said, _ = now_of(counting, target)
    note(counting, target, event.position, instead)
    if target.position not in (*machine.acts, *machine.runs):
        return False
    begun = counting.context(target.position)
    events, corrected = _since(counting, source, machine, begun, (target.position, event.position))

    def produced_at(one: Event) -> Produced:
        return Produced(
            book=produced.book,
            day=_booked(counting, machine, one, produced),
            casino=machine.casino,
            judge=produced.judge,
        )

    told, now = (
        apart(
            source,
            counting.context(target.position),
            corrected,
            [*([] if one is None else [structs.replace(target, payload=one)]), *events],
            produced_at,
        )
        for one in (said, instead)
    )
    for subject in sorted(told.about.keys() | now.about.keys()):
        found = now.about.get(subject, [])
        if told.about.get(subject, []) != found:
            produced.about.append((subject, found))
    _decide(machine, told.machine, now.machine)
    for at in (*machine.contexts, *machine.acts, *machine.runs):
        if at > target.position and told.counting.rows.contexts.get(at) is not None:
            context = counting.context(at)
            _decide(context, told.counting.context(at), now.counting.context(at))
            keep(counting, context, at)
            counting.rows.kept_anew.add(at)
    counting.recount_barred(machine, told.counting, now.counting)
    counting.rows.machines.add(machine.machine)
    return True


def _decide(machine: Machine, told: Machine, now: Machine) -> None:
    """Let a machine be as its acts read now, in what they decide."""
    for name in DECIDED:
        if getattr(told, name) != getattr(now, name):
            setattr(machine, name, getattr(now, name))


def _since(
    counting: Counting,
    source: Source,
    machine: Machine,
    begun: Machine,
    between: tuple[int, int],
) -> tuple[list[Event], dict[str, Corrected]]:
    """Return what was said of a machine between two positions, as it reads now.

    With the corrections of it, and of what may run from before.
    """
    told: dict[int, Event] = {}
    for name, (first, last) in machine.heard.items():
        after = begun.heard[name][1] + 1 if name in begun.heard else first
        for event in source.said_by(name, after, last):
            if event.place == machine.machine and not isinstance(event.payload, LASTING):
                told[event.position] = event
    homologated = [one.position for one in begun.homologations.values()]
    for at in (*machine.acts, *machine.runs, *homologated):
        taken = source.taken_at(at)
        assert taken is not None
        told[at] = taken
    events: list[Event] = []
    corrected: dict[str, Corrected] = {}
    for position, event in sorted(told.items()):
        payload, since = now_of(counting, event)
        if since != event.position:
            corrected[event.name] = (event.name, since, text_of(payload))
        if between[0] < position < between[1] and payload is not None:
            events.append(structs.replace(event, payload=payload))
    return events, corrected


def _booked(counting: Counting, machine: Machine, event: Event, produced: Produced) -> str:
    """Return the day on which an event was booked: the first that its machine had open."""
    claimed = event.day or gaming_day.day_at(
        produced.book, machine.casino, event.at, event.position
    )
    while (close := counting.rows.last_close(counting.read, machine.machine, claimed)) is not None:
        if close.closing > event.position:
            break
        claimed = gaming_day.day_after(claimed)
    return claimed
