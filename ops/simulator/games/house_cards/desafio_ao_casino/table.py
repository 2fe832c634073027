"""Days at a table of desafio ao casino: one card each against the bank's, ties may be challenged.

What is due is computed here from the rules' own words (DC R3, R9 to R14), apart from replay.
The table knows none of its faults: ``faults`` tells them at the moments that its course names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

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
from ops.simulator.games.house_cards.desafio_ao_casino.rules import Hand, OnCard, decide, higher
from ops.simulator.kit.cards import DECK
from ops.simulator.kit.shoe import Shoe
from ops.simulator.parties.guests import Guest, GuestTable, Laid, WrongPayment, payout
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS
from ops.simulator.parties.terminal import Said

DECKS: Final = 6
AVISO: Final = 12
"""R4: cards behind the carta-aviso."""
LOW: Final = 80
"""With fewer cards the shoe is shuffled anew, so that a round never wants one."""
BURNED: Final = 3
"""R13, R14: before each card of a challenge."""
TRIES: Final = 200
MINIMUM: Final = {"inicial": 1_000, "empate": 500}
MAXIMUM: Final = {"inicial": 50_000, "empate": 10_000}

Way = Literal["decision", "bet", "folded"]
"""How a table notes the stake that a challenge adds: with the decision, as a bet, not at all."""


@dataclass
class Jogada:
    """A jogada in its course."""

    name: str
    fault: str | None
    bets: list[OnCard] = field(default_factory=list[OnCard])
    decided: list[OnCard] = field(default_factory=list[OnCard])
    """Of the bets, those of which the cards say what is due."""
    hands: dict[int, Hand] = field(default_factory=dict[int, Hand])
    """By seat."""
    bank: str = ""
    target: OnCard | None = None
    """The bet that is dealt with wrongly."""
    apart: bool = False
    """Whether the target is not laid with the others."""
    unknown: bool = False
    """Whether nobody can tell what the target is due."""
    numbers: int = 0
    """How many bets have a number."""

    @property
    def at(self) -> OnCard:
        """The bet that is dealt with wrongly, once the guests have chosen their bets."""
        assert self.target is not None
        return self.target


@dataclass(frozen=True)
class Duel:
    """How a challenge is played (R13, R14)."""

    burned: int = BURNED
    """Before the guest's card."""
    burned_bank: int = BURNED
    """Before the bank's."""
    result: int | None = None
    """As the guest's card is to be higher than the bank's, equal or lower; None: as it comes."""
    answered: bool = True
    """Whether the bank has its card."""


class DesafioTable(GuestTable):
    """A table of desafio ao casino, its guests and its cards."""

    COUNTING: ClassVar[bool] = True
    GAME: ClassVar[str] = "desafio_ao_casino"
    PLACES: ClassVar[int] = 7

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
        """Return the table's opening: its packs and its limits."""
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
        yield from self.shuffle()

    def shuffle(self) -> Telling:
        """Shuffle, cut, put the carta-aviso in (R4); with a shuffler put the cards in (R5)."""
        yield self.shuffled()
        if not self.shuffler:
            yield self.cut(self.cutter(), AVISO)

    def shuffled(self) -> Said:
        """Shuffle the packs."""
        self.shoe.shuffle()
        self._seen.clear()
        method = "shuffler" if self.shuffler else "hand"
        return self.say(DeckShuffled(method=method, decks=DECKS, times=3), after=(60, 120))

    def cutter(self) -> int | None:
        """Return the seat of who cuts; None where the pagador does."""
        return self.anybody().seat if self.guests and self.rng.randrange(3) else None

    def cut(self, by: int | None, behind: int) -> Said:
        """Let somebody cut, and put the carta-aviso in with so many cards behind it."""
        return self.say(DeckCut(by=by, cut_card=behind), after=(5, 15))

    def plant_in(self, jogada: Jogada, code: str, bet: Laid | None = None, **more: object) -> None:
        """Plant a finding of the jogada's fault."""
        assert jogada.fault is not None
        if bet is not None:
            more = {"seat": bet.guest.seat, "bet": bet.number, **more}
        self.plant(jogada.fault, code, jogada.name, **more)

    # --- a jogada ------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one jogada."""
        jogada = Jogada(self.round_id(number), self.fault())
        yield from self.instead("cards", jogada, self._fresh())
        yield self.say(RoundOpened(), jogada.name)
        self._wish(jogada)
        yield from self._bet(jogada)
        spoilt = jogada.fault is None and self.rng.randrange(150) == 0
        course = self._spoilt(jogada) if spoilt else self._dealt(jogada)
        yield from self.instead("course", jogada, course)
        into = "shuffler" if self.shuffler else "discard"
        yield self.say(CardsCollected(into=into), jogada.name, after=(2, 4))
        if self.shuffler:
            self.shoe.shuffle()
        yield self.say(RoundClosed(), jogada.name)

    def _fresh(self) -> Telling:
        """Shuffle where the shoe is low."""
        if len(self.shoe) < LOW:
            yield from self.shuffle()

    def _dealt(self, jogada: Jogada) -> Telling:
        """Deal, let tied guests choose, take and pay (R7 to R14)."""
        self._arrange(jogada)
        yield from self.deal(jogada)
        yield from self._options(jogada)
        yield from self.at("chosen", jogada)
        yield from self._settle(jogada)

    def _spoilt(self, jogada: Jogada) -> Telling:
        """Make an error that cannot be mended, for which the jogada is void (R8)."""
        yield from self.deal(jogada)
        yield self.error("incorrigivel", jogada, jogada.at.guest.seat)
        yield self.voided(jogada)
        yield from self.refund(jogada.bets, jogada)

    def voided(self, jogada: Jogada) -> Said:
        """Call the jogada void, for an error (R8)."""
        return self.say(RoundVoided(cause="erro", rule="DC R8"), jogada.name)

    def refund(self, bets: Sequence[OnCard], jogada: Jogada) -> Telling:
        """Give stakes back."""
        yield from self.hand_over([payout(bet, 0, bet.amount) for bet in bets], jogada.name)

    # --- bets ----------------------------------------------------------------------------------

    def _wish(self, jogada: Jogada) -> None:
        """Let guests choose their bets, one of which a fault may need."""
        for seat in sorted(self.guests):
            if jogada.fault is not None or self.rng.randrange(8):
                self.add(jogada, self.guests[seat], "inicial")
                if self.rng.randrange(5) == 0:
                    self.add(jogada, self.guests[seat], "empate")
        if not jogada.bets:
            self.add(jogada, self.anybody(), "inicial")
        firsts = [bet for bet in jogada.bets if bet.chance == "inicial"]
        jogada.target = self.rng.choice(firsts)
        jogada.target = self.instead("target", jogada, jogada.target)

    def add(self, jogada: Jogada, guest: Guest, chance: str) -> OnCard:
        """Let a guest choose a bet."""
        least = MINIMUM.get(chance, 500)
        amount = (-(-least // guest.chip) + self.rng.choice((0, 0, 1, 3))) * guest.chip
        jogada.numbers += 1
        bet = OnCard(guest, chance, amount, number=jogada.numbers)
        jogada.bets.append(bet)
        return bet

    def on_tie(self, jogada: Jogada, guest: Guest) -> OnCard | None:
        """Return a guest's bet on the tie; None where he has none."""
        return next(
            (bet for bet in jogada.bets if bet.guest is guest and bet.chance == "empate"), None
        )

    def _bet(self, jogada: Jogada) -> Telling:
        """Take the bets."""
        for guest in self.guests.values():
            mine = (bet.amount for bet in jogada.bets if bet.guest is guest)
            yield from self.afford(guest, 2 * sum(mine))
        yield from self.at("before", jogada)
        yield self.say(BetsOpened(), jogada.name)
        for bet in jogada.bets:
            if bet is not jogada.target or not jogada.apart:
                yield from self.instead("laying", jogada, self.place)(bet, jogada)
        yield self.say(BetsClosed(by="call"), jogada.name, after=(3, 8))
        yield from self.at("closed", jogada)

    def place(self, bet: OnCard, jogada: Jogada) -> Telling:
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

    # --- cards ---------------------------------------------------------------------------------

    def _arrange(self, jogada: Jogada) -> None:
        """Let the target's card be higher than the bank's, equal or lower, as a fault needs it."""
        result = self.instead("result", jogada, None)
        if result is None:
            return
        seats = self.seats(jogada)
        for _ in range(TRIES):
            one, other = self.rng.choice(DECK), self.rng.choice(DECK)
            cards: list[str | None] = [None] * (len(seats) + 1)
            cards[seats.index(jogada.at.guest.seat)], cards[-1] = one, other
            if higher(one, other) == result and self.shoe.arrange(cards):
                return

    def seats(self, jogada: Jogada) -> list[int]:
        """Return the seats that have bets, from the left."""
        return sorted({bet.guest.seat for bet in jogada.bets if bet.chance in MINIMUM})

    def draw(self) -> str:
        """Draw a card."""
        card = self.shoe.draw()
        self._seen[card] = self._seen.get(card, 0) + 1
        return card

    def gone(self) -> list[str]:
        """Return the cards of which the packs hold no more."""
        return [card for card in DECK if self._seen.get(card, 0) >= DECKS]

    def draw_for(self, seat: int) -> str:
        """Draw the card of a seat."""
        del seat
        return self.draw()

    def deal(self, jogada: Jogada) -> Telling:
        """Deal a card to each from the left, the bank last (R7)."""
        seats = self.instead("seats", jogada, self.seats(jogada))
        for seat in seats:
            card = self.instead("drawing", jogada, self.draw_for)(seat)
            jogada.hands[seat] = Hand(card)
            yield self.give(card, jogada, seat)
            if jogada.fault is None and self.rng.randrange(200) == 0:
                yield from self.exposed(card, jogada, seat)
        jogada.bank = self.draw()
        yield self.give(jogada.bank, jogada)
        if jogada.fault is None and self.rng.randrange(150) == 0:
            yield self.error("carta_trocada", jogada, seats[0], remedy="corrigido")
        yield from self.at("dealt", jogada)

    def exposed(self, card: str, jogada: Jogada, seat: int) -> Telling:
        """Let the shoe show a seat's card, which is an error and changes nothing (R8)."""
        yield self.say(CardExposed(card=card, of="seat", seat=seat, by="shoe"), jogada.name)
        yield self.error("carta_virada", jogada, seat)

    def give(self, card: str, jogada: Jogada, seat: int | None = None, index: int = 1) -> Said:
        """Give a card to a seat; to the bank where none is said."""
        to = "bank" if seat is None else "seat"
        given = CardDealt(to=to, seat=seat, card=card, index=index, open=True)
        return self.say(given, jogada.name, after=(1, 2))

    def error(self, error: str, jogada: Jogada, seat: int, remedy: str | None = None) -> Said:
        """Note an error of the pagador's at a seat."""
        noted = ErrorNoted(error=error, seat=seat, by="pagador", remedy=remedy)
        return self.say(noted, jogada.name)

    # --- ties ----------------------------------------------------------------------------------

    def _options(self, jogada: Jogada) -> Telling:
        """Let tied guests who have no bet on the tie lose half or challenge (R12)."""
        yield from self.at("options", jogada)
        wars: list[OnCard] = []
        for bet in sorted(jogada.bets, key=lambda bet: bet.guest.seat):
            hand = jogada.hands.get(bet.guest.seat)
            tied = hand is not None and higher(hand.card, jogada.bank) == 0
            if bet.chance != "inicial" or not tied or self.on_tie(jogada, bet.guest) is not None:
                continue
            option = self.instead("option", jogada, self.option)(bet)
            if option == "perder_metade":
                yield self.halved(bet, jogada)
            elif option == "desafiar":
                yield from self._challenge(bet, jogada)
                wars.append(bet)
        for bet in wars:
            yield from self._duel(bet, jogada)

    def option(self, bet: OnCard) -> str | None:
        """Return the action that a tied guest chooses; None where nobody asks him."""
        del bet
        return "perder_metade" if self.rng.randrange(4) == 0 else "desafiar"

    def halved(self, bet: OnCard, jogada: Jogada) -> Said:
        """Let a guest lose half (R12)."""
        decision = Decision(seat=bet.guest.seat, action="perder_metade")
        return self.say(decision, jogada.name, after=(2, 5))

    def added(self, bet: OnCard) -> tuple[int, Way]:
        """Return the stake that a guest adds to challenge, and how the table notes it (R13)."""
        ways: tuple[Way, ...] = ("decision", "bet", "folded")
        return bet.amount, self.rng.choice(ways)

    def _challenge(self, bet: OnCard, jogada: Jogada) -> Telling:
        """Add the initial stake (R13), in one of the ways in which tables note it."""
        bet.added, way = self.instead("challenge", jogada, self.added)(bet)
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
        hand, duel = jogada.hands[bet.guest.seat], Duel()
        if bet is jogada.target:
            duel = self.instead("duel", jogada, duel)
        while duel.result is not None:
            one, other = self.rng.choice(DECK), self.rng.choice(DECK)
            cards = [None] * BURNED + [one] + [None] * BURNED + [other]
            if higher(one, other) == duel.result and self.shoe.arrange(cards):
                break
        yield from self._burn(jogada, duel.burned)
        hand.duel = self.draw()
        yield self.give(hand.duel, jogada, bet.guest.seat, 2)
        if duel.answered:
            yield from self._burn(jogada, duel.burned_bank)
            hand.bank = self.draw()
            yield self.give(hand.bank, jogada, None, 2)

    def _burn(self, jogada: Jogada, count: int) -> Telling:
        """Put cards away, together or one by one."""
        for _ in range(count):
            self.shoe.draw()
        at_once = self.rng.randrange(2) == 0
        for _ in range(1 if at_once and count else count):
            burned = CardBurned(count=count if at_once else 1, cause="challenge")
            yield self.say(burned, jogada.name)

    # --- payments ------------------------------------------------------------------------------

    def work_out(self, jogada: Jogada) -> list[OnCard]:
        """Work out every bet; return those that are decided."""
        decided: list[OnCard] = []
        for bet in jogada.bets:
            hand = jogada.hands.get(bet.guest.seat)
            if bet.chance not in MINIMUM:
                bet.prize, bet.back = 0, bet.amount
            elif hand is None or (bet is jogada.target and jogada.unknown):
                continue
            else:
                on_tie = self.on_tie(jogada, bet.guest) is not None
                decide(bet, hand, jogada.bank, on_tie=on_tie)
            decided.append(bet)
        return decided

    def _settle(self, jogada: Jogada) -> Telling:
        """Take and pay."""
        jogada.decided = self.work_out(jogada)
        yield from self.at("decided", jogada)
        none: WrongPayment | None = None
        wrong = self.instead("wrong", jogada, none)
        payouts = self.payouts(jogada.decided, jogada.name, wrong)
        payouts = self.instead("payouts", jogada, payouts)
        yield from self.collect(jogada.decided, payouts, jogada.name)
        yield from self.hand_over(payouts, jogada.name)

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
