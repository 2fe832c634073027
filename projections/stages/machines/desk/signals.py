"""Signals of awards, due at once (R22)."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from ledger.events.jackpots import AwardSignalled, JackpotWon
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


class Signals:
    """Awards that wait for their signal, and signals that wait for their award."""

    def __init__(self) -> None:
        """Begin with none."""
        self._signals: dict[str, Signal] = {}
        self._early: dict[str, Signal] = {}
        """Signals whose award is not recorded yet."""
        self._source: Source | None = None
        self._read: Schema | None = None
        self._touched: dict[str, Signal] = {}
        self._gone: set[str] = set()
        """Awards of this page whose row goes."""

    def load(self, schema: Schema, source: Source) -> None:
        """Bring open awards into memory."""
        self._read, self._source = schema, source
        execute, query = schema.cursor.execute, schema.query
        rows = execute(query("SELECT record FROM {s}.award_signal WHERE signalled IS NULL"))
        for (record,) in rows.fetchall():
            one = msgspec.json.decode(record, type=Signal)
            self._signals[one.award] = one
        rows = execute(query("SELECT record FROM {s}.award_signal WHERE at = ''"))
        for (record,) in rows.fetchall():
            one = msgspec.json.decode(record, type=Signal)
            self._early[one.award] = one

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

    # --- corrections -----------------------------------------------------------------------------

    def signalled_again(
        self,
        target: Event,
        said: AwardSignalled | None,
        now: AwardSignalled | None,
        produced: Produced,
    ) -> None:
        """Let a signal read as it is corrected: what stood is no signal, what stands is one."""
        one = self._known(said.award) if said is not None else None
        if one is not None and one.signalled == target.position:
            one.shown = one.signalled = None
            if not one.at:
                self._early.pop(one.award, None)
                self._gone.add(one.award)
                self._touched.pop(one.award, None)
            else:
                self._signals[one.award] = self._touched[one.award] = one
                if one.late:
                    one.late = False
                    produced.about.append((f"signal {one.award}", []))
        if now is not None:
            self.signalled(target, now, produced)

    def unwon(self, award: str, produced: Produced) -> None:
        """Let an award that was withdrawn need no signal; one that was shown is kept for it."""
        one = self._known(award)
        if one is None or not one.at:
            return
        self._signals.pop(award, None)
        self._touched.pop(award, None)
        self._gone.add(award)
        produced.about.append((f"signal {award}", []))
        if one.signalled is not None:
            waits = Signal(
                award=award,
                position=one.signalled,
                at="",
                machine=None,
                seconds=0,
                shown=one.shown,
                signalled=one.signalled,
            )
            self._early[award] = self._touched[award] = waits

    def has(self, award: str) -> bool:
        """Tell whether an award waits for its signal, or had it."""
        one = self._known(award)
        return one is not None and bool(one.at)

    def _known(self, award: str) -> Signal | None:
        """Return an award's signal, open or shown, in this page or before."""
        found = self._signals.get(award) or self._early.get(award) or self._touched.get(award)
        if found is not None or award in self._gone or self._read is None:
            return found
        query = self._read.query("SELECT record FROM {s}.award_signal WHERE award = %s")
        row = self._read.cursor.execute(query, (award,)).fetchone()
        return None if row is None else msgspec.json.decode(row[0], type=Signal)

    # --- rows ----------------------------------------------------------------------------------

    def flush(self, writes: Writes) -> None:
        """Write the page's rows."""
        if self._gone:
            gone = sorted(self._gone)
            writes.delete("award_signal", "t.award = ANY(%s)", (gone,))
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
        self._touched.clear()
        self._gone.clear()


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
