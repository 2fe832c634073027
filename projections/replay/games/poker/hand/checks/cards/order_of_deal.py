"""Faults of the order of the deal: one by one, from the first bet on (NB R22, R66 a)."""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.betting.record import GRANDE, PEQUENA, HandRecord, HandRules
from projections.replay.games.poker.hand.showdown import Ranking
from projections.replay.settlement import Found

FIRST_BETS: Final = frozenset({PEQUENA, GRANDE})


def deal_faults(hand: HandRecord, rules: HandRules, ranking: Ranking) -> Iterator[Found]:
    """Find cards dealt in another order than one by one from the first bet on (R22, R66 a)."""
    if hand.void is not None or hand.errors:
        return
    seats = [player.seat for player in hand.players if not player.absent]
    numbers = {len(player.cards) for player in hand.players if not player.absent}
    if numbers != {ranking.own_cards} or len(set(seats)) != len(seats):
        return  # another number of cards is a fault of its own
    posted: dict[str, int] = {}
    for act in hand.actions:
        if act.action in FIRST_BETS:
            posted.setdefault(act.action, act.seat)  # several grandes where some were idle (O17)
    first = posted.get(PEQUENA, posted.get(GRANDE, hand.mao))
    if first not in seats:
        return
    start = seats.index(first)
    due = (seats[start:] + seats[:start]) * ranking.own_cards
    dealt = [seat for seat in hand.dealt if seat in seats]
    if dealt != due:
        wrong = next(
            (at for at, seat in enumerate(dealt) if at >= len(due) or seat != due[at]), len(dealt)
        )
        yield Found(
            code="NB-MIS",
            rule=f"{rules.cites.void} a, {rules.cites.own_cards}",
            expected=str(due[wrong]) if wrong < len(due) else "",
            recorded=str(dealt[wrong]) if wrong < len(dealt) else "",
            facts={"card": wrong + 1},
        )
