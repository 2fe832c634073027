"""People's acts about findings, and the state of a finding once one of them is corrected."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from ledger.events.reviews import (
    Correction,
    FindingAcknowledged,
    FindingDecided,
    FindingExplained,
    InspectionNoted,
)
from projections.base.event import Event

OPEN: Final = "open"


class Moved(Struct, frozen=True, kw_only=True):
    """A version of a finding: the state it says, and what was folded where it began."""

    state: str
    by: Event | None


def named_by(payload: Any) -> tuple[str, str] | None:
    """Return the finding that an act names, and the state the act gives it; None of other acts."""
    match payload:
        case FindingAcknowledged():
            return payload.finding, "acknowledged"
        case FindingExplained():
            return payload.finding, "explained"
        case FindingDecided():
            return payload.finding, payload.state
        case _:
            return None


def state_without(target: Event, said: str | None, versions: Iterable[Moved]) -> str:
    """Return a finding's state with an act about it corrected to ``said``; None: it says none.

    ``versions`` are all of the finding, the oldest first. One that no act made says of itself how
    the finding stood: what was decided before was about another.
    """
    states: list[tuple[int, str]] = [(0, OPEN)]
    told = target.position
    for one in versions:
        act = one.by
        if act is not None and isinstance(act.payload, Correction):
            source, _, seq = act.payload.target.rpartition(":")
            if (source, seq) == (target.source, str(target.seq)):
                continue
        if act is not None and act.name == target.name:
            told = act.position  # where it took effect
            continue
        if act is None or named_by(act.payload) is None:
            states = [] if one.state == OPEN else states
        states.append((0 if act is None else act.position, one.state))
    if said is not None:
        states.append((told, said))
    return max(states, key=lambda one: one[0], default=(0, OPEN))[1]


def is_note_of(target: Event, code: str, expected: str, recorded: str) -> bool:
    """Tell whether a finding proved by an inspection's note alone is what that note said."""
    if not isinstance(target.payload, InspectionNoted):
        return False
    if recorded == f"noted by {target.source}":
        return True
    return (code, expected) in {
        ("INT-SCHEMA", "a finding's code"),
        ("OP-ACCESS", "a code that people note"),
    }
