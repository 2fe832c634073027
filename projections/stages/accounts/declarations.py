"""Tax declarations beside the revenue of their days: TAX-BASE, TAX-SPLIT.

What the days of a declaration made is a version each time a booking moves it, so that every reader
has the same base. A declaration is judged when its last day is closed, and again whenever a booking
moves that period; a day declared while it is open is a finding of its own. The rates held against
a declaration are those known when it was made; of a correction, when its approval took effect.

In memory stand those whose days are not over; of days that are closed a declaration is looked up
where something is still booked on them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

import msgspec
from msgspec import Struct

from ledger.events.reviews import GamingDayClosed, TaxDeclared, TaxShare
from ledger.text.times import is_day
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.rows import Schema, Writes
from projections.stages.accounts.casino_terms import TermsOfCasinos
from projections.stages.accounts.journal import Entry, Journal
from projections.stages.accounts.tax import (
    EVERYWHERE,
    SHARES,
    DayRate,
    Tax,
    in_order,
    is_taxed,
    rates_of,
    single,
    tax_at,
    tax_faults,
    weights_of,
)


class Standing(Struct, kw_only=True):
    """A declaration that stands, with what holds it."""

    position: int
    """Of the ``tax-declared``."""
    name: str
    """Its event's."""
    payload: TaxDeclared
    currency: str | None
    """None where nothing has said its casino's yet."""
    rates: tuple[DayRate, ...]
    weights: Mapping[str, int]
    early: bool
    """Whether its last day was open when it was made."""
    closed: bool
    """Whether its last day is closed."""
    base_then: int
    """What the events gave for the base when it was made."""
    bases: dict[str, int] | None = None
    """The revenue of each of its days; None: not read since the start."""


class Declarations:
    """Declarations as they stand, and what is wrong with each."""

    def __init__(self, journal: Journal, terms: TermsOfCasinos) -> None:
        """Hold declarations against this journal, each in its casino's currency."""
        self._journal = journal
        self._terms = terms
        self._standing: dict[int, Standing] = {}
        """By position."""
        self._known: set[int] = set()
        """Of those that stood, or were withdrawn, since this was loaded."""
        self._looked_up: set[str] = set()
        """Days of which all declarations that stand are in memory."""
        self._last_day = ""
        """The last day of any that stand: later bookings move none."""
        self._rows: list[list[Any]] = []
        self._ended: list[tuple[int, int]] = []
        self._read: Schema | None = None

    def load(self, schema: Schema) -> None:
        """Read the declarations that stand and whose days are not over."""
        self._read = schema
        rows = schema.cursor.execute(
            schema.query(_STANDING + "WHERE known_until IS NULL AND NOT closed ORDER BY position")
        ).fetchall()
        for row in rows:
            self._stand(_standing_of(row))
        last = schema.cursor.execute(
            schema.query(
                "SELECT last_day::text FROM {s}.tax_declared WHERE known_until IS NULL "
                "ORDER BY last_day DESC, position LIMIT 1"
            )
        ).fetchone()
        if last is not None:
            self._last_day = max(self._last_day, last[0])

    def _look_up(self, days: Collection[str]) -> None:
        """Bring into memory the declarations of days that are over."""
        asked = {*days} - self._looked_up
        if self._read is None or not asked:
            return
        self._looked_up |= asked
        rows = self._read.cursor.execute(
            self._read.query(
                _STANDING + "WHERE known_until IS NULL AND closed "
                "AND first_day <= %s AND last_day >= %s ORDER BY position"
            ),
            (max(asked), min(asked)),
        ).fetchall()
        for row in rows:
            if row[0] not in self._known:
                self._stand(_standing_of(row))

    def declare(self, event: Event, payload: TaxDeclared, produced: Produced) -> None:
        """Take a declaration."""
        produced.about.append((f"tax {event.name}", self._take(event, event, payload, produced)))

    def correct(
        self, event: Event, target: Event, instead: TaxDeclared | None, produced: Produced
    ) -> None:
        """Replace or withdraw a declaration from the approval of its correction on."""
        self._end(event, target.position)
        self._standing.pop(target.position, None)
        self._known.add(target.position)
        found: list[Fault] = []
        if instead is not None:
            found = self._take(event, target, instead, produced)
        produced.about.append((f"tax {target.name}", found))

    def moved(self, event: Event, entries: Sequence[Entry], produced: Produced) -> None:
        """Hold declarations anew against what an event booked on their days, or closed of them."""
        days = {one.day for one in entries if one.day <= self._last_day}
        ends = isinstance(event.payload, GamingDayClosed) and produced.closes
        if not days and not ends:
            return
        self._look_up(days)
        for one in sorted(self._standing.values(), key=attrgetter("position")):
            told = one.payload
            closes = not one.closed and ends and self._is_closed(told, produced)
            mine = [entry for entry in entries if entry.day in days and _covers(told, entry)]
            if not mine and not closes:
                continue
            one.closed = one.closed or closes
            if one.bases is not None:
                taxed = _taxed(one.position, produced)
                for entry in mine:
                    of = entry.casino, entry.day, entry.of.category, entry.of.reason
                    if self._currency_of(entry) == one.currency and taxed(*of):
                        one.bases[entry.day] = one.bases.get(entry.day, 0) + entry.of.amount
            found = self._version(event, one, produced)
            produced.about.append((f"tax {one.name}", found))

    def _take(
        self, event: Event, told: Event, payload: TaxDeclared, produced: Produced
    ) -> list[Fault]:
        """Write a version of a declaration, and return what is wrong with it.

        What is declared of no days there are, or of days turned round, has no base to be held to.
        """
        if not _are_days(payload.first, payload.last):
            return [
                Fault(
                    code="TAX-BASE",
                    positions=(told.position,),
                    expected="gaming days, the first not after the last",
                    recorded=f"{payload.first} to {payload.last}",
                    facts={"tax": payload.tax_name, "figure": "days"},
                )
            ]
        terms = self._terms.of(payload.casino)
        currency, profile = (None, None) if terms is None else (terms.currency, terms.profile)
        book, name = produced.book, payload.tax_name
        rates = rates_of(
            book,
            name,
            payload.casino,
            profile,
            first=payload.first,
            last=payload.last,
            before=event.position,
        )
        taxed = _taxed(told.position, produced)
        bases = self._journal.bases(payload, self._terms, currency, taxed)
        closed = self._is_closed(payload, produced)
        one = Standing(
            position=told.position,
            name=told.name,
            payload=payload,
            currency=currency,
            rates=rates,
            weights=weights_of(book, name, payload.casino, day=payload.last, before=event.position),
            early=not closed,
            closed=closed,
            base_then=sum(bases.values()),
            bases=bases,
        )
        self._stand(one)
        return self._version(event, one, produced)

    def _stand(self, one: Standing) -> None:
        self._standing[one.position] = one
        self._known.add(one.position)
        self._last_day = max(self._last_day, one.payload.last)

    def _is_closed(self, payload: TaxDeclared, produced: Produced) -> bool:
        """Tell whether a declaration's last day is closed: of every casino where it names none."""
        named = payload.casino not in (None, EVERYWHERE)
        casinos = [payload.casino or EVERYWHERE] if named else self._terms.casinos or [EVERYWHERE]
        for casino in casinos:
            first_open = produced.first_open(casino)
            if first_open is None or payload.last >= first_open:
                return False
        return True

    def _currency_of(self, entry: Entry) -> str | None:
        return entry.currency or self._terms.currency(entry.casino)

    def _version(self, event: Event, one: Standing, produced: Produced) -> list[Fault]:
        """Write how a declaration stands at an event, and return what is wrong with it.

        Nothing is, as far as anybody knows, where an event of its days could not be folded.
        """
        if one.bases is None:
            taxed = _taxed(one.position, produced)
            one.bases = self._journal.bases(one.payload, self._terms, one.currency, taxed)
        found = tax_at(one.bases, one.rates, one.weights)
        self._end(event, one.position)
        self._rows.append(_row(event, one, found))
        told = one.payload
        casino = None if told.casino == EVERYWHERE else told.casino
        if produced.unproved_days(casino, told.first, told.last) is not None:
            return []
        faults = [_early(one)] if one.early else []
        if one.closed:
            faults += tax_faults(one.position, one.payload, found, one.currency)
        return faults

    def _end(self, event: Event, position: int) -> None:
        """End a declaration's version that holds; one of this very event is replaced."""
        self._rows = [old for old in self._rows if (old[0], old[1]) != (position, event.position)]
        for old in self._rows:
            if old[0] == position and old[2] is None:
                old[2] = event.position
        self._ended.append((event.position, position))

    def flush(self, writes: Writes) -> None:
        """Gather the rows that the page writes."""
        writes.end("tax_declared", "position", self._ended)
        writes.copy("tax_declared", _TAX, self._rows)
        self._rows.clear()
        self._ended.clear()


_STANDING: Final = (
    "SELECT position, event, casino, first_day::text, last_day::text, tax_name, category, "
    "currency, declared_base, declared_tax, declared_shares, rates, weights, early, closed, "
    "base_then FROM {s}.tax_declared "
)


def _standing_of(row: Sequence[Any]) -> Standing:
    """Return a declaration that stands, from its row."""
    position, event, casino, first, last, tax_name, category, currency, *rest = row
    base, tax, shares, rates, weights, early, closed, base_then = rest
    return Standing(
        position=position,
        name=event,
        payload=TaxDeclared(
            casino=None if casino == EVERYWHERE else casino,
            first=first,
            last=last,
            tax_name=tax_name,
            category=category,
            base=base,
            tax=tax,
            shares=tuple(
                TaxShare(to=to, amount=amount) for to, amount in msgspec.json.decode(shares).items()
            ),
        ),
        currency=currency,
        rates=msgspec.json.decode(rates, type=tuple[DayRate, ...]),
        weights=in_order(msgspec.json.decode(weights, type=dict[str, int]), SHARES),
        early=early,
        closed=closed,
        base_then=base_then,
    )


_TAX: Final = (
    "position",
    "known_from",
    "known_until",
    "event",
    "casino",
    "first_day",
    "last_day",
    "tax_name",
    "category",
    "currency",
    "declared_base",
    "base",
    "base_then",
    "declared_tax",
    "tax",
    "rate_ppm",
    "rates",
    "weights",
    "declared_shares",
    "shares",
    "early",
    "closed",
)


def _row(event: Event, one: Standing, found: Tax) -> list[Any]:
    payload = one.payload
    declared = {share.to: share.amount for share in payload.shares}
    return [
        one.position,
        event.position,
        None,
        one.name,
        payload.casino or EVERYWHERE,
        payload.first,
        payload.last,
        payload.tax_name,
        payload.category,
        one.currency,
        payload.base,
        found.base,
        one.base_then,
        payload.tax,
        found.tax,
        single(one.rates).ppm,
        *map(_json, (one.rates, one.weights, declared, found.shares)),
        one.early,
        one.closed,
    ]


def _taxed(declared: int, produced: Produced) -> Callable[[str, str, str, str], bool]:
    """Return a test of casino, day, category and reason: whether an entry is of the base.

    What was set only after a declaration is not held against it.
    """
    book = produced.book

    def taxed(casino: str, day: str, category: str, reason: str) -> bool:
        return is_taxed(book, casino, day, (category, reason), declared)

    return taxed


def _covers(payload: TaxDeclared, entry: Entry) -> bool:
    """Tell whether a declaration is about an entry, in whatever currency."""
    return (
        payload.first <= entry.day <= payload.last
        and payload.category in (None, entry.of.category)
        and payload.casino in (None, EVERYWHERE, entry.casino)
    )


def _early(one: Standing) -> Fault:
    payload = one.payload
    return Fault(
        code="TAX-BASE",
        positions=(one.position,),
        expected="a gaming day that is closed",
        recorded=payload.last,
        currency=one.currency,
        facts={
            "tax": payload.tax_name,
            "figure": "open",
            "first": payload.first,
            "last": payload.last,
        },
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


def _are_days(first: str, last: str) -> bool:
    """Tell whether these are two days as the log writes them, the second not before the first.

    >>> _are_days("2026-11-20", "2026-11-20"), _are_days("2026-11-20", "2026-02-30")
    (True, False)
    >>> _are_days("2026-W47-5", "2026-11-20")
    False
    """
    return is_day(first) and is_day(last) and first <= last
