"""A table of ponto e banca, of either kind: its coups.

What is due is told in ``rules``; the faults, which the coups do not know, in ``faults``.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.outcomes import (
    Announcement,
    CardBurned,
    CardDealt,
    CardExposed,
    CardsCollected,
    ErrorNoted,
    HandShown,
)
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    Collection,
    Commission,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ops.simulator.games.bacara.punto_banco.rules import (
    BANCA,
    CHANCES,
    EMPATE,
    OTHER,
    PAIRS,
    PAR_DA_BANCA,
    PAR_DO_PONTO,
    PONTO,
    banca_draws,
    due,
    is_pair,
    ponto_draws,
    winner,
)
from ops.simulator.games.bacara.punto_banco.table import (
    BOUGHT,
    MINIMUM,
    STANDING,
    Bet,
    Coup,
    Player,
    PuntoBancoTable,
)
from ops.simulator.kit.cards import bacara_points
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said

SPARE_CARDS: Final = 60
"""With fewer in the shoe a new one is made, before cards are arranged."""


class PuntoBanco(PuntoBancoTable):
    """A table of ponto e banca, and its coups."""

    COUNTING: ClassVar[bool] = True
    NULL_RULE: ClassVar[str]
    """The rule that lets a coup be null."""

    BY_HAND: ClassVar[frozenset[str]] = frozenset()
    """Faults that a table with a shuffler cannot have."""

    drawn: str = ""

    @override
    def uses_shuffler(self) -> bool:
        return not self.BY_HAND & set(self.faults.values()) and super().uses_shuffler()

    @property
    def over(self) -> bool:
        """Whether the shoe is over, or has too few cards for some to be arranged."""
        return self.aviso or len(self.shoe) < SPARE_CARDS

    # --- a coup --------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one coup, as it should be or not."""
        if self.wrong_options:
            yield from self.open_with({})
        coming = Coup(self.round_id(number), fault=self.take_fault())
        if coming.fault is None:
            yield from self._play_rightly(coming)
            return
        if self.over:
            yield from self.instead("packs", coming, self.replace_packs())
        yield from self.instead("play", coming, self._play_wrongly(coming))

    def _play_rightly(self, coup: Coup) -> Telling:
        """Play a coup, after a new shoe where the last one is over or a card is damaged."""
        if self.aviso:
            yield from self.new_shoe()
        elif not self.shuffler and self.rng.randrange(150) == 0:
            yield from self.replace_packs()
        coup.bets = self.bets()
        yield from self.coup(coup)

    def _play_wrongly(self, coup: Coup) -> Telling:
        """Play a coup with a fault."""
        wrong = self.WRONGS[coup.fault or ""]
        yield from self.at("before", coup)
        if wrong.reopens is not None:
            yield from self.open_with(dict(wrong.reopens(self)))
        wrong.fits(self, coup)
        coup.bets = coup.bets or self.bets()
        yield from self.at("prepared", coup)
        yield from self.coup(coup)
        yield from self.at("after", coup)

    def coup(self, coup: Coup) -> Telling:
        """Play a coup from the bets to the payments."""
        yield from self.lay(coup)
        yield from self.instead("burn", coup, self.burn(coup))
        yield from self.instead("course", coup, self._course(coup))

    def _course(self, coup: Coup) -> Telling:
        """Deal, announce and settle, now and then with a slip."""
        name = coup.name
        chance = self.rng.randrange(200) if coup.fault is None else 0
        if chance in (1, 2):
            yield from self.break_off(coup)
            return
        if chance in (3, 4, 5):
            yield from self.deal_with_slip(coup)
        else:
            yield from self.instead("deal", coup, self.deal(coup))
        if chance in (6, 7):
            card = coup.ponto[0]
            yield self.say(CardExposed(card=card, of="deck", by="shoe"), name)
            yield self.say(ErrorNoted(error="carta_virada", cards=(card,), by="pagador"), name)
        yield from self.instead("announce", coup, self.announce(coup))
        yield from self.at("announced", coup)
        yield from self.settle(coup)
        yield from self.at("settled", coup)
        yield from self.end(name)

    def note(self, coup: Coup, code: str, bet: Bet | None = None, **more: Any) -> None:
        """Plant a finding of a coup's fault, of one bet or of none."""
        assert coup.fault is not None
        if bet is not None:
            more = {"seat": bet.seat, "bet": bet.number, **more}
        self.plant(coup.fault, code, coup.name, **more)

    def end(self, name: str) -> Telling:
        """Take the cards away and close the coup."""
        into = "shuffler" if self.shuffler else "discard"
        if self.shuffler:
            self.shoe.shuffle()
        yield self.say(CardsCollected(into=into), name, after=(2, 4))
        yield self.say(RoundClosed(), name)
        self.first = False

    def lay(self, coup: Coup) -> Telling:
        """Take the bets up to the call (R22); what comes after it is late."""
        name = coup.name
        for player in self.players.values():
            if sum(bet.amount for bet in coup.bets if bet.player is player) > player.purse:
                yield self.buy(player, 10 * BOUGHT)
        yield self.say(self.instead("round", coup, RoundOpened()), name)
        yield self.say(BetsOpened(), name)
        for number, bet in enumerate(coup.bets, 1):
            bet.number = bet.number or number
            if not bet.late and coup.fault is None:
                yield from self._place(bet, name)
            elif not bet.late:
                yield self.put(bet, bet.amount, name)
        yield from self.at("bets", coup)
        yield self.say(BetsClosed(by="call"), name, after=(5, 10))
        for bet in coup.bets:
            if bet.late:
                yield self.put(bet, bet.amount, name)
        yield from self.at("closed", coup)

    def _place(self, bet: Bet, name: str) -> Telling:
        """Put a bet down; now and then more, or one that is taken back, before the close."""
        whim = self.rng.randrange(40)
        if whim == 0 and bet.amount >= 2 * MINIMUM[bet.tipo]:
            yield self.put(bet, bet.amount - MINIMUM[bet.tipo], name)
            change = BetChanged(bet=bet.number, amount=bet.amount, cause="own")
            yield self.say(change, name)
            return
        if whim == 1:
            yield self.put(bet, bet.amount, name)
            yield self.say(BetWithdrawn(bet=bet.number, cause="own"), name)
            bet.number += 1_000  # put down again under another number
        yield self.put(bet, bet.amount, name)

    def put(self, bet: Bet, amount: int, name: str) -> Said:
        """Put a stake down."""
        return self.say(
            BetPlaced(
                bet=bet.number,
                seat=bet.seat,
                player=bet.player.name,
                chance=bet.tipo,
                amount=amount,
                by=bet.player.seat if bet.added else None,
                chips=bet.chips,
            ),
            name,
        )

    def burn(self, coup: Coup) -> Telling:
        """Burn a card before every coup but the first (R24), and arrange what must come."""
        burns = 0 if self.first else 1
        if coup.cards is not None:
            ready = self.shoe.arrange([*[None] * burns, *coup.cards])
            assert ready, f"{coup.name}: the shoe has not {coup.cards}"
        for _ in range(burns):
            yield from self.draw(coup.name)
            yield self.say(CardBurned(cause="coup"), coup.name, after=(1, 2))

    def deal(self, coup: Coup) -> Telling:
        """Give four cards by turns (R23), then the third ones, ponto first (R25)."""
        for to in (PONTO, BANCA, PONTO, BANCA):
            yield from self.deal_to(to, coup)
        if ponto_draws(coup.ponto, coup.banca):
            yield from self.deal_to(PONTO, coup)
        if banca_draws(coup.ponto, coup.banca):
            yield from self.deal_to(BANCA, coup)

    def announce(self, coup: Coup, said: str | None = None) -> Telling:
        """Uncover the hands and say how it ended (R27)."""
        for side in (PONTO, BANCA):
            cards = tuple(coup.hand(side))
            yield self.say(HandShown(of=side, cards=cards), coup.name, after=(1, 3))
            points = bacara_points(cards)
            yield self.say(Announcement(what=side, amount=points, by="pagador"), coup.name)
        for tipo, side in PAIRS.items():
            if is_pair(coup.hand(side)):
                yield self.say(Announcement(what=tipo, by="pagador"), coup.name)
        won = winner(coup.ponto, coup.banca)
        yield self.say(Announcement(what="resultado", said=said or won, by="pagador"), coup.name)

    # --- the money -----------------------------------------------------------------------------

    def due(self, bet: Bet, coup: Coup) -> tuple[int, int]:
        """Return a bet's prize and the stake that goes back."""
        return due(bet.tipo, bet.amount, coup.ponto, coup.banca, self.deduction)

    def settle(self, coup: Coup) -> Telling:
        """Take lost bets, tell the deduction, pay winning bets."""
        results = [(bet, *self.pays(bet, coup)) for bet in coup.bets if bet.tipo in CHANCES]
        yield from self.collect(
            [bet for bet, prize, back in results if not prize + back], coup.name
        )
        self.deduct(coup)
        yield from self.tell_deduction(coup)
        payments = [(bet, prize, back) for bet, prize, back in results if prize + back]
        if self.rng.randrange(4) or coup.fault is not None:
            for bet, prize, back in payments:
                yield self.pay([bet], prize, back, coup.name, coup.elsewhere.get(bet.number))
            return
        for seat, who in dict.fromkeys((bet.seat, bet.player.name) for bet, _, _ in payments):
            mine = [one for one in payments if (one[0].seat, one[0].player.name) == (seat, who)]
            prize, back = sum(one[1] for one in mine), sum(one[2] for one in mine)
            alone = all(bet.player.name == who for bet in coup.bets if bet.seat == seat)
            whole = alone and self.rng.randrange(2) == 0
            yield self.pay([one[0] for one in mine], prize, back, coup.name, whole=whole)

    def pays(self, bet: Bet, coup: Coup) -> tuple[int, int]:
        """Return a bet's prize and the stake back: as due, where no other sums were planned."""
        return coup.paid.get(bet.number) or self.due(bet, coup)

    def deduct(self, coup: Coup) -> None:
        """Add up what is kept of the prizes of bets that won on banca."""
        won = [(bet.amount, self.due(bet, coup)[0]) for bet in coup.bets if bet.tipo == BANCA]
        coup.whole = sum(stake for stake, prize in won if prize)
        coup.deducted += coup.whole - sum(prize for _, prize in won)

    def tell_deduction(self, coup: Coup) -> Telling:
        """Tell the deduction from banca's prizes, where this table tells it."""
        if coup.deducted and self.instead("tells", coup, self.tells_commission):
            told = Commission(amount=coup.deducted, mode="prize", base=coup.whole)
            yield self.say(told, coup.name, after=(1, 3))

    def collect(self, lost: Sequence[Bet], name: str) -> Telling:
        """Take lost stakes."""
        total = sum(bet.amount for bet in lost)
        for bet in lost:
            bet.player.purse -= bet.amount
        if total:
            numbers = tuple(bet.number for bet in lost)
            yield self.say(Collection(amount=total, bets=numbers), name, after=(3, 8))

    def pay(
        self,
        bets: Sequence[Bet],
        prize: int,
        back: int,
        name: str,
        seat: int | None = None,
        *,
        whole: bool = False,
    ) -> Said:
        """Pay one player some of his bets together, or his place as a whole, naming no bet."""
        bet = bets[0]
        bet.player.purse += prize
        return self.say(
            Payout(
                seat=bet.seat if seat is None else seat,
                amount=prize,
                bets=() if whole else tuple(one.number for one in bets),
                stake_returned=back,
                player=bet.player.name if seat is None else None,
            ),
            name,
            after=(1, 5),
        )

    def refund(self, coup: Coup, kept: Bet | None = None) -> Telling:
        """Give every stake back, but one that the table keeps."""
        for bet in coup.bets:
            if bet is not kept:
                yield self.pay([bet], 0, bet.amount, coup.name)
        if kept is not None:
            yield from self.collect([kept], coup.name)

    # --- slips ---------------------------------------------------------------------------------

    def deal_with_slip(self, coup: Coup) -> Telling:
        """Give a card too many, or the first two crosswise, and put it right at once (R34)."""
        if self.rng.randrange(2):
            yield from self.deal_crosswise(coup)
            return
        for to in (PONTO, BANCA, PONTO, BANCA):
            yield from self.deal_to(to, coup)
        draws = ponto_draws(coup.ponto, coup.banca)
        if draws:
            yield from self.deal_to(PONTO, coup)
        if banca_draws(coup.ponto, coup.banca):
            yield from self.deal_to(BANCA, coup)
            return
        yield from self.draw(coup.name)
        yield self.say(CardDealt(to=BANCA, card=self.drawn), coup.name, after=(0, 2))
        yield self.note_slip("carta_a_mais", (self.drawn,), "descarte", coup.name)

    def deal_crosswise(self, coup: Coup) -> Telling:
        """Give the first two cards to the wrong sides, and change them."""
        cards: list[str] = []
        for to in (BANCA, PONTO):
            yield from self.draw(coup.name)
            cards.append(self.drawn)
            yield self.say(CardDealt(to=to, card=self.drawn), coup.name, after=(0, 2))
        coup.ponto.append(cards[0])
        coup.banca.append(cards[1])
        yield self.note_slip("troca", tuple(cards), "troca", coup.name)
        for to in (PONTO, BANCA):
            yield from self.deal_to(to, coup)
        if ponto_draws(coup.ponto, coup.banca):
            yield from self.deal_to(PONTO, coup)
        if banca_draws(coup.ponto, coup.banca):
            yield from self.deal_to(BANCA, coup)

    def note_slip(self, error: str, cards: tuple[str, ...], remedy: str, name: str) -> Said:
        """Note a slip of the deal and what was done about it."""
        noted = ErrorNoted(error=error, cards=cards, by="pagador", remedy=remedy)
        return self.say(noted, name, after=(5, 20))

    def break_off(self, coup: Coup, *, void: bool = True, kept: Bet | None = None) -> Telling:
        """Deal three cards, drop them, and give every stake back: the slip cannot be mended."""
        for to in (PONTO, BANCA, PONTO):
            yield from self.deal_to(to, coup)
        yield self.note_slip("cartas_caidas", (), "nulo", coup.name)
        if void:
            voided = RoundVoided(cause="lapso_incorrigivel", rule=self.NULL_RULE)
            yield self.say(voided, coup.name, after=(10, 30))
        yield from self.refund(coup, kept)
        yield from self.end(coup.name)

    # --- bets ----------------------------------------------------------------------------------

    def bets(self) -> list[Bet]:
        """Return the players' bets: of the seated first, then of who stand, never against."""
        bets: list[Bet] = []
        for seat in sorted(self.players):
            player = self.players[seat]
            if self.rng.randrange(8) == 0:
                continue
            if seat < STANDING:
                bets += self._own_bets(player)
            else:
                bets += self._added_bets(player, bets)
        return self.within(bets)

    def within(self, bets: list[Bet], keep: Sequence[Bet] = ()) -> list[Bet]:
        """Return the bets as far as the table takes them, those to be kept among them."""
        del keep
        return bets

    def _own_bets(self, player: Player) -> list[Bet]:
        side = self.rng.choice((PONTO, BANCA))
        bets = [Bet(player, player.seat, side, self.stake(player))]
        for tipo in (EMPATE, PAR_DO_PONTO, PAR_DA_BANCA):
            if self.rng.randrange(7) == 0:
                bets.append(Bet(player, player.seat, tipo, self.side_stake()))  # noqa: PERF401 - plainer
        return bets

    def seated(self) -> list[Player]:
        """Return the seated players."""
        return [player for seat, player in sorted(self.players.items()) if seat < STANDING]

    def _added_bets(self, player: Player, bets: Sequence[Bet]) -> list[Bet]:
        """Add to what a seated player has laid (R21)."""
        sides = [bet for bet in bets if bet.tipo in OTHER and not bet.added]
        if not sides:
            return []
        own = self.rng.choice(sides)
        return [Bet(player, own.seat, own.tipo, self.stake(player))]

    def stake(self, player: Player) -> int:
        """Return a stake on a side; chips of little value let deductions leave fractions."""
        return player.unit * self.rng.randint(1, 5) + 5 * self.rng.randrange(4)

    def side_stake(self) -> int:
        """Return a stake on a tie or a pair."""
        return MINIMUM[EMPATE] + 5 * self.rng.randrange(60)
