"""Faults of a table of póquer não bancado, asked where the record says something of each."""

from collections.abc import Iterator

from projections.replay.games.poker.betting.record import HandRecord, HandRules
from projections.replay.games.poker.hand.checks.cards.shuffles import shuffle_faults
from projections.replay.games.poker.hand.checks.table.caves import (
    away_faults,
    cave_faults,
    initial_faults,
)
from projections.replay.games.poker.hand.checks.table.games_chosen import game_faults
from projections.replay.games.poker.hand.checks.table.house_fees import fee_faults, mode_faults
from projections.replay.games.poker.hand.checks.table.limits import (
    changed_limit_faults,
    limit_faults,
)
from projections.replay.games.poker.hand.checks.table.mao import mao_faults, seatless_mao_faults
from projections.replay.games.poker.hand.checks.table.means_of_stakes import means_faults
from projections.replay.games.poker.hand.checks.table.places import change_faults, taken_faults
from projections.replay.games.poker.hand.checks.table.seats import (
    expelled_faults,
    number_faults,
    place_count_faults,
    seat_faults,
    sharing_faults,
    suspension_faults,
)
from projections.replay.settlement import Found


def table_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find wrong seats, too few players, wrong limits and caves, the mão out of its way."""
    seats = {player.seat for player in hand.players}
    if (
        len(seats) != len(hand.players)
        or not 1 <= min(seats, default=1) <= max(seats, default=1) <= rules.places
    ):
        yield from seat_faults(hand, rules)
    if hand.online or len(hand.players) < rules.minimum_players:
        yield from number_faults(hand, rules)
    if hand.maximum is not None or hand.cagnotte_ppm:
        yield from limit_faults(hand, rules)
    for player in hand.players:
        if player.stack is not None and (player.stack < hand.minimum or player.entered):
            yield from cave_faults(hand, rules, player)
        if player.added or player.stack_before is not None or player.rested or player.reposicao:
            yield from away_faults(hand, rules, player)
        if player.sharing:
            yield from sharing_faults(player, rules)
    if hand.mao_before is not None:
        yield from mao_faults(hand, rules)
    elif hand.mao and hand.mao not in seats:
        yield from seatless_mao_faults(hand, rules)


def place_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find faults that most hands cannot have: each is asked for only where something says so."""
    if hand.first and hand.cave is not None:
        yield from initial_faults(hand, rules)
    if any([action.means for action in hand.actions]):  # noqa: C419 - quicker, for every hand
        yield from means_faults(hand, rules)
    if hand.suspended is not None:
        yield from suspension_faults(hand, rules)
    yield from before_the_deal(hand, rules)
    if hand.limits_changed:
        yield from changed_limit_faults(rules)
    if hand.fees or hand.cagnotte_mode is not None:
        yield from mode_faults(hand, rules)
        for fee in hand.fees:
            yield from fee_faults(hand, rules, fee)
    if hand.table_game or hand.chosen is not None:
        yield from game_faults(hand, rules)


def before_the_deal(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find wrong shuffles and cuts, and players in the hand who had to leave the table (R46)."""
    if hand.shuffles or hand.cut_by or hand.deck_shown is False:
        yield from shuffle_faults(hand, rules)
    if hand.taken or hand.changed:
        yield from taken_faults(hand, rules)
        yield from change_faults(hand, rules)
    if hand.places_told is not None:
        yield from place_count_faults(hand, rules)
    for player in hand.players:
        if player.expelled:
            yield from expelled_faults(player, rules)
