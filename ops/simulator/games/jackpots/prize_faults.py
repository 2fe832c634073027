"""What is done wrongly with prizes, transfers, pools that end, and at the day's close.

``OF_CLOSE`` are faults of the close; ``FAULTS`` are all of the office's.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

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
from ops.simulator.games.jackpots.books import MILLION, Held, divided
from ops.simulator.games.jackpots.faults import COURSES, act, course, name_of
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said

if TYPE_CHECKING:
    from ops.simulator.games.jackpots.game import Jackpots

PART: Final = Combination(name="parcial", ppm=100_000)
OF_TWO: Final = (Combination(name="grande", ppm=MILLION), PART)


# --- prizes (JP-WINBASIS, JP-SIMUL, JP-PAYDIFF, JP-PAYLATE, JP-TAX, JP-RESET, JP-LINK) ------------


def _won(office: "Jackpots", said: int = 0, **terms: Any) -> tuple[Telling, list[Any]]:
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


@course("claim-too-high")
def _claim_too_high(office: "Jackpots", fault: str) -> Telling:
    telling, out = _won(office, said=50)
    yield from telling
    won, award = out
    due: dict[str, Any] = {"due": award.amount, "paid": award.amount + 50}
    office.plant(fault, "JP-WINBASIS", event=won.name, **due)
    yield from office.honour(name_of(office), won, award)


@course("verified-too-low")
def _verified_too_low(office: "Jackpots", fault: str) -> Telling:
    telling, out = _won(office)
    yield from telling
    won, award = out
    low = award.amount - 50
    one = AwardVerified(award=won.name, pool=name_of(office), amount=low)
    yield act(office, fault, "JP-WINBASIS", one, due=award.amount, paid=low)
    yield office.pay(name_of(office), won, award.amount)


@course("two-at-once")
def _two_at_once(office: "Jackpots", fault: str) -> Telling:
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
    name = name_of(office)
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
    facts = {"pool": name_of(office)}
    office.plant(fault, "JP-PAYLATE", facts=facts, due=award.amount, paid=0)


@course("taxed-wrongly")
def _taxed_wrongly(office: "Jackpots", fault: str) -> Telling:
    telling, out = _won(office)
    yield from telling
    won, award = out
    paid = office.pay(name_of(office), won, award.amount, tax=44)
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


@course("base-of-other-funds")
def _base_of_others(office: "Jackpots", fault: str) -> Telling:
    name = name_of(office)
    yield from office.open(name, f"{name}-m", funded=False)
    funded = BaseFunded(pool=name, amount=1_000, funds="progressivo")
    yield act(office, fault, "JP-RESET", funded)
    office.pools[name].base = 1_000


@course("settled-short")
def _settled_short(office: "Jackpots", fault: str) -> Telling:
    yield from _linked(office, fault, -7)


@course("settled-twice")
def _settled_twice(office: "Jackpots", fault: str) -> Telling:
    yield from _linked(office, fault, None)


def _linked(office: "Jackpots", fault: str, off: int | None) -> Telling:
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
    name, to = name_of(office), name_of(office, "g")
    yield from office.fed(name)
    yield from office.fed(to, **terms)
    side = others.pop("side", "both")
    order = office.order(side, name, to, **others)
    yield act(office, fault, code, order, approved=True)


@course("transfer-short")
def _transfer_short(office: "Jackpots", fault: str) -> Telling:
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


@course("residue-lost")
def _residue_lost(office: "Jackpots", fault: str) -> Telling:
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


@course("removed-with-balance")
def _removed_with_balance(office: "Jackpots", fault: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    held = office.pools[name].shown
    removed = PoolMemberRemoved(pool=name, member=f"{name}-m", reason="retirada")
    yield act(office, fault, "JP-ORPHAN", removed, due=0, paid=held, facts={"pool": name})


@course("extinguished-to-nobody")
def _extinguished(office: "Jackpots", fault: str) -> Telling:
    yield from _taken_down(office, fault, "JP-ORPHAN", "outra-casa")


@course("reverted-to-operator")
def _reverted(office: "Jackpots", fault: str) -> Telling:
    yield from _taken_down(office, fault, "JP-BASE-REV", "operator")


def _taken_down(office: "Jackpots", fault: str, code: str, to: str) -> Telling:
    name = name_of(office)
    yield from office.fed(name)
    held = office.pools[name].shown
    one = PoolExtinguished(pool=name, reason="estrategia", balance=held, to=to)
    yield act(office, fault, code, one, approved=True, due=0, paid=held)


@course("base-taken-back")
def _base_taken_back(office: "Jackpots", fault: str) -> Telling:
    yield from office.fed(name_of(office))
    back = BaseFunded(pool=name_of(office), amount=-500, funds="operator")
    yield act(office, fault, "JP-BASE-REV", back)


@course("base-adjusted-down")
def _base_adjusted(office: "Jackpots", fault: str) -> Telling:
    yield from office.fed(name_of(office))
    lower = PoolAdjusted(
        pool=name_of(office), component="base", amount=-500, reason="erro", evidence="ab" * 32
    )
    yield act(office, fault, "JP-BASE-REV", lower, approved=True)


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
        # The pool stands until its end is as it must be.
        yield from office.concede(pool, homes)
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
    name, to = f"{name_of(office)}-c", f"{name_of(office)}-d"
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
