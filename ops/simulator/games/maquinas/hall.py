"""The hall of a bank of slot machines: who stands there, who signs, what people do beside playing.

Machines are installed, certified, read, opened, cleared, emptied; people bring and take money; the
desk pays. What a jogada is stands in ``bank``.

Rules: maquinas.md, contadores.md, jackpots.md, online.md.
"""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import ClassVar, Final

import msgspec
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.jackpots import (
    AwardPaid,
    BaseFunded,
    ControllerRead,
    DisplayRead,
    PoolOpened,
)
from ledger.events.machines import (
    CreditsIn,
    CreditsOut,
    Door,
    HandPaid,
    MachineEnrolled,
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
from ledger.events.registry import LinkLost, LinkRestored, OpeningDeclared, ParameterSet
from ledger.events.reviews import Correction
from ledger.events.tables import DropCounted
from ledger.roles import Binding, Role
from ops.simulator.games.maquinas.machine import COINS, FACES, Guest, Level, Machine
from ops.simulator.games.maquinas.paytables import MAKES, hash_of
from ops.simulator.parties.party import Party, Place, Telling
from ops.simulator.parties.terminal import LAST_LINK, MICROSECONDS, Said, Terminal, instant

CURRENCY: Final = "XTS"
FLOOR: Final = ("classica", "classica", "video", "video", "poquer", *["progressiva"] * 3)
"""The makes of the machines, one after another; a server for play from home comes after them."""
CASH_OUT: Final = 40_000
"""More than that is cancelled by hand."""
YEAR: Final = 365
READ_WITHIN: Final = 5_400
"""Seconds without a reading that are allowed here."""
KEEP: Final = 6
"""Tickets that people take home at most; the desk pays the others."""
POOLS: Final = (("grande", 50_000, 8_000), ("mini", 5_000, 12_000))
"""Levels of the progressive prize: combination, base, and share of each stake in millionths."""


class Hall(Party):
    """Machines, their desk, their technicians, their jackpot."""

    GAME: ClassVar[str] = "maquinas"
    ROLE: ClassVar[Role] = Role.JACKPOT_CONTROLLER

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the bank up, with nobody at it."""
        self.levels: tuple[Level, ...] = ()
        self._moved = 0
        self._last: dict[str, tuple[str, int]] = {}
        """Machine's source to its last jogada, and what that left."""
        super().__init__(where, faults)
        self.now: datetime = where.start - timedelta(hours=2)
        self.day = where.day
        self.levels = tuple(Level(one) for one in self._terms())
        self.terminal.apart = True  # the pools' controller
        self.machines = [
            self._machine(number, make) for number, make in enumerate((*FLOOR, "video"), 1)
        ]
        self.machines[-1].online = True
        self.playable = [*self.machines]
        self.server = self.machines[-1]
        """Where people play from home."""
        self.unread = self.machines[2]
        """A machine that is played before its first reading."""
        self.paying = self.server
        """The machine that a faulty award is won at."""
        self.award = ""
        """The last award's name."""
        self.lucky = [(150, "prata"), (60, "ouro")]
        """After which occasions a pool is won, so that every night sees it; later luck decides."""
        self.spare = self._machine(99, "poquer")
        """A machine that nobody certified."""
        self.today: set[tuple[str, str]] = set()
        """Faults that are found once a day, with the machine, of this day."""
        self.desk = self._office("caixa", f"{where.place}-CX")
        self.staff = self._office("tecnica", None)
        self.chief = self._office("chefia", None)
        """Who gives a machine back that a technician looked into."""
        self.finance = self._office("financas", None)
        self.tickets: list[tuple[str, int]] = []
        """Issued and not taken: number and cents."""
        self.waiting: list[tuple[datetime, Machine, HandPaid]] = []
        """Prizes that the desk will pay, and when."""
        self.number = 0
        """Of the last ticket, slip, seal, player."""
        self.read_at = self.now
        self.certified = date.min

    def _terms(self) -> tuple[PoolOpened, ...]:
        place = self.where.place
        members = tuple(
            f"{place}-{number:02}" for number, make in enumerate(FLOOR, 1) if make == "progressiva"
        )
        return tuple(
            PoolOpened(
                pool=f"{place.lower()}-{name}",
                scope="machines",
                members=members,
                currency=CURRENCY,
                base=base,
                ppm=ppm,
                level=name,
                game="tesouro",
                act="comunicacao-1",
            )
            for name, base, ppm in POOLS
        )

    def _machine(self, number: int, make: str) -> Machine:
        place = f"{self.where.place}-{number:02}"
        made = MAKES[make]
        terminal = Terminal(
            f"{self.where.source}-{number:02}", place, self.day, self.now, self.rng, 0
        )
        machine = Machine(
            place=place,
            make=made,
            terminal=terminal,
            configuration=made.configuration,
            checksum=made.checksum,
        )
        if made.sas is not None:
            machine.faces = dict.fromkeys(FACES, 0)
        if make == "progressiva":
            terminal.apart = True  # one linked machine may be later than another
            machine.levels = self.levels
            machine.tells_increments = FLOOR[number - 2] != make
        return machine

    def _office(self, name: str, place: str | None) -> Terminal:
        source = f"{self.where.source}-{name}"
        return Terminal(source, place, self.day, self.now, self.rng, 0)

    @override
    def sources(self) -> dict[str, Binding]:
        machines = {
            one.terminal.source: self.device(Role.MACHINE, one.place)
            for one in (*self.machines, self.spare)
        }
        places = (self.where.place, *(one.place for one in self.machines))
        pools = [level.name for level in self.levels]
        return {
            self.terminal.source: self.device(self.ROLE, *places, pools=pools),
            **machines,
            self.desk.source: self.device(Role.CAGE, f"{self.where.place}-CX"),
            self.staff.source: Binding(role=Role.TECHNICIAN),
            self.chief.source: Binding(role=Role.FLOOR_MANAGER),
            self.finance.source: Binding(role=Role.FINANCE),
            self.direction: Binding(role=Role.DIRECTOR),
            **dict.fromkeys(self.counters, Binding(role=Role.CASHIER)),
        }

    @override
    def scheduled(self) -> list[tuple[str, str]]:
        return [(one.place, one.terminal.source) for one in self.machines]

    @property
    def direction(self) -> str:
        """Who agrees to acts."""
        return f"{self.badge}-direcao"

    @property
    def counters(self) -> tuple[str, str]:
        """Who count the boxes."""
        return f"{self.badge}-recolha-1", f"{self.badge}-recolha-2"

    # --- saying ------------------------------------------------------------------------------

    def tell(
        self,
        terminal: Terminal,
        payload: Payload,
        place: str | None = None,
        *,
        approved_by: tuple[str, ...] = (),
    ) -> Said:
        """Return an event of one of the party's sources, a moment after the last of any."""
        self.now += timedelta(microseconds=1_000)
        terminal.now, terminal.day = self.now, self.day
        if isinstance(payload, (Play, PlayVoided)):
            self._count(terminal, payload)
        if place is not None:
            terminal.place = place
        return terminal.say(payload, approved_by=approved_by)

    @property
    @override
    def earned(self) -> int:
        """Receita bruta, less what it brought into the pools, and with what they gave."""
        return self._earned - (sum(level.moved for level in self.levels) - self._moved)

    @earned.setter
    def earned(self, amount: int) -> None:
        self._earned = amount
        self._moved = sum(level.moved for level in self.levels)

    def _count(self, terminal: Terminal, payload: Play | PlayVoided) -> None:
        """Count a jogada's revenue, and take a void jogada's out again."""
        if isinstance(payload, PlayVoided):
            name, left = self._last.get(terminal.source, ("", 0))
            self._earned -= left if name == payload.play else 0
        elif payload.mode != "demo":
            staked = payload.stake + sum(one.stake for one in payload.complementary)
            left = staked - payload.cg - payload.pa - payload.pam
            if payload.pool is None:
                left -= payload.pap_m + payload.pap_h
            self._earned += left
            self._last[terminal.source] = (f"{terminal.source}:{terminal.seq + 1}", left)

    def say(self, machine: Machine, payload: Payload) -> Said:
        """Return an event that a machine signs; once it was read, by a fault too, it is known."""
        machine.began = machine.began or isinstance(payload, MetersRead)
        return self.tell(machine.terminal, payload)

    def wait(self, least: int, most: int) -> None:
        """Let some seconds go by."""
        span = (most - least) * MICROSECONDS
        self.now += timedelta(microseconds=least * MICROSECONDS + int(self.rng.random() * span))

    def numbered(self, what: str) -> str:
        """Return a number that was never used: of a ticket, a slip, a seal."""
        self.number += 1
        return f"{self.badge}-{what}-{self.number}"

    def chance(self, one_in: float) -> bool:
        """Tell whether something happens that happens once in so many times."""
        return self.rng.random() * one_in < 1

    # --- before the first day ----------------------------------------------------------------

    @override
    def prepare(self) -> Telling:
        for level in self.levels:
            approved = (self.direction,)
            yield self.tell(self.finance, level.terms, approved_by=approved)
            funded = BaseFunded(pool=level.name, amount=level.terms.base, funds="operator")
            yield self.tell(self.finance, funded)
        for machine in self.machines:
            yield from self._installed(machine)
        yield from self.certify()

    def _installed(self, machine: Machine) -> Telling:
        make = machine.make
        enrolled = MachineEnrolled(
            maker=make.maker,
            model=make.model,
            serial=f"{machine.place}-s",
            digits=make.digits,
        )
        yield self.tell(self.staff, enrolled, machine.place)
        told, since = instant(self.now), instant(self.now + timedelta(minutes=30))
        for name, value in (
            ("leitura_contadores_segundos", READ_WITHIN),
            *((("denominacao_contabil", make.sas),) if make.sas else ()),
        ):
            setting = ParameterSet(
                scope=machine.place,
                name=name,
                value=value,
                since=since,
                act="igj-1",
                notified=told,
            )
            yield self.tell(self.staff, setting, machine.place, approved_by=(self.direction,))
        if machine is self.machines[0]:
            yield from self._declared(machine)

    def _declared(self, machine: Machine) -> Telling:
        """Let a machine go on that has run for years: its first meter is nearly full.

        Its balance is nothing: 980 000.00 came in, 999 950.00 were staked and 912 000.00 won, so
        that 892 050.00 were cashed, 2 500.00 of them by hand (identity 1).
        """
        machine.raw |= {
            "CJ": 99_995_000,
            "CG": 91_200_000,
            "JE": 640_000,
            "DEn": 98_000_000,
            "CCm": 88_955_000,
            "CCM": 250_000,
        }
        machine.games_won, machine.games_lost = 90_000, 550_000
        machine.faces |= {500: 40_000, 1_000: 30_000, 2_000: 10_000, 5_000: 5_000}
        machine.coins = 3_000_000
        declared = OpeningDeclared(
            subject="machine",
            name=machine.place,
            values=machine.meters(),
            counted_by=self.counters,
        )
        yield self.tell(self.staff, declared, machine.place)

    def certify(self) -> Telling:
        """Let every machine have a certificate in force."""
        self.certified = date.fromisoformat(self.day)
        until = instant(self.now + timedelta(days=YEAR))
        for machine in self.machines:
            homologated = machine.make.homologation(
                until, configuration=machine.configuration, checksum=machine.checksum
            )
            yield self.tell_certified(homologated, machine.place)

    def tell_certified(self, homologated: MachineHomologated2, place: str) -> Said:
        """Tell a certificate with the authority's act, which the director confirms (R6)."""
        return self.tell(self.staff, homologated, place, approved_by=(self.direction,))

    def free(self, make: str | None = None) -> Machine:
        """Return a machine at which somebody may play."""
        rng = self.rng
        while True:
            machine = self.playable[int(rng.random() * len(self.playable))]
            if not machine.waits and make in (None, machine.make.name):
                if make is None or not machine.online:
                    return machine
            elif all(one.waits for one in self.playable if make in (None, one.make.name)):
                machine.waits = False  # cannot be: the desk pays within minutes

    # --- readings, boxes, technicians --------------------------------------------------------

    def read(self, machine: Machine, why: str) -> Telling:
        """Let a machine tell its counters, those of each denomination before all together."""
        if machine is self.unread and not machine.began:
            return
        whole = MetersRead(
            meters=machine.meters(),
            device=machine.device(),
            configuration=machine.configuration,
            checksum=machine.checksum,
            why=why,
        )
        if machine.make.by_denomination and machine.of:
            parts = [
                MetersRead(meters=machine.meters_of(one), denomination=one, why=why)
                for one in sorted(machine.of)
            ]
            yield self.say(machine, parts[0])
            at = self.now
            for part in (*parts[1:], whole):
                self.now = at - timedelta(microseconds=1_000)
                yield self.say(machine, part)
        else:
            yield self.say(machine, whole)

    def collect(self, machine: Machine, off: tuple[int, int] = (0, 0)) -> Telling:
        """Take a machine's box with a reading, and count it."""
        yield from self.read(machine, "drop")
        counted = DropCounted(
            cash=machine.notes + off[0],
            tickets=machine.box_tickets + off[1],
            counted_by=self.counters,
        )
        machine.notes = machine.box_tickets = 0
        machine.emptied = True
        if not any(off) and self.chance(12):
            wrong = msgspec.structs.replace(counted, cash=counted.cash + 1_000)
            yield from self.mistyped(self.desk, counted, wrong, machine.place)
        else:
            yield self.tell(self.desk, counted, machine.place)

    def mistyped(self, by: Terminal, right: Payload, wrong: Payload, place: str) -> Telling:
        """Say something wrongly, and correct it at once with another person's leave."""
        said = self.tell(by, wrong, place)
        yield said
        self.wait(20, 60)
        correction = Correction(
            target=said.name,
            link=LAST_LINK,
            replacement=msgspec.to_builtins(right),
            reason="engano",
        )
        yield self.tell(by, correction, place, approved_by=(self.direction,))

    def outage(self, machine: Machine) -> Telling:
        """Let a machine lose its link for a short while; it stands idle."""
        yield self.say(machine, LinkLost(source=machine.terminal.source, side="operator"))
        self.wait(5, 40)
        yield self.say(machine, LinkRestored(source=machine.terminal.source))

    def looked_into(self, machine: Machine, *, cleared: bool = False) -> Telling:
        """Let a technician open a machine; its memory may have to be cleared."""
        if machine.guest is not None:
            yield from self.leave(machine)
        if machine.waits or (machine is self.unread and not machine.began):
            return
        interdicted = MachineInterdicted(reason="manutencao")
        yield self.tell(self.staff, interdicted, machine.place)
        yield self.say(machine, Door(door="main", open=True))
        self.wait(20, 60)
        if cleared:
            yield from self.read(machine, "power")
            before = {**machine.meters(), **machine.device()}
            machine.clear()
            after = {**machine.meters(), **machine.device()}
            ram = RamCleared(
                before=before, after=after, seal=self.numbered("selo"), reason="avaria"
            )
            yield self.say(machine, ram)
        yield self.say(machine, Door(door="main", open=False))
        yield from self.read(machine, "door")
        yield self.tell(self.chief, MachineReleased(reason="reparada"), machine.place)

    def another_version(self, machine: Machine) -> Telling:
        """Let a newly certified version run, by leave of the authority (R7)."""
        if machine.guest is not None:
            yield from self.leave(machine)
        if machine.waits:
            return
        version = self.numbered("v")
        machine.configuration, machine.checksum = hash_of(version), hash_of(f"{version} programa")
        homologated = machine.make.homologation(
            instant(self.now + timedelta(days=YEAR)),
            configuration=machine.configuration,
            checksum=machine.checksum,
            certificate=version,
        )
        yield self.tell_certified(homologated, machine.place)
        put_in = MachineReconfigured(
            configuration=machine.configuration,
            checksum=machine.checksum,
            act="igj-2",
            reason="nova_versao",
        )
        yield self.tell(self.staff, put_in, machine.place, approved_by=(self.direction,))
        yield from self.read(machine, "configuration")

    def read_jackpots(self, why: str) -> Telling:
        """Let controller and display tell what stands in the pools."""
        for level in self.levels:
            yield self.tell(self.terminal, self.controller(level, why))
            shown = DisplayRead(pool=level.name, amount=level.shown, display="painel", why=why)
            yield self.tell(self.terminal, shown)

    def controller(self, level: Level, why: str) -> ControllerRead:
        """Return the controller's balance of a pool."""
        return ControllerRead(
            pool=level.name,
            amount=level.shown,
            residue=level.residue,
            staked=level.staked,
            wins=level.wins,
            why=why,
        )

    # --- people ------------------------------------------------------------------------------

    def guest(self, machine: Machine) -> Guest:
        """Return somebody who sits down at a machine."""
        rng, make = self.rng, machine.make
        lines = 1 if make.table is None else rng.randint(1, len(make.table.sheet.lines))
        if self.chance(2) and make.table is not None:
            lines = len(make.table.sheet.lines)
        machine.guest = Guest(
            name=self.numbered("jogador"),
            plays=rng.randint(4, 60),
            denomination=rng.choice(make.denominations),
            lines=lines,
            level=rng.randint(1, make.levels),
            pocket=rng.choice((5_000, 10_000, 20_000, 50_000)),
            bold=rng.choice((0.0, 0.1, 0.4)),
        )
        return machine.guest

    def money_in(self, machine: Machine, least: int) -> Telling:
        """Put in tickets, notes and coins until a stake is there."""
        guest = machine.guest
        if machine.make.tickets and self.tickets and self.chance(3):
            yield from self.ticket_in(machine)
        while machine.credits < least:
            if not machine.make.tickets and self.chance(4):
                yield from self.note_in(machine, self.rng.choice(COINS), "coin")
                continue
            faces = [face for face in FACES if face >= least - machine.credits] or [10_000]
            face = self.rng.choice(faces[:2])
            yield from self.note_in(machine, face)
            if guest is not None:
                guest.pocket -= face

    def note_in(self, machine: Machine, face: int, means: str = "note") -> Telling:
        """Put in a note or a coin."""
        machine.takes("DEn", face)
        if means == "coin":
            machine.coins += face
        elif machine.faces:
            machine.faces[face] += 1
        yield self.say(
            machine, CreditsIn(amount=face, means=means, face=face, balance=machine.balance)
        )

    def ticket_in(self, machine: Machine) -> Telling:
        """Put in a ticket that some machine printed."""
        ticket, amount = self.tickets.pop(int(self.rng.random() * len(self.tickets)))
        machine.takes("BE", amount)
        yield self.say(
            machine, TicketRedeemed(ticket=ticket, amount=amount, balance=machine.balance)
        )

    def leave(self, machine: Machine) -> Telling:
        """Let the guest go with what stands on the machine."""
        machine.guest = None
        amount = machine.credits
        if amount <= 0:
            return
        if amount > CASH_OUT * (5 if machine.make.tickets else 1) or self.chance(40):
            yield from self.cancelled(machine, amount)
        elif machine.make.tickets:
            yield from self.ticket_out(machine, amount)
        else:
            machine.gives("CCm", amount)
            out = CreditsOut(amount=amount, means="machine", balance=machine.balance)
            yield self.say(machine, out)

    def ticket_out(self, machine: Machine, amount: int) -> Telling:
        """Let a machine print a ticket."""
        machine.gives("BP", amount)
        ticket = self.numbered("b")
        self.tickets.append((ticket, amount))
        until = instant(self.now + timedelta(days=90)) if self.chance(2) else None
        issued = TicketIssued(ticket=ticket, amount=amount, until=until, balance=machine.balance)
        yield self.say(machine, issued)

    def cancelled(self, machine: Machine, amount: int) -> Telling:
        """Let the desk pay what stands on a machine (R12)."""
        machine.gives("CCM", amount)
        paid = HandPaid(
            category="CCM",
            amount=amount,
            means="cash",
            slip=self.numbered("g"),
            cashier=f"{self.badge}-caixa-1",
            balance=machine.balance,
        )
        yield self.tell(self.desk, paid, machine.place)

    def pay_ticket(self) -> Telling:
        """Let the desk pay the oldest ticket."""
        ticket, amount = self.tickets.pop(0)
        place = f"{self.where.place}-CX"
        paid = TicketPaid(ticket=ticket, amount=amount, cashier=f"{self.badge}-caixa-1")
        if self.chance(20):
            wrong = msgspec.structs.replace(paid, amount=amount + 90)
            yield from self.mistyped(self.desk, paid, wrong, place)
        else:
            yield self.tell(self.desk, paid, place)

    def pay_waiting(self) -> Telling:
        """Let the desk pay the prize that waits longest."""
        _, machine, paid = self.waiting.pop(0)
        machine.waits = any(one[1] is machine for one in self.waiting)
        by_controller = paid.award is not None and self.chance(3)
        if paid.award is None and self.chance(6):
            wrong = msgspec.structs.replace(paid, amount=paid.amount - 90)
            yield from self.mistyped(self.desk, paid, wrong, machine.place)
        elif not by_controller:
            yield self.tell(self.desk, paid, machine.place)
        if paid.award is not None and (by_controller or self.chance(2)):
            level = next(one for one in machine.levels if one.terms.level == "grande")
            award = AwardPaid(
                award=paid.award,
                pool=level.name,
                amount=paid.amount,
                means=paid.means,
                slip=paid.slip,
                cashier=paid.cashier,
                witness=paid.witness,
            )
            yield self.tell(self.desk, award)

    def by_hand(
        self, machine: Machine, category: str, amount: int, play: str, award: str | None = None
    ) -> None:
        """Let a prize wait for the desk; the machine with it."""
        machine.waits = True
        paid = HandPaid(
            category=category,
            amount=amount,
            means=self.rng.choice(("cash", "cheque")),
            slip=self.numbered("g"),
            play=play,
            cashier=f"{self.badge}-caixa-1",
            witness=f"{self.badge}-caixa-2",
            award=award,
        )
        when = self.now + timedelta(seconds=self.rng.randint(30, 150))
        self.waiting.append((when, machine, paid))
        self.waiting.sort(key=lambda one: one[0])
