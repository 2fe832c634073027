"""Scenes for faults at a bank of machines: people sit down, reels stop, machines tell of it."""

from collections.abc import Generator
from typing import Any, Final

from ledger.events.base import Payload
from ledger.events.machines import ComplementaryBet, LineWin, Play
from ops.simulator.games.maquinas.bank import Bank
from ops.simulator.games.maquinas.machine import Guest, Machine
from ops.simulator.games.maquinas.paytables import Table
from ops.simulator.parties.terminal import Telling, Told

Ready = Generator[Told, None, Machine]
EXTRA: Final = 300
"""Cents too much or too little, where it does not matter how many."""


def fresh(bank: Bank, name: str, *makes: str) -> Machine | None:
    """Return a machine where the fault was not made today: what is wrong all day is found once.

    None, and the fault is put off, where there is none.
    """
    machines = [
        one
        for one in bank.machines
        if one.make.name in makes
        and not one.waits
        and not one.online
        and (name, one.place) not in bank.today
    ]
    if not machines:
        bank.put_off(name)
        return None
    machine = bank.rng.choice(machines)
    bank.today.add((name, machine.place))
    return machine


def seated(bank: Bank, at: str | Machine, *, money: int = 20_000, level: int = 1) -> Ready:
    """Let somebody new sit down, with money, at a machine; all lines are played."""
    machine = bank.free(at) if isinstance(at, str) else at
    if machine.guest is not None:
        yield from bank.leave(machine)
    table = machine.make.table
    machine.guest = Guest(
        name=bank.numbered("jogador"),
        plays=1,
        denomination=machine.make.denominations[0],
        lines=1 if table is None else len(table.sheet.lines),
        level=level,
        pocket=0,
        bold=0.0,
    )
    while machine.credits < money:
        yield from bank.note_in(machine, 10_000)
    return machine


def guest_of(machine: Machine) -> Guest:
    """Return who sits there."""
    assert machine.guest is not None
    return machine.guest


def table_of(machine: Machine) -> Table:
    """Return a machine's pay table."""
    assert machine.make.table is not None
    return machine.make.table


def spun(
    bank: Bank,
    machine: Machine,
    *,
    wins_at_least: int = 0,
    scatter: bool = False,
    several: bool = False,
) -> tuple[tuple[int, ...], tuple[LineWin, ...]]:
    """Return stops and what they win: nothing, or at least so many wins, no progressive prize."""
    table, guest = table_of(machine), guest_of(machine)
    while True:
        stops = table.spin(bank.rng)
        won = table.pays(stops, guest.lines, guest.level, guest.denomination)
        if won.progressive is not None or won.total >= EXTRA * 100:
            continue
        if scatter != any(one.line == 0 for one in won.wins):
            continue
        if several and len(won.wins) < 2:  # more than one
            continue
        if bool(won.wins) == bool(wins_at_least):
            return stops, won.wins


def told(
    bank: Bank,
    machine: Machine,
    stops: tuple[int, ...],
    wins: tuple[LineWin, ...],
    cg: int | None = None,
    **others: Any,
) -> Play:
    """Count a jogada as the machine tells it, right or wrong, and return its words."""
    guest = guest_of(machine)
    credited = sum(one.amount for one in wins) if cg is None else cg
    stake = others.pop("stake", guest.stake)
    denomination = others.pop("denomination", guest.denomination)
    complementary: tuple[ComplementaryBet, ...] = others.get("complementary", ())
    aside = sum(one.stake for one in complementary)
    machine.played(denomination, stake + aside, credited, ())
    machine.told = bank.next_of(machine)
    for level in machine.levels:
        level.feed(stake)
    shows = machine.make.shows
    given: dict[str, Any] = {
        "configuration": machine.configuration,
        "paytable": machine.make.paytable,
        "lines": guest.lines,
        "stops": stops if shows != "symbols" else (),
        "symbols": table_of(machine).window(stops) if stops and shows != "stops" else (),
        "mode": "exclusive" if machine.online else "physical",
        "player": guest.name if machine.online else None,
        **others,
    }
    return Play(
        stake=stake,
        denomination=denomination,
        wins=wins,
        cg=credited,
        balance=machine.balance,
        **given,
    )


def said(bank: Bank, machine: Machine, payload: Payload) -> Telling:
    """Say a jogada, and what it added to the pool where the machine says so."""
    yield bank.say(machine, payload)
    if isinstance(payload, Play):
        yield from bank.increments(machine, payload.stake)
