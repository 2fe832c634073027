"""A table of banca francesa: its sets of dice, what guests lay there, take back and change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, cast

from typing_extensions import override

from ledger.events.base import Chips
from ledger.events.outcomes import DiceRolled
from ledger.events.rounds import BetChanged, BetWithdrawn
from ledger.events.tables import EquipmentChanged, TableOpened
from ops.simulator.games.dice.banca_francesa import faults as wrongs
from ops.simulator.games.dice.banca_francesa.rules import STEP, WINS, OnSpot
from ops.simulator.parties.guests import Guest, GuestTable
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS
from ops.simulator.parties.terminal import Said

MINIMUM: Final = {"ases": 500, "pequeno": 1_000, "grande": 1_000}
MAXIMUM: Final = {"ases": 3_000, "pequeno": 50_000, "grande": 50_000}
"""R12: at most 6 times, and 200 times, the minimum."""
SET_HOUR: Final = timedelta(minutes=52)
SETS: Final = 3
Dice = tuple[int, int, int]


@dataclass
class Coup:
    """A coup in its course."""

    name: str
    fault: str | None
    bets: list[OnSpot]
    numbers: int = 0
    """How many bets have a number."""


class BancaFrancesaTable(GuestTable):
    """A table of banca francesa, its guests, its three sets of dice."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self._sets: list[str] = []
        self._set_since: datetime = where.start
        self._brought = SETS
        self._backwards = False
        """Whether ases are collected last."""

    # --- the day -------------------------------------------------------------------------------

    @override
    def opening(self) -> TableOpened:
        """Return the table's opening facts: limits, the sets of dice."""
        self._sets = [f"terno-{n}" for n in range(1, SETS + 1)]
        most: dict[str, int] = dict(MAXIMUM)
        if self.at_opening() == wrongs.MAX_RATIO:
            spot, times = self.rng.choice((("ases", 6), ("pequeno", 200)))
            most[spot] = times * MINIMUM[spot] + 500
            self.plant(wrongs.MAX_RATIO, "BF-MAX", due=times * MINIMUM[spot], paid=most[spot])
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={
                "minimos": dict(MINIMUM),
                "maximos": {**most},
                "multiplo_risco": STEP,
                "ternos": tuple(self._sets),
            },
            currency=CURRENCY,
            records=RECORDS,
            count=self.float,
            counted_by=self.counters,
        )

    @override
    def open(self) -> Telling:
        """Open the table; the first set of dice comes in."""
        yield from super().open()
        yield self._bring(self._sets[0], "opening", None)

    @override
    def between(self) -> Telling:
        """Change the set within the hour (R17); now and then one is suspected (R18)."""
        yield from super().between()
        if self.terminal.now - self._set_since > SET_HOUR:
            yield from self._rotate()
        if self.rng.randrange(150) == 0:
            yield self._suspect()

    def _suspect(self) -> Said:
        """Withdraw the set in use, sealed before two (R18), and bring in another."""
        self._brought += 1
        old = self._sets.pop(0)
        self._sets.insert(0, f"terno-{self._brought}")
        return self._bring(self._sets[0], "suspected", old)

    def _rotate(self) -> Telling:
        old = self._sets.pop(0)
        self._sets.append(old)
        yield self._bring(self._sets[0], "hourly", old)

    def _bring(self, dice: str, reason: str, old: str | None) -> Said:
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
        self._set_since = self.terminal.now
        return said

    # --- the dice ------------------------------------------------------------------------------

    def _roll(self, dice: Sequence[int], coup: Coup, null: str | None = None) -> Said:
        return self.say(DiceRolled(dice=tuple(dice), null=null), coup.name, after=(4, 9))

    def _throw(self, *, decides: bool, spot: str | None = None) -> Dice:
        """Return dice that decide, for a spot if it is named, or that do not."""
        while True:
            dice = cast("Dice", tuple(self.rng.randint(1, 6) for _ in range(3)))
            won = WINS.get(sum(dice))
            if (won is not None) is decides and spot in (None, won):
                return dice

    # --- bets ----------------------------------------------------------------------------------

    def _new(self, coup: Coup, guest: Guest, spot: str, *, line: bool = False) -> OnSpot:
        """Return a bet on a spot; on its line where that may be."""
        line = line or (coup.fault is None and spot != "ases" and self.rng.randrange(3) == 0)
        least = MINIMUM[spot] * (1 + line)
        chips = -(-least // guest.chip) + self.rng.choice((0, 0, 1, 2, 5))
        amount = min(chips * guest.chip, MAXIMUM[spot])
        if line:
            amount -= amount % STEP
            amount = max(amount, least)
        coup.numbers += 1
        return OnSpot(guest, spot, amount, number=coup.numbers, line=line)

    def _fits(self, bet: OnSpot, coup: Coup) -> bool:
        """Tell whether a guest's bets on a spot stay within its limits (R8, R12)."""
        mine = [one for one in coup.bets if one.guest is bet.guest and one.chance == bet.chance]
        return sum(one.stake for one in (*mine, bet)) <= MAXIMUM[bet.chance]

    def _put(self, bet: OnSpot, coup: Coup, **more: object) -> Telling:
        yield from self.afford(bet.guest, bet.amount)
        yield self.lay(bet, coup.name, line=bet.line, **more)
        coup.bets.append(bet)

    def _withdraw(self, bet: OnSpot, coup: Coup, cause: str = "own") -> Said:
        coup.bets.remove(bet)
        bet.guest.purse += bet.amount
        return self.say(BetWithdrawn(bet=bet.number, cause=cause), coup.name)

    def _alter(self, coup: Coup) -> Telling:
        """Lay more, take back and change between two throws, as guests please (R13)."""
        for bet in [*coup.bets]:
            whim = self.rng.randrange(20)
            if whim == 0:
                yield self._withdraw(bet, coup)
            elif whim == 1 and not bet.line:
                yield self._change(bet, coup, amount=MINIMUM[bet.chance])
            elif whim == 2 and bet.chance != "ases":  # noqa: PLR2004 - a whim
                other = "grande" if bet.chance == "pequeno" else "pequeno"
                moved = OnSpot(bet.guest, other, bet.amount, line=bet.line)
                if self._fits(moved, coup):
                    yield self._change(bet, coup, chance=other)
            elif whim == 3 and bet.line and bet.amount <= MAXIMUM[bet.chance]:  # noqa: PLR2004 - one of so many
                full = OnSpot(bet.guest, bet.chance, bet.amount)
                if self._fits(full, coup):
                    yield self._change(bet, coup, line=False)
        if self.rng.randrange(3) == 0:
            bet = self._new(coup, self.anybody(), self.rng.choice(("pequeno", "grande")))
            if self._fits(bet, coup):
                yield from self._put(bet, coup)

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
