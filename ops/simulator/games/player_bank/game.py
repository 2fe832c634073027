"""Tables at which a player holds the bank and dice say who is dealt to first.

Póquer de 3 cartas and mahjong pai kao; their modules say what hands are worth. What is due is
computed here from the rules' own words (P3 R13 to R29, PK IV.5 to IV.26), apart from replay.

A stake on a place plays for its hand, 1 to 1. All capital of the bank limits what it wins or loses:
stakes are settled once round the table, anticlockwise from who was dealt to first, and what the
bank no longer covers goes back. Its result is the banker's up to his capital, then his partners'.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

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
from ops.simulator.games.player_bank.jogada import (
    LATE,
    Jogada,
    Part,
    Payment,
    Player,
    Stake,
)
from ops.simulator.games.player_bank.table import MAXIMUM, MINIMUM, STEP, BankTable
from ops.simulator.parties.fault import Occasion
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.terminal import Said

WHOLE: Final = 10_000
"""Of hundredths of a percent."""
DICE: Final = 4
AMPLE: Final = 500_000
"""Capital that no stakes exhaust, for a fault that is of something else."""
NOBODY: Final = "nobody"
"""Needed behind the banker, where he is to be alone."""

Piece = tuple[int, str, int]
"""Of a deal: the place, the card or piece, and which of the place's it is."""


class PlayerBank(BankTable):
    """A table with a player's bank; a game gives its hands."""

    VOID_RULE: ClassVar[str]
    """By which a wrong number dealt makes a jogada void."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up without players."""
        super().__init__(where, faults)
        self.fee_bp = 0
        """The house's share of prizes, in hundredths of a percent."""
        self._number = 0
        """The last bet's, in the jogada."""

    # --- what a game gives ---------------------------------------------------------------------

    def deal(self) -> dict[int, list[str]]:
        """Return a hand for each place."""
        raise NotImplementedError

    def compare(self, hand: Sequence[str], bank: Sequence[str]) -> tuple[bool, bool]:
        """Tell whether a hand wins, and whether it loses only because what is equal loses."""
        raise NotImplementedError

    def dealt(self, place: int, piece: str, index: int) -> Payload:
        """Return the event of a card or piece dealt to a place."""
        raise NotImplementedError

    def prepared(self, jogada: Jogada) -> Telling:
        """Tell how cards or pieces are made ready before the dice."""
        raise NotImplementedError

    def opened(self, jogada: Jogada) -> Telling:
        """Tell how the hands are opened."""
        raise NotImplementedError

    def another(self, jogada: Jogada) -> str:
        """Return a card or piece that cannot be in a hand, for a fault."""
        raise NotImplementedError

    # --- a jogada ------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        ahead = Occasion(self.take_fault(), self.round_id(number))
        name = ahead.name
        self._number = 0
        acts = list(self.instead("turn", ahead, self.turn()))
        jogada = self._draw(ahead)
        yield from self.at("drawn", jogada)
        capital = jogada.parts[0].amount
        yield from self.buy(jogada.banker, capital - self.lies)
        jogada.banker.purse += self.lies - capital
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
        yield from self.at("dealt", jogada)
        if jogada.void:
            yield from self._voided(jogada)
        else:
            yield from self.opened(jogada)
            yield from self._results(jogada)
            yield from self.at("settling", jogada)
            yield from self.instead("settled", jogada, self.settled(jogada))
        yield self.say(RoundClosed(), name)
        self._ends(jogada)

    def _taken(self, act: Payload, capital: int) -> Payload:
        assert isinstance(act, BankTaken)
        return BankTaken(
            seat=act.seat, player=act.player, capital=capital, via=act.via, consent=act.consent
        )

    def _ends(self, jogada: Jogada) -> None:
        """Keep bank and bettors for the next jogada, and fill purses as the rules have it."""
        counted = not jogada.void and not jogada.as_void
        self.running += counted
        banker = jogada.parts[0]
        self.lies = banker.due if counted else banker.amount
        self.bettors = {one.player.seat for one in jogada.stakes}
        for one in jogada.stakes:
            if not any(part.stake is one for part in jogada.parts):
                one.player.purse += one.due if counted else one.amount
        for part in jogada.parts[1:]:
            if part.player is not None:
                self.bettors.add(part.player.seat)
                part.player.purse += part.due if counted else part.amount
            elif counted:  # the house's own, out of the tray and back
                self.float += part.net
                self.earned += part.net

    # --- bets ----------------------------------------------------------------------------------

    def _draw(self, ahead: Occasion) -> Jogada:
        """Return a jogada in which the fault can be made."""
        wrong = self.WRONGS.get(ahead.fault or "")
        while True:
            jogada = self._imagine(ahead)
            for place, hand in jogada.hands.items():
                won, tied = self.compare(hand, jogada.hands[jogada.banker.seat])
                for one in jogada.stakes:
                    if one.place == place:
                        one.wins, one.tied = won, tied
            self.settle(jogada)
            if wrong is None or wrong.fits(self, jogada):
                return jogada

    def _imagine(self, ahead: Occasion) -> Jogada:
        assert self.banker is not None
        banker = self.banker
        honest = ahead.fault is None
        jogada = Jogada(ahead.name, banker, fault=ahead.fault)
        capital = self.rng.choice((5_000, 20_000, 50_000, 100_000, 200_010))
        capital = self.instead("capital", jogada, max(capital if honest else AMPLE, self.lies))
        others = [player for player in self.players.values() if player is not banker]
        partner = self.instead("partner", jogada, "" if honest else NOBODY)
        jogada.parts = [Part("banker", banker, capital), *self._partners(others, partner)]
        bettors = self.instead("bettors", jogada, others)
        jogada.stakes = self._stakes(bettors, jogada.parts)
        jogada.dice = tuple(self.rng.randint(1, 6) for _ in range(DICE))
        jogada.first = (banker.seat + sum(jogada.dice) - 2) % self.PLACES + 1
        jogada.hands = self.deal()
        if honest:
            jogada.void = self.rng.randrange(50) == 0
            jogada.fees = self.rng.choice(("place", "place", "own", "whole", "apart", "apart own"))
            jogada.hands_over = self.rng.randrange(5) == 0
        return jogada

    def _partners(self, others: list[Player], needed: str) -> list[Part]:
        """Let the house, associates and bettors stand behind the banker; associates bet not.

        ``needed`` names the role that somebody must have; empty: as chance has it.
        """
        parts: list[Part] = []
        if needed == NOBODY:
            return parts
        whim = self.rng.randrange(8)
        if whim in (0, 1) and not needed:
            parts.append(Part("house", None, self.rng.choice((10_000, 25_000))))
        entrusts = whim in (1, 2) or needed in ("associate", LATE)
        if entrusts and len(others) > 2:  # some must bet
            player = others.pop(self.rng.randrange(len(others)))
            role = LATE if needed == LATE else "associate"
            parts.append(Part(role, player, self.rng.randrange(500, 30_000, STEP)))
        if (whim in (2, 3, 4) and not needed) or needed == "behind":
            player = self.rng.choice(others)
            amount = self.rng.randrange(MINIMUM, MAXIMUM, STEP)
            numbered = self.rng.randrange(3) > 0 or needed == "behind"
            stake = Stake(player, 0, amount) if numbered else None
            parts.append(Part("behind", player, amount, stake))
            if stake is None:
                others.remove(player)
        return parts

    def _stakes(self, bettors: Sequence[Player], parts: Sequence[Part]) -> list[Stake]:
        """Let each player bet on one place or several, his own mostly."""
        banker = parts[0].player
        assert banker is not None
        stakes: list[Stake] = []
        for player in bettors:
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
        """Reckon the result of every stake and of every share of the bank."""
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
        for part in jogada.parts[1:]:
            if part.stake is None and part.role != LATE:
                yield self.shares(part, name)
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
        yield from self.at("placed", jogada)

    def shares(self, part: Part, name: str) -> Said:
        """Return that capital is entrusted to the banker."""
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
        yield from self.at("shaken", jogada)
        if self.rng.randrange(15) == 0:
            yield from self.instead("null-throw", jogada, self._null_throw(jogada))
        yield from self.instead("throw", jogada, self._throw(jogada))

    def _null_throw(self, jogada: Jogada) -> Telling:
        """Throw a null throw: a die leans, or falls out of the cup."""
        cause = self.rng.choice(("leaning", "out_of_cup"))
        yield self.rolled(jogada, jogada.banker.seat, cause)

    def _throw(self, jogada: Jogada) -> Telling:
        """Let the banker make the throw that counts."""
        yield self.rolled(jogada, jogada.banker.seat)

    def rolled(self, jogada: Jogada, by: int, null: str | None = None) -> Said:
        """Return a throw of the dice; a valid throw names the first place."""
        dice = jogada.dice
        if null is not None:
            dice = tuple(self.rng.randint(1, 6) for _ in range(DICE))
        first = jogada.first if null is None else None
        return self.say(
            DiceRolled(dice=dice, by=by, null=null, first=first), jogada.name, after=(1, 3)
        )

    def _dealing(self, jogada: Jogada) -> Telling:
        """Give every place its hand, anticlockwise, all of a place's at once (P3 R21, PK IV.19)."""
        for place, piece, index in self.instead("deal", jogada, self._in_order(jogada)):
            yield self.say(self.dealt(place, piece, index), jogada.name, after=(0, 1))

    def _in_order(self, jogada: Jogada) -> Iterator[Piece]:
        """Return the pieces of a deal in their order; in a void jogada a hand has too few."""
        order = self.from_place(jogada.first)
        yield from by_place(order, jogada.hands, self.rng.choice(order) if jogada.void else None)

    def _voided(self, jogada: Jogada) -> Telling:
        """Give all stakes and capital back: somebody was dealt a wrong number."""
        name = jogada.name
        yield self.say(RoundVoided(cause="numero_errado", rule=self.VOID_RULE), name, after=(3, 8))
        for one in self.instead("refunds", jogada, jogada.stakes):
            seat = one.player.seat
            yield self.say(
                Payout(seat=seat, amount=0, bets=(one.number,), stake_returned=one.amount), name
            )
        for part in jogada.parts[1:]:
            if part.player is not None and part.stake is None:
                back = Payout(seat=part.player.seat, amount=0, stake_returned=part.amount)
                yield self.say(back, name)

    # --- what hands show -----------------------------------------------------------------------

    def looks(self, jogada: Jogada) -> Telling:
        """Let every player see his hand and lay it down."""
        for seat in sorted(self.players):
            if seat not in (jogada.banker.seat, jogada.unseen):
                yield self.say(HandSeen(seat=seat), jogada.name)

    def opens(self, jogada: Jogada, places: Sequence[int]) -> Telling:
        """Open hands in this order, the banker's among them."""
        for place in places:
            yield self.shows(jogada, place)
            if place == jogada.banker.seat:
                yield from self.at("bank-open", jogada)

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
            word = "ganha" if said else "perde"
            result = Announcement(what="resultado", said=word, seat=place, by="pagador")
            yield self.say(self.instead("result", jogada, result), jogada.name)

    # --- money ---------------------------------------------------------------------------------

    def settled(self, jogada: Jogada) -> Telling:
        """Take and pay, place by place, then the banker, then who stands behind him."""
        for place in self.instead("order", jogada, self.from_place(jogada.first)):
            here = [one for one in jogada.lying() if one.place == place]
            yield from self.collect(jogada, [one for one in here if one.collected])
            for one in here:
                yield from self._stake(jogada, one)
        yield from self.at("places-settled", jogada)
        for part in jogada.parts:
            if part.player is not None and not part.paid:
                yield from self.paid(jogada, part)
        if jogada.fees == "whole":
            yield from self.fees_at_once(jogada, self._all_fees(jogada))

    def _all_fees(self, jogada: Jogada) -> int:
        charged = [part for part in jogada.parts if part.role != "house"]
        return sum(one.fee for one in jogada.lying()) + sum(part.fee for part in charged)

    def _stake(self, jogada: Jogada, one: Stake) -> Telling:
        """Pay a bet on a place, and take the commission of its prize."""
        own, place = one.player.seat, one.place
        seat = self.rng.choice((own, place))
        kept = 0 if jogada.fees.startswith("apart") else one.fee
        paid = Payment(seat, one.prize - kept, one.back, one.fee)
        if one is jogada.target:
            paid = self.instead("payment", jogada, paid)
        if paid.sum:
            yield self.say(
                Payout(
                    seat=paid.seat, amount=paid.prize, bets=(one.number,), stake_returned=paid.back
                ),
                jogada.name,
                after=(1, 4),
            )
        yield from self.fee(jogada, place, own, paid.fee, one.prize)

    def fee(self, jogada: Jogada, seat: int, own: int, amount: int, base: int) -> Telling:
        """Tell a commission on a prize or gain, under the place of the stake or the player."""
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
        """Tell the payout of a share of the bank: a partner's, or the banker's."""
        assert part.player is not None
        part.paid = True
        seat = jogada.banker.seat if part.stake is not None else part.player.seat
        gain = max(0, part.net)
        kept = 0 if jogada.fees.startswith("apart") else part.fee
        right = Payment(seat, gain - kept, part.amount + min(0, part.net), part.fee)
        paid = self.instead(f"payment-of-{part.role}", jogada, right)
        bets = () if part.stake is None else (part.stake.number,)
        if part.role == "banker":
            if jogada.hands_over:
                yield self.say(
                    Payout(seat=0, amount=paid.prize, stake_returned=paid.back), jogada.name
                )
        elif paid.sum:
            yield self.say(
                Payout(seat=seat, amount=paid.prize, bets=bets, stake_returned=paid.back),
                jogada.name,
            )
        yield from self.fee(jogada, seat, part.player.seat, paid.fee, gain)

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

    # --- what must be found --------------------------------------------------------------------

    def plant_round(self, jogada: Jogada | Occasion, code: str, **more: Any) -> None:
        """Plant a finding about the jogada."""
        assert jogada.fault is not None
        self.plant(jogada.fault, code, jogada.name, **more)

    def plant_bet(self, jogada: Jogada, code: str, one: Stake, **more: Any) -> None:
        """Plant a finding about a bet on a place."""
        self.plant_round(jogada, code, seat=one.place, bet=one.number, **more)


def by_place(
    order: Sequence[int], hands: Mapping[int, Sequence[str]], short: int | None = None
) -> Iterator[Piece]:
    """Return a deal of whole hands, place by place; the ``short`` place lacks its last piece."""
    for place in order:
        hand = hands[place]
        for index, piece in enumerate(hand[:-1] if place == short else hand, 1):
            yield place, piece, index
