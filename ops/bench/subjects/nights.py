"""``razao bench nights``: everything rebuilt from simulated nights of the whole casino.

All games, machines, bingo, jackpots and the office, and a fault in a hundred events: what a build
costs there is three times what the rounds of ``razao bench rebuild`` cost. The log is made once for
all rounds of a run. The limit is the log read out by COPY.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from ops.bench.casino import Bench
from ops.bench.frame import Comparison, Plan
from ops.bench.simulated import play, tidied
from ops.bench.subjects.rebuild import Work

EVENTS: Final = 60_000
EVENTS_A_FAULT: Final = 100


@contextmanager
def plan(bench: Bench) -> Generator[Plan]:
    """Play the nights."""
    with bench.ledger("bench_nights") as urls:
        with bench.open(urls) as installation:
            events = bench.size(EVENTS)
            play(bench, installation, events, events // EVENTS_A_FAULT)
        work = Work(urls, tidied(urls))
        yield Plan(
            measures={"nights, COPY TO": work.count, "nights": work.everything},
            rows=[
                Comparison(
                    name="rebuild, simulated nights",
                    own="nights",
                    limit="nights, COPY TO",
                    limit_is="COPY TO of the same rows, counted",
                ),
            ],
        )
