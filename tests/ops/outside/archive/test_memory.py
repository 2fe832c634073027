"""What stands in memory while a range is sealed and checked does not grow with the range."""

import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from ledger.log.log import Log
from ops.outside.archive import sealing, tables
from ops.outside.archive.checking import Asked, check_range
from ops.outside.archive.folder import Archive
from ops.outside.archive.sealing import House, seal
from projections.running.carrying import changes, tracing
from tests.fixtures.casino import ORIGIN, Casino
from tests.projections.stages.rounds.test_rounds import open_table, play

pytestmark = [pytest.mark.recorded, pytest.mark.deep]
FEW = 64
FILE = 128
ENDS = (FILE, 4 * FILE, 10 * FILE)
"""Of ranges that are whole files, more than are held; the first brings what is loaded once."""
BYTES_AN_EVENT = 100
P = ParamSpec("P")
T = TypeVar("T")


def traced(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> tuple[T, int]:
    """Return what a piece of work gives, and how many bytes it held at most."""
    tracemalloc.start()
    try:
        done = work(*arguments, **named)
        return done, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_range_twice_as_long_holds_as_much(
    recorded_casino: Casino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages, groups and files are full in both: what is beyond them stays on the server."""
    for module, name in (
        (tracing, "ROWS_HELD"),
        (changes, "ROWS_ASKED"),
        (tables, "ROWS_GROUP"),
        (tables, "GROUP"),
        (sealing, "PAGE_EVENTS"),
    ):
        monkeypatch.setattr(module, name, FEW)
    monkeypatch.setattr(tables, "TILE", FILE)
    monkeypatch.setattr(tables, "EVENTS_MAX", FILE)
    casino, archive = recorded_casino, Archive(str(tmp_path / "archive"))
    asked = Asked(server=casino.superuser)
    open_table(casino)
    for number in range(1, ENDS[-1] // 7 + 2):
        play(casino, number, paid=3_500 - number % 2)
    casino.tick()
    held: list[tuple[int, int, int]] = []
    for end in ENDS:
        with closing(Log(casino.conninfo, ORIGIN, casino.log_signer)) as log:
            house = House(casino.conninfo, ORIGIN, log, casino.log_signer)
            made, sealed = traced(seal, house, archive, end)
        assert made is not None
        checked, looked = traced(check_range, archive, made[0], asked)
        assert (checked.faults, checked.unproved) == ((), ())
        held.append((checked.events, sealed, looked))
    _, once, twice = held
    more = twice[0] - once[0]
    assert (once[0], more) == (3 * FILE, 3 * FILE)
    assert (twice[1] - once[1]) / more < BYTES_AN_EVENT, held
    assert (twice[2] - once[2]) / more < BYTES_AN_EVENT, held
