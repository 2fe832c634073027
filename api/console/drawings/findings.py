"""From a finding to the step, the bets and the seats that it is about, in every game alike.

- *Bets*: the finding's own bet, and those that its facts list as ``bets`` or ``paid``.
- *Seat*: the finding's own; without one, the seats of those bets.
- *Step*: of a payment that was made wrongly, the last payment of those bets, or of that seat; of
  one that was never made, the close of the round; of anything else, the step with which the rules
  first find it, judging the round as far as it was told.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from api.console.drawings.felt import listed
from api.console.drawings.scene import Marks
from ledger.events import jackpots, outcomes, rounds
from projections.base.event import Event
from projections.replay.codes import CODES
from projections.replay.settlement import Found

NEVER_PAID: Final = frozenset({"PAY-NONE"})
MONEY: Final = re.compile(r"-?\d+\.\d\d")
Key = tuple[str, int | None, int | None, str]
FoundAt = Callable[[int], Collection[Key]]
"""Steps told to what the rules find by then."""


def key_of(found: Found) -> Key:
    """Return the key by which a finding is known again at an earlier step."""
    return found.code, found.seat, found.bet, found.rule


def is_information(found: Found) -> bool:
    """Tell whether a finding only informs: it is never drawn in red."""
    code = CODES.get(found.code)
    return code is not None and code.severity == "information"


def bets_of(found: Found) -> frozenset[int]:
    """Return the bets that a finding is about."""
    facts: Mapping[str, Any] = found.facts
    told = [found.bet, *listed(facts.get("bets")), *listed(facts.get("paid"))]
    return frozenset(bet for bet in told if isinstance(bet, int))


def is_of_payment(found: Found) -> bool:
    """Tell whether a finding compares what was paid with what was due."""
    told = found.facts.keys() & {"bets", "paid", "pool"}
    taken = found.facts.get("fact") == "cobranca"
    return bool(told or taken) and bool(
        MONEY.fullmatch(found.expected) and MONEY.fullmatch(found.recorded)
    )


def step_of(found: Found, events: Sequence[Event], found_at: FoundAt) -> int:
    """Return the step at which a round first diverges by a finding."""
    last = len(events)
    if is_of_payment(found):
        if found.code in NEVER_PAID:
            return last
        paid = _paid_at(found, events)
        if paid:
            return paid
    return _first_found(key_of(found), last, found_at)


def _paid_at(found: Found, events: Sequence[Event]) -> int:
    """Return the step of the payment that a finding is about; 0 if there is none.

    Of a bet that was taken and never paid it is the taking.
    """
    bets = bets_of(found)
    at = taken = 0
    for number, event in enumerate(events, 1):
        told = event.payload
        if "pool" in found.facts:
            if event.kind == jackpots.AwardPaid.KIND and told.seat == found.seat:
                at = number
        elif found.facts.get("fact") == "cobranca":
            if event.kind == rounds.Collection.KIND and told.seat == found.seat:
                at = number
        elif event.kind == rounds.Payout.KIND:
            of_bets = bool(bets.intersection(told.bets))
            if of_bets or (not told.bets and told.seat == found.seat):
                at = number
        elif event.kind == rounds.Collection.KIND and bets.intersection(told.bets):
            taken = number
    return at or taken


def _first_found(key: Key, last: int, found_at: FoundAt) -> int:
    """Return the step that brings a finding: before it the rules find nothing of the kind."""
    absent, present = 0, last
    while present - absent > 1:
        middle = (absent + present) // 2
        if key in found_at(middle):
            present = middle
        else:
            absent = middle
    return present


@dataclass(frozen=True)
class Divergence:
    """A finding where it shows."""

    step: int
    found: Found

    @property
    def informs(self) -> bool:
        """Whether the finding only informs."""
        return is_information(self.found)


def divergences(
    found: Iterable[Found], events: Sequence[Event], found_at: FoundAt
) -> tuple[Divergence, ...]:
    """Return each finding with its step, in the order of the steps, the gravest first."""
    placed = [Divergence(step_of(one, events, found_at), one) for one in found]
    return tuple(sorted(placed, key=lambda one: (one.informs, one.step)))


_DEALING: Final = frozenset(
    {
        outcomes.CardDealt.KIND,
        outcomes.TileDrawn.KIND,
        outcomes.DiceRolled.KIND,
        outcomes.TileClaimed.KIND,
    }
)


def marks_at(step: int, told: Iterable[Divergence], events: Sequence[Event]) -> Marks:
    """Return the red frames of a step: nothing that diverges only later."""
    bets: set[int] = set()
    seats: set[int] = set()
    steps: set[int] = set()
    whole = False
    for one in told:
        if one.step > step or one.informs:
            continue
        bets |= bets_of(one.found)
        if one.found.seat is not None:
            seats.add(one.found.seat)
        whole = whole or (one.found.seat is None and not bets_of(one.found))
        steps |= _cards_of(one, events, step)
    return Marks(frozenset(bets), frozenset(seats), frozenset(steps), whole)


def _cards_of(one: Divergence, events: Sequence[Event], step: int) -> set[int]:
    """Return the step of the card that diverges: dealt there, or for the choice made there."""
    if not 0 < one.step <= len(events):
        return set()
    event = events[one.step - 1]
    if event.kind in _DEALING:
        return {one.step}
    if event.kind == rounds.Decision.KIND and one.step < step:
        after = events[one.step]
        if after.kind == outcomes.CardDealt.KIND and after.payload.seat == event.payload.seat:
            return {one.step + 1}
    return set()
