"""``razao bench nights``: everything rebuilt from simulated nights of the whole casino.

All games, machines, bingo, jackpots and the office, and a fault in a hundred events: what a build
costs there is three times what the rounds of ``razao bench rebuild`` cost. The log is made once for
all rounds of a run. The limit is the log read out by COPY; several processes stand beside one, and
what they work altogether, too.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from ops.bench.casino import Bench
from ops.bench.frame import Comparison, Goal, Plan
from ops.bench.simulated import play, tidied
from ops.bench.subjects.rebuild import Work

EVENTS: Final = 60_000
EVENTS_A_FAULT: Final = 100
NUMBERS: Final = (1, 2, 4)
"""Of processes."""
WORK_MOST: Final = 1.1
"""What all processes of a build may work together, of what one does alone."""
COPY: Final = "nights, COPY TO"
ONE: Final = "1 process"
WORK: Final = "nights, work"


@contextmanager
def plan(bench: Bench) -> Generator[Plan]:
    """Play the nights."""
    with bench.ledger("bench_nights") as urls:
        with bench.open(urls) as installation:
            events = bench.size(EVENTS)
            play(bench, installation, events, events // EVENTS_A_FAULT)
        work = Work(urls, tidied(urls))
        made = Plan(measures={COPY: work.count})
        for number in NUMBERS:
            _measure(made, work, number)
        yield made


def _measure(made: Plan, work: Work, number: int) -> None:
    """Add how quickly so many processes rebuild, and how much they work for it altogether."""
    named = ONE if number == 1 else f"{number} processes"
    rate, worked = f"nights, {named}", f"{WORK}, {named}"

    def build() -> float:
        reached = work.everything(number)
        took[number] = work.work()
        return reached

    took: dict[int, float] = {}
    made.measures[rate] = build
    made.derived[worked] = lambda _: took[number]
    made.rows.append(
        Comparison(
            name=f"rebuild, simulated nights, {named}",
            own=rate,
            limit=COPY,
            limit_is="COPY TO of the same rows, counted",
            peer=None if number == 1 else f"nights, {ONE}",
            peer_is="one process",
        )
    )
    if number > 1:
        made.rows.append(
            Comparison(
                name=f"rebuild, simulated nights, work of {named}",
                own=worked,
                limit=f"{WORK}, {ONE}",
                limit_is="of one process; the server's work is in neither",
                goals=(Goal("limit", most=WORK_MOST),),
                unit="µs/event",
            )
        )
