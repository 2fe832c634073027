"""Parties played into a real ledger."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Protocol

import pytest

from ops.catch_up import judge_all
from ops.installation import Installation
from ops.simulator.night.courier import Courier, sources_of
from ops.simulator.night.night import WINDOW_LARGE
from ops.simulator.night.rehearsal import Inside, found_in
from ops.simulator.parties.manifest import Score, score
from ops.simulator.parties.party import Party, Place
from ops.simulator.parties.table import Table
from tests.fixtures.casino import Casino

DAY = "2026-11-20"
START = datetime(2026, 11, 20, 20, tzinfo=UTC)
SEEDS = (7, 8, 9, 10)
HONEST = [pytest.param(seed, marks=pytest.mark.deep) for seed in SEEDS[:2]]
"""Honest nights: in the deep tier, for of every fault's night the most rounds are honest too."""
FAULTY = [SEEDS[1], *[pytest.param(seed, marks=pytest.mark.deep) for seed in SEEDS[2:]]]
"""Nights with every fault: one for each run, two more in the deep tier."""
SEVERAL = WINDOW_LARGE
"""So long devices keep what they have to say, where it is not said otherwise: the ledger's clock
ticks once for all of it. What comes by the minute, and singly, ``WINDOW`` shows."""


class Rehearse(Protocol):
    """Plays parties into the test's ledger and scores what was found."""

    def __call__(
        self,
        parties: Sequence[Party],
        rounds: int,
        *,
        days: int = 1,
        calm: bool = False,
        window: timedelta = SEVERAL,
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
        window: timedelta = SEVERAL,
    ) -> Score:
        each = [rounds] * len(parties)
        return rehearse(casino.installation, parties, each, days=days, calm=calm, window=window)

    return play


def rehearse(
    installation: Installation,
    parties: Sequence[Party],
    rounds: Sequence[int],
    *,
    days: int = 1,
    calm: bool = False,
    window: timedelta = SEVERAL,
) -> Score:
    """Play some days of parties that need no floor around them; return what was found of it.

    ``rounds`` says, party by party, how many rounds a day has.
    """
    first = min(party.where.start for party in parties)
    enrolled = first - timedelta(hours=12)
    installation.now = lambda: enrolled
    for party in parties:
        if isinstance(party, Table):
            party.book.mistypes = True
    if not installation.door.keyring.authority:
        installation.let_authority_hold()
    for source, binding in sources_of(parties).items():
        installation.enrol(source, binding)
    house = Inside(installation)
    courier = Courier(house, 7, calm=calm, window=window)
    courier.deliver([party.prepare() for party in parties])
    for number in range(days):
        courier.deliver(
            [
                party.gaming_day(*day_of(party, number), count)
                for party, count in zip(parties, rounds, strict=True)
            ]
        )
    # What is unpaid when the night ends is a finding when its term is over.
    installation.now = lambda: first + timedelta(days=days + 1)
    installation.door.tick()
    house.close()
    judge_all(installation.urls.login)
    planted = [one for party in parties for one in party.planted]
    return score(planted, found_in(installation.urls.login))


def day_of(party: Party, number: int) -> tuple[str, datetime]:
    """Return a party's gaming day of that number, from 0, and when it opens."""
    day = date.fromisoformat(party.where.day) + timedelta(days=number)
    return day.isoformat(), party.where.start + timedelta(days=number)


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
