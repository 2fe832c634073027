"""Readings put right: each is taken again, with those after it, as the machine stood when it spoke.

What a reading shows goes on into the next: where the counters are, where they left the events. So
a corrected one is taken again with every one since, each beside what the events gave at its time.
How a machine stood is kept of its last ``KEPT`` readings; one of before is not taken again.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from ledger.events.machines import MachineEnrolled, MetersRead, RamCleared
from ledger.events.registry import OpeningDeclared
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.stage import Source
from projections.stages.machines import readings
from projections.stages.machines.corrections.events import note, now_of
from projections.stages.machines.days import Counting
from projections.stages.machines.machine import Box, Machine, Recolha
from projections.stages.machines.measures.returns import Window
from projections.stages.machines.readings import BOX, Taken

KEPT: Final = 16
"""Readings of a machine, those of a denomination among them, that may be taken again."""


class Step(Struct, kw_only=True):
    """A reading taken again."""

    event: Event
    taken: Taken
    faults: list[Fault]
    box: tuple[int, int] | None
    """What the device says went into its box until here, where this ends one."""
    balance: list[Fault]
    """What is wrong with the balance that it told."""


class Course(Struct, kw_only=True):
    """Readings taken one after another."""

    machine: Machine
    """As the last of them leaves it."""
    begun: Machine
    """As the first of them leaves it."""
    steps: list[Step]


def remember(counting: Counting, machine: Machine, event: Event) -> None:
    """Keep how a machine stands before a reading of it is taken."""
    keep(counting, machine, event.position)
    machine.contexts.append(event.position)
    while len(machine.contexts) > KEPT:
        counting.rows.contexts[machine.contexts.pop(0)] = None


def keep(counting: Counting, machine: Machine, position: int) -> None:
    """Keep how a machine stands before the reading of a position."""
    context = msgspec.json.encode(machine, order="deterministic").decode()
    counting.rows.contexts[position] = context


def faults_about(event: Event, produced: Produced, before: int) -> None:
    """Name the reading as the subject of its faults, so that a correction ends them."""
    found = produced.faults[before:]
    if found:
        del produced.faults[before:]
        produced.about.append((subject_of(event), found))


def subject_of(event: Event) -> str:
    """Return the subject under which findings about a reading are kept."""
    return f"reading {event.name}"


def course(
    counting: Counting,
    events: Sequence[Event],
    says: Callable[[Event], Any],
    days: Mapping[int, str],
    produced: Produced,
    told: Course | None = None,
) -> Course:
    """Take readings again, each on its day, the first as its machine stood, the others after it.

    ``told`` is their course before a correction: what the first of them opened may move.
    """
    found: list[Step] = []
    running = begun = first = counting.context(events[0].position)
    chain = {event.position for event in events}
    for number, event in enumerate(events):
        if number:
            now = counting.context(event.position)
            now.device, now.partings = running.device, running.partings
            if _cause(now) in chain and _cause(now) != _cause(running):
                now.interdicted, now.barred = running.interdicted, running.barred
            if first.opened is None:
                now.opened = running.opened
            if told is not None:
                _shift(now, told.begun, begun)
                keep(counting, now, event.position)  # so it stands if that one is corrected, too
            running = now
        payload = says(event)
        apart = Produced(book=produced.book, day=produced.day, casino=running.casino)
        taken = _take(running, event, payload, apart, days[event.position])
        box = _box_of(running) if getattr(payload, "why", None) == BOX else None
        balance = dict(apart.about).get(f"balance {running.machine}", [])
        found.append(Step(event=event, taken=taken, faults=apart.faults, box=box, balance=balance))
        if not number:
            begun = msgspec.json.decode(msgspec.json.encode(running), type=Machine)
    return Course(machine=running, begun=begun, steps=found)


def _take(machine: Machine, event: Event, payload: Any, produced: Produced, day: str) -> Taken:
    match payload:
        case MetersRead():
            return readings.take(machine, event, payload, produced, day)
        case RamCleared():
            taken = readings.clear(machine, event, payload, produced)
            machine.window = Window(since=event.position)
            return taken
        case _:
            return Taken()  # it was withdrawn


def opened(event: Event, said: Any, name: str) -> Machine:
    """Return a machine as a declaration of it opens it; where none says anything, with nothing."""
    machine = Machine(machine=name)
    if isinstance(said, OpeningDeclared) and (said.subject, said.name) == ("machine", name):
        readings.declared(machine, event, said)
    return machine


def begin_anew(machine: Machine, was: Machine, now: Machine) -> None:
    """Restart a machine, not read since its declaration, from a corrected declaration."""
    machine.device = now.device
    _shift(machine, was, now)
    if not machine.boxes:
        machine.recolha = now.recolha


def _enrol(machine: Machine, enrolled: MachineEnrolled | None) -> None:
    """Let a machine be as its enrolment says now; withdrawn, of a size that nobody told."""
    machine.digits = enrolled.digits if enrolled is not None else None
    machine.maker = enrolled.maker if enrolled is not None else None
    machine.model = enrolled.model if enrolled is not None else None


def _cause(machine: Machine) -> int | None:
    """Return the event that interdicted a machine last."""
    return None if machine.barred is None else machine.barred[0]


def _shift(machine: Machine, was: Machine, now: Machine) -> None:
    """Move a machine's counters to its first reading's corrected values."""
    machine.totals = [
        total + new - old
        for total, new, old in zip(machine.totals, now.totals, was.totals, strict=True)
    ]
    machine.credits += now.credits - was.credits
    machine.base += now.base - was.base


def _box_of(machine: Machine) -> tuple[int, int] | None:
    end = machine.box or (machine.boxes[0].until if machine.boxes else None)
    return None if end is None else end.device


def apply(machine: Machine, told: Course, now: Course) -> list[int]:
    """Apply a machine's readings taken again; return the boxes that change, by number."""
    after, chain = now.machine, {step.event.position for step in now.steps}
    machine.device, machine.partings = after.device, after.partings
    _shift(machine, told.begun, now.begun)
    if machine.opened in chain:
        machine.opened = after.opened
    _bar(machine, after, chain)
    if len(now.steps) == 1 and machine.off == told.machine.off:
        machine.off = after.off  # no word on the balance since
    changed: list[int] = []
    for old, new in zip(told.steps, now.steps, strict=True):
        if old.box == new.box or old.box is None:
            continue
        for end in (machine.box, machine.recolha):
            _end(end, old.box, new.box)
        for number, box in enumerate(machine.boxes):
            if _end(box.since, old.box, new.box) | _end(box.until, old.box, new.box):
                changed.append(number)
    return changed


def _bar(machine: Machine, after: Machine, chain: set[int]) -> None:
    """Interdict a machine by its corrected readings, or by orders that still stand."""
    causes = {_cause(machine), _cause(after)}
    if len(causes) == 1 or not causes & chain or machine.interdicted not in (None, *chain):
        return
    machine.interdicted, machine.barred = after.interdicted, after.barred
    if machine.barred_too is not None and machine.barred_too[0] in chain:
        machine.barred_too = None
    if machine.barred is None:
        readings.allow(machine)


def _end(end: Recolha | None, old: tuple[int, int], new: tuple[int, int] | None) -> bool:
    if end is None or end.device != old:
        return False
    end.device = new
    return True


def recounted(counting: Counting, machine: Machine, box: Box, produced: Produced) -> None:
    """Look again at a box: more is known now of what went into it."""
    counted = readings.recount(machine, box)
    faults = readings.box_faults(counted, box.position, machine.machine)
    produced.about.append((f"box {box.event}", faults))
    counting.rows.machines.add(machine.machine)
    counting.rows.drops[box.position] = (
        box.position,
        machine.machine,
        box.day,
        *readings.describe(counted),
    )


class Rereading:
    """The effects of a corrected reading, opening or interdiction."""

    def __init__(self, counting: Counting) -> None:
        """Put right what was said of these machines."""
        self._counting = counting
        self.source: Source | None = None

    def read_again(self, event: Event, target: Event, instead: Any, produced: Produced) -> None:
        """Take a corrected reading again, and all since.

        What was played after it barred the machine was allowed, if it should not have.
        """
        counting, machine = self._counting, self._counting.known(target.place)
        if machine is None or target.position not in machine.contexts:
            return
        self._take_again(
            machine,
            [at for at in machine.contexts if at >= target.position],
            lambda: note(counting, target, event.position, instead),
            produced,
        )

    def _take_again(
        self,
        machine: Machine,
        positions: list[int],
        put_right: Callable[[], None],
        produced: Produced,
    ) -> None:
        """Take readings again by what is said once something is put right, and tell all of it."""
        assert self.source is not None
        counting, events = self._counting, self.source.events(positions)
        days = {one.position: counting.reading_day(one) for one in events}

        def says(one: Event) -> Any:
            return now_of(counting, one)[0]

        told = course(counting, events, says, days, produced)
        put_right()
        now = course(counting, events, says, days, produced, told)
        off, barred = machine.off, machine.barred
        boxes = apply(machine, told, now)
        counting.rows.machines.add(machine.machine)
        for step in now.steps:
            produced.about.append((subject_of(step.event), step.faults))
            counting.rows.reread(machine, step.event, days, says(step.event), step.taken)
        produced.about.append((f"meters {machine.machine}", readings.parted(machine)))
        if machine.off != off:
            produced.about.append((f"balance {machine.machine}", now.steps[0].balance))
        for number in boxes:
            recounted(counting, machine, machine.boxes[number], produced)
        if barred is not None and (machine.barred is None or machine.barred[0] != barred[0]):
            self._allowed(machine, barred[0], days[positions[0]], produced)

    def reopen(self, event: Event, target: Event, instead: Any, produced: Produced) -> None:
        """Restart a machine from its corrected opening declaration; withdrawn, from nothing.

        Its readings since are taken again, unless the first of them is too long ago.
        """
        counting = self._counting
        machine = counting.known(target.payload.name)
        said, _ = now_of(counting, target)
        if machine is None or machine.opened != target.position:
            return
        was, now = (opened(target, one, machine.machine) for one in (said, instead))
        self._judge_opening(machine, target, instead, produced)
        first = machine.contexts[0] if machine.contexts else None
        if first is None:
            begin_anew(machine, was, now)
            counting.rows.machines.add(machine.machine)
            note(counting, target, event.position, instead)
            return
        context = counting.context(first)
        if context.device.read is not None:
            return

        def put_right() -> None:
            note(counting, target, event.position, instead)
            begin_anew(context, was, now)
            keep(counting, context, first)
            counting.rows.again.add(first)

        self._take_again(machine, list(machine.contexts), put_right, produced)

    def _judge_opening(
        self, machine: Machine, target: Event, instead: Any, produced: Produced
    ) -> None:
        """Judge a machine's corrected opening declaration; what it was interdicted for may go."""
        found: list[Fault] = []
        if isinstance(instead, OpeningDeclared):
            apart = Machine(machine=machine.machine, digits=machine.digits)
            found = readings.declared(apart, target, instead)
        produced.about.append((f"opening {machine.machine}", found))
        if found:
            readings.interdict(machine, target)
        elif machine.barred is not None and machine.barred[0] == target.position:
            readings.allow(machine)
            self._allowed(machine, target.position, target.day or target.at[:10], produced)

    def enrol_again(self, event: Event, target: Event, instead: Any, produced: Produced) -> None:
        """Take a machine's readings again by the size of its counters as corrected (R25)."""
        counting, machine = self._counting, self._counting.known(target.place)
        if machine is None or machine.enrolled != target.position:
            return
        enrolled = instead if isinstance(instead, MachineEnrolled) else None
        positions = [at for at in machine.contexts if at > target.position]

        def put_right() -> None:
            note(counting, target, event.position, instead)
            _enrol(machine, enrolled)
            for at in positions:
                context = counting.context(at)
                _enrol(context, enrolled)
                keep(counting, context, at)
                counting.rows.again.add(at)

        counting.rows.machines.add(machine.machine)
        if positions:
            self._take_again(machine, positions, put_right, produced)
        else:
            put_right()

    def allow(self, target: Event, produced: Produced) -> None:
        """Undo an interdiction that was withdrawn, as if never ordered."""
        machine = self._counting.known(target.place)
        if machine is None or machine.barred is None or machine.barred[0] != target.position:
            return
        readings.allow(machine)
        self._counting.rows.machines.add(machine.machine)
        self._allowed(machine, target.position, target.day or target.at[:10], produced)

    def _allowed(self, machine: Machine, cause: int, since: str, produced: Produced) -> None:
        """Clear who played since a day against what was no ground to interdict the machine."""
        machine.forbidden = None
        for day in self._counting.barred_days(machine, since):
            produced.about.append((f"forbidden {machine.machine} {cause} {day}", []))
