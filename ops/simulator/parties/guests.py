"""Tables where players sit down, buy chips, lay bets and are paid, and staff who take turns.

A game says what is laid and what each bet is worth; here stands who comes and goes, what the house
takes, and how a bet is paid: each by itself, a player's together, a whole seat's. Also the wrong
ways of paying that any game may show.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from typing_extensions import override

from ledger.events.base import Chips
from ledger.events.rounds import BetPlaced, Collection, Payout
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import ChipsSold, Gratuity, StaffChanged
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import SHIFT, Table
from ops.simulator.parties.terminal import Said

TIPS: Final = 6
"""Between one round in so many and the next a chip is given to the staff, by who has plenty."""
OVERPAID: Final = "overpaid"
UNDERPAID: Final = "underpaid"
WRONG_SUM: Final = "wrong-sum"
UNPAID: Final = "unpaid"
WRONG_SEAT: Final = "wrong-seat"
WRONG_BET: Final = "wrong-bet"
LOSER_PAID: Final = "loser-paid"
LOSER_KEPT: Final = "loser-kept"
PAYMENTS: Final = (
    OVERPAID,
    UNDERPAID,
    WRONG_SUM,
    UNPAID,
    WRONG_SEAT,
    WRONG_BET,
    LOSER_PAID,
    LOSER_KEPT,
)
"""Wrong payments that every game of bets may show."""


@dataclass(eq=False)
class Guest:
    """A player with his chips."""

    seat: int
    name: str
    chip: int
    """What the chips are worth that he plays with."""
    purse: int = 0


@dataclass(eq=False)
class Laid:
    """A bet on the table."""

    guest: Guest
    chance: str
    amount: int
    selection: str = ""
    number: int = 0
    """Within the round."""
    prize: int = 0
    """Once it is decided."""
    back: int = 0
    """Of the stake, what is the player's once it is decided."""

    @property
    def stake(self) -> int:
        """The part of a stake that plays."""
        return self.amount

    @property
    def due(self) -> int:
        """The amount handed over, or kept by the player."""
        return self.prize + self.back


@dataclass
class WrongPayment:
    """A payment that is to go wrong."""

    fault: str
    target: Laid
    """The bet that is dealt with wrongly."""
    other: Laid | None = None
    """The bet that gets what is the target's, or is paid together with it."""
    told: str = ""
    """What the game calls the fault, where it has a name of its own for it."""


class GuestTable(Table):
    """A table, its guests and its staff."""

    PLACES: ClassVar[int] = 8
    FIRST: ClassVar[int] = 4
    """How many come when it opens."""
    CHIPS: ClassVar[tuple[int, ...]] = (500, 1_000, 2_500)
    BOUGHT: ClassVar[int] = 60_000
    SPARE: ClassVar[int] = 15_000
    """Who has less buys chips."""
    TURNS: ClassVar[tuple[tuple[str, int], ...]] = (("pagador", 1),)
    """Posts, with their stations, that staff take in turns."""
    POSTS: ClassVar[tuple[str, ...]] = ("fiscal",)
    """Posts that one person holds all night."""
    OPENINGS: ClassVar[frozenset[str]] = frozenset()
    """Faults that are made when the table opens."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self._dealers = [f"{self.badge}-pagador-{n}" for n in range(1, len(self.TURNS) + 3)]
        self.guests: dict[int, Guest] = {}
        self.plain = False
        """Whether each bet is paid by itself in this round."""
        self._came = 0

    # --- staff and guests ----------------------------------------------------------------------

    @override
    def open(self) -> Telling:
        """Open the table with its staff; the first guests come."""
        yield self.say(self.opening())
        self.relieved_at = self.terminal.now
        for at, (post, station) in enumerate(self.TURNS):
            person = self._dealers[at]
            yield self.say(StaffChanged(post=post, station=station, person=person))
        for post in self.POSTS:
            yield self.say(StaffChanged(post=post, person=f"{self.badge}-{post}"))
        for _ in range(self.FIRST):
            yield from self.arrive()

    @override
    def between(self) -> Telling:
        """Relieve the staff; guests come, go and buy chips."""
        self.terminal.wait(5, 15)
        if self.terminal.now - self.relieved_at > SHIFT:
            yield from self.relieve()
        if len(self.guests) < self.PLACES and self.rng.randrange(8) == 0:
            yield from self.arrive()
        if len(self.guests) > 3 and self.rng.randrange(20) == 0:  # noqa: PLR2004 - some stay
            guest = self.guests[self.rng.choice(sorted(self.guests))]
            if self.may_leave(guest):
                yield from self.leave(guest)
        yield from self.tip()
        for seat in sorted(self.guests):
            if self.guests[seat].purse < self.SPARE:
                yield self.buy(self.guests[seat])

    def tip(self) -> Telling:
        """Let a guest who has plenty give the staff a chip now and then: it is no receipt."""
        rich = [one for one in self.guests.values() if one.purse > self.BOUGHT]
        if rich and self.whims.randrange(TIPS) == 0:
            guest = self.whims.choice(rich)
            guest.purse -= guest.chip
            self.tips += guest.chip
            yield self.aside(Gratuity(amount=guest.chip, seat=guest.seat, player=guest.name))

    @override
    def close(self) -> Telling:
        """Let everybody go, and count."""
        for seat in sorted(self.guests):
            yield from self.leave(self.guests[seat])
        yield from super().close()

    def relieve(self) -> Telling:
        """Let the next of the staff take the posts."""
        self.relieved_at = self.terminal.now
        before = self._dealers[: len(self.TURNS)]
        self._dealers.append(self._dealers.pop(0))
        for at, (post, station) in enumerate(self.TURNS):
            yield self.say(
                StaffChanged(
                    post=post, station=station, person=self._dealers[at], replaced=before[at]
                ),
                after=(5, 20),
            )

    def arrive(self) -> Telling:
        """Let somebody sit down and buy chips."""
        self._came += 1
        seat = self.rng.choice([at for at in range(1, self.PLACES + 1) if at not in self.guests])
        guest = Guest(seat, f"{self.badge}-j{self._came}", self.rng.choice(self.CHIPS))
        self.guests[seat] = guest
        yield self.say(PlayerSeated(seat=seat, player=guest.name), after=(1, 10))
        yield self.buy(guest)

    def may_leave(self, guest: Guest) -> bool:  # noqa: ARG002 - games in which bets last say more
        """Tell whether nothing of a guest's is left undecided."""
        return True

    def leave(self, guest: Guest) -> Telling:
        """Let somebody go, with his chips."""
        del self.guests[guest.seat]
        yield self.say(PlayerLeft(seat=guest.seat, player=guest.name, cause="own"))

    def buy(self, guest: Guest, amount: int = 0) -> Said:
        """Sell chips to somebody."""
        amount = amount or self.BOUGHT
        guest.purse += amount
        return self.say(
            ChipsSold(amount=amount, means="cash", seat=guest.seat, player=guest.name),
            after=(3, 8),
        )

    def afford(self, guest: Guest, amount: int) -> Telling:
        """Let somebody who is going to lay more than he has buy chips first."""
        if guest.purse < amount:
            yield self.buy(guest, -(-(amount - guest.purse) // self.BOUGHT) * self.BOUGHT)

    def anybody(self) -> Guest:
        """Return some guest."""
        return self.guests[self.rng.choice(sorted(self.guests))]

    def at_opening(self) -> str | None:
        """Take a fault of the opening that is due; None where it is to be done rightly."""
        for due in sorted(self.faults):
            if due <= self.occasion + 1 and self.faults[due] in self.OPENINGS:
                fault = self.faults.pop(due)
                self._faulty = f"{self.where.place}/{fault}/opening {self.occasion}"
                return fault
        return None

    @override
    def fault(self) -> str | None:
        """Take the fault of this occasion; those of the opening wait for one."""
        waiting = {due: fault for due, fault in self.faults.items() if fault in self.OPENINGS}
        for due in waiting:
            del self.faults[due]
        fault = super().fault()
        for due, one in waiting.items():
            free = due
            while free in self.faults:
                free += 1
            self.faults[free] = one
        self.plain = fault is not None
        return fault

    # --- bets ----------------------------------------------------------------------------------

    def lay(self, bet: Laid, name: str, **more: object) -> Said:
        """Put a bet down; ``more`` are fields of the event."""
        bet.guest.purse -= bet.amount
        return self.say(self.placed(bet, **more), name)

    def placed(self, bet: Laid, **more: object) -> BetPlaced:
        """Return a bet as its event says it."""
        chip = bet.guest.chip
        fields: dict[str, object] = {
            "bet": bet.number,
            "seat": bet.guest.seat,
            "player": bet.guest.name,
            "chance": bet.chance,
            "selection": bet.selection or None,
            "amount": bet.amount,
            "chips": Chips(count=bet.amount // chip, value=chip) if not bet.amount % chip else None,
            **more,
        }
        return BetPlaced(**fields)  # pyright: ignore[reportArgumentType] - as the event checks

    # --- payments ------------------------------------------------------------------------------

    def payment_code(self, bet: Laid, paid: int) -> str:
        """Return the code of a wrong payment of a bet that is due something, or of a loser."""
        raise NotImplementedError

    def sum_code(self, bets: Sequence[Laid], due: int, paid: int) -> str:  # noqa: ARG002 - some games tell more
        """Return the code of a wrong payment of several winning bets together."""
        return self.payment_code(bets[0], paid)

    def settle(self, bets: Sequence[Laid], name: str, wrong: WrongPayment | None = None) -> Telling:
        """Take the lost stakes, then pay the winners."""
        payouts = self.payouts(bets, name, wrong)
        yield from self.collect(bets, payouts, name)
        yield from self.hand_over(payouts, name)

    def collect(self, bets: Sequence[Laid], payouts: Sequence[Payout], name: str) -> Telling:
        """Take the stakes of which nobody keeps anything."""
        taken = sum(bet.stake for bet in bets) - sum(one.stake_returned for one in payouts)
        paid = {number for one in payouts for number in one.bets}
        if taken:
            numbers = tuple(
                bet.number for bet in bets if bet.back < bet.stake and bet.number not in paid
            )
            yield self.say(Collection(amount=taken, bets=numbers), name, after=(3, 8))

    def hand_over(self, payouts: Sequence[Payout], name: str) -> Telling:
        """Pay."""
        for payout in payouts:
            guest = self.guests.get(payout.seat)
            if guest is not None:
                guest.purse += payout.amount + payout.stake_returned
            yield self.say(payout, name, after=(1, 5))

    def payouts(
        self, bets: Sequence[Laid], name: str, wrong: WrongPayment | None = None
    ) -> list[Payout]:
        """Return how the decided bets are paid."""
        winners = self.in_order([bet for bet in bets if bet.due])
        if wrong is not None:
            paid = [bet for bet in winners if bet is not wrong.target]
            if wrong.fault == WRONG_SUM:
                paid = [bet for bet in paid if bet is not wrong.other]
            return [*(payout(bet) for bet in paid), *self._wrong(wrong, name)]
        style = "line" if self.plain else self.rng.choice(("line", "line", "guest", "seat"))
        if style == "line":
            return [payout(bet) for bet in winners]
        seats = dict.fromkeys(bet.guest.seat for bet in winners)
        return [
            together([bet for bet in winners if bet.guest.seat == seat], whole=style == "seat")
            for seat in seats
        ]

    def in_order(self, winners: list[Laid]) -> list[Laid]:
        """Return winning bets in the order in which they are paid: around the table."""
        return sorted(winners, key=lambda bet: bet.guest.seat)

    def choose(self, fault: str, bets: Sequence[Laid]) -> WrongPayment | None:
        """Choose the bet that is to be paid wrongly; None where there is none that fits."""
        winners = [bet for bet in bets if bet.prize]
        losers = [bet for bet in bets if bet.stake and not bet.due]
        if fault in (LOSER_PAID, LOSER_KEPT):
            return WrongPayment(fault, self.rng.choice(losers)) if losers else None
        pairs = [
            (one, other)
            for one in winners
            for other in (winners if fault == WRONG_SUM else losers)
            if one is not other and one.guest is other.guest
        ]
        if fault in (WRONG_SUM, WRONG_BET):
            return WrongPayment(fault, *self.rng.choice(pairs)) if pairs else None
        return WrongPayment(fault, self.rng.choice(winners)) if winners else None

    def _wrong(self, wrong: WrongPayment, name: str) -> list[Payout]:
        """Return the wrong payment, and write what it must lead to into the manifest."""
        fault, bet, other = wrong.fault, wrong.target, wrong.other
        told = wrong.told or fault
        where = {"seat": bet.guest.seat, "bet": bet.number}
        if fault in (OVERPAID, UNDERPAID, LOSER_PAID, LOSER_KEPT):
            paid = self._another(fault, bet)
            code = self.payment_code(bet, paid.amount + paid.stake_returned)
            self.plant(
                told, code, name, **where, due=bet.due, paid=paid.amount + paid.stake_returned
            )
            return [paid]
        if fault == WRONG_SUM:
            assert other is not None
            right = together([bet, other])
            error = max(1, other.prize // 2) * self.rng.choice((1, -1))
            paid = payout(bet, right.amount + error, right.stake_returned, bets=right.bets)
            due = bet.due + other.due
            self.plant(
                told,
                self.sum_code([bet, other], due, due + error),
                name,
                seat=bet.guest.seat,
                facts={"bets": sorted(right.bets)},
                due=due,
                paid=due + error,
            )
            return [paid]
        if fault == WRONG_SEAT:
            seat = self.rng.choice([one for one in self.guests if one != bet.guest.seat])
            where["seat"] = seat
            self.plant(told, "PAY-DIFF", name, **where, due=0, paid=bet.due)
            return [payout(bet, seat=seat)]
        self.plant(told, "PAY-NONE", name, **where, due=bet.due, paid=0)
        if other is None:
            return []
        where["bet"] = other.number
        code = self.payment_code(other, bet.due)
        self.plant(told, code, name, **where, due=0, paid=bet.due)
        return [payout(other, bet.prize, bet.back)]

    def _another(self, fault: str, bet: Laid) -> Payout:
        """Return a payment of too much or too little."""
        if fault == LOSER_PAID:
            return payout(bet, bet.stake, bet.stake)
        if fault == LOSER_KEPT:
            return payout(bet, 0, bet.stake)
        error = max(1, self.rng.choice((bet.prize, bet.stake, bet.prize // 2, bet.prize // 10)))
        if fault == OVERPAID:
            return payout(bet, bet.prize + error, bet.back)
        return payout(bet, max(0, bet.prize - error), bet.back)


def payout(
    bet: Laid,
    prize: int | None = None,
    back: int | None = None,
    *,
    seat: int | None = None,
    bets: tuple[int, ...] = (),
) -> Payout:
    """Return the payment of one bet; where nothing else is said, what is due to its player."""
    prize = bet.prize if prize is None else prize
    return Payout(
        seat=bet.guest.seat if seat is None else seat,
        amount=prize,
        bets=bets or (bet.number,),
        stake_returned=bet.back if back is None else back,
        player=bet.guest.name if seat is None else None,
        announced=prize,
    )


def together(bets: Sequence[Laid], *, whole: bool = False) -> Payout:
    """Return one payment of all bets of a guest, by their numbers or by the seat alone."""
    return Payout(
        seat=bets[0].guest.seat,
        amount=sum(bet.prize for bet in bets),
        bets=() if whole else tuple(bet.number for bet in bets),
        stake_returned=sum(bet.back for bet in bets),
        player=bets[0].guest.name,
    )
