"""Parties played through a real door: into a ledger in memory, or where marked into a database."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Protocol

import msgspec
import pytest
from typing_extensions import override

from ops.catch_up import judge_all
from ops.installation import Installation
from ops.simulator.night.courier import Courier, House, sources_of
from ops.simulator.night.night import WINDOW_LARGE
from ops.simulator.night.rehearsal import Inside, found_in
from ops.simulator.parties.manifest import Found, Score, score
from ops.simulator.parties.party import Party, Place
from ops.simulator.parties.table import Table
from tests.fixtures.casino import Casino
from tests.fixtures.memory import MemoryCasino

DAY = "2026-11-20"
START = datetime(2026, 11, 20, 20, tzinfo=UTC)
SEEDS = (7, 8, 9, 10)
HONEST = [pytest.param(seed, marks=pytest.mark.deep) for seed in SEEDS[:1]]
"""Honest nights: in the deep tier, for of every fault's night the most rounds are honest too."""
FAULTY = [SEEDS[1], *[pytest.param(seed, marks=pytest.mark.deep) for seed in SEEDS[2:3]]]
"""Nights with every fault: one for each run, another in the deep tier."""
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


class Heard(Inside):
    """A ledger in this process that parties speak to and never ask."""

    @override
    def _catch_up(self) -> None:
        raise AssertionError(
            "a party that asks the ledger needs one in a database: mark `recorded`"
        )


@pytest.fixture
def casino(request: pytest.FixtureRequest) -> Casino:
    """Open the door of a ledger in memory, or of a fresh one in a database of its own."""
    recorded = request.node.get_closest_marker("recorded") is not None
    return request.getfixturevalue("recorded_casino" if recorded else "memory_casino")


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
        many = [rounds] * len(parties)
        if not isinstance(casino, MemoryCasino):
            return rehearse(casino.installation, parties, many, days=days, calm=calm, window=window)
        house = Heard(casino.installation)
        play_into(house, casino.installation, parties, many, days=days, calm=calm, window=window)
        casino.project()
        return scored(parties, found_in_memory(casino))

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
    """Play some days into a database, fold them, and return what was found of them."""
    house = Inside(installation)
    play_into(house, installation, parties, rounds, days=days, calm=calm, window=window)
    house.close()
    judge_all(installation.urls.login)
    return scored(parties, found_in(installation.urls.login))


def play_into(
    house: House,
    installation: Installation,
    parties: Sequence[Party],
    rounds: Sequence[int],
    *,
    days: int,
    calm: bool,
    window: timedelta,
) -> None:
    """Play some days of parties that need no floor around them.

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


def scored(parties: Sequence[Party], found: list[Found]) -> Score:
    """Compare what the parties planted with what was found."""
    return score([one for party in parties for one in party.planted], found)


def found_in_memory(casino: MemoryCasino) -> list[Found]:
    """Return the findings that hold now, each with the names of the events that prove it."""
    rows = casino.rows(
        "SELECT id, code, place, round, seat, bet, amount, facts, expected, recorded, positions "
        "FROM {s}.finding WHERE known_until IS NULL ORDER BY known_from, id"
    )
    events = casino.installation.store.events
    return [
        Found(
            **row | {"facts": msgspec.json.decode(row["facts"])},
            events=frozenset(f"{one.source}:{one.seq}" for one in events(positions)),
        )
        for row in rows
        for positions in [row.pop("positions")]
    ]


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
