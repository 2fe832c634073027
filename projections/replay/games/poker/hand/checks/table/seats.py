"""Faults of seats and players: places, numbers of players, a partida that waited too long.

Rules: NB R4, R8-R10, R46, 001 n.24.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.betting.record import HandRecord, HandRules, Player
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found

PLACES_MOST: Final = 11


def place_count_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find a table with another number of places than its game has (R4 c; SI R2; 001 n.6).

    Ten or eleven, by the game; of eleven places one may be out of use where ten play (001 n.6).
    """
    told = hand.places_told
    if not hand.online and told not in (None, rules.places, PLACES_MOST):
        yield Found(
            code="NB-SEATS",
            rule=rules.cites.places,
            expected=str(rules.places),
            recorded=str(told),
            facts={"fact": "table"},
        )


def seat_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find two players at a place (R8), and places the table does not have (R4)."""
    for seat, count in Counter(player.seat for player in hand.players).items():
        if count > 1:
            yield Found(code="NB-SEATS", rule=rules.cites.one_per_place, seat=seat)
        if not 1 <= seat <= rules.places:
            yield Found(
                code="NB-SEATS",
                rule=rules.cites.places,
                seat=seat,
                expected=f"1..{rules.places}",
                recorded=str(seat),
            )


def number_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find too few players, and a game played online that the law does not know there."""
    cites, count = rules.cites, len(hand.players)
    least, rule = rules.minimum_players, cites.minimum_players
    if hand.online:
        if rules.minimum_players_online is None:
            text, _, _ = cites.minimum_players_online.partition(" ")
            yield Found(code="ONL-NONE", rule=text, expected=PHYSICAL, recorded=hand.mode)
        least = rules.minimum_players_online or least
        rule = cites.minimum_players_online
    if count < least:
        yield Found(code="NB-MIN4", rule=rule, expected=str(least), recorded=str(count))


def suspension_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find a partida that went on after it had waited too long for players (001 n.24)."""
    most = rules.suspension_seconds
    if most is not None and (hand.suspended or 0) > most:
        yield Found(
            code="NB-MIN4",
            rule=rules.cites.minimum_players,
            expected=f"{most} s",
            recorded=f"{hand.suspended} s",
            facts={"suspended": hand.suspended},
        )


def sharing_faults(player: Player, rules: HandRules) -> Iterator[Found]:
    """Find that others sat down at a player's place (R8)."""
    yield Found(
        code="NB-SEATS",
        rule=rules.cites.one_per_place,
        seat=player.seat,
        expected="1",
        recorded=", ".join(player.sharing),
    )


def expelled_faults(player: Player, rules: HandRules) -> Iterator[Found]:
    """Find that a player is in the hand who had to leave the table (R46)."""
    yield Found(code="NB-OUT", rule=rules.cites.conduct, seat=player.seat)
