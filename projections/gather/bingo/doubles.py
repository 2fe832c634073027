"""Double cards that wait for the next jogada of their variant, as rounds carry them (BI R15).

A card of 90 numbers cannot play in a jogada of 75: in a room that changes its variant from session
to session its second jogada is the next of its own variant.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from projections.gather.kit.carried import carried_as
from projections.replay.games.bingo.facts import Actos

DUPLOS: Final = "duplos"


class Doubles(Struct, frozen=True, kw_only=True):
    """The double cards that a jogada leaves to the next jogada of its variant."""

    jogada: str
    """The jogada in which they were sold."""
    actos: tuple[Actos, ...]
    """Their series and sales, as the next jogada has them."""
    antes: tuple[Actos, ...] = ()
    """The doubles that played in that jogada for the second time: who won there may be known by
    them alone."""


def pending(carried: Mapping[str, Any]) -> dict[int, Doubles]:
    """Return the doubles that wait, by variant."""
    return carried_as(dict[int, Doubles], carried.get(DUPLOS, {}))


def carried(waiting: Mapping[int, Doubles]) -> dict[str, Any]:
    """Return the doubles that wait as a round carries them; an empty value where none wait."""
    return {DUPLOS: msgspec.to_builtins(waiting, str_keys=True)} if waiting else {}


def done_waiting(out: Mapping[str, Any], before: str | None, variant: int) -> set[str]:
    """Return the jogadas whose doubles wait no more once a jogada of a variant has been played.

    ``before`` is the last jogada before it, ``out`` what was carried to it.
    """
    waiting = pending(out)
    here = waiting.get(variant)
    others = {one.jogada for name, one in waiting.items() if name != variant}
    over = {before, None if here is None else here.jogada}
    return {one for one in over if one is not None and one not in others}
