"""Poison: events of some places are altered at random before they are signed.

What a key may sign and the door takes need not make sense. A poisoner deletes, negates, multiplies,
empties, doubles, reverses and exchanges fields of what a place's devices say, makes texts such as
no device says, and lets an event name another round or place. Some are dropped, some told twice,
some told after what other devices of the place say. Each event that is said is one that the door
takes, and each source says as many as before: a heartbeat stands where one is dropped or late, and
what comes after a repetition comes an event later, until one is dropped.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, cast

import msgspec
from msgspec import Struct, structs

from ledger.errors import LedgerError
from ledger.events.base import Payload
from ledger.events.claims import payload_of
from ledger.events.registry import Heartbeat
from ledger.events.reviews import Approval, Correction
from ledger.ids import NO_LINK, PlaceId, RoundId, SourceId
from ledger.money import INTEGER_MAX
from ledger.signed.canonical import BLIND_SIZE, Envelope, encode
from ops.simulator.parties.terminal import Said

RATE: Final = 0.08
"""How often an event of a poisoned place is altered."""
DROPPED: Final = 0.1
"""How often an altered event is dropped instead."""
TWICE: Final = 0.05
"""How often an altered event is told twice instead."""
LATE: Final = 0.05
"""How often an altered event is told after the next of its source instead, or later."""
MOVED: Final = 0.08
"""How often an altered event names another round or place instead."""
TRIES: Final = 6
KEPT: Final = 40
"""Of how many payloads of a kind fields are lent to others, and how many rounds are remembered."""
WAITING_MAX: Final = 3
"""How many events of a source are told late at once."""
TEXTS: Final = (
    "\x1b[2J\x1b]0;x\x07",
    "\x01\x08\x0b\x1f\x7f\x85\ufffe\uffff",
    "\u202e\u2066\u200f",
    "\u200b\u2060\ufeff",
    '=HYPERLINK("http://x.example","x")',
    "+1-1",
    "@SUM(1)",
    "\t=1",
    "\n=1",
    "\uff1d1",
    "\n# rows,0\n",
    "\r\nSet-Cookie: x=1",
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "{{ 7*7 }}{% x %}",
    "%s%(x)s{0}{x}",
    "#set page(x) $x$ *x* @x <x> \\",
    "[/red][bold]:bug:",
    "x\u0335\u0301\u0301",
    "\U0001f469\u200d\U0001f680\U0001f1f5",
    "../../etc/passwd",
    "a/b?c=d&e#f;g:h",
    "'; DROP TABLE x; --\\",
    "_x0041_",
    " ",
    "9" * 80,
)
"""Words that none of the house says: for terminals, pages, sheets, papers, files and queries."""
HUGE: Final = (INTEGER_MAX, -INTEGER_MAX, 2**31 - 1, -1, 0, 1, 1000)

Plain = Any


class Altered(Struct, frozen=True, kw_only=True):
    """An event that was said otherwise than its device wanted to."""

    name: str
    """``source:seq``."""
    how: str
    """One of ``HOWS``."""
    kind: str
    place: str
    """The poisoned place whose event it was."""
    named: tuple[str | None, str | None]
    """The place and the round that it named after all."""


class Poisoner:
    """Alters events of some places before their devices sign them."""

    def __init__(
        self,
        places: Sequence[str],
        seed: int,
        rate: float = RATE,
        since: Mapping[str, str] | None = None,
    ) -> None:
        """Alter events of these places, of each since a time of the night if one is told."""
        self._places = sorted(places)
        self._rng = Random(f"{seed}/poison")  # noqa: S311 - a seed, no secret
        self._rate = rate
        self._since = since or {}
        self._lent: dict[str, list[dict[str, Plain]]] = {}
        self._rounds: list[str] = []
        self._waiting: dict[str, list[tuple[Said, str]]] = {}
        """Source to what it has still to say, and why then: once more, or late."""
        self.altered: list[Altered] = []

    def alter(self, said: Said) -> Said:
        """Return an event as it is said after all."""
        place = self.place_of(said)
        if place is None:
            return said
        lent = self._lent.setdefault(said.payload.KIND, [])
        plain: dict[str, Plain] = msgspec.to_builtins(said.payload)
        lent[:] = [*lent[1 - KEPT :], plain]
        if said.round is not None and said.round not in self._rounds[-1:]:
            self._rounds[:] = [*self._rounds[1 - KEPT :], said.round]
        told, how = said, ""
        if said.at >= self._since.get(place, ""):
            told, how = self._in_turn(said)
            if self._rng.random() < self._rate:
                told, how = self._altered(told, how)
        if told is not said:
            self._note(told, how, place)
        return told

    def place_of(self, said: Said) -> str | None:
        """Return the poisoned place whose event it is: named, or its device's; None if of none."""
        named = said.place or (said.round or "").partition("/")[0]
        if named:
            return named if named in self._places else None
        return next((one for one in self._places if one.lower() in said.source), None)

    def _note(self, told: Said, how: str, place: str) -> None:
        named = (told.place, told.round)
        kind = told.payload.KIND
        self.altered.append(Altered(name=told.name, how=how, kind=kind, place=place, named=named))

    def _in_turn(self, said: Said) -> tuple[Said, str]:
        """Return a source's words at this event's number: those of a waiting event first."""
        waiting = self._waiting.get(said.source)
        if not waiting or not _moves(said):
            return said, ""
        waiting.append((said, "late"))
        told, how = waiting.pop(0)
        return _at(said, told), how

    def _altered(self, said: Said, how: str) -> tuple[Said, str]:
        """Return the words that stand at an event's number after all, and their alteration."""
        draw = self._rng.random()
        waiting = self._waiting.setdefault(said.source, [])
        if _moves(said):
            if draw < DROPPED:
                return (_at(said, waiting.pop(0)[0]) if waiting else _silent(said)), "dropped"
            if draw < DROPPED + TWICE + LATE and len(waiting) < WAITING_MAX:
                again = draw < DROPPED + TWICE
                waiting.append((said, "twice" if again else "late"))
                return (said, how) if again else (_silent(said), "late")
        if 1 - draw < MOVED:
            return self._moved(said), "moved"
        plain: dict[str, Plain] = msgspec.to_builtins(said.payload)
        for _ in range(TRIES):
            way, poisoned = self._poisoned(said.payload.KIND, plain)
            payload = _taken(said, poisoned)
            if payload is not None and payload != said.payload:
                return structs.replace(said, payload=payload), way
        return said, how

    def _moved(self, said: Said) -> Said:
        """Let an event name another round of the poisoned places, or another place of them."""
        if said.round is not None:
            round_id = self._rng.choice(self._rounds)
            return structs.replace(said, round=round_id, place=round_id.partition("/")[0])
        return structs.replace(said, place=self._rng.choice(self._places))

    def _poisoned(self, kind: str, plain: dict[str, Plain]) -> tuple[str, dict[str, Plain]]:
        """Return a payload with one of its values, at any depth, made something else, and how."""
        copy: dict[str, Plain] = msgspec.json.decode(msgspec.json.encode(plain))
        other = self._rng.choice(self._lent[kind])
        if self._rng.random() < 0.2 and other:  # noqa: PLR2004 - a fifth
            name = self._rng.choice(sorted(other))
            return "lent", {**copy, name: other[name]}
        holders = list(values_in(copy))
        if not holders:
            return "", copy
        way = self._rng.choice(list(_WAYS))
        wanted = _OF_TYPE.get(way, object)
        fit = [(holder, key) for holder, key in holders if isinstance(holder[key], wanted)]
        holder, key = self._rng.choice(fit or holders)
        _WAYS[way](holder, key, self._rng)
        return way, copy


def _moves(said: Said) -> bool:
    """Return whether an event may be told at another number: nothing names it, nobody approves."""
    bound = isinstance(said.payload, (Approval, Correction))
    return not (bound or said.named or said.approvers or said.payload.ALONE)


def _at(slot: Said, told: Said) -> Said:
    """Return an event told at the number and the time of another event of its source."""
    return structs.replace(
        slot, payload=told.payload, day=told.day, place=told.place, round=told.round
    )


def _silent(said: Said) -> Said:
    """Return the heartbeat that is said where an event is dropped or late."""
    return structs.replace(said, payload=Heartbeat(), round=None)


def values_in(plain: Plain) -> Iterator[tuple[Any, Any]]:
    """Yield where each value of a plain payload stands: its holder, and its key or index."""
    entries: list[tuple[Any, Any]] = []
    if isinstance(plain, dict):
        entries = list(cast("dict[str, Any]", plain).items())
    elif isinstance(plain, list):
        entries = list(enumerate(cast("list[Any]", plain)))
    for key, value in entries:
        yield plain, key
        yield from values_in(value)


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
    elif isinstance(value, str):
        holder[key] = (value + value)[:80]
    elif isinstance(value, int) and not isinstance(value, bool):
        holder[key] = value * 2


def _reverse(holder: Any, key: Any, _rng: Random) -> None:
    value = holder[key]
    if isinstance(value, list):
        value.reverse()


def _word(holder: Any, key: Any, rng: Random) -> None:
    value = holder[key]
    if isinstance(value, str):
        holder[key] = rng.choice(TEXTS)[: rng.choice((4, 12, 64, 80))]


_WAYS: Final[Mapping[str, Callable[[Any, Any, Random], None]]] = {
    "deleted": _delete,
    "negated": _negate,
    "multiplied": _multiply,
    "emptied": _empty,
    "doubled": _double,
    "reversed": _reverse,
    "worded": _word,
}
_OF_TYPE: Final[Mapping[str, type]] = {"reversed": list, "worded": str}
"""Ways that do nothing to a value of another type."""
HOWS: Final = frozenset({*_WAYS, "lent", "moved", "dropped", "twice", "late"})
"""How an event may be altered: fields of its payload, or where and when it is said."""


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
                blind=bytes(BLIND_SIZE),
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
