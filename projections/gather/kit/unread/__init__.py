"""The words of a round that its game does not know, stakes that cannot be, outcomes told twice."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from ledger.events.outcomes import CardDealt, DiceRolled
from ledger.events.rounds import (
    BancoCalled,
    BankShared,
    BetChanged,
    BetPlaced,
    BetsOpened,
    CoupNulled,
    Decision,
)
from projections.base.event import ClosedRound
from projections.gather.kit.unread.contradicted import contradictions
from projections.replay.kit.dice import NULL_WORDS
from projections.replay.record import Unread
from projections.replay.settlement import money_text

SEAT: Final = "seat"
FACES: Final = range(1, 7)
DICE: Final = "dados"
CHANGE: Final = "alteracao"
STAKE: Final = "valor"
HOUSE: Final = "house"
_KINDS: Final = frozenset(
    kind.KIND for kind in (CardDealt, Decision, BetPlaced, BancoCalled, BankShared, DiceRolled)
)
_THROWS: Final = frozenset(kind.KIND for kind in (DiceRolled, BetsOpened, CoupNulled))


class Words(Struct, frozen=True, kw_only=True):
    """The words that a game knows; of what is None it judges each word itself."""

    cards_to: frozenset[str] | None = None
    """Where a card may go; a card to a seat says which."""
    to_seats: frozenset[str] = frozenset({SEAT})
    """Those of them that need a seat."""
    by_seat: bool = False
    """Whether a card that names a seat is that seat's, whatever the word."""
    actions: frozenset[str] | None = None
    chances: frozenset[str] | None = None
    calls: frozenset[str] | None = None
    roles: frozenset[str] | None = None
    """Of those who stand behind a banker; of all but the house a seat is told."""
    dice: int | None = None
    """How many dice decide the stakes."""
    nulls: frozenset[str] | None = None
    """The grounds on which a throw of the game is null; of what is None the game judges itself."""
    decides: Callable[[Sequence[int]], bool] = bool
    """Legible faces to whether a throw that shows them decides a stake."""
    again: int | None = None
    """Of how many dice a throw is after which bets are opened again if it decided nothing; one
    that nobody can read, with another after it and no such opening, may have decided."""
    alone: bool = False
    """Whether each plays against the house alone: a seat's decisions touch no other seat."""
    placed: bool = True
    """Whether a card's index is its place in the round: two of one place contradict each other."""
    parting: str | None = None
    """The decision that makes two hands of one: its second card goes to the new hand."""


def unread_of(closed: ClosedRound, words: Words) -> tuple[Unread, ...]:
    """Return the words of a round that its game does not know."""
    found: list[Unread] = []
    thrown: int | None = None
    seats: dict[int, int] = {}
    for event in closed.events:
        payload = event.payload
        if event.kind in _KINDS:
            one = _unread(payload, words)
            if event.kind == DiceRolled.KIND:
                thrown = None if one is None else len(found)
            if isinstance(payload, BetPlaced):
                seats.setdefault(payload.bet, payload.seat)
            if one is not None:
                found.append(one)
        elif event.kind == CoupNulled.KIND and thrown is not None:
            if payload.cause in NULL_WORDS:
                found.pop(thrown)  # of a null throw those faces are told that were legible
            thrown = None
        elif event.kind == BetChanged.KIND and _is_blank(payload):
            seat = seats.get(payload.bet) if words.alone else None
            found.append(Unread(fact=CHANGE, word="", seat=seat, bet=payload.bet))
    return (
        *found,
        *_doubtful_throws(closed, words.again),
        *contradictions(
            closed.events, alone=words.alone, placed=words.placed, parting=words.parting
        ),
    )


def _doubtful_throws(closed: ClosedRound, dice: int | None) -> Iterator[Unread]:
    """Yield throws that nobody can read and that may have decided, with another after each."""
    doubtful: DiceRolled | None = None
    for event in closed.events if dice is not None else ():
        if event.kind in _THROWS:
            payload = event.payload
            if doubtful is not None and isinstance(payload, DiceRolled):
                yield Unread(fact=DICE, word=_said(doubtful))
            doubtful = payload if _decides_perhaps(payload, dice or 0) else None


def _is_blank(change: BetChanged) -> bool:
    """Tell whether a bet was changed and nobody says into what: it may lie anywhere since."""
    told = (change.amount, change.chance, change.selection, change.chips, change.line)
    return all(one is None for one in told)


def with_unread(fields: dict[str, Any], closed: ClosedRound, words: Words) -> dict[str, Any]:
    """Return a record's heading with the words that its game does not know, if there are any."""
    unread = unread_of(closed, words)
    return {**fields, "unread": unread} if unread else fields


def _unread(payload: Any, words: Words) -> Unread | None:
    if isinstance(payload, CardDealt):
        return None if _is_placed(payload, words) else Unread(fact="carta", word=payload.to)
    if isinstance(payload, DiceRolled):
        return None if _is_throw(payload, words) else Unread(fact=DICE, word=_said(payload))
    if isinstance(payload, BankShared):
        told = payload.seat is not None or payload.role == HOUSE
        known = words.roles is None or (payload.role in words.roles and told)
        return None if known else Unread(fact="socio", word=payload.role)
    seat = payload.seat if words.alone else None
    stake = payload.bet if isinstance(payload, BetPlaced) else None
    fact, word, known = _word_of(payload, words)
    if known is not None and word not in known:
        return Unread(fact=fact, word=word, seat=seat, bet=stake)
    amount = _impossible_amount(payload)
    return None if amount is None else Unread(fact=STAKE, word=amount, seat=seat, bet=stake)


def _impossible_amount(payload: Decision | BetPlaced | BancoCalled) -> str | None:
    """Return an amount that nobody can have laid down: what lay there instead is not known."""
    match payload:
        case BetPlaced(amount=amount) if amount <= 0:
            return money_text(amount)
        case Decision(added=amount) if amount < 0:
            return money_text(amount)
        case _:
            return None


def _word_of(
    payload: Decision | BetPlaced | BancoCalled, words: Words
) -> tuple[str, str, frozenset[str] | None]:
    """Return the field of an event's word, the word, and the words that the game knows."""
    match payload:
        case Decision():
            return "decisao", payload.action, words.actions
        case BetPlaced():
            return "aposta", payload.chance, words.chances
        case _:
            return "banco", payload.call, words.calls


def _is_throw(throw: DiceRolled, words: Words) -> bool:
    """Tell whether it can be read what a throw decides: its dice, or why it is null."""
    legible = all(face in FACES for face in throw.dice)
    if throw.null is None:
        return words.dice is None or (legible and len(throw.dice) == words.dice)
    if words.nulls is None or throw.null in words.nulls or throw.null in NULL_WORDS:
        return True
    # Of a word that nobody knows the ground cannot be told: dice that decide may have decided.
    return not legible or not words.decides(throw.dice)


def _decides_perhaps(payload: DiceRolled | BetsOpened | CoupNulled, dice: int) -> bool:
    """Tell whether an event is a throw that was not called null and of which a die is not read."""
    if not isinstance(payload, DiceRolled) or payload.null is not None:
        return False
    return len(payload.dice) != dice or any(face not in FACES for face in payload.dice)


def _said(throw: DiceRolled) -> str:
    faces = ", ".join(map(str, throw.dice))
    return faces if throw.null is None else f"{throw.null} {faces}"


def _is_placed(card: CardDealt, words: Words) -> bool:
    """Tell whether a card went where the game knows."""
    if words.cards_to is None or card.seat == 0 or (words.by_seat and card.seat is not None):
        return True
    return card.to in words.cards_to and (card.to not in words.to_seats or card.seat is not None)
