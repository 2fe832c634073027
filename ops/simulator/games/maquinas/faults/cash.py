"""Faults of the desk: bilhetes codificados and payments by hand (R12, R15)."""

from collections.abc import Generator
from datetime import timedelta
from typing import Any, Final

import msgspec

from ledger.events.machines import (
    HandPaid,
    TicketIssued,
    TicketPaid,
    TicketRedeemed,
)
from ops.simulator.games.maquinas.bank import Bank
from ops.simulator.games.maquinas.faults.scenes import EXTRA, Ready, said, seated, spun, told
from ops.simulator.games.maquinas.machine import Machine
from ops.simulator.parties.fault import scene
from ops.simulator.parties.terminal import Telling, Told, instant


def printed(
    bank: Bank, *, until: str | None = None
) -> Generator[Told, None, tuple[Machine, str, int]]:
    """Let a machine print a ticket that somebody keeps; return where, its number and its value."""
    machine = yield from seated(bank, "video", money=5_000)
    amount = machine.credits
    machine.gives("BP", amount)
    ticket = bank.numbered("b")
    machine.guest = None
    yield bank.say(
        machine, TicketIssued(ticket=ticket, amount=amount, until=until, balance=machine.balance)
    )
    return machine, ticket, amount


def at_desk(bank: Bank, ticket: str, amount: int) -> Telling:
    """Let the desk pay a ticket."""
    paid = TicketPaid(ticket=ticket, amount=amount, cashier=f"{bank.badge}-caixa-1")
    yield bank.tell(bank.desk, paid, f"{bank.where.place}-CX")


def into(bank: Bank, make: str, ticket: str, amount: int) -> Ready:
    """Let somebody put a ticket into a machine."""
    machine = bank.free(make)
    machine.takes("BE", amount)
    taken = TicketRedeemed(ticket=ticket, amount=amount, balance=machine.balance)
    yield bank.say(machine, taken)
    return machine


def ticket_fault(
    bank: Bank,
    name: str,
    fact: str,
    ticket: str,
    due: int | None = None,
    paid: int | None = None,
) -> None:
    """Write down what is wrong with a ticket."""
    bank.plant(name, "MQ-TICKET", facts={"fact": fact, "ticket": ticket}, due=due, paid=paid)


def paid_twice(bank: Bank, name: str) -> Telling:
    """Pay a ticket at the desk, and again (R12)."""
    _, ticket, amount = yield from printed(bank)
    yield from at_desk(bank, ticket, amount)
    bank.wait(30, 60)
    yield from at_desk(bank, ticket, amount)
    ticket_fault(bank, name, "taken_twice", ticket, 0, amount)


def taken_after(bank: Bank, name: str) -> Telling:
    """Take a ticket at a machine that the desk has paid."""
    _, ticket, amount = yield from printed(bank)
    yield from at_desk(bank, ticket, amount)
    yield from into(bank, "poquer", ticket, amount)
    ticket_fault(bank, name, "taken_twice", ticket, 0, amount)


def unknown_ticket(bank: Bank, name: str) -> Telling:
    """Take a ticket that no machine printed."""
    ticket = bank.numbered("falso")
    if bank.chance(2):
        yield from into(bank, "progressiva", ticket, 5_000)
    else:
        yield from at_desk(bank, ticket, 5_000)
    ticket_fault(bank, name, "unknown", ticket)


def altered(bank: Bank, name: str) -> Telling:
    """Pay more, or less, than the ticket says."""
    _, ticket, amount = yield from printed(bank)
    paid = amount + bank.rng.choice((-EXTRA, EXTRA))
    yield from at_desk(bank, ticket, paid)
    ticket_fault(bank, name, "altered", ticket, amount, paid)


def old_ticket(bank: Bank, name: str) -> Telling:
    """Pay a ticket after its last instant."""
    until = instant(bank.now + timedelta(seconds=30))
    _, ticket, amount = yield from printed(bank, until=until)
    bank.wait(40, 90)
    yield from at_desk(bank, ticket, amount)
    ticket_fault(bank, name, "expired", ticket)


def issued_twice(bank: Bank, name: str) -> Telling:
    """Print one number on two tickets."""
    _, ticket, amount = yield from printed(bank)
    machine = yield from seated(bank, "poquer", money=5_000)
    machine.guest = None
    out = machine.credits
    machine.gives("BP", out)
    again = TicketIssued(ticket=ticket, amount=out, balance=machine.balance)
    yield bank.say(machine, again)
    yield from at_desk(bank, ticket, amount)
    ticket_fault(bank, name, "issued_twice", ticket)


# --- hand payments ---------------------------------------------------------------------------


def by_hand(bank: Bank, *, owed: int, paid: int, times: int = 1, **others: Any) -> Ready:
    """Let a jogada win a prize that the desk pays: right or wrong."""
    machine = yield from seated(bank, "video")
    stops, _ = spun(bank, machine)
    play = told(bank, machine, stops, ())
    if owed:
        machine.raw["PAM"] += owed
        machine.games_won += 1
        machine.games_lost -= 1
        play = msgspec.structs.replace(play, pam=owed)
    yield from said(bank, machine, play)
    bank.wait(20, 60)
    for _ in range(times):
        given: dict[str, Any] = {
            "category": "PAM",
            "amount": paid,
            "means": "cash",
            "slip": bank.numbered("g"),
            "play": machine.told,
            "cashier": f"{bank.badge}-caixa-1",
            **others,
        }
        yield bank.tell(bank.desk, HandPaid(**given), machine.place)
    return machine


def hand_fault(
    bank: Bank,
    machine: Machine,
    name: str,
    fact: str,
    due: int | None = None,
    paid: int | None = None,
) -> None:
    """Write down what is wrong with a hand payment."""
    facts = {"fact": fact, "of": machine.told}
    bank.plant(name, "MQ-HAND", place=machine.place, facts=facts, due=due, paid=paid)


def no_slip(bank: Bank, name: str) -> Telling:
    """Pay by hand without guia or bilhete codificado (R12)."""
    machine = yield from by_hand(bank, owed=9_000, paid=9_000, slip=None)
    hand_fault(bank, machine, name, "slip")


def in_chips(bank: Bank, name: str) -> Telling:
    """Pay by hand in chips, which is none of the lawful means."""
    machine = yield from by_hand(bank, owed=9_000, paid=9_000, means="chips")
    hand_fault(bank, machine, name, "means")


def too_high(bank: Bank, name: str) -> Telling:
    """Pay more by hand than the machine's register says (R15)."""
    machine = yield from by_hand(bank, owed=9_000, paid=9_000 + EXTRA)
    hand_fault(bank, machine, name, "amount", 9_000, 9_000 + EXTRA)


def too_low(bank: Bank, name: str) -> Telling:
    """Pay less by hand than the machine's register says."""
    machine = yield from by_hand(bank, owed=9_000, paid=9_000 - EXTRA)
    hand_fault(bank, machine, name, "amount", 9_000, 9_000 - EXTRA)


def hand_twice(bank: Bank, name: str) -> Telling:
    """Pay one prize by two slips."""
    machine = yield from by_hand(bank, owed=9_000, paid=9_000, times=2)
    hand_fault(bank, machine, name, "amount", 9_000, 18_000)


def no_prize(bank: Bank, name: str) -> Telling:
    """Pay a prize by hand that no jogada won."""
    machine = yield from by_hand(bank, owed=0, paid=9_000)
    hand_fault(bank, machine, name, "amount", 0, 9_000)


def cancelled_without(bank: Bank, name: str) -> Telling:
    """Pay the credits on a machine by hand, without a slip."""
    machine = yield from seated(bank, "progressiva")
    amount = machine.credits
    machine.guest = None
    machine.gives("CCM", amount)
    paid = HandPaid(category="CCM", amount=amount, means="cash", balance=machine.balance)
    yield bank.tell(bank.desk, paid, machine.place)
    event = f"{bank.desk.source}:{bank.desk.seq}"
    bank.plant(name, "MQ-HAND", place=machine.place, event=event, facts={"fact": "slip"})


# --- one hand (S8, S10) ----------------------------------------------------------------------


def hand_in_one(bank: Bank, machine: Machine, name: str, *parts: str) -> None:
    """Write down that one person plays two parts around the payment that was told last."""
    event = f"{bank.desk.source}:{bank.desk.seq}"
    facts = {"parts": [*parts], "effect": True}
    bank.plant(name, "OP-ACCESS", place=machine.place, event=event, facts=facts)


def paid_by_technician(bank: Bank, name: str) -> Telling:
    """Let who installed a machine pay its prize: the money is out."""
    machine = yield from by_hand(bank, owed=9_000, paid=9_000, cashier=bank.staff.source)
    hand_in_one(bank, machine, name, "configured", "prize paid")


def paid_and_watched(bank: Bank, name: str) -> Telling:
    """Let one cashier pay a prize and watch."""
    cashier = f"{bank.badge}-caixa-2"
    machine = yield from by_hand(bank, owed=9_000, paid=9_000, cashier=cashier, witness=cashier)
    hand_in_one(bank, machine, name, "paid out", "witnessed")


CASH: Final = {
    "ticket-paid-twice": scene(paid_twice),
    "paid-ticket-taken-by-machine": scene(taken_after),
    "ticket-unknown": scene(unknown_ticket),
    "ticket-altered": scene(altered),
    "ticket-expired": scene(old_ticket),
    "ticket-issued-twice": scene(issued_twice),
    "hand-payment-without-slip": scene(no_slip),
    "hand-payment-in-chips": scene(in_chips),
    "hand-payment-too-high": scene(too_high),
    "hand-payment-too-low": scene(too_low),
    "hand-payment-twice": scene(hand_twice),
    "hand-payment-of-no-prize": scene(no_prize),
    "cancelled-without-slip": scene(cancelled_without),
    "hand-payment-by-technician": scene(paid_by_technician),
    "hand-payment-watched-by-payer": scene(paid_and_watched),
}
