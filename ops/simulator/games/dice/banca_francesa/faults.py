"""Faults at a table of banca francesa, and the findings that they must bring."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Final

from msgspec import structs

from ledger.events.base import Chips, Mode
from ledger.events.rounds import BetChanged, Collection, Payout, RoundVoided
from ledger.events.tables import EquipmentChanged, TableOpened
from ops.simulator.games.dice.banca_francesa.rules import LINED, PAYS, STEP, WINS, OnSpot
from ops.simulator.games.dice.banca_francesa.table import (
    MAXIMUM,
    MINIMUM,
    BancaFrancesaTable,
    Coup,
    Dice,
)
from ops.simulator.parties.fault import Occasion, Wrong
from ops.simulator.parties.guests import PAYMENTS, WRONG_SUM, Guest, payout
from ops.simulator.parties.party import Telling

LEAST: Final = MINIMUM["grande"]
MOST: Final = MAXIMUM["grande"]
Deed = Callable[[BancaFrancesaTable, Coup], Telling]

# --- the opening, the sets of dice ---------------------------------------------------------------


def open_with_high_maximum(
    table: BancaFrancesaTable, occasion: Occasion, right: TableOpened
) -> TableOpened:
    """Open with a maximum above so many times the minimum (R12)."""
    assert occasion.fault is not None
    spot, times = table.rng.choice((("ases", 6), ("pequeno", 200)))
    due = times * MINIMUM[spot]
    most = {**MAXIMUM, spot: due + 500}
    table.plant(occasion.fault, "BF-MAX", due=due, paid=most[spot])
    return structs.replace(right, options={**right.options, "maximos": most})


def keep_set(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Relieve the cavalinho in time, and leave the same dice there above the hour (R17)."""
    late = table.set_since + timedelta(minutes=61)
    table.terminal.now = max(table.terminal.now, table.relieved_at + timedelta(minutes=49))
    yield from table.relieve()
    table.terminal.now = max(table.terminal.now, late)
    table.plant_in(coup, "BF-SET")


def bring_foreign_set(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Bring in a set that was never given to the table (R17)."""
    yield table.bring("terno-x", "hourly", table.sets[0])
    table.plant_in(coup, "BF-SET")


def withdraw_unsealed(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Withdraw a suspected set without sealing it (R18)."""
    said = table.suspect()
    assert isinstance(said.payload, EquipmentChanged)
    yield structs.replace(said, payload=structs.replace(said.payload, seal=None))
    table.plant_in(coup, "BF-SET")


# --- bets ----------------------------------------------------------------------------------------


def _bettor(table: BancaFrancesaTable, coup: Coup) -> tuple[Guest, int]:
    """Return who lays what the fault wants, and his bet's number."""
    coup.taken = table.anybody()
    coup.numbers += 1
    return coup.taken, coup.numbers


def _lay_on_line(table: BancaFrancesaTable, coup: Coup, amount: int) -> OnSpot:
    guest, number = _bettor(table, coup)
    return OnSpot(guest, "grande", amount, number=number, line=True)


def lay_on_line(amount: int, due: int | None = None) -> Deed:
    """Return a deed that lays on the line of grande; wrongly, where that much was due (R8)."""

    def deed(table: BancaFrancesaTable, coup: Coup) -> Telling:
        bet = _lay_on_line(table, coup, amount)
        yield from table.put(bet, coup)
        if due is not None:
            table.plant_in(coup, "BF-HALF", bet, due=due, paid=amount)

    return deed


def lay_no_multiple(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Lay on a line what is no full multiple: what exceeds it does not play (R8)."""
    bet = _lay_on_line(table, coup, 3_700)
    yield from table.put(bet, coup)
    table.plant_in(coup, "BF-HALF", bet, due=0, paid=bet.amount % STEP)


def lay_under_minimum(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Lay less than the table takes."""
    guest, number = _bettor(table, coup)
    bet = OnSpot(guest, "grande", LEAST - 500, number=number)
    yield from table.put(bet, coup)
    table.plant_in(coup, "BET-MIN", bet, due=LEAST, paid=bet.amount)


def lay_over_maximum(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Lay more than the table takes, with two bets: on the spot and beside it, or on its line."""
    guest, number = _bettor(table, coup)
    yield from table.put(OnSpot(guest, "grande", MOST, number=number), coup)
    coup.numbers += 1
    line = table.rng.randrange(2) == 0
    more = OnSpot(guest, "grande", 2_000, number=coup.numbers, line=line)
    yield from table.put(more, coup)
    table.plant_in(coup, "BET-MAX", more, due=MOST, paid=MOST + more.stake)


def lay_on_nothing(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Lay a bet that the cloth does not have."""
    guest, number = _bettor(table, coup)
    spot, selection, line = table.rng.choice(
        (("ases", "", True), ("medio", "", False), ("pequeno", "6", False))
    )
    bet = OnSpot(guest, spot, 1_000, selection, number, line=line)
    yield from table.put(bet, coup)
    table.plant_in(coup, "RES-IMPOSS", bet, due=0, paid=bet.amount)


def lay_under_one_number(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Lay two bets under one number."""
    guest, number = _bettor(table, coup)
    yield from table.put(OnSpot(guest, "grande", 2_000, number=number), coup)
    second = OnSpot(guest, table.rng.choice(LINED), 1_500, number=number)
    yield from table.put(second, coup)
    table.plant_in(coup, "RES-IMPOSS", second, due=0, paid=second.amount)


def lay_wrong_chips(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Lay chips that make another sum than is said."""
    guest, number = _bettor(table, coup)
    bet = OnSpot(guest, "grande", 2_000, number=number)
    yield from table.put(bet, coup, chips=Chips(count=3, value=1_000))
    table.plant_in(coup, "BET-MULT", bet)


def bet_on_grande_again(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Let who bets on grande lay there once more, for both to be paid in one sum."""
    bets = [bet for bet in coup.bets if bet.chance == "grande"]
    if bets:
        yield from table.put(table.new(coup, bets[0].guest, "grande"), coup)


def bet_on_each_spot(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Let somebody bet on each spot, so that ases lose, something else does, and grande wins."""
    for spot in PAYS:
        bet = table.new(coup, table.anybody(), spot)
        if table.fits(bet, coup):
            yield from table.put(bet, coup)


def lay_for_next(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Lay a bet after the call, which lies there for the next throw."""
    yield from _late(table, coup)
    coup.fault = None


def refuse_late(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Lay a bet after the call, which is pushed back."""
    yield from _late(table, coup)
    yield table.withdraw(coup.bets[-1], coup, "late")
    coup.fault = None


def _late(table: BancaFrancesaTable, coup: Coup) -> Telling:
    bet = table.new(coup, table.anybody(), "grande")
    yield from table.put(bet, coup)
    table.plant_in(coup, "BET-LATE", bet, due=0, paid=bet.amount)


def lay_when_decided(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Lay a bet on the spot that has won; it is pushed back, or left as it lies (R13)."""
    late = table.new(coup, table.anybody(), coup.spot)
    yield from table.put(late, coup)
    table.plant_in(coup, "BET-LATE", late, due=0, paid=late.amount)
    late.back = late.amount
    if table.rng.randrange(2):
        yield table.withdraw(late, coup, "late")


def change_when_decided(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Let a bet grow when the dice have decided; it is paid as it lay (R13)."""
    bet = table.rng.choice([bet for bet in coup.bets if not bet.line])
    more = bet.amount + bet.guest.chip
    chips = Chips(count=1, value=more)
    yield table.say(BetChanged(bet=bet.number, amount=more, chips=chips, cause="own"), coup.name)
    table.plant(coup.fault or "", "BET-LATE", coup.name, bet=bet.number, due=0, paid=more)


# --- the dice ------------------------------------------------------------------------------------


def one_throw_more(table: BancaFrancesaTable, coup: Coup, right: int) -> int:
    """Let a throw more decide nothing, for the fault to be made at it."""
    del table, coup
    return right + 1


def no_throw(table: BancaFrancesaTable, coup: Coup, right: int) -> int:
    """Throw nothing before the course."""
    del table, coup, right
    return 0


def throw_impossible(table: BancaFrancesaTable, coup: Coup, right: Dice) -> Sequence[int]:
    """Record dice that cannot be, in the place of some that decided nothing."""
    table.made(coup, "RES-IMPOSS")
    return table.rng.choice(((7, *right[1:]), (1, 1), (1, 2, 2, 1)))


def null_quietly(table: BancaFrancesaTable, coup: Coup, right: None) -> str:
    """Call a throw null on a ground that the rules do not know (R20, R22)."""
    del right
    table.made(coup, "VOID-BAD")
    return "barulho"


def null_decisive(table: BancaFrancesaTable, coup: Coup, right: Telling) -> Telling:
    """Call dice that decide null without a ground, and pay by the next that do."""
    del right
    first = table.throw(decides=True)
    second = table.throw(decides=True)
    while WINS[sum(first)] == WINS[sum(second)]:
        second = table.throw(decides=True)
    yield table.roll(first, coup, "barulho")
    yield table.roll(second, coup)
    table.plant_in(coup, "VOID-BAD")
    table.plant_in(coup, "BF-DEC")
    table.plant_in(coup, "RES-IMPOSS")
    yield table.announced(WINS[sum(second)], coup)
    table.decide(coup.bets, WINS[sum(second)])
    yield from _paid_as(table, coup, WINS[sum(first)])


def leave_open(table: BancaFrancesaTable, coup: Coup, right: Telling) -> Telling:
    """Close the coup before any dice decide it."""
    del right
    table.plant_in(coup, "BF-DEC", due=0, paid=sum(bet.stake for bet in coup.bets))
    yield from ()


def throw_again(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Throw once more when the dice have decided."""
    yield table.roll(table.throw(decides=table.rng.randrange(2) == 0), coup)
    table.plant_in(coup, "BF-DEC")


def announce_other_spot(table: BancaFrancesaTable, coup: Coup, right: str) -> str:
    """Announce another spot than the one that won."""
    table.plant_in(coup, "RES-IMPOSS")
    return table.rng.choice([one for one in PAYS if one != right])


# --- payments ------------------------------------------------------------------------------------


def with_payment(table: BancaFrancesaTable, coup: Coup) -> bool:
    """Choose a payment that is made wrongly, as at any table."""
    table.decide(coup.bets, coup.spot)
    coup.wrong = table.choose(coup.fault or "", [bet for bet in coup.bets if not bet.line])
    return coup.wrong is not None


def grande(table: BancaFrancesaTable, coup: Coup, right: None) -> str:
    """Let grande win."""
    del table, coup, right
    return "grande"


def _lined(coup: Coup) -> OnSpot:
    return next(bet for bet in coup.bets if bet.line)


def _others(coup: Coup) -> list[Payout]:
    """Return the right payments of all bets but the one on a line."""
    lined = _lined(coup)
    return [payout(bet) for bet in coup.bets if bet.due and bet is not lined]


def pay_line_in_full(
    table: BancaFrancesaTable, coup: Coup, right: Sequence[Payout]
) -> list[Payout]:
    """Pay chips on a line as if all of them were in play (R10)."""
    del right
    bet = _lined(coup)
    table.plant_in(coup, "BF-PAY", bet, due=bet.due, paid=bet.amount + bet.stake)
    return [*_others(coup), payout(bet, bet.amount)]


def pay_excess(table: BancaFrancesaTable, coup: Coup, right: Sequence[Payout]) -> list[Payout]:
    """Pay chips on a line for their excess over the last full multiple, too (R8)."""
    del right
    bet = _lined(coup)
    excess = bet.amount // 2 - bet.stake
    table.plant_in(coup, "BF-HALF", bet, due=0, paid=bet.amount % STEP)
    table.plant_in(coup, "BF-HALF", bet, due=0, paid=excess)
    return [*_others(coup), payout(bet, bet.prize + excess)]


def tell_excess(table: BancaFrancesaTable, coup: Coup, right: Sequence[Payout]) -> list[Payout]:
    """Call returned what of the bet on a line was wrongly held to be in play, too."""
    del table
    bet = _lined(coup)
    return [*right[:-1], structs.replace(right[-1], stake_returned=bet.amount // 2)]


def pay_first(table: BancaFrancesaTable, coup: Coup) -> Telling:
    """Pay somebody before the lost stakes are taken (R15)."""
    table.plant_in(coup, "BF-PAY")
    first, coup.handed = coup.handed[:1], coup.handed[1:]
    yield from table.hand_over(first, coup.name)


def take_ases_last(
    table: BancaFrancesaTable, coup: Coup, right: Sequence[Collection]
) -> list[Collection]:
    """Take ases after what else is lost (R15)."""
    table.plant_in(coup, "PAY-ORDER")
    return [*reversed(right)]


def abafo(table: BancaFrancesaTable, coup: Coup, right: bool) -> bool:  # noqa: FBT001 - the value that the course asks about
    """Let the dice decide under abafo, which leaves losers their stakes (R20 d)."""
    del table, coup, right
    return True


def collect_in_spite(
    table: BancaFrancesaTable, coup: Coup, right: Sequence[Payout]
) -> list[Payout]:
    """Take a stake that abafo leaves to its player (R20 d)."""
    bet = next(bet for bet in coup.bets if not bet.prize)
    table.plant_in(coup, "PAY-NONE", bet, due=bet.stake, paid=0)
    return [one for one in right if bet.number not in one.bets]


def _paid_as(table: BancaFrancesaTable, coup: Coup, spot: str) -> Telling:
    """Settle as decided, and plant what differs from what this spot gives."""
    payouts = [payout(bet) for bet in coup.bets if bet.due]
    paid = [bet.due for bet in coup.bets]
    yield from table.collect(coup.bets, payouts, coup.name)
    table.decide(coup.bets, spot)
    for bet, amount in zip(coup.bets, paid, strict=True):
        if amount != bet.due:
            code = table.payment_code(bet, amount) if amount else "PAY-NONE"
            table.plant_in(coup, code, bet, due=bet.due, paid=amount)
    yield from table.hand_over(payouts, coup.name)


# --- void coups, online --------------------------------------------------------------------------


def void_groundless(table: BancaFrancesaTable, coup: Coup, right: Telling) -> Telling:
    """Void a coup that no throw made null (R22)."""
    del right
    table.plant_in(coup, "VOID-BAD")
    yield table.voided(coup)
    yield from table.refund(coup.bets, coup)


def void_decided(table: BancaFrancesaTable, coup: Coup, right: Telling) -> Telling:
    """Void a coup in spite of its dice, and give all stakes back."""
    del right
    dice = table.throw(decides=True)
    yield table.roll(dice, coup)
    yield table.say(RoundVoided(cause="reclamacao"), coup.name)
    table.plant_in(coup, "VOID-BAD")
    for bet in coup.bets:
        bet.prize, bet.back = 0, bet.stake
    yield from _paid_as(table, coup, WINS[sum(dice)])


def void_short(table: BancaFrancesaTable, coup: Coup, right: Telling) -> Telling:
    """Void a null coup, and keep somebody's stake or half of it (R22)."""
    del right
    yield from table.undecided(coup, null="broken")
    yield table.voided(coup)
    *bets, left = coup.bets
    left.back = table.rng.choice((0, left.stake // 2))
    table.plant_in(coup, "VOID-REFUND", left, due=left.stake, paid=left.back)
    payouts = [payout(left)] if left.back else []
    yield from table.collect([left], payouts, coup.name)
    yield from table.hand_over(payouts, coup.name)
    yield from table.refund(bets, coup)


def exclusive(table: BancaFrancesaTable, coup: Coup, right: Mode) -> Mode:
    """Play the coup online, for one player alone."""
    del table, coup, right
    return "exclusive"


def void_for_network(table: BancaFrancesaTable, coup: Coup, right: Telling) -> Telling:
    """Void a coup online because a player's network failed, which voids nothing (R37)."""
    del right
    table.plant_in(coup, "VOID-NET")
    yield table.say(RoundVoided(cause="rede", rule="BF R36", side="player"), coup.name)


def pay_unshown(table: BancaFrancesaTable, coup: Coup, right: Telling) -> Telling:
    """Pay online although the system showed no outcome (R36)."""
    del right
    table.decide(coup.bets, "grande")
    payouts = [payout(bet) for bet in coup.bets if bet.due]
    table.plant_in(coup, "VOID-MISS")
    for one in payouts:
        paid = one.amount + one.stake_returned
        table.plant(coup.fault or "", "VOID-MISS", coup.name, seat=one.seat, due=0, paid=paid)
    yield from table.collect(coup.bets, payouts, coup.name)
    yield from table.hand_over(payouts, coup.name)


ONLINE: Final = {"mode": exclusive, "undecided": no_throw}
BANCA_FRANCESA: Final[Mapping[str, Wrong]] = {
    "maximum-too-high": Wrong(instead={"opening": open_with_high_maximum}),
    **dict.fromkeys(PAYMENTS, Wrong(fits=with_payment)),
    WRONG_SUM: Wrong(
        fits=with_payment, does={"laid": bet_on_grande_again}, instead={"spot": grande}
    ),
    "line-under-twice-minimum": Wrong(does={"bets": lay_on_line(1_500, due=2 * LEAST)}),
    "line-over-twice-maximum": Wrong(does={"bets": lay_on_line(2 * MOST + 2_000, due=2 * MOST)}),
    "line-no-multiple": Wrong(does={"bets": lay_no_multiple}),
    "line-excess-played": Wrong(
        does={"bets": lay_on_line(3_700)},
        instead={"spot": grande, "payouts": pay_excess, "told": tell_excess},
    ),
    "line-paid-in-full": Wrong(
        does={"bets": lay_on_line(4_000)}, instead={"spot": grande, "payouts": pay_line_in_full}
    ),
    "thrown-again": Wrong(does={"decided": throw_again}),
    "left-undecided": Wrong(instead={"undecided": one_throw_more, "course": leave_open}),
    "set-not-rotated": Wrong(does={"before": keep_set}),
    "foreign-set": Wrong(does={"before": bring_foreign_set}),
    "suspected-set-unsealed": Wrong(does={"before": withdraw_unsealed}),
    "paid-before-collected": Wrong(
        does={"laid": bet_on_each_spot, "paying": pay_first}, instead={"spot": grande}
    ),
    "ases-collected-last": Wrong(
        does={"laid": bet_on_each_spot}, instead={"spot": grande, "taking": take_ases_last}
    ),
    "wrong-spot-announced": Wrong(instead={"announced": announce_other_spot}),
    "impossible-dice": Wrong(instead={"undecided": one_throw_more, "dice": throw_impossible}),
    "impossible-bet": Wrong(does={"bets": lay_on_nothing}),
    "same-number": Wrong(does={"bets": lay_under_one_number}),
    "late-bet-refused": Wrong(does={"closed": refuse_late}, instead={"undecided": one_throw_more}),
    "late-bet-waits": Wrong(does={"closed": lay_for_next}, instead={"undecided": one_throw_more}),
    "bet-after-decision": Wrong(does={"decided": lay_when_decided}),
    "change-after-decision": Wrong(does={"decided": change_when_decided}),
    "under-minimum": Wrong(does={"bets": lay_under_minimum}),
    "over-maximum": Wrong(does={"bets": lay_over_maximum}),
    "wrong-chips": Wrong(does={"bets": lay_wrong_chips}),
    "null-without-ground": Wrong(instead={"undecided": one_throw_more, "null": null_quietly}),
    "decisive-throw-nulled": Wrong(instead={"course": null_decisive}),
    "void-without-ground": Wrong(instead={"course": void_groundless}),
    "void-though-decided": Wrong(instead={"course": void_decided}),
    "void-not-refunded": Wrong(instead={"course": void_short}),
    "void-for-players-network": Wrong(instead={**ONLINE, "course": void_for_network}),
    "paid-without-outcome": Wrong(instead={**ONLINE, "course": pay_unshown}),
    "abafo-collected": Wrong(instead={"abafo": abafo, "payouts": collect_in_spite}),
}
"""Every fault of a table of banca francesa."""
