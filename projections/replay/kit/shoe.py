"""Cards from packs shuffled together, out of a shoe or a shuffler: facts, and no game's rule.

Blackjack, the bacarás and desafio ao casino deal from one. Every card says to whom it went and in
which order, so that a game can tell what was dealt in the wrong turn.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import field

from ledger.money import Count
from projections.replay.kit.bets import Fact, Moment
from projections.replay.kit.cards import RANK_OF
from projections.replay.settlement import Found

SHUFFLER: Final = "shuffler"


class Dealt(Fact, frozen=True, kw_only=True, gc=False):
    """A card went to a hand; the order of a record's cards is that of the deal."""

    to: str
    """``seat``, ``bank``, ``ponto``, ``banca``, ``discard`` …"""
    seat: int | None = None
    hand: int = 1
    """Which of the seat's hands."""
    card: str | None = None
    """None where nobody could know it."""
    open: bool = False
    """Face up, as the rules or an accident would have it."""
    at: str | None = None
    seq: int | None = None


class Burned(Fact, frozen=True, kw_only=True, gc=False):
    """Cards were put away unplayed."""

    count: Count = 1
    card: str | None = None
    cause: str | None = None
    """``opening``, ``coup``, ``challenge``, ``remedy`` …; None where the table does not say."""
    after: Count = 0
    """How many cards of the round had been dealt before."""
    at: str | None = None
    seq: int | None = None


class Shuffled(Fact, frozen=True, kw_only=True, gc=False):
    """Cards were shuffled."""

    method: str = "hand"
    """``hand``, ``shuffler``, ``box``."""
    decks: Count | None = None
    times: Count | None = None
    shown: bool = False
    """Whether they were shown face up before."""
    by: int | None = None
    """A player's seat; None is the pagador."""
    at: str | None = None
    seq: int | None = None


class Cut(Fact, frozen=True, kw_only=True, gc=False):
    """The cards were cut, and the carta-aviso put in."""

    by: int | None = None
    """A player's seat; None is the pagador, all having declined."""
    side: Count | None = None
    """Cards on the smaller side."""
    cut_card: Count | None = None
    """Cards behind the carta-aviso."""
    at: str | None = None
    seq: int | None = None


class Shoe(Fact, frozen=True, kw_only=True, gc=False):
    """The packs in play, as far as they are known; None where the record does not say."""

    decks: Count
    shuffler: bool = False
    """Dealt out of an automatic shuffler: no cut, no carta-aviso."""
    fresh: bool | None = None
    """Whether this is the first round since the cards were shuffled by hand."""
    shuffles: tuple[Shuffled, ...] = ()
    """Since the round before ended, this one's included."""
    cuts: tuple[Cut, ...] = ()
    """Likewise."""
    burned: tuple[Burned, ...] = ()
    """Since the round before ended, this one's included."""
    cut_card: Moment | None = None
    """When the carta-aviso came out, in this round or since the one before ended."""
    cut_card_before: bool = False
    """Whether it had come out in the round before: that was the last of the shoe."""
    out: dict[str, int] = field(default_factory=dict)
    """The known cards that had left the shoe before this round, and how often each."""


def too_many(cards: Iterable[str | None], decks: int, out: Mapping[str, int]) -> list[str]:
    """Return the impossible cards: unknown, or dealt more often than the packs hold them.

    ``out`` is what had left the shoe before.

    >>> too_many(["As", "Kd", "1x"], 1, {"As": 1})
    ['As', '1x']
    """
    seen = dict(out)
    wrong: list[str] = []
    for card in cards:
        if card is None:
            continue
        seen[card] = max(0, seen.get(card, 0)) + 1
        if card not in RANK_OF or (seen[card] > decks and card not in wrong):
            wrong.append(card)
    return wrong


def impossible(cards: Sequence[str | None], shoe: Shoe) -> list[Found]:
    """Return a fault for each card of a round that its packs cannot have held (``RES-IMPOSS``)."""
    return [
        Found(
            code="RES-IMPOSS",
            expected=f"{shoe.decks} x {card}",
            recorded=card,
            facts={"card": card},
        )
        for card in too_many(cards, shoe.decks, shoe.out)
    ]
