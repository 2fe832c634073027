"""Days at a table of banca francesa: three dice, thrown until one of three spots wins.

What is due is computed here from the rules' own words (BF R6 to R10, R20, R26), apart from replay.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Chips
from ledger.events.outcomes import Announcement, ErrorNoted
from ledger.events.rounds import (
    BetChanged,
    BetsClosed,
    BetsOpened,
    Collection,
    CoupNulled,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.tables import EquipmentChanged
from ops.simulator.games.dice.banca_francesa import faults as wrongs
from ops.simulator.games.dice.banca_francesa.rules import LINED, PAYS, STEP, WINS, OnSpot
from ops.simulator.games.dice.banca_francesa.table import MAXIMUM, MINIMUM, BancaFrancesaTable, Coup
from ops.simulator.parties.guests import PAYMENTS, WRONG_SUM, Guest, Laid, WrongPayment, payout
from ops.simulator.parties.party import Telling

NULLS: Final = ("object", "off_table", "not_all_thrown", "in_cup", "leaning")
"""R20, R22."""


class BancaFrancesa(BancaFrancesaTable):
    """A table of banca francesa, its guests, its three sets of dice."""

    COUNTING: ClassVar[bool] = True
    GAME: ClassVar[str] = "banca_francesa"
    TURNS: ClassVar[tuple[tuple[str, int], ...]] = (("cavalinho", 1), ("pagador", 1))
    OPENINGS: ClassVar[frozenset[str]] = frozenset({wrongs.MAX_RATIO})
    FAULTS: ClassVar[tuple[str, ...]] = wrongs.FAULTS

    # --- a coup --------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one coup."""
        coup = Coup(self.round_id(number), self.fault(), [])
        yield from self._with_the_dice(coup)
        online = coup.fault in (wrongs.VOID_NETWORK, wrongs.UNSHOWN_PAID)
        yield self.say(RoundOpened(mode="exclusive" if online else "physical"), coup.name)
        yield from self._bets(coup)
        yield from self._before_the_dice(coup)
        undecided = self.rng.choice((0, 0, 1, 1, 2, 3, 5))
        if coup.fault in (
            wrongs.LEFT_OPEN,
            wrongs.LATE_REFUSED,
            wrongs.LATE_WAITS,
            wrongs.IMPOSSIBLE_DICE,
            wrongs.NULL_QUIET,
        ):
            undecided += 1
        for _ in range(0 if online else undecided):
            yield from self._undecided(coup)
        if coup.fault is None and self.rng.randrange(150) == 0:
            yield from self._undecided(coup, null="broken")
            yield self.say(RoundVoided(cause="dados_partidos", rule="BF R22"), coup.name)
            yield from self._refund(coup.bets, coup.name)
        elif coup.fault == wrongs.LEFT_OPEN:
            self._plant(coup, "BF-DEC", due=0, paid=sum(bet.stake for bet in coup.bets))
        else:
            yield from _COURSES.get(coup.fault or "", BancaFrancesa.decided)(self, coup)
        yield self.say(RoundClosed(), coup.name)

    def _plant(self, coup: Coup, code: str, bet: Laid | None = None, **more: int) -> None:
        assert coup.fault is not None
        if bet is not None:
            more |= {"seat": bet.guest.seat, "bet": bet.number}
        self.plant(coup.fault, code, coup.name, **more)

    def _with_the_dice(self, coup: Coup) -> Telling:
        """Let the set lie there too long, or bring in one that was never given to the table."""
        if coup.fault == wrongs.SET_LATE:
            # The cavalinho is relieved in time; the dice are not changed.
            late = self._set_since + timedelta(minutes=61)
            self.terminal.now = max(self.terminal.now, self._relieved + timedelta(minutes=49))
            yield from self.relieve()
            self.terminal.now = max(self.terminal.now, late)
            self._plant(coup, "BF-SET")
        elif coup.fault == wrongs.SET_FOREIGN:
            old = self._sets[0]
            yield self._bring("terno-x", "hourly", old)
            self._plant(coup, "BF-SET")
        elif coup.fault == wrongs.SET_UNSEALED:
            said = self._suspect()
            assert isinstance(said.payload, EquipmentChanged)
            yield structs.replace(said, payload=structs.replace(said.payload, seal=None))
            self._plant(coup, "BF-SET")

    def _undecided(self, coup: Coup, null: str | None = None) -> Telling:
        """Throw dice that decide nothing; the guests go on betting (R13)."""
        yield self.say(BetsClosed(by="call"), coup.name, after=(3, 8))
        if coup.fault in (wrongs.LATE_REFUSED, wrongs.LATE_WAITS):
            yield from self._late(coup)
        dice = self._throw(decides=False)
        if null is not None or (coup.fault is None and self.rng.randrange(25) == 0):
            null = null or self.rng.choice(NULLS)
            shown = [self.rng.randint(1, 6) for _ in range(self.rng.choice((1, 2, 3)))]
            called = self.rng.randrange(2) == 0
            yield self._roll(shown, coup, None if called else null)
            if called:
                yield self.say(CoupNulled(cause=null, rule="BF R22"), coup.name)
        elif coup.fault == wrongs.IMPOSSIBLE_DICE:
            yield self._roll(self.rng.choice(((7, *dice[1:]), (1, 1), (1, 2, 2, 1))), coup)
            self._plant(coup, "RES-IMPOSS")
            coup.fault = wrongs.DONE
        elif coup.fault == wrongs.NULL_QUIET:
            yield self._roll(dice, coup, "barulho")
            self._plant(coup, "VOID-BAD")
            coup.fault = wrongs.DONE
        else:
            yield self._roll(dice, coup)
        yield self.say(BetsOpened(), coup.name)
        if coup.fault is None:
            yield from self._alter(coup)

    def _late(self, coup: Coup) -> Telling:
        """Lay a bet after the call: it is pushed back, or lies there for the next throw."""
        bet = self._new(coup, self.anybody(), "grande")
        yield from self._put(bet, coup)
        self._plant(coup, "BET-LATE", bet, due=0, paid=bet.amount)
        if coup.fault == wrongs.LATE_REFUSED:
            yield self._withdraw(bet, coup, "late")
        coup.fault = wrongs.DONE

    # --- bets ----------------------------------------------------------------------------------

    def _bets(self, coup: Coup) -> Telling:
        """Let the guests bet before the first throw."""
        if self.rng.randrange(2):
            yield self.say(BetsOpened(), coup.name)
        special = _SPECIAL.get(coup.fault or "")
        taken: Guest | None = None
        if special is not None:
            taken = self.anybody()
            yield from special(self, coup, taken)
        for seat in sorted(self.guests):
            guest = self.guests[seat]
            if guest is taken:
                continue
            for _ in range(self.rng.choice((0, 1, 1, 2)) if coup.fault is None else 3):
                bet = self._new(coup, guest, self.rng.choice(("ases", *("pequeno", "grande") * 3)))
                if self._fits(bet, coup):
                    yield from self._put(bet, coup)

    def _before_the_dice(self, coup: Coup) -> Telling:
        """Let the bets be such that the fault can be made of them."""
        winners = [bet for bet in coup.bets if bet.chance == "grande"]
        if coup.fault == WRONG_SUM and winners:
            yield from self._put(self._new(coup, winners[0].guest, "grande"), coup)
        if coup.fault in (wrongs.ORDER, wrongs.PAID_FIRST):
            for spot in PAYS:
                bet = self._new(coup, self.anybody(), spot)
                if self._fits(bet, coup):
                    yield from self._put(bet, coup)

    # --- decided -------------------------------------------------------------------------------

    def decided(self, coup: Coup) -> Telling:
        """Throw dice that decide, say which spot wins, take and pay (R14, R15, R24)."""
        wrong: WrongPayment | None = None
        spot = "grande" if coup.fault in wrongs.GRANDE_WINS else None
        dice = self._throw(decides=True, spot=spot)
        if coup.fault in PAYMENTS:
            for _ in range(40):
                dice = self._throw(decides=True, spot=spot)
                self._decide(coup.bets, WINS[sum(dice)])
                plain = [bet for bet in coup.bets if not bet.line]
                wrong = self.choose(coup.fault, plain)
                if wrong is not None:
                    break
            else:
                self.put_off(coup.fault)
                coup.fault = None
        yield self.say(BetsClosed(by="call"), coup.name, after=(3, 8))
        yield self._roll(dice, coup)
        abafo = coup.fault == wrongs.ABAFO_COLLECTED or (
            coup.fault is None and self.rng.randrange(60) == 0
        )
        self._decide(coup.bets, WINS[sum(dice)], abafo=abafo)
        if abafo:
            yield self.say(ErrorNoted(error="abafo", by="pagador"), coup.name)
        yield from self._after_the_decision(coup, WINS[sum(dice)])
        yield from self._pay(coup, wrong)

    def _decide(self, bets: Sequence[OnSpot], spot: str, *, abafo: bool = False) -> None:
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

    def _after_the_decision(self, coup: Coup, spot: str) -> Telling:
        """Announce the spot; or do what should not be done any more (R13, R14)."""
        said = spot
        if coup.fault == wrongs.WRONG_SPOT:
            said = self.rng.choice([one for one in PAYS if one != spot])
            self._plant(coup, "RES-IMPOSS")
        yield self.say(Announcement(what="chance", said=said, by="cavalinho"), coup.name)
        if coup.fault == wrongs.LATE_DECIDED:
            late = self._new(coup, self.anybody(), spot)
            yield from self._put(late, coup)
            self._plant(coup, "BET-LATE", late, due=0, paid=late.amount)
            late.back = late.amount
            if self.rng.randrange(2):
                yield self._withdraw(late, coup, "late")
        elif coup.fault == wrongs.CHANGE_DECIDED:
            bet = self.rng.choice([bet for bet in coup.bets if not bet.line])
            more = bet.amount + bet.guest.chip
            chips = Chips(count=1, value=more)
            changed = BetChanged(bet=bet.number, amount=more, chips=chips, cause="own")
            yield self.say(changed, coup.name)
            self.plant(
                wrongs.CHANGE_DECIDED, "BET-LATE", coup.name, bet=bet.number, due=0, paid=more
            )
        elif coup.fault == wrongs.THROWN_AGAIN:
            yield self._roll(self._throw(decides=self.rng.randrange(2) == 0), coup)
            self._plant(coup, "BF-DEC")

    def _pay(self, coup: Coup, wrong: WrongPayment | None = None) -> Telling:
        """Take the lost stakes, ases first, then pay (R15, R24)."""
        if coup.fault in (wrongs.HALF_PLAYED, wrongs.LINE_FULL):
            payouts = [*self._line_paid(coup)]
        else:
            payouts = self.payouts(coup.bets, coup.name, wrong)
        if coup.fault == wrongs.ABAFO_COLLECTED:
            payouts = self._collected_in_spite(coup, payouts)
        said = payouts
        if coup.fault is None and self.rng.randrange(3) == 0:
            said = [*_with_the_rest(coup.bets, payouts)]
        elif coup.fault == wrongs.HALF_PLAYED:
            said = [*payouts[:-1], _with_excess(coup.bets, payouts[-1])]
        early = int(coup.fault == wrongs.PAID_FIRST)
        if early:
            self._plant(coup, "BF-PAY")
            yield from self.hand_over(said[:1], coup.name)
        self._backwards = coup.fault == wrongs.ORDER
        if self._backwards:
            self._plant(coup, "PAY-ORDER")
        yield from self.collect(coup.bets, payouts, coup.name)
        self._backwards = False
        yield from self.hand_over(said[early:], coup.name)

    @override
    def collect(self, bets: Sequence[Laid], payouts: Sequence[Payout], name: str) -> Telling:
        """Take ases first, then what else is lost, against the clock (R15)."""
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
        if self._backwards and len(takes) > 1:
            takes.reverse()
        for one in takes:
            yield self.say(one, name, after=(2, 6))

    def _refund(self, bets: Sequence[OnSpot], name: str) -> Telling:
        self._excess(bets)
        yield from self.hand_over([payout(bet, 0, bet.stake) for bet in bets], name)

    # --- wrong courses -------------------------------------------------------------------------

    def decisive_nulled(self, coup: Coup) -> Telling:
        """Call dice that decide null without a ground, and pay by the next that do."""
        first = self._throw(decides=True)
        second = self._throw(decides=True)
        while WINS[sum(first)] == WINS[sum(second)]:
            second = self._throw(decides=True)
        yield self._roll(first, coup, "barulho")
        yield self._roll(second, coup)
        self._plant(coup, "VOID-BAD")
        self._plant(coup, "BF-DEC")
        self._plant(coup, "RES-IMPOSS")
        said = Announcement(what="chance", said=WINS[sum(second)], by="cavalinho")
        yield self.say(said, coup.name)
        self._decide(coup.bets, WINS[sum(second)])
        yield from self._paid_as(coup, WINS[sum(first)])

    def voided_decided(self, coup: Coup) -> Telling:
        """Void a coup in spite of its dice, and give all stakes back."""
        dice = self._throw(decides=True)
        yield self._roll(dice, coup)
        yield self.say(RoundVoided(cause="reclamacao"), coup.name)
        self._plant(coup, "VOID-BAD")
        for bet in coup.bets:
            bet.prize, bet.back = 0, bet.stake
        yield from self._paid_as(coup, WINS[sum(dice)])

    def _paid_as(self, coup: Coup, spot: str) -> Telling:
        """Settle as decided, and plant what differs from what this spot gives."""
        payouts = [payout(bet) for bet in coup.bets if bet.due]
        paid = [bet.due for bet in coup.bets]
        yield from self.collect(coup.bets, payouts, coup.name)
        self._decide(coup.bets, spot)
        for bet, amount in zip(coup.bets, paid, strict=True):
            if amount != bet.due:
                code = self.payment_code(bet, amount) if amount else "PAY-NONE"
                self._plant(coup, code, bet, due=bet.due, paid=amount)
        yield from self.hand_over(payouts, coup.name)

    def voided(self, coup: Coup) -> Telling:
        """Void a coup that no throw made null; or keep somebody's stake of one that was null."""
        if coup.fault == wrongs.VOID_SHORT:
            yield from self._undecided(coup, null="broken")
        else:
            self._plant(coup, "VOID-BAD")
        yield self.say(RoundVoided(cause="dados_partidos", rule="BF R22"), coup.name)
        bets = [*coup.bets]
        if coup.fault == wrongs.VOID_SHORT:
            left = bets.pop()
            left.back = self.rng.choice((0, left.stake // 2))
            self._plant(coup, "VOID-REFUND", left, due=left.stake, paid=left.back)
            payouts = [payout(left)] if left.back else []
            yield from self.collect([left], payouts, coup.name)
            yield from self.hand_over(payouts, coup.name)
        yield from self._refund(bets, coup.name)

    def unshown_paid(self, coup: Coup) -> Telling:
        """Online: pay although the system showed no outcome (R36)."""
        self._decide(coup.bets, "grande")
        payouts = [payout(bet) for bet in coup.bets if bet.due]
        self._plant(coup, "VOID-MISS")
        for one in payouts:
            paid = one.amount + one.stake_returned
            self.plant(wrongs.UNSHOWN_PAID, "VOID-MISS", coup.name, seat=one.seat, due=0, paid=paid)
        yield from self.collect(coup.bets, payouts, coup.name)
        yield from self.hand_over(payouts, coup.name)

    def network(self, coup: Coup) -> Telling:
        """Online: void a coup because a player's network failed, which voids nothing (R37)."""
        self._plant(coup, "VOID-NET")
        yield self.say(RoundVoided(cause="rede", rule="BF R36", side="player"), coup.name)

    def _line_paid(self, coup: Coup) -> list[Payout]:
        """Pay chips on a line as if all of them, or their excess too, were in play (R8, R10)."""
        bet = next(bet for bet in coup.bets if bet.line)
        others = [payout(one) for one in coup.bets if one.due and one is not bet]
        if coup.fault == wrongs.LINE_FULL:
            self._plant(coup, "BF-PAY", bet, due=bet.due, paid=bet.amount + bet.stake)
            return [*others, payout(bet, bet.amount)]
        excess = bet.amount // 2 - bet.stake
        self._plant(coup, "BF-HALF", bet, due=0, paid=bet.amount % STEP)
        self._plant(coup, "BF-HALF", bet, due=0, paid=excess)
        return [*others, payout(bet, bet.prize + excess)]

    def _collected_in_spite(self, coup: Coup, payouts: list[Payout]) -> list[Payout]:
        """Take a stake that abafo leaves to its player (R20 d)."""
        bet = next(bet for bet in coup.bets if not bet.prize)
        self._plant(coup, "PAY-NONE", bet, due=bet.stake, paid=0)
        return [one for one in payouts if bet.number not in one.bets]

    @override
    def payment_code(self, bet: Laid, paid: int) -> str:
        return "BF-PAY" if bet.prize else "PAY-DIFF"

    # --- special bets --------------------------------------------------------------------------

    def line_bet(self, coup: Coup, guest: Guest) -> Telling:
        """Lay on a line too little, too much, no multiple, or what is going to be paid wrongly."""
        amounts = {
            wrongs.HALF_LOW: 1_500,
            wrongs.HALF_HIGH: 2 * MAXIMUM["grande"] + 2_000,
            wrongs.LINE_FULL: 4_000,
        }
        coup.numbers += 1
        amount = amounts.get(coup.fault or "", 3_700)
        bet = OnSpot(guest, "grande", amount, number=coup.numbers, line=True)
        yield from self._put(bet, coup)
        if coup.fault == wrongs.HALF_LOW:
            self._plant(coup, "BF-HALF", bet, due=2 * MINIMUM["grande"], paid=amount)
        elif coup.fault == wrongs.HALF_HIGH:
            self._plant(coup, "BF-HALF", bet, due=2 * MAXIMUM["grande"], paid=amount)
        elif coup.fault == wrongs.HALF_STEP:
            self._plant(coup, "BF-HALF", bet, due=0, paid=amount % STEP)

    def limit_bet(self, coup: Coup, guest: Guest) -> Telling:
        """Lay less, or more, than the table takes; on the line and beside it together."""
        coup.numbers += 1
        least, most = MINIMUM["grande"], MAXIMUM["grande"]
        if coup.fault == wrongs.UNDER_MINIMUM:
            bet = OnSpot(guest, "grande", least - 500, number=coup.numbers)
            yield from self._put(bet, coup)
            self._plant(coup, "BET-MIN", bet, due=least, paid=bet.amount)
            return
        bet = OnSpot(guest, "grande", most, number=coup.numbers)
        yield from self._put(bet, coup)
        coup.numbers += 1
        line = self.rng.randrange(2) == 0
        more = OnSpot(guest, "grande", 2_000, number=coup.numbers, line=line)
        yield from self._put(more, coup)
        self._plant(coup, "BET-MAX", more, due=most, paid=most + more.stake)

    def odd_bet(self, coup: Coup, guest: Guest) -> Telling:
        """Lay a bet that the cloth does not have, with another's number, or in wrong chips."""
        coup.numbers += 1
        if coup.fault == wrongs.IMPOSSIBLE_BET:
            spot, selection, line = self.rng.choice(
                (("ases", "", True), ("medio", "", False), ("pequeno", "6", False))
            )
            bet = OnSpot(guest, spot, 1_000, selection, coup.numbers, line=line)
            yield from self._put(bet, coup)
            self._plant(coup, "RES-IMPOSS", bet, due=0, paid=bet.amount)
            return
        bet = OnSpot(guest, "grande", 2_000, number=coup.numbers)
        if coup.fault == wrongs.WRONG_CHIPS:
            yield from self._put(bet, coup, chips=Chips(count=3, value=1_000))
            self._plant(coup, "BET-MULT", bet)
            return
        yield from self._put(bet, coup)
        second = OnSpot(guest, self.rng.choice(LINED), 1_500, number=coup.numbers)
        yield from self._put(second, coup)
        self._plant(coup, "RES-IMPOSS", second, due=0, paid=second.amount)


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


def _with_excess(bets: Sequence[OnSpot], paid: Payout) -> Payout:
    """Call returned what of a bet on a line was wrongly held to be in play, too."""
    (bet,) = (bet for bet in bets if (bet.number,) == paid.bets)
    return structs.replace(paid, stake_returned=bet.amount // 2)


def _asks_multiples(chance: str, total: int) -> bool:
    return 2 * MINIMUM[chance] <= total <= 2 * MAXIMUM[chance]


_COURSES: Final[Mapping[str, Callable[[BancaFrancesa, Coup], Telling]]] = {
    wrongs.NULL_DECISIVE: BancaFrancesa.decisive_nulled,
    wrongs.VOID_GROUNDLESS: BancaFrancesa.voided,
    wrongs.VOID_DECIDED: BancaFrancesa.voided_decided,
    wrongs.VOID_SHORT: BancaFrancesa.voided,
    wrongs.VOID_NETWORK: BancaFrancesa.network,
    wrongs.UNSHOWN_PAID: BancaFrancesa.unshown_paid,
}
_SPECIAL: Final[Mapping[str, Callable[[BancaFrancesa, Coup, Guest], Telling]]] = {
    **dict.fromkeys(
        (wrongs.HALF_LOW, wrongs.HALF_HIGH, wrongs.HALF_STEP, wrongs.HALF_PLAYED, wrongs.LINE_FULL),
        BancaFrancesa.line_bet,
    ),
    wrongs.UNDER_MINIMUM: BancaFrancesa.limit_bet,
    wrongs.OVER_MAXIMUM: BancaFrancesa.limit_bet,
    **dict.fromkeys(
        (wrongs.IMPOSSIBLE_BET, wrongs.SAME_NUMBER, wrongs.WRONG_CHIPS), BancaFrancesa.odd_bet
    ),
}
