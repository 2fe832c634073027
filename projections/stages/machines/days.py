"""Machines in memory, what moves on them by day and denomination, and the close of a day."""

import msgspec

from ledger.events.reviews import GamingDayClosed
from projections.base.event import Event
from projections.base.produced import Produced, Revenue, RevenueReason
from projections.base.rows import Schema, Writes
from projections.replay.settlement import money_text
from projections.stages.machines import play_checks as plays
from projections.stages.machines import rows
from projections.stages.machines.faults import day_of, fault, whole
from projections.stages.machines.machine import Day, Machine, Short
from projections.stages.machines.measures.contadores import (
    JE,
    TO_BALANCE,
    Moves,
    credit_balance,
    gross_revenue,
    revenue_by_table,
    zeros,
)
from projections.stages.machines.measures.returns import MINIMUM_PPM, is_low, observed_ppm
from projections.stages.machines.rows import Close


class Counting:
    """All machines, and the days that are not closed."""

    def __init__(self) -> None:
        """Begin with an empty floor."""
        self.machines: dict[str, Machine] = {}
        self.rows = rows.Page()
        self.read: Schema | None = None
        self._days: dict[tuple[str, str, int], Day] = {}
        """Those of days that are not closed."""

    def load(self, schema: Schema) -> None:
        """Bring machines and open days into memory."""
        self.read = schema
        for machine in rows.read_machines(schema):
            self.machines[machine.machine] = machine
        for day in rows.read_days(schema):
            self._days[day.machine, day.day, day.denomination] = day

    def machine(self, event: Event, produced: Produced) -> Machine | None:
        """Return the machine of an event, enrolled or not."""
        place = event.place
        if place is None:
            return None
        machine = self.machines.get(place)
        if machine is None:
            machine = self.machines[place] = Machine(machine=place)
        machine.casino = produced.casino
        first, last = machine.heard.get(event.source, (event.seq, 0))
        machine.heard[event.source] = (first, max(last, event.seq))
        self.rows.machines.add(place)
        return machine

    def known(self, place: str | None) -> Machine | None:
        """Return the machine of a place; None if no machine has spoken there."""
        return None if place is None else self.machines.get(place)

    def day(self, machine: Machine, day: str, denomination: int, position: int) -> Day:
        """Return the movements of a machine, day and denomination, marked as touched."""
        key = (machine.machine, day, denomination)
        found = self._days.get(key)
        if found is None:
            stored = rows.read_day(self.read, key) if machine.moved else None
            found = stored or Day(
                machine=machine.machine,
                day=day,
                denomination=denomination,
                first=position,
                last=position,
            )
            self._days[key] = found
        found.last = max(found.last, position)
        self.rows.days.add(key)
        return found

    def move(
        self,
        machine: Machine,
        event: Event,
        produced: Produced,
        what: Moves,
        denomination: int = 0,
        *,
        spends: bool = True,
    ) -> None:
        """Move counters, and the balance with them."""
        before = machine.credits
        day = self.day(machine, day_of(event, produced), denomination, event.position)
        totals, values = machine.totals, day.values
        for name, amount in what:
            totals[name] += amount
            values[name] += amount
            machine.credits += TO_BALANCE[name] * amount
        if denomination:
            own = machine.by_denomination.setdefault(str(denomination), [0, 0, 0])
            for name, amount in what:
                if name <= JE:
                    own[name] += amount
        machine.moved = True
        if machine.short is not None and event.source == machine.source:
            self._covered(machine, event, before, produced)
        elif spends and machine.credits < 0 <= before:
            if machine.source in (None, event.source):
                found = plays.overdrawn(machine, before, event)
                produced.about.append((f"overdrawn {event.name}", [found]))
            else:
                paid = before - machine.credits
                machine.short = Short(
                    event=event.name, position=event.position, at=event.at, paid=paid
                )
                produced.about.append(plays.short_of(machine))
        if event.day is not None and produced.day is not None and event.day != produced.day:
            moved = zeros()
            for name, amount in what:
                moved[name] += amount
            self._late(machine, event, moved)

    def _covered(self, machine: Machine, event: Event, before: int, produced: Produced) -> None:
        """Look again at what the desk paid, while the machine tells of the time before it."""
        assert machine.short is not None
        if event.at <= machine.short.at:
            produced.about.append(plays.short_of(machine))
            return
        machine.short = None
        if machine.credits < 0 <= before:
            found = plays.overdrawn(machine, before, event)
            produced.about.append((f"overdrawn {event.name}", [found]))

    def context(self, position: int) -> Machine:
        """Return how a machine stood before a reading, of which that is kept."""
        text = self.rows.contexts.get(position) or rows.read_context(self.read, position)
        assert text is not None
        return msgspec.json.decode(text, type=Machine)

    def reading_day(self, event: Event) -> str:
        """Return the day of a reading; of a withdrawn reading the day it claims."""
        here = next((row[2] for row in self.rows.readings if row[0] == event.position), None)
        known = here or rows.read_reading_day(self.read, event.position)
        return known or event.day or event.at[:10]

    def barred_days(self, machine: Machine, since: str) -> list[str]:
        """Return the days since one on which a machine was played while it was not to be."""
        known = (*self._days.values(), *self.rows.closed_days.values())
        here = {
            one.day
            for one in known
            if one.machine == machine.machine and one.interdicted and one.day >= since
        }
        return sorted(here | rows.read_barred(self.read, machine.machine, since))

    def recount_barred(self, machine: Machine, told: "Counting", now: "Counting") -> None:
        """Count jogadas of a machine that was not to be played as one count has it, not another."""
        was, is_ = told.barred(), now.barred()
        for key in sorted(was.keys() | is_.keys()):
            more = is_.get(key, 0) - was.get(key, 0)
            if key[0] != machine.machine or not more:
                continue
            day = self._days.get(key)
            if day is not None:
                self.rows.days.add(key)
            else:
                day = self.rows.closed_days.get(key) or rows.read_day(self.read, key)
            if day is not None:
                day.interdicted += more
                if key not in self._days:
                    self.rows.closed_days[key] = day

    def barred(self) -> dict[tuple[str, str, int], int]:
        """Return how many jogadas were played while they were not to be, by open day."""
        return {key: day.interdicted for key, day in self._days.items()}

    # --- days ---

    def close(self, event: Event, payload: GamingDayClosed, produced: Produced) -> None:
        """Freeze the twelve of every machine, and hand on what the day made."""
        if event.day is None or not produced.closes:
            return
        for name in sorted(self.machines):
            machine = self.machines[name]
            if payload.casino not in (None, machine.casino):
                continue
            open_days = {day for of, day, _ in self._days if of == name and day <= event.day}
            fresh = event.day in open_days or not rows.is_closed(
                self.read, self.rows, name, event.day
            )
            for day in sorted(open_days | ({event.day} if fresh else set[str]())):
                self._close_machine(machine, event, day, produced)

    def _close_machine(self, machine: Machine, event: Event, day: str, produced: Produced) -> None:
        values, later = zeros(), zeros()
        for key, one in list(self._days.items()):
            if key[0] != machine.machine:
                continue
            if key[1] == day:
                values = [a + b for a, b in zip(values, one.values, strict=True)]
                self.rows.closed_days[key] = self._days.pop(key)
            elif key[1] > day:
                later = [a + b for a, b in zip(later, one.values, strict=True)]
        frozen = [a - b for a, b in zip(machine.totals, later, strict=True)]
        # Identity 5: a progressive was captive; increments are entries of the pools.
        made: dict[RevenueReason, int] = {
            "receita_bruta": gross_revenue(values),
            "jackpot": revenue_by_table(values) - gross_revenue(values),
        }
        self.rows.close(
            Close(
                machine=machine.machine,
                day=day,
                known_from=event.position,
                closing=event.position,
                casino=machine.casino,
                values=values,
                totals=frozen,
                credits=machine.credits - credit_balance(later),
                device=dict(machine.device.lifetime),
            )
        )
        produced.revenue += [
            Revenue(
                category="maquinas",
                amount=amount,
                reason=reason,
                place=machine.machine,
                day=day,
                casino=machine.casino,
            )
            for reason, amount in made.items()
            if amount
        ]
        machine.flagged = {what: on for what, on in machine.flagged.items() if on > day}
        self._alarm(machine, event, produced)
        self.rows.machines.add(machine.machine)

    def _alarm(self, machine: Machine, event: Event, produced: Produced) -> None:
        """Sound, or end, the alarm on what comes back of what is played (R17)."""
        window = machine.window
        if window is None:
            return
        homologated = machine.homologations.get(machine.configuration or "")
        deviation = None if homologated is None else homologated.deviation_ppm
        where = msgspec.structs.replace(event, place=machine.machine)
        minimum = whole(where, produced, "retorno_minimo_ppm", MINIMUM_PPM)
        low = is_low(window, deviation, minimum)
        if low:
            found = fault(
                "MQ-RTP-ACT",
                where,
                f"{minimum} ppm",
                f"{observed_ppm(window)} ppm of {money_text(window.staked)}",
                positions=(window.first, window.last),
                amount=window.returned - minimum * window.staked // 1_000_000,
                facts={"plays": window.plays},
            )
            produced.about.append((f"return {machine.machine}", [found]))
        elif machine.low:
            produced.about.append((f"return {machine.machine}", []))
        machine.low = low

    def _late(self, machine: Machine, event: Event, moved: list[int]) -> None:
        """Refer to a late event in the close of the day that it claims."""
        assert event.day is not None
        close = self.rows.last_close(self.read, machine.machine, event.day)
        if close is not None:
            self.rows.close(
                msgspec.structs.replace(
                    close,
                    known_from=event.position,
                    late=[*close.late, event.position],
                    late_rb=close.late_rb + gross_revenue(moved),
                )
            )

    def flush(self, writes: Writes) -> None:
        """Write the page's rows."""
        self.rows.flush(writes, self.machines, self._days)
