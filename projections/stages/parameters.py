"""Parameters in force, and the acts that wait for a second person.

An act of ``NEEDS_APPROVAL`` takes effect where another source's ``approval`` names it with its
link; until then it is recorded and changes nothing.

What a correction in effect changes is found here, once for all stages; one that can change nothing
is a finding (``INT-CORR``).

A parameter's correction rebooks it where it takes effect: rounds before that stay judged by what
was known before them; those after it know what stands instead, or that nothing does.
"""

from typing import Any, Final

import msgspec
from typing_extensions import override

from ledger.events.jackpots import (
    AwardRefused,
    PoolAdjusted,
    PoolExtinguished,
    PoolOpened,
    PoolTransferred,
)
from ledger.events.registry import ParameterSet
from ledger.events.reviews import Approval, Correction
from projections.base.corrected import change_of
from projections.base.event import Event
from projections.base.parameter_book import ParameterBook, Setting
from projections.base.produced import Change, Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage

NEEDS_APPROVAL: Final = frozenset(
    kind.KIND
    for kind in (
        Correction,
        ParameterSet,
        PoolOpened,
        PoolAdjusted,
        PoolTransferred,
        PoolExtinguished,
        AwardRefused,
    )
)


class Parameters(Stage):
    """Keeps the book of parameters and lets acts take effect."""

    name = "parameters"
    tables = (("parameter", "known, scope, name"), ("act", "position"))
    kinds = NEEDS_APPROVAL | {Approval.KIND}

    def __init__(self) -> None:
        """Begin with no parameter and no act waiting."""
        self.book = ParameterBook()
        self._waiting: dict[str, Event] = {}
        self._settings: list[Setting] = []
        self._ended: list[Setting] = []
        self._acts: dict[int, tuple[int, str, str, int | None, str | None]] = {}
        self._source: Source | None = None

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self.book, self._source = read_book(schema), source
        waiting = schema.cursor.execute(
            schema.query(
                "SELECT position, corrected FROM {s}.act WHERE effective IS NULL ORDER BY position"
            )
        ).fetchall()
        corrected = dict(waiting)
        for event in source.events(list(corrected)):
            text = corrected[event.position]
            self._waiting[event.name] = event if text is None else _mended(event, text)

    @override
    def begin(self, produced: Produced) -> None:
        produced.book = self.book

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        if event.kind in NEEDS_APPROVAL:
            self._waiting[event.name] = event
            self._acts[event.position] = (event.position, event.name, event.kind, None, None)
        elif isinstance(event.payload, Approval):
            self._approve(event, event.payload, produced)

    def _approve(self, event: Event, approval: Approval, produced: Produced) -> None:
        act = self._waiting.get(approval.target)
        if act is None:
            return
        if act.source == event.source:
            produced.faults.append(
                Fault(
                    code="OP-ACCESS",
                    positions=(act.position, event.position),
                    expected="approval by another person's key",
                    recorded=f"{act.name} approved by its own author",
                )
            )
            return
        if act.link.hex() != approval.link:
            produced.faults.append(
                Fault(
                    code="INT-CORR",
                    positions=(act.position, event.position),
                    expected=act.link.hex(),
                    recorded=approval.link,
                )
            )
            return
        del self._waiting[approval.target]
        self._acts[act.position] = (act.position, act.name, act.kind, event.position, None)
        if act.payload is None:
            return  # withdrawn before anybody approved it
        produced.effective.append(act)
        if isinstance(act.payload, ParameterSet):
            self._set(act, act.payload, event.position, produced)
        elif isinstance(act.payload, Correction):
            assert self._source is not None
            found = change_of(event, act, self._source)
            if isinstance(found, Fault):
                produced.faults.append(found)
                return
            produced.changes.append(found)
            if found.target.kind == ParameterSet.KIND:
                self._correct(event, found, produced)

    def _correct(self, event: Event, change: Change, produced: Produced) -> None:
        """Replace or withdraw a parameter from here on.

        What stands instead is handed on as an act that takes effect here.
        """
        target = change.target
        instead = msgspec.structs.replace(target, payload=change.payload)
        if target.name in self._waiting:
            self._waiting[target.name] = instead
            text = _json(change.plain)
            self._acts[target.position] = (target.position, target.name, target.kind, None, text)
            return
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
            ("known", "scope", "name", "value", "since", "act"),
            [(s.known, s.scope, s.name, _json(s.value), s.since, s.act) for s in self._settings],
        )
        self._settings.clear()
        for one in self._ended:
            writes.execute(
                "UPDATE {s}.parameter SET until = %s WHERE known = %s", (one.until, one.known)
            )
        self._ended.clear()
        writes.replace(
            "act",
            "position",
            ("position", "name", "kind", "effective", "corrected"),
            list(self._acts.values()),
        )
        self._acts.clear()


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


def _mended(event: Event, text: str) -> Event:
    """Return a parameter's event as JSON says that it is; its payload is None where none stands."""
    plain = msgspec.json.decode(text)
    payload = None if plain is None else msgspec.convert(plain, ParameterSet)
    return msgspec.structs.replace(event, payload=payload)


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
