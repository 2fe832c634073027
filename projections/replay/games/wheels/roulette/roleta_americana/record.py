"""The record of a coup of roleta americana."""

from projections.replay.games.wheels.roulette.record import RouletteRecord


class RoletaAmericanaRecord(
    RouletteRecord, frozen=True, kw_only=True, tag="roleta_americana", tag_field="game", gc=False
):
    """One coup, from the call that opens the bets to the payments."""
