"""The vocabulary: every kind of event, by family.

Each family's union is its one list of kinds; ``Event`` joins them, so that a ``match`` which must
answer for every kind fails to type-check when one is added.
"""

from ledger.events import (
    bingo,
    jackpots,
    machines,
    outcomes,
    registry,
    reviews,
    rounds,
    seats,
    tables,
)
from ledger.events.base import Payload

Event = (
    registry.RegistryEvent
    | tables.TableEvent
    | seats.SeatEvent
    | rounds.RoundEvent
    | outcomes.OutcomeEvent
    | jackpots.JackpotEvent
    | bingo.BingoEvent
    | machines.MachineEvent
    | reviews.ReviewEvent
)

FAMILIES: dict[str, tuple[type[Payload], ...]] = {
    "registry": registry.KINDS,
    "tables": tables.KINDS,
    "seats": seats.KINDS,
    "rounds": rounds.KINDS,
    "outcomes": outcomes.KINDS,
    "jackpots": jackpots.KINDS,
    "bingo": bingo.KINDS,
    "machines": machines.KINDS,
    "reviews": reviews.KINDS,
}

KINDS: dict[str, type[Payload]] = {kind.KIND: kind for kinds in FAMILIES.values() for kind in kinds}
"""Kind as it stands in the header to its payload."""


def kinds_of(*payloads: type[Payload]) -> frozenset[str]:
    """Return the kinds of these payloads, and of each later version, which has the fields of both.

    >>> sorted(kinds_of(reviews.FindingDecided))
    ['finding-decided/1', 'finding-decided/2']
    """
    return frozenset(name for name, kind in KINDS.items() if issubclass(kind, payloads))


__all__ = ["FAMILIES", "KINDS", "Event", "Payload", "kinds_of"]
