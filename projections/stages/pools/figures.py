"""Figures for people: statements, how a prize came about, where ledger and devices part.

All are functions of rows that were read: a pool's days, an award, readings, days of cover. Amounts
are minor units; a pool's value is J1 to J4 together, what players see J1 + J2.
Rules: regulatory.md 3.6 and 5.2; MAQ R20-R22.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from ledger.money import MILLION
from projections.stages.pools.books.accounts import ACCUMULATED, BASE, column_of, is_held
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.lookups import PoolDay, Read

MOVEMENTS: Final = (
    "declared",
    "base",
    "increments",
    "voided",
    "wins",
    "resets",
    "transfers",
    "corrections",
    "ended",
)
"""A statement's columns between opening and closing, as their signs stand."""


class Statement(Struct, frozen=True, kw_only=True):
    """A pool's gaming day."""

    pool: str
    day: str
    opening: int
    declared: int = 0
    base: int = 0
    increments: int = 0
    voided: int = 0
    wins: int = 0
    resets: int = 0
    transfers: int = 0
    corrections: int = 0
    ended: int = 0
    closing: int
    shown: int
    """Of the closing, what players see."""
    residue: int
    """Millionths of a minor unit carried (J5)."""
    stakes: int
    staked: int
    """Sum of the stakes that qualified."""
    rates: Mapping[str, int]
    """Rate in ppm to the stakes that qualified at it."""
    display: int | None = None
    controller: int | None = None
    """The last readings of the day."""
    display_at: datetime | None = None
    controller_at: datetime | None = None
    """When these were read, as their events say."""
    difference: int | None = None
    """Display less what players should have seen when it was read."""
    held: int | None = None
    cover: int | None = None
    """All the casino's pools at the day's close, and what covered them."""
    first: int
    last: int
    """Positions of the day's first and last event."""


class Moved(Struct, frozen=True, kw_only=True):
    """Lines of the journal of one day and reason, up to a position."""

    day: str
    reason: str
    moved: int
    """What J1 to J4 changed by."""
    hidden: int
    """Of it, J3 and J4."""


class Counted(Struct, frozen=True, kw_only=True):
    """Stakes and readings that events up to a position noted in a day, by rate."""

    day: str
    ppm: int | None
    """None: what was noted without a stake."""
    stakes: int
    staked: int
    first: int
    last: int
    """Positions."""
    residue_at: int | None = None
    display_at: int | None = None
    controller_at: int | None = None
    """Positions of the last that noted these."""


class NotedAt(Struct, frozen=True, kw_only=True):
    """The fraction and the readings that an event noted in a day."""

    position: int
    day: str
    residue: int | None = None
    display: int | None = None
    display_off: int | None = None
    controller: int | None = None


def days_of(
    pool: str, moved: Iterable[Moved], counted: Sequence[Counted], noted: Iterable[NotedAt]
) -> list[PoolDay]:
    """Return a pool's days from the journal's lines and the notes beside them.

    Given all of both, these are the days that the stage keeps; given those up to a position, the
    days as they were known there (regulatory.md F71).
    """
    found: dict[str, PoolDay] = {}
    for one in counted:
        day = found.setdefault(one.day, PoolDay(pool=pool, day=one.day, first=one.first))
        day.first, day.last = min(day.first, one.first), max(day.last, one.last)
        day.stakes += one.stakes
        day.staked += one.staked
        if one.ppm is not None:
            day.rates[str(one.ppm)] = one.staked
    for one in moved:
        if one.moved or one.hidden:
            day, column = found[one.day], column_of(one.reason)
            setattr(day, column, getattr(day, column) + one.moved)
            day.hidden += one.hidden
    at = {(one.day, one.position): one for one in noted}
    for day, position in _lasts((one.day, one.residue_at) for one in counted):
        found[day].residue = at[day, position].residue or 0
    for day, position in _lasts((one.day, one.display_at) for one in counted):
        read = at[day, position]
        found[day].display, found[day].display_off = read.display, read.display_off
    for day, position in _lasts((one.day, one.controller_at) for one in counted):
        found[day].controller = at[day, position].controller
    return [found[day] for day in sorted(found)]


def _lasts(positions: Iterable[tuple[str, int | None]]) -> Iterable[tuple[str, int]]:
    """Return each day's last position among these pairs."""
    last: dict[str, int] = {}
    for day, position in positions:
        if position is not None:
            last[day] = max(position, last.get(day, 0))
    return last.items()


def statements(
    days: Iterable[PoolDay],
    cover: Mapping[str, tuple[int | None, int]] | None = None,
    read: Mapping[str, tuple[datetime | None, datetime | None]] | None = None,
) -> list[Statement]:
    """Return a pool's statements from its first day; each opens with the last one's close.

    ``cover`` is per day what was held at its close and what covered it, ``read`` the hours of the
    display's and the controller's last readings.
    """
    found: list[Statement] = []
    total = hidden = 0
    for day in sorted(days, key=lambda one: one.day):
        opening = total
        total += sum(getattr(day, name) for name in MOVEMENTS)
        hidden += day.hidden
        shown = total - hidden
        held, covered = (cover or {}).get(day.day, (None, None))
        display_at, controller_at = (read or {}).get(day.day, (None, None))
        found.append(
            Statement(
                pool=day.pool,
                day=day.day,
                opening=opening,
                closing=total,
                shown=shown,
                residue=day.residue,
                stakes=day.stakes,
                staked=day.staked,
                rates=dict(day.rates),
                display=day.display,
                controller=day.controller,
                display_at=None if day.display is None else display_at,
                controller_at=None if day.controller is None else controller_at,
                difference=day.display_off,
                held=held,
                cover=covered,
                first=day.first,
                last=day.last,
                **{name: getattr(day, name) for name in MOVEMENTS},
            )
        )
    return found


# --- how a prize came about ----------------------------------------------------------------------


class Explanation(Struct, frozen=True, kw_only=True):
    """A prize from the full award before it to its payment."""

    award: str
    pool: str
    combination: str | None
    place: str | None
    round: str | None
    seat: int | None
    at: str
    position: int
    since: int
    """Position of the full award before, or of the pool's opening."""
    base: int
    funded: int
    carried: int
    increments: int
    transfers: int
    corrections: int
    wins: int
    """Partial prizes of the cycle, which left it."""
    balance: int
    """What all these give: what players saw when the prize was won."""
    journal: int
    """The same, summed from the journal's lines."""
    stakes: int
    rates: Mapping[str, int]
    exact: str
    """Rate × stakes of the cycle in minor units, as a decimal fraction."""
    amount: int
    from_pool: int
    from_house: int
    full: bool
    reset: int
    shares: Mapping[str, int]
    """Casino to what it owes the one that paid."""
    payments: tuple[Mapping[str, Any], ...]
    state: str

    @property
    def agrees(self) -> bool:
        """Whether the cycle's parts and the journal give the same balance."""
        return self.balance == self.journal


def explain(won: Won, journal: int) -> Explanation:
    """Return how a prize came about; ``journal`` is J1 + J2 summed up to the award."""
    cycle = won.so_far
    exact = sum(int(ppm) * staked for ppm, staked in cycle.rates.items())
    whole, part = divmod(abs(exact), MILLION)
    return Explanation(
        award=won.award,
        pool=won.pool,
        combination=won.combination,
        place=won.place,
        round=won.round,
        seat=won.seat,
        at=won.at,
        position=won.position,
        since=cycle.started,
        base=cycle.base,
        funded=cycle.funded,
        carried=cycle.carried,
        increments=cycle.increments,
        transfers=cycle.transfers,
        corrections=cycle.corrections,
        wins=-cycle.wins,
        balance=cycle.total,
        journal=journal,
        stakes=cycle.stakes,
        rates=dict(cycle.rates),
        exact=f"{'-' if exact < 0 else ''}{whole}.{part:06d}",
        amount=won.amount,
        from_pool=won.from_pool,
        from_house=won.house,
        full=won.full,
        reset=won.reset,
        shares=dict(won.shares),
        payments=tuple(
            {
                "event": one.event,
                "position": one.position,
                "amount": one.amount,
                "tax": one.tax,
                "slip": one.slip,
            }
            for one in won.payments
        ),
        state=won.state,
    )


# --- reconciliation ------------------------------------------------------------------------------


class Side(Struct, frozen=True, kw_only=True):
    """A side of the four that must agree: ledger, controller, display, money."""

    side: str
    name: str
    amount: int | None
    """What it says; None where it never said anything."""
    ledger: int | None
    """What the ledger held where it said so."""
    difference: int | None
    position: int | None = None
    """Where it said so."""
    agreed: int | None = None
    """The last event at which it agreed."""
    parted: int | None = None
    """The first event at which it no longer did; None while it agrees."""


class Cover(Struct, frozen=True, kw_only=True):
    """A closed gaming day's cover."""

    day: str
    position: int
    held: int
    declared: int


def reconcile(
    balances: Mapping[str, int],
    journal: Mapping[str, int],
    readings: Sequence[Read],
    cover: Sequence[Cover],
    position: int,
) -> list[Side]:
    """Compare a pool's four sides, and name the first event at which one parts from the ledger.

    ``balances`` are the pool's accounts as the books keep them, ``journal`` the same as its lines
    sum to; readings and days of cover in the order of the log.
    """
    shown = balances.get(BASE, 0) + balances.get(ACCUMULATED, 0)
    summed = journal.get(BASE, 0) + journal.get(ACCUMULATED, 0)
    sides = [
        Side(
            side="ledger",
            name="journal",
            amount=summed,
            ledger=shown,
            difference=summed - shown,
            position=position,
            agreed=position if summed == shown else None,
            parted=None if summed == shown else position,
        )
    ]
    for side in ("controller", "display"):
        names = sorted({one.name for one in readings if one.source == side})
        sides += [_side(side, name, readings) for name in names] or [_silent(side)]
    sides.append(_money(cover))
    return sides


def _silent(side: str) -> Side:
    return Side(side=side, name="", amount=None, ledger=None, difference=None)


def _side(side: str, name: str, readings: Sequence[Read]) -> Side:
    mine = [one for one in readings if (one.source, one.name) == (side, name)]
    agreed = parted = None
    for one in mine:
        if one.agrees:
            agreed, parted = one.position, None
        elif parted is None:
            parted = one.position
    last = mine[-1]
    return Side(
        side=side,
        name=name,
        amount=last.amount,
        ledger=last.ledger,
        difference=0 if last.agrees else last.amount - last.ledger,
        position=last.position,
        agreed=agreed,
        parted=parted,
    )


def _money(cover: Sequence[Cover]) -> Side:
    agreed = parted = None
    for one in cover:
        if one.declared >= one.held:
            agreed, parted = one.position, None
        elif parted is None:
            parted = one.position
    if not cover:
        return _silent("money")
    last = cover[-1]
    return Side(
        side="money",
        name=last.day,
        amount=last.declared,
        ledger=last.held,
        difference=min(0, last.declared - last.held),
        position=last.position,
        agreed=agreed,
        parted=parted,
    )


def held_of(balances: Mapping[str, int]) -> dict[str, int]:
    """Return the balances of a pool that must be covered (MAQ R21), J7 included.

    >>> held_of({"J1": 5, "J6": 2, "P1": -7, "J11:a": 3})
    {'J1': 5, 'J6': 2}
    """
    return {name: amount for name, amount in balances.items() if is_held(name) and amount}
