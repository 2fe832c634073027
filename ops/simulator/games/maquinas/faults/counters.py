"""Faults of counters: readings, identities, raw meters, boxes, interdiction, awards (R22, R25)."""

from datetime import timedelta
from typing import Any, Final

import msgspec

from ledger.events.jackpots import JackpotIncrement
from ledger.events.machines import (
    CreditsOut,
    HandPaid,
    MachineInterdicted,
    MachineReleased,
    MetersRead,
    RamCleared,
)
from ledger.events.registry import LinkLost, LinkRestored
from ops.simulator.games.maquinas.bank import Bank
from ops.simulator.games.maquinas.faults.scenes import (
    EXTRA,
    fresh,
    guest_of,
    said,
    seated,
    spun,
    table_of,
    told,
)
from ops.simulator.games.maquinas.machine import Machine
from ops.simulator.games.maquinas.paytables import hash_of
from ops.simulator.parties.fault import scene
from ops.simulator.parties.party import Telling

JUMP = 20_000_000
"""More than a counter may move between two readings."""


def losing(bank: Bank, machine: Machine) -> Telling:
    """Play once, honestly, and lose."""
    stops, _ = spun(bank, machine)
    yield from said(bank, machine, told(bank, machine, stops, ()))


def reading(machine: Machine, **others: Any) -> MetersRead:
    """Return a whole reading."""
    given: dict[str, Any] = {
        "meters": machine.meters(),
        "device": machine.device(),
        "configuration": machine.configuration,
        "checksum": machine.checksum,
        "why": "periodic",
        **others,
    }
    return MetersRead(**given)


def misread(bank: Bank, machine: Machine, **forged: int) -> Telling:
    """Let a machine tell a counter wrongly, once; never in its first reading, which is its word."""
    if not machine.began:
        yield bank.say(machine, reading(machine))
    machine.forged = {**machine.forged, **forged}
    yield bank.say(machine, reading(machine))
    machine.forged = {name: by for name, by in machine.forged.items() if name not in forged}


def mended(bank: Bank, machine: Machine) -> Telling:
    """Take a machine out of play whose counters are wrong, and give it back (R25)."""
    yield from bank.looked_into(machine)


# --- readings --------------------------------------------------------------------------------


def program(bank: Bank, name: str) -> Telling:
    """Read a program that is not the certified one (R7)."""
    machine = bank.free("video")
    other = hash_of(bank.numbered("x"))
    yield bank.say(machine, reading(machine, checksum=other))
    bank.plant(
        name,
        "MQ-RTP-CFG",
        place=machine.place,
        event=bank.last(machine),
        facts={"fact": "checksum"},
    )


def read_configuration(bank: Bank, name: str) -> Telling:
    """Read a configuration that nobody certified."""
    machine = bank.free("progressiva")
    other = hash_of(bank.numbered("x"))
    yield bank.say(machine, reading(machine, configuration=other, checksum=None))
    bank.plant(
        name,
        "MQ-RTP-CFG",
        place=machine.place,
        event=bank.last(machine),
        facts={"fact": "configuration"},
    )


def not_read(bank: Bank, name: str) -> Telling:
    """Leave a counter of the twelve out of a reading."""
    machine = bank.free("progressiva")
    meters = machine.meters()
    gone = bank.rng.choice(("CJ", "CG", "JE", "BE", "PA", "BP", "PAM", "CCM"))
    del meters[gone]
    yield bank.say(machine, reading(machine, meters=meters))
    event = bank.last(machine)
    bank.plant(name, "MQ-METER-MISS", place=machine.place, event=event)


def denomination_not_read(bank: Bank, name: str) -> Telling:
    """Leave a counter out of what is told of one denomination (R9)."""
    machine = yield from seated(bank, "video")
    yield from losing(bank, machine)
    unit = guest_of(machine).denomination
    meters = machine.meters_of(unit)
    del meters["JE"]
    part = MetersRead(meters=meters, denomination=unit, why="periodic")
    yield bank.say(machine, part)
    event = bank.last(machine)
    bank.plant(name, "MQ-METER-MISS", place=machine.place, event=event)


def fell(bank: Bank, name: str) -> Telling:
    """Let a counter fall, and go on from there."""
    machine = yield from seated(bank, bank.rng.choice(("video", "poquer", "progressiva")))
    yield bank.say(machine, reading(machine))
    machine.raw["DEn"] -= EXTRA
    yield bank.say(machine, reading(machine))
    counters = ("DEn", "DE") if machine.make.full else ("DE",)
    for counter in counters:
        facts = {"counter": counter}
        bank.plant(name, "MQ-METER-DEC", place=machine.place, facts=facts)


def cleared(bank: Bank, name: str) -> Telling:
    """Clear a memory, and tell no counters before, or after (R25)."""
    machine = bank.free("progressiva")
    if machine.guest is not None:
        yield from bank.leave(machine)
    yield from bank.read(machine, "power")
    before = machine.meters()
    machine.clear()
    after = machine.meters()
    if bank.chance(2):
        before = {}
    else:
        after = {}
    ram = RamCleared(before=before, after=after, seal=bank.numbered("selo"), reason="avaria")
    yield bank.tell(bank.staff, ram, machine.place)
    event = f"{bank.staff.source}:{bank.staff.seq}"
    bank.plant(name, "MQ-METER-DEC", place=machine.place, event=event)


def aged(bank: Bank, name: str) -> Telling:
    """Let a machine be played, and not read, for more than the time allowed."""
    yield from all_read(bank)
    machine = yield from seated(bank, "poquer")
    yield from bank.jogada(machine)
    others = [one for one in bank.machines if one is not machine]
    for _ in range(3):
        bank.wait(2_400, 2_600)
        yield from all_read(bank, others)
        if machine.credits >= guest_of(machine).stake:
            yield from bank.jogada(machine)
    bank.wait(130, 200)
    bank.plant(name, "MQ-METER-AGE", place=machine.place)


def all_read(bank: Bank, machines: list[Machine] | None = None) -> Telling:
    """Read every machine, or those named."""
    for machine in machines or bank.machines:
        yield from bank.read(machine, "periodic")
    bank.read_at = bank.now


def jumped(bank: Bank, name: str) -> Telling:
    """Let the count of jogadas jump by more than is plausible."""
    machine = bank.free(bank.rng.choice(("poquer", "progressiva")))
    machine.raw["JE"] += JUMP
    yield bank.say(machine, reading(machine))
    bank.plant(name, "MQ-METER-JUMP", place=machine.place, facts={"counter": "JE"})
    facts = {"counter": "JE", "by": JUMP}
    bank.plant(name, "MQ-METER-EVT", place=machine.place, facts=facts)


# --- identities ------------------------------------------------------------------------------


def out_of_balance(
    bank: Bank, machine: Machine, name: str, by: int, identity: int, of: str
) -> None:
    """Write down an identity that a reading breaks."""
    bank.plant(
        name,
        "MQ-METER-BAL",
        place=machine.place,
        event=bank.last(machine),
        facts={"identity": identity, "of": of},
        due=0,
        paid=by,
    )


def wrong_revenue(bank: Bank, name: str) -> Telling:
    """Tell a receita bruta that the counters do not give (identity 2)."""
    machine = bank.free(bank.rng.choice(("video", "progressiva")))
    yield from misread(bank, machine, RB=EXTRA)
    out_of_balance(bank, machine, name, EXTRA, 2, "RB")
    yield from mended(bank, machine)


def wrong_sum(bank: Bank, name: str) -> Telling:
    """Tell a DE that is not DEn and DEc together."""
    machine = yield from seated(bank, bank.rng.choice(("video", "progressiva")))
    yield bank.say(machine, reading(machine))
    yield from bank.note_in(machine, 500)
    yield from misread(bank, machine, DE=-EXTRA)
    out_of_balance(bank, machine, name, -EXTRA, 1, "DE")
    yield from mended(bank, machine)


def wrong_balance(bank: Bank, name: str) -> Telling:
    """Tell a credit balance that the counters do not give (identity 1)."""
    machine = bank.free(bank.rng.choice(("classica", "video", "progressiva")))
    yield from misread(bank, machine, balance=EXTRA)
    out_of_balance(bank, machine, name, EXTRA, 1, "SC")
    yield from mended(bank, machine)


def wrong_parts(bank: Bank, name: str) -> Telling:
    """Tell of the denominations less than of all together (identity 7)."""
    machine = bank.unread
    if machine.waits:
        bank.put_off(name)
        return
    yield from seated(bank, machine)
    yield from bank.read(machine, "periodic")
    yield from losing(bank, machine)
    whole = reading(machine)
    unit = guest_of(machine).denomination
    at = bank.now + timedelta(milliseconds=1)
    for one in sorted(machine.of):
        meters = machine.meters_of(one)
        if one == unit:
            meters["CJ"] -= 5
        bank.now = at - timedelta(milliseconds=1)
        yield bank.say(machine, MetersRead(meters=meters, denomination=one, why="periodic"))
    bank.now = at - timedelta(milliseconds=1)
    yield bank.say(machine, whole)
    out_of_balance(bank, machine, name, 5, 7, "CJ")
    yield from mended(bank, machine)


def overdrawn(bank: Bank, name: str) -> Telling:
    """Pay out more than stands on the machine."""
    machine = yield from seated(bank, "classica")
    amount = machine.credits + EXTRA
    machine.guest = None
    machine.gives("CCm", amount)
    out = CreditsOut(amount=amount, means="machine", balance=machine.balance)
    yield bank.say(machine, out)
    bank.plant(
        name,
        "MQ-METER-BAL",
        place=machine.place,
        event=bank.last(machine),
        facts={"fact": "balance"},
        due=0,
        paid=-EXTRA,
    )
    yield from bank.note_in(machine, 500)


# --- device and events -----------------------------------------------------------------------


def counter_off(bank: Bank, name: str) -> Telling:
    """Let a device count more won than its jogadas say (R15)."""
    machine = yield from seated(bank, "poquer")
    yield from bank.jogada(machine)
    counter, by = bank.rng.choice((("CG", 75), ("CJ", 25), ("JE", 1)))
    machine.raw[counter] += by
    yield bank.say(machine, reading(machine))
    amounts: dict[str, Any] = {} if counter == "JE" else {"due": 0, "paid": by}
    bank.plant(
        name,
        "MQ-METER-EVT",
        place=machine.place,
        event=bank.last(machine),
        facts={"counter": counter, "by": by},
        **amounts,
    )


def balance_off(bank: Bank, name: str) -> Telling:
    """Let a machine lose credits that its events do not give away, for good."""
    machine = next(one for one in bank.machines if one.make.name == "poquer")
    if machine.waits or "balance" in machine.forged:
        bank.put_off(name)
        return
    yield from seated(bank, machine)
    machine.forged["balance"] = -EXTRA
    yield from bank.jogada(machine)
    facts = {"counter": "SC"}
    bank.plant(name, "MQ-METER-EVT", place=machine.place, facts=facts, due=0, paid=-EXTRA)


# --- raw meters ------------------------------------------------------------------------------


def crossed(bank: Bank, machine: Machine, name: str, number: str, check: str) -> Telling:
    """Let a raw meter lag behind those that confirm it, once."""
    yield from misread(bank, machine, **{f"sas:{number}": -1})
    event = bank.last(machine)
    bank.plant(name, "MQ-METER-CROSS", place=machine.place, event=event, facts={"check": check})
    yield bank.say(machine, reading(machine))


def cross_won(bank: Bank, name: str) -> Telling:
    """Tell of all wins less than those paid by the machine and by hand together."""
    machine = yield from seated(bank, "classica")
    yield bank.say(machine, reading(machine))
    stops, wins = spun(bank, machine, wins_at_least=1)
    yield from said(bank, machine, told(bank, machine, stops, wins))
    yield from crossed(bank, machine, name, "22", "0x22 = 0x01 + 0x02")


def cross_games(bank: Bank, name: str) -> Telling:
    """Tell of games less than those won and lost."""
    machine = yield from seated(bank, "classica")
    yield bank.say(machine, reading(machine))
    yield from losing(bank, machine)
    yield from crossed(bank, machine, name, "05", "0x05 = 0x06 + 0x07")


def cross_hand(bank: Bank, name: str) -> Telling:
    """Tell of hand payments less than cancelled credits and prizes."""
    machine = yield from seated(bank, "classica")
    yield bank.say(machine, reading(machine))
    machine.guest = None
    yield from bank.cancelled(machine, machine.credits)
    yield from crossed(bank, machine, name, "23", "0x23 = 0x03 + 0x02")


def cross_notes(bank: Bank, name: str) -> Telling:
    """Tell of notes another value than their faces give."""
    machine = yield from seated(bank, "classica")
    yield bank.say(machine, reading(machine))
    yield from bank.note_in(machine, 1_000)
    yield from crossed(bank, machine, name, "43", "0x0B = notes by face")


# --- boxes -----------------------------------------------------------------------------------


def box(bank: Bank, name: str, what: str, by: int) -> Telling:
    """Count a box in which something lacks, or is too much."""
    machine = yield from seated(bank, bank.rng.choice(("video", "poquer", "progressiva")))
    while not machine.notes or not machine.box_tickets:
        if not bank.tickets:
            yield from bank.ticket_out(machine, min(machine.credits, 2_000))
        yield from bank.ticket_in(machine)
        yield from bank.note_in(machine, 500)
    if not machine.emptied:  # what a machine's first box should hold nobody knows
        yield from bank.collect(machine)
        yield from bank.note_in(machine, 2_000)
    yield from bank.collect(machine, (by, 0) if what == "notes" else (0, by))
    event = f"{bank.desk.source}:{bank.desk.seq}"
    facts = {"what": what}
    bank.plant(name, "MQ-DROP", place=machine.place, event=event, facts=facts, due=0, paid=by)


def notes_missing(bank: Bank, name: str) -> Telling:
    """Count less money than went in."""
    yield from box(bank, name, "notes", -500)


def notes_over(bank: Bank, name: str) -> Telling:
    """Count more money than went in."""
    yield from box(bank, name, "notes", 500)


def tickets_missing(bank: Bank, name: str) -> Telling:
    """Count fewer tickets than went in."""
    yield from box(bank, name, "tickets", -EXTRA)


# --- interdiction ----------------------------------------------------------------------------


def interdicted(bank: Bank, name: str) -> Telling:
    """Play at a machine that must not be played (R25)."""
    machine = yield from seated(bank, "progressiva")
    yield bank.tell(bank.staff, MachineInterdicted(reason="avaria"), machine.place)
    event = f"{bank.staff.source}:{bank.staff.seq}"
    yield from losing(bank, machine)
    yield from losing(bank, machine)
    yield bank.tell(bank.chief, MachineReleased(reason="reparada"), machine.place)
    facts = {"fact": "interdicted"}
    bank.plant(name, "MQ-INTERDICT", place=machine.place, event=event, facts=facts)


def own_counters(bank: Bank, name: str) -> Telling:
    """Play on at a machine whose counters do not add up."""
    machine = yield from seated(bank, "video")
    yield from misread(bank, machine, RB=EXTRA)
    out_of_balance(bank, machine, name, EXTRA, 2, "RB")
    event = bank.last(machine)
    yield from losing(bank, machine)
    facts = {"fact": "interdicted"}
    bank.plant(name, "MQ-INTERDICT", place=machine.place, event=event, facts=facts)
    yield from mended(bank, machine)


def offline(bank: Bank, name: str) -> Telling:
    """Play at a machine that has lost its link."""
    machine = yield from seated(bank, "video")
    yield bank.say(machine, LinkLost(source=machine.terminal.source, side="operator"))
    event = bank.last(machine)
    bank.wait(2, 5)
    yield from losing(bank, machine)
    bank.wait(2, 5)
    yield bank.say(machine, LinkRestored(source=machine.terminal.source))
    facts = {"fact": "offline"}
    bank.plant(name, "MQ-INTERDICT", place=machine.place, event=event, facts=facts)


# --- awards ----------------------------------------------------------------------------------


def award(
    bank: Bank, combination: str, *, said_more: int = 0, shown_after: int | None = 2
) -> Telling:
    """Let a machine win a pool."""
    machine = yield from seated(bank, bank.paying)
    guest, table = guest_of(machine), table_of(machine)
    symbol = "ouro" if combination == "grande" else "prata"
    while True:
        stops = table.stops_for([symbol] * 3, bank.rng.randint(1, guest.lines))
        won = table.pays(stops, guest.lines, guest.level, guest.denomination)
        if won.progressives == 1:
            break
    machine.told = bank.next_of(machine)
    yield from bank.progressive(
        machine,
        guest,
        won.wins,
        combination,
        table.window(stops),
        said_more=said_more,
        shown_after=shown_after,
    )


def paying(bank: Bank, name: str) -> bool:
    """Choose the machine that wins; put the fault off where all wait for the desk."""
    machine = fresh(bank, bank.numbered(name), "progressiva")
    if machine is None:
        bank.put_off(name)
        return False
    bank.paying = machine
    return True


def shown_late(bank: Bank, name: str) -> Telling:
    """Show an award on the machines after half a minute (R22)."""
    if not paying(bank, name):
        return
    yield from award(bank, "mini", shown_after=30)
    facts = {"award": bank.award}
    bank.plant(name, "MQ-JP-SIG", place=bank.paying.place, facts=facts)


def never_shown(bank: Bank, name: str) -> Telling:
    """Show an award on no machine."""
    if not paying(bank, name):
        return
    yield from award(bank, "mini", shown_after=None)
    facts = {"award": bank.award}
    bank.plant(name, "MQ-JP-SIG", place=bank.paying.place, facts=facts)


def other_amount(bank: Bank, name: str) -> Telling:
    """Let a machine credit more than the pool holds."""
    if not paying(bank, name):
        return
    yield from award(bank, "mini", said_more=EXTRA)
    machine = bank.paying
    more: dict[str, Any] = {"place": machine.place, "event": machine.told, "due": 0, "paid": EXTRA}
    bank.plant(name, "JP-WINBASIS", **more)
    bank.plant(name, "JP-PAYDIFF", **more)


def paid_short(bank: Bank, name: str) -> Telling:
    """Pay a progressive prize by hand for less than it is."""
    if not paying(bank, name):
        return
    yield from award(bank, "grande")
    machine = bank.paying
    when, _, paid = next(one for one in bank.waiting if one[1] is machine)
    bank.waiting = [one for one in bank.waiting if one[1] is not machine]
    machine.waits = False
    bank.now = max(bank.now, when)
    short: HandPaid = msgspec.structs.replace(paid, amount=paid.amount - EXTRA)
    yield bank.tell(bank.desk, short, machine.place)
    more: dict[str, Any] = {"place": machine.place, "due": 0, "paid": -EXTRA}
    facts = {"fact": "amount", "of": machine.told}
    bank.plant(name, "MQ-HAND", facts=facts, **more)
    bank.plant(name, "JP-PAYDIFF", event=machine.told, **more)
    bank.plant(name, "JP-PAYLATE", event=machine.told, may=True, **more)


def not_said(bank: Bank, name: str) -> Telling:
    """Leave out what a stake added to the pool."""
    machine = next(one for one in bank.machines if one.tells_increments)
    if machine.waits:
        bank.put_off(name)
        return
    yield from seated(bank, machine)
    yield from losing(bank, machine)
    stops, _ = spun(bank, machine)
    yield bank.say(machine, told(bank, machine, stops, ()))
    play, pool = machine.told, machine.levels[-1].name
    yield from losing(bank, machine)
    bank.plant(name, "JP-MISS", event=play, facts={"pool": pool})


def said_wrongly(bank: Bank, name: str) -> Telling:
    """Say that a stake added more than its share."""
    machine = next(one for one in bank.machines if one.tells_increments)
    if machine.waits:
        bank.put_off(name)
        return
    yield from seated(bank, machine)
    yield from losing(bank, machine)
    stops, _ = spun(bank, machine)
    play = told(bank, machine, stops, ())
    yield bank.say(machine, play)
    pool = machine.levels[-1].name
    wrong = JackpotIncrement(
        pool=pool, amount=bank.added(machine, play.stake) + 10, stake=play.stake
    )
    yield bank.say(machine, wrong)
    event = bank.last(machine)
    bank.plant(name, "JP-INC", event=event, facts={"pool": pool}, due=0, paid=10)


COUNTERS: Final = {
    "program-changed": scene(program),
    "configuration-read-unknown": scene(read_configuration),
    "counter-not-read": scene(not_read),
    "counter-of-denomination-not-read": scene(denomination_not_read),
    "counter-fell": scene(fell),
    "memory-cleared-without-readings": scene(cleared),
    "played-on-without-reading": scene(aged),
    "counter-jumped": scene(jumped),
    "gross-revenue-wrong": scene(wrong_revenue),
    "sub-counters-wrong": scene(wrong_sum),
    "balance-wrong": scene(wrong_balance),
    "denominations-not-the-whole": scene(wrong_parts),
    "more-paid-than-the-balance": scene(overdrawn),
    "counter-other-than-events": scene(counter_off),
    "balance-other-than-events": scene(balance_off),
    "raw-won-wrong": scene(cross_won),
    "raw-games-wrong": scene(cross_games),
    "raw-hand-paid-wrong": scene(cross_hand),
    "raw-notes-wrong": scene(cross_notes),
    "notes-missing-in-box": scene(notes_missing),
    "notes-too-many-in-box": scene(notes_over),
    "tickets-missing-in-box": scene(tickets_missing),
    "played-while-interdicted": scene(interdicted),
    "played-with-wrong-counters": scene(own_counters),
    "played-while-offline": scene(offline),
    "award-shown-late": scene(shown_late),
    "award-never-shown": scene(never_shown),
    "award-of-another-amount": scene(other_amount),
    "progressive-paid-short": scene(paid_short),
    "increment-not-said": scene(not_said),
    "increment-wrong": scene(said_wrongly),
}
