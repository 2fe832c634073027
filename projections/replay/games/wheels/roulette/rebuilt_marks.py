"""Winning marks taken off by mistake and put back: which bets lie afterwards (RA R40, RF R32)."""

from msgspec import structs

from projections.replay.games.wheels.roulette.record import RouletteRecord
from projections.replay.kit.bets import Bet, first_of_each


def rebuilt(record: RouletteRecord) -> list[Bet]:
    """Return the bets with marks taken off by mistake put back (RA R40, RF R32).

    By what the technical means show; where they show nothing, by the player's word.
    """
    bets = list(record.bets)
    where = first_of_each(bets)
    for one in record.reconstituidas:
        mark = one.tecnico or one.jogador
        if mark is None:
            continue
        at = where.get(one.bet, -1)
        if at < 0:
            at = where[one.bet] = len(bets)
            bets.append(
                Bet(bet=one.bet, seat=one.seat, player=one.player, tipo=mark.tipo, valor=mark.valor)
            )
        base = bets[at]
        bets[at] = structs.replace(
            base,
            tipo=mark.tipo,
            selecao=mark.selecao,
            valor=mark.valor,
            chips=mark.chips or base.chips,
        )
    return bets
