"""Findings about the log itself: refusals at the door, unknown kinds, checkpoints.

- ``INT-SIG``, ``INT-CHAIN``, ``INT-SCHEMA``: the service recorded that it refused what claimed to
  come from a source (``submission-refused``). Nothing is proved about who sent it, and what was
  only early is no finding (``refusals``). Events of a kind that this version does not know are
  authentic and recorded; they are ``INT-SCHEMA``, too.
- ``OP-ACCESS``: the key was good, and the role of its source gives no right to what it signed.
- ``INT-CKPT``: two statements about the log's root do not fit together (whoever made them: the
  service's ticks, checkpoints, or a witness who tells what was handed to him), a statement covers
  what was not there yet, a verification found faults, or no checkpoint was sealed in time
  (parameter ``checkpoint_hours``; not assessed where none is set).

Whether a stated root is the log's, ``razao verify`` recomputes from the stored bytes.
"""

from typing import Any, Final

from typing_extensions import override

from ledger.events import kinds_of
from ledger.events.registry import (
    CheckpointSealed,
    ClockTicked,
    FiguresStated,
    LedgerFounded,
    SubmissionRefused,
    VerificationDone,
)
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.base.times import after
from projections.stages.integrity.refusals import EarlyRefusals

HOURS: Final = "checkpoint_hours"
OWN: Final = kinds_of(
    LedgerFounded,
    SubmissionRefused,
    CheckpointSealed,
    FiguresStated,
    VerificationDone,
    ClockTicked,
)


class Integrity(Stage):
    """One row a stated root."""

    name = "integrity"
    watches = True
    tables = (
        ("stated_root", "size"),
        ("stated_figures", "position"),
        ("integrity_state", "name"),
        ("early_refusal", "position"),
    )

    def __init__(self) -> None:
        """Begin with no root stated."""
        self._service: str | None = None
        self._stated: dict[int, tuple[str, int]] = {}
        """Size to the root stated first and that event's position, of this page."""
        self._figures: list[tuple[int, int, str]] = []
        """Statements of figures of this page: position, up to where they go, when."""
        self._highest = 0
        """The highest size stated: of more nobody has spoken."""
        self._sealed: tuple[str, int] | None = None
        """When the last checkpoint was sealed (or the first tick was), and its position."""
        self._late = False
        """Whether it is told already that no other one followed in time."""
        self._early = EarlyRefusals()
        self._read: Schema | None = None

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._read = schema
        self._early.load(schema)
        first = source.events([1])
        if first and isinstance(first[0].payload, LedgerFounded):
            self._service = first[0].source
        row = schema.cursor.execute(
            schema.query("SELECT sealed, position, late FROM {s}.integrity_state")
        ).fetchone()
        if row is not None:
            self._sealed, self._late = (row[0], row[1]), row[2]
        highest = schema.query("SELECT max(size) FROM {s}.stated_root")
        row = schema.cursor.execute(highest).fetchone()
        self._highest = (row[0] if row is not None else None) or 0

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        if not produced.resumed:  # when it was said it was recorded
            self._early.hear(event, produced)
        payload: Any = event.payload
        if produced.withheld or (event.kind not in OWN and not isinstance(payload, dict)):
            return
        match payload:
            case dict():
                produced.faults.append(
                    _fault(event, "INT-SCHEMA", "a kind that this version knows", event.kind)
                )
            case LedgerFounded() if self._service is None:
                self._service = event.source
            case CheckpointSealed():
                self._compare(event, payload.size, payload.root, produced)
                self._sealed, self._late = (event.at, event.position), False
            case VerificationDone():
                self._compare(event, payload.last, payload.root, produced)
                if payload.outcome != "clean":
                    found = f"{payload.faults} faults up to position {payload.last}"
                    produced.faults.append(_fault(event, "INT-CKPT", "a clean log", found))
            case _ if event.source == self._service:
                self._hear_service(event, payload, produced)
            case _:
                pass

    def _hear_service(self, event: Event, payload: Any, produced: Produced) -> None:
        match payload:
            case SubmissionRefused():
                self._early.refuse(event, payload, produced)
            case FiguresStated():
                self._compare(event, payload.as_of, payload.root, produced)
                self._figures.append((event.position, payload.as_of, event.at))
            case ClockTicked():
                self._tick(event, payload, produced)
            case _:
                pass

    def _tick(self, event: Event, payload: ClockTicked, produced: Produced) -> None:
        self._early.tick(event, produced)
        if payload.size is not None and payload.root is not None:
            self._compare(event, payload.size, payload.root, produced)
        if self._sealed is None:
            self._sealed = (event.at, event.position)
        hours = produced.book.value(HOURS, ("*",), event.at, event.position)
        if not isinstance(hours, int) or self._late:
            return
        since, position = self._sealed
        if event.at > after(since, hours * 3_600):
            self._late = True
            produced.faults.append(
                _fault(
                    event,
                    "INT-CKPT",
                    f"a checkpoint within {hours} h of {since}",
                    f"none until {event.at}",
                    others=(position,),
                )
            )

    def _compare(self, event: Event, size: int, root: str, produced: Produced) -> None:
        """Lay a statement beside the first one about the same size."""
        if size >= event.position:
            expected = f"a root over fewer than {event.position} positions"
            produced.faults.append(_fault(event, "INT-CKPT", expected, f"over {size}"))
            return
        known = self._stated_of(size) if size <= self._highest else None
        if known is None:
            self._stated[size] = (root, event.position)
            self._highest = max(size, self._highest)
        elif known[0] != root:
            produced.faults.append(
                _fault(event, "INT-CKPT", known[0], root, others=(known[1],), size=size)
            )

    def _stated_of(self, size: int) -> tuple[str, int] | None:
        if size in self._stated or self._read is None:
            return self._stated.get(size)
        row = self._read.cursor.execute(
            self._read.query("SELECT root, position FROM {s}.stated_root WHERE size = %s"), (size,)
        ).fetchone()
        return None if row is None else (row[0], row[1])

    @override
    def flush(self, writes: Writes) -> None:
        self._early.flush(writes)
        writes.copy(
            "stated_root",
            ("size", "position", "root"),
            [(size, position, root) for size, (root, position) in self._stated.items()],
        )
        self._stated.clear()
        writes.copy("stated_figures", ("position", "as_of", "at"), self._figures)
        self._figures.clear()
        if self._sealed is not None:
            writes.replace(
                "integrity_state",
                "name",
                ("name", "sealed", "position", "late"),
                [("checkpoint", *self._sealed, self._late)],
            )


def _fault(
    event: Event,
    code: str,
    expected: str,
    recorded: str,
    *,
    others: tuple[int, ...] = (),
    **facts: Any,
) -> Fault:
    return Fault(
        code=code,
        positions=(*others, event.position),
        place=event.place,
        round=event.round,
        expected=expected,
        recorded=recorded,
        facts={"source": event.source, **facts},
    )
