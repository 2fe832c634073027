"""Poison: events of some places are altered at random before they are signed.

What a key may sign and the door takes need not make sense. A poisoner deletes, negates, multiplies,
empties, doubles, reverses and exchanges fields of what a place's devices say, lets an event name
another round or place, and drops some (a heartbeat stands in their stead, so that the source's
numbers stay whole). Each altered event is one that the door takes.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, cast

import msgspec
from msgspec import structs

from ledger.errors import LedgerError
from ledger.events.base import Payload
from ledger.events.claims import payload_of
from ledger.events.registry import Heartbeat
from ledger.events.reviews import Approval, Correction
from ledger.ids import NO_LINK, PlaceId, RoundId, SourceId
from ledger.money import INTEGER_MAX
from ledger.signed.canonical import Envelope, encode
from ops.simulator.parties.terminal import Said

RATE: Final = 0.08
"""How often an event of a poisoned place is altered."""
DROPPED: Final = 0.05
"""How often an altered event is dropped instead."""
MOVED: Final = 0.08
"""How often an altered event names another round or place instead."""
TRIES: Final = 6
KEPT: Final = 40
"""Of how many payloads of a kind fields are lent to others, and how many rounds are remembered."""
HUGE: Final = (INTEGER_MAX, -INTEGER_MAX, 2**31 - 1, -1, 0, 1, 1000)

Plain = Any


class Poisoner:
    """Alters events of some places before their devices sign them."""

    def __init__(self, places: Sequence[str], seed: int, rate: float = RATE) -> None:
        """Alter events of these places."""
        self._places = sorted(places)
        self._rng = Random(f"{seed}/poison")  # noqa: S311 - a seed, no secret
        self._rate = rate
        self._lent: dict[str, list[dict[str, Plain]]] = {}
        self._rounds: list[str] = []
        self.altered: list[tuple[str, str]] = []
        """Events that were altered, and of which kind they were."""

    def alter(self, said: Said) -> Said:
        """Return an event as it is said after all."""
        place = said.place or (said.round or "").partition("/")[0]
        if place not in self._places or isinstance(said.payload, (Approval, Correction)):
            return said
        lent = self._lent.setdefault(said.payload.KIND, [])
        plain: dict[str, Plain] = msgspec.to_builtins(said.payload)
        lent[:] = [*lent[1 - KEPT :], plain]
        if said.round is not None and said.round not in self._rounds[-1:]:
            self._rounds[:] = [*self._rounds[1 - KEPT :], said.round]
        if self._rng.random() >= self._rate:
            return said
        self.altered.append((said.name, said.payload.KIND))
        return self._altered(said, plain)

    def _altered(self, said: Said, plain: dict[str, Plain]) -> Said:
        draw = self._rng.random()
        if draw < DROPPED:
            return structs.replace(said, payload=Heartbeat(), round=None)
        if draw < DROPPED + MOVED:
            return self._moved(said)
        for _ in range(TRIES):
            payload = _taken(said, self._poisoned(said.payload.KIND, plain))
            if payload is not None and payload != said.payload:
                return structs.replace(said, payload=payload)
        return said

    def _moved(self, said: Said) -> Said:
        """Let an event name another round of the poisoned places, or another place of them."""
        if said.round is not None:
            round_id = self._rng.choice(self._rounds)
            return structs.replace(said, round=round_id, place=round_id.partition("/")[0])
        return structs.replace(said, place=self._rng.choice(self._places))

    def _poisoned(self, kind: str, plain: dict[str, Plain]) -> dict[str, Plain]:
        """Return a payload with one of its values, at any depth, made something else."""
        copy: dict[str, Plain] = msgspec.json.decode(msgspec.json.encode(plain))
        other = self._rng.choice(self._lent[kind])
        if self._rng.random() < 0.2 and other:  # noqa: PLR2004 - a fifth
            name = self._rng.choice(sorted(other))
            return {**copy, name: other[name]}
        holders = list(_values(copy))
        if not holders:
            return copy
        holder, key = self._rng.choice(holders)
        how = self._rng.choice(_WAYS)
        how(holder, key, self._rng)
        return copy


def _values(plain: Plain) -> Iterator[tuple[Any, Any]]:
    """Yield where each value of a plain payload stands: its holder, and its key or index."""
    entries: list[tuple[Any, Any]] = []
    if isinstance(plain, dict):
        entries = list(cast("dict[str, Any]", plain).items())
    elif isinstance(plain, list):
        entries = list(enumerate(cast("list[Any]", plain)))
    for key, value in entries:
        yield plain, key
        yield from _values(value)


def _delete(holder: Any, key: Any, _rng: Random) -> None:
    del holder[key]


def _negate(holder: Any, key: Any, _rng: Random) -> None:
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = -value
    elif isinstance(value, str):
        holder[key] = value[::-1]


def _multiply(holder: Any, key: Any, rng: Random) -> None:
    value = holder[key]
    if isinstance(value, int) and not isinstance(value, bool):
        holder[key] = rng.choice((*HUGE, value * 1000, value + 1))
    elif isinstance(value, str):
        holder[key] = (value * 3)[:80]


def _empty(holder: Any, key: Any, _rng: Random) -> None:
    value = holder[key]
    holder[key] = (
        value[:1]
        if isinstance(value, str)
        else []
        if isinstance(value, list)
        else {}
        if isinstance(value, dict)
        else None
    )


def _double(holder: Any, key: Any, _rng: Random) -> None:
    value = holder[key]
    if isinstance(holder, list):
        cast("list[Any]", holder).append(value)
    elif isinstance(value, list):
        holder[key] = value + value


def _reverse(holder: Any, key: Any, _rng: Random) -> None:
    value = holder[key]
    if isinstance(value, list):
        value.reverse()


_WAYS: Final[tuple[Callable[[Any, Any, Random], None], ...]] = (
    _delete,
    _negate,
    _multiply,
    _empty,
    _double,
    _reverse,
)


def _taken(said: Said, plain: dict[str, Plain]) -> Payload | None:
    """Return a payload that plain JSON says, if the door would take it."""
    try:
        payload = payload_of(said.payload.KIND, plain)
        encode(
            Envelope(
                origin="poison",
                source=SourceId(said.source),
                seq=said.seq,
                previous=NO_LINK,
                kind=payload.KIND,
                at=said.at,
                day=said.day,
                place=None if said.place is None else PlaceId(said.place),
                round=None if said.round is None else RoundId(said.round),
                payload=payload,
            )
        )
    except (msgspec.ValidationError, LedgerError, UnicodeEncodeError):
        return None
    return payload
