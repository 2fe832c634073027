"""The faults of a table of cussec, and the findings they must bring."""

from collections.abc import Callable
from typing import Final

from ledger.events.base import Chips
from ledger.events.outcomes import DiceShaken
from ledger.events.rounds import BetsOpened, CoupNulled, RoundVoided
from ops.simulator.games.dice.cussec.rules import MAXIMUM, MINIMUM, Dice
from ops.simulator.games.dice.cussec.table import Coup, CussecTable
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.guests import (
    LOSER_KEPT,
    LOSER_PAID,
    PAYMENTS,
    Laid,
    WrongPayment,
    payout,
)
from ops.simulator.parties.party import Telling

OPENED_UNPAID: Final = "opened-before-paid"

# --- which coups fit -----------------------------------------------------------------------------


def with_payment(table: CussecTable, coup: Coup) -> bool:
    """Choose a payment that is made wrongly, as at any table."""
    coup.wrong = table.choose(coup.fault or "", coup.bets)
    return coup.wrong is not None


def with_triple(as_usual: str) -> Callable[[CussecTable, Coup], bool]:
    """Return a fault that throws a triple, and chooses a bet on pequeno or grande that it takes."""

    def fits(table: CussecTable, coup: Coup) -> bool:
        face = table.rng.randint(1, 6)
        coup.dice = face, face, face
        table.decide(coup)
        losers = [bet for bet in coup.bets if bet.chance in ("pequeno", "grande")]
        if losers:
            target = table.rng.choice(losers)
            coup.wrong = WrongPayment(as_usual, target, told=coup.fault or "")
        return bool(losers)

    return fits


def with_prize(table: CussecTable, coup: Coup) -> bool:
    """Let there be a prize."""
    del table
    return any(bet.prize for bet in coup.bets)


def online_with_prize(table: CussecTable, coup: Coup) -> bool:
    """Let there be a prize, online."""
    coup.mode = "exclusive"
    return with_prize(table, coup)


def with_bet(table: CussecTable, coup: Coup) -> bool:
    """Choose a bet."""
    coup.target = table.rng.choice(coup.bets)
    return True


def at_the_table(table: CussecTable, coup: Coup) -> bool:
    """Let the coup be played in the room."""
    del table
    return coup.mode == "physical"


def online_with_bet(table: CussecTable, coup: Coup) -> bool:
    """Choose a bet, online."""
    coup.mode = "exclusive"
    return with_bet(table, coup)


def with_bet_apart(table: CussecTable, coup: Coup) -> bool:
    """Choose a bet that is not laid with the others."""
    coup.apart = True
    return with_bet(table, coup)


def with_late_winner(table: CussecTable, coup: Coup) -> bool:
    """Choose a bet that is not laid with the others, and wins."""
    return with_bet_apart(table, coup) and bool(coup.at.prize)


def with_small_bet(table: CussecTable, coup: Coup) -> bool:
    """Lay less than the table takes."""
    with_bet(table, coup)
    bet = coup.at
    bet.amount = MINIMUM[bet.chance] - 100
    table.note(coup, "BET-MIN", due=MINIMUM[bet.chance], paid=bet.amount)
    return True


def with_large_bet(table: CussecTable, coup: Coup) -> bool:
    """Lay more than the table takes."""
    with_bet(table, coup)
    bet = coup.at
    bet.amount = (MAXIMUM[bet.chance] // bet.guest.chip + 2) * bet.guest.chip
    table.note(coup, "BET-MAX", due=MAXIMUM[bet.chance], paid=bet.amount)
    return True


def with_no_such_bet(table: CussecTable, coup: Coup) -> bool:
    """Lay on what the cloth does not have."""
    with_bet(table, coup)
    bet = coup.at
    bet.chance, bet.selection = table.rng.choice(
        (("par", "7"), ("dois_dados", "3-3"), ("total", "18"), ("linha", ""), ("grande", "11"))
    )
    table.note(coup, "RES-IMPOSS", due=0, paid=bet.amount)
    return True


def with_one_number(table: CussecTable, coup: Coup) -> bool:
    """Give two bets of one guest one number."""
    with_bet(table, coup)
    bet, later = coup.at, coup.bets[-1]
    if bet is later or bet.guest is not later.guest or bet.prize or later.prize:
        return False
    coup.target = later
    later.number = bet.number
    table.note(coup, "RES-IMPOSS", due=0, paid=later.amount)
    return True


# --- bets ----------------------------------------------------------------------------------------


def open_unshaken(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Open the bets before the dice are shaken (R2)."""
    del right
    table.plant(coup.fault or "", "BET-EARLY", coup.name)
    yield table.say(BetsOpened(), coup.name, after=(1, 3))
    yield table.shaken(coup.name)


def press_twice(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Press the lever twice (R2: three times)."""
    del right
    table.plant(coup.fault or "", "CU-SEQ", coup.name)
    yield table.say(DiceShaken(times=2), coup.name, after=(3, 6))
    yield table.say(BetsOpened(), coup.name, after=(1, 3))


def lay_early(table: CussecTable, coup: Coup) -> Telling:
    """Take a bet before the bets are open."""
    yield table.lay(coup.at, coup.name)
    table.note(coup, "BET-EARLY", due=0, paid=coup.at.amount)


def lay_late(table: CussecTable, coup: Coup) -> Telling:
    """Take a bet after the bell (R3)."""
    yield table.lay(coup.at, coup.name)
    table.note(coup, "BET-LATE", due=0, paid=coup.at.amount)


def refuse_late(table: CussecTable, coup: Coup) -> Telling:
    """Let somebody bet after the bell, and push it back."""
    yield from lay_late(table, coup)
    yield table.withdraw(coup.at, coup.name, "late")
    coup.bets.remove(coup.at)


def note_paid_late(table: CussecTable, coup: Coup) -> Telling:
    """Plant a late bet that is paid as if it played."""
    table.note(coup, "PAY-DIFF", due=coup.at.stake, paid=coup.at.due)
    yield from ()


def change_late(table: CussecTable, coup: Coup) -> Telling:
    """Let a bet grow after the bell; the pagador pushes the chip back, and pays it as it lay."""
    bet = coup.at
    more = bet.amount + bet.guest.chip
    yield table.change(bet, more, coup.name)
    table.plant(coup.fault or "", "BET-LATE", coup.name, bet=bet.number, due=0, paid=more)


Place = Callable[[Laid, Coup], Telling]


def lay_wrong_chips(table: CussecTable, coup: Coup, right: Place) -> Place:
    """Count one chip of a bet too many."""

    def place(bet: Laid, of: Coup) -> Telling:
        if bet is not coup.target:
            yield from right(bet, of)
            return
        chip = bet.guest.chip
        yield table.lay(bet, of.name, chips=Chips(count=bet.amount // chip + 1, value=chip))
        table.note(of, "BET-MULT")

    return place


# --- payments ------------------------------------------------------------------------------------


def owe_winner(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Leave a winner unpaid until the bets of the next coup are open."""
    del right
    name = coup.name
    winner = next(bet for bet in coup.bets if bet.prize)
    payouts = [payout(bet) for bet in coup.bets if bet.due and bet is not winner]
    table.owed = payout(winner), name, coup.fault or "", table.fault_id
    yield from table.collect([one for one in coup.bets if one is not winner], payouts, name)
    yield from table.hand_over(payouts, name)


def _pay_undecided(table: CussecTable, coup: Coup, code: str | None) -> Telling:
    """Pay prizes though nothing was decided: the collection alone says what was taken."""
    table.decide(coup)
    payouts = [payout(bet) for bet in coup.bets if bet.due]
    for one in payouts if code is not None else ():
        paid = one.amount + one.stake_returned
        table.plant(coup.fault or "", code or "", coup.name, seat=one.seat, due=0, paid=paid)
    yield from table.collect(coup.bets, payouts, coup.name)
    yield from table.hand_over(payouts, coup.name)


def pay_null(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Pay on dice that lie on one another, and do not repeat (R5)."""
    del right
    yield table.read(coup.dice, coup.name, "overlapping")
    yield from _pay_undecided(table, coup, "VOID-MISS")


def pay_unshown(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Pay online although the system showed no outcome (R18)."""
    del right
    yield from _pay_undecided(table, coup, "VOID-MISS")


def impossible_dice(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Record dice that cannot be, and pay by those on the table."""
    del right
    shown = coup.dice
    wrong = table.rng.choice(((*shown[:2], 7), (0, *shown[1:]), shown[:2], (*shown, 1)))
    yield table.read(wrong, coup.name)
    table.plant(coup.fault or "", "RES-IMPOSS", coup.name)
    yield from _pay_undecided(table, coup, None)  # what lay there may have been just that


def _paid_as(table: CussecTable, coup: Coup, dice: Dice) -> Telling:
    """Settle as decided, and plant what differs from what these dice give."""
    payouts = [payout(bet) for bet in coup.bets if bet.due]
    paid = [bet.due for bet in coup.bets]
    table.decide_by(coup.bets, dice)
    for bet, handed in zip(coup.bets, paid, strict=True):
        if bet.due != handed:
            code = table.payment_code(bet, handed) if handed else "PAY-NONE"
            more = {"seat": bet.guest.seat, "bet": bet.number, "due": bet.due, "paid": handed}
            table.plant(coup.fault or "", code, coup.name, **more)
    yield from table.collect(coup.bets, payouts, coup.name)
    yield from table.hand_over(payouts, coup.name)


# --- null and void coups -------------------------------------------------------------------------


def leave_null(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Close on a null coup, its stakes neither decided nor given back."""
    del right
    yield from table.null(coup.name)
    table.plant(coup.fault or "", "VOID-MISS", coup.name)


def null_groundless(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Set dice aside that can be read, and lift again: the first ones count (R5)."""
    del right
    yield table.read(coup.dice, coup.name, "objeto")
    table.plant(coup.fault or "", "VOID-BAD", coup.name)
    yield table.say(CoupNulled(cause="objeto", announced=True), coup.name)
    yield table.shaken(coup.name)
    yield from _read_again(table, coup)


def lift_twice(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Lift the cover again without a word: the first dice count (R5)."""
    del right
    yield table.read(coup.dice, coup.name)
    table.plant(coup.fault or "", "VOID-BAD", coup.name)
    yield from _read_again(table, coup)


def _read_again(table: CussecTable, coup: Coup) -> Telling:
    """Read other dice, and settle by them."""
    first = coup.dice
    second = table.some_dice()
    while sum(second) == sum(first):
        second = table.some_dice()
    yield table.read(second, coup.name)
    coup.dice = second
    table.decide(coup)
    yield from _paid_as(table, coup, first)


def void_groundless(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Void a coup before any dice are read."""
    del right
    table.plant(coup.fault or "", "VOID-BAD", coup.name)
    yield table.voided(coup.name)
    yield from table.refund(coup.bets, coup.name)


def void_decided(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Void a coup whose dice were read."""
    del right
    yield table.read(coup.dice, coup.name)
    table.plant(coup.fault or "", "VOID-BAD", coup.name)
    yield table.voided(coup.name)
    for bet in coup.bets:
        bet.prize, bet.back = 0, bet.stake
    yield from _paid_as(table, coup, coup.dice)


def void_short(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Void a null coup, and give one stake back in part or not at all."""
    del right
    name = coup.name
    yield from table.null(name)
    yield table.voided(name)
    left = coup.target = coup.bets[0]
    kept = table.rng.choice((left.stake, left.stake // 2))
    table.note(coup, "VOID-REFUND", due=left.stake, paid=left.stake - kept)
    left.prize, left.back = 0, left.stake - kept
    payouts = [payout(left)] if left.back else []
    yield from table.collect([left], payouts, name)
    yield from table.hand_over(payouts, name)
    yield from table.refund(coup.bets[1:], name)


def void_for_network(table: CussecTable, coup: Coup, right: Telling) -> Telling:
    """Void a coup online because a player's network failed, which voids nothing (R19)."""
    del right
    table.plant(coup.fault or "", "VOID-NET", coup.name)
    yield table.say(RoundVoided(cause="rede", rule="CU R18", side="player"), coup.name)


CUSSEC: Final[dict[str, Wrong]] = {
    **dict.fromkeys(PAYMENTS, Wrong(fits=with_payment)),
    "triple-paid": Wrong(fits=with_triple(LOSER_PAID)),
    "triple-kept": Wrong(fits=with_triple(LOSER_KEPT)),
    "late-bet-refused": Wrong(fits=with_bet_apart, does={"bell": refuse_late}),
    "late-bet-paid": Wrong(
        fits=with_late_winner, does={"bell": lay_late, "decided": note_paid_late}
    ),
    "late-change": Wrong(fits=with_bet, does={"bell": change_late}),
    "early-bet": Wrong(fits=with_bet_apart, does={"shaken": lay_early}),
    OPENED_UNPAID: Wrong(fits=with_prize, instead={"settled": owe_winner}),
    "lever-pressed-twice": Wrong(fits=at_the_table, instead={"opening": press_twice}),
    "opened-before-shaken": Wrong(fits=with_bet, instead={"opening": open_unshaken}),
    "under-minimum": Wrong(fits=with_small_bet),
    "over-maximum": Wrong(fits=with_large_bet),
    "wrong-chips": Wrong(fits=with_bet, instead={"laying": lay_wrong_chips}),
    "null-coup-paid": Wrong(fits=with_prize, instead={"course": pay_null}),
    "null-coup-left": Wrong(fits=with_bet, instead={"course": leave_null}),
    "null-without-ground": Wrong(fits=with_bet, instead={"course": null_groundless}),
    "lifted-twice": Wrong(fits=with_bet, instead={"course": lift_twice}),
    "void-without-ground": Wrong(fits=with_bet, instead={"course": void_groundless}),
    "void-though-decided": Wrong(fits=with_bet, instead={"course": void_decided}),
    "void-not-refunded": Wrong(fits=with_bet, instead={"course": void_short}),
    "void-for-players-network": Wrong(fits=online_with_bet, instead={"course": void_for_network}),
    "paid-without-outcome": Wrong(fits=online_with_prize, instead={"course": pay_unshown}),
    "impossible-dice": Wrong(fits=with_prize, instead={"course": impossible_dice}),
    "impossible-bet": Wrong(fits=with_no_such_bet),
    "same-number": Wrong(fits=with_one_number),
}
"""Every fault of a table of cussec."""
