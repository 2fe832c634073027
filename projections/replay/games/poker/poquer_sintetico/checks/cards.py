"""Faults of cards: cards that cannot be, common cards missing or turned too late (NB S3, S17)."""

from collections.abc import Iterator

from projections.replay.games.poker.hand.checks.cards.dealt_cards import card_faults
from projections.replay.games.poker.poquer_sintetico import ranking
from projections.replay.games.poker.poquer_sintetico.betting import COMMON, SinteticoBetting
from projections.replay.games.poker.poquer_sintetico.record import SinteticoRecord
from projections.replay.games.poker.poquer_sintetico.rules import SinteticoRules
from projections.replay.games.poker.poquer_sintetico.settling import RANKING
from projections.replay.games.poker.poquer_sintetico.voiding import NUMBER, rule_of
from projections.replay.settlement import Found


def dealt_faults(record: SinteticoRecord, rules: SinteticoRules) -> Iterator[Found]:
    """Find cards that cannot be (S3); hands of another number of cards are ``void_faults``'."""
    number = rule_of(NUMBER, rules)
    for one in card_faults(record, rules, RANKING, ranking.CARDS):
        if one.rule != number:
            yield one


def board_faults(
    record: SinteticoRecord, rules: SinteticoRules, betting: SinteticoBetting | None
) -> Iterator[Found]:
    """Find common cards missing, or turned after the hand was over; a sixth is ignored (S17)."""
    count = len(record.board)
    reached = max((action.common for action in record.actions), default=0)
    if record.void is not None:
        least, most = reached, max(COMMON, reached)
    elif betting is None:
        least, most = reached, count
    elif betting.in_hand > 1:
        least, most = max(COMMON, reached), count
    else:
        least = most = max(betting.common, reached)
    if count < least or count > max(most, least):
        yield Found(
            code="RES-IMPOSS",
            rule=rules.cites.alone if count > least else rules.cites.turns[1],
            expected=str(least),
            recorded=str(count),
            facts={"board": list(record.board)},
        )
