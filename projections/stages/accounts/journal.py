"""The journal of revenue as it is written: entries of a page, and those of the pages before.

An entry is in the currency of the place it came from, by that place's opening; what was played at
no opened table (machines) is in its casino's. Nothing is converted, and no two currencies add up.

Rules: contabilidade_de_mesa.md (tax).
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct

from ledger.events.reviews import TaxDeclared
from projections.base.produced import Revenue
from projections.base.rows import Schema, Writes
from projections.stages.accounts.casino_terms import TermsOfCasinos
from projections.stages.accounts.tax import EVERYWHERE


class Entry(Struct, frozen=True, kw_only=True, gc=False):
    """An entry of receita with the position that made it."""

    position: int
    line: int
    day: str
    casino: str
    currency: str | None
    """None where neither a place, nor a casino, nor an opening before said one: it is in its
    casino's, once that is known."""
    of: Revenue


class Journal:
    """Entries not yet written, and questions over them and the written ones together."""

    def __init__(self) -> None:
        """Begin with nothing earned."""
        self._read: Schema | None = None
        self._entries: list[Entry] = []
        self._of_round: dict[str, dict[str, int]] = {}
        """Round to category to what the entries of this page booked of its result."""

    def load(self, schema: Schema) -> None:
        """Ask these tables for what is written."""
        self._read = schema

    def add(self, entry: Entry) -> None:
        """Take an entry down."""
        self._entries.append(entry)
        of = entry.of
        if of.round is not None and of.reason == "round":
            booked = self._of_round.setdefault(of.round, {})
            booked[of.category] = booked.get(of.category, 0) + of.amount

    def booked(self, round_id: str) -> dict[str, int]:
        """Return the booked result of a round that still stands, by category, in minor units."""
        found = dict(self._of_round.get(round_id, {}))
        assert self._read is not None
        rows = self._read.cursor.execute(
            self._read.query(
                "SELECT category, sum(amount) FROM {s}.revenue "
                "WHERE round = %s AND reason = 'round' GROUP BY category"
            ),
            (round_id,),
        ).fetchall()
        for category, amount in rows:
            found[category] = found.get(category, 0) + amount
        return found

    def bases(
        self,
        declared: TaxDeclared,
        terms: TermsOfCasinos,
        currency: str | None,
        taxed: Callable[[str, str, str, str], bool],
    ) -> dict[str, int]:
        """Return the base of each day of a declaration in its currency, in minor units.

        An entry that names no currency is in its casino's, as far as that is known here. ``taxed``
        tells of casino, day, category and reason whether an entry is of the base.
        """
        assert self._read is not None
        found = self._read.cursor.execute(
            self._read.query(
                "SELECT day::text, casino, currency, category, reason, sum(amount) "
                "FROM {s}.revenue "
                "WHERE day BETWEEN %(first)s AND %(last)s "
                "AND (%(category)s::text IS NULL OR category = %(category)s) "
                "AND (%(casino)s::text IS NULL OR casino = %(casino)s) "
                "GROUP BY day, casino, currency, category, reason"
            ),
            {
                "first": declared.first,
                "last": declared.last,
                "category": declared.category,
                "casino": None if declared.casino == EVERYWHERE else declared.casino,
            },
        ).fetchall()
        found += [
            (one.day, one.casino, one.currency, one.of.category, one.of.reason, one.of.amount)
            for one in self._entries
            if declared.first <= one.day <= declared.last
            and declared.category in (None, one.of.category)
            and declared.casino in (None, EVERYWHERE, one.casino)
        ]
        bases: dict[str, int] = {}
        for day, casino, of, category, reason, amount in found:
            same = (of or terms.currency(casino)) == currency
            if same and taxed(casino, day, category, reason):
                bases[day] = bases.get(day, 0) + amount
        return bases

    def flush(self, writes: Writes) -> None:
        """Write the page's entries."""
        writes.copy("revenue", _COLUMNS, self._rows())
        self._entries.clear()
        self._of_round.clear()

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        for one in self._entries:
            of = one.of
            yield (
                one.position,
                one.line,
                of.amount,
                one.currency,
                one.day,
                one.casino,
                of.category,
                of.reason,
                of.place,
                of.round,
            )


_COLUMNS: Final = (
    "position",
    "line",
    "amount",
    "currency",
    "day",
    "casino",
    "category",
    "reason",
    "place",
    "round",
)
