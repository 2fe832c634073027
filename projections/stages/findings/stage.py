"""Findings: one list of everything that is wrong, with its rule, its proof and its state.

A finding's id is the hash of its code, its subject and the events that prove it: the same in every
rebuild, and in every wording. It never vanishes: what no longer holds is known until a position,
what was paid afterwards is *remedied*, what somebody explained or decided carries that. One version
of an id holds at a time; where its amounts or words are others from a position on, that is another
version, which is open: what was decided was about the version before.

A fault of the table rather than of a round (its limits, its wheel) shows in every round played
under it. It is one finding for each opening of the table and value of the parameters: its subject
names no round, its proof is the opening, the approvals and the first round that shows it, and it
stands while one round does.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from typing import Any, Final, LiteralString

import msgspec
from typing_extensions import override

from ledger.events import kinds_of
from ledger.events.reviews import (
    FindingAcknowledged,
    FindingDecided,
    FindingExplained,
    InspectionNoted,
    SettlementPaid,
)
from ledger.ids import split_round
from projections.base.event import Event
from projections.base.finding_ids import finding_id, former_id, next_id
from projections.base.produced import Change, Debt, Fault, FindingView, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.replay.codes import CODES
from projections.stages.findings.acts import Moved, is_note_of, named_by, state_without

COLUMNS: Final = (
    "id",
    "known_from",
    "known_until",
    "amount",
    "seat",
    "bet",
    "code",
    "severity",
    "rule",
    "place",
    "round",
    "expected",
    "recorded",
    "currency",
    "state",
    "origin",
    "positions",
    "facts",
    "subject",
    "formerly",
)
_MORE: Final = 2**63
"""From here on an amount fits in no column: the texts tell it, and nothing is owed by it."""
_SELECT: LiteralString = (
    "SELECT id, known_from, known_until, amount, seat, bet, code, severity, rule, place, round, "
    "expected, recorded, currency, state, origin, positions, facts, subject, formerly "
    "FROM {s}.finding WHERE known_until IS NULL AND "
)
_BY_ID: LiteralString = _SELECT + "id = %s"
_BY_FORMER_ID: LiteralString = _SELECT + "formerly = %s ORDER BY known_from"
_BY_ROUND: LiteralString = _SELECT + "round = %s"
_BY_SUBJECT: LiteralString = _SELECT + "subject = %s"
_BY_PROOF: LiteralString = _SELECT + "positions = ARRAY[%s::bigint]"
_ALL_BY_ID: LiteralString = "SELECT known_from, state FROM {s}.finding WHERE id = %s"
REPLAY: Final = "replay"
FOLD: Final = "fold"
TABLE: Final = "table"
VOID: Final = "void"
OF_PLACES: Final = ("INT-SILENT", "INT-CLOCK")
"""Codes of the log that say something of a place."""
CLEAR_KEPT: Final = 20_000
"""Of how many subjects it is remembered that nothing about them stands."""
NAMES_KEPT: Final = 20_000
"""Of how many proving events the names are remembered."""


class _Row(msgspec.Struct, kw_only=True):
    """One version of one finding."""

    id: str
    known_from: int
    known_until: int | None = None
    amount: int | None
    seat: int | None
    bet: int | None
    code: str
    severity: str
    rule: str
    place: str | None
    round: str | None
    expected: str
    recorded: str
    currency: str | None
    state: str = "open"
    origin: str
    positions: list[int]
    facts: str
    subject: str | None = None
    """What else than a round it is about, where its stage looks at that again and again."""
    formerly: str
    """Its id while texts were hashed, too: equal of two versions that say the same."""
    fault: Fault | None = None
    """The fault that it is of, where that is found here; None of a row that was written."""

    def values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, column) for column in COLUMNS)


class _Doubt:
    """The findings that events reach which may be a thief's."""

    def __init__(self, produced: Produced) -> None:
        self._rounds = set(produced.doubted)
        self._members_of = produced.members_of
        self._positions = {one.event.position for one in produced.suspects}
        self._at: dict[str, list[int]] = {}
        """Place to the positions of its events, ascending."""
        self._names = set[str]()
        """Pools, and places that may feed one."""
        for one in produced.suspects:
            place, pool = one.about.place, getattr(one.about.payload, "pool", None)
            if place is not None:
                insort(self._at.setdefault(place, []), one.event.position)
            self._names.update(name for name in (place, pool) if isinstance(name, str))

    def reaches(self, row: _Row) -> bool:
        """Tell whether a finding rests on one of them."""
        if row.round in self._rounds or not self._positions.isdisjoint(row.positions):
            return True
        if row.code.startswith("JP-"):
            pool = msgspec.json.decode(row.facts).get("pool")
            if isinstance(pool, str) and self._names & {pool, *self._members_of(pool)}:
                return True
        if row.round is not None or row.place not in self._at:
            return False
        positions = self._at[row.place]
        first = bisect_left(positions, min(row.positions))
        return first < len(positions) and positions[first] <= max(row.positions)


class Findings(Stage):
    """One row a version of a finding."""

    name = "findings"
    watches = True
    tables = (("finding", "id, known_from"), ("shown", "round, finding"))
    kinds = kinds_of(
        FindingAcknowledged,
        FindingDecided,
        FindingExplained,
        InspectionNoted,
        SettlementPaid,
    )

    def __init__(self) -> None:
        """Begin with nothing found."""
        self._page: list[_Row] = []
        self._held: dict[str, _Row] = {}
        """By id the versions of this page that hold."""
        self._ended: list[tuple[int, str]] = []
        self._shown: dict[tuple[str, str], tuple[int, int]] = {}
        """This page's rounds and the table's faults that they show, with opening and close."""
        self._hidden: set[tuple[str, str]] = set()
        """Rounds written before that show such a fault no more."""
        self._known: set[str] = set()
        """Faults of tables that are known to stand, so that not every round asks for them."""
        self._clear: set[str] = set()
        """Subjects of which nothing stands that is written: most are asked about again."""
        self._names: dict[int, str] = {}
        """Position of a proving event to its name."""
        self._read: Schema | None = None
        self._source: Source | None = None

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._read, self._source = schema, source

    @override
    def begin(self, produced: Produced) -> None:
        produced.short_by = self.short_by
        produced.finding_of = self._view

    def short_by(self, finding: str) -> Debt | None:
        """Return the debt in a finding of too little paid; None of any other, or a void finding."""
        row = self._current(finding) or self._formerly(finding)
        if row is None or row.state == VOID or row.amount is None or row.amount >= 0:
            return None
        return Debt(
            name=row.id,
            amount=-row.amount,
            positions=tuple(row.positions),
            rounds=(row.round,) if row.round is not None else (),
            place=row.place,
            seat=row.seat,
            currency=row.currency,
            prize="JP-" in row.code,
            state=row.state,
        )

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        self._add(
            event.position, [fault for fault in produced.faults if _is_proved(fault, produced)]
        )
        for round_id, faults in produced.verdicts:
            self._reconcile(event.position, round_id, faults, produced)
        for subject, faults in produced.about:
            self._fold_subject(event.position, subject, faults, produced)
        if produced.suspects:
            self._doubt(event.position, produced)
        for finding, state in produced.moved:
            self._move(event.position, finding, state)
        if not produced.withheld:
            self._take_act(event, produced)
        for change in produced.changes:
            if not change.waits:
                self._correct(event.position, change, produced)

    def _doubt(self, position: int, produced: Produced) -> None:
        """End the findings that rest on events which may be a thief's: they accuse nobody.

        It is a finding of a round in doubt; its proof is such an event, or reaches over one of its
        place; or it is about a pool of which, or of whose members, such an event tells.
        """
        doubt = _Doubt(produced)
        stored = [] if self._read is None else self._stored(_SELECT + "id <> %s", "")
        for row in [*filter(_holds, self._page), *stored]:
            if not _is_of_the_log(row.code) and doubt.reaches(row):
                self._end(row, position)
                self._known.discard(row.id)

    def _take_act(self, event: Event, produced: Produced) -> None:
        """Take a person's act about a finding."""
        named = named_by(event.payload)
        if named is not None:
            self._move(event.position, *named)
        match event.payload:
            case SettlementPaid() if event.payload.finding is not None and not produced.matrix:
                self._move(event.position, event.payload.finding, "remedied")
            case InspectionNoted():
                self._add(event.position, [_noted(event, event.payload, produced)])
            case _:
                pass

    def _correct(self, position: int, change: Change, produced: Produced) -> None:
        """Let an inspection's note, or an act about a finding, read as it is corrected."""
        target, now = change.target, change.payload
        if isinstance(target.payload, InspectionNoted):
            for row in self._noted_by(target):
                self._end(row, position)
            if now is not None:
                self._add(position, [_noted(target, now, produced)])
            return
        named = [named_by(one) for one in (target.payload, now)]
        if named[0] is None:
            return
        said = dict([named[1]] if named[1] is not None else [])
        for finding in sorted({one[0] for one in named if one is not None}):
            self._move_again(position, finding, target, said.get(finding))

    def _noted_by(self, target: Event) -> list[_Row]:
        """Return the findings that stand by an inspection's note."""
        held = [row for row in self._page if _holds(row) and row.positions == [target.position]]
        held += self._stored(_BY_PROOF, str(target.position))
        return [
            row
            for row in held
            if row.subject is None and is_note_of(target, row.code, row.expected, row.recorded)
        ]

    def _move_again(self, position: int, finding: str, target: Event, said: str | None) -> None:
        """Give a finding the state that it has with an act about it corrected."""
        row = self._current(finding) or self._formerly(finding)
        if row is None:
            return
        state = state_without(target, said, self._versions(row.id))
        if state != row.state:
            self._move(position, row.id, state)

    def _versions(self, finding: str) -> Iterator[Moved]:
        """Yield all versions of a finding, the oldest first."""
        assert self._source is not None
        found: dict[int, str] = {}
        if self._read is not None:
            rows = self._read.cursor.execute(self._read.query(_ALL_BY_ID), (finding,)).fetchall()
            found.update(rows)
        found.update((one.known_from, one.state) for one in self._page if one.id == finding)
        for known_from, state in sorted(found.items()):
            yield Moved(state=state, by=self._source.taken_at(known_from))

    def _add(self, position: int, faults: Iterable[Fault]) -> None:
        """Tell of faults that no later judgement takes back."""
        for row, proofs in self._identified(position, faults, FOLD):
            # What the event of this very position proves nobody can have found before.
            if position not in proofs and self._is_known(row, position):
                continue
            self._append(row)

    def _reconcile(
        self, position: int, round_id: str, faults: list[Fault], produced: Produced
    ) -> None:
        """Replace the round's findings by replay's present ones."""
        again = any(one.again for one in produced.rounds if one.round == round_id)
        own = [fault for fault in faults if not fault.terms]
        if again or len(own) < len(faults):
            table = [
                fault for fault in faults if fault.terms and produced.unproved_fault(fault) is None
            ]
            if produced.is_proved(round_id, split_round(round_id)[0]):
                self._fold_table(position, round_id, table, again=again)
        now = {row.id: row for row, _ in self._identified(position, own, REPLAY)}
        if again:
            self._end_others(position, now, self._standing(round_id))
            # A deadline may have found the same before.
            now = {one: row for one, row in now.items() if not self._is_known(row, position)}
        for row in now.values():
            if row.fault is None or _is_proved(row.fault, produced):
                self._append(row)

    def _end_others(self, position: int, now: dict[str, _Row], standing: Iterable[_Row]) -> None:
        """End the findings that are not found as they stand; leave the others out of the new."""
        for old in standing:
            if old.id in now and now[old.id].formerly == old.formerly:
                del now[old.id]
            else:
                self._end(old, position)

    def _is_known(self, row: _Row, position: int) -> bool:
        """Tell whether a finding stands as it is found now; end it where it says something else."""
        old = self._current(row.id)
        if old is not None and old.formerly != row.formerly:
            self._end(old, position)
            return False
        return old is not None

    def _fold_subject(
        self, position: int, subject: str, faults: list[Fault], produced: Produced
    ) -> None:
        """Replace the findings about a subject by its present faults."""
        now = {row.id: row for row, _ in self._identified(position, faults, FOLD, subject)}
        self._end_others(position, now, self._standing_about(subject))
        for row in now.values():
            if row.fault is None or _is_proved(row.fault, produced):
                self._append(row)

    # --- what a finding is called --------------------------------------------------------------

    def _identified(
        self, position: int, faults: Iterable[Fault], origin: str, subject: str | None = None
    ) -> list[tuple[_Row, tuple[int, ...]]]:
        """Return the rows of faults told together, each with the positions of its proofs.

        Of faults that say the same in every word, as of three bets of one number, one is told.
        Others that coincide are numbered in the order in which they are told.
        """
        last: dict[str, str] = {}
        told: set[str] = set()
        proved: list[tuple[_Row, tuple[int, ...]]] = []
        for fault in faults:
            proofs = fault.terms or fault.positions
            row = _row(position, fault, origin, subject)
            if row.formerly in told:
                continue
            told.add(row.formerly)
            first = finding_id(fault, self._names_of(proofs), subject)
            row.id = last[first] = next_id(last[first]) if first in last else first
            proved.append((row, proofs))
        return proved

    def _names_of(self, positions: tuple[int, ...]) -> list[str]:
        names = self._names
        if any(one not in names for one in positions):
            assert self._source is not None
            if len(names) > NAMES_KEPT:
                names.clear()
            for event in self._source.events(sorted(positions)):
                names[event.position] = event.name
        return [names.get(one, str(one)) for one in positions]

    def _view(self, finding: str) -> FindingView | None:
        """Return a standing finding as other stages ask for it."""
        row = self._current(finding) or self._formerly(finding)
        if row is None:
            return None
        return FindingView(
            code=row.code,
            severity=row.severity,
            place=row.place,
            round=row.round,
            positions=tuple(row.positions),
        )

    # --- faults of the table -------------------------------------------------------------------

    def _fold_table(
        self, position: int, round_id: str, faults: list[Fault], *, again: bool
    ) -> None:
        """Replace the table's faults that a round shows by its present ones."""
        now = {row.id: row for row, _ in self._identified(position, faults, TABLE)}
        was = self._shown_by(round_id) if again else set[str]()
        for finding in sorted(was - now.keys()):
            self._hide(position, round_id, finding)
        for finding, row in now.items():
            if finding in was:
                continue
            opened, closed = row.positions[-2:]
            if (round_id, finding) in self._hidden:
                self._hidden.remove((round_id, finding))
            else:
                self._shown[round_id, finding] = (opened, closed)
            if finding not in self._known and self._current(finding) is None:
                self._append(row)
            self._known.add(finding)

    def _shown_by(self, round_id: str) -> set[str]:
        """Return the table's faults that a round was found to show when it was judged last."""
        found = {finding for of, finding in self._shown if of == round_id}
        if self._read is not None:
            rows = self._read.cursor.execute(
                self._read.query("SELECT finding FROM {s}.shown WHERE round = %s"), (round_id,)
            )
            found.update(finding for (finding,) in rows if (round_id, finding) not in self._hidden)
        return found

    def _hide(self, position: int, round_id: str, finding: str) -> None:
        """Withdraw a table's fault from a round; the next round that shows the fault proves it."""
        if self._shown.pop((round_id, finding), None) is None:
            self._hidden.add((round_id, finding))
        current = self._current(finding)
        if current is None or current.round != round_id:
            return
        self._end(current, position)
        following = self._first_to_show(finding)
        if following is None:
            self._known.discard(finding)
            return
        closed, opened, name = following
        self._append(
            msgspec.structs.replace(
                current,
                known_from=position,
                known_until=None,
                round=name,
                positions=[*current.positions[:-2], opened, closed],
            )
        )

    def _first_to_show(self, finding: str) -> tuple[int, int, str] | None:
        """Return close, opening and name of the first round that shows a fault of the table."""
        found = [
            (closed, opened, name)
            for (name, one), (opened, closed) in self._shown.items()
            if one == finding
        ]
        if self._read is not None:
            rows = self._read.cursor.execute(
                self._read.query("SELECT closed, opened, round FROM {s}.shown WHERE finding = %s"),
                (finding,),
            )
            found.extend(row for row in rows if (row[2], finding) not in self._hidden)
        return min(found, default=None)

    def _move(self, position: int, finding: str, state: str) -> None:
        """Give a finding another state from here on."""
        old = self._current(finding) or self._formerly(finding)
        if old is None:
            return
        self._end(old, position)
        self._append(
            msgspec.structs.replace(old, known_from=position, known_until=None, state=state)
        )

    # --- versions ------------------------------------------------------------------------------

    def _append(self, row: _Row) -> None:
        """Let a version hold; one that coincides with another of this position is named apart."""
        while (held := self._held.get(row.id)) is not None:
            if held.formerly == row.formerly:
                return
            row.id = next_id(row.id)
        self._page.append(row)
        self._held[row.id] = row

    def _current(self, finding: str) -> _Row | None:
        """Return the version of a finding that holds."""
        return self._held.get(finding) or next(iter(self._stored(_BY_ID, finding)), None)

    def _formerly(self, finding: str) -> _Row | None:
        """Return the version that holds of a finding by the id that it had once."""
        for row in self._held.values():
            if row.formerly == finding:
                return row
        return next(iter(self._stored(_BY_FORMER_ID, finding)), None)

    def _end(self, row: _Row, position: int) -> None:
        row.known_until = position
        self._held.pop(row.id, None)
        if row.known_from == position:  # it never held
            self._page = [one for one in self._page if one is not row]
        elif all(row is not one for one in self._page):
            self._ended.append((position, row.id))

    def _standing(self, round_id: str) -> list[_Row]:
        """Return replay's findings of a round that hold now."""
        in_page = [
            row
            for row in self._page
            if row.round == round_id and row.origin == REPLAY and _holds(row)
        ]
        stored = [row for row in self._stored(_BY_ROUND, round_id) if row.origin == REPLAY]
        return in_page + stored

    def _standing_about(self, subject: str) -> list[_Row]:
        """Return the findings about a subject that hold now."""
        in_page = [row for row in self._page if row.subject == subject and _holds(row)]
        if subject in self._clear:
            return in_page
        stored = self._stored(_BY_SUBJECT, subject)
        if not stored:
            if len(self._clear) >= CLEAR_KEPT:
                self._clear.clear()
            self._clear.add(subject)
        return in_page + stored

    def _stored(self, statement: LiteralString, value: str) -> list[_Row]:
        """Return the written versions that hold and that this page did not end."""
        if self._read is None:
            return []
        rows = self._read.cursor.execute(self._read.query(statement), (value,)).fetchall()
        ended = {one for _, one in self._ended}
        found = [_Row(**dict(zip(COLUMNS, row, strict=True))) for row in rows]
        return [row for row in found if row.id not in ended]

    @override
    def flush(self, writes: Writes) -> None:
        writes.end("finding", "id", self._ended)
        self._ended.clear()
        writes.copy("finding", COLUMNS, [row.values() for row in self._page])
        self._clear.difference_update(row.subject or "" for row in self._page)
        self._page.clear()
        self._held.clear()
        for key in sorted(self._hidden):
            writes.delete("shown", "t.round = %s AND t.finding = %s", key)
        self._hidden.clear()
        writes.copy(
            "shown",
            ("round", "finding", "opened", "closed"),
            [(*key, *moments) for key, moments in self._shown.items()],
        )
        self._shown.clear()


def _holds(row: _Row) -> bool:
    return row.known_until is None


def _row(position: int, fault: Fault, origin: str, subject: str | None) -> _Row:
    """Return the row of a fault, which has no id of its own yet."""
    code = CODES.get(fault.code)
    facts = msgspec.json.encode(fault.facts, order="deterministic").decode()
    return _Row(
        id="",
        known_from=position,
        amount=fault.amount if fault.amount is None or abs(fault.amount) < _MORE else None,
        seat=fault.seat,
        bet=fault.bet,
        code=fault.code,
        severity=fault.severity or (code.severity if code is not None else "ordinary"),
        rule=fault.rule or (code.rule if code is not None else ""),
        place=fault.place,
        round=fault.round,
        expected=fault.expected,
        recorded=fault.recorded,
        currency=fault.currency,
        origin=origin,
        positions=list(fault.positions),
        facts=facts,
        subject=subject,
        formerly=former_id(fault),
        fault=fault,
    )


def _noted(event: Event, noted: InspectionNoted, produced: Produced) -> Fault:
    """Return the fault that an inspection notes."""
    code = CODES.get(noted.code)
    if code is None:
        return _of_no_code(event, noted)
    if not code.manual and produced.matrix:
        return _of_fold(event, noted)
    return Fault(
        code=noted.code,
        positions=(event.position,),
        rule=noted.rule or "",
        place=event.place,
        round=event.round,
        seat=noted.seat,
        recorded=f"noted by {event.source}",
    )


def _of_no_code(event: Event, noted: InspectionNoted) -> Fault:
    """Return the fault of an inspection that names no finding there is: its word stays recorded."""
    return Fault(
        code="INT-SCHEMA",
        positions=(event.position,),
        place=event.place,
        round=event.round,
        seat=noted.seat,
        expected="a finding's code",
        recorded=noted.code,
    )


def _of_fold(event: Event, noted: InspectionNoted) -> Fault:
    """Return the fault of an inspection that says what only a fold finds: it is no finding."""
    return Fault(
        code="OP-ACCESS",
        positions=(event.position,),
        place=event.place,
        round=event.round,
        expected="a code that people note",
        recorded=noted.code,
        facts={"kind": InspectionNoted.KIND, "source": event.source},
    )


def _is_of_the_log(code: str) -> bool:
    return code.startswith("INT-") and code not in OF_PLACES


def _is_proved(fault: Fault, produced: Produced) -> bool:
    """Tell whether a fault rests on facts that could all be folded: else it accuses nobody.

    What the log says about itself always stands; silence at a place and
    times of a place are no such thing.
    """
    if _is_of_the_log(fault.code):
        return True
    known = produced.is_proved(fault.round, fault.place) and produced.unproved_fault(fault) is None
    return known and (not fault.code.startswith("JP-") or _pool_is_proved(fault, produced))


def _pool_is_proved(fault: Fault, produced: Produced) -> bool:
    """Tell whether the figures of the pool that a fault is about could all be folded."""
    unknown = fault.recorded if fault.code == "JP-UNAPP" else None
    pool = fault.facts.get("pool", unknown)
    return not isinstance(pool, str) or produced.unproved_pool(pool) is None
