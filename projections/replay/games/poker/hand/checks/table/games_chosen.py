"""Faults of the game played: one the table does not have, or the mão did not choose (NB R51)."""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.betting.record import HandRecord, HandRules
from projections.replay.settlement import Found

MIXED_GAMES: Final = 2
"""Games that a mixed table may have (R51)."""


# Mixed tables (R51).


def game_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find a game that the table does not have, or that the mão did not choose (R51)."""
    game = str(type(hand).__struct_config__.tag)
    rule = rules.cites.mixed
    admitted = {*hand.mixed, *([hand.table_game] if hand.table_game else [])}
    if hand.table_game and game not in admitted:
        yield Found(code="REG-MOD", rule=rule, expected=" / ".join(sorted(admitted)), recorded=game)
    if len(admitted) > MIXED_GAMES:
        yield Found(
            code="REG-MOD",
            rule=rule,
            expected=str(MIXED_GAMES),
            recorded=str(len(admitted)),
            facts={"games": sorted(admitted)},
        )
    chosen = hand.chosen
    if chosen is None:
        return
    if chosen.game != game:
        yield Found(code="REG-RULE", rule=rule, expected=chosen.game, recorded=game)
    if hand.mao and chosen.seat != hand.mao:
        yield Found(
            code="REG-RULE",
            rule=rule,
            seat=chosen.seat,
            expected=str(hand.mao),
            recorded=str(chosen.seat),
        )
