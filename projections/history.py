"""History: where each event happened, to whom, when, and how much. Every search is answered here."""

from typing import Any, Final

from ledger.events import KINDS
from projections.base import Event, Produced, Stage, Tables, copy_text

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
    tables = (("history", "position"), ("currency", "place"))

    def __init__(self) -> None:
        """Begin with an empty page."""
        self._lines: list[str] = []
        self._currencies: dict[str, str] = {}
        self._changed: dict[str, str] = {}

    def load(self, tables: Tables, source: Any) -> None:
        rows = tables.cursor.execute(tables.query("SELECT place, currency FROM {s}.currency"))
        self._currencies = dict(rows.fetchall())

    def fold(self, event: Event, produced: Produced) -> None:
        payload = event.payload
        fields = _FIELDS.get(event.kind)
        seat = player = amount = None
        currency = None
        if fields is not None:
            seat_field, player_field, amount_field = fields
            if seat_field is not None:
                seat = getattr(payload, seat_field)
            if player_field is not None:
                player = getattr(payload, player_field)
            if amount_field is not None:
                amount = getattr(payload, amount_field)
        place = event.place
        if event.kind in _OPENING and place is not None:
            self._currencies[place] = self._changed[place] = payload.currency
        if amount is not None and place is not None:
            currency = self._currencies.get(place)
        number = event.round.rpartition("/")[2] if event.round is not None else r"\N"
        self._lines.append(
            f"{event.position}\t{event.at}\t{_null(amount)}\t{number}\t{_null(seat)}\t"
            f"{_null(event.day)}\t{_null(currency)}\t{event.kind}\t{event.source}\t"
            f"{_null(place)}\t{copy_text(player)}"
        )

    def flush(self, tables: Tables) -> None:
        if self._lines:
            tables.copy_lines("history", COLUMNS, self._lines)
            self._lines.clear()
        tables.replace("currency", "place", ("place", "currency"), list(self._changed.items()))
        self._changed.clear()


def _null(value: Any) -> Any:
    return r"\N" if value is None else value


def _field(kind: Any, *names: str) -> str | None:
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
_OPENING: Final = frozenset(name for name, kind in KINDS.items() if "currency" in kind.__struct_fields__)
