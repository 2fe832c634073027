"""Faults of what may run at a machine: certificates, plans, configurations, programs (R6-R9)."""

from datetime import timedelta
from typing import Any, Final

import msgspec

from ledger.events.machines import (
    CreditsIn,
    LineWin,
    MachineInterdicted,
    MachineReconfigured,
    MachineReleased,
    PayPlan,
    PaySheet,
)
from ops.simulator.games.maquinas.bank import Bank
from ops.simulator.games.maquinas.faults.scenes import (
    fresh,
    guest_of,
    said,
    seated,
    spun,
    table_of,
    told,
)
from ops.simulator.games.maquinas.machine import Guest, Machine
from ops.simulator.games.maquinas.paytables import hash_of, returned_by
from ops.simulator.parties.fault import scene
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import instant


def plan_below(bank: Bank, name: str) -> Telling:
    """Certify a plan that gives back 79.9 % (R17)."""
    machine = bank.free("poquer")
    plan = PayPlan(paytable="avara", denomination=25, returned=799, staked=1_000)
    yield from certified(bank, machine, plans=(plan,), sheets=(), denominations=(25,))
    bank.plant(
        name,
        "MQ-RTP-PLAN",
        place=machine.place,
        facts={"paytable": "avara", "denomination": 25, "lines": 0},
    )


def plan_differs(bank: Bank, name: str) -> Telling:
    """Certify a plan that promises more than its own reels give."""
    machine = bank.free("progressiva")
    share = returned_by("progressiva")
    plan = PayPlan(
        paytable="tesouro",
        denomination=5,
        returned=share.numerator + 1,
        staked=share.denominator,
    )
    yield from certified(bank, machine, plans=(plan,), denominations=(5,))
    facts = {"paytable": "tesouro", "denomination": 5, "lines": 0, "fact": "differs"}
    bank.plant(name, "MQ-RTP-PLAN", place=machine.place, facts=facts)


def reels_below(bank: Bank, name: str) -> Telling:
    """Certify reels that give back less than 80 %, with a plan that says otherwise."""
    machine = bank.free("progressiva")
    sheet = table_of(machine).sheet
    poor = tuple(
        one if one.progressive or one.name != "rubis" else msgspec.structs.replace(one, pays=(5,))
        for one in sheet.combinations
    )
    poorer: PaySheet = msgspec.structs.replace(sheet, combinations=poor)
    yield from certified(bank, machine, sheets=(poorer,))
    facts: dict[str, Any] = {"paytable": "tesouro", "level": 1, "fact": "computed"}
    bank.plant(name, "MQ-RTP-PLAN", place=machine.place, facts=facts)
    for denomination in machine.make.denominations:
        facts = {"denomination": denomination, "fact": "differs"}
        bank.plant(name, "MQ-RTP-PLAN", place=machine.place, facts=facts)


def certified(bank: Bank, machine: Machine, **others: Any) -> Telling:
    """Certify a version that nobody puts in."""
    version = bank.numbered("v")
    homologated = machine.make.homologation(
        None, configuration=hash_of(version), certificate=version, **others
    )
    yield bank.tell_certified(homologated, machine.place)


def denomination(bank: Bank, name: str) -> Telling:
    """Play at 0.50, which the certificate does not know (R9)."""
    machine = fresh(bank, name, "poquer", "progressiva")
    if machine is None:
        return
    yield from seated(bank, machine)
    stops, wins, symbols = outcome(bank, machine, 50)
    play = told(
        bank,
        machine,
        stops,
        wins,
        denomination=50,
        stake=50 * guest_of(machine).lines,
        **symbols,
    )
    yield from said(bank, machine, play)
    bank.plant(name, "MQ-RTP-CFG", place=machine.place, facts={"fact": "denomination"})


def outcome(
    bank: Bank, machine: Machine, unit: int
) -> tuple[tuple[int, ...], tuple[LineWin, ...], dict[str, Any]]:
    """Return the stops, wins and hand of a jogada at a denomination in cents, by reels or cards."""
    guest = guest_of(machine)
    if machine.make.table is None:
        wins, hand = bank.poker(msgspec.structs.replace(guest, denomination=unit))
        return (), wins, {"symbols": hand}
    stops, _ = spun(bank, machine)
    return stops, (), {}


def pay_table(bank: Bank, name: str) -> Telling:
    """Play by a pay table that the certificate does not know."""
    machine = fresh(bank, name, "poquer")
    if machine is None:
        return
    yield from seated(bank, machine)
    _, wins, symbols = outcome(bank, machine, 25)
    yield from said(bank, machine, told(bank, machine, (), wins, paytable="outra", **symbols))
    bank.plant(name, "MQ-RTP-CFG", place=machine.place, facts={"fact": "plan"})


def configuration(bank: Bank, name: str) -> Telling:
    """Play with a configuration that nobody certified (R7)."""
    machine = yield from seated(bank, bank.rng.choice(("classica", "video", "progressiva")))
    unknown = hash_of(bank.numbered("x"))
    stops, _ = spun(bank, machine)
    yield from said(bank, machine, told(bank, machine, stops, (), configuration=unknown))
    event = machine.told
    bank.plant(
        name,
        "MQ-RTP-CFG",
        place=machine.place,
        event=event,
        facts={"fact": "configuration"},
    )


def without_leave(bank: Bank, name: str) -> Telling:
    """Put a certified version in, and ask nobody (R7)."""
    machine = bank.free("video")
    yield from put_in(bank, machine, machine.checksum, None)
    bank.plant(name, "MQ-RTP-CFG", place=machine.place, facts={"fact": "leave"})


def another_program(bank: Bank, name: str) -> Telling:
    """Put a version in whose program is not the certified one."""
    machine = bank.free("progressiva")
    yield from put_in(bank, machine, hash_of("programa alheio"), "igj-3")
    bank.plant(name, "MQ-RTP-CFG", place=machine.place, facts={"fact": "checksum"})


def to_unknown(bank: Bank, name: str) -> Telling:
    """Put a version in that was never certified, and the old one back."""
    machine = bank.free("classica")
    unknown = MachineReconfigured(
        configuration=hash_of(bank.numbered("x")), checksum=machine.checksum, act="igj-4"
    )
    yield bank.tell(bank.staff, unknown, machine.place, approved_by=(bank.direction,))
    event = f"{bank.staff.source}:{bank.staff.seq}"
    yield from put_in(bank, machine, machine.checksum, "igj-5")
    bank.plant(
        name,
        "MQ-RTP-CFG",
        place=machine.place,
        event=event,
        facts={"fact": "configuration"},
    )


def put_in(bank: Bank, machine: Machine, checksum: str, act: str | None) -> Telling:
    """Put the running configuration in again."""
    put = MachineReconfigured(
        configuration=machine.configuration, checksum=checksum, act=act, reason="servico"
    )
    yield bank.tell(bank.staff, put, machine.place, approved_by=(bank.direction,))


def bet_level(bank: Bank, name: str) -> Telling:
    """Stake four credits where the table ends at three."""
    machine = yield from seated(bank, "classica")
    stops, _ = spun(bank, machine)
    unit = guest_of(machine).denomination
    yield from said(bank, machine, told(bank, machine, stops, (), stake=4 * unit))
    facts = {"fact": "bet_level", "play": machine.told}
    bank.plant(name, "MQ-RTP-CFG", place=machine.place, facts=facts)


def off_the_reel(bank: Bank, name: str) -> Telling:
    """Tell a stop that a reel does not have."""
    machine = yield from seated(bank, "video")
    stops, _ = spun(bank, machine)
    beyond = (*stops[:-1], table_of(machine).lengths[-1])
    yield from said(
        bank, machine, msgspec.structs.replace(told(bank, machine, stops, ()), stops=beyond)
    )
    facts = {"play": machine.told}
    bank.plant(name, "RES-IMPOSS", place=machine.place, facts=facts)


def other_symbols(bank: Bank, name: str) -> Telling:
    """Show symbols that do not stand at the stops: the stops count."""
    machine = yield from seated(bank, "classica")
    stops, wins = spun(bank, machine)
    lost = table_of(machine).window(stops)
    shown = (*lost[:-1], "limao" if lost[-1] != "limao" else "bar")
    yield from said(bank, machine, told(bank, machine, stops, wins, symbols=shown))
    facts = {"play": machine.told}
    bank.plant(name, "RES-IMPOSS", place=machine.place, facts=facts)


def never_homologated(bank: Bank, name: str) -> Telling:
    """Let people play at a machine that nobody certified (R6)."""
    machine = bank.spare
    if (name, machine.place) in bank.today:
        bank.put_off(name)
        return
    bank.today.add((name, machine.place))
    machine.guest = Guest(
        name="ninguem", plays=1, denomination=25, lines=1, level=1, pocket=0, bold=0.0
    )
    machine.takes("DEn", 1_000)
    yield bank.say(machine, CreditsIn(amount=1_000, means="note", balance=machine.balance))
    for _ in range(2):
        wins, hand = bank.poker(machine.guest)
        yield bank.say(machine, told(bank, machine, (), wins, symbols=hand))
    yield from bank.leave(machine)
    yield from bank.read(machine, "periodic")
    bank.plant(name, "MQ-HOM", place=machine.place)
    bank.plant(name, "MQ-HOM", place=machine.place, facts={"fact": "enrolled"})


def expired(bank: Bank, name: str) -> Telling:
    """Go on playing after the certificate's last instant."""
    machine = fresh(bank, name, "poquer", "progressiva", "video")
    if machine is None:
        return
    yield from seated(bank, machine)
    for until in (bank.now + timedelta(seconds=2), bank.now + timedelta(days=400)):
        homologated = machine.make.homologation(
            instant(until), configuration=machine.configuration, checksum=machine.checksum
        )
        yield bank.tell_certified(homologated, machine.place)
        if until - bank.now < timedelta(days=1):
            bank.wait(3, 9)
            stops, wins, symbols = outcome(bank, machine, guest_of(machine).denomination)
            yield from said(bank, machine, told(bank, machine, stops, wins, **symbols))
    bank.plant(name, "MQ-HOM", place=machine.place)


def released_by_installer(bank: Bank, name: str) -> Telling:
    """Let who installed a machine give it back (S8); then the chief does."""
    machine = bank.free("classica")
    interdicted = MachineInterdicted(reason="manutencao")
    yield bank.tell(bank.staff, interdicted, machine.place)
    own = bank.tell(bank.staff, MachineReleased(reason="reparada"), machine.place)
    facts = {"parts": ["configured", "released"], "effect": False}
    bank.plant(name, "OP-ACCESS", place=machine.place, event=own.name, facts=facts)
    yield own
    yield bank.tell(bank.chief, MachineReleased(reason="reparada"), machine.place)


REGISTRY: Final = {
    "plan-below-80": scene(plan_below),
    "plan-differs-from-reels": scene(plan_differs),
    "reels-below-80": scene(reels_below),
    "denomination-not-homologated": scene(denomination),
    "pay-table-not-homologated": scene(pay_table),
    "configuration-unknown": scene(configuration),
    "reconfigured-without-leave": scene(without_leave),
    "reconfigured-with-another-program": scene(another_program),
    "reconfigured-to-unknown": scene(to_unknown),
    "bet-level-not-in-table": scene(bet_level),
    "stop-off-the-reel": scene(off_the_reel),
    "symbols-not-at-the-stops": scene(other_symbols),
    "never-homologated": scene(never_homologated),
    "certificate-expired": scene(expired),
    "released-by-installer": scene(released_by_installer),
}
