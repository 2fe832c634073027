"""Mistakes that only events together show: blinds, days, rounds, tables.

No door refuses these, and no rule of a game names most of them; they are how devices go wrong.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

from ledger.events import KINDS, outcomes
from ledger.events.base import Payload
from ledger.events.registry import SourceEnrolled2
from ledger.events.rounds import RoundClosed, RoundOpened, RoundVoided
from ledger.events.tables import TableOpened
from ledger.roles import Role
from ledger.text.near import near_names
from ops.outside.conform.statements import Statement, state
from ops.outside.conform.unchecked import (
    OUTCOMES,
    RECORD_OF,
    known_records,
    unchecked,
)
from projections.replay.profiles import PROFILES

_NEAR_CUTOFF: Final = 0.8
_COUNTED_MIN: Final = 4
"""So many blinds in a row tell a counter from chance."""
_STEP_MAX: Final = 1 << 32
_RULES_SHOWN: Final = 12
_MONEY: Final = re.compile(r"(bet|payout|chips|collection|commission|fill|credit|gratuity)[-/]")
"""Kinds whose amounts are sums of money that somebody lays or is handed."""
_PLACED: Final = frozenset({Role.TABLE, Role.MACHINE, Role.BINGO_ROOM})
"""Roles of devices that speak of the places alone for which they are enrolled."""
_OUTCOMES: Final = frozenset(
    one.KIND
    for one in vars(outcomes).values()
    if isinstance(one, type) and issubclass(one, Payload) and one is not Payload
)


class Seen(Struct, frozen=True, kw_only=True):
    """An event that the device sent and that could be read."""

    name: str
    source: str
    kind: str
    at: str
    day: str | None
    place: str | None
    round: str | None
    blind: bytes | None
    payload: Payload | dict[str, Any]

    def says(self, code: str, word: str, **values: Any) -> Statement:
        """Return a statement about this event."""
        return state("found", code, word, kind=self.kind, events=(self.name,), **values)


def habits(
    seen: Sequence[Seen],
    enrolled: Mapping[str, SourceEnrolled2],
    torn: AbstractSet[str] = frozenset(),
) -> Iterator[Statement]:
    """Yield the mistakes of events together; ``enrolled`` has each source's enrolment.

    Of sources that are ``torn`` not all could be read: of them nothing is missed.
    """
    for source, events in _by(seen, lambda one: one.source).items():
        yield from _blinds(events)
        act = enrolled.get(source)
        if act is not None and act.role == Role.TABLE and source not in torn:
            yield from _opened(events, seen)
        if act is not None and act.places and act.role in _PLACED:
            yield from _elsewhere(events, act)
    for one in seen:
        yield from _kind(one)
        yield from _day(one)
        yield from _amounts(one)
        yield from _number_in_text(one)
        if isinstance(one.payload, TableOpened):
            yield from _table(one, one.payload)
    yield from _rounds([one for one in seen if one.source not in torn])
    yield from _landings(seen)
    yield from _undeclared(seen)


def _by(seen: Iterable[Seen], key: Callable[[Seen], str | None]) -> dict[str, list[Seen]]:
    found: dict[str, list[Seen]] = defaultdict(list)
    for one in seen:
        of = key(one)
        if of is not None:
            found[of].append(one)
    return found


def _blinds(events: Sequence[Seen]) -> Iterator[Statement]:
    blinds = [int.from_bytes(one.blind) for one in events if one.blind is not None]
    same: dict[int, list[str]] = defaultdict(list)
    for one in events:
        if one.blind is not None:
            same[int.from_bytes(one.blind)].append(one.name)
    for names in same.values():
        if len(names) > 1:
            yield state("found", "blind", "blind-same", events=tuple(names), count=len(names))
    steps = {after - before for before, after in pairwise(blinds)}
    if len(blinds) >= _COUNTED_MIN and len(steps) == 1 and 0 < abs(min(steps)) < _STEP_MAX:
        names_ = tuple(one.name for one in events)
        yield state("found", "blind", "blind-counted", events=names_, step=min(steps))


def _kind(one: Seen) -> Iterator[Statement]:
    if one.kind in KINDS:
        return
    name = one.kind.partition("/")[0]
    versions = sorted(kind for kind in KINDS if kind.partition("/")[0] == name)
    near = get_close_matches(one.kind, KINDS, n=1, cutoff=_NEAR_CUTOFF)
    if versions:
        yield one.says("kind", "kind-version", near=", ".join(versions))
    elif near:
        yield one.says("kind", "kind-near", near=near[0])
    else:
        yield one.says("kind", "kind-unknown")


def _day(one: Seen) -> Iterator[Statement]:
    """Yield a gaming day that no zone and no hour of closing makes of the time."""
    if one.day is None:
        return
    apart = (date.fromisoformat(one.day) - date.fromisoformat(one.at[:10])).days
    if abs(apart) > 1 and not one.at.startswith("1970"):
        yield one.says("day", "day-astray", day=one.day, at=one.at)


def _amounts(one: Seen) -> Iterator[Statement]:
    if isinstance(one.payload, dict) or not _MONEY.match(one.kind):
        return
    for name in ("amount", "stake_returned", "returned"):
        amount = getattr(one.payload, name, None)
        if isinstance(amount, int) and amount < 0:
            yield one.says("amount", "negative", path=name, got=amount)


def _landings(seen: Sequence[Seen]) -> Iterator[Statement]:
    """Yield rounds with a second outcome, other than the first, that nothing makes good.

    Where a coup was null the ball is put back, and launched once more.
    """
    null = {one.round for one in seen if one.kind.startswith("coup-")}
    first: dict[str, Seen] = {}
    for one in seen:
        landed = isinstance(one.payload, outcomes.BallLanded | outcomes.WheelStopped)
        if not landed or one.round is None or one.round in null:
            continue
        before = first.setdefault(one.round, one)
        if before.payload != one.payload:
            yield state(
                "found", "outcome", "outcome-twice", kind=one.kind,
                events=(before.name, one.name), round=one.round,
            )  # fmt: skip


def _number_in_text(one: Seen) -> Iterator[Statement]:
    """Yield a number that is written as a text, where texts are for what has no number."""
    number = getattr(one.payload, "number", None)
    if isinstance(number, str) and number.isdecimal() and str(int(number)) == number:
        yield one.says("number", "number-in-text", got=number)


def _table(one: Seen, opened: TableOpened) -> Iterator[Statement]:
    games = PROFILES.get(opened.profile)
    if games is None:
        near = ", ".join(near_names(opened.profile, PROFILES))
        yield one.says("profile", "profile-unknown", got=opened.profile, near=near)
    elif opened.game not in games:
        near = ", ".join(near_names(opened.game, games))
        yield one.says("game", "game-unknown", profile=opened.profile, got=opened.game, near=near)
    for record in opened.records:
        if record not in known_records():
            yield one.says(
                "records", "record-unknown", got=record, known=", ".join(known_records())
            )


def _opened(events: Sequence[Seen], seen: Sequence[Seen]) -> Iterator[Statement]:
    """Yield the places where a table's terminal plays, and that nobody opened."""
    opened = {one.place for one in seen if isinstance(one.payload, TableOpened)}
    told: set[str] = set()
    for one in events:
        place = one.place
        if (
            isinstance(one.payload, RoundOpened)
            and place is not None
            and place not in opened | told
        ):
            told.add(place)
            yield one.says("table", "place-not-opened", place=place)


def _elsewhere(events: Sequence[Seen], act: SourceEnrolled2) -> Iterator[Statement]:
    """Yield the places of which a device speaks, or should, and not as it is enrolled."""
    for place in dict.fromkeys(one.place for one in events):
        if place is not None and place not in act.places:
            first = next(one for one in events if one.place == place)
            yield first.says("place", "place-other", got=place, places=", ".join(act.places))
    for one in events:
        if one.place is None and one.round is not None:
            yield one.says("place", "place-none", of=one.round.partition("/")[0])


def _rounds(seen: Sequence[Seen]) -> Iterator[Statement]:
    """Yield rounds that are never closed, and those that close without their outcome."""
    declared = {
        one.place
        for one in seen
        if isinstance(one.payload, TableOpened) and OUTCOMES in one.payload.records
    }
    for name, events in _by(seen, lambda one: one.round).items():
        first = events[0]
        opened = any(isinstance(one.payload, RoundOpened) for one in events)
        closed = any(isinstance(one.payload, RoundClosed) for one in events)
        void = any(
            isinstance(one.payload, RoundVoided)
            or one.kind.startswith(("jogada-annulled/", "coup-"))
            for one in events
        )
        if opened and not closed and not void:
            yield first.says("round", "round-open", round=name)
        shown = any(one.kind in _OUTCOMES - _NO_OUTCOME for one in events)
        if closed and not void and first.place in declared and not shown:
            yield events[-1].says("round", "no-outcome", round=name)


_NO_OUTCOME: Final = frozenset(
    kind
    for kind in _OUTCOMES
    if kind.startswith(("announcement/", "error-noted/", "ball-launched/"))
)


def _undeclared(seen: Sequence[Seen]) -> Iterator[Statement]:
    """Yield the records that tables send and did not name at their opening."""
    kept: dict[str, TableOpened] = {}
    told: set[tuple[str, str]] = set()
    for one in seen:
        if one.place is None:
            continue
        if isinstance(one.payload, TableOpened):
            kept[one.place] = one.payload
            continue
        opened, record = kept.get(one.place), RECORD_OF.get(one.kind.partition("/")[0])
        if opened is None or record is None or (one.place, record) in told:
            continue
        told.add((one.place, record))
        if record not in opened.records:
            rules = _rules(opened.game, opened.records, record)
            if rules:
                yield one.says("records", "record-undeclared", what=record, rules=rules)


def _rules(game: str, kept: Sequence[str], record: str) -> str:
    """Return the rules that want a record, the first few of many."""
    rules = [rule for one in unchecked(game, kept) if one.record == record for rule in one.rules]
    return ", ".join(rules[:_RULES_SHOWN]) + (" …" if len(rules) > _RULES_SHOWN else "")
