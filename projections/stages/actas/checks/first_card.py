"""The first card of a jogada: number 1 of its series, or the next one (BI R37)."""

from projections.base.produced import Fault
from projections.stages.actas.jogada import Jogada
from projections.stages.actas.room import Room


def start_faults(room: Room, jogada: Jogada, sizes: dict[str, int]) -> list[Fault]:
    """Return the series that began with another card than number 1 or the next one (R37).

    ``sizes`` has the cards of each series: after the last of them the next is number 1.
    """
    found: list[Fault] = []
    for serie, first in jogada.primeiro.items():
        expected = room.next_card.get(serie, 1)
        if expected > sizes.get(serie, expected):
            expected = 1
        if first not in (1, expected):
            found.append(
                Fault(
                    code="BI-START",
                    positions=(jogada.opened,),
                    place=room.place,
                    round=jogada.round,
                    expected=f"{serie} from 1 or {expected}",
                    recorded=f"{serie} from {first}",
                    facts={"series": serie},
                )
            )
    return found
