"""Hold'em: the seats, stacks, cards and actions of one hand."""

from collections.abc import Mapping
from typing import Any

from ledger.events.outcomes import CardBurned, CardDealt, HandShown
from ledger.events.rounds import BetPlaced, Commission, Decision, RoundOpened
from ledger.events.seats import (
    DeadMoney,
    MarkerMoved,
    PlayerAway,
    PlayerBack,
    PlayerLeft,
    PlayerSeated,
    StackDeclared,
)
from projections.base import ClosedRound
from projections.gather.common import heading, whole, whole_or_unlimited, word
from projections.replay.betting import REPOSTO, Action, Burn, Player, Shown
from projections.replay.games.poquer_holdem import HoldemRecord

LIMITS = ("com_limite", "pote", "sem_limite")
METHODS = ("camadas", "proporcional")


class _Hand:
    """What the events said so far."""

    def __init__(self) -> None:
        self.seats: dict[int, int | None] = {}
        self.away: set[int] = set()
        self.cards: dict[int, list[str | None]] = {}
        self.board: list[str | None] = []
        self.actions: list[Action] = []
        self.burns: list[Burn] = []
        self.shown: list[Shown] = []
        self.mao: int | None = None
        self.order: tuple[int, ...] = ()
        self.commission: int | None = None


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> HoldemRecord:
    """Return the record of a hand."""
    assert closed.table is not None
    hand = _Hand()
    for event in closed.table.before(closed.opened):
        _of_place(hand, event.payload)
    for event in closed.events:
        _of_hand(hand, event.payload)
    seats = hand.order or tuple(sorted(hand.seats))
    return HoldemRecord(
        **heading(closed),
        minimum=whole(options, "minimum", 0) or 0,
        maximum=whole(options, "maximum", None),
        limit=word(options, "limit", LIMITS),
        k=whole(options, "k", 2) or 2,
        repiques=whole_or_unlimited(options, "repiques", 3),
        unit=whole(options, "unit", None),
        method=word(options, "method", METHODS),
        cagnotte_ppm=whole(options, "cagnotte_ppm", 0) or 0,
        cagnotte_maximum=whole(options, "cagnotte_maximum", None),
        cagnotte_taken=hand.commission,
        entry_minimum=whole(options, "entry_minimum", None),
        mao=hand.mao if hand.mao is not None else (seats[0] if seats else 0),
        players=tuple(
            Player(
                seat=seat,
                stack=hand.seats.get(seat),
                cards=tuple(hand.cards.get(seat, ())),
                absent=seat in hand.away,
            )
            for seat in seats
        ),
        actions=tuple(hand.actions),
        board=tuple(hand.board),
        burns=tuple(hand.burns),
        shown=tuple(hand.shown),
    )


def _of_place(hand: _Hand, payload: Any) -> None:
    match payload:
        case PlayerSeated():
            hand.seats[payload.seat] = None
        case PlayerLeft():
            hand.seats.pop(payload.seat, None)
            hand.away.discard(payload.seat)
        case StackDeclared():
            hand.seats[payload.seat] = payload.amount
        case PlayerAway():
            hand.away.add(payload.seat)
        case PlayerBack():
            hand.away.discard(payload.seat)
        case MarkerMoved() if payload.marker is None:
            hand.mao = payload.seat
        case _:
            pass


def _of_hand(hand: _Hand, payload: Any) -> None:
    action = _action(payload, len(hand.board))
    if action is not None:
        hand.actions.append(action)
        return
    match payload:
        case RoundOpened():
            hand.order = payload.seats
            if payload.mao is not None:
                hand.mao = payload.mao
        case CardDealt() if payload.to == "board":
            hand.board.append(payload.card)
        case CardDealt() if payload.seat is not None:
            hand.cards.setdefault(payload.seat, []).append(payload.card)
        case CardBurned():
            hand.burns.append(Burn(card=payload.card, common=len(hand.board)))
        case HandShown() if payload.seat is not None:
            hand.shown.append(Shown(seat=payload.seat, cards=payload.cards))
        case Commission():
            hand.commission = (hand.commission or 0) + payload.amount
        case _:
            _of_place(hand, payload)


def _action(payload: Any, common: int) -> Action | None:
    """Return what a player put in or said, if the event is that."""
    if isinstance(payload, Decision):
        return Action(
            seat=payload.seat,
            action=payload.action,
            added=payload.added,
            announced=payload.announced,
            common=common,
        )
    if isinstance(payload, BetPlaced):
        return Action(seat=payload.seat, action=payload.chance, added=payload.amount, common=common)
    if isinstance(payload, DeadMoney):
        return Action(seat=payload.seat, action=REPOSTO, added=payload.amount, common=common)
    return None
