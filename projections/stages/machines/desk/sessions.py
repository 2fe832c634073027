"""Sessions of players at machines (R34, R35, R38): each judged by all that was told of it.

A session keeps where its events stand and how many jogadas were played in it; what is wrong with it
is a function of both, so that a corrected event needs but another look.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, field, structs

from ledger.events.machines import Play
from ledger.events.seats import (
    PlayerSessionEnded,
    PlayerSessionRestricted,
    PlayerSessionStarted,
    PlayerSessionWarned,
)
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source
from projections.base.times import after
from projections.stages.machines.faults import fault

LAWFUL_ENDS: Final = frozenset(
    {"own", "idle", "credits_exhausted", "balance_exhausted", "restriction", "link", "link_lost"}
)
"""Grounds on which the operator may end a session (R35)."""
IDLE: Final = "idle"
OF_SESSION: Final = (
    PlayerSessionStarted,
    PlayerSessionWarned,
    PlayerSessionRestricted,
    PlayerSessionEnded,
)
Now = Callable[[Event], Any]
"""Returns what an event says now; None where it was withdrawn."""


class Session(Struct, kw_only=True):
    """A player's session at a machine."""

    session: str
    machine: str
    position: int
    told: list[int] = field(default_factory=list[int])
    """Positions of what was told of it."""
    player: str | None = None
    """Whose it is; None where its start was withdrawn."""
    by_player: dict[str, int] = field(default_factory=dict[str, int])
    """Who played at the machine meanwhile, and how often; empty: a jogada names nobody."""
    over: bool = False
    active: str | None = None
    """When the last jogada was played in it; None before the first."""

    @property
    def plays(self) -> int:
        """How many jogadas were its player's."""
        return self.by_player.get("", 0) + self.by_player.get(self.player or "", 0)


class Sessions:
    """Open sessions of players at machines."""

    def __init__(self) -> None:
        """Begin with none."""
        self._open: dict[str, Session] = {}
        self._at: dict[str, Session] = {}
        """Machine to the session there."""
        self._touched: dict[str, Session] = {}
        self.source: Source | None = None
        self._read: Schema | None = None

    def load(self, schema: Schema, source: Source) -> None:
        """Bring open sessions into memory."""
        self._read, self.source = schema, source
        rows = schema.cursor.execute(
            schema.query("SELECT record FROM {s}.machine_session WHERE NOT over ORDER BY position")
        )
        for (record,) in rows.fetchall():
            one = msgspec.json.decode(record, type=Session)
            self._open[one.session] = self._at[one.machine] = one

    def played(self, machine: str, play: Play, at: str) -> None:
        """Count a jogada of the session at a machine."""
        one = self._at.get(machine)
        if one is not None:
            player = play.player or ""
            one.by_player[player] = one.by_player.get(player, 0) + 1
            one.active = at if one.active is None else max(one.active, at)
            self._touched[one.session] = one

    def take(self, event: Event, now: Now, produced: Produced) -> None:
        """Take an event of a session; what is told of one that nobody began is of none."""
        payload = event.payload
        if isinstance(payload, PlayerSessionStarted):
            if event.place is None or payload.demo:
                return
            one = Session(session=payload.session, machine=event.place, position=event.position)
            self._open[one.session] = self._at[one.machine] = one
        elif payload.session not in self._open:
            return
        one = self._open[payload.session]
        one.told.append(event.position)
        self._look(one, now, produced, again=False)

    def correct(self, target: Event, said: Any, instead: Any, now: Now, produced: Produced) -> None:
        """Look again at the sessions that a corrected event was of, and is of."""
        for payload in (said, instead):
            one = None if payload is None else self._known(payload.session)
            if one is None:
                continue
            of_it = instead is not None and instead.session == one.session
            if of_it and target.position not in one.told:
                one.told = sorted([*one.told, target.position])
            self._look(one, now, produced, again=True)

    def _known(self, session: str) -> Session | None:
        found = self._open.get(session) or self._touched.get(session)
        if found is not None or self._read is None:
            return found
        query = self._read.query("SELECT record FROM {s}.machine_session WHERE session = %s")
        row = self._read.cursor.execute(query, (session,)).fetchone()
        return None if row is None else msgspec.json.decode(row[0], type=Session)

    def _look(self, one: Session, now: Now, produced: Produced, *, again: bool) -> None:
        """Judge a session by all that was told of it, as it reads now."""
        assert self.source is not None
        events = [
            structs.replace(event, payload=payload)
            for event in self.source.events(one.told)
            if (payload := now(event)) is not None and payload.session == one.session
        ]
        began = next(
            (e.payload for e in events if isinstance(e.payload, PlayerSessionStarted)), None
        )
        one.player = None if began is None or began.demo else began.player
        one.over = any(isinstance(event.payload, PlayerSessionEnded) for event in events)
        self._touched[one.session] = one
        if one.over:
            self._open.pop(one.session, None)
            if self._at.get(one.machine) is one:
                del self._at[one.machine]
        else:
            self._open[one.session] = one
            self._at.setdefault(one.machine, one)
        found = list(session_faults(one, events)) if one.player is not None else []
        if found or again:
            produced.about.append((f"session {one.session}", found))

    def flush(self, writes: Writes) -> None:
        """Write the page's rows."""
        writes.replace(
            "machine_session",
            "session",
            ("session", "machine", "player", "position", "plays", "over", "record"),
            [
                (
                    one.session,
                    one.machine,
                    one.player,
                    one.position,
                    one.plays,
                    one.over,
                    msgspec.json.encode(one, order="deterministic").decode(),
                )
                for one in self._touched.values()
            ],
        )
        self._touched.clear()


def session_faults(one: Session, events: Sequence[Event]) -> Iterator[Fault]:
    """Find restrictions, ends and histories of a session that the law does not allow."""
    facts = {"session": one.session}
    warned = False
    for event in events:
        match event.payload:
            case PlayerSessionStarted() as began:
                yield from _too_early(one, event, began, events)
            case PlayerSessionWarned():
                warned = True
            case PlayerSessionRestricted(diagnosis=None, cause=cause):
                yield fault(
                    "ONL-EXCL",
                    event,
                    "an accredited diagnosis",
                    cause,
                    rule="MÁQ R35",
                    facts=facts,
                )
            case PlayerSessionEnded() as ended:
                yield from _end_faults(one, event, ended, warned=warned)
                return
            case _:
                pass


def _too_early(
    one: Session, event: Event, began: PlayerSessionStarted, events: Sequence[Event]
) -> Iterator[Fault]:
    """Find a session ended as idle before it was idle for as long as its player was told (R35).

    A second is given to whole seconds and clocks.
    """
    seconds, since = began.idle_seconds, max(event.at, one.active or "")
    if not seconds:
        return
    until = after(since, seconds - 1)
    for other in events:
        ended = other.payload
        if not isinstance(ended, PlayerSessionEnded) or ended.by == "player":
            continue
        if ended.cause == IDLE and other.at < until:
            yield fault(
                "ONL-EXCL",
                other,
                f"{seconds} s without a jogada since {since}",
                f"{ended.cause} at {other.at}",
                rule="MÁQ R35",
                positions=(one.position,),
                facts={"session": one.session, "fact": IDLE},
            )


def _end_faults(
    one: Session, event: Event, ended: PlayerSessionEnded, *, warned: bool
) -> Iterator[Fault]:
    """Find sessions ended without warning or ground, and histories that lack jogadas."""
    facts = {"session": one.session}
    if ended.by != "player" and not warned:
        yield fault(
            "MQ-ONL-ALARM",
            event,
            "a warning before",
            f"ended by {ended.by}: {ended.cause}",
            positions=(one.position,),
            facts=facts,
        )
    if ended.by != "player" and ended.cause not in LAWFUL_ENDS:
        yield fault(
            "ONL-EXCL",
            event,
            ", ".join(sorted(LAWFUL_ENDS)),
            ended.cause,
            rule="MÁQ R35",
            facts=facts,
        )
    plays = max(one.plays, ended.rounds or 0)
    told = ended.history if ended.history is not None else ended.rounds
    if told is not None and told < plays:
        yield fault(
            "ONL-HIST",
            event,
            str(plays),
            str(told),
            rule="MÁQ R34",
            positions=(one.position,),
            facts=facts,
        )
