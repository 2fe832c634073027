"""Faults of prizes, transfers and pools that are taken down."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from ledger.events.jackpots import (
    AwardVerified,
    BaseFunded,
    Combination,
    InterCasinoSettled,
    JackpotWon,
    PoolAdjusted,
    PoolExtinguished,
    PoolMemberAdded,
    PoolMemberRemoved,
)
from ops.simulator.games.jackpots.books import MILLION
from ops.simulator.games.jackpots.faults import act, name_of
from ops.simulator.games.jackpots.office import Office
from ops.simulator.parties.fault import scene
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said

PART: Final = Combination(name="parcial", ppm=100_000)
OF_TWO: Final = (Combination(name="grande", ppm=MILLION), PART)


# --- prizes (JP-WINBASIS, JP-SIMUL, JP-PAYDIFF, JP-PAYLATE, JP-TAX, JP-RESET, JP-LINK) ------------


def _won(office: Office, said: int = 0, **terms: Any) -> tuple[Telling, list[Any]]:
    """Return the telling of a pool that is won, and where its claim and award will be."""
    out: list[Any] = []

    def tell() -> Telling:
        name = name_of(office)
        yield from office.fed(name, combinations=OF_TWO, **terms)
        pool = office.pools[name]
        award = pool.win("grande", pool.casino)
        claim = JackpotWon(pool=name, combination="grande", amount=award.amount + said)
        out.extend((office.say(claim, office.controller), award))
        yield out[0]

    return tell(), out


def _claim_too_high(office: Office, fault: str) -> Telling:
    telling, out = _won(office, said=50)
    yield from telling
    won, award = out
    due: dict[str, Any] = {"due": award.amount, "paid": award.amount + 50}
    office.plant(fault, "JP-WINBASIS", event=won.name, **due)
    yield from office.honour(name_of(office), won, award)


def _verified_too_low(office: Office, fault: str) -> Telling:
    telling, out = _won(office)
    yield from telling
    won, award = out
    low = award.amount - 50
    one = AwardVerified(award=won.name, pool=name_of(office), amount=low)
    yield act(office, fault, "JP-WINBASIS", one, due=award.amount, paid=low)
    yield office.pay(name_of(office), won, award.amount)


def _two_at_once(office: Office, fault: str) -> Telling:
    """Let two claim the whole prize at once, the second as if the first had not been."""
    telling, out = _won(office)
    yield from telling
    won, award = out
    name = name_of(office)
    pool = office.pools[name]
    second = pool.win("grande", pool.casino)
    claim = JackpotWon(pool=name, combination="grande", amount=award.amount)
    due: dict[str, Any] = {"due": second.amount, "paid": award.amount}
    other = act(office, fault, "JP-SIMUL", claim, by=office.controller, **due)
    yield other
    yield office.pay(name, won, award.amount)
    yield office.pay(name, other, second.amount)


def _overpaid(office: Office, fault: str) -> Telling:
    yield from _paid(office, fault, 75)


def _underpaid(office: Office, fault: str) -> Telling:
    yield from _paid(office, fault, -75)


def _paid(office: Office, fault: str, off: int) -> Telling:
    telling, out = _won(office)
    yield from telling
    won, award = out
    name = name_of(office)
    paid = office.pay(name, won, award.amount + off)
    due: dict[str, Any] = {"due": award.amount, "paid": award.amount + off}
    office.plant(fault, "JP-PAYDIFF", event=paid.name, facts={"pool": name}, **due)
    if off < 0:  # the rest is late in the end
        office.plant(fault, "JP-PAYLATE", facts={"pool": name}, due=-off, paid=0)
    yield paid


def _unpaid(office: Office, fault: str) -> Telling:
    telling, out = _won(office)
    yield from telling
    _, award = out
    facts = {"pool": name_of(office)}
    office.plant(fault, "JP-PAYLATE", facts=facts, due=award.amount, paid=0)


def _taxed_wrongly(office: Office, fault: str) -> Telling:
    telling, out = _won(office)
    yield from telling
    won, award = out
    paid = office.pay(name_of(office), won, award.amount, tax=44)
    office.plant(fault, "JP-TAX", event=paid.name, due=0, paid=44)
    yield paid


def _tax_not_withheld(office: Office, fault: str) -> Telling:
    won, award = office.claim(office.grande, "pequeno")
    yield won
    paid = office.pay(office.grande, won, award.amount, tax=0)
    office.plant(fault, "JP-TAX", event=paid.name, due=award.amount // 10, paid=0)
    yield paid
    yield from office.settle(office.grande, won, award)


def _base_not_restored(office: Office, fault: str) -> Telling:
    yield from _reset(office, fault, -100, amount=-100)


def _reset_of_players(office: Office, fault: str) -> Telling:
    yield from _reset(office, fault, None, funds="progressivo")


def _reset_balance(office: Office, fault: str) -> Telling:
    yield from _reset(office, fault, -30, balance=-30)


def _reset(office: Office, fault: str, off: int | None, **wrong: Any) -> Telling:
    telling, out = _won(office)
    yield from telling
    won, award = out
    name = name_of(office)
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


def _base_of_others(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.open(name, f"{name}-m", funded=False)
    funded = BaseFunded(pool=name, amount=1_000, funds="progressivo")
    yield act(office, fault, "JP-RESET", funded)
    office.pools[name].base = 1_000


def _settled_short(office: Office, fault: str) -> Telling:
    yield from _linked(office, fault, -7)


def _settled_twice(office: Office, fault: str) -> Telling:
    yield from _linked(office, fault, None)


def _linked(office: Office, fault: str, off: int | None) -> Telling:
    """Let a prize of two casinos be won, and the other pay another sum than it owes, or again."""
    name = name_of(office)
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
        pool=name, award=won.name, payer=office.other, receiver=office.house, amount=paid
    )
    yield act(office, fault, "JP-LINK", settled, due=owed, paid=paid)


# --- transfers (JP-XFER-*), pools taken down (JP-ORPHAN, JP-BASE-REV) -----------------------------


def _without_ground(office: Office, fault: str) -> Telling:
    yield from _forbidden(office, fault, "JP-XFER-WHY", {}, reason="conveniencia")


def _without_side(office: Office, fault: str) -> Telling:
    yield from _forbidden(office, fault, "JP-XFER-VAL", {}, side="meio")


def _forbidden(
    office: Office, fault: str, code: str, terms: Mapping[str, Any], **others: Any
) -> Telling:
    """Transfer against the law: nothing moves, and the liability stands where it was."""
    name, to = name_of(office), name_of(office, "g")
    yield from office.fed(name)
    yield from office.fed(to, **terms)
    side = others.pop("side", "both")
    order = office.order(side, name, to, **others)
    yield act(office, fault, code, order, approved=True)


def _transfer_short(office: Office, fault: str) -> Telling:
    """Let less arrive than left; the rest stays in transit, and is a fault at each close."""
    name, to = name_of(office), name_of(office, "g")
    yield from office.fed(name)
    yield from office.fed(to)
    source, target = office.pools[name], office.pools[to]
    yield office.say(office.order("out", name, to), approved=True)
    short = office.order("in", name, to, accumulated=source.accumulated - 5)
    order = short.transfer
    said = act(office, fault, "JP-XFER-VAL", short, approved=True, facts={"transfer": order})
    yield said
    office.plant(fault, "JP-XFER-VAL", facts={"transfer": order})
    target.base += source.base
    more, target.residue = divmod(target.residue + source.residue, MILLION)
    target.accumulated += source.accumulated - 5 + more
    target.drained += 1
    source.base = source.residue = 0
    source.accumulated = 5  # still held, in transit


def _residue_lost(office: Office, fault: str) -> Telling:
    name, to = name_of(office), name_of(office, "g")
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


def _removed_with_balance(office: Office, fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    held = office.pools[name].shown
    removed = PoolMemberRemoved(pool=name, member=f"{name}-m", reason="retirada")
    yield act(office, fault, "JP-ORPHAN", removed, due=0, paid=held, facts={"pool": name})


def _extinguished(office: Office, fault: str) -> Telling:
    yield from _taken_down(office, fault, "JP-ORPHAN", "outra-casa")


def _reverted(office: Office, fault: str) -> Telling:
    yield from _taken_down(office, fault, "JP-BASE-REV", "operator")


def _taken_down(office: Office, fault: str, code: str, to: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    held = office.pools[name].shown
    one = PoolExtinguished(pool=name, reason="estrategia", balance=held, to=to)
    yield act(office, fault, code, one, approved=True, due=0, paid=held)


def _base_taken_back(office: Office, fault: str) -> Telling:
    yield from office.fed(name_of(office))
    back = BaseFunded(pool=name_of(office), amount=-500, funds="operator")
    yield act(office, fault, "JP-BASE-REV", back)


def _base_adjusted(office: Office, fault: str) -> Telling:
    yield from office.fed(name_of(office))
    lower = PoolAdjusted(
        pool=name_of(office), component="base", amount=-500, reason="erro", evidence="ab" * 32
    )
    yield act(office, fault, "JP-BASE-REV", lower, approved=True)


# --- whom a payment names (JP-PAYDIFF, OP-ACCESS: S5, S10) ---------------------------------------


def _unconfirmed(office: Office, fault: str) -> Telling:
    """Let who watched a payment above the limit never confirm it, until the day is closed."""
    yield from _unwitnessed(office, fault)


def _nobody_watched(office: Office, fault: str) -> Telling:
    """Let a payment above the limit name nobody who watched."""
    yield from _unwitnessed(office, fault, witness=None)


def _unwitnessed(office: Office, fault: str, **others: Any) -> Telling:
    telling, out = _won(office)
    yield from telling
    won, award = out
    paid = office.pay(name_of(office), won, award.amount, confirmed=False, **others)
    office.plant(fault, "JP-PAYDIFF", event=paid.name, facts={"fact": "witness"})
    yield paid


def _payer_watches(office: Office, fault: str) -> Telling:
    """Let one person pay and watch (S10): the payment stands, and nobody has confirmed it."""
    telling, out = _won(office)
    yield from telling
    won, award = out
    paid = office.pay(name_of(office), won, award.amount, cashier=office.watcher)
    facts = {"parts": ["paid out", "witnessed"], "effect": True}
    office.plant(fault, "OP-ACCESS", event=paid.name, facts=facts)
    own = {"parts": ["paid", "approved"], "effect": False}
    office.plant(fault, "OP-ACCESS", event=paid.name, facts=own)
    office.plant(fault, "JP-PAYDIFF", event=paid.name, facts={"fact": "witness"})
    yield paid


def _verifier_pays(office: Office, fault: str) -> Telling:
    """Let who verified a prize pay it (S5): the money is out."""
    telling, out = _won(office)
    yield from telling
    won, award = out
    name = name_of(office)
    yield office.say(AwardVerified(award=won.name, pool=name, amount=award.amount))
    paid = office.pay(name, won, award.amount, cashier=office.terminal.source)
    facts = {"parts": ["verified", "award paid"], "effect": True}
    office.plant(fault, "OP-ACCESS", event=paid.name, facts=facts)
    yield paid


PRIZES: Final = {
    "claim-too-high": scene(_claim_too_high),
    "verified-too-low": scene(_verified_too_low),
    "two-at-once": scene(_two_at_once),
    "overpaid": scene(_overpaid),
    "underpaid": scene(_underpaid),
    "unpaid": scene(_unpaid),
    "taxed-wrongly": scene(_taxed_wrongly),
    "tax-not-withheld": scene(_tax_not_withheld),
    "base-not-restored": scene(_base_not_restored),
    "reset-of-players-money": scene(_reset_of_players),
    "reset-balance-wrong": scene(_reset_balance),
    "base-of-other-funds": scene(_base_of_others),
    "settled-short": scene(_settled_short),
    "settled-twice": scene(_settled_twice),
    "transfer-without-ground": scene(_without_ground),
    "transfer-without-side": scene(_without_side),
    "transfer-short": scene(_transfer_short),
    "residue-lost": scene(_residue_lost),
    "removed-with-balance": scene(_removed_with_balance),
    "extinguished-to-nobody": scene(_extinguished),
    "reverted-to-operator": scene(_reverted),
    "base-taken-back": scene(_base_taken_back),
    "base-adjusted-down": scene(_base_adjusted),
    "payment-unconfirmed": scene(_unconfirmed),
    "payment-watched-by-nobody": scene(_nobody_watched),
    "payer-watches": scene(_payer_watches),
    "verifier-pays": scene(_verifier_pays),
}
"""Every fault of prizes, transfers and pools taken down."""
