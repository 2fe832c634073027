"""Faults as the parts of the machines' stage tell them: of an event, a parameter, a day."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.stages.machines.machine import Machine


def fault(
    code: str,
    event: Event,
    expected: str,
    recorded: str,
    *,
    rule: str = "",
    positions: tuple[int | None, ...] = (),
    place: str | None = None,
    amount: int | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Fault:
    """Return a fault that an event shows, with what else proves it."""
    proof = {event.position, *(one for one in positions if one is not None)}
    return Fault(
        code=code,
        rule=rule,
        positions=tuple(sorted(proof)),
        place=place or event.place,
        expected=expected,
        recorded=recorded,
        amount=amount,
        facts=facts or {},
    )


def whole(event: Event, produced: Produced, name: str, default: int) -> int:
    """Return a parameter that is a whole number, for the event's machine, casino or everywhere."""
    found = parameter(event, produced, name)
    return found if isinstance(found, int) and not isinstance(found, bool) else default


def parameter(event: Event, produced: Produced, name: str) -> Any:
    """Return a parameter's value for the event's machine, casino or everywhere; None if unset."""
    scopes = (event.place or "*", produced.casino, "*")
    return produced.book.value(name, scopes, event.at, event.position)


def once(machine: Machine, what: str, day: str) -> bool:
    """Tell whether this is the first time on a day; what is wrong all day is one finding."""
    if machine.flagged.get(what) == day:
        return False
    machine.flagged[what] = day
    return True


def day_of(event: Event, produced: Produced) -> str:
    """Return the day on which an event is booked."""
    return produced.day or event.day or event.at[:10]


def seconds_between(first: str, second: str) -> float:
    """Return how many seconds lie between two times."""
    return (datetime.fromisoformat(second) - datetime.fromisoformat(first)).total_seconds()
