"""Readings of a machine's own counters, cleared memories, counted boxes, and readings that lack."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct, structs

from ledger.events.machines import MetersRead, RamCleared
from ledger.events.registry import OpeningDeclared
from ledger.events.tables import DropCounted
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.replay.settlement import money_text
from projections.stages.machines.faults import fault, once, parameter, whole
from projections.stages.machines.machine import Box, Machine, Parting, Recolha
from projections.stages.machines.measures.contadores import (
    BE,
    CG,
    CJ,
    DE_N,
    JE,
    Broken,
    balance_broken,
    broken,
    credit_balance,
    totals_of,
    zeros,
)
from projections.stages.machines.measures.meters import (
    FELL,
    JUMP_UNITS,
    JUMPED,
    Apart,
    Told,
    advance,
    begin,
    begin_late,
    compare,
    crossed,
    from_sas,
    missing,
    modulus_of,
)
from projections.stages.machines.play_checks import CONFIGURATION, off_balance

BOX: Final = "drop"
COUNTERS_ALONE: Final = "so_contadores"
"""Why a reading is taken when the box is."""
BOXES_KEPT: Final = 8
"""Boxes of a machine that may still be told what went in: of a week, as boxes are counted daily."""


class Taken(Struct, frozen=True, kw_only=True):
    """The outcome of a reading."""

    apart: tuple[Apart, ...] = ()
    """Counters for which device and events differ, void jogadas included."""
    marks: tuple[str, ...] = ()


def declared(machine: Machine, event: Event, payload: OpeningDeclared) -> list[Fault]:
    """Start a machine that already ran from its declaration, once, before any movement.

    Counters that do not add up (identities 1 and 2) are faults, and the machine is interdicted.
    """
    if machine.opened is not None or machine.moved:
        return []
    _open(machine, event, payload.values)
    found = _opening_faults(machine, event, payload.values)
    if found:
        interdict(machine, event)  # R25: it must be withdrawn
    return found


def _opening_faults(machine: Machine, event: Event, said: Mapping[str, int]) -> list[Fault]:
    """Return the identities that a machine's opening counters break.

    Their own balance is the beginning's, so it is held against them and not against events.
    """
    modulus = modulus_of(machine.digits)
    own = {name: value for name, value in said.items() if name.isalpha()}
    balance = balance_broken(own, own["SC"], 0, zeros(), modulus) if "SC" in own else None
    faults = [*broken(own, modulus), *([balance] if balance is not None else [])]
    here = structs.replace(event, place=machine.machine)
    return [_does_not_add_up(here, one) for one in faults]


def _does_not_add_up(event: Event, one: Broken) -> Fault:
    return fault(
        "MQ-METER-BAL",
        event,
        str(one.expected),
        str(one.recorded),
        amount=one.recorded - one.expected,
        facts={"identity": one.identity, "of": one.of},
    )


def _open(machine: Machine, event: Event, said: Mapping[str, int]) -> None:
    machine.totals = totals_of(dict(said))
    machine.credits = said.get("SC", credit_balance(machine.totals))
    machine.base = machine.credits - credit_balance(machine.totals)
    machine.opened = event.position
    begin(machine.device, said)
    if not machine.totals[DE_N] and not machine.totals[BE]:
        machine.recolha = Recolha(device=(0, 0))  # nothing ever went in: its box is empty


def _begin_with(
    machine: Machine, event: Event, said: Mapping[str, int], produced: Produced
) -> None:
    found = _opening_faults(machine, event, said)
    produced.faults += found
    if found:
        interdict(machine, event)


def take(
    machine: Machine, event: Event, payload: MetersRead, produced: Produced, day: str
) -> Taken:
    """Take a reading: what is missing, what fell or jumped, what does not add up, what differs."""
    _configuration(machine, event, payload, produced, day)
    unit = whole(event, produced, "denominacao_contabil", 1)
    modulus = modulus_of(machine.digits)
    raw = _from_sas(event, payload.device, modulus, produced)
    said = {**raw.values, **payload.meters}
    units = {name: one for name, one in raw.units.items() if name not in payload.meters}
    lacking = missing(said, of_denomination=payload.denomination is not None)
    if lacking:
        produced.faults.append(
            fault("MQ-METER-MISS", event, "the twelve counters", f"without {', '.join(lacking)}")
        )
    if machine.device.cleared is not None and event.at < machine.device.cleared:
        return Taken()  # its counters of then stand in the clearing, whose word overtook it
    if payload.denomination is not None:
        return _of_denomination(machine, event, payload, produced)
    ties = parameter(event, produced, "sas_empates") is True
    for what, expected, recorded in crossed(payload.device, modulus, unit, ties=ties):
        produced.faults.append(
            fault(
                "MQ-METER-CROSS",
                event,
                str(expected),
                str(recorded),
                amount=None,
                facts={"check": what},
            )
        )
    if machine.opened is None and not machine.moved and machine.device.read is None:
        _open(machine, event, {**said, **payload.device})
        _begin_with(machine, event, said, produced)
        _read(machine, event)
        return Taken()
    taken = _compare(machine, event, {**said, **payload.device}, produced, units)
    if payload.why == BOX:
        _end_box(machine, event, _recolha(machine, event, said))
    _read(machine, event)
    return taken


def _from_sas(event: Event, device: Mapping[str, int], modulus: int, produced: Produced) -> Told:
    """Return the counters by raw meters, as the machine's maker counts (device profile)."""
    unit = whole(event, produced, "denominacao_contabil", 1)
    manual = parameter(event, produced, "sas_cancelados_com_manual") is True
    return from_sas(device, unit, modulus, manual_included=manual)


def interdict(machine: Machine, event: Event) -> None:
    """Interdict a machine from the event's time on.

    What was before the last release, and is told after it, had its end there.
    """
    if machine.interdicted is not None:
        machine.barred_too = machine.barred_too or (event.position, event.at)
        return
    before = machine.barred
    if before is not None and before[2] is not None and event.at < before[2]:
        machine.barred = (event.position, min(event.at, before[1]), before[2])
    else:
        machine.interdicted = event.position
        machine.barred = (event.position, event.at, None)


def allow(machine: Machine) -> None:
    """Undo a machine's interdiction, unless another one stands."""
    machine.interdicted = machine.barred = None
    if machine.barred_too is not None:
        machine.interdicted, at = machine.barred_too
        machine.barred, machine.barred_too = (machine.interdicted, at, None), None


def _read(machine: Machine, event: Event) -> None:
    machine.device.read, machine.device.at = event.position, event.at
    machine.first_play = machine.first_off = machine.played_at = None
    machine.aged = None


def _compare(
    machine: Machine,
    event: Event,
    said: Mapping[str, int],
    produced: Produced,
    units: Mapping[str, int] | None = None,
) -> Taken:
    """Take a whole reading into the lifetimes and beside the events."""
    modulus = modulus_of(machine.digits)
    limit = whole(event, produced, "contador_salto_max", JUMP_UNITS)
    if machine.opened is not None:
        begin_late(machine.device, said, machine.totals, machine.voided)
    marks = advance(machine.device, said, modulus, limit, units=units, events=_told(machine, said))
    for one in marks:
        if one.mark in (FELL, JUMPED):
            code = "MQ-METER-DEC" if one.mark == FELL else "MQ-METER-JUMP"
            produced.faults.append(
                fault(
                    code,
                    event,
                    f"{one.before} or at most {limit} more",
                    str(one.after),
                    positions=(machine.device.read,),
                    facts={"counter": one.name},
                )
            )
    own = {name: value for name, value in said.items() if name.isalpha()}
    for one in (*broken(own, modulus), *_balance(machine, said), *_by_denomination(machine, event)):
        produced.faults.append(_does_not_add_up(event, one))
        interdict(machine, event)  # R25: it must be withdrawn
    if _counters_alone(machine, event, produced):
        return Taken(marks=tuple(f"{one.name} {one.mark}" for one in marks))
    if "SC" in said:
        off_balance(machine, said["SC"], event, produced)
    found = compare(machine.device, said, machine.totals, machine.voided)
    apart = tuple(one for one in found if one.difference or one.voided)
    _part(machine, event, found, produced)
    return Taken(apart=apart, marks=tuple(f"{one.name} {one.mark}" for one in marks))


def _counters_alone(machine: Machine, event: Event, produced: Produced) -> bool:
    """Tell whether nobody tells a machine's jogadas, so that its counters are beside no events.

    The authority says so (``so_contadores``), of a machine that only prints or exports them; of one
    that tells of its jogadas after all, it is not so.
    """
    return not machine.by_denomination and parameter(event, produced, COUNTERS_ALONE) is True


def _told(machine: Machine, said: Mapping[str, int]) -> Mapping[str, int]:
    """Return the lifetimes of counters that the events give, with what they are known to differ."""
    if not machine.device.disputed:
        return {}
    apart = {one.name: 0 for one in machine.partings}
    for one in machine.partings:
        apart[one.name] += one.amount
    return {
        one.name: one.events + one.voided + apart.get(one.name, 0)
        for one in compare(machine.device, said, machine.totals, machine.voided)
    }


def _balance(machine: Machine, said: Mapping[str, int]) -> Iterator[Broken]:
    """Compare the device's balance with its own counters' lifetimes (identity 1)."""
    if "SC" not in said:
        return
    lifetime = {
        name: machine.device.lifetime[name] for name in said if name in machine.device.lifetime
    }
    modulus = modulus_of(machine.digits)
    found = balance_broken(lifetime, said["SC"], machine.base, machine.voided, modulus)
    if found is not None:
        yield found


def _part(machine: Machine, event: Event, found: list[Apart], produced: Produced) -> None:
    """Write down where counters left the events, or came back to them."""
    before = list(machine.partings)
    for one in found:
        known = sum(parting.amount for parting in machine.partings if parting.name == one.name)
        if one.difference == known:
            continue
        if one.difference == 0:
            machine.partings = [parting for parting in machine.partings if parting.name != one.name]
            continue
        first = machine.first_off or machine.first_play
        machine.partings.append(
            Parting(
                name=one.name,
                amount=one.difference - known,
                agreed=machine.device.read or machine.opened,
                first=None if first is None else first[0],
                play=None if first is None else first[1],
                shown=event.position,
                events=one.events + one.voided,
                device=one.device,
            )
        )
    if machine.partings != before:
        produced.about.append((f"meters {machine.machine}", parted(machine)))


def parted(machine: Machine) -> list[Fault]:
    """Return a fault for each place where a counter left the events (R15)."""
    return [
        Fault(
            code="MQ-METER-EVT",
            positions=tuple(
                sorted({at for at in (one.agreed, one.first, one.shown) if at is not None})
            ),
            place=machine.machine,
            expected=_shown(one.name, one.events),
            recorded=_shown(one.name, one.device),
            amount=None if one.name.startswith("JE") else one.amount,
            facts={"counter": one.name, "by": one.amount, "first": one.play},
        )
        for one in machine.partings
    ]


def _shown(name: str, value: int) -> str:
    return f"{name} {value if name.startswith('JE') else money_text(value)}"


# --- denominations (R9, identity 7) ------------------------------------------------------------


def _of_denomination(
    machine: Machine, event: Event, payload: MetersRead, produced: Produced
) -> Taken:
    key = f"@{payload.denomination}"
    limit = whole(event, produced, "contador_salto_max", JUMP_UNITS)
    if _has_a_past(machine):
        _begin_of_denomination(machine, payload, key)
    marks = advance(machine.device, payload.meters, modulus_of(machine.digits), limit, key)
    machine.device.denomination_at[key] = event.at
    if _counters_alone(machine, event, produced):
        return Taken(marks=tuple(f"{one.name} {one.mark}" for one in marks))
    own, void = _own_of(machine, payload.denomination)
    found = [
        Apart(
            name=name + key,
            device=machine.device.by_denomination[name + key],
            events=value,
            voided=ahead,
        )
        for name, value, ahead in zip(("CJ", "CG", "JE"), own, void, strict=True)
        if name in payload.meters
    ]
    _part(machine, event, found, produced)
    return Taken(
        apart=tuple(one for one in found if one.difference or one.voided),
        marks=tuple(f"{one.name} {one.mark}" for one in marks),
    )


def _has_a_past(machine: Machine) -> bool:
    """Tell whether a machine had counted before the ledger: in which denominations nobody knows.

    One whose counters stood at nothing when they were first read, or declared, had not.
    """
    if machine.opened is None:
        return False
    since = [sum(part) for part in zip(*machine.by_denomination.values(), strict=True)]
    return [machine.totals[at] for at in (CJ, CG, JE)] != (since or [0, 0, 0])


def _begin_of_denomination(machine: Machine, payload: MetersRead, key: str) -> None:
    """Begin a denomination's counters that no opening or reading told before."""
    own, void = _own_of(machine, payload.denomination)
    for name, value, ahead in zip(("CJ", "CG", "JE"), own, void, strict=True):
        if name in payload.meters and name + key not in machine.device.raw:
            machine.device.raw[name + key] = payload.meters[name]
            machine.device.by_denomination[name + key] = value + ahead


def _own_of(machine: Machine, denomination: int | None) -> tuple[list[int], list[int]]:
    """Return CJ, CG and JE of a denomination by the events, and of its void jogadas."""
    nothing = [0, 0, 0]
    return (
        machine.by_denomination.get(str(denomination), nothing),
        machine.voided_by_denomination.get(str(denomination), nothing),
    )


def _by_denomination(machine: Machine, event: Event) -> Iterator[Broken]:
    """Yield counters whose denominations, read at one time, are not the whole (identity 7)."""
    device = machine.device
    keys = {f"@{denomination}" for denomination in machine.by_denomination}
    read = {key for key, at in device.denomination_at.items() if at == event.at}
    if _has_a_past(machine) or len(read) < 1 or not keys <= read:
        return
    for name in ("CJ", "CG", "JE"):
        parts = [device.by_denomination.get(name + key) for key in read]
        if name in device.lifetime and None not in parts:
            expected = sum(part or 0 for part in parts)
            if expected != device.lifetime[name]:
                yield Broken(identity=7, of=name, expected=expected, recorded=device.lifetime[name])


# --- what runs ---------------------------------------------------------------------------------


def _configuration(
    machine: Machine, event: Event, payload: MetersRead, produced: Produced, day: str
) -> None:
    """Compare the configuration a device says it runs with the homologated one (R7)."""
    running = payload.configuration or machine.configuration
    homologated = machine.homologations.get(running or "")
    for fact, expected, recorded in (
        ("configuration", machine.configuration, payload.configuration),
        ("checksum", None if homologated is None else homologated.checksum, payload.checksum),
    ):
        if expected is None or recorded is None or expected == recorded:
            continue
        if fact == "configuration" and recorded in machine.homologations:
            continue
        if once(machine, f"{fact} {recorded}", day):
            produced.faults.append(
                fault(CONFIGURATION, event, expected[:12], recorded[:12], facts={"fact": fact})
            )


# --- cleared memories --------------------------------------------------------------------------


def clear(machine: Machine, event: Event, payload: RamCleared, produced: Produced) -> Taken:
    """Begin a new era: lifetimes go on from what the counters said before (R25)."""
    if not payload.before or not payload.after:
        lacking = "before" if not payload.before else "after"
        produced.faults.append(
            fault("MQ-METER-DEC", event, "readings before and after", f"none {lacking}")
        )
    modulus = modulus_of(machine.digits)
    raw = _from_sas(event, payload.before, modulus, produced)
    before = {**raw.values, **payload.before}
    after = {**_from_sas(event, payload.after, modulus, produced).values, **payload.after}
    lacking = missing(before, of_denomination=False) if payload.before else []
    if lacking:
        produced.faults.append(
            fault("MQ-METER-MISS", event, "the twelve counters", f"without {', '.join(lacking)}")
        )
    if machine.opened is None and not machine.moved and machine.device.read is None:
        _open(machine, event, before)
        _begin_with(machine, event, before, produced)
    units = {name: one for name, one in raw.units.items() if name not in payload.before}
    taken = _compare(machine, event, before, produced, units)
    device = machine.device
    device.raw = {name: after.get(name, 0) for name in {*device.raw, *after}}
    device.disputed.clear()
    device.era += 1
    device.cleared = event.at
    _read(machine, event)
    return taken


# --- boxes -------------------------------------------------------------------------------------


def _recolha(machine: Machine, event: Event, said: Mapping[str, int]) -> Recolha:
    told = {"DEn", "BE"} <= said.keys()
    lifetime = machine.device.lifetime
    return Recolha(
        position=event.position,
        notes=machine.totals[DE_N],
        tickets=machine.totals[BE],
        device=(lifetime["DEn"], lifetime["BE"]) if told else None,
    )


class Counted(Struct, frozen=True, kw_only=True):
    """A box beside the counters."""

    notes_expected: int | None
    notes: int
    tickets_expected: int | None
    tickets: int
    tolerance: int
    since: int | None


def count(
    machine: Machine, event: Event, payload: DropCounted, produced: Produced, day: str
) -> Counted:
    """Compare a counted box with ΔDEn and ΔBE since the last one (identity 6).

    The box ends at the reading that was taken with it, or here where none was. What the device's
    register tells at both ends goes before the events' sum (R15). What stood in the box of a
    machine that took money before the ledger nobody can tell: its first box is only counted.
    """
    read, since = machine.box is not None, _last_end(machine)
    until = machine.box or _now(machine)
    until.position = event.position
    machine.box = None
    box = Box(
        event=event.name,
        position=event.position,
        at=event.at,
        day=day,
        since=structs.replace(since),
        until=until,
        cash=payload.cash,
        tickets=payload.tickets,
        tolerance=whole(event, produced, "diferenca_recolha_max", 0),
        read=read,
    )
    # The reading with it is the machine's own word: nothing of before it can come any more.
    machine.boxes = [box] if read else [*machine.boxes, box][-BOXES_KEPT:]
    return recount(machine, box)


def recount(machine: Machine, box: Box) -> Counted:
    """Return a box beside what is known now of what went into it."""
    until, since = box.until, box.since
    unknown = since.position is None and machine.opened is not None and since.device is None
    if until.device is not None and since.device is not None:
        notes, tickets = (until.device[i] - since.device[i] for i in (0, 1))
    else:
        notes, tickets = until.notes - since.notes, until.tickets - since.tickets
    return Counted(
        notes_expected=None if unknown else notes,
        notes=box.cash,
        tickets_expected=None if unknown else tickets,
        tickets=box.tickets,
        tolerance=box.tolerance,
        since=since.position,
    )


def _last_end(machine: Machine) -> Recolha:
    return machine.boxes[-1].until if machine.boxes else machine.recolha


def _late_for(machine: Machine, event: Event) -> int | None:
    """Return which box was counted without a reading after the time of an event; the first one."""
    late = (at for at, box in enumerate(machine.boxes) if not box.read and event.at < box.at)
    return next(late, None)


def _end_box(machine: Machine, event: Event, end: Recolha) -> None:
    """Attribute a reading to its cash box: the open one, or one counted already if it came late."""
    number = _late_for(machine, event)
    if number is None:
        machine.box = end
        return
    del machine.boxes[:number]
    box = machine.boxes[0]
    notes, tickets = end.notes - box.until.notes, end.tickets - box.until.tickets
    end.position, box.read = box.position, True
    box.until = end
    _shift(machine.boxes[1:], notes, tickets)
    if len(machine.boxes) > 1:
        machine.boxes[1].since.device = end.device


def went_in(machine: Machine, event: Event, notes: int, tickets: int) -> Box | None:
    """Add late credits to the box that was in the machine at their time.

    Returns the box, if there is one.
    """
    number = _late_for(machine, event)
    if number is None:
        return None
    box = machine.boxes[number]
    box.until.notes += notes
    box.until.tickets += tickets
    _shift(machine.boxes[number + 1 :], notes, tickets)
    return box


def _shift(boxes: Iterable[Box], notes: int, tickets: int) -> None:
    """Shift the beginnings and ends of later boxes by credits that came in before them."""
    for box in boxes:
        for end in (box.since, box.until):
            end.notes += notes
            end.tickets += tickets


def _now(machine: Machine) -> Recolha:
    return Recolha(notes=machine.totals[DE_N], tickets=machine.totals[BE])


def box_faults(counted: Counted, position: int, place: str | None) -> list[Fault]:
    """Return the differences between a box and the counters."""
    return [
        Fault(
            code="MQ-DROP",
            positions=tuple(sorted({at for at in (counted.since, position) if at is not None})),
            place=place,
            expected=money_text(expected),
            recorded=money_text(recorded),
            amount=recorded - expected,
            facts={"what": what},
        )
        for what, expected, recorded in (
            ("notes", counted.notes_expected, counted.notes),
            ("tickets", counted.tickets_expected, counted.tickets),
        )
        if expected is not None and abs(recorded - expected) > counted.tolerance
    ]


def describe(counted: Counted) -> tuple[Any, ...]:
    """Return a box as its row has it."""
    return (
        counted.notes_expected,
        counted.notes,
        counted.tickets_expected,
        counted.tickets,
        counted.tolerance,
        counted.since,
    )
