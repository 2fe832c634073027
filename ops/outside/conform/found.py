"""The ledger's findings for who builds a device: in minor units, as his events say them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, cast

from ledger.events.base import Chips as ChipsPlaced
from ledger.events.rounds import BetChanged, BetPlaced, BetWithdrawn, Payout, RoundClosed
from ops.outside.conform.habits import Seen
from ops.outside.conform.rehearsed import Due, Fault
from ops.outside.conform.statements import Statement, state
from projections.replay.codes import CODES, title_of

_CLOCK: Final = "INT-CLOCK"
_FACTS: Final[Mapping[str, tuple[str, str]]] = {
    "bets": ("apostas com algo devido", "bets with something due"),
    "paid": ("apostas pagas", "bets paid"),
    "missing": ("em falta", "missing"),
}
"""Facts of a finding that say which bets, or which records, in both languages."""
_MULTIPLE: Final = "BET-MULT"
_UNPAID: Final = "unpaid"
_NOTHING: Final = "—"
_PAYMENT: Final = "PAY"
"""Stands in the code of each finding about a payment."""


class Paid(NamedTuple):
    """A payout as it was said."""

    event: str
    kind: str
    payout: Payout


Payouts = Mapping[str, Sequence[Paid]]
Laid = Mapping[tuple[str | None, int], Sequence[Seen]]
"""By round and number of a bet the events that laid, changed and withdrew it."""


def payouts_of(seen: Sequence[Seen]) -> dict[str, list[Paid]]:
    """Return the payouts of each round, as they were said."""
    found: dict[str, list[Paid]] = {}
    for one in seen:
        if isinstance(one.payload, Payout) and one.round is not None:
            found.setdefault(one.round, []).append(Paid(one.name, one.kind, one.payload))
    return found


def laid_of(seen: Sequence[Seen]) -> Laid:
    """Return the events of each bet, by the bet's round and number."""
    found: dict[tuple[str | None, int], list[Seen]] = {}
    for one in seen:
        if isinstance(one.payload, BetPlaced | BetChanged | BetWithdrawn):
            found.setdefault((one.round, one.payload.bet), []).append(one)
    return found


def finding(
    fault: Fault,
    kind: str,
    events: tuple[str, ...],
    dues: Sequence[Due],
    paid: Payouts,
    laid: Laid,
) -> Statement:
    """Return the statement of a finding."""
    if fault.code == _CLOCK and fault.facts.get("fact") in {"future", "back"}:
        word = "clock-ahead" if fault.facts["fact"] == "future" else "clock-back"
        if fault.recorded.startswith("1970"):
            word = "clock-1970"
        return state(
            "found", fault.code, word, kind=kind, events=events, rule=fault.rule,
            recorded=fault.recorded, expected=fault.expected,
        )  # fmt: skip
    bet = _bet_of(fault, laid.get((fault.round, fault.bet or 0), ()))
    if _PAYMENT in fault.code and (said := _said(fault, paid)):
        kind, events = said[0].kind, (*(one.event for one in said), *events)
    elif bet is not None:
        kind, events = bet.kind, tuple(dict.fromkeys((bet.name, *events)))
    code = CODES.get(fault.code)
    more_pt, more_en = _more(fault, dues, paid)
    if fault.code == _MULTIPLE and bet is not None and (laid_by := _chips(bet)) is not None:
        told, amount = laid_by
        made = f"{told.count} x {told.value} = {told.count * told.value}"
        more_pt += f"; fichas: {made}, amount diz {amount}"
        more_en += f"; chips: {made}, amount says {amount}"
    return state(
        "found",
        fault.code,
        "finding",
        kind=kind,
        events=events,
        rule=fault.rule,
        pt=title_of(fault.code, "pt") if code is None else code.pt,
        en=title_of(fault.code, "en") if code is None else code.en,
        where=_where(fault),
        expected=fault.expected or _NOTHING,
        recorded=fault.recorded or _NOTHING,
        more_pt=more_pt,
        more_en=more_en,
    )


def unpaid(dues: Sequence[Due], seen: Sequence[Seen]) -> Iterator[Statement]:
    """Yield the rounds closed with a winner unpaid, each with the event that closed it."""
    closings = {one.round: one for one in seen if isinstance(one.payload, RoundClosed)}
    for name in dict.fromkeys(one.round for one in dues if one.state == _UNPAID):
        lines = [one for one in dues if one.round == name and one.due and not one.paid]
        closing = closings.get(name)
        yield state(
            "found", "PAY-NONE", "unpaid", round=name,
            kind="" if closing is None else closing.kind,
            events=() if closing is None else (closing.name,),
            due_pt=_due(lines, "pt"), due_en=_due(lines, "en"),
        )  # fmt: skip


def _bet_of(fault: Fault, events: Sequence[Seen]) -> Seen | None:
    """Return the event of a bet that a finding is about: that of its time, else what laid it."""
    laid = next((one for one in reversed(events) if isinstance(one.payload, BetPlaced)), None)
    return next((one for one in events if one.at == fault.recorded), laid)


def _where(fault: Fault) -> str:
    told = [fault.round or fault.place or ""]
    told += [f"seat {fault.seat}"] if fault.seat is not None else []
    told += [f"bet {fault.bet}"] if fault.bet is not None else []
    return ", ".join(one for one in told if one)


def _chips(bet: Seen) -> tuple[ChipsPlaced, int] | None:
    """Return the chips that lay on a bet, and the amount that it says; None where none are told."""
    match bet.payload:
        case BetPlaced(chips=ChipsPlaced() as chips, amount=amount):
            return chips, amount
        case _:
            return None


def _said(fault: Fault, paid: Payouts) -> list[Paid]:
    """Return the payouts that a finding is about."""
    of_round = paid.get(fault.round or "", ())
    return [one for one in of_round if fault.seat in (None, one.payout.seat)]


def _more(fault: Fault, dues: Sequence[Due], paid: Payouts) -> tuple[str, str]:
    """Return the bets, the dues and the payouts of a finding, in minor units, in both languages."""
    facts = {name: _listed(one) for name, one in fault.facts.items() if name in _FACTS}
    pt = "".join(f"; {_FACTS[name][0]}: {one}" for name, one in facts.items())
    en = "".join(f"; {_FACTS[name][1]}: {one}" for name, one in facts.items())
    if _PAYMENT not in fault.code:
        return pt, en
    lines = [
        one
        for one in dues
        if one.round == fault.round
        and one.due
        and fault.bet in (None, one.bet)
        and fault.seat in (None, one.seat)
    ]
    if lines:
        pt += f". Devido: {_due(lines, 'pt')}"
        en += f". Due: {_due(lines, 'en')}"
    said = "; ".join(
        f"amount {one.payout.amount}, stake_returned {one.payout.stake_returned or 0}"
        for one in _said(fault, paid)
    )
    if said:
        pt += f". O payout diz: {said}"
        en += f". The payout says: {said}"
    return pt, en


def _listed(value: object) -> str:
    values = cast("list[object]", value) if isinstance(value, list) else [value]
    return ", ".join(map(str, values)) or _NOTHING


def _due(lines: Sequence[Due], language: str) -> str:
    """Return dues, together and line by line, as a payout would say them, in minor units."""
    bet, seat = ("bet", "seat") if language == "en" else ("aposta", "lugar")
    told = "; ".join(
        f"{bet} {one.bet}: amount {one.due - one.stake}, stake_returned {one.stake}"
        if one.bet is not None
        else f"{seat} {one.seat}: {one.due}"
        for one in lines
    )
    stake = sum(one.stake for one in lines if one.bet is not None)
    if not stake:
        return told
    words = "{}, the stake of {} in it: {}" if language == "en" else "{}, com a aposta de {}: {}"
    return words.format(sum(one.due for one in lines), stake, told)
