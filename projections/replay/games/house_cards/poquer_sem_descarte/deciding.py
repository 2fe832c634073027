"""Who goes on: what players decide, and online what the operator's clock does for them.

Online, who has not decided is warned and given extra time, and only then loses the initial bet
(R52): the clock's passo. What the clock says is nobody's decision, so

- a passo of the clock before that time was given and over is a fault; the initial bet is lost all
  the same, for nobody decided, unless the player then says ``vou`` himself and lays the segunda;
- a ``vou`` of the clock is none, nor is a decision that comes when the extra time is over.
"""

from datetime import datetime, timedelta
from typing import Final

from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    PASSO,
    VOU,
    Lugar,
    SemDescarteRecord,
)
from projections.replay.games.house_cards.poquer_sem_descarte.rules import SemDescarteRules
from projections.replay.kit.bets import instant, is_after
from projections.replay.record import PHYSICAL

_TOLERANCE: Final = timedelta(seconds=1)
"""What clock and network may add to a time that is told in whole seconds."""


def is_online(record: SemDescarteRecord, rules: SemDescarteRules) -> bool:
    """Tell whether the online section applies; a text without one has its physical rules only."""
    return record.mode != PHYSICAL and rules.online


def goes_on(place: Lugar | None, *, second: bool, online: bool) -> bool:
    """Tell whether a player is in the game (R11, R13, R52): the first decision counts.

    A vou without its stake may still become a passo; a passo is irreversible.
    """
    if place is None or place.decisao is None:
        return second
    if online and place.caducou:
        return second and place.depois == VOU and not had_full_time(place)
    if place.decisao == PASSO or (online and is_too_late(place)):
        return False
    return second or place.depois != PASSO


def was_dealt(record: SemDescarteRecord) -> bool:
    """Tell whether any card of a jogada was dealt, as far as its table tells: else none was."""
    return bool(record.banca) or any(place.cartas for place in record.seats)


def ran_out(place: Lugar | None, *, second: bool, online: bool) -> bool:
    """Tell whether a player is out of the game because he did not decide in time (R52)."""
    if not online or goes_on(place, second=second, online=online):
        return False
    return place is None or place.decisao is None or place.caducou or is_too_late(place)


def passed_rightly(place: Lugar) -> bool:
    """Tell whether the clock, which spoke for a player, said passo and gave him his time first."""
    return place.decisao != VOU and had_full_time(place)


def had_full_time(place: Lugar) -> bool:
    """Tell whether the player's extra time was given and over when the clock spoke."""
    return had_time(place) and not is_early(place)


def had_time(place: Lugar) -> bool:
    """Tell whether the player was warned and given extra time before anything was said."""
    return any(
        aviso.segundos and not (place.decidiu is not None and is_after(aviso, place.decidiu))
        for aviso in place.avisos
    )


def is_early(place: Lugar, at: str | None = None) -> bool:
    """Tell whether something came before the extra time was over: the clock's word, or ``at``."""
    end = _end(place)
    said = instant(at) if at is not None else _said(place)
    return end is not None and said is not None and end - said >= _TOLERANCE


def is_too_late(place: Lugar) -> bool:
    """Tell whether the player's own decision came when the extra time was over."""
    if place.caducou or not place.avisos:
        return False
    end, said = _end(place), _said(place)
    return end is not None and said is not None and said - end >= _TOLERANCE


def _said(place: Lugar) -> datetime | None:
    return instant(place.decidiu.at) if place.decidiu is not None else None


def _end(place: Lugar) -> datetime | None:
    """Return when the last extra time ended that was given before anything was said."""
    ends: list[datetime] = []
    for aviso in place.avisos:
        given = instant(aviso.at)
        if not aviso.segundos or (place.decidiu is not None and is_after(aviso, place.decidiu)):
            continue
        if given is None:
            return None
        try:
            ends.append(given + timedelta(seconds=aviso.segundos))
        except OverflowError:
            return None
    return max(ends, default=None)
