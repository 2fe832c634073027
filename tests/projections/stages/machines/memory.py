"""The machines' stage alone, in memory: folds events and keeps what holds, as findings would."""

from collections.abc import Sequence
from typing import Any, cast

from ledger.events.base import Payload
from ledger.events.registry import LedgerFounded, Registrar
from projections.base.corrected import change_of
from projections.base.event import Event
from projections.base.parameter_book import Setting
from projections.base.produced import Change, Fault, Produced, Revenue
from projections.base.rows import Schema
from projections.base.stage import Source
from projections.stages.machines import Machines
from projections.stages.machines.machine import Machine
from tests.fixtures.casino import AT, DAY
from tests.helpers.casino import Nothing

SERVICE = "servico"


class Log(Source):
    """Events in a list."""

    def __init__(self) -> None:
        self.all: list[Event] = []

    def events(self, positions: Sequence[int]) -> list[Event]:
        return [self.all[position - 1] for position in positions]

    def named(self, name: str) -> Event | None:
        return next((event for event in self.all if event.name == name), None)


class Floor:
    """One stage, its log, and the findings that hold."""

    def __init__(self) -> None:
        self.log = Log()
        self.stage = Machines()
        self.produced = Produced()
        self.settings: list[Setting] = []
        self.final: list[Fault] = []
        self.standing: dict[str, list[Fault]] = {}
        self.revenue: list[Revenue] = []
        self.effective: list[Event] = []
        self._seqs: dict[str, int] = {}
        founded = LedgerFounded(
            origin="t",
            service=SERVICE,
            service_key="0" * 64,
            log_key="0" * 64,
            registrars=(Registrar(source="r", key="0" * 64),),
            threshold=1,
        )
        self.say(founded, place=None, source=SERVICE)
        self.stage.load(Schema(cast("Any", Nothing()), "none"), self.log)

    def set(self, name: str, value: Any, scope: str = "*") -> None:
        """Let a parameter have a value from here on."""
        since = "2026-01-01T00:00:00.000000Z"
        setting = Setting(scope=scope, name=name, value=value, since=since, known=0)
        self.produced.book.add(setting)

    def say(
        self,
        payload: Payload,
        *,
        at: str = AT,
        day: str | None = DAY,
        booked: str | None = None,
        place: str | None = "MQ-01",
        source: str | None = None,
    ) -> Event:
        source = source or (place or "x").lower()
        seq = self._seqs[source] = self._seqs.get(source, 0) + 1
        event = Event(
            len(self.log.all) + 1,
            source,
            seq,
            payload.KIND,
            at,
            day,
            place,
            None,
            payload,
            bytes([seq % 256]) * 32,
        )
        self.log.all.append(event)
        self.produced.day = booked or day
        self.produced.effective.extend(self.effective)
        found = [change_of(event, act, self.log) for act in self.effective]
        self.produced.changes.extend(one for one in found if isinstance(one, Change))
        self.effective.clear()
        self.stage.fold(event, self.produced)
        self.final.extend(self.produced.faults)
        self.standing.update(self.produced.about)
        self.revenue.extend(self.produced.revenue)
        self.produced.clear()
        return event

    def approve(self, act: Event, payload: Payload) -> None:
        """Let an act take effect with the next event."""
        self.effective.append(act)
        self.say(payload, source="chefe", place=None)

    @property
    def faults(self) -> list[Fault]:
        """Everything that holds now."""
        return [*self.final, *(one for faults in self.standing.values() for one in faults)]

    @property
    def codes(self) -> list[str]:
        return sorted(one.code for one in self.faults)

    def machine(self, name: str = "MQ-01") -> Machine:
        return self.stage._counting.machines[name]
