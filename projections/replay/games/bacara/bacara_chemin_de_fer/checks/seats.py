"""Faults of seats: fewer than four seated (CF R48), seats given out of turn (CF R53-R57)."""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import CheminDeFerRules
from projections.replay.kit.places import CHANGED, FREE, FROM_THE_LIST
from projections.replay.settlement import Found

LISTED: Final = frozenset({FROM_THE_LIST, FREE})
"""Ways to a seat in which the order of the list is kept, or passed over."""


def check_seats(record: CheminDeFerRecord, rules: CheminDeFerRules) -> list[Found]:
    """CF-MIN4: four seated at least (R48)."""
    seated = record.sentados
    if seated is None or len(set(seated)) >= rules.minimum_seated:
        return []
    return [
        Found(
            code="CF-MIN4",
            rule="CF R48",
            expected=str(rules.minimum_seated),
            recorded=str(len(set(seated))),
        )
    ]


def check_places(record: CheminDeFerRecord) -> Iterator[Found]:
    """CF-PLACE: a seat reserved by another, or taken before those who had asked earlier.

    DECISION: a reservation (R54) is held until the partida's first coup, since nothing tells when
    the hand comes to an empty seat; the priority of who asked to change (R55) where a shoe begins;
    the order of the list (R55) where the table says that a seat was given by it, or to one who was
    not on it. Who did not answer the call (R57) is told to wait no more.
    """
    for one in record.lugares_dados:
        rule, due = "", ()
        if record.inicio:
            rule, due = "CF R54", one.reserved
        elif one.changing and record.shoe.fresh and one.via != CHANGED:
            rule, due = "CF R55", one.changing
        elif one.via in LISTED:
            rule, due = "CF R55", one.before
        if due:
            yield Found(
                code="CF-PLACE",
                rule=rule,
                seat=one.seat,
                expected=", ".join(due),
                recorded=f"{one.player} {one.via}".strip(),
                facts={"player": one.player},
            )
