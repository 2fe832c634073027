"""Faults of showing, shuffling and cutting the deck: NB R7, R16-R17, 001 n.4, n.31-32."""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.betting.record import HandRecord, HandRules
from projections.replay.settlement import Found

SHUFFLES_MIN: Final = 3


def shuffle_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find a deck not shown, fewer than three shuffles by hand, a cut by another than the pagador.

    Shuffles told one by one add up. Of a machine's, and of one that does not say how often, nobody
    knows. In sintético a player cuts (SI R5), which no record here says.
    """
    if hand.online:
        return
    if hand.deck_shown is False and hand.has("shuffles"):
        yield Found(
            code="NB-SHUF", rule=rules.cites.shown, expected="exibido", facts={"fact": "exibir"}
        )
    if hand.shuffles and sum(hand.shuffles) < SHUFFLES_MIN:
        yield Found(
            code="NB-SHUF",
            rule=rules.cites.shuffled,
            expected=f">= {SHUFFLES_MIN}",
            recorded=str(sum(hand.shuffles)),
        )
    for seat in hand.cut_by:
        yield Found(code="NB-SHUF", rule=rules.cites.cut, seat=seat, expected="pagador")
