"""Counts and slips in a table's day, and their corrections.

Rules: contabilidade_de_mesa.md (table day).
"""

from typing import Final

from ledger.events.base import Payload
from ledger.events.rounds import Commission
from ledger.events.tables import (
    CagnotteBoxCounted,
    Credit,
    DropCounted,
    Fill,
    TableClosed,
    TableOpened,
)
from projections.base.event import Event
from projections.stages.accounts.tables.table_day import Count, Slip, TableDay

COUNTS: Final = (
    TableOpened,
    Fill,
    Credit,
    DropCounted,
    CagnotteBoxCounted,
    Commission,
    TableClosed,
)
"""What makes a table's figures beside its rounds: counts, slips, and fees of no round."""


def table_of(event: Event, payload: Payload) -> str | None:
    """Return the table whose figures an event makes; of the cage's side of a slip the other end."""
    if isinstance(payload, (Fill, Credit)) and payload.side == "cage":
        return payload.table
    return event.place


def slip_of(event: Event, payload: Fill | Credit) -> Slip:
    """Return one side of a fill or credit."""
    return Slip(
        kind="fill" if isinstance(payload, Fill) else "credit",
        side=payload.side,
        number=payload.slip,
        amount=payload.amount,
        position=event.position,
        voided=payload.voided,
        reason=payload.reason,
    )


def put_in(day: TableDay, event: Event, payload: Payload) -> None:
    """Put into a table's day what an event says of it."""
    match payload:
        case Fill() | Credit():
            day.slips.append(slip_of(event, payload))
        case DropCounted():
            amount = payload.cash + payload.tickets
            day.drops.append(_counted(event, amount, payload.counted_by))
            day.settled = day.settled or day.closed is not None
        case CagnotteBoxCounted():
            day.boxes.append(_counted(event, payload.amount, payload.counted_by))
        case Commission():
            day.fees.append(_counted(event, payload.amount, ()))
        case TableClosed():
            day.closed, day.closing = event.position, event.name
            if payload.count is not None:
                day.closer = _counted(event, payload.count, payload.counted_by)
            day.settled = day.settled or bool(day.drops)
        case TableOpened():
            day.capital = payload.capital
            if payload.count is not None:
                day.opener = _counted(event, payload.count, payload.counted_by)
        case _:
            pass


def take_out(day: TableDay, position: int) -> None:
    """Take out of a table's day what the event of a position said of it."""
    day.slips = [one for one in day.slips if one.position != position]
    day.drops = [one for one in day.drops if one.position != position]
    day.boxes = [one for one in day.boxes if one.position != position]
    day.fees = [one for one in day.fees if one.position != position]
    if position == day.closed:
        day.closed = day.closing = day.closer = None
    if position == day.opened:
        day.opener = None


def move_slip(slip: Slip, before: TableDay, day: TableDay) -> None:
    """Bring the halves of a slip that came before a table was opened to where the slip is."""
    halves = [one for one in before.slips if (one.kind, one.number) == (slip.kind, slip.number)]
    day.slips += halves
    before.slips = [one for one in before.slips if one not in halves]


def _counted(event: Event, amount: int, by: tuple[str, ...]) -> Count:
    return Count(amount=amount, position=event.position, counted_by=by)
