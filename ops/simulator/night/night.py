"""A simulated run as people ask for it: casino, days, faults, and the manifest."""

import tomllib
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from ledger.events.registry import ClockTicked
from ledger.signed.canonical import decode
from ledger.store.reader import Reader
from ops.errors import MisuseError
from ops.installation import Installation
from ops.simulator.night.casino import OFFICE, Casino, Plan, Seating, next_free, plan, seatings
from ops.simulator.night.catalogue import codes
from ops.simulator.night.courier import WINDOW, House, sources_of
from ops.simulator.night.origin import DAY
from ops.simulator.night.outside import Outside
from ops.simulator.night.rehearsal import Inside, play
from ops.simulator.parties.floor import Floor
from ops.simulator.parties.manifest import write_manifest
from ops.simulator.parties.table import Table
from ops.simulator.parties.table_book.book import Book

MANIFESTS: Final = "simulations"
LARGE: Final = 300_000
"""From so many events on, devices send segments of four minutes instead of single events."""
WINDOW_LARGE: Final = timedelta(minutes=4)
"""Below what the floor takes for a wrong clock."""
DAYS_KEPT: Final = 10


class NightPlan(Struct, frozen=True, kw_only=True):
    """The wishes of a run: which nights are played, and with which faults."""

    seed: int
    """The same seed, the same nights."""
    days: int | None = None
    """Gaming days; None: as many as ``events`` want."""
    events: int = 0
    """Days are played until there are so many."""
    plant: str | None = None
    """Faults: ``all``, a number, or a TOML file."""
    first: str | None = None
    """The first gaming day; None: the first that the ledger's clock has not passed."""
    size: float = 1.0
    """Rounds a day, times this."""
    calm: bool = False
    """Whether devices are never late, in bursts or out of reach."""
    url: str | None = None
    """Of a server that rehearses; None: the ledger is in this process."""
    window: timedelta | None = None
    """How often devices send; None: by the minute, where not too many events are asked."""

    def casino(self, first_day: str, run: int) -> Casino:
        """Return the casino that plays the nights, its faults planned.

        Raises:
            MisuseError: a fault is none.

        """
        floor, days = seatings(self.size), self.days or DAYS_KEPT
        faults = faults_asked(self.plant, floor, days, self.seed)
        return Casino(floor, seed=self.seed, first_day=first_day, faults=faults, days=days, run=run)

    @property
    def sent_each(self) -> timedelta:
        """How often devices send what they have."""
        return self.window or (WINDOW_LARGE if self.events >= LARGE else WINDOW)


class Run(Struct, frozen=True, kw_only=True):
    """The days and events of a run, and where its manifest is."""

    first_day: str
    days: int | None
    events: int
    planted: int
    left: int
    """Faults for which these days had no occasion."""
    manifest: Path


class Asked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a file of faults."""

    place: str
    fault: str
    occasion: int | None = None
    """Which round, play or beat of the place, from 1 over all days; None: one that is free."""


class _File(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    fault: list[Asked] = []


def faults_asked(asked: str | None, floor: Sequence[Seating], days: int, seed: int) -> Plan:
    """Return the plan that ``--plant`` asks for: ``all``, a number, or a TOML file.

    Raises:
        MisuseError: naming the file, the fault, what was expected and what was there.

    """
    if asked is None:
        return {}
    if asked == "all":
        return plan(floor, None, days, seed)
    if asked.isdecimal():
        return plan(floor, int(asked), days, seed)
    path = Path(asked)
    if not path.is_file():
        raise MisuseError(f"--plant: expected all, a number or a file, got {asked!r}")
    return _from_file(path, floor)


def _from_file(path: Path, floor: Sequence[Seating]) -> Plan:
    try:
        read = msgspec.convert(tomllib.loads(path.read_text("utf-8")), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise MisuseError(f"{path}: {error}") from error
    known = faults_of(floor)
    planned: dict[str, dict[int, str]] = {}
    for one in read.fault:
        if one.place not in known:
            raise MisuseError(f"{path}: no place {one.place!r}; there are: {', '.join(known)}")
        if one.fault not in known[one.place]:
            raise MisuseError(
                f"{path}: {one.place} has no fault {one.fault!r}; "
                f"`razao simulate faults` lists them"
            )
        of_place = planned.setdefault(one.place, {})
        free = next_free(floor, one.place, of_place)
        occasion = free if one.occasion is None else one.occasion
        if occasion in of_place or occasion < 1:
            raise MisuseError(
                f"{path}: {one.place}, occasion {occasion}: expected a free one from 1"
            )
        of_place[occasion] = one.fault
    return planned


def faults_of(floor: Sequence[Seating]) -> dict[str, dict[str, list[str]]]:
    """Return the faults that each place can have, with the codes that must be found of them."""
    known = codes()
    found = {OFFICE: {fault: known[Floor.GAME][fault] for fault in Floor.FAULTS}}
    for one in floor:
        found[one.place] = {fault: known[one.game.GAME][fault] for fault in one.game.FAULTS}
        if issubclass(one.game, Table):
            found[one.place] |= {fault: known[Book.NAME][fault] for fault in Book.FAULTS}
    return found


def next_run(installation: Installation) -> int:
    """Return which run in this ledger comes next."""
    run = 1
    while installation.store.head("sala" if run == 1 else f"sala-{run}") is not None:
        run += 1
    return run


def first_day(reader: Reader) -> str:
    """Return the first day that can be simulated: the ledger's clock never goes back."""
    newest = reader.newest(ClockTicked.KIND)
    if newest is None:
        return DAY
    ticked = date.fromisoformat(decode(newest.envelope).at[:10])
    return max(DAY, (ticked + timedelta(days=1)).isoformat())


def simulate(
    installation: Installation,
    asked: NightPlan,
    progress: Callable[[int], None] | None = None,
) -> Run:
    """Play a casino into the ledger, or through its server, and write the manifest.

    Raises:
        MisuseError: the day is before the ledger's clock, or a fault is none.

    """
    first, run = _begins(installation, asked.first), next_run(installation)
    casino = asked.casino(first, run)
    with ExitStack() as stack:
        played = play(
            _house(installation, asked.url, casino, stack),
            casino,
            days=asked.days,
            events=asked.events,
            seed=asked.seed,
            calm=asked.calm,
            window=asked.sent_each,
            progress=progress,
        )
    path = installation.home / MANIFESTS / f"{installation.origin}-{run}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    planted = casino.planted
    write_manifest(path, planted)
    return Run(
        first_day=first,
        days=asked.days,
        events=played,
        planted=len({one.id for one in planted if not one.may}),
        left=sum(party.left for party in casino.parties),
        manifest=path,
    )


def _begins(installation: Installation, asked: str | None) -> str:
    """Return the run's first day: the one that is asked, or the first that can be simulated."""
    with Reader(installation.urls.login) as reader:
        earliest = first_day(reader)
    first = asked or earliest
    if first < earliest:
        raise MisuseError(f"--from: the ledger's clock has passed {first}; expected {earliest} on")
    return first


def _house(installation: Installation, url: str | None, casino: Casino, stack: ExitStack) -> House:
    """Return the house that takes the events, everybody enrolled: the ledger, or its server."""
    if url is None:
        inside = Inside(installation)
        stack.callback(inside.close)
        return inside
    outside = Outside(url, installation, stack)
    outside.enter(list(sources_of(casino.parties)))
    return outside


def manifests(home: Path, origin: str) -> list[Path]:
    """Return the manifests of a ledger's runs."""
    return sorted((home / MANIFESTS).glob(f"{origin}-*.jsonl"))
