"""A machine's events put right: what it said since is judged anew, as if it had been so at once.

How a machine stood is kept before each of its last readings, and acts about what it may run. From
the last of them before the event everything that was said of the machine is folded twice by a stage
of its own: with the event as it stood, and as it stands now. What the two find differently is told,
and what events decide of the machine is as the second leaves it. Money is booked by the correction
itself, on its own day: here neither is booked.
A correction so costs what one machine has said since, and no other machine's word is read.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

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
JUDGED: Final = (
    "autoplay ",
    "balance ",
    "credited ",
    "forbidden ",
    "homologation ",
    "meters ",
    "overdrawn ",
    "play ",
    "reading ",
    "reconfiguration ",
    "runs ",
    "uncovered ",
    "void ",
)
"""With what the subjects of findings begin that are of one machine's own words."""
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
    "off",
    "partings",
    "first_off",
)
"""What of a machine events decide beside its counters, which are booked."""


class Corrects(NamedTuple):
    """A correction of one event."""

    event: Event
    """Where it takes effect."""
    target: Event
    said: Any
    """What stood until then; None: nothing."""
    instead: Any

    def noted(self, counting: Counting) -> "Corrects":
        """Note the correction from here on; return the correction with the payload that stood."""
        said, _ = now_of(counting, self.target)
        note(counting, self.target, self.event.position, self.instead)
        return self._replace(said=said)


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
    change: Corrects,
    produced: Produced,
) -> bool:
    """Let an act read as it is corrected, at an event; False where it was too long ago."""
    noted = change.noted(counting)
    kept = change.target.position in (*machine.acts, *machine.runs)
    return kept and again(counting, source, apart, machine, noted, produced)


def again(
    counting: Counting,
    source: Source,
    apart: Apart,
    machine: Machine,
    change: Corrects,
    produced: Produced,
) -> bool:
    """Judge anew all that was said of a machine since an event, by what it says now.

    From how the machine stood, of which that is kept, last before the event; False where it is not.
    """
    target = change.target
    kept = sorted((*machine.contexts, *machine.acts, *machine.runs))
    first = max((at for at in kept if at <= target.position), default=None)
    if first is None:
        return False
    events, corrected = _since(
        counting, source, machine, counting.context(first), (first, change.event.position)
    )

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
            counting.context(first),
            {**corrected, target.name: (target.name, change.event.position, text_of(one))},
            _with(events, target, one),
            produced_at,
        )
        for one in (change.said, change.instead)
    )
    for subject in sorted(told.about.keys() | now.about.keys()):
        found = now.about.get(subject, [])
        if subject.startswith(JUDGED) and told.about.get(subject, []) != found:
            produced.about.append((subject, found))
    _decide(machine, told.machine, now.machine)
    for at in kept:
        if at > target.position and told.counting.rows.contexts.get(at) is not None:
            context = counting.context(at)
            _decide(context, told.counting.context(at), now.counting.context(at))
            _move(context, told.counting.context(at), now.counting.context(at))
            keep(counting, context, at)
            counting.rows.kept_anew.add(at)
    counting.recount_barred(machine, told.counting, now.counting)
    counting.rows.machines.add(machine.machine)
    return True


def _with(events: Sequence[Event], target: Event, said: Any) -> list[Event]:
    """Return events with another among them that says this; None: nothing."""
    others = [one for one in events if one.position != target.position]
    if said is None:
        return others
    return sorted([*others, structs.replace(target, payload=said)], key=lambda one: one.position)


def _decide(machine: Machine, told: Machine, now: Machine) -> None:
    """Let a machine be as its acts read now, in what they decide."""
    for name in DECIDED:
        if getattr(told, name) != getattr(now, name):
            setattr(machine, name, getattr(now, name))


def _move(context: Machine, told: Machine, now: Machine) -> None:
    """Move a kept machine's counters by the difference that a correction makes."""
    context.credits += now.credits - told.credits
    for name in ("totals", "voided"):
        setattr(context, name, _plus(*(getattr(one, name) for one in (context, now, told))))
    for name in ("by_denomination", "voided_by_denomination"):
        was, then, is_ = (getattr(one, name) for one in (context, told, now))
        nothing = [0, 0, 0]
        setattr(
            context,
            name,
            {
                key: _plus(was.get(key, nothing), is_.get(key, nothing), then.get(key, nothing))
                for key in sorted({*was, *is_})
            },
        )


def _plus(values: Sequence[int], more: Sequence[int], less: Sequence[int]) -> list[int]:
    return [value + a - b for value, a, b in zip(values, more, less, strict=True)]


def _since(
    counting: Counting,
    source: Source,
    machine: Machine,
    begun: Machine,
    between: tuple[int, int],
) -> tuple[list[Event], dict[str, Corrected]]:
    """Return a machine's events between two positions, as they read now.

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
        if between[0] <= position < between[1] and payload is not None:
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
