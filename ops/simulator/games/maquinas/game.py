"""A day at a bank of slot machines of four makes, with a server for play from home.

An occasion is a jogada: most are played, now and then something else happens before one. What a
jogada is stands in ``bank``, what people do beside playing in ``hall``; faults, each a scene that
is told instead of a jogada, in ``faults``.

Rules: maquinas.md, contadores.md, jackpots.md, online.md.
"""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import ClassVar, Final

from typing_extensions import override

from ledger.events.jackpots import CoverDeclared
from ops.simulator.games.maquinas import online
from ops.simulator.games.maquinas.bank import Bank
from ops.simulator.games.maquinas.faults.all import SCENES
from ops.simulator.games.maquinas.hall import KEEP, YEAR
from ops.simulator.games.maquinas.machine import Machine
from ops.simulator.parties.fault import Occasion, Wrong
from ops.simulator.parties.party import Telling

READ_EVERY: Final = timedelta(minutes=50)


class Maquinas(Bank):
    """A bank of machines through its days."""

    WRONGS: ClassVar[Mapping[str, Wrong]] = SCENES
    FAULTS: ClassVar[tuple[str, ...]] = tuple(SCENES)

    # --- the day -----------------------------------------------------------------------------

    @override
    def gaming_day(self, day: str, start: datetime, rounds: int) -> Telling:
        self.day, self.now = day, max(self.now, start)
        self.today.clear()
        if date.fromisoformat(day) - self.certified > timedelta(days=YEAR - 20):
            yield from self.certify()
        for machine in self.machines:
            yield from self.read(machine, "periodic")
        self.read_at = self.now
        for _ in range(rounds):
            self.occasion += 1
            self.now += timedelta(microseconds=100_000 + int(self.rng.random() * 3_000_000))
            fault = self.fault() if self.faults else None
            done = False
            for one in self.at("occasion", Occasion(fault)):
                done = True
                yield one
            if not done:
                yield from self._something()
        yield from self.close()

    def _something(self) -> Telling:
        """Play a jogada; now and then something else happens before it."""
        if self.waiting and self.waiting[0][0] <= self.now:
            yield from self.pay_waiting()
        if self.now - self.read_at > READ_EVERY:
            self.read_at = self.now
            for machine in self.machines:
                yield from self.read(machine, "periodic")
        luck = self.rng.random()
        if luck < 1 / 20:
            yield from self._happens(luck * 20)
        machine = self.free()
        if machine.online:
            yield from online.occasion(self, machine)
        else:
            yield from self.occasion_at(machine)

    def _happens(self, luck: float) -> Telling:
        """Let an incident of the floor happen, chosen by chance."""
        machine = self.free()
        if luck < 0.5:  # half of them
            if len(self.tickets) > KEEP:
                yield from self.pay_ticket()
        elif machine.online:
            return
        elif luck < 0.6:
            yield from self.outage(machine)
        elif luck < 0.68:
            yield from self.unfinished(machine)
        elif luck < 0.75:
            yield from self.looked_into(machine)
        elif luck < 0.77:
            yield from self.looked_into(machine, cleared=True)
        elif luck < 0.78:
            yield from self.another_version(machine)
        elif luck < 0.9:
            yield from self.read_jackpots("daily")

    def close(self) -> Telling:
        """Let everybody go, pay what waits, read every machine, count the boxes."""
        while self.waiting:
            self.now = max(self.now, self.waiting[0][0])
            yield from self.pay_waiting()
        for machine in self.machines:
            if machine.session is not None:
                yield from online.ended(self, machine)
            elif machine.guest is not None:
                yield from self.leave(machine)
        while self.waiting:
            self.now = max(self.now, self.waiting[0][0])
            yield from self.pay_waiting()
        while len(self.tickets) > KEEP:
            yield from self.pay_ticket()
        for machine in self.machines:
            yield from self.read(machine, "close")
            yield from self.collect(machine)
        yield from self.read_jackpots("daily")
        held_now = sum(level.shown for level in self.levels)
        cover = CoverDeclared(
            casino=self.casino,
            amount=held_now + 10_000,
            form="deposit",
            reference=f"conta-{self.badge}",
        )
        yield self.tell(self.finance, cover)

    def occasion_at(self, machine: Machine) -> Telling:
        """Let somebody play a jogada at a machine of the floor."""
        guest = machine.guest or self.guest(machine)
        if machine.credits < guest.stake:
            yield from self.money_in(machine, guest.stake)
        yield from self.jogada(machine)
        guest.plays -= 1
        if guest.plays <= 0 or machine.credits + guest.pocket < guest.stake:
            yield from self.leave(machine)
        elif self.chance(15):  # another bet
            denominations = machine.make.denominations
            guest.denomination = self.rng.choice(denominations)
            guest.level = self.rng.randint(1, machine.make.levels)
