"""Chips without face value that are brought late: worth the table's minimum (RA R27).

The amount is held against the number of chips that the event tells, at the lowest and the highest
minimum that the table's opening or a parameter sets: which of a roulette's minima is the bank's the
law does not say. Without a count, or without a minimum, nobody is judged.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from ledger.events.tables import ChipsRedeemed, TableOpened
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.stage import Source
from projections.replay.settlement import money_text
from projections.stages.accounts.tables.openings import Openings
from projections.stages.accounts.tables.table_day import TableDay

ROULETTES: Final = frozenset({"roleta_americana", "roleta_francesa"})
MINIMA: Final = "minimos"


def check_late(
    event: Event, payload: Any, openings: Openings, source: Source, produced: Produced
) -> None:
    """Judge a redemption as it reads now; None where it was withdrawn, or is of another kind."""
    told = event.payload
    if not (_is_late(told) or _is_late(payload)):
        return
    found: list[Fault] = []
    if _is_late(payload):
        day = openings.last(payload.table or event.place)
        if day is not None and day.game in ROULETTES:
            found = list(_faults(event, payload, day, _minima(day, event, source, produced)))
    produced.about.append((f"late-chips {event.position}", found))


def _is_late(payload: Any) -> bool:
    return isinstance(payload, ChipsRedeemed) and payload.late


def _minima(day: TableDay, event: Event, source: Source, produced: Produced) -> list[int]:
    """Return the minima of the table's chances, by its opening and by the parameters in force."""
    scopes = (day.place, day.game, day.casino, "*")
    said: list[Any] = [produced.book.value(MINIMA, scopes, event.at, event.position)]
    openings = [one.payload for one in source.events([day.opened])]
    said += [one.options.get(MINIMA) for one in openings if isinstance(one, TableOpened)]
    tables = [cast("Mapping[str, object]", one) for one in said if isinstance(one, Mapping)]
    return [
        minimum
        for one in tables
        for minimum in one.values()
        if isinstance(minimum, int) and not isinstance(minimum, bool) and minimum > 0
    ]


def _faults(
    event: Event, payload: ChipsRedeemed, day: TableDay, minima: list[int]
) -> Iterator[Fault]:
    count = sum(one.count for one in payload.chips)
    if not count or not minima:
        return
    least, most = count * min(minima), count * max(minima)
    if least <= payload.amount <= most:
        return
    due = least if payload.amount < least else most
    yield Fault(
        code="RA-LATECHIP",
        rule="RA R27",
        positions=(day.opened, event.position),
        place=day.place,
        seat=payload.seat,
        expected=f"{count} x {money_text(due // count)}",
        recorded=money_text(payload.amount),
        amount=payload.amount - due,
        currency=day.currency,
        facts={"chips": count},
    )
