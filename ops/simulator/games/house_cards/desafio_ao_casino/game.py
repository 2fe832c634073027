"""Days at a table of desafio ao casino: one card each against the bank's, ties may be challenged.

What is due is computed here from the rules' own words (DC R3, R9 to R14), apart from replay.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.outcomes import CardBurned, CardDealt, CardExposed, CardsCollected, ErrorNoted
from ledger.events.rounds import Decision, Payout, RoundClosed, RoundOpened, RoundVoided
from ops.simulator.games.house_cards.desafio_ao_casino import faults as wrongs
from ops.simulator.games.house_cards.desafio_ao_casino.rules import Hand, OnCard, decide, higher
from ops.simulator.games.house_cards.desafio_ao_casino.table import (
    DECKS,
    LOW,
    MINIMUM,
    DesafioTable,
    Jogada,
)
from ops.simulator.kit.cards import DECK
from ops.simulator.parties.guests import OVERPAID, PAYMENTS, UNDERPAID, Laid, WrongPayment, payout
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said

BURNED: Final = 3
"""R13, R14: before each card of a challenge."""


class DesafioAoCasino(DesafioTable):
    """A table of desafio ao casino, its guests and its cards."""

    COUNTING: ClassVar[bool] = True
    GAME: ClassVar[str] = "desafio_ao_casino"
    PLACES: ClassVar[int] = 7
    FAULTS: ClassVar[tuple[str, ...]] = wrongs.FAULTS

    # --- a jogada ------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one jogada."""
        jogada = Jogada(self.round_id(number), self.fault())
        if jogada.fault in (wrongs.AVISO_WRONG, wrongs.NOT_CUT):
            yield from self._shuffle(jogada.fault)
            self._plant(jogada, "DC-SHOE")
        elif len(self.shoe) < LOW and jogada.fault != wrongs.TOO_MANY:
            yield from self._shuffle()
        yield self.say(RoundOpened(), jogada.name)
        self._wish(jogada)
        yield from self._bet(jogada)
        course = _COURSES.get(jogada.fault or "", DesafioAoCasino.dealt)
        yield from course(self, jogada)
        into = "shuffler" if self.shuffler else "discard"
        yield self.say(CardsCollected(into=into), jogada.name, after=(2, 4))
        if self.shuffler:
            self.shoe.shuffle()
        yield self.say(RoundClosed(), jogada.name)

    # --- cards ---------------------------------------------------------------------------------

    def dealt(self, jogada: Jogada) -> Telling:
        """Deal, let tied guests choose, take and pay (R7 to R14)."""
        self._arrange(jogada)
        yield from self._deal(jogada)
        yield from self._options(jogada)
        if jogada.fault == wrongs.NOT_VOIDED:
            yield self._error("incorrigivel", jogada)
            assert jogada.target is not None
            self._plant(jogada, "VOID-MISS", seat=jogada.target.guest.seat)
        yield from self._settle(jogada)

    def _arrange(self, jogada: Jogada) -> None:
        """Let the cards be such that the fault can be made."""
        fault, bet = jogada.fault, jogada.target
        assert bet is not None
        seats = self._seats(jogada)
        wish = (
            0
            if fault in wrongs.TIES
            else 1
            if fault in wrongs.WINS
            else -1
            if fault in wrongs.LOSES
            else None
        )
        if wish is None:
            return
        for _ in range(200):
            one, other = self.rng.choice(DECK), self.rng.choice(DECK)
            cards: list[str | None] = [None] * (len(seats) + 1)
            cards[seats.index(bet.guest.seat)], cards[-1] = one, other
            if higher(one, other) == wish and self.shoe.arrange(cards):
                return

    def _seats(self, jogada: Jogada) -> list[int]:
        return sorted({bet.guest.seat for bet in jogada.bets if bet.chance in MINIMUM})

    def _draw(self) -> str:
        card = self.shoe.draw()
        self._seen[card] = self._seen.get(card, 0) + 1
        return card

    def _deal(self, jogada: Jogada) -> Telling:
        """Deal a card to each from the left, the bank last (R7)."""
        seats, target = self._seats(jogada), jogada.target
        assert target is not None
        if jogada.fault == wrongs.ORDER:
            seats[0], seats[-1] = seats[-1], seats[0]
            self._plant(jogada, "VOID-MISS", facts={"fact": "ordem"})
        elif jogada.fault == wrongs.NO_CARD:
            seats.remove(target.guest.seat)
            facts = {"fact": "sem_carta"}
            self._plant(jogada, "VOID-MISS", seat=target.guest.seat, facts=facts)
        for seat in seats:
            again = (
                self._again()
                if jogada.fault == wrongs.TOO_MANY and seat == target.guest.seat
                else ""
            )
            card = again or self._draw()
            if again:
                self._plant(jogada, "RES-IMPOSS", facts={"card": card})
            jogada.hands[seat] = Hand(card)
            yield self._give(card, jogada, seat)
            if jogada.fault is None and self.rng.randrange(200) == 0:
                yield self.say(CardExposed(card=card, of="seat", seat=seat, by="shoe"), jogada.name)
                yield self._error("carta_virada", jogada, seat)
        jogada.bank = self._draw()
        yield self._give(jogada.bank, jogada)
        if jogada.fault is None and self.rng.randrange(150) == 0:
            yield self._error("carta_trocada", jogada, seats[0], remedy="corrigido")
        if jogada.fault == wrongs.SPARE_CARD:
            yield self._give(self._draw(), jogada, target.guest.seat)
            self._plant(jogada, "VOID-MISS", facts={"fact": "carta_a_mais"})

    def _again(self) -> str:
        """Return a card of which the packs hold no more; none where all may come yet."""
        gone = [card for card in DECK if self._seen.get(card, 0) >= DECKS]
        if not gone:
            self.put_off(wrongs.TOO_MANY)
        return self.rng.choice(gone) if gone else ""

    def _give(self, card: str, jogada: Jogada, seat: int | None = None, index: int = 1) -> Said:
        to = "bank" if seat is None else "seat"
        given = CardDealt(to=to, seat=seat, card=card, index=index, open=True)
        return self.say(given, jogada.name, after=(1, 2))

    def _error(
        self, error: str, jogada: Jogada, seat: int | None = None, remedy: str | None = None
    ) -> Said:
        target = jogada.target
        if error == "incorrigivel" and target is not None:
            seat = target.guest.seat
        return self.say(
            ErrorNoted(error=error, seat=seat, by="pagador", remedy=remedy), jogada.name
        )

    # --- ties ----------------------------------------------------------------------------------

    def _options(self, jogada: Jogada) -> Telling:
        """Let tied guests who have no bet on the tie lose half or challenge (R12)."""
        target = jogada.target
        assert target is not None
        if jogada.fault == wrongs.OPTION_UNDUE:
            seat = target.guest.seat
            yield self.say(Decision(seat=seat, action="perder_metade"), jogada.name)
            self._plant(jogada, "DC-TIE", seat=seat)
        wars: list[OnCard] = []
        for bet in sorted(jogada.bets, key=lambda bet: bet.guest.seat):
            hand = jogada.hands.get(bet.guest.seat)
            tied = hand is not None and higher(hand.card, jogada.bank) == 0
            if bet.chance != "inicial" or not tied or self._on_tie(jogada, bet.guest) is not None:
                continue
            mine = bet is target
            if mine and jogada.fault == wrongs.NO_OPTION:
                self._plant(jogada, "DC-TIE", seat=bet.guest.seat)
                continue
            half = self.rng.randrange(4) == 0
            if mine and jogada.fault in (*wrongs.HALVES, *wrongs.WARS):
                half = jogada.fault in wrongs.HALVES
            if half:
                decision = Decision(seat=bet.guest.seat, action="perder_metade")
                yield self.say(decision, jogada.name, after=(2, 5))
            else:
                yield from self._challenge(bet, jogada)
                wars.append(bet)
        for bet in wars:
            yield from self._duel(bet, jogada)

    def _challenge(self, bet: OnCard, jogada: Jogada) -> Telling:
        """Add the initial stake (R13), in one of the ways in which tables note it."""
        bet.added = bet.amount
        way = self.rng.choice(("decision", "bet", "folded"))
        if bet is jogada.target and jogada.fault == wrongs.WAR_STAKE:
            bet.added = bet.amount + bet.guest.chip
            way = self.rng.choice(("decision", "bet"))
            self._plant(jogada, "DC-WAR", seat=bet.guest.seat, due=bet.amount, paid=bet.added)
        bet.guest.purse -= bet.added
        seat = bet.guest.seat
        if way != "folded":
            jogada.numbers += 1
            bet.challenge = 500 + jogada.numbers
        numbered = way == "decision"
        yield self.say(
            Decision(
                seat=seat,
                action="desafiar",
                bet=bet.challenge if numbered else None,
                added=bet.added if numbered else 0,
            ),
            jogada.name,
            after=(2, 5),
        )
        if way == "bet":
            added = OnCard(bet.guest, "desafio", bet.added, number=bet.challenge)
            yield self.say(self.placed(added), jogada.name)

    def _duel(self, bet: OnCard, jogada: Jogada) -> Telling:
        """Burn three, a card to the guest; burn three, a card to the bank (R13, R14)."""
        hand, fault = jogada.hands[bet.guest.seat], jogada.fault
        fault = fault if bet is jogada.target else None
        wish = {wrongs.WAR_OVERPAID: 1, wrongs.WAR_NO_EXTRA: 0}.get(fault or "")
        while wish is not None:
            one, other = self.rng.choice(DECK), self.rng.choice(DECK)
            cards = [None] * BURNED + [one] + [None] * BURNED + [other]
            if higher(one, other) == wish and self.shoe.arrange(cards):
                break
        yield from self._burn(jogada, 2 if fault == wrongs.WAR_BURN else BURNED)
        hand.duel = self._draw()
        yield self._give(hand.duel, jogada, bet.guest.seat, 2)
        if fault == wrongs.WAR_NO_CARD:
            facts = {"fact": "carta", "de": "banca"}
            self._plant(jogada, "DC-WAR", seat=bet.guest.seat, facts=facts)
            return
        yield from self._burn(jogada, 0 if fault == wrongs.WAR_NO_BURN else BURNED)
        hand.bank = self._draw()
        yield self._give(hand.bank, jogada, None, 2)
        if fault in (wrongs.WAR_BURN, wrongs.WAR_NO_BURN):
            facts = {"fact": "queima", "de": "jogador" if fault == wrongs.WAR_BURN else "banca"}
            self._plant(jogada, "DC-WAR", seat=bet.guest.seat, facts=facts)

    def _burn(self, jogada: Jogada, count: int) -> Telling:
        """Put cards away, together or one by one."""
        for _ in range(count):
            self.shoe.draw()
        at_once = self.rng.randrange(2) == 0
        for _ in range(1 if at_once and count else count):
            burned = CardBurned(count=count if at_once else 1, cause="challenge")
            yield self.say(burned, jogada.name)

    # --- payments ------------------------------------------------------------------------------

    def _decide(self, jogada: Jogada) -> list[OnCard]:
        """Work out every bet; return those that are decided."""
        decided: list[OnCard] = []
        for bet in jogada.bets:
            hand = jogada.hands.get(bet.guest.seat)
            mine = bet is jogada.target
            if bet.chance not in MINIMUM:
                bet.prize, bet.back = 0, bet.amount
            elif hand is None or (mine and jogada.fault in (wrongs.NO_OPTION, wrongs.WAR_NO_CARD)):
                continue
            else:
                on_tie = self._on_tie(jogada, bet.guest) is not None
                decide(bet, hand, jogada.bank, on_tie=on_tie)
            decided.append(bet)
        return decided

    def _settle(self, jogada: Jogada) -> Telling:
        """Take and pay; or wrongly."""
        fault, target = jogada.fault or "", jogada.target
        assert target is not None
        bets = self._decide(jogada)
        wrong: WrongPayment | None = None
        if fault in PAYMENTS:
            wrong = self.choose(fault, [bet for bet in bets if bet.rule != "war"])
            if wrong is None:
                self.put_off(fault)
        elif fault in (wrongs.TIE_WRONG, wrongs.TIE_SHORT):
            wrong = WrongPayment(
                OVERPAID if fault == wrongs.TIE_WRONG else UNDERPAID, target, told=fault
            )
        elif fault == wrongs.LATE_PAID:
            self._plant(jogada, "PAY-DIFF", target, due=target.amount, paid=target.due)
        payouts = self.payouts(bets, jogada.name, wrong)
        if fault in _PAID_BY_HAND:
            rest = [one for one in payouts if target.number not in one.bets]
            payouts = [*rest, self._by_hand(jogada, target)]
        if fault == wrongs.NO_OPTION and self.rng.randrange(2):
            # Half is taken all the same: nobody can tell whether that is what he chose.
            payouts.append(payout(target, 0, target.amount // 2))
            bets.append(target)
        yield from self.collect(bets, payouts, jogada.name)
        yield from self.hand_over(payouts, jogada.name)

    def _by_hand(self, jogada: Jogada, bet: OnCard) -> Payout:
        """Return the wrong payment of a half or of a challenge."""
        prize, back = {
            wrongs.HALF_WRONG: (0, bet.amount // 4),
            wrongs.HALF_KEPT: (0, bet.amount),
            wrongs.WAR_OVERPAID: (3 * bet.amount, bet.stake),
            wrongs.WAR_NO_EXTRA: (bet.amount, bet.stake),
        }[jogada.fault or ""]
        numbers = self._numbers(bet)
        paid = payout(bet, prize, back, bets=numbers)
        code = "DC-TIE" if jogada.fault in wrongs.HALVES else "DC-WAR"
        facts = {"bets": sorted({bet.number, bet.challenge} - {0})}
        seat, due = bet.guest.seat, bet.due
        self._plant(jogada, code, seat=seat, facts=facts, due=due, paid=prize + back)
        return paid

    def _numbers(self, bet: OnCard) -> tuple[int, ...]:
        """Return by which numbers a challenge is paid: both, or the initial bet's alone."""
        both = bet.challenge and self.rng.randrange(2)
        return (bet.number, bet.challenge) if both else (bet.number,)

    @override
    def payouts(
        self, bets: Sequence[Laid], name: str, wrong: WrongPayment | None = None
    ) -> list[Payout]:
        payouts = super().payouts(bets, name, wrong)
        added = {
            bet.number: bet.challenge
            for bet in bets
            if isinstance(bet, OnCard) and bet.challenge and self.rng.randrange(2)
        }
        return [
            structs.replace(
                one, bets=(*one.bets, *(added[number] for number in one.bets if number in added))
            )
            for one in payouts
        ]

    @override
    def payment_code(self, bet: Laid, paid: int) -> str:
        assert isinstance(bet, OnCard)
        return {"tie": "DC-TIE", "half": "DC-TIE", "war": "DC-WAR"}.get(bet.rule, "PAY-DIFF")

    # --- voids ---------------------------------------------------------------------------------

    def played(self, jogada: Jogada) -> Telling:
        """Play honestly; now and then an error cannot be mended and the jogada is void (R8)."""
        if self.rng.randrange(150):
            yield from self.dealt(jogada)
            return
        yield from self._deal(jogada)
        yield self._error("incorrigivel", jogada)
        yield self.say(RoundVoided(cause="erro", rule="DC R8"), jogada.name)
        yield from self._refund(jogada.bets, jogada)

    def voided(self, jogada: Jogada) -> Telling:
        """Void a jogada without a ground, or one that has one and not give all stakes back (R8)."""
        fault, target = jogada.fault, jogada.target
        assert target is not None
        if fault == wrongs.VOID_EXPOSED:
            seat = self._seats(jogada)[0]
            card = self._draw()
            yield self._give(card, jogada, seat)
            yield self.say(CardExposed(card=card, of="seat", seat=seat, by="shoe"), jogada.name)
            yield self._error("carta_virada", jogada, seat)
        elif fault == wrongs.VOID_SHORT:
            yield from self._deal(jogada)
            yield self._error("incorrigivel", jogada)
        if fault != wrongs.VOID_SHORT:
            self._plant(jogada, "VOID-BAD")
        yield self.say(RoundVoided(cause="erro", rule="DC R8"), jogada.name)
        bets = [*jogada.bets]
        if fault == wrongs.VOID_SHORT:
            bets.remove(target)
            target.prize, target.back = 0, self.rng.choice((0, target.amount // 2))
            self._plant(jogada, "VOID-REFUND", target, due=target.amount, paid=target.back)
            payouts = [payout(target)] if target.back else []
            yield from self.collect([target], payouts, jogada.name)
            yield from self.hand_over(payouts, jogada.name)
        yield from self._refund(bets, jogada)

    def voided_decided(self, jogada: Jogada) -> Telling:
        """Void a jogada in spite of its cards, and give all stakes back."""
        yield from self._deal(jogada)
        self._plant(jogada, "VOID-BAD")
        yield self.say(RoundVoided(cause="reclamacao"), jogada.name)
        decided = self._decide(jogada)
        if not any(bet.rule == "half" for bet in decided):  # nobody was to choose yet
            for bet in decided:
                if bet.due != bet.amount:
                    code = self.payment_code(bet, bet.amount)
                    self._plant(jogada, code, bet, due=bet.due, paid=bet.amount)
        yield from self._refund(jogada.bets, jogada)

    def _refund(self, bets: Sequence[OnCard], jogada: Jogada) -> Telling:
        yield from self.hand_over([payout(bet, 0, bet.amount) for bet in bets], jogada.name)


_PAID_BY_HAND: Final = frozenset(
    {wrongs.HALF_WRONG, wrongs.HALF_KEPT, wrongs.WAR_OVERPAID, wrongs.WAR_NO_EXTRA}
)
_COURSES: Final[Mapping[str, Callable[[DesafioAoCasino, Jogada], Telling]]] = {
    "": DesafioAoCasino.played,
    wrongs.VOID_GROUNDLESS: DesafioAoCasino.voided,
    wrongs.VOID_EXPOSED: DesafioAoCasino.voided,
    wrongs.VOID_SHORT: DesafioAoCasino.voided,
    wrongs.VOID_DECIDED: DesafioAoCasino.voided_decided,
}
