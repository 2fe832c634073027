"""Days at a table of craps: players throw two dice; some bets fall at once, others wait for days.

What is due is computed here from the rules' own words (CR R20 to R25), apart from replay. A fault
waits within its round until the dice and the bets are such that it can be made; the round does not
end before.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import ClassVar, Final

from typing_extensions import override

from ledger.events.base import Chips, Mode
from ledger.events.outcomes import Announcement, DiceChosen, DiceRolled
from ledger.events.rounds import (
    BetChanged,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    CoupNulled,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import MarkerMoved
from ledger.events.tables import TableOpened
from ops.simulator.parties.fault import Occasion
from ops.simulator.parties.guests import Guest, GuestTable, Laid, WrongPayment
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS
from ops.simulator.parties.terminal import Said, instant

# --- the rules, as the law says them -----------------------------------------------------------

POINTS: Final = (4, 5, 6, 8, 9, 10)
SEVEN: Final = 7
BARS: Final = (2, 12)
LINES: Final = ("pass_line", "dont_pass_line", "come", "dont_come")
AGAINST: Final = ("dont_pass_line", "dont_come")
PHYSICAL: Final[Mode] = "physical"
Odds = tuple[int, int]
Dice = tuple[int, int]
Picks = Callable[[], Dice]
"""Says what the dice will show."""
ODDS_FOR: Final[dict[int, Odds]] = {
    **dict.fromkeys((4, 10), (2, 1)),
    **dict.fromkeys((5, 9), (3, 2)),
    **dict.fromkeys((6, 8), (6, 5)),
}
ODDS_AGAINST: Final = {number: (of, times) for number, (times, of) in ODDS_FOR.items()}
FAVOUR: Final[dict[int, Odds]] = {
    **dict.fromkeys((4, 10), (9, 5)),
    **dict.fromkeys((5, 9), (7, 5)),
    **dict.fromkeys((6, 8), (7, 6)),
}
CONTRA: Final[dict[int, Odds]] = {
    **dict.fromkeys((4, 10), (5, 11)),
    **dict.fromkeys((5, 9), (5, 8)),
    **dict.fromkeys((6, 8), (4, 5)),
}
ONE_THROW: Final[dict[str, tuple[tuple[int, ...], int]]] = {
    "under_seven": ((2, 3, 4, 5, 6), 1),
    "over_seven": ((8, 9, 10, 11, 12), 1),
    "craps": ((2, 3, 12), 7),
    "total_7": ((7,), 4),
    "total_2": ((2,), 30),
    "total_3": ((3,), 15),
    "total_11": ((11,), 15),
    "total_12": ((12,), 30),
}
"""R20 2.7, 2.8, R22 1.2, 1.4 to 1.8: the totals that win, and how much."""
FIELD: Final = {2: 2, 12: 2, **dict.fromkeys((3, 4, 9, 10, 11), 1)}
HARD: Final = {4: 7, 6: 9, 8: 9, 10: 7}
PAIRS: Final = {"duques": 4, "ternos": 6, "quadras": 8, "quinas": 10}
"""R22 1.3: the seed's own names of the pairs."""
BIG: Final = {"big_6": 6, "big_8": 8}
NULLS: Final = ("off_table", "not_past_middle")
"""R18."""
NUMBERS: Final = tuple(map(str, POINTS))
CLOTH: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys((*LINES, *BIG, *ONE_THROW, "field"), ("",)),
    "hardway": (*map(str, HARD), *PAIRS),
    "numero_favor": NUMBERS,
    "numero_contra": NUMBERS,
}
MINIMUM: Final = {
    **dict.fromkeys(CLOTH, 500),
    **dict.fromkeys(LINES, 1_000),
    **dict.fromkeys(("numero_favor", "numero_contra"), 1_000),
}
MAXIMUM: Final = {
    **dict.fromkeys(CLOTH, 20_000),
    **dict.fromkeys(LINES, 100_000),
    **dict.fromkeys(("numero_favor", "numero_contra", *BIG, "field"), 60_000),
    "odds": 100_000,
}
THROWS_MAX: Final = 25
"""After which a round ends, wherever it stands."""
PATIENCE: Final = 60
"""Throws after which a fault is put off."""
ROUND_MINUTES: Final = 10
"""More than a round lasts, one with another."""


@dataclass(eq=False)
class OnCraps(Laid):
    """A bet on its way through the throws."""

    point: int | None = None
    """The number on which a line bet waits: its point, or its box."""
    base: "OnCraps | None" = None
    """Of odds: the bet they lean on."""
    barred: bool = False
    """Whether it was decided on its first throw by a total that one bar or the other takes."""

    def pay(self, times: Odds | int) -> bool:
        """Let the bet win; its prize is rounded down to the minor unit."""
        count, of = (times, 1) if isinstance(times, int) else times
        self.prize, self.back = self.stake * count // of, self.stake
        return True

    def lose(self) -> bool:
        """Let the bet lose."""
        self.prize = self.back = 0
        return True

    def push(self) -> bool:
        """Let the stake go back to the bettor."""
        self.prize, self.back = 0, self.stake
        return True


def fall(bet: OnCraps, dice: tuple[int, int], bar: int) -> bool:  # noqa: PLR0911 - one a chance
    """Decide a bet by a throw, or leave the bet undecided; ``fall_all`` decides odds."""
    total, chance = sum(dice), bet.chance
    if chance in LINES:
        return _fall_line(bet, total, bar)
    if chance in ONE_THROW:
        totals, times = ONE_THROW[chance]
        return bet.pay(times) if total in totals else bet.lose()
    if chance == "field":
        return bet.pay(FIELD[total]) if total in FIELD else bet.lose()
    number = BIG.get(chance) or PAIRS.get(bet.selection) or int(bet.selection)
    if total not in (SEVEN, number):
        return False
    if chance == "numero_contra":
        return bet.pay(CONTRA[number]) if total == SEVEN else bet.lose()
    if total == SEVEN:
        return bet.lose()
    if chance == "hardway":
        return bet.pay(HARD[number]) if dice[0] == dice[1] else bet.lose()
    return bet.pay(FAVOUR[number] if chance == "numero_favor" else 1)


def _fall_line(bet: OnCraps, total: int, bar: int) -> bool:
    """R20 20.1 to 2.4: on the first throw, then on the number or seven."""
    against = bet.chance in AGAINST
    if bet.point is not None:
        if total not in (SEVEN, bet.point):
            return False
        return bet.pay(1) if (total == SEVEN) is against else bet.lose()
    if total in POINTS:
        return False
    bet.barred = against and total in BARS
    if against and total == bar:
        return bet.push()
    return bet.pay(1) if (total in (SEVEN, 11)) is not against else bet.lose()


def fall_all(bets: Sequence[OnCraps], dice: tuple[int, int], bar: int) -> list[OnCraps]:
    """Return the bets that a throw decides; the others move to their numbers (R20 2.3, R22 1.1)."""
    total = sum(dice)
    fallen = {id(bet): bet for bet in bets if bet.chance != "odds" and fall(bet, dice, bar)}
    for bet in bets:
        base = bet.base
        if base is None or id(base) not in fallen:
            continue
        fallen[id(bet)] = bet
        if base.point is None:
            bet.push()
        elif base.prize:
            against = base.chance in AGAINST
            bet.pay((ODDS_AGAINST if against else ODDS_FOR)[base.point])
        else:
            bet.lose()
    for bet in bets:
        if bet.chance in LINES and bet.point is None and total in POINTS:
            bet.point = total
    return [bet for bet in bets if id(bet) in fallen]


# --- the table ---------------------------------------------------------------------------------


@dataclass
class Series:
    """A round in its course."""

    name: str
    """The round's id."""
    fault: str | None = None
    """What is still to be done wrong."""
    honest: bool = True
    """Whether nothing was to be done wrong from its beginning."""
    last: bool = False
    """Whether it is the day's last: nobody lays anything but to throw."""
    single: bool = False
    """Whether nobody lays anything after the first throw, until all is decided."""
    numbers: int = 0
    """How many bets have a number."""
    throws: int = 0
    fallen: list[OnCraps] = field(default_factory=list[OnCraps])
    """What the last throw decided."""
    hold: list[OnCraps] = field(default_factory=list[OnCraps])
    """Bets that must fall before the round ends."""
    wrong: WrongPayment | None = None
    """The payment of this throw that is to go wrong."""
    ended: bool = False


class CrapsTable(GuestTable):
    """A table of craps: who throws, what lies there, which point is set."""

    GAME: ClassVar[str] = "craps"
    TURNS: ClassVar[tuple[tuple[str, int], ...]] = (("stickman", 1), ("dealer", 1), ("dealer", 2))
    POSTS: ClassVar[tuple[str, ...]] = ("boxman",)

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up without players."""
        super().__init__(where, faults)
        self.bar = 12
        self.point: int | None = None
        self.since_point = 0
        """Throws since the point was set."""
        self.laid: list[OnCraps] = []
        """What lies undecided, from round to round."""
        self.shooter: int | None = None
        self.seven_out = False
        self.known: set[str] = set()
        """Who had bets in a round before this one, at this opening, and has not left (R14)."""
        self.bettors: set[str] = set()
        """Who had bets in this round."""
        self.before: str | None = None
        """The round before, at this opening."""
        self.pointed = ""
        """The round in which the point that stands was set."""
        self.waiting: list[OnCraps] = []
        """Bets that came too late for a throw and lie there for the next."""
        self.at_close = Occasion(None)
        """What is to be done wrong when the day ends."""
        self._round = 0

    # --- the day -------------------------------------------------------------------------------

    @override
    def hours(self, rounds: int) -> timedelta:
        return timedelta(minutes=180 + rounds * ROUND_MINUTES)

    @override
    def opening(self) -> TableOpened:
        """Return the opening of the table, with no bet on the cloth."""
        self.bar = self.rng.choice(BARS)
        self.point, self.since_point, self.seven_out = None, 0, False
        self.shooter, self.before, self.known = None, None, set()
        opened = TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={
                "bar": self.bar,
                "mesa_grande": True,
                "minimos": dict(MINIMUM),
                "maximos": dict(MAXIMUM),
            },
            currency=CURRENCY,
            records=RECORDS,
            count=self.float,
            counted_by=self.counters,
            closes=instant(self.closes),
        )
        return self.instead("opening", Occasion(self.at_opening()), opened)

    @override
    def close(self) -> Telling:
        """Throw until nothing is undecided, then let everybody go (R16 f)."""
        yield from self.at("closing", self.at_close)
        yield from self.clear()
        yield from super().close()

    def clear(self) -> Telling:
        """Throw until nothing is undecided, which is the day's last round."""
        if self.laid:
            yield from self.round(Series(self.next_name(), last=True))

    def next_name(self) -> str:
        """Return the id of the next round."""
        self._round += 1
        return self.round_id(self._round)

    @override
    def may_leave(self, guest: Guest) -> bool:
        return not any(bet.guest is guest for bet in self.laid)

    # --- a round -------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one round: some throws, from one come-out to the end of a series, or of a few."""
        self._round = number
        fault = self.take_fault()
        series = Series(self.round_id(number), fault, honest=fault is None)
        if fault is not None:
            self.WRONGS[fault].fits(self, series)
        yield from self.round(series)

    def round(self, series: Series) -> Telling:
        """Play a round, with the bets that the round before left undecided."""
        self.bettors = set()
        yield self.say(
            RoundOpened(
                mode=self.instead("mode", series, PHYSICAL),
                shooter=self.shooter,
                point=self.point,
                last=series.last,
            ),
            series.name,
        )
        if series.last:
            yield self.say(Announcement(what="last_coup", by="stickman"), series.name)
        yield from self._carry(series)
        while not series.ended:
            yield from self.window(series)
            yield from self.instead("dice-handed", series, self.hand_dice(series))
            yield from self.throw(series)
        yield self.say(RoundClosed(), series.name)
        self.before = series.name
        self.known = {guest.name for guest in self.guests.values()} & (self.known | self.bettors)
        if series.fault is not None:
            self.put_off(series.fault)

    def _carry(self, series: Series) -> Telling:
        """Name the undecided bets of the round before again, odds after their line bets."""
        self.laid.sort(key=lambda bet: bet.chance == "odds")
        for bet in self.laid:
            self.number(bet, series)
            box = str(bet.point) if bet.chance in ("come", "dont_come") else bet.selection
            yield self.say(
                self.placed(
                    bet,
                    selection=box or None,
                    carried_from=self.before,
                    base=bet.base.number if bet.base is not None else None,
                ),
                series.name,
            )

    def number(self, bet: OnCraps, series: Series) -> None:
        """Give a bet its number in a round; its bettor is one of the round's."""
        series.numbers += 1
        bet.number = series.numbers
        self.bettors.add(bet.guest.name)

    # --- bets ----------------------------------------------------------------------------------

    def window(self, series: Series) -> Telling:
        """Let guests alter what they may, and bet, before a throw."""
        if self.rng.randrange(2):
            yield self.say(BetsOpened(), series.name)
        if series.honest:
            yield from self._alter(series)
        if not (series.single and series.throws):
            yield from self.instead("bets", series, self.bet(series))
            yield from self.at("bets", series)
        if not self.laid and any(map(self.may_enter, self.guests.values())):
            yield from self.put(self.new(self.anybody(), "field"), series)
        yield self.say(BetsClosed(by="call"), series.name, after=(3, 9))
        yield from self.at("closed", series)

    def bet(self, series: Series) -> Telling:
        """Let the guests bet as they like; nobody does on the last coup."""
        for seat in sorted(self.guests):
            guest = self.guests[seat]
            if self.may_enter(guest) and not series.last:
                for bet in self._wishes(guest, must=seat == self.shooter):
                    yield from self.put(bet, series)

    @override
    def anybody(self) -> Guest:
        """Return some guest who may bet now; where nobody may, some guest."""
        may = [seat for seat, guest in self.guests.items() if self.may_enter(guest)]
        return self.guests[self.rng.choice(sorted(may or self.guests))]

    def may_enter(self, guest: Guest) -> bool:
        """Tell whether a guest may bet now: newcomers wait once the shooter goes on (R14)."""
        in_play = guest.name in self.known or guest.name in self.bettors
        return in_play or self.point is None or self.since_point == 0

    def put(self, bet: OnCraps, series: Series, **more: object) -> Telling:
        """Put a bet down."""
        self.number(bet, series)
        yield from self.afford(bet.guest, bet.amount)
        base = bet.base.number if bet.base is not None else None
        yield self.lay(bet, series.name, base=base, **more)
        self.laid.append(bet)

    def withdraw(self, bet: OnCraps, series: Series, cause: str = "own") -> Said:
        """Take a bet back."""
        self.laid.remove(bet)
        bet.guest.purse += bet.amount
        return self.say(BetWithdrawn(bet=bet.number, cause=cause), series.name)

    def _alter(self, series: Series) -> Telling:
        """Take back or reduce bets that no rule locks; on the last coup all of them (R21, R22)."""
        for bet in [bet for bet in self.laid if bet.chance not in LINES]:
            whim = 0 if series.last else self.rng.randrange(30)
            least = MINIMUM.get(bet.chance, 500)
            if whim == 0:
                yield self.withdraw(bet, series)
            elif whim == 1 and bet.amount > least:
                bet.guest.purse += bet.amount - least
                bet.amount = least
                chips = Chips(count=1, value=least)
                changed = BetChanged(bet=bet.number, amount=least, chips=chips, cause="own")
                yield self.say(changed, series.name)

    def _wishes(self, guest: Guest, *, must: bool) -> list[OnCraps]:
        """Return the bets that a guest lays now; the shooter must have a bet (R12)."""
        rng, wishes = self.rng, list[OnCraps]()
        mine = [bet for bet in self.laid if bet.guest is guest]
        if self.point is None:
            if rng.randrange(5) < 2 + must:
                wishes.append(self.new(guest, "pass_line"))
            elif rng.randrange(6) == 0:
                wishes.append(self.new(guest, "dont_pass_line"))
        elif rng.randrange(6) == 0:
            wishes.append(self.new(guest, rng.choice(("come", "come", "dont_come"))))
        leaning = {id(bet.base) for bet in self.laid}
        for bet in mine:
            if bet.point is not None and id(bet) not in leaning and rng.randrange(3) == 0:
                wishes.append(self.odds(bet))
        for chance, often in _OTHERS:
            if rng.randrange(100) < often:
                wishes.append(self.new(guest, chance))
        if must and not mine and not wishes and rng.randrange(4):
            wishes.append(self.new(guest, "field"))
        taken = {_place(bet) for bet in mine}
        return [bet for bet in wishes if _place(bet) not in taken]

    def new(self, guest: Guest, chance: str, selection: str | None = None) -> OnCraps:
        """Return a bet on a chance, within the table's limits."""
        least = MINIMUM[chance]
        unit = least if chance.startswith("numero") else guest.chip
        count = -(-least // unit) + self.rng.choice((0, 0, 1, 2, 4))
        amount = min(count * unit, MAXIMUM[chance])
        selection = self.rng.choice(CLOTH[chance]) if selection is None else selection
        return OnCraps(guest, chance, amount, selection)

    def odds(self, base: OnCraps) -> OnCraps:
        """Return odds on a bet that has its number: no more than the bet (R22 1.1)."""
        parts = self.rng.choice((1, 1, 2))
        amount = max(base.amount // parts // 100 * 100, 100)
        return OnCraps(base.guest, "odds", amount, base=base)

    # --- dice ----------------------------------------------------------------------------------

    def hand_dice(self, series: Series) -> Telling:
        """Let the dice change hands where they must (R12, R15)."""
        betting = {bet.guest.seat for bet in self.laid}
        last, declined = self.shooter, ()
        if last is None:
            self.shooter = self.due_shooters(0, betting)[0]
        elif self.seven_out or last not in betting:
            others = betting - {last}
            if others:
                due = self.due_shooters(last, others)
                if len(others) > 1 and self.rng.randrange(6) == 0:
                    declined = (due[0],)
                    others.discard(due[0])
                    due = self.due_shooters(last, others)
                self.shooter = self.rng.choice(due)
        self.seven_out = False
        if self.shooter != last:
            assert self.shooter is not None
            moved = MarkerMoved(seat=self.shooter, marker="lancador", declined=declined)
            yield self.say(moved, series.name)
            chosen = DiceChosen(seat=self.shooter, offered=5, taken=2)
            yield self.say(chosen, series.name, after=(2, 6))

    def due_shooters(self, last: int, seats: set[int]) -> list[int]:
        """Return whose turn it may be: the next on the pass-line, or the next who has bet (R12)."""
        line = {bet.guest.seat for bet in self.laid if bet.chance == "pass_line"} & seats
        return list(
            dict.fromkeys(
                min(some, key=lambda seat: (seat <= last, seat)) for some in (line, seats) if some
            )
        )

    def throw(self, series: Series) -> Telling:
        """Throw the dice: now and then a null throw, else a valid throw."""
        late, self.waiting = self.waiting, []
        yield from self.at("throw", series)
        series.throws += 1
        if series.honest and self.rng.randrange(40) == 0:
            yield from self._null(series)
        else:
            yield from self._valid(series)
        if late:
            self.laid += late
            series.ended = False
        yield from self.at("thrown", series)

    def _valid(self, series: Series) -> Telling:
        """Throw the dice for a valid throw, and settle the bets that the throw decides."""
        dice = self.instead("dice", series, self.pick)()
        yield self.roll(dice, series)
        yield from self.read(dice, series)
        yield from self.at("read", series)
        yield from self.settle(series.fallen, series.name, self._wrong_payment(series))
        series.ended = self.ends(series)

    def _wrong_payment(self, series: Series) -> WrongPayment | None:
        """Let the fault choose a payment of this throw that goes wrong."""
        series.wrong = None
        wrong = self.WRONGS.get(series.fault or "")
        if wrong is not None and wrong.pays is not None:
            wrong.pays(self, series)
        return series.wrong

    def pick(self) -> Dice:
        """Return two dice as chance has them."""
        return self.rng.randint(1, 6), self.rng.randint(1, 6)

    def roll(self, dice: Sequence[int], series: Series, null: str | None = None) -> Said:
        """Return the throw as it is told."""
        rolled = DiceRolled(dice=tuple(dice), by=self.shooter, null=null)
        return self.say(rolled, series.name, after=(4, 9))

    def _null(self, series: Series) -> Telling:
        """Throw a die off the table, or not past its middle (R18)."""
        cause = self.rng.choice(NULLS)
        dice = [self.rng.randint(1, 6) for _ in range(2 if cause == NULLS[1] else 1)]
        called = self.rng.randrange(2) == 0
        yield self.roll(dice, series, None if called else cause)
        if called:
            yield self.say(CoupNulled(cause=cause, rule="CR R18", announced=True), series.name)

    def read(self, dice: Dice, series: Series) -> Telling:
        """Announce the total, decide bets, move come bets, set the point (R16, R20)."""
        total = sum(dice)
        yield self.say(Announcement(what="resultado", said=str(total), by="stickman"), series.name)
        waiting = [bet for bet in self.laid if bet.chance in LINES and bet.point is None]
        series.fallen = fall_all(self.laid, dice, self.bar)
        gone = set(map(id, series.fallen))
        self.laid = [bet for bet in self.laid if id(bet) not in gone]
        for bet in waiting:
            if bet.chance in ("come", "dont_come") and bet.point is not None:
                yield self.moved(bet, series)
        self.since_point += 1
        self.seven_out = self.point is not None and total == SEVEN
        if self.point is None and total in POINTS:
            self.point, self.since_point = total, 0
            yield self.fixed(series)
        elif total in (SEVEN, self.point):
            self.point, self.since_point = None, 0

    def moved(self, bet: OnCraps, series: Series) -> Said:
        """Return the move of a come bet to its number."""
        change = BetChanged(bet=bet.number, selection=str(bet.point), cause="moved")
        return self.say(self.instead("moved", series, change), series.name)

    def fixed(self, series: Series) -> Said:
        """Return the announcement of the point (R16 c)."""
        self.pointed = series.name
        said = Announcement(what="ponto_fixado", said=str(self.point), by="stickman")
        return self.say(self.instead("point", series, said), series.name)

    def ends(self, series: Series) -> bool:
        """Tell whether the round is over: after one or more series, rarely within a series."""
        if series.fault is not None or self.waiting:
            return series.throws > PATIENCE
        if series.last or series.single:
            return not self.laid
        if any(bet in self.laid for bet in series.hold):
            return False
        if series.throws > THROWS_MAX:
            return True
        if self.point is not None:
            return self.rng.randrange(40) == 0
        return self.rng.randrange(10) < (9 if self.seven_out else 4)

    # --- what must be found --------------------------------------------------------------------

    def made(self, series: Series, code: str, bet: OnCraps | None = None, **more: int) -> None:
        """Plant the finding of a fault that is made now; the series goes on rightly."""
        self.plant_in(series, code, bet, **more)
        series.fault = None

    def plant_in(self, series: Series, code: str, bet: OnCraps | None = None, **more: int) -> None:
        """Plant a finding of a series' fault, of which others follow."""
        assert series.fault is not None
        if bet is not None:
            more = {"seat": bet.guest.seat, "bet": bet.number, **more}
        self.plant(series.fault, code, series.name, **more)

    @override
    def payment_code(self, bet: Laid, paid: int) -> str:
        assert isinstance(bet, OnCraps)
        if bet.barred and paid == (bet.stake if bet.prize else 2 * bet.stake):
            return "CR-BAR"
        if not bet.prize:
            return "PAY-DIFF"
        return "CR-ODDS" if bet.chance == "odds" and paid > bet.due else "CR-PAY"

    @override
    def sum_code(self, bets: Sequence[Laid], due: int, paid: int) -> str:
        with_odds = any(bet.chance == "odds" for bet in bets)
        return "CR-ODDS" if with_odds and paid > due else "CR-PAY"


_OTHERS: Final = (
    *((chance, 2) for chance in ONE_THROW),
    ("field", 8),
    ("big_6", 3),
    ("big_8", 3),
    ("hardway", 7),
    ("numero_favor", 10),
    ("numero_contra", 4),
)
"""What else is laid, in so many of a hundred windows."""


def _place(bet: OnCraps) -> tuple[str, str]:
    """Return the place of a bet on the cloth: nobody has two bets in a place."""
    if bet.chance == "odds":
        assert bet.base is not None
        return "odds", str(bet.base.number)
    number = PAIRS.get(bet.selection, bet.selection)
    return bet.chance, str(number if bet.point is None else bet.point)
