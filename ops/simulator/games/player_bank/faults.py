"""What can go wrong in a jogada against a player's bank, and what must be found of it."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ledger.events.outcomes import DiceRolled
from ledger.events.rounds import Payout, RoundVoided
from ops.simulator.games.player_bank.jogada import Jogada, Part, Stake
from ops.simulator.parties.party import Telling

if TYPE_CHECKING:
    from ops.simulator.games.player_bank.game import PlayerBank

OVERPAID: Final = "overpaid"
UNDERPAID: Final = "underpaid"
UNPAID: Final = "unpaid"
WRONG_SEAT: Final = "wrong-seat"
WINNER_COLLECTED: Final = "winner-collected"
LOSER_PAID: Final = "loser-paid"
LOSER_PAID_WHOLE: Final = "loser-paid-whole"
TIE_PUSHED: Final = "tie-pushed"
ANNOUNCED_WRONG: Final = "announced-wrong"
NO_FEE: Final = "no-fee"
FEE_TOO_HIGH: Final = "fee-too-high"
FEE_UNTOLD: Final = "fee-untold"
NO_BANK_FEE: Final = "no-bank-fee"
BEYOND_BANK: Final = "beyond-bank"
BEYOND_COLLECTED: Final = "beyond-bank-collected"
BANKER_OVERPAID: Final = "banker-overpaid"
ASSOCIATE_UNDERPAID: Final = "associate-underpaid"
ASSOCIATE_BETS: Final = "associate-bets"
BEHIND_FIRST: Final = "behind-paid-first"
NO_CONSENT: Final = "third-turn-without-consent"
ONE_DISSENTS: Final = "third-turn-one-dissents"
PASSED_OVER: Final = "refused-bank-passed-over"
TO_NO_BETTOR: Final = "refused-bank-to-no-bettor"
BANKER_REDUCES: Final = "banker-reduces"
CAPITAL_MOVED: Final = "capital-after-dice"
LATE_PARTNER: Final = "late-partner"
LATE_BET: Final = "late-bet-paid"
LATE_LOST: Final = "late-bet-collected"
LATE_REFUSED: Final = "late-bet-refused"
LATE_WITHDRAWN: Final = "late-withdrawal"
OVER_LIMIT: Final = "over-limit"
UNDER_LIMIT: Final = "under-limit"
OFF_CHIPS: Final = "off-multiple"
LEANING: Final = "leaning-die-counted"
OTHER_THROWS: Final = "other-throws"
THROWN_AGAIN: Final = "thrown-again"
NULL_THROW: Final = "good-throw-called-null"
SEVEN: Final = "die-of-seven"
WRONG_FIRST: Final = "wrong-place-first"
NAMED_WRONG: Final = "wrong-place-named"
OTHER_WAY: Final = "dealt-clockwise"
ONE_BY_ONE: Final = "dealt-one-by-one"
PLAYED_ON: Final = "wrong-number-played-on"
TWICE: Final = "piece-dealt-twice"
SWAPPED: Final = "other-hand-opened"
VOIDED: Final = "voided-without-ground"
REFUND_KEPT: Final = "refund-kept"
OPENED_EARLY: Final = "bank-opened-early"

FAULTS: Final = (
    OVERPAID,
    UNDERPAID,
    UNPAID,
    WRONG_SEAT,
    WINNER_COLLECTED,
    LOSER_PAID,
    LOSER_PAID_WHOLE,
    TIE_PUSHED,
    ANNOUNCED_WRONG,
    NO_FEE,
    FEE_TOO_HIGH,
    FEE_UNTOLD,
    NO_BANK_FEE,
    BEYOND_BANK,
    BEYOND_COLLECTED,
    BANKER_OVERPAID,
    ASSOCIATE_UNDERPAID,
    ASSOCIATE_BETS,
    BEHIND_FIRST,
    NO_CONSENT,
    ONE_DISSENTS,
    PASSED_OVER,
    TO_NO_BETTOR,
    BANKER_REDUCES,
    CAPITAL_MOVED,
    LATE_PARTNER,
    LATE_BET,
    LATE_LOST,
    LATE_REFUSED,
    LATE_WITHDRAWN,
    OVER_LIMIT,
    UNDER_LIMIT,
    OFF_CHIPS,
    LEANING,
    OTHER_THROWS,
    THROWN_AGAIN,
    NULL_THROW,
    SEVEN,
    WRONG_FIRST,
    NAMED_WRONG,
    OTHER_WAY,
    ONE_BY_ONE,
    PLAYED_ON,
    TWICE,
    SWAPPED,
    VOIDED,
    REFUND_KEPT,
    OPENED_EARLY,
)
FORCED: Final = frozenset({ASSOCIATE_BETS, ASSOCIATE_UNDERPAID, LATE_PARTNER})
"""For which somebody must entrust his capital to the banker."""
WITH_PARTNERS: Final = FORCED | {BEHIND_FIRST}
LATE_BETS: Final = frozenset({LATE_BET, LATE_LOST, LATE_REFUSED})
AFTER_DICE: Final = LATE_BETS | {LATE_WITHDRAWN, LATE_PARTNER, CAPITAL_MOVED}
CUT: Final = frozenset({BEYOND_BANK, BEYOND_COLLECTED})
OF_WINNER: Final = frozenset(
    {OVERPAID, UNDERPAID, UNPAID, WRONG_SEAT, WINNER_COLLECTED, NO_FEE, FEE_TOO_HIGH, FEE_UNTOLD}
)
OF_LOSER: Final = frozenset({LOSER_PAID, LOSER_PAID_WHOLE})
STAKES: Final = {OVER_LIMIT: 20_500, UNDER_LIMIT: 400, OFF_CHIPS: 1_235}
"""Stakes that the table does not take, by fault."""
LIMITS: Final = {
    OVER_LIMIT: ("BET-MAX", 20_000),
    UNDER_LIMIT: ("BET-MIN", 500),
    OFF_CHIPS: ("BET-MULT", None),
}
STEP: Final = 10


class Book:
    """How the pagador settles a jogada, rightly or as a fault would have it."""

    def __init__(self, table: "PlayerBank") -> None:
        """Keep the books of a table."""
        self.table = table

    # --- jogadas in which a fault can be made --------------------------------------------------

    def prepare(  # noqa: C901, PLR0911, PLR0912 - one a kind of fault
        self, jogada: Jogada, fault: str
    ) -> bool:
        """Tell whether a fault can be made in this jogada, and choose at whom."""
        lying = jogada.lying()
        rng = self.table.rng
        if not lying:
            return False
        if fault in OF_WINNER:
            return self._choose(jogada, [one for one in lying if one.wins and one.fee])
        if fault in OF_LOSER:
            return self._choose(jogada, [one for one in lying if not one.wins])
        if fault == TIE_PUSHED:
            return self._choose(jogada, [one for one in lying if one.tied])
        if fault == BEYOND_BANK:
            return self._choose(
                jogada, [one for one in lying if one.wins and one.played < one.amount]
            )
        if fault == BEYOND_COLLECTED:
            return self._choose(
                jogada, [one for one in lying if not one.wins and one.played < one.amount]
            )
        if fault in LATE_BETS:
            wins = {LATE_BET: True, LATE_LOST: False}.get(fault)
            found = [one for one in lying if wins in (None, one.wins)]
            if not found:
                return False
            one = rng.choice(found)
            jogada.late = Stake(one.player, one.place, 1_000, wins=one.wins)
            return True
        if fault in STAKES:
            return self._with_stake(jogada, fault)
        if fault in (NO_BANK_FEE, BANKER_OVERPAID):
            jogada.hands_over = fault == BANKER_OVERPAID
            return jogada.parts[0].fee > 0 or fault == BANKER_OVERPAID
        if fault in (TWICE, SWAPPED, PLAYED_ON):
            return bool(self._idle(jogada)) and self._as_void(jogada, fault)
        if fault == BEHIND_FIRST:
            behind = [part.stake for part in jogada.parts if part.stake is not None]
            paid = any(part.due for part in jogada.parts if part.stake is not None)
            return bool(behind) and paid and any(one.wins for one in lying)
        if fault == ASSOCIATE_BETS:
            return any(one.player is jogada.parts[1].player for one in lying)
        if fault == ASSOCIATE_UNDERPAID:
            return jogada.parts[1].due > STEP
        if fault in (THROWN_AGAIN, NULL_THROW, WRONG_FIRST, NAMED_WRONG):
            return True
        return self.table.fits(jogada, fault) and self._choose(jogada, lying)

    def _choose(self, jogada: Jogada, stakes: Sequence[Stake]) -> bool:
        if stakes:
            jogada.target = self.table.rng.choice(stakes)
        return bool(stakes)

    def _with_stake(self, jogada: Jogada, fault: str) -> bool:
        """Let somebody put down what the table does not take."""
        one = jogada.lying()[0]
        same = [
            other
            for other in jogada.stakes
            if other.place == one.place and other.player is one.player
        ]
        if len(same) > 1:
            return False
        one.amount = STAKES[fault]
        jogada.target = one
        self.table.settle(jogada)
        return True

    def _idle(self, jogada: Jogada) -> list[int]:
        """Return the places, the first to be dealt to apart, on which nobody bets."""
        return [
            place
            for place in jogada.hands
            if not jogada.held(place) and place not in (jogada.banker.seat, jogada.first)
        ]

    def _as_void(self, jogada: Jogada, fault: str) -> bool:
        jogada.as_void = fault == PLAYED_ON
        return True

    # --- notes ---------------------------------------------------------------------------------

    def note_bets(self, jogada: Jogada) -> None:
        """Write down what is wrong with the bets themselves."""
        table, fault = self.table, jogada.fault
        if fault in LIMITS:
            one = jogada.target
            assert one is not None
            code, limit = LIMITS[fault]
            paid = None if limit is None else one.amount
            table.plant(
                fault, code, jogada.name, seat=one.place, bet=one.number, due=limit, paid=paid
            )
        elif fault == ASSOCIATE_BETS:
            associate = jogada.parts[1].player
            for one in jogada.lying():
                if one.player is associate:
                    table.plant(
                        fault,
                        table.CODES["bank"],
                        jogada.name,
                        seat=one.place,
                        bet=one.number,
                        due=0,
                        paid=one.amount,
                    )

    def announced(self, jogada: Jogada, place: int, word: str) -> str:
        """Return the word that is said of a place's hand."""
        target = jogada.target
        if jogada.fault != ANNOUNCED_WRONG or target is None or target.place != place:
            return word
        self.table.plant(ANNOUNCED_WRONG, self.table.CODES["rank"], jogada.name, seat=place)
        return "perde" if word == "ganha" else "ganha"

    # --- dice and deal -------------------------------------------------------------------------

    def throws(self, jogada: Jogada) -> Telling:
        """Throw, by the rules or not."""
        table, fault, name = self.table, jogada.fault, jogada.name
        banker = jogada.banker.seat
        code = table.CODES["deal"]
        if table.rng.randrange(15) == 0 and fault not in (THROWN_AGAIN, NULL_THROW, SEVEN):
            cause = table.rng.choice(("leaning", "out_of_cup"))
            yield table.rolled(jogada, banker, cause)
        if fault == OTHER_THROWS:
            banker = next(seat for seat in sorted(table.players) if seat != banker)
            table.plant(fault, code, name)
        if fault == LEANING:
            table.plant(fault, code, name)
            yield table.rolled(jogada, banker, "leaning")
            return
        if fault == SEVEN:
            table.plant(fault, "RES-IMPOSS", name)
            table.plant(fault, code, name)
            yield table.say(DiceRolled(dice=(1, 2, 3, 7), by=banker, first=jogada.first), name)
            return
        if fault in (THROWN_AGAIN, NULL_THROW):
            yield from self._thrown_again(jogada)
            return
        if fault in (WRONG_FIRST, NAMED_WRONG):
            right = jogada.first
            wrong = table.rng.choice(table.after(right))
            table.plant(fault, code, name, seat=wrong)
            jogada.first = wrong
            yield table.rolled(jogada, banker)
            if fault == NAMED_WRONG:
                jogada.first = right
            else:
                table.settle(jogada)
            return
        yield table.rolled(jogada, banker)

    def _thrown_again(self, jogada: Jogada) -> Telling:
        """Throw again though the first throw counts, and deal by the second."""
        table, name, fault = self.table, jogada.name, jogada.fault
        assert fault is not None
        code, banker = table.CODES["deal"], jogada.banker.seat
        while True:
            before = tuple(table.rng.randint(1, 6) for _ in jogada.dice)
            if (sum(before) - sum(jogada.dice)) % table.PLACES:
                break
        cause = "object" if fault == NULL_THROW else None
        if cause is not None:
            table.plant(fault, "VOID-BAD", name)
        table.plant(fault, code, name, seat=jogada.first)
        table.plant(fault, code, name)
        yield table.say(DiceRolled(dice=before, by=banker, null=cause), name, after=(1, 3))
        yield table.rolled(jogada, banker)

    def order_of_deal(  # noqa: C901 - one a kind of fault
        self, jogada: Jogada, order: list[int]
    ) -> Iterator[tuple[int, str, int]]:
        """Return to whom each card or piece goes, and which of his it is."""
        table, fault, name = self.table, jogada.fault, jogada.name
        code = table.CODES["deal"]
        hands = {place: list(hand) for place, hand in jogada.hands.items()}
        size = len(hands[order[0]])
        if jogada.void:
            place = table.rng.choice(order)
            hands[place] = hands[place][:-1]
        elif fault == PLAYED_ON:
            place = table.rng.choice(self._idle(jogada))
            hands[place] = hands[place][:-1]
            table.plant(fault, code, name)
            table.plant(fault, "VOID-MISS", name)
        elif fault == TWICE:
            place = table.rng.choice(self._idle(jogada))
            other = hands[jogada.banker.seat][0]
            if other in hands[place]:
                other = next(card for one in hands.values() for card in one if card != other)
            jogada.hands[place] = hands[place] = [other, *hands[place][1:]]
            table.plant(fault, "RES-IMPOSS", name)
        elif fault == OTHER_WAY:
            order = [order[0], *reversed(order[1:])]
            table.plant(fault, code, name)
        elif fault == ONE_BY_ONE:
            table.plant(fault, code, name)
            for index in range(size):
                for place in order:
                    yield place, hands[place][index], index + 1
            return
        for place in order:
            for index, piece in enumerate(hands[place], 1):
                yield place, piece, index

    def swapped(self, jogada: Jogada, spare: Callable[[], str]) -> None:
        """Let a hand on which nobody bets be opened with another card than it was dealt."""
        if jogada.fault != SWAPPED:
            return
        place = self.table.rng.choice(self._idle(jogada))
        jogada.hands[place] = [spare(), *jogada.hands[place][1:]]
        self.table.plant(SWAPPED, "RES-IMPOSS", jogada.name, seat=place)

    # --- money ---------------------------------------------------------------------------------

    def settled(self, jogada: Jogada) -> Telling:  # noqa: C901 - from first to last
        """Take and pay, place by place, then the banker, then who stands behind him."""
        table = self.table
        if jogada.fault == VOIDED:
            yield from self._voided(jogada)
            return
        if jogada.as_void:
            self._plant_as_void(jogada)
        behind = [part for part in jogada.parts[1:] if part.player is not None]
        if jogada.fault == BEHIND_FIRST:
            table.plant(BEHIND_FIRST, "PAY-ORDER", jogada.name)
            for part in behind:
                yield from table.paid(jogada, part)
            behind = []
        order = table.from_place(jogada.first)
        if table.pays_backwards(jogada):
            order = order[::-1]
        for place in order:
            here = [one for one in jogada.lying() if one.place == place]
            yield from table.collect(jogada, [one for one in here if self._taken_in(jogada, one)])
            for one in here:
                yield from self._stake(jogada, one)
        if jogada.late is not None and jogada.fault != LATE_REFUSED:
            yield from self._late(jogada, jogada.late)
        banker = jogada.parts[0]
        if jogada.fault == NO_BANK_FEE:
            code = table.CODES["fee"]
            table.plant(
                NO_BANK_FEE, code, jogada.name, seat=jogada.banker.seat, due=banker.fee, paid=0
            )
        else:
            yield from table.paid(jogada, banker)
        for part in behind:
            yield from table.paid(jogada, part)
        if jogada.fees == "whole":
            yield from table.fees_at_once(jogada, self._all_fees(jogada))

    def _all_fees(self, jogada: Jogada) -> int:
        behind: Sequence[Part] = [part for part in jogada.parts if part.role != "house"]
        return sum(one.fee for one in jogada.lying()) + sum(part.fee for part in behind)

    @staticmethod
    def _taken_in(jogada: Jogada, one: Stake) -> bool:
        if one is jogada.target:
            if jogada.fault == WINNER_COLLECTED:
                return True
            if jogada.fault in (*OF_LOSER, TIE_PUSHED):
                return False
        return not one.wins and one.played > 0

    def _stake(  # noqa: C901, PLR0912, PLR0915 - one a kind of fault
        self, jogada: Jogada, one: Stake
    ) -> Telling:
        """Pay a bet on a place, and take the commission of its prize."""
        table, name = self.table, jogada.name
        fault = jogada.fault if one is jogada.target else None
        own, place = one.player.seat, one.place
        seat = table.rng.choice((own, place))
        fee = one.fee
        prize, back = one.prize - (0 if jogada.fees.startswith("apart") else fee), one.back
        half = max(STEP, one.amount // 2)
        code = "PAY-DIFF"
        fee_due = fee
        match fault:
            case "overpaid":
                prize += half
            case "underpaid":
                prize -= min(half, prize - STEP)
            case "unpaid" | "winner-collected":
                code = "PAY-NONE" if fault == UNPAID else table.CODES["rank"]
                prize = back = fee = 0
            case "loser-paid" | "loser-paid-whole":
                fee = one.amount * table.fee_bp // 10_000 if fault == LOSER_PAID else 0
                prize, back = one.amount - fee, one.amount
                code = table.CODES["rank"]
            case "tie-pushed":
                back, code = one.amount, table.CODES["rank"]
            case "no-fee":
                prize, fee, code = prize + fee, 0, ""
            case "fee-untold":
                fee, code = 0, ""
            case "fee-too-high":
                prize, fee, code = prize - STEP, fee + STEP, ""
            case "beyond-bank":
                prize, back = one.amount - fee, one.amount
                code = table.CODES["bank"]
            case "beyond-bank-collected":
                back, code = 0, table.CODES["bank"]
            case "wrong-seat":
                seat = next(one for one in table.after(own) if one not in (own, place))
                due = {"due": 0, "paid": one.due}
                table.plant(WRONG_SEAT, "PAY-DIFF", name, seat=seat, bet=one.number, **due)
                code = ""
            case _:
                code = ""
        if code and fault is not None:
            due = {"due": one.due, "paid": prize + back}
            table.plant(fault, code, name, seat=place, bet=one.number, **due)
        if fault is not None and fee != fee_due:
            fees = {"due": fee_due, "paid": fee}
            table.plant(fault, table.CODES["fee"], name, seat=place, **fees)
        if prize or back:
            yield table.say(
                Payout(seat=seat, amount=prize, bets=(one.number,), stake_returned=back),
                name,
                after=(1, 4),
            )
        yield from table.fee(jogada, place, own, fee, one.prize)

    def _late(self, jogada: Jogada, one: Stake) -> Telling:
        """Settle a bet that is none as if it were one."""
        table, name, fault = self.table, jogada.name, jogada.fault
        assert fault is not None
        where = {"seat": one.place, "bet": one.number}
        if not one.wins:
            table.plant(fault, "PAY-NONE", name, **where, due=one.amount, paid=0)
            one.played = one.amount
            yield from table.collect(jogada, [one])
            return
        fee = one.amount * table.fee_bp // 10_000
        prize = one.amount - fee
        table.plant(fault, "PAY-DIFF", name, **where, due=one.amount, paid=one.amount + prize)
        table.plant(fault, table.CODES["fee"], name, seat=one.place, due=0, paid=fee)
        yield table.say(
            Payout(seat=one.place, amount=prize, bets=(one.number,), stake_returned=one.amount),
            name,
        )
        yield from table.fee(jogada, one.place, one.player.seat, fee, one.amount)

    def _plant_as_void(self, jogada: Jogada) -> None:
        """Say what must be found where a void jogada is paid as if it counted."""
        table, name, fault = self.table, jogada.name, jogada.fault
        assert fault is not None
        for one in jogada.lying():
            code = "PAY-DIFF" if one.due > one.amount else "VOID-REFUND"
            due = {"due": one.amount, "paid": one.due}
            if one.due != one.amount:
                table.plant(fault, code, name, seat=one.place, bet=one.number, **due)
        for seat, fee in self._fees_by_place(jogada).items():
            table.plant(fault, table.CODES["fee"], name, seat=seat, due=0, paid=fee)

    @staticmethod
    def _fees_by_place(jogada: Jogada) -> dict[int, int]:
        fees: dict[int, int] = {}
        for one in jogada.lying():
            fees[one.place] = fees.get(one.place, 0) + one.fee
        fees[jogada.banker.seat] = jogada.parts[0].fee
        return {seat: fee for seat, fee in fees.items() if fee}

    def _voided(self, jogada: Jogada) -> Telling:
        """Call a jogada void in which nothing was wrong, and give the stakes back."""
        table, name = self.table, jogada.name
        staked = sum(one.amount for one in jogada.lying())
        table.plant(VOIDED, "VOID-BAD", name, due=0, paid=staked)
        yield table.say(RoundVoided(cause="engano"), name, after=(5, 9))
        for one in jogada.lying():
            yield table.say(
                Payout(seat=one.place, amount=0, bets=(one.number,), stake_returned=one.amount),
                name,
            )
            if one.due != one.amount:
                code = table.CODES["rank"] if one.tied else "PAY-DIFF"
                due = {"due": one.due, "paid": one.amount}
                table.plant(VOIDED, code, name, seat=one.place, bet=one.number, **due)
        for seat, fee in self._fees_by_place(jogada).items():
            table.plant(VOIDED, table.CODES["fee"], name, seat=seat, due=fee, paid=0)
