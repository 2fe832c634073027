"""Places, casinos and pools that an event acts upon, without those it merely mentions.

Read off the body and the payload alone; whose they are ``actor.World`` knows.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from projections.authority.actor import World

EVERYWHERE = "*"


class Subject(Struct, frozen=True, kw_only=True):
    """The places, casinos and pools that an event acts upon."""

    places: tuple[str, ...] = ()
    casinos: tuple[str, ...] = ()
    """Named, or those of the finding or case it is about."""
    pools: tuple[str, ...] = ()
    everywhere: bool = False
    """Of no casino: a scope ``*`` or a game, a closing of the day that names no casino."""

    def all_casinos(self, world: World) -> frozenset[str]:
        """Return the casinos acted upon, as far as they are known."""
        found = {*self.casinos, *(world.casino_of(place) for place in self.places)}
        found.update(pool.home for name in self.pools if (pool := world.pool(name)) is not None)
        return frozenset(one for one in found if one is not None)


def subject_of(
    kind: str, payload: Any, place: str | None, round_id: str | None, world: World
) -> Subject:
    """Return the subject of an event; ``kind`` is without version."""
    places = {one for one in (place, _place_of(round_id)) if one is not None}
    casinos: set[str] = set()
    pools = set(_pools(kind, payload))
    if kind == "parameter-set":
        return _of_scope(payload.scope, world)
    if kind in _NAMES_CASINO and payload.casino is not None:
        casinos.add(payload.casino)
    if kind in _OF_A_FINDING and payload.finding is not None:
        finding = world.finding(payload.finding)
        if finding is not None:
            places.update(() if finding.place is None else (finding.place,))
            casinos.update(() if finding.casino is None else (finding.casino,))
    if kind in _OF_A_CASE and payload.dispute is not None:
        case = world.case(payload.dispute)
        places.update(() if case is None else case.places)
    if kind == "dispute-opened":
        places.update(places_of_case(payload))
    return Subject(
        places=tuple(sorted(places)),
        casinos=tuple(sorted(casinos)),
        pools=tuple(sorted(pools)),
        everywhere=kind == "gaming-day-closed" and payload.casino is None,
    )


def places_of_case(opened: Any) -> tuple[str, ...]:
    """Return the places of a case: those of its rounds, and its machine."""
    found = {_place_of(one) for one in opened.rounds} | {opened.machine}
    return tuple(sorted(one for one in found if one is not None))


def _of_scope(scope: str, world: World) -> Subject:
    if scope in world.casinos:
        return Subject(casinos=(scope,))
    if scope == EVERYWHERE or scope in world.games:
        return Subject(everywhere=True)
    if world.pool(scope) is not None:
        return Subject(pools=(scope,))
    return Subject(places=(scope,))


def _pools(kind: str, payload: Any) -> Iterator[str]:
    if kind == "pool-transferred":
        if payload.side != "in":
            yield payload.pool
        if payload.side != "out":
            yield payload.to
    elif kind != "play":
        pool = getattr(payload, "pool", None)
        if isinstance(pool, str):
            yield pool
        if kind == "opening-declared" and payload.subject == "pool":
            yield payload.name


def _place_of(round_id: str | None) -> str | None:
    return None if round_id is None else round_id.split("/", 1)[0]


_NAMES_CASINO = frozenset(
    {
        "gaming-day-closed",
        "tax-declared",
        "concession-ended",
        "cover-declared",
        "cover-moved",
        "place-scheduled",
    }
)
_OF_A_FINDING = frozenset(
    {"finding-acknowledged", "finding-explained", "finding-decided", "settlement-paid"}
)
_OF_A_CASE = frozenset(
    {
        "dispute-answered",
        "dispute-decided",
        "evidence-attached",
        "appeal",
        "settlement-paid",
    }
)
