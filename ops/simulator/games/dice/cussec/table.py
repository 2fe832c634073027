"""Days at a table of cussec: three dice shaken under a cover, stakes on what they will show.

What is due is computed here from the rules' own words (CU R7 to R10), apart from replay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from typing_extensions import override

from ledger.events.base import Chips, Mode
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
from ops.simulator.games.dice.cussec.rules import CLOTH, MAXIMUM, MINIMUM, OFTEN, Dice, times
from ops.simulator.parties.guests import Guest, GuestTable, Laid, WrongPayment, payout
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS
from ops.simulator.parties.terminal import Said


@dataclass
class Coup:
    """The plan of a coup."""

    bets: list[Laid]
    """Those that play, and in ``fault`` those that should not."""
    dice: Dice
    name: str
    """Of the round."""
    fault: str | None = None
    mode: Mode = "physical"
    wrong: WrongPayment | None = None
    target: Laid | None = None
    """The bet that is dealt with wrongly before it is paid."""
    apart: bool = False
    """Whether the target is not laid with the others."""

    @property
    def at(self) -> Laid:
        """The bet that is dealt with wrongly, where there must be one."""
        assert self.target is not None
        return self.target


class CussecTable(GuestTable):
    """A table of cussec, its guests and its dice."""

    GAME: ClassVar[str] = "cussec"
    COUNTING: ClassVar[bool] = True

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self.owed: tuple[Payout, str, str, str] | None = None
        """A payment that waits for the next coup, its coup, the fault and the fault's id."""
        self._triple = False

    @override
    def opening(self) -> TableOpened:
        """Return the opening events of the table."""
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
        coup = self.draw(self.fault(), self.round_id(number))
        for guest in self.guests.values():
            mine = (bet.amount for bet in coup.bets if bet.guest is guest)
            yield from self.afford(guest, sum(mine))
        yield from self.open_bets(coup)
        for bet in coup.bets:
            if bet is not coup.target or not coup.apart:
                yield from self.instead("laying", coup, self.place)(bet, coup)
        yield self.say(BetsClosed(by="bell"), coup.name, after=(10, 20))
        yield self.say(Announcement(what="nada_mais", by="pagador"), coup.name)
        yield from self.at("bell", coup)
        yield from self.instead("course", coup, self.lifted(coup))
        yield self.say(RoundClosed(), coup.name)

    def open_bets(self, coup: Coup) -> Telling:
        """Shake the dice three times, light on, bets (R2)."""
        yield self.say(RoundOpened(mode=coup.mode), coup.name)
        yield from self.instead("opening", coup, self.shaken_and_opened(coup))
        if self.owed is not None:
            paid, before, fault, planted = self.owed
            self.owed = None
            self.plant(fault, "BET-EARLY", coup.name, id=planted)
            yield from self.hand_over([paid], before)

    def shaken_and_opened(self, coup: Coup) -> Telling:
        """Shake the dice, then open the bets."""
        yield self.shaken(coup.name)
        yield from self.at("shaken", coup)
        yield self.say(BetsOpened(), coup.name, after=(1, 3))

    def shaken(self, name: str) -> Said:
        """Shake the dice three times (R2)."""
        return self.say(DiceShaken(times=3), name, after=(3, 6))

    def note(self, coup: Coup, code: str, **more: int) -> None:
        """Plant a fault of the coup's target."""
        assert coup.fault is not None
        bet = coup.at
        self.plant(coup.fault, code, coup.name, seat=bet.guest.seat, bet=bet.number, **more)

    def place(self, bet: Laid, coup: Coup) -> Telling:
        """Put a bet down; now and then one that is made larger, or taken back and laid again."""
        whim = self.rng.randrange(25) if coup.fault is None else -1
        chip, name = bet.guest.chip, coup.name
        if whim == 0 and bet.amount > chip:
            yield self.lay(bet, name, amount=chip, chips=None)
            yield self.change(bet, bet.amount, name)
        elif whim == 1:
            yield self.lay(bet, name)
            yield self.withdraw(bet, name)
            bet.number += 1_000
            yield self.lay(bet, name)
        else:
            yield self.lay(bet, name)

    def change(self, bet: Laid, amount: int, name: str) -> Said:
        """Let a bet be made larger or smaller."""
        chips = Chips(count=amount // bet.guest.chip, value=bet.guest.chip)
        return self.say(BetChanged(bet=bet.number, amount=amount, chips=chips, cause="own"), name)

    def withdraw(self, bet: Laid, name: str, cause: str = "own") -> Said:
        """Let a bet be taken back."""
        bet.guest.purse += bet.amount
        return self.say(BetWithdrawn(bet=bet.number, cause=cause), name)

    # --- courses -------------------------------------------------------------------------------

    def lifted(self, coup: Coup) -> Telling:
        """Lift the cover, take and pay (R3); a null coup is played again (R5, R6)."""
        if coup.fault is None and self.rng.randrange(40) == 0:
            yield from self.null(coup.name)
            if self.rng.randrange(4) == 0:
                yield from self.given_up(coup)
                return
            yield from self._again(coup)
        yield self.read(coup.dice, coup.name)
        total = str(sum(coup.dice))
        yield self.say(Announcement(what="resultado", said=total, by="pagador"), coup.name)
        self.decide(coup)
        yield from self.at("decided", coup)
        yield from self.instead("settled", coup, self.settle(coup.bets, coup.name, coup.wrong))

    def read(self, dice: Sequence[int], name: str, null: str | None = None) -> Said:
        """Read the dice."""
        return self.say(DiceRolled(dice=tuple(dice), null=null), name, after=(2, 5))

    def null(self, name: str) -> Telling:
        """Find dice on one another (R5)."""
        dice = [self.rng.randint(1, 6) for _ in range(self.rng.choice((1, 2, 3)))]
        yield self.read(dice, name, "overlapping")
        yield self.say(CoupNulled(cause="sobrepostos", rule="CU R5", announced=True), name)

    def _again(self, coup: Coup) -> Telling:
        """Repeat everything; guests keep, take back or alter their bets, or lay more (R6)."""
        name = coup.name
        yield self.shaken(name)
        yield self.say(BetsOpened(), name)
        for bet in [*coup.bets]:
            whim = self.rng.randrange(6)
            if whim == 0:
                yield self.withdraw(bet, name)
                coup.bets.remove(bet)
            elif whim == 1 and bet.amount > MINIMUM[bet.chance]:
                less = -(-MINIMUM[bet.chance] // bet.guest.chip) * bet.guest.chip
                bet.guest.purse += bet.amount - less
                bet.amount = less
                yield self.change(bet, less, name)
        for bet in self._bets():
            if bet.guest.purse >= bet.amount and self.rng.randrange(3) == 0:
                bet.number += 500
                coup.bets.append(bet)
                yield self.lay(bet, name)
        yield self.say(BetsClosed(by="bell"), name, after=(10, 20))

    def given_up(self, coup: Coup) -> Telling:
        """Void a coup that was null and cannot be repeated: every stake goes back."""
        yield self.voided(coup.name)
        yield from self.refund(coup.bets, coup.name)

    def voided(self, name: str) -> Said:
        """Call the round void, for the dice are broken."""
        return self.say(RoundVoided(cause="dados_partidos", rule="CU R5"), name)

    def refund(self, bets: Sequence[Laid], name: str) -> Telling:
        """Give stakes back."""
        yield from self.hand_over([payout(bet, 0, bet.stake) for bet in bets], name)

    # --- payments ------------------------------------------------------------------------------

    def decide(self, coup: Coup) -> None:
        """Work out every bet (R8 to R10)."""
        for bet in coup.bets:
            won = times(bet.chance, bet.selection, coup.dice) if _exists(bet) else 0
            bet.prize, bet.back = won * bet.stake, bet.stake if won or not _exists(bet) else 0
        self._triple = len(set(coup.dice)) == 1

    def decide_by(self, bets: Sequence[Laid], dice: Dice) -> None:
        """Work every bet out again, by other dice."""
        self._triple = len(set(dice)) == 1
        for bet in bets:
            won = times(bet.chance, bet.selection, dice)
            bet.prize, bet.back = won * bet.stake, bet.stake if won else 0

    @override
    def payment_code(self, bet: Laid, paid: int) -> str:
        if bet.prize:
            return "CU-PAY"
        by_triple = bet.chance in ("pequeno", "grande") and self._triple
        return "CU-TRI" if by_triple and paid > bet.due else "PAY-DIFF"

    # --- what is going to happen ---------------------------------------------------------------

    def draw(self, fault: str | None, name: str) -> Coup:
        """Return a coup in which the fault can be made."""
        while True:
            coup = Coup(bets=self._bets(), dice=self.some_dice(), name=name, fault=fault)
            if fault is None:
                return coup
            self.decide(coup)
            if len(coup.bets) > 1 and self.WRONGS[fault].fits(self, coup):
                return coup

    def some_dice(self) -> Dice:
        """Return the faces of three dice."""
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


def _exists(bet: Laid) -> bool:
    return bet.selection in CLOTH.get(bet.chance, ())
