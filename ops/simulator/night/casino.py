"""A whole casino: every game of the law, machines, bingo, the pools' office, the floor.

``Casino`` seats the parties and tells their days; ``plan`` spreads faults over them. The places of
a second run in one ledger, and all who sign for them, bear the run's number.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Final

from msgspec import Struct

from ops.simulator.night.catalogue import codes
from ops.simulator.night.origin import DAY
from ops.simulator.night.roster import GAMES, OWN_CASINO
from ops.simulator.parties.floor import CASINO, HEARTBEAT, Floor, Watched
from ops.simulator.parties.manifest import Planted
from ops.simulator.parties.party import Party, Place, Telling
from ops.simulator.parties.table import Table
from ops.simulator.parties.table_book.book import Book
from ops.simulator.parties.table_book.faults import CLOSER_MISSING, DROP_SHORT

PREPARED: Final = time(9, tzinfo=UTC)
"""When, on the first day, what is done once is done."""
OPENS: Final = time(15, tzinfo=UTC)
FIRST: Final = 2
AFTER: Final = 3
"""Occasions after a place's last fault."""
PUT_OFF: Final = 8
"""One in so many faults may have to wait for an occasion of its own after the last."""
COUNTS: Final = {DROP_SHORT, CLOSER_MISSING}
PAUSES: Final = 4
"""A fault may want the hours to go by (the last coups before the room closes): so often, at most,
the office wonders at a table's silence."""
BEATS: Final = 12
HEARTBEATS: Final = {"machine": 14_400, "bingo_room": 7_200}
"""Seconds: a machine may stand idle for long, a room between two sessions."""
OFFICE: Final = "SALA"


class Seating(Struct, frozen=True, kw_only=True):
    """A party's place on the floor."""

    place: str
    game: type[Party]
    category: str
    opens: timedelta
    """After the casino."""
    rounds: int
    """A day."""
    watched: bool
    """Whether the office schedules it; the pools' office is a casino of its own, and does."""


def seatings(size: float = 1.0) -> list[Seating]:
    """Return the floor: one place for each game, with rounds a day times ``size``."""
    return [
        Seating(
            place=place,
            game=game,
            category=category,
            opens=timedelta(minutes=5 * number),
            rounds=max(1, round(rounds * size)),
            watched=category != OWN_CASINO,
        )
        for number, (place, game, category, rounds) in enumerate(GAMES)
    ]


Plan = Mapping[str, Mapping[int, str]]
"""Place to the faults by occasion."""


def plan(
    floor: Sequence[Seating], count: int | None, days: int, seed: int
) -> dict[str, dict[int, str]]:
    """Spread faults: each kind once, then again until there are ``count``; None: each kind once.

    With fewer than there are kinds, every finding code is planted first. Of the faults of table
    books each table has at most one a day, and no wrong count where the game's own show in it.
    """
    rng = Random(f"{seed}/plan")  # noqa: S311 - a seed, no secret
    kinds = {OFFICE: list(Floor.FAULTS), **{one.place: list(one.game.FAULTS) for one in floor}}
    tables = [(one.place, one.game) for one in floor if issubclass(one.game, Table)]
    once = [(place, fault) for place, faults in kinds.items() for fault in faults]
    books = [
        (place, fault)
        for day in range(days)
        for number, (place, game) in enumerate(tables)
        if (fault := Book.FAULTS[(number + day) % len(Book.FAULTS)]) not in COUNTS
        or not game.COUNTING
    ]
    first = {fault: (place, fault) for place, fault in reversed(books)}
    chosen = [*once, *first.values()]
    if count is not None:
        chosen = _every_code_first(floor, chosen, rng)
        more = [pair for pair in books if pair not in first.values()]
        while len(chosen) < count:
            chosen.append(more.pop() if more and rng.randrange(4) == 0 else rng.choice(once))
        chosen = chosen[:count]
    planned: dict[str, dict[int, str]] = {}
    for place, fault in chosen:
        of_place = planned.setdefault(place, {})
        of_place[next_free(floor, place, of_place)] = fault
    return planned


def next_free(floor: Sequence[Seating], place: str, planned: Mapping[int, str]) -> int:
    """Return the occasion of a place for one more fault, after all that are planned there."""
    apart = {OFFICE: Floor.APART, **{one.place: one.game.APART for one in floor}}
    return max(planned) + apart[place] if planned else FIRST


def _every_code_first(
    floor: Sequence[Seating], chosen: Sequence[tuple[str, str]], rng: Random
) -> list[tuple[str, str]]:
    """Shuffle faults, those first that lead to codes to which none before them does."""
    games = {OFFICE: Floor.GAME, **{one.place: one.game.GAME for one in floor}}
    known = codes()
    covered: set[str] = set()
    first: list[tuple[str, str]] = []
    rest: list[tuple[str, str]] = []
    for place, fault in rng.sample(chosen, len(chosen)):
        game = Book.NAME if fault in Book.FAULTS else games[place]
        new = set(known.get(game, {}).get(fault, ())) - covered
        (first if new else rest).append((place, fault))
        covered |= new
    return [*first, *rest]


class Casino:
    """The parties of a run, and what they say day by day."""

    def __init__(
        self,
        floor: Sequence[Seating],
        *,
        seed: int,
        first_day: str = DAY,
        faults: Plan | None = None,
        days: int = 1,
        run: int = 1,
    ) -> None:
        """Seat everybody; with faults, each place plays rounds enough for its own."""
        planned = faults or {}
        self._planned = frozenset(planned)
        self._suffix = "" if run == 1 else f"-{run}"
        self._first = date.fromisoformat(first_day)
        self.parties: list[Party] = []
        self._rounds: list[int] = []
        self._floor = list(floor)
        self._watched: list[list[Watched]] = []
        for one in floor:
            of_place = planned.get(one.place, {})
            party = one.game(self._where(one, seed), faults=of_place)
            if one.watched:
                party.casino = CASINO
            if isinstance(party, Table):
                party.book.mistypes = True
            self.parties.append(party)
            room = AFTER + len(of_place) // PUT_OFF
            needed = -(-(max(of_place, default=0) + room) // days)
            self._rounds.append(max(one.rounds, needed))
            places = party.scheduled() if one.watched else []
            self._watched.append([_watch(one, *place) for place in places])
        self.office = self._office(seed, planned.get(OFFICE, {}), by_the_ledger=bool(planned))
        beats = -(-(max(planned.get(OFFICE, {}), default=0) + AFTER) // days)
        self._beats = max(BEATS, beats)
        self.parties.append(self.office)

    def _where(self, one: Seating, seed: int) -> Place:
        place = f"{one.place}{self._suffix}"
        return Place(
            source=f"{one.category}-{place.lower()}",
            place=place,
            day=self._first.isoformat(),
            start=datetime.combine(self._first, PREPARED),
            seed=seed,
        )

    def _office(self, seed: int, faults: Mapping[int, str], *, by_the_ledger: bool) -> Floor:
        where = Place(
            source=f"sala{self._suffix}",
            place=f"{OFFICE}{self._suffix}",
            day=self._first.isoformat(),
            start=datetime.combine(self._first, PREPARED),
            seed=seed,
        )
        return Floor(
            where,
            faults,
            watched=[one for row in self._watched for one in row],
            earned=self._earned,
            by_the_ledger=by_the_ledger,
        )

    def _earned(self) -> int:
        """Return the day's revenue in the casino's own currency, which is declared."""
        return sum(party.earned for party in self.parties if party.EARNS_IN is None)

    def prepare(self) -> list[Telling]:
        """Return the acts before the first day, party by party."""
        return [party.prepare() for party in self.parties]

    def day(self, number: int) -> list[Telling]:
        """Return the events of the day of that number, from 0, party by party."""
        date_ = self._first + timedelta(days=number)
        day, opens = date_.isoformat(), datetime.combine(date_, OPENS)
        tellings: list[Telling] = []
        for one, party, rounds, watched in zip(
            self._floor, self.parties, self._rounds, self._watched, strict=False
        ):
            party.earned = 0
            telling = party.gaming_day(day, opens + one.opens, rounds)
            tellings.append(_until_closed(telling, watched))
        return [*tellings, self.office.gaming_day(day, opens, self._beats)]

    @property
    def planted(self) -> list[Planted]:
        """The findings that must be there."""
        silences = [
            Planted(
                fault="pause", code="INT-SILENT", id=f"pause/{one.place}", place=one.place, may=True
            )
            for seating, row in zip(self._floor, self._watched, strict=False)
            if seating.place in self._planned
            for one in row
            for _ in range(PAUSES)
        ]
        return [*silences, *(one for party in self.parties for one in party.planted)]


def _watch(one: Seating, place: str, source: str) -> Watched:
    return Watched(
        place=place,
        source=source,
        category=one.category,
        opens=one.opens,
        heartbeat=HEARTBEATS.get(one.category, HEARTBEAT),
    )


def _until_closed(telling: Telling, watched: Sequence[Watched]) -> Telling:
    """Tell, and when all is told let the office see that the places have closed."""
    yield from telling
    for one in watched:
        one.open = False
