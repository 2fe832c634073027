"""Play from home at a machine's server: sessions, accounts, automatic runs, lost links, voids.

Rules: online.md; MÁQ R26-R40.
"""

from typing import Final

from ledger.events.machines import (
    AutoplayStarted,
    AutoplayStopped,
    CreditsIn,
    CreditsOut,
    Play,
)
from ledger.events.registry import LinkLost, LinkRestored
from ledger.events.seats import (
    PlayerSessionEnded,
    PlayerSessionRestricted,
    PlayerSessionStarted,
    PlayerSessionWarned,
)
from ops.simulator.games.maquinas.bank import Bank
from ops.simulator.games.maquinas.machine import Guest, Machine, Session
from ops.simulator.parties.terminal import Telling

IDLE: Final = 60
"""Seconds after which the operator may end a session."""


def occasion(bank: Bank, machine: Machine) -> Telling:
    """Let the player of a server play once; who is not there comes."""
    guest = machine.guest or bank.guest(machine)
    if machine.session is None:
        if bank.chance(12):
            yield from demonstration(bank, machine, guest)
        yield from started(bank, machine, guest)
    if machine.credits < guest.stake:
        yield from account_in(bank, machine, guest)
    if bank.chance(30):
        yield from player_lost(bank, machine, guest)
    yield from play(bank, machine)
    guest.plays -= 1
    if guest.plays <= 0:
        yield from ended(bank, machine)


def started(bank: Bank, machine: Machine, guest: Guest) -> Telling:
    """Begin a session."""
    session = Session(name=bank.numbered("sessao"))
    machine.session = session
    told = PlayerSessionStarted(
        player=guest.name, session=session.name, game="maquinas", idle_seconds=IDLE
    )
    yield bank.say(machine, told)
    if bank.chance(10):
        restricted = PlayerSessionRestricted(
            player=guest.name, session=session.name, cause="jogo_responsavel", diagnosis="d1" * 32
        )
        yield bank.say(machine, restricted)


def account_in(bank: Bank, machine: Machine, guest: Guest) -> Telling:
    """Bring money from the player's account."""
    amount = max(guest.stake * 20, 2_000)
    machine.takes("DEc", amount)
    told = CreditsIn(amount=amount, means="account", player=guest.name, balance=machine.balance)
    yield bank.say(machine, told)


def play(bank: Bank, machine: Machine) -> Telling:
    """Play once, by itself or by hand; the run is begun and ended, the session counts."""
    guest, session = machine.guest, machine.session
    assert guest is not None
    assert session is not None
    if session.auto is None and bank.chance(25):
        session.auto = bank.rng.randint(3, 12)
        limit = AutoplayStarted(player=guest.name, plays=session.auto, cancellable=True)
        yield bank.say(machine, limit)
    if session.auto is not None:
        session.auto -= 1
    for one in bank.jogada(machine):
        payload = getattr(one, "payload", None)
        if isinstance(payload, Play):
            count(session, payload)
        yield one
    if session.auto is not None and (session.auto == 0 or bank.chance(20)):
        cause = "limit" if session.auto == 0 else "player"
        session.auto = None
        yield bank.say(machine, AutoplayStopped(cause=cause))


def count(session: Session, told: Play) -> None:
    """Count a jogada in the session's history."""
    session.rounds += 1
    session.staked += told.stake + sum(one.stake for one in told.complementary)
    session.won += told.cg + told.pa


def player_lost(bank: Bank, machine: Machine, guest: Guest) -> Telling:
    """Let the player's own network fail and come back; what was played stands (R37)."""
    lost = LinkLost(player=guest.name, side="player", cause="rede")
    yield bank.say(machine, lost)
    name = bank.last(machine)
    bank.wait(3, 20)
    yield bank.say(machine, LinkRestored(lost=name, player=guest.name, resumed=True))


def unfinished(bank: Bank, machine: Machine, off: int = 0) -> Telling:
    """Let the operator's system fail within a jogada: null, the stake goes back (R36)."""
    guest, session = machine.guest, machine.session
    assert guest is not None
    assert session is not None
    if machine.credits < guest.stake:
        yield from account_in(bank, machine, guest)
    name = bank.next_of(machine)
    yield from bank.begun(machine, guest)
    session.rounds += 1
    session.staked += guest.stake
    yield bank.say(machine, LinkLost(source=machine.terminal.source, side="operator"))
    bank.wait(10, 60)
    yield bank.say(machine, LinkRestored(source=machine.terminal.source))
    yield from bank.voided(machine, guest, name, off)
    session.staked -= guest.stake


def demonstration(bank: Bank, machine: Machine, guest: Guest) -> Telling:
    """Play without money: it moves nothing."""
    table = machine.make.table
    assert table is not None
    session = bank.numbered("demo")
    told = PlayerSessionStarted(player=guest.name, session=session, game="maquinas", demo=True)
    yield bank.say(machine, told)
    for _ in range(bank.rng.randint(1, 4)):
        bank.wait(2, 5)
        yield bank.say(machine, demo_play(bank, machine, guest))
    over = PlayerSessionEnded(player=guest.name, session=session, by="player", cause="own")
    yield bank.say(machine, over)


def demo_play(bank: Bank, machine: Machine, guest: Guest, pa: int = 0) -> Play:
    """Return a jogada of demonstration."""
    table = machine.make.table
    assert table is not None
    stops = table.spin(bank.rng)
    won = table.pays(stops, guest.lines, guest.level, guest.denomination)
    return Play(
        stake=guest.stake,
        denomination=guest.denomination,
        configuration=machine.configuration,
        paytable=machine.make.paytable,
        mode="demo",
        player=guest.name,
        lines=guest.lines,
        stops=stops,
        wins=won.wins,
        cg=won.total,
        pa=pa,
    )


def ended(
    bank: Bank,
    machine: Machine,
    *,
    by: str | None = None,
    cause: str = "idle",
    warned: bool = True,
    idle: int = IDLE,
    forgotten: int = 0,
) -> Telling:
    """End a session: the player goes with all he has, or the operator ends it after a warning.

    The operator waits for ``idle`` seconds without a jogada, and some more.
    """
    guest, session = machine.guest, machine.session
    assert guest is not None
    assert session is not None
    machine.guest = machine.session = None
    if session.auto is not None:
        yield bank.say(machine, AutoplayStopped(cause="session"))
    by = by or ("operator" if bank.chance(5) else "player")
    if by == "operator" and warned:
        told = PlayerSessionWarned(player=guest.name, session=session.name, cause=cause)
        yield bank.say(machine, told)
    if by == "operator":
        bank.wait(idle + 1, idle + 30)
    if machine.credits > 0:
        amount = machine.credits
        machine.gives("CCc", amount)
        out = CreditsOut(amount=amount, means="account", player=guest.name, balance=machine.balance)
        yield bank.say(machine, out)
    over = PlayerSessionEnded(
        player=guest.name,
        session=session.name,
        by=by,
        cause=cause if by == "operator" else "own",
        rounds=session.rounds,
        staked=session.staked,
        won=session.won,
        history=session.rounds - forgotten,
    )
    yield bank.say(machine, over)
