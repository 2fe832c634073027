"""Tables at which a player holds the bank and dice say who is dealt to first.

Póquer de 3 cartas and mahjong pai kao; their modules say what hands are worth. What is due is
computed here from the rules' own words (P3 R13 to R29, PK IV.5 to IV.26), apart from replay.

A stake on a place plays for its hand, 1 to 1. All capital of the bank limits what it wins or loses:
stakes are settled once round the table, anticlockwise from who was dealt to first, and what the
bank no longer covers goes back. Its result is the banker's up to his capital, then his partners'.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import (
    Announcement,
    DiceRolled,
    DiceShaken,
    HandSeen,
    HandShown,
)
from ledger.events.rounds import (
    BankChanged,
    BankShared,
    BankTaken,
    BetChanged,
    BetPlaced,
    BetWithdrawn,
    Collection,
    Commission,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ops.simulator.games.player_bank.faults import (
    AFTER_DICE,
    ASSOCIATE_BETS,
    ASSOCIATE_UNDERPAID,
    BANKER_OVERPAID,
    BANKER_REDUCES,
    BEHIND_FIRST,
    CAPITAL_MOVED,
    CUT,
    FORCED,
    LATE_PARTNER,
    LATE_REFUSED,
    LATE_WITHDRAWN,
    OPENED_EARLY,
    REFUND_KEPT,
    STEP,
    WITH_PARTNERS,
    Book,
)
from ops.simulator.games.player_bank.jogada import LATE, Jogada, Part, Player, Stake
from ops.simulator.games.player_bank.table import MAXIMUM, MINIMUM, BankTable
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.terminal import Said

WHOLE: Final = 10_000
"""Of hundredths of a percent."""
DICE: Final = 4


class PlayerBank(BankTable):
    """A table with a player's bank; a game gives its hands."""

    VOID_RULE: ClassVar[str]
    """By which a wrong number dealt makes a jogada void."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self.fee_bp = 0
        """The house's share of prizes, in hundredths of a percent."""
        self._number = 0
        """The last bet's, in the jogada."""
        self.handling = Book(self)

    # --- what a game gives ---------------------------------------------------------------------

    def deal(self) -> dict[int, list[str]]:
        """Return a hand for each place."""
        raise NotImplementedError

    def compare(self, hand: Sequence[str], bank: Sequence[str]) -> tuple[bool, bool]:
        """Tell whether a hand wins, and whether it loses only because what is equal loses."""
        raise NotImplementedError

    def dealt(self, place: int, piece: str, index: int) -> Payload:
        """Return what tells of a card or piece given to a place."""
        raise NotImplementedError

    def prepared(self, jogada: Jogada) -> Telling:
        """Tell what is done with cards or pieces before the dice."""
        raise NotImplementedError

    def shaken(self, jogada: Jogada) -> Telling:
        """Tell what is done, against the rules, between the shaking and the throw."""
        del jogada
        yield from ()

    def opened(self, jogada: Jogada) -> Telling:
        """Tell how the hands are opened."""
        raise NotImplementedError

    def pays_backwards(self, jogada: Jogada) -> bool:
        """Tell whether the places are paid the wrong way round; no, where no rule says how."""
        del jogada
        return False

    def fits(self, jogada: Jogada, fault: str) -> bool:
        """Tell whether a fault of the game's own can be made in this jogada."""
        del jogada, fault
        return True

    # --- a jogada ------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        fault = self.fault()
        if fault is not None and not self._fits(fault):
            self.put_off(fault)
            fault = None
        name = self.round_id(number)
        self._number = 0
        acts = self._turn(fault, name)
        jogada = self._draw(name, fault)
        capital = jogada.parts[0].amount
        yield from self.buy(jogada.banker, capital - self._lies)
        jogada.banker.purse += self._lies - capital
        acts[-1] = self._taken(acts[-1], capital)
        in_round = self.rng.randrange(2) == 0
        if not in_round:
            for act in acts:
                yield self.say(act)
        for one in jogada.stakes:
            yield from self.buy(one.player, one.amount)
            one.player.purse -= one.amount
        for part in jogada.parts[1:]:
            if part.player is not None and part.stake is None:
                yield from self.buy(part.player, part.amount)
                part.player.purse -= part.amount
        yield self.say(RoundOpened(banker=jogada.banker.seat), name)
        if in_round:
            for act in acts:
                yield self.say(act, name)
        yield from self._placing(jogada)
        yield from self._dice(jogada)
        yield from self._dealing(jogada)
        if jogada.void:
            yield from self._voided(jogada)
        else:
            yield from self.opened(jogada)
            yield from self._results(jogada)
            yield from self.handling.settled(jogada)
        yield self.say(RoundClosed(), name)
        self._ends(jogada)

    def _taken(self, act: Payload, capital: int) -> Payload:
        assert isinstance(act, BankTaken)
        return BankTaken(
            seat=act.seat, player=act.player, capital=capital, via=act.via, consent=act.consent
        )

    def _ends(self, jogada: Jogada) -> None:
        """Remember what the next jogada needs; everybody has what the rules give him."""
        counted = not jogada.void and not jogada.as_void
        self._running += counted
        banker = jogada.parts[0]
        self._lies = banker.due if counted else banker.amount
        self._bettors = {one.player.seat for one in jogada.stakes}
        for one in jogada.stakes:
            if not any(part.stake is one for part in jogada.parts):
                one.player.purse += one.due if counted else one.amount
        for part in jogada.parts[1:]:
            if part.player is not None:
                self._bettors.add(part.player.seat)
                part.player.purse += part.due if counted else part.amount

    # --- bets ----------------------------------------------------------------------------------

    def _draw(self, name: str, fault: str | None) -> Jogada:
        """Return a jogada in which the fault can be made."""
        while True:
            jogada = self._imagine(name, fault)
            for place, hand in jogada.hands.items():
                won, tied = self.compare(hand, jogada.hands[jogada.banker.seat])
                for one in jogada.stakes:
                    if one.place == place:
                        one.wins, one.tied = won, tied
            self.settle(jogada)
            if fault == BANKER_REDUCES:
                due = {"due": self._lies, "paid": jogada.parts[0].amount}
                self.plant(fault, self.CODES["bank"], name, seat=jogada.banker.seat, **due)
                return jogada
            if fault is None or self.handling.prepare(jogada, fault):
                return jogada

    def _imagine(self, name: str, fault: str | None) -> Jogada:
        assert self.banker is not None
        banker = self.banker
        capital = self.rng.choice((5_000, 20_000, 50_000, 100_000, 200_010))
        if fault in CUT:
            capital = 2_510
        elif fault is not None:
            capital = 500_000
        capital = max(capital, self._lies)
        if fault == BANKER_REDUCES:
            capital = self._lies - self.rng.choice((STEP, MINIMUM))
        parts = [Part("banker", banker, capital)]
        others = [player for player in self.players.values() if player is not banker]
        if fault is None or fault in WITH_PARTNERS:
            parts += self._partners(others, fault)
        stakes = self._stakes(others, parts, fault)
        dice = tuple(self.rng.randint(1, 6) for _ in range(DICE))
        first = (banker.seat + sum(dice) - 2) % self.PLACES + 1
        jogada = Jogada(name, banker, parts, stakes, self.deal(), dice, first, fault=fault)
        if fault is None:
            jogada.void = self.rng.randrange(50) == 0
            jogada.fees = self.rng.choice(("place", "place", "own", "whole", "apart", "apart own"))
            jogada.hands_over = self.rng.randrange(5) == 0
        if fault == REFUND_KEPT:
            jogada.void = True
        return jogada

    def _partners(self, others: list[Player], fault: str | None) -> list[Part]:
        """Let the house, associates and bettors stand behind the banker; associates bet not."""
        parts: list[Part] = []
        whim = self.rng.randrange(8)
        if whim in (0, 1) and fault is None:
            parts.append(Part("house", None, self.rng.choice((10_000, 25_000))))
        if (whim in (1, 2) or fault in FORCED) and len(others) > 2:  # noqa: PLR2004 - some must bet
            player = others.pop(self.rng.randrange(len(others)))
            role = LATE if fault == LATE_PARTNER else "associate"
            parts.append(Part(role, player, self.rng.randrange(500, 30_000, STEP)))
        if (whim in (2, 3, 4) and fault is None) or fault == BEHIND_FIRST:
            player = self.rng.choice(others)
            amount = self.rng.randrange(MINIMUM, MAXIMUM, STEP)
            numbered = self.rng.randrange(3) > 0 or fault == BEHIND_FIRST
            stake = Stake(player, 0, amount) if numbered else None
            parts.append(Part("behind", player, amount, stake))
            if stake is None:
                others.remove(player)
        return parts

    def _stakes(
        self, others: Sequence[Player], parts: Sequence[Part], fault: str | None
    ) -> list[Stake]:
        """Let each player bet on one place or several, his own mostly."""
        banker = parts[0].player
        assert banker is not None
        stakes: list[Stake] = []
        if fault == ASSOCIATE_BETS:
            associate = next(part.player for part in parts if part.role == "associate")
            others = [*others, *([associate] if associate is not None else [])]
        for player in others:
            for _ in range(self.rng.choice((0, 1, 1, 1, 2, 3))):
                own = self.rng.randrange(4) > 0
                place = player.seat if own else self.rng.choice(self.after(banker.seat))
                laid = sum(
                    one.amount for one in stakes if one.player is player and one.place == place
                )
                amount = min(self.rng.choice((500, 750, 1_230, 2_000, 5_010)), MAXIMUM - laid)
                if amount >= MINIMUM:
                    stakes.append(Stake(player, place, amount))
        self.rng.shuffle(stakes)
        behind = [part.stake for part in parts if part.stake is not None]
        for one in behind:
            one.place = banker.seat
        return [*stakes, *behind]

    def settle(self, jogada: Jogada) -> None:
        """Reckon what every stake and every part of the bank gets."""
        net, bank = 0, jogada.bank
        order = self.from_place(jogada.first)
        for one in sorted(jogada.lying(), key=lambda one: order.index(one.place)):
            one.played = min(one.amount, bank + net if one.wins else bank - net)
            net += -one.played if one.wins else one.played
            one.fee = one.prize * self.fee_bp // WHOLE
        left = abs(net)
        for part in jogada.parts:
            share = min(left, part.amount) if part.role != LATE else 0
            left -= share
            part.net = share if net > 0 else -share
            charged = part.role != "house"
            part.fee = max(0, part.net) * self.fee_bp // WHOLE if charged else 0

    def _placing(self, jogada: Jogada) -> Telling:
        """Put partners' capital and bets down before the dice (P3 R18, R20; PK IV.12, IV.23)."""
        name = jogada.name
        late = jogada.fault == LATE_PARTNER
        for part in jogada.parts[1:]:
            if part.stake is None and not late:
                yield self._shares(part, name)
        for one in jogada.stakes:
            whim = self.rng.randrange(25)
            if whim == 0 and one.amount >= 2 * MINIMUM:
                yield self.put(jogada, one, one.amount - MINIMUM)
                yield self.say(BetChanged(bet=one.number, amount=one.amount, cause="own"), name)
                continue
            if whim == 1:
                yield self.put(jogada, one, one.amount)
                yield self.say(BetWithdrawn(bet=one.number, cause="own"), name)
            yield self.put(jogada, one, one.amount)
        self.handling.note_bets(jogada)

    def _shares(self, part: Part, name: str) -> Said:
        player = part.player
        return self.say(
            BankShared(
                seat=None if player is None else player.seat,
                player=None if player is None else player.name,
                amount=part.amount,
                role="associate" if part.role == LATE else part.role,
            ),
            name,
        )

    def put(self, jogada: Jogada, one: Stake, amount: int) -> Said:
        """Return a bet being laid, under a number of its own."""
        self._number += 1
        one.number = self._number
        elsewhere = one.place != one.player.seat
        return self.say(
            BetPlaced(
                bet=one.number,
                seat=one.place,
                player=one.player.name,
                chance="lugar",
                amount=amount,
                by=one.player.seat if elsewhere else None,
            ),
            jogada.name,
        )

    # --- dice and deal -------------------------------------------------------------------------

    def _dice(self, jogada: Jogada) -> Telling:
        """Shake and throw; again where a die lies not flat (P3 R15-R18, PK IV.17-IV.23)."""
        name = jogada.name
        yield from self.prepared(jogada)
        yield self.say(DiceShaken(times=1), name, after=(2, 5))
        if jogada.fault in AFTER_DICE:
            yield from self._after_the_dice(jogada)
        yield from self.shaken(jogada)
        yield from self.handling.throws(jogada)

    def rolled(self, jogada: Jogada, by: int, null: str | None = None) -> Said:
        """Return a throw, with the place that it names if it counts."""
        dice = jogada.dice
        if null is not None:
            dice = tuple(self.rng.randint(1, 6) for _ in range(DICE))
        first = jogada.first if null is None else None
        return self.say(
            DiceRolled(dice=dice, by=by, null=null, first=first), jogada.name, after=(1, 3)
        )

    def _after_the_dice(self, jogada: Jogada) -> Telling:
        """Do what nobody may do any more."""
        name, fault, target = jogada.name, jogada.fault, jogada.target
        assert fault is not None
        if fault == LATE_PARTNER:
            part = next(one for one in jogada.parts if one.role == LATE)
            yield self._shares(part, name)
            where = part.player.seat if part.player is not None else None
            self.plant(fault, self.CODES["bank"], name, seat=where, due=0, paid=part.amount)
        elif fault == CAPITAL_MOVED:
            more = jogada.parts[0].amount + MINIMUM
            yield self.say(BankChanged(seat=jogada.banker.seat, capital=more), name)
            self.plant(fault, self.CODES["bank"], name, seat=jogada.banker.seat)
        elif target is not None and fault == LATE_WITHDRAWN:
            yield self.say(BetWithdrawn(bet=target.number, cause="own"), name)
            self.plant(fault, "BET-LATE", name, seat=target.place, bet=target.number)
        elif jogada.late is not None:
            late = jogada.late
            yield self.put(jogada, late, late.amount)
            bet = {"seat": late.place, "bet": late.number}
            self.plant(fault, "BET-LATE", name, **bet, due=0, paid=late.amount)
            if fault == LATE_REFUSED:
                yield self.say(BetWithdrawn(bet=late.number, cause="late"), name)

    def _dealing(self, jogada: Jogada) -> Telling:
        """Give every place its hand, anticlockwise, all of a place's at once (P3 R21, PK IV.19)."""
        pieces = self.handling.order_of_deal(jogada, self.from_place(jogada.first))
        for place, piece, index in pieces:
            yield self.say(self.dealt(place, piece, index), jogada.name, after=(0, 1))

    def _voided(self, jogada: Jogada) -> Telling:
        """Give all stakes and capital back: somebody was dealt a wrong number."""
        name = jogada.name
        yield self.say(RoundVoided(cause="numero_errado", rule=self.VOID_RULE), name, after=(3, 8))
        for one in jogada.stakes:
            if jogada.fault == REFUND_KEPT and one is jogada.target:
                self.plant(
                    REFUND_KEPT,
                    "VOID-REFUND",
                    name,
                    seat=one.place,
                    bet=one.number,
                    due=one.amount,
                    paid=0,
                )
                continue
            seat = one.player.seat
            yield self.say(
                Payout(seat=seat, amount=0, bets=(one.number,), stake_returned=one.amount), name
            )
        for part in jogada.parts[1:]:
            if part.player is not None and part.stake is None:
                back = Payout(seat=part.player.seat, amount=0, stake_returned=part.amount)
                yield self.say(back, name)

    # --- what hands show -----------------------------------------------------------------------

    def looks(self, jogada: Jogada, but: int | None = None) -> Telling:
        """Let every player see his hand and lay it down."""
        for seat in sorted(self.players):
            if seat not in (jogada.banker.seat, but):
                yield self.say(HandSeen(seat=seat), jogada.name)

    def looks_last(self, jogada: Jogada, seat: int) -> Said:
        """Return that a player sees his hand only when the banker's is open."""
        self.plant(OPENED_EARLY, self.CODES["deal"], jogada.name, seat=seat)
        return self.say(HandSeen(seat=seat), jogada.name)

    def shown_places(self, jogada: Jogada) -> list[int]:
        """Return the places whose hands the pagador opens, in order."""
        order = self.from_place(jogada.first)
        if jogada.as_void:  # one has too few to be a hand
            order = [place for place in order if jogada.held(place)]
        return [place for place in order if place != jogada.banker.seat]

    def shows(self, jogada: Jogada, place: int) -> Said:
        """Return the opening of a place's hand."""
        if place == jogada.banker.seat:
            shown = HandShown(of="bank", cards=tuple(jogada.hands[place]))
        else:
            shown = HandShown(seat=place, cards=tuple(jogada.hands[place]))
        return self.say(shown, jogada.name, after=(0, 2))

    def _results(self, jogada: Jogada) -> Telling:
        for place in sorted({one.place for one in jogada.stakes} - {jogada.banker.seat}):
            said, _ = self.compare(jogada.hands[place], jogada.hands[jogada.banker.seat])
            word = self.handling.announced(jogada, place, "ganha" if said else "perde")
            yield self.say(
                Announcement(what="resultado", said=word, seat=place, by="pagador"), jogada.name
            )

    # --- money ---------------------------------------------------------------------------------

    def fee(self, jogada: Jogada, seat: int, own: int, amount: int, base: int) -> Telling:
        """Tell of a commission taken from a prize or a gain, under the place it is kept by."""
        if amount and jogada.fees != "whole":
            yield self.say(
                Commission(
                    amount=amount,
                    seat=own if jogada.fees.endswith("own") else seat,
                    mode="prize",
                    base=base,
                    apart=jogada.fees.startswith("apart"),
                ),
                jogada.name,
            )

    def fees_at_once(self, jogada: Jogada, amount: int) -> Telling:
        """Tell of all commissions of a jogada in one sum."""
        if amount:
            yield self.say(Commission(amount=amount, mode="prize"), jogada.name)

    def paid(self, jogada: Jogada, part: Part) -> Telling:
        """Tell what a partner, or the banker who is handed his chips, gets."""
        name = jogada.name
        assert part.player is not None
        seat = jogada.banker.seat if part.stake is not None else part.player.seat
        gain = max(0, part.net)
        prize = gain if jogada.fees.startswith("apart") else gain - part.fee
        back = part.amount + min(0, part.net)
        if part.role == "banker":
            if jogada.fault == BANKER_OVERPAID:
                more = part.fee + MINIMUM  # another sum than a commission left untaken
                prize += more
                due = {"due": part.due, "paid": part.due + more}
                self.plant(BANKER_OVERPAID, "PAY-DIFF", name, seat=seat, **due)
            if jogada.hands_over:
                yield self.say(Payout(seat=0, amount=prize, stake_returned=back), name)
        else:
            if jogada.fault == ASSOCIATE_UNDERPAID and part.role == "associate":
                back -= STEP
                due = {"due": part.due, "paid": part.due - STEP}
                self.plant(ASSOCIATE_UNDERPAID, "PAY-DIFF", name, seat=seat, **due)
            bets = () if part.stake is None else (part.stake.number,)
            if prize or back:
                yield self.say(
                    Payout(seat=seat, amount=prize, bets=bets, stake_returned=back), name
                )
        yield from self.fee(jogada, seat, part.player.seat, part.fee, gain)

    def collect(self, jogada: Jogada, stakes: Sequence[Stake]) -> Telling:
        """Tell that stakes were taken in for the bank."""
        if stakes:
            yield self.say(
                Collection(
                    amount=sum(one.played for one in stakes),
                    bets=tuple(one.number for one in stakes),
                    to=jogada.banker.seat,
                ),
                jogada.name,
                after=(1, 4),
            )
