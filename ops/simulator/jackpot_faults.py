"""What is done wrongly in the office of the pools, each time on a pool of its own.

``COURSES`` has what is done beside an occasion's stakes; ``OF_CLOSE`` are of the day's close.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ledger.events.base import Payload
from ledger.events.jackpots import (
    AwardVerified,
    BaseFunded,
    Combination,
    ControllerRead,
    DisplayRead,
    InterCasinoSettled,
    JackpotIncrement,
    JackpotWon,
    MustHitCommitted,
    MustHitRevealed,
    PoolAdjusted,
    PoolExtinguished,
    PoolMemberAdded,
    PoolMemberRemoved,
    PoolStake,
)
from ledger.events.registry import OpeningDeclared, ParameterSet
from ops.simulator.jackpot_books import MILLION, Held, commitment, divided
from ops.simulator.party import Telling
from ops.simulator.terminal import Said, Terminal

if TYPE_CHECKING:
    from ops.simulator.jackpots import Jackpots

Course = Callable[["Jackpots", str], Telling]
PART: Final = Combination(name="parcial", ppm=100_000)
OF_TWO: Final = (Combination(name="grande", ppm=MILLION), PART)
COURSES: dict[str, Course] = {}
"""Fault to what is done."""


def course(fault: str) -> Callable[[Course], Course]:
    """Let a function be what is done for a fault."""

    def keep(one: Course) -> Course:
        COURSES[fault] = one
        return one

    return keep


def _name(office: "Jackpots", letter: str = "f") -> str:
    return f"{office.badge}-{letter}-{office.occasion}"


def _act(
    office: "Jackpots",
    fault: str,
    code: str,
    payload: Payload,
    *,
    by: Terminal | None = None,
    approved: bool = False,
    **more: Any,
) -> Said:
    """Say what is wrong, and write down its finding, which the event proves."""
    said = office.say(payload, by, after=(1, 5), approved=approved)
    office.plant(fault, code, event=said.name, **more)
    return said


# --- terms without approval (JP-UNAPP, JP-RATECHG, JP-CEIL) ---------------------------------------


@course("pool-without-act")
def _pool_without_act(office: "Jackpots", fault: str) -> Telling:
    first, *rest = office.fed(_name(office), act=None)
    assert isinstance(first, Said)
    office.plant(fault, "JP-UNAPP", event=first.name)
    yield first
    yield from rest


@course("member-without-act")
def _member_without_act(office: "Jackpots", fault: str) -> Telling:
    yield from office.fed(_name(office))
    member = PoolMemberAdded(pool=_name(office), member=f"{_name(office)}-novo")
    yield _act(office, fault, "JP-UNAPP", member)


@course("ceiling-without-act")
def _ceiling_without_act(office: "Jackpots", fault: str) -> Telling:
    yield from office.fed(_name(office))
    yield _act(
        office,
        fault,
        "JP-UNAPP",
        ParameterSet(scope=_name(office), name="ceiling", value=90_000, since=office.later(3)),
        approved=True,
    )


@course("stake-of-stranger")
def _stake_of_stranger(office: "Jackpots", fault: str) -> Telling:
    yield from office.fed(_name(office))
    said = office.stake(_name(office), f"{_name(office)}-estranho", 200)
    office.plant(fault, "JP-UNAPP", event=said.name)
    yield said


@course("stake-of-no-pool")
def _stake_of_no_pool(office: "Jackpots", fault: str) -> Telling:
    device = f"{_name(office)}-m"
    one = PoolStake(pool=_name(office), device=device, stake=f"{device}:1", amount=200)
    yield _act(office, fault, "JP-UNAPP", one, by=office.controller)


@course("base-short")
def _base_short(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.open(name, f"{name}-m", funded=False)
    yield _act(office, fault, "JP-UNAPP", BaseFunded(pool=name, amount=900, funds="operator"))
    office.pools[name].base = 900


@course("rate-without-notice")
def _rate_without_notice(office: "Jackpots", fault: str) -> Telling:
    yield from office.fed(_name(office))
    rate = ParameterSet(
        scope=_name(office), name="ppm", value=50_000, since=office.later(3), act="comunicacao-9"
    )
    yield _act(office, fault, "JP-RATECHG", rate, approved=True)


@course("old-rate-applied")
def _old_rate_applied(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
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
    office.pools[name].rates.append((since, 50_000))
    office.terminal.wait(70, 90)
    yield office.stake(name, f"{name}-m", 200)
    told = JackpotIncrement(pool=name, amount=20, stake=200)
    yield _act(office, fault, "JP-RATECHG", told, by=office.spare, due=10, paid=20)


@course("base-above-ceiling")
def _base_above_ceiling(office: "Jackpots", fault: str) -> Telling:
    first, *rest = office.fed(_name(office), ceiling=900)
    assert isinstance(first, Said)
    office.plant(fault, "JP-CEIL", event=first.name)
    yield first
    yield from rest


@course("shown-above-ceiling")
def _shown_above_ceiling(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name, ceiling=1_005)
    pool = office.pools[name]
    read = DisplayRead(pool=name, amount=pool.shown + 300, display=f"{name}-d", why="daily")
    due: dict[str, Any] = {"due": pool.shown, "paid": pool.shown + 300}
    yield _act(office, fault, "JP-CEIL", read, by=office.display, **due)


@course("overflow-lost")
def _overflow_lost(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name, ceiling=1_005)
    pool = office.pools[name]
    read = ControllerRead(pool=name, amount=pool.shown, overflow=0)
    yield _act(office, fault, "JP-CEIL", read, by=office.spare, due=pool.overflow, paid=0)


# --- increments (JP-INC, JP-DUP, JP-MISS, JP-UNREAS) ----------------------------------------------


@course("increment-by-no-rate")
def _increment_by_no_rate(office: "Jackpots", fault: str) -> Telling:
    yield from office.fed(_name(office))
    yield office.stake(_name(office), f"{_name(office)}-m", 200)
    told = JackpotIncrement(pool=_name(office), amount=33, stake=200)
    yield _act(office, fault, "JP-INC", told, by=office.spare, due=20, paid=33)


@course("residue-rounded")
def _residue_rounded(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name)
    pool = office.pools[name]
    read = ControllerRead(pool=name, amount=pool.shown, residue=(pool.residue + 1) % MILLION)
    yield _act(office, fault, "JP-INC", read, by=office.spare)


@course("stake-twice")
def _stake_twice(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name)
    said = office.stake(name, f"{name}-m", 200)
    yield said
    yield _act(office, fault, "JP-DUP", said.payload, by=office.controller)


@course("stakes-counted-twice")
def _stakes_counted_twice(office: "Jackpots", fault: str) -> Telling:
    yield from _miscount(office, fault, "JP-DUP", 200)


@course("stake-not-counted")
def _stake_not_counted(office: "Jackpots", fault: str) -> Telling:
    yield from _miscount(office, fault, "JP-MISS", -200)


def _miscount(office: "Jackpots", fault: str, code: str, off: int) -> Telling:
    name = _name(office)
    yield from office.fed(name)
    pool = office.pools[name]
    yield office.say(ControllerRead(pool=name, amount=pool.shown, staked=pool.staked), office.spare)
    before = pool.staked
    yield office.stake(name, f"{name}-m", 200)
    staked = pool.staked - before
    read = ControllerRead(pool=name, amount=pool.shown, staked=pool.staked + off)
    due: dict[str, Any] = {"due": staked, "paid": staked + off}
    yield _act(office, fault, code, read, by=office.spare, **due)


@course("void-of-nothing")
def _void_of_nothing(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name)
    device = f"{name}-m"
    one = PoolStake(pool=name, device=device, stake=f"{device}:99", amount=200, voided=True)
    yield _act(office, fault, "JP-MISS", one, by=office.controller)


@course("unreasonable-increment")
def _unreasonable_increment(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name, increment_max=40)
    said = office.stake(name, f"{name}-m", 5_000)
    office.plant(fault, "JP-UNREAS", event=said.name, facts={"pool": name})
    yield said


# --- balances and readings (JP-DEC, JP-NEG, JP-DISP, JP-DISP-DEC) ---------------------------------


@course("lowered-without-evidence")
def _lowered_without_evidence(office: "Jackpots", fault: str) -> Telling:
    yield from office.fed(_name(office))
    lower = PoolAdjusted(pool=_name(office), component="accumulated", amount=-5, reason="erro")
    yield _act(office, fault, "JP-DEC", lower, approved=True)


@course("controller-fell")
def _controller_fell(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name)
    shown = office.pools[name].shown
    yield office.say(ControllerRead(pool=name, amount=shown), office.spare)
    read = ControllerRead(pool=name, amount=shown - 30)
    said = _act(office, fault, "JP-DEC", read, by=office.spare, due=shown, paid=shown - 30)
    office.plant(fault, "JP-DISP", event=said.name, due=shown, paid=shown - 30)
    yield said


@course("negative-increment")
def _negative_increment(office: "Jackpots", fault: str) -> Telling:
    yield from office.fed(_name(office))
    told = JackpotIncrement(pool=_name(office), amount=-20)
    yield _act(office, fault, "JP-DEC", told, by=office.spare)


@course("lowered-below-zero")
def _lowered_below_zero(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name)
    lower = PoolAdjusted(
        pool=name,
        component="accumulated",
        amount=-office.pools[name].accumulated - 1,
        reason="avaria",
        evidence="ab" * 32,
    )
    yield _act(office, fault, "JP-NEG", lower, approved=True)


@course("negative-reserve-read")
def _negative_reserve_read(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name)
    read = ControllerRead(pool=name, amount=office.pools[name].shown, reserve=-1)
    yield _act(office, fault, "JP-NEG", read, by=office.spare)


@course("negative-opening-balance")
def _negative_opening(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.open(name, f"{name}-m", base=0, funded=False)
    declared = OpeningDeclared(subject="pool", name=name, values={"accumulated": -100})
    yield _act(office, fault, "JP-NEG", declared)


@course("display-wrong")
def _display_wrong(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name)
    shown = office.pools[name].shown
    read = DisplayRead(pool=name, amount=shown + 700, display=f"{name}-d", why="daily")
    yield _act(office, fault, "JP-DISP", read, by=office.display, due=shown, paid=shown + 700)


@course("controller-wrong")
def _controller_wrong(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name)
    shown = office.pools[name].shown
    read = ControllerRead(pool=name, amount=shown + 700)
    yield _act(office, fault, "JP-DISP", read, by=office.spare, due=shown, paid=shown + 700)


@course("display-lags-back")
def _display_lags_back(office: "Jackpots", fault: str) -> Telling:
    """Show, within the latency, what was shown before: the reading falls with nothing won."""
    name = _name(office)
    yield from office.fed(name)
    pool = office.pools[name]
    old = pool.shown
    yield office.stake(name, f"{name}-m", 300)
    one = DisplayRead(pool=name, amount=pool.shown, display=f"{name}-d", why="daily")
    yield office.say(one, office.display, after=(1, 2))
    read = DisplayRead(pool=name, amount=old, display=f"{name}-d", why="daily")
    yield _act(office, fault, "JP-DISP-DEC", read, by=office.display, due=pool.shown, paid=old)


@course("display-fell")
def _display_fell(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name)
    shown = office.pools[name].shown
    one = DisplayRead(pool=name, amount=shown, display=f"{name}-d", why="weekly")
    yield office.say(one, office.display)
    read = DisplayRead(pool=name, amount=shown - 400, display=f"{name}-d", why="weekly")
    off: dict[str, Any] = {"due": shown, "paid": shown - 400}
    said = _act(office, fault, "JP-DISP-DEC", read, by=office.display, **off)
    office.plant(fault, "JP-DISP", event=said.name, **off)
    yield said


# --- must-hit (JP-HIT) ----------------------------------------------------------------------------


def _mystery(office: "Jackpots", value: int | None, *, stakes: int = 1) -> Telling:
    """Open a pool that must fall between 11.00 and 12.00, with its trigger fixed; feed it."""
    name = _name(office)
    yield from office.open(name, f"{name}-m", hit_low=1_100, hit_high=1_200)
    if value is not None:
        yield office.say(_committed(name, value), office.controller)
    for _ in range(stakes):
        yield office.stake(name, f"{name}-m", 307)


def _committed(name: str, value: int, low: int = 1_100) -> MustHitCommitted:
    return MustHitCommitted(pool=name, commitment=commitment(value, SALT), low=low, high=1_200)


SALT: Final = "5a" * 32


@course("other-range-committed")
def _other_range(office: "Jackpots", fault: str) -> Telling:
    yield from _mystery(office, None)
    one = _committed(_name(office), 1_150, low=1_050)
    yield _act(office, fault, "JP-HIT", one, by=office.controller)


@course("trigger-fixed-again")
def _trigger_again(office: "Jackpots", fault: str) -> Telling:
    yield from _mystery(office, 1_150)
    yield _act(office, fault, "JP-HIT", _committed(_name(office), 1_160), by=office.controller)


@course("other-trigger-opened")
def _other_trigger(office: "Jackpots", fault: str) -> Telling:
    """Win rightly, and open a value that is not the one whose hash was fixed."""
    yield from _mystery(office, 1_110, stakes=4)
    won, award = office.claim(_name(office), None)
    yield won
    one = MustHitRevealed(pool=_name(office), value=1_111, salt=SALT)
    yield _act(office, fault, "JP-HIT", one, by=office.controller)
    yield from office.honour(_name(office), won, award)


@course("trigger-not-reached")
def _trigger_not_reached(office: "Jackpots", fault: str) -> Telling:
    """Let the prize fall before its trigger, within the range players are told."""
    yield from _mystery(office, 1_190, stakes=4)
    won, award = office.claim(_name(office), None)
    yield won
    one = MustHitRevealed(pool=_name(office), value=1_190, salt=SALT)
    yield _act(office, fault, "JP-HIT", one, by=office.controller)
    yield from office.honour(_name(office), won, award)


@course("hit-without-trigger")
def _hit_without_trigger(office: "Jackpots", fault: str) -> Telling:
    yield from _mystery(office, None, stakes=4)
    won, award = office.claim(_name(office), None)
    office.plant(fault, "JP-HIT", event=won.name)
    yield won
    yield from office.honour(_name(office), won, award)


@course("hit-below-range")
def _hit_below_range(office: "Jackpots", fault: str) -> Telling:
    yield from _mystery(office, 1_150)
    won, award = office.claim(_name(office), None)
    office.plant(fault, "JP-HIT", event=won.name)
    yield won
    yield from office.honour(_name(office), won, award)


@course("latest-trigger-passed")
def _passed(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from _mystery(office, 1_150, stakes=7)
    assert office.pools[name].shown >= 1_200  # noqa: PLR2004 - the latest
    said = office.stake(name, f"{name}-m", 307)
    office.plant(fault, "JP-HIT", event=said.name, facts={"pool": name})
    yield said


# --- prizes (JP-WINBASIS, JP-SIMUL, JP-PAYDIFF, JP-PAYLATE, JP-TAX, JP-RESET, JP-LINK) ------------


def _won(office: "Jackpots", said: int = 0, **terms: Any) -> tuple[Telling, list[Any]]:
    """Return the telling of a pool that is won, and where its claim and award will be."""
    out: list[Any] = []

    def tell() -> Telling:
        name = _name(office)
        yield from office.fed(name, combinations=OF_TWO, **terms)
        pool = office.pools[name]
        award = pool.win("grande", pool.casino)
        claim = JackpotWon(pool=name, combination="grande", amount=award.amount + said)
        out.extend((office.say(claim, office.controller), award))
        yield out[0]

    return tell(), out


@course("claim-too-high")
def _claim_too_high(office: "Jackpots", fault: str) -> Telling:
    telling, out = _won(office, said=50)
    yield from telling
    won, award = out
    due: dict[str, Any] = {"due": award.amount, "paid": award.amount + 50}
    office.plant(fault, "JP-WINBASIS", event=won.name, **due)
    yield from office.honour(_name(office), won, award)


@course("verified-too-low")
def _verified_too_low(office: "Jackpots", fault: str) -> Telling:
    telling, out = _won(office)
    yield from telling
    won, award = out
    low = award.amount - 50
    one = AwardVerified(award=won.name, pool=_name(office), amount=low)
    yield _act(office, fault, "JP-WINBASIS", one, due=award.amount, paid=low)
    yield office.pay(_name(office), won, award.amount)


@course("two-at-once")
def _two_at_once(office: "Jackpots", fault: str) -> Telling:
    """Let two claim the whole prize at once, the second as if the first had not been."""
    telling, out = _won(office)
    yield from telling
    won, award = out
    name = _name(office)
    pool = office.pools[name]
    second = pool.win("grande", pool.casino)
    claim = JackpotWon(pool=name, combination="grande", amount=award.amount)
    due: dict[str, Any] = {"due": second.amount, "paid": award.amount}
    other = _act(office, fault, "JP-SIMUL", claim, by=office.controller, **due)
    yield other
    yield office.pay(name, won, award.amount)
    yield office.pay(name, other, second.amount)


@course("overpaid")
def _overpaid(office: "Jackpots", fault: str) -> Telling:
    yield from _paid(office, fault, 75)


@course("underpaid")
def _underpaid(office: "Jackpots", fault: str) -> Telling:
    yield from _paid(office, fault, -75)


def _paid(office: "Jackpots", fault: str, off: int) -> Telling:
    telling, out = _won(office)
    yield from telling
    won, award = out
    name = _name(office)
    paid = office.pay(name, won, award.amount + off)
    due: dict[str, Any] = {"due": award.amount, "paid": award.amount + off}
    office.plant(fault, "JP-PAYDIFF", event=paid.name, facts={"pool": name}, **due)
    if off < 0:  # the rest is late in the end
        office.plant(fault, "JP-PAYLATE", facts={"pool": name}, due=-off, paid=0)
    yield paid


@course("unpaid")
def _unpaid(office: "Jackpots", fault: str) -> Telling:
    telling, out = _won(office)
    yield from telling
    _, award = out
    facts = {"pool": _name(office)}
    office.plant(fault, "JP-PAYLATE", facts=facts, due=award.amount, paid=0)


@course("taxed-wrongly")
def _taxed_wrongly(office: "Jackpots", fault: str) -> Telling:
    telling, out = _won(office)
    yield from telling
    won, award = out
    paid = office.pay(_name(office), won, award.amount, tax=44)
    office.plant(fault, "JP-TAX", event=paid.name, due=0, paid=44)
    yield paid


@course("tax-not-withheld")
def _tax_not_withheld(office: "Jackpots", fault: str) -> Telling:
    won, award = office.claim(office.grande, "pequeno")
    yield won
    paid = office.pay(office.grande, won, award.amount, tax=0)
    office.plant(fault, "JP-TAX", event=paid.name, due=award.amount // 10, paid=0)
    yield paid
    yield from office.settle(office.grande, won, award)


@course("base-not-restored")
def _base_not_restored(office: "Jackpots", fault: str) -> Telling:
    yield from _reset(office, fault, -100, amount=-100)


@course("reset-of-players-money")
def _reset_of_players(office: "Jackpots", fault: str) -> Telling:
    yield from _reset(office, fault, None, funds="progressivo")


@course("reset-balance-wrong")
def _reset_balance(office: "Jackpots", fault: str) -> Telling:
    yield from _reset(office, fault, -30, balance=-30)


def _reset(office: "Jackpots", fault: str, off: int | None, **wrong: Any) -> Telling:
    telling, out = _won(office)
    yield from telling
    won, award = out
    name = _name(office)
    yield office.pay(name, won, award.amount)
    told: dict[str, Any] = {
        key: value + getattr(award, "reset" if key == "amount" else "balance")
        if isinstance(value, int)
        else value
        for key, value in wrong.items()
    }
    said = office.reset(name, won, award, **told)
    amounts: dict[str, Any] = {} if off is None else {"due": 0, "paid": off}
    office.plant(fault, "JP-RESET", event=said.name, **amounts)
    yield said


@course("base-of-other-funds")
def _base_of_others(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.open(name, f"{name}-m", funded=False)
    funded = BaseFunded(pool=name, amount=1_000, funds="progressivo")
    yield _act(office, fault, "JP-RESET", funded)
    office.pools[name].base = 1_000


@course("settled-short")
def _settled_short(office: "Jackpots", fault: str) -> Telling:
    yield from _linked(office, fault, -7)


@course("settled-twice")
def _settled_twice(office: "Jackpots", fault: str) -> Telling:
    yield from _linked(office, fault, None)


def _linked(office: "Jackpots", fault: str, off: int | None) -> Telling:
    """Let a prize of two casinos be won, and the other pay another sum than it owes, or again."""
    name = _name(office)
    yield from office.fed(name, combinations=OF_TWO)
    there = office.away[0]
    yield office.say(
        PoolMemberAdded(pool=name, member=there, casino=office.other, act="comunicacao-7")
    )
    yield office.stake(name, there, 900)
    won, award = office.claim(name, "grande")
    yield won
    yield office.pay(name, won, award.amount)
    if off is None:
        yield from office.settle(name, won, award)
    owed = award.owed[office.other] if off is not None else 0
    paid = owed + off if off is not None else award.owed[office.other]
    settled = InterCasinoSettled(
        pool=name, award=won.name, payer=office.other, receiver=office.casino, amount=paid
    )
    yield _act(office, fault, "JP-LINK", settled, due=owed, paid=paid)


# --- transfers (JP-XFER-*), pools taken down (JP-ORPHAN, JP-BASE-REV) -----------------------------


@course("transfer-to-other-model")
def _other_model(office: "Jackpots", fault: str) -> Telling:
    yield from _forbidden(office, fault, "JP-XFER-MODEL", {"game": "outro-modelo"})


@course("transfer-to-other-bet")
def _other_bet(office: "Jackpots", fault: str) -> Telling:
    yield from _forbidden(office, fault, "JP-XFER-MODEL", {"bet_type": "maxima"})


@course("transfer-without-ground")
def _without_ground(office: "Jackpots", fault: str) -> Telling:
    yield from _forbidden(office, fault, "JP-XFER-WHY", {}, reason="conveniencia")


@course("transfer-without-side")
def _without_side(office: "Jackpots", fault: str) -> Telling:
    yield from _forbidden(office, fault, "JP-XFER-VAL", {}, side="meio")


def _forbidden(
    office: "Jackpots", fault: str, code: str, terms: Mapping[str, Any], **others: Any
) -> Telling:
    """Transfer against the law: nothing moves, and the liability stands where it was."""
    name, to = _name(office), _name(office, "g")
    yield from office.fed(name)
    yield from office.fed(to, **terms)
    side = others.pop("side", "both")
    order = office.order(side, name, to, **others)
    yield _act(office, fault, code, order, approved=True)


@course("transfer-short")
def _transfer_short(office: "Jackpots", fault: str) -> Telling:
    """Let less arrive than left; the rest stays in transit, and is a fault at each close."""
    name, to = _name(office), _name(office, "g")
    yield from office.fed(name)
    yield from office.fed(to)
    source, target = office.pools[name], office.pools[to]
    yield office.say(office.order("out", name, to), approved=True)
    short = office.order("in", name, to, accumulated=source.accumulated - 5)
    order = short.transfer
    said = _act(office, fault, "JP-XFER-VAL", short, approved=True, facts={"transfer": order})
    yield said
    office.plant(fault, "JP-XFER-VAL", facts={"transfer": order})
    target.base += source.base
    more, target.residue = divmod(target.residue + source.residue, MILLION)
    target.accumulated += source.accumulated - 5 + more
    target.drained += 1
    source.base = source.residue = 0
    source.accumulated = 5  # still held, in transit


@course("residue-lost")
def _residue_lost(office: "Jackpots", fault: str) -> Telling:
    name, to = _name(office), _name(office, "g")
    yield from office.fed(name)
    yield from office.fed(to)
    source = office.pools[name]
    order = office.order("in", name, to, residue=(source.residue + 1) % MILLION)
    out, into = office.move(name, to)
    yield out
    assert isinstance(into, Said)
    said = msgspec.structs.replace(into, payload=order)
    office.plant(fault, "JP-XFER-VAL", event=said.name, facts={"transfer": order.transfer})
    yield said


@course("removed-with-balance")
def _removed_with_balance(office: "Jackpots", fault: str) -> Telling:
    name = _name(office)
    yield from office.fed(name)
    held = office.pools[name].shown
    removed = PoolMemberRemoved(pool=name, member=f"{name}-m", reason="retirada")
    yield _act(office, fault, "JP-ORPHAN", removed, due=0, paid=held, facts={"pool": name})


@course("extinguished-to-nobody")
def _extinguished(office: "Jackpots", fault: str) -> Telling:
    yield from _taken_down(office, fault, "JP-ORPHAN", "outra-casa")


@course("reverted-to-operator")
def _reverted(office: "Jackpots", fault: str) -> Telling:
    yield from _taken_down(office, fault, "JP-BASE-REV", "operator")


def _taken_down(office: "Jackpots", fault: str, code: str, to: str) -> Telling:
    name = _name(office)
    yield from office.fed(name)
    held = office.pools[name].shown
    one = PoolExtinguished(pool=name, reason="estrategia", balance=held, to=to)
    yield _act(office, fault, code, one, approved=True, due=0, paid=held)


@course("base-taken-back")
def _base_taken_back(office: "Jackpots", fault: str) -> Telling:
    yield from office.fed(_name(office))
    back = BaseFunded(pool=_name(office), amount=-500, funds="operator")
    yield _act(office, fault, "JP-BASE-REV", back)


@course("base-adjusted-down")
def _base_adjusted(office: "Jackpots", fault: str) -> Telling:
    yield from office.fed(_name(office))
    lower = PoolAdjusted(
        pool=_name(office), component="base", amount=-500, reason="erro", evidence="ab" * 32
    )
    yield _act(office, fault, "JP-BASE-REV", lower, approved=True)


# --- the end of a concession (JP-END) -------------------------------------------------------------

ENDED: Final = (
    "charity-without-receipt",
    "charity-overpaid",
    "charity-unpaid",
    "shares-of-not-all",
    "end-without-act",
)


def _ends(office: "Jackpots", fault: str) -> Telling:
    shares = (600_000, 300_000) if fault == "shares-of-not-all" else (600_000, 400_000)
    act = None if fault == "end-without-act" else "despacho-4"
    yield from office.end(shares, act, fault)


for _fault in ENDED:
    COURSES[_fault] = _ends


def ended(
    office: "Jackpots",
    said: Said,
    pool: Held,
    homes: tuple[str, ...],
    shares: tuple[int, int],
    fault: str | None,
) -> Telling:
    """Pay the charities what a concession's end left them, or wrongly (MAQ R24)."""
    if fault in ("shares-of-not-all", "end-without-act"):
        office.plant(fault, "JP-END", event=said.name)
        return
    odd = 1 if pool.residue else 0
    parts = divided(pool.shown + odd, list(shares))
    for home, part in zip(homes, parts, strict=True):
        first = home is homes[0]
        if first and fault == "charity-unpaid":
            office.plant(fault, "JP-END", due=part, paid=0)
            continue
        over = 10 if first and fault == "charity-overpaid" else 0
        receipt = None if first and fault == "charity-without-receipt" else "recibo-1"
        paid = office.give(home, part + over, receipt)
        if first and fault in ("charity-overpaid", "charity-without-receipt"):
            office.plant(fault, "JP-END", event=paid.name)
        yield paid


# --- the day's close (JP-COVER, JP-XFER-VAL) ------------------------------------------------------

COVER_SHORT: Final = "cover-short"
COVER_MISSING: Final = "cover-missing"
HALF_TRANSFER: Final = "half-transfer"
OF_CLOSE: Final = frozenset({COVER_SHORT, COVER_MISSING, HALF_TRANSFER})
SHORT: Final = 1_000


def half_transfer(office: "Jackpots", fault: str) -> Telling:
    """Let value leave a pool and not arrive before the close."""
    name, to = f"{_name(office)}-c", f"{_name(office)}-d"
    yield from office.fed(name)
    yield from office.fed(to)
    order = office.order("out", name, to)
    yield office.say(order, approved=True)
    office.plant(fault, "JP-XFER-VAL", id=order.transfer, facts={"transfer": order.transfer})


def declared(fault: str | None, held: int) -> int | None:
    """Return what is declared as the day's cover; None where nothing is."""
    if fault == COVER_MISSING:
        return None
    return held - SHORT if fault == COVER_SHORT else held


def closed(office: "Jackpots", fault: str | None, held: int, said: Said) -> None:
    """Write down what is wrong with the cover (MAQ R21)."""
    if fault in (COVER_SHORT, COVER_MISSING):
        paid = held - SHORT if fault == COVER_SHORT else 0
        office.plant(
            fault, "JP-COVER", id=f"{said.name}/{fault}", event=said.name, due=held, paid=paid
        )


FAULTS: Final = (*COURSES, COVER_SHORT, COVER_MISSING, HALF_TRANSFER)
