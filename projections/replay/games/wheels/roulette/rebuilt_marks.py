"""Winning marks taken off by mistake and put back: which bets lie afterwards (RA R40, RF R32)."""

from projections.replay.games.wheels.marks import with_marks_back
from projections.replay.games.wheels.roulette.record import RouletteRecord
from projections.replay.kit.bets import Bet


def rebuilt(record: RouletteRecord) -> list[Bet]:
    """Return the bets with marks taken off by mistake put back (RA R40, RF R32).

    By what the technical means show; where they show nothing, by the player's word.
    """
    counted = ((one, one.tecnico or one.jogador) for one in record.reconstituidas)
    marks = (
        Bet(
            bet=one.bet,
            seat=one.seat,
            player=one.player,
            tipo=mark.tipo,
            selecao=mark.selecao,
            valor=mark.valor,
            chips=mark.chips,
        )
        for one, mark in counted
        if mark is not None
    )
    return with_marks_back(record.bets, marks)
