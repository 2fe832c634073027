"""Days at a table of cussec: three dice shaken under a cover, stakes on what they will show.

What is due is computed here from the rules' own words (CU R7 to R10), apart from replay.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Final, cast

from typing_extensions import override

from ledger.events.base import Chips
from ledger.events.outcomes import Announcement, DiceRolled, DiceShaken
from ledger.events.rounds import (
    BetChanged,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    CoupNulled,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.tables import TableOpened
from ops.simulator.parties.guests import (
    LOSER_KEPT,
    LOSER_PAID,
    PAYMENTS,
    Guest,
    GuestTable,
    Laid,
    WrongPayment,
    payout,
)
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS
from ops.simulator.parties.terminal import Said

# --- the rules, as the law says them -----------------------------------------------------------

SMALL: Final = range(4, 11)
BIG: Final = range(11, 18)
TOTALS: Final = {4: 65, 5: 32, 6: 19, 7: 12, 8: 8, 9: 7, 10: 6}
"""R8 h to n: so many times the stake; 17 pays as 4, 16 as 5 …"""
FACES: Final = "123456"
PAIRS: Final = tuple(f"{one}-{other}" for one, other in combinations(FACES, 2))
Dice = tuple[int, int, int]


def times(chance: str, selection: str, dice: Sequence[int]) -> int:  # noqa: PLR0911 - one a chance
    """Return how many times its stake a bet wins; 0 where it loses (R7 to R9).

    >>> times("par", "5", (5, 5, 2)), times("par", "5", (5, 5, 5)), times("grande", "", (5, 5, 5))
    (10, 30, 0)
    """
    total, triple = sum(dice), len(set(dice)) == 1
    if chance in ("pequeno", "grande"):
        return int(not triple and total in (SMALL if chance == "pequeno" else BIG))
    if chance == "qualquer_trio":
        return 32 if triple else 0
    if chance == "total":
        return TOTALS[min(total, 21 - total)] if total == int(selection) else 0
    if chance == "dois_dados":
        return 5 if all(int(face) in dice for face in selection.split("-")) else 0
    shown = dice.count(int(selection))
    if chance == "numero":
        return shown
    if chance == "par":
        return (0, 0, 10, 30)[shown]
    return 190 if shown == len(dice) else 0


CLOTH: Final[dict[str, tuple[str, ...]]] = {
    "pequeno": ("",),
    "grande": ("",),
    "numero": tuple(FACES),
    "dois_dados": PAIRS,
    "par": tuple(FACES),
    "trio": tuple(FACES),
    "qualquer_trio": ("",),
    "total": tuple(map(str, range(4, 18))),
}
"""R7: every place where a bet may lie."""
OFTEN: Final = (
    *("pequeno", "grande") * 5,
    *("numero", "total") * 3,
    *("dois_dados", "par") * 2,
    *("trio", "qualquer_trio"),
)
"""What guests like."""
MINIMUM: Final = {**dict.fromkeys(CLOTH, 500), "pequeno": 1_000, "grande": 1_000}
MAXIMUM: Final = {
    **dict.fromkeys(("pequeno", "grande"), 100_000),
    **dict.fromkeys(("numero", "dois_dados"), 50_000),
    **dict.fromkeys(("par", "total", "qualquer_trio"), 20_000),
    "trio": 5_000,
}

TRIPLE_PAID: Final = "triple-paid"
TRIPLE_KEPT: Final = "triple-kept"
LATE_REFUSED: Final = "late-bet-refused"
LATE_PAID: Final = "late-bet-paid"
LATE_CHANGE: Final = "late-change"
EARLY_BET: Final = "early-bet"
OPENED_UNPAID: Final = "opened-before-paid"
OPENED_UNSHAKEN: Final = "opened-before-shaken"
UNDER_MINIMUM: Final = "under-minimum"
OVER_MAXIMUM: Final = "over-maximum"
WRONG_CHIPS: Final = "wrong-chips"
NULL_PAID: Final = "null-coup-paid"
NULL_LEFT: Final = "null-coup-left"
NULL_GROUNDLESS: Final = "null-without-ground"
LIFTED_TWICE: Final = "lifted-twice"
VOID_GROUNDLESS: Final = "void-without-ground"
VOID_DECIDED: Final = "void-though-decided"
VOID_SHORT: Final = "void-not-refunded"
VOID_NETWORK: Final = "void-for-players-network"
UNSHOWN_PAID: Final = "paid-without-outcome"
IMPOSSIBLE_DICE: Final = "impossible-dice"
IMPOSSIBLE_BET: Final = "impossible-bet"
SAME_NUMBER: Final = "same-number"


@dataclass
class _Coup:
    """What is going to happen in a coup."""

    bets: list[Laid]
    """Those that play, and in ``fault`` those that should not."""
    dice: Dice
    name: str
    """Of the round."""
    fault: str | None = None
    wrong: WrongPayment | None = None
    target: Laid | None = None
    """The bet that is dealt with wrongly before it is paid."""


class Cussec(GuestTable):
    """A table of cussec, its guests and its dice."""

    COUNTING: ClassVar[bool] = True
    GAME: ClassVar[str] = "cussec"
    GOES_ON: ClassVar[frozenset[str]] = frozenset({OPENED_UNPAID})
    FAULTS: ClassVar[tuple[str, ...]] = (
        *PAYMENTS,
        TRIPLE_PAID,
        TRIPLE_KEPT,
        LATE_REFUSED,
        LATE_PAID,
        LATE_CHANGE,
        EARLY_BET,
        OPENED_UNPAID,
        OPENED_UNSHAKEN,
        UNDER_MINIMUM,
        OVER_MAXIMUM,
        WRONG_CHIPS,
        NULL_PAID,
        NULL_LEFT,
        NULL_GROUNDLESS,
        LIFTED_TWICE,
        VOID_GROUNDLESS,
        VOID_DECIDED,
        VOID_SHORT,
        VOID_NETWORK,
        UNSHOWN_PAID,
        IMPOSSIBLE_DICE,
        IMPOSSIBLE_BET,
        SAME_NUMBER,
    )

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self._unpaid: tuple[Payout, str, str] | None = None
        """A payment that waits for the next coup, its coup, and the fault's id."""
        """What the coup before still owes, and its round."""
        self._triple = False

    @override
    def opening(self) -> TableOpened:
        """Return what the table opens with."""
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={"minimos": dict(MINIMUM), "maximos": dict(MAXIMUM)},
            currency=CURRENCY,
            records=RECORDS,
            count=self.float,
            counted_by=self.counters,
        )

    # --- a coup --------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one coup."""
        name = self.round_id(number)
        coup = self._draw(self.fault(), name)
        for guest in self.guests.values():
            mine = (bet.amount for bet in coup.bets if bet.guest is guest)
            yield from self.afford(guest, sum(mine))
        yield from self._open_bets(coup, name)
        for bet in coup.bets:
            if coup.target is not bet or coup.fault not in (EARLY_BET, LATE_REFUSED, LATE_PAID):
                yield from self._place(bet, coup, name)
        yield self.say(BetsClosed(by="bell"), name, after=(10, 20))
        yield self.say(Announcement(what="nada_mais", by="pagador"), name)
        yield from self._after_the_bell(coup, name)
        yield from _COURSES.get(coup.fault or "", Cussec.lifted)(self, coup, name)
        yield self.say(RoundClosed(), name)

    def _open_bets(self, coup: _Coup, name: str) -> Telling:
        """Shake the dice three times, light on, bets (R2)."""
        online = coup.fault in (VOID_NETWORK, UNSHOWN_PAID)
        yield self.say(RoundOpened(mode="exclusive" if online else "physical"), name)
        if coup.fault == OPENED_UNSHAKEN:
            self.plant(OPENED_UNSHAKEN, "BET-EARLY", name)
            yield self.say(BetsOpened(), name, after=(1, 3))
        yield self.say(DiceShaken(times=3), name, after=(3, 6))
        if coup.fault == EARLY_BET:
            assert coup.target is not None
            yield self.lay(coup.target, name)
            self._note(coup, "BET-EARLY", name, due=0, paid=coup.target.amount)
        if coup.fault != OPENED_UNSHAKEN:
            yield self.say(BetsOpened(), name, after=(1, 3))
        if self._unpaid is not None:
            paid, before, planted = self._unpaid
            self._unpaid = None
            self.plant(OPENED_UNPAID, "BET-EARLY", name, id=planted)
            yield from self.hand_over([paid], before)

    def _note(self, coup: _Coup, code: str, name: str, **more: int) -> None:
        """Plant a fault of the coup's target."""
        assert coup.target is not None
        assert coup.fault is not None
        bet = coup.target
        self.plant(coup.fault, code, name, seat=bet.guest.seat, bet=bet.number, **more)

    def _place(self, bet: Laid, coup: _Coup, name: str) -> Telling:
        """Put a bet down; now and then one that is made larger, or taken back and laid again."""
        whim = self.rng.randrange(25) if coup.fault is None else -1
        chip = bet.guest.chip
        if coup.fault == WRONG_CHIPS and bet is coup.target:
            yield self.lay(bet, name, chips=Chips(count=bet.amount // chip + 1, value=chip))
            self._note(coup, "BET-MULT", name)
        elif whim == 0 and bet.amount > chip:
            yield self.lay(bet, name, amount=chip, chips=None)
            yield self._change(bet, bet.amount, name)
        elif whim == 1:
            yield self.lay(bet, name)
            yield self._withdraw(bet, name)
            bet.number += 1_000
            yield self.lay(bet, name)
        else:
            yield self.lay(bet, name)

    def _change(self, bet: Laid, amount: int, name: str) -> Said:
        chips = Chips(count=amount // bet.guest.chip, value=bet.guest.chip)
        return self.say(BetChanged(bet=bet.number, amount=amount, chips=chips, cause="own"), name)

    def _withdraw(self, bet: Laid, name: str, cause: str = "own") -> Said:
        bet.guest.purse += bet.amount
        return self.say(BetWithdrawn(bet=bet.number, cause=cause), name)

    def _after_the_bell(self, coup: _Coup, name: str) -> Telling:
        """Let a bet come, or change, that should not any more (R3)."""
        bet = coup.target
        if bet is None:
            return
        if coup.fault in (LATE_REFUSED, LATE_PAID):
            yield self.lay(bet, name)
            self._note(coup, "BET-LATE", name, due=0, paid=bet.amount)
        if coup.fault == LATE_REFUSED:
            yield self._withdraw(bet, name, "late")
            coup.bets.remove(bet)
        if coup.fault == LATE_CHANGE:
            # The pagador pushes the chip back, and the bet is paid as it lay.
            more = bet.amount + bet.guest.chip
            yield self._change(bet, more, name)
            self.plant(LATE_CHANGE, "BET-LATE", name, bet=bet.number, due=0, paid=more)

    # --- courses -------------------------------------------------------------------------------

    def lifted(self, coup: _Coup, name: str) -> Telling:
        """Lift the cover, take and pay (R3); a null coup is played again (R5, R6)."""
        if coup.fault is None and self.rng.randrange(40) == 0:
            yield from self._null(name)
            if self.rng.randrange(4) == 0:
                yield from self.given_up(coup, name)
                return
            yield from self._again(coup, name)
        yield self._read(coup.dice, name)
        yield from self._pay(coup, name)

    def _read(self, dice: Sequence[int], name: str, null: str | None = None) -> Said:
        return self.say(DiceRolled(dice=tuple(dice), null=null), name, after=(2, 5))

    def _pay(self, coup: _Coup, name: str) -> Telling:
        total = str(sum(coup.dice))
        yield self.say(Announcement(what="resultado", said=total, by="pagador"), name)
        self._decide(coup)
        if coup.fault == LATE_PAID:
            assert coup.target is not None
            self._note(coup, "PAY-DIFF", name, due=coup.target.stake, paid=coup.target.due)
        if coup.fault == OPENED_UNPAID:
            winner = next(bet for bet in coup.bets if bet.prize)
            payouts = [payout(bet) for bet in coup.bets if bet.due and bet is not winner]
            self._unpaid = payout(winner), name, self.fault_id
            yield from self.collect([one for one in coup.bets if one is not winner], payouts, name)
            yield from self.hand_over(payouts, name)
        else:
            yield from self.settle(coup.bets, name, coup.wrong)

    def _null(self, name: str) -> Telling:
        """Find dice on one another (R5)."""
        dice = [self.rng.randint(1, 6) for _ in range(self.rng.choice((1, 2, 3)))]
        yield self._read(dice, name, "overlapping")
        yield self.say(CoupNulled(cause="sobrepostos", rule="CU R5", announced=True), name)

    def _again(self, coup: _Coup, name: str) -> Telling:
        """Repeat everything; guests keep, take back or alter their bets, or lay more (R6)."""
        yield self.say(DiceShaken(times=3), name, after=(3, 6))
        yield self.say(BetsOpened(), name)
        for bet in [*coup.bets]:
            whim = self.rng.randrange(6)
            if whim == 0:
                yield self._withdraw(bet, name)
                coup.bets.remove(bet)
            elif whim == 1 and bet.amount > MINIMUM[bet.chance]:
                less = -(-MINIMUM[bet.chance] // bet.guest.chip) * bet.guest.chip
                bet.guest.purse += bet.amount - less
                bet.amount = less
                yield self._change(bet, less, name)
        for bet in self._bets():
            if bet.guest.purse >= bet.amount and self.rng.randrange(3) == 0:
                bet.number += 500
                coup.bets.append(bet)
                yield self.lay(bet, name)
        yield self.say(BetsClosed(by="bell"), name, after=(10, 20))

    def given_up(self, coup: _Coup, name: str) -> Telling:
        """Void a coup that was null and cannot be repeated: every stake goes back."""
        yield self.say(RoundVoided(cause="dados_partidos", rule="CU R5"), name)
        yield from self._refund(coup.bets, name)

    def _refund(self, bets: Sequence[Laid], name: str) -> Telling:
        yield from self.hand_over([payout(bet, 0, bet.stake) for bet in bets], name)

    def null_paid(self, coup: _Coup, name: str) -> Telling:
        """Pay on dice that lie on one another, and do not repeat (R5)."""
        yield self._read(coup.dice, name, "overlapping")
        self._decide(coup)
        payouts = [payout(bet) for bet in coup.bets if bet.due]
        for one in payouts:
            paid = one.amount + one.stake_returned
            self.plant(NULL_PAID, "VOID-MISS", name, seat=one.seat, due=0, paid=paid)
        # Nothing was decided: what was taken, no round says.
        self.quebra += sum(bet.stake - bet.back for bet in coup.bets)
        yield from self.collect(coup.bets, payouts, name)
        yield from self.hand_over(payouts, name)

    def unshown_paid(self, coup: _Coup, name: str) -> Telling:
        """Online: pay although the system showed no outcome (R18)."""
        self._decide(coup)
        payouts = [payout(bet) for bet in coup.bets if bet.due]
        for one in payouts:
            paid = one.amount + one.stake_returned
            self.plant(UNSHOWN_PAID, "VOID-MISS", name, seat=one.seat, due=0, paid=paid)
        self.quebra += sum(bet.stake - bet.back for bet in coup.bets)
        yield from self.collect(coup.bets, payouts, name)
        yield from self.hand_over(payouts, name)

    def network(self, coup: _Coup, name: str) -> Telling:
        """Online: void a coup because a player's network failed, which voids nothing (R19)."""
        del coup
        self.plant(VOID_NETWORK, "VOID-NET", name)
        yield self.say(RoundVoided(cause="rede", rule="CU R18", side="player"), name)

    def null_left(self, coup: _Coup, name: str) -> Telling:
        """Close on a null coup, its stakes neither decided nor given back."""
        del coup
        yield from self._null(name)
        self.plant(NULL_LEFT, "VOID-MISS", name)

    def groundless(self, coup: _Coup, name: str) -> Telling:
        """Set dice aside that can be read, and lift again: the first ones count (R5)."""
        first = coup.dice
        twice = coup.fault == LIFTED_TWICE
        yield self._read(first, name, None if twice else "objeto")
        self.plant(coup.fault or "", "VOID-BAD", name)
        if not twice:
            yield self.say(CoupNulled(cause="objeto", announced=True), name)
            yield self.say(DiceShaken(times=3), name, after=(3, 6))
        second = self._dice()
        while sum(second) == sum(first):
            second = self._dice()
        yield self._read(second, name)
        coup.dice = second
        self._decide(coup)
        yield from self._paid_as(coup, first, name)

    def _paid_as(self, coup: _Coup, dice: Dice, name: str) -> Telling:
        """Settle as decided, and plant what differs from what these dice give."""
        payouts = [payout(bet) for bet in coup.bets if bet.due]
        self._triple = len(set(dice)) == 1
        for bet in coup.bets:
            paid = bet.due
            won = times(bet.chance, bet.selection, dice)
            bet.prize, bet.back = won * bet.stake, bet.stake if won else 0
            if bet.due != paid:
                code = self.payment_code(bet, paid) if paid else "PAY-NONE"
                seat, number = bet.guest.seat, bet.number
                self.plant(
                    coup.fault or "", code, name, seat=seat, bet=number, due=bet.due, paid=paid
                )
        yield from self.collect(coup.bets, payouts, name)
        yield from self.hand_over(payouts, name)

    def voided(self, coup: _Coup, name: str) -> Telling:
        """Void a coup: without dice, or in spite of them, or without giving all stakes back."""
        self._decide(coup)
        short = coup.fault == VOID_SHORT
        if short:
            yield from self._null(name)
        if coup.fault == VOID_DECIDED:
            yield self._read(coup.dice, name)
        if not short:
            self.plant(coup.fault or "", "VOID-BAD", name)
        yield self.say(RoundVoided(cause="dados_partidos", rule="CU R5"), name)
        if coup.fault == VOID_DECIDED:
            dice = coup.dice
            for bet in coup.bets:
                bet.prize, bet.back = 0, bet.stake
            yield from self._paid_as(coup, dice, name)
            return
        bets = coup.bets
        if short:
            left = coup.target = bets[0]
            kept = self.rng.choice((left.stake, left.stake // 2))
            self._note(coup, "VOID-REFUND", name, due=left.stake, paid=left.stake - kept)
            bets = bets[1:]
            left.prize, left.back = 0, left.stake - kept
            payouts = [payout(left)] if left.back else []
            yield from self.collect([left], payouts, name)
            yield from self.hand_over(payouts, name)
        yield from self._refund(bets, name)

    def impossible_dice(self, coup: _Coup, name: str) -> Telling:
        """Record dice that cannot be, and pay by those on the table."""
        shown = coup.dice
        wrong = self.rng.choice(((*shown[:2], 7), (0, *shown[1:]), shown[:2], (*shown, 1)))
        yield self._read(wrong, name)
        self.plant(IMPOSSIBLE_DICE, "RES-IMPOSS", name)
        self._decide(coup)
        payouts = [payout(bet) for bet in coup.bets if bet.due]
        for one in payouts:
            paid = one.amount + one.stake_returned
            self.plant(IMPOSSIBLE_DICE, "PAY-DIFF", name, seat=one.seat, due=0, paid=paid)
        self.quebra += sum(bet.stake - bet.back for bet in coup.bets)
        yield from self.collect(coup.bets, payouts, name)
        yield from self.hand_over(payouts, name)

    # --- payments ------------------------------------------------------------------------------

    def _decide(self, coup: _Coup) -> None:
        """Work out every bet (R8 to R10)."""
        for bet in coup.bets:
            won = times(bet.chance, bet.selection, coup.dice) if _exists(bet) else 0
            bet.prize, bet.back = won * bet.stake, bet.stake if won or not _exists(bet) else 0
        self._triple = len(set(coup.dice)) == 1

    @override
    def payment_code(self, bet: Laid, paid: int) -> str:
        if bet.prize:
            return "CU-PAY"
        by_triple = bet.chance in ("pequeno", "grande") and self._triple
        return "CU-TRI" if by_triple and paid > bet.due else "PAY-DIFF"

    # --- what is going to happen ---------------------------------------------------------------

    def _draw(self, fault: str | None, name: str) -> _Coup:
        """Return a coup in which the fault can be made."""
        while True:
            coup = _Coup(bets=self._bets(), dice=self._dice(), name=name, fault=fault)
            if fault is None or (len(coup.bets) > 1 and self._prepare(coup, fault)):
                return coup

    def _dice(self) -> Dice:
        return cast("Dice", tuple(self.rng.randint(1, 6) for _ in range(3)))

    def _bets(self) -> list[Laid]:
        bets: list[Laid] = []
        for seat in sorted(self.guests):
            guest = self.guests[seat]
            mine: dict[tuple[str, str], Laid] = {}
            for _ in range(self.rng.choice((0, 1, 1, 2, 3, 4))):
                chance = self.rng.choice(OFTEN)
                bet = self._bet(guest, chance, self.rng.choice(CLOTH[chance]))
                mine.setdefault((bet.chance, bet.selection), bet)
            while sum(bet.amount for bet in mine.values()) > guest.purse:
                mine.popitem()
            bets += mine.values()
        self.rng.shuffle(bets)
        for number, bet in enumerate(bets, 1):
            bet.number = number
        return bets

    def _bet(self, guest: Guest, chance: str, selection: str) -> Laid:
        least = -(-MINIMUM[chance] // guest.chip)
        most = max(least, min(4, MAXIMUM[chance] // guest.chip))
        return Laid(guest, chance, guest.chip * self.rng.randint(least, most), selection)

    def _prepare(self, coup: _Coup, fault: str) -> bool:
        """Make the coup one in which the fault can be made; tell whether it is."""
        if fault in (TRIPLE_PAID, TRIPLE_KEPT):
            face = self.rng.randint(1, 6)
            coup.dice = face, face, face
        self._decide(coup)
        if fault in PAYMENTS:
            coup.wrong = self.choose(fault, coup.bets)
            return coup.wrong is not None
        if fault in (TRIPLE_PAID, TRIPLE_KEPT):
            losers = [bet for bet in coup.bets if bet.chance in ("pequeno", "grande")]
            if losers:
                as_usual = LOSER_PAID if fault == TRIPLE_PAID else LOSER_KEPT
                coup.wrong = WrongPayment(as_usual, self.rng.choice(losers), told=fault)
            return bool(losers)
        if fault in (OPENED_UNPAID, NULL_PAID, UNSHOWN_PAID, IMPOSSIBLE_DICE):
            return any(bet.prize for bet in coup.bets)
        coup.target = self.rng.choice(coup.bets)
        arrange = _ARRANGE.get(fault)
        return arrange is None or arrange(self, coup, coup.target)

    def late_winner(self, coup: _Coup, bet: Laid) -> bool:
        """Let the late bet be one that wins."""
        del coup
        return bool(bet.prize)

    def small_bet(self, coup: _Coup, bet: Laid) -> bool:
        """Lay less than the table takes."""
        bet.amount = MINIMUM[bet.chance] - 100
        self._note(coup, "BET-MIN", coup.name, due=MINIMUM[bet.chance], paid=bet.amount)
        return True

    def large_bet(self, coup: _Coup, bet: Laid) -> bool:
        """Lay more than the table takes."""
        bet.amount = (MAXIMUM[bet.chance] // bet.guest.chip + 2) * bet.guest.chip
        self._note(coup, "BET-MAX", coup.name, due=MAXIMUM[bet.chance], paid=bet.amount)
        return True

    def no_such_bet(self, coup: _Coup, bet: Laid) -> bool:
        """Lay on what the cloth does not have."""
        bet.chance, bet.selection = self.rng.choice(
            (("par", "7"), ("dois_dados", "3-3"), ("total", "18"), ("linha", ""), ("grande", "11"))
        )
        self._note(coup, "RES-IMPOSS", coup.name, due=0, paid=bet.amount)
        return True

    def second_number(self, coup: _Coup, bet: Laid) -> bool:
        """Give two bets of one guest one number."""
        later = coup.bets[-1]
        if bet is later or bet.guest is not later.guest or bet.prize or later.prize:
            return False
        coup.target = later
        later.number = bet.number
        self._note(coup, "RES-IMPOSS", coup.name, due=0, paid=later.amount)
        return True


def _exists(bet: Laid) -> bool:
    return bet.selection in CLOTH.get(bet.chance, ())


_COURSES: Final[Mapping[str, Callable[[Cussec, _Coup, str], Telling]]] = {
    NULL_PAID: Cussec.null_paid,
    NULL_LEFT: Cussec.null_left,
    NULL_GROUNDLESS: Cussec.groundless,
    LIFTED_TWICE: Cussec.groundless,
    VOID_GROUNDLESS: Cussec.voided,
    VOID_DECIDED: Cussec.voided,
    VOID_SHORT: Cussec.voided,
    VOID_NETWORK: Cussec.network,
    UNSHOWN_PAID: Cussec.unshown_paid,
    IMPOSSIBLE_DICE: Cussec.impossible_dice,
}
_ARRANGE: Final[Mapping[str, Callable[[Cussec, _Coup, Laid], bool]]] = {
    LATE_PAID: Cussec.late_winner,
    UNDER_MINIMUM: Cussec.small_bet,
    OVER_MAXIMUM: Cussec.large_bet,
    IMPOSSIBLE_BET: Cussec.no_such_bet,
    SAME_NUMBER: Cussec.second_number,
}
