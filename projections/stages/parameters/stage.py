"""The book of parameters: each value in force from a time, and known from a position.

A parameter is set where the stage ``authority`` hands it on as an act that takes effect.

A parameter's correction rebooks it where it takes effect: rounds before that stay judged by what
was known before them; those after it know what stands instead, or that nothing does.
"""

from typing import Any

import msgspec
from typing_extensions import override

from ledger.events.registry import ParameterSet
from projections.base.event import Event
from projections.base.parameter_book import ParameterBook, Setting
from projections.base.produced import Change, Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage


class Parameters(Stage):
    """Keeps the book of parameters."""

    name = "parameters"
    tables = (("parameter", "known, scope, name"),)
    kinds = frozenset[str]()

    def __init__(self) -> None:
        """Begin with no parameter."""
        self.book = ParameterBook()
        self._settings: list[Setting] = []
        self._ended: list[Setting] = []

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self.book = read_book(schema)

    @override
    def begin(self, produced: Produced) -> None:
        produced.book = self.book

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        for act in list(produced.effective):
            if isinstance(act.payload, ParameterSet):
                self._set(act, act.payload, event.position, produced)
        for change in produced.changes:
            if change.target.kind == ParameterSet.KIND and not change.waits:
                self._correct(event, change, produced)

    def _correct(self, event: Event, change: Change, produced: Produced) -> None:
        """Replace or withdraw a parameter from here on.

        What stands instead is handed on as an act that takes effect here.
        """
        target = change.target
        instead = msgspec.structs.replace(target, payload=change.payload)
        self._ended += self.book.end(target.name, event.position)
        if instead.payload is not None:
            produced.effective.append(instead)
            self._set(instead, instead.payload, event.position, produced)

    def _set(self, act: Event, payload: ParameterSet, known: int, produced: Produced) -> None:
        setting = Setting(
            scope=payload.scope,
            name=payload.name,
            value=payload.value,
            since=payload.since,
            known=known,
            act=act.name,
        )
        self.book.add(setting)
        self._settings.append(setting)
        if payload.since < act.at:
            produced.faults.append(
                Fault(
                    code="REG-LIMIT-CHG",
                    positions=(act.position, known),
                    expected=f"{payload.name} in force not before {act.at}",
                    recorded=f"from {payload.since}",
                )
            )

    @override
    def flush(self, writes: Writes) -> None:
        writes.copy(
            "parameter",
            ("known", "scope", "name", "value", "since", "until", "act"),
            [
                (s.known, s.scope, s.name, _json(s.value), s.since, None, s.act)
                for s in self._settings
            ],
        )
        self._settings.clear()
        for one in self._ended:
            writes.update("parameter", "until = %s", (one.until,), "t.known = %s", (one.known,))
        self._ended.clear()


def read_book(schema: Schema) -> ParameterBook:
    """Return every parameter as written."""
    book = ParameterBook()
    rows = schema.cursor.execute(
        schema.query(
            "SELECT scope, name, value, since, known, until, act FROM {s}.parameter ORDER BY known"
        )
    ).fetchall()
    for scope, name, value, since, known, until, act in rows:
        decoded = msgspec.json.decode(value)
        book.add(
            Setting(
                scope=scope,
                name=name,
                value=decoded,
                since=since,
                known=known,
                until=until,
                act=act,
            )
        )
    return book


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
