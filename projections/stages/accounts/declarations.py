"""Tax declarations beside the revenue of their days: TAX-BASE, TAX-SPLIT.

A declaration is held against what was known when it was made; a correction of it, when its approval
took effect. Each such word is a version.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from ledger.events.reviews import TaxDeclared
from ledger.times import is_day
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.rows import Writes
from projections.stages.accounts.casino_terms import TermsOfCasinos
from projections.stages.accounts.journal import Journal
from projections.stages.accounts.tax import (
    DayRate,
    Tax,
    rates_of,
    single,
    tax_at,
    tax_faults,
    weights_of,
)


class Declarations:
    """Declarations of the page, and what is wrong with each."""

    def __init__(self, journal: Journal, terms: TermsOfCasinos) -> None:
        """Hold declarations against this journal, each in its casino's currency."""
        self._journal = journal
        self._terms = terms
        self._rows: list[list[Any]] = []
        self._ended: list[tuple[int, int]] = []

    def declare(self, event: Event, payload: TaxDeclared, produced: Produced) -> None:
        """Take a declaration."""
        produced.about.append((f"tax {event.name}", self._take(event, event, payload, produced)))

    def correct(
        self, event: Event, target: Event, instead: TaxDeclared | None, produced: Produced
    ) -> None:
        """Replace or withdraw a declaration from the approval of its correction on."""
        for old in self._rows:
            if old[0] == target.position and old[2] is None:
                old[2] = event.position
        self._ended.append((event.position, target.position))
        found: list[Fault] = []
        if instead is not None:
            found = self._take(event, target, instead, produced)
        produced.about.append((f"tax {target.name}", found))

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
        bases = self._journal.bases(payload, self._terms, currency)
        weights = weights_of(book, name, payload.casino, day=payload.last, before=event.position)
        found = tax_at(bases, rates, weights)
        self._rows.append(_row(event, told, payload, currency, found, rates, weights))
        return list(tax_faults(told, payload, found, currency))

    def flush(self, writes: Writes) -> None:
        """Gather the rows that the page writes."""
        writes.end("tax_declared", "position", self._ended)
        writes.copy("tax_declared", _TAX, self._rows)
        self._rows.clear()
        self._ended.clear()


_TAX: Final = (
    "position",
    "known_from",
    "known_until",
    "casino",
    "first_day",
    "last_day",
    "tax_name",
    "category",
    "currency",
    "declared_base",
    "base",
    "declared_tax",
    "tax",
    "rate_ppm",
    "rates",
    "weights",
    "declared_shares",
    "shares",
)


def _row(
    event: Event,
    told: Event,
    payload: TaxDeclared,
    currency: str | None,
    found: Tax,
    rates: Sequence[DayRate],
    weights: Mapping[str, int],
) -> list[Any]:
    declared = {one.to: one.amount for one in payload.shares}
    return [
        told.position,
        event.position,
        None,
        payload.casino or "*",
        payload.first,
        payload.last,
        payload.tax_name,
        payload.category,
        currency,
        payload.base,
        found.base,
        payload.tax,
        found.tax,
        single(rates).ppm,
        *map(_json, (rates, weights, declared, found.shares)),
    ]


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
