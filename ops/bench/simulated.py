"""Nights of a whole simulated casino, played into a benchmark's ledger through the signed door."""

from typing import Final

import psycopg

from ops.bench.casino import Bench
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation
from ops.simulator.night.night import NightPlan, simulate

SIZE_EVENTS: Final = 62_500
"""About what a night of size 1 has."""
SIZE_MIN: Final = 0.02
FAULTY_SIZE_MIN: Final = 0.3
"""A smaller night has no room for faults of many kinds."""


def play(bench: Bench, installation: Installation, events: int, faults: int) -> None:
    """Play nights of about so many events, with so many faults where there is room for them.

    The matrix of authority judges them, as it does every new ledger: some faults are refused by it.
    """
    installation.let_authority_hold()
    nights = max(1, round(events / SIZE_EVENTS))
    size = max(SIZE_MIN, events / nights / SIZE_EVENTS)
    plant = str(faults) if size >= FAULTY_SIZE_MIN else None
    asked = NightPlan(seed=bench.seed, days=nights, plant=plant, size=size)
    simulate(installation, asked, lambda _: None)


def tidied(urls: DatabaseUrls) -> int:
    """Let the server clear up and count what was written; return how many events there are."""
    with psycopg.connect(urls.superuser, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
        row = connection.execute("SELECT position FROM ledger.head").fetchone()
    assert row is not None
    return row[0]
