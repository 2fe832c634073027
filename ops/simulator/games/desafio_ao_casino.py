"""Days at a table of desafio ao casino: one card each against the bank's, ties may be challenged.

What is due is computed here from the rules' own words (DC R3, R9 to R14), apart from replay.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Chips
from ledger.events.outcomes import (
    CardBurned,
    CardDealt,
    CardExposed,
    CardsCollected,
    DeckCut,
    DeckShuffled,
    ErrorNoted,
)
from ledger.events.rounds import (
    BetChanged,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    Decision,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.tables import TableOpened
from ops.simulator.games import desafio_ao_casino_wrong as wrongs
from ops.simulator.games.cards import DECK
from ops.simulator.games.desafio_ao_casino_rules import Hand, OnCard, decide, higher
from ops.simulator.games.guests import (
    OVERPAID,
    PAYMENTS,
    UNDERPAID,
    WRONG_BET,
    WRONG_SUM,
    Guest,
    GuestTable,
    Laid,
    Wrong,
    payout,
)
from ops.simulator.games.shoe import Shoe
from ops.simulator.party import Place, Telling
from ops.simulator.tables import CURRENCY, PROFILE, RECORDS
from ops.simulator.terminal import Said

DECKS: Final = 6
AVISO: Final = 12
"""R4: cards behind the carta-aviso."""
BURNED: Final = 3
"""R13, R14: before each card of a challenge."""
LOW: Final = 80
"""With fewer cards the shoe is shuffled anew, so that a round never wants one."""
MINIMUM: Final = {"inicial": 1_000, "empate": 500}
MAXIMUM: Final = {"inicial": 50_000, "empate": 10_000}


@dataclass
class Jogada:
    """A jogada in its course."""

    name: str
    fault: str | None
    bets: list[OnCard] = field(default_factory=list[OnCard])
    hands: dict[int, Hand] = field(default_factory=dict[int, Hand])
    """By seat."""
    bank: str = ""
    target: OnCard | None = None
    """The bet that is dealt with wrongly."""
    numbers: int = 0
    """How many bets have a number."""
    wrong: Wrong | None = None


class DesafioAoCasino(GuestTable):
    """A table of desafio ao casino, its guests and its cards."""

    COUNTING: ClassVar[bool] = True
    GAME: ClassVar[str] = "desafio_ao_casino"
    PLACES: ClassVar[int] = 7
    FAULTS: ClassVar[tuple[str, ...]] = wrongs.FAULTS

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self.shoe = Shoe(self.rng, DECKS)
        self.shuffler = False
        """Whether today's cards come out of an automatic shuffler (R5)."""
        self._seen: dict[str, int] = {}
        """Cards that were shown since the shuffle, how often."""

    @override
    def opening(self) -> TableOpened:
        """Return what the table opens with."""
        self.shuffler = not self.faults and self.rng.randrange(3) == 0
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={
                "baralhos": DECKS,
                "baralhador": self.shuffler,
                "minimos": dict(MINIMUM),
                "maximos": dict(MAXIMUM),
            },
            currency=CURRENCY,
            records=RECORDS,
            count=self.float,
            counted_by=self.counters,
        )

    @override
    def open(self) -> Telling:
        """Open the table with shuffled cards."""
        yield from super().open()
        yield from self._shuffle()

    def _shuffle(self, fault: str | None = None) -> Telling:
        """Shuffle, cut, put the carta-aviso in (R4); with a shuffler put the cards in (R5)."""
        self.shoe.shuffle()
        self._seen.clear()
        method = "shuffler" if self.shuffler else "hand"
        yield self.say(DeckShuffled(method=method, decks=DECKS, times=3), after=(60, 120))
        if self.shuffler or fault == wrongs.NOT_CUT:
            return
        cutter = self.anybody().seat if self.guests and self.rng.randrange(3) else None
        behind = self.rng.choice((0, 11, 13, 52)) if fault == wrongs.AVISO_WRONG else AVISO
        yield self.say(DeckCut(by=cutter, cut_card=behind), after=(5, 15))

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

    def _plant(self, jogada: Jogada, code: str, bet: Laid | None = None, **more: object) -> None:
        """Write what follows from the jogada's fault into the manifest."""
        assert jogada.fault is not None
        if bet is not None:
            more = {"seat": bet.guest.seat, "bet": bet.number, **more}
        self.plant(jogada.fault, code, jogada.name, **more)

    # --- bets ----------------------------------------------------------------------------------

    def _wish(self, jogada: Jogada) -> None:
        """Let guests choose their bets; somebody that of which the fault is made."""
        for seat in sorted(self.guests):
            if jogada.fault is not None or self.rng.randrange(8):
                self._add(jogada, self.guests[seat], "inicial")
                if self.rng.randrange(5) == 0:
                    self._add(jogada, self.guests[seat], "empate")
        if not jogada.bets:
            self._add(jogada, self.anybody(), "inicial")
        firsts = [bet for bet in jogada.bets if bet.chance == "inicial"]
        jogada.target = self.rng.choice(firsts)
        if jogada.fault in (wrongs.UNDER_MINIMUM, wrongs.OVER_MAXIMUM):
            under = jogada.fault == wrongs.UNDER_MINIMUM
            jogada.target.amount = 500 if under else MAXIMUM["inicial"] + 1_000
        elif jogada.fault is not None:
            self._wish_more(jogada, jogada.target)

    def _wish_more(self, jogada: Jogada, bet: OnCard) -> None:
        """Let the guest of whose bet the fault is made lay something besides, or not."""
        fault, guest = jogada.fault, bet.guest
        on_tie = self._on_tie(jogada, guest)
        if fault in (wrongs.TIE_WRONG, wrongs.TIE_SHORT, wrongs.SAME_NUMBER):
            jogada.target = on_tie or self._add(jogada, guest, "empate")
            if fault == wrongs.SAME_NUMBER:
                jogada.target.number = bet.number
        elif fault in wrongs.TIES and on_tie is not None:
            jogada.bets.remove(on_tie)
        elif fault == WRONG_BET and on_tie is None:
            self._add(jogada, guest, "empate")
        elif fault == WRONG_SUM:
            self._add(jogada, guest, "inicial")
        elif fault == wrongs.IMPOSSIBLE_BET:
            jogada.target = self._add(jogada, guest, "par")

    def _add(self, jogada: Jogada, guest: Guest, chance: str) -> OnCard:
        least = MINIMUM.get(chance, 500)
        amount = (-(-least // guest.chip) + self.rng.choice((0, 0, 1, 3))) * guest.chip
        jogada.numbers += 1
        bet = OnCard(guest, chance, amount, number=jogada.numbers)
        jogada.bets.append(bet)
        return bet

    def _on_tie(self, jogada: Jogada, guest: Guest) -> OnCard | None:
        return next(
            (bet for bet in jogada.bets if bet.guest is guest and bet.chance == "empate"), None
        )

    def _bet(self, jogada: Jogada) -> Telling:
        """Take the bets; and some too early, too late, too small, too large."""
        fault, target = jogada.fault, jogada.target
        assert target is not None
        for guest in self.guests.values():
            mine = (bet.amount for bet in jogada.bets if bet.guest is guest)
            yield from self.afford(guest, 2 * sum(mine))
        if fault == wrongs.EARLY_BET:
            yield self.lay(target, jogada.name)
            self._plant(jogada, "BET-EARLY", target, due=0, paid=target.amount)
        yield self.say(BetsOpened(), jogada.name)
        for bet in jogada.bets:
            if bet is target and fault == wrongs.EARLY_BET:
                continue
            if bet is target and fault == wrongs.WRONG_CHIPS:
                chips = Chips(count=bet.amount // 100 + 1, value=100)
                yield self.lay(bet, jogada.name, chips=chips)
                self._plant(jogada, "BET-MULT", bet)
                continue
            yield from self._lay(bet, jogada)
        if fault == wrongs.UNDER_MINIMUM:
            self._plant(jogada, "BET-MIN", target, due=MINIMUM["inicial"], paid=target.amount)
        elif fault == wrongs.OVER_MAXIMUM:
            self._plant(jogada, "BET-MAX", target, due=MAXIMUM["inicial"], paid=target.amount)
        elif fault in (wrongs.IMPOSSIBLE_BET, wrongs.SAME_NUMBER):
            self._plant(jogada, "RES-IMPOSS", target, due=0, paid=target.amount)
        yield self.say(BetsClosed(by="call"), jogada.name, after=(3, 8))
        yield from self._after_the_call(jogada)

    def _lay(self, bet: OnCard, jogada: Jogada) -> Telling:
        """Put a bet down; now and then less first, or it is taken back and laid again."""
        whim = self.rng.randrange(30) if jogada.fault is None else -1
        chip = bet.guest.chip
        if whim == 0 and bet.amount > chip:
            yield self.lay(bet, jogada.name, amount=chip, chips=None)
            chips = Chips(count=bet.amount // chip, value=chip)
            changed = BetChanged(bet=bet.number, amount=bet.amount, chips=chips, cause="own")
            yield self.say(changed, jogada.name)
            return
        yield self.lay(bet, jogada.name)
        if whim == 1:
            yield self.say(BetWithdrawn(bet=bet.number, cause="own"), jogada.name)
            bet.guest.purse += bet.amount
            bet.number += 100
            yield self.lay(bet, jogada.name)

    def _after_the_call(self, jogada: Jogada) -> Telling:
        """Let a bet come, or change, that should not any more (R7)."""
        fault, bet = jogada.fault, jogada.target
        assert bet is not None
        if fault in (wrongs.LATE_REFUSED, wrongs.LATE_PAID):
            late = jogada.target = self._add(jogada, bet.guest, "inicial")
            yield self.lay(late, jogada.name)
            self._plant(jogada, "BET-LATE", late, due=0, paid=late.amount)
            if fault == wrongs.LATE_REFUSED:
                late.guest.purse += late.amount
                jogada.bets.remove(late)
                yield self.say(BetWithdrawn(bet=late.number, cause="late"), jogada.name)
        elif fault == wrongs.LATE_CHANGE:
            more = bet.amount + bet.guest.chip
            chips = Chips(count=1, value=more)
            changed = BetChanged(bet=bet.number, amount=more, chips=chips, cause="own")
            yield self.say(changed, jogada.name)
            self.plant(
                wrongs.LATE_CHANGE, "BET-LATE", jogada.name, bet=bet.number, due=0, paid=more
            )

    # --- cards ---------------------------------------------------------------------------------

    def dealt(self, jogada: Jogada) -> Telling:
        """Deal, let who ties choose, take and pay (R7 to R14)."""
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
        """Let who ties and has not bet on it lose half or challenge (R12)."""
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
        wrong: Wrong | None = None
        if fault in PAYMENTS:
            wrong = self.choose(fault, [bet for bet in bets if bet.rule != "war"])
            if wrong is None:
                self.put_off(fault)
        elif fault in (wrongs.TIE_WRONG, wrongs.TIE_SHORT):
            wrong = Wrong(OVERPAID if fault == wrongs.TIE_WRONG else UNDERPAID, target, told=fault)
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
            self.quebra += target.amount - target.amount // 2
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
    def payouts(self, bets: Sequence[Laid], name: str, wrong: Wrong | None = None) -> list[Payout]:
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
