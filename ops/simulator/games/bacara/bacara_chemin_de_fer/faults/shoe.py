"""Faults of the shoe: how it is made, and how long it is played (R40 to R46, R105)."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final

from msgspec import structs

from ledger.events.base import Payload
from ledger.events.outcomes import CutCardDrawn, DeckShuffled
from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import Coup
from ops.simulator.games.bacara.bacara_chemin_de_fer.faults.choice import covered, with_cards
from ops.simulator.games.bacara.bacara_chemin_de_fer.table import CheminDeFerTable
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

LATE_SHOE: Final = "late-shoe"
SHUFFLER: Final = "player-shuffles-last"
SMALL: Final = 4
"""Cards of a cut that is too small."""

Fault = Wrong[CheminDeFerTable, Coup]


def _new_shoe(table: CheminDeFerTable, coup: Coup, right: Telling) -> Telling:
    """Make a new shoe, whether or not the old one is over."""
    del right
    return table.new_shoe(coup)


def _note_shoe(
    table: CheminDeFerTable, coup: Coup, acts: list[Payload] | None
) -> list[Payload] | None:
    """Plant the shoe that was made wrongly; the bank goes on as it should."""
    table.note(coup, "CF-SHOE")
    return acts


def _player_shuffles(table: CheminDeFerTable, coup: Coup, right: DeckShuffled) -> DeckShuffled:
    """Let a player shuffle after the pagador."""
    del coup
    return structs.replace(right, by=table.seated[0])


def _shoe(moment: str, wrong: Callable[[CheminDeFerTable, Coup, Any], Any]) -> Fault:
    """Return the fault of a shoe that is made otherwise at one moment of its making."""
    return Wrong(fits=covered, instead={"shoe": _new_shoe, moment: wrong, "bank": _note_shoe})


SHOES: Final[Mapping[str, Fault]] = {
    "aviso-misplaced": _shoe("behind", lambda _table, _coup, behind: behind + 3),
    "burn-miscounted": _shoe("burned", lambda _table, _coup, count: count + 1),
    "no-burn": _shoe("burn", lambda _table, _coup, _burn: iter(())),
    SHUFFLER: _shoe("last-shuffle", _player_shuffles),
    "small-cut": _shoe("side", lambda _table, _coup, _side: SMALL),
}


def _before_the_last(table: CheminDeFerTable) -> bool:
    """Tell whether a coup follows this one, with cards enough."""
    return not table.last_round and with_cards(table)


def _play_past_the_aviso(table: CheminDeFerTable, coup: Coup) -> Telling:
    """Let the aviso come out in this coup, and deal the next one from the same shoe."""
    table.play_on()
    table.plant("past-the-aviso", "CF-SHOE", table.next_round(coup.name))
    yield table.say(CutCardDrawn(), coup.name)


PLAYED_ON: Final[Mapping[str, Fault]] = {
    "past-the-aviso": Wrong(
        ready=_before_the_last, fits=covered, does={"closed": _play_past_the_aviso}
    ),
}


def _never(table: CheminDeFerTable) -> bool:
    """Leave the fault to the end of the day, where ``late_shoe`` makes it."""
    del table
    return False


LATE: Final[Mapping[str, Fault]] = {LATE_SHOE: Wrong(ready=_never)}


def late_shoe(table: CheminDeFerTable) -> Telling:
    """Begin a shoe less than twenty minutes before the room closes, and play on (R105)."""
    due = [one for one, fault in table.faults.items() if fault == LATE_SHOE]
    if not due:
        return
    del table.faults[due[0]]
    table.terminal.now = max(table.terminal.now, table.closes - timedelta(minutes=10))
    yield from table.new_shoe()
    table.terminal.now = max(table.terminal.now, table.closes + timedelta(minutes=1))
    table.occasion += 1
    number = table.coups + 1
    table.plant(
        LATE_SHOE,
        "CF-CLOSE",
        table.round_id(number),
        id=f"{table.badge}/{LATE_SHOE}",
    )
    others, table.faults = table.faults, {}  # nothing else is wrong with this coup
    yield from table.play(number)
    table.faults = others
