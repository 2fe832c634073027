"""Parties played into a real ledger."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol

import pytest

from ops.simulator.courier import WINDOW
from ops.simulator.manifest import Score
from ops.simulator.party import Party, Place
from ops.simulator.rehearsal import rehearse
from tests.fixtures.casino import Casino

DAY = "2026-11-20"
START = datetime(2026, 11, 20, 20, tzinfo=UTC)
SEEDS = (7, 8, 9, 10)


class Rehearse(Protocol):
    """Plays parties into the test's ledger and scores what was found."""

    def __call__(
        self,
        parties: Sequence[Party],
        rounds: int,
        *,
        days: int = 1,
        calm: bool = False,
        window: timedelta = WINDOW,
    ) -> Score:
        """Play so many rounds a day; devices send what they have once a window."""
        ...


@pytest.fixture
def rehearsed(casino: Casino) -> Rehearse:
    """Return what plays into a fresh ledger through its door."""

    def play(
        parties: Sequence[Party],
        rounds: int,
        *,
        days: int = 1,
        calm: bool = False,
        window: timedelta = WINDOW,
    ) -> Score:
        each = [rounds] * len(parties)
        return rehearse(casino.installation, parties, each, days=days, calm=calm, window=window)

    return play


def where(source: str, place: str, seed: int = 7) -> Place:
    """Return where a party plays."""
    return Place(source=source, place=place, day=DAY, start=START, seed=seed)


def each_fault(game: type[Party], *, every: int = 3, first: int = 2) -> Mapping[int, str]:
    """Return every fault of a game, one each so many occasions."""
    return {first + every * index: fault for index, fault in enumerate(game.FAULTS)}


def shown(score: Score) -> str:
    """Return what is not as it should be, for a test that fails."""
    return "\n".join(
        [
            f"planted {score.counts()}",
            *(f"missed {one}" for one in score.missed),
            *(f"invented {one}" for one in score.invented),
            *(f"off {one.off}: {one}" for one in score.off),
        ]
    )
