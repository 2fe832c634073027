"""Machines' events as corrected: the last correction in effect counts.

A figure moves by what differs from the correction before, not from the event as it was first told.
"""

from typing import Any

import msgspec

from ledger.events.claims import payload_of
from projections.base.event import Event
from projections.stages.machines import rows
from projections.stages.machines.days import Counting


def now_of(counting: Counting, target: Event) -> tuple[Any, int]:
    """Return the corrected form of an event, and the position since which it holds.

    None where it was withdrawn.
    """
    row = counting.rows.corrected.get(target.name)
    row = row or rows.read_corrected(counting.read, target.name)
    if row is None:
        return target.payload, target.position
    _, position, replacement = row
    if replacement is None:
        return None, position
    return payload_of(target.kind, msgspec.json.decode(replacement)), position


def note(counting: Counting, target: Event, position: int, instead: Any) -> None:
    """Note the corrected form of an event from a position on; None: withdrawn."""
    counting.rows.corrected[target.name] = (target.name, position, text_of(instead))


def text_of(instead: Any) -> str | None:
    """Return a payload as JSON; None of what was withdrawn."""
    if instead is None:
        return None
    return msgspec.json.encode(instead, order="deterministic").decode()
