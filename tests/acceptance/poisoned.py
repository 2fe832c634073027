"""Poison nights: who is poisoned, what rests on those who are not, and what must be the same."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from ledger.ids import split_round
from ops.simulator.night.casino import seatings
from ops.simulator.night.poison import Altered
from projections.base.event import Event
from projections.running.runner import LIVE
from tests.fixtures.casino import Casino

Row = dict[str, Any]
Parties = Mapping[str, set[str | None]]
"""Source to the place that has it alone."""


class Night(Struct, frozen=True):
    """A night that was played and folded."""

    casino: Casino
    altered: Sequence[Altered]
    events: Sequence[Event]
    pools: dict[str, set[str | None]]
    """Pool to the places whose stakes and words it rests on."""

    def place_at(self, position: int) -> str | None:
        """Return the place of an event, named or its device's; None of the house's."""
        event = self.events[position - 1]
        return event.place or (None if event.round is None else split_round(event.round)[0])


class Stood(Struct, frozen=True):
    """What an honest night came to, beside which a poisoned one is held."""

    left: set[str | None]
    """The places that are left alone."""
    rows: dict[str, list[str]]
    """Table to its rows that rest on those alone."""
    verdicts: list[tuple[str, str]]
    """Of all rounds."""


PLACES: Final = tuple(sorted(one.place for one in seatings()))


def poisoned(seed: int) -> list[str]:
    """Return half of the places."""
    return Random(seed).sample(PLACES, len(PLACES) // 2)


def pools_of(casino: Casino) -> dict[str, set[str | None]]:
    """Return each pool with the places whose stakes and words it rests on.

    A display is read in the name of the hall in which the pool's machines stand.
    """
    found: dict[str, set[str | None]] = {}
    for row in casino.rows("SELECT pool, members FROM {s}.pool"):
        members = set(row["members"])
        halls = {place for place in PLACES if any(one.upper().startswith(place) for one in members)}
        found[row["pool"]] = {*members, *halls} or {None}
    return found


COMPARED: Final = frozenset(
    {
        "due",
        "history",
        "posting",
        "revenue",
        "round",
        "scheduled",
        "table_day",
        "verdict",
    }
)
"""Tables of which every night has rows that rest on one place alone."""
POSITIONS: Final = ("position", "opened", "of", "act", "issued", "first", "correction")


def rests_on(night: Night, row: Row, parties: Parties) -> set[str | None]:
    """Return the places on whose words a row rests: by its names, and by who said its events."""
    found: set[str | None] = {row[name] for name in ("place", "machine", "cage") if row.get(name)}
    if isinstance(row.get("round"), str):
        found.add(split_round(row["round"])[0])
    if row.get("pool"):
        found |= night.pools.get(row["pool"], {None})
    if "source" in row:
        found |= parties.get(row["source"]) or (set() if found else {None})
    named = bool(found)
    for name in POSITIONS:
        if isinstance(row.get(name), int) and 0 < row[name] <= len(night.events):
            event = night.events[row[name] - 1]
            if not named:
                found.add(night.place_at(row[name]))
            found |= parties.get(event.source, set())
    return found


def _parties(night: Night) -> Parties:
    """Return the places whose names sources bear: nobody else speaks as they."""
    sources = {event.source for event in night.events}
    return {one: {place for place in PLACES if place.lower() in one} for one in sources}


def restricted(night: Night, left: set[str | None]) -> dict[str, list[str]]:
    """Return the rows of each table that rest on places alone that were left alone."""
    parties = _parties(night)
    casino, kept = night.casino, dict[str, list[str]]()
    tables = casino.rows(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = %s "
        "AND table_type = 'BASE TABLE' ORDER BY 1",
        LIVE,
    )
    for name in (row["name"] for row in tables):
        rows = casino.rows(f"SELECT t::text AS told, t.* FROM {{s}}.{name} AS t ORDER BY 1")
        for row in rows:
            on = rests_on(night, row, parties)
            if on and on <= left:
                kept.setdefault(name, []).append(row["told"])
    return kept


def early_rounds(night: Night) -> set[str]:
    """Return the rounds of poisoned places that closed before anything there was altered.

    Those that an altered event names are left out: a payment told again for an old round is about
    that round.
    """
    altered = {one.name: one.place for one in night.altered}
    first: dict[str, int] = {}
    named: list[str] = []
    for event in night.events:
        if event.name in altered:
            first.setdefault(altered[event.name], event.position)
            named.append(f'"{event.round}" {msgspec.json.encode(event.payload).decode()}')
    words = "\n".join(named)
    judged = night.casino.rows(
        "SELECT round, place, min(known_from) AS at FROM {s}.verdict GROUP BY round, place"
    )
    return {
        row["round"]
        for row in judged
        if row["at"] < first.get(row["place"], 0) and f'"{row["round"]}"' not in words
    }


def verdicts(casino: Casino) -> list[tuple[str, str]]:
    """Return each version of each verdict and amount due, with its round."""
    told: list[tuple[str, str]] = []
    for name in ("verdict", "due"):
        rows = casino.rows(f"SELECT round, t::text AS told FROM {{s}}.{name} AS t ORDER BY 2")
        told += [(row["round"], row["told"]) for row in rows]
    return told


def stood(honest: Night, bad: Sequence[str]) -> Stood:
    """Return what an honest night came to where others are left alone."""
    left = {honest.place_at(event.position) for event in honest.events} - {None, *bad}
    return Stood(left, restricted(honest, left), verdicts(honest.casino))


def differing(honest: Stood, after: Night, early: set[str]) -> set[str]:
    """Return the tables in which places that were left alone differ, by what is known of them.

    And ``early`` if a verdict of these rounds of poisoned places does.
    """
    now = restricted(after, honest.left)
    found = {name for name in now.keys() | honest.rows if now.get(name) != honest.rows.get(name)}
    was, known = (
        [one for one in told if one[0] in early]
        for told in (honest.verdicts, verdicts(after.casino))
    )
    return found if was == known else found | {"early"}
