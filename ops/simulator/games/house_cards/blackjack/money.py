"""How a jogada of blackjack/21 is paid: stakes, prizes, the jackpot.

What is due is told in ``rules``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.events.jackpots import AwardPaid, JackpotWon, PoolReset
from ledger.events.rounds import Collection, Payout
from ops.simulator.games.house_cards.blackjack.rules import (
    Box,
    Hand,
    Stake,
    combination,
    due,
    is_blackjack,
    prizes,
    special,
)
from ops.simulator.games.house_cards.blackjack.table import BlackjackTable, Jogada
from ops.simulator.parties.party import Telling
from ops.simulator.parties.pools import Prize
from ops.simulator.parties.terminal import Said


@dataclass(frozen=True)
class Owed:
    """A stake, its prize, and the part of it that goes back."""

    stake: Stake
    prize: int
    back: int


class PaidBlackjack(BlackjackTable):
    """A table of blackjack/21: its payments."""

    # --- the money -----------------------------------------------------------------------------

    def owed(self, jogada: Jogada, box: Box, hand: Hand, stake: Stake) -> tuple[int, int]:
        """Return a stake's prize, the special one included, and the part that goes back."""
        prize, back = due(stake, hand, jogada.bank)
        owed = Owed(stake, prize + special(stake, hand, box), back)
        if box is jogada.target and hand is box.hands[0]:
            owed = self.instead("owed", jogada, owed)
        return owed.prize, owed.back

    def settle(self, jogada: Jogada, box: Box) -> Telling:
        """Settle the open stakes of a place, stake by stake or each player's together."""
        owed = [
            (stake, *self.owed(jogada, box, hand, stake))
            for hand in box.hands
            for stake in hand.stakes
            if not stake.done
        ]
        owed += [(one, *self.insured(jogada, one)) for one in box.insured]
        yield from self.pay_all(jogada, owed)

    def insured(self, jogada: Jogada, stake: Stake) -> tuple[int, int]:
        """Return an insurance's prize, 2 to 1 beside a blackjack, and its stake back (R50)."""
        back = stake.amount if is_blackjack(jogada.bank) else 0
        owed = self.instead("owed", jogada, Owed(stake, 2 * back, back))
        return owed.prize, owed.back

    def pay_all(self, jogada: Jogada, owed: Sequence[tuple[Stake, int, int]]) -> Telling:
        """Take the lost stakes of a place, then pay its winning ones."""
        yield from self.take([stake for stake, prize, back in owed if not prize + back], jogada)
        paid = [one for one in owed if one[1] + one[2]]
        if self.rng.randrange(3) or jogada.fault is not None:
            for stake, prize, back in paid:
                yield from self.pay([stake], prize, back, jogada)
            return
        owners = {stake.owner.seat for stake, _, _ in paid}
        for seat in sorted(owners):
            mine = [one for one in paid if one[0].owner.seat == seat]
            prize, back = sum(one[1] for one in mine), sum(one[2] for one in mine)
            stakes = [one[0] for one in mine]
            whole = len(owners) == 1 and self.rng.randrange(3) == 0
            yield from self.pay(stakes, prize, back, jogada, whole=whole)

    def pay_stake(self, jogada: Jogada, box: Box, hand: Hand, stake: Stake) -> Telling:
        """Pay a stake before the others: a surrender, a blackjack at once."""
        prize, back = self.owed(jogada, box, hand, stake)
        yield from self.pay([stake], prize, back, jogada)

    def pay(
        self,
        stakes: Sequence[Stake],
        prize: int,
        back: int,
        jogada: Jogada,
        *,
        whole: bool = False,
    ) -> Telling:
        """Hand over a prize and the stake that goes back; the rest of the stake is taken.

        A place that is paid as a whole names no bet.
        """
        stake, staked = stakes[0], sum(one.amount for one in stakes)
        numbers = tuple(one.number for one in stakes)
        for one in stakes:
            one.done = True
        stake.owner.purse += prize + back - staked
        if staked > back:
            lost = Collection(amount=staked - back, bets=numbers, seat=stake.seat)
            yield self.say(lost, jogada.name, after=(1, 3))
        if prize + back:
            payout = Payout(
                seat=stake.seat,
                amount=prize,
                bets=() if whole else numbers,
                stake_returned=back,
                player=stake.owner.name,
            )
            if stake is jogada.target.hands[0].stakes[0]:
                payout = self.instead("payout", jogada, payout)
            yield self.say(payout, jogada.name, after=(1, 4))

    def take(self, stakes: Sequence[Stake], jogada: Jogada) -> Telling:
        """Take lost stakes of a place."""
        for stake in stakes:
            stake.done = True
            stake.owner.purse -= stake.amount
        if stakes:
            numbers = tuple(stake.number for stake in stakes)
            amount = sum(stake.amount for stake in stakes)
            lost = Collection(amount=amount, bets=numbers, seat=stakes[0].seat)
            yield self.say(lost, jogada.name, after=(1, 3))

    # --- the jackpot ---------------------------------------------------------------------------

    def winners(self, jogada: Jogada) -> list[tuple[int, str]]:
        """Return the places with a chip and a combination."""
        return [
            (box.seat, won)
            for box in jogada.boxes
            if box.chip in jogada.chips and (won := combination(box.first)) is not None
        ]

    def awards(self, jogada: Jogada) -> Telling:
        """Pay the jackpot, whatever became of the hands, before the cards go (R56 to R64)."""
        yield from self.at("awards", jogada)
        boxes = {box.seat: box for box in jogada.boxes}
        paid = prizes(self.pool.balance, self.winners(jogada))
        self.earned -= max(0, sum(prize.amount for prize in paid) - self.pool.balance)
        full = self.pool.take(paid)
        award = ""
        for prize in self.instead("prizes", jogada, paid):
            box = boxes[prize.seat]
            if box is jogada.target:
                yield from self.at("award", jogada)
            won = self.say_won(jogada, box, prize)
            yield won
            award = won.name
            yield self.pay_award(jogada, box, self.instead("paid", jogada, prize), award)
        if full:
            yield self.reset(award, jogada)

    def reset(self, award: str, jogada: Jogada) -> Said:
        """Put the base back after the whole prize (R64)."""
        base = self.pool.terms.base
        again = PoolReset(
            pool=self.pool.terms.pool, award=award, amount=base, funds="operator", balance=base
        )
        return self.say(again, jogada.name)

    def say_won(self, jogada: Jogada, box: Box, prize: Prize) -> Said:
        """Say the prize that a place won."""
        won = JackpotWon(
            pool=self.pool.terms.pool,
            combination=prize.combination,
            amount=prize.amount,
            seat=box.seat,
            player=None if box.titular is None else box.titular.name,
            bet=box.chip,
            cards=tuple(box.first[:3] if len(box.first) > 2 else box.first),
        )
        told = self.instead("won", jogada, won) if box is jogada.target else won
        said = self.say(told, jogada.name, after=(3, 6))
        return self.instead("won-said", jogada, said) if box is jogada.target else said

    def pay_award(self, jogada: Jogada, box: Box, prize: Prize, award: str) -> Said:
        """Hand a jackpot prize over."""
        paid = AwardPaid(
            award=award,
            pool=self.pool.terms.pool,
            seat=box.seat,
            player=None if box.titular is None else box.titular.name,
            amount=prize.amount,
            means="chips",
            bet=box.chip,
            cashier=self.dealer,
        )
        return self.say(paid, jogada.name, after=(10, 60))
