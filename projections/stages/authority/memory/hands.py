"""Who has played which part in a case, of those that one person may not play together."""

from typing import Final

import msgspec

from projections.authority.segregation import Hand, Part
from projections.base.rows import Schema, Writes

KEPT: Final = 10_000
"""Cases held in memory between pages."""


class Hands:
    """Parts by case."""

    def __init__(self) -> None:
        """Begin with no case."""
        self._cases: dict[str, tuple[Hand, ...]] = {}
        self._touched: set[str] = set()
        self._read: Schema | None = None
        self._whole = False
        """Whether memory has all that was ever written."""

    def load(self, schema: Schema) -> None:
        """Read cases when they are asked for."""
        self._read, self._whole = schema, schema.new

    def of(self, case: str) -> tuple[Hand, ...]:
        """Return the parts played in a case."""
        known = self._cases.get(case)
        if known is None:
            known = self._cases[case] = self._written(case)
        return known

    def _written(self, case: str) -> tuple[Hand, ...]:
        if self._read is None or self._whole:
            return ()
        row = self._read.cursor.execute(
            self._read.query("SELECT hands FROM {s}.hand WHERE subject = %s"), (case,)
        ).fetchone()
        return () if row is None else msgspec.json.decode(row[0], type=tuple[Hand, ...])

    def play(self, part: Part, persons: frozenset[str], position: int) -> None:
        """Take note that persons played a part."""
        known = self.of(part.case)
        new = [
            Hand(part.word, person, position)
            for person in sorted(persons)
            if not any((one.word, one.person) == (part.word, person) for one in known)
        ]
        if new:
            self._cases[part.case] = (*known, *new)
            self._touched.add(part.case)

    def flush(self, writes: Writes) -> None:
        """Add this page's cases to its writes."""
        writes.replace(
            "hand",
            "subject",
            ("subject", "hands"),
            [
                (case, msgspec.json.encode(self._cases[case], order="deterministic").decode())
                for case in sorted(self._touched)
            ],
        )
        self._touched.clear()
        if len(self._cases) > KEPT:
            self._cases.clear()
            self._whole = False
