"""Stud póquer and póquer sem descarte: the players' hands and the bank's, as events tell them.

A card dealt face down is known when its hand is shown, or when it alone is exposed. A decision that
puts money in lays a stake; where it names no bet the stake gets a number that is free.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import CardDealt, HandShown
from ledger.events.rounds import BetPlaced, Decision, RoundOpened
from projections.base.event import Event
from projections.gather.kit.bets import Facts, free_number
from projections.replay.kit.bets import Bet, Moment
from projections.replay.kit.cards import DECK

CARDS: Final = frozenset(DECK)


class HandFacts(Facts):
    """The facts of a jogada in which each player's hand is compared with the bank's."""

    BANK: ClassVar[frozenset[str]] = frozenset({"bank", "banca"})
    """The words by which events name the bank's hand."""
    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **Facts.TAKES,
        RoundOpened: "on_opened",
        CardDealt: "on_card",
        HandShown: "on_shown",
        Decision: "on_decision",
    }

    def __init__(self, owner: str) -> None:
        """Begin with no card dealt."""
        super().__init__(owner)
        self.shuffler: bool | None = None
        """Whether a shuffler stands at the table, as its equipment says."""
        self.shuffled: bool | None = None
        """Whether the cards of this jogada were shuffled by one."""
        self.first: Moment | None = None
        """When the first card was dealt: no bet that comes before the deal is in time after it."""
        self.order: list[int] = []
        """The seats in the order of the cards dealt; 0 is the bank."""
        self.bank: list[str | None] = []
        self.open: set[int] = set()
        """Which of the bank's cards lay face up, counted from 1."""
        self.bank_turned: Moment | None = None
        self.bank_shown: tuple[str, ...] = ()
        self.cards: dict[int, list[str | None]] = {}
        self.shown: dict[int, tuple[str, ...]] = {}
        self.decided = False
        """Whether any player has decided."""
        self.made: dict[int, int | None] = {}
        """Which of ``bets`` decisions made, counted from 0, and the number they gave them."""
        self.taken: dict[int, Moment] = {}
        """When the pagador took the stakes of a seat."""

    @override
    def outcome_known(self) -> bool:
        return self.first is not None

    def all_bets(self) -> tuple[Bet, ...]:
        """Return the bets in order; a decision's stake that was placed as a bet too counts once."""
        if not self.made:
            return tuple(self.bets)
        others = [bet for at, bet in enumerate(self.bets) if at not in self.made]
        placed = {(bet.bet, bet.seat, bet.tipo) for bet in others}
        taken = {*(bet.bet for bet in others), *(number or 0 for number in self.made.values())}
        free = max(taken)
        every: list[Bet] = []
        for at, bet in enumerate(self.bets):
            number = self.made.get(at, bet.bet)
            if number is None:
                free = free_number(free, taken)
                every.append(structs.replace(bet, bet=free))
            elif at not in self.made or (number, bet.seat, bet.tipo) not in placed:
                every.append(bet)
        return tuple(every)

    def hand_of(self, seat: int) -> tuple[str | None, ...]:
        """Return a player's cards, face-down ones as his hand was shown later."""
        return known(self.cards.get(seat, ()), self.shown.get(seat, ()))

    def is_bank(self, of: str | None, seat: int | None) -> bool:
        """Tell whether a card or a hand is the bank's."""
        return of in self.BANK or seat == 0

    def on_opened(self, event: Event) -> None:
        """Take the seats that the opening names."""
        for seat in event.payload.seats:
            self.players.setdefault(seat, None)

    def on_card(self, event: Event) -> None:
        """Take a card to a hand."""
        payload: CardDealt = event.payload
        if self.first is None:
            self.first = self.moment(event)
        if payload.seat == 0 or payload.to in self.BANK:  # each card: no call
            if told_before(self.bank, payload):
                return
            self.order.append(0)
            self.bank.append(payload.card)
            if payload.open:
                self.open.add(len(self.bank))
        elif payload.seat is not None:
            cards = self.cards.setdefault(payload.seat, [])
            if told_before(cards, payload):
                return
            self.order.append(payload.seat)
            cards.append(payload.card)
            if payload.open:
                self.see_dealt(payload.seat, len(cards), payload.card, event)

    @abstractmethod
    def see_dealt(self, seat: int, index: int, card: str | None, event: Event) -> None:
        """Take a player's card, counted from 1, that was dealt face up."""

    def on_shown(self, event: Event) -> None:
        """Take a hand turned for comparison."""
        payload: HandShown = event.payload
        if self.is_bank(payload.of, payload.seat):
            self.bank_turned = self.bank_turned or self.moment(event)
            self.bank_shown = self.bank_shown or payload.cards
        elif payload.seat is not None:
            self.shown.setdefault(payload.seat, payload.cards)

    @abstractmethod
    def on_decision(self, event: Event) -> None:
        """Take a player's decision, and the stake it makes."""

    def lay(self, event: Event, chance: str) -> None:
        """Take the stake that a decision makes on a chance, if it puts money in."""
        payload: Decision = event.payload
        self.decided = True
        if payload.bet is None and not payload.added:
            return
        placed = BetPlaced(
            bet=payload.bet or 1, seat=payload.seat, chance=chance, amount=payload.added
        )
        self.made[len(self.bets)] = payload.bet
        self.bets.append(self.bet_of(event, placed))


def told_before(cards: Sequence[str | None], payload: CardDealt) -> bool:
    """Tell whether an event says another card where a hand has one: a word against a word.

    It is no card more; that two were told of one place is found by itself (RES-IMPOSS).
    """
    at = payload.index
    if at is None or not 0 < at <= len(cards) or payload.card not in CARDS:
        return False
    return cards[at - 1] in CARDS and cards[at - 1] != payload.card


def known(dealt: Sequence[str | None], shown: Sequence[str]) -> tuple[str | None, ...]:
    """Return the cards of a hand; those that nobody saw, or could read, as they were shown.

    >>> known(["As", None, "?"], ["As", "Kd", "2c"]), known(["As", "?"], ["As"])
    (('As', 'Kd', '2c'), ('As', '?'))
    """
    if not dealt:
        return tuple(shown)
    if not shown or CARDS.issuperset(map(str, dealt)):
        return tuple(dealt)
    others = iter([card for card in shown if card in CARDS and card not in dealt])
    return tuple(card if card in CARDS else next(others, card) for card in dealt)


def learn(cards: list[str | None], index: int | None, card: str | None) -> None:
    """Write down an exposed card, counted from 1, that was dealt face down."""
    if index is not None and 0 < index <= len(cards) and cards[index - 1] is None:
        cards[index - 1] = card
