"""The judge between the two halves of the pools: what it asks, what it hands on, in which order."""

from typing import Any

import msgspec
import pytest
from typing_extensions import override

from ledger.events.rounds import BetPlaced, BetsClosed, RoundOpened
from projections.base.errors import CannotFoldError
from projections.base.event import ClosedRound, Event
from projections.base.produced import PoolQuestion, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage, hand_on
from projections.replay.record import PoolState
from projections.stages.judging.judge import Judging
from tests.helpers.casino import Log

POOL = PoolState(pool="p", balance=7, base=5, ppm=10_000)


class Beside(Stage):
    """A stage that notes what it takes."""

    name = "beside"
    tables = ()
    by_round = True

    def __init__(self, taken: list[str], name: str = "beside", *, breaks: bool = False) -> None:
        self._taken, self._called, self._breaks = taken, name, breaks

    @override
    def load(self, schema: Schema, source: Source) -> None:
        pass

    @override
    def fold_round(self, event: Event, closed: ClosedRound, produced: Produced) -> None:
        if self._breaks:
            raise ValueError(f"no such card at {event.position}")
        self._taken.append(f"{self._called} round {closed.number}")

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        self._taken.append(f"{self._called} event")

    @override
    def flush(self, writes: Writes) -> None:
        pass


def a_round(game: str = "boule", number: int = 1) -> ClosedRound:
    """Return a closed round of one bet, gathered."""
    log = Log(game)
    bet = BetPlaced(bet=1, seat=1, chance="numero", selection="3", amount=100)
    log.play(RoundOpened(), bet, BetsClosed())
    closed = log.closed()
    record: Any = log.gather() if game == "boule" else None
    return msgspec.structs.replace(closed, record=record, number=number)


def test_each_round_goes_through_all_who_judge_and_book_before_the_next() -> None:
    """A prize that leaves a pool is booked before the next round at the position is judged."""
    taken: list[str] = []
    first, last = a_round(), a_round(number=2)
    produced = Produced(rounds=[first, last])
    hand_on([Beside(taken, "judge"), Beside(taken, "book")], first.events[-1], produced)
    assert taken == [
        "judge round 1",
        "book round 1",
        "judge round 2",
        "book round 2",
        "judge event",
        "book event",
    ]


def test_a_stage_that_cannot_take_a_round_is_named() -> None:
    """Who reads that the projections stand still reads which stage it was, and at which event."""
    closed = a_round()
    with pytest.raises(
        CannotFoldError, match=r"beside cannot fold .*: ValueError: no such card at"
    ):
        hand_on([Beside([], breaks=True)], closed.events[-1], Produced(rounds=[closed]))


def test_a_round_is_judged_with_the_pool_that_is_offered() -> None:
    """The judge asks by round, place, game and opening; the answer stands beside the verdict."""
    asked: list[PoolQuestion] = []

    def offer(question: PoolQuestion) -> PoolState:
        asked.append(question)
        return POOL

    closed = a_round()
    produced = Produced(rounds=[closed], pool_of=offer)
    Judging().fold_round(closed.events[-1], closed, produced)
    (judged,) = produced.judged
    assert produced.judgement is judged
    assert judged.offered == POOL
    assert asked == [
        PoolQuestion(
            round=closed.round,
            place=closed.place,
            game="boule",
            opened=closed.opened,
            opened_at=closed.events[0].at,
            again=False,
        )
    ]


def test_a_round_of_a_game_that_its_profile_has_not_is_judged_by_nobody() -> None:
    """REG-MOD is all that is known of it, and nothing is booked of it."""
    closed = a_round("xadrez")
    produced = Produced(rounds=[closed])
    Judging().fold_round(closed.events[-1], closed, produced)
    assert produced.judged == []
    assert produced.judgement is None
    ((name, (fault,)),) = produced.verdicts
    assert (name, fault.code, fault.recorded) == (closed.round, "REG-MOD", "xadrez")
