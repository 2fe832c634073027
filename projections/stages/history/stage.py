"""History: where each event happened, to whom, when, and how much: it answers every search."""

from typing import Final

from typing_extensions import override

from ledger.events import KINDS, Payload
from projections.base.event import Event
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes, copy_text, or_null
from projections.base.stage import Source, Stage

COLUMNS: Final = (
    "position",
    "at",
    "amount",
    "round",
    "seat",
    "day",
    "currency",
    "kind",
    "source",
    "place",
    "player",
)


class History(Stage):
    """One row an event."""

    name = "history"
    watches = True
    resumes = False
    tables = (("history", "position"), ("currency", "place"))
    alone = True

    def __init__(self) -> None:
        """Begin with an empty page."""
        self._lines: list[str] = []
        self._currencies: dict[str, str] = {}
        self._changed: dict[str, str] = {}

    @override
    def load(self, schema: Schema, source: Source) -> None:
        rows = schema.cursor.execute(schema.query("SELECT place, currency FROM {s}.currency"))
        self._currencies = dict(rows.fetchall())

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        seat = player = amount = currency = number = r"\N"
        place = event.place
        fields = _FIELDS.get(event.kind)
        if fields is not None:
            payload = event.payload
            seat_field, player_field, amount_field = fields
            if seat_field is not None:
                seat = or_null(getattr(payload, seat_field))
            if player_field is not None:
                player = copy_text(getattr(payload, player_field))
            if amount_field is not None:
                amount = or_null(getattr(payload, amount_field))
                if place is not None:
                    currency = self._currencies.get(place, r"\N")
        if event.kind in _OPENING and place is not None:
            self._currencies[place] = self._changed[place] = event.payload.currency
        if event.round is not None:
            number = event.round.rpartition("/")[2]
        self._lines.append(
            f"{event.position}\t{event.at}\t{amount}\t{number}\t{seat}\t{or_null(event.day)}\t"
            f"{currency}\t{event.kind}\t{event.source}\t{or_null(place)}\t{player}"
        )

    @override
    def flush(self, writes: Writes) -> None:
        if self._lines:
            writes.copy_lines("history", COLUMNS, self._lines)
            self._lines.clear()
        writes.replace("currency", "place", ("place", "currency"), list(self._changed.items()))
        self._changed.clear()


def _field(kind: type[Payload], *names: str) -> str | None:
    known = kind.__struct_fields__
    return next((name for name in names if name in known), None)


_FIELDS: Final = {
    name: (
        _field(kind, "seat"),
        _field(kind, "player"),
        _field(kind, "amount", "added", "stake", "balance"),
    )
    for name, kind in KINDS.items()
    if _field(kind, "seat", "player", "amount", "added", "stake", "balance") is not None
}
_OPENING: Final = frozenset(
    name for name, kind in KINDS.items() if "currency" in kind.__struct_fields__
)
