"""The line at the door: whoever is answered goes at once, and whatever meets the leader, all go."""

import linecache
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import ledger.door
from ledger.door.ingestion import UNAVAILABLE, Answer, Door
from ledger.door.line import Line, Place
from ledger.door.opening import read_keyring
from ledger.errors import CorruptLedgerError, LedgerError
from ledger.events.registry import ClockTicked
from ledger.events.rounds import BetPlaced
from ledger.signed.segments import Segment
from ledger.signed.sources import SourceChain
from ledger.store.recorder import UnknownOutcomeError
from tests.fixtures.casino import AT, Casino

SECONDS_MAX = 30
"""No test here waits so long for anybody who is still there."""


def bet(number: int) -> BetPlaced:
    return BetPlaced(bet=number, seat=1, chance="pleno", selection="17", amount=100)


# --- the line alone -------------------------------------------------------------------------------


class Mark(Place):
    """A caller whose answer is a word."""

    __slots__ = ("answer",)

    def __init__(self) -> None:
        super().__init__(1)
        self.answer = ""

    def is_answered(self) -> bool:
        return bool(self.answer)


def standing(line: Line[Mark], count: int) -> list[Mark]:
    """Return callers who joined one after another."""
    marks = [Mark() for _ in range(count)]
    assert all(line.join(mark, 10) for mark in marks)
    return marks


def test_the_first_leads_and_the_lead_goes_to_the_first_who_waits() -> None:
    """One leads at a time; when the last has gone, the next who comes leads again."""
    line: Line[Mark] = Line()
    marks = standing(line, 3)
    assert [mark.leads for mark in marks] == [True, False, False]
    for mark, after in zip(marks, [*marks[1:], None], strict=True):
        assert line.wait(mark)
        mark.answer = "done"
        line.release()
        line.leave(mark)
        assert not mark.leads
        assert after is None or after.leads
    assert line.events == 0
    assert standing(line, 1)[0].leads


def test_whoever_is_answered_goes_from_any_place() -> None:
    """The third is answered while the second still waits: he need not wait for him."""
    line: Line[Mark] = Line()
    first, second, third = standing(line, 3)
    gone: list[bool] = []
    thread = threading.Thread(target=lambda: gone.append(line.wait(third)), daemon=True)
    thread.start()
    third.answer = "done"
    line.release()
    thread.join(SECONDS_MAX)
    assert gone == [False]
    assert line.waiting() == [first, second]
    assert (line.events, third.done, second.done) == (2, True, False)


def test_a_full_line_takes_nobody_more_and_an_empty_one_takes_anybody() -> None:
    """Ten events are its most here; one caller with more than that may come first."""
    line: Line[Mark] = Line()
    large = Mark()
    large.count = 11
    assert line.join(large, 10)
    other = Mark()
    assert not line.join(other, 10)
    line.leave(other)
    line.leave(large)
    assert line.events == 0
    assert line.join(other, 10)
    assert other.leads


def test_who_leaves_unanswered_is_not_waited_for() -> None:
    """Interrupted while he waited, or while he led: the others go on."""
    line: Line[Mark] = Line()
    first, second, third = standing(line, 3)
    line.leave(second)
    assert line.waiting() == [first, third]
    line.leave(first)
    assert third.leads
    assert line.events == 1


# --- an exception in the leader, at every step ----------------------------------------------------

DOOR = str(Path(ledger.door.__file__).parent)


class FaultError(Exception):
    """What the store, the driver or a mistake may raise."""


class Tripwire:
    """Raises in a thread's n-th line of the door while it writes for all.

    Not where a ``with`` begins or ends: there the interpreter itself would leave a lock locked.
    """

    def __init__(self, step: int, error: Callable[[], BaseException]) -> None:
        self.left = step
        self.raised = False
        self._error = error

    def __call__(self, frame: FrameType, event: str, _: Any) -> "Tripwire | None":
        if event == "call":
            return self if self._is_watched(frame) else None
        if event == "line" and not self.raised and not _is_with(frame):
            self.left -= 1
            if self.left < 0:
                self.raised = True
                raise self._error()
        return self

    def _is_watched(self, frame: FrameType) -> bool:
        if not frame.f_code.co_filename.startswith(DOOR):
            return False
        above: FrameType | None = frame
        while above is not None and above.f_code.co_name != "_write_batch":
            above = above.f_back
        return above is not None


def _is_with(frame: FrameType) -> bool:
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
    return line.lstrip().startswith("with ")


class Caller(threading.Thread):
    """A source that submits segments at once with others, and what becomes of them."""

    def __init__(self, door: Door, segments: list[Segment]) -> None:
        super().__init__(daemon=True)
        self.segments = segments
        self.answers: list[Answer] = []
        self.error: BaseException | None = None
        self.wire: Tripwire | None = None
        self._door = door

    def run(self) -> None:
        try:
            if self.wire is not None:
                sys.settrace(self.wire)
            self.answers = self._door.submit(self.segments)
        except BaseException as error:  # noqa: BLE001 - told by the test
            self.error = error
        finally:
            sys.settrace(None)


def submitted_at_once(door: Door, callers: list[Caller]) -> None:
    """Let all wait in one line, the first at its head, and then let him write."""
    with door._pen:
        for number, caller in enumerate(callers, 1):
            caller.start()
            while len(door._line.waiting()) < number:
                assert caller.is_alive()
    for caller in callers:
        caller.join(SECONDS_MAX)


class Floor:
    """Three tables and a source out of turn, at one door after another."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        self.door = casino.door
        self.tables = [casino.source(f"mesa-{number}") for number in range(3)]
        self.gap = casino.source("mesa-gap")
        self.gap.event(bet(1), AT)
        casino.tick()

    def reopened(self) -> Door:
        """Return the door, opened anew where an error closed it."""
        if self.door.stopped is not None:
            one = self.casino.installation
            self.door = Door(one.store, lambda: read_keyring(one.reader), now=one.now)
        return self.door

    def segments_of(self, chain: SourceChain) -> list[Segment]:
        return [chain.say(bet(number), AT) for number in (1, 2)]


def meets(casino: Casino, error: type[BaseException], steps: Iterable[int]) -> int:
    """Let an error meet him who leads at each of these steps; return how many there were."""
    floor, raised = Floor(casino), 0
    for step in steps:
        door = floor.reopened()
        wire = Tripwire(step, error)
        brought = [floor.segments_of(chain) for chain in floor.tables]
        brought[1].insert(1, floor.gap.say(bet(2), AT))
        brought[2].append(casino.installation.chain("servico").say(ClockTicked(), AT))
        callers = [Caller(door, segments) for segments in brought]
        callers[0].wire = wire
        refused = refusals(door)
        submitted_at_once(door, callers)
        assert not any(caller.is_alive() for caller in callers), f"step {step}: somebody waits"
        assert (door.waiting, door._line._led) == (0, False)
        told = [answer.outcome for caller in callers for answer in caller.answers]
        assert set(told) <= {"recorded", "gap", UNAVAILABLE}, (step, told)
        assert refusals(door) - refused == told.count("gap"), "refusals are kept"
        assert [one.error for one in callers[1:] if not isinstance(one.error, LedgerError)] == [
            None for one in callers[1:] if one.answers
        ]
        again = floor.reopened()
        for caller in callers:
            outcomes = [one.outcome for one in again.submit(caller.segments)]
            assert set(outcomes) <= {"recorded", "repeated", "gap"}, (step, outcomes)
        for chain in floor.tables:
            links = casino.installation.store.links(chain.source, 1, chain.seq)
            assert (len(links), links[-1][1]) == (chain.seq, chain.link)
        if not wire.raised:
            assert set(told) == {"recorded", "gap"}
            break
        raised += 1
    return raised


def refusals(door: Door) -> int:
    """Return how often the door refused the source out of turn since it last wrote that down."""
    folded = door._refusals._folded.get(("mesa-gap", "gap", ""))
    return 0 if folded is None else folded.count


@pytest.mark.parametrize("error", [FaultError, KeyboardInterrupt])
def test_nobody_waits_for_ever_whatever_meets_the_leader(
    casino: Casino, error: type[BaseException]
) -> None:
    """At some lines that he runs for all: everybody gets an answer or an error, and comes again."""
    assert meets(casino, error, range(3, 4_000, 61)) >= 4


@pytest.mark.deep
@pytest.mark.parametrize("error", [FaultError, KeyboardInterrupt])
def test_nobody_waits_for_ever_wherever_it_meets_him(
    casino: Casino, error: type[BaseException]
) -> None:
    """The same at every eighth line of the door that he runs, to the last."""
    assert meets(casino, error, range(0, 4_000, 8)) >= 20


def test_what_was_refused_stays_refused_where_the_leader_raises(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """His first segment is out of turn, his second is the store's end: the first is told of."""
    floor = Floor(casino)

    def broken(*_: Any) -> Any:
        raise CorruptLedgerError("the heads contradict the events")

    with monkeypatch.context() as gone:
        gone.setattr(casino.installation.store, "append", broken)
        with pytest.raises(CorruptLedgerError):
            casino.door.submit([floor.gap.say(bet(2), AT), *floor.segments_of(floor.tables[0])])
    assert refusals(casino.door) == 1
    assert casino.door.stopped is not None


def test_a_lost_answer_is_asked_for_by_whoever_leads(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is cut after the commit: all who were in the batch get their receipts."""
    floor = Floor(casino)
    append: Callable[..., Any] = casino.installation.store.append
    cut: list[bool] = []

    def cut_once(*rows: Any) -> Any:
        first = append(*rows)
        if not cut:
            cut.append(True)
            raise UnknownOutcomeError("the connection was lost")
        return first

    monkeypatch.setattr(casino.installation.store, "append", cut_once)
    callers = [Caller(casino.door, floor.segments_of(chain)) for chain in floor.tables]
    submitted_at_once(casino.door, callers)
    assert cut
    outcomes = [answer.outcome for caller in callers for answer in caller.answers]
    assert outcomes == ["recorded"] * 6
    positions = [it.receipt.position for one in callers for it in one.answers if it.receipt]
    assert sorted(positions) == list(range(casino.last - 5, casino.last + 1))
