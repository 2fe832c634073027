"""Faults of how seats are given (R53 to R57)."""

from collections.abc import Mapping
from typing import Final

from ledger.events.seats import PlaceRequested
from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import Coup
from ops.simulator.games.bacara.bacara_chemin_de_fer.table import PLACES, CheminDeFerTable
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling


def _free(table: CheminDeFerTable) -> list[int]:
    """Return the seats that nobody has."""
    return [seat for seat in range(1, PLACES + 1) if seat not in table.players]


def _later_coup_with_seat(table: CheminDeFerTable) -> bool:
    """Tell whether a seat is free, in a coup that is not the first."""
    return table.coups > 1 and bool(_free(table))


def _seat_the_later(table: CheminDeFerTable, coup: Coup) -> Telling:
    """Give a vacant seat to the second on the list (R55); the first waits no more then."""
    first = f"{table.badge}-w{coup.name.rpartition('/')[2]}"
    seat = _free(table)[0]
    yield table.say(PlaceRequested(player=first, wish="seat"))
    yield table.say(PlaceRequested(player=table.newcomer, wish="seat"))
    yield from table.arrive(seat)
    yield table.say(PlaceRequested(player=first, wish="seat", withdrawn=True))
    table.plant("seat-past-the-list", "CF-PLACE", coup.name, seat=seat)


SEATS: Final[Mapping[str, Wrong[CheminDeFerTable, Coup]]] = {
    "seat-past-the-list": Wrong(ready=_later_coup_with_seat, does={"before": _seat_the_later}),
}
