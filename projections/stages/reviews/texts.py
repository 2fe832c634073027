"""Texts: which events commit to which, and which are erased (``text-erased``).

The words themselves stand elsewhere and come and go; what is folded here is the same for ever.
An erasure is told where it takes effect, which only a matrix of authority lets it do: what cannot
be undone takes two persons, in every ledger.
"""

from typing import Any, Final

from typing_extensions import override

from ledger.events import KINDS, kinds_of
from ledger.events.base import Payload
from ledger.events.personal import TEXTS, uses_of
from ledger.events.registry import TextErased
from projections.base.event import Event
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage

_TOLD: Final = frozenset(one.partition(".")[0] for one in TEXTS)
_USING: Final = kinds_of(*(kind for name, kind in KINDS.items() if name.partition("/")[0] in _TOLD))
_USE: Final = (
    "position",
    "field",
    "commitment",
    "class",
    "event",
    "kind",
    "at",
    "person",
    "dispute",
)
_ERASURE: Final = ("position", "commitment", "at", "source", "reason")


class Texts(Stage):
    """One row a commitment in an event, one an erasure in effect."""

    name = "texts"
    tables = (("text_use", "position, field"), ("text_erasure", "position"))
    kinds = _USING | kinds_of(TextErased)
    watches = True  # of an event without effect the words are kept all the same

    def __init__(self) -> None:
        """Begin with no text."""
        self._uses: list[tuple[Any, ...]] = []
        self._erasures: list[tuple[Any, ...]] = []

    @override
    def load(self, schema: Schema, source: Source) -> None:
        """Load nothing: a text changes no later one."""

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        for change in produced.changes:
            if isinstance(change.payload, Payload):
                self._use(event, change.target.kind, change.payload)
        payload = event.payload
        if isinstance(payload, TextErased):
            if produced.matrix and not produced.withheld:
                self._erasures.append(
                    (event.position, payload.text, event.at, event.source, payload.reason)
                )
        elif not produced.resumed and isinstance(payload, Payload):
            self._use(event, event.kind, payload)

    def _use(self, event: Event, kind: str, payload: Payload) -> None:
        for use in uses_of(kind, payload):
            self._uses.append(
                (
                    event.position,
                    use.field,
                    use.commitment,
                    use.text_class.value,
                    event.name,
                    kind,
                    event.at,
                    use.person,
                    use.dispute,
                )
            )

    @override
    def flush(self, writes: Writes) -> None:
        writes.copy("text_use", _USE, self._uses)
        writes.copy("text_erasure", _ERASURE, self._erasures)
        self._uses.clear()
        self._erasures.clear()
