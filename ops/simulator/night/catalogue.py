"""Which finding codes each fault leads to: told once by every party, and kept in ``data``.

``plan`` reads it to plant every code though it plants few faults, and people read it in
``razao simulate faults``. ``retold`` tells it anew; a test holds the two together.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from ops.simulator.parties.party import Party, Telling
from ops.simulator.parties.table_book.book import Book
from ops.simulator.parties.terminal import Ask

DATA: Final = Path(__file__).parents[2] / "data" / "fault_codes.json"
Codes = dict[str, dict[str, list[str]]]
"""Game, or the book of any table, to fault to the codes that must follow, in their order."""


@cache
def codes() -> Mapping[str, Mapping[str, list[str]]]:
    """Return the codes of every fault of every game."""
    return msgspec.json.decode(DATA.read_bytes(), type=Codes)


def retold(parties: Sequence[Party], rounds: Sequence[int], days: int) -> Codes:
    """Tell some days of parties with their faults, to nobody; return what was planted."""
    found: dict[str, dict[str, set[str]]] = {}
    for party, count in zip(parties, rounds, strict=True):
        _tell(party.prepare())
        for day in range(days):
            start = party.where.start + timedelta(days=day)
            _tell(party.gaming_day(start.date().isoformat(), start, count))
        games = {**dict.fromkeys(party.FAULTS, party.GAME), **dict.fromkeys(Book.FAULTS, Book.NAME)}
        for one in party.planted:
            if not one.may and one.fault in games:
                of_game = found.setdefault(games[one.fault], {})
                of_game.setdefault(one.fault, set()).add(one.code)
    return {
        game: {fault: sorted(of_fault) for fault, of_fault in sorted(of_game.items())}
        for game, of_game in sorted(found.items())
    }


def _tell(telling: Telling) -> None:
    for one in telling:
        if isinstance(one, Ask):
            one.granted = one.expected
