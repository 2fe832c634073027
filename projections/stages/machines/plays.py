"""Jogadas as they come: what each moves, what may run, automatic play, voids."""

from typing import Any

import msgspec

from ledger.events.machines import (
    AutoplayStarted,
    AutoplayStopped,
    MachineHomologated,
    MachineReconfigured,
    Play,
    PlayVoided,
)
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.stage import Source
from projections.gather.maquinas import sheet_for
from projections.replay.games.maquinas.reels import Reels, reels_of
from projections.replay.settlement import money_text
from projections.stages.machines import homologation, rows
from projections.stages.machines import play_checks as plays
from projections.stages.machines.corrections.events import note, now_of
from projections.stages.machines.days import Counting
from projections.stages.machines.desk.desk import Desk
from projections.stages.machines.desk.sessions import Sessions
from projections.stages.machines.faults import day_of, fault, once
from projections.stages.machines.machine import Machine
from projections.stages.machines.measures.contadores import DEMO, JE, Moves, moves, staked
from projections.stages.machines.measures.returns import Window

Period = tuple[int, str, str | None]
"""What began it, since when, and until when."""


class Playing:
    """Jogadas, over the machines of ``counting``."""

    def __init__(self, counting: Counting, desk: Desk, sessions: Sessions) -> None:
        """Begin with no jogada."""
        self._counting = counting
        self._desk = desk
        self._sessions = sessions
        self.unread: set[str] = set()
        """Machines played since their last whole reading."""
        self._allowed: dict[tuple[str, str, int, str | None, int | None], str | None] = {}
        """Machine and what it runs, found homologated, to the certificate's last instant."""
        self._reels: dict[tuple[str, str, str | None], Reels | None] = {}
        self._homologated: dict[int, MachineHomologated] = {}
        self._source: Source | None = None

    def load(self, source: Source) -> None:
        """Find the machines that wait for a reading."""
        self._source = source
        for machine in self._counting.machines.values():
            if machine.played_at is not None:
                self.unread.add(machine.machine)

    def play(self, event: Event, play: Play, produced: Produced) -> None:
        """Take a jogada: move its counters, and find what it shows to be wrong."""
        machine = self._counting.machine(event, produced)
        if machine is None:
            return
        if play.mode == DEMO:
            self._replay(event, play, None, produced)
            return
        day = day_of(event, produced)
        machine.source = event.source
        before = machine.credits
        self._counting.move(machine, event, produced, moves(play), play.denomination)
        if 0 <= before < play.stake and machine.credits >= 0 and machine.short is None:
            found = plays.uncovered(before, event, play.stake)
            produced.about.append((f"uncovered {event.name}", [found]))
        self._sessions.played(machine.machine, play, event.at)
        if machine.first_play is None:
            machine.first_play, machine.played_at = (event.position, event.name), event.at
            self.unread.add(machine.machine)
        if play.balance is not None:
            plays.off_balance(machine, play.balance, event, produced)
        self._configured(machine, event, play, day, produced)
        self._window(machine, event, play)
        if machine.barred is not None or machine.offline is not None:
            self._forbidden(machine, event, play, day, produced)
        if play.autoplay is not None or machine.auto is not None:
            self._automatic(machine, event, play, day, produced)
        if play.pam or play.pap_h:
            self._desk.owe(event, play, event.name, produced)
        reels = self._reels_of(machine, play)
        if plays.needs_replay(play, reels):
            self._replay(event, play, machine, produced)

    def _replay(
        self, event: Event, play: Play, machine: Machine | None, produced: Produced
    ) -> None:
        """Re-run a jogada, and say what is wrong with it."""
        homologated = self.homologation(machine, play)
        found = plays.replayed(event, play, event.name, homologated, judge=produced.judge)
        if machine is None:
            found = [one for one in found if one.code == "ONL-DEMO"]
        if found:
            produced.about.append((f"play {event.name}", found))

    def _configured(
        self, machine: Machine, event: Event, play: Play, day: str, produced: Produced
    ) -> None:
        key = (machine.machine, play.configuration, play.denomination, play.paytable, play.lines)
        until = self._allowed.get(key, "")
        if until is None or event.at <= until:
            if play.configuration != machine.configuration:
                self._runs(machine, event, play.configuration)
            return
        for what, found in plays.configured(machine, event, play, day):
            produced.about.append((f"runs {machine.machine} {what} {day}", [found]))
        homologated = machine.homologations.get(play.configuration)
        if homologated is None:
            return
        if play.configuration != machine.configuration:
            self._runs(machine, event, play.configuration)
        if play.denomination in homologated.denominations and plays.has_plan(homologated, play):
            self._allowed[key] = homologated.until

    def _runs(self, machine: Machine, event: Event, configuration: str) -> None:
        """Another configuration runs: what comes back is counted anew."""
        machine.configuration = configuration
        machine.window = Window(since=event.position)

    def _window(self, machine: Machine, event: Event, play: Play) -> None:
        window = machine.window
        if window is None:
            window = machine.window = Window(since=event.position)
        self.recount(machine, event.position, play, 1)
        if window.first is None:
            window.first = event.position
        window.last = event.position

    def recount(self, machine: Machine, position: int, play: Play, sign: int) -> None:
        """Count a jogada in what was played and came back, or take it out again (R17)."""
        window = machine.window
        if window is None or position < window.since:
            return  # it was played before the last change
        stake = staked(play)
        window.plays += sign
        window.staked += sign * stake
        window.squares += sign * stake * stake
        window.returned += sign * (play.cg + play.pa + play.pam)

    def _forbidden(
        self, machine: Machine, event: Event, play: Play, day: str, produced: Produced
    ) -> None:
        """Find play while interdicted or offline; once a day and cause, with the first jogada."""
        period = _within(event.at, "interdicted", machine.barred)
        period = period or _within(event.at, "offline", machine.offline)
        if period is None:
            return  # it was played before, and its word came late
        fact, cause = period
        self._counting.day(machine, day, play.denomination, event.position).interdicted += 1
        if once(machine, f"forbidden {cause}", day):
            subject = f"forbidden {machine.machine} {cause} {day}"
            machine.forbidden = (cause, subject, event.at)
            found = fault(
                "MQ-INTERDICT",
                event,
                "no play",
                f"a stake of {money_text(play.stake)}",
                positions=(cause,),
                facts={"fact": fact},
            )
            produced.about.append((subject, [found]))

    def _automatic(
        self, machine: Machine, event: Event, play: Play, day: str, produced: Produced
    ) -> None:
        """Find automatic play that was not started, or went on beyond its limit (R32)."""
        if play.autoplay is None:
            return
        if machine.auto is None:
            if once(machine, "autoplay", day):
                found = fault("MQ-ONL-AUTO", event, "a start with its limit", "none")
                produced.about.append((f"autoplay {machine.machine} {day}", [found]))
            return
        start, limit, done = machine.auto
        machine.auto = (start, limit, done + 1)
        if limit is not None and done + 1 == limit + 1:
            found = fault(
                "MQ-ONL-AUTO", event, f"at most {limit} plays", f"{done + 1}", positions=(start,)
            )
            produced.about.append((f"autoplay {machine.machine} since {start}", [found]))

    def autoplay(self, event: Event, payload: AutoplayStarted, produced: Produced) -> None:
        """Begin an automatic run, which has a limit and a way to stop it (R32)."""
        machine = self._counting.machine(event, produced)
        if machine is None:
            return
        machine.auto = (event.position, payload.plays, 0)
        if not payload.plays or not payload.cancellable:
            said = f"{payload.plays or 'no limit'}, {'can' if payload.cancellable else 'cannot'}"
            found = fault("MQ-ONL-AUTO", event, "a limit, and a way to stop", f"{said} be stopped")
            produced.about.append((f"autoplay {event.name}", [found]))

    def autoplay_over(self, event: Event, _payload: AutoplayStopped, produced: Produced) -> None:
        """End an automatic run."""
        machine = self._counting.machine(event, produced)
        if machine is not None:
            machine.auto = None

    # --- voids ---------------------------------------------------------------------------------

    def void(self, event: Event, payload: PlayVoided, produced: Produced) -> None:
        """Take a jogada back where that can be, and find voids without a ground (R36)."""
        machine = self._counting.machine(event, produced)
        if machine is None:
            return
        voided = self._voidable(machine, event, payload.play)
        if voided is None:
            expected = "a play of this machine that is not void"
            found = [fault("VOID-BAD", event, expected, payload.play, rule="MÁQ R36")]
            produced.about.append((f"void {event.name}", found))
            return
        target, play = voided
        found = self._void_faults(machine, event, payload, target, play, produced)
        effective = self._had_effect(event, payload.play)
        if effective is None:
            effective = self._goes_back(payload.play, play, machine.credits)
        if effective:
            self._undo(machine, event, produced, play, payload.play)
            self.recount(machine, target.position, play, -1)
        elif play.mode != DEMO:
            found.append(_cashed(event, machine, target, payload.play, _back(play)))
        if found:
            produced.about.append((f"void {event.name}", found))
        day = day_of(event, produced)
        self._counting.rows.voids[payload.play] = (
            payload.play,
            event.position,
            machine.machine,
            day,
            payload.returned,
            effective,
            None,
        )
        if payload.balance is not None:
            plays.off_balance(machine, payload.balance, event, produced)

    def _void_faults(
        self,
        machine: Machine,
        event: Event,
        payload: PlayVoided,
        target: Event,
        play: Play,
        produced: Produced,
    ) -> list[Fault]:
        """Return the faults that re-running a jogada with its void finds."""
        resumed = machine.resumed if (machine.resumed or 0) > target.position else None
        return plays.replayed(
            event,
            play,
            payload.play,
            self.homologation(machine, play),
            payload,
            resumed=resumed,
            judge=produced.judge,
        )

    def holds(self, event: Event, payload: PlayVoided) -> bool:
        """Tell whether a void takes its jogada back, before the void is folded, or folded anew."""
        machine = self._counting.known(event.place)
        if machine is None:
            return False
        voided = self._voidable(machine, event, payload.play)
        if voided is None:
            return False
        had = self._had_effect(event, payload.play)
        return had if had is not None else self._goes_back(payload.play, voided[1], machine.credits)

    def _had_effect(self, event: Event, name: str) -> bool | None:
        """Tell whether this very void took the jogada back before it was withdrawn, or put right.

        It has that effect again, whatever was cashed meanwhile. None: it never was of the jogada.
        """
        row = self._void_row(name)
        return None if row is None or row[1] != event.position else bool(row[5])

    def _goes_back(self, name: str, play: Play, credit: int) -> bool:
        """Tell whether a jogada's money is still on the machine, which has this credit."""
        by_hand = play.pam + play.pap_h > 0 and self._desk.paid_by_hand(name)
        return play.mode != DEMO and credit + _back(play) >= 0 and not by_hand

    def _voidable(self, machine: Machine, event: Event, name: str) -> tuple[Event, Play] | None:
        """Return a play of the machine that was told before and is not void, as it reads now."""
        assert self._source is not None
        target = self._source.named(name)
        if target is None or target.position >= event.position:
            return None
        play = now_of(self._counting, target)[0]
        if not isinstance(play, Play) or target.place != machine.machine:
            return None
        row = self._void_row(name)
        told = row is not None and row[6] is None and row[1] != event.position
        if row is not None and told and (row[5] or play.mode == DEMO):
            return None  # it is void; a void that took nothing back is none
        return target, play

    def _undo(
        self, machine: Machine, event: Event, produced: Produced, play: Play, name: str
    ) -> None:
        """Take a jogada back by compensating deltas; the device's own counters do not go back."""
        what = moves(play)
        _count_void(machine, play, what)
        back = tuple((counter, -amount) for counter, amount in what)
        self._counting.move(machine, event, produced, back, play.denomination, spends=False)
        if play.pam or play.pap_h:
            self._desk.forget(name, produced)

    def correct_void_play(self, machine: Machine, said: Any, instead: Any) -> None:
        """Count a void jogada by its corrected payload; the void keeps its effect."""
        if isinstance(said, Play):
            _count_void(machine, said, moves(said), -1)
        if isinstance(instead, Play):
            _count_void(machine, instead, moves(instead))
        self._counting.rows.machines.add(machine.machine)

    def is_void(self, name: str) -> bool:
        """Tell whether a jogada is void: it is not by a void that could take nothing back."""
        row = self._void_row(name)
        return row is not None and row[6] is None and bool(row[5])

    def _void_row(self, name: str) -> tuple[Any, ...] | None:
        found = self._counting.rows.voids.get(name)
        return found or rows.read_void(self._counting.read, name)

    def void_again(
        self, event: Event, target: Event, instead: PlayVoided | None, produced: Produced
    ) -> None:
        """Let a void read as it is corrected.

        One of the same jogada keeps the effect that it had; one of another takes that one back.
        """
        said, _ = now_of(self._counting, target)
        note(self._counting, target, event.position, instead)
        if instead is not None and said is not None and said.play == instead.play:
            self._judge_void(target, instead, produced)
            return
        if said is not None:
            self.unvoid(event, msgspec.structs.replace(target, payload=said), produced)
        if instead is not None:
            self.void(msgspec.structs.replace(target, payload=instead, day=None), instead, produced)

    def _judge_void(self, event: Event, payload: PlayVoided, produced: Produced) -> None:
        """Judge again what a void says of its jogada."""
        machine, row = self._counting.known(event.place), self._void_row(payload.play)
        if machine is None or row is None or row[1] != event.position or row[6] is not None:
            return
        assert self._source is not None
        target = self._source.named(payload.play)
        play = None if target is None else now_of(self._counting, target)[0]
        if target is None or not isinstance(play, Play):
            return
        found = self._void_faults(machine, event, payload, target, play, produced)
        if not row[5] and play.mode != DEMO:
            found.append(_cashed(event, machine, target, payload.play, _back(play)))
        produced.about.append((f"void {event.name}", found))
        self._counting.rows.voids[payload.play] = (*row[:4], payload.returned, *row[5:])

    def unvoid(self, event: Event, target: Event, produced: Produced) -> None:
        """Count a jogada again whose void was withdrawn; booked at the withdrawal's position."""
        assert self._source is not None
        machine = self._counting.known(target.place)
        name = target.payload.play
        row, play = self._void_row(name), self._source.named(name)
        produced.about.append((f"void {target.name}", []))
        if machine is None or play is None or row is None or row[1] != target.position:
            return
        if row[6] is not None:
            return
        self._counting.rows.voids[name] = (*row[:6], event.position)
        if not row[5]:
            return
        said = now_of(self._counting, play)[0]
        if not isinstance(said, Play):
            return  # it was withdrawn while it was void
        what = moves(said)
        _count_void(machine, said, what, -1)
        self.recount(machine, play.position, said, 1)
        here = msgspec.structs.replace(play, position=event.position, at=event.at, day=None)
        self._counting.rows.machines.add(machine.machine)
        self._counting.move(machine, here, produced, what, said.denomination, spends=False)
        if said.pam or said.pap_h:
            self._desk.owe(play, said, name, produced)

    # --- what may run ---

    def homologate(self, event: Event, payload: MachineHomologated, produced: Produced) -> None:
        """Note a configuration that may run, and find what it may not be."""
        machine = self._counting.machine(event, produced)
        if machine is None:
            return
        machine.homologations[payload.configuration] = homologation.of(event, payload)
        machine.configuration = machine.configuration or payload.configuration
        self._homologated[event.position] = payload
        self.forget(machine.machine)
        found = list(homologation.faults_of(event, payload, produced))
        if found:
            produced.about.append((f"homologation {event.name}", found))

    def forget(self, machine: str) -> None:
        """Ask again what a machine may run."""
        for key in [one for one in self._allowed if one[0] == machine]:
            del self._allowed[key]
        for key in [one for one in self._reels if one[0] == machine]:
            del self._reels[key]

    def act_corrected(self, machine: str, act: Event) -> None:
        """Ask again what a machine may run, and what an act of it says."""
        self._homologated.pop(act.position, None)
        self.forget(machine)

    def reconfigured(self, event: Event, payload: MachineReconfigured, produced: Produced) -> None:
        """Note that another configuration runs from here on (R7)."""
        machine = self._counting.machine(event, produced)
        if machine is None:
            return
        found = list(homologation.changed(machine, event, payload))
        if found:
            produced.about.append((f"reconfiguration {event.name}", found))
        self._runs(machine, event, payload.configuration)

    def homologation(
        self, machine: Machine | None, play: Play
    ) -> tuple[int, MachineHomologated] | None:
        """Return the homologation of what a play ran, with its position."""
        found = None if machine is None else machine.homologations.get(play.configuration)
        if found is None:
            return None
        if found.position not in self._homologated:
            assert self._source is not None
            event = self._source.taken_at(found.position)
            assert event is not None
            self._homologated[found.position] = now_of(self._counting, event)[0]
        return found.position, self._homologated[found.position]

    def _reels_of(self, machine: Machine, play: Play) -> Reels | None:
        """Return the pay table that a play ran, made ready; None if none is homologated in full."""
        key = (machine.machine, play.configuration, play.paytable)
        if key in self._reels:
            return self._reels[key]
        homologated = self.homologation(machine, play)
        sheet = None if homologated is None else sheet_for(homologated[1], play)
        found = None if sheet is None else reels_of(sheet)
        self._reels[key] = found
        return found


def _within(at: str, fact: str, period: Period | None) -> tuple[str, int] | None:
    """Return a fact and its cause, where a time lies within its period."""
    if period is None or at < period[1] or (period[2] is not None and at >= period[2]):
        return None
    return fact, period[0]


def _back(play: Play) -> int:
    """Return the money that a jogada's void puts back on the machine; below zero it takes it."""
    return staked(play) - play.cg - play.pa - play.pap_m


def _count_void(machine: Machine, play: Play, what: Moves, sign: int = 1) -> None:
    """Note by how much a device is ahead because of a void jogada: it does not count back."""
    own = machine.voided_by_denomination.setdefault(str(play.denomination), [0, 0, 0])
    for counter, amount in what:
        machine.voided[counter] += sign * amount
        if counter <= JE:
            own[counter] += sign * amount


def _cashed(event: Event, machine: Machine, target: Event, play: str, back: int) -> Fault:
    """Return the fault of a void whose credits are no longer on the machine."""
    return fault(
        "VOID-BAD",
        event,
        f"{money_text(-back)} on the balance",
        money_text(machine.credits),
        rule="MÁQ R36",
        positions=(target.position,),
        amount=back,
        facts={"fact": "cashed", "play": play},
    )
