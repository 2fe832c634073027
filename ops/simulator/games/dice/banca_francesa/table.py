"""Days at a table of banca francesa: three dice, thrown until one of three spots wins.

What is due is computed here from the rules' own words (BF R6 to R10, R20, R26), apart from replay.
The table knows none of its faults: ``faults`` tells them at the moments that its course names.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import ClassVar, Final, cast

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Chips, Mode
from ledger.events.outcomes import Announcement, DiceRolled, ErrorNoted
from ledger.events.rounds import (
    BetChanged,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    Collection,
    CoupNulled,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.tables import EquipmentChanged, TableOpened
from ops.simulator.games.dice.banca_francesa.rules import LINED, PAYS, STEP, WINS, OnSpot
from ops.simulator.parties.fault import Occasion
from ops.simulator.parties.guests import Guest, GuestTable, Laid, WrongPayment, payout
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS
from ops.simulator.parties.terminal import Said

MINIMUM: Final = {"ases": 500, "pequeno": 1_000, "grande": 1_000}
MAXIMUM: Final = {"ases": 3_000, "pequeno": 50_000, "grande": 50_000}
"""R12: at most 6 times, and 200 times, the minimum."""
SET_HOUR: Final = timedelta(minutes=52)
SETS: Final = 3
NULLS: Final = ("object", "off_table", "not_all_thrown", "in_cup", "leaning")
"""R20, R22."""
TRIES: Final = 40
"""So many throws are looked at for one of which a fault can be made."""
Dice = tuple[int, int, int]


@dataclass
class Coup:
    """A coup in its course."""

    name: str
    fault: str | None
    """What is still to be done wrong; None once it is done."""
    honest: bool = True
    """Whether nothing was to be done wrong from its beginning."""
    bets: list[OnSpot] = field(default_factory=list[OnSpot])
    numbers: int = 0
    """How many bets have a number."""
    taken: Guest | None = None
    """Who lays what a fault wants, and nothing else."""
    dice: Dice = (0, 0, 0)
    """Those that decide."""
    wrong: WrongPayment | None = None
    handed: list[Payout] = field(default_factory=list[Payout])
    """What is still to be paid, as the table says it."""

    @property
    def spot(self) -> str:
        """The spot that wins by the dice."""
        return WINS[sum(self.dice)]


class BancaFrancesaTable(GuestTable):
    """A table of banca francesa, its guests, its three sets of dice."""

    COUNTING: ClassVar[bool] = True
    GAME: ClassVar[str] = "banca_francesa"
    TURNS: ClassVar[tuple[tuple[str, int], ...]] = (("cavalinho", 1), ("pagador", 1))

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self.sets: list[str] = []
        """The sets of dice; the first is in use."""
        self.set_since: datetime = where.start
        """Since when the set in use lies there."""
        self._brought = SETS

    # --- the day -------------------------------------------------------------------------------

    @override
    def opening(self) -> TableOpened:
        """Return the table's opening facts: limits, the sets of dice."""
        self.sets = [f"terno-{n}" for n in range(1, SETS + 1)]
        opened = TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={
                "minimos": dict(MINIMUM),
                "maximos": dict(MAXIMUM),
                "multiplo_risco": STEP,
                "ternos": tuple(self.sets),
            },
            currency=CURRENCY,
            records=RECORDS,
            count=self.float,
            counted_by=self.counters,
        )
        return self.instead("opening", Occasion(self.at_opening()), opened)

    @override
    def open(self) -> Telling:
        """Open the table; the first set of dice comes in."""
        yield from super().open()
        yield self.bring(self.sets[0], "opening", None)

    @override
    def between(self) -> Telling:
        """Change the set within the hour (R17); now and then one is suspected (R18)."""
        yield from super().between()
        if self.terminal.now - self.set_since > SET_HOUR:
            yield from self._rotate()
        if self.rng.randrange(150) == 0:
            yield self.suspect()

    def suspect(self) -> Said:
        """Withdraw the set in use, sealed before two (R18), and bring in another."""
        self._brought += 1
        old = self.sets.pop(0)
        self.sets.insert(0, f"terno-{self._brought}")
        return self.bring(self.sets[0], "suspected", old)

    def _rotate(self) -> Telling:
        old = self.sets.pop(0)
        self.sets.append(old)
        yield self.bring(self.sets[0], "hourly", old)

    def bring(self, dice: str, reason: str, old: str | None) -> Said:
        """Lay a set of dice on the table, in an old one's place."""
        sealed = reason == "suspected"
        said = self.say(
            EquipmentChanged(
                item="dice_set",
                id=dice,
                replaced=old,
                reason=reason,
                count=3,
                seal=f"selo-{self._brought}" if sealed else None,
                witnesses=self.counters if sealed else (),
            ),
            after=(10, 30),
        )
        self.set_since = self.terminal.now
        return said

    # --- a coup --------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one coup."""
        fault = self.fault()
        coup = Coup(self.round_id(number), fault, honest=fault is None)
        yield from self.at("before", coup)
        mode: Mode = "physical"
        yield self.say(RoundOpened(mode=self.instead("mode", coup, mode)), coup.name)
        yield from self._bets(coup)
        yield from self.at("laid", coup)
        undecided = self.rng.choice((0, 0, 1, 1, 2, 3, 5))
        for _ in range(self.instead("undecided", coup, undecided)):
            yield from self.undecided(coup)
        if coup.honest and self.rng.randrange(150) == 0:
            yield from self.given_up(coup)
        else:
            yield from self.instead("course", coup, self.decided(coup))
        yield self.say(RoundClosed(), coup.name)

    def made(self, coup: Coup, code: str, bet: Laid | None = None, **more: int) -> None:
        """Plant the finding of a fault that is made now; the coup goes on rightly."""
        self.plant_in(coup, code, bet, **more)
        coup.fault = None

    def plant_in(self, coup: Coup, code: str, bet: Laid | None = None, **more: int) -> None:
        """Plant a finding of the coup's fault, of which others follow."""
        assert coup.fault is not None
        if bet is not None:
            more |= {"seat": bet.guest.seat, "bet": bet.number}
        self.plant(coup.fault, code, coup.name, **more)

    def undecided(self, coup: Coup, null: str | None = None) -> Telling:
        """Throw dice that decide nothing; the guests go on betting (R13)."""
        yield self.say(BetsClosed(by="call"), coup.name, after=(3, 8))
        yield from self.at("closed", coup)
        dice = self.throw(decides=False)
        if null is not None or (coup.honest and self.rng.randrange(25) == 0):
            yield from self._null(coup, null or self.rng.choice(NULLS))
        else:
            shown = self.instead("dice", coup, dice)
            yield self.roll(shown, coup, self.instead("null", coup, None))
        yield self.say(BetsOpened(), coup.name)
        if coup.honest:
            yield from self._alter(coup)

    def _null(self, coup: Coup, cause: str) -> Telling:
        """Throw dice that do not count; the record of the dice says so, or the call (R22)."""
        shown = [self.rng.randint(1, 6) for _ in range(self.rng.choice((1, 2, 3)))]
        called = self.rng.randrange(2) == 0
        yield self.roll(shown, coup, None if called else cause)
        if called:
            yield self.say(CoupNulled(cause=cause, rule="BF R22"), coup.name)

    def given_up(self, coup: Coup) -> Telling:
        """Break the dice, void the coup and give every stake back (R22)."""
        yield from self.undecided(coup, null="broken")
        yield self.voided(coup)
        yield from self.refund(coup.bets, coup)

    def voided(self, coup: Coup) -> Said:
        """Call the coup void, for the dice are broken."""
        return self.say(RoundVoided(cause="dados_partidos", rule="BF R22"), coup.name)

    def refund(self, bets: Sequence[OnSpot], coup: Coup) -> Telling:
        """Give stakes back."""
        self._excess(bets)
        yield from self.hand_over([payout(bet, 0, bet.stake) for bet in bets], coup.name)

    def decided(self, coup: Coup) -> Telling:
        """Throw dice that decide, say which spot wins, take and pay (R14, R15, R24)."""
        self._draw(coup)
        yield self.say(BetsClosed(by="call"), coup.name, after=(3, 8))
        yield self.roll(coup.dice, coup)
        abafo = coup.honest and self.rng.randrange(60) == 0
        abafo = self.instead("abafo", coup, abafo)
        self.decide(coup.bets, coup.spot, abafo=abafo)
        if abafo:
            yield self.say(ErrorNoted(error="abafo", by="pagador"), coup.name)
        yield self.announced(self.instead("announced", coup, coup.spot), coup)
        yield from self.at("decided", coup)
        yield from self._pay(coup)

    def announced(self, spot: str, coup: Coup) -> Said:
        """Say which spot wins (R14)."""
        return self.say(Announcement(what="chance", said=spot, by="cavalinho"), coup.name)

    def _draw(self, coup: Coup) -> None:
        """Throw until the coup's fault can be made of the dice; at last it is put off."""
        spot = self.instead("spot", coup, None)
        for _ in range(TRIES):
            coup.dice = self.throw(decides=True, spot=spot)
            if coup.fault is None or self.WRONGS[coup.fault].fits(self, coup):
                return
        self.put_off(coup.fault or "")
        coup.fault, coup.honest = None, True

    # --- the dice ------------------------------------------------------------------------------

    def roll(self, dice: Sequence[int], coup: Coup, null: str | None = None) -> Said:
        """Record the dice thrown, and the ground on which they are null."""
        return self.say(DiceRolled(dice=tuple(dice), null=null), coup.name, after=(4, 9))

    def throw(self, *, decides: bool, spot: str | None = None) -> Dice:
        """Return dice that decide, for a spot if it is named, or that do not."""
        while True:
            dice = cast("Dice", tuple(self.rng.randint(1, 6) for _ in range(3)))
            won = WINS.get(sum(dice))
            if (won is not None) is decides and spot in (None, won):
                return dice

    # --- bets ----------------------------------------------------------------------------------

    def _bets(self, coup: Coup) -> Telling:
        """Let the guests bet before the first throw."""
        if self.rng.randrange(2):
            yield self.say(BetsOpened(), coup.name)
        yield from self.at("bets", coup)
        for seat in sorted(self.guests):
            guest = self.guests[seat]
            if guest is coup.taken:
                continue
            for _ in range(self.rng.choice((0, 1, 1, 2)) if coup.honest else 3):
                bet = self.new(coup, guest, self.rng.choice(("ases", *("pequeno", "grande") * 3)))
                if self.fits(bet, coup):
                    yield from self.put(bet, coup)

    def new(self, coup: Coup, guest: Guest, spot: str, *, line: bool = False) -> OnSpot:
        """Return a bet on a spot; on its line where that may be."""
        line = line or (coup.honest and spot != "ases" and self.rng.randrange(3) == 0)
        least = MINIMUM[spot] * (1 + line)
        chips = -(-least // guest.chip) + self.rng.choice((0, 0, 1, 2, 5))
        amount = min(chips * guest.chip, MAXIMUM[spot])
        if line:
            amount -= amount % STEP
            amount = max(amount, least)
        coup.numbers += 1
        return OnSpot(guest, spot, amount, number=coup.numbers, line=line)

    def fits(self, bet: OnSpot, coup: Coup) -> bool:
        """Tell whether a guest's bets on a spot stay within its limits (R8, R12)."""
        mine = [one for one in coup.bets if one.guest is bet.guest and one.chance == bet.chance]
        return sum(one.stake for one in (*mine, bet)) <= MAXIMUM[bet.chance]

    def put(self, bet: OnSpot, coup: Coup, **more: object) -> Telling:
        """Put a bet down, chips bought for it where they are wanted."""
        yield from self.afford(bet.guest, bet.amount)
        yield self.lay(bet, coup.name, line=bet.line, **more)
        coup.bets.append(bet)

    def withdraw(self, bet: OnSpot, coup: Coup, cause: str = "own") -> Said:
        """Let a bet be taken back, or pushed back."""
        coup.bets.remove(bet)
        bet.guest.purse += bet.amount
        return self.say(BetWithdrawn(bet=bet.number, cause=cause), coup.name)

    def _alter(self, coup: Coup) -> Telling:
        """Lay more, take back and change between two throws, as guests please (R13)."""
        for bet in [*coup.bets]:
            whim = self.rng.randrange(20)
            if whim == 0:
                yield self.withdraw(bet, coup)
            elif whim == 1 and not bet.line:
                yield self._change(bet, coup, amount=MINIMUM[bet.chance])
            elif whim == 2 and bet.chance != "ases":  # noqa: PLR2004 - a whim
                other = "grande" if bet.chance == "pequeno" else "pequeno"
                moved = OnSpot(bet.guest, other, bet.amount, line=bet.line)
                if self.fits(moved, coup):
                    yield self._change(bet, coup, chance=other)
            elif whim == 3 and bet.line and bet.amount <= MAXIMUM[bet.chance]:  # noqa: PLR2004 - one of so many
                full = OnSpot(bet.guest, bet.chance, bet.amount)
                if self.fits(full, coup):
                    yield self._change(bet, coup, line=False)
        if self.rng.randrange(3) == 0:
            bet = self.new(coup, self.anybody(), self.rng.choice(("pequeno", "grande")))
            if self.fits(bet, coup):
                yield from self.put(bet, coup)

    def _change(
        self,
        bet: OnSpot,
        coup: Coup,
        *,
        amount: int | None = None,
        chance: str | None = None,
        line: bool | None = None,
    ) -> Said:
        if amount is not None:
            bet.guest.purse += bet.amount - amount
            bet.amount = amount
        bet.chance = chance or bet.chance
        bet.line = bet.line if line is None else line
        chips = None
        if amount is not None:
            chips = Chips(count=1, value=amount)
        return self.say(
            BetChanged(
                bet=bet.number, amount=amount, chance=chance, line=line, chips=chips, cause="own"
            ),
            coup.name,
        )

    # --- money ---------------------------------------------------------------------------------

    def decide(self, bets: Sequence[OnSpot], spot: str, *, abafo: bool = False) -> None:
        """Work out every bet (R20 d, R26)."""
        self._excess(bets)
        for bet in bets:
            won = bet.chance == spot
            bet.prize = PAYS[spot] * bet.stake if won else 0
            bet.back = bet.stake if won or abafo else 0
            if not _exists(bet):
                bet.prize, bet.back = 0, bet.amount

    def _excess(self, bets: Sequence[OnSpot]) -> None:
        """Take off the line what exceeds its last full multiple: of what lay there last (R8)."""
        totals: dict[tuple[str, str], int] = {}
        for bet in bets:
            bet.excess = 0
            if bet.line:
                key = (bet.guest.name, bet.chance)
                totals[key] = totals.get(key, 0) + bet.amount
        for bet in reversed(bets):
            key = (bet.guest.name, bet.chance)
            total = totals.get(key, 0)
            if bet.line and _exists(bet) and _asks_multiples(bet.chance, total):
                bet.excess = min(total % STEP, bet.amount)
                totals[key] = 0

    def _pay(self, coup: Coup) -> Telling:
        """Take the lost stakes, ases first, then pay (R15, R24)."""
        payouts = self.payouts(coup.bets, coup.name, coup.wrong)
        payouts = self.instead("payouts", coup, payouts)
        told = payouts
        if coup.honest and self.rng.randrange(3) == 0:
            told = [*_with_the_rest(coup.bets, payouts)]
        coup.handed = self.instead("told", coup, told)
        yield from self.at("paying", coup)
        takes = self._collections(coup.bets, payouts)
        yield from self._take(self.instead("taking", coup, takes), coup.name)
        yield from self.hand_over(coup.handed, coup.name)

    @override
    def collect(self, bets: Sequence[Laid], payouts: Sequence[Payout], name: str) -> Telling:
        """Take ases first, then what else is lost, against the clock (R15)."""
        yield from self._take(self._collections(bets, payouts), name)

    def _take(self, takes: Sequence[Collection], name: str) -> Telling:
        for one in takes:
            yield self.say(one, name, after=(2, 6))

    def _collections(self, bets: Sequence[Laid], payouts: Sequence[Payout]) -> list[Collection]:
        """Return the collections of lost stakes: ases, then the rest (R15)."""
        paid = {number for one in payouts for number in one.bets}
        lost = [bet for bet in bets if not bet.back and bet.number not in paid]
        rest = sum(bet.stake for bet in bets) - sum(one.stake_returned for one in payouts)
        ases = [bet for bet in lost if bet.chance == "ases"]
        first = sum(bet.stake for bet in ases)
        others = tuple(bet.number for bet in lost if bet.chance != "ases")
        takes: list[Collection] = []
        if ases:
            takes.append(Collection(amount=first, bets=tuple(bet.number for bet in ases)))
        if rest - first:
            takes.append(Collection(amount=rest - first, bets=others))
        return takes

    @override
    def payment_code(self, bet: Laid, paid: int) -> str:
        return "BF-PAY" if bet.prize else "PAY-DIFF"


def _exists(bet: OnSpot) -> bool:
    return bet.chance in PAYS and not bet.selection and (not bet.line or bet.chance in LINED)


def _with_the_rest(bets: Sequence[OnSpot], payouts: Sequence[Payout]) -> Iterator[Payout]:
    """Count stakes never in play among those that players take back, as some tables do."""
    rest = {bet.number: bet.amount - bet.stake for bet in bets}
    for one in payouts:
        whole = (bet.number for bet in bets if bet.guest.seat == one.seat)
        more = sum(rest.pop(number, 0) for number in one.bets or whole)
        yield structs.replace(one, stake_returned=one.stake_returned + more)
    for bet in bets:
        if not bet.due and rest.get(bet.number):
            yield payout(bet, 0, rest[bet.number])


def _asks_multiples(chance: str, total: int) -> bool:
    return 2 * MINIMUM[chance] <= total <= 2 * MAXIMUM[chance]
