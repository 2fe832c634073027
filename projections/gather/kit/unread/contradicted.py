"""Outcomes that a round tells twice, and differently, with nothing between that explains it.

A ball rests in one pocket and a card shows one face. Where the owner of a round says another one of
the same ball, card or hand, and no null coup or noted error lies between, nor were cards taken up
there or a hand parted, nobody can tell which of the two is right: neither decides, and nobody is
accused. Who made a mistake corrects it, and then one of them is left.

Throws, spins and balls of bingo are not told so: another of them is another throw, and the games'
own rules say what it is worth.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from ledger.events.outcomes import (
    BallLanded,
    BallLaunched,
    CardDealt,
    CardExposed,
    CardsCollected,
    DiceRolled,
    ErrorNoted,
    HandShown,
)
from ledger.events.rounds import CoupNulled, Decision
from projections.base.event import ClosedRound, Event
from projections.gather.kit.places import SEAT
from projections.replay.kit.cards import DECK
from projections.replay.left_open.unread import TOLD_TWICE
from projections.replay.record import Unread

Place = tuple[object, ...]
"""The ball, the card or the hand that an event tells of."""
Said = tuple[str, ...]
BALL: Final[Place] = ("ball",)
DICE: Final[Place] = ("dice",)
LAUNCHED: Final[Place] = ("launched",)
PUT_BACK: Final[Place] = ("put back",)
"""The ball lies where it was put after a null coup, until it is launched again."""
_OF_TABLE: Final = (BALL, DICE, LAUNCHED, PUT_BACK)
SECOND: Final = 2
"""The place of the card that a hand loses where it is parted; its next card lies there."""
_CARDS: Final = frozenset(DECK)
_KINDS: Final = frozenset(
    one.KIND
    for one in (
        *(BallLanded, BallLaunched, CardDealt, CardExposed, DiceRolled, ErrorNoted, HandShown),
        *(CardsCollected, CoupNulled, Decision),
    )
)


def with_contradictions(
    fields: dict[str, Any], closed: ClosedRound, *, dice: bool = False
) -> dict[str, Any]:
    """Return a record's heading with the outcomes that were told twice, if there are any."""
    found = contradictions(closed.events, dice=dice)
    return {**fields, "unread": found} if found else fields


def contradictions(
    events: Sequence[Event],
    *,
    alone: bool = False,
    dice: bool = False,
    placed: bool = True,
    parting: str | None = None,
) -> tuple[Unread, ...]:
    """Return each outcome that contradicts an earlier one of the same ball, card or hand.

    Of a game with ``dice`` they are thrown once; of one whose cards are ``placed`` a card's index
    is its place in the round. Where each plays against the house ``alone``, a seat's own card is of
    that seat only. ``parting`` is the decision that takes a hand's second card for another hand.
    """
    told: dict[Place, Said] = {}
    found: dict[Unread, None] = {}
    for event in events:
        if event.kind not in _KINDS:
            continue
        _forget(event.payload, told, parting)
        for place, said in _told(event.payload, dice=dice, placed=placed):
            if place == BALL and PUT_BACK in told:
                continue
            before = told.get(place)
            if before is None or _agree(before, said):
                told[place] = said if before is None or len(said) > len(before) else before
                continue
            seat = getattr(event.payload, "seat", None) if alone else None
            word = f"{' '.join(before)} ≠ {' '.join(said)}"
            found[Unread(fact=TOLD_TWICE, word=word, seat=seat or None)] = None
    return tuple(found)


def _forget(payload: object, told: dict[Place, Said], parting: str | None) -> None:
    """Forget the outcomes that an event lets be told anew."""
    match payload:
        case CoupNulled():
            launched = LAUNCHED in told
            told.clear()
            if launched:
                told[LAUNCHED] = told[PUT_BACK] = ()
        case BallLaunched():
            told[LAUNCHED] = ()
            told.pop(PUT_BACK, None)
        case ErrorNoted():
            for place in [place for place in told if place not in _OF_TABLE]:
                del told[place]
        case CardsCollected():
            for place in [place for place, said in told.items() if _taken(payload, place, said)]:
                del told[place]
        case Decision() if payload.action == parting:
            told.pop((SEAT, payload.seat, payload.hand, SECOND), None)
        case _:
            pass


def _taken(payload: CardsCollected, place: Place, said: Said) -> bool:
    """Tell whether cards were taken up from a place: others may lie there since."""
    if place in _OF_TABLE or payload.of not in (None, place[0]):
        return False
    if payload.seat not in (None, place[1]):
        return False
    return not payload.cards or any(card in said for card in payload.cards)


def _told(payload: object, *, dice: bool, placed: bool) -> Iterator[tuple[Place, Said]]:
    """Yield the outcome of an event, by the ball, card or hand that it tells of."""
    match payload:
        case BallLanded():
            yield BALL, (str(payload.number),)
        case DiceRolled() if dice and payload.null is None:
            yield DICE, tuple(map(str, payload.dice))
        case CardDealt() if placed and payload.index is not None and payload.card in _CARDS:
            yield (payload.to, payload.seat, payload.hand, payload.index), (str(payload.card),)
        case CardExposed() if placed and payload.index is not None and payload.card in _CARDS:
            yield (payload.of, payload.seat, 1, payload.index), (str(payload.card),)
        case HandShown() if payload.cards:
            yield ("shown", payload.of, payload.seat, payload.hand), payload.cards
        case _:
            pass


def _agree(before: Said, said: Said) -> bool:
    """Tell whether both may be true: one shows again what the other showed, or part of it.

    >>> _agree(("As", "Kd"), ("Kd", "As")), _agree(("As",), ("As", "Kd")), _agree(("17",), ("18",))
    (True, True, False)
    """
    one, other = Counter(before), Counter(said)
    return one <= other or other <= one
