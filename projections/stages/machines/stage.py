"""The machines' stage: folds plays, credits, tickets, readings and boxes into days and closes.

Plays are the bulk of what a floor says: each moves whole numbers in memory, and a page writes one
row a machine and one a day of it. Receita is handed on per machine when its gaming day is closed.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import structs
from typing_extensions import override

from ledger.events import kinds_of
from ledger.events.jackpots import AwardPaid, AwardSignalled, JackpotWon
from ledger.events.machines import (
    AutoplayStarted,
    AutoplayStopped,
    CreditsIn,
    CreditsOut,
    HandPaid,
    MachineEnrolled,
    MachineHomologated,
    MachineHomologated2,
    MachineInterdicted,
    MachineReconfigured,
    MachineReleased,
    MetersRead,
    Play,
    PlayVoided,
    RamCleared,
    TicketIssued,
    TicketPaid,
    TicketRedeemed,
)
from ledger.events.registry import (
    ClockTicked,
    LedgerFounded,
    LinkLost,
    LinkRestored,
    OpeningDeclared,
)
from ledger.events.reviews import DisputeDecided, GamingDayClosed
from ledger.events.seats import (
    PlayerSessionEnded,
    PlayerSessionRestricted,
    PlayerSessionStarted,
    PlayerSessionWarned,
)
from ledger.events.tables import DropCounted
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.base.times import after
from projections.stages.machines import play_checks as plays
from projections.stages.machines import readings, rows
from projections.stages.machines.corrections import acts
from projections.stages.machines.corrections import readings as rereading
from projections.stages.machines.corrections.events import note, now_of
from projections.stages.machines.days import Counting
from projections.stages.machines.desk.desk import Desk
from projections.stages.machines.desk.hand_pays import HandPay
from projections.stages.machines.desk.sessions import OF_SESSION, Session, Sessions
from projections.stages.machines.desk.signals import Signal, Signals
from projections.stages.machines.desk.tickets import Ticket
from projections.stages.machines.faults import day_of, fault, whole
from projections.stages.machines.machine import Machine
from projections.stages.machines.measures.contadores import ACCOUNT, moves
from projections.stages.machines.measures.meters import READING_SECONDS
from projections.stages.machines.measures.returns import Window
from projections.stages.machines.plays import Playing

Handler = Callable[[Event, Any, Produced], None]
Correcting = Callable[[Event, Event, Any, Produced], None]
"""Takes where a correction takes effect, the event that it is about, and what stands instead."""
KINDS: Final = kinds_of(
    Play,
    PlayVoided,
    AutoplayStarted,
    AutoplayStopped,
    MachineHomologated,
    MachineReconfigured,
    CreditsIn,
    CreditsOut,
    TicketIssued,
    TicketRedeemed,
    TicketPaid,
    HandPaid,
    AwardPaid,
    MetersRead,
    RamCleared,
    DropCounted,
    OpeningDeclared,
    ClockTicked,
    MachineEnrolled,
    MachineInterdicted,
    MachineReleased,
    LinkLost,
    LinkRestored,
    JackpotWon,
    AwardSignalled,
    PlayerSessionStarted,
    PlayerSessionWarned,
    PlayerSessionEnded,
    PlayerSessionRestricted,
    GamingDayClosed,
    DisputeDecided,
)
MOVING: Final = (Play, CreditsIn, CreditsOut, TicketIssued, TicketRedeemed, HandPaid)


class Machines(Stage):
    """Machines, their days and closes, readings, voids, boxes, tickets, hand payments."""

    name = "machines"
    states = (HandPay, Machine, Session, Signal, Ticket)
    tables = (
        ("machine", "machine"),
        ("machine_day", "key"),
        ("machine_close", "machine, day, known_from"),
        ("meter_reading", "position"),
        ("meter_variance", "position, counter"),
        ("meter_context", "position"),
        ("machine_void", "play"),
        ("machine_corrected", "target"),
        ("machine_drop", "position"),
        ("ticket", "ticket"),
        ("hand_pay", "subject"),
        ("award_signal", "award"),
        ("machine_session", "session"),
    )
    kinds = KINDS

    def __init__(self) -> None:
        """Begin with an empty floor."""
        self._counting = Counting()
        self._desk = Desk()
        self._signals = Signals()
        self._sessions = Sessions()
        self._playing = Playing(self._counting, self._desk, self._sessions)
        self._service: str | None = None
        self._rereading = rereading.Rereading(self._counting)
        self._source: Source | None = None
        self._handlers = self._table()
        self._corrections = self._correcting()

    @override
    def begin(self, produced: Produced) -> None:
        produced.void_holds = self._playing.holds
        produced.has_ticket = self._desk.has_moved

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._source = self._rereading.source = source
        first = source.events([1])
        if first and isinstance(first[0].payload, LedgerFounded):
            self._service = first[0].source
        self._counting.load(schema)
        self._playing.load(source)
        self._desk.load(schema, source)
        self._signals.load(schema, source)
        self._sessions.load(schema, source)

    def _table(self) -> Mapping[str, Handler]:
        """Return who takes which kind of event."""
        playing, desk, signals = self._playing, self._desk, self._signals
        handlers: Mapping[type[Any], Handler] = {
            Play: playing.play,
            PlayVoided: playing.void,
            AutoplayStarted: self._act(playing.autoplay),
            AutoplayStopped: self._act(playing.autoplay_over),
            MachineHomologated: self._act(playing.homologate),
            MachineHomologated2: self._act(playing.homologate),
            MachineReconfigured: self._act(playing.reconfigured),
            CreditsIn: self._credits,
            CreditsOut: self._credits,
            TicketIssued: self._issued,
            TicketRedeemed: self._redeemed,
            TicketPaid: desk.take,
            HandPaid: self._hand,
            AwardPaid: desk.award,
            MetersRead: self._readings,
            RamCleared: self._cleared,
            DropCounted: self._counted,
            OpeningDeclared: self._declared,
            ClockTicked: self._tick,
            MachineEnrolled: self._enrolled,
            MachineInterdicted: self._act(self._interdicted),
            MachineReleased: self._act(self._released),
            LinkLost: self._lost,
            LinkRestored: self._restored,
            JackpotWon: self._won,
            AwardSignalled: signals.signalled,
            PlayerSessionStarted: self._of_session,
            PlayerSessionWarned: self._of_session,
            PlayerSessionEnded: self._of_session,
            PlayerSessionRestricted: self._of_session,
            GamingDayClosed: self._counting.close,
            DisputeDecided: self._disputed,
        }
        assert {kind.KIND for kind in handlers} == self.kinds
        return {kind.KIND: handler for kind, handler in handlers.items()}

    # --- folding -------------------------------------------------------------------------------

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        handler = self._handlers.get(event.kind)
        if handler is not None:
            handler(event, event.payload, produced)
        for change in produced.changes:
            self._correct(event, change.target, change.payload, produced)

    def _disputed(self, _event: Event, _payload: DisputeDecided, produced: Produced) -> None:
        produced.has_machine = lambda place: self._counting.known(place) is not None

    # --- credits, tickets, hand payments ---------------------------------------------------------

    def _credits(self, event: Event, payload: CreditsIn | CreditsOut, produced: Produced) -> None:
        machine = self._counting.machine(event, produced)
        if machine is not None:
            self._counting.move(machine, event, produced, moves(payload))
            self._balance(machine, event, payload.balance, produced)
            if isinstance(payload, CreditsIn):
                self._money_on(machine, event, produced)
            if isinstance(payload, CreditsIn) and payload.means != ACCOUNT:
                self._boxed(machine, event, produced, notes=payload.amount)

    def _issued(self, event: Event, payload: TicketIssued, produced: Produced) -> None:
        machine = self._counting.machine(event, produced)
        if machine is not None:
            self._counting.move(machine, event, produced, moves(payload))
            self._balance(machine, event, payload.balance, produced)
        self._desk.issue(event, payload, produced)

    def _redeemed(self, event: Event, payload: TicketRedeemed, produced: Produced) -> None:
        machine = self._counting.machine(event, produced)
        if machine is not None:
            self._counting.move(machine, event, produced, moves(payload))
            self._balance(machine, event, payload.balance, produced)
            self._money_on(machine, event, produced)
            self._boxed(machine, event, produced, tickets=payload.amount)
        self._desk.take(event, payload, produced)

    def _hand(self, event: Event, payload: HandPaid, produced: Produced) -> None:
        machine = self._counting.machine(event, produced)
        if machine is not None and (what := moves(payload)):
            self._counting.move(machine, event, produced, what)
        if machine is not None:
            self._balance(machine, event, payload.balance, produced)
        self._desk.hand(event, payload, produced)

    def _balance(
        self, machine: Machine, event: Event, said: int | None, produced: Produced
    ) -> None:
        if said is not None:
            plays.off_balance(machine, said, event, produced)

    # --- readings, boxes -----------------------------------------------------------------------

    def _readings(self, event: Event, payload: MetersRead, produced: Produced) -> None:
        machine = self._counting.machine(event, produced)
        if machine is None:
            return
        day = day_of(event, produced)
        due, open_ended = machine.aged, [box for box in machine.boxes if not box.read]
        rereading.remember(self._counting, machine, event)
        before = len(produced.faults)
        taken = readings.take(machine, event, payload, produced, day)
        rereading.faults_about(event, produced, before)
        for box in open_ended:
            if box.read:
                rereading.recounted(self._counting, machine, box, produced)
        if machine.first_play is None:
            self._playing.unread.discard(machine.machine)
            if due is not None and event.at <= due:  # it was read in time, and its word came late
                produced.about.append((f"age {machine.machine} {due}", []))
        self._counting.rows.reading(machine, event, day, payload.why, payload.denomination, taken)

    def _cleared(self, event: Event, payload: RamCleared, produced: Produced) -> None:
        machine = self._counting.machine(event, produced)
        if machine is None:
            return
        day = day_of(event, produced)
        rereading.remember(self._counting, machine, event)
        before = len(produced.faults)
        taken = readings.clear(machine, event, payload, produced)
        rereading.faults_about(event, produced, before)
        self._playing.unread.discard(machine.machine)
        machine.window = Window(since=event.position)
        self._counting.rows.reading(machine, event, day, "ram_clear", None, taken)

    def _counted(self, event: Event, payload: DropCounted, produced: Produced) -> None:
        machine = self._counting.known(event.place)
        if machine is None:
            return
        self._counting.rows.machines.add(machine.machine)
        day = day_of(event, produced)
        counted = readings.count(machine, event, payload, produced, day)
        faults = readings.box_faults(counted, event.position, event.place)
        if faults:
            produced.about.append((f"box {event.name}", faults))
        self._counting.rows.drops[event.position] = (
            event.position,
            machine.machine,
            day,
            *readings.describe(counted),
        )

    def _boxed(
        self, machine: Machine, event: Event, produced: Produced, notes: int = 0, tickets: int = 0
    ) -> None:
        """Put into a box that was counted what the machine tells late."""
        box = readings.went_in(machine, event, notes, tickets)
        if box is not None:
            rereading.recounted(self._counting, machine, box, produced)

    def _declared(self, event: Event, payload: OpeningDeclared, produced: Produced) -> None:
        if payload.subject == "ticket":
            self._desk.declare(event, payload, produced)
        elif payload.subject == "machine":
            machine = self._counting.machines.setdefault(
                payload.name, Machine(machine=payload.name)
            )
            if event.place == payload.name:
                machine.casino = produced.casino
            self._counting.rows.machines.add(payload.name)
            found = readings.declared(machine, event, payload)
            if found:
                produced.about.append((f"opening {machine.machine}", found))

    def _tick(self, event: Event, _payload: ClockTicked, produced: Produced) -> None:
        if event.source != self._service:
            return
        for name in sorted(self._playing.unread):
            machine = self._counting.machines[name]
            if machine.aged is not None or machine.played_at is None:
                continue
            where = structs.replace(event, place=name)
            seconds = whole(where, produced, "leitura_contadores_segundos", READING_SECONDS)
            due = after(machine.played_at, seconds)
            if event.at > due:
                machine.aged = due
                self._counting.rows.machines.add(name)
                first = None if machine.first_play is None else machine.first_play[0]
                found = fault(
                    "MQ-METER-AGE",
                    event,
                    f"a reading within {seconds} s of {machine.played_at}",
                    f"none until {event.at}",
                    positions=(machine.device.read, first),
                    place=name,
                )
                produced.about.append((f"age {name} {due}", [found]))
        self._signals.tick(event, produced)

    # --- what may run ----------------------------------------------------------------------------

    def _act(self, take: Handler) -> Handler:
        """Return who takes an act about what its machine may run, and keeps how it stood before."""

        def kept(event: Event, payload: Any, produced: Produced) -> None:
            machine = self._counting.machine(event, produced)
            if machine is not None:
                acts.remember(self._counting, machine, event)
            take(event, payload, produced)

        return kept

    def _enrolled(self, event: Event, payload: MachineEnrolled, produced: Produced) -> None:
        machine = self._counting.machine(event, produced)
        if machine is not None:
            machine.enrolled, machine.digits = event.position, payload.digits
            machine.maker, machine.model = payload.maker, payload.model
            if "enrolled" in machine.flagged:
                produced.about.append((f"unenrolled {machine.machine}", []))

    def _money_on(self, machine: Machine, event: Event, produced: Produced) -> None:
        """Find money put on a machine that nobody enrolled; of each such machine once."""
        known = machine.enrolled is not None or machine.homologations
        if not known and "enrolled" not in machine.flagged:
            machine.flagged["enrolled"] = day_of(event, produced)
            facts = {"fact": "enrolled"}
            found = fault("MQ-HOM", event, "an enrolled machine", "money put on it", facts=facts)
            produced.about.append((f"unenrolled {machine.machine}", [found]))

    def _interdicted(self, event: Event, _payload: MachineInterdicted, produced: Produced) -> None:
        machine = self._counting.machine(event, produced)
        if machine is not None:
            readings.interdict(machine, event)

    def _released(self, event: Event, _payload: MachineReleased, produced: Produced) -> None:
        machine = self._counting.machine(event, produced)
        if machine is not None:
            machine.interdicted = machine.barred_too = None
            if machine.barred is not None and machine.barred[2] is None:
                machine.barred = (*machine.barred[:2], event.at)
                _allowed_after_all(machine, machine.barred[0], event, produced)

    def _lost(self, event: Event, payload: LinkLost, _produced: Produced) -> None:
        machine = self._of_link(event, payload)
        at_place = machine or self._counting.known(event.place)
        if at_place is not None:
            acts.remember(self._counting, at_place, event)
            self._counting.rows.machines.add(at_place.machine)
        if machine is not None:
            machine.offline = (event.position, event.at, None)

    def _restored(self, event: Event, payload: LinkRestored, produced: Produced) -> None:
        at_place = self._counting.known(event.place) or self._of_link(event, payload)
        if at_place is not None:
            acts.remember(self._counting, at_place, event)
            self._counting.rows.machines.add(at_place.machine)
        machine = self._counting.known(event.place)
        if machine is not None and payload.resumed:
            machine.resumed = event.position
        machine = self._of_link(event, payload)
        if machine is not None and machine.offline is not None and machine.offline[2] is None:
            machine.offline = (machine.offline[0], machine.offline[1], event.at)
            _allowed_after_all(machine, machine.offline[0], event, produced)

    def _of_link(self, event: Event, payload: LinkLost | LinkRestored) -> Machine | None:
        """Return the machine whose own link it is; a player's link is none of it."""
        if payload.player is not None or payload.seat is not None:
            return None
        machine = self._counting.known(event.place)
        if machine is None and payload.source is not None:
            machine = next(
                (one for one in self._counting.machines.values() if one.source == payload.source),
                None,
            )
        if machine is not None:
            self._counting.rows.machines.add(machine.machine)
        return machine

    # --- awards, sessions ----------------------------------------------------------------------

    def _won(self, event: Event, payload: JackpotWon, produced: Produced) -> None:
        machine = self._counting.known(event.place)
        if machine is None and payload.play is not None:
            assert self._source is not None
            play = self._source.named(payload.play)
            machine = None if play is None else self._counting.known(play.place)
        if machine is not None:
            self._signals.won(event, payload, produced, machine.machine)

    def _of_session(self, event: Event, payload: Any, produced: Produced) -> None:
        began = isinstance(payload, PlayerSessionStarted)
        if not began or self._counting.known(event.place) is not None:
            self._sessions.take(event, self._now, produced)

    def _now(self, event: Event) -> Any:
        return now_of(self._counting, event)[0]

    # --- corrections ---------------------------------------------------------------------------

    def _correcting(self) -> Mapping[str, Correcting]:
        """Return who folds a corrected event of a kind anew; effect and booking are here."""
        again = self._rereading
        correcting: Mapping[type[Any], Correcting] = {
            **dict.fromkeys((*MOVING, TicketPaid), self._correct_moves),
            **dict.fromkeys(acts.ACTS, self._act_again),
            **dict.fromkeys((JackpotWon, AwardSignalled, *OF_SESSION), self._correct_told),
            AwardPaid: self._correct_award,
            PlayVoided: self._correct_void,
            DropCounted: self._correct_box,
            MetersRead: again.read_again,
            RamCleared: again.read_again,
            MachineEnrolled: again.enrol_again,
            OpeningDeclared: self._redeclare,
        }
        return {kind.KIND: corrects for kind, corrects in correcting.items()}

    def _correct(self, event: Event, target: Event, instead: Any, produced: Produced) -> None:
        """Fold an event anew as it is corrected."""
        correct = self._corrections.get(target.kind)
        if correct is not None:
            correct(event, target, instead, produced)

    def _act_again(self, event: Event, target: Event, instead: Any, produced: Produced) -> None:
        """Let an act about what a machine may run read otherwise, and judge what came since."""
        machine = self._counting.known(target.place)
        if machine is None and isinstance(target.payload, LinkLost | LinkRestored):
            machine = self._of_link(target, target.payload)
        if machine is None:
            return
        assert self._source is not None
        change = acts.Corrects(event, target, None, instead)
        if acts.act_again(self._counting, self._source, _apart, machine, change, produced):
            self._playing.act_corrected(machine.machine, target)
        elif isinstance(target.payload, MachineInterdicted) and instead is None:
            self._rereading.allow(target, produced)

    def apart(
        self,
        source: Source,
        machine: Machine,
        corrected: Mapping[str, acts.Corrected],
        events: Sequence[Event],
        produced_at: Callable[[Event], Produced],
    ) -> acts.Course:
        """Fold events from a machine as it stood, in this stage that has folded nothing."""
        self._source = self._rereading.source = source
        self._counting.machines[machine.machine] = machine
        self._counting.rows.corrected.update(corrected)
        self._playing.load(source)
        self._sessions.source = source
        about: dict[str, list[Fault]] = {}
        for event in events:
            produced = produced_at(event)
            handler = self._handlers.get(event.kind)
            if handler is not None:
                handler(event, event.payload, produced)
            about.update(produced.about)
        return acts.Course(counting=self._counting, machine=machine, about=about)

    def _correct_told(self, event: Event, target: Event, instead: Any, produced: Produced) -> None:
        """Look again at the award, or the session, of which a corrected event tells."""
        said = self._now(target)
        note(self._counting, target, event.position, instead)
        if isinstance(target.payload, AwardSignalled):
            self._signals.signalled_again(target, said, instead, produced)
        elif isinstance(target.payload, OF_SESSION):
            self._sessions.correct(target, said, instead, self._now, produced)
        elif instead is None:
            self._signals.unwon(target.name, produced)
        elif not self._signals.has(target.name):
            self._won(structs.replace(target, payload=instead), instead, produced)

    def _redeclare(self, event: Event, target: Event, instead: Any, produced: Produced) -> None:
        """Correct a declaration of the time before: a machine's counters, or a ticket."""
        if target.payload.subject == "machine":
            self._rereading.reopen(event, target, instead, produced)
        if target.payload.subject != "ticket":
            return
        said, since = now_of(self._counting, target)
        note(self._counting, target, event.position, instead)
        if said is not None:
            self._desk.undeclare(said, since, produced)
        if isinstance(instead, OpeningDeclared) and instead.subject == "ticket":
            here = structs.replace(target, position=event.position, payload=instead)
            self._desk.declare(here, instead, produced)

    def _correct_moves(self, event: Event, target: Event, instead: Any, produced: Produced) -> None:
        """Book an event's corrected movements, and reverse the earlier ones.

        A void jogada moved nothing, and moves nothing now.
        """
        machine = self._counting.known(target.place)
        said, since = now_of(self._counting, target)
        note(self._counting, target, event.position, instead)
        void = self._playing.is_void(target.name)
        if machine is not None and void:
            self._playing.correct_void_play(machine, said, instead)
        elif machine is not None:
            here = structs.replace(target, position=event.position, at=event.at, day=None)
            for sign, one in ((-1, said), (1, instead)):
                self._move_again(machine, here, one, sign, produced)
                if isinstance(one, Play):
                    self._playing.recount(machine, target.position, one, sign)
        if not void:
            self._correct_desk(event, target, (said, since), instead, produced)
        if isinstance(target.payload, Play):
            self._play_again(machine, target, instead, produced)
        if machine is not None:
            assert self._source is not None
            change = acts.Corrects(event, target, said, instead)
            acts.again(self._counting, self._source, _apart, machine, change, produced)

    def _correct_void(self, event: Event, target: Event, instead: Any, produced: Produced) -> None:
        """Let a void read as it is corrected, and judge what its machine said since."""
        said, _ = now_of(self._counting, target)
        self._playing.void_again(event, target, instead, produced)
        machine = self._counting.known(target.place)
        if machine is not None:
            assert self._source is not None
            change = acts.Corrects(event, target, said, instead)
            acts.again(self._counting, self._source, _apart, machine, change, produced)

    def _play_again(
        self, machine: Machine | None, target: Event, instead: Any, produced: Produced
    ) -> None:
        """Re-run a corrected jogada; a withdrawn jogada has no faults."""
        found: list[Fault] = []
        if isinstance(instead, Play):
            homologated = self._playing.homologation(machine, instead)
            found = plays.replayed(target, instead, target.name, homologated, judge=produced.judge)
        produced.about.append((f"play {target.name}", found))

    def _move_again(
        self, machine: Machine, here: Event, said: Any, sign: int, produced: Produced
    ) -> None:
        """Book the movements of a corrected event, or reverse the earlier ones."""
        what = tuple((name, sign * amount) for name, amount in moves(said))
        if what:
            level = said.denomination if isinstance(said, Play) else 0
            self._counting.rows.machines.add(machine.machine)
            self._counting.move(machine, here, produced, what, level, spends=False)

    def _correct_desk(
        self,
        event: Event,
        target: Event,
        before: tuple[Any, int],
        instead: Any,
        produced: Produced,
    ) -> None:
        """Give desk and register the corrected event in the place of the one ``before``."""
        here = structs.replace(target, position=event.position, payload=instead)
        said, since = before
        match said:
            case TicketIssued() | TicketRedeemed() | TicketPaid():
                self._desk.untake(said, since, produced)
            case HandPaid():
                self._desk.unpay(since, produced)
            case Play(pam=pam, pap_h=pap_h) if pam or pap_h:
                self._desk.forget(target.name, produced)
            case _:
                pass
        match instead:
            case TicketIssued():
                self._desk.issue(here, instead, produced, target.position)
            case TicketRedeemed() | TicketPaid():
                self._desk.take(here, instead, produced, target.position)
            case HandPaid():
                self._desk.hand(here, instead, produced)
            case Play(pam=pam, pap_h=pap_h) if pam or pap_h:
                self._desk.owe(here, instead, target.name, produced)
            case _:
                pass

    def _correct_award(self, event: Event, target: Event, instead: Any, produced: Produced) -> None:
        """Let the desk know of a prize paid by its pool's slip as it is corrected."""
        said, since = now_of(self._counting, target)
        note(self._counting, target, event.position, instead)
        if said is not None:
            self._desk.unpay(since, produced)
        if isinstance(instead, AwardPaid):
            here = structs.replace(target, position=event.position, payload=instead)
            self._desk.award(here, instead, produced)

    def _correct_box(self, _event: Event, target: Event, instead: Any, produced: Produced) -> None:
        """Hold a box against the counters by its corrected count."""
        row = self._counting.rows.drops.get(target.position) or rows.read_drop(
            self._counting.read, target.position
        )
        if row is None or not isinstance(instead, DropCounted):
            return
        counted = rows.counted_of(row, instead)
        self._counting.rows.drops[target.position] = (*row[:3], *readings.describe(counted))
        faults = readings.box_faults(counted, target.position, target.place)
        produced.about.append((f"box {target.name}", faults))
        machine = self._counting.known(target.place)
        if machine is None:
            return
        for box in machine.boxes:
            if box.position == target.position:
                box.cash, box.tickets = instead.cash, instead.tickets
                self._counting.rows.machines.add(machine.machine)

    # --- rows ----------------------------------------------------------------------------------

    @override
    def flush(self, writes: Writes) -> None:
        self._counting.flush(writes)
        self._desk.flush(writes)
        self._signals.flush(writes)
        self._sessions.flush(writes)


def _apart(
    source: Source,
    machine: Machine,
    corrected: Mapping[str, acts.Corrected],
    events: Sequence[Event],
    produced_at: Callable[[Event], Produced],
) -> acts.Course:
    return Machines().apart(source, machine, corrected, events, produced_at)


def _allowed_after_all(machine: Machine, cause: int, event: Event, produced: Produced) -> None:
    """Clear jogadas played after what barred the machine had ended, if that is told late."""
    if machine.forbidden is not None and machine.forbidden[0] == cause:
        _, subject, first = machine.forbidden
        if event.at < first:
            produced.about.append((subject, []))
        machine.forbidden = None
