"""The judge: every closed round, and every play that must be looked at, re-run by replay.

A round is judged with what its pool offers (``Produced.pool_of``: a question answered by a value).
At one position rounds are judged one after another: verdicts take each, then the pools book it,
before the next is judged (``base.stage.hand_on``), because a prize leaves the pool that the next
round may win.
"""

import msgspec
from typing_extensions import override

from projections.base.event import ClosedRound, Event, JudgedRound
from projections.base.produced import Fault, PoolQuestion, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.replay.record import PoolState, Record
from projections.replay.registry import GAMES, PROFILES


class Judging(Stage):
    """The verdict on each round; what stands of it is kept by the stages after this one."""

    name = "judging"
    tables = ()
    kinds = frozenset()
    by_round = True
    remembers = False

    @override
    def load(self, schema: Schema, source: Source) -> None:
        """Load nothing: a verdict rests on its round alone."""

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        """Judge nothing outside a round: machines ask for their plays' verdicts themselves."""

    @override
    def fold_round(self, event: Event, closed: ClosedRound, produced: Produced) -> None:
        produced.judgement = None
        record = closed.record
        if closed.reopened:
            produced.verdicts.append((closed.round, []))
            produced.no_longer_judged.append(closed)
            return
        if record is None or closed.game not in PROFILES.get(record.profile, {}):
            # It is all that is known of it: what a judgement before a correction found is not.
            produced.verdicts.append((closed.round, [_of_no_game(closed)]))
            if closed.again:
                produced.no_longer_judged.append(closed)
            return
        offered = produced.pool_of(_question(closed))
        if offered is not None:
            record = _with(record, offered)
        produced.judgement = JudgedRound(
            closed=msgspec.structs.replace(closed, record=record),
            verdict=produced.judge(record),
            offered=offered,
        )
        produced.judged.append(produced.judgement)

    @override
    def flush(self, writes: Writes) -> None:
        """Write nothing: verdicts and pools write what they keep of each."""


def _with(record: Record, offered: PoolState) -> Record:
    """Return a round's record with its pool, if its game knows pools."""
    if "pool" in record.__struct_fields__:
        return msgspec.structs.replace(record, pool=offered)
    return record


def _question(closed: ClosedRound) -> PoolQuestion:
    return PoolQuestion(
        round=closed.round,
        place=closed.place,
        game=closed.game,
        opened=closed.opened,
        opened_at=closed.opened_at,
        again=closed.again,
    )


def _of_no_game(closed: ClosedRound) -> Fault:
    """Return the fault of a round whose game its profile does not admit."""
    return Fault(
        code="REG-MOD",
        positions=(closed.opened, closed.closed),
        place=closed.place,
        round=closed.round,
        expected=f"one of {', '.join(GAMES)}",
        recorded=str(closed.game),
    )
