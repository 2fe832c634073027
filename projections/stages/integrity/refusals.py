"""Refusals at the door: what each accuses of, and what of them may yet turn out to be only early.

A segment of an honest device may overtake the one before it, or come again with events that are
recorded already: the door refuses it as out of turn, and takes it when it comes in its turn. So a
refusal out of turn is a finding when its term has passed unhealed (``clock_skew_seconds``: how far
a source's events may be from their order), and ends where the event is recorded that was refused.
Of a source one such gap is told at a time, the first that lasts. Where the place in the chain goes
to another event than the one refused, the source has told two stories, and that stays.

Who is unknown to the door may be enrolled, or his key rotated, a moment later: that he was refused
is told at once, and ends where the very same event is recorded within the term.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, LiteralString

from msgspec import Struct

from ledger.events.registry import SubmissionRefused, SubmissionRefused2
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.times import after

REFUSALS: Final[Mapping[str, str]] = {
    "unknown-source": "INT-SIG",
    "unknown-key": "INT-SIG",
    "key-expired": "INT-SIG",
    "key-revoked": "INT-SIG",
    "unauthentic": "INT-SIG",
    "gap": "INT-CHAIN",
    "overlap": "INT-CHAIN",
    "fork": "INT-CHAIN",
    "repeated-fork": "INT-CHAIN",
    "more-forks": "INT-CHAIN",
    "malformed": "INT-SCHEMA",
    "not-canonical": "INT-SCHEMA",
    "oversize": "INT-SCHEMA",
    "wrong-origin": "INT-SIG",
    "not-entitled": "OP-ACCESS",
}
"""Why the door refused, to the finding."""
EXPECTED: Final[Mapping[str, str]] = {
    "INT-SIG": "a signature by a key of the source that is in force",
    "INT-CHAIN": "the event that follows the source's last",
    "INT-SCHEMA": "a canonical event of a known kind",
    "OP-ACCESS": "a source whose role may say it",
}
OUT_OF_TURN: Final = ("gap", "overlap")
TERM: Final = "clock_skew_seconds"
TERM_SECONDS: Final = 300
"""The parameter where none is set."""
EVERYWHERE: Final = ("*",)


class Early(Struct, kw_only=True):
    """A refusal that may turn out to be of something only early."""

    position: int
    """Of the refusal."""
    refusal: str
    """Its name."""
    at: str
    source: str
    seq: int | None = None
    """Of the event whose recording heals it; None where the refusal does not say: then whatever
    the source says next does."""
    link: str | None = None
    code: str
    hash: str
    count: int
    state: Literal["waiting", "told", "another"] = "waiting"
    """Whether it waits for its term; or it is a finding; or another event took the place, and it is
    a finding for ever."""
    tick: int | None = None
    """The position at which its term was found to have passed, or at which another came."""


class EarlyRefusals:
    """The refusals that wait for what was refused, by source."""

    def __init__(self) -> None:
        """Begin with none."""
        self._of: dict[str, list[Early]] = {}
        self._touched: dict[int, Early] = {}
        self._over: list[int] = []

    def load(self, schema: Schema) -> None:
        """Read those that still wait, or are told."""
        columns: LiteralString = ", ".join(_COLUMNS)  # type: ignore[assignment]
        query = schema.query(f"SELECT {columns} FROM {{s}}.early_refusal ORDER BY position")  # noqa: S608 - our own names
        for row in schema.cursor.execute(query).fetchall():
            one = Early(**dict(zip(_COLUMNS, row, strict=True)))
            self._of.setdefault(one.source, []).append(one)

    def refuse(self, event: Event, payload: SubmissionRefused, produced: Produced) -> None:
        """Take a refusal: a finding at once, unless it may have been early."""
        out_of_turn = payload.code in OUT_OF_TURN
        if not out_of_turn and not isinstance(payload, SubmissionRefused2):
            produced.faults.append(_fault(event, payload, event.position))
            return
        known = self._of.setdefault(payload.source, [])
        one = Early(
            position=event.position,
            refusal=event.name,
            at=event.at,
            source=payload.source,
            seq=getattr(payload, "seq", None),
            link=getattr(payload, "link", None),
            code=payload.code,
            hash=payload.hash,
            count=payload.count,
        )
        known.append(one)
        self._touched[one.position] = one
        if not out_of_turn:
            one.state, one.tick = "told", event.position
            self._tell(one, produced)

    def hear(self, event: Event, produced: Produced) -> None:
        """Take note that a source's event is recorded: it may be one that was refused."""
        for one in list(self._of.get(event.source, ())):
            if one.state == "another" or (one.seq is not None and event.seq != one.seq):
                continue
            if one.link in (None, event.link.hex()):
                self._forget(one)
                self._tell(one, produced)
            elif one.code in OUT_OF_TURN:
                one.state, one.tick = "another", event.position
                self._touched[one.position] = one
                self._tell(one, produced)

    def tick(self, event: Event, produced: Produced) -> None:
        """Find the terms that have passed."""
        if not self._of:
            return
        seconds = produced.book.value(TERM, EVERYWHERE, event.at, event.position)
        term = seconds if isinstance(seconds, int) else TERM_SECONDS
        for one in [one for of in self._of.values() for one in of]:
            if event.at <= after(one.at, term):
                continue
            if one.code not in OUT_OF_TURN:
                self._forget(one)  # the finding stands
            elif one.state == "waiting":
                one.state, one.tick = "told", event.position
                self._touched[one.position] = one
                self._tell(one, produced)

    def _forget(self, one: Early) -> None:
        of = self._of[one.source]
        of.remove(one)
        if not of:
            del self._of[one.source]
        self._over.append(one.position)

    def _tell(self, changed: Early, produced: Produced) -> None:
        """Hand on what stands now of what a refusal is about."""
        if changed.code not in OUT_OF_TURN:
            stands = changed in self._of.get(changed.source, ())
            faults = [_early_fault(changed)] if stands else []
            produced.about.append((f"refused {changed.refusal}", faults))
            return
        told = [one for one in self._of.get(changed.source, ()) if one.code in OUT_OF_TURN]
        unhealed = [one for one in told if one.state == "told"][:1]
        faults = [_early_fault(one) for one in told if one.state == "another" or one in unhealed]
        produced.about.append((f"chain {changed.source}", faults))

    def flush(self, writes: Writes) -> None:
        """Write the refusals that began to wait, were told or were healed."""
        if self._over:
            writes.delete("early_refusal", "t.position = ANY(%s)", (self._over,))
            for position in self._over:
                self._touched.pop(position, None)
        rows = [tuple(getattr(one, name) for name in _COLUMNS) for one in self._touched.values()]
        writes.replace("early_refusal", "position", _COLUMNS, rows)
        self._touched.clear()
        self._over.clear()


_COLUMNS: Final = ("position", *(n for n in Early.__struct_fields__ if n != "position"))


def _early_fault(one: Early) -> Fault:
    code = REFUSALS[one.code]
    assert one.tick is not None
    others = {
        "waiting": "",
        "told": "; not filled in time" if one.code in OUT_OF_TURN else "",
        "another": f"; {one.source}:{one.seq} is another event",
    }
    return Fault(
        code=code,
        positions=tuple(sorted({one.position, one.tick})),
        expected=EXPECTED[code],
        recorded=f"{_recorded(one)}{others[one.state]}",
        facts={"source": one.source, "refused": one.code, "hash": one.hash},
    )


def _fault(event: Event, payload: SubmissionRefused, position: int) -> Fault:
    code = REFUSALS.get(payload.code, "INT-SCHEMA")
    facts: dict[str, Any] = {
        "source": payload.source,
        "refused": payload.code,
        "hash": payload.hash,
    }
    return Fault(
        code=code,
        positions=(position,),
        place=event.place,
        round=event.round,
        expected=EXPECTED[code],
        recorded=_recorded(payload),
        facts=facts,
    )


def _recorded(one: Early | SubmissionRefused) -> str:
    return f"{one.code}: {one.count} submissions in the name of {one.source}"
