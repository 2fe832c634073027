"""The forced bets of a hand: pequena and grande aposta, those owed, those of the idle.

Sources: O10-O12, O17-O19; 001 n. 81-83, 89-91.
"""

from projections.replay.games.poker.betting.record import GRANDE, PEQUENA, REPOSTO, Action
from projections.replay.games.poker.betting.state import OUT, BettingState
from projections.replay.settlement import money_text


def force(betting: BettingState, action: Action) -> None:
    """Take a forced bet, or one made good: before the flop, before its player's own word."""
    place = betting.index.get(action.seat, -1)
    if place < 0:
        betting.stranger(action)
        return
    in_time = betting.state[place] != OUT and not betting.turn and not betting.done[place]
    chips = betting.put(place, action, action.added)
    if action.action == REPOSTO:
        betting.bet[place] -= chips
        betting.dead[place] = betting.dead.get(place, 0) + chips
    elif in_time:
        betting.forced.append((place, action.action, chips))
        betting.level = max(betting.level, betting.bet[place])
    if not in_time:
        blind(betting, place, betting.rules.cites.grande, 0, chips, action.action)


def check_forced(betting: BettingState) -> None:
    """Judge pequena and grande aposta and what was owed (O10-O12, O17, O18)."""
    least = betting.hand.minimum
    if not (least and betting.ordered and betting.size > 1 and betting.hand.has("bets")):
        return
    usual = [(betting.mao, PEQUENA, least // 2), (betting.after[betting.mao], GRANDE, least)]
    if betting.usual and betting.forced == usual and not betting.dead:
        return
    posted: list[dict[str, int]] = [{} for _ in betting.players]
    for place, word, chips in betting.forced:
        posted[place][word] = posted[place].get(word, 0) + chips
    due = _due_forced(betting)
    missing = {
        word
        for place, (word, value, rule) in due.items()
        if not _posted_well(betting, place, posted[place], word, value, rule)
    }
    stand_in = betting.after[betting.mao] in betting.away
    for place, words in enumerate(posted):
        if words and place not in due:
            _check_undue(betting, place, words, missing, stand_in=stand_in)
    for place, player in enumerate(betting.players):
        if player.owed is not None and place not in betting.away:
            _check_owed(betting, place, player.owed)


def _due_forced(betting: BettingState) -> dict[int, tuple[str, int, str]]:
    """Return by place which forced bet is due, its value and its rule."""
    least, cites = betting.hand.minimum, betting.rules.cites
    due: dict[int, tuple[str, int, str]] = {}
    for place, player in enumerate(betting.players):
        if place in betting.away:
            continue
        if place == betting.after[betting.mao]:
            due[place] = GRANDE, least, cites.grande
        elif (player.hands_without_bet or 0) >= betting.rules.hands_without_bet:
            due[place] = GRANDE, least, cites.without_bet
        elif place == betting.mao:
            due[place] = PEQUENA, least // 2, cites.pequena
    return due


def _posted_well(
    betting: BettingState, place: int, posted: dict[str, int], word: str, value: int, rule: str
) -> bool:
    """Fault a forced bet that is missing, of the wrong kind or value; False if missing."""
    stack = betting.players[place].stack
    if stack is not None:
        value = min(value, max(stack - betting.dead.get(place, 0), 0))
    paid = sum(posted.values())
    if posted == {word: value} or (not paid and not value):
        return True
    if list(posted) == [word] and (
        (stack is None and paid < value)  # perhaps all he had
        or (word == PEQUENA and paid + betting.hand.minimum // 2 == betting.hand.minimum)
    ):
        return True
    blind(betting, place, rule, value, paid, word)
    return bool(paid)


def _check_undue(
    betting: BettingState, place: int, posted: dict[str, int], missing: set[str], *, stand_in: bool
) -> None:
    """Fault a forced bet of one from whom none was due, unless it is another's, missing."""
    for word, chips in posted.items():
        unknown = betting.players[place].hands_without_bet is None
        excused = word == GRANDE and (stand_in or unknown)
        if word not in missing and not excused:
            blind(betting, place, betting.rules.cites.grande, 0, chips, word)


def _check_owed(betting: BettingState, place: int, owed: int) -> None:
    paid = betting.dead.get(place, 0)
    stack = betting.players[place].stack
    due = owed if stack is None else min(owed, max(stack, 0))
    if paid != due:
        blind(betting, place, betting.rules.cites.owed, due, paid, REPOSTO)


def blind(betting: BettingState, place: int, rule: str, due: int, paid: int, word: str) -> None:
    """Fault a forced bet."""
    betting.fault(
        "NB-BLIND",
        rule,
        betting.players[place].seat,
        expected=money_text(due),
        recorded=money_text(paid),
        amount=paid - due,
        facts={"forced": word},
    )
