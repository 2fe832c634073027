"""Awards that must be shown at once (R22), and sessions of players at machines (R34, R35, R38)."""

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
from projections.base import Event, Fault, Produced, Tables
from projections.machines.common import after, fault, seconds_between, whole

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


class Awards:
    """Signals and sessions, kept while they are open."""

    def __init__(self) -> None:
        """Begin with none."""
        self._signals: dict[str, Signal] = {}
        self._sessions: dict[str, Session] = {}
        self._at: dict[str, Session] = {}
        """Machine to the session there."""
        self._touched: dict[str, Signal] = {}
        self._touched_sessions: dict[str, Session] = {}

    def load(self, tables: Tables) -> None:
        """Bring what is open into memory."""
        execute, query = tables.cursor.execute, tables.query
        rows = execute(query("SELECT record FROM {s}.award_signal WHERE signalled IS NULL"))
        for (record,) in rows.fetchall():
            one = msgspec.json.decode(record, type=Signal)
            self._signals[one.award] = one
        rows = execute(
            query("SELECT record FROM {s}.machine_session WHERE NOT over ORDER BY position")
        )
        for (record,) in rows.fetchall():
            session = msgspec.json.decode(record, type=Session)
            self._sessions[session.session] = self._at[session.machine] = session

    # --- signals ---------------------------------------------------------------------------------

    def won(self, event: Event, payload: JackpotWon, produced: Produced, machine: str) -> None:
        """Let a machine's award wait until it is shown."""
        del payload
        one = Signal(
            award=event.name,
            position=event.position,
            at=event.at,
            machine=machine,
            seconds=whole(event, produced, "sinal_premio_segundos", SIGNAL_SECONDS),
        )
        self._signals[one.award] = self._touched[one.award] = one

    def signalled(self, event: Event, payload: AwardSignalled, produced: Produced) -> None:
        """Take it that an award was shown: at once, or too late."""
        one = self._signals.pop(payload.award, None)
        if one is None:
            return
        one.shown, one.signalled = payload.shown, event.position
        self._touched[one.award] = one
        if not one.late and seconds_between(one.at, payload.shown) > one.seconds:
            one.late = True
            produced.faults.append(self._late(one, event, payload.shown))

    def tick(self, event: Event, produced: Produced) -> None:
        """Find awards that were never shown."""
        for one in self._signals.values():
            if not one.late and event.at > after(one.at, one.seconds + GRACE_SECONDS):
                one.late = True
                self._touched[one.award] = one
                produced.faults.append(self._late(one, event, f"none until {event.at}"))

    def _late(self, one: Signal, event: Event, recorded: str) -> Fault:
        return fault(
            "MQ-JP-SIG",
            event,
            f"within {one.seconds} s of {one.at}",
            recorded,
            positions=(one.position,),
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

    def flush(self, tables: Tables) -> None:
        """Write the page's rows."""
        tables.replace(
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
        tables.replace(
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
