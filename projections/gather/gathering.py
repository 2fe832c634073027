"""How a game's rounds become records: the value that each game declares and the stages ask.

The stage of rounds knows no game: what one game needs and another does not stands here, and
``projections.gather`` lists the values of all games.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ledger.events.base import Payload
from projections.base.event import ClosedRound, Event
from projections.gather.kit.player_sessions import with_last_sessions
from projections.replay.record import Record

Carry = Callable[[ClosedRound, Mapping[str, Any], int], Mapping[str, Any]]
"""``(before, options, opened)`` to the plain JSON carried to the round opened at ``opened``.

``before`` is the round closed last at the same table, corrections applied, without a record;
``options`` were the table's when ``before`` opened.
"""
Lasting = Callable[[Sequence[Event], Event], list[Event]]
"""``(before, event)`` to the events that hold at a place after ``event``."""


def kinds_of(*payloads: type[Payload]) -> frozenset[str]:
    """Return the kinds of these payloads."""
    return frozenset(payload.KIND for payload in payloads)


class GameKinds(Struct, frozen=True, kw_only=True):
    """Kinds of events that a game adds to the kinds that all rounds take."""

    play: frozenset[str] = frozenset()
    """Told of an open round by its owner alone."""
    after_close: frozenset[str] = frozenset()
    """Told of a closed round without changing its verdict."""
    judged_again: frozenset[str] = frozenset()
    """Told of a closed round, whose verdict is then reckoned anew."""
    place: frozenset[str] = frozenset()
    """Told of a place, and true of it from round to round until its table is opened anew."""
    lasting: Mapping[str, Lasting] = {}
    """Those that hold beyond the next opening of the table, and how each adds to them or ends."""


def no_prize_waits(_record: Any) -> bool:
    """Tell that winners are paid before the next round opens, as in most games."""
    return False


def round_before(closed: ClosedRound, _record: Any) -> Sequence[str]:
    """Return the round before: whatever its prizes waited for is over."""
    before = closed.previous[0].round if closed.previous else None
    return () if before is None else (before,)


class Gathering(Struct, frozen=True, kw_only=True):
    """How the rounds of a game become records, and which other rounds they depend on."""

    game: str
    record: Callable[[ClosedRound, Mapping[str, Any]], Record | None]
    """``(closed, options)`` to the record that the game's replay takes."""
    reads_previous: bool = False
    """Whether the record takes facts from the events of the round before at the same table."""
    carry: Carry | None = None
    """The values that a round takes over from those before it; None: there are none."""
    carries_seldom: bool = False
    """Whether most rounds carry nothing, and depend on none before but the one before."""
    kinds: GameKinds = GameKinds()
    last_sessions: Callable[[ClosedRound, Record], Record] = with_last_sessions
    """A closed table's last round to its record with the players' sessions that ended after it."""
    sessions: str = "sessoes"
    """The record's field of the players' sessions that the operator may end for rounds without a
    bet; of a game that has none of that name, nobody may (bingo)."""
    prizes_wait: Callable[[Any], bool] = no_prize_waits
    """Record to whether its prizes may wait until a later round is over."""
    releases: Callable[[ClosedRound, Any], Iterable[str]] = round_before
    """``(closed, record)`` to the rounds whose prizes wait no more once this one is over."""

    @property
    def reads_earlier(self) -> bool:
        """Whether a record depends on rounds before it."""
        return self.reads_previous or self.carry is not None


def _no_record(_closed: ClosedRound, _options: Mapping[str, Any]) -> None:
    """Return no record: nobody knows the game."""


NO_GAME: Final = Gathering(game="", record=_no_record)
"""Of rounds whose game this version does not know."""
