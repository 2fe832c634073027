"""Faults of voids, and of play from home: R32 to R39."""

from typing import Any, Final

import msgspec

from ledger.events.machines import (
    AutoplayStarted,
    AutoplayStopped,
    CreditsOut,
    HandPaid,
    PlayVoided,
)
from ledger.events.registry import LinkLost, LinkRestored
from ledger.events.seats import PlayerSessionRestricted
from ops.simulator.games.maquinas import online
from ops.simulator.games.maquinas.bank import Bank
from ops.simulator.games.maquinas.faults.scenes import (
    EXTRA,
    Ready,
    guest_of,
    said,
    seated,
    spun,
    told,
)
from ops.simulator.games.maquinas.machine import Machine
from ops.simulator.parties.fault import scene
from ops.simulator.parties.party import Telling


def at_home(bank: Bank) -> Ready:
    """Let somebody begin a session, with money of his account."""
    machine = bank.server
    if machine.session is not None:
        yield from online.ended(bank, machine, by="player")
    guest = bank.guest(machine)
    guest.lines, guest.level, guest.denomination, guest.bold = 9, 1, 10, 0.0
    guest.plays = max(guest.plays, 3)
    yield from online.started(bank, machine, guest)
    yield from online.account_in(bank, machine, guest)
    return machine


def played(bank: Bank, machine: Machine, **others: Any) -> Telling:
    """Play once at home, and lose."""
    stops, _ = spun(bank, machine)
    play = told(bank, machine, stops, (), **others)
    assert machine.session is not None
    online.count(machine.session, play)
    yield from said(bank, machine, play)


def void(bank: Bank, machine: Machine, play: str, returned: int, **others: Any) -> Telling:
    """Say that a jogada is null."""
    given: dict[str, Any] = {
        "play": play,
        "cause": "avaria",
        "side": "operator",
        "returned": returned,
        "balance": machine.balance,
        **others,
    }
    yield bank.say(machine, PlayVoided(**given))


# --- voids -----------------------------------------------------------------------------------


def known(bank: Bank, name: str) -> Telling:
    """Annul a jogada whose outcome stands in its event (R36)."""
    machine = yield from seated(bank, "video")
    stops, _ = spun(bank, machine)
    yield from said(bank, machine, told(bank, machine, stops, ()))
    stake = guest_of(machine).stake
    machine.credits += stake
    yield from void(bank, machine, machine.told, stake)
    facts = {"play": machine.told}
    bank.plant(name, "VOID-BAD", place=machine.place, facts=facts)


def cashed(bank: Bank, name: str) -> Telling:
    """Annul a jogada whose prize the player has taken home."""
    machine = yield from seated(bank, "video")
    stops, wins = spun(bank, machine, wins_at_least=1)
    while sum(one.amount for one in wins) <= guest_of(machine).stake:
        stops, wins = spun(bank, machine, wins_at_least=1)
    yield from said(bank, machine, told(bank, machine, stops, wins))
    stake, won = guest_of(machine).stake, sum(one.amount for one in wins)
    amount, machine.guest = machine.credits, None
    machine.gives("CCm", amount)
    yield bank.say(machine, CreditsOut(amount=amount, means="machine", balance=machine.balance))
    yield from void(bank, machine, machine.told, stake)
    event = bank.last(machine)
    more: dict[str, Any] = {"place": machine.place, "event": event}
    bank.plant(name, "VOID-BAD", facts={"play": machine.told}, **more)
    facts = {"fact": "cashed", "play": machine.told}
    bank.plant(name, "VOID-BAD", facts=facts, due=won, paid=stake, **more)


def twice(bank: Bank, name: str) -> Telling:
    """Annul a jogada that is null already."""
    machine = yield from seated(bank, "video")
    guest = guest_of(machine)
    play = bank.next_of(machine)
    yield from bank.begun(machine, guest)
    yield from bank.voided(machine, guest, play)
    yield from void(bank, machine, play, guest.stake)
    bank.plant(name, "VOID-BAD", place=machine.place, event=bank.last(machine))


def of_nothing(bank: Bank, name: str) -> Telling:
    """Annul a play that never was."""
    machine = bank.free("progressiva")
    yield from void(bank, machine, f"{machine.terminal.source}:999999999", 100)
    bank.plant(name, "VOID-BAD", place=machine.place, event=bank.last(machine))


def not_refunded(bank: Bank, name: str) -> Telling:
    """Annul a jogada on the floor, and give back less than its stake."""
    machine = yield from seated(bank, "poquer")
    guest = guest_of(machine)
    play = bank.next_of(machine)
    yield from bank.begun(machine, guest)
    yield from bank.voided(machine, guest, play, -5)
    more: dict[str, Any] = {"place": machine.place, "facts": {"play": play}}
    bank.plant(name, "VOID-REFUND", due=guest.stake, paid=guest.stake - 5, **more)


def online_short(bank: Bank, name: str) -> Telling:
    """Annul a jogada played at home, and give back less than its stake (R36)."""
    machine = yield from at_home(bank)
    stake = guest_of(machine).stake
    play = bank.next_of(machine)
    yield from online.unfinished(bank, machine, -5)
    more: dict[str, Any] = {"place": machine.place, "facts": {"play": play}}
    bank.plant(name, "MQ-ONL-VOID", due=stake, paid=stake - 5, **more)


def resumed(bank: Bank, name: str) -> Telling:
    """Annul a jogada though communication came back where it had stopped (R36)."""
    machine = yield from at_home(bank)
    guest, session = guest_of(machine), machine.session
    assert session is not None
    play = bank.next_of(machine)
    yield from bank.begun(machine, guest)
    session.rounds += 1
    yield bank.say(machine, LinkLost(source=machine.terminal.source, side="operator"))
    bank.wait(5, 20)
    yield bank.say(machine, LinkRestored(source=machine.terminal.source, resumed=True))
    yield from bank.voided(machine, guest, play)
    bank.plant(name, "MQ-ONL-VOID", place=machine.place, facts={"play": play})


def players_side(bank: Bank, name: str) -> Telling:
    """Annul a jogada because the player's own network failed (R37)."""
    machine = yield from at_home(bank)
    guest, session = guest_of(machine), machine.session
    assert session is not None
    play = bank.next_of(machine)
    yield from bank.begun(machine, guest)
    session.rounds += 1
    machine.credits += guest.stake
    yield from void(bank, machine, play, guest.stake, side="player", cause="rede")
    bank.plant(name, "VOID-NET", place=machine.place, facts={"play": play})


# --- automatic play --------------------------------------------------------------------------


def automatic(bank: Bank, name: str, limit: int | None, *, stops: bool) -> Telling:
    """Begin an automatic run that may not be."""
    machine = yield from at_home(bank)
    guest = guest_of(machine)
    begun = AutoplayStarted(player=guest.name, plays=limit, cancellable=stops)
    yield bank.say(machine, begun)
    event = bank.last(machine)
    yield from played(bank, machine, autoplay=0)
    yield bank.say(machine, AutoplayStopped(cause="player"))
    bank.plant(name, "MQ-ONL-AUTO", place=machine.place, event=event)


def no_limit(bank: Bank, name: str) -> Telling:
    """Let a machine play by itself without a limit (R32)."""
    yield from automatic(bank, name, None, stops=True)


def no_stop(bank: Bank, name: str) -> Telling:
    """Let a machine play by itself, and give the player no way to stop it."""
    yield from automatic(bank, name, 10, stops=False)


def beyond(bank: Bank, name: str) -> Telling:
    """Let an automatic run go on after its last jogada."""
    machine = yield from at_home(bank)
    begun = AutoplayStarted(player=guest_of(machine).name, plays=2, cancellable=True)
    yield bank.say(machine, begun)
    for left in (1, 0, 0):
        yield from played(bank, machine, autoplay=left)
    event = bank.last(machine)
    yield bank.say(machine, AutoplayStopped(cause="limit"))
    bank.plant(name, "MQ-ONL-AUTO", place=machine.place, event=event)


def never_begun(bank: Bank, name: str) -> Telling:
    """Play by itself without the player's word."""
    if (name, bank.server.place) in bank.today:
        bank.put_off(name)
        return
    bank.today.add((name, bank.server.place))
    machine = yield from at_home(bank)
    yield from played(bank, machine, autoplay=3)
    event = bank.last(machine)
    bank.plant(name, "MQ-ONL-AUTO", place=machine.place, event=event)


# --- prizes ----------------------------------------------------------------------------------


def prize_by_hand(bank: Bank, name: str) -> Telling:
    """Let an online player come for his prize (R33)."""
    machine = yield from at_home(bank)
    stops, _ = spun(bank, machine)
    play = msgspec.structs.replace(told(bank, machine, stops, ()), pam=9_000)
    machine.raw["PAM"] += 9_000
    assert machine.session is not None
    online.count(machine.session, play)
    yield from said(bank, machine, play)
    facts = {"play": machine.told}
    bank.plant(name, "MQ-ONL-PAY", place=machine.place, facts=facts, due=9_000, paid=0)
    bank.wait(60, 200)
    paid = HandPaid(
        category="PAM", amount=9_000, means="transfer", slip=bank.numbered("g"), play=machine.told
    )
    yield bank.tell(bank.desk, paid, machine.place)


def later(bank: Bank, name: str) -> Telling:
    """Credit a prize only with the next jogada."""
    machine = yield from at_home(bank)
    stops, wins = spun(bank, machine, wins_at_least=1)
    prize = sum(one.amount for one in wins)
    play = told(bank, machine, stops, wins)
    assert machine.session is not None
    assert play.balance is not None
    online.count(machine.session, play)
    late = msgspec.structs.replace(play, balance=play.balance - prize)
    yield from said(bank, machine, late)
    event = bank.last(machine)
    yield from played(bank, machine)
    more: dict[str, Any] = {"place": machine.place, "event": event}
    bank.plant(name, "MQ-ONL-PAY", due=prize, paid=0, **more)


# --- sessions --------------------------------------------------------------------------------


def unwarned(bank: Bank, name: str) -> Telling:
    """End a session without an alarm before (R38)."""
    machine = yield from at_home(bank)
    yield from played(bank, machine)
    yield from online.ended(bank, machine, by="operator", warned=False)
    bank.plant(name, "MQ-ONL-ALARM", place=machine.place, event=bank.last(machine))


def no_ground(bank: Bank, name: str) -> Telling:
    """End the session of somebody who wins too much (R35)."""
    machine = yield from at_home(bank)
    yield from played(bank, machine)
    yield from online.ended(bank, machine, by="operator", cause="ganha_demais")
    bank.plant(name, "ONL-EXCL", place=machine.place, event=bank.last(machine))


def too_early(bank: Bank, name: str) -> Telling:
    """End a session as idle in half the time that its player was told (R35)."""
    machine = yield from at_home(bank)
    yield from played(bank, machine)
    yield from online.ended(bank, machine, by="operator", idle=0)
    bank.plant(name, "ONL-EXCL", place=machine.place, event=bank.last(machine))


def undiagnosed(bank: Bank, name: str) -> Telling:
    """Restrict a player without an accredited diagnosis (R35)."""
    machine = yield from at_home(bank)
    session = machine.session
    assert session is not None
    told_so = PlayerSessionRestricted(
        player=guest_of(machine).name, session=session.name, cause="ganha_demais"
    )
    yield bank.say(machine, told_so)
    bank.plant(name, "ONL-EXCL", place=machine.place, event=bank.last(machine))


def forgotten(bank: Bank, name: str) -> Telling:
    """Leave a jogada out of what the player can look up (R34)."""
    machine = yield from at_home(bank)
    for _ in range(3):
        yield from played(bank, machine)
    yield from online.ended(bank, machine, forgotten=1)
    bank.plant(name, "ONL-HIST", place=machine.place, event=bank.last(machine))


def demo(bank: Bank, name: str) -> Telling:
    """Give a prize for play without money (R39)."""
    machine = yield from at_home(bank)
    guest = guest_of(machine)
    yield bank.say(machine, online.demo_play(bank, machine, guest, EXTRA))
    facts = {"play": bank.last(machine)}
    bank.plant(name, "ONL-DEMO", place=machine.place, facts=facts)


ONLINE: Final = {
    "void-of-known-outcome": scene(known),
    "void-of-cashed-win": scene(cashed),
    "void-twice": scene(twice),
    "void-of-no-play": scene(of_nothing),
    "void-not-refunded": scene(not_refunded),
    "online-void-not-refunded": scene(online_short),
    "online-void-although-resumed": scene(resumed),
    "online-void-for-players-network": scene(players_side),
    "automatic-without-limit": scene(no_limit),
    "automatic-without-stop": scene(no_stop),
    "automatic-beyond-limit": scene(beyond),
    "automatic-never-begun": scene(never_begun),
    "online-prize-by-hand": scene(prize_by_hand),
    "online-prize-credited-later": scene(later),
    "session-ended-unwarned": scene(unwarned),
    "session-ended-without-ground": scene(no_ground),
    "session-ended-early": scene(too_early),
    "restricted-without-diagnosis": scene(undiagnosed),
    "history-incomplete": scene(forgotten),
    "demonstration-pays": scene(demo),
}
