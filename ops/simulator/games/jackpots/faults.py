"""Faults of terms, increments, readings and triggers, each on a pool of its own.

Each is a scene that is told beside an occasion's stakes.
"""

from typing import Any, Final

from ledger.events.base import Payload
from ledger.events.jackpots import (
    BaseFunded,
    ControllerRead,
    DisplayRead,
    JackpotIncrement,
    MustHitCommitted,
    MustHitRevealed,
    PoolAdjusted,
    PoolMemberAdded,
    PoolStake,
)
from ledger.events.registry import OpeningDeclared, ParameterSet
from ops.simulator.games.jackpots.books import MILLION, commitment
from ops.simulator.games.jackpots.office import Office
from ops.simulator.parties.fault import scene
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said, Terminal


def name_of(office: Office, letter: str = "f") -> str:
    """Return the name of a pool of this occasion."""
    return f"{office.badge}-{letter}-{office.occasion}"


def act(
    office: Office,
    fault: str,
    code: str,
    payload: Payload,
    *,
    by: Terminal | None = None,
    approved: bool = False,
    **more: Any,
) -> Said:
    """Say a wrong fact, and write down its finding, which the event proves."""
    said = office.say(payload, by, after=(1, 5), approved=approved)
    office.plant(fault, code, **{"event": said.name, **more})
    return said


# --- terms without approval (JP-UNAPP, JP-RATECHG, JP-CEIL) ---------------------------------------


def _pool_without_act(office: Office, fault: str) -> Telling:
    first, *rest = office.fed(name_of(office), act=None)
    assert isinstance(first, Said)
    office.plant(fault, "JP-UNAPP", event=first.name)
    yield first
    yield from rest


def _member_without_act(office: Office, fault: str) -> Telling:
    yield from office.fed(name_of(office))
    member = PoolMemberAdded(pool=name_of(office), member=f"{name_of(office)}-novo")
    yield act(office, fault, "JP-UNAPP", member)


def _rate_without_communication(office: Office, fault: str) -> Telling:
    yield from office.fed(name_of(office))
    rate = ParameterSet(
        scope=name_of(office),
        name="ppm",
        value=50_000,
        since=office.later(3),
        notified=office.now,
    )
    yield act(office, fault, "JP-UNAPP", rate, approved=True)


def _stake_of_stranger(office: Office, fault: str) -> Telling:
    yield from office.fed(name_of(office))
    said = office.stake(name_of(office), f"{name_of(office)}-estranho", 200)
    office.plant(fault, "JP-UNAPP", event=said.name)
    yield said


def _stake_of_no_pool(office: Office, fault: str) -> Telling:
    device = f"{name_of(office)}-m"
    one = PoolStake(pool=name_of(office), device=device, stake=f"{device}:1", amount=200)
    yield act(office, fault, "JP-UNAPP", one, by=office.controller)


def _base_short(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.open(name, f"{name}-m", funded=False)
    yield act(office, fault, "JP-UNAPP", BaseFunded(pool=name, amount=900, funds="operator"))
    office.pools[name].base = 900


def _rate_without_notice(office: Office, fault: str) -> Telling:
    yield from office.fed(name_of(office))
    rate = ParameterSet(
        scope=name_of(office), name="ppm", value=50_000, since=office.later(3), act="comunicacao-9"
    )
    yield act(office, fault, "JP-RATECHG", rate, approved=True)


def _old_rate_applied(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    since = office.later(1)
    yield office.say(
        ParameterSet(
            scope=name,
            name="ppm",
            value=50_000,
            since=since,
            act="comunicacao-9",
            notified=office.now,
        ),
        approved=True,
    )
    office.pools[name].announce(since, 50_000)
    office.terminal.wait(70, 90)
    yield office.stake(name, f"{name}-m", 200)
    told = JackpotIncrement(pool=name, amount=20, stake=200)
    yield act(office, fault, "JP-RATECHG", told, by=office.spare, due=10, paid=20)


def _base_above_ceiling(office: Office, fault: str) -> Telling:
    first, *rest = office.fed(name_of(office), ceiling=900)
    assert isinstance(first, Said)
    office.plant(fault, "JP-CEIL", event=first.name)
    yield first
    yield from rest


def _shown_above_ceiling(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name, ceiling=1_005)
    pool = office.pools[name]
    read = DisplayRead(pool=name, amount=pool.shown + 300, display=f"{name}-d", why="daily")
    due: dict[str, Any] = {"due": pool.shown, "paid": pool.shown + 300}
    yield act(office, fault, "JP-CEIL", read, by=office.display, **due)


def _overflow_lost(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name, ceiling=1_005)
    pool = office.pools[name]
    read = ControllerRead(pool=name, amount=pool.shown, overflow=0)
    yield act(office, fault, "JP-CEIL", read, by=office.spare, due=pool.overflow, paid=0)


# --- increments (JP-INC, JP-DUP, JP-MISS, JP-UNREAS) ----------------------------------------------


def _increment_by_no_rate(office: Office, fault: str) -> Telling:
    yield from office.fed(name_of(office))
    yield office.stake(name_of(office), f"{name_of(office)}-m", 200)
    told = JackpotIncrement(pool=name_of(office), amount=33, stake=200)
    yield act(office, fault, "JP-INC", told, by=office.spare, due=20, paid=33)


def _residue_rounded(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    pool = office.pools[name]
    read = ControllerRead(pool=name, amount=pool.shown, residue=(pool.residue + 1) % MILLION)
    yield act(office, fault, "JP-INC", read, by=office.spare)


def _stake_twice(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    said = office.stake(name, f"{name}-m", 200)
    yield said
    yield act(office, fault, "JP-DUP", said.payload, by=office.controller)


def _stakes_counted_twice(office: Office, fault: str) -> Telling:
    yield from _miscount(office, fault, "JP-DUP", 200)


def _stake_not_counted(office: Office, fault: str) -> Telling:
    yield from _miscount(office, fault, "JP-MISS", -200)


def _miscount(office: Office, fault: str, code: str, off: int) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    pool = office.pools[name]
    yield office.say(ControllerRead(pool=name, amount=pool.shown, staked=pool.staked), office.spare)
    before = pool.staked
    yield office.stake(name, f"{name}-m", 200)
    staked = pool.staked - before
    read = ControllerRead(pool=name, amount=pool.shown, staked=pool.staked + off)
    due: dict[str, Any] = {"due": staked, "paid": staked + off}
    yield act(office, fault, code, read, by=office.spare, **due)


def _void_of_nothing(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    device = f"{name}-m"
    one = PoolStake(pool=name, device=device, stake=f"{device}:99", amount=200, voided=True)
    yield act(office, fault, "JP-MISS", one, by=office.controller)


def _unreasonable_increment(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name, increment_max=40)
    said = office.stake(name, f"{name}-m", 5_000)
    office.plant(fault, "JP-UNREAS", event=said.name, facts={"pool": name})
    yield said


# --- balances and readings (JP-DEC, JP-NEG, JP-DISP, JP-DISP-DEC) ---------------------------------


def _lowered_without_evidence(office: Office, fault: str) -> Telling:
    yield from office.fed(name_of(office))
    lower = PoolAdjusted(pool=name_of(office), component="accumulated", amount=-5, reason="erro")
    yield act(office, fault, "JP-DEC", lower, approved=True)


def _controller_fell(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    shown = office.pools[name].shown
    yield office.say(ControllerRead(pool=name, amount=shown), office.spare)
    read = ControllerRead(pool=name, amount=shown - 30)
    said = act(office, fault, "JP-DEC", read, by=office.spare, due=shown, paid=shown - 30)
    office.plant(fault, "JP-DISP", event=said.name, due=shown, paid=shown - 30)
    yield said


def _negative_increment(office: Office, fault: str) -> Telling:
    yield from office.fed(name_of(office))
    told = JackpotIncrement(pool=name_of(office), amount=-20)
    yield act(office, fault, "JP-DEC", told, by=office.spare)


def _lowered_below_zero(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    lower = PoolAdjusted(
        pool=name,
        component="accumulated",
        amount=-office.pools[name].accumulated - 1,
        reason="avaria",
        evidence="ab" * 32,
    )
    yield act(office, fault, "JP-NEG", lower, approved=True)


def _negative_reserve_read(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    read = ControllerRead(pool=name, amount=office.pools[name].shown, reserve=-1)
    yield act(office, fault, "JP-NEG", read, by=office.spare)


def _negative_opening(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.open(name, f"{name}-m", base=0, funded=False)
    declared = OpeningDeclared(subject="pool", name=name, values={"accumulated": -100})
    # It takes effect where the director agrees, which is what the finding shows.
    yield act(office, fault, "JP-NEG", declared, approved=True, event=None)


def _display_wrong(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    shown = office.pools[name].shown
    read = DisplayRead(pool=name, amount=shown + 700, display=f"{name}-d", why="daily")
    yield act(office, fault, "JP-DISP", read, by=office.display, due=shown, paid=shown + 700)


def _controller_wrong(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    shown = office.pools[name].shown
    read = ControllerRead(pool=name, amount=shown + 700)
    yield act(office, fault, "JP-DISP", read, by=office.spare, due=shown, paid=shown + 700)


def _display_lags_back(office: Office, fault: str) -> Telling:
    """Show, within the latency, what was shown before: the reading falls with nothing won."""
    name = name_of(office)
    yield from office.fed(name)
    pool = office.pools[name]
    old = pool.shown
    yield office.stake(name, f"{name}-m", 300)
    one = DisplayRead(pool=name, amount=pool.shown, display=f"{name}-d", why="daily")
    yield office.say(one, office.display, after=(1, 2))
    read = DisplayRead(pool=name, amount=old, display=f"{name}-d", why="daily")
    yield act(office, fault, "JP-DISP-DEC", read, by=office.display, due=pool.shown, paid=old)


def _display_fell(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    shown = office.pools[name].shown
    one = DisplayRead(pool=name, amount=shown, display=f"{name}-d", why="weekly")
    yield office.say(one, office.display)
    read = DisplayRead(pool=name, amount=shown - 400, display=f"{name}-d", why="weekly")
    off: dict[str, Any] = {"due": shown, "paid": shown - 400}
    said = act(office, fault, "JP-DISP-DEC", read, by=office.display, **off)
    office.plant(fault, "JP-DISP", event=said.name, **off)
    yield said


# --- must-hit (JP-HIT) ----------------------------------------------------------------------------


def _mystery(office: Office, value: int | None, *, stakes: int = 1) -> Telling:
    """Open a pool that must fall between 11.00 and 12.00, with its trigger fixed; feed it."""
    name = name_of(office)
    yield from office.open(name, f"{name}-m", hit_low=1_100, hit_high=1_200)
    if value is not None:
        yield office.say(_committed(name, value), office.controller)
    for _ in range(stakes):
        yield office.stake(name, f"{name}-m", 307)


def _committed(name: str, value: int, low: int = 1_100) -> MustHitCommitted:
    return MustHitCommitted(pool=name, commitment=commitment(value, SALT), low=low, high=1_200)


SALT: Final = "5a" * 32


def _other_range(office: Office, fault: str) -> Telling:
    yield from _mystery(office, None)
    one = _committed(name_of(office), 1_150, low=1_050)
    yield act(office, fault, "JP-HIT", one, by=office.controller)


def _trigger_again(office: Office, fault: str) -> Telling:
    yield from _mystery(office, 1_150)
    yield act(office, fault, "JP-HIT", _committed(name_of(office), 1_160), by=office.controller)


def _other_trigger(office: Office, fault: str) -> Telling:
    """Win rightly, and open a value that is not the one whose hash was fixed."""
    yield from _mystery(office, 1_110, stakes=4)
    won, award = office.claim(name_of(office), None)
    yield won
    one = MustHitRevealed(pool=name_of(office), value=1_111, salt=SALT)
    yield act(office, fault, "JP-HIT", one, by=office.controller)
    yield from office.honour(name_of(office), won, award)


def _trigger_not_reached(office: Office, fault: str) -> Telling:
    """Let the prize fall before its trigger, within the range players are told."""
    yield from _mystery(office, 1_190, stakes=4)
    won, award = office.claim(name_of(office), None)
    yield won
    one = MustHitRevealed(pool=name_of(office), value=1_190, salt=SALT)
    yield act(office, fault, "JP-HIT", one, by=office.controller)
    yield from office.honour(name_of(office), won, award)


def _hit_without_trigger(office: Office, fault: str) -> Telling:
    yield from _mystery(office, None, stakes=4)
    won, award = office.claim(name_of(office), None)
    office.plant(fault, "JP-HIT", event=won.name)
    yield won
    yield from office.honour(name_of(office), won, award)


def _hit_below_range(office: Office, fault: str) -> Telling:
    yield from _mystery(office, 1_150)
    won, award = office.claim(name_of(office), None)
    office.plant(fault, "JP-HIT", event=won.name)
    yield won
    yield from office.honour(name_of(office), won, award)


def _passed(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from _mystery(office, 1_150, stakes=7)
    assert office.pools[name].shown >= 1_200  # the latest
    said = office.stake(name, f"{name}-m", 307)
    office.plant(fault, "JP-HIT", event=said.name, facts={"pool": name})
    yield said


TERMS: Final = {
    "pool-without-act": scene(_pool_without_act),
    "member-without-act": scene(_member_without_act),
    "rate-without-communication": scene(_rate_without_communication),
    "stake-of-stranger": scene(_stake_of_stranger),
    "stake-of-no-pool": scene(_stake_of_no_pool),
    "base-short": scene(_base_short),
    "rate-without-notice": scene(_rate_without_notice),
    "old-rate-applied": scene(_old_rate_applied),
    "base-above-ceiling": scene(_base_above_ceiling),
    "shown-above-ceiling": scene(_shown_above_ceiling),
    "overflow-lost": scene(_overflow_lost),
    "increment-by-no-rate": scene(_increment_by_no_rate),
    "residue-rounded": scene(_residue_rounded),
    "stake-twice": scene(_stake_twice),
    "stakes-counted-twice": scene(_stakes_counted_twice),
    "stake-not-counted": scene(_stake_not_counted),
    "void-of-nothing": scene(_void_of_nothing),
    "unreasonable-increment": scene(_unreasonable_increment),
    "lowered-without-evidence": scene(_lowered_without_evidence),
    "controller-fell": scene(_controller_fell),
    "negative-increment": scene(_negative_increment),
    "lowered-below-zero": scene(_lowered_below_zero),
    "negative-reserve-read": scene(_negative_reserve_read),
    "negative-opening-balance": scene(_negative_opening),
    "display-wrong": scene(_display_wrong),
    "controller-wrong": scene(_controller_wrong),
    "display-lags-back": scene(_display_lags_back),
    "display-fell": scene(_display_fell),
    "other-range-committed": scene(_other_range),
    "trigger-fixed-again": scene(_trigger_again),
    "other-trigger-opened": scene(_other_trigger),
    "trigger-not-reached": scene(_trigger_not_reached),
    "hit-without-trigger": scene(_hit_without_trigger),
    "hit-below-range": scene(_hit_below_range),
    "latest-trigger-passed": scene(_passed),
}
"""Every fault of terms, increments, readings and triggers."""
