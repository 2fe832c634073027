"""The showdown: the order of hands that a game brings, and whose cards can be compared.

Rules: NB R52-R54, R66, O68, O69.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from projections.replay.games.poker.betting.order import Betting
from projections.replay.games.poker.betting.record import HandRecord, HandRules, Player
from projections.replay.games.poker.hand.stakes import Staked, contenders, misdeal, staked
from projections.replay.kit.cards import shown_by

COMMON_CARDS: Final = 5
NOTHING: Final[tuple[int, tuple[str, ...]]] = (0, ())


class Ranking(NamedTuple):
    """A game's comparison of hands, and, where the game has its own, its betting and stakes."""

    own_cards: int
    values: Callable[[Sequence[str | None], Sequence[Sequence[str | None]]], list[int]]
    """From the common cards and each hand's own cards: the higher value wins, equal ones tie.
    Raises KeyError or IndexError on what is no card of the game, ValueError on another number of
    own cards."""
    name: Callable[[int], object]
    """What formats itself as ``pt`` or ``en``."""
    word: Callable[[int], str]
    """The combination's name in ASCII."""
    betting: Callable[[Any, Any], Betting] = Betting
    """From a hand and its rules to the betting that follows it."""
    staked: Callable[[Any, Any], Staked] = staked
    """From a hand and its rules to what each put in, and who is out."""
    stakes_first: bool = False
    """Whether equal hands have their own stakes back at the least: where whole chips would give
    one of them less, the stakes go back first and only those of the losers are divided."""


def is_void(hand: HandRecord, rules: HandRules, ranking: Ranking) -> bool:
    """Tell whether the stakes go back (R66); online only if nobody can tell who won (O68, O69)."""
    if misdeal(hand):
        return True
    if hand.void is None:
        return False
    if not hand.online:
        return True
    return hand.void.side != "player" and not decided(hand, rules, ranking)


def decided(hand: HandRecord, rules: HandRules, ranking: Ranking) -> bool:
    """Tell whether the record holds all that decides the hand."""
    if not played_out(hand, rules, ranking):
        return False
    live = contenders(hand, rules, ranking.staked(hand, rules))
    return len(live) <= 1 or len(compare(hand, live, ranking)) == len(live)


def played_out(hand: HandRecord, rules: HandRules, ranking: Ranking) -> bool:
    """Tell whether nobody had still to act when the record ends."""
    betting = ranking.betting(hand, rules)
    betting.follow()
    return betting.complete


def compare(hand: HandRecord, live: list[Player], ranking: Ranking) -> dict[int, int]:
    """Return the value of each hand that can be compared; none if the common cards do not stand."""
    board, own = hand.board, ranking.own_cards
    if len(board) != COMMON_CARDS:
        return {}
    holes = [player.cards for player in live]
    cards = {*board}
    for hole in holes:
        cards.update(hole)
    if None not in cards and len(cards) == COMMON_CARDS + own * len(holes):
        try:
            values = ranking.values(board, holes)
        except (KeyError, IndexError, ValueError):  # no card, or not so many as there should be
            pass
        else:
            return {player.seat: value for player, value in zip(live, values, strict=True)}
    return _compare_known(hand, live, ranking)


def _compare_known(hand: HandRecord, live: list[Player], ranking: Ranking) -> dict[int, int]:
    """Compare the hands whose cards are known, where some are not.

    What was shown counts where a card of the deal is unknown, unreadable or none of the game's.
    """
    shown = _shown(hand)
    seen: list[str] = []
    values: dict[int, int] = {}
    board = tuple(card for card in hand.board if card is not None)
    for player in live:
        for told in (player.cards, shown.get(player.seat, ())):
            hole = tuple(card for card in told if card is not None)
            value = _value(board, hole, ranking) if len(hole) == len(told) else None
            if value is not None:
                values[player.seat] = value
                seen.extend(hole)
                break
    seen.extend(board)
    if len(board) != COMMON_CARDS or len(set(seen)) != len(seen):
        return {}
    return values


def _value(board: Sequence[str], hole: Sequence[str], ranking: Ranking) -> int | None:
    """Return the value of a hand; None where its cards do not make one."""
    if len(hole) != ranking.own_cards:
        return None
    try:
        return ranking.values(board, [hole])[0]
    except (KeyError, IndexError):
        return None


def _shown(hand: HandRecord) -> dict[int, tuple[str, ...]]:
    return shown_by((one.seat, one.cards) for one in hand.shown)


def half_told(hand: HandRecord, live: list[Player], values: Mapping[int, int]) -> set[int]:
    """Return the seats whose hands were told, but not so that they can be compared.

    DECISION: such a hand may be the best, so a pot for which it plays is nobody's yet. Of whom no
    card was recorded and nothing shown, he showed no hand and has none to be compared (R53).
    """
    shown = _shown(hand)
    return {
        player.seat
        for player in live
        if player.seat not in values
        and (player.seat in shown or any(card is not None for card in player.cards))
    }
