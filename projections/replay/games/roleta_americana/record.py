"""The record of a coup of roleta americana."""

from projections.replay.roulette import RouletteRecord


class RoletaAmericanaRecord(
    RouletteRecord, frozen=True, kw_only=True, tag="roleta_americana", tag_field="game", gc=False
):
    """One coup, from the call that opens the bets to the payments."""
