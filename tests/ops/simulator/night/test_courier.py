"""The courier: order, bursts, late and repeated requests, and what parties may share."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

from ledger.events.registry import Heartbeat
from ledger.signed.canonical import decode
from ledger.signed.segments import Segment
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain
from ops.simulator.night.courier import Courier, House, merged
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said, Terminal

START = datetime(2026, 11, 20, 20, tzinfo=UTC)


class Recorder(House):
    """A house that keeps what comes, once; it checks that nothing is out of its source's order."""

    def __init__(self) -> None:
        self.events: list[tuple[str, int, str]] = []
        self.late: list[timedelta] = []
        """By how much each event came after it was said."""
        self.sizes: list[int] = []
        self.requests: list[int] = []
        self.ticks: list[datetime] = []
        self.repeated = 0
        self._seen: dict[str, int] = {}
        self._chains: dict[str, SourceChain] = {}

    def chain(self, source: str) -> SourceChain:
        return SourceChain("casa", source, KeySigner.generate())

    def enrol(self, source: str, role: str) -> None:
        raise AssertionError((source, role))

    def submit(self, segments: list[Segment]) -> None:
        self.requests.append(sum(len(one.envelopes) for one in segments))
        for segment in segments:
            events = [decode(one) for one in segment.envelopes]
            if events[0].seq <= self._seen.get(events[0].source, 0):
                self.repeated += len(events)
                continue
            self.sizes.append(len(events))
            for one in events:
                assert one.seq == self._seen.get(one.source, 0) + 1
                self._seen[one.source] = one.seq
                assert not self.ticks or one.at <= self.ticks[-1].strftime("%Y-%m-%dT%H:%M:%S.%fZ")
                self.events.append((one.source, one.seq, one.at))
                self.late.append(self.ticks[-1] - datetime.fromisoformat(one.at))

    def tick(self, at: datetime) -> None:
        self.ticks.append(at)


def beats(source: str, count: int, every: int, rng_seed: int = 1) -> Telling:
    """Tell so many heartbeats, some seconds apart."""
    terminal = Terminal(source, None, "2026-11-20", START, Random(rng_seed))
    for _ in range(count):
        terminal.wait(every, every)
        yield terminal.say(Heartbeat())


def test_a_calm_courier_sends_everything_singly_and_in_time() -> None:
    """Each event is a segment; nothing is late by more than a minute, nothing comes twice."""
    house = Recorder()
    Courier(house, 1, calm=True).deliver([beats("a", 50, 7), beats("b", 50, 11)])
    assert Counter(house.sizes) == {1: 100}
    assert house.repeated == 0
    assert max(house.late) <= timedelta(minutes=1)
    assert Counter(source for source, _, _ in house.events) == {"a": 50, "b": 50}


def test_a_courier_is_late_bursts_and_repeats_and_loses_nothing() -> None:
    """Over hours each of these happens, every event arrives once and in its source's order."""
    house = Recorder()
    Courier(house, 1).deliver([beats("a", 900, 7), beats("b", 900, 7)])
    assert max(house.sizes) > 1
    assert house.repeated > 0
    assert Counter(source for source, _, _ in house.events) == {"a": 900, "b": 900}
    assert timedelta(minutes=1) < max(house.late) <= timedelta(minutes=3)


def test_a_device_with_a_line_of_its_own_is_late_for_itself() -> None:
    """Two devices of one party: at times one of them is heard of a later moment first."""
    house = Recorder()

    def party() -> Telling:
        here, there = (Terminal(name, None, None, START, Random(1)) for name in "ab")
        there.apart = True
        for _ in range(600):
            here.wait(7, 7)
            there.now = here.now
            yield here.say(Heartbeat())
            yield there.say(Heartbeat())

    Courier(house, 1).deliver([party()])
    times = [at for _, _, at in house.events]
    assert Counter(source for source, _, _ in house.events) == {"a": 600, "b": 600}
    assert times != sorted(times)
    longer = Recorder()
    Courier(longer, 1, window=timedelta(minutes=4)).deliver([party()])
    times = [at for _, _, at in longer.events]
    assert times == sorted(times)


def test_a_long_window_makes_long_segments() -> None:
    """Four minutes of a busy source are one segment, of a thousand events at most."""
    house = Recorder()
    telling = beats("a", 3_000, 0)
    Courier(house, 1, calm=True, window=timedelta(minutes=4)).deliver([telling])
    assert max(house.sizes) <= 1_000
    assert len(house.sizes) < 300


def test_the_clock_ticks_before_what_was_said_is_sent() -> None:
    """So no event is from the future, and the last tick is after all of them."""
    house = Recorder()
    Courier(house, 3).deliver([beats("a", 100, 40)])
    assert house.ticks == sorted(house.ticks)
    assert house.events[-1][2] < house.ticks[-1].strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def test_who_pauses_goes_on_when_all_others_have_come_as_far() -> None:
    """What one party reads after a pause, another has done before that time and not after."""
    shared = 0

    def adds() -> Telling:
        nonlocal shared
        terminal = Terminal("a", None, None, START, Random(1))
        for _ in range(10):
            terminal.now += timedelta(seconds=10)
            yield terminal.pause()
            shared += 1
            yield terminal.say(Heartbeat())

    seen: list[tuple[int, int]] = []

    def reads() -> Telling:
        terminal = Terminal("b", None, None, START, Random(1))
        for step in range(10):
            terminal.now = START + timedelta(seconds=10 * step + 15)
            yield terminal.pause()
            seen.append((step, shared))
            yield terminal.say(Heartbeat())

    said = [one for _, one in merged([adds(), reads()])]
    assert seen == [(step, step + 1) for step in range(10)]
    times = [one.at for one in said if isinstance(one, Said)]
    assert times == sorted(times)
