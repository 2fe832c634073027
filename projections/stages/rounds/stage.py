"""Rounds: gathers each round's events, applies corrections, hands on rounds to be judged.

A round belongs to the source that opened it; order within it is that source's seq. It is handed on
when it closes, and again when a correction in effect or a late payment changes it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any, Final

import msgspec
from msgspec import structs
from typing_extensions import override

from ledger.events.registry import ClockTicked, LedgerFounded
from ledger.events.reviews import GamingDayClosed
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import TableOpened
from ledger.ids import split_round
from projections.base.corrected import Corrections
from projections.base.errors import HALTING, told
from projections.base.event import ClosedRound, Event, Table
from projections.base.finding_ids import ONCE
from projections.base.parameter_book import ParameterBook
from projections.base.produced import ROUNDS, Change, Fault, Overdue, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.gather import gathering_of
from projections.gather.kit.player_sessions import AT_THE_END, sessions_end
from projections.gather.kit.player_sessions.idle import (
    LOOKED_AT,
    IdleEnd,
    is_counted,
    told_at,
    with_waited,
)
from projections.stages.rounds.closings import (
    after_close,
    by_closing,
    play_since,
    rounds_before,
)
from projections.stages.rounds.kinds import (
    AFTER_CLOSE,
    AT_PLACE,
    ENDS_WAITING,
    ENDS_WAITING_THERE,
    JUDGED_AGAIN,
    LASTING,
    PLAY,
    REVIEWS,
)
from projections.stages.rounds.late import LateFacts, Waiting
from projections.stages.rounds.rows import (
    COLUMNS,
    Round,
    RoundRows,
    as_json,
    as_jsonb,
    positions_of,
    row_of,
)
from projections.stages.rounds.terms import TermsOfTables, lawful, options_of


class Rounds(Stage):
    """Rows of rounds, of tables' openings, of the events that stand there, of corrected events."""

    name = ROUNDS
    states = (Waiting,)
    tables = (
        ("round", "round"),
        ("place", "opened"),
        ("standing", "opened, position"),
        ("lasting", "place"),
        ("terms", "opened"),
        ("corrected", "target, effective"),
        ("carried_until", "round, until"),
        ("late_round", "name"),
    )

    def __init__(self) -> None:
        """Begin with no round open."""
        self._open: dict[str, Round] = {}
        self._touched: dict[str, Round] = {}
        """Rounds of this page, closed ones included, until they are written."""
        self._places: dict[str, Table] = {}
        self._last: dict[str, Round | None] = {}
        """Place to the round closed last since its present opening. A place opened before this
        stage was loaded is missing until a round is closed there."""
        self._openings: dict[int, Table] = {}
        """Tables opened or changed in this page: their place may be opened anew before its end."""
        self._opened: list[tuple[int, str, str | None]] = []
        """Positions, places and gaming days of this page's openings."""
        self._standing: list[tuple[int, int]] = []
        """By opening of a table the events of its place outside rounds; those of this page."""
        self._standing_of: dict[int, list[int]] = {}
        self._openings_at: dict[int, list[int]] = {}
        """The same, by opening and by event."""
        self._lasting: dict[str, list[Event]] = {}
        """Events that hold at a place beyond its next opening: editions, open sessions."""
        self._touched_lasting: set[str] = set()
        self._highest: dict[str, tuple[str, int]] = {}
        """Place to the highest day and number of its rounds."""
        self._from_the_first = False
        """Whether this stage has folded every round of the log: no row of a round was written."""
        self._terms = TermsOfTables()
        self._late = LateFacts()
        self._service: str | None = None
        self._corrections = Corrections()
        self._carried_until: dict[tuple[str, int], Mapping[str, Any]] = {}
        """By round and position: values carried before this page carried others."""
        self._until: int | None = None
        """The position up to which events and corrections are read; None: all."""
        self._read: Schema | None = None
        self._rows: RoundRows | None = None
        self._source: Source | None = None

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._read, self._source, self._rows = schema, source, RoundRows(schema, source)
        execute = schema.cursor.execute
        self._corrections.load(schema, None)
        self._late.load(schema)
        first = source.events([1])
        if first and isinstance(first[0].payload, LedgerFounded):
            self._service = first[0].source
        places = execute(
            schema.query(
                "SELECT DISTINCT ON (place) place, opened FROM {s}.place "
                "ORDER BY place, opened DESC"
            )
        ).fetchall()
        for place, opened in places:
            self._places[place] = self._load_table(opened)
        for place, positions in execute(schema.query("SELECT * FROM {s}.lasting")).fetchall():
            self._lasting[place] = source.events(positions)
        written = execute(
            schema.query("SELECT 1 FROM {s}.round ORDER BY opened LIMIT 1")  # one row, always it
        ).fetchone()
        self._from_the_first = written is None
        self._open = {one.round: one for one in self._rows.open()}

    @classmethod
    def again(
        cls,
        schema: Schema,
        source: Source,
        book: ParameterBook,
        round_id: str,
        until: int | None = None,
    ) -> ClosedRound | None:
        """Return a closed round as it is judged now, read from the rows written.

        With ``until`` as it was judged at that position: by the events and corrections up to it.
        """
        stage = cls()
        stage._read, stage._source, stage._rows = schema, source, RoundRows(schema, source)
        stage._until = until
        stage._corrections.load(schema, until)
        one = stage._find(round_id)
        if one is not None and until is not None:
            then = [event for event in one.events if event.position <= until]
            closed, one.events, _ = by_closing(then, stage._corrections)
            one.closed = closed or one.closed
        if one is None or one.closed is None:
            return None
        stage._name_game(one)
        if until is not None:
            row = schema.cursor.execute(
                schema.query(
                    "SELECT out FROM {s}.carried_until WHERE round = %s AND until > %s "
                    "ORDER BY until LIMIT 1"
                ),
                (round_id, until),
            ).fetchone()
            one.carried = one.carried if row is None else row[0]
        return stage._hand_on(one, Produced(book=book), again=until is None or until > one.closed)

    # --- folding -------------------------------------------------------------------------------

    @override
    def begin(self, produced: Produced) -> None:
        produced.span_of, produced.round_before = self._span, self._name_before
        produced.waits = self._late.waits

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        self._corrections.begin(event.position)
        if isinstance(event.payload, LedgerFounded) and self._service is None:
            self._service = event.source
        if self._late and (event.kind in ENDS_WAITING or event.kind in ENDS_WAITING_THERE):
            self._judge_waiting(event, produced)
        for change in produced.changes:
            self._correct(event, change, produced)
        for opening in produced.answered:
            self._answer(opening, event.position)
        if event.kind in REVIEWS:
            produced.has_round = self._has
        if event.round is not None:
            self._fold_round(event, event.round, produced)
        elif event.place is not None:
            self._fold_place(event, event.place, produced)

    def _answer(self, opening: Event, position: int) -> None:
        """Let the own options of an opening count from here on."""
        terms = self._terms.answer(opening, position, self._read)
        here = self._places.get(opening.place or ""), self._openings.get(opening.position)
        for table in here:
            if table is not None and table.opened.position == opening.position:
                table.terms = terms

    def _fold_place(self, event: Event, place: str, produced: Produced) -> None:
        lasting_after = LASTING.get(event.kind)
        if lasting_after is not None:
            self._lasting[place] = lasting_after(self._lasting.get(place, ()), event)
            self._touched_lasting.add(place)
        if isinstance(event.payload, TableOpened):
            lasting = self._lasting.get(place, ())
            terms = self._terms.open(event, event.payload, produced)
            table = Table(opened=event, events=self._corrections.of(lasting), terms=terms)
            self._places[place] = self._openings[event.position] = table
            self._last[place] = None
            self._opened.append((event.position, place, event.day))
            for one in lasting:
                self._stand(event.position, one.position)
        elif event.kind in AT_PLACE and place in self._places:
            table = self._places[place]
            table.events.append(event)
            self._openings[table.opened.position] = table
            self._stand(table.opened.position, event.position)
            if event.kind in AT_THE_END:
                last = self._last_closed(place, table.opened.position)
                if last is not None and sessions_end(table, last.events):
                    self._judge_again(last, event, produced)

    def _stand(self, opened: int, position: int) -> None:
        """Let an event outside rounds stand at an opening of its place."""
        self._standing.append((opened, position))
        self._standing_of.setdefault(opened, []).append(position)
        self._openings_at.setdefault(position, []).append(opened)

    def _fold_round(self, event: Event, round_id: str, produced: Produced) -> None:
        one = self._open.get(round_id)
        if event.kind == _OPENED:
            self._open_round(event, event.payload, round_id, produced)
        elif one is None:
            self._fold_closed(event, round_id, produced)
        elif event.source != one.owner:
            if event.kind in PLAY:
                produced.faults.append(_fault("RND-OWNER", event, one.owner, event.source))
            elif event.kind not in REVIEWS:
                self._add(one, event)
        else:
            self._add(one, event)
            if event.kind == _CLOSED:
                before = any(each.kind == _CLOSED for each in one.events[:-1])
                one.closed = event.position
                del self._open[round_id]
                # Before it takes the place of the round before it, which it may read.
                closed = self._hand_on(one, produced, again=before)
                produced.rounds.append(structs.replace(closed, closed_anew=before))
                self._judged(one, Waiting.of(event, produced, one.place), event.position)
                table = self._places.get(one.place)
                if table is not None and one.table == table.opened.position:
                    self._last[one.place] = one

    def _open_round(
        self, event: Event, payload: RoundOpened, round_id: str, produced: Produced
    ) -> None:
        place, day, number = split_round(round_id)
        known = None if self._is_new(place, day, number) else self._find(round_id)
        if known is not None:
            fault = _fault("RND-OPEN", event, f"opened once, at {known.opened}", "opened again")
            produced.faults.append(fault)
            return
        table = self._opening_of(place, day)
        one = Round(
            round=round_id,
            opened=event.position,
            place=place,
            day=day,
            number=number,
            owner=event.source,
            game=payload.game or (table.opened.payload.game if table else None),
            table=table.opened.position if table else None,
        )
        last = self._last_closed(place, table.opened.position) if table else None
        one.previous = last.round if last is not None else None
        if last is not None:
            one.carried = self._carried(one, last, produced)
        self._open[round_id] = one
        self._add(one, event)

    def _opening_of(self, place: str, day: str) -> Table | None:
        """Return the opening of a table that a round of a gaming day belongs to.

        That is the last one, but of a round that was recorded only after the table had been opened
        for a later day: that is of the last opening that is not of a later day than the round.
        """
        table = self._places.get(place)
        if table is None or table.opened.day is None or day >= table.opened.day:
            return table
        here = [
            opened
            for opened, of, named in self._opened
            if of == place and (named is None or named <= day)
        ]
        if not here and self._read is not None:
            here = [
                opened
                for (opened,) in self._read.cursor.execute(
                    self._read.query(
                        "SELECT opened FROM {s}.place WHERE place = %s AND coalesce(day, %s) <= %s "
                        "ORDER BY opened DESC LIMIT 1"
                    ),
                    (place, day, day),
                ).fetchall()
            ]
        return self._table_at(place, here[-1]) if here else table

    def _is_new(self, place: str, day: str, number: int) -> bool:
        """Tell whether a round is later than all rounds of its place, and so cannot be known."""
        highest = self._highest.get(place, ("", 0))
        self._highest[place] = max(highest, (day, number))
        return self._from_the_first and (day, number) > highest

    def _fold_closed(self, event: Event, round_id: str, produced: Produced) -> None:
        if event.kind in REVIEWS:
            return
        one = self._find(round_id)
        if one is None:
            produced.faults.append(_fault("RND-OPEN", event, "an open round", "never opened"))
            return
        if event.kind not in AFTER_CLOSE:
            produced.about.append((_after(event), [after_close(event, one.closed)]))
            return
        self._add(one, event)
        if event.kind in JUDGED_AGAIN:
            self._judge_again(one, event, produced)

    def _add(self, one: Round, event: Event) -> None:
        one.events.append(event)
        self._touched[one.round] = one

    def _hand_on(self, one: Round, produced: Produced, *, again: bool) -> ClosedRound:
        gathering = gathering_of(one.game)
        table = self._table_of(one)
        previous = self._before(one) if gathering.reads_previous else ()
        options, faults = options_of(one, table, produced.book)
        if table is not None:
            table = lawful(table, one.game)
        closed = self._closed(one, table, previous, again=again)
        if table is None:
            return closed
        record = gathering.record(closed, options)
        if again and record is not None and sessions_end(table, one.events):
            whole = gathering.last_sessions(closed, record)
            if whole is not record and not self._followers(one):
                record = whole
        if record is not None and getattr(record, gathering.sessions, ()):
            before = partial(self._closed_last, one)
            record = with_waited(
                closed, record, gathering.sessions, lambda: self._before(one), before
            )
        return msgspec.structs.replace(closed, record=record, options=options, of_table=faults)

    def _closed_last(self, one: Round, end: IdleEnd) -> Iterator[list[Event]]:
        """Yield the events of the rounds that were closed last before a session ended there."""
        found = self._in_memory(one.table)
        if self._rows is not None:
            most = end.most + len(found)  # one of memory may be closed elsewhere now
            for each in self._rows.last_closed_of(one, end.began, end.ended, most):
                found.setdefault(each.round, each)
        closings = sorted(
            ((each.closed, each) for each in found.values() if each.closed is not None),
            key=itemgetter(0),
            reverse=True,
        )
        last = [each for at, each in closings if end.began < at < end.ended]
        for each in last[: end.most]:
            yield self._corrections.of(each.events)

    def _in_memory(self, opening: int | None) -> dict[str, Round]:
        """Return the rounds of an opening that are in memory, open or closed."""
        here = (*self._touched.values(), *self._last.values(), *self._open.values())
        return {one.round: one for one in here if one is not None and one.table == opening}

    def _closed(
        self, one: Round, table: Table | None, previous: Sequence[Event], *, again: bool
    ) -> ClosedRound:
        """Return a closed round as its events stand now, without a record."""
        assert one.closed is not None
        gathering = gathering_of(one.game)
        return ClosedRound(
            round=one.round,
            place=one.place,
            day=one.day,
            number=one.number,
            game=one.game,
            table=table,
            events=self._corrections.of(one.events),
            record=None,
            opened=one.opened,
            closed=one.closed,
            previous=previous,
            carried=one.carried,
            again=again,
            carries=gathering.carry is not None
            and (bool(one.carried) or not gathering.carries_seldom),
        )

    def _before(self, one: Round) -> list[Event]:
        """Return the events of the round before, as far as they were told when a round closed."""
        before = self._find(one.previous) if one.previous is not None else None
        if before is None or one.closed is None:
            return []
        closed = one.closed
        return self._corrections.of([event for event in before.events if event.position < closed])

    def _carried(self, one: Round, before: Round, produced: Produced) -> Mapping[str, Any]:
        """Return the values that the round before carries to a round of its table."""
        carry = gathering_of(one.game).carry
        if carry is None:
            return {}
        table = self._table_of(one)
        options, _ = options_of(before, table, produced.book)
        if table is not None:
            table = lawful(table, before.game)
        ended = self._closed(before, table, (), again=True)
        return carry(ended, options, one.opened)

    # --- corrections ---------------------------------------------------------------------------

    def _correct(self, event: Event, change: Change, produced: Produced) -> None:
        """Apply a correction from an event on, and hand on again the rounds that read it."""
        target = change.target
        if target.round is None:
            self._correct_place(event, change, produced)
            return
        self._corrections.take(event, change)
        one = self._find(target.round)
        if one is None:
            return
        if target.kind == _OPENED:
            self._name_game(one)
        if target.kind == _CLOSED and target.source == one.owner:
            self._close_anew(one, event, change, produced)
        elif one.closed is not None:
            self._judge_again(one, event, produced, target.position)

    def _close_anew(self, one: Round, event: Event, change: Change, produced: Produced) -> None:
        """Let a round be closed where its closings say so now: where it was, later, or not yet.

        Where one is withdrawn the round goes on, with the play that its owner said meanwhile.
        """
        assert self._source is not None
        was, target = one.closed, change.target
        if not any(each.kind == _CLOSED for each in one.events):
            return
        meanwhile = list(play_since(one, self._source, event.position))
        said = sorted((*one.events, *meanwhile), key=attrgetter("position"))
        one.closed, one.events, beyond = by_closing(said, self._corrections)
        self._touched[one.round] = one
        self._tell_beyond(one, said, beyond, produced)
        if one.closed == was:
            if was is not None:
                self._judge_again(one, event, produced, target.position)
            return
        self._late.end(one.round)
        late = Waiting.of(event, produced, one.place, target.position)
        if one.closed is None:
            self._open[one.round] = one
            assert was is not None
            ended = structs.replace(one, closed=was)
            open_again = self._closed(ended, self._table_of(one), (), again=True)
            produced.rounds.append(structs.replace(open_again, reopened=True))
        else:
            self._open.pop(one.round, None)
            closed = self._hand_on(one, produced, again=True)
            produced.rounds.append(structs.replace(closed, closed_anew=was is None))
            self._judged(one, late, event.position)
        self._follow_anew(one, min(filter(None, (was, one.closed))), event, produced, late)

    def _tell_beyond(
        self, one: Round, said: Sequence[Event], beyond: Sequence[Event], produced: Produced
    ) -> None:
        """Find the events told of a round after its close as that is now, and no play before it."""
        first = next(each.position for each in said if each.kind == _CLOSED)
        left = {each.position for each in beyond if self._corrections.mended(each) is not None}
        for each in said:
            if each.position > first and each.kind not in AFTER_CLOSE:
                faults = [after_close(each, one.closed)] if each.position in left else []
                produced.about.append((_after(each), faults))

    def _follow_anew(
        self, one: Round, since: int, event: Event, produced: Produced, late: Waiting
    ) -> None:
        """Let the rounds opened since another closing of a round follow those closed before them.

        Those that follow another one now, or are carried something else, are judged again.
        """
        if one.table is None:
            return
        played = self._played(one.place, one.table, 0)
        moved: set[str] = set()
        for other, name in rounds_before(played):
            if other.opened <= since or (name == other.previous and name not in moved):
                continue
            other.previous = name
            self._touched[other.round] = other
            before = self._find(name) if name is not None else None
            if self._carry_anew(other, before, event.position, produced):
                moved.add(other.round)
            if other.closed is not None:
                produced.rounds.append(self._hand_on(other, produced, again=True))
                self._judged(other, late, event.position)
        known = {each.round for each in produced.rounds}
        counting = self._judge_idle(one, since, event.position, late, produced)
        produced.rounds += [each for each in counting if each.round not in known]
        table = self._places.get(one.place)
        if table is not None and one.table == table.opened.position:
            ended = [other for other in played if other.closed is not None]
            self._last[one.place] = max(ended, key=lambda other: other.closed or 0, default=None)
        self._late.spend(str(one.table), sum(len(other.events) for other in played))

    def _correct_place(self, event: Event, change: Change, produced: Produced) -> None:
        """Replace or withdraw a table's event outside its rounds.

        The rounds that it changes the record of are judged again.
        """
        target = change.target
        openings = self._openings_with(target)
        # What ends a table's sessions is also of its last round, which was closed before.
        since = 0 if target.kind in AT_THE_END else target.position
        names = [str(opened) for opened in openings]
        if not self._late.take(names):
            self._corrections.take(event, change)
            late = Waiting.of(event, produced, target.place or "", since)
            for opened in openings:
                self._put_right(opened, target)
                self._wait_all(opened, late, produced)
            return
        played = [one for opened in openings for one in self._played(target.place, opened, since)]
        was = {
            one.round: as_json(self._hand_on(one, produced, again=True).record)
            for one in played
            if one.closed is not None
        }
        self._corrections.take(event, change)
        for opened in openings:
            self._put_right(opened, target)
        for one in played:
            now = self._judge_anew(one, event.position, produced)
            if now is not None and as_json(now.record) != was[one.round]:
                produced.rounds.append(now)
                self._judged(one, Waiting.of(event, produced, one.place), event.position)
        for name in names:
            self._late.spend(name, sum(2 * len(one.events) for one in played))

    def _put_right(self, opened: int, target: Event) -> None:
        """Let an opening that is in memory have an event of its place as that is corrected now."""
        for table in {
            id(one): one
            for one in (self._places.get(target.place or ""), self._openings.get(opened))
            if one is not None and one.opened.position == opened
        }.values():
            self._openings[opened] = table
            now = self._corrections.mended(target)
            table.memo.clear()
            if target.position == opened:
                table.opened = now or target
                continue
            at = table.count_before(target.position)
            there = at < len(table.events) and table.events[at].position == target.position
            table.events[at : at + there] = [] if now is None else [now]

    def _judge_anew(self, one: Round, position: int, produced: Produced) -> ClosedRound | None:
        """Return a round as it is judged by its table as that is now; None where it is open."""
        self._name_game(one)
        before = self._find(one.previous) if one.previous is not None else None
        if before is not None:
            self._carry_anew(one, before, position, produced)
        return self._hand_on(one, produced, again=True) if one.closed is not None else None

    def _openings_with(self, target: Event) -> list[int]:
        """Return the openings of a place at which an event outside rounds stands."""
        if target.kind == TableOpened.KIND:
            return [target.position]
        if target.kind not in AT_PLACE:
            return []
        found = set(self._openings_at.get(target.position, ()))
        if self._read is not None:
            rows = self._read.cursor.execute(
                self._read.query(
                    "SELECT p.opened FROM {s}.place p JOIN {s}.standing s USING (opened) "
                    "WHERE p.place = %s AND s.position = %s"
                ),
                (target.place, target.position),
            )
            found.update(opened for (opened,) in rows.fetchall())
        return sorted(found)

    def _played(self, place: str | None, opened: int, since: int) -> list[Round]:
        """Return the rounds of an opening that were not closed before a position, as opened."""
        names = {
            one.round
            for one in self._in_memory(opened).values()
            if one.closed is None or one.closed > since
        }
        if self._rows is not None:
            names.update(one.round for one in self._rows.played(place, opened, since))
        found = (self._find(name) for name in names)
        return sorted((one for one in found if one is not None), key=attrgetter("opened"))

    def _name_game(self, one: Round) -> None:
        """Set a round's game to the game that its opening, or its table's, names now."""
        opened = self._corrections.mended(one.events[0]) or one.events[0]
        table = self._table_of(one)
        game = opened.payload.game or (table.opened.payload.game if table is not None else None)
        if game != one.game:
            one.game = game
            self._touched[one.round] = one

    def _carry_anew(
        self, one: Round, before: Round | None, position: int, produced: Produced
    ) -> bool:
        """Recompute the values that the round before carries to a round; True if they changed."""
        carried: Mapping[str, Any] = {}
        if before is not None:
            carried = self._carried(one, before, produced)
        if as_json(carried) == as_json(one.carried):  # one that was written has no tuples
            return False
        self._carried_until.setdefault((one.round, position), one.carried)
        one.carried = carried
        self._touched[one.round] = one
        return True

    def _judge_followers(
        self, one: Round, corrected: int, position: int, produced: Produced, late: Waiting
    ) -> Iterator[ClosedRound]:
        """Yield the closed rounds whose record reads a corrected round, as they are judged now.

        That is the next; of what is carried on, all those to which something else is carried now.
        One that is still open is carried it too, and judged when it closes.
        """
        waiting = [one]
        while waiting:
            before = waiting.pop(0)
            for other in self._open.values():
                if other.previous == before.round and gathering_of(other.game).carry is not None:
                    self._carry_anew(other, before, position, produced)
            for name in self._followers(before):
                other = self._find(name)
                if other is None or other.closed is None or corrected >= other.closed:
                    continue
                carries = gathering_of(other.game).carry is not None
                if carries and self._carry_anew(other, before, position, produced):
                    waiting.append(other)
                yield self._hand_on(other, produced, again=True)
                self._judged(other, late, position)

    def _judge_idle(
        self, one: Round, since: int, position: int, late: Waiting, produced: Produced
    ) -> Iterator[ClosedRound]:
        """Yield the rounds closed after a corrected one that count the rounds before them.

        That is where a session ended for rounds without a bet, and whether its player bet in this
        round decides how many there were.
        """
        table = self._table_of(one)
        most = min(told_at(table).longest, LOOKED_AT) if table is not None else 0
        if not most:
            return
        found = self._in_memory(one.table)
        if self._rows is not None:
            for each in self._rows.first_closed(one, since, most + 1 + len(found)):
                found.setdefault(each.round, each)
        closings = sorted(
            ((each.closed, each) for each in found.values() if (each.closed or 0) > since),
            key=itemgetter(0),
        )
        for _, other in closings[: most + 1]:
            if other is not one:
                now = self._hand_on(other, produced, again=True)
                if is_counted(now.record, gathering_of(other.game).sessions):
                    yield now
                    self._judged(other, late, position)

    def _followers(self, one: Round) -> list[str]:
        """Return the closed rounds whose record reads this round, as opened."""
        found = {
            other.opened: other.round
            for other in (*self._touched.values(), *self._last.values())
            if other is not None and other.closed is not None and other.previous == one.round
        }
        last = self._last.get(one.place)
        if self._rows is not None and (last is None or last.round != one.round):
            found |= self._rows.followers(one, self._until)
        return [found[opened] for opened in sorted(found)]

    # --- late facts ----------------------------------------------------------------------------

    def _judge_again(
        self, one: Round, event: Event, produced: Produced, corrected: int | None = None
    ) -> None:
        """Hand on a closed round again for a late fact, or let it wait.

        ``corrected`` is the position of the event of the round that the fact puts right: the rounds
        that read this one are handed on, too.
        """
        late = Waiting.of(event, produced, one.place, corrected)
        if corrected is not None and gathering_of(one.game).reads_earlier:
            late.opened = one.table
        table = () if late.opened is None else (str(late.opened),)
        if self._late.take([one.round, *table]):
            found = self._again(one, event.position, produced, late)
            produced.rounds += found
            self._late.spend(one.round, len(found[0].events) + len(found[0].previous))
            for name in table:
                self._late.spend(name, sum(len(other.events) for other in found[1:]))
        elif self._late.wait(one.round, late):
            produced.waiting.append(one.round)

    def _again(
        self, one: Round, position: int, produced: Produced, late: Waiting
    ) -> list[ClosedRound]:
        """Return a closed round as it is judged now, and behind it those that read it."""
        waited = self._late.end(one.round)
        found = [self._hand_on(one, produced, again=True)]
        self._judged(one, late, position)
        corrections = (late.corrected, waited.corrected if waited is not None else None)
        first = min((at for at in corrections if at is not None), default=None)
        if first is not None and gathering_of(one.game).reads_earlier:
            found += self._judge_followers(one, first, position, produced, late)
        if first is not None and one.closed is not None:
            known = {each.round for each in found}
            counting = self._judge_idle(one, one.closed, position, late, produced)
            found += [each for each in counting if each.round not in known]
        return found

    def _judged(self, one: Round, late: Waiting, position: int) -> None:
        """Take that a round is judged: again, where what it rests on waits with a correction."""
        assert one.closed is not None
        if not self._late:
            return
        earlier = gathering_of(one.game).reads_earlier
        if self._late.rests_on(one.table, one.closed, reads_earlier=earlier):
            # Behind all that wait already: else it is judged at each tick, and they never.
            last = structs.replace(late, since=position, corrected=None, opened=None)
            self._late.wait(one.round, last)
        else:
            self._late.read(one.round)

    def _wait_all(self, opened: int, late: Waiting, produced: Produced) -> None:
        """Let all rounds of an opening wait that were not closed before a corrected event."""
        late = structs.replace(late, opened=opened)
        if self._late.wait(str(opened), late):
            played = self._played(late.place, opened, late.corrected or 0)
            produced.waiting += [one.round for one in played if one.closed is not None]

    def _judge_waiting(self, event: Event, produced: Produced) -> None:
        """Hand on what waits, to be judged before the stages behind take an event.

        At a tick, for an act about what a round leaves open, and before its place goes on, as much
        as may be read; before a day's figures are fixed, the whole of it.
        """
        closes = event.kind == _DAY_CLOSED
        if produced.withheld or (closes and not produced.closes):
            return
        if event.kind == _TICKED:
            if event.source != self._service:
                return
            self._late.tick()
        place = event.place if event.kind in ENDS_WAITING_THERE else None
        self._judge_due(event, place, produced, whole=closes)
        if closes:  # what rested on a round that waited is judged behind it
            self._judge_due(event, place, produced, whole=True)

    def _judge_due(
        self, event: Event, place: str | None, produced: Produced, *, whole: bool
    ) -> None:
        for name, waiting in self._late.due(place, whole=whole):
            try:
                found = self._again_by_name(name, waiting, event.position, produced)
            except HALTING:
                raise
            except Exception as error:  # noqa: BLE001 - whatever it is, it costs this round alone
                self._late.end(name)
                produced.overdue.append(_cannot(name, waiting, event.position, told(error)))
                continue
            self._late.spend_tick(sum(len(one.events) for one in found))
            produced.overdue += [
                Overdue(
                    event=waiting.event(one.round, event.position),
                    closed=one,
                    day=waiting.day,
                    casino=waiting.casino,
                    closing=whole,
                )
                for one in found
            ]

    def _again_by_name(
        self, name: str, late: Waiting, position: int, produced: Produced
    ) -> list[ClosedRound]:
        """Return the rounds that waited under a name, a round's or an opening's, as judged now."""
        if name.isdigit():
            return self._all_again(int(name), late, position, produced)
        one = self._find(name)
        assert one is not None
        return self._again(one, position, produced, late)

    def _all_again(
        self, opened: int, late: Waiting, position: int, produced: Produced
    ) -> list[ClosedRound]:
        """Return an opening's closed rounds since a correction as they are judged now."""
        self._late.end(str(opened))
        found: list[ClosedRound] = []
        for one in self._played(late.place, opened, late.corrected or 0):
            now = self._judge_anew(one, position, produced)
            if now is not None:
                found.append(now)
                self._judged(one, late, position)
        return found

    # --- state ---------------------------------------------------------------------------------

    def _find(self, round_id: str) -> Round | None:
        """Return a round, open or closed: of this page, or as it was written."""
        one = self._open.get(round_id) or self._touched.get(round_id)
        if one is None:
            kept = self._last.get(round_id.rsplit("/", 2)[0])
            one = kept if kept is not None and kept.round == round_id else None
        if one is not None or self._rows is None:
            return one
        return self._rows.find(round_id)

    def _has(self, round_id: str) -> bool:
        """Tell whether a round was opened."""
        return self._find(round_id) is not None

    def _span(self, round_id: str) -> tuple[int, int] | None:
        """Return the positions of a round's opening and of its end, as far as it has come."""
        one = self._find(round_id)
        if one is None:
            return None
        last = one.events[-1].position if one.events else one.opened
        return one.opened, last if one.closed is None else one.closed

    def _name_before(self, round_id: str) -> str | None:
        """Return the round closed last, at the same opening of the table, when a round opened."""
        one = self._find(round_id)
        return None if one is None else one.previous

    def _last_closed(self, place: str, opening: int) -> Round | None:
        """Return the last round that was closed at a place since its table was opened."""
        current = self._places.get(place)
        if current is None or current.opened.position != opening:
            here = [
                one
                for one in self._touched.values()
                if one.table == opening and one.closed is not None
            ]
            name = self._rows.last_closed(place, opening) if self._rows is not None else None
            written = self._find(name) if name is not None else None
            both = [*here, *([written] if written is not None else [])]
            return max(both, key=lambda one: one.closed or 0, default=None)
        if place not in self._last:
            assert self._rows is not None
            # Nothing was closed here since this stage was loaded, so what is written is all.
            name = self._rows.last_closed(place, opening)
            self._last[place] = self._find(name) if name is not None else None
        return self._last[place]

    def _table_of(self, one: Round) -> Table | None:
        return None if one.table is None else self._table_at(one.place, one.table)

    def _table_at(self, place: str | None, opened: int) -> Table:
        """Return a place since an opening, its events as they are now."""
        current = self._places.get(place or "")
        if current is not None and current.opened.position == opened:
            return current
        if opened not in self._openings:
            self._openings[opened] = self._load_table(opened)
        return self._openings[opened]

    def _load_table(self, opened: int) -> Table:
        assert self._read is not None
        assert self._source is not None
        rows = self._read.cursor.execute(
            self._read.query(
                "SELECT position FROM {s}.standing "
                "WHERE opened = %s AND position <= coalesce(%s, position)"
            ),
            (opened, self._until),
        ).fetchall()
        positions = {position for (position,) in rows}
        positions.update(self._standing_of.get(opened, ()))
        events = self._source.events(sorted({opened, *positions}))
        (first,) = (event for event in events if event.position == opened)
        standing = [event for event in events if event is not first]
        return Table(
            opened=self._corrections.mended(first) or first,
            events=self._corrections.of(standing),
            terms=self._terms.find(opened, self._read),
        )

    @override
    def flush(self, writes: Writes) -> None:
        writes.replace("round", "round", COLUMNS, [row_of(one) for one in self._touched.values()])
        self._touched.clear()
        if self._rows is not None:
            self._rows.clear()
        writes.copy("place", ("opened", "place", "day"), self._opened)
        writes.copy("standing", ("opened", "position"), self._standing)
        self._opened.clear()
        for one in (self._standing, self._standing_of, self._openings_at):
            one.clear()
        writes.replace(
            "lasting",
            "place",
            ("place", "positions"),
            [
                (place, positions_of(self._lasting[place]))
                for place in sorted(self._touched_lasting)
            ],
        )
        self._touched_lasting.clear()
        self._openings.clear()
        self._terms.flush(writes)
        self._corrections.flush(writes)
        writes.copy(
            "carried_until",
            ("round", "until", "out"),
            [(*where, as_jsonb(carried)) for where, carried in self._carried_until.items()],
        )
        self._carried_until.clear()
        self._late.flush(writes)


_OPENED: Final = RoundOpened.KIND
_CLOSED: Final = RoundClosed.KIND
_TICKED: Final = ClockTicked.KIND
_DAY_CLOSED: Final = GamingDayClosed.KIND


def _after(event: Event) -> str:
    """Return the subject of what is said of a round after its close."""
    return f"{ONCE}closed {event.name}"


def _cannot(name: str, waiting: Waiting, position: int, why: str) -> Overdue:
    """Return the word that a round which waited, or an opening with its rounds, cannot be read."""
    round_id = None if name.isdigit() else name
    return Overdue(
        event=waiting.event(round_id, position),
        closed=why,
        day=waiting.day,
        casino=waiting.casino,
    )


def _fault(code: str, event: Event, expected: str, recorded: str) -> Fault:
    return Fault(
        code=code,
        positions=(event.position,),
        place=event.place,
        round=event.round,
        expected=str(expected),
        recorded=recorded,
    )
