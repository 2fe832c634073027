"""Adoptions: from when which version of our own law holds (``rules-adopted``).

A version is adopted where those have agreed who agree to parameters of the ledger's own. It judges
nothing here: a build by another version asks for it before it takes the live figures' place.
"""

from typing import Any

from typing_extensions import override

from ledger.events.registry import RulesAdopted
from projections.base.event import Event
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage


class Adoptions(Stage):
    """One row an adopted version."""

    name = "adoptions"
    tables = (("adoption", "position"),)
    kinds = frozenset[str]()

    def __init__(self) -> None:
        """Begin with no version adopted."""
        self._rows: list[tuple[Any, ...]] = []

    @override
    def load(self, schema: Schema, source: Source) -> None:
        """Load nothing: an adoption changes no later one."""

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        for act in produced.effective:
            told = act.payload
            if isinstance(told, RulesAdopted):
                self._rows.append(
                    (
                        act.position,
                        event.position,
                        told.rules,
                        told.matrix,
                        told.code,
                        told.since,
                        act.source,
                        told.act,
                    )
                )

    @override
    def flush(self, writes: Writes) -> None:
        writes.copy("adoption", _COLUMNS, self._rows)
        self._rows.clear()


_COLUMNS = ("position", "effective", "rules", "matrix", "code", "since", "source", "act")
