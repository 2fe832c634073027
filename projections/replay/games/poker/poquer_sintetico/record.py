"""The record of a hand of póquer sintético."""

from typing import Final

from projections.replay.games.poker.betting.record import HandRecord

NAME: Final = "poquer_sintetico"
ESTARDILHO: Final = "estardilho"
"""Before the first common card, unseen: an advance that the others must double (S13 a)."""
RESTARDILHO: Final = "restardilho"
"""Another player doubles the estardilho's advance, unseen (S13 b)."""
ADVANCES: Final = frozenset({ESTARDILHO, RESTARDILHO})
ANTE_UNKNOWN: Final = frozenset({"ante_desconhecida", "S18"})
"""Errors noted: nobody can tell who put in the ante, and the pot stays as it is (S18)."""


class SinteticoRecord(
    HandRecord,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    gc=False,
    tag="poquer_sintetico",
    tag_field="game",
):
    """One hand of póquer sintético.

    Acts are those of ``Action``, and ``ante``, ``estardilho``, ``restardilho`` with what each put
    in. ``board`` holds the common cards in the order turned, those in excess too (S17), and an
    act's ``common`` how many of them lay open: none before the first betting turn, in which only
    an estardilho is answered. ``burns`` and ``exposed`` have no object here.
    """

    repiques: int | None = None
    """Repiques of one player in one turn while more than two play (R38); None is no limit."""
    estardilho: bool | None = None
    """Whether the operator admits estardilho and restardilho (S13); None where not declared."""
    looked: tuple[int, ...] = ()
    """Seats that had seen their cards when they announced estardilho or restardilho."""
