"""Signals of awards, due at once (R22), and sessions of players at machines (R34, R35, R38)."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from ledger.events.jackpots import AwardSignalled, JackpotWon
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
from projections.base.times import after, is_time
from projections.stages.machines.faults import fault, seconds_between, whole

SIGNAL_SECONDS: Final = 10
"""How soon “de imediato” is; parameter ``sinal_premio_segundos``."""
GRACE_SECONDS: Final = 60
"""After which a tick takes it that no signal will come."""
LAWFUL_ENDS: Final = frozenset(
    {"own", "idle", "credits_exhausted", "balance_exhausted", "restriction", "link", "link_lost"}
)
"""Grounds on which the operator may end a session (R35)."""


class Signal(Struct, kw_only=True):
    """An award that waits for its signal."""

    award: str
    position: int
    at: str
    """Empty where the signal came before its award, from another source."""
    machine: str | None
    seconds: int
    shown: str | None = None
    signalled: int | None = None
    late: bool = False


class Session(Struct, kw_only=True):
    """A player's session at a machine."""

    session: str
    player: str
    machine: str
    position: int
    warned: int | None = None
    plays: int = 0
    over: bool = False


class Signals:
    """Open signals of awards, and open sessions of players at machines."""

    def __init__(self) -> None:
        """Begin with none."""
        self._signals: dict[str, Signal] = {}
        self._early: dict[str, Signal] = {}
        """Signals whose award is not recorded yet."""
        self._source: Source | None = None
        self._sessions: dict[str, Session] = {}
        self._at: dict[str, Session] = {}
        """Machine to the session there."""
        self._touched: dict[str, Signal] = {}
        self._touched_sessions: dict[str, Session] = {}

    def load(self, schema: Schema, source: Source) -> None:
        """Bring open awards and sessions into memory."""
        self._source = source
        execute, query = schema.cursor.execute, schema.query
        rows = execute(query("SELECT record FROM {s}.award_signal WHERE signalled IS NULL"))
        for (record,) in rows.fetchall():
            one = msgspec.json.decode(record, type=Signal)
            self._signals[one.award] = one
        rows = execute(query("SELECT record FROM {s}.award_signal WHERE at = ''"))
        for (record,) in rows.fetchall():
            one = msgspec.json.decode(record, type=Signal)
            self._early[one.award] = one
        rows = execute(
            query("SELECT record FROM {s}.machine_session WHERE NOT over ORDER BY position")
        )
        for (record,) in rows.fetchall():
            session = msgspec.json.decode(record, type=Session)
            self._sessions[session.session] = self._at[session.machine] = session

    # --- signals ---------------------------------------------------------------------------------

    def won(self, event: Event, payload: JackpotWon, produced: Produced, machine: str) -> None:
        """Keep a machine's award until its signal is shown."""
        del payload
        one = Signal(
            award=event.name,
            position=event.position,
            at=event.at,
            machine=machine,
            seconds=whole(event, produced, "sinal_premio_segundos", SIGNAL_SECONDS),
        )
        self._touched[one.award] = one
        early = self._early.pop(one.award, None)
        if early is None:
            self._signals[one.award] = one
        else:
            one.shown, one.signalled = early.shown, early.signalled
            self._judge(one, event, produced)

    def signalled(self, event: Event, payload: AwardSignalled, produced: Produced) -> None:
        """Note that an award's signal was shown: at once, or too late."""
        one = self._signals.pop(payload.award, None)
        if one is None:
            self._keep_early(event, payload)
            return
        one.shown, one.signalled = payload.shown, event.position
        self._touched[one.award] = one
        self._judge(one, event, produced)

    def _judge(self, one: Signal, event: Event, produced: Produced) -> None:
        """Compare when an award was shown with when it was won; a late word may clear it."""
        assert one.shown is not None
        # A word that is no time, which older doors took, proves no signal in time.
        too_late = not is_time(one.shown) or seconds_between(one.at, one.shown) > one.seconds
        if too_late or one.late:
            found = [self._late(one, event, one.shown)] if too_late else []
            produced.about.append((f"signal {one.award}", found))
        one.late = too_late

    def _keep_early(self, event: Event, payload: AwardSignalled) -> None:
        """Keep the signal of an award that nobody has told yet: two sources, one is late."""
        if self._source is None or self._source.named(payload.award) is not None:
            return
        one = Signal(
            award=payload.award,
            position=event.position,
            at="",
            machine=None,
            seconds=0,
            shown=payload.shown,
            signalled=event.position,
        )
        self._early[one.award] = self._touched[one.award] = one

    def tick(self, event: Event, produced: Produced) -> None:
        """Find awards that were not shown so far; a late word may still say that they were."""
        for one in self._signals.values():
            if not one.late and event.at > after(one.at, one.seconds + GRACE_SECONDS):
                one.late = True
                self._touched[one.award] = one
                fault = self._late(one, event, f"none until {event.at}")
                produced.about.append((f"signal {one.award}", [fault]))

    def _late(self, one: Signal, event: Event, recorded: str) -> Fault:
        return fault(
            "MQ-JP-SIG",
            event,
            f"within {one.seconds} s of {one.at}",
            recorded,
            positions=(one.position, one.signalled),
            place=one.machine,
            facts={"award": one.award},
        )

    # --- sessions --------------------------------------------------------------------------------

    def started(self, event: Event, payload: PlayerSessionStarted, _produced: Produced) -> None:
        """Begin a player's session at a machine."""
        if event.place is None or payload.demo:
            return
        one = Session(
            session=payload.session,
            player=payload.player,
            machine=event.place,
            position=event.position,
        )
        self._sessions[one.session] = self._at[one.machine] = one
        self._touched_sessions[one.session] = one

    def warned(self, event: Event, payload: PlayerSessionWarned, _produced: Produced) -> None:
        """Note that the player was told of the end to come (R38)."""
        one = self._sessions.get(payload.session)
        if one is not None:
            one.warned = event.position
            self._touched_sessions[one.session] = one

    def played(self, machine: str, play: Play) -> None:
        """Count a jogada of the session."""
        one = self._at.get(machine)
        if one is not None and play.player in (None, one.player):
            one.plays += 1
            self._touched_sessions[one.session] = one

    def restricted(
        self, event: Event, payload: PlayerSessionRestricted, produced: Produced
    ) -> None:
        """Find restrictions without an accredited diagnosis (R35)."""
        if payload.session in self._sessions and payload.diagnosis is None:
            produced.faults.append(
                fault(
                    "ONL-EXCL",
                    event,
                    "an accredited diagnosis",
                    payload.cause,
                    rule="MÁQ R35",
                    facts={"session": payload.session},
                )
            )

    def ended(self, event: Event, payload: PlayerSessionEnded, produced: Produced) -> None:
        """Find sessions ended without warning or ground, and histories that lack jogadas."""
        one = self._sessions.pop(payload.session, None)
        if one is None:
            return
        if self._at.get(one.machine) is one:
            del self._at[one.machine]
        one.over = True
        self._touched_sessions[one.session] = one
        facts = {"session": one.session}
        if payload.by != "player":
            if one.warned is None:
                produced.faults.append(
                    fault(
                        "MQ-ONL-ALARM",
                        event,
                        "a warning before",
                        f"ended by {payload.by}: {payload.cause}",
                        positions=(one.position,),
                        facts=facts,
                    )
                )
            if payload.cause not in LAWFUL_ENDS:
                produced.faults.append(
                    fault(
                        "ONL-EXCL",
                        event,
                        ", ".join(sorted(LAWFUL_ENDS)),
                        payload.cause,
                        rule="MÁQ R35",
                        facts=facts,
                    )
                )
        plays = max(one.plays, payload.rounds or 0)
        told = payload.history if payload.history is not None else payload.rounds
        if told is not None and told < plays:
            produced.faults.append(
                fault(
                    "ONL-HIST",
                    event,
                    str(plays),
                    str(told),
                    rule="MÁQ R34",
                    positions=(one.position,),
                    facts=facts,
                )
            )

    # --- rows ----------------------------------------------------------------------------------

    def flush(self, writes: Writes) -> None:
        """Write the page's rows."""
        writes.replace(
            "award_signal",
            "award",
            ("award", "position", "machine", "at", "shown", "signalled", "late", "record"),
            [
                (
                    one.award,
                    one.position,
                    one.machine,
                    one.at,
                    one.shown,
                    one.signalled,
                    one.late,
                    _json(one),
                )
                for one in self._touched.values()
            ],
        )
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
                    _json(one),
                )
                for one in self._touched_sessions.values()
            ],
        )
        self._touched.clear()
        self._touched_sessions.clear()


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
