"""The jogadas of a table of blackjack/21 (Portaria 1/2017, Blackjack/21), as they should be.

What is due is told in ``rules``, apart from replay, so that agreement of the two means something.
"""

from collections.abc import Sequence
from typing import Final

from typing_extensions import override

from ledger.events.outcomes import CardDealt, CardExposed, CardsCollected, ErrorNoted, HandShown
from ledger.events.rounds import (
    BetsClosed,
    BetsOpened,
    Claim,
    ClaimDecided,
    Decision,
    RoundClosed,
    RoundOpened,
)
from ops.simulator.games.house_cards.blackjack.money import PaidBlackjack
from ops.simulator.games.house_cards.blackjack.rules import (
    BANK_STANDS,
    GOAL,
    LOW,
    Box,
    Hand,
    Player,
    Stake,
    bank_total,
    combination,
    is_soft,
    total,
    worth,
)
from ops.simulator.games.house_cards.blackjack.table import Jogada, Rig
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said

HIT: Final = "pede"
STAND: Final = "fica"
SPLIT: Final = "desdobra"
DOUBLE: Final = "duplica"
SURRENDER: Final = "desiste"
INSURE: Final = "seguro"
EVEN: Final = "par_dinheiro"
MOST_HANDS: Final = 4
"""How often players split at most; the law sets no number."""
SHOWS: Final = (
    Rig(own=("7c", "7c"), draws=("7c",), script=(HIT,), chip=True),
    Rig(
        own=("7c", "7s"),
        second=("7h", "7d"),
        draws=("7c", "7d"),
        script=(HIT,),
        second_script=(HIT,),
        chip=True,
    ),
    Rig(own=("As", "Js"), second=("Qh", "Qh"), second_script=(STAND,), chip=True),
    Rig(
        own=("7d", "7d"),
        second=("7s", "7s"),
        draws=("7d", "7s"),
        script=(HIT,),
        second_script=(HIT,),
        chip=True,
    ),
    Rig(own=("As", "Ah"), draws=("Ad", "5c", "9s"), script=(SPLIT,), chip=True),
    Rig(own=("6h", "8h"), draws=("7h",), script=(HIT,)),
    Rig(own=("8h", "8s"), draws=("8d", "3d", "7c", "Kd"), script=(SPLIT, SPLIT, DOUBLE)),
    Rig(own=("Ts", "Kd"), opened="6c", draws=("5c",), script=(SPLIT,), followers=2),
    Rig(own=("Ac", "9c"), opened="5c", draws=("Ad",), script=(DOUBLE,), followers=1),
    Rig(own=("Ac", "Kc"), opened="Ad", hidden="Kh", followers=1),
)
"""Jogadas that chance alone would show seldom."""
OFTEN: Final = (2, 3, 10, 1, 10, 10, 10, 10, 10, 10)
"""How often each is shown beside the others: the whole jackpot seldom falls."""


class PlayedBlackjack(PaidBlackjack):
    """A table of blackjack/21: its jogadas."""

    @override
    def play(self, number: int) -> Telling:
        """Play one jogada."""
        yield from self.ready()
        rig = self.rng.choices(SHOWS, OFTEN)[0] if self.rng.randrange(16) == 0 else None
        jogada = Jogada(self.round_id(number), rig=rig)
        jogada.boxes = self.boxes(rig)
        yield from self.jogada(jogada)

    def ready(self) -> Telling:
        """Make a new shoe where the last one is at its end, or a card is damaged (R5, R14)."""
        if self.aviso:
            yield from self.new_shoe()
        elif not self.shuffler and self.rng.randrange(150) == 0:
            yield from self.replace_packs()

    def jogada(self, jogada: Jogada) -> Telling:
        """Play a jogada from the bets to the cards' collection."""
        name = jogada.name
        yield from self.at("prepared", jogada)
        yield self.say(RoundOpened(), name)
        yield self.say(BetsOpened(), name)
        yield from self.lay(jogada.boxes, name, plain=jogada.fault is not None)
        yield from self.at("bets", jogada)
        yield self.say(BetsClosed(by="call"), name, after=(5, 15))  # R16
        yield from self.at("closed", jogada)
        yield from self.feed(jogada)
        self.arrange(jogada)
        yield from self.at("arranged", jogada)
        yield from self.deal(jogada)
        yield from self.insure(jogada)
        for box in self.instead("turns", jogada, jogada.boxes):  # R21
            yield from self.decide(jogada, box)
        yield from self.instead("bank", jogada, self.bank_plays(jogada))
        for box in jogada.boxes:
            yield from self.instead("settle", jogada, self.settle(jogada, box))
        yield from self.awards(jogada)
        yield from self.instead("end", jogada, self.end(jogada))
        yield from self.at("after", jogada)

    def end(self, jogada: Jogada) -> Telling:
        """Hear a claim now and then (R38), take the cards away and close."""
        name = jogada.name
        if self.rng.randrange(60) == 0:
            claim = self.say(Claim(seat=jogada.target.seat, about="payout"), name, after=(2, 4))
            yield claim
            decided = ClaimDecided(
                claim=claim.name, admitted=True, decision="rejected", by=self.counters[1]
            )
            yield self.say(decided, name, after=(10, 30))
        if self.shuffler:
            self.shoe.shuffle()
        into = "shuffler" if self.shuffler else "discard"
        yield self.say(CardsCollected(into=into), name, after=(2, 4))
        yield self.say(RoundClosed(), name)

    # --- the deal ------------------------------------------------------------------------------

    def arrange(self, jogada: Jogada) -> None:
        """Put the rig's cards where they come, if the shoe holds them all."""
        rig = jogada.rig
        if rig is None:
            return
        first: list[str | None] = [None] * len(jogada.boxes)
        second = list(first)
        if rig.own:
            first[0], second[0] = rig.own
        if rig.second and len(jogada.boxes) > 1:
            first[1], second[1] = rig.second
        cards = [*first, rig.opened, *second, rig.hidden, *rig.draws]
        if self.shoe.arrange(cards):
            jogada.scripts[jogada.target.seat] = list(rig.script)
            if rig.second and len(jogada.boxes) > 1:
                jogada.scripts[jogada.boxes[1].seat] = list(rig.second_script)

    def deal(self, jogada: Jogada) -> Telling:
        """Give two cards to each place and the bank, the bank's second one face down (R20)."""
        for turn in (1, 2):
            for box in self.instead("deal", jogada, jogada.boxes) if turn == 1 else jogada.boxes:
                yield from self.give(jogada, box, box.hands[0])
            if turn == 1:
                yield from self.give_bank(jogada)
        yield from self.draw(jogada.name)
        if self.rng.randrange(80) == 0 and jogada.fault is None:
            yield from self.expose(jogada)
            yield from self.draw(jogada.name)
        jogada.bank.append(self.drawn)
        yield self.face_down(jogada)
        yield from self.at("dealt", jogada)

    def face_down(self, jogada: Jogada) -> Said:
        """Lay the card that was drawn before the bank, face down."""
        card = self.drawn if self.scans else None
        return self.say(CardDealt(to="bank", card=card, index=2), jogada.name, after=(0, 1))

    def expose(self, jogada: Jogada) -> Telling:
        """Turn the bank's second card by mistake, and put it away (R20)."""
        name, card = jogada.name, self.drawn
        yield self.face_down(jogada)
        yield self.say(CardExposed(card=card, of="bank", index=2, by="pagador"), name)
        away = CardsCollected(of="bank", cards=(card,), into="discard")
        yield self.say(away, name, after=(2, 5))

    def give(self, jogada: Jogada, box: Box, hand: Hand) -> Telling:
        """Give a hand the next card."""
        if box is jogada.target:
            yield from self.at("give", jogada)
        yield from self.draw(jogada.name)
        hand.cards.append(self.drawn)
        box.first.append(self.drawn)
        dealt = CardDealt(to="seat", seat=box.seat, hand=hand.number, card=self.drawn, open=True)
        yield self.say(dealt, jogada.name, after=(0, 1))
        if box is jogada.target:
            yield from self.at("given", jogada)

    def give_bank(self, jogada: Jogada) -> Telling:
        """Give the bank the next card, face up."""
        yield from self.draw(jogada.name)
        jogada.bank.append(self.drawn)
        dealt = CardDealt(to="bank", card=self.drawn, open=True)
        yield self.say(dealt, jogada.name, after=(0, 2))

    # --- the players' decisions -------------------------------------------------------------------

    def insure(self, jogada: Jogada) -> Telling:
        """Invite to insurance beside an open ace, up to half of the initial bet (R50)."""
        yield from self.at("insure", jogada)
        if jogada.opened[0] != "A" or jogada.fault is not None:
            return
        for box in jogada.boxes:
            for stake in list(box.hands[0].stakes):
                if self.rng.randrange(4) == 0:
                    half = stake.amount // 2
                    amount = half if self.rng.randrange(3) else max(1, half // 2)
                    yield self.insurance(jogada, box, stake.owner, amount)

    def insurance(self, jogada: Jogada, box: Box, owner: Player, amount: int) -> Said:
        """Let somebody insure his bet at a place."""
        stake = Stake(owner, box.seat, INSURE, amount, self.number())
        box.insured.append(stake)
        return self.decided(jogada, box, box.hands[0], INSURE, stake)

    def decided(
        self, jogada: Jogada, box: Box, hand: Hand, action: str, stake: Stake | None = None
    ) -> Said:
        """Say a decision: whose it is, if not the titular's, and the money it lays down."""
        owner = box.decider if stake is None else stake.owner
        return self.say(
            Decision(
                seat=box.seat,
                hand=hand.number,
                action=action,
                bet=None if stake is None else stake.number,
                added=0 if stake is None else stake.amount,
                by=None if owner is box.titular else owner.seat,
            ),
            jogada.name,
            after=(1, 6),
        )

    def decide(self, jogada: Jogada, box: Box) -> Telling:
        """Let a place play all its hands (R21)."""
        at = 0
        while at < len(box.hands):
            yield from self.play_hand(jogada, box, box.hands[at])
            at += 1

    def play_hand(self, jogada: Jogada, box: Box, hand: Hand) -> Telling:
        """Play a hand to its end."""
        if hand.natural and not jogada.scripts.get(box.seat):
            yield from self.natural(jogada, box, hand)
            return
        goes_on = True
        while goes_on:
            if len(hand.cards) == 1:
                yield from self.give(jogada, box, hand)
            action = self.choose(jogada, box, hand)
            if action is None:
                break
            yield from self.act(jogada, box, hand, action)
            if box is jogada.target:
                yield from self.at("acted", jogada)
            goes_on = action in (HIT, SPLIT)
        if hand.points > GOAL and not (hand.surrendered or hand.natural):
            yield from self.lose(hand, jogada)

    def act(self, jogada: Jogada, box: Box, hand: Hand, action: str) -> Telling:
        """Carry out a decision for a hand."""
        if action == SPLIT:
            yield from self.split(jogada, box, hand)
            return
        if action == DOUBLE:
            yield from self.double(jogada, box, hand)
            return
        if action == STAND and self.rng.randrange(80) == 0 and jogada.fault is None:
            yield from self.mishear(jogada, box, hand)
        yield self.decided(jogada, box, hand, action)
        if action == HIT:
            yield from self.give(jogada, box, hand)
        if action == SURRENDER:
            hand.surrendered = True
            for stake in hand.stakes:
                yield from self.pay_stake(jogada, box, hand, stake)

    def lose(self, hand: Hand, jogada: Jogada) -> Telling:
        """Take the stakes of a hand over 21 (R41)."""
        taken = self.take([stake for stake in hand.stakes if not stake.done], jogada)
        if hand is jogada.target.hands[0]:
            taken = self.instead("lose", jogada, taken)
        yield from taken

    def mishear(self, jogada: Jogada, box: Box, hand: Hand) -> Telling:
        """Draw a card that nobody asked for; seen, it is put away (R21)."""
        yield from self.draw(jogada.name)
        card = self.drawn
        dealt = CardDealt(to="seat", seat=box.seat, hand=hand.number, card=card, open=True)
        yield self.say(dealt, jogada.name)
        away = CardsCollected(
            of="seat", seat=box.seat, hand=hand.number, cards=(card,), into="discard"
        )
        yield self.say(away, jogada.name, after=(2, 5))

    def natural(self, jogada: Jogada, box: Box, hand: Hand) -> Telling:
        """Pay a blackjack at once where the bank can have none, or at even money (R46, R47)."""
        if jogada.opened[0] in LOW:
            for stake in hand.stakes:
                yield from self.pay_stake(jogada, box, hand, stake)
            if combination(box.first) is None or box.chip is None:
                away = CardsCollected(of="seat", seat=box.seat, into="discard")
                yield self.say(away, jogada.name)
        elif jogada.opened[0] == "A" and jogada.fault is None:
            for stake in hand.stakes:
                if self.rng.randrange(2) and stake.owner.seat not in hand.even:
                    hand.even.add(stake.owner.seat)
                    by = None if stake.owner is box.titular else stake.owner.seat
                    yield self.say(Decision(seat=box.seat, action=EVEN, by=by), jogada.name)
            for stake in hand.stakes:
                if stake.owner.seat in hand.even:
                    yield from self.pay_stake(jogada, box, hand, stake)

    def split(self, jogada: Jogada, box: Box, hand: Hand) -> Telling:
        """Split two cards of one value: an equal stake on the new hand (R23, R24)."""
        new = Hand(len(box.hands) + 1, cards=[hand.cards.pop(1)], split=True)
        hand.split = True
        box.hands.append(new)
        owners = {stake.owner.seat: stake.owner for stake in hand.stakes}
        order = sorted(owners.values(), key=lambda one: one is not box.decider)
        for owner in order:
            if owner is not box.decider and self.rng.randrange(2):
                continue  # he follows the first hand alone
            amount = self.staked(jogada, box, hand, owner)
            stake = Stake(owner, box.seat, SPLIT, amount, self.number())
            new.stakes.append(stake)
            yield self.decided(jogada, box, hand, SPLIT, stake)
        yield from self.give(jogada, box, hand)

    def staked(self, jogada: Jogada, box: Box, hand: Hand, owner: Player) -> int:
        """Return the stake with which a player splits or doubles: as much as he has on the hand."""
        staked = sum(one.amount for one in hand.stakes if one.owner is owner)
        return self.instead("staked", jogada, staked) if box is jogada.target else staked

    def double(self, jogada: Jogada, box: Box, hand: Hand) -> Telling:
        """Double 9, 10 or 11 for exactly one card (R25); who bets along may follow."""
        hand.doubled = True
        owners = {stake.owner.seat: stake.owner for stake in hand.stakes}
        for owner in sorted(owners.values(), key=lambda one: one is not box.decider):
            if owner is not box.decider and self.rng.randrange(2):
                continue
            amount = self.staked(jogada, box, hand, owner)
            stake = Stake(owner, box.seat, DOUBLE, amount, self.number())
            hand.stakes.append(stake)
            yield self.decided(jogada, box, hand, DOUBLE, stake)
        yield from self.give(jogada, box, hand)

    # --- how players choose --------------------------------------------------------------------

    def choose(self, jogada: Jogada, box: Box, hand: Hand) -> str | None:
        """Return the decision for a hand; None where nothing is to be decided."""
        script = jogada.scripts.get(box.seat)
        cards = hand.cards
        aces = hand.split and cards[0][0] == "A"
        if script:
            action = script.pop(0)
            if action != SPLIT or worth(cards[0]) == worth(cards[1]) or jogada.fault:
                return action
            script.clear()  # the cards came otherwise: the rest was not for these
        if hand.natural or total(cards) >= GOAL or (aces and cards[1][0] != "A"):
            return None
        pair = len(cards) == 2 and worth(cards[0]) == worth(cards[1])
        up = 11 if jogada.opened[0] == "A" else worth(jogada.opened)
        if pair and len(box.hands) < MOST_HANDS and self._splits(worth(cards[0]), up):
            return SPLIT
        if aces:
            return None
        if len(cards) == 2:  # before anything else was decided
            first = self._first_choice(cards, up, split=hand.split)
            if first is not None:
                return first
        return self._draws(cards, up)

    def _splits(self, value: int, up: int) -> bool:
        if self.rng.randrange(25) == 0:
            return True
        wanted = {1: 12, 8: 12, 9: 10, 7: 8, 6: 7, 3: 8, 2: 8, 4: 0, 5: 0, 10: 0}
        return up < wanted[value]

    def _first_choice(self, cards: Sequence[str], up: int, *, split: bool) -> str | None:
        low = sum(map(worth, cards))
        ace = is_soft(cards)
        doubles = low in (9, 10) or (low == 11 and not ace)
        likes = not ace and up <= {9: 6, 10: 9, 11: 10}.get(low, 0)
        if doubles and (likes or self.rng.randrange(40) == 0):
            return DOUBLE
        tired = low in (15, 16) and not ace and up in (9, 10)
        if up != 11 and not split and (tired or self.rng.randrange(60) == 0):
            return SURRENDER if self.rng.randrange(3) else None
        return None

    def _draws(self, cards: Sequence[str], up: int) -> str:
        """Draw as the books advise, but for an error now and then; never stand up to 11 (R21)."""
        points = total(cards)
        if is_soft(cards):
            draws = points <= 17 or (points == 18 and up >= 9)
        else:
            draws = points <= 11 or (points < BANK_STANDS and up >= 7)
        if points > 11 and self.rng.randrange(20) == 0:
            draws = not draws
        return HIT if draws else STAND

    # --- the bank ------------------------------------------------------------------------------

    def bank_plays(self, jogada: Jogada) -> Telling:
        """Turn the bank's second card where something hangs on it, and draw to 17 (R22, R43)."""
        hands = [hand for box in jogada.boxes for hand in box.hands if not hand.surrendered]
        compared = any(not hand.natural and hand.points <= GOAL for hand in hands)
        waits = any(hand.natural and not all(s.done for s in hand.stakes) for hand in hands)
        if not (compared or waits or any(box.insured for box in jogada.boxes)):
            return
        yield from self.show(jogada)
        for_nothing = waits and self.rng.randrange(3) == 0
        if compared or for_nothing:
            yield from self.draw_to_17(jogada)
        if compared and self.rng.randrange(80) == 0 and jogada.fault is None:
            yield from self.draw_too_many(jogada)

    def show(self, jogada: Jogada) -> Telling:
        """Turn the bank's second card."""
        jogada.shown = True
        cards = tuple(jogada.bank[:2])
        yield self.say(HandShown(of="bank", cards=cards), jogada.name, after=(1, 3))

    def draw_to_17(self, jogada: Jogada) -> Telling:
        """Draw while the bank has 16 or less (R22)."""
        while bank_total(jogada.bank) < BANK_STANDS:
            yield from self.give_bank(jogada)

    def draw_too_many(self, jogada: Jogada) -> Telling:
        """Draw on 17 or more, and put the card away: it is void (R22)."""
        yield from self.give_bank(jogada)
        card = jogada.bank.pop()
        yield self.say(ErrorNoted(error="R22", cards=(card,), remedy="descarte"), jogada.name)
        away = CardsCollected(of="bank", cards=(card,), into="discard")
        yield self.say(away, jogada.name, after=(2, 5))
