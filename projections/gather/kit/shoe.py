"""Packs, shuffles, burns and the deal, as the records of card games take them from events.

A game that deals from a shoe reads the round before (``Gathering.reads_previous``): a shuffle, a
cut, the first cards burned between the two tell whether the shoe is a new one. Behind a shuffler
nothing counts as new: the cards go round.
"""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, Final, TypeVar

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import (
    CardBurned,
    CardDealt,
    CardsCollected,
    CutCardDrawn,
    DeckCut,
    DeckShuffled,
)
from ledger.events.tables import EquipmentChanged
from projections.base.event import ClosedRound, Event
from projections.gather.kit.bets import Facts, ended
from projections.replay.kit.bets import Moment
from projections.replay.kit.shoe import SHUFFLER, Burned, Cut, Dealt, Shoe, Shuffled

T = TypeVar("T")
DECK: Final = "deck"
DISCARD: Final = "discard"
SHOE_KINDS: Final = frozenset(
    kind.KIND for kind in (DeckShuffled, DeckCut, CardBurned, CutCardDrawn)
)
"""Told of the cards of a shoe from one round to the next, and so of the place."""


class CardFacts(Facts):
    """The facts of a round dealt from packs; a game adds its own kinds to ``TAKES``."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **Facts.TAKES,
        CardDealt: "on_card",
        CardBurned: "on_burn",
        DeckShuffled: "on_shuffle",
        DeckCut: "on_cut",
        CutCardDrawn: "on_cut_card",
        EquipmentChanged: "on_equipment",
    }

    def __init__(self, owner: str) -> None:
        """Begin with nothing dealt."""
        super().__init__(owner)
        self.dealt: list[Dealt] = []
        self.burned: list[tuple[int, Burned]] = []
        """With their positions: facts of the shoe may lie before the round."""
        self.shuffles: list[tuple[int, Shuffled]] = []
        self.cuts: list[tuple[int, Cut]] = []
        self.cut_cards: list[tuple[int, Moment]] = []
        self.shuffler: bool | None = None
        """Whether a shuffler stands at the table; None where no event told of its equipment."""
        self.decks: int | None = None
        """Number of packs mixed by the last shuffle that named it."""

    @override
    def forget(self) -> None:
        for facts in (self.burned, self.shuffles, self.cuts, self.cut_cards):
            facts.clear()

    def shoe(self, closed: ClosedRound, decks: int, *, shuffler: bool) -> Shoe:
        """Return the known state of the packs; ``decks`` and ``shuffler`` are the table's options.

        What the equipment says of a shuffler goes before the option, and the round's own shuffle
        before both.
        """
        since = ended(closed.previous)
        shuffles = _since(since, self.shuffles)
        if self.shuffler is not None:
            shuffler = self.shuffler
        if shuffles:
            shuffler = shuffles[-1].method == SHUFFLER
        cut_cards = _since(since, self.cut_cards)
        known = bool(self.shuffles or closed.previous)
        return Shoe(
            decks=decks,
            shuffler=shuffler,
            fresh=(bool(shuffles) or not closed.previous) and not shuffler if known else None,
            shuffles=tuple(shuffles),
            cuts=tuple(_since(since, self.cuts)),
            burned=tuple(_since(since, self.burned)),
            cut_card=cut_cards[0] if cut_cards else None,
            cut_card_before=not shuffles
            and any(isinstance(event.payload, CutCardDrawn) for event in closed.previous),
            out={} if shuffler or shuffles else dict(closed.carried),
        )

    @override
    def outcome_known(self) -> bool:
        return bool(self.dealt)

    def on_card(self, event: Event) -> None:
        """Take a card dealt."""
        payload: CardDealt = event.payload
        self.dealt.append(
            Dealt(
                to=payload.to,
                seat=payload.seat,
                hand=payload.hand,
                card=payload.card,
                open=payload.open,
                at=event.at,
                seq=self.seq(event),
            )
        )

    def on_burn(self, event: Event) -> None:
        """Take cards burned."""
        payload: CardBurned = event.payload
        burned = Burned(
            count=payload.count,
            card=payload.card,
            cause=payload.cause,
            after=len(self.dealt),
            at=event.at,
            seq=self.seq(event),
        )
        self.burned.append((event.position, burned))

    def on_shuffle(self, event: Event) -> None:
        """Take a shuffle; cards cut and burned before it go back into the pack if none was dealt.

        A pack may be mixed anew before the first card of a round: it is of the last time that the
        law asks.
        """
        payload: DeckShuffled = event.payload
        if (self.burned or self.cuts) and not self.dealt:
            for facts in (self.shuffles, self.cuts, self.burned):
                facts.clear()
        shuffled = Shuffled(
            method=payload.method,
            decks=payload.decks,
            times=payload.times,
            shown=payload.shown,
            by=payload.by,
            at=event.at,
            seq=self.seq(event),
        )
        self.shuffles.append((event.position, shuffled))
        if payload.decks is not None:
            self.decks = payload.decks

    def on_cut(self, event: Event) -> None:
        """Take a cut."""
        payload: DeckCut = event.payload
        cut = Cut(
            by=payload.by,
            side=payload.side,
            cut_card=payload.cut_card,
            at=event.at,
            seq=self.seq(event),
        )
        self.cuts.append((event.position, cut))

    def on_cut_card(self, event: Event) -> None:
        """Take the carta-aviso."""
        self.cut_cards.append((event.position, self.moment(event)))

    def on_equipment(self, event: Event) -> None:
        """Take whether an automatic shuffler stands at the table."""
        payload: EquipmentChanged = event.payload
        if payload.item == SHUFFLER:
            self.shuffler = payload.id is not None


def carried_out(before: ClosedRound, _options: Mapping[str, Any], opened: int) -> dict[str, int]:
    """Return the known cards that have left the shoe when the next round is opened."""
    assert before.table is not None
    events = [*before.events, *before.table.between(before.opened + 1, opened)]
    earlier = [event for event in events if event.position < opened]
    return out_after(before.carried, sorted(earlier, key=attrgetter("position")))


def out_after(out: Mapping[str, int], events: Iterable[Event]) -> dict[str, int]:
    """Return the known cards that have left the shoe after more events.

    A shuffle, another deck, or cards that go back into the shoe leave nothing known.
    """
    gone = dict(out)
    for event in events:
        payload = event.payload
        if _goes_back(payload):
            gone.clear()
        elif isinstance(payload, CardDealt | CardBurned) and payload.card is not None:
            gone[payload.card] = gone.get(payload.card, 0) + 1
    return gone


def _goes_back(payload: object) -> bool:
    match payload:
        case DeckShuffled():
            return True
        case EquipmentChanged():
            return payload.item in (SHUFFLER, DECK)
        case CardsCollected():
            return payload.into != DISCARD
        case _:
            return False


def _since(position: int, facts: list[tuple[int, T]]) -> list[T]:
    return [fact for where, fact in facts if where > position]
