"""The fields of every game's record, its final bets, and the options of its table."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ledger.events.jackpots import AwardPaid
from ledger.events.outcomes import ErrorNoted as ErrorEvent
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetWithdrawn,
    Payout,
    RoundOpened,
    RoundVoided,
)
from projections.base.event import ClosedRound, Event
from projections.replay.record import PHYSICAL, ErrorNoted, Payment, Void

UNLIMITED: Final = "sem_limite"
"""The option's word where a record says None: options hold no nulls."""
_OF_A_HEADING: Final = frozenset(
    kind.KIND for kind in (Payout, AwardPaid, ErrorEvent, RoundOpened, RoundVoided)
)


def heading(closed: ClosedRound) -> dict[str, Any]:
    """Return the fields that every record shares."""
    assert closed.table is not None
    opened = closed.table.opened.payload
    mode = PHYSICAL
    payments: list[Payment] = []
    errors: list[ErrorNoted] = []
    void = None
    for event in closed.events:
        if event.kind not in _OF_A_HEADING:
            continue
        payload = event.payload
        if isinstance(payload, Payout):
            payments.append(_payment(payload))
        elif isinstance(payload, AwardPaid):
            payments.append(
                Payment(seat=payload.seat or 0, amount=payload.amount, award=payload.pool)
            )
        elif isinstance(payload, ErrorEvent):
            errors.append(
                ErrorNoted(error=payload.error, seat=payload.seat, cards=payload.cards, at=event.at)
            )
        elif isinstance(payload, RoundOpened):
            mode = payload.mode
        elif isinstance(payload, RoundVoided):
            void = Void(cause=payload.cause, rule=payload.rule or "", side=payload.side)
    return {
        "round": closed.round,
        "profile": opened.profile,
        "currency": opened.currency,
        "mode": mode,
        "records": opened.records,
        "payments": tuple(payments),
        "errors": tuple(errors),
        "void": void,
    }


def _payment(payload: Payout) -> Payment:
    return Payment(
        seat=payload.seat,
        amount=payload.amount,
        bets=payload.bets,
        stake_returned=payload.stake_returned,
        pot=payload.pot,
        returned=payload.returned,
    )


def final_bets(events: Sequence[Event]) -> list[tuple[Event, BetPlaced]]:
    """Return the bets at the end of the round: changes applied, withdrawn bets left out."""
    bets: dict[int, tuple[Event, BetPlaced]] = {}
    for event in events:
        payload = event.payload
        if isinstance(payload, BetPlaced):
            bets[payload.bet] = (event, payload)
        elif isinstance(payload, BetChanged) and payload.bet in bets:
            first, bet = bets[payload.bet]
            bets[payload.bet] = (first, _changed(bet, payload))
        elif isinstance(payload, BetWithdrawn):
            bets.pop(payload.bet, None)
    return list(bets.values())


def _changed(bet: BetPlaced, change: BetChanged) -> BetPlaced:
    return BetPlaced(
        bet=bet.bet,
        seat=bet.seat,
        player=bet.player,
        chance=bet.chance if change.chance is None else change.chance,
        selection=bet.selection if change.selection is None else change.selection,
        amount=bet.amount if change.amount is None else change.amount,
        chips=bet.chips if change.chips is None else change.chips,
        means=bet.means,
        carried_from=bet.carried_from,
        by=bet.by,
        base=bet.base,
        line=bet.line if change.line is None else change.line,
    )


def whole(options: Mapping[str, Any], name: str, default: int | None) -> int | None:
    """Return an option that is a whole number; any other value counts as not said."""
    value = options.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int):
        return default
    return value


def word(options: Mapping[str, Any], name: str, allowed: Sequence[str]) -> Any:
    """Return an option that is among these words; None if it has any other value."""
    value = options.get(name)
    return value if value in allowed else None


def whole_or_unlimited(options: Mapping[str, Any], name: str, default: int | None) -> int | None:
    """Return an option that is a whole number, or None where it says ``sem_limite``."""
    return None if options.get(name) == UNLIMITED else whole(options, name, default)
